//! Constant folding and constant expressions.
//!
//! Integer operations on constants are folded where they are defined; an operation that overflows or divides by zero
//! stays in the program, so that it can be checked. Constants are always within the range of their type.

use super::convert::int_value;
use super::*;
use crate::ctype::{IntKind, Quals};
use lang_c::ast;
use lang_c::span::Node;

impl Sema<'_> {
    pub(super) fn integer_constant(&mut self, expr: &Node<ast::Expression>) -> Result<i128> {
        let span = self.span(expr.span);
        let value = self.value(expr)?;
        self.constant_value(&value)
            .ok_or_else(|| Diagnostic::new("constant", "this must be an integer constant expression").at(span))
    }

    /// The result of an integer operation on constants of one type, if it is defined.
    pub(super) fn fold_binary(&self, op: BinaryOp, a: i128, b: i128, kind: IntKind) -> Option<i128> {
        use BinaryOp::*;
        let unsigned128 = kind == IntKind::UInt128;
        let (ua, ub) = (a as u128, b as u128);
        let result = match op {
            Add if unsigned128 => a.wrapping_add(b),
            Sub if unsigned128 => a.wrapping_sub(b),
            Mul if unsigned128 => a.wrapping_mul(b),
            Div if unsigned128 => ua.checked_div(ub)? as i128,
            Rem if unsigned128 => ua.checked_rem(ub)? as i128,
            Add => a.checked_add(b)?,
            Sub => a.checked_sub(b)?,
            Mul => a.checked_mul(b)?,
            Div => a.checked_div(b)?,
            Rem => a.checked_rem(b)?,
            And => a & b,
            Or => a | b,
            Xor => a ^ b,
            Eq => return Some((a == b) as i128),
            Ne => return Some((a != b) as i128),
            Lt if unsigned128 => return Some((ua < ub) as i128),
            Le if unsigned128 => return Some((ua <= ub) as i128),
            Gt if unsigned128 => return Some((ua > ub) as i128),
            Ge if unsigned128 => return Some((ua >= ub) as i128),
            Lt => return Some((a < b) as i128),
            Le => return Some((a <= b) as i128),
            Gt => return Some((a > b) as i128),
            Ge => return Some((a >= b) as i128),
            Shl | Shr | PtrAdd | PtrSub | PtrDiff => return None,
        };
        let wrapped = self.types.wrap(kind, result);
        // INT_MIN / -1 and INT_MIN % -1 are caught here as well: their quotient does not fit.
        let overflows = kind.is_signed() && (wrapped != result || op == Rem && b == -1 && self.is_min(kind, a));
        (!overflows).then_some(wrapped)
    }

    fn is_min(&self, kind: IntKind, value: i128) -> bool {
        value < 0 && self.types.wrap(kind, value.wrapping_sub(1)) != value.wrapping_sub(1)
    }

    /// A shift of constants: the amount must be within the width. Left shifts of signed values wrap, as gcc has it, and
    /// are folded only when no bit is lost.
    pub(super) fn fold_shift(&self, op: BinaryOp, a: i128, amount: i128, kind: IntKind) -> Option<i128> {
        let bits = self.types.model.int_bits(kind);
        if amount < 0 || amount >= i128::from(bits) {
            return None;
        }
        if op == BinaryOp::Shr {
            return Some(if kind == IntKind::UInt128 { (a as u128 >> amount) as i128 } else { a >> amount });
        }
        let wrapped = self.types.wrap(kind, a.wrapping_shl(amount as u32));
        (!kind.is_signed() || wrapped >> amount == a && a >= 0).then_some(wrapped)
    }

    pub(super) fn fold_unary(&self, op: UnaryOp, a: i128, kind: IntKind) -> Option<i128> {
        let result = match op {
            UnaryOp::Neg => a.wrapping_neg(),
            UnaryOp::BitNot => !a,
        };
        let wrapped = self.types.wrap(kind, result);
        let overflows = kind.is_signed() && op == UnaryOp::Neg && self.is_min(kind, a);
        (!overflows).then_some(wrapped)
    }

    /// Whether a condition is constant, and which way it goes.
    pub(super) fn known_truth(&self, expr: &Expr) -> Option<bool> {
        match &expr.kind {
            ExprKind::Int(value) => Some(*value != 0),
            ExprKind::Function(func) => (!self.funcs[func.0 as usize].attributes.weak).then_some(true),
            ExprKind::Float(bits) => {
                let kind = self.types.as_float(expr.ty.ty)?;
                Some(!literal::float_is_zero(*bits, kind))
            }
            ExprKind::Decay(place) => match place.kind {
                ExprKind::Var(Var::Local(_)) => Some(true),
                ExprKind::Var(Var::Global(id)) => (!self.globals[id.0 as usize].weak).then_some(true),
                _ => None,
            },
            ExprKind::Cast(inner) if self.types.is_scalar(expr.ty.ty) && !inner.effects => {
                // Only where no bit can get lost.
                (self.types.pointee(inner.ty.ty).is_some()
                    && (self.types.pointee(expr.ty.ty).is_some() || expr.ty.ty == Types::BOOL))
                    .then(|| self.known_truth(inner))
                    .flatten()
            }
            _ => None,
        }
    }

    /// Makes an expression fit for a static initialiser (6.6p7–9), or says why it is not.
    pub(super) fn static_value(&mut self, expr: Expr) -> Result<Expr> {
        let expr = self.read_constants(expr);
        if self.is_static(&expr) {
            return Ok(expr);
        }
        Err(Diagnostic::new("constant", "the initialiser of a static object must be constant").at(expr.span))
    }

    /// Replaces reads of constant globals by their values, as gcc allows in initialisers, and decided conditionals by
    /// their results.
    fn read_constants(&mut self, expr: Expr) -> Expr {
        let Expr { kind, ty, span, effects } = expr;
        let kind = match kind {
            ExprKind::Load(place) => match self.constant_object(&place) {
                Some(value) => return self.expr_of(value, ty, span, false),
                None => ExprKind::Load(place),
            },
            ExprKind::Cast(inner) => {
                let inner = self.read_constants(*inner);
                return if self.types.is_scalar(ty.ty) && self.types.is_scalar(inner.ty.ty) {
                    self.convert(inner, ty.ty)
                } else {
                    self.expr_of(ExprKind::Cast(Box::new(inner)), ty, span, effects)
                };
            }
            ExprKind::Conditional(cond, a, b) => {
                let cond = self.read_constants(*cond);
                match self.evaluate(&cond) {
                    Some(value) => return self.read_constants(if value.truth() { *a } else { *b }),
                    None => ExprKind::Conditional(Box::new(cond), a, b),
                }
            }
            ExprKind::Unary(op, a) => ExprKind::Unary(op, Box::new(self.read_constants(*a))),
            ExprKind::Not(a) => ExprKind::Not(Box::new(self.read_constants(*a))),
            ExprKind::LogicalAnd(a, b) => {
                ExprKind::LogicalAnd(Box::new(self.read_constants(*a)), Box::new(self.read_constants(*b)))
            }
            ExprKind::LogicalOr(a, b) => {
                ExprKind::LogicalOr(Box::new(self.read_constants(*a)), Box::new(self.read_constants(*b)))
            }
            ExprKind::Binary(op, a, b) => {
                let (a, b) = (self.read_constants(*a), self.read_constants(*b));
                if let (Some(x), Some(y), Some(kind)) = (int_value(&a), int_value(&b), self.types.as_int(a.ty.ty))
                    && let Some(value) = self.fold_binary(op, x, y, kind)
                {
                    return self.int_expr(value, ty.ty, span);
                }
                ExprKind::Binary(op, Box::new(a), Box::new(b))
            }
            other => other,
        };
        Expr { kind, ty, span, effects }
    }

    fn constant_object(&self, place: &Expr) -> Option<ExprKind> {
        let id = match &place.kind {
            ExprKind::Var(Var::Global(id)) => *id,
            ExprKind::Index(array, index) => return self.character_of(array, index),
            _ => return None,
        };
        let global = &self.globals[id.0 as usize];
        if !global.ty.quals.contains(Quals::CONST) || global.ty.quals.contains(Quals::VOLATILE) {
            return None;
        }
        match &global.definition {
            Definition::Defined(Init::Expr(value)) => match value.kind {
                ExprKind::Int(_) | ExprKind::Float(_) => Some(value.kind.clone()),
                _ => None,
            },
            _ => None,
        }
    }

    /// `"text"[index]`.
    fn character_of(&self, array: &Expr, index: &Expr) -> Option<ExprKind> {
        let ExprKind::Var(Var::Global(id)) = array.kind else { return None };
        let global = &self.globals[id.0 as usize];
        let kind = self.types.as_int(self.types.element(global.ty.ty)?.ty)?;
        match &global.definition {
            Definition::Defined(Init::String(units)) if global.kind == GlobalKind::StringLiteral => {
                let unit = units.get(usize::try_from(int_value(index)?).ok()?)?;
                Some(ExprKind::Int(self.types.wrap(kind, i128::from(*unit))))
            }
            _ => None,
        }
    }

    fn is_static(&self, expr: &Expr) -> bool {
        match &expr.kind {
            ExprKind::Int(_) | ExprKind::Float(_) | ExprKind::Function(_) => true,
            ExprKind::AddrOf(place) | ExprKind::Decay(place) => self.is_static_place(place),
            ExprKind::Unary(_, a) | ExprKind::Cast(a) | ExprKind::Not(a) => self.is_static(a),
            ExprKind::Binary(_, a, b) | ExprKind::LogicalAnd(a, b) | ExprKind::LogicalOr(a, b) => {
                self.is_static(a) && self.is_static(b)
            }
            _ => false,
        }
    }

    fn is_static_place(&self, place: &Expr) -> bool {
        match &place.kind {
            ExprKind::Var(Var::Global(id)) => !self.globals[id.0 as usize].thread_local,
            ExprKind::Deref(pointer) => self.is_static(pointer),
            ExprKind::Member(record, _) => self.is_static_place(record),
            ExprKind::Index(array, index) => self.is_static_place(array) && self.is_static(index),
            _ => false,
        }
    }
}
