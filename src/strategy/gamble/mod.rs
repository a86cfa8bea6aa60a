//! Gambling: every property is tried in the smallest region that has it, and climbs when that does not prove it (paper
//! 004, section 3, with the improvements below).
//!
//! A property holds in a step of the climb ([`climb`]) if it is proved there, a **hit**, or if it holds in every step
//! above. It is proved if it holds where it starts. Whatever else a verifier says about a region is a **miss**: the
//! region may start in states in which the program never is. Only a whole program, at the top, says violated, and what
//! it says about properties that came to it is the final word. A property that a whole program violates although it is
//! proved on every way up to there is unknown: somebody is wrong.
//!
//! **Sweeps.** A step is asked when nothing can come to it from below any more, so that everything that comes there is
//! one batch, and which batches there are does not depend on who answers first. One sweep goes through all steps with
//! cheap tasks; a second one, with all of the user's limits, repeats what the first one had no time for. Whole programs
//! come last in each sweep. They are asked with all limits at once where the second sweep could not change what they
//! are asked about.
//!
//! **Guesses** ([`guess`]) fill idle slots: steps are asked before those below have missed. What comes of them counts
//! as if it had been asked in its turn, and what it makes superfluous is dropped. Verdicts do not depend on guesses or
//! on the order of answers, as long as what is said about a property does not depend on what else is asked with it. (It
//! may when time runs out: then what was asked with too much is asked again in its turn.)
//!
//! A verifier that gives one verdict for all properties is asked again with halves of a batch, as in
//! [`super::halving`]. One that does not is so asked when time runs out in a region, as long as that happens in one
//! half only.

mod climb;
mod guess;
mod state;
mod sweep;
#[cfg(test)]
mod tests;
mod verdict;

pub use climb::{Bet, Climb, Place};
pub use state::{Outcome, Try};

use super::halving::{Halving, is_late, smaller_helps};
use super::{Action, Effort, Event, Request, RequestId, Strategy, Subject};
use crate::cfa::{FuncId, PropId};
use crate::property::Reach;
use crate::verifier::{Answer, Reason, Verdict};
use climb::{StepId, Steps};
use state::{Batch, Desk, Known, Open, Prop};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Settings {
    /// The verifier gives a verdict for each property.
    pub per_property: bool,
    /// Idle slots are filled with guesses.
    pub speculate: bool,
    /// There are two efforts; otherwise everything is asked with all limits.
    pub cheap: bool,
}

pub struct Gamble {
    settings: Settings,
    steps: Steps,
    reach: Reach,
    unfaithful: BTreeMap<FuncId, String>,
    desks: Vec<Desk>,
    /// By number.
    props: Vec<Prop>,
    batches: BTreeMap<u32, Batch>,
    open: BTreeMap<RequestId, Open>,
    effort: Effort,
    /// How many steps are not done in this sweep.
    left: usize,
    /// Steps that are to be looked at.
    ready: BTreeSet<StepId>,
    /// Requests that nobody needs any more.
    doomed: Vec<RequestId>,
    /// Steps where properties start that are asked for certain, but would wait for others to come from below.
    certain: BTreeSet<StepId>,
    /// Steps from which guesses can go up, and how many of the steps above were looked at.
    candidates: BTreeMap<StepId, usize>,
    started: bool,
    requests: u32,
    questions: u32,
    /// The user wants to stop: nothing more is asked.
    stopped: bool,
    actions: Vec<Action>,
    verdicts: BTreeMap<PropId, Verdict>,
}

impl Gamble {
    /// `asked` are the properties to prove, `reach` those that each entry can reach, `unfaithful` the entries whose
    /// environment cannot be built, each with the reason: those are not asked.
    pub fn new(
        climb: &Climb,
        asked: &BTreeSet<PropId>,
        reach: &Reach,
        unfaithful: &BTreeMap<FuncId, String>,
        settings: Settings,
    ) -> Gamble {
        let steps = Steps::new(climb);
        let tops: Vec<(StepId, FuncId)> = steps.ids().filter_map(|id| Some((id, steps.entry(id)?))).collect();
        let reaches = |entry: &FuncId, property: PropId| reach.get(entry).is_some_and(|set| set.contains(&property));
        let count = asked.last().map_or(0, |last| last.0 as usize + 1);
        let mut props: Vec<Prop> = (0..count).map(|_| Prop { settled: true, ..Prop::default() }).collect();
        for property in asked {
            let entries = reach.values().filter(|set| set.contains(property)).count();
            let mut start: Vec<StepId> = climb
                .starts
                .get(property)
                .into_iter()
                .flatten()
                .map(|(region, rung)| steps.of(*region, *rung))
                .collect();
            if start.is_empty() {
                // Nobody knows where it is, so only the whole can say.
                start = tops.iter().filter(|(_, entry)| reaches(entry, *property)).map(|(id, _)| *id).collect();
            }
            let settled = entries == 0 || start.is_empty();
            props[property.0 as usize] = Prop { settled, start, entries, ..Prop::default() };
        }
        let pending = |property: &PropId| match props[property.0 as usize].settled {
            true => Verdict::Unknown(Reason::Vacuous("no entry reaches it".into())),
            false => Verdict::Unknown(Reason::NotAnswered),
        };
        let verdicts = asked.iter().map(|property| (*property, pending(property))).collect();
        Gamble {
            settings,
            desks: steps.ids().map(|_| Desk::default()).collect(),
            steps,
            reach: reach.clone(),
            unfaithful: unfaithful.clone(),
            props,
            batches: BTreeMap::new(),
            open: BTreeMap::new(),
            effort: if settings.cheap { Effort::Cheap } else { Effort::Full },
            left: 0,
            ready: BTreeSet::new(),
            doomed: Vec::new(),
            certain: BTreeSet::new(),
            candidates: BTreeMap::new(),
            started: false,
            requests: 0,
            questions: 0,
            stopped: false,
            actions: Vec::new(),
            verdicts,
        }
    }

