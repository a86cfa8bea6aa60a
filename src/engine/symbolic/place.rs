//! Places: where they are, what is read there and what is written.

use super::{Executor, Frame, Why};
use crate::cfa::{Expr, ExprKind, FuncId, Place, PlaceKind, Var};
use crate::ctype::{Type, TypeId};
use crate::engine::memory::{Contents, Held, Object, ObjectId, Rest, State, Target, TooMany};
use crate::engine::term::Term;

/// Where something is.
#[derive(Clone, Copy, Debug)]
pub(super) struct At {
    root: Root,
    offset: Term,
    /// The first bit and the number of bits, in the bytes from the offset on.
    bit_field: Option<(u32, u32)>,
}

#[derive(Clone, Copy, Debug)]
enum Root {
    Object(ObjectId),
    /// A pointer to the start.
    Pointer(Term),
}

impl At {
    /// Some bits of it only.
    pub(super) fn narrowed(self, first: u32, count: u32) -> At {
        At { bit_field: Some((first, count)), ..self }
    }
}

/// Records are moved in pieces of so many bytes.
const PIECE: u64 = 8;

impl Executor<'_> {
    pub(super) fn place(&mut self, frame: &Frame, state: &mut State, place: &Place) -> At {
        let start = self.memory.terms.constant(self.memory.division.offset, 0);
        match &place.kind {
            PlaceKind::Var(var) => {
                let object = match var {
                    Var::Global(global) => self.units[self.unit].globals[global],
                    Var::Local(local) => frame.locals[local.0 as usize],
                };
                At { root: Root::Object(object), offset: start, bit_field: None }
            }
            PlaceKind::Deref(pointer) => {
                let pointer = self.value(frame, state, pointer);
                At { root: Root::Pointer(pointer), offset: start, bit_field: None }
            }
            PlaceKind::Member(base, number) => {
                let at = self.place(frame, state, base);
                let fields = self.types().fields(base.ty.ty).unwrap_or_default();
                let field = &fields[*number as usize];
                let (bit_offset, bits) = (field.bit_offset, field.bits);
                let bit_field = bits.map(|bits| ((bit_offset % 8) as u32, bits));
                At { bit_field, ..self.further(at, bit_offset / 8) }
            }
            PlaceKind::Index(base, index) => {
                let at = self.place(frame, state, base);
                let size = self.types().size_of(place.ty.ty).unwrap_or(0);
                let value = self.value(frame, state, index);
                let distance = self.scaled(value, index.ty, size);
                At { offset: self.memory.terms.add(at.offset, distance), ..at }
            }
        }
    }

    pub(super) fn further(&mut self, at: At, bytes: u64) -> At {
        let bytes = self.memory.terms.constant(self.memory.division.offset, bytes.into());
        At { offset: self.memory.terms.add(at.offset, bytes), ..at }
    }

    pub(super) fn address(&mut self, at: &At) -> Term {
        match at.root {
            Root::Object(object) => self.memory.pointer(object, at.offset),
            Root::Pointer(pointer) => self.memory.advance(pointer, at.offset),
        }
    }

    pub(super) fn function_pointer(&mut self, function: FuncId) -> Term {
        let offset = self.memory.terms.constant(self.memory.division.offset, 0);
        self.memory.pointer(self.units[self.unit].functions[&function], offset)
    }

    /// The objects that a place may be in. The execution goes on only where it is in one of them, alive, with so many
    /// bytes.
    pub(super) fn targets(&mut self, state: &mut State, at: &At, bytes: u64) -> Vec<Target> {
        let mut targets = match at.root {
            Root::Object(object) => {
                let cond = self.memory.terms.truth(true);
                vec![Target { object, cond, offset: at.offset }]
            }
            Root::Pointer(pointer) => {
                let pointer = self.memory.advance(pointer, at.offset);
                self.memory.targets(state, pointer)
            }
        };
        let mut right = self.memory.terms.truth(false);
        for target in &mut targets {
            let inside = self.memory.is_inside(target.object, target.offset, bytes);
            let no = self.memory.terms.truth(false);
            let alive = state.get(target.object).map_or(no, |held| held.alive);
            let good = self.memory.terms.and(inside, alive);
            let good = self.memory.terms.and(good, target.cond);
            right = self.memory.terms.or(right, good);
        }
        self.memory.assume(state, right);
        let possible = |target: &Target| self.memory.terms.as_truth(target.cond) != Some(false);
        targets.retain(possible);
        targets
    }

    /// The value of a scalar place.
    pub(super) fn load(&mut self, frame: &Frame, state: &mut State, place: &Place) -> Term {
        let at = self.place(frame, state, place);
        self.load_scalar(state, &at, place.ty.ty)
    }

    pub(super) fn load_scalar(&mut self, state: &mut State, at: &At, ty: TypeId) -> Term {
        let bits = self.bits(ty);
        if let Some((first, count)) = at.bit_field {
            let word = self.load_bytes(state, at, (first + count).div_ceil(8).into());
            let field = self.memory.terms.extract(word, first, count);
            let signed = self.types().is_signed(ty);
            let terms = &mut self.memory.terms;
            return if signed { terms.sext(field, bits) } else { terms.zext(field, bits) };
        }
        let bytes = self.types().size_of(ty).unwrap_or(1);
        let word = self.load_bytes(state, at, bytes.min(16));
        self.memory.terms.extract(word, 0, bits)
    }

    pub(super) fn load_bytes(&mut self, state: &mut State, at: &At, bytes: u64) -> Term {
        let targets = self.targets(state, at, bytes);
        let mut word = None;
        for target in targets.into_iter().rev() {
            let this = self.memory.load(state, target.object, target.offset, bytes as u32);
            word = Some(match word {
                None => this,
                Some(other) => self.memory.terms.ite(target.cond, this, other),
            });
        }
        // Nothing is there: the execution has ended.
        word.unwrap_or_else(|| self.memory.terms.constant(bytes as u32 * 8, 0))
    }

    pub(super) fn store_bytes(&mut self, state: &mut State, at: &At, word: Term) {
        let bytes = u64::from(self.memory.terms.width(word) / 8);
        for target in self.targets(state, at, bytes) {
            self.memory.store(state, target.object, target.offset, target.cond, word);
        }
    }

    pub(super) fn store_scalar(&mut self, state: &mut State, at: &At, ty: TypeId, value: Term) {
        if let Some((first, count)) = at.bit_field {
            let bytes = (first + count).div_ceil(8);
            let before = self.load_bytes(state, at, bytes.into());
            let field = self.memory.terms.extract(value, 0, count);
            let terms = &mut self.memory.terms;
            let mut word = field;
            if first > 0 {
                let low = terms.extract(before, 0, first);
                word = terms.concat(word, low);
            }
            let above = bytes * 8 - first - count;
            if above > 0 {
                let high = terms.extract(before, first + count, above);
                word = terms.concat(high, word);
            }
            return self.store_bytes(state, at, word);
        }
        // The bytes that a value does not fill are padding.
        let bytes = self.types().size_of(ty).unwrap_or(1).min(16) as u32;
        let word = self.memory.padded(value, bytes * 8);
        self.store_bytes(state, at, word);
    }

    /// Assigns a scalar, a record or a whole array.
    pub(super) fn assign(&mut self, frame: &Frame, state: &mut State, place: &Place, value: &Expr) {
        let ty = place.ty.ty;
        if self.types().is_scalar(ty) {
            let value = self.value(frame, state, value);
            let at = self.place(frame, state, place);
            return self.store_scalar(state, &at, ty, value);
        }
        let at = self.place(frame, state, place);
        let size = self.types().size_of(ty).unwrap_or(0);
        match &value.kind {
            ExprKind::Zero => {
                for (start, bytes) in pieces(size) {
                    if start.is_multiple_of(4096) && self.oracle.is_over(self.memory) {
                        return self.give_up(state, Why::Stopped);
                    }
                    let (at, zero) = (self.further(at, start), self.memory.terms.constant(bytes * 8, 0));
                    self.store_bytes(state, &at, zero);
                }
            }
            ExprKind::Load(from) => {
                let from = self.place(frame, state, from);
                self.copy(state, &at, &from, size);
            }
            _ => unreachable!("records and arrays come from places"),
        }
    }

    /// Copies bytes as if all were read before the first is written.
    pub(super) fn copy(&mut self, state: &mut State, to: &At, from: &At, size: u64) {
        let mut words = Vec::new();
        for (start, bytes) in pieces(size) {
            if start.is_multiple_of(4096) && self.oracle.is_over(self.memory) {
                return self.give_up(state, Why::Stopped);
            }
            let from = self.further(*from, start);
            words.push((start, self.load_bytes(state, &from, bytes.into())));
        }
        for (start, word) in words {
            if start.is_multiple_of(4096) && self.oracle.is_over(self.memory) {
                return self.give_up(state, Why::Stopped);
            }
            let to = self.further(*to, start);
            self.store_bytes(state, &to, word);
        }
    }

    pub(super) fn at_object(&mut self, object: ObjectId) -> At {
        let offset = self.memory.terms.constant(self.memory.division.offset, 0);
        At { root: Root::Object(object), offset, bit_field: None }
    }

    pub(super) fn at_pointer(&mut self, pointer: Term) -> At {
        let offset = self.memory.terms.constant(self.memory.division.offset, 0);
        At { root: Root::Pointer(pointer), offset, bit_field: None }
    }

    /// An object of a type, as an [`Object`] is described.
    pub(super) fn describe(&mut self, ty: TypeId, name: &str, more: u64) -> Result<Object, TooMany> {
        let size = self.types().size_of(ty).unwrap_or(0) + more;
        if size >> (self.memory.division.offset - 1) != 0 {
            return Err(TooMany);
        }
        let unit = self.unit(ty, 16).max(1);
        let size = self.memory.terms.constant(self.memory.division.offset, size.into());
        Ok(Object { kind: crate::engine::memory::Kind::Variable, name: name.into(), size, unit })
    }

    /// The largest power of two, up to a limit, at whose multiples all scalars of a type begin and end.
    fn unit(&self, ty: TypeId, limit: u32) -> u32 {
        let divides = |bytes: u64, unit: u32| match bytes {
            0 => unit,
            bytes => unit.min(1 << bytes.trailing_zeros().min(4)),
        };
        match &self.types()[ty] {
            Type::Array { elem, .. } => self.unit(elem.ty, limit),
            Type::Record(_) => {
                let fields = self.types().fields(ty).unwrap_or_default();
                let unit = |unit: u32, field: &crate::ctype::Field| match field.bits {
                    Some(_) => 1,
                    None => self.unit(field.ty.ty, divides(field.bit_offset / 8, unit)),
                };
                divides(self.types().size_of(ty).unwrap_or(1), fields.iter().fold(limit, unit))
            }
            _ => divides(self.types().size_of(ty).unwrap_or(1), limit),
        }
    }

    /// Puts an object into a state, alive.
    pub(super) fn appear(&mut self, state: &mut State, id: ObjectId, rest: Rest) {
        let alive = self.memory.terms.truth(true);
        state.put(id, Held { contents: Contents::new(rest), alive });
    }

    /// Any bytes in all of an object that a pointer points to.
    pub(super) fn havoc_object(&mut self, state: &mut State, pointer: Term, rest: impl Fn(&mut Self) -> Rest) {
        for target in self.memory.targets(state, pointer) {
            let contents = Contents::new(rest(self));
            let Some(held) = state.get(target.object) else { continue };
            let (before, bits) = (held.contents.clone(), self.memory[target.object].unit * 8);
            let contents = match self.memory.terms.as_truth(target.cond) {
                Some(true) => contents,
                _ => self.memory.merge(target.cond, &contents, &before, bits),
            };
            if let Some(held) = state.get_mut(target.object) {
                held.contents = contents;
            }
        }
    }

    pub(super) fn unmodelled(&mut self, state: &mut State, what: impl Into<String>, span: crate::source::Span) {
        self.give_up(state, Why::Unmodelled(what.into(), span));
    }
}

fn pieces(size: u64) -> impl Iterator<Item = (u64, u32)> {
    (0..size).step_by(PIECE as usize).map(move |start| (start, PIECE.min(size - start) as u32))
}
