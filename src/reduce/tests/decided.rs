//! Assumptions of conditions that the residual program decides.

use super::{Machine, REDUCERS, automaton, built, copies, reduce, reducer};
use crate::cfa::{Op, Program};
use crate::condition::{Assumption, Place};
use crate::property;

/// That nothing overflows on an edge, if anything could.
pub(super) fn fits(program: &Program, place: Place) -> Option<Assumption> {
    let mut program = program.clone();
    let cfa = program[place.0].cfa()?.clone();
    let mut found = property::overflowing(&mut program, &cfa).into_iter();
    found.find(|found| found.at == cfa[place.1].from).map(|found| Assumption::Before(found.text))
}

/// That arithmetic fits is decided in front of it; other assumptions are not, and what has them is not covered.
#[test]
fn what_is_assumed_of_arithmetic_is_decided() {
    let program = built(
        "int any(void); int main(void) { int x = any(), y = 0; while (any() > 7) y = 1; y = x + 1;
        __CPROVER_assert(y > x, \"a\"); return y; }",
    );
    for (text, decides) in [("x <= 2147483646", true), ("x <= 2147483645", false), ("1", false)] {
        let mut condition = automaton(&program, &[&[("y = x + 1", 1)], &[]]);
        condition.states[0].transitions[0].assumption = Some(Assumption::Before(text.into()));
        for (name, make) in REDUCERS.iter().filter(|(name, _)| *name != "id") {
            let residual = reduce(&program, program.entries[0], &condition, make(3)).expect("main is defined");
            assert_eq!(crate::cfa::check::check(&residual.program), Ok(()), "{name}");
            for input in [1, 5] {
                let whole = Machine::run(&program, None, &[input]);
                let left = Machine::run(&residual.program, Some(&residual.origin), &[input]);
                assert!(whole.starts_with(&left), "{name}, {text}");
                assert_eq!(left.len() < whole.len(), decides, "{name}, {text}");
            }
            // What does not fit goes on, to the assertion.
            let cfa = residual.program[residual.entry].cfa().expect("it is left");
            let asserts = cfa.edges.iter().filter(|edge| matches!(edge.op, Op::Assert { .. })).count();
            let copies = copies(&program, &residual, "y = x + 1");
            assert_eq!((asserts, copies), (1, if decides { 2 } else { 1 }), "{name}, {text}");
        }
        condition.states[0].transitions[0].assumption = Some(Assumption::Behind(text.into()));
        let residual = reduce(&program, program.entries[0], &condition, reducer("sep")).expect("main is defined");
        let left = Machine::run(&residual.program, Some(&residual.origin), &[5]);
        assert_eq!(left, Machine::run(&program, None, &[5]), "what is behind an edge is not known in front of it");
    }
}
