//! Expressions and places taken apart: where a place is, and what the pointers in a value come from.
//!
//! Both the analysis and the answers to questions about it are built on this, so that they cannot differ.

use super::objects::{Ids, ObjectId};
use super::offset::{Offset, UNKNOWN};
use super::solver::Shift;
use crate::cfa::{BinaryOp, Definition, Expr, ExprKind, FuncId, Place, PlaceKind, Program, Var};
use crate::ctype::{ArrayLen, IntKind, Type, TypeId, Types};

/// What an address is counted from.
#[derive(Clone, Copy, Debug)]
pub(super) enum Base<'e> {
    Object(ObjectId),
    /// Neither an address of something nor arithmetic.
    Pointer(&'e Expr),
}

#[derive(Clone, Copy, Debug)]
pub(super) struct Address<'e> {
    pub(super) base: Base<'e>,
    pub(super) offset: Offset,
}

/// Where targets of a value come from.
#[derive(Clone, Copy, Debug)]
pub(super) enum Source<'e> {
    /// It is this address, or null, or an integer.
    Address(ObjectId, Offset),
    /// So many bytes are read there.
    Load(Address<'e>, u64),
}

/// Takes apart what one function says.
#[derive(Clone, Copy)]
pub(super) struct Context<'a> {
    pub(super) program: &'a Program,
    pub(super) ids: &'a Ids,
    pub(super) function: FuncId,
}

