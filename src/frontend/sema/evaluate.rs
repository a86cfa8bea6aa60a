//! Values of constant expressions (6.6) where only a constant will do.
//!
//! Unlike folding, which leaves an operation in the program when it could go wrong, this follows gcc: integers wrap
//! (`1 << 31`), and floating constants take part.

use super::*;
use crate::ctype::{FloatKind, IntKind};
use rustc_apfloat::ieee::{Double, Half, Quad, Single, X87DoubleExtended};
use rustc_apfloat::{Float, FloatConvert};

/// A constant of an arithmetic type.
#[derive(Clone, Copy)]
pub(super) enum Constant {
    /// Within the range of its type.
    Int(i128),
    /// Exact in the widest format, which holds every value of the others.
    Float(Quad),
}

impl Constant {
    pub(super) fn truth(self) -> bool {
        match self {
            Constant::Int(value) => value != 0,
            Constant::Float(value) => !value.is_zero(),
        }
    }
}

impl Sema<'_> {
    /// The value of an integer constant expression.
    pub(super) fn constant_value(&self, expr: &Expr) -> Option<i128> {
        match self.evaluate(expr)? {
            Constant::Int(value) => Some(value),
            Constant::Float(_) => None,
        }
    }

    pub(super) fn evaluate(&self, expr: &Expr) -> Option<Constant> {
        match &expr.kind {
            ExprKind::Int(value) if self.types.as_int(expr.ty.ty).is_some() => Some(Constant::Int(*value)),
            ExprKind::Float(bits) => Some(Constant::Float(exact(self.types.as_float(expr.ty.ty)?, *bits))),
            ExprKind::Cast(inner) => self.converted(self.evaluate(inner)?, expr.ty.ty),
            ExprKind::Unary(op, a) => {
                let result = match (op, self.evaluate(a)?) {
                    (UnaryOp::Neg, Constant::Int(a)) => Constant::Int(a.wrapping_neg()),
                    (UnaryOp::BitNot, Constant::Int(a)) => Constant::Int(!a),
                    (UnaryOp::Neg, Constant::Float(a)) => Constant::Float(-a),
                    (UnaryOp::BitNot, Constant::Float(_)) => return None,
                };
                self.converted(result, expr.ty.ty)
            }
            ExprKind::Not(a) => Some(truth_value(!self.evaluate(a)?.truth())),
            ExprKind::LogicalAnd(a, b) => Some(truth_value(self.evaluate(a)?.truth() && self.evaluate(b)?.truth())),
            ExprKind::LogicalOr(a, b) => Some(truth_value(self.evaluate(a)?.truth() || self.evaluate(b)?.truth())),
            ExprKind::Conditional(cond, a, b) => self.evaluate(if self.evaluate(cond)?.truth() { a } else { b }),
            ExprKind::Binary(op, a, b) => match (self.evaluate(a)?, self.evaluate(b)?) {
                (Constant::Int(x), Constant::Int(y)) => {
                    let (operands, result) = (self.types.as_int(a.ty.ty)?, self.types.as_int(expr.ty.ty)?);
                    self.integer_operation(*op, x, y, operands, result).map(Constant::Int)
                }
                (Constant::Float(x), Constant::Float(y)) => {
                    let result = self.float_operation(*op, x, y, self.types.as_float(a.ty.ty)?)?;
                    self.converted(result, expr.ty.ty)
                }
                _ => None,
            },
            _ => None,
        }
    }

    fn integer_operation(&self, op: BinaryOp, a: i128, b: i128, operands: IntKind, kind: IntKind) -> Option<i128> {
        let defined = match op {
            BinaryOp::Shl | BinaryOp::Shr => self.fold_shift(op, a, b, operands),
            _ => self.fold_binary(op, a, b, operands),
        };
        if defined.is_some() {
            return defined;
        }
        let result = match op {
            BinaryOp::Add => a.wrapping_add(b),
            BinaryOp::Sub => a.wrapping_sub(b),
            BinaryOp::Mul => a.wrapping_mul(b),
            BinaryOp::Shl if (0..i128::from(self.types.model.int_bits(kind))).contains(&b) => a.wrapping_shl(b as u32),
            _ => return None,
        };
        Some(self.types.wrap(kind, result))
    }

    /// Computed in the format of the operands.
    fn float_operation(&self, op: BinaryOp, a: Quad, b: Quad, kind: FloatKind) -> Option<Constant> {
        use BinaryOp::*;
        fn compute<F>(op: BinaryOp, a: Quad, b: Quad) -> Option<Quad>
        where
            F: Float + FloatConvert<Quad>,
            Quad: FloatConvert<F>,
        {
            let narrow = |value: Quad| -> F { value.convert(&mut false).value };
            let (a, b) = (narrow(a), narrow(b));
            let result: F = match op {
                Add => (a + b).value,
                Sub => (a - b).value,
                Mul => (a * b).value,
                Div => (a / b).value,
                _ => return None,
            };
            Some(result.convert(&mut false).value)
        }
        Some(match op {
            Eq => truth_value(a == b),
            Ne => truth_value(a != b),
            Lt => truth_value(a < b),
            Le => truth_value(a <= b),
            Gt => truth_value(a > b),
            Ge => truth_value(a >= b),
            _ => Constant::Float(match kind {
                FloatKind::Float16 => compute::<Half>(op, a, b)?,
                FloatKind::Float => compute::<Single>(op, a, b)?,
                FloatKind::Double => compute::<Double>(op, a, b)?,
                FloatKind::LongDouble => compute::<X87DoubleExtended>(op, a, b)?,
                FloatKind::Float128 => compute::<Quad>(op, a, b)?,
            }),
        })
    }

    /// The value in another arithmetic type.
    fn converted(&self, value: Constant, ty: TypeId) -> Option<Constant> {
        if let Some(kind) = self.types.as_int(ty) {
            return Some(Constant::Int(match value {
                Constant::Int(value) => self.types.wrap(kind, value),
                Constant::Float(value) if kind == IntKind::Bool => !value.is_zero() as i128,
                Constant::Float(value) => {
                    let whole = literal::float_to_int(value.to_bits(), FloatKind::Float128)?;
                    (self.types.wrap(kind, whole) == whole).then_some(whole)?
                }
            }));
        }
        let kind = self.types.as_float(ty)?;
        let value = match value {
            // Exact in the widest format up to 113 bits; wider ones are not worth the double rounding.
            Constant::Int(value) if value.unsigned_abs() >> 113 == 0 => Quad::from_i128(value).value,
            Constant::Int(_) => return None,
            Constant::Float(value) => value,
        };
        Some(Constant::Float(rounded(kind, value)))
    }
}

