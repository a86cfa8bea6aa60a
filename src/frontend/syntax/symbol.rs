//! The vocabulary of C: what a token is, as a small number, and names interned beside it.
//!
//! Different spellings of one keyword (`__const`, `const`) are one symbol; its text is what lang-c gets to see.

use std::collections::HashMap;

/// A punctuator, a keyword, a kind of literal, or a name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) struct Sym(pub(super) u32);

macro_rules! symbols {
    ($($group:ident { $($name:ident $text:literal)* })*) => {
        // Not every word of the language is asked for by name.
        #[allow(non_camel_case_types, clippy::upper_case_acronyms, dead_code)]
        #[repr(u32)]
        enum Index { $($($name,)*)* Count }
        #[allow(dead_code)]
        impl Sym {
            $($(pub(super) const $name: Sym = Sym(Index::$name as u32);)*)*
        }
        const FIXED: [(&str, Class); Index::Count as usize] = [$($(($text, Class::$group),)*)*];
    };
}

/// What a symbol is good for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Class {
    End,
    Literal,
    Punctuator,
    /// A word of a basic type.
    Basic,
    Storage,
    Qualifier,
    FunctionSpecifier,
    /// `struct`, `union`, `enum`.
    Tag,
    /// Starts a type, with a syntax of its own.
    Typeof,
    /// `__attribute__` and others that are taken out.
    Stripped,
    /// Any other keyword.
    Keyword,
    Name,
}

symbols! {
    End { EOF "" }
    Literal { NUMBER "" CHARACTER "" STRING "" }
    Punctuator {
        LPAREN "(" RPAREN ")" LBRACKET "[" RBRACKET "]" LBRACE "{" RBRACE "}" SEMI ";" COMMA "," COLON ":" QUESTION "?"
        ASSIGN "=" DOT "." ARROW "->" ELLIPSIS "..." STAR "*" AND_AND "&&" OR_OR "||" INCREMENT "++" DECREMENT "--"
        PLUS "+" MINUS "-" SLASH "/" PERCENT "%" AMP "&" PIPE "|" CARET "^" TILDE "~" BANG "!" LESS "<" GREATER ">"
        LESS_EQ "<=" GREATER_EQ ">=" EQ "==" NOT_EQ "!=" SHL "<<" SHR ">>" MUL_SET "*=" DIV_SET "/=" MOD_SET "%="
        ADD_SET "+=" SUB_SET "-=" SHL_SET "<<=" SHR_SET ">>=" AND_SET "&=" XOR_SET "^=" OR_SET "|="
    }
    Basic {
        VOID "void" BOOL "_Bool" CHAR "char" SHORT "short" INT "int" LONG "long" FLOAT "float" DOUBLE "double"
        SIGNED "signed" UNSIGNED "unsigned" COMPLEX "_Complex" INT128 "__int128" FLOAT16 "_Float16" FLOAT32 "_Float32"
        FLOAT32X "_Float32x" FLOAT64 "_Float64" FLOAT64X "_Float64x" FLOAT128 "_Float128" FLOAT80 "long double"
        DECIMAL32 "_Decimal32" DECIMAL64 "_Decimal64" DECIMAL128 "_Decimal128"
    }
    Storage {
        TYPEDEF "typedef" EXTERN "extern" STATIC "static" THREAD_LOCAL "_Thread_local" AUTO "auto" REGISTER "register"
    }
    Qualifier { CONST "const" VOLATILE "volatile" RESTRICT "restrict" ATOMIC "_Atomic" }
    FunctionSpecifier { INLINE "inline" NORETURN "_Noreturn" }
    Tag { STRUCT "struct" UNION "union" ENUM "enum" }
    Typeof { TYPEOF "__typeof__" AUTO_TYPE "__auto_type" }
    Stripped { ATTRIBUTE "__attribute__" EXTENSION "__extension__" ALIGNAS "_Alignas" }
    Keyword {
        BREAK "break" CASE "case" CONTINUE "continue" DEFAULT "default" DO "do" ELSE "else" FOR "for" GOTO "goto" IF "if"
        RETURN "return" SWITCH "switch" WHILE "while" SIZEOF "sizeof" ALIGNOF "sizeof" GENERIC "_Generic"
        STATIC_ASSERT "_Static_assert" ASM "__asm__" LABEL "__label__" REAL "__real__" IMAG "__imag__"
        VA_ARG "__builtin_va_arg" OFFSETOF "__builtin_offsetof" COMPATIBLE "__builtin_types_compatible_p"
    }
    Name {
        VA_LIST "__builtin_va_list" INT128_T "__qicc_i128" UINT128_T "__qicc_u128"
    }
}

