//! What an evaluation may change, and which values that would disturb.
//!
//! A local whose address is never taken changes only where it is named; everything else may change in any call and in
//! any store through a pointer. Long operands are not searched to the end: past a budget they may change anything.

use super::*;
use crate::cfa::library::{self, Effect};
use crate::frontend::typed::{Expr as Source, ExprKind as S, Stmt, StmtKind};

/// What an expression of the source may change.
#[derive(Clone, Debug, Default)]
pub(super) struct Writes {
    /// Variables that it names.
    vars: Vec<Var>,
    /// Whatever a pointer may point to: every global, and every local whose address is taken.
    memory: bool,
    everything: bool,
}

impl Writes {
    pub(super) fn of(expr: &Source) -> Writes {
        let mut writes = Writes::default();
        writes.add(expr);
        writes
    }

    /// Of a store to a place.
    pub(super) fn to_place(place: &Place) -> Writes {
        let root = place.root();
        Writes { memory: root.is_none(), vars: root.into_iter().collect(), everything: false }
    }

    pub(super) fn add(&mut self, expr: &Source) {
        let mut scan = Scan { found: self, budget: 400 };
        walk_expr(&mut scan, expr);
    }

    pub(super) fn add_place(&mut self, place: &Place) {
        match place.root() {
            Some(var) => self.vars.push(var),
            None => self.memory = true,
        }
    }

    fn is_empty(&self) -> bool {
        self.vars.is_empty() && !self.memory && !self.everything
    }
}

impl Lower<'_> {
    /// Counts a place where C does not say which of these operands is evaluated first, if a call in one of them may
    /// change what another one reads, or calls something as well.
    pub(super) fn unsequenced<'e>(&mut self, operands: impl IntoIterator<Item = &'e Source>) {
        let operands: Vec<&Source> = operands.into_iter().collect();
        self.count_order(&operands, 0);
    }

    /// The same for `lhs op= rhs`, which also reads what it changes.
    pub(super) fn unsequenced_update(&mut self, lhs: &Source, rhs: &Source) {
        let shared = root(lhs).is_none_or(|var| self.is_exposed(var));
        self.count_order(&[lhs, rhs], u32::from(shared));
    }

    fn count_order(&mut self, operands: &[&Source], mut reads: u32) {
        if !operands.iter().any(|operand| operand.effects) {
            return;
        }
        let mut calls = 0;
        for operand in operands {
            let mut uses = Uses { lower: self, calls: false, reads: false, budget: 400 };
            walk_expr(&mut uses, operand);
            calls += u32::from(uses.calls);
            reads += u32::from(uses.reads || uses.calls);
        }
        self.unordered += u32::from(calls > 0 && reads > 1);
    }

    /// Whether a call of the source may change objects of the program.
    fn changes_something(&self, callee: &typed::Callee) -> bool {
        match callee {
            typed::Callee::Direct(func) => {
                let known = library::known(&self.context.funcs[func.0 as usize].name);
                known.is_none_or(|known| known.effect != Effect::Nothing)
            }
            _ => true,
        }
    }

    /// The value as it is now, whatever the writes do later.
    pub(super) fn keep(&mut self, value: Expr, writes: &Writes) -> Expr {
        if self.disturbs(writes, &value) && value.ty != Types::VA_LIST { self.save(value) } else { value }
    }

    /// The place as it is now: the writes may change its contents, but not where it is.
    pub(super) fn keep_place(&mut self, place: Place, writes: &Writes) -> Place {
        if !self.moves(writes, &place) {
            return place;
        }
        let kind = match place.kind {
            PlaceKind::Var(var) => PlaceKind::Var(var),
            PlaceKind::Deref(pointer) => PlaceKind::Deref(Box::new(self.keep(*pointer, writes))),
            PlaceKind::Member(base, field) => PlaceKind::Member(Box::new(self.keep_place(*base, writes)), field),
            PlaceKind::Index(base, index) => {
                let base = self.keep_place(*base, writes);
                PlaceKind::Index(Box::new(base), Box::new(self.keep(*index, writes)))
            }
        };
        Place { kind, ty: place.ty }
    }

    /// Whether the value may be another one after the writes.
    pub(super) fn disturbs(&self, writes: &Writes, value: &Expr) -> bool {
        !writes.is_empty() && self.changes_value(writes, value)
    }

    fn changes_value(&self, writes: &Writes, value: &Expr) -> bool {
        match &value.kind {
            ExprKind::Int(_) | ExprKind::Float(_) | ExprKind::Zero | ExprKind::Function(_) => false,
            ExprKind::Load(place) => self.changes_contents(writes, place) || self.changes_address(writes, place),
            ExprKind::AddrOf(place) => self.changes_address(writes, place),
            ExprKind::Unary(_, operand) | ExprKind::Cast(operand) | ExprKind::Object(_, operand) => {
                self.changes_value(writes, operand)
            }
            ExprKind::Binary(_, lhs, rhs) => self.changes_value(writes, lhs) || self.changes_value(writes, rhs),
        }
    }

    /// Whether the place may be elsewhere after the writes.
    pub(super) fn moves(&self, writes: &Writes, place: &Place) -> bool {
        !writes.is_empty() && self.changes_address(writes, place)
    }

    fn changes_address(&self, writes: &Writes, place: &Place) -> bool {
        match &place.kind {
            PlaceKind::Var(_) => false,
            PlaceKind::Deref(pointer) => self.changes_value(writes, pointer),
            PlaceKind::Member(base, _) => self.changes_address(writes, base),
            PlaceKind::Index(base, index) => self.changes_address(writes, base) || self.changes_value(writes, index),
        }
    }

    fn changes_contents(&self, writes: &Writes, place: &Place) -> bool {
        match place.root() {
            Some(var) => {
                let own = matches!(var, Var::Local(local) if local.0 as usize >= self.exposed.len());
                (writes.everything && !own) || writes.vars.contains(&var) || (writes.memory && self.is_exposed(var))
            }
            None => writes.everything || writes.memory || writes.vars.iter().any(|var| self.is_exposed(*var)),
        }
    }

    /// Whether something but its name may reach the variable. Nothing writes to a temporary through a pointer.
    pub(super) fn is_exposed(&self, var: Var) -> bool {
        match var {
            Var::Global(_) => true,
            Var::Local(local) => self.exposed.get(local.0 as usize).copied().unwrap_or(false),
        }
    }
}

