//! Traps for whoever checks a piece of a program by itself: each program of `data/gamble` has a property that looks
//! right in its function or loop, and is wrong in the program; its twin, `x-safe.c`, differs by a few words and is
//! right.
//!
//! A line of a trap that ends in `// bad` has only properties that do not hold; `// bad: TEXT` means those with this
//! text in their description. Everything else holds. That this is so is confirmed twice, by the embedded verifier on
//! the whole program, and by running it with the compiler's sanitizers, on the inputs of its head: `// inputs: 3 7`.
//! Some programs cannot be run: `// not run: reason`. CBMC confirms those, and a sample of the others.
//!
//! Gambling may say unknown about a trap, but never proved, and must prove every twin, in a region or in the whole
//! program.

mod common;

use common::{Options, TOOL_LIMIT, Verifier};
use libtest_mimic::{Arguments, Failed, Trial};
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;
use std::process::{Command, ExitCode};
use std::sync::Mutex;
use std::time::Duration;

/// The strategy that is on trial.
const STRATEGY: &str = "gamble";
/// The same with rungs that have loops at any of their iterations, wherever that is possible.
const CUT: &str = "cut";
const CUT_LADDER: &str = "context,context+callees,cut,cut+callees";
/// The strategy that is right about all of these programs, because they are small.
const ORACLE: &str = "whole";
/// A run of qicc that takes longer is stuck.
const LIMIT: Duration = Duration::from_secs(120);
/// What the name of a twin ends with.
const TWIN: &str = "-safe";
/// What is known to go wrong with a version of CBMC. A line that is no longer needed fails.
const GAPS: &[(&str, &str, &str)] = &[
    ("cbmc5", "malloc_any_size-safe", "it contradicts itself: unknown"),
    ("cbmc5", "memcpy_over_another_pointer-safe", "it loses pointers in records: unknown"),
];
/// The functions that give inputs.
const INPUTS: [(&str, &str); 5] =
    [("int", "int"), ("uint", "unsigned"), ("uchar", "unsigned char"), ("long", "long"), ("ulong", "unsigned long")];

/// What came of the strategy that is on trial, over all programs and versions of CBMC.
#[derive(Default)]
struct Tally {
    /// Twins of which every property was proved in a region that is not the whole program, and the other twins.
    twins: (usize, usize),
    /// Properties of twins, in the same way.
    properties: (usize, usize),
    /// Bad properties that were found to be violated, and those that nobody knows about.
    bad: (usize, usize),
}

static TALLY: Mutex<Tally> = Mutex::new(Tally { twins: (0, 0), properties: (0, 0), bad: (0, 0) });

fn main() -> ExitCode {
    let mut trials = Vec::new();
    let programs = common::files("gamble", "c");
    for verifier in common::verifiers() {
        let version = verifier.version;
        let strategies = BTreeSet::from([ORACLE, STRATEGY, CUT]);
        // One version of CBMC suffices to know the truth.
        for strategy in strategies.into_iter().filter(|name| *name == STRATEGY || version != "cbmc5") {
            for path in programs.clone() {
                let stem = common::stem(&path);
                let gap = GAPS.iter().find(|gap| gap.0 == version && gap.1 == stem);
                // CBMC is slower. It gets the pieces of the embedded verifier, and both versions get the same texts.
                let has_same_pieces = strategy == CUT && version != "embedded" && !stem.starts_with("cut_");
                let few_suffice = version == "cbmc5" || version == "cbmc" && strategy == ORACLE && is_run(&path);
                let is_in_sample = stem.trim_end_matches(TWIN).len().is_multiple_of(4) || gap.is_some();
                if has_same_pieces || few_suffice && !is_in_sample {
                    continue;
                }
                let verifier = verifier.clone();
                let name = format!("{version}::{strategy}::{stem}");
                trials.push(Trial::test(name, move || match (check(&verifier, strategy, &path), gap) {
                    (Ok(()), Some(gap)) => Err(format!("remove from GAPS, it is gone: {}", gap.2).into()),
                    (Err(_), Some(_)) => Ok(()),
                    (result, None) => result,
                }));
            }
        }
    }
    if sanitizers() {
        for path in programs.clone() {
            trials.push(Trial::test(format!("run::{}", common::stem(&path)), move || run(&path)));
        }
    } else {
        common::skip("gcc with -fsanitize=address,undefined");
    }
    trials.push(Trial::test("every_trap_has_its_twin", twins));
    trials.push(Trial::test("the_check_can_fail", can_fail));
    let conclusion = libtest_mimic::run(&Arguments::from_args(), trials);
    let tally = TALLY.lock().expect("no panic");
    println!(
        "gamble: strategy {STRATEGY}; twins proved: {} below the root, {} at the root ({} and {} properties); \
         bad properties: {} violated, {} unknown",
        tally.twins.0, tally.twins.1, tally.properties.0, tally.properties.1, tally.bad.0, tally.bad.1
    );
    conclusion.exit_code()
}

