//! Keeps what the entries reach, native checks of assertions included. Ids are dense again afterwards.
//!
//! As a library ([`Options::library`]) everything that another unit could name is a root as well.

use crate::cfa::Options;
use crate::cfa::model::*;
use crate::cfa::reached::Reached;
use crate::cfa::visit::{self, Rewrite, Visit};
use crate::source::{Diagnostic, Result};

/// Finds the entries, and says what stands in the way of modelling what they reach.
pub fn run(program: &mut Program, options: &Options) -> Result<()> {
    program.entries = entries(program, options)?;
    let reached = reached(program, options);
    for (function, _) in program.functions.iter().zip(&reached.functions).filter(|(_, reached)| **reached) {
        if let Body::Unsupported(why) = &function.body {
            return Err(why.clone());
        }
        if !options.library
            && let Some(cfa) = function.cfa()
        {
            cfa.edges.iter().try_for_each(|edge| modelled(program, edge))?;
        }
    }
    // Behind a pointer there is no call to show.
    for (function, _) in program.functions.iter().zip(&reached.functions).filter(|(_, reached)| **reached) {
        if let (false, Some(what)) = (options.library, beyond(function)) {
            let message = format!("`{}`, which {what}, cannot be modelled, and its address is used", function.name);
            return Err(Diagnostic::new("unsupported", message).at(function.span));
        }
    }
    sweep(program, options);
    Ok(())
}

/// Drops what is not reached any more, without complaints about what is.
pub fn sweep(program: &mut Program, options: &Options) {
    let reached = reached(program, options);
    keep(program, &reached);
}

/// What a function does that no automaton can say.
fn beyond(function: &Function) -> Option<&'static str> {
    let starts_thread = matches!(function.name.as_str(), "pthread_create" | "thrd_create" | "fork");
    match function.attributes.returns_twice {
        true => Some("returns more than once"),
        false if starts_thread && !function.is_defined() => Some("starts another thread of execution"),
        false => None,
    }
}

fn modelled(program: &Program, edge: &Edge) -> Result<()> {
    let Op::Call { callee: Callee::Direct(callee), .. } = edge.op else { return Ok(()) };
    let callee = &program[callee];
    let Some(what) = beyond(callee) else { return Ok(()) };
    let message = format!("the call to `{}`, which {what}, cannot be modelled", callee.name);
    Err(Diagnostic::new("unsupported", message).at(edge.span))
}

fn entries(program: &Program, options: &Options) -> Result<Vec<FuncId>> {
    let ids = || (0..program.functions.len() as u32).map(FuncId);
    if options.entries.is_empty() {
        let outside = |id: &FuncId| {
            let function = &program[*id];
            function.linkage == Linkage::External && function.is_defined() && !function.attributes.inline_only
        };
        let main = ids().find(|id| outside(id) && program[*id].name == "main");
        let entries: Vec<FuncId> = match main {
            Some(main) => vec![main],
            None => ids().filter(outside).collect(),
        };
        if entries.is_empty() && !options.library {
            let error = Diagnostic::new("entry", "the program defines no function to start from");
            return Err(error.help("name a static one with --entry, or keep a file without entries with --library"));
        }
        return Ok(entries);
    }
    let mut entries = Vec::new();
    for name in &options.entries {
        // An external function before a static one of the same name.
        let mut named: Vec<FuncId> = ids().filter(|id| program[*id].name == *name).collect();
        named.sort_by_key(|id| (!program[*id].is_defined(), program[*id].linkage));
        match named.first() {
            Some(id) if program[*id].is_defined() => entries.push(*id),
            Some(id) => {
                let message = format!("the entry `{name}` is declared, but not defined");
                return Err(Diagnostic::new("entry", message).at(program[*id].span));
            }
            None => {
                let error = Diagnostic::new("entry", format!("there is no function `{name}` to start from"));
                let close = close_names(program, name);
                return Err(if close.is_empty() {
                    error
                } else {
                    error.help(format!("did you mean {}?", close.join(", ")))
                });
            }
        }
    }
    entries.dedup();
    Ok(entries)
}

