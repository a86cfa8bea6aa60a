//! Regions: the pieces of a program that can be checked by themselves (paper 004, sections 2 and 3).
//!
//! A region is a part of the automaton such that every path to one of its locations ends with a path inside it that
//! starts at its head. Whatever fails in the program then fails in the region too, started in some state; so what never
//! fails in the region, started in any state, never fails in the program (theorem 1). The regions here are whole
//! programs, functions, loops, and functions that call each other ([`Kind`]). [`Hierarchy`] is how they lie in each
//! other; [`body`] is what of the automaton one of them runs.
//!
//! Further than the paper's prototype goes:
//!
//! - A function lies in **every** region that calls it: to prove something by the callers of a function is to prove it
//!   in each of them. The hierarchy is a graph without cycles. Every region but the whole programs has a parent, and
//!   every way up ends in a whole program, so that "in every parent" is never said of nothing.
//! - Functions that call each other are one node on the way up.
//! - A cycle that is entered in several places (`goto` into a loop) is no region, and the smallest region around it
//!   stands for it ([`Tangle`]). Loops inside such a cycle are regions, if their heads dominate them.
//!
//! What state a region starts in is in `environment`; `piece` makes a program of a region.

mod body;
mod callees;
mod calls;
mod context;
mod cut;
mod environment;
mod hierarchy;
mod leaves;
mod lost;
mod names;
mod nesting;
mod origin;
mod piece;
mod rung;
#[cfg(test)]
mod tests;

pub use body::{Body, Cut, Goes};
pub use calls::{CallSite, Calls};
pub use names::{Name, Names};
pub use origin::Origin;
pub use piece::{Atlas, Piece, Start};
pub use rung::{Callees, Context, Ladder, Rung};

use crate::cfa::{FuncId, LocId, PropId};
use nesting::Nesting;
use std::collections::{BTreeMap, BTreeSet};

/// A region of the program at hand.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct RegionId(pub u32);

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Kind {
    /// Everything that happens from the start: `runs` is called in the state in which programs start. It is the user's
    /// `entry`, or a function of ours that gives the entry its arguments.
    Program {
        entry: FuncId,
        runs: FuncId,
    },
    /// Functions that call each other, in the order of their numbers; `entered` are those that others call. The region
    /// is to call one of these: what is proved in it is proved for each of them.
    Recursion {
        members: Vec<FuncId>,
        entered: Vec<FuncId>,
    },
    Function(FuncId),
    /// One iteration, from the head to where it goes on, comes back to the head, or leaves.
    Loop {
        function: FuncId,
        head: LocId,
    },
}

#[derive(Clone, Debug)]
pub struct Region {
    pub kind: Kind,
    /// The smallest regions that this one lies in: one for a loop, all callers for a function.
    pub parents: Vec<RegionId>,
    /// The regions whose parent this is: loops and called functions, in the order in which control can come to them.
    pub children: Vec<RegionId>,
    /// The length of the longest way up to a whole program: greater than that of every parent.
    pub depth: u32,
    /// The properties of which this is the smallest region, in order.
    pub properties: Vec<PropId>,
    /// The calls in this region that are in no smaller one, in the order of the edges.
    pub calls: Vec<CallSite>,
    /// The function's number in its nesting tree.
    node: Option<(FuncId, u32)>,
}

/// A cycle that control enters in several places.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tangle {
    pub function: FuncId,
    /// The smallest region around it.
    pub within: RegionId,
    pub entries: Vec<LocId>,
    /// A loop that lies in it is there by its head.
    pub members: Vec<LocId>,
}

/// The regions of a program, and how they lie in each other. Whole programs come first, then functions that call each
/// other, then each function followed by its loops, from the outside.
pub struct Hierarchy {
    regions: Vec<Region>,
    roots: u32,
    /// By function, if it has a body.
    nestings: Vec<Option<Nesting>>,
    /// By function: the region of the first node of its nesting.
    first: Vec<Option<RegionId>>,
    smallest: BTreeMap<PropId, Vec<RegionId>>,
    tangles: Vec<Tangle>,
    /// The functions that can be called while they run.
    recursive: BTreeSet<FuncId>,
    /// Functions that nobody is seen to call, as regions: their parents are all whole programs.
    uncalled: BTreeSet<RegionId>,
}

