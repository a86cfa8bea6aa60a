//! Circuits against the evaluation of terms: random words, random inputs, every bit compared.

use super::*;
use crate::engine::circuit::Gate;
use crate::engine::term::{Assignment, mask};

const WIDTHS: &[u32] = &[1, 3, 4, 7, 8, 16, 33, 64];

fn random_terms(terms: &mut Terms, random: &mut fastrand::Rng, variables: &[Term], arrays: &[Array]) -> Vec<Term> {
    let mut made = variables.to_vec();
    let mut written: Vec<Array> = arrays.to_vec();
    for _ in 0..12 {
        let width = WIDTHS[random.usize(..WIDTHS.len())];
        let fit = |terms: &mut Terms, random: &mut fastrand::Rng, width: u32| {
            let term = made[random.usize(..made.len())];
            let has = terms.width(term);
            match random.u8(0..6) {
                0 => terms.constant(width, random.u128(..)),
                1 => terms.constant(width, random.u128(..) >> random.u32(0..128)),
                _ if has >= width => terms.extract(term, random.u32(0..=has - width), width),
                2 | 3 => terms.sext(term, width),
                _ => terms.zext(term, width),
            }
        };
        let (a, b, c) = (fit(terms, random, width), fit(terms, random, width), fit(terms, random, 1));
        let index = fit(terms, random, 4);
        let word = fit(terms, random, 8);
        let array = written[random.usize(..written.len())];
        let other = written[random.usize(..written.len())];
        let term = match random.u8(0..20) {
            0 => terms.and(a, b),
            1 => terms.xor(a, b),
            2 => terms.add(a, b),
            3 => terms.sub(a, b),
            4 | 5 => terms.mul(a, b),
            6 => terms.udiv(a, b),
            7 => terms.urem(a, b),
            8 => terms.sdiv(a, b),
            9 => terms.srem(a, b),
            10 => terms.shl(a, b),
            11 => terms.lshr(a, b),
            12 => terms.ashr(a, b),
            13 => terms.eq(a, b),
            14 => terms.ult(a, b),
            15 => terms.slt(a, b),
            16 => terms.ite(c, a, b),
            17 => {
                written.push(terms.store(array, index, word));
                continue;
            }
            18 => {
                written.push(terms.pick(c, array, other));
                continue;
            }
            _ => terms.select(array, index),
        };
        made.push(term);
    }
    made
}

#[test]
fn circuits_have_the_values_of_their_terms() {
    for seed in 0..1500 {
        let mut random = fastrand::Rng::with_seed(seed);
        let mut terms = Terms::default();
        let variables: Vec<Term> = WIDTHS.iter().map(|width| terms.fresh(*width)).collect();
        let zero = terms.constant(8, 0);
        let arrays = [terms.base(4, 8), terms.fill(zero, 4)];
        let made = random_terms(&mut terms, &mut random, &variables, &arrays);
        let mut blaster = Blaster::default();
        for term in &made {
            blaster.word(&mut terms, *term, || false);
        }
        for _ in 0..4 {
            let mut assignment = Assignment::default();
            for variable in &variables {
                let value = random.u128(..) >> random.u32(0..128) & mask(terms.width(*variable));
                assignment.words.insert(*variable, value);
            }
            assignment.arrays.insert(arrays[0], (0..16).map(|at| (at, random.u128(0..256))).collect());
            let values = simulate(&blaster, &mut terms, &assignment);
            let of = |bit: Bit| values[bit.gate()] != bit.is_negated();
            for term in &made {
                let bits = blaster.known(&terms, *term).expect("made above");
                let found = (0..).zip(bits).fold(0, |sum, (at, bit)| sum | u128::from(of(*bit)) << at);
                let expected = terms.evaluate(&assignment, *term);
                assert_eq!(found, expected, "seed {seed}, {:?}", terms.node(*term));
            }
            assert!(blaster.facts.iter().all(|clause| clause.iter().any(|bit| of(*bit))), "seed {seed}");
            clauses_hold(&blaster.circuit, &values);
        }
    }
}

/// The values of all gates: inputs are those of variables, and of words that are read from arrays.
fn simulate(blaster: &Blaster, terms: &mut Terms, assignment: &Assignment) -> Vec<bool> {
    let mut values = vec![false; blaster.circuit.len()];
    let read = blaster.readings().iter().map(|(.., word)| *word);
    let inputs: Vec<Term> = assignment.words.keys().copied().chain(read).collect();
    let mut given: FxHashMap<usize, bool> = FxHashMap::default();
    for term in inputs {
        let value = terms.evaluate(assignment, term);
        let Some(bits) = blaster.known(terms, term) else { continue };
        given.extend(bits.iter().enumerate().map(|(at, bit)| (bit.gate(), value >> at & 1 == 1)));
    }
    for number in 0..blaster.circuit.len() {
        let gate = blaster.circuit.gate(number);
        let value = gate.value(|bit| values[bit.gate()] != bit.is_negated());
        values[number] = value.unwrap_or_else(|| given[&number]);
    }
    values
}

/// The clauses of a gate hold exactly for the value that the gate has.
fn clauses_hold(circuit: &Circuit, values: &[bool]) {
    for number in 1..circuit.len() {
        let gate = circuit.gate(number);
        if gate == Gate::Input {
            continue;
        }
        for flipped in [false, true] {
            let of = |bit: Bit| (values[bit.gate()] != bit.is_negated()) != (flipped && bit.gate() == number);
            let mut all = true;
            gate.clauses(circuit.output(number), |clause| all &= clause.iter().any(|bit| of(*bit)));
            assert_eq!(all, !flipped, "{gate:?}");
        }
    }
}
