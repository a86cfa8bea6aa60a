//! Objects with static storage duration and their initialisers.

use super::expr::{ANY, ExprPrinter};
use super::{Dialect, Printer, literal, records::attributes, usage::is_narrow_literal};
use crate::cfa::{
    Definition, Expr, ExprKind, Global, GlobalId, GlobalKind, Init, InitItem, Linkage, Place, PlaceKind, Var,
};
use crate::ctype::{ArrayLen, QType, Quals, RecordKind, Type, TypeId};
use std::collections::BTreeSet;

/// A longer range of elements is not written out for verifiers, who would not get far with it.
const LONG_RANGE: u64 = 1 << 16;

/// CBMC takes such an object for as large as its type, and so leaves the rest out of its size and of what is havocked.
const FLEXIBLE_WHY: &str = "verifiers do not count an initialised flexible array member to its object";

/// All globals, each declared before it is used.
pub(super) fn print(printer: &Printer<'_>) -> String {
    let mut out = String::new();
    let mut declared = BTreeSet::new();
    for &id in &printer.usage.globals {
        let global = &printer.program.globals[id.0 as usize];
        if is_narrow_literal(printer.program, global) && printer.usage.is_inline(id) {
            continue;
        }
        if let Definition::Defined(init) = &global.definition {
            let mut mentioned = Vec::new();
            mentions(init, &mut mentioned);
            for other in mentioned {
                let forward = other > id && declared.insert(other) && !is_inline_literal(printer, other);
                if forward {
                    out += &declaration(printer, other, true);
                    out += ";\n";
                }
            }
        }
        declared.insert(id);
        if printer.dialect != Dialect::Native && global.flexible_part(&printer.program.types) > 0 {
            printer.blocked.borrow_mut().get_or_insert_with(|| FLEXIBLE_WHY.to_owned());
        }
        out += &declaration(printer, id, false);
        if let Definition::Defined(init) = &global.definition
            && *init != Init::Zero
        {
            out += " = ";
            let exprs = ExprPrinter::outside(printer);
            Initialiser { printer, exprs: &exprs, out: &mut out }.init(global.ty.ty, init, 0);
        }
        out += ";\n";
    }
    out
}

fn is_inline_literal(printer: &Printer<'_>, id: GlobalId) -> bool {
    is_narrow_literal(printer.program, &printer.program.globals[id.0 as usize]) && printer.usage.is_inline(id)
}

/// A declaration without initialiser and semicolon; `forward` does not define what is external.
fn declaration(printer: &Printer<'_>, id: GlobalId, forward: bool) -> String {
    let global = &printer.program.globals[id.0 as usize];
    let name = &printer.globals[&id];
    let storage = match global.linkage {
        Linkage::External if forward || matches!(global.definition, Definition::Declared) => "extern ",
        Linkage::External => "",
        Linkage::Internal | Linkage::None => "static ",
    };
    let native = printer.dialect == Dialect::Native;
    let thread = if global.thread_local && native { "__thread " } else { "" };
    let text = match printer.types.types[global.ty.ty] {
        // A tentative definition of an array without a length has one element.
        Type::Array { elem, len: ArrayLen::Unknown } if !matches!(global.definition, Definition::Declared) => {
            printer.types.declare_object(elem, &format!("{}[1]", name.text))
        }
        _ => printer.types.declare_object(object_type(global), &name.text),
    };
    let symbol = name.symbol.as_ref().filter(|_| native);
    let symbol = symbol.map(|symbol| format!(" __asm__({})", literal::string(symbol.bytes())));
    let weak = (global.weak && native).then(|| "weak".to_owned());
    let aligned = global.align.map(|align| format!("aligned({align})"));
    let attributes = attributes(weak.into_iter().chain(aligned));
    format!("{storage}{thread}{text}{}{attributes}", symbol.unwrap_or_default())
}

/// String literals are constant, though C's type for them does not say so.
fn object_type(global: &Global<Expr>) -> QType {
    match global.kind {
        GlobalKind::StringLiteral => QType { ty: global.ty.ty, quals: global.ty.quals.with(Quals::CONST) },
        _ => global.ty,
    }
}

/// The globals whose addresses an initialiser takes.
fn mentions(init: &Init<Expr>, found: &mut Vec<GlobalId>) {
    match init {
        Init::Zero | Init::String(_) => {}
        Init::Expr(value) => expr_mentions(value, found),
        Init::List(items) => items.iter().for_each(|item| mentions(&item.init, found)),
    }
}

fn expr_mentions(expr: &Expr, found: &mut Vec<GlobalId>) {
    match &expr.kind {
        ExprKind::Int(_) | ExprKind::Float(_) | ExprKind::Zero | ExprKind::Function(_) => {}
        ExprKind::Load(place) | ExprKind::AddrOf(place) => place_mentions(place, found),
        ExprKind::Unary(_, operand) | ExprKind::Cast(operand) | ExprKind::Object(_, operand) => {
            expr_mentions(operand, found)
        }
        ExprKind::Binary(_, lhs, rhs) => {
            expr_mentions(lhs, found);
            expr_mentions(rhs, found);
        }
    }
}

fn place_mentions(place: &Place, found: &mut Vec<GlobalId>) {
    match &place.kind {
        PlaceKind::Var(Var::Global(id)) => found.push(*id),
        PlaceKind::Var(Var::Local(_)) => {}
        PlaceKind::Deref(pointer) => expr_mentions(pointer, found),
        PlaceKind::Member(base, _) => place_mentions(base, found),
        PlaceKind::Index(base, index) => {
            place_mentions(base, found);
            expr_mentions(index, found);
        }
    }
}

