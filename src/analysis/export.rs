//! The condition of an exploration: executions that it is through with are covered.
//!
//! A state of the graph from which no part can be come to that was given up is covered. The others are told apart where
//! the program decides something; in between the automaton waits. What a call does that was run in place says nothing
//! to the automaton, unless functions run in it that it knows by their decisions: behind such a call nothing is
//! covered.
//!
//! Where an operation was watched and may overflow, what is behind it is covered under an assumption.

use super::called;
use super::explore::Explored;
use super::overflow::Overflow;
use crate::cfa::{Adjacency, Callee, EdgeId, FuncId, Op, Program};
use crate::condition::{Assumption, Choice, Condition, On, Otherwise, State, StateId, Transition};
use crate::reduce::flat::Flat;
use std::collections::{BTreeMap, BTreeSet};

const COVERED: StateId = StateId(0);
const LEFT: StateId = StateId(1);

pub(super) fn condition(program: &Program, flat: &Flat, explored: &Explored) -> Condition {
    let outgoing = flat.cfa.outgoing();
    let nodes = &explored.nodes;
    let step = |id: u32| step(explored, &outgoing, id);
    let mut open: BTreeSet<u32> = (0..nodes.len() as u32)
        .filter(|id| nodes[*id as usize].end.is_some() || nodes[*id as usize].violates)
        .collect();
    let kept = loop {
        let kept = leading_to(explored, &open);
        let known: BTreeSet<FuncId> = (0..nodes.len() as u32)
            .filter(|id| kept[*id as usize])
            .filter_map(|id| match step(id) {
                Step::Decides(told) => Some(outgoing.of(nodes[told.by as usize].loc)),
                _ => None,
            })
            .flatten()
            .filter_map(|edge| flat.origin[edge.0 as usize].map(|(function, _)| function))
            .collect();
        let confuses = |edge: &EdgeId| match &flat.cfa[*edge].op {
            Op::Call { callee: Callee::Direct(callee), .. } => !called(program, *callee).is_disjoint(&known),
            Op::Call { callee: Callee::Indirect(_), .. } => !known.is_empty(),
            _ => false,
        };
        let calls: BTreeSet<EdgeId> = flat.calls.keys().copied().filter(confuses).collect();
        let before = open.len();
        open.extend((0..nodes.len() as u32).filter(|id| {
            let mut edges = outgoing.of(nodes[*id as usize].loc).iter();
            kept[*id as usize] && edges.any(|edge| calls.contains(edge))
        }));
        if open.len() == before {
            break kept;
        }
    };
    let mut writer =
        Writer { kept, open, states: Condition::of_all(true).states, known: BTreeMap::new(), work: Vec::new() };
    let initial = writer.state(0, &step);
    let mut taking: BTreeMap<EdgeId, On> = BTreeMap::new();
    while let Some((Told { by: id, under }, state)) = writer.work.pop() {
        let mut transitions = Vec::new();
        for edge in outgoing.of(nodes[id as usize].loc) {
            let Some(place) = flat.origin[edge.0 as usize] else { continue };
            let behind: Vec<u32> =
                nodes[id as usize].edges.iter().filter(|(taken, _)| taken == edge).map(|(_, to)| *to).collect();
            let mut targets: Vec<StateId> = behind.iter().map(|to| writer.state(*to, &step)).collect();
            // All of them must be through with it.
            targets.retain(|target| *target != COVERED || behind.iter().all(|to| !writer.kept[*to as usize]));
            targets.dedup();
            let to = match targets[..] {
                [] => COVERED,
                [one] => one,
                _ => LEFT,
            };
            let assumption = under.map(|overflow| Assumption::Before(overflow.text.clone()));
            let on = taking.entry(*edge).or_insert_with(|| On::Edges(BTreeSet::from([place]).into())).clone();
            transitions.push(Transition { on, assumption, to });
        }
        writer.states[state.0 as usize].transitions = transitions;
    }
    Condition { states: writer.states, initial }
}

