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
    if code == Some(0) && witnesses.is_empty() && !is_wordless(&report) {
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

/// Whether the report says that there are no words for what was proved.
fn is_wordless(report: &Value) -> bool {
    let mut notes = report["notes"].as_array().into_iter().flatten().filter_map(Value::as_str);
    notes.any(|note| note.contains("no words for") || note.contains("several entries"))
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

/// Where there is nothing to witness, the report says why, and there is no file.
#[test]
fn no_witness() {
    let folder = tempfile::tempdir().expect("a folder");
    let witness = folder.path().join("w.yml");
    let cases = [
        ("safe_loop.c", vec!["--analysis", "value", "--monitor", "states=3"], "not everything is proved"),
        ("division.c", vec!["--check", "div"], "no words for"),
        ("indices.c", vec!["--check", "bounds"], "ask for that as well"),
    ];
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
    let safe = common::data("testimony").join("safe_loop.c");
    for command in [&["--verifier", "embedded"][..], &["cmc", "--stage", "predicate:20s"][..]] {
        let (code, said) = run(common::qicc().args(command).arg(&safe).arg("--witness").arg(&witness));
        assert_eq!(code, Some(0), "{said}");
        let (code, said) = witness_command("validate", &safe, &witness, None);
        assert_eq!(code, Some(0), "{command:?}: {said}");
    }
}
