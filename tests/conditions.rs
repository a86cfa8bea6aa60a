//! Conditions that CPAchecker wrote, and the residual programs that it made of them, against ours.
//!
//! They are not part of the repository, and are looked for in `../shared/data/conditions`, or below `QICC_SHARED`.

mod common;

use fastrand::Rng;
use flate2::Compression;
use flate2::write::GzEncoder;
use qicc::cfa::{self, Program};
use qicc::condition::{self, Condition, Subject};
use qicc::frontend::load::{self, Input};
use qicc::frontend::sema::{self, Dialect};
use qicc::source::SourceMap;
use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::fs;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::{Duration, Instant};

/// Our reducers by the names that CPAchecker has for them.
const REDUCERS: [(&str, &str); 7] = [
    ("SEP", "sep"),
    ("CFA", "cfa"),
    ("LOOP_ALWAYS", "lh"),
    ("LOOP_SAME_CONTEXT", "lhc"),
    ("LOOP_BOUND", "lhb"),
    ("LOOP_BOUND_SAME_CONTEXT", "lhbc"),
    ("FOLD_EXCEPT_LOOPS", "nlh"),
];

fn folder() -> Option<PathBuf> {
    let beside = || Path::new(env!("CARGO_MANIFEST_DIR")).join("../shared");
    let folder = std::env::var_os("QICC_SHARED").map_or_else(beside, PathBuf::from).join("data/conditions");
    if !folder.is_dir() {
        common::skip("conditions that CPAchecker wrote (../shared/data/conditions)");
        return None;
    }
    Some(folder)
}

/// The folders that have a program and a condition.
fn cases() -> Vec<PathBuf> {
    let entries = folder().into_iter().flat_map(|folder| fs::read_dir(folder).expect("a folder"));
    let mut cases: Vec<PathBuf> = entries.map(|entry| entry.expect("an entry").path()).collect();
    cases.retain(|path| path.join("AssumptionAutomaton.txt").is_file());
    cases.sort();
    cases
}

fn name(case: &Path) -> String {
    case.file_name().unwrap_or_default().to_string_lossy().into_owned()
}

/// What is left of a program, as C.
fn residual(program: &Path, condition: &Path, reducer: &str) -> String {
    let mut command = common::qicc();
    command.arg("reduce").arg(program).arg("--condition").arg(condition).args(["--reducer", reducer]);
    let outcome = common::run(&mut command, b"", common::TOOL_LIMIT);
    assert!(outcome.success(), "{}, {reducer}: {}", condition.display(), outcome.stderr_text());
    String::from_utf8(outcome.stdout).expect("C is text")
}

/// Ours and CPAchecker's, with what they are: a folder and a reducer.
fn pairs() -> Vec<(String, &'static str, String, String)> {
    let mut pairs = Vec::new();
    for case in cases() {
        for (theirs, ours) in REDUCERS {
            let Ok(theirs) = fs::read_to_string(case.join(format!("residual-{theirs}.c"))) else { continue };
            let made = residual(&case.join("program.c"), &case.join("AssumptionAutomaton.txt"), ours);
            pairs.push((name(&case), ours, made, theirs));
        }
    }
    pairs
}

/// Lines of C that are not blank.
fn lines(text: &str) -> usize {
    text.lines().filter(|line| !line.trim().is_empty()).count()
}

#[test]
fn all_are_read_and_something_is_covered() {
    for case in cases() {
        let (program, condition) = (case.join("program.c"), case.join("AssumptionAutomaton.txt"));
        // Alone it is everything, so that some of it must be missing.
        let all = residual(&program, &condition, "id");
        let left = residual(&program, &condition, "cfa");
        let expected = ["abspow-predicateAnalysis", "abspow-valueAnalysis"].contains(&name(&case).as_str());
        assert!(!expected || lines(&left) < lines(&all), "{}: nothing is covered\n{left}", case.display());
        if name(&case) == "fig3-predicateAnalysis" {
            // It has gone through the failing side behind the loop, and not through what follows.
            assert_eq!(all.matches("reach_error();").count(), 2, "{all}");
            assert_eq!(left.matches("reach_error();").count(), 1, "{left}");
            assert!(left.contains("1000000") && left.contains("x * y"), "{left}");
        }
        if name(&case) == "abspow-predicateAnalysis" {
            assert!(!left.contains("nondet_int()"), "everything is covered:\n{left}");
        }
    }
}