/// Spellings whose text for lang-c is another one.
const ALIASES: &[(&str, Sym)] = &[
    ("_Alignof", Sym::ALIGNOF),
    ("__alignof", Sym::ALIGNOF),
    ("__alignof__", Sym::ALIGNOF),
    ("__asm", Sym::ASM),
    ("asm", Sym::ASM),
    ("__attribute", Sym::ATTRIBUTE),
    ("__complex", Sym::COMPLEX),
    ("__complex__", Sym::COMPLEX),
    ("__const", Sym::CONST),
    ("__const__", Sym::CONST),
    ("__float80", Sym::FLOAT80),
    ("__float128", Sym::FLOAT128),
    ("__imag", Sym::IMAG),
    ("__inline", Sym::INLINE),
    ("__inline__", Sym::INLINE),
    ("__int128__", Sym::INT128),
    ("__int128_t", Sym::INT128_T),
    ("__uint128_t", Sym::UINT128_T),
    ("__real", Sym::REAL),
    ("__restrict", Sym::RESTRICT),
    ("__restrict__", Sym::RESTRICT),
    ("__signed", Sym::SIGNED),
    ("__signed__", Sym::SIGNED),
    ("__thread", Sym::THREAD_LOCAL),
    ("__typeof", Sym::TYPEOF),
    ("typeof", Sym::TYPEOF),
    ("__volatile", Sym::VOLATILE),
    ("__volatile__", Sym::VOLATILE),
];

impl Sym {
    pub(super) fn class(self) -> Class {
        FIXED.get(self.0 as usize).map_or(Class::Name, |fixed| fixed.1)
    }

    pub(super) fn is_name(self) -> bool {
        self.class() == Class::Name
    }

    /// The text of everything but literals and the names of the program.
    pub(super) fn fixed_text(self) -> Option<&'static str> {
        FIXED.get(self.0 as usize).map(|fixed| fixed.0).filter(|text| !text.is_empty())
    }

    pub(super) fn closing(self) -> Option<Sym> {
        match self {
            Sym::LPAREN => Some(Sym::RPAREN),
            Sym::LBRACKET => Some(Sym::RBRACKET),
            Sym::LBRACE => Some(Sym::RBRACE),
            _ => None,
        }
    }
}

/// The names of one file.
pub(super) struct Names {
    symbols: HashMap<Box<[u8]>, Sym>,
    /// The text for lang-c, by symbol.
    texts: Vec<Box<str>>,
    /// Names that lang-c cannot take, with the name in the source.
    renamed: HashMap<String, String>,
}

impl Names {
    pub(super) fn new() -> Names {
        let mut symbols = HashMap::new();
        for (index, (text, class)) in FIXED.iter().enumerate() {
            if !matches!(class, Class::End | Class::Literal | Class::Punctuator) && !text.contains([' ']) {
                symbols.entry(Box::from(text.as_bytes())).or_insert(Sym(index as u32));
            }
        }
        symbols.extend(ALIASES.iter().map(|(text, sym)| (Box::from(text.as_bytes()), *sym)));
        Names { symbols, texts: FIXED.iter().map(|(text, _)| Box::from(*text)).collect(), renamed: HashMap::new() }
    }

