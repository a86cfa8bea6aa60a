//! What functions without a body are to verifiers.
//!
//! A verifier knows many functions of the C library, and each knows others, or knows them wrongly: to CBMC 6.6 `memcpy`
//! leaves the last element of an array as it was when the size is no constant, `strcmp` returns exactly 1, `fmod`
//! something else, and `malloc` never fails. So there are three kinds of functions. What is in `models.c` is defined by
//! us, in terms of a few that are [`TRUSTED`]; those are called as they are; and all others return any value
//! ([`Known::Any`]). What they change is in the automaton already.
//!
//! Before each definition of `models.c` stand the plain name of the function and what the definition calls, in an order
//! in which all is defined before it is used; a name in parentheses is none of the C library. These words are replaced:
//! `ANY(type)` is any value, `LARGE(n)` says that an object has n bytes, `ALIVE(p)` asks whether a pointer points to
//! something that is not freed, `HAVOC(p)` changes all of it, `MAX_SIZE` is the most that can be allocated and `MOST`
//! the most that CBMC can.

use super::{Dialect, LARGE_GUARD, Printer};
use crate::cfa::library;
use crate::cfa::passes::is_nondeterministic;
use crate::cfa::{FuncId, Function};
use crate::ctype::{DataModel, FloatKind, Type, TypeId, Types, int_name};
use std::sync::LazyLock;

static MODELS: LazyLock<Vec<Model>> =
    LazyLock::new(|| include_str!("../cfa/models.c").split("\n\n").filter_map(Model::read).collect());

/// Prototypes of what the models call, and statements of ours.
const PROTOTYPES: &[(&str, &str)] = &[
    ("abort", "extern void abort(void);"),
    ("calloc", "extern void *calloc(size_t, size_t);"),
    ("copysign", "extern double copysign(double, double);"),
    ("free", "extern void free(void *);"),
    ("malloc", "extern void *malloc(size_t);"),
    ("memcpy", "extern void *memcpy(void *, const void *, size_t);"),
    ("memmove", "extern void *memmove(void *, const void *, size_t);"),
    ("memset", "extern void *memset(void *, int, size_t);"),
    ("realloc", "extern void *realloc(void *, size_t);"),
];

/// What verifiers know and get right, each tried with both versions of CBMC.
const TRUSTED: [&str; 12] = [
    "_Exit",
    "_exit",
    "abort",
    "alloca",
    "copysign",
    "copysignf",
    "exit",
    "fabs",
    "fabsf",
    "free",
    "lround",
    "llround",
];

/// Builtins, without `__builtin_`, of which the same is true.
const TRUSTED_BUILTINS: [&str; 24] = [
    "alloca",
    "bswap16",
    "bswap32",
    "bswap64",
    "fabs",
    "fabsf",
    "fpclassify",
    "huge_val",
    "huge_valf",
    "inf",
    "inff",
    "isnan",
    "isnanf",
    "isnormal",
    "nan",
    "nanf",
    "popcount",
    "popcountl",
    "popcountll",
    "stack_restore",
    "stack_save",
    "va_copy",
    "va_end",
    "va_start",
];

/// A function with a definition of ours.
#[derive(Clone, Copy)]
pub(super) struct Model {
    /// The plain name of the function.
    pub(super) name: &'static str,
    needs: &'static str,
    text: &'static str,
}

/// The types that parameters and results of models have, as far as calls can tell.
#[derive(PartialEq, Eq)]
enum Class {
    Void,
    Int,
    Float,
    Double,
    Pointer,
}

impl Model {
    fn find(name: &str) -> Option<Model> {
        MODELS.iter().find(|model| model.name == name).copied()
    }

    /// A definition that stands for no function of the C library.
    pub(super) fn own(name: &str) -> Model {
        Model::find(&format!("({name})")).expect("models.c has what is asked for")
    }

    fn read(block: &'static str) -> Option<Model> {
        let (head, text) = block.split_once('\n')?;
        let (name, needs) = head.strip_prefix("// ")?.split_once(':')?;
        Some(Model { name, needs, text })
    }