    /// What was tried for a property: the cheap tries first, then from the bottom to the top.
    pub fn tried(&self, property: PropId) -> impl Iterator<Item = &Try> {
        self.props.get(property.0 as usize).into_iter().flat_map(|prop| prop.tries.values())
    }

    fn prop(&mut self, property: PropId) -> &mut Prop {
        &mut self.props[property.0 as usize]
    }

    fn is_settled(&self, property: PropId) -> bool {
        self.props[property.0 as usize].settled
    }

    /// Whether it matters what is said of a property in a step.
    fn is_needed(&self, property: PropId, step: StepId) -> bool {
        !self.is_settled(property) && !self.desks[step.at()].known.get(&property).is_some_and(Known::proves)
    }

    /// Whether a verifier can be asked about a property in a step.
    fn can_ask(&self, property: PropId, step: StepId) -> bool {
        match self.steps.subject(step) {
            None => false,
            Some(Subject::Region(..)) => true,
            Some(Subject::Whole(entry)) => !self.unfaithful.contains_key(&entry) && self.reaches(entry, property),
        }
    }

    fn reaches(&self, entry: FuncId, property: PropId) -> bool {
        self.reach.get(&entry).is_some_and(|set| set.contains(&property))
    }

    /// Asks about properties in a step that asks something.
    fn question(&mut self, step: StepId, properties: BTreeSet<PropId>, effort: Effort, guess: bool) {
        if self.stopped {
            for property in properties {
                let miss = Known::Miss { effort: Effort::Full, late: false, with: None };
                self.desks[step.at()].known.insert(property, miss);
                if self.steps.entry(step).is_some() {
                    self.prop(property).said.insert(step, Verdict::Unknown(Reason::Interrupted));
                }
            }
            return;
        }
        let number = self.questions;
        self.questions += 1;
        let pending = |property: &PropId| (*property, Verdict::Unknown(Reason::NotAnswered));
        let batch = Batch {
            step,
            effort,
            guess,
            known: Halving::new(properties.iter().map(pending).collect()),
            asked: properties.clone(),
            open: 0,
            dropped: BTreeSet::new(),
            parts: 1,
            late: Vec::new(),
            with: BTreeMap::new(),
        };
        self.batches.insert(number, batch);
        let desk = &mut self.desks[step.at()];
        desk.batches.push(number);
        if self.settings.speculate {
            desk.carried.extend(properties.iter().copied());
            self.candidates.entry(step).or_insert(0);
        }
        self.ask(number, properties);
    }

    fn ask(&mut self, number: u32, properties: BTreeSet<PropId>) {
        let Some(batch) = self.batches.get_mut(&number) else { return };
        batch.open += 1;
        let (step, effort, guess) = (batch.step, batch.effort, batch.guess);
        let Some(subject) = self.steps.subject(step) else { return };
        let id = RequestId(self.requests);
        self.requests += 1;
        let needed: Vec<PropId> =
            properties.iter().copied().filter(|property| self.is_needed(*property, step)).collect();
        needed.iter().for_each(|property| _ = self.prop(*property).requests.insert(id));
        self.open.insert(id, Open { batch: number, properties: properties.clone(), needed: needed.len() });
        self.actions.push(Action::Ask(Request { id, subject, properties, effort, guess, place: step.0 }));
    }

