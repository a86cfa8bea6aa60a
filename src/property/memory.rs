//! `--check bounds,null,pointer,arithmetic`.
//!
//! - An index of an array whose length is in its type is about that array, be it a variable, a member or what a pointer
//!   points to: `0 <= i && i < N`, in the type of the index, so that nothing wraps. `*(a + i)` is `a[i]`.
//! - What goes through a pointer is about the object that it points to, as a whole: the bytes that are accessed are
//!   inside. A pointer that is computed from the address of a variable needs no question to a verifier, because the
//!   variable's size is known.
//! - The last member of a structure is as long as its object when it is an array without length, of length 0, or of
//!   length 1 behind a pointer. It begins where it begins: `0 <= i` is a property of its own.
//! - An address may be one past the end. Taking the address of a member of what a pointer points to follows nothing.
//! - Null pointers are `null`'s: for `bounds` and `pointer` they are fine.
//! - `pointer`: the object is alive. A variable counts as alive until its function returns, since the automaton does
//!   not say where blocks end. That is listed, and so is that pointers that are subtracted or compared belong to one
//!   object ([`super::gaps`]). Not checked: alignment, effective types.
//! - `arithmetic`: what is computed from a pointer, seen as a whole and not step by step, stays inside or one past the
//!   end, whether it is followed or not.

use super::Check;
use super::address::{Address, Base, Element, Length, Sum, Value, query, unsigned, wide};
use super::collect::Collector;
use super::range::{at_least, at_most};
use crate::cfa::{BinaryOp, Expr, ExprKind, ObjectQuery, Place, PlaceKind};
use crate::ctype::Types;

/// How many bytes are accessed.
#[derive(Clone, Debug)]
pub(super) enum Extent {
    Bytes(u64),
    /// Not negative.
    Value(Expr),
}

