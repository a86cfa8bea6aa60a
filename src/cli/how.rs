//! The arguments that say who is asked, and about what of the program.

use super::run::Way;
use crate::exec;
use crate::region::Ladder;
use crate::source::Diagnostic;
use crate::verifier::Search;
use crate::verifier::registry::{self, Named};

#[derive(clap::Args)]
#[command(next_help_heading = "Question")]
#[group(skip)]
pub(super) struct Args {
    /// Who is asked: a name that `qicc doctor` lists, or a file that describes a verifier; embedded,NAME asks the
    /// embedded verifier first, and another one what that does not know
    #[arg(long, value_name = "NAME|FILE.toml", default_value = registry::EMBEDDED)]
    verifier: String,

    /// What is tried in each region, one after the other: alone, facts, callees, facts+callees, context,
    /// context+callees, cut, cut+callees; or paper, as in the paper. Facts are ranges of integers; callees are kept as
    /// they are, otherwise replaced by what they write; context is the code in front of a loop, with the loops around
    /// it at any iteration; cut is the same for any region, with every loop at any iteration. What cannot make a
    /// difference is left out
    #[arg(long, value_name = "LIST", default_value_t)]
    ladder: Ladder,

    /// Do not try on idle cores what may not be needed
    #[arg(long)]
    no_speculation: bool,
}

impl Args {
    pub(super) fn verifier(&self) -> Result<Named, Diagnostic> {
        let places = exec::places();
        registry::find(&self.verifier, &|search: &Search| exec::locate(search, &places))
    }

    /// As arguments again.
    pub(super) fn words(&self) -> Vec<String> {
        let mut words =
            ["--verifier", &self.verifier, "--ladder", &self.ladder.to_string()].map(str::to_owned).to_vec();
        words.extend(self.no_speculation.then(|| "--no-speculation".to_owned()));
        words
    }

    pub(super) fn gamble(&self) -> Way {
        Way::Gamble { ladder: self.ladder.clone(), speculate: !self.no_speculation }
    }
}