    /// What it is called in the text.
    pub(super) fn text_name(&self) -> String {
        let name = self.name.trim_matches(['(', ')']);
        format!("qicc_{}", name.strip_prefix("__builtin_").unwrap_or(name))
    }

    /// The models that this one calls.
    pub(super) fn calls(&self) -> impl Iterator<Item = Model> + use<> {
        let names = self.needs.split_whitespace().filter_map(|need| need.strip_prefix("qicc_"));
        names.map(|name| Model::find(name).unwrap_or_else(|| Model::own(name)))
    }

    /// The functions of the C library that the definition calls, by plain names.
    pub(super) fn library(&self) -> impl Iterator<Item = &'static str> + use<> {
        self.needs.split_whitespace().filter(|need| !need.starts_with("qicc_"))
    }

    /// Whether the program declares the function as the model has it, as far as calls can tell.
    fn fits(&self, types: &Types, function: &Function) -> bool {
        let Some(ty) = types.as_function(function.ty) else { return false };
        let head = self.text.lines().next().unwrap_or_default();
        let Some((result, parameters)) = head.split_once('(') else { return false };
        let result = result.trim_start_matches("static ").split("qicc_").next().unwrap_or_default();
        let parameters: Vec<Class> =
            parameters.split(',').map(Class::written).filter(|class| *class != Class::Void).collect();
        let takes = ty.params.len() == parameters.len()
            && !ty.variadic
            && ty
                .params
                .iter()
                .zip(&parameters)
                .all(|(param, class)| Class::of(types, param.ty).as_ref() == Some(class));
        Class::of(types, ty.ret.ty) == Some(Class::written(result)) && (!ty.prototype || takes)
    }
}

impl Class {
    fn written(text: &str) -> Class {
        match text.trim() {
            text if text.contains('*') => Class::Pointer,
            text if text.starts_with("void") => Class::Void,
            text if text.starts_with("double") => Class::Double,
            text if text.starts_with("float") => Class::Float,
            _ => Class::Int,
        }
    }

    fn of(types: &Types, ty: TypeId) -> Option<Class> {
        Some(match types[ty] {
            Type::Void => Class::Void,
            Type::Int(_) => Class::Int,
            Type::Float(FloatKind::Float) => Class::Float,
            Type::Float(FloatKind::Double) => Class::Double,
            Type::Pointer(_) => Class::Pointer,
            _ => return None,
        })
    }
}

/// What a function without a body is to a verifier.
pub(super) enum Known {
    /// A function of this plain name.
    Plain(String),
    Model(Model),
    /// What it is to everybody.
    Itself,
    /// A function that returns any value.
    Any,
}

impl Known {
    pub(super) fn of(printer: &Printer<'_>, id: FuncId) -> Known {
        let function = &printer.program[id];
        if printer.as_they_are || function.is_defined() {
            return Known::Itself;
        }
        let builtin = function.attributes.builtin;
        let name = if builtin { &function.name } else { outside_name(function) };
        let plain = if builtin { name.strip_prefix("__builtin_").unwrap_or(name) } else { name };
        let model = Model::find(name).or_else(|| Model::find(plain));
        // The tables of characters are those of a program that has not chosen another language.
        let elsewhere = plain.starts_with("__ctype") && printer.calls(&["setlocale", "uselocale"]);
        match model.filter(|model| model.fits(printer.types.types, function) && !elsewhere) {
            Some(model) => Known::Model(model),
            None if builtin && (TRUSTED_BUILTINS.contains(&plain) || library::is_atomic(name)) => Known::Itself,
            None if printer.dialect == Dialect::SvComp && is_nondeterministic(name) => Known::Itself,
            None if !TRUSTED.contains(&plain) => Known::Any,
            None if plain != function.name => Known::Plain(plain.to_owned()),
            None => Known::Itself,
        }
    }
}

