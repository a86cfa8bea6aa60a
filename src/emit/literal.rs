//! Constants, exact and independent of what a compiler would choose.

use crate::ctype::{DataModel, FloatKind, IntKind, int_name};
use std::fmt::Write;

/// An integer constant of exactly this type.
pub(super) fn integer(model: DataModel, kind: IntKind, value: i128) -> String {
    let suffix = match kind.suffix() {
        Some(suffix) => suffix,
        None if matches!(kind, IntKind::Int128 | IntKind::UInt128) => return wide(kind, value),
        None => return format!("({}){value}", int_name(kind)),
    };
    // The constant 2147483648 is not an `int`, so that minus it is not one either.
    if kind.is_signed() && value == i128::MIN >> (128 - model.int_bits(kind)) {
        return format!("(-{}{suffix} - 1{suffix})", -(value + 1));
    }
    format!("{value}{suffix}")
}

/// There are no constants of 128 bits.
fn wide(kind: IntKind, value: i128) -> String {
    let name = int_name(kind);
    if let Ok(value) = i64::try_from(value)
        && (kind == IntKind::Int128 || value >= 0)
        && value != i64::MIN
    {
        return format!("({name}){value}LL");
    }
    let bits = value as u128;
    let halves = format!("(unsigned __int128){}ULL << 64 | {}ULL", (bits >> 64) as u64, bits as u64);
    if kind == IntKind::UInt128 { format!("({halves})") } else { format!("({name})({halves})") }
}

/// `__float128` and not `_Float128`, which clang does not know on x86.
pub(super) fn float_name(kind: FloatKind) -> &'static str {
    match kind {
        FloatKind::Float16 => "_Float16",
        FloatKind::Float => "float",
        FloatKind::Double => "double",
        FloatKind::LongDouble => "long double",
        FloatKind::Float128 => "__float128",
    }
}

/// A floating constant from the bits of its format. It is a unary or primary expression.
pub(super) fn float(kind: FloatKind, bits: u128) -> String {
    let format = Format::of(kind);
    let sign = bits >> (format.exponent + format.fraction) & 1 == 1;
    let exponent = (bits >> format.fraction) as u32 & ((1 << format.exponent) - 1);
    let fraction = bits & ((1 << format.fraction) - 1);
    let minus = if sign { "-" } else { "" };
    let significand = fraction & !format.explicit_one();
    if exponent == (1 << format.exponent) - 1 {
        return special(kind, &format, minus, significand);
    }
    let leading = if exponent > 0 && !format.explicit { 1 << format.fraction } else { 0 };
    let point = format.fraction as i32 - i32::from(format.explicit);
    let bias = (1 << (format.exponent - 1)) - 1;
    let power = exponent.max(1) as i32 - bias - point;
    let value = fraction | leading;
    match kind {
        FloatKind::Float => format!("{minus}{}f", hexadecimal(value, power)),
        FloatKind::Double => format!("{minus}{}", hexadecimal(value, power)),
        FloatKind::LongDouble => format!("{minus}{}L", hexadecimal(value, power)),
        FloatKind::Float16 => format!("(_Float16){minus}{}f", hexadecimal(value, power)),
        // The compilers do not agree on a suffix; two `long double` have room for all of it, and their exponents the
        // same range.
        FloatKind::Float128 => {
            let (high, low) = (value >> 56 << 56, value & ((1 << 56) - 1));
            let part = |value: u128| format!("(__float128){minus}{}L", hexadecimal(value, power));
            if low == 0 { part(high) } else { format!("({} + {})", part(high), part(low)) }
        }
    }
}

/// `0x1.8p+3`: the value times a power of two, with as few digits as needed.
fn hexadecimal(value: u128, power: i32) -> String {
    if value == 0 {
        return "0x0p+0".into();
    }
    let width = 127 - value.leading_zeros() as i32;
    let fraction = value << (128 - width as u32).min(127) << u32::from(width == 0);
    let mut digits = format!("{fraction:032x}");
    digits.truncate(digits.trim_end_matches('0').len());
    let point = if digits.is_empty() { "" } else { "." };
    format!("0x1{point}{digits}p{:+}", power + width)
}

/// Infinities and NaNs.
fn special(kind: FloatKind, format: &Format, minus: &str, fraction: u128) -> String {
    let suffix = match kind {
        FloatKind::Float => "f",
        FloatKind::Double => "",
        FloatKind::LongDouble => "l",
        FloatKind::Float16 | FloatKind::Float128 => {
            // Conversion keeps the sign, and the fact that it is no number.
            let inner = if fraction == 0 { "__builtin_inf()" } else { "__builtin_nan(\"\")" };
            return format!("({}){minus}{inner}", float_name(kind));
        }
    };
    if fraction == 0 {
        return format!("{minus}__builtin_inf{suffix}()");
    }
    let quiet = 1 << (format.fraction - 1 - u32::from(format.explicit));
    let payload = fraction & (quiet - 1);
    let signalling = if fraction & quiet == 0 { "s" } else { "" };
    let text =
        if payload == 0 || (payload == 1 && !signalling.is_empty()) { String::new() } else { format!("{payload:#x}") };
    format!("{minus}__builtin_nan{signalling}{suffix}(\"{text}\")")
}

