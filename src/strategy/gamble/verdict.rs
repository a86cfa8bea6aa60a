//! What follows for a property from hits, misses and the words of whole programs.

use super::Gamble;
use super::climb::StepId;
use super::state::Known;
use crate::cfa::{Lemma, PropId};
use crate::strategy::{Effort, RequestId, Subject};
use crate::verifier::{Ground, Proof, Reason, Verdict};
use std::collections::BTreeSet;

/// How many steps are looked at to find out that a step need not be asked. Verdicts do not depend on it.
const LOOKED_AT: usize = 1000;

impl Gamble {
    /// A property is proved in a step.
    pub(super) fn hit(&mut self, property: PropId, step: StepId) {
        let prop = &self.props[property.0 as usize];
        if prop.settled {
            // An answer that nobody waited for; it may be one that cannot be.
            let refuted = prop.said.iter().filter(|(_, verdict)| matches!(verdict, Verdict::Violated(_)));
            let tops: Vec<StepId> = refuted.map(|(top, _)| *top).collect();
            if let Some(top) = tops.into_iter().find(|top| self.is_covered(property, *top)) {
                self.contradiction(property, top);
            }
        } else if self.desks[step.at()].waiting > 0 {
            if self.steps.entry(step).is_some() && self.climbed(property).0.is_empty() {
                self.props[property.0 as usize].live.clear();
                self.conclude(property);
            } else {
                self.release(property);
            }
        }
    }

    /// A whole program violates a property. If it was asked in its turn, that is seen when everything has come to the
    /// top: other entries are still asked, so that it does not matter which one answers first. For a guess about the
    /// only entry that is all one needs to know.
    pub(super) fn violated(&mut self, property: PropId, top: StepId) {
        let prop = &self.props[property.0 as usize];
        if prop.settled {
            if matches!(self.verdicts[&property], Verdict::Proved(_)) {
                self.contradiction(property, top);
            }
        } else if prop.entries == 1 && self.desks[top.at()].waiting > 0 {
            match prop.hit && self.is_covered(property, top) {
                true => self.contradiction(property, top),
                false => _ = self.verdicts.insert(property, prop.said[&top].clone()),
            }
            self.settle(property);
        }
    }

    /// When a property is nowhere on the way up any more, what it came to is known for this sweep.
    pub(super) fn conclude(&mut self, property: PropId) {
        let prop = &self.props[property.0 as usize];
        if prop.settled || !prop.live.is_empty() {
            return;
        }
        let refuted = |(_, verdict): &(&StepId, &Verdict)| matches!(verdict, Verdict::Violated(_));
        let covered = prop.said.iter().filter(refuted).find(|(top, _)| !prop.exposed.contains(top));
        if let Some((top, _)) = covered {
            self.contradiction(property, *top);
            return self.settle(property);
        }
        let verdict = if prop.exposed.is_empty() { self.proved(property) } else { self.at_the_top(property) };
        let last = self.effort == Effort::Full || !prop.late;
        let known = !matches!(verdict, Verdict::Unknown(_));
        self.verdicts.insert(property, verdict);
        if known || last {
            self.settle(property);
        }
    }

    /// What the tops say that a property came to.
    fn at_the_top(&self, property: PropId) -> Verdict {
        let prop = &self.props[property.0 as usize];
        let word = |top: &StepId| match self.steps.entry(*top) {
            Some(entry) if !self.reaches(entry, property) => None,
            Some(entry) => Some(match self.unfaithful.get(&entry) {
                Some(why) => Verdict::Unknown(Reason::Environment(why.clone())),
                None => prop.said.get(top).cloned().unwrap_or(Verdict::Unknown(Reason::NotAnswered)),
            }),
            None => Some(Verdict::Unknown(Reason::NotGambled("no whole program has it".into()))),
        };
        let words = prop.exposed.iter().filter_map(word).reduce(Verdict::and);
        words.unwrap_or_else(|| Verdict::Unknown(Reason::Vacuous("no entry reaches it".into())))
    }

    /// The proof of a property that was proved on every way up, by the first hit on each.
    fn proved(&self, property: PropId) -> Verdict {
        let prop = &self.props[property.0 as usize];
        let (tops, hits) = self.climbed(property);
        debug_assert!(tops.is_empty(), "{property:?} came to {tops:?}");
        if !tops.is_empty() {
            return Verdict::Unknown(Reason::NotAnswered);
        }
        let proofs: Vec<&Proof> = hits.iter().filter_map(|step| prop.proof(*step)).collect();
        let Some(first) = proofs.first() else { return Verdict::Unknown(Reason::NotAnswered) };
        let whole = hits.iter().all(|step| self.steps.entry(*step).is_some());
        let grounds: BTreeSet<&str> = proofs.iter().map(|proof| proof.grounds()).collect();
        let grounds: Vec<&str> = grounds.into_iter().collect();
        let ground = |step: &StepId| Ground {
            region: self.steps.region(*step),
            rung: match self.steps.subject(*step) {
                Some(Subject::Region(_, rung)) => Some(rung),
                _ => None,
            },
        };
        let pieces = if whole { Vec::new() } else { hits.iter().map(ground).collect() };
        let lemmas: Vec<Lemma> = proofs.iter().flat_map(|proof| proof.lemmas()).cloned().collect();
        let proof = Proof::new(first.verifier(), grounds.join("; ")).in_pieces(pieces);
        Verdict::Proved(proof.resting_on(lemmas.into()))
    }

