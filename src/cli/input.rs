//! The arguments that say what program to read; the same for every command.

use super::{UNUSABLE, output};
use crate::cfa::{self, Program};
use crate::ctype::DataModel;
use crate::frontend::load::{self, Input, Loaded};
use crate::frontend::sema::{self, Dialect};
use crate::frontend::task::{Property, Task};
use crate::frontend::typed;
use crate::source::{Diagnostic, Result, SourceMap};
use crate::witness::file;
use rayon::prelude::*;
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

#[derive(Clone, clap::Args)]
#[command(next_help_heading = "Program")]
#[group(skip)]
pub(super) struct Args {
    /// C files (.c), preprocessed C files (.i) or SV-COMP tasks (.yml); several are linked to one program
    #[arg(required = true, value_name = "FILE", help_heading = None, value_hint = clap::ValueHint::FilePath)]
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
    #[arg(last = true, value_name = "C FLAGS", help_heading = None)]
    flags: Vec<String>,
}

/// A program with where it comes from.
pub(super) struct Built {
    pub(super) map: SourceMap,
    pub(super) program: Program,
    /// The tasks among the files.
    pub(super) tasks: Vec<Task>,
}

impl Args {
    /// One file as it is.
    pub(super) fn of(file: &Path) -> Args {
        Args { files: vec![file.to_owned()], cc: None, ilp32: false, lp64: false, entry: Vec::new(), flags: Vec::new() }
    }

    pub(super) fn load(&self) -> Loaded {
        self.load_as(None)
    }

    /// The same with a data model, unless the command line has one.
    pub(super) fn load_as(&self, otherwise: Option<DataModel>) -> Loaded {
        let model = match (self.ilp32, self.lp64) {
            (true, _) => Some(DataModel::Ilp32),
            (_, true) => Some(DataModel::Lp64),
            _ => otherwise,
        };
        load::load(&Input { files: self.files.clone(), cc: self.cc.clone(), flags: self.flags.clone(), model })
    }

    /// The folder, if one is given instead of files.
    pub(super) fn folder(&self) -> Option<&Path> {
        match self.files.as_slice() {
            [folder] if folder.is_dir() => Some(folder),
            _ => None,
        }
    }

    /// As arguments again, but for the files and the C flags.
    pub(super) fn words(&self) -> Vec<String> {
        let mut words = Vec::new();
        words.extend(self.cc.iter().flat_map(|cc| ["--cc".to_owned(), cc.clone()]));
        words.extend(
            [(self.ilp32, "--32"), (self.lp64, "--64")].iter().filter(|(is, _)| *is).map(|(_, word)| word.to_string()),
        );
        words.extend(self.entry.iter().flat_map(|entry| ["--entry".to_owned(), entry.clone()]));
        words
    }

    pub(super) fn flags(&self) -> Vec<String> {
        self.flags.clone()
    }

    /// The files as they were given.
    pub(super) fn names(&self) -> Vec<String> {
        self.files.iter().map(|file| file.to_string_lossy().into_owned()).collect()
    }

    /// The files of C: those that tasks name stand for the tasks.
    pub(super) fn texts(&self) -> Result<Vec<PathBuf>> {
        let is_task = |file: &Path| file.extension().is_some_and(|extension| extension == "yml" || extension == "yaml");
        let mut texts = Vec::new();
        for file in &self.files {
            match is_task(file) {
                true => texts.extend(Task::read(file)?.files),
                false => texts.push(file.clone()),
            }
        }
        Ok(texts)
    }

    /// For `FILE… WITNESS`: the last file, and the program that is made of those in front of it.
    pub(super) fn and_witness(&self) -> Result<(PathBuf, Args)> {
        if self.files.len() < 2 {
            let message = "a program and a witness are needed";
            return Err(Diagnostic::new("input", message).help("the witness comes last: main.c witness.graphml"));
        }
        let (witness, files) = file::among(self.files.clone(), self.files.len() - 1);
        Ok((witness, Args { files, ..self.clone() }))
    }

    /// For `WITNESS [FILE…]`: the first file, and the program that is made of those behind it, if there are any.
    pub(super) fn witness_and(&self) -> (PathBuf, Option<Args>) {
        let (witness, files) = file::among(self.files.clone(), 0);
        (witness, (!files.is_empty()).then(|| Args { files, ..self.clone() }))
    }

