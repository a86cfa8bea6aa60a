//! Executes edges of the program, and checks whole paths bit by bit.

use super::monitor::{Limit, Monitors};
use super::overflow::Overflows;
use crate::cfa::{EdgeId, Expr, FuncId, Op, Program, PropId};
use crate::engine::Stop;
use crate::engine::bounded::{Asking, memory_for};
use crate::engine::memory::{State, TooMany};
use crate::engine::solve::Answer;
use crate::engine::stop::used;
use crate::engine::symbolic::{Bounds, Choices, Event, Execution, Executor, Walk};
use crate::engine::term::{Assignment, Term};
use crate::reduce::flat::Flat;
use rustc_hash::FxHashMap;
use std::collections::BTreeSet;
use std::time::Duration;

/// How far calls go that are run in place.
const ROUNDS: u64 = 128;
const RECURSION: u32 = 16;

pub(super) struct Walker<'a> {
    pub(super) executor: Executor<'a>,
    pub(super) walk: Walk,
    pub(super) start: State,
    pub(super) program: &'a Program,
    pub(super) entry: FuncId,
    pub(super) flat: &'a Flat,
    pub(super) overflows: &'a Overflows,
    /// What the executor asks whether to stop.
    stop: &'a Stop,
    monitors: &'a Monitors,
}

/// What is known of a path that ends in a violation.
pub(super) enum Followed {
    /// It can be taken, with these values.
    Possible(Assignment),
    /// It cannot: these of its edges exclude each other, by their numbers in the path.
    Impossible(Vec<usize>),
    Unknown(String),
}

