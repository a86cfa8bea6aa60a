//! What was tried for properties, one after the other, as text.

use super::style::{Styles, Word, printable};
use super::text::{self, Detail};
use super::{Report, Step};
use crate::region::Start;
use std::fmt::Write as _;

/// A try to prove a property in a part of the program.
#[derive(Clone, Debug)]
pub struct Attempt {
    pub region: String,
    /// Where the region is: the file, the first line and the last one.
    pub lines: Option<(String, (u32, u32))>,
    /// How it was tried; none for a whole program.
    pub rung: Option<String>,
    pub start: Start,
    /// In a sentence.
    pub outcome: String,
    /// How it fails there, if it does.
    pub trace: Vec<Step>,
    /// The C that was sent, if that is wanted.
    pub code: Vec<String>,
    /// What the verifier wrote, if that is wanted.
    pub words: Vec<String>,
}

/// A report, and what was tried for each of its properties.
pub struct Why<'a> {
    pub report: &'a Report,
    /// In the order of the report.
    pub attempts: &'a [Vec<Attempt>],
}

pub fn why(why: &Why, styles: Styles) -> String {
    let mut text = String::new();
    for (property, attempts) in why.report.properties.iter().zip(why.attempts) {
        text::line(&mut text, &printable(&property.id.to_string()), property, 0, styles);
        for (number, attempt) in (1..).zip(attempts) {
            let rung = attempt.rung.as_ref().map(|rung| format!(" ({rung})")).unwrap_or_default();
            let lines = match &attempt.lines {
                Some((file, (first, last))) if first != last => format!(", {file}:{first}-{last}"),
                Some((file, (first, _))) => format!(", {file}:{first}"),
                None => String::new(),
            };
            let place = format!("{}{rung}{lines}", attempt.region);
            _ = writeln!(text, "{number:3}. {}", styles.paint(Word::Heading, &printable(&place)));
            for words in text::start(&attempt.start) {
                _ = writeln!(text, "     {}", styles.paint(Word::Aside, &printable(&words)));
            }
            _ = writeln!(text, "     {}", printable(&attempt.outcome));
            for line in text::trace(&attempt.trace, "fails here", styles, Detail::Normal) {
                _ = writeln!(text, "       {line}");
            }
            for part in attempt.code.iter().chain(&attempt.words) {
                for line in part.lines() {
                    let code = line.trim_start();
                    let line = format!("     | {:indent$}{}", "", printable(code), indent = line.len() - code.len());
                    _ = writeln!(text, "{}", line.trim_end());
                }
            }
        }
        if attempts.is_empty() {
            _ = writeln!(text, "     nothing was tried");
        }
        text::below(&mut text, property, styles, Detail::Normal);
    }
    text::assumptions(&mut text, &why.report.assumptions, styles, Detail::Normal);
    for note in &why.report.notes {
        _ = writeln!(text, "{} {}", styles.paint(Word::Heading, "note:"), printable(note));
    }
    _ = writeln!(text, "{}", text::summary(why.report, styles));
    text
}
