//! Between which values variables are, way by way: the ranges of [`crate::range`], but told apart by how they came to
//! be as long as that is not too much.
//!
//! Where loops begin, and where many ways meet, there is one state for all, and ranges grow until they stay. Nothing is
//! learnt from paths that cannot be taken.

use super::asserted;
use super::explore::{Domain, Post, heads};
use super::walker::Walker;
use crate::cfa::{EdgeId, Expr, LocId, Op, PropId};
use crate::range::track::{Known, Track};
use std::collections::{BTreeMap, BTreeSet};

/// So many states of one location are told apart, if it is no head of a loop.
const MOST_APART: u32 = 8;

/// Between which values variables are.
pub(super) struct Interval<'t, 'a> {
    track: &'t Track<'a>,
    /// By location, whether a way leads back to it.
    heads: Vec<bool>,
    /// How many states came to a location, and how often one of them grew.
    came: BTreeMap<LocId, (u32, u32)>,
    serial: u32,
}

impl<'t, 'a> Interval<'t, 'a> {
    pub(super) fn new(track: &'t Track<'a>) -> Interval<'t, 'a> {
        Interval { track, heads: Vec::new(), came: BTreeMap::new(), serial: 0 }
    }
}

#[derive(Clone)]
pub(super) struct State {
    known: Known,
    /// No state is the same as another one before they are compared.
    serial: u32,
}

impl Domain for Interval<'_, '_> {
    type State = State;
    type Key = u32;
    const COMPARES: bool = true;

    fn initial(&mut self, walker: &mut Walker) -> State {
        self.heads = heads(walker);
        self.came.clear();
        State { known: self.track.start(), serial: 0 }
    }

    fn post(&mut self, walker: &mut Walker, state: &State, edge: EdgeId) -> Post<State> {
        let op = &walker.flat.cfa[edge].op;
        let mut after = self.track.behind(edge, &state.known);
        let mut fails = BTreeSet::new();
        let mut doubt = None;
        match op {
            Op::Assert { cond, property } => {
                if !self.track.holds(&state.known, cond) {
                    fails.insert(walker.original(*property));
                }
                // Executions end where they violate something.
                after = after.and_then(|after| self.track.assume(&after, cond));
            }
            Op::Call { .. } if !asserted(walker.program, op).is_empty() => {
                doubt = Some("there are assertions in a call that cannot be put in place".to_owned());
            }
            _ => {}
        }
        self.serial += 1;
        let state = after.map(|known| State { known, serial: self.serial });
        Post { state, fails, doubt }
    }

    fn key(&self, state: &State) -> u32 {
        state.serial
    }

    fn covers(&mut self, _: &mut Walker, old: &State, new: &State) -> bool {
        old.known.includes(&new.known)
    }

    fn merge(&mut self, _: &mut Walker, loc: LocId, old: &State, new: &State) -> Option<State> {
        let (came, grew) = self.came.entry(loc).or_default();
        *came += 1;
        if !self.heads[loc.0 as usize] && *came <= MOST_APART {
            return None;
        }
        *grew += 1;
        let known = self.track.join(loc, &old.known, &new.known, *grew);
        Some(State { known, serial: new.serial })
    }

    fn refine(&mut self, _: &mut Walker, _: &[EdgeId], _: &[usize], _: PropId) -> bool {
        false
    }

    fn size(&self, state: &State) -> u64 {
        state.known.len() as u64
    }

    fn known(&mut self, walker: &mut Walker, _: LocId, state: &State) -> Vec<Expr> {
        self.track.facts(&state.known).iter().map(|fact| fact.condition(&walker.program.types)).collect()
    }
}
