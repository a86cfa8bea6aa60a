//! Counts what a program does that can go wrong, and that no check is about.
//!
//! Verifiers have one behaviour for each of these, compilers and machines have others. In doubt a place is counted.
//!
//! - What depends on where objects are in memory: pointers become integers, by a conversion, as a member of a union or
//!   as a copy, and integers pointers; pointers that need not be in one object are compared or subtracted. Equality is
//!   among that, because the end of one object may be the start of the next, and a new object where a dead one was.
//! - A function of the C library that is called through a pointer gets its arguments unchecked.
//!
//! Not counted: bytes of a structure with pointers in it that are read one by one, and assignments of structures that
//! overlap in part.

use super::formats::{self, unconverted};
use super::range;
use crate::cfa::library;
use crate::cfa::visit::{self, Visit};
use crate::cfa::{
    BinaryOp, Callee, Cause, Cfa, Definition, Expr, ExprKind, FuncId, Function, LocId, Op, Place, PlaceKind, Program,
    Reached, Var,
};
use crate::ctype::{DataModel, FloatKind, IntKind, QType, Quals, RecordKind, Type, TypeId, Types};
use std::collections::BTreeMap;

/// What no check is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Gap {
    /// A variable, or memory of `alloca`, is used behind the end of its block: the automaton does not say where blocks
    /// end.
    Blocks,
    /// A format goes beyond what its arguments point to.
    Formats,
    /// What is copied and where it is copied to overlap.
    Overlap,
    /// A floating number does not fit into the integer that it becomes.
    Conversions,
    /// `__builtin_unreachable` is reached, or a function that does not return does.
    Unreachable,
    /// A machine computes more exactly than the type says, as x87 does.
    Precision,
    /// Something depends on where objects are in memory.
    Addresses,
    /// A volatile object changes by itself.
    Volatile,
    /// A function of the C library is called through a pointer.
    Indirect,
    /// A function without a body changes something through a list of variable arguments.
    Lists,
    /// Operands are evaluated in another order.
    Order,
}

/// Functions that copy from their second argument to their first, which must not overlap.
const COPIES: [&str; 11] = [
    "memcpy", "mempcpy", "memccpy", "strcpy", "stpcpy", "strncpy", "stpncpy", "strcat", "strncat", "strlcpy", "strlcat",
];

/// Functions that free what their first argument points to.
pub(super) const FREED: [&str; 4] = ["free", "cfree", "realloc", "reallocarray"];

/// In how many places of what the entries reach there is such a thing.
pub(super) fn gaps(program: &Program) -> BTreeMap<Gap, usize> {
    let mut finder = Finder { program, counts: BTreeMap::new() };
    let reached = Reached::from(program, &program.entries);
    for (function, _) in program.functions.iter().zip(reached.functions).filter(|(_, reached)| *reached) {
        if let Some(cfa) = function.cfa() {
            finder.function(function, cfa);
        }
    }
    for (global, _) in program.globals.iter().zip(reached.globals).filter(|(_, reached)| *reached) {
        if let Definition::Defined(init) = &global.definition {
            visit::visit_init(&mut finder, init);
        }
    }
    finder.counts
}

/// The name of a function of the C library, plain, where the program does not define it.
pub(super) fn library_name(function: &Function) -> Option<&str> {
    (!function.is_defined()).then(|| library::plain(&function.name).unwrap_or(&function.name))
}

struct Finder<'a> {
    program: &'a Program,
    counts: BTreeMap<Gap, usize>,
}

