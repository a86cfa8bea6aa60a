//! What can be known about a property: proved, violated, or unknown with the reason. The whole algebra is here.
//!
//! A [`Proof`] cannot be made without saying what it rests on, and nothing turns an unknown into a proof.

use super::process::{End, Limits};
use super::repeated::Repeated;
use crate::cfa::Lemma;
use crate::region::{RegionId, Rung};
use crate::source::Span;
use std::fmt;
use std::sync::Arc;
use std::time::Duration;

#[derive(Clone, Debug, PartialEq)]
pub enum Verdict {
    Proved(Proof),
    Violated(Counterexample),
    Unknown(Reason),
}

/// The evidence for "proved".
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Proof {
    /// Who said so, with the version: `CBMC 6.6.0`.
    verifier: String,
    /// What made the answer complete, in a few words: `no loop goes on behind its bound`.
    grounds: String,
    /// Where, if not in whole programs alone.
    pieces: Vec<Ground>,
    /// What it rests on, about the program that was asked about, as far as the verifier tells it.
    lemmas: Arc<[Lemma]>,
}

/// A part of the program in which something was proved.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Ground {
    pub region: RegionId,
    /// What it was tried with; none for a whole program.
    pub rung: Option<Rung>,
}

impl Proof {
    pub fn new(verifier: impl Into<String>, grounds: impl Into<String>) -> Proof {
        Proof { verifier: verifier.into(), grounds: grounds.into(), pieces: Vec::new(), lemmas: Arc::default() }
    }

    /// The same by proofs about parts of the program: every execution that comes to the property goes through one of
    /// them.
    pub fn in_pieces(self, pieces: Vec<Ground>) -> Proof {
        Proof { pieces, ..self }
    }

    /// The same, with what it rests on: that holds in the program that was asked about, if all of its properties do.
    pub fn resting_on(self, lemmas: Arc<[Lemma]>) -> Proof {
        Proof { lemmas, ..self }
    }

    pub fn verifier(&self) -> &str {
        &self.verifier
    }

    pub fn grounds(&self) -> &str {
        &self.grounds
    }

    /// The parts of the program that it is about, in order; empty if it is about nothing but whole programs.
    pub fn pieces(&self) -> &[Ground] {
        &self.pieces
    }

    pub fn lemmas(&self) -> &[Lemma] {
        &self.lemmas
    }
}

/// An execution that violates a property, as far as the verifier tells it; empty when it tells nothing.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Counterexample {
    pub verifier: String,
    pub steps: Vec<TraceStep>,
    pub confirmation: Confirmation,
}

/// Whether the program has been run, and has violated the property.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Confirmation {
    #[default]
    NotTried,
    /// By this program, where it is ours and makes choices that nobody could tell a run of the program itself.
    ByExecution(Option<Arc<Repeated>>),
    /// Why not.
    Not(String),
}

/// One step of an execution, in terms of the source.
#[derive(Clone, Debug, PartialEq)]
pub struct TraceStep {
    pub span: Option<Span>,
    pub function: String,
    pub what: Happening,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Happening {
    Assign {
        place: String,
        value: String,
    },
    /// A function is entered.
    Call(String),
    /// A function is left.
    Return(String),
    /// A condition is true or false; verifiers that do not tell leave it out.
    Branch(bool),
    /// The property is violated here.
    Violation,
}

/// Why nothing is known.
#[derive(Clone, Debug, PartialEq)]
pub enum Reason {
    /// A limit of ours ended the verifier.
    TimeLimit(Duration),
    CpuLimit(Duration),
    MemoryLimit(u64),
    OutputLimit(u64),
    /// The user stopped it.
    Interrupted,
    /// It ended by a signal that we did not send.
    Crashed(i32),
    /// It ended with an exit code that means that it failed, and maybe with words about it.
    Failed {
        code: i32,
        message: String,
    },
    /// There is no such program, or it cannot be started.
    Missing {
        program: String,
        message: String,
    },
    /// It is there, but not in a version that we know to drive.
    Version {
        found: String,
        wanted: String,
    },
    /// Its output has no verdict, or is cut off, or is not what it should look like.
    Garbled(String),
    /// It answered with two verdicts that contradict each other.
    Contradiction(String),
    /// It answered, but not about this property.
    NotAnswered,
    /// It gave up, in its own words.
    GaveUp(String),
    /// It ran out of memory by itself.
    OutOfMemory,
    /// Executions are longer than the bound up to which it looked.
    Bound(u64),
    /// It checked nothing: the assumptions exclude every execution, or it did not see the property.
    Vacuous(String),
    /// No execution that comes to this assumption gets past it.
    Excluded(Span),
    /// It cannot express the property or cannot read the program.
    Unsupported(String),
    /// The verifier found a violation of one of several properties, and does not say which.
    OneOfSeveral,
    /// The program's environment is not known well enough for a verdict.
    Environment(String),
    /// A part of the program cannot be tried by itself.
    NotGambled(String),
    /// A violation was found that does not happen when the program is run.
    NotReproduced,
    /// The same, and it depends on where objects are.
    Addresses,
}

impl Reason {
    /// A short stable name, for `qicc explain` and for scripts.
    pub fn code(&self) -> &'static str {
        match self {
            Reason::TimeLimit(_) => "time-limit",
            Reason::CpuLimit(_) => "cpu-limit",
            Reason::MemoryLimit(_) => "memory-limit",
            Reason::OutputLimit(_) => "output-limit",
            Reason::Interrupted => "interrupted",
            Reason::Crashed(_) => "crashed",
            Reason::Failed { .. } => "failed",
            Reason::Missing { .. } => "missing",
            Reason::Version { .. } => "version",
            Reason::Garbled(_) => "garbled",
            Reason::Contradiction(_) => "contradiction",
            Reason::NotAnswered => "not-answered",
            Reason::GaveUp(_) => "gave-up",
            Reason::OutOfMemory => "out-of-memory",
            Reason::Bound(_) => "bound",
            Reason::Vacuous(_) | Reason::Excluded(_) => "vacuous",
            Reason::Unsupported(_) => "not-supported",
            Reason::OneOfSeveral => "one-of-several",
            Reason::Environment(_) => "environment",
            Reason::NotGambled(_) => "not-gambled",
            Reason::NotReproduced => "not-reproduced",
            Reason::Addresses => "addresses",
        }
    }

