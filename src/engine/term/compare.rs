//! Comparisons.

use super::arithmetic::Sum;
use super::{Node, Term, Terms, mask};

impl Terms {
    pub fn eq(&mut self, a: Term, b: Term) -> Term {
        let (a, b) = self.ordered(a, b);
        let width = self.width(a);
        debug_assert_eq!(width, self.width(b));
        if a == b {
            return self.truth(true);
        }
        let (x, y) = (self.bounds(a), self.bounds(b));
        if x.high < y.low || y.high < x.low {
            return self.truth(false);
        }
        if width == 1 {
            let differ = self.xor(a, b);
            return self.not(differ);
        }
        if self.are_opposite(a, b) {
            return self.truth(false);
        }
        if let Some(simpler) = self.eq_by_difference(a, b).or_else(|| self.eq_by_parts(a, b)) {
            return simpler;
        }
        if let Some(value) = self.as_constant(a)
            && let Some(simpler) = self.eq_constant(value, b)
        {
            return simpler;
        }
        if self.are_polynomials_equal(a, b) {
            return self.truth(true);
        }
        self.make(Node::Eq(a, b), 1)
    }

    pub fn ne(&mut self, a: Term, b: Term) -> Term {
        let same = self.eq(a, b);
        self.not(same)
    }

    /// What sums have in common does not matter. A result only when something cancels.
    fn eq_by_difference(&mut self, a: Term, b: Term) -> Option<Term> {
        let is_sum = |term| matches!(self.node(term), Node::Add(..) | Node::Mul(..) | Node::Not(_));
        if !is_sum(a) && !is_sum(b) {
            return None;
        }
        let width = self.width(a);
        let mut sum = Sum::default();
        if !self.collect(a, 1, &mut sum) || !self.collect(b, mask(width), &mut sum) {
            return None;
        }
        if sum.parts.is_empty() {
            return Some(self.truth(sum.constant == 0));
        }
        // An odd sum of even multiples is never zero.
        let even = sum.parts.iter().map(|(_, factor)| factor.trailing_zeros()).min().unwrap_or(0);
        if sum.constant & mask(even) != 0 {
            return Some(self.truth(false));
        }
        // The half whose first factor is negative goes to the other side, the constant to the left.
        let half = 1 << (width - 1);
        sum.parts.sort_unstable();
        if sum.parts[0].1 >= half {
            for (_, factor) in &mut sum.parts {
                *factor = factor.wrapping_neg() & mask(width);
            }
            sum.constant = sum.constant.wrapping_neg() & mask(width);
        }
        let (plus, minus): (Vec<_>, Vec<_>) = sum.parts.into_iter().partition(|(_, factor)| *factor < half);
        let minus = minus.into_iter().map(|(term, factor)| (term, factor.wrapping_neg() & mask(width))).collect();
        let constant = sum.constant.wrapping_neg() & mask(width);
        let left = self.sum(Sum { parts: minus, constant }, width);
        let right = self.sum(Sum { parts: plus, constant: 0 }, width);
        let (left, right) = self.ordered(left, right);
        // Only what is new is looked at again.
        ((left, right) != (a, b)).then(|| self.eq_after_difference(left, right))
    }

    fn eq_after_difference(&mut self, a: Term, b: Term) -> Term {
        let (x, y) = (self.bounds(a), self.bounds(b));
        if a == b || x.high < y.low || y.high < x.low {
            return self.truth(a == b);
        }
        if let Some(simpler) = self.eq_by_parts(a, b) {
            return simpler;
        }
        if let Some(value) = self.as_constant(a)
            && let Some(simpler) = self.eq_constant(value, b)
        {
            return simpler;
        }
        if self.are_polynomials_equal(a, b) {
            return self.truth(true);
        }
        self.make(Node::Eq(a, b), 1)
    }

    fn eq_by_parts(&mut self, a: Term, b: Term) -> Option<Term> {
        let low = match (self.node(a), self.node(b)) {
            (Node::Concat(_, low), Node::Concat(_, low2)) if self.width(low) == self.width(low2) => low,
            (Node::Const(_), Node::Concat(_, low)) | (Node::Concat(_, low), Node::Const(_)) => low,
            // Both are zero in their upper parts.
            (Node::Concat(high, low), Node::Concat(high2, low2)) if self.is_zero(high) && self.is_zero(high2) => {
                if self.width(low) > self.width(low2) { low } else { low2 }
            }
            (Node::Sext(x), Node::Sext(y)) if self.width(x) == self.width(y) => return Some(self.eq(x, y)),
            _ => return None,
        };
        let (split, width) = (self.width(low), self.width(a));
        let (x, y) = (self.extract(a, 0, split), self.extract(b, 0, split));
        let low = self.eq(x, y);
        let (x, y) = (self.extract(a, split, width - split), self.extract(b, split, width - split));
        let high = self.eq(x, y);
        Some(self.and(high, low))
    }

