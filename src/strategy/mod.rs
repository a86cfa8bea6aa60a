//! Strategies: state machines that ask for tasks and consume answers. They start no process and read no clock.

mod whole;

pub use whole::Whole;

use crate::cfa::{FuncId, PropId};
use crate::verifier::{Answer, Verdict};
use std::collections::{BTreeMap, BTreeSet};

/// Numbers the requests of one run.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct RequestId(pub u32);

/// A task that a strategy wants to have done.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Request {
    pub id: RequestId,
    pub entry: FuncId,
    pub properties: BTreeSet<PropId>,
}

#[derive(Clone, Debug)]
pub enum Event {
    Start,
    Answered(RequestId, Answer),
}

pub trait Strategy: Send {
    /// What to ask now. No request and nothing under way means that it is done.
    fn step(&mut self, event: Event) -> Vec<Request>;

    /// What is known so far.
    fn verdicts(&self) -> &BTreeMap<PropId, Verdict>;
}
