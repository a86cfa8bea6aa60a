//! Conversions between formats, and from and to integers.

use super::parts::{Parts, join, or_infinite};
use super::round::{bound, cut, normalise, pack, pad, round};
use super::{Format, Rounding};
use crate::engine::term::{Term, Terms};

/// A NaN keeps its sign and as much of its payload as there is room for, and becomes a quiet one.
pub fn convert(terms: &mut Terms, from: Format, to: Format, rounding: Rounding, a: Term) -> Term {
    if from == to {
        return a;
    }
    let a = Parts::of(terms, from, a);
    let (scale, significand) = (a.scale(terms), a.significand(terms));
    let magnitude = if to.exponent > from.exponent {
        // There are exponents enough to make subnormal numbers normal ones.
        let (significand, zeros) = normalise(terms, significand);
        let (scale, zeros) = (terms.zext(scale, to.exponent), terms.zext(zeros, to.exponent));
        let offset = terms.constant(to.exponent, to.bias() - from.bias());
        let exponent = terms.add(scale, offset);
        let exponent = terms.sub(exponent, zeros);
        let significand = cut(terms, significand, to.significand + 2);
        pack(terms, to, rounding, a.sign, exponent, significand)
    } else if to.exponent == from.exponent {
        let significand = cut(terms, significand, to.significand + 2);
        pack(terms, to, rounding, a.sign, scale, significand)
    } else {
        // Subnormal numbers are less than half of the least number that there will be.
        let width = from.exponent + 1;
        let scale = terms.zext(scale, width);
        let offset = terms.constant(width, from.bias() - to.bias());
        let exponent = terms.sub(scale, offset);
        round(terms, to, rounding, a.sign, exponent, significand)
    };
    let magnitude = or_infinite(terms, to, a.highest, magnitude);
    let nan = a.is_nan(terms);
    let quiet = payload(terms, from, to, &a);
    let magnitude = terms.ite(nan, quiet, magnitude);
    join(terms, to, a.sign, magnitude)
}

/// The magnitude of the quiet NaN with the payload of another.
fn payload(terms: &mut Terms, from: Format, to: Format, a: &Parts) -> Term {
    let (there, here) = (from.fraction() - 1, to.fraction() - 1);
    let kept = there.min(here);
    let payload = terms.extract(a.fraction, there - kept, kept);
    let payload = pad(terms, payload, here - kept);
    let above = terms.constant(to.exponent + 1, u128::MAX);
    terms.concat(above, payload)
}

/// The number that is nearest to an integer, or to where the rounding says.
pub fn from_integer(terms: &mut Terms, format: Format, rounding: Rounding, a: Term, signed: bool) -> Term {
    let sign = if signed { terms.sign(a) } else { terms.truth(false) };
    let absolute = terms.negate_if(sign, a);
    let (significand, zeros) = normalise(terms, absolute);
    let significand = cut(terms, significand, format.significand + 2);
    let highest = format.bias() + u128::from(terms.width(a)) - 1;
    let width = format.exponent.max(u128::BITS - highest.leading_zeros());
    let (zeros, highest) = (terms.zext(zeros, width), terms.constant(width, highest));
    let exponent = terms.sub(highest, zeros);
    let magnitude = pack(terms, format, rounding, sign, exponent, significand);
    let magnitude = match terms.as_constant(highest) {
        Some(highest) if highest < format.highest() => magnitude,
        _ => bound(terms, format, rounding, sign, exponent, magnitude),
    };
    join(terms, format, sign, magnitude)
}

/// The integer towards zero from a number.
///
/// C does not say what becomes of NaNs and of numbers whose integer does not fit. Here it is the word whose highest bit
/// is set and nothing else, for unsigned integers too: what x86 gives where one instruction converts.
pub fn to_integer(terms: &mut Terms, format: Format, a: Term, width: u32, signed: bool) -> Term {
    let a = Parts::of(terms, format, a);
    // The least signed integer has the value of those that do not fit, so it need not be told from them.
    let bits = if signed { width - 1 } else { width };
    debug_assert!(bits > 0, "a signed integer has a bit beside the sign");
    let one = format.bias();
    let most = (one + u128::from(bits)).min(format.highest());
    let (least, end) = (terms.constant(format.exponent, one), terms.constant(format.exponent, most));
    let (small, fits) = (terms.ult(a.exponent, least), terms.ult(a.exponent, end));

    // The significand begins at the highest bit, and moves down to where its exponent says. Among those that fit the
    // low bits of the exponent say it.
    let significand = a.significand(terms);
    let spare = bits.saturating_sub(format.significand);
    let kept = bits - spare;
    let significand = terms.extract(significand, format.significand - kept, kept);
    let significand = pad(terms, significand, spare);
    let narrow = (u32::BITS - (bits - 1).leading_zeros()).max(1);
    let exponent = terms.zext(a.exponent, format.exponent.max(narrow));
    let exponent = terms.extract(exponent, 0, narrow);
    let highest = terms.constant(narrow, one + u128::from(bits) - 1);
    let distance = terms.sub(highest, exponent);
    let distance = terms.zext(distance, bits);
    let absolute = terms.lshr(significand, distance);
    let absolute = terms.zext(absolute, width);

    let (value, fits) = if signed {
        (terms.negate_if(a.sign, absolute), fits)
    } else {
        let positive = terms.not(a.sign);
        (absolute, terms.and(fits, positive))
    };
    let (zero, other) = (terms.constant(width, 0), terms.constant(width, 1 << (width - 1)));
    let value = terms.ite(fits, value, other);
    terms.ite(small, zero, value)
}
