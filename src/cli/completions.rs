//! `qicc completions` and `qicc man`: made from the same table of options as the help.

use super::{Cli, OK, output};
use crate::source::Diagnostic;
use clap::CommandFactory;
use std::path::PathBuf;

const COMPLETIONS: &str = "\
Examples:
  qicc completions bash > ~/.local/share/bash-completion/completions/qicc
  qicc completions zsh > ~/.zfunc/_qicc
  qicc completions fish > ~/.config/fish/completions/qicc.fish";

#[derive(clap::Args)]
#[command(after_help = COMPLETIONS)]
pub(super) struct CompletionArgs {
    /// The shell
    #[arg(value_enum)]
    shell: clap_complete::Shell,
}

const MAN: &str = "\
Examples:
  qicc man | man -l -                          read it
  qicc man --dir ~/.local/share/man/man1       install all pages: qicc(1), qicc-emit(1), …";

#[derive(clap::Args)]
#[command(after_help = MAN)]
pub(super) struct ManArgs {
    /// Write all pages to this folder, one for each command [default: print qicc(1)]
    #[arg(long, value_name = "DIR")]
    dir: Option<PathBuf>,
}

pub(super) fn completions(args: &CompletionArgs) -> u8 {
    let mut text = Vec::new();
    clap_complete::generate(args.shell, &mut Cli::command(), "qicc", &mut text);
    output::result(&String::from_utf8_lossy(&text), None)
}

pub(super) fn man(args: &ManArgs) -> u8 {
    let mut page = Vec::new();
    let (place, written) = match &args.dir {
        Some(folder) => {
            let made = std::fs::create_dir_all(folder);
            (folder.display().to_string(), made.and_then(|()| clap_mangen::generate_to(Cli::command(), folder)))
        }
        None => ("memory".to_owned(), clap_mangen::Man::new(Cli::command()).render(&mut page)),
    };
    match written {
        Ok(()) if args.dir.is_some() => OK,
        Ok(()) => output::result(&String::from_utf8_lossy(&page), None),
        Err(error) => output::unusable(Diagnostic::new("output", format!("cannot write to {place}: {error}"))),
    }
}
