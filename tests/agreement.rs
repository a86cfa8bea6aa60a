//! Verdicts survive printing: CBMC on the original, and qicc with CBMC on what qicc prints, say the same of every
//! property.
//!
//! Three sources of programs. Those of `tests/data/semantics` are asked what they print, line by line, and what they
//! return (`tests/tools/outputs.h`); those of csmith get an assertion about each of their global variables, right and
//! wrong in turn; those of `tests/data/verdicts` and `tests/data/traps` have assertions of their own. Of all of them
//! the truth is known as well, because the programs run, or were judged by hand: where CBMC on the original is right,
//! qicc has to be.
//!
//! What CBMC gets wrong about an original, cannot read, or does not finish in time says nothing about us: it is listed
//! with its reason, and the test fails when fewer programs or properties are compared than there were.

mod common;

use common::TOOL_LIMIT;
use libtest_mimic::{Arguments, Trial};
use regex::Regex;
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};
use std::sync::{LazyLock, Mutex};
use std::time::Duration;

/// How many of csmith's programs are compared; `QICC_AGREEMENT` asks for more.
const CSMITH: usize = 150;
/// How many of the programs that are here are compared at least, and how many of their properties.
const FLOOR: (usize, usize) = (108, 1330);
/// CBMC on the original gets this long.
const LIMIT: Duration = Duration::from_secs(6);
/// Loops of the originals are unwound this often; a program that goes on is not compared.
const UNWIND: &str = "300";

/// Programs that would be another program if they were asked in our way.
const EXCLUDED: &[(&str, &str)] = &[
    ("main_falls_off", "only main may end without a return, and it is renamed"),
    ("main_arguments", "it is about the arguments of main, which is renamed and has none"),
];

/// Which properties hold, by their names.
type Verdicts = BTreeMap<String, bool>;

/// What came of all the comparisons.
struct Tally {
    programs: usize,
    properties: usize,
    /// The programs that were not compared, or not in all properties, and why.
    notes: BTreeMap<String, String>,
}

static TALLY: Mutex<Tally> = Mutex::new(Tally { programs: 0, properties: 0, notes: BTreeMap::new() });

fn main() -> ExitCode {
    let arguments = Arguments::from_args();
    let Some(cbmc) = common::fetch("cbmc") else { return ExitCode::SUCCESS };
    let mut trials = Vec::new();
    for (suite, ask) in
        [("semantics", prints as fn(&Path, &Path) -> Result<(), String>), ("verdicts", judged), ("traps", judged)]
    {
        for path in common::files(suite, "c") {
            let cbmc = cbmc.clone();
            trials.push(Trial::test(format!("{suite}::{}", common::stem(&path)), move || Ok(ask(&cbmc, &path)?)));
        }
    }
    if let Some(csmith) = common::fetch("csmith") {
        trials.push(Trial::test("csmith", move || Ok(random_programs(&cbmc, &csmith)?)));
    }
    let conclusion = libtest_mimic::run(&arguments, trials);
    let tally = TALLY.lock().expect("no panic");
    println!("agreement: {} programs with {} properties compared; not, or not all:", tally.programs, tally.properties);
    tally.notes.iter().for_each(|(name, why)| println!("  {name}: {why}"));
    if conclusion.num_filtered_out == 0 && (tally.programs < FLOOR.0 || tally.properties < FLOOR.1) {
        println!("fewer than the {} programs and {} properties that there were", FLOOR.0, FLOOR.1);
        return ExitCode::FAILURE;
    }
    conclusion.exit_code()
}

/// Counts one of the programs that are here.
fn count(properties: usize) {
    let mut tally = TALLY.lock().expect("no panic");
    tally.programs += usize::from(properties > 0);
    tally.properties += properties;
}

fn note(name: &str, why: impl Into<String>) {
    TALLY.lock().expect("no panic").notes.insert(name.to_owned(), why.into());
}

