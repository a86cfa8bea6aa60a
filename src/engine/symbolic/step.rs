//! One edge at a time, for those who choose themselves which way executions go.

use super::models::PROGRAM;
use super::{Check, Doubt, Executor, Frame};
use crate::cfa::{BinaryOp, EdgeId, Expr, ExprKind, FuncId, Op, Var};
use crate::ctype::{IntKind, Quals, TypeId};
use crate::engine::memory::{Memory, ObjectId, State, TooMany};
use crate::engine::solve::Answer;
use crate::engine::term::{Assignment, Term};

/// The function that is walked through, with its variables.
pub struct Walk {
    frame: Frame,
}

/// What came of an edge.
pub struct Stepped {
    /// Nobody is there where it is certain that no execution takes the edge.
    pub state: Option<State>,
    pub checks: Vec<Check>,
    pub doubts: Vec<Doubt>,
}

impl Executor<'_> {
    /// The state in which a function without parameters begins to run.
    pub fn begin(&mut self, entry: FuncId) -> Result<(Walk, State), TooMany> {
        let mut state = self.start(entry)?;
        let frame = self.enter(&mut state, entry)?;
        self.stack.push((PROGRAM, entry));
        self.on_stack.push(Vec::new());
        Ok((Walk { frame }, state))
    }

    /// What is chosen from now on is what was chosen before at the same places: another execution begins, or one that
    /// nobody remembers the choices of.
    pub fn choose_again(&mut self) {
        self.counts.clear();
    }

    pub fn take(&mut self, walk: &Walk, state: &State, id: EdgeId) -> Stepped {
        let Some(cfa) = self.program()[walk.frame.function].cfa() else {
            return Stepped { state: None, checks: Vec::new(), doubts: Vec::new() };
        };
        let mut state = state.clone();
        self.edge(&walk.frame, &mut state, id, &cfa[id]);
        let checks = std::mem::take(&mut self.checks);
        let doubts = std::mem::take(&mut self.doubts);
        let state = Some(state).filter(|state| self.memory.is_possible(state));
        Stepped { state, checks, doubts }
    }

    /// When a condition holds in a state; nobody knows where something in it is not modelled.
    pub fn holds(&mut self, walk: &Walk, state: &State, cond: &Expr) -> Option<Term> {
        let holds = self.condition(&walk.frame, &mut state.clone(), cond);
        let doubts = std::mem::take(&mut self.doubts);
        doubts.is_empty().then_some(holds)
    }

    /// The object of a variable, if it has one.
    pub fn object(&self, walk: &Walk, var: Var) -> Option<ObjectId> {
        match var {
            Var::Local(local) => walk.frame.locals.get(local.0 as usize).copied(),
            Var::Global(global) => self.units[PROGRAM].globals.get(&global).copied(),
        }
    }

    pub fn memory(&mut self) -> &mut Memory {
        self.memory
    }

    pub fn ask(&mut self, conditions: &[Term]) -> Answer {
        self.oracle.ask(self.memory, conditions)
    }

    /// Values with which the conditions hold that were asked about last, after a yes.
    pub fn assignment(&mut self) -> Assignment {
        self.oracle.assignment(self.memory)
    }

    pub fn is_over(&mut self) -> bool {
        self.oracle.is_over(self.memory)
    }

    /// Gives variables the values that they must have behind a condition: `x == 3` says what `x` is. No execution is
    /// another one by that.
    pub fn learn(&mut self, walk: &Walk, state: &mut State, id: EdgeId) {
        let cfa = self.program()[walk.frame.function].cfa();
        let Some(Op::Assume { cond, truth, .. }) = cfa.map(|cfa| &cfa[id].op) else { return };
        match (&cond.kind, truth) {
            (ExprKind::Binary(BinaryOp::Eq, a, b), true) | (ExprKind::Binary(BinaryOp::Ne, a, b), false) => {
                self.equate(walk, state, a, b);
                self.equate(walk, state, b, a);
            }
            (ExprKind::Load(_) | ExprKind::Cast(_), false) if self.types().as_float(cond.ty).is_none() => {
                let zero = self.memory.terms.constant(self.bits(cond.ty), 0);
                self.is_known(walk, state, cond, zero);
            }
            _ => {}
        }
    }

    fn equate(&mut self, walk: &Walk, state: &mut State, unknown: &Expr, known: &Expr) {
        // Zeros of both signs are equal.
        if self.types().as_float(unknown.ty).is_some() {
            return;
        }
        let value = self.value(&walk.frame, &mut state.clone(), known);
        if self.memory.terms.as_constant(value).is_some() {
            self.is_known(walk, state, unknown, value);
        }
    }

    /// An expression has this value.
    fn is_known(&mut self, walk: &Walk, state: &mut State, expr: &Expr, value: Term) {
        match &expr.kind {
            ExprKind::Load(place) => {
                let now = self.value(&walk.frame, &mut state.clone(), expr);
                let fickle = place.ty.quals.contains(Quals::VOLATILE) || place.ty.quals.contains(Quals::ATOMIC);
                let plain = !fickle && place.bit_field(self.types()).is_none() && !self.is_bool(expr.ty);
                if plain && self.memory.terms.as_constant(now).is_none() {
                    let at = self.place(&walk.frame, state, place);
                    let address = self.address(&at);
                    // What is known of an address that is not known is nothing.
                    if self.memory.terms.as_constant(address).is_some() {
                        self.store_scalar(state, &at, place.ty.ty, value);
                    }
                }
            }
            ExprKind::Cast(inner) if self.is_number(inner.ty) && self.bits(inner.ty) <= self.bits(expr.ty) => {
                let before = self.memory.terms.extract(value, 0, self.bits(inner.ty));
                if self.cast(before, inner.ty, expr.ty) == value {
                    self.is_known(walk, state, inner, before);
                }
            }
            _ => {}
        }
    }

    fn is_bool(&self, ty: TypeId) -> bool {
        self.types().as_int(ty) == Some(IntKind::Bool)
    }

    fn is_number(&self, ty: TypeId) -> bool {
        self.types().as_int(ty).is_some_and(|kind| kind != IntKind::Bool)
    }
}
