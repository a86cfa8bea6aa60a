//! Verdicts survive printing: CBMC on the original, and qicc with CBMC on what qicc prints, say the same of every property.
//!
//! Two sources of programs. Those of `tests/data/semantics` are asked what they print and return (`tests/tools/outputs.c`);
//! those of csmith get an assertion about each of their global variables, right and wrong in turn. Of all of them the truth is
//! known as well, because the programs run: where CBMC on the original is right, qicc has to be. Originals that CBMC cannot read,
//! does not finish in time, or gets wrong say nothing about us: they are counted, and listed.

mod common;

use common::TOOL_LIMIT;
use libtest_mimic::{Arguments, Trial};
use regex::Regex;
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{LazyLock, Mutex};
use std::time::Duration;

/// How many of csmith's programs are compared; `QICC_AGREEMENT` asks for more.
const CSMITH: usize = 300;
/// CBMC on the original gets this long.
const LIMIT: Duration = Duration::from_secs(6);
/// Loops of the originals are unwound this often; a program that goes on is not compared.
const UNWIND: &str = "70";

/// What is said of the properties, by their descriptions.
type Verdicts = BTreeMap<String, bool>;

static COMPARED: AtomicUsize = AtomicUsize::new(0);
static USELESS: Mutex<Vec<String>> = Mutex::new(Vec::new());

fn main() {
    let arguments = Arguments::from_args();
    let Some(cbmc) = common::fetch("cbmc") else { return };
    let mut trials = Vec::new();
    for path in common::files("semantics", "c") {
        let cbmc = cbmc.clone();
        trials.push(Trial::test(format!("prints::{}", common::stem(&path)), move || Ok(semantics(&cbmc, &path)?)));
    }
    if let Some(csmith) = common::fetch("csmith") {
        trials.push(Trial::test("csmith", move || Ok(random_programs(&cbmc, &csmith)?)));
    }
    let conclusion = libtest_mimic::run(&arguments, trials);
    let useless = USELESS.lock().expect("no panic");
    println!("agreement: {} programs compared, {} not:", COMPARED.load(Ordering::Relaxed), useless.len());
    useless.iter().for_each(|why| println!("  {why}"));
    conclusion.exit();
}

fn useless(why: String) {
    USELESS.lock().expect("no panic").push(why);
}

/// Compares one program: what CBMC says of the original, the truth, what qicc says.
fn compare(cbmc: &Path, name: &str, files: &[PathBuf], flags: &[String], truth: &Verdicts) -> Result<bool, String> {
    let original = match original(cbmc, files, flags) {
        Ok(verdicts) if verdicts == *truth => verdicts,
        Ok(_) => {
            useless(format!("{name}: CBMC is wrong about the original"));
            return Ok(false);
        }
        Err(why) => {
            useless(format!("{name}: {why}"));
            return Ok(false);
        }
    };
    let Some(ours) = ours(cbmc, files, flags)? else {
        useless(format!("{name}: CBMC lays records out in another way than compilers do, and qicc says so"));
        return Ok(false);
    };
    if ours != original {
        let differ: Vec<String> = original
            .keys()
            .chain(ours.keys())
            .collect::<BTreeSet<_>>()
            .into_iter()
            .filter(|key| original.get(*key) != ours.get(*key))
            .map(|key| format!("{key}: CBMC {:?}, qicc {:?}", original.get(key), ours.get(key)))
            .collect();
        return Err(format!("{name}: {}", differ.join("; ")));
    }
    COMPARED.fetch_add(1, Ordering::Relaxed);
    Ok(true)
}

/// What CBMC says of the original.
fn original(cbmc: &Path, files: &[PathBuf], flags: &[String]) -> Result<Verdicts, String> {
    let mut command = Command::new(cbmc.join("bin/cbmc"));
    command.args([
        "--no-standard-checks",
        "--unwinding-assertions",
        "--drop-unused-functions",
        "--json-ui",
        "--unwind",
    ]);
    command.arg(UNWIND).args(files).args(flags);
    let outcome = common::run(&mut command, b"", LIMIT);
    if outcome.code.is_none() {
        return Err("CBMC does not finish the original in time".into());
    }
    let elements: Vec<Value> = serde_json::from_slice(&outcome.stdout)
        .map_err(|_| "CBMC's answer about the original is no JSON".to_owned())?;
    let Some(results) = elements.iter().find_map(|element| element.get("result")?.as_array()) else {
        let error = elements.iter().find(|element| element["messageType"] == "ERROR");
        let words = error.and_then(|error| error["messageText"].as_str()).unwrap_or("no result");
        return Err(format!("CBMC cannot take the original: {}", words.lines().next().unwrap_or_default()));
    };
    let mut verdicts = Verdicts::new();
    for result in results {
        let name = result["property"].as_str().unwrap_or_default();
        let failed = result["status"] != "SUCCESS";
        if failed && (name.contains(".unwind.") || name.contains(".recursion")) {
            return Err(format!("the original needs more than {UNWIND} iterations"));
        }
        if name.contains(".assertion.") {
            let description = result["description"].as_str().unwrap_or_default().to_owned();
            *verdicts.entry(description).or_insert(true) &= !failed;
        }
    }
    Ok(verdicts)
}

