//! What running programs do is what the pointer analysis says: every pointer seen is in its points-to set, every write is
//! in the write set of its edge and of every function that is active.
//!
//! Programs are instrumented, compiled with what is uninitialised filled with a pattern, and run; the record is then
//! held against the sets. The programs are those of `data/pointers` and `data/semantics`, and random ones of csmith. Those of
//! `data/pointers` also have what `qicc pointers` prints beside them.

#[path = "../common/mod.rs"]
mod common;
mod instrument;
mod replay;

use common::{Options, RUN_LIMIT, TOOL_LIMIT};
use libtest_mimic::{Arguments, Failed, Trial};
use qicc::cfa::{self, Program};
use qicc::ctype::DataModel;
use qicc::frontend::{load, sema};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

static POINTERS: AtomicUsize = AtomicUsize::new(0);
static NARROW: AtomicUsize = AtomicUsize::new(0);
static WRITES: AtomicUsize = AtomicUsize::new(0);

/// How many random programs are tried.
const RANDOM: u64 = 40;

fn main() {
    let mut trials = Vec::new();
    for suite in ["pointers", "semantics"] {
        for path in common::files(suite, "c") {
            trials.push(Trial::test(format!("{suite}::{}", common::stem(&path)), move || file(&path)));
        }
    }
    for path in common::files("pointers", "c") {
        trials.push(Trial::test(format!("printed::{}", common::stem(&path)), move || printed(&path)));
    }
    if let Some(csmith) = common::fetch("csmith") {
        for seed in 1..=RANDOM {
            let csmith = csmith.clone();
            trials.push(Trial::test(format!("csmith::{seed}"), move || random(&csmith, seed)));
        }
    }
    let conclusion = libtest_mimic::run(&Arguments::from_args(), trials);
    let count = |counter: &AtomicUsize| counter.load(Ordering::Relaxed);
    println!(
        "{} pointers checked, {} of them against sets that exclude most; {} writes",
        count(&POINTERS),
        count(&NARROW),
        count(&WRITES)
    );
    conclusion.exit();
}

fn file(path: &Path) -> Result<(), Failed> {
    let options = Options::of(&fs::read(path)?);
    if options.models.as_deref() == Some("32") {
        return Ok(());
    }
    let with = path.with_file_name("with");
    let files = std::iter::once(path.to_path_buf()).chain(options.with.iter().map(|file| with.join(file))).collect();
    check(files, options.flags, &options.stdin, RUN_LIMIT)
}

fn random(csmith: &Path, seed: u64) -> Result<(), Failed> {
    let folder = tempfile::tempdir()?;
    let source = folder.path().join("program.c");
    let mut generate = Command::new(csmith.join("bin/csmith"));
    generate
        .current_dir(folder.path())
        .args(["--seed", &(7000 + seed).to_string(), "--quiet", "--output"])
        .arg(&source);
    generate.args(["--max-funcs", "6", "--max-block-depth", "4", "--max-pointer-depth", "4"]);
    if !common::run(&mut generate, b"", RUN_LIMIT).success() {
        return Ok(());
    }
    let include = format!("-I{}", csmith.join("root/usr/include/csmith").display());
    check(vec![source], vec![include], b"", Duration::from_secs(10))
}

fn build(files: Vec<PathBuf>, flags: Vec<String>) -> Result<Program, String> {
    let model = DataModel::Lp64;
    let loaded = load::load(&load::Input { files, cc: None, flags, model: Some(model) });
    if let Some(error) = loaded.errors.first() {
        return Err(error.message.clone());
    }
    let dialect = sema::Dialect { model, gnu89_inline: false };
    let units: Result<Vec<_>, _> =
        loaded.units.iter().map(|unit| sema::analyse(unit.number(), dialect, unit)).collect();
    units.and_then(|units| cfa::build(units, &cfa::Options::default())).map_err(|error| error.message)
}

fn check(files: Vec<PathBuf>, flags: Vec<String>, stdin: &[u8], limit: Duration) -> Result<(), Failed> {
    // What has no automaton has no analysis either.
    let Ok(program) = build(files, flags) else { return Ok(()) };
    let instrumented = instrument::instrument(&program);
    cfa::check::check(&instrumented.program)?;
    let options = qicc::emit::Options { library: false, check_layout: false, line_directives: false };
    let text = qicc::emit::print(&instrumented.program, &Default::default(), &options);
    let folder = tempfile::tempdir()?;
    let (source, binary, record) = (folder.path().join("p.c"), folder.path().join("p"), folder.path().join("record"));
    fs::write(&source, &text)?;
    let mut compile = Command::new("gcc");
    compile.args(["-w", "-O0", "-fstack-reuse=none", "-ftrivial-auto-var-init=pattern", "-fno-merge-constants"]);
    compile.arg(&source).arg(common::data("pointers").join("with/recorder.c")).args(["-lm", "-o"]).arg(&binary);
    let built = common::run(&mut compile, b"", TOOL_LIMIT);
    if !built.success() {
        return Err(format!("it does not compile:\n{}", built.stderr_text()).into());
    }
    // Programs may run for ever: what they did until then counts.
    common::run(Command::new(&binary).env("QICC_RECORD", &record), stdin, limit);
    let record = fs::read_to_string(&record)?;
    let figures = replay::replay(&program, &instrumented.points, &record)?;
    POINTERS.fetch_add(figures.pointers, Ordering::Relaxed);
    NARROW.fetch_add(figures.narrow, Ordering::Relaxed);
    WRITES.fetch_add(figures.writes, Ordering::Relaxed);
    Ok(())
}

fn printed(path: &Path) -> Result<(), Failed> {
    let mut qicc = common::qicc();
    qicc.current_dir(path.parent().expect("a folder")).arg("pointers").arg(path.file_name().expect("a file"));
    let outcome = common::run(&mut qicc, b"", TOOL_LIMIT);
    if !outcome.success() {
        return Err(format!("exit code {:?}\n{}", outcome.code, outcome.stderr_text()).into());
    }
    Ok(common::check_expected(&path.with_extension("expected"), &outcome.stdout)?)
}