fn truth_value(truth: bool) -> Constant {
    Constant::Int(truth as i128)
}

fn exact(kind: FloatKind, bits: u128) -> Quad {
    fn widen<F: Float + FloatConvert<Quad>>(bits: u128) -> Quad {
        F::from_bits(bits).convert(&mut false).value
    }
    match kind {
        FloatKind::Float16 => widen::<Half>(bits),
        FloatKind::Float => widen::<Single>(bits),
        FloatKind::Double => widen::<Double>(bits),
        FloatKind::LongDouble => widen::<X87DoubleExtended>(bits),
        FloatKind::Float128 => Quad::from_bits(bits),
    }
}

/// The nearest value of a format.
fn rounded(kind: FloatKind, value: Quad) -> Quad {
    fn round<F: Float + FloatConvert<Quad>>(value: Quad) -> Quad
    where
        Quad: FloatConvert<F>,
    {
        let narrow: F = value.convert(&mut false).value;
        narrow.convert(&mut false).value
    }
    match kind {
        FloatKind::Float16 => round::<Half>(value),
        FloatKind::Float => round::<Single>(value),
        FloatKind::Double => round::<Double>(value),
        FloatKind::LongDouble => round::<X87DoubleExtended>(value),
        FloatKind::Float128 => value,
    }
}
