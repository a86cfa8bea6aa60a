//! Waypoints and invariants of YAML as automata of GraphML.
//!
//! Segments are a chain of nodes. The way that a branching does not go leads to a sink, because only its first
//! evaluation counts; so does what is to be avoided. Invariants of loops are pairs of nodes, one of which the automaton
//! is in from when control enters the head of the loop until it enters another one: it changes between them from round
//! to round, because linters want no edge from a node to itself.

use super::beside::{Beside, Known, plain};
use super::{Lost, line_of};
use crate::witness::{
    Action, Automaton, Branch, Claim, Edge, Guard, Invariant, Node, NodeId, Passed, Place, Scoped, Segment, Waypoint,
    expression, result,
};

/// The automaton of segments.
pub(super) fn chain(segments: &[Segment], beside: &Beside, lost: &mut Lost) -> Automaton {
    let known = beside.program();
    let mut maker = Chain { known: known.as_ref(), lost, nodes: vec![node(0)], edges: Vec::new(), here: NodeId(0) };
    for segment in segments {
        for waypoint in &segment.waypoints {
            match waypoint.action {
                Action::Cycle => maker.lost.wholly(format!("the cycle at {}", line_of(&waypoint.location))),
                Action::Avoid => maker.avoid(waypoint),
                Action::Follow => {
                    let alone = segment.waypoints.iter().any(|other| other.action == Action::Avoid);
                    maker.follow(waypoint, alone);
                }
            }
        }
    }
    let Chain { mut nodes, mut edges, .. } = maker;
    if edges.iter().any(|edge| edge.to == SINK) {
        let sink = NodeId(nodes.len() as u32);
        nodes.push(Node { name: "sink".into(), sink: true, ..Node::default() });
        edges.iter_mut().filter(|edge| edge.to == SINK).for_each(|edge| edge.to = sink);
    }
    Automaton { claim: Claim::Violation, entry: NodeId(0), nodes, edges }
}

/// The sink, until it is known how many nodes there are.
const SINK: NodeId = NodeId(u32::MAX);

struct Chain<'a, 'b> {
    known: Option<&'a Known<'a>>,
    lost: &'b mut Lost,
    nodes: Vec<Node>,
    edges: Vec<Edge>,
    here: NodeId,
}

impl Chain<'_, '_> {
    /// An edge from here; one that fits what another one fits leaves a choice that waypoints do not leave.
    fn edge(&mut self, to: NodeId, edge: Edge) {
        let edge = Edge { from: self.here, to, ..edge };
        let same = |other: &&Edge| other.from == edge.from && other.guard == edge.guard;
        match self.edges.iter().find(same) {
            Some(other) if other.to == to && other.assumption == edge.assumption => return,
            Some(_) => {
                let place = edge.guard.lines.map_or(String::new(), |lines| format!(" at line {}", lines.0));
                self.lost.roughly(format!("what is both avoided and followed{place}"));
            }
            None => {}
        }
        self.edges.push(edge);
    }

    /// The guards of the way that a branching goes, and of the other one.
    fn branches(&mut self, waypoint: &Waypoint, way: bool) -> [Guard; 2] {
        self.known.and_then(|known| known.branches(waypoint, way)).unwrap_or_else(|| {
            let place = line_of(&waypoint.location);
            self.lost.roughly(format!("the branch at {place}, if others are evaluated there"));
            [way, !way].map(|way| Guard { control: Some(way), ..guard(&waypoint.location) })
        })
    }

    fn avoid(&mut self, waypoint: &Waypoint) {
        let place = line_of(&waypoint.location);
        let edge = match &waypoint.what {
            Passed::Branching(Branch::If(way)) => {
                let [guard, _] = self.branches(waypoint, *way);
                Some(plain(guard))
            }
            Passed::FunctionEnter => self.known.and_then(|known| known.call(waypoint)),
            _ => None,
        };
        match edge {
            Some(edge) => self.edge(SINK, edge),
            None => self.lost.wholly(format!("what is avoided at {place}")),
        }
    }

