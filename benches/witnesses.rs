//! What comes of witnesses, in one run: `cargo bench --bench witnesses`.
//!
//! Every violated program of tests/data/tasks, tests/data/verdicts and benches/tasks, and of the families of `qicc
//! chains`, is verified by the embedded verifier and by CBMC, and a witness of what each finds is written, in each
//! format. Each validates the witnesses of both; all are made into tests, which are run. How much less there is to look
//! at with a witness is told by the time of the processor, validation to verification (paper 003, figure 5), and by the
//! states, lines and branches that predicate analysis comes to when it is given the witness, or only what is violated
//! (figure 6). Where verification by the embedded verifier takes longer than [`SLOW`], CBMC is not asked, and that is
//! said of each number that would have been larger.
//!
//! Results grow in target/witnesses, so that an interrupted run goes on; tables and plots go to casestudy/witnesses
//! when all is done. `-- NAME` has only the programs with this in their names, and keeps and writes nothing.

#[path = "../tests/common/mod.rs"]
mod common;
mod measure;

use qicc::study::{Point, boxes, counts, scatter};
use rayon::prelude::*;
use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::fs;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::Mutex;
use std::time::Duration;

/// Of the processor, for one command; on the clock there is more.
const LIMIT: Duration = Duration::from_secs(20);
const CLOCK: Duration = Duration::from_secs(90);
/// What takes longer, in seconds, is not given to CBMC.
const SLOW: f64 = 8.0;
/// What takes less, in seconds, mostly starts processes: the others have lines of their own.
const NOTICEABLE: (f64, &str) = (0.3, "all from 0.3 s on");
const FORMATS: [&str; 2] = ["yml", "graphml"];
const HEADER: &str = "program,group,format,by,verified_s,embedded,embedded_s,cbmc,cbmc_s,test,test_s,\
                      states,states_left,lines,lines_left,branches,branches_left";
/// So many programs of each family of `qicc chains`; every third of them violates something.
const EACH: usize = 6;
const SEED: u64 = 1;

/// A program with the options that it is asked about with.
struct Program {
    path: PathBuf,
    group: String,
    options: Vec<String>,
}

/// Who found the violation, or validates the witness.
#[derive(Clone, Copy, PartialEq, Eq)]
enum By {
    Embedded,
    Cbmc,
}

impl By {
    const ALL: [By; 2] = [By::Embedded, By::Cbmc];

    fn word(self) -> &'static str {
        match self {
            By::Embedded => "embedded",
            By::Cbmc => "cbmc",
        }
    }

    fn name(self) -> &'static str {
        match self {
            By::Embedded => "the embedded verifier",
            By::Cbmc => "CBMC",
        }
    }
}

/// What came of a command, and the seconds of the processor; none if it was not asked.
type Came = Option<(String, f64)>;

/// How much analysis came to, without a witness and with it: states, lines and branches, as far as it is known.
type Looked = [Option<[u64; 2]>; 3];

/// A line of the results: what came of one witness, or that there is none.
#[derive(Clone, Debug, Default)]
struct Row {
    name: String,
    group: String,
    format: String,
    by: String,
    /// The seconds that verification took; none if nobody was asked.
    verified: Option<f64>,
    embedded: Came,
    cbmc: Came,
    test: Came,
    looked: Looked,
}

