//! Sums and differences.

use super::parts::{Parts, finish};
use super::round::{add_with_carry, bound, cut, is_nonzero, leading_zeros, pack, pad, shift_right};
use super::{Format, Rounding, neg};
use crate::engine::term::{Term, Terms};

pub fn sub(terms: &mut Terms, format: Format, rounding: Rounding, a: Term, b: Term) -> Term {
    let b = neg(terms, format, b);
    add(terms, format, rounding, a, b)
}

/// The smaller magnitude is moved to the exponent of the larger one, and is added or subtracted. Subnormal operands
/// need not be brought into normal form, and a subnormal result is exact.
pub fn add(terms: &mut Terms, format: Format, rounding: Rounding, a: Term, b: Term) -> Term {
    // Operands in order, so that the sum is the same term the other way round.
    let (a, b) = (a.min(b), a.max(b));
    let (a, b) = (Parts::of(terms, format, a), Parts::of(terms, format, b));
    let swap = terms.ult(a.magnitude, b.magnitude);
    let (large, small) = (choose(terms, format, swap, &b, &a), choose(terms, format, swap, &a, &b));
    let differ = terms.xor(a.sign, b.sign);
    let scale = large.scale(terms);
    let sum = aligned_sum(terms, &large, &small, scale, differ);

    // The highest bit of the sum is one above that of the larger operand. Zeros before it go away as far as there are
    // exponents for that.
    let zeros = leading_zeros(terms, sum);
    let width = terms.width(zeros).max(format.exponent);
    let (zeros, most) = (terms.zext(zeros, width), terms.zext(scale, width));
    let limited = terms.ult(most, zeros);
    let distance = terms.ite(limited, most, zeros);
    let one = terms.constant(width, 1);
    let exponent = terms.add(most, one);
    let exponent = terms.sub(exponent, distance);
    let distance = terms.zext(distance, terms.width(sum));
    let significand = terms.shl(sum, distance);
    let significand = cut(terms, significand, format.significand + 2);

    // What cancels is a positive zero, unless numbers are rounded down.
    let some = is_nonzero(terms, sum);
    let alike = terms.not(differ);
    let signed = terms.or(some, alike);
    let nothing = terms.truth(rounding == Rounding::Down);
    let sign = terms.ite(signed, large.sign, nothing);
    let magnitude = pack(terms, format, rounding, sign, exponent, significand);
    let magnitude = bound(terms, format, rounding, sign, exponent, magnitude);

    // A NaN has a larger magnitude than any number, and infinity than any other.
    let opposite = terms.and(small.highest, differ);
    let some = terms.not(large.whole);
    let invalid = terms.or(some, opposite);
    let nan = terms.and(large.highest, invalid);
    finish(terms, format, sign, magnitude, nan, large.highest)
}

fn choose(terms: &mut Terms, format: Format, condition: Term, a: &Parts, b: &Parts) -> Parts {
    let sign = terms.ite(condition, a.sign, b.sign);
    let magnitude = terms.ite(condition, a.magnitude, b.magnitude);
    Parts::new(terms, format, sign, magnitude)
}

/// The sum of two significands, with a bit for the carry above and three bits below. These are enough to round right:
/// when more than one bit is lost, at most one zero is before the sum.
fn aligned_sum(terms: &mut Terms, large: &Parts, small: &Parts, scale: Term, differ: Term) -> Term {
    let other = small.scale(terms);
    let distance = terms.sub(scale, other);
    let (large, small) = (large.significand(terms), small.significand(terms));
    let (large, small) = (pad(terms, large, 3), pad(terms, small, 3));
    let small = shift_right(terms, small, distance);
    let width = terms.width(large) + 1;
    let (large, small) = (terms.zext(large, width), terms.zext(small, width));
    let flip = terms.sext(differ, width);
    let small = terms.xor(small, flip);
    add_with_carry(terms, large, small, differ)
}
