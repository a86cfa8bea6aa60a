//! What functions without a body may change.
//!
//! A verifier lets them return anything and change nothing. So behind the call of one that is not known to be harmless
//! ([`crate::cfa::library`]) there is a havoc of what its arguments point to ([`super::part`]): pointers to what is not
//! const, and those in records that are passed by value. That it changes nothing else is an assumption, which is
//! listed.
//!
//! - The pointers are taken before the call where the call, or the store of its result, could change them.
//! - A function whose address is used gets a body, which calls it: calls through pointers are seen as well.
//! - What verifiers know under another name is called by that ([`super::plain`]).
//! - In a program that looks at `errno`, a function of the C library may leave anything there.

use super::part::part;
use crate::cfa::display::string_text;
use crate::cfa::library::{self, Effect};
use crate::cfa::passes::{self, is_nondeterministic, prune, stand_in};
use crate::cfa::visit::addressed_locals;
use crate::cfa::{
    Assumption, AssumptionKind, Body, Callee, Cause, Cfa, Definition, Edge, EdgeId, Expr, ExprKind, FuncId, Function,
    Init, Local, Op, Place, PlaceKind, Program, Var,
};
use crate::ctype::{ArrayLen, LocalId, Quals, Type, TypeId, Types};
use std::collections::BTreeSet;

/// Makes the effects of undefined functions edges of the automaton.
pub fn undefined(program: &mut Program) {
    super::plain::rename(program);
    let unseen = stand_ins(program);
    let errno = Errno::of(program);
    let mut found = Vec::new();
    for index in 0..program.functions.len() {
        let Some(mut cfa) = program.functions[index].take_cfa() else { continue };
        // The temporaries that come in are never addressed.
        let exposed = addressed_locals(&cfa);
        for id in cfa.edge_ids() {
            call(program, &mut cfa, id, unseen, &exposed, &mut found);
            if let Some(errno) = &errno {
                errno.change(program, &mut cfa, id, unseen);
            }
        }
        prune(&mut cfa);
        program.functions[index].body = Body::Cfa(cfa);
    }
    program.assumptions.extend(found);
    program.assumptions.sort();
    program.assumptions.dedup_by(|a, b| a.kind == b.kind);
}

/// How a program gets at `errno`.
struct Errno {
    location: FuncId,
    pointer: TypeId,
}

impl Errno {
    fn of(program: &Program) -> Option<Errno> {
        let at = program.functions.iter().position(|function| function.name == "__errno_location")?;
        let location = FuncId(at as u32);
        let ty = program.types.as_function(program[location].ty).filter(|_| !program[location].is_defined())?;
        program.types.pointee(ty.ret.ty).map(|_| Errno { location, pointer: ty.ret.ty })
    }

    /// Lets a call of the C library leave anything in `errno`.
    fn change(&self, program: &Program, cfa: &mut Cfa, id: EdgeId, unseen: bool) {
        let Edge { op: Op::Call { callee, .. }, to, span, .. } = &cfa[id] else { return };
        let (to, span) = (*to, *span);
        let changes = match callee {
            Callee::Direct(func) => {
                let function = &program[*func];
                !function.is_defined() && !function.attributes.noreturn && library::changes_errno(&function.name)
            }
            Callee::Indirect(_) => unseen,
            Callee::VaArg => false,
        };
        if !changes {
            return;
        }
        let local = cfa.new_local(Local { name: None, ty: self.pointer.into(), align: None, span });
        let place = Place::local(local, self.pointer);
        let (called, found) = (cfa.new_location(), cfa.new_location());
        cfa.edges[id.0 as usize].to = called;
        let ask = Op::Call { dst: Some(place.clone()), callee: Callee::Direct(self.location), args: Vec::new() };
        let change = Op::Havoc { places: Vec::new(), objects: vec![Expr::load(place)], cause: Cause::Call };
        cfa.edges.push(Edge { from: called, to: found, op: ask, span });
        cfa.edges.push(Edge { from: found, to, op: change, span });
    }
}

