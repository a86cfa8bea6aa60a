//! Conversions against `rustc_apfloat`, and casts against those of this machine.

use super::*;
use meaning::round;
use rustc_apfloat::ieee::{Double, Half, Quad, Single, X87DoubleExtended};
use rustc_apfloat::{Float, FloatConvert, Status};

const WIDTHS: [u32; 12] = [1, 2, 7, 8, 16, 31, 32, 33, 64, 65, 127, 128];

/// Converts a constant, and a variable whose value is that constant.
fn both_ways(width: u32, value: u128, make: impl Fn(&mut Terms, Term) -> Term) -> u128 {
    let mut terms = Terms::default();
    let constant = terms.constant(width, value);
    let folded = make(&mut terms, constant);
    let variable = terms.fresh(width);
    let result = make(&mut terms, variable);
    let words = [(variable, value)].into_iter().collect();
    let found = terms.evaluate(&Assignment { words, ..Assignment::default() }, result);
    assert_eq!(terms.as_constant(folded), Some(found), "folding is the same as evaluating");
    found
}

fn check_convert<A: FloatConvert<B>, B: Float>(from: Format, to: Format) {
    let mut operands = Operands::new(from, from.bits().into());
    let mut values = operands::corners(from);
    // Numbers near the ends of what the other format has, and so far below that distances have more bits than numbers.
    let wide = u128::from(to.significand) + 4;
    let ends = [0, 1, to.bias(), to.highest()].map(|end| end + from.bias());
    let below = (0..to.exponent.max(from.exponent)).map(|power| (from.bias() + 1).saturating_sub(1 << power));
    for end in ends.into_iter().chain(below) {
        for offset in 0..2 * wide {
            let exponent = (end + offset).checked_sub(to.bias() + wide);
            if let Some(exponent) = exponent.filter(|exponent| *exponent < from.highest()) {
                values.push(operands.with_exponent(exponent));
            }
        }
    }
    values.extend((0..rounds() / 40).map(|_| operands.three()[0]));
    for value in values {
        for rounding in ROUNDINGS {
            let found = both_ways(from.bits(), value, |terms, a| convert(terms, from, to, rounding, a));
            let expected: B = A::from_bits(value).convert_r(round(rounding), &mut false).value;
            let expected = expected.to_bits();
            let same = if is_nan_bits(to, expected) { is_nan_bits(to, found) } else { expected == found };
            assert!(same, "{value:#x} of {from:?} to {to:?}, {rounding:?}: {found:#x}, and not {expected:#x}");
        }
    }
}

#[test]
fn between_formats() {
    fn from<A>(format: Format)
    where
        A: FloatConvert<Half>
            + FloatConvert<Single>
            + FloatConvert<Double>
            + FloatConvert<X87DoubleExtended>
            + FloatConvert<Quad>,
    {
        check_convert::<A, Half>(format, HALF);
        check_convert::<A, Single>(format, SINGLE);
        check_convert::<A, Double>(format, DOUBLE);
        check_convert::<A, X87DoubleExtended>(format, EXTENDED);
        check_convert::<A, Quad>(format, QUAD);
    }
    from::<Half>(HALF);
    from::<Single>(SINGLE);
    from::<Double>(DOUBLE);
    from::<X87DoubleExtended>(EXTENDED);
    from::<Quad>(QUAD);
}

#[test]
fn nans_keep_what_there_is_room_for() {
    let check = |from: Format, to: Format, value: u128, expected: u128| {
        let found = both_ways(from.bits(), value, |terms, a| convert(terms, from, to, Rounding::NearestEven, a));
        assert_eq!(found, expected, "{value:#x}");
    };
    check(SINGLE, DOUBLE, 0x7fc0_0000, 0x7ff8_0000_0000_0000);
    check(SINGLE, DOUBLE, 0xffc0_0001, 0xfff8_0000_2000_0000);
    check(SINGLE, DOUBLE, 0x7f80_0001, 0x7ff8_0000_2000_0000);
    check(DOUBLE, SINGLE, 0x7ff8_0000_0000_0000, 0x7fc0_0000);
    check(DOUBLE, SINGLE, 0xfff0_0000_0000_0001, 0xffc0_0000);
    check(DOUBLE, EXTENDED, 0x7ff8_0000_0000_0001, 0x7fff_c000_0000_0000_0800);
    let found = both_ways(32, 0x7f80_0001, |terms, a| round_to_integral(terms, SINGLE, Rounding::Up, a));
    assert_eq!(found, 0x7fc0_0001);
    let found = both_ways(32, 0x7f80_0001, |terms, a| sqrt(terms, SINGLE, Rounding::Up, a));
    assert_eq!(found, 0x7fc0_0001);
}

/// Integers at the ends of their range, and others of all lengths.
fn integers(random: &mut fastrand::Rng, width: u32) -> Vec<u128> {
    let half = 1 << (width - 1);
    let mut values = vec![0, 1, half - 1, half, half | 1, mask(width), mask(width) - 1];
    for _ in 0..rounds() / 400 {
        let value = random.u128(..) >> random.u32(..128);
        // Long runs of ones or zeros below make halfway cases.
        let low = mask(random.u32(..128));
        values.extend([value, value | low, value & !low, (value & !low) + 1]);
    }
    values.into_iter().map(|value| value & mask(width)).collect()
}

