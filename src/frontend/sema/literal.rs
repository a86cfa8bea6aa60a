//! Constants and string literals.

use super::*;
use crate::ctype::{FloatKind, IntKind};
use lang_c::ast;
use lang_c::span::Node;
use rustc_apfloat::ieee::{Double, Half, Quad, Single, X87DoubleExtended};
use rustc_apfloat::{Float as _, Round};

/// A decoded string or character literal: its elements and their type.
struct Text {
    elements: Vec<u32>,
    kind: IntKind,
}

impl Sema<'_> {
    pub(super) fn constant(&mut self, constant: &Node<ast::Constant>) -> Result<Expr> {
        let span = self.span(constant.span);
        match &constant.node {
            ast::Constant::Integer(integer) => self.integer(integer, span),
            ast::Constant::Float(float) => self.float(float, span),
            ast::Constant::Character(text) => self.character(text, span),
        }
    }

    /// The first type of 6.4.4.1p5 that holds the value.
    fn integer(&self, integer: &ast::Integer, span: Span) -> Result<Expr> {
        use IntKind::*;
        if integer.suffix.imaginary {
            return Err(unsupported("an imaginary constant", span));
        }
        let (radix, decimal) = match integer.base {
            ast::IntegerBase::Decimal => (10, true),
            ast::IntegerBase::Octal => (8, false),
            ast::IntegerBase::Hexadecimal => (16, false),
            ast::IntegerBase::Binary => (2, false),
        };
        let digits = if integer.number.is_empty() { "0" } else { &integer.number };
        let value =
            i128::from_str_radix(digits, radix).map_err(|_| type_error("this integer constant is too large", span))?;
        let all: &[IntKind] = match (&integer.suffix.size, integer.suffix.unsigned) {
            (ast::IntegerSize::Int, false) => &[Int, UInt, Long, ULong, LongLong, ULongLong, Int128],
            (ast::IntegerSize::Int, true) => &[UInt, ULong, ULongLong],
            (ast::IntegerSize::Long, false) => &[Long, ULong, LongLong, ULongLong, Int128],
            (ast::IntegerSize::Long, true) => &[ULong, ULongLong],
            (ast::IntegerSize::LongLong, false) => &[LongLong, ULongLong, Int128],
            (ast::IntegerSize::LongLong, true) => &[ULongLong],
        };
        let unsigned = integer.suffix.unsigned;
        let candidates = all.iter().filter(|kind| unsigned || !decimal || kind.is_signed());
        let kind = candidates.into_iter().find(|&&kind| self.types.wrap(kind, value) == value);
        match kind {
            Some(Int128) | None => Err(type_error("this integer constant is too large", span)),
            Some(&kind) => Ok(self.int_expr(value, self.types.int(kind), span)),
        }
    }

    fn float(&self, float: &ast::Float, span: Span) -> Result<Expr> {
        if float.suffix.imaginary {
            return Err(unsupported("an imaginary constant", span));
        }
        let kind = match &float.suffix.format {
            ast::FloatFormat::Float => FloatKind::Float,
            ast::FloatFormat::Double => FloatKind::Double,
            ast::FloatFormat::LongDouble => FloatKind::LongDouble,
            ast::FloatFormat::TS18661Format(ty) => {
                specifiers::ts_float(ty).ok_or_else(|| unsupported("a constant of this floating type", span))?
            }
        };
        let text = match float.base {
            ast::FloatBase::Decimal => float.number.to_string(),
            ast::FloatBase::Hexadecimal => format!("0x{}", float.number.trim_start_matches("0x")),
        };
        let bits = parse_float(&text, kind).ok_or_else(|| type_error("this floating constant is malformed", span))?;
        Ok(self.expr_of(ExprKind::Float(bits), self.types.float(kind), span, false))
    }

    fn character(&self, text: &str, span: Span) -> Result<Expr> {
        let Text { elements, kind } = self.decode(text, '\'', span)?;
        if elements.is_empty() {
            return Err(type_error("an empty character constant", span));
        }
        if kind != IntKind::Char {
            let last = i128::from(*elements.last().expect("not empty"));
            return Ok(self.int_expr(last, self.types.int(kind), span));
        }
        let value = match elements.as_slice() {
            [one] => self.types.wrap(IntKind::Char, i128::from(*one)),
            several => several.iter().fold(0, |value, c| value << 8 | i128::from(*c & 0xff)),
        };
        Ok(self.int_expr(value, Types::INT, span))
    }

    /// A string literal as an array lvalue.
    pub(super) fn string(&mut self, literal: &Node<ast::StringLiteral>) -> Result<Expr> {
        let span = self.span(literal.span);
        let (mut elements, kind) = self.string_elements(literal)?;
        elements.push(0);
        let elem = self.types.int(kind);
        let id = self.string_object(elem, elements, span);
        let ty = self.globals[id.0 as usize].ty;
        Ok(self.expr_of(ExprKind::Var(Var::Global(id)), ty, span, false))
    }

    /// The object of a string literal with these elements, the terminating zero among them.
    pub(super) fn string_object(&mut self, elem: TypeId, elements: Vec<u32>, span: Span) -> GlobalId {
        let ty = self.types.array_of(elem, elements.len() as u64);
        self.strings += 1;
        self.global(Global {
            name: format!("string{}", self.strings),
            kind: GlobalKind::StringLiteral,
            ty: ty.into(),
            linkage: Linkage::None,
            definition: Definition::Defined(Init::String(elements)),
            symbol: None,
            align: None,
            thread_local: false,
            weak: false,
            span,
        })
    }

    /// The elements of adjacent literals put together, without a terminating zero, and their type.
    pub(super) fn string_elements(&self, literal: &Node<ast::StringLiteral>) -> Result<(Vec<u32>, IntKind)> {
        let span = self.span(literal.span);
        let parts = &literal.node;
        let kinds = parts.iter().map(|part| self.prefix_kind(part)).collect::<Vec<_>>();
        let kind = kinds.into_iter().find(|&kind| kind != IntKind::Char).unwrap_or(IntKind::Char);
        let mut elements = Vec::new();
        for part in parts {
            let quote = part.find('"').unwrap_or(0);
            let (_, body) = part.split_at(quote);
            elements.extend(decode_body(body, '"', kind, self.element_bits(kind), span)?);
        }
        Ok((elements, kind))
    }

    /// A narrow string as text, for messages and symbol names.
    pub(super) fn plain_string(&self, literal: &Node<ast::StringLiteral>) -> Result<String> {
        let (elements, _) = self.string_elements(literal)?;
        let bytes: Vec<u8> = elements.into_iter().map(|e| e as u8).collect();
        Ok(String::from_utf8_lossy(&bytes).into_owned())
    }

    fn decode(&self, text: &str, quote: char, span: Span) -> Result<Text> {
        let kind = self.prefix_kind(text);
        let body = &text[text.find(quote).unwrap_or(0)..];
        Ok(Text { elements: decode_body(body, quote, kind, self.element_bits(kind), span)?, kind })
    }

    fn prefix_kind(&self, text: &str) -> IntKind {
        let prefix = text.split(['"', '\'']).next().unwrap_or("");
        match prefix {
            "L" => self.types.model.wchar_type(),
            "u" => IntKind::UShort,
            "U" => IntKind::UInt,
            _ => IntKind::Char,
        }
    }

    fn element_bits(&self, kind: IntKind) -> u32 {
        self.types.model.int_bits(kind)
    }
}

