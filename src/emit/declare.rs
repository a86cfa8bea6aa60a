//! Which locals get a new value where they are declared.
//!
//! All locals are printed at the top of their function, where they hold anything. A declaration that can be executed
//! again makes a new object, which holds anything again. That matters only where the old value could be read: where the
//! address is known, or some path reads before it writes. The first execution matters as well for what C has no
//! indeterminate values of: a `_Bool` that is neither 0 nor 1 is one to CBMC. Only through its address can a `_Bool` be
//! read as something else.

use crate::cfa::visit::{Visit, addressed_locals, visit_expr, visit_op, visit_place};
use crate::cfa::{Adjacency, Callee, Cause, Cfa, LocId, Op, Place, PlaceKind, Var};
use crate::ctype::{IntKind, LocalId, Type, Types};
use std::collections::{BTreeMap, BTreeSet};

/// The locals that are havocked where they are declared, and what they can hold then.
pub(super) fn renewed(types: &Types, cfa: &Cfa) -> BTreeMap<LocalId, Cause> {
    let mut result = BTreeMap::new();
    let outgoing = cfa.outgoing();
    let shared = addressed_locals(cfa);
    for edge in &cfa.edges {
        let Op::Declare(local) = edge.op else { continue };
        let ty = cfa.locals[local.0 as usize].ty.ty;
        if result.contains_key(&local) || types[ty] == Type::VaList {
            continue;
        }
        let again = || reaches(cfa, &outgoing, edge.to, edge.from);
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

/// Whether there is a path from one location to another.
fn reaches(cfa: &Cfa, outgoing: &Adjacency, from: LocId, to: LocId) -> bool {
    let mut seen = BTreeSet::from([from]);
    let mut work = vec![from];
    while let Some(loc) = work.pop() {
        if loc == to {
            return true;
        }
        work.extend(outgoing.of(loc).iter().map(|edge| cfa[*edge].to).filter(|next| seen.insert(*next)));
    }
    false
}

/// Whether some path from a location reads a local before it writes all of it.
fn may_be_read(cfa: &Cfa, outgoing: &Adjacency, from: LocId, local: LocalId) -> bool {
    let mut seen = BTreeSet::from([from]);
    let mut work = vec![from];
    while let Some(loc) = work.pop() {
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
