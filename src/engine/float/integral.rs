//! Numbers rounded to integers that stay floating-point numbers.

use super::parts::{Parts, join};
use super::round::{add_with_carry, is_nonzero};
use super::{Format, Rounding};
use crate::engine::term::{Term, Terms};

/// C's `rint` and `nearbyint` ([`Rounding::NearestEven`]), `round` ([`Rounding::NearestAway`]), `trunc`, `ceil` and
/// `floor`. The sign stays, so `-0.3` becomes a negative zero in some of them.
pub fn round_to_integral(terms: &mut Terms, format: Format, rounding: Rounding, a: Term) -> Term {
    let a = Parts::of(terms, format, a);
    let (one, whole) = (format.bias(), format.bias() + u128::from(format.fraction()));
    let (one, whole) = (terms.constant(format.exponent, one), terms.constant(format.exponent, whole));
    // Below one; without bits after the point, which infinities and NaNs are too; or between these.
    let (small, large) = (terms.ult(a.exponent, one), terms.ule(whole, a.exponent));
    let (tiny, rounded, same) =
        (round_small(terms, format, rounding, &a), round_between(terms, format, rounding, &a), a.quiet(terms));
    let magnitude = terms.ite(small, tiny, rounded);
    let magnitude = terms.ite(large, same, magnitude);
    join(terms, format, a.sign, magnitude)
}

/// Zero or one.
fn round_small(terms: &mut Terms, format: Format, rounding: Rounding, a: &Parts) -> Term {
    let below = terms.constant(format.exponent, format.bias() - 1);
    let half = terms.eq(a.exponent, below);
    let (zero, some) = (a.is_zero(terms), terms.not(a.whole));
    let up = match rounding {
        Rounding::NearestEven => terms.and(half, some),
        Rounding::NearestAway => half,
        _ => {
            let (outward, some) = (rounding.outward(terms, a.sign), terms.not(zero));
            terms.and(outward, some)
        }
    };
    let width = format.exponent + format.fraction();
    let (zero, one) = (terms.constant(width, 0), terms.constant(width, format.bias() << format.fraction()));
    terms.ite(up, one, zero)
}

/// The magnitude as one word has the bits after the point at its end. Something is added to it, which carries into the
/// exponent if need be, and these bits are cleared.
fn round_between(terms: &mut Terms, format: Format, rounding: Rounding, a: &Parts) -> Term {
    let fraction = format.fraction();
    // How many bits are after the point: at least one and at most all of the fraction. Other exponents do not come
    // here, so the low bits are enough.
    let bits = (u32::BITS - fraction.leading_zeros()).min(format.exponent);
    let (whole, exponent) = (format.bias() + u128::from(fraction), terms.extract(a.exponent, 0, bits));
    let whole = terms.constant(bits, whole);
    let after = terms.sub(whole, exponent);
    let after = terms.zext(after, fraction);
    let ones = terms.constant(fraction, u128::MAX);
    let kept = terms.shl(ones, after);
    let cleared = terms.not(kept);

    let (added, carry) = match rounding {
        Rounding::NearestEven | Rounding::NearestAway => {
            // One half without its last bit, which comes in as the carry unless an even number is to stay.
            let most = terms.extract(cleared, 1, fraction - 1);
            let most = terms.zext(most, fraction);
            let carry = if rounding == Rounding::NearestEven { is_odd(terms, a, kept) } else { terms.truth(true) };
            (most, carry)
        }
        _ => {
            let outward = rounding.outward(terms, a.sign);
            let every = terms.sext(outward, fraction);
            (terms.and(cleared, every), terms.truth(false))
        }
    };
    let added = terms.zext(added, format.exponent + fraction);
    let sum = add_with_carry(terms, a.magnitude, added, carry);
    let (high, low) = (terms.extract(sum, fraction, format.exponent), terms.extract(sum, 0, fraction));
    let low = terms.and(low, kept);
    terms.concat(high, low)
}

/// Whether the lowest of the bits that are kept is set; the leading bit of the significand is one of them.
fn is_odd(terms: &mut Terms, a: &Parts, kept: Term) -> Term {
    let fraction = terms.width(kept);
    let (yes, no) = (terms.truth(true), terms.truth(false));
    let (kept, above) = (terms.concat(yes, kept), terms.concat(kept, no));
    let lowest = terms.xor(kept, above);
    let significand = terms.concat(yes, a.fraction);
    debug_assert_eq!(terms.width(lowest), fraction + 1);
    let unit = terms.and(significand, lowest);
    is_nonzero(terms, unit)
}
