//! One question to a verifier, with all that comes of it when the verifier gives one verdict for all properties.
//!
//! When such an answer settles nothing for several properties, because one of them is violated or because together they
//! were too much, each half of them is asked for again, down to single properties: 2n - 1 requests for n properties at
//! most, each under the same limits.

use crate::cfa::PropId;
use crate::verifier::{Answer, Reason, Verdict};
use std::collections::{BTreeMap, BTreeSet};

/// What is known of the properties of one question.
pub(super) struct Halving {
    verdicts: BTreeMap<PropId, Verdict>,
    /// Sets of which one property must be violated, as the verifier said before they were split.
    violated: Vec<BTreeSet<PropId>>,
}

impl Halving {
    /// What is thought of the properties until somebody answers.
    pub(super) fn new(verdicts: BTreeMap<PropId, Verdict>) -> Halving {
        Halving { verdicts, violated: Vec::new() }
    }

    pub(super) fn properties(&self) -> BTreeSet<PropId> {
        self.verdicts.keys().copied().collect()
    }

    /// Takes what is said of some of the properties.
    pub(super) fn answered(&mut self, properties: &BTreeSet<PropId>, mut answer: Answer) {
        for property in properties {
            let verdict = answer.verdicts.remove(property).unwrap_or(Verdict::Unknown(Reason::NotAnswered));
            self.verdicts.insert(*property, verdict);
        }
    }

    /// What to ask next about properties that an answer for several at once did not settle: nothing, or one or two
    /// sets.
    pub(super) fn parts(&mut self, properties: &BTreeSet<PropId>) -> Vec<BTreeSet<PropId>> {
        if properties.len() < 2 {
            return Vec::new();
        }
        let reason = |property: &PropId| match &self.verdicts[property] {
            Verdict::Unknown(reason) => Some(reason),
            _ => None,
        };
        let one_of = |property: &PropId| reason(property) == Some(&Reason::OneOfSeveral);
        let violated: BTreeSet<PropId> = properties.iter().copied().filter(one_of).collect();
        let open: Vec<PropId> =
            properties.iter().copied().filter(|property| reason(property).is_some_and(smaller_helps)).collect();
        // What remains of a batch may be one property that was alone in truth: only a violation is worth another run.
        if open.len() < 2 && violated.is_empty() {
            return Vec::new();
        }
        if !violated.is_empty() {
            self.violated.push(violated);
        }
        halves(open)
    }

    /// Those of these properties for which time ran out.
    pub(super) fn late(&self, properties: &BTreeSet<PropId>) -> BTreeSet<PropId> {
        properties.iter().copied().filter(|property| is_late(&self.verdicts[property])).collect()
    }

    /// What is known by now. Proofs of each property on its own, after a violation of all together, are no proofs.
    pub(super) fn believed(&self) -> BTreeMap<PropId, Verdict> {
        let mut verdicts = self.verdicts.clone();
        let proved = |property: &PropId| matches!(self.verdicts[property], Verdict::Proved(_));
        for set in self.violated.iter().rev().filter(|set| set.iter().all(proved)) {
            let words = format!("{} properties are violated together, and each is proved alone", set.len());
            let contradiction = Verdict::Unknown(Reason::Contradiction(words));
            verdicts.extend(set.iter().map(|property| (*property, contradiction.clone())));
        }
        verdicts
    }
}

/// Whether more time might help.
pub(super) fn is_late(verdict: &Verdict) -> bool {
    matches!(verdict, Verdict::Unknown(Reason::TimeLimit(_) | Reason::CpuLimit(_)))
}

/// Two sets, or one.
pub(super) fn halves(properties: Vec<PropId>) -> Vec<BTreeSet<PropId>> {
    let (left, right) = properties.split_at(properties.len().div_ceil(2));
    let set = |part: &[PropId]| part.iter().copied().collect::<BTreeSet<_>>();
    [set(left), set(right)].into_iter().filter(|part| !part.is_empty()).collect()
}

/// How many numbers a request for this many properties needs for itself and for all that may come of it.
pub(super) fn numbers(properties: usize) -> u32 {
    (2 * properties).saturating_sub(1) as u32
}

/// Whether a question about fewer properties may have an answer where this one had none.
pub(super) fn smaller_helps(reason: &Reason) -> bool {
    match reason {
        Reason::OneOfSeveral
        | Reason::TimeLimit(_)
        | Reason::CpuLimit(_)
        | Reason::MemoryLimit(_)
        | Reason::OutputLimit(_)
        | Reason::OutOfMemory
        | Reason::GaveUp(_) => true,
        Reason::Interrupted
        | Reason::Crashed(_)
        | Reason::Failed { .. }
        | Reason::Missing { .. }
        | Reason::Version { .. }
        | Reason::Garbled(_)
        | Reason::Contradiction(_)
        | Reason::NotAnswered
        | Reason::Bound(_)
        | Reason::Vacuous(_)
        | Reason::Excluded(_)
        | Reason::Unsupported(_)
        | Reason::Environment(_)
        | Reason::NotGambled(_)
        | Reason::NotReproduced
        | Reason::Addresses => false,
    }
}
