//! Expressions: their value, or their effects alone.

use super::access::Lvalue;
use super::order::Writes;
use super::*;
use crate::frontend::typed::{Expr as Source, ExprKind as S};

impl Lower<'_> {
    /// Evaluates an expression, and gives its value as a pure expression that holds until memory changes.
    pub(super) fn value(&mut self, expr: &Source) -> Result<Expr> {
        let outer = std::mem::replace(&mut self.span, expr.span);
        let value = self.value_here(expr)?;
        self.span = outer;
        Ok(value)
    }

    fn value_here(&mut self, expr: &Source) -> Result<Expr> {
        let ty = self.plain(expr.ty.ty);
        if ty == Types::VOID {
            // Nobody looks at it.
            self.discard(expr)?;
            return Ok(Expr::int(Types::INT, 0));
        }
        Ok(match &expr.kind {
            S::Int(value) => Expr::int(ty, *value),
            S::Float(bits) => Expr { kind: ExprKind::Float(*bits), ty },
            S::Function(func) => Expr { kind: ExprKind::Function(*func), ty },
            S::Var(_) | S::Deref(_) | S::Member(..) | S::Index(..) | S::CompoundLiteral(..) => self.load(expr)?,
            S::Load(lvalue) => self.load(lvalue)?,
            S::Decay(lvalue) => self.decay(lvalue, ty)?,
            S::AddrOf(lvalue) => match self.lvalue(lvalue)? {
                Lvalue::Elements(first) => first.cast(ty),
                Lvalue::Place(Place { kind: PlaceKind::Deref(pointer), .. }) => pointer.cast(ty),
                Lvalue::Place(place) => self.address_of(place, ty),
            },
            S::Unary(op, operand) => Expr { kind: ExprKind::Unary(*op, Box::new(self.value(operand)?)), ty },
            S::Binary(op, lhs, rhs) => self.binary(*op, lhs, rhs, ty)?,
            S::Cast(operand) => self.value(operand)?.cast(ty),
            S::Not(operand) if !is_branching(operand) => {
                let operand = self.value(operand)?;
                self.negate(operand)
            }
            S::Conditional(cond, then, other) if constant_truth(cond).is_some() => {
                self.value(if constant_truth(cond) == Some(true) { then } else { other })?
            }
            S::Not(_)
            | S::LogicalAnd(..)
            | S::LogicalOr(..)
            | S::Conditional(..)
            | S::Elvis(..)
            | S::Call { .. }
            | S::VaArg(_) => {
                let place = self.temporary(ty);
                self.evaluate_into(place.clone(), expr)?;
                Expr::load(place)
            }
            S::Placeholder => self.placeholders.last().cloned().expect("a placeholder is inside its operator"),
            S::Comma(first, second) => {
                self.discard(first)?;
                self.value(second)?
            }
            S::Assign(place, value) => self.assign(place, value, true)?,
            S::CompoundAssign { op, place, value, computed } => self.compound(*op, place, value, *computed, true)?,
            S::Step { place, delta, post, computed } => self.step(place, *delta, *post, *computed, true)?,
            S::Statements(stmts, value) => self.statements(stmts, value.as_deref())?,
            S::Overflow { op, lhs, rhs, target, ptr } => self.overflow(*op, [lhs, rhs], *target, ptr.as_deref())?,
            S::SizeOfVla(of) => self.size_of_variable(*of).cast(ty),
        })
    }

    /// An array whose length became known only after its address was taken has the address of its first element.
    fn address_of(&self, place: Place, ty: TypeId) -> Expr {
        match self.types[place.ty.ty] {
            Type::Array { elem, .. } if self.types.pointee(ty).is_some_and(|target| target.ty != place.ty.ty) => {
                let pointer = self.types.find(&Type::Pointer(elem)).expect("pointers to all elements are in the table");
                first_element(self.types, place, pointer).cast(ty)
            }
            _ => Expr { kind: ExprKind::AddrOf(place), ty },
        }
    }

    fn load(&mut self, lvalue: &Source) -> Result<Expr> {
        let place = self.place(lvalue)?;
        let volatile = Self::is_volatile(&place) || lvalue.ty.quals.contains(Quals::VOLATILE);
        let value = Expr::load(place);
        Ok(if volatile && value.ty != Types::VA_LIST { self.save(value) } else { value })
    }

    fn decay(&mut self, lvalue: &Source, ty: TypeId) -> Result<Expr> {
        Ok(match self.lvalue(lvalue)? {
            Lvalue::Elements(first) => first.cast(ty),
            Lvalue::Place(array) => first_element(self.types, array, ty),
        })
    }

    fn binary(&mut self, op: BinaryOp, lhs: &Source, rhs: &Source, ty: TypeId) -> Result<Expr> {
        self.unsequenced([lhs, rhs]);
        let mut left = self.value(lhs)?;
        if rhs.effects {
            left = self.keep(left, &Writes::of(rhs));
        }
        let right = self.value(rhs)?;
        let pointee = self.types.pointee(lhs.ty.ty).map_or(Types::VOID, |target| target.ty);
        Ok(match op {
            BinaryOp::PtrAdd | BinaryOp::PtrSub => Expr::binary(op, left, self.scaled(right, pointee), ty),
            BinaryOp::PtrDiff => self.unscaled(Expr::binary(op, left, right, ty), pointee),
            _ => Expr::binary(op, left, right, ty),
        })
    }

    /// `!value`.
    pub(super) fn negate(&self, value: Expr) -> Expr {
        if let ExprKind::Binary(op, lhs, rhs) = &value.kind
            && let Some(inverse) = inverse(*op)
            && self.types.as_float(lhs.ty).is_none()
        {
            return Expr { kind: ExprKind::Binary(inverse, lhs.clone(), rhs.clone()), ty: value.ty };
        }
        let zero = Expr::zero(self.types, value.ty);
        Expr::binary(BinaryOp::Eq, value, zero, Types::INT)
    }

    fn statements(&mut self, stmts: &[typed::Stmt], value: Option<&Source>) -> Result<Expr> {
        let depth = self.vlas.depth();
        self.sequence(stmts)?;
        let mut value = match value {
            Some(value) => self.value(value)?,
            None => Expr::int(Types::INT, 0),
        };
        if self.vlas.depth() > depth {
            value = self.save(value);
            self.close_to(depth);
        }
        Ok(value)
    }

    /// Evaluates one arm of a branch, from its first location to the common end.
    pub(super) fn arm(&mut self, from: LocId, end: LocId, eval: impl FnOnce(&mut Self) -> Result<()>) -> Result<()> {
        self.here = from;
        eval(self)?;
        self.goto(end);
        Ok(())
    }

    /// Branches on a condition, evaluates one thing when it holds and another when it does not, and joins.
    pub(super) fn choose(&mut self, cond: &Source, mut eval: impl FnMut(&mut Self, bool) -> Result<()>) -> Result<()> {
        let (then, other, end) = (self.new_location(), self.new_location(), self.new_location());
        self.branch(cond, then, other)?;
        self.arm(then, end, |this| eval(this, true))?;
        self.arm(other, end, |this| eval(this, false))?;
        self.here = end;
        Ok(())
    }

    /// `first ?: b`, where `a` converts the value of `first`.
    pub(super) fn choose_elvis(
        &mut self,
        first: &Source,
        a: &Source,
        b: &Source,
        mut eval: impl FnMut(&mut Self, &Source) -> Result<()>,
    ) -> Result<()> {
        let value = self.value(first)?;
        let value = match &value.kind {
            ExprKind::Load(place) if self.is_temporary(place) => value,
            _ if value.is_constant() => value,
            _ => self.save(value),
        };
        let (then, other, end) = (self.new_location(), self.new_location(), self.new_location());
        self.branch_on(value.clone(), then, other);
        self.placeholders.push(value);
        self.arm(then, end, |this| eval(this, a))?;
        self.placeholders.pop();
        self.arm(other, end, |this| eval(this, b))?;
        self.here = end;
        Ok(())
    }
}

