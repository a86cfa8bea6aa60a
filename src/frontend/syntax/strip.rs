//! Attributes out of the token stream.
//!
//! `__attribute__((…))`, `[[…]]` and `_Alignas(…)` may stand in more places than lang-c knows; `__extension__` means
//! nothing to us. They are taken out, and attributes noted; the tokens that remain are *live*.

use super::lexer::Tokens;
use super::parse;
use super::symbol::Sym;
use super::{Attribute, AttributeArg, AttributeGroup};
use crate::source::{Diagnostic, Result, Span};

/// What is left, and where attributes were.
pub(super) struct Stripped {
    /// Tokens, ascending, with the index of the [`Sym::EOF`] at the end.
    pub(super) live: Vec<u32>,
    pub(super) groups: Vec<Group>,
}

/// The place of an attribute group.
pub(super) struct Group {
    start: u32,
    end: u32,
    parent: Option<u32>,
}

pub(super) fn strip(tokens: &Tokens) -> Result<Stripped> {
    let mut live = Vec::with_capacity(tokens.syms.len());
    let mut groups = Vec::new();
    let mut open: Vec<u32> = Vec::new();
    let mut at = 0;
    while at < tokens.syms.len() {
        let sym = tokens.syms[at];
        let next = tokens.syms.get(at + 1).copied().unwrap_or(Sym::EOF);
        let attribute = match sym {
            Sym::EXTENSION => {
                at += 1;
                continue;
            }
            Sym::ATTRIBUTE | Sym::ALIGNAS => {
                let token = at as u32;
                if next != Sym::LPAREN {
                    let message = format!("expected `(` after {}", tokens.quote(token));
                    return Err(Diagnostic::new("syntax", message).at(tokens.span(token)));
                }
                Some(tokens.partner[at + 1] as usize + 1)
            }
            Sym::LBRACKET if next == Sym::LBRACKET && tokens.partner[at + 1] + 1 == tokens.partner[at] => {
                Some(tokens.partner[at] as usize + 1)
            }
            _ => None,
        };
        if let Some(end) = attribute {
            groups.push(Group { start: at as u32, end: end as u32, parent: open.last().copied() });
            at = end;
            continue;
        }
        if sym.closing().is_some() {
            open.push(at as u32);
        } else if matches!(sym, Sym::RPAREN | Sym::RBRACKET | Sym::RBRACE) {
            open.pop();
        }
        live.push(at as u32);
        at += 1;
    }
    Ok(Stripped { live, groups })
}

/// Reads the attributes of the groups; `is_type` knows the names of types.
pub(super) fn read(tokens: &Tokens, groups: Vec<Group>, is_type: &dyn Fn(Sym) -> bool) -> Result<Vec<AttributeGroup>> {
    let read = groups.into_iter().map(|group| {
        let reader = Reader { tokens, is_type };
        let attributes = match tokens.syms[group.start as usize] {
            Sym::ALIGNAS => vec![reader.alignas(&group)?],
            Sym::ATTRIBUTE => reader.gnu(&group)?,
            _ => reader.list(group.start + 2, group.end - 2)?,
        };
        Ok(AttributeGroup { start: group.start, end: group.end, parent: group.parent, attributes })
    });
    read.collect()
}

struct Reader<'a> {
    tokens: &'a Tokens,
    is_type: &'a dyn Fn(Sym) -> bool,
}

