//! Statements.

use super::*;
use crate::frontend::typed::{Expr as Source, LabelId, Stmt, StmtKind};

/// Where `break` and `continue` go.
pub(super) struct Jump {
    end: LocId,
    /// `None` for a switch.
    next: Option<LocId>,
    /// How many objects of variable length are alive there.
    depth: usize,
}

/// The cases of a switch, as its body is lowered.
#[derive(Default)]
pub(super) struct Cases {
    cases: Vec<(i128, i128, LocId, Span)>,
    default: Option<LocId>,
}

impl Lower<'_> {
    /// A block: what it declares ends with it.
    pub(super) fn block(&mut self, stmts: &[Stmt]) -> Result<()> {
        let depth = self.vlas.depth();
        self.sequence(stmts)?;
        self.close_to(depth);
        Ok(())
    }

    pub(super) fn sequence(&mut self, stmts: &[Stmt]) -> Result<()> {
        stmts.iter().try_for_each(|stmt| self.stmt(stmt))
    }

    fn stmt(&mut self, stmt: &Stmt) -> Result<()> {
        let outer = std::mem::replace(&mut self.span, stmt.span);
        match &stmt.kind {
            StmtKind::Expr(expr) => self.discard(expr)?,
            StmtKind::Declare(local, init) => self.declare(*local, init.as_ref())?,
            StmtKind::Block(stmts) => self.block(stmts)?,
            StmtKind::If(cond, then, other) => self.branch_stmt(cond, then, other.as_deref())?,
            StmtKind::While(cond, body) => self.loop_stmt(Some(cond), None, body)?,
            StmtKind::For(cond, step, body) => self.loop_stmt(cond.as_ref(), step.as_ref(), body)?,
            StmtKind::DoWhile(body, cond) => self.do_while(body, cond)?,
            StmtKind::Switch(value, body) => self.switch(value, body)?,
            StmtKind::Case(low, high) => {
                let here = self.arrive();
                if let Some(switch) = self.switches.last_mut() {
                    switch.cases.push((*low, *high, here, stmt.span));
                }
            }
            StmtKind::Default => {
                let here = self.arrive();
                if let Some(switch) = self.switches.last_mut() {
                    switch.default = Some(here);
                }
            }
            StmtKind::Label(label) => {
                let at = self.label(*label);
                self.goto(at);
                self.here = at;
                self.vlas.at_label(*label);
            }
            StmtKind::Goto(label) => {
                let at = self.label(*label);
                self.vlas.at_goto(self.edges.len(), *label);
                self.goto(at);
            }
            StmtKind::Break => match self.jumps.last() {
                Some(jump) => {
                    let (end, depth) = (jump.end, jump.depth);
                    self.restore_to(depth);
                    self.goto(end);
                }
                None => return unsupported("break outside of a loop or a switch", stmt.span),
            },
            StmtKind::Continue => match self.jumps.iter().rev().find(|jump| jump.next.is_some()) {
                Some(&Jump { next: Some(next), depth, .. }) => {
                    self.restore_to(depth);
                    self.goto(next);
                }
                _ => return unsupported("continue outside of a loop", stmt.span),
            },
            StmtKind::Return(value) => self.return_stmt(value.as_ref())?,
            StmtKind::Asm(asm) => self.asm(asm)?,
        }
        self.span = outer;
        Ok(())
    }

    /// A new location that we come to from here, and that others may jump to.
    fn arrive(&mut self) -> LocId {
        let at = self.new_location();
        self.goto(at);
        self.here = at;
        at
    }

    fn label(&mut self, label: LabelId) -> LocId {
        match self.labels[label.0 as usize] {
            Some(at) => at,
            None => {
                let at = self.new_location();
                self.labels[label.0 as usize] = Some(at);
                at
            }
        }
    }

    fn declare(&mut self, local: LocalId, init: Option<&Init<Source>>) -> Result<()> {
        if vla::has_variable_size(self.types, self.body.locals[local.0 as usize].ty.ty) {
            if init.is_some() {
                return unsupported("an initialiser for an array of variable length", self.span);
            }
            return self.allocate(local);
        }
        self.emit(Op::Declare(local));
        match init {
            Some(init) => self.initialise(self.local(local), init),
            None => Ok(()),
        }
    }

    fn branch_stmt(&mut self, cond: &Source, then: &Stmt, other: Option<&Stmt>) -> Result<()> {
        let (yes, end) = (self.new_location(), self.new_location());
        let no = if other.is_some() { self.new_location() } else { end };
        self.branch(cond, yes, no)?;
        self.arm(yes, end, |this| this.stmt(then))?;
        if let Some(other) = other {
            self.arm(no, end, |this| this.stmt(other))?;
        }
        self.here = end;
        Ok(())
    }

    /// `while` and `for`: one head, where the condition is evaluated.
    fn loop_stmt(&mut self, cond: Option<&Source>, step: Option<&Source>, body: &Stmt) -> Result<()> {
        self.vlas.loops += 1;
        let head = self.arrive();
        let (inside, end) = (self.new_location(), self.new_location());
        let next = if step.is_some() { self.new_location() } else { head };
        match cond {
            Some(cond) => self.branch(cond, inside, end)?,
            None => self.goto(inside),
        }
        self.here = inside;
        self.jump_body(end, Some(next), body)?;
        self.goto(next);
        if let Some(step) = step {
            self.here = next;
            self.discard(step)?;
            self.goto(head);
        }
        self.here = end;
        self.vlas.loops -= 1;
        Ok(())
    }

    fn do_while(&mut self, body: &Stmt, cond: &Source) -> Result<()> {
        self.vlas.loops += 1;
        let head = self.arrive();
        let (next, end) = (self.new_location(), self.new_location());
        self.jump_body(end, Some(next), body)?;
        self.goto(next);
        self.here = next;
        self.branch(cond, head, end)?;
        self.here = end;
        self.vlas.loops -= 1;
        Ok(())
    }

    /// A statement in which `break` and `continue` have a meaning.
    fn jump_body(&mut self, end: LocId, next: Option<LocId>, body: &Stmt) -> Result<()> {
        self.jumps.push(Jump { end, next, depth: self.vlas.depth() });
        self.stmt(body)?;
        self.jumps.pop();
        Ok(())
    }

    fn return_stmt(&mut self, value: Option<&Source>) -> Result<()> {
        let value = match value {
            Some(value) if value.ty.ty == Types::VOID => {
                self.discard(value)?;
                None
            }
            Some(value) => Some(self.value(value)?),
            None => None,
        };
        self.leave(Op::Return(value), self.exit);
        Ok(())
    }

    /// A chain of comparisons to the cases, in their order; the body is lowered first, to know them.
    fn switch(&mut self, value: &Source, body: &Stmt) -> Result<()> {
        let value = self.value(value)?;
        let steady = match &value.kind {
            ExprKind::Int(_) => true,
            ExprKind::Load(Place { kind: PlaceKind::Var(var), .. }) => !self.is_exposed(*var),
            _ => false,
        };
        let value = if steady { value } else { self.save(value) };
        let dispatch = std::mem::replace(&mut self.here, LocId(0));
        self.here = self.new_location();
        let end = self.new_location();
        self.switches.push(Cases::default());
        self.jump_body(end, None, body)?;
        self.goto(end);
        let Cases { cases, default } = self.switches.pop().unwrap_or_default();
        self.here = dispatch;
        for (low, high, at, span) in cases {
            self.span = span;
            let next = self.new_location();
            self.dispatch(&value, low, high, at, next);
            self.here = next;
        }
        self.goto(default.unwrap_or(end));
        self.here = end;
        Ok(())
    }

    /// To `at` when the value is in the range, else to `next`.
    fn dispatch(&mut self, value: &Expr, low: i128, high: i128, at: LocId, next: LocId) {
        if let ExprKind::Int(value) = value.kind {
            return self.goto(if low <= value && value <= high { at } else { next });
        }
        let compare = |op, bound| Expr::binary(op, value.clone(), Expr::int(value.ty, bound), Types::INT);
        if low == high {
            return self.branch_on(compare(BinaryOp::Eq, low), at, next);
        }
        let above = self.new_location();
        self.branch_on(compare(BinaryOp::Ge, low), above, next);
        self.here = above;
        self.branch_on(compare(BinaryOp::Le, high), at, next);
    }
}