impl Region {
    /// The function that it is a part of; none for functions that call each other.
    pub fn function(&self) -> Option<FuncId> {
        match self.kind {
            Kind::Program { runs, .. } => Some(runs),
            Kind::Function(function) | Kind::Loop { function, .. } => Some(function),
            Kind::Recursion { .. } => None,
        }
    }

    pub fn is_loop(&self) -> bool {
        matches!(self.kind, Kind::Loop { .. })
    }
}

impl std::ops::Index<RegionId> for Hierarchy {
    type Output = Region;
    fn index(&self, id: RegionId) -> &Region {
        &self.regions[id.0 as usize]
    }
}

impl Hierarchy {
    pub fn ids(&self) -> impl Iterator<Item = RegionId> + use<> {
        (0..self.regions.len() as u32).map(RegionId)
    }

    /// The whole programs, in the order of the entries.
    pub fn roots(&self) -> impl Iterator<Item = RegionId> + use<> {
        (0..self.roots).map(RegionId)
    }

    /// The region of all of a function; the whole program for a function of ours that runs one.
    pub fn function(&self, function: FuncId) -> Option<RegionId> {
        self.first[function.0 as usize]
    }

    /// The smallest region of a property in each function that asserts it: a property holds if it does in all of these.
    pub fn smallest(&self, property: PropId) -> &[RegionId] {
        self.smallest.get(&property).map_or(&[], Vec::as_slice)
    }

    /// The smallest region that has a location; none for one that is not reachable.
    pub fn innermost(&self, function: FuncId, loc: LocId) -> Option<RegionId> {
        let node = self.nestings[function.0 as usize].as_ref()?.innermost(loc)?;
        self.first[function.0 as usize].map(|first| RegionId(first.0 + node))
    }

    /// Where a region begins; none where there are no locations.
    pub fn head(&self, id: RegionId) -> Option<LocId> {
        self.nesting(id).map(|(nesting, node)| nesting.nodes[node as usize].head)
    }

    /// The locations of a region in its function, loops inside included. None for functions that call each other, and
    /// for a whole program that just runs one of the user's functions.
    pub fn locations(&self, id: RegionId) -> &[LocId] {
        self.nesting(id).map_or(&[], |(nesting, node)| nesting.locations(node))
    }

    /// The locations of a region that are in no loop inside it.
    pub fn own_locations(&self, id: RegionId) -> &[LocId] {
        self.nesting(id).map_or(&[], |(nesting, node)| nesting.own_locations(node))
    }

    /// The cycles that are no regions, in the order of the functions.
    pub fn tangles(&self) -> &[Tangle] {
        &self.tangles
    }

    /// Whether a function can be called, directly or not, while it runs.
    pub fn is_recursive(&self, function: FuncId) -> bool {
        self.recursive.contains(&function)
    }

    /// Whether nobody is seen to call this function, or any of these functions: its address is given away, or it runs
    /// outside of `main`.
    pub fn is_uncalled(&self, id: RegionId) -> bool {
        self.uncalled.contains(&id)
    }

    /// The functions that are called in a region, loops inside included, also those without a body.
    pub fn callees(&self, id: RegionId) -> BTreeSet<FuncId> {
        let mut found = BTreeSet::new();
        let mut work = vec![id];
        while let Some(at) = work.pop() {
            let region = &self[at];
            found.extend(region.calls.iter().flat_map(|site| site.callees.iter().copied()));
            work.extend(region.children.iter().filter(|child| self[**child].is_loop()));
        }
        found
    }

    /// Whether all calls that make a function, or functions that call each other, lie in a region go through pointers.
    pub fn is_through_pointer(&self, parent: RegionId, child: RegionId) -> bool {
        let called = |function: &FuncId| match &self[child].kind {
            Kind::Recursion { members, .. } => members.contains(function),
            Kind::Function(child) => child == function,
            Kind::Program { .. } | Kind::Loop { .. } => false,
        };
        let mut sites = self[parent].calls.iter().filter(|site| site.callees.iter().any(called)).peekable();
        sites.peek().is_some() && sites.all(|site| site.through_pointer)
    }

    fn nesting(&self, id: RegionId) -> Option<(&Nesting, u32)> {
        let (function, node) = self[id].node?;
        Some((self.nestings[function.0 as usize].as_ref()?, node))
    }
}