/// A program, how it is to be read, and what is true of it.
struct Question<'a> {
    name: &'a str,
    files: &'a [PathBuf],
    flags: &'a [String],
    /// Whether a property is named by its line, and not by its description.
    by_line: bool,
    truth: &'a Verdicts,
}

impl Question<'_> {
    /// Compares one program: what CBMC says of the original, the truth, what qicc says. How many properties that were.
    fn compare(&self, cbmc: &Path) -> Result<usize, String> {
        let original = match self.original(cbmc) {
            Ok(verdicts) => verdicts,
            Err(why) => {
                note(self.name, why);
                return Ok(0);
            }
        };
        let right: BTreeSet<&String> =
            self.truth.keys().filter(|key| original.get(*key) == self.truth.get(*key)).collect();
        if right.is_empty() {
            let known = self.truth.keys().any(|key| original.contains_key(key));
            note(
                self.name,
                if known { "CBMC is wrong about all of the original" } else { "CBMC knows none of its assertions" },
            );
            return Ok(0);
        }
        let ours = match self.ours(cbmc)? {
            Ok(verdicts) => verdicts,
            Err(why) => {
                note(self.name, why);
                return Ok(0);
            }
        };
        let differ: Vec<&String> = self.truth.keys().filter(|key| ours.get(*key) != self.truth.get(*key)).collect();
        if let Some(both) = differ.iter().find(|key| !right.contains(*key)) {
            // Nothing behind an assertion that CBMC believes to fail is reached in what we print.
            note(self.name, format!("CBMC is wrong about the original and about what is printed: {both}"));
            return Ok(0);
        }
        if !differ.is_empty() {
            let say = |key: &&String| format!("{key}: CBMC {:?}, qicc {:?}", original.get(*key), ours.get(*key));
            return Err(format!("{}: {}", self.name, differ.iter().map(say).collect::<Vec<_>>().join("; ")));
        }
        if right.len() < self.truth.len() {
            let wrong: Vec<&str> = self.truth.keys().filter(|key| !right.contains(key)).map(String::as_str).collect();
            note(self.name, format!("CBMC is wrong about the original, qicc is not: {}", wrong.join(", ")));
        }
        Ok(right.len())
    }

    /// What CBMC says of the original.
    fn original(&self, cbmc: &Path) -> Result<Verdicts, String> {
        let folder = tempfile::tempdir().map_err(|e| e.to_string())?;
        let binary = folder.path().join("original");
        let mut compile = Command::new(cbmc.join("bin/goto-cc"));
        compile.args(self.flags).args(self.files).arg("-o").arg(&binary);
        let compiled = common::run(&mut compile, b"", LIMIT);
        if !compiled.success() {
            return Err(format!("CBMC cannot read the original: {}", complaint(&compiled.stderr_text())));
        }
        let mut command = Command::new(cbmc.join("bin/cbmc"));
        command.args(["--no-standard-checks", "--unwinding-assertions", "--drop-unused-functions", "--json-ui"]);
        command.args(["--unwind", UNWIND]).arg(binary);
        let outcome = common::run(&mut command, b"", LIMIT);
        if outcome.code.is_none() {
            return Err("CBMC does not finish the original in time".into());
        }
        let elements: Vec<Value> = serde_json::from_slice(&outcome.stdout)
            .map_err(|_| format!("CBMC breaks down on the original: {}", complaint(&outcome.stderr_text())))?;
        let Some(results) = elements.iter().find_map(|element| element.get("result")?.as_array()) else {
            let error = elements.iter().find(|element| element["messageType"] == "ERROR");
            let words = error.and_then(|error| error["messageText"].as_str()).unwrap_or("no result");
            return Err(format!("CBMC cannot take the original: {}", words.lines().next().unwrap_or_default()));
        };
        let mut verdicts = Verdicts::new();
        for result in results {
            let name = result["property"].as_str().unwrap_or_default();
            let holds = result["status"] == "SUCCESS";
            if !holds && (name.contains(".unwind.") || name.contains(".recursion")) {
                return Err(format!("the original needs more than {UNWIND} iterations"));
            }
            if name.contains(".assertion.") {
                let line = result["sourceLocation"]["line"].as_str();
                *verdicts.entry(self.key(line.and_then(|line| line.parse().ok()), result)).or_insert(true) &= holds;
            }
        }
        Ok(verdicts)
    }

    /// What qicc says, by way of its own printed C; inside, why it does not know.
    fn ours(&self, cbmc: &Path) -> Result<Result<Verdicts, String>, String> {
        let mut command = common::qicc();
        command.args(["--strategy", "whole", "--verifier", "cbmc", "--check", "assert", "--format", "json"]);
        command.args(["--time-limit", "15s"]);
        command.env("QICC_VERIFIERS", cbmc.join("bin")).args(self.files).arg("--").args(self.flags);
        let outcome = common::run(&mut command, b"", TOOL_LIMIT);
        let report: Value = serde_json::from_slice(&outcome.stdout)
            .map_err(|error| format!("qicc: {error}, exit code {:?}\n{}", outcome.code, outcome.stderr_text()))?;
        let mut verdicts = Verdicts::new();
        for property in report["properties"].as_array().into_iter().flatten() {
            let key = self.key(property["line"].as_u64(), property);
            let holds = match property["verdict"].as_str() {
                Some("proved") => true,
                Some("violated") => false,
                _ if !self.truth.contains_key(&key) => continue,
                _ => {
                    let reason = property["reason"]["text"].as_str();
                    return Ok(Err(format!("qicc does not know {key}: {}", reason.unwrap_or("no reason"))));
                }
            };
            *verdicts.entry(key).or_insert(true) &= holds;
        }
        Ok(Ok(verdicts))
    }

    fn key(&self, line: Option<u64>, property: &Value) -> String {
        match (self.by_line, line) {
            (true, Some(line)) => format!("line {line}"),
            _ => property["description"].as_str().unwrap_or_default().to_owned(),
        }
    }
}

