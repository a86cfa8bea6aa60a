//! The automaton printed as C that gcc, clang and CBMC take and that does what the program did.
//!
//! Only what can be reached from the entries is printed: records, then prototypes, then globals, then function bodies
//! with their locals at the top and structured statements ([`structure`]) below. Every identifier is unique in the
//! whole text; those that the linker sees are kept.
//!
//! There are three dialects ([`Dialect`]). For a compiler ([`print`]), an assertion edge prints what the program itself
//! does there ([`crate::cfa::Native`]). For verifiers ([`for_verifier`]), assertions, assumptions and havoc are in the
//! verifier's own words, an execution ends where an assertion fails, and every line of the text is mapped to its edge.
//! What the verifier cannot be told is listed with the text, never left out in silence.

mod constant;
mod declare;
mod dialect;
mod expr;
mod function;
mod globals;
mod havoc;
mod literal;
mod models;
mod names;
mod records;
mod statement;
mod structure;
#[cfg(test)]
mod tests;
mod types;
mod usage;
mod verify;
mod writer;

pub use dialect::{
    Dialect, GUARDS, Guard, LARGE_GUARD, LARGE_WHY, LAYOUT_FUNCTION, LAYOUT_GUARD, Origin, Printed, PrintedLoop, Probe,
    ProbeKind,
};

use crate::cfa::passes::is_nondeterministic;
use crate::cfa::{Body, FuncId, Function, GlobalId, Linkage, Program, PropId};
use crate::ctype::{DataModel, TypeId};
use crate::source::SourceMap;
use models::{Known, Model};
use names::Names;
use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};
use types::TypePrinter;
use usage::Usage;
use writer::Writer;

#[derive(Clone, Copy, Debug, Default)]
pub struct Options {
    /// Print everything that other programs could link to, not only what the entries reach.
    pub library: bool,
    /// Let the C compiler confirm the layout of every record.
    pub check_layout: bool,
    /// Say with `#line` where each statement comes from.
    pub line_directives: bool,
    /// For verifiers that get the program as it is: a variable is new wherever it is declared, and what it held before
    /// is gone.
    pub renew: bool,
}

/// Types are printed without their names, so no type can be the one that may alias all others.
const NO_STRICT_ALIASING: &str = "\
/* Some types of this program may alias any other: clang needs -fno-strict-aliasing. */
#pragma GCC optimize (\"no-strict-aliasing\")
";

/// The program as C, for a compiler.
pub fn print(program: &Program, map: &SourceMap, options: &Options) -> String {
    let usage = Usage::of(program, options);
    let mut printer = Printer::new(program, Dialect::Native, usage);
    printer.map = options.line_directives.then_some(map);
    printer.renews = options.renew;
    printer.name_everything();
    printer.text(options.check_layout).text
}

/// The program as C for a verifier that is to be asked about some of its properties.
pub fn for_verifier(program: &Program, dialect: Dialect, asked: &BTreeSet<PropId>) -> Printed {
    asking(program, dialect, asked, false)
}

/// The program as C for a compiler, with a property in the words of SV-COMP. Functions of the C library are those of
/// the machine. What C can say of the property is checked, even where that is not all: whoever fails violates it.
pub fn for_test(program: &Program, property: PropId) -> Printed {
    asking(program, Dialect::SvComp, &BTreeSet::from([property]), true)
}

fn asking(program: &Program, dialect: Dialect, asked: &BTreeSet<PropId>, as_they_are: bool) -> Printed {
    let usage = match dialect {
        Dialect::Native => Usage::of(program, &Options::default()),
        Dialect::Cbmc | Dialect::SvComp => Usage::by_verifiers(program),
    };
    let mut printer = Printer::new(program, dialect, usage);
    printer.as_they_are = as_they_are;
    // A test makes no choices: where what a variable holds before it is written matters, nobody relies on the test.
    printer.renews &= !as_they_are;
    printer.asked.clone_from(asked);
    printer.name_everything();
    let out = printer.text(false);
    if dialect == Dialect::Cbmc && printer.has_large_object() {
        printer.blocked.borrow_mut().get_or_insert_with(|| LARGE_WHY.to_owned());
    }
    let mut printed = printer.printed.into_inner();
    if !as_they_are {
        printed.properties.retain(|property| !printed.inexpressible.contains_key(property));
    }
    if dialect == Dialect::Cbmc {
        printed.layout = records::layout_guard(&printer.types);
    }
    for (id, name) in printer.functions.iter().filter(|(_, name)| name.declared && is_nondeterministic(&name.text)) {
        let function = &program[*id];
        if let Some(ty) = program.types.as_function(function.ty).filter(|_| !function.is_defined()) {
            printed.inputs.insert(name.text.clone(), printer.types.name(ty.ret.ty));
        }
    }
    printed.text = out.text;
    printed.lines = out.lines;
    printed.functions = printer.functions.into_iter().map(|(id, name)| (id, name.text)).collect();
    if let Some(why) = printer.blocked.into_inner() {
        printed.withdraw(&why);
    }
    printed
}

