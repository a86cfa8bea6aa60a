//! Conversions and compatibility of types.

use super::*;
use crate::ctype::{ArrayLen, FloatKind, FunctionType, IntKind, Quals, Type};

impl Sema<'_> {
    pub(super) fn expr_of(&self, kind: ExprKind, ty: impl Into<QType>, span: Span, effects: bool) -> Expr {
        Expr { kind, ty: ty.into(), span, effects }
    }

    pub(super) fn int_expr(&self, value: i128, ty: TypeId, span: Span) -> Expr {
        let kind = self.types.as_int(ty).expect("an integer type");
        self.expr_of(ExprKind::Int(self.types.wrap(kind, value)), ty, span, false)
    }

    /// Lvalue conversion, array and function decay (6.3.2.1).
    pub(super) fn rvalue(&mut self, expr: Expr) -> Expr {
        let Expr { ty, span, effects, .. } = expr;
        match self.types[ty.ty] {
            Type::Function(_) => match expr.kind {
                ExprKind::Deref(pointer) => *pointer,
                _ => expr,
            },
            Type::Array { elem, .. } => {
                let elem = QType { ty: elem.ty, quals: elem.quals.with(ty.quals) };
                let pointer = self.types.pointer_to(elem);
                self.expr_of(ExprKind::Decay(Box::new(expr)), pointer, span, effects)
            }
            // `*p` with a pointer to void holds nothing to read.
            Type::Void => expr,
            _ if is_lvalue(&expr) || ty.quals != Quals::NONE => {
                let effects = effects || ty.quals.contains(Quals::VOLATILE);
                self.expr_of(ExprKind::Load(Box::new(expr)), ty.ty, span, effects)
            }
            _ => expr,
        }
    }

    /// The value of an expression in another type; the conversion is legal.
    pub(super) fn convert(&mut self, expr: Expr, ty: TypeId) -> Expr {
        // An enumeration and its integer type are the same thing at run time.
        if expr.ty.ty == ty || self.types.as_int(ty).is_some() && self.types.as_int(expr.ty.ty) == self.types.as_int(ty)
        {
            return Expr { ty: ty.into(), ..expr };
        }
        let Expr { span, effects, .. } = expr;
        if let (Some(value), Some(kind)) = (int_value(&expr), self.types.as_int(ty)) {
            return self.expr_of(ExprKind::Int(self.types.wrap(kind, value)), ty, span, false);
        }
        if let (&ExprKind::Float(bits), Some(kind), Some(from)) =
            (&expr.kind, self.types.as_int(ty), self.types.as_float(expr.ty.ty))
        {
            if kind == IntKind::Bool {
                return self.int_expr(!literal::float_is_zero(bits, from) as i128, ty, span);
            }
            if let Some(value) = literal::float_to_int(bits, from)
                && self.types.wrap(kind, value) == value
            {
                return self.int_expr(value, ty, span);
            }
        }
        if let (Some(kind), Some(_)) = (self.types.as_int(ty), self.types.pointee(expr.ty.ty))
            && let Some(address) = self.fixed_address(&expr)
        {
            return self.expr_of(ExprKind::Int(self.types.wrap(kind, address)), ty, span, false);
        }
        self.expr_of(ExprKind::Cast(Box::new(expr)), ty, span, effects)
    }

    /// Converts as if by assignment (6.5.16.1), with what gcc lets pass.
    pub(super) fn assign_convert(&mut self, expr: Expr, target: TypeId, what: &str) -> Result<Expr> {
        let span = expr.span;
        let from = expr.ty.ty;
        let scalar = |sema: &Self, ty| sema.types.is_scalar(ty);
        let fits = if from == target {
            target != Types::VOID
        } else if scalar(self, target) && scalar(self, from) {
            // Floats and pointers never mix.
            !(self.types.as_float(target).is_some() && self.types.pointee(from).is_some()
                || self.types.as_float(from).is_some() && self.types.pointee(target).is_some())
        } else if from == Types::VA_LIST || target == Types::VA_LIST {
            // An argument pointer of the other shape, as glibc's own headers pass them.
            return Ok(expr);
        } else {
            self.compatible(from, target)
        };
        if !fits {
            let (from, to) = (self.types.describe(from), self.types.describe(target));
            return Err(type_error(format!("cannot use a value of type `{from}` as `{to}` in {what}"), span));
        }
        if scalar(self, target) {
            return Ok(self.convert(expr, target));
        }
        Ok(expr)
    }

    pub(super) fn promoted(&self, ty: TypeId) -> TypeId {
        match self.types.as_int(ty) {
            Some(kind) if kind.rank() < IntKind::Int.rank() => Types::INT,
            Some(kind) => self.types.int(kind),
            None => ty,
        }
    }

    /// The promoted type of a value, which may be that of a bit-field (6.3.1.1p2).
    pub(super) fn promoted_bits(&self, ty: TypeId, bits: Option<u32>) -> TypeId {
        let int = self.types.model.int_bits(IntKind::Int);
        match (self.types.as_int(ty), bits) {
            (Some(_), Some(bits)) if bits < int => Types::INT,
            // As wide as an `int`: whatever type it is declared with.
            (Some(kind), Some(bits)) if bits == int => {
                if kind.is_signed() {
                    Types::INT
                } else {
                    Types::UINT
                }
            }
            _ => self.promoted(ty),
        }
    }

    /// Integer promotion of a value.
    pub(super) fn promote(&mut self, expr: Expr) -> Expr {
        let bits = self.loaded_bits(&expr);
        let ty = self.promoted_bits(expr.ty.ty, bits);
        // A bit-field is wrapped even where its declared type stays, so that the value stands in that type and the
        // printed C cannot promote it otherwise.
        if expr.ty.ty == ty && bits.is_some() {
            return self.in_place(expr);
        }
        self.convert(expr, ty)
    }

    /// The width of a bit-field whose value this is.
    pub(super) fn loaded_bits(&self, expr: &Expr) -> Option<u32> {
        match &expr.kind {
            ExprKind::Load(place) => self.field_bits(place),
            ExprKind::Assign(place, _) | ExprKind::CompoundAssign { place, .. } | ExprKind::Step { place, .. } => {
                self.field_bits(place)
            }
            ExprKind::Comma(_, last) | ExprKind::Statements(_, Some(last)) => self.loaded_bits(last),
            _ => None,
        }
    }

    /// The width of the bit-field that an lvalue designates.
    pub(super) fn field_bits(&self, place: &Expr) -> Option<u32> {
        match &place.kind {
            ExprKind::Member(record, field) => self.types.fields(record.ty.ty)?[*field as usize].bits,
            _ => None,
        }
    }

    /// The type of an argument where no parameter type is known (6.5.2.2p6).
    pub(super) fn promote_argument(&self, ty: TypeId) -> TypeId {
        match self.types.as_float(ty) {
            Some(FloatKind::Float | FloatKind::Float16) => Types::DOUBLE,
            _ => self.promoted(ty),
        }
    }

    /// The usual arithmetic conversions of two promoted types (6.3.1.8).
    pub(super) fn common_type(&self, a: TypeId, b: TypeId) -> TypeId {
        match (self.types.as_float(a), self.types.as_float(b)) {
            (Some(x), Some(y)) => return self.types.float(x.max(y)),
            (Some(_), None) => return a,
            (None, Some(_)) => return b,
            (None, None) => {}
        }
        let (a, b) = (self.promoted(a), self.promoted(b));
        if a == b {
            return a;
        }
        let (x, y) = (self.types.as_int(a).expect("an integer"), self.types.as_int(b).expect("an integer"));
        if x.is_signed() == y.is_signed() {
            return if x.rank() >= y.rank() { a } else { b };
        }
        let (signed, unsigned) = if x.is_signed() { (x, y) } else { (y, x) };
        let model = self.types.model;
        if unsigned.rank() >= signed.rank() {
            self.types.int(unsigned)
        } else if model.int_bits(signed) > model.int_bits(unsigned) {
            self.types.int(signed)
        } else {
            self.types.int(signed.to_unsigned())
        }
    }

    /// Compatible types (6.2.7). Records of one unit are compatible only with themselves, but one declared twice in
    /// different scopes, such as in the parameters of a prototype, is taken for the same when nothing tells them apart.
    pub(super) fn compatible(&self, a: TypeId, b: TypeId) -> bool {
        if a == b {
            return true;
        }
        match (&self.types[a], &self.types[b]) {
            (Type::Enum(_, x), Type::Int(y)) | (Type::Int(x), Type::Enum(_, y)) => x == y,
            (Type::Pointer(x), Type::Pointer(y)) => {
                x.quals.without(Quals::RESTRICT) == y.quals.without(Quals::RESTRICT) && self.compatible(x.ty, y.ty)
            }
            (Type::Array { elem: x, len: m }, Type::Array { elem: y, len: n }) => {
                let lengths = match (m, n) {
                    (ArrayLen::Fixed(m), ArrayLen::Fixed(n)) => m == n,
                    _ => true,
                };
                lengths && self.compatible(x.ty, y.ty)
            }
            (Type::Function(x), Type::Function(y)) => {
                self.compatible(x.ret.ty, y.ret.ty) && self.compatible_params(x, y)
            }
            (Type::Record(x), Type::Record(y)) => {
                let (r, s) = (&self.types[*x], &self.types[*y]);
                r.kind == s.kind && r.tag.is_some() && r.tag == s.tag && (r.body.is_none() || s.body.is_none())
            }
            _ => false,
        }
    }

    fn compatible_params(&self, x: &FunctionType, y: &FunctionType) -> bool {
        match (x.prototype, y.prototype) {
            (true, true) => {
                x.variadic == y.variadic
                    && x.params.len() == y.params.len()
                    && x.params.iter().zip(&y.params).all(|(p, q)| self.compatible(p.ty, q.ty))
            }
            // A K&R definition knows its promoted parameters.
            (false, false) => x.params.is_empty() || y.params.is_empty() || x.params.len() == y.params.len(),
            (true, false) => self.compatible_old_style(x, y),
            (false, true) => self.compatible_old_style(y, x),
        }
    }

    fn compatible_old_style(&self, prototype: &FunctionType, old: &FunctionType) -> bool {
        if old.params.is_empty() {
            return true;
        }
        prototype.params.len() == old.params.len()
            && prototype
                .params
                .iter()
                .zip(&old.params)
                .all(|(p, q)| self.compatible(p.ty, q.ty) || self.promote_argument(p.ty) == q.ty)
    }

    /// The composite of two compatible types (6.2.7p3).
    pub(super) fn composite(&mut self, a: TypeId, b: TypeId) -> Option<TypeId> {
        if a == b {
            return Some(a);
        }
        if !self.compatible(a, b) {
            return None;
        }
        match (self.types[a].clone(), self.types[b].clone()) {
            (Type::Array { elem: x, len: m }, Type::Array { elem: y, len: n }) => {
                let ty = self.composite(x.ty, y.ty)?;
                let elem = QType { ty, quals: x.quals.with(y.quals) };
                let len = if let ArrayLen::Unknown = m { n } else { m };
                Some(self.types.intern(Type::Array { elem, len }))
            }
            (Type::Function(x), Type::Function(y)) => Some(match (x.prototype, y.prototype) {
                (true, false) => a,
                (false, true) => b,
                (false, false) => {
                    if x.params.is_empty() {
                        b
                    } else {
                        a
                    }
                }
                (true, true) => {
                    let mut params = Vec::new();
                    for (p, q) in x.params.iter().zip(&y.params) {
                        params.push(QType { ty: self.composite(p.ty, q.ty)?, quals: p.quals });
                    }
                    let ret = QType { ty: self.composite(x.ret.ty, y.ret.ty)?, quals: x.ret.quals };
                    self.types.intern(Type::Function(FunctionType { ret, params, ..x }))
                }
            }),
            (Type::Pointer(x), Type::Pointer(y)) => {
                let ty = self.composite(x.ty, y.ty)?;
                Some(self.types.pointer_to(QType { ty, quals: x.quals }))
            }
            (Type::Record(x), Type::Record(_)) => Some(if self.types[x].body.is_some() { a } else { b }),
            _ => Some(a),
        }
    }
}

pub(super) fn is_lvalue(expr: &Expr) -> bool {
    match &expr.kind {
        ExprKind::Var(_) | ExprKind::Deref(_) | ExprKind::Index(..) | ExprKind::CompoundLiteral(..) => true,
        ExprKind::Member(record, _) => is_lvalue(record),
        _ => false,
    }
}

/// The value of an integer constant.
pub(super) fn int_value(expr: &Expr) -> Option<i128> {
    match expr.kind {
        ExprKind::Int(value) => Some(value),
        _ => None,
    }
}
