//! The embedded verifier computes what C means: programs whose output is known by running them are given to it with
//! assertions that they output just that.
//!
//! `data/symbolic/observe.h` makes a row of numbers of what a program prints and of the code that it ends with. A
//! compiled program writes the row down; for the verifier it is a table, and one assertion compares each number with
//! the next of the table. That assertion has to be proved. A second one, at the end, says that the end is never come
//! to; it has to be violated, since otherwise the first may hold because nothing was followed so far. With one number
//! of the table changed, the first has to be violated.
//!
//! The programs are those of `data/semantics`, in both data models where these differ, and random ones from csmith,
//! whose output is a checksum of all that they computed. A third of the latter is tried once more with a 0 that
//! the verifier cannot see added to their global variables, so that the solver does the work that rewriting did before.
//!
//! `QICC_CSMITH_SYMBOLIC=1000 cargo test --release --test symbolic` tries that many random programs. Those about which
//! the verifier is wrong are kept in target/symbolic-failures.

mod common;

use common::{Compiler, Model, Options, TOOL_LIMIT};
use libtest_mimic::{Arguments, Failed, Trial};
use regex::Regex;
use serde_json::Value;
use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};
use std::sync::{LazyLock, Mutex};
use std::time::Duration;

/// How many random programs are tried in every test run.
const DEFAULT_COUNT: u64 = 12;
/// Every so many of them are tried with hidden values too, which takes longer.
const HIDDEN_EVERY: u64 = 3;
/// csmith's programs may run for ever; nearly all that end do so at once.
const RUN_LIMIT: Duration = Duration::from_secs(4);
/// How long the verifier may think about one question, and how much memory it may use.
const LIMITS: [&str; 4] = ["--time-limit", "20s", "--memory-limit", "1GiB"];
/// When it is stopped if it does not keep to that.
const STOP: Duration = Duration::from_secs(40);

/// Small enough that most are decided quickly.
const SMALL: &[&str] = &["--no-argc", "--max-funcs", "5", "--max-block-depth", "3", "--max-expr-complexity", "8"];
/// What csmith leaves out unless it is asked, in turns with its defaults.
const EXTRAS: &[&[&str]] =
    &[&["--float"], &[], &["--builtins", "--disable-builtin-kinds", "x86"], &["--max-pointer-depth", "4"]];

/// What the assertions of observe.c say.
const RECORDED: &str = "\"as recorded\"";
const END: &str = "\"never at the end\"";

/// Programs that the verifier cannot be asked about in this way or is not right about today: the name, what the
/// failure says, and why. One that is gone fails.
const GAPS: &[(&str, &str, &str)] = &[
    ("assert_fails", "found proved", "an assertion of its own fails before the end"),
    ("builtins_atomic", "is not modelled", "atomic builtins"),
    ("compound_literals", "does not compile", "commas in braces separate the arguments of macros"),
    ("constructor_order", "found violated", "constructors are assumed to have no influence"),
    ("error_label", "found proved", "it reaches a label of its own that is an error"),
    ("exit_in_middle", "found proved", "functions that are called at exit are assumed not to be"),
    ("extension_attributes", "found violated", "weak functions without a body are assumed to be there"),
    ("float_int_loops", "found violated", "sqrt and pow are any value"),
    ("inline_asm", "found violated", "what assembly computes is any value"),
    ("literals_in_calls", "does not compile", "commas in braces separate the arguments of macros"),
    ("long_double", "found violated", "sqrtl is any value"),
    ("main_falls_off", "found violated", "main has another name here, so no value where it falls off its end"),
    ("qsort_callbacks", "found violated", "qsort and bsearch are assumed to call nothing back"),
    ("strtol_stdio", "found violated", "it reads input"),
    ("variadic", "found violated", "what vsprintf writes is any text"),
    ("verifier_assert_abort", "found proved", "an assertion of its own fails before the end"),
    ("verifier_wrappers", "found proved", "it reaches a label of its own that is an error"),
    ("vla_loops", "unknown, ", "100 000 blocks of the stack that a loop allocates"),
    ("wide_strings", "found violated", "wcslen and wcscmp are any value"),
];

