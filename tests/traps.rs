//! Traps: programs about which a real verifier says something wrong, if it is asked in the obvious way, and verifiers
//! that break. Each is given to qicc with both versions of CBMC and both strategies, and must end in the right verdict,
//! or in an unknown one.
//!
//! A program of `data/traps` has its expectations where the properties are: `// => proved`, alternatives with `|`,
//! reasons as `unknown:CODE`, what is expected of version 5 behind `5:` where it differs, and of the embedded verifier
//! behind `embedded:`. Assumptions that must be listed are in the head, as `// assumes: KIND`. Every property that is
//! reported must be expected, and the other way round.

mod common;

use common::{Options, Verifier};
use libtest_mimic::{Arguments, Failed, Trial};
use serde_json::Value;
use std::collections::BTreeMap;
use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::time::Duration;

/// A run of qicc that takes longer is stuck.
const LIMIT: Duration = Duration::from_secs(240);

fn main() {
    let mut trials = Vec::new();
    for verifier in common::verifiers() {
        for path in common::files("traps", "c") {
            for strategy in verifier.strategies() {
                let (verifier, path) = (verifier.clone(), path.clone());
                let name = format!("{}::{strategy}::{}", verifier.version, common::stem(&path));
                trials.push(Trial::test(name, move || check(&verifier, strategy, &path)));
            }
        }
    }
    for version in ["cbmc", "cbmc5"] {
        let Some(folder) = common::fetch(version) else { continue };
        let program = folder.join("bin/cbmc");
        for fault in FAULTS {
            let program = program.clone();
            trials.push(Trial::test(format!("{version}::{}", fault.name), move || break_down(&program, fault)));
        }
    }
    trials.push(Trial::test("missing_binary_and_wrong_version", useless));
    trials.push(Trial::test("strange_file_name", strange_name));
    trials.push(Trial::test("the_check_can_fail", can_fail));
    libtest_mimic::run(&Arguments::from_args(), trials).exit();
}

/// What qicc says.
struct Said {
    /// By line; reasons behind the word.
    verdicts: BTreeMap<u64, Vec<String>>,
    assumptions: Vec<String>,
}

fn run(cbmc: &Path, file: &Path, args: &[String]) -> common::Outcome {
    let mut command = common::qicc();
    command.args(["--verifier", "cbmc", "--format", "json"]).args(args).arg(file).env("CBMC", cbmc);
    common::run(&mut command, b"", LIMIT)
}

/// What qicc says with this CBMC.
fn ask(cbmc: &Path, file: &Path, args: &[String]) -> Result<Said, Failed> {
    understand(&run(cbmc, file, args))
}

fn understand(outcome: &common::Outcome) -> Result<Said, Failed> {
    let wrong = || format!("exit code {:?}\n{}", outcome.code, outcome.stderr_text());
    let report: Value = serde_json::from_slice(&outcome.stdout).map_err(|error| format!("{error}; {}", wrong()))?;
    let properties = report["properties"].as_array().ok_or_else(wrong)?;
    let mut verdicts: BTreeMap<u64, Vec<String>> = BTreeMap::new();
    for property in properties {
        let line = property["line"].as_u64().ok_or_else(|| format!("no line in {property}"))?;
        let verdict = property["verdict"].as_str().ok_or_else(|| format!("no verdict in {property}"))?;
        let word = match property["reason"]["code"].as_str() {
            Some(code) => format!("{verdict}:{code}"),
            None => verdict.to_owned(),
        };
        verdicts.entry(line).or_default().push(word);
    }
    // What is said and how it ends must agree.
    let all: Vec<&String> = verdicts.values().flatten().collect();
    let code = match all.iter().any(|word| *word == "violated") {
        true => 1,
        false if all.iter().any(|word| word.starts_with("unknown")) => 3,
        false => 0,
    };
    if outcome.code != Some(code) {
        return Err(format!("{all:?}, {}", wrong()).into());
    }
    let listed = report["assumptions"].as_array().into_iter().flatten();
    let assumptions = listed.filter_map(|each| each["kind"].as_str().map(str::to_owned)).collect();
    Ok(Said { verdicts, assumptions })
}

