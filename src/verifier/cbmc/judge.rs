//! What one answer says about each property.
//!
//! Two of CBMC's words mean less than they seem to. `SUCCESS` is said of everything that lies behind the bound of a
//! loop, behind assumptions that exclude each other, and in functions that nobody calls. `FAILURE` is what the probes
//! must get. So a `SUCCESS` is believed only together with the rest of the answer, and an answer that contradicts
//! itself is not believed at all.

use super::bounds::unwound;
use super::command::refused;
use super::library::CANARY;
use super::stream::{Output, PropertyResult, Step};
use crate::cfa::PropId;
use crate::emit::{GUARDS, LAYOUT_GUARD, Probe, ProbeKind};
use crate::source::Span;
use crate::verifier::{Ended, Reason, Task, Text};
use std::collections::{BTreeMap, BTreeSet};

/// What an answer says, as far as it can be believed.
#[derive(Debug, Default)]
pub(super) struct Findings {
    pub(super) violated: BTreeMap<PropId, Violation>,
    /// Held on all executions that were looked at.
    pub(super) held: BTreeSet<PropId>,
    /// CBMC says something else, or nothing, about these.
    pub(super) unknown: BTreeMap<PropId, Reason>,
    /// Executions behind the bounds of these were not looked at.
    pub(super) unfinished: Vec<String>,
    /// Why nothing has been proved even where everything was looked at.
    pub(super) doubt: Option<Reason>,
}

/// An assertion that fails.
#[derive(Debug)]
pub(super) struct Violation {
    /// CBMC's name for it.
    pub(super) name: String,
    pub(super) trace: Vec<Step>,
}

/// Why there are no findings.
#[derive(Debug, PartialEq)]
pub(super) enum Trouble {
    /// The program has more objects than pointers have numbers for them.
    Objects(String),
    Other(Reason),
}

impl From<Reason> for Trouble {
    fn from(reason: Reason) -> Trouble {
        Trouble::Other(reason)
    }
}

/// The answer of a run that has ended, if it has one: complete, in one piece, and consistent in itself.
pub(super) fn complete(ended: &Ended, mut output: Output) -> Result<Vec<PropertyResult>, Trouble> {
    use crate::verifier::End;
    let End::Exit(code) = ended.how else {
        return Err(Reason::of_end(&ended.how, &ended.limits).unwrap_or(Reason::NotAnswered).into());
    };
    if !matches!(code, 0 | 10) {
        let message = output.errors.join("; ");
        if message.contains("too many addressed objects") {
            return Err(Trouble::Objects(message));
        }
        return Err(refused(code, &message).into());
    }
    if let Some(cut) = output.cut.take() {
        return Err(Reason::Garbled(format!("the output is not JSON to its end: {cut}")).into());
    }
    consistent(code, output)
}

fn consistent(code: i32, output: Output) -> Result<Vec<PropertyResult>, Trouble> {
    let failed = match output.statuses.as_slice() {
        [] => return Err(Reason::Garbled("there is no overall status".into()).into()),
        [status] if status == "failure" => true,
        [status] if status == "success" => false,
        [status] => return Err(Reason::GaveUp(format!("the overall status is {status}")).into()),
        _ => return Err(Reason::Contradiction("there is more than one overall status".into()).into()),
    };
    let contradiction = |what: String| Err(Reason::Contradiction(what).into());
    if failed != (code == 10) {
        return contradiction(format!("the overall status is {}, the exit code {code}", output.statuses[0]));
    }
    let mut seen = BTreeMap::new();
    for result in &output.results {
        if let Some(before) = seen.insert(&result.name, &result.status).filter(|before| **before != result.status) {
            return contradiction(format!("{} is {before} and {}", result.name, result.status));
        }
    }
    if failed != output.results.iter().any(|result| result.status == "FAILURE") {
        return contradiction(format!("the overall status is {}, the results say otherwise", output.statuses[0]));
    }
    Ok(output.results)
}

