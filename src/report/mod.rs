//! What the user sees: results as text and as JSON, and progress. Rendering, never deciding.
//!
//! A [`Report`] is plain data in terms of the user's files; the renderers need nothing else. The same answers give the
//! same text to the byte, but for what was used: the last line of the text, and `usage` in JSON.

mod compare;
mod doctor;
mod json;
mod progress;
pub mod regions;
mod style;
#[cfg(test)]
mod tests;
mod text;
mod validation;
mod why;
mod witness;

pub use compare::{comparison, comparison_json, contradictions};
pub use doctor::{Checkup, Health, checkup_text, checkups_json};
pub use json::{SCHEMA, json};
pub use progress::{Progress, Target};
pub use style::{Styles, Word, printable};
pub use text::{Detail, text};
pub use validation::Validation;
pub use why::{Attempt, Why, why};
pub use witness::{Listing, witness_html, witness_text};

use crate::cfa::PropertyKind;
use crate::property::PropertyId;
use crate::region::Start;
use crate::source::{Location, SourceMap, Span};
use crate::verifier::{Counterexample, Happening, Reason, Usage, Verdict};
use std::time::Duration;

/// Everything there is to say about a run that has ended.
#[derive(Clone, Debug)]
pub struct Report {
    pub files: Vec<String>,
    /// As titled by itself: `CBMC 6.6.0`; `None` when nobody was asked.
    pub verifier: Option<String>,
    /// `gamble` or `whole`.
    pub strategy: String,
    /// In the order of the source.
    pub properties: Vec<PropertyReport>,
    pub assumptions: Vec<Assumed>,
    /// What else the user should know, such as a task that expects another verdict.
    pub notes: Vec<String>,
    /// Everything that was run, together.
    pub usage: Usage,
    pub tasks: u32,
    /// From the first file read to the last verdict.
    pub elapsed: Duration,
    pub interrupted: bool,
    /// The file with the witness of the proof of everything.
    pub witness: Option<String>,
}

#[derive(Clone, Debug)]
pub struct PropertyReport {
    pub id: PropertyId,
    pub kind: PropertyKind,
    pub description: String,
    pub function: String,
    pub verdict: Verdict,
    /// Where it was proved, if not in whole programs alone.
    pub pieces: Vec<PieceReport>,
    /// Where the reason lies, if it has a place.
    pub cause: Option<Location>,
    /// The steps of the counterexample, where there is one.
    pub trace: Vec<Step>,
    /// The file with the witness of the violation.
    pub witness: Option<String>,
}

/// A part of the program in which something was proved.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PieceReport {
    /// As `qicc regions` names it.
    pub region: String,
    /// How it was tried; none for a whole program.
    pub rung: Option<String>,
    pub start: Start,
    /// The other properties that this relied on, where executions that violate them end.
    pub assumed: Vec<String>,
}

/// A step of an execution where the user can find it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Step {
    pub location: Option<Location>,
    /// The line of the user's file.
    pub source: Option<String>,
    pub function: String,
    pub what: Happening,
}

/// Something that the verdicts take for granted.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Assumed {
    /// A short stable name, such as `undefined-function`.
    pub kind: String,
    /// The rest of a sentence that begins with "assumes".
    pub text: String,
    pub location: Option<Location>,
}

impl Assumed {
    pub const CONDITION: &str = "condition";

    /// Verdicts are about what a condition leaves: that it is right, and about these properties, nobody has checked.
    pub fn condition(file: &std::path::Path) -> Assumed {
        let text = format!("that what {} covers violates none of these properties", file.display());
        Assumed { kind: Assumed::CONDITION.into(), text, location: None }
    }
}

/// What a run came to: the meaning of its exit code.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    AllProved,
    Violation,
    SomethingUnknown,
    NothingToCheck,
    Interrupted,
}

/// How many properties have which verdict.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    pub proved: usize,
    pub violated: usize,
    pub unknown: usize,
}

impl Report {
    pub fn counts(&self) -> Counts {
        let mut counts = Counts::default();
        for property in &self.properties {
            match property.verdict {
                Verdict::Proved(_) => counts.proved += 1,
                Verdict::Violated(_) => counts.violated += 1,
                Verdict::Unknown(_) => counts.unknown += 1,
            }
        }
        counts
    }

    pub fn outcome(&self) -> Outcome {
        let counts = self.counts();
        match () {
            () if self.interrupted => Outcome::Interrupted,
            () if counts.violated > 0 => Outcome::Violation,
            () if counts.unknown > 0 => Outcome::SomethingUnknown,
            () if counts.proved > 0 => Outcome::AllProved,
            () => Outcome::NothingToCheck,
        }
    }
}

impl Outcome {
    pub fn exit_code(self) -> u8 {
        match self {
            Outcome::AllProved => 0,
            Outcome::Violation => 1,
            Outcome::SomethingUnknown => 3,
            Outcome::NothingToCheck => 4,
            Outcome::Interrupted => 130,
        }
    }
}

/// Where the reason of an unknown verdict lies.
pub fn cause(verdict: &Verdict, map: &SourceMap) -> Option<Location> {
    match verdict {
        Verdict::Unknown(Reason::Excluded(span)) => Some(map.locate(*span)),
        _ => None,
    }
}

/// The steps of a verdict's counterexample, where the user can find them.
pub fn trace(verdict: &Verdict, map: &SourceMap) -> Vec<Step> {
    match verdict {
        Verdict::Violated(counterexample) => steps(counterexample, map),
        _ => Vec::new(),
    }
}

/// The steps of an execution, where the user can find them. Which way branches go, the lines show by themselves.
pub fn steps(counterexample: &Counterexample, map: &SourceMap) -> Vec<Step> {
    let step = |step: &crate::verifier::TraceStep| {
        let location = step.span.map(|span| map.locate(span));
        let source = location.as_ref().and_then(|location| map.source_line(location));
        Step { location, source, function: step.function.clone(), what: step.what.clone() }
    };
    let told = |step: &&crate::verifier::TraceStep| match step.what {
        Happening::Branch(_) => false,
        // A variable that the program does not have.
        Happening::Assign { .. } => !step.span.is_some_and(Span::is_nothing),
        _ => true,
    };
    counterexample.steps.iter().filter(told).map(step).collect()
}
