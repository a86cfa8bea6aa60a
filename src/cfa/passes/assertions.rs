//! Makes assertions and assumptions of the calls that mean them.
//!
//! A call to an undefined function of a known name becomes an assertion or assumption edge; a function of such a name
//! that the program defines is just that function. Calls to the functions that the caller names as errors
//! ([`Options::error_functions`]) are assertions whatever their bodies say. A label `ERROR` is an assertion that it is
//! not reached, unless one stands there anyway.
//!
//! One of these functions whose address is used is called in ways that nobody can see here. So the address becomes that
//! of a function of ours, which calls it, and in which the assertion stands.
//!
//! Functions are visited after those that they call. So a wrapper, that is a small function that does nothing but
//! check, is complete when its callers come: it is inlined, and every call of it is an assertion of its own.

use super::fold::{fold, thread};
use super::prune::prune;
use super::stand_in;
use crate::cfa::Options;
use crate::cfa::display::{Names, string_text};
use crate::cfa::inline::{Inlining, inline};
use crate::cfa::model::*;
use crate::cfa::visit::Visit;
use crate::ctype::Types;
use crate::source::{Diagnostic, Result};

pub fn run(program: &mut Program, options: &Options) -> Result<()> {
    if !options.library {
        stand_ins(program, options)?;
    }
    let errors: Vec<bool> = program.functions.iter().map(|f| options.error_functions.contains(&f.name)).collect();
    // While a function is visited its body is taken out; it is defined nevertheless.
    let undefined: Vec<bool> = program.functions.iter().map(|function| !function.is_defined()).collect();
    let mut wrappers = vec![false; program.functions.len()];
    for id in callees_first(program) {
        let index = id.0 as usize;
        // What a function does that is itself an error is no assertion.
        if errors[index] {
            continue;
        }
        let Some(mut cfa) = program.functions[index].take_cfa() else { continue };
        let mut changed = !options.in_place && inline_wrappers(program, &mut cfa, &wrappers);
        changed |= recognise(program, &mut cfa, &errors, &undefined);
        if changed {
            prune(&mut cfa);
        }
        if (error_labels(program, &mut cfa) | changed) && !options.in_place {
            if thread(program, &mut cfa) {
                prune(&mut cfa);
            }
            fold(&program.types, &mut cfa);
            prune(&mut cfa);
        }
        wrappers[index] = is_wrapper(program, &program.functions[index], &cfa);
        program.functions[index].body = Body::Cfa(cfa);
    }
    number(program);
    Ok(())
}

/// Gives the functions that mean an assertion or an assumption, and whose addresses are used, another function to stand
/// in for them behind pointers.
fn stand_ins(program: &mut Program, options: &Options) -> Result<()> {
    let instead = stand_in::replace(program, |program, id| {
        let function = &program[id];
        let known = known(&function.name).is_some() && !function.is_defined();
        known || options.error_functions.contains(&function.name)
    });
    match instead {
        Ok(()) => Ok(()),
        Err(id) => {
            let message = format!("the address of `{}`, which has no fixed parameters, is used", program[id].name);
            Err(Diagnostic::new("unsupported", message).at(program[id].span))
        }
    }
}

/// Whether an undefined function of this name returns any value and does nothing else.
pub fn is_nondeterministic(name: &str) -> bool {
    name.starts_with("__VERIFIER_nondet_") || name.starts_with("nondet_")
}

/// A function that is there for an error by its name, but has a body: that decides what it does.
pub fn defined_error(program: &Program) -> Option<&str> {
    let fails = |name: &str| matches!(known(name), Some(Known::Fails(PropertyKind::ErrorCall, _)));
    program.functions.iter().find(|function| function.is_defined() && fails(&function.name)).map(|it| it.name.as_str())
}

/// What a call of an undefined function means.
#[derive(Clone, Copy, Debug)]
pub enum Known {
    /// A call is an error; the argument at this position is the text of the assertion.
    Fails(PropertyKind, Option<usize>),
    /// The first argument must be true; the argument at this position is the text of the assertion.
    Checks(Option<usize>),
    /// The first argument is true from then on.
    Assumes,
}

/// All of them, by name.
pub const KNOWN: [(&str, Known); 13] = {
    use Known::{Assumes, Checks, Fails};
    use PropertyKind::{Assertion, ErrorCall};
    [
        ("__assert_fail", Fails(Assertion, Some(0))),
        ("__assert", Fails(Assertion, Some(0))),
        ("_assert", Fails(Assertion, Some(0))),
        ("__assert_rtn", Fails(Assertion, Some(3))),
        ("__assert_func", Fails(Assertion, Some(3))),
        ("__assert_perror_fail", Fails(Assertion, None)),
        ("reach_error", Fails(ErrorCall, None)),
        ("__VERIFIER_error", Fails(ErrorCall, None)),
        ("__VERIFIER_assert", Checks(None)),
        ("__CPROVER_assert", Checks(Some(1))),
        ("__VERIFIER_assume", Assumes),
        ("__CPROVER_assume", Assumes),
        ("assume_abort_if_not", Assumes),
    ]
};

