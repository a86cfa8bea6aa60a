//! Terms as circuits.
//!
//! Every word is a row of bits, the lowest first. Arrays have no bits: a reading becomes a choice among what was
//! written, and what is read from an array with any content is any word, the same one at the same index.

mod arithmetic;
#[cfg(test)]
mod tests;

use super::circuit::{Bit, Circuit};
use super::term::{Array, Node, Term, Terms};
use rustc_hash::FxHashMap;
use std::ops::Range;

/// Circuits for the terms of one table.
#[derive(Default)]
pub struct Blaster {
    pub circuit: Circuit,
    /// By term, where its bits begin; zero is nowhere.
    places: Vec<u32>,
    bits: Vec<Bit>,
    /// Quotient and remainder, which come out together.
    divisions: FxHashMap<(Term, Term), (Vec<Bit>, Vec<Bit>)>,
    variables: Vec<Term>,
    /// What was read from arrays with any content, in this order: index and word.
    readings: Vec<(Array, Term, Term)>,
    /// Which of them are of an array.
    readings_of: FxHashMap<Array, Vec<usize>>,
    /// Clauses that hold by definition, for the solver.
    facts: Vec<Vec<Bit>>,
}

impl Blaster {
    /// The bits of a word; none if it has to stop before it has them. It asks that after every few words.
    pub fn word(&mut self, terms: &mut Terms, term: Term, mut stops: impl FnMut() -> bool) -> Option<&[Bit]> {
        let mut open = vec![term];
        let mut steps = 0u32;
        while let Some(&top) = open.last() {
            steps += 1;
            if steps.is_multiple_of(64) && stops() {
                return None;
            }
            if self.find(terms, top).is_some() {
                open.pop();
                continue;
            }
            let before = open.len();
            let needed = self.operands(terms, top);
            open.extend(needed.into_iter().flatten().filter(|needed| self.find(terms, *needed).is_none()));
            if open.len() == before {
                let bits = self.make(terms, top);
                debug_assert_eq!(bits.len(), terms.width(top) as usize);
                self.keep(top, &bits);
                open.pop();
            }
        }
        Some(self.get(terms, term))
    }

    /// The clauses that have come since the last time.
    pub fn take_facts(&mut self) -> Vec<Vec<Bit>> {
        std::mem::take(&mut self.facts)
    }

    /// The variables that have bits, all of them inputs.
    pub fn variables(&self) -> &[Term] {
        &self.variables
    }

    /// The readings of arrays with any content, index and word, whose bits are inputs. They may depend on earlier ones.
    pub fn readings(&self) -> &[(Array, Term, Term)] {
        &self.readings
    }

    /// The bits of a word that are known to be there.
    pub fn known(&self, terms: &Terms, term: Term) -> Option<&[Bit]> {
        self.find(terms, term).map(|range| &self.bits[range])
    }

    fn find(&self, terms: &Terms, term: Term) -> Option<Range<usize>> {
        let start = self.places.get(term.index()).copied().filter(|start| *start != 0)? as usize - 1;
        Some(start..start + terms.width(term) as usize)
    }

    fn get(&self, terms: &Terms, term: Term) -> &[Bit] {
        &self.bits[self.find(terms, term).expect("made before")]
    }

    fn keep(&mut self, term: Term, bits: &[Bit]) {
        if self.places.len() <= term.index() {
            self.places.resize(term.index() + 1, 0);
        }
        self.places[term.index()] = u32::try_from(self.bits.len() + 1).expect("fewer than four billion bits");
        self.bits.extend_from_slice(bits);
    }

    /// The words whose bits are needed first.
    fn operands(&mut self, terms: &mut Terms, term: Term) -> [Option<Term>; 3] {
        match terms.node(term) {
            Node::Add(a, b) => {
                let [a, b] = [a, b].map(|part| subtracted(terms, part).unwrap_or(part));
                [Some(a), Some(b), None]
            }
            Node::Select(array, index) => match terms.read_over_write(array, index) {
                Some(choice) => [Some(choice), None, None],
                None => [Some(index), None, None],
            },
            Node::Base(..) | Node::Fill(..) | Node::Store(..) | Node::Pick(..) => unreachable!("an array has no bits"),
            node => node.operands(),
        }
    }

