//! Command lines for CBMC and its compiler, and what the versions do differently.
//!
//! CBMC starts gcc on every run to ask it about itself, even when there is nothing to preprocess; that takes longer
//! than a small task. So both programs get a PATH on which there is nothing. What they then take for granted (x86,
//! signed `char`, IEEE floats) is what our data models say. Two things are lost: the names of gcc's additional floating
//! types, and the models of library functions ([`super::library`]). A text that has one of them gets gcc.

use super::bounds::Bounds;
use super::library::Complete;
use super::session::Source;
use crate::ctype::DataModel;
use crate::verifier::{End, Ended, Invocation, Reason, Text};
use std::io::BufRead;
use std::path::{Path, PathBuf};

/// The text, in the working directory. It is preprocessed, as its name says.
pub(super) const TEXT: &str = "program.i";
/// The goto binary made of it, in the folder that the tasks share.
pub(super) const BINARY: &str = "program.gb";

/// A version of CBMC.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Version {
    pub(super) major: u32,
    pub(super) minor: u32,
    /// `6.6.0`.
    pub(super) text: String,
}

impl Version {
    /// From what `cbmc --version` prints: `6.6.0 (cbmc-6.6.0)`.
    pub(super) fn parse(said: &str) -> Option<Version> {
        let text = said.split_whitespace().next()?;
        let mut numbers = text.split(['.', '-']).map(str::parse);
        let (major, minor) = (numbers.next()?.ok()?, numbers.next()?.ok()?);
        Some(Version { major, minor, text: text.to_owned() })
    }

    pub(super) fn is_driven(&self) -> bool {
        self.major == 6 || self.major == 5 && self.minor >= 12
    }
}

/// What all versions know: our assertions, nothing else, and the ends of loops.
const COMMON: &[&str] = &["--json-ui", "--drop-unused-functions", "--no-built-in-assertions"];

/// Version 6 checks many things unless told not to, and its `malloc` fails only when told to. That of version 5 never
/// does; the printer wraps both.
const SIX: &[&str] = &["--no-standard-checks", "--malloc-may-fail", "--malloc-fail-null"];

/// Version 5 takes every backward jump over one instruction for a loop that does nothing and forgets everything behind
/// it: `do i = i - 1; while (i > 0);` never ends for it, and all that follows is `SUCCESS`.
const FIVE: &[&str] = &["--no-self-loops-to-assumptions"];

/// What a run is for.
#[derive(Clone, Copy, Debug)]
pub(super) enum Purpose<'a> {
    /// The verdicts.
    Check,
    /// Executions that violate these properties, named as CBMC does, with every assignment in them.
    Trace(&'a [String]),
}

/// What one run is about.
pub(super) struct Run<'a> {
    pub(super) text: &'a Complete,
    pub(super) source: &'a Source,
    pub(super) model: DataModel,
    /// Elements of arrays are not followed one by one: that pays where their values are known, and is dear where an
    /// arbitrary index may be any of them.
    pub(super) arbitrary: bool,
    pub(super) entry: &'a str,
    pub(super) bounds: &'a Bounds,
    /// How many bits of a pointer say which object it points to, if not as many as usual.
    pub(super) object_bits: Option<u32>,
    pub(super) purpose: Purpose<'a>,
}

/// How to run one CBMC.
pub(super) struct Command {
    program: PathBuf,
    /// Behind the flags that all versions have.
    own: &'static [&'static str],
}

impl Command {
    pub(super) fn new(program: PathBuf, version: &Version) -> Command {
        Command { program, own: if version.major == 5 { FIVE } else { SIX } }
    }

    /// Version 5 loses what is written through pointers that came to allocated memory with a whole record, and takes
    /// one for another in a record that was assigned to a part of a union.
    pub(super) fn loses_records(&self) -> bool {
        self.own == FIVE
    }

    /// Makes the goto binary, where the compiler of the same install can be named.
    pub(super) fn compile(&self, text: &Text) -> Option<Invocation> {
        if !self.program.is_absolute() {
            return None;
        }
        let model = match text.model {
            DataModel::Ilp32 => "-m32",
            DataModel::Lp64 => "-m64",
        };
        let args = [model, "-c", TEXT, "-o", BINARY].map(str::to_owned);
        Some(Invocation {
            program: self.program.with_file_name("goto-cc"),
            args: args.into(),
            // Models are put in by the checker.
            env: if has_gcc_types(&text.printed.text) { vec![] } else { hidden(&self.program) },
            files: vec![(TEXT.into(), Complete::new(&text.printed).text)],
        })
    }