/// What other programs call a function that is not defined here. C99's and C23's versions of a function differ in
/// nothing that a model knows.
fn outside_name(function: &Function) -> &str {
    let symbol = function.symbol();
    symbol.strip_prefix("__isoc99_").or(symbol.strip_prefix("__isoc23_")).unwrap_or(symbol)
}

/// The size behind which CBMC has no way to say where in an object a pointer points: 8 bits of it say which object it
/// is.
pub(super) const LARGE: u64 = 1 << 23;

/// A definition in the words of a verifier.
fn fill(printer: &Printer<'_>, text: &str) -> String {
    let model = printer.types.types.model;
    let cbmc = printer.dialect == Dialect::Cbmc;
    // Nothing that is larger can be allocated in practice.
    let (max, most) = match model {
        DataModel::Lp64 => ("0x7fffffffffffUL", "0x7fffffffffffUL".to_owned()),
        DataModel::Ilp32 => ("0x7fffffffU", format!("{LARGE}U")),
    };
    let text = text.replace("size_t", int_name(model.size_type())).replace("MAX_SIZE", max).replace("MOST", &most);
    let mut out = String::new();
    for line in text.lines() {
        let argument = |word: &str| line.trim_start().strip_prefix(word).and_then(|rest| rest.strip_suffix(");"));
        match (argument("LARGE("), argument("HAVOC(")) {
            // In 64 bits nothing is too large for CBMC.
            (Some(size), _) if cbmc && model == DataModel::Ilp32 => {
                out += &format!("    __CPROVER_assert({size} <= {LARGE}U, \"{LARGE_GUARD}\");\n");
                out += &format!("    __CPROVER_assume({size} <= {LARGE}U);\n");
            }
            (_, Some(pointer)) if cbmc => out += &format!("        __CPROVER_havoc_object({pointer});\n"),
            // Loops have the neighbours that [`super::verify`] tells about.
            (None, None) if cbmc && line.trim_start().starts_with("while (") => {
                out += &format!("{SOMETHING}\n{line}\n{SOMETHING}\n");
            }
            (None, None) => out += &format!("{line}\n"),
            _ => {}
        }
    }
    let out =
        replace(&out, "ALIVE(", |pointer| if cbmc { format!("__CPROVER_r_ok({pointer}, 0)") } else { "0".into() });
    replace(&out, "ANY(", |ty| {
        let name = match (ty, cbmc) {
            (_, true) => ty.replace(' ', "_"),
            ("unsigned int", false) => "uint".into(),
            ("unsigned long", false) => "ulong".into(),
            ("long long", false) => "longlong".into(),
            ("unsigned long long", false) => "ulonglong".into(),
            (_, false) => ty.to_owned(),
        };
        format!("{}()", printer.any(&name, ty))
    })
}

const SOMETHING: &str = "    __CPROVER_assume(1);";

/// Replaces a word with an opening parenthesis and what comes up to the closing one.
fn replace(text: &str, word: &str, by: impl Fn(&str) -> String) -> String {
    let mut parts = text.split(word);
    let mut out = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let (argument, rest) = part.split_once(')').expect("models.c closes what it opens");
        out += &by(argument);
        out += rest;
    }
    out
}

/// The definitions of the models that the program uses, and prototypes of what they call.
pub(super) fn print(printer: &Printer<'_>) -> String {
    let mut definitions = String::new();
    let used = printer.models.borrow();
    for model in MODELS.iter().filter(|model| used.contains(model.name)) {
        for name in model.library() {
            printer.library(name);
        }
        definitions += &fill(printer, model.text);
    }
    let needed = printer.library.borrow();
    let prototypes = PROTOTYPES.iter().filter(|(name, _)| needed.contains(*name));
    let prototypes: String = prototypes.map(|(_, prototype)| fill(printer, prototype)).collect();
    prototypes + &definitions
}

/// What all definitions of ours are called in texts.
pub(super) fn names() -> impl Iterator<Item = String> {
    MODELS.iter().map(Model::text_name)
}