/// The essence of what CBMC says when it cannot go on.
fn complaint(text: &str) -> String {
    let essence = text.lines().find_map(|line| {
        let (_, words) = line.split_once("error: ").or_else(|| line.split_once("Reason: "))?;
        Some(words.chars().take(80).collect())
    });
    essence.unwrap_or_else(|| "no reason given".into())
}

/// A program that prints: what, and how it ends.
fn prints(cbmc: &Path, path: &Path) -> Result<(), String> {
    let name = common::stem(path);
    let source = fs::read_to_string(path).map_err(|e| e.to_string())?;
    let options = common::Options::of(source.as_bytes());
    if let Some((_, why)) = EXCLUDED.iter().find(|(excluded, _)| *excluded == name) {
        note(&name, *why);
        return Ok(());
    }
    if options.models.as_deref() == Some("32") || !options.stdin.is_empty() || source.contains("ERROR:") {
        note(&name, "for 32 bits, or reads, or ends at an assertion of its own");
        return Ok(());
    }
    let folder = tempfile::tempdir().map_err(|e| e.to_string())?;
    let tool = |name: &str| Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/tools").join(name);
    let mut files = vec![path.to_owned()];
    files.extend(options.with.iter().map(|other| common::data("semantics").join("with").join(other)));
    let mut flags = options.flags;
    flags.extend(["-include".into(), tool("outputs.h").display().to_string()]);
    let binary = folder.path().join("record");
    let mut build = Command::new("gcc");
    build.args(["-w", "-DRECORD"]).args(&flags).args(&files).arg(tool("outputs.c")).arg("-o").arg(&binary).arg("-lm");
    let built = common::run(&mut build, b"", TOOL_LIMIT);
    if !built.success() {
        note(&name, format!("cannot be recorded: {}", complaint(&built.stderr_text())));
        return Ok(());
    }
    let recorded = common::run(&mut Command::new(&binary), b"", LIMIT);
    let text = String::from_utf8_lossy(&recorded.stdout).into_owned();
    let (mut table, mut printed, mut code, mut truth) = (String::new(), 0, None, Verdicts::new());
    for (place, value) in text.lines().filter_map(|line| line.strip_prefix("qicc ")?.split_once(' ')) {
        if code.is_some() {
            note(&name, "goes on behind its end, in handlers or destructors");
            return Ok(());
        } else if place == "exit" {
            code = Some(value);
        } else {
            table += &format!("{},\n", literal(value));
            printed += 1;
            truth.insert(format!("line {place}"), true);
        }
    }
    let (Some(code), 1..) = (code, printed) else {
        note(&name, "aborts, or prints nothing");
        return Ok(());
    };
    truth.extend(["no more is printed", "no less is printed", "the exit code"].map(|text| (text.to_owned(), true)));
    truth.extend(
        ["something else is printed", "less is printed", "another exit code"].map(|text| (text.to_owned(), false)),
    );
    let wrapper = folder.path().join("wrapper.c");
    let template = fs::read_to_string(tool("outputs.c")).map_err(|e| e.to_string())?;
    let head = format!(
        "#define EXPECTED {printed}\n#define CODE ({code})\nstatic const long long expected[] = {{\n{table}}};\n"
    );
    fs::write(&wrapper, head + &template).map_err(|e| e.to_string())?;
    files.push(wrapper);
    Question { name: &name, files: &files, flags: &flags, by_line: false, truth: &truth }.compare(cbmc).map(count)
}

