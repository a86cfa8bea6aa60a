//! `qicc emit`: prints a program from its automaton, as C.

use super::{OK, UNUSABLE, input, output};
use crate::frontend::load;
use crate::{cfa, emit};

#[derive(clap::Args)]
pub(super) struct Args {
    #[command(flatten)]
    input: input::Args,

    /// Print everything that other files could link to, not only what the entry reaches
    #[arg(long)]
    library: bool,

    /// Let the C compiler confirm the layout of every structure and union
    #[arg(long)]
    check_layout: bool,

    /// Do not say where each statement comes from
    #[arg(long)]
    no_line_directives: bool,
}

pub(super) fn run(args: &Args) -> u8 {
    load::with_threads(0, || print(args)).unwrap_or(UNUSABLE)
}

fn print(args: &Args) -> u8 {
    let typed = match args.input.typed() {
        Ok(typed) => typed,
        Err(code) => return code,
    };
    let options = cfa::Options { entries: typed.entries, library: args.library, ..cfa::Options::default() };
    let program = match cfa::build(typed.units, &options) {
        Ok(program) => program,
        Err(error) => {
            output::diagnostics(&typed.map, &[error]);
            return UNUSABLE;
        }
    };
    let options = emit::Options {
        library: args.library,
        check_layout: args.check_layout,
        line_directives: !args.no_line_directives,
    };
    _ = output::print(&emit::print(&program, &typed.map, &options));
    OK
}
