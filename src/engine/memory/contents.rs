//! What an object holds: its cells.

use super::Memory;
use crate::engine::term::{Array, Term};
use std::collections::BTreeMap;
use std::rc::Rc;

/// The cells of an object in a state. Equal contents need not look equal.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Contents {
    /// What was written, by the number of the cell, over what was there before.
    Cells { written: BTreeMap<u64, Term>, rest: Rest },
    /// Where it is not known what was written.
    Array(Array),
}

/// What cells hold that nobody wrote.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Rest {
    Zero,
    /// Any bytes, the same for the same instance.
    Any(u32),
    /// What an initialiser says; zero behind its end.
    Words(Rc<Vec<Term>>),
}

/// Among more cells than this nobody chooses one by one: such objects are arrays.
const MOST_READ: u64 = 1024;
const MOST_WRITTEN: u64 = 128;

/// When so few cells of an object with any content were written, a reading looks among these.
const FEW_WRITTEN: usize = 16;

impl Contents {
    pub fn new(rest: Rest) -> Contents {
        Contents::Cells { written: BTreeMap::new(), rest }
    }
}

impl Memory {
    /// A cell whose number is known.
    pub fn cell(&mut self, contents: &Contents, bits: u32, number: u64) -> Term {
        match contents {
            Contents::Cells { written, rest } => match written.get(&number) {
                Some(word) => *word,
                None => self.rest(rest, bits, number),
            },
            Contents::Array(array) => {
                let index = self.terms.constant(self.division.offset, number.into());
                self.terms.select(*array, index)
            }
        }
    }

    /// The cell with this number of so many; any of them when it has none of these numbers. `count` is `None` when it
    /// is not known how many there are.
    pub fn any_cell(&mut self, contents: &Contents, bits: u32, index: Term, count: Option<u64>) -> Term {
        if let Some(number) = self.terms.as_constant(index) {
            return self.cell(contents, bits, number as u64);
        }
        let bounds = self.terms.bounds(index);
        let last = count.map_or(u64::MAX, |count| count.saturating_sub(1));
        let first = u64::try_from(bounds.low).unwrap_or(u64::MAX).min(last);
        let last = u64::try_from(bounds.high).unwrap_or(u64::MAX).min(last);
        let few = match contents {
            Contents::Cells { written, rest: Rest::Any(_) } => written.len() < FEW_WRITTEN.min((last - first) as usize),
            Contents::Cells { .. } => false,
            Contents::Array(_) => true,
        };
        if !few && last - first < MOST_READ {
            let places = 128 - u128::from(last).leading_zeros();
            return self.choose(contents, bits, index, places, 0, (first, last));
        }
        let array = self.array(contents, bits);
        self.terms.select(array, index)
    }

    /// A tree of choices by the bits of the index, the highest of `places` first; `known` are those above.
    fn choose(&mut self, contents: &Contents, bits: u32, index: Term, places: u32, known: u64, of: (u64, u64)) -> Term {
        let Some(place) = places.checked_sub(1) else { return self.cell(contents, bits, known) };
        let upper = known | 1 << place;
        // Cells that are not asked for need not be told apart from those that are.
        if of.0 >= upper {
            return self.choose(contents, bits, index, place, upper, of);
        }
        if of.1 < upper {
            return self.choose(contents, bits, index, place, known, of);
        }
        let one = self.choose(contents, bits, index, place, upper, of);
        let zero = self.choose(contents, bits, index, place, known, of);
        let bit = self.terms.extract(index, place, 1);
        self.terms.ite(bit, one, zero)
    }

