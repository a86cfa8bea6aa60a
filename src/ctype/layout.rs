//! Sizes, alignments and the layout of records, as gcc and clang lay them out on x86 (System V ABI).
//!
//! The printer can ask the C compiler to confirm every number computed here (`qicc emit --check-layout`).

use super::*;
use std::ops::Range;

/// Attributes that change the layout of a record.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct LayoutRules {
    /// `__attribute__((packed))` on the record.
    pub packed: bool,
    /// `#pragma pack(n)`: no member is aligned to more.
    pub pack: Option<u64>,
    /// `aligned(n)` on the record: at least this.
    pub align: Option<u64>,
}

impl Types {
    /// How many bytes a member is in; `None` for one at the end that has no length.
    pub fn extent(&self, field: &Field) -> Option<u64> {
        match field.bits {
            Some(bits) => Some((field.bit_offset % 8 + u64::from(bits)).div_ceil(8)),
            None => self.size_of(field.ty.ty),
        }
    }

    /// The bytes of a structure of this size of which some bits are in no member that has a name and a size: padding,
    /// unnamed bit-fields, and what is behind the last member.
    pub fn nameless(&self, fields: &[Field], size: u64) -> Vec<Range<u64>> {
        let bits = |field: &Field| match field.bits {
            Some(bits) if field.name.is_some() => u64::from(bits),
            Some(_) => 0,
            None => self.size_of(field.ty.ty).unwrap_or(0) * 8,
        };
        let mut named: Vec<Range<u64>> =
            fields.iter().map(|field| field.bit_offset..field.bit_offset + bits(field)).collect();
        named.sort_by_key(|range| range.start);
        let (mut end, mut found) = (0, Vec::new());
        for range in named {
            if range.start > end {
                found.push(end / 8..range.start.div_ceil(8));
            }
            end = end.max(range.end);
        }
        if end < size * 8 {
            found.push(end / 8..size);
        }
        found
    }

    /// The size of a complete object type in bytes; `None` for incomplete and variable ones, functions and void.
    pub fn size_of(&self, id: TypeId) -> Option<u64> {
        match &self[id] {
            Type::Void | Type::Function(_) => None,
            Type::Int(kind) | Type::Enum(_, kind) => Some(self.model.int_size(*kind)),
            Type::Float(kind) => Some(self.model.float_size(*kind)),
            Type::Pointer(_) => Some(self.model.pointer_size()),
            Type::Array { elem, len: ArrayLen::Fixed(n) } => self.size_of(elem.ty)?.checked_mul(*n),
            Type::Array { .. } => None,
            Type::Record(record) => self[*record].body.as_ref().map(|body| body.size),
            Type::VaList => Some(self.model.va_list_size()),
        }
    }

    /// The alignment of an object type in bytes, as a member of a record and as `_Alignof` has it.
    pub fn align_of(&self, id: TypeId) -> Option<u64> {
        match &self[id] {
            Type::Void | Type::Function(_) => None,
            Type::Int(kind) | Type::Enum(_, kind) => Some(self.model.int_align(*kind)),
            Type::Float(kind) => Some(self.model.float_align(*kind)),
            Type::Pointer(_) | Type::VaList => Some(self.model.pointer_size()),
            Type::Array { elem, .. } => self.align_of(elem.ty),
            Type::Record(record) => self[*record].body.as_ref().map(|body| body.align),
        }
    }

    /// Completes a record: places its fields and sets its size. Field types must be complete, except for a flexible
    /// array member at the end.
    pub fn complete_record(&mut self, id: RecordId, mut fields: Vec<Field>, rules: LayoutRules, transparent: bool) {
        let kind = self[id].kind;
        let mut align = 1;
        let mut end = 0;
        let mut next = 0;
        for field in &mut fields {
            if kind == RecordKind::Union {
                next = 0;
            }
            let placed = self.place(field, next, rules);
            align = align.max(placed.align);
            field.bit_offset = placed.offset;
            next = placed.offset + placed.bits;
            end = end.max(next);
        }
        let align = align.max(rules.align.unwrap_or(1));
        let size = end.div_ceil(8).next_multiple_of(align);
        self.record_mut(id).body = Some(RecordBody { fields, rules, transparent, size, align });
    }

