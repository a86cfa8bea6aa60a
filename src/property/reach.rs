//! Which properties an entry can reach, as far as calls and addresses of functions say.

use crate::cfa::{FuncId, Program, PropId, Reached};
use std::collections::{BTreeMap, BTreeSet};

/// The properties that can be reached from each entry.
pub type Reach = BTreeMap<FuncId, BTreeSet<PropId>>;

pub fn reach(program: &Program) -> Reach {
    let properties = |entry: FuncId| {
        let reached = Reached::from(program, &[entry]).properties;
        (0..).map(PropId).zip(reached).filter(|(_, reached)| *reached).map(|(id, _)| id).collect()
    };
    program.entries.iter().map(|entry| (*entry, properties(*entry))).collect()
}
