//! Comparisons, and the operations that only touch the sign.

use super::Format;
use super::parts::{Parts, is_negative};
use crate::engine::term::{Term, Terms};

/// Zeros are equal whatever their signs; NaNs are equal to nothing.
pub fn eq(terms: &mut Terms, format: Format, a: Term, b: Term) -> Term {
    let (a, b) = (Parts::of(terms, format, a), Parts::of(terms, format, b));
    let (numbers, zeros) = (are_numbers(terms, &a, &b), are_zeros(terms, &a, &b));
    let (signs, magnitudes) = (terms.eq(a.sign, b.sign), terms.eq(a.magnitude, b.magnitude));
    let same = terms.and(signs, magnitudes);
    let equal = terms.or(same, zeros);
    terms.and(numbers, equal)
}

/// False if either is a NaN.
pub fn lt(terms: &mut Terms, format: Format, a: Term, b: Term) -> Term {
    let (a, b) = (Parts::of(terms, format, a), Parts::of(terms, format, b));
    let (numbers, zeros) = (are_numbers(terms, &a, &b), are_zeros(terms, &a, &b));
    let (less, nonzero) = (precedes(terms, &a, &b), terms.not(zeros));
    let less = terms.and(less, nonzero);
    terms.and(numbers, less)
}

/// False if either is a NaN. Among numbers it is the opposite of [`lt`], and has the same circuit for the most part.
pub fn le(terms: &mut Terms, format: Format, a: Term, b: Term) -> Term {
    let (a, b) = (Parts::of(terms, format, a), Parts::of(terms, format, b));
    let (numbers, zeros) = (are_numbers(terms, &a, &b), are_zeros(terms, &a, &b));
    let more = precedes(terms, &b, &a);
    let less = terms.not(more);
    let less = terms.or(less, zeros);
    terms.and(numbers, less)
}

pub fn neg(terms: &mut Terms, format: Format, a: Term) -> Term {
    let (sign, rest) = (is_negative(terms, format, a), terms.extract(a, 0, format.bits() - 1));
    let sign = terms.not(sign);
    terms.concat(sign, rest)
}

pub fn abs(terms: &mut Terms, format: Format, a: Term) -> Term {
    let (sign, rest) = (terms.truth(false), terms.extract(a, 0, format.bits() - 1));
    terms.concat(sign, rest)
}

fn are_numbers(terms: &mut Terms, a: &Parts, b: &Parts) -> Term {
    let (a, b) = (a.is_nan(terms), b.is_nan(terms));
    let either = terms.or(a, b);
    terms.not(either)
}

fn are_zeros(terms: &mut Terms, a: &Parts, b: &Parts) -> Term {
    let (a, b) = (a.is_zero(terms), b.is_zero(terms));
    terms.and(a, b)
}

/// Whether one word is before another in the order of numbers. Here the zero with the sign is before the one without.
fn precedes(terms: &mut Terms, a: &Parts, b: &Parts) -> Term {
    // Magnitudes decide if the signs are the same; then it does not matter whose sign is looked at, and one that is
    // known makes the circuit simpler.
    let negative = if terms.as_truth(b.sign).is_some() { b.sign } else { a.sign };
    let within = match terms.as_truth(negative) {
        Some(false) => terms.ult(a.magnitude, b.magnitude),
        Some(true) => terms.ult(b.magnitude, a.magnitude),
        // One comparison does for both directions: that of negative numbers is the opposite of the other one, once a
        // bit below decides what happens when the magnitudes are the same.
        None => {
            let positive = terms.not(negative);
            let (x, y) = (terms.concat(a.magnitude, positive), terms.concat(b.magnitude, negative));
            let less = terms.ult(x, y);
            terms.xor(less, negative)
        }
    };
    let differ = terms.xor(a.sign, b.sign);
    terms.ite(differ, a.sign, within)
}
