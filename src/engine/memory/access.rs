//! Reading and writing bytes of an object, whatever its cells are.

use super::{Contents, Memory, ObjectId, State};
use crate::engine::term::Term;

impl Memory {
    /// So many bytes of an object, the lowest first in memory and in the word. The object must be there; where the
    /// bytes are not inside of it, the word is any.
    pub fn load(&mut self, state: &State, id: ObjectId, offset: Term, bytes: u32) -> Term {
        let contents = state.get(id).expect("the object is there").contents.clone();
        self.load_from(&contents, id, offset, bytes)
    }

    fn load_from(&mut self, contents: &Contents, id: ObjectId, offset: Term, bytes: u32) -> Term {
        let (unit, count) = (self[id].unit, self.cells(id));
        if bytes.is_multiple_of(unit) && self.is_aligned(offset, unit) {
            let index = self.cell_of(offset, unit);
            let mut word = None;
            for at in 0..bytes / unit {
                let index = self.further(index, at);
                let cell = self.any_cell(contents, unit * 8, index, count);
                word = Some(word.map_or(cell, |low| self.terms.concat(cell, low)));
            }
            return word.expect("a byte at least");
        }
        if bytes < unit && bytes.is_power_of_two() && self.is_aligned(offset, bytes) {
            let index = self.cell_of(offset, unit);
            let cell = self.any_cell(contents, unit * 8, index, count);
            let distance = self.bits_into(offset, unit);
            let moved = self.terms.lshr(cell, distance);
            return self.terms.extract(moved, 0, bytes * 8);
        }
        let mut word = None;
        for at in 0..bytes {
            let offset = self.further(offset, at);
            let byte = self.load_from(contents, id, offset, 1);
            word = Some(word.map_or(byte, |low| self.terms.concat(byte, low)));
        }
        word.expect("a byte at least")
    }

    /// Writes a word of whole bytes where a condition holds. What is outside of the object is lost.
    pub fn store(&mut self, state: &mut State, id: ObjectId, offset: Term, cond: Term, word: Term) {
        let Some(held) = state.get_mut(id) else { return };
        // Nobody looks at it meanwhile.
        let mut contents = std::mem::replace(&mut held.contents, Contents::new(super::Rest::Zero));
        self.store_to(&mut contents, id, offset, cond, word);
        if let Some(held) = state.get_mut(id) {
            held.contents = contents;
        }
    }

    fn store_to(&mut self, contents: &mut Contents, id: ObjectId, offset: Term, cond: Term, word: Term) {
        let (unit, count, bytes) = (self[id].unit, self.cells(id), self.terms.width(word) / 8);
        if bytes.is_multiple_of(unit) && self.is_aligned(offset, unit) {
            let index = self.cell_of(offset, unit);
            for at in 0..bytes / unit {
                let index = self.further(index, at);
                let cell = self.terms.extract(word, at * unit * 8, unit * 8);
                self.write_cell(contents, unit * 8, index, count, cond, cell);
            }
            return;
        }
        if bytes < unit && bytes.is_power_of_two() && self.is_aligned(offset, bytes) {
            let index = self.cell_of(offset, unit);
            let before = self.any_cell(contents, unit * 8, index, count);
            let distance = self.bits_into(offset, unit);
            let hole = self.terms.constant(bytes * 8, u128::MAX);
            let (hole, wide) = (self.terms.zext(hole, unit * 8), self.terms.zext(word, unit * 8));
            let (hole, wide) = (self.terms.shl(hole, distance), self.terms.shl(wide, distance));
            let others = self.terms.not(hole);
            let kept = self.terms.and(before, others);
            let cell = self.terms.or(kept, wide);
            self.write_cell(contents, unit * 8, index, count, cond, cell);
            return;
        }
        for at in 0..bytes {
            let offset = self.further(offset, at);
            let byte = self.terms.extract(word, at * 8, 8);
            self.store_to(contents, id, offset, cond, byte);
        }
    }

    /// Whether so many bytes from an offset on are in an object.
    pub fn is_inside(&mut self, id: ObjectId, offset: Term, bytes: u64) -> Term {
        let size = self[id].size;
        let bytes = self.terms.constant(self.division.offset, bytes.into());
        let fits = self.terms.ule(bytes, size);
        let room = self.terms.sub(size, bytes);
        let inside = self.terms.ule(offset, room);
        self.terms.and(fits, inside)
    }

    fn cells(&self, id: ObjectId) -> Option<u64> {
        self.size(id).map(|size| size.div_ceil(self[id].unit.into()))
    }

    fn is_aligned(&mut self, offset: Term, unit: u32) -> bool {
        if unit == 1 {
            return true;
        }
        let low = self.terms.extract(offset, 0, unit.trailing_zeros());
        self.terms.as_constant(low) == Some(0)
    }

    fn cell_of(&mut self, offset: Term, unit: u32) -> Term {
        let width = self.division.offset;
        let places = unit.trailing_zeros();
        let index = self.terms.extract(offset, places, width - places);
        self.terms.zext(index, width)
    }

    fn further(&mut self, offset: Term, by: u32) -> Term {
        let by = self.terms.constant(self.terms.width(offset), by.into());
        self.terms.add(offset, by)
    }

    /// How far an offset is into its cell, in bits, as wide as the cell.
    fn bits_into(&mut self, offset: Term, unit: u32) -> Term {
        let low = self.terms.extract(offset, 0, unit.trailing_zeros());
        let zeros = self.terms.constant(3, 0);
        let bits = self.terms.concat(low, zeros);
        self.terms.zext(bits, unit * 8)
    }
}
