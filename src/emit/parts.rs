//! Assignments of what has pointers in it, part by part.
//!
//! CBMC 5.12 loses pointers when a whole record is assigned to memory that was allocated, and takes one for another when it is
//! assigned to a member of a union. Both versions lose them in copies of arrays. One by one they arrive.

use super::Dialect;
use super::statement::StatementPrinter;
use super::writer::Writer;
use crate::cfa::{Callee, Expr, ExprKind, Place, PlaceKind};
use crate::ctype::{ArrayLen, QType, RecordKind, Type, TypeId, Types};

/// More parts than this are not assigned one by one.
const MOST_PARTS: usize = 256;

impl StatementPrinter<'_> {
    /// Assigns a record or an array part by part, where that is better for CBMC; whether it has been done.
    pub(super) fn assign_parts(&self, out: &mut Writer<'_>, place: &Place, value: &Expr) -> bool {
        let ExprKind::Load(source) = &value.kind else { return false };
        if !self.comes_apart(place) {
            return false;
        }
        let mut parts = Vec::new();
        collect(self.exprs.printer.types.types, place.ty, source, place, &mut parts);
        if parts.len() > MOST_PARTS {
            self.cannot_say("CBMC loses pointers in copies of large objects");
            return false;
        }
        for (place, source) in parts {
            self.assign(out, &place, &Expr::load(source));
        }
        true
    }

    /// A call whose result would have to be assigned part by part cannot be said.
    pub(super) fn check_result(&self, dst: Option<&Place>, callee: &Callee) {
        if let (Some(place), Callee::Direct(_) | Callee::Indirect(_)) = (dst, callee)
            && !self.exprs.printer.types.types.is_scalar(place.ty.ty)
            && self.comes_apart(place)
        {
            self.cannot_say("a record with pointers is returned to where CBMC may lose them");
        }
    }

    fn comes_apart(&self, place: &Place) -> bool {
        let types = self.exprs.printer.types.types;
        let takes = match &types[place.ty.ty] {
            Type::Array { .. } => true,
            Type::Record(id) if types[*id].kind == RecordKind::Struct => {
                place.root().is_none() || in_union(types, place)
            }
            _ => false,
        };
        self.exprs.printer.dialect == Dialect::Cbmc && takes && types.has_pointer(place.ty.ty)
    }
}

/// Whether a place is a part of a union.
fn in_union(types: &Types, place: &Place) -> bool {
    match &place.kind {
        PlaceKind::Var(_) | PlaceKind::Deref(_) => false,
        PlaceKind::Index(base, _) => in_union(types, base),
        PlaceKind::Member(base, _) => is_union(types, base.ty.ty) || in_union(types, base),
    }
}

fn is_union(types: &Types, ty: TypeId) -> bool {
    types.as_record(ty).is_some_and(|id| types[id].kind == RecordKind::Union)
}

/// The parts of two places of one type, down to what has no pointers.
fn collect(types: &Types, ty: QType, source: &Place, place: &Place, found: &mut Vec<(Place, Place)>) {
    if found.len() > MOST_PARTS {
        return;
    }
    let mut part = |kind: &dyn Fn(Box<Place>) -> PlaceKind, ty: QType| {
        let of = |place: &Place| Place { kind: kind(Box::new(place.clone())), ty };
        collect(types, ty, &of(source), &of(place), found);
    };
    match &types[ty.ty] {
        Type::Array { elem, len: ArrayLen::Fixed(len) } if types.has_pointer(ty.ty) => {
            for index in 0..*len {
                let index = Expr::int(types.size_t(), index.into());
                part(&|base| PlaceKind::Index(base, Box::new(index.clone())), *elem);
            }
        }
        Type::Record(id) if types[*id].kind == RecordKind::Struct && types.has_pointer(ty.ty) => {
            for (number, field) in (0..).zip(types.fields(ty.ty).unwrap_or_default()) {
                if field.name.is_some() || field.bits.is_none() {
                    part(&|base| PlaceKind::Member(base, number), field.ty);
                }
            }
        }
        _ => found.push((place.clone(), source.clone())),
    }
}
