//! What programs are made of: statements of which one knows whether an assertion in them can fail, and with what
//! inputs.
//!
//! An assertion that fails is a branch of its own (`if (...) assert(0);`), as in the programs of RERS and SV-COMP: what
//! a condition covers can then be left out.

use super::Task;
use fastrand::Rng;
use std::fmt::Write as _;

/// A piece of a program.
#[derive(Clone, Debug, Default)]
pub(super) struct Part {
    /// Variables and functions.
    pub(super) before: String,
    /// In a block of its own.
    pub(super) statements: String,
    /// With which it fails; none if it does not.
    pub(super) inputs: Option<Vec<u32>>,
    /// With which it comes to its end.
    pub(super) harmless: Vec<u32>,
}

impl Part {
    pub(super) fn task(self, name: &str, what: &str) -> Task {
        let expected = if self.inputs.is_some() { "violated" } else { "proved" };
        let mut text = format!("// {what}.\n// expect: {expected}\n#include <assert.h>\n\n");
        text += "extern unsigned __VERIFIER_nondet_uint(void);\n\n";
        if !self.before.is_empty() {
            _ = writeln!(text, "{}", self.before);
        }
        _ = writeln!(text, "int main(void) {{\n{}    return 0;\n}}", indented(&self.statements));
        Task { name: name.to_owned(), text, inputs: self.inputs }
    }

    /// One of the two.
    fn or(self, other: Part) -> Part {
        let statements = format!(
            "if (__VERIFIER_nondet_uint()) {{\n{}}} else {{\n{}}}\n",
            indented(&self.statements),
            indented(&other.statements)
        );
        let behind = |first: u32, inputs: &Vec<u32>| -> Vec<u32> { [&[first][..], inputs].concat() };
        let inputs = self.inputs.iter().map(|inputs| behind(1, inputs));
        let inputs = inputs.chain(other.inputs.iter().map(|inputs| behind(0, inputs))).next();
        let harmless = behind(1, &self.harmless);
        Part { before: self.before + &other.before, statements, inputs, harmless }
    }
}

pub(super) fn indented(text: &str) -> String {
    text.lines().map(|line| if line.is_empty() { "\n".into() } else { format!("    {line}\n") }).collect()
}

/// Something that has few states, beside something that has as many as there are numbers.
pub(super) fn branches(bad: bool, rng: &mut Rng) -> Part {
    let first = bad && rng.bool();
    let finite = match rng.u32(..5) {
        0 => products(first, rng),
        _ => orbit(first, rng),
    };
    let other = match rng.u32(..3) {
        0 => identity(bad && !first, rng),
        1 => twins(bad && !first, rng),
        _ => counted(bad && !first, rng),
    };
    if rng.bool() { finite.or(other) } else { other.or(finite) }
}

/// Two numbers, modulo two others, each of which changes by a product: few pairs of them come, in no order that can be
/// said shortly.
pub(super) struct Orbit {
    start: [u32; 2],
    add: [u32; 2],
    modulus: [u32; 2],
    /// How many pairs come.
    pub(super) length: usize,
    /// What the product of a pair is compared with.
    pub(super) target: u32,
}

impl Orbit {
    pub(super) fn new(bad: bool, rng: &mut Rng) -> Orbit {
        loop {
            let [start, add, modulus] = [2..50, 1..50, 100..3000].map(|range| [rng.u32(range.clone()), rng.u32(range)]);
            let mut orbit = Orbit { start, add, modulus, length: 0, target: rng.u32(2..5000) };
            let (mut pairs, mut now) = (vec![start], orbit.next(start));
            while !pairs.contains(&now) && pairs.len() < 700 {
                pairs.push(now);
                now = orbit.next(now);
            }
            orbit.length = pairs.len();
            let [s, t] = pairs[pairs.len() - 1];
            let comes = |target: u32| pairs.iter().position(|[s, t]| s * t == target);
            if bad {
                orbit.target = s * t;
            }
            // The bad one comes to it in its last round alone.
            let wanted = bad.then_some(pairs.len() - 1);
            if (40..700).contains(&orbit.length) && comes(orbit.target) == wanted {
                return orbit;
            }
        }
    }

    fn next(&self, [s, t]: [u32; 2]) -> [u32; 2] {
        let s = (s * s + self.add[0]) % self.modulus[0];
        [s, (t * s + self.add[1]) % self.modulus[1]]
    }