impl Context<'_> {
    fn types(&self) -> &Types {
        &self.program.types
    }

    /// How many bytes a place has.
    pub(super) fn size(&self, place: &Place) -> u64 {
        place.size(self.types()).unwrap_or(UNKNOWN)
    }

    pub(super) fn place<'e>(&self, place: &'e Place) -> Address<'e> {
        self.place_beyond(place, 0)
    }

    /// An index may be beyond the last element by as much as `beyond`.
    fn place_beyond<'e>(&self, place: &'e Place, beyond: i64) -> Address<'e> {
        match &place.kind {
            PlaceKind::Var(var) => {
                Address { base: Base::Object(self.ids.variable(self.function, *var)), offset: Offset::ZERO }
            }
            PlaceKind::Deref(pointer) => self.pointer(pointer),
            PlaceKind::Member(base, field) => {
                let fields = self.types().fields(base.ty.ty).unwrap_or_default();
                let bits = fields.get(*field as usize).map_or(0, |field| field.bit_offset);
                self.place(base).plus(Offset::Exact((bits / 8) as i64))
            }
            PlaceKind::Index(array, index) => {
                let size = self.types().size_of(place.ty.ty).unwrap_or(UNKNOWN);
                let mut offset = self.steps(index, size);
                if size != UNKNOWN
                    && let (None, Some(length)) = (offset.exact(), self.length(array))
                {
                    let last = (length - 1).saturating_add(beyond).max(0);
                    offset = Offset::steps(0, size, last.checked_mul(size as i64));
                }
                self.place(array).plus(offset)
            }
        }
    }

    /// How many elements an array has. One at the end of a record with no length, or one element, can have more.
    fn length(&self, array: &Place) -> Option<i64> {
        let Type::Array { len: ArrayLen::Fixed(length), .. } = self.types()[array.ty.ty] else { return None };
        if length <= 1 && matches!(array.kind, PlaceKind::Member(..)) { None } else { i64::try_from(length).ok() }
    }

    /// The distances of an index.
    fn steps(&self, index: &Expr, size: u64) -> Offset {
        let Some(step) = i64::try_from(size).ok().filter(|_| size != UNKNOWN) else { return Offset::Any };
        if let ExprKind::Int(value) = index.kind {
            let bytes = i64::try_from(value).ok().and_then(|value| value.checked_mul(step));
            return bytes.map_or(Offset::Any, Offset::Exact);
        }
        let mut narrow = index;
        while let ExprKind::Cast(inner) = &narrow.kind
            && self.widens(inner.ty, narrow.ty)
        {
            narrow = inner;
        }
        match self.types().as_int(narrow.ty) {
            // It cannot stand for a negative number.
            Some(kind) if !kind.is_signed() && self.types().model.int_bits(kind) < 32 => {
                Offset::steps(0, size, ((1 << self.types().model.int_bits(kind)) - 1i64).checked_mul(step))
            }
            _ => Offset::class(0, size),
        }
    }

    /// Whether a conversion between integers keeps every value.
    fn widens(&self, from: TypeId, to: TypeId) -> bool {
        let (Some(from), Some(to)) = (self.types().as_int(from), self.types().as_int(to)) else { return false };
        let bits = |kind: IntKind| self.types().model.int_bits(kind);
        bits(to) > bits(from) && (to.is_signed() || !from.is_signed())
    }

    /// Where a pointer points to.
    pub(super) fn pointer<'e>(&self, pointer: &'e Expr) -> Address<'e> {
        match &pointer.kind {
            ExprKind::AddrOf(place) => self.place_beyond(place, 1),
            ExprKind::Function(function) => {
                Address { base: Base::Object(self.ids.function(*function)), offset: Offset::ZERO }
            }
            ExprKind::Cast(inner) if self.is_pointer(inner.ty) => self.pointer(inner),
            ExprKind::Binary(op @ (BinaryOp::PtrAdd | BinaryOp::PtrSub), base, index) => {
                let target = self.types().pointee(pointer.ty).and_then(|target| self.types().size_of(target.ty));
                let steps = self.steps(index, target.unwrap_or(1));
                self.pointer(base).plus(if *op == BinaryOp::PtrAdd { steps } else { steps.negated() })
            }
            _ => Address { base: Base::Pointer(pointer), offset: Offset::ZERO },
        }
    }

    pub(super) fn is_pointer(&self, ty: TypeId) -> bool {
        matches!(self.types()[ty], Type::Pointer(_))
    }

    /// What the targets of a scalar come from, each with what happens to them.
    pub(super) fn sources<'e>(&self, expr: &'e Expr) -> Vec<(Source<'e>, Shift)> {
        let mut found = Vec::new();
        self.collect(expr, Shift::NONE, &mut found);
        found
    }

    fn collect<'e>(&self, expr: &'e Expr, shift: Shift, found: &mut Vec<(Source<'e>, Shift)>) {
        let special = |object| (Source::Address(object, Offset::ZERO), shift);
        if self.is_pointer(expr.ty) {
            let address = self.pointer(expr);
            let shift = match shift {
                Shift::By(offset) => Shift::By(offset.plus(address.offset)),
                Shift::Mangled => Shift::Mangled,
            };
            match address.base {
                Base::Object(object) => {
                    if self.may_be_missing(expr) {
                        found.push((Source::Address(ObjectId::NULL, Offset::ZERO), shift));
                    }
                    return found.push((Source::Address(object, Offset::ZERO), shift));
                }
                Base::Pointer(inner) if !std::ptr::eq(inner, expr) => return self.collect(inner, shift, found),
                Base::Pointer(_) => {}
            }
        }
        match &expr.kind {
            ExprKind::Int(0) => found.push(special(ObjectId::NULL)),
            ExprKind::Int(_) | ExprKind::Float(_) => {
                found.push((Source::Address(ObjectId::INTEGER, Offset::ZERO), shift));
            }
            ExprKind::Zero => found.push(special(ObjectId::NULL)),
            ExprKind::Load(place) => {
                if !matches!(self.types()[place.ty.ty], Type::VaList) {
                    found.push((Source::Load(self.place(place), self.size(place)), shift));
                }
            }
            // A pointer: dealt with above.
            ExprKind::AddrOf(_) | ExprKind::Function(_) => {}
            ExprKind::Object(..) => found.push((Source::Address(ObjectId::INTEGER, Offset::ZERO), shift)),
            ExprKind::Unary(_, operand) => {
                found.push((Source::Address(ObjectId::INTEGER, Offset::ZERO), shift));
                self.collect(operand, Shift::Mangled, found);
            }
            ExprKind::Binary(op, lhs, rhs) => {
                use BinaryOp::*;
                found.push((Source::Address(ObjectId::INTEGER, Offset::ZERO), shift));
                if !matches!(op, Eq | Ne | Lt | Le | Gt | Ge | PtrDiff | PtrAdd | PtrSub) {
                    self.collect(lhs, Shift::Mangled, found);
                    self.collect(rhs, Shift::Mangled, found);
                }
            }
            ExprKind::Cast(inner) => self.converted(expr.ty, inner, shift, found),
        }
    }

    /// Whether a pointer is the address of something weak that no file may define: null then.
    fn may_be_missing(&self, pointer: &Expr) -> bool {
        match &pointer.kind {
            ExprKind::Function(function) => {
                let function = &self.program[*function];
                function.attributes.weak && !function.is_defined()
            }
            ExprKind::AddrOf(place) => match place.root() {
                Some(Var::Global(global)) => {
                    let global = &self.program[global];
                    global.weak && matches!(global.definition, Definition::Declared)
                }
                _ => false,
            },
            ExprKind::Cast(inner) | ExprKind::Binary(_, inner, _) => self.may_be_missing(inner),
            _ => false,
        }
    }

    fn converted<'e>(&self, to: TypeId, inner: &'e Expr, shift: Shift, found: &mut Vec<(Source<'e>, Shift)>) {
        let size = |ty| self.types().size_of(ty).unwrap_or(0);
        if self.types().as_int(to) == Some(IntKind::Bool) {
            return found.push((Source::Address(ObjectId::INTEGER, Offset::ZERO), shift));
        }
        if self.is_pointer(to) {
            match inner.kind {
                ExprKind::Int(0) => return found.push((Source::Address(ObjectId::NULL, Offset::ZERO), shift)),
                ExprKind::Int(_) => return found.push((Source::Address(ObjectId::OUTSIDE, Offset::ZERO), shift)),
                _ => {}
            }
        }
        let float = |ty| self.types().as_float(ty).is_some();
        let keeps = size(to) >= size(inner.ty) && float(to) == float(inner.ty);
        let mut parts = Vec::new();
        self.collect(inner, if keeps { shift } else { Shift::Mangled }, &mut parts);
        if self.is_pointer(to) && is_derived(self, inner) {
            // An integer computed from a pointer here and now is a pointer again.
            parts.retain(|(source, _)| !matches!(source, Source::Address(ObjectId::INTEGER | ObjectId::NULL, _)));
        } else if self.is_pointer(to) && !self.is_pointer(inner.ty) {
            found.push((Source::Address(ObjectId::INTEGER, Offset::ZERO), shift));
        }
        found.extend(parts);
    }
}

/// Whether an integer is computed from a pointer in the expression itself.
fn is_derived(context: &Context, expr: &Expr) -> bool {
    match &expr.kind {
        ExprKind::Cast(inner) => context.is_pointer(inner.ty) || is_derived(context, inner),
        ExprKind::Unary(_, operand) => is_derived(context, operand),
        ExprKind::Binary(op, lhs, rhs) => {
            use BinaryOp::*;
            let computes = !matches!(op, Eq | Ne | Lt | Le | Gt | Ge | PtrDiff);
            computes && (is_derived(context, lhs) || is_derived(context, rhs))
        }
        _ => false,
    }
}

impl<'e> Address<'e> {
    pub(super) fn plus(self, offset: Offset) -> Address<'e> {
        Address { offset: self.offset.plus(offset), ..self }
    }
}

/// Whether an object of the type holds a pointer somewhere.
pub(super) fn has_pointer(types: &Types, ty: TypeId) -> bool {
    match &types[ty] {
        Type::Pointer(_) => true,
        Type::Array { elem, .. } => has_pointer(types, elem.ty),
        Type::Record(_) => {
            types.fields(ty).is_none_or(|fields| fields.iter().any(|field| has_pointer(types, field.ty.ty)))
        }
        _ => false,
    }
}