    /// Why a process that was ended, or ended itself other than by exiting, has no verdict.
    pub fn of_end(end: &End, limits: &Limits) -> Option<Reason> {
        Some(match end {
            End::Exit(_) => return None,
            End::Signal(signal) => Reason::Crashed(*signal),
            End::TimeLimit => Reason::TimeLimit(limits.wall),
            End::CpuLimit => Reason::CpuLimit(limits.cpu.unwrap_or(limits.wall)),
            End::MemoryLimit => Reason::MemoryLimit(limits.memory.unwrap_or(0)),
            End::OutputLimit => Reason::OutputLimit(limits.output),
            End::Interrupted => Reason::Interrupted,
            End::NotStarted { program, message } => {
                Reason::Missing { program: program.clone(), message: message.clone() }
            }
        })
    }
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Reason::TimeLimit(limit) => write!(f, "time limit {}", seconds(*limit)),
            Reason::CpuLimit(limit) => write!(f, "CPU limit {}", seconds(*limit)),
            Reason::MemoryLimit(bytes) => write!(f, "memory limit {}", size(*bytes)),
            Reason::OutputLimit(bytes) => write!(f, "output limit {}", size(*bytes)),
            Reason::Interrupted => write!(f, "interrupted"),
            Reason::Crashed(signal) => write!(f, "the verifier was killed by signal {signal}"),
            Reason::Failed { code, message } if message.is_empty() => {
                write!(f, "the verifier failed with exit code {code}")
            }
            Reason::Failed { code, message } => write!(f, "the verifier failed with exit code {code}: {message}"),
            Reason::Missing { program, message } => write!(f, "cannot run {program}: {message}"),
            Reason::Version { found, wanted } => write!(f, "version {found} is not supported; {wanted} is"),
            Reason::Garbled(what) => write!(f, "the verifier's answer cannot be understood: {what}"),
            Reason::Contradiction(what) => write!(f, "the verifier contradicts itself: {what}"),
            Reason::NotAnswered => write!(f, "the verifier said nothing about it"),
            Reason::GaveUp(words) => write!(f, "the verifier gave up: {words}"),
            Reason::OutOfMemory => write!(f, "the verifier ran out of memory"),
            Reason::Bound(bound) => write!(f, "some execution is longer than the unwinding bound {bound}"),
            Reason::Vacuous(what) => write!(f, "nothing was checked: {what}"),
            Reason::Excluded(_) => write!(f, "an assumption excludes every execution that comes to it"),
            Reason::Unsupported(what) => write!(f, "not supported: {what}"),
            Reason::OneOfSeveral => write!(f, "one of several properties is violated, not known which"),
            Reason::Environment(what) => write!(f, "{what}"),
            Reason::NotGambled(what) => write!(f, "not tried by itself: {what}"),
            Reason::NotReproduced => write!(
                f,
                "the verifier found a violation that does not happen when the program is run: please report this bug of qicc"
            ),
            Reason::Addresses => write!(
                f,
                "a violation was found that depends on where objects are in memory, and does not happen when the program is run"
            ),
        }
    }
}

impl Verdict {
    /// The word for it: proved, violated or unknown.
    pub fn word(&self) -> &'static str {
        match self {
            Verdict::Proved(_) => "proved",
            Verdict::Violated(_) => "violated",
            Verdict::Unknown(_) => "unknown",
        }
    }

    /// The same about another program than the one that was asked about: what it rests on need not hold there.
    pub fn elsewhere(self) -> Verdict {
        match self {
            Verdict::Proved(proof) => Verdict::Proved(proof.resting_on(Arc::default())),
            other => other,
        }
    }

    /// What is known of a property that must hold in two programs: here and there.
    pub fn and(self, other: Verdict) -> Verdict {
        match (self, other) {
            (violated @ Verdict::Violated(_), _) | (_, violated @ Verdict::Violated(_)) => violated,
            (unknown @ Verdict::Unknown(_), _) | (_, unknown @ Verdict::Unknown(_)) => unknown,
            (proved @ Verdict::Proved(_), Verdict::Proved(_)) => proved,
        }
    }
}

/// A duration as people write it: `60 s`, `0.5 s`.
pub fn seconds(duration: Duration) -> String {
    let text = format!("{:.3}", duration.as_secs_f64());
    format!("{} s", text.trim_end_matches('0').trim_end_matches('.'))
}

/// A number of bytes as people write it: `2 GiB`, `1.5 MiB`.
pub fn size(bytes: u64) -> String {
    let units = ["B", "KiB", "MiB", "GiB", "TiB"];
    let mut value = bytes as f64;
    let mut unit = 0;
    while value >= 1024.0 && unit + 1 < units.len() {
        value /= 1024.0;
        unit += 1;
    }
    let text = format!("{value:.1}");
    format!("{} {}", text.trim_end_matches(".0"), units[unit])
}
