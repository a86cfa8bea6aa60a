//! One of the executions that a run follows all at once: the one with known values of what the program chooses.
//!
//! A run that is made again comes to the same terms, so it can be asked at each step whether the execution takes it.

use super::models::PROGRAM;
use super::{Executor, Frame};
use crate::cfa::display::Names;
use crate::cfa::{EdgeId, FuncId, Place, PropId};
use crate::ctype::{FloatKind, IntKind, Type, TypeId};
use crate::engine::memory::{ObjectId, State};
use crate::engine::term::{Assignment, Term, mask, signed};
use rustc_hash::FxHashMap;
use std::collections::BTreeMap;

/// An execution up to the violation of a property.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Execution {
    pub events: Vec<Event>,
    /// What is chosen: by the edge, and the number of the place in it; each time that the execution comes there.
    pub inputs: BTreeMap<(FuncId, EdgeId, u32), Vec<u128>>,
    /// What whole objects get, by the edge and the number of the place, or of the pointer behind all places; no bytes
    /// where they are not known.
    pub contents: BTreeMap<(FuncId, EdgeId, u32), Vec<Content>>,
    /// What functions of the C library return, in the same way.
    pub results: BTreeMap<(FuncId, EdgeId), Vec<u128>>,
    /// Why a run with these inputs may do something else.
    pub unsure: Option<String>,
    /// Whether the program made integers of addresses, or addresses of integers.
    pub addresses: bool,
    /// Whether it came to the violation.
    pub violated: bool,
}

/// All bytes of an object, and how far a pointer is from its start.
pub type Content = (i128, Vec<u8>);

/// A step that people want to see.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Event {
    pub function: FuncId,
    /// None for what comes with a call.
    pub edge: Option<EdgeId>,
    pub what: Occurrence,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Occurrence {
    Assign {
        place: String,
        value: String,
    },
    Call(FuncId),
    Return(FuncId),
    /// A condition of the program is true or false.
    Branch(bool),
    Violation,
}

/// Who watches it.
pub(super) struct Watch<'a> {
    property: PropId,
    values: Assignment,
    known: FxHashMap<Term, u128>,
    names: BTreeMap<FuncId, Names<'a>>,
    execution: Execution,
}

/// Longer executions are shown up to here.
const MOST_EVENTS: usize = 100_000;

/// Of larger objects, contents are not told.
const MOST_BYTES: usize = 256;

impl<'a> Executor<'a> {
    /// From now on the execution with these values is watched, until it violates a property.
    pub fn watch(&mut self, property: PropId, values: Assignment) {
        let unsure = (!values.arrays.is_empty()).then(|| "it reads memory that nobody wrote".to_owned());
        let execution = Execution { unsure, ..Execution::default() };
        let (known, names) = (FxHashMap::default(), BTreeMap::new());
        self.watch = Some(Watch { property, values, known, names, execution });
    }

    /// What was seen of it.
    pub fn watched(&mut self) -> Option<Execution> {
        self.watch.take().map(|watch| watch.execution)
    }

    /// What was seen of it since this was asked last.
    pub fn watched_since(&mut self) -> Execution {
        self.watch.as_mut().map(|watch| std::mem::take(&mut watch.execution)).unwrap_or_default()
    }

    /// Whether the execution that is watched has come to its violation, behind which nobody wants to see it.
    pub(super) fn has_seen_all(&self) -> bool {
        self.watch.as_ref().is_some_and(|watch| watch.execution.violated)
    }

    /// Whether the execution that is watched is in a state of the program.
    pub(super) fn is_watched(&mut self, state: &State) -> bool {
        self.unit == PROGRAM && self.is_there(state)
    }

    /// Whether it is in a state of the program or of a model.
    pub(super) fn is_there(&mut self, state: &State) -> bool {
        let Some(watch) = &mut self.watch else { return false };
        let terms = &self.memory.terms;
        let mut holds = |part: &Term| terms.evaluate_with(&watch.values, &mut watch.known, *part) != 0;
        !watch.execution.violated && state.guard().iter().all(&mut holds)
    }

    /// The value of a word in the execution; only where something is watched.
    fn seen(&mut self, word: Term) -> u128 {
        let Some(watch) = &mut self.watch else { return 0 };
        self.memory.terms.evaluate_with(&watch.values, &mut watch.known, word)
    }

    fn note(&mut self, function: FuncId, edge: Option<EdgeId>, what: Occurrence) {
        if let Some(watch) = &mut self.watch
            && watch.execution.events.len() < MOST_EVENTS
        {
            watch.execution.events.push(Event { function, edge, what });
        }
    }

    /// A place gets a value.
    pub(super) fn see_assignment(&mut self, frame: &Frame, id: Option<EdgeId>, place: &Place, value: Term) {
        let value = self.seen(value);
        let value = self.value_text(value, place.ty.ty);
        let (program, function) = (self.program(), frame.function);
        let Some(watch) = &mut self.watch else { return };
        let Some(cfa) = program[function].cfa() else { return };
        let names = watch.names.entry(function).or_insert_with(|| Names::in_source(program, cfa));
        let place = names.place(place);
        self.note(function, id, Occurrence::Assign { place, value });
    }