/// A number as C has it.
fn literal(number: &str) -> String {
    match number {
        "-9223372036854775808" => "(-9223372036854775807ll - 1)".into(),
        _ => format!("{number}ll"),
    }
}

/// A program with assertions that were judged by hand: in its lines (`// => proved`), or in the file beside it.
fn judged(cbmc: &Path, path: &Path) -> Result<(), String> {
    let name = common::stem(path);
    let source = fs::read_to_string(path).map_err(|e| e.to_string())?;
    let beside = fs::read_to_string(path.with_extension("expected")).unwrap_or_default();
    let lines = source.lines().enumerate().filter_map(|(at, line)| Some((at + 1, line.split_once("// => ")?.1.trim())));
    let expected = beside
        .lines()
        .filter(|line| line.contains(" assertion."))
        .filter_map(|line| Some((line.split(':').next()?.parse().ok()?, line.rsplit(' ').next()?)));
    let mut truth = Verdicts::new();
    for (line, word) in lines.chain(expected) {
        let asserts = source.lines().nth(line - 1).is_some_and(|text| text.contains("assert("));
        match word.split(' ').next() {
            Some("proved") if asserts => *truth.entry(format!("line {line}")).or_insert(true) &= true,
            Some("violated") if asserts => *truth.entry(format!("line {line}")).or_insert(true) &= false,
            _ => {}
        }
    }
    if truth.is_empty() {
        return Ok(());
    }
    Question { name: &name, files: &[path.to_owned()], flags: &[], by_line: true, truth: &truth }
        .compare(cbmc)
        .map(count)
}

fn random_programs(cbmc: &Path, csmith: &Path) -> Result<(), String> {
    use rayon::prelude::*;
    let wanted = std::env::var("QICC_AGREEMENT").map_or(CSMITH, |n| n.parse().expect("QICC_AGREEMENT is a number"));
    let (mut compared, mut next) = (0, 1);
    let mut differ = Vec::new();
    while compared < wanted && next < 20 * wanted {
        let seeds = next..next + (wanted - compared).max(2);
        next = seeds.end;
        let results: Vec<_> = seeds.into_par_iter().map(|seed| random_program(cbmc, csmith, seed)).collect();
        for result in results {
            match result {
                Ok(properties) => compared += usize::from(properties > 0),
                Err(why) => differ.push(why),
            }
        }
    }
    if differ.is_empty() && compared >= wanted {
        return Ok(());
    }
    Err(format!("{compared} of {wanted} programs agree; {} differ:\n{}", differ.len(), differ.join("\n")))
}

