//! Calling lang-c, once for each external declaration.

use super::lexer::Tokens;
use super::resolve::{Chunk, ChunkKind};
use super::symbol::{Class, Sym};
use super::write::{self, Written};
use super::{External, ExternalKind, Parts};
use crate::source::{Diagnostic, Result, Span};
use lang_c::ast::{Declaration, Expression, ExternalDeclaration, Initializer};
use lang_c::driver::{self, Config, SyntaxError};
use lang_c::span::Node;
use std::ops::Range;

/// Parses one external declaration.
pub(super) fn external(unit: &Parts, chunk: &Chunk) -> Result<External> {
    let kind = if chunk.kind == ChunkKind::FileAsm { ExternalKind::FileAsm } else { ExternalKind::Tree };
    let number = unit.tokens.unit;
    let whole = || {
        let start = chunk.start.checked_sub(1).map_or(0, |before| unit.live[before as usize] + 1);
        Span { unit: number, start, end: unit.live[chunk.end as usize - 1] + 1 }
    };
    if kind == ExternalKind::FileAsm || chunk.unsupported.is_some() && chunk.kind != ChunkKind::Function {
        let place = vec![(0, whole().start)];
        let unsupported = chunk.unsupported.clone();
        return Ok(External { kind, node: no_tree(), unsupported, unit: number, whole: whole(), places: place });
    }
    let Written { text, places } = write::write(&unit.tokens, &unit.live, &unit.resolved, chunk);
    let parsed = driver::parse_preprocessed(&Config::with_gcc(), text);
    let mut nodes = parsed.map_err(|error| syntax_error(unit, chunk, &places, error))?.unit.0;
    let expected = 1 + usize::from(!chunk.types.is_empty());
    match nodes.pop() {
        Some(node) if nodes.len() + 1 == expected => {
            let unsupported = chunk.unsupported.clone();
            Ok(External { kind, node, unsupported, unit: number, whole: whole(), places })
        }
        _ => Err(Diagnostic::new("syntax", "this is not one declaration").at(whole())),
    }
}

fn no_tree() -> Node<ExternalDeclaration> {
    let none = lang_c::span::Span::span(0, 0);
    let declaration = Declaration { specifiers: Vec::new(), declarators: Vec::new() };
    Node::new(ExternalDeclaration::Declaration(Node::new(declaration, none)), none)
}

fn syntax_error(unit: &Parts, chunk: &Chunk, places: &[(u32, u32)], error: SyntaxError) -> Diagnostic {
    let at = places.partition_point(|place| place.0 as usize <= error.offset);
    let token = match at.checked_sub(1) {
        Some(entry) => places[entry].1,
        None => unit.live[chunk.start as usize],
    };
    let mut message = format!("unexpected {}", unit.tokens.quote(token));
    let mut expected: Vec<&str> = error.expected.iter().copied().collect();
    expected.sort_unstable();
    // Longer lists, and the character classes of lang-c's grammar, help nobody.
    if (1..=3).contains(&expected.len()) && !expected.iter().any(|what| what.starts_with('[') && what.len() > 1) {
        let quoted: Vec<String> = expected.iter().map(|what| format!("`{}`", what.trim_matches(['<', '>']))).collect();
        message += &format!(", expected {}", quoted.join(" or "));
    }
    Diagnostic::new("syntax", message).at(unit.tokens.span(token))
}

/// Whether a token starts a type, given what names are types.
pub(super) fn starts_type(sym: Sym, is_type: &dyn Fn(Sym) -> bool) -> bool {
    match sym.class() {
        Class::Basic | Class::Qualifier | Class::Tag | Class::Typeof => true,
        Class::Name => is_type(sym),
        _ => false,
    }
}

/// Parses an expression by itself, or `_Alignof` of a type.
pub(super) fn expression(
    tokens: &Tokens,
    range: Range<u32>,
    of_type: bool,
    is_type: &dyn Fn(Sym) -> bool,
) -> Option<Node<Expression>> {
    let syms = || range.clone().map(|token| tokens.syms[token as usize]);
    let mut text = String::new();
    write::declare_types(&mut text, tokens, syms().filter(|sym| sym.is_name() && is_type(*sym)));
    text.push_str(if of_type { "int x = _Alignof (" } else { "int x = " });
    for token in range.clone() {
        let sym = tokens.syms[token as usize];
        match sym {
            Sym::NUMBER | Sym::STRING | Sym::CHARACTER => text += &write::literal(sym, tokens.text.token(token)),
            Sym::ALIGNOF => text += "_Alignof",
            _ => text += tokens.names.text(sym),
        }
        text.push(' ');
    }
    text.push_str(if of_type { ");" } else { ";" });
    let mut nodes = driver::parse_preprocessed(&Config::with_gcc(), text).ok()?.unit.0;
    let ExternalDeclaration::Declaration(declaration) = nodes.pop()?.node else { return None };
    match declaration.node.declarators.into_iter().next()?.node.initializer?.node {
        Initializer::Expression(expr) => Some(*expr),
        Initializer::List(_) => None,
    }
}