impl Reader<'_> {
    fn sym(&self, token: u32) -> Sym {
        self.tokens.syms[token as usize]
    }

    fn gnu(&self, group: &Group) -> Result<Vec<Attribute>> {
        let inner = group.start + 2;
        if self.sym(inner) != Sym::LPAREN || self.tokens.partner[inner as usize] + 2 != group.end {
            let message = "an attribute is written `__attribute__((name))`, with two parentheses";
            return Err(Diagnostic::new("syntax", message).at(self.tokens.span(group.start)));
        }
        self.list(inner + 1, group.end - 2)
    }

    /// Attributes with commas between them; empty ones are allowed.
    fn list(&self, start: u32, end: u32) -> Result<Vec<Attribute>> {
        let mut attributes = Vec::new();
        let mut at = start;
        while at < end {
            if self.sym(at) == Sym::COMMA {
                at += 1;
                continue;
            }
            let first = at;
            let mut name = self.word(at)?;
            at += 1;
            // `[[gnu::packed]]`
            while at + 2 < end && self.sym(at) == Sym::COLON && self.sym(at + 1) == Sym::COLON {
                name = self.word(at + 2)?;
                at += 3;
            }
            let mut args = Vec::new();
            if at < end && self.sym(at) == Sym::LPAREN {
                let close = self.tokens.partner[at as usize];
                args = self.args(at + 1, close);
                at = close + 1;
            }
            if at < end && self.sym(at) != Sym::COMMA {
                let message = format!("unexpected {} among attributes", self.tokens.quote(at));
                return Err(Diagnostic::new("syntax", message).at(self.tokens.span(at)));
            }
            let span = Span { unit: self.tokens.unit, start: first, end: at };
            attributes.push(Attribute { name, args, span });
        }
        Ok(attributes)
    }

    /// The name of an attribute; keywords such as `const` are names here.
    fn word(&self, token: u32) -> Result<String> {
        let spelling = String::from_utf8_lossy(self.tokens.text.token(token));
        if !spelling.starts_with(|c: char| c.is_alphabetic() || c == '_') {
            let message = format!("expected the name of an attribute, found {}", self.tokens.quote(token));
            return Err(Diagnostic::new("syntax", message).at(self.tokens.span(token)));
        }
        let name = spelling.strip_prefix("__").and_then(|name| name.strip_suffix("__")).unwrap_or(&spelling);
        Ok(name.to_owned())
    }

    fn args(&self, start: u32, end: u32) -> Vec<AttributeArg> {
        let mut args = Vec::new();
        let mut first = start;
        let mut at = start;
        while first < end {
            if at == end || self.sym(at) == Sym::COMMA {
                args.push(self.arg(first, at));
                first = at + 1;
                at = first;
            } else if self.sym(at).closing().is_some() {
                at = self.tokens.partner[at as usize] + 1;
            } else {
                at += 1;
            }
        }
        args
    }

    fn arg(&self, start: u32, end: u32) -> AttributeArg {
        if end == start + 1 {
            let spelling = String::from_utf8_lossy(self.tokens.text.token(start));
            match self.sym(start) {
                Sym::STRING => {
                    let inner = spelling.split_once('"').map_or("", |(_, rest)| rest);
                    return AttributeArg::String(inner.trim_end_matches('"').to_owned());
                }
                Sym::NUMBER => {}
                _ if spelling.starts_with(|c: char| c.is_alphabetic() || c == '_') => {
                    return AttributeArg::Word(spelling.into_owned());
                }
                _ => {}
            }
        }
        match parse::expression(self.tokens, start..end, false, self.is_type) {
            Some(expr) => AttributeArg::Expr(Box::new(expr)),
            // Attributes may have a syntax of their own; who needs this one will say so.
            None => {
                let words = (start..end).map(|token| String::from_utf8_lossy(self.tokens.text.token(token)));
                AttributeArg::Word(words.collect::<Vec<_>>().join(" "))
            }
        }
    }

    fn alignas(&self, group: &Group) -> Result<Attribute> {
        let (start, end) = (group.start + 2, group.end - 1);
        let of_type = parse::starts_type(self.sym(start), self.is_type);
        let span = Span { unit: self.tokens.unit, start: group.start, end: group.end };
        let Some(expr) = parse::expression(self.tokens, start..end, of_type, self.is_type) else {
            return Err(Diagnostic::new("syntax", "expected a type or a constant in `_Alignas`").at(span));
        };
        Ok(Attribute { name: "aligned".into(), args: vec![AttributeArg::Expr(Box::new(expr))], span })
    }
}
