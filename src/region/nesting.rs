//! The region nesting tree of one function (paper 004, algorithms 1 and 2).
//!
//! The tree is the one of the paper: below the function the bodies of its cyclic regions, below each of those the
//! cyclic regions of that body. The paper finds them by Tarjan's algorithm on every body again, which costs the depth
//! times the size. A strongly connected component of a body that is entered in one place is a natural loop, and every
//! natural loop is one or lies in one that is entered in several places; so the loops are found by dominators
//! ([`Loops`]), all at once. `tests` compares both.
//!
//! The graph need not be reducible. A component with several entries is no region, and what is in it belongs to the
//! region around it; natural loops in it are regions nevertheless, because their heads dominate them. Such components
//! are found body by body, with the loops inside contracted, so that each edge is looked at once.

use crate::cfa::dominators::Dominators;
use crate::cfa::flow::CfaFlow;
use crate::cfa::loops::{self, Loops};
use crate::cfa::{Adjacency, Cfa, EdgeId, LocId};
use petgraph::algo::kosaraju_scc;
use petgraph::graph::DiGraph;
use std::ops::Range;

const NONE: u32 = u32::MAX;

pub(super) struct Nesting {
    /// The function first, then its loops; what is around comes before what is inside.
    pub(super) nodes: Vec<Node>,
    pub(super) components: Vec<Component>,
    /// The reachable locations; those of each node are together, its own before those of loops inside.
    layout: Vec<LocId>,
    /// By location: its place in the layout.
    position: Vec<u32>,
    /// By location: the innermost node.
    innermost: Vec<u32>,
    pub(super) outgoing: Adjacency,
    /// Every location after those that dominate it.
    pub(super) order: Vec<LocId>,
}

pub(super) struct Node {
    pub(super) head: LocId,
    /// None for the function.
    pub(super) parent: Option<u32>,
    /// In the layout.
    own: Range<u32>,
    all: Range<u32>,
}

/// A strongly connected component of the body of a node that control enters in several places.
pub(super) struct Component {
    pub(super) node: u32,
    /// A loop inside is there by its head.
    pub(super) members: Vec<LocId>,
    pub(super) entries: Vec<LocId>,
}

impl Nesting {
    pub(super) fn new(cfa: &Cfa) -> Nesting {
        let dominators = Dominators::new(&CfaFlow::new(cfa));
        let loops = Loops::new(&dominators);
        let count = cfa.locations as usize;
        let heads = dominators.order.iter().filter(|loc| loops.is_head(**loc));
        let mut number = vec![NONE; count];
        let mut nodes = vec![Node { head: cfa.entry, parent: None, own: 0..0, all: 0..0 }];
        for &head in heads {
            let parent = loops.around(head).map_or(0, |around| number[around.0 as usize]);
            number[head.0 as usize] = nodes.len() as u32;
            nodes.push(Node { head, parent: Some(parent), own: 0..0, all: 0..0 });
        }
        let mut innermost = vec![NONE; count];
        for &loc in &dominators.order {
            innermost[loc.0 as usize] = loops.innermost(loc).map_or(0, |head| number[head.0 as usize]);
        }
        let mut nesting = Nesting {
            components: components(&dominators, &nodes, &number, &innermost),
            nodes,
            layout: vec![cfa.entry; dominators.order.len()],
            position: vec![NONE; count],
            innermost,
            outgoing: cfa.outgoing(),
            order: dominators.order,
        };
        nesting.lay_out();
        nesting
    }

    /// Sizes from the inside, then places from the outside: every node comes behind the one around it.
    fn lay_out(&mut self) {
        let mut own = vec![0_u32; self.nodes.len()];
        for &loc in &self.order {
            own[self.innermost[loc.0 as usize] as usize] += 1;
        }
        let mut size = own.clone();
        for (at, node) in self.nodes.iter().enumerate().rev() {
            if let Some(parent) = node.parent {
                size[parent as usize] += size[at];
            }
        }
        // Where the next loop inside goes, and where the next location does.
        let mut inside = vec![0; self.nodes.len()];
        let mut next = vec![0; self.nodes.len()];
        for at in 0..self.nodes.len() {
            let start = self.nodes[at].parent.map_or(0, |parent| {
                let place = &mut inside[parent as usize];
                *place += size[at];
                *place - size[at]
            });
            self.nodes[at].own = start..start + own[at];
            self.nodes[at].all = start..start + size[at];
            (inside[at], next[at]) = (start + own[at], start);
        }
        for &loc in &self.order {
            let place = &mut next[self.innermost[loc.0 as usize] as usize];
            self.layout[*place as usize] = loc;
            self.position[loc.0 as usize] = *place;
            *place += 1;
        }
    }

    /// The locations of a node with those of loops inside.
    pub(super) fn locations(&self, node: u32) -> &[LocId] {
        let Range { start, end } = self.nodes[node as usize].all;
        &self.layout[start as usize..end as usize]
    }

    /// The locations that are in no loop inside the node.
    pub(super) fn own_locations(&self, node: u32) -> &[LocId] {
        let Range { start, end } = self.nodes[node as usize].own;
        &self.layout[start as usize..end as usize]
    }

