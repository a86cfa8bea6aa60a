//! `qicc witness show`: what a witness says, over the source.

use crate::cli::output;
use crate::report::{self, Listing};
use crate::source::Diagnostic;
use crate::witness;
use std::path::PathBuf;

const EXAMPLES: &str = "\
Examples:
  qicc witness show witness.yml main.c                   the path, with the lines of the program
  qicc witness show witness.yml main.c --html path.html  a page with the path and the program side by side

Nothing is checked: this is what the witness says. `qicc witness lint` checks its form.";

#[derive(clap::Args)]
#[command(after_help = EXAMPLES)]
pub(super) struct Args {
    /// The witness: GraphML or YAML, also compressed
    witness: PathBuf,

    /// The files of the program
    #[arg(value_name = "FILE", required = true)]
    files: Vec<PathBuf>,

    /// Write a page to this file, which needs no other
    #[arg(long, value_name = "OUT")]
    html: Option<PathBuf>,
}

pub(super) fn run(args: &Args) -> u8 {
    args.show().unwrap_or_else(output::unusable)
}

impl Args {
    fn show(&self) -> Result<u8, Diagnostic> {
        let all = std::iter::once(&self.witness).chain(&self.files).cloned().collect();
        let (path, programs) = witness::file::among(all, 0);
        let witness = witness::load(&path, None)?;
        let mut files = Vec::new();
        for path in &programs {
            let text = std::fs::read(path)
                .map_err(|error| Diagnostic::new("input", format!("cannot read {}: {error}", path.display())))?;
            let text = String::from_utf8_lossy(&text).into_owned();
            files.push(Listing { name: path.display().to_string(), text });
        }
        if let Some(path) = &self.html {
            let page = report::witness_html(&witness, &files);
            return Ok(output::result(&page, Some(path)));
        }
        Ok(output::result(&report::witness_text(&witness, &files, output::styles(&std::io::stdout())), None))
    }
}
