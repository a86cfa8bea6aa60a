//! What calls of the C library need ([`crate::cfa::library`] has the table): one property an argument.
//!
//! A block is inside its object, as a whole object, be it a part of a larger one or not. A string is walked along: each
//! byte up to the zero is inside. That gives its length as well, and so the room that a copy needs. The strings of
//! literals are known.
//!
//! What is freed is null, or the start of a live block of the heap.
//!
//! A size that is zero wants nothing of a null pointer. Not checked, but listed ([`super::gaps`]): that blocks do not
//! overlap, what formats make of their arguments (neither that `%s` gets a string, nor how much `sprintf` writes beyond
//! the first byte), what is called through a pointer. Not checked at all: files and descriptors. `snprintf`, `read` and
//! their kin may fill what they are told to fill, so that all of it must be there.

use super::Check;
use super::address::{Base, Sum, query, unsigned};
use super::collect::{Collector, Step, Walk};
use super::gaps::{self, FREED};
use super::memory::Extent;
use super::range;
use crate::cfa::library::{self, Need};
use crate::cfa::{
    BinaryOp, Definition, Expr, ExprKind, FuncId, GlobalKind, Init, Local, ObjectQuery, Place, PlaceKind, PropertyKind,
    Var,
};
use crate::ctype::{DataModel, IntKind, LocalId, Types};
use crate::source::Span;
use std::collections::BTreeMap;

/// No string is longer.
const LONGEST: i128 = 1 << 59;

impl Collector<'_> {
    pub(super) fn library_call(&mut self, func: FuncId, args: &[Expr], span: Span) {
        let function = &self.program[func];
        if function.is_defined() {
            return;
        }
        if let (Some(name), [arg, ..]) = (gaps::library_name(function), args)
            && FREED.contains(&name)
        {
            self.freed(arg);
        }
        let Some(known) = library::known(&function.name) else { return };
        let fits = |need: &&Need| positions(need).iter().all(|at| *at < args.len()) && self.is_pointer(args, need);
        let needs: Vec<Need> = known.needs.iter().filter(fits).copied().collect();
        let mut seen = Vec::new();
        for need in &needs {
            let at = positions(need)[0];
            if !seen.contains(&at) {
                seen.push(at);
                self.argument(&args[at], sizes(need, args));
            }
        }
        if self.checks.contains(&Check::Bounds) {
            Needs { call: &function.name, args, span, duties: BTreeMap::new(), lengths: BTreeMap::new() }
                .check(self, &needs);
        }
    }

    /// What is freed is null, or the start of a live block of the heap.
    fn freed(&mut self, pointer: &Expr) {
        let types = &self.program.types;
        let null = pointer.truth(types) == Some(false);
        if !self.checks.contains(&Check::Pointer) || types.pointee(pointer.ty).is_none() || null {
            return;
        }
        let start = Expr::zero(types, types.ptrdiff_t());
        let at_start = Expr::binary(BinaryOp::Eq, query(types, ObjectQuery::Offset, pointer), start, Types::INT);
        let questions = [query(types, ObjectQuery::Heap, pointer), query(types, ObjectQuery::Alive, pointer), at_start];
        let duty = self.duty(Check::Pointer, format!("{} can be freed", self.bare(pointer)));
        self.duties[duty].kind = PropertyKind::Free;
        let conditions = questions.map(|question| self.or_null(pointer, question));
        self.steps.extend(conditions.into_iter().map(|condition| (duty, Step::Assert(condition))));
    }

    fn is_pointer(&self, args: &[Expr], need: &Need) -> bool {
        self.program.types.pointee(args[positions(need)[0]].ty).is_some()
    }

    /// A pointer is followed unless one of the sizes is zero.
    fn argument(&mut self, arg: &Expr, sizes: Vec<&Expr>) {
        let types = &self.program.types;
        let Base::Pointer(pointer) = self.addresses.of_pointer(arg).base else { return };
        let pointer = &pointer;
        if sizes.iter().any(|size| size.kind == ExprKind::Int(0)) {
            return;
        }
        let empty = |condition: Expr| {
            let sizes = sizes.iter().filter(|size| !matches!(size.kind, ExprKind::Int(_)));
            sizes.fold(condition, |condition, size| {
                let zero = Expr::zero(types, size.ty);
                let none = Expr::binary(BinaryOp::Eq, (*size).clone(), zero, Types::INT);
                Expr::binary(BinaryOp::Or, none, condition, Types::INT)
            })
        };
        let nonnull = empty(self.nonnull(pointer));
        let alive = query(types, ObjectQuery::Alive, pointer);
        let alive = empty(self.or_null(pointer, alive));
        self.require(Check::Null, vec![nonnull], |this| format!("{} != 0", this.bare(pointer)));
        self.require(Check::Pointer, vec![alive], |this| format!("{} points to a live object", this.bare(pointer)));
    }

    /// A pointer before it was converted to another.
    fn unconverted<'e>(&self, mut pointer: &'e Expr) -> &'e Expr {
        while let ExprKind::Cast(inner) = &pointer.kind
            && self.program.types.pointee(inner.ty).is_some()
        {
            pointer = inner;
        }
        pointer
    }

    /// An argument as the program has it.
    fn bare(&self, arg: &Expr) -> String {
        let pointer = self.unconverted(arg);
        match &pointer.kind {
            ExprKind::AddrOf(Place { kind: PlaceKind::Index(array, index), .. }) if index.kind == ExprKind::Int(0) => {
                self.place_text(array)
            }
            _ => self.text(pointer),
        }
    }

    /// The length of the string at a pointer into a literal.
    fn literal(&self, pointer: &Expr) -> Option<u64> {
        let pointer = self.unconverted(pointer);
        let ExprKind::AddrOf(Place { kind: PlaceKind::Index(array, index), ty }) = &pointer.kind else { return None };
        let (PlaceKind::Var(Var::Global(global)), ExprKind::Int(first)) = (&array.kind, &index.kind) else {
            return None;
        };
        let global = &self.program[*global];
        let Definition::Defined(Init::String(units)) = &global.definition else { return None };
        let literal = global.kind == GlobalKind::StringLiteral && self.program.types.size_of(ty.ty) == Some(1);
        let rest = units.get(usize::try_from(*first).ok().filter(|_| literal)?..)?;
        // The zero at the end may not be listed.
        let whole = self.program.types.size_of(global.ty.ty)?.checked_sub(u64::try_from(*first).ok()?)?;
        let length = rest.iter().position(|unit| *unit == 0).unwrap_or(rest.len()) as u64;
        (length < whole).then_some(length)
    }
}

