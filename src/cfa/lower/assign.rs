//! Assignments, and evaluation straight into a place.

use super::expr::is_branching;
use super::order::Writes;
use super::*;
use crate::frontend::typed::{Expr as Source, ExprKind as S};

impl Lower<'_> {
    /// Evaluates an expression and stores its value in a place of its type, where the evaluation itself does not move
    /// that place. The store comes last.
    pub(super) fn evaluate_into(&mut self, place: Place, expr: &Source) -> Result<()> {
        let outer = std::mem::replace(&mut self.span, expr.span);
        match &expr.kind {
            S::Conditional(cond, a, b) => {
                self.choose(cond, |this, truth| this.arm_into(place.clone(), if truth { a } else { b }))?;
            }
            S::LogicalAnd(..) | S::LogicalOr(..) | S::Not(_) if is_branching(expr) => {
                let ty = place.ty.ty;
                self.choose(expr, |this, truth| {
                    this.assign_edge(place.clone(), Expr::int(ty, truth.into()));
                    Ok(())
                })?;
            }
            S::Elvis(first, a, b) => {
                self.choose_elvis(first, a, b, |this, arm| this.arm_into(place.clone(), arm))?;
            }
            S::Comma(first, second) => {
                self.discard(first)?;
                self.evaluate_into(place, second)?;
            }
            S::Call { callee, args } => self.call(callee, args, Some(place))?,
            S::VaArg(list) => self.va_arg(list, place)?,
            _ => {
                let value = self.value(expr)?;
                self.span = outer;
                self.assign_edge(place, value);
            }
        }
        self.span = outer;
        Ok(())
    }

    /// One arm of a conditional: what goes wrong in it goes wrong there, not where the conditional starts.
    fn arm_into(&mut self, place: Place, arm: &Source) -> Result<()> {
        self.span = arm.span;
        self.evaluate_into(place, arm)
    }

    /// `lhs = rhs`; the value, where it is wanted, is that of the left side afterwards.
    pub(super) fn assign(&mut self, lhs: &Source, rhs: &Source, wanted: bool) -> Result<Expr> {
        self.unsequenced([lhs, rhs]);
        if !lhs.effects && !wanted {
            let place = self.place(lhs)?;
            if !rhs.effects || !self.moves(&Writes::of(rhs), &place) {
                self.evaluate_into(place, rhs)?;
                return Ok(nothing());
            }
        }
        let value = self.value(rhs)?;
        let value = if lhs.effects { self.keep(value, &Writes::of(lhs)) } else { value };
        let place = self.place(lhs)?;
        Ok(self.store(place, value, wanted))
    }

    /// `lhs op= rhs`.
    pub(super) fn compound(
        &mut self,
        op: BinaryOp,
        lhs: &Source,
        rhs: &Source,
        computed: TypeId,
        wanted: bool,
    ) -> Result<Expr> {
        self.unsequenced_update(lhs, rhs);
        let computed = self.plain(computed);
        let value = self.value(rhs)?;
        let value = if lhs.effects { self.keep(value, &Writes::of(lhs)) } else { value };
        let place = self.place(lhs)?;
        let mut old = Expr::load(place.clone());
        if Self::is_volatile(&place) {
            old = self.save(old);
        }
        let new = self.arithmetic(op, old, value, computed, lhs.ty.ty);
        Ok(self.store(place, new, wanted))
    }

    /// `++` and `--`, before and after.
    pub(super) fn step(&mut self, lhs: &Source, delta: i8, post: bool, computed: TypeId, wanted: bool) -> Result<Expr> {
        let computed = self.plain(computed);
        let place = self.place(lhs)?;
        let mut old = Expr::load(place.clone());
        if Self::is_volatile(&place) || (post && wanted) {
            old = self.save(old);
        }
        let (add, sub) = match self.types.pointee(lhs.ty.ty) {
            Some(_) => (BinaryOp::PtrAdd, BinaryOp::PtrSub),
            None => (BinaryOp::Add, BinaryOp::Sub),
        };
        let op = if delta < 0 { sub } else { add };
        let by = i128::from(delta.unsigned_abs());
        let by = match self.types[computed] {
            Type::Int(_) => Expr::int(computed, by),
            // One is exact in every format.
            Type::Float(_) => Expr::int(Types::INT, by).cast(computed),
            _ => Expr::int(Types::INT, by),
        };
        let new = self.arithmetic(op, old.clone(), by, computed, lhs.ty.ty);
        let value = self.store(place, new, wanted && !post);
        Ok(if post { old } else { value })
    }

    /// `old op value` in the type `computed`, converted back to the type of the old value; `source` is that type before
    /// variable lengths were removed.
    fn arithmetic(&self, op: BinaryOp, old: Expr, value: Expr, computed: TypeId, source: TypeId) -> Expr {
        let ty = old.ty;
        match self.types.pointee(source) {
            Some(target) if matches!(op, BinaryOp::PtrAdd | BinaryOp::PtrSub) => {
                Expr::binary(op, old, self.scaled(value, target.ty), ty)
            }
            _ => {
                let computed = self.plain(computed);
                Expr::binary(op, old.cast(computed), value, computed).cast(ty)
            }
        }
    }

    /// Stores a value. The result, when it is wanted, is what the place holds afterwards.
    pub(super) fn store(&mut self, place: Place, value: Expr, wanted: bool) -> Expr {
        if !wanted {
            self.assign_edge(place, value);
            return nothing();
        }
        let bits = place.bit_field(self.types);
        if value.is_constant() && bits.is_none() {
            self.assign_edge(place, value.clone());
            return value;
        }
        if !Self::is_volatile(&place) && !self.moves(&Writes::to_place(&place), &place) {
            self.assign_edge(place.clone(), value);
            return Expr::load(place);
        }
        let value = self.save(value);
        self.assign_edge(place, value.clone());
        match bits {
            Some(bits) => self.narrowed(value, bits),
            None => value,
        }
    }

    /// What a bit-field of the value's type and this width holds after the value is stored in it.
    fn narrowed(&self, value: Expr, bits: u32) -> Expr {
        let ty = value.ty;
        let Some(kind) = self.types.as_int(ty) else { return value };
        if bits >= self.types.model.int_bits(kind) {
            return value;
        }
        // In a type of at least int's rank all of this is exact: the mask leaves room for the sign.
        let wide = if self.types.model.int_bits(kind) < 32 { Types::INT } else { ty };
        let constant = |value: i128| Expr::int(wide, value);
        let low = Expr::binary(BinaryOp::And, value.cast(wide), constant((1 << bits) - 1), wide);
        if !kind.is_signed() {
            return low.cast(ty);
        }
        let sign = 1i128 << (bits - 1);
        let flipped = Expr::binary(BinaryOp::Xor, low, constant(sign), wide);
        Expr::binary(BinaryOp::Sub, flipped, constant(sign), wide).cast(ty)
    }
}

/// Stands for a value that nobody asked for.
fn nothing() -> Expr {
    Expr::int(Types::INT, 0)
}
