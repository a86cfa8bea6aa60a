//! The command line: one file a command. Arguments in, exit code out; nothing is decided here.

mod cfa;
mod emit;
mod input;
mod output;

use crate::exec;
use crate::frontend::load;
use crate::source::SourceMap;
use clap::{Parser, Subcommand};
use std::process::ExitCode;

/// Everything went well.
const OK: u8 = 0;
/// A usage error, or input that cannot be used; clap has the same number for the former.
const UNUSABLE: u8 = 2;

#[derive(Parser)]
#[command(
    name = "qicc",
    version,
    about = "Proves assertions and array bounds in C by checking as little of the program as suffices",
    after_help = "Exit codes: 0 done · 2 usage error or unusable input · 101 a bug in qicc"
)]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Show the control-flow automaton of a program
    Cfa(cfa::Args),
    /// Print a program back as C, from its automaton
    Emit(emit::Args),
}

/// Runs the command of the process's arguments.
pub fn main() -> ExitCode {
    output::report_panics();
    if std::env::args_os().nth(1).is_some_and(|command| command == exec::SUPERVISE) {
        // Once for every process that is run: nothing else is done before.
        return ExitCode::from(if exec::supervise(std::io::stdout()) { OK } else { UNUSABLE });
    }
    let command = Cli::parse().command;
    let code = load::with_threads(0, || match &command {
        Command::Cfa(args) => cfa::run(args),
        Command::Emit(args) => emit::run(args),
    });
    ExitCode::from(code.unwrap_or_else(|error| {
        output::diagnostics(&SourceMap::default(), &[error]);
        UNUSABLE
    }))
}
