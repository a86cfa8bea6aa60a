//! What the operations have in common: moving significands, and rounding them.
//!
//! A significand that is longer than the format's ends in a bit that is set when anything below it is: the sticky bit.
//! Shifting and cutting keep that true, so rounding sees whether a number is exact and on which side of the middle it
//! is.

use super::{Format, Rounding};
use crate::engine::term::{Term, Terms};

/// The magnitude of a number whose significand has its highest bit at a signed exponent, which may be too high or too
/// low for the format. The significand begins with a one, unless the exponent is so low that the bit before it does not
/// matter or the number is zero.
pub(super) fn round(
    terms: &mut Terms,
    format: Format,
    rounding: Rounding,
    sign: Term,
    exponent: Term,
    significand: Term,
) -> Term {
    let significand = cut(terms, significand, format.significand + 2);
    let width = terms.width(exponent);
    let (none, one) = (terms.constant(width, 0), terms.constant(width, 1));
    let low = terms.slt(exponent, one);
    let missing = terms.sub(one, exponent);
    let distance = terms.ite(low, missing, none);
    let significand = shift_right(terms, significand, distance);
    let exponent = terms.ite(low, one, exponent);
    let magnitude = pack(terms, format, rounding, sign, exponent, significand);
    bound(terms, format, rounding, sign, exponent, magnitude)
}

/// The magnitude of a number whose exponent the format has: at least one, and one if the significand does not begin
/// with a one. The significand has two bits more than the format's.
///
/// Rounding up carries into the exponent, from subnormal to normal numbers and from the largest one to infinity as
/// well.
pub(super) fn pack(
    terms: &mut Terms,
    format: Format,
    rounding: Rounding,
    sign: Term,
    exponent: Term,
    significand: Term,
) -> Term {
    debug_assert_eq!(terms.width(significand), format.significand + 2);
    let leading = terms.sign(significand);
    let fraction = terms.extract(significand, 2, format.fraction());
    let (odd, half, rest) =
        (terms.extract(significand, 2, 1), terms.extract(significand, 1, 1), terms.extract(significand, 0, 1));
    let away = rounding.away(terms, sign, odd, half, rest);
    let (exponent, none) = (terms.extract(exponent, 0, format.exponent), terms.constant(format.exponent, 0));
    let exponent = terms.ite(leading, exponent, none);
    let magnitude = terms.concat(exponent, fraction);
    let none = terms.constant(format.exponent + format.fraction(), 0);
    add_with_carry(terms, magnitude, none, away)
}

/// What a number becomes that has this magnitude but for an exponent that is too high.
pub(super) fn bound(
    terms: &mut Terms,
    format: Format,
    rounding: Rounding,
    sign: Term,
    exponent: Term,
    magnitude: Term,
) -> Term {
    let highest = terms.constant(terms.width(exponent), format.highest());
    let high = terms.ule(highest, exponent);
    let infinity = format.highest() << format.fraction();
    let (infinity, largest) =
        (terms.constant(terms.width(magnitude), infinity), terms.constant(terms.width(magnitude), infinity - 1));
    let outward = if rounding.is_nearest() { terms.truth(true) } else { rounding.outward(terms, sign) };
    let extreme = terms.ite(outward, infinity, largest);
    terms.ite(high, extreme, magnitude)
}

/// A significand with so many bits: zeros come in below, or the last bit says what was cut off.
pub(super) fn cut(terms: &mut Terms, significand: Term, width: u32) -> Term {
    let whole = terms.width(significand);
    if whole <= width {
        return pad(terms, significand, width - whole);
    }
    let below = whole - width + 1;
    let (kept, lost) = (terms.extract(significand, below, width - 1), terms.extract(significand, 0, below));
    let lost = is_nonzero(terms, lost);
    terms.concat(kept, lost)
}

/// With so many zeros below.
pub(super) fn pad(terms: &mut Terms, word: Term, zeros: u32) -> Term {
    if zeros == 0 {
        return word;
    }
    let zeros = terms.constant(zeros, 0);
    terms.concat(word, zeros)
}

/// Shifted by an unsigned distance; the last bit says what was lost.
pub(super) fn shift_right(terms: &mut Terms, significand: Term, distance: Term) -> Term {
    let width = terms.width(significand);
    let distance = fit(terms, distance, width);
    let ones = terms.constant(width, u128::MAX);
    let kept = terms.shl(ones, distance);
    let gone = terms.not(kept);
    let lost = terms.and(significand, gone);
    let lost = is_nonzero(terms, lost);
    let shifted = terms.lshr(significand, distance);
    let (high, low) = (terms.extract(shifted, 1, width - 1), terms.extract(shifted, 0, 1));
    let low = terms.or(low, lost);
    terms.concat(high, low)
}

/// A distance in so many bits. One that does not fit is longer than a word of these bits, and so is what becomes of it.
fn fit(terms: &mut Terms, distance: Term, width: u32) -> Term {
    let whole = terms.width(distance);
    if whole <= width {
        return terms.zext(distance, width);
    }
    let (high, low) = (terms.extract(distance, width, whole - width), terms.extract(distance, 0, width));
    let (far, most) = (is_nonzero(terms, high), terms.constant(width, u128::MAX));
    terms.ite(far, most, low)
}

/// How many zeros a word begins with, in as few bits as that takes. They may be one too few for the word zero.
pub(super) fn leading_zeros(terms: &mut Terms, word: Term) -> Term {
    let mut width = terms.width(word).next_power_of_two();
    let mut rest = word;
    if terms.width(word) < width {
        // Ones below, so that no more are counted than there are.
        let ones = terms.constant(width - terms.width(word), u128::MAX);
        rest = terms.concat(word, ones);
    }
    let mut count = None;
    while width > 1 {
        width /= 2;
        let (high, low) = (terms.extract(rest, width, width), terms.extract(rest, 0, width));
        let some = is_nonzero(terms, high);
        let none = terms.not(some);
        count = Some(count.map_or(none, |count| terms.concat(count, none)));
        rest = terms.ite(some, high, low);
    }
    count.unwrap_or_else(|| terms.truth(false))
}

/// A word without the zeros that it begins with, and how many they were.
pub(super) fn normalise(terms: &mut Terms, word: Term) -> (Term, Term) {
    let zeros = leading_zeros(terms, word);
    let distance = terms.zext(zeros, terms.width(word));
    (terms.shl(word, distance), zeros)
}

/// The sum of two words and a bit.
///
/// The bit is added to itself below the words, which carries it in: that takes one adder. It also keeps the layer of
/// terms from making a second, narrower sum where only low bits of this one are used.
pub(super) fn add_with_carry(terms: &mut Terms, a: Term, b: Term, carry: Term) -> Term {
    let width = terms.width(a);
    let (a, b) = (terms.concat(a, carry), terms.concat(b, carry));
    let sum = terms.add(a, b);
    terms.extract(sum, 1, width)
}

pub(super) fn is_nonzero(terms: &mut Terms, word: Term) -> Term {
    let zero = terms.constant(terms.width(word), 0);
    terms.ne(word, zero)
}