fn known(name: &str) -> Option<Known> {
    KNOWN.into_iter().find(|(known, _)| *known == name).map(|(_, meaning)| meaning)
}

/// Turns the calls of known functions into what they mean.
fn recognise(program: &mut Program, cfa: &mut Cfa, errors: &[bool], undefined: &[bool]) -> bool {
    let mut changed = false;
    for index in 0..cfa.edges.len() {
        let edge = &cfa.edges[index];
        let Op::Call { dst, callee: Callee::Direct(func), args } = &edge.op else { continue };
        let (func, wanted) = (*func, dst.is_some());
        let function = &program[func];
        let meaning = match known(&function.name) {
            _ if errors[func.0 as usize] => Known::Fails(PropertyKind::ErrorCall, None),
            Some(known) if undefined[func.0 as usize] => known,
            _ => continue,
        };
        let scalar = args.first().is_some_and(|arg| program.types.is_scalar(arg.ty));
        let text = |position: Option<usize>| position.and_then(|at| string(program, args.get(at)?));
        let property = |program: &mut Program, kind, description, native| {
            program.properties.push(Property { kind, description, span: edge.span, origin: edge.span, native });
            PropId(program.properties.len() as u32 - 1)
        };
        let op = match meaning {
            Known::Fails(kind, position) => {
                let words = if wanted { format!("{}()", function.name) } else { String::new() };
                let description = text(position).unwrap_or(words);
                let native = match wanted {
                    true => Native::Nothing,
                    false => Native::CallIfFalse { func, args: args.clone() },
                };
                let property = property(program, kind, description, native);
                Op::Assert { cond: Expr::int(Types::INT, 0), property }
            }
            Known::Checks(position) if scalar => {
                let description = text(position).unwrap_or_default();
                let native = match wanted {
                    true => Native::Nothing,
                    false => Native::CallAlways { func, rest: args[1..].to_vec() },
                };
                let property = property(program, PropertyKind::Assertion, description, native);
                Op::Assert { cond: args[0].clone(), property }
            }
            Known::Assumes if scalar && !wanted => Op::Assume { cond: args[0].clone(), truth: true, via: Some(func) },
            _ => continue,
        };
        if wanted {
            // The program wants what the call returns: the assertion comes first, and the call stays.
            let call = Edge { from: cfa.new_location(), ..cfa.edges[index].clone() };
            cfa.edges[index].to = call.from;
            cfa.edges.push(call);
        }
        cfa.edges[index].op = op;
        changed = true;
    }
    changed
}

/// The contents of a string literal that an argument points to.
fn string(program: &Program, arg: &Expr) -> Option<String> {
    match &arg.kind {
        ExprKind::Cast(inner) => string(program, inner),
        ExprKind::AddrOf(Place { kind: PlaceKind::Index(base, _), .. }) => {
            let PlaceKind::Var(Var::Global(global)) = base.kind else { return None };
            match &program[global].definition {
                Definition::Defined(Init::String(units)) => Some(string_text(units)),
                _ => None,
            }
        }
        _ => None,
    }
}

/// Puts an assertion at each label `ERROR` that has none yet.
fn error_labels(program: &mut Program, cfa: &mut Cfa) -> bool {
    let mut changed = false;
    let labelled: Vec<LocId> = cfa.labels.iter().filter(|(_, name)| name == "ERROR").map(|(loc, _)| *loc).collect();
    for loc in labelled {
        let outgoing = cfa.outgoing();
        let first = outgoing.of(loc).first().copied();
        let Some(first) = first else { continue };
        if matches!(cfa[first].op, Op::Assert { .. }) {
            continue;
        }
        let span = cfa[first].span;
        let after = cfa.new_location();
        for edge in outgoing.of(loc) {
            cfa.edges[edge.0 as usize].from = after;
        }
        let property = PropId(program.properties.len() as u32);
        let (kind, native) = (PropertyKind::ErrorLabel, Native::Nothing);
        program.properties.push(Property { kind, description: "ERROR".into(), span, origin: span, native });
        let op = Op::Assert { cond: Expr::int(Types::INT, 0), property };
        cfa.edges.push(Edge { from: loc, to: after, op, span });
        changed = true;
    }
    changed
}

/// Inlines the calls of wrappers; every assertion in them is the call's own.
fn inline_wrappers(program: &mut Program, cfa: &mut Cfa, wrappers: &[bool]) -> bool {
    let mut changed = false;
    for id in cfa.edge_ids() {
        let edge = &cfa[id];
        let Op::Call { callee: Callee::Direct(func), .. } = edge.op else { continue };
        if !wrappers[func.0 as usize] {
            continue;
        }
        let how = Inlining { span: Some(edge.span), substitute: true };
        let Body::Cfa(callee) = &program.functions[func.0 as usize].body else { continue };
        changed |= inline(&program.types, cfa, id, callee, &mut program.properties, how);
    }
    if changed {
        prune(cfa);
    }
    changed
}

