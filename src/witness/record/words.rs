//! Conditions of the automaton as C that means the same where readers type it.
//!
//! Only what is defined in every state is said: no pointer is followed, nothing is divided by what may be zero.
//! Literals have the types that they have here, and conversions are written, but for those that C makes by itself when
//! it promotes a small integer. Sums that may overflow are none of ours: whoever states a condition takes care of them
//! ([`crate::cfa::lemma::wrapped`]).

use crate::cfa::{BinaryOp, Expr, ExprKind, Place, PlaceKind, Program, UnaryOp, Var};
use crate::ctype::{ArrayLen, FloatKind, IntKind, Type, TypeId};

/// How tightly parts bind, as in C.
const OR: u8 = 1;
const AND: u8 = 2;
const BITS: u8 = 3;
const EQUAL: u8 = 6;
const LESS: u8 = 7;
const SHIFT: u8 = 8;
const SUM: u8 = 9;
const PRODUCT: u8 = 10;
const UNARY: u8 = 11;
const WHOLE: u8 = 12;

/// Text, and how tightly it binds.
type Said = (String, u8);

pub(super) struct Words<'a> {
    pub(super) program: &'a Program,
    /// The name of a variable that means it at the place.
    pub(super) name: &'a dyn Fn(Var) -> Option<String>,
}

