//! Arrays: what is written somewhere is read there. A choice among arrays stays one until somebody reads.

use super::{Array, Node, Term, Terms};

/// How many writes a reading goes back through at once, in search of its own.
const LONGEST_LOOK: usize = 64;

impl Terms {
    /// An array that is not used anywhere yet, with any content.
    pub fn base(&mut self, index_width: u32, width: u32) -> Array {
        self.variables += 1;
        Array(self.make(Node::Base(self.variables - 1, index_width), width))
    }

    /// The same word everywhere.
    pub fn fill(&mut self, word: Term, index_width: u32) -> Array {
        let width = self.width(word);
        Array(self.make(Node::Fill(word, index_width), width))
    }

    pub fn store(&mut self, array: Array, index: Term, word: Term) -> Array {
        let width = self.width(word);
        debug_assert_eq!(width, self.width(array.0));
        let array = match self.node(array.0) {
            Node::Fill(same, _) if same == word => return array,
            // Nobody sees what was there before.
            Node::Store(before, there, _) if there == index => before,
            _ => array,
        };
        if self.node(word) == Node::Select(array, index) {
            return array;
        }
        Array(self.make(Node::Store(array, index, word), width))
    }

    pub fn pick(&mut self, cond: Term, a: Array, b: Array) -> Array {
        match self.node(cond) {
            _ if a == b => a,
            Node::Const(value) => {
                if value != 0 {
                    a
                } else {
                    b
                }
            }
            Node::Not(inner) => self.pick(inner, b, a),
            _ => {
                let width = self.width(a.0);
                Array(self.make(Node::Pick(cond, a, b), width))
            }
        }
    }

    pub fn select(&mut self, array: Array, index: Term) -> Term {
        let mut array = array;
        for _ in 0..LONGEST_LOOK {
            match self.node(array.0) {
                Node::Fill(word, _) => return word,
                Node::Store(before, there, word) => {
                    let same = self.eq(there, index);
                    match self.as_truth(same) {
                        Some(true) => return word,
                        Some(false) => array = before,
                        None => break,
                    }
                }
                _ => break,
            }
        }
        let width = self.width(array.0);
        self.make(Node::Select(array, index), width)
    }

    /// A reading as a choice between what was written last and a reading of what was there before; nothing when the
    /// array is a base.
    pub fn read_over_write(&mut self, array: Array, index: Term) -> Option<Term> {
        let (cond, a, b) = match self.node(array.0) {
            Node::Store(before, there, word) => (self.eq(there, index), word, self.select(before, index)),
            Node::Pick(cond, a, b) => (cond, self.select(a, index), self.select(b, index)),
            Node::Fill(word, _) => return Some(word),
            _ => return None,
        };
        Some(self.ite(cond, a, b))
    }
}
