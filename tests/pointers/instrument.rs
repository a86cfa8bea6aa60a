//! Programs that say what their pointers are, and where they write: calls of a recorder on the edges of the automaton.
//!
//! Nothing here knows the analysis. What is recorded are the frames, where objects begin and end, each pointer that is
//! read from memory or given to something, and each write. Expressions have no side effects, so that they can be
//! evaluated once more where they are.

use crate::common::observe::chain;
use qicc::cfa::visit::{self, Visit};
use qicc::cfa::{
    Body, Callee, Cfa, EdgeId, Expr, ExprKind, FuncId, GlobalId, GlobalKind, LocId, Op, Place, PlaceKind, Program, Var,
};
use qicc::ctype::{FunctionType, LocalId, Type, TypeId, Types};
use std::collections::BTreeSet;

/// What a line of the record is about; its number is the kind.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    Enter,
    Leave,
    Global,
    Local,
    Function,
    Malloc,
    Calloc,
    Stack,
    Free,
    Pointer,
    Write,
}

pub const KINDS: [Kind; 11] = [
    Kind::Enter,
    Kind::Leave,
    Kind::Global,
    Kind::Local,
    Kind::Function,
    Kind::Malloc,
    Kind::Calloc,
    Kind::Stack,
    Kind::Free,
    Kind::Pointer,
    Kind::Write,
];

/// What the number in a line stands for, where that is more than the number of a function or a global.
#[derive(Clone, Debug)]
pub enum Point {
    Local(FuncId, LocalId),
    Edge(FuncId, EdgeId),
    /// The value of an expression.
    Value(FuncId, Expr),
}

pub struct Instrumented {
    pub program: Program,
    pub points: Vec<Point>,
}

pub fn instrument(original: &Program) -> Instrumented {
    let mut program = original.clone();
    // Every object of its own, with an address.
    for global in &mut program.globals {
        if global.kind == GlobalKind::StringLiteral {
            global.kind = GlobalKind::Variable;
        }
    }
    let pointer = program.types.pointer_to(Types::VOID);
    let params = vec![Types::INT.into(), Types::INT.into(), pointer.into(), program.types.size_t().into()];
    let ty = FunctionType { ret: Types::VOID.into(), params, variadic: false, prototype: true };
    let ty = program.types.intern(Type::Function(ty));
    let span = program.functions[0].span;
    let recorder = program.declare("qicc_record".into(), ty, span);
    let mut maker = Maker { original, types: program.types.clone(), pointer, recorder, points: Vec::new() };
    for index in 0..original.functions.len() {
        if let Body::Cfa(cfa) = &original.functions[index].body {
            program.functions[index].body = Body::Cfa(maker.function(FuncId(index as u32), cfa));
        }
    }
    program.types = maker.types;
    Instrumented { program, points: maker.points }
}

struct Maker<'a> {
    original: &'a Program,
    types: Types,
    pointer: TypeId,
    recorder: FuncId,
    points: Vec<Point>,
}

