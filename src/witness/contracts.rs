//! Contracts of functions (YAML 2.1): what holds where a function begins, and where it returns.
//!
//! Both are typed where the body begins, so that only parameters and globals can be meant. `\old(e)` and `\at(e, Old)`
//! are computed there, and kept in variables of the call. A parameter without them means what it was at the beginning
//! to some and what it is at the end to others: where the function may change it, the contract is not looked at.

use super::claims::{At, Kept};
use super::invariants::{Claim, Home, Maker};
use super::probe::{Form, Fragment, Plan, Probe, ProbeId, RESULT, refuse};
use super::protocol::{Built, Source, same_file};
use super::result::{self, typed_as};
use super::{Contract, Place};
use crate::cfa::visit::{Variables, Visit, visit_expr, visit_op};
use crate::cfa::{Callee, Cfa, Expr, ExprKind, FuncId, Op, PlaceKind, Program, Var};

/// The name of the function that stands for a value that was kept.
const OLD: &str = "__qicc_old";

pub(super) fn plan(contract: &Contract, source: &Source, plan: &mut Plan) -> Vec<Claim> {
    let line = contract.location.line;
    let found = definition(source, &contract.location);
    let mut claims = Vec::new();
    let name = found.map(|(unit, index)| source.layout(unit).functions[index].name.clone());
    let title = name.as_deref().or(contract.location.function.as_deref()).unwrap_or("a function").to_owned();
    let other = contract.location.function.as_ref().zip(name.as_ref()).is_some_and(|(said, name)| said != name);
    let place = found.filter(|_| !other);
    if let Some(text) = &contract.requires {
        let claim = Claim::new(&format!("what {title} requires,"), text, line);
        claims.push(match place {
            Some((unit, index)) => claim.asked(Probe { unit, form: Form::Entry(index), text: text.clone() }, plan),
            None => claim.not("no function with that name begins there"),
        });
    }
    if let Some(text) = &contract.ensures {
        let claim = Claim::new(&format!("what {title} ensures,"), text, line);
        claims.push(match place {
            Some((unit, index)) => ensures(claim, source, unit, index, plan),
            None => claim.not("no function with that name begins there"),
        });
    }
    claims
}

/// The function whose head is at a place.
fn definition(source: &Source, place: &Place) -> Option<(u32, usize)> {
    for (unit, layout) in (0..).zip(&source.layouts) {
        let here = |token: u32| {
            let location = source.map.locate(source.span(unit, token));
            same_file(&place.file, &location.file)
                && location.line == place.line
                && place.column.is_none_or(|column| location.column == column)
        };
        let index = layout.functions.iter().position(|function| (function.head..=function.body).any(here));
        if let Some(index) = index {
            return Some((unit, index));
        }
    }
    None
}

fn ensures(claim: Claim, source: &Source, unit: u32, index: usize, plan: &mut Plan) -> Claim {
    let (old, plain) = match split(&claim.text) {
        Ok(found) => found,
        Err(why) => return claim.not(why),
    };
    let simple = plain.iter().map(|part| result::plain(part)).collect::<Vec<_>>().join("(0)");
    if let Some(why) = old.iter().find_map(|text| refuse(text)).or_else(|| refuse(&simple)) {
        return claim.not(why);
    }
    let layout = source.layout(unit);
    let function = &layout.functions[index];
    let Some(call) = call_of(source, unit, index) else { return claim.not("its parameters are not understood") };
    let returned = typed_as(&call, &format!("{RESULT}_{unit}_f{}", function.body));
    let mut text = String::new();
    let mut kept = Vec::new();
    for (number, part) in plain.iter().enumerate() {
        text.push_str(&part.replace(result::WORD, &returned));
        if let Some(old) = old.get(number) {
            let id = plan.add(Probe { unit, form: Form::EntryValue(index), text: old.clone() });
            text.push_str(&typed_as(&format!("({old})"), &format!("{OLD}_{}", id.0)));
            kept.push(id);
        }
    }
    let id = plan.add(Probe { unit, form: Form::Entry(index), text });
    claim.at(Home::Returns(id, kept))
}

/// A call of a function, only for its type.
fn call_of(source: &Source, unit: u32, index: usize) -> Option<String> {
    let function = &source.layout(unit).functions[index];
    let word = |token: u32| source.word((unit, token));
    let is_named = |token: &u32| word(*token) == function.name.as_bytes() && word(*token + 1) == b"(";
    let open = (function.head..function.body).find(is_named)? + 1;
    let (mut depth, mut parameters, mut words) = (0, 0, Vec::new());
    for token in open..function.body {
        match word(token) {
            b"(" | b"[" => depth += 1,
            b")" | b"]" => depth -= 1,
            b"," if depth == 1 => parameters += 1,
            other => words.push(other),
        }
        if depth == 0 {
            break;
        }
    }
    parameters += match words[..] {
        [] | [b"void"] => 0,
        [.., b"..."] => 0,
        _ => 1,
    };
    Some(format!("{}({})", function.name, vec!["0"; parameters].join(", ")))
}