/// The bounds that a call needs.
struct Needs<'c> {
    call: &'c str,
    args: &'c [Expr],
    span: Span,
    /// The property of each argument.
    duties: BTreeMap<usize, usize>,
    /// The lengths of strings, in `size_t`.
    lengths: BTreeMap<usize, Expr>,
}

impl Needs<'_> {
    fn check(&mut self, to: &mut Collector<'_>, needs: &[Need]) {
        for need in needs {
            match *need {
                Need::Block(at, size) => {
                    let extent = extent(&to.program.types, &self.args[size]);
                    self.block(to, at, &extent, Vec::new());
                }
                Need::Blocks(at, a, b) => {
                    let (limits, extent) = product(&to.program.types, &self.args[a], &self.args[b]);
                    self.block(to, at, &extent, limits);
                }
                Need::Byte(at) => self.block(to, at, &Extent::Bytes(1), Vec::new()),
                Need::String(at) => self.string(to, needs, at, None, None),
                Need::Bounded(at, limit) => self.string(to, needs, at, None, Some(limit)),
                Need::Until(at, stop, limit) => self.string(to, needs, at, Some(stop), Some(limit)),
                Need::Room(at, of) => self.room(to, at, of),
            }
        }
    }

    /// The property of an argument, made when it is first needed.
    fn duty(&mut self, to: &mut Collector<'_>, at: usize, description: impl FnOnce(&Collector<'_>) -> String) -> usize {
        *self.duties.entry(at).or_insert_with(|| {
            let description = description(to);
            to.duty(Check::Bounds, description)
        })
    }

    fn block(&mut self, to: &mut Collector<'_>, at: usize, extent: &Extent, limits: Vec<Expr>) {
        let address = to.addresses.of_pointer(&self.args[at]);
        let mut conditions = limits;
        conditions.extend(to.inside(&address, extent, false));
        if conditions.is_empty() {
            return;
        }
        let arg = &self.args[at];
        let duty = self.duty(to, at, |to| match extent {
            Extent::Bytes(1) => format!("a byte at {} is inside its object", to.bare(arg)),
            Extent::Bytes(bytes) => format!("{bytes} bytes at {} are inside their object", to.bare(arg)),
            Extent::Value(size) => {
                let mut size = size;
                while let ExprKind::Cast(inner) = &size.kind {
                    size = inner;
                }
                format!("{} bytes at {} are inside their object", to.text(size), to.bare(arg))
            }
        });
        to.steps.extend(conditions.into_iter().map(|condition| (duty, Step::Assert(condition))));
    }

    /// Walks along a string.
    fn string(&mut self, to: &mut Collector<'_>, needs: &[Need], at: usize, stop: Option<usize>, limit: Option<usize>) {
        let (arg, size_t) = (&self.args[at], to.program.types.size_t());
        if let (Some(length), None, None) = (to.literal(arg), stop, limit) {
            self.lengths.insert(at, Expr::int(size_t, length.into()));
            return;
        }
        let index = LocalId(to.first_local + to.locals.len() as u32);
        to.locals.push(Local { name: None, ty: size_t.into(), align: None, span: self.span });
        let walked = Expr::load(Place::local(index, size_t));
        self.lengths.insert(at, walked.clone());
        let mut address = to.addresses.of_pointer(arg);
        address.distance.add(&to.program.types, &walked, 1, Some((0, LONGEST)));
        let when = match &address.base {
            Base::Pointer(pointer) => Some(to.nonnull(pointer)),
            Base::Object(_) => None,
        };
        let walk = Walk {
            start: to.unconverted(arg).clone().cast(to.bytes),
            index,
            stop: stop.map_or(Expr::int(Types::UCHAR, 0), |stop| self.args[stop].clone().cast(Types::UCHAR)),
            limit: limit.map(|limit| self.args[limit].clone().cast(size_t)),
            when,
            inside: to.inside(&address, &Extent::Bytes(1), true),
        };
        let (call, args) = (self.call, self.args);
        let room = needs.iter().any(|need| matches!(need, Need::Room(room, _) if *room == at));
        let duty = self.duty(to, at, |to| match limit {
            _ if room => format!("what {call} writes fits into {}", to.bare(arg)),
            Some(limit) => {
                format!("{} ends, or goes on for {} bytes, inside its object", to.bare(arg), to.bare(&args[limit]))
            }
            None => format!("{} ends inside its object", to.bare(arg)),
        });
        to.steps.push((duty, Step::Walk(Box::new(walk))));
    }

    fn room(&mut self, to: &mut Collector<'_>, at: usize, of: &[usize]) {
        let mut wanted = Sum { constant: 1, terms: Vec::new() };
        for length in of.iter().filter_map(|string| self.lengths.get(string)) {
            wanted.add(&to.program.types, length, 1, Some((0, LONGEST)));
        }
        let wanted = wanted.value(&to.program.types).value;
        let extent = match wanted.kind {
            ExprKind::Int(value) => Extent::Bytes(u64::try_from(value).unwrap_or(u64::MAX)),
            _ => Extent::Value(wanted),
        };
        let address = to.addresses.of_pointer(&self.args[at]);
        let conditions = to.inside(&address, &extent, false);
        if conditions.is_empty() {
            return;
        }
        let (call, arg) = (self.call, &self.args[at]);
        let duty = self.duty(to, at, |to| format!("what {call} writes fits into {}", to.bare(arg)));
        to.steps.extend(conditions.into_iter().map(|condition| (duty, Step::Assert(condition))));
    }
}