    /// The variables, what happens in a round, and the test.
    pub(super) fn text(&self) -> [String; 3] {
        let Orbit { start, add, modulus, target, .. } = self;
        [
            format!("unsigned s = {}, t = {};\n", start[0], start[1]),
            format!("s = (s * s + {}) % {};\nt = (t * s + {}) % {};\n", add[0], modulus[0], add[1], modulus[1]),
            format!("if (s * t == {target})\n    assert(0);\n"),
        ]
    }
}

fn orbit(bad: bool, rng: &mut Rng) -> Part {
    let orbit = Orbit::new(bad, rng);
    let [variables, round, test] = orbit.text();
    let statements = format!("{variables}while (__VERIFIER_nondet_uint()) {{\n{}}}\n", indented(&(round + &test)));
    let inputs = bad.then(|| vec![1; orbit.length - 1]);
    Part { statements, inputs, harmless: vec![0], ..Part::default() }
}

/// Products of constants, for many rounds: whoever computes knows the result.
fn products(bad: bool, rng: &mut Rng) -> Part {
    let (rounds, mut x, mut y) = (rng.u32(60..400), rng.u32(..1000), rng.u32(..1000));
    let mut statements = format!("unsigned x = {x}, y = {y};\n");
    for k in 0..rounds {
        x = x.wrapping_mul(y).wrapping_add(k);
        y = y.wrapping_mul(x | 1).wrapping_add(3);
    }
    let result = x.wrapping_mul(y).wrapping_add(u32::from(bad));
    _ = write!(
        statements,
        "for (unsigned k = 0; k < {rounds}; k++) {{\n    x = x * y + k;\n    y = y * (x | 1) + 3;\n}}\n\
         if (x * y != {result}u)\n    assert(0);\n"
    );
    Part { statements, inputs: bad.then(Vec::new), ..Part::default() }
}

/// Two that count the same, for as long as anybody likes; the bad one sometimes forgets the second.
pub(super) fn twins(bad: bool, rng: &mut Rng) -> Part {
    let (step, after) = (rng.u32(1..9), rng.u32(3..30));
    let second = if bad { format!("if (x % {after} != 1)\n        y += {step};") } else { format!("y += {step};") };
    let statements = format!(
        "unsigned x = __VERIFIER_nondet_uint(), y = x;\nwhile (__VERIFIER_nondet_uint()) {{\n    x += {step};\n    \
         {second}\n}}\nif (x != y)\n    assert(0);\n"
    );
    // One round, after which x is 1.
    let inputs = bad.then(|| vec![1u32.wrapping_sub(step), 1, 0]);
    Part { statements, inputs, harmless: vec![1, 0], ..Part::default() }
}

/// As many rounds as a number says, which are then counted.
fn counted(bad: bool, rng: &mut Rng) -> Part {
    let (least, step) = (rng.u32(1..20), rng.u32(2..7));
    let (start, compare) = if bad { (1, "==") } else { (0, "!=") };
    // The bad one ends where it should not: n rounds from 1 on are one less.
    let test = if bad { format!("i {compare} n && t != n * {step}") } else { format!("t {compare} n * {step}") };
    let statements = format!(
        "unsigned n = __VERIFIER_nondet_uint(), i = {start}, t = 0;\nif (n < {least})\n    return 0;\n\
         while (i < n) {{\n    i++;\n    t += {step};\n}}\nif ({test})\n    assert(0);\n"
    );
    Part { statements, inputs: bad.then(|| vec![least]), harmless: vec![0], ..Part::default() }
}

/// What is the same for all bits; the bad one is the same for almost all of them.
pub(super) fn identity(bad: bool, rng: &mut Rng) -> Part {
    let (left, right) = match rng.u32(..4) {
        0 => ("(x & y) + (x | y)", "x + y"),
        1 => ("(x ^ y) + 2 * (x & y)", "x + y"),
        2 => ("(x | y) - (x & y)", "x ^ y"),
        _ => ("x + ~y + 1", "x - y"),
    };
    let value = rng.u32(..);
    let and = if bad { format!(" || x == {value}u") } else { String::new() };
    let statements = format!(
        "unsigned x = __VERIFIER_nondet_uint(), y = __VERIFIER_nondet_uint();\nif ({left} != ({right}){and})\n    \
         assert(0);\n"
    );
    let harmless = vec![value.wrapping_add(1), 0];
    Part { statements, inputs: bad.then(|| vec![value, 0]), harmless, ..Part::default() }
}