/// The locals whose address may be held somewhere: it is taken, or they are of an opaque or variable type.
pub(super) fn exposed(types: &Types, body: &typed::Body) -> Vec<bool> {
    let opaque = |ty| ty == Types::VA_LIST || vla::has_variable_size(types, ty);
    let mut exposed = Exposed { found: body.locals.iter().map(|local| opaque(local.ty.ty)).collect() };
    body.block.iter().for_each(|stmt| walk_stmt(&mut exposed, stmt));
    exposed.found
}

struct Exposed {
    found: Vec<bool>,
}

impl Walk for Exposed {
    fn enter(&mut self, expr: &Source) -> bool {
        if let S::AddrOf(lvalue) | S::Decay(lvalue) = &expr.kind
            && let Some(Var::Local(local)) = root(lvalue)
        {
            self.found[local.0 as usize] = true;
        }
        true
    }
}

/// What an operand does that others may notice, or notices of others.
struct Uses<'l, 'a> {
    lower: &'l Lower<'a>,
    calls: bool,
    reads: bool,
    budget: u32,
}

impl Walk for Uses<'_, '_> {
    fn enter(&mut self, expr: &Source) -> bool {
        if self.budget == 0 {
            (self.calls, self.reads) = (self.calls || expr.effects, true);
            return false;
        }
        self.budget -= 1;
        match &expr.kind {
            S::Call { callee, .. } => self.calls |= self.lower.changes_something(callee),
            S::Load(lvalue) if !lvalue.ty.quals.contains(Quals::CONST) => {
                self.reads |= root(lvalue).is_none_or(|var| self.lower.is_exposed(var));
            }
            _ => {}
        }
        true
    }
}

struct Scan<'w> {
    found: &'w mut Writes,
    budget: u32,
}

impl Scan<'_> {
    fn store(&mut self, lvalue: &Source) {
        match root(lvalue) {
            Some(var) => self.found.vars.push(var),
            None => self.found.memory = true,
        }
    }
}

impl Walk for Scan<'_> {
    fn enter(&mut self, expr: &Source) -> bool {
        if !expr.effects || self.found.everything {
            return false;
        }
        if self.budget == 0 {
            self.found.everything = true;
            return false;
        }
        self.budget -= 1;
        match &expr.kind {
            S::Assign(place, _) | S::CompoundAssign { place, .. } | S::Step { place, .. } => self.store(place),
            S::CompoundLiteral(local, _) => self.found.vars.push(Var::Local(*local)),
            S::Call { .. } | S::VaArg(_) | S::Overflow { ptr: Some(_), .. } => self.found.memory = true,
            _ => {}
        }
        true
    }

    fn stmt(&mut self, stmt: &Stmt) {
        match &stmt.kind {
            StmtKind::Declare(local, _) => self.found.vars.push(Var::Local(*local)),
            StmtKind::Asm(asm) => {
                asm.outputs.iter().for_each(|output| self.store(&output.value));
                self.found.memory = true;
            }
            _ => {}
        }
    }
}