    fn follow(&mut self, waypoint: &Waypoint, alone: bool) {
        let place = line_of(&waypoint.location);
        let mut other = None;
        let edge = match &waypoint.what {
            Passed::Branching(Branch::If(way)) => {
                let [guard, rest] = self.branches(waypoint, *way);
                other = Some(plain(rest));
                Some(plain(guard))
            }
            Passed::Branching(_) => None,
            Passed::FunctionReturn(formula) if formula.text.replace(result::WORD, "").contains('\\') => None,
            Passed::FunctionEnter | Passed::FunctionReturn(_) => self.known.and_then(|known| known.call(waypoint)),
            Passed::Assumption(formula) if expression::has_result(&formula.text) => None,
            Passed::Assumption(formula) => {
                let text = formula.text.clone();
                self.lost.roughly(format!("the assumption `{text}`, taken behind {place}"));
                let scoped = Scoped { text, function: waypoint.location.function.clone() };
                let assumption = Some(scoped).filter(|scoped| scoped.text.trim() != "1");
                Some(Edge { assumption, ..plain(guard(&waypoint.location)) })
            }
            Passed::Target => {
                let known = self.known.and_then(|known| known.violation(waypoint, alone));
                if known.is_none() {
                    self.lost.roughly(format!("the violation at {place}, if there can be others behind it"));
                }
                Some(plain(known.unwrap_or_else(|| guard(&waypoint.location))))
            }
        };
        let Some(edge) = edge else {
            let what = match &waypoint.what {
                Passed::FunctionEnter => "the call",
                Passed::FunctionReturn(_) => "the result",
                Passed::Assumption(_) => "what is said of a result",
                _ => "the switch",
            };
            let why = match (&waypoint.what, self.known) {
                (Passed::FunctionEnter | Passed::FunctionReturn(_), None) => ", because only the program says of what",
                (Passed::FunctionEnter | Passed::FunctionReturn(_), Some(_)) => ", because nobody knows of what alone",
                _ => "",
            };
            self.lost.wholly(format!("{what} at {place}{why}"));
            return;
        };
        let to = NodeId(self.nodes.len() as u32);
        self.nodes.push(Node { violation: waypoint.what == Passed::Target, ..node(to.0) });
        self.edge(to, edge);
        if let Some(other) = other {
            self.edge(SINK, other);
        }
        self.here = to;
    }
}

fn guard(place: &Place) -> Guard {
    Guard { file: Some(place.file.clone()), lines: Some((place.line, place.line)), ..Guard::default() }
}

fn node(number: u32) -> Node {
    Node { name: format!("N{number}"), ..Node::default() }
}

/// Two nodes for each loop, which control comes to from everywhere; one for each other invariant, which it leaves at
/// once.
pub(super) fn star(invariants: &[Invariant], beside: &Beside, lost: &mut Lost) -> Automaton {
    let known = beside.program();
    let mut loops: Vec<(Place, Vec<String>)> = Vec::new();
    let (mut nodes, mut edges) = (vec![node(0)], Vec::new());
    for invariant in invariants {
        let (place, text) = (&invariant.location, &invariant.value.text);
        if text.contains('\\') && !text.contains(['"', '\'']) {
            lost.wholly(format!("the invariant `{text}`, which is no expression of C"));
        }
        if !invariant.at_loop {
            lost.roughly(format!("the invariant `{text}`, taken behind {}", line_of(place)));
            let at = NodeId(nodes.len() as u32);
            let scoped = Scoped { text: text.clone(), function: place.function.clone() };
            nodes.push(Node { invariant: Some(scoped), ..node(at.0) });
            edges.push(Edge { to: at, ..plain(guard(place)) });
            edges.push(Edge { from: at, ..plain(guard(place)) });
            continue;
        }
        let place = match (beside, &known) {
            (Beside::Lines, _) => place.clone(),
            (_, Some(known)) if known.is_loop(place) => {
                known.loop_place(&place.file, place.line).unwrap_or(place.clone())
            }
            _ => {
                lost.roughly(format!("the invariant `{text}`, if several loops begin at {}", line_of(place)));
                place.clone()
            }
        };
        match loops.iter_mut().find(|(other, _)| (&other.file, other.line) == (&place.file, place.line)) {
            Some((_, texts)) => texts.push(text.clone()),
            None => loops.push((place, vec![text.clone()])),
        }
    }
    let first = nodes.len() as u32;
    for (place, texts) in &loops {
        let text = match &texts[..] {
            [only] => only.clone(),
            texts => texts.iter().map(|text| format!("({text})")).collect::<Vec<_>>().join(" && "),
        };
        let invariant = Some(Scoped { text, function: place.function.clone() });
        for _ in 0..2 {
            nodes.push(Node { invariant: invariant.clone(), ..node(nodes.len() as u32) });
        }
    }
    for from in std::iter::once(0).chain(first..nodes.len() as u32) {
        for (head, (place, _)) in (first..).step_by(2).zip(&loops) {
            let to = NodeId(if from == head { head + 1 } else { head });
            let guard = Guard { enters_loop_head: true, ..guard(place) };
            edges.push(Edge { from: NodeId(from), to, ..plain(guard) });
        }
    }
    Automaton { claim: Claim::Correctness, entry: NodeId(0), nodes, edges }
}
