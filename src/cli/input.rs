//! The arguments that say what program to read; the same for every command.

use super::{UNUSABLE, output};
use crate::ctype::DataModel;
use crate::frontend::load::{self, Input, Loaded};
use crate::frontend::sema::{self, Dialect};
use crate::frontend::typed;
use crate::source::{Result, SourceMap};
use rayon::prelude::*;
use std::path::PathBuf;

#[derive(clap::Args)]
#[group(skip)]
pub(super) struct Args {
    /// C files (.c), preprocessed C files (.i) or SV-COMP tasks (.yml); several are linked to one program
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,

    /// The compiler to preprocess with [default: cc, gcc or clang, whichever there is]
    #[arg(long, value_name = "COMPILER")]
    cc: Option<String>,

    /// int, long and pointers have 32 bits (ILP32)
    #[arg(long = "32", conflicts_with = "lp64")]
    ilp32: bool,

    /// long and pointers have 64 bits (LP64); the default unless a task says otherwise
    #[arg(long = "64")]
    lp64: bool,

    /// A function that the program starts with; can be repeated [default: main]
    #[arg(long, value_name = "FUNC")]
    entry: Vec<String>,

    /// Flags for the compiler, such as -Iinclude -DDEBUG -std=c99
    #[arg(last = true, value_name = "C FLAGS")]
    flags: Vec<String>,
}

/// A program that has been read and typed.
pub(super) struct Typed {
    pub(super) map: SourceMap,
    pub(super) units: Vec<typed::Unit>,
    pub(super) entries: Vec<String>,
}

impl Args {
    pub(super) fn load(&self) -> Loaded {
        let model = match (self.ilp32, self.lp64) {
            (true, _) => Some(DataModel::Ilp32),
            (_, true) => Some(DataModel::Lp64),
            _ => None,
        };
        load::load(&Input { files: self.files.clone(), cc: self.cc.clone(), flags: self.flags.clone(), model })
    }

    /// Reads and types the program. What is wrong with it has been said when the exit code comes back.
    pub(super) fn typed(&self) -> std::result::Result<Typed, u8> {
        let loaded = self.load();
        if !loaded.errors.is_empty() {
            output::diagnostics(&loaded.map, &loaded.errors);
            return Err(UNUSABLE);
        }
        let dialect = Dialect { model: loaded.model, gnu89_inline: self.gnu89_inline() };
        // The parts are taken apart here: each syntax unit goes as soon as it has been typed.
        let results: Vec<Result<typed::Unit>> =
            loaded.units.into_par_iter().map(|unit| sema::analyse(unit.number(), dialect, &unit)).collect();
        let (units, errors): (Vec<_>, Vec<_>) = results.into_iter().partition(Result::is_ok);
        let errors: Vec<_> = errors.into_iter().filter_map(Result::err).collect();
        if !errors.is_empty() {
            output::diagnostics(&loaded.map, &errors);
            return Err(UNUSABLE);
        }
        let mut entries = self.entry.clone();
        if entries.is_empty() {
            let checks = loaded.tasks.iter().flat_map(|task| &task.properties).flat_map(|property| &property.checks);
            entries = checks.map(|check| check.entry.clone()).collect();
            entries.sort();
            entries.dedup();
        }
        Ok(Typed { map: loaded.map, units: units.into_iter().flatten().collect(), entries })
    }

    /// Before C99, and on request, `inline` meant something else.
    fn gnu89_inline(&self) -> bool {
        let mut old = false;
        for flag in &self.flags {
            match flag.as_str() {
                "-fgnu89-inline" => old = true,
                "-fno-gnu89-inline" => old = false,
                "-ansi" => old = true,
                _ => {
                    if let Some(standard) = flag.strip_prefix("-std=") {
                        old = ["89", "90", "199409"].iter().any(|year| standard.ends_with(year));
                    }
                }
            }
        }
        old
    }
}
