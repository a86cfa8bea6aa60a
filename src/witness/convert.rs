//! Witnesses of one format as witnesses of the other, as far as one can say what the other says.
//!
//! Proofs: an invariant at a node holds where the edges behind the node begin, and at a loop if an edge to it enters
//! one. The other way round, an invariant becomes a node behind the entry whose edge waits for the line. Violations:
//! waypoints that are followed are the edges of a chain, branchings that are avoided lead to a sink.
//!
//! Two things only look alike. An assumption of GraphML holds behind an edge, one of YAML in front of a statement:
//! which statement is next, only the program knows. It is taken for the one that the next edge of the chain is about,
//! if the user says that this is good enough; nothing is converted otherwise, and everything that is in the way is
//! said.

use super::fault::refused;
use super::{
    Action, Automaton, Branch, Claim, Content, Edge, Formula, Guard, Invariant, Metadata, Node, NodeId, Passed, Place,
    Scoped, Segment, Waypoint, Witness, expression,
};
use crate::source::Result;

/// The witness in the other format. `roughly` allows what is not exactly the same.
pub fn convert(witness: &Witness, roughly: bool) -> Result<Witness> {
    let mut lost = Lost { exactly: Vec::new(), at_all: Vec::new() };
    let content = match &witness.content {
        Content::Automaton(automaton) => match automaton.claim {
            Claim::Violation => Content::Segments(segments(&witness.metadata, automaton, &mut lost)),
            Claim::Correctness => Content::Invariants(invariants(&witness.metadata, automaton, &mut lost)),
        },
        Content::Segments(segments) => Content::Automaton(chain(segments, &mut lost)),
        Content::Invariants(invariants) => Content::Automaton(star(invariants)),
        Content::Annotations(_) => {
            return Err(refused("contracts, transition invariants and ghosts have no counterpart in GraphML")
                .help("remove them, or keep the YAML"));
        }
    };
    if !lost.at_all.is_empty() {
        return Err(refused(format!("this has no counterpart in the other format: {}", list(&lost.at_all)))
            .help("remove it from the witness, or keep the format"));
    }
    if !lost.exactly.is_empty() && !roughly {
        return Err(refused(format!("this is not exactly the same in the other format: {}", list(&lost.exactly)))
            .help("--approximate converts it nevertheless"));
    }
    let version = match content {
        Content::Automaton(_) => "1.0",
        _ => "2.0",
    };
    let metadata = Metadata { format_version: version.to_owned(), ..witness.metadata.clone() };
    Ok(Witness { metadata, content })
}

/// What has no counterpart.
struct Lost {
    exactly: Vec<String>,
    at_all: Vec<String>,
}

fn list(lost: &[String]) -> String {
    const SHOWN: usize = 5;
    let mut text = lost.iter().take(SHOWN).cloned().collect::<Vec<_>>().join("; ");
    if lost.len() > SHOWN {
        text.push_str(&format!("; and {} more", lost.len() - SHOWN));
    }
    text
}

/// Invariants at nodes, where the edges behind them begin.
fn invariants(metadata: &Metadata, automaton: &Automaton, lost: &mut Lost) -> Vec<Invariant> {
    let mut found = Vec::new();
    for (at, node) in (0..).map(NodeId).zip(&automaton.nodes) {
        let Some(invariant) = &node.invariant else { continue };
        if ["true", "1"].contains(&invariant.text.trim()) {
            continue;
        }
        let behind: Vec<&Edge> = automaton.edges.iter().filter(|edge| edge.from == at).collect();
        let lines: Vec<u32> = behind.iter().filter_map(|edge| Some(edge.guard.lines?.0)).collect();
        let Some(line) = lines.first().filter(|line| lines.iter().all(|other| other == *line)) else {
            lost.at_all.push(format!("the invariant at {}, because no single line is behind it", node.name));
            continue;
        };
        let file = behind.iter().find_map(|edge| edge.guard.file.clone());
        found.push(Invariant {
            at_loop: automaton.edges.iter().any(|edge| edge.to == at && edge.guard.enters_loop_head),
            location: Place {
                file: file.unwrap_or_else(|| first_file(metadata)),
                line: *line,
                column: None,
                function: invariant.function.clone(),
            },
            value: c(&invariant.text),
        });
    }
    found
}

fn c(text: &str) -> Formula {
    Formula { text: text.to_owned(), format: Some("c_expression".to_owned()) }
}

fn first_file(metadata: &Metadata) -> String {
    metadata.files.first().map(|(name, _)| name.clone()).unwrap_or_default()
}

