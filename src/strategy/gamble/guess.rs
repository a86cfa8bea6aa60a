//! Guesses: with idle slots, steps are asked before those below have missed.
//!
//! First come steps where properties start: those are asked in any case, and need not wait for what may come from
//! below. Then, from each step where something is under way, guesses go to the steps above, the lowest first, and from
//! there on when there is still nothing better to do. So whole programs are guessed at last. A step is guessed at once
//! in a sweep.

use super::Gamble;
use super::climb::StepId;
use super::state::Known;
use crate::cfa::PropId;
use std::collections::BTreeSet;

impl Gamble {
    /// Fills so many slots.
    pub(super) fn guess(&mut self, slots: usize) {
        let mut filled = 0;
        while filled < slots && !self.stopped {
            if let Some(step) = self.certain.pop_first() {
                filled += usize::from(self.ask_early(step));
                continue;
            }
            let Some((&from, looked_at)) = self.candidates.iter_mut().next() else { return };
            let Some(&to) = self.steps.above(from).get(*looked_at) else {
                self.candidates.pop_first();
                continue;
            };
            *looked_at += 1;
            if self.guess_at(from, to) {
                filled += 1;
            }
        }
    }

    /// Asks about what starts in a step; whether there is something to ask.
    fn ask_early(&mut self, step: StepId) -> bool {
        let desk = &self.desks[step.at()];
        if desk.guessed || desk.done || desk.waiting == 0 {
            return false;
        }
        let open: BTreeSet<PropId> =
            desk.arrived.keys().copied().filter(|property| self.is_worth_a_guess(*property, step)).collect();
        let asks = !open.is_empty();
        if asks {
            self.question(step, open, self.effort, true);
        }
        asks
    }

    fn is_worth_a_guess(&self, property: PropId, step: StepId) -> bool {
        let unknown = match self.desks[step.at()].known.get(&property) {
            None => true,
            Some(Known::Miss { effort, late, .. }) => *late && *effort < self.effort,
            Some(Known::Hit | Known::Held) => false,
        };
        let under_way = |number: &u32| self.batches[number].asked.contains(&property);
        unknown
            && self.is_needed(property, step)
            && self.can_ask(property, step)
            && !self.desks[step.at()].batches.iter().any(under_way)
    }

    /// Whether there is something to ask.
    fn guess_at(&mut self, from: StepId, to: StepId) -> bool {
        // What is done or can be asked in its turn is no guess.
        let desk = &self.desks[to.at()];
        if desk.guessed || desk.done || desk.waiting == 0 {
            return false;
        }
        let carried = self.desks[from.at()].carried.iter().filter(|property| self.is_needed(**property, from));
        let all = carried.chain(desk.arrived.keys()).copied();
        let properties: BTreeSet<PropId> = all.filter(|property| self.is_needed(*property, to)).collect();
        if self.steps.subject(to).is_none() {
            let desk = &mut self.desks[to.at()];
            (desk.guessed, desk.carried) = (true, properties);
            self.candidates.insert(to, 0);
            return false;
        }
        let open: BTreeSet<PropId> =
            properties.iter().copied().filter(|property| self.is_worth_a_guess(*property, to)).collect();
        self.desks[to.at()].guessed = true;
        if open.is_empty() {
            self.desks[to.at()].carried = properties;
            self.candidates.insert(to, 0);
            return false;
        }
        self.question(to, open, self.effort, true);
        true
    }
}