impl Walker<'_> {
    /// Lets somebody walk through the entry of a program.
    pub(super) fn with<R>(
        program: &Program,
        entry: FuncId,
        (flat, overflows): (&Flat, &Overflows),
        (stop, monitors): (&Stop, &Monitors),
        work: impl FnOnce(&mut Walker) -> R,
    ) -> Result<R, TooMany> {
        let (mut memory, mut choices, mut asking) = (memory_for(program), Choices::default(), Asking::new(stop));
        let bounds = Bounds { rounds: ROUNDS, recursion: RECURSION, induction: (0, BTreeSet::new()) };
        let mut executor = Executor::new(program, &mut memory, &mut choices, bounds, None, &mut asking);
        let (walk, start) = executor.begin(entry)?;
        Ok(work(&mut Walker { executor, walk, start, program, entry, flat, overflows, stop, monitors }))
    }

    /// The property of the program that one of the flat program stands for.
    pub(super) fn original(&self, property: PropId) -> PropId {
        self.flat.original.get(&property).copied().unwrap_or(property)
    }

    /// When a condition holds in a state; nobody knows where something in it is not modelled.
    pub(super) fn holds(&mut self, state: &State, cond: &Expr) -> Option<Term> {
        self.executor.holds(&self.walk, state, cond)
    }

    /// Whether a path from the start can be taken, and violates a property on its last edge.
    pub(super) fn follow(&mut self, path: &[EdgeId], property: PropId) -> Followed {
        let start = self.start.clone();
        self.follow_from(start, path, property)
    }

    /// The same from another state.
    pub(super) fn follow_from(&mut self, mut state: State, path: &[EdgeId], property: PropId) -> Followed {
        self.executor.choose_again();
        // Which edge a condition comes from.
        let mut added: FxHashMap<Term, usize> = FxHashMap::default();
        let mut fails: Vec<Term> = Vec::new();
        for (number, edge) in path.iter().enumerate() {
            let stepped = self.executor.take(&self.walk, &state, *edge);
            if number + 1 == path.len() {
                let here = stepped.checks.iter().filter(|check| self.original(check.property) == property);
                fails = here.map(|check| check.fails).collect();
            }
            // What was not followed could have been the violation.
            if let Some(doubt) = stepped.doubts.first().filter(|_| fails.is_empty()) {
                return Followed::Unknown(doubt.why.to_string());
            }
            if number + 1 == path.len() {
                break;
            }
            let Some(after) = stepped.state else { return Followed::Impossible(vec![number]) };
            for term in after.guard() {
                added.entry(*term).or_insert(number);
            }
            state = after;
            if self.executor.is_over() {
                return Followed::Unknown("there was no time or memory to check a path".into());
            }
        }
        let memory = self.executor.memory();
        let no = memory.terms.truth(false);
        let violated = fails.iter().fold(no, |any, fails| memory.terms.or(any, *fails));
        let last = path.len().saturating_sub(1);
        added.insert(violated, last);
        let conditions: Vec<Term> = state.guard().iter().copied().chain([violated]).collect();
        if let Some(why) = self.too_large(&conditions) {
            return Followed::Unknown(why);
        }
        match self.executor.ask(&conditions) {
            Answer::Possible => Followed::Possible(self.executor.assignment()),
            Answer::Impossible(core) => {
                let mut edges: Vec<usize> = core.iter().filter_map(|term| added.get(term).copied()).collect();
                edges.push(last);
                edges.sort_unstable();
                edges.dedup();
                Followed::Impossible(edges)
            }
            Answer::Stopped => Followed::Unknown("there was no time or memory to check a path".into()),
        }
    }

    /// Does a part of the work, which ends when it takes too much time or memory. Gives what it took, and why that was
    /// too much if it was.
    pub(super) fn within<R>(
        &mut self,
        [time, memory]: [Limit; 2],
        work: impl FnOnce(&mut Self) -> R,
    ) -> (R, Duration, Option<String>) {
        let (begun, before) = (used(), self.executor.memory().terms.used());
        let (monitors, stop) = (self.monitors, self.stop);
        // What ends the work is exceeded afterwards: it has one more of each.
        let more = |limit| monitors.most(limit).map(|most| most.saturating_add(1));
        let most = more(memory).map(|most| before.saturating_add(most.saturating_mul(1 << 10)));
        let done = stop.within(more(time).map(Duration::from_millis), most, || work(self));
        let took = used().saturating_sub(begun);
        let grown = self.executor.memory().terms.used() - before;
        let too_much = monitors.exceeded_time(time, took).or_else(|| monitors.exceeded(memory, grown >> 10));
        (done, took, too_much)
    }

    /// Why the formula of a path is not given to the solver.
    fn too_large(&mut self, conditions: &[Term]) -> Option<String> {
        let watched = self.monitors.watches(Limit::FormulaSize);
        let size = if watched { self.executor.memory().terms.size(conditions) } else { 0 };
        self.monitors.exceeded(Limit::FormulaSize, size as u64)
    }

    /// The execution with these values along a path, in terms of the program as it was.
    pub(super) fn execution(&mut self, path: &[EdgeId], property: PropId, values: Assignment) -> Execution {
        self.executor.choose_again();
        let mut whole = Execution::default();
        let mut state = Some(self.start.clone());
        // In place of the property there may be a copy of it, of a call.
        let asserted = path.last().map(|edge| &self.flat.cfa[*edge].op);
        let property = match asserted {
            Some(Op::Assert { property: copy, .. }) if self.original(*copy) == property => *copy,
            _ => property,
        };
        self.executor.watch(property, values);
        for edge in path {
            let Some(before) = state.take() else { break };
            state = self.executor.take(&self.walk, &before, *edge).state;
            let seen = self.executor.watched_since();
            self.append(&mut whole, seen);
        }
        self.executor.watched();
        whole
    }

    /// Adds what happened on an edge.
    fn append(&self, whole: &mut Execution, seen: Execution) {
        let origin = |function: FuncId, edge: EdgeId| match function == self.entry {
            true => self.flat.origin.get(edge.0 as usize).copied().flatten(),
            false => Some((function, edge)),
        };
        for event in seen.events {
            let place = event.edge.and_then(|edge| origin(event.function, edge));
            let (function, edge) = place.map_or((event.function, None), |(function, edge)| (function, Some(edge)));
            whole.events.push(Event { function, edge, what: event.what });
        }
        for ((function, edge, number), values) in seen.inputs {
            if let Some((function, edge)) = origin(function, edge) {
                whole.inputs.entry((function, edge, number)).or_default().extend(values);
            }
        }
        for ((function, edge), values) in seen.results {
            if let Some((function, edge)) = origin(function, edge) {
                whole.results.entry((function, edge)).or_default().extend(values);
            }
        }
        whole.unsure = whole.unsure.take().or(seen.unsure);
        whole.addresses |= seen.addresses;
        whole.violated |= seen.violated;
    }
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;
    use crate::cfa::Body;
    use crate::cfa::display::Names;
    use crate::cfa::tests::built;
    use crate::reduce::flat;

    /// Walks through a program.
    pub(crate) fn walking<R>(text: &str, work: impl FnOnce(&mut Walker) -> R) -> R {
        let mut program = built(text);
        let entry = program.entries[0];
        let cfa = program[entry].cfa().expect("main is defined").clone();
        let wanted = flat::defined(&program);
        let flat = flat::flatten(&mut program, entry, cfa, &wanted);
        program.functions[entry.0 as usize].body = Body::Cfa(flat.cfa.clone());
        let (overflows, monitors) = (Overflows::default(), Monitors::default());
        let done = Walker::with(&program, entry, (&flat, &overflows), (&Stop::default(), &monitors), work);
        done.unwrap_or_else(|_| panic!("there are few objects"))
    }

    /// The way from the start to an assertion that takes these decisions.
    pub(crate) fn path(walker: &Walker, decisions: &[&str]) -> (Vec<EdgeId>, PropId) {
        let cfa = &walker.flat.cfa;
        let (names, outgoing) = (Names::new(walker.program, cfa), cfa.outgoing());
        let (mut path, mut at) = (Vec::new(), cfa.entry);
        loop {
            let edge = match *outgoing.of(at) {
                [edge] => edge,
                ref edges => {
                    let taken = |edge: &&EdgeId| decisions.contains(&names.op(&cfa[**edge].op).as_str());
                    *edges.iter().find(taken).expect("one of the decisions")
                }
            };
            path.push(edge);
            at = cfa[edge].to;
            if let Op::Assert { property, .. } = cfa[edge].op {
                return (path, walker.original(property));
            }
        }
    }
}
