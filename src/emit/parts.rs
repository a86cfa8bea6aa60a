//! Assignments of what has pointers in it, part by part.
//!
//! CBMC 5.12 loses pointers when a whole record is assigned to memory that was allocated, and takes one for another when it is
//! assigned to a member of a union. Both versions lose them in copies of arrays. One by one they arrive. Where the parts are is
//! found out before the first one is assigned: `*p = *p->next` changes `p->next`.

use super::Dialect;
use super::statement::StatementPrinter;
use super::writer::Writer;
use crate::cfa::{Callee, Expr, ExprKind, Place, PlaceKind};
use crate::ctype::{ArrayLen, RecordKind, Type, TypeId, Types};

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
        self.parts(place.ty.ty, String::new(), &mut parts);
        if parts.len() > MOST_PARTS {
            self.cannot_say("CBMC loses pointers in copies of large objects");
            return false;
        }
        out.line("{");
        out.indent();
        let [to, from] = [("to", place), ("from", source)].map(|(word, place)| self.fixed(out, word, place));
        for (part, is_array) in parts {
            let (to, from) = (format!("{to}{part}"), format!("{from}{part}"));
            out.line(&match is_array {
                true => format!("__builtin___memcpy_chk({to}, {from}, sizeof({to}), sizeof({to}));"),
                false => format!("{to} = {from};"),
            });
        }
        out.dedent();
        out.line("}");
        true
    }

    /// Words for a place that mean the same whatever is assigned.
    fn fixed(&self, out: &mut Writer<'_>, word: &str, place: &Place) -> String {
        let text = self.exprs.place_text(place);
        if is_fixed(place) {
            return text;
        }
        let printer = self.exprs.printer;
        let theirs = |name: &String| self.exprs.locals.contains(name) || printer.names.contains(name);
        let mut names = (1..).map(|length| format!("{word}{}", "_".repeat(length)));
        let name = names.find(|name| !theirs(name)).expect("there is no end of names");
        let of = |pointer: &str| printer.types.declare_assignable(place.ty.ty.into(), pointer);
        out.line(&format!("{} = ({})&{text};", of(&format!("(*{name})")), of("(*)")));
        format!("(*{name})")
    }

    /// What stands behind the name of an object for each of its parts, down to what has no pointers; and whether that is an array.
    fn parts(&self, ty: TypeId, part: String, found: &mut Vec<(String, bool)>) {
        let types = self.exprs.printer.types.types;
        let apart = types.has_pointer(ty) && found.len() <= MOST_PARTS;
        match &types[ty] {
            Type::Array { elem, len: ArrayLen::Fixed(len) } if apart => {
                for index in (0..*len).take(MOST_PARTS + 1) {
                    self.parts(elem.ty, format!("{part}[{index}]"), found);
                }
            }
            Type::Record(id) if apart && types[*id].kind == RecordKind::Struct => {
                let names = self.exprs.printer.types.field_names(*id);
                for (field, name) in types.fields(ty).into_iter().flatten().zip(names.iter()) {
                    if let Some(name) = name {
                        self.parts(field.ty.ty, format!("{part}.{name}"), found);
                    }
                }
            }
            other => found.push((part, matches!(other, Type::Array { .. }))),
        }
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

/// Whether no assignment can move a place.
fn is_fixed(place: &Place) -> bool {
    match &place.kind {
        PlaceKind::Var(_) => true,
        PlaceKind::Member(base, _) => is_fixed(base),
        PlaceKind::Index(base, index) => is_fixed(base) && index.is_constant(),
        PlaceKind::Deref(_) => false,
    }
}
