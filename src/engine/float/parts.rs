//! Numbers taken apart and put together, and what kind of numbers they are.

use super::Format;
use crate::engine::term::{Term, Terms};

/// The parts of a number.
#[derive(Clone, Copy)]
pub(super) struct Parts {
    pub sign: Term,
    /// Exponent and fraction as one word: it grows with the number. A leading bit that the format stores is not in it.
    pub magnitude: Term,
    /// As it is stored.
    pub exponent: Term,
    /// The significand without the leading bit.
    pub fraction: Term,
    /// Whether the exponent is all zeros, that of zero and of subnormal numbers.
    pub lowest: Term,
    /// Whether the exponent is all ones, that of infinities and NaNs.
    pub highest: Term,
    /// Whether the fraction is zero.
    pub whole: Term,
}

pub fn is_nan(terms: &mut Terms, format: Format, a: Term) -> Term {
    Parts::of(terms, format, a).is_nan(terms)
}

pub fn is_infinite(terms: &mut Terms, format: Format, a: Term) -> Term {
    Parts::of(terms, format, a).is_infinite(terms)
}

/// Neither infinite nor a NaN.
pub fn is_finite(terms: &mut Terms, format: Format, a: Term) -> Term {
    let highest = Parts::of(terms, format, a).highest;
    terms.not(highest)
}

/// Neither zero nor subnormal, infinite or a NaN.
pub fn is_normal(terms: &mut Terms, format: Format, a: Term) -> Term {
    let parts = Parts::of(terms, format, a);
    let neither = terms.or(parts.lowest, parts.highest);
    terms.not(neither)
}

pub fn is_subnormal(terms: &mut Terms, format: Format, a: Term) -> Term {
    let parts = Parts::of(terms, format, a);
    let some = terms.not(parts.whole);
    terms.and(parts.lowest, some)
}

pub fn is_zero(terms: &mut Terms, format: Format, a: Term) -> Term {
    Parts::of(terms, format, a).is_zero(terms)
}

/// The sign, which zeros and NaNs have too.
pub fn is_negative(terms: &mut Terms, format: Format, a: Term) -> Term {
    terms.extract(a, format.bits() - 1, 1)
}

impl Parts {
    pub(super) fn of(terms: &mut Terms, format: Format, a: Term) -> Parts {
        debug_assert_eq!(terms.width(a), format.bits());
        let (bits, fraction) = (format.bits(), format.fraction());
        let sign = terms.extract(a, bits - 1, 1);
        let exponent = terms.extract(a, bits - 1 - format.exponent, format.exponent);
        let fraction = terms.extract(a, 0, fraction);
        let magnitude = terms.concat(exponent, fraction);
        Parts::new(terms, format, sign, magnitude)
    }

    pub(super) fn new(terms: &mut Terms, format: Format, sign: Term, magnitude: Term) -> Parts {
        let exponent = terms.extract(magnitude, format.fraction(), format.exponent);
        let fraction = terms.extract(magnitude, 0, format.fraction());
        let (zero, ones) = (terms.constant(format.exponent, 0), terms.constant(format.exponent, format.highest()));
        let (lowest, highest) = (terms.eq(exponent, zero), terms.eq(exponent, ones));
        let nothing = terms.constant(format.fraction(), 0);
        let whole = terms.eq(fraction, nothing);
        Parts { sign, magnitude, exponent, fraction, lowest, highest, whole }
    }

    pub(super) fn is_nan(&self, terms: &mut Terms) -> Term {
        let some = terms.not(self.whole);
        terms.and(self.highest, some)
    }

    pub(super) fn is_infinite(&self, terms: &mut Terms) -> Term {
        terms.and(self.highest, self.whole)
    }

    pub(super) fn is_zero(&self, terms: &mut Terms) -> Term {
        terms.and(self.lowest, self.whole)
    }

    /// With the leading bit, which is not set in subnormal numbers.
    pub(super) fn significand(&self, terms: &mut Terms) -> Term {
        let leading = terms.not(self.lowest);
        terms.concat(leading, self.fraction)
    }

    /// The exponent that the highest bit of the significand has: subnormal numbers have that of the least normal one.
    pub(super) fn scale(&self, terms: &mut Terms) -> Term {
        let (width, lowest) = (terms.width(self.exponent), self.lowest);
        let (high, low) = (terms.extract(self.exponent, 1, width - 1), terms.extract(self.exponent, 0, 1));
        let low = terms.or(low, lowest);
        terms.concat(high, low)
    }

    /// The magnitude, with the bit set that makes a NaN a quiet one.
    pub(super) fn quiet(&self, terms: &mut Terms) -> Term {
        let below = terms.width(self.fraction) - 1;
        let (first, rest) = (terms.extract(self.fraction, below, 1), terms.extract(self.fraction, 0, below));
        let nan = self.is_nan(terms);
        let first = terms.or(first, nan);
        let fraction = terms.concat(first, rest);
        terms.concat(self.exponent, fraction)
    }
}

/// The word of a number.
pub(super) fn join(terms: &mut Terms, format: Format, sign: Term, magnitude: Term) -> Term {
    if !format.explicit {
        return terms.concat(sign, magnitude);
    }
    let exponent = terms.extract(magnitude, format.fraction(), format.exponent);
    let fraction = terms.extract(magnitude, 0, format.fraction());
    let zero = terms.constant(format.exponent, 0);
    let leading = terms.ne(exponent, zero);
    let significand = terms.concat(leading, fraction);
    let above = terms.concat(sign, exponent);
    terms.concat(above, significand)
}

/// The word of a number that may be no number, or infinite.
pub(super) fn finish(
    terms: &mut Terms,
    format: Format,
    sign: Term,
    magnitude: Term,
    nan: Term,
    infinite: Term,
) -> Term {
    let magnitude = or_infinite(terms, format, infinite, magnitude);
    let quiet = nan_magnitude(terms, format);
    let magnitude = terms.ite(nan, quiet, magnitude);
    let sign = terms.or(nan, sign);
    join(terms, format, sign, magnitude)
}

pub(super) fn or_infinite(terms: &mut Terms, format: Format, infinite: Term, magnitude: Term) -> Term {
    let width = format.exponent + format.fraction();
    let infinity = terms.constant(width, format.highest() << format.fraction());
    terms.ite(infinite, infinity, magnitude)
}

fn nan_magnitude(terms: &mut Terms, format: Format) -> Term {
    let width = format.exponent + format.fraction();
    terms.constant(width, (format.highest() << 1 | 1) << (format.fraction() - 1))
}