/// The variable that an lvalue is a part of; `None` behind a pointer, and for a part of a value.
fn root(lvalue: &Source) -> Option<Var> {
    match &lvalue.kind {
        S::Var(var) => Some(*var),
        S::CompoundLiteral(local, _) => Some(Var::Local(*local)),
        S::Member(base, _) | S::Index(base, _) => root(base),
        _ => None,
    }
}

/// A walk over the typed program.
trait Walk {
    /// Says whether to look inside.
    fn enter(&mut self, expr: &Source) -> bool;
    fn stmt(&mut self, _: &Stmt) {}
}

fn walk_expr(walk: &mut impl Walk, expr: &Source) {
    if !walk.enter(expr) {
        return;
    }
    match &expr.kind {
        S::Int(_) | S::Float(_) | S::Var(_) | S::Function(_) | S::Placeholder | S::SizeOfVla(_) => {}
        S::Deref(e)
        | S::Member(e, _)
        | S::Load(e)
        | S::Decay(e)
        | S::AddrOf(e)
        | S::Unary(_, e)
        | S::Cast(e)
        | S::Not(e)
        | S::VaArg(e) => walk_expr(walk, e),
        S::Step { place, .. } => walk_expr(walk, place),
        S::Index(a, b)
        | S::Binary(_, a, b)
        | S::LogicalAnd(a, b)
        | S::LogicalOr(a, b)
        | S::Comma(a, b)
        | S::Assign(a, b) => {
            walk_expr(walk, a);
            walk_expr(walk, b);
        }
        S::CompoundAssign { place, value, .. } => {
            walk_expr(walk, place);
            walk_expr(walk, value);
        }
        S::Conditional(a, b, c) | S::Elvis(a, b, c) => {
            walk_expr(walk, a);
            walk_expr(walk, b);
            walk_expr(walk, c);
        }
        S::CompoundLiteral(_, init) => walk_init(walk, init),
        S::Call { callee, args } => {
            if let typed::Callee::Indirect(pointer) = callee {
                walk_expr(walk, pointer);
            }
            args.iter().for_each(|arg| walk_expr(walk, arg));
        }
        S::Statements(stmts, value) => {
            stmts.iter().for_each(|stmt| walk_stmt(walk, stmt));
            if let Some(value) = value {
                walk_expr(walk, value);
            }
        }
        S::Overflow { lhs, rhs, ptr, .. } => {
            walk_expr(walk, lhs);
            walk_expr(walk, rhs);
            if let Some(ptr) = ptr {
                walk_expr(walk, ptr);
            }
        }
    }
}

fn walk_init(walk: &mut impl Walk, init: &Init<Source>) {
    match init {
        Init::Zero | Init::String(_) => {}
        Init::Expr(value) => walk_expr(walk, value),
        Init::List(items) => items.iter().for_each(|item| walk_init(walk, &item.init)),
    }
}

fn walk_stmt(walk: &mut impl Walk, stmt: &Stmt) {
    walk.stmt(stmt);
    match &stmt.kind {
        StmtKind::Expr(e) | StmtKind::Return(Some(e)) => walk_expr(walk, e),
        StmtKind::Declare(_, Some(init)) => walk_init(walk, init),
        StmtKind::Block(stmts) => stmts.iter().for_each(|stmt| walk_stmt(walk, stmt)),
        StmtKind::If(cond, then, other) => {
            walk_expr(walk, cond);
            walk_stmt(walk, then);
            if let Some(other) = other {
                walk_stmt(walk, other);
            }
        }
        StmtKind::While(cond, body) | StmtKind::DoWhile(body, cond) | StmtKind::Switch(cond, body) => {
            walk_expr(walk, cond);
            walk_stmt(walk, body);
        }
        StmtKind::For(cond, step, body) => {
            cond.iter().chain(step).for_each(|e| walk_expr(walk, e));
            walk_stmt(walk, body);
        }
        StmtKind::Asm(asm) => {
            asm.outputs.iter().chain(&asm.inputs).for_each(|operand| walk_expr(walk, &operand.value));
        }
        StmtKind::Declare(_, None)
        | StmtKind::Case(..)
        | StmtKind::Default
        | StmtKind::Label(_)
        | StmtKind::Goto(_)
        | StmtKind::Break
        | StmtKind::Continue
        | StmtKind::Return(None) => {}
    }
}
