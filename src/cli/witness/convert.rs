//! `qicc witness convert`: a witness in the other format.

use super::subject::{Bare, Failure};
use crate::cli::{OK, input, output, testimony};
use crate::report::printable;
use crate::source::Diagnostic;
use crate::witness::{self, Beside, Content, Format, Witness};
use std::io::Write as _;
use std::path::PathBuf;

const EXAMPLES: &str = "\
Examples:
  qicc witness convert w.yml main.c -o w.graphml
  qicc witness convert --approximate w.graphml -o w.yml

What has no counterpart in the other format is an error that says what it is. GraphML knows places by
lines and assumes behind them, YAML by columns and in front of them; only the program says where both
come to the same. --approximate takes the one for the other.";

#[derive(clap::Args)]
#[command(after_help = EXAMPLES, override_usage = "qicc witness convert [OPTIONS] --output <OUT> WITNESS [FILE]... [-- <C FLAGS>...]")]
pub(super) struct Args {
    #[command(flatten)]
    input: input::Args,

    /// Where to write to; the format is that of the name
    #[arg(short, long, value_name = "OUT", help_heading = "Output")]
    output: PathBuf,

    /// Also convert what is not exactly the same
    #[arg(long, help_heading = "Output")]
    approximate: bool,
}

pub(super) fn run(args: &Args) -> u8 {
    args.convert().unwrap_or_else(|code| code)
}

impl Args {
    fn convert(&self) -> Result<u8, u8> {
        let Some(wanted) = Format::of_name(&self.output) else {
            let message = format!("{} does not say which format is wanted", self.output.display());
            let error = Diagnostic::new("witness", message).help("choose a name that ends in .graphml or .yml");
            return Err(output::unusable(error));
        };
        let (path, input) = self.input.witness_and();
        let mut given = witness::load(&path, None).map_err(output::unusable)?;
        let here = match given.content {
            Content::Automaton(_) => Format::GraphMl,
            _ => Format::Yaml,
        };
        if here != wanted {
            // Both formats want one.
            given.metadata.creation_time.get_or_insert_with(testimony::now);
        }
        let (result, changed) = match input {
            _ if here == wanted => (given, Vec::new()),
            None => witness::convert_beside(&given, &Beside::Nothing, self.approximate).map_err(output::unusable)?,
            Some(input) => self.beside(&input, given)?,
        };
        witness::save(&self.output, &result).map_err(output::unusable)?;
        for what in changed {
            _ = writeln!(std::io::stderr(), "note: not exactly the same: {}", printable(&what));
        }
        Ok(OK)
    }

    /// Converts a witness beside its program.
    fn beside(&self, input: &input::Args, mut given: Witness) -> Result<(Witness, Vec<String>), u8> {
        let files = witness::Subject::read(&input.texts().map_err(output::unusable)?).map_err(output::unusable)?;
        files.check(&given).map_err(output::unusable)?;
        files.fill(&mut given);
        let program = Bare::new(input, &given, &[]).map_err(|why| match why {
            Failure::Unusable(code) => code,
            Failure::Unknown(why) => output::unusable(why),
        })?;
        let made = program.show(|built| witness::convert_beside(&given, &Beside::Program(built), self.approximate));
        made.map_err(output::unusable)
    }
}