    /// Where a field goes when `next` bits are taken. `#pragma pack` caps everything but what a bit-field of width zero
    /// aligns to, and takes the place of `packed` for bit-fields.
    fn place(&self, field: &Field, next: u64, rules: LayoutRules) -> Placed {
        let natural = self.align_of(field.ty.ty).unwrap_or(1);
        let packed = field.packed || rules.packed;
        let cap = |align: u64| rules.pack.map_or(align, |pack| align.min(pack));
        let Some(bits) = field.bits else {
            let align = match field.align {
                None if packed => 1,
                None => natural,
                Some(align) if packed => align,
                Some(align) => align.max(natural),
            };
            let align = cap(align);
            let size = self.size_of(field.ty.ty).unwrap_or(0);
            return Placed { offset: next.next_multiple_of(align * 8), bits: size * 8, align };
        };
        let bits = u64::from(bits);
        if bits == 0 {
            let align = natural.max(field.align.unwrap_or(1));
            return Placed { offset: next.next_multiple_of(align * 8), bits: 0, align: 1 };
        }
        let own = cap(field.align.unwrap_or(1));
        let start = if field.align.is_some() { next.next_multiple_of(own * 8) } else { next };
        let size = self.size_of(field.ty.ty).unwrap_or(0) * 8;
        // It may not lie in more units of its type's alignment than the type itself.
        let crosses = start % (natural * 8) + bits > size;
        let loose = !packed && rules.pack.is_none();
        let offset = if crosses && loose { start.next_multiple_of(natural * 8) } else { start };
        let implied = match rules.pack {
            None if packed => 1,
            _ => cap(natural),
        };
        let align = if field.name.is_some() { own.max(implied) } else { 1 };
        Placed { offset, bits, align }
    }
}

struct Placed {
    offset: u64,
    bits: u64,
    align: u64,
}

/// A type as C prints it; see [`Types::describe`].
pub(super) fn describe(types: &Types, qtype: QType) -> String {
    declare(types, qtype, String::new())
}

/// The declaration of `name` with a type, inside out as C has it.
fn declare(types: &Types, qtype: QType, name: String) -> String {
    let mut prefix = String::new();
    for (qual, word) in [(Quals::CONST, "const"), (Quals::VOLATILE, "volatile"), (Quals::ATOMIC, "_Atomic")] {
        if qtype.quals.contains(qual) {
            prefix += word;
            prefix.push(' ');
        }
    }
    let base = |word: &str| {
        if name.is_empty() { format!("{prefix}{word}") } else { format!("{prefix}{word} {name}") }
    };
    match &types[qtype.ty] {
        Type::Void => base("void"),
        Type::Int(kind) => base(int_name(*kind)),
        Type::Enum(..) => base("enum"),
        Type::Float(kind) => base(float_name(*kind)),
        Type::VaList => base("va_list"),
        Type::Record(id) => {
            let record = &types[*id];
            let keyword = match record.kind {
                RecordKind::Struct => "struct",
                RecordKind::Union => "union",
            };
            base(&format!("{keyword} {}", record.tag.as_deref().unwrap_or("<anonymous>")))
        }
        Type::Pointer(target) => {
            let inner = format!("*{prefix}{name}");
            match types[target.ty] {
                Type::Array { .. } | Type::Function(_) => declare(types, *target, format!("({inner})")),
                _ => declare(types, *target, inner),
            }
        }
        Type::Array { elem, len } => {
            let len = match len {
                ArrayLen::Fixed(n) => n.to_string(),
                ArrayLen::Unknown => String::new(),
                ArrayLen::Variable(_) => "*".into(),
            };
            declare(types, *elem, format!("{name}[{len}]"))
        }
        Type::Function(function) => {
            let mut params: Vec<String> = function.params.iter().map(|p| describe(types, *p)).collect();
            if function.variadic {
                params.push("...".into());
            } else if params.is_empty() && function.prototype {
                params.push("void".into());
            }
            declare(types, function.ret, format!("{name}({})", params.join(", ")))
        }
    }
}

/// The C name of an integer type.
pub fn int_name(kind: IntKind) -> &'static str {
    match kind {
        IntKind::Bool => "_Bool",
        IntKind::Char => "char",
        IntKind::SChar => "signed char",
        IntKind::UChar => "unsigned char",
        IntKind::Short => "short",
        IntKind::UShort => "unsigned short",
        IntKind::Int => "int",
        IntKind::UInt => "unsigned int",
        IntKind::Long => "long",
        IntKind::ULong => "unsigned long",
        IntKind::LongLong => "long long",
        IntKind::ULongLong => "unsigned long long",
        IntKind::Int128 => "__int128",
        IntKind::UInt128 => "unsigned __int128",
    }
}

/// The C name of a floating type.
pub fn float_name(kind: FloatKind) -> &'static str {
    match kind {
        FloatKind::Float16 => "_Float16",
        FloatKind::Float => "float",
        FloatKind::Double => "double",
        FloatKind::LongDouble => "long double",
        FloatKind::Float128 => "_Float128",
    }
}
