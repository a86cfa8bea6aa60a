//! What decides whether control comes to a location: post-dominators, and the frontiers of sets of locations.
//!
//! There is a way to the end of all from every location where an execution may stop: where it returns, where nothing
//! goes on, where an operation may end it, and once in every cycle. So nothing behind such a location post-dominates
//! it, and a location on which nothing depends has nothing behind it, or exactly one place where all ways meet again.

use crate::cfa::dominators::Dominators;
use crate::cfa::flow::Flow;
use crate::cfa::{Adjacency, Cfa, LocId};

pub(super) struct Control {
    /// By location: what leads there. The last one is the end of all.
    before: Vec<Vec<LocId>>,
    /// By location: the nearest one that all ways from there come to.
    parent: Vec<Option<LocId>>,
    level: Vec<u32>,
    children: Vec<Vec<LocId>>,
    decides: Vec<bool>,
    may_stop: bool,
}

/// Control flow backwards, from the end of all.
struct Backwards<'a> {
    before: &'a [Vec<LocId>],
}

impl Flow for Backwards<'_> {
    fn entry(&self) -> LocId {
        LocId(self.before.len() as u32 - 1)
    }

    fn locations(&self) -> usize {
        self.before.len()
    }

    fn successors(&self, loc: LocId) -> impl Iterator<Item = LocId> {
        self.before[loc.0 as usize].iter().copied()
    }
}

/// Whether a function may stay in itself for ever, or has a place where nothing goes on.
pub(super) fn may_stay(cfa: &Cfa) -> bool {
    let outgoing = cfa.outgoing();
    let dead = (0..cfa.locations).map(LocId).any(|loc| loc != cfa.exit && outgoing.of(loc).is_empty());
    dead || cycles(cfa, &outgoing).contains(&true)
}

/// By location: whether an edge leads back to it in a search that goes deep first. Every cycle has one.
fn cycles(cfa: &Cfa, outgoing: &Adjacency) -> Vec<bool> {
    let count = cfa.locations as usize;
    let (mut seen, mut open, mut back) = (vec![false; count], vec![false; count], vec![false; count]);
    let all = std::iter::once(cfa.entry).chain((0..cfa.locations).map(LocId));
    for start in all {
        if seen[start.0 as usize] {
            continue;
        }
        seen[start.0 as usize] = true;
        open[start.0 as usize] = true;
        let mut stack = vec![(start, 0)];
        while let Some((loc, tried)) = stack.pop() {
            let Some(edge) = outgoing.of(loc).get(tried) else {
                open[loc.0 as usize] = false;
                continue;
            };
            stack.push((loc, tried + 1));
            let to = cfa[*edge].to;
            back[to.0 as usize] |= open[to.0 as usize];
            if !std::mem::replace(&mut seen[to.0 as usize], true) {
                open[to.0 as usize] = true;
                stack.push((to, 0));
            }
        }
    }
    back
}

impl Control {
    /// Of a function in which executions may end at these locations.
    pub(super) fn new(cfa: &Cfa, stopping: Vec<bool>) -> Control {
        let outgoing = cfa.outgoing();
        let end = cfa.locations as usize;
        let cycles = cycles(cfa, &outgoing);
        let mut before: Vec<Vec<LocId>> = vec![Vec::new(); end + 1];
        let mut may_stop = false;
        for loc in (0..cfa.locations).map(LocId) {
            let (at, edges) = (loc.0 as usize, outgoing.of(loc));
            edges.iter().for_each(|edge| before[cfa[*edge].to.0 as usize].push(loc));
            let stops = stopping[at] || cycles[at];
            if edges.is_empty() || stops {
                before[end].push(loc);
                may_stop |= loc != cfa.exit;
            }
        }
        let dominators = Dominators::new(&Backwards { before: &before });
        let parent: Vec<Option<LocId>> = (0..=end as u32).map(|loc| dominators.parent(LocId(loc))).collect();
        let mut level = vec![0; end + 1];
        let mut children = vec![Vec::new(); end + 1];
        for &loc in &dominators.order {
            if let Some(above) = parent[loc.0 as usize] {
                level[loc.0 as usize] = level[above.0 as usize] + 1;
                children[above.0 as usize].push(loc);
            }
        }
        let mut decides = stopping;
        for loc in (0..cfa.locations).map(LocId) {
            decides[loc.0 as usize] |= outgoing.of(loc).len() > 1;
        }
        Control { before, parent, level, children, decides, may_stop }
    }

    /// Whether an execution that comes here may not come to the exit of the function.
    pub(super) fn may_stop(&self) -> bool {
        self.may_stop
    }

    /// Whether what is at a location says where control goes, or whether it goes on.
    pub(super) fn decides(&self, loc: LocId) -> bool {
        self.decides[loc.0 as usize]
    }

    /// Where all ways from a location meet; none if that is nowhere in the function.
    pub(super) fn meeting(&self, loc: LocId) -> Option<LocId> {
        self.parent[loc.0 as usize].filter(|parent| parent.0 as usize != self.before.len() - 1)
    }

    /// Marks all locations that decide whether control comes to a marked one, and gives those that are new.
    ///
    /// The frontier of a set in one go (Sreedhar and Gao 1995): from the deepest level of the tree up, each part of the
    /// tree is looked at once.
    pub(super) fn close(&self, marked: &mut [bool]) -> Vec<LocId> {
        let deepest = self.level.iter().copied().max().unwrap_or(0);
        let mut waiting: Vec<Vec<LocId>> = vec![Vec::new(); deepest as usize + 1];
        for (at, _) in marked.iter().enumerate().filter(|(_, marked)| **marked) {
            waiting[self.level[at] as usize].push(LocId(at as u32));
        }
        let mut visited = vec![false; self.level.len()];
        let mut new = Vec::new();
        for level in (0..=deepest).rev() {
            while let Some(root) = waiting[level as usize].pop() {
                let mut stack = vec![root];
                while let Some(loc) = stack.pop() {
                    if std::mem::replace(&mut visited[loc.0 as usize], true) {
                        continue;
                    }
                    for &from in &self.before[loc.0 as usize] {
                        let at = from.0 as usize;
                        if self.level[at] <= level && !std::mem::replace(&mut marked[at], true) {
                            waiting[self.level[at] as usize].push(from);
                            new.push(from);
                        }
                    }
                    stack.extend(&self.children[loc.0 as usize]);
                }
            }
        }
        new
    }
}
