//! The analysis: states of all locations of all functions, grown until nothing changes, then shrunk as far as two more
//! rounds go.
//!
//! Every cycle of data passes the head of a loop, an entry or an exit, where ranges are widened. When the first part
//! ends, the state of a location contains what every edge brings there. From then on a state may be computed anew from
//! its predecessors at any time: what follows from something that always holds always holds.

use super::footprint::Footprint;
use super::function::{Function, STOPS_AT_CALLS};
use super::initial;
use super::interval::{Domain, Interval};
use super::state::State;
use crate::cfa::{Callee, EdgeId, Expr, FuncId, GlobalId, LocId, Op, Program, Var};
use crate::pointer::Pointers;
use rayon::prelude::*;
use std::collections::BTreeSet;

const ROUNDS: usize = 2;

/// What is known of a function.
#[derive(Clone, Debug, Default)]
pub(super) struct Known {
    /// By location; `None` if control never gets there.
    pub(super) states: Vec<Option<State>>,
    /// By location: how often ranges grew there.
    counts: Vec<u32>,
    /// By location: whether the calls from there know its state.
    passed_on: Vec<bool>,
    /// What it returns; `None` if it never does, or no integer.
    result: Option<Interval>,
    grown: u32,
}

struct Solver<'a> {
    program: &'a Program,
    footprint: &'a Footprint,
    functions: Vec<Option<Function<'a>>>,
    /// By function: what it starts with when nobody of the program calls it.
    starts: Vec<Option<State>>,
    /// By function: the edges that call it.
    callers: Vec<Vec<(FuncId, EdgeId)>>,
    known: Vec<Known>,
    /// What has to be looked at again: by rank and function, and by the place in the function's order.
    queue: BTreeSet<(u32, FuncId, u32)>,
}

pub(super) fn solve(pointers: &Pointers, footprint: &Footprint) -> Vec<Known> {
    let program = pointers.program();
    let ids: Vec<FuncId> = (0..program.functions.len() as u32).map(FuncId).collect();
    let function = |id: &FuncId| program[*id].cfa().map(|cfa| Function::new(program, pointers, footprint, *id, cfa));
    let functions: Vec<Option<Function>> = ids.par_iter().map(function).collect();
    let mut callers = vec![Vec::new(); ids.len()];
    for (caller, effects) in ids.iter().zip(&footprint.effects) {
        for (edge, effect) in effects {
            effect.callees.iter().for_each(|callee| callers[callee.0 as usize].push((*caller, *edge)));
        }
    }
    let known = functions.iter().map(|function| {
        let locations = function.as_ref().map_or(0, |function| function.cfa.locations as usize);
        Known {
            states: vec![None; locations],
            counts: vec![0; locations],
            passed_on: vec![false; locations],
            ..Known::default()
        }
    });
    let mut solver = Solver {
        program,
        footprint,
        known: known.collect(),
        functions,
        starts: initial::starts(pointers, footprint),
        callers,
        queue: BTreeSet::new(),
    };
    solver.grow();
    for _ in 0..ROUNDS {
        solver.shrink();
    }
    solver.known
}

impl<'a> Solver<'a> {
    fn push(&mut self, function: FuncId, loc: LocId) {
        let Some(ready) = &self.functions[function.0 as usize] else { return };
        let position = ready.position[loc.0 as usize];
        self.queue.insert((self.footprint.rank[function.0 as usize], function, position));
    }

    fn grow(&mut self) {
        for id in (0..self.functions.len() as u32).map(FuncId) {
            if let Some(start) = self.starts[id.0 as usize].clone() {
                self.enter(id, start);
            }
        }
        while let Some((_, id, position)) = self.queue.pop_first() {
            let Some(function) = &self.functions[id.0 as usize] else { continue };
            let loc = function.order[position as usize];
            let Some(state) = self.known[id.0 as usize].states[loc.0 as usize].clone() else { continue };
            for edge in function.outgoing.of(loc).to_vec() {
                self.follow(id, edge, &state);
            }
        }
    }

    /// A function is called with these parameters and globals.
    fn enter(&mut self, id: FuncId, state: State) {
        if let Some(function) = &self.functions[id.0 as usize] {
            let entry = function.cfa.entry;
            self.arrive(id, entry, None, state);
        }
    }

