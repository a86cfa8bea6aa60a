//! The definitions of records, each after those that it contains, with the attributes that give it its layout.

use super::types::TypePrinter;
use super::{Dialect, LAYOUT_FUNCTION, LAYOUT_GUARD};
use crate::ctype::{DataModel, QType, RecordBody, RecordId, Type, Types};
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;

/// Forward declarations of all records that are named, and definitions of those that are looked into.
pub(super) fn print(types: &TypePrinter<'_>, dialect: Dialect, check_layout: bool) -> String {
    let mut bodies = BTreeMap::new();
    let mut n = 0;
    while let Some(id) = types.nth_complete(n) {
        bodies.insert(id, define(types, id, dialect, check_layout));
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

/// A function, [`LAYOUT_FUNCTION`], that asserts that CBMC lays the records out as we do: where it does not, nothing
/// that it says is about the program. Version 5 does not look at static assertions.
pub(super) fn layout_guard(types: &TypePrinter<'_>) -> String {
    let mut out = String::new();
    let mut n = 0;
    while let Some(id) = types.nth_complete(n) {
        let body = types.types[id].body.as_ref().expect("only complete records are looked into");
        let facts: Vec<String> = facts(&types.record(id), body, &types.field_names(id), false)
            .into_iter()
            .map(|(what, value)| format!("{what} == {value}"))
            .collect();
        _ = writeln!(out, "    __CPROVER_assert({}, \"{LAYOUT_GUARD}\");", facts.join(" && "));
        bit_fields(&mut out, &types.record(id), body, &types.field_names(id));
        n += 1;
    }
    if out.is_empty() { out } else { format!("static void {LAYOUT_FUNCTION}(void)\n{{\n{out}}}\n") }
}

/// Asserts for each bit-field that, all ones among zeros, it makes the bytes that it should.
fn bit_fields(out: &mut String, name: &str, body: &RecordBody, fields: &[Option<String>]) {
    let mut facts = String::new();
    for (field, field_name) in body.fields.iter().zip(fields) {
        let (Some(bits), Some(field_name)) = (field.bits, field_name) else { continue };
        let (first, end) = (field.bit_offset, field.bit_offset + u64::from(bits));
        let (mut zeros, mut wanted) = (String::new(), Vec::new());
        for byte in first / 8..end.div_ceil(8) {
            let ones: u32 = (0..8).filter(|bit| (first..end).contains(&(byte * 8 + bit))).map(|bit| 1 << bit).sum();
            zeros += &format!("bytes[{byte}] = 0; ");
            wanted.push(format!("bytes[{byte}] == {ones}"));
        }
        _ = writeln!(facts, "        {zeros}object.{field_name} = -1;");
        _ = writeln!(facts, "        __CPROVER_assert({}, \"{LAYOUT_GUARD}\");", wanted.join(" && "));
    }
    if !facts.is_empty() {
        _ = writeln!(out, "    {{\n        {name} object;\n        unsigned char *bytes = (unsigned char *)&object;");
        _ = writeln!(out, "{facts}    }}");
    }
}

/// Nothing on i386 is aligned to more than four bytes unless the program says so; CBMC does not know.
fn is_i386(types: &TypePrinter<'_>, body: &RecordBody) -> bool {
    let explicit = body.rules.packed || body.rules.align.is_some() || body.fields.iter().any(|f| f.align.is_some());
    types.types.model == DataModel::Ilp32 && !explicit && body.align <= 4
}

fn define(types: &TypePrinter<'_>, id: RecordId, dialect: Dialect, check_layout: bool) -> String {
    let body = types.types[id].body.as_ref().expect("only complete records are looked into");
    let names = types.field_names(id);
    let mut out = String::new();
    let pack = body.rules.pack.or((dialect == Dialect::Cbmc && is_i386(types, body)).then_some(4));
    if let Some(pack) = pack {
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
    if pack.is_some() {
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
    for (what, value) in facts(name, body, fields, true) {
        writeln!(out, "_Static_assert({what} == {value}, \"layout of {name}\");").expect("writing to a string");
    }
    out
}

/// The layout of a record, as expressions with their values.
fn facts(name: &str, body: &RecordBody, fields: &[Option<String>], alignment: bool) -> Vec<(String, u64)> {
    let mut facts = vec![(format!("sizeof({name})"), body.size)];
    if alignment {
        facts.push((format!("_Alignof({name})"), body.align));
    }
    for (field, field_name) in body.fields.iter().zip(fields) {
        if let (None, Some(field_name)) = (field.bits, field_name) {
            facts.push((format!("__builtin_offsetof({name}, {field_name})"), field.bit_offset / 8));
        }
    }
    facts
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
