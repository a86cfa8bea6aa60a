//! What an expression is when its variables are some numbers: to try assertions on examples. Nothing is proved by it.

use super::{BinaryOp, Expr, ExprKind, PlaceKind, UnaryOp, Var};
use crate::ctype::{FloatKind, Type, TypeId, Types};

#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Number {
    Int(i128),
    /// A `double`, or a `float` in it.
    Float(f64),
}

impl Expr {
    /// Its value; `None` where something in it is no number that is known, or is not defined.
    pub fn evaluate(&self, types: &Types, known: &dyn Fn(Var) -> Option<Number>) -> Option<Number> {
        let value = |expr: &Expr| expr.evaluate(types, known);
        match &self.kind {
            ExprKind::Int(value) => Some(Number::Int(*value)),
            ExprKind::Float(bits) => match types.as_float(self.ty)? {
                FloatKind::Float => Some(Number::Float(f32::from_bits(*bits as u32).into())),
                FloatKind::Double => Some(Number::Float(f64::from_bits(*bits as u64))),
                _ => None,
            },
            ExprKind::Load(place) => match place.kind {
                PlaceKind::Var(var) => known(var),
                _ => None,
            },
            ExprKind::Unary(op, operand) => match (op, value(operand)?) {
                (UnaryOp::Neg, Number::Int(operand)) => convert(types, Number::Int(operand.wrapping_neg()), self.ty),
                (UnaryOp::BitNot, Number::Int(operand)) => convert(types, Number::Int(!operand), self.ty),
                (UnaryOp::Neg, Number::Float(operand)) => Some(Number::Float(-operand)),
                (UnaryOp::BitNot, Number::Float(_)) => None,
            },
            ExprKind::Binary(op, a, b) => {
                let result = match (value(a)?, value(b)?) {
                    (Number::Int(a), Number::Int(b)) => Number::Int(integer(*op, a, b)?),
                    (Number::Float(a), Number::Float(b)) => float(*op, a, b)?,
                    _ => return None,
                };
                convert(types, result, self.ty)
            }
            ExprKind::Cast(operand) => convert(types, value(operand)?, self.ty),
            ExprKind::Zero | ExprKind::AddrOf(_) | ExprKind::Function(_) | ExprKind::Object(..) => None,
        }
    }
}

fn integer(op: BinaryOp, a: i128, b: i128) -> Option<i128> {
    let amount = u32::try_from(b).ok().filter(|amount| *amount < 64);
    Some(match op {
        BinaryOp::Add => a.wrapping_add(b),
        BinaryOp::Sub => a.wrapping_sub(b),
        BinaryOp::Mul => a.wrapping_mul(b),
        BinaryOp::Div => a.checked_div(b)?,
        BinaryOp::Rem => a.checked_rem(b)?,
        BinaryOp::Shl => a << amount?,
        BinaryOp::Shr => a >> amount?,
        BinaryOp::And => a & b,
        BinaryOp::Xor => a ^ b,
        BinaryOp::Or => a | b,
        BinaryOp::PtrAdd | BinaryOp::PtrSub | BinaryOp::PtrDiff => return None,
        comparison => compare(comparison, &a, &b)?.into(),
    })
}

fn float(op: BinaryOp, a: f64, b: f64) -> Option<Number> {
    Some(Number::Float(match op {
        BinaryOp::Add => a + b,
        BinaryOp::Sub => a - b,
        BinaryOp::Mul => a * b,
        BinaryOp::Div => a / b,
        comparison => return Some(Number::Int(compare(comparison, &a, &b)?.into())),
    }))
}

fn compare<T: PartialOrd>(op: BinaryOp, a: &T, b: &T) -> Option<bool> {
    Some(match op {
        BinaryOp::Eq => a == b,
        BinaryOp::Ne => a != b,
        BinaryOp::Lt => a < b,
        BinaryOp::Le => a <= b,
        BinaryOp::Gt => a > b,
        BinaryOp::Ge => a >= b,
        _ => return None,
    })
}

/// A sum, difference, product or quotient of floats is the same when it is computed in double and rounded once more.
fn convert(types: &Types, value: Number, to: TypeId) -> Option<Number> {
    match (&types[to], value) {
        (Type::Int(kind) | Type::Enum(_, kind), Number::Int(value)) if types.model.int_bits(*kind) < 128 => {
            Some(Number::Int(types.wrap(*kind, value)))
        }
        (Type::Int(kind) | Type::Enum(_, kind), Number::Float(value)) => {
            let whole = value.trunc() as i128;
            (value.is_finite() && types.wrap(*kind, whole) == whole).then_some(Number::Int(whole))
        }
        (Type::Float(FloatKind::Float), Number::Float(value)) => Some(Number::Float((value as f32).into())),
        (Type::Float(FloatKind::Float), Number::Int(value)) => Some(Number::Float((value as f32).into())),
        (Type::Float(FloatKind::Double), Number::Float(value)) => Some(Number::Float(value)),
        (Type::Float(FloatKind::Double), Number::Int(value)) => Some(Number::Float(value as f64)),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cfa::Op;

    /// What the condition of a branch is for `i` and `f`.
    fn value(condition: &str, i: i128, f: f64) -> Option<Number> {
        let text =
            format!("int i; float f; unsigned u; int a[2]; int main(void) {{ if ({condition}) i++; return 0; }}");
        let program = crate::cfa::tests::built(&text);
        let cfa = program.functions.iter().find(|function| function.name == "main")?.cfa()?;
        let condition = cfa.edges.iter().find_map(|edge| match &edge.op {
            Op::Assume { cond, .. } => Some(cond),
            _ => None,
        })?;
        let known = |var: Var| match var {
            Var::Global(id) => match program[id].name.as_str() {
                "i" => Some(Number::Int(i)),
                "f" => Some(Number::Float(f)),
                _ => None,
            },
            Var::Local(_) => None,
        };
        condition.evaluate(&program.types, &known)
    }

    #[test]
    fn numbers_are_those_of_c() {
        let truth = |condition: &str, i, f| value(condition, i, f).map(|number| number == Number::Int(1));
        assert_eq!(truth("(unsigned)i > 5u", -1, 0.0), Some(true));
        assert_eq!(truth("i + 1 < i", i32::MAX.into(), 0.0), Some(true));
        assert_eq!(truth("(unsigned char)i == 1", 257, 0.0), Some(true));
        assert_eq!(truth("(i >> 1) == -2 && 0", -4, 0.0), Some(true));
        assert_eq!(truth("~i == -3", 2, 0.0), Some(true));
        assert_eq!(truth("f * f == f * f", 0, f64::NAN), Some(false));
        assert_eq!(truth("f + 1.0f == f", 0, 16777216.0), Some(true));
        assert_eq!(truth("f + 1.0 == f", 0, 16777216.0), Some(false));
        assert_eq!(truth("(int)f == -2", 0, -2.5), Some(true));
        // What is not defined or not known has no value.
        for condition in ["i / (i - i) == 1", "(int)(f * 1e30f) == 1", "i % 0 == 1", "a[i] == 1", "i == (int)u"] {
            assert_eq!(value(condition, 1, 1e30), None, "{condition}");
        }
    }
}
