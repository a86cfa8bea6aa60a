//! Random programs of which the truth is known: each is small, has few inputs, and runs on all of them, so that for
//! every assertion and every access it is known whether some execution fails there. What qicc proves must never fail;
//! what it says to be violated must fail. Unknown is allowed, and counted.
//!
//! Every third program goes to a chain of verifiers instead of a gamble: analyses that soon give up, and others that
//! get what is left, by some reducer.
//!
//! Seeds are fixed. `QICC_GENERATED=100000 cargo test --release --test generated` judges that many; it shows its
//! progress, and takes up where it was interrupted; `QICC_GENERATED_FROM=50000` leaves out those before. `QICC_SEED=7`
//! judges one and shows it. The embedded verifier,
//! chains and CBMC take turns; `QICC_GENERATED_VERIFIER=embedded|cbmc|cbmc5|chain` asks one alone. With
//! `QICC_GENERATED_BARE=1` qicc finds no C compiler, so that violations are not confirmed: half of the time goes there.
//! A program about which qicc is wrong is kept in target/generated-failures. Programs that may not end, follow a
//! pointer to an object that is gone, or come to few of their checks, are of no use, and are counted apart.

#[path = "../common/mod.rs"]
mod common;
mod native;
mod program;
mod rare;
mod statements;
mod tally;
mod writer;

use common::Verifier;
use fastrand::Rng;
use native::Judged;
use program::{Kind, Program};
use rayon::prelude::*;
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;
use tally::{Counts, Tally};
use writer::Writer;

/// The strategy that is on trial, and the one that it is compared with.
const STRATEGY: &str = "gamble";
const ALONE: &str = "whole";
/// Loops at any of their iterations wherever that is possible, for half of the programs: here all loops are short.
const CUT_LADDER: [&str; 2] = ["--ladder", "context,context+callees,cut,cut+callees"];
/// Of so many programs one is a sample: an odd one, which is CBMC's.
const SAMPLE: u64 = 10;
/// How many programs are judged in every test run.
const DEFAULT_COUNT: u64 = 800;
/// How many programs are compiled together.
const TOGETHER: usize = 25;
/// Processor time of a task. Few need more, and those, loops from an arbitrary state mostly, need much more.
const TASK_LIMIT: &str = "300ms";
/// A run of qicc that takes longer is stuck.
const LIMIT: Duration = Duration::from_secs(300);

/// What became of one program.
pub enum Outcome {
    Useless,
    Right(Counts),
    Wrong(String),
}

/// Who is on trial.
enum Asked {
    Gamble(Verifier),
    Chain,
}

impl Asked {
    fn name(&self) -> &'static str {
        match self {
            Asked::Gamble(verifier) => verifier.version,
            Asked::Chain => "chain",
        }
    }

    /// What qicc says about the program of a seed.
    fn ask(&self, strategy: &str, seed: u64, text: &str) -> Result<Value, String> {
        let mut command = common::qicc();
        match self {
            Asked::Gamble(verifier) => {
                let ladder = if seed / 4 % 2 == 1 { &CUT_LADDER[..] } else { &[] };
                verifier.choose(&mut command).args(["--strategy", strategy]).args(ladder);
            }
            Asked::Chain => _ = command.args(chain(seed)),
        }
        ask(command, text)
    }
}

/// The arguments of some chain.
fn chain(seed: u64) -> Vec<String> {
    const ANALYSES: [&str; 4] = ["value", "interval", "predicate", "composite"];
    const REDUCERS: [&str; 8] = ["id", "sep", "cfa", "lh", "lhc", "lhb", "lhbc", "nlh"];
    let mut rng = Rng::with_seed(seed ^ 0x5eed);
    let mut args = vec!["cmc".to_owned(), "--monitor".to_owned(), format!("states={}", rng.u32(2..300))];
    for _ in 0..rng.u32(1..3) {
        args.extend(["--stage".to_owned(), format!("{}:5s", rng.choice(ANALYSES).unwrap_or("value"))]);
    }
    let last = if rng.u8(0..4) == 0 { rng.choice(ANALYSES) } else { Some("kinduction") };
    let reducer = rng.choice(REDUCERS).unwrap_or("id");
    args.extend(["--stage".to_owned(), format!("{reducer}+{}:10s", last.unwrap_or("kinduction"))]);
    args.extend(["--bound".to_owned(), rng.u32(1..5).to_string()]);
    args
}

