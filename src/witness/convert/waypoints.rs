//! Automata of GraphML as waypoints and invariants of YAML.
//!
//! A violation is a chain of edges to the violation node. A branch whose other way leads to a sink is a branching that
//! is followed; another sink behind a branch or a call is avoided. An edge that speaks of what a call returns is that
//! call. A proof has its invariants where edges enter the heads of loops, or in front of the line behind the node.

use super::beside::{Beside, Known};
use super::{Lost, first_file};
use crate::witness::{
    Action, Automaton, Branch, Edge, Formula, Invariant, Passed, Place, Segment, Waypoint, Witness, expression,
    invariants as claims,
};

/// Invariants at nodes.
pub(super) fn invariants(witness: &Witness, automaton: &Automaton, beside: &Beside, lost: &mut Lost) -> Vec<Invariant> {
    let known = beside.program();
    let mut found = Vec::new();
    for (at, invariant) in automaton.claiming() {
        if ["true", "1"].contains(&invariant.text.trim()) {
            continue;
        }
        let coming: Vec<&Edge> = automaton.edges.iter().filter(|edge| edge.to == at).collect();
        let behind: Vec<&Edge> = automaton.edges.iter().filter(|edge| edge.from == at).collect();
        let at_loop = coming.iter().any(|edge| edge.guard.enters_loop_head);
        let edges: Vec<&Edge> = match at_loop {
            true => coming.iter().copied().filter(|edge| edge.guard.enters_loop_head).collect(),
            false => behind,
        };
        let file =
            edges.iter().find_map(|edge| edge.guard.file.clone()).unwrap_or_else(|| first_file(&witness.metadata));
        let lines: Vec<u32> = edges.iter().filter_map(|edge| Some(edge.guard.lines?.0)).collect();
        let Some(line) = lines.first().copied().filter(|line| lines.iter().all(|other| other == line)) else {
            let name = &automaton.nodes[at.0 as usize].name;
            lost.wholly(format!("the invariant at {name}, because no single line is its own"));
            continue;
        };
        let place = Place { file: file.clone(), line, column: None, function: invariant.function.clone() };
        let whole = coming.iter().all(|edge| edge.guard.enters_loop_head && edge.guard.lines == Some((line, line)));
        let always = at_loop && whole && claims::always(automaton, &invariant.text, line);
        let exact = known.as_ref().filter(|_| always).and_then(|known| known.loop_place(&file, line));
        let fits = |exact: &Place| invariant.function.is_none() || invariant.function == exact.function;
        let location = exact.filter(fits).unwrap_or_else(|| {
            let text = &invariant.text;
            lost.roughly(match at_loop {
                true => format!("the invariant `{text}`, if line {line} has several loops, or is come to otherwise"),
                false => format!("the invariant `{text}`, taken in front of line {line}"),
            });
            place
        });
        found.push(Invariant { at_loop, location, value: c(&invariant.text), other: Vec::new() });
    }
    found
}

fn c(text: &str) -> Formula {
    Formula { text: text.to_owned(), format: Some("c_expression".to_owned()) }
}

/// All parts of an assumption as one expression. Of what a call returns, version 2.0 speaks in ACSL.
pub(super) fn conjunction(text: &str) -> Formula {
    let parts: Vec<&str> = expression::parts(text).collect();
    let whole = match parts[..] {
        [only] => only.to_owned(),
        _ => parts.iter().map(|part| format!("({part})")).collect::<Vec<_>>().join(" && "),
    };
    let format = if expression::has_result(text) { "acsl_expression" } else { "c_expression" };
    Formula { text: whole, format: Some(format.to_owned()) }
}

