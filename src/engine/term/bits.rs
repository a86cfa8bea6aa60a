//! Operations bit by bit, and those that only move bits.

use super::{Bounds, Node, Term, Terms, mask};

/// How deep rewriting looks into operands that it takes apart.
const DEPTH: u32 = 8;

impl Terms {
    pub fn not(&mut self, a: Term) -> Term {
        let width = self.width(a);
        match self.node(a) {
            Node::Const(value) => self.constant(width, !value),
            Node::Not(inner) => inner,
            Node::Concat(high, low) => {
                let (high, low) = (self.not(high), self.not(low));
                self.concat(high, low)
            }
            Node::Ite(cond, x, y) if self.is_constant_pair(x, y) => {
                let (x, y) = (self.not(x), self.not(y));
                self.ite(cond, x, y)
            }
            _ => {
                let (full, Bounds { low, high }) = (mask(width), self.bounds(a));
                self.make_within(Node::Not(a), width, Bounds { low: full - high, high: full - low })
            }
        }
    }

    pub fn and(&mut self, a: Term, b: Term) -> Term {
        let (a, b) = self.ordered(a, b);
        let width = self.width(a);
        debug_assert_eq!(width, self.width(b));
        if a == b || self.is_zero(a) || self.is_ones(b) {
            return a;
        }
        if self.is_ones(a) {
            return b;
        }
        if self.are_opposite(a, b) {
            return self.constant(width, 0);
        }
        if let Some(value) = self.as_constant(a)
            && let Some(kept) = self.and_constant(value, b)
        {
            return kept;
        }
        if let Some(absorbed) = self.absorb(a, b).or_else(|| self.absorb(b, a)) {
            return absorbed;
        }
        if let Some(joined) = self.by_parts(a, b, Terms::and) {
            return joined;
        }
        let high = self.bounds(a).high.min(self.bounds(b).high);
        self.make_within(Node::And(a, b), width, Bounds { low: 0, high })
    }

    pub fn or(&mut self, a: Term, b: Term) -> Term {
        let (a, b) = (self.not(a), self.not(b));
        let none = self.and(a, b);
        self.not(none)
    }

    pub fn xor(&mut self, a: Term, b: Term) -> Term {
        let width = self.width(a);
        debug_assert_eq!(width, self.width(b));
        // Negations move out, so that equal circuits are found.
        let (a, flip_a) = self.without_not(a);
        let (b, flip_b) = self.without_not(b);
        let plain = self.plain_xor(a, b, width);
        if flip_a == flip_b { plain } else { self.not(plain) }
    }

    fn plain_xor(&mut self, a: Term, b: Term, width: u32) -> Term {
        let (a, b) = self.ordered(a, b);
        if a == b {
            return self.constant(width, 0);
        }
        if self.is_zero(a) {
            return b;
        }
        if self.is_ones(a) {
            return self.not(b);
        }
        match (self.node(a), self.node(b)) {
            (Node::Const(x), Node::Const(y)) => return self.constant(width, x ^ y),
            (Node::Const(_), Node::Xor(c, d)) if self.as_constant(c).is_some() => {
                let both = self.plain_xor(a, c, width);
                return self.xor(both, d);
            }
            (_, Node::Xor(c, d)) if a == c => return d,
            (_, Node::Xor(c, d)) if a == d => return c,
            (Node::Xor(c, d), _) if b == c => return d,
            (Node::Xor(c, d), _) if b == d => return c,
            _ => {}
        }
        if let Some(joined) = self.by_parts(a, b, Terms::xor) {
            return joined;
        }
        // Nothing above the highest bit of either is set.
        let high = fill(self.bounds(a).high | self.bounds(b).high);
        self.make_within(Node::Xor(a, b), width, Bounds { low: 0, high })
    }

    fn without_not(&self, a: Term) -> (Term, bool) {
        match self.node(a) {
            Node::Not(inner) => (inner, true),
            _ => (a, false),
        }
    }

