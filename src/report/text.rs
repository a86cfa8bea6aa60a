//! A report as text: a line a property, what is known about those that are not proved, assumptions, and one line for
//! all.
//!
//! Lines are never wrapped. Everything but the last line depends on the answers alone.

use super::style::{Styles, Word, printable};
use super::{Assumed, PieceReport, PropertyReport, Report, Step};
use crate::region::Start;
use crate::verifier::{Confirmation, Happening, Usage, Verdict, seconds, size};
use std::fmt::Write as _;
use std::time::Duration;

/// How much is said.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Detail {
    /// Only what is not proved, and the last line.
    Quiet,
    Normal,
    /// The grounds of proofs, whole traces, all assumptions.
    Verbose,
}

/// The width of the words for verdicts, with the space behind.
const VERDICT: usize = "violated  ".len();
/// Ids wider than this do not push the descriptions of the others to the right.
const WIDEST_ID: usize = 60;
/// Source lines wider than this do not push the values of the others to the right.
const WIDEST_SOURCE: usize = 70;
/// What is shown of the values at one line of a trace.
const WIDEST_EVENTS: usize = 120;
/// Of a longer trace the beginning and the end are shown.
const TRACE_LINES: (usize, usize) = (10, 30);
/// How many assumptions are listed.
const ASSUMPTIONS: usize = 8;

/// The report, with a newline at the end.
pub fn text(report: &Report, styles: Styles, detail: Detail) -> String {
    let mut text = String::new();
    let shown = |property: &&PropertyReport| detail > Detail::Quiet || !matches!(property.verdict, Verdict::Proved(_));
    let properties: Vec<(String, &PropertyReport)> = report
        .properties
        .iter()
        .filter(shown)
        .map(|property| (printable(&property.id.to_string()), property))
        .collect();
    let widths = properties.iter().map(|(id, _)| id.chars().count());
    let width = widths.filter(|width| *width <= WIDEST_ID).max().unwrap_or(0);
    for (id, property) in &properties {
        line(&mut text, id, property, width, styles);
        below(&mut text, property, styles, detail);
    }
    if detail > Detail::Quiet && !report.properties.is_empty() {
        assumptions(&mut text, &report.assumptions, styles, detail);
    }
    if let Some(file) = &report.witness {
        _ = writeln!(
            text,
            "{} the witness of this proof is in {}",
            styles.paint(Word::Heading, "note:"),
            printable(file)
        );
    }
    for note in &report.notes {
        _ = writeln!(text, "{} {}", styles.paint(Word::Heading, "note:"), printable(note));
    }
    _ = writeln!(text, "{}", summary(report, styles));
    text
}

pub(super) fn line(text: &mut String, id: &str, property: &PropertyReport, width: usize, styles: Styles) {
    let word = property.verdict.word();
    let painted = styles.paint(Word::of(&property.verdict), word);
    let gap = " ".repeat(VERDICT - word.len());
    let line = format!("{painted}{gap}{id:width$}  {}", printable(&property.description));
    _ = writeln!(text, "{}", line.trim_end());
}

/// What stands below the line of a property.
pub(super) fn below(text: &mut String, property: &PropertyReport, styles: Styles, detail: Detail) {
    let mut add = |words: String| _ = writeln!(text, "{:VERDICT$}{words}", "");
    match &property.verdict {
        Verdict::Proved(proof) if detail == Detail::Verbose => {
            let place = |piece: &PieceReport| match &piece.rung {
                Some(rung) => format!("{} ({rung})", piece.region),
                None => piece.region.clone(),
            };
            let places: Vec<String> = property.pieces.iter().map(place).collect();
            let places = if places.is_empty() { String::new() } else { format!(" in {}", places.join(", ")) };
            let words = format!("{}{places}: {}", proof.verifier(), proof.grounds());
            add(styles.paint(Word::Aside, &printable(&words)));
            let assumed = |piece: &PieceReport| {
                let list = piece.assumed.join(", ");
                (!list.is_empty()).then(|| format!("behind these, which end an execution that violates them: {list}"))
            };
            for words in property.pieces.iter().flat_map(|piece| start(&piece.start).into_iter().chain(assumed(piece)))
            {
                add(styles.paint(Word::Aside, &printable(&format!("  {words}"))));
            }
        }
        Verdict::Proved(_) => {}
        Verdict::Violated(counterexample) => {
            trace(&property.trace, "violated here", styles, detail).into_iter().for_each(&mut add);
            match &counterexample.confirmation {
                Confirmation::NotTried => {}
                Confirmation::ByExecution(_) => add("confirmed by execution".to_owned()),
                Confirmation::Not(why) => add(printable(&format!("not confirmed by execution: {why}"))),
            }
            property.witness.iter().for_each(|file| add(printable(&format!("its witness is in {file}"))));
        }
        Verdict::Unknown(reason) => add(format!(
            "{} {}",
            printable(&match &property.cause {
                Some(cause) => format!("{reason}, at {cause}"),
                None => reason.to_string(),
            }),
            styles.paint(Word::Aside, &format!("[{}]", reason.code()))
        )),
    }
}

