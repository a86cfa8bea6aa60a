//! One function with all that it calls in it, as far as a condition tells calls apart.
//!
//! A function whose edges the condition mentions, or that calls such a function, is put in the place of every call of
//! it: what is covered may depend on who calls. All others stay functions. A call that cannot be replaced, because it
//! goes through a pointer or the function calls itself, is one that nothing is known about afterwards. So is the call
//! of a function with variables whose addresses are taken: in another function they would live on.

use crate::cfa::inline::{Inlining, inline};
use crate::cfa::visit;
use crate::cfa::{Callee, Cfa, EdgeId, FuncId, Op, Program, PropId};
use crate::condition::{Condition, Next, Place};
use petgraph::graph::DiGraph;
use std::collections::{BTreeMap, BTreeSet};

pub(super) struct Flat {
    pub(super) cfa: Cfa,
    /// By edge: the edge of the program that it is; none where arguments are passed.
    pub(super) origin: Vec<Option<Place>>,
    /// By edge: what a call does to the condition.
    pub(super) calls: BTreeMap<EdgeId, Called>,
    /// For each assertion that was copied, the one of the program.
    pub(super) original: BTreeMap<PropId, PropId>,
}

/// What is known of a call that stays one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Called {
    /// No edge of it is mentioned.
    Unmentioned,
    /// Some may be.
    Unknown,
}

/// Copies of functions more than this many edges long in all are not made: calls stay calls.
const MOST_EDGES: usize = 2_000_000;

/// Where functions were put into each other.
struct Instance {
    function: FuncId,
    inside: Option<usize>,
}

/// The entry of a program with its calls replaced; copied assertions are added to the program.
pub(super) fn flatten(
    program: &mut Program,
    entry: FuncId,
    mut cfa: Cfa,
    condition: &Condition,
    settled: &[Option<Next>],
) -> Flat {
    let wanted = wanted(program, condition, settled);
    let recursion = Recursion::new(program);
    let mut dies: BTreeMap<FuncId, bool> = BTreeMap::new();
    let mut origin: Vec<Option<Place>> = cfa.edge_ids().map(|edge| Some((entry, edge))).collect();
    let mut instances = vec![Instance { function: entry, inside: None }];
    let mut instance_of = vec![0; cfa.edges.len()];
    let (mut calls, mut original) = (BTreeMap::new(), BTreeMap::new());
    let mut at = 0;
    while at < cfa.edges.len() {
        let edge = EdgeId(at as u32);
        at += 1;
        let Op::Call { callee, .. } = &cfa[edge].op else { continue };
        let callee = match callee {
            Callee::Direct(callee) => *callee,
            Callee::Indirect(_) => {
                calls.insert(edge, if wanted.is_empty() { Called::Unmentioned } else { Called::Unknown });
                continue;
            }
            Callee::VaArg => continue,
        };
        if !wanted.contains(&callee) {
            // What is not defined has no edges.
            if program[callee].cfa().is_some() {
                calls.insert(edge, Called::Unmentioned);
            }
            continue;
        }
        let here = instance_of[edge.0 as usize];
        let mut around = std::iter::successors(Some(here), |instance| instances[*instance].inside);
        let mut near = around.by_ref().take_while(|instance| recursion.joins(instances[*instance].function, callee));
        let recursive = near.any(|instance| instances[instance].function == callee);
        let can_be_put = |body: &&Cfa| {
            let dies = *dies
                .entry(callee)
                .or_insert_with(|| !visit::addressed_locals(body).is_empty() || has_stack_memory(program, body));
            !recursive && !dies && cfa.edges.len() < MOST_EDGES
        };
        let Some(body) = program[callee].cfa().filter(can_be_put).cloned() else {
            calls.insert(edge, Called::Unknown);
            continue;
        };
        let first = program.properties.len() as u32;
        if !inline(&program.types, &mut cfa, edge, &body, &mut program.properties, Inlining::default()) {
            calls.insert(edge, Called::Unknown);
            continue;
        }
        // Behind what passes the arguments come the edges of the body, in their order.
        origin.resize(cfa.edges.len() - body.edges.len(), None);
        origin.extend(body.edge_ids().map(|edge| Some((callee, edge))));
        instances.push(Instance { function: callee, inside: Some(here) });
        instance_of.resize(cfa.edges.len(), instances.len() - 1);
        let asserted = body.edges.iter().filter_map(|edge| match &edge.op {
            Op::Assert { property, .. } => Some(*property),
            _ => None,
        });
        original.extend((first..).map(PropId).zip(asserted));
    }
    Flat { cfa, origin, calls, original }
}

/// Which functions call each other in circles.
struct Recursion {
    /// By function: the number of its circle.
    circle: Vec<u32>,
}

impl Recursion {
    fn new(program: &Program) -> Recursion {
        let mut graph: DiGraph<(), (), u32> = DiGraph::default();
        let nodes: Vec<_> = program.functions.iter().map(|_| graph.add_node(())).collect();
        for (function, from) in program.functions.iter().zip(&nodes) {
            for edge in function.cfa().into_iter().flat_map(|cfa| &cfa.edges) {
                if let Op::Call { callee: Callee::Direct(callee), .. } = &edge.op {
                    graph.add_edge(*from, nodes[callee.0 as usize], ());
                }
            }
        }
        let mut circle = vec![0; nodes.len()];
        for (number, functions) in (0..).zip(petgraph::algo::kosaraju_scc(&graph)) {
            functions.iter().for_each(|function| circle[function.index()] = number);
        }
        Recursion { circle }
    }

    /// Whether each of the two can come to be called by the other. What is called between two of a circle is in it.
    fn joins(&self, a: FuncId, b: FuncId) -> bool {
        self.circle[a.0 as usize] == self.circle[b.0 as usize]
    }
}

/// Whether a function asks for memory that is gone when it returns.
fn has_stack_memory(program: &Program, cfa: &Cfa) -> bool {
    cfa.edges.iter().any(|edge| match &edge.op {
        Op::Call { callee: Callee::Direct(callee), .. } => program[*callee].is_stack_allocation(),
        _ => false,
    })
}

/// The functions with edges that the condition mentions, and those that call them; all if the condition counts edges.
fn wanted(program: &Program, condition: &Condition, settled: &[Option<Next>]) -> BTreeSet<FuncId> {
    let all = (0..program.functions.len() as u32).map(FuncId).filter(|id| program[*id].cfa().is_some());
    if settled.contains(&None) {
        return all.collect();
    }
    let mentioned = condition.functions();
    // Somebody who calls through a pointer may call whatever is mentioned.
    let (mut callers, mut open): (BTreeMap<FuncId, Vec<FuncId>>, Vec<FuncId>) = Default::default();
    for id in all {
        for edge in program[id].cfa().into_iter().flat_map(|cfa| &cfa.edges) {
            match &edge.op {
                Op::Call { callee: Callee::Direct(callee), .. } => callers.entry(*callee).or_default().push(id),
                Op::Call { callee: Callee::Indirect(_), .. } if !mentioned.is_empty() => open.push(id),
                _ => {}
            }
        }
    }
    open.extend(mentioned);
    let mut wanted = BTreeSet::new();
    while let Some(id) = open.pop() {
        if wanted.insert(id) {
            open.extend(callers.get(&id).into_iter().flatten());
        }
    }
    wanted
}