    pub fn ite(&mut self, cond: Term, a: Term, b: Term) -> Term {
        debug_assert_eq!((self.width(cond), self.width(a)), (1, self.width(b)));
        if a == b {
            return a;
        }
        match self.node(cond) {
            Node::Const(value) => return if value != 0 { a } else { b },
            Node::Not(inner) => return self.ite(inner, b, a),
            _ => {}
        }
        let (a, b) = (self.under(cond, true, a), self.under(cond, false, b));
        let width = self.width(a);
        if a == b {
            return a;
        }
        if width == 1 {
            return self.ite_bit(cond, a, b);
        }
        if let (Some(1), Some(0)) = (self.as_constant(a), self.as_constant(b)) {
            return self.zext(cond, width);
        }
        match (self.node(a), self.node(b)) {
            (_, Node::Ite(other, x, y)) if a == x => {
                let either = self.or(cond, other);
                return self.ite(either, a, y);
            }
            (Node::Ite(other, x, y), _) if b == y => {
                let both = self.and(cond, other);
                return self.ite(both, x, b);
            }
            (Node::Concat(high, low), Node::Concat(high2, low2)) if self.width(low) == self.width(low2) => {
                let (high, low) = (self.ite(cond, high, high2), self.ite(cond, low, low2));
                return self.concat(high, low);
            }
            _ => {}
        }
        let (x, y) = (self.bounds(a), self.bounds(b));
        let bounds = Bounds { low: x.low.min(y.low), high: x.high.max(y.high) };
        self.make_within(Node::Ite(cond, a, b), width, bounds)
    }

    fn ite_bit(&mut self, cond: Term, a: Term, b: Term) -> Term {
        match (self.as_truth(a), self.as_truth(b)) {
            (Some(true), _) => self.or(cond, b),
            (Some(false), _) => {
                let other = self.not(cond);
                self.and(other, b)
            }
            (_, Some(true)) => {
                let other = self.not(cond);
                self.or(other, a)
            }
            (_, Some(false)) => self.and(cond, a),
            _ if self.are_opposite(a, b) => self.xor(cond, b),
            _ => self.make(Node::Ite(cond, a, b), 1),
        }
    }

    /// A term where the condition is known, as far as its top says.
    fn under(&mut self, cond: Term, truth: bool, term: Term) -> Term {
        match self.node(term) {
            Node::Ite(other, x, y) if other == cond => {
                if truth {
                    x
                } else {
                    y
                }
            }
            _ if term == cond => self.truth(truth),
            Node::Not(inner) if inner == cond => self.truth(!truth),
            Node::And(x, y) if truth && (x == cond || y == cond) => {
                if x == cond {
                    y
                } else {
                    x
                }
            }
            _ => term,
        }
    }

    pub fn concat(&mut self, high: Term, low: Term) -> Term {
        let (above, below) = (self.width(high), self.width(low));
        let width = above + below;
        match (self.node(high), self.node(low)) {
            (Node::Const(x), Node::Const(y)) => return self.constant(width, x << below | y),
            // Constants and neighbours come together.
            (Node::Const(_), Node::Concat(middle, last)) if self.as_constant(middle).is_some() => {
                let first = self.concat(high, middle);
                return self.concat(first, last);
            }
            (Node::Extract(x, from), Node::Extract(y, to)) if x == y && from == to + below => {
                return self.extract(x, to, width);
            }
            (Node::Concat(first, middle), _) => {
                let last = self.concat(middle, low);
                return self.concat(first, last);
            }
            (Node::Extract(x, from), Node::Concat(middle, last)) => {
                if let Node::Extract(y, to) = self.node(middle)
                    && x == y
                    && from == to + self.width(middle)
                {
                    let joined = self.extract(x, to, above + self.width(middle));
                    return self.concat(joined, last);
                }
            }
            _ => {}
        }
        let (x, y) = (self.bounds(high), self.bounds(low));
        let bounds = Bounds { low: x.low << below | y.low, high: x.high << below | y.high };
        self.make_within(Node::Concat(high, low), width, bounds)
    }

