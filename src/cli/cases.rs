//! Many programs, each asked about in several ways: what `study` and `compare` have in common.
//!
//! Every run is a process of its own, under the limits of the whole run: qicc itself, or another command to compare
//! with. A program is asked about in all ways before the next one's turn comes, so that all of them see the machine in
//! the same state. Rows that are in the file already are not run again.

use super::{ask, limits, output, run};
use crate::cfa::PropId;
use crate::exec::{self, Runner};
use crate::report::Progress;
use crate::source::{Diagnostic, Result};
use crate::study::{self, Key, Point, Results, Row};
use crate::verifier::{Answer, Counterexample, End, Ended, Invocation, Limits, Proof, Reason, Usage, Verdict};
use serde::Deserialize;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt;
use std::fmt::Write as _;
use std::io::BufRead;
use std::path::{Path, PathBuf};
use std::time::Duration;
use tokio::task::JoinSet;

/// A program.
pub(super) struct Case {
    pub(super) program: String,
    /// Empty unless it is a scenario of the study.
    pub(super) structure: String,
    pub(super) bounds: String,
    pub(super) file: PathBuf,
    /// What stands in arguments for something of this program.
    pub(super) words: Vec<(&'static str, String)>,
}

/// A way to ask about programs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Asks {
    /// qicc with these arguments.
    Qicc(Vec<String>),
    /// Another program, which has proved everything if its exit code is 0.
    Command(PathBuf, Vec<String>),
}

pub(super) struct Cases {
    pub(super) cases: Vec<Case>,
    /// With their names, in the order in which tables have them.
    pub(super) runs: Vec<(String, Asks)>,
    /// Of each run, with everything that it starts.
    pub(super) limits: Limits,
    /// How many runs there are at once.
    pub(super) jobs: usize,
    /// For the C compiler, behind qicc's own arguments.
    pub(super) flags: Vec<String>,
    /// Where results go.
    pub(super) out: PathBuf,
}

/// What came of the runs.
pub(super) struct Done {
    pub(super) rows: Vec<Row>,
    pub(super) interrupted: bool,
}

/// The programs of a folder: the tasks, if there are any, otherwise the C files.
pub(super) fn of_folder(folder: &Path) -> Result<Vec<Case>> {
    let cannot = |error| Diagnostic::new("input", format!("cannot read {}: {error}", folder.display()));
    let mut files = Vec::new();
    for entry in std::fs::read_dir(folder).map_err(cannot)? {
        files.push(std::path::absolute(entry.map_err(cannot)?.path()).map_err(cannot)?);
    }
    files.sort();
    let are = |extensions: &[&str]| -> Vec<PathBuf> {
        let is = |file: &&PathBuf| extensions.iter().any(|word| file.extension().is_some_and(|it| it == *word));
        files.iter().filter(is).cloned().collect()
    };
    let programs = Some(are(&["yml"])).filter(|tasks| !tasks.is_empty()).unwrap_or_else(|| are(&["c", "i"]));
    if programs.is_empty() {
        let message = format!("there are no programs in {}", folder.display());
        return Err(Diagnostic::new("input", message).help("C files end with .c or .i, tasks with .yml"));
    }
    let case = |file: PathBuf| {
        let program = file.file_name().unwrap_or_default().to_string_lossy().into_owned();
        Case { program, structure: String::new(), bounds: String::new(), file, words: Vec::new() }
    };
    Ok(programs.into_iter().map(case).collect())
}

/// `NAME=COMMAND`.
pub(super) fn command(text: &str) -> std::result::Result<(String, Asks), String> {
    let (name, mut words) = named(text)?;
    Ok((name, Asks::Command(words.remove(0).into(), words)))
}

/// `NAME=OPTIONS`, of qicc.
pub(super) fn options(text: &str) -> std::result::Result<(String, Asks), String> {
    named(text).map(|(name, words)| (name, Asks::Qicc(words)))
}

/// A name, and words as a shell has them, one at least.
fn named(text: &str) -> std::result::Result<(String, Vec<String>), String> {
    let (name, command) = text.split_once('=').filter(|(name, _)| !name.is_empty()).ok_or("write NAME=COMMAND")?;
    let words = shlex::split(command).filter(|words| !words.is_empty()).ok_or("the command has no words")?;
    Ok((name.to_owned(), words))
}