/// As ARCHITECTURE.md has it: lines, and edges as our front end makes them of both.
#[test]
fn ours_are_no_larger() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let file = folder.path().join("residual.c");
    let edges = |text: &str| {
        fs::write(&file, text).expect("a temporary file");
        built(&file).0.defined().map(|(_, cfa)| cfa.edges.len()).sum::<usize>()
    };
    println!("| condition of | reducer | lines | CPAchecker's | edges | CPAchecker's |\n|---|---|---:|---:|---:|---:|");
    for (case, reducer, ours, theirs) in pairs() {
        let [ours, theirs] = [ours, theirs].map(|text| (lines(&text), edges(&text)));
        println!("| {case} | {reducer} | {} | {} | {} | {} |", ours.0, theirs.0, ours.1, theirs.1);
        assert!(ours.0 <= theirs.0 && ours.1 <= theirs.1, "{case}, {reducer}: {ours:?} against {theirs:?}");
    }
}

/// The program, as conditions speak of it.
fn built(file: &Path) -> (Program, SourceMap) {
    let loaded = load::load(&Input { files: vec![file.to_owned()], cc: None, flags: Vec::new(), model: None });
    let dialect = Dialect { model: loaded.model, gnu89_inline: false };
    let units = loaded.units.iter().map(|unit| sema::analyse(unit.number(), dialect, unit));
    let units = units.collect::<Result<Vec<_>, _>>().expect("it is typed");
    (cfa::build(units, &cfa::Options::default()).expect("it can be built"), loaded.map)
}

/// What was read is written and read again: our JSON has the same automaton, and CPAchecker's text one that leaves the
/// same executions of the program. Which ways it tells apart may differ. Written once more, each is the same text.
#[test]
fn what_is_written_is_read_back() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let (native, mut rng) = (Native::new(), Rng::with_seed(13));
    let large = the_large_one().map(|(program, recorded)| (String::from("fig3-predicateAnalysis"), program, recorded));
    let small =
        cases().into_iter().map(|case| (name(&case), case.join("program.c"), case.join("AssumptionAutomaton.txt")));
    let (mut steps, mut compared) = (0, 0);
    for (case, program, recorded) in small.chain(large) {
        let (cfa, map) = built(&program);
        let subject = Subject { entry: "main".into(), properties: BTreeSet::new() };
        let load = |path: &Path| {
            condition::load(path, &cfa, &map, &subject)
                .unwrap_or_else(|why| panic!("{}: {}", path.display(), why.message))
        };
        let read = load(&recorded);
        let save = |condition: &Condition, path: &Path| {
            condition::save(path, condition, &cfa, &map, &subject)
                .unwrap_or_else(|why| panic!("{}, {}: {}", recorded.display(), path.display(), why.message));
        };
        for name in ["written.json", "written.json.gz", "written.txt", "written.txt.gz"] {
            let (path, again) = (folder.path().join(name), folder.path().join(format!("again-{name}")));
            save(&read, &path);
            save(&load(&path), &again);
            let [text, again] = [path.as_path(), again.as_path()].map(|path| fs::read(path).expect("it was written"));
            assert!(text == again, "{}, {name}: {}", recorded.display(), common::difference(&text, &again));
            if name == "written.json" {
                let lines = fs::read_to_string(&path).expect("it was written").lines().count();
                assert!(lines < read.states.len() + 9, "a line a state, not {lines} for {}", read.states.len());
            }
            if name.contains("json") {
                assert_eq!(load(&path), read, "{}, {name}", recorded.display());
            }
        }
        let texts = ["written.txt", "written.txt.gz"].map(|name| load(&folder.path().join(name)));
        assert_eq!(texts[0], texts[1], "{}", recorded.display());
        for (_, reducer) in REDUCERS {
            let both = [&recorded, &folder.path().join("written.txt")];
            let both = both.map(|path| {
                let text = tracing(&case, &residual(&program, path, reducer));
                native.build(&format!("{reducer}{}", path == &recorded), &text)
            });
            for _ in 0..20 {
                let seed = rng.u64(..);
                let [Some(one), Some(other)] = both.each_ref().map(|binary| native.steps(binary, seed)) else {
                    continue;
                };
                assert_eq!(one, other, "{}, {reducer}, {seed}", recorded.display());
                (steps, compared) = (steps + one.len(), compared + 1);
            }
        }
    }
    println!("{compared} executions take the same {steps} steps");
    assert!(cases().is_empty() || steps > 10_000, "{steps} steps say little");
}

