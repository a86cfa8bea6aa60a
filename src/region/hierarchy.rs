//! Puts the nesting trees of all functions together.

use super::calls::Calls;
use super::nesting::Nesting;
use super::{CallSite, Hierarchy, Kind, Region, RegionId, Tangle};
use crate::cfa::{FuncId, Op, Program, PropId};
use petgraph::algo::kosaraju_scc;
use petgraph::graph::DiGraph;
use rayon::prelude::*;
use std::collections::{BTreeMap, BTreeSet};

impl Hierarchy {
    /// `entries` has for each entry of the program the user's function; the same where there is no function of ours.
    pub fn new(program: &Program, calls: &Calls, entries: &BTreeMap<FuncId, FuncId>) -> Hierarchy {
        let nestings: Vec<Option<Nesting>> =
            program.functions.par_iter().map(|function| function.cfa().map(Nesting::new)).collect();
        let mut builder = Builder::new(program, calls, nestings);
        builder.roots(entries);
        builder.functions();
        builder.properties();
        builder.calls();
        builder.finish()
    }
}

struct Builder<'a> {
    program: &'a Program,
    calls: &'a Calls,
    /// Functions that call each other, two at least, by their least.
    cycles: BTreeMap<FuncId, Vec<FuncId>>,
    /// By function: the least of those that it calls and that call it.
    cycle: Vec<FuncId>,
    /// By the least of its members.
    cycle_region: BTreeMap<FuncId, RegionId>,
    links: BTreeSet<(RegionId, RegionId)>,
    hierarchy: Hierarchy,
}