impl fmt::Display for Asks {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (program, args) = match self {
            Asks::Qicc(args) => ("qicc".into(), args),
            Asks::Command(program, args) => (program.to_string_lossy(), args),
        };
        // Words with a zero byte cannot come from a command line.
        let words = std::iter::once(&*program).chain(args.iter().map(String::as_str));
        f.write_str(&shlex::try_join(words).unwrap_or_default())
    }
}

impl Asks {
    /// With what every run of qicc has: it is read by a program, has its share of the cores, and as much time for each
    /// task as for all of them.
    pub(super) fn within(self, jobs: usize, limit: Duration) -> Asks {
        let Asks::Qicc(args) = self else { return self };
        let (jobs, limit) = ((limits::cores() / jobs).max(1).to_string(), format!("{}ms", limit.as_millis()));
        let all = ["--quiet", "--format", "json", "--jobs", &jobs, "--time-limit", &limit].map(str::to_owned);
        Asks::Qicc(all.into_iter().chain(args).collect())
    }

    fn invocation(&self, case: &Case, flags: &[String]) -> Invocation {
        let mut behind = vec![case.file.to_string_lossy().into_owned()];
        let (program, args) = match self {
            Asks::Qicc(args) => {
                behind.push("--".to_owned());
                behind.extend_from_slice(flags);
                (exec::this_program(), args)
            }
            Asks::Command(program, args) => (program.clone(), args),
        };
        let filled =
            |word: &String| case.words.iter().fold(word.clone(), |word, (name, text)| word.replace(name, text));
        let args = args.iter().map(filled).chain(behind).collect();
        Invocation { program, args, env: Vec::new(), files: Vec::new() }
    }

    fn verdict(&self, ended: &Ended, said: Option<&Said>) -> Verdict {
        let End::Exit(code) = ended.how else {
            return Verdict::Unknown(Reason::of_end(&ended.how, &ended.limits).unwrap_or(Reason::NotAnswered));
        };
        match (self, code) {
            (_, 0) => Verdict::Proved(Proof::new(self.to_string(), "exit code 0")),
            (Asks::Qicc(_), 1) => Verdict::Violated(Counterexample::default()),
            (Asks::Qicc(_), 3) => Verdict::Unknown(Reason::GaveUp(said.and_then(Said::reason).unwrap_or_default())),
            (_, code) => {
                let lines =
                    ended.read_stderr().into_iter().flat_map(|reader| reader.lines().map_while(|line| line.ok()));
                let message = lines.into_iter().find(|line| !line.trim().is_empty()).unwrap_or_default();
                Verdict::Unknown(Reason::Failed { code, message })
            }
        }
    }
}

/// What qicc says as JSON, as far as it is of interest.
#[derive(Deserialize)]
struct Said {
    properties: Vec<SaidOf>,
}

#[derive(Deserialize)]
struct SaidOf {
    verdict: String,
    reason: Option<Why>,
}

#[derive(Deserialize)]
struct Why {
    text: String,
}

impl Said {
    fn of(ended: &Ended) -> Option<Said> {
        serde_json::from_reader(ended.read_stdout().ok()?).ok()
    }

    /// Why it does not know, of the first property that it does not.
    fn reason(&self) -> Option<String> {
        self.properties.iter().find_map(|property| property.reason.as_ref()).map(|why| why.text.clone())
    }

    /// See [`Row::properties`].
    fn letters(&self) -> String {
        self.properties.iter().filter_map(|property| property.verdict.chars().next()).collect()
    }
}

impl Case {
    fn key(&self, run: &str) -> Key {
        (self.program.clone(), self.structure.clone(), self.bounds.clone(), run.to_owned())
    }

    pub(super) fn label(&self) -> String {
        [self.program.as_str(), &self.structure, &self.bounds].join(" ").trim_end().to_owned()
    }
}

