//! Sums, products, quotients and shifts, modulo two to the width.

use super::{Bounds, Node, Term, Terms, mask, signed};

/// Longer sums are not brought into order.
const LONGEST_SUM: usize = 24;

/// A sum of multiples of terms, and a constant. Each term occurs once; no factor is zero.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Sum {
    pub parts: Vec<(Term, u128)>,
    pub constant: u128,
}

impl Terms {
    pub fn add(&mut self, a: Term, b: Term) -> Term {
        let width = self.width(a);
        debug_assert_eq!(width, self.width(b));
        if self.is_zero(a) {
            return b;
        }
        if self.is_zero(b) {
            return a;
        }
        let mut sum = Sum::default();
        let short = self.collect(a, 1, &mut sum) && self.collect(b, 1, &mut sum);
        if short { self.sum(sum, width) } else { self.plain_add(a, b) }
    }

    pub fn sub(&mut self, a: Term, b: Term) -> Term {
        let b = self.neg(b);
        self.add(a, b)
    }

    pub fn neg(&mut self, a: Term) -> Term {
        let minus_one = self.constant(self.width(a), u128::MAX);
        self.mul(minus_one, a)
    }

    /// Adds a multiple of a term to a sum, part by part; says whether the sum is still short. If not, it is useless.
    pub(super) fn collect(&self, term: Term, factor: u128, sum: &mut Sum) -> bool {
        let width = self.width(term);
        let (mut rest, mut more) = (term, true);
        while more {
            let part = match self.node(rest) {
                Node::Add(part, others) => {
                    rest = others;
                    part
                }
                _ => {
                    more = false;
                    rest
                }
            };
            let (part, factor) = match self.node(part) {
                Node::Const(value) => {
                    sum.constant = sum.constant.wrapping_add(value.wrapping_mul(factor)) & mask(width);
                    continue;
                }
                Node::Mul(c, x) => match self.as_constant(c) {
                    Some(value) => (x, value.wrapping_mul(factor)),
                    None => (part, factor),
                },
                // Not x is -x - 1.
                Node::Not(x) => {
                    sum.constant = sum.constant.wrapping_sub(factor) & mask(width);
                    (x, factor.wrapping_neg())
                }
                Node::Concat(high, low) if self.is_zero(low) => match self.node(high) {
                    Node::Extract(x, 0) if self.width(x) == width => (x, factor << self.width(low)),
                    _ => (part, factor),
                },
                _ => (part, factor),
            };
            sum.include(part, factor & mask(width), mask(width));
            if sum.parts.len() > LONGEST_SUM {
                return false;
            }
        }
        true
    }

    pub(super) fn sum(&mut self, mut sum: Sum, width: u32) -> Term {
        sum.parts.sort_unstable();
        let constant = (sum.constant != 0 || sum.parts.is_empty()).then(|| self.constant(width, sum.constant));
        let parts: Vec<Term> = sum.parts.into_iter().map(|(term, factor)| self.multiple(factor, term)).collect();
        let chain = parts.into_iter().chain(constant).rev().reduce(|rest, part| self.plain_add(part, rest));
        chain.expect("a part or a constant")
    }

    /// A word that is this one when it is shifted to the left by so many places, if all parts of the sum say so. Its
    /// upper bits, which are shifted out, mean nothing.
    pub(super) fn divided(&mut self, term: Term, places: u32) -> Option<Term> {
        let mut sum = Sum::default();
        let divides = |factor: u128| factor.trailing_zeros() >= places;
        if !self.collect(term, 1, &mut sum)
            || !sum.parts.iter().all(|(_, factor)| divides(*factor))
            || !divides(sum.constant)
        {
            return None;
        }
        let parts = sum.parts.into_iter().map(|(part, factor)| (part, factor >> places)).collect();
        Some(self.sum(Sum { parts, constant: sum.constant >> places }, self.width(term)))
    }

