//! Intervals of integers, and what C's operators make of them.
//!
//! An interval is never empty. Every operation contains whatever a machine or a verifier could compute: where C leaves
//! the result open (signed overflow, a divisor that is zero, a shift that is too far) it is the whole type. Unsigned
//! arithmetic and conversions wrap exactly where the result is one interval again.

use crate::cfa::{BinaryOp, UnaryOp};
use crate::ctype::{IntKind, TypeId, Types};

/// The integers from `low` to `high`, inclusive.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Interval {
    pub(super) low: i128,
    pub(super) high: i128,
}

/// An integer type of 64 bits at most; others are not followed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Domain {
    kind: IntKind,
    bits: u32,
    pub(super) whole: Interval,
}

impl Domain {
    pub(super) fn of(types: &Types, ty: TypeId) -> Option<Domain> {
        let kind = types.as_int(ty)?;
        let bits = match kind {
            // An object that was never written may hold more than its type has values for.
            IntKind::Bool => 8,
            kind => types.model.int_bits(kind),
        };
        let whole = match (kind.is_signed(), bits) {
            (_, 128) => return None,
            (true, bits) => Interval::new(-(1 << (bits - 1)), (1 << (bits - 1)) - 1),
            (false, bits) => Interval::new(0, (1 << bits) - 1),
        };
        Some(Domain { kind, bits, whole })
    }

    fn period(self) -> i128 {
        self.whole.high - self.whole.low + 1
    }

    /// What a conversion from another integer type gives.
    pub(super) fn convert(self, from: Interval) -> Interval {
        if self.kind == IntKind::Bool {
            return Interval::new(i128::from(!from.contains(0)), i128::from(from != Interval::ZERO));
        }
        self.wrap(from)
    }

    /// The values modulo 2^bits, if they are one interval.
    fn wrap(self, exact: Interval) -> Interval {
        let Some(distance) = exact.low.checked_sub(self.whole.low) else { return self.whole };
        let shift = distance.div_euclid(self.period()) * self.period();
        match exact.high.checked_sub(shift) {
            Some(high) if high <= self.whole.high => Interval::new(exact.low - shift, high),
            _ => self.whole,
        }
    }

    /// The values of `before` that a conversion to this type brings into `after`.
    pub(super) fn convert_back(self, before: Interval, after: Interval) -> Option<Interval> {
        if self.kind == IntKind::Bool {
            return match (after.contains(0), after.contains(1)) {
                (true, true) => Some(before),
                (true, false) => before.meet(Interval::ZERO),
                (false, true) => before.without(0),
                (false, false) => None,
            };
        }
        // The copies of `after` are a period apart: the first that does not end before `before`, and the last that
        // begins in it.
        let period = self.period();
        let ceil = -(after.high - before.low).div_euclid(period);
        let floor = (before.high - after.low).div_euclid(period);
        let (first, last) = (after.low + ceil * period, after.high + floor * period);
        let (low, high) = (first.max(before.low), last.min(before.high));
        (low <= high && floor >= ceil).then_some(Interval { low, high })
    }

    /// The result of arithmetic, computed without limits.
    fn fit(self, exact: Option<Interval>) -> Interval {
        match exact {
            Some(exact) if self.whole.includes(exact) => exact,
            Some(exact) if !self.kind.is_signed() => self.wrap(exact),
            _ => self.whole,
        }
    }

    pub(super) fn unary(self, op: UnaryOp, of: Interval) -> Interval {
        match op {
            UnaryOp::Neg => self.fit(Some(Interval::new(-of.high, -of.low))),
            UnaryOp::BitNot => self.fit(Some(Interval::new(-1 - of.high, -1 - of.low))),
        }
    }

