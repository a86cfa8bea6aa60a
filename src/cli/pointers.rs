//! `qicc pointers`: what pointers may point to, and what functions write.

use super::output::Format;
use super::{input, output};
use crate::pointer::{self, Pointers};

const EXAMPLES: &str = "\
Examples:
  qicc pointers main.c                  each function with its pointers, and what it writes
  qicc pointers --format json main.c    everything, for programs
  qicc pointers --entry parse a.c b.c -- -Iinclude

`a+4 [32]` is four bytes behind the start of the object `a`, which has 32; `a+0.. by 4` is the
start or any multiple of four behind it; `f::x` is a local of f, `malloc@f:12` what f allocates in
line 12. `outside` is memory that is not the program's.";

#[derive(clap::Args)]
#[command(after_help = EXAMPLES)]
pub(super) struct Args {
    #[command(flatten)]
    input: input::Args,

    /// How to show it
    #[arg(long, value_enum, default_value_t = Format::Text)]
    format: Format,
}

pub(super) fn run(args: &Args) -> u8 {
    let built = match args.input.build(false) {
        Ok(built) => built,
        Err(code) => return code,
    };
    let pointers = Pointers::of(&built.program);
    let text = match args.format {
        Format::Text => pointer::text(&pointers, &built.map),
        Format::Json => pointer::json(&pointers, &built.map),
    };
    output::result(&text, None)
}
