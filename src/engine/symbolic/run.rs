//! Running the locations and edges of a function.

use super::models::PROGRAM;
use super::order::{Step, order};
use super::{Assumption, Check, Executor, Frame, LoopId, Way, Why};
use crate::cfa::{Adjacency, Cause, Cfa, Edge, EdgeId, FuncId, LocId, Op, Place, PlaceKind, Var};
use crate::ctype::{FloatKind, IntKind, Type, TypeId};
use crate::engine::float;
use crate::engine::memory::{Rest, State};
use crate::engine::term::Term;
use std::rc::Rc;

/// What has come to locations and was not looked at yet.
pub(super) struct Waiting {
    states: Vec<Option<State>>,
}

impl Waiting {
    pub(super) fn nobody(cfa: &Cfa) -> Waiting {
        Waiting { states: vec![None; cfa.locations as usize] }
    }

    pub(super) fn take(&mut self, location: LocId) -> Option<State> {
        self.states[location.0 as usize].take()
    }
}

/// A function that is run.
#[derive(Clone, Copy)]
pub(super) struct Body<'b> {
    pub(super) frame: &'b Frame,
    pub(super) cfa: &'b Cfa,
    outgoing: &'b Adjacency,
}

/// A loop of it.
#[derive(Clone, Copy)]
pub(super) struct Loop<'b> {
    pub(super) of: Body<'b>,
    pub(super) head: LocId,
    pub(super) steps: &'b [Step],
    /// Whether some edge leads out of it.
    leaves: bool,
}

/// So many objects are looked at, in all states that are visited, before it is asked whether to stop.
const WORK: usize = 4096;

