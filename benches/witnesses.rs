//! What comes of qicc's own witnesses, in one run: `cargo bench --bench witnesses`.
//!
//! Every violated program of tests/data/tasks, tests/data/verdicts and benches/tasks, and of the families of `qicc
//! chains`, is verified by the embedded verifier, which writes a witness in each format. The witness is validated by
//! the embedded verifier and by CBMC, and made into a test, which is run. Rates and the ratios of CPU time, validation
//! to verification (paper 003, figures 5 and 6), go to casestudy/witnesses. `-- NAME` has only the programs with this in
//! their names, and writes nothing.

#[path = "../tests/common/mod.rs"]
mod common;
mod measure;

use qicc::study::{Point, scatter};
use rayon::prelude::*;
use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

const LIMIT: Duration = Duration::from_secs(60);
const FORMATS: [&str; 2] = ["yml", "graphml"];
/// So many programs of each family of `qicc chains`; every third of them violates something.
const EACH: usize = 6;
const SEED: u64 = 1;

/// A program with the options that it is asked about with.
struct Program {
    path: PathBuf,
    group: String,
    options: Vec<String>,
}

/// What came of a command: its exit code, and the seconds of the processor.
#[derive(Clone, Copy, Default)]
struct Came {
    code: Option<i32>,
    seconds: f64,
}

struct Row {
    name: String,
    group: String,
    format: &'static str,
    verified: Came,
    embedded: Came,
    cbmc: Came,
    test: Came,
}

fn main() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let only: Vec<String> = std::env::args().skip(1).filter(|argument| !argument.starts_with("--")).collect();
    let cbmc = common::verifier("cbmc");
    let mut programs = programs(folder.path());
    let named =
        |program: &Program| only.is_empty() || only.iter().any(|name| common::stem(&program.path).contains(name));
    programs.retain(named);
    let pairs: Vec<(&Program, &'static str)> =
        programs.iter().flat_map(|program| FORMATS.map(|format| (program, format))).collect();
    let rows: Vec<Row> =
        pairs.par_iter().filter_map(|(program, format)| row(program, format, folder.path(), cbmc.as_ref())).collect();
    let tables = tables(&rows);
    print!("{tables}");
    if only.is_empty() {
        let place = Path::new(env!("CARGO_MANIFEST_DIR")).join("casestudy/witnesses");
        write(&place, &rows, &tables);
    }
}

fn programs(folder: &Path) -> Vec<Program> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut programs = Vec::new();
    let mut add = |paths: Vec<PathBuf>, group: &str| {
        for path in paths {
            let text = fs::read_to_string(&path).unwrap_or_default();
            let judged = fs::read_to_string(path.with_extension("expected")).unwrap_or_default();
            let violated = text.contains("// expect: violated") || judged.contains(" violated");
            let args = text.starts_with("// args:").then(|| common::Options::of(text.as_bytes()).args);
            let options = args.unwrap_or_default();
            if violated {
                programs.push(Program { path, group: group.to_owned(), options });
            }
        }
    };
    add(common::files("tasks", "c"), "tasks");
    add(common::files("verdicts", "c"), "verdicts");
    let benches = fs::read_dir(root.join("benches/tasks")).expect("a folder").flatten().map(|entry| entry.path());
    add(benches.filter(|path| path.extension().is_some_and(|end| end == "c")).collect(), "benches");
    let made = qicc::study::families(EACH, SEED).into_iter().map(|task| {
        let path = folder.join(format!("{}.c", task.name));
        fs::write(&path, task.text).expect("it can be written");
        path
    });
    add(made.collect(), "chains");
    programs.sort_by(|a, b| a.path.cmp(&b.path));
    programs
}

fn came(command: &Command) -> Came {
    let ran = measure::once(command, LIMIT * 2);
    Came { code: ran.code, seconds: ran.cost.cpu.as_secs_f64() }
}

