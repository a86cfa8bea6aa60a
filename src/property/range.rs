//! What values an integer expression can have, from its types and constants alone; and comparisons that drop what such
//! a range decides.

use crate::cfa::{BinaryOp, Expr, ExprKind, Place, UnaryOp};
use crate::ctype::{IntKind, TypeId, Types};

/// The least and the greatest value, inclusive.
pub(super) type Range = (i128, i128);

/// The values of an integer type that C computes with; `None` for `unsigned __int128`, which is beyond our numbers.
pub(super) fn of_type(types: &Types, ty: TypeId) -> Option<Range> {
    let kind = types.as_int(ty)?;
    let bits = match kind {
        // An object may hold more than its type has values for; its readers would not notice.
        IntKind::Bool => 8,
        kind => types.model.int_bits(kind),
    };
    Some(match (kind.is_signed(), bits) {
        (true, 128) => (i128::MIN, i128::MAX),
        (false, 128) => return None,
        (true, bits) => (-(1 << (bits - 1)), (1 << (bits - 1)) - 1),
        (false, bits) => (0, (1 << bits) - 1),
    })
}

/// The values that an integer expression can have, if nothing goes wrong in it.
pub(super) fn of(types: &Types, expr: &Expr) -> Option<Range> {
    let whole = of_type(types, expr.ty)?;
    let clip = |range: Option<Range>| match range {
        Some((low, high)) if whole.0 <= low && high <= whole.1 => (low, high),
        _ => whole,
    };
    Some(match &expr.kind {
        ExprKind::Int(value) => (*value, *value),
        ExprKind::Load(place) => clip(bit_field(types, place)),
        ExprKind::Cast(_) if types.as_int(expr.ty) == Some(IntKind::Bool) => (0, 1),
        ExprKind::Cast(operand) if types.as_int(operand.ty).is_some() => clip(of(types, operand)),
        ExprKind::Unary(UnaryOp::Neg, operand) => {
            clip(of(types, operand).and_then(|(low, high)| Some((high.checked_neg()?, low.checked_neg()?))))
        }
        ExprKind::Binary(op, lhs, rhs) => clip(binary(types, *op, lhs, rhs)),
        _ => whole,
    })
}

fn bit_field(types: &Types, place: &Place) -> Option<Range> {
    let bits = place.bit_field(types).filter(|bits| *bits < 64)?;
    let signed = types.is_signed(place.ty.ty);
    Some(if signed && bits > 0 { (-(1 << (bits - 1)), (1 << (bits - 1)) - 1) } else { (0, (1 << bits) - 1) })
}

fn binary(types: &Types, op: BinaryOp, lhs: &Expr, rhs: &Expr) -> Option<Range> {
    use BinaryOp::*;
    if matches!(op, Eq | Ne | Lt | Le | Gt | Ge) {
        return Some((0, 1));
    }
    let (a, b) = (of(types, lhs)?, of(types, rhs)?);
    let corners = |apply: fn(i128, i128) -> Option<i128>| {
        let values = [apply(a.0, b.0)?, apply(a.0, b.1)?, apply(a.1, b.0)?, apply(a.1, b.1)?];
        Some((*values.iter().min()?, *values.iter().max()?))
    };
    match op {
        Add => corners(i128::checked_add),
        Sub => corners(i128::checked_sub),
        Mul => corners(i128::checked_mul),
        Div if b.0 > 0 => corners(i128::checked_div),
        Rem if b.0 > 0 => Some((if a.0 >= 0 { 0 } else { (1 - b.1).max(a.0) }, (b.1 - 1).min(a.1.max(0)))),
        And if b.0 >= 0 && a.0 >= 0 => Some((0, a.1.min(b.1))),
        And if b.0 >= 0 => Some((0, b.1)),
        And if a.0 >= 0 => Some((0, a.1)),
        Or | Xor if a.0 >= 0 && b.0 >= 0 => Some((0, ones(a.1.max(b.1)))),
        Shr if a.0 >= 0 && b.0 >= 0 && b.1 < 127 => Some((a.0 >> b.1, a.1 >> b.0)),
        _ => None,
    }
}

/// The least number of the form 2^k - 1 that is not less.
fn ones(value: i128) -> i128 {
    if value <= 0 { 0 } else { i128::MAX >> (value.leading_zeros() - 1) }
}