    /// Arithmetic in this type; the right operand of a shift may have another one.
    pub(super) fn binary(self, op: BinaryOp, a: Interval, b: Interval) -> Interval {
        use BinaryOp::*;
        let corners = |apply: fn(i128, i128) -> Option<i128>| {
            let values = [apply(a.low, b.low)?, apply(a.low, b.high)?, apply(a.high, b.low)?, apply(a.high, b.high)?];
            Some(Interval::new(*values.iter().min()?, *values.iter().max()?))
        };
        let distance = Interval::new(0, i128::from(self.bits) - 1).includes(b);
        let exact = match op {
            Add => corners(i128::checked_add),
            Sub => corners(i128::checked_sub),
            Mul => corners(i128::checked_mul),
            Div if b.low > 0 || b.high < 0 => corners(i128::checked_div),
            Rem if b.low > 0 || b.high < 0 => Some(remainder(a, b)),
            Shl if distance => corners(|a, b| a.checked_mul(1 << b)),
            Shr if distance => corners(|a, b| Some(a >> b)),
            And if a.low >= 0 && b.low >= 0 => Some(Interval::new(0, a.high.min(b.high))),
            And if b.low >= 0 => Some(Interval::new(0, b.high)),
            And if a.low >= 0 => Some(Interval::new(0, a.high)),
            Or if a.low >= 0 && b.low >= 0 => Some(Interval::new(a.low.max(b.low), ones(a.high.max(b.high)))),
            Xor if a.low >= 0 && b.low >= 0 => Some(Interval::new(0, ones(a.high.max(b.high)))),
            _ => return self.whole,
        };
        self.fit(exact)
    }

    /// Whether arithmetic does not wrap, so that it can be undone.
    pub(super) fn is_exact(self, op: BinaryOp, a: Interval, b: Interval) -> bool {
        let ends = match op {
            BinaryOp::Add => [a.low.checked_add(b.low), a.high.checked_add(b.high)],
            BinaryOp::Sub => [a.low.checked_sub(b.high), a.high.checked_sub(b.low)],
            BinaryOp::Mul if b.low == b.high => [a.low.checked_mul(b.low), a.high.checked_mul(b.low)],
            BinaryOp::Mul if a.low == a.high => [b.low.checked_mul(a.low), b.high.checked_mul(a.low)],
            _ => return false,
        };
        ends.iter().all(|end| end.is_some_and(|end| self.whole.contains(end)))
    }
}

impl Interval {
    pub(super) const ZERO: Interval = Interval { low: 0, high: 0 };
    pub(super) const ONE: Interval = Interval { low: 1, high: 1 };
    /// A truth value.
    pub(super) const TRUTH: Interval = Interval { low: 0, high: 1 };

    pub(super) fn new(low: i128, high: i128) -> Interval {
        debug_assert!(low <= high);
        Interval { low, high }
    }

    pub(super) fn one(value: i128) -> Interval {
        Interval { low: value, high: value }
    }

    pub(super) fn contains(self, value: i128) -> bool {
        self.low <= value && value <= self.high
    }

    pub(super) fn includes(self, other: Interval) -> bool {
        self.low <= other.low && other.high <= self.high
    }

    pub(super) fn join(self, other: Interval) -> Interval {
        Interval { low: self.low.min(other.low), high: self.high.max(other.high) }
    }

    pub(super) fn meet(self, other: Interval) -> Option<Interval> {
        let (low, high) = (self.low.max(other.low), self.high.min(other.high));
        (low <= high).then_some(Interval { low, high })
    }

    /// What is left without one value, which goes only where it is an end.
    pub(super) fn without(self, value: i128) -> Option<Interval> {
        let low = if self.low == value { self.low + 1 } else { self.low };
        let high = if self.high == value { self.high - 1 } else { self.high };
        (low <= high).then_some(Interval { low, high })
    }

    /// A comparison: 0 or 1, or either.
    pub(super) fn compare(op: BinaryOp, a: Interval, b: Interval) -> Interval {
        let holds = Interval::compared(op, a, b).is_some();
        let fails = negated(op).is_none_or(|op| Interval::compared(op, a, b).is_some());
        match (fails, holds) {
            (true, false) => Interval::ZERO,
            (false, true) => Interval::ONE,
            _ => Interval::TRUTH,
        }
    }

