//! The arguments that say who is asked, and about what of the program.

use super::run::Way;
use crate::region::Ladder;

#[derive(clap::Args)]
#[command(next_help_heading = "Question")]
#[group(skip)]
pub(super) struct Args {
    /// Who is asked: a name that `qicc doctor` lists, or a file that describes a verifier
    #[arg(long, value_name = "NAME|FILE.toml", default_value = "cbmc")]
    pub(super) verifier: String,

    /// What is tried in each region, one after the other: alone, facts, callees, facts+callees; or paper, as in the
    /// paper. Facts are ranges of integers; callees are kept as they are, otherwise replaced by what they write
    #[arg(long, value_name = "LIST", default_value_t)]
    ladder: Ladder,

    /// Do not try on idle cores what may not be needed
    #[arg(long)]
    no_speculation: bool,
}

impl Args {
    pub(super) fn gamble(&self) -> Way {
        Way::Gamble { ladder: self.ladder.clone(), speculate: !self.no_speculation }
    }
}