/// The waypoints along a chain of edges.
pub(super) fn segments(witness: &Witness, automaton: &Automaton, beside: &Beside, lost: &mut Lost) -> Vec<Segment> {
    let known = beside.program();
    let mut maker = Chain { witness, automaton, known: known.as_ref(), lost, segments: Vec::new(), pending: None };
    let mut at = automaton.entry;
    let mut seen = vec![false; automaton.nodes.len()];
    while !automaton.nodes[at.0 as usize].violation {
        let name = &automaton.nodes[at.0 as usize].name;
        if std::mem::replace(&mut seen[at.0 as usize], true) {
            maker.lost.wholly(format!("the cycle through {name}"));
            break;
        }
        let behind = || automaton.edges.iter().filter(move |edge| edge.from == at);
        if behind().any(|edge| edge.to == at) {
            maker.lost.roughly(format!("an edge from {name} to itself"));
        }
        let is_sink = |edge: &&Edge| automaton.nodes[edge.to.0 as usize].sink;
        let (sinks, on): (Vec<&Edge>, Vec<&Edge>) = behind().filter(|edge| edge.to != at).partition(is_sink);
        let [edge] = on[..] else {
            let count = on.len();
            maker.lost.wholly(format!("{name}, from which {count} edges go on: waypoints are a chain"));
            break;
        };
        if !maker.step(name, edge, &sinks) {
            break;
        }
        at = edge.to;
    }
    maker.segments
}

struct Chain<'a, 'b> {
    witness: &'a Witness,
    automaton: &'a Automaton,
    known: Option<&'a Known<'a>>,
    lost: &'b mut Lost,
    segments: Vec<Segment>,
    /// What holds behind the last edge, until it is known where that is.
    pending: Option<Formula>,
}

impl Chain<'_, '_> {
    fn file(&self, edge: &Edge) -> String {
        edge.guard.file.clone().unwrap_or_else(|| first_file(&self.witness.metadata))
    }

    fn location(&self, edge: &Edge) -> Option<Place> {
        Some(Place { file: self.file(edge), line: edge.guard.lines?.0, column: None, function: None })
    }

    fn push(&mut self, avoided: Vec<Waypoint>, followed: Waypoint) {
        self.segments.push(Segment { waypoints: avoided.into_iter().chain([followed]).collect() });
    }

    /// The waypoints of an edge, and of the sinks beside it; whether it goes on.
    fn step(&mut self, name: &str, edge: &Edge, sinks: &[&Edge]) -> bool {
        if sinks.is_empty() && self.known.is_some_and(|known| known.begins(edge)) {
            return true;
        }
        let last = self.automaton.nodes[edge.to.0 as usize].violation;
        let file = self.file(edge);
        let branching = self.known.and_then(|known| known.branching(edge, &file));
        let called = self.known.and_then(|known| known.called(edge, &file));
        let target = self.known.filter(|_| last).and_then(|known| known.target(edge, &file));
        let exact = branching.as_ref().map(|(waypoint, _)| waypoint.clone()).or(called).or(target);
        let location = exact.as_ref().map(|waypoint| waypoint.location.clone()).or_else(|| self.location(edge));
        let Some(location) = location else {
            self.lost.wholly(format!("the edge behind {name}, which has no line"));
            return false;
        };
        if let Some(formula) = self.pending.take() {
            self.lost.roughly(format!("the assumption `{}`, taken in front of line {}", formula.text, location.line));
            let what = Passed::Assumption(formula);
            let place = Place { column: None, ..location.clone() };
            self.push(Vec::new(), Waypoint::followed(place, what));
        }
        let other = branching.as_ref().map(|(_, other)| *other);
        let avoided = self.avoided(name, sinks, other);
        let guard = &edge.guard;
        if guard.control.is_some() && !(avoided.1 && exact.is_some()) {
            self.lost.roughly(format!("the branch at line {}, which may be taken later than at first", location.line));
        }
        let returned = exact.as_ref().is_some_and(|exact| matches!(exact.what, Passed::FunctionReturn(_)));
        if edge.result_of.is_some() && !returned {
            self.lost.wholly(format!("the edge behind {name}, because nobody knows which call returns"));
        }
        let behind = edge.assumption.as_ref().filter(|_| !returned);
        if let Some(function) = guard.returns_from.as_ref().filter(|_| !returned) {
            // A waypoint is passed behind a call only if it says what that returns.
            self.lost.roughly(format!("the return from `{function}` at line {}, which is left out", location.line));
            if avoided.0.is_empty() && !last && guard.control.is_none() {
                let behind = behind.map(|assumption| conjunction(&assumption.text));
                self.pending = behind.filter(|formula| !formula.text.is_empty());
                return true;
            }
        }
        let followed = exact.unwrap_or_else(|| self.roughly(edge, location.clone(), last));
        let is_target = followed.what == Passed::Target;
        self.push(avoided.0, followed);
        if last && !is_target {
            self.violation(edge, location);
        }
        if let Some(assumption) = behind.filter(|_| last) {
            self.lost.roughly(format!("the assumption `{}` at the violation", assumption.text));
        }
        let behind = behind.filter(|_| !last).map(|assumption| conjunction(&assumption.text));
        self.pending = behind.filter(|formula| !formula.text.is_empty());
        true
    }

