//! The definitions of records, each after those that it contains, with the attributes that give it its layout.

use super::types::TypePrinter;
use crate::ctype::{QType, RecordBody, RecordId, Type, Types};
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;

/// Forward declarations of all records that are named, and definitions of those that are looked into.
pub(super) fn print(types: &TypePrinter<'_>, check_layout: bool) -> String {
    let mut bodies = BTreeMap::new();
    let mut n = 0;
    while let Some(id) = types.nth_complete(n) {
        bodies.insert(id, define(types, id, check_layout));
        n += 1;
    }
    let mut out = String::new();
    for id in types.named() {
        out += &format!("{};\n", types.record(id));
    }
    let mut order = Order { types: types.types, done: BTreeSet::new(), order: Vec::new() };
    for id in bodies.keys() {
        order.visit(*id);
    }
    for id in order.order {
        if let Some(body) = bodies.get(&id) {
            out += body;
        }
    }
    out
}

fn define(types: &TypePrinter<'_>, id: RecordId, check_layout: bool) -> String {
    let body = types.types[id].body.as_ref().expect("only complete records are looked into");
    let names = types.field_names(id);
    let mut out = String::new();
    if let Some(pack) = body.rules.pack {
        out += &format!("#pragma pack(push, {pack})\n");
    }
    out += &format!("{} {{\n", types.record(id));
    for (field, name) in body.fields.iter().zip(names.iter()) {
        out += "    ";
        out += &types.declare_assignable(field.ty, name.as_deref().unwrap_or(""));
        if let Some(bits) = field.bits {
            out += &format!(" : {bits}");
        }
        let packed = field.packed.then(|| "packed".to_owned());
        let aligned = field.align.map(|align| format!("aligned({align})"));
        out += &attributes(packed.into_iter().chain(aligned));
        out += ";\n";
    }
    let packed = body.rules.packed.then(|| "packed".to_owned());
    let aligned = body.rules.align.map(|align| format!("aligned({align})"));
    let transparent = body.transparent.then(|| "transparent_union".to_owned());
    out += &format!("}}{};\n", attributes(packed.into_iter().chain(aligned).chain(transparent)));
    if body.rules.pack.is_some() {
        out += "#pragma pack(pop)\n";
    }
    if check_layout {
        out += &assertions(&types.record(id), body, &names);
    }
    out
}

/// ` __attribute__((a, b))`, or nothing.
pub(super) fn attributes(list: impl Iterator<Item = String>) -> String {
    let list: Vec<String> = list.collect();
    if list.is_empty() { String::new() } else { format!(" __attribute__(({}))", list.join(", ")) }
}

/// Asks the compiler whether it lays the record out as we do.
fn assertions(name: &str, body: &RecordBody, fields: &[Option<String>]) -> String {
    let mut out = String::new();
    let mut check = |what: String, value: u64| {
        writeln!(out, "_Static_assert({what} == {value}, \"layout of {name}\");").expect("writing to a string");
    };
    check(format!("sizeof({name})"), body.size);
    check(format!("_Alignof({name})"), body.align);
    for (field, field_name) in body.fields.iter().zip(fields) {
        if let (None, Some(field_name)) = (field.bits, field_name) {
            check(format!("__builtin_offsetof({name}, {field_name})"), field.bit_offset / 8);
        }
    }
    out
}

/// Records in an order in which each comes after those that it needs the members of.
struct Order<'a> {
    types: &'a Types,
    done: BTreeSet<RecordId>,
    order: Vec<RecordId>,
}

impl Order<'_> {
    fn visit(&mut self, id: RecordId) {
        if !self.done.insert(id) {
            return;
        }
        if let Some(body) = &self.types[id].body {
            for field in &body.fields {
                self.needs(field.ty, true);
            }
        }
        self.order.push(id);
    }

    /// `whole` says whether an object of the type is there, or the type is only named.
    fn needs(&mut self, qtype: QType, whole: bool) {
        match &self.types[qtype.ty] {
            Type::Record(id) if whole => self.visit(*id),
            Type::Array { elem, .. } => self.needs(*elem, true),
            Type::Pointer(target) => self.needs(*target, false),
            Type::Function(function) => {
                self.needs(function.ret, false);
                function.params.iter().for_each(|param| self.needs(*param, false));
            }
            _ => {}
        }
    }
}