impl<'a> Builder<'a> {
    fn new(program: &'a Program, calls: &'a Calls, nestings: Vec<Option<Nesting>>) -> Builder<'a> {
        let count = program.functions.len();
        let (cycle, recursive) = cycles(program, calls);
        let mut members: BTreeMap<FuncId, Vec<FuncId>> = BTreeMap::new();
        for (index, least) in cycle.iter().enumerate() {
            members.entry(*least).or_default().push(FuncId(index as u32));
        }
        members.retain(|_, members| members.len() > 1);
        let hierarchy = Hierarchy {
            regions: Vec::new(),
            roots: 0,
            nestings,
            first: vec![None; count],
            smallest: BTreeMap::new(),
            tangles: Vec::new(),
            recursive,
            uncalled: BTreeSet::new(),
        };
        let (cycle_region, links) = (BTreeMap::new(), BTreeSet::new());
        Builder { program, calls, cycles: members, cycle, cycle_region, links, hierarchy }
    }

    fn push(&mut self, kind: Kind, node: Option<(FuncId, u32)>) -> RegionId {
        let (parents, children, properties, calls) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
        self.hierarchy.regions.push(Region { kind, parents, children, depth: 0, properties, calls, node });
        RegionId(self.hierarchy.regions.len() as u32 - 1)
    }

    fn link(&mut self, parent: RegionId, child: RegionId) {
        if self.links.insert((parent, child)) {
            self.hierarchy.regions[parent.0 as usize].children.push(child);
            self.hierarchy.regions[child.0 as usize].parents.push(parent);
        }
    }

    /// A function of ours that runs a program has no regions of its own; its loops would need places of their own.
    fn roots(&mut self, entries: &BTreeMap<FuncId, FuncId>) {
        for runs in &self.program.entries {
            let entry = *entries.get(runs).unwrap_or(runs);
            let ours = entry != *runs && self.hierarchy.nestings[runs.0 as usize].as_ref().is_some_and(is_straight);
            let id = self.push(Kind::Program { entry, runs: *runs }, ours.then_some((*runs, 0)));
            if ours {
                self.hierarchy.first[runs.0 as usize] = Some(id);
            }
            self.hierarchy.roots += 1;
        }
    }

    fn functions(&mut self) {
        for (least, members) in self.cycles.clone() {
            let id = self.push(Kind::Recursion { members, entered: Vec::new() }, None);
            self.cycle_region.insert(least, id);
        }
        for index in 0..self.program.functions.len() {
            let function = FuncId(index as u32);
            let Some(nesting) = &self.hierarchy.nestings[index] else { continue };
            if self.hierarchy.first[index].is_some() {
                continue;
            }
            let nodes: Vec<_> = nesting.nodes.iter().map(|node| (node.head, node.parent)).collect();
            for (node, (head, parent)) in (0..).zip(nodes) {
                let kind = if parent.is_some() { Kind::Loop { function, head } } else { Kind::Function(function) };
                let id = self.push(kind, Some((function, node)));
                self.hierarchy.first[index].get_or_insert(id);
            }
            if let Some(cycle) = self.cycle_region.get(&self.cycle[index]).copied()
                && let Some(first) = self.hierarchy.first[index]
            {
                self.link(cycle, first);
            }
        }
        for index in 0..self.program.functions.len() {
            let (Some(nesting), Some(first)) = (&self.hierarchy.nestings[index], self.hierarchy.first[index]) else {
                continue;
            };
            let tangle = |component: &super::nesting::Component| Tangle {
                function: FuncId(index as u32),
                within: RegionId(first.0 + component.node),
                entries: component.entries.clone(),
                members: component.members.clone(),
            };
            let tangles: Vec<Tangle> = nesting.components.iter().map(tangle).collect();
            self.hierarchy.tangles.extend(tangles);
        }
    }

    /// For each function the smallest region that has all assertions of a property.
    fn properties(&mut self) {
        let mut nodes: BTreeMap<(PropId, FuncId), u32> = BTreeMap::new();
        for (index, function) in self.program.functions.iter().enumerate() {
            let (Some(cfa), Some(nesting)) = (function.cfa(), &self.hierarchy.nestings[index]) else { continue };
            for edge in &cfa.edges {
                if let (Op::Assert { property, .. }, Some(node)) = (&edge.op, nesting.innermost(edge.from)) {
                    let smallest = nodes.entry((*property, FuncId(index as u32))).or_insert(node);
                    *smallest = nesting.common(*smallest, node);
                }
            }
        }
        for ((property, function), node) in nodes {
            let Some(first) = self.hierarchy.first[function.0 as usize] else { continue };
            let id = RegionId(first.0 + node);
            self.hierarchy.regions[id.0 as usize].properties.push(property);
            self.hierarchy.smallest.entry(property).or_default().push(id);
        }
    }

    /// Children in the order in which control can come to them: loops by their heads, functions by calls.
    fn calls(&mut self) {
        for id in self.hierarchy.roots() {
            let Kind::Program { runs, .. } = self.hierarchy[id].kind else { continue };
            if self.hierarchy.first[runs.0 as usize] != Some(id) {
                self.called(id, None, runs);
            }
        }
        for index in 0..self.program.functions.len() {
            let (caller, Some(first)) = (FuncId(index as u32), self.hierarchy.first[index]) else { continue };
            for (parent, step) in self.steps(caller) {
                let parent = RegionId(first.0 + parent);
                match step {
                    Step::Loop(node) => self.link(parent, RegionId(first.0 + node)),
                    Step::Call(site) => {
                        site.callees.iter().for_each(|callee| self.called(parent, Some(caller), *callee));
                        self.hierarchy.regions[parent.0 as usize].calls.push(site);
                    }
                }
            }
        }
        self.hierarchy.regions.iter_mut().for_each(|region| region.calls.sort_by_key(|site| site.edge));
    }

    /// The loops and calls of a function, each with the node that it is in.
    fn steps(&self, function: FuncId) -> Vec<(u32, Step)> {
        let Some(nesting) = &self.hierarchy.nestings[function.0 as usize] else { return Vec::new() };
        let sites = self.calls.of(function);
        let mut steps = Vec::new();
        for &loc in &nesting.order {
            let Some(node) = nesting.innermost(loc) else { continue };
            let inner = &nesting.nodes[node as usize];
            if let (true, Some(parent)) = (inner.head == loc, inner.parent) {
                steps.push((parent, Step::Loop(node)));
            }
            for edge in nesting.outgoing.of(loc) {
                if let Ok(at) = sites.binary_search_by_key(edge, |site| site.edge) {
                    steps.push((node, Step::Call(sites[at].clone())));
                }
            }
        }
        steps
    }

    /// A call within functions that call each other leads nowhere up.
    fn called(&mut self, parent: RegionId, caller: Option<FuncId>, callee: FuncId) {
        let (Some(function), least) = (self.hierarchy.first[callee.0 as usize], self.cycle[callee.0 as usize]) else {
            return;
        };
        if caller.is_some_and(|caller| self.cycle[caller.0 as usize] == least) {
            return;
        }
        let Some(cycle) = self.cycle_region.get(&least).copied() else { return self.link(parent, function) };
        if let Kind::Recursion { entered, .. } = &mut self.hierarchy.regions[cycle.0 as usize].kind {
            entered.push(callee);
        }
        self.link(parent, cycle);
    }

    fn finish(mut self) -> Hierarchy {
        let orphans: Vec<RegionId> =
            self.hierarchy.ids().skip(self.hierarchy.roots as usize).filter(|id| self.is_orphan(*id)).collect();
        for &orphan in &orphans {
            self.hierarchy.roots().for_each(|root| self.link(root, orphan));
        }
        for region in &mut self.hierarchy.regions {
            region.parents.sort_unstable();
            if let Kind::Recursion { members, entered } = &mut region.kind {
                entered.sort_unstable();
                entered.dedup();
                if entered.is_empty() {
                    entered.clone_from(members);
                }
            }
        }
        self.hierarchy.uncalled = orphans.into_iter().collect();
        set_depths(&mut self.hierarchy.regions);
        self.hierarchy
    }

    fn is_orphan(&self, id: RegionId) -> bool {
        self.hierarchy[id].parents.is_empty()
    }
}

