//! The condition of an exploration: executions that it is through with are covered.
//!
//! A state of the graph from which no part can be come to that was given up is covered. The others are told apart where
//! the program decides something; in between the automaton waits. What a call does that was run in place says nothing
//! to the automaton, unless functions run in it that it knows by their decisions: behind such a call nothing is
//! covered.

use super::called;
use super::explore::Explored;
use crate::cfa::{Callee, EdgeId, FuncId, Op, Program};
use crate::condition::{Choice, Condition, On, Otherwise, State, StateId, Transition};
use crate::reduce::flat::Flat;
use std::collections::{BTreeMap, BTreeSet};

const COVERED: StateId = StateId(0);
const LEFT: StateId = StateId(1);

pub(super) fn condition(program: &Program, flat: &Flat, explored: &Explored) -> Condition {
    let outgoing = flat.cfa.outgoing();
    let nodes = &explored.nodes;
    let decides = |id: u32| outgoing.of(nodes[id as usize].loc).len() > 1;
    let mut open: BTreeSet<u32> = (0..nodes.len() as u32)
        .filter(|id| nodes[*id as usize].end.is_some() || nodes[*id as usize].violates)
        .collect();
    let kept = loop {
        let kept = leading_to(explored, &open);
        let known: BTreeSet<FuncId> = (0..nodes.len() as u32)
            .filter(|id| kept[*id as usize] && decides(*id))
            .flat_map(|id| outgoing.of(nodes[id as usize].loc))
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
    let mut writer = Writer {
        explored,
        kept,
        open,
        states: Condition::of_all(true).states,
        known: BTreeMap::new(),
        work: Vec::new(),
    };
    let initial = writer.state(0, &decides);
    while let Some((id, state)) = writer.work.pop() {
        let mut transitions = Vec::new();
        for edge in outgoing.of(nodes[id as usize].loc) {
            let Some(place) = flat.origin[edge.0 as usize] else { continue };
            let behind: Vec<u32> =
                nodes[id as usize].edges.iter().filter(|(taken, _)| taken == edge).map(|(_, to)| *to).collect();
            let mut targets: Vec<StateId> = behind.iter().map(|to| writer.state(*to, &decides)).collect();
            // All of them must be through with it.
            targets.retain(|target| *target != COVERED || behind.iter().all(|to| !writer.kept[*to as usize]));
            targets.dedup();
            let to = match targets[..] {
                [] => COVERED,
                [one] => one,
                _ => LEFT,
            };
            transitions.push(Transition { on: On::Edges(BTreeSet::from([place]).into()), assumption: None, to });
        }
        writer.states[state.0 as usize].transitions = transitions;
    }
    Condition { states: writer.states, initial }
}

/// By state, whether one of these can be come to from it.
fn leading_to(explored: &Explored, open: &BTreeSet<u32>) -> Vec<bool> {
    let mut before: Vec<Vec<u32>> = vec![Vec::new(); explored.nodes.len()];
    for (id, node) in (0..).zip(&explored.nodes) {
        node.edges.iter().for_each(|(_, to)| before[*to as usize].push(id));
    }
    let mut kept = vec![false; explored.nodes.len()];
    let mut work: Vec<u32> = open.iter().copied().collect();
    while let Some(id) = work.pop() {
        if !std::mem::replace(&mut kept[id as usize], true) {
            work.extend(&before[id as usize]);
        }
    }
    kept
}

struct Writer<'a> {
    explored: &'a Explored,
    kept: Vec<bool>,
    open: BTreeSet<u32>,
    states: Vec<State>,
    known: BTreeMap<u32, StateId>,
    /// What has no transitions yet.
    work: Vec<(u32, StateId)>,
}

impl Writer<'_> {
    /// The state of the automaton in which it waits for the next decision.
    fn state(&mut self, id: u32, decides: &impl Fn(u32) -> bool) -> StateId {
        let mut id = id;
        loop {
            if !self.kept[id as usize] {
                return COVERED;
            }
            if self.open.contains(&id) {
                return LEFT;
            }
            if decides(id) {
                break;
            }
            match self.explored.nodes[id as usize].edges[..] {
                [(_, next)] => id = next,
                // The condition that was given told apart what the program does not.
                _ => return LEFT,
            }
        }
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
        });
        self.known.insert(id, state);
        self.work.push((id, state));
        state
    }
}
