//! From the typed program to the automaton.
//!
//! The order of evaluation, which C leaves open, is fixed here once and for all:
//!
//! - operands and call arguments go from left to right, the called expression before its arguments;
//! - an assignment, simple or compound, evaluates its right side, then the address of its left side, then (compound)
//!   reads the left side, then stores;
//! - the object that a declaration introduces exists before its initialiser is evaluated; the parts of an initialiser
//!   are evaluated and stored one after the other, in the order of the object's parts;
//! - `x++` reads, stores, and gives what it read; the value of an assignment is that of the object afterwards.
//!
//! Expressions on edges are pure, and are evaluated when their edge is taken. So a value that was computed before an
//! effect, and that the effect may change, is saved in a temporary first ([`order`] says which); other values are not.
//! Temporaries are locals without a name; they are assigned before they are read and never declared.
//!
//! Conditions become branches; `&&`, `||` and `?:` are branches wherever they stand. `switch` is a chain of
//! comparisons in the order of the cases, the default last. Objects of variable length are handled in [`vla`].
//!
//! Lowering trusts the types of the typed program. What it cannot express makes the body [`Body::Unsupported`].

mod access;
mod assign;
mod call;
mod cond;
mod constant;
mod discard;
mod expr;
mod init;
mod order;
mod overflow;
mod stmt;
mod vla;

pub(super) use discard::may_fail;

use super::model::*;
use super::visit::{self, Rewrite};
use crate::ctype::{FunctionType, LocalId, QType, Quals, Type, TypeId, Types};
use crate::frontend::typed;
use crate::source::{Diagnostic, Result, Span};
use rayon::prelude::*;
use std::collections::HashMap;

/// Lowers one translation unit to a program of its own, still without properties and entries.
pub fn unit(unit: typed::Unit) -> Result<Program> {
    let typed::Unit { mut types, globals, funcs, may_alias, lost: _ } = unit;
    let plain = vla::Plain::new(&mut types);
    let global_types: Vec<QType> = globals.iter().map(|global| plain.qualified(global.ty)).collect();
    let context = Context { types: &types, plain: &plain, funcs: &funcs, globals: &global_types };
    let lowered: Vec<(Body, Extras)> = funcs.par_iter().map(|func| function(&context, func)).collect();
    let mut initialised = Vec::with_capacity(globals.len());
    for global in globals {
        initialised.push(constant::global(&context, global)?);
    }
    let mut program = Program {
        globals: initialised,
        functions: Vec::with_capacity(funcs.len()),
        properties: Vec::new(),
        entries: Vec::new(),
        assumptions: Vec::new(),
        may_alias,
        types,
    };
    let mut adopter = Adopter::new(funcs.len(), program.globals.len());
    let mut extras = Vec::with_capacity(funcs.len());
    for (func, (body, extra)) in funcs.into_iter().zip(lowered) {
        program.functions.push(Function {
            name: func.name,
            ty: plain.of(func.ty),
            linkage: func.linkage,
            symbol: func.symbol,
            attributes: func.attributes,
            body,
            span: func.span,
        });
        extras.push(extra);
    }
    for (index, extra) in extras.into_iter().enumerate() {
        adopter.adopt(&mut program, index, extra);
    }
    Ok(program)
}

/// What the lowering of every function of a unit reads.
struct Context<'a> {
    types: &'a Types,
    plain: &'a vla::Plain,
    funcs: &'a [typed::Func],
    /// The types of the globals.
    globals: &'a [QType],
}

/// Functions and globals that the lowering of one function had to add. Their ids start after those of the unit, in each
/// function alike, until [`Adopter`] gives them their own.
#[derive(Default)]
struct Extras {
    functions: Vec<(&'static str, FunctionType)>,
    globals: Vec<Global<Expr>>,
}

/// Adds the extras of functions to the program, and makes each function refer to them there.
struct Adopter {
    /// How many functions and globals the unit has itself.
    functions: u32,
    globals: u32,
    /// Where the builtin functions are that have been added.
    known: HashMap<(&'static str, TypeId), FuncId>,
    /// For the function at hand: its added functions, and how far its added globals move.
    builtins: Vec<FuncId>,
    shift: u32,
}

impl Adopter {
    fn new(functions: usize, globals: usize) -> Adopter {
        let (functions, globals) = (functions as u32, globals as u32);
        Adopter { functions, globals, known: HashMap::new(), builtins: Vec::new(), shift: 0 }
    }

