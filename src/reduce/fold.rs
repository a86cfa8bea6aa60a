//! Fold-reducers (paper 002): parts of the product that are alike become one, so that the residual program is smaller,
//! and has loops again where the condition had unrolled them.
//!
//! A partitioner says of each node, from the way that leads to it, in which class it is. Only nodes of one location are
//! ever in one class, so that no execution is added that the program does not have. Afterwards nodes that the same edge
//! leads to from one class are put together as well, as long as there are any: then the residual program is
//! deterministic, whatever the condition and the partitioner were.
//!
//! A node that several ways lead to is in the classes of all of them, which are then one. Of more than a few ways only
//! the first count: that is less folding than there could be, and nothing worse.

use super::flat::Flat;
use super::product::Product;
use crate::cfa::dominators::Dominators;
use crate::cfa::flow::CfaFlow;
use crate::cfa::loops::Loops;
use crate::cfa::{EdgeId, LocId, Op};
use petgraph::unionfind::UnionFind;
use rustc_hash::FxHashMap;
use std::collections::VecDeque;

/// What of the nodes is put together: a reducer is one row of this.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Partitioner {
    pub merges: Merges,
    /// Nodes are apart that a branch leads to in different ways, unless it lies in a loop that has been left.
    pub branches: bool,
    pub rounds: Rounds,
}

/// Which locations.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Merges {
    Nothing,
    LoopHeads,
    /// All but the heads of loops.
    Others,
    All,
}

/// How much of the iterations of loops is remembered.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Rounds {
    /// Not even which loops there are around.
    Nothing,
    Loops,
    /// Iterations are apart up to so many; the last of these is all others as well.
    Bound(u32),
    /// Every node of a loop head is an iteration of its own.
    Each,
}

/// Something on the way to a node.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Item {
    /// The head of a loop around, with the number of the iteration.
    Loop(LocId, u32),
    Branch(bool),
}

/// Ways, each as what it adds to a shorter one. The empty way is number 0.
struct Ways {
    items: Vec<(u32, Item)>,
    known: FxHashMap<(u32, Item), u32>,
}

impl Ways {
    fn new() -> Ways {
        Ways { items: vec![(0, Item::Branch(false))], known: FxHashMap::default() }
    }

    fn with(&mut self, way: u32, item: Item) -> u32 {
        *self.known.entry((way, item)).or_insert_with(|| {
            self.items.push((way, item));
            self.items.len() as u32 - 1
        })
    }

    /// The innermost loop on a way: what comes before it, its head, and the number of the iteration.
    fn innermost(&self, mut way: u32) -> Option<(u32, LocId, u32)> {
        while way != 0 {
            let (before, item) = self.items[way as usize];
            if let Item::Loop(head, round) = item {
                return Some((before, head, round));
            }
            way = before;
        }
        None
    }
}

/// More ways to one node do not count.
const MOST_WAYS: usize = 8;

/// Puts nodes together as the partitioner says, and what follows from that.
pub(super) fn fold(product: &Product, flat: &Flat, partitioner: Partitioner) -> Classes {
    let mut classes = Classes::new(product);
    let mut first: FxHashMap<(LocId, u32), u32> = FxHashMap::default();
    for (node, ways) in (0..).zip(ways(product, flat, partitioner)) {
        for way in ways {
            let same = *first.entry((product.nodes[node as usize].loc, way)).or_insert(node);
            classes.merge(same, node);
        }
    }
    classes
}

