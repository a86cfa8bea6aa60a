//! Programs that are watched while they run: built, changed by a test, printed, compiled and run.

use super::{Options, Outcome, RUN_LIMIT, TOOL_LIMIT};
use qicc::cfa::{self, Cfa, Edge, LocId, Op, Program};
use qicc::ctype::DataModel;
use qicc::frontend::{load, sema};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

/// A program with all that it needs to run.
pub struct Source {
    files: Vec<PathBuf>,
    flags: Vec<String>,
    stdin: Vec<u8>,
    limit: Duration,
}

/// A program of a suite, for 64 bits.
pub fn of_file(path: &Path) -> Option<Source> {
    let options = Options::of(&fs::read(path).expect("a readable file"));
    if options.models.as_deref() == Some("32") {
        return None;
    }
    let with = path.with_file_name("with");
    let files = std::iter::once(path.to_path_buf()).chain(options.with.iter().map(|file| with.join(file))).collect();
    Some(Source { files, flags: options.flags, stdin: options.stdin, limit: RUN_LIMIT })
}

/// A random program, made in this folder.
pub fn of_csmith(csmith: &Path, seed: u64, folder: &Path) -> Option<Source> {
    let file = folder.join("program.c");
    let mut generate = Command::new(csmith.join("bin/csmith"));
    generate.current_dir(folder).args(["--seed", &seed.to_string(), "--quiet", "--output"]).arg(&file);
    generate.args(["--max-funcs", "6", "--max-block-depth", "4", "--max-pointer-depth", "4"]);
    let made = super::run(&mut generate, b"", RUN_LIMIT).success();
    let include = format!("-I{}", csmith.join("root/usr/include/csmith").display());
    let limit = Duration::from_secs(10);
    made.then(|| Source { files: vec![file], flags: vec![include], stdin: Vec::new(), limit })
}

impl Source {
    pub fn build(&self) -> Result<Program, String> {
        let model = DataModel::Lp64;
        let (files, flags) = (self.files.clone(), self.flags.clone());
        let loaded = load::load(&load::Input { files, cc: None, flags, model: Some(model) });
        if let Some(error) = loaded.errors.first() {
            return Err(error.message.clone());
        }
        let dialect = sema::Dialect { model, gnu89_inline: false };
        let units: Result<Vec<_>, _> =
            loaded.units.iter().map(|unit| sema::analyse(unit.number(), dialect, unit)).collect();
        units.and_then(|units| cfa::build(units, &cfa::Options::default())).map_err(|error| error.message)
    }

    /// Runs the program as it was changed, together with the one that records; gives the record, and how it ended.
    /// Programs may run for ever: what they did until then counts.
    pub fn run(&self, changed: &Program, recorder: &Path) -> Result<(String, Outcome), String> {
        cfa::check::check(changed)?;
        let options = qicc::emit::Options::default();
        let text = qicc::emit::print(changed, &Default::default(), &options);
        let folder = tempfile::tempdir().map_err(|error| error.to_string())?;
        let [source, binary, record] = ["p.c", "p", "record"].map(|name| folder.path().join(name));
        fs::write(&source, &text).map_err(|error| error.to_string())?;
        let mut compile = Command::new("gcc");
        compile.args(["-w", "-O0", "-fstack-reuse=none", "-ftrivial-auto-var-init=pattern", "-fno-merge-constants"]);
        compile.arg(&source).arg(recorder).args(["-lm", "-o"]).arg(&binary);
        let built = super::run(&mut compile, b"", TOOL_LIMIT);
        if !built.success() {
            return Err(format!("it does not compile:\n{}", built.stderr_text()));
        }
        let outcome = super::run(Command::new(&binary).env("QICC_RECORD", &record), &self.stdin, self.limit);
        let record = fs::read_to_string(&record).map_err(|error| format!("no record: {error}"))?;
        Ok((record, outcome))
    }
}

/// Adds edges one behind the other; gives the location behind the last.
pub fn chain(cfa: &mut Cfa, from: LocId, ops: Vec<Op>, span: qicc::source::Span) -> LocId {
    let mut at = from;
    for op in ops {
        let to = cfa.new_location();
        cfa.edges.push(Edge { from: at, to, op, span });
        at = to;
    }
    at
}