    /// For `FILE:LINE [FILE…]`: the place, and the files that the program is made of, which is FILE if no others are
    /// given.
    pub(super) fn at_a_place(&self) -> Result<(PathBuf, u32, Args)> {
        let first = self.files[0].to_string_lossy().into_owned();
        let place = first.rsplit_once(':').and_then(|(file, line)| Some((PathBuf::from(file), line.parse().ok()?)));
        let (file, line) = place.ok_or_else(|| {
            Diagnostic::new("input", format!("`{first}` is no place")).help("write the file and the line: main.c:12")
        })?;
        let files = if self.files.len() == 1 { vec![file.clone()] } else { self.files[1..].to_vec() };
        Ok((file, line, Args { files, ..self.clone() }))
    }

    /// Reads the program and builds its automaton. What is wrong with it has been said when the exit code comes back.
    pub(super) fn build(&self, library: bool) -> std::result::Result<Built, u8> {
        self.check_flags()?;
        let loaded = self.load();
        let fail = |map: &SourceMap, errors: &[Diagnostic]| {
            output::diagnostics(map, errors);
            Err(UNUSABLE)
        };
        if !loaded.errors.is_empty() {
            return fail(&loaded.map, &loaded.errors);
        }
        let dialect = self.dialect(loaded.model);
        // Each syntax unit goes as soon as it has been typed.
        let results: Vec<Result<typed::Unit>> =
            loaded.units.into_par_iter().map(|unit| sema::analyse(unit.number(), dialect, &unit)).collect();
        let (units, errors): (Vec<_>, Vec<_>) = results.into_iter().partition(Result::is_ok);
        let errors: Vec<_> = errors.into_iter().filter_map(Result::err).collect();
        if !errors.is_empty() {
            return fail(&loaded.map, &errors);
        }
        let options = self.options(&loaded.tasks, library);
        match cfa::build(units.into_iter().flatten().collect(), &options) {
            Ok(program) => Ok(Built { map: loaded.map, program, tasks: loaded.tasks }),
            Err(error) => fail(&loaded.map, &[error]),
        }
    }

    /// What changes the meaning of the program's text.
    pub(super) fn dialect(&self, model: DataModel) -> Dialect {
        Dialect { model, gnu89_inline: self.gnu89_inline() }
    }

    /// The exit code if a C flag cannot be followed.
    pub(super) fn check_flags(&self) -> std::result::Result<(), u8> {
        if let Some(flag) = self.flags.iter().find(|flag| changes_the_language(flag)) {
            let message = format!("`{flag}` changes what the program means, and qicc does not follow it");
            let help = if flag.starts_with("-m") {
                "use --32 for 32 bits"
            } else {
                "leave it out if the program does not depend on it"
            };
            output::diagnostics(&SourceMap::default(), &[Diagnostic::new("flag", message).help(help)]);
            return Err(UNUSABLE);
        }
        Ok(())
    }

    /// What the command line and the tasks ask for.
    pub(super) fn options(&self, tasks: &[Task], library: bool) -> cfa::Options {
        let checks = || tasks.iter().flat_map(|task| &task.properties).flat_map(|property| &property.checks);
        let entries: BTreeSet<String> = match self.entry.as_slice() {
            [] => checks().map(|check| check.entry.clone()).collect(),
            given => given.iter().cloned().collect(),
        };
        let error_functions: BTreeSet<String> = checks()
            .filter_map(|check| match &check.property {
                Property::UnreachCall(function) => Some(function.clone()),
                _ => None,
            })
            .collect();
        let (entries, error_functions) = (entries.into_iter().collect(), error_functions.into_iter().collect());
        cfa::Options { entries, library, error_functions, in_place: false }
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

/// Whether a C flag changes the sizes of types, the values of literals or what arithmetic does.
fn changes_the_language(flag: &str) -> bool {
    const EXACT: [&str; 19] = [
        "-m16",
        "-m32",
        "-mx32",
        "-funsigned-char",
        "-fno-signed-char",
        "-funsigned-bitfields",
        "-fno-signed-bitfields",
        "-fshort-enums",
        "-fshort-wchar",
        "-fshort-double",
        "-fsingle-precision-constant",
        "-ffast-math",
        "-funsafe-math-optimizations",
        "-fassociative-math",
        "-freciprocal-math",
        "-ffinite-math-only",
        "-Ofast",
        "-frounding-math",
        "-mms-bitfields",
    ];
    const STARTS: [&str; 4] = ["-fpack-struct", "-mlong-double", "-fexec-charset", "-fwide-exec-charset"];
    EXACT.contains(&flag) || STARTS.iter().any(|start| flag.starts_with(start))
}
