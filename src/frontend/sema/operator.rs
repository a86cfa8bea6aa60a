//! Unary, binary and assignment operators (6.5.3, 6.5.5–6.5.14, 6.5.16).

use super::convert::{int_value, is_lvalue};
use super::*;
use crate::ctype::{IntKind, Quals, Type};
use lang_c::ast;
use lang_c::span::Node;

impl Sema<'_> {
    pub(super) fn unary(&mut self, unary: &ast::UnaryOperatorExpression, span: Span) -> Result<Expr> {
        use ast::UnaryOperator::*;
        match unary.operator.node {
            PostIncrement => self.step(&unary.operand, 1, true, span),
            PostDecrement => self.step(&unary.operand, -1, true, span),
            PreIncrement => self.step(&unary.operand, 1, false, span),
            PreDecrement => self.step(&unary.operand, -1, false, span),
            Address => {
                let place = self.expr(&unary.operand)?;
                self.address_of(place, span)
            }
            Indirection => {
                let pointer = self.value(&unary.operand)?;
                self.dereference(pointer, span)
            }
            Plus => self.arithmetic_operand(&unary.operand),
            Minus => {
                let operand = self.arithmetic_operand(&unary.operand)?;
                Ok(self.unary_of(UnaryOp::Neg, operand, span))
            }
            Complement => {
                let operand = self.arithmetic_operand(&unary.operand)?;
                if self.types.as_int(operand.ty.ty).is_none() {
                    return Err(type_error("`~` needs an integer", span));
                }
                Ok(self.unary_of(UnaryOp::BitNot, operand, span))
            }
            Negate => {
                let operand = self.value(&unary.operand)?;
                self.require_scalar(&operand)?;
                Ok(self.not(operand, span))
            }
        }
    }

    fn not(&mut self, operand: Expr, span: Span) -> Expr {
        if !operand.effects
            && let Some(truth) = self.known_truth(&operand)
        {
            return self.int_expr(!truth as i128, Types::INT, span);
        }
        let effects = operand.effects;
        self.expr_of(ExprKind::Not(Box::new(operand)), Types::INT, span, effects)
    }

    fn arithmetic_operand(&mut self, operand: &Node<ast::Expression>) -> Result<Expr> {
        let operand = self.value(operand)?;
        self.require_settled(&operand)?;
        if !self.types.is_arithmetic(operand.ty.ty) {
            let ty = self.types.describe(operand.ty);
            return Err(type_error(format!("arithmetic needs a number, not `{ty}`"), operand.span));
        }
        Ok(self.promote_if_int(operand))
    }

    /// Promotion of integers; other values as they are.
    pub(super) fn promote_if_int(&mut self, expr: Expr) -> Expr {
        if self.types.as_int(expr.ty.ty).is_some() { self.promote(expr) } else { expr }
    }

    /// The type that an operand has after promotion.
    pub(super) fn promoted_type_of(&self, expr: &Expr) -> TypeId {
        self.promoted_bits(expr.ty.ty, self.loaded_bits(expr))
    }

    fn unary_of(&mut self, op: UnaryOp, operand: Expr, span: Span) -> Expr {
        let ty = operand.ty.ty;
        if let (Some(value), Some(kind)) = (int_value(&operand), self.types.as_int(ty))
            && let Some(result) = self.fold_unary(op, value, kind)
        {
            return self.int_expr(result, ty, span);
        }
        let effects = operand.effects;
        self.expr_of(ExprKind::Unary(op, Box::new(operand)), ty, span, effects)
    }

    pub(super) fn address_of(&mut self, place: Expr, span: Span) -> Result<Expr> {
        if self.field_bits(&place).is_some() {
            return Err(type_error("a bit-field has no address", span));
        }
        let pointer = self.types.pointer_to(place.ty);
        let effects = place.effects;
        match place.kind {
            // `&*p` and `&f` evaluate nothing (6.5.3.2p3).
            ExprKind::Deref(inner) => {
                let mut inner = *inner;
                if inner.ty.ty != pointer {
                    inner = self.convert(inner, pointer);
                }
                Ok(inner)
            }
            _ if is_lvalue(&place) => Ok(self.expr_of(ExprKind::AddrOf(Box::new(place)), pointer, span, effects)),
            _ => Err(type_error("`&` needs an object", span)),
        }
    }

    fn step(&mut self, operand: &Node<ast::Expression>, delta: i8, post: bool, span: Span) -> Result<Expr> {
        let place = self.modifiable(operand)?;
        let ty = place.ty.ty;
        let computed = match self.types[ty] {
            Type::Int(_) | Type::Enum(..) => self.promoted_bits(ty, self.field_bits(&place)),
            Type::Float(_) => ty,
            Type::Pointer(target) => {
                self.require_element(target, span)?;
                ty
            }
            _ => {
                let ty = self.types.describe(ty);
                return Err(type_error(format!("`++` and `--` need a number or a pointer, not `{ty}`"), span));
            }
        };
        let kind = ExprKind::Step { place: Box::new(place), delta, post, computed };
        Ok(self.expr_of(kind, ty, span, true))
    }

    fn modifiable(&mut self, operand: &Node<ast::Expression>) -> Result<Expr> {
        let place = self.expr(operand)?;
        let span = place.span;
        if !is_lvalue(&place) {
            return Err(type_error("the left side of an assignment must be an object", span));
        }
        match self.types[place.ty.ty] {
            Type::Array { .. } | Type::Function(_) => {
                Err(type_error("an array or a function cannot be assigned to", span))
            }
            _ if place.ty.quals.contains(Quals::CONST) => {
                Err(type_error("an object declared `const` cannot be assigned to", span))
            }
            _ => Ok(place),
        }
    }

    /// Pointer arithmetic needs the size of what is pointed to; `void` and functions count as one byte (GNU).
    fn require_element(&self, target: QType, span: Span) -> Result<()> {
        let sized = self.types.size_of(target.ty).is_some()
            || self.is_variable(target.ty)
            || matches!(self.types[target.ty], Type::Void | Type::Function(_));
        if sized {
            return Ok(());
        }
        let ty = self.types.describe(target);
        Err(type_error(format!("arithmetic on a pointer to the incomplete type `{ty}`"), span))
    }

    pub(super) fn binary(&mut self, binary: &ast::BinaryOperatorExpression, span: Span) -> Result<Expr> {
        use ast::BinaryOperator as Op;
        let assigned = match binary.operator.node {
            Op::Index => return self.index(&binary.lhs, &binary.rhs, span),
            Op::LogicalAnd => return self.logical(&binary.lhs, &binary.rhs, true, span),
            Op::LogicalOr => return self.logical(&binary.lhs, &binary.rhs, false, span),
            Op::Assign => {
                let place = self.modifiable(&binary.lhs)?;
                let value = self.value(&binary.rhs)?;
                let value = self.assign_convert(value, place.ty.ty, "an assignment")?;
                let ty = place.ty.ty;
                return Ok(self.expr_of(ExprKind::Assign(Box::new(place), Box::new(value)), ty, span, true));
            }
            Op::AssignMultiply => Some(BinaryOp::Mul),
            Op::AssignDivide => Some(BinaryOp::Div),
            Op::AssignModulo => Some(BinaryOp::Rem),
            Op::AssignPlus => Some(BinaryOp::Add),
            Op::AssignMinus => Some(BinaryOp::Sub),
            Op::AssignShiftLeft => Some(BinaryOp::Shl),
            Op::AssignShiftRight => Some(BinaryOp::Shr),
            Op::AssignBitwiseAnd => Some(BinaryOp::And),
            Op::AssignBitwiseXor => Some(BinaryOp::Xor),
            Op::AssignBitwiseOr => Some(BinaryOp::Or),
            _ => None,
        };
        if let Some(op) = assigned {
            return self.compound_assign(op, &binary.lhs, &binary.rhs, span);
        }
        let op = match binary.operator.node {
            Op::Multiply => BinaryOp::Mul,
            Op::Divide => BinaryOp::Div,
            Op::Modulo => BinaryOp::Rem,
            Op::Plus => BinaryOp::Add,
            Op::Minus => BinaryOp::Sub,
            Op::ShiftLeft => BinaryOp::Shl,
            Op::ShiftRight => BinaryOp::Shr,
            Op::Less => BinaryOp::Lt,
            Op::Greater => BinaryOp::Gt,
            Op::LessOrEqual => BinaryOp::Le,
            Op::GreaterOrEqual => BinaryOp::Ge,
            Op::Equals => BinaryOp::Eq,
            Op::NotEquals => BinaryOp::Ne,
            Op::BitwiseAnd => BinaryOp::And,
            Op::BitwiseXor => BinaryOp::Xor,
            _ => BinaryOp::Or,
        };
        let lhs = self.value(&binary.lhs)?;
        let rhs = self.value(&binary.rhs)?;
        self.binary_of(op, lhs, rhs, span)
    }

    /// A binary operator on two values.
    pub(super) fn binary_of(&mut self, op: BinaryOp, lhs: Expr, rhs: Expr, span: Span) -> Result<Expr> {
        use BinaryOp::*;
        let (x, y) = (lhs.ty.ty, rhs.ty.ty);
        let arithmetic = self.types.is_arithmetic(x) && self.types.is_arithmetic(y);
        match op {
            Shl | Shr => self.shift(op, lhs, rhs, span),
            Eq | Ne | Lt | Le | Gt | Ge if !arithmetic => self.compare_pointers(op, lhs, rhs, span),
            Add | Sub if !arithmetic => self.pointer_arithmetic(op, lhs, rhs, span),
            _ if !arithmetic => Err(self.bad_operands(&lhs, &rhs, span)),
            _ => {
                let unsettled = self.check_wide(op, &lhs, &rhs, span)?;
                let (lhs, rhs) = (self.promote_if_int(lhs), self.promote_if_int(rhs));
                let ty = self.common_type(lhs.ty.ty, rhs.ty.ty);
                if matches!(op, Rem | And | Or | Xor) && self.types.as_int(ty).is_none() {
                    return Err(self.bad_operands(&lhs, &rhs, span));
                }
                let (lhs, rhs) = (self.convert(lhs, ty), self.convert(rhs, ty));
                let result = if matches!(op, Eq | Ne | Lt | Le | Gt | Ge) { Types::INT } else { ty };
                if let (Some(a), Some(b), Some(kind)) = (int_value(&lhs), int_value(&rhs), self.types.as_int(ty))
                    && let Some(value) = self.fold_binary(op, a, b, kind)
                {
                    return Ok(self.int_expr(value, result, span));
                }
                let result = self.plain_binary(op, lhs, rhs, result, span);
                Ok(if unsettled { self.in_place(result) } else { result })
            }
        }
    }

    pub(super) fn plain_binary(&mut self, op: BinaryOp, lhs: Expr, rhs: Expr, ty: TypeId, span: Span) -> Expr {
        let effects = lhs.effects || rhs.effects;
        self.expr_of(ExprKind::Binary(op, Box::new(lhs), Box::new(rhs)), ty, span, effects)
    }

    fn bad_operands(&self, lhs: &Expr, rhs: &Expr, span: Span) -> Diagnostic {
        let (x, y) = (self.types.describe(lhs.ty), self.types.describe(rhs.ty));
        type_error(format!("this operator cannot take `{x}` and `{y}`"), span)
    }

    fn shift(&mut self, op: BinaryOp, lhs: Expr, rhs: Expr, span: Span) -> Result<Expr> {
        if self.types.as_int(lhs.ty.ty).is_none() || self.types.as_int(rhs.ty.ty).is_none() {
            return Err(self.bad_operands(&lhs, &rhs, span));
        }
        let unsettled = self.wide_bits(&lhs).is_some();
        if op == BinaryOp::Shl {
            self.require_settled(&lhs)?;
        }
        let (lhs, rhs) = (self.promote(lhs), self.promote(rhs));
        let ty = lhs.ty.ty;
        let kind = self.types.as_int(ty).expect("an integer");
        if let (Some(a), Some(b)) = (int_value(&lhs), int_value(&rhs))
            && let Some(value) = self.fold_shift(op, a, b, kind)
        {
            return Ok(self.int_expr(value, ty, span));
        }
        let result = self.plain_binary(op, lhs, rhs, ty, span);
        Ok(if unsettled { self.in_place(result) } else { result })
    }

    fn compare_pointers(&mut self, op: BinaryOp, lhs: Expr, rhs: Expr, span: Span) -> Result<Expr> {
        let (p, q) = (self.types.pointee(lhs.ty.ty), self.types.pointee(rhs.ty.ty));
        let ty = match (p, q) {
            (Some(p), Some(q)) => self.common_pointer(&lhs, &rhs, p, q),
            (Some(_), None) if self.types.as_int(rhs.ty.ty).is_some() => lhs.ty.ty,
            (None, Some(_)) if self.types.as_int(lhs.ty.ty).is_some() => rhs.ty.ty,
            _ => return Err(self.bad_operands(&lhs, &rhs, span)),
        };
        let (lhs, rhs) = (self.convert(lhs, ty), self.convert(rhs, ty));
        if let (Some(a), Some(b)) = (self.fixed_address(&lhs), self.fixed_address(&rhs))
            && let Some(value) = self.fold_binary(op, a, b, IntKind::ULong)
        {
            return Ok(self.int_expr(value, Types::INT, span));
        }
        Ok(self.plain_binary(op, lhs, rhs, Types::INT, span))
    }

    fn pointer_arithmetic(&mut self, op: BinaryOp, lhs: Expr, rhs: Expr, span: Span) -> Result<Expr> {
        let (p, q) = (self.types.pointee(lhs.ty.ty), self.types.pointee(rhs.ty.ty));
        let integer = |sema: &Self, e: &Expr| sema.types.as_int(e.ty.ty).is_some();
        match (p, q, op) {
            (Some(target), None, _) if integer(self, &rhs) => {
                self.require_element(target, span)?;
                let op = if op == BinaryOp::Add { BinaryOp::PtrAdd } else { BinaryOp::PtrSub };
                Ok(self.pointer_offset(op, lhs, rhs, span))
            }
            (None, Some(target), BinaryOp::Add) if integer(self, &lhs) => {
                self.require_element(target, span)?;
                Ok(self.pointer_offset(BinaryOp::PtrAdd, rhs, lhs, span))
            }
            (Some(target), Some(_), BinaryOp::Sub) => {
                self.require_element(target, span)?;
                let ptrdiff = self.types.ptrdiff_t();
                let size = self.types.size_of(target.ty).unwrap_or(1).max(1);
                if let (Some(a), Some(b)) = (self.fixed_address(&lhs), self.fixed_address(&rhs)) {
                    let distance = self.types.wrap(IntKind::Long, a - b);
                    return Ok(self.int_expr(distance / i128::from(size), ptrdiff, span));
                }
                let rhs = if self.types.pointee(rhs.ty.ty).map(|q| q.ty) == Some(target.ty) {
                    rhs
                } else {
                    self.convert(rhs, lhs.ty.ty)
                };
                Ok(self.plain_binary(BinaryOp::PtrDiff, lhs, rhs, ptrdiff, span))
            }
            _ => Err(self.bad_operands(&lhs, &rhs, span)),
        }
    }

    fn pointer_offset(&mut self, op: BinaryOp, pointer: Expr, offset: Expr, span: Span) -> Expr {
        let offset = self.promote(offset);
        let ty = pointer.ty.ty;
        self.plain_binary(op, pointer, offset, ty, span)
    }

    fn index(&mut self, lhs: &Node<ast::Expression>, rhs: &Node<ast::Expression>, span: Span) -> Result<Expr> {
        let base = self.expr(lhs)?;
        if let Type::Array { elem, .. } = self.types[base.ty.ty] {
            let index = self.value(rhs)?;
            if self.types.as_int(index.ty.ty).is_none() {
                let ty = self.types.describe(index.ty);
                return Err(type_error(format!("an index must be an integer, not `{ty}`"), index.span));
            }
            let index = self.promote(index);
            let ty = QType { ty: elem.ty, quals: elem.quals.with(base.ty.quals) };
            let effects = base.effects || index.effects;
            return Ok(self.expr_of(ExprKind::Index(Box::new(base), Box::new(index)), ty, span, effects));
        }
        let base = self.rvalue(base);
        let index = self.value(rhs)?;
        let (pointer, index) = if self.types.pointee(base.ty.ty).is_some() { (base, index) } else { (index, base) };
        if self.types.pointee(pointer.ty.ty).is_none() || self.types.as_int(index.ty.ty).is_none() {
            let ty = self.types.describe(pointer.ty);
            return Err(type_error(format!("a value of type `{ty}` cannot be indexed"), span));
        }
        let target = self.types.pointee(pointer.ty.ty).expect("a pointer");
        self.require_element(target, span)?;
        let element = self.pointer_offset(BinaryOp::PtrAdd, pointer, index, span);
        self.dereference(element, span)
    }

    fn logical(
        &mut self,
        lhs: &Node<ast::Expression>,
        rhs: &Node<ast::Expression>,
        and: bool,
        span: Span,
    ) -> Result<Expr> {
        let lhs = self.value(lhs)?;
        let rhs = self.value(rhs)?;
        self.require_scalar(&lhs)?;
        self.require_scalar(&rhs)?;
        if !lhs.effects
            && let Some(truth) = self.known_truth(&lhs)
        {
            if truth != and {
                return Ok(self.int_expr(truth as i128, Types::INT, span));
            }
            // The left side decides nothing: the result is the right side's truth.
            let rhs = self.not(rhs, span);
            return Ok(self.not(rhs, span));
        }
        let kind = if and { ExprKind::LogicalAnd } else { ExprKind::LogicalOr };
        Ok(self.expr_of(kind(Box::new(lhs), Box::new(rhs)), Types::INT, span, true))
    }

    fn compound_assign(
        &mut self,
        op: BinaryOp,
        lhs: &Node<ast::Expression>,
        rhs: &Node<ast::Expression>,
        span: Span,
    ) -> Result<Expr> {
        let place = self.modifiable(lhs)?;
        let value = self.value(rhs)?;
        let ty = place.ty.ty;
        if let Some(target) = self.types.pointee(ty) {
            let op = match op {
                BinaryOp::Add => BinaryOp::PtrAdd,
                BinaryOp::Sub => BinaryOp::PtrSub,
                _ => return Err(self.bad_operands(&place, &value, span)),
            };
            self.require_element(target, span)?;
            if self.types.as_int(value.ty.ty).is_none() {
                return Err(self.bad_operands(&place, &value, span));
            }
            let value = Box::new(self.promote(value));
            let kind = ExprKind::CompoundAssign { op, place: Box::new(place), value, computed: ty };
            return Ok(self.expr_of(kind, ty, span, true));
        }
        let integers = self.types.as_int(ty).is_some() && self.types.as_int(value.ty.ty).is_some();
        let arithmetic = self.types.is_arithmetic(ty) && self.types.is_arithmetic(value.ty.ty);
        let needs_integers = !matches!(op, BinaryOp::Add | BinaryOp::Sub | BinaryOp::Mul | BinaryOp::Div);
        if !arithmetic || needs_integers && !integers {
            return Err(self.bad_operands(&place, &value, span));
        }
        if matches!(op, BinaryOp::Div | BinaryOp::Rem) {
            self.check_wide(op, &place, &value, span)?;
        }
        let old = self.promoted_bits(ty, self.field_bits(&place));
        let value = self.promote_if_int(value);
        let (computed, value) = match op {
            BinaryOp::Shl | BinaryOp::Shr => (old, value),
            _ => {
                let computed = self.common_type(old, value.ty.ty);
                (computed, self.convert(value, computed))
            }
        };
        let kind = ExprKind::CompoundAssign { op, place: Box::new(place), value: Box::new(value), computed };
        Ok(self.expr_of(kind, ty, span, true))
    }

    /// The number behind an address that no object decides: `&((struct s *)0)->m`, a pointer made from a constant.
    /// Addresses have no sign and wrap around.
    pub(super) fn fixed_address(&self, expr: &Expr) -> Option<i128> {
        let address = self.fixed_number(expr)?;
        Some(self.types.wrap(IntKind::ULong, address))
    }

    fn fixed_number(&self, expr: &Expr) -> Option<i128> {
        match &expr.kind {
            ExprKind::Int(value) => Some(*value),
            ExprKind::Cast(inner) if self.types.pointee(expr.ty.ty).is_some() => self.fixed_address(inner),
            ExprKind::AddrOf(place) | ExprKind::Decay(place) => self.fixed_place(place),
            ExprKind::Binary(BinaryOp::PtrAdd, pointer, offset) => {
                let size = self.types.size_of(self.types.pointee(expr.ty.ty)?.ty)?;
                Some(self.fixed_address(pointer)? + int_value(offset)? * i128::from(size))
            }
            _ => None,
        }
    }

    fn fixed_place(&self, place: &Expr) -> Option<i128> {
        match &place.kind {
            ExprKind::Deref(pointer) => self.fixed_address(pointer),
            ExprKind::Member(record, field) => {
                let field = &self.types.fields(record.ty.ty)?[*field as usize];
                Some(self.fixed_place(record)? + i128::from(field.bit_offset / 8))
            }
            ExprKind::Index(array, index) => {
                let size = self.types.size_of(place.ty.ty)?;
                Some(self.fixed_place(array)? + int_value(index)? * i128::from(size))
            }
            _ => None,
        }
    }
}
