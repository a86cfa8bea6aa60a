//! What inductions rest on, of all that they take for granted: for those who want to read it, and to check it.
//!
//! What of it always holds is found out in a run of its own. Then parts are left out, and halves of parts, where the
//! same is proved without them.

use super::{Answer, Engine, Note, Runs};
use crate::cfa::lemma::wrapped;
use crate::cfa::{Expr, Lemma, PropId};
use crate::engine::symbolic::{Bounds, Candidates, Granted, LoopId};
use crate::range::Ranges;
use std::collections::BTreeSet;
use std::ops::Range;

/// So often it is tried whether an induction does without something.
const MOST_TRIES: u32 = 40;

/// An induction that has proved something, and what of all that it took for granted is needed for that.
struct Trial<'a> {
    bounds: Bounds,
    ranges: &'a Ranges<'a>,
    proved: BTreeSet<PropId>,
    /// Those that it would be good to do without come last.
    kept: Vec<(LoopId, Expr)>,
    /// Whether it needs what the program has no words for.
    unsaid: bool,
    tries: u32,
}

impl Runs<'_> {
    /// Notes what an induction rests on: what always holds of that which was taken for granted, and is needed.
    pub(super) fn rest(&mut self, bounds: Bounds, ranges: &Ranges, proved: BTreeSet<PropId>, noted: Candidates) {
        self.engine = Engine::new(self.program, &self.engine.asking.stop);
        let claimed = self.run(bounds.clone(), Some(ranges), Note::Lemmas(noted.clone()));
        if claimed.left.is_some() {
            return;
        }
        let program = self.program;
        let says = |lemma: &Lemma, cond: &Expr| lemma.cond == *cond || lemma.cond == wrapped(program, cond);
        let holds = |(of, cond): &(LoopId, Expr)| {
            claimed.lemmas.iter().any(|lemma| of.is(lemma.function, lemma.at) && says(lemma, cond))
        };
        let mut kept: Vec<(LoopId, Expr)> =
            noted.into_iter().flat_map(|(of, conditions)| conditions.into_iter().map(move |cond| (of, cond))).collect();
        kept.sort_by_key(|each| !holds(each));
        let mut trial = Trial { bounds, ranges, proved, kept, unsaid: false, tries: MOST_TRIES };
        trial.unsaid = !self.suffices(&mut trial, 0..0);
        let all = 0..trial.kept.len();
        self.leave_out(&mut trial, all);
        let needed =
            |lemma: &Lemma| trial.kept.iter().any(|(of, cond)| of.is(lemma.function, lemma.at) && says(lemma, cond));
        let new = claimed.lemmas.iter().filter(|lemma| needed(lemma) && !self.lemmas.contains(lemma));
        self.lemmas.extend(new.cloned().collect::<Vec<_>>());
    }

    /// Leaves out what an induction does without, of a part of what it takes for granted.
    fn leave_out(&mut self, trial: &mut Trial, part: Range<usize>) {
        if part.is_empty() || trial.tries == 0 {
            return;
        }
        if self.suffices(trial, part.clone()) {
            trial.kept.drain(part);
        } else if part.len() > 1 {
            let middle = part.start + part.len() / 2;
            self.leave_out(trial, middle..part.end);
            self.leave_out(trial, part.start..middle);
        }
    }

    /// Whether the same is proved without a part of what is taken for granted.
    fn suffices(&mut self, trial: &mut Trial, without: Range<usize>) -> bool {
        trial.tries -= 1;
        let mut granted = Granted { unsaid: trial.unsaid, ..Granted::default() };
        for (number, (of, cond)) in trial.kept.iter().enumerate() {
            if !without.contains(&number) {
                granted.said.entry(*of).or_default().push(cond.clone());
            }
        }
        self.engine = Engine::new(self.program, &self.engine.asking.stop);
        let ran = self.run(trial.bounds.clone(), Some(trial.ranges), Note::Only(granted));
        let mut fails = self.engine.memory.terms.truth(false);
        for check in ran.checks.iter().filter(|check| trial.proved.contains(&check.property)) {
            fails = self.engine.memory.terms.or(fails, check.fails);
        }
        ran.left.is_none() && matches!(self.ask(fails), Answer::Impossible(_))
    }
}