/// The program and the condition of 40 848 lines, compressed, for a loop that was unrolled 3400 times.
fn the_large_one() -> Option<(PathBuf, PathBuf)> {
    let folder = folder()?;
    Some((folder.join("fig3-predicateAnalysis/program.c"), folder.join("fig3-value-40848-lines.txt.gz")))
}

#[test]
fn a_large_condition_takes_seconds() {
    let Some((program, condition)) = the_large_one() else { return };
    let start = Instant::now();
    let left = residual(&program, &condition, "lh");
    let took = start.elapsed();
    println!("{} lines are left, in {took:?}", left.lines().count());
    assert!(!left.contains("x * y"), "the other branch is covered:\n{left}");
    assert!(left.contains("1000000"), "the loop is not:\n{left}");
    assert!(took < Duration::from_secs(30), "it took {took:?}");
}

/// Whether CBMC finds that an error is reached, when loops go round so often at most.
fn is_violated(cbmc: &Path, folder: &Path, text: &str) -> bool {
    let (program, stub) = (folder.join("program.c"), folder.join("stub.c"));
    fs::write(&program, text).expect("a temporary file");
    fs::write(&stub, "void reach_error(void) { __CPROVER_assert(0, \"reach_error\"); }\n").expect("a temporary file");
    let mut command = Command::new(cbmc);
    command.args(["--unwind", "6", "--no-unwinding-assertions", "--no-standard-checks"]).args([&program, &stub]);
    let outcome = common::run(&mut command, b"", common::TOOL_LIMIT);
    let said = String::from_utf8_lossy(&outcome.stdout).into_owned();
    match (said.contains("VERIFICATION SUCCESSFUL"), said.contains("VERIFICATION FAILED")) {
        (true, false) => false,
        (false, true) => true,
        _ => panic!("CBMC cannot say:\n{said}\n{}\n{text}", outcome.stderr_text()),
    }
}

/// What the embedded verifier says of the whole program.
fn verdict(folder: &Path, text: &str) -> String {
    let program = folder.join("program.c");
    fs::write(&program, text).expect("a temporary file");
    let mut command = common::qicc();
    command
        .args(["--verifier", "embedded", "--strategy", "whole", "--format", "json", "--time-limit", "5s"])
        .arg(&program);
    let outcome = common::run(&mut command, b"", common::TOOL_LIMIT);
    let report: serde_json::Value = serde_json::from_slice(&outcome.stdout)
        .unwrap_or_else(|error| panic!("{error}: {}\n{text}", outcome.stderr_text()));
    let verdicts = report["properties"].as_array().into_iter().flatten().filter_map(|one| one["verdict"].as_str());
    let verdicts: Vec<&str> = verdicts.collect();
    let word = ["violated", "unknown"].into_iter().find(|word| verdicts.contains(word));
    word.unwrap_or("proved").to_owned()
}

/// The same with errors that can be reached: in none of the programs there is one. What has been pruned stays so.
fn seeded(text: &str) -> String {
    let seeded = text.replace("last > 100", "last > 50").replace("i == 0", "i == 4");
    assert_ne!(seeded, text, "there is nothing to change");
    seeded
}

/// CPAchecker's program as we print it. CBMC, 6.6 and 5.12, says of four that an error is reached when they are as they
/// are: a variable that it has just set to 0 is something else behind a goto into a block. Run on the inputs that it
/// names, they reach none.
fn flat(folder: &Path, text: &str) -> String {
    let program = folder.join("theirs.c");
    fs::write(&program, text).expect("a temporary file");
    let outcome = common::run(common::qicc().arg("emit").arg(&program), b"", common::TOOL_LIMIT);
    assert!(outcome.success(), "{}", outcome.stderr_text());
    String::from_utf8(outcome.stdout).expect("C is text")
}

#[test]
fn both_have_the_same_verdicts() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let cbmc = common::fetch("cbmc").map(|folder| folder.join("bin/cbmc"));
    let (mut decided, mut open, mut violated, mut count) = (0, 0, 0, 0);
    for (case, reducer, ours, theirs) in pairs() {
        let changed = [seeded(&ours), flat(folder.path(), &seeded(&theirs))];
        let theirs = flat(folder.path(), &theirs);
        count += 1;
        if let Some(cbmc) = &cbmc {
            for texts in [[&ours, &theirs], changed.each_ref()] {
                let [one, other] = texts.map(|text| is_violated(cbmc, folder.path(), text));
                assert_eq!(one, other, "{case}, {reducer}: an error is reached in one of them");
                violated += usize::from(other);
            }
        }
        let [ours, theirs] = [&ours, &theirs].map(|text| verdict(folder.path(), text));
        match ours == "unknown" || theirs == "unknown" {
            true => open += 1,
            false => {
                assert_eq!(ours, theirs, "{case}, {reducer}");
                decided += 1;
            }
        }
    }
    println!("CBMC: {count} pairs have the same verdict; with errors put there {violated} reach them");
    assert!(cbmc.is_none() || count == 0 || violated > 3, "too few errors are reached for this to mean anything");
    println!("embedded: {decided} pairs have the same verdict, one of {open} is unknown");
}

