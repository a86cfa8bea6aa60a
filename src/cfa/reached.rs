//! What a program reaches: functions through calls and addresses, globals through names, and on through the
//! initialisers of reached globals.
//!
//! The roots are added like everything else, as a visitor ([`Visit::func`], [`Visit::var`]); then [`Reached::walk`].

use super::model::*;
use super::visit::{self, Visit};
use std::ops::Index;

pub struct Reached {
    /// By their numbers.
    pub functions: Vec<bool>,
    pub globals: Vec<bool>,
    pub properties: Vec<bool>,
    natives: bool,
    work: Vec<Item>,
}

enum Item {
    Function(FuncId),
    Global(GlobalId),
    Property(PropId),
}

impl Reached {
    /// Nothing yet. With `natives`, what the program does natively when an assertion fails is followed; for verifiers
    /// an execution ends there.
    pub fn new(program: &Program, natives: bool) -> Reached {
        Reached {
            functions: vec![false; program.functions.len()],
            globals: vec![false; program.globals.len()],
            properties: vec![false; program.properties.len()],
            natives,
            work: Vec::new(),
        }
    }

    /// What these functions reach for verifiers.
    pub fn from(program: &Program, functions: &[FuncId]) -> Reached {
        let mut reached = Reached::new(program, false);
        functions.iter().for_each(|function| reached.func(*function));
        reached.walk(program);
        reached
    }

    /// Goes on while there is something new.
    pub fn walk(&mut self, program: &Program) {
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
                Item::Property(id) if self.natives => visit::visit_native(self, &program[id].native),
                Item::Property(_) => {}
            }
        }
    }
}

impl Index<FuncId> for Reached {
    type Output = bool;

    fn index(&self, id: FuncId) -> &bool {
        &self.functions[id.0 as usize]
    }
}

impl Index<GlobalId> for Reached {
    type Output = bool;

    fn index(&self, id: GlobalId) -> &bool {
        &self.globals[id.0 as usize]
    }
}

impl Visit for Reached {
    fn func(&mut self, id: FuncId) {
        if !std::mem::replace(&mut self.functions[id.0 as usize], true) {
            self.work.push(Item::Function(id));
        }
    }

    fn var(&mut self, var: Var) {
        if let Var::Global(id) = var
            && !std::mem::replace(&mut self.globals[id.0 as usize], true)
        {
            self.work.push(Item::Global(id));
        }
    }

    fn prop(&mut self, id: PropId) {
        if !std::mem::replace(&mut self.properties[id.0 as usize], true) {
            self.work.push(Item::Property(id));
        }
    }
}
