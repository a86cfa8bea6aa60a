//! Writing to the user: results on standard output, messages on standard error.

use super::{OK, UNUSABLE};
use crate::report::{Styles, Target};
use crate::source::{Diagnostic, SourceMap};
use std::io::{ErrorKind, IsTerminal, Write};
use std::path::Path;
use std::sync::OnceLock;

/// When to use colours.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, clap::ValueEnum)]
pub(super) enum Colour {
    /// On a terminal, unless NO_COLOR is set or TERM is dumb
    #[default]
    Auto,
    Always,
    Never,
}

/// What the user chose; set once, when the arguments have been read.
static CHOICE: OnceLock<Colour> = OnceLock::new();

pub(super) fn choose_colour(choice: Colour) {
    // There is only one command line.
    _ = CHOICE.set(choice);
}

/// How to write to a stream.
pub(super) fn styles(stream: &impl IsTerminal) -> Styles {
    let set = |name: &str| std::env::var(name).unwrap_or_default();
    let choice = CHOICE.get().copied().unwrap_or_default();
    Styles { colours: choice.colours(stream.is_terminal(), &set("NO_COLOR"), &set("TERM")) }
}

impl Colour {
    fn colours(self, terminal: bool, no_color: &str, term: &str) -> bool {
        match self {
            Colour::Always => true,
            Colour::Never => false,
            Colour::Auto => terminal && no_color.is_empty() && term != "dumb",
        }
    }
}

/// How a result is shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub(super) enum Format {
    Text,
    Json,
}

/// How something is shown that can be drawn as well.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub(super) enum GraphFormat {
    Text,
    Json,
    Dot,
}

/// Shows messages, in order, with an empty line between them.
pub(super) fn diagnostics(map: &SourceMap, diagnostics: &[Diagnostic]) {
    let colours = styles(&std::io::stderr()).colours;
    let shown: Vec<String> = diagnostics.iter().map(|diagnostic| map.render(diagnostic, colours)).collect();
    // Nobody is there to be told that standard error is closed.
    let _ = writeln!(std::io::stderr(), "{}", shown.join("\n\n"));
}

/// Shows a message that has no place in a file, and gives the exit code.
pub(super) fn unusable(diagnostic: Diagnostic) -> u8 {
    diagnostics(&SourceMap::default(), &[diagnostic]);
    UNUSABLE
}

/// Writes a result to a file or to standard output, and gives the exit code.
pub(super) fn result(text: &str, file: Option<&Path>) -> u8 {
    let written = match file {
        Some(file) => std::fs::write(file, text).map_err(|error| (file.display().to_string(), error)),
        None => print(text).map_err(|error| ("standard output".to_owned(), error)),
    };
    match written {
        Ok(()) => OK,
        Err((place, error)) => unusable(Diagnostic::new("output", format!("cannot write to {place}: {error}"))),
    }
}

/// The same for what is wrong at a place of the input.
pub(super) fn unusable_at(map: &SourceMap, error: Diagnostic) -> u8 {
    diagnostics(map, &[error]);
    UNUSABLE
}

pub(super) fn cannot_write(path: &Path, error: std::io::Error) -> Diagnostic {
    Diagnostic::new("output", format!("cannot write to {}: {error}", path.display()))
}

pub(super) fn cannot_start(error: std::io::Error) -> Diagnostic {
    Diagnostic::new("output", format!("cannot start processes: {error}"))
}

/// Where progress goes.
pub(super) fn progress() -> Target {
    if std::io::stderr().is_terminal() { Target::Terminal } else { Target::Lines(Box::new(std::io::stderr())) }
}

/// Prints to standard output. A reader that has gone away, as `head` does, is no error.
fn print(text: &str) -> std::io::Result<()> {
    let mut out = std::io::stdout().lock();
    match out.write_all(text.as_bytes()).and_then(|()| out.flush()) {
        Err(error) if error.kind() == ErrorKind::BrokenPipe => Ok(()),
        written => written,
    }
}

/// Makes a panic say whose fault it is. The process ends with exit code 101.
pub(super) fn report_panics() {
    let default = std::panic::take_hook();
    std::panic::set_hook(Box::new(move |info| {
        default(info);
        let _ = writeln!(
            std::io::stderr(),
            "\nThis is a bug in qicc {}, not in your program. Please report it with the command line and the input.",
            env!("CARGO_PKG_VERSION")
        );
    }));
}

#[cfg(test)]
mod tests {
    use super::Colour;

    #[test]
    fn colours_on_terminals_that_want_them() {
        assert!(Colour::Auto.colours(true, "", "xterm"));
        assert!(!Colour::Auto.colours(false, "", "xterm"));
        assert!(!Colour::Auto.colours(true, "1", "xterm"));
        assert!(!Colour::Auto.colours(true, "", "dumb"));
        assert!(Colour::Always.colours(false, "1", "dumb"));
        assert!(!Colour::Never.colours(true, "", "xterm"));
    }
}