fn check_from_integer<F: Float>(format: Format) {
    let mut random = fastrand::Rng::with_seed(format.bits().into());
    for width in WIDTHS {
        for value in integers(&mut random, width) {
            for rounding in ROUNDINGS {
                for signed in [false, true] {
                    let found = both_ways(width, value, |terms, a| from_integer(terms, format, rounding, a, signed));
                    let expected = if signed {
                        F::from_i128_r(crate::engine::term::signed(value, width), round(rounding))
                    } else {
                        F::from_u128_r(value, round(rounding))
                    };
                    let expected = expected.value.to_bits();
                    assert_eq!(found, expected, "{value:#x} of {width} bits to {format:?}, {signed}, {rounding:?}");
                }
            }
        }
    }
}

#[test]
fn from_integers() {
    check_from_integer::<Half>(HALF);
    check_from_integer::<Single>(SINGLE);
    check_from_integer::<Double>(DOUBLE);
    check_from_integer::<X87DoubleExtended>(EXTENDED);
    check_from_integer::<Quad>(QUAD);
}

fn check_to_integer<F: Float>(format: Format) {
    let mut operands = Operands::new(format, 3 * u64::from(format.bits()));
    for width in WIDTHS {
        let mut values = operands::corners(format);
        for power in [0, width.saturating_sub(2), width - 1, width] {
            let exponent = format.bias() + u128::from(power);
            values.extend([0; 8].map(|_| operands.with_exponent(exponent.min(format.highest()))));
        }
        values.extend((0..rounds() / 40).map(|_| operands.three()[0]));
        for (value, signed) in values.into_iter().flat_map(|value| [(value, false), (value, true)]) {
            if signed && width == 1 {
                continue;
            }
            let found = both_ways(format.bits(), value, |terms, a| to_integer(terms, format, a, width, signed));
            let (number, toward_zero) = (F::from_bits(value), round(Rounding::TowardZero));
            let (status, expected) = if signed {
                let result = number.to_i128_r(width as usize, toward_zero, &mut false);
                (result.status, result.value as u128 & mask(width))
            } else {
                let result = number.to_u128_r(width as usize, toward_zero, &mut false);
                (result.status, result.value)
            };
            let expected = if status.contains(Status::INVALID_OP) { 1 << (width - 1) } else { expected };
            assert_eq!(found, expected, "{value:#x} of {format:?} to {width} bits, {signed}");
        }
    }
}

#[test]
fn to_integers() {
    check_to_integer::<Half>(HALF);
    check_to_integer::<Single>(SINGLE);
    check_to_integer::<Double>(DOUBLE);
    check_to_integer::<X87DoubleExtended>(EXTENDED);
    check_to_integer::<Quad>(QUAD);
}

/// The casts of this machine, on constants.
#[test]
fn casts() {
    let mut folder = Folder::default();
    let mut fold = |width: u32, value: u128, make: &dyn Fn(&mut Terms, Term) -> Term| {
        folder.fold(|terms| {
            let constant = terms.constant(width, value);
            make(terms, constant)
        })
    };
    let (mut singles, mut doubles) = (Operands::new(SINGLE, 5), Operands::new(DOUBLE, 6));
    let nearest = Rounding::NearestEven;
    for _ in 0..rounds() {
        let (single, double) = (singles.three()[0], doubles.three()[0]);
        let (float, number) = (f32::from_bits(single as u32), f64::from_bits(double as u64));
        if !float.is_nan() {
            let found = fold(32, single, &|terms, a| convert(terms, SINGLE, DOUBLE, nearest, a));
            assert_eq!(found, f64::from(float).to_bits().into(), "{float:e}");
        }
        if !number.is_nan() {
            let found = fold(64, double, &|terms, a| convert(terms, DOUBLE, SINGLE, nearest, a));
            assert_eq!(found, (number as f32).to_bits().into(), "{number:e}");
        }
        // Casts of Rust give the nearest integer that there is, which these numbers are not.
        if number.abs() < 2f64.powi(31) {
            let found = fold(64, double, &|terms, a| to_integer(terms, DOUBLE, a, 32, true));
            assert_eq!(found, (number as i32 as u32).into(), "{number:e}");
        }
        if (0.0..2f32.powi(64)).contains(&float) {
            let found = fold(32, single, &|terms, a| to_integer(terms, SINGLE, a, 64, false));
            assert_eq!(found, (float as u64).into(), "{float:e}");
        }
        let integer = doubles.random.u64(..) >> doubles.random.u32(..64);
        let found = fold(64, integer.into(), &|terms, a| from_integer(terms, DOUBLE, nearest, a, true));
        assert_eq!(found, (integer as i64 as f64).to_bits().into(), "{integer}");
        let found = fold(64, integer.into(), &|terms, a| from_integer(terms, SINGLE, nearest, a, false));
        assert_eq!(found, (integer as f32).to_bits().into(), "{integer}");
    }
}
