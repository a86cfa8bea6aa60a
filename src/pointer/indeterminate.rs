//! Which locals may be read before they are written.
//!
//! For a variable that is no memory of its own that is found by following all paths. One that is memory is written in
//! the straight code behind its declaration, every byte of it, or it counts as read before.

use crate::cfa::visit::{self, Visit};
use crate::cfa::{Cfa, Expr, ExprKind, LocId, Op, Place, PlaceKind, Program, Var};
use crate::ctype::{LocalId, Type};
use roaring::RoaringBitmap;
use std::collections::BTreeSet;

/// The locals that may hold something indeterminate where it matters to pointers.
pub(super) fn locals(program: &Program, cfa: &Cfa, is_register: impl Fn(LocalId) -> bool) -> BTreeSet<LocalId> {
    let pointer = |local: &LocalId| matches!(program.types[cfa.locals[local.0 as usize].ty.ty], Type::Pointer(_));
    let ids = (0..cfa.locals.len() as u32).map(LocalId).filter(|local| !cfa.params.contains(local));
    let registers = ids.filter(|local| is_register(*local) && pointer(local)).map(|local| local.0).collect();
    let mut memory = RoaringBitmap::new();
    let mut found = BTreeSet::new();
    let outgoing = cfa.outgoing();
    for edge in &cfa.edges {
        if let Op::Declare(local) = edge.op
            && !is_register(local)
        {
            memory.insert(local.0);
            if !is_initialised(program, cfa, &outgoing, edge.to, local) {
                found.insert(local);
            }
        }
    }
    found.extend(read_first(cfa, &registers, &memory));
    found
}

fn written(op: &Op) -> Option<LocalId> {
    match op {
        Op::Assign { place, .. } | Op::Call { dst: Some(place), .. } => match place.kind {
            PlaceKind::Var(Var::Local(local)) => Some(local),
            _ => None,
        },
        _ => None,
    }
}

/// The registers that some path reads before it writes them, and the memory that some path mentions before it is
/// declared.
fn read_first(cfa: &Cfa, registers: &RoaringBitmap, memory: &RoaringBitmap) -> BTreeSet<LocalId> {
    struct Reads<'s> {
        unwritten: &'s RoaringBitmap,
        memory: &'s RoaringBitmap,
        found: BTreeSet<LocalId>,
    }
    impl Visit for Reads<'_> {
        fn expr(&mut self, expr: &Expr) {
            if let ExprKind::Load(Place { kind: PlaceKind::Var(Var::Local(local)), .. }) = &expr.kind
                && self.unwritten.contains(local.0)
            {
                self.found.insert(*local);
            }
            visit::visit_expr(self, expr);
        }

        fn var(&mut self, var: Var) {
            if let Var::Local(local) = var
                && self.memory.contains(local.0)
                && self.unwritten.contains(local.0)
            {
                self.found.insert(local);
            }
        }
    }
    if registers.is_empty() && memory.is_empty() {
        return BTreeSet::new();
    }
    let outgoing = cfa.outgoing();
    let mut unwritten: Vec<Option<RoaringBitmap>> = vec![None; cfa.locations as usize];
    unwritten[cfa.entry.0 as usize] = Some(registers | memory);
    let mut queue = vec![cfa.entry];
    let mut found = BTreeSet::new();
    while let Some(location) = queue.pop() {
        let Some(before) = unwritten[location.0 as usize].clone() else { continue };
        for id in outgoing.of(location) {
            let edge = &cfa[*id];
            let mut after = before.clone();
            if !matches!(edge.op, Op::Declare(_)) {
                let mut reads = Reads { unwritten: &before, memory, found: BTreeSet::new() };
                visit::visit_op(&mut reads, &edge.op);
                found.extend(reads.found);
            }
            if let Some(local) = written(&edge.op).filter(|local| registers.contains(local.0)) {
                after.remove(local.0);
            }
            match &edge.op {
                Op::Declare(local) if registers.contains(local.0) => drop(after.insert(local.0)),
                Op::Declare(local) => drop(after.remove(local.0)),
                Op::Havoc { places, .. } => {
                    for place in places {
                        if let PlaceKind::Var(Var::Local(local)) = place.kind {
                            after.remove(local.0);
                        }
                    }
                }
                _ => {}
            }
            let known = &mut unwritten[edge.to.0 as usize];
            let grown = match known {
                None => true,
                Some(known) => !after.is_subset(known),
            };
            if grown {
                *known.get_or_insert_default() |= after;
                queue.push(edge.to);
            }
        }
    }
    found
}

/// Whether the straight code from here writes every byte of a variable before anything else is done with it.
fn is_initialised(program: &Program, cfa: &Cfa, outgoing: &crate::cfa::Adjacency, from: LocId, local: LocalId) -> bool {
    struct Mentions(LocalId, bool);
    impl Visit for Mentions {
        fn var(&mut self, var: Var) {
            self.1 |= var == Var::Local(self.0);
        }
    }
    let types = &program.types;
    let Some(size) = types.size_of(cfa.locals[local.0 as usize].ty.ty) else { return false };
    let mut missing: Vec<(u64, u64)> = vec![(0, size)];
    let mut at = from;
    for _ in 0..cfa.edges.len() {
        let [only] = outgoing.of(at) else { return false };
        let edge = &cfa[*only];
        match &edge.op {
            Op::Assign { place, value } => {
                let mut mentions = Mentions(local, false);
                mentions.expr(value);
                if mentions.1 {
                    return false;
                }
                if place.root() == Some(Var::Local(local)) {
                    let Some((start, len)) = range(program, place) else { return false };
                    missing = missing.iter().flat_map(|gap| without(*gap, (start, start + len))).collect();
                } else if place.root().is_none() {
                    // What is written there is something else: nobody has this one's address yet, but another loop.
                    return false;
                }
            }
            Op::Call { dst: Some(Place { kind: PlaceKind::Var(Var::Local(to)), .. }), args, .. } if *to == local => {
                let mut mentions = Mentions(local, false);
                args.iter().for_each(|arg| mentions.expr(arg));
                return !mentions.1;
            }
            Op::Call { .. } => return false,
            Op::Declare(other) if *other != local => {}
            Op::Skip => {}
            _ => return false,
        }
        if missing.is_empty() {
            return true;
        }
        at = edge.to;
    }
    false
}

/// Where a part of a variable is, in bytes, if that is known.
fn range(program: &Program, place: &Place) -> Option<(u64, u64)> {
    let types = &program.types;
    if place.bit_field(types).is_some() {
        return None;
    }
    let len = types.size_of(place.ty.ty)?;
    let start = match &place.kind {
        PlaceKind::Var(_) => 0,
        PlaceKind::Member(base, field) => {
            range(program, base)?.0 + types.fields(base.ty.ty)?.get(*field as usize)?.bit_offset / 8
        }
        PlaceKind::Index(base, index) => match index.kind {
            ExprKind::Int(value) => range(program, base)?.0 + u64::try_from(value).ok()?.checked_mul(len)?,
            _ => return None,
        },
        PlaceKind::Deref(_) => return None,
    };
    Some((start, len))
}

/// What is left of a gap.
fn without(gap: (u64, u64), taken: (u64, u64)) -> Vec<(u64, u64)> {
    let parts = [(gap.0, gap.1.min(taken.0)), (gap.0.max(taken.1), gap.1)];
    parts.into_iter().filter(|(start, end)| start < end).collect()
}
