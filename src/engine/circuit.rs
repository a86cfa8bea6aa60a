//! Circuits of gates on bits, where the same gate on the same bits is there once.
//!
//! Besides "and" there are the gates that arithmetic is made of, because a solver propagates better through the clauses
//! of a whole gate than through those of its parts.

use hashbrown::HashTable;
use rustc_hash::FxHasher;
use std::hash::{Hash, Hasher};

/// A bit: the output of a gate, or its negation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Bit(u32);

/// Inputs are in order; negations are moved out where that is possible.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Gate {
    /// The first gate of all.
    False,
    Input,
    And(Bit, Bit),
    Xor(Bit, Bit),
    /// The second if the first, otherwise the third.
    Ite(Bit, Bit, Bit),
    /// What two of three are.
    Majority(Bit, Bit, Bit),
}

pub struct Circuit {
    gates: Vec<Gate>,
    table: HashTable<u32>,
}

impl Default for Circuit {
    fn default() -> Circuit {
        Circuit { gates: vec![Gate::False], table: HashTable::new() }
    }
}

impl Bit {
    pub const FALSE: Bit = Bit(0);
    pub const TRUE: Bit = Bit(1);

    pub fn of(value: bool) -> Bit {
        if value { Bit::TRUE } else { Bit::FALSE }
    }

    /// The gate that it comes from, by number.
    pub fn gate(self) -> usize {
        (self.0 >> 1) as usize
    }

    pub fn is_negated(self) -> bool {
        self.0 & 1 == 1
    }

    pub fn as_constant(self) -> Option<bool> {
        (self.gate() == 0).then_some(self.is_negated())
    }

    fn negate_if(self, negated: bool) -> Bit {
        Bit(self.0 ^ u32::from(negated))
    }
}

impl std::ops::Not for Bit {
    type Output = Bit;
    fn not(self) -> Bit {
        self.negate_if(true)
    }
}

impl Circuit {
    pub fn gate(&self, number: usize) -> Gate {
        self.gates[number]
    }

    /// The bit that a gate gives out.
    pub fn output(&self, number: usize) -> Bit {
        Bit((number as u32) << 1)
    }

    pub fn len(&self) -> usize {
        self.gates.len()
    }

    /// How much memory the gates take.
    pub fn bytes(&self) -> u64 {
        (self.gates.capacity() * (size_of::<Gate>() + 2 * size_of::<u32>())) as u64
    }

    pub fn is_empty(&self) -> bool {
        false
    }

    pub fn input(&mut self) -> Bit {
        self.push(Gate::Input)
    }

    pub fn and(&mut self, a: Bit, b: Bit) -> Bit {
        let (a, b) = if a <= b { (a, b) } else { (b, a) };
        match (a, b) {
            (Bit::FALSE, _) => return Bit::FALSE,
            (Bit::TRUE, _) => return b,
            _ if a == b => return a,
            _ if a == !b => return Bit::FALSE,
            _ => {}
        }
        for (part, whole) in [(a, b), (b, a)] {
            let Gate::And(x, y) = self.gate(whole.gate()) else { continue };
            match whole.is_negated() {
                false if part == x || part == y => return whole,
                false if part == !x || part == !y => return Bit::FALSE,
                true if part == !x || part == !y => return part,
                true if part == x => return self.and(part, !y),
                true if part == y => return self.and(part, !x),
                _ => {}
            }
        }
        self.intern(Gate::And(a, b))
    }

    pub fn or(&mut self, a: Bit, b: Bit) -> Bit {
        !self.and(!a, !b)
    }

    pub fn xor(&mut self, a: Bit, b: Bit) -> Bit {
        let negated = a.is_negated() != b.is_negated();
        let (a, b) = (a.negate_if(a.is_negated()), b.negate_if(b.is_negated()));
        let (a, b) = if a <= b { (a, b) } else { (b, a) };
        let plain = match a {
            Bit::FALSE => b,
            _ if a == b => Bit::FALSE,
            _ => match (self.gate(a.gate()), self.gate(b.gate())) {
                (Gate::Xor(x, y), _) if b == x || b == y => {
                    if b == x {
                        y
                    } else {
                        x
                    }
                }
                (_, Gate::Xor(x, y)) if a == x || a == y => {
                    if a == x {
                        y
                    } else {
                        x
                    }
                }
                _ => self.intern(Gate::Xor(a, b)),
            },
        };
        plain.negate_if(negated)
    }

