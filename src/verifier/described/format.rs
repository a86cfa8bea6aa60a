//! The description of a verifier as it is written: a TOML file, read strictly.
//!
//! A key that nobody knows is an error, not a comment: whoever misspells `veto` would otherwise get proofs. What can be
//! wrong with the values themselves is found by [`super::spec`].

use crate::source::Diagnostic;
use serde::Deserialize;
use std::collections::BTreeMap;
use toml::Spanned;

/// A string that messages can point to.
pub(super) type Words = Spanned<String>;

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub(super) struct File {
    /// As on the command line: small letters, digits and `-`.
    pub(super) name: Words,
    /// For people.
    pub(super) title: String,
    /// What the program is called, the preferred name first.
    pub(super) programs: Spanned<Vec<String>>,
    /// A variable of the environment with the program, or with the folder that it is in.
    pub(super) variable: Option<String>,
    /// How one gets it, for whoever does not have it.
    pub(super) get: String,
    pub(super) dialect: DialectName,
    pub(super) version: Probe,
    pub(super) compile: Option<Compile>,
    pub(super) run: Run,
    pub(super) replay: Option<Replay>,
    pub(super) answer: Answer,
}

#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(super) enum DialectName {
    SvComp,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub(super) struct Probe {
    pub(super) args: Vec<String>,
    /// Its first group is the version.
    pub(super) pattern: Words,
    /// The first version that can be driven.
    pub(super) from: Option<Words>,
    /// The first version that is too new.
    pub(super) below: Option<Words>,
}

/// A program that translates the C text into what the verifier reads.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub(super) struct Compile {
    pub(super) programs: Spanned<Vec<String>>,
    pub(super) args: Vec<Argument>,
    /// The file that it makes.
    pub(super) makes: Words,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub(super) struct Run {
    pub(super) args: Spanned<Vec<Argument>>,
    /// The arguments that stand for `{model}`; a data model without them is not supported.
    pub(super) ilp32: Option<Vec<String>>,
    pub(super) lp64: Option<Vec<String>>,
    /// What is in the file `{property}`.
    pub(super) property: Option<Words>,
    #[serde(default)]
    pub(super) env: BTreeMap<String, String>,
    /// C that is put behind the program: what the verifier wants to be defined.
    pub(super) append: Option<String>,
    /// A function in that, by which all functions are defined that give arbitrary values.
    pub(super) input: Option<Words>,
    /// What is run is what [compile] made.
    #[serde(default)]
    pub(super) itself: bool,
    /// Files that it finds in its working directory.
    #[serde(default)]
    pub(super) files: BTreeMap<String, String>,
}

/// How the program is run again on what a test generator has found. Only what happens then is a verdict.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub(super) struct Replay {
    /// How the paths of the inputs begin.
    pub(super) inputs: Words,
    /// What is run is what [compile] made.
    pub(super) args: Vec<Argument>,
    /// Its groups `what` and `value` are inputs that the program has read.
    pub(super) read: Words,
}

/// An argument, or several that are left out together when a placeholder in them has no value.
#[derive(Clone, Debug, Deserialize)]
#[serde(untagged)]
pub(super) enum Argument {
    One(String),
    Group(Vec<String>),
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub(super) struct Answer {
    /// Where the last of several runs in one output begins; verdicts are looked for behind it.
    pub(super) last_run: Option<Words>,
    /// What makes any verdict worthless, in the order in which it is tried.
    #[serde(default)]
    pub(super) veto: Vec<Because>,
    /// No violation is possible. A verifier without it never proves anything.
    #[serde(rename = "true")]
    pub(super) safe: Option<Signs>,
    /// Some property is violated.
    #[serde(rename = "false")]
    pub(super) violated: Option<Signs>,
    /// Why there is no verdict, in the order in which it is tried.
    #[serde(default)]
    pub(super) unknown: Vec<Because>,
}

/// How a verdict is recognised: all of it must be there.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub(super) struct Signs {
    /// What makes the verdict complete, for the report.
    pub(super) grounds: Option<String>,
    /// The exit codes that go with it.
    pub(super) exit: Spanned<Vec<i32>>,
    /// Each matches standard output exactly once: the verdict itself.
    #[serde(default)]
    pub(super) once: Vec<Words>,
    #[serde(default)]
    pub(super) once_stderr: Vec<Words>,
    /// Each matches at least once: what a verdict rests on.
    #[serde(default)]
    pub(super) some: Vec<Words>,
    #[serde(default)]
    pub(super) some_stderr: Vec<Words>,
}

/// A reason, and what it is recognised by: everything that is given must match.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub(super) struct Because {
    pub(super) because: Spanned<Kind>,
    pub(super) stdout: Option<Words>,
    pub(super) stderr: Option<Words>,
    pub(super) exit: Option<Vec<i32>>,
    /// With `{name}` for what the group of that name has matched.
    #[serde(default)]
    pub(super) message: String,
    /// Only this verdict is worthless.
    pub(super) against: Option<Side>,
}

/// The reasons of [`crate::verifier::Reason`] that an output can give.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(super) enum Kind {
    NotSupported,
    GaveUp,
    Vacuous,
    OutOfMemory,
    Missing,
    NotAnswered,
    Failed,
    Bound,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(super) enum Side {
    True,
    False,
}

/// A description that is being read: its text, and what to call it in messages.
pub(super) struct Source<'a> {
    pub(super) file: &'a str,
    pub(super) text: &'a str,
}

impl Source<'_> {
    pub(super) fn parse(&self) -> Result<File, Diagnostic> {
        toml::from_str(self.text).map_err(|error| {
            let message = error.message().trim().replace('\n', "; ");
            let at = error.span().map_or(0, |span| span.start);
            self.wrong(at, &message, "verifiers/README.md describes the format")
        })
    }

    /// A message about the place at this byte of the text.
    pub(super) fn wrong(&self, at: usize, what: &str, help: &str) -> Diagnostic {
        let line = self.text.bytes().take(at).filter(|byte| *byte == b'\n').count() + 1;
        Diagnostic::new("verifier-description", format!("{}:{line}: {what}", self.file)).help(help)
    }
}