/// What the results say about the properties of a task.
pub(super) fn judge(results: Vec<PropertyResult>, task: &Task) -> Result<Findings, Reason> {
    let mut findings = Findings::default();
    let mut probes: BTreeMap<String, bool> = BTreeMap::new();
    let mut guards: BTreeSet<String> = BTreeSet::new();
    for result in results {
        if let Some(number) = result.description.strip_prefix("qicc:") {
            let id = number.parse().ok().map(PropId).filter(|id| task.text.printed.properties.contains(id));
            let Some(id) = id else {
                return Err(Reason::Garbled(format!("it answers for {}, which nobody asked for", result.description)));
            };
            findings.note(id, result);
        } else if result.description.starts_with("probe:") {
            *probes.entry(result.description).or_default() |= result.status == "FAILURE";
        } else if result.description == CANARY && result.status != "SUCCESS" {
            let what = "calls of the C library: CBMC finds no gcc, with which it would read what these functions do";
            return Err(Reason::Unsupported(what.into()));
        } else if result.description.starts_with("guard:") {
            if result.status != "SUCCESS" {
                guards.insert(result.description);
            }
        } else if let Some(unfinished) = unwound(&result.name) {
            match result.status.as_str() {
                "SUCCESS" => {}
                "FAILURE" => findings.unfinished.push(unfinished),
                other => return Err(Reason::GaveUp(format!("{} is {other}", result.name))),
            }
        }
    }
    // Where records are laid out in another way, violations are none either.
    if let Some(reason) = unguarded(&guards, task).filter(|_| guards.contains(LAYOUT_GUARD)) {
        return Err(reason);
    }
    findings.restrict(&task.properties);
    if !findings.violated.is_empty() && !entered(&probes, task) {
        return Err(Reason::Contradiction("a property is violated where execution cannot start".into()));
    }
    findings.doubt = vacuous(&probes, task).or_else(|| unguarded(&guards, task));
    Ok(findings)
}

impl Findings {
    /// An assertion can be in the text more than once: it holds when it holds everywhere.
    fn note(&mut self, id: PropId, result: PropertyResult) {
        match result.status.as_str() {
            "FAILURE" => {
                let violation = Violation { name: result.name, trace: result.trace };
                self.violated.entry(id).or_insert(violation);
            }
            "SUCCESS" => _ = self.held.insert(id),
            other => _ = self.unknown.insert(id, Reason::GaveUp(format!("it says {other}"))),
        }
    }

    fn restrict(&mut self, asked: &BTreeSet<PropId>) {
        self.violated.retain(|id, _| asked.contains(id));
        self.unknown.retain(|id, _| asked.contains(id) && !self.violated.contains_key(id));
        self.held.retain(|id| asked.contains(id) && !self.violated.contains_key(id) && !self.unknown.contains_key(id));
        for id in asked {
            if !self.violated.contains_key(id) && !self.held.contains(id) {
                self.unknown.entry(*id).or_insert(Reason::NotAnswered);
            }
        }
    }
}

/// Whether the start of the program can be reached, as far as its probe says.
fn entered(probes: &BTreeMap<String, bool>, task: &Task) -> bool {
    let is_entry = |probe: &&Probe| probe.what == ProbeKind::Entry(task.entry);
    let mut entry = task.text.printed.probes.iter().filter(is_entry).peekable();
    entry.peek().is_some() && entry.all(|probe| probes.get(&probe.label) == Some(&true))
}

fn vacuous(probes: &BTreeMap<String, bool>, task: &Task) -> Option<Reason> {
    if !entered(probes, task) {
        return Some(Reason::Vacuous("execution cannot start, as far as the verifier sees".into()));
    }
    excluded(probes, &task.text).map(Reason::Excluded)
}

/// Where the verifier leaves executions out, by its own words.
fn unguarded(failed: &BTreeSet<String>, task: &Task) -> Option<Reason> {
    let why = |label: &String| {
        let guard = task.text.printed.guards.iter().find(|guard| guard.label == *label);
        let general = GUARDS.iter().find(|(known, _)| label == known).map_or(label.as_str(), |(_, why)| why);
        Reason::Unsupported(guard.map_or(general, |guard| &guard.why).to_owned())
    };
    failed.first().map(why)
}

/// An assumption that is reached, and behind which nothing is.
fn excluded(probes: &BTreeMap<String, bool>, text: &Text) -> Option<Span> {
    let reached = |label: &String| probes.get(label) == Some(&true);
    let mut before: BTreeMap<Span, &String> = BTreeMap::new();
    for Probe { label, what } in &text.printed.probes {
        match what {
            ProbeKind::Entry(_) => {}
            ProbeKind::Before(span) => _ = before.insert(*span, label),
            ProbeKind::After(span) => {
                if before.remove(span).is_some_and(reached) && !reached(label) {
                    return Some(*span);
                }
            }
        }
    }
    None
}
