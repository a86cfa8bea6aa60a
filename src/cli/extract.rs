//! `qicc extract`: one region as a program of its own.

use super::question::Question;
use super::{input, output};
use crate::emit::{self, Dialect};
use crate::pointer::Pointers;
use crate::property::Check;
use crate::region::{Callees, Calls, Hierarchy, Names, Pieces, Rung};
use crate::source::Diagnostic;
use std::path::PathBuf;

const EXAMPLES: &str = "\
Examples:
  qicc extract main.c --region parse:120           one iteration of the loop in line 120, from any state
  qicc extract main.c --region parse --keep        the function parse, with all that it calls
  qicc regions main.c                              the names of all regions";

#[derive(clap::Args)]
#[command(after_help = EXAMPLES)]
pub(super) struct Args {
    #[command(flatten)]
    input: input::Args,

    /// Which region, by the name that `qicc regions` shows
    #[arg(long, value_name = "ID")]
    region: String,

    /// Which properties: assert, bounds, null, div, shift, overflow, pointer; several with commas
    /// [default: what a task says; or assert; or bounds, if there are no assertions]
    #[arg(long, value_name = "LIST", value_delimiter = ',', value_parser = super::prove::check)]
    check: Vec<Check>,

    /// Keep all callees as they are, also those that could be replaced by what they write
    #[arg(long)]
    keep: bool,

    /// For whom: CBMC, or any verifier that knows SV-COMP's functions
    #[arg(long, value_enum, default_value = "cbmc")]
    dialect: Words,

    /// Write to this file instead of standard output
    #[arg(short, value_name = "OUT")]
    output: Option<PathBuf>,
}

#[derive(Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
enum Words {
    Cbmc,
    SvComp,
}

pub(super) fn run(args: &Args) -> u8 {
    let built = match args.input.build(false) {
        Ok(built) => built,
        Err(code) => return code,
    };
    let extracted = Question::new(built, &args.check).and_then(|question| args.text(&question));
    match extracted {
        Ok(text) => output::result(&text, args.output.as_deref()),
        Err(error) => output::unusable(error),
    }
}

impl Args {
    fn text(&self, question: &Question) -> Result<String, Diagnostic> {
        let program = &question.program;
        let pointers = Pointers::of(program);
        let calls =
            Calls::new(program, |function, edge| pointers.callees(function, edge).functions.into_iter().collect());
        let hierarchy = Hierarchy::new(program, &calls, &question.originals);
        let names = Names::new(&hierarchy, program, &question.map);
        let region = names.find(&self.region)?;
        let pieces = Pieces { pointers: &pointers, hierarchy: &hierarchy, names: &names };
        let callees = if self.keep { Callees::Keep } else { Callees::Havoc };
        let rung = Rung { callees };
        let properties =
            hierarchy[region].properties.iter().copied().filter(|id| question.asked.contains(id)).collect();
        let piece = pieces
            .piece(region, rung, &properties)
            .map_err(|why| Diagnostic::new("region", format!("{} cannot be checked by itself: {why}", self.region)))?;
        let dialect = match self.dialect {
            Words::Cbmc => Dialect::Cbmc,
            Words::SvComp => Dialect::SvComp,
        };
        Ok(emit::for_verifier(&piece.program, dialect, &properties).text)
    }
}