impl Words<'_> {
    /// A condition, as a part of a conjunction.
    pub(super) fn condition(&self, cond: &Expr) -> Option<String> {
        self.truth(cond).map(|said| within(said, AND))
    }

    /// Whether an expression is nonzero.
    fn truth(&self, expr: &Expr) -> Option<Said> {
        use BinaryOp::{And, Eq, Ge, Gt, Le, Lt, Ne, Or};
        if let ExprKind::Binary(op, a, b) = &expr.kind {
            match op {
                And if is_truth(a) && is_truth(b) => {
                    return Some((format!("{} && {}", within(self.truth(a)?, AND), within(self.truth(b)?, AND)), AND));
                }
                Or if is_truth(a) && is_truth(b) => {
                    // People like to see what belongs together.
                    let part = |said: Said| if said.1 == AND { format!("({})", said.0) } else { within(said, OR) };
                    return Some((format!("{} || {}", part(self.truth(a)?), part(self.truth(b)?)), OR));
                }
                Ne if is_truth(a) && b.kind == ExprKind::Int(0) => return self.truth(a),
                Eq if is_truth(a) && b.kind == ExprKind::Int(0) => {
                    if let ExprKind::Binary(op @ (Eq | Ne | Lt | Le | Gt | Ge), x, y) = &a.kind
                        && self.program.types.as_int(x.ty).is_some()
                    {
                        let op = match op {
                            Eq => Ne,
                            Ne => Eq,
                            Lt => Ge,
                            Le => Gt,
                            Gt => Le,
                            _ => Lt,
                        };
                        return self.truth(&Expr::binary(op, (**x).clone(), (**y).clone(), expr.ty));
                    }
                    return Some((format!("!({})", self.truth(a)?.0), UNARY));
                }
                _ => {}
            }
        }
        self.expr(expr)
    }

    fn expr(&self, expr: &Expr) -> Option<Said> {
        self.is_number(expr.ty)?;
        match &expr.kind {
            ExprKind::Int(value) => self.integer(*value, expr.ty),
            ExprKind::Float(bits) => self.float(*bits, expr.ty),
            ExprKind::Load(place) => Some((self.place(place)?, WHOLE)),
            ExprKind::Unary(op, a) => {
                let sign = match op {
                    UnaryOp::Neg => '-',
                    UnaryOp::BitNot => '~',
                };
                // Two signs would be one operator.
                Some((format!("{sign}{}", within(self.expr(a)?, WHOLE)), UNARY))
            }
            ExprKind::Binary(op, a, b) => self.binary(*op, a, b),
            ExprKind::Cast(a) => self.cast(a, expr.ty),
            ExprKind::Zero | ExprKind::AddrOf(_) | ExprKind::Function(_) | ExprKind::Object(..) => None,
        }
    }

    fn binary(&self, op: BinaryOp, a: &Expr, b: &Expr) -> Option<Said> {
        use BinaryOp::*;
        let (symbol, level) = match op {
            Add => ("+", SUM),
            Sub => ("-", SUM),
            Mul => ("*", PRODUCT),
            Div => ("/", PRODUCT),
            Rem => ("%", PRODUCT),
            Shl => ("<<", SHIFT),
            Shr => (">>", SHIFT),
            Lt => ("<", LESS),
            Le => ("<=", LESS),
            Gt => (">", LESS),
            Ge => (">=", LESS),
            Eq => ("==", EQUAL),
            Ne => ("!=", EQUAL),
            And => ("&", BITS),
            Or => ("|", BITS),
            Xor => ("^", BITS),
            PtrAdd | PtrSub | PtrDiff => return None,
        };
        let types = &self.program.types;
        let known = match b.kind {
            ExprKind::Int(value) => Some(value),
            _ => None,
        };
        let bits = types.as_int(a.ty).map_or(0, |kind| types.model.int_bits(kind));
        match op {
            Div | Rem if types.as_int(a.ty).is_some() => _ = known.filter(|by| !matches!(by, 0 | -1))?,
            Shl if types.is_signed(a.ty) => return None,
            Shl | Shr => _ = known.filter(|by| (0..i128::from(bits)).contains(by))?,
            _ => {}
        }
        // Nobody knows by heart how bits bind.
        let inner = if level == BITS { UNARY } else { level };
        Some((format!("{} {symbol} {}", within(self.expr(a)?, inner), within(self.expr(b)?, inner + 1)), level))
    }

    fn cast(&self, a: &Expr, to: TypeId) -> Option<Said> {
        let types = &self.program.types;
        let said = self.expr(a)?;
        match (types.as_int(a.ty), types.as_int(to)) {
            (Some(small), Some(IntKind::Int)) if small.rank() < IntKind::Int.rank() => Some(said),
            // It need not fit.
            (None, Some(_)) => None,
            _ => Some((format!("({}){}", self.name_of(to)?, within(said, UNARY)), UNARY)),
        }
    }

    /// The name of a type that needs no declaration.
    fn name_of(&self, ty: TypeId) -> Option<String> {
        let types = &self.program.types;
        match (types.as_int(ty), types.as_float(ty)) {
            (Some(kind), _) => Some(types.describe(types.int(kind))),
            (None, Some(kind)) => Some(types.describe(types.float(kind))),
            (None, None) => None,
        }
    }

    fn place(&self, place: &Place) -> Option<String> {
        match &place.kind {
            PlaceKind::Var(var) => (self.name)(*var),
            PlaceKind::Member(base, field) => {
                let field = self.program.types.fields(base.ty.ty)?.get(*field as usize)?;
                // What a bit-field is promoted to depends on its width.
                let name = field.name.as_ref().filter(|_| field.bits.is_none())?;
                Some(format!("{}.{name}", self.place(base)?))
            }
            PlaceKind::Index(base, index) => {
                let (ExprKind::Int(index), Type::Array { len: ArrayLen::Fixed(len), .. }) =
                    (&index.kind, &self.program.types[base.ty.ty])
                else {
                    return None;
                };
                let inside = (0..i128::from(*len)).contains(index);
                inside.then_some(())?;
                Some(format!("{}[{index}]", self.place(base)?))
            }
            PlaceKind::Deref(_) => None,
        }
    }

    /// Integers of at most 64 bits, and numbers that have literals.
    fn is_number(&self, ty: TypeId) -> Option<()> {
        let types = &self.program.types;
        let integer = types.as_int(ty).is_some_and(|kind| types.model.int_bits(kind) <= 64);
        let float = matches!(types.as_float(ty), Some(FloatKind::Float | FloatKind::Double));
        (integer || float).then_some(())
    }

    fn integer(&self, value: i128, ty: TypeId) -> Option<Said> {
        let types = &self.program.types;
        let kind = types.as_int(ty)?;
        let suffix = match kind.suffix() {
            Some(suffix) => suffix,
            None if matches!(kind, IntKind::Int128 | IntKind::UInt128) => return None,
            None => {
                let (text, _) = self.integer(value, types.int(IntKind::Int))?;
                return Some((format!("({}){}", types.describe(types.int(kind)), parenthesised(&text)), UNARY));
            }
        };
        let least = -(1i128 << (types.model.int_bits(kind) - 1));
        Some(match value {
            // The smallest number of a type has no literal.
            _ if kind.is_signed() && value == least => (format!("(-{}{suffix} - 1)", -(value + 1)), WHOLE),
            _ if value < 0 => (format!("{value}{suffix}"), UNARY),
            _ => (format!("{value}{suffix}"), WHOLE),
        })
    }

    fn float(&self, bits: u128, ty: TypeId) -> Option<Said> {
        let (text, finite, negative) = match self.program.types.as_float(ty)? {
            FloatKind::Float => {
                let value = f32::from_bits(bits as u32);
                (format!("{value:?}f"), value.is_finite(), value.is_sign_negative())
            }
            FloatKind::Double => {
                let value = f64::from_bits(bits as u64);
                (format!("{value:?}"), value.is_finite(), value.is_sign_negative())
            }
            _ => return None,
        };
        finite.then_some((text, if negative { UNARY } else { WHOLE }))
    }
}