impl Cases {
    /// Runs what has not been run yet.
    pub(super) fn run(&self) -> Result<Done> {
        std::fs::create_dir_all(&self.out).map_err(|error| output::cannot_write(&self.out, error))?;
        let mut results =
            Results::open(&self.results()).map_err(|error| output::cannot_write(&self.results(), error))?;
        self.fits(&results)?;
        let runtime =
            tokio::runtime::Builder::new_current_thread().enable_all().build().map_err(output::cannot_start)?;
        let interrupted = runtime.block_on(self.ask(&mut results))?;
        let wanted: BTreeSet<Key> = self.asked().map(|(case, (name, _))| case.key(name)).collect();
        let rows = results.rows().into_iter().filter(|row| wanted.contains(&row.key())).cloned().collect();
        Ok(Done { rows, interrupted })
    }

    fn results(&self) -> PathBuf {
        self.out.join("results.csv")
    }

    fn asked(&self) -> impl Iterator<Item = (&Case, &(String, Asks))> {
        self.cases.iter().flat_map(|case| self.runs.iter().map(move |run| (case, run)))
    }

    /// Results of runs that would be asked otherwise now must not lie beside those of today.
    fn fits(&self, results: &Results) -> Result<()> {
        let path = self.out.join("runs.txt");
        let before = std::fs::read_to_string(&path).unwrap_or_default();
        let mut known: BTreeMap<&str, String> =
            before.lines().filter_map(|line| line.split_once(": ")).map(|(name, how)| (name, how.to_owned())).collect();
        for (name, asks) in &self.runs {
            let how = [asks.to_string(), self.flags.join(" "), self.limits_in_words()].join("; ");
            let used = results.rows().iter().any(|row| row.run == *name);
            if let Some(before) = known.insert(name, how.clone()).filter(|before| used && *before != how) {
                let message = format!("{} has results of {name} by `{before}`, not by `{how}`", self.out.display());
                return Err(Diagnostic::new("output", message).help("choose another folder with --out"));
            }
        }
        let text: String = known.into_iter().map(|(name, how)| format!("{name}: {how}\n")).collect();
        std::fs::write(&path, text).map_err(|error| output::cannot_write(&path, error))
    }

    fn limits_in_words(&self) -> String {
        let memory = self.limits.memory.map_or(String::new(), |bytes| format!(" and {} MiB", bytes >> 20));
        format!("{} s{memory} a program", self.limits.wall.as_secs_f64())
    }

    /// Whether it was interrupted.
    async fn ask(&self, results: &mut Results) -> Result<bool> {
        let mut interrupts = exec::interrupts().map_err(output::cannot_start)?;
        let workspace = run::workspace(None)?;
        let runner = Runner::new(exec::this_program(), self.jobs).with_temporary(workspace.root().to_owned());
        let progress = Progress::new(output::progress());
        let before: BTreeSet<Key> = results.rows().into_iter().map(Row::key).collect();
        let all = self.cases.len() * self.runs.len();
        let mut left = (1..).zip(self.asked()).filter(|(_, (case, (name, _)))| !before.contains(&case.key(name)));
        let mut next = left.next();
        let mut running = JoinSet::new();
        let mut interrupted = false;
        while next.is_some() || !running.is_empty() {
            tokio::select! {
                biased;
                () = interrupts.next() => {
                    interrupted = true;
                    ask::stop(&runner);
                }
                Some(ended) = running.join_next() => match ended {
                    Ok(None) => {}
                    Ok(Some(row)) => results.add(row).map_err(|error| output::cannot_write(&self.results(), error))?,
                    // Nothing is dropped, so it is a bug, and goes on as one.
                    Err(error) => std::panic::resume_unwind(error.into_panic()),
                },
                slot = runner.slot(), if next.is_some() => {
                    let Some((slot, (number, (case, (name, asks))))) = slot.zip(next) else {
                        next = None;
                        continue;
                    };
                    next = left.next();
                    let label = format!("{number} of {all}, {name}: {}", case.label());
                    let (key, folder) = (case.key(name), workspace.task(number));
                    let (asks, invocation) = (asks.clone(), asks.invocation(case, &self.flags));
                    let (runner, observer, limits) = (runner.clone(), progress.observer(), self.limits);
                    running.spawn(async move {
                        observer.started(number, &label);
                        let ended = runner.run_in(&slot, &invocation, limits, &folder, "run").await;
                        let said = matches!(asks, Asks::Qicc(_)).then(|| Said::of(&ended)).flatten();
                        let verdict = asks.verdict(&ended, said.as_ref());
                        let properties = said.map_or(String::new(), |said| said.letters());
                        // Nothing of what it wrote is needed any more.
                        _ = std::fs::remove_dir_all(&folder);
                        let answer = Answer { verdicts: [(PropId(0), verdict.clone())].into() };
                        observer.ended(number, &label, &answer, false, ended.usage);
                        (ended.how != End::Interrupted).then(|| row(key, &verdict, properties, ended.usage))
                    });
                }
            }
        }
        runner.idle().await;
        Ok(interrupted)
    }

