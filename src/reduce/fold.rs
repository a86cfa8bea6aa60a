//! Fold-reducers (paper 002): parts of the product that are alike become one, so that the residual program is smaller,
//! and has loops again where the condition had unrolled them.
//!
//! A partitioner says of each node, from the way that leads to it, in which class it is. Only nodes of one location are
//! ever in one class, so that no execution is added that the program does not have. Afterwards nodes that the same edge
//! leads to from one class are put together as well, as long as there are any: then the residual program is
//! deterministic, whatever the condition and the partitioner were.
//!
//! What is covered is in no class but those that follow from others: nothing need come there. A node that several ways
//! lead to is in the classes of all of them, which are then one. Of more than a few ways only
//! the first count: that is less folding than there could be, and nothing worse.

use super::flat::Flat;
use super::product::Product;
use crate::cfa::dominators::Dominators;
use crate::cfa::flow::CfaFlow;
use crate::cfa::loops::Loops;
use crate::cfa::{Adjacency, EdgeId, LocId, Op};
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
    items: Vec<Step>,
    known: FxHashMap<(u32, Item), u32>,
}

struct Step {
    before: u32,
    item: Item,
    /// The longest beginning that ends with a loop, this way itself included; 0 if there is none.
    innermost: u32,
}

impl Ways {
    fn new() -> Ways {
        let nothing = Step { before: 0, item: Item::Branch(false), innermost: 0 };
        Ways { items: vec![nothing], known: FxHashMap::default() }
    }

    fn with(&mut self, way: u32, item: Item) -> u32 {
        *self.known.entry((way, item)).or_insert_with(|| {
            let new = self.items.len() as u32;
            let innermost = match item {
                Item::Loop(..) => new,
                Item::Branch(_) => self.items[way as usize].innermost,
            };
            self.items.push(Step { before: way, item, innermost });
            new
        })
    }

    /// The innermost loop on a way: what comes before it, its head, and the number of the iteration.
    fn innermost(&self, way: u32) -> Option<(u32, LocId, u32)> {
        let Step { before, item, .. } = self.items[self.items[way as usize].innermost as usize];
        match item {
            Item::Loop(head, round) => Some((before, head, round)),
            Item::Branch(_) => None,
        }
    }
}

/// More ways to one node do not count.
const MOST_WAYS: usize = 8;

/// Puts nodes together as the partitioner says, and what follows from that.
pub(super) fn fold(product: &Product, flat: &Flat, partitioner: Partitioner) -> Classes {
    let mut classes = Classes::new(product, flat);
    if partitioner.merges == Merges::Nothing {
        return classes;
    }
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
        for &(edge, to) in product.edges(node) {
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
        if node.covered || !merged(node.loc) {
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
    let mut way = way;
    let mut round = 0;
    while let Some((before, head, number)) = ways.innermost(way) {
        if loops.is_in(loc, head) && head != loc {
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

/// Nodes that have become one. All of a class are at one location, so that they have the same edges.
pub(super) struct Classes {
    sets: UnionFind<u32>,
    /// By location: its edges.
    outgoing: Adjacency,
    /// By node that stands for others: where the first edge of its location leads, and where the second one does.
    leads: Vec<[u32; 2]>,
    /// By node that stands for others: whether none of them has an assertion that is to be checked.
    checked: Vec<bool>,
}

/// An edge that leads nowhere.
const NOWHERE: u32 = u32::MAX;

impl Classes {
    fn new(product: &Product, flat: &Flat) -> Classes {
        let count = product.nodes.len();
        let outgoing = flat.cfa.outgoing();
        let (sets, leads) = (UnionFind::new(count), vec![[NOWHERE; 2]; count]);
        let mut classes = Classes { sets, outgoing, leads, checked: product.checked.clone() };
        let mut work = Vec::new();
        for (node, at) in (0..).zip(&product.nodes) {
            for &(edge, to) in product.edges(node) {
                let slot = classes.outgoing.of(at.loc).iter().position(|other| *other == edge);
                let lead = &mut classes.leads[node as usize][slot.expect("a node has the edges of its location")];
                match *lead {
                    NOWHERE => *lead = to,
                    other => work.push((other, to)),
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
            self.checked[stays as usize] &= self.checked[goes as usize];
            for slot in 0..2 {
                let to = self.leads[goes as usize][slot];
                match &mut self.leads[stays as usize][slot] {
                    lead if *lead == NOWHERE => *lead = to,
                    lead if to != NOWHERE => work.push((*lead, to)),
                    _ => {}
                }
            }
        }
    }

    /// Whether what a class asserts need not be checked.
    pub(super) fn is_checked(&self, class: u32) -> bool {
        self.checked[class as usize]
    }

    /// The edges of a class that is at this location, each with where it leads.
    pub(super) fn follow(&mut self, class: u32, loc: LocId) -> Vec<(EdgeId, u32)> {
        let leads = self.leads[class as usize];
        let edges = self.outgoing.of(loc).iter().copied().zip(leads).filter(|(_, to)| *to != NOWHERE);
        edges.map(|(edge, to)| (edge, self.sets.find(to))).collect()
    }
}
