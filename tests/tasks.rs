//! Verification tasks, checked by the embedded verifier alone: loops, arrays, pointers, records, floats, recursion.
//!
//! A program of `data/tasks` says in its head what is expected of it, and in `// bad` at the end of a line that the
//! assertion there can fail; all others hold. Every violation must be confirmed by running the program. `cargo bench
//! --bench embedded -- --all` has the same tasks beside CBMC.

mod common;

use rayon::prelude::*;
use serde_json::Value;
use std::fs;
use std::path::Path;
use std::time::Duration;

/// Slow machines do not fail: a task that takes longer is counted as not solved.
const LIMIT: &str = "20s";

/// So many of a hundred tasks are solved in that time at least.
const SOLVED: usize = 90;

fn main() {
    can_fail();
    let files = common::files("tasks", "c");
    let outcomes: Vec<Result<bool, String>> = files.par_iter().map(|path| check(path)).collect();
    let wrong: Vec<&String> = outcomes.iter().filter_map(|outcome| outcome.as_ref().err()).collect();
    let solved = outcomes.iter().filter(|outcome| matches!(outcome, Ok(true))).count();
    println!("tasks: {solved} of {} solved, {} wrong", files.len(), wrong.len());
    wrong.iter().for_each(|wrong| println!("{wrong}"));
    assert!(wrong.is_empty(), "{} tasks have other verdicts than expected", wrong.len());
    assert!(solved * 100 >= files.len() * SOLVED, "too few are solved");
}

/// Whether a task is solved; the error says what is wrong.
fn check(path: &Path) -> Result<bool, String> {
    let mut command = common::qicc();
    command.args(["check", "--check", "assert", "--jobs", "1", "--format", "json", "--time-limit", LIMIT]).arg(path);
    let outcome = common::run(&mut command, b"", Duration::from_secs(120));
    let report: Value = serde_json::from_slice(&outcome.stdout)
        .map_err(|_| format!("{}: no report: {}", path.display(), outcome.stderr_text()))?;
    let text = fs::read_to_string(path).expect("a task");
    let found = judge(&text, &report).map_err(|why| format!("{}: {why}", path.display()))?;
    if !found {
        println!("{}: not solved", common::stem(path));
    }
    Ok(found)
}

fn judge(text: &str, report: &Value) -> Result<bool, String> {
    let bad: Vec<u64> =
        (1..).zip(text.lines()).filter(|(_, line)| line.ends_with("// bad")).map(|(at, _)| at).collect();
    let safe = text.lines().any(|line| line == "// expect: proved");
    if safe != bad.is_empty() {
        return Err("its head and its lines do not expect the same".into());
    }
    let mut violated = false;
    let mut known = true;
    for property in report["properties"].as_array().into_iter().flatten() {
        let line = property["line"].as_u64().unwrap_or(0);
        match (property["verdict"].as_str(), bad.contains(&line)) {
            (Some("proved"), false) => {}
            (Some("violated"), true) if property["confirmed"] == true => violated = true,
            (Some("violated"), true) => return Err(format!("line {line}: violated, but no run confirms it")),
            (Some("unknown"), _) if property["reason"]["code"] == "time-limit" => known = false,
            // Behind an assertion that always fails nothing is left that could.
            (Some("proved"), true) if bad.len() > 1 => {}
            (verdict, _) => {
                return Err(format!("line {line}: {}, {}", verdict.unwrap_or("nothing"), property["reason"]));
            }
        }
    }
    match (safe, violated, known) {
        (true, _, known) | (false, true, known) => Ok(known),
        (false, false, false) => Ok(false),
        (false, false, true) => Err("nothing is violated".into()),
    }
}

/// Other verdicts than expected are noticed.
fn can_fail() {
    let report = |verdict: &str, confirmed: bool| serde_json::json!({ "properties": [{ "line": 2, "verdict": verdict, "confirmed": confirmed }] });
    let (safe, unsafe_one) = ("// expect: proved\nassert(x);", "// expect: violated\nassert(x); // bad");
    assert_eq!(judge(safe, &report("proved", false)), Ok(true));
    assert_eq!(judge(unsafe_one, &report("violated", true)), Ok(true));
    assert!(judge(safe, &report("violated", true)).is_err());
    assert!(judge(unsafe_one, &report("violated", false)).is_err());
    assert!(judge(unsafe_one, &report("proved", false)).is_err());
    assert!(judge(unsafe_one, &report("unknown", false)).is_err());
}
