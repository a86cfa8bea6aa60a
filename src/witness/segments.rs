//! Waypoints: executions pass the segments of a witness one after the other, and violate the property at the end.
//!
//! State i means that i segments have been passed. The waypoint to follow decides at its first evaluation in its
//! segment: executions in which it is not passed are left out, as are those that pass what is to be avoided.

use super::layout::Kind;
use super::probe::{Form, Fragment, Mark, Plan, Probe, ProbeId, refuse, scope};
use super::protocol::{Built, Guide, Source, Token};
use super::result;
use super::weave::{Check, Rule, State, Way, When};
use super::{Action, Branch, Formula, Passed, Segment, Waypoint};
use crate::cfa::{BinaryOp, Callee, EdgeId, Expr, ExprKind, FuncId, Native, Op, PropId};
use crate::ctype::{TypeId, Types};
use crate::source::Diagnostic;
use std::collections::{BTreeMap, BTreeSet};

/// So many assumptions at one place in a row can be passed at one visit.
const ROW: usize = 8;

fn nowhere(waypoint: &Waypoint, what: &str) -> Diagnostic {
    let place = &waypoint.location;
    let column = place.column.map_or(String::new(), |column| format!(":{column}"));
    let message = format!("{what} at {}:{}{column}", place.file, place.line);
    Diagnostic::new("waypoint", message).help("`qicc explain waypoint` says where each type of waypoint stands")
}

/// Where a waypoint is evaluated.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Spot {
    /// A question, by its unit and statement.
    Statement(u32, usize),
    Condition(u32, usize),
    /// The condition of a conditional expression: its first token, and the question mark.
    Choice(u32, u32, u32),
    Switch(u32, usize),
    /// The closing parenthesis of a call.
    Entered(Token),
    Returned(Token),
    Target(Token),
}

/// One for each unit that the place is in.
pub(super) fn spots(source: &Source, waypoint: &Waypoint) -> Result<Vec<Spot>, Diagnostic> {
    let begins = |(unit, token): Token| source.layout(unit).beginning(token);
    let place = &waypoint.location;
    let (found, what): (Vec<Spot>, &str) = match &waypoint.what {
        Passed::Assumption(_) => {
            let tokens = source.at(place, |token| begins(token).is_some()).into_iter();
            let found = tokens.filter_map(|token| Some(Spot::Statement(token.0, begins(token)?)));
            (found.collect(), "no statement begins")
        }
        Passed::Branching(branch) => {
            let choice = |(unit, token): Token| source.layout(unit).choice(source.map.unit(unit), token);
            let decides = |token: Token| {
                let stmt = begins(token).map(|stmt| &source.layout(token.0).stmts[stmt]);
                stmt.is_some_and(|stmt| {
                    stmt.code == token.1
                        && stmt.cond.is_some()
                        && (stmt.kind == Kind::Switch) == !matches!(branch, Branch::If(_))
                })
            };
            let suits = |token| decides(token) || (matches!(branch, Branch::If(_)) && choice(token).is_some());
            if source.at(place, suits).into_iter().any(|token| source.beside(token, suits)) {
                return Err(nowhere(waypoint, "several things branch, in the words of a macro,"));
            }
            let found = source.at(place, suits).into_iter().filter_map(|token| {
                if let Some((start, question)) = choice(token) {
                    return Some(Spot::Choice(token.0, start, question));
                }
                let stmt = begins(token)?;
                Some(match branch {
                    Branch::If(_) => Spot::Condition(token.0, stmt),
                    _ => Spot::Switch(token.0, stmt),
                })
            });
            (found.collect(), "nothing branches")
        }
        Passed::FunctionEnter | Passed::FunctionReturn(_) => {
            let tokens = source.at(place, |token| source.word(token) == b")").into_iter();
            let spot = if waypoint.what == Passed::FunctionEnter { Spot::Entered } else { Spot::Returned };
            (tokens.map(spot).collect(), "no call ends")
        }
        Passed::Target => {
            let inside = |(unit, token): Token| source.layout(unit).around(token).is_some();
            let mut tokens = source.at(place, |token| begins(token).is_some());
            if tokens.is_empty() {
                tokens = source.at(place, inside);
            }
            (tokens.into_iter().map(Spot::Target).collect(), "there is no code")
        }
    };
    if found.is_empty() { Err(nowhere(waypoint, what)) } else { Ok(found) }
}

