//! Products and sums that are rounded once.

use super::multiply::Product;
use super::parts::{Parts, finish};
use super::round::{add_with_carry, is_nonzero, normalise, pad, round, shift_right};
use super::{Format, Rounding};
use crate::engine::term::{Term, Terms, WIDEST};

/// `a * b + c`, if the exact result fits into a word.
///
/// The third operand is to the left of the product, with two bits between them, and moves to the right to where its
/// exponent says. If it is even larger than that, the product does not move further away: rounding sees that something
/// is there, and no more. It is the same for a product below the least number.
pub fn fma(terms: &mut Terms, format: Format, rounding: Rounding, a: Term, b: Term, c: Term) -> Option<Term> {
    let significand = format.significand;
    // The three operands, two bits between them, one below for what is lost and one above for the sign.
    let width = 3 * significand + 4;
    if width >= WIDEST {
        return None;
    }
    let (a, b) = (a.min(b), a.max(b));
    let (a, b, c) = (Parts::of(terms, format, a), Parts::of(terms, format, b), Parts::of(terms, format, c));
    let product = Product::of(terms, format, &a, &b);
    let differ = terms.xor(product.sign, c.sign);
    let (scale, addend) = place(terms, &product, &c);
    let addend = terms.zext(addend, width);
    let flip = terms.sext(differ, width);
    let addend = terms.xor(addend, flip);
    let factors = pad(terms, product.significand, 1);
    let factors = terms.zext(factors, width);
    let sum = add_with_carry(terms, factors, addend, differ);

    // A difference is negative if the third operand is the larger one. No sum carries as far as the highest bit: the
    // third operand is either below it by one, or the product is too far below to carry.
    let less = terms.sign(sum);
    let flip = terms.sext(less, width);
    let sum = terms.xor(sum, flip);
    let none = terms.constant(width, 0);
    let sum = add_with_carry(terms, sum, none, less);
    let (some, alike) = (is_nonzero(terms, sum), terms.not(differ));
    let signed = terms.or(some, alike);
    let (larger, nothing) = (terms.xor(product.sign, less), terms.truth(rounding == Rounding::Down));
    let sign = terms.ite(signed, larger, nothing);

    let (significand, zeros) = normalise(terms, sum);
    let bits = terms.width(scale);
    let (zeros, one) = (terms.zext(zeros, bits), terms.constant(bits, 1));
    let exponent = terms.add(scale, one);
    let exponent = terms.sub(exponent, zeros);
    let magnitude = round(terms, format, rounding, sign, exponent, significand);

    let (infinite, nan) = (c.is_infinite(terms), c.is_nan(terms));
    let opposite = terms.and(differ, infinite);
    let opposite = terms.and(opposite, product.infinite);
    let nan = terms.or(nan, product.nan);
    let nan = terms.or(nan, opposite);
    let sign = terms.ite(c.highest, c.sign, sign);
    let sign = terms.ite(product.infinite, product.sign, sign);
    let infinite = terms.or(infinite, product.infinite);
    Some(finish(terms, format, sign, magnitude, nan, infinite))
}

/// The exponent of the highest bit where the third operand may be, and that operand in its place, with one bit below
/// those of the product.
fn place(terms: &mut Terms, product: &Product, c: &Parts) -> (Term, Term) {
    let (significand, bits) = (c.significand(terms), terms.width(product.exponent));
    let offset = terms.constant(bits, u128::from(terms.width(significand)) + 2);
    let highest = terms.add(product.exponent, offset);
    let scale = c.scale(terms);
    let scale = terms.zext(scale, bits);
    // A product that is zero has no exponent to go by.
    let (beyond, some) = (terms.slt(highest, scale), is_nonzero(terms, product.significand));
    let nothing = terms.not(some);
    let beyond = terms.or(beyond, nothing);
    let (distance, none) = (terms.sub(highest, scale), terms.constant(bits, 0));
    let distance = terms.ite(beyond, none, distance);
    let addend = pad(terms, significand, terms.width(product.significand) + 3);
    (terms.ite(beyond, scale, highest), shift_right(terms, addend, distance))
}
