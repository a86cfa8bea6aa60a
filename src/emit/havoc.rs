//! Arbitrary values, in the words of verifiers.
//!
//! CBMC: a function without a body returns any value of its type, records included; `__CPROVER_havoc_object` makes all
//! bytes of an object arbitrary, wherever in it the pointer points. Both do so in 5.12 and 6.6. SV-COMP has functions
//! for scalars only: records go member by member, arrays element by element, and what is behind a pointer of unknown
//! origin cannot be said.
//!
//! A value is one of its type: a `_Bool` is the result of a comparison. Memory that anybody may have written has any
//! content: other bytes in a `_Bool` as well, and in padding.

use super::Dialect;
use super::expr::POSTFIX;
use super::literal::float_name;
use super::models::Model;
use super::statement::StatementPrinter;
use super::writer::Writer;
use crate::cfa::library::{self, Effect};
use crate::cfa::{Cause, Expr, ExprKind, FuncId, Place, PlaceKind, Var};
use crate::ctype::{ArrayLen, FloatKind, IntKind, QType, RecordKind, Type, TypeId, int_name};
use std::ops::Range;

/// How many `_Bool`s of one object get a value of their own.
const MOST_BOOLS: usize = 64;

/// What can be in a place.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Holds {
    Values,
    Bytes,
}

