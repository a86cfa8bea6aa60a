//! The state in which a program starts.

use super::models::{self, LIBRARY, PROGRAM};
use super::{Bounds, Choices, Executor, Frame, Oracle, Unit};
use crate::cfa::{Definition, Expr, Init, Program};
use crate::ctype::{Type, TypeId};
use crate::engine::memory::{Kind, Memory, Object, ObjectId, Rest, State, TooMany};
use crate::range::Ranges;
use rustc_hash::FxHashMap;
use std::collections::BTreeMap;

impl<'a> Executor<'a> {
    /// A run of a program. `memory` may know choices of earlier runs of the same program.
    pub fn new(
        program: &'a Program,
        memory: &'a mut Memory,
        choices: &'a mut Choices,
        bounds: Bounds,
        ranges: Option<&'a Ranges<'a>>,
        oracle: &'a mut dyn Oracle,
    ) -> Executor<'a> {
        let unit = |program| Unit { program, globals: Vec::new(), functions: Vec::new() };
        Executor {
            units: [program, models::of(program.types.model)].map(unit).into(),
            unit: PROGRAM,
            memory,
            bounds,
            oracle,
            ranges,
            quiet: false,
            watch: None,
            checks: Vec::new(),
            doubts: Vec::new(),
            assumptions: BTreeMap::new(),
            orders: FxHashMap::default(),
            addressed: FxHashMap::default(),
            spare: Vec::new(),
            choices,
            stack: Vec::new(),
            on_stack: Vec::new(),
            position: 0,
            counts: FxHashMap::default(),
            declared: Default::default(),
        }
    }

    /// Functions and global variables, as they are before the program does anything.
    pub(super) fn start(&mut self) -> Result<State, TooMany> {
        let mut state = State::new();
        self.start_unit(&mut state)?;
        let program = self.program();
        let mut undefined = program.functions.iter().filter(|function| !function.is_defined());
        if undefined.any(|function| models::find(program, function).is_some()) {
            self.unit = LIBRARY;
            self.start_unit(&mut state)?;
            self.unit = PROGRAM;
        }
        Ok(state)
    }

    fn start_unit(&mut self, state: &mut State) -> Result<(), TooMany> {
        let program = self.program();
        let one = self.memory.terms.constant(self.memory.division.offset, 1);
        for (number, function) in program.functions.iter().enumerate() {
            let kind = Kind::Function(self.unit, crate::cfa::FuncId(number as u32));
            let object = Object { kind, name: function.name.clone(), size: one, unit: 1 };
            let id = self.memory.object(object)?;
            self.appear(state, id, Rest::Zero);
            self.units[self.unit].functions.push(id);
        }
        for global in &program.globals {
            let object = self.describe(global.ty.ty, &global.name, global.flexible_part(&program.types))?;
            let id = self.memory.object(object)?;
            self.units[self.unit].globals.push(id);
            self.appear(state, id, Rest::Zero);
        }
        let frame = Frame::outside();
        for (global, id) in program.globals.iter().zip(self.units[self.unit].globals.clone()) {
            if let Definition::Defined(init) = &global.definition {
                self.initialise(&frame, state, id, 0, global.ty.ty, init);
            }
        }
        Ok(())
    }

    /// Writes what an initialiser says over zeros.
    fn initialise(
        &mut self,
        frame: &Frame,
        state: &mut State,
        id: ObjectId,
        start: u64,
        ty: TypeId,
        init: &Init<Expr>,
    ) {
        match init {
            Init::Zero => {}
            Init::Expr(value) => {
                let at = self.at_object(id);
                let at = self.further(at, start);
                let value = self.value(frame, state, value);
                self.store_scalar(state, &at, ty, value);
            }
            Init::String(units) => {
                let elem = self.types().element(ty).map_or(ty, |elem| elem.ty);
                let (size, bits) = (self.types().size_of(elem).unwrap_or(1), self.bits(elem));
                for (index, unit) in (0..).zip(units) {
                    let at = self.at_object(id);
                    let at = self.further(at, start + index * size);
                    let value = self.memory.terms.constant(bits, (*unit).into());
                    self.store_scalar(state, &at, elem, value);
                }
            }
            Init::List(items) => {
                for item in items {
                    for index in item.first..item.end {
                        self.initialise_part(frame, state, id, start, ty, index, &item.init);
                    }
                }
            }
        }
    }

    #[expect(clippy::too_many_arguments)]
    fn initialise_part(
        &mut self,
        frame: &Frame,
        state: &mut State,
        id: ObjectId,
        start: u64,
        ty: TypeId,
        index: u64,
        init: &Init<Expr>,
    ) {
        if let Type::Array { elem, .. } = self.types()[ty] {
            let size = self.types().size_of(elem.ty).unwrap_or(0);
            return self.initialise(frame, state, id, start + index * size, elem.ty, init);
        }
        let Some(field) = self.types().fields(ty).and_then(|fields| fields.get(index as usize)) else { return };
        let (bit_offset, bits, field) = (field.bit_offset, field.bits, field.ty.ty);
        match (bits, init) {
            (Some(bits), Init::Expr(value)) => {
                let at = self.at_object(id);
                let at = self.further(at, start + bit_offset / 8).narrowed((bit_offset % 8) as u32, bits);
                let value = self.value(frame, state, value);
                self.store_scalar(state, &at, field, value);
            }
            (Some(_), _) => {}
            (None, init) => self.initialise(frame, state, id, start + bit_offset / 8, field, init),
        }
    }
}

impl Frame {
    /// Where no function is called yet.
    fn outside() -> Frame {
        Frame { function: crate::cfa::FuncId(0), locals: Vec::new(), private: Vec::new(), result: None }
    }
}