    fn arrive(&mut self, id: FuncId, loc: LocId, by: Option<EdgeId>, mut state: State) {
        let Some(function) = &self.functions[id.0 as usize] else { return };
        function.trim(&mut state, loc);
        let known = &mut self.known[id.0 as usize];
        let count = &mut known.counts[loc.0 as usize];
        let changed = match &mut known.states[loc.0 as usize] {
            Some(old) => {
                let (changed, counts) = function.arrive(loc, by, old, &state, Some(*count));
                *count += u32::from(counts);
                changed
            }
            none => {
                *none = Some(state);
                true
            }
        };
        if !changed {
            return;
        }
        known.passed_on[loc.0 as usize] = false;
        let exit = function.cfa.exit;
        if loc == exit {
            self.returned(id);
        } else {
            self.push(id, loc);
        }
    }

    /// A function returns something new: whoever calls it goes on with it.
    fn returned(&mut self, id: FuncId) {
        for (caller, edge) in self.callers[id.0 as usize].clone() {
            if let Some(function) = &self.functions[caller.0 as usize] {
                let from = function.cfa[edge].from;
                if self.known[caller.0 as usize].states[from.0 as usize].is_some() {
                    self.push(caller, from);
                }
            }
        }
    }

    fn follow(&mut self, id: FuncId, edge: EdgeId, state: &State) {
        let Some(function) = &self.functions[id.0 as usize] else { return };
        let (op, to) = (&function.cfa[edge].op, function.cfa[edge].to);
        match op {
            Op::Call { args, .. } if !self.known[id.0 as usize].passed_on[function.cfa[edge].from.0 as usize] => {
                self.known[id.0 as usize].passed_on[function.cfa[edge].from.0 as usize] = true;
                let entered: Vec<(FuncId, State)> =
                    self.entered(function, edge, args, state, |callee| !self.is_any(callee)).collect();
                entered.into_iter().for_each(|(callee, state)| self.enter(callee, state));
            }
            Op::Return(value) => {
                let range = self.returns(function, value.as_ref(), state);
                let known = &mut self.known[id.0 as usize];
                let grown = match (known.result, range) {
                    (None, range) => range,
                    (Some(old), Some((new, whole))) if !old.includes(new) => {
                        known.grown += 1;
                        Some((function.widen(whole, old, old.join(new), known.grown, STOPS_AT_CALLS), whole))
                    }
                    _ => None,
                };
                if let Some((range, _)) = grown {
                    known.result = Some(range);
                    self.returned(id);
                }
            }
            _ => {}
        }
        if let Some(behind) = self.behind(id, edge, state) {
            self.arrive(id, to, Some(edge), behind);
        }
    }

    /// What a return gives, and what it could give by its type.
    fn returns(&self, function: &Function, value: Option<&Expr>, state: &State) -> Option<(Interval, Interval)> {
        let whole = Domain::of(&self.program.types, function.result_type()?)?.whole;
        let range = value.filter(|value| Some(value.ty) == function.result_type());
        Some((range.and_then(|value| function.scope.eval(state, value)).unwrap_or(whole), whole))
    }

    /// Whether a function was entered with all that can be.
    fn is_any(&self, id: FuncId) -> bool {
        let Some(function) = &self.functions[id.0 as usize] else { return true };
        let entry = &self.known[id.0 as usize].states[function.cfa.entry.0 as usize];
        entry.as_ref().is_some_and(|state| state.ranges().is_empty())
    }

