//! Rewriting against plain arithmetic: random operations on random operands, evaluated both ways.

use super::*;
use std::collections::BTreeMap;

/// What an operation means, said independently of the rewriting.
type Meaning = fn(u128, u128, u32) -> u128;
type Make = fn(&mut Terms, Term, Term) -> Term;

const OPERATIONS: &[(&str, Make, Meaning)] = &[
    ("and", Terms::and, |a, b, _| a & b),
    ("or", Terms::or, |a, b, _| a | b),
    ("xor", Terms::xor, |a, b, _| a ^ b),
    ("add", Terms::add, |a, b, _| a.wrapping_add(b)),
    ("sub", Terms::sub, |a, b, _| a.wrapping_sub(b)),
    ("mul", Terms::mul, |a, b, _| a.wrapping_mul(b)),
    ("udiv", Terms::udiv, |a, b, _| a.checked_div(b).unwrap_or(u128::MAX)),
    ("urem", Terms::urem, |a, b, _| if b == 0 { a } else { a % b }),
    ("sdiv", Terms::sdiv, |a, b, w| match (signed(a, w), signed(b, w)) {
        (a, 0) => {
            if a < 0 {
                1
            } else {
                u128::MAX
            }
        }
        (a, b) => a.wrapping_div(b) as u128,
    }),
    ("srem", Terms::srem, |a, b, w| match (signed(a, w), signed(b, w)) {
        (a, 0) => a as u128,
        (a, b) => a.wrapping_rem(b) as u128,
    }),
    ("shl", Terms::shl, |a, b, w| if b >= w.into() { 0 } else { a << b }),
    ("lshr", Terms::lshr, |a, b, w| if b >= w.into() { 0 } else { a >> b }),
    ("ashr", Terms::ashr, |a, b, w| (signed(a, w) >> b.min(127)) as u128),
];

type Truth = fn(u128, u128, u32) -> bool;

const COMPARISONS: &[(&str, Make, Truth)] = &[
    ("eq", Terms::eq, |a, b, _| a == b),
    ("ne", Terms::ne, |a, b, _| a != b),
    ("ult", Terms::ult, |a, b, _| a < b),
    ("ule", Terms::ule, |a, b, _| a <= b),
    ("slt", Terms::slt, |a, b, w| signed(a, w) < signed(b, w)),
    ("sle", Terms::sle, |a, b, w| signed(a, w) <= signed(b, w)),
];

/// Terms with the values that they must have in each of a few assignments.
struct Pool {
    terms: Terms,
    assignments: Vec<Assignment>,
    made: Vec<(Term, Vec<u128>)>,
    random: fastrand::Rng,
    said: Vec<String>,
}

const WIDTHS: &[u32] = &[1, 2, 3, 8, 13, 32, 64, 65, 127, 128];

impl Pool {
    fn new(seed: u64) -> Pool {
        let assignments = vec![Assignment::default(); 8];
        let random = fastrand::Rng::with_seed(seed);
        let mut pool = Pool { terms: Terms::default(), assignments, made: Vec::new(), random, said: Vec::new() };
        for _ in 0..4 {
            let width = pool.any_width();
            let variable = pool.terms.fresh(width);
            let values: Vec<u128> = (0..pool.assignments.len()).map(|_| pool.any_value(width)).collect();
            for (assignment, value) in pool.assignments.iter_mut().zip(&values) {
                assignment.words.insert(variable, *value);
            }
            pool.made.push((variable, values));
        }
        pool
    }

    fn any_width(&mut self) -> u32 {
        WIDTHS[self.random.usize(..WIDTHS.len())]
    }

    /// Corner cases more often than not.
    fn any_value(&mut self, width: u32) -> u128 {
        let small = self.random.u128(0..4);
        let value = match self.random.u8(0..6) {
            0 => small,
            1 => u128::MAX - small,
            2 => (1 << (width - 1)) + small,
            3 => (1_u128 << (width - 1)).wrapping_sub(small),
            4 => 1 << self.random.u32(0..width),
            _ => self.random.u128(..),
        };
        value & mask(width)
    }

    /// One of this width: made before, made fit, or a constant.
    fn operand(&mut self, width: u32) -> (Term, Vec<u128>) {
        if self.random.u8(0..5) == 0 {
            let value = self.any_value(width);
            return (self.terms.constant(width, value), vec![value; self.assignments.len()]);
        }
        let (term, values) = self.made[self.random.usize(..self.made.len())].clone();
        let has = self.terms.width(term);
        if has >= width {
            let from = if self.random.bool() { 0 } else { self.random.u32(0..=has - width) };
            let part = self.terms.extract(term, from, width);
            return (part, values.iter().map(|value| value >> from & mask(width)).collect());
        }
        if self.random.bool() {
            (self.terms.zext(term, width), values)
        } else {
            let wide = values.iter().map(|value| signed(*value, has) as u128 & mask(width)).collect();
            (self.terms.sext(term, width), wide)
        }
    }

