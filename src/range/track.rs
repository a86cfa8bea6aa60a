//! Ranges along the ways through one function, for those who choose the ways themselves.

use super::Fact;
use super::footprint::Footprint;
use super::function::Function;
use super::initial;
use super::state::State;
use crate::cfa::{EdgeId, Expr, FuncId, LocId, Op, PlaceKind, Var};
use crate::pointer::Pointers;

/// What is known of variables somewhere on the way.
#[derive(Clone, Debug, PartialEq)]
pub struct Known(State);

/// A function with what its edges change.
pub struct Track<'a> {
    function: Function<'a>,
    start: State,
}

/// What can be changed in a program, by whom.
pub struct Changes(Footprint);

impl Changes {
    pub fn of(pointers: &Pointers) -> Changes {
        Changes(Footprint::of(pointers))
    }
}

impl<'a> Track<'a> {
    /// Through an entry; `None` if it has no body.
    pub fn of(pointers: &Pointers<'a>, changes: &'a Changes, entry: FuncId) -> Option<Track<'a>> {
        let program = pointers.program();
        let function = Function::new(program, pointers, &changes.0, entry, program[entry].cfa()?);
        let start = initial::starts(pointers, &changes.0).swap_remove(entry.0 as usize).unwrap_or_default();
        Some(Track { function, start })
    }

    pub fn start(&self) -> Known {
        Known(self.start.clone())
    }

    /// What is known behind an edge; `None` if nobody gets there. What a call changes is any value.
    pub fn behind(&self, edge: EdgeId, known: &Known) -> Option<Known> {
        let mut after = self.function.step(edge, &known.0)?;
        if let Op::Call { dst, .. } = &self.function.cfa[edge].op {
            if let Some(PlaceKind::Var(var)) = dst.as_ref().map(|place| &place.kind) {
                self.function.forget(&mut after, *var);
            }
            for global in self.function.effect(edge).into_iter().flat_map(|effect| &effect.called) {
                self.function.forget(&mut after, Var::Global(*global));
            }
        }
        self.function.trim(&mut after, self.function.cfa[edge].to);
        Some(Known(after))
    }

    /// Whether a condition holds whenever this is known.
    pub fn holds(&self, known: &Known, cond: &Expr) -> bool {
        self.function.scope.assume(known.0.clone(), cond, false).is_none()
    }

    /// What is known behind a condition that holds.
    pub fn assume(&self, known: &Known, cond: &Expr) -> Option<Known> {
        self.function.scope.assume(known.0.clone(), cond, true).map(Known)
    }

    /// What is known, variable by variable.
    pub fn facts(&self, known: &Known) -> Vec<Fact> {
        let (program, cfa) = (self.function.program, self.function.cfa);
        known.0.ranges().iter().filter_map(|(var, range)| Fact::new(program, cfa, *var, *range)).collect()
    }

    /// What is known at a location that is come to from one more place. Ranges that grew so many times grow further
    /// than they have to.
    pub fn join(&self, loc: LocId, old: &Known, new: &Known, count: u32) -> Known {
        let mut joined = old.0.clone();
        self.function.arrive(loc, None, &mut joined, &new.0, Some(count));
        Known(joined)
    }
}

impl Known {
    /// Whether this holds wherever the other does.
    pub fn includes(&self, other: &Known) -> bool {
        let mut joined = self.0.clone();
        !joined.merge(&other.0, |_, _, _| None)
    }

    /// How many variables something is known of.
    pub fn len(&self) -> usize {
        self.0.ranges().len()
    }

    pub fn is_empty(&self) -> bool {
        self.0.ranges().is_empty()
    }
}