/// What came of the random programs: how many were decided, and why others were not.
#[derive(Default)]
struct Tally {
    decided: usize,
    undecided: BTreeMap<String, usize>,
}

static SUITE: Mutex<Tally> = Mutex::new(Tally { decided: 0, undecided: BTreeMap::new() });
static PLAIN: Mutex<Tally> = Mutex::new(Tally { decided: 0, undecided: BTreeMap::new() });
static HIDDEN: Mutex<Tally> = Mutex::new(Tally { decided: 0, undecided: BTreeMap::new() });

fn main() -> ExitCode {
    let arguments = Arguments::from_args();
    let compilers: Vec<&Compiler> = common::compilers().iter().filter(|compiler| compiler.name == "gcc").collect();
    let mut trials = vec![Trial::test("the_check_can_fail", can_fail), Trial::test("every_gap_is_a_program", gaps)];
    for path in common::files("semantics", "c") {
        for &compiler in &compilers {
            let bits = compiler.model.flag().trim_start_matches('-');
            let name = common::stem(&path);
            if let Some(program) = Program::of_suite(&path, compiler) {
                let gap = GAPS.iter().find(|gap| gap.0 == name);
                trials.push(Trial::test(format!("{bits}::{name}"), move || with_gap(semantics(&program), gap)));
            }
        }
    }
    if let Some(csmith) = common::fetch("csmith") {
        let count = std::env::var("QICC_CSMITH_SYMBOLIC").ok();
        let count = count.map_or(DEFAULT_COUNT, |n| n.parse().expect("QICC_CSMITH_SYMBOLIC is a number"));
        for number in 1..=count {
            // Calls use up the numbers of objects, of which there are fewer in 32 bits: few programs are decided there.
            let short = compilers.last().filter(|_| number % 5 == 0);
            let (csmith, compiler) = (csmith.clone(), *short.unwrap_or(&compilers[0]));
            trials.push(Trial::test(format!("csmith::{number}"), move || random(&csmith, compiler, number)));
        }
    }
    let conclusion = libtest_mimic::run(&arguments, trials);
    // For each that is undecided, so many have to be decided.
    let tallies =
        [("the suite", &SUITE, 20), ("random programs", &PLAIN, 2), ("random programs with hidden values", &HIDDEN, 0)];
    let enough = tallies.map(|(what, tally, share)| {
        let tally = tally.lock().expect("no panic");
        let undecided: usize = tally.undecided.values().sum();
        println!("symbolic: {what}: {} decided, {undecided} not {:?}", tally.decided, tally.undecided);
        // One or two that are asked for by name may well be hard.
        tally.decided + undecided < DEFAULT_COUNT as usize || undecided * share <= tally.decided
    });
    if enough == [true; 3] {
        return conclusion.exit_code();
    }
    println!("symbolic: too many programs are not decided");
    ExitCode::FAILURE
}

/// Slow machines do not fail: what takes too long is counted.
fn with_gap(result: Result<(), Failed>, gap: Option<&(&str, &str, &str)>) -> Result<(), Failed> {
    let mut tally = SUITE.lock().expect("no panic");
    let limit = result.as_ref().err().and_then(Failed::message).filter(|why| why.starts_with("unknown, time-limit"));
    if let Some(limit) = limit {
        *tally.undecided.entry(limit.to_owned()).or_default() += 1;
        return Ok(());
    }
    tally.decided += 1;
    match (result, gap) {
        (Ok(()), Some(gap)) => Err(format!("remove from GAPS, it is gone: {}", gap.2).into()),
        (Err(failed), Some(gap)) if failed.message().is_some_and(|text| text.contains(gap.1)) => Ok(()),
        (result, _) => result,
    }
}

/// A program whose output is observed.
struct Program {
    sources: Vec<PathBuf>,
    flags: Vec<String>,
    args: Vec<String>,
    stdin: Vec<u8>,
    compiler: &'static Compiler,
}

/// What the verifier says about one property.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Said {
    description: String,
    verdict: String,
    code: String,
    reason: String,
}

impl Said {
    fn of(property: &Value) -> Said {
        let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
        Said {
            description: text(&property["description"]),
            verdict: text(&property["verdict"]),
            code: text(&property["reason"]["code"]),
            reason: text(&property["reason"]["text"]),
        }
    }
}