/// What qicc says about one property.
#[derive(Clone, Debug)]
struct Said {
    line: u64,
    description: String,
    verdict: String,
    reason: String,
    code: String,
    below_the_root: bool,
}

impl Said {
    fn of(property: &Value) -> Option<Said> {
        let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
        Some(Said {
            line: property["line"].as_u64()?,
            description: text(&property["description"]),
            verdict: property["verdict"].as_str()?.to_owned(),
            reason: text(&property["reason"]["text"]),
            code: text(&property["reason"]["code"]),
            below_the_root: common::is_below_the_root(property),
        })
    }
}

/// Whether a program can be run.
fn is_run(path: &Path) -> bool {
    let source = fs::read_to_string(path).expect("a program");
    !source.lines().any(|line| line.starts_with("// not run: "))
}

/// The lines with bad properties, and what the descriptions of those contain.
fn marks(source: &str) -> BTreeMap<u64, &str> {
    let marked = source.lines().zip(1..).filter_map(|(text, line)| Some((line, text.split_once("// bad")?.1)));
    marked.map(|(line, text)| (line, text.trim_start_matches(':').trim())).collect()
}

fn is_bad(marks: &BTreeMap<u64, &str>, said: &Said) -> bool {
    marks.get(&said.line).is_some_and(|text| said.description.contains(text))
}

fn check(verifier: &Verifier, strategy: &str, path: &Path) -> Result<(), Failed> {
    let source = fs::read_to_string(path)?;
    let mut command = common::qicc();
    verifier.choose(&mut command).args(["--format", "json", "--jobs", "1"]);
    match strategy {
        CUT => command.args(["--strategy", STRATEGY, "--ladder", CUT_LADDER]),
        strategy => command.args(["--strategy", strategy]),
    };
    command.args(Options::of(source.as_bytes()).args).arg(path);
    let outcome = common::run(&mut command, b"", LIMIT);
    let report: Value = serde_json::from_slice(&outcome.stdout)
        .map_err(|error| format!("{error}; exit code {:?}\n{}", outcome.code, outcome.stderr_text()))?;
    let said = report["properties"].as_array().into_iter().flatten().map(Said::of).collect::<Option<Vec<_>>>();
    let said = said.ok_or_else(|| format!("a property without a line or a verdict:\n{report:#}"))?;
    let marks = marks(&source);
    let lacks = |said: &Said| said.verdict == "unknown" && verifier.may_lack(&said.code);
    if said.iter().any(lacks) {
        let judged: Vec<Said> = said.into_iter().filter(|said| !lacks(said)).collect();
        return no_lie(&marks, &judged);
    }
    compare(&marks, &said, strategy == ORACLE)?;
    if strategy == STRATEGY {
        count(&marks, &said);
    }
    Ok(())
}