fn main() {
    can_fail();
    let wanted = std::env::var("QICC_GENERATED_VERIFIER").ok();
    let is_wanted = |version: &str| match &wanted {
        Some(wanted) => wanted == version,
        None => version != "cbmc5",
    };
    let versions = ["embedded", "cbmc", "cbmc5"].into_iter().filter(|version| is_wanted(version));
    let mut asked: Vec<Asked> = versions.filter_map(common::verifier).map(Asked::Gamble).collect();
    asked.extend(is_wanted("chain").then_some(Asked::Chain));
    assert!(!asked.is_empty(), "QICC_GENERATED_VERIFIER is embedded, cbmc, cbmc5 or chain");
    let names = asked.iter().map(Asked::name).collect::<Vec<_>>().join("-");
    let judge = |seed: u64, truth| judge(&asked[seed as usize % asked.len()], seed, truth);
    if let Ok(seed) = std::env::var("QICC_SEED") {
        return show(judge, seed.parse().expect("QICC_SEED is a number"));
    }
    let number = |name: &str, usual: u64| {
        std::env::var(name).map_or(usual, |n| n.parse().unwrap_or_else(|_| panic!("{name} is a number")))
    };
    let (first, count) = (number("QICC_GENERATED_FROM", 1), number("QICC_GENERATED", DEFAULT_COUNT));
    let tally = Tally::open(count, &names, count > DEFAULT_COUNT);
    let seeds: Vec<u64> = (first..=count).filter(|seed| !tally.knows(*seed)).collect();
    seeds.par_chunks(TOGETHER).for_each(|seeds| {
        for (seed, truth) in seeds.iter().zip(truths(seeds)) {
            tally.add(*seed, judge(*seed, truth));
        }
    });
    tally.finish();
}

/// A program with its truth, or `None` if it is of no use; an error is a mistake of the generator.
type Truth = Result<Option<Judged>, String>;

/// The truths about the programs of some seeds.
fn truths(seeds: &[u64]) -> Vec<Truth> {
    let programs: Vec<Program> = seeds.iter().map(|seed| Writer::program(*seed)).collect();
    let mut rngs: Vec<Rng> = seeds.iter().map(|seed| Rng::with_seed(!seed)).collect();
    let truths = match native::judge(&programs, &mut rngs) {
        Ok(judged) => judged.into_iter().map(Ok).collect(),
        Err(why) if seeds.len() == 1 => vec![Err(format!("{why}\n{}", programs[0].plain))],
        // One of them is to blame.
        Err(_) => seeds.iter().flat_map(|seed| truths(&[*seed])).collect(),
    };
    let twice = |program: &Program| {
        let mut places = BTreeSet::new();
        let twice = program.checks.iter().find(|check| !places.insert((check.line, check.kind)))?;
        Some(format!("two checks of a kind in line {}:\n{}", twice.line, program.plain))
    };
    truths.into_iter().zip(&programs).map(|(truth, program)| twice(program).map_or(truth, Err)).collect()
}

fn judge(asked: &Asked, seed: u64, truth: Truth) -> Outcome {
    let judged = match truth {
        Ok(Some(judged)) => judged,
        Ok(None) => return Outcome::Useless,
        Err(why) => return Outcome::Wrong(why),
    };
    let said = |strategy: &str| asked.ask(strategy, seed, &judged.text).and_then(|report| compare(&judged, &report));
    let counts = said(STRATEGY).and_then(|mut counts| {
        if matches!(asked, Asked::Gamble(_)) && seed % SAMPLE == SAMPLE / 2 {
            counts.sampled = counts.below + counts.root;
            counts.alone = said(ALONE)?.root;
        }
        Ok(counts)
    });
    match counts {
        Ok(counts) => Outcome::Right(counts),
        Err(why) => {
            let kept = target().join("generated-failures");
            _ = fs::create_dir_all(&kept);
            _ = fs::write(kept.join(format!("{seed}.c")), format!("{}/*\n{why}\n*/\n", judged.text));
            Outcome::Wrong(why)
        }
    }
}

/// Where cargo builds.
pub fn target() -> PathBuf {
    let tmp = Path::new(env!("CARGO_TARGET_TMPDIR"));
    tmp.parent().unwrap_or(tmp).to_path_buf()
}

/// What qicc says about a program when it is called so.
fn ask(mut command: Command, text: &str) -> Result<Value, String> {
    let folder = tempfile::tempdir().map_err(|e| e.to_string())?;
    let mut file = folder.path().join("program.c");
    if std::env::var_os("QICC_GENERATED_BARE").is_some() {
        file.set_extension("i");
        fs::write(&file, preprocessed(text)).map_err(|e| e.to_string())?;
        command.env("PATH", "");
    } else {
        fs::write(&file, text).map_err(|e| e.to_string())?;
    }
    command.args(["--format", "json", "--jobs", "1"]);
    command.args(["--check", "assert,bounds", "--cpu-limit", TASK_LIMIT]).arg(&file);
    let outcome = common::run(&mut command, b"", LIMIT);
    serde_json::from_slice(&outcome.stdout)
        .map_err(|error| format!("no report: {error}; exit code {:?}\n{}", outcome.code, outcome.stderr_text()))
}

