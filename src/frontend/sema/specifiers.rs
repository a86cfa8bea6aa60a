//! Declaration specifiers: storage class, qualifiers, and the type they name.

use super::attributes::Attributes;
use super::*;
use crate::ctype::{FloatKind, IntKind, Quals, Type};
use lang_c::ast;
use lang_c::span::Node;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Storage {
    None,
    Typedef,
    Extern,
    Static,
    /// `auto`, `register`: nothing to us.
    Automatic,
}

/// The specifiers of a declaration, resolved.
#[derive(Clone, Debug)]
pub(super) struct Specifiers {
    pub ty: QType,
    /// From an aligned typedef.
    pub align: Option<u64>,
    pub storage: Storage,
    pub inline: bool,
    pub thread_local: bool,
    pub attributes: Attributes,
}

/// The words of a specifier list that make up its type.
#[derive(Default)]
struct Words<'s> {
    types: Vec<&'s Node<ast::TypeSpecifier>>,
    quals: Quals,
}

impl Sema<'_> {
    /// `alone`: no declarator follows, so that `struct s;` declares a new tag.
    pub(super) fn specifiers(
        &mut self,
        specifiers: &[Node<ast::DeclarationSpecifier>],
        alone: bool,
        span: Span,
    ) -> Result<Specifiers> {
        let mut words = Words::default();
        let mut storage = Storage::None;
        let (mut inline, mut noreturn, mut thread_local) = (false, false, false);
        for specifier in specifiers {
            match &specifier.node {
                ast::DeclarationSpecifier::StorageClass(class) => match class.node {
                    ast::StorageClassSpecifier::Typedef => storage = Storage::Typedef,
                    ast::StorageClassSpecifier::Extern => storage = Storage::Extern,
                    ast::StorageClassSpecifier::Static => storage = Storage::Static,
                    ast::StorageClassSpecifier::ThreadLocal => thread_local = true,
                    ast::StorageClassSpecifier::Auto | ast::StorageClassSpecifier::Register => {
                        storage = Storage::Automatic;
                    }
                },
                ast::DeclarationSpecifier::TypeSpecifier(ty) => words.types.push(ty),
                ast::DeclarationSpecifier::TypeQualifier(qual) => self.qualifier(qual, &mut words.quals)?,
                ast::DeclarationSpecifier::Function(function) => match function.node {
                    ast::FunctionSpecifier::Inline => inline = true,
                    ast::FunctionSpecifier::Noreturn => noreturn = true,
                },
                // `_Alignas` and attributes have been taken out before parsing.
                ast::DeclarationSpecifier::Alignment(_) | ast::DeclarationSpecifier::Extension(_) => {}
            }
        }
        let (ty, align) = self.named_type(&words, alone, span)?;
        let first = specifiers.first().map_or(span.start, |s| self.span(s.span).start);
        let last = specifiers.last().map_or(span.start, |s| self.span(s.span).end);
        let mut attributes = self.attributes_among(first, last, &words.types)?;
        attributes.noreturn |= noreturn;
        Ok(Specifiers { ty, align, storage, inline, thread_local, attributes })
    }

    /// The specifiers of a structure member or a type name.
    pub(super) fn qualified(
        &mut self,
        specifiers: &[Node<ast::SpecifierQualifier>],
        span: Span,
    ) -> Result<(QType, Option<u64>)> {
        let mut words = Words::default();
        for specifier in specifiers {
            match &specifier.node {
                ast::SpecifierQualifier::TypeSpecifier(ty) => words.types.push(ty),
                ast::SpecifierQualifier::TypeQualifier(qual) => self.qualifier(qual, &mut words.quals)?,
                ast::SpecifierQualifier::Extension(_) => {}
            }
        }
        self.named_type(&words, false, span)
    }

    pub(super) fn qualifier(&self, qual: &Node<ast::TypeQualifier>, quals: &mut Quals) -> Result<()> {
        *quals = quals.with(match qual.node {
            ast::TypeQualifier::Const => Quals::CONST,
            ast::TypeQualifier::Volatile => Quals::VOLATILE,
            ast::TypeQualifier::Restrict => Quals::RESTRICT,
            ast::TypeQualifier::Atomic => Quals::ATOMIC,
            _ => return Err(unsupported("a nullability qualifier", self.span(qual.span))),
        });
        Ok(())
    }

    fn named_type(&mut self, words: &Words<'_>, alone: bool, span: Span) -> Result<(QType, Option<u64>)> {
        let (mut ty, align) = match words.types.as_slice() {
            [only] => self.single_specifier(only, alone)?,
            several => (self.keyword_type(several, span)?.into(), None),
        };
        if let Type::Array { elem, len } = self.types[ty.ty].clone()
            && words.quals != Quals::NONE
        {
            let elem = QType { quals: elem.quals.with(words.quals), ..elem };
            ty.ty = self.types.intern(Type::Array { elem, len });
        } else {
            ty.quals = ty.quals.with(words.quals);
        }
        Ok((ty, align))
    }

    fn single_specifier(&mut self, specifier: &Node<ast::TypeSpecifier>, alone: bool) -> Result<(QType, Option<u64>)> {
        let span = self.span(specifier.span);
        match &specifier.node {
            ast::TypeSpecifier::Struct(record) => Ok((self.record_specifier(record, alone)?.into(), None)),
            ast::TypeSpecifier::Enum(enumeration) => Ok((self.enum_specifier(enumeration)?.into(), None)),
            ast::TypeSpecifier::Atomic(name) => {
                let ty = self.type_name(name)?;
                Ok((QType { ty: ty.ty, quals: ty.quals.with(Quals::ATOMIC) }, None))
            }
            ast::TypeSpecifier::TypeOf(of) => match &of.node {
                ast::TypeOf::Type(name) => Ok((self.type_name(name)?, None)),
                ast::TypeOf::Expression(expr) => {
                    let operand = self.expr(expr)?;
                    let ty = operand.ty;
                    // The operand is evaluated only where the type depends on its value.
                    if operand.effects && self.mentions_variable(ty.ty) && self.function.is_some() {
                        let value = self.rvalue(operand);
                        self.lengths.push(value);
                    }
                    Ok((QType { ty: ty.ty, quals: ty.quals.without(Quals::ATOMIC) }, None))
                }
            },
            ast::TypeSpecifier::TypedefName(name) => self.typedef_name(&name.node.name, span),
            _ => Ok((self.keyword_type(&[specifier], span)?.into(), None)),
        }
    }

    fn typedef_name(&mut self, name: &str, span: Span) -> Result<(QType, Option<u64>)> {
        let name = self.side.original_name(name);
        match (name, self.names.get(name)) {
            (_, Some(Symbol::Typedef(typedef))) => Ok((typedef.ty, typedef.align)),
            ("__builtin_va_list", _) => Ok((Types::VA_LIST.into(), None)),
            ("__qicc_i128" | "__qicc_u128", _) if self.dialect.model == DataModel::Ilp32 => {
                Err(Diagnostic::new("type", "`__int128` does not exist on 32-bit targets")
                    .at(span)
                    .help("use --64 if the program is meant for a 64-bit machine"))
            }
            ("__qicc_i128", _) => Ok((self.types.int(IntKind::Int128).into(), None)),
            ("__qicc_u128", _) => Ok((self.types.int(IntKind::UInt128).into(), None)),
            (_, Some(Symbol::Unsupported(diagnostic))) => Err(diagnostic.clone()),
            _ => Err(type_error(format!("`{name}` is not a type here"), span)),
        }
    }

    /// `unsigned long int` and the like, in any order (6.7.2p2).
    fn keyword_type(&self, specifiers: &[&Node<ast::TypeSpecifier>], span: Span) -> Result<TypeId> {
        use ast::TypeSpecifier as S;
        let (mut signed, mut unsigned, mut short, mut int, mut long) = (0, 0, 0, 0, 0);
        let mut base = None;
        for specifier in specifiers {
            match &specifier.node {
                S::Signed => signed += 1,
                S::Unsigned => unsigned += 1,
                S::Short => short += 1,
                S::Int => int += 1,
                S::Long => long += 1,
                S::Complex => return Err(unsupported("`_Complex`", self.span(specifier.span))),
                other if base.is_none() => base = Some(other),
                _ => return Err(type_error("two types in one declaration", self.span(specifier.span))),
            }
        }
        let bad = || Err(type_error("this combination of type specifiers means nothing", span));
        let float = |kind| Ok(self.types.float(kind));
        let integer = |signed: IntKind| Ok(self.types.int(if unsigned > 0 { signed.to_unsigned() } else { signed }));
        match (base, signed + unsigned, short, int, long) {
            (None, s, 0, i, 0) if s + i > 0 => integer(IntKind::Int),
            (None, _, 1, _, 0) => integer(IntKind::Short),
            (None, _, 0, _, 1) => integer(IntKind::Long),
            (None, _, 0, _, 2) => integer(IntKind::LongLong),
            (Some(S::Char), 0, 0, 0, 0) => Ok(self.types.int(IntKind::Char)),
            (Some(S::Char), 1, 0, 0, 0) => integer(IntKind::SChar),
            (Some(S::Void), 0, 0, 0, 0) => Ok(Types::VOID),
            (Some(S::Bool), 0, 0, 0, 0) => Ok(Types::BOOL),
            (Some(S::Float), 0, 0, 0, 0) => float(FloatKind::Float),
            (Some(S::Double), 0, 0, 0, 0) => float(FloatKind::Double),
            (Some(S::Double), 0, 0, 0, 1) => float(FloatKind::LongDouble),
            (Some(S::TS18661Float(ty)), 0, 0, 0, 0) => match ts_float(ty) {
                Some(kind) => float(kind),
                None => Err(unsupported("this floating type", span)),
            },
            _ => bad(),
        }
    }
}

/// The formats of the `_FloatN` and `_FloatNx` types on x86.
pub(super) fn ts_float(ty: &ast::TS18661FloatType) -> Option<FloatKind> {
    match (&ty.format, ty.width) {
        (ast::TS18661FloatFormat::BinaryInterchange, 16) => Some(FloatKind::Float16),
        (ast::TS18661FloatFormat::BinaryInterchange, 32) => Some(FloatKind::Float),
        (ast::TS18661FloatFormat::BinaryInterchange, 64) => Some(FloatKind::Double),
        (ast::TS18661FloatFormat::BinaryExtended, 32) => Some(FloatKind::Double),
        (ast::TS18661FloatFormat::BinaryInterchange, 128) => Some(FloatKind::Float128),
        (ast::TS18661FloatFormat::BinaryExtended, 64) => Some(FloatKind::LongDouble),
        _ => None,
    }
}
