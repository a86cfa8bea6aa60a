//! Conditions of functions that only check, such as `__VERIFIER_assert` with a body.
//!
//! Such functions are gone from the automaton: each call of one is an assertion. So the one `if` in it, a side of which
//! fails, is evaluated exactly where these assertions are. That is believed only if every call in the text has one
//! assertion, and nothing in a call decides anything: what is always true has no assertion, and one of `a || b` is
//! passed on an edge of `a`.

use super::Place;
use super::choice::CHOICES;
use super::scan::{Condition, Scan};
use crate::cfa::{Op, Program};
use crate::source::Span;
use std::collections::BTreeMap;
use std::ops::Range;

/// An assertion that stands for a call.
pub(super) struct Check {
    place: Place,
    call: Span,
    /// Where it fails, in the function that is called.
    fails: Span,
    /// Whether it depends on anything.
    depends: bool,
}

/// Those of a program.
pub(super) fn checks(program: &Program) -> Vec<Check> {
    let mut checks = Vec::new();
    for (function, cfa) in program.defined() {
        for edge in cfa.edge_ids() {
            let Op::Assert { cond, property } = &cfa[edge].op else { continue };
            let property = &program[*property];
            if property.origin != property.span {
                let (place, depends) = ((function, edge), !cond.is_constant());
                checks.push(Check { place, call: cfa[edge].span, fails: property.origin, depends });
            }
        }
    }
    checks
}

/// The edges on which a condition is evaluated, with its outcome there; nothing if that is not plain.
pub(super) fn outcomes(checks: &[Check], unit: u32, scan: &Scan, condition: &Condition) -> Option<Vec<(Place, bool)>> {
    if checks.is_empty() || condition.parts != Some(1) || !scan.is_alone(condition) {
        return None;
    }
    let mut found: BTreeMap<u32, (Place, bool)> = BTreeMap::new();
    for Check { place, call, fails, depends } in checks.iter().filter(|check| check.fails.unit == unit) {
        let Some(fails) = scan.is_then(condition, fails.start) else { continue };
        // What fails whenever it is come to need not be what the condition was made of.
        if !depends || call.unit != unit || found.insert(call.start, (*place, !fails)).is_some() {
            return None;
        }
    }
    let name = scan.token(*found.keys().next()?);
    // It can be called where it is not defined yet, but not in itself.
    let calls = scan.calls(name)?;
    let same = calls.len() == found.len() && calls.iter().all(|call| found.contains_key(&call.start));
    same.then(|| found.into_values().collect())
}

impl Scan<'_> {
    /// Where a name is used in a function, each time with the bracket behind its arguments; nothing if it is used as
    /// anything but what is called, or if its arguments decide something.
    fn calls(&self, name: &[u8]) -> Option<Vec<Range<u32>>> {
        let mut calls = Vec::new();
        let (mut at, mut function) = (0, 0..0);
        while (at as usize) < self.partner.len() {
            if self.token(at) == b"{" && at >= function.end {
                function = at..self.close(at)?;
            }
            if self.token(at) == name && function.contains(&at) {
                let end = self.close(at + 1).filter(|_| self.token(at + 1) == b"(")?;
                let decides = |at: u32| self.token(at) == b"{" || CHOICES.contains(&self.token(at));
                if (at..end).any(decides) {
                    return None;
                }
                calls.push(at..end + 1);
            }
            at += 1;
        }
        Some(calls)
    }

    /// Whether nothing else in the function of a condition decides anything.
    fn is_alone(&self, condition: &Condition) -> bool {
        let (mut at, mut function) = (0, 0..0);
        while at < condition.range.start {
            if self.token(at) == b"{" {
                let Some(end) = self.close(at) else { return false };
                function = at..end;
                if !function.contains(&condition.range.start) {
                    at = end;
                } else {
                    break;
                }
            }
            at += 1;
        }
        let others: [&[u8]; 8] = [b"while", b"for", b"switch", b"do", b"goto", b"?", b"&&", b"||"];
        let ifs = function.clone().filter(|at| self.token(*at) == b"if").count();
        function.contains(&condition.range.start)
            && ifs == 1
            && !function.clone().any(|at| others.contains(&self.token(at)))
    }
}
