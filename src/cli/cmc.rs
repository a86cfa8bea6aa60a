//! `qicc cmc FILE…`: conditional model checking, several verifiers one after the other.

use super::chain::{self, Chain, Reducing, Stage};
use super::check::MonitorArgs;
use super::prove::OutputArgs;
use super::question::Question;
use super::{input, limits, output, question};
use crate::report::{Assumed, Report};
use crate::source::Diagnostic;
use std::path::PathBuf;
use std::time::Instant;

const EXAMPLES: &str = "\
Examples:
  qicc cmc --stage value:10s --stage predicate:100s --stage lh+cbmc:900s main.c
  qicc cmc --stage value:10s --stage 'cfa|lhb+kinduction:60s' --explain main.c
  qicc cmc --stage gamble:60s --stage predicate:60s main.c
  qicc extract main.c --region parse --dialect sv-comp -o r.c && qicc cmc r.c     one region alone

A stage is WHO:TIME, or REDUCER+WHO:TIME. WHO is an analysis that goes state by state (value,
interval, predicate, composite), bmc or kinduction, a verifier that `qicc doctor` lists, afl and
libfuzzer among them, or gamble and gamble@VERIFIER for the smallest regions that suffice.

What an analysis is through with, later analyses do not look at again. Everybody else looks at
all of the program, unless a reducer makes a residual program of what is left: write lh+cbmc,
and not cbmc, behind an analysis. Several reducers (cfa|lhb) are tried at once, until all is known
about what one of them has left. They are those of `qicc reduce`. With --slice, an analysis behind
a reducer has no condition for those after it.

A region that `qicc extract` has made a program of begins in any state. What is proved there holds
in the program; a violation is a miss, which says nothing about the program.

Exit codes are those of qicc itself: 0 all proved · 1 a violation · 3 something unknown.";

#[derive(clap::Args)]
#[command(after_help = EXAMPLES)]
pub(super) struct Args {
    #[command(flatten)]
    input: input::Args,

    #[command(flatten)]
    asked: question::Args,

    /// Who comes next, with how much time
    #[arg(long = "stage", value_name = "STAGE", value_parser = chain::stage, help_heading = "Stages")]
    #[arg(default_values = ["value:10s", "predicate:60s", "lh+kinduction:60s"])]
    stages: Vec<Stage>,

    /// What need not be checked by anybody
    #[arg(long, value_name = "FILE", help_heading = "Stages")]
    condition: Option<PathBuf>,

    /// How many iterations of a loop the reducers lhb and lhbc keep apart
    #[arg(long, value_name = "N", default_value = "10", help_heading = "Stages")]
    #[arg(value_parser = clap::value_parser!(u32).range(1..))]
    bound: u32,

    /// Leave out of residual programs what no assertion depends on
    #[arg(long, help_heading = "Stages")]
    slice: bool,

    #[command(flatten)]
    monitors: MonitorArgs,

    /// Also say what came of each stage: what it proved, and how much of the program it got
    #[arg(long, help_heading = "Output")]
    explain: bool,

    #[command(flatten)]
    limits: limits::Args,

    #[command(flatten)]
    output: OutputArgs,
}

pub(super) fn run(args: &Args) -> u8 {
    let since = Instant::now();
    let mut question = match Question::of(&args.input, &args.asked) {
        Ok(question) => question,
        Err(code) => return code,
    };
    question.assumptions.extend(args.condition.as_deref().map(Assumed::condition));
    match args.answer(&question, since) {
        Ok(report) => args.output.show(&report),
        Err(error) => output::unusable_at(&question.map, error),
    }
}

impl Args {
    fn answer(&self, question: &Question, since: Instant) -> Result<Report, Diagnostic> {
        let given = self.condition.as_ref().map(|path| question.condition(path)).transpose()?;
        let reducing = Reducing { bound: self.bound, slices: self.slice };
        let mut chain = Chain::new(question, &self.output, &self.limits, reducing, given, self.monitors.get())?;
        chain.run(&self.stages)?;
        let explained = chain.stages.iter().filter(|_| self.explain).map(chain::Staged::text);
        let notes = explained.chain(chain.notes.iter().cloned()).collect();
        chain.report(self.input.names(), notes, since)
    }
}
