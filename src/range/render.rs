//! The facts at function entries and loop heads, as text for people and as JSON for programs.

use super::{Fact, Ranges};
use crate::cfa::display::Names;
use crate::cfa::dominators::Dominators;
use crate::cfa::flow::CfaFlow;
use crate::cfa::loops::Loops;
use crate::cfa::{Cfa, FuncId, LocId};
use crate::source::{SourceMap, Span};
use serde_json::{Value, json};
use std::fmt::Write;

/// The version of the JSON schema.
const SCHEMA: u32 = 1;

/// For each function what holds when it is entered, and at the head of each of its loops.
pub fn text(ranges: &Ranges, map: &SourceMap) -> String {
    let mut text = String::new();
    for (id, cfa) in ranges.program.defined() {
        let function = &ranges.program[id];
        let _ = writeln!(text, "function {}  // {}", function.name, map.locate(function.span));
        let names = Names::new(ranges.program, cfa);
        for point in points(ranges, id, cfa) {
            let what = if point.is_loop { format!("loop {}", map.locate(point.span).line) } else { "entry".into() };
            let facts = point.facts.map(|facts| facts.iter().map(|fact| fact.text(&names)).collect::<Vec<_>>());
            let facts = match facts {
                None => "never reached".into(),
                Some(facts) if facts.is_empty() => "anything".into(),
                Some(facts) => facts.join(", "),
            };
            let _ = writeln!(text, "  {what}: {facts}");
        }
        text.push('\n');
    }
    text
}

pub fn json(ranges: &Ranges, map: &SourceMap) -> String {
    let mut list = Vec::new();
    for (id, cfa) in ranges.program.defined() {
        let function = &ranges.program[id];
        let names = Names::new(ranges.program, cfa);
        let number = |value: i128| i64::try_from(value).map_or_else(|_| json!(value as u64), |value| json!(value));
        let fact = |fact: &Fact| {
            json!({
                "variable": names.var(fact.var),
                "type": ranges.program.types.describe(fact.ty.ty),
                "low": number(fact.low),
                "high": number(fact.high),
            })
        };
        let point = |point: Point| {
            json!({
                "kind": if point.is_loop { "loop" } else { "entry" },
                "location": point.loc.0,
                "at": map.locate(point.span).to_string(),
                "facts": point.facts.map(|facts| facts.iter().map(fact).collect::<Vec<Value>>()),
            })
        };
        list.push(json!({
            "name": function.name,
            "at": map.locate(function.span).to_string(),
            "points": points(ranges, id, cfa).into_iter().map(point).collect::<Vec<Value>>(),
        }));
    }
    let mut text = serde_json::to_string_pretty(&json!({ "schema": SCHEMA, "functions": list })).unwrap_or_default();
    text.push('\n');
    text
}

/// A place where facts are shown.
struct Point {
    is_loop: bool,
    loc: LocId,
    span: Span,
    /// `None` if control never gets there.
    facts: Option<Vec<Fact>>,
}

/// The entry, then the heads of the loops in the order in which control gets there.
fn points(ranges: &Ranges, id: FuncId, cfa: &Cfa) -> Vec<Point> {
    let dominators = Dominators::new(&CfaFlow::new(cfa));
    let loops = Loops::new(&dominators);
    let outgoing = cfa.outgoing();
    let facts = |loc: LocId| ranges.at(id, loc);
    let function = ranges.program[id].span;
    let mut points = vec![Point { is_loop: false, loc: cfa.entry, span: function, facts: facts(cfa.entry) }];
    for &loc in dominators.order.iter().filter(|loc| loops.is_head(**loc)) {
        let span = outgoing.of(loc).first().map_or(function, |edge| cfa[*edge].span);
        points.push(Point { is_loop: true, loc, span, facts: facts(loc) });
    }
    points
}