/// What qicc says, by way of its own printed C; nothing when it knows that CBMC's answer is about other records.
fn ours(cbmc: &Path, files: &[PathBuf], flags: &[String]) -> Result<Option<Verdicts>, String> {
    let mut command = common::qicc();
    command.args(["--verifier", "cbmc", "--check", "assert", "--format", "json", "--time-limit", "60s"]);
    command.env("QICC_VERIFIERS", cbmc.join("bin")).args(files).arg("--").args(flags);
    let outcome = common::run(&mut command, b"", TOOL_LIMIT);
    let report: Value = serde_json::from_slice(&outcome.stdout)
        .map_err(|error| format!("qicc: {error}, exit code {:?}\n{}", outcome.code, outcome.stderr_text()))?;
    let mut verdicts = Verdicts::new();
    for property in report["properties"].as_array().into_iter().flatten() {
        let description = property["description"].as_str().unwrap_or_default().to_owned();
        let holds = match property["verdict"].as_str() {
            Some("proved") => true,
            Some("violated") => false,
            _ if property["reason"]["text"].as_str().is_some_and(|text| text.contains("lays out")) => return Ok(None),
            _ => return Err(format!("qicc on {description}: {}", property["reason"])),
        };
        *verdicts.entry(description).or_insert(true) &= holds;
    }
    Ok(Some(verdicts))
}

fn semantics(cbmc: &Path, path: &Path) -> Result<(), String> {
    let name = common::stem(path);
    let source = fs::read_to_string(path).map_err(|e| e.to_string())?;
    let options = common::Options::of(source.as_bytes());
    if options.models.as_deref() == Some("32") || !options.stdin.is_empty() || source.contains("ERROR:") {
        useless(format!("{name}: for 32 bits, or reads, or ends at an assertion of its own"));
        return Ok(());
    }
    let folder = tempfile::tempdir().map_err(|e| e.to_string())?;
    let tools = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/tools/outputs.c");
    let mut files = vec![path.to_owned()];
    files.extend(options.with.iter().map(|other| common::data("semantics").join("with").join(other)));
    let mut flags = options.flags.clone();
    for name in ["main=qicc_program", "printf=qicc_printf", "puts=qicc_puts", "putchar=qicc_putchar"] {
        flags.push(format!("-D{name}"));
    }
    let binary = folder.path().join("record");
    let mut build = Command::new("gcc");
    build.args(["-w", "-DRECORD"]).args(&flags).args(&files).arg(&tools).arg("-o").arg(&binary).arg("-lm");
    if !common::run(&mut build, b"", TOOL_LIMIT).success() {
        useless(format!("{name}: cannot be recorded"));
        return Ok(());
    }
    let recorded = common::run(&mut Command::new(&binary), b"", LIMIT);
    let text = String::from_utf8_lossy(&recorded.stdout).into_owned();
    let numbers: Vec<&str> = text.lines().filter(|line| !line.starts_with("exit")).collect();
    let code = text.lines().find_map(|line| line.strip_prefix("exit "));
    let (Some(code), false) = (code, numbers.is_empty()) else {
        useless(format!("{name}: does not return from main, or prints nothing"));
        return Ok(());
    };
    let table: String = numbers.iter().map(|number| format!("{number}ll,\n")).collect();
    let template = fs::read_to_string(&tools).map_err(|e| e.to_string())?;
    let wrapper = folder.path().join("wrapper.c");
    let count = numbers.len();
    let table = table.replace("-9223372036854775808ll", "(-9223372036854775807ll - 1)");
    let head = format!(
        "#define EXPECTED {count}\n#define CODE ({code})\nstatic const long long expected[] = {{\n{table}}};\n"
    );
    fs::write(&wrapper, head + &template).map_err(|e| e.to_string())?;
    files.push(wrapper);
    let right = ["no more is printed", "what is printed", "no less is printed", "the exit code"];
    let wrong = ["something else is printed", "less is printed", "another exit code"];
    let truth = right.map(|text| (text.to_owned(), true)).into_iter().chain(wrong.map(|text| (text.to_owned(), false)));
    compare(cbmc, &name, &files, &flags, &truth.collect()).map(drop)
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
                Ok(said) => compared += usize::from(said),
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

fn random_program(cbmc: &Path, csmith: &Path, seed: usize) -> Result<bool, String> {
    let folder = tempfile::tempdir().map_err(|e| e.to_string())?;
    let path = |name: &str| folder.path().join(name);
    let name = format!("csmith {seed}");
    let mut generate = Command::new(csmith.join("bin/csmith"));
    generate.current_dir(folder.path()).args(["--seed", &seed.to_string(), "--quiet"]).args(SMALL.split_whitespace());
    let generated = common::run(&mut generate, b"", LIMIT);
    // Nobody needs the table of a checksum that is not computed.
    let source = String::from_utf8_lossy(&generated.stdout).replace("crc32_gentab();", "");
    if !generated.success() || !CHECKSUM.is_match(&source) {
        useless(format!("{name}: csmith makes no program, or one without variables"));
        return Ok(false);
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
        useless(format!("{name}: does not end in time"));
        return Ok(false);
    }
    let mut truth = Verdicts::new();
    let mut at = 0;
    let asserted = CHECKSUM.replace_all(&source, |found: &regex::Captures<'_>| {
        let Some(known) = values.get(&found[2]) else { return String::new() };
        // Right and wrong in turn; wrong ones must not hide what comes behind them.
        let value = known[0].wrapping_add(at % 2);
        at += 1;
        truth.insert(found[2].to_owned(), known.iter().all(|other| *other == value));
        let value = if value == i64::MIN { "(-9223372036854775807ll - 1)".into() } else { format!("{value}ll") };
        format!(
            r#"if (nondet_int() == {at}) __CPROVER_assert((long long)({}) == {value}, "{}");"#,
            &found[1], &found[2]
        )
    });
    fs::write(path("program.c"), format!("int nondet_int(void);\n{asserted}")).map_err(|e| e.to_string())?;
    let result = compare(cbmc, &name, &[path("program.c")], &[include], &truth);
    if result.is_err() {
        let kept = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("agreement-{seed}.c"));
        _ = fs::copy(path("program.c"), kept);
    }
    result
}