    fn adopt(&mut self, program: &mut Program, index: usize, extras: Extras) {
        if extras.functions.is_empty() && extras.globals.is_empty() {
            return;
        }
        let span = program.functions[index].span;
        self.builtins.clear();
        for (name, ty) in extras.functions {
            let ty = program.types.intern(Type::Function(ty));
            let id = *self.known.entry((name, ty)).or_insert_with(|| {
                let attributes = FuncAttributes { builtin: true, ..FuncAttributes::default() };
                let (linkage, body) = (Linkage::External, Body::None);
                program.functions.push(Function {
                    name: name.into(),
                    ty,
                    linkage,
                    symbol: None,
                    attributes,
                    body,
                    span,
                });
                FuncId(program.functions.len() as u32 - 1)
            });
            self.builtins.push(id);
        }
        self.shift = program.globals.len() as u32 - self.globals;
        program.globals.extend(extras.globals);
        if let Body::Cfa(cfa) = &mut program.functions[index].body {
            visit::rewrite_cfa(self, cfa);
        }
    }
}

impl Rewrite for Adopter {
    fn func(&mut self, func: &mut FuncId) {
        if func.0 >= self.functions {
            *func = self.builtins[(func.0 - self.functions) as usize];
        }
    }

    fn global(&mut self, global: &mut GlobalId) {
        if global.0 >= self.globals {
            global.0 += self.shift;
        }
    }
}

fn function(context: &Context, func: &typed::Func) -> (Body, Extras) {
    match &func.body {
        typed::FuncBody::None => (Body::None, Extras::default()),
        typed::FuncBody::Unsupported(why) => (Body::Unsupported(why.clone()), Extras::default()),
        typed::FuncBody::Defined(body) => match Lower::new(context, func, body).run() {
            Ok((cfa, extras)) => (Body::Cfa(cfa), extras),
            Err(why) => (Body::Unsupported(why), Extras::default()),
        },
    }
}

/// The lowering of one function: the automaton so far, and where in it we are.
struct Lower<'a> {
    context: &'a Context<'a>,
    types: &'a Types,
    func: &'a typed::Func,
    body: &'a typed::Body,
    locals: Vec<Local>,
    edges: Vec<Edge>,
    locations: u32,
    /// The location that the next edge leaves.
    here: LocId,
    exit: LocId,
    /// The source that edges stand for which have no source of their own.
    span: Span,
    /// The locals whose address something may hold; by id, up to the locals of the source.
    exposed: Vec<bool>,
    labels: Vec<Option<LocId>>,
    jumps: Vec<stmt::Jump>,
    switches: Vec<stmt::Cases>,
    /// What [`typed::ExprKind::Placeholder`] stands for, innermost last.
    placeholders: Vec<Expr>,
    vlas: vla::Scopes,
    extras: Extras,
    /// As in [`Cfa::unordered`].
    unordered: u32,
}

impl<'a> Lower<'a> {
    fn new(context: &'a Context<'a>, func: &'a typed::Func, body: &'a typed::Body) -> Lower<'a> {
        let mut locals = body.locals.clone();
        for local in &mut locals {
            local.ty.ty = context.plain.of(local.ty.ty);
        }
        Lower {
            context,
            types: context.types,
            func,
            body,
            locals,
            edges: Vec::new(),
            locations: 2,
            here: LocId(0),
            exit: LocId(1),
            span: func.span,
            exposed: order::exposed(context.types, body),
            labels: vec![None; body.labels.len()],
            jumps: Vec::new(),
            switches: Vec::new(),
            placeholders: Vec::new(),
            vlas: vla::Scopes::default(),
            extras: Extras::default(),
            unordered: 0,
        }
    }

