//! The value of terms when that of the variables is known.

use super::{Array, Node, Term, Terms, mask, signed};
use rustc_hash::FxHashMap;
use std::collections::BTreeMap;

/// Values of variables, and contents of arrays; what is not said is zero.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Assignment {
    pub words: FxHashMap<Term, u128>,
    pub arrays: FxHashMap<Array, BTreeMap<u128, u128>>,
}

impl Terms {
    pub fn evaluate(&self, assignment: &Assignment, term: Term) -> u128 {
        self.evaluate_with(assignment, &mut FxHashMap::default(), term)
    }

    /// With what is known from earlier calls with the same assignment.
    pub fn evaluate_with(&self, assignment: &Assignment, known: &mut FxHashMap<Term, u128>, term: Term) -> u128 {
        let mut open = vec![term];
        while let Some(&top) = open.last() {
            if known.contains_key(&top) {
                open.pop();
                continue;
            }
            match self.step(assignment, known, top) {
                Ok(value) => {
                    known.insert(top, value & mask(self.width(top)));
                    open.pop();
                }
                Err(missing) => open.push(missing),
            }
        }
        known[&term]
    }

    /// The value of a term, or an operand that must be known before.
    fn step(&self, assignment: &Assignment, known: &FxHashMap<Term, u128>, term: Term) -> Result<u128, Term> {
        let of = |term: Term| match self.node(term) {
            Node::Const(value) => Ok(value),
            _ => known.get(&term).copied().ok_or(term),
        };
        let width = self.width(term);
        let shift = |distance: u128| u32::try_from(distance).unwrap_or(u32::MAX).min(width);
        let with_sign = |term: Term| Ok(signed(of(term)?, self.width(term)));
        Ok(match self.node(term) {
            Node::Const(value) => value,
            Node::Var(_) => assignment.words.get(&term).copied().unwrap_or(0),
            Node::Not(a) => !of(a)?,
            Node::And(a, b) => of(a)? & of(b)?,
            Node::Xor(a, b) => of(a)? ^ of(b)?,
            Node::Add(a, b) => of(a)?.wrapping_add(of(b)?),
            Node::Mul(a, b) => of(a)?.wrapping_mul(of(b)?),
            Node::Udiv(a, b) => of(a)?.checked_div(of(b)?).unwrap_or(u128::MAX),
            Node::Urem(a, b) => {
                let dividend = of(a)?;
                dividend.checked_rem(of(b)?).unwrap_or(dividend)
            }
            Node::Shl(a, b) => of(a)?.checked_shl(shift(of(b)?)).unwrap_or(0),
            Node::Lshr(a, b) => of(a)?.checked_shr(shift(of(b)?)).unwrap_or(0),
            Node::Ashr(a, b) => (with_sign(a)? >> shift(of(b)?).min(127)) as u128,
            Node::Concat(a, b) => of(a)? << self.width(b) | of(b)?,
            Node::Extract(a, from) => of(a)? >> from,
            Node::Sext(a) => with_sign(a)? as u128,
            Node::Ite(cond, a, b) => of(if of(cond)? != 0 { a } else { b })?,
            Node::Eq(a, b) => u128::from(of(a)? == of(b)?),
            Node::Ult(a, b) => u128::from(of(a)? < of(b)?),
            Node::Slt(a, b) => u128::from(with_sign(a)? < with_sign(b)?),
            Node::Select(array, index) => {
                let index = of(index)?;
                let mut array = array;
                loop {
                    match self.node(array.0) {
                        Node::Store(_, there, word) if of(there)? == index => break of(word)?,
                        Node::Store(before, ..) => array = before,
                        Node::Pick(cond, a, b) => array = if of(cond)? != 0 { a } else { b },
                        Node::Fill(word, _) => break of(word)?,
                        _ => {
                            break assignment
                                .arrays
                                .get(&array)
                                .and_then(|words| words.get(&index))
                                .copied()
                                .unwrap_or(0);
                        }
                    }
                }
            }
            Node::Base(..) | Node::Fill(..) | Node::Store(..) | Node::Pick(..) => unreachable!("an array is no word"),
        })
    }
}
