//! What variables hold at the start, as their initialisers say.

use super::generate::{Generator, Spot};
use super::objects::ObjectId;
use super::offset::{Offset, UNKNOWN};
use crate::cfa::{Definition, Expr, FuncId, GlobalId, Init};
use crate::ctype::{Type, TypeId};

impl Generator<'_> {
    pub(super) fn global(&mut self, id: GlobalId) {
        let program = self.program;
        let (global, object) = (&program[id], self.ids.global(id));
        let spot = Spot::Object(object, Offset::ZERO);
        match &global.definition {
            // It is known outside.
            Definition::Declared => {}
            Definition::Tentative => self.zero(spot, global.ty.ty),
            Definition::Defined(init) => self.init(spot, global.ty.ty, init),
        }
    }

    fn zero(&mut self, spot: Spot, ty: TypeId) {
        let null = self.special(ObjectId::NULL);
        let size = self.program.types.size_of(ty).unwrap_or(UNKNOWN);
        self.write(spot, size, null);
    }

    fn init(&mut self, spot: Spot, ty: TypeId, init: &Init<Expr>) {
        /// Elements of longer arrays are not told apart.
        const APART: u64 = 16;
        let types = &self.program.types;
        let Spot::Object(object, start) = spot else { return };
        let part = |offset: Offset| Spot::Object(object, start.plus(offset));
        let size = types.size_of(ty).unwrap_or(UNKNOWN);
        match init {
            Init::Zero => self.zero(spot, ty),
            Init::String(_) => {
                let (null, bytes) = (self.special(ObjectId::NULL), self.special(ObjectId::INTEGER));
                self.write(spot, size, null);
                self.write(spot, size, bytes);
            }
            Init::Expr(value) => {
                let value = self.value(FuncId(0), value);
                self.assign(value, spot, ty);
            }
            Init::List(items) => match types[ty] {
                Type::Array { elem, .. } => {
                    let step = types.size_of(elem.ty).unwrap_or(0);
                    let count = size / step.max(1);
                    let given: u64 = items.iter().map(|item| item.end - item.first).sum();
                    if given < count || size == UNKNOWN {
                        self.zero(spot, ty);
                    }
                    for item in items {
                        let at = |index: u64| index.saturating_mul(step) as i64;
                        let offset = if given > APART {
                            let last = items.last().map_or(0, |item| item.end - 1);
                            Offset::steps(0, step, Some(at(last)))
                        } else {
                            Offset::steps(at(item.first), step, Some(at(item.end - 1)))
                        };
                        self.init(part(offset), elem.ty, &item.init);
                    }
                }
                _ => {
                    let fields = types.fields(ty).unwrap_or_default();
                    let covered = |number: usize| items.iter().any(|item| item.first == number as u64);
                    let union = types.as_record(ty).is_some_and(|r| types[r].kind == crate::ctype::RecordKind::Union);
                    if union {
                        self.zero(spot, ty);
                    }
                    for (_, field) in fields.iter().enumerate().filter(|(number, _)| !union && !covered(*number)) {
                        self.zero(part(Offset::Exact((field.bit_offset / 8) as i64)), field.ty.ty);
                    }
                    for item in items {
                        let Some(field) = fields.get(item.first as usize) else { continue };
                        let offset = Offset::Exact((field.bit_offset / 8) as i64);
                        self.init(part(offset), field.ty.ty, &item.init);
                    }
                }
            },
        }
    }
}
