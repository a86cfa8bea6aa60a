//! The program and the condition side by side (paper 000, algorithm 1).

use super::flat::{Called, Flat};
use crate::cfa::{EdgeId, LocId};
use crate::condition::{Condition, Next, StateId};
use rustc_hash::FxHashMap;

/// A location with what the condition says there; none when nothing is covered any more.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct Node {
    pub(super) loc: LocId,
    pub(super) state: Option<StateId>,
}

/// All pairs that an execution can come to.
pub(super) struct Product {
    /// The start first.
    pub(super) nodes: Vec<Node>,
    /// By node: its edges and where they lead, in the order of the automaton; none where everything is covered.
    pub(super) edges: Vec<Vec<(EdgeId, u32)>>,
}

impl Product {
    pub(super) fn new(flat: &Flat, condition: &Condition) -> Product {
        let outgoing = flat.cfa.outgoing();
        let mut product = Product { nodes: Vec::new(), edges: Vec::new() };
        let mut known: FxHashMap<Node, u32> = FxHashMap::default();
        product.number(&mut known, Node { loc: flat.cfa.entry, state: Some(condition.initial) });
        let mut at = 0;
        while at < product.nodes.len() {
            let Node { loc, state } = product.nodes[at];
            let covered = state.is_some_and(|state| condition[state].accepting);
            for &edge in outgoing.of(loc).iter().filter(|_| !covered) {
                let to = flat.cfa[edge].to;
                let next = match state {
                    None => Next::Left,
                    Some(state) => follow(flat, condition, state, edge),
                };
                let states: Vec<Option<StateId>> = match next {
                    Next::Left => vec![None],
                    Next::States(states) => states.into_iter().map(Some).collect(),
                };
                for state in states {
                    let target = product.number(&mut known, Node { loc: to, state });
                    product.edges[at].push((edge, target));
                }
            }
            at += 1;
        }
        product
    }

    fn number(&mut self, known: &mut FxHashMap<Node, u32>, node: Node) -> u32 {
        *known.entry(node).or_insert_with(|| {
            self.nodes.push(node);
            self.edges.push(Vec::new());
            self.nodes.len() as u32 - 1
        })
    }
}

/// Where the condition is behind an edge.
pub(crate) fn follow(flat: &Flat, condition: &Condition, state: StateId, edge: EdgeId) -> Next {
    let Some(place) = flat.origin[edge.0 as usize] else { return Next::States(vec![state]) };
    let next = condition.next(state, place);
    match (flat.calls.get(&edge), next) {
        (Some(Called::Unknown), _) => Next::Left,
        (Some(Called::Unmentioned), Next::States(states)) => {
            let mut after: Vec<StateId> = Vec::new();
            for state in states {
                match condition.settled(state) {
                    Some(Next::States(states)) => after.extend(states),
                    // It cannot be said, or nothing is covered.
                    _ => return Next::Left,
                }
            }
            after.sort_unstable();
            after.dedup();
            Next::States(after)
        }
        (_, next) => next,
    }
}
