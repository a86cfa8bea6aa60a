//! Circuits against other people's arithmetic: that of this machine, and that of `rustc_apfloat`.
//!
//! Operations on constants fold, which tests them fast; circuits over variables are evaluated too, because rewriting is
//! another there. The environment variable `QICC_FLOATS` says how many random operands every operation gets beside the
//! corner cases.

mod conversions;
mod meaning;
mod operands;

use super::*;
use crate::engine::term::Assignment;
use meaning::Operation;
use operands::Operands;

const FORMATS: [Format; 5] = [HALF, SINGLE, DOUBLE, EXTENDED, QUAD];
const ROUNDINGS: [Rounding; 5] =
    [Rounding::NearestEven, Rounding::NearestAway, Rounding::TowardZero, Rounding::Up, Rounding::Down];

/// How many random operands there are for what this machine can do itself; less for others.
fn rounds() -> usize {
    std::env::var("QICC_FLOATS").ok().and_then(|count| count.parse().ok()).unwrap_or(2000)
}

/// How many operands circuits are evaluated for: enough to see that rewriting them is right.
fn evaluations() -> usize {
    rounds().min(10_000)
}

/// Terms to fold constants in, made anew before they leave the cache.
#[derive(Default)]
struct Folder {
    terms: Terms,
}

impl Folder {
    fn fold(&mut self, make: impl FnOnce(&mut Terms) -> Term) -> u128 {
        if self.terms.len() > 10_000 {
            self.terms = Terms::default();
        }
        let result = make(&mut self.terms);
        self.terms.as_constant(result).expect("operations on constants are constants")
    }
}

impl Operation {
    /// Compares on these operands. All NaNs are the same, but there is only one that operations on several numbers
    /// give.
    fn check(&self, rounding: Rounding, operands: [u128; 3], found: u128) {
        let expected = (self.meaning)(rounding, operands);
        let nan = |bits| !self.is_truth && is_nan_bits(self.format, bits);
        let same = if nan(expected) {
            if self.arity == 1 { nan(found) } else { found == self.format.nan() }
        } else {
            found == expected
        };
        let Operation { format, name, .. } = self;
        assert!(same, "{name} of {operands:#x?} in {format:?}, {rounding:?}: {found:#x}, and not {expected:#x}");
    }

    fn check_folded(&self, folder: &mut Folder, rounding: Rounding, operands: [u128; 3]) {
        let found = folder.fold(|terms| {
            let operands = operands.map(|bits| terms.constant(self.format.bits(), bits));
            (self.make)(terms, self.format, rounding, operands)
        });
        self.check(rounding, operands, found);
    }

    fn roundings(&self) -> &'static [Rounding] {
        if self.only_nearest { &ROUNDINGS[..1] } else { &ROUNDINGS }
    }
}

fn is_nan_bits(format: Format, bits: u128) -> bool {
    bits & mask(format.bits() - 1) > format.infinity()
}

#[test]
fn corner_cases() {
    for operation in meaning::all() {
        let corners = operands::corners(operation.format);
        let mut folder = Folder::default();
        for (index, a) in corners.iter().enumerate() {
            if operation.arity == 1 {
                for rounding in operation.roundings() {
                    operation.check_folded(&mut folder, *rounding, [*a, 0, 0]);
                }
                continue;
            }
            // All pairs where C programs look: other ways to round differ in the last step only.
            let every = operation.corners_in;
            for (other, b) in corners.iter().enumerate().skip(index % every).step_by(every) {
                let c = corners[(index + 7 * other) % corners.len()];
                let rounding = if other % 8 == 0 { other / 8 % operation.roundings().len() } else { 0 };
                operation.check_folded(&mut folder, operation.roundings()[rounding], [*a, *b, c]);
            }
        }
    }
}

#[test]
fn random_operands() {
    for (index, operation) in meaning::all().iter().enumerate() {
        let mut folder = Folder::default();
        let mut operands = Operands::new(operation.format, index as u64);
        for round in 0..rounds() / operation.share {
            let rounding = operation.roundings()[round % 16 % operation.roundings().len()];
            operation.check_folded(&mut folder, rounding, operands.three());
        }
    }
}