/// The defined functions whose names are most like the one given, three at most.
fn close_names(program: &Program, name: &str) -> Vec<String> {
    let mut close: Vec<(usize, &str)> = program
        .functions
        .iter()
        .filter(|function| function.is_defined())
        .map(|function| (distance(name, &function.name), function.name.as_str()))
        .filter(|(distance, other)| *distance <= 2.max(name.len() / 3) || other.contains(name) || name.contains(*other))
        .collect();
    close.sort();
    close.dedup();
    close.into_iter().take(3).map(|(_, name)| format!("`{name}`")).collect()
}

/// How many characters have to be added, removed or replaced to make one word of the other.
fn distance(a: &str, b: &str) -> usize {
    let mut row: Vec<usize> = (0..=b.len()).collect();
    for (i, x) in a.bytes().enumerate() {
        let mut diagonal = std::mem::replace(&mut row[0], i + 1);
        for (j, y) in b.bytes().enumerate() {
            let best = (diagonal + usize::from(x != y)).min(row[j] + 1).min(row[j + 1] + 1);
            diagonal = std::mem::replace(&mut row[j + 1], best);
        }
    }
    row[b.len()]
}

/// From the entries, and from what runs or can be used without them.
fn reached(program: &Program, options: &Options) -> Reached {
    let mut reached = Reached::new(program, true);
    program.entries.iter().for_each(|id| reached.func(*id));
    for (index, function) in program.functions.iter().enumerate() {
        let outside = function.linkage == Linkage::External && !function.attributes.inline_only;
        if function.is_defined() && (function.attributes.runs_outside_main() || options.library && outside) {
            reached.func(FuncId(index as u32));
        }
    }
    for (index, global) in program.globals.iter().enumerate() {
        let defined = !matches!(global.definition, Definition::Declared);
        if options.library && defined && global.linkage == Linkage::External {
            reached.var(Var::Global(GlobalId(index as u32)));
        }
    }
    reached.walk(program);
    reached
}

fn keep(program: &mut Program, reached: &Reached) {
    if reached.functions.iter().chain(&reached.globals).chain(&reached.properties).all(|kept| *kept) {
        return;
    }
    retain(&mut program.functions, &reached.functions);
    retain(&mut program.globals, &reached.globals);
    retain(&mut program.properties, &reached.properties);
    let mut renumber = Renumber {
        functions: numbers(&reached.functions),
        globals: numbers(&reached.globals),
        properties: numbers(&reached.properties),
    };
    program.entries.iter_mut().for_each(|id| renumber.func(id));
    for cfa in program.functions.iter_mut().filter_map(Function::cfa_mut) {
        visit::rewrite_cfa(&mut renumber, cfa);
    }
    program.globals.iter_mut().for_each(|global| visit::rewrite_global(&mut renumber, global));
    program.properties.iter_mut().for_each(|property| visit::rewrite_native(&mut renumber, &mut property.native));
}

fn retain<T>(list: &mut Vec<T>, keep: &[bool]) {
    let mut keep = keep.iter();
    list.retain(|_| keep.next() == Some(&true));
}

fn numbers(keep: &[bool]) -> Vec<u32> {
    let mut next = 0;
    let number = |kept: &bool| {
        let number = next;
        next += u32::from(*kept);
        number
    };
    keep.iter().map(number).collect()
}

struct Renumber {
    functions: Vec<u32>,
    globals: Vec<u32>,
    properties: Vec<u32>,
}

impl Rewrite for Renumber {
    fn func(&mut self, id: &mut FuncId) {
        id.0 = self.functions[id.0 as usize];
    }

    fn global(&mut self, id: &mut GlobalId) {
        id.0 = self.globals[id.0 as usize];
    }

    fn prop(&mut self, id: &mut PropId) {
        id.0 = self.properties[id.0 as usize];
    }
}