/// A device is opened, and gets requests until it is closed: some compute what they do next, one waits for a version to
/// stay the same under a lock.
pub(super) fn driver(bad: bool, rng: &mut Rng) -> Part {
    let devices = rng.u32(1..4);
    let wrong = rng.u32(..=devices);
    let forgets = if bad && wrong == devices { "" } else { "            release();\n" };
    let mut before = format!(
        "static unsigned lock;\n\nstatic void acquire(void) {{\n    if (lock)\n        assert(0);\n    lock = 1;\n}}\n\n\
         static void release(void) {{\n    if (!lock)\n        assert(0);\n    lock = 0;\n}}\n\n\
         static void wait_for_version(void) {{\n    unsigned version = __VERIFIER_nondet_uint(), seen;\n    do {{\n        \
         acquire();\n        seen = version;\n        if (__VERIFIER_nondet_uint()) {{\n{forgets}            version++;\n        \
         }}\n    }} while (version != seen);\n    release();\n}}\n\n"
    );
    let (mut cases, mut inputs) = (String::new(), None);
    for device in 0..devices {
        let here = bad && device == wrong;
        let orbit = Orbit::new(here, rng);
        let [variables, round, test] = orbit.text();
        let round = format!("acquire();\n{round}{test}release();\n");
        let body = format!("{variables}while (__VERIFIER_nondet_uint()) {{\n{}}}\n", indented(&round));
        _ = write!(before, "static void device_{device}(void) {{\n{}}}\n\n", indented(&body));
        _ = write!(cases, "case {device}:\n    device_{device}();\n    break;\n");
        if here {
            inputs = Some([vec![device], vec![1; orbit.length - 1]].concat());
        }
    }
    if bad && wrong == devices {
        // A new version, with the lock still held, twice.
        inputs = Some(vec![devices, 0, 1, 1]);
    }
    let statements = format!(
        "switch (__VERIFIER_nondet_uint()) {{\n{cases}case {devices}:\n    wait_for_version();\n    break;\ndefault:\n    \
         break;\n}}\nif (lock)\n    assert(0);\n"
    );
    Part { before, statements, inputs, ..Part::default() }
}

/// Some rounds that are told apart by their number, then any number of rounds that are not.
pub(super) fn phases(bad: bool, rng: &mut Rng) -> Part {
    let rounds = rng.u32(3..15);
    let (mul, add, modulus) = (rng.u32(3..60), rng.u32(1..60), rng.u32(61..400));
    let mut key = add;
    for round in 0..rounds {
        key = (key * key * mul + round) % modulus;
    }
    let (test, step) = (if bad { key } else { (key + 1) % modulus }, rng.u32(1..5));
    let statements = format!(
        "unsigned key = {add}, round = 0, x = __VERIFIER_nondet_uint(), y = x;\nwhile (__VERIFIER_nondet_uint()) {{\n    \
         if (round < {rounds}) {{\n        key = (key * key * {mul} + round) % {modulus};\n        round++;\n    }} else {{\n        \
         if (key == {test})\n            assert(0);\n        x += {step};\n        y += {step};\n        \
         if (x != y)\n            assert(0);\n    }}\n}}\n"
    );
    let inputs = bad.then(|| vec![1; rounds as usize + 2]);
    Part { statements, inputs, ..Part::default() }
}

/// One function, called with numbers that are known and with one that is not.
pub(super) fn calls(bad: bool, rng: &mut Rng) -> Part {
    let (modulus, add) = (rng.u32(50..200), rng.u32(1..50));
    let before = format!(
        "static unsigned mix(unsigned x, unsigned rounds) {{\n    for (unsigned i = 0; i < rounds; i++)\n        \
         x = (x * x + {add}) % {modulus};\n    return x;\n}}\n"
    );
    let mix = |mut x: u32, rounds: u32| {
        for _ in 0..rounds {
            x = (x * x + add) % modulus;
        }
        x
    };
    let mut statements = String::new();
    let known = rng.u32(1..4);
    let wrong = rng.u32(..=known);
    for call in 0..known {
        let (x, rounds) = (rng.u32(2..modulus), rng.u32(4..40));
        let result = mix(x, rounds) + u32::from(bad && call == wrong);
        _ = write!(statements, "if (mix({x}, {rounds}) != {result})\n    assert(0);\n");
    }
    // With an odd start nothing is less than the modulus before the first round; with none nothing is changed.
    let least = u32::from(!(bad && wrong == known));
    let other = twins(false, rng);
    _ = write!(
        statements,
        "unsigned n = __VERIFIER_nondet_uint(), start = __VERIFIER_nondet_uint();\nif (n >= {least} && mix(start, n) >= \
         {modulus})\n    assert(0);\n{{\n{}}}\n",
        indented(&other.statements)
    );
    let inputs = bad.then(|| vec![0, 1_000_000]);
    Part { before, statements, inputs, ..Part::default() }
}