    fn plain_add(&mut self, a: Term, b: Term) -> Term {
        let (width, x, y) = (self.width(a), self.bounds(a), self.bounds(b));
        let full = mask(width);
        let all = Bounds { low: 0, high: full };
        let bounds = match (x.low.checked_add(y.low), x.high.checked_add(y.high)) {
            (Some(low), Some(high)) if high <= full => Bounds { low, high },
            // All of them wrap around.
            (Some(low), Some(high)) if low > full => Bounds { low: low & full, high: high & full },
            _ => all,
        };
        self.make_within(Node::Add(a, b), width, bounds)
    }

    /// A multiple of something that is no sum and has no constant factor.
    fn multiple(&mut self, factor: u128, term: Term) -> Term {
        let width = self.width(term);
        if factor == 1 {
            return term;
        }
        let Bounds { low, high } = self.bounds(term);
        let bounds = match high.checked_mul(factor) {
            Some(high) if high <= mask(width) => Bounds { low: low * factor, high },
            _ => Bounds { low: 0, high: mask(width) },
        };
        let factor = self.constant(width, factor);
        self.make_within(Node::Mul(factor, term), width, bounds)
    }

    pub fn mul(&mut self, a: Term, b: Term) -> Term {
        let (a, b) = self.ordered(a, b);
        let width = self.width(a);
        debug_assert_eq!(width, self.width(b));
        if let Some(factor) = self.as_constant(a) {
            let mut sum = Sum::default();
            if factor == 0 || factor == 1 {
                return if factor == 0 { a } else { b };
            }
            if self.collect(b, factor, &mut sum) {
                return self.sum(sum, width);
            }
            return self.multiple(factor, b);
        }
        let ((a, x), (b, y)) = (self.without_factor(a), self.without_factor(b));
        let factor = x.wrapping_mul(y) & mask(width);
        let (a, b) = self.ordered(a, b);
        let (low, high) = (self.bounds(a).low, self.bounds(a).high);
        let bounds = match high.checked_mul(self.bounds(b).high) {
            Some(high) if high <= mask(width) => Bounds { low: low * self.bounds(b).low, high },
            _ => Bounds { low: 0, high: mask(width) },
        };
        let product = self.make_within(Node::Mul(a, b), width, bounds);
        if factor == 1 {
            return product;
        }
        let factor = self.constant(width, factor);
        self.mul(factor, product)
    }

    pub(super) fn without_factor(&self, term: Term) -> (Term, u128) {
        match self.node(term) {
            Node::Mul(c, x) => self.as_constant(c).map_or((term, 1), |factor| (x, factor)),
            _ => (term, 1),
        }
    }

    /// All ones when the divisor is zero.
    pub fn udiv(&mut self, a: Term, b: Term) -> Term {
        let width = self.width(a);
        debug_assert_eq!(width, self.width(b));
        let (x, y) = (self.bounds(a), self.bounds(b));
        match self.as_constant(b) {
            Some(0) => return self.constant(width, u128::MAX),
            Some(divisor) if divisor.is_power_of_two() => return self.shift_right(a, divisor.trailing_zeros()),
            _ if y.low > x.high => return self.constant(width, 0),
            _ => {}
        }
        let bounds = match y.low {
            0 => Bounds { low: 0, high: mask(width) },
            least => Bounds { low: x.low / y.high, high: x.high / least },
        };
        self.make_within(Node::Udiv(a, b), width, bounds)
    }

    /// The dividend when the divisor is zero.
    pub fn urem(&mut self, a: Term, b: Term) -> Term {
        let width = self.width(a);
        debug_assert_eq!(width, self.width(b));
        let (x, y) = (self.bounds(a), self.bounds(b));
        match self.as_constant(b) {
            Some(0) => return a,
            Some(divisor) if divisor.is_power_of_two() => {
                let rest = self.constant(width, divisor - 1);
                return self.and(a, rest);
            }
            Some(divisor) => {
                if let Some(value) = self.as_constant(a) {
                    return self.constant(width, value % divisor);
                }
            }
            None => {}
        }
        if y.low > x.high {
            return a;
        }
        let high = if y.low == 0 { x.high } else { x.high.min(y.high - 1) };
        self.make_within(Node::Urem(a, b), width, Bounds { low: 0, high })
    }