/// Decodes what is between the quotes: escapes, and characters in the literal's encoding.
fn decode_body(body: &str, quote: char, kind: IntKind, bits: u32, span: Span) -> Result<Vec<u32>> {
    let bad = |what: &str| type_error(format!("a malformed {what} in a literal"), span);
    let inner = body.strip_prefix(quote).and_then(|b| b.strip_suffix(quote)).ok_or_else(|| bad("quote"))?;
    let mut out = Vec::with_capacity(inner.len());
    let mut chars = inner.chars().peekable();
    let push_char = |c: char, out: &mut Vec<u32>| match kind {
        IntKind::Char => out.extend(c.encode_utf8(&mut [0; 4]).bytes().map(u32::from)),
        IntKind::UShort => out.extend(c.encode_utf16(&mut [0; 2]).iter().map(|&u| u32::from(u))),
        _ => out.push(c as u32),
    };
    while let Some(c) = chars.next() {
        if c != '\\' {
            push_char(c, &mut out);
            continue;
        }
        let escape = chars.next().ok_or_else(|| bad("escape"))?;
        let simple = match escape {
            'n' => 10,
            't' => 9,
            'r' => 13,
            'a' => 7,
            'b' => 8,
            'f' => 12,
            'v' => 11,
            'e' | 'E' => 27,
            '0'..='7' => {
                let mut value = escape as u32 - '0' as u32;
                for _ in 0..2 {
                    match chars.peek().and_then(|c| c.to_digit(8)) {
                        Some(digit) => value = value * 8 + digit,
                        None => break,
                    }
                    chars.next();
                }
                value
            }
            'x' => {
                let mut value: u32 = 0;
                let mut any = false;
                while let Some(digit) = chars.peek().and_then(|c| c.to_digit(16)) {
                    value = value << 4 | digit;
                    any = true;
                    chars.next();
                }
                if !any {
                    return Err(bad("hexadecimal escape"));
                }
                value
            }
            'u' | 'U' => {
                let digits = if escape == 'u' { 4 } else { 8 };
                let text: String = chars.by_ref().take(digits).collect();
                let value = u32::from_str_radix(&text, 16).ok().and_then(char::from_u32);
                push_char(value.ok_or_else(|| bad("universal character name"))?, &mut out);
                continue;
            }
            other => other as u32,
        };
        out.push(if bits < 32 { simple & ((1 << bits) - 1) } else { simple });
    }
    Ok(out)
}