/// How many edges a wrapper may have.
const WRAPPER_SIZE: usize = 40;

/// Whether a function only checks: it returns nothing, has no loops, changes nothing but its own locals, calls nothing
/// that comes back, and contains an assertion.
fn is_wrapper(program: &Program, function: &Function, cfa: &Cfa) -> bool {
    let Some(ty) = program.types.as_function(function.ty) else { return false };
    let own = |place: &Place| matches!(place.root(), Some(Var::Local(_)));
    let harmless = |edge: &Edge| match &edge.op {
        Op::Skip | Op::Assume { .. } | Op::Return(None) | Op::Declare(_) | Op::Assert { .. } => true,
        Op::Assign { place, .. } => own(place),
        Op::Call { callee: Callee::Direct(callee), .. } => program[*callee].attributes.noreturn,
        Op::Call { .. } | Op::Return(Some(_)) | Op::Havoc { .. } => false,
    };
    ty.ret.ty == Types::VOID
        && !ty.variadic
        && cfa.edges.len() <= WRAPPER_SIZE
        && cfa.edges.iter().any(|edge| matches!(edge.op, Op::Assert { .. }))
        && cfa.edges.iter().all(harmless)
        && cfa.edges.iter().all(|edge| edge.from < edge.to)
}

/// All functions, each after the functions that it calls, but for recursion.
fn callees_first(program: &Program) -> Vec<FuncId> {
    let callees = |id: FuncId| -> Vec<FuncId> {
        let calls = program[id].cfa().into_iter().flat_map(|cfa| &cfa.edges).filter_map(|edge| match edge.op {
            Op::Call { callee: Callee::Direct(callee), .. } => Some(callee),
            _ => None,
        });
        calls.collect()
    };
    let mut seen = vec![false; program.functions.len()];
    let mut order = Vec::with_capacity(seen.len());
    for start in (0..program.functions.len() as u32).map(FuncId) {
        if std::mem::replace(&mut seen[start.0 as usize], true) {
            continue;
        }
        let mut stack = vec![(start, callees(start).into_iter())];
        while let Some((id, rest)) = stack.last_mut() {
            match rest.next() {
                Some(next) => {
                    if !std::mem::replace(&mut seen[next.0 as usize], true) {
                        stack.push((next, callees(next).into_iter()));
                    }
                }
                None => {
                    order.push(*id);
                    stack.pop();
                }
            }
        }
    }
    order
}

/// Numbers the properties in the order of the program, without those that fell away, and says of each what it asserts
/// where the program has no words for it.
fn number(program: &mut Program) {
    let mut checks = vec![0; program.properties.len()];
    for edge in program.functions.iter().filter_map(Function::cfa).flat_map(|cfa| &cfa.edges) {
        if let Op::Assert { property, .. } = &edge.op {
            checks[property.0 as usize] += 1;
        }
    }
    let mut new = vec![None; program.properties.len()];
    let mut properties = Vec::new();
    for index in 0..program.functions.len() {
        let Some(mut cfa) = program.functions[index].take_cfa() else { continue };
        let mut names = None;
        for at in 0..cfa.edges.len() {
            let Op::Assert { cond, property: PropId(old) } = &cfa.edges[at].op else { continue };
            let number = *new[*old as usize].get_or_insert_with(|| {
                let mut property = program.properties[*old as usize].clone();
                let wordless = property.description.is_empty() || property.description == "0";
                if wordless && checks[*old as usize] == 1 {
                    let names = names.get_or_insert_with(|| Names::new(program, &cfa));
                    property.description = describe(names, &cfa, cond, &property);
                }
                properties.push(property);
                PropId(properties.len() as u32 - 1)
            });
            if let Op::Assert { property, .. } = &mut cfa.edges[at].op {
                *property = number;
            }
        }
        program.functions[index].body = Body::Cfa(cfa);
    }
    program.properties = properties;
}

fn describe(names: &Names, cfa: &Cfa, cond: &Expr, property: &Property) -> String {
    struct Unnamed<'a>(&'a Cfa, bool);
    impl Visit for Unnamed<'_> {
        fn var(&mut self, var: Var) {
            self.1 |= matches!(var, Var::Local(local) if self.0.locals[local.0 as usize].name.is_none());
        }
    }
    let mut unnamed = Unnamed(cfa, false);
    unnamed.expr(cond);
    let speaks = !unnamed.1 && !matches!(cond.kind, ExprKind::Int(_));
    match &property.native {
        Native::CallIfFalse { func, .. } | Native::CallAlways { func, .. } if !speaks => {
            format!("{}()", names.func(*func))
        }
        _ => names.expr(cond),
    }
}
