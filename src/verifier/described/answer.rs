//! What an output says: exactly one verdict with all of its signs, or the reason why there is none.
//!
//! The order matters. A veto beats every verdict. Two verdicts are a contradiction, even where one of them lacks some
//! of its signs. A verdict counts only with all of its signs and an exit code that goes with it. A program's own words
//! can appear in an output, so patterns are tried line by line (`^` and `$` match at every line).

use super::command::replace;
use super::format::{Kind, Side};
use crate::verifier::Reason;
use regex::{Captures, Regex};
use std::collections::BTreeMap;

/// Longer words of a verifier are cut.
const WORDS: usize = 300;

#[derive(Debug)]
pub(super) struct Rules {
    pub(super) last_run: Option<Regex>,
    pub(super) vetoes: Vec<Because>,
    pub(super) safe: Option<Signs>,
    pub(super) violated: Option<Signs>,
    pub(super) unknown: Vec<Because>,
}

#[derive(Debug)]
pub(super) struct Signs {
    pub(super) exits: Vec<i32>,
    pub(super) once: Vec<Sign>,
    pub(super) some: Vec<Sign>,
}

#[derive(Debug)]
pub(super) struct Sign {
    pub(super) stderr: bool,
    pub(super) pattern: Regex,
}

#[derive(Debug)]
pub(super) struct Because {
    pub(super) kind: Kind,
    pub(super) stdout: Option<Regex>,
    pub(super) stderr: Option<Regex>,
    pub(super) exits: Option<Vec<i32>>,
    pub(super) message: String,
    pub(super) against: Option<Side>,
}

/// What a process said, and its exit code.
#[derive(Clone, Copy, Debug)]
pub(super) struct Said<'a> {
    pub(super) stdout: &'a str,
    pub(super) stderr: &'a str,
    pub(super) exit: i32,
}

#[derive(Clone, Debug, PartialEq)]
pub(super) enum Finding {
    Safe,
    /// With the line of the text where the violation is, if the verifier says so.
    Violated(Option<u32>),
    /// With the line of the text that the reason is about, if it is about one.
    Unknown(Reason, Option<u32>),
}

/// How much of a verdict is there.
#[derive(PartialEq)]
enum Claim {
    Nothing,
    /// The verdict, but not all that it rests on: what is missing.
    Partial(String),
    /// The verdict twice, or with the wrong exit code.
    Worthless(Reason),
    /// All of it, with the line that it names.
    Complete(Option<u32>),
}

impl Rules {
    pub(super) fn understand(&self, said: Said) -> Finding {
        let last = self.last_run(said);
        if let Some(found) = self.vetoes.iter().filter(|veto| veto.against.is_none()).find_map(|veto| veto.find(last)) {
            return found;
        }
        if let Some(reason) = self.contradiction(said) {
            return Finding::Unknown(reason, None);
        }
        let mut trouble = None;
        for (signs, side) in [(&self.safe, Side::True), (&self.violated, Side::False)] {
            let Some(signs) = signs else { continue };
            let claim = signs.check(last);
            let mut vetoes = self.vetoes.iter().filter(|veto| veto.against == Some(side));
            if let Some(found) = vetoes.find_map(|veto| veto.find(last)).filter(|_| claim != Claim::Nothing) {
                return found;
            }
            match claim {
                Claim::Nothing => {}
                Claim::Complete(_) if side == Side::True => return Finding::Safe,
                Claim::Complete(line) => return Finding::Violated(line),
                Claim::Worthless(reason) => return Finding::Unknown(reason, None),
                Claim::Partial(missing) => trouble = trouble.or(Some(missing)),
            }
        }
        if let Some(found) = self.unknown.iter().find_map(|because| because.find(last)) {
            return found;
        }
        Finding::Unknown(self.no_verdict(said, trouble), None)
    }

    /// Why a process that is not asked for a verdict went wrong, if it says something that we know.
    pub(super) fn explain(&self, said: Said) -> Option<Reason> {
        self.vetoes.iter().chain(&self.unknown).find_map(|because| match because.find(said)? {
            Finding::Unknown(reason, _) => Some(reason),
            _ => None,
        })
    }