/// What `\old` is about, and what stands around it: one text more.
fn split(text: &str) -> Result<(Vec<String>, Vec<String>), String> {
    let (mut old, mut plain, mut rest) = (Vec::new(), Vec::new(), text);
    let next = |rest: &str| ["\\old(", "\\at("].iter().filter_map(|word| rest.find(word)).min();
    while let Some(at) = next(rest) {
        plain.push(rest[..at].to_owned());
        let open = at + rest[at..].find('(').unwrap_or(0);
        let close = closing(rest, open).ok_or("its brackets do not match")?;
        let inside = &rest[open + 1..close];
        let what = match rest[at..].starts_with("\\old") {
            true => inside,
            false => match inside.rsplit_once(',') {
                Some((what, label)) if matches!(label.trim(), "Old" | "Pre") => what,
                _ => return Err("only \\at(…, Old) and \\at(…, Pre) are known".into()),
            },
        };
        old.push(what.trim().to_owned());
        rest = &rest[close + 1..];
    }
    plain.push(rest.to_owned());
    Ok((old, plain))
}

fn closing(text: &str, open: usize) -> Option<usize> {
    let mut depth = 0;
    for (at, c) in text.char_indices().skip_while(|(at, _)| *at < open) {
        match c {
            '(' => depth += 1,
            ')' if depth == 1 => return Some(at),
            ')' => depth -= 1,
            _ => {}
        }
    }
    None
}

/// The functions that a fragment calls: what stands for `\result` and for what was kept.
fn called(fragment: &Fragment) -> impl Iterator<Item = FuncId> + '_ {
    fragment.edges.iter().filter_map(|edge| match &edge.op {
        Op::Call { callee: Callee::Direct(callee), .. } => Some(*callee),
        _ => None,
    })
}

/// Asserts what a function ensures wherever it returns.
pub(super) fn assert(
    maker: &mut Maker,
    (number, claim): (usize, &mut Claim),
    built: &Built,
    id: ProbeId,
    kept: &[ProbeId],
) {
    // What nobody calls ensures everything.
    let Some(fragment) = built.fragments.get(&id) else { return };
    let function = fragment.function;
    let Some(cfa) = built.program[function].cfa() else { return };
    let is_result = |callee: FuncId| built.program[callee].name.starts_with(RESULT);
    let no_value = cfa.edges.iter().any(|edge| edge.op == Op::Return(None));
    if no_value && called(fragment).any(is_result) {
        claim.why = Some("the function may end without a value".into());
        return;
    }
    if let Some(name) = changed(cfa, fragment) {
        claim.why =
            Some(format!("the function may change its parameter {name}, and \\old({name}) does not stand there"));
        return;
    }
    for id in kept {
        let Some(fragment) = built.fragments.get(id) else { continue };
        let Some(stands_for) = named(built.program, &format!("{OLD}_{}", id.0)) else { continue };
        let valued = maker.valued((number, claim), (fragment, built.program[function].span));
        maker.made.claims.kept.push(Kept { function, fragment: fragment.clone(), valued, stands_for });
    }
    for edge in cfa.edge_ids().filter(|edge| matches!(cfa[*edge].op, Op::Return(_))) {
        maker.assert((number, claim), function, At::Return(edge), (fragment, cfa[edge].span));
    }
}

fn named(program: &Program, name: &str) -> Option<FuncId> {
    program.functions.iter().position(|function| function.name == name).map(|number| FuncId(number as u32))
}

/// A parameter that a fragment reads, and that may change in the function.
fn changed(cfa: &Cfa, fragment: &Fragment) -> Option<String> {
    let mut read = Variables::default();
    fragment.edges.iter().for_each(|edge| visit_op(&mut read, &edge.op));
    read.expr(&fragment.value);
    let mut writes = Writes::default();
    for edge in &cfa.edges {
        visit_op(&mut writes, &edge.op);
        match &edge.op {
            Op::Assign { place, .. } | Op::Call { dst: Some(place), .. } => writes.root(place),
            Op::Havoc { places, .. } => places.iter().for_each(|place| writes.root(place)),
            _ => {}
        }
    }
    let mut changed = cfa.params.iter().filter(|local| {
        let var = Var::Local(**local);
        read.0.contains(&var) && writes.0.contains(&var)
    });
    changed.next().map(|local| cfa.locals[local.0 as usize].name.clone().unwrap_or_default())
}

/// The variables that are written, or whose addresses are taken.
#[derive(Default)]
struct Writes(std::collections::BTreeSet<Var>);

impl Writes {
    fn root(&mut self, place: &crate::cfa::Place) {
        match &place.kind {
            PlaceKind::Var(var) => _ = self.0.insert(*var),
            PlaceKind::Member(base, _) | PlaceKind::Index(base, _) => self.root(base),
            PlaceKind::Deref(_) => {}
        }
    }
}

impl Visit for Writes {
    fn expr(&mut self, expr: &Expr) {
        if let ExprKind::AddrOf(place) = &expr.kind {
            self.root(place);
        }
        visit_expr(self, expr);
    }
}
