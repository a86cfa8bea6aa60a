//! Conditions: branches to one of two locations.

use super::expr::{constant_truth, inverse};
use super::*;
use crate::frontend::typed::{Expr as Source, ExprKind as S};

impl Lower<'_> {
    /// Goes to `then` when the scalar is nonzero, to `other` when it is zero. We are nowhere afterwards.
    pub(super) fn branch(&mut self, expr: &Source, then: LocId, other: LocId) -> Result<()> {
        let outer = std::mem::replace(&mut self.span, expr.span);
        match &expr.kind {
            _ if constant_truth(expr).is_some() => {
                let truth = constant_truth(expr) == Some(true);
                self.goto(if truth { then } else { other });
            }
            S::Not(operand) => self.branch(operand, other, then)?,
            S::LogicalAnd(a, b) => {
                let both = self.new_location();
                self.branch(a, both, other)?;
                self.here = both;
                self.branch(b, then, other)?;
            }
            S::LogicalOr(a, b) => {
                let neither = self.new_location();
                self.branch(a, then, neither)?;
                self.here = neither;
                self.branch(b, then, other)?;
            }
            S::Conditional(cond, a, b) => {
                let (first, second) = (self.new_location(), self.new_location());
                self.branch(cond, first, second)?;
                self.here = first;
                self.branch(a, then, other)?;
                self.here = second;
                self.branch(b, then, other)?;
            }
            S::Comma(first, second) => {
                self.discard(first)?;
                self.branch(second, then, other)?;
            }
            S::Cast(operand) if self.types.as_int(expr.ty.ty).is_some() && self.is_truth(operand) => {
                self.branch(operand, then, other)?;
            }
            S::Binary(BinaryOp::Ne, operand, zero) if self.is_truth(operand) && is_zero(zero) => {
                self.branch(operand, then, other)?;
            }
            S::Binary(BinaryOp::Eq, operand, zero) if self.is_truth(operand) && is_zero(zero) => {
                self.branch(operand, other, then)?;
            }
            _ => {
                let value = self.value(expr)?;
                self.branch_on(value, then, other);
            }
        }
        self.span = outer;
        Ok(())
    }

    /// Branches on a value.
    pub(super) fn branch_on(&mut self, cond: Expr, then: LocId, other: LocId) {
        match cond.truth(self.types) {
            Some(true) => self.goto(then),
            Some(false) => self.goto(other),
            None if then == other => self.goto(then),
            None => {
                let (from, span) = (self.here, self.span);
                let op = Op::Assume { cond: cond.clone(), truth: true, via: None };
                self.edges.push(Edge { from, to: then, op, span });
                self.leave(Op::Assume { cond, truth: false, via: None }, other);
            }
        }
    }

    /// Whether the value is 0 or 1 because the operator says so, so that a conversion between integers keeps it.
    fn is_truth(&self, expr: &Source) -> bool {
        match &expr.kind {
            S::Not(_) | S::LogicalAnd(..) | S::LogicalOr(..) => true,
            S::Binary(op, ..) => inverse(*op).is_some(),
            S::Cast(operand) => self.types.as_int(expr.ty.ty).is_some() && self.is_truth(operand),
            _ => false,
        }
    }
}

fn is_zero(expr: &Source) -> bool {
    matches!(expr.kind, S::Int(0))
}
