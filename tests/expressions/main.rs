//! Random expressions of mixed types: what the embedded verifier computes is compared with what a compiler computes.
//!
//! A batch is one program with many expressions, each with an assertion about its value. What the compiler's program
//! printed stands in the assertions, so all of them hold; in a twin of the program one expectation has one bit changed,
//! and that assertion alone is violated. Inputs are arbitrary and restricted to a value by an assumption, so that the
//! solver computes; or they are constants, so that rewriting does; or some are not restricted, and the assertions are
//! laws, of which the twin has one negated. No expression has undefined behaviour: operands are shifted, masked or
//! made unsigned where a signed result could overflow, divisors are odd, and numbers with a fraction become integers
//! only within range. A conversion that C leaves to the implementation is what gcc documents.
//!
//! Seeds are fixed. `QICC_EXPRESSIONS=100000 cargo test --release --test expressions` compares that many. A program
//! about which qicc is wrong is kept in target/expression-failures, with the one expression if that is enough. Where
//! the time limit is hit, nothing is decided; that is counted, and more than one in fifty is a failure.

mod batch;
#[path = "../common/mod.rs"]
mod common;
mod laws;
mod values;
mod writer;

use batch::Batch;
use common::{Compiler, TOOL_LIMIT};
use fastrand::Rng;
use rayon::prelude::*;
use serde_json::Value;
use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Mutex;

/// How many expressions are compared in every test run.
const DEFAULT_COUNT: usize = 1500;
/// How many there are in a program. Pointers of 32 bits have eight for the number of an object, and each expression has
/// several variables, so programs for 32 bits are smaller; one in five is such a program.
const BATCH: usize = 40;
const SMALL_BATCH: usize = 15;
/// How long one question may take.
const TASK_LIMIT: &str = "30s";

/// What became of expressions.
#[derive(Default)]
struct Counts {
    proved: usize,
    violated: usize,
    undecided: BTreeMap<String, usize>,
    wrong: Vec<String>,
}

fn ask(compiler: &Compiler, strategy: &str, text: &str) -> Result<Value, String> {
    let folder = tempfile::tempdir().map_err(|e| e.to_string())?;
    let file = folder.path().join("program.c");
    fs::write(&file, text).map_err(|e| e.to_string())?;
    let mut command = common::qicc();
    command.args(["--verifier", "embedded", "--format", "json", "--jobs", "1", "--check", "assert"]);
    command.args(["--strategy", strategy, "--time-limit", TASK_LIMIT, compiler.model.flag()]).arg(&file);
    let outcome = common::run(&mut command, b"", TOOL_LIMIT);
    serde_json::from_slice(&outcome.stdout)
        .map_err(|error| format!("no report: {error}; exit code {:?}\n{}", outcome.code, outcome.stderr_text()))
}

/// Counts what is right in a report, and tells which of the assertions it is wrong about.
fn compare(report: &Value, lines: &[u64], violated: Option<usize>, counts: &mut Counts) -> Vec<(usize, String)> {
    let mut wrong = Vec::new();
    for (at, line) in lines.iter().enumerate() {
        let properties = report["properties"].as_array().map(Vec::as_slice).unwrap_or_default();
        let mut found = properties.iter().filter(|property| property["line"] == *line);
        let (Some(property), None) = (found.next(), found.next()) else {
            wrong.push((at, "not one property in its line".into()));
            continue;
        };
        match (property["verdict"].as_str().unwrap_or_default(), violated == Some(at)) {
            ("proved", false) => counts.proved += 1,
            ("violated", true) => counts.violated += 1,
            (verdict @ ("proved" | "violated"), _) => wrong.push((at, verdict.into())),
            // A violation that no run shows.
            _ if property["reason"]["code"] == "not-reproduced" => wrong.push((at, "not reproduced".into())),
            _ => {
                let code = property["reason"]["code"].as_str().unwrap_or("no reason");
                *counts.undecided.entry(code.into()).or_default() += 1;
            }
        }
    }
    wrong
}

/// Whether a program is for 32 bits, where there is a compiler for them.
fn is_small(seed: u64) -> bool {
    seed % 5 == 4
}