    /// So many bits, from this one on.
    pub fn extract(&mut self, a: Term, from: u32, width: u32) -> Term {
        self.extract_within(a, from, width, DEPTH)
    }

    fn extract_within(&mut self, a: Term, from: u32, width: u32, depth: u32) -> Term {
        let whole = self.width(a);
        debug_assert!(width > 0 && from + width <= whole, "bits {from}+{width} of {whole}");
        if width == whole {
            return a;
        }
        if from == 0 && self.bounds(a).low == self.bounds(a).high || self.bounds(a).high >> from == 0 {
            return self.constant(width, self.bounds(a).low >> from);
        }
        let Some(deeper) = depth.checked_sub(1) else { return self.plain_extract(a, from, width) };
        match self.node(a) {
            Node::Const(value) => self.constant(width, value >> from),
            Node::Extract(inner, start) => self.extract_within(inner, start + from, width, deeper),
            Node::Concat(high, low) => {
                let below = self.width(low);
                if from >= below {
                    self.extract_within(high, from - below, width, deeper)
                } else if from + width <= below {
                    self.extract_within(low, from, width, deeper)
                } else {
                    let high = self.extract_within(high, 0, from + width - below, deeper);
                    let low = self.extract_within(low, from, below - from, deeper);
                    self.concat(high, low)
                }
            }
            Node::Sext(inner) => {
                let narrow = self.width(inner);
                if from + width <= narrow {
                    self.extract_within(inner, from, width, deeper)
                } else if from < narrow {
                    let kept = self.extract_within(inner, from, narrow - from, deeper);
                    self.sext(kept, width)
                } else {
                    let sign = self.extract_within(inner, narrow - 1, 1, deeper);
                    self.sext(sign, width)
                }
            }
            Node::Not(inner) => {
                let part = self.extract_within(inner, from, width, deeper);
                self.not(part)
            }
            Node::And(x, y) => {
                let (x, y) = (self.extract_within(x, from, width, deeper), self.extract_within(y, from, width, deeper));
                self.and(x, y)
            }
            Node::Xor(x, y) => {
                let (x, y) = (self.extract_within(x, from, width, deeper), self.extract_within(y, from, width, deeper));
                self.xor(x, y)
            }
            Node::Ite(cond, x, y) => {
                let (x, y) = (self.extract_within(x, from, width, deeper), self.extract_within(y, from, width, deeper));
                self.ite(cond, x, y)
            }
            // Low bits of sums and products come from low bits.
            Node::Add(x, y) if from == 0 => {
                let (x, y) = (self.extract_within(x, 0, width, deeper), self.extract_within(y, 0, width, deeper));
                self.add(x, y)
            }
            Node::Mul(x, y) if from == 0 => {
                let (x, y) = (self.extract_within(x, 0, width, deeper), self.extract_within(y, 0, width, deeper));
                self.mul(x, y)
            }
            Node::Add(..) | Node::Mul(..) => match self.divided(a, from) {
                Some(quotient) => self.extract_within(quotient, 0, width, deeper),
                None => self.plain_extract(a, from, width),
            },
            _ => self.plain_extract(a, from, width),
        }
    }

    fn plain_extract(&mut self, a: Term, from: u32, width: u32) -> Term {
        let (Bounds { low, high }, full) = (self.bounds(a), mask(width));
        // Bits that are not there above do not matter: otherwise any value may be left below.
        let bounds = match high >> from {
            high if high <= full => Bounds { low: low >> from, high },
            _ => Bounds { low: 0, high: full },
        };
        self.make_within(Node::Extract(a, from), width, bounds)
    }

    pub fn zext(&mut self, a: Term, width: u32) -> Term {
        let narrow = self.width(a);
        debug_assert!(width >= narrow);
        if width == narrow {
            return a;
        }
        let zeros = self.constant(width - narrow, 0);
        self.concat(zeros, a)
    }