/// What a piece started from, in lines.
pub(super) fn start(start: &Start) -> Vec<String> {
    let replaced: Vec<&str> = start.replaced.iter().map(String::as_str).collect();
    let facts = (!start.facts.is_empty()).then(|| format!("at its start {}", start.facts.join(", ")));
    let replaced = (!replaced.is_empty()).then(|| format!("replaced by what they write: {}", replaced.join(", ")));
    let loops = start.loops.iter().map(|facts| format!("at any iteration of {facts}"));
    facts.into_iter().chain(loops).chain(start.pointers.iter().cloned()).chain(replaced).collect()
}

/// A line of a trace: one line of the source, and what happened there.
struct TraceLine {
    depth: usize,
    place: String,
    source: String,
    events: Vec<String>,
    violation: bool,
}

/// `end` says what happens in the last step.
pub(super) fn trace(steps: &[Step], end: &str, styles: Styles, detail: Detail) -> Vec<String> {
    let lines = trace_lines(steps, end);
    let code = |line: &TraceLine| format!("{:1$}{2} {3}", "", 2 * line.depth, line.place, line.source);
    let widths = lines.iter().map(|line| code(line).chars().count());
    let width = widths.filter(|width| *width <= WIDEST_SOURCE).max().unwrap_or(0);
    let mut shown: Vec<String> = lines
        .iter()
        .map(|line| {
            let events = shorten(line.events.join(", "), detail);
            let word = if line.violation { Word::Violated } else { Word::Heading };
            let line = format!("{:width$}  {}", code(line), styles.paint(word, &events));
            line.trim_end().to_owned()
        })
        .collect();
    let (first, last) = TRACE_LINES;
    if detail < Detail::Verbose && shown.len() > first + last + 1 {
        let left_out = shown.len() - first - last;
        let gap = format!("… {left_out} lines left out; --verbose shows them");
        shown.splice(first..first + left_out, [styles.paint(Word::Aside, &gap)]);
    }
    shown
}

/// Values of large objects are cut, unless everything is wanted.
fn shorten(events: String, detail: Detail) -> String {
    match events.char_indices().nth(WIDEST_EVENTS) {
        Some((at, _)) if detail < Detail::Verbose => format!("{}…", &events[..at]),
        _ => events,
    }
}