    pub fn ite(&mut self, cond: Bit, a: Bit, b: Bit) -> Bit {
        if cond.is_negated() {
            return self.ite(!cond, b, a);
        }
        match (cond, a, b) {
            (Bit::FALSE, _, _) => b,
            _ if a == b => a,
            _ if a == !b => !self.xor(cond, a),
            (_, Bit::TRUE, _) => self.or(cond, b),
            (_, Bit::FALSE, _) => self.and(!cond, b),
            (_, _, Bit::TRUE) => self.or(!cond, a),
            (_, _, Bit::FALSE) => self.and(cond, a),
            _ if a == cond => self.or(cond, b),
            _ if a == !cond => self.and(!cond, b),
            _ if b == cond => self.and(cond, a),
            _ if b == !cond => self.or(!cond, a),
            _ => {
                let negated = b.is_negated();
                self.intern(Gate::Ite(cond, a.negate_if(negated), b.negate_if(negated))).negate_if(negated)
            }
        }
    }

    pub fn majority(&mut self, a: Bit, b: Bit, c: Bit) -> Bit {
        let mut bits = [a, b, c];
        bits.sort_unstable();
        let [a, b, c] = bits;
        match a {
            Bit::FALSE => return self.and(b, c),
            Bit::TRUE => return self.or(b, c),
            _ if a == b || b == c => return b,
            _ if a == !b => return c,
            _ if b == !c => return a,
            _ => {}
        }
        // It is its own dual.
        let negated = bits.iter().filter(|bit| bit.is_negated()).count() >= 2;
        let [a, b, c] = bits.map(|bit| bit.negate_if(negated));
        self.intern(Gate::Majority(a, b, c)).negate_if(negated)
    }

    fn push(&mut self, gate: Gate) -> Bit {
        let number = u32::try_from(self.gates.len()).ok().filter(|number| *number < 1 << 31);
        self.gates.push(gate);
        Bit(number.expect("fewer than two billion gates") << 1)
    }

    fn intern(&mut self, gate: Gate) -> Bit {
        let key = hash(&gate);
        if let Some(number) = self.table.find(key, |number| self.gates[*number as usize] == gate) {
            return Bit(number << 1);
        }
        let bit = self.push(gate);
        let gates = &self.gates;
        self.table.insert_unique(key, bit.0 >> 1, |number| hash(&gates[*number as usize]));
        bit
    }
}

impl Gate {
    pub fn inputs(self) -> impl Iterator<Item = Bit> {
        let inputs = match self {
            Gate::False | Gate::Input => [None; 3],
            Gate::And(a, b) | Gate::Xor(a, b) => [Some(a), Some(b), None],
            Gate::Ite(a, b, c) | Gate::Majority(a, b, c) => [Some(a), Some(b), Some(c)],
        };
        inputs.into_iter().flatten()
    }

    /// What its output is, of its inputs' values.
    pub fn value(self, of: impl Fn(Bit) -> bool) -> Option<bool> {
        Some(match self {
            Gate::False => false,
            Gate::Input => return None,
            Gate::And(a, b) => of(a) && of(b),
            Gate::Xor(a, b) => of(a) != of(b),
            Gate::Ite(cond, a, b) => of(if of(cond) { a } else { b }),
            Gate::Majority(a, b, c) => of(a) && of(b) || of(c) && (of(a) || of(b)),
        })
    }

    /// What must hold between its output and its inputs, as clauses.
    pub fn clauses(self, out: Bit, mut clause: impl FnMut(&[Bit])) {
        match self {
            Gate::False => clause(&[!out]),
            Gate::Input => {}
            Gate::And(a, b) => {
                clause(&[!out, a]);
                clause(&[!out, b]);
                clause(&[out, !a, !b]);
            }
            Gate::Xor(a, b) => {
                clause(&[!out, a, b]);
                clause(&[!out, !a, !b]);
                clause(&[out, !a, b]);
                clause(&[out, a, !b]);
            }
            Gate::Ite(cond, a, b) => {
                clause(&[!cond, !a, out]);
                clause(&[!cond, a, !out]);
                clause(&[cond, !b, out]);
                clause(&[cond, b, !out]);
                // These follow, and let it propagate before the condition is known.
                clause(&[!a, !b, out]);
                clause(&[a, b, !out]);
            }
            Gate::Majority(a, b, c) => {
                for (x, y) in [(a, b), (a, c), (b, c)] {
                    clause(&[!x, !y, out]);
                    clause(&[x, y, !out]);
                }
            }
        }
    }
}

fn hash(gate: &Gate) -> u64 {
    let mut hasher = FxHasher::default();
    gate.hash(&mut hasher);
    hasher.finish()
}
