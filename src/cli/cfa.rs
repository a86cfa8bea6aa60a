//! `qicc cfa`: the control-flow automaton of a program.

use super::output::GraphFormat;
use super::{input, output};
use crate::cfa::render;
use crate::property::{self, Check};
use std::fmt::Write;

const EXAMPLES: &str = "\
Examples:
  qicc cfa main.c                       as text: a line an edge
  qicc cfa --format dot main.c | dot -Tsvg -o main.svg
  qicc cfa --check bounds,null main.c   with the assertions that these checks add, as verifiers get them
  qicc cfa --entry parse a.c b.c -- -Iinclude -DDEBUG";

#[derive(clap::Args)]
#[command(after_help = EXAMPLES)]
pub(super) struct Args {
    #[command(flatten)]
    input: input::Args,

    /// How to show it
    #[arg(long, value_enum, default_value_t = GraphFormat::Text)]
    format: GraphFormat,

    /// Add the assertions of these checks: assert, bounds, null, div, shift, overflow, pointer
    #[arg(long, value_name = "CHECK", value_delimiter = ',')]
    check: Vec<Check>,
}

pub(super) fn run(args: &Args) -> u8 {
    let mut built = match args.input.build(false) {
        Ok(built) => built,
        Err(code) => return code,
    };
    let mut notes = String::new();
    if !args.check.is_empty() {
        let checks = property::Checks::new(args.check.iter().copied());
        for unchecked in property::assumed(&built.program, &checks.checks) {
            let _ = writeln!(notes, "assumes {unchecked}");
        }
        let reasons = property::harness(&mut built.program);
        property::undefined(&mut built.program);
        property::instrument(&mut built.program, &checks.checks);
        let asked = property::asked(&built.program, &checks);
        property::release(&mut built.program, &asked);
        for reason in reasons.values() {
            let _ = writeln!(notes, "proves nothing: {reason}");
        }
    }
    let render = match args.format {
        GraphFormat::Text => render::text,
        GraphFormat::Json => render::json,
        GraphFormat::Dot => render::dot,
    };
    let mut text = render(&built.program, &built.map);
    if matches!(args.format, GraphFormat::Text) {
        text += &notes;
    }
    output::result(&text, None)
}