impl Finder<'_> {
    fn found(&mut self, gap: Gap) {
        *self.counts.entry(gap).or_default() += 1;
    }

    fn types(&self) -> &Types {
        &self.program.types
    }

    fn function(&mut self, function: &Function, cfa: &Cfa) {
        if function.attributes.noreturn && cfa.edges.iter().any(|edge| edge.to == cfa.exit) {
            self.found(Gap::Unreachable);
        }
        if cfa.unordered > 0 {
            *self.counts.entry(Gap::Order).or_default() += cfa.unordered as usize;
        }
        let outgoing = cfa.outgoing();
        // Both outcomes of a branch have the same condition.
        for edge in (0..cfa.locations).filter_map(|loc| outgoing.of(LocId(loc)).first()) {
            match &cfa[*edge].op {
                // The pointers are those of the call.
                Op::Havoc { cause: Cause::Call, .. } => {}
                op => {
                    if let Op::Call { callee: Callee::Direct(func), args, .. } = op {
                        self.call(*func, args);
                    }
                    visit::visit_op(self, op);
                }
            }
        }
    }

    fn call(&mut self, func: FuncId, args: &[Expr]) {
        let function = &self.program[func];
        let Some(name) = library_name(function) else { return };
        match name {
            "unreachable" if function.attributes.builtin => self.found(Gap::Unreachable),
            name if name.starts_with("alloca") => self.found(Gap::Blocks),
            _ => {}
        }
        let list = |arg: &Expr| matches!(self.types()[arg.ty], Type::VaList);
        if name.starts_with('v') && !name.starts_with("va_") && args.iter().any(list) {
            self.found(Gap::Lists);
        }
        if formats::may_go_beyond(self.program, &function.name, args) {
            self.found(Gap::Formats);
        }
        if let ([to, from, ..], true) = (args, COPIES.contains(&name))
            && !self.are_apart(to, from)
        {
            self.found(Gap::Overlap);
        }
        if let ([to, from, ..], "memcpy" | "memmove" | "mempcpy") = (args, name) {
            let pointers = [to, from].map(|arg| {
                let target = self.types().pointee(unconverted(self.program, arg).ty);
                target.map(|target| self.types().pointee(target.ty).is_some())
            });
            if matches!(pointers, [Some(true), Some(false)] | [Some(false), Some(true)]) {
                self.found(Gap::Addresses);
            }
        }
    }

    /// Whether two pointers go to different variables.
    fn are_apart(&self, a: &Expr, b: &Expr) -> bool {
        matches!((self.object(a), self.object(b)), (Object::Variable(a), Object::Variable(b)) if a != b)
    }

    /// The object that a pointer is derived from.
    fn object<'e>(&self, pointer: &'e Expr) -> Object<'e> {
        let of_place = |mut place: &'e Place| loop {
            match &place.kind {
                PlaceKind::Var(var) => return Object::Variable(*var),
                PlaceKind::Deref(pointer) => return self.object(pointer),
                PlaceKind::Member(base, _) | PlaceKind::Index(base, _) => place = base,
            }
        };
        match &pointer.kind {
            ExprKind::AddrOf(place) => of_place(place),
            ExprKind::Cast(inner) if self.types().pointee(inner.ty).is_some() => self.object(inner),
            ExprKind::Binary(BinaryOp::PtrAdd | BinaryOp::PtrSub, base, _) => self.object(base),
            _ => Object::Behind(pointer),
        }
    }

    fn is_data_pointer(&self, ty: TypeId) -> bool {
        self.types().pointee(ty).is_some_and(|target| self.types().as_function(target.ty).is_none())
    }

    /// On i386, intermediate results have the precision of `long double`.
    fn precision(&mut self, operand: &Expr) {
        let types = self.types();
        if types.model == DataModel::Ilp32
            && matches!(types.as_float(operand.ty), Some(FloatKind::Float | FloatKind::Double))
        {
            self.found(Gap::Precision);
        }
    }

    fn comparison(&mut self, op: BinaryOp, lhs: &Expr, rhs: &Expr) {
        use BinaryOp::{Eq, Ge, Gt, Le, Lt, Ne, PtrDiff};
        let places = matches!(op, Lt | Le | Gt | Ge | Eq | Ne | PtrDiff);
        let pointers = self.is_data_pointer(lhs.ty) && self.is_data_pointer(rhs.ty);
        let null = is_zero(lhs) || is_zero(rhs);
        if places && pointers && !null && self.object(lhs) != self.object(rhs) {
            self.found(Gap::Addresses);
        }
    }

    fn cast(&mut self, to: TypeId, operand: &Expr) {
        match (&self.types()[operand.ty], &self.types()[to]) {
            (_, Type::Int(IntKind::Bool)) => {}
            (Type::Pointer(_), Type::Int(_)) => self.found(Gap::Addresses),
            (Type::Int(_), Type::Pointer(_)) if !is_zero(operand) => self.found(Gap::Addresses),
            // The bytes of a pointer.
            (Type::Pointer(from), Type::Pointer(to))
                if self.types().pointee(from.ty).is_some() && self.types().as_int(to.ty).is_some() =>
            {
                self.found(Gap::Addresses);
            }
            (Type::Float(_), Type::Int(_)) if !self.fits(to, operand) => self.found(Gap::Conversions),
            _ => {}
        }
    }

    /// Whether a floating number is certain to fit into an integer, because it was a smaller one before.
    fn fits(&self, to: TypeId, operand: &Expr) -> bool {
        let ExprKind::Cast(inner) = &operand.kind else { return false };
        let types = self.types();
        match (&types[inner.ty], range::of(types, inner), range::of_type(types, to)) {
            // Above these, conversion to a floating number may round up.
            (Type::Int(_), Some((low, high)), Some(whole)) => {
                let exact = -(1 << 24) <= low && high <= 1 << 24;
                exact && whole.0 <= low && high <= whole.1
            }
            _ => false,
        }
    }

    fn load(&mut self, place: &Place) {
        let mut at = place;
        let (mut volatile, mut punned) = (self.has_volatile(place.ty), false);
        loop {
            volatile |= at.ty.quals.contains(Quals::VOLATILE);
            at = match &at.kind {
                PlaceKind::Var(_) | PlaceKind::Deref(_) => break,
                PlaceKind::Index(base, _) => base,
                PlaceKind::Member(base, _) => {
                    punned |= self.is_union(base.ty.ty) && self.has_pointer(base.ty.ty);
                    base
                }
            };
        }
        if volatile {
            self.found(Gap::Volatile);
        }
        if punned && !self.has_pointer(place.ty.ty) {
            self.found(Gap::Addresses);
        }
    }

    fn is_union(&self, ty: TypeId) -> bool {
        self.types().as_record(ty).is_some_and(|record| self.types()[record].kind == RecordKind::Union)
    }

    fn has_volatile(&self, ty: QType) -> bool {
        ty.quals.contains(Quals::VOLATILE) || self.parts(ty.ty).iter().any(|part| self.has_volatile(*part))
    }

    fn has_pointer(&self, ty: TypeId) -> bool {
        self.is_data_pointer(ty) || self.parts(ty).iter().any(|part| self.has_pointer(part.ty))
    }

    /// The types that an object of a type is made of.
    fn parts(&self, ty: TypeId) -> Vec<QType> {
        match &self.types()[ty] {
            Type::Array { elem, .. } => vec![*elem],
            Type::Record(_) => self.types().fields(ty).unwrap_or_default().iter().map(|field| field.ty).collect(),
            _ => Vec::new(),
        }
    }
}

