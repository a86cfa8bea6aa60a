//! Which locals get a new value where they are declared.
//!
//! All locals are printed at the top of their function, where they hold anything. A declaration that can be executed
//! again makes a new object, which holds anything again. That matters only where the old value could be read: where the
//! address is known, or some path reads before it writes. The first execution matters as well for what C has no
//! indeterminate values of: a `_Bool` that is neither 0 nor 1 is one to CBMC. Only through its address can a `_Bool` be
//! read as something else.

use super::statement::StatementPrinter;
use super::writer::Writer;
use crate::cfa::visit::{Visit, addressed_locals, visit_expr, visit_op, visit_place};
use crate::cfa::{Adjacency, Callee, Cause, Cfa, LocId, Op, Place, PlaceKind, Var};
use crate::ctype::{IntKind, LocalId, Type, Types};
use petgraph::graph::DiGraph;
use std::collections::{BTreeMap, BTreeSet};

/// The locals that are havocked where they are declared, and what they can hold then.
pub(super) fn renewed(types: &Types, cfa: &Cfa) -> BTreeMap<LocalId, Cause> {
    let mut result = BTreeMap::new();
    let outgoing = cfa.outgoing();
    let shared = addressed_locals(cfa);
    let circles = circles(cfa);
    for edge in &cfa.edges {
        let Op::Declare(local) = edge.op else { continue };
        let ty = cfa.locals[local.0 as usize].ty.ty;
        if result.contains_key(&local) || types[ty] == Type::VaList {
            continue;
        }
        let again = || circles[edge.to.0 as usize] == circles[edge.from.0 as usize];
        if shared.contains(&local) {
            if again() {
                result.insert(local, Cause::Content);
            }
        } else if (types[ty] == Type::Int(IntKind::Bool) || again()) && may_be_read(cfa, &outgoing, edge.to, local) {
            result.insert(local, Cause::Choice);
        }
    }
    result
}

/// By location: the number of the locations that can be come to from each other.
fn circles(cfa: &Cfa) -> Vec<u32> {
    let mut graph: DiGraph<(), (), u32> = DiGraph::default();
    let nodes: Vec<_> = (0..cfa.locations).map(|_| graph.add_node(())).collect();
    for edge in &cfa.edges {
        graph.add_edge(nodes[edge.from.0 as usize], nodes[edge.to.0 as usize], ());
    }
    let mut circle = vec![0; nodes.len()];
    for (number, locations) in (0..).zip(petgraph::algo::kosaraju_scc(&graph)) {
        locations.iter().for_each(|loc| circle[loc.index()] = number);
    }
    circle
}

/// After so many locations a local is taken for one that may be read: that costs a line in the text.
const MOST_LOCATIONS: usize = 2000;

/// Whether some path from a location reads a local before it writes all of it.
fn may_be_read(cfa: &Cfa, outgoing: &Adjacency, from: LocId, local: LocalId) -> bool {
    let mut seen = BTreeSet::from([from]);
    let mut work = vec![from];
    while let Some(loc) = work.pop() {
        if seen.len() > MOST_LOCATIONS {
            return true;
        }
        for edge in outgoing.of(loc).iter().map(|edge| &cfa[*edge]) {
            match access(&edge.op, local) {
                Access::Read => return true,
                Access::Written => {}
                Access::None if seen.insert(edge.to) => work.push(edge.to),
                Access::None => {}
            }
        }
    }
    false
}

impl StatementPrinter<'_> {
    /// For compilers: what the variable holds comes from another one, which is new each time.
    pub(super) fn renew(&self, out: &mut Writer<'_>, local: LocalId) {
        if !self.renewed.contains_key(&local) {
            return;
        }
        let ty = self.cfa.locals[local.0 as usize].ty;
        let target = self.exprs.place_text(&Place::local(local, ty));
        let new = format!("{target}_new");
        let types = &self.exprs.printer.types;
        let declared = types.declare_assignable(ty, &new);
        let copied = match types.types.element(ty.ty) {
            Some(_) => format!("__builtin_memcpy(&{target}, &{new}, sizeof({target}));"),
            None => format!("{target} = {new};"),
        };
        out.line(&format!("{{ {declared}; {copied} }}"));
    }
}

enum Access {
    Read,
    Written,
    None,
}

fn access(op: &Op, local: LocalId) -> Access {
    struct Mentions(LocalId, bool);
    impl Visit for Mentions {
        fn var(&mut self, var: Var) {
            self.1 |= var == Var::Local(self.0);
        }
    }
    let whole = |place: &Place| place.kind == PlaceKind::Var(Var::Local(local));
    let mut rest = Mentions(local, false);
    let written = match op {
        Op::Declare(declared) => *declared == local,
        Op::Assign { place, value } if whole(place) => {
            visit_expr(&mut rest, value);
            true
        }
        Op::Call { dst: Some(place), callee, args } if whole(place) => {
            if let Callee::Indirect(pointer) = callee {
                visit_expr(&mut rest, pointer);
            }
            args.iter().for_each(|arg| visit_expr(&mut rest, arg));
            true
        }
        Op::Havoc { places, objects, .. } => {
            places.iter().filter(|place| !whole(place)).for_each(|place| visit_place(&mut rest, place));
            objects.iter().for_each(|pointer| visit_expr(&mut rest, pointer));
            places.iter().any(whole)
        }
        _ => {
            visit_op(&mut rest, op);
            false
        }
    };
    match rest.1 {
        true => Access::Read,
        false if written => Access::Written,
        false => Access::None,
    }
}