/// An array as the pointer, of the given type, to its element 0.
pub(super) fn first_element(types: &Types, array: Place, pointer: TypeId) -> Expr {
    let element = types.pointee(pointer).expect("an array decays to a pointer");
    let zero = Expr::int(Types::INT, 0);
    let first = Place { kind: PlaceKind::Index(Box::new(array), Box::new(zero)), ty: element };
    Expr { kind: ExprKind::AddrOf(first), ty: pointer }
}

/// Whether evaluating the operator itself takes branches, so that its value is best assigned in each of them.
pub(super) fn is_branching(expr: &Source) -> bool {
    match &expr.kind {
        S::LogicalAnd(..) | S::LogicalOr(..) | S::Conditional(..) => true,
        S::Not(operand) => is_branching(operand),
        _ => false,
    }
}

pub(super) fn is_lvalue(expr: &Source) -> bool {
    matches!(expr.kind, S::Var(_) | S::Deref(_) | S::Member(..) | S::Index(..) | S::CompoundLiteral(..))
}

pub(super) fn constant_truth(expr: &Source) -> Option<bool> {
    match expr.kind {
        S::Int(value) => Some(value != 0),
        _ => None,
    }
}

pub(super) fn inverse(op: BinaryOp) -> Option<BinaryOp> {
    Some(match op {
        BinaryOp::Eq => BinaryOp::Ne,
        BinaryOp::Ne => BinaryOp::Eq,
        BinaryOp::Lt => BinaryOp::Ge,
        BinaryOp::Ge => BinaryOp::Lt,
        BinaryOp::Gt => BinaryOp::Le,
        BinaryOp::Le => BinaryOp::Gt,
        _ => return None,
    })
}
