//! What qicc says of a program, as witnesses: every program of tests/data/testimony, and a part of those of tests/data
//! that are judged elsewhere. A witness in each format is without faults, is confirmed, and of a violation makes a test
//! that fails; the altered ones are not confirmed. Those of tests/data/testimony are compared with what is expected,
//! `x.yml` and `x.graphml`, which `QICC_ACCEPT=1` writes again.

mod common;

use rayon::prelude::*;
use serde_json::Value;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

const FORMATS: [&str; 2] = ["yml", "graphml"];

/// A command of qicc, its exit code and everything that it says.
fn run(command: &mut Command) -> (Option<i32>, String) {
    let outcome = common::run(command.env("SOURCE_DATE_EPOCH", "1767225600"), b"", common::TOOL_LIMIT);
    let said = String::from_utf8_lossy(&outcome.stdout).into_owned() + &outcome.stderr_text();
    (outcome.code, said)
}

fn check(program: &Path, witness: &Path) -> (Option<i32>, Value) {
    let text = fs::read_to_string(program).expect("a program");
    let options = if text.starts_with("// args:") { common::Options::of(text.as_bytes()).args } else { Vec::new() };
    let mut command = common::qicc();
    command.args(["check", "--format", "json", "--time-limit", "30s", "--witness"]).arg(witness);
    command.args(options).arg(program).env("SOURCE_DATE_EPOCH", "1767225600");
    let outcome = common::run(&mut command, b"", common::TOOL_LIMIT);
    (outcome.code, serde_json::from_slice(&outcome.stdout).unwrap_or_default())
}

fn witness_command(
    command: &str,
    program: &Path,
    witness: &Path,
    verifier: Option<&common::Verifier>,
) -> (Option<i32>, String) {
    let mut asked = common::qicc();
    asked.args(["witness", command]).arg(program).arg(witness);
    verifier.into_iter().for_each(|verifier| _ = verifier.choose(&mut asked));
    run(&mut asked)
}

/// The files that a report names.
fn written(report: &Value) -> Vec<PathBuf> {
    let of = |value: &Value| value["witness"].as_str().map(PathBuf::from);
    let properties = report["properties"].as_array().into_iter().flatten().filter_map(of);
    of(report).into_iter().chain(properties).collect()
}

/// What is wrong with the witnesses of a program.
fn faults(program: &Path, format: &str, verifier: Option<&common::Verifier>) -> Result<usize, String> {
    let folder = tempfile::tempdir().expect("a folder");
    let (code, report) = check(program, &folder.path().join(format!("w.{format}")));
    let witnesses = written(&report);
    let name = format!("{} as {format}", common::stem(program));
    let violated = code == Some(1);
    if code == Some(0) && witnesses.is_empty() && !has_several_entries(&report) {
        return Err(format!("{name}: a proof without a witness: {report:#}"));
    }
    for witness in &witnesses {
        let (faultless, said) = run(common::qicc().args(["witness", "lint", "--strict"]).arg(witness).arg(program));
        if faultless != Some(0) {
            return Err(format!("{name}: {said}"));
        }
        let (confirmed, said) = witness_command("validate", program, witness, verifier);
        if confirmed != Some(0) {
            let text = fs::read_to_string(witness).unwrap_or_default();
            return Err(format!("{name}, {}: {said}\n{text}", witness.display()));
        }
    }
    Ok(if violated { witnesses.len() } else { 0 })
}

/// Witnesses are about one entry.
fn has_several_entries(report: &Value) -> bool {
    let mut notes = report["notes"].as_array().into_iter().flatten().filter_map(Value::as_str);
    notes.any(|note| note.contains("several entries"))
}

fn all_are_right(programs: &[PathBuf], verifier: Option<&common::Verifier>) -> usize {
    let cases: Vec<(&PathBuf, &str)> =
        programs.iter().flat_map(|program| FORMATS.map(|format| (program, format))).collect();
    let results: Vec<Result<usize, String>> =
        cases.par_iter().map(|(program, format)| faults(program, format, verifier)).collect();
    let wrong: Vec<&String> = results.iter().filter_map(|result| result.as_ref().err()).collect();
    assert!(
        wrong.is_empty(),
        "{} are wrong:\n{}",
        wrong.len(),
        wrong.iter().map(|w| w.as_str()).collect::<Vec<_>>().join("\n")
    );
    results.iter().flatten().sum()
}

