//! `qicc witness …`: one file a command.

mod subject;
mod validate;

#[derive(clap::Subcommand)]
pub(super) enum Command {
    /// Find out whether a witness is right about a program
    Validate(validate::Args),
}

pub(super) fn run(command: &Command) -> u8 {
    match command {
        Command::Validate(args) => validate::run(args),
    }
}