    /// What callees of a call find when they start.
    fn entered<'s>(
        &'s self,
        function: &'s Function<'a>,
        edge: EdgeId,
        args: &'s [Expr],
        state: &'s State,
        wanted: impl Fn(FuncId) -> bool + 's,
    ) -> impl Iterator<Item = (FuncId, State)> + 's {
        let callees = function.effect(edge).into_iter().flat_map(|effect| effect.callees.iter().copied());
        callees.filter(move |callee| wanted(*callee)).filter_map(move |callee| {
            let called = self.functions[callee.0 as usize].as_ref()?;
            let mut entered = State::default();
            for global in self.footprint.relevant(callee) {
                let var = Var::Global(GlobalId(global));
                if let Some(range) = state.get(var) {
                    entered.set(var, range);
                }
            }
            for (param, arg) in called.cfa.params.iter().zip(args) {
                if called.cfa.locals[param.0 as usize].ty.ty == arg.ty {
                    called.assign(&mut entered, Var::Local(*param), function.scope.eval(state, arg));
                }
            }
            Some((callee, entered))
        })
    }

    /// What holds behind an edge; `None` if control does not get there.
    fn behind(&self, id: FuncId, edge: EdgeId, before: &State) -> Option<State> {
        let function = self.functions[id.0 as usize].as_ref()?;
        let mut state = function.step(edge, before)?;
        let Op::Call { dst, callee, .. } = &function.cfa[edge].op else { return Some(state) };
        let mut result = None;
        if let Some(effect) = function.effect(edge).filter(|_| !matches!(callee, Callee::VaArg)) {
            let returned = |callee: FuncId| {
                let exit = self.functions[callee.0 as usize].as_ref()?.cfa.exit;
                let known = &self.known[callee.0 as usize];
                known.states[exit.0 as usize].as_ref().map(|state| (callee, state, known.result))
            };
            let returned: Vec<_> = effect.callees.iter().filter_map(|callee| returned(*callee)).collect();
            if !effect.open && !effect.callees.is_empty() {
                if returned.is_empty() {
                    return None;
                }
                for global in &effect.called {
                    let var = Var::Global(*global);
                    let ranges = returned.iter().map(|(callee, exit, _)| {
                        if self.footprint.changes(*callee, *global) { exit.get(var) } else { before.get(var) }
                    });
                    let range = ranges.reduce(|a, b| a.zip(b).map(|(a, b)| a.join(b))).flatten();
                    function.assign(&mut state, var, range);
                }
                let types = dst.as_ref().map(|place| place.ty.ty);
                let fits = |callee: FuncId| {
                    self.functions[callee.0 as usize].as_ref().is_some_and(|callee| callee.result_type() == types)
                };
                let results = returned.iter().map(|(callee, _, result)| result.filter(|_| fits(*callee)));
                result = results.reduce(|a, b| a.zip(b).map(|(a, b)| a.join(b))).flatten();
            }
        }
        if let Some((var, _)) = dst.as_ref().and_then(|place| function.scope.followed(place)) {
            function.assign(&mut state, var, result);
        }
        Some(state)
    }

    /// Computes every state anew, once.
    fn shrink(&mut self) {
        let mut ids: Vec<FuncId> = (0..self.functions.len() as u32).map(FuncId).collect();
        ids.sort_by_key(|id| self.footprint.rank[id.0 as usize]);
        for id in ids {
            let Some(function) = &self.functions[id.0 as usize] else { continue };
            for loc in function.order.clone() {
                let state = self.recomputed(id, loc);
                self.known[id.0 as usize].states[loc.0 as usize] = state;
            }
            self.known[id.0 as usize].result = self.result(id);
        }
    }

    fn recomputed(&self, id: FuncId, loc: LocId) -> Option<State> {
        let function = self.functions[id.0 as usize].as_ref()?;
        let mut found: Option<State> = None;
        let join = |found: &mut Option<State>, by: Option<EdgeId>, mut state: State| {
            function.trim(&mut state, loc);
            match found {
                Some(old) => _ = function.arrive(loc, by, old, &state, None),
                None => *found = Some(state),
            }
        };
        if loc == function.cfa.entry {
            self.starts[id.0 as usize].clone().into_iter().for_each(|state| join(&mut found, None, state));
            for (caller, edge) in &self.callers[id.0 as usize] {
                let Some(calling) = &self.functions[caller.0 as usize] else { continue };
                let from = calling.cfa[*edge].from;
                let Some(state) = &self.known[caller.0 as usize].states[from.0 as usize] else { continue };
                let Op::Call { args, .. } = &calling.cfa[*edge].op else { continue };
                self.entered(calling, *edge, args, state, |callee| callee == id)
                    .for_each(|(_, state)| join(&mut found, None, state));
            }
        }
        // The ways into a loop come before those around it.
        let mut edges = function.incoming.of(loc).to_vec();
        edges.sort_by_key(|edge| function.is_back(*edge));
        for edge in edges {
            let from = function.cfa[edge].from;
            let state = self.known[id.0 as usize].states[from.0 as usize].as_ref();
            // Control cannot come back to where it has not been.
            let first = found.is_none() && function.is_back(edge);
            if let Some(behind) = state.filter(|_| !first).and_then(|state| self.behind(id, edge, state)) {
                join(&mut found, Some(edge), behind);
            }
        }
        found
    }

    /// What a function returns, from its states.
    fn result(&self, id: FuncId) -> Option<Interval> {
        let function = self.functions[id.0 as usize].as_ref()?;
        let returned = function.incoming.of(function.cfa.exit).iter().filter_map(|edge| {
            let Op::Return(value) = &function.cfa[*edge].op else { return None };
            let state = self.known[id.0 as usize].states[function.cfa[*edge].from.0 as usize].as_ref()?;
            Some(self.returns(function, value.as_ref(), state)?.0)
        });
        returned.reduce(Interval::join)
    }
}