/// Answers from a seed; says what is traced, and how many answers were asked for.
const DRIVER: &str = "
#include <stdio.h>
#include <stdlib.h>
static unsigned long long seed = 1;
static int asked;
__attribute__((constructor)) static void begin(void) { seed = strtoull(getenv(\"SEED\"), 0, 10); }
__attribute__((destructor)) static void end(void) { printf(\"\\n%d\\n\", asked); }
void trace(const char *name, int value)
{
    static int count;
    printf(\"%s=%d \", name, value);
    if (++count == 2000) exit(0);
}
int __VERIFIER_nondet_int(void)
{
    seed = seed * 6364136223846793005ULL + 1442695040888963407ULL;
    asked++;
    int number = (int)(seed >> 33);
    if (number % 7 == 0) return 0;
    return number % 8 == 0 ? number : number % 16;
}
_Bool __VERIFIER_nondet_bool(void) { return __VERIFIER_nondet_int() & 1; }
void __VERIFIER_assume(int holds) { if (!holds) exit(0); }
void reach_error(void) { exit(1); }
";

/// Runs programs on the same inputs.
struct Native {
    folder: tempfile::TempDir,
}

impl Native {
    fn new() -> Native {
        let folder = tempfile::tempdir().expect("a temporary folder");
        fs::write(folder.path().join("driver.c"), DRIVER).expect("a temporary file");
        Native { folder }
    }

    fn build(&self, name: &str, text: &str) -> PathBuf {
        let (source, binary) = (self.folder.path().join(format!("{name}.c")), self.folder.path().join(name));
        fs::write(&source, text).expect("a temporary file");
        let mut command = Command::new("gcc");
        command.args(["-w", "-fwrapv", "-O1"]).arg(&source).arg(self.folder.path().join("driver.c"));
        let outcome = common::run(command.arg("-o").arg(&binary), b"", common::TOOL_LIMIT);
        assert!(outcome.success(), "{}\n{text}", outcome.stderr_text());
        binary
    }

    /// What is traced, and whether an error was reached; nothing if it takes too long.
    fn steps(&self, binary: &Path, seed: u64) -> Option<Vec<String>> {
        let outcome = common::run(Command::new(binary).env("SEED", seed.to_string()), b"", Duration::from_secs(5));
        let said = String::from_utf8_lossy(&outcome.stdout).into_owned();
        let mut steps: Vec<String> = said.lines().next()?.split_whitespace().map(str::to_owned).collect();
        if outcome.code? == 1 {
            steps.push("error".into());
        }
        Some(steps)
    }

    /// Whether an error was reached, and how many inputs were asked for; nothing if it takes too long.
    fn run(&self, binary: &Path, seed: u64) -> Option<(bool, u64)> {
        let outcome = common::run(Command::new(binary).env("SEED", seed.to_string()), b"", Duration::from_millis(400));
        let said = String::from_utf8_lossy(&outcome.stdout).into_owned();
        let asked = said.lines().last().and_then(|line| line.trim().parse().ok());
        // What main returns is of no interest, and CPAchecker's may return anything.
        Some((outcome.code? == 1 && String::from_utf8_lossy(&outcome.stderr).is_empty(), asked?))
    }
}

/// What is wrong with a condition is said, by every command that reads one, and nothing is written.
#[test]
fn bad_conditions_are_refused_and_nothing_is_written() {
    const PROGRAM: &str = "int any(void);\nint main(void)\n{\n    int x = any();\n    if (x > 0)\n        x = 1;\n    \
         __CPROVER_assert(x < 9, \"a\");\n    return 0;\n}\n";
    const GOOD: &str = "OBSERVER AUTOMATON A\nINITIAL STATE s;\nSTATE __TRUE :\n  TRUE -> GOTO __TRUE;\nSTATE USEFIRST s :\n  \
         MATCH \"[x > 0]\" -> GOTO __TRUE;\n  TRUE -> GOTO s;\nEND AUTOMATON\n";
    const JSON: &str = r#"{"schema": 1, "initial": "s", "states": [{"name": "c", "covered": true}, {"name": "s",
        "transitions": [{"edges": [{"file": "program.c", "line": 5, "column": 9, "branch": true}], "to": "c"}]}]}"#;
    let packed = |bytes: &[u8]| {
        let mut packed = GzEncoder::new(Vec::new(), Compression::fast());
        packed.write_all(bytes).expect("memory");
        packed.finish().expect("memory")
    };
    let large = || {
        let mut packed = GzEncoder::new(Vec::new(), Compression::fast());
        let some = vec![b' '; 1 << 20];
        (0..1024).for_each(|_| packed.write_all(&some).expect("memory"));
        packed.finish().expect("memory")
    };
    let cut = |bytes: Vec<u8>| bytes[..bytes.len() / 2].to_vec();
    let cases: Vec<(Vec<u8>, Option<&str>)> = vec![
        (GOOD.into(), None),
        (JSON.into(), None),
        (packed(GOOD.as_bytes()), None),
        (GOOD.replace("GOTO s", "GOTO t").into(), Some("no state t, to which s leads in line 7")),
        (GOOD.replace("INITIAL STATE s", "INITIAL STATE t").into(), Some("no state t")),
        (GOOD.replace("INITIAL STATE s;", "").into(), Some("INITIAL")),
        (GOOD.replace("x > 0", "x > 1").into(), Some("no `[x > 1]`")),
        (GOOD.replace("END AUTOMATON", "").into(), Some("the condition ends")),
        (cut(GOOD.into()), Some("line 5 of the condition")),
        (cut(packed(GOOD.as_bytes())), Some("cannot read")),
        (JSON.replace("\"to\": \"c\"", "\"to\": \"d\"").into(), Some("no state d")),
        (JSON.replace("\"initial\": \"s\"", "\"initial\": \"d\"").into(), Some("no state d")),
        (JSON.replace("\"line\": 5", "\"line\": 7").into(), Some("no condition with outcome true at program.c:7:9")),
        (
            JSON.replace(
                "\"name\": \"s\",",
                "\"name\": \"s\", \"checked\": [{\"file\": \"program.c\", \"line\": 6, \
            \"column\": 9}],",
            )
            .into(),
            Some("no assertion at program.c:6:9"),
        ),
        (cut(JSON.into()), Some("EOF")),
        (Vec::new(), Some("the condition ends")),
        (b"\xff\xfe".to_vec(), Some("it is not text")),
        (large(), Some("more than 256 MiB of text")),
    ];
    for (number, (bytes, wrong)) in cases.iter().enumerate() {
        let folder = tempfile::tempdir().expect("a temporary folder");
        fs::write(folder.path().join("program.c"), PROGRAM).expect("a temporary file");
        fs::write(folder.path().join("condition"), bytes).expect("a temporary file");
        for words in [
            &["reduce", "-o", "out"][..],
            &["check", "--analysis", "value", "--condition-out", "out"],
            &["cmc", "--stage", "value", "--save", "out"],
        ] {
            let mut command = common::qicc();
            command.current_dir(folder.path()).args(words).args(["--condition", "condition", "program.c"]);
            let outcome = common::run(&mut command, b"", common::TOOL_LIMIT);
            let (said, out) = (outcome.stderr_text(), folder.path().join("out"));
            match wrong {
                None => assert!(outcome.code != Some(2) && out.exists(), "{number}, {words:?}: {said}"),
                Some(wrong) => {
                    assert_eq!(outcome.code, Some(2), "{number}, {words:?}: {said}");
                    assert!(said.contains("error[condition]") && said.contains(wrong), "{number}, {words:?}: {said}");
                    assert!(outcome.stdout.is_empty() && !out.exists(), "{number}, {words:?} has written something");
                }
            }
            // What is left of one command must not be taken for the other's.
            _ = fs::remove_file(&out);
            _ = fs::remove_dir_all(&out);
        }
    }
}

/// A call that cannot be replaced, so that nothing is covered behind it, is named.
#[test]
fn calls_that_stay_are_named() {
    for (file, reducer, note) in [
        ("dangling", "lh", "note: nothing is covered behind the call at dangling.c:13:14\n"),
        ("dangling", "id", ""),
        ("abs_pow", "lh", ""),
    ] {
        let mut command = common::qicc();
        command.current_dir(common::data("reduce")).args(["reduce", "--reducer", reducer]);
        command.arg("--condition").args([format!("{file}.json"), format!("{file}.c")]);
        let outcome = common::run(&mut command, b"", common::TOOL_LIMIT);
        assert!(outcome.success() && outcome.stderr_text() == note, "{file}, {reducer}: {}", outcome.stderr_text());
    }
}

/// The variables of the programs' main functions.
const VARIABLES: [(&str, &[&str]); 3] =
    [("abspow", &["N", "i"]), ("calls", &["n", "sum", "k", "c", "last"]), ("fig3", &["i", "x", "y", "r"])];

/// The program that says what it assigns to variables of the original's main function. CPAchecker's name is
/// `main__x`; what it puts by before a goto and takes back behind it, because declarations are in the way, is no step
/// of the program.
fn tracing(case: &str, text: &str) -> String {
    let found = VARIABLES.iter().find(|(name, _)| case.starts_with(name));
    let (_, variables) = found.unwrap_or_else(|| panic!("the variables of {case} are not known"));
    let mut traced = String::from("void trace(const char *, int);\n");
    for line in text.lines() {
        traced += line;
        let assigned = line.trim().strip_suffix(';').and_then(|line| line.split_once(" = "));
        if let Some((target, value)) = assigned.filter(|(_, value)| !value.starts_with("__tmp_")) {
            let target = target.strip_prefix("int ").unwrap_or(target);
            let name = target.strip_prefix("main__").unwrap_or(target);
            if variables.contains(&name) {
                _ = write!(traced, " trace(\"{name}\", {target});");
            }
            assert!(!value.contains(" = "), "two assignments in a line: {line}");
        }
        traced.push('\n');
    }
    traced
}

/// Ours and CPAchecker's residual programs do the same, step by step, with every fold. CPAchecker drops the edge that
/// enters what is covered, which ours takes before it ends; here these edges are branches, which assign nothing. Both
/// do what the program does, as far as they go, and are cut somewhere.
#[test]
fn both_take_the_same_steps() {
    let native = Native::new();
    let mut rng = Rng::with_seed(11);
    let (mut steps, mut cut, mut count) = (0, 0, 0);
    for (case, reducer, ours, theirs) in pairs() {
        let folder = folder().expect("there are pairs").join(&case);
        let whole = residual(&folder.join("program.c"), &folder.join("AssumptionAutomaton.txt"), "id");
        let texts = [("ours", &ours), ("theirs", &theirs), ("whole", &whole)];
        let binaries = texts.map(|(name, text)| native.build(name, &tracing(&case, text)));
        for _ in 0..40 {
            let seed = rng.u64(..);
            let [Some(ours), Some(theirs), Some(whole)] = binaries.each_ref().map(|binary| native.steps(binary, seed))
            else {
                continue;
            };
            assert_eq!(ours, theirs, "{case}, {reducer}, {seed}");
            assert!(whole.starts_with(&ours), "{case}, {reducer}, {seed}: {whole:?} against {ours:?}");
            steps += ours.len();
            cut += usize::from(ours.len() < whole.len());
        }
        count += 1;
    }
    println!("{count} pairs take the same {steps} steps, and {cut} executions are cut");
    assert!(count == 0 || steps > 10_000 && cut > 10, "{steps} steps and {cut} cuts say little");
}

/// An error that is reached in one is reached in the other, and both ask for as many inputs.
#[test]
fn both_do_the_same_on_random_inputs() {
    let native = Native::new();
    let mut rng = Rng::with_seed(7);
    let (mut reached, mut count) = (0, 0);
    for (case, reducer, ours, theirs) in pairs() {
        let plain = [&ours, &theirs].map(String::clone);
        for (kind, [ours, theirs]) in [("plain", plain), ("seeded", [seeded(&ours), seeded(&theirs)])] {
            let (ours, theirs) = (native.build("ours", &ours), native.build("theirs", &theirs));
            let mut compared = 0;
            for _ in 0..40 {
                let seed = rng.u64(..);
                let (Some(one), Some(other)) = (native.run(&ours, seed), native.run(&theirs, seed)) else { continue };
                assert_eq!(one, other, "{case}, {reducer}, {kind}, {seed}");
                reached += usize::from(other.0);
                compared += 1;
            }
            assert!(compared > 15, "{case}, {reducer}, {kind}: most runs take too long");
        }
        count += 1;
    }
    println!("{count} pairs do the same, and {reached} runs of both reach an error");
    assert!(count == 0 || reached > 50, "too few errors are reached for this to mean anything");
}