impl Executor<'_> {
    /// Runs the program from a function without parameters.
    pub fn run(&mut self, entry: FuncId) {
        let mut state = match self.start(entry) {
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
        let mut waiting = Waiting::nobody(cfa);
        waiting.states[cfa.entry.0 as usize] = Some(state);
        let outgoing = cfa.outgoing();
        self.steps(Body { frame, cfa, outgoing: &outgoing }, &steps, &mut waiting);
        waiting.take(cfa.exit)
    }

    fn steps(&mut self, of: Body, steps: &[Step], waiting: &mut Waiting) {
        for step in steps {
            match step {
                Step::Visit(location) if *location == of.cfa.exit => {}
                Step::Visit(location) => {
                    if let Some(state) = waiting.take(*location) {
                        self.visit(of, *location, state, waiting);
                    }
                }
                Step::Loop { head, body, leaves } => {
                    self.rounds(Loop { of, head: *head, steps: body, leaves: *leaves }, waiting);
                }
            }
        }
    }

    fn rounds(&mut self, of: Loop, waiting: &mut Waiting) {
        let (around, frame) = (self.position, of.of.frame);
        let mut induction = self.bounds.induction(&self.place_of(of));
        // Where everybody is at the head for the first time.
        let mut first = None;
        // What was decided before; as long as nothing else is, every round is certain to come.
        let mut before: Option<Vec<Term>> = None;
        let mut round = 0;
        loop {
            // Somebody may have come in by another way and wait in the middle: a first round is always run.
            let mut state = waiting.take(of.head);
            if round > 0 && state.is_none() {
                break;
            }
            if let Some(state) = &state
                && round > 0
                && !self.goes_on(state, round)
            {
                break;
            }
            if round == 1 && induction.is_some() {
                first.clone_from(&state);
            }
            if induction.is_some_and(|length| round == 1 + length)
                && let (Some(length), Some(first), Some(this)) = (induction.take(), first.take(), state.take())
            {
                state = self.induct(of, first, this, length, waiting);
                if state.is_none() {
                    break;
                }
            }
            if let Some(state) = &state {
                let certain = of.leaves && before.get_or_insert_with(|| state.guard().to_vec()) == state.guard();
                let most = if certain { self.bounds.certain() } else { self.bounds.rounds };
                let why = match self.is_at_end() {
                    true => Some(Why::Stopped),
                    false => (round >= most).then(|| self.endless(of, certain)),
                };
                if let Some(why) = why {
                    self.doubt(state, why);
                    break;
                }
            }
            self.position = self.choices.position((around, frame.function, Way::Round(of.head, round)));
            self.round(of, state, waiting);
            round += 1;
        }
        self.position = around;
    }

    /// One round of a loop, from its head and from where somebody waits.
    pub(super) fn round(&mut self, of: Loop, state: Option<State>, waiting: &mut Waiting) {
        if let Some(state) = state {
            self.visit_head(of, &state);
            self.visit(of.of, of.head, state, waiting);
        }
        self.steps(of.of, of.steps, waiting);
    }

    pub(super) fn place_of(&self, of: Loop) -> LoopId {
        LoopId { unit: self.unit, function: of.of.frame.function, head: of.head }
    }

    /// That a loop was not followed further, though it was certain to go on or not.
    pub(super) fn endless(&self, of: Loop, certain: bool) -> Why {
        Why::Loop(self.program()[of.of.frame.function].name.clone(), self.place_of(of), certain)
    }

    /// Whether a loop may go round once more. Asking costs, so that is done less and less often.
    fn goes_on(&mut self, state: &State, round: u64) -> bool {
        !(round.is_power_of_two() || round.is_multiple_of(16)) || self.may_be(state)
    }

    /// Whether any execution may be in a state; the solver knows if the conditions do not say it.
    pub(super) fn may_be(&mut self, state: &State) -> bool {
        let guard = self.memory.guard(state);
        match self.memory.terms.as_truth(guard) {
            Some(truth) => truth,
            None => self.oracle.is_possible(self.memory, guard),
        }
    }

    /// Whether somebody wants to stop. Asking costs, so that is done once in a while: where states are large, visits
    /// take longer, and there it is done more often.
    fn is_over_by_now(&mut self, state: &State) -> bool {
        self.unasked += 1 + state.size();
        if self.unasked < WORK {
            return self.has_seen_all();
        }
        self.unasked = 0;
        self.is_at_end()
    }

    /// Whether somebody wants to stop, or nothing is left to be seen.
    pub(super) fn is_at_end(&mut self) -> bool {
        self.has_seen_all() || self.oracle.is_over(self.memory)
    }

    /// Runs the edges of a location: the outcomes of a condition, or one operation.
    fn visit(&mut self, of: Body, location: LocId, state: State, waiting: &mut Waiting) {
        if self.is_over_by_now(&state) {
            return self.doubt(&state, Why::Stopped);
        }
        let (edges, mut state) = (of.outgoing.of(location), Some(state));
        for (number, id) in edges.iter().enumerate() {
            let last = number + 1 == edges.len();
            let Some(mut this) = (if last { state.take() } else { state.clone() }) else { return };
            let edge = &of.cfa[*id];
            self.edge(of.frame, &mut this, *id, edge);
            if self.memory.is_possible(&this) {
                let slot = &mut waiting.states[edge.to.0 as usize];
                *slot = Some(match slot.take() {
                    Some(other) => self.memory.join(other, this),
                    None => this,
                });
            }
        }
    }

    pub(super) fn edge(&mut self, frame: &Frame, state: &mut State, id: EdgeId, edge: &Edge) {
        match &edge.op {
            Op::Skip => {}
            Op::Assume { cond, truth, via } => {
                let cond = self.condition(frame, state, cond);
                let cond = if *truth { cond } else { self.memory.terms.not(cond) };
                let before = self.memory.guard(state);
                self.memory.assume(state, cond);
                if via.is_none() && self.is_watched(state) {
                    self.see_branch(frame, id, *truth);
                }
                if via.is_some() && self.unit == PROGRAM && !self.quiet {
                    let after = self.memory.guard(state);
                    let no = self.memory.terms.truth(false);
                    let none = Assumption { span: edge.span, before: no, after: no };
                    let assumption = self.assumptions.entry((frame.function, id)).or_insert(none);
                    assumption.before = self.memory.terms.or(assumption.before, before);
                    assumption.after = self.memory.terms.or(assumption.after, after);
                }
            }
            Op::Assign { place, value } => {
                if self.types().is_scalar(place.ty.ty) && self.is_watched(state) {
                    let value = self.value(frame, &mut state.clone(), value);
                    self.see_assignment(frame, Some(id), place, value);
                }
                self.assign(frame, state, place, value);
            }
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
                for (number, place) in (0..).zip(places) {
                    self.havoc(frame, state, (id, number), place, cause);
                }
                if !objects.is_empty() && self.is_watched(state) {
                    self.see_unsure("objects have any content");
                }
                for (number, pointer) in (places.len() as u32..).zip(objects) {
                    let pointer = self.value(frame, state, pointer);
                    self.havoc_object(state, pointer, |executor| executor.any_contents(id));
                    if self.is_watched(state) {
                        self.see_contents((frame.function, id, number), state, pointer, None);
                    }
                }
            }
            Op::Assert { cond, property } => {
                let holds = self.condition(frame, state, cond);
                let guard = self.memory.guard(state);
                let violated = self.memory.terms.not(holds);
                if self.is_watched(state) {
                    self.see_assertion(frame, id, *property, violated);
                }
                let fails = self.memory.terms.and(guard, violated);
                if self.memory.terms.as_truth(fails) != Some(false) && !self.quiet {
                    self.checks.push(Check { property: *property, fails });
                }
                self.memory.assume(state, holds);
            }
        }
    }

    fn havoc(&mut self, frame: &Frame, state: &mut State, (id, number): (EdgeId, u32), place: &Place, cause: &Cause) {
        let at = self.place(frame, state, place);
        let ty = place.ty.ty;
        if !self.types().is_scalar(ty) {
            if self.is_watched(state) {
                self.see_unsure("objects have any content");
            }
            let pointer = self.address(&at);
            let Some(size) = self.types().size_of(ty) else {
                let span = self.program()[FuncId(0)].span;
                return self
                    .doubt(state, Why::Unmodelled("an object of unknown size that may have any content".into(), span));
            };
            // An initialised flexible array member is a part of its object, and not of its type.
            let behind = match place.kind {
                PlaceKind::Var(Var::Global(global)) => self.program()[global].flexible_part(self.types()),
                _ => 0,
            };
            self.havoc_bytes(state, id, pointer, size + behind);
            if self.is_watched(state) {
                self.see_contents((frame.function, id, number), state, pointer, Some(size));
            }
            return;
        }
        let value = match cause {
            Cause::Choice => self.any_value(id, ty),
            _ => self.choice(id, self.bits(ty)),
        };
        if self.is_watched(state) {
            self.see_input(frame, id, number, value);
            self.see_assignment(frame, Some(id), place, value);
        }
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

    /// Any value of a scalar type, that the program chooses at an edge.
    pub(super) fn any_value(&mut self, id: EdgeId, ty: TypeId) -> Term {
        match self.types()[ty] {
            Type::Int(IntKind::Bool) => {
                let bit = self.choice(id, 1);
                self.memory.terms.zext(bit, self.bits(ty))
            }
            // Not all words are numbers there: the machine wants to see the first bit of every significand.
            Type::Float(FloatKind::LongDouble) => {
                let (significand, above) = (float::EXTENDED.significand - 1, float::EXTENDED.exponent + 1);
                let (low, high) = (self.choice(id, significand), self.choice(id, above));
                let terms = &mut self.memory.terms;
                let (exponent, none) = (terms.extract(high, 0, above - 1), terms.constant(above - 1, 0));
                let first = terms.ne(exponent, none);
                let high = terms.concat(high, first);
                terms.concat(high, low)
            }
            _ => self.choice(id, self.bits(ty)),
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
