//! `--check div,shift,overflow`.
//!
//! gcc's C is followed where it defines what the standard leaves open: a negative number may be shifted to the left,
//! and out of it. Conversions never overflow, but for those from floating numbers, which are
//! listed ([`super::gaps`]).
//!
//! The conditions have no undefined behaviour of their own: they compute in a wider type, or without signs.

use super::Check;
use super::address::{unsigned, wide};
use super::collect::{Collector, Step};
use super::range::{self, at_least, at_most};
use crate::cfa::display::Names;
use crate::cfa::{BinaryOp, Cfa, Edge, Expr, ExprKind, LocId, Op, Program, UnaryOp};
use crate::ctype::{IntKind, TypeId, Types};
use crate::source::Span;
use std::collections::BTreeSet;

/// What must hold in front of an operation for nothing in it to overflow, as a condition and in words; nothing if it
/// cannot.
fn fits(program: &Program, names: &Names<'_>, bytes: TypeId, op: &Op, span: Span) -> Option<(Expr, String)> {
    let checks = BTreeSet::from([Check::Overflow]);
    let mut collector = Collector::new(program, names, &checks, bytes, 0);
    collector.op(op, span);
    let conditions = collector.steps.into_iter().filter_map(|(_, step)| match step {
        Step::Assert(cond) => Some(cond),
        // Only bytes are walked along.
        Step::Walk(_) => None,
    });
    let all = conditions.reduce(|a, b| Expr::binary(BinaryOp::And, a, b, Types::INT))?;
    let words: Vec<String> = collector.duties.into_iter().map(|duty| duty.description).collect();
    Some((all, words.join(" and ")))
}

/// Where something may overflow.
pub(crate) struct Overflowing {
    pub(crate) at: LocId,
    /// What leaves the location there.
    pub(crate) span: Span,
    /// That nothing overflows.
    pub(crate) fits: Expr,
    /// The same as C; names are those of the source.
    pub(crate) text: String,
    pub(crate) words: String,
}

/// The locations of a function that are left by an operation which may overflow. The edges of a branch have one
/// condition, which is evaluated once.
pub(crate) fn overflowing(program: &mut Program, cfa: &Cfa) -> Vec<Overflowing> {
    let bytes = program.types.pointer_to(Types::UCHAR);
    let (names, outgoing) = (Names::in_source(program, cfa), cfa.outgoing());
    let found = (0..cfa.locations).map(LocId).filter_map(|at| {
        let Edge { op, span, .. } = &cfa[*outgoing.of(at).first()?];
        let (fits, words) = fits(program, &names, bytes, op, *span)?;
        Some(Overflowing { at, span: *span, text: names.expr(&fits), fits, words })
    });
    found.collect()
}

/// That nothing in a condition overflows; nothing if it cannot.
pub(crate) fn condition_fits(program: &Program, cond: &Expr) -> Option<Expr> {
    let span = program.functions.first()?.span;
    let op = Op::Return(Some(cond.clone()));
    fits(program, &Names::outside(program), Types::VOID, &op, span).map(|(fits, _)| fits)
}

