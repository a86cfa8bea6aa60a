//! Adders, multipliers, dividers and shifters.

use super::Blaster;
use crate::engine::circuit::Bit;
use crate::engine::term::{Term, Terms};

impl Blaster {
    pub(super) fn add(&mut self, a: &[Bit], b: &[Bit], carry: Bit) -> Vec<Bit> {
        let mut carry = carry;
        let mut sum = Vec::with_capacity(a.len());
        for (a, b) in a.iter().zip(b) {
            let both = self.circuit.xor(*a, *b);
            sum.push(self.circuit.xor(both, carry));
            carry = self.circuit.majority(*a, *b, carry);
        }
        sum
    }

    pub(super) fn sub(&mut self, a: &[Bit], b: &[Bit]) -> Vec<Bit> {
        let b: Vec<Bit> = b.iter().map(|bit| !*bit).collect();
        self.add(a, &b, Bit::TRUE)
    }

    /// Whether the first is less, without signs: the borrow of a subtraction.
    pub(super) fn less(&mut self, a: &[Bit], b: &[Bit]) -> Bit {
        a.iter().zip(b).fold(Bit::FALSE, |borrow, (a, b)| self.circuit.majority(!*a, *b, borrow))
    }

    /// With digits -1, 0 and 1 of which no two neighbours are set, so that a sum has as few parts as possible.
    pub(super) fn multiple(&mut self, factor: u128, a: &[Bit]) -> Vec<Bit> {
        let width = a.len();
        let mut sum = vec![Bit::FALSE; width];
        let (mut rest, mut at) = (factor, 0);
        while rest != 0 && at < width {
            if rest & 1 == 1 {
                let shifted = shifted(a, at);
                if rest & 3 == 3 {
                    sum = self.sub(&sum, &shifted);
                    rest = rest.wrapping_add(1);
                } else {
                    sum = self.add(&sum, &shifted, Bit::FALSE);
                    rest -= 1;
                }
            }
            rest >>= 1;
            at += 1;
        }
        sum
    }

    pub(super) fn mul(&mut self, a: &[Bit], b: &[Bit]) -> Vec<Bit> {
        let width = a.len();
        // The rows are the bits of the operand that needs fewer of them.
        let (a, b) = if rows(a) < rows(b) { (b, a) } else { (a, b) };
        let rows = rows(b);
        let mut sum = vec![Bit::FALSE; width];
        for at in 0..rows {
            let row: Vec<Bit> = shifted(a, at).into_iter().map(|bit| self.circuit.and(bit, b[at])).collect();
            // From here on all bits are the same: together they count -1.
            let is_sign = at + 1 == rows && rows < width && b[width - 1] != Bit::FALSE;
            sum = if is_sign { self.sub(&sum, &row) } else { self.add(&sum, &row, Bit::FALSE) };
        }
        sum
    }

    pub(super) fn divide(&mut self, terms: &Terms, a: Term, b: Term) -> (Vec<Bit>, Vec<Bit>) {
        if let Some(known) = self.divisions.get(&(a, b)) {
            return known.clone();
        }
        let (dividend, divisor) = (self.get(terms, a).to_vec(), self.get(terms, b).to_vec());
        let width = dividend.len();
        let mut rest = vec![Bit::FALSE; width];
        let mut quotient = vec![Bit::FALSE; width];
        for at in (0..width).rev() {
            // The bit that is shifted out counts as well: then the rest is larger than any divisor.
            let out = rest[width - 1];
            rest.rotate_right(1);
            rest[0] = dividend[at];
            let less = self.less(&rest, &divisor);
            let fits = self.circuit.or(out, !less);
            let less = self.sub(&rest, &divisor);
            rest = self.choose(fits, &less, &rest);
            quotient[at] = fits;
        }
        self.divisions.insert((a, b), (quotient.clone(), rest.clone()));
        (quotient, rest)
    }

    /// To the lowest bit, which is the first.
    pub(super) fn shift_right(&mut self, a: &[Bit], distance: &[Bit], filling: Bit) -> Vec<Bit> {
        let width = a.len();
        let stages = width.next_power_of_two().trailing_zeros() as usize;
        let mut bits = a.to_vec();
        for (stage, moved) in distance.iter().enumerate().take(stages) {
            let by = 1 << stage;
            let further: Vec<Bit> = (0..width).map(|at| bits.get(at + by).copied().unwrap_or(filling)).collect();
            bits = self.choose(*moved, &further, &bits);
        }
        let far = self.any(distance.get(stages..).unwrap_or_default());
        let gone = vec![filling; width];
        self.choose(far, &gone, &bits)
    }
}

fn shifted(a: &[Bit], by: usize) -> Vec<Bit> {
    std::iter::repeat_n(Bit::FALSE, by).chain(a.iter().copied()).take(a.len()).collect()
}

/// How many bits there are up to the one that all further ones repeat; none of them when they are zero.
fn rows(bits: &[Bit]) -> usize {
    let last = bits[bits.len() - 1];
    let repeated = bits.iter().rev().take_while(|bit| **bit == last).count();
    bits.len() - repeated + usize::from(last != Bit::FALSE)
}