    /// The tops that a property comes to, and the hits that hold it up.
    fn climbed(&self, property: PropId) -> (BTreeSet<StepId>, BTreeSet<StepId>) {
        let (mut tops, mut hits) = (BTreeSet::new(), BTreeSet::new());
        let mut work: BTreeSet<StepId> = self.props[property.0 as usize].start.iter().copied().collect();
        // Whatever is above a step has a greater number, so nothing comes twice.
        while let Some(step) = work.pop_first() {
            if matches!(self.desks[step.at()].known.get(&property), Some(Known::Hit)) {
                hits.insert(step);
            } else if self.steps.above(step).is_empty() {
                tops.insert(step);
            } else {
                work.extend(self.steps.above(step).iter().copied());
            }
        }
        (tops, hits)
    }

    /// Whether a property is proved on every way up before it comes to a step, or past it.
    pub(super) fn is_proved_below(&self, property: PropId, step: StepId) -> bool {
        let Some(prop) = self.props.get(property.0 as usize) else { return false };
        let mut work: BTreeSet<StepId> = prop.start.iter().copied().collect();
        let starts = !work.is_empty();
        while let Some(at) = work.pop_first() {
            let above = self.steps.above(at);
            if at >= step || above.is_empty() {
                return false;
            }
            if !matches!(self.desks[at.at()].known.get(&property), Some(Known::Hit)) {
                work.extend(above.iter().copied());
            }
        }
        starts
    }

    /// Whether a property is proved on every way up to a top.
    fn is_covered(&self, property: PropId, top: StepId) -> bool {
        !self.climbed(property).0.contains(&top)
    }

    /// Somebody is wrong, and nobody knows who.
    fn contradiction(&mut self, property: PropId, top: StepId) {
        let hits = self.climbed(property).1.len();
        let region = self.steps.region(top).0;
        let regions = if hits == 1 { "a region that has" } else { "regions that have" };
        let words = format!("whole program {region} violates it, and it is proved in {regions} every way to it");
        self.verdicts.insert(property, Verdict::Unknown(Reason::Contradiction(words)));
    }

    /// The verdict is final: whatever is asked for this property alone is not needed any more.
    fn settle(&mut self, property: PropId) {
        let prop = &mut self.props[property.0 as usize];
        prop.settled = true;
        for id in std::mem::take(&mut prop.requests) {
            self.not_needed(id);
        }
    }

    /// One property less needs the answer to a request.
    fn not_needed(&mut self, id: RequestId) {
        if let Some(open) = self.open.get_mut(&id) {
            open.needed = open.needed.saturating_sub(1);
            if open.needed == 0 {
                self.doomed.push(id);
            }
        }
    }

    /// After a hit above steps where a property still is: where it is proved on every way up, it need not be asked.
    fn release(&mut self, property: PropId) {
        let live: Vec<StepId> = self.props[property.0 as usize].live.iter().copied().take(LOOKED_AT).collect();
        for step in live {
            if !self.is_held(property, step) {
                continue;
            }
            self.desks[step.at()].known.insert(property, Known::Held);
            let prop = &mut self.props[property.0 as usize];
            prop.live.remove(&step);
            let here = |id: &RequestId| {
                self.open.get(id).and_then(|open| self.batches.get(&open.batch)).is_some_and(|batch| batch.step == step)
            };
            let requests: Vec<_> = prop.requests.iter().copied().filter(here).collect();
            for id in requests {
                self.props[property.0 as usize].requests.remove(&id);
                self.not_needed(id);
            }
            self.ready.insert(step);
        }
        self.conclude(property);
    }

    /// Whether a property is proved on every way up from a step, as far as that is quickly seen.
    fn is_held(&self, property: PropId, step: StepId) -> bool {
        let mut work: BTreeSet<StepId> = self.steps.above(step).iter().copied().collect();
        if work.is_empty() {
            return false;
        }
        for _ in 0..LOOKED_AT {
            let Some(step) = work.pop_first() else { return true };
            if self.desks[step.at()].known.get(&property).is_some_and(Known::proves) {
                continue;
            }
            if self.steps.above(step).is_empty() {
                return false;
            }
            work.extend(self.steps.above(step).iter().copied());
        }
        false
    }

    /// Whether a property is proved in every step right above.
    pub(super) fn is_held_at_once(&self, property: PropId, step: StepId) -> bool {
        let proved = |above: &StepId| self.desks[above.at()].known.get(&property).is_some_and(Known::proves);
        let above = self.steps.above(step);
        !above.is_empty() && above.iter().all(proved)
    }
}
