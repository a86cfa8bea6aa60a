//! Analyses that go state by state, on the programs of `data/verdicts` that were judged by hand: what they prove must
//! hold, what they call violated must fail; unknown is allowed, but not everywhere. Each once more with a monitor that
//! soon gives up, and what is left then goes to the embedded verifier as a residual program: the verdicts must be
//! those that it finds alone.

mod common;

use libtest_mimic::{Arguments, Failed, Trial};
use serde_json::Value;
use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::process::Command;
use std::time::Duration;

/// A run of qicc that takes longer is stuck.
const LIMIT: Duration = Duration::from_secs(240);
const ANALYSES: [&str; 4] = ["value", "interval", "predicate", "composite"];
/// How the rest is made, in turns.
const REDUCERS: [&str; 8] = ["id", "sep", "cfa", "lh", "lhc", "lhb", "lhbc", "nlh"];
/// Of the properties that are expected to be known, predicate analysis decides at least so many of a hundred.
const DECIDED: usize = 80;

fn main() {
    let mut trials = Vec::new();
    for (number, path) in common::files("verdicts", "c").into_iter().enumerate() {
        for analysis in ANALYSES {
            let (alone, chained) = (path.clone(), path.clone());
            let name = common::stem(&path);
            trials.push(Trial::test(format!("{analysis}::{name}"), move || {
                let order = ["topological", "breadth", "depth"][number % 3];
                judge(command(&["check", "--analysis", analysis, "--order", order]), &alone).map(drop)
            }));
            let last = format!("{}+kinduction", REDUCERS[number % REDUCERS.len()]);
            trials.push(Trial::test(format!("chain::{analysis}::{name}"), move || {
                let few = format!("states={}", 5 + number % 20);
                let mut command = command(&["cmc", "--monitor", &few, "--stage", analysis, "--stage", &last]);
                // What is known only where nothing overflows must come out right as well.
                if number % 2 == 0 {
                    command.args(["--monitor", "overflow"]);
                }
                judge(command, &chained).map(drop)
            }));
        }
    }
    trials.push(Trial::test("most_are_decided", most));
    trials.push(Trial::test("paper_001_figure_3", figure_3));
    trials.push(Trial::test("conditions_are_taken_back", taken_back));
    trials.push(Trial::test("what_nobody_reaches_is_not_proved", unreached));
    trials.push(Trial::test("a_condition_is_taken_for_granted", granted));
    trials.push(Trial::test("an_entry_that_is_called_is_refused", refused));
    trials.push(Trial::test("the_check_can_fail", can_fail));
    libtest_mimic::run(&Arguments::from_args(), trials).exit();
}

fn command(args: &[&str]) -> Command {
    let mut command = common::qicc();
    command.args(args).args(["--format", "json", "--cpu-limit", "20s"]);
    command
}

/// The verdicts of a program by the names of its properties; an error if one is not what is expected.
fn judge(mut command: Command, path: &Path) -> Result<BTreeMap<String, String>, Failed> {
    let source = fs::read_to_string(path)?;
    command.args(common::Options::of(source.as_bytes()).args).arg(path);
    let outcome = common::run(&mut command, b"", LIMIT);
    let report: Value = serde_json::from_slice(&outcome.stdout)
        .map_err(|error| format!("{error}; exit code {:?}\n{}", outcome.code, outcome.stderr_text()))?;
    let found = report["properties"].as_array().into_iter().flatten().map(line).collect::<Option<BTreeMap<_, _>>>();
    let found = found.ok_or("a property without a name or a verdict")?;
    compare(&fs::read_to_string(path.with_extension("expected"))?, &found)?;
    Ok(found)
}

fn line(property: &Value) -> Option<(String, String)> {
    let number = property["id"].as_str()?.rsplit(':').next()?;
    let name = format!("{}:{} {number}", property["line"].as_u64()?, property["column"].as_u64()?);
    Some((name, property["verdict"].as_str()?.to_owned()))
}

fn compare(expected: &str, found: &BTreeMap<String, String>) -> Result<(), Failed> {
    let mut wrong = Vec::new();
    for (name, allowed) in expected.lines().filter_map(|line| line.rsplit_once(' ')) {
        let verdict = found.get(name).map_or("nothing", String::as_str);
        if verdict != "unknown" && !allowed.split('|').any(|word| word == verdict) {
            wrong.push(format!("{name}: expected {allowed}, found {verdict}"));
        }
    }
    if wrong.is_empty() { Ok(()) } else { Err(wrong.join("\n").into()) }
}

fn most() -> Result<(), Failed> {
    let (mut known, mut all) = (0, 0);
    for path in common::files("verdicts", "c") {
        let found = judge(command(&["check", "--analysis", "predicate"]), &path)?;
        all += found.len();
        known += found.values().filter(|verdict| *verdict != "unknown").count();
    }
    println!("predicate analysis decides {known} of {all}");
    if known * 100 >= all * DECIDED { Ok(()) } else { Err(format!("only {known} of {all} are decided").into()) }
}