impl Collector<'_> {
    fn types(&self) -> &Types {
        &self.program.types
    }

    pub(super) fn unary(&mut self, expr: &Expr, operand: &Expr) {
        let (true, Some((low, _))) = (self.types().is_signed(expr.ty), range::of_type(self.types(), expr.ty)) else {
            return;
        };
        if matches!(expr.kind, ExprKind::Unary(UnaryOp::Neg, _)) {
            let condition = at_least(self.types(), low + 1, operand);
            self.overflow(expr, condition.into_iter().collect());
        }
    }

    pub(super) fn binary(&mut self, expr: &Expr, lhs: &Expr, rhs: &Expr) {
        let ExprKind::Binary(op, ..) = expr.kind else { return };
        let signed = self.types().is_signed(expr.ty);
        match op {
            BinaryOp::Div | BinaryOp::Rem if self.types().as_int(expr.ty).is_some() => self.division(expr, lhs, rhs),
            BinaryOp::Shl | BinaryOp::Shr => self.shift(lhs, rhs),
            BinaryOp::Add | BinaryOp::Sub | BinaryOp::Mul if signed => {
                let Some(whole) = range::of_type(self.types(), expr.ty) else { return };
                let conditions = self.exact(op, lhs, rhs, whole);
                self.overflow(expr, conditions);
            }
            _ => {}
        }
    }

    fn overflow(&mut self, expr: &Expr, conditions: Vec<Expr>) {
        self.require(Check::Overflow, conditions, |this| format!("{} does not overflow", this.text(expr)));
    }

    fn division(&mut self, expr: &Expr, lhs: &Expr, rhs: &Expr) {
        let types = self.types();
        let divisor = range::of(types, rhs);
        let zero = Expr::int(rhs.ty, 0);
        let nonzero = Expr::binary(BinaryOp::Ne, rhs.clone(), zero, Types::INT);
        let may_be = |value: i128| divisor.is_none_or(|(low, high)| low <= value && value <= high);
        let whole = range::of_type(types, expr.ty).filter(|_| types.is_signed(expr.ty));
        let least = whole.filter(|(low, _)| range::of(types, lhs).is_none_or(|(least, _)| least == *low));
        let fits = least.filter(|_| may_be(-1)).map(|(low, _)| {
            let other =
                |expr: &Expr, value| Expr::binary(BinaryOp::Ne, expr.clone(), Expr::int(expr.ty, value), Types::INT);
            match (&lhs.kind, &rhs.kind) {
                (_, ExprKind::Int(_)) => other(lhs, low),
                (ExprKind::Int(_), _) => other(rhs, -1),
                _ => Expr::binary(BinaryOp::Or, other(lhs, low), other(rhs, -1), Types::INT),
            }
        });
        if may_be(0) {
            self.require(Check::Div, vec![nonzero], |this| format!("{} != 0", this.text(rhs)));
        }
        self.overflow(expr, fits.into_iter().collect());
    }

    fn shift(&mut self, lhs: &Expr, rhs: &Expr) {
        let Some(kind) = self.types().as_int(lhs.ty) else { return };
        let width = i128::from(self.types().model.int_bits(kind));
        let (low, high) = (at_least(self.types(), 0, rhs), at_most(self.types(), rhs, width - 1, true));
        let (lower, upper) = (low.is_some(), high.is_some());
        self.require(Check::Shift, low.into_iter().chain(high).collect(), |this| {
            let text = this.text(rhs);
            match (lower, upper) {
                (true, true) => format!("0 <= {text} && {text} < {width}"),
                (true, false) => format!("0 <= {text}"),
                _ => format!("{text} < {width}"),
            }
        });
    }

    /// That a sum, a difference or a product is in the range of its signed type.
    fn exact(&self, op: BinaryOp, lhs: &Expr, rhs: &Expr, whole: range::Range) -> Vec<Expr> {
        let types = self.types();
        let decided = Expr::binary(op, lhs.clone().cast(self.beyond()), rhs.clone().cast(self.beyond()), self.beyond());
        let bits = types.as_int(lhs.ty).map_or(0, |kind| types.model.int_bits(kind));
        // In 128 bits the products of anything up to 64 bits are exact.
        if bits < 128
            && let Some(range) = range::of(types, &decided)
            && whole.0 <= range.0
            && range.1 <= whole.1
        {
            return Vec::new();
        }
        let within = |value: Expr| {
            let (low, high) = (at_least(types, whole.0, &value), at_most(types, &value, whole.1, false));
            low.into_iter().chain(high).collect()
        };
        // `i + 1` is exact when `i <= MAX - 1`: there is nothing to compute.
        match (op, &lhs.kind, &rhs.kind) {
            (BinaryOp::Add, _, ExprKind::Int(by)) => return shifted(types, lhs, *by, whole),
            (BinaryOp::Add, ExprKind::Int(by), _) => return shifted(types, rhs, *by, whole),
            (BinaryOp::Sub, _, ExprKind::Int(by)) if *by != whole.0 => return shifted(types, lhs, -*by, whole),
            _ => {}
        }
        let widened = |ty: TypeId| Expr::binary(op, lhs.clone().cast(ty), rhs.clone().cast(ty), ty);
        match (op, bits) {
            (_, ..=32) => within(widened(wide(types))),
            (BinaryOp::Mul, 64) => within(widened(types.int(IntKind::Int128))),
            (BinaryOp::Mul, _) => vec![product(types, lhs, rhs, whole)],
            _ => vec![same_signs(types, op, lhs, rhs)],
        }
    }

    /// The type that ranges are computed in; nothing is computed there when the program runs.
    fn beyond(&self) -> TypeId {
        self.types().int(IntKind::Int128)
    }
}

