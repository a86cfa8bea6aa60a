//! Random programs: csmith writes them, a compiler builds each as it is and as qicc prints it, and the checksums that
//! the two compute must be equal.
//!
//! Seeds are fixed: every run compares the same 200 programs. `QICC_CSMITH=10000 cargo test --release --test csmith`
//! compares that many; it shows its progress, and takes up where it was interrupted. A program on which the two differ
//! is kept in target/csmith-failures. Programs that do not end in time by themselves say nothing; they are counted
//! apart, and others take their place.

mod common;

use common::{Compiler, Model, Outcome, TOOL_LIMIT};
use rayon::prelude::*;
use std::collections::BTreeSet;
use std::fs::{self, File};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::Mutex;
use std::time::Duration;

/// How many programs are compared in every test run.
const DEFAULT_COUNT: usize = 200;
/// csmith's programs may run for ever; nearly all that end do so at once.
const LIMIT: Duration = Duration::from_secs(4);

/// Small enough that a program is compiled quickly.
const SMALL: &[&str] = &["--max-funcs", "6", "--max-block-depth", "4", "--max-expr-complexity", "8"];
/// What csmith leaves out unless it is asked, in turns with its defaults.
const EXTRAS: &[&[&str]] =
    &[&["--float"], &[], &["--builtins", "--disable-builtin-kinds", "x86"], &["--max-pointer-depth", "4"]];

/// What became of one program.
enum Verdict {
    Same,
    /// The original does not end in time, or csmith made no program from this seed.
    Useless,
    Different(String),
}

fn main() {
    let Some(csmith) = common::fetch("csmith") else { return };
    let count = std::env::var("QICC_CSMITH").map_or(DEFAULT_COUNT, |n| n.parse().expect("QICC_CSMITH is a number"));
    let record = Record::open(count);
    let mut next = 1;
    while record.compared() < count {
        // As many seeds as are still missing; useless ones are made up for in the next round.
        let seeds = next..next + (count - record.compared()).max(2) as u64;
        next = seeds.end;
        seeds
            .into_par_iter()
            .filter(|seed| !record.knows(*seed))
            .for_each(|seed| record.add(seed, check(&csmith, seed)));
    }
    record.finish();
}

fn check(csmith: &Path, seed: u64) -> Verdict {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let source = folder.path().join("program.c");
    let mut generate = Command::new(csmith.join("bin/csmith"));
    // It writes a file of its own where it runs.
    generate.current_dir(folder.path());
    generate.args(["--seed", &seed.to_string(), "--quiet", "--output"]).arg(&source).args(SMALL);
    generate.args(EXTRAS[seed as usize % EXTRAS.len()]);
    if !common::run(&mut generate, b"", LIMIT * 5).success() {
        return Verdict::Useless;
    }
    let compilers = common::compilers();
    // Both data models and both compilers take part, but not all four with every program.
    let compiler = &compilers[(seed / 2) as usize % compilers.len()];
    let include = format!("-I{}", csmith.join("root/usr/include/csmith").display());
    let original = match build_and_run(compiler, &source, &["-O1", &include]) {
        Ok(outcome) if outcome.code.is_none() => return Verdict::Useless,
        Ok(outcome) => outcome,
        Err(why) => return Verdict::Different(format!("the original: {why}")),
    };
    match emit(compiler, &source, &include).and_then(|emitted| build_and_run(compiler, &emitted, &["-O1"])) {
        Ok(outcome) if outcome.transcript() == original.transcript() => Verdict::Same,
        Ok(outcome) => {
            keep(seed, folder.path());
            Verdict::Different(common::difference(&original.transcript(), &outcome.transcript()))
        }
        Err(why) => {
            keep(seed, folder.path());
            Verdict::Different(why)
        }
    }
}

fn emit(compiler: &Compiler, source: &Path, include: &str) -> Result<PathBuf, String> {
    let mut command = common::emit_with(compiler);
    command.arg(source).args(["--", include]);
    let outcome = common::run(&mut command, b"", TOOL_LIMIT);
    if !outcome.success() {
        return Err(format!("{command:?}: exit code {:?}\n{}", outcome.code, outcome.stderr_text()));
    }
    let emitted = source.with_file_name("emitted.c");
    fs::write(&emitted, &outcome.stdout).map_err(|e| e.to_string())?;
    Ok(emitted)
}

