//! What a verifier is, and the adapters to those there are.
//!
//! Adapters are pure: they say what to run and understand what came back. They start no process and read no clock, so
//! that recorded runs and made-up ones test them. They read the files that their processes wrote.

pub mod cbmc;
mod chain;
mod described;
mod embedded;
mod entry;
pub mod linked;
mod process;
pub mod registry;
mod repeated;
pub mod sanitizer;
mod trial;
mod verdict;

pub use chain::Chain;
pub use described::{Described, Search};
pub use embedded::{Analysis, Embedded, Method, Told, retrace};
pub use process::{End, Ended, Invocation, Limits, Usage};
pub use repeated::{Repeated, VIOLATED};
pub use trial::{Grade, Trial};
pub use verdict::{Confirmation, Counterexample, Ground, Happening, Proof, Reason, TraceStep, Verdict, seconds, size};

use crate::cfa::{FuncId, Program, PropId};
use crate::ctype::DataModel;
use crate::emit::{Dialect, Printed};
use crate::engine::Stop;
use crate::region::Origin;
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// A verifier that may be installed or not: what to ask it first.
pub trait Tool: Send + Sync {
    /// As on the command line: `cbmc`.
    fn name(&self) -> &str;

    /// How to get it, for people who do not have it.
    fn get(&self) -> &str;

    /// How its version is asked.
    fn probe(&self) -> Invocation;

    /// What the answer to the probe makes of it; the reason when it cannot be used.
    fn ready(&self, probe: &Ended) -> Result<Arc<dyn Verifier>, Reason>;
}

/// A verifier that is there.
pub trait Verifier: Send + Sync {
    /// With the version, for people: `CBMC 6.6.0`.
    fn title(&self) -> &str;

    /// The C that it wants.
    fn dialect(&self) -> Dialect;

    /// Whether it takes the program itself.
    fn takes_program(&self) -> bool {
        false
    }

    /// Whether it takes the program as text.
    fn takes_text(&self) -> bool {
        !self.takes_program()
    }

    /// Whether it gives a verdict for each property. If not, several properties are given one by one, or in batches.
    fn per_property(&self) -> bool;

    /// Whether it ever says that a property holds; some only find violations.
    fn proves(&self) -> bool {
        true
    }

    /// Whether it proves only what it can unwind to the end.
    fn unwinds(&self) -> bool {
        false
    }

    /// What has to be run once for a text before the tasks about it, in a folder of its own that all of them can read.
    fn prepare(&self, text: &Text) -> Option<Invocation>;

    /// Whether the preparation went well.
    fn prepared(&self, ended: &Ended) -> Result<(), Reason>;

    /// The same verifier, which also tells what its proofs rest on, though that costs more; none if it cannot.
    fn telling(&self) -> Option<Arc<dyn Verifier>> {
        None
    }

    /// The same verifier, content with one violation, whatever else could be said; none if it goes on anyway.
    fn seeking(&self) -> Option<Arc<dyn Verifier>> {
        None
    }

    /// Begins a task; `folder` is where the text was prepared.
    fn start(&self, task: &Task, folder: &Path) -> Box<dyn Session>;
}

/// A task while it is worked on: a state machine that asks for processes, one at a time, until it knows the answer.
pub trait Session: Send {
    /// What to do first (`None`), or next, after what it asked for has ended.
    fn next(&mut self, ended: Option<&Ended>) -> Step;

    /// What to do after it has thought.
    fn thought(&mut self, answer: Answer) -> Step {
        Step::Done(answer)
    }
}

#[derive(Debug)]
pub enum Step {
    Run(Invocation),
    Think(Thought),
    Done(Answer),
}

/// Work to be done in this process, until it is told to stop.
pub struct Thought {
    pub work: Box<dyn FnOnce(&Stop) -> Answer + Send>,
    /// If the task has more.
    pub limits: Limits,
}

impl std::fmt::Debug for Thought {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Thought")
    }
}

/// A program as text in a verifier's dialect, shared by all tasks about it.
#[derive(Debug)]
pub struct Text {
    pub printed: Printed,
    pub dialect: Dialect,
    /// The program itself, for a verifier that takes it.
    pub program: Option<Arc<Program>>,
    /// The data model that the text was printed for.
    pub model: DataModel,
    /// Whether several tasks will be about it, so that preparing it pays.
    pub shared: bool,
    /// The region that it is, if it is not the whole: it starts in an arbitrary state, so that few values are known
    /// while it runs.
    pub origin: Option<Origin>,
}

/// A question to a verifier.
#[derive(Clone, Debug)]
pub struct Task {
    pub text: Arc<Text>,
    /// A function without parameters that execution starts with.
    pub entry: FuncId,
    /// Which properties are asked for; all of them can be reached from the entry as far as the call graph says.
    pub properties: BTreeSet<PropId>,
    /// Whether executions that violate properties are wanted, if they cost more.
    pub traces: bool,
    pub limits: Limits,
}

/// What a verifier says: a verdict for each property that was asked for.
#[derive(Clone, Debug, Default)]
pub struct Answer {
    pub verdicts: BTreeMap<PropId, Verdict>,
}

impl Answer {
    /// The same reason for all properties.
    pub fn unknown(properties: &BTreeSet<PropId>, reason: &Reason) -> Answer {
        Answer { verdicts: properties.iter().map(|id| (*id, Verdict::Unknown(reason.clone()))).collect() }
    }
}

/// Where programs are looked for beyond PATH: found by whoever knows this machine.
#[derive(Clone, Debug, Default)]
pub struct Places {
    /// Folders with programs in them, private installs among them, in the order in which they are tried.
    pub folders: Vec<PathBuf>,
}
