//! Types and declarations, inside out as C has them; and which records the printed program names.
//!
//! Every record that is named gets a forward declaration. Its members are printed only when some object of it is there
//! or something looks inside, so that what a header brings along stays out.

use super::literal::float_name;
use super::names::Names;
use crate::ctype::{ArrayLen, QType, Quals, RecordId, RecordKind, Type, TypeId, Types, int_name};
use std::cell::RefCell;
use std::collections::BTreeMap;
use std::rc::Rc;

pub(super) struct TypePrinter<'a> {
    pub(super) types: &'a Types,
    used: RefCell<Used>,
}

#[derive(Default)]
struct Used {
    tags: Names,
    fields: BTreeMap<RecordId, Rc<[Option<String>]>>,
    records: BTreeMap<RecordId, UsedRecord>,
    /// Those that need their members, in the order in which that was found.
    complete: Vec<RecordId>,
}

struct UsedRecord {
    tag: String,
    complete: bool,
}

impl<'a> TypePrinter<'a> {
    pub(super) fn new(types: &'a Types) -> TypePrinter<'a> {
        TypePrinter { types, used: RefCell::default() }
    }

    /// A type without a name: in a cast, as a parameter.
    pub(super) fn name(&self, qtype: impl Into<QType>) -> String {
        self.declare(qtype.into(), "")
    }

    /// The declaration of an object or function, without storage class, initialiser and semicolon.
    pub(super) fn declare(&self, qtype: QType, name: &str) -> String {
        self.declarator(qtype, name.to_owned())
    }

    /// As [`TypePrinter::declare`], for an object that needs its whole type.
    pub(super) fn declare_object(&self, qtype: QType, name: &str) -> String {
        self.complete(qtype.ty);
        self.declare(qtype, name)
    }

    /// As [`TypePrinter::declare_object`], for an object that the printed program assigns to where the source only
    /// initialises it: not constant, and with no promise about what else points to it.
    pub(super) fn declare_assignable(&self, qtype: QType, name: &str) -> String {
        self.complete(qtype.ty);
        let mut name = name.to_owned();
        let mut qtype = qtype;
        while let Type::Array { elem, len } = self.types[qtype.ty] {
            name += &array_suffix(len, name.ends_with(']'));
            qtype = QType { ty: elem.ty, quals: elem.quals.with(qtype.quals) };
        }
        qtype.quals = qtype.quals.without(Quals::CONST).without(Quals::RESTRICT);
        self.declare(qtype, &name)
    }

    /// A function's head, with its parameters as given.
    pub(super) fn declare_function(&self, ret: QType, name: &str, params: &str) -> String {
        self.declarator(ret, format!("{name}({params})"))
    }

    /// What stands between the parentheses of a function type.
    pub(super) fn params(&self, ty: TypeId) -> String {
        let function = self.types.as_function(ty).expect("a function has a function type");
        // What a definition without prototype takes is known, but no promise to its callers.
        if !function.prototype {
            return String::new();
        }
        // The qualifiers of a parameter itself are no part of the function's type.
        let mut params: Vec<String> = function.params.iter().map(|p| self.name(p.ty)).collect();
        if function.variadic {
            params.push("...".into());
        } else if params.is_empty() {
            params.push("void".into());
        }
        params.join(", ")
    }

    fn declarator(&self, qtype: QType, name: String) -> String {
        let QType { ty, quals } = qtype;
        let base = |word: &str| {
            let gap = if name.is_empty() { "" } else { " " };
            format!("{}{word}{gap}{name}", qualifiers(quals))
        };
        match &self.types[ty] {
            Type::Void => base("void"),
            Type::Int(kind) | Type::Enum(_, kind) => base(int_name(*kind)),
            Type::Float(kind) => base(float_name(*kind)),
            Type::VaList => base("__builtin_va_list"),
            Type::Record(id) => base(&self.record(*id)),
            Type::Pointer(target) => {
                let inner = format!("*{}{name}", qualifiers(quals));
                match self.types[target.ty] {
                    Type::Array { .. } | Type::Function(_) => self.declarator(*target, format!("({inner})")),
                    _ => self.declarator(*target, inner.trim_end().to_owned()),
                }
            }
            Type::Array { elem, len } => {
                // An array needs its elements' whole type even where only a pointer to it is declared.
                self.complete(elem.ty);
                let elem = QType { ty: elem.ty, quals: elem.quals.with(quals) };
                let inner = name.ends_with(']');
                self.declarator(elem, name + &array_suffix(*len, inner))
            }
            Type::Function(function) => {
                let params = self.params(ty);
                self.declarator(function.ret, format!("{name}({params})"))
            }
        }
    }

    /// `struct tag`, and notes that it is named.
    pub(super) fn record(&self, id: RecordId) -> String {
        let record = &self.types[id];
        let keyword = match record.kind {
            RecordKind::Struct => "struct",
            RecordKind::Union => "union",
        };
        let mut used = self.used.borrow_mut();
        let used = &mut *used;
        let entry = used.records.entry(id).or_insert_with(|| {
            let tag = used.tags.fresh(record.tag.as_deref().unwrap_or("anonymous"), None);
            UsedRecord { tag, complete: false }
        });
        format!("{keyword} {}", entry.tag)
    }

    /// The names of a record's members. Anonymous records get one; only bit-fields may go without.
    pub(super) fn field_names(&self, id: RecordId) -> Rc<[Option<String>]> {
        if let Some(known) = self.used.borrow().fields.get(&id) {
            return known.clone();
        }
        let fields = self.types[id].body.as_ref().map_or(&[][..], |body| &body.fields);
        let mut names = Names::default();
        let named = fields.iter().map(|field| match &field.name {
            Some(name) if names.claim(name) => Some(name.clone()),
            Some(name) => Some(names.fresh(name, None)),
            None => None,
        });
        let mut all: Vec<Option<String>> = named.collect();
        for (field, name) in fields.iter().zip(&mut all) {
            if name.is_none() && field.bits.is_none() {
                *name = Some(names.fresh("anonymous", None));
            }
        }
        let all: Rc<[Option<String>]> = all.into();
        self.used.borrow_mut().fields.insert(id, all.clone());
        all
    }

    /// Notes that something looks inside a type: its members are needed, if it is a record or an array of them.
    pub(super) fn complete(&self, ty: TypeId) {
        match &self.types[ty] {
            Type::Array { elem, .. } => self.complete(elem.ty),
            Type::Record(id) if self.types[*id].body.is_some() => {
                self.record(*id);
                let mut used = self.used.borrow_mut();
                let entry = used.records.get_mut(id).expect("named above");
                if !std::mem::replace(&mut entry.complete, true) {
                    used.complete.push(*id);
                }
            }
            _ => {}
        }
    }

    /// The records named so far, in the order of the source.
    pub(super) fn named(&self) -> Vec<RecordId> {
        self.used.borrow().records.keys().copied().collect()
    }

    /// The `n`th record whose members are needed.
    pub(super) fn nth_complete(&self, n: usize) -> Option<RecordId> {
        self.used.borrow().complete.get(n).copied()
    }
}

/// An `inner` array is the element of another, and must have a length; where it came from a variable one, nothing is
/// ever computed from it.
fn array_suffix(len: ArrayLen, inner: bool) -> String {
    match len {
        ArrayLen::Fixed(n) => format!("[{n}]"),
        ArrayLen::Unknown if inner => "[1]".into(),
        ArrayLen::Unknown => "[]".into(),
        ArrayLen::Variable(_) => unreachable!("variable lengths are lowered"),
    }
}

/// With a space behind.
fn qualifiers(quals: Quals) -> String {
    let words = [
        (Quals::CONST, "const "),
        (Quals::VOLATILE, "volatile "),
        (Quals::RESTRICT, "__restrict "),
        (Quals::ATOMIC, "_Atomic "),
    ];
    words.iter().filter(|(qual, _)| quals.contains(*qual)).map(|(_, word)| *word).collect()
}