/// The question whether control is at a spot.
fn place_of(spot: Spot) -> Option<Probe> {
    match spot {
        Spot::Statement(unit, stmt) => Some(Probe { unit, form: Form::Before(stmt), text: "1".into() }),
        _ => None,
    }
}

/// The question of an expression at a spot.
fn probe(source: &Source, spot: Spot, formula: &Formula) -> Option<Probe> {
    let (unit, form, text) = match spot {
        Spot::Statement(unit, stmt) => (unit, Form::Before(stmt), formula.text.clone()),
        Spot::Condition(unit, stmt) => (unit, Form::Branch(stmt), "1".into()),
        Spot::Choice(unit, start, question) => (unit, Form::Choice(start, question), "1".into()),
        Spot::Returned((unit, token)) => {
            let layout = source.layout(unit);
            let text = result::of_call(source.map.unit(unit), layout, unit, token, &formula.text)?;
            (unit, scope(layout, token)?, text)
        }
        _ => return None,
    };
    Some(Probe { unit, form, text })
}

fn formula(waypoint: &Waypoint) -> Option<Formula> {
    match &waypoint.what {
        Passed::Assumption(formula) | Passed::FunctionReturn(formula) => Some(formula.clone()),
        Passed::Branching(_) => Some(Formula { text: "1".into(), format: None }),
        _ => None,
    }
}

/// What makes segments no witness: nobody knows which executions they mean.
pub(super) fn malformed(all: &[Segment]) -> Option<&'static str> {
    fn follows(segment: &Segment) -> Option<&Waypoint> {
        let (last, others) = segment.waypoints.split_last()?;
        let avoids = others.iter().all(|waypoint| waypoint.action == Action::Avoid);
        (avoids && last.action != Action::Avoid).then_some(last)
    }
    let targets = |segment: &Segment| segment.waypoints.iter().any(|waypoint| waypoint.what == Passed::Target);
    let (last, before) = match all.split_last() {
        None => return Some("it has no segment"),
        Some(parts) => parts,
    };
    if all.iter().any(|segment| follows(segment).is_none()) {
        return Some("a segment does not end with the one waypoint that is to be followed");
    }
    if before.iter().any(targets) || last.waypoints.iter().rev().skip(1).any(|w| w.what == Passed::Target) {
        return Some("there is a target before the end");
    }
    let ends = follows(last).is_some_and(|end| end.what == Passed::Target || end.action == Action::Cycle);
    (!ends).then_some("it does not end with a target")
}

pub(super) fn plan(all: &[Segment], source: &Source, plan: &mut Plan, guide: &mut Guide) -> Result<(), Diagnostic> {
    if let Some(why) = malformed(all) {
        let message = format!("the witness means no executions: {why}");
        return Err(Diagnostic::new("witness", message).help("`qicc witness lint` says where"));
    }
    for waypoint in all.iter().flat_map(|segment| &segment.waypoints) {
        if waypoint.action == Action::Cycle {
            let message = "the witness is about executions that do not end";
            return Err(Diagnostic::new("witness", message).help("qicc validates witnesses of safety properties"));
        }
        let spots = spots(source, waypoint)?;
        // The place is known also if what holds there cannot be typed.
        plan.extend(spots.iter().filter_map(|spot| place_of(*spot)));
        let Some(formula) = formula(waypoint) else { continue };
        // Only a call that has returned has a result.
        let text = match waypoint.what {
            Passed::FunctionReturn(_) => result::plain(&formula.text),
            _ => formula.text.clone(),
        };
        if let Some(why) = refuse(&text) {
            guide.doubts.insert(format!("`{}` cannot be looked at: {why}", formula.text));
            continue;
        }
        plan.extend(spots.iter().filter_map(|spot| probe(source, *spot, &formula)));
    }
    Ok(())
}

/// A waypoint with where it is evaluated.
struct Stop<'a> {
    segment: State,
    waypoint: &'a Waypoint,
    spot: Spot,
}

pub(super) fn rules(all: &[Segment], built: &Built, guide: &mut Guide) -> Result<(), Diagnostic> {
    let mut stops = Vec::new();
    for (segment, waypoint) in
        (0..).zip(all).flat_map(|(number, segment)| segment.waypoints.iter().map(move |w| (number, w)))
    {
        let spots = spots(built.source, waypoint)?.into_iter();
        stops.extend(spots.map(|spot| Stop { segment, waypoint, spot }));
    }
    let mut spots: BTreeMap<Spot, Vec<&Stop>> = BTreeMap::new();
    stops.iter().for_each(|stop| spots.entry(stop.spot).or_default().push(stop));
    for (spot, stops) in &spots {
        match spot {
            Spot::Statement(..) => statements(built, guide, stops),
            Spot::Condition(..) | Spot::Choice(..) => conditions(built, guide, stops),
            Spot::Switch(unit, stmt) => switches(built, guide, (*unit, *stmt), stops),
            Spot::Entered(token) => calls(built, guide, *token, stops, true),
            Spot::Returned(token) => calls(built, guide, *token, stops, false),
            Spot::Target(_) => {}
        }
    }
    targets(all, built, guide, &stops);
    Ok(())
}