impl Visit for Finder<'_> {
    fn expr(&mut self, expr: &Expr) {
        match &expr.kind {
            ExprKind::Int(value) if *value != 0 && self.is_data_pointer(expr.ty) => self.found(Gap::Addresses),
            ExprKind::Load(place) => self.load(place),
            ExprKind::AddrOf(place) if matches!(place.root(), Some(Var::Local(_))) => self.found(Gap::Blocks),
            ExprKind::Cast(operand) => self.cast(expr.ty, operand),
            ExprKind::Binary(op, lhs, rhs) => {
                self.comparison(*op, lhs, rhs);
                self.precision(lhs);
            }
            ExprKind::Function(func) => {
                if let Some(name) = library_name(&self.program[*func])
                    && (library::known(name).is_some_and(|known| !known.needs.is_empty())
                        || formats::is_formatted(name)
                        || COPIES.contains(&name)
                        || FREED.contains(&name))
                {
                    self.found(Gap::Indirect);
                }
            }
            _ => {}
        }
        visit::visit_expr(self, expr);
    }
}

/// What a pointer is derived from.
#[derive(PartialEq)]
enum Object<'e> {
    Variable(Var),
    /// Whatever this pointer points to.
    Behind(&'e Expr),
}

fn is_zero(mut expr: &Expr) -> bool {
    while let ExprKind::Cast(inner) = &expr.kind {
        expr = inner;
    }
    expr.kind == ExprKind::Int(0)
}
