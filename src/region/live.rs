//! Which variables a piece of a function may read before it writes them.

use crate::cfa::visit::{Visit, addressed_locals, visit_op};
use crate::cfa::{Cfa, LocId, Op, Place, PlaceKind, Var};
use crate::ctype::LocalId;
use roaring::RoaringBitmap;
use std::collections::BTreeSet;

/// The locals that may be read, from the entry on, before they are written as a whole. Those whose address is taken are
/// among them wherever they are mentioned: others may read them.
pub(super) fn at_entry(cfa: &Cfa) -> BTreeSet<LocalId> {
    let addressed: RoaringBitmap = addressed_locals(cfa).into_iter().map(|local| local.0).collect();
    let incoming = cfa.incoming();
    let mut live: Vec<RoaringBitmap> = vec![RoaringBitmap::new(); cfa.locations as usize];
    let mut work: BTreeSet<LocId> = (0..cfa.locations).map(LocId).collect();
    while let Some(loc) = work.pop_last() {
        for edge in incoming.of(loc) {
            let edge = &cfa[*edge];
            let mut before = live[loc.0 as usize].clone();
            if let Some(local) = written(&edge.op).filter(|local| !addressed.contains(local.0)) {
                before.remove(local.0);
            }
            let mut reads = Reads(RoaringBitmap::new());
            reads.op(&edge.op);
            before |= reads.0;
            let known = &mut live[edge.from.0 as usize];
            if !before.is_subset(known) {
                *known |= before;
                work.insert(edge.from);
            }
        }
    }
    live[cfa.entry.0 as usize].iter().map(LocalId).collect()
}

/// The variable that an operation gives a value as a whole.
fn written(op: &Op) -> Option<LocalId> {
    let whole = |place: &Place| match place.kind {
        PlaceKind::Var(Var::Local(local)) => Some(local),
        _ => None,
    };
    match op {
        Op::Assign { place, .. } => whole(place),
        Op::Call { dst, .. } => dst.as_ref().and_then(whole),
        Op::Declare(local) => Some(*local),
        _ => None,
    }
}

/// What an operation reads, or mentions in part.
struct Reads(RoaringBitmap);

impl Reads {
    fn op(&mut self, op: &Op) {
        match op {
            Op::Assign { place, value } => {
                self.target(place);
                self.expr(value);
            }
            Op::Call { dst: Some(dst), callee, args } => {
                self.target(dst);
                visit_op(self, &Op::Call { dst: None, callee: callee.clone(), args: args.clone() });
            }
            Op::Declare(_) => {}
            _ => visit_op(self, op),
        }
    }

    /// Writing a variable is no reading, unless something of the old value stays.
    fn target(&mut self, place: &Place) {
        if !matches!(place.kind, PlaceKind::Var(_)) {
            self.place(place);
        }
    }
}

impl Visit for Reads {
    fn var(&mut self, var: Var) {
        if let Var::Local(local) = var {
            self.0.insert(local.0);
        }
    }
}
