//! What functions of the C library do, as code: `models.c`, compiled once.

use crate::cfa::passes::is_nondeterministic;
use crate::cfa::{self, FuncId, Function, Options, Program};
use crate::ctype::{DataModel, Type, TypeId, Types, int_name};
use crate::frontend::load;
use crate::frontend::sema::{self, Dialect};
use crate::frontend::syntax::Unit;
use std::collections::BTreeMap;
use std::sync::LazyLock;

/// The numbers of the units that are run.
pub(super) const PROGRAM: usize = 0;
pub(super) const LIBRARY: usize = 1;

static LONG: LazyLock<Library> = LazyLock::new(|| Library::apart(DataModel::Lp64));
static SHORT: LazyLock<Library> = LazyLock::new(|| Library::apart(DataModel::Ilp32));

struct Library {
    program: Program,
    /// By the plain names of the functions that they stand for.
    models: BTreeMap<String, FuncId>,
}

fn library(model: DataModel) -> &'static Library {
    match model {
        DataModel::Lp64 => &LONG,
        DataModel::Ilp32 => &SHORT,
    }
}

pub(super) fn of(model: DataModel) -> &'static Program {
    &library(model).program
}

/// What an undefined function does that returns a pointer, given where it keeps one for later.
pub(super) fn from(model: DataModel) -> FuncId {
    library(model).models["(from)"]
}

/// The code for a function without a body, if its types are those of the library.
pub(super) fn find(program: &Program, function: &Function) -> Option<FuncId> {
    let library = library(program.types.model);
    let symbol = function.symbol();
    let symbol = symbol.strip_prefix("__isoc99_").or(symbol.strip_prefix("__isoc23_")).unwrap_or(symbol);
    let plain = symbol.strip_prefix("__builtin_").unwrap_or(symbol);
    let id = *library.models.get(symbol).or(library.models.get(plain))?;
    // The tables of characters are those of a program that has not chosen another language.
    let elsewhere = |function: &Function| ["setlocale", "uselocale"].contains(&function.name.as_str());
    if plain.starts_with("__ctype") && program.functions.iter().any(elsewhere) {
        return None;
    }
    alike((&program.types, function.ty), (&library.program.types, library.program[id].ty)).then_some(id)
}

/// Whether calls of one function can be calls of the other.
fn alike((types, one): (&Types, TypeId), (others, two): (&Types, TypeId)) -> bool {
    let (Some(one), Some(two)) = (types.as_function(one), others.as_function(two)) else { return false };
    let same = |a: TypeId, b: TypeId| match (&types[a], &others[b]) {
        (Type::Pointer(_), Type::Pointer(_)) => true,
        (Type::Int(_), Type::Int(_)) => types.size_of(a) == others.size_of(b),
        (a, b) => a == b,
    };
    let takes =
        one.params.len() == two.params.len() && one.params.iter().zip(&two.params).all(|(a, b)| same(a.ty, b.ty));
    !one.variadic && takes && same(one.ret.ty, two.ret.ty)
}

impl Library {
    /// Made by a thread that is not rayon's: one of those does other work while it waits for what is spread over
    /// several, and that work may need this library, and wait for itself.
    fn apart(model: DataModel) -> Library {
        let made = || load::with_threads(1, || Library::new(model)).expect("threads can be started");
        std::thread::scope(|scope| scope.spawn(made).join().expect("the models are C"))
    }

    fn new(model: DataModel) -> Library {
        let (text, names) = text(model);
        let (_, unit) = Unit::read(0, "models.c", text.into_bytes());
        let dialect = Dialect { model, gnu89_inline: false };
        let unit = unit.and_then(|unit| sema::analyse(unit.number(), dialect, &unit));
        let options = Options { entries: names.values().cloned().collect(), library: false, ..Options::default() };
        let program = unit.and_then(|unit| cfa::build(vec![unit], &options));
        let program = program.unwrap_or_else(|wrong| panic!("models.c: {}", wrong.message));
        let position = |name: &String| program.functions.iter().position(|function| function.name == *name);
        let id = |(plain, name): (String, String)| Some((plain, FuncId(position(&name)? as u32)));
        let models = names.into_iter().filter_map(id).collect();
        Library { program, models }
    }
}

/// All models as one unit, and what each is called in it, by the name of the function that it stands for.
fn text(model: DataModel) -> (String, BTreeMap<String, String>) {
    let size = int_name(model.size_type());
    let max = match model {
        DataModel::Lp64 => "0x7fffffffffffUL",
        DataModel::Ilp32 => "0x7fffffffU",
    };
    let mut text =
        "void *malloc(size_t); void *calloc(size_t, size_t); void *realloc(void *, size_t); void free(void *);\n\
        double copysign(double, double); void __CPROVER_assume(int); int qicc_alive(void *); void qicc_havoc(void *); \
        size_t qicc_most(void);\n"
            .to_owned();
    for ty in ["int", "long", "long long", "unsigned int", "unsigned long", "unsigned long long", "double"] {
        text += &format!("{ty} {}(void);\n", any(ty));
    }
    let mut names = BTreeMap::new();
    for block in include_str!("../../cfa/models.c").split("\n\n") {
        let Some((name, body)) =
            block.split_once('\n').and_then(|(head, body)| Some((head.strip_prefix("// ")?.split_once(':')?.0, body)))
        else {
            continue;
        };
        let plain = name.trim_matches(['(', ')']);
        let own = format!("qicc_{}", plain.strip_prefix("__builtin_").unwrap_or(plain));
        names.insert(name.to_owned(), own);
        text += body;
        text += "\n";
    }
    let text = text.replace("size_t", size).replace("MAX_SIZE", max).replace("MOST", "qicc_most()");
    let text = text.replace("ALIVE(", "qicc_alive(").replace("HAVOC(", "qicc_havoc(");
    let mut parts = text.split("ANY(");
    let mut out = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let (ty, rest) = part.split_once(')').expect("models.c closes what it opens");
        out += &format!("{}()", any(ty));
        out += rest;
    }
    let large = |line: &&str| !line.trim_start().starts_with("LARGE(");
    (out.lines().filter(large).collect::<Vec<_>>().join("\n"), names)
}

/// A function that returns any value of a type.
fn any(ty: &str) -> String {
    let name = format!("__VERIFIER_nondet_{}", ty.replace("unsigned ", "u").replace(' ', ""));
    debug_assert!(is_nondeterministic(&name), "{name}");
    name
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Tasks of one pool that all need the library at once: nobody waits for himself.
    #[test]
    fn many_tasks_need_the_library() {
        for _ in 0..5 {
            let library = LazyLock::new(|| Library::apart(DataModel::Lp64));
            let pool = rayon::ThreadPoolBuilder::new().num_threads(4).stack_size(1 << 26).build().expect("threads");
            pool.scope(|scope| {
                for _ in 0..32 {
                    scope.spawn(|_| assert!(!library.models.is_empty()));
                }
            });
        }
    }
}
