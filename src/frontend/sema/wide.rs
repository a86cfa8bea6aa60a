//! Bit-fields wider than `int`.
//!
//! Compilers disagree about their type: gcc computes in the width of the field, clang in the declared type. Where that
//! can change a result, we do not choose: the operation is not supported. Everything else is computed in the declared
//! type. A value that gcc still has in the width of a field is *unsettled*; a conversion to the type that it has
//! already marks it where the value is no field itself, and a second one around that says that the program asked for
//! the type with a cast, which settles it.

use super::convert::int_value;
use super::*;
use crate::ctype::IntKind;

impl Sema<'_> {
    /// The width in which gcc has an unsettled value.
    pub(super) fn wide_bits(&self, expr: &Expr) -> Option<u32> {
        let bits = match &expr.kind {
            ExprKind::Cast(inner) if inner.ty.ty == expr.ty.ty => match &inner.kind {
                ExprKind::Cast(again) if again.ty.ty == inner.ty.ty => None,
                _ => self.widest_field(inner),
            },
            ExprKind::Comma(_, last) | ExprKind::Statements(_, Some(last)) => self.wide_bits(last),
            _ => self.loaded_bits(expr).or_else(|| self.field_bits(expr)),
        };
        bits.filter(|&bits| bits > self.types.model.int_bits(IntKind::Int) && bits < self.full_bits(expr))
    }

    fn full_bits(&self, expr: &Expr) -> u32 {
        self.types.as_int(expr.ty.ty).map_or(u32::MAX, |kind| self.types.model.int_bits(kind))
    }

    fn widest_field(&self, expr: &Expr) -> Option<u32> {
        match &expr.kind {
            ExprKind::Binary(_, a, b) | ExprKind::Conditional(_, a, b) | ExprKind::Elvis(_, a, b) => {
                self.widest_field(a).max(self.widest_field(b))
            }
            ExprKind::Cast(inner) => self.widest_field(inner),
            _ => self.loaded_bits(expr),
        }
    }

    /// A conversion to the type that the value has already.
    pub(super) fn in_place(&mut self, operand: Expr) -> Expr {
        let Expr { ty, span, effects, .. } = operand;
        self.expr_of(ExprKind::Cast(Box::new(operand)), ty.ty, span, effects)
    }

    /// What a cast to its own type makes of a value.
    pub(super) fn settled(&mut self, operand: Expr) -> Expr {
        let operand = self.in_place(operand);
        if self.wide_bits(&operand).is_some() { self.in_place(operand) } else { operand }
    }

    /// For `_Generic`: to gcc, unlike clang, any field narrower than its declared type has a type of its own.
    pub(super) fn require_whole(&self, control: &Expr) -> Result<()> {
        let full = if control.ty.ty == Types::BOOL { 1 } else { self.full_bits(control) };
        match self.loaded_bits(control) {
            Some(bits) if bits < full => Err(unsupported("`_Generic` by the type of a bit-field", control.span)),
            _ => Ok(()),
        }
    }

    /// For an operation whose result depends on the width.
    pub(super) fn require_settled(&self, operand: &Expr) -> Result<()> {
        match self.wide_bits(operand) {
            Some(_) => Err(unsupported("arithmetic in the width of a bit-field wider than `int`", operand.span)),
            None => Ok(()),
        }
    }

    /// Rejects an operation whose result depends on the type of a wide field; says whether the result is unsettled.
    pub(super) fn check_wide(&self, op: BinaryOp, lhs: &Expr, rhs: &Expr, span: Span) -> Result<bool> {
        use BinaryOp::*;
        if self.types.as_int(lhs.ty.ty).is_none() || self.types.as_int(rhs.ty.ty).is_none() {
            return Ok(false);
        }
        let comparison = matches!(op, Eq | Ne | Lt | Le | Gt | Ge);
        let unsettled = self.check_signs(lhs, rhs, comparison, span)?;
        if unsettled && matches!(op, Add | Sub | Mul) {
            return Err(unsupported("arithmetic in the width of a bit-field wider than `int`", span));
        }
        Ok(unsettled && !comparison)
    }

    /// A wide field without a sign meets a value with one: the compilers may not agree whether the common type has a
    /// sign, nor what a negative value becomes in it. Says whether the common type is that of a field.
    pub(super) fn check_signs(&self, a: &Expr, b: &Expr, comparison: bool, span: Span) -> Result<bool> {
        let width = |e: &Expr| self.wide_bits(e).unwrap_or_else(|| self.full_bits(e));
        for (field, other) in [(a, b), (b, a)] {
            let Some(bits) = self.wide_bits(field) else { continue };
            if self.types.is_signed(field.ty.ty) || !self.types.is_signed(other.ty.ty) {
                continue;
            }
            let harmless = int_value(other).is_some_and(|value| value >= 0) && (comparison || width(other) <= bits);
            if !harmless {
                let what = "an unsigned bit-field wider than `int` together with a signed value";
                return Err(unsupported(what, span));
            }
        }
        let computed = width(a).max(width(b));
        Ok([a, b].iter().any(|e| self.wide_bits(e) == Some(computed)))
    }
}