fn check(seed: u64, count: usize, counts: &Mutex<Counts>) {
    let compilers: Vec<&Compiler> = common::compilers().iter().filter(|compiler| compiler.name == "gcc").collect();
    let compiler = compilers[if is_small(seed) { compilers.len() - 1 } else { 0 }];
    // Facts about ranges come in with the other strategy.
    let strategy = if seed % 4 == 3 { "gamble" } else { "whole" };
    let mut batch = Batch::new(seed, count, compiler.model);
    let folder = tempfile::tempdir().expect("a temporary folder");
    let mut mine = Counts::default();
    let all: Vec<usize> = (0..count).collect();
    let outcome = batch.judge(compiler, folder.path(), &[], &mut Rng::with_seed(!seed)).and_then(|()| {
        for is_twin in [false, true] {
            let (text, lines) = batch.program(&all, is_twin);
            let violated = is_twin.then_some(batch.changed);
            let report = ask(compiler, strategy, &text).inspect_err(|_| keep(&format!("{seed}.c"), &text))?;
            for (at, said) in compare(&report, &lines, violated, &mut mine) {
                let (small, lines) = batch.program(&[at], is_twin);
                let violated = violated.filter(|changed| *changed == at).map(|_| 0);
                // Whatever comes of the small program, the large one was judged wrongly.
                let again = ask(compiler, strategy, &small)
                    .map(|report| compare(&report, &lines, violated, &mut Counts::default()))
                    .unwrap_or_default();
                let kept = if again.is_empty() { &text } else { &small };
                let what = format!("seed {seed}, expression {at}, {}, {strategy}: {said}", compiler.model.flag());
                let name = format!("{seed}-{at}{}.c", if is_twin { "-twin" } else { "" });
                keep(&name, &format!("// {what}\n{kept}"));
                mine.wrong.push(what);
            }
        }
        Ok(())
    });
    if let Err(why) = outcome {
        keep(&format!("{seed}-native.c"), &batch.native());
        mine.wrong.push(format!("seed {seed}: {why}"));
    }
    let mut counts = counts.lock().expect("no panic");
    counts.proved += mine.proved;
    counts.violated += mine.violated;
    for (code, number) in mine.undecided {
        println!("seed {seed}, {strategy}: {number} not decided, {code}");
        *counts.undecided.entry(code).or_default() += number;
    }
    mine.wrong.iter().for_each(|what| println!("{what}"));
    counts.wrong.extend(mine.wrong);
}

/// Puts a program where it survives.
fn keep(name: &str, text: &str) {
    let tmp = Path::new(env!("CARGO_TARGET_TMPDIR"));
    let folder: PathBuf = tmp.parent().unwrap_or(tmp).join("expression-failures");
    fs::create_dir_all(&folder).expect("a folder under target");
    fs::write(folder.join(name), text).expect("a file under target");
}

/// Wrong verdicts are noticed.
fn can_fail() {
    let said = |verdict: &str| serde_json::json!({ "properties": [{ "line": 3, "verdict": verdict }] });
    let wrong = |verdict, line, violated| compare(&said(verdict), &[line], violated, &mut Counts::default()).len();
    assert_eq!([wrong("proved", 3, None), wrong("violated", 3, Some(0)), wrong("unknown", 3, None)], [0, 0, 0]);
    assert_eq!([wrong("violated", 3, None), wrong("proved", 3, Some(0)), wrong("proved", 4, None)], [1, 1, 1]);
}

fn main() {
    can_fail();
    let count = std::env::var("QICC_EXPRESSIONS").map_or(DEFAULT_COUNT, |n| n.parse().expect("a number"));
    let counts = Mutex::new(Counts::default());
    let (mut batches, mut rest) = (Vec::new(), count);
    for seed in 0.. {
        if rest == 0 {
            break;
        }
        let size = rest.min(if is_small(seed) { SMALL_BATCH } else { BATCH });
        batches.push((seed, size));
        rest -= size;
    }
    batches.into_par_iter().for_each(|(seed, size)| check(seed, size, &counts));
    let Counts { proved, violated, undecided, wrong } = counts.into_inner().expect("no panic");
    let missing: usize = undecided.values().sum();
    println!(
        "expressions: {proved} proved, {violated} violated, {missing} not decided {undecided:?}, {} wrong",
        wrong.len()
    );
    assert!(wrong.is_empty(), "kept in target/expression-failures: {}", wrong.join(", "));
    assert!(missing * 50 <= proved + violated + missing, "too many are not decided");
}
