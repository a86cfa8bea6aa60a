//! Quotients, square roots and remainders, digit by digit.
//!
//! The digits are binary and are found by subtracting: one subtraction and one choice for each. No word is longer than
//! the significand and a few bits, and the circuit is a fraction of one that divides words as long as the quotient.

use super::parts::{Parts, finish, or_infinite};
use super::round::{is_nonzero, leading_zeros, normalise, pack, pad, round};
use super::{Format, Rounding};
use crate::engine::term::{Term, Terms};

/// The formats whose remainders take less than a few thousand subtractions have exponents of up to so many bits.
const WIDEST_EXPONENT: u32 = 11;

pub fn div(terms: &mut Terms, format: Format, rounding: Rounding, a: Term, b: Term) -> Term {
    let (a, b) = (Parts::of(terms, format, a), Parts::of(terms, format, b));
    let sign = terms.xor(a.sign, b.sign);
    let (exponent_a, dividend) = normal_form(terms, format, &a);
    let (exponent_b, divisor) = normal_form(terms, format, &b);
    let quotient = quotient(terms, dividend, divisor);

    // It begins with a one if the dividend has the larger significand, else with a zero and a one.
    let bits = terms.width(quotient);
    let (leading, rest) = (terms.sign(quotient), terms.extract(quotient, 0, bits - 1));
    let moved = pad(terms, rest, 1);
    let significand = terms.ite(leading, quotient, moved);
    let width = terms.width(exponent_a);
    let offset = terms.constant(width, format.bias());
    let exponent = terms.sub(exponent_a, exponent_b);
    let exponent = terms.add(exponent, offset);
    let second = terms.not(leading);
    let second = terms.zext(second, width);
    let exponent = terms.sub(exponent, second);
    let magnitude = round(terms, format, rounding, sign, exponent, significand);

    let (zero_a, zero_b) = (a.is_zero(terms), b.is_zero(terms));
    let (infinite_a, infinite_b) = (a.is_infinite(terms), b.is_infinite(terms));
    let (zeros, infinities) = (terms.and(zero_a, zero_b), terms.and(infinite_a, infinite_b));
    let (nan_a, nan_b) = (a.is_nan(terms), b.is_nan(terms));
    let nan = terms.or(nan_a, nan_b);
    let nan = terms.or(nan, zeros);
    let nan = terms.or(nan, infinities);
    let infinite = terms.or(infinite_a, zero_b);
    let zero = terms.constant(terms.width(magnitude), 0);
    let magnitude = terms.ite(b.highest, zero, magnitude);
    finish(terms, format, sign, magnitude, nan, infinite)
}

/// The root of a negative number is a NaN, that of a zero is this zero.
pub fn sqrt(terms: &mut Terms, format: Format, rounding: Rounding, a: Term) -> Term {
    let a = Parts::of(terms, format, a);
    let (exponent, significand) = normal_form(terms, format, &a);
    // The bias is odd, so an even exponent stands for an odd power of two.
    let odd = terms.extract(exponent, 0, 1);
    let (even, above, below) =
        (terms.not(odd), pad(terms, significand, 2), terms.zext(significand, format.significand + 1));
    let below = pad(terms, below, 1);
    let radicand = terms.ite(even, above, below);
    let root = root(terms, radicand);
    let offset = terms.constant(terms.width(exponent), format.bias());
    let exponent = terms.add(exponent, offset);
    let exponent = terms.extract(exponent, 1, format.exponent);
    let magnitude = pack(terms, format, rounding, a.sign, exponent, root);

    let (zero, nan) = (a.is_zero(terms), a.is_nan(terms));
    let same = terms.or(zero, nan);
    let some = terms.not(same);
    let invalid = terms.and(a.sign, some);
    let magnitude = or_infinite(terms, format, a.highest, magnitude);
    let quiet = a.quiet(terms);
    let magnitude = terms.ite(same, quiet, magnitude);
    let nothing = terms.truth(false);
    let sign = terms.and(a.sign, same);
    let sign = terms.or(sign, invalid);
    finish(terms, format, sign, magnitude, invalid, nothing)
}

