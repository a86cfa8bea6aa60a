//! Control flow as a graph of locations, for what looks at nothing else: dominators and loops.

use super::{Adjacency, Cfa, LocId};

pub trait Flow {
    fn entry(&self) -> LocId;

    /// How many locations there are; ids are dense.
    fn locations(&self) -> usize;

    /// Where control can go from a location; a location can be there twice.
    fn successors(&self, loc: LocId) -> impl Iterator<Item = LocId>;

    /// The reachable locations, successors first where there are no cycles.
    fn post_order(&self) -> Vec<LocId> {
        let mut seen = vec![false; self.locations()];
        let mut order = Vec::new();
        seen[self.entry().0 as usize] = true;
        let mut stack: Vec<(LocId, Vec<LocId>)> = vec![(self.entry(), self.successors(self.entry()).collect())];
        while let Some((loc, left)) = stack.last_mut() {
            // The last successor is visited first, so that the first one comes first in the reverse post-order.
            match left.pop() {
                None => {
                    order.push(*loc);
                    stack.pop();
                }
                Some(next) if seen[next.0 as usize] => {}
                Some(next) => {
                    seen[next.0 as usize] = true;
                    stack.push((next, self.successors(next).collect()));
                }
            }
        }
        order
    }
}

/// The flow of an automaton.
pub struct CfaFlow<'a> {
    cfa: &'a Cfa,
    outgoing: Adjacency,
}

impl<'a> CfaFlow<'a> {
    pub fn new(cfa: &'a Cfa) -> CfaFlow<'a> {
        CfaFlow { cfa, outgoing: cfa.outgoing() }
    }
}

impl Flow for CfaFlow<'_> {
    fn entry(&self) -> LocId {
        self.cfa.entry
    }

    fn locations(&self) -> usize {
        self.cfa.locations as usize
    }

    fn successors(&self, loc: LocId) -> impl Iterator<Item = LocId> {
        self.outgoing.of(loc).iter().map(|edge| self.cfa[*edge].to)
    }
}
