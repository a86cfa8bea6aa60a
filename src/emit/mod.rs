//! The automaton printed as C that gcc, clang and CBMC take and that does what the program did.
//!
//! Only what can be reached from the entries is printed: records, then prototypes, then globals, then function bodies
//! with their locals at the top and structured statements ([`structure`]) below. Every identifier is unique in the whole
//! text; those that the linker sees are kept. What an assertion edge prints is what the program itself does there
//! ([`crate::cfa::Native`]).

mod dialect;
mod expr;
mod function;
mod globals;
mod literal;
mod names;
mod records;
mod statement;
mod structure;
#[cfg(test)]
mod tests;
mod types;
mod usage;
mod writer;

pub use dialect::{Dialect, Origin, Printed, PrintedLoop, Probe, ProbeKind};

use crate::cfa::{Body, FuncId, GlobalId, Linkage, Program};
use crate::source::SourceMap;
use names::Names;
use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};
use types::TypePrinter;
use usage::Usage;

#[derive(Clone, Copy, Debug, Default)]
pub struct Options {
    /// Print everything that other programs could link to, not only what the entries reach.
    pub library: bool,
    /// Let the C compiler confirm the layout of every record.
    pub check_layout: bool,
    /// Say with `#line` where each statement comes from.
    pub line_directives: bool,
}

/// Types are printed without their names, so no type can be the one that may alias all others.
const NO_STRICT_ALIASING: &str = "\
/* Some types of this program may alias any other: clang needs -fno-strict-aliasing. */
#pragma GCC optimize (\"no-strict-aliasing\")
";

/// The program as C.
pub fn print(program: &Program, map: &SourceMap, options: &Options) -> String {
    let usage = Usage::of(program, options);
    let types = TypePrinter::new(&program.types);
    let mut printer = Printer {
        program,
        types,
        usage,
        map: options.line_directives.then_some(map),
        names: Names::default(),
        functions: BTreeMap::new(),
        globals: BTreeMap::new(),
        nondet: RefCell::default(),
    };
    printer.name_everything();
    let bodies = function::definitions(&printer);
    let globals = globals::print(&printer);
    let prototypes = function::prototypes(&printer);
    let records = records::print(&printer.types, options.check_layout);
    let aliasing = if program.may_alias { NO_STRICT_ALIASING.to_owned() } else { String::new() };
    let parts = [aliasing, records, prototypes, globals, bodies];
    let parts: Vec<String> = parts.into_iter().filter(|part| !part.is_empty()).collect();
    parts.join("\n")
}

struct Printer<'a> {
    program: &'a Program,
    types: TypePrinter<'a>,
    usage: Usage,
    /// Only when lines are wanted.
    map: Option<&'a SourceMap>,
    /// All names at file scope.
    names: Names,
    functions: BTreeMap<FuncId, Name>,
    globals: BTreeMap<GlobalId, Name>,
    /// Declarations of functions that give arbitrary values, by their names.
    nondet: RefCell<BTreeSet<String>>,
}

/// What an object or function is called in the text, and in the object file where that differs.
struct Name {
    text: String,
    symbol: Option<String>,
}

impl Printer<'_> {
    fn function_name(&self, id: FuncId) -> &str {
        &self.functions[&id].text
    }

    fn global_name(&self, id: GlobalId) -> &str {
        &self.globals[&id].text
    }

    /// Names that the linker sees come first: the others give way.
    fn name_everything(&mut self) {
        for external in [true, false] {
            for &id in &self.usage.functions {
                let function = &self.program.functions[id.0 as usize];
                if (function.linkage == Linkage::External) != external {
                    continue;
                }
                let name = if function.attributes.builtin {
                    Name { text: function.name.clone(), symbol: None }
                } else {
                    choose(&mut self.names, &function.name, function.symbol.as_deref(), external)
                };
                self.functions.insert(id, name);
            }
            for &id in &self.usage.globals {
                let global = &self.program.globals[id.0 as usize];
                if (global.linkage == Linkage::External) == external {
                    let name = choose(&mut self.names, &global.name, global.symbol.as_deref(), external);
                    self.globals.insert(id, name);
                }
            }
        }
    }

    fn defined(&self, id: FuncId) -> bool {
        !matches!(self.program.functions[id.0 as usize].body, Body::None)
    }
}

fn choose(names: &mut Names, name: &str, symbol: Option<&str>, external: bool) -> Name {
    let symbol = symbol.map(str::to_owned);
    let readable = if name.is_empty() { "object" } else { name };
    if external && names.claim(readable) {
        return Name { text: readable.to_owned(), symbol: symbol.filter(|symbol| symbol != name) };
    }
    let text = names.fresh(readable, None);
    // A name that C does not let us use is still the linker's.
    let symbol = symbol.or_else(|| (external && text != name).then(|| name.to_owned()));
    Name { text, symbol }
}