/// A binary format: sign, exponent, fraction.
struct Format {
    exponent: u32,
    fraction: u32,
    /// The leading one is part of the fraction (x87).
    explicit: bool,
}

impl Format {
    fn of(kind: FloatKind) -> Format {
        let (exponent, fraction, explicit) = match kind {
            FloatKind::Float16 => (5, 10, false),
            FloatKind::Float => (8, 23, false),
            FloatKind::Double => (11, 52, false),
            FloatKind::LongDouble => (15, 64, true),
            FloatKind::Float128 => (15, 112, false),
        };
        Format { exponent, fraction, explicit }
    }

    fn explicit_one(&self) -> u128 {
        if self.explicit { 1 << (self.fraction - 1) } else { 0 }
    }
}

/// A string literal of these bytes.
pub(super) fn string(bytes: impl IntoIterator<Item = u8>) -> String {
    let mut out = String::from("\"");
    let (mut question, mut octal) = (false, false);
    for byte in bytes {
        // Three digits are the whole escape, but CBMC reads on: a digit behind one is written in the same way.
        octal = !matches!(byte, b'\n' | b'\t' | b'\r' | b' '..=b'~') || octal && byte.is_ascii_digit();
        match byte {
            b'"' => out += "\\\"",
            b'\\' => out += "\\\\",
            b'\n' => out += "\\n",
            b'\t' => out += "\\t",
            b'\r' => out += "\\r",
            // Two in a row could begin a trigraph.
            b'?' if question => out += "\\?",
            _ if !octal => out.push(byte as char),
            _ => write!(out, "\\{byte:03o}").expect("writing to a string"),
        }
        question = byte == b'?';
    }
    out.push('"');
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn integers_have_their_type() {
        let lp64 = |kind, value| integer(DataModel::Lp64, kind, value);
        assert_eq!(lp64(IntKind::Int, 5), "5");
        assert_eq!(lp64(IntKind::Int, -5), "-5");
        assert_eq!(lp64(IntKind::Int, i128::from(i32::MIN)), "(-2147483647 - 1)");
        assert_eq!(lp64(IntKind::Long, i128::from(i64::MIN)), "(-9223372036854775807L - 1L)");
        assert_eq!(integer(DataModel::Ilp32, IntKind::Long, i128::from(i32::MIN)), "(-2147483647L - 1L)");
        assert_eq!(lp64(IntKind::ULongLong, u64::MAX.into()), "18446744073709551615ULL");
        assert_eq!(lp64(IntKind::Char, -128), "(char)-128");
        assert_eq!(lp64(IntKind::Int128, -5), "(__int128)-5LL");
        assert_eq!(lp64(IntKind::UInt128, 1 << 64), "((unsigned __int128)1ULL << 64 | 0ULL)");
    }

    #[test]
    fn floats_are_hexadecimal() {
        let double = |value: f64| float(FloatKind::Double, value.to_bits().into());
        assert_eq!(double(12.0), "0x1.8p+3");
        assert_eq!(double(-0.1), "-0x1.999999999999ap-4");
        assert_eq!(double(0.0), "0x0p+0");
        assert_eq!(double(-0.0), "-0x0p+0");
        assert_eq!(double(f64::MAX), "0x1.fffffffffffffp+1023");
        assert_eq!(double(5e-324), "0x1p-1074");
        assert_eq!(double(f64::INFINITY), "__builtin_inf()");
        assert_eq!(double(f64::NEG_INFINITY), "-__builtin_inf()");
        assert_eq!(float(FloatKind::Double, 0x7ff8_0000_0000_0000), "__builtin_nan(\"\")");
        assert_eq!(float(FloatKind::Double, 0xfff8_0000_0000_0123), "-__builtin_nan(\"0x123\")");
        assert_eq!(float(FloatKind::Float, 1.5_f32.to_bits().into()), "0x1.8p+0f");
        assert_eq!(float(FloatKind::LongDouble, 0x3fff_8000_0000_0000_0000), "0x1p+0L");
        assert_eq!(float(FloatKind::LongDouble, 0x4000_c000_0000_0000_0001), "0x1.8000000000000002p+1L");
        assert_eq!(float(FloatKind::LongDouble, 0x7fff_8000_0000_0000_0000), "__builtin_infl()");
        assert_eq!(float(FloatKind::Float128, 0x3fff << 112), "(__float128)0x1p+0L");
    }

    #[test]
    fn strings_are_escaped() {
        assert_eq!(string(*b"a\"\\\n"), r#""a\"\\\n""#);
        assert_eq!(string([1, b'1', 255]), r#""\001\061\377""#);
        assert_eq!(string(*b"\x0009a9\t9"), r#""\000\060\071a9\t9""#);
        assert_eq!(string(*b"??="), r#""?\?=""#);
        assert_eq!(string(*b"????"), r#""?\?\?\?""#);
    }
}
