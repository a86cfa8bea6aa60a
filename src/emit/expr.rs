//! Expressions and lvalues.
//!
//! C types what is printed here once more, by its own rules; it must come to the types that the automaton has.
//! Constants have their exact type, operations of two operands have operands of one type that promotion does not
//! change, and a bit-field, whose type in C depends on its width, is cast to the type that the automaton gives it.

use super::constant::{constants, is_constant};
use super::literal;
use super::models::Model;
use super::usage::decayed_literal;
use super::{Dialect, Printer};
use crate::cfa::{
    BinaryOp, Cfa, Definition, Expr, ExprKind, GlobalId, GlobalKind, Init, ObjectQuery, Place, PlaceKind, UnaryOp, Var,
};
use crate::ctype::{FloatKind, Quals, Type, TypeId, int_name};
use std::cell::{OnceCell, RefCell};

/// Why nothing is said about programs that divide in initialisers of globals, or with rare types.
const QUOTIENT_WHY: &str = "a quotient of floating constants, which CBMC computes wrongly";

/// Why nothing is said where SV-COMP's verifiers would have to look at an object.
pub(super) const OBJECT_WHY: &str = "SV-COMP has no words for the object that a pointer points to";

/// Why nothing is said about programs that compute with `long double`.
const LONG_DOUBLE_WHY: &str = "long double, with which CBMC computes more exactly than x86 does";

/// How tightly an operator binds.
pub(super) const POSTFIX: u8 = 15;
const UNARY: u8 = 14;
pub(super) const LOGICAL_AND: u8 = 5;
pub(super) const LOGICAL_OR: u8 = 4;
pub(super) const ANY: u8 = 0;

/// Prints expressions in one function, or outside of any.
pub(super) struct ExprPrinter<'a> {
    pub(super) printer: &'a Printer<'a>,
    /// The names of the locals.
    pub(super) locals: Vec<String>,
    /// Which locals have been printed.
    pub(super) used: RefCell<Vec<bool>>,
    /// The function; outside of any, only constant expressions are allowed.
    pub(super) cfa: Option<&'a Cfa>,
    /// Which locals get their values from constants alone, when somebody asks.
    pub(super) constant: OnceCell<Vec<bool>>,
}

