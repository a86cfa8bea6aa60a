//! Running the locations and edges of a function.

use super::models::PROGRAM;
use super::order::{Step, order};
use super::{Assumption, Check, Executor, Frame, Way, Why};
use crate::cfa::{Cause, Cfa, Edge, EdgeId, FuncId, LocId, Op, Place};
use crate::ctype::{IntKind, Type};
use crate::engine::memory::{Rest, State};
use crate::engine::term::Term;
use std::rc::Rc;

/// What has come to locations and was not looked at yet.
struct Waiting {
    states: Vec<Option<State>>,
}

impl Executor<'_> {
    /// Runs the program from a function without parameters.
    pub fn run(&mut self, entry: FuncId) {
        let mut state = match self.start() {
            Ok(state) => state,
            Err(_) => {
                self.doubt(&State::new(), Why::Objects);
                return;
            }
        };
        self.call_defined(&mut state, entry, &[], None);
    }

    /// The state at the exit of a function, if anything gets there.
    pub(super) fn body(&mut self, frame: &Frame, cfa: &Cfa, state: State) -> Option<State> {
        let steps = match self.orders.get(&(self.unit, frame.function)) {
            Some(steps) => steps.clone(),
            None => {
                let steps = Rc::new(order(cfa));
                self.orders.insert((self.unit, frame.function), steps.clone());
                steps
            }
        };
        let mut waiting = Waiting { states: vec![None; cfa.locations as usize] };
        waiting.states[cfa.entry.0 as usize] = Some(state);
        let outgoing = cfa.outgoing();
        self.steps(frame, cfa, &outgoing, &steps, &mut waiting);
        waiting.states[cfa.exit.0 as usize].take()
    }

    fn steps(
        &mut self,
        frame: &Frame,
        cfa: &Cfa,
        outgoing: &crate::cfa::Adjacency,
        steps: &[Step],
        waiting: &mut Waiting,
    ) {
        for step in steps {
            match step {
                Step::Visit(location) if *location == cfa.exit => {}
                Step::Visit(location) => {
                    if let Some(state) = waiting.states[location.0 as usize].take() {
                        self.visit(frame, cfa, outgoing.of(*location), state, waiting);
                    }
                }
                Step::Loop { head, body } => self.rounds(frame, cfa, outgoing, *head, body, waiting),
            }
        }
    }

    fn rounds(
        &mut self,
        frame: &Frame,
        cfa: &Cfa,
        outgoing: &crate::cfa::Adjacency,
        head: LocId,
        body: &[Step],
        waiting: &mut Waiting,
    ) {
        let around = self.position;
        let mut round = 0;
        loop {
            // Somebody may have come in by another way and wait in the middle: a first round is always run.
            let state = waiting.states[head.0 as usize].take();
            if round > 0 && state.is_none() {
                break;
            }
            if let Some(state) = &state
                && round > 0
                && !self.goes_on(state, round)
            {
                break;
            }
            if let Some(state) = state {
                if round >= self.bounds.rounds || self.oracle.is_over(&self.memory) {
                    self.doubt(&state, Why::Loop(frame.function, head));
                    break;
                }
                self.position = self.choices.position((around, frame.function, Way::Round(head, round)));
                self.visit(frame, cfa, outgoing.of(head), state, waiting);
            }
            self.steps(frame, cfa, outgoing, body, waiting);
            round += 1;
        }
        self.position = around;
    }

    /// Whether a loop may go round once more. Asking costs, so that is done less and less often.
    fn goes_on(&mut self, state: &State, round: u64) -> bool {
        let guard = self.memory.guard(state);
        match self.memory.terms.as_truth(guard) {
            Some(truth) => truth,
            None if round.is_power_of_two() || round.is_multiple_of(16) => {
                self.oracle.is_possible(&mut self.memory, guard)
            }
            None => true,
        }
    }

    /// Runs the edges of a location: the outcomes of a condition, or one operation.
    fn visit(&mut self, frame: &Frame, cfa: &Cfa, edges: &[EdgeId], state: State, waiting: &mut Waiting) {
        let mut state = Some(state);
        for (number, id) in edges.iter().enumerate() {
            let last = number + 1 == edges.len();
            let Some(mut this) = (if last { state.take() } else { state.clone() }) else { return };
            let edge = &cfa[*id];
            self.edge(frame, &mut this, *id, edge);
            if self.memory.is_possible(&this) {
                let slot = &mut waiting.states[edge.to.0 as usize];
                *slot = Some(match slot.take() {
                    Some(other) => self.memory.join(other, this),
                    None => this,
                });
            }
        }
    }

    fn edge(&mut self, frame: &Frame, state: &mut State, id: EdgeId, edge: &Edge) {
        match &edge.op {
            Op::Skip => {}
            Op::Assume { cond, truth, via } => {
                let cond = self.condition(frame, state, cond);
                let cond = if *truth { cond } else { self.memory.terms.not(cond) };
                let before = self.memory.guard(state);
                self.memory.assume(state, cond);
                if via.is_some() && self.unit == PROGRAM {
                    let after = self.memory.guard(state);
                    let no = self.memory.terms.truth(false);
                    let none = Assumption { span: edge.span, before: no, after: no };
                    let assumption = self.assumptions.entry((frame.function, id)).or_insert(none);
                    assumption.before = self.memory.terms.or(assumption.before, before);
                    assumption.after = self.memory.terms.or(assumption.after, after);
                }
            }
            Op::Assign { place, value } => self.assign(frame, state, place, value),
            Op::Call { dst, callee, args } => self.call(frame, state, id, edge, dst.as_ref(), callee, args),
            Op::Return(value) => {
                if let (Some(value), Some(result)) = (value, frame.result) {
                    self.give_back(frame, state, result, value);
                }
            }
            Op::Declare(local) => {
                let object = frame.locals[local.0 as usize];
                let rest = self.any_contents(id);
                // Pointers to the last one are taken for pointers to this one.
                if !frame.private[local.0 as usize] {
                    self.declared.entry(object).and_modify(|again| *again = true).or_insert(false);
                }
                self.appear(state, object, rest);
            }
            Op::Havoc { places, objects, cause } => {
                for place in places {
                    self.havoc(frame, state, id, place, cause);
                }
                for pointer in objects {
                    let pointer = self.value(frame, state, pointer);
                    self.havoc_object(state, pointer, |executor| executor.any_contents(id));
                }
            }
            Op::Assert { cond, property } => {
                let holds = self.condition(frame, state, cond);
                let guard = self.memory.guard(state);
                let violated = self.memory.terms.not(holds);
                let fails = self.memory.terms.and(guard, violated);
                if self.memory.terms.as_truth(fails) != Some(false) {
                    self.checks.push(Check { property: *property, fails });
                }
                self.memory.assume(state, holds);
            }
        }
    }

    fn havoc(&mut self, frame: &Frame, state: &mut State, id: EdgeId, place: &Place, cause: &Cause) {
        let at = self.place(frame, state, place);
        let ty = place.ty.ty;
        if !self.types().is_scalar(ty) {
            let pointer = self.address(&at);
            let size = self.types().size_of(ty).unwrap_or(0);
            return self.havoc_bytes(state, id, pointer, size);
        }
        let value = match (cause, self.types()[ty].clone()) {
            (Cause::Choice, Type::Int(IntKind::Bool)) => {
                let bit = self.choice(id, 1);
                self.memory.terms.zext(bit, self.bits(ty))
            }
            _ => self.choice(id, self.bits(ty)),
        };
        self.store_scalar(state, &at, ty, value);
    }

    fn havoc_bytes(&mut self, state: &mut State, id: EdgeId, pointer: Term, size: u64) {
        for start in (0..size).step_by(8) {
            let bytes = (size - start).min(8) as u32;
            let word = self.choice(id, bytes * 8);
            let distance = self.memory.terms.constant(self.memory.division.offset, start.into());
            let pointer = self.memory.advance(pointer, distance);
            let at = self.at_pointer(pointer);
            self.store_bytes(state, &at, word);
        }
    }

    /// A word that the program chooses at an edge.
    pub(super) fn choice(&mut self, id: EdgeId, width: u32) -> Term {
        let key = self.occasion(id);
        if let Some(term) = self.choices.words.get(&key).copied().filter(|term| self.memory.terms.width(*term) == width)
        {
            return term;
        }
        let term = self.memory.terms.fresh(width);
        self.choices.words.insert(key, term);
        term
    }

    pub(super) fn any_contents(&mut self, id: EdgeId) -> Rest {
        let key = self.occasion(id);
        if let Some(instance) = self.choices.instances.get(&key) {
            return Rest::Any(*instance);
        }
        let instance = self.memory.instance();
        self.choices.instances.insert(key, instance);
        Rest::Any(instance)
    }

    fn occasion(&mut self, id: EdgeId) -> (u32, EdgeId, u32) {
        let count = self.counts.entry((self.position, id)).or_insert(0);
        *count += 1;
        (self.position, id, *count)
    }
}
