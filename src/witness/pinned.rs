//! Values that a witness tells, as constants.
//!
//! Where an assumption like `x == 5` holds, `x` is 5 already: writing that into it changes nothing. But verifiers then
//! see a constant where they would have a choice with a condition on it, and an execution whose inputs are all told is
//! followed without asking a solver which way it goes.

use super::probe::Fragment;
use super::weave::{Check, Rules};
use crate::cfa::{BinaryOp, Expr, ExprKind, Op, Place, PlaceKind};
use crate::ctype::{FloatKind, IntKind, Quals, TypeId, Types};

/// Behind every assumption that tells the value of a variable, the variable is given that value.
pub fn pin(types: &Types, rules: &mut Rules) {
    let rules = rules.values_mut().flat_map(|rules| rules.values_mut()).flatten();
    for way in rules.flat_map(|rule| &mut rule.ways) {
        let told = |check: Check| {
            let gets = match &check {
                Check::Holds(fragment, result) => told(types, fragment, result.as_ref()),
                _ => None,
            };
            [Some(check), gets].into_iter().flatten()
        };
        way.checks = std::mem::take(&mut way.checks).into_iter().flat_map(told).collect();
    }
}

/// What a variable is where a fragment is not zero.
fn told(types: &Types, fragment: &Fragment, result: Option<&Place>) -> Option<Check> {
    let ExprKind::Binary(BinaryOp::Eq, one, other) = &fragment.value.kind else { return None };
    let (place, value) = equal(types, one, other).or_else(|| equal(types, other, one))?;
    let is_result = |op: &Op| matches!(op, Op::Call { dst: Some(dst), .. } if *dst == place);
    let place = match result.filter(|_| fragment.edges.iter().any(|edge| is_result(&edge.op))) {
        Some(result) => result.clone(),
        None => place,
    };
    // What else a fragment computes is gone behind it. A variable of the program is not written to by any.
    let writes = |op: &Op| matches!(op, Op::Assign { place: to, .. } | Op::Call { dst: Some(to), .. } if *to == place);
    let is_plain = matches!(place.kind, PlaceKind::Var(_))
        && place.ty.quals == Quals::NONE
        && !fragment.edges.iter().any(|edge| writes(&edge.op));
    is_plain.then_some(Check::Gets(place, value))
}

/// The place that has a value when these are equal, with the value in its type.
fn equal(types: &Types, place: &Expr, value: &Expr) -> Option<(Place, Expr)> {
    let mut inner = place;
    let mut wraps = false;
    while let ExprKind::Cast(operand) = &inner.kind {
        let (from, to) = (width(types, operand.ty)?, width(types, inner.ty)?);
        // Different numbers stay different if there is no less room for them.
        if to < from {
            return None;
        }
        wraps |= types.is_signed(operand.ty) && !types.is_signed(inner.ty);
        inner = operand;
    }
    let ExprKind::Load(place) = &inner.kind else { return None };
    let value = match (&value.kind, width(types, place.ty.ty)) {
        (ExprKind::Int(number), Some(width)) => {
            let signed = types.is_signed(place.ty.ty);
            let most = (1_i128 << (width - u32::from(signed)).min(126)) - 1;
            let least = if signed && !wraps { -most - 1 } else { 0 };
            (least..=most).contains(number).then(|| Expr::int(place.ty.ty, *number))?
        }
        (ExprKind::Float(bits), None) if value.ty == place.ty.ty => {
            let sign = match types.as_float(value.ty)? {
                FloatKind::Float => 1 << 31,
                FloatKind::Double => 1 << 63,
                _ => return None,
            };
            // Both zeros are equal, and not the same.
            (bits & !sign != 0).then(|| value.clone())?
        }
        _ => return None,
    };
    Some((place.clone(), value))
}

/// How many bits an integer has; nothing for what is none, and for `_Bool`, which is not as wide as it looks.
fn width(types: &Types, ty: TypeId) -> Option<u32> {
    let kind = types.as_int(ty)?;
    (kind != IntKind::Bool).then(|| types.model.int_bits(kind))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ctype::DataModel;
    use crate::ctype::LocalId;

    /// What a variable of a type is when it is equal to a number after these conversions.
    fn value(kind: IntKind, casts: &[IntKind], number: i128) -> Option<i128> {
        let types = Types::new(DataModel::Lp64);
        let variable = Expr::load(Place::local(LocalId(0), types.int(kind)));
        let cast = |inner, kind: &IntKind| Expr { kind: ExprKind::Cast(Box::new(inner)), ty: types.int(*kind) };
        let converted = casts.iter().fold(variable, cast);
        let constant = Expr::int(converted.ty, number);
        match equal(&types, &converted, &constant)?.1.kind {
            ExprKind::Int(number) => Some(number),
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn only_what_follows() {
        use IntKind::{Int, Long, UChar, UInt};
        assert_eq!(value(Int, &[], -5), Some(-5));
        assert_eq!(value(Int, &[Long], -5), Some(-5));
        assert_eq!(value(UChar, &[Int], 255), Some(255));
        assert_eq!(value(UChar, &[Int], 256), None);
        assert_eq!(value(Int, &[UInt], 5), Some(5));
        // It is -1.
        assert_eq!(value(Int, &[UInt], 0xffff_ffff), None);
        assert_eq!(value(Int, &[UInt, Long], -1), None);
        // Others have the same last byte.
        assert_eq!(value(Int, &[UChar], 5), None);
        assert_eq!(value(Int, &[UChar, Int], 5), None);
    }
}