impl<'a> ExprPrinter<'a> {
    pub(super) fn outside(printer: &'a Printer<'a>) -> ExprPrinter<'a> {
        ExprPrinter { printer, locals: Vec::new(), used: RefCell::default(), cfa: None, constant: OnceCell::new() }
    }

    /// An expression that binds at least as tightly as `min`, or has parentheses.
    pub(super) fn text(&self, expr: &Expr, min: u8) -> String {
        let mut out = String::new();
        self.expr(&mut out, expr, min);
        out
    }

    pub(super) fn place_text(&self, place: &Place) -> String {
        let mut out = String::new();
        self.place(&mut out, place, ANY);
        out
    }

    pub(super) fn expr(&self, out: &mut String, expr: &Expr, min: u8) {
        let types = &self.printer.types;
        if self.printer.dialect == Dialect::Cbmc && types.types.as_float(expr.ty) == Some(FloatKind::LongDouble) {
            self.printer.blocked.borrow_mut().get_or_insert_with(|| LONG_DOUBLE_WHY.to_owned());
        }
        match &expr.kind {
            ExprKind::Int(value) => {
                let text = match &types.types[expr.ty] {
                    Type::Int(kind) => literal::integer(types.types.model, *kind, *value),
                    Type::Pointer(_) => format!("({}){value}", types.name(expr.ty)),
                    other => unreachable!("an integer constant of type {other:?}"),
                };
                let binds = if text.starts_with(['-', '(']) { UNARY } else { POSTFIX };
                wrapped(out, binds, min, |out| out.push_str(&text));
            }
            ExprKind::Float(bits) => {
                let kind = types.types.as_float(expr.ty).expect("a floating constant has a floating type");
                let text = literal::float(kind, *bits);
                wrapped(out, UNARY, min, |out| out.push_str(&text));
            }
            ExprKind::Zero => unreachable!("a zero object outside of an assignment"),
            ExprKind::Load(place) => self.place(out, place, min),
            ExprKind::AddrOf(place) => self.address(out, place, expr.ty, min),
            ExprKind::Function(func) => out.push_str(self.printer.function_name(*func)),
            ExprKind::Unary(op, operand) => wrapped(out, UNARY, min, |out| {
                out.push(match op {
                    UnaryOp::Neg => '-',
                    UnaryOp::BitNot => '~',
                });
                let start = out.len();
                self.operand(out, operand, UNARY, true);
                // Two signs in a row would be a decrement.
                if out.as_bytes()[start] == b'-' {
                    out.insert(start, '(');
                    out.push(')');
                }
            }),
            ExprKind::Binary(op, lhs, rhs) => self.binary(out, *op, lhs, rhs, min),
            ExprKind::Cast(operand) if self.is_plain_string(expr.ty, operand) => self.string(out, operand),
            ExprKind::Cast(operand) => wrapped(out, UNARY, min, |out| {
                out.push('(');
                out.push_str(&types.name(expr.ty));
                out.push(')');
                self.expr(out, operand, UNARY);
            }),
            ExprKind::Object(query, pointer) => self.query(out, *query, pointer, min),
        }
    }

    /// A question about an object, in CBMC's words; there are no others. What CBMC says of an offset below the start of
    /// an object is negative in 5.12 and very large in 6.6: more than any size, in any case.
    fn query(&self, out: &mut String, query: ObjectQuery, pointer: &Expr, min: u8) {
        if self.printer.dialect == Dialect::SvComp {
            self.printer.blocked.borrow_mut().get_or_insert_with(|| OBJECT_WHY.to_owned());
        }
        let model = self.printer.types.types.model;
        let operand = self.text(pointer, UNARY);
        match query {
            ObjectQuery::Size => wrapped(out, UNARY, min, |out| {
                out.push_str(&format!("({})__CPROVER_OBJECT_SIZE({operand})", int_name(model.size_type())));
            }),
            ObjectQuery::Offset => wrapped(out, UNARY, min, |out| {
                out.push_str(&format!("({})__CPROVER_POINTER_OFFSET({operand})", int_name(model.ptrdiff_type())));
            }),
            // The start of the object is asked for: a pointer outside of its object still has one. To 5.12, integers
            // made pointers have a readable object unless the last part is there.
            ObjectQuery::Alive => {
                let start = format!("(const char *){operand} - __CPROVER_POINTER_OFFSET({operand})");
                out.push_str(&format!("(__CPROVER_r_ok({start}, 0) && !__CPROVER_same_object({operand}, (void *)0))"));
            }
            ObjectQuery::Heap if self.printer.usage.allocates_on_the_stack(self.printer.program) => {
                // To CBMC, such memory is of the heap; its model of `alloca` notes one such object, any.
                self.printer.nondet.borrow_mut().insert("extern const void *__CPROVER_alloca_object".into());
                let heap = format!("__CPROVER_DYNAMIC_OBJECT({operand})");
                out.push_str(&format!("({heap} && !__CPROVER_same_object({operand}, __CPROVER_alloca_object))"));
            }
            ObjectQuery::Heap => out.push_str(&format!("(__CPROVER_DYNAMIC_OBJECT({operand}) && 1)")),
        }
    }

    /// Whether this is a string literal that becomes a pointer to constant characters: nobody casts that.
    fn is_plain_string(&self, ty: TypeId, operand: &Expr) -> bool {
        let types = self.printer.types.types;
        let ExprKind::AddrOf(place) = &operand.kind else { return false };
        let (Some(to), Some(from)) = (types.pointee(ty), types.pointee(operand.ty)) else { return false };
        to.ty == from.ty && to.quals == Quals::CONST && decayed_literal(self.printer.program, place).is_some()
    }

    /// A string literal, in place or by its name.
    fn string(&self, out: &mut String, expr: &Expr) {
        let ExprKind::AddrOf(place) = &expr.kind else { unreachable!("a string is an address") };
        let id = decayed_literal(self.printer.program, place).expect("a string is a literal");
        if self.printer.usage.is_inline(id) {
            out.push_str(&self.literal_text(id));
        } else {
            out.push_str(self.printer.global_name(id));
        }
    }

    /// An operand of an operation, or an argument that no parameter converts. `arithmetic` says that the type of the
    /// result comes from it.
    pub(super) fn operand(&self, out: &mut String, expr: &Expr, min: u8, arithmetic: bool) {
        let types = &self.printer.types;
        if let ExprKind::Load(place) = &expr.kind
            && self.is_bit_field(place)
        {
            wrapped(out, UNARY, min, |out| {
                out.push('(');
                out.push_str(&types.name(expr.ty));
                out.push(')');
                self.place(out, place, UNARY);
            });
            return;
        }
        let narrow = types.types.as_int(expr.ty).is_some_and(|kind| kind.rank() < 3);
        debug_assert!(!(arithmetic && narrow), "an operand of a type that C would promote");
        self.expr(out, expr, min);
    }

    fn is_bit_field(&self, place: &Place) -> bool {
        let PlaceKind::Member(base, field) = &place.kind else { return false };
        let fields = self.printer.types.types.fields(base.ty.ty);
        fields.and_then(|fields| fields.get(*field as usize)).is_some_and(|field| field.bits.is_some())
    }

    fn binary(&self, out: &mut String, op: BinaryOp, lhs: &Expr, rhs: &Expr, min: u8) {
        let (symbol, binds) = operator(op);
        if op == BinaryOp::Div
            && self.printer.dialect == Dialect::Cbmc
            && let Some(kind) = self.printer.types.types.as_float(lhs.ty)
        {
            return self.quotient(out, kind, lhs, rhs);
        }
        for pointer in [lhs, rhs] {
            if matches!(op, BinaryOp::PtrAdd | BinaryOp::PtrSub | BinaryOp::PtrDiff) {
                self.look_through(pointer.ty);
            }
        }
        let arithmetic = !op.is_comparison() && !matches!(op, BinaryOp::PtrAdd | BinaryOp::PtrSub | BinaryOp::PtrDiff);
        let shift = matches!(op, BinaryOp::Shl | BinaryOp::Shr);
        wrapped(out, binds, min, |out| {
            self.operand(out, lhs, side(op, lhs, binds), arithmetic);
            out.push_str(symbol);
            self.operand(out, rhs, side(op, rhs, binds + 1), arithmetic && !shift);
        });
    }

    /// CBMC divides some constants wrongly: what should become 1 + 2^-52 becomes 1. So the divisor is no constant to
    /// it; or the two are looked at first, which is dear where they are no constants.
    fn quotient(&self, out: &mut String, kind: FloatKind, lhs: &Expr, rhs: &Expr) {
        let known = self.constant.get_or_init(|| self.cfa.map_or(Vec::new(), constants));
        let model = match (kind, is_constant(lhs, known) && is_constant(rhs, known)) {
            (FloatKind::Float, false) => Some("divf"),
            (FloatKind::Double, false) => Some("div"),
            (FloatKind::Float, true) => Some("constdivf"),
            (FloatKind::Double, true) => Some("constdiv"),
            _ => None,
        };
        let Some(model) = model.filter(|_| self.cfa.is_some()) else {
            self.printer.blocked.borrow_mut().get_or_insert_with(|| QUOTIENT_WHY.to_owned());
            return out.push('0');
        };
        let name = self.printer.model(Model::own(model));
        out.push_str(&format!("{name}({}, {})", self.text(lhs, ANY), self.text(rhs, ANY)));
    }

    /// Notes that a pointer is followed or moved.
    fn look_through(&self, pointer: TypeId) {
        if let Some(target) = self.printer.types.types.pointee(pointer) {
            self.printer.types.complete(target.ty);
        }
    }

    fn address(&self, out: &mut String, place: &Place, ty: TypeId, min: u8) {
        if let Some(id) = decayed_literal(self.printer.program, place)
            && self.printer.usage.is_inline(id)
        {
            out.push_str(&self.literal_text(id));
            return;
        }
        let cast = |out: &mut String| {
            // The named copy of a literal is constant, the literal's type is not.
            out.push('(');
            out.push_str(&self.printer.types.name(ty));
            out.push(')');
        };
        match &place.kind {
            // An array decays to this by itself.
            PlaceKind::Index(base, index) if index.kind == ExprKind::Int(0) => {
                if self.is_literal(base) {
                    wrapped(out, UNARY, min, |out| {
                        cast(out);
                        self.place(out, base, UNARY);
                    });
                } else {
                    self.place(out, base, min);
                }
            }
            PlaceKind::Deref(pointer) => {
                self.expr(out, pointer, min);
            }
            _ => wrapped(out, UNARY, min, |out| {
                if self.is_literal(place) {
                    cast(out);
                }
                out.push('&');
                self.place(out, place, UNARY);
            }),
        }
    }

    fn is_literal(&self, place: &Place) -> bool {
        match &place.kind {
            PlaceKind::Var(Var::Global(id)) => {
                self.printer.program.globals[id.0 as usize].kind == GlobalKind::StringLiteral
            }
            PlaceKind::Index(base, _) => self.is_literal(base),
            _ => false,
        }
    }

    fn literal_text(&self, id: GlobalId) -> String {
        let global = &self.printer.program.globals[id.0 as usize];
        let Definition::Defined(Init::String(units)) = &global.definition else {
            unreachable!("a string literal has a string");
        };
        // The terminating zero comes by itself.
        let units = units.strip_suffix(&[0]).unwrap_or(units);
        literal::string(units.iter().map(|&unit| unit as u8))
    }

    pub(super) fn place(&self, out: &mut String, place: &Place, min: u8) {
        self.printer.types.complete(place.ty.ty);
        match &place.kind {
            PlaceKind::Deref(pointer) if self.same_object(pointer, place).is_some() => {
                let inner = self.same_object(pointer, place).expect("just seen");
                self.place(out, inner, min);
            }
            PlaceKind::Var(Var::Local(id)) => {
                self.used.borrow_mut()[id.0 as usize] = true;
                out.push_str(&self.locals[id.0 as usize]);
            }
            PlaceKind::Var(Var::Global(id)) => out.push_str(self.printer.global_name(*id)),
            PlaceKind::Deref(pointer) => {
                self.look_through(pointer.ty);
                match &pointer.kind {
                    ExprKind::Binary(BinaryOp::PtrAdd, base, index) => {
                        self.element(out, |out| self.expr(out, base, POSTFIX), index)
                    }
                    _ => wrapped(out, UNARY, min, |out| {
                        out.push('*');
                        self.expr(out, pointer, UNARY);
                    }),
                }
            }
            PlaceKind::Index(base, index) => self.element(out, |out| self.place(out, base, POSTFIX), index),
            PlaceKind::Member(base, field) => {
                let types = &self.printer.types;
                types.complete(base.ty.ty);
                match &base.kind {
                    PlaceKind::Deref(pointer) if !is_element(pointer) && self.same_object(pointer, base).is_none() => {
                        self.look_through(pointer.ty);
                        self.expr(out, pointer, POSTFIX);
                        out.push_str("->");
                    }
                    _ => {
                        self.place(out, base, POSTFIX);
                        out.push('.');
                    }
                }
                let record = types.types.as_record(base.ty.ty).expect("a member is in a record");
                let names = types.field_names(record);
                out.push_str(names[*field as usize].as_deref().expect("an unnamed bit-field is never accessed"));
            }
        }
    }

    /// For `*&x`: `x`.
    fn same_object<'e>(&self, pointer: &'e Expr, place: &Place) -> Option<&'e Place> {
        match &pointer.kind {
            ExprKind::AddrOf(inner)
                if inner.ty == place.ty && decayed_literal(self.printer.program, inner).is_none() =>
            {
                Some(inner)
            }
            _ => None,
        }
    }

    fn element(&self, out: &mut String, base: impl FnOnce(&mut String), index: &Expr) {
        base(out);
        out.push('[');
        self.expr(out, index, ANY);
        out.push(']');
    }

    /// A condition, as it is or negated.
    pub(super) fn condition(&self, out: &mut String, cond: &Expr, truth: bool, min: u8) {
        let ExprKind::Binary(op, lhs, rhs) = &cond.kind else {
            if truth {
                return self.expr(out, cond, min);
            }
            return wrapped(out, UNARY, min, |out| {
                out.push('!');
                self.expr(out, cond, UNARY);
            });
        };
        let against_zero = matches!(op, BinaryOp::Eq | BinaryOp::Ne) && rhs.kind == ExprKind::Int(0);
        if against_zero && matches!(&lhs.kind, ExprKind::Binary(inner, ..) if inner.is_comparison()) {
            return self.condition(out, lhs, truth == (*op == BinaryOp::Ne), min);
        }
        let floats = self.printer.types.types.as_float(lhs.ty).is_some();
        match opposite(*op, floats) {
            _ if truth => self.expr(out, cond, min),
            Some(op) => self.binary(out, op, lhs, rhs, min),
            None => wrapped(out, UNARY, min, |out| {
                out.push('!');
                self.expr(out, cond, UNARY);
            }),
        }
    }
}