enum Step {
    Loop(u32),
    Call(CallSite),
}

fn is_straight(nesting: &Nesting) -> bool {
    nesting.nodes.len() == 1
}

/// By function the least of those that it calls and that call it, and which functions can be called while they run.
fn cycles(program: &Program, calls: &Calls) -> (Vec<FuncId>, BTreeSet<FuncId>) {
    let count = program.functions.len();
    let mut graph: DiGraph<(), ()> = DiGraph::new();
    (0..count).for_each(|_| _ = graph.add_node(()));
    let mut recursive = BTreeSet::new();
    for caller in (0..count as u32).map(FuncId) {
        let callees: BTreeSet<FuncId> = calls.of(caller).iter().flat_map(|site| site.callees.iter().copied()).collect();
        if callees.contains(&caller) {
            recursive.insert(caller);
        }
        for callee in callees.into_iter().filter(|callee| program[*callee].cfa().is_some()) {
            graph.add_edge(caller.0.into(), callee.0.into(), ());
        }
    }
    let mut least: Vec<FuncId> = (0..count as u32).map(FuncId).collect();
    for component in kosaraju_scc(&graph) {
        let first = component.iter().map(|node| node.index() as u32).min().unwrap_or(0);
        for node in &component {
            least[node.index()] = FuncId(first);
            if component.len() > 1 {
                recursive.insert(FuncId(node.index() as u32));
            }
        }
    }
    (least, recursive)
}

/// The longest ways up; regions are taken when all their parents have been.
fn set_depths(regions: &mut [Region]) {
    let mut waiting: Vec<usize> = regions.iter().map(|region| region.parents.len()).collect();
    let mut work: Vec<usize> = (0..regions.len()).filter(|at| waiting[*at] == 0).collect();
    while let Some(at) = work.pop() {
        let below = regions[at].depth + 1;
        for child in regions[at].children.clone() {
            let child = child.0 as usize;
            regions[child].depth = regions[child].depth.max(below);
            waiting[child] -= 1;
            if waiting[child] == 0 {
                work.push(child);
            }
        }
    }
    debug_assert!(waiting.iter().all(|parents| *parents == 0), "regions lie in each other");
}
