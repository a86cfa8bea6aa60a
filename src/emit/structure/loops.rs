//! Natural loops, and where each location is written.
//!
//! An edge to a dominator is a back edge, its target the head of a loop; the loop is what reaches the back edge
//! without passing the head. Loops with the same head are one.

use super::dominators::Dominators;
use super::graph::{Graph, Step};
use crate::cfa::LocId;

/// Which loops there are.
pub(super) struct Loops {
    /// By location: whether it is the head of a loop.
    head: Vec<bool>,
    /// By location: the head of the innermost loop around it, not counting its own.
    around: Vec<Option<LocId>>,
    /// By location: how many loops there are around it, its own included.
    depth: Vec<u32>,
}

impl Loops {
    pub(super) fn new(dominators: &Dominators) -> Loops {
        let count = dominators.predecessors.len();
        let mut loops = Loops { head: vec![false; count], around: vec![None; count], depth: vec![0; count] };
        let mut outermost: Vec<LocId> = (0..count as u32).map(LocId).collect();
        for &head in dominators.order.iter().rev() {
            let preds = &dominators.predecessors[head.0 as usize];
            let mut work: Vec<LocId> = preds.iter().copied().filter(|&p| dominators.dominates(head, p)).collect();
            loops.head[head.0 as usize] = !work.is_empty();
            while let Some(loc) = work.pop() {
                let inner = find(&mut outermost, loc);
                if inner != head {
                    loops.around[inner.0 as usize] = Some(head);
                    outermost[inner.0 as usize] = head;
                    work.extend(&dominators.predecessors[inner.0 as usize]);
                }
            }
        }
        for &loc in &dominators.order {
            let outside = loops.around[loc.0 as usize].map_or(0, |head| loops.depth[head.0 as usize]);
            loops.depth[loc.0 as usize] = outside + u32::from(loops.is_head(loc));
        }
        loops
    }

    pub(super) fn is_head(&self, loc: LocId) -> bool {
        self.head[loc.0 as usize]
    }

    /// The innermost loop that a location is in.
    fn innermost(&self, loc: LocId) -> Option<LocId> {
        if self.is_head(loc) { Some(loc) } else { self.around[loc.0 as usize] }
    }

    /// The outermost loop that has `inside` but not `outside`.
    fn left(&self, inside: LocId, outside: LocId) -> Option<LocId> {
        let (mut a, mut b) = (self.innermost(inside), self.innermost(outside));
        let depth = |head: Option<LocId>| head.map_or(0, |head| self.depth[head.0 as usize]);
        while depth(b) > depth(a) {
            b = b.and_then(|head| self.around[head.0 as usize]);
        }
        let mut left = None;
        while let Some(head) = a
            && a != b
        {
            left = a;
            if depth(b) == depth(a) {
                b = b.and_then(|head| self.around[head.0 as usize]);
            }
            a = self.around[head.0 as usize];
        }
        left
    }
}

fn find(outermost: &mut [LocId], loc: LocId) -> LocId {
    let mut root = loc;
    while outermost[root.0 as usize] != root {
        root = outermost[root.0 as usize];
    }
    let mut at = loc;
    while at != root {
        at = std::mem::replace(&mut outermost[at.0 as usize], root);
    }
    root
}

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
