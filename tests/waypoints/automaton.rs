//! Random automata of GraphML. Every guard says the line and what happens there, and programs have a line for each
//! statement, so that what fits is known from what has happened. Only the choice between going on and staying, which
//! the format has where several edges of a verifier are one line, is open: a witness is looked at without any such
//! choice, and with all of them, and between these both answers are right.

use super::program::Text;
use super::run::{Event, Values};
use super::{Allowed, Formula};
use fastrand::Rng;
use std::collections::BTreeSet;
use std::fmt::Write as _;

#[derive(Clone, Debug, PartialEq)]
enum Guard {
    /// A statement at the line has done what it does.
    Line(u32),
    Control(u32, bool),
    Enter(u32, &'static str),
    Return(u32, &'static str),
    Error(u32),
    LoopHead(u32),
}

impl Guard {
    /// What fits an event and nothing else, if there is such a thing.
    fn of(event: &Event, text: &Text) -> Option<Guard> {
        let call = |id: &u32| (text.calls[id].0, text.callees[id]);
        Some(match event {
            Event::Done(id, _) => Guard::Line(text.stmts[id].0),
            Event::Branch(id, truth, true) => Guard::Control(text.conditions[id], *truth),
            Event::Entered(id) => Guard::Enter(call(id).0, call(id).1),
            Event::Returned(id, _) => Guard::Return(call(id).0, call(id).1),
            Event::Error(id) => Guard::Error(text.stmts[id].0),
            Event::Loop(id, _) => Guard::LoopHead(text.stmts[id].0),
            Event::At(..) | Event::Branch(..) | Event::Switch(..) => return None,
        })
    }

    fn text(&self) -> String {
        let data = |key: &str, value: &str| format!("   <data key=\"{key}\">{value}</data>\n");
        let (line, more) = match self {
            Guard::Line(line) => (line, String::new()),
            Guard::Control(line, truth) => (line, data("control", &format!("condition-{truth}"))),
            Guard::Enter(line, name) => (line, data("enterFunction", name)),
            Guard::Return(line, name) => (line, data("returnFromFunction", name)),
            Guard::Error(line) => (line, data("enterFunction", "reach_error")),
            Guard::LoopHead(line) => (line, data("enterLoopHead", "true")),
        };
        data("startline", &line.to_string()) + &data("endline", &line.to_string()) + &more
    }
}

#[derive(Clone, Debug)]
struct Edge {
    from: usize,
    to: usize,
    guard: Guard,
    assumed: Option<Formula>,
}

/// A node is a number; what is wrong in it, and where everything ends.
#[derive(Debug, Default)]
struct Automaton {
    nodes: usize,
    edges: Vec<Edge>,
    violation: usize,
    sink: usize,
    invariants: Vec<(usize, Formula)>,
}

impl Automaton {
    /// Whether it may come to the violation with an execution.
    fn accepts(&self, text: &Text, execution: &[Event], choices: bool) -> bool {
        let mut states = BTreeSet::from([0]);
        for event in execution {
            let Some(guard) = Guard::of(event, text) else { continue };
            let mut next = BTreeSet::new();
            for state in &states {
                let fitting = self.edges.iter().filter(|edge| edge.from == *state && edge.guard == guard);
                if choices || *state == self.violation || fitting.count() == 0 {
                    next.insert(*state);
                }
            }
            let mut reached: Vec<usize> = states.into_iter().filter(|state| *state != self.violation).collect();
            while let Some(state) = reached.pop() {
                let fitting = self.edges.iter().filter(|edge| edge.from == state && edge.guard == guard);
                let holds = |edge: &&Edge| match (event, &edge.assumed) {
                    (Event::Done(_, values), Some(formula)) => formula.holds(values),
                    _ => true,
                };
                for edge in fitting.filter(holds).filter(|edge| edge.to != self.sink) {
                    // Several edges of a witness may be one of the program.
                    if next.insert(edge.to) && choices && edge.to != self.violation {
                        reached.push(edge.to);
                    }
                }
            }
            states = next;
        }
        matches!(execution.last(), Some(Event::Error(_))) && states.contains(&self.violation)
    }

    fn text(&self, claim: &str) -> String {
        let mut words = format!(
            "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<graphml xmlns=\"http://graphml.graphdrawing.org/xmlns\">\n \
             <graph edgedefault=\"directed\">\n  <data key=\"witness-format-version\">1.0</data>\n  \
             <data key=\"witness-type\">{claim}</data>\n  <data key=\"sourcecodelang\">C</data>\n  \
             <data key=\"producer\">random</data>\n  \
             <data key=\"specification\">CHECK( init(main()), LTL(G ! call(reach_error())) )</data>\n  \
             <data key=\"programfile\">program.c</data>\n  <data key=\"architecture\">64bit</data>\n"
        );
        for node in 0..self.nodes {
            let data = |key: &str, value: &str, is: bool| {
                if is { format!("<data key=\"{key}\">{value}</data>") } else { String::new() }
            };
            let flags = data("entry", "true", node == 0)
                + &data("violation", "true", node == self.violation)
                + &data("sink", "true", node == self.sink);
            let invariants = self.invariants.iter().filter(|(at, _)| *at == node);
            let invariants: String =
                invariants.map(|(_, formula)| data("invariant", &escaped(&formula.text()), true)).collect();
            _ = writeln!(words, "  <node id=\"N{node}\">{flags}{invariants}</node>");
        }
        for edge in &self.edges {
            _ = writeln!(words, "  <edge source=\"N{}\" target=\"N{}\">\n{}", edge.from, edge.to, edge.guard.text());
            if let Some(formula) = &edge.assumed {
                _ = writeln!(words, "   <data key=\"assumption\">{}</data>", escaped(&formula.text()));
            }
            words += "  </edge>\n";
        }
        words + " </graph>\n</graphml>\n"
    }
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}

/// A path of what happens in an execution, with mistakes, and ways that lead away from it.
fn violation(rng: &mut Rng, text: &Text, execution: &[Event], others: &[Vec<Event>]) -> Automaton {
    let told = |event: &&Event| Guard::of(event, text).is_some_and(|guard| !matches!(guard, Guard::LoopHead(_)));
    let events: Vec<&Event> = execution.iter().filter(told).collect();
    let mut places: Vec<usize> = (0..rng.usize(0..5)).map(|_| rng.usize(0..events.len())).collect();
    places.extend((rng.u32(0..4) > 0).then_some(events.len() - 1));
    places.sort_unstable();
    places.dedup();
    let (mut edges, sink) = (Vec::new(), places.len() + 1);
    let step = |rng: &mut Rng, from, to, event: &Event, truth| {
        let assumed = match event {
            Event::Done(_, values) if rng.bool() => Some(Formula::random(rng, values, truth)),
            _ => None,
        };
        let guard = Guard::of(event, text)?;
        Some(Edge { from, to, guard, assumed })
    };
    for (number, place) in places.iter().enumerate() {
        let right = rng.u32(0..100) < 88;
        let mut edge = step(rng, number, number + 1, events[*place], right);
        if let Some(Edge { guard: Guard::Control(_, truth), .. }) = &mut edge {
            *truth = *truth == right;
        }
        edges.extend(edge);
        if rng.u32(0..4) == 0 {
            let away: Vec<&Event> = others[rng.usize(0..others.len())].iter().filter(told).collect();
            if let Some(event) = rng.choice(away) {
                edges.extend(step(rng, number, sink, event, true));
            }
        }
    }
    Automaton { nodes: sink + 1, edges, violation: places.len(), sink, invariants: Vec::new() }
}

/// Invariants of loops, with all ways between their nodes.
fn proof(rng: &mut Rng, text: &Text, executions: &[Vec<Event>]) -> Option<(Automaton, bool)> {
    let heads: Vec<(u32, &Values)> = executions
        .iter()
        .flatten()
        .filter_map(|event| match event {
            // A `do` begins with its body, and not with its condition.
            Event::Loop(id, values) if text.conditions[id] == text.stmts[id].0 => Some((*id, values)),
            _ => None,
        })
        .collect();
    let ids: Vec<u32> = heads.iter().map(|(id, _)| *id).collect::<BTreeSet<_>>().into_iter().collect();
    if ids.is_empty() {
        return None;
    }
    let (mut edges, mut invariants, mut all_hold) = (Vec::new(), Vec::new(), true);
    for (node, id) in (1..).zip(&ids) {
        for from in 0..=ids.len() {
            edges.push(Edge { from, to: node, guard: Guard::LoopHead(text.stmts[id].0), assumed: None });
        }
        if rng.u32(0..4) > 0 {
            let seen: Vec<&Values> = heads.iter().filter(|head| head.0 == *id).map(|head| head.1).collect();
            let values = seen[rng.usize(0..seen.len())];
            let formula = Formula::random(rng, values, true);
            all_hold &= seen.iter().all(|values| formula.holds(values));
            invariants.push((node, formula));
        }
    }
    let nodes = ids.len() + 1;
    Some((Automaton { nodes, edges, violation: nodes, sink: nodes, invariants }, all_hold))
}

/// A witness of a program, and what may come of it.
pub fn witness(rng: &mut Rng, text: &Text, executions: &[Vec<Event>]) -> Option<(String, Allowed)> {
    let fails = |execution: &&Vec<Event>| matches!(execution.last(), Some(Event::Error(_)));
    let failing: Vec<&Vec<Event>> = executions.iter().filter(fails).collect();
    if failing.is_empty() {
        let (automaton, all_hold) = proof(rng, text, executions)?;
        return Some((automaton.text("correctness_witness"), Allowed::only(all_hold)));
    }
    let chosen = failing[rng.usize(0..failing.len())];
    let automaton = violation(rng, text, chosen, executions);
    let accepted = |choices| failing.iter().any(|execution| automaton.accepts(text, execution, choices));
    let allowed = Allowed { confirmed: accepted(true), rejected: !accepted(false) };
    Some((automaton.text("violation_witness"), allowed))
}