    /// With what, and on what machine.
    pub(super) fn how(&self) -> String {
        let mut text = format!("qicc {}, {}\n\n", env!("CARGO_PKG_VERSION"), machine());
        self.runs.iter().for_each(|(name, asks)| _ = writeln!(text, "- {name}: `{asks}`, {}", self.limits_in_words()));
        text
    }

    /// Writes the results as JSON, and the plots: each run against the first one, and all of them together.
    pub(super) fn write(&self, rows: &[Row]) -> Result<()> {
        let write = |name: &str, text: &str| {
            let path = self.out.join(name);
            std::fs::write(&path, text).map_err(|error| output::cannot_write(&path, error))
        };
        write("results.json", &(serde_json::to_string_pretty(rows).unwrap_or_default() + "\n"))?;
        let limit = self.limits.wall.as_secs_f64();
        let times = |run: &str| study::times(rows, run);
        let (first, _) = &self.runs[0];
        for (name, _) in &self.runs[1..] {
            let (x, y) = (times(first), times(name));
            let point = |case: &Case| {
                let key = [case.program.as_str(), &case.structure, &case.bounds];
                Point { times: [x.get(&key).copied(), y.get(&key).copied()], group: case.structure.clone() }
            };
            let points: Vec<Point> = self.cases.iter().map(point).collect();
            let file = format!("{}-{}.svg", file_name(first), file_name(name));
            write(&file, &drawn(study::scatter([first, name], &points, limit))?)?;
        }
        let quantiles: Vec<(String, Vec<f64>)> =
            self.runs.iter().map(|(name, _)| (name.clone(), times(name).into_values().collect())).collect();
        write("quantiles.svg", &drawn(study::quantiles(&quantiles, self.cases.len(), limit))?)
    }
}

fn row((program, structure, bounds, run): Key, verdict: &Verdict, properties: String, usage: Usage) -> Row {
    let reason = match verdict {
        Verdict::Unknown(Reason::GaveUp(words)) => words.clone(),
        Verdict::Unknown(reason) => reason.to_string(),
        _ => String::new(),
    };
    let verdict = verdict.word().to_owned();
    let thousandths = |time: Duration| (time.as_secs_f64() * 1000.0).round() / 1000.0;
    let (wall, cpu, memory) = (thousandths(usage.wall), thousandths(usage.cpu), usage.memory >> 20);
    Row { program, structure, bounds, run, verdict, properties, reason, wall, cpu, memory }
}

/// A plot, if it could be drawn.
pub(super) fn drawn(plot: std::result::Result<String, String>) -> Result<String> {
    plot.map_err(|why| Diagnostic::new("output", format!("cannot draw: {why}")))
}

fn file_name(run: &str) -> String {
    run.chars().map(|c| if c.is_alphanumeric() { c } else { '_' }).collect()
}

/// The processor, how many of them there are, and how much memory.
pub(super) fn machine() -> String {
    let line = |file: &str, start: &str| {
        let text = std::fs::read_to_string(file).unwrap_or_default();
        let line =
            text.lines().find_map(|line| line.strip_prefix(start)?.split_once(':').map(|(_, value)| value.trim()));
        line.unwrap_or("?").to_owned()
    };
    let cores = limits::cores();
    format!("{cores} cores of {}, memory {}", line("/proc/cpuinfo", "model name"), line("/proc/meminfo", "MemTotal"))
}