    fn step(&mut self) {
        let width = self.any_width();
        let ((a, x), (b, y)) = (self.operand(width), self.operand(width));
        let both = |f: &dyn Fn(u128, u128) -> u128| x.iter().zip(&y).map(|(x, y)| f(*x, *y)).collect::<Vec<_>>();
        let (name, term, values) = match self.random.u8(0..10) {
            0 => {
                let (cond, truths) = self.operand(1);
                let values = truths.iter().zip(x.iter().zip(&y)).map(|(t, (x, y))| if *t != 0 { *x } else { *y });
                ("ite", self.terms.ite(cond, a, b), values.collect())
            }
            1 => ("not", self.terms.not(a), x.iter().map(|x| !x & mask(width)).collect()),
            2 => ("neg", self.terms.neg(a), x.iter().map(|x| x.wrapping_neg() & mask(width)).collect()),
            3 if width <= 64 => ("concat", self.terms.concat(a, b), both(&|x, y| x << width | y)),
            4..=6 => {
                let (name, make, meaning) = COMPARISONS[self.random.usize(..COMPARISONS.len())];
                (name, make(&mut self.terms, a, b), both(&|x, y| meaning(x, y, width).into()))
            }
            _ => {
                let (name, make, meaning) = OPERATIONS[self.random.usize(..OPERATIONS.len())];
                (name, make(&mut self.terms, a, b), both(&|x, y| meaning(x, y, width) & mask(width)))
            }
        };
        self.said.push(format!("{name} {a:?} {b:?} of {width} bits is {term:?}"));
        for (assignment, value) in self.assignments.iter().zip(&values) {
            let found = self.terms.evaluate(assignment, term);
            assert_eq!(found, *value, "{}: {:?}", self.said.join("\n"), self.terms.node(term));
            let Bounds { low, high } = self.terms.bounds(term);
            assert!((low..=high).contains(value), "{}: {value} is not in {low}..{high}", self.said.join("\n"));
        }
        self.made.push((term, values));
    }
}

#[test]
fn rewriting_keeps_values() {
    for seed in 0..3000 {
        let mut pool = Pool::new(seed);
        for _ in 0..30 {
            pool.step();
        }
    }
}

#[test]
fn what_cancels_is_gone() {
    let mut t = Terms::default();
    let (a, b, c) = (t.fresh(32), t.fresh(32), t.fresh(32));
    let (ab, ba) = (t.mul(a, b), t.mul(b, a));
    assert_eq!(ab, ba);
    let (bc, a_bc) = (t.add(b, c), t.mul(a, b));
    let ac = t.mul(a, c);
    let (left, right) = (t.mul(a, bc), t.add(a_bc, ac));
    let same = t.eq(left, right);
    assert_eq!(t.as_truth(same), Some(true), "a * (b + c) is a * b + a * c");
    let one = t.constant(32, 1);
    let (more, less) = (t.add(a, one), t.sub(a, one));
    let (product, square) = (t.mul(more, less), t.mul(a, a));
    let square = t.sub(square, one);
    let same = t.eq(product, square);
    assert_eq!(t.as_truth(same), Some(true), "(a + 1) * (a - 1) is a * a - 1");
    let differ = t.eq(more, a);
    assert_eq!(t.as_truth(differ), Some(false), "a + 1 is not a");
    let (two_a, two_b) = (t.add(a, a), t.add(b, b));
    let odd = t.add(two_b, one);
    let same = t.eq(two_a, odd);
    assert_eq!(t.as_truth(same), Some(false), "an even number is not odd");
}

#[test]
fn what_is_written_is_read() {
    let mut t = Terms::default();
    let (i, j, v, w) = (t.fresh(8), t.fresh(8), t.fresh(32), t.fresh(32));
    let array = t.base(8, 32);
    let one = t.constant(8, 1);
    let next = t.add(i, one);
    let written = t.store(array, i, v);
    let written = t.store(written, next, w);
    assert_eq!((t.select(written, i), t.select(written, next)), (v, w));
    let unknown = t.select(written, j);
    let mut assignment = Assignment::default();
    assignment.words.extend([(i, 3), (v, 7), (w, 8)]);
    assignment.arrays.insert(array, BTreeMap::from([(9, 10)]));
    for (at, value) in [(3, 7), (4, 8), (9, 10), (10, 0)] {
        assignment.words.insert(j, at);
        assert_eq!(t.evaluate(&assignment, unknown), value, "at {at}");
        let mut expanded = unknown;
        while let Node::Select(array, index) = t.node(expanded) {
            let Some(step) = t.read_over_write(array, index) else { break };
            expanded = step;
        }
        assert_eq!(t.evaluate(&assignment, expanded), value, "at {at}");
    }
    assert_eq!(t.store(written, next, w), written);
}

#[test]
fn terms_are_counted_once() {
    let mut terms = Terms::default();
    let (x, y) = (terms.fresh(8), terms.fresh(8));
    let sum = terms.add(x, y);
    let square = terms.mul(sum, sum);
    assert_eq!(terms.size(&[x]), 1);
    assert_eq!(terms.size(&[sum, x]), 3);
    assert_eq!(terms.size(&[square, sum]), 4);
    let (memory, at) = (terms.base(8, 8), terms.constant(8, 1));
    let written = terms.store(memory, at, square);
    assert_eq!(terms.size(&[written.term()]), 7);
}