/// How the automaton gets on from a state of the graph.
enum Step<'a> {
    /// By what the program decides next.
    Decides(Told<'a>),
    /// With this state, without anything to be told apart.
    Goes(u32),
    /// Not at all: the condition that was given told apart what the program does not, or nobody gets on.
    Ends,
}

/// What the program decides next.
#[derive(Clone, Copy)]
struct Told<'a> {
    /// The state whose edges are told apart.
    by: u32,
    /// What must not overflow for that.
    under: Option<&'a Overflow>,
}

fn step<'a>(explored: &'a Explored, outgoing: &Adjacency, id: u32) -> Step<'a> {
    let node = &explored.nodes[id as usize];
    let only = |mut behind: Vec<u32>| {
        behind.dedup();
        if let [one] = behind[..] { Some(one) } else { None }
    };
    if let Some((overflow, sink)) = explored.overflows.decided_at(node.loc) {
        let loc = |id: u32| explored.nodes[id as usize].loc;
        let overflows = node.edges.iter().any(|(_, to)| loc(*to) == sink);
        let behind = node.edges.iter().map(|(_, to)| *to).filter(|to| loc(*to) == overflow.behind);
        return match only(behind.collect()) {
            Some(by) if overflows => Step::Decides(Told { by, under: Some(overflow) }),
            Some(next) => Step::Goes(next),
            None => Step::Ends,
        };
    }
    if outgoing.of(node.loc).len() > 1 {
        return Step::Decides(Told { by: id, under: None });
    }
    only(node.edges.iter().map(|(_, to)| *to).collect()).map_or(Step::Ends, Step::Goes)
}

/// By state, whether one of these can be come to from it.
fn leading_to(explored: &Explored, open: &BTreeSet<u32>) -> Vec<bool> {
    // One list of all, sorted by where they lead: there may be millions.
    let mut starts = vec![0; explored.nodes.len() + 1];
    let edges = || (0..).zip(&explored.nodes).flat_map(|(id, node)| node.edges.iter().map(move |(_, to)| (id, *to)));
    edges().for_each(|(_, to)| starts[to as usize + 1] += 1);
    (1..starts.len()).for_each(|at| starts[at] += starts[at - 1]);
    let mut ends = starts.clone();
    let mut before = vec![0; *starts.last().unwrap_or(&0)];
    for (id, to) in edges() {
        before[ends[to as usize]] = id;
        ends[to as usize] += 1;
    }
    let mut kept = vec![false; explored.nodes.len()];
    let mut work: Vec<u32> = open.iter().copied().collect();
    while let Some(id) = work.pop() {
        if !std::mem::replace(&mut kept[id as usize], true) {
            work.extend(&before[starts[id as usize]..starts[id as usize + 1]]);
        }
    }
    kept
}

struct Writer<'a> {
    kept: Vec<bool>,
    open: BTreeSet<u32>,
    states: Vec<State>,
    known: BTreeMap<u32, StateId>,
    /// What has no transitions yet.
    work: Vec<(Told<'a>, StateId)>,
}

impl<'a> Writer<'a> {
    /// The state of the automaton in which it waits for the next decision.
    fn state(&mut self, id: u32, step: &impl Fn(u32) -> Step<'a>) -> StateId {
        let mut id = id;
        let told = loop {
            if !self.kept[id as usize] {
                return COVERED;
            }
            if self.open.contains(&id) {
                return LEFT;
            }
            match step(id) {
                // What was given up has no edges that say anything.
                Step::Decides(told) if self.open.contains(&told.by) => return LEFT,
                Step::Decides(told) => break told,
                Step::Goes(next) => id = next,
                Step::Ends => return LEFT,
            }
        };
        if let Some(state) = self.known.get(&id) {
            return *state;
        }
        let state = StateId(self.states.len() as u32);
        self.states.push(State {
            name: format!("s{id}"),
            accepting: false,
            choice: Choice::First,
            transitions: Vec::new(),
            otherwise: Otherwise::Stay,
            checked: Default::default(),
        });
        self.known.insert(id, state);
        self.work.push((told, state));
        state
    }
}
