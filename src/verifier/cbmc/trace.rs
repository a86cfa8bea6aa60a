//! Executions in terms of the source.

use super::stream::{Step, What};
use crate::emit::Printed;
use crate::source::Span;
use crate::verifier::{Happening, TraceStep};
use std::collections::{BTreeMap, BTreeSet};

/// The steps of an execution that violates a property, named as CBMC does. What has no place in the source is left out,
/// and so are assignments that leave a part of an object as it was: CBMC writes all of an array when it writes one
/// element.
pub(super) fn steps(raw: &[Step], property: &str, printed: &Printed) -> Vec<TraceStep> {
    let ours: BTreeSet<&str> = printed.functions.values().map(String::as_str).collect();
    let mut known: BTreeMap<&str, &str> = BTreeMap::new();
    let mut called = "";
    let mut steps: Vec<TraceStep> = Vec::new();
    for step in raw {
        let span = step.line.and_then(|line| origin(printed, line));
        // Before the entry is called there is nothing of the program but its globals.
        let Some(function) = step.function.as_deref() else { continue };
        let (function, what) = match &step.what {
            What::Assign { place, value } | What::Pass { place, value } => {
                let unchanged = known.insert(place, value) == Some(value.as_str());
                if span.is_none() || unchanged && place.contains(['[', '.']) {
                    continue;
                }
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

fn origin(printed: &Printed, line: u32) -> Option<Span> {
    let line = (line as usize).checked_sub(1)?;
    Some(printed.lines.get(line)?.as_ref()?.span)
}