/// What is wanted of the verifier.
#[derive(Clone, Copy)]
enum Table {
    AsRecorded,
    Changed,
}

/// What the answers come to.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Judgement {
    Right,
    /// With the code of the reason, and the reason.
    Undecided(String, String),
    Wrong(String),
}

fn judge(table: Table, said: &[Said]) -> Judgement {
    let find = |text: &str| said.iter().find(|each| each.description.contains(text));
    let (Some(recorded), Some(end)) = (find(RECORDED), find(END)) else {
        return Judgement::Wrong(format!("an assertion of observe.c is missing: {said:?}"));
    };
    // An execution ends where it violates something, so nothing is said about the end when the table was changed.
    let mut wanted = match table {
        Table::AsRecorded => vec![(recorded, "proved"), (end, "violated")],
        Table::Changed => vec![(recorded, "violated")],
    };
    let own = said.iter().filter(|each| *each != recorded && *each != end);
    wanted.extend(own.map(|each| (each, "proved")));
    let mut undecided = None;
    for (each, verdict) in wanted {
        if each.verdict == "unknown" {
            undecided = Some(Judgement::Undecided(each.code.clone(), each.reason.clone()));
        } else if each.verdict != verdict {
            let Said { description, verdict: found, .. } = each;
            return Judgement::Wrong(format!("{description}: expected {verdict}, found {found}"));
        }
    }
    undecided.unwrap_or(Judgement::Right)
}

impl Program {
    /// A program of the suite, if it says something of its own in this data model.
    fn of_suite(path: &Path, compiler: &'static Compiler) -> Option<Program> {
        let source = fs::read(path).expect("a test program");
        let options = Options::of(&source);
        let differs = compiler.model == Model::Lp64 || options.models.is_some();
        if !options.runs_on(compiler) || !(differs || path.with_extension("expected32").exists()) {
            return None;
        }
        let with = options.with.iter().map(|file| common::data("semantics/with").join(file));
        let sources = std::iter::once(path.to_path_buf()).chain(with).collect();
        let source = String::from_utf8_lossy(&source);
        let parameters = [("envp", 3), ("argc", 2)].into_iter().find(|(name, _)| source.contains(name));
        let mut flags = options.flags;
        flags.push(format!("-DOBSERVED_PARAMETERS={}", parameters.map_or(0, |(_, number)| number)));
        Some(Program { sources, flags, args: options.args, stdin: options.stdin, compiler })
    }

    /// All files, and what the preprocessor is told of them.
    fn inputs(&self) -> (Vec<PathBuf>, Vec<String>) {
        let data = common::data("symbolic");
        let sources = self.sources.iter().cloned().chain([data.join("observe.c")]).collect();
        let include = ["-include".to_owned(), data.join("observe.h").display().to_string()];
        (sources, self.flags.iter().cloned().chain(include).collect())
    }

    /// What is observed when the program runs; nothing if it does not end in time.
    fn record(&self, folder: &Path, limit: Duration) -> Result<Option<Vec<u64>>, String> {
        let binary = folder.join("program");
        let (sources, flags) = self.inputs();
        let mut command = self.compiler.command();
        command.args(["-w", "-O1", "-DOBSERVED_RECORD"]).args(flags).args(sources).arg("-o").arg(&binary).arg("-lm");
        let built = common::run(&mut command, b"", TOOL_LIMIT);
        if !built.success() {
            return Err(format!("it does not compile: {}", built.stderr_text()));
        }
        let outcome = common::run(Command::new(&binary).current_dir(folder), &self.stdin, limit);
        if outcome.code.is_none() {
            return Ok(None);
        }
        let said = outcome.stderr_text();
        let values = said.lines().filter_map(|line| line.strip_prefix("observed ")?.parse().ok());
        Ok(Some(values.collect()))
    }

