//! `qicc compare`: gambling and the whole program side by side.

use super::output::Format;
use super::question::{self, Question};
use super::run::{self, Way};
use super::{how, input, limits, output};
use crate::report::{self, Progress, Report, Target};
use crate::source::Diagnostic;
use std::time::Instant;

const EXAMPLES: &str = "\
Examples:
  qicc compare main.c                       verdicts, time and memory of both, in one table
  qicc compare --time-limit 10m --format json main.c

The exit code is that of gambling, or 3 if the two contradict each other.";

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

    /// How to show it
    #[arg(long, value_enum, default_value_t = Format::Text, help_heading = "Output")]
    format: Format,
}

pub(super) fn run(args: &Args) -> u8 {
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
            workspace: run::workspace(None)?,
            observer: progress.observer(),
        })?;
        Ok(run::report(self.input.names(), question, ran, since))
    }
}
