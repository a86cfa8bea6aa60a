//! Intervals of integers, and what C's operators make of them.
//!
//! An interval is never empty. Every operation contains whatever a machine or a verifier could compute: where C leaves the
//! result open (signed overflow, a divisor that is zero, a shift that is too far) it is the whole type. Unsigned arithmetic
//! and conversions wrap exactly where the result is one interval again.

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
        // The copies of `after` are a period apart: the first that does not end before `before`, and the last that begins in it.
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
            BinaryOp::Add => Interval::undone_left(op, a, result),
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

/// The remainder has the sign of the dividend, is not farther from zero, and less far than the divisor, which is not zero.
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
mod tests {
    use super::*;
    use crate::ctype::DataModel;

    const SIGNED: IntKind = IntKind::SChar;
    const UNSIGNED: IntKind = IntKind::UChar;

    /// Intervals of an 8-bit type with ends where something can happen.
    fn intervals(domain: Domain) -> Vec<Interval> {
        let ends: Vec<i128> =
            [-128, -127, -100, -65, -9, -8, -2, -1, 0, 1, 2, 3, 7, 8, 9, 15, 16, 64, 100, 127, 128, 200, 254, 255]
                .into_iter()
                .filter(|end| domain.whole.contains(*end))
                .collect();
        let all = |low: &i128| ends.iter().filter(move |high| low <= *high).map(|high| Interval::new(*low, *high));
        ends.clone().iter().flat_map(|low| all(low).collect::<Vec<_>>()).collect()
    }

    fn domain(kind: IntKind) -> Domain {
        let types = Types::new(DataModel::Lp64);
        Domain::of(&types, types.int(kind)).expect("it is small")
    }

    /// What a machine of 8 bits computes, where C says what; anything else may come out as well.
    fn machine(domain: Domain, op: BinaryOp, a: i128, b: i128) -> Option<i128> {
        use BinaryOp::*;
        let types = Types::new(DataModel::Lp64);
        let exact = match op {
            Add => a + b,
            Sub => a - b,
            Mul => a * b,
            Div | Rem if b == 0 => return None,
            Div => a / b,
            Rem => a % b,
            Shl | Shr if !(0..8).contains(&b) => return None,
            Shl => a << b,
            Shr => a >> b,
            And => a & b,
            Or => a | b,
            Xor => a ^ b,
            _ => return None,
        };
        Some(types.wrap(domain.kind, exact))
    }

    #[test]
    fn arithmetic_contains_every_result() {
        use BinaryOp::*;
        for kind in [SIGNED, UNSIGNED] {
            let domain = domain(kind);
            let all = intervals(domain);
            for op in [Add, Sub, Mul, Div, Rem, Shl, Shr, And, Or, Xor] {
                for a in &all {
                    for b in &all {
                        let result = domain.binary(op, *a, *b);
                        assert!(domain.whole.includes(result));
                        let exact = domain.is_exact(op, *a, *b);
                        // The ends of the operands and some values between them: the whole square takes too long.
                        let some = |of: &Interval| {
                            (of.low..=of.high)
                                .step_by(1 + (of.high - of.low) as usize / 9)
                                .chain([of.high])
                                .collect::<Vec<_>>()
                        };
                        for (x, y) in some(a).into_iter().flat_map(|x| some(b).into_iter().map(move |y| (x, y))) {
                            match machine(domain, op, x, y) {
                                Some(value) => {
                                    assert!(
                                        result.contains(value),
                                        "{x} {op:?} {y} = {value}, in {a:?} {b:?} {result:?}"
                                    );
                                    if exact {
                                        undone(op, *a, *b, x, y, value);
                                    }
                                }
                                None => assert_eq!(result, domain.whole, "{x} {op:?} {y} in {a:?} {b:?}"),
                            }
                        }
                    }
                }
            }
        }
    }

    fn undone(op: BinaryOp, a: Interval, b: Interval, x: i128, y: i128, value: i128) {
        let within = Interval::new(value - 1, value + 2);
        assert!(Interval::undone_left(op, b, within).is_some_and(|left| left.contains(x)), "{x} {op:?} {y}");
        assert!(Interval::undone_right(op, a, within).is_some_and(|right| right.contains(y)), "{x} {op:?} {y}");
    }