    /// Writes a cell where a condition holds.
    pub fn write_cell(
        &mut self,
        contents: &mut Contents,
        bits: u32,
        index: Term,
        count: Option<u64>,
        cond: Term,
        word: Term,
    ) {
        if let (Some(number), Contents::Cells { .. }) = (self.terms.as_constant(index), &*contents) {
            let number = number as u64;
            let before = if self.terms.as_truth(cond) == Some(true) { word } else { self.cell(contents, bits, number) };
            let after = self.terms.ite(cond, word, before);
            if let Contents::Cells { written, .. } = contents {
                written.insert(number, after);
            }
            return;
        }
        let bounds = self.terms.bounds(index);
        let last = count.map_or(u64::MAX, |count| count.saturating_sub(1));
        let first = u64::try_from(bounds.low).unwrap_or(u64::MAX);
        let last = u64::try_from(bounds.high).unwrap_or(u64::MAX).min(last);
        if matches!(contents, Contents::Cells { .. }) && last.saturating_sub(first) < MOST_WRITTEN {
            for number in first..=last {
                let at = self.terms.constant(self.division.offset, number.into());
                let here = self.terms.eq(index, at);
                let here = self.terms.and(here, cond);
                if self.terms.as_truth(here) == Some(false) {
                    continue;
                }
                let before = self.cell(contents, bits, number);
                let after = self.terms.ite(here, word, before);
                if let Contents::Cells { written, .. } = contents {
                    written.insert(number, after);
                }
            }
            return;
        }
        let array = self.array(contents, bits);
        let word = if self.terms.as_truth(cond) == Some(true) {
            word
        } else {
            let before = self.terms.select(array, index);
            self.terms.ite(cond, word, before)
        };
        *contents = Contents::Array(self.terms.store(array, index, word));
    }

    /// Contents that hold one thing where a condition holds, and another where not.
    pub fn merge(&mut self, cond: Term, a: &Contents, b: &Contents, bits: u32) -> Contents {
        match (a, b) {
            (Contents::Cells { written: x, rest }, Contents::Cells { written: y, rest: other }) if rest == other => {
                let mut written = x.clone();
                let numbers: Vec<u64> = x.keys().chain(y.keys()).copied().collect();
                for number in numbers {
                    let (one, two) = (self.cell(a, bits, number), self.cell(b, bits, number));
                    if one != two {
                        written.insert(number, self.terms.ite(cond, one, two));
                    }
                }
                Contents::Cells { written, rest: rest.clone() }
            }
            _ => {
                let (one, two) = (self.array(a, bits), self.array(b, bits));
                Contents::Array(self.terms.pick(cond, one, two))
            }
        }
    }

    fn array(&mut self, contents: &Contents, bits: u32) -> Array {
        let (written, rest) = match contents {
            Contents::Array(array) => return *array,
            Contents::Cells { written, rest } => (written, rest),
        };
        let index_width = self.division.offset;
        let (mut array, words) = match rest {
            Rest::Any(instance) => (self.any_array(*instance, bits), None),
            Rest::Zero | Rest::Words(_) => {
                let zero = self.terms.constant(bits, 0);
                let words = if let Rest::Words(words) = rest { Some(words.clone()) } else { None };
                (self.terms.fill(zero, index_width), words)
            }
        };
        let words = words.iter().flat_map(|words| words.iter()).copied();
        let initial: BTreeMap<u64, Term> =
            (0..).zip(words).chain(written.iter().map(|(at, word)| (*at, *word))).collect();
        for (number, word) in initial {
            let index = self.terms.constant(index_width, number.into());
            array = self.terms.store(array, index, word);
        }
        array
    }

    fn rest(&mut self, rest: &Rest, bits: u32, number: u64) -> Term {
        match rest {
            Rest::Zero => self.terms.constant(bits, 0),
            Rest::Words(words) => match words.get(number as usize) {
                Some(word) => *word,
                None => self.terms.constant(bits, 0),
            },
            Rest::Any(instance) => {
                let array = self.any_array(*instance, bits);
                let index = self.terms.constant(self.division.offset, number.into());
                self.terms.select(array, index)
            }
        }
    }

    /// The array that the contents of an instance are.
    fn any_array(&mut self, instance: u32, bits: u32) -> Array {
        if let Some(array) = self.any.get(&(instance, bits)) {
            return *array;
        }
        let array = self.terms.base(self.division.offset, bits);
        self.any.insert((instance, bits), array);
        array
    }
}