    pub fn sext(&mut self, a: Term, width: u32) -> Term {
        let narrow = self.width(a);
        debug_assert!(width >= narrow);
        if width == narrow {
            return a;
        }
        if self.bounds(a).high >> (narrow - 1) == 0 {
            return self.zext(a, width);
        }
        match self.node(a) {
            Node::Const(value) => self.constant(width, super::signed(value, narrow) as u128),
            Node::Sext(inner) => self.sext(inner, width),
            Node::Ite(cond, x, y) if self.is_constant_pair(x, y) => {
                let (x, y) = (self.sext(x, width), self.sext(y, width));
                self.ite(cond, x, y)
            }
            _ => self.make(Node::Sext(a), width),
        }
    }

    /// The highest bit.
    pub fn sign(&mut self, a: Term) -> Term {
        self.extract(a, self.width(a) - 1, 1)
    }

    fn and_constant(&mut self, value: u128, b: Term) -> Option<Term> {
        let width = self.width(b);
        match self.node(b) {
            Node::Const(other) => return Some(self.constant(width, value & other)),
            Node::And(c, d) => {
                if let Some(other) = self.as_constant(c) {
                    let both = self.constant(width, value & other);
                    return Some(self.and(both, d));
                }
            }
            _ => {}
        }
        // A mask of low bits, or of high ones, moves bits and nothing else.
        if value & (value + 1) == 0 {
            let ones = value.count_ones();
            let low = self.extract(b, 0, ones);
            return Some(self.zext(low, width));
        }
        let zeros = value.trailing_zeros();
        if value >> zeros == mask(width - zeros) {
            let high = self.extract(b, zeros, width - zeros);
            let none = self.constant(zeros, 0);
            return Some(self.concat(high, none));
        }
        None
    }

    /// `a & b` where one of the parts of `b` decides.
    fn absorb(&mut self, a: Term, b: Term) -> Option<Term> {
        match self.node(b) {
            Node::And(c, d) if a == c || a == d => Some(b),
            Node::And(c, d) if self.are_opposite(a, c) || self.are_opposite(a, d) => {
                Some(self.constant(self.width(a), 0))
            }
            Node::Not(inner) => match self.node(inner) {
                // a and not (a and d) is a and not d.
                Node::And(c, d) if a == c || a == d => {
                    let other = self.not(if a == c { d } else { c });
                    Some(self.and(a, other))
                }
                Node::And(c, d) if self.are_opposite(a, c) || self.are_opposite(a, d) => Some(a),
                _ => None,
            },
            _ => None,
        }
    }

    /// An operation on words that are put together in the same places.
    fn by_parts(&mut self, a: Term, b: Term, op: fn(&mut Terms, Term, Term) -> Term) -> Option<Term> {
        let split = match (self.node(a), self.node(b)) {
            (Node::Concat(_, low), Node::Concat(_, low2)) if self.width(low) == self.width(low2) => self.width(low),
            (Node::Concat(_, low), Node::Const(_)) | (Node::Const(_), Node::Concat(_, low)) => self.width(low),
            _ => return None,
        };
        let above = self.width(a) - split;
        let (x, y) = (self.extract(a, split, above), self.extract(b, split, above));
        let high = op(self, x, y);
        let (x, y) = (self.extract(a, 0, split), self.extract(b, 0, split));
        let low = op(self, x, y);
        Some(self.concat(high, low))
    }

    pub(super) fn are_opposite(&self, a: Term, b: Term) -> bool {
        matches!(self.node(a), Node::Not(inner) if inner == b) || matches!(self.node(b), Node::Not(inner) if inner == a)
    }

    pub(super) fn is_constant_pair(&self, a: Term, b: Term) -> bool {
        self.as_constant(a).is_some() && self.as_constant(b).is_some()
    }
}

/// All bits below the highest one.
pub(super) fn fill(value: u128) -> u128 {
    mask(128 - value.leading_zeros())
}