/// Puts the havoc behind a call.
fn call(
    program: &Program,
    cfa: &mut Cfa,
    id: EdgeId,
    unseen: bool,
    exposed: &BTreeSet<LocalId>,
    found: &mut Vec<Assumption>,
) {
    let Edge { from, to, op: Op::Call { dst, callee, args }, span } = cfa[id].clone() else { return };
    let changes = match callee {
        Callee::Direct(func) => !program[func].is_defined() && writes(program, &program[func], &args),
        Callee::Indirect(_) => unseen,
        Callee::VaArg => false,
    };
    let ends = || cfa.edges.iter().all(|edge| edge.from != to) && to != cfa.exit;
    if !changes || ends() {
        return;
    }
    let needs = match callee {
        Callee::Direct(func) => library::known(&program[func].name).map_or(&[][..], |known| known.needs),
        Callee::Indirect(_) | Callee::VaArg => &[],
    };
    let (mut places, mut objects) = (Vec::new(), Vec::new());
    let mut at = from;
    for (number, arg) in args.iter().enumerate() {
        for pointer in pointers(&program.types, arg) {
            let part = part(&program.types, needs, &args, number).filter(|_| pointer == *arg);
            if let Some(place) = part.filter(|place| is_steady(place, dst.as_ref(), exposed)) {
                places.push(place.clone());
                continue;
            }
            if stays(&pointer, dst.as_ref(), exposed) {
                objects.push(pointer);
                continue;
            }
            let local = cfa.new_local(Local { name: None, ty: pointer.ty.into(), align: None, span });
            let place = Place::local(local, pointer.ty);
            objects.push(Expr::load(place.clone()));
            let next = cfa.new_location();
            cfa.edges.push(Edge { from: at, to: next, op: Op::Assign { place, value: pointer }, span });
            at = next;
        }
    }
    if places.is_empty() && objects.is_empty() {
        return;
    }
    if let Callee::Direct(func) = callee
        && objects.iter().any(|pointer| may_hold_pointers(program, cfa, pointer))
    {
        let kind = AssumptionKind::UndefinedPointer(program[func].name.clone());
        found.push(Assumption { kind, span });
    }
    let behind = cfa.new_location();
    let edge = &mut cfa.edges[id.0 as usize];
    (edge.from, edge.to) = (at, behind);
    cfa.edges.push(Edge { from: behind, to, op: Op::Havoc { places, objects, cause: Cause::Call }, span });
}

/// Whether the object that a pointer points to can hold pointers, as far as can be seen.
fn may_hold_pointers(program: &Program, cfa: &Cfa, pointer: &Expr) -> bool {
    let mut inner = pointer;
    while let ExprKind::Cast(value) = &inner.kind {
        inner = value;
    }
    let root = if let ExprKind::AddrOf(place) = &inner.kind { place.root() } else { None };
    let ty = match root {
        Some(Var::Local(local)) => cfa.locals[local.0 as usize].ty.ty,
        Some(Var::Global(global)) => program[global].ty.ty,
        None => return true,
    };
    passes::has_pointer(&program.types, ty)
}

/// Whether a call of an undefined function may change what its arguments point to.
pub(crate) fn writes(program: &Program, function: &Function, args: &[Expr]) -> bool {
    // Those that only return a value have no arguments.
    if is_nondeterministic(&function.name) {
        return true;
    }
    match library::known(&function.name).map(|known| known.effect) {
        Some(Effect::Nothing | Effect::Modelled) => false,
        Some(Effect::Formats(at)) => args.get(at).is_none_or(|format| !is_harmless_format(program, format)),
        Some(Effect::Writes) => true,
        None => !function.attributes.noreturn,
    }
}