/// By node: the ways that say which classes it is in; none if it is in one of its own.
fn ways(product: &Product, flat: &Flat, partitioner: Partitioner) -> Vec<Vec<u32>> {
    let loops = Loops::new(&Dominators::new(&CfaFlow::new(&flat.cfa)));
    let merged = |loc: LocId| match partitioner.merges {
        Merges::Nothing => false,
        Merges::LoopHeads => loops.is_head(loc),
        Merges::Others => !loops.is_head(loc),
        Merges::All => true,
    };
    let mut ways = Ways::new();
    let mut to_node: Vec<Vec<u32>> = vec![Vec::new(); product.nodes.len()];
    let start = arrive(&mut ways, &loops, partitioner, 0, product.nodes[0].loc, 0);
    to_node[0].push(start);
    let mut work = VecDeque::from([(0_u32, start)]);
    while let Some((node, way)) = work.pop_front() {
        for &(edge, to) in &product.edges[node as usize] {
            let way = match &flat.cfa[edge].op {
                Op::Assume { truth, via: None, .. } if partitioner.branches => ways.with(way, Item::Branch(*truth)),
                _ => way,
            };
            let way = arrive(&mut ways, &loops, partitioner, way, product.nodes[to as usize].loc, to);
            let known = &mut to_node[to as usize];
            if known.len() < MOST_WAYS && !known.contains(&way) {
                known.push(way);
                work.push_back((to, way));
            }
        }
    }
    for (ways, node) in to_node.iter_mut().zip(&product.nodes) {
        if !merged(node.loc) {
            ways.clear();
        }
    }
    to_node
}

/// The way when it comes to a location: loops that it leaves are forgotten, with all that was in them.
fn arrive(ways: &mut Ways, loops: &Loops, partitioner: Partitioner, way: u32, loc: LocId, node: u32) -> u32 {
    if partitioner.rounds == Rounds::Nothing {
        return way;
    }
    let is_in = |head: LocId| {
        let around = std::iter::successors(loops.innermost(loc), |inner| loops.around(*inner));
        around.into_iter().any(|other| other == head)
    };
    let mut way = way;
    let mut round = 0;
    while let Some((before, head, number)) = ways.innermost(way) {
        if is_in(head) && head != loc {
            break;
        }
        way = before;
        if head == loc {
            round = number;
            break;
        }
    }
    if !loops.is_head(loc) {
        return way;
    }
    let round = match partitioner.rounds {
        Rounds::Nothing | Rounds::Loops => 0,
        Rounds::Bound(bound) => (round + 1).min(bound),
        Rounds::Each => node,
    };
    ways.with(way, Item::Loop(loc, round))
}

/// Nodes that have become one.
pub(super) struct Classes {
    sets: UnionFind<u32>,
    /// By node that stands for others: where the edges lead.
    edges: Vec<FxHashMap<EdgeId, u32>>,
}

impl Classes {
    fn new(product: &Product) -> Classes {
        let count = product.nodes.len();
        let mut classes = Classes { sets: UnionFind::new(count), edges: vec![FxHashMap::default(); count] };
        let mut work = Vec::new();
        for (node, edges) in (0_usize..).zip(&product.edges) {
            for &(edge, to) in edges {
                if let Some(other) = classes.edges[node].insert(edge, to) {
                    work.push((other, to));
                }
            }
        }
        classes.close(work);
        classes
    }

    /// What stands for a node.
    pub(super) fn find(&mut self, node: u32) -> u32 {
        self.sets.find_mut(node)
    }

    fn merge(&mut self, a: u32, b: u32) {
        self.close(vec![(a, b)]);
    }

    /// Puts these together, and all that the same edges lead to from there.
    fn close(&mut self, mut work: Vec<(u32, u32)>) {
        while let Some((a, b)) = work.pop() {
            let (a, b) = (self.find(a), self.find(b));
            if !self.sets.union(a, b) {
                continue;
            }
            let (stays, goes) = if self.find(a) == a { (a, b) } else { (b, a) };
            for (edge, to) in std::mem::take(&mut self.edges[goes as usize]) {
                if let Some(other) = self.edges[stays as usize].insert(edge, to) {
                    work.push((other, to));
                }
            }
        }
    }

    /// Where an edge of a class leads.
    pub(super) fn follow(&mut self, class: u32, edge: EdgeId) -> Option<u32> {
        let to = self.edges[class as usize].get(&edge).copied()?;
        Some(self.find(to))
    }
}
