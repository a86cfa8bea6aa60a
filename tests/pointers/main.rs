//! What running programs do is what the pointer analysis says: every pointer seen is in its points-to set, every write
//! is in the write set of its edge and of every function that is active.
//!
//! Programs are instrumented, compiled with what is uninitialised filled with a pattern, and run; the record is then
//! held against the sets. The programs are those of `data/pointers` and `data/semantics`, and random ones of csmith.
//! Those of `data/pointers` also have what `qicc pointers` prints beside them.

#[path = "../common/mod.rs"]
mod common;
mod instrument;
mod replay;

use common::TOOL_LIMIT;
use common::observe::{self, Source};
use libtest_mimic::{Arguments, Failed, Trial};
use std::path::Path;
use std::sync::atomic::{AtomicUsize, Ordering};

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
    observe::of_file(path).map_or(Ok(()), |source| check(&source))
}

fn random(csmith: &Path, seed: u64) -> Result<(), Failed> {
    let folder = tempfile::tempdir()?;
    observe::of_csmith(csmith, 7000 + seed, folder.path()).map_or(Ok(()), |source| check(&source))
}

fn check(source: &Source) -> Result<(), Failed> {
    // What has no automaton has no analysis either.
    let Ok(program) = source.build() else { return Ok(()) };
    let instrumented = instrument::instrument(&program);
    let (record, _) = source.run(&instrumented.program, &common::data("pointers").join("with/recorder.c"))?;
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
