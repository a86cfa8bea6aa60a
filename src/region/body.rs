//! What of the automaton a region runs, when it is started at its head (paper 004, section 2: the body of a cyclic
//! region).
//!
//! The body of a loop is one iteration. It has every edge that leaves one of its locations; what differs is where an
//! edge goes. An edge out of the loop ends the run, and so does one back to the head: the paper leaves the latter out,
//! but here an edge can be an assertion, or a call that contains some, so it is run and the run ends behind it. That is
//! enough: a path to anything in the loop ends with a path that starts when control was last at the head. Loops inside
//! stay loops.
//!
//! The body of a function, and of a whole program, is all of it.

use super::{Hierarchy, Kind, RegionId};
use crate::cfa::{Cfa, Edge, EdgeId, FuncId, LocId, Op, Program};
use std::collections::{BTreeMap, BTreeSet};

/// A region as a piece of its function.
#[derive(Clone, Debug)]
pub struct Body {
    pub function: FuncId,
    pub head: LocId,
    pub locations: Vec<LocId>,
    /// All edges that leave one of the locations, location by location.
    pub edges: Vec<(EdgeId, Goes)>,
}

/// Where an edge of a body goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Goes {
    /// On, inside the region.
    On,
    /// Back to the head: the iteration ends.
    Again,
    /// Out of the region.
    Out,
}

/// A body as an automaton of its own: it starts at the head, and returns nothing where the region ends.
#[derive(Clone, Debug)]
pub struct Cut {
    /// With all locals and parameters of the function, under the same numbers.
    pub cfa: Cfa,
    /// By edge: which one of the function it is; none for the return where the region ends.
    pub origin: Vec<Option<EdgeId>>,
}

impl Hierarchy {
    /// None for functions that call each other: that is the bodies of those that others call.
    pub fn body(&self, program: &Program, id: RegionId) -> Option<Body> {
        let region = &self[id];
        let (function, node) = match region.kind {
            Kind::Program { runs, .. } => (runs, 0),
            _ => region.node?,
        };
        let nesting = self.nestings[function.0 as usize].as_ref()?;
        let cfa = program[function].cfa()?;
        let (head, locations) = (nesting.nodes[node as usize].head, nesting.locations(node));
        let goes = |edge: EdgeId| match cfa[edge].to {
            to if region.is_loop() && to == head => Goes::Again,
            to if nesting.contains(node, to) => Goes::On,
            _ => Goes::Out,
        };
        let edges = locations.iter().flat_map(|loc| nesting.outgoing.of(*loc)).map(|edge| (*edge, goes(*edge)));
        Some(Body { function, head, locations: locations.to_vec(), edges: edges.collect() })
    }
}

impl Body {
    /// The edges that end a run.
    pub fn exits(&self) -> impl Iterator<Item = (EdgeId, Goes)> {
        self.edges.iter().copied().filter(|(_, goes)| *goes != Goes::On)
    }

    /// Ends the run where none of these edges can come any more: whatever happens behind the last of them, they are
    /// come to in the same states. Nothing changes where there is none of them at all.
    pub fn until(&mut self, cfa: &Cfa, is_wanted: impl Fn(EdgeId) -> bool) {
        let mut before: BTreeMap<LocId, Vec<LocId>> = BTreeMap::new();
        for (edge, _) in self.edges.iter().filter(|(_, goes)| *goes == Goes::On) {
            before.entry(cfa[*edge].to).or_default().push(cfa[*edge].from);
        }
        let wanted = self.edges.iter().filter(|(edge, _)| is_wanted(*edge));
        let mut work: Vec<LocId> = wanted.map(|(edge, _)| cfa[*edge].from).collect();
        let mut leading: BTreeSet<LocId> = BTreeSet::new();
        while let Some(loc) = work.pop() {
            if leading.insert(loc) {
                work.extend(before.get(&loc).into_iter().flatten());
            }
        }
        if !leading.contains(&self.head) {
            return;
        }
        self.locations.retain(|loc| leading.contains(loc));
        self.edges.retain(|(edge, _)| leading.contains(&cfa[*edge].from));
        for (edge, goes) in &mut self.edges {
            if *goes == Goes::On && !leading.contains(&cfa[*edge].to) {
                *goes = Goes::Out;
            }
        }
    }

    /// `cfa` is the function's.
    pub fn cut(&self, cfa: &Cfa) -> Cut {
        let end = self.locations.len() as u32;
        let returns = self.exits().next().is_some();
        let mut number = vec![end; cfa.locations as usize];
        for (new, loc) in (0..).zip(&self.locations) {
            number[loc.0 as usize] = new;
        }
        // The exit of the function is one of its locations only if control gets there.
        let exit = match number[cfa.exit.0 as usize] {
            at if at == end => LocId(end + u32::from(returns)),
            at => LocId(at),
        };
        let mut edges = Vec::with_capacity(self.edges.len() + 1);
        let mut origin = Vec::with_capacity(self.edges.len() + 1);
        for &(id, goes) in &self.edges {
            let edge = &cfa[id];
            let to = if goes == Goes::On { number[edge.to.0 as usize] } else { end };
            edges.push(Edge { from: LocId(number[edge.from.0 as usize]), to: LocId(to), ..edge.clone() });
            origin.push(Some(id));
        }
        if let (true, Some(last)) = (returns, edges.last()) {
            edges.push(Edge { from: LocId(end), to: exit, op: Op::Return(None), span: last.span });
            origin.push(None);
        }
        let entry = LocId(number[self.head.0 as usize]);
        let locations = end + u32::from(returns) + u32::from(exit.0 >= end);
        let inside = |(loc, _): &&(LocId, String)| number[loc.0 as usize] != end;
        let mut labels: Vec<(LocId, String)> =
            cfa.labels.iter().filter(inside).map(|(loc, name)| (LocId(number[loc.0 as usize]), name.clone())).collect();
        labels.sort();
        let (params, locals) = (cfa.params.clone(), cfa.locals.clone());
        Cut { cfa: Cfa { params, locals, locations, entry, exit, edges, labels, unordered: 0 }, origin }
    }
}