fn push(guide: &mut Guide, function: FuncId, when: When, rules: Vec<Rule>) {
    guide.rules.entry(function).or_default().entry(when).or_default().extend(rules);
}

/// What an assumption looks at; nothing if that is not known.
fn check(built: &Built, guide: &mut Guide, stop: &Stop, result: Option<&crate::cfa::Place>) -> Vec<Check> {
    let Some(formula) = formula(stop.waypoint) else { return Vec::new() };
    let id = probe(built.source, stop.spot, &formula).and_then(|probe| built.plan.get(&probe));
    let fragment = id.and_then(|id| built.fragments.get(&id));
    let fits = |fragment: &&Fragment| result.is_none_or(|place| result::fits(fragment, place));
    match (fragment.filter(fits), id.and_then(|id| built.untyped.get(&id))) {
        (Some(fragment), None) => {
            if fragment.undefined.is_some() && stop.waypoint.action == Action::Avoid {
                guide.lost.insert(format!("`{}`, which is to be avoided, may have no value", formula.text));
            }
            vec![Check::Holds(fragment.clone(), result.cloned())]
        }
        (_, why) => {
            let why = why.map_or("it cannot be typed there", String::as_str);
            guide.doubts.insert(format!("`{}` cannot be looked at: {why}", formula.text));
            Vec::new()
        }
    }
}

/// The states in which something at a spot is waited for.
fn waiting(stops: &[&Stop]) -> BTreeSet<State> {
    stops.iter().map(|stop| stop.segment).collect()
}

/// The rules at a spot, where `checks` says what it means to pass.
fn rules_by(stops: &[&Stop], mut checks: impl FnMut(&Stop) -> Vec<Check>) -> Vec<Rule> {
    let of = |state: State| {
        let here = || stops.iter().filter(move |stop| stop.segment == state);
        let avoid = here().filter(|stop| stop.waypoint.action == Action::Avoid).map(|stop| checks(stop)).collect();
        let follow = here().filter(|stop| stop.waypoint.action == Action::Follow);
        let ways: Vec<Way> =
            follow.map(|stop| Way { checks: checks(stop), claims: Vec::new(), to: Some(state + 1) }).collect();
        Rule { from: state, avoid, stay: ways.is_empty(), ways }
    };
    waiting(stops).into_iter().map(of).collect()
}

fn statements(built: &Built, guide: &mut Guide, stops: &[&Stop]) {
    let ids: BTreeSet<ProbeId> = stops.iter().filter_map(|stop| built.plan.get(&place_of(stop.spot)?)).collect();
    let marks = built.edges().filter_map(|(function, cfa, edge)| match built.mark(cfa, edge) {
        Some(Mark::Want(id)) if ids.contains(&id) => Some((id, function, edge)),
        _ => None,
    });
    // The first of the marks at this place stands for all of them.
    let Some((_, function, edge)) = marks.min() else { return };
    let mut known: BTreeMap<State, Vec<Check>> = BTreeMap::new();
    for stop in stops.iter().filter(|stop| stop.waypoint.action == Action::Follow) {
        let checks = check(built, guide, stop, None);
        known.insert(stop.segment, checks);
    }
    let mut rules = rules_by(stops, |stop| match known.get(&stop.segment) {
        Some(checks) if stop.waypoint.action == Action::Follow => checks.clone(),
        _ => check(built, guide, stop, None),
    });
    for rule in &mut rules {
        // What is assumed at the same place in the segments behind it can be passed at the same time.
        let Some(first) = rule.ways.first().cloned() else { continue };
        let mut checks = first.checks;
        for next in (rule.from + 1..).take(ROW) {
            let Some(more) = known.get(&next) else { break };
            if stops.iter().any(|stop| stop.segment == next && stop.waypoint.action == Action::Avoid) {
                guide.lost.insert("what is to be avoided stands where the segment before it ends".into());
                break;
            }
            checks.extend(more.iter().cloned());
            rule.ways.push(Way { checks: checks.clone(), claims: Vec::new(), to: Some(next + 1) });
            if next as usize == rule.from as usize + ROW {
                guide.lost.insert("many assumptions stand at one place".into());
            }
        }
    }
    push(guide, function, When::Instead(edge), rules);
}

