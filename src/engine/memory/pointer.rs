//! Pointers as words.

use super::{Memory, ObjectId, State};
use crate::engine::term::{Node, Term, mask};
use rustc_hash::FxHashSet;

/// An object that a pointer may point to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Target {
    pub object: ObjectId,
    /// When it does.
    pub cond: Term,
    pub offset: Term,
}

/// Further choices of a pointer are not told apart.
const MOST_CHOICES: usize = 4096;

impl Memory {
    pub fn pointer(&mut self, object: ObjectId, offset: Term) -> Term {
        let number = self.terms.constant(self.division.object, object.0.into());
        self.terms.concat(number, offset)
    }

    pub fn null(&mut self) -> Term {
        self.terms.constant(self.division.object + self.division.offset, 0)
    }

    /// The number of the object.
    pub fn object_of(&mut self, pointer: Term) -> Term {
        self.terms.extract(pointer, self.division.offset, self.division.object)
    }

    pub fn offset_of(&mut self, pointer: Term) -> Term {
        self.terms.extract(pointer, 0, self.division.offset)
    }

    /// So many bytes further on, or back.
    pub fn advance(&mut self, pointer: Term, distance: Term) -> Term {
        let (object, offset) = (self.object_of(pointer), self.offset_of(pointer));
        let distance = self.terms.extract(distance, 0, self.division.offset);
        let offset = self.terms.add(offset, distance);
        self.terms.concat(object, offset)
    }

    /// What a pointer may point to in a state, dead objects and the null pointer not among them. Where the word does
    /// not say it, that is every object of the state.
    pub fn targets(&mut self, state: &State, pointer: Term) -> Vec<Target> {
        let (object, offset) = (self.object_of(pointer), self.offset_of(pointer));
        let numbers: Vec<ObjectId> = match self.constants(object) {
            Some(numbers) => numbers.into_iter().map(|number| ObjectId(number as u32)).collect(),
            None => state.objects().collect(),
        };
        let mut targets = Vec::new();
        for id in numbers {
            if id == ObjectId::NULL || state.get(id).is_none() {
                continue;
            }
            let number = self.terms.constant(self.division.object, id.0.into());
            let cond = self.terms.eq(object, number);
            if self.terms.as_truth(cond) != Some(false) {
                let offset = self.specialised(object, offset, id);
                targets.push(Target { object: id, cond, offset });
            }
        }
        targets
    }

    /// The values of a word that is a choice among constants, in order.
    pub fn constants(&self, word: Term) -> Option<Vec<u128>> {
        let mut found: Vec<u128> =
            self.leaves(word)?.into_iter().map(|leaf| self.terms.as_constant(leaf)).collect::<Option<_>>()?;
        found.sort_unstable();
        Some(found)
    }

    /// What a word is a choice among, unless that is too much.
    pub fn leaves(&self, word: Term) -> Option<Vec<Term>> {
        let mut open = vec![word];
        let mut seen: FxHashSet<Term> = FxHashSet::default();
        let mut found = Vec::new();
        while let Some(term) = open.pop() {
            if !seen.insert(term) {
                continue;
            }
            match self.terms.node(term) {
                Node::Ite(_, a, b) if seen.len() < MOST_CHOICES => open.extend([a, b]),
                Node::Ite(..) => return None,
                _ => found.push(term),
            }
        }
        Some(found)
    }

    /// The offset where the object is this one: choices that lead to others are not taken.
    fn specialised(&self, object: Term, offset: Term, id: ObjectId) -> Term {
        let (mut object, mut offset) = (object, offset);
        while let (Node::Ite(cond, a, b), Node::Ite(same, x, y)) = (self.terms.node(object), self.terms.node(offset)) {
            if cond != same {
                break;
            }
            let may = |term: Term| match self.terms.node(term) {
                Node::Const(value) => value == u128::from(id.0),
                _ => true,
            };
            (object, offset) = match (may(a), may(b)) {
                (true, false) => (a, x),
                (false, true) => (b, y),
                _ => break,
            };
        }
        offset
    }

    /// The number of bytes of an object, where it is known.
    pub fn size(&self, id: ObjectId) -> Option<u64> {
        self.terms.as_constant(self[id].size).map(|size| (size & mask(self.division.offset)) as u64)
    }
}
