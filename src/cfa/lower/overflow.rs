//! `__builtin_add_overflow` and its kin.
//!
//! The exact result is computed in a type that holds every result of the operation on the operands' types; whether it
//! fits the target is then a comparison. Where no such type exists the builtin stays a call.

use super::*;
use crate::ctype::IntKind;
use crate::frontend::typed::Expr as Source;

impl Lower<'_> {
    /// Whether the exact result does not fit `target`, as `_Bool`; the wrapped result is stored through the pointer.
    pub(super) fn overflow(
        &mut self,
        op: BinaryOp,
        [lhs, rhs]: [&Source; 2],
        target: TypeId,
        ptr: Option<&Source>,
    ) -> Result<Expr> {
        let target = self.plain(target);
        let (Some(left), Some(right), Some(to)) =
            (self.types.as_int(lhs.ty.ty), self.types.as_int(rhs.ty.ty), self.types.as_int(target))
        else {
            return unsupported("checked arithmetic on operands that are no integers", self.span);
        };
        let mut operands = vec![lhs.clone(), rhs.clone()];
        operands.extend(ptr.cloned());
        let mut values = self.arguments(&operands)?.into_iter();
        let (Some(a), Some(b)) = (values.next(), values.next()) else { unreachable!("two operands") };
        let ptr = values.next();
        let Some((wide, exact)) = self.exact_type(op, left, right) else {
            return self.overflow_call(op, a, b, target, ptr);
        };
        let wide_ty = self.types.int(wide);
        let result = self.save(Expr::binary(op, a.cast(wide_ty), b.cast(wide_ty), wide_ty));
        let wrapped = result.clone().cast(target);
        let fails = self.misfit(result, wide, exact, to);
        if let Some(ptr) = ptr {
            let ty = self.types.pointee(ptr.ty).unwrap_or(target.into());
            self.assign_edge(Place { kind: PlaceKind::Deref(Box::new(ptr)), ty }, wrapped);
        }
        Ok(fails.cast(Types::BOOL))
    }

    /// Whether a value of the wide type, within the exact range, is none of the target type.
    fn misfit(&self, value: Expr, wide: IntKind, exact: (Bound, Bound), to: IntKind) -> Expr {
        let (low, high) = range(self.types, to);
        if exact.0 >= low && exact.1 <= high {
            return Expr::int(Types::INT, 0);
        }
        let (ty, model) = (value.ty, self.types.model);
        if model.int_bits(to) >= model.int_bits(wide) {
            // Converting to and fro loses nothing: the bounds themselves decide. They fit the wide type here.
            let compare = |op, bound| Expr::binary(op, value.clone(), Expr::int(ty, bound), Types::INT);
            return match wide.is_signed() {
                true => compare(BinaryOp::Lt, 0),
                false => compare(BinaryOp::Gt, high.as_i128()),
            };
        }
        if !wide.is_signed() {
            // There and back could come out the same: all ones are -1 in between.
            return Expr::binary(BinaryOp::Gt, value, Expr::int(ty, high.as_i128()), Types::INT);
        }
        let back = value.clone().cast(self.types.int(to)).cast(ty);
        Expr::binary(BinaryOp::Ne, back, value, Types::INT)
    }

    /// The narrowest of the wide types that holds every result, and the range of the results.
    fn exact_type(&self, op: BinaryOp, left: IntKind, right: IntKind) -> Option<(IntKind, (Bound, Bound))> {
        let ((a, b), (c, d)) = (range(self.types, left), range(self.types, right));
        let exact = match op {
            BinaryOp::Add => (a.add(c)?, b.add(d)?),
            BinaryOp::Sub => (a.add(d.negate())?, b.add(c.negate())?),
            BinaryOp::Mul => {
                let products = [a.mul(c)?, a.mul(d)?, b.mul(c)?, b.mul(d)?];
                (*products.iter().min()?, *products.iter().max()?)
            }
            _ => return None,
        };
        let narrow: &[IntKind] = &[IntKind::LongLong, IntKind::ULongLong];
        let all = [IntKind::LongLong, IntKind::ULongLong, IntKind::Int128, IntKind::UInt128];
        let candidates = if self.types.model.pointer_size() == 8 { &all } else { narrow };
        let fits = |kind: &&IntKind| {
            let (low, high) = range(self.types, **kind);
            exact.0 >= low && exact.1 <= high
        };
        candidates.iter().find(fits).map(|kind| (*kind, exact))
    }

    fn overflow_call(&mut self, op: BinaryOp, a: Expr, b: Expr, target: TypeId, ptr: Option<Expr>) -> Result<Expr> {
        let name = match (op, ptr.is_some()) {
            (BinaryOp::Add, true) => "__builtin_add_overflow",
            (BinaryOp::Sub, true) => "__builtin_sub_overflow",
            (BinaryOp::Mul, true) => "__builtin_mul_overflow",
            (BinaryOp::Add, false) => "__builtin_add_overflow_p",
            (BinaryOp::Sub, false) => "__builtin_sub_overflow_p",
            (BinaryOp::Mul, false) => "__builtin_mul_overflow_p",
            _ => return unsupported("checked arithmetic of another kind", self.span),
        };
        let args = vec![a, b, ptr.unwrap_or_else(|| Expr::int(target, 0))];
        let params = args.iter().map(|arg| arg.ty.into()).collect();
        let func = self.builtin(name, vla::function_type(Types::BOOL, params));
        let dst = self.temporary(Types::BOOL);
        self.emit(Op::Call { dst: Some(dst.clone()), callee: Callee::Direct(func), args });
        Ok(Expr::load(dst))
    }
}

/// A bound of a range of integers: a sign and 128 bits.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Bound {
    negative: bool,
    size: u128,
}

impl Bound {
    fn new(negative: bool, size: u128) -> Bound {
        Bound { negative: negative && size != 0, size }
    }

    fn negate(self) -> Bound {
        Bound::new(!self.negative, self.size)
    }

    fn add(self, other: Bound) -> Option<Bound> {
        if self.negative == other.negative {
            return Some(Bound::new(self.negative, self.size.checked_add(other.size)?));
        }
        let (large, small) = if self.size >= other.size { (self, other) } else { (other, self) };
        Some(Bound::new(large.negative, large.size - small.size))
    }

    fn mul(self, other: Bound) -> Option<Bound> {
        Some(Bound::new(self.negative != other.negative, self.size.checked_mul(other.size)?))
    }

    fn as_i128(self) -> i128 {
        if self.negative { (self.size as i128).wrapping_neg() } else { self.size as i128 }
    }
}

impl Ord for Bound {
    fn cmp(&self, other: &Bound) -> std::cmp::Ordering {
        match (self.negative, other.negative) {
            (false, false) => self.size.cmp(&other.size),
            (true, true) => other.size.cmp(&self.size),
            (true, false) => std::cmp::Ordering::Less,
            (false, true) => std::cmp::Ordering::Greater,
        }
    }
}

impl PartialOrd for Bound {
    fn partial_cmp(&self, other: &Bound) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}

fn range(types: &Types, kind: IntKind) -> (Bound, Bound) {
    let bits = types.model.int_bits(kind);
    if kind.is_signed() {
        let half = 1u128 << (bits - 1);
        (Bound::new(true, half), Bound::new(false, half - 1))
    } else {
        (Bound::new(false, 0), Bound::new(false, u128::MAX >> (128 - bits)))
    }
}
