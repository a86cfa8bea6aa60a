//! GNU attributes that change what a program means. All others are hints, and ignored.

use super::super::syntax::{Attribute, AttributeArg};
use super::*;
use crate::ctype::{FloatKind, IntKind, Type};
use lang_c::ast;
use lang_c::span::Node;

#[derive(Clone, Debug, Default)]
pub(super) struct Attributes {
    pub packed: bool,
    pub align: Option<u64>,
    pub noreturn: bool,
    pub weak: bool,
    pub gnu_inline: bool,
    pub always_inline: bool,
    pub constructor: Option<u32>,
    pub destructor: Option<u32>,
    pub transparent_union: bool,
    pub returns_twice: bool,
    /// `mode(DI)`: the machine mode that replaces the width of the type.
    pub mode: Option<String>,
    /// An attribute that gives the declaration a meaning that we do not model.
    pub unsupported: Option<Diagnostic>,
}

impl Attributes {
    pub fn merge(&mut self, other: &Attributes) {
        self.packed |= other.packed;
        self.align = self.align.max(other.align);
        self.noreturn |= other.noreturn;
        self.weak |= other.weak;
        self.gnu_inline |= other.gnu_inline;
        self.always_inline |= other.always_inline;
        self.constructor = self.constructor.or(other.constructor);
        self.destructor = self.destructor.or(other.destructor);
        self.transparent_union |= other.transparent_union;
        self.returns_twice |= other.returns_twice;
        if other.mode.is_some() {
            self.mode.clone_from(&other.mode);
        }
        if other.unsupported.is_some() {
            self.unsupported.clone_from(&other.unsupported);
        }
    }
}

impl Sema<'_> {
    /// Attributes among the specifiers of a declaration: those not taken by a record or an enumeration there. Before
    /// the first specifier and behind the last one they belong to the declaration as well.
    pub(super) fn attributes_among(
        &mut self,
        start: u32,
        end: u32,
        types: &[&Node<ast::TypeSpecifier>],
    ) -> Result<Attributes> {
        let record = types.iter().find_map(|ty| match &ty.node {
            ast::TypeSpecifier::Struct(_) | ast::TypeSpecifier::Enum(_) => Some(self.span(ty.span)),
            _ => None,
        });
        let side = self.side;
        let mut list: Vec<&Attribute> = side.attributes_preceding(start).collect();
        match record {
            None => {
                list.extend(side.attributes_between(start, end));
                list.extend(side.attributes_following(end));
            }
            Some(record) => {
                list.extend(side.attributes_between(start, record.start));
                // Right behind the closing brace they belong to the type.
                let rest = side.end_of_attributes(record.end);
                list.extend(side.attributes_between(rest, end));
                if rest < end {
                    list.extend(side.attributes_following(end));
                }
            }
        }
        self.attributes(&list)
    }

    /// Attributes that begin right at a token: behind a declarator, `struct`, or a closing brace.
    pub(super) fn attributes_at(&mut self, token: u32) -> Result<Attributes> {
        let list: Vec<&Attribute> = self.side.attributes_following(token).collect();
        self.attributes(&list)
    }

    fn attributes(&mut self, list: &[&Attribute]) -> Result<Attributes> {
        let mut result = Attributes::default();
        for attribute in list {
            match attribute.name.as_str() {
                "packed" => result.packed = true,
                "aligned" => result.align = result.align.max(Some(self.alignment(attribute)?)),
                "noreturn" => result.noreturn = true,
                "weak" => result.weak = true,
                "gnu_inline" => result.gnu_inline = true,
                "always_inline" => result.always_inline = true,
                "constructor" => result.constructor = Some(self.priority(attribute)?),
                "destructor" => result.destructor = Some(self.priority(attribute)?),
                "transparent_union" => result.transparent_union = true,
                "returns_twice" => result.returns_twice = true,
                "may_alias" => self.may_alias = true,
                "mode" => {
                    if let Some(AttributeArg::Word(mode)) = attribute.args.first() {
                        result.mode = Some(mode.trim_matches('_').to_string());
                    }
                }
                "vector_size" | "cleanup" | "alias" | "ifunc" | "scalar_storage_order" | "ms_struct" | "weakref" => {
                    result.unsupported = Some(unsupported(format!("attribute `{}`", attribute.name), attribute.span));
                }
                _ => {}
            }
        }
        Ok(result)
    }

    /// The priority of a constructor or destructor; without one it comes last, or first.
    fn priority(&mut self, attribute: &Attribute) -> Result<u32> {
        match attribute.args.first() {
            Some(AttributeArg::Expr(expr)) => {
                let value = self.expr(expr)?;
                let value = self.constant_value(&value).and_then(|v| u32::try_from(v).ok());
                value.ok_or_else(|| type_error("a priority must be a constant", attribute.span))
            }
            _ => Ok(FuncAttributes::LAST_PRIORITY),
        }
    }

    fn alignment(&mut self, attribute: &Attribute) -> Result<u64> {
        let value = match attribute.args.first() {
            None => return Ok(16),
            Some(AttributeArg::Expr(expr)) => {
                let value = self.expr(expr)?;
                self.constant_value(&value)
            }
            Some(AttributeArg::Word(word)) => match self.names.get(word) {
                Some(Symbol::EnumConst(value, _)) => Some(*value),
                _ => None,
            },
            Some(AttributeArg::String(_)) => None,
        };
        match value.and_then(|v| u64::try_from(v).ok()) {
            Some(align) if align.is_power_of_two() => Ok(align),
            Some(0) => Ok(1),
            _ => Err(type_error("an alignment must be a constant power of two", attribute.span)),
        }
    }

    /// Applies `mode(…)` to a type.
    pub(super) fn apply_mode(&mut self, ty: QType, mode: &str, span: Span) -> Result<QType> {
        let kind = match mode {
            "QI" | "byte" => IntKind::SChar,
            "HI" => IntKind::Short,
            "SI" => IntKind::Int,
            "DI" if self.dialect.model == DataModel::Lp64 => IntKind::Long,
            "DI" => IntKind::LongLong,
            "TI" => IntKind::Int128,
            "word" | "pointer" | "unwind_word" => IntKind::Long,
            _ => {
                let kind = match mode {
                    "SF" => FloatKind::Float,
                    "DF" => FloatKind::Double,
                    "XF" => FloatKind::LongDouble,
                    "TF" => FloatKind::Float128,
                    _ => return Err(unsupported(format!("machine mode `{mode}`"), span)),
                };
                return Ok(QType { ty: self.types.float(kind), ..ty });
            }
        };
        match self.types[ty.ty] {
            Type::Int(old) | Type::Enum(_, old) => {
                let kind = if old.is_signed() { kind } else { kind.to_unsigned() };
                Ok(QType { ty: self.types.int(kind), ..ty })
            }
            _ => Err(type_error("`mode` applies to arithmetic types only", span)),
        }
    }
}
