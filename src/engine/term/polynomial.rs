//! Products that cancel.
//!
//! Words are polynomials over what is no sum and no product, modulo two to the width. Two that are the same polynomial
//! are equal, and no circuit that multiplies is needed to see it.

use super::{Node, Term, Terms, mask};
use std::collections::BTreeMap;

/// More monomials than this are not looked at, nor more operations.
const MOST_MONOMIALS: usize = 64;
const MOST_OPERATIONS: usize = 256;

/// The factors of each monomial, in order, and how often it is there.
type Polynomial = BTreeMap<Vec<Term>, u128>;

impl Terms {
    /// Whether two words are the same polynomial; false when that is too much work.
    pub(super) fn are_polynomials_equal(&self, a: Term, b: Term) -> bool {
        let multiplies = |term| self.has_product(term, 4);
        if !multiplies(a) || !multiplies(b) {
            return false;
        }
        let mut fuel = MOST_OPERATIONS;
        match (self.polynomial(a, &mut fuel), self.polynomial(b, &mut fuel)) {
            (Some(x), Some(y)) => x == y,
            _ => false,
        }
    }

    fn has_product(&self, term: Term, depth: u32) -> bool {
        match self.node(term) {
            Node::Mul(a, b) => self.as_constant(a).is_none() || depth > 0 && self.has_product(b, depth - 1),
            Node::Add(a, b) => depth > 0 && (self.has_product(a, depth - 1) || self.has_product(b, depth - 1)),
            Node::Not(a) => depth > 0 && self.has_product(a, depth - 1),
            _ => false,
        }
    }

    fn polynomial(&self, term: Term, fuel: &mut usize) -> Option<Polynomial> {
        let full = mask(self.width(term));
        let one = |factors: Vec<Term>, count: u128| {
            if count == 0 { Polynomial::new() } else { Polynomial::from([(factors, count)]) }
        };
        *fuel = fuel.checked_sub(1)?;
        match self.node(term) {
            Node::Const(value) => Some(one(Vec::new(), value)),
            Node::Add(a, b) => {
                let (mut sum, b) = (self.polynomial(a, fuel)?, self.polynomial(b, fuel)?);
                for (factors, count) in b {
                    include(&mut sum, factors, count, full);
                }
                (sum.len() <= MOST_MONOMIALS).then_some(sum)
            }
            Node::Mul(a, b) => {
                let (a, b) = (self.polynomial(a, fuel)?, self.polynomial(b, fuel)?);
                let mut product = Polynomial::new();
                for (x, count) in &a {
                    for (y, other) in &b {
                        let mut factors = [x.as_slice(), y.as_slice()].concat();
                        factors.sort_unstable();
                        include(&mut product, factors, count.wrapping_mul(*other) & full, full);
                    }
                    if product.len() > MOST_MONOMIALS {
                        return None;
                    }
                }
                Some(product)
            }
            Node::Not(a) => {
                let mut minus: Polynomial = self.polynomial(a, fuel)?;
                for count in minus.values_mut() {
                    *count = count.wrapping_neg() & full;
                }
                include(&mut minus, Vec::new(), full, full);
                Some(minus)
            }
            _ => Some(one(vec![term], 1)),
        }
    }
}

fn include(polynomial: &mut Polynomial, factors: Vec<Term>, count: u128, full: u128) {
    let entry = polynomial.entry(factors).or_insert(0);
    *entry = entry.wrapping_add(count) & full;
    if *entry == 0 {
        polynomial.retain(|_, count| *count != 0);
    }
}
