//! Walks over everything that an automaton is made of: reading ([`Visit`]) and rewriting ([`Rewrite`]).
//!
//! Both call their hooks for every type, variable, function and property that occurs, at any depth. A rewriter that
//! replaces a whole expression or place overrides `expr` or `place` and calls the walk function itself.

use super::model::*;
use crate::ctype::{LocalId, QType, TypeId};
use std::collections::BTreeSet;

/// Reads an automaton.
pub trait Visit {
    fn ty(&mut self, _: TypeId) {}
    fn var(&mut self, _: Var) {}
    fn func(&mut self, _: FuncId) {}
    fn prop(&mut self, _: PropId) {}

    fn expr(&mut self, expr: &Expr) {
        visit_expr(self, expr);
    }

    fn place(&mut self, place: &Place) {
        visit_place(self, place);
    }
}

/// The variables that occur.
#[derive(Default)]
pub struct Variables(pub BTreeSet<Var>);

impl Visit for Variables {
    fn var(&mut self, var: Var) {
        self.0.insert(var);
    }
}

/// The variables that an expression mentions.
pub fn variables(expr: &Expr) -> BTreeSet<Var> {
    let mut found = Variables::default();
    found.expr(expr);
    found.0
}

pub fn visit_expr<V: Visit + ?Sized>(v: &mut V, expr: &Expr) {
    v.ty(expr.ty);
    match &expr.kind {
        ExprKind::Int(_) | ExprKind::Float(_) | ExprKind::Zero => {}
        ExprKind::Load(place) | ExprKind::AddrOf(place) => v.place(place),
        ExprKind::Function(func) => v.func(*func),
        ExprKind::Unary(_, operand) | ExprKind::Cast(operand) | ExprKind::Object(_, operand) => v.expr(operand),
        ExprKind::Binary(_, lhs, rhs) => {
            v.expr(lhs);
            v.expr(rhs);
        }
    }
}

pub fn visit_place<V: Visit + ?Sized>(v: &mut V, place: &Place) {
    v.ty(place.ty.ty);
    match &place.kind {
        PlaceKind::Var(var) => v.var(*var),
        PlaceKind::Deref(pointer) => v.expr(pointer),
        PlaceKind::Member(base, _) => v.place(base),
        PlaceKind::Index(base, index) => {
            v.place(base);
            v.expr(index);
        }
    }
}

pub fn visit_op<V: Visit + ?Sized>(v: &mut V, op: &Op) {
    match op {
        Op::Skip => {}
        Op::Assume { cond, via, .. } => {
            v.expr(cond);
            if let Some(func) = via {
                v.func(*func);
            }
        }
        Op::Assign { place, value } => {
            v.place(place);
            v.expr(value);
        }
        Op::Call { dst, callee, args } => {
            if let Some(place) = dst {
                v.place(place);
            }
            match callee {
                Callee::Direct(func) => v.func(*func),
                Callee::Indirect(pointer) => v.expr(pointer),
                Callee::VaArg => {}
            }
            args.iter().for_each(|arg| v.expr(arg));
        }
        Op::Return(value) => {
            if let Some(value) = value {
                v.expr(value);
            }
        }
        Op::Declare(local) => v.var(Var::Local(*local)),
        Op::Havoc { places, objects, cause } => {
            places.iter().for_each(|place| v.place(place));
            objects.iter().for_each(|pointer| v.expr(pointer));
            if let Cause::Asm(asm) = cause {
                for operand in asm.outputs.iter().chain(&asm.inputs) {
                    match &operand.value {
                        AsmValue::Place(place) => v.place(place),
                        AsmValue::Value(value) => v.expr(value),
                    }
                }
            }
        }
        Op::Assert { cond, property } => {
            v.expr(cond);
            v.prop(*property);
        }
    }
}

pub fn visit_cfa<V: Visit + ?Sized>(v: &mut V, cfa: &Cfa) {
    cfa.locals.iter().for_each(|local| v.ty(local.ty.ty));
    cfa.edges.iter().for_each(|edge| visit_op(v, &edge.op));
}

pub fn visit_native<V: Visit + ?Sized>(v: &mut V, native: &Native) {
    match native {
        Native::CallIfFalse { func, args: list } | Native::CallAlways { func, rest: list } => {
            v.func(*func);
            list.iter().for_each(|arg| v.expr(arg));
        }
        Native::Nothing => {}
    }
}

pub fn visit_init<V: Visit + ?Sized>(v: &mut V, init: &Init<Expr>) {
    match init {
        Init::Zero | Init::String(_) => {}
        Init::Expr(value) => v.expr(value),
        Init::List(items) => items.iter().for_each(|item| visit_init(v, &item.init)),
    }
}

/// What an expression asks about the objects that pointers point to.
pub fn queries(expr: &Expr) -> Vec<ObjectQuery> {
    struct Queries(Vec<ObjectQuery>);
    impl Visit for Queries {
        fn expr(&mut self, expr: &Expr) {
            if let ExprKind::Object(query, _) = expr.kind {
                self.0.push(query);
            }
            visit_expr(self, expr);
        }
    }
    let mut queries = Queries(Vec::new());
    queries.expr(expr);
    queries.0
}

/// Whether an expression asks if objects are alive, or what kind they are.
pub fn asks_alive(expr: &Expr) -> bool {
    queries(expr).iter().any(|query| matches!(query, ObjectQuery::Alive | ObjectQuery::Heap))
}

