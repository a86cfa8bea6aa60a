//! A violation once more, from its inputs: for verifiers that tell these, but not which way branches go.
//!
//! What comes of it is an execution of the program that violates the property, found by following the program with
//! these inputs. It need not be the one that was told: what else the program chooses is chosen anew.

use super::step;
use crate::cfa::{FuncId, Program, PropId};
use crate::engine::Stop;
use crate::engine::bounded::{self, Finding, Plan};
use crate::engine::script::scripted;
use crate::verifier::{Happening, TraceStep};
use std::collections::BTreeSet;

pub use crate::engine::script::Told;

/// More inputs are not followed.
const MOST_INPUTS: usize = 10_000;

/// The steps of an execution with these inputs that violates a property; none if there is none, or no time to find it.
pub fn retrace(
    program: &Program,
    entry: FuncId,
    property: PropId,
    inputs: &[Told],
    stop: &Stop,
) -> Option<Vec<TraceStep>> {
    if inputs.len() > MOST_INPUTS {
        return None;
    }
    // No branch and no assignment of the program stands where a function is declared.
    let mark = program[entry].span;
    let scripted = scripted(program, inputs, mark);
    let plan = Plan { traces: true, ..Plan::new(None, false) };
    let found = bounded::check(&scripted, entry, &BTreeSet::from([property]), plan, stop);
    let Some(Finding::Fails(Some(execution))) = found.into_values().next() else { return None };
    let mut steps: Vec<TraceStep> = execution.events.iter().map(|event| step(&scripted, event)).collect();
    steps.retain(|step| {
        let ours = matches!(step.what, Happening::Branch(_) | Happening::Assign { .. });
        !(ours && step.span == Some(mark))
    });
    execution.violated.then_some(steps)
}