    #[test]
    fn small_operands_are_enumerated_in_full() {
        use BinaryOp::*;
        for kind in [SIGNED, UNSIGNED] {
            let domain = domain(kind);
            let ends: Vec<i128> = (-9..=9)
                .chain(120..=127)
                .chain(-128..=-120)
                .chain(250..=255)
                .filter(|end| domain.whole.contains(*end))
                .collect();
            let short = |low: &i128| {
                (0..5)
                    .map(|more| Interval { low: *low, high: low + more })
                    .filter(|i| domain.whole.includes(*i))
                    .collect::<Vec<_>>()
            };
            let all: Vec<Interval> = ends.iter().flat_map(short).collect();
            for op in [Add, Sub, Mul, Div, Rem, Shl, Shr, And, Or, Xor] {
                for (a, b) in all.iter().flat_map(|a| all.iter().map(move |b| (a, b))) {
                    let result = domain.binary(op, *a, *b);
                    for (x, y) in (a.low..=a.high).flat_map(|x| (b.low..=b.high).map(move |y| (x, y))) {
                        match machine(domain, op, x, y) {
                            Some(value) => assert!(result.contains(value), "{x} {op:?} {y} = {value} {result:?}"),
                            None => assert_eq!(result, domain.whole, "{x} {op:?} {y} in {a:?} {b:?}"),
                        }
                    }
                }
            }
        }
    }

    #[test]
    fn unary_operators_and_conversions_contain_every_result() {
        let types = Types::new(DataModel::Lp64);
        for from in [SIGNED, UNSIGNED, IntKind::Bool] {
            for a in intervals(domain(from)) {
                for op in [UnaryOp::Neg, UnaryOp::BitNot] {
                    let to = domain(from);
                    let result = to.unary(op, a);
                    for x in a.low..=a.high {
                        let exact = if op == UnaryOp::Neg { -x } else { !x };
                        let value = types.wrap(from, exact);
                        assert!(from == IntKind::Bool || result.contains(value), "{op:?} {x} in {a:?}");
                    }
                }
                for to in [SIGNED, UNSIGNED, IntKind::Bool, IntKind::Int] {
                    let result = domain(to).convert(a);
                    assert!((a.low..=a.high).all(|x| result.contains(types.wrap(to, x))), "{a:?} to {to:?}");
                }
            }
        }
        // From a wider type, where there are many copies.
        for low in -600..600 {
            for width in [0, 1, 5, 100, 254, 255, 256, 700] {
                let a = Interval::new(low, low + width);
                for to in [SIGNED, UNSIGNED, IntKind::Bool] {
                    let result = domain(to).convert(a);
                    assert!((a.low..=a.high).all(|x| result.contains(types.wrap(to, x))), "{a:?} to {to:?}");
                }
            }
        }
    }

    #[test]
    fn conversions_are_undone_exactly() {
        let types = Types::new(DataModel::Lp64);
        for to in [SIGNED, UNSIGNED, IntKind::Bool] {
            for low in (-600..600).step_by(37) {
                for width in [0, 1, 100, 254, 255, 256, 700] {
                    let before = Interval::new(low, low + width);
                    for after in intervals(domain(to)) {
                        let inside: Vec<i128> =
                            (before.low..=before.high).filter(|x| after.contains(types.wrap(to, *x))).collect();
                        let ends = inside.first().zip(inside.last()).map(|(low, high)| Interval::new(*low, *high));
                        let found = domain(to).convert_back(before, after);
                        if to == IntKind::Bool {
                            assert!(ends.is_none_or(|ends| found.is_some_and(|found| found.includes(ends))));
                        } else {
                            assert_eq!(found, ends, "{before:?} to {after:?} of {to:?}");
                        }
                    }
                }
            }
        }
    }

    #[test]
    fn comparisons_keep_exactly_what_can_hold() {
        use BinaryOp::*;
        let all: Vec<Interval> = (-4..4).flat_map(|low| (low..5).map(move |high| Interval::new(low, high))).collect();
        for op in [Eq, Ne, Lt, Le, Gt, Ge] {
            for (a, b) in all.iter().flat_map(|a| all.iter().map(move |b| (*a, *b))) {
                let holds = |x: i128, y: i128| match op {
                    Eq => x == y,
                    Ne => x != y,
                    Lt => x < y,
                    Le => x <= y,
                    Gt => x > y,
                    _ => x >= y,
                };
                let pairs = || (a.low..=a.high).flat_map(|x| (b.low..=b.high).map(move |y| (x, y)));
                let hull = |values: Vec<i128>| {
                    values.iter().min().zip(values.iter().max()).map(|(low, high)| Interval::new(*low, *high))
                };
                let left = hull(pairs().filter(|(x, y)| holds(*x, *y)).map(|(x, _)| x).collect());
                let right = hull(pairs().filter(|(x, y)| holds(*x, *y)).map(|(_, y)| y).collect());
                assert_eq!(Interval::compared(op, a, b), left.zip(right), "{a:?} {op:?} {b:?}");
                let values = hull(pairs().map(|(x, y)| i128::from(holds(x, y))).collect());
                assert_eq!(Some(Interval::compare(op, a, b)), values, "{a:?} {op:?} {b:?}");
            }
        }
    }
}
