//! Which variables exist at most once at a time.
//!
//! A local of a function that may be called while it runs can have many instances. So has one whose address is taken
//! and that is declared anew in a loop: pointers to those of earlier rounds may still be around.

use super::Pointers;
use super::objects::ObjectKind;
use crate::cfa::{Cfa, FuncId, Op};
use petgraph::graph::DiGraph;
use std::collections::BTreeSet;

pub(super) fn mark(pointers: &mut Pointers) {
    let program = pointers.program;
    let recursive = recursive(pointers);
    for (index, function) in program.functions.iter().enumerate() {
        let Some(cfa) = function.cfa() else { continue };
        let function = FuncId(index as u32);
        let looped = looped(cfa);
        for local in (0..cfa.locals.len() as u32).map(crate::ctype::LocalId) {
            let object = &mut pointers.objects[pointers.ids.local(function, local).index()];
            object.single = !(recursive.contains(&function) || object.addressed && looped.contains(&local));
        }
    }
    for object in &mut pointers.objects {
        let allocated = matches!(object.kind, ObjectKind::Heap(_) | ObjectKind::Stack(_) | ObjectKind::Outside);
        object.single &= !allocated;
    }
}

/// The functions that may be called while they run.
fn recursive(pointers: &Pointers) -> BTreeSet<FuncId> {
    let program = pointers.program;
    let mut graph = DiGraph::<(), ()>::new();
    for _ in &program.functions {
        graph.add_node(());
    }
    // One more for whatever is outside, which calls what it knows.
    let outside = graph.add_node(());
    for function in &pointers.escaped_functions {
        graph.add_edge(outside, function.0.into(), ());
    }
    for (index, function) in program.functions.iter().enumerate() {
        if function.cfa().is_none() && super::library::behaviour(&function.name).is_none() {
            graph.add_edge((index as u32).into(), outside, ());
        }
        for edge in function.cfa().into_iter().flat_map(|cfa| cfa.edge_ids()) {
            let callees = pointers.callees(FuncId(index as u32), edge);
            for callee in callees.functions {
                graph.add_edge((index as u32).into(), callee.0.into(), ());
            }
            if callees.outside {
                graph.add_edge((index as u32).into(), outside, ());
            }
        }
    }
    let mut found = BTreeSet::new();
    for members in petgraph::algo::kosaraju_scc(&graph) {
        let around = members.len() > 1 || members.iter().any(|member| graph.contains_edge(*member, *member));
        let functions = members.iter().filter(|member| around && **member != outside);
        found.extend(functions.map(|member| FuncId(member.index() as u32)));
    }
    found
}

/// The locals that are declared in a loop.
fn looped(cfa: &Cfa) -> BTreeSet<crate::ctype::LocalId> {
    let mut graph = DiGraph::<(), ()>::new();
    for _ in 0..cfa.locations {
        graph.add_node(());
    }
    for edge in &cfa.edges {
        graph.add_edge(edge.from.0.into(), edge.to.0.into(), ());
    }
    let mut component = vec![0; cfa.locations as usize];
    for (number, members) in petgraph::algo::kosaraju_scc(&graph).into_iter().enumerate() {
        members.into_iter().for_each(|member| component[member.index()] = number);
    }
    let inside = |edge: &&crate::cfa::Edge| component[edge.from.0 as usize] == component[edge.to.0 as usize];
    let declared = cfa.edges.iter().filter(inside).filter_map(|edge| match edge.op {
        Op::Declare(local) => Some(local),
        _ => None,
    });
    declared.collect()
}
