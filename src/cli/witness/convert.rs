//! `qicc witness convert`: a witness in the other format.

use crate::cli::{OK, output};
use crate::source::Diagnostic;
use crate::witness::{self, Content, Format};
use std::path::PathBuf;

const EXAMPLES: &str = "\
Examples:
  qicc witness convert w.yml -o w.graphml
  qicc witness convert --approximate w.graphml -o w.yml

What has no counterpart in the other format is an error that says what it is. Assumptions of GraphML hold
behind an edge, those of YAML in front of a statement: --approximate takes the one for the other.";

#[derive(clap::Args)]
#[command(after_help = EXAMPLES)]
pub(super) struct Args {
    /// The witness: GraphML or YAML, also compressed
    #[arg(value_name = "IN")]
    witness: PathBuf,

    /// Where to write to; the format is that of the name
    #[arg(short, long, value_name = "OUT")]
    output: PathBuf,

    /// Also convert what is not exactly the same
    #[arg(long)]
    approximate: bool,
}

pub(super) fn run(args: &Args) -> u8 {
    match args.convert() {
        Ok(()) => OK,
        Err(error) => output::unusable(error),
    }
}

impl Args {
    fn convert(&self) -> Result<(), Diagnostic> {
        let Some(wanted) = Format::of_name(&self.output) else {
            let message = format!("{} does not say which format is wanted", self.output.display());
            return Err(Diagnostic::new("witness", message).help("choose a name that ends in .graphml or .yml"));
        };
        let given = witness::load(&self.witness, None)?;
        let here = match given.content {
            Content::Automaton(_) => Format::GraphMl,
            _ => Format::Yaml,
        };
        let result = if here == wanted { given } else { witness::convert(&given, self.approximate)? };
        witness::save(&self.output, &result)
    }
}