/// What is left of `a` after subtracting `b` as often as that goes towards zero: C's `fmod`. It is exact.
///
/// There is nothing for formats with so many exponents that the circuit would be unreasonable, unless both are
/// constants.
pub fn rem(terms: &mut Terms, format: Format, a: Term, b: Term) -> Option<Term> {
    let constants = terms.as_constant(a).is_some() && terms.as_constant(b).is_some();
    if format.exponent > WIDEST_EXPONENT && !constants {
        return None;
    }
    let (a, b) = (Parts::of(terms, format, a), Parts::of(terms, format, b));
    let (scale_a, scale) = (a.scale(terms), b.scale(terms));
    let (dividend, divisor) = (a.significand(terms), b.significand(terms));
    let rest = terms.urem(dividend, divisor);
    let distance = terms.sub(scale_a, scale);
    let rest = shifted_remainder(terms, rest, divisor, distance);

    // The rest has the exponent of the divisor. Zeros before it go away as far as there are exponents for that.
    let zeros = leading_zeros(terms, rest);
    let one = terms.constant(format.exponent, 1);
    let most = terms.sub(scale, one);
    let width = terms.width(zeros).max(format.exponent);
    let (zeros, most) = (terms.zext(zeros, width), terms.zext(most, width));
    let limited = terms.ult(most, zeros);
    let distance = terms.ite(limited, most, zeros);
    let lower = terms.extract(distance, 0, format.exponent);
    let exponent = terms.sub(scale, lower);
    let distance = terms.zext(distance, terms.width(rest));
    let significand = terms.shl(rest, distance);
    let significand = pad(terms, significand, 2);
    let magnitude = pack(terms, format, Rounding::TowardZero, a.sign, exponent, significand);

    let less = terms.ult(a.magnitude, b.magnitude);
    let magnitude = terms.ite(less, a.magnitude, magnitude);
    let (zero, nan) = (b.is_zero(terms), b.is_nan(terms));
    let invalid = terms.or(zero, nan);
    let nan = terms.or(a.highest, invalid);
    let nothing = terms.truth(false);
    Some(finish(terms, format, a.sign, magnitude, nan, nothing))
}

/// A significand that begins with a one, and the signed exponent of that bit.
fn normal_form(terms: &mut Terms, format: Format, number: &Parts) -> (Term, Term) {
    let significand = number.significand(terms);
    let (significand, zeros) = normalise(terms, significand);
    let width = format.exponent + 2;
    let scale = number.scale(terms);
    let (scale, zeros) = (terms.zext(scale, width), terms.zext(zeros, width));
    (terms.sub(scale, zeros), significand)
}

/// One digit: whether a divisor goes into a rest, and what is left then. Both are without signs and leave the highest
/// bit free.
fn digit(terms: &mut Terms, rest: Term, divisor: Term) -> (Term, Term) {
    let difference = terms.sub(rest, divisor);
    let less = terms.sign(difference);
    (terms.not(less), terms.ite(less, rest, difference))
}

/// Two more bits than the operands have, the first of them for one, and a sticky bit. Both operands begin with a one,
/// or the first one is zero.
fn quotient(terms: &mut Terms, dividend: Term, divisor: Term) -> Term {
    let bits = terms.width(dividend) + 2;
    let (mut rest, divisor) = (terms.zext(dividend, bits), terms.zext(divisor, bits));
    let mut digits = Vec::new();
    for _ in 0..bits {
        let (digit, left) = digit(terms, rest, divisor);
        digits.push(digit);
        rest = terms.add(left, left);
    }
    digits.push(is_nonzero(terms, rest));
    join_digits(terms, &digits)
}

/// The root of a number with two bits before the point, the first digit for one, and a sticky bit: as many bits as the
/// number has, and the sticky bit below.
///
/// After some digits the rest is the number without the square of the root so far, times two to the number of digits.
/// One more digit subtracts twice the root and the digit itself.
fn root(terms: &mut Terms, number: Term) -> Term {
    let bits = terms.width(number) - 2;
    // A bit for doubling and one for the sign of differences.
    let width = bits + 4;
    let (number, one) = (terms.zext(number, width), terms.constant(width, 1 << bits));
    let mut rest = terms.sub(number, one);
    let mut digits = vec![terms.truth(true)];
    for done in 0..bits {
        let last = terms.constant(bits - done + 1, 1 << (bits - done - 1));
        let so_far = join_digits(terms, &digits);
        let divisor = terms.concat(so_far, last);
        let divisor = terms.zext(divisor, width);
        let doubled = terms.add(rest, rest);
        let (digit, left) = digit(terms, doubled, divisor);
        digits.push(digit);
        rest = left;
    }
    digits.push(is_nonzero(terms, rest));
    join_digits(terms, &digits)
}

/// The remainder of a number that is less than the divisor, times two to the distance.
///
/// Every bit of the distance doubles the rest as often as it says, or not at all: so the choice whether to double is
/// there once for each bit, and not each time.
fn shifted_remainder(terms: &mut Terms, rest: Term, divisor: Term, distance: Term) -> Term {
    let significand = terms.width(rest);
    let (mut rest, divisor) = (terms.zext(rest, significand + 2), terms.zext(divisor, significand + 2));
    for bit in (0..terms.width(distance)).rev() {
        let wanted = terms.extract(distance, bit, 1);
        if terms.as_truth(wanted) == Some(false) {
            continue;
        }
        let mut moved = rest;
        for _ in 0..1u32 << bit {
            let doubled = terms.add(moved, moved);
            moved = digit(terms, doubled, divisor).1;
        }
        rest = terms.ite(wanted, moved, rest);
    }
    terms.extract(rest, 0, significand)
}

/// The first digit is the highest.
fn join_digits(terms: &mut Terms, digits: &[Term]) -> Term {
    let joined = digits.iter().rev().copied().reduce(|low, high| terms.concat(high, low));
    joined.expect("a digit")
}