fn main() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let only: Vec<String> = std::env::args().skip(1).filter(|argument| !argument.starts_with("--")).collect();
    let cbmc = common::verifier("cbmc");
    let mut programs = programs(folder.path());
    let named =
        |program: &Program| only.is_empty() || only.iter().any(|name| common::stem(&program.path).contains(name));
    programs.retain(named);
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let out = std::env::var_os("CARGO_TARGET_DIR").map_or_else(|| root.join("target"), PathBuf::from).join("witnesses");
    let results = Results::open(only.is_empty().then(|| out.join("results.csv")));
    let pairs: Vec<(&Program, &'static str)> =
        programs.iter().flat_map(|program| FORMATS.map(|format| (program, format))).collect();
    pairs.par_iter().for_each(|(program, format)| {
        let asking = Asking { program, format, folder: folder.path(), cbmc: cbmc.as_ref(), results: &results };
        asking.all();
    });
    let rows = results.rows();
    let tables = tables(&rows);
    print!("{tables}");
    if only.is_empty() {
        write(&root.join("casestudy/witnesses"), &rows, &tables);
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

/// All that is asked about a program with witnesses of one format.
struct Asking<'a> {
    program: &'a Program,
    format: &'static str,
    folder: &'a Path,
    cbmc: Option<&'a common::Verifier>,
    results: &'a Results,
}

impl Asking<'_> {
    fn all(&self) {
        let own = self.row(By::Embedded, None);
        if self.cbmc.is_some() {
            self.row(By::Cbmc, own.verified);
        }
    }

    /// What comes of the witness of one verifier, if it is not too slow a program for the other one.
    fn row(&self, by: By, took: Option<f64>) -> Row {
        let name = common::stem(&self.program.path);
        if let Some(known) = self.results.get(&name, self.format, by) {
            return known;
        }
        let row = self.make(name, by, took);
        self.results.add(&row);
        for (who, came) in [("embedded", &row.embedded), ("cbmc", &row.cbmc), ("test", &row.test)] {
            if let Some((word, _)) = came.as_ref().filter(|(word, _)| word != "confirmed") {
                eprintln!("{} as {} by {}: {who}: {word}", row.name, row.format, row.by);
            }
        }
        row
    }

    fn make(&self, name: String, by: By, took: Option<f64>) -> Row {
        let (group, format) = (self.program.group.clone(), self.format.to_owned());
        let mut row = Row { name, group, format, by: by.word().into(), ..Row::default() };
        let witness = self.folder.join(format!("{}-{}-{}.{}", row.group, row.name, row.by, self.format));
        let mut verify = common::qicc();
        match (by, self.cbmc) {
            (By::Embedded, _) => _ = verify.arg("check"),
            (By::Cbmc, Some(cbmc)) if took.is_none_or(|seconds| seconds <= SLOW) => {
                _ = cbmc.choose(verify.args(["--strategy", "whole"]))
            }
            (By::Cbmc, _) => return row,
        }
        verify.args(["--jobs", "1", "--quiet"]).args(limits()).args(&self.program.options);
        verify.arg("--witness").arg(&witness).arg(&self.program.path);
        let ran = measure::once(&verify, CLOCK * 2);
        let seconds = ran.cost.cpu.as_secs_f64();
        row.verified = Some(seconds);
        if ran.code != Some(1) || !witness.exists() {
            return row;
        }
        row.embedded = self.came("validate", &witness, None);
        if by == By::Cbmc || seconds <= SLOW {
            row.cbmc = self.cbmc.and_then(|cbmc| self.came("validate", &witness, Some(cbmc)));
        }
        row.test = self.came("test", &witness, None);
        if by == By::Embedded && self.format == "yml" {
            row.looked = self.looked(&witness).unwrap_or_default();
        }
        row
    }

    fn command(&self, what: &str, witness: &Path) -> Command {
        let mut command = common::qicc();
        command.args(["witness", what, "--jobs", "1"]).args(limits()).arg(&self.program.path).arg(witness);
        command
    }

    fn came(&self, what: &str, witness: &Path, cbmc: Option<&common::Verifier>) -> Came {
        let mut command = self.command(what, witness);
        cbmc.into_iter().for_each(|cbmc| _ = cbmc.choose(&mut command));
        let ran = measure::once(&command, CLOCK * 2);
        let word = match ran.code {
            Some(0) => "confirmed",
            Some(1) => "rejected",
            Some(3) => "unknown",
            _ => "failed",
        };
        Some((word.to_owned(), ran.cost.cpu.as_secs_f64()))
    }

    /// What predicate analysis comes to with nothing but the target of a witness, and with all of it.
    fn looked(&self, witness: &Path) -> Option<Looked> {
        let text = fs::read_to_string(witness).ok()?;
        let (segments, begin) = ("  - segment:", text.find("  - segment:")?);
        let bare = witness.with_extension("bare.yml");
        fs::write(&bare, format!("{}{}", &text[..begin], &text[text.rfind(segments)?..])).ok()?;
        let count = |witness: &Path| -> Option<[u64; 3]> {
            let mut command = self.command("refine", witness);
            let said = common::run(command.args(["--step", "predicate"]), b"", CLOCK);
            let said = String::from_utf8_lossy(&said.stdout).into_owned();
            let (before, after) =
                said.lines().find(|line| line.contains(": confirmed: "))?.split_once(" states came to ")?;
            let (lines, branches) = after.split_once(" lines and ")?;
            let first = |text: &str| text.split(' ').next()?.parse().ok();
            Some([before.rsplit(' ').next()?.parse().ok()?, first(lines)?, first(branches)?])
        };
        let (without, with) = (count(&bare)?, count(witness)?);
        Some(std::array::from_fn(|at| Some([without[at], with[at]])))
    }
}

