//! What `qicc doctor` found: which verifiers are here, and what they make of three tiny programs.

use super::style::{Styles, Word, printable};
use crate::verifier::{Grade, Reason, Trial, Usage, Verdict};
use serde::Serialize;
use std::fmt::Write as _;

/// One verifier on this machine.
#[derive(Clone, Debug)]
pub struct Checkup {
    /// As on the command line.
    pub name: String,
    /// Where it is; its bare name when it was not found.
    pub program: String,
    /// How to get it.
    pub get: String,
    /// With the version, or why it cannot be used.
    pub title: Result<String, Reason>,
    /// Whether it ever says that a property holds.
    pub proves: bool,
    /// What it answered.
    pub answers: Vec<(Trial, Verdict, Usage)>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Health {
    Works,
    NotInstalled,
    /// It is there, and cannot be used, or does not answer.
    Fails,
    /// It gave a wrong answer.
    Wrong,
}

impl Checkup {
    pub fn health(&self) -> Health {
        match &self.title {
            Err(Reason::Missing { .. }) => return Health::NotInstalled,
            Err(_) => return Health::Fails,
            Ok(_) => {}
        }
        match self.answers.iter().map(|(trial, verdict, _)| trial.grade(verdict, self.proves)).max() {
            None | Some(Grade::Right) => Health::Works,
            Some(Grade::Silent) => Health::Fails,
            Some(Grade::Wrong) => Health::Wrong,
        }
    }
}

impl Health {
    /// A short stable name, for scripts.
    fn code(self) -> &'static str {
        match self {
            Health::Works => "works",
            Health::NotInstalled => "not-installed",
            Health::Fails => "fails",
            Health::Wrong => "wrong",
        }
    }

    fn word(self) -> &'static str {
        match self {
            Health::Works => "works",
            Health::NotInstalled => "not installed",
            Health::Fails => "fails",
            Health::Wrong => "WRONG",
        }
    }

    fn style(self) -> Word {
        match self {
            Health::Works => Word::Proved,
            Health::NotInstalled => Word::Aside,
            Health::Fails => Word::Unknown,
            Health::Wrong => Word::Violated,
        }
    }
}

/// One verifier as lines of text.
pub fn checkup_text(checkup: &Checkup, styles: Styles) -> String {
    let health = checkup.health();
    let title = match &checkup.title {
        Ok(title) => format!("{title}, {}", checkup.program),
        Err(reason @ Reason::Missing { .. }) => format!("{reason}; {}", checkup.get),
        Err(reason) => reason.to_string(),
    };
    let gap = " ".repeat(15 - health.word().len());
    let word = styles.paint(health.style(), health.word());
    let mut text = format!("{:<11} {word}{gap}{}\n", checkup.name, printable(&title));
    for (trial, verdict, usage) in &checkup.answers {
        let style = match trial.grade(verdict, checkup.proves) {
            Grade::Right => Word::Proved,
            Grade::Silent => Word::Unknown,
            Grade::Wrong => Word::Violated,
        };
        let reason = match verdict {
            Verdict::Unknown(reason) => format!(" ({})", printable(&reason.to_string())),
            Verdict::Proved(_) | Verdict::Violated(_) => String::new(),
        };
        let wrong = match trial.grade(verdict, checkup.proves) {
            Grade::Right => String::new(),
            Grade::Silent | Grade::Wrong => format!(", expected {}", trial.expected(checkup.proves)),
        };
        let (name, word) = (trial.name(), styles.paint(style, verdict.word()));
        _ = writeln!(text, "{:12}{name:<8}{word} in {:.1} s{wrong}{reason}", "", usage.wall.as_secs_f64());
    }
    text
}

/// All of them as JSON with a newline at the end.
pub fn checkups_json(checkups: &[Checkup]) -> String {
    let verifiers = checkups.iter().map(|checkup| Verifier {
        name: &checkup.name,
        program: &checkup.program,
        get: &checkup.get,
        health: checkup.health().code(),
        title: checkup.title.as_deref().ok(),
        reason: checkup.title.as_ref().err().map(reason),
        programs: checkup.answers.iter().map(|answer| program(answer, checkup.proves)).collect(),
    });
    let all = All { schema: super::SCHEMA, qicc: env!("CARGO_PKG_VERSION"), verifiers: verifiers.collect() };
    // Strings and numbers cannot fail to be written.
    serde_json::to_string_pretty(&all).unwrap_or_default() + "\n"
}

fn program((trial, verdict, usage): &(Trial, Verdict, Usage), proves: bool) -> Program {
    let unknown = match verdict {
        Verdict::Unknown(why) => Some(reason(why)),
        Verdict::Proved(_) | Verdict::Violated(_) => None,
    };
    Program {
        name: trial.name(),
        expected: trial.expected(proves),
        verdict: verdict.word(),
        reason: unknown,
        wall: usage.wall.as_secs_f64(),
        cpu: usage.cpu.as_secs_f64(),
        memory: usage.memory,
    }
}

fn reason(reason: &Reason) -> Why {
    Why { code: reason.code(), text: reason.to_string() }
}

#[derive(Serialize)]
struct All<'a> {
    schema: u32,
    qicc: &'static str,
    verifiers: Vec<Verifier<'a>>,
}

#[derive(Serialize)]
struct Verifier<'a> {
    name: &'a str,
    program: &'a str,
    get: &'a str,
    health: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    title: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    reason: Option<Why>,
    programs: Vec<Program>,
}

#[derive(Serialize)]
struct Program {
    name: &'static str,
    expected: &'static str,
    verdict: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    reason: Option<Why>,
    wall: f64,
    cpu: f64,
    memory: u64,
}

#[derive(Serialize)]
struct Why {
    code: &'static str,
    text: String,
}
