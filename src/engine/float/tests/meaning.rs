//! What the operations mean, said by others.

use super::*;
use rustc_apfloat::ieee::{Double, Half, Quad, Single, X87DoubleExtended};
use rustc_apfloat::{Float, Round};

/// An operation on up to three numbers of a format.
pub(super) struct Operation {
    pub name: &'static str,
    pub format: Format,
    pub arity: u32,
    pub make: Make,
    pub meaning: Meaning,
    /// Whether the result is no number.
    pub is_truth: bool,
    /// Whether rounding does not matter, or the other side only rounds to the nearest.
    pub only_nearest: bool,
    /// It gets one of so many random operands.
    pub share: usize,
    /// It gets one of so many pairs of corner cases.
    pub corners_in: usize,
}

pub(super) type Make = fn(&mut Terms, Format, Rounding, [Term; 3]) -> Term;
pub(super) type Meaning = fn(Rounding, [u128; 3]) -> u128;

/// Every operation for every format, by every reference that there is.
pub(super) fn all() -> Vec<Operation> {
    let mut operations = single();
    operations.extend(double());
    operations.extend(portable::<Half>(HALF));
    operations.extend(portable::<Single>(SINGLE));
    operations.extend(portable::<Double>(DOUBLE));
    operations.extend(portable::<X87DoubleExtended>(EXTENDED));
    operations.extend(portable::<Quad>(QUAD));
    operations
}

const ADD: Make = |terms, format, rounding, [a, b, _]| add(terms, format, rounding, a, b);
const SUB: Make = |terms, format, rounding, [a, b, _]| sub(terms, format, rounding, a, b);
const MUL: Make = |terms, format, rounding, [a, b, _]| mul(terms, format, rounding, a, b);
const DIV: Make = |terms, format, rounding, [a, b, _]| div(terms, format, rounding, a, b);
const SQRT: Make = |terms, format, rounding, [a, ..]| sqrt(terms, format, rounding, a);
const REM: Make = |terms, format, _, [a, b, _]| rem(terms, format, a, b).expect("a remainder");
const FMA: Make = |terms, format, rounding, [a, b, c]| fma(terms, format, rounding, a, b, c).expect("short enough");
const INTEGRAL: Make = |terms, format, rounding, [a, ..]| round_to_integral(terms, format, rounding, a);
const EQ: Make = |terms, format, _, [a, b, _]| eq(terms, format, a, b);
const LT: Make = |terms, format, _, [a, b, _]| lt(terms, format, a, b);
const LE: Make = |terms, format, _, [a, b, _]| le(terms, format, a, b);
const KIND: Make = |terms, format, _, [a, ..]| {
    let kinds = [is_nan, is_infinite, is_finite, is_normal, is_subnormal, is_zero, is_negative];
    let kinds = kinds.map(|kind| kind(terms, format, a));
    kinds.into_iter().reduce(|high, low| terms.concat(high, low)).expect("several kinds")
};

/// The operations of a type of this machine.
macro_rules! machine {
    ($name:ident, $format:expr, $float:ty, $bits:ty, $fused:expr) => {
        fn $name() -> Vec<Operation> {
            fn of(bits: u128) -> $float {
                <$float>::from_bits(bits as $bits)
            }
            fn to(number: $float) -> u128 {
                number.to_bits().into()
            }
            let mut operations = vec![
                nearest("add", $format, 2, ADD, |_, [a, b, _]| to(of(a) + of(b))),
                nearest("sub", $format, 2, SUB, |_, [a, b, _]| to(of(a) - of(b))),
                nearest("mul", $format, 2, MUL, |_, [a, b, _]| to(of(a) * of(b))),
                nearest("div", $format, 2, DIV, |_, [a, b, _]| to(of(a) / of(b))),
                nearest("rem", $format, 2, REM, |_, [a, b, _]| to(of(a) % of(b))),
                nearest("sqrt", $format, 1, SQRT, |_, [a, ..]| to(of(a).sqrt())),
                number("integral", $format, 1, INTEGRAL, |rounding, [a, ..]| {
                    to(match rounding {
                        Rounding::NearestEven => of(a).round_ties_even(),
                        Rounding::NearestAway => of(a).round(),
                        Rounding::TowardZero => of(a).trunc(),
                        Rounding::Up => of(a).ceil(),
                        Rounding::Down => of(a).floor(),
                    })
                }),
                truth("eq", $format, 2, EQ, |_, [a, b, _]| (of(a) == of(b)).into()),
                truth("lt", $format, 2, LT, |_, [a, b, _]| (of(a) < of(b)).into()),
                truth("le", $format, 2, LE, |_, [a, b, _]| (of(a) <= of(b)).into()),
                truth("kind", $format, 1, KIND, |_, [a, ..]| {
                    let a = of(a);
                    let kinds = [a.is_nan(), a.is_infinite(), a.is_finite(), a.is_normal(), a.is_subnormal()];
                    let kinds = kinds.into_iter().chain([a == 0.0, a.is_sign_negative()]);
                    kinds.fold(0, |kinds, kind| kinds << 1 | u128::from(kind))
                }),
            ];
            if $fused {
                operations.push(nearest("fma", $format, 3, FMA, |_, [a, b, c]| to(of(a).mul_add(of(b), of(c)))));
            }
            operations
        }
    };
}

machine!(single, SINGLE, f32, u32, true);
machine!(double, DOUBLE, f64, u64, false);