/// The initialiser of the literal that a whole object is copied from: C takes it only in its place.
fn copied<'a>(printer: &Printer<'a>, value: &Expr) -> Option<&'a Init<Expr>> {
    let ExprKind::Load(Place { kind: PlaceKind::Var(Var::Global(id)), .. }) = &value.kind else { return None };
    match &printer.program.globals[id.0 as usize].definition {
        Definition::Defined(init) => Some(init),
        _ => None,
    }
}

struct Initialiser<'a> {
    printer: &'a Printer<'a>,
    exprs: &'a ExprPrinter<'a>,
    out: &'a mut String,
}

impl Initialiser<'_> {
    fn init(&mut self, ty: TypeId, init: &Init<Expr>, depth: usize) {
        let types = self.printer.types.types;
        match init {
            Init::Zero => self.zero(ty),
            Init::Expr(value) => match copied(self.printer, value) {
                Some(init) => self.init(ty, init, depth),
                None => self.exprs.expr(self.out, value, ANY),
            },
            Init::String(units) => self.string(ty, units),
            Init::List(items) => match &types[ty] {
                Type::Array { elem, .. } => self.elements(elem.ty, items, depth),
                Type::Record(_) => self.members(ty, items, depth),
                _ => match items.first() {
                    Some(item) => self.init(ty, &item.init, depth),
                    None => self.zero(ty),
                },
            },
        }
    }

    fn zero(&mut self, ty: TypeId) {
        let types = self.printer.types.types;
        self.out.push_str(match &types[ty] {
            Type::Record(_)
                if types
                    .fields(ty)
                    .is_some_and(|fields| fields.iter().all(|f| f.name.is_none() && f.bits.is_some())) =>
            {
                "{}"
            }
            Type::Array { len: ArrayLen::Fixed(0), .. } => "{}",
            Type::Array { .. } | Type::Record(_) | Type::VaList => "{0}",
            _ => "0",
        });
    }

    fn string(&mut self, ty: TypeId, units: &[u32]) {
        let types = self.printer.types.types;
        let Type::Array { elem, len } = &types[ty] else { unreachable!("a string initialises an array") };
        let full = matches!(len, ArrayLen::Fixed(n) if *n == units.len() as u64);
        let terminated = units.last() == Some(&0);
        // Without a length the string brings its own, zero included.
        if types.size_of(elem.ty) == Some(1) && (terminated || full || *len != ArrayLen::Unknown) {
            let units = if terminated { &units[..units.len() - 1] } else { units };
            self.out.push_str(&literal::string(units.iter().map(|&unit| unit as u8)));
            return;
        }
        let units: Vec<String> = units.iter().map(|unit| self.unit(elem.ty, *unit)).collect();
        self.out.push_str(&if units.is_empty() { "{0}".into() } else { format!("{{{}}}", units.join(", ")) });
    }

    fn unit(&self, elem: TypeId, unit: u32) -> String {
        let types = self.printer.types.types;
        let kind = types.as_int(elem).expect("the elements of a string are integers");
        let value = types.wrap(kind, unit.into());
        // A plain constant converts without change.
        value.to_string()
    }

    fn elements(&mut self, elem: TypeId, items: &[InitItem<Expr>], depth: usize) {
        self.out.push('{');
        let (mut next, mut count) = (0, 0);
        for item in items {
            let range = item.end > item.first + 1 && !self.written_out(item.end - item.first);
            let end = if range { item.first + 1 } else { item.end };
            for at in item.first..end {
                self.separate(count, depth);
                if range {
                    self.out.push_str(&format!("[{} ... {}] = ", item.first, item.end - 1));
                } else if at != next {
                    self.out.push_str(&format!("[{at}] = "));
                }
                self.init(elem, &item.init, depth + 1);
                (next, count) = (at + 1, count + 1);
            }
            next = item.end;
        }
        self.close(items.is_empty());
    }

    /// Whether a range of so many elements is written element by element: CBMC takes it for the first of them.
    fn written_out(&self, elements: u64) -> bool {
        if self.printer.dialect == Dialect::Native {
            return false;
        }
        if elements > LONG_RANGE {
            let why = format!("an initialiser for {elements} elements at once");
            self.printer.blocked.borrow_mut().get_or_insert(why);
        }
        elements <= LONG_RANGE
    }

    fn members(&mut self, ty: TypeId, items: &[InitItem<Expr>], depth: usize) {
        let types = self.printer.types.types;
        let record = types.as_record(ty).expect("members are in a record");
        let union = types[record].kind == RecordKind::Union;
        let fields = types.fields(ty).expect("an initialised record is complete");
        let names = self.printer.types.field_names(record);
        self.out.push('{');
        // The member that a value without designator goes to.
        let positional = |from: usize| (from..fields.len()).find(|&i| names[i].is_some());
        let mut next = positional(0);
        for (i, item) in items.iter().enumerate() {
            let at = item.first as usize;
            self.separate(i, depth);
            if next != Some(at) {
                self.out
                    .push_str(&format!(".{} = ", names[at].as_deref().expect("unnamed members have no initialiser")));
            }
            self.init(fields[at].ty.ty, &item.init, depth + 1);
            next = if union { None } else { positional(at + 1) };
        }
        self.close(items.is_empty());
    }

    /// Long lists are broken into lines.
    fn separate(&mut self, index: usize, depth: usize) {
        let line = self.out.len() - self.out.rfind('\n').map_or(0, |at| at + 1);
        if index > 0 {
            self.out.push(',');
        }
        if line > 100 {
            self.out.push('\n');
            self.out.push_str(&"    ".repeat(depth + 1));
        } else if index > 0 {
            self.out.push(' ');
        }
    }

    fn close(&mut self, empty: bool) {
        self.out.push_str(if empty { "0}" } else { "}" });
    }
}
