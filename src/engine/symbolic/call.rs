//! Calls: of functions with a body, run in place; of others, by what is known of them.

use super::{Executor, Frame, Way, Why};
use crate::cfa::library::{self, Effect};
use crate::cfa::visit::addressed_locals;
use crate::cfa::{Body, Callee, Edge, EdgeId, Expr, FuncId, Place};
use crate::ctype::{TypeId, Types};
use crate::engine::memory::{Kind, ObjectId, State, TooMany};
use crate::engine::term::Term;
use std::rc::Rc;

/// No edge: what variables hold when a function is entered.
const ENTERED: EdgeId = EdgeId(u32::MAX);

/// An argument: a scalar, or a record that is copied.
#[derive(Clone, Copy, Debug)]
pub(super) enum Argument {
    Scalar(Term, TypeId),
    Record(super::place::At, TypeId),
}

impl Argument {
    pub(super) fn scalar(&self) -> Option<Term> {
        match self {
            Argument::Scalar(value, _) => Some(*value),
            Argument::Record(..) => None,
        }
    }

    pub(super) fn ty(&self) -> TypeId {
        let (Argument::Scalar(_, ty) | Argument::Record(_, ty)) = self;
        *ty
    }
}

impl Executor<'_> {
    #[expect(clippy::too_many_arguments)]
    pub(super) fn call(
        &mut self,
        frame: &Frame,
        state: &mut State,
        id: EdgeId,
        edge: &Edge,
        dst: Option<&Place>,
        callee: &Callee,
        args: &[Expr],
    ) {
        let functions: Vec<(FuncId, Term)> = match callee {
            Callee::Direct(function) => {
                let called = &self.program()[*function];
                if called.attributes.builtin && self.list_operation(frame, state, edge, &called.name, args) {
                    return;
                }
                vec![(*function, self.memory.terms.truth(true))]
            }
            Callee::Indirect(pointer) => {
                let pointer = self.value(frame, state, pointer);
                self.called(state, pointer)
            }
            Callee::VaArg => {
                if let (Some(dst), [list]) = (dst, args) {
                    self.next_argument(frame, state, (id, edge), dst, list);
                }
                return;
            }
        };
        let arguments: Vec<Argument> = args.iter().map(|arg| self.argument(frame, state, arg)).collect();
        let mut after: Option<State> = None;
        for (function, cond) in functions {
            let mut this = state.clone();
            self.memory.assume(&mut this, cond);
            if !self.memory.is_possible(&this) {
                continue;
            }
            self.call_one(frame, &mut this, (id, edge), dst, function, &arguments);
            if self.memory.is_possible(&this) {
                after = Some(match after.take() {
                    Some(other) => self.memory.join(other, this),
                    None => this,
                });
            }
        }
        match after {
            Some(after) => *state = after,
            None => return self.end(state),
        }
        self.use_up(frame, state, args);
    }

    /// No execution goes on.
    pub(super) fn end(&mut self, state: &mut State) {
        let no = self.memory.terms.truth(false);
        self.memory.assume(state, no);
    }

    /// The functions that a pointer may point to.
    fn called(&mut self, state: &State, pointer: Term) -> Vec<(FuncId, Term)> {
        let targets = self.memory.targets(state, pointer).into_iter();
        let function = |target: crate::engine::memory::Target| match self.memory[target.object].kind {
            Kind::Function(unit, function) if unit == self.unit => Some((function, target.cond)),
            _ => None,
        };
        targets.filter_map(function).collect()
    }

    fn argument(&mut self, frame: &Frame, state: &mut State, arg: &Expr) -> Argument {
        match &arg.kind {
            crate::cfa::ExprKind::Load(place) if !self.types().is_scalar(arg.ty) => {
                Argument::Record(self.place(frame, state, place), arg.ty)
            }
            _ => Argument::Scalar(self.value(frame, state, arg), arg.ty),
        }
    }

    fn call_one(
        &mut self,
        frame: &Frame,
        state: &mut State,
        (id, edge): (EdgeId, &Edge),
        dst: Option<&Place>,
        function: FuncId,
        arguments: &[Argument],
    ) {
        let place = dst;
        let dst = dst.map(|place| (self.place(frame, state, place), place.ty.ty));
        match &self.program()[function].body {
            Body::Cfa(_) => {
                if self.is_watched(state) {
                    self.see_call(frame, id, function);
                }
                self.call_further(state, id, function, arguments, dst);
            }
            Body::None => {
                self.call_undefined(state, (id, edge), dst, function, arguments);
                if let Some((at, ty)) = dst.filter(|(_, ty)| self.types().is_scalar(*ty))
                    && self.is_watched(state)
                {
                    let value = self.load_scalar(state, &at, ty);
                    let (name, builtin) = (&self.program()[function].name, self.program()[function].attributes.builtin);
                    if builtin || library::is_computed(name) {
                        self.see_unsure(&format!("{name} is taken to return any value"));
                    }
                    match library::known(name) {
                        Some(known) if known.effect == Effect::Modelled => self.see_result(frame, id, value),
                        _ => self.see_input(frame, id, 0, value),
                    }
                    place.into_iter().for_each(|place| self.see_assignment(frame, Some(id), place, value));
                }
            }
            Body::Unsupported(_) => self.unmodelled(state, "a function that is not supported", edge.span),
        }
    }

    /// A call of a function with a body from an edge.
    pub(super) fn call_further(
        &mut self,
        state: &mut State,
        id: EdgeId,
        function: FuncId,
        arguments: &[Argument],
        dst: Option<(super::place::At, TypeId)>,
    ) {
        let around = self.position;
        let count = self.counts.entry((around, id)).or_insert(0);
        *count += 1;
        let way = Way::Call(id, *count);
        self.position = self.choices.position((around, function, way));
        self.call_defined(state, function, arguments, dst);
        self.position = around;
    }

    pub(super) fn call_defined(
        &mut self,
        state: &mut State,
        function: FuncId,
        arguments: &[Argument],
        dst: Option<(super::place::At, TypeId)>,
    ) {
        let depth = self.stack.iter().filter(|other| **other == (self.unit, function)).count() as u32;
        if depth > self.bounds.recursion {
            return self.give_up(state, Why::Recursion(self.program()[function].name.clone()));
        }
        if self.is_at_end() {
            return self.give_up(state, Why::Stopped);
        }
        let Some(cfa) = self.program()[function].cfa() else { return };
        // Calls that call themselves twice are soon too many to look at those that cannot be.
        if depth > 1 && !self.may_be(state) {
            return self.end(state);
        }
        let mut frame = match self.enter(state, function) {
            Ok(frame) => frame,
            Err(too_many) => return self.too_many(state, too_many),
        };
        for (param, argument) in cfa.params.iter().zip(arguments) {
            let at = self.at_object(frame.locals[param.0 as usize]);
            if let Argument::Scalar(value, _) = argument
                && self.is_watched(state)
            {
                self.see_assignment(&frame, None, &Place::local(*param, cfa.locals[param.0 as usize].ty), *value);
            }
            self.put(state, &at, cfa.locals[param.0 as usize].ty.ty, argument);
        }
        if let Some(rest @ [_, ..]) = arguments.get(cfa.params.len()..) {
            frame.rest = match self.pass(state, rest, ENTERED) {
                Ok(rest) => Some(rest),
                Err(too_many) => return self.too_many(state, too_many),
            };
        }
        self.stack.push((self.unit, function));
        self.on_stack.push(frame.rest.into_iter().collect());
        let after = self.body(&frame, cfa, std::mem::take(state));
        self.stack.pop();
        let gone = self.on_stack.pop();
        match after {
            Some(after) => *state = after,
            None => return self.end(state),
        }
        for id in gone.into_iter().flatten() {
            if let Some(held) = state.get_mut(id) {
                held.alive = self.memory.terms.truth(false);
            }
        }
        if let (Some((at, ty)), Some(result)) = (dst, frame.result) {
            let from = self.at_object(result);
            if self.types().is_scalar(ty) {
                let value = self.load_scalar(state, &from, ty);
                self.store_scalar(state, &at, ty, value);
            } else {
                let size = self.types().size_of(ty).unwrap_or(0);
                self.copy(state, &at, &from, size);
            }
        }
        if self.is_watched(state) {
            self.see_return(function);
        }
        self.leave(state, frame);
    }

    /// Objects for the variables of a function, and for what it returns.
    pub(super) fn enter(&mut self, state: &mut State, function: FuncId) -> Result<Frame, TooMany> {
        let Some(cfa) = self.program()[function].cfa() else { unreachable!("only functions with bodies are entered") };
        let addressed = match self.addressed.get(&(self.unit, function)) {
            Some(addressed) => addressed.clone(),
            None => {
                let found = addressed_locals(cfa);
                let numbers = (0..cfa.locals.len() as u32).map(crate::ctype::LocalId);
                let addressed: Rc<Vec<bool>> = Rc::new(numbers.map(|local| found.contains(&local)).collect());
                self.addressed.insert((self.unit, function), addressed.clone());
                addressed
            }
        };
        let mut locals = Vec::with_capacity(cfa.locals.len());
        for (local, addressed) in cfa.locals.iter().zip(addressed.iter()) {
            let object = self.describe(local.ty.ty, local.name.as_deref().unwrap_or("a value"), 0)?;
            let id = self.variable(object, !addressed)?;
            let rest = self.any_contents(ENTERED);
            self.appear(state, id, rest);
            locals.push(id);
        }
        let ret = self.types().as_function(self.program()[function].ty).map(|ty| ty.ret.ty);
        let result = match ret.filter(|ty| *ty != Types::VOID) {
            Some(ty) => {
                let object = self.describe(ty, "a result", 0)?;
                let id = self.variable(object, true)?;
                let rest = self.any_contents(ENTERED);
                self.appear(state, id, rest);
                Some(id)
            }
            None => None,
        };
        let private = addressed.iter().map(|addressed| !addressed).collect();
        Ok(Frame { function, locals, private, result, rest: None })
    }

    /// A variable; one that nobody points to may have the number of another that is gone.
    fn variable(&mut self, object: crate::engine::memory::Object, private: bool) -> Result<ObjectId, TooMany> {
        match self.spare.pop() {
            Some(id) if private => {
                self.memory.describe_anew(id, object);
                Ok(id)
            }
            Some(id) => {
                self.spare.push(id);
                self.memory.object(object)
            }
            None => self.memory.object(object),
        }
    }

    fn leave(&mut self, state: &mut State, frame: Frame) {
        let no = self.memory.terms.truth(false);
        for (id, private) in frame.locals.into_iter().zip(frame.private).chain(frame.result.map(|id| (id, true))) {
            if private {
                state.forget(id);
                self.spare.push(id);
            } else if let Some(held) = state.get_mut(id) {
                held.alive = no;
            }
        }
    }

    pub(super) fn give_back(&mut self, frame: &Frame, state: &mut State, result: ObjectId, value: &Expr) {
        let at = self.at_object(result);
        let argument = self.argument(frame, state, value);
        self.put(state, &at, value.ty, &argument);
    }

    /// Writes an argument to a place.
    pub(super) fn put(&mut self, state: &mut State, at: &super::place::At, ty: TypeId, argument: &Argument) {
        match argument {
            Argument::Scalar(value, _) => self.store_scalar(state, at, ty, *value),
            Argument::Record(from, _) => self.copy(state, at, from, self.types().size_of(ty).unwrap_or(0)),
        }
    }
}