/// Those of a folder of tests/data whose names begin so.
fn some(folder: &str, starts: &[&str]) -> Vec<PathBuf> {
    let named = |path: &PathBuf| starts.iter().any(|start| common::stem(path).starts_with(start));
    common::files(folder, "c").into_iter().filter(named).collect()
}

#[test]
fn own_programs() {
    let violations = all_are_right(&common::files("testimony", "c"), None);
    assert!(violations >= 10, "{violations} violations");
}

#[test]
fn judged_programs() {
    all_are_right(&some("verdicts", &["assert", "bounds_c", "bounds_l", "null", "overflow"]), None);
}

#[test]
fn tasks() {
    let violations = all_are_right(&some("tasks", &["flow", "bits_a", "bits_i", "bits_p"]), None);
    assert!(violations >= 12, "{violations} violations");
}

#[test]
fn by_cbmc() {
    let Some(cbmc) = common::verifier("cbmc") else { return common::skip("CBMC") };
    let violated = |path: &PathBuf| fs::read_to_string(path).is_ok_and(|text| text.contains("// violated"));
    let programs: Vec<PathBuf> = common::files("testimony", "c").into_iter().filter(violated).collect();
    all_are_right(&programs, Some(&cbmc));
}

/// CBMC confirms proofs whose loops end soon.
#[test]
fn proofs_by_cbmc() {
    let Some(cbmc) = common::verifier("cbmc") else { return common::skip("CBMC") };
    let bounded = ["safe_relation", "safe_together", "safe_wraps", "safe_do", "safe_contexts", "safe_loop"];
    all_are_right(&some("testimony", &bounded), Some(&cbmc));
}

/// What CBMC finds has branches and inputs as well, and holds before the embedded verifier and when it is run.
#[test]
fn of_cbmc() {
    let Some(cbmc) = common::verifier("cbmc") else { return common::skip("CBMC") };
    let folder = tempfile::tempdir().expect("a folder");
    let mut count = 0;
    for name in ["branches", "calls", "kinds", "floats", "parts", "several"] {
        let program = common::data("testimony").join(format!("{name}.c"));
        for format in FORMATS {
            let witness = folder.path().join(format!("{name}.{format}"));
            let mut command = common::qicc();
            cbmc.choose(&mut command).args(["--strategy", "whole", "--witness"]).arg(&witness).arg(&program);
            let (code, said) = run(&mut command);
            assert_eq!(code, Some(1), "{said}");
            let text = fs::read_to_string(&witness).expect("a witness");
            assert!(
                text.contains("branching") || text.contains("condition-"),
                "{name} as {format} has no branch: {text}"
            );
            for command in ["validate", "test"] {
                let (code, said) = witness_command(command, &program, &witness, None);
                assert_eq!(code, Some(0), "{name} as {format}, {command}: {said}\n{text}");
            }
            count += 1;
        }
    }
    assert_eq!(count, 12);
}

/// What no input function returns is chosen by a program that is a test of its own.
#[test]
fn choices_of_others() {
    let folder = tempfile::tempdir().expect("a folder");
    let program = common::data("testimony").join("others.c");
    for format in FORMATS {
        let witness = folder.path().join(format!("w.{format}"));
        let (code, report) = check(&program, &witness);
        assert_eq!(code, Some(1), "{report:#}");
        let inputs = folder.path().join("inputs.c");
        let (code, said) =
            run(common::qicc().args(["witness", "test"]).arg(&program).arg(&witness).arg("-o").arg(&inputs));
        assert_eq!(code, Some(0), "{said}");
        assert!(said.contains("every other choice"), "{said}");
        let (alone, test) = (inputs.with_extension("checked.c"), folder.path().join("test"));
        let compiled = Command::new("cc").arg("-w").arg(&alone).arg("-o").arg(&test).status().expect("a compiler");
        assert!(compiled.success());
        assert_eq!(Command::new(&test).status().expect("a test").code(), Some(77));
    }
}