fn conditions(built: &Built, guide: &mut Guide, stops: &[&Stop]) {
    let id = stops.first().and_then(|stop| built.plan.get(&probe(built.source, stop.spot, &formula(stop.waypoint)?)?));
    if let Some(why) = id.and_then(|id| built.untyped.get(&id)) {
        guide.lost.insert(format!("a condition cannot be looked at: {why}"));
    }
    let mut rules: Vec<(FuncId, EdgeId, Vec<Rule>)> = Vec::new();
    for (function, cfa, edge) in built.edges() {
        if !matches!(built.mark(cfa, edge), Some(Mark::Branch(found)) if Some(found) == id) {
            continue;
        }
        let Op::Call { dst, args, .. } = &cfa[edge].op else { continue };
        let value = dst.clone().map(Expr::load).or_else(|| args.first().cloned());
        let Some(value) = value else { continue };
        let wanted = |stop: &Stop| match &stop.waypoint.what {
            Passed::Branching(Branch::If(truth)) => vec![Check::Is(value.clone(), *truth)],
            _ => Vec::new(),
        };
        rules.push((function, edge, rules_by(stops, wanted)));
    }
    rules.into_iter().for_each(|(function, edge, rules)| push(guide, function, When::Instead(edge), rules));
}

/// Which value of a switch an edge of its dispatch stands for, the type of it, and what has that value.
fn dispatched(cond: &Expr) -> Option<(i128, TypeId, &Expr)> {
    match &cond.kind {
        ExprKind::Binary(BinaryOp::Eq, decides, value) => match value.kind {
            ExprKind::Int(number) => Some((number, value.ty, decides)),
            _ => None,
        },
        _ => None,
    }
}

fn switches(built: &Built, guide: &mut Guide, (unit, switch): (u32, usize), stops: &[&Stop]) {
    let layout = built.source.layout(unit);
    let nearest = |stmt: usize| {
        let mut around = std::iter::successors(layout.stmts[stmt].parent, |stmt| layout.stmts[*stmt].parent);
        around.find(|stmt| layout.stmts[*stmt].kind == Kind::Switch)
    };
    let labels: Vec<(u32, u32)> = (0..layout.stmts.len())
        .filter(|stmt| nearest(*stmt) == Some(switch))
        .map(|stmt| (layout.stmts[stmt].start, layout.stmts[stmt].code))
        .filter(|(start, code)| start < code)
        .collect();
    let is_label = |token: u32| labels.iter().any(|(start, code)| (*start..*code).contains(&token));
    let (mut listed, mut found, mut decided) = (BTreeSet::new(), Vec::new(), None);
    for (function, cfa, id) in built.edges() {
        let edge = &cfa[id];
        let Op::Assume { cond, truth, via: None } = &edge.op else { continue };
        if edge.span.unit != unit || !is_label(edge.span.start) {
            continue;
        }
        let Some((value, ty, decides)) = dispatched(cond) else {
            guide.lost.insert("a switch has ranges of cases".into());
            continue;
        };
        listed.insert(value);
        decided = built.program.types.as_int(ty);
        let goes_on =
            |next: &EdgeId| matches!(cfa[*next].op, Op::Assume { via: None, .. }) && is_label(cfa[*next].span.start);
        let last = !cfa.outgoing().of(edge.to).iter().any(goes_on);
        match truth {
            true => found.push((function, id, Ok(value))),
            false if last => found.push((function, id, Err(decides.clone()))),
            false => {}
        }
    }
    if found.is_empty() {
        guide.lost.insert("a switch has no cases to tell apart".into());
    }
    // As a case, in the type of what decides; a number that is no int is what it is.
    let number = |wanted: &str| {
        let number = wanted.trim().parse::<i128>().ok()?;
        let kind = decided.filter(|_| i32::try_from(number).is_ok());
        Some(kind.map_or(number, |kind| built.program.types.wrap(kind, number)))
    };
    for (function, edge, value) in found {
        let known = |truth: bool| Expr::int(Types::INT, i128::from(truth));
        let passes = |stop: &Stop| match (&stop.waypoint.what, &value) {
            (Passed::Branching(Branch::Case(wanted)), Ok(value)) => known(number(wanted) == Some(*value)),
            // Of all values without a case, it is the one that is wanted.
            (Passed::Branching(Branch::Case(wanted)), Err(decides)) => {
                match number(wanted).filter(|wanted| !listed.contains(wanted)) {
                    Some(wanted) => {
                        let wanted = Expr::int(decides.ty, wanted);
                        Expr::binary(BinaryOp::Eq, decides.clone(), wanted, Types::INT)
                    }
                    None => known(false),
                }
            }
            (Passed::Branching(Branch::Default), value) => known(value.is_err()),
            _ => known(false),
        };
        let checks = |stop: &Stop| vec![Check::Is(passes(stop), true)];
        let rules = rules_by(stops, checks);
        push(guide, function, When::After(edge), rules);
    }
}

