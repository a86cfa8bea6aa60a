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
        let mut stack = vec![(self.entry(), None)];
        while let Some((loc, tried)) = stack.pop() {
            let tried = tried.unwrap_or_else(|| {
                seen[loc.0 as usize] = true;
                0
            });
            // The last successor is visited first, so that the first one comes first in the reverse post-order.
            let successors: Vec<LocId> = self.successors(loc).collect();
            match successors.len().checked_sub(tried + 1) {
                None => order.push(loc),
                Some(next) => {
                    stack.push((loc, Some(tried + 1)));
                    if !seen[successors[next].0 as usize] {
                        stack.push((successors[next], None));
                    }
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
