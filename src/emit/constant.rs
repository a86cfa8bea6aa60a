//! Which locals of a function get their values from constants alone, as far as a look at all assignments tells.
//!
//! This is a guess about what a verifier computes while it reads: an assignment may lie on a branch that is not always
//! taken, and a local may be read before it is assigned. Nothing that is proved may depend on it.

use crate::cfa::{Cfa, Expr, ExprKind, Op, Place, PlaceKind, Var};

/// By the numbers of the locals.
pub(super) fn constants(cfa: &Cfa) -> Vec<bool> {
    let mut assigned = vec![false; cfa.locals.len()];
    let mut arbitrary = vec![false; cfa.locals.len()];
    for edge in &cfa.edges {
        match &edge.op {
            Op::Assign { place, .. } => set(&mut assigned, place),
            Op::Call { dst, .. } => dst.iter().for_each(|place| set(&mut arbitrary, place)),
            Op::Havoc { places, .. } => places.iter().for_each(|place| set(&mut arbitrary, place)),
            _ => {}
        }
    }
    let mut constant: Vec<bool> = assigned.iter().zip(&arbitrary).map(|(assigned, any)| *assigned && !any).collect();
    cfa.params.iter().for_each(|local| constant[local.0 as usize] = false);
    loop {
        let before = constant.iter().filter(|is| **is).count();
        for edge in &cfa.edges {
            if let Op::Assign { place: Place { kind: PlaceKind::Var(Var::Local(local)), .. }, value } = &edge.op {
                constant[local.0 as usize] &= is_constant(value, &constant);
            }
        }
        if constant.iter().filter(|is| **is).count() == before {
            return constant;
        }
    }
}

/// Whether a value depends on constants and these locals alone.
pub(super) fn is_constant(value: &Expr, constant: &[bool]) -> bool {
    match &value.kind {
        ExprKind::Int(_) | ExprKind::Float(_) => true,
        ExprKind::Load(Place { kind: PlaceKind::Var(Var::Local(local)), .. }) => constant[local.0 as usize],
        ExprKind::Unary(_, operand) | ExprKind::Cast(operand) => is_constant(operand, constant),
        ExprKind::Binary(_, lhs, rhs) => is_constant(lhs, constant) && is_constant(rhs, constant),
        _ => false,
    }
}

fn set(locals: &mut [bool], place: &Place) {
    if let PlaceKind::Var(Var::Local(local)) = &place.kind {
        locals[local.0 as usize] = true;
    }
}