/// The operations of a type of `rustc_apfloat`.
fn portable<F: Float>(format: Format) -> Vec<Operation> {
    let mut operations = vec![
        number("add", format, 2, ADD, |r, [a, b, _]| of::<F>(a).add_r(of(b), round(r)).value.to_bits()),
        number("sub", format, 2, SUB, |r, [a, b, _]| of::<F>(a).sub_r(of(b), round(r)).value.to_bits()),
        number("mul", format, 2, MUL, |r, [a, b, _]| of::<F>(a).mul_r(of(b), round(r)).value.to_bits()),
        number("div", format, 2, DIV, |r, [a, b, _]| of::<F>(a).div_r(of(b), round(r)).value.to_bits()),
        nearest("rem", format, 2, REM, |_, [a, b, _]| of::<F>(a).c_fmod(of(b)).value.to_bits()),
        number("sqrt", format, 1, SQRT, |r, [a, ..]| square_root(of::<F>(a), r).to_bits()),
        number("integral", format, 1, INTEGRAL, |r, [a, ..]| of::<F>(a).round_to_integral(round(r)).value.to_bits()),
        truth("eq", format, 2, EQ, |_, [a, b, _]| (of::<F>(a) == of(b)).into()),
        truth("lt", format, 2, LT, |_, [a, b, _]| (of::<F>(a) < of(b)).into()),
        truth("le", format, 2, LE, |_, [a, b, _]| (of::<F>(a) <= of(b)).into()),
        truth("kind", format, 1, KIND, |_, [a, ..]| {
            let a = of::<F>(a);
            let kinds = [a.is_nan(), a.is_infinite(), a.is_finite(), a.is_normal(), a.is_denormal()];
            let kinds = kinds.into_iter().chain([a.is_zero(), a.is_negative()]);
            kinds.fold(0, |kinds, kind| kinds << 1 | u128::from(kind))
        }),
    ];
    if format.significand <= SINGLE.significand {
        operations.push(number("fma", format, 3, FMA, |r, [a, b, c]| {
            of::<F>(a).mul_add_r(of(b), of(c), round(r)).value.to_bits()
        }));
    }
    // These take longer than the operations of the machine, above all long remainders. Fewer pairs do for the formats
    // that the machine has as well, and for the one that C programs hardly ever have.
    for operation in &mut operations {
        operation.share = if operation.name == "rem" && format != HALF { 100 } else { 10 };
        if ![HALF, EXTENDED].contains(&format) {
            operation.corners_in *= 3;
        }
    }
    operations
}

fn of<F: Float>(bits: u128) -> F {
    F::from_bits(bits)
}

pub(super) fn round(rounding: Rounding) -> Round {
    match rounding {
        Rounding::NearestEven => Round::NearestTiesToEven,
        Rounding::NearestAway => Round::NearestTiesToAway,
        Rounding::TowardZero => Round::TowardZero,
        Rounding::Up => Round::TowardPositive,
        Rounding::Down => Round::TowardNegative,
    }
}

/// The library has no roots: this one is that of an integer, found bit by bit.
fn square_root<F: Float>(number: F, rounding: Rounding) -> F {
    if number.is_nan() || number.is_zero() || number.is_pos_infinity() {
        return number;
    }
    if number.is_negative() {
        return F::NAN;
    }
    let precision = F::PRECISION as i32;
    let exponent = number.ilogb();
    let significand = number.scalbn(precision - 1 - exponent).to_u128(128).value;
    // The number is an even power of two times the significand, or times twice the significand.
    let power = exponent - (precision - 1);
    let odd = (power - precision - 1).rem_euclid(2);
    let (shift, power) = (precision + 1 + odd, power - precision - 1 - odd);
    let square = (significand.unbounded_shr(128 - shift as u32), significand.unbounded_shl(shift as u32));
    let mut root = 0;
    for bit in (0..=precision).rev() {
        let more = root | 1 << bit;
        if wide_square(more) <= square {
            root = more;
        }
    }
    let inexact = u128::from(wide_square(root) != square);
    F::from_u128_r(root << 1 | inexact, round(rounding)).value.scalbn(power / 2 - 1)
}

/// The high and the low half of a square.
fn wide_square(number: u128) -> (u128, u128) {
    let half = mask(64);
    let (high, low) = (number >> 64, number & half);
    let (cross, low) = (high * low, low * low);
    let middle = (low >> 64) + 2 * (cross & half);
    (high * high + 2 * (cross >> 64) + (middle >> 64), middle << 64 | low & half)
}

fn number(name: &'static str, format: Format, arity: u32, make: Make, meaning: Meaning) -> Operation {
    // Remainders take as many steps as there are exponents.
    let corners_in = match (name, format.exponent) {
        ("rem", 12..) => 151,
        ("rem", 9..) => 7,
        _ => 1,
    };
    Operation { name, format, arity, make, meaning, is_truth: false, only_nearest: false, share: 1, corners_in }
}

fn nearest(name: &'static str, format: Format, arity: u32, make: Make, meaning: Meaning) -> Operation {
    Operation { only_nearest: true, ..number(name, format, arity, make, meaning) }
}

fn truth(name: &'static str, format: Format, arity: u32, make: Make, meaning: Meaning) -> Operation {
    Operation { is_truth: true, ..nearest(name, format, arity, make, meaning) }
}