struct Printer<'a> {
    program: &'a Program,
    types: TypePrinter<'a>,
    usage: Usage,
    dialect: Dialect,
    asked: BTreeSet<PropId>,
    /// Whether functions without a body are called as they are.
    as_they_are: bool,
    /// Whether variables are new where they are declared.
    renews: bool,
    /// Whether some assertion asks whether an object is alive.
    asks_alive: bool,
    /// Only when lines are wanted.
    map: Option<&'a SourceMap>,
    /// All names at file scope.
    names: Names,
    functions: BTreeMap<FuncId, Name>,
    globals: BTreeMap<GlobalId, Name>,
    /// Declarations of functions that give arbitrary values.
    nondet: RefCell<BTreeSet<String>>,
    /// How the names of those functions begin.
    nondet_prefix: String,
    /// Definitions of ours that the text uses.
    models: RefCell<BTreeSet<&'static str>>,
    /// The functions whose calls are nothing but any value.
    any: BTreeSet<FuncId>,
    /// Functions of the C library that the text uses though the program does not declare them.
    library: RefCell<BTreeSet<&'static str>>,
    /// What is found while bodies are printed.
    printed: RefCell<Printed>,
    /// Why no answer about this text would be one about the program.
    blocked: RefCell<Option<String>>,
}

/// What an object or function is called in the text, and in the object file where that differs.
struct Name {
    text: String,
    symbol: Option<String>,
    /// Whether the text declares it.
    declared: bool,
}

impl<'a> Printer<'a> {
    fn new(program: &'a Program, dialect: Dialect, usage: Usage) -> Printer<'a> {
        let asks_alive = dialect == Dialect::Cbmc && usage.asks_alive;
        Printer {
            program,
            types: TypePrinter::new(&program.types),
            usage,
            dialect,
            asked: BTreeSet::new(),
            as_they_are: dialect == Dialect::Native,
            renews: dialect != Dialect::Native,
            asks_alive,
            map: None,
            names: Names::default(),
            functions: BTreeMap::new(),
            globals: BTreeMap::new(),
            nondet: RefCell::default(),
            nondet_prefix: "__VERIFIER_nondet_".into(),
            models: RefCell::default(),
            any: BTreeSet::new(),
            library: RefCell::default(),
            printed: RefCell::default(),
            blocked: RefCell::default(),
        }
    }

    /// Everything, once it has a name.
    fn text(&self, check_layout: bool) -> Writer<'a> {
        let bodies = function::definitions(self);
        let globals = globals::print(self);
        let models = models::print(self);
        let prototypes = function::prototypes(self) + &models;
        let records = records::print(&self.types, self.dialect, check_layout);
        let aliasing = match self.dialect {
            Dialect::Native if self.program.may_alias => NO_STRICT_ALIASING.to_owned(),
            _ => String::new(),
        };
        let mut out = Writer::new(None);
        for part in [aliasing, records, prototypes, globals].into_iter().filter(|part| !part.is_empty()) {
            if out.count() > 0 {
                out.raw("");
            }
            part.lines().for_each(|line| out.raw(line));
        }
        if out.count() > 0 && bodies.count() > 0 {
            out.raw("");
        }
        let above = out.count();
        for a_loop in &mut self.printed.borrow_mut().loops {
            a_loop.line += above;
            a_loop.first += above;
            a_loop.last += above;
        }
        out.append(bodies);
        out
    }

    /// The name of a function that gives any value of a type.
    fn any(&self, name: &str, ty: &str) -> String {
        let name = format!("{}{name}", self.nondet_prefix);
        if !self.functions.values().any(|function| function.declared && function.text == name) {
            self.nondet.borrow_mut().insert(format!("extern {ty} {name}(void)"));
            self.printed.borrow_mut().inputs.insert(name.clone(), ty.to_owned());
        }
        name
    }