impl StatementPrinter<'_> {
    /// The place holds whatever the cause can leave there.
    pub(super) fn havoc(&self, out: &mut Writer<'_>, place: &Place, cause: &Cause) {
        let holds = match cause {
            Cause::Choice | Cause::Asm(_) => Holds::Values,
            Cause::Content | Cause::Call => Holds::Bytes,
        };
        self.havoc_place(out, place, holds);
    }

    fn havoc_place(&self, out: &mut Writer<'_>, place: &Place, holds: Holds) {
        let target = self.exprs.place_text(place);
        match self.exprs.printer.dialect {
            Dialect::Native => self.havoc_natively(out, place, holds),
            Dialect::Cbmc => self.havoc_for_cbmc(out, place, &target, holds),
            Dialect::SvComp => self.havoc_for_all(out, &target, place.ty.ty, 0, holds),
        }
    }

    /// The place holds what an undefined function returned. A pointer is null or -1, points to an object of the
    /// function's own, or to one that it returned before. A pointer that could be any would lose what is written
    /// through it.
    pub(super) fn any_call(&self, out: &mut Writer<'_>, func: FuncId, dst: Option<&Place>) {
        let printer = self.exprs.printer;
        let name = &printer.program[func].name;
        let effect = library::known(name).map(|known| known.effect);
        if effect == Some(Effect::Modelled) && !name.starts_with("__ctype") {
            self.cannot_say(&format!("`{name}` is declared with another type than it has in the C library"));
        }
        let Some(place) = dst else { return };
        if !matches!(printer.types.types[place.ty.ty], Type::Pointer(_)) {
            return self.havoc_place(out, place, Holds::Values);
        }
        let kept = format!("{}_kept", printer.function_name(func));
        printer.nondet.borrow_mut().insert(format!("static void *{kept}"));
        let from = printer.model(Model::own("from"));
        let (target, ty) = (self.exprs.place_text(place), printer.types.name(place.ty.ty));
        out.line(&format!("{target} = ({ty}){from}(&{kept});"));
    }

    /// Every byte of the object that the pointer points to is arbitrary.
    pub(super) fn havoc_object(&self, out: &mut Writer<'_>, pointer: &Expr) {
        match self.exprs.printer.dialect {
            Dialect::Native => {}
            Dialect::Cbmc => {
                out.line(&format!("__CPROVER_havoc_object((void *){});", self.exprs.text(pointer, POSTFIX)));
            }
            Dialect::SvComp => match variable(pointer) {
                Some(place) => self.havoc_place(out, &self.whole(place), Holds::Bytes),
                None => self.cannot_say("SV-COMP has no words for changing all of an object that a pointer points to"),
            },
        }
    }

    /// The variable that a place is a part of.
    pub(super) fn whole(&self, place: &Place) -> Place {
        let var = place.root().expect("only asked of variables");
        let ty = match var {
            Var::Local(local) => self.cfa.locals[local.0 as usize].ty,
            Var::Global(global) => self.exprs.printer.program[global].ty,
        };
        Place { kind: PlaceKind::Var(var), ty }
    }

    fn cannot_say(&self, why: &str) {
        self.exprs.printer.blocked.borrow_mut().get_or_insert_with(|| why.to_owned());
    }

    fn havoc_for_cbmc(&self, out: &mut Writer<'_>, place: &Place, target: &str, holds: Holds) {
        let types = self.exprs.printer.types.types;
        if types.is_scalar(place.ty.ty) {
            if holds == Holds::Bytes && is_bool(&types[place.ty.ty]) && place.bit_field(types).is_none() {
                return self.havoc_bytes(out, target, place.ty.ty, 0);
            }
            return out.line(&format!("{target} = {};", self.any_scalar(place.ty.ty)));
        }
        match types[place.ty.ty] {
            Type::VaList => return,
            _ if matches!(place.kind, PlaceKind::Var(_)) => {
                out.line(&format!("__CPROVER_havoc_object((void *)&{target});"));
            }
            Type::Array { elem, len: ArrayLen::Fixed(len) } => {
                let wrapper = self.wrapper(elem, len);
                out.line(&format!("*(struct {wrapper} *)&{target} = {wrapper}();"));
            }
            Type::Record(_) => {
                let name = self.exprs.printer.types.name(place.ty.ty);
                let any = self.exprs.printer.any(&name.replace(' ', "_"), &name);
                out.line(&format!("{target} = {any}();"));
            }
            _ => return self.cannot_say("an object of unknown size gets an arbitrary value"),
        }
        if holds == Holds::Bytes {
            return;
        }
        let mut bools = Vec::new();
        self.bools(place.ty.ty, target.to_owned(), &mut bools);
        for target in bools {
            out.line(&format!("{target} = {};", self.any_scalar(types.int(IntKind::Bool))));
        }
    }

    /// An expression that has any value of a scalar type.
    fn any_scalar(&self, ty: TypeId) -> String {
        let printer = self.exprs.printer;
        match printer.types.types[ty] {
            Type::Int(IntKind::Bool) => format!("{}() != 0", printer.any("int", "int")),
            Type::Int(kind) => format!("{}()", printer.any(&int_name(kind).replace(' ', "_"), int_name(kind))),
            Type::Float(kind) => format!("{}()", printer.any(&float_name(kind).replace(' ', "_"), float_name(kind))),
            _ => format!("({}){}()", printer.types.name(ty), printer.any("pointer", "void *")),
        }
    }

    /// The name of a record that holds an array, and of the function that gives any.
    fn wrapper(&self, elem: QType, len: u64) -> String {
        let printer = self.exprs.printer;
        let ty = printer.types.declare_assignable(elem, "");
        let words: String = ty.chars().map(|c| if c.is_ascii_alphanumeric() { c } else { '_' }).collect();
        let name = format!("{}array_{words}_{len}", printer.nondet_prefix);
        let member = printer.types.declare_assignable(elem, &format!("v[{len}]"));
        let declaration = format!("struct {name} {{ {member}; }};\nextern struct {name} {name}(void)");
        printer.nondet.borrow_mut().insert(declaration);
        name
    }

    /// The `_Bool`s in an object of a type; not those of unions, which may hold something else.
    fn bools(&self, ty: TypeId, target: String, found: &mut Vec<String>) {
        let types = self.exprs.printer.types.types;
        if found.len() >= MOST_BOOLS {
            return;
        }
        match &types[ty] {
            Type::Int(IntKind::Bool) => found.push(target),
            Type::Array { elem, len: ArrayLen::Fixed(len) } if *len <= MOST_BOOLS as u64 => {
                (0..*len).for_each(|i| self.bools(elem.ty, format!("{target}[{i}]"), found));
            }
            Type::Record(id) if types[*id].kind == RecordKind::Struct => {
                let names = self.exprs.printer.types.field_names(*id);
                for (field, name) in types.fields(ty).into_iter().flatten().zip(names.iter()) {
                    if let Some(name) = name {
                        self.bools(field.ty.ty, format!("{target}.{name}"), found);
                    }
                }
            }
            _ => {}
        }
    }

    fn havoc_for_all(&self, out: &mut Writer<'_>, target: &str, ty: TypeId, depth: usize, holds: Holds) {
        let printer = self.exprs.printer;
        let types = printer.types.types;
        match &types[ty] {
            Type::VaList => {}
            Type::Record(id) if types[*id].kind == RecordKind::Struct => {
                let names = printer.types.field_names(*id);
                printer.types.complete(ty);
                for (field, name) in types.fields(ty).into_iter().flatten().zip(names.iter()) {
                    if let Some(name) = name {
                        let holds = if field.bits.is_some() { Holds::Values } else { holds };
                        self.havoc_for_all(out, &format!("{target}.{name}"), field.ty.ty, depth, holds);
                    }
                }
                if holds == Holds::Bytes {
                    let size = types.size_of(ty).unwrap_or(0);
                    let gaps = types.nameless(types.fields(ty).unwrap_or_default(), size);
                    gaps.into_iter().for_each(|gap| self.havoc_range(out, target, gap, depth));
                }
            }
            Type::Array { elem, len: ArrayLen::Fixed(len) } => {
                let index = self.index(depth);
                let size = int_name(types.model.size_type());
                out.line(&format!("for ({size} {index} = 0; {index} < {len}; {index}++) {{"));
                out.indent();
                self.havoc_for_all(out, &format!("{target}[{index}]"), elem.ty, depth + 1, holds);
                out.dedent();
                out.line("}");
            }
            other => match nondet(other).filter(|_| holds == Holds::Values || !is_bool(other)) {
                Some((name, result)) => {
                    let cast = cast(other, &printer.types.name(ty));
                    out.line(&format!("{target} = {cast}{}();", printer.any(name, result)));
                }
                None => self.havoc_bytes(out, target, ty, depth),
            },
        }
    }

    /// The name of the index of a loop of ours inside `depth` others; the program has none like it.
    fn index(&self, depth: usize) -> String {
        let theirs = |name: &String| self.exprs.locals.contains(name) || self.exprs.printer.names.contains(name);
        let mut names = (1..).map(|length| format!("i{}", "_".repeat(length))).filter(|name| !theirs(name));
        names.nth(depth).expect("there is no end of names")
    }

    /// What has no function of its own, byte by byte.
    fn havoc_bytes(&self, out: &mut Writer<'_>, target: &str, ty: TypeId, depth: usize) {
        match self.exprs.printer.types.types.size_of(ty) {
            Some(size) => self.havoc_range(out, target, 0..size, depth),
            None => self.cannot_say("an object of unknown size gets an arbitrary value"),
        }
    }

    fn havoc_range(&self, out: &mut Writer<'_>, target: &str, bytes: Range<u64>, depth: usize) {
        let printer = self.exprs.printer;
        let any = printer.any("uchar", "unsigned char");
        let byte = |index: &str| format!("((unsigned char *)&{target})[{index}] = {any}();");
        let Range { start, end } = bytes;
        if end - start == 1 {
            return out.line(&byte(&start.to_string()));
        }
        let index = self.index(depth);
        let size = int_name(printer.types.types.model.size_type());
        let statement = byte(&index);
        out.line(&format!("for ({size} {index} = {start}; {index} < {end}; {index}++) {{ {statement} }}"));
    }

    fn havoc_natively(&self, out: &mut Writer<'_>, place: &Place, holds: Holds) {
        let printer = self.exprs.printer;
        let target = self.exprs.place_text(place);
        let ty = &printer.types.types[place.ty.ty];
        match nondet(ty).filter(|_| holds == Holds::Values || !is_bool(ty)) {
            Some((name, result)) => {
                printer.nondet.borrow_mut().insert(format!("extern {result} __VERIFIER_nondet_{name}(void)"));
                let cast = cast(ty, &printer.types.name(place.ty.ty));
                out.line(&format!("{target} = {cast}__VERIFIER_nondet_{name}();"));
            }
            None => {
                let size = printer.types.name(printer.types.types.size_t());
                printer.nondet.borrow_mut().insert(format!("extern void __VERIFIER_nondet_memory(void *, {size})"));
                out.line(&format!("__VERIFIER_nondet_memory(&{target}, sizeof({target}));"));
            }
        }
    }
}

