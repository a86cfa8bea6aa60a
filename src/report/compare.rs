//! Two reports about the same properties, side by side.

use super::style::{Styles, Word, printable};
use super::text::tenths;
use super::{PropertyReport, Report, json};
use crate::verifier::{Verdict, size};
use std::fmt::Write as _;

/// The properties that one proves and the other violates: somebody is wrong.
pub fn contradictions<'a>(
    one: &'a Report,
    other: &'a Report,
) -> impl Iterator<Item = (&'a PropertyReport, &'a PropertyReport)> {
    one.properties.iter().zip(&other.properties).filter(|(one, other)| {
        let pair = (&one.verdict, &other.verdict);
        matches!(pair, (Verdict::Proved(_), Verdict::Violated(_)) | (Verdict::Violated(_), Verdict::Proved(_)))
    })
}

/// A table of two reports.
pub fn comparison(one: &Report, other: &Report, styles: Styles) -> String {
    let mut text = String::new();
    let name = |report: &Report| report.strategy.clone();
    let mut row = |heading: &str, cells: [String; 2]| {
        _ = writeln!(text, "{heading:<12}{:>14}{:>14}", cells[0], cells[1]);
    };
    let both = |cell: &dyn Fn(&Report) -> String| [cell(one), cell(other)];
    row("", both(&name));
    row("proved", both(&|report| report.counts().proved.to_string()));
    row("violated", both(&|report| report.counts().violated.to_string()));
    row("unknown", both(&|report| report.counts().unknown.to_string()));
    row("wall", both(&|report| tenths(report.elapsed)));
    row("CPU", both(&|report| tenths(report.usage.cpu)));
    row("memory", both(&|report| size(report.usage.memory >> 20 << 20)));
    row("tasks", both(&|report| report.tasks.to_string()));
    let differ = |(one, other): &(&PropertyReport, &PropertyReport)| one.verdict.word() != other.verdict.word();
    let different: Vec<_> = one.properties.iter().zip(&other.properties).filter(differ).collect();
    if !different.is_empty() {
        _ = writeln!(text, "\n{}", styles.paint(Word::Heading, "Where they differ:"));
    }
    for (one, other) in different {
        let word = |property: &PropertyReport| match &property.verdict {
            Verdict::Unknown(reason) => format!("unknown [{}]", reason.code()),
            verdict => verdict.word().to_owned(),
        };
        let id = printable(&one.id.to_string());
        _ = writeln!(text, "  {id}  {} / {}", word(one), word(other));
    }
    for (property, _) in contradictions(one, other) {
        let words = format!("they contradict each other about {}: please report it", property.id);
        _ = writeln!(text, "{} {}", styles.paint(Word::Violated, "bug:"), printable(&words));
    }
    text
}

/// The same as JSON: both reports, each as by itself.
pub fn comparison_json(one: &Report, other: &Report) -> String {
    let reports: Vec<serde_json::Value> =
        [one, other].map(|report| serde_json::from_str(&json(report)).unwrap_or_default()).into();
    let contradictions: Vec<String> = contradictions(one, other).map(|(one, _)| one.id.to_string()).collect();
    let value = serde_json::json!({
        "schema": json::SCHEMA,
        "reports": reports,
        "contradictions": contradictions,
    });
    let mut text = serde_json::to_string_pretty(&value).unwrap_or_default();
    text.push('\n');
    text
}
