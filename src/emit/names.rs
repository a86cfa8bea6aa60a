//! Identifiers of the printed program: each one unique, as close to the source as that allows.

use std::collections::{HashMap, HashSet};

/// The identifiers of one name space, and those that no name may take.
#[derive(Clone, Debug, Default)]
pub(super) struct Names {
    taken: HashSet<String>,
    /// The last number that was tried for a name, so that many clashes do not take quadratic time.
    last: HashMap<String, u32>,
}

impl Names {
    /// Takes a name that must be exactly this one; false when that cannot be.
    pub(super) fn claim(&mut self, name: &str) -> bool {
        !is_reserved(name) && self.taken.insert(name.to_owned())
    }

    /// Whether something has this name.
    pub(super) fn contains(&self, name: &str) -> bool {
        self.taken.contains(name)
    }

    /// The name if it is free, else `name_2`, `name_3`, ….
    pub(super) fn fresh(&mut self, name: &str, outer: Option<&Names>) -> String {
        let free = |names: &Names, name: &str| {
            !is_reserved(name)
                && !is_late_keyword(name)
                && !names.taken.contains(name)
                && !outer.is_some_and(|o| o.taken.contains(name))
        };
        if free(self, name) {
            self.taken.insert(name.to_owned());
            return name.to_owned();
        }
        loop {
            let number = self.last.entry(name.to_owned()).or_insert(1);
            *number += 1;
            let tried = format!("{name}_{number}");
            if free(self, &tried) {
                self.taken.insert(tried.clone());
                return tried;
            }
        }
    }
}

/// Words that mean something else to gcc, clang or CBMC in GNU C11: keywords, and the macros that compilers define
/// without underscores.
pub(super) fn is_reserved(name: &str) -> bool {
    const WORDS: &[&str] = &[
        "_Accum",
        "_Alignas",
        "_Alignof",
        "_Atomic",
        "_Bool",
        "_Complex",
        "_Decimal128",
        "_Decimal32",
        "_Decimal64",
        "_Float128",
        "_Float128x",
        "_Float16",
        "_Float32",
        "_Float32x",
        "_Float64",
        "_Float64x",
        "_Fract",
        "_Generic",
        "_Imaginary",
        "_Noreturn",
        "_Sat",
        "_Static_assert",
        "_Thread_local",
        "__FUNCTION__",
        "__PRETTY_FUNCTION__",
        "__alignof",
        "__alignof__",
        "__asm",
        "__asm__",
        "__attribute",
        "__attribute__",
        "__auto_type",
        "__builtin_va_list",
        "__complex",
        "__complex__",
        "__const",
        "__const__",
        "__extension__",
        "__float128",
        "__float80",
        "__func__",
        "__imag",
        "__imag__",
        "__inline",
        "__inline__",
        "__int128",
        "__int128_t",
        "__label__",
        "__real",
        "__real__",
        "__restrict",
        "__restrict__",
        "__signed",
        "__signed__",
        "__thread",
        "__typeof",
        "__typeof__",
        "__uint128_t",
        "__volatile",
        "__volatile__",
        "asm",
        "auto",
        "break",
        "case",
        "char",
        "const",
        "continue",
        "default",
        "do",
        "double",
        "else",
        "enum",
        "extern",
        "float",
        "for",
        "goto",
        "i386",
        "if",
        "inline",
        "int",
        "linux",
        "long",
        "register",
        "restrict",
        "return",
        "short",
        "signed",
        "sizeof",
        "static",
        "struct",
        "switch",
        "typedef",
        "typeof",
        "union",
        "unix",
        "unsigned",
        "void",
        "volatile",
        "while",
    ];
    WORDS.binary_search(&name).is_ok()
}

/// Keywords of later C: avoided where the name is ours to choose.
fn is_late_keyword(name: &str) -> bool {
    matches!(
        name,
        "alignas"
            | "alignof"
            | "bool"
            | "constexpr"
            | "false"
            | "nullptr"
            | "static_assert"
            | "thread_local"
            | "true"
            | "typeof_unqual"
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_stay_apart() {
        let mut outer = Names::default();
        assert!(outer.claim("x") && !outer.claim("x") && !outer.claim("linux") && outer.claim("bool"));
        let mut inner = Names::default();
        assert_eq!(inner.fresh("y", Some(&outer)), "y");
        assert_eq!(inner.fresh("x", Some(&outer)), "x_2");
        assert_eq!(inner.fresh("x_2", Some(&outer)), "x_2_2");
        assert_eq!(inner.fresh("x", Some(&outer)), "x_3");
        assert_eq!(inner.fresh("while", None), "while_2");
        assert_eq!(inner.fresh("true", None), "true_2");
    }

    #[test]
    fn reserved_words_are_sorted() {
        for word in ["_Accum", "__int128", "asm", "inline", "unix", "while", "char"] {
            assert!(is_reserved(word), "{word}");
        }
        assert!(!is_reserved("main"));
    }
}
