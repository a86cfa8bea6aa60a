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
//! - `_Alignof` is `sizeof`, and [`Side::alignof`] knows it by the token of that word;
//! - `__builtin_types_compatible_p(A, B)` is a call with the arguments `sizeof (A)` and `sizeof (B)`;
//! - attributes and `_Alignas` are in the side table only; an empty `Extension` list means nothing.

mod ahead;
mod directive;
mod lexer;
mod parse;
mod resolve;
mod side;
mod strip;
mod symbol;
#[cfg(test)]
mod tests;
mod write;

pub use side::{Attribute, AttributeArg, AttributeGroup, Side};

use crate::source::{Diagnostic, Result, Span, UnitText};
use lang_c::ast::ExternalDeclaration;
use lang_c::span::Node;
use lexer::Tokens;
use resolve::Resolved;
use std::sync::Arc;

/// Stands for the value of the condition in `a ?: b`.
pub const ELVIS: &str = "__qicc_same";
/// Stands for nothing, as the only item of an empty list.
pub const EMPTY: &str = "__qicc_empty";
pub const INT128: &str = "__qicc_i128";
pub const UINT128: &str = "__qicc_u128";
/// Behind the name of an object that is a type elsewhere in the same declaration.
const SHADOW: &str = "__qicc_shadow";

/// One preprocessed file, ready to be parsed.
pub struct Unit {
    parts: Arc<Parts>,
    side: Side,
}

/// What parsing a declaration needs of its file.
struct Parts {
    tokens: Tokens,
    live: Vec<u32>,
    resolved: Resolved,
}

impl Unit {
    /// Lexes and resolves a whole preprocessed file. `number` is its place on the command line, `file` its name for
    /// lines before the first line marker. The text comes back also when it is wrong, to show where.
    pub fn read(number: u32, file: &str, bytes: Vec<u8>) -> (Arc<UnitText>, Result<Unit>) {
        let (text, tokens) = lexer::lex(number, file, bytes);
        (text, tokens.and_then(Unit::resolve))
    }

    fn resolve(mut tokens: Tokens) -> Result<Unit> {
        let stripped = strip::strip(&tokens)?;
        let mut resolved = resolve::resolve(&tokens, &stripped.live)?;
        let ever_type = |sym: symbol::Sym| resolved.ever_type[sym.0 as usize];
        let groups = strip::read(&tokens, stripped.groups, &ever_type)?;
        let alignofs = std::mem::take(&mut resolved.alignofs);
        let packs = std::mem::take(&mut tokens.packs);
        let side = Side::new(groups, alignofs, packs, tokens.names.take_renamed());
        Ok(Unit { parts: Arc::new(Parts { tokens, live: stripped.live, resolved }), side })
    }

    pub fn number(&self) -> u32 {
        self.parts.tokens.unit
    }

    pub fn text(&self) -> &Arc<UnitText> {
        &self.parts.tokens.text
    }

    /// What the trees leave out; complete before the first of them is asked for.
    pub fn side(&self) -> &Side {
        &self.side
    }

    /// The external declarations in order. Nothing follows an error.
    pub fn externals(&self) -> impl Iterator<Item = Result<External>> + use<> {
        ahead::Externals::new(self.parts.clone())
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
    whole: Span,
    /// Offsets in lang-c's text, ascending, with the token that each comes from.
    places: Vec<(u32, u32)>,
}

impl External {
    /// All tokens of the declaration, with the attributes in front of it.
    pub fn whole(&self) -> Span {
        self.whole
    }

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
