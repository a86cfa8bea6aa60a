//! The adapter to CBMC, versions 5.12 to 6.x.
//!
//! CBMC is a bounded model checker: it says something about each assertion of the text, up to a bound for each loop.
//! What it says becomes a verdict only when everything agrees that could show otherwise (see [`judge`]): no loop and no
//! recursion goes on behind its bound, the start of the program can be reached, no assumption excludes everything, and
//! the answer is about the questions, complete, and consistent with itself.
//!
//! | file      | what it does                                                      |
//! |-----------|-------------------------------------------------------------------|
//! | `command` | command lines, and what the versions do differently               |
//! | `library` | models of library functions: whether they are needed and there   |
//! | `stream`  | the answer: a stream of JSON, read piece by piece                 |
//! | `value`   | values and places as CBMC writes them, for people                 |
//! | `trace`   | executions in terms of the source                                 |
//! | `judge`   | what one answer says about each property                          |
//! | `bounds`  | how far each loop is unwound, and how that grows                  |
//! | `session` | one run after the other, until everything is known or a limit met |
//!
//! CBMC's own checks are all off: whatever is checked is an assertion of the text. Its own assertions about calls of
//! the C library are off too.

mod bounds;
mod command;
mod judge;
mod library;
mod session;
mod stream;
#[cfg(test)]
mod tests;
mod trace;
mod value;

use super::{Ended, Invocation, Reason, Session, Task, Text, Tool, Verifier};
use crate::emit::Dialect;
use command::{BINARY, Command, Version};
use session::{Source, Work};
use std::io::Read;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// The bound behind which loops are not followed any further.
pub const BOUND_LIMIT: u64 = 1 << 16;

/// A text that takes longer to read than to check: even a single task often needs several runs.
const LARGE: usize = 32 << 10;

/// CBMC, as it may be installed.
#[derive(Clone, Debug)]
pub struct Cbmc {
    program: PathBuf,
    bound_limit: u64,
}

impl Cbmc {
    /// The program `cbmc`, best by its absolute path: then `goto-cc` is taken from beside it, and both are spared from
    /// starting a C compiler.
    pub fn new(program: impl Into<PathBuf>) -> Cbmc {
        Cbmc { program: program.into(), bound_limit: BOUND_LIMIT }
    }

    /// Loops are not followed behind this bound.
    pub fn bound_limit(self, bound_limit: u64) -> Cbmc {
        Cbmc { bound_limit, ..self }
    }
}

impl Tool for Cbmc {
    fn name(&self) -> &str {
        "cbmc"
    }

    fn get(&self) -> &str {
        "verifiers/cbmc/install in the sources of qicc brings it"
    }

    fn probe(&self) -> Invocation {
        command::version(&self.program)
    }

    fn ready(&self, probe: &Ended) -> Result<Arc<dyn Verifier>, Reason> {
        let said = said_in_short(probe)?;
        let wanted = || "5.12 to 6.x".to_owned();
        let version = Version::parse(&said).ok_or_else(|| Reason::Version { found: said.clone(), wanted: wanted() })?;
        if !version.is_driven() {
            return Err(Reason::Version { found: version.text, wanted: wanted() });
        }
        Ok(Arc::new(Ready {
            title: format!("CBMC {}", version.text),
            command: Arc::new(Command::new(self.program.clone(), &version)),
            bound_limit: self.bound_limit,
        }))
    }
}

/// The first line that a program printed which was asked for its version.
fn said_in_short(probe: &Ended) -> Result<String, Reason> {
    if let Some(reason) = Reason::of_end(&probe.how, &probe.limits) {
        return Err(reason);
    }
    let mut text = String::new();
    let unreadable = |error: std::io::Error| Reason::Garbled(format!("its version cannot be read: {error}"));
    probe.read_stdout().map_err(unreadable)?.take(1000).read_to_string(&mut text).map_err(unreadable)?;
    Ok(text.lines().next().unwrap_or_default().trim().to_owned())
}

/// CBMC in a version that we know to drive.
struct Ready {
    title: String,
    command: Arc<Command>,
    bound_limit: u64,
}

impl Verifier for Ready {
    fn title(&self) -> &str {
        &self.title
    }

    fn dialect(&self) -> Dialect {
        Dialect::Cbmc
    }

    fn per_property(&self) -> bool {
        true
    }

    fn unwinds(&self) -> bool {
        true
    }

    /// Making a goto binary takes about as long as one run from the text, and saves most of every later one.
    fn prepare(&self, text: &Text) -> Option<Invocation> {
        let pays = text.shared || text.printed.text.len() > LARGE;
        if pays { self.command.compile(text) } else { None }
    }

    fn prepared(&self, ended: &Ended) -> Result<(), Reason> {
        command::compiled(ended)
    }

    fn start(&self, task: &Task, folder: &Path) -> Box<dyn Session> {
        let binary = folder.join(BINARY);
        let source = if binary.is_file() { Source::Binary(binary) } else { Source::Text };
        let command = Arc::clone(&self.command);
        Box::new(Work::new(command, self.title.clone(), task.clone(), source, self.bound_limit))
    }
}