/// The invariants of a witness in YAML: line, whether it is of a loop, and its words.
fn invariants(text: &str) -> Vec<(u32, bool, String)> {
    let after = |line: &str, key: &str| line.trim().strip_prefix(key).map(|rest| rest.trim_matches('"').to_owned());
    let (mut found, mut line, mut at_loop) = (Vec::new(), 0, false);
    for each in text.lines() {
        if let Some(kind) = after(each, "type: ") {
            at_loop = kind == "loop_invariant";
        } else if let Some(number) = after(each, "line: ") {
            line = number.parse().expect("a number");
        } else if let Some(words) = after(each, "value: ") {
            found.push((line, at_loop, words));
        }
    }
    found
}

/// What a proof rests on is in its witness, and what does not always hold is not.
#[test]
fn what_proofs_rest_on() {
    let folder = tempfile::tempdir().expect("a folder");
    let cases = [
        ("safe_relation", 8, true, "x == y + z", ""),
        ("safe_together", 8, true, "i == j", ""),
        ("safe_wraps", 9, true, "x", ""),
        ("safe_do", 9, false, "i == j", ""),
        ("safe_late", 7, true, "seen", "x == 1"),
        ("safe_contexts", 7, true, "i", "i == found"),
        ("safe_lock", 8, true, "locked", ""),
        ("safe_hidden", 26, true, "state", ""),
    ];
    for (name, line, at_loop, has, lacks) in cases {
        let witness = folder.path().join("w.yml");
        let (code, report) = check(&common::data("testimony").join(format!("{name}.c")), &witness);
        assert_eq!(code, Some(0), "{name}: {report:#}");
        let found = invariants(&fs::read_to_string(&witness).expect("a witness"));
        let here = |words: &str| {
            let mut found = found.iter();
            found.any(|each| (each.0, each.1) == (line, at_loop) && each.2.contains(words))
        };
        assert!(here(has), "{name}: {has} is not in {found:?}");
        assert!(lacks.is_empty() || !found.iter().any(|each| each.2 == lacks), "{name}: {lacks} is in {found:?}");
    }
}

/// The witness of a proof in pieces; none if not everything is proved.
fn gambled(program: &Path, witness: &Path) -> Option<String> {
    let text = fs::read(program).expect("a program");
    let options = if text.starts_with(b"// args:") { common::Options::of(&text).args } else { Vec::new() };
    let mut command = common::qicc();
    command.args(["--strategy", "gamble", "--time-limit", "30s", "--witness"]).arg(witness).args(options).arg(program);
    let (code, _) = run(&mut command);
    (code == Some(0)).then(|| fs::read_to_string(witness).expect("a witness"))
}

/// What a proof of a region rests on is said of the program, if it holds there.
#[test]
fn what_regions_rest_on() {
    let folder = tempfile::tempdir().expect("a folder");
    let (program, witness) = (common::data("testimony").join("safe_pieces.c"), folder.path().join("w.yml"));
    let found = invariants(&gambled(&program, &witness).expect("a proof"));
    let at_loop: Vec<&str> = found.iter().filter(|each| (each.0, each.1) == (10, true)).map(|each| &*each.2).collect();
    assert!(at_loop.contains(&"i == j") && !at_loop.iter().any(|words| words.contains("last")), "{found:?}");
    let (code, said) = witness_command("validate", &program, &witness, None);
    assert_eq!(code, Some(0), "{said}");
}

/// The programs that pieces are cut from in ways that could go wrong: nothing that is said of them fails.
#[test]
fn traps_of_regions() {
    let traps = some("gamble", &[""]).into_iter().filter(|path| common::stem(path).ends_with("-safe"));
    let traps: Vec<PathBuf> = traps.collect();
    let said = |program: &PathBuf| {
        let folder = tempfile::tempdir().expect("a folder");
        let witness = folder.path().join("w.yml");
        let lemmas = invariants(&gambled(program, &witness)?).len();
        let (code, said) = witness_command("validate", program, &witness, None);
        Some((lemmas, format!("{}: {code:?}: {said}", common::stem(program)), code == Some(1)))
    };
    let said: Vec<(usize, String, bool)> = traps.par_iter().filter_map(said).collect();
    let wrong: Vec<&str> = said.iter().filter(|(_, _, wrong)| *wrong).map(|(_, words, _)| words.as_str()).collect();
    assert!(wrong.is_empty(), "{} are wrong:\n{}", wrong.len(), wrong.join("\n"));
    let telling = said.iter().filter(|(lemmas, ..)| *lemmas > 0).count();
    assert!(said.len() >= 250 && telling >= 100, "{} proofs, {telling} that say something", said.len());
}

