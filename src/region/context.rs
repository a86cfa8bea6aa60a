//! A region with what is in front of it: the code of its function from the beginning, with every loop around it, and
//! itself, at any of its iterations.
//!
//! Control comes to the head of such a loop once. What the loop writes is anything then, within what is known at its
//! head; all the rest is what the code in front made of it, since a loop cannot destroy a fact about what it does not
//! write. Nothing is unwound for that. An edge that leaves one of these loops ends the run, as does one back to its
//! head: from there control comes to the region again only through the head of a loop around it, at another iteration
//! of that. What does not lead to the region is left out.
//!
//! Loops beside the way, and loops in the region, stay as they are; or they are cut as well. Of a loop that is cut
//! only the last iteration happens, whenever control comes to it: what it writes is anything then, and an edge back to
//! its head ends the run, while one that leaves it goes on.

use super::body::{Body, Goes};
use super::environment::Refused;
use super::{Hierarchy, RegionId};
use crate::cfa::{EdgeId, FuncId, LocId, Program};
use std::collections::BTreeSet;

/// A region's body with its context.
#[derive(Clone, Debug)]
pub struct Front {
    /// It begins where the function does.
    pub body: Body,
    /// At the loops that are at any of their iterations.
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
    /// The loops of a region's function that come before it and are not around it, by their heads. Some of them may
    /// lie on another way.
    pub(super) fn loops_in_front(&self, id: RegionId) -> impl Iterator<Item = LocId> {
        // What is around a loop comes before it.
        self.nesting(id).into_iter().flat_map(|(nesting, node)| {
            let around: Vec<u32> = nesting.around(node).collect();
            let beside = (1..node).filter(move |other| !around.contains(other));
            beside.map(|other| nesting.nodes[other as usize].head)
        })
    }

    /// The loops of a function: their heads, and all their edges.
    pub(super) fn loops(&self, function: FuncId) -> Vec<(LocId, Vec<EdgeId>)> {
        let Some(nesting) = &self.nestings[function.0 as usize] else { return Vec::new() };
        let of = |node: u32| (nesting.nodes[node as usize].head, nesting.edges(node).collect());
        (1..nesting.nodes.len() as u32).map(of).collect()
    }

    /// The context of a loop or a function in its function; with all loops cut, if that is wanted.
    pub fn context(&self, program: &Program, id: RegionId, cut: bool) -> Result<Front, Refused> {
        let (function, node) = self[id].node.ok_or("it is no loop and no function")?;
        let nesting = self.nestings[function.0 as usize].as_ref().ok_or("it is not defined")?;
        let cfa = program[function].cfa().ok_or("it is not defined")?;
        let mut chain: Vec<u32> = nesting.around(node).collect();
        chain.reverse();
        let heads: Vec<LocId> = chain.iter().map(|node| nesting.nodes[*node as usize].head).collect();
        if nesting.components.iter().any(|each| each.members.iter().any(|loc| heads.contains(loc))) {
            return Err("control comes to it again in a cycle that has several entries".into());
        }
        let is_cut = |edge: EdgeId| {
            let inside = |node: u32| nesting.contains(node, cfa[edge].from);
            cut && nesting.loop_at(cfa[edge].to).is_some_and(inside)
        };
        let depth = |loc: LocId| chain.iter().filter(|node| nesting.contains(**node, loc)).count();
        let ends = |edge: EdgeId| {
            let (from, to) = (depth(cfa[edge].from), depth(cfa[edge].to));
            match to {
                _ if to < from => Some(Goes::Out),
                1.. if to == from && cfa[edge].to == heads[to - 1] => Some(Goes::Again),
                _ if is_cut(edge) => Some(Goes::Again),
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
        let arrival = |node: u32| {
            let head = nesting.nodes[node as usize].head;
            let by = edges.iter().filter(|edge| comes(edge, head)).map(|(edge, _)| *edge).collect();
            Arrival { head, by, edges: nesting.edges(node).collect() }
        };
        let beside = |node: &u32| cut && !chain.contains(node) && leading.contains(&nesting.nodes[*node as usize].head);
        let beside = (1..nesting.nodes.len() as u32).filter(beside);
        let arrivals = chain.iter().copied().chain(beside).map(arrival).collect();
        Ok(Front { body: Body { function, head: cfa.entry, locations, edges }, arrivals })
    }
}
