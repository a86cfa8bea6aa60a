//! What is known at a location: intervals of variables, and which of them still are what they were assigned.
//!
//! A variable that is not listed has any value of its type. A definition says that a variable equals the value of the
//! assignment on an edge, evaluated now: neither it nor what it was computed from has changed since. So what a test
//! says about one of them says something about the other: in `while (i-- > 0)` the test is about the old value, which
//! is kept aside.

use super::interval::Interval;
use crate::cfa::{EdgeId, Var};

#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct State {
    /// In order.
    ranges: Vec<(Var, Interval)>,
    /// In order.
    definitions: Vec<(Var, EdgeId)>,
}

impl State {
    pub(super) fn get(&self, var: Var) -> Option<Interval> {
        let at = self.ranges.binary_search_by_key(&var, |(var, _)| *var).ok()?;
        Some(self.ranges[at].1)
    }

    pub(super) fn ranges(&self) -> &[(Var, Interval)] {
        &self.ranges
    }

    pub(super) fn definitions(&self) -> &[(Var, EdgeId)] {
        &self.definitions
    }

    /// Says what a variable holds, which has the same value as before.
    pub(super) fn set(&mut self, var: Var, range: Interval) {
        match self.ranges.binary_search_by_key(&var, |(var, _)| *var) {
            Ok(at) => self.ranges[at].1 = range,
            Err(at) => self.ranges.insert(at, (var, range)),
        }
    }

    /// A variable has a new value, of which nothing is known. The inputs of definitions are asked for by edge.
    pub(super) fn forget<'i>(&mut self, var: Var, inputs: impl Fn(EdgeId) -> &'i [Var]) {
        if let Ok(at) = self.ranges.binary_search_by_key(&var, |(var, _)| *var) {
            self.ranges.remove(at);
        }
        self.definitions.retain(|(defined, edge)| *defined != var && !inputs(*edge).contains(&var));
    }

    /// A variable was given the value on an edge.
    pub(super) fn define(&mut self, var: Var, edge: EdgeId) {
        match self.definitions.binary_search_by_key(&var, |(var, _)| *var) {
            Ok(at) => self.definitions[at].1 = edge,
            Err(at) => self.definitions.insert(at, (var, edge)),
        }
    }

    /// Keeps what is said about these variables.
    pub(super) fn retain<'i>(&mut self, keep: impl Fn(Var) -> bool, inputs: impl Fn(EdgeId) -> &'i [Var]) {
        self.ranges.retain(|(var, _)| keep(*var));
        self.definitions.retain(|(var, edge)| keep(*var) && inputs(*edge).iter().all(|input| keep(*input)));
    }

    /// Lets control come from elsewhere as well. Where the other state says something else, `combine` makes a range of
    /// the old one and the new one; `None` is any value. Says whether anything changed.
    pub(super) fn merge(
        &mut self,
        other: &State,
        mut combine: impl FnMut(Var, Interval, Option<Interval>) -> Option<Interval>,
    ) -> bool {
        let mut changed = false;
        self.ranges.retain_mut(|(var, range)| {
            let there = other.get(*var);
            if there.is_some_and(|there| range.includes(there)) {
                return true;
            }
            match combine(*var, *range, there) {
                Some(new) => {
                    changed |= new != *range;
                    *range = new;
                    true
                }
                None => {
                    changed = true;
                    false
                }
            }
        });
        let before = self.definitions.len();
        self.definitions.retain(|definition| other.definitions.binary_search(definition).is_ok());
        changed | (self.definitions.len() != before)
    }
}