/// What was changed in an invariant that a proof rests on is noticed.
#[test]
fn altered_lemmas() {
    let folder = tempfile::tempdir().expect("a folder");
    let cases = [
        ("safe_relation", "x == y + z", "x == y + z + 1U"),
        ("safe_together", "i == j", "i == j + 1U"),
        ("safe_do", "i == j", "i != j"),
    ];
    for (name, from, to) in cases {
        let program = common::data("testimony").join(format!("{name}.c"));
        for format in FORMATS {
            let witness = folder.path().join(format!("w.{format}"));
            check(&program, &witness);
            let text = fs::read_to_string(&witness).expect("a witness");
            // An invariant of a statement has no place in GraphML.
            if format == "graphml" && name == "safe_do" {
                continue;
            }
            assert!(text.contains(from), "{name} as {format}: {text}");
            fs::write(&witness, text.replace(from, to)).expect("a file");
            let (code, said) = witness_command("validate", &program, &witness, None);
            assert_eq!(code, Some(1), "{name} as {format}: {said}");
        }
    }
}

/// Each step of a refinement is confirmed, and the next one has less to look at.
#[test]
fn refined() {
    let folder = tempfile::tempdir().expect("a folder");
    let program = common::data("testimony").join("ways.c");
    let (code, said) = {
        let witness = folder.path().join("full.yml");
        let (code, report) = check(&program, &witness);
        (code, format!("{report:#}"))
    };
    assert_eq!(code, Some(1), "{said}");
    // Nothing but where it ends.
    let text = fs::read_to_string(folder.path().join("full.yml")).expect("a witness");
    let (begin, last) = (text.find("  - segment:").expect("one"), text.rfind("  - segment:").expect("one"));
    let bare = folder.path().join("bare.yml");
    fs::write(&bare, format!("{}{}", &text[..begin], &text[last..])).expect("a file");
    for format in FORMATS {
        let refined = folder.path().join(format!("refined.{format}"));
        let steps = ["predicate", "interval", "predicate", "test"].map(|step| ["--step", step]).concat();
        let (code, said) = run(common::qicc()
            .args(["witness", "refine"])
            .arg(&program)
            .arg(&bare)
            .args(steps)
            .arg("-o")
            .arg(&refined));
        assert_eq!(code, Some(0), "{said}");
        let lines: Vec<&str> = said.lines().filter(|line| !line.starts_with(' ')).collect();
        assert_eq!(lines.len(), 4, "{said}");
        assert!(lines.iter().all(|line| line.contains(": confirmed: ")), "{said}");
        let covered = |line: &str| -> u32 {
            let (_, behind) = line.split_once(" states came to ").unwrap_or_else(|| panic!("{line}"));
            behind.split(' ').next().and_then(|number| number.parse().ok()).unwrap_or_else(|| panic!("{line}"))
        };
        assert!(covered(lines[0]) > covered(lines[1]) && covered(lines[0]) > covered(lines[2]), "{said}");
        assert!(said.contains("1 inputs and ") && !said.contains(" 0 branches"), "{said}");
        for command in ["validate", "test"] {
            let (code, said) = witness_command(command, &program, &refined, None);
            assert_eq!(code, Some(0), "{command} as {format}: {said}");
        }
    }
}

/// A step that does not know ends nothing: the next one has the same witness. What nobody has refined is not written.
#[test]
fn refined_by_those_who_know() {
    let folder = tempfile::tempdir().expect("a folder");
    // Intervals cannot tell the ways through this loop.
    let program = folder.path().join("far.c");
    let text = "extern int __VERIFIER_nondet_int(void);\nextern void reach_error(void);\nint main(void) {\n    \
                int n = __VERIFIER_nondet_int(), i = 0;\n    unsigned s = 0;\n    while (i < n) {\n        \
                s = s * 3 + i;\n        i++;\n    }\n    if (n > 40 && s != 0)\n        reach_error();\n    \
                return 0;\n}\n";
    fs::write(&program, text).expect("a file");
    let (full, refined) = (folder.path().join("full.yml"), folder.path().join("refined.yml"));
    assert_eq!(check(&program, &full).0, Some(1));
    let refine = |steps: &[&str]| {
        let steps = steps.iter().flat_map(|step| ["--step", step]);
        run(common::qicc().args(["witness", "refine"]).arg(&program).arg(&full).args(steps).arg("-o").arg(&refined))
    };
    let (code, said) = refine(&["interval"]);
    assert_eq!(code, Some(3), "{said}");
    assert!(said.contains("interval: unknown: ") && said.contains("nothing is written to "), "{said}");
    assert!(!refined.exists(), "{said}");
    let (code, said) = refine(&["interval", "test"]);
    assert_eq!(code, Some(0), "{said}");
    assert!(said.contains("interval: unknown: ") && said.contains("test: confirmed: "), "{said}");
    assert!(!refined.exists(), "{said}");
    let (code, said) = refine(&["interval", "kinduction", "interval", "test"]);
    assert_eq!(code, Some(0), "{said}");
    assert!(said.contains("kinduction: confirmed: ") && refined.exists(), "{said}");
}