    /// What is avoided because it leads to a sink, and whether that is so of the other way of a branch.
    fn avoided(&mut self, name: &str, sinks: &[&Edge], other: Option<super::beside::At>) -> (Vec<Waypoint>, bool) {
        let (mut avoided, mut cut) = (Vec::new(), false);
        for sink in sinks {
            let file = self.file(sink);
            let exact = |known: &Known| {
                let branch = known.branching(sink, &file).map(|(waypoint, _)| waypoint);
                branch.or_else(|| known.called(sink, &file).filter(|waypoint| waypoint.what == Passed::FunctionEnter))
            };
            let exact = self.known.and_then(exact).filter(|_| sink.assumption.is_none());
            let is_other = other.is_some() && self.known.and_then(|known| known.only(sink)) == other;
            if is_other && exact.is_some() {
                cut = true;
                continue;
            }
            match (exact, sink.guard.control, self.location(sink)) {
                _ if sink.assumption.is_some() => {
                    self.lost.wholly(format!("an edge from {name} to a sink with an assumption"));
                }
                (Some(exact), ..) => avoided.push(Waypoint { action: Action::Avoid, ..exact }),
                (None, Some(way), Some(location)) => {
                    self.lost.roughly(format!("the sink at line {}, if other branches are there", location.line));
                    let what = Passed::Branching(Branch::If(way));
                    avoided.push(Waypoint { action: Action::Avoid, ..Waypoint::followed(location, what) });
                }
                _ => self.lost.wholly(format!("an edge from {name} to a sink that is no branch")),
            }
        }
        (avoided, cut)
    }

    /// What comes close to an edge that is not known exactly.
    fn roughly(&mut self, edge: &Edge, location: Place, last: bool) -> Waypoint {
        let line = location.line;
        let what = match (edge.guard.control, last) {
            (Some(way), _) => Passed::Branching(Branch::If(way)),
            (None, true) => Passed::Target,
            (None, false) if edge.guard.enters_function.is_some() => Passed::FunctionEnter,
            (None, false) => Passed::Assumption(c("1")),
        };
        self.lost.roughly(match what {
            Passed::Target => format!("the violation, taken to be at line {line}"),
            _ => format!("the edge at line {line}, if several things happen there"),
        });
        Waypoint::followed(location, what)
    }

    /// The target behind a last edge that is something else.
    fn violation(&mut self, edge: &Edge, location: Place) {
        let file = self.file(edge);
        let target = self.known.and_then(|known| known.only_target(&file));
        let target = target.unwrap_or_else(|| {
            self.lost.roughly(format!("the violation, taken to be at line {}", location.line));
            Waypoint::followed(Place { column: None, ..location }, Passed::Target)
        });
        self.push(Vec::new(), target);
    }
}