    /// What the verifier says when this is the table.
    fn ask(&self, folder: &Path, values: &[u64]) -> Result<Vec<Said>, String> {
        let lines: String = values.iter().map(|value| format!("{value}u,\n")).collect();
        fs::write(folder.join("record.h"), lines).map_err(|error| error.to_string())?;
        let (sources, flags) = self.inputs();
        let mut command = common::qicc();
        command.args(["--verifier", "embedded", "--strategy", "whole", "--check", "assert", "--format", "json"]);
        command.args(LIMITS).args(["--jobs", "1", self.compiler.model.flag(), "--cc"]);
        command.arg(&self.compiler.program).args(&self.args).args(sources);
        command.arg("--").args(flags).arg("-I").arg(folder);
        let outcome = common::run(&mut command, b"", STOP);
        if outcome.code.is_none() {
            let stopped = |text: &str| Said {
                description: text.to_owned(),
                verdict: "unknown".to_owned(),
                code: "over-limit".to_owned(),
                reason: "it does not keep to its limits, and was stopped".to_owned(),
            };
            return Ok(vec![stopped(RECORDED), stopped(END)]);
        }
        let report: Value = serde_json::from_slice(&outcome.stdout)
            .map_err(|error| format!("{error}; exit code {:?}\n{}", outcome.code, outcome.stderr_text()))?;
        Ok(report["properties"].as_array().into_iter().flatten().map(Said::of).collect())
    }

    /// Whether the verifier is right about what was observed, and about a table with one wrong number.
    fn judged(&self, folder: &Path, values: &[u64]) -> Result<Judgement, String> {
        match judge(Table::AsRecorded, &self.ask(folder, values)?) {
            Judgement::Right => {}
            other => return Ok(other),
        }
        let mut changed = values.to_vec();
        changed[values.len() / 2] ^= 1;
        Ok(match judge(Table::Changed, &self.ask(folder, &changed)?) {
            Judgement::Wrong(why) => Judgement::Wrong(format!("with number {} changed: {why}", values.len() / 2)),
            other => other,
        })
    }
}

fn semantics(program: &Program) -> Result<(), Failed> {
    let folder = tempfile::tempdir()?;
    let values = program.record(folder.path(), common::RUN_LIMIT)?.ok_or("it does not end")?;
    if values.len() < 2 {
        return Err("nothing is observed but its end".into());
    }
    match program.judged(folder.path(), &values)? {
        Judgement::Right => Ok(()),
        Judgement::Undecided(code, reason) => Err(format!("unknown, {code}: {reason}").into()),
        Judgement::Wrong(why) => Err(why.into()),
    }
}

/// A program of csmith's, as it is, and possibly with its values hidden.
fn random(csmith: &Path, compiler: &'static Compiler, number: u64) -> Result<(), Failed> {
    let folder = tempfile::tempdir()?;
    // One that does not end says nothing; the next in its place is the same in every run.
    for seed in (number..).step_by(1_000_000).take(20) {
        let Some(plain) = generate(csmith, compiler, seed, folder.path()) else { continue };
        let Some(values) = plain.record(folder.path(), RUN_LIMIT)? else { continue };
        let mut programs = vec![(plain, &PLAIN)];
        if number.is_multiple_of(HIDDEN_EVERY) {
            programs.push((hide(&programs[0].0, folder.path())?, &HIDDEN));
        }
        for (program, tally) in programs {
            let judgement = program.judged(folder.path(), &values);
            let mut tally = tally.lock().expect("no panic");
            match judgement {
                Ok(Judgement::Right) => tally.decided += 1,
                Ok(Judgement::Undecided(code, reason)) => {
                    *tally.undecided.entry(format!("{code}: {reason}")).or_default() += 1;
                }
                Ok(Judgement::Wrong(why)) | Err(why) => {
                    keep(seed, folder.path());
                    return Err(format!("seed {seed}, {}: {why}", program.sources[0].display()).into());
                }
            }
        }
        return Ok(());
    }
    Err("no program that ends in 20 seeds".into())
}

fn generate(csmith: &Path, compiler: &'static Compiler, seed: u64, folder: &Path) -> Option<Program> {
    let source = folder.join("plain.c");
    let mut command = Command::new(csmith.join("bin/csmith"));
    // It writes a file of its own where it runs.
    command.current_dir(folder).args(["--seed", &seed.to_string(), "--quiet", "--output"]).arg(&source);
    command.args(SMALL).args(EXTRAS[seed as usize % EXTRAS.len()]);
    let include = format!("-I{}", csmith.join("root/usr/include/csmith").display());
    let program = Program { sources: vec![source], flags: vec![include], args: vec![], stdin: vec![], compiler };
    common::run(&mut command, b"", RUN_LIMIT * 5).success().then_some(program)
}