fn limits() -> [String; 2] {
    let seconds = |time: Duration| format!("{}s", time.as_secs());
    [format!("--cpu-limit={}", seconds(LIMIT)), format!("--time-limit={}", seconds(CLOCK))]
}

/// Rows as they come, in a file if they are to be kept.
struct Results {
    known: Mutex<BTreeMap<[String; 3], Row>>,
    file: Option<Mutex<fs::File>>,
}

impl Results {
    fn open(path: Option<PathBuf>) -> Results {
        let Some(path) = path else { return Results { known: Mutex::default(), file: None } };
        let text = fs::read_to_string(&path).unwrap_or_default();
        let mut lines = text.lines();
        let kept: Vec<Row> = match lines.next() {
            Some(HEADER) => lines.filter_map(Row::read).collect(),
            _ => Vec::new(),
        };
        fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
        let mut file = fs::File::create(&path).expect("it can be written");
        writeln!(file, "{HEADER}").expect("it can be written");
        let results = Results { known: Mutex::default(), file: Some(Mutex::new(file)) };
        kept.iter().for_each(|row| results.add(row));
        results
    }

    fn get(&self, name: &str, format: &str, by: By) -> Option<Row> {
        self.known.lock().expect("nobody panics").get(&[name, format, by.word()].map(str::to_owned)).cloned()
    }

    fn add(&self, row: &Row) {
        let key = [row.name.clone(), row.format.clone(), row.by.clone()];
        self.known.lock().expect("nobody panics").insert(key, row.clone());
        if let Some(file) = &self.file {
            writeln!(file.lock().expect("nobody panics"), "{}", row.line()).expect("it can be written");
        }
    }

    fn rows(&self) -> Vec<Row> {
        self.known.lock().expect("nobody panics").values().cloned().collect()
    }
}

impl Row {
    /// Whether there is a witness.
    fn has_witness(&self) -> bool {
        self.embedded.is_some()
    }

    fn line(&self) -> String {
        let verified = self.verified.map_or(String::new(), |seconds| format!("{seconds:.3}"));
        let mut line = format!("{},{},{},{},{verified}", self.name, self.group, self.format, self.by);
        for came in [&self.embedded, &self.cbmc, &self.test] {
            match came {
                Some((word, seconds)) => _ = write!(line, ",{word},{seconds:.3}"),
                None => line.push_str(",,"),
            }
        }
        for looked in self.looked {
            match looked {
                Some([without, with]) => _ = write!(line, ",{without},{with}"),
                None => line.push_str(",,"),
            }
        }
        line
    }

    fn read(line: &str) -> Option<Row> {
        let fields: Vec<&str> = line.split(',').collect();
        let [name, group, format, by, verified, rest @ ..] = &fields[..] else { return None };
        let (came, looked) = (rest.len() == 12).then(|| rest.split_at(6))?;
        let came = |at: usize| Some((came[at].to_owned(), came[at + 1].parse().ok()?));
        let looked = std::array::from_fn(|at| Some([looked[2 * at].parse().ok()?, looked[2 * at + 1].parse().ok()?]));
        let [name, group, format, by] = [name, group, format, by].map(|field| (*field).to_owned());
        let (embedded, cbmc, test) = (came(0), came(2), came(4));
        Some(Row { name, group, format, by, verified: verified.parse().ok(), embedded, cbmc, test, looked })
    }