    fn answered(&mut self, id: RequestId, answer: Answer) {
        // An answer to what was not asked, or was dropped, or a second one, says nothing.
        let Some(open) = self.open.remove(&id) else { return };
        for property in &open.properties {
            self.prop(*property).requests.remove(&id);
        }
        let interrupted = |verdict: &Verdict| matches!(verdict, Verdict::Unknown(Reason::Interrupted));
        self.stopped |= answer.verdicts.values().any(interrupted);
        let Some(batch) = self.batches.get_mut(&open.batch) else { return };
        batch.known.answered(&open.properties, answer);
        let first = batch.effort == Effort::Cheap || !self.settings.cheap;
        let region = self.steps.entry(batch.step).is_none();
        let parts = match self.settings.per_property {
            _ if self.stopped => Vec::new(),
            true if region && first && !batch.guess => batch.without_the_slow(&open.properties),
            true => Vec::new(),
            false => batch.known.parts(&open.properties),
        };
        if batch.guess {
            let with = Arc::new(open.properties);
            batch.with.extend(with.iter().map(|property| (*property, with.clone())));
        }
        let step = batch.step;
        for part in parts {
            if part.iter().any(|property| self.is_needed(*property, step)) {
                self.ask(open.batch, part);
            } else if let Some(batch) = self.batches.get_mut(&open.batch) {
                batch.dropped.extend(part);
            }
        }
        self.closed(open.batch);
    }

    /// Nobody needs the answer any more.
    fn drop_request(&mut self, id: RequestId) {
        let Some(open) = self.open.remove(&id) else { return };
        for property in &open.properties {
            self.prop(*property).requests.remove(&id);
        }
        self.actions.push(Action::Drop(id));
        if let Some(batch) = self.batches.get_mut(&open.batch) {
            batch.dropped.extend(open.properties);
        }
        self.closed(open.batch);
    }

    /// One request of a batch has come to an end.
    fn closed(&mut self, number: u32) {
        let Some(batch) = self.batches.get_mut(&number) else { return };
        batch.open -= 1;
        if batch.open > 0 {
            return;
        }
        let Some(batch) = self.batches.remove(&number) else { return };
        self.desks[batch.step.at()].batches.retain(|other| *other != number);
        for (property, verdict) in batch.known.believed() {
            self.learn(&batch, property, verdict);
        }
        self.ready.insert(batch.step);
    }

    /// Takes what a batch says about a property.
    fn learn(&mut self, batch: &Batch, property: PropId, verdict: Verdict) {
        let step = batch.step;
        let whole = self.steps.entry(step).is_some();
        let dropped = batch.dropped.contains(&property);
        let late = is_late(&verdict);
        let (outcome, known) = match &verdict {
            _ if dropped => (Outcome::Dropped, None),
            Verdict::Proved(proof) => (Outcome::Hit(proof.clone()), Some(Known::Hit)),
            Verdict::Violated(how) => {
                let miss = Known::Miss { effort: Effort::Full, late: false, with: None };
                (if whole { Outcome::Violated } else { Outcome::Fails(how.clone()) }, Some(miss))
            }
            Verdict::Unknown(reason) => {
                let with = batch.with.get(&property).filter(|_| smaller_helps(reason)).cloned();
                (Outcome::Miss(reason.clone()), Some(Known::Miss { effort: batch.effort, late, with }))
            }
        };
        let rung = match self.steps.subject(step) {
            Some(Subject::Region(_, rung)) => Some(rung),
            _ => None,
        };
        let region = self.steps.region(step);
        self.prop(property).tried(step, Try { region, rung, effort: batch.effort, outcome });
        let Some(known) = known else { return };
        let hit = matches!(known, Known::Hit);
        self.desks[step.at()].known.insert(property, known);
        let prop = self.prop(property);
        prop.late |= late && batch.effort == Effort::Cheap;
        if hit {
            prop.hit = true;
            prop.said.remove(&step);
            self.hit(property, step);
        } else if whole {
            let violated = matches!(verdict, Verdict::Violated(_));
            prop.said.insert(step, verdict);
            if violated {
                self.violated(property, step);
            }
        }
    }

    /// Does what follows from what has become known.
    fn follow(&mut self) {
        loop {
            if let Some(id) = self.doomed.pop() {
                self.drop_request(id);
            } else if let Some(step) = self.ready.pop_first() {
                self.advance(step);
            } else if self.left > 0 || !self.next_sweep() {
                return;
            }
        }
    }
}

impl Strategy for Gamble {
    fn step(&mut self, event: Event) -> Vec<Action> {
        match event {
            Event::Start if !self.started => {
                self.started = true;
                self.sweep();
            }
            Event::Answered(id, answer) => self.answered(id, answer),
            Event::Idle(slots) if self.settings.speculate => self.guess(slots),
            Event::Start | Event::Idle(_) => {}
        }
        if self.started {
            self.follow();
        }
        std::mem::take(&mut self.actions)
    }

    fn holds_in(&self, property: PropId, request: &Request) -> bool {
        matches!(request.subject, Subject::Region(..)) && self.is_proved_below(property, StepId(request.place))
    }

    fn verdicts(&self) -> &BTreeMap<PropId, Verdict> {
        &self.verdicts
    }
}