fn is_bool(ty: &Type) -> bool {
    matches!(ty, Type::Int(IntKind::Bool))
}

/// The place in a variable that a pointer points to, where that can be seen.
fn variable(pointer: &Expr) -> Option<&Place> {
    match &pointer.kind {
        ExprKind::Cast(inner) => variable(inner),
        ExprKind::AddrOf(place) => place.root().map(|_| place),
        _ => None,
    }
}

/// What SV-COMP calls the function that gives any value of a type, and what it returns.
fn nondet(ty: &Type) -> Option<(&'static str, &'static str)> {
    Some(match ty {
        Type::Pointer(_) => ("pointer", "void *"),
        Type::Float(FloatKind::Float) => ("float", "float"),
        Type::Float(FloatKind::Double) => ("double", "double"),
        Type::Int(kind) => {
            let name = match kind {
                IntKind::Bool => "bool",
                IntKind::Char => "char",
                IntKind::SChar => "schar",
                IntKind::UChar => "uchar",
                IntKind::Short => "short",
                IntKind::UShort => "ushort",
                IntKind::Int => "int",
                IntKind::UInt => "uint",
                IntKind::Long => "long",
                IntKind::ULong => "ulong",
                IntKind::LongLong => "longlong",
                IntKind::ULongLong => "ulonglong",
                IntKind::Int128 => "int128",
                IntKind::UInt128 => "uint128",
            };
            (name, int_name(*kind))
        }
        _ => return None,
    })
}

fn cast(ty: &Type, name: &str) -> String {
    if matches!(ty, Type::Pointer(_)) { format!("({name})") } else { String::new() }
}
