//! Strategies: state machines that ask for tasks and consume answers. They start no process and read no clock.

mod gamble;
mod halving;
mod whole;

pub use gamble::{Bet, Climb, Gamble, Outcome, Place, Settings, Try};
pub use whole::Whole;

use crate::cfa::{FuncId, PropId};
use crate::region::{RegionId, Rung};
use crate::verifier::{Answer, Verdict};
use std::collections::{BTreeMap, BTreeSet};

/// Numbers the requests of one run.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct RequestId(pub u32);

/// What of the program a request is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Subject {
    /// Everything that happens from this entry.
    Whole(FuncId),
    /// A region by itself, started in any state that the rung leaves open.
    Region(RegionId, Rung),
}

/// How much of the user's limits a task may have.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Effort {
    Cheap,
    Full,
}

/// A task that a strategy wants to have done.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Request {
    pub id: RequestId,
    pub subject: Subject,
    pub properties: BTreeSet<PropId>,
    pub effort: Effort,
    /// Only because somebody has nothing better to do.
    pub guess: bool,
    /// How far up it is: of two tasks the lower one is more likely to be cheap.
    pub place: u32,
}

impl Request {
    /// Of several requests that wait, the least one is done first.
    pub fn turn(&self) -> (bool, Effort, u32, RequestId) {
        (self.guess, self.effort, self.place, self.id)
    }
}

#[derive(Clone, Debug)]
pub enum Event {
    Start,
    Answered(RequestId, Answer),
    /// Nothing waits, and this many tasks could run besides those that do.
    Idle(usize),
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Action {
    Ask(Request),
    /// The answer is not needed any more, and will not be missed.
    Drop(RequestId),
}

pub trait Strategy: Send {
    /// What to do now. Nothing to ask and nothing under way means that it is done.
    fn step(&mut self, event: Event) -> Vec<Action>;

    /// Whether a property is known to hold wherever it is in what a request is about.
    fn holds_in(&self, _: PropId, _: &Request) -> bool {
        false
    }

    /// What is known so far.
    fn verdicts(&self) -> &BTreeMap<PropId, Verdict>;
}