/// The tests of violations fail where the witness says.
#[test]
fn tests_fail() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut count = 0;
    for program in common::files("testimony", "c") {
        for format in FORMATS {
            let (code, report) = check(&program, &folder.path().join(format!("w.{format}")));
            for witness in written(&report).iter().filter(|_| code == Some(1)) {
                let (failed, said) = witness_command("test", &program, witness, None);
                assert_eq!(failed, Some(0), "{} as {format}: {said}", common::stem(&program));
                count += 1;
            }
        }
    }
    assert!(count >= 8, "{count} tests");
}

/// The files that are written, to be read.
#[test]
fn as_expected() {
    let folder = tempfile::tempdir().expect("a folder");
    let accept = std::env::var_os("QICC_ACCEPT").is_some();
    for format in FORMATS {
        for expected in common::files("testimony", format) {
            let program = expected.with_extension("c");
            let witness = folder.path().join(format!("w.{format}"));
            check(&program, &witness);
            let text = fs::read_to_string(&witness).unwrap_or_default();
            // Where the repository lies is not part of it.
            let text = text.replace(&format!("{}/", common::data("testimony").display()), "");
            let text: String =
                text.lines().filter(|line| !line.contains("uuid")).map(|line| format!("{line}\n")).collect();
            if accept {
                fs::write(&expected, &text).expect("a file");
            }
            assert_eq!(text, fs::read_to_string(&expected).expect("a file"), "{}", expected.display());
        }
    }
}

/// A witness is about this violation and no other: what says another branch or another value is not confirmed.
#[test]
fn altered() {
    let folder = tempfile::tempdir().expect("a folder");
    let program = common::data("testimony").join("branches.c");
    let cases = [
        ("yml", "value: \"true\"", "value: \"false\""),
        ("yml", "== 41", "== 42"),
        ("graphml", ">condition-true<", ">condition-false<"),
        ("graphml", "== 41", "== 42"),
    ];
    for (format, from, to) in cases {
        let witness = folder.path().join(format!("w.{format}"));
        check(&program, &witness);
        let text = fs::read_to_string(&witness).expect("a witness");
        assert!(text.contains(from), "{from} is not in\n{text}");
        fs::write(&witness, text.replacen(from, to, 1)).expect("a file");
        let (code, said) = witness_command("validate", &program, &witness, None);
        assert!(matches!(code, Some(1 | 3)), "{from}: {said}");
    }
}

/// A proof of something else is not confirmed either: an invariant that does not hold.
#[test]
fn altered_proof() {
    let folder = tempfile::tempdir().expect("a folder");
    let program = common::data("testimony").join("safe_loop.c");
    for format in FORMATS {
        let witness = folder.path().join(format!("w.{format}"));
        check(&program, &witness);
        let text = fs::read_to_string(&witness).expect("a witness");
        let less = if format == "yml" { "i <= 10" } else { "i &lt;= 10" };
        assert!(text.contains(less), "{text}");
        fs::write(&witness, text.replace(less, &less.replace("10", "9"))).expect("a file");
        let (code, said) = witness_command("validate", &program, &witness, None);
        assert_eq!(code, Some(1), "{said}");
    }
}

