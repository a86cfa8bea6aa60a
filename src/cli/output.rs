//! Writing to the user: results on standard output, messages on standard error.

use crate::source::{Diagnostic, SourceMap};
use std::io::{ErrorKind, IsTerminal, Write};

/// Shows messages, in order, with an empty line between them.
pub(super) fn diagnostics(map: &SourceMap, diagnostics: &[Diagnostic]) {
    let colours = std::io::stderr().is_terminal() && std::env::var_os("NO_COLOR").is_none_or(|value| value.is_empty());
    let shown: Vec<String> = diagnostics.iter().map(|diagnostic| map.render(diagnostic, colours)).collect();
    // Nobody is there to be told that standard error is closed.
    let _ = writeln!(std::io::stderr(), "{}", shown.join("\n\n"));
}

/// Prints a result. A reader that has gone away, as `head` does, is no error.
pub(super) fn print(text: &str) -> Result<(), Diagnostic> {
    let mut out = std::io::stdout().lock();
    match out.write_all(text.as_bytes()).and_then(|()| out.flush()) {
        Err(error) if error.kind() != ErrorKind::BrokenPipe => {
            Err(Diagnostic::new("output", format!("cannot write to standard output: {error}")))
        }
        _ => Ok(()),
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