/// The waypoints along a chain of edges.
fn segments(metadata: &Metadata, automaton: &Automaton, lost: &mut Lost) -> Vec<Segment> {
    let mut segments: Vec<Segment> = Vec::new();
    let mut at = automaton.entry;
    let mut seen = vec![false; automaton.nodes.len()];
    // What holds behind the last edge, until it is known where that is.
    let mut pending: Option<Formula> = None;
    while !automaton.nodes[at.0 as usize].violation {
        let name = &automaton.nodes[at.0 as usize].name;
        if std::mem::replace(&mut seen[at.0 as usize], true) {
            lost.at_all.push(format!("the cycle through {name}"));
            break;
        }
        let behind: Vec<&Edge> = automaton.edges.iter().filter(|edge| edge.from == at && edge.to != at).collect();
        let (sinks, on): (Vec<&Edge>, Vec<&Edge>) =
            behind.iter().partition(|edge| automaton.nodes[edge.to.0 as usize].sink);
        let [edge] = on.as_slice() else {
            let count = on.len();
            lost.at_all.push(format!("{name}, from which {count} edges go on: waypoints are a chain"));
            break;
        };
        let last = automaton.nodes[edge.to.0 as usize].violation;
        let mut waypoints: Vec<Waypoint> = Vec::new();
        let Some(location) = location(metadata, edge) else {
            lost.at_all.push(format!("the edge behind {name}, which has no line"));
            break;
        };
        if let Some(formula) = pending.take() {
            lost.exactly.push(format!("the assumption `{}`, taken in front of line {}", formula.text, location.line));
            let what = Passed::Assumption(formula);
            segments.push(Segment {
                waypoints: vec![Waypoint { action: Action::Follow, location: location.clone(), what }],
            });
        }
        for sink in sinks {
            match (sink.guard.control, self::location(metadata, sink)) {
                (Some(way), Some(location)) => {
                    let what = Passed::Branching(Branch::If(way));
                    waypoints.push(Waypoint { action: Action::Avoid, location, what });
                }
                _ => lost.at_all.push(format!("an edge from {name} to a sink that is no branch")),
            }
        }
        let guard = &edge.guard;
        if guard.returns_from.is_some() || edge.result_of.is_some() {
            lost.at_all.push(format!("the edge behind {name}, which returns from a function"));
        }
        let what = match (guard.control, last) {
            (Some(way), _) => Passed::Branching(Branch::If(way)),
            (None, _) if guard.enters_function.is_some() => Passed::FunctionEnter,
            (None, true) => Passed::Target,
            (None, false) => Passed::Assumption(c("1")),
        };
        let target = what == Passed::Target;
        waypoints.push(Waypoint { action: Action::Follow, location: location.clone(), what });
        segments.push(Segment { waypoints });
        if last && !target {
            lost.exactly.push(format!("the violation, taken to be at line {}", location.line));
            let waypoint = Waypoint { action: Action::Follow, location, what: Passed::Target };
            segments.push(Segment { waypoints: vec![waypoint] });
        }
        let assumption = edge.assumption.as_ref().filter(|_| !last);
        pending = assumption.map(|assumption| {
            let parts: Vec<String> = expression::parts(&assumption.text).map(|part| format!("({part})")).collect();
            c(&parts.join(" && "))
        });
        pending = pending.filter(|formula| !formula.text.is_empty());
        at = edge.to;
    }
    segments
}

fn location(metadata: &Metadata, edge: &Edge) -> Option<Place> {
    let file = edge.guard.file.clone().unwrap_or_else(|| first_file(metadata));
    Some(Place { file, line: edge.guard.lines?.0, column: None, function: None })
}

fn guard(place: &Place) -> Guard {
    Guard { file: Some(place.file.clone()), lines: Some((place.line, place.line)), ..Guard::default() }
}

fn edge(from: NodeId, to: NodeId, guard: Guard) -> Edge {
    Edge { from, to, guard, assumption: None, result_of: None, other: Vec::new() }
}

/// The nodes and edges that waypoints to follow make.
fn chain(segments: &[Segment], lost: &mut Lost) -> Automaton {
    const SINK: NodeId = NodeId(0);
    let mut nodes = vec![Node { name: "sink".into(), sink: true, ..Node::default() }, node(1)];
    let mut edges = Vec::new();
    for waypoint in segments.iter().flat_map(|segment| &segment.waypoints) {
        let from = NodeId(nodes.len() as u32 - 1);
        let mut guard = guard(&waypoint.location);
        let line = waypoint.location.line;
        let mut assumption = None;
        match (&waypoint.what, waypoint.action) {
            (_, Action::Cycle) => lost.at_all.push(format!("the cycle at line {line}")),
            (Passed::Branching(Branch::If(way)), _) => guard.control = Some(*way),
            (Passed::Branching(_), _) => lost.at_all.push(format!("the switch at line {line}")),
            (Passed::FunctionEnter, _) => {
                lost.at_all.push(format!("the call at line {line}, because it does not say of which function"));
            }
            (Passed::FunctionReturn(_), _) => {
                lost.at_all.push(format!("the result at line {line}, because it does not say of which function"));
            }
            (Passed::Assumption(_), Action::Avoid) => lost.at_all.push(format!("what is avoided at line {line}")),
            (Passed::Assumption(formula), _) if formula.text.trim() == "1" => {}
            (Passed::Assumption(formula), _) => {
                lost.exactly.push(format!("the assumption `{}`, taken behind line {line}", formula.text));
                assumption = Some(Scoped { text: formula.text.clone(), function: waypoint.location.function.clone() });
            }
            (Passed::Target, _) => {}
        }
        if waypoint.action == Action::Avoid {
            edges.push(edge(from, SINK, guard));
            continue;
        }
        let to = NodeId(nodes.len() as u32);
        nodes.push(Node { violation: waypoint.what == Passed::Target, ..node(to.0) });
        edges.push(Edge { assumption, ..edge(from, to, guard) });
    }
    Automaton { claim: Claim::Violation, entry: NodeId(1), nodes, edges }
}

fn node(number: u32) -> Node {
    Node { name: format!("N{number}"), ..Node::default() }
}

/// A node for each invariant, which control comes to from the entry and leaves at once.
fn star(invariants: &[Invariant]) -> Automaton {
    let mut nodes = vec![node(0)];
    let mut edges = Vec::new();
    for invariant in invariants {
        let at = NodeId(nodes.len() as u32);
        let scoped = Scoped { text: invariant.value.text.clone(), function: invariant.location.function.clone() };
        nodes.push(Node { invariant: Some(scoped), ..node(at.0) });
        let mut enter = guard(&invariant.location);
        enter.enters_loop_head = invariant.at_loop;
        edges.push(edge(NodeId(0), at, enter));
        edges.push(edge(at, NodeId(0), guard(&invariant.location)));
    }
    Automaton { claim: Claim::Correctness, entry: NodeId(0), nodes, edges }
}
