//! `qicc compare`: gambling and the whole program side by side, of one program or of all in a folder.

use super::cases::{self, Asks, Cases, Done};
use super::output::Format;
use super::question::{self, Question};
use super::run::{self, Way};
use super::{how, input, limits, output};
use crate::report::{self, Progress, Report, Target};
use crate::source::Diagnostic;
use crate::study::{self, Row};
use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::time::Instant;

const EXAMPLES: &str = "\
Examples:
  qicc compare main.c                       verdicts, time and memory of both, in one table
  qicc compare --time-limit 10m --format json main.c
  qicc compare --verifier cbmc --out plots programs/

Of a folder, the tasks (.yml) are taken if there are any, otherwise the C files, each as a
program. The folder of --out gets results.csv, results.json and plots; what is in results.csv
already is not run again. --time-limit is then for all that is done about a program.

The exit code is that of gambling, or 3 if the two contradict each other; for a folder it is 0, or 3.";

#[derive(clap::Args)]
#[command(after_help = EXAMPLES)]
pub(super) struct Args {
    #[command(flatten)]
    input: input::Args,

    #[command(flatten)]
    asked: question::Args,

    #[command(flatten)]
    how: how::Args,

    #[command(flatten)]
    limits: limits::Args,

    /// Where the results about a folder go
    #[arg(long, value_name = "DIR", default_value = "comparison", help_heading = "Output")]
    out: PathBuf,

    /// How to show it
    #[arg(long, value_enum, default_value_t = Format::Text, help_heading = "Output")]
    format: Format,
}

pub(super) fn run(args: &Args) -> u8 {
    if let Some(folder) = args.input.folder() {
        return args.compare_folder(folder).unwrap_or_else(output::unusable);
    }
    let built = match args.input.build(false) {
        Ok(built) => built,
        Err(code) => return code,
    };
    let reports = Question::new(built, &args.asked.check).and_then(|question| {
        let gamble = args.ask(&question, &args.how.gamble())?;
        if gamble.interrupted {
            return Ok((gamble, None));
        }
        Ok((gamble, Some(args.ask(&question, &Way::Whole)?)))
    });
    let (gamble, whole) = match reports {
        Ok(reports) => reports,
        Err(error) => return output::unusable(error),
    };
    let whole = whole.unwrap_or_else(|| Report { properties: Vec::new(), strategy: "whole".into(), ..gamble.clone() });
    let text = match args.format {
        Format::Text => report::comparison(&gamble, &whole, output::styles(&std::io::stdout())),
        Format::Json => report::comparison_json(&gamble, &whole),
    };
    match output::result(&text, None) {
        super::OK if report::contradictions(&gamble, &whole).next().is_some() => {
            report::Outcome::SomethingUnknown.exit_code()
        }
        super::OK => gamble.outcome().exit_code(),
        failed => failed,
    }
}

impl Args {
    fn compare_folder(&self, folder: &Path) -> Result<u8, Diagnostic> {
        let options = [self.input.words(), self.asked.words(), self.how.words()].concat();
        let limits = self.limits.limits();
        let asks = |strategy: &str| {
            let args = ["--strategy", strategy].map(str::to_owned).into_iter().chain(options.iter().cloned());
            (strategy.to_owned(), Asks::Qicc(args.collect()).within(1, limits.wall))
        };
        let runs = ["whole", "gamble"].map(asks).into();
        let (cases, flags) = (cases::of_folder(folder)?, self.input.flags());
        let cases = Cases { cases, runs, limits, jobs: 1, flags, out: self.out.clone() };
        let Done { rows, interrupted } = cases.run()?;
        if interrupted {
            return Ok(report::Outcome::Interrupted.exit_code());
        }
        cases.write(&rows)?;
        let (text, contradictions) = folder_table(&rows);
        let text = match self.format {
            Format::Text => text,
            Format::Json => serde_json::to_string_pretty(&rows).unwrap_or_default() + "\n",
        };
        match output::result(&text, None) {
            super::OK if contradictions => Ok(report::Outcome::SomethingUnknown.exit_code()),
            code => Ok(code),
        }
    }

    fn ask(&self, question: &Question, way: &Way) -> Result<Report, Diagnostic> {
        let since = Instant::now();
        let progress = Progress::new(Target::Lines(Box::new(std::io::stderr())));
        let ran = run::run(run::Setup {
            question,
            verifier: self.how.verifier()?,
            way,
            jobs: self.limits.jobs(),
            traces: false,
            limits: self.limits.limits(),
            spent: crate::verifier::Usage::default(),
            workspace: run::workspace(None)?,
            observer: progress.observer(),
            needless: None,
        })?;
        Ok(run::report(self.input.names(), question, ran, since))
    }
}

/// A table of both, where they differ, and whether they contradict each other.
fn folder_table(rows: &[Row]) -> (String, bool) {
    let runs = ["whole".to_owned(), "gamble".to_owned()];
    let mut text = study::summary(&rows.iter().collect::<Vec<_>>(), &runs);
    let of_run = |run: &str| -> BTreeMap<[&str; 3], &Row> {
        rows.iter().filter(|row| row.run == run).map(|row| (row.case(), row)).collect()
    };
    let (whole, gamble) = (of_run("whole"), of_run("gamble"));
    let both = whole.iter().filter_map(|(case, row)| Some((*row, *gamble.get(case)?)));
    let (same, different): (Vec<_>, Vec<_>) = both.partition(|(one, other)| one.verdict == other.verdict);
    let unknown: Vec<_> = same.into_iter().filter(|(one, _)| !one.is_solved()).collect();
    for (title, pairs) in [("Where they differ", &different), ("What neither knows", &unknown)] {
        if !pairs.is_empty() {
            _ = writeln!(text, "\n{title}:\n");
        }
        for (one, other) in pairs {
            let word =
                |row: &Row| if row.is_solved() { row.verdict.clone() } else { format!("unknown ({})", row.reason) };
            _ = writeln!(text, "- {}: {} / {}", one.program, word(one), word(other));
        }
    }
    let contradictions = different.iter().any(|(one, other)| one.is_solved() && other.is_solved());
    if contradictions {
        text += "\nThey contradict each other: please report it.\n";
    }
    (text, contradictions)
}