/// The program with a 0 added to its global variables that the verifier does not know to be one.
fn hide(program: &Program, folder: &Path) -> Result<Program, Failed> {
    static GLOBAL: LazyLock<Regex> =
        LazyLock::new(|| Regex::new(r"(?m)^static (?:u?int(?:8|16|32|64)_t|float) (g_\d+) = ").expect("a pattern"));
    const BEGIN: &str = "platform_main_begin();";
    let text = fs::read_to_string(&program.sources[0])?;
    let added: String =
        GLOBAL.captures_iter(&text).map(|found| format!(" {} += observed_nothing();", &found[1])).collect();
    let (before, behind) = text.split_once(BEGIN).ok_or("csmith's programs begin in another way")?;
    let source = folder.join("hidden.c");
    fs::write(&source, [before, BEGIN, &added, behind].concat())?;
    let (flags, compiler) = (program.flags.clone(), program.compiler);
    Ok(Program { sources: vec![source], flags, args: vec![], stdin: vec![], compiler })
}

/// Puts a program about which the verifier is wrong where it survives.
fn keep(seed: u64, folder: &Path) {
    let target = Path::new(env!("CARGO_TARGET_TMPDIR")).parent().expect("the target folder");
    let to = target.join("symbolic-failures").join(seed.to_string());
    fs::create_dir_all(&to).expect("a folder under target");
    for name in ["plain.c", "hidden.c", "record.h"] {
        _ = fs::copy(folder.join(name), to.join(name));
    }
}

fn gaps() -> Result<(), Failed> {
    let missing = |gap: &&(&str, &str, &str)| !common::data("semantics").join(gap.0).with_extension("c").exists();
    match GAPS.iter().find(missing) {
        Some(gap) => Err(format!("{} is no program", gap.0).into()),
        None => Ok(()),
    }
}

fn can_fail() -> Result<(), Failed> {
    let said = |description: &str, verdict: &str| Said {
        description: format!("{description} && more"),
        verdict: verdict.to_owned(),
        code: "time-limit".to_owned(),
        reason: String::new(),
    };
    let both = |recorded, end| [said(RECORDED, recorded), said(END, end)];
    let is_wrong = |table, said: &[Said]| matches!(judge(table, said), Judgement::Wrong(_));
    let is_right = |table, said: &[Said]| judge(table, said) == Judgement::Right;
    let is_open = |table, said: &[Said]| matches!(judge(table, said), Judgement::Undecided(..));
    let own = |verdict| [both("proved", "violated").to_vec(), vec![said("x > 3", verdict)]].concat();
    let answers = [
        is_right(Table::AsRecorded, &both("proved", "violated")) && is_right(Table::AsRecorded, &own("proved")),
        is_wrong(Table::AsRecorded, &both("violated", "violated")) && is_wrong(Table::AsRecorded, &own("violated")),
        is_wrong(Table::AsRecorded, &both("proved", "proved"))
            && is_wrong(Table::AsRecorded, &both("unknown", "proved")),
        is_open(Table::AsRecorded, &both("unknown", "violated")) && is_open(Table::AsRecorded, &own("unknown")),
        is_right(Table::Changed, &both("violated", "proved")) && is_wrong(Table::Changed, &both("proved", "violated")),
        is_open(Table::Changed, &both("unknown", "unknown")),
        is_wrong(Table::AsRecorded, &both("proved", "violated")[..1]) && is_wrong(Table::Changed, &[]),
    ];
    let gap = ("name", "as recorded", "why");
    let kept = with_gap(Err("as recorded: found violated".into()), Some(&gap)).is_ok();
    let lost = with_gap(Err("something else".into()), Some(&gap)).is_err() && with_gap(Ok(()), Some(&gap)).is_err();
    if answers.iter().all(|right| *right) && kept && lost { Ok(()) } else { Err(format!("judged: {answers:?}").into()) }
}