/// A program without the preprocessor, line by line.
fn preprocessed(text: &str) -> String {
    let text = text.replace("assert(", "__VERIFIER_assert(");
    let text = text.replace("#include <assert.h>", "extern void __VERIFIER_assert(int);");
    text.replace("#include <stdlib.h>", "extern void *calloc(unsigned long, unsigned long);")
}

/// Counts what is right, or tells what is wrong. What is no check of ours cannot fail.
fn compare(judged: &Judged, report: &Value) -> Result<Counts, String> {
    let mut counts = Counts { programs: 1, unreached: judged.unreached, ..Counts::default() };
    let mut said: BTreeMap<(u64, &str), Vec<&str>> = BTreeMap::new();
    for property in report["properties"].as_array().into_iter().flatten() {
        let (Some(line), Some(kind), Some(verdict)) =
            (property["line"].as_u64(), property["kind"].as_str(), property["verdict"].as_str())
        else {
            return Err(format!("not understood: {property}"));
        };
        said.entry((line, kind)).or_default().push(verdict);
        match verdict {
            "proved" if common::is_below_the_root(property) => counts.below += 1,
            "proved" => counts.root += 1,
            "violated" => {
                counts.violated += 1;
                counts.confirmed += usize::from(property["confirmed"] == true);
            }
            _ => {
                counts.unknown += 1;
                let code = property["reason"]["code"].as_str().unwrap_or("no reason");
                *counts.reasons.entry(code.to_owned()).or_default() += 1;
            }
        }
    }
    let truth: BTreeMap<(u64, &str), bool> =
        judged.violated.iter().map(|((line, kind), violated)| ((*line, kind.word()), *violated)).collect();
    let mut wrong = Vec::new();
    for ((line, kind), verdicts) in &said {
        let violated = truth.get(&(*line, *kind)).copied().unwrap_or(false);
        if violated && verdicts.iter().all(|verdict| *verdict == "proved") {
            wrong.push(format!("line {line}, {kind}: proved, but some execution fails there"));
        }
        if !violated && verdicts.contains(&"violated") {
            wrong.push(format!("line {line}, {kind}: violated, but no execution fails there"));
        }
    }
    for ((line, kind), violated) in &truth {
        if *violated && !said.contains_key(&(*line, *kind)) {
            wrong.push(format!("line {line}, {kind}: not asked for, but some execution fails there"));
        }
    }
    counts.fails = truth.values().filter(|violated| **violated).count();
    if wrong.is_empty() { Ok(counts) } else { Err(wrong.join("\n")) }
}

fn show(judge: impl Fn(u64, Truth) -> Outcome, seed: u64) {
    let Some(truth) = truths(&[seed]).pop() else { return };
    match &truth {
        Ok(Some(judged)) => {
            println!("{}", judged.text);
            for ((line, kind), violated) in &judged.violated {
                println!("line {line}, {}: {}", kind.word(), if *violated { "fails" } else { "holds" });
            }
        }
        Ok(None) => println!("{}", Writer::program(seed).plain),
        Err(why) => println!("{why}"),
    }
    match judge(seed, truth) {
        Outcome::Useless => println!("seed {seed} is of no use"),
        Outcome::Right(counts) => println!("seed {seed}: {counts}"),
        Outcome::Wrong(why) => panic!("seed {seed}: {why}"),
    }
}

/// Wrong verdicts are noticed.
fn can_fail() {
    let judged = |violated| Judged {
        text: String::new(),
        violated: BTreeMap::from([((3, Kind::Bounds), violated)]),
        unreached: 0,
    };
    let said = |verdict: &str, line: u64| serde_json::json!({ "properties": [{ "line": line, "kind": "bounds", "verdict": verdict }] });
    assert!(
        compare(&judged(true), &said("violated", 3)).is_ok() && compare(&judged(true), &said("unknown", 3)).is_ok()
    );
    assert!(
        compare(&judged(false), &said("proved", 3)).is_ok() && compare(&judged(false), &said("unknown", 3)).is_ok()
    );
    assert!(compare(&judged(true), &said("proved", 3)).is_err(), "a wrong proof");
    assert!(compare(&judged(false), &said("violated", 3)).is_err(), "a wrong alarm");
    assert!(compare(&judged(true), &said("proved", 4)).is_err(), "a property that is missing");
    assert!(compare(&judged(false), &said("violated", 4)).is_err(), "an alarm where nothing can fail");
}