    /// What came of it when this one looked at it.
    fn came(&self, who: By) -> &Came {
        match who {
            By::Embedded => &self.embedded,
            By::Cbmc => &self.cbmc,
        }
    }

    /// The seconds that validation took, if it confirmed.
    fn confirmed(&self, who: By) -> Option<f64> {
        self.came(who).as_ref().filter(|(word, _)| word == "confirmed").map(|(_, seconds)| *seconds)
    }
}

/// With how many numbers it is of.
fn median(mut numbers: Vec<f64>) -> String {
    numbers.sort_by(f64::total_cmp);
    numbers.get(numbers.len() / 2).map_or_else(|| "–".into(), |number| format!("{number:.2} ({})", numbers.len()))
}

/// How many are confirmed, of those that were asked about, and how many were not.
fn share<'a>(came: impl Iterator<Item = &'a Came>) -> String {
    let (asked, not_asked): (Vec<&Came>, Vec<&Came>) = came.partition(|came| came.is_some());
    let right = asked.iter().filter(|came| came.as_ref().is_some_and(|(word, _)| word == "confirmed")).count();
    let rate = 100.0 * right as f64 / asked.len().max(1) as f64;
    match (asked.len(), not_asked.len()) {
        (0, _) => "–".into(),
        (count, 0) => format!("{right} of {count} ({rate:.1} %)"),
        (count, missing) => format!("{right} of {count} ({rate:.1} %), {missing} not asked"),
    }
}

/// Validation to verification, by those that confirm.
fn ratios(rows: &[&Row], who: By) -> Vec<f64> {
    rows.iter().filter_map(|row| Some(row.confirmed(who)? / row.verified?.max(0.01))).collect()
}

/// What analysis counts, in the order of [`Looked`].
const COUNTED: [&str; 3] = ["states", "lines", "branches"];

/// Validation to verification, in what is counted.
fn fewer(rows: &[&Row], what: usize) -> Vec<f64> {
    let looked = rows.iter().filter_map(|row| row.looked[what]);
    looked.map(|[without, with]| with as f64 / without.max(1) as f64).collect()
}

/// Markdown: how many are confirmed, by who found the violation, group and format, and the medians of the ratios.
fn tables(rows: &[Row]) -> String {
    let mut text = String::new();
    for by in By::ALL {
        _ = write!(
            text,
            "{}Witnesses of {}:\n\n| programs | format | witnesses | by the embedded verifier | by CBMC | test fails | time | \
             time, CBMC | states | lines | branches |\n|---|---|---:|---:|---:|---:|---:|---:|---:|---:|---:|\n",
            if text.is_empty() { "" } else { "\n" },
            by.name()
        );
        let rows: Vec<&Row> = rows.iter().filter(|row| row.by == by.word() && row.has_witness()).collect();
        groups(&rows).iter().for_each(|(group, format, here)| text += &line(group, format, here));
    }
    text + &without(rows)
}

/// The witnesses of each group in each format, and those of all groups.
fn groups<'a>(rows: &[&'a Row]) -> Vec<(&'a str, &'static str, Vec<&'a Row>)> {
    let mut groups: Vec<&str> = rows.iter().map(|row| row.group.as_str()).collect();
    groups.sort_unstable();
    groups.dedup();
    groups.extend(["all", NOTICEABLE.1]);
    let is_in = |row: &Row, group: &str| match group {
        "all" => true,
        group if group == NOTICEABLE.1 => row.verified.is_some_and(|seconds| seconds >= NOTICEABLE.0),
        group => row.group == group,
    };
    let of = |group, format| {
        let here = rows.iter().copied().filter(|row| row.format == format && is_in(row, group));
        (group, format, here.collect())
    };
    groups.into_iter().flat_map(|group| FORMATS.map(|format| of(group, format))).collect()
}

