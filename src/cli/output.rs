//! Writing to the user: results on standard output, messages on standard error.

use super::{OK, UNUSABLE};
use crate::source::{Diagnostic, SourceMap};
use std::io::{ErrorKind, IsTerminal, Write};
use std::path::Path;

/// Shows messages, in order, with an empty line between them.
pub(super) fn diagnostics(map: &SourceMap, diagnostics: &[Diagnostic]) {
    let colours = std::io::stderr().is_terminal() && std::env::var_os("NO_COLOR").is_none_or(|value| value.is_empty());
    let shown: Vec<String> = diagnostics.iter().map(|diagnostic| map.render(diagnostic, colours)).collect();
    // Nobody is there to be told that standard error is closed.
    let _ = writeln!(std::io::stderr(), "{}", shown.join("\n\n"));
}

/// Writes a result to a file or to standard output, and gives the exit code.
pub(super) fn result(text: &str, file: Option<&Path>) -> u8 {
    let written = match file {
        Some(file) => std::fs::write(file, text).map_err(|error| (file.display().to_string(), error)),
        None => print(text).map_err(|error| ("standard output".to_owned(), error)),
    };
    match written {
        Ok(()) => OK,
        Err((place, error)) => {
            let diagnostic = Diagnostic::new("output", format!("cannot write to {place}: {error}"));
            diagnostics(&SourceMap::default(), &[diagnostic]);
            UNUSABLE
        }
    }
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