/// None where nothing is found to be violated within the limit, or there are no words for it.
fn row(program: &Program, format: &'static str, folder: &Path, cbmc: Option<&common::Verifier>) -> Option<Row> {
    let name = common::stem(&program.path);
    let witness = folder.join(format!("{}-{name}.{format}", program.group));
    let mut check = common::qicc();
    check.args(["check", "--jobs", "1", "--quiet", "--time-limit", "60s"]).args(&program.options);
    check.arg("--witness").arg(&witness).arg(&program.path);
    let verified = came(&check);
    if verified.code != Some(1) || !witness.exists() {
        eprintln!("{name}: no witness");
        return None;
    }
    let ask = |what: &str| {
        let mut command = common::qicc();
        command.args(["witness", what, "--jobs", "1", "--time-limit", "60s"]).arg(&program.path).arg(&witness);
        command
    };
    let embedded = came(&ask("validate"));
    let cbmc = cbmc.map(|cbmc| {
        let mut command = ask("validate");
        cbmc.choose(&mut command);
        came(&command)
    });
    let test = came(&ask("test"));
    let (cbmc, group) = (cbmc.unwrap_or_default(), program.group.clone());
    for (who, came) in [("embedded", embedded), ("cbmc", cbmc), ("test", test)] {
        if came.code != Some(0) {
            eprintln!("{name} as {format}: {who}: {:?}", came.code);
        }
    }
    Some(Row { name, group, format, verified, embedded, cbmc, test })
}

fn median(mut numbers: Vec<f64>) -> f64 {
    numbers.sort_by(f64::total_cmp);
    numbers.get(numbers.len() / 2).copied().unwrap_or(0.0)
}

/// Markdown: how many are confirmed, by group and format, and the medians of the ratios.
fn tables(rows: &[Row]) -> String {
    let mut text = String::from(
        "| programs | format | witnesses | embedded | CBMC | test fails | time, embedded | time, CBMC |\n\
         |---|---|---:|---:|---:|---:|---:|---:|\n",
    );
    let mut groups: Vec<&str> = rows.iter().map(|row| row.group.as_str()).collect();
    groups.sort_unstable();
    groups.dedup();
    groups.push("all");
    for group in groups {
        for format in FORMATS {
            let here: Vec<&Row> =
                rows.iter().filter(|row| (group == "all" || row.group == group) && row.format == format).collect();
            let share = |of: fn(&Row) -> Came| {
                let right = here.iter().filter(|row| of(row).code == Some(0)).count();
                format!("{right} ({:.0} %)", 100.0 * right as f64 / here.len().max(1) as f64)
            };
            let ratio = |of: fn(&Row) -> Came| {
                let numbers = here.iter().map(|row| of(row).seconds / row.verified.seconds.max(0.01)).collect();
                format!("{:.2}", median(numbers))
            };
            _ = writeln!(
                text,
                "| {group} | {format} | {} | {} | {} | {} | {} | {} |",
                here.len(),
                share(|row| row.embedded),
                share(|row| row.cbmc),
                share(|row| row.test),
                ratio(|row| row.embedded),
                ratio(|row| row.cbmc),
            );
        }
    }
    text
}

fn write(place: &Path, rows: &[Row], tables: &str) {
    fs::create_dir_all(place).expect("a folder");
    let mut results = String::from("program,group,format,verified,embedded,embedded_s,cbmc,cbmc_s,test,test_s\n");
    for row in rows {
        let word = |came: Came| match came.code {
            Some(0) => "confirmed",
            Some(1) => "rejected",
            Some(3) => "unknown",
            _ => "failed",
        };
        _ = write!(results, "{},{},{},{:.3}", row.name, row.group, row.format, row.verified.seconds);
        for came in [row.embedded, row.cbmc, row.test] {
            _ = write!(results, ",{},{:.3}", word(came), came.seconds);
        }
        results.push('\n');
    }
    let points = |of: fn(&Row) -> Came| -> Vec<Point> {
        let time = |came: Came| Some(came.seconds).filter(|_| came.code == Some(0));
        let point =
            |row: &Row| Point { times: [Some(row.verified.seconds), time(of(row))], group: row.format.to_owned() };
        rows.iter().map(point).collect()
    };
    let save = |name: &str, text: &str| fs::write(place.join(name), text).expect("it can be written");
    save("results.csv", &results);
    save("tables.md", tables);
    for (name, who, of) in [
        ("embedded.svg", "validation by qicc", (|row| row.embedded) as fn(&Row) -> Came),
        ("cbmc.svg", "validation by CBMC", |row| row.cbmc),
    ] {
        let drawn = scatter(["verification", who], &points(of), LIMIT.as_secs_f64());
        save(name, &drawn.expect("it can be drawn"));
    }
}
