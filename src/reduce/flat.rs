//! One function with all that it calls in it, as far as a condition tells calls apart.
//!
//! A function whose edges the condition mentions, or that calls such a function, is put in the place of every call of
//! it: what is covered may depend on who calls. All others stay functions. A call that cannot be replaced, because it
//! goes through a pointer or the function calls itself, is one that nothing is known about afterwards. So is the call
//! of a function with a variable that pointers may outlive: in another function it would live on, and a use of it that
//! is an error in the program would be none. Where only the function itself and what it calls have such pointers, none
//! is left when it returns, and nobody can tell. Each time its variables are new.

use crate::cfa::inline::{Inlining, inline};
use crate::cfa::visit;
use crate::cfa::{Callee, Cfa, Edge, EdgeId, FuncId, Live, Op, Program, PropId};
use crate::condition::{Condition, Next, Place};
use crate::ctype::LocalId;
use crate::pointer::{ObjectKind, Offset, Pointers, Target};
use petgraph::graph::DiGraph;
use std::collections::{BTreeMap, BTreeSet};

pub(crate) struct Flat {
    pub(crate) cfa: Cfa,
    /// By edge: the edge of the program that it is; none where arguments are passed.
    pub(crate) origin: Vec<Option<Place>>,
    /// By edge: what a call does to the condition.
    pub(crate) calls: BTreeMap<EdgeId, Called>,
    /// For each assertion that was copied, the one of the program.
    pub(crate) original: BTreeMap<PropId, PropId>,
    /// By edge: the first variable of the call that it is in; the others of that call follow.
    pub(crate) first_local: Vec<u32>,
}

/// What is known of a call that stays one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Called {
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
    first_local: u32,
}

/// The entry of a program with calls of these functions replaced; copied assertions are added to the program.
pub(crate) fn flatten(program: &mut Program, entry: FuncId, mut cfa: Cfa, wanted: &BTreeSet<FuncId>) -> Flat {
    let recursion = Recursion::new(program);
    let mut bodies: BTreeMap<FuncId, Option<Cfa>> = BTreeMap::new();
    let mut outlived: Option<BTreeSet<FuncId>> = None;
    let mut origin: Vec<Option<Place>> = cfa.edge_ids().map(|edge| Some((entry, edge))).collect();
    let mut instances = vec![Instance { function: entry, inside: None, first_local: 0 }];
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
        let body = bodies.entry(callee).or_insert_with(|| {
            let body = program[callee].cfa().filter(|body| !has_stack_memory(program, body))?;
            let addressed = visit::addressed_locals(body);
            if !addressed.is_empty() {
                let outlived = outlived.get_or_insert_with(|| outlives(program));
                if outlived.contains(&callee) || recursion.is_in_circle(callee) {
                    return None;
                }
            }
            Some(with_new_locals(body, &addressed))
        });
        let Some(body) = body.as_ref().filter(|_| !recursive && cfa.edges.len() < MOST_EDGES) else {
            calls.insert(edge, Called::Unknown);
            continue;
        };
        let (first, first_local) = (program.properties.len() as u32, cfa.locals.len() as u32);
        if !inline(&program.types, &mut cfa, edge, body, &mut program.properties, Inlining::default()) {
            calls.insert(edge, Called::Unknown);
            continue;
        }
        // Behind what passes the arguments come the edges of the body, in their order.
        origin.resize(cfa.edges.len() - body.edges.len(), None);
        let own = program[callee].cfa().map_or(0, |cfa| cfa.edges.len());
        origin.extend(body.edge_ids().map(|edge| ((edge.0 as usize) < own).then_some((callee, edge))));
        instances.push(Instance { function: callee, inside: Some(here), first_local });
        instance_of.resize(cfa.edges.len(), instances.len() - 1);
        let asserted = body.edges.iter().filter_map(|edge| match &edge.op {
            Op::Assert { property, .. } => Some(*property),
            _ => None,
        });
        original.extend((first..).map(PropId).zip(asserted));
    }
    let first_local = instance_of.iter().map(|instance| instances[*instance].first_local).collect();
    Flat { cfa, origin, calls, original, first_local }
}

