//! What came of a witness beside a program: a word, the reason, and the execution that is behind it.

use super::json::{self, Assumption, SCHEMA, TraceStep};
use super::text::{self, Detail};
use super::{Assumed, Step, Styles, Word, printable};
use crate::verifier::{Happening, seconds};
use serde::Serialize;
use std::fmt::Write as _;
use std::time::Duration;

/// Everything there is to say about a witness that was looked at.
pub struct Validation {
    /// `confirmed`, `rejected` or `unknown`.
    pub outcome: &'static str,
    pub why: String,
    /// What the user should know about how the witness was read.
    pub notes: Vec<String>,
    /// What the outcome takes for granted: that all executions were looked at.
    pub assumptions: Vec<Assumed>,
    /// The execution that violates the property, if there is one.
    pub trace: Vec<Step>,
    pub elapsed: Duration,
    pub exit: u8,
}

#[derive(Serialize)]
struct Shown<'a> {
    schema: u32,
    outcome: &'static str,
    why: &'a str,
    notes: &'a [String],
    assumptions: Vec<Assumption<'a>>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    trace: Vec<TraceStep<'a>>,
    seconds: f64,
    exit: u8,
}

impl Validation {
    pub fn text(&self, styles: Styles) -> String {
        let word = match self.outcome {
            "confirmed" => Word::Proved,
            "rejected" => Word::Violated,
            _ => Word::Unknown,
        };
        let mut text = format!("{}: {}\n", styles.paint(word, self.outcome), printable(&self.why));
        for note in &self.notes {
            _ = writeln!(text, "note: {}", printable(note));
        }
        text::assumed(&mut text, "This assumes:", &self.assumptions, styles, Detail::Verbose);
        let steps: Vec<Step> = self.visible().cloned().collect();
        for line in text::trace(&steps, "violated here", styles, Detail::Normal) {
            _ = writeln!(text, "  {line}");
        }
        _ = writeln!(text, "time: {}", seconds(self.elapsed));
        text
    }

    pub fn json(&self) -> String {
        let shown = Shown {
            schema: SCHEMA,
            outcome: self.outcome,
            why: &self.why,
            notes: &self.notes,
            assumptions: self.assumptions.iter().map(json::assumption).collect(),
            trace: self.visible().map(json::step).collect(),
            seconds: self.elapsed.as_secs_f64(),
            exit: self.exit,
        };
        serde_json::to_string_pretty(&shown).unwrap_or_default() + "\n"
    }

    /// The steps of the program: those of the witness beside it are nobody's business.
    fn visible(&self) -> impl Iterator<Item = &Step> {
        let is_ours = |step: &&Step| matches!(&step.what, Happening::Assign { place, .. } if place.contains("__qicc"));
        self.trace.iter().filter(move |step| !is_ours(step))
    }
}