    /// Towards zero, with signs.
    pub fn sdiv(&mut self, a: Term, b: Term) -> Term {
        let (sign_a, sign_b) = (self.sign(a), self.sign(b));
        let (a, b) = (self.abs(a), self.abs(b));
        let quotient = self.udiv(a, b);
        let opposite = self.xor(sign_a, sign_b);
        self.negate_if(opposite, quotient)
    }

    /// With the sign of the dividend.
    pub fn srem(&mut self, a: Term, b: Term) -> Term {
        let sign = self.sign(a);
        let (a, b) = (self.abs(a), self.abs(b));
        let rest = self.urem(a, b);
        self.negate_if(sign, rest)
    }

    fn abs(&mut self, a: Term) -> Term {
        let sign = self.sign(a);
        self.negate_if(sign, a)
    }

    pub fn negate_if(&mut self, cond: Term, a: Term) -> Term {
        if self.as_truth(cond) == Some(false) {
            return a;
        }
        let negative = self.neg(a);
        self.ite(cond, negative, a)
    }

    /// Zeros come in; everything is zero when the distance is not less than the width.
    pub fn shl(&mut self, a: Term, distance: Term) -> Term {
        let width = self.width(a);
        if let Some(zero) = self.shifted_out(a, distance) {
            return zero;
        }
        if let Some(distance) = self.as_constant(distance) {
            let distance = distance as u32;
            if distance == 0 {
                return a;
            }
            let (kept, zeros) = (self.extract(a, 0, width - distance), self.constant(distance, 0));
            return self.concat(kept, zeros);
        }
        self.make(Node::Shl(a, distance), width)
    }

    pub fn lshr(&mut self, a: Term, distance: Term) -> Term {
        if let Some(zero) = self.shifted_out(a, distance) {
            return zero;
        }
        if let Some(distance) = self.as_constant(distance) {
            return self.shift_right(a, distance as u32);
        }
        let (Bounds { low, high }, width) = (self.bounds(a), self.width(a));
        let by = self.bounds(distance);
        let shift = |value: u128, by: u128| if by < 128 { value >> by } else { 0 };
        let bounds = Bounds { low: shift(low, by.high), high: shift(high, by.low) };
        self.make_within(Node::Lshr(a, distance), width, bounds)
    }

    /// Copies of the sign come in.
    pub fn ashr(&mut self, a: Term, distance: Term) -> Term {
        let width = self.width(a);
        if self.bounds(a).high >> (width - 1) == 0 {
            return self.lshr(a, distance);
        }
        if self.bounds(distance).low >= u128::from(width) {
            let sign = self.sign(a);
            return self.sext(sign, width);
        }
        if let Some(distance) = self.as_constant(distance) {
            let distance = distance as u32;
            let kept = self.extract(a, distance, width - distance);
            return self.sext(kept, width);
        }
        self.make(Node::Ashr(a, distance), width)
    }

    fn shifted_out(&mut self, a: Term, distance: Term) -> Option<Term> {
        let width = self.width(a);
        debug_assert_eq!(width, self.width(distance));
        let gone = self.is_zero(a) || self.bounds(distance).low >= u128::from(width);
        gone.then(|| self.constant(width, 0))
    }

    fn shift_right(&mut self, a: Term, distance: u32) -> Term {
        let width = self.width(a);
        let kept = self.extract(a, distance, width - distance);
        self.zext(kept, width)
    }

    /// The signed number that a word always is at least and at most.
    pub fn signed_bounds(&self, a: Term) -> (i128, i128) {
        let (width, Bounds { low, high }) = (self.width(a), self.bounds(a));
        let half = 1 << (width - 1);
        if high < half || low >= half {
            return (signed(low, width), signed(high, width));
        }
        if let Node::Sext(inner) = self.node(a) {
            return self.signed_bounds(inner);
        }
        (signed(half, width), signed(half - 1, width))
    }
}

impl Sum {
    fn include(&mut self, term: Term, factor: u128, full: u128) {
        match self.parts.iter().position(|(other, _)| *other == term) {
            Some(at) => {
                let sum = self.parts[at].1.wrapping_add(factor) & full;
                if sum == 0 {
                    self.parts.swap_remove(at);
                } else {
                    self.parts[at].1 = sum;
                }
            }
            None if factor == 0 => {}
            None => self.parts.push((term, factor)),
        }
    }
}
