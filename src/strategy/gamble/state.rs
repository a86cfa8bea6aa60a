//! What the climber keeps: by step, by property, and about what is under way.

use super::climb::StepId;
use crate::cfa::PropId;
use crate::region::{RegionId, Rung};
use crate::strategy::halving::{Halving, halves};
use crate::strategy::{Effort, RequestId};
use crate::verifier::{Counterexample, Proof, Reason, Verdict};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

/// One try to prove a property.
#[derive(Clone, Debug, PartialEq)]
pub struct Try {
    pub region: RegionId,
    /// None for a whole program.
    pub rung: Option<Rung>,
    pub effort: Effort,
    pub outcome: Outcome,
}

#[derive(Clone, Debug, PartialEq)]
pub enum Outcome {
    /// It is proved here.
    Hit(Proof),
    /// It is not, because nothing is known.
    Miss(Reason),
    /// It is not, because it fails here when the region starts in some state, in which the program may never be.
    Fails(Counterexample),
    /// It is violated: only a whole program can say that.
    Violated,
    /// The answer was not waited for.
    Dropped,
}

/// What is known of a property in a step.
#[derive(Clone, Debug)]
pub(super) enum Known {
    Hit,
    /// Whichever way leads up from here, it is proved there.
    Held,
    /// Not proved here.
    Miss {
        effort: Effort,
        /// More time might help.
        late: bool,
        /// What was asked together with it, if that was a guess and too much.
        with: Option<Arc<BTreeSet<PropId>>>,
    },
}

impl Known {
    pub(super) fn proves(&self) -> bool {
        matches!(self, Known::Hit | Known::Held)
    }
}

/// A step in this sweep.
#[derive(Default)]
pub(super) struct Desk {
    /// How many of the steps below are not done; properties may still come from them.
    pub(super) waiting: u32,
    pub(super) done: bool,
    /// The properties that have come here, and whether more time might help below.
    pub(super) arrived: BTreeMap<PropId, bool>,
    pub(super) batches: Vec<u32>,
    /// Somebody has guessed here.
    pub(super) guessed: bool,
    /// What guesses further up are about.
    pub(super) carried: BTreeSet<PropId>,
    /// Of all sweeps.
    pub(super) known: BTreeMap<PropId, Known>,
}

/// A property.
#[derive(Default)]
pub(super) struct Prop {
    /// It is not asked about, or its verdict is final.
    pub(super) settled: bool,
    pub(super) start: Vec<StepId>,
    /// How many entries reach it.
    pub(super) entries: usize,
    /// The steps where it is and has not been dealt with.
    pub(super) live: BTreeSet<StepId>,
    /// The tops that it came to in this sweep.
    pub(super) exposed: BTreeSet<StepId>,
    /// What whole programs say that did not prove it.
    pub(super) said: BTreeMap<StepId, Verdict>,
    /// The requests under way whose answer about it is needed.
    pub(super) requests: BTreeSet<RequestId>,
    pub(super) hit: bool,
    /// More time might help somewhere.
    pub(super) late: bool,
    /// In the order of the steps, the cheap ones first, and then as they came.
    pub(super) tries: BTreeMap<(Effort, StepId, u32), Try>,
}

impl Prop {
    pub(super) fn tried(&mut self, step: StepId, tried: Try) {
        let before = self.tries.range((tried.effort, step, 0)..=(tried.effort, step, u32::MAX)).count();
        self.tries.insert((tried.effort, step, before as u32), tried);
    }

    pub(super) fn proof(&self, step: StepId) -> Option<&Proof> {
        let here = |effort| self.tries.range((effort, step, 0)..=(effort, step, u32::MAX));
        here(Effort::Cheap).chain(here(Effort::Full)).find_map(|(_, tried)| match &tried.outcome {
            Outcome::Hit(proof) => Some(proof),
            _ => None,
        })
    }
}

/// What was asked at once in a step, with what comes of it.
pub(super) struct Batch {
    pub(super) step: StepId,
    pub(super) effort: Effort,
    pub(super) guess: bool,
    pub(super) known: Halving,
    pub(super) asked: BTreeSet<PropId>,
    /// How many requests are under way.
    pub(super) open: u32,
    pub(super) dropped: BTreeSet<PropId>,
    /// How many parts that were asked last have not been answered, and what had no time in the others.
    pub(super) parts: u32,
    pub(super) late: Vec<BTreeSet<PropId>>,
    /// For a guess, what each property was asked together with at last.
    pub(super) with: BTreeMap<PropId, Arc<BTreeSet<PropId>>>,
}

impl Batch {
    /// What to ask next when time ran out for some properties: one of many may have cost it all. When both halves have
    /// no time, that was not so, and nothing more is asked.
    pub(super) fn without_the_slow(&mut self, answered: &BTreeSet<PropId>) -> Vec<BTreeSet<PropId>> {
        let late = self.known.late(answered);
        if !late.is_empty() {
            self.late.push(late);
        }
        self.parts -= 1;
        if self.parts > 0 {
            return Vec::new();
        }
        match std::mem::take(&mut self.late).as_slice() {
            [late] if late.len() > 1 => {
                self.parts = 2;
                halves(late.iter().copied().collect())
            }
            _ => Vec::new(),
        }
    }
}

/// A request under way.
pub(super) struct Open {
    pub(super) batch: u32,
    pub(super) properties: BTreeSet<PropId>,
    /// For how many properties somebody waits for the answer.
    pub(super) needed: usize,
}
