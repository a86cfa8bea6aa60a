//! Preprocessed C text to the syntax trees of its external declarations.
//!
//! lang-c parses, but it decides by itself which names are types and gets that wrong where a variable has the name of a
//! type, and it does not know a good part of GNU C. So three steps go before it:
//!
//! 1. `lexer`: the text as numbered tokens, comments and directives gone, names interned, brackets matched.
//! 2. `resolve`: one walk over all tokens that follows C's scopes of typedef names exactly. It cuts the file into
//!    external declarations and notes, for each, what has to be written differently for lang-c.
//! 3. `write`: the text of one declaration for lang-c. A name is a type in all of that text or in none of it.
//!
//! What lang-c cannot express is taken out and kept in the [`Side`] table under its token index. Declarations are
//! independent of each other then, and are parsed in parallel, a bounded number at a time.
//!
//! Conventions of the trees, beyond lang-c's own:
//! - every identifier has to go through [`Side::original_name`];
//! - the middle operand of `a ?: b` is the identifier [`ELVIS`]; the one item of the list in `(T){}` is [`EMPTY`];
//! - `__int128` and `unsigned __int128` are the typedef names [`INT128`] and [`UINT128`], declared nowhere;
//! - `_Alignof` is `sizeof`, and [`Side::is_alignof`] holds for the first token of the expression;
//! - `__builtin_types_compatible_p(A, B)` is a call with the arguments `sizeof (A)` and `sizeof (B)`;
//! - attributes and `_Alignas` are in the side table only; an empty `Extension` list means nothing.

use crate::source::{Diagnostic, Result, Span, UnitText};
use lang_c::ast::{Expression, ExternalDeclaration};
use lang_c::span::Node;
use std::sync::Arc;

/// Stands for the value of the condition in `a ?: b`.
pub const ELVIS: &str = "__qicc_same";
/// Stands for nothing, as the only item of an empty list.
pub const EMPTY: &str = "__qicc_empty";
pub const INT128: &str = "__qicc_i128";
pub const UINT128: &str = "__qicc_u128";

/// One preprocessed file, ready to be parsed.
pub struct Unit {
    text: Arc<UnitText>,
    side: Side,
}

impl Unit {
    /// Lexes and resolves a whole preprocessed file; `unit` is its number on the command line.
    pub fn read(unit: u32, text: Arc<UnitText>) -> Result<Unit> {
        let _ = unit;
        Ok(Unit { text, side: Side::default() })
    }

    pub fn text(&self) -> &Arc<UnitText> {
        &self.text
    }

    /// What the trees leave out; complete before the first of them is asked for.
    pub fn side(&self) -> &Side {
        &self.side
    }

    /// The external declarations in order. Nothing follows an error.
    pub fn externals(&self) -> impl Iterator<Item = Result<External>> + '_ {
        std::iter::empty()
    }
}

/// What an external declaration is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ExternalKind {
    /// As the tree says.
    Tree,
    /// `asm("…");` at file scope; the tree is an empty declaration.
    FileAsm,
}

/// One external declaration.
pub struct External {
    pub kind: ExternalKind,
    pub node: Node<ExternalDeclaration>,
    /// A construct in a function's body that has no tree. The body is `{}` then.
    pub unsupported: Option<Diagnostic>,
    unit: u32,
    /// Offsets in lang-c's text, ascending, with the token that each comes from.
    places: Vec<(u32, u32)>,
}

impl External {
    /// The tokens that a node of this tree covers.
    pub fn span(&self, span: lang_c::span::Span) -> Span {
        let token = |entry: usize| self.places.get(entry).or(self.places.last()).map_or(0, |place| place.1);
        let first = self.places.partition_point(|place| (place.0 as usize) < span.start);
        let start = token(first);
        let after = self.places.partition_point(|place| (place.0 as usize) < span.end);
        let end = if after > first { token(after - 1) + 1 } else { start };
        Span { unit: self.unit, start, end: end.max(start) }
    }
}

/// What the trees leave out, by token index.
#[derive(Default)]
pub struct Side {
    groups: Vec<AttributeGroup>,
    alignofs: Vec<u32>,
    /// From each token on: the value of `#pragma pack`.
    packs: Vec<(u32, Option<u64>)>,
    /// Names that lang-c gets to see, with the names that they stand for.
    renamed: std::collections::HashMap<String, String>,
}

/// One `__attribute__((…))`, `[[…]]` or `_Alignas(…)`.
pub struct AttributeGroup {
    /// Its tokens.
    pub start: u32,
    pub end: u32,
    /// The innermost open bracket around it.
    pub parent: Option<u32>,
    pub attributes: Vec<Attribute>,
}

pub struct Attribute {
    /// Without the underscores around it: `aligned`, also for `_Alignas`.
    pub name: String,
    pub args: Vec<AttributeArg>,
    pub span: Span,
}

pub enum AttributeArg {
    /// A lone identifier, as in `mode(DI)`.
    Word(String),
    /// A string literal without its quotes, escapes untouched.
    String(String),
    /// Its spans mean nothing; use the attribute's. For `_Alignas(T)` it is `_Alignof(T)`.
    Expr(Box<Node<Expression>>),
}

impl Side {
    /// The attributes that start exactly at a token, with the groups chained behind them.
    pub fn attributes_following(&self, token: u32) -> impl Iterator<Item = &Attribute> {
        let first = self.groups.partition_point(|group| group.start < token);
        let mut next = token;
        let chained = self.groups[first..].iter().take_while(move |group| {
            let fits = group.start == next;
            next = group.end;
            fits
        });
        chained.flat_map(|group| &group.attributes)
    }

    /// The attributes among the tokens `start..end` that are in no bracket opened there.
    pub fn attributes_between(&self, start: u32, end: u32) -> impl Iterator<Item = &Attribute> {
        let first = self.groups.partition_point(|group| group.start < start);
        let inside = self.groups[first..].iter().take_while(move |group| group.start < end);
        inside.filter(move |group| group.parent.is_none_or(|open| open < start)).flat_map(|group| &group.attributes)
    }

    /// Whether the `sizeof` of this token was `_Alignof`.
    pub fn is_alignof(&self, token: u32) -> bool {
        self.alignofs.binary_search(&token).is_ok()
    }

    /// The `#pragma pack` in force at a token.
    pub fn pack_at(&self, token: u32) -> Option<u64> {
        let after = self.packs.partition_point(|pack| pack.0 <= token);
        after.checked_sub(1).and_then(|last| self.packs[last].1)
    }

    /// The name in the source for a name in a tree.
    pub fn original_name<'a>(&'a self, name: &'a str) -> &'a str {
        self.renamed.get(name).map_or(name, String::as_str)
    }
}
