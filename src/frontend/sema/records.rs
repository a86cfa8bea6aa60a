//! Structures, unions and enumerations.

use super::*;
use crate::ctype::{Field, IntKind, LayoutRules, Record, RecordId, RecordKind, Type};
use lang_c::ast;
use lang_c::span::Node;

impl Sema<'_> {
    pub(super) fn record_specifier(&mut self, record: &Node<ast::StructType>, alone: bool) -> Result<TypeId> {
        let span = self.span(record.span);
        let kind = match record.node.kind.node {
            ast::StructKind::Struct => RecordKind::Struct,
            ast::StructKind::Union => RecordKind::Union,
        };
        let tag = record.node.identifier.as_ref().map(|i| self.side.original_name(&i.node.name).to_string());
        let Some(members) = &record.node.declarations else {
            let tag = tag.expect("a record without members has a tag");
            return self.record_reference(kind, tag, alone, span);
        };
        let (id, ty) = self.record_to_define(kind, tag, span)?;
        match self.record_body(id, members, span) {
            Err(diagnostic) if diagnostic.code == "unsupported" => {
                self.broken.insert(id, diagnostic.clone());
                Err(diagnostic)
            }
            result => result.map(|()| ty),
        }
    }

    /// What to say where a complete type is needed: the reason why a record could not be completed comes first.
    pub(super) fn incomplete(&self, ty: TypeId, message: String, span: Span) -> Diagnostic {
        let mut ty = ty;
        while let Some(elem) = self.types.element(ty) {
            ty = elem.ty;
        }
        match self.types.as_record(ty).and_then(|record| self.broken.get(&record)) {
            Some(reason) => reason.clone(),
            None => type_error(message, span),
        }
    }

    fn record_body(&mut self, id: RecordId, members: &[Node<ast::StructDeclaration>], span: Span) -> Result<()> {
        let kind = self.types[id].kind;
        let mut fields = Vec::new();
        for member in members {
            match &member.node {
                ast::StructDeclaration::Field(field) => self.fields(field, &mut fields)?,
                ast::StructDeclaration::StaticAssert(assertion) => self.static_assert(assertion)?,
            }
        }
        self.check_fields(kind, &fields)?;
        let mut attributes = self.attributes_at(span.start + 1)?;
        attributes.merge(&self.attributes_at(span.end)?);
        if let Some(diagnostic) = attributes.unsupported {
            return Err(diagnostic);
        }
        let rules =
            LayoutRules { packed: attributes.packed, pack: self.side.pack_at(span.end - 1), align: attributes.align };
        let fields = fields.into_iter().map(|(field, _)| field).collect();
        self.types.complete_record(id, fields, rules, attributes.transparent_union);
        Ok(())
    }

    /// `struct s` without members: the visible one, or a new incomplete one.
    fn record_reference(&mut self, kind: RecordKind, tag: String, alone: bool, span: Span) -> Result<TypeId> {
        let known = if alone { self.tags.get_here(&tag).map(|(tag, _)| tag) } else { self.tags.get(&tag) };
        match known {
            Some(&Tag::Record(id, ty)) if self.types[id].kind == kind => Ok(ty),
            Some(_) => Err(type_error(format!("`{tag}` is the tag of another kind of type"), span)),
            None => Ok(self.new_record(kind, Some(tag), span).1),
        }
    }

    fn record_to_define(&mut self, kind: RecordKind, tag: Option<String>, span: Span) -> Result<(RecordId, TypeId)> {
        let Some(name) = &tag else {
            return Ok(self.new_record(kind, None, span));
        };
        match self.tags.get_here(name) {
            Some((&Tag::Record(id, ty), _)) if self.types[id].kind == kind => {
                if self.types[id].body.is_some() {
                    return Err(Diagnostic::new("redefinition", format!("`{name}` is defined twice")).at(span));
                }
                self.types.record_mut(id).span = span;
                Ok((id, ty))
            }
            Some(_) => Err(type_error(format!("`{name}` is the tag of another kind of type"), span)),
            None => Ok(self.new_record(kind, tag, span)),
        }
    }

    fn new_record(&mut self, kind: RecordKind, tag: Option<String>, span: Span) -> (RecordId, TypeId) {
        let (id, ty) = self.types.new_record(Record { kind, tag: tag.clone(), body: None, span });
        if let Some(tag) = tag {
            self.tags.set(&tag, Tag::Record(id, ty), span);
        }
        (id, ty)
    }

    fn fields(&mut self, field: &Node<ast::StructField>, fields: &mut Vec<(Field, Span)>) -> Result<()> {
        let span = self.span(field.span);
        let (base, base_align) = self.qualified(&field.node.specifiers, span)?;
        let types: Vec<_> = field
            .node
            .specifiers
            .iter()
            .filter_map(|s| match &s.node {
                ast::SpecifierQualifier::TypeSpecifier(ty) => Some(ty),
                _ => None,
            })
            .collect();
        let last = field.node.specifiers.last().map_or(span.start, |s| self.span(s.span).end);
        let common = self.attributes_among(span.start, last, &types)?;
        if field.node.declarators.is_empty() {
            // An anonymous structure or union; `struct s;` or `int;` here declares no member.
            if let Some(record) = self.types.as_record(base.ty)
                && self.types[record].tag.is_none()
            {
                let field = Field { name: None, ty: base, bits: None, align: None, packed: false, bit_offset: 0 };
                fields.push((field, span));
            }
            return Ok(());
        }
        for declarator in &field.node.declarators {
            let span = self.span(declarator.span);
            let (name, mut ty) = match &declarator.node.declarator {
                Some(inner) => {
                    let (name, ty) = self.declarator(base, inner)?;
                    (name, ty)
                }
                None => (None, base),
            };
            let mut attributes = common.clone();
            if let Some(inner) = &declarator.node.declarator {
                let end = self.span(inner.span).end;
                attributes.merge(&self.attributes_at(end)?);
            }
            if declarator.node.bit_width.is_some() {
                attributes.merge(&self.attributes_at(span.end)?);
            }
            if let Some(diagnostic) = attributes.unsupported {
                return Err(diagnostic);
            }
            if let Some(mode) = &attributes.mode {
                ty = self.apply_mode(ty, mode, span)?;
            }
            let bits = match &declarator.node.bit_width {
                Some(width) => Some(self.bit_width(width, ty, name.is_some())?),
                None => None,
            };
            let align = attributes.align.max(base_align);
            fields.push((Field { name, ty, bits, align, packed: attributes.packed, bit_offset: 0 }, span));
        }
        Ok(())
    }

    fn bit_width(&mut self, width: &Node<ast::Expression>, ty: QType, named: bool) -> Result<u32> {
        let span = self.span(width.span);
        let Some(kind) = self.types.as_int(ty.ty) else {
            return Err(type_error("a bit-field must have an integer type", span));
        };
        let value = self.integer_constant(width)?;
        let max = self.types.model.int_bits(kind);
        match u32::try_from(value) {
            Ok(0) if named => Err(type_error("a named bit-field cannot have width 0", span)),
            Ok(bits) if bits <= max => Ok(bits),
            _ => Err(type_error(format!("a bit-field of this type has at most {max} bits"), span)),
        }
    }

    fn check_fields(&self, kind: RecordKind, fields: &[(Field, Span)]) -> Result<()> {
        let mut names = HashSet::new();
        for (i, (field, span)) in fields.iter().enumerate() {
            let last = i + 1 == fields.len();
            match &self.types[field.ty.ty] {
                Type::Function(_) => return Err(type_error("a member cannot be a function", *span)),
                Type::Array { len: crate::ctype::ArrayLen::Variable(_), .. } => {
                    return Err(unsupported("a member of variable length", *span));
                }
                Type::Array { len: crate::ctype::ArrayLen::Unknown, .. } if last || kind == RecordKind::Union => {}
                _ if self.types.size_of(field.ty.ty).is_none() => {
                    let message = format!("a member has the incomplete type `{}`", self.types.describe(field.ty));
                    return Err(self.incomplete(field.ty.ty, message, *span));
                }
                _ => {}
            }
            if let Some(name) = &field.name
                && !names.insert(name)
            {
                return Err(Diagnostic::new("redefinition", format!("two members are named `{name}`")).at(*span));
            }
        }
        Ok(())
    }

    /// The path of field numbers to a member, through anonymous members.
    pub(super) fn find_member(&self, ty: TypeId, name: &str) -> Option<Vec<u32>> {
        let fields = self.types.fields(ty)?;
        if let Some(at) = fields.iter().position(|f| f.name.as_deref() == Some(name)) {
            return Some(vec![at as u32]);
        }
        for (i, field) in fields.iter().enumerate() {
            if field.name.is_none()
                && field.bits.is_none()
                && let Some(mut path) = self.find_member(field.ty.ty, name)
            {
                path.insert(0, i as u32);
                return Some(path);
            }
        }
        None
    }

    pub(super) fn enum_specifier(&mut self, enumeration: &Node<ast::EnumType>) -> Result<TypeId> {
        let span = self.span(enumeration.span);
        let tag = enumeration.node.identifier.as_ref().map(|i| self.side.original_name(&i.node.name).to_string());
        if enumeration.node.enumerators.is_empty() {
            let tag = tag.unwrap_or_default();
            return match self.tags.get(&tag) {
                Some(Tag::Enum(ty)) => Ok(ty.unwrap_or(Types::UINT)),
                Some(Tag::Record(..)) => Err(type_error(format!("`{tag}` is the tag of another kind of type"), span)),
                None => {
                    self.tags.set(&tag, Tag::Enum(None), span);
                    Ok(Types::UINT)
                }
            };
        }
        let mut attributes = self.attributes_at(span.start + 1)?;
        attributes.merge(&self.attributes_at(span.end)?);
        let mut constants = Vec::new();
        let (mut low, mut high, mut next) = (0, 0, 0);
        for enumerator in &enumeration.node.enumerators {
            let span = self.span(enumerator.span);
            let value = match &enumerator.node.expression {
                Some(expr) => self.integer_constant(expr)?,
                None => next,
            };
            low = low.min(value);
            high = high.max(value);
            next = value + 1;
            let name = self.side.original_name(&enumerator.node.identifier.node.name).to_string();
            // Until the type is complete its constants are `int` where they fit.
            let ty = self.enumerator_type(value);
            if let Some((_, first)) = self.names.get_here(&name) {
                let _ = first;
                return Err(Diagnostic::new("redefinition", format!("`{name}` is declared twice")).at(span));
            }
            self.names.set(&name, Symbol::EnumConst(value, ty), span);
            constants.push((name, value, span));
        }
        let kind = self.enum_type(low, high, attributes.packed);
        self.enums += 1;
        let ty = self.types.intern(Type::Enum(self.enums, kind));
        // Constants that do not fit into `int` have the type of the enumeration (GNU); the others stay `int`.
        for (name, value, span) in constants {
            if self.types.wrap(IntKind::Int, value) != value {
                self.names.set(&name, Symbol::EnumConst(value, self.types.int(kind)), span);
            }
        }
        if let Some(tag) = tag {
            if let Some((Tag::Enum(Some(_)) | Tag::Record(..), _)) = self.tags.get_here(&tag) {
                return Err(Diagnostic::new("redefinition", format!("`{tag}` is defined twice")).at(span));
            }
            self.tags.set(&tag, Tag::Enum(Some(ty)), span);
        }
        Ok(ty)
    }

    fn enumerator_type(&self, value: i128) -> TypeId {
        use IntKind::*;
        let kinds = [Int, UInt, Long, ULong, LongLong, ULongLong];
        let kind = kinds.into_iter().find(|&kind| self.types.wrap(kind, value) == value);
        self.types.int(kind.unwrap_or(ULongLong))
    }

    /// The type that gcc gives an enumeration: unsigned unless there is a negative constant.
    fn enum_type(&self, low: i128, high: i128, packed: bool) -> IntKind {
        use IntKind::*;
        let candidates: &[IntKind] = match (packed, low < 0) {
            (true, true) => &[SChar, Short, Int, Long, LongLong],
            (true, false) => &[UChar, UShort, UInt, ULong, ULongLong],
            (false, true) => &[Int, Long, LongLong],
            (false, false) => &[UInt, ULong, ULongLong],
        };
        let fits = |kind: &&IntKind| self.types.wrap(**kind, low) == low && self.types.wrap(**kind, high) == high;
        *candidates.iter().find(fits).unwrap_or(&LongLong)
    }
}