/// The calls whose closing parenthesis this is, with where what they return goes.
pub(super) fn ending(
    built: &Built,
    (unit, token): Token,
    entered: bool,
) -> Vec<(FuncId, EdgeId, Option<crate::cfa::Place>)> {
    let mut found = Vec::new();
    // What is added on behalf of a call stands at its place as well: the function that is named there is meant.
    let mut named = BTreeSet::new();
    for (function, cfa, id) in built.edges() {
        let edge = &cfa[id];
        let ends = edge.span.unit == unit && edge.span.end == token + 1;
        match &edge.op {
            Op::Call { dst, callee: callee @ (Callee::Direct(_) | Callee::Indirect(_)), .. }
                if ends && built.mark(cfa, id).is_none() =>
            {
                if let Callee::Direct(callee) = callee
                    && built.program[*callee].name.as_bytes() == built.source.word((unit, edge.span.start))
                {
                    named.insert((function, id));
                }
                found.push((function, id, dst.clone()));
            }
            Op::Assert { property, .. } if ends && entered => {
                if matches!(built.program[*property].native, Native::CallIfFalse { .. }) {
                    found.push((function, id, None));
                }
            }
            _ => {}
        }
    }
    if !named.is_empty() {
        found.retain(|(function, id, _)| named.contains(&(*function, *id)));
    }
    found
}

/// Calls whose closing parenthesis this is.
fn calls(built: &Built, guide: &mut Guide, (unit, token): Token, stops: &[&Stop], entered: bool) {
    let found = ending(built, (unit, token), entered);
    if found.is_empty() {
        let loc = built.source.map.locate(built.source.span(unit, token));
        guide.lost.insert(format!("no call that is left ends at {loc}"));
    }
    for (function, id, dst) in found {
        let rules = rules_by(stops, |stop| match (entered, &dst) {
            (true, _) => Vec::new(),
            (false, Some(place)) => check(built, guide, stop, Some(place)),
            (false, None) => {
                guide.doubts.insert("what a call returns cannot be looked at: nobody uses it".into());
                Vec::new()
            }
        });
        push(guide, function, if entered { When::Before(id) } else { When::After(id) }, rules);
    }
}

fn targets(all: &[Segment], built: &Built, guide: &mut Guide, stops: &[Stop]) {
    let end = all.len() as State;
    let targets: Vec<&Stop> = stops.iter().filter(|stop| stop.waypoint.what == Passed::Target).collect();
    for (function, cfa, id) in built.edges() {
        let Some(property) = built.asserted(cfa, id) else { continue };
        let hits = |stop: &&&Stop| hits(built, stop.waypoint, stop.spot, property);
        let mut states: BTreeSet<State> = targets.iter().filter(hits).map(|stop| stop.segment).collect();
        if targets.is_empty() {
            states.insert(end);
        }
        guide.counting.insert((function, id), states);
    }
}

/// Whether a property is violated at a target, as far as its place says.
pub(super) fn hits(built: &Built, waypoint: &Waypoint, spot: Spot, property: PropId) -> bool {
    let span = built.program[property].span;
    let Spot::Target((unit, token)) = spot else { return false };
    let layout = built.source.layout(unit);
    let Some(around) = layout.around(token) else { return false };
    let stmt = &layout.stmts[around];
    let line = |token: u32| built.source.map.line(built.source.span(unit, token));
    // One around it says too little, unless it is all one line, or the words of a macro.
    let innermost = || layout.around(span.start) == Some(around) || line(span.start) == line(token);
    let inside = span.unit == unit && stmt.start <= span.start && span.start < stmt.end && innermost();
    let whole = waypoint.location.column.is_none()
        || stmt.kind == Kind::Declaration
        || stmt.code == token
        || stmt.start == token;
    inside && (whole || span.start >= token || (span.start..span.end).contains(&token))
}
