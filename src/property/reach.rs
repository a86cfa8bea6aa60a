//! Which properties an entry can reach, as far as calls and addresses of functions say.

use crate::cfa::visit::Visit;
use crate::cfa::{FuncId, Program, PropId, Reached};
use std::collections::{BTreeMap, BTreeSet};

/// The properties that can be reached from each entry.
pub type Reach = BTreeMap<FuncId, BTreeSet<PropId>>;

pub fn reach(program: &Program) -> Reach {
    let properties = |entry: FuncId| {
        let reached = from(program, &[entry]).properties;
        (0..).map(PropId).zip(reached).filter(|(_, reached)| *reached).map(|(id, _)| id).collect()
    };
    program.entries.iter().map(|entry| (*entry, properties(*entry))).collect()
}

/// Everything that entries reach in what is given to verifiers.
pub(super) fn from(program: &Program, entries: &[FuncId]) -> Reached {
    let mut reached = Reached::new(program, false);
    entries.iter().for_each(|entry| reached.func(*entry));
    reached.walk(program);
    reached
}
