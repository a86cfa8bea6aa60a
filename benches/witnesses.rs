//! From a violation to a witness, and from there to a test that fails: `cargo bench --bench witnesses [-- NAME…]`.
//!
//! Every program of `tests/data/tasks` that has a violation is checked; the witness is validated by the embedded
//! verifier and by CBMC, in both formats, and made a test (paper 003, table 1). It is also said how the time of
//! validation compares with that of verification, in one run (paper 003, figures 5 and 6). The table and the plot go to
//! target/witnesses.

#[path = "../tests/common/mod.rs"]
mod common;
mod measure;

use qicc::study::{Point, scatter};
use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

const LIMIT: Duration = Duration::from_secs(60);
/// The names of witnesses, by format.
const FORMATS: [(&str, &str); 2] = [("YAML", "yml"), ("GraphML", "graphml")];

/// What is done with a witness; each says with exit code 0 that it is convinced.
const STEPS: [(&str, &[&str]); 3] = [
    ("validated", &["witness", "validate"]),
    ("validated by CBMC", &["witness", "validate", "--verifier", "cbmc"]),
    ("test fails", &["witness", "test"]),
];

struct Done {
    name: String,
    format: &'static str,
    /// Processor time, in seconds.
    verified: f64,
    /// For each step: the time, if it was convinced.
    steps: [Option<f64>; STEPS.len()],
}

fn main() {
    let wanted: Vec<String> = std::env::args().skip(1).filter(|word| !word.starts_with("--")).collect();
    let folder = tempfile::tempdir().expect("a temporary folder");
    let cbmc = common::fetch("cbmc").map(|folder| folder.join("bin/cbmc"));
    let mut all = Vec::new();
    for path in common::files("tasks", "c") {
        let name = common::stem(&path);
        let text = fs::read_to_string(&path).expect("a task");
        let is_wanted = wanted.is_empty() || wanted.iter().any(|word| name.contains(word));
        if is_wanted && text.lines().any(|line| line.ends_with("// bad")) {
            all.extend(FORMATS.iter().filter_map(|(format, ending)| {
                let witness = folder.path().join(format!("{name}.{ending}"));
                round(&path, &witness, format, cbmc.as_deref())
            }));
        }
    }
    let target = Path::new(env!("CARGO_TARGET_TMPDIR")).with_file_name("witnesses");
    fs::create_dir_all(&target).expect("a folder under target");
    let table = table(&all);
    print!("{table}");
    fs::write(target.join("table.md"), &table).expect("it can be written");
    fs::write(target.join("results.csv"), csv(&all)).expect("it can be written");
    let point = |done: &Done| Point { times: [Some(done.verified), done.steps[0]], group: done.format.into() };
    let points: Vec<Point> = all.iter().map(point).collect();
    let plot = scatter(["verification", "validation"], &points, LIMIT.as_secs_f64()).expect("a plot");
    fs::write(target.join("times.svg"), plot).expect("it can be written");
}

/// Checks a program, and does everything with its witness; none if no violation is found in time.
fn round(path: &Path, witness: &PathBuf, format: &'static str, cbmc: Option<&Path>) -> Option<Done> {
    let name = common::stem(path);
    let mut command = common::qicc();
    command.args(["check", "--check", "assert", "--jobs", "1", "--quiet", "--witness"]).arg(witness).arg(path);
    let ran = measure::once(&command, LIMIT);
    if ran.code != Some(1) {
        println!("{name}: no violation is found");
        return None;
    }
    let steps = STEPS.map(|(step, args)| {
        let mut command: Command = common::qicc();
        command.args(args).arg(path).arg(witness);
        if let Some(cbmc) = cbmc {
            command.env("CBMC", cbmc);
        }
        let ran = measure::once(&command, LIMIT);
        if ran.code != Some(0) {
            println!("{name}, {format}: not {step}: exit code {:?} {}", ran.code, ran.log.trim());
        }
        (ran.code == Some(0)).then_some(ran.cost.cpu.as_secs_f64())
    });
    Some(Done { name, format, verified: ran.cost.cpu.as_secs_f64(), steps })
}

fn table(all: &[Done]) -> String {
    let mut text = String::from("| witnesses |");
    STEPS.iter().for_each(|(step, _)| _ = write!(text, " {step} |"));
    text += " time of validation / verification, median |\n|---|";
    text += &"--:|".repeat(STEPS.len() + 1);
    for (format, _) in FORMATS {
        let here: Vec<&Done> = all.iter().filter(|done| done.format == format).collect();
        _ = write!(text, "\n| {} in {format} |", here.len());
        for step in 0..STEPS.len() {
            let convinced = here.iter().filter(|done| done.steps[step].is_some()).count();
            _ = write!(text, " {convinced} ({:.1} %) |", 100.0 * convinced as f64 / here.len().max(1) as f64);
        }
        let ratio = |done: &&Done| done.steps[0].map(|time| time / done.verified.max(0.001));
        let mut ratios: Vec<f64> = here.iter().filter_map(ratio).collect();
        ratios.sort_by(f64::total_cmp);
        _ = write!(text, " {:.2} |", ratios.get(ratios.len() / 2).copied().unwrap_or(f64::NAN));
    }
    text + "\n"
}

fn csv(all: &[Done]) -> String {
    let mut text = String::from("program,format,verified");
    STEPS.iter().for_each(|(step, _)| _ = write!(text, ",{step}"));
    for done in all {
        _ = write!(text, "\n{},{},{:.3}", done.name, done.format, done.verified);
        done.steps
            .iter()
            .for_each(|time| _ = write!(text, ",{}", time.map_or("no".into(), |time| format!("{time:.3}"))));
    }
    text + "\n"
}
