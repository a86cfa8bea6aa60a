//! Witnesses beside their programs: each in tests/data/witnesses has what must come of it in one of its first lines.
//! Confirmed is said of nothing else than what is expected to be confirmed, whoever looks at the product.

mod common;

use rayon::prelude::*;
use sha2::{Digest, Sha256};
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// What came of a witness, by the exit code.
fn word(code: Option<i32>) -> &'static str {
    match code {
        Some(0) => "confirmed",
        Some(1) => "rejected",
        Some(3) => "unknown",
        Some(2) => "unusable",
        _ => "failed",
    }
}

fn validate(program: &Path, witness: &Path, more: impl FnOnce(&mut Command)) -> (&'static str, String) {
    let mut command = common::qicc();
    command.args(["witness", "validate"]).arg(program).arg(witness).args(["--time-limit", "60s"]);
    more(&mut command);
    let outcome = common::run(&mut command, b"", common::TOOL_LIMIT);
    let said = String::from_utf8_lossy(&outcome.stdout).into_owned() + &outcome.stderr_text();
    (word(outcome.code), said)
}

/// The witnesses with their programs and what is expected.
fn cases() -> Vec<(PathBuf, PathBuf, String)> {
    let mut cases = Vec::new();
    let all = common::files("witnesses", "yml").into_iter().chain(common::files("witnesses", "graphml"));
    for witness in all {
        let stem = common::stem(&witness);
        let program = stem.split_once('-').map_or(stem.as_str(), |(program, _)| program);
        cases.push((common::data("witnesses").join(format!("{program}.c")), witness.clone(), expected(&witness)));
    }
    cases
}

/// What must come of a witness, as it says in one of its first lines.
fn expected(witness: &Path) -> String {
    let text = fs::read_to_string(witness).expect("a witness is text");
    let words = ["confirmed", "rejected", "unknown"];
    let first: Vec<&str> = text.lines().take(2).collect();
    let mut found = first.iter().flat_map(|line| line.split(|c: char| !c.is_alphabetic()));
    found.find(|word| words.contains(word)).expect("a witness says what is expected").to_owned()
}

#[test]
fn there_are_enough_of_each() {
    let cases = cases();
    let programs: BTreeSet<&PathBuf> = cases.iter().map(|case| &case.0).collect();
    assert!(programs.len() >= 40, "{} programs", programs.len());
    for extension in ["yml", "graphml"] {
        for expected in ["confirmed", "rejected", "unknown"] {
            let these =
                cases.iter().filter(|case| case.1.extension().is_some_and(|e| e == extension) && case.2 == expected);
            assert!(these.count() > 0, "no {extension} that is {expected}");
        }
    }
}

/// What a witness is, what is wrong with it, or what is hard about its program: what may come of it then, and witnesses
/// for that. Each of these words is said of some in either format.
const KINDS: &[(&str, &[&str], &[&str])] = &[
    ("valid", &["confirmed"], &["straight-valid.yml", "straight-valid.graphml"]),
    ("imprecise", &["confirmed"], &["straight-imprecise.yml", "straight-imprecise.graphml"]),
    ("invalid: there is no violation", &["rejected"], &["safe-claim.yml", "safe-claim.graphml"]),
    ("misleading: another violation comes first", &["rejected"], &["two-mixed.yml", "two-mixed.graphml"]),
    ("misleading: another variable has this name", &["rejected"], &["shadow-inner.yml", "shadow-inner.graphml"]),
    ("a wrong line", &["rejected"], &["straight-end.yml", "straight-line.graphml"]),
    ("a wrong branch", &["rejected"], &["straight-branch.yml", "straight-branch.graphml"]),
    ("values that lead nowhere", &["rejected"], &["straight-values.yml", "straight-values.graphml"]),
    ("the way to the target is avoided", &["rejected"], &["straight-avoided.yml", "straight-avoided.graphml"]),
    (
        "a sink, or what is avoided, in front of the violation",
        &["confirmed", "rejected"],
        &["global-avoid.yml", "call-avoid.yml", "straight-sinkfine.graphml", "straight-sink.graphml"],
    ),
    (
        "a line that several edges have",
        &["confirmed", "rejected"],
        &["ambiguous-inner.yml", "ambiguous-wrong.yml", "ambiguous-valid.graphml", "ambiguous-values.graphml"],
    ),
    (
        "operands of && that are branches",
        &["confirmed", "rejected"],
        &["and-valid.yml", "and-wrong.yml", "and-split.graphml", "and-false.graphml"],
    ),
    (
        "operands of || that are branches",
        &["confirmed", "rejected"],
        &["or-valid.yml", "or-wrong.yml", "or-valid.graphml", "or-wrong.graphml"],
    ),
    (
        "macros",
        &["confirmed", "rejected"],
        &["macro-valid.yml", "macro-values.yml", "macro-valid.graphml", "macro-values.graphml"],
    ),
    (
        "several statements on a line",
        &["confirmed", "rejected"],
        &["oneline-valid.yml", "oneline-values.yml", "oneline-valid.graphml", "oneline-values.graphml"],
    ),
    (
        "calls through pointers to functions",
        &["confirmed", "rejected"],
        &["fp-result.yml", "fp-resultwrong.yml", "fp-inc.graphml", "fp-incwrong.graphml"],
    ),
];

