//! Which locals are read again before they are written: nothing need be known about the others.

use super::model::*;
use super::visit::{self, Visit};
use crate::ctype::LocalId;

/// By location, a set of locals.
pub struct Live {
    words: usize,
    bits: Vec<u64>,
}

impl Live {
    /// Locals that are pointed at are not told apart here: `always` says that they are read.
    pub fn of(cfa: &Cfa, always: impl Fn(LocalId) -> bool) -> Live {
        let words = cfa.locals.len().div_ceil(64);
        let mut live = Live { words, bits: vec![0; words * cfa.locations as usize] };
        for local in (0..cfa.locals.len()).filter(|local| always(LocalId(*local as u32))) {
            for at in 0..cfa.locations as usize {
                live.bits[at * words + local / 64] |= 1 << (local % 64);
            }
        }
        let incoming = cfa.incoming();
        let mut queue: Vec<LocId> = (0..cfa.locations).map(LocId).collect();
        let mut queued = vec![true; cfa.locations as usize];
        let mut reads = Reads(Vec::new());
        while let Some(loc) = queue.pop() {
            queued[loc.0 as usize] = false;
            for edge in incoming.of(loc).iter().map(|edge| &cfa[*edge]) {
                let mut before = live.of_location(loc).to_vec();
                if let Some(local) = written(&edge.op).filter(|local| !always(*local)) {
                    before[local.0 as usize / 64] &= !(1 << (local.0 % 64));
                }
                reads.0.clear();
                reads.op(&edge.op);
                for local in &reads.0 {
                    before[local.0 as usize / 64] |= 1 << (local.0 % 64);
                }
                let from = edge.from.0 as usize;
                let known = &mut live.bits[from * words..(from + 1) * words];
                let mut grown = false;
                for (known, new) in known.iter_mut().zip(before) {
                    grown |= new & !*known != 0;
                    *known |= new;
                }
                if grown && !std::mem::replace(&mut queued[from], true) {
                    queue.push(edge.from);
                }
            }
        }
        live
    }

    fn of_location(&self, loc: LocId) -> &[u64] {
        let at = loc.0 as usize * self.words;
        &self.bits[at..at + self.words]
    }

    pub fn contains(&self, loc: LocId, local: LocalId) -> bool {
        self.of_location(loc)[local.0 as usize / 64] >> (local.0 % 64) & 1 == 1
    }
}

/// The local that an operation gives a new value, whatever it was before.
fn written(op: &Op) -> Option<LocalId> {
    match op {
        Op::Assign { place, .. } | Op::Call { dst: Some(place), .. } => match place.kind {
            PlaceKind::Var(Var::Local(local)) => Some(local),
            _ => None,
        },
        Op::Declare(local) => Some(*local),
        _ => None,
    }
}

/// The locals that an operation looks at.
struct Reads(Vec<LocalId>);

impl Reads {
    fn op(&mut self, op: &Op) {
        match op {
            Op::Assign { place: Place { kind: PlaceKind::Var(_), .. }, value } => self.expr(value),
            Op::Call { dst: Some(Place { kind: PlaceKind::Var(_), .. }), callee, args } => {
                if let Callee::Indirect(pointer) = callee {
                    self.expr(pointer);
                }
                args.iter().for_each(|arg| self.expr(arg));
            }
            Op::Declare(_) => {}
            _ => visit::visit_op(self, op),
        }
    }
}

impl Visit for Reads {
    fn expr(&mut self, expr: &Expr) {
        if let ExprKind::Load(Place { kind: PlaceKind::Var(Var::Local(local)), .. }) = &expr.kind {
            self.0.push(*local);
            return;
        }
        visit::visit_expr(self, expr);
    }

    fn var(&mut self, var: Var) {
        if let Var::Local(local) = var {
            self.0.push(local);
        }
    }
}
