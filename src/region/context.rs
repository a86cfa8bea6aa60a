//! A loop with what is in front of it: the code of its function from the beginning, with every loop around it, and
//! itself, at any of its iterations.
//!
//! Control comes to the head of such a loop once. What the loop writes is anything then, within what is known at its
//! head; all the rest is what the code in front made of it, since a loop cannot destroy a fact about what it does not
//! write. Nothing is unwound for that. An edge that leaves one of these loops ends the run, as does one back to its
//! head: from there control comes to the region again only through the head of a loop around it, at another iteration
//! of that. Loops beside the way stay as they are. What does not lead to the region is left out.

use super::body::{Body, Goes};
use super::environment::Refused;
use super::{Hierarchy, RegionId};
use crate::cfa::{EdgeId, LocId, Program};
use std::collections::BTreeSet;

/// A region's body with its context.
#[derive(Clone, Debug)]
pub struct Context {
    /// It begins where the function does.
    pub body: Body,
    /// From the outside in.
    pub arrivals: Vec<Arrival>,
}

/// Where control comes to one of the loops.
#[derive(Clone, Debug)]
pub struct Arrival {
    pub head: LocId,
    /// The edges by which it comes.
    pub by: BTreeSet<EdgeId>,
    /// All edges of the loop.
    pub edges: Vec<EdgeId>,
}

impl Hierarchy {
    /// The context of a loop in its function.
    pub fn context(&self, program: &Program, id: RegionId) -> Result<Context, Refused> {
        let (function, node) =
            self[id].node.filter(|_| self[id].is_loop()).ok_or("only loops have a context in their function")?;
        let nesting = self.nestings[function.0 as usize].as_ref().ok_or("it is not defined")?;
        let cfa = program[function].cfa().ok_or("it is not defined")?;
        let around = std::iter::successors(Some(node), |node| nesting.nodes[*node as usize].parent);
        let mut chain: Vec<u32> = around.filter(|node| *node != 0).collect();
        chain.reverse();
        let heads: Vec<LocId> = chain.iter().map(|node| nesting.nodes[*node as usize].head).collect();
        if nesting.components.iter().any(|each| each.members.iter().any(|loc| heads.contains(loc))) {
            return Err("control comes to it again in a cycle that has several entries".into());
        }
        let depth = |loc: LocId| chain.iter().filter(|node| nesting.contains(**node, loc)).count();
        let ends = |edge: EdgeId| {
            let (from, to) = (depth(cfa[edge].from), depth(cfa[edge].to));
            match to {
                _ if to < from => Some(Goes::Out),
                1.. if to == from && cfa[edge].to == heads[to - 1] => Some(Goes::Again),
                _ => None,
            }
        };
        let outgoing = |loc: LocId| nesting.outgoing.of(loc).iter().copied();
        let mut leading: BTreeSet<LocId> = nesting.locations(node).iter().copied().collect();
        // Backwards nearly all are found at once; loops beside the way take a second time.
        loop {
            let before = leading.len();
            for &loc in nesting.order.iter().rev() {
                if outgoing(loc).any(|edge| ends(edge).is_none() && leading.contains(&cfa[edge].to)) {
                    leading.insert(loc);
                }
            }
            if leading.len() == before {
                break;
            }
        }
        let goes = |edge: EdgeId| match ends(edge) {
            None if leading.contains(&cfa[edge].to) => Goes::On,
            None => Goes::Out,
            Some(end) => end,
        };
        let locations: Vec<LocId> = nesting.locations(0).iter().copied().filter(|loc| leading.contains(loc)).collect();
        let edges = locations.iter().flat_map(|loc| outgoing(*loc)).map(|edge| (edge, goes(edge)));
        let edges: Vec<(EdgeId, Goes)> = edges.collect();
        let comes = |edge: &(EdgeId, Goes), head: LocId| edge.1 == Goes::On && cfa[edge.0].to == head;
        let arrival = |(node, head): (&u32, &LocId)| Arrival {
            head: *head,
            by: edges.iter().filter(|edge| comes(edge, *head)).map(|(edge, _)| *edge).collect(),
            edges: nesting.locations(*node).iter().flat_map(|loc| outgoing(*loc)).collect(),
        };
        let arrivals = chain.iter().zip(&heads).map(arrival).collect();
        Ok(Context { body: Body { function, head: cfa.entry, locations, edges }, arrivals })
    }
}
