//! Functions of the C library and of compilers, as verifiers know them.
//!
//! CBMC has models of many functions under their plain names and of a few under `__builtin_…`; what it has no model of
//! returns anything and changes nothing. Its `malloc` never fails unless a flag says so, and version 5.12 has no such
//! flag. So some functions get a definition of ours (`models.c`), in terms of those that both versions know.

use super::{Dialect, LARGE_GUARD, Printer};
use crate::cfa::{FuncId, Function};
use crate::ctype::{DataModel, Type, int_name};

/// Definitions that stand for functions without one. Before each stand the plain name of the function, and what the
/// definition calls.
const MODELS: &str = include_str!("models.c");

/// Prototypes of what the models call, and statements of ours.
const PROTOTYPES: &[(&str, &str)] = &[
    ("abort", "extern void abort(void);"),
    ("calloc", "extern void *calloc(size_t, size_t);"),
    ("malloc", "extern void *malloc(size_t);"),
    ("memcmp", "extern int memcmp(const void *, const void *, size_t);"),
    ("memcpy", "extern void *memcpy(void *, const void *, size_t);"),
    ("memmove", "extern void *memmove(void *, const void *, size_t);"),
    ("memset", "extern void *memset(void *, int, size_t);"),
    ("realloc", "extern void *realloc(void *, size_t);"),
    ("strcpy", "extern char *strcpy(char *, const char *);"),
    ("strlen", "extern size_t strlen(const char *);"),
];

#[derive(Clone, Copy)]
pub(super) struct Model {
    /// The plain name of the function.
    pub(super) name: &'static str,
    needs: &'static str,
    text: &'static str,
}

impl Model {
    fn find(name: &str) -> Option<Model> {
        MODELS.split("\n\n").filter_map(Model::read).find(|model| model.name == name)
    }

    fn read(block: &'static str) -> Option<Model> {
        let (head, text) = block.split_once('\n')?;
        let (name, needs) = head.strip_prefix("// ")?.split_once(':')?;
        Some(Model { name, needs, text })
    }

    /// What the definition calls, by plain names.
    pub(super) fn needs(&self) -> impl Iterator<Item = &'static str> {
        self.needs.split_whitespace()
    }

    /// Whether the program declares the function as the model has it, as far as calls can tell.
    fn fits(&self, printer: &Printer<'_>, function: &Function) -> bool {
        let types = printer.types.types;
        let Some(ty) = types.as_function(function.ty) else { return false };
        let head = self.text.lines().next().unwrap_or_default();
        let parameters = head.split(',').count();
        let returns = match types[ty.ret.ty] {
            Type::Void => head.starts_with("static void qicc"),
            Type::Pointer(_) => head.contains("*qicc"),
            Type::Int(_) => !head.contains("*qicc") && !head.starts_with("static void"),
            _ => false,
        };
        let scalar = |ty| matches!(types[ty], Type::Int(_) | Type::Pointer(_));
        let takes = ty.params.len() == parameters && !ty.variadic && ty.params.iter().all(|param| scalar(param.ty));
        returns && (!ty.prototype || takes)
    }
}

/// What a function without a body is to a verifier.
pub(super) enum Known {
    /// A function of this plain name.
    Plain(String),
    Model(Model),
    /// What it is to everybody.
    Itself,
}

impl Known {
    pub(super) fn of(printer: &Printer<'_>, id: FuncId) -> Known {
        let function = &printer.program[id];
        if printer.dialect == Dialect::Native || function.is_defined() {
            return Known::Itself;
        }
        let builtin = function.attributes.builtin;
        let name = if builtin { &function.name } else { outside_name(function) };
        let plain = if builtin { name.strip_prefix("__builtin_").unwrap_or(name) } else { name };
        // Only a builtin is certain to be what its name says where the C library has no such function.
        let certain = builtin || !is_only_builtin(plain);
        let model = Model::find(plain).filter(|model| certain && model.fits(printer, function));
        match model {
            Some(model) if printer.dialect == Dialect::Cbmc => Known::Model(model),
            _ if builtin && !is_only_builtin(plain) => Known::Plain(plain.to_owned()),
            _ if name != function.name => Known::Plain(name.to_owned()),
            _ => Known::Itself,
        }
    }
}

/// Builtins that are not functions of the C library with another name.
fn is_only_builtin(plain: &str) -> bool {
    const STARTS: [&str; 10] = ["__", "bswap", "clrsb", "clz", "ctz", "is", "parity", "popcount", "signbit", "va_"];
    const WORDS: [&str; 18] = [
        "alloca",
        "alloca_with_align",
        "extract_return_addr",
        "fabs",
        "fabsf",
        "fabsl",
        "ffs",
        "ffsl",
        "ffsll",
        "finite",
        "fpclassify",
        "frame_address",
        "ia32_pause",
        "return_address",
        "stack_restore",
        "stack_save",
        "trap",
        "unreachable",
    ];
    WORDS.contains(&plain) || STARTS.iter().any(|start| plain.starts_with(start))
}

/// What other programs call a function that is not defined here. C99's and C23's versions of a function differ in
/// nothing that a model knows.
fn outside_name(function: &Function) -> &str {
    let symbol = function.symbol();
    symbol.strip_prefix("__isoc99_").or(symbol.strip_prefix("__isoc23_")).unwrap_or(symbol)
}

/// The size behind which CBMC has no way to say where in an object a pointer points: 8 bits of it say which object it is.
pub(super) const LARGE: u64 = 1 << 23;

/// Asserts, in 32 bits, that what is allocated is not too large for CBMC. In 64 bits nothing is.
fn guard_sizes(text: &str, model: DataModel) -> String {
    let mut out = String::new();
    for line in text.lines() {
        match line.trim_start().strip_prefix("LARGE(").and_then(|rest| rest.strip_suffix(");")) {
            Some(_) if model == DataModel::Lp64 => {}
            Some(size) => {
                out += &format!("    __CPROVER_assert({size} <= {LARGE}U, \"{LARGE_GUARD}\");\n");
                out += &format!("    __CPROVER_assume({size} <= {LARGE}U);\n");
            }
            None => out += &format!("{line}\n"),
        }
    }
    out.truncate(out.trim_end().len());
    out
}

/// The definitions of the models that the program uses, and prototypes of what they call.
pub(super) fn print(printer: &Printer<'_>) -> String {
    let mut out = String::new();
    let model = printer.types.types.model;
    // Nothing that is larger can be allocated in practice.
    let max = match model {
        DataModel::Lp64 => "0x7fffffffffffUL",
        DataModel::Ilp32 => "0x7fffffffU",
    };
    let fill = |text: &str| text.replace("size_t", int_name(model.size_type())).replace("MAX_SIZE", max);
    for name in printer.models.values().flat_map(Model::needs) {
        printer.library(name);
    }
    let needed = printer.library.borrow();
    for (_, prototype) in PROTOTYPES.iter().filter(|(name, _)| needed.contains(*name)) {
        out += &fill(prototype);
        out.push('\n');
    }
    for definition in printer.models.values() {
        let text = guard_sizes(&fill(definition.text), model);
        out += &if text.contains("ANY()") {
            text.replace("ANY()", &format!("{}()", printer.any("int", "int")))
        } else {
            text
        };
        out.push('\n');
    }
    out
}
