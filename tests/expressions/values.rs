//! The types of expressions, and their values as bits: constants as C has them, and values that are likely to matter.

use crate::common::Model;
use fastrand::Rng;

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
#[rustfmt::skip]
pub enum Ty {
    Bool, Char, SChar, UChar, Short, UShort, Int, UInt, Long, ULong, LLong, ULLong, I128, U128, Float, Double, LDouble,
}
pub use Ty::*;

pub const TYPES: [Ty; 17] = [
    Bool, Char, SChar, UChar, Short, UShort, Int, UInt, Long, ULong, LLong, ULLong, I128, U128, Float, Double, LDouble,
];

impl Ty {
    pub fn name(self) -> &'static str {
        const NAMES: &str = "_Bool,char,signed char,unsigned char,short,unsigned short,int,unsigned,long,unsigned long,\
            long long,unsigned long long,__int128,unsigned __int128,float,double,long double";
        NAMES.split(',').nth(self as usize).expect("a name for each")
    }

    pub fn is_float(self) -> bool {
        self >= Float
    }

    pub fn is_signed(self) -> bool {
        matches!(self, Char | SChar | Short | Int | Long | LLong | I128)
    }

    pub fn unsigned(self) -> Ty {
        if self.is_signed() && self >= Int { TYPES[self as usize + 1] } else { self }
    }

    /// Of floating types what is stored of a value: the sign, the exponent and the fraction.
    pub fn width(self, model: Model) -> u32 {
        match self {
            Bool => 1,
            Char | SChar | UChar => 8,
            Short | UShort => 16,
            Int | UInt | Float => 32,
            Long | ULong if model == Model::Ilp32 => 32,
            Long | ULong | LLong | ULLong | Double => 64,
            LDouble => 80,
            I128 | U128 => 128,
        }
    }

    /// Values are in [-2^m, 2^m] for this m.
    pub fn bits(self, model: Model) -> u32 {
        self.width(model) - u32::from(self.is_signed() || self == Bool)
    }

    pub fn promoted(self) -> Ty {
        self.max(Int)
    }

    /// The usual arithmetic conversions.
    pub fn common(self, other: Ty, model: Model) -> Ty {
        let (low, high) = (self.promoted().min(other.promoted()), self.promoted().max(other.promoted()));
        // An unsigned type stands right behind the signed one of its rank. So only a signed type of a higher rank can
        // fail to have all values of the unsigned one.
        let fails = high.is_signed() && !low.is_signed() && high.width(model) == low.width(model);
        if !high.is_float() && fails { high.unsigned() } else { high }
    }
}

pub fn mask(width: u32) -> u128 {
    u128::MAX >> (128 - width)
}

/// A constant of this type with these bits.
pub fn literal(ty: Ty, raw: u128, model: Model) -> String {
    let (high, low) = ((raw >> 64) as u64, raw as u64);
    if matches!(ty, I128 | U128) {
        return format!("(({})((unsigned __int128){high:#x}ULL << 64 | {low:#x}ULL))", ty.name());
    }
    if !ty.is_float() {
        return format!("(({}){low:#x}ULL)", ty.name());
    }
    let (suffix, fraction, exponents) = match ty {
        Float => ("f", 23, 8),
        Double => ("", 52, 11),
        _ => ("L", 63, 15),
    };
    let sign = if raw >> (ty.width(model) - 1) & 1 == 1 { "-" } else { "" };
    // Only a long double has the first bit of its significand written down.
    let stored = if ty == LDouble { 64 } else { fraction };
    let (exponent, significand) = ((raw >> stored) & mask(exponents), raw & mask(stored));
    if exponent == mask(exponents) {
        let zero = format!("0.0{suffix}");
        let is_infinite = raw & mask(fraction) == 0;
        return format!("({sign}({} / {zero}))", if is_infinite { format!("1.0{suffix}") } else { zero.clone() });
    }
    let implied = if exponent > 0 { 1u128 << fraction } else { 0 };
    let power = exponent.max(1) as i64 - (mask(exponents - 1) as i64) - i64::from(fraction);
    format!("({sign}{:#x}p{power}{suffix})", significand | implied)
}

pub fn is_nan(ty: Ty, raw: u128) -> bool {
    match ty {
        Float => f32::from_bits(raw as u32).is_nan(),
        Double => f64::from_bits(raw as u64).is_nan(),
        LDouble => (raw >> 64) & 0x7fff == 0x7fff && raw & mask(63) != 0,
        _ => false,
    }
}

/// A value of which arithmetic goes wrong more often than of others, or any other one.
pub fn corner(rng: &mut Rng, ty: Ty, model: Model) -> u128 {
    let width = ty.width(model);
    if !ty.is_float() {
        let power = 1u128 << rng.u32(0..width);
        let value = match rng.u8(0..10) {
            0 => 0,
            1 => 1,
            2 => u128::MAX,
            3 => 1 << (width - 1),
            4 => mask(width) >> 1,
            5 => power,
            6 => power - 1,
            7 => power.wrapping_neg(),
            8 => rng.u128(0..20),
            _ => rng.u128(..),
        };
        return value & mask(width);
    }
    let (fraction, exponents) = match ty {
        Float => (23, 8),
        Double => (52, 11),
        _ => (63, 15),
    };
    let bias = mask(exponents - 1);
    let around = bias.saturating_add_signed(rng.i128(-3..70)).min(mask(exponents) - 1);
    let exponent = match rng.u8(0..12) {
        0 | 1 => 0,
        2 => 1,
        3 => mask(exponents) - 1,
        4 | 5 => mask(exponents),
        6 => rng.u128(1..mask(exponents)),
        _ => around,
    };
    let mut bits = match rng.u8(0..6) {
        0 | 1 => 0,
        2 => 1,
        3 => mask(fraction),
        4 => 1u128 << rng.u32(0..fraction),
        _ => rng.u128(..) & mask(fraction),
    };
    // Half of what has the largest exponent is infinite, the rest is the same quiet NaN.
    if exponent == mask(exponents) && bits != 0 {
        bits = 1 << (fraction - 1);
    }
    let sign = u128::from(rng.bool()) << (width - 1);
    let first = u128::from(ty == LDouble && exponent > 0) << 63;
    let place = if ty == LDouble { 64 } else { fraction };
    sign | exponent << place | first | bits
}

/// Another value of the type: one bit is different. What would be a NaN then is compared with 1, or with what has the
/// other sign.
pub fn flipped(rng: &mut Rng, ty: Ty, raw: u128, model: Model) -> u128 {
    let width = ty.width(model);
    match ty {
        Float if is_nan(ty, raw) => 1f32.to_bits().into(),
        Double if is_nan(ty, raw) => 1f64.to_bits().into(),
        LDouble if is_nan(ty, raw) => 0x3fff << 64 | 1 << 63,
        Float | Double | LDouble => {
            let fraction = [23, 52, 63][ty as usize - Float as usize];
            let changed = raw ^ 1 << rng.u32(0..fraction);
            if rng.u8(0..4) == 0 || is_nan(ty, changed) { raw ^ 1 << (width - 1) } else { changed }
        }
        _ => raw ^ 1 << rng.u32(0..width),
    }
}
