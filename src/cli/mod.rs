//! The command line: one file a command. Arguments in, exit code out; nothing is decided here.
//!
//! The proof itself is the command without a name: `prove` has its arguments, `question` makes of the program what is
//! asked, `run` and `ask` ask, `save` keeps.

mod ask;
mod cases;
mod cfa;
mod chain;
mod chains;
mod check;
mod cmc;
mod compare;
mod completions;
mod doctor;
mod emit;
mod explain;
mod extract;
mod how;
mod input;
mod limits;
mod output;
mod pointers;
mod prove;
mod question;
mod ranges;
mod reduce;
mod regions;
mod run;
mod save;
mod study;
mod testimony;
mod units;
mod why;
mod witness;

use crate::exec;
use crate::frontend::load;
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
    after_help = prove::EXAMPLES,
    args_conflicts_with_subcommands = true,
    subcommand_negates_reqs = true,
    arg_required_else_help = true
)]
struct Cli {
    #[command(subcommand)]
    command: Option<Command>,

    #[command(flatten)]
    prove: prove::Args,

    /// Whether to use colours
    #[arg(long, value_enum, value_name = "WHEN", default_value_t, global = true, help_heading = "Output")]
    color: output::Colour,
}

#[derive(Subcommand)]
enum Command {
    /// Ask the embedded verifier alone, about the whole program
    Check(check::Args),
    /// Let several verifiers work one after the other, each on what those before it have left
    Cmc(cmc::Args),
    /// Say what was tried for the properties of a line, what was sent, and what came back
    Why(why::Args),
    /// Run gambling and the whole program side by side
    Compare(compare::Args),
    /// Put loops around programs in many ways, ask verifiers about them with and without gambling, and compare
    Study(study::Args),
    /// Ask two verifiers one after the other, with each reducer between them, and compare with each of them alone
    Chains(chains::Args),
    /// Show the control-flow automaton of a program
    Cfa(cfa::Args),
    /// Print a program back as C, from its automaton
    Emit(emit::Args),
    /// Show what pointers may point to, and what functions write
    Pointers(pointers::Args),
    /// Show what values integers can have where functions and loops begin
    Ranges(ranges::Args),
    /// Show the pieces of a program that can be checked by themselves, and what is to be proved in each
    Regions(regions::Args),
    /// Print one region as a program of its own, as a verifier gets it
    Extract(extract::Args),
    /// Print what is left of a program beside what a condition says to be checked
    Reduce(reduce::Args),
    /// Check, validate, show and convert witnesses, which verifiers hand out with their verdicts
    Witness(witness::Args),
    /// Tell which verifiers are here, and whether they work
    Doctor(doctor::Args),
    /// Say what a message, a reason or a word means, and what to do
    Explain(explain::Args),
    /// Print a script that completes qicc's options in a shell
    Completions(completions::CompletionArgs),
    /// Print the manual page, or write all of them
    Man(completions::ManArgs),
}

/// Runs the command of the process's arguments.
pub fn main() -> ExitCode {
    output::report_panics();
    if std::env::args_os().nth(1).is_some_and(|command| command == exec::SUPERVISE) {
        // Once for every process that is run: nothing else is done before.
        return ExitCode::from(if exec::supervise(std::io::stdout()) { OK } else { UNUSABLE });
    }
    let cli = Cli::parse();
    output::choose_colour(cli.color);
    let code = load::with_threads(0, || match &cli.command {
        None => prove::run(&cli.prove),
        Some(Command::Check(args)) => check::run(args),
        Some(Command::Cmc(args)) => cmc::run(args),
        Some(Command::Why(args)) => why::run(args),
        Some(Command::Compare(args)) => compare::run(args),
        Some(Command::Study(args)) => study::run(args),
        Some(Command::Chains(args)) => chains::run(args),
        Some(Command::Cfa(args)) => cfa::run(args),
        Some(Command::Emit(args)) => emit::run(args),
        Some(Command::Pointers(args)) => pointers::run(args),
        Some(Command::Ranges(args)) => ranges::run(args),
        Some(Command::Regions(args)) => regions::run(args),
        Some(Command::Extract(args)) => extract::run(args),
        Some(Command::Reduce(args)) => reduce::run(args),
        Some(Command::Witness(args)) => witness::run(args),
        Some(Command::Doctor(args)) => doctor::run(args),
        Some(Command::Explain(args)) => explain::run(args),
        Some(Command::Completions(args)) => completions::completions(args),
        Some(Command::Man(args)) => completions::man(args),
    });
    ExitCode::from(code.unwrap_or_else(output::unusable))
}
