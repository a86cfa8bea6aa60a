//! Lvalues: where an object is.

use super::order::Writes;
use super::*;
use crate::frontend::typed::{Expr as Source, ExprKind as S};

/// An object.
pub(super) enum Lvalue {
    Place(Place),
    /// An array of variable length: the pointer to its first element.
    Elements(Expr),
}

impl Lower<'_> {
    /// The place of an object whose type has a known size. Evaluates what the lvalue contains, once.
    pub(super) fn place(&mut self, expr: &Source) -> Result<Place> {
        match self.lvalue(expr)? {
            Lvalue::Place(place) => Ok(place),
            Lvalue::Elements(_) => unsupported("an array of variable length as a value", expr.span),
        }
    }

    pub(super) fn lvalue(&mut self, expr: &Source) -> Result<Lvalue> {
        let outer = std::mem::replace(&mut self.span, expr.span);
        let ty = QType { ty: self.plain(expr.ty.ty), quals: expr.ty.quals };
        let variable = vla::has_variable_size(self.types, expr.ty.ty);
        let place = match &expr.kind {
            S::Var(Var::Global(global)) => Place::global(*global, self.context.globals[global.0 as usize]),
            S::Var(Var::Local(local)) => self.local(*local),
            S::Deref(pointer) => {
                let pointer = self.value(pointer)?;
                match pointer.kind {
                    _ if variable => {
                        self.span = outer;
                        return Ok(Lvalue::Elements(pointer));
                    }
                    ExprKind::AddrOf(place) if place.ty == ty => place,
                    kind => Place { kind: PlaceKind::Deref(Box::new(Expr { kind, ..pointer })), ty },
                }
            }
            S::Member(base, field) => {
                let base = self.place(base)?;
                if vla::has_variable_size(self.types, expr.ty.ty) {
                    return unsupported("a member of variable length", expr.span);
                }
                Place { kind: PlaceKind::Member(Box::new(base), *field), ty }
            }
            S::Index(base, index) => {
                let lvalue = self.element(base, index, ty, expr.ty.ty)?;
                self.span = outer;
                return Ok(lvalue);
            }
            S::CompoundLiteral(local, init) => {
                self.emit(Op::Declare(*local));
                let place = self.local(*local);
                self.initialise(place.clone(), init)?;
                place
            }
            _ => self.materialise(expr)?,
        };
        self.span = outer;
        if variable && matches!(expr.kind, S::Var(_)) {
            return Ok(Lvalue::Elements(Expr::load(place)));
        }
        Ok(Lvalue::Place(place))
    }

    /// An element of an array.
    fn element(&mut self, base: &Source, index: &Source, ty: QType, source: TypeId) -> Result<Lvalue> {
        self.unsequenced([base, index]);
        let writes = if index.effects { Writes::of(index) } else { Writes::default() };
        match self.lvalue(base)? {
            Lvalue::Place(base) => {
                let base = self.keep_place(base, &writes);
                let index = self.value(index)?;
                Ok(Lvalue::Place(Place { kind: PlaceKind::Index(Box::new(base), Box::new(index)), ty }))
            }
            Lvalue::Elements(base) => {
                let base = self.keep(base, &writes);
                let index = self.value(index)?;
                let (index, pointer) = (self.scaled(index, source), base.ty);
                let element = Expr::binary(BinaryOp::PtrAdd, base, index, pointer);
                if vla::has_variable_size(self.types, source) {
                    return Ok(Lvalue::Elements(element));
                }
                // The pointer's own notion of what it points to, which has lost no qualifier.
                let ty = QType { quals: ty.quals, ..self.types.pointee(pointer).unwrap_or(ty) };
                Ok(Lvalue::Place(Place { kind: PlaceKind::Deref(Box::new(element)), ty }))
            }
        }
    }

    /// A value that C treats as an object, such as the structure in `f().x`.
    fn materialise(&mut self, expr: &Source) -> Result<Place> {
        let value = self.value(expr)?;
        match value.kind {
            ExprKind::Load(place) if self.is_temporary(&place) => Ok(place),
            _ => {
                let place = self.temporary(value.ty);
                self.assign_edge(place.clone(), value);
                Ok(place)
            }
        }
    }

    /// Whether this is a temporary of ours, as a whole.
    pub(super) fn is_temporary(&self, place: &Place) -> bool {
        matches!(place.kind, PlaceKind::Var(Var::Local(local)) if local.0 as usize >= self.exposed.len())
    }
}
