//! `qicc study`: the systematic study of paper 004, with its tables and plots.

use super::cases::{self, Asks, Case, Cases, Done};
use super::{limits, output, units};
use crate::report::Outcome;
use crate::source::{Diagnostic, Result};
use crate::study::{self, Row, Scenario};
use crate::verifier::{Limits, registry};
use std::fmt::Write as _;
use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::time::Duration;

const EXAMPLES: &str = "\
Examples:
  qicc study                                  our fourteen programs, the embedded verifier with and without gambling
  qicc study --verifier cbmc --only collatz   one program, with CBMC
  qicc study --verifier cbmc --command 'CBMC=cbmc --no-standard-checks --unwind 201 --unwinding-assertions' PROGRAMS
  qicc study --run 'paper order=--verifier cbmc --ladder paper' --run 'our order=--verifier cbmc'

A program is two files: NAME.fact (or NAME.knowledge), statements that make something true, and
NAME.assert, a statement that asserts it. Both are in the body of main; assert.h is included. The
study puts loops around them in 34 ways: none; one loop around the assertion, with the fact in it
(Single 1) or in front of it (Single 2); two loops, with the fact in the inner one, between them,
or in front of both (Double 1 to 3). Loops go round 10 times (small), 200 times (large), or as
often as a number from outside says (arbitrary).

The folder of --out gets results.csv, results.json, tables.md and plots. A study that was
interrupted goes on when it is called again. The exit code is 0 when it has come to its end.";

#[derive(clap::Args)]
#[command(after_help = EXAMPLES)]
pub(super) struct Args {
    /// A folder with programs [default: fourteen that come with qicc]
    #[arg(value_name = "FOLDER", value_hint = clap::ValueHint::DirPath)]
    programs: Option<PathBuf>,

    #[command(flatten)]
    ways: Ways,

    /// Only what has these words in its name, as in `collatz`, `Double 3` or `Double 3 small/large`; can be repeated
    #[arg(long, value_name = "TEXT", help_heading = "Question")]
    only: Vec<String>,

    /// Where results go, and come from when the study goes on
    #[arg(long, value_name = "DIR", default_value = "study", help_heading = "Output")]
    out: PathBuf,
}

/// Who is asked about each program, and within which limits.
#[derive(clap::Args)]
#[group(skip)]
struct Ways {
    /// A verifier to ask, with gambling and about the whole program; can be repeated [default: embedded, unless there
    /// is --command or --run]
    #[arg(long = "verifier", value_name = "NAME|FILE.toml", help_heading = "Question")]
    verifiers: Vec<String>,

    /// Another tool to compare with; the file comes behind the command's words, and the exit code 0 says that
    /// everything is proved; can be repeated
    #[arg(long = "command", value_name = "NAME=COMMAND", value_parser = cases::command, help_heading = "Question")]
    commands: Vec<(String, Asks)>,

    /// qicc with other options, under a name; can be repeated
    #[arg(long = "run", value_name = "NAME=OPTIONS", value_parser = cases::options, help_heading = "Question")]
    runs: Vec<(String, Asks)>,

    /// How many runs there are at once; qicc divides the cores among those of its own
    #[arg(short, long, value_name = "N", default_value = "1", help_heading = "Limits")]
    jobs: NonZeroUsize,

    /// How long a run may take, on the clock: 90s, 5m, 1.5h
    #[arg(long, value_name = "TIME", default_value = "60s", value_parser = units::duration, help_heading = "Limits")]
    time_limit: Duration,

    /// How much memory a run may use: 512MiB, 2GiB [default: no limit]
    #[arg(long, value_name = "SIZE", value_parser = units::size, help_heading = "Limits")]
    memory_limit: Option<u64>,
}

impl Ways {
    /// First who is compared with, then each verifier about whole programs and with gambling, then the rest.
    fn runs(&self) -> Vec<(String, Asks)> {
        let nobody = [&self.commands, &self.runs].iter().all(|runs| runs.is_empty());
        let default = nobody.then(|| registry::EMBEDDED.to_owned()).filter(|_| self.verifiers.is_empty());
        let own = self.verifiers.iter().cloned().chain(default).flat_map(|verifier| {
            ["whole", "gamble"].map(|strategy| {
                let args = ["--verifier", &verifier, "--strategy", strategy].map(str::to_owned);
                (format!("{strategy}+{verifier}"), Asks::Qicc(args.into()))
            })
        });
        let limited = |(name, asks): (String, Asks)| (name, asks.within(self.jobs.get(), self.time_limit));
        self.commands.iter().cloned().chain(own).chain(self.runs.iter().cloned()).map(limited).collect()
    }

