//! When a part of a program is given up, so that the rest gets its turn (paper 001, figure 7).
//!
//! A monitor looks at one state, at the way to it, or at all there are. Where it finds too much, nothing behind that
//! state is looked at: the condition of the run says so. What takes too long on one edge, or for one refinement, is
//! ended when it has. Time and memory of the whole run are limits of the task. What overflows is watched by
//! [`super::overflow`].

use std::time::Duration;

/// What can be too much. The words are those of the command line.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Limit {
    States,
    StatesPerLocation,
    BusyEdge,
    PathLength,
    AssumeEdges,
    Repetitions,
    StateSize,
    PostTime,
    PostMemory,
    PathTime,
    RefinementTime,
    RefinementMemory,
    FormulaSize,
    /// Nothing is counted: every one is too much.
    Overflow,
}

/// Each limit with its name; `qicc explain monitor` says what it counts.
pub const LIMITS: [(Limit, &str); 14] = [
    (Limit::States, "states"),
    (Limit::StatesPerLocation, "states-per-location"),
    (Limit::BusyEdge, "busy-edge"),
    (Limit::PathLength, "path-length"),
    (Limit::AssumeEdges, "assume-edges"),
    (Limit::Repetitions, "repetitions"),
    (Limit::StateSize, "state-size"),
    (Limit::PostTime, "post-time"),
    (Limit::PostMemory, "post-memory"),
    (Limit::PathTime, "path-time"),
    (Limit::RefinementTime, "refinement-time"),
    (Limit::RefinementMemory, "refinement-memory"),
    (Limit::FormulaSize, "formula-size"),
    (Limit::Overflow, "overflow"),
];

/// The limits that are set.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Monitors {
    set: Vec<(Limit, u64)>,
}

impl FromIterator<(Limit, u64)> for Monitors {
    fn from_iter<T: IntoIterator<Item = (Limit, u64)>>(limits: T) -> Monitors {
        Monitors { set: limits.into_iter().collect() }
    }
}

impl Limit {
    pub fn name(self) -> &'static str {
        LIMITS[self as usize].1
    }

    /// Whether it has a number.
    pub fn counts(self) -> bool {
        self != Limit::Overflow
    }

    pub fn named(name: &str) -> Option<Limit> {
        LIMITS.iter().find(|(_, known)| *known == name).map(|(limit, _)| *limit)
    }
}

impl Monitors {
    /// Whether anybody wants to know.
    pub fn watches(&self, limit: Limit) -> bool {
        self.most(limit).is_some()
    }

    pub(super) fn most(&self, limit: Limit) -> Option<u64> {
        self.set.iter().find(|(other, _)| *other == limit).map(|(_, most)| *most)
    }

    /// Why a part is given up that has so much of something.
    pub(super) fn exceeded(&self, limit: Limit, now: u64) -> Option<String> {
        let most = self.most(limit)?;
        (now > most).then(|| format!("the monitor {}={most} was exceeded", limit.name()))
    }

    pub(super) fn exceeded_time(&self, limit: Limit, now: Duration) -> Option<String> {
        self.exceeded(limit, now.as_millis() as u64)
    }
}