/// Whether an argument is a format that is known to have no `%n`.
fn is_harmless_format(program: &Program, mut format: &Expr) -> bool {
    while let ExprKind::Cast(inner) = &format.kind {
        format = inner;
    }
    let ExprKind::AddrOf(Place { kind: PlaceKind::Index(array, _), .. }) = &format.kind else { return false };
    let PlaceKind::Var(Var::Global(global)) = array.kind else { return false };
    let Definition::Defined(Init::String(units)) = &program[global].definition else { return false };
    let constant = program.types.element(program[global].ty.ty).is_some_and(|elem| {
        program[global].kind == crate::cfa::GlobalKind::StringLiteral || elem.quals.contains(Quals::CONST)
    });
    constant && !has_percent_n(&string_text(units))
}

fn has_percent_n(format: &str) -> bool {
    let mut rest = format;
    while let Some(at) = rest.find('%') {
        let spec = rest[at + 1..].trim_start_matches(|c: char| "0123456789-+ #.*'$hljztLqI".contains(c));
        if spec.starts_with('n') {
            return true;
        }
        let mut letters = spec.chars();
        letters.next();
        rest = letters.as_str();
    }
    false
}

/// The pointers in an argument through which a callee can write.
fn pointers(types: &Types, arg: &Expr) -> Vec<Expr> {
    match (&types[arg.ty], &arg.kind) {
        (Type::Pointer(target), _) => {
            let data = types.as_function(target.ty).is_none() && !library::is_opaque(types, target.ty);
            let written = data && !target.quals.contains(Quals::CONST);
            // A literal null has no object.
            if written && arg.truth(types) != Some(false) { vec![arg.clone()] } else { Vec::new() }
        }
        (Type::Record(_), ExprKind::Load(place)) => {
            let fields = types.fields(arg.ty).unwrap_or_default().iter().enumerate();
            let member = |(number, field): (usize, &crate::ctype::Field)| {
                let kind = PlaceKind::Member(Box::new(place.clone()), number as u32);
                pointers(types, &Expr::load(Place { kind, ty: field.ty }))
            };
            fields.flat_map(member).collect()
        }
        (Type::Array { elem, len: ArrayLen::Fixed(len) }, ExprKind::Load(place)) => {
            let element = |number: u64| {
                let index = Expr::int(types.size_t(), i128::from(number));
                let kind = PlaceKind::Index(Box::new(place.clone()), Box::new(index));
                pointers(types, &Expr::load(Place { kind, ty: *elem }))
            };
            (0..*len).flat_map(element).collect()
        }
        _ => Vec::new(),
    }
}

/// Whether a pointer is the same behind the call: the address of a variable, or the value of a local that nobody else
/// can change and the call does not store to.
fn stays(pointer: &Expr, dst: Option<&Place>, exposed: &BTreeSet<LocalId>) -> bool {
    match &pointer.kind {
        ExprKind::Cast(inner) => stays(inner, dst, exposed),
        ExprKind::Int(_) => true,
        ExprKind::AddrOf(place) => is_steady(place, dst, exposed),
        ExprKind::Load(Place { kind: PlaceKind::Var(Var::Local(local)), .. }) => {
            !exposed.contains(local) && dst.and_then(Place::root) != Some(Var::Local(*local))
        }
        _ => false,
    }
}

/// Whether a place is the same behind the call.
fn is_steady(place: &Place, dst: Option<&Place>, exposed: &BTreeSet<LocalId>) -> bool {
    match &place.kind {
        PlaceKind::Var(_) => true,
        PlaceKind::Deref(pointer) => stays(pointer, dst, exposed),
        PlaceKind::Member(base, _) => is_steady(base, dst, exposed),
        PlaceKind::Index(base, index) => stays(index, dst, exposed) && is_steady(base, dst, exposed),
    }
}

/// Gives the undefined functions whose addresses are used a body that calls them, so that all calls of them are direct.
/// One with variable arguments cannot be called so: the answer is whether there is any, behind whatever pointer.
fn stand_ins(program: &mut Program) -> bool {
    stand_in::replace(program, |program, id| !program[id].is_defined()).is_err()
}
