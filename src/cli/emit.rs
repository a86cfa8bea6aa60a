//! `qicc emit`: the program printed from its automaton.

use super::{input, output};
use crate::cfa::PropId;
use crate::emit::{self, Dialect, Options};
use std::path::PathBuf;

const EXAMPLES: &str = "\
Examples:
  qicc emit main.c                      the program as it is understood, with #line
  qicc emit --dialect cbmc main.c       what CBMC gets to see
  qicc emit --no-line -o out.c a.c b.c  two files as one, without #line
  qicc emit --library -o zutil.c zutil.c -- -I.   to be compiled in place of the original";

#[derive(clap::Args)]
#[command(after_help = EXAMPLES)]
pub(super) struct Args {
    #[command(flatten)]
    input: input::Args,

    /// For whom: a compiler (native), CBMC, or any verifier that knows SV-COMP's functions
    #[arg(long, value_enum, default_value = "native")]
    dialect: Words,

    /// Keep every definition that other files could link to, and what only a compiler has to understand
    #[arg(long, conflicts_with = "dialect")]
    library: bool,

    /// Add static assertions, so that the compiler confirms sizes and offsets
    #[arg(long)]
    check_layout: bool,

    /// Leave out the #line directives
    #[arg(long)]
    no_line: bool,

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
    let built = match args.input.build(args.library) {
        Ok(built) => built,
        Err(code) => return code,
    };
    let dialect = match args.dialect {
        Words::Native => Dialect::Native,
        Words::Cbmc => Dialect::Cbmc,
        Words::SvComp => Dialect::SvComp,
    };
    if dialect != Dialect::Native {
        let all = (0..built.program.properties.len() as u32).map(PropId).collect();
        return output::result(&emit::for_verifier(&built.program, dialect, &all).text, args.output.as_deref());
    }
    let (library, check_layout) = (args.library, args.check_layout);
    let options = Options { library, check_layout, line_directives: !args.no_line, renew: false };
    output::result(&emit::print(&built.program, &built.map, &options), args.output.as_deref())
}
