//! `qicc cfa`: the control-flow automaton of a program.

use super::{input, output};
use crate::cfa::render;

const EXAMPLES: &str = "\
Examples:
  qicc cfa main.c                       as text: a line an edge
  qicc cfa --format dot main.c | dot -Tsvg -o main.svg
  qicc cfa --entry parse a.c b.c -- -Iinclude -DDEBUG";

#[derive(clap::Args)]
#[command(after_help = EXAMPLES)]
pub(super) struct Args {
    #[command(flatten)]
    input: input::Args,

    /// How to show it
    #[arg(long, value_enum, default_value_t = Format::Text)]
    format: Format,
}

#[derive(Clone, Copy, clap::ValueEnum)]
enum Format {
    Text,
    Json,
    Dot,
}

pub(super) fn run(args: &Args) -> u8 {
    let built = match args.input.build(false) {
        Ok(built) => built,
        Err(code) => return code,
    };
    let render = match args.format {
        Format::Text => render::text,
        Format::Json => render::json,
        Format::Dot => render::dot,
    };
    output::result(&render(&built.program, &built.map), None)
}