    /// What is left of both operands when a comparison holds; `None` when it never does.
    pub(super) fn compared(op: BinaryOp, a: Interval, b: Interval) -> Option<(Interval, Interval)> {
        let below = |a: Interval, b: Interval, gap: i128| {
            let high = a.high.min(b.high - gap);
            let low = b.low.max(a.low + gap);
            (a.low <= high && low <= b.high).then_some((Interval { low: a.low, high }, Interval { low, high: b.high }))
        };
        let swap = |(a, b)| (b, a);
        match op {
            BinaryOp::Lt => below(a, b, 1),
            BinaryOp::Le => below(a, b, 0),
            BinaryOp::Gt => below(b, a, 1).map(swap),
            BinaryOp::Ge => below(b, a, 0).map(swap),
            BinaryOp::Eq => a.meet(b).map(|both| (both, both)),
            BinaryOp::Ne => {
                let left = if b.low == b.high { a.without(b.low)? } else { a };
                let right = if a.low == a.high { b.without(a.low)? } else { b };
                Some((left, right))
            }
            _ => Some((a, b)),
        }
    }

    /// The values of `a` for which `a op b`, which does not wrap, is in `result`.
    pub(super) fn undone_left(op: BinaryOp, b: Interval, result: Interval) -> Option<Interval> {
        match op {
            BinaryOp::Add => Interval::ordered(result.low - b.high, result.high - b.low),
            BinaryOp::Sub => Interval::ordered(result.low + b.low, result.high + b.high),
            BinaryOp::Mul if b.low == b.high && b.low > 0 => {
                Interval::ordered(-(-result.low).div_euclid(b.low), result.high.div_euclid(b.low))
            }
            _ => Some(Interval { low: i128::MIN, high: i128::MAX }),
        }
    }

    /// The same for `b`.
    pub(super) fn undone_right(op: BinaryOp, a: Interval, result: Interval) -> Option<Interval> {
        match op {
            BinaryOp::Add | BinaryOp::Mul => Interval::undone_left(op, a, result),
            BinaryOp::Sub => Interval::ordered(a.low - result.high, a.high - result.low),
            _ => Some(Interval { low: i128::MIN, high: i128::MAX }),
        }
    }

    fn ordered(low: i128, high: i128) -> Option<Interval> {
        (low <= high).then_some(Interval { low, high })
    }
}

/// The comparison that holds when this one does not.
pub(super) fn negated(op: BinaryOp) -> Option<BinaryOp> {
    Some(match op {
        BinaryOp::Lt => BinaryOp::Ge,
        BinaryOp::Le => BinaryOp::Gt,
        BinaryOp::Gt => BinaryOp::Le,
        BinaryOp::Ge => BinaryOp::Lt,
        BinaryOp::Eq => BinaryOp::Ne,
        BinaryOp::Ne => BinaryOp::Eq,
        _ => return None,
    })
}

/// The remainder has the sign of the dividend, is not farther from zero, and less far than the divisor, which is not
/// zero.
fn remainder(a: Interval, b: Interval) -> Interval {
    let most = b.low.abs().max(b.high.abs()) - 1;
    let least = b.low.abs().min(b.high.abs());
    if a.low >= 0 && a.high < least {
        return a;
    }
    let low = if a.low >= 0 { 0 } else { a.low.max(-most) };
    let high = if a.high <= 0 { 0 } else { a.high.min(most) };
    Interval::new(low, high)
}

/// The least number of the form 2^k - 1 that is not less.
fn ones(value: i128) -> i128 {
    if value <= 0 { 0 } else { i128::MAX >> (value.leading_zeros() - 1) }
}

#[cfg(test)]
mod tests;