/// What a program expects of a version, by line.
fn expectations<'a>(source: &'a str, version: &str) -> BTreeMap<u64, Vec<&'a str>> {
    let mut found = BTreeMap::new();
    for (number, line) in source.lines().enumerate() {
        if let Some((_, words)) = line.split_once("// => ") {
            let (words, embedded) = words.split_once(" embedded: ").unwrap_or((words, words));
            let (newer, older) = words.split_once(" 5: ").unwrap_or((words, words));
            let words = match version {
                "embedded" if embedded == words => newer,
                "embedded" => embedded,
                "cbmc5" => older,
                _ => newer,
            };
            found.insert(number as u64 + 1, words.trim().split('|').collect());
        }
    }
    found
}

/// Whether the verdicts are among those that are expected: `unknown` stands for every reason.
fn compare(expected: &BTreeMap<u64, Vec<&str>>, found: &BTreeMap<u64, Vec<String>>) -> Result<(), Failed> {
    let fits = |word: &str, expected: &&str| word == *expected || word.split(':').next() == Some(*expected);
    let mut wrong = Vec::new();
    for line in expected.keys().chain(found.keys()) {
        let (expected, found) = (expected.get(line), found.get(line));
        match (expected, found) {
            (Some(expected), Some(found)) if found.iter().all(|word| expected.iter().any(|each| fits(word, each))) => {}
            _ => wrong.push(format!("line {line}: expected {expected:?}, found {found:?}")),
        }
    }
    if wrong.is_empty() { Ok(()) } else { Err(wrong.join("\n").into()) }
}

fn check(verifier: &Verifier, strategy: &str, path: &Path) -> Result<(), Failed> {
    let source = fs::read_to_string(path)?;
    let mut command = common::qicc();
    verifier.choose(&mut command).args(["--strategy", strategy, "--format", "json"]);
    command.args(Options::of(source.as_bytes()).args).arg(path);
    let mut said = understand(&common::run(&mut command, b"", LIMIT))?;
    for kind in source.lines().filter_map(|line| line.strip_prefix("// assumes: ")) {
        if !said.assumptions.iter().any(|assumption| assumption == kind) {
            return Err(format!("the assumption {kind} is not among {:?}", said.assumptions).into());
        }
    }
    let mut expected = expectations(&source, verifier.version);
    let lacks = |word: &str| word.strip_prefix("unknown:").is_some_and(|code| verifier.may_lack(code));
    for (line, words) in &mut said.verdicts {
        words.retain(|word| !lacks(word));
        if words.is_empty() {
            expected.remove(line);
        }
    }
    said.verdicts.retain(|_, words| !words.is_empty());
    compare(&expected, &said.verdicts)
}

/// A program with one property that holds and one that does not.
const PLAIN: &str = "#include <assert.h>
extern int __VERIFIER_nondet_int(void);
int main(void)
{
    int x = __VERIFIER_nondet_int();
    assert(x == x);
    assert(x != 7);
    return 0;
}
";

/// A program that takes CBMC some memory.
const HEAVY: &str = "#include <assert.h>
extern unsigned __VERIFIER_nondet_uint(void);
int main(void)
{
    unsigned a = __VERIFIER_nondet_uint(), b = __VERIFIER_nondet_uint(), h = 1;
    for (int i = 0; i < 2000; i++)
        h = h * a + b * h;
    assert(h != 77);
    return 0;
}
";

/// A CBMC that breaks: a shell script that has the real one as $CBMC.
struct Fault {
    name: &'static str,
    script: &'static str,
    program: &'static str,
    code: &'static str,
}

const FAULTS: &[Fault] = &[
    Fault {
        name: "killed_in_mid_stream",
        script: "[ \"$1\" = --version ] && exec \"$CBMC\" --version\n\
                 \"$CBMC\" \"$@\" >all; /usr/bin/head -c 1500 all; kill -KILL $$",
        program: PLAIN,
        code: "crashed",
    },
    Fault {
        name: "cut_stream",
        script: "[ \"$1\" = --version ] && exec \"$CBMC\" --version\n\
                 \"$CBMC\" \"$@\" >all; code=$?; /usr/bin/head -c -20 all; exit $code",
        program: PLAIN,
        code: "garbled",
    },
    Fault {
        name: "wrong_exit_code",
        script: "[ \"$1\" = --version ] && exec \"$CBMC\" --version\n\"$CBMC\" \"$@\"\nexit 0",
        program: PLAIN,
        code: "contradiction",
    },
    Fault {
        name: "silent",
        script: "[ \"$1\" = --version ] && exec \"$CBMC\" --version\nexit 0",
        program: PLAIN,
        code: "garbled",
    },
    Fault {
        name: "out_of_memory",
        script: "[ \"$1\" = --version ] && exec \"$CBMC\" --version\nulimit -v 90000\nexec \"$CBMC\" \"$@\"",
        program: HEAVY,
        code: "out-of-memory",
    },
    Fault {
        name: "usage_error",
        script: "[ \"$1\" = --version ] && exec \"$CBMC\" --version\nexec \"$CBMC\" --no-such-option \"$@\"",
        program: PLAIN,
        code: "failed",
    },
];