/// The locals whose addresses are taken, of the whole or of a part.
pub fn addressed_locals(cfa: &Cfa) -> BTreeSet<LocalId> {
    struct Addressed(BTreeSet<LocalId>);
    impl Visit for Addressed {
        fn expr(&mut self, expr: &Expr) {
            if let ExprKind::AddrOf(place) = &expr.kind
                && let Some(Var::Local(local)) = place.root()
            {
                self.0.insert(local);
            }
            visit_expr(self, expr);
        }
    }
    let mut addressed = Addressed(BTreeSet::new());
    visit_cfa(&mut addressed, cfa);
    addressed.0
}

/// Changes an automaton in place.
pub trait Rewrite {
    fn ty(&mut self, _: &mut TypeId) {}
    fn local(&mut self, _: &mut LocalId) {}
    fn global(&mut self, _: &mut GlobalId) {}
    fn func(&mut self, _: &mut FuncId) {}
    fn prop(&mut self, _: &mut PropId) {}

    fn expr(&mut self, expr: &mut Expr) {
        rewrite_expr(self, expr);
    }

    fn place(&mut self, place: &mut Place) {
        rewrite_place(self, place);
    }
}

fn rewrite_qtype<R: Rewrite + ?Sized>(r: &mut R, ty: &mut QType) {
    r.ty(&mut ty.ty);
}

fn rewrite_var<R: Rewrite + ?Sized>(r: &mut R, var: &mut Var) {
    match var {
        Var::Global(global) => r.global(global),
        Var::Local(local) => r.local(local),
    }
}

pub fn rewrite_expr<R: Rewrite + ?Sized>(r: &mut R, expr: &mut Expr) {
    r.ty(&mut expr.ty);
    match &mut expr.kind {
        ExprKind::Int(_) | ExprKind::Float(_) | ExprKind::Zero => {}
        ExprKind::Load(place) | ExprKind::AddrOf(place) => r.place(place),
        ExprKind::Function(func) => r.func(func),
        ExprKind::Unary(_, operand) | ExprKind::Cast(operand) | ExprKind::Object(_, operand) => r.expr(operand),
        ExprKind::Binary(_, lhs, rhs) => {
            r.expr(lhs);
            r.expr(rhs);
        }
    }
}

pub fn rewrite_place<R: Rewrite + ?Sized>(r: &mut R, place: &mut Place) {
    rewrite_qtype(r, &mut place.ty);
    match &mut place.kind {
        PlaceKind::Var(var) => rewrite_var(r, var),
        PlaceKind::Deref(pointer) => r.expr(pointer),
        PlaceKind::Member(base, _) => r.place(base),
        PlaceKind::Index(base, index) => {
            r.place(base);
            r.expr(index);
        }
    }
}

pub fn rewrite_op<R: Rewrite + ?Sized>(r: &mut R, op: &mut Op) {
    match op {
        Op::Skip => {}
        Op::Assume { cond, via, .. } => {
            r.expr(cond);
            if let Some(func) = via {
                r.func(func);
            }
        }
        Op::Assign { place, value } => {
            r.place(place);
            r.expr(value);
        }
        Op::Call { dst, callee, args } => {
            if let Some(place) = dst {
                r.place(place);
            }
            match callee {
                Callee::Direct(func) => r.func(func),
                Callee::Indirect(pointer) => r.expr(pointer),
                Callee::VaArg => {}
            }
            args.iter_mut().for_each(|arg| r.expr(arg));
        }
        Op::Return(value) => {
            if let Some(value) = value {
                r.expr(value);
            }
        }
        Op::Declare(local) => r.local(local),
        Op::Havoc { places, objects, cause } => {
            places.iter_mut().for_each(|place| r.place(place));
            objects.iter_mut().for_each(|pointer| r.expr(pointer));
            if let Cause::Asm(asm) = cause {
                for operand in asm.outputs.iter_mut().chain(&mut asm.inputs) {
                    match &mut operand.value {
                        AsmValue::Place(place) => r.place(place),
                        AsmValue::Value(value) => r.expr(value),
                    }
                }
            }
        }
        Op::Assert { cond, property } => {
            r.expr(cond);
            r.prop(property);
        }
    }
}

pub fn rewrite_cfa<R: Rewrite + ?Sized>(r: &mut R, cfa: &mut Cfa) {
    cfa.locals.iter_mut().for_each(|local| rewrite_qtype(r, &mut local.ty));
    cfa.edges.iter_mut().for_each(|edge| rewrite_op(r, &mut edge.op));
}

pub fn rewrite_native<R: Rewrite + ?Sized>(r: &mut R, native: &mut Native) {
    match native {
        Native::CallIfFalse { func, args: list } | Native::CallAlways { func, rest: list } => {
            r.func(func);
            list.iter_mut().for_each(|arg| r.expr(arg));
        }
        Native::Nothing => {}
    }
}

pub fn rewrite_init<R: Rewrite + ?Sized>(r: &mut R, init: &mut Init<Expr>) {
    match init {
        Init::Zero | Init::String(_) => {}
        Init::Expr(value) => r.expr(value),
        Init::List(items) => items.iter_mut().for_each(|item| rewrite_init(r, &mut item.init)),
    }
}

pub fn rewrite_global<R: Rewrite + ?Sized>(r: &mut R, global: &mut Global<Expr>) {
    rewrite_qtype(r, &mut global.ty);
    if let Definition::Defined(init) = &mut global.definition {
        rewrite_init(r, init);
    }
}