/// Who rejects a proof says which invariant does not hold, and where it stands.
#[test]
fn what_does_not_hold_is_named() {
    let folder = tempfile::tempdir().expect("a folder");
    let program = common::data("testimony").join("safe_together.c");
    for (format, line) in [("yml", 8), ("graphml", 8)] {
        let witness = folder.path().join(format!("w.{format}"));
        check(&program, &witness);
        let text = fs::read_to_string(&witness).expect("a witness");
        assert!(text.contains("i == j"), "{text}");
        fs::write(&witness, text.replace("i == j", "i == j + 1U")).expect("a file");
        let (code, said) = witness_command("validate", &program, &witness, None);
        assert_eq!(code, Some(1), "{said}");
        let named = said.contains("rejected: violated: the invariant `") && said.contains("i == j + 1U");
        assert!(named && said.contains(&format!("` at line {line}")), "{said}");
    }
}

/// GraphML knows loops by their lines: what else holds is in a witness in YAML, and the report says so.
#[test]
fn what_graphml_leaves_out_is_noted() {
    let folder = tempfile::tempdir().expect("a folder");
    let program = common::data("testimony").join("safe_do.c");
    for (format, count) in [("yml", 0), ("graphml", 1)] {
        let (code, report) = check(&program, &folder.path().join(format!("w.{format}")));
        assert_eq!(code, Some(0), "{report:#}");
        let notes = report["notes"].as_array().into_iter().flatten().filter_map(Value::as_str);
        let found = notes.filter(|note| note.contains("no place in GraphML")).count();
        assert_eq!(found, count, "{format}: {report:#}");
    }
}

/// Where there is nothing to witness, the report says why, and there is no file.
#[test]
fn no_witness() {
    let folder = tempfile::tempdir().expect("a folder");
    let witness = folder.path().join("w.yml");
    let cases = [("safe_loop.c", vec!["--analysis", "value", "--monitor", "states=3"], "not everything is proved")];
    for (program, options, why) in cases {
        let program = common::data("testimony").join(program);
        let (_, said) = run(common::qicc().arg("check").args(options).arg(&program).arg("--witness").arg(&witness));
        assert!(said.contains(why), "{said}");
        assert!(!witness.exists(), "{said}");
    }
    let (code, said) = run(common::qicc()
        .arg("check")
        .arg(common::data("testimony").join("safe_loop.c"))
        .args(["--witness", "w.txt"]));
    assert_eq!(code, Some(2), "{said}");
}

/// Several violations have files of their own, and other commands write the same kind of file.
#[test]
fn other_commands() {
    let folder = tempfile::tempdir().expect("a folder");
    let witness = folder.path().join("w.yml");
    let program = common::data("testimony").join("several.c");
    for command in
        [&["--verifier", "embedded"][..], &["cmc", "--stage", "value:5s", "--stage", "cfa+kinduction:20s"][..]]
    {
        let (code, said) = run(common::qicc().args(command).arg(&program).arg("--witness").arg(&witness));
        assert_eq!(code, Some(1), "{said}");
        for name in ["w.yml", "w-2.yml"] {
            let path = folder.path().join(name);
            let (code, said) = witness_command("validate", &program, &path, None);
            assert_eq!(code, Some(0), "{command:?} {name}: {said}");
            fs::remove_file(path).expect("it is there");
        }
    }
    // What regions start from is told of stages as well.
    let mut told = Vec::new();
    let pieces = common::data("testimony").join("safe_calls.c");
    for command in [&["--verifier", "embedded"][..], &["cmc", "--stage", "gamble:20s"][..]] {
        let (code, said) = run(common::qicc().args(command).arg(&pieces).arg("--witness").arg(&witness));
        assert_eq!(code, Some(0), "{said}");
        let (code, confirmed) = witness_command("validate", &pieces, &witness, None);
        assert_eq!(code, Some(0), "{command:?}: {confirmed}");
        told.push(invariants(&fs::read_to_string(&witness).expect("a witness")));
    }
    assert!(told[0].iter().any(|(_, at_loop, _)| !at_loop), "{told:?}");
    assert_eq!(told[0], told[1]);
    let safe = common::data("testimony").join("safe_loop.c");
    for command in [&["--verifier", "embedded"][..], &["cmc", "--stage", "predicate:20s"][..]] {
        let (code, said) = run(common::qicc().args(command).arg(&safe).arg("--witness").arg(&witness));
        assert_eq!(code, Some(0), "{said}");
        let (code, said) = witness_command("validate", &safe, &witness, None);
        assert_eq!(code, Some(0), "{command:?}: {said}");
    }
}