    fn limits(&self) -> Limits {
        Limits { wall: self.time_limit, cpu: None, memory: self.memory_limit, output: limits::OUTPUT }
    }
}

pub(super) fn run(args: &Args) -> u8 {
    args.study().unwrap_or_else(output::unusable)
}

impl Args {
    fn study(&self) -> Result<u8> {
        let fragments = match &self.programs {
            Some(folder) => study::read(folder)?,
            None => study::own(),
        };
        // The programs themselves are kept with the results, so that each of them can be tried by hand.
        let folder = std::path::absolute(self.out.join("programs")).unwrap_or_default();
        std::fs::create_dir_all(&folder).map_err(|error| output::cannot_write(&folder, error))?;
        let mut cases = Vec::new();
        for fragment in &fragments {
            for scenario in Scenario::all() {
                let (program, structure, bounds) =
                    (fragment.name.clone(), scenario.structure.to_string(), scenario.row());
                let file = folder.join(format!("{program}-{}.c", scenario.name()));
                let case = Case { program, structure, bounds, file, words: Vec::new() };
                let named = |text: &String| format!(" {} ", case.label()).contains(&format!(" {} ", text.trim()));
                if self.only.is_empty() || self.only.iter().any(named) {
                    std::fs::write(&case.file, scenario.text(fragment))
                        .map_err(|error| output::cannot_write(&case.file, error))?;
                    cases.push(case);
                }
            }
        }
        if cases.is_empty() {
            let message = format!("no program has {} in its name", self.only.join(" or "));
            return Err(Diagnostic::new("input", message).help("`qicc study --help` has the names of the loops"));
        }
        let (runs, limits, jobs) = (self.ways.runs(), self.ways.limits(), self.ways.jobs.get());
        let cases = Cases { cases, runs, limits, jobs, flags: Vec::new(), out: self.out.clone() };
        let Done { rows, interrupted } = cases.run()?;
        if interrupted {
            return Ok(Outcome::Interrupted.exit_code());
        }
        cases.write(&rows)?;
        let text = tables(&cases, &rows);
        let path = self.out.join("tables.md");
        std::fs::write(&path, format!("{}\n{text}", cases.how()))
            .map_err(|error| output::cannot_write(&path, error))?;
        Ok(output::result(&text, None))
    }
}

/// What there is to say about a study that has come to its end.
fn tables(cases: &Cases, rows: &[Row]) -> String {
    let runs: Vec<String> = cases.runs.iter().map(|(name, _)| name.clone()).collect();
    let rows: Vec<&Row> = rows.iter().collect();
    let mut text = format!("Solved, {}:\n\n", runs.join("/"));
    text += &study::by_bounds(&rows, &runs);
    _ = write!(text, "\nSolved:\n\n{}", study::by_structure(&rows, &runs));
    _ = write!(text, "\nIn all:\n\n{}", study::summary(&rows, &runs));
    if runs.len() > 1 {
        let what = format!("Time on the clock, as a multiple of {}, where both solve it (median)", runs[0]);
        _ = write!(text, "\n{what}:\n\n{}", study::ratios(&rows, &runs));
    }
    let wrong: Vec<&&Row> = rows.iter().filter(|row| row.verdict == "violated").collect();
    if !wrong.is_empty() {
        text += "\nSaid to be violated; if the assertions hold, these are wrong:\n\n";
        wrong.iter().for_each(|row| _ = writeln!(text, "- {}: {}", row.run, row.case().join(" ")));
    }
    let unsolved: Vec<&&Row> = rows.iter().filter(|row| !row.is_solved()).collect();
    if !unsolved.is_empty() {
        text += "\nNot solved:\n\n";
        unsolved.iter().for_each(|row| _ = writeln!(text, "- {}: {}: {}", row.run, row.case().join(" "), row.reason));
    }
    text
}
