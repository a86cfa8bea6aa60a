//! `qicc FILE…`: the question for every assertion, whether it can fail.

use super::output::Format;
use super::question::{self, Question};
use super::run::{self, Ran, Way};
use super::testimony::{self, Testimony};
use super::{Cli, how, input, limits, output, save};
use crate::cfa::PropId;
use crate::report::{self, Detail, Progress, Report, Target};
use crate::source::Diagnostic;
use crate::verifier::Verdict;
use crate::verifier::registry::Named;
use clap::CommandFactory;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::time::Instant;

pub(super) const EXAMPLES: &str = "\
Examples:
  qicc main.c                              the assertions; the array bounds if there are none
  qicc --check assert,bounds,null main.c   several kinds of properties
  qicc a.c b.c -- -Iinclude -DDEBUG        several files are linked; C flags come after --
  qicc --entry parse parser.c              start from parse, with any arguments
  qicc --verifier ultimate task.yml        an SV-COMP task, with another verifier
  qicc --verifier embedded,cbmc main.c     the embedded verifier first, CBMC for what it does not know
  qicc --format json main.c                for scripts; `qicc explain json` has the fields
  qicc --save tasks main.c                 keep every task, with the command that reruns it

Exit codes: 0 all proved · 1 a violation · 2 usage error or unusable input · 3 something unknown ·
4 nothing to check · 130 interrupted · 101 a bug in qicc. `qicc explain` has more about every word.";

#[derive(clap::Args)]
#[group(skip)]
pub(super) struct Args {
    #[command(flatten)]
    input: input::Args,

    #[command(flatten)]
    what: What,

    #[command(flatten)]
    limits: limits::Args,

    #[command(flatten)]
    output: OutputArgs,
}

#[derive(clap::Args)]
#[command(next_help_heading = "Question")]
#[group(skip)]
struct What {
    #[command(flatten)]
    asked: question::Args,

    /// What of the program the verifier gets to see
    #[arg(long, value_enum, default_value_t = StrategyName::Gamble)]
    strategy: StrategyName,

    #[command(flatten)]
    how: how::Args,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
enum StrategyName {
    /// The smallest region that suffices: one iteration of a loop, a function, what calls it, the whole program
    Gamble,
    /// From each entry everything that it reaches
    Whole,
}

#[derive(clap::Args)]
#[command(next_help_heading = "Output")]
#[group(skip)]
pub(super) struct OutputArgs {
    /// How to show the result
    #[arg(long, value_enum, default_value_t = Format::Text)]
    format: Format,

    /// Keep every task in this folder, with the command that reruns it, and the result as JSON
    #[arg(long, value_name = "DIR", value_hint = clap::ValueHint::DirPath)]
    save: Option<PathBuf>,

    /// Write a witness of every violation, or of the proof of everything: GraphML 1.0 if the name ends in .graphml,
    /// YAML 2.0 if it ends in .yml or .yaml. Further violations have numbers: w.yml, w-2.yml
    #[arg(long, value_name = "FILE", value_hint = clap::ValueHint::FilePath)]
    witness: Option<PathBuf>,

    /// Only what is not proved, and the last line; no progress
    #[arg(short, long, conflicts_with = "verbose")]
    quiet: bool,

