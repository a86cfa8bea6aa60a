//! Calls: arguments go in, results come out, and what is not known may keep everything.

use super::generate::{Call, Generator, Spot, Value};
use super::objects::ObjectId;
use super::offset::Offset;
use super::solver::{Shift, Use};
use crate::cfa::FuncId;
use crate::ctype::Type;

impl Generator<'_> {
    /// A value becomes known outside.
    pub(super) fn let_out(&mut self, value: Value) {
        match value {
            Value::Nothing => {}
            Value::Scalar(node) => self.solver.with(node, Use::Escape),
            Value::Memory(spot, size) => {
                let node = self.read(spot, size);
                self.solver.with(node, Use::Escape);
            }
        }
    }

    /// Gives a call its result.
    pub(super) fn give(&mut self, call: u32, value: Value) {
        if let Some((spot, ty)) = self.calls[call as usize].result {
            self.assign(value, spot, ty);
        }
    }

    /// A call may go to this function.
    pub(super) fn connect(&mut self, call: u32, callee: FuncId) {
        if !self.connected.insert((call, callee)) {
            return;
        }
        let Call { function, edge, args, .. } = self.calls[call as usize].clone();
        self.callees.entry((function, edge)).or_default().0.insert(callee);
        let Some(cfa) = self.program[callee].cfa() else { return self.undefined(call, callee) };
        for (index, (value, _)) in args.into_iter().enumerate() {
            match cfa.params.get(index) {
                Some(param) => {
                    let to = Spot::Object(self.ids.local(callee, *param), Offset::ZERO);
                    self.assign(value, to, cfa.locals[param.0 as usize].ty.ty);
                }
                None => self.pass_variable(value),
            }
        }
        let result = self.result(callee);
        self.give(call, result);
    }

    /// One more variable argument of some call.
    fn pass_variable(&mut self, value: Value) {
        match value {
            Value::Nothing => {}
            Value::Scalar(node) => self.solver.copy(node, self.variable, Shift::NONE),
            Value::Memory(spot, size) => {
                let node = self.read(spot, size);
                self.solver.copy(node, self.variable, Shift::Mangled);
            }
        }
    }

    /// A call may go to a function of which nothing is known.
    pub(super) fn call_outside(&mut self, call: u32) {
        let Call { function, edge, args, .. } = self.calls[call as usize].clone();
        self.callees.entry((function, edge)).or_default().1 = true;
        for (value, ty) in args {
            if matches!(self.program.types[ty], Type::VaList) {
                self.solver.with(self.variable, Use::Escape);
            }
            self.let_out(value);
        }
        let outside = self.special(ObjectId::OUTSIDE);
        self.give(call, Value::Scalar(outside));
    }
}
