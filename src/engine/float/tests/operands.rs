//! Operands that find mistakes: the ends of ranges, and random numbers that are near each other.

use super::*;

/// A word from its parts.
fn number(format: Format, sign: bool, exponent: u128, fraction: u128) -> u128 {
    let exponent = exponent & format.highest();
    let above = u128::from(sign) << format.exponent | exponent;
    let above = if format.explicit { above << 1 | u128::from(exponent != 0) } else { above };
    above << format.fraction() | fraction & mask(format.fraction())
}

/// Zeros, infinities, NaNs, the least and largest numbers of each kind, numbers next to one, and powers of two where
/// integers and significands end, with their neighbours.
pub(super) fn corners(format: Format) -> Vec<u128> {
    let (bias, highest, fraction) = (format.bias(), format.highest(), mask(format.fraction()));
    let half = 1 << (format.fraction() - 1);
    let mut parts = vec![
        (0, 0),
        (0, 1),
        (0, half),
        (0, fraction),
        (1, 0),
        (1, 1),
        (1, fraction),
        (2, 0),
        (bias - 2, 0),
        (bias - 1, 0),
        (bias - 1, 1),
        (bias - 1, fraction),
        (bias, 0),
        (bias, 1),
        (bias, half),
        (bias, half + 1),
        (bias, fraction),
        (bias + 1, 0),
        (bias + 1, half | half >> 1),
        (highest - 1, 0),
        (highest - 1, fraction),
        (highest, 0),
        (highest, 1),
        (highest, half),
    ];
    // Powers of two and what is half a unit or a unit beside them.
    let fits = |power: &u128| *power < bias;
    for power in [10, 11, 23, 24, 31, 32, 52, 53, 63, 64, 112, 127].into_iter().filter(fits) {
        parts.extend([(bias + power - 1, fraction), (bias + power, 0), (bias + power, 1)]);
    }
    let below = u128::from(format.significand);
    parts.extend([(bias - below.min(bias - 1), 0), (bias - (below - 1).min(bias - 1), 0), (bias + below - 2, 1)]);
    let both = |(exponent, fraction)| [false, true].map(|sign| number(format, sign, exponent, fraction));
    parts.into_iter().flat_map(both).collect()
}

pub(super) struct Operands {
    pub format: Format,
    pub random: fastrand::Rng,
    corners: Vec<u128>,
}

impl Operands {
    pub(super) fn new(format: Format, seed: u64) -> Operands {
        Operands { format, random: fastrand::Rng::with_seed(seed), corners: corners(format) }
    }

    pub(super) fn corner(&mut self) -> u128 {
        self.corners[self.random.usize(..self.corners.len())]
    }

    /// A number that is not one of the corner cases.
    pub(super) fn with_exponent(&mut self, exponent: u128) -> u128 {
        let fraction = self.any_fraction();
        number(self.format, self.random.bool(), exponent, fraction)
    }

    /// The second is often near the first, and the third near their product.
    pub(super) fn three(&mut self) -> [u128; 3] {
        let exponent = self.any_exponent();
        let other = self.exponent_near(exponent);
        let product = (exponent + other).saturating_sub(self.format.bias());
        let third = self.exponent_near(product);
        let [a, mut b, c] = [exponent, other, third].map(|exponent| self.any_number(exponent));
        // Numbers that differ in a few bits or none cancel.
        if self.random.u8(..) < 24 {
            let change = 1 << self.random.u32(..self.format.fraction());
            b = a ^ if self.random.bool() { change } else { 0 };
            b ^= u128::from(self.random.bool()) << (self.format.bits() - 1);
        }
        [a, b, c]
    }

    fn any_exponent(&mut self) -> u128 {
        let (bias, highest) = (self.format.bias(), self.format.highest());
        let wide = u128::from(self.format.significand) + 4;
        match self.random.u8(..8) {
            0 => self.random.u128(..wide.min(highest)),
            1 => highest - self.random.u128(..4),
            2 | 3 => (bias + self.random.u128(..wide)).min(highest) - self.random.u128(..wide.min(bias)),
            4 => bias / 2 + self.random.u128(..wide.min(bias)),
            _ => self.random.u128(..=highest),
        }
    }

    /// As far away as aligning makes a difference, most of the time.
    fn exponent_near(&mut self, exponent: u128) -> u128 {
        let wide = u128::from(self.format.significand) + 4;
        match self.random.u8(..8) {
            0 | 1 => self.any_exponent(),
            2 => exponent,
            3 => (exponent + self.random.u128(..3)).saturating_sub(1),
            _ => (exponent + self.random.u128(..2 * wide)).saturating_sub(wide),
        }
        .min(self.format.highest())
    }

    fn any_number(&mut self, exponent: u128) -> u128 {
        if self.random.u8(..) < 8 { self.corner() } else { self.with_exponent(exponent) }
    }

    /// Few ones, many ones, zeros below, ones below, a run: these are halfway cases and carries.
    fn any_fraction(&mut self) -> u128 {
        let bits = self.format.fraction();
        let any = self.random.u128(..);
        match self.random.u8(..8) {
            0 => 1 << self.random.u32(..bits) | u128::from(self.random.bool()) << self.random.u32(..bits),
            1 => !(1 << self.random.u32(..bits) | u128::from(self.random.bool()) << self.random.u32(..bits)),
            2 => any << self.random.u32(..bits),
            3 => any | mask(self.random.u32(..bits)),
            4 => mask(self.random.u32(..bits)) << self.random.u32(..bits),
            _ => any,
        }
    }
}
