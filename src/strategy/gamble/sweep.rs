//! One way through all steps, from the bottom to the top: what comes to a step, when it is asked, and where things go
//! then.

use super::Gamble;
use super::climb::StepId;
use super::state::Known;
use crate::cfa::PropId;
use crate::strategy::Effort;
use std::collections::{BTreeMap, BTreeSet};

impl Gamble {
    /// Begins a sweep: what is not settled is where it starts.
    pub(super) fn sweep(&mut self) {
        self.candidates.clear();
        self.certain.clear();
        self.left = self.desks.len();
        for (step, desk) in self.steps.ids().zip(&mut self.desks) {
            desk.waiting = self.steps.below(step);
            (desk.done, desk.guessed) = (false, false);
            desk.arrived.clear();
            desk.carried.clear();
            if desk.waiting == 0 {
                self.ready.insert(step);
            }
        }
        for number in 0..self.props.len() {
            let prop = &mut self.props[number];
            if prop.settled {
                continue;
            }
            prop.exposed.clear();
            prop.live = prop.start.iter().copied().collect();
            for step in &prop.start {
                self.desks[step.at()].arrived.insert(PropId(number as u32), false);
                self.certain.insert(*step);
            }
        }
    }

    /// Whether there is another sweep, which then has begun.
    pub(super) fn next_sweep(&mut self) -> bool {
        if self.effort == Effort::Full || self.props.iter().all(|prop| prop.settled) {
            return false;
        }
        self.effort = Effort::Full;
        self.sweep();
        true
    }

    /// Looks at a step to which nothing comes any more: asks what is not known, or lets everything go on.
    pub(super) fn advance(&mut self, step: StepId) {
        let desk = &self.desks[step.at()];
        if desk.waiting > 0 || desk.done {
            return;
        }
        let properties: BTreeMap<PropId, bool> = desk
            .arrived
            .iter()
            .map(|(property, late)| (*property, *late))
            .filter(|(p, _)| !self.is_settled(*p))
            .collect();
        let asked: Vec<u32> = desk.batches.clone();
        for number in &asked {
            self.forget_guess(*number, &properties);
        }
        let effort = self.effort_for(step, &properties);
        let under_way = |property: PropId| asked.iter().any(|number| self.batches[number].asked.contains(&property));
        let open = |property: &PropId| {
            self.can_ask(*property, step)
                && !under_way(*property)
                && self.is_open(*property, step, effort, &properties)
                && !(self.settings.speculate && self.is_held_at_once(*property, step))
        };
        let open: BTreeSet<PropId> = properties.keys().copied().filter(open).collect();
        if !open.is_empty() {
            self.question(step, open, effort, false);
        }
        if self.desks[step.at()].batches.is_empty() {
            self.finish(step);
        }
    }

    /// A guess that is about nothing that came to its step is worth nothing.
    fn forget_guess(&mut self, number: u32, properties: &BTreeMap<PropId, bool>) {
        let wanted = |property: &PropId| properties.contains_key(property);
        if self.batches.get(&number).is_none_or(|batch| batch.asked.iter().any(wanted)) {
            return;
        }
        let requests = self.open.iter().filter(|(_, open)| open.batch == number).map(|(id, _)| *id);
        self.doomed.extend(requests);
    }

    /// A whole program gets all limits at once, unless more time could change below what it is asked about.
    fn effort_for(&self, step: StepId, properties: &BTreeMap<PropId, bool>) -> Effort {
        let top = self.steps.entry(step).is_some();
        if top && !properties.values().any(|late| *late) { Effort::Full } else { self.effort }
    }

    /// Whether it is not known what a verifier says of a property in a step.
    fn is_open(&self, property: PropId, step: StepId, effort: Effort, here: &BTreeMap<PropId, bool>) -> bool {
        match self.desks[step.at()].known.get(&property) {
            None => true,
            Some(Known::Hit | Known::Held) => false,
            Some(Known::Miss { effort: tried, late, with }) => {
                let too_much = || with.as_ref().is_some_and(|with| with.iter().any(|other| !here.contains_key(other)));
                (*late && *tried < effort) || (*tried <= effort && too_much())
            }
        }
    }

    /// Lets everything that was not proved in a step go to all steps above.
    fn finish(&mut self, step: StepId) {
        let desk = &mut self.desks[step.at()];
        desk.done = true;
        self.left -= 1;
        let arrived = std::mem::take(&mut desk.arrived);
        self.candidates.remove(&step);
        let above = self.steps.above(step).to_vec();
        for (property, late) in arrived {
            let known = self.desks[step.at()].known.get(&property);
            let late = late || matches!(known, Some(Known::Miss { effort: Effort::Cheap, late: true, .. }));
            let proved = known.is_some_and(Known::proves);
            let prop = &mut self.props[property.0 as usize];
            prop.live.remove(&step);
            if prop.settled {
                continue;
            }
            if !proved && above.is_empty() {
                prop.exposed.insert(step);
            } else if !proved {
                prop.live.extend(above.iter().copied());
                for to in &above {
                    *self.desks[to.at()].arrived.entry(property).or_default() |= late;
                }
            }
            self.conclude(property);
        }
        for to in above {
            let desk = &mut self.desks[to.at()];
            desk.waiting -= 1;
            if desk.waiting == 0 {
                self.ready.insert(to);
            }
        }
    }
}