    fn eq_constant(&mut self, value: u128, b: Term) -> Option<Term> {
        let width = self.width(b);
        match self.node(b) {
            Node::Const(other) => Some(self.truth(value == other)),
            Node::Ite(cond, x, y) if self.as_constant(x).is_some() || self.as_constant(y).is_some() => {
                let constant = self.constant(width, value);
                let (x, y) = (self.eq(constant, x), self.eq(constant, y));
                Some(self.ite(cond, x, y))
            }
            Node::Sext(inner) => {
                let narrow = self.width(inner);
                let constant = self.constant(narrow, value);
                let same = super::signed(value & mask(narrow), narrow) as u128 & mask(width) == value;
                Some(if same { self.eq(constant, inner) } else { self.truth(false) })
            }
            Node::Xor(c, x) => {
                let other = self.as_constant(c)?;
                let constant = self.constant(width, value ^ other);
                Some(self.eq(constant, x))
            }
            _ => None,
        }
    }

    /// Less, as unsigned numbers.
    pub fn ult(&mut self, a: Term, b: Term) -> Term {
        let width = self.width(a);
        debug_assert_eq!(width, self.width(b));
        let (x, y) = (self.bounds(a), self.bounds(b));
        if x.high < y.low {
            return self.truth(true);
        }
        if a == b || x.low >= y.high {
            return self.truth(false);
        }
        // One value is left on one side, at the end of the other.
        if x.low == x.high && x.low == y.low {
            return self.ne(a, b);
        }
        if y.low == y.high && y.low == x.high {
            return self.ne(a, b);
        }
        if y.low == y.high && y.low == x.low + 1 {
            let least = self.constant(width, x.low);
            return self.eq(a, least);
        }
        if x.low == x.high && x.low + 1 == y.high {
            let most = self.constant(width, y.high);
            return self.eq(b, most);
        }
        let narrow = 128 - (x.high | y.high).leading_zeros();
        if narrow < width {
            let (a, b) = (self.extract(a, 0, narrow), self.extract(b, 0, narrow));
            return self.ult(a, b);
        }
        if let Some(simpler) = self.less_by_parts(a, b, Terms::ult) {
            return simpler;
        }
        self.make(Node::Ult(a, b), 1)
    }

    pub fn ule(&mut self, a: Term, b: Term) -> Term {
        let more = self.ult(b, a);
        self.not(more)
    }

    /// Less, as signed numbers.
    pub fn slt(&mut self, a: Term, b: Term) -> Term {
        let width = self.width(a);
        debug_assert_eq!(width, self.width(b));
        let ((low_a, high_a), (low_b, high_b)) = (self.signed_bounds(a), self.signed_bounds(b));
        if high_a < low_b {
            return self.truth(true);
        }
        if a == b || low_a >= high_b {
            return self.truth(false);
        }
        let negative = |(low, high): (i128, i128)| {
            if low >= 0 {
                Some(false)
            } else if high < 0 {
                Some(true)
            } else {
                None
            }
        };
        match (negative((low_a, high_a)), negative((low_b, high_b))) {
            (Some(x), Some(y)) if x == y => return self.ult(a, b),
            (None, Some(false)) if self.is_zero(b) => return self.sign(a),
            (Some(true), None) if self.is_ones(a) => {
                let sign = self.sign(b);
                return self.not(sign);
            }
            _ => {}
        }
        if let (Node::Sext(x), Node::Sext(y)) = (self.node(a), self.node(b)) {
            let narrow = self.width(x).max(self.width(y));
            let (x, y) = (self.sext(x, narrow), self.sext(y, narrow));
            return self.slt(x, y);
        }
        // Both fit into fewer bits with their signs.
        let bits = |low: i128, high: i128| {
            129 - (low ^ (low >> 127)).leading_zeros().min((high ^ (high >> 127)).leading_zeros())
        };
        let narrow = bits(low_a, high_a).max(bits(low_b, high_b));
        if narrow < width {
            let (a, b) = (self.extract(a, 0, narrow), self.extract(b, 0, narrow));
            return self.slt(a, b);
        }
        if let Some(simpler) = self.less_by_parts(a, b, Terms::slt) {
            return simpler;
        }
        self.make(Node::Slt(a, b), 1)
    }

    pub fn sle(&mut self, a: Term, b: Term) -> Term {
        let more = self.slt(b, a);
        self.not(more)
    }

    /// A choice between constants against a constant is the condition; equal upper parts leave the lower ones.
    fn less_by_parts(&mut self, a: Term, b: Term, less: fn(&mut Terms, Term, Term) -> Term) -> Option<Term> {
        match (self.node(a), self.node(b)) {
            (Node::Ite(cond, x, y), Node::Const(_)) if self.is_constant_pair(x, y) => {
                let (x, y) = (less(self, x, b), less(self, y, b));
                Some(self.ite(cond, x, y))
            }
            (Node::Const(_), Node::Ite(cond, x, y)) if self.is_constant_pair(x, y) => {
                let (x, y) = (less(self, a, x), less(self, a, y));
                Some(self.ite(cond, x, y))
            }
            (Node::Concat(high, low), Node::Concat(high2, low2)) if high == high2 => Some(self.ult(low, low2)),
            (Node::Concat(_, low), Node::Concat(_, low2)) if low == low2 => {
                let (split, above) = (self.width(low), self.width(a) - self.width(low));
                let (x, y) = (self.extract(a, split, above), self.extract(b, split, above));
                Some(less(self, x, y))
            }
            _ => None,
        }
    }
}