    fn last_run<'a>(&self, said: Said<'a>) -> Said<'a> {
        let start = self.last_run.as_ref().and_then(|pattern| pattern.find_iter(said.stdout).last());
        Said { stdout: start.map_or(said.stdout, |found| &said.stdout[found.end()..]), ..said }
    }

    /// Signs of both verdicts, wherever they are in the output. What a violation rests on speaks against a proof; what
    /// a proof rests on does not speak against a violation, since other properties may hold.
    fn contradiction(&self, said: Said) -> Option<Reason> {
        let (safe, violated) = (self.safe.as_ref()?, self.violated.as_ref()?);
        let shared = |sign: &Sign| {
            let same = |other: &Sign| other.stderr == sign.stderr && other.pattern.as_str() == sign.pattern.as_str();
            safe.once.iter().chain(&safe.some).any(same)
        };
        let yes = safe.once.iter().find_map(|sign| sign.first(said))?;
        let mut against = violated.once.iter().chain(&violated.some).filter(|sign| !shared(sign));
        let no = against.find_map(|sign| sign.first(said))?;
        Some(Reason::Contradiction(format!("it says both \"{}\" and \"{}\"", words(yes), words(no))))
    }

    fn no_verdict(&self, said: Said, trouble: Option<String>) -> Reason {
        let expected = [&self.safe, &self.violated].into_iter().flatten().any(|signs| signs.exits.contains(&said.exit));
        match trouble {
            _ if !expected => Reason::Failed { code: said.exit, message: last_words(said) },
            Some(trouble) => Reason::Garbled(trouble),
            None => Reason::Garbled("there is no verdict in it".into()),
        }
    }
}

impl Signs {
    fn check(&self, said: Said) -> Claim {
        let mut line = None;
        let mut present = None;
        let mut missing = None;
        for (sign, once) in self.once.iter().map(|sign| (sign, true)).chain(self.some.iter().map(|sign| (sign, false)))
        {
            let mut found = sign.pattern.captures_iter(sign.stream(said));
            let Some(captures) = found.next() else {
                missing = missing.or(Some(sign));
                continue;
            };
            line = line.or(line_of(&captures));
            // What a verdict rests on appears without a verdict, too.
            if once {
                present = present.or(captures.get(0).map(|all| all.as_str()));
            }
            if once && found.next().is_some() {
                let twice = format!("it says \"{}\" more than once", words(&captures[0]));
                return Claim::Worthless(Reason::Garbled(twice));
            }
        }
        match (missing, present) {
            (_, None) => Claim::Nothing,
            (Some(sign), Some(present)) => {
                Claim::Partial(format!("it says \"{}\", but nothing like {}", words(present), sign.pattern))
            }
            (None, Some(_)) if self.exits.contains(&said.exit) => Claim::Complete(line),
            (None, Some(present)) => {
                let message = format!("it says \"{}\" all the same", words(present));
                Claim::Worthless(Reason::Failed { code: said.exit, message })
            }
        }
    }
}

impl Sign {
    fn stream<'a>(&self, said: Said<'a>) -> &'a str {
        if self.stderr { said.stderr } else { said.stdout }
    }

    fn first<'a>(&self, said: Said<'a>) -> Option<&'a str> {
        self.pattern.find(self.stream(said)).map(|found| found.as_str())
    }
}

impl Because {
    fn find(&self, said: Said) -> Option<Finding> {
        if self.exits.as_ref().is_some_and(|exits| !exits.contains(&said.exit)) {
            return None;
        }
        let mut values = BTreeMap::new();
        let mut line = None;
        for (pattern, text) in [(&self.stdout, said.stdout), (&self.stderr, said.stderr)] {
            let Some(pattern) = pattern else { continue };
            let captures = pattern.captures(text)?;
            line = line.or(line_of(&captures));
            for name in pattern.capture_names().flatten() {
                values.insert(name, captures.name(name).map_or(String::new(), |group| words(group.as_str())));
            }
        }
        let message = replace(&self.message, &values).unwrap_or_default();
        let number = |name: &str| values.get(name).and_then(|digits| digits.parse().ok()).unwrap_or(0);
        let reason = match self.kind {
            Kind::NotSupported => Reason::Unsupported(message),
            Kind::GaveUp => Reason::GaveUp(message),
            Kind::Vacuous => Reason::Vacuous(message),
            Kind::OutOfMemory => Reason::OutOfMemory,
            Kind::Missing => Reason::Missing { program: values.get("program").cloned().unwrap_or_default(), message },
            Kind::NotAnswered => Reason::NotAnswered,
            Kind::Failed => Reason::Failed { code: said.exit, message },
            Kind::Bound => Reason::Bound(number("bound")),
        };
        Some(Finding::Unknown(reason, line))
    }
}

/// The number that the group `line` has matched. Verifiers say 0 or -1 when they know no line.
fn line_of(captures: &Captures) -> Option<u32> {
    captures.name("line")?.as_str().parse().ok().filter(|line| *line > 0)
}

/// A verifier's words on one line, of bearable length.
fn words(text: &str) -> String {
    let mut line = text.split_whitespace().collect::<Vec<_>>().join(" ");
    if let Some((end, _)) = line.char_indices().nth(WORDS) {
        line.truncate(end);
        line.push('…');
    }
    line
}

/// The last line that is not empty: where most programs say what went wrong.
pub(super) fn last_words(said: Said) -> String {
    let last = |text: &str| text.lines().rev().map(words).find(|line| !line.is_empty());
    last(said.stderr).or_else(|| last(said.stdout)).unwrap_or_default()
}