    /// The symbol of an identifier, `$` and UTF-8 allowed.
    pub(super) fn intern(&mut self, name: &[u8]) -> Sym {
        if let Some(&sym) = self.symbols.get(name) {
            return sym;
        }
        let sym = Sym(self.texts.len() as u32);
        let plain = name.iter().all(|c| c.is_ascii_alphanumeric() || *c == b'_');
        let text = String::from_utf8_lossy(name).into_owned();
        let text = if plain {
            text
        } else {
            let made_up = format!("__qicc_name{}", sym.0);
            self.renamed.insert(made_up.clone(), text);
            made_up
        };
        self.texts.push(text.into());
        self.symbols.insert(name.into(), sym);
        sym
    }

    pub(super) fn text(&self, sym: Sym) -> &str {
        &self.texts[sym.0 as usize]
    }

    pub(super) fn len(&self) -> usize {
        self.texts.len()
    }

    pub(super) fn take_renamed(&mut self) -> HashMap<String, String> {
        std::mem::take(&mut self.renamed)
    }
}

/// The punctuator that a text starts with: the longest. Digraphs are what they stand for.
pub(super) fn punctuator(text: &[u8]) -> Option<(Sym, usize)> {
    let at = |index: usize| text.get(index).copied().unwrap_or(0);
    let three = match (at(0), at(1), at(2)) {
        (b'.', b'.', b'.') => Some(Sym::ELLIPSIS),
        (b'<', b'<', b'=') => Some(Sym::SHL_SET),
        (b'>', b'>', b'=') => Some(Sym::SHR_SET),
        _ => None,
    };
    if let Some(sym) = three {
        return Some((sym, 3));
    }
    let two = match (at(0), at(1)) {
        (b'-', b'>') => Some(Sym::ARROW),
        (b'+', b'+') => Some(Sym::INCREMENT),
        (b'-', b'-') => Some(Sym::DECREMENT),
        (b'<', b'<') => Some(Sym::SHL),
        (b'>', b'>') => Some(Sym::SHR),
        (b'<', b'=') => Some(Sym::LESS_EQ),
        (b'>', b'=') => Some(Sym::GREATER_EQ),
        (b'=', b'=') => Some(Sym::EQ),
        (b'!', b'=') => Some(Sym::NOT_EQ),
        (b'&', b'&') => Some(Sym::AND_AND),
        (b'|', b'|') => Some(Sym::OR_OR),
        (b'*', b'=') => Some(Sym::MUL_SET),
        (b'/', b'=') => Some(Sym::DIV_SET),
        (b'%', b'=') => Some(Sym::MOD_SET),
        (b'+', b'=') => Some(Sym::ADD_SET),
        (b'-', b'=') => Some(Sym::SUB_SET),
        (b'&', b'=') => Some(Sym::AND_SET),
        (b'^', b'=') => Some(Sym::XOR_SET),
        (b'|', b'=') => Some(Sym::OR_SET),
        (b'<', b':') => Some(Sym::LBRACKET),
        (b':', b'>') => Some(Sym::RBRACKET),
        (b'<', b'%') => Some(Sym::LBRACE),
        (b'%', b'>') => Some(Sym::RBRACE),
        _ => None,
    };
    if let Some(sym) = two {
        return Some((sym, 2));
    }
    let one = match at(0) {
        b'(' => Sym::LPAREN,
        b')' => Sym::RPAREN,
        b'[' => Sym::LBRACKET,
        b']' => Sym::RBRACKET,
        b'{' => Sym::LBRACE,
        b'}' => Sym::RBRACE,
        b';' => Sym::SEMI,
        b',' => Sym::COMMA,
        b':' => Sym::COLON,
        b'?' => Sym::QUESTION,
        b'=' => Sym::ASSIGN,
        b'.' => Sym::DOT,
        b'*' => Sym::STAR,
        b'+' => Sym::PLUS,
        b'-' => Sym::MINUS,
        b'/' => Sym::SLASH,
        b'%' => Sym::PERCENT,
        b'&' => Sym::AMP,
        b'|' => Sym::PIPE,
        b'^' => Sym::CARET,
        b'~' => Sym::TILDE,
        b'!' => Sym::BANG,
        b'<' => Sym::LESS,
        b'>' => Sym::GREATER,
        _ => return None,
    };
    Some((one, 1))
}