/// Whether nothing wrong was said; of the one who knows the truth, all of it is wanted. Twins are to be proved in any
/// case.
fn compare(marks: &BTreeMap<u64, &str>, said: &[Said], oracle: bool) -> Result<(), Failed> {
    let mut wrong = Vec::new();
    for each in said {
        let allowed: &[&str] = match (is_bad(marks, each), oracle || marks.is_empty()) {
            (true, true) => &["violated"],
            (true, false) => &["violated", "unknown"],
            (false, true) => &["proved"],
            (false, false) => &["proved", "unknown"],
        };
        if !allowed.contains(&each.verdict.as_str()) {
            let (words, found) = (allowed.join(" or "), &each.verdict);
            wrong.push(format!(
                "line {}, {}: expected {words}, found {found} {}",
                each.line, each.description, each.reason
            ));
        }
    }
    for (line, text) in marks {
        if !said.iter().any(|each| each.line == *line && each.description.contains(text)) {
            wrong.push(format!("line {line}: no property with {text:?}"));
        }
    }
    if said.is_empty() {
        wrong.push("nothing to prove".to_owned());
    }
    if wrong.is_empty() { Ok(()) } else { Err(wrong.join("\n").into()) }
}

/// Whether what is said is true, if that is not all.
fn no_lie(marks: &BTreeMap<u64, &str>, said: &[Said]) -> Result<(), Failed> {
    let lies = |each: &&Said| each.verdict == if is_bad(marks, each) { "proved" } else { "violated" };
    match said.iter().find(lies) {
        Some(lie) => Err(format!("line {}, {}: {}", lie.line, lie.description, lie.verdict).into()),
        None => Ok(()),
    }
}

fn count(marks: &BTreeMap<u64, &str>, said: &[Said]) {
    let mut tally = TALLY.lock().expect("no panic");
    let below = said.iter().filter(|each| each.below_the_root).count();
    if marks.is_empty() {
        tally.properties.0 += below;
        tally.properties.1 += said.len() - below;
        if below == said.len() {
            tally.twins.0 += 1;
        } else {
            tally.twins.1 += 1;
        }
    }
    for each in said.iter().filter(|each| is_bad(marks, each)) {
        if each.verdict == "violated" {
            tally.bad.0 += 1;
        } else {
            tally.bad.1 += 1;
        }
    }
}

/// The compiler and what it needs to notice what goes wrong.
fn gcc() -> Command {
    let mut command = Command::new("gcc");
    command.args(["-w", "-g", "-fsanitize=address,undefined", "-fno-sanitize-recover=all"]);
    command
}

fn sanitizers() -> bool {
    let Ok(folder) = tempfile::tempdir() else { return false };
    let source = folder.path().join("a.c");
    let written = fs::write(&source, "int main(void) { return 0; }\n").is_ok();
    written && common::run(gcc().arg(&source).arg("-o").arg(folder.path().join("a")), b"", TOOL_LIMIT).success()
}

/// The definitions of the functions that a verifier knows, with these inputs, and 0 behind them.
fn environment(inputs: &[&str]) -> String {
    let mut text = format!(
        "void exit(int);\nstatic long inputs[] = {{{}}};\nstatic unsigned at;\n\
         static long next(void) {{ return at < sizeof inputs / sizeof *inputs ? inputs[at++] : 0; }}\n\
         void __VERIFIER_assume(int holds) {{ if (!holds) exit(0); }}\n",
        [inputs, &["0"]].concat().join(", ")
    );
    for (name, ctype) in INPUTS {
        text += &format!("{ctype} __VERIFIER_nondet_{name}(void) {{ return ({ctype})next(); }}\n");
    }
    text
}