fn parse_float(text: &str, kind: FloatKind) -> Option<u128> {
    let round = Round::NearestTiesToEven;
    Some(match kind {
        FloatKind::Float16 => Half::from_str_r(text, round).ok()?.value.to_bits(),
        FloatKind::Float => Single::from_str_r(text, round).ok()?.value.to_bits(),
        FloatKind::Double => Double::from_str_r(text, round).ok()?.value.to_bits(),
        FloatKind::LongDouble => X87DoubleExtended::from_str_r(text, round).ok()?.value.to_bits(),
        FloatKind::Float128 => Quad::from_str_r(text, round).ok()?.value.to_bits(),
    })
}

/// The bits of an infinity or of a quiet NaN.
pub(super) fn special_float(kind: FloatKind, nan: bool) -> u128 {
    fn bits<F: rustc_apfloat::Float>(nan: bool) -> u128 {
        if nan { F::qnan(None).to_bits() } else { F::INFINITY.to_bits() }
    }
    match kind {
        FloatKind::Float16 => bits::<Half>(nan),
        FloatKind::Float => bits::<Single>(nan),
        FloatKind::Double => bits::<Double>(nan),
        FloatKind::LongDouble => bits::<X87DoubleExtended>(nan),
        FloatKind::Float128 => bits::<Quad>(nan),
    }
}

/// The integer part of a finite float, where it fits.
pub(super) fn float_to_int(bits: u128, kind: FloatKind) -> Option<i128> {
    fn truncate<F: rustc_apfloat::Float>(bits: u128) -> Option<i128> {
        let value = F::from_bits(bits).to_i128_r(128, Round::TowardZero, &mut false);
        (!value.status.contains(rustc_apfloat::Status::INVALID_OP)).then_some(value.value)
    }
    match kind {
        FloatKind::Float16 => truncate::<Half>(bits),
        FloatKind::Float => truncate::<Single>(bits),
        FloatKind::Double => truncate::<Double>(bits),
        FloatKind::LongDouble => truncate::<X87DoubleExtended>(bits),
        FloatKind::Float128 => truncate::<Quad>(bits),
    }
}

pub(super) fn float_is_zero(bits: u128, kind: FloatKind) -> bool {
    let sign = match kind {
        FloatKind::Float16 => 15,
        FloatKind::Float => 31,
        FloatKind::Double => 63,
        FloatKind::LongDouble => 79,
        FloatKind::Float128 => 127,
    };
    bits & !(1 << sign) == 0
}