    /// Also what proofs rest on, whole traces and all assumptions
    #[arg(short, long)]
    verbose: bool,
}

impl What {
    fn way(&self) -> Way {
        match self.strategy {
            StrategyName::Gamble => self.how.gamble(),
            StrategyName::Whole => Way::Whole,
        }
    }
}

pub(super) fn run(args: &Args) -> u8 {
    if let Some(error) = args.input.names().iter().find_map(|name| misplaced_command(name)) {
        return output::unusable(error);
    }
    let verifier = || args.what.how.verifier();
    args.output.answer(&args.input, &args.what.asked, &verifier, &args.what.way(), &args.limits)
}

/// A command that is misspelt, or behind an option, looks like a file that is not there.
fn misplaced_command(name: &str) -> Option<Diagnostic> {
    if name.contains(['.', '/']) || Path::new(name).exists() {
        return None;
    }
    let commands = Cli::command();
    let likeness = |command: &str| strsim::jaro_winkler(command, name);
    let mut names = commands.get_subcommands().map(clap::Command::get_name);
    let close = names.find(|command| likeness(command) > 0.85)?;
    let help = match close == name {
        true => format!("a command comes first: qicc {name} ..."),
        false => format!("did you mean the command {close}?"),
    };
    Some(Diagnostic::new("input", format!("no such file: {name}")).help(help))
}

impl OutputArgs {
    /// Asks a verifier about a program, in one way, and shows what comes of it.
    pub(super) fn answer(
        &self,
        input: &input::Args,
        asked: &question::Args,
        verifier: &dyn Fn() -> Result<Named, Diagnostic>,
        way: &Way,
        limits: &limits::Args,
    ) -> u8 {
        let since = Instant::now();
        let built = match input.build(false) {
            Ok(built) => built,
            Err(code) => return code,
        };
        let report = Question::new(built, &asked.check)
            .and_then(|question| self.ask(input, &question, verifier, way, limits, since));
        match report {
            Ok(report) => self.show(&report),
            Err(error) => output::unusable(error),
        }
    }

    /// What a verifier says about a question.
    pub(super) fn ask(
        &self,
        input: &input::Args,
        question: &Question,
        verifier: &dyn Fn() -> Result<Named, Diagnostic>,
        way: &Way,
        limits: &limits::Args,
        since: Instant,
    ) -> Result<Report, Diagnostic> {
        self.check()?;
        if question.asked.is_empty() {
            return Ok(run::report(input.names(), question, Ran::nothing(way), since));
        }
        let verifier = verifier()?;
        let verifier = if self.testifies() { verifier.telling() } else { verifier };
        let workspace = run::workspace(self.save.as_deref())?;
        let ran = {
            let progress = Progress::new(self.progress());
            run::run(run::Setup {
                question,
                verifier,
                way,
                jobs: limits.jobs(),
                traces: false,
                limits: limits.limits(),
                spent: crate::verifier::Usage::default(),
                workspace: workspace.clone(),
                observer: progress.observer(),
                needless: None,
            })?
        };
        let (tasks, verdicts) = (ran.asked.clone(), ran.verdicts.clone());
        let mut report = run::report(input.names(), question, ran, since);
        self.testify(question, &verdicts, matches!(way, Way::Gamble { .. }), &mut report)?;
        if !workspace.is_temporary() {
            save::save(workspace.root(), &save::readme(question, &tasks, &report), &report)?;
        }
        Ok(report)
    }

    /// Whether everything can be written as it is asked for.
    pub(super) fn check(&self) -> Result<(), Diagnostic> {
        self.witness.as_deref().map_or(Ok(()), |path| testimony::format(path).map(|_| ()))
    }

    /// Whether a witness is wanted.
    pub(super) fn testifies(&self) -> bool {
        self.witness.is_some()
    }

    /// Writes the witness, if one is wanted. If somebody gambles, it also has what regions start from.
    pub(super) fn testify(
        &self,
        question: &Question,
        verdicts: &BTreeMap<PropId, Verdict>,
        gambles: bool,
        report: &mut Report,
    ) -> Result<(), Diagnostic> {
        match &self.witness {
            Some(path) => Testimony::new(path, question)?.write(verdicts, gambles, report),
            None => Ok(()),
        }
    }

    /// The folder in which everything is kept.
    pub(super) fn save(&self) -> Option<&Path> {
        self.save.as_deref()
    }

    pub(super) fn show(&self, report: &Report) -> u8 {
        let text = match self.format {
            Format::Json => report::json(report),
            Format::Text => report::text(report, output::styles(&std::io::stdout()), self.detail()),
        };
        match output::result(&text, None) {
            super::OK => report.outcome().exit_code(),
            failed => failed,
        }
    }

    fn detail(&self) -> Detail {
        match (self.quiet, self.verbose) {
            (true, _) => Detail::Quiet,
            (_, true) => Detail::Verbose,
            _ => Detail::Normal,
        }
    }

    pub(super) fn progress(&self) -> Target {
        if self.quiet { Target::Nowhere } else { output::progress() }
    }
}