fn build_and_run(compiler: &Compiler, source: &Path, flags: &[&str]) -> Result<Outcome, String> {
    let binary = source.with_extension("bin");
    let mut command = compiler.command();
    command.arg("-w").args(flags).arg(source).arg("-o").arg(&binary).arg("-lm");
    let built = common::run(&mut command, b"", TOOL_LIMIT);
    if !built.success() {
        return Err(format!("{command:?}: exit code {:?}\n{}", built.code, built.stderr_text()));
    }
    Ok(common::run(&mut Command::new(&binary), b"", LIMIT))
}

/// Puts a program that came out differently where it survives.
fn keep(seed: u64, folder: &Path) {
    let to = target().join("csmith-failures").join(seed.to_string());
    fs::create_dir_all(&to).expect("a folder under target");
    for name in ["program.c", "emitted.c"] {
        _ = fs::copy(folder.join(name), to.join(name));
    }
}

fn target() -> PathBuf {
    Path::new(env!("CARGO_TARGET_TMPDIR")).parent().expect("the target folder").into()
}

/// What has been compared, across interruptions of a long run: one line a seed in a file that belongs to this very
/// binary of qicc, so that no result outlives the program it is about.
struct Record {
    count: usize,
    known: BTreeSet<u64>,
    state: Mutex<State>,
}

struct State {
    file: Option<File>,
    same: usize,
    useless: usize,
    different: Vec<String>,
}

impl Record {
    fn open(count: usize) -> Record {
        let mut record = Record {
            count,
            known: BTreeSet::new(),
            state: Mutex::new(State { file: None, same: 0, useless: 0, different: Vec::new() }),
        };
        if count <= DEFAULT_COUNT {
            return record;
        }
        let age = fs::metadata(env!("CARGO_BIN_EXE_qicc")).and_then(|m| m.modified()).expect("qicc is built");
        let age = age.duration_since(std::time::UNIX_EPOCH).unwrap_or_default().as_millis();
        let path = target().join(format!("csmith-{age}.done"));
        let state = record.state.get_mut().expect("no panic yet");
        for line in fs::read_to_string(&path).unwrap_or_default().lines() {
            let Some((seed, verdict)) = line.split_once(' ') else { continue };
            let Ok(seed) = seed.parse() else { continue };
            record.known.insert(seed);
            match verdict {
                "same" => state.same += 1,
                _ => state.useless += 1,
            }
        }
        state.file = Some(File::options().create(true).append(true).open(&path).expect("a file under target"));
        if !record.known.is_empty() {
            println!("going on from {} programs in {}", record.known.len(), path.display());
        }
        record
    }

    fn knows(&self, seed: u64) -> bool {
        self.known.contains(&seed)
    }

    fn compared(&self) -> usize {
        let state = self.state.lock().expect("no panic");
        state.same + state.different.len()
    }

    fn add(&self, seed: u64, verdict: Verdict) {
        let mut state = self.state.lock().expect("no panic");
        let word = match verdict {
            Verdict::Same => {
                state.same += 1;
                Some("same")
            }
            Verdict::Useless => {
                state.useless += 1;
                Some("useless")
            }
            Verdict::Different(why) => {
                println!("seed {seed}: {why}");
                state.different.push(format!("seed {seed}"));
                None
            }
        };
        if let (Some(file), Some(word)) = (&mut state.file, word) {
            _ = writeln!(file, "{seed} {word}");
        }
        let compared = state.same + state.different.len();
        if compared.is_multiple_of(100) {
            println!(
                "{compared} of {} compared, {} useless, {} different",
                self.count,
                state.useless,
                state.different.len()
            );
        }
    }

    /// The last word, and the exit code.
    fn finish(self) {
        let state = self.state.into_inner().expect("no panic");
        let compared = state.same + state.different.len();
        println!(
            "csmith: {compared} programs compared, {} that do not end in {} s left out, {} different",
            state.useless,
            LIMIT.as_secs(),
            state.different.len()
        );
        let models = common::compilers().iter().filter(|compiler| compiler.model == Model::Ilp32).count();
        println!("csmith: {} compilers, {models} of them for 32 bits", common::compilers().len());
        assert!(state.different.is_empty(), "kept in target/csmith-failures: {}", state.different.join(", "));
    }
}
