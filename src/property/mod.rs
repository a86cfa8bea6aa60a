//! What is to be proved: the program's own assertions, and generated ones as assertion edges of the automaton, so that
//! every verifier gets the same.
//!
//! A program goes through here in this order: [`harness`] gives every entry its environment, [`undefined`] says what
//! functions without a body may change, [`instrument`] adds the assertions that are asked for, and [`release`] lets
//! executions go on behind assertions that are not asked for and would not stop them. [`assumed`] lists what a verdict
//! takes for granted because nobody asked.

mod address;
mod arithmetic;
mod assumed;
mod calls;
mod collect;
mod defined;
mod formats;
mod gaps;
mod harness;
mod insert;
mod memory;
mod part;
mod plain;
mod range;
mod reach;
mod select;
#[cfg(test)]
mod tests;
mod undefined;

pub(crate) use arithmetic::{Overflowing, condition_fits, overflowing};
pub use assumed::{Unchecked, assumed};
pub use defined::defined;
pub use gaps::Gap;
pub(crate) use harness::assume;
pub use harness::harness;
pub use insert::instrument;
pub use reach::{Reach, reach};
pub use select::{Checks, asked, from_task, kinds, release, to_task, to_task_within};
pub use undefined::undefined;
pub(crate) use undefined::writes;

use crate::cfa::{Program, PropertyKind};
use crate::source::{Location, SourceMap};
use std::collections::BTreeMap;
use std::fmt;

/// What can be asked for with `--check`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Check {
    /// The program's own assertions.
    Assert,
    Bounds,
    Null,
    Div,
    Shift,
    Overflow,
    /// What is followed or freed.
    Pointer,
    /// What is computed from pointers, whether anybody follows it or not.
    Arithmetic,
}

/// The name of a property, everywhere and for ever: where it is, its kind, and a number among those of that kind there.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct PropertyId {
    pub location: Location,
    pub kind: PropertyKind,
    /// From 1.
    pub number: u32,
}

impl fmt::Display for PropertyId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}.{}", self.location, self.kind.word(), self.number)
    }
}

/// The ids of all properties, by their numbers in the program.
pub fn ids(program: &Program, map: &SourceMap) -> Vec<PropertyId> {
    let mut numbers: BTreeMap<(Location, PropertyKind), u32> = BTreeMap::new();
    let id = |property: &crate::cfa::Property| {
        let (location, kind) = (map.locate(property.span), property.kind);
        let number = numbers.entry((location.clone(), kind)).or_default();
        *number += 1;
        PropertyId { location, kind, number: *number }
    };
    program.properties.iter().map(id).collect()
}
