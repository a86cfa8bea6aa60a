//! What an induction rests on, in terms of the program ([`Lemma`]), for others to check.
//!
//! Candidates that rounds preserve hold from the second visit of a head on, in the execution of one call. Those that
//! can be said in C are noted in one run; a second run looks at them wherever anybody is at the head of their loop, in
//! all calls, rounds that are run one by one included. What cannot fail there holds. Where something in a candidate may
//! overflow, the second run looks at the same without signs as well. Further runs take only some of them for granted,
//! to find out which ones are needed ([`crate::engine::bounded`]).
//!
//! Visits in rounds that are only there to see what happens do not count: whatever comes of these is looked at once
//! more, from a state that has all of them.

use super::models::PROGRAM;
use super::run::Loop;
use super::{Candidates, Example, Executor, Granted, LoopId};
use crate::cfa::lemma::wrapped;
use crate::cfa::{Expr, Lemma};
use crate::engine::memory::State;
use crate::engine::term::Term;
use crate::property;
use std::collections::BTreeMap;

/// So many candidates of a loop are noted.
const MOST_NOTED: usize = 24;

/// What is noted on the way.
pub enum Noting {
    /// Which candidates rounds preserve.
    Candidates(Candidates),
    /// When candidates fail.
    Claims(BTreeMap<LoopId, Vec<Claim>>),
}

/// Something that may hold at the head of a loop.
pub struct Claim {
    cond: Expr,
    /// That nothing in it overflows, if it could.
    fits: Option<Expr>,
    /// When it does not hold.
    fails: Term,
}