/// Whether an expression is 0 or 1, and always defined if its parts are.
fn is_truth(expr: &Expr) -> bool {
    match &expr.kind {
        ExprKind::Binary(BinaryOp::And | BinaryOp::Or, a, b) => is_truth(a) && is_truth(b),
        ExprKind::Binary(op, ..) => op.is_comparison(),
        _ => false,
    }
}

/// In parentheses, if something around it binds more tightly.
fn within((text, own): Said, level: u8) -> String {
    if own < level { format!("({text})") } else { text }
}

fn parenthesised(text: &str) -> String {
    if text.starts_with('-') { format!("({text})") } else { text.to_owned() }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cfa::Op;
    use crate::cfa::tests::built;

    /// The conditions of assertions, as they are written.
    fn said(text: &str) -> Vec<Option<String>> {
        let program = built(text);
        let cfa = program[program.entries[0]].cfa().expect("it is defined");
        let name = |var: Var| match var {
            Var::Local(id) => cfa.locals[id.0 as usize].name.clone(),
            Var::Global(id) => Some(program[id].name.clone()),
        };
        let words = Words { program: &program, name: &name };
        let mut said = Vec::new();
        for edge in &cfa.edges {
            if let Op::Assert { cond, .. } = &edge.op {
                said.push(words.condition(cond));
            }
        }
        said
    }

    /// What is written is read as the same condition.
    #[test]
    fn written_and_read_again() {
        let declared = "int any(void); unsigned u; long l; struct { int a; short b; unsigned c : 3; } s; int v[4];
            int main(void) { int x = any(); short h = any(); char c = any(); double d = any(); int *p = &x;
            unsigned long long w = u; ";
        let conditions = [
            "x == 1",
            "x + 2 * h <= c - 3",
            "(x - 1) * 2 == -h",
            "x - (h - 1) > 0",
            "(x & 3) == 1",
            "(x | 1) != (h ^ 2)",
            "u < (unsigned int)x",
            "u - 1U == 4294967295U",
            "l == (long int)x",
            "(int)((unsigned int)x + (unsigned int)h) == 7",
            "x / 2 > h % 3",
            "u >> 3 == 1U",
            "x == (-2147483647 - 1)",
            "w > 18446744073709551614ULL",
            "s.a == s.b",
            "v[3] < v[0]",
            "d < 0.5",
            "d > (double)x",
            "~x == 0",
        ];
        for cond in conditions {
            let text = format!("{declared} __CPROVER_assert({cond}, \"\"); return *p; }}");
            let once = said(&text);
            let [Some(words)] = &once[..] else { panic!("{cond}: {once:?}") };
            let again = said(&format!("{declared} __CPROVER_assert({words}, \"\"); return *p; }}"));
            assert_eq!(again, once, "{cond}");
        }
    }

    #[test]
    fn not_said() {
        let declared = "int any(void); struct { unsigned c : 3; } s; int v[4];
            int main(void) { int x = any(); double d = any(); int *p = &x; ";
        for cond in
            ["*p == 1", "v[x] == 1", "1 / x == 1", "1 << x == 1", "x << 1 == 2", "s.c == 1", "p == &x", "(int)d == 1"]
        {
            let text = format!("{declared} __CPROVER_assert({cond}, \"\"); return 0; }}");
            assert_eq!(said(&text), [None], "{cond}");
        }
    }
}