/// A shell script as the program `cbmc`.
fn script(folder: &Path, text: &str) -> Result<PathBuf, Failed> {
    let path = folder.join("cbmc");
    fs::write(&path, format!("#!/bin/sh\n{text}\n"))?;
    fs::set_permissions(&path, fs::Permissions::from_mode(0o755))?;
    Ok(path)
}

/// Everything is unknown, for the right reason.
fn break_down(cbmc: &Path, fault: &Fault) -> Result<(), Failed> {
    let folder = tempfile::tempdir()?;
    let text = format!("CBMC='{}'\n{}", cbmc.display(), fault.script);
    let fake = script(folder.path(), &text)?;
    let file = folder.path().join("program.c");
    fs::write(&file, fault.program)?;
    all_unknown(&ask(&fake, &file, &[])?.verdicts, fault.program, fault.code)
}

fn all_unknown(found: &BTreeMap<u64, Vec<String>>, program: &str, code: &str) -> Result<(), Failed> {
    let words: Vec<&String> = found.values().flatten().collect();
    let asserts = program.matches("assert(").count();
    if words.len() != asserts || words.iter().any(|word| **word != format!("unknown:{code}")) {
        return Err(format!("expected {asserts} times unknown:{code}, found {words:?}").into());
    }
    Ok(())
}

/// Scripts in the place of CBMC that cannot be asked anything, the code of the reason and its words.
const USELESS: [(&str, &str, &str); 4] = [
    ("echo '4.2 (cbmc-4.2)'", "version", "version 4.2 is not supported"),
    ("echo '99.0 (cbmc-99)'", "version", "version 99.0 is not supported"),
    ("echo hello", "version", "version hello is not supported"),
    ("kill -KILL $$", "crashed", "killed by signal 9"),
];

/// A CBMC of a wrong version, or none, is not asked at all, and everything is unknown.
fn useless() -> Result<(), Failed> {
    let folder = tempfile::tempdir()?;
    let file = folder.path().join("program.c");
    fs::write(&file, PLAIN)?;
    for (text, code, message) in USELESS {
        refused(&script(folder.path(), text)?, &file, code, message)?;
    }
    refused(&folder.path().join("nowhere/cbmc"), &file, "missing", "nowhere/cbmc: No such file")
}

/// Everything is unknown for this reason, and how to get the verifier is said once.
fn refused(cbmc: &Path, file: &Path, code: &str, message: &str) -> Result<(), Failed> {
    all_unknown(&ask(cbmc, file, &[])?.verdicts, PLAIN, code)?;
    let report = String::from_utf8(run(cbmc, file, &[]).stdout)?;
    let times = |text: &str| report.matches(text).count();
    if times(message) != 2 || times("verifiers/cbmc/install") != 1 {
        return Err(format!("expected {message} of two properties, and one hint, found\n{report}").into());
    }
    Ok(())
}

/// A double quote in the name of a file makes CBMC abort, if it gets to see it.
fn strange_name() -> Result<(), Failed> {
    let Some(cbmc) = common::fetch("cbmc") else { return Ok(()) };
    let folder = tempfile::tempdir()?;
    let file = folder.path().join("a \"strange\\name\".c");
    fs::write(&file, PLAIN)?;
    let found = ask(&cbmc.join("bin/cbmc"), &file, &[])?;
    compare(&BTreeMap::from([(6, vec!["proved"]), (7, vec!["violated"])]), &found.verdicts)
}

fn can_fail() -> Result<(), Failed> {
    let found = |word: &str| BTreeMap::from([(6, vec![word.to_owned()])]);
    let expected = BTreeMap::from([(6, vec!["violated", "unknown:bound"])]);
    let good = ["violated", "unknown:bound"].iter().all(|word| compare(&expected, &found(word)).is_ok());
    let bad = ["proved", "unknown:vacuous", "unknown"].iter().all(|word| compare(&expected, &found(word)).is_err());
    let lines = compare(&expected, &BTreeMap::new()).is_err() && compare(&BTreeMap::new(), &found("proved")).is_err();
    if good && bad && lines { Ok(()) } else { Err("a wrong verdict is accepted".into()) }
}
