//! `qicc extract`: one region as a program of its own.

use super::question::{self, Question};
use super::{input, output};
use crate::emit::{self, Dialect};
use crate::region::{Atlas, Rung};
use crate::source::Diagnostic;
use std::path::PathBuf;

const EXAMPLES: &str = "\
Examples:
  qicc extract main.c --region parse:120           one iteration of the loop in line 120, from any state
  qicc extract main.c --region parse --rung facts+callees   the function parse, with all that it calls
  qicc regions main.c                              the names of all regions";

#[derive(clap::Args)]
#[command(after_help = EXAMPLES)]
pub(super) struct Args {
    #[command(flatten)]
    input: input::Args,

    /// Which region, by the name that `qicc regions` shows
    #[arg(long, value_name = "ID")]
    region: String,

    #[command(flatten)]
    asked: question::Args,

    /// How: alone, with facts about integers at the start, with its callees as they are (others are replaced by what
    /// they write), a loop in its context, from the beginning of the function, or anything with every loop cut to one
    /// iteration; +callees can be added to the last two
    #[arg(long, value_name = "alone|facts|callees|facts+callees|context|cut", default_value = "facts")]
    rung: Rung,

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
    let extracted = Question::new(built, &args.asked.check).and_then(|question| args.text(&question));
    match extracted {
        Ok(text) => output::result(&text, args.output.as_deref()),
        Err(error) => output::unusable(error),
    }
}

impl Args {
    /// What a reader must know who has nothing but the text.
    fn head(&self, region: &str) -> String {
        // A name of a file may hold what would end the comment.
        let name = |name: String| name.replace("*/", "* /").replace(char::is_control, " ");
        let files: Vec<String> = self.input.names().into_iter().map(name).collect();
        format!(
            "/* The region {region} of {}, made by qicc extract --rung {}. It begins in any state, also in those that\n   \
             the program is never in: what is proved of it holds in the program, but a violation is a miss, which says\n   \
             nothing about the program. */\n",
            files.join(", "),
            self.rung,
        )
    }

    fn text(&self, question: &Question) -> Result<String, Diagnostic> {
        let program = &question.program;
        let atlas = Atlas::new(program, &question.originals, &question.map);
        let region = atlas.names.find(&self.region)?;
        let properties =
            atlas.hierarchy[region].properties.iter().copied().filter(|id| question.asked.contains(id)).collect();
        let piece = atlas
            .piece(region, self.rung, &properties, &|_| false)
            .map_err(|why| Diagnostic::new("region", format!("{} cannot be checked by itself: {why}", self.region)))?;
        let dialect = match self.dialect {
            Words::Cbmc => Dialect::Cbmc,
            Words::SvComp => Dialect::SvComp,
        };
        let text = emit::for_verifier(&piece.program, dialect, &properties).text;
        Ok(self.head(&atlas.names[region].id) + &text)
    }
}
