//! Where each location is written.

use super::graph::{Graph, Step};
use crate::cfa::LocId;
use crate::cfa::dominators::Dominators;
use crate::cfa::loops::Loops;

/// Where locations are written. A location in none of these is written at the one edge that leads to it.
pub(super) struct Places {
    /// By location: those that come after everything that is written at it, in order.
    pub(super) under: Vec<Vec<LocId>>,
    /// By the head of a loop: those that come after the loop.
    pub(super) after: Vec<Vec<LocId>>,
    /// By location: whether it is written at the one edge that leads to it.
    pub(super) inline: Vec<bool>,
}

impl Places {
    pub(super) fn new(graph: &Graph, dominators: &Dominators, loops: &Loops) -> Places {
        let count = graph.steps.len();
        let mut places =
            Places { under: vec![Vec::new(); count], after: vec![Vec::new(); count], inline: vec![false; count] };
        let follow = follow(graph, dominators, loops);
        for &loc in &dominators.order {
            let Some(parent) = dominators.parent(loc) else { continue };
            let left = loops.left(parent, loc);
            match left {
                Some(head) if is_merge(dominators, loc) || follow[head.0 as usize] == Some(loc) => {
                    places.after[head.0 as usize].push(loc);
                }
                None if is_merge(dominators, loc) => places.under[parent.0 as usize].push(loc),
                _ => places.inline[loc.0 as usize] = true,
            }
        }
        places
    }
}

/// Whether several edges lead forward to a location.
fn is_merge(dominators: &Dominators, loc: LocId) -> bool {
    dominators.predecessors[loc.0 as usize].iter().filter(|&&p| !dominators.dominates(loc, p)).count() > 1
}

/// For each loop the location, reached by a single edge, that people expect behind it: where its first test leads, or
/// its last one, or else, if nothing else is behind it, what most of the rest hangs on.
fn follow(graph: &Graph, dominators: &Dominators, loops: &Loops) -> Vec<Option<LocId>> {
    let mut best: Vec<Option<(u8, u32, LocId)>> = vec![None; graph.steps.len()];
    let mut merges = vec![false; graph.steps.len()];
    for &loc in &dominators.order {
        let Some(parent) = dominators.parent(loc) else { continue };
        let Some(head) = loops.left(parent, loc) else { continue };
        if is_merge(dominators, loc) {
            merges[head.0 as usize] = true;
            continue;
        }
        if loops.innermost(parent) != Some(head) {
            continue;
        }
        let latch = graph.step(parent).successors().any(|to| to == head);
        let rank = match () {
            () if first_test(graph, loops, head) == parent => 2,
            () if latch => 1,
            () => 0,
        };
        let candidate = Some((rank, dominators.weight(loc), loc));
        best[head.0 as usize] = best[head.0 as usize].max(candidate);
    }
    let chosen = |(best, merges): (Option<(u8, u32, LocId)>, bool)| match best {
        Some((0, ..)) if merges => None,
        other => other.map(|(_, _, loc)| loc),
    };
    best.into_iter().zip(merges).map(chosen).collect()
}

/// The first test of a loop, or where its straight beginning ends. A long beginning is not a loop's condition.
fn first_test(graph: &Graph, loops: &Loops, head: LocId) -> LocId {
    let mut at = head;
    for _ in 0..8 {
        match graph.step(at) {
            Step::Op(_, to) if !loops.is_head(to) => at = to,
            _ => break,
        }
    }
    at
}
