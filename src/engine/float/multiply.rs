//! Products.

use super::parts::{Parts, finish};
use super::round::{cut, is_nonzero, normalise, pad, round};
use super::{Format, Rounding};
use crate::engine::term::{Term, Terms, WIDEST};

pub fn mul(terms: &mut Terms, format: Format, rounding: Rounding, a: Term, b: Term) -> Term {
    // Operands in order, so that the product is the same term the other way round.
    let (a, b) = (a.min(b), a.max(b));
    let (a, b) = (Parts::of(terms, format, a), Parts::of(terms, format, b));
    let product = Product::of(terms, format, &a, &b);
    // A product of two significands that are not subnormal begins with a one, or with a zero and a one.
    let significand = cut(terms, product.significand, format.significand + 3);
    let (leading, rest) = (terms.sign(significand), terms.extract(significand, 0, format.significand + 2));
    let moved = pad(terms, rest, 1);
    let significand = terms.ite(leading, significand, moved);
    let width = terms.width(product.exponent);
    let second = terms.not(leading);
    let second = terms.zext(second, width);
    let exponent = terms.sub(product.exponent, second);
    let magnitude = round(terms, format, rounding, product.sign, exponent, significand);
    finish(terms, format, product.sign, magnitude, product.nan, product.infinite)
}

/// A product that is not rounded.
pub(super) struct Product {
    pub sign: Term,
    /// The exponent of the highest bit of the significand, as a signed number.
    pub exponent: Term,
    /// Twice as many bits as the format's, and if they do not fit into a word three more than the format's.
    pub significand: Term,
    pub nan: Term,
    pub infinite: Term,
}

impl Product {
    pub(super) fn of(terms: &mut Terms, format: Format, a: &Parts, b: &Parts) -> Product {
        let sign = terms.xor(a.sign, b.sign);
        // The product of two subnormal numbers is less than half of the least number, however many zeros it begins
        // with. So one factor is brought into normal form; the other one is normal, or its zeros do not matter. A
        // constant stays as it is if that is possible: it makes multiplying simpler.
        let first = if terms.as_truth(b.lowest) == Some(false) { terms.truth(true) } else { a.lowest };
        let (x, y) = (a.significand(terms), b.significand(terms));
        let (moved, other) = (terms.ite(first, x, y), terms.ite(first, y, x));
        let (moved, zeros) = normalise(terms, moved);
        let significand = multiply(terms, moved, other);

        let width = format.exponent + 3;
        let (x, y) = (a.scale(terms), b.scale(terms));
        let (x, y, zeros) = (terms.zext(x, width), terms.zext(y, width), terms.zext(zeros, width));
        let exponent = terms.add(x, y);
        let exponent = terms.sub(exponent, zeros);
        let offset = terms.constant(width, 1u128.wrapping_sub(format.bias()));
        let exponent = terms.add(exponent, offset);

        let (zero_a, zero_b) = (a.is_zero(terms), b.is_zero(terms));
        let (infinite_a, infinite_b) = (a.is_infinite(terms), b.is_infinite(terms));
        let (invalid, opposite) = (terms.and(infinite_a, zero_b), terms.and(zero_a, infinite_b));
        let (nan_a, nan_b) = (a.is_nan(terms), b.is_nan(terms));
        let nan = terms.or(nan_a, nan_b);
        let nan = terms.or(nan, invalid);
        let nan = terms.or(nan, opposite);
        Product { sign, exponent, significand, nan, infinite: terms.or(a.highest, b.highest) }
    }
}

fn multiply(terms: &mut Terms, a: Term, b: Term) -> Term {
    let width = terms.width(a);
    if 2 * width > WIDEST {
        return multiply_halves(terms, a, b);
    }
    let (a, b) = (terms.zext(a, 2 * width), terms.zext(b, 2 * width));
    terms.mul(a, b)
}

/// A product that is too long for a word, as far as rounding needs it: three more bits than a factor has.
fn multiply_halves(terms: &mut Terms, a: Term, b: Term) -> Term {
    let width = terms.width(a);
    let (below, above) = (width / 2, width - width / 2);
    let mut split = |word| (terms.extract(word, below, above), terms.extract(word, 0, below));
    let ((high_a, low_a), (high_b, low_b)) = (split(a), split(b));
    let mut product = |x, y, width| {
        let (x, y) = (terms.zext(x, width), terms.zext(y, width));
        terms.mul(x, y)
    };
    let low = product(low_a, low_b, 2 * below);
    let (cross, other) = (product(high_a, low_b, width + 2), product(low_a, high_b, width + 2));
    let high = product(high_a, high_b, 2 * above);

    let carry = terms.extract(low, below, below);
    let carry = terms.zext(carry, width + 2);
    let middle = terms.add(cross, other);
    let middle = terms.add(middle, carry);
    let carry = terms.extract(middle, below, width + 2 - below);
    let carry = terms.zext(carry, 2 * above);
    let high = terms.add(high, carry);
    // The lowest parts only say whether there is anything.
    let (middle, low) = (terms.extract(middle, 0, below), terms.extract(low, 0, below));
    let (middle, low) = (cut(terms, middle, 2), is_nonzero(terms, low));
    let below = terms.concat(middle, low);
    let product = terms.concat(high, below);
    cut(terms, product, width + 3)
}