    /// A place gets a value that the program chooses.
    pub(super) fn see_input(&mut self, frame: &Frame, id: EdgeId, number: u32, value: Term) {
        let value = self.seen(value);
        if let Some(watch) = &mut self.watch {
            watch.execution.inputs.entry((frame.function, id, number)).or_default().push(value);
        }
    }

    /// The object that a pointer points to has got a content that the program chooses, or only so many bytes of it.
    pub(super) fn see_contents(
        &mut self,
        which: (FuncId, EdgeId, u32),
        state: &State,
        pointer: Term,
        part: Option<u64>,
    ) {
        let word = self.seen(pointer);
        let (object, offset) = self.pointed(word);
        let bytes = self.bytes(state, object).unwrap_or_default();
        let content = match part {
            None => (offset, bytes),
            Some(size) => {
                let part = usize::try_from(offset).ok().and_then(|start| bytes.get(start..start + size as usize));
                (0, part.unwrap_or_default().to_vec())
            }
        };
        if let Some(watch) = &mut self.watch {
            watch.execution.contents.entry(which).or_default().push(content);
        }
    }

    /// The bytes of an object, if they are not too many.
    fn bytes(&mut self, state: &State, object: ObjectId) -> Option<Vec<u8>> {
        let contents = state.get(object)?.contents.clone();
        let unit = self.memory[object].unit;
        let size = self.seen(self.memory[object].size);
        let size = usize::try_from(size).ok().filter(|size| *size <= MOST_BYTES)?;
        let mut bytes = Vec::new();
        for number in 0..size.div_ceil(unit as usize) as u64 {
            let word = self.memory.cell(&contents, unit * 8, number);
            bytes.extend_from_slice(&self.seen(word).to_le_bytes()[..unit as usize]);
        }
        bytes.truncate(size);
        Some(bytes)
    }

    /// A function of the C library returns something.
    pub(super) fn see_result(&mut self, frame: &Frame, id: EdgeId, value: Term) {
        let value = self.seen(value);
        if let Some(watch) = &mut self.watch {
            watch.execution.results.entry((frame.function, id)).or_default().push(value);
        }
    }

    pub(super) fn see_call(&mut self, frame: &Frame, id: EdgeId, called: FuncId) {
        self.note(frame.function, Some(id), Occurrence::Call(called));
    }

    pub(super) fn see_branch(&mut self, frame: &Frame, id: EdgeId, truth: bool) {
        self.note(frame.function, Some(id), Occurrence::Branch(truth));
    }

    pub(super) fn see_return(&mut self, function: FuncId) {
        self.note(function, None, Occurrence::Return(function));
    }

    /// An assertion is come to, which fails where this holds.
    pub(super) fn see_assertion(&mut self, frame: &Frame, id: EdgeId, property: PropId, violated: Term) {
        let fails = self.seen(violated) != 0;
        if let Some(watch) = &mut self.watch
            && fails
            && watch.property == property
        {
            watch.execution.violated = true;
            self.note(frame.function, Some(id), Occurrence::Violation);
        }
    }

    /// Something happens that a run of the program need not do in the same way.
    pub(super) fn see_unsure(&mut self, why: &str) {
        if let Some(watch) = &mut self.watch {
            watch.execution.unsure.get_or_insert_with(|| why.to_owned());
        }
    }

    /// An address becomes an integer, or the other way round.
    pub(super) fn see_address(&mut self) {
        if let Some(watch) = &mut self.watch {
            watch.execution.addresses = true;
        }
    }

    /// A value as people write it.
    fn value_text(&self, value: u128, ty: TypeId) -> String {
        let bits = self.bits(ty);
        match self.types()[ty] {
            Type::Int(IntKind::Bool) => value.to_string(),
            Type::Int(_) | Type::Enum(..) if self.types().is_signed(ty) => signed(value, bits).to_string(),
            Type::Int(_) | Type::Enum(..) => value.to_string(),
            Type::Float(FloatKind::Float) => format!("{:?}", f32::from_bits(value as u32)),
            Type::Float(FloatKind::Double) => format!("{:?}", f64::from_bits(value as u64)),
            Type::Float(_) => format!("{value:#x} (bits)"),
            _ => self.pointer_text(value),
        }
    }

    /// Where a pointer points to: the object, and how far from its start.
    fn pointed(&self, value: u128) -> (ObjectId, i128) {
        let bits = self.memory.division.offset;
        (ObjectId((value >> bits) as u32), signed(value & mask(bits), bits))
    }

    fn pointer_text(&self, value: u128) -> String {
        let (object, offset) = self.pointed(value);
        match (object, offset) {
            (ObjectId::NULL, 0) => "NULL".into(),
            (ObjectId::NULL, _) => format!("{value:#x}"),
            _ if object.index() >= self.memory.len() => format!("{value:#x}"),
            (_, 0) => format!("&{}", self.memory[object].name),
            _ => format!("&{} + {offset} bytes", self.memory[object].name),
        }
    }
}
