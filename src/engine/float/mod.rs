//! Floating-point numbers of IEEE 754 as words: what an operation on them is, as a circuit over their bits.
//!
//! Every function takes words that are the bits of numbers as C programs see them in memory, and gives such a word or a
//! truth value. Constants fold in the layer of terms, so operations on known numbers give known numbers.
//!
//! What is assumed and what is given up:
//!
//! - Operations on two or more numbers give one quiet NaN, that of x86 for invalid operations, with its sign set.
//!   Payloads are not handed on, so a program that looks at the bits of a NaN sees this one. Operations on one number
//!   (conversion, square root, rounding to an integer) keep sign and payload of a NaN, as x86 does; [`neg`] and [`abs`]
//!   only touch the sign.
//! - The leading bit that [`EXTENDED`] stores is not looked at: it is taken to be set unless the exponent is zero. No
//!   operation makes a word where it is otherwise. So pseudo-denormals, unnormals and pseudo-infinities, which only
//!   meddling with bits makes, are numbers here, and no invalid operands.
//! - Flags and traps are not modelled. Underflow is gradual; nothing is flushed to zero.
//! - [`fma`] is there where three significands fit into a word of 128 bits, for [`HALF`] and [`SINGLE`].
//! - [`rem`] has one subtraction for each exponent, so it is there for formats of up to eleven bits of exponent. For
//!   [`EXTENDED`] and [`QUAD`] it would have 32767 of them, and is there for constants only.

mod add;
mod compare;
mod convert;
mod divide;
mod fma;
mod integral;
mod multiply;
mod parts;
mod round;
#[cfg(test)]
mod tests;

pub use add::{add, sub};
pub use compare::{abs, eq, le, lt, neg};
pub use convert::{convert, from_integer, to_integer};
pub use divide::{div, rem, sqrt};
pub use fma::fma;
pub use integral::round_to_integral;
pub use multiply::mul;
pub use parts::{is_finite, is_infinite, is_nan, is_negative, is_normal, is_subnormal, is_zero};

use super::term::{Term, Terms, mask};

/// How the bits of a word make a number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Format {
    /// How many bits the exponent has.
    pub exponent: u32,
    /// How many bits the significand has, with the leading one.
    pub significand: u32,
    /// Whether the leading bit is stored, as x87 does.
    pub explicit: bool,
}

pub const HALF: Format = Format { exponent: 5, significand: 11, explicit: false };
pub const SINGLE: Format = Format { exponent: 8, significand: 24, explicit: false };
pub const DOUBLE: Format = Format { exponent: 11, significand: 53, explicit: false };
pub const EXTENDED: Format = Format { exponent: 15, significand: 64, explicit: true };
pub const QUAD: Format = Format { exponent: 15, significand: 113, explicit: false };

/// Which of its neighbours a number becomes that the format does not have.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Rounding {
    /// The nearest one; the even one of two.
    NearestEven,
    /// The nearest one; of two, the one further from zero.
    NearestAway,
    TowardZero,
    Up,
    Down,
}

impl Format {
    /// How many bits a word has. That is 80 for [`EXTENDED`], without the padding of C's `long double`.
    pub const fn bits(self) -> u32 {
        self.exponent + self.significand + self.explicit as u32
    }

    /// The bits of the positive infinity.
    pub fn infinity(self) -> u128 {
        (mask(self.exponent) << 1 | u128::from(self.explicit)) << (self.bits() - self.exponent - 2)
    }

    /// The bits of the NaN that operations give.
    pub fn nan(self) -> u128 {
        self.infinity() | 1 << (self.bits() - 1) | 1 << (self.significand - 2)
    }

    /// How many bits of the significand are stored after the leading one.
    const fn fraction(self) -> u32 {
        self.significand - 1
    }

    /// The exponent of one, as it is stored.
    fn bias(self) -> u128 {
        mask(self.exponent - 1)
    }

    /// The exponent of infinities and NaNs.
    fn highest(self) -> u128 {
        mask(self.exponent)
    }
}

impl Rounding {
    /// Whether a number moves away from zero. That depends on its last bit, and on what is cut off: its highest bit,
    /// which is one half of the last one, and whether there is more.
    fn away(self, terms: &mut Terms, sign: Term, odd: Term, half: Term, rest: Term) -> Term {
        match self {
            Rounding::NearestEven => {
                let more = terms.or(odd, rest);
                terms.and(half, more)
            }
            Rounding::NearestAway => half,
            _ => {
                let (outward, inexact) = (self.outward(terms, sign), terms.or(half, rest));
                terms.and(outward, inexact)
            }
        }
    }

    /// Whether every number that does not fit moves away from zero.
    fn outward(self, terms: &mut Terms, sign: Term) -> Term {
        match self {
            Rounding::Up => terms.not(sign),
            Rounding::Down => sign,
            _ => terms.truth(false),
        }
    }

    fn is_nearest(self) -> bool {
        matches!(self, Rounding::NearestEven | Rounding::NearestAway)
    }
}