    fn run(mut self) -> Result<(Cfa, Extras)> {
        let params = self.parameters();
        self.block(&self.body.block)?;
        self.span = self.body.end;
        let result = self.function_type().ret.ty;
        let value = (self.func.name == "main" && self.types.as_int(result).is_some()).then(|| Expr::int(result, 0));
        self.leave(Op::Return(value), self.exit);
        self.restore_at_gotos();
        let mut labels = Vec::new();
        for (loc, name) in self.labels.iter().zip(&self.body.labels) {
            if let Some(loc) = loc {
                labels.push((*loc, name.clone()));
            }
        }
        let (locations, exit) = (self.locations, self.exit);
        let (locals, edges, unordered) = (self.locals, self.edges, self.unordered);
        let cfa = Cfa { params, locals, locations, entry: LocId(0), exit, edges, labels, unordered };
        Ok((cfa, self.extras))
    }

    fn function_type(&self) -> &'a FunctionType {
        self.types.as_function(self.context.plain.of(self.func.ty)).expect("a function has a function type")
    }

    /// The parameters; one whose type differs from the function's (a pointer to an array of variable length) is a
    /// local that is set from a parameter of the type that callers see.
    fn parameters(&mut self) -> Vec<LocalId> {
        let declared = &self.function_type().params;
        let mut params = self.body.params.clone();
        for (param, seen) in params.iter_mut().zip(declared) {
            let own = self.local(*param);
            if own.ty.ty == seen.ty || !self.types.is_scalar(own.ty.ty) || !self.types.is_scalar(seen.ty) {
                continue;
            }
            let local = Local { ty: seen.ty.into(), ..self.body.locals[param.0 as usize].clone() };
            self.locals.push(local);
            let passed = Place::local(LocalId(self.locals.len() as u32 - 1), seen.ty);
            let value = Expr::load(passed).cast(own.ty.ty);
            self.assign_edge(own, value);
            *param = LocalId(self.locals.len() as u32 - 1);
        }
        params
    }

    fn new_location(&mut self) -> LocId {
        self.locations += 1;
        LocId(self.locations - 1)
    }

    /// An edge from here to a new location, where we then are.
    fn emit(&mut self, op: Op) {
        let to = self.new_location();
        self.edges.push(Edge { from: self.here, to, op, span: self.span });
        self.here = to;
    }

    /// An edge from here to a known location; what follows is not reachable from here.
    fn leave(&mut self, op: Op, to: LocId) {
        self.edges.push(Edge { from: self.here, to, op, span: self.span });
        self.here = self.new_location();
    }

    fn goto(&mut self, to: LocId) {
        self.leave(Op::Skip, to);
    }

    fn assign_edge(&mut self, place: Place, value: Expr) {
        self.emit(Op::Assign { place, value });
    }

    fn local(&self, id: LocalId) -> Place {
        Place::local(id, self.locals[id.0 as usize].ty)
    }

    /// A new local without a name.
    fn temporary(&mut self, ty: TypeId) -> Place {
        self.locals.push(Local { name: None, ty: ty.into(), align: None, span: self.span });
        self.local(LocalId(self.locals.len() as u32 - 1))
    }

    /// The value, from now on independent of what happens to memory.
    fn save(&mut self, value: Expr) -> Expr {
        let place = self.temporary(value.ty);
        self.assign_edge(place.clone(), value);
        Expr::load(place)
    }

    /// The type without lengths that are known only at run time.
    fn plain(&self, ty: TypeId) -> TypeId {
        self.context.plain.of(ty)
    }

    /// A function that the compiler knows, with the type that this use needs.
    fn builtin(&mut self, name: &'static str, ty: FunctionType) -> FuncId {
        let known = self.extras.functions.iter().position(|(n, t)| *n == name && *t == ty);
        let index = known.unwrap_or(self.extras.functions.len());
        if known.is_none() {
            self.extras.functions.push((name, ty));
        }
        FuncId((self.context.funcs.len() + index) as u32)
    }

    fn is_volatile(place: &Place) -> bool {
        place.ty.quals.contains(Quals::VOLATILE)
    }
}

fn unsupported<T>(what: impl Into<String>, span: Span) -> Result<T> {
    Err(Diagnostic::new("unsupported", what).at(span))
}
