//! The state in which a program starts.

use super::models::{self, LIBRARY, PROGRAM};
use super::{Bounds, Choices, Executor, Frame, Oracle, Unit};
use crate::cfa::{Definition, Expr, FuncId, GlobalId, Init, Program, Reached};
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
        let unit = |program| Unit { program, globals: BTreeMap::new(), functions: BTreeMap::new() };
        Executor {
            units: [program, models::of(program.types.model)].map(unit).into(),
            unit: PROGRAM,
            memory,
            bounds,
            oracle,
            ranges,
            quiet: false,
            watch: None,
            noting: None,
            granted: None,
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
            unasked: 0,
            counts: FxHashMap::default(),
            declared: Default::default(),
            slots: FxHashMap::default(),
            kept: BTreeMap::new(),
        }
    }

    /// Functions and global variables that are reached, as they are before the program does anything.
    pub(super) fn start(&mut self, entry: FuncId) -> Result<State, TooMany> {
        let mut state = State::new();
        let program = self.program();
        let reached = Reached::from(program, &[entry]);
        self.start_unit(&mut state, &reached)?;
        let functions = program.functions.iter().zip(&reached.functions);
        let undefined =
            (0..).map(FuncId).zip(functions).filter(|(_, (function, reached))| **reached && !function.is_defined());
        let mut models = Vec::new();
        for (id, (function, _)) in undefined {
            let ret = program.types.as_function(function.ty).map(|ty| ty.ret.ty);
            if let Some(model) = models::find(program, function) {
                models.push(model);
            } else if let Some(ret) = ret.filter(|ret| matches!(program.types[*ret], Type::Pointer(_))) {
                let object = self.describe(ret, "what a function keeps", 0)?;
                let object = self.memory.object(object)?;
                self.appear(&mut state, object, Rest::Zero);
                self.kept.insert(id, object);
                models.push(models::from(program.types.model));
            }
        }
        self.unit = LIBRARY;
        let reached = Reached::from(self.program(), &models);
        self.start_unit(&mut state, &reached)?;
        self.unit = PROGRAM;
        Ok(state)
    }

    fn start_unit(&mut self, state: &mut State, reached: &Reached) -> Result<(), TooMany> {
        let program = self.program();
        let one = self.memory.terms.constant(self.memory.division.offset, 1);
        for (id, function) in (0..).map(FuncId).zip(&program.functions).filter(|(id, _)| reached[*id]) {
            let kind = Kind::Function(self.unit, id);
            let object = self.memory.object(Object { kind, name: function.name.clone(), size: one, unit: 1 })?;
            self.appear(state, object, Rest::Zero);
            self.units[self.unit].functions.insert(id, object);
        }
        for (id, global) in (0..).map(GlobalId).zip(&program.globals).filter(|(id, _)| reached[*id]) {
            let object = self.describe(global.ty.ty, &global.name, global.flexible_part(&program.types))?;
            let object = self.memory.object(object)?;
            self.units[self.unit].globals.insert(id, object);
            self.appear(state, object, Rest::Zero);
        }
        let frame = Frame::outside();
        for (id, object) in self.units[self.unit].globals.clone() {
            if let Definition::Defined(init) = &program[id].definition {
                self.initialise(&frame, state, object, 0, program[id].ty.ty, init);
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
        Frame { function: FuncId(0), locals: Vec::new(), private: Vec::new(), result: None, rest: None }
    }
}
