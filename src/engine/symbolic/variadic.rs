//! Variable arguments: what a call has beyond the parameters is one object with a slot for each, and a list begins with
//! a pointer to the next slot.
//!
//! C does not say what a list is after another function had it, nor what comes of an argument of another type than the
//! one that is asked for, or of one that is not there: all of these are doubts.

use super::call::Argument;
use super::{Executor, Frame};
use crate::cfa::{Edge, EdgeId, Expr, ExprKind, Place};
use crate::ctype::{Type, TypeId, Types};
use crate::engine::memory::{Object, ObjectId, State, TooMany};
use crate::engine::symbolic::place::At;
use crate::engine::term::Term;

/// Where slots begin, and how large cells are: no scalar is larger.
const SLOT: u64 = 16;

#[derive(Clone, Copy)]
pub(super) struct Slot {
    start: u64,
    end: u64,
    ty: TypeId,
}

/// What the compiler's own functions do with lists.
#[derive(Clone, Copy)]
enum Operation {
    Start,
    Copy,
    End,
}

impl Operation {
    fn of(name: &str) -> Option<Operation> {
        match name {
            "__builtin_va_start" => Some(Operation::Start),
            "__builtin_va_copy" => Some(Operation::Copy),
            "__builtin_va_end" => Some(Operation::End),
            _ => None,
        }
    }
}

impl Executor<'_> {
    /// An object with these arguments.
    pub(super) fn pass(
        &mut self,
        state: &mut State,
        arguments: &[Argument],
        edge: EdgeId,
    ) -> Result<ObjectId, TooMany> {
        let mut slots: Vec<Slot> = Vec::new();
        for argument in arguments {
            let start = slots.last().map_or(0, |slot| slot.end);
            let size = self.types().size_of(argument.ty()).unwrap_or(0);
            slots.push(Slot { start, end: start + size.next_multiple_of(SLOT), ty: argument.ty() });
        }
        let size =
            self.memory.terms.constant(self.memory.division.offset, slots.last().map_or(0, |slot| slot.end).into());
        let kind = crate::engine::memory::Kind::Variable;
        let id = self.memory.object(Object { kind, name: "variable arguments".into(), size, unit: SLOT as u32 })?;
        let rest = self.any_contents(edge);
        self.appear(state, id, rest);
        for (slot, argument) in slots.iter().zip(arguments) {
            let at = self.at_object(id);
            let at = self.further(at, slot.start);
            self.put(state, &at, slot.ty, argument);
        }
        self.slots.insert(id, slots.into());
        Ok(id)
    }

    /// Does what a function of the compiler's does with lists; whether it is one.
    pub(super) fn list_operation(
        &mut self,
        frame: &Frame,
        state: &mut State,
        edge: &Edge,
        name: &str,
        args: &[Expr],
    ) -> bool {
        let Some(operation) = Operation::of(name) else { return false };
        let lists: Option<Vec<At>> =
            args.iter().filter(|arg| arg.ty == Types::VA_LIST).map(|arg| self.list(frame, state, arg)).collect();
        let pointer = match (operation, lists.as_deref(), frame.rest) {
            (Operation::Start, Some([_]), Some(rest)) => {
                let start = self.memory.terms.constant(self.memory.division.offset, 0);
                self.memory.pointer(rest, start)
            }
            (Operation::Copy, Some([_, from]), _) => self.next_slot(state, from),
            (Operation::Start | Operation::End, Some([_]), _) => self.memory.null(),
            _ => {
                self.unmodelled(state, name, edge.span);
                return true;
            }
        };
        if let Some([list, ..]) = lists.as_deref() {
            self.store_bytes(state, list, pointer);
        }
        true
    }

    /// Where a list is.
    fn list(&mut self, frame: &Frame, state: &mut State, list: &Expr) -> Option<At> {
        match &list.kind {
            ExprKind::Load(place) => Some(self.place(frame, state, place)),
            _ => None,
        }
    }

    /// What a list begins with.
    fn next_slot(&mut self, state: &mut State, list: &At) -> Term {
        let bytes = self.types().model.pointer_size();
        self.load_bytes(state, list, bytes)
    }

    /// The lists among arguments are used up by the call.
    pub(super) fn use_up(&mut self, frame: &Frame, state: &mut State, args: &[Expr]) {
        for arg in args.iter().filter(|arg| arg.ty == Types::VA_LIST) {
            if let Some(list) = self.list(frame, state, arg) {
                let nothing = self.memory.null();
                self.store_bytes(state, &list, nothing);
            }
        }
    }

    /// The next argument goes to a place.
    pub(super) fn next_argument(
        &mut self,
        frame: &Frame,
        state: &mut State,
        (id, edge): (EdgeId, &Edge),
        dst: &Place,
        list: &Expr,
    ) {
        let what = "a variable argument that is not there or has another type";
        let Some(list) = self.list(frame, state, list) else { return self.unmodelled(state, what, edge.span) };
        let pointer = self.next_slot(state, &list);
        let (mut next, mut known) = (pointer, self.memory.terms.truth(false));
        for target in self.memory.targets(state, pointer) {
            let Some(alive) = state.get(target.object).map(|held| held.alive) else { continue };
            let there = self.memory.terms.and(target.cond, alive);
            let slots = self.slots.get(&target.object).map_or(&[][..], |slots| slots);
            let fitting: Vec<Slot> = slots.iter().copied().filter(|slot| self.agree(slot.ty, dst.ty.ty)).collect();
            for slot in fitting {
                let [start, end] =
                    [slot.start, slot.end].map(|at| self.memory.terms.constant(self.memory.division.offset, at.into()));
                let here = self.memory.terms.eq(target.offset, start);
                let here = self.memory.terms.and(here, there);
                known = self.memory.terms.or(known, here);
                let behind = self.memory.pointer(target.object, end);
                next = self.memory.terms.ite(here, behind, next);
            }
        }
        let unknown = self.memory.terms.not(known);
        let mut elsewhere = state.clone();
        self.memory.assume(&mut elsewhere, unknown);
        if self.memory.is_possible(&elsewhere) {
            self.unmodelled(&mut elsewhere, what, edge.span);
        }
        self.memory.assume(state, known);
        if !self.memory.is_possible(state) {
            return;
        }
        let from = self.at_pointer(pointer);
        let to = self.place(frame, state, dst);
        let ty = dst.ty.ty;
        if self.types().is_scalar(ty) {
            let value = self.load_scalar(state, &from, ty);
            self.store_scalar(state, &to, ty, value);
            if self.is_watched(state) {
                self.see_assignment(frame, Some(id), dst, value);
            }
        } else {
            self.copy(state, &to, &from, self.types().size_of(ty).unwrap_or(0));
        }
        self.store_bytes(state, &list, next);
    }

    /// Whether an argument of one type may be asked for as another.
    fn agree(&self, passed: TypeId, asked: TypeId) -> bool {
        let types = self.types();
        let is_integer = |ty: TypeId| matches!(types[ty], Type::Int(_) | Type::Enum(..));
        let both = |is: &dyn Fn(TypeId) -> bool| is(passed) && is(asked);
        passed == asked
            || types.size_of(passed) == types.size_of(asked)
                && (both(&is_integer) || both(&|ty| matches!(types[ty], Type::Pointer(_))))
    }
}
