//! `qicc check FILE…`: the embedded verifier alone, on the whole program.

use super::prove::OutputArgs;
use super::run::Way;
use super::{input, limits, question};
use crate::engine::bounded::Plan;
use crate::verifier::Embedded;
use crate::verifier::registry::Named;
use std::sync::Arc;

const EXAMPLES: &str = "\
Examples:
  qicc check main.c                             bounded model checking and k-induction, further and further
  qicc check --analysis bmc --unwind 20 main.c  no loop is followed for more than 20 rounds
  qicc check --check bounds,null main.c         other properties than assertions

Exit codes are those of qicc itself: 0 all proved · 1 a violation · 3 something unknown.";

#[derive(clap::Args)]
#[command(after_help = EXAMPLES)]
pub(super) struct Args {
    #[command(flatten)]
    input: input::Args,

    #[command(flatten)]
    asked: question::Args,

    /// How loops are looked at
    #[arg(long, value_enum, default_value_t = Analysis::Kinduction, help_heading = "Question")]
    analysis: Analysis,

    /// How many rounds loops are followed for, and how often functions may call themselves [default: as many as the
    /// limits allow]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..), help_heading = "Question")]
    unwind: Option<u64>,

    #[command(flatten)]
    limits: limits::Args,

    #[command(flatten)]
    output: OutputArgs,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
enum Analysis {
    /// Round by round, up to a bound
    Bmc,
    /// Also all rounds at once, where what the loop preserves suffices
    Kinduction,
}

pub(super) fn run(args: &Args) -> u8 {
    let plan = Plan { most: args.unwind, induction: args.analysis == Analysis::Kinduction, traces: true };
    let verifier = || Ok(Named::Here(Arc::new(Embedded { plan })));
    args.output.answer(&args.input, &args.asked, &verifier, &Way::Whole, &args.limits)
}
