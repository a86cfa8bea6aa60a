//! `qicc emit`: the program printed from its automaton.

use super::{input, output};
use crate::emit::{self, Options};
use std::path::PathBuf;

const EXAMPLES: &str = "\
Examples:
  qicc emit main.c                      what a verifier gets to see
  qicc emit --no-line -o out.c a.c b.c  two files as one, without #line
  qicc emit --library -o zutil.c zutil.c -- -I.   to be compiled in place of the original";

#[derive(clap::Args)]
#[command(after_help = EXAMPLES)]
pub(super) struct Args {
    #[command(flatten)]
    input: input::Args,

    /// Keep every definition that other files could link to, and what only a compiler has to understand
    #[arg(long)]
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

pub(super) fn run(args: &Args) -> u8 {
    let built = match args.input.build(args.library) {
        Ok(built) => built,
        Err(code) => return code,
    };
    let options = Options { library: args.library, check_layout: args.check_layout, line_directives: !args.no_line };
    output::result(&emit::print(&built.program, &built.map, &options), args.output.as_deref())
}