/// An integer in a type that C computes with.
pub(super) fn promoted(types: &Types, expr: Expr) -> Expr {
    match types.as_int(expr.ty) {
        Some(kind) if kind.rank() < IntKind::Int.rank() => expr.cast(Types::INT),
        _ => expr,
    }
}

/// `low <= expr`; nothing when it is always so.
pub(super) fn at_least(types: &Types, low: i128, expr: &Expr) -> Option<Expr> {
    let expr = promoted(types, expr.clone());
    match (of(types, &expr), of_type(types, expr.ty)) {
        (Some(range), _) if low <= range.0 => None,
        (None, _) if low <= 0 => None,
        (_, Some(whole)) if low > whole.1 => Some(Expr::int(Types::INT, 0)),
        _ => Some(Expr::binary(BinaryOp::Le, Expr::int(expr.ty, low), expr, Types::INT)),
    }
}

/// `expr <= high`, as `expr < high + 1` where that is how people say it; nothing when it is always so.
pub(super) fn at_most(types: &Types, expr: &Expr, high: i128, strict: bool) -> Option<Expr> {
    let expr = promoted(types, expr.clone());
    match (of(types, &expr), of_type(types, expr.ty)) {
        (Some(range), _) if range.1 <= high => None,
        (_, Some(whole)) if high < whole.0 => Some(Expr::int(Types::INT, 0)),
        (None, _) if high < 0 => Some(Expr::int(Types::INT, 0)),
        _ => {
            // What is above the greatest value was dropped, so that the next one is in the type as well.
            let (op, bound) = if strict { (BinaryOp::Lt, high + 1) } else { (BinaryOp::Le, high) };
            let bound = Expr::int(expr.ty, bound);
            Some(Expr::binary(op, expr, bound, Types::INT))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ctype::{DataModel, LocalId};

    #[test]
    fn ranges_of_expressions() {
        let types = Types::new(DataModel::Lp64);
        let load = |ty| Expr::load(Place::local(LocalId(0), ty));
        let int = |value| Expr::int(Types::INT, value);
        let range = |expr: &Expr| of(&types, expr);
        let byte = load(Types::UCHAR).cast(Types::INT);
        let compute = |op, lhs: &Expr, rhs: Expr| Expr::binary(op, lhs.clone(), rhs, Types::INT);
        assert_eq!(range(&byte), Some((0, 255)));
        assert_eq!(range(&compute(BinaryOp::Add, &byte, int(1))), Some((1, 256)));
        assert_eq!(range(&load(Types::INT)), Some((-(1 << 31), (1 << 31) - 1)));
        assert_eq!(range(&compute(BinaryOp::Add, &load(Types::INT), int(1))), range(&load(Types::INT)));
        assert_eq!(range(&compute(BinaryOp::And, &load(Types::INT), int(7))), Some((0, 7)));
        assert_eq!(range(&compute(BinaryOp::Rem, &load(Types::INT), int(10))), Some((-9, 9)));
        assert_eq!(range(&compute(BinaryOp::Rem, &byte, int(10))), Some((0, 9)));
        assert_eq!(range(&compute(BinaryOp::Shr, &byte, int(4))), Some((0, 15)));
        assert_eq!(range(&compute(BinaryOp::Or, &byte, int(256))), Some((0, 511)));
        assert_eq!(range(&load(types.int(IntKind::UInt128))), None);
    }

    #[test]
    fn comparisons_that_are_decided_go() {
        let types = Types::new(DataModel::Lp64);
        let unsigned = Expr::load(Place::local(LocalId(0), Types::UINT));
        assert_eq!(at_least(&types, 0, &unsigned), None);
        assert!(at_most(&types, &unsigned, 9, true).is_some());
        assert_eq!(at_most(&types, &unsigned, u32::MAX.into(), true), None);
        let byte = Expr::load(Place::local(LocalId(0), Types::UCHAR));
        assert_eq!(at_most(&types, &byte, 255, true), None);
        assert_eq!(at_most(&types, &byte, 254, true).map(|cond| cond.ty), Some(Types::INT));
        assert_eq!(at_most(&types, &Expr::int(Types::INT, 3), 3, true), None);
    }
}
