//! `qicc cfa`: shows the automaton of a program.

use super::{OK, UNUSABLE, input, output};
use crate::cfa::{self, render};
use crate::frontend::load;

#[derive(clap::Args)]
pub(super) struct Args {
    #[command(flatten)]
    input: input::Args,

    /// How to show it
    #[arg(long, value_enum, default_value = "text")]
    format: Format,
}

#[derive(Clone, Copy, clap::ValueEnum)]
enum Format {
    Text,
    Json,
    Dot,
}

pub(super) fn run(args: &Args) -> u8 {
    load::with_threads(0, || show(args)).unwrap_or(UNUSABLE)
}

fn show(args: &Args) -> u8 {
    let typed = match args.input.typed() {
        Ok(typed) => typed,
        Err(code) => return code,
    };
    let options = cfa::Options { entries: typed.entries, ..cfa::Options::default() };
    let program = match cfa::build(typed.units, &options) {
        Ok(program) => program,
        Err(error) => {
            output::diagnostics(&typed.map, &[error]);
            return UNUSABLE;
        }
    };
    let text = match args.format {
        Format::Text => render::text(&program, &typed.map),
        Format::Json => render::json(&program, &typed.map),
        Format::Dot => render::dot(&program, &typed.map),
    };
    _ = output::print(&text);
    OK
}