/// That `expr + by` is in a range.
fn shifted(types: &Types, expr: &Expr, by: i128, whole: range::Range) -> Vec<Expr> {
    let condition = match by {
        0 => None,
        1.. => at_most(types, expr, whole.1 - by, false),
        _ => at_least(types, whole.0 - by, expr),
    };
    condition.into_iter().collect()
}

/// That a sum or difference has the sign that it should: computed without signs, it wraps around.
fn same_signs(types: &Types, op: BinaryOp, lhs: &Expr, rhs: &Expr) -> Expr {
    let ty = lhs.ty;
    let plain = types.as_int(ty).map_or(unsigned(types), |kind| types.int(kind.to_unsigned()));
    let wrapped = Expr::binary(op, lhs.clone().cast(plain), rhs.clone().cast(plain), plain).cast(ty);
    let differ = |a: &Expr, b: &Expr| Expr::binary(BinaryOp::Xor, a.clone(), b.clone(), ty);
    // Operands of one sign (or, subtracted, of two) and a result of the other.
    let other = if op == BinaryOp::Add { differ(rhs, &wrapped) } else { differ(lhs, rhs) };
    let overflows = Expr::binary(BinaryOp::And, differ(lhs, &wrapped), other, ty);
    Expr::binary(BinaryOp::Ge, overflows, Expr::int(ty, 0), Types::INT)
}

/// That a product is exact, where there is no wider type: dividing gives the other factor again.
fn product(types: &Types, lhs: &Expr, rhs: &Expr, whole: range::Range) -> Expr {
    let ty = lhs.ty;
    let plain = types.as_int(ty).map_or(unsigned(types), |kind| types.int(kind.to_unsigned()));
    let is = |op, expr: &Expr, value| Expr::binary(op, expr.clone(), Expr::int(ty, value), Types::INT);
    let wrapped = Expr::binary(BinaryOp::Mul, lhs.clone().cast(plain), rhs.clone().cast(plain), plain).cast(ty);
    let add = |a: Expr, b: Expr| Expr::binary(BinaryOp::Add, a, b, ty);
    let twice = Expr::binary(BinaryOp::Mul, Expr::int(ty, 2), is(BinaryOp::Eq, lhs, -1).cast(ty), ty);
    // 1 in the place of 0 and of -1, neither of which everything can be divided by.
    let divisor = add(add(lhs.clone(), is(BinaryOp::Eq, lhs, 0).cast(ty)), twice);
    let quotient = Expr::binary(BinaryOp::Div, wrapped, divisor, ty);
    let again = Expr::binary(BinaryOp::Eq, quotient, rhs.clone(), Types::INT);
    let and = |a: Expr, b: Expr| Expr::binary(BinaryOp::And, a, b, Types::INT);
    let or = |a: Expr, b: Expr| Expr::binary(BinaryOp::Or, a, b, Types::INT);
    let negated = and(is(BinaryOp::Eq, lhs, -1), is(BinaryOp::Ne, rhs, whole.0));
    or(is(BinaryOp::Eq, lhs, 0), or(negated, and(is(BinaryOp::Ne, lhs, -1), again)))
}
