//! `qicc reduce`: what is left of a program beside a condition, as a program.

use super::question::{self, Question};
use super::{input, output};
use crate::cfa::PropId;
use crate::condition;
use crate::emit::{self, Dialect, Options};
use crate::reduce::{self, REDUCERS, Reducer, Residual};
use crate::source::Diagnostic;
use clap::builder::PossibleValuesParser;
use std::collections::BTreeSet;
use std::path::PathBuf;

const EXAMPLES: &str = "\
Examples:
  qicc reduce main.c --condition c.json                 what c.json does not cover, for CBMC
  qicc reduce main.c --condition c.json --reducer lhb --bound 10   loops unrolled ten times at most
  qicc reduce main.c --condition c.json --dialect native | gcc -xc -   to be compiled

Reducers, from the smallest program to what is most precise: id is the program itself; cfa puts
together what is at one place of the program; lh only heads of loops; lhc those that are come to
in the same way; lhb and lhbc keep --bound iterations apart; nlh everything but heads of loops;
sep nothing. Every execution that the condition does not cover is one of the result, and every
one of the result is one of the program, or the beginning of one that is covered.
`qicc explain condition` says what a condition looks like.";

#[derive(clap::Args)]
#[command(after_help = EXAMPLES)]
pub(super) struct Args {
    #[command(flatten)]
    input: input::Args,

    #[command(flatten)]
    asked: question::Args,

    /// What has been checked already
    #[arg(long, value_name = "FILE")]
    condition: PathBuf,

    /// What becomes one in the result
    #[arg(long, value_name = "REDUCER", default_value = "sep", value_parser = PossibleValuesParser::new(REDUCERS.map(|(name, _)| name)))]
    reducer: String,

    /// How many iterations of a loop lhb and lhbc keep apart
    #[arg(long, value_name = "N", default_value = "10", value_parser = clap::value_parser!(u32).range(1..))]
    bound: u32,

    /// For whom: a compiler (native), CBMC, or any verifier that knows SV-COMP's functions
    #[arg(long, value_enum, default_value = "cbmc")]
    dialect: Words,

    /// Write to this file instead of standard output
    #[arg(short, value_name = "OUT")]
    output: Option<PathBuf>,
}

#[derive(Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
enum Words {
    Native,
    Cbmc,
    SvComp,
}

pub(super) fn run(args: &Args) -> u8 {
    let built = match args.input.build(false) {
        Ok(built) => built,
        Err(code) => return code,
    };
    match Question::new(built, &args.asked.check).and_then(|question| args.text(&question)) {
        Ok(text) => output::result(&text, args.output.as_deref()),
        Err(error) => output::unusable(error),
    }
}

impl Args {
    fn reducer(&self) -> Reducer {
        let named = REDUCERS.iter().find(|(name, _)| *name == self.reducer);
        named.map_or(Reducer::Identity, |(_, make)| make(self.bound))
    }

    fn text(&self, question: &Question) -> Result<String, Diagnostic> {
        let text = std::fs::read_to_string(&self.condition).map_err(|error| {
            Diagnostic::new("condition", format!("cannot read {}: {error}", self.condition.display()))
        })?;
        let condition = condition::read(&text, &question.program, &question.map)?;
        let [entry] = question.program.entries[..] else {
            let message = "the program has several entries, and a condition is about one";
            return Err(Diagnostic::new("condition", message).help("choose one with --entry"));
        };
        let Residual { program, original, .. } = reduce::reduce(&question.program, entry, &condition, self.reducer())?;
        let dialect = match self.dialect {
            Words::Native => {
                let options = Options { line_directives: false, ..Options::default() };
                return Ok(emit::print(&program, &question.map, &options));
            }
            Words::Cbmc => Dialect::Cbmc,
            Words::SvComp => Dialect::SvComp,
        };
        let is_copy = |(copy, of): (&PropId, &PropId)| question.asked.contains(of).then_some(*copy);
        let copies = original.iter().filter_map(is_copy);
        let asked: BTreeSet<PropId> = question.asked.iter().copied().chain(copies).collect();
        Ok(emit::for_verifier(&program, dialect, &asked).text)
    }
}
