//! Which objects operations read.

use crate::cfa::visit::{self, Visit};
use crate::cfa::{Cause, Expr, ExprKind, FuncId, Op, Place};
use crate::pointer::{ObjectId, Pointers};
use rustc_hash::FxHashSet;

struct Reader<'p, 'a> {
    pointers: &'p Pointers<'a>,
    function: FuncId,
    found: &'p mut FxHashSet<ObjectId>,
}

impl Visit for Reader<'_, '_> {
    fn expr(&mut self, expr: &Expr) {
        match &expr.kind {
            ExprKind::Load(place) => self.found.extend(objects(self.pointers, self.function, place)),
            // Whether it is alive, and how large it is, is something that writes change.
            ExprKind::Object(_, pointer) => {
                let targets = self.pointers.points_to(self.function, pointer);
                self.found.extend(targets.into_iter().map(|target| target.object));
            }
            _ => {}
        }
        visit::visit_expr(self, expr);
    }
}

/// The objects that a place may be in.
pub(super) fn objects(pointers: &Pointers, function: FuncId, place: &Place) -> FxHashSet<ObjectId> {
    match place.root() {
        Some(var) => FxHashSet::from_iter([pointers.variable(function, var)]),
        None => pointers.locate(function, place).into_iter().map(|target| target.object).collect(),
    }
}

pub(super) fn of_expr(pointers: &Pointers, function: FuncId, expr: &Expr, found: &mut FxHashSet<ObjectId>) {
    Reader { pointers, function, found }.expr(expr);
}

/// What must be known to write to a place: pointers and indices, and what the rest of the object is.
pub(super) fn of_target(pointers: &Pointers, function: FuncId, place: &Place, found: &mut FxHashSet<ObjectId>) {
    Reader { pointers, function, found }.place(place);
}

/// What an operation reads that is no call.
pub(super) fn of_op(pointers: &Pointers, function: FuncId, op: &Op) -> FxHashSet<ObjectId> {
    let mut found = FxHashSet::default();
    let mut reader = Reader { pointers, function, found: &mut found };
    visit::visit_op(&mut reader, op);
    if let Op::Assert { property, .. } = op {
        visit::visit_native(&mut reader, &pointers.program()[*property].native);
    }
    if let Op::Havoc { cause: Cause::Asm(asm), .. } = op
        && asm.clobbers.iter().any(|clobber| clobber == "memory")
    {
        // It is not known what it looks at.
        found.extend(pointers.objects().map(|(id, _)| id).filter(|id| pointers.is_escaped(*id)));
        found.insert(ObjectId::OUTSIDE);
    }
    found
}