/// Steps at the same line of the same call become one line. A call shows the values of its parameters; one that does
/// nothing is left out.
fn trace_lines(steps: &[Step], end: &str) -> Vec<TraceLine> {
    let mut lines: Vec<TraceLine> = Vec::new();
    // For each call that has not returned whether it is shown: what starts the program is not the user's.
    let mut calls: Vec<bool> = Vec::new();
    let mut rest = steps.iter().peekable();
    while let Some(step) = rest.next() {
        let here = calls.iter().filter(|shown| **shown).count();
        let event = match &step.what {
            Happening::Return(_) => {
                calls.pop();
                continue;
            }
            Happening::Call(callee) => {
                let mut values = Vec::new();
                while let Some(value) = rest.peek().and_then(|next| parameter(step, callee, next)) {
                    values.push(value);
                    rest.next();
                }
                if values.is_empty() && rest.next_if(|next| next.what == Happening::Return(callee.clone())).is_some() {
                    continue;
                }
                calls.push(step.location.is_some());
                if step.location.is_none() {
                    continue;
                }
                match values.is_empty() {
                    true => format!("calls {callee}"),
                    false => format!("calls {callee} with {}", values.join(", ")),
                }
            }
            Happening::Assign { place, value } => format!("{place} = {value}"),
            Happening::Branch(_) => continue,
            Happening::Violation => end.to_owned(),
        };
        let place = match &step.location {
            Some(location) => format!("{}:{}:", location.file, location.line),
            None => format!("{}:", step.function),
        };
        let (event, place) = (printable(&event), printable(&place));
        let violation = step.what == Happening::Violation;
        match lines.last_mut() {
            Some(last) if last.depth == here && last.place == place && !violation => last.events.push(event),
            _ => lines.push(TraceLine {
                depth: here,
                place,
                source: printable(step.source.as_deref().unwrap_or_default()),
                events: vec![event],
                violation,
            }),
        }
    }
    lines
}

/// The value of a parameter, if this is the step after a call that gives it one.
fn parameter(call: &Step, callee: &str, step: &Step) -> Option<String> {
    let line = |step: &Step| step.location.as_ref().map(|location| (location.file.clone(), location.line));
    match &step.what {
        Happening::Assign { place, value } if step.function == callee && line(step) == line(call) => {
            Some(format!("{place} = {value}"))
        }
        _ => None,
    }
}

pub(super) fn assumptions(text: &mut String, assumptions: &[Assumed], styles: Styles, detail: Detail) {
    assumed(text, "These verdicts assume:", assumptions, styles, detail);
}

/// The same below another heading.
pub(super) fn assumed(text: &mut String, heading: &str, assumptions: &[Assumed], styles: Styles, detail: Detail) {
    if assumptions.is_empty() {
        return;
    }
    _ = writeln!(text, "{}", styles.paint(Word::Heading, heading));
    let limit = if detail == Detail::Verbose { usize::MAX } else { ASSUMPTIONS };
    for assumed in assumptions.iter().take(limit) {
        _ = match &assumed.location {
            Some(location) => writeln!(text, "  {}: {}", printable(&location.to_string()), printable(&assumed.text)),
            None => writeln!(text, "  {}", printable(&assumed.text)),
        };
    }
    if assumptions.len() > limit {
        _ = writeln!(text, "  and {} more; --verbose shows them", assumptions.len() - limit);
    }
}

/// The last line.
pub(super) fn summary(report: &Report, styles: Styles) -> String {
    let counts = report.counts();
    let count = |number: usize, word: Word, name: &str| match number {
        0 => None,
        _ => Some(styles.paint(word, &format!("{number} {name}"))),
    };
    let verdicts: Vec<String> = [
        count(counts.proved, Word::Proved, "proved"),
        count(counts.violated, Word::Violated, "violated"),
        count(counts.unknown, Word::Unknown, "unknown"),
    ]
    .into_iter()
    .flatten()
    .collect();
    let all = report.properties.len();
    let mut parts = vec![match all {
        0 => return "nothing to check".to_owned(),
        1 => format!("1 property: {}", verdicts.join(", ")),
        _ => format!("{all} properties: {}", verdicts.join(", ")),
    }];
    if report.interrupted {
        parts.push(styles.paint(Word::Violated, "interrupted"));
    }
    parts.extend(report.verifier.clone());
    parts.push(used(report.tasks, report.elapsed, &report.usage));
    parts.join(" · ")
}

fn used(tasks: u32, elapsed: Duration, usage: &Usage) -> String {
    let tasks = if tasks == 1 { "1 task".to_owned() } else { format!("{tasks} tasks") };
    let mebibyte = 1 << 20;
    let memory = if usage.memory >= mebibyte { usage.memory / mebibyte * mebibyte } else { usage.memory };
    format!("{tasks}, {} wall, {} CPU, {}", tenths(elapsed), tenths(usage.cpu), size(memory))
}

/// In tenths of a second: nothing is shown as no time.
pub(super) fn tenths(duration: Duration) -> String {
    seconds(Duration::from_millis((duration.as_millis() as u64).div_ceil(100) * 100))
}