    fn make(&mut self, terms: &mut Terms, term: Term) -> Vec<Bit> {
        if let Node::Select(array, index) = terms.node(term) {
            return match terms.read_over_write(array, index) {
                Some(choice) => self.get(terms, choice).to_vec(),
                None => self.read(terms, array, index, term),
            };
        }
        let width = terms.width(term) as usize;
        let of = |blaster: &Blaster, term: Term| blaster.get(terms, term).to_vec();
        match terms.node(term) {
            Node::Const(value) => (0..width).map(|at| Bit::of(value >> at & 1 == 1)).collect(),
            Node::Var(_) => {
                self.variables.push(term);
                (0..width).map(|_| self.circuit.input()).collect()
            }
            Node::Not(a) => of(self, a).into_iter().map(|bit| !bit).collect(),
            Node::And(a, b) => self.each(&of(self, a), &of(self, b), Circuit::and),
            Node::Xor(a, b) => self.each(&of(self, a), &of(self, b), Circuit::xor),
            Node::Ite(cond, a, b) => {
                let (cond, a, b) = (of(self, cond)[0], of(self, a), of(self, b));
                self.choose(cond, &a, &b)
            }
            Node::Concat(high, low) => [of(self, low), of(self, high)].concat(),
            Node::Extract(a, from) => of(self, a)[from as usize..from as usize + width].to_vec(),
            Node::Sext(a) => {
                let mut bits = of(self, a);
                let sign = bits[bits.len() - 1];
                bits.resize(width, sign);
                bits
            }
            Node::Eq(a, b) => {
                let same = self.equal(&of(self, a), &of(self, b));
                vec![same]
            }
            Node::Ult(a, b) => vec![self.less(&of(self, a), &of(self, b))],
            Node::Slt(a, b) => {
                let (mut a, mut b) = (of(self, a), of(self, b));
                let top = a.len() - 1;
                (a[top], b[top]) = (!a[top], !b[top]);
                vec![self.less(&a, &b)]
            }
            Node::Add(a, b) => match (subtracted(terms, a), subtracted(terms, b)) {
                (Some(x), None) => self.sub(&of(self, b), &of(self, x)),
                (None, Some(y)) => self.sub(&of(self, a), &of(self, y)),
                (Some(x), Some(y)) => {
                    let both = self.add(&of(self, x), &of(self, y), Bit::FALSE);
                    self.sub(&vec![Bit::FALSE; width], &both)
                }
                (None, None) => self.add(&of(self, a), &of(self, b), Bit::FALSE),
            },
            Node::Mul(a, b) => match terms.as_constant(a) {
                Some(factor) => self.multiple(factor, &of(self, b)),
                None => self.mul(&of(self, a), &of(self, b)),
            },
            Node::Udiv(a, b) => self.divide(terms, a, b).0,
            Node::Urem(a, b) => self.divide(terms, a, b).1,
            Node::Shl(a, b) => {
                let (mut a, b) = (of(self, a), of(self, b));
                a.reverse();
                let mut shifted = self.shift_right(&a, &b, Bit::FALSE);
                shifted.reverse();
                shifted
            }
            Node::Lshr(a, b) => self.shift_right(&of(self, a), &of(self, b), Bit::FALSE),
            Node::Ashr(a, b) => {
                let a = of(self, a);
                self.shift_right(&a, &of(self, b), a[a.len() - 1])
            }
            Node::Select(..) => unreachable!("made above"),
            Node::Base(..) | Node::Fill(..) | Node::Store(..) | Node::Pick(..) => unreachable!("an array has no bits"),
        }
    }

    /// A word of an array with any content: where the index is that of an earlier reading, the word is as well.
    fn read(&mut self, terms: &Terms, array: Array, index: Term, term: Term) -> Vec<Bit> {
        let bits: Vec<Bit> = (0..terms.width(term)).map(|_| self.circuit.input()).collect();
        let earlier = self.readings_of.get(&array).cloned().unwrap_or_default();
        let at = self.get(terms, index).to_vec();
        for number in earlier {
            let (_, there, word) = self.readings[number];
            let (there, word) = (self.get(terms, there).to_vec(), self.get(terms, word).to_vec());
            let same = self.equal(&at, &there);
            if same == Bit::FALSE {
                continue;
            }
            for (x, y) in bits.iter().zip(word) {
                self.facts.push(vec![!same, !*x, y]);
                self.facts.push(vec![!same, *x, !y]);
            }
        }
        self.readings_of.entry(array).or_default().push(self.readings.len());
        self.readings.push((array, index, term));
        bits
    }

    fn each(&mut self, a: &[Bit], b: &[Bit], gate: fn(&mut Circuit, Bit, Bit) -> Bit) -> Vec<Bit> {
        a.iter().zip(b).map(|(a, b)| gate(&mut self.circuit, *a, *b)).collect()
    }

    fn choose(&mut self, cond: Bit, a: &[Bit], b: &[Bit]) -> Vec<Bit> {
        a.iter().zip(b).map(|(a, b)| self.circuit.ite(cond, *a, *b)).collect()
    }

    fn equal(&mut self, a: &[Bit], b: &[Bit]) -> Bit {
        let differ = self.each(a, b, Circuit::xor);
        !self.any(&differ)
    }

    fn any(&mut self, bits: &[Bit]) -> Bit {
        bits.iter().fold(Bit::FALSE, |any, bit| self.circuit.or(any, *bit))
    }
}

/// What a part of a sum takes away.
fn subtracted(terms: &Terms, part: Term) -> Option<Term> {
    match terms.node(part) {
        Node::Mul(factor, x) if terms.as_constant(factor)? == super::term::mask(terms.width(part)) => Some(x),
        _ => None,
    }
}
