//! Expressions whose value nobody wants.
//!
//! C evaluates them all the same, and what goes wrong there is as wrong as elsewhere: `a[i];` reads out of bounds. So a
//! value without effects is dropped only when computing it cannot fail; otherwise it goes to a temporary.

use super::*;
use crate::ctype::ArrayLen;
use crate::frontend::typed::{Expr as Source, ExprKind as S};

impl Lower<'_> {
    /// Evaluates an expression for its effects.
    pub(super) fn discard(&mut self, expr: &Source) -> Result<()> {
        let outer = std::mem::replace(&mut self.span, expr.span);
        self.discard_here(expr)?;
        self.span = outer;
        Ok(())
    }

    fn discard_here(&mut self, expr: &Source) -> Result<()> {
        match &expr.kind {
            S::Cast(e) if expr.ty.ty == Types::VOID => self.discard(e)?,
            S::Not(e) => self.discard(e)?,
            S::Comma(a, b) => {
                self.discard(a)?;
                self.discard(b)?;
            }
            S::Call { callee, args } => self.call(callee, args, None)?,
            S::Assign(place, value) => drop(self.assign(place, value, false)?),
            S::CompoundAssign { op, place, value, computed } => {
                drop(self.compound(*op, place, value, *computed, false)?);
            }
            S::Step { place, delta, post, computed } => drop(self.step(place, *delta, *post, *computed, false)?),
            S::LogicalAnd(a, b) => {
                let (then, end) = (self.new_location(), self.new_location());
                self.branch(a, then, end)?;
                self.arm(then, end, |this| this.discard(b))?;
                self.here = end;
            }
            S::LogicalOr(a, b) => {
                let (other, end) = (self.new_location(), self.new_location());
                self.branch(a, end, other)?;
                self.arm(other, end, |this| this.discard(b))?;
                self.here = end;
            }
            S::Conditional(cond, a, b) => {
                self.choose(cond, |this, truth| this.discard(if truth { a } else { b }))?;
            }
            S::Elvis(first, a, b) => self.choose_elvis(first, a, b, |this, arm| this.discard(arm))?,
            S::Statements(stmts, value) => {
                let depth = self.vlas.depth();
                self.sequence(stmts)?;
                if let Some(value) = value {
                    self.discard(value)?;
                }
                self.close_to(depth);
            }
            // `*p` with a pointer to void: there is nothing to read.
            S::Deref(pointer) if expr.ty.ty == Types::VOID => self.discard(pointer)?,
            _ => {
                let value = self.value(expr)?;
                if value.ty != Types::VA_LIST && may_fail(self.types, &value) {
                    self.save(value);
                }
            }
        }
        Ok(())
    }
}

/// Whether computing a value may be undefined, if its variables hold values.
pub(in crate::cfa) fn may_fail(types: &Types, value: &Expr) -> bool {
    match &value.kind {
        ExprKind::Int(_) | ExprKind::Float(_) | ExprKind::Zero | ExprKind::Function(_) => false,
        ExprKind::Load(place) | ExprKind::AddrOf(place) => place_may_fail(types, place),
        ExprKind::Unary(op, operand) => *op == UnaryOp::Neg && types.is_signed(value.ty) || may_fail(types, operand),
        ExprKind::Object(_, pointer) => may_fail(types, pointer),
        ExprKind::Cast(operand) => {
            types.as_float(operand.ty).is_some() && types.as_int(value.ty).is_some() || may_fail(types, operand)
        }
        ExprKind::Binary(op, lhs, rhs) => {
            use BinaryOp::*;
            let fails = match op {
                Add | Sub | Mul => types.is_signed(value.ty),
                Div | Rem => types.as_int(value.ty).is_some(),
                Shl | Shr | PtrAdd | PtrSub | PtrDiff => true,
                And | Xor | Or | Eq | Ne | Lt | Le | Gt | Ge => false,
            };
            fails || may_fail(types, lhs) || may_fail(types, rhs)
        }
    }
}

fn place_may_fail(types: &Types, place: &Place) -> bool {
    match &place.kind {
        PlaceKind::Var(_) => false,
        PlaceKind::Deref(_) => true,
        PlaceKind::Member(base, _) => place_may_fail(types, base),
        PlaceKind::Index(base, index) => {
            let inside = match (&types[base.ty.ty], &index.kind) {
                (Type::Array { len: ArrayLen::Fixed(n), .. }, ExprKind::Int(at)) => (0..i128::from(*n)).contains(at),
                _ => false,
            };
            !inside || place_may_fail(types, base)
        }
    }
}
