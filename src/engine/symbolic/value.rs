//! Values of expressions.

use super::{Executor, Frame, Why};
use crate::cfa::{BinaryOp, Expr, ExprKind, FuncId, ObjectQuery, UnaryOp};
use crate::ctype::{FloatKind, IntKind, Type, TypeId, Types};
use crate::engine::float::{self, Format, Rounding};
use crate::engine::memory::{Kind, State};
use crate::engine::term::{Term, mask};

/// Programs that change how the machine rounds are not modelled.
const ROUNDING: Rounding = Rounding::NearestEven;

impl<'a> Executor<'a> {
    pub(super) fn types(&self) -> &'a Types {
        &self.program().types
    }

    /// How many bits values of a scalar type have here: whole bytes, except for the extended format.
    pub(super) fn bits(&self, ty: TypeId) -> u32 {
        let model = self.types().model;
        match self.types()[ty] {
            Type::Int(kind) | Type::Enum(_, kind) => model.int_size(kind) as u32 * 8,
            Type::Float(kind) => model.float_bits(kind),
            _ => model.pointer_size() as u32 * 8,
        }
    }

    /// The value of a scalar expression. Where it is undefined the execution ends.
    pub(super) fn value(&mut self, frame: &Frame, state: &mut State, expr: &Expr) -> Term {
        let bits = self.bits(expr.ty);
        match &expr.kind {
            ExprKind::Int(value) => self.memory.terms.constant(bits, *value as u128),
            ExprKind::Float(value) => self.memory.terms.constant(bits, *value),
            ExprKind::Zero => self.memory.terms.constant(bits, 0),
            ExprKind::Load(place) => self.load(frame, state, place),
            ExprKind::AddrOf(place) => {
                let at = self.place(frame, state, place);
                self.address(&at)
            }
            ExprKind::Function(function) => self.function_pointer(*function),
            ExprKind::Unary(op, a) => {
                let a = self.value(frame, state, a);
                self.unary(*op, a, expr.ty)
            }
            ExprKind::Binary(op, a, b) => {
                let (x, y) = (self.value(frame, state, a), self.value(frame, state, b));
                self.binary(*op, x, y, (a.ty, b.ty))
            }
            ExprKind::Cast(a) => {
                let value = self.value(frame, state, a);
                let is_address = |ty| self.types().pointee(ty).is_some();
                if is_address(a.ty) != is_address(expr.ty)
                    && self.memory.terms.as_constant(value) != Some(0)
                    && self.is_watched(state)
                {
                    self.see_address();
                }
                self.cast(value, a.ty, expr.ty)
            }
            ExprKind::Object(query, pointer) => {
                let pointer = self.value(frame, state, pointer);
                self.query(state, *query, pointer, bits)
            }
        }
    }

    /// Whether a scalar is nonzero.
    pub(super) fn truth(&mut self, value: Term, ty: TypeId) -> Term {
        let zero = match self.types().as_float(ty) {
            Some(kind) => float::is_zero(&mut self.memory.terms, format(kind), value),
            None => {
                let zero = self.memory.terms.constant(self.memory.terms.width(value), 0);
                self.memory.terms.eq(value, zero)
            }
        };
        self.memory.terms.not(zero)
    }

    /// The condition under which an expression is nonzero.
    pub(super) fn condition(&mut self, frame: &Frame, state: &mut State, expr: &Expr) -> Term {
        let value = self.value(frame, state, expr);
        self.truth(value, expr.ty)
    }

    fn unary(&mut self, op: UnaryOp, a: Term, ty: TypeId) -> Term {
        let kind = self.types().as_float(ty);
        let terms = &mut self.memory.terms;
        match (op, kind) {
            (UnaryOp::Neg, Some(kind)) => float::neg(terms, format(kind), a),
            (UnaryOp::Neg, None) => terms.neg(a),
            (UnaryOp::BitNot, _) => terms.not(a),
        }
    }

    fn binary(&mut self, op: BinaryOp, a: Term, b: Term, (ty, right): (TypeId, TypeId)) -> Term {
        use BinaryOp::*;
        if let Some(kind) = self.types().as_float(ty) {
            return self.float_binary(op, a, b, format(kind));
        }
        let signed = self.types().is_signed(ty);
        match op {
            PtrAdd | PtrSub => return self.pointer_sum(op, a, b, ty, right),
            PtrDiff => return self.difference(a, b, ty),
            _ => {}
        }
        let int = self.bits(Types::INT);
        let terms = &mut self.memory.terms;
        match op {
            Add => terms.add(a, b),
            Sub => terms.sub(a, b),
            Mul => terms.mul(a, b),
            Div if signed => terms.sdiv(a, b),
            Div => terms.udiv(a, b),
            Rem if signed => terms.srem(a, b),
            Rem => terms.urem(a, b),
            And => terms.and(a, b),
            Or => terms.or(a, b),
            Xor => terms.xor(a, b),
            Shl | Shr => {
                let distance = self.distance(b, right, a);
                let terms = &mut self.memory.terms;
                match op {
                    Shl => terms.shl(a, distance),
                    _ if signed => terms.ashr(a, distance),
                    _ => terms.lshr(a, distance),
                }
            }
            Eq | Ne | Lt | Le | Gt | Ge => {
                let less = |terms: &mut crate::engine::term::Terms, a, b| {
                    if signed { terms.slt(a, b) } else { terms.ult(a, b) }
                };
                let truth = match op {
                    Eq => terms.eq(a, b),
                    Ne => terms.ne(a, b),
                    Lt => less(terms, a, b),
                    Gt => less(terms, b, a),
                    Le => {
                        let more = less(terms, b, a);
                        terms.not(more)
                    }
                    _ => {
                        let more = less(terms, a, b);
                        terms.not(more)
                    }
                };
                terms.zext(truth, int)
            }
            PtrAdd | PtrSub | PtrDiff => unreachable!("done above"),
        }
    }

    /// A distance as wide as what is shifted: one that is too large stays so.
    fn distance(&mut self, distance: Term, ty: TypeId, shifted: Term) -> Term {
        let (signed, width) = (self.types().is_signed(ty), self.memory.terms.width(shifted));
        let terms = &mut self.memory.terms;
        let has = terms.width(distance);
        if has <= width {
            return if signed { terms.sext(distance, width) } else { terms.zext(distance, width) };
        }
        let most = terms.constant(has, mask(width));
        let far = terms.ult(most, distance);
        let (near, most) = (terms.extract(distance, 0, width), terms.constant(width, mask(width)));
        terms.ite(far, most, near)
    }

    fn float_binary(&mut self, op: BinaryOp, a: Term, b: Term, format: Format) -> Term {
        use BinaryOp::*;
        let int = self.bits(Types::INT);
        let terms = &mut self.memory.terms;
        let truth = match op {
            Add | Sub | Mul | Div => {
                let result = match op {
                    Add => float::add(terms, format, ROUNDING, a, b),
                    Sub => float::sub(terms, format, ROUNDING, a, b),
                    Mul => float::mul(terms, format, ROUNDING, a, b),
                    _ => float::div(terms, format, ROUNDING, a, b),
                };
                return self.memory.any_nan(format, result);
            }
            Eq => float::eq(terms, format, a, b),
            Ne => {
                let same = float::eq(terms, format, a, b);
                terms.not(same)
            }
            Lt => float::lt(terms, format, a, b),
            Le => float::le(terms, format, a, b),
            Gt => float::lt(terms, format, b, a),
            Ge => float::le(terms, format, b, a),
            Rem | Shl | Shr | And | Xor | Or | PtrAdd | PtrSub | PtrDiff => {
                unreachable!("no operation on such numbers")
            }
        };
        terms.zext(truth, int)
    }

    fn pointer_sum(&mut self, op: BinaryOp, pointer: Term, index: Term, ty: TypeId, right: TypeId) -> Term {
        let size = self.step(ty);
        let distance = self.scaled(index, right, size);
        let terms = &mut self.memory.terms;
        let distance = if op == BinaryOp::PtrSub { terms.neg(distance) } else { distance };
        self.memory.advance(pointer, distance)
    }

    /// The size of what a pointer points to; one where that has none.
    fn step(&self, ty: TypeId) -> u64 {
        self.types().pointee(ty).and_then(|target| self.types().size_of(target.ty)).unwrap_or(1)
    }

    /// An index times a size, as wide as an offset.
    pub(super) fn scaled(&mut self, index: Term, ty: TypeId, size: u64) -> Term {
        let (signed, width) = (self.types().is_signed(ty), self.memory.division.offset);
        let terms = &mut self.memory.terms;
        let index = match terms.width(index) {
            has if has >= width => terms.extract(index, 0, width),
            _ if signed => terms.sext(index, width),
            _ => terms.zext(index, width),
        };
        let size = terms.constant(width, size.into());
        terms.mul(index, size)
    }

    fn difference(&mut self, a: Term, b: Term, ty: TypeId) -> Term {
        let (size, bits) = (self.step(ty).max(1), self.bits(self.types().ptrdiff_t()));
        let (a, b) = (self.memory.offset_of(a), self.memory.offset_of(b));
        let terms = &mut self.memory.terms;
        let bytes = terms.sub(a, b);
        let bytes = terms.sext(bytes, bits);
        if size.is_power_of_two() {
            let places = terms.constant(bits, size.trailing_zeros().into());
            return terms.ashr(bytes, places);
        }
        let size = terms.constant(bits, size.into());
        terms.sdiv(bytes, size)
    }

    pub(super) fn cast(&mut self, value: Term, from: TypeId, to: TypeId) -> Term {
        let bits = self.bits(to);
        let (source, target) = (self.types().as_float(from), self.types().as_float(to));
        if self.types().as_int(to) == Some(IntKind::Bool) {
            let truth = self.truth(value, from);
            return self.memory.terms.zext(truth, bits);
        }
        let (signed, to_signed) = (self.types().is_signed(from), self.types().is_signed(to));
        let terms = &mut self.memory.terms;
        match (source, target) {
            (Some(from), Some(to)) => {
                let result = float::convert(terms, format(from), format(to), ROUNDING, value);
                self.memory.any_nan(format(to), result)
            }
            (Some(from), None) => float::to_integer(terms, format(from), value, bits, to_signed),
            (None, Some(to)) => float::from_integer(terms, format(to), ROUNDING, value, signed),
            (None, None) if terms.width(value) >= bits => terms.extract(value, 0, bits),
            (None, None) if signed => terms.sext(value, bits),
            (None, None) => terms.zext(value, bits),
        }
    }

    /// What is asked about the object that a pointer points to.
    pub(super) fn query(&mut self, state: &State, query: ObjectQuery, pointer: Term, bits: u32) -> Term {
        if query == ObjectQuery::Offset {
            let offset = self.memory.offset_of(pointer);
            return self.memory.terms.sext(offset, bits);
        }
        let mut answer = self.memory.terms.constant(bits, 0);
        for target in self.memory.targets(state, pointer) {
            if query == ObjectQuery::Alive && self.declared.get(&target.object) == Some(&true) {
                let mut there = state.clone();
                self.memory.assume(&mut there, target.cond);
                let what = format!("which {} of several in a loop is meant", self.memory[target.object].name);
                self.doubt(&there, Why::Unmodelled(what, self.program()[FuncId(0)].span));
            }
            let object = &self.memory[target.object];
            let (size, heap) = (object.size, object.kind == Kind::Heap);
            let terms = &mut self.memory.terms;
            let this = match (query, state.get(target.object)) {
                (ObjectQuery::Size, _) => terms.zext(size, bits),
                (ObjectQuery::Alive, Some(held)) => terms.zext(held.alive, bits),
                (ObjectQuery::Heap, _) => terms.constant(bits, heap.into()),
                _ => terms.constant(bits, 0),
            };
            answer = terms.ite(target.cond, this, answer);
        }
        answer
    }
}

/// How the machine represents numbers of a kind.
pub(super) fn format(kind: FloatKind) -> Format {
    match kind {
        FloatKind::Float16 => float::HALF,
        FloatKind::Float => float::SINGLE,
        FloatKind::Double => float::DOUBLE,
        FloatKind::LongDouble => float::EXTENDED,
        FloatKind::Float128 => float::QUAD,
    }
}