    /// The name of a function of the C library, declared if the program does not.
    fn library(&self, name: &'static str) -> &'static str {
        if !self.functions.values().any(|function| function.declared && function.text == name) {
            self.library.borrow_mut().insert(name);
        }
        name
    }

    /// What a definition of ours is called; it and what it calls are used from now on.
    fn model(&self, model: Model) -> String {
        if self.models.borrow_mut().insert(model.name) {
            model.calls().for_each(|called| drop(self.model(called)));
        }
        model.text_name()
    }

    /// Whether the program calls some undefined function of one of these names.
    fn calls(&self, names: &[&str]) -> bool {
        self.usage.functions.iter().any(|id| names.contains(&self.program[*id].name.as_str()) && !self.defined(*id))
    }

    fn function_name(&self, id: FuncId) -> &str {
        &self.functions[&id].text
    }

    fn global_name(&self, id: GlobalId) -> &str {
        &self.globals[&id].text
    }

    /// Names that the linker sees come first, then those that the verifier knows: the others give way.
    fn name_everything(&mut self) {
        let plain = self.names_of_verifier();
        self.name_side(true, &plain);
        for (id, text) in plain {
            self.names.claim(&text);
            let declared = !self.functions.values().any(|name| name.declared && name.text == text);
            self.functions.insert(id, Name { text, symbol: None, declared });
        }
        self.name_side(false, &BTreeMap::new());
        if self.dialect == Dialect::Cbmc {
            self.nondet_prefix = self.free_prefix();
        }
    }

    /// Names what others can name, or what they cannot, but for those that have a name already or get another one.
    fn name_side(&mut self, external: bool, other: &BTreeMap<FuncId, String>) {
        for &id in &self.usage.functions {
            let function = &self.program.functions[id.0 as usize];
            let named = self.functions.contains_key(&id) || other.contains_key(&id);
            if self.is_outside(function) != external || named {
                continue;
            }
            let name = if function.attributes.builtin {
                Name { text: function.name.clone(), symbol: None, declared: false }
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

    /// Whether others can name a function. A definition that gives no symbol is the program's own to a verifier.
    fn is_outside(&self, function: &Function) -> bool {
        let own = self.dialect != Dialect::Native && function.attributes.inline_only && function.is_defined();
        function.linkage == Linkage::External && !own
    }

    /// Takes the names that mean something to the verifier. Gives the plain names of functions that are called
    /// otherwise in the program; other functions of the program may have them as well, and are the same then.
    fn names_of_verifier(&mut self) -> BTreeMap<FuncId, String> {
        if self.dialect == Dialect::Native {
            return BTreeMap::new();
        }
        for name in models::names() {
            self.names.claim(&name);
        }
        if self.dialect == Dialect::SvComp {
            self.names.claim("reach_error");
            // What ends executions, and what a test says of it, is the C library's.
            let needed = if self.as_they_are { &["abort", "write", "_exit"][..] } else { &["abort"] };
            for name in needed {
                let theirs = |id: &FuncId| self.program[*id].name == *name && !self.defined(*id);
                if !self.usage.functions.iter().any(theirs) {
                    self.names.claim(name);
                }
            }
        }
        let mut plain = BTreeMap::new();
        let known: Vec<(FuncId, Known)> = self.usage.functions.iter().map(|&id| (id, Known::of(self, id))).collect();
        for (id, known) in known {
            match known {
                Known::Itself => {}
                Known::Plain(name) => drop(plain.insert(id, name)),
                Known::Model(model) => {
                    let text = self.model(model);
                    self.functions.insert(id, Name { text, symbol: None, declared: false });
                }
                Known::Any => {
                    let text = self.names.fresh(&format!("qicc_any_{}", self.program[id].name), None);
                    let declared = self.usage.addressed.contains(&id);
                    self.functions.insert(id, Name { text, symbol: None, declared });
                    self.any.insert(id);
                }
            }
        }
        plain
    }

    /// A beginning that no name of the program has.
    fn free_prefix(&self) -> String {
        let locals = self.program.functions.iter().filter_map(Function::cfa).flat_map(|cfa| &cfa.locals);
        let names: BTreeSet<&str> = locals
            .filter_map(|local| local.name.as_deref())
            .chain(self.functions.values().chain(self.globals.values()).map(|name| name.text.as_str()))
            .filter(|name| name.starts_with("nondet_"))
            .collect();
        let mut prefix = "nondet_".to_owned();
        while names.iter().any(|name| name.starts_with(&prefix)) {
            prefix += "any_";
        }
        prefix
    }

    /// Whether some variable is too large for CBMC, in 32 bits.
    fn has_large_object(&self) -> bool {
        let types = &self.program.types;
        let large = |ty: TypeId| types.size_of(ty).is_some_and(|size| size > models::LARGE);
        let locals = |id: &FuncId| self.program[*id].cfa().is_some_and(|cfa| cfa.locals.iter().any(|l| large(l.ty.ty)));
        types.model == DataModel::Ilp32
            && (self.usage.globals.iter().any(|id| large(self.program[*id].ty.ty))
                || self.usage.functions.iter().any(locals))
    }

    fn defined(&self, id: FuncId) -> bool {
        !matches!(self.program.functions[id.0 as usize].body, Body::None)
    }
}

fn choose(names: &mut Names, name: &str, symbol: Option<&str>, external: bool) -> Name {
    let symbol = symbol.map(str::to_owned);
    let readable = if name.is_empty() { "object" } else { name };
    if external && names.claim(readable) {
        return Name { text: readable.to_owned(), symbol: symbol.filter(|symbol| symbol != name), declared: true };
    }
    let text = names.fresh(readable, None);
    // A name that C does not let us use is still the linker's.
    let symbol = symbol.or_else(|| (external && text != name).then(|| name.to_owned()));
    Name { text, symbol, declared: true }
}