impl Executor<'_> {
    /// Notes from now on which candidates rounds preserve.
    pub fn note_candidates(&mut self) {
        self.noting = Some(Noting::Candidates(Candidates::new()));
    }

    /// Takes nothing else for granted from now on about the loops of the program.
    pub fn grant_only(&mut self, granted: Granted) {
        self.granted = Some(granted);
    }

    /// Whether something may be taken for granted at the head of a loop. It is put into words, if there are any, where
    /// not everything may be.
    pub(super) fn is_granted(&self, of: Loop, words: impl FnOnce() -> Option<Expr>) -> bool {
        let Some(granted) = self.granted.as_ref().filter(|_| self.unit == PROGRAM) else { return true };
        match words() {
            Some(cond) => granted.said.get(&self.place_of(of)).is_some_and(|all| all.contains(&cond)),
            None => granted.unsaid,
        }
    }

    /// Notes from now on when candidates fail. One that may overflow is looked at in two ways: it does not overflow
    /// where it is looked at, or it means the same without signs.
    pub fn note_claims(&mut self, candidates: Candidates) {
        let never = self.memory.terms.truth(false);
        let mut claims: BTreeMap<LoopId, Vec<Claim>> = BTreeMap::new();
        for (of, conditions) in candidates {
            let here = claims.entry(of).or_default();
            for cond in conditions {
                let fits = property::condition_fits(self.program(), &cond);
                let other = fits.is_some().then(|| wrapped(self.program(), &cond));
                here.push(Claim { cond, fits, fails: never });
                here.extend(other.map(|cond| Claim { cond, fits: None, fails: never }));
            }
        }
        self.noting = Some(Noting::Claims(claims));
    }

    /// The candidates that were noted.
    pub fn noted(&mut self) -> Candidates {
        match self.noting.take() {
            Some(Noting::Candidates(noted)) => noted,
            _ => Candidates::new(),
        }
    }

    /// The claims that cannot fail, if all executions were followed.
    pub fn lemmas(&mut self) -> Vec<Lemma> {
        let Some(Noting::Claims(claims)) = self.noting.take() else { return Vec::new() };
        let mut lemmas: Vec<Lemma> = Vec::new();
        for (of, claims) in claims {
            let mut said: Vec<Expr> = Vec::new();
            for claim in claims {
                let same = |known: &Expr| *known == claim.cond || wrapped(self.program(), known) == claim.cond;
                if said.iter().any(same) || !matches!(self.oracle.example(self.memory, &[claim.fails]), Example::Never)
                {
                    continue;
                }
                said.push(claim.cond);
            }
            lemmas.extend(said.into_iter().map(|cond| Lemma { function: of.function, at: of.head, cond }));
        }
        lemmas
    }

    /// Somebody is at the head of a loop.
    pub(super) fn visit_head(&mut self, of: Loop, state: &State) {
        if self.quiet || self.unit != PROGRAM || !matches!(self.noting, Some(Noting::Claims(_))) {
            return;
        }
        // Evaluating them notes nothing.
        let Some(Noting::Claims(mut claims)) = self.noting.take() else { return };
        let guard = self.memory.guard(state);
        for claim in claims.get_mut(&self.place_of(of)).into_iter().flatten() {
            let mut holds = self.defined(of, state, &claim.cond);
            if let Some(fits) = &claim.fits {
                let fits = self.defined(of, state, fits);
                holds = self.memory.terms.and(holds, fits);
            }
            let not = self.memory.terms.not(holds);
            let fails = self.memory.terms.and(guard, not);
            claim.fails = self.memory.terms.or(claim.fails, fails);
        }
        self.noting = Some(Noting::Claims(claims));
    }

    /// When a condition holds in a state; never, if it has no value there.
    fn defined(&mut self, of: Loop, state: &State, cond: &Expr) -> Term {
        let doubts = self.doubts.len();
        let holds = self.condition(of.of.frame, &mut state.clone(), cond);
        let sure = self.doubts.len() == doubts;
        self.doubts.truncate(doubts);
        if sure { holds } else { self.memory.terms.truth(false) }
    }

    /// Whether candidates are wanted that hold in a state at the head of a loop.
    pub(super) fn notes_candidates(&self) -> bool {
        matches!(self.noting, Some(Noting::Candidates(_))) && !self.quiet && self.unit == PROGRAM
    }

    /// Notes candidates that hold at the head of a loop, but for those that follow from what is known there anyway,
    /// and from the others. The first ones are the ones that people would like to read.
    pub(super) fn note_held(&mut self, of: Loop, start: &State, conditions: Vec<Expr>) {
        let guard = self.memory.guard(start);
        let mut kept: Vec<(Expr, Term)> = Vec::new();
        for cond in conditions {
            let term = self.defined(of, start, &cond);
            let known: Vec<Term> = kept.iter().map(|(_, term)| *term).collect();
            if kept.len() < MOST_NOTED && !self.follows(guard, &known, term) {
                kept.push((cond, term));
            }
        }
        for at in (0..kept.len()).rev() {
            let others = kept.iter().enumerate().filter(|(other, _)| *other != at);
            let others: Vec<Term> = others.map(|(_, (_, term))| *term).collect();
            if self.follows(guard, &others, kept[at].1) {
                kept.remove(at);
            }
        }
        self.note_granted(of, kept.into_iter().map(|(cond, _)| cond));
    }

    /// Notes what is taken for granted at the head of a loop, if that is wanted.
    pub(super) fn note_granted(&mut self, of: Loop, conditions: impl IntoIterator<Item = Expr>) {
        let place = self.place_of(of);
        if !self.notes_candidates() {
            return;
        }
        let Some(Noting::Candidates(noted)) = &mut self.noting else { return };
        let noted = noted.entry(place).or_default();
        for cond in conditions {
            if !noted.contains(&cond) {
                noted.push(cond);
            }
        }
    }

    fn follows(&mut self, guard: Term, from: &[Term], cond: Term) -> bool {
        let not = self.memory.terms.not(cond);
        let asked: Vec<Term> = from.iter().copied().chain([guard, not]).collect();
        matches!(self.oracle.example(self.memory, &asked), Example::Never)
    }
}