/// A trap goes wrong where it says so, when it is run; a twin does not.
fn run(path: &Path) -> Result<(), Failed> {
    if !is_run(path) {
        return Ok(());
    }
    let source = fs::read_to_string(path)?;
    let inputs = source.lines().find_map(|line| line.strip_prefix("// inputs: ")).unwrap_or_default();
    let inputs: Vec<&str> = inputs.split_whitespace().collect();
    let folder = tempfile::tempdir()?;
    let (program, environment_c) = (folder.path().join("program"), folder.path().join("environment.c"));
    fs::write(&environment_c, environment(&inputs))?;
    let built = common::run(gcc().arg(path).arg(&environment_c).arg("-o").arg(&program), b"", TOOL_LIMIT);
    if !built.success() {
        return Err(built.stderr_text().into());
    }
    let mut command = Command::new(&program);
    let outcome = common::run(command.env("ASAN_OPTIONS", "detect_leaks=0"), b"", common::RUN_LIMIT);
    let said = outcome.stderr_text();
    let place = format!("{}.c:", common::stem(path));
    // Sanitizers and assertions name the place in many words; the first place is where it went wrong.
    let failed: Option<u64> = said
        .split(&place)
        .nth(1)
        .and_then(|rest| rest.split(|c: char| !c.is_ascii_digit()).next().and_then(|number| number.parse().ok()));
    let right = match failed {
        Some(line) => marks(&source).contains_key(&line) && outcome.code != Some(0),
        None => marks(&source).is_empty() && outcome.code.is_some_and(|code| code < 128) && said.is_empty(),
    };
    if right { Ok(()) } else { Err(format!("fails at {failed:?}, exit code {:?}\n{said}", outcome.code).into()) }
}

/// A trap without its twin would be avoided by a tool that never proves anything.
fn twins() -> Result<(), Failed> {
    let names: BTreeSet<String> = common::files("gamble", "c").iter().map(|path| common::stem(path)).collect();
    for name in &names {
        let partner = name.strip_suffix(TWIN).map_or_else(|| format!("{name}{TWIN}"), str::to_owned);
        let source = fs::read_to_string(common::data("gamble").join(format!("{name}.c")))?;
        if !names.contains(&partner) {
            return Err(format!("{name} has no {partner}").into());
        }
        if marks(&source).is_empty() != name.ends_with(TWIN) {
            return Err(format!("{name}: a trap has a bad line, a twin has none").into());
        }
        if !source.starts_with("// args: ") {
            return Err(format!("{name}: the first line says no options").into());
        }
    }
    Ok(())
}

fn can_fail() -> Result<(), Failed> {
    let said = |line, verdict: &str| {
        let (description, verdict) = ("0 <= j && j < 4".to_owned(), verdict.to_owned());
        Said { line, description, verdict, reason: String::new(), code: String::new(), below_the_root: false }
    };
    let trap = marks("int main(void)\n    cells[j] = 1; // bad\n");
    let part = marks("\n    cells[i][j] = 1; // bad: j < 4\n");
    let other = marks("\n    cells[i][j] = 1; // bad: i < 4\n");
    let accepted = |marks: &BTreeMap<u64, &str>, said: &[Said], oracle| compare(marks, said, oracle).is_ok();
    let answers = [
        accepted(&trap, &[said(2, "violated")], true) && accepted(&part, &[said(2, "unknown")], false),
        !accepted(&trap, &[said(2, "proved")], false) && !accepted(&part, &[said(2, "proved")], false),
        !accepted(&trap, &[said(2, "unknown")], true) && !accepted(&other, &[said(2, "violated")], false),
        !accepted(&trap, &[said(2, "violated"), said(3, "violated")], false),
        !accepted(&trap, &[said(3, "proved")], false) && !accepted(&trap, &[], false),
        accepted(&BTreeMap::new(), &[said(2, "proved")], false),
        ["unknown", "violated"].iter().all(|word| !accepted(&BTreeMap::new(), &[said(2, word)], false)),
        !accepted(&BTreeMap::new(), &[], false),
    ];
    if answers.iter().all(|right| *right) { Ok(()) } else { Err(format!("accepted: {answers:?}").into()) }
}
