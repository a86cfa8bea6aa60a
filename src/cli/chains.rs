//! `qicc chains`: what two verifiers solve together, with each reducer between them (paper 002, section 4).
//!
//! Everything is asked once: each first verifier about each task, each verifier alone, and each second one about each
//! residual program that is not the same as another one. Limits are of processor time, so that what is solved does not
//! depend on who else uses the machine; the clock has forty times as much.

use super::cases::{self, Asks, Case, Cases, Done};
use super::question::{self, Question};
use super::{input, limits, output, units};
use crate::reduce::{self, REDUCERS, Reducer, Residual};
use crate::report::Outcome;
use crate::source::{Diagnostic, Result};
use crate::study::{self, Cooperation, Point, Row, Size};
use crate::verifier::Limits;
use rayon::prelude::*;
use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::time::Duration;

const EXAMPLES: &str = "\
Examples:
  qicc chains --out chains                    programs that come with qicc, value and predicate analysis first
  qicc chains --each 0 tasks/                 the programs of a folder alone
  qicc chains --first value --second cbmc --reducer cfa --reducer sep --only rers

A task is a C file with a line `// expect: proved` or `// expect: violated`, which says what is true of it. Programs of
eight families come with qicc; which ones is chosen by --seed.

The folder of --out gets programs and conditions, results.csv, sizes.csv, tables.md and plots. What is in results.csv
already is not run again. The exit code is 0 when everything has come to its end, and 3 when a verdict was wrong.";

/// The time on the clock is for machines on which others work as well.
const PATIENCE: u32 = 40;
/// What starting, reading and printing may take, and ending in an orderly way.
const GRACE: Duration = Duration::from_secs(10);

#[derive(clap::Args)]
#[command(after_help = EXAMPLES)]
pub(super) struct Args {
    /// Tasks, or folders with tasks
    #[arg(value_name = "FILE|FOLDER", value_hint = clap::ValueHint::AnyPath)]
    tasks: Vec<PathBuf>,

    /// So many programs of each family that comes with qicc
    #[arg(long, value_name = "N", default_value = "16", help_heading = "Question")]
    each: usize,

    /// Who chooses them
    #[arg(long, value_name = "N", default_value = "7", help_heading = "Question")]
    seed: u64,

    /// An analysis that goes first; can be repeated
    #[arg(long = "first", value_name = "ANALYSIS", default_values = ["value", "predicate"], help_heading = "Question")]
    firsts: Vec<String>,

    /// Who is asked about what is left, as in a stage of `qicc cmc`; can be repeated
    #[arg(long = "second", value_name = "WHO", help_heading = "Question")]
    #[arg(default_values = ["cbmc", "kinduction", "predicate", "value"])]
    seconds: Vec<String>,

    /// A reducer; can be repeated [default: all of them]
    #[arg(long = "reducer", value_name = "REDUCER", help_heading = "Question")]
    #[arg(value_parser = clap::builder::PossibleValuesParser::new(REDUCERS.map(|(name, _)| name)))]
    reducers: Vec<String>,

    /// How many iterations of a loop lhb and lhbc keep apart
    #[arg(long, value_name = "N", default_value = "10", help_heading = "Question")]
    #[arg(value_parser = clap::value_parser!(u32).range(1..))]
    bound: u32,

    /// Only tasks with this in their names; can be repeated
    #[arg(long, value_name = "TEXT", help_heading = "Question")]
    only: Vec<String>,

    #[command(flatten)]
    limits: LimitArgs,

    /// Where results go, and come from when it goes on
    #[arg(long, value_name = "DIR", default_value = "chains", help_heading = "Output")]
    out: PathBuf,
}

#[derive(clap::Args)]
#[command(next_help_heading = "Limits")]
#[group(skip)]
struct LimitArgs {
    /// How much processor time the first verifier has
    #[arg(long, value_name = "TIME", default_value = "2s", value_parser = units::duration)]
    first_limit: Duration,

    /// How much processor time the second one has; a verifier alone has both
    #[arg(long, value_name = "TIME", default_value = "5s", value_parser = units::duration)]
    second_limit: Duration,

    /// How much memory each may use
    #[arg(long, value_name = "SIZE", default_value = "1GiB", value_parser = units::size)]
    memory_limit: u64,

    /// How many runs there are at once
    #[arg(short, long, value_name = "N", default_value = "1")]
    jobs: NonZeroUsize,
}