/// The positions of the arguments that a need mentions, the pointer first.
fn positions(need: &Need) -> Vec<usize> {
    match *need {
        Need::Block(at, size) | Need::Bounded(at, size) => vec![at, size],
        Need::Blocks(at, a, b) | Need::Until(at, a, b) => vec![at, a, b],
        Need::Byte(at) | Need::String(at) => vec![at],
        Need::Room(at, of) => std::iter::once(at).chain(of.iter().copied()).collect(),
    }
}

/// The sizes that make a need void when they are zero.
fn sizes<'e>(need: &Need, args: &'e [Expr]) -> Vec<&'e Expr> {
    match *need {
        Need::Block(_, size) | Need::Bounded(_, size) | Need::Until(_, _, size) => vec![&args[size]],
        Need::Blocks(_, a, b) => vec![&args[a], &args[b]],
        Need::Byte(_) | Need::String(_) | Need::Room(..) => Vec::new(),
    }
}

/// A number of bytes; a negative one is more than there can be.
fn extent(types: &Types, size: &Expr) -> Extent {
    let plain = unsigned(types);
    match size.kind {
        ExprKind::Int(bytes) if (0..LONGEST).contains(&bytes) => Extent::Bytes(bytes as u64),
        ExprKind::Int(bytes) => {
            Extent::Value(Expr::int(plain, types.as_int(plain).map_or(0, |ty| types.wrap(ty, bytes))))
        }
        _ => Extent::Value(size.clone().cast(plain)),
    }
}

/// A product of sizes, and what has to hold for it to be exact.
fn product(types: &Types, a: &Expr, b: &Expr) -> (Vec<Expr>, Extent) {
    let (scale, other) = match (&a.kind, &b.kind) {
        (ExprKind::Int(scale), _) => (*scale, b),
        (_, ExprKind::Int(scale)) => (*scale, a),
        _ => {
            let plain = unsigned(types);
            let multiply = |ty| Expr::binary(BinaryOp::Mul, a.clone().cast(ty), b.clone().cast(ty), ty);
            let exact = match types.model {
                DataModel::Lp64 => range::at_most(types, &multiply(types.int(IntKind::UInt128)), 1 << 60, false),
                DataModel::Ilp32 => None,
            };
            return (exact.into_iter().collect(), Extent::Value(multiply(plain)));
        }
    };
    let mut sum = Sum::default();
    sum.add(types, other, scale, None);
    let sum = sum.value(types);
    (sum.limits.clone(), extent(types, &sum.value))
}
