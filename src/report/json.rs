//! A report as JSON, for programs. `qicc explain json` says what the fields mean; that page and [`SCHEMA`] change
//! together with the structs here.
//!
//! A field is never removed and never changes its meaning under the same number; new ones may come.

use super::{Assumed, PieceReport, PropertyReport, Report, Step};
use crate::source::Location;
use crate::verifier::{Confirmation, Happening, Verdict};
use serde::Serialize;
use std::collections::BTreeSet;

/// The number of the schema.
pub const SCHEMA: u32 = 1;

/// The report as indented JSON with a newline at the end.
pub fn json(report: &Report) -> String {
    let counts = report.counts();
    let run = Run {
        schema: SCHEMA,
        qicc: env!("CARGO_PKG_VERSION"),
        files: &report.files,
        verifier: report.verifier.as_deref(),
        strategy: &report.strategy,
        properties: report.properties.iter().map(property).collect(),
        assumptions: report.assumptions.iter().map(assumption).collect(),
        notes: &report.notes,
        summary: Summary { proved: counts.proved, violated: counts.violated, unknown: counts.unknown },
        interrupted: report.interrupted,
        exit: report.outcome().exit_code(),
        witness: report.witness.as_deref(),
        usage: Used {
            wall: report.elapsed.as_secs_f64(),
            cpu: report.usage.cpu.as_secs_f64(),
            memory: report.usage.memory,
            tasks: report.tasks,
        },
    };
    // Strings and numbers cannot fail to be written.
    let mut text = serde_json::to_string_pretty(&run).unwrap_or_default();
    text.push('\n');
    text
}

#[derive(Serialize)]
struct Run<'a> {
    schema: u32,
    qicc: &'static str,
    files: &'a [String],
    verifier: Option<&'a str>,
    strategy: &'a str,
    properties: Vec<Property<'a>>,
    assumptions: Vec<Assumption<'a>>,
    notes: &'a [String],
    summary: Summary,
    interrupted: bool,
    exit: u8,
    #[serde(skip_serializing_if = "Option::is_none")]
    witness: Option<&'a str>,
    usage: Used,
}

#[derive(Serialize)]
struct Property<'a> {
    id: String,
    #[serde(flatten)]
    place: Place<'a>,
    kind: &'static str,
    description: &'a str,
    function: &'a str,
    verdict: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    reason: Option<Reason<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    proof: Option<Proof<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    trace: Option<Vec<TraceStep<'a>>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    confirmed: Option<bool>,
    #[serde(skip_serializing_if = "Option::is_none")]
    witness: Option<&'a str>,
}

#[derive(Serialize)]
struct Place<'a> {
    file: &'a str,
    line: u32,
    column: u32,
}

#[derive(Serialize)]
struct Reason<'a> {
    code: &'static str,
    text: String,
    #[serde(flatten)]
    place: Option<Place<'a>>,
}

#[derive(Serialize)]
struct Proof<'a> {
    verifier: &'a str,
    grounds: &'a str,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pieces: Vec<Piece<'a>>,
}

#[derive(Serialize)]
struct Piece<'a> {
    region: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    rung: Option<&'a str>,
    #[serde(skip_serializing_if = "<[String]>::is_empty")]
    facts: &'a [String],
    #[serde(skip_serializing_if = "<[String]>::is_empty")]
    pointers: &'a [String],
    #[serde(skip_serializing_if = "BTreeSet::is_empty")]
    replaced: &'a BTreeSet<String>,
    #[serde(skip_serializing_if = "<[String]>::is_empty")]
    loops: &'a [String],
    #[serde(skip_serializing_if = "<[String]>::is_empty")]
    assumed: &'a [String],
}

#[derive(Serialize)]
pub(super) struct TraceStep<'a> {
    #[serde(flatten)]
    place: Option<Place<'a>>,
    function: &'a str,
    #[serde(flatten)]
    what: What<'a>,
}

#[derive(Serialize)]
#[serde(tag = "event", rename_all = "lowercase")]
enum What<'a> {
    Assign { place: &'a str, value: &'a str },
    Call { callee: &'a str },
    Return { callee: &'a str },
    Branch { holds: bool },
    Violation,
}

#[derive(Serialize)]
pub(super) struct Assumption<'a> {
    kind: &'a str,
    text: &'a str,
    #[serde(flatten)]
    place: Option<Place<'a>>,
}

#[derive(Serialize)]
struct Summary {
    proved: usize,
    violated: usize,
    unknown: usize,
}

#[derive(Serialize)]
struct Used {
    /// Seconds from the first file read to the last verdict.
    wall: f64,
    /// Seconds of all tasks together.
    cpu: f64,
    /// The largest number of bytes that a task had at one time.
    memory: u64,
    tasks: u32,
}

fn place(location: &Location) -> Place<'_> {
    Place { file: &location.file, line: location.line, column: location.column }
}

fn property<'a>(property: &'a PropertyReport) -> Property<'a> {
    let (mut reason, mut proof, mut trace, mut confirmed) = (None, None, None, None);
    match &property.verdict {
        Verdict::Proved(found) => {
            let piece = |piece: &'a PieceReport| Piece {
                region: &piece.region,
                rung: piece.rung.as_deref(),
                facts: &piece.start.facts,
                pointers: &piece.start.pointers,
                replaced: &piece.start.replaced,
                loops: &piece.start.loops,
                assumed: &piece.assumed,
            };
            let pieces = property.pieces.iter().map(piece).collect();
            proof = Some(Proof { verifier: found.verifier(), grounds: found.grounds(), pieces });
        }
        Verdict::Violated(found) => {
            trace = Some(property.trace.iter().map(step).collect());
            confirmed = match &found.confirmation {
                Confirmation::NotTried => None,
                Confirmation::ByExecution(_) => Some(true),
                Confirmation::Not(_) => Some(false),
            };
        }
        Verdict::Unknown(why) => {
            reason = Some(Reason { code: why.code(), text: why.to_string(), place: property.cause.as_ref().map(place) })
        }
    }
    Property {
        id: property.id.to_string(),
        place: place(&property.id.location),
        kind: property.kind.word(),
        description: &property.description,
        function: &property.function,
        verdict: property.verdict.word(),
        reason,
        proof,
        trace,
        confirmed,
        witness: property.witness.as_deref(),
    }
}

pub(super) fn assumption(assumed: &Assumed) -> Assumption<'_> {
    Assumption { kind: &assumed.kind, text: &assumed.text, place: assumed.location.as_ref().map(place) }
}

pub(super) fn step(step: &Step) -> TraceStep<'_> {
    let what = match &step.what {
        Happening::Assign { place, value } => What::Assign { place, value },
        Happening::Call(callee) => What::Call { callee },
        Happening::Return(callee) => What::Return { callee },
        Happening::Branch(holds) => What::Branch { holds: *holds },
        Happening::Violation => What::Violation,
    };
    TraceStep { place: step.location.as_ref().map(place), function: &step.function, what }
}
