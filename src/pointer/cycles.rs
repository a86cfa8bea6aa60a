//! Pointers that are stepped through memory in a loop.
//!
//! `p = p + 1` would give `p` one offset after the other. So where a local is assigned arithmetic on a local that is
//! computed from it in turn, directly or by way of copies, all steps are taken at once.

use super::offset::{Offset, gcd};
use crate::cfa::{BinaryOp, Cfa, Expr, ExprKind, Op, Place, PlaceKind, Program, Var};
use crate::ctype::{LocalId, Type};
use petgraph::graph::DiGraph;

/// Which locals are computed from each other.
pub(super) struct Cycles {
    /// By local: the number of its cycle.
    cycle: Vec<Option<u32>>,
}

/// The local that a pointer is computed from, by casts and arithmetic alone.
fn origin(expr: &Expr) -> Option<LocalId> {
    match &expr.kind {
        ExprKind::Load(Place { kind: PlaceKind::Var(Var::Local(local)), .. }) => Some(*local),
        ExprKind::Cast(inner) | ExprKind::Binary(BinaryOp::PtrAdd | BinaryOp::PtrSub, inner, _) => origin(inner),
        _ => None,
    }
}

fn whole(place: &Place) -> Option<LocalId> {
    match place.kind {
        PlaceKind::Var(Var::Local(local)) => Some(local),
        _ => None,
    }
}

pub(super) fn cycles(program: &Program, cfa: &Cfa) -> Cycles {
    let pointer = |local: LocalId| matches!(program.types[cfa.locals[local.0 as usize].ty.ty], Type::Pointer(_));
    let mut graph = DiGraph::<(), ()>::new();
    for _ in &cfa.locals {
        graph.add_node(());
    }
    for edge in &cfa.edges {
        if let Op::Assign { place, value } = &edge.op
            && let (Some(to), Some(from)) = (whole(place), origin(value))
            && pointer(to)
            && pointer(from)
        {
            graph.add_edge(from.0.into(), to.0.into(), ());
        }
    }
    let mut cycle = vec![None; cfa.locals.len()];
    for (number, members) in petgraph::algo::kosaraju_scc(&graph).into_iter().enumerate() {
        let around = members.len() > 1 || members.iter().any(|member| graph.contains_edge(*member, *member));
        members.iter().filter(|_| around).for_each(|member| cycle[member.index()] = Some(number as u32));
    }
    Cycles { cycle }
}

impl Cycles {
    /// Whether a local is assigned something that is computed from a local of the same cycle.
    pub(super) fn moves_around(&self, place: &Place, origin: &Expr) -> bool {
        let ExprKind::Load(Place { kind: PlaceKind::Var(Var::Local(from)), .. }) = origin.kind else { return false };
        let cycle = |local: LocalId| self.cycle.get(local.0 as usize).copied().flatten();
        whole(place).and_then(cycle).is_some_and(|number| cycle(from) == Some(number))
    }
}

/// All multiples of a step, or of several.
pub(super) fn widened(step: Offset) -> Offset {
    let (first, stride) = step.shape();
    let stride = gcd(first.unsigned_abs(), stride);
    match step.bounds().0 {
        Some(lowest) if lowest >= 0 => Offset::steps(0, stride, None),
        _ => Offset::class(0, stride),
    }
}