/// A program, and whether all of its assertions hold.
struct Task {
    name: String,
    file: PathBuf,
    safe: bool,
}

/// What is left of a task by each reducer, and which of them leaves the same.
type Left = BTreeMap<[String; 3], (Size, String)>;

pub(super) fn run(args: &Args) -> u8 {
    args.compare().unwrap_or_else(output::unusable)
}

impl Args {
    fn compare(&self) -> Result<u8> {
        let tasks = self.tasks()?;
        let Some(rows) = self.rows(&tasks)? else { return Ok(Outcome::Interrupted.exit_code()) };
        let (rows, left) = rows;
        let all = Cooperation {
            tasks: tasks.iter().map(|task| (task.name.clone(), task.safe)).collect(),
            firsts: self.firsts.clone(),
            seconds: self.seconds.clone(),
            reducers: self.reducers(),
            rows,
            left,
        };
        let text = all.text();
        self.write("tables.md", &format!("{}\n{text}", self.how()))?;
        self.write_sizes(&all.left)?;
        self.plot(&all)?;
        match output::result(&text, None) {
            super::OK if !all.wrong().is_empty() => Ok(Outcome::SomethingUnknown.exit_code()),
            code => Ok(code),
        }
    }

    fn reducers(&self) -> Vec<String> {
        let chosen =
            |name: &&str| self.reducers.is_empty() || *name == "id" || self.reducers.iter().any(|it| it == name);
        REDUCERS.iter().map(|(name, _)| *name).filter(chosen).map(str::to_owned).collect()
    }

    /// What is given, and what is made, which is printed into the folder.
    fn tasks(&self) -> Result<Vec<Task>> {
        let folder = std::path::absolute(self.out.join("programs")).unwrap_or_default();
        let conditions = self.out.join("conditions");
        for folder in [&folder, &conditions] {
            std::fs::create_dir_all(folder).map_err(|error| output::cannot_write(folder, error))?;
        }
        let mut tasks = Vec::new();
        for path in &self.tasks {
            let given = |path: &Path| -> Result<Vec<(String, PathBuf)>> {
                if path.is_dir() {
                    return Ok(cases::of_folder(path)?.into_iter().map(|case| (case.program, case.file)).collect());
                }
                let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
                Ok(vec![(name, std::path::absolute(path).unwrap_or_default())])
            };
            for (name, file) in given(path)? {
                let safe = expected(&file)?;
                let name = name.trim_end_matches(".c").to_owned();
                tasks.push(Task { name, file, safe });
            }
        }
        for task in study::families(self.each, self.seed) {
            let file = folder.join(format!("{}.c", task.name));
            std::fs::write(&file, &task.text).map_err(|error| output::cannot_write(&file, error))?;
            tasks.push(Task { name: task.name, file, safe: task.inputs.is_none() });
        }
        tasks.retain(|task| self.only.is_empty() || self.only.iter().any(|text| task.name.contains(text)));
        tasks.sort_by(|one, other| one.name.cmp(&other.name));
        if let Some(twice) = tasks.windows(2).find(|pair| pair[0].name == pair[1].name) {
            return Err(Diagnostic::new("input", format!("there are two tasks that are called {}", twice[0].name)));
        }
        if tasks.is_empty() {
            return Err(Diagnostic::new("input", "there are no tasks").help("give files or folders, or --each 16"));
        }
        Ok(tasks)
    }

