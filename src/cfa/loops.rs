//! Natural loops, nested.
//!
//! An edge to a dominator is a back edge, its target the head of a loop; the loop is what reaches the back edge without
//! passing the head. Loops with the same head are one. Two loops are apart, or one is in the other: whatever the graph,
//! because both heads dominate what they share. The work is close to linear, whatever the depth.

use super::LocId;
use super::dominators::Dominators;

/// Which loops there are. A loop is known by its head.
pub struct Loops {
    /// By location: whether it is the head of a loop.
    head: Vec<bool>,
    /// By location: the head of the innermost loop around it, not counting its own.
    around: Vec<Option<LocId>>,
    /// By location: how many loops there are around it, its own included.
    depth: Vec<u32>,
    /// By head of a loop: its number, outer loops before inner ones, and behind the numbers of all loops in it.
    span: Vec<(u32, u32)>,
}

impl Loops {
    pub fn new(dominators: &Dominators) -> Loops {
        let count = dominators.predecessors.len();
        let (around, depth, span) = (vec![None; count], vec![0; count], vec![(0, 0); count]);
        let mut loops = Loops { head: vec![false; count], around, depth, span };
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
        loops.number(dominators);
        loops
    }

    /// The head of a loop comes before those of the loops in it.
    fn number(&mut self, dominators: &Dominators) {
        let heads: Vec<LocId> = dominators.order.iter().copied().filter(|loc| self.is_head(*loc)).collect();
        let mut size = vec![1; self.head.len()];
        for head in heads.iter().rev() {
            if let Some(around) = self.around(*head) {
                size[around.0 as usize] += size[head.0 as usize];
            }
        }
        let (mut outermost, mut free) = (0, vec![0; self.head.len()]);
        for head in heads {
            let next = self.around(head).map_or(&mut outermost, |around| &mut free[around.0 as usize]);
            let first = *next;
            *next += size[head.0 as usize];
            self.span[head.0 as usize] = (first, first + size[head.0 as usize]);
            free[head.0 as usize] = first + 1;
        }
    }

    pub fn is_head(&self, loc: LocId) -> bool {
        self.head[loc.0 as usize]
    }

    /// The head of the innermost loop around a location, not counting its own.
    pub fn around(&self, loc: LocId) -> Option<LocId> {
        self.around[loc.0 as usize]
    }

    /// The head of the innermost loop that a location is in.
    pub fn innermost(&self, loc: LocId) -> Option<LocId> {
        if self.is_head(loc) { Some(loc) } else { self.around[loc.0 as usize] }
    }

    /// Whether a location is in the loop of a head.
    pub fn is_in(&self, loc: LocId, head: LocId) -> bool {
        let (first, behind) = self.numbers(head);
        self.innermost(loc).is_some_and(|inner| (first..behind).contains(&self.span[inner.0 as usize].0))
    }

    /// The number of a loop, by its head, and behind those of all loops in it.
    pub fn numbers(&self, head: LocId) -> (u32, u32) {
        self.span[head.0 as usize]
    }

    /// The outermost loop that has `inside` but not `outside`.
    pub fn left(&self, inside: LocId, outside: LocId) -> Option<LocId> {
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

/// What stands for a location in a forest of locations that have been put into others; the way there gets shorter.
pub fn find(outermost: &mut [LocId], loc: LocId) -> LocId {
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
