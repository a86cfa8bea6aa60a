//! `qicc ranges`: what values integers can have where functions and loops begin.

use super::output::Format;
use super::{input, output};
use crate::pointer::Pointers;
use crate::range::{self, Ranges};

const EXAMPLES: &str = "\
Examples:
  qicc ranges main.c                  each function: what holds at its entry, and at the head of each loop
  qicc ranges --format json main.c    the same, for programs
  qicc ranges --entry parse a.c b.c -- -Iinclude

`loop 12: 0 <= i <= 10` holds each time before the loop in line 12 is tested, the last time as
well. Variables about which nothing more is known than their types say, and those that are written
before they are read again, are left out.";

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
    let ranges = Ranges::of(&pointers);
    let text = match args.format {
        Format::Text => range::text(&ranges, &built.map),
        Format::Json => range::json(&ranges, &built.map),
    };
    output::result(&text, None)
}