/// A branch with a long loop beside one that computes what only numbers can be followed through.
const FIGURE_3: &str = "int nondet_int(void);
unsigned nondet_unsigned(void);
int main(void)
{
    if (nondet_int()) {
        unsigned n = nondet_unsigned(), i = 0;
        while (i < n)
            i++;
        __CPROVER_assert(i >= n, \"loop\");
    } else {
        unsigned x = 5, y = 6, k;
        for (k = 0; k < 40; k++) {
            x = x * y + k;
            y = y * x + 3;
        }
        __CPROVER_assert(x * y == 1383896326u, \"product\");
    }
    return 0;
}
";

/// Value analysis is lost in the loop, and predicate analysis among products; the chain knows both.
fn figure_3() -> Result<(), Failed> {
    let folder = tempfile::tempdir()?;
    let file = folder.path().join("figure.c");
    fs::write(&file, FIGURE_3)?;
    let verdicts = |args: &[&str]| -> Result<Vec<String>, Failed> {
        let mut command = command(args);
        let outcome = common::run(command.arg(&file), b"", LIMIT);
        let report: Value = serde_json::from_slice(&outcome.stdout)?;
        let properties = report["properties"].as_array().into_iter().flatten();
        Ok(properties.filter_map(|property| property["verdict"].as_str().map(str::to_owned)).collect())
    };
    let expect = |args: &[&str], expected: [&str; 2]| {
        let found = verdicts(args)?;
        if found == expected { Ok(()) } else { Err(Failed::from(format!("{args:?}: {found:?}"))) }
    };
    let few = ["--monitor", "states=3000"];
    expect(&["check", "--analysis", "value", few[0], few[1]], ["unknown", "proved"])?;
    expect(&["check", "--analysis", "predicate", few[0], few[1]], ["proved", "unknown"])?;
    expect(&["cmc", "--stage", "value", "--stage", "predicate", few[0], few[1]], ["proved", "proved"])
}

/// What a run says to be checked, another one need not check: with its own condition an analysis has nothing to do.
fn taken_back() -> Result<(), Failed> {
    let folder = tempfile::tempdir()?;
    let (file, condition) = (folder.path().join("figure.c"), folder.path().join("c.json"));
    fs::write(&file, FIGURE_3)?;
    let mut first = command(&["check", "--analysis", "value", "--monitor", "states=300"]);
    common::run(first.arg("--condition-out").arg(&condition).arg(&file), b"", LIMIT);
    let mut second = command(&["check", "--analysis", "predicate", "--monitor", "states=3000"]);
    let outcome = common::run(second.arg("--condition").arg(&condition).arg(&file), b"", LIMIT);
    if outcome.code == Some(0) { Ok(()) } else { Err(format!("{:?}", outcome.stderr_text()).into()) }
}

/// What qicc prints about a program, and its exit code.
fn said(args: &[&str], program: &str) -> Result<(Option<i32>, String), Failed> {
    let folder = tempfile::tempdir()?;
    let file = folder.path().join("program.c");
    fs::write(&file, program)?;
    fs::write(folder.path().join("all.json"), COVERED)?;
    let outcome = common::run(common::qicc().current_dir(folder.path()).args(args).arg("program.c"), b"", LIMIT);
    Ok((outcome.code, String::from_utf8_lossy(&outcome.stdout).into_owned() + &outcome.stderr_text()))
}

/// A condition that covers everything.
const COVERED: &str = "{\"schema\": 1, \"initial\": \"all\", \"states\": [{\"name\": \"all\", \"covered\": true}]}";

fn expect(what: (Option<i32>, String), code: i32, words: &str) -> Result<(), Failed> {
    let fits = what.0 == Some(code) && what.1.contains(words);
    if fits { Ok(()) } else { Err(format!("exit code {:?}\n{}", what.0, what.1).into()) }
}

fn unreached() -> Result<(), Failed> {
    let program = "int g; __attribute__((constructor)) void init(void) { g = 5; __CPROVER_assert(g != 5, \"a\"); }
        int main(void) { return 0; }";
    let args = ["cmc", "--stage", "value", "--stage", "lh+kinduction"];
    expect(said(&args, program)?, 3, "no entry reaches it")
}

fn granted() -> Result<(), Failed> {
    let program = "int main(void) { __CPROVER_assert(0, \"a\"); return 0; }";
    let given = ["--condition", "all.json"];
    let words = "that what all.json covers violates none of these properties";
    expect(said(&["check", "--analysis", "value", given[0], given[1]], program)?, 0, words)?;
    expect(said(&["cmc", "--stage", "lh+kinduction", given[0], given[1]], program)?, 0, words)
}

fn refused() -> Result<(), Failed> {
    let program =
        "int any(void); int g; int main(void) { if (any()) main(); __CPROVER_assert(g == 0, \"a\"); return 0; }";
    expect(said(&["cmc", "--stage", "lh+kinduction"], program)?, 2, "main is called")
}

fn can_fail() -> Result<(), Failed> {
    let found = |verdict: &str| BTreeMap::from([("3:1 assertion.1".to_owned(), verdict.to_owned())]);
    let is_wrong = |expected: &str, verdict: &str| compare(expected, &found(verdict)).is_err();
    if !is_wrong("3:1 assertion.1 violated", "proved")
        || !is_wrong("3:1 assertion.1 proved", "violated")
        || !is_wrong("4:1 assertion.1 proved", "proved")
        || is_wrong("3:1 assertion.1 proved", "unknown")
    {
        return Err("a wrong verdict is not noticed".into());
    }
    Ok(())
}