    /// All rows; none if it was interrupted.
    fn rows(&self, tasks: &[Task]) -> Result<Option<(Vec<Row>, Left)>> {
        let (first, second) = (self.limits.first_limit, self.limits.second_limit);
        let all = |task: &Task| self.firsts.iter().map(|by| self.case(task, by, "")).collect::<Vec<_>>();
        let words = self.words(first, &["check", "--analysis", "{first}", "--condition-out", "{condition}"]);
        let limit = format!("{}ms", (first * PATIENCE).as_millis());
        let words = [words, vec!["--time-limit".into(), limit]].concat();
        let runs = vec![(study::FIRST.to_owned(), Asks::Qicc(words))];
        let Some(mut rows) = self.ask(tasks.iter().flat_map(all).collect(), runs, first)? else { return Ok(None) };
        let mut who: Vec<&String> = self.firsts.iter().chain(&self.seconds).collect();
        who.sort();
        who.dedup();
        let both = first + second;
        let runs = who.iter().map(|who| (study::alone(who), self.stage(both, &[], who))).collect();
        let cases = tasks.iter().map(|task| self.case(task, "", "")).collect();
        let Some(alone) = self.ask(cases, runs, both)? else { return Ok(None) };
        let left = self.left(tasks, &rows)?;
        for by in &self.firsts {
            for who in self.seconds.iter().filter(|who| *who != by) {
                let knows = |task: &Task| {
                    let here = |row: &&Row| row.program == task.name && row.run == study::alone(who);
                    alone.iter().filter(here).any(|row| row.properties.contains(['p', 'v']))
                };
                let mut reducers = self.reducers();
                let is_native = super::chain::stage(who).is_ok_and(|stage| stage.is_native());
                reducers.extend(is_native.then(|| study::NATIVE.to_owned()));
                let is_open = |task: &Task| left.keys().any(|[name, first, _]| *name == task.name && first == by);
                let asked = |task: &&Task, reducer: &&String| match reducer.as_str() {
                    // Who knows nothing with more time knows nothing behind somebody else.
                    "id" => knows(task) && is_open(task),
                    study::NATIVE => is_open(task),
                    _ => left
                        .get(&[task.name.clone(), by.clone(), (*reducer).clone()])
                        .is_some_and(|(_, asked)| asked == *reducer),
                };
                let cases = tasks.iter().flat_map(|task| {
                    let here = reducers.iter().filter(move |reducer| asked(&task, reducer));
                    here.map(|reducer| self.case(task, by, reducer)).collect::<Vec<_>>()
                });
                let condition = ["--condition", "{condition}"];
                let runs = vec![(who.clone(), self.stage(second, &condition, &format!("{{reducer}}{who}")))];
                let Some(more) = self.ask(cases.collect(), runs, second)? else { return Ok(None) };
                rows.extend(more);
            }
        }
        rows.extend(alone);
        Ok(Some((rows, left)))
    }

    fn case(&self, task: &Task, first: &str, reducer: &str) -> Case {
        let condition = self.condition(&task.name, first).to_string_lossy().into_owned();
        let with = if reducer == study::NATIVE { String::new() } else { format!("{reducer}+") };
        let words = vec![("{first}", first.to_owned()), ("{reducer}", with), ("{condition}", condition)];
        let (program, file) = (task.name.clone(), task.file.clone());
        Case { program, structure: first.to_owned(), bounds: reducer.to_owned(), file, words }
    }

    fn condition(&self, task: &str, first: &str) -> PathBuf {
        let path = self.out.join("conditions").join(format!("{task}-{first}.json"));
        std::path::absolute(&path).unwrap_or(path)
    }

    fn words(&self, limit: Duration, command: &[&str]) -> Vec<String> {
        let (limit, memory) = (format!("{}ms", limit.as_millis()), format!("{}MiB", self.limits.memory_limit >> 20));
        let all = ["--check", "assert", "--quiet", "--format", "json", "--jobs", "1"];
        let limits = ["--cpu-limit", &limit, "--memory-limit", &memory];
        command.iter().chain(&all).chain(&limits).map(|word| word.to_string()).collect()
    }

    fn stage(&self, limit: Duration, more: &[&str], stage: &str) -> Asks {
        let (stage, bound) = (format!("{stage}:{}ms", (limit * PATIENCE).as_millis()), self.bound.to_string());
        let command = [&["cmc", "--bound", &bound, "--stage", &stage][..], more].concat();
        Asks::Qicc(self.words(limit, &command))
    }

    fn ask(&self, cases: Vec<Case>, runs: Vec<(String, Asks)>, limit: Duration) -> Result<Option<Vec<Row>>> {
        let memory = Some(self.limits.memory_limit * 5 / 4);
        let limits = Limits { wall: limit * PATIENCE + GRACE, cpu: None, memory, output: limits::OUTPUT };
        let (jobs, out) = (self.limits.jobs.get(), self.out.clone());
        let Done { rows, interrupted } = Cases { cases, runs, limits, jobs, flags: Vec::new(), out }.run()?;
        Ok((!interrupted).then_some(rows))
    }

