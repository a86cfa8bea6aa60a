//! `qicc reduce`: what is left of a program beside a condition, as a program.

use super::input::{self, Built};
use super::output;
use crate::condition::{self, Subject};
use crate::emit::{self, Options};
use crate::reduce::{self, REDUCERS, Reducer};
use crate::source::Diagnostic;
use clap::builder::PossibleValuesParser;
use std::collections::BTreeSet;
use std::io::Write;
use std::path::PathBuf;

const EXAMPLES: &str = "\
Examples:
  qicc reduce main.c --condition c.json -o rest.c && cbmc rest.c   what c.json does not cover
  qicc reduce main.c --condition c.json --reducer lhb --bound 10   loops unrolled ten times at most
  qicc reduce main.c --condition c.json --reducer sep              all that c.json tells apart
  qicc reduce main.c --condition c.json --slice                    what assertions depend on

Reducers, from the smallest program to what is most precise: id is the program itself; cfa puts
together what is at one place of the program; lh only heads of loops; lhc those that are come to
in the same way; lhb and lhbc keep --bound iterations apart; nlh everything but heads of loops;
sep nothing, so that a loop that somebody has followed for long is that many copies of it: not
even a compiler may take that. Every execution that the condition does not cover is one of the result, and every
one of the result is one of the program, or the beginning of one that is covered.
--slice keeps every assertion with all that decides whether and with what values it is come to,
loops that may not end included, so that what holds and what is violated stays the same. Other
errors, such as a division by zero, are gone where no assertion depends on them.
`qicc explain condition` says what a condition looks like.";

#[derive(clap::Args)]
#[command(after_help = EXAMPLES)]
pub(super) struct Args {
    #[command(flatten)]
    input: input::Args,

    /// What has been checked already: JSON, or CPAchecker's automaton; also compressed
    #[arg(long, value_name = "FILE")]
    condition: PathBuf,

    /// What becomes one in the result
    #[arg(
        long,
        value_name = "REDUCER",
        default_value = "lh",
        value_parser = PossibleValuesParser::new(REDUCERS.map(|(name, _)| name))
    )]
    reducer: String,

    /// How many iterations of a loop lhb and lhbc keep apart
    #[arg(long, value_name = "N", default_value = "10", value_parser = clap::value_parser!(u32).range(1..))]
    bound: u32,

    /// Leave out what no assertion depends on
    #[arg(long)]
    slice: bool,

    /// Add #line directives, so that verifiers speak of the original
    #[arg(long)]
    line: bool,

    /// Write to this file instead of standard output
    #[arg(short, value_name = "OUT")]
    output: Option<PathBuf>,
}

pub(super) fn run(args: &Args) -> u8 {
    let built = match args.input.build(false) {
        Ok(built) => built,
        Err(code) => return code,
    };
    match args.text(&built) {
        Ok(text) => output::result(&text, args.output.as_deref()),
        Err(error) => output::unusable_at(&built.map, error),
    }
}

impl Args {
    fn reducer(&self) -> Reducer {
        Reducer::named(&self.reducer, self.bound).unwrap_or(Reducer::Identity)
    }

    fn text(&self, built: &Built) -> Result<String, Diagnostic> {
        let entry = reduce::entry(&built.program)?;
        let subject = Subject { entry: built.program[entry].name.clone(), properties: BTreeSet::new() };
        let condition = condition::load(&self.condition, &built.program, &built.map, &subject)?;
        let mut residual = reduce::reduce(&built.program, entry, &condition, self.reducer())?;
        for call in &residual.uncovered {
            // Nobody is there to be told that standard error is closed.
            let _ =
                writeln!(std::io::stderr(), "note: nothing is covered behind the call at {}", built.map.locate(*call));
        }
        if self.slice {
            residual = residual.slice();
            let (before, after) = (residual.size.residual, residual.size.sliced.unwrap_or(0));
            let _ = writeln!(std::io::stderr(), "note: {after} of {before} locations are left by slicing");
        }
        let options = Options { line_directives: self.line, renew: true, ..Options::default() };
        Ok(emit::print(&residual.program, &built.map, &options))
    }
}