#[test]
fn there_is_one_of_each_kind() {
    let data = common::data("witnesses");
    for (kind, words, names) in KINDS {
        let pair = |word: &str, format: &str| (word.to_owned(), format.to_owned());
        let mut missing: BTreeSet<(String, String)> =
            words.iter().flat_map(|word| ["yml", "graphml"].map(|format| pair(word, format))).collect();
        for name in *names {
            let (found, format) = (expected(&data.join(name)), name.rsplit('.').next().expect("an extension"));
            assert!(words.contains(&found.as_str()), "{kind}: {name} is {found}");
            missing.remove(&pair(&found, format));
        }
        assert!(missing.is_empty(), "{kind}: none that is {missing:?}");
    }
}

#[test]
fn ours_by_the_embedded_verifier() {
    let wrong: Vec<String> = cases()
        .par_iter()
        .filter_map(|(program, witness, expected)| {
            let (found, said) = validate(program, witness, |_| {});
            (found != expected).then(|| format!("{}: {found}, not {expected}\n{said}", common::stem(witness)))
        })
        .collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// CBMC may not know, and gets little time, but what it knows is right.
#[test]
fn ours_by_cbmc() {
    let Some(cbmc) = common::verifier("cbmc") else { return common::skip("CBMC") };
    let results: Vec<(String, &str, String, String)> = cases()
        .par_iter()
        .map(|(program, witness, expected)| {
            let (found, said) =
                validate(program, witness, |command| _ = cbmc.choose(command).args(["--cpu-limit", "8s"]));
            (common::stem(witness), found, expected.clone(), said)
        })
        .collect();
    let fits = |found: &str, expected: &str| found == expected || found == "unknown";
    let wrong = results.iter().filter(|(_, found, expected, _)| !fits(found, expected));
    let wrong: Vec<String> =
        wrong.map(|(name, found, expected, said)| format!("{name}: {found}, not {expected}\n{said}")).collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    let confirmed: Vec<_> = results.iter().filter(|(_, _, expected, _)| expected == "confirmed").collect();
    let known = confirmed.iter().filter(|(_, found, _, _)| *found == "confirmed").count();
    assert!(known * 100 >= confirmed.len() * 90, "CBMC confirms {known} of {}", confirmed.len());
}

/// A verifier that a file describes gets the product as a program like any other. It may not know, but hardly ever.
#[test]
fn ours_by_a_described_verifier() {
    let (data, chain) = (common::data("witnesses"), Path::new(env!("CARGO_MANIFEST_DIR")).join("verifiers/chain.toml"));
    let names: Vec<&str> = KINDS.iter().flat_map(|(_, _, names)| names.iter().copied()).collect();
    let found: Vec<(&str, String, &str, String)> = names
        .par_iter()
        .map(|name| {
            let program = data.join(format!("{}.c", name.split('-').next().expect("a program")));
            let (found, said) = validate(&program, &data.join(name), |command| {
                command.arg("--verifier").arg(&chain).env("QICC", env!("CARGO_BIN_EXE_qicc"));
            });
            (*name, expected(&data.join(name)), found, said)
        })
        .collect();
    for (name, expected, found, said) in &found {
        assert!(found == expected || *found == "unknown", "{name}: {found}, not {expected}\n{said}");
    }
    for word in ["confirmed", "rejected"] {
        let these: Vec<_> = found.iter().filter(|(_, expected, ..)| expected == word).collect();
        let known = these.iter().filter(|(_, _, found, _)| *found == word).count();
        assert!(known * 10 >= these.len() * 9, "{known} of {} are {word}: {found:#?}", these.len());
    }
}

/// What is asked is kept, whether or not the verifier gets it as a text.
#[test]
fn the_program_beside_its_witness_is_kept() {
    let data = common::data("witnesses");
    for verifier in ["embedded", "cbmc"] {
        let Some(verifier) = common::verifier(verifier) else { continue };
        let folder = tempfile::tempdir().expect("a folder");
        let (found, said) = validate(&data.join("straight.c"), &data.join("straight-valid.yml"), |command| {
            verifier.choose(command).arg("--save").arg(folder.path());
        });
        assert_eq!(found, "confirmed", "{said}");
        let text = fs::read_to_string(folder.path().join("program.c")).expect("a program");
        assert!(text.contains("straight.c:11:5:error-call.1") && text.contains("__CPROVER_assert("), "{text}");
        assert!(text.contains("__qicc_state"), "{text}");
    }
}

/// A header is in every unit that includes it, and so is what a witness says about it.
#[test]
fn headers_of_several_units() {
    let folder = common::data("units");
    let witnesses = common::files("units", "yml");
    assert!(witnesses.len() >= 6, "{} witnesses", witnesses.len());
    for witness in witnesses {
        let stem = common::stem(&witness);
        let program = stem.split_once('-').map_or(stem.as_str(), |(program, _)| program);
        let mut command = common::qicc();
        command.args(["witness", "validate"]).arg(folder.join(format!("{program}.c"))).arg(folder.join("other.c"));
        let outcome = common::run(command.arg(&witness), b"", common::TOOL_LIMIT);
        assert_eq!(word(outcome.code), expected(&witness), "{stem}: {}", String::from_utf8_lossy(&outcome.stdout));
    }
}

/// A witness is known by what is in it, so that it may come first or last.
#[test]
fn in_either_order() {
    let data = common::data("witnesses");
    for witness in ["straight-valid.yml", "straight-valid.graphml"] {
        let (program, witness) = (data.join("straight.c"), data.join(witness));
        for (one, other) in [(&program, &witness), (&witness, &program)] {
            let (found, said) = validate(one, other, |_| {});
            assert_eq!(found, "confirmed", "{said}");
            let run = |command: &str| {
                common::run(common::qicc().args(["witness", command]).arg(one).arg(other), b"", common::TOOL_LIMIT)
            };
            assert!(
                String::from_utf8_lossy(&run("lint").stdout).contains("straight-valid"),
                "{}",
                run("lint").stderr_text()
            );
            assert!(run("show").success(), "{}", run("show").stderr_text());
        }
    }
    let help = common::run(common::qicc().args(["witness", "validate", "--help"]), b"", common::TOOL_LIMIT);
    assert!(String::from_utf8_lossy(&help.stdout).contains("FILE... WITNESS"));
}

/// One of several files has changed since the witness was made.
#[test]
fn another_unit() {
    let folder = tempfile::tempdir().expect("a folder");
    let units = common::data("units");
    let digest = |name: &str| {
        let bytes = fs::read(units.join(name)).expect("a unit");
        Sha256::digest(&bytes).iter().map(|byte| format!("{byte:02x}")).collect::<String>()
    };
    let text = fs::read_to_string(units.join("main-valid.yml")).expect("a witness");
    let witness = folder.path().join("main-valid.yml");
    for (other, expected) in [(digest("other.c"), "confirmed"), ("0".repeat(64), "unusable")] {
        let hashes = format!("input_file_hashes: {{\"main.c\": \"{}\", \"other.c\": \"{other}\"}}", digest("main.c"));
        fs::write(&witness, text.replace("input_file_hashes: {}", &hashes)).expect("a file");
        let mut command = common::qicc();
        command.args(["witness", "validate"]).arg(units.join("main.c")).arg(units.join("other.c"));
        let outcome = common::run(command.arg(&witness), b"", common::TOOL_LIMIT);
        assert_eq!(word(outcome.code), expected, "{}", outcome.stderr_text());
    }
}

/// A witness of another program is an error, unless nobody cares.
#[test]
fn another_program() {
    let folder = tempfile::tempdir().expect("a folder");
    let program = common::data("witnesses").join("straight.c");
    let text = fs::read_to_string(common::data("witnesses").join("straight-valid.yml")).expect("a witness");
    let hash = "0".repeat(64);
    let text =
        text.replace("input_file_hashes: {}", &format!("input_file_hashes:\n        \"straight.c\": \"{hash}\""));
    let witness = folder.path().join("straight-valid.yml");
    fs::write(&witness, text).expect("a file");
    let (found, said) = validate(&program, &witness, |_| {});
    assert_eq!(found, "unusable", "{said}");
    assert!(said.contains("another program"), "{said}");
    let (found, said) = validate(&program, &witness, |command| _ = command.arg("--ignore-hash"));
    assert_eq!(found, "confirmed", "{said}");
}

/// The program of a task is what counts, not the file that names it.
#[test]
fn the_program_of_a_task() {
    let folder = tempfile::tempdir().expect("a folder");
    let data = common::data("witnesses");
    let program = fs::read(data.join("straight.c")).expect("a program");
    fs::write(folder.path().join("straight.c"), &program).expect("a file");
    let property = "CHECK( init(main()), LTL(G ! call(reach_error())) )\n";
    fs::write(folder.path().join("unreach-call.prp"), property).expect("a file");
    let task = "format_version: '2.0'\ninput_files: 'straight.c'\nproperties:\n  - property_file: unreach-call.prp\n    \
                expected_verdict: false\noptions:\n  language: C\n  data_model: LP64\n";
    fs::write(folder.path().join("task.yml"), task).expect("a file");
    let own: String = Sha256::digest(&program).iter().map(|byte| format!("{byte:02x}")).collect();
    let text = fs::read_to_string(data.join("straight-valid.yml")).expect("a witness");
    for (hash, expected) in [(own, "confirmed"), ("0".repeat(64), "unusable")] {
        let hashes = format!("input_file_hashes: {{\"straight.c\": \"{hash}\"}}");
        let witness = folder.path().join("witness.yml");
        fs::write(&witness, text.replace("input_file_hashes: {}", &hashes)).expect("a file");
        let (found, said) = validate(&folder.path().join("task.yml"), &witness, |_| {});
        assert_eq!(found, expected, "{said}");
    }
}

/// A witness that speaks of lines which the program does not have is about another one, whatever its hash.
#[test]
fn lines_that_are_not_there() {
    let folder = tempfile::tempdir().expect("a folder");
    let program = common::data("witnesses").join("straight.c");
    for name in ["straight-valid.yml", "straight-valid.graphml"] {
        let text = fs::read_to_string(common::data("witnesses").join(name)).expect("a witness");
        let astray = text.replace("line: 11", "line: 999").replace("startline\">11<", "startline\">999<");
        assert_ne!(text, astray, "{name} speaks of line 11");
        let witness = folder.path().join(name);
        fs::write(&witness, astray).expect("a file");
        let (found, said) = validate(&program, &witness, |_| {});
        assert_eq!(found, "unusable", "{said}");
        assert!(said.contains("straight.c has 13 lines, and no line 999"), "{said}");
    }
}

#[test]
fn results_for_scripts() {
    let mut command = common::qicc();
    command.current_dir(common::data("witnesses"));
    command.args(["witness", "validate", "--format", "json", "straight.c", "straight-valid.yml"]);
    let outcome = common::run(&mut command, b"", common::TOOL_LIMIT);
    let said: serde_json::Value = serde_json::from_slice(&outcome.stdout).expect("JSON");
    assert_eq!((said["outcome"].as_str(), said["exit"].as_u64()), (Some("confirmed"), Some(0)));
    let steps = said["trace"].as_array().expect("an execution");
    assert!(steps.iter().any(|step| step["place"] == "x" && step["value"] == "42"), "{said}");
    assert!(!steps.iter().any(|step| step["place"].as_str().is_some_and(|name| name.contains("__qicc"))), "{said}");
    assert_eq!(steps.last().map(|step| &step["event"]), Some(&"violation".into()));
}

/// A verdict about all executions says what it takes for granted, as without a witness.
#[test]
fn what_verdicts_assume() {
    let data = common::data("witnesses");
    let program = data.join("volatile.c");
    let json =
        |outcome: common::Outcome| -> serde_json::Value { serde_json::from_slice(&outcome.stdout).expect("JSON") };
    let checked =
        common::run(common::qicc().args(["check", "--format", "json"]).arg(&program), b"", common::TOOL_LIMIT);
    let assumed = json(checked)["assumptions"].clone();
    assert!(assumed.to_string().contains("volatile objects change only where"), "{assumed}");
    for (witness, expected) in [("volatile-proof.yml", "confirmed"), ("volatile-never.yml", "rejected")] {
        let (found, said) = validate(&program, &data.join(witness), |_| {});
        assert_eq!(found, expected, "{said}");
        assert!(said.contains("This assumes:\n  that volatile objects change only where"), "{said}");
        let mut command = common::qicc();
        command.args(["witness", "validate", "--format", "json"]).arg(&program).arg(data.join(witness));
        assert_eq!(json(common::run(&mut command, b"", common::TOOL_LIMIT))["assumptions"], assumed);
    }
    // One execution is enough.
    let (_, said) = validate(&data.join("straight.c"), &data.join("straight-valid.yml"), |_| {});
    assert!(!said.contains("assumes"), "{said}");
}

/// Where a run has objects somewhere else, that is nobody's fault. What no run need do is said behind the outcome.
#[test]
fn what_no_run_repeats() {
    let data = common::data("witnesses");
    // CBMC has objects that begin there.
    let folder = tempfile::tempdir().expect("a folder");
    let text = fs::read_to_string(data.join("address-valid.yml")).expect("a witness");
    let witness = folder.path().join("address-page.yml");
    fs::write(&witness, text.replace("x != 0", "x % 4096 == 0")).expect("a file");
    let (found, said) = validate(&data.join("address.c"), &witness, |_| {});
    assert_eq!(found, "unknown", "{said}");
    assert!(said.contains("where objects are in memory") && !said.contains("bug"), "{said}");
    let (found, said) = validate(&data.join("unwritten.c"), &data.join("unwritten-valid.yml"), |_| {});
    assert_eq!(found, "confirmed", "{said}");
    assert!(said.contains("not confirmed by execution: it reads memory that nobody wrote"), "{said}");
}

/// What a witness asks is no step of the program.
#[test]
fn traces_of_the_program() {
    let data = common::data("witnesses");
    for (program, witness) in [("loop.c", "loop-valid.yml"), ("straight.c", "straight-valid.yml")] {
        let (found, said) = validate(&data.join(program), &data.join(witness), |_| {});
        assert_eq!(found, "confirmed", "{said}");
        assert!(said.contains("violated here") && !said.contains(") = "), "{said}");
    }
}

/// A witness that says little is made sharper, and ends in a test that fails.
#[test]
fn down_to_a_test() {
    let folder = tempfile::tempdir().expect("a folder");
    for name in ["straight-imprecise.yml", "loop-valid.graphml", "calls-valid.yml", "overflow-other.yml"] {
        let witness = common::data("witnesses").join(name);
        let program = name.split_once('-').map_or(name, |(program, _)| program);
        let program = common::data("witnesses").join(format!("{program}.c"));
        let refined = folder.path().join("refined.yml");
        let mut command = common::qicc();
        command.args(["witness", "refine"]).arg(&program).arg(&witness);
        command.args(["--step", "predicate", "--step", "kinduction", "--step", "test", "-o"]).arg(&refined);
        let outcome = common::run(&mut command, b"", common::TOOL_LIMIT);
        let said = String::from_utf8_lossy(&outcome.stdout).into_owned() + &outcome.stderr_text();
        assert!(outcome.success(), "{name}: {said}");
        let text = fs::read_to_string(&refined).expect("a witness");
        assert!(text.contains("function_return") && text.contains("target"), "{name}: {text}");
        let (found, said) = validate(&program, &refined, |_| {});
        assert_eq!(found, "confirmed", "{name}: {said}\n{text}");
    }
}

/// The test of a witness that is wrong does not fail, because there is none.
#[test]
fn no_test_of_what_is_wrong() {
    let data = common::data("witnesses");
    let mut command = common::qicc();
    command.args(["witness", "test"]).arg(data.join("straight.c")).arg(data.join("straight-values.yml"));
    let outcome = common::run(&mut command, b"", common::TOOL_LIMIT);
    assert_eq!(outcome.code, Some(1), "{}", outcome.stderr_text());
}

/// What must come of the witnesses that Ultimate Automizer and CPAchecker wrote.
const REAL: &[(&str, &str)] = &[
    // Invariants that hold up to a bound only.
    ("cpachecker/bmc_loop_safe_bounded/witness-2.0.yml", "rejected"),
    ("cpachecker/bmc_loop_unsafe/Counterexample.1.witness-2.0.yml", "confirmed"),
    // It says that x is 0 where x is a, which is not.
    ("cpachecker/hard_actually_false/Counterexample.1.witness-2.0.yml", "rejected"),
    ("cpachecker/include_preprocess_opt/witness-2.0.yml", "confirmed"),
    ("cpachecker/include_unpreprocessed/witness-2.0.yml", "confirmed"),
    ("cpachecker/overflow_unsafe/Counterexample.1.witness-2.0.yml", "confirmed"),
    ("cpachecker/pred_loop_safe/witness-2.0.yml", "confirmed"),
    ("cpachecker/pred_loop_unsafe/Counterexample.1.witness-2.0.yml", "confirmed"),
    ("cpachecker/pred_straight_safe/witness-2.0.yml", "confirmed"),
    ("cpachecker/pred_straight_unsafe/Counterexample.1.witness-2.0.yml", "confirmed"),
    // The verifier ran out of time with what it had so far.
    ("cpachecker/timeout_internal_15s/witness-2.0.yml", "rejected"),
    ("cpachecker/undef_function/witness-2.0.yml", "confirmed"),
    ("cpachecker/value_array_safe/witness-2.0.yml", "confirmed"),
    // The program is violated, and the verifier said so; its witness claims a proof.
    ("cpachecker/value_straight_unsafe/witness-2.0.yml", "rejected"),
    ("ultimate/concurrent_a/witness.graphml", "confirmed"),
    ("ultimate/concurrent_a/witness.yml", "confirmed"),
    // It says at branches what holds behind the statement that follows; so do two more.
    ("ultimate/concurrent_b/witness.graphml", "unknown"),
    ("ultimate/include_unpreprocessed/witness.graphml", "confirmed"),
    ("ultimate/include_unpreprocessed/witness.yml", "confirmed"),
    ("ultimate/mem_deref/witness.graphml", "confirmed"),
    ("ultimate/mem_free/witness.graphml", "confirmed"),
    // Part of its specification is not checked.
    ("ultimate/mem_safe/witness.graphml", "unknown"),
    ("ultimate/mem_safe/witness.yml", "unknown"),
    ("ultimate/overflow_safe/witness.graphml", "confirmed"),
    ("ultimate/overflow_safe/witness.yml", "confirmed"),
    ("ultimate/overflow_unsafe/witness.graphml", "confirmed"),
    ("ultimate/quiet_unsafe/witness.graphml", "unknown"),
    // The loop that its invariant is about is not said.
    ("ultimate/reach_array_safe/witness.graphml", "unknown"),
    ("ultimate/reach_array_safe/witness.yml", "confirmed"),
    ("ultimate/reach_loop_safe/witness.graphml", "confirmed"),
    ("ultimate/reach_loop_safe/witness.yml", "confirmed"),
    ("ultimate/reach_loop_unsafe/witness.graphml", "confirmed"),
    ("ultimate/reach_straight_safe/witness.graphml", "confirmed"),
    ("ultimate/reach_straight_safe/witness.yml", "confirmed"),
    ("ultimate/reach_straight_unsafe/witness.graphml", "unknown"),
    ("ultimate/term_false/witness.graphml", "unknown"),
];

#[test]
fn those_of_others() {
    let beside = || Path::new(env!("CARGO_MANIFEST_DIR")).join("../shared");
    let folder = std::env::var_os("QICC_SHARED").map_or_else(beside, PathBuf::from).join("data/transcripts");
    if !folder.is_dir() {
        return common::skip("witnesses of other verifiers (../shared/data/transcripts)");
    }
    let mut wrong: BTreeMap<&str, String> = BTreeMap::new();
    for (name, expected) in REAL {
        let witness = folder.join(name);
        let parent = witness.parent().expect("a folder");
        let mut programs: Vec<PathBuf> = fs::read_dir(parent)
            .expect("a folder")
            .map(|entry| entry.expect("an entry").path())
            .filter(|path| path.extension().is_some_and(|extension| extension == "c"))
            .collect();
        programs.sort();
        let [program] = &programs[..] else { panic!("{name} has {} programs", programs.len()) };
        let (found, said) = validate(program, &witness, |_| {});
        if found != *expected {
            wrong.insert(name, format!("{found}, not {expected}: {}", said.chars().take(300).collect::<String>()));
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}
