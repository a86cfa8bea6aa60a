//! Initialisers of objects inside functions.
//!
//! When some part of the object is not listed, the whole object is zeroed first; then the listed parts are evaluated
//! and stored in order. Parts that are zero anyway are not stored again.

use super::*;
use crate::ctype::{ArrayLen, RecordKind};
use crate::frontend::typed::{Expr as Source, ExprKind as S};

/// How many elements a range of an initialiser may have before it becomes a loop.
const UNROLLED: u64 = 64;
/// How many zeros a string literal may be padded with before its characters are stored one by one.
const PADDING: u64 = 16;

impl Lower<'_> {
    pub(super) fn initialise(&mut self, place: Place, init: &Init<Source>) -> Result<()> {
        let covered = self.covers(place.ty.ty, init);
        if !covered {
            self.zero(place.clone());
        }
        self.fill(place, init, !covered)
    }

    /// Stores the listed parts; `zeroed` says that the object is all zero now.
    fn fill(&mut self, place: Place, init: &Init<Source>, zeroed: bool) -> Result<()> {
        match init {
            Init::Zero if zeroed => {}
            Init::Zero => self.zero(place),
            Init::Expr(value) if zeroed && is_zero(value) => {}
            Init::Expr(value) => self.evaluate_into(place, value)?,
            Init::String(units) => self.string(place, units, zeroed),
            Init::List(items) => {
                for item in items {
                    if item.end == item.first + 1 {
                        let part = self.part(&place, item.first);
                        self.fill(part, &item.init, zeroed)?;
                    } else {
                        self.range(&place, item, zeroed)?;
                    }
                }
            }
        }
        Ok(())
    }

    fn zero(&mut self, place: Place) {
        let ty = place.ty.ty;
        let value =
            if self.types.is_scalar(ty) { Expr::zero(self.types, ty) } else { Expr { kind: ExprKind::Zero, ty } };
        self.assign_edge(place, value);
    }

    /// Whether the initialiser lists every part of an object of the type.
    fn covers(&self, ty: TypeId, init: &Init<Source>) -> bool {
        let Init::List(items) = init else {
            return true;
        };
        if let Type::Array { elem, len } = self.types[ty] {
            let mut next = 0;
            for item in items {
                if item.first != next || !self.covers(elem.ty, &item.init) {
                    return false;
                }
                next = item.end;
            }
            return len == ArrayLen::Fixed(next);
        }
        let (Some(record), Some(fields)) = (self.types.as_record(ty), self.types.fields(ty)) else {
            // A scalar in braces is covered by its one expression; an empty list leaves it zero.
            return !items.is_empty();
        };
        let covered = |item: &InitItem<Source>| {
            fields.get(item.first as usize).is_some_and(|field| self.covers(field.ty.ty, &item.init))
        };
        if !items.iter().all(covered) {
            return false;
        }
        if self.types[record].kind == RecordKind::Union {
            let whole = self.types.size_of(ty);
            return items.first().is_some_and(|item| {
                let field = &fields[item.first as usize];
                field.bits.is_none() && self.types.size_of(field.ty.ty) == whole
            });
        }
        let unnamed = |field: &crate::ctype::Field| field.name.is_none() && field.bits.is_some();
        let flexible = |field: &crate::ctype::Field| self.types.size_of(field.ty.ty).is_none();
        let needed = fields.iter().filter(|field| !unnamed(field) && !flexible(field)).count();
        items.len() >= needed
    }

    /// An element or a member.
    fn part(&self, place: &Place, index: u64) -> Place {
        let base = Box::new(place.clone());
        match &self.types[place.ty.ty] {
            Type::Array { elem, .. } => {
                let ty = if index < 1 << 31 { Types::INT } else { self.types.ptrdiff_t() };
                let index = Expr::int(ty, index.into());
                self.element_at(place, index, *elem)
            }
            _ => {
                let field = self.types.fields(place.ty.ty).and_then(|fields| fields.get(index as usize));
                let ty = field.map_or(place.ty, |field| field.ty);
                let ty = QType { quals: ty.quals.with(place.ty.quals), ..ty };
                match field {
                    Some(_) => Place { kind: PlaceKind::Member(base, index as u32), ty },
                    None => place.clone(),
                }
            }
        }
    }

    fn element_at(&self, array: &Place, index: Expr, elem: QType) -> Place {
        let ty = QType { quals: elem.quals.with(array.ty.quals), ..elem };
        Place { kind: PlaceKind::Index(Box::new(array.clone()), Box::new(index)), ty }
    }

    /// A range `[a ... b] = init`: the first element is initialised, which evaluates the expression once; the others
    /// are copies of it.
    fn range(&mut self, place: &Place, item: &InitItem<Source>, zeroed: bool) -> Result<()> {
        let Some(elem) = self.types.element(place.ty.ty) else {
            return unsupported("a range in an initialiser of something that is no array", self.span);
        };
        let (start, value) = match &item.init {
            Init::Expr(value) if zeroed && is_zero(value) => return Ok(()),
            Init::Zero if zeroed => return Ok(()),
            Init::Expr(value) if self.types.is_scalar(elem.ty) => {
                let value = self.value(value)?;
                (item.first, if value.is_constant() { value } else { self.save(value) })
            }
            init => {
                let first = self.part(place, item.first);
                self.fill(first.clone(), init, zeroed)?;
                (item.first + 1, Expr::load(first))
            }
        };
        if item.end - start <= UNROLLED {
            for index in start..item.end {
                let part = self.part(place, index);
                self.assign_edge(part, value.clone());
            }
            return Ok(());
        }
        let size_t = self.types.size_t();
        let counter = self.temporary(size_t);
        let constant = |value: u64| Expr::int(size_t, value.into());
        let (head, body, end) = (self.new_location(), self.new_location(), self.new_location());
        self.assign_edge(counter.clone(), constant(start));
        self.goto(head);
        self.here = head;
        let current = Expr::load(counter.clone());
        let more = Expr::binary(BinaryOp::Lt, current.clone(), constant(item.end), Types::INT);
        self.branch_on(more, body, end);
        self.here = body;
        let part = self.element_at(place, current.clone(), elem);
        self.assign_edge(part, value);
        self.assign_edge(counter, Expr::binary(BinaryOp::Add, current, constant(1), size_t));
        self.goto(head);
        self.here = end;
        Ok(())
    }

    /// An array from a string literal.
    fn string(&mut self, place: Place, units: &[u32], zeroed: bool) {
        let used = units.iter().rposition(|unit| *unit != 0).map_or(0, |last| last + 1);
        if used == 0 {
            if !zeroed {
                self.zero(place);
            }
            return;
        }
        let Type::Array { elem, len } = self.types[place.ty.ty] else { return };
        let ArrayLen::Fixed(len) = len else { return };
        let units = &units[..units.len().min(len as usize)];
        if len - units.len() as u64 <= PADDING {
            let literal = self.literal(place.ty.ty, units);
            self.assign_edge(place, literal);
            return;
        }
        if !zeroed {
            self.zero(place.clone());
        }
        let Some(kind) = self.types.as_int(elem.ty) else { return };
        for (index, unit) in units.iter().enumerate().filter(|(_, unit)| **unit != 0) {
            let value = Expr::int(elem.ty, self.types.wrap(kind, i128::from(*unit)));
            let part = self.part(&place, index as u64);
            self.assign_edge(part, value);
        }
    }

    /// A constant array as a literal of exactly this type.
    fn literal(&mut self, ty: TypeId, units: &[u32]) -> Expr {
        let id = GlobalId((self.context.globals.len() + self.extras.globals.len()) as u32);
        self.extras.globals.push(Global {
            name: "__string".into(),
            kind: GlobalKind::StringLiteral,
            ty: ty.into(),
            linkage: Linkage::None,
            definition: Definition::Defined(Init::String(units.to_vec())),
            symbol: None,
            align: None,
            thread_local: false,
            weak: false,
            span: self.span,
        });
        Expr::load(Place::global(id, ty))
    }
}

/// Whether storing the value would store zero bytes only.
fn is_zero(value: &Source) -> bool {
    match &value.kind {
        S::Int(0) | S::Float(0) => true,
        S::Cast(operand) => matches!(operand.kind, S::Int(0)) && !value.effects,
        _ => false,
    }
}