    pub(super) fn contains(&self, node: u32, loc: LocId) -> bool {
        self.nodes[node as usize].all.contains(&self.position[loc.0 as usize])
    }

    /// The innermost node that has a location; none for one that is not reachable.
    pub(super) fn innermost(&self, loc: LocId) -> Option<u32> {
        Some(self.innermost[loc.0 as usize]).filter(|node| *node != NONE)
    }

    /// The innermost node that has both.
    pub(super) fn common(&self, mut a: u32, mut b: u32) -> u32 {
        // The greater number is not around the smaller one.
        while a != b {
            let inner = if a > b { &mut a } else { &mut b };
            *inner = self.nodes[*inner as usize].parent.unwrap_or(0);
        }
        a
    }

    /// The loop with this head.
    pub(super) fn loop_at(&self, head: LocId) -> Option<u32> {
        self.innermost(head).filter(|node| *node != 0 && self.nodes[*node as usize].head == head)
    }

    /// All edges from locations of a node.
    pub(super) fn edges(&self, node: u32) -> impl Iterator<Item = EdgeId> {
        self.locations(node).iter().flat_map(|loc| self.outgoing.of(*loc)).copied()
    }

    /// A loop and the loops around it, from the inside out; nothing for the function.
    pub(super) fn around(&self, node: u32) -> impl Iterator<Item = u32> {
        std::iter::successors(Some(node), |node| self.nodes[*node as usize].parent).filter(|node| *node != 0)
    }
}

/// The components with several entries of all bodies.
///
/// In a body a location stands for itself, or for the loop of which it is the head. An edge within a body goes forward
/// in the order, unless it closes a cycle that is not a loop; mostly there is none.
fn components(dominators: &Dominators, nodes: &[Node], number: &[u32], innermost: &[u32]) -> Vec<Component> {
    let count = dominators.predecessors.len();
    let body_of = |loc: LocId| match number[loc.0 as usize] {
        NONE => innermost[loc.0 as usize],
        own => nodes[own as usize].parent.unwrap_or(0),
    };
    let mut rank = vec![0_u32; count];
    for (at, loc) in dominators.order.iter().enumerate() {
        rank[loc.0 as usize] = at as u32;
    }
    let mut cyclic = vec![false; nodes.len()];
    for &loc in &dominators.order {
        let back = |pred: &LocId| rank[pred.0 as usize] >= rank[loc.0 as usize];
        let preds = &dominators.predecessors[loc.0 as usize];
        cyclic[body_of(loc) as usize] |= preds.iter().any(|pred| back(pred) && !dominators.dominates(loc, *pred));
    }
    if !cyclic.contains(&true) {
        return Vec::new();
    }
    let mut bodies: Vec<Vec<LocId>> = vec![Vec::new(); nodes.len()];
    for &loc in &dominators.order {
        bodies[body_of(loc) as usize].push(loc);
    }
    let mut stands_for: Vec<LocId> = (0..count as u32).map(LocId).collect();
    let mut index = vec![NONE; count];
    let mut found = Vec::new();
    for (at, node) in nodes.iter().enumerate().rev() {
        if cyclic[at] {
            let search = Search { dominators, body: &bodies[at], stands_for: &mut stands_for, index: &mut index };
            found.extend(search.components(at as u32));
        }
        if node.parent.is_some() {
            bodies[at].iter().for_each(|loc| stands_for[loc.0 as usize] = node.head);
        }
    }
    found.reverse();
    found
}

/// The search in one body. The head of a loop is not in the body of that loop: no edge leads to it.
struct Search<'a> {
    dominators: &'a Dominators,
    body: &'a [LocId],
    stands_for: &'a mut [LocId],
    /// Room to number the body's locations.
    index: &'a mut [u32],
}

impl Search<'_> {
    fn components(self, node: u32) -> Vec<Component> {
        let mut graph: DiGraph<LocId, ()> = DiGraph::new();
        for &loc in self.body {
            self.index[loc.0 as usize] = graph.add_node(loc).index() as u32;
        }
        let mut entered = vec![Vec::new(); self.body.len()];
        for &loc in self.body {
            for &pred in &self.dominators.predecessors[loc.0 as usize] {
                let from = self.index[loops::find(self.stands_for, pred).0 as usize];
                let to = self.index[loc.0 as usize];
                entered[to as usize].push(from);
                if from != NONE && from != to {
                    graph.add_edge(from.into(), to.into(), ());
                }
            }
        }
        let mut found = Vec::new();
        for component in kosaraju_scc(&graph).into_iter().filter(|component| component.len() > 1) {
            let mut members: Vec<u32> = component.iter().map(|at| at.index() as u32).collect();
            members.sort_unstable();
            let outside = |from: &u32| members.binary_search(from).is_err();
            let entries = members.iter().filter(|at| entered[**at as usize].iter().any(outside));
            let loc = |at: &u32| self.body[*at as usize];
            found.push(Component {
                node,
                entries: entries.map(loc).collect(),
                members: members.iter().map(loc).collect(),
            });
        }
        found.sort_by_key(|component| std::cmp::Reverse(self.index[component.members[0].0 as usize]));
        self.body.iter().for_each(|loc| self.index[loc.0 as usize] = NONE);
        found
    }
}
