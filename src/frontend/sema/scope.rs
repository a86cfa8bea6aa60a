//! Names: what an identifier or a tag means at a point of the program.

use super::super::typed::{FuncId, GlobalId};
use crate::ctype::{LocalId, QType, RecordId, TypeId};
use crate::source::{Diagnostic, Span};
use std::collections::HashMap;

/// What an ordinary identifier stands for.
#[derive(Clone, Debug)]
pub(super) enum Symbol {
    Typedef(Typedef),
    Local(LocalId),
    Global(GlobalId),
    Func(FuncId),
    EnumConst(i128, TypeId),
    /// Declared with a type that we cannot model; an error where it is used.
    Unsupported(Diagnostic),
}

#[derive(Clone, Copy, Debug)]
pub(super) struct Typedef {
    pub ty: QType,
    /// From an `aligned` attribute of the typedef.
    pub align: Option<u64>,
}

#[derive(Clone, Copy, Debug)]
pub(super) enum Tag {
    Record(RecordId, TypeId),
    /// The underlying type; `None` while only `enum e` has been seen.
    Enum(Option<TypeId>),
}

/// One name space with nested scopes: a map from names to the meanings that they have had, innermost last, and what to
/// undo at the end of each scope.
#[derive(Debug)]
pub(super) struct Names<T> {
    meanings: HashMap<String, Vec<Meaning<T>>>,
    undo: Vec<String>,
    marks: Vec<usize>,
}

#[derive(Debug)]
struct Meaning<T> {
    depth: usize,
    value: T,
    span: Span,
}

impl<T> Names<T> {
    pub fn new() -> Names<T> {
        Names { meanings: HashMap::new(), undo: Vec::new(), marks: Vec::new() }
    }

    pub fn enter(&mut self) {
        self.marks.push(self.undo.len());
    }

    pub fn leave(&mut self) {
        let mark = self.marks.pop().expect("a scope is open");
        for name in self.undo.drain(mark..) {
            self.meanings.get_mut(&name).expect("a name that was declared").pop();
        }
    }

    pub fn depth(&self) -> usize {
        self.marks.len()
    }

    pub fn get(&self, name: &str) -> Option<&T> {
        self.meanings.get(name)?.last().map(|m| &m.value)
    }

    /// The meaning given in the innermost scope itself, and where.
    pub fn get_here(&self, name: &str) -> Option<(&T, Span)> {
        let meaning = self.meanings.get(name)?.last()?;
        (meaning.depth == self.depth()).then_some((&meaning.value, meaning.span))
    }

    /// Gives a name a meaning in the innermost scope, in place of one that it has there.
    pub fn set(&mut self, name: &str, value: T, span: Span) {
        let depth = self.depth();
        let meanings = self.meanings.entry(name.to_string()).or_default();
        match meanings.last_mut() {
            Some(last) if last.depth == depth => *last = Meaning { depth, value, span },
            _ => {
                meanings.push(Meaning { depth, value, span });
                if depth > 0 {
                    self.undo.push(name.to_string());
                }
            }
        }
    }

    /// Every name with a meaning, in no particular order.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.meanings.iter().filter(|(_, m)| !m.is_empty()).map(|(name, _)| name.as_str())
    }
}