/// Which functions call each other in circles.
struct Recursion {
    /// By function: the number of its circle.
    circle: Vec<u32>,
    /// By function: whether it can come to be called by itself.
    is_in: Vec<bool>,
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
        let (mut circle, mut is_in) = (vec![0; nodes.len()], vec![false; nodes.len()]);
        for (number, functions) in (0..).zip(petgraph::algo::kosaraju_scc(&graph)) {
            let around = functions.len() > 1 || graph.contains_edge(functions[0], functions[0]);
            for function in functions {
                circle[function.index()] = number;
                is_in[function.index()] = around;
            }
        }
        Recursion { circle, is_in }
    }

    fn is_in_circle(&self, function: FuncId) -> bool {
        self.is_in[function.0 as usize]
    }

    /// Whether each of the two can come to be called by the other. What is called between two of a circle is in it.
    fn joins(&self, a: FuncId, b: FuncId) -> bool {
        self.circle[a.0 as usize] == self.circle[b.0 as usize]
    }
}

/// The functions with locals that pointers may outlive: something points to them that is neither theirs nor of a
/// function that they call.
fn outlives(program: &Program) -> BTreeSet<FuncId> {
    let pointers = Pointers::of(program);
    let mut found = BTreeSet::new();
    let mut holders: BTreeMap<FuncId, BTreeSet<FuncId>> = BTreeMap::new();
    for (id, object) in pointers.objects() {
        let owner = match object.kind {
            ObjectKind::Local(owner, _) => Some(owner),
            _ => None,
        };
        found.extend(owner.filter(|_| pointers.is_escaped(id)));
        for target in pointers.contents(Target { object: id, offset: Offset::Any }, 1) {
            let ObjectKind::Local(function, _) = pointers.object(target.object).kind else { continue };
            match owner {
                Some(owner) if owner == function => {}
                Some(owner) => _ = holders.entry(function).or_default().insert(owner),
                None => _ = found.insert(function),
            }
        }
    }
    for (function, owners) in holders {
        let edges = program[function].cfa().into_iter().flat_map(Cfa::edge_ids);
        if !owners.is_subset(&pointers.called(function, edges)) {
            found.insert(function);
        }
    }
    found
}

/// A function that begins with new variables wherever its own declarations might not make them new in time. These edges
/// come behind all others.
fn with_new_locals(body: &Cfa, addressed: &BTreeSet<LocalId>) -> Cfa {
    let mut made = body.clone();
    let live = Live::of(body, |local| addressed.contains(&local));
    let locals = (0..body.locals.len() as u32).map(LocalId).filter(|local| !body.params.contains(local));
    for local in locals.filter(|local| live.contains(body.entry, *local)) {
        let (from, to) = (made.new_location(), made.entry);
        made.entry = from;
        let span = body.locals[local.0 as usize].span;
        made.edges.push(Edge { from, to, op: Op::Declare(local), span });
    }
    made
}

/// Whether a function asks for memory that is gone when it returns.
fn has_stack_memory(program: &Program, cfa: &Cfa) -> bool {
    cfa.edges.iter().any(|edge| match &edge.op {
        Op::Call { callee: Callee::Direct(callee), .. } => program[*callee].is_stack_allocation(),
        _ => false,
    })
}

/// The functions that have a body.
pub(crate) fn defined(program: &Program) -> BTreeSet<FuncId> {
    (0..program.functions.len() as u32).map(FuncId).filter(|id| program[*id].cfa().is_some()).collect()
}

/// The functions with edges that the condition mentions, and those that call them; all if the condition counts edges.
pub(super) fn wanted(program: &Program, condition: &Condition, settled: &[Option<Next>]) -> BTreeSet<FuncId> {
    let all = defined(program);
    if settled.contains(&None) {
        return all;
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
