//! What proofs rest on: conditions that hold wherever control is at some location.

use super::visit::{self, Rewrite};
use super::{BinaryOp, Expr, ExprKind, FuncId, LocId, Program, UnaryOp};
use crate::ctype::{TypeId, Types};

/// Holds whenever control is at a location of a function, in every execution of the program that violates nothing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Lemma {
    pub function: FuncId,
    pub at: LocId,
    /// In terms of the function's variables.
    pub cond: Expr,
}

/// A condition that has the same value where signed arithmetic wraps, and is defined there: it is done without signs.
pub fn wrapped(program: &Program, cond: &Expr) -> Expr {
    let mut wrapped = cond.clone();
    Unsigned(&program.types).expr(&mut wrapped);
    wrapped
}

struct Unsigned<'a>(&'a Types);

impl Unsigned<'_> {
    fn of(&self, ty: TypeId) -> Option<TypeId> {
        let kind = self.0.as_int(ty).filter(|kind| kind.is_signed())?;
        Some(self.0.int(kind.to_unsigned()))
    }
}

impl Rewrite for Unsigned<'_> {
    fn expr(&mut self, expr: &mut Expr) {
        visit::rewrite_expr(self, expr);
        let Some(unsigned) = self.of(expr.ty) else { return };
        let ty = expr.ty;
        match &expr.kind {
            ExprKind::Binary(op @ (BinaryOp::Add | BinaryOp::Sub | BinaryOp::Mul), a, b) => {
                let part = |part: &Expr| part.clone().cast(unsigned);
                *expr = Expr::binary(*op, part(a), part(b), unsigned).cast(ty);
            }
            ExprKind::Unary(UnaryOp::Neg, a) => {
                *expr = Expr::binary(BinaryOp::Sub, Expr::int(unsigned, 0), (**a).clone().cast(unsigned), unsigned)
                    .cast(ty);
            }
            _ => {}
        }
    }
}
