//! Expressions, places and operations as text that reads like C, for people.
//!
//! Locals have their source names; a second one of the same name, and those without any, get their number. The text is
//! not meant to be compiled: `emit` prints C.

use super::model::*;
use crate::ctype::{LocalId, Types};
use std::collections::HashMap;
use std::fmt::Write;

/// The names of everything that an operation of one function can mention.
pub struct Names<'a> {
    program: &'a Program,
    locals: Vec<String>,
}

impl<'a> Names<'a> {
    pub fn new(program: &'a Program, cfa: &Cfa) -> Names<'a> {
        let mut seen: HashMap<&str, u32> = HashMap::new();
        let mut locals = Vec::with_capacity(cfa.locals.len());
        for (index, local) in cfa.locals.iter().enumerate() {
            locals.push(match &local.name {
                Some(name) => {
                    let uses = seen.entry(name).or_default();
                    *uses += 1;
                    if *uses == 1 { name.clone() } else { format!("{name}${uses}") }
                }
                None => format!("${index}"),
            });
        }
        Names { program, locals }
    }

    /// Names for text that stands beside the line of the source, which says what is meant: variables have the names
    /// that they have there, and a temporary that is assigned once is called what it was assigned, where that is short.
    pub fn in_source(program: &'a Program, cfa: &Cfa) -> Names<'a> {
        let mut names = Names::new(program, cfa);
        for (text, local) in names.locals.iter_mut().zip(&cfa.locals) {
            if let Some(name) = &local.name {
                text.clone_from(name);
            }
        }
        names.explain_temporaries(cfa);
        names
    }

    fn explain_temporaries(&mut self, cfa: &Cfa) {
        let whole = |place: &Place| match place.kind {
            PlaceKind::Var(Var::Local(local)) if cfa.locals[local.0 as usize].name.is_none() => Some(local.0 as usize),
            _ => None,
        };
        let assigned = |op: &Op| match op {
            Op::Assign { place, .. } | Op::Call { dst: Some(place), .. } => whole(place),
            _ => None,
        };
        let mut times = vec![0; cfa.locals.len()];
        let edges = || cfa.edges.iter().filter(|edge| !edge.span.is_nothing());
        edges().filter_map(|edge| assigned(&edge.op)).for_each(|local| times[local] += 1);
        for edge in edges() {
            let Some(local) = assigned(&edge.op).filter(|local| times[*local] == 1) else { continue };
            let text = match &edge.op {
                Op::Assign { value, .. } => {
                    let mut text = String::new();
                    self.write_expr(&mut text, value, POSTFIX);
                    text
                }
                Op::Call { dst, callee, args } => self.call(dst.as_ref(), callee, args),
                _ => continue,
            };
            if text.len() <= LONGEST {
                self.locals[local] = text;
            }
        }
    }

    /// A call, without where its result goes.
    fn call(&self, dst: Option<&Place>, callee: &Callee, args: &[Expr]) -> String {
        let args: Vec<String> = args.iter().map(|arg| self.expr(arg)).collect();
        let args = args.join(", ");
        match callee {
            Callee::Direct(func) => format!("{}({args})", self.func(*func)),
            Callee::Indirect(pointer) => format!("(*{})({args})", self.expr(pointer)),
            Callee::VaArg => {
                let ty = dst.map_or(Types::VOID, |place| place.ty.ty);
                format!("va_arg({args}, {})", self.program.types.describe(ty))
            }
        }
    }

    /// For initialisers of globals.
    pub fn outside(program: &'a Program) -> Names<'a> {
        Names { program, locals: Vec::new() }
    }

    pub fn local(&self, id: LocalId) -> &str {
        self.locals.get(id.0 as usize).map_or("$?", String::as_str)
    }

    pub fn var(&self, var: Var) -> String {
        match var {
            Var::Local(id) => self.local(id).into(),
            Var::Global(id) => match &self.program[id] {
                Global {
                    kind: GlobalKind::StringLiteral, definition: Definition::Defined(Init::String(text)), ..
                } => quoted(text),
                global => global.name.clone(),
            },
        }
    }

    pub fn func(&self, id: FuncId) -> &str {
        &self.program[id].name
    }

    pub fn place(&self, place: &Place) -> String {
        let mut text = String::new();
        self.write_place(&mut text, place);
        text
    }

    pub fn expr(&self, expr: &Expr) -> String {
        let mut text = String::new();
        self.write_expr(&mut text, expr, 0);
        text
    }

    pub fn op(&self, op: &Op) -> String {
        match op {
            Op::Skip => "skip".into(),
            Op::Assume { cond, truth: true, via: None } => format!("[{}]", self.expr(cond)),
            Op::Assume { cond, truth, via: None } => {
                debug_assert!(!truth);
                let mut text = String::from("[!");
                self.write_expr(&mut text, cond, UNARY);
                text + "]"
            }
            Op::Assume { cond, via: Some(func), .. } => format!("{}({})", self.func(*func), self.expr(cond)),
            Op::Assign { place, value } => format!("{} = {}", self.place(place), self.expr(value)),
            Op::Call { dst, callee, args } => {
                let text = self.call(dst.as_ref(), callee, args);
                match dst {
                    Some(place) => format!("{} = {text}", self.place(place)),
                    None => text,
                }
            }
            Op::Return(None) => "return".into(),
            Op::Return(Some(value)) => format!("return {}", self.expr(value)),
            Op::Declare(local) => format!("declare {}", self.local(*local)),
            Op::Havoc { places, objects, cause } => {
                let places = places.iter().map(|place| self.place(place));
                let objects = objects.iter().map(|pointer| format!("object at {}", self.expr(pointer)));
                let by = match cause {
                    Cause::Choice | Cause::Content => "",
                    Cause::Asm(_) => " by asm",
                    Cause::Call => " by the call",
                };
                format!("havoc {}{by}", places.chain(objects).collect::<Vec<_>>().join(", "))
            }
            Op::Assert { cond, property } => format!("assert #{} {}", property.0, self.expr(cond)),
        }
    }

    fn write_place(&self, out: &mut String, place: &Place) {
        match &place.kind {
            PlaceKind::Var(var) => *out += &self.var(*var),
            PlaceKind::Deref(pointer) => {
                out.push('*');
                self.write_expr(out, pointer, UNARY);
            }
            PlaceKind::Member(base, field) => {
                if let PlaceKind::Deref(pointer) = &base.kind {
                    self.write_expr(out, pointer, POSTFIX);
                    *out += "->";
                } else {
                    self.write_place(out, base);
                    out.push('.');
                }
                let fields = self.program.types.fields(base.ty.ty);
                match fields.and_then(|fields| fields.get(*field as usize)).and_then(|field| field.name.as_deref()) {
                    Some(name) => *out += name,
                    None => drop(write!(out, "${field}")),
                }
            }
            PlaceKind::Index(base, index) => {
                if matches!(base.kind, PlaceKind::Deref(_)) {
                    out.push('(');
                    self.write_place(out, base);
                    out.push(')');
                } else {
                    self.write_place(out, base);
                }
                out.push('[');
                self.write_expr(out, index, 0);
                out.push(']');
            }
        }
    }

    /// Writes an expression, in parentheses when it binds less tightly than `level`.
    fn write_expr(&self, out: &mut String, expr: &Expr, level: u8) {
        let own = precedence(expr);
        if own < level {
            out.push('(');
        }
        match &expr.kind {
            ExprKind::Int(value) => {
                let _ = write!(out, "{}", self.integer(expr, *value));
            }
            ExprKind::Float(bits) => {
                let _ = write!(out, "{}", float(&self.program.types, expr, *bits));
            }
            ExprKind::Zero => *out += "{0}",
            ExprKind::Load(place) => self.write_place(out, place),
            ExprKind::AddrOf(place) => match &place.kind {
                PlaceKind::Index(base, index) if self.is_literal(base) && index.kind == ExprKind::Int(0) => {
                    self.write_place(out, base);
                }
                _ => {
                    out.push('&');
                    self.write_place(out, place);
                }
            },
            ExprKind::Function(func) => *out += self.func(*func),
            ExprKind::Unary(op, operand) => {
                out.push(match op {
                    UnaryOp::Neg => '-',
                    UnaryOp::BitNot => '~',
                });
                self.write_expr(out, operand, UNARY);
            }
            ExprKind::Binary(op, lhs, rhs) => {
                self.write_expr(out, lhs, own);
                let _ = write!(out, " {} ", symbol(*op));
                self.write_expr(out, rhs, own + 1);
            }
            ExprKind::Cast(operand) => {
                let _ = write!(out, "({})", self.program.types.describe(expr.ty));
                self.write_expr(out, operand, UNARY);
            }
            ExprKind::Object(query, pointer) => {
                let _ = write!(out, "{}(", query.word());
                self.write_expr(out, pointer, 0);
                out.push(')');
            }
        }
        if own < level {
            out.push(')');
        }
    }

    fn integer(&self, expr: &Expr, value: i128) -> String {
        let unsigned = self.program.types.as_int(expr.ty) == Some(crate::ctype::IntKind::UInt128);
        if unsigned { (value as u128).to_string() } else { value.to_string() }
    }

    fn is_literal(&self, place: &Place) -> bool {
        matches!(place.kind, PlaceKind::Var(Var::Global(id)) if self.program[id].kind == GlobalKind::StringLiteral)
    }
}

/// The longest text that stands for a temporary.
const LONGEST: usize = 40;

const UNARY: u8 = 20;
const POSTFIX: u8 = 21;

fn precedence(expr: &Expr) -> u8 {
    match &expr.kind {
        ExprKind::Binary(op, ..) => match op {
            BinaryOp::Mul | BinaryOp::Div | BinaryOp::Rem => 18,
            BinaryOp::Add | BinaryOp::Sub | BinaryOp::PtrAdd | BinaryOp::PtrSub | BinaryOp::PtrDiff => 16,
            BinaryOp::Shl | BinaryOp::Shr => 14,
            BinaryOp::Lt | BinaryOp::Le | BinaryOp::Gt | BinaryOp::Ge => 12,
            BinaryOp::Eq | BinaryOp::Ne => 10,
            BinaryOp::And => 8,
            BinaryOp::Xor => 6,
            BinaryOp::Or => 4,
        },
        ExprKind::Unary(..) | ExprKind::Cast(_) | ExprKind::AddrOf(_) => UNARY,
        ExprKind::Load(Place { kind: PlaceKind::Deref(_), .. }) => UNARY,
        ExprKind::Int(value) if *value < 0 => UNARY,
        _ => POSTFIX,
    }
}

fn symbol(op: BinaryOp) -> &'static str {
    match op {
        BinaryOp::Add | BinaryOp::PtrAdd => "+",
        BinaryOp::Sub | BinaryOp::PtrSub | BinaryOp::PtrDiff => "-",
        BinaryOp::Mul => "*",
        BinaryOp::Div => "/",
        BinaryOp::Rem => "%",
        BinaryOp::Shl => "<<",
        BinaryOp::Shr => ">>",
        BinaryOp::And => "&",
        BinaryOp::Xor => "^",
        BinaryOp::Or => "|",
        BinaryOp::Eq => "==",
        BinaryOp::Ne => "!=",
        BinaryOp::Lt => "<",
        BinaryOp::Le => "<=",
        BinaryOp::Gt => ">",
        BinaryOp::Ge => ">=",
    }
}

/// A floating constant: in decimal where Rust has the format, else its bits.
fn float(types: &Types, expr: &Expr, bits: u128) -> String {
    match types.as_float(expr.ty) {
        Some(crate::ctype::FloatKind::Float) => format!("{:?}f", f32::from_bits(bits as u32)),
        Some(crate::ctype::FloatKind::Double) => format!("{:?}", f64::from_bits(bits as u64)),
        _ => format!("float({bits:#x})"),
    }
}

/// The characters of a string literal, without the terminating zero.
pub fn string_text(units: &[u32]) -> String {
    let units = units.strip_suffix(&[0]).unwrap_or(units);
    if units.iter().all(|unit| *unit < 256) {
        let bytes: Vec<u8> = units.iter().map(|unit| *unit as u8).collect();
        return String::from_utf8_lossy(&bytes).into_owned();
    }
    units.iter().map(|unit| char::from_u32(*unit).unwrap_or(char::REPLACEMENT_CHARACTER)).collect()
}

fn quoted(units: &[u32]) -> String {
    format!("{:?}", string_text(units))
}