/// A line of a table.
fn line(group: &str, format: &str, rows: &[&Row]) -> String {
    let confirmed = By::ALL.map(|who| share(rows.iter().map(|row| row.came(who))));
    let fails = share(rows.iter().map(|row| &row.test));
    let times = By::ALL.map(|who| median(ratios(rows, who)));
    let counted = [0, 1, 2].map(|what| median(fewer(rows, what)));
    let cells = [group.to_owned(), format.to_owned(), rows.len().to_string()];
    let cells: Vec<String> = cells.into_iter().chain(confirmed).chain([fails]).chain(times).chain(counted).collect();
    format!("| {} |\n", cells.join(" | "))
}

/// The programs without a witness, and those about which CBMC was not asked.
fn without(rows: &[Row]) -> String {
    let mut text = String::new();
    for by in By::ALL {
        let of = |is_asked: bool| {
            let missing = |row: &&Row| row.by == by.word() && !row.has_witness() && row.verified.is_some() == is_asked;
            let mut names: Vec<&str> = rows.iter().filter(missing).map(|row| row.name.as_str()).collect();
            names.dedup();
            names
        };
        for (names, why) in [
            (of(true), format!("Without a witness of {} in one format or both", by.name())),
            (of(false), format!("{} was not asked, because the embedded verifier took more than {SLOW} s", by.name())),
        ] {
            if !names.is_empty() {
                _ = writeln!(text, "\n{why}: {} ({}).", names.join(", "), names.len());
            }
        }
    }
    text
}

fn write(place: &Path, rows: &[Row], tables: &str) {
    fs::create_dir_all(place).expect("a folder");
    let lines: String = rows.iter().map(|row| format!("{}\n", row.line())).collect();
    let save = |name: &str, text: &str| fs::write(place.join(name), text).expect("it can be written");
    save("results.csv", &format!("{HEADER}\n{lines}"));
    save("tables.md", tables);
    for by in By::ALL {
        let rows: Vec<&Row> = rows.iter().filter(|row| row.by == by.word() && row.has_witness()).collect();
        for who in By::ALL {
            let asked = rows.iter().filter(|row| row.came(who).is_some());
            let point = |row: &&Row| Point { times: [row.verified, row.confirmed(who)], group: row.format.clone() };
            let points: Vec<Point> = asked.map(point).collect();
            if points.is_empty() {
                continue;
            }
            let names = [format!("verification by {}", by.name()), format!("validation by {}", who.name())];
            let drawn = scatter([&names[0], &names[1]], &points, LIMIT.as_secs_f64());
            save(&format!("{}-by-{}.svg", by.word(), who.word()), &drawn.expect("it can be drawn"));
        }
    }
    let own: Vec<&Row> = rows.iter().filter(|row| row.by == By::Embedded.word() && row.has_witness()).collect();
    for (number, what) in COUNTED.iter().enumerate() {
        let looked = own.iter().filter_map(|row| Some((row.looked[number]?, row.group.as_str())));
        let looked: Vec<_> = looked.collect();
        if looked.is_empty() {
            continue;
        }
        let names = [format!("{what} without the witness"), format!("{what} with the witness")];
        let drawn = counts([&names[0], &names[1]], &looked);
        save(&format!("{what}.svg"), &drawn.expect("it can be drawn"));
    }
    let times = [("time, qicc", ratios(&own, By::Embedded)), ("time, CBMC", ratios(&own, By::Cbmc))];
    let counted = COUNTED.iter().enumerate().map(|(number, what)| (*what, fewer(&own, number)));
    let groups: Vec<(String, Vec<f64>)> = times
        .into_iter()
        .chain(counted)
        .filter(|(_, numbers)| !numbers.is_empty())
        .map(|(name, numbers)| (name.to_owned(), numbers))
        .collect();
    save("ratios.svg", &boxes(&groups, "validation to verification").expect("it can be drawn"));
}