    /// What each reducer leaves of what a first verifier did not solve; nothing where it left no condition.
    fn left(&self, tasks: &[Task], rows: &[Row]) -> Result<Left> {
        let open: Vec<(&Task, &String)> = rows
            .iter()
            .filter(|row| !row.is_solved())
            .filter_map(|row| {
                let task = tasks.iter().find(|task| task.name == row.program)?;
                Some((task, self.firsts.iter().find(|first| **first == row.structure)?))
            })
            .collect();
        let all: Vec<_> = open.par_iter().map(|(task, first)| self.residuals(task, first)).collect::<Result<_>>()?;
        Ok(all.into_iter().flatten().collect())
    }

    fn residuals(&self, task: &Task, first: &str) -> Result<Left> {
        let path = self.condition(&task.name, first);
        if !path.exists() {
            return Ok(Left::new());
        }
        let asked = question::Args { check: vec![crate::property::Check::Assert] };
        let unusable = |_| Diagnostic::new("input", format!("{} cannot be read", task.file.display()));
        let question = Question::of(&input::Args::of(&task.file), &asked).map_err(unusable)?;
        let (condition, entry) = (question.condition(&path)?, reduce::entry(&question.program)?);
        let mut kept: Vec<(String, Residual)> = Vec::new();
        let mut left = Left::new();
        for name in self.reducers().into_iter().filter(|name| name != "id") {
            let reducer = Reducer::named(&name, self.bound).unwrap_or(Reducer::Identity);
            let residual = reduce::reduce(&question.program, entry, &condition, reducer)?;
            let same = |(_, other): &&(String, Residual)| {
                residual.entry == other.entry && reduce::is_same(&residual.program, &other.program, residual.entry)
            };
            let asked = kept.iter().find(same).map_or(&name, |(other, _)| other).clone();
            let size = Size { program: residual.size.program, residual: residual.size.residual };
            left.insert([task.name.clone(), first.to_owned(), name.clone()], (size, asked.clone()));
            if asked == name {
                kept.push((name, residual));
            }
        }
        Ok(left)
    }

    fn how(&self) -> String {
        let seconds = |time: Duration| time.as_secs_f64();
        let (first, second) = (seconds(self.limits.first_limit), seconds(self.limits.second_limit));
        let memory = self.limits.memory_limit >> 20;
        format!(
            "qicc {}, {}\n\nThe first verifier has {first} s of processor time, the second {second} s, and a verifier \
             alone {} s; each has {memory} MiB.\n",
            env!("CARGO_PKG_VERSION"),
            cases::machine(),
            first + second
        )
    }

    fn write(&self, name: &str, text: &str) -> Result<()> {
        let path = self.out.join(name);
        std::fs::write(&path, text).map_err(|error| output::cannot_write(&path, error))
    }

    fn write_sizes(&self, left: &Left) -> Result<()> {
        let mut text = "program,first,reducer,locations,residual,same\n".to_owned();
        for ([program, first, reducer], (size, asked)) in left {
            _ = writeln!(text, "{program},{first},{reducer},{},{},{asked}", size.program, size.residual);
        }
        self.write("sizes.csv", &text)
    }

    fn plot(&self, all: &Cooperation) -> Result<()> {
        let limit = (self.limits.first_limit + self.limits.second_limit).as_secs_f64();
        for ([x, y], points) in all.scatters() {
            let point = |times| Point { times, group: String::new() };
            let points: Vec<Point> = points.into_iter().map(point).collect();
            let name = format!("scatter-{}.svg", y.replace(" and ", "-"));
            self.write(&name, &cases::drawn(study::scatter([&x, &y], &points, limit))?)?;
        }
        for (name, count, lines) in all.quantiles() {
            self.write(&format!("quantile-{name}.svg"), &cases::drawn(study::quantiles(&lines, count, limit))?)?;
        }
        for (first, groups) in all.sizes() {
            let what = "residual program / program, locations";
            self.write(&format!("sizes-{first}.svg"), &cases::drawn(study::boxes(&groups, what))?)?;
        }
        Ok(())
    }
}

/// What a task says to be true.
fn expected(file: &Path) -> Result<bool> {
    let cannot = |error| Diagnostic::new("input", format!("cannot read {}: {error}", file.display()));
    let text = std::fs::read(file).map_err(cannot)?;
    let text = String::from_utf8_lossy(&text);
    match text.lines().find_map(|line| line.strip_prefix("// expect: ")) {
        Some("proved") => Ok(true),
        Some("violated") => Ok(false),
        _ => {
            let message = format!("{} does not say what is true of it", file.display());
            Err(Diagnostic::new("input", message).help("write a line `// expect: proved` or `// expect: violated`"))
        }
    }
}
