//! Every monitor of paper 001's figure 7, and overflow monitoring: a program of `data/monitors` on which that monitor
//! alone gives something up, and one that finishes what is left.
//!
//! The head of a program has the arguments of `qicc check` (`// args: …`) and the stage of the second run
//! (`// then: …`). Beside it is what both say: of the first the verdicts with their reasons, what its formula says,
//! and what its condition assumes; of the second, which gets nothing but the condition, the verdicts. `UPDATE=1`
//! rewrites them. Where time and memory end a run, nobody knows where it is then, and the formula is not compared.

mod common;

use libtest_mimic::{Arguments, Failed, Trial};
use serde_json::Value;
use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::fs;
use std::path::Path;
use std::process::Command;
use std::time::Duration;

/// A run that takes longer is stuck.
const LIMIT: Duration = Duration::from_secs(240);
/// What figure 7 has, the whole run's time and memory as limits.
const MONITORS: [&str; 16] = [
    "--time-limit",
    "--memory-limit",
    "states",
    "states-per-location",
    "busy-edge",
    "post-time",
    "post-memory",
    "state-size",
    "path-length",
    "path-time",
    "repetitions",
    "assume-edges",
    "refinement-time",
    "refinement-memory",
    "formula-size",
    "overflow",
];
/// Those that depend on how fast the machine is, and how its memory is used.
const VARYING: [&str; 5] = ["--time-limit", "--memory-limit", "post-time", "path-time", "post-memory"];

fn main() {
    let mut trials: Vec<Trial> = common::files("monitors", "c")
        .into_iter()
        .map(|path| Trial::test(common::stem(&path), move || check(&path)))
        .collect();
    trials.push(Trial::test("all_are_there", all));
    libtest_mimic::run(&Arguments::from_args(), trials).exit();
}

/// The monitor that a program is for: the only one among its arguments.
fn monitor(args: &[String]) -> Result<&'static str, Failed> {
    let named = |arg: &String| {
        let name = arg.split('=').next().unwrap_or_default();
        MONITORS.into_iter().find(|known| *known == name)
    };
    match args.iter().filter_map(named).collect::<Vec<_>>()[..] {
        [one] => Ok(one),
        ref others => Err(format!("one monitor a program, and not {others:?}").into()),
    }
}

/// No monitor is without a program, and none is known to qicc that is not here.
fn all() -> Result<(), Failed> {
    let mut seen = BTreeSet::new();
    for path in common::files("monitors", "c") {
        seen.insert(monitor(&common::Options::of(&fs::read(path)?).args)?);
    }
    let known = qicc::analysis::LIMITS.map(|(_, name)| name);
    let missing: Vec<&str> = MONITORS.into_iter().chain(known).filter(|name| !seen.contains(name)).collect();
    if missing.is_empty() { Ok(()) } else { Err(format!("there is no program for {missing:?}").into()) }
}

/// What a run says of each property.
fn verdicts(command: &mut Command, what: &str) -> Result<String, Failed> {
    let outcome = common::run(command.args(["--format", "json"]), b"", LIMIT);
    let report: Value = serde_json::from_slice(&outcome.stdout)
        .map_err(|error| format!("{error}; exit code {:?}\n{}", outcome.code, outcome.stderr_text()))?;
    let mut text = String::new();
    for property in report["properties"].as_array().into_iter().flatten() {
        let [verdict, description] = ["verdict", "description"].map(|key| property[key].as_str().unwrap_or_default());
        let reason = property["reason"]["text"].as_str().map(|reason| format!(" ({reason})")).unwrap_or_default();
        _ = writeln!(text, "{what}: {description}: {verdict}{reason}");
    }
    Ok(text)
}

fn check(path: &Path) -> Result<(), Failed> {
    let source = fs::read(path)?;
    let args = common::Options::of(&source).args;
    let text = String::from_utf8_lossy(&source).into_owned();
    let then = text.lines().find_map(|line| line.strip_prefix("// then: ")).ok_or("who is next?")?;
    let monitor = monitor(&args)?;
    let folder = tempfile::tempdir()?;
    let file = |name: &str| folder.path().join(name);
    fs::write(file("program.c"), &source)?;
    let here = || {
        let mut command = common::qicc();
        command.current_dir(folder.path());
        command
    };
    let mut first = here();
    first.arg("check").args(&args).args(["--condition-out", "c.json", "--formula-out", "f.txt", "program.c"]);
    let mut found = verdicts(&mut first, "first")?;
    let named = monitor.trim_start_matches('-').replace("-limit", " limit");
    if !found.lines().any(|line| line.contains(": unknown (") && line.contains(&named)) {
        return Err(format!("{monitor} gives nothing up:\n{found}").into());
    }
    let formula = fs::read_to_string(file("f.txt"))?;
    if formula.is_empty() {
        return Err("nothing is left according to the formula".into());
    }
    if !VARYING.contains(&monitor) {
        formula.lines().for_each(|line| _ = writeln!(found, "left: {line}"));
    }
    found += &assumed(&fs::read_to_string(file("c.json"))?)?;
    let mut second = here();
    second.args(["cmc", "--condition", "c.json", "--stage", then, "program.c"]);
    found += &verdicts(&mut second, "then")?;
    let expected = path.with_extension("expected");
    if std::env::var_os("UPDATE").is_some() {
        fs::write(&expected, &found)?;
    }
    let expected = fs::read(&expected)?;
    if expected == found.as_bytes() { Ok(()) } else { Err(common::difference(&expected, found.as_bytes()).into()) }
}

/// What a condition assumes; it must cover something, and not everything.
fn assumed(condition: &str) -> Result<String, Failed> {
    let condition: Value = serde_json::from_str(condition)?;
    let mut states = condition["states"].as_array().into_iter().flatten();
    let transitions: Vec<&Value> =
        states.by_ref().flat_map(|state| state["transitions"].as_array().into_iter().flatten()).collect();
    let covers = |transition: &&Value| transition["to"] == "covered" && transition["before"].is_null();
    if condition["initial"] == "covered" || !transitions.iter().any(covers) {
        return Err("the condition covers everything, or nothing".into());
    }
    let assumptions: BTreeSet<&str> = transitions.iter().filter_map(|one| one["before"].as_str()).collect();
    Ok(assumptions.iter().map(|text| format!("assumed: {text}\n")).collect())
}
