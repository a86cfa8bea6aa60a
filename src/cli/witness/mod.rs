//! `qicc witness`: what is done with witnesses, one file a command.

mod convert;
pub(super) mod inputs;
mod lint;
mod refine;
mod show;
mod subject;
mod test;
mod validate;

use clap::Subcommand;

#[derive(clap::Args)]
pub(super) struct Args {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Say everything that is wrong with the file of a witness
    Lint(lint::Args),
    /// Print the path of a witness over the source
    Show(show::Args),
    /// Make a witness of GraphML one of YAML, or the other way round
    Convert(convert::Args),
    /// Find out whether a witness is right about a program
    Validate(validate::Args),
    /// Make a witness sharper, step by step, down to a test
    Refine(refine::Args),
    /// Make a test of a violation, and run it
    Test(test::Args),
}

pub(super) fn run(args: &Args) -> u8 {
    match &args.command {
        Command::Lint(args) => lint::run(args),
        Command::Show(args) => show::run(args),
        Command::Convert(args) => convert::run(args),
        Command::Validate(args) => validate::run(args),
        Command::Refine(args) => refine::run(args),
        Command::Test(args) => test::run(args),
    }
}
