//! `qicc study`, and `qicc compare` of a folder: what they write, that they go on where they were interrupted, and that
//! they refuse to mix results.

mod common;

use common::{Outcome, TOOL_LIMIT};
use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

const ONLY: [&str; 6] =
    ["--only", "clamp Baseline", "--only", "clamp Double 3 arbitrary", "--only", "clamp Single 1 small"];

fn study(out: &Path, args: &[&str]) -> Outcome {
    common::run(common::qicc().arg("study").args(args).arg("--out").arg(out), b"", TOOL_LIMIT)
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

#[test]
fn a_study_is_tables_plots_and_results() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let out = folder.path().join("out");
    let runs = ["--command", "never=false", "--run", "qicc=--verifier embedded"];
    let outcome = study(&out, &[&ONLY[..], &runs].concat());
    assert_eq!(outcome.code, Some(0), "{}", outcome.stderr_text());
    let tables = text(&outcome.stdout);
    let line = |start: &str| tables.lines().find(|line| line.starts_with(start)).unwrap_or_default().to_owned();
    let cells = |start: &str| line(start).split('|').map(|cell| cell.trim().to_owned()).collect::<Vec<_>>();
    assert_eq!(cells("| small  "), ["", "small", "0/1", "", "", "", "", ""], "{tables}");
    assert_eq!(cells("| arbitrary  "), ["", "arbitrary", "", "", "", "", "0/1", ""], "{tables}");
    assert_eq!(cells("| qicc  ")[8], "3 of 3", "{tables}");
    assert_eq!(cells("| never ")[8], "0 of 3", "{tables}");
    assert!(tables.contains("- never: clamp Baseline : the verifier failed with exit code 1"), "{tables}");
    for file in ["never-qicc.svg", "quantiles.svg", "results.json", "tables.md", "programs/clamp-baseline.c"] {
        assert!(fs::metadata(out.join(file)).is_ok_and(|file| file.len() > 100), "{file}");
    }
    let results = fs::read_to_string(out.join("results.csv")).expect("results");
    assert_eq!(results.lines().count(), 1 + 6, "{results}");
    assert_eq!(results.lines().filter(|line| line.contains(",qicc,proved,")).count(), 3, "{results}");

    // Nothing is run again, and a line that is missing is.
    study(&out, &[&ONLY[..], &runs].concat());
    assert_eq!(fs::read_to_string(out.join("results.csv")).expect("results"), results);
    let shorter: String = results.lines().take(6).map(|line| format!("{line}\n")).collect();
    fs::write(out.join("results.csv"), &shorter).expect("it can be written");
    study(&out, &[&ONLY[..], &runs].concat());
    let again = fs::read_to_string(out.join("results.csv")).expect("results");
    assert!(again.starts_with(&shorter) && again.lines().count() == 7, "{again}");

    let outcome = study(&out, &[&ONLY[..], &runs, &["--time-limit", "5s"]].concat());
    assert_eq!(outcome.code, Some(2));
    assert!(outcome.stderr_text().contains("choose another folder"), "{}", outcome.stderr_text());
}

#[test]
fn input_that_is_no_study() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let out = folder.path().join("out");
    let outcome = study(&out, &["--only", "nobody"]);
    assert!(outcome.code == Some(2) && outcome.stderr_text().contains("no program has nobody in its name"));
    let outcome = study(&out, &[folder.path().to_str().expect("a name")]);
    assert!(outcome.code == Some(2) && outcome.stderr_text().contains("there are no programs in"));
    let outcome = study(&out, &["--command", "nothing"]);
    assert!(outcome.code == Some(2) && outcome.stderr_text().contains("NAME=COMMAND"));
    assert!(fs::read_dir(&out).map_or(true, |mut files| files.all(|file| file.is_ok_and(|f| f.path().is_dir()))));
}

#[test]
fn an_interrupted_study_leaves_nothing_running_and_goes_on() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let (out, here) = (folder.path().join("out"), folder.path().display());
    let slow = format!("slow=sh -c 'test -e {here}/go || (touch {here}/begun; sleep 3; touch {here}/late)'");
    let runs = ["--only", "clamp Baseline", "--run", "qicc=--verifier embedded", "--command", &slow];
    let mut command = common::interruptible(env!("CARGO_BIN_EXE_qicc"));
    let mut child = command.arg("study").args(runs).arg("--out").arg(&out).stderr(Stdio::null()).spawn().expect("qicc");
    let deadline = Instant::now() + TOOL_LIMIT;
    while !folder.path().join("begun").exists() {
        assert!(Instant::now() < deadline, "it does not begin");
        std::thread::sleep(Duration::from_millis(20));
    }
    assert!(Command::new("kill").args(["-INT", &child.id().to_string()]).status().is_ok_and(|it| it.success()));
    assert_eq!(child.wait().expect("its end").code(), Some(130));
    std::thread::sleep(Duration::from_secs(4));
    assert!(!folder.path().join("late").exists(), "something was left running");
    assert!(!out.join("tables.md").exists());
    fs::write(folder.path().join("go"), "").expect("it can be written");
    let outcome = study(&out, &runs);
    assert_eq!(outcome.code, Some(0), "{}", outcome.stderr_text());
    assert!(text(&outcome.stdout).contains("1 of 1"));
}

#[test]
fn a_folder_is_compared() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let out = folder.path().join("out");
    let program = |assertion: &str| {
        format!(
            "#include <assert.h>\nint main(void) {{ int x = N; for (int i = 0; i < 9; i++) assert({assertion}); }}\n"
        )
    };
    fs::write(folder.path().join("a.c"), program("x == 3")).expect("a file");
    fs::write(folder.path().join("b.c"), program("x != i")).expect("a file");
    let mut command = common::qicc();
    command.args(["compare", "--time-limit", "60s", "--out"]).arg(&out).arg(folder.path()).args(["--", "-DN=3"]);
    let outcome = common::run(&mut command, b"", TOOL_LIMIT);
    assert_eq!(outcome.code, Some(0), "{}", outcome.stderr_text());
    let table = text(&outcome.stdout);
    for run in ["| whole ", "| gamble "] {
        let line = table.lines().find(|line| line.starts_with(run)).unwrap_or_default();
        let cells: Vec<&str> = line.split('|').map(str::trim).collect();
        assert_eq!(cells[2..5], ["1", "1", "0"], "{table}");
    }
    assert!(!table.contains("differ"), "{table}");
    assert!(out.join("whole-gamble.svg").exists() && out.join("quantiles.svg").exists());
    let outcome = common::run(command.args(["-DM"]), b"", Duration::from_secs(60));
    assert_eq!(outcome.code, Some(2), "other flags, the same folder");
}
