//! Whether formatted input and output stays within its arguments, as far as the text of a call shows it.
//!
//! A format that is a literal is read; any other may do anything. What is printed may contain strings that end only if
//! they are literals. What is read in is stored to objects of exactly the size that the format says. A wrong type of a
//! number that is printed is no matter here: it makes a wrong text.

use crate::cfa::library;
use crate::cfa::{Definition, Expr, ExprKind, GlobalKind, Init, Place, PlaceKind, Program, Var};
use crate::ctype::{FloatKind, IntKind};

/// What a function does with memory that its format, or nothing at all, tells it about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Role {
    /// Prints by the format at this position.
    Output(usize),
    /// Stores by the format at this position.
    Input(usize),
    /// Stores as much as there is.
    Unbounded,
}

/// What a function of the C library does, under whatever name.
fn role(name: &str) -> Option<Role> {
    let plain = library::plain(name).unwrap_or(name);
    let plain = plain.strip_prefix("__isoc99_").or(plain.strip_prefix("__isoc23_")).unwrap_or(plain);
    let checked = usize::from(name.ends_with("_chk"));
    Some(match plain {
        "printf" | "vprintf" => Role::Output(checked),
        "fprintf" | "vfprintf" | "dprintf" | "vdprintf" | "syslog" | "asprintf" | "vasprintf" => {
            Role::Output(1 + checked)
        }
        "snprintf" | "vsnprintf" => Role::Output(2 + 2 * checked),
        "sprintf" | "vsprintf" | "gets" | "getwd" => Role::Unbounded,
        "scanf" | "vscanf" => Role::Input(0),
        "fscanf" | "sscanf" | "vfscanf" | "vsscanf" => Role::Input(1),
        _ => return None,
    })
}

/// Whether a function is about formats, or writes without any limit.
pub(super) fn is_formatted(name: &str) -> bool {
    role(name).is_some()
}

/// Whether a call may go beyond what its arguments point to.
pub(super) fn may_go_beyond(program: &Program, name: &str, args: &[Expr]) -> bool {
    let (at, input) = match role(name) {
        None => return false,
        Some(Role::Unbounded) => return true,
        Some(Role::Output(at)) => (at, false),
        Some(Role::Input(at)) => (at, true),
    };
    let Some(conversions) =
        args.get(at).and_then(|format| literal(program, format)).and_then(|f| conversions(&f, input))
    else {
        return true;
    };
    let mut rest = args[at + 1..].iter();
    conversions.iter().any(|conversion| match input {
        true if conversion.suppressed => false,
        true => match (size(program, conversion), rest.next()) {
            (Some(size), Some(arg)) => target_size(program, arg) != Some(size),
            _ => true,
        },
        false => {
            let numbers = conversion.stars + usize::from(!"sSnm".contains(conversion.letter));
            rest.by_ref().take(numbers).for_each(drop);
            match conversion.letter {
                's' | 'S' => rest.next().is_none_or(|arg| literal(program, arg).is_none()),
                letter => letter == 'n',
            }
        }
    })
}

/// The text of a string literal, if the pointer is one into it.
fn literal(program: &Program, pointer: &Expr) -> Option<String> {
    let pointer = unconverted(program, pointer);
    let ExprKind::AddrOf(Place { kind: PlaceKind::Index(array, index), ty }) = &pointer.kind else { return None };
    let (PlaceKind::Var(Var::Global(global)), ExprKind::Int(first)) = (&array.kind, &index.kind) else { return None };
    let global = &program[*global];
    let Definition::Defined(Init::String(units)) = &global.definition else { return None };
    if global.kind != GlobalKind::StringLiteral || program.types.size_of(ty.ty) != Some(1) {
        return None;
    }
    let rest = units.get(usize::try_from(*first).ok()?..)?;
    Some(rest.iter().take_while(|unit| **unit != 0).map(|unit| char::from(*unit as u8)).collect())
}

/// A pointer before it was converted to another.
pub(super) fn unconverted<'e>(program: &Program, mut pointer: &'e Expr) -> &'e Expr {
    while let ExprKind::Cast(inner) = &pointer.kind
        && program.types.pointee(inner.ty).is_some()
    {
        pointer = inner;
    }
    pointer
}

fn target_size(program: &Program, arg: &Expr) -> Option<u64> {
    program.types.pointee(unconverted(program, arg).ty).and_then(|target| program.types.size_of(target.ty))
}

/// What a `%` stands for.
struct Conversion {
    /// How many `*` ask for an argument.
    stars: usize,
    /// A `*` that lets what was read go.
    suppressed: bool,
    length: String,
    letter: char,
}

/// All of a format; nothing when it is not understood.
fn conversions(format: &str, input: bool) -> Option<Vec<Conversion>> {
    let mut found = Vec::new();
    let mut chars = format.chars().peekable();
    while let Some(c) = chars.next() {
        if c != '%' {
            continue;
        }
        let (mut stars, mut length) = (0, String::new());
        while let Some(c) = chars.next_if(|c| "0123456789-+ #.*'".contains(*c)) {
            stars += usize::from(c == '*');
        }
        while let Some(c) = chars.next_if(|c| "hlqjztL".contains(*c)) {
            length.push(c);
        }
        let letter = chars.next()?;
        let known = if input { "diouxXnaAeEfFgGpcCsS" } else { "diouxXnaAeEfFgGpcCsSm" };
        match letter {
            '%' => {}
            letter if known.contains(letter) => {
                found.push(Conversion {
                    stars: if input { 0 } else { stars },
                    suppressed: input && stars > 0,
                    length,
                    letter,
                });
            }
            _ => return None,
        }
    }
    Some(found)
}

/// How many bytes a conversion stores, if that does not depend on what is read.
fn size(program: &Program, conversion: &Conversion) -> Option<u64> {
    let model = program.types.model;
    let bits = match (conversion.letter, conversion.length.as_str()) {
        ('c' | 'C' | 's' | 'S', _) => return None,
        ('p', "") => model.int_bits(model.size_type()),
        ('a' | 'A' | 'e' | 'E' | 'f' | 'F' | 'g' | 'G', length) => match length {
            "" => model.float_bits(FloatKind::Float),
            "l" => model.float_bits(FloatKind::Double),
            _ => return None,
        },
        (_, length) => model.int_bits(match length {
            "" => IntKind::Int,
            "hh" => IntKind::SChar,
            "h" => IntKind::Short,
            "l" => IntKind::Long,
            "ll" | "q" | "j" => IntKind::LongLong,
            "z" | "t" => model.size_type(),
            _ => return None,
        }),
    };
    Some(u64::from(bits / 8))
}