#[test]
fn circuits() {
    for (index, operation) in meaning::all().iter().enumerate() {
        let mut operands = Operands::new(operation.format, 1000 + index as u64);
        let corners = operands::corners(operation.format);
        for rounding in operation.roundings() {
            let mut terms = Terms::default();
            let variables = [(); 3].map(|()| terms.fresh(operation.format.bits()));
            if operation.name == "rem" && operation.format.exponent > 11 {
                assert_eq!(rem(&mut terms, operation.format, variables[0], variables[1]), None);
                continue;
            }
            let result = (operation.make)(&mut terms, operation.format, *rounding, variables);
            let count = if *rounding == Rounding::NearestEven { evaluations() } else { evaluations() / 8 };
            // Remainders are long.
            for round in 0..if operation.name == "rem" { count / 100 } else { count } {
                let mut values = operands.three();
                if round % 4 == 0 {
                    values[round / 4 % 2] = corners[round / 8 % corners.len()];
                }
                let words = variables.into_iter().zip(values).collect();
                let found = terms.evaluate(&Assignment { words, ..Assignment::default() }, result);
                operation.check(*rounding, values, found);
            }
        }
    }
}

/// One operand is known, or both are the same: the circuit is another one then.
#[test]
fn circuits_of_special_operands() {
    for (index, operation) in meaning::all().iter().enumerate() {
        if operation.arity == 1 || operation.name == "rem" {
            continue;
        }
        let mut operands = Operands::new(operation.format, 2000 + index as u64);
        for variant in 0..10 {
            let mut terms = Terms::default();
            let bits = operation.format.bits();
            let variables = [(); 3].map(|()| terms.fresh(bits));
            let known = match variant {
                0..4 => Some(operands.three()[0]),
                4..8 => Some(operands.corner()),
                _ => None,
            };
            let (here, other) = (variant % 2, 1 - variant % 2);
            let mut words = variables;
            words[here] = known.map_or(words[other], |known| terms.constant(bits, known));
            let result = (operation.make)(&mut terms, operation.format, Rounding::NearestEven, words);
            for _ in 0..evaluations() / 20 {
                let mut values = operands.three();
                values[here] = known.unwrap_or(values[other]);
                let words = variables.into_iter().zip(values).collect();
                let found = terms.evaluate(&Assignment { words, ..Assignment::default() }, result);
                operation.check(Rounding::NearestEven, values, found);
            }
        }
    }
}

#[test]
fn operands_that_commute_make_the_same_term() {
    let mut terms = Terms::default();
    let (a, b) = (terms.fresh(64), terms.fresh(64));
    for operation in [add, mul] {
        let (one, other) = (
            operation(&mut terms, DOUBLE, Rounding::NearestEven, a, b),
            operation(&mut terms, DOUBLE, Rounding::NearestEven, b, a),
        );
        assert_eq!(one, other);
    }
}

#[test]
fn the_formats_are_those_of_c() {
    let mut terms = Terms::default();
    for (format, bits) in FORMATS.into_iter().zip([16, 32, 64, 80, 128]) {
        assert_eq!(format.bits(), bits);
    }
    assert_eq!((SINGLE.infinity(), SINGLE.nan()), (0x7f80_0000, 0xffc0_0000));
    assert_eq!((DOUBLE.infinity(), DOUBLE.nan()), (0x7ff0 << 48, 0xfff8 << 48));
    assert_eq!((EXTENDED.infinity(), EXTENDED.nan()), (0x7fff_8000 << 48, 0xffff_c000 << 48));
    // What is too long for a word is not there.
    for (format, there) in FORMATS.into_iter().zip([true, true, false, false, false]) {
        let x = terms.fresh(format.bits());
        assert_eq!(fma(&mut terms, format, Rounding::NearestEven, x, x, x).is_some(), there);
    }
}