/// Prints with parentheses where what is printed binds less tightly than needed.
pub(super) fn wrapped(out: &mut String, binds: u8, min: u8, print: impl FnOnce(&mut String)) {
    if binds < min {
        out.push('(');
        print(out);
        out.push(')');
    } else {
        print(out);
    }
}

/// Whether following the pointer is printed as `base[index]`.
fn is_element(pointer: &Expr) -> bool {
    matches!(pointer.kind, ExprKind::Binary(BinaryOp::PtrAdd, ..))
}

fn operator(op: BinaryOp) -> (&'static str, u8) {
    match op {
        BinaryOp::Mul => (" * ", 13),
        BinaryOp::Div => (" / ", 13),
        BinaryOp::Rem => (" % ", 13),
        BinaryOp::Add | BinaryOp::PtrAdd => (" + ", 12),
        BinaryOp::Sub | BinaryOp::PtrSub | BinaryOp::PtrDiff => (" - ", 12),
        BinaryOp::Shl => (" << ", 11),
        BinaryOp::Shr => (" >> ", 11),
        BinaryOp::Lt => (" < ", 10),
        BinaryOp::Le => (" <= ", 10),
        BinaryOp::Gt => (" > ", 10),
        BinaryOp::Ge => (" >= ", 10),
        BinaryOp::Eq => (" == ", 9),
        BinaryOp::Ne => (" != ", 9),
        BinaryOp::And => (" & ", 8),
        BinaryOp::Xor => (" ^ ", 7),
        BinaryOp::Or => (" | ", 6),
    }
}

/// How tightly an operand must bind. Mixtures that compilers warn about get parentheses, though they need none.
fn side(op: BinaryOp, operand: &Expr, needed: u8) -> u8 {
    let ExprKind::Binary(inner, ..) = operand.kind else { return needed };
    let unusual = match operator(op).1 {
        11 => true,
        9 | 10 => operator(inner).1 <= 11,
        6..=8 => inner != op,
        _ => false,
    };
    if unusual { UNARY } else { needed }
}

/// The comparison that is true exactly when this one is false. With NaNs only equality has one.
fn opposite(op: BinaryOp, floats: bool) -> Option<BinaryOp> {
    use BinaryOp::*;
    match op {
        Eq => Some(Ne),
        Ne => Some(Eq),
        Lt if !floats => Some(Ge),
        Le if !floats => Some(Gt),
        Gt if !floats => Some(Le),
        Ge if !floats => Some(Lt),
        _ => None,
    }
}