    /// A run on a text or on the binary made of it.
    pub(super) fn run(&self, run: &Run<'_>) -> Invocation {
        let mut args: Vec<String> = COMMON.iter().chain(self.own).map(|flag| flag.to_string()).collect();
        match run.purpose {
            Purpose::Check => args.extend(["--unwinding-assertions", "--slice-formula"].map(str::to_owned)),
            Purpose::Trace(names) => {
                args.push("--trace".into());
                args.extend(names.iter().flat_map(|name| ["--property".to_owned(), name.clone()]));
            }
        }
        if run.arbitrary {
            args.push("--no-array-field-sensitivity".into());
        }
        args.extend(["--function".to_owned(), run.text.start(run.entry)]);
        args.extend(run.bounds.flags());
        if let Some(bits) = run.object_bits {
            args.extend(["--object-bits".to_owned(), bits.to_string()]);
        }
        let mut files = Vec::new();
        match run.source {
            Source::Binary(path) => args.push(path.to_string_lossy().into_owned()),
            Source::Text => {
                let model = match run.model {
                    DataModel::Ilp32 => "--32",
                    DataModel::Lp64 => "--64",
                };
                args.extend([model.to_owned(), TEXT.to_owned()]);
                files.push((TEXT.into(), run.text.text.clone()));
            }
        }
        let gcc = run.text.models || has_gcc_types(&run.text.text);
        let env = if gcc { vec![] } else { hidden(&self.program) };
        Invocation { program: self.program.clone(), args, env, files }
    }
}

/// Asks for the version; in the same environment as all other runs, so that a program that needs more says so at once.
pub(super) fn version(program: &Path) -> Invocation {
    Invocation { program: program.to_owned(), args: vec!["--version".into()], env: hidden(program), files: vec![] }
}

/// An environment without gcc. A program that is looked up in PATH needs PATH.
fn hidden(program: &Path) -> Vec<(String, Option<String>)> {
    if program.is_absolute() { vec![("PATH".into(), Some("/nonexistent".into()))] } else { vec![] }
}

/// Whether the text has words that CBMC knows only after it has asked gcc for its version.
fn has_gcc_types(text: &str) -> bool {
    text.contains("_Float") || text.contains("__float")
}

/// Whether the compiler did its work. When there is no compiler, the tasks take the text.
pub(super) fn compiled(ended: &Ended) -> Result<(), Reason> {
    match ended.how {
        End::Exit(0) | End::NotStarted { .. } => Ok(()),
        End::Exit(code) => Err(refused(code, &first_error(ended))),
        _ => Err(Reason::of_end(&ended.how, &ended.limits).unwrap_or(Reason::NotAnswered)),
    }
}

/// Why a run that gave an exit code for failures, and these words, has no answer.
pub(super) fn refused(code: i32, message: &str) -> Reason {
    let lower = message.to_lowercase();
    if lower.contains("out of memory") || lower.contains("bad_alloc") {
        return Reason::OutOfMemory;
    }
    match code {
        // A shell that started the program says so when a signal killed it; 15 is CBMC's own word for SIGTERM.
        129..=192 => Reason::Crashed(code - 128),
        15 => Reason::Crashed(15),
        // Errors in the program, as CBMC sees it, come with the words.
        1 | 6 if lower.contains("error") || lower.contains("line ") => Reason::Unsupported(message.to_owned()),
        _ => Reason::Failed { code, message: message.to_owned() },
    }
}

/// The first line about an error that a program printed.
fn first_error(ended: &Ended) -> String {
    let Ok(reader) = ended.read_stderr() else { return String::new() };
    let lines: Vec<String> = reader.lines().take(200).map_while(Result::ok).collect();
    let error = lines.iter().find(|line| line.to_lowercase().contains("error"));
    error.or_else(|| lines.iter().find(|line| !line.trim().is_empty())).map_or(String::new(), |line| line.trim().into())
}