impl Maker<'_> {
    fn point(&mut self, point: Point) -> u32 {
        self.points.push(point);
        self.points.len() as u32 - 1
    }

    fn record(&self, kind: Kind, id: u32, pointer: Expr, size: Expr) -> Op {
        let kind = KINDS.iter().position(|other| *other == kind).unwrap_or_default();
        let args = vec![
            Expr::int(Types::INT, kind as i128),
            Expr::int(Types::INT, id.into()),
            pointer.cast(self.pointer),
            size.cast(self.types.size_t()),
        ];
        Op::Call { dst: None, callee: Callee::Direct(self.recorder), args }
    }

    fn null(&self) -> Expr {
        Expr::zero(&self.types, self.pointer)
    }

    fn size(&self, size: u64) -> Expr {
        Expr::int(self.types.size_t(), size.into())
    }

    fn address(&mut self, place: &Place) -> Expr {
        let ty = self.types.pointer_to(place.ty);
        Expr { kind: ExprKind::AddrOf(place.clone()), ty }
    }

    fn mark(&self, kind: Kind, id: u32) -> Op {
        self.record(kind, id, self.null(), self.size(0))
    }

    fn local(&mut self, function: FuncId, cfa: &Cfa, local: LocalId) -> Option<Op> {
        let ty = cfa.locals[local.0 as usize].ty;
        let size = self.types.size_of(ty.ty).filter(|_| ty.ty != Types::VA_LIST)?;
        let id = self.point(Point::Local(function, local));
        let address = self.address(&Place::local(local, ty));
        Some(self.record(Kind::Local, id, address, self.size(size)))
    }

    /// What is recorded when the program begins.
    fn start(&mut self) -> Vec<Op> {
        let mut ops = Vec::new();
        for (index, global) in self.original.globals.iter().enumerate() {
            let defined = !matches!(global.definition, qicc::cfa::Definition::Declared);
            if let Some(size) = self.types.size_of(global.ty.ty).filter(|_| defined) {
                let address = self.address(&Place::global(GlobalId(index as u32), global.ty));
                ops.push(self.record(Kind::Global, index as u32, address, self.size(size)));
            }
        }
        for function in used_functions(self.original) {
            let ty = self.types.pointer_to(self.original[function].ty);
            let address = Expr { kind: ExprKind::Function(function), ty };
            ops.push(self.record(Kind::Function, function.0, address, self.size(1)));
        }
        ops
    }

    fn function(&mut self, id: FuncId, cfa: &Cfa) -> Cfa {
        let mut new = cfa.clone();
        let addressed = visit::addressed_locals(cfa);
        let declares = |local: &LocalId| cfa.edges.iter().any(|edge| edge.op == Op::Declare(*local));
        let (outgoing, span) = (cfa.outgoing(), self.original[id].span);
        let first = self.original.entries.contains(&id) || self.original[id].attributes.runs_outside_main();
        let mut entry = if first { self.start() } else { Vec::new() };
        entry.push(self.mark(Kind::Enter, id.0));
        for local in addressed.iter().filter(|local| !declares(local)) {
            entry.extend(self.local(id, cfa, *local));
        }
        for location in (0..cfa.locations).map(LocId) {
            let Some(first) = outgoing.of(location).first() else { continue };
            let before = self.before(id, cfa, *first, &addressed);
            let behind = chain(&mut new, location, before, cfa[*first].span);
            outgoing.of(location).iter().for_each(|edge| new.edges[edge.0 as usize].from = behind);
        }
        for edge in cfa.edge_ids() {
            let ends = outgoing.of(cfa[edge].to).is_empty();
            let after = if ends { Vec::new() } else { self.after(id, cfa, edge, &addressed) };
            if !after.is_empty() {
                let middle = new.new_location();
                let last = chain(&mut new, middle, after, cfa[edge].span);
                // The last of the chain leads to where the edge led.
                let joined = new.edges.iter().position(|other| other.to == last).expect("the chain has edges");
                new.edges[joined].to = cfa[edge].to;
                new.edges[edge.0 as usize].to = middle;
            }
        }
        let start = new.new_location();
        let last = chain(&mut new, start, entry, span);
        let joined = new.edges.iter().position(|other| other.to == last).expect("the chain has edges");
        new.edges[joined].to = cfa.entry;
        new.entry = start;
        qicc::cfa::passes::prune(&mut new);
        new
    }

    /// What is recorded before an edge, or before the two outcomes of a condition.
    fn before(&mut self, function: FuncId, cfa: &Cfa, edge: EdgeId, addressed: &BTreeSet<LocalId>) -> Vec<Op> {
        let op = &cfa[edge].op;
        if self.is_stack_pointer(op) {
            return Vec::new();
        }
        let mut seen = Loads { types: &self.types.clone(), found: Vec::new() };
        visit::visit_op(&mut seen, op);
        if let Op::Assign { value, .. } | Op::Return(Some(value)) = op {
            seen.found.extend(Some(value.clone()));
        }
        if let Op::Call { args, .. } = op {
            seen.found.extend(args.iter().cloned());
        }
        let mut ops = Vec::new();
        for value in seen.found {
            if self.types.pointee(value.ty).is_some() {
                let id = self.point(Point::Value(function, value.clone()));
                ops.push(self.record(Kind::Pointer, id, value, self.size(0)));
            }
        }
        let here = self.points.len() as u32;
        match op {
            Op::Assign { place, .. } => ops.extend(self.write(function, edge, place, addressed)),
            Op::Call { callee: Callee::Direct(callee), args, .. } if !self.original[*callee].is_defined() => {
                self.points.push(Point::Edge(function, edge));
                match (self.original[*callee].name.as_str(), args.as_slice()) {
                    ("memcpy" | "memmove" | "memset", [to, _, size]) => {
                        ops.push(self.record(Kind::Write, here, to.clone(), size.clone()));
                    }
                    ("free" | "realloc", [pointer, ..]) => {
                        ops.push(self.record(Kind::Free, here, pointer.clone(), self.size(0)));
                    }
                    _ => {}
                }
            }
            Op::Return(_) => ops.push(self.mark(Kind::Leave, function.0)),
            _ => {}
        }
        ops
    }

    fn write(&mut self, function: FuncId, edge: EdgeId, place: &Place, addressed: &BTreeSet<LocalId>) -> Option<Op> {
        if matches!(place.root(), Some(Var::Local(local)) if !addressed.contains(&local)) {
            return None;
        }
        let (place, size) = match (&place.kind, place.bit_field(&self.types)) {
            // The record that it is in: its bytes cannot be pointed at.
            (PlaceKind::Member(..), Some(_)) => return None,
            _ => (place, self.types.size_of(place.ty.ty)?),
        };
        let address = self.address(place);
        let id = self.point(Point::Edge(function, edge));
        Some(self.record(Kind::Write, id, address, self.size(size)))
    }

    /// The stack pointer is kept where a pointer is, but points to nothing.
    fn is_stack_pointer(&self, op: &Op) -> bool {
        let Op::Call { callee: Callee::Direct(callee), .. } = op else { return false };
        self.original[*callee].name.starts_with("__builtin_stack_")
    }

    fn after(&mut self, function: FuncId, cfa: &Cfa, edge: EdgeId, addressed: &BTreeSet<LocalId>) -> Vec<Op> {
        let mut ops = Vec::new();
        if self.is_stack_pointer(&cfa[edge].op) {
            return ops;
        }
        match &cfa[edge].op {
            Op::Declare(local) if addressed.contains(local) => ops.extend(self.local(function, cfa, *local)),
            Op::Call { dst: Some(place), callee, args } => {
                let value = Expr::load(place.clone());
                if self.types.pointee(place.ty.ty).is_none() {
                    return ops;
                }
                if let Callee::Direct(callee) = callee
                    && !self.original[*callee].is_defined()
                {
                    let id = self.point(Point::Edge(function, edge));
                    let kind = match self.original[*callee].name.as_str() {
                        "malloc" | "aligned_alloc" => Some((Kind::Malloc, self.size(0))),
                        "calloc" | "realloc" | "strdup" | "strndup" => Some((Kind::Calloc, self.size(0))),
                        "alloca" | "__builtin_alloca" => args.first().map(|size| (Kind::Stack, size.clone())),
                        _ => None,
                    };
                    ops.extend(kind.map(|(kind, size)| self.record(kind, id, value.clone(), size)));
                }
                let id = self.point(Point::Value(function, value.clone()));
                ops.push(self.record(Kind::Pointer, id, value, self.size(0)));
            }
            _ => {}
        }
        ops
    }
}

/// The pointers that an operation reads from memory.
struct Loads<'t> {
    types: &'t Types,
    found: Vec<Expr>,
}

impl Visit for Loads<'_> {
    fn expr(&mut self, expr: &Expr) {
        // Operands first: what leads there is recorded before.
        visit::visit_expr(self, expr);
        if matches!(expr.kind, ExprKind::Load(_)) && self.types.pointee(expr.ty).is_some() {
            self.found.push(expr.clone());
        }
    }
}

fn used_functions(program: &Program) -> BTreeSet<FuncId> {
    struct Used<'p>(&'p Program, BTreeSet<FuncId>);
    impl Visit for Used<'_> {
        fn expr(&mut self, expr: &Expr) {
            if let ExprKind::Function(function) = expr.kind
                && !self.0[function].attributes.builtin
            {
                self.1.insert(function);
            }
            visit::visit_expr(self, expr);
        }
    }
    let mut used = Used(program, BTreeSet::new());
    program.functions.iter().filter_map(|function| function.cfa()).for_each(|cfa| visit::visit_cfa(&mut used, cfa));
    for global in &program.globals {
        if let qicc::cfa::Definition::Defined(init) = &global.definition {
            visit::visit_init(&mut used, init);
        }
    }
    used.1
}