/// Small enough for CBMC.
const SMALL: &str = "--no-argc --no-volatiles --max-funcs 3 --max-block-depth 2 --max-block-size 3 \
                     --max-expr-complexity 4 --max-array-dim 2 --max-array-len-per-dim 5 --concise";

static CHECKSUM: LazyLock<Regex> =
    LazyLock::new(|| Regex::new(r#"transparent_crc\((.*), "([^"]*)", print_hash_value\);"#).expect("a pattern"));

fn random_program(cbmc: &Path, csmith: &Path, seed: usize) -> Result<usize, String> {
    let folder = tempfile::tempdir().map_err(|e| e.to_string())?;
    let path = |name: &str| folder.path().join(name);
    let name = format!("csmith {seed}");
    let mut generate = Command::new(csmith.join("bin/csmith"));
    generate.current_dir(folder.path()).args(["--seed", &seed.to_string(), "--quiet"]).args(SMALL.split_whitespace());
    let generated = common::run(&mut generate, b"", LIMIT);
    // Nobody needs the table of a checksum that is not computed.
    let source = String::from_utf8_lossy(&generated.stdout).replace("crc32_gentab();", "");
    if !generated.success() || !CHECKSUM.is_match(&source) {
        note(&name, "csmith makes no program, or one without variables");
        return Ok(0);
    }
    let include = format!("-I{}", csmith.join("root/usr/include/csmith").display());
    let record = CHECKSUM.replace_all(&source, r#"printf("$2 %lld\n", (long long)($1));"#);
    fs::write(path("record.c"), record.as_bytes()).map_err(|e| e.to_string())?;
    let mut build = Command::new("gcc");
    build.args(["-w", &include]).arg(path("record.c")).arg("-o").arg(path("record"));
    if !common::run(&mut build, b"", TOOL_LIMIT).success() {
        return Err(format!("{name}: gcc cannot build it"));
    }
    let recorded = common::run(&mut Command::new(path("record")), b"", Duration::from_secs(1));
    let text = String::from_utf8_lossy(&recorded.stdout).into_owned();
    let mut values: BTreeMap<&str, Vec<i64>> = BTreeMap::new();
    for line in text.lines() {
        let Some((label, value)) = line.rsplit_once(' ') else { continue };
        values.entry(label).or_default().extend(value.parse::<i64>());
    }
    if recorded.code != Some(0) || values.is_empty() {
        note(&name, "does not end in time");
        return Ok(0);
    }
    let mut truth = Verdicts::new();
    let mut at = 0;
    let asserted = CHECKSUM.replace_all(&source, |found: &regex::Captures<'_>| {
        let Some(known) = values.get(&found[2]) else { return String::new() };
        // Right and wrong in turn; wrong ones must not hide what comes behind them.
        let value = known[0].wrapping_add(at % 2);
        at += 1;
        truth.insert(found[2].to_owned(), known.iter().all(|other| *other == value));
        let value = literal(&value.to_string());
        format!(
            r#"if (nondet_int() == {at}) __CPROVER_assert((long long)({}) == {value}, "{}");"#,
            &found[1], &found[2]
        )
    });
    fs::write(path("program.c"), format!("int nondet_int(void);\n{asserted}")).map_err(|e| e.to_string())?;
    let files = [path("program.c")];
    let result =
        Question { name: &name, files: &files, flags: &[include], by_line: false, truth: &truth }.compare(cbmc);
    if result.is_err() {
        let kept = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("agreement-{seed}.c"));
        _ = fs::copy(path("program.c"), kept);
    }
    result
}
