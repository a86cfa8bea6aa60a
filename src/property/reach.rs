//! Which functions and properties an entry can reach, as far as calls and addresses of functions say.
//!
//! What a program does natively when an assertion fails is not followed: an execution ends there.

use crate::cfa::visit::{self, Visit};
use crate::cfa::{Definition, FuncId, GlobalId, Program, PropId, Var};
use std::collections::{BTreeMap, BTreeSet};

/// The properties that can be reached from each entry.
pub type Reach = BTreeMap<FuncId, BTreeSet<PropId>>;

pub fn reach(program: &Program) -> Reach {
    program.entries.iter().map(|entry| (*entry, Reached::from(program, *entry).properties)).collect()
}

/// Everything that an entry reaches.
#[derive(Default)]
pub(super) struct Reached {
    pub(super) functions: BTreeSet<FuncId>,
    pub(super) globals: BTreeSet<GlobalId>,
    pub(super) properties: BTreeSet<PropId>,
    work: Vec<Item>,
}

enum Item {
    Function(FuncId),
    Global(GlobalId),
}

impl Reached {
    pub(super) fn from(program: &Program, entry: FuncId) -> Reached {
        let mut reached = Reached::default();
        reached.extend(program, entry);
        reached
    }

    /// Adds what another entry reaches.
    pub(super) fn extend(&mut self, program: &Program, entry: FuncId) {
        self.func(entry);
        while let Some(item) = self.work.pop() {
            match item {
                Item::Function(id) => {
                    if let Some(cfa) = program[id].cfa() {
                        visit::visit_cfa(self, cfa);
                    }
                }
                Item::Global(id) => {
                    if let Definition::Defined(init) = &program[id].definition {
                        visit::visit_init(self, init);
                    }
                }
            }
        }
    }
}

impl Visit for Reached {
    fn func(&mut self, id: FuncId) {
        if self.functions.insert(id) {
            self.work.push(Item::Function(id));
        }
    }

    fn var(&mut self, var: Var) {
        if let Var::Global(id) = var
            && self.globals.insert(id)
        {
            self.work.push(Item::Global(id));
        }
    }

    fn prop(&mut self, id: PropId) {
        self.properties.insert(id);
    }
}
