//! Executions in terms of the source.

use super::stream::{Step, What};
use crate::emit::Printed;
use crate::source::Span;
use crate::verifier::{Happening, TraceStep};
use std::collections::{BTreeMap, BTreeSet};
use std::mem::take;

/// The steps of an execution that violates a property, named as CBMC does. What has no place in the source is left out.
/// So are assignments that leave a part of an object as it was: CBMC writes all of an array when it writes one element,
/// and the bytes of an object one by one when it writes some of them. And so is the result of a call if the next thing
/// that happens is that something gets it.
pub(super) fn steps(raw: &[Step], property: &str, printed: &Printed) -> Vec<TraceStep> {
    let ours: BTreeSet<&str> = printed.functions.values().map(String::as_str).collect();
    let mut known: BTreeMap<&str, &str> = BTreeMap::new();
    let mut called = "";
    let mut steps: Vec<TraceStep> = Vec::new();
    let (mut raw, mut gets_input, mut written) = (raw.iter().peekable(), false, None);
    while let Some(step) = raw.next() {
        let span = step.line.and_then(|line| origin(printed, line));
        // Before the entry is called there is nothing of the program but its globals.
        let Some(function) = step.function.as_deref() else { continue };
        let (function, what) = match &step.what {
            What::Assign { place, value } if is_kept_by(place, value, raw.peek()) => {
                gets_input = true;
                continue;
            }
            What::Assign { place, value } | What::Pass { place, value } => {
                let gets_input = take(&mut gets_input);
                let unchanged = known.insert(place, value) == Some(value.as_str()) && !gets_input;
                let is_byte = written.is_some_and(|(line, object)| {
                    let rest = place.strip_prefix(object);
                    line == step.line && rest.is_some_and(|rest| rest.starts_with(['[', '.']))
                });
                if span.is_none() || is_byte || unchanged && place.contains(['[', '.']) {
                    continue;
                }
                written = bytes_of(place).map(|object| (step.line, object)).or(written);
                let function = if matches!(step.what, What::Pass { .. }) { called } else { function };
                (function, Happening::Assign { place: place.clone(), value: value.clone() })
            }
            What::Call(name) if ours.contains(name.as_str()) => {
                known.clear();
                called = name;
                (function, Happening::Call(name.clone()))
            }
            What::Return(name) if ours.contains(name.as_str()) => {
                known.clear();
                (name.as_str(), Happening::Return(name.clone()))
            }
            What::Failure(name) if name == property => (function, Happening::Violation),
            _ => continue,
        };
        let step = TraceStep { span, function: function.to_owned(), what };
        let ends = step.what == Happening::Violation;
        if steps.last() != Some(&step) {
            steps.push(step);
        }
        if ends {
            break;
        }
    }
    steps
}

/// The object whose bytes are written, whatever it consists of.
fn bytes_of(place: &str) -> Option<&str> {
    Some(place.strip_prefix("byte_extract_")?.split_once('(')?.1.split_once(',')?.0)
}

/// Whether an input is seen in the next step as well: as the value that something gets, or its truth, or, where CBMC
/// only declares what the input is put into, as the input itself.
fn is_kept_by(place: &str, value: &str, next: Option<&&Step>) -> bool {
    let Some(What::Assign { place: other, value: gets }) = next.map(|step| &step.what) else { return false };
    let as_truth = if value == "0" { "FALSE" } else { "TRUE" };
    place.ends_with("()") && (gets == value || gets == as_truth || other == place)
}

fn origin(printed: &Printed, line: u32) -> Option<Span> {
    let line = (line as usize).checked_sub(1)?;
    Some(printed.lines.get(line)?.as_ref()?.span)
}