impl Collector<'_> {
    /// An object is read or written.
    pub(super) fn access(&mut self, place: &Place) {
        self.parts(place, false);
        let address = self.addresses.of_place(place);
        self.followed(&address);
        if let Some(bytes) = place.size(&self.program.types) {
            let nonnull = self.checks.contains(&Check::Null);
            let conditions = self.inside(&address, &Extent::Bytes(bytes), nonnull);
            self.require(Check::Bounds, conditions, |this| format!("{} is inside its object", this.place_text(place)));
        }
    }

    /// A pointer is followed: it is not null, and what it points to is alive.
    fn followed(&mut self, address: &Address) {
        let Base::Pointer(pointer) = &address.base else { return };
        if matches!(pointer.kind, ExprKind::AddrOf(_) | ExprKind::Function(_)) {
            return;
        }
        self.require(Check::Null, vec![self.nonnull(pointer)], |this| format!("{} != 0", this.text(pointer)));
        let alive = query(&self.program.types, ObjectQuery::Alive, pointer);
        let alive = if self.checks.contains(&Check::Null) { alive } else { self.or_null(pointer, alive) };
        self.require(Check::Pointer, vec![alive], |this| format!("{} points to a live object", this.text(pointer)));
    }

    /// A function is called through a pointer.
    pub(super) fn called(&mut self, pointer: &Expr) {
        let mut inner = pointer;
        while let ExprKind::Cast(operand) = &inner.kind {
            inner = operand;
        }
        if !matches!(inner.kind, ExprKind::Function(_)) {
            self.require(Check::Null, vec![self.nonnull(pointer)], |this| format!("{} != 0", this.text(pointer)));
        }
    }

    pub(super) fn nonnull(&self, pointer: &Expr) -> Expr {
        let null = Expr::zero(&self.program.types, pointer.ty);
        Expr::binary(BinaryOp::Ne, pointer.clone(), null, Types::INT)
    }

    /// The condition, or the pointer is null.
    pub(super) fn or_null(&self, pointer: &Expr, condition: Expr) -> Expr {
        let null = Expr::zero(&self.program.types, pointer.ty);
        let is_null = Expr::binary(BinaryOp::Eq, pointer.clone(), null, Types::INT);
        Expr::binary(BinaryOp::Or, is_null, condition, Types::INT)
    }

    /// What a place is made of; `end` when its last index may be the length.
    fn parts(&mut self, place: &Place, end: bool) {
        match &place.kind {
            PlaceKind::Var(_) => {}
            PlaceKind::Deref(pointer) => match self.addresses.as_element(pointer) {
                Some(element) => self.element(&element, Check::Bounds, end),
                None => self.operands(pointer),
            },
            PlaceKind::Member(base, _) => self.parts(base, false),
            PlaceKind::Index(base, index) => {
                self.parts(base, false);
                self.expr(index);
                if let Some(length) = self.addresses.length(base) {
                    let mut sum = Sum::default();
                    sum.add(&self.program.types, index, 1, None);
                    self.index(Check::Bounds, &sum, length, end);
                }
            }
        }
    }

    fn element(&mut self, element: &Element<'_>, check: Check, end: bool) {
        self.parts(element.array, false);
        element.operands.iter().for_each(|operand| self.expr(operand));
        self.index(check, &element.index, element.length, end);
    }

    fn index(&mut self, check: Check, index: &Sum, length: Length, end: bool) {
        let types = &self.program.types;
        let sum = index.value(types);
        let low = at_least(types, 0, &sum.value);
        let high = match length {
            Length::Fixed(length) => at_most(types, &sum.value, if end { length } else { length - 1 }, !end),
            Length::Open => None,
        };
        let (lower, upper) = (low.is_some(), high.is_some());
        let conditions = sum.limits.into_iter().chain(low).chain(high).collect();
        self.require(check, conditions, |this| {
            let text = this.text(index.terms.first().filter(|_| index.is_plain()).map_or(&sum.value, |t| &t.index));
            let Length::Fixed(length) = length else { return format!("0 <= {text}") };
            let sign = if end { "<=" } else { "<" };
            match (lower, upper) {
                (true, false) => format!("0 <= {text}"),
                (false, true) => format!("{text} {sign} {length}"),
                _ => format!("0 <= {text} && {text} {sign} {length}"),
            }
        });
    }

    /// What a pointer is computed from, when it is followed at once.
    fn operands(&mut self, pointer: &Expr) {
        match &pointer.kind {
            ExprKind::AddrOf(place) => self.parts(place, true),
            ExprKind::Cast(inner) if self.program.types.pointee(inner.ty).is_some() => self.operands(inner),
            ExprKind::Binary(BinaryOp::PtrAdd | BinaryOp::PtrSub, base, index) => {
                self.operands(base);
                self.expr(index);
            }
            _ => self.expr(pointer),
        }
    }

    /// An address that is a value.
    pub(super) fn address(&mut self, pointer: &Expr) {
        let check = if matches!(pointer.kind, ExprKind::AddrOf(_)) { Check::Bounds } else { Check::Arithmetic };
        match self.addresses.as_element(pointer) {
            Some(element) => {
                self.element(&element, check, true);
                if element.length != Length::Open {
                    return;
                }
            }
            None => self.operands(pointer),
        }
        let address = self.addresses.of_pointer(pointer);
        if address.distance == Sum::default() {
            return;
        }
        let mut conditions = self.inside(&address, &Extent::Bytes(0), true);
        if let Base::Pointer(base) = &address.base {
            // From nowhere, one gets nowhere.
            let types = &self.program.types;
            let distance = address.distance.value(types);
            let compare = |op, value: &Expr| {
                let zero = Expr::zero(types, value.ty);
                Expr::binary(op, value.clone(), zero, Types::INT)
            };
            let still = compare(BinaryOp::Eq, &distance.value);
            let both = |a: Expr, b: Expr| Expr::binary(BinaryOp::And, a, b, Types::INT);
            for condition in conditions.iter_mut().skip(distance.limits.len()) {
                let at_null = both(compare(BinaryOp::Eq, base), still.clone());
                let elsewhere = both(compare(BinaryOp::Ne, base), condition.clone());
                *condition = Expr::binary(BinaryOp::Or, at_null, elsewhere, Types::INT);
            }
        }
        self.require(Check::Arithmetic, conditions, |this| format!("{} stays inside its object", this.text(pointer)));
    }

    /// That some bytes at an address are inside their object; nothing when that is certain. Without `nonnull` a null
    /// pointer is fine.
    pub(super) fn inside(&self, address: &Address, extent: &Extent, nonnull: bool) -> Vec<Expr> {
        let types = &self.program.types;
        let sum = address.distance.value(types);
        let (signed, plain) = (wide(types), unsigned(types));
        let compute = |op, a: Expr, b: Expr, ty| Expr::binary(op, a, b, ty);
        let at_most_left = |size: Expr, offset: Expr, wanted: &Expr| {
            let left = compute(BinaryOp::Sub, size.cast(plain), offset.cast(plain), plain);
            compute(BinaryOp::Le, wanted.clone().cast(plain), left, Types::INT)
        };
        let mut conditions = sum.limits.clone();
        let pointer = match &address.base {
            Base::Object(size) => {
                let size = i128::from(*size);
                conditions.extend(at_least(types, 0, &sum.value).filter(|_| sum.range.0 < 0));
                match extent {
                    Extent::Bytes(bytes) => conditions.extend(ends_within(types, &sum, (*bytes).into(), size)),
                    Extent::Value(wanted) => {
                        conditions.extend(ends_within(types, &sum, 0, size));
                        match sum.value.kind {
                            ExprKind::Int(offset) => conditions.extend(at_most(types, wanted, size - offset, false)),
                            _ => {
                                let offset = sum.value.clone().cast(signed);
                                conditions.push(at_most_left(Expr::int(signed, size), offset, wanted));
                            }
                        }
                    }
                }
                return conditions;
            }
            Base::Pointer(pointer) => pointer,
        };
        let start = query(types, ObjectQuery::Offset, pointer);
        let offset = match (&sum.value.kind, sum.limits.is_empty()) {
            (ExprKind::Int(0), _) => start.cast(signed),
            (_, true) => compute(BinaryOp::Add, start.cast(signed), sum.value.clone().cast(signed), signed),
            // Where a limit does not hold the sum may be anything.
            (_, false) => {
                let value = sum.value.clone().cast(plain);
                compute(BinaryOp::Add, start.cast(signed).cast(plain), value, plain).cast(signed)
            }
        };
        let size = query(types, ObjectQuery::Size, pointer).cast(signed);
        conditions.push(compute(BinaryOp::Le, Expr::int(signed, 0), offset.clone(), Types::INT));
        match extent {
            Extent::Bytes(bytes) => {
                let last = match *bytes {
                    0 => size,
                    bytes => compute(BinaryOp::Sub, size, Expr::int(signed, bytes.into()), signed),
                };
                conditions.push(compute(BinaryOp::Le, offset, last, Types::INT));
            }
            Extent::Value(wanted) => {
                conditions.push(compute(BinaryOp::Le, offset.clone(), size.clone(), Types::INT));
                conditions.push(at_most_left(size, offset, wanted));
            }
        }
        match nonnull {
            true => conditions,
            false => conditions.into_iter().map(|condition| self.or_null(pointer, condition)).collect(),
        }
    }
}

/// That some bytes behind a sum are within a size; what is known of the sum decides more than its type.
fn ends_within(types: &Types, sum: &Value, bytes: i128, size: i128) -> Option<Expr> {
    match sum.value.kind {
        _ if sum.range.1 <= size - bytes => None,
        ExprKind::Int(value) => {
            let number = |value| Expr::int(wide(types), value);
            Some(Expr::binary(BinaryOp::Le, number(value + bytes), number(size), Types::INT))
        }
        _ => at_most(types, &sum.value, size - bytes, false),
    }
}
