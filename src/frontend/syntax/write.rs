//! The text of one external declaration for lang-c.
//!
//! Tokens with single spaces between them, the edits applied. Names that are types in it are declared in front; an
//! object of the same name is written with [`SHADOW`] behind it, so that lang-c, whose scopes are wrong, has no choice.

use super::SHADOW;
use super::directive::universal_names;
use super::lexer::Tokens;
use super::resolve::{Chunk, Edit, Resolved, Role};
use super::symbol::Sym;
use std::borrow::Cow;

pub(super) struct Written {
    pub(super) text: String,
    /// Offsets in the text, ascending, with the token that each comes from.
    pub(super) places: Vec<(u32, u32)>,
}

pub(super) fn write(tokens: &Tokens, live: &[u32], resolved: &Resolved, chunk: &Chunk) -> Written {
    let end = match (chunk.body, &chunk.unsupported) {
        (Some((body, _)), Some(_)) => body,
        _ => chunk.end,
    };
    let mut text = String::with_capacity((chunk.end - chunk.start) as usize * 6);
    declare_types(&mut text, tokens, chunk.types.iter().copied());
    let places = Vec::with_capacity((chunk.end - chunk.start) as usize + 4);
    let mut writer = Writer { tokens, live, resolved, chunk, written: Written { text, places } };
    writer.range(chunk.start, end);
    if end < chunk.end {
        writer.piece("{ }", live[end as usize]);
    }
    writer.written
}

/// Writes a declaration that makes lang-c take names for types.
pub(super) fn declare_types(text: &mut String, tokens: &Tokens, types: impl Iterator<Item = Sym>) {
    let mut separator = "typedef int ";
    for sym in types {
        text.push_str(separator);
        text.push_str(tokens.names.text(sym));
        separator = ",";
    }
    if separator == "," {
        text.push(';');
    }
}

struct Writer<'a> {
    tokens: &'a Tokens,
    live: &'a [u32],
    resolved: &'a Resolved,
    chunk: &'a Chunk,
    written: Written,
}

impl Writer<'_> {
    /// Live tokens.
    fn range(&mut self, start: u32, end: u32) {
        let chunk = self.chunk;
        let mut edit = chunk.edits.partition_point(|edit| edit.0 < self.live[start as usize]);
        let mut before = self.live[start as usize];
        for &token in &self.live[start as usize..end as usize] {
            let mut replaced = false;
            while let Some((_, change)) = chunk.edits.get(edit).filter(|edit| edit.0 == token) {
                match *change {
                    Edit::Insert(text) => self.piece(text, before),
                    Edit::Replace(text) => {
                        self.piece(text, token);
                        replaced = true;
                    }
                    Edit::TypeOfValue(start, end) => {
                        // The comma makes the operand a value: arrays decay, qualifiers go.
                        self.piece("__typeof__ ( ( 0 ,", token);
                        self.range(start, end);
                        self.piece(") )", token);
                        replaced = true;
                    }
                }
                edit += 1;
            }
            if !replaced {
                self.token(token);
            }
            before = token;
        }
    }

    fn piece(&mut self, text: &str, token: u32) {
        self.written.places.push((self.written.text.len() as u32, token));
        self.written.text.push_str(text);
        self.written.text.push(' ');
    }

    fn token(&mut self, token: u32) {
        let sym = self.tokens.syms[token as usize];
        let role = self.resolved.roles[token as usize];
        if role == Role::Removed {
            return;
        }
        self.written.places.push((self.written.text.len() as u32, token));
        let text = &mut self.written.text;
        match sym {
            Sym::NUMBER | Sym::STRING | Sym::CHARACTER => text.push_str(&literal(sym, self.tokens.text.token(token))),
            _ => text.push_str(self.tokens.names.text(sym)),
        }
        let ever_type = self.resolved.ever_type[sym.0 as usize];
        if role == Role::Ordinary && ever_type && self.chunk.types.contains(&sym) {
            text.push_str(SHADOW);
        }
        text.push(' ');
    }
}

/// A literal as lang-c takes it.
pub(super) fn literal(sym: Sym, spelling: &[u8]) -> Cow<'_, str> {
    let plain = match sym {
        Sym::NUMBER => !spelling.iter().any(|c| matches!(c, b'\'' | b'q' | b'Q' | b'w' | b'W' | b'd' | b'D')),
        _ => !spelling.iter().any(|c| *c == b'\\' || !c.is_ascii()),
    };
    match std::str::from_utf8(spelling) {
        Ok(text) if plain => Cow::Borrowed(text),
        Ok(text) if sym == Sym::NUMBER => Cow::Owned(number(text)),
        _ => Cow::Owned(quoted(spelling)),
    }
}

/// Digit separators go; gcc's suffixes become those of the types that they stand for.
fn number(text: &str) -> String {
    let mut digits = text.replace('\'', "");
    if !digits.starts_with("0x") && !digits.starts_with("0X") || digits.contains(['p', 'P']) {
        digits = digits.replace(['q', 'Q'], "F128").replace(['w', 'W'], "L");
        // `1.5d` is a double, `1.5dd` a decimal number.
        let end = digits.len() - usize::from(digits.ends_with(['d', 'D']));
        if !digits[..end].ends_with(['d', 'D']) {
            digits.truncate(end);
        }
    }
    digits
}

/// A string or character literal: characters that are no UTF-8 as octal escapes, universal character names as the
/// characters, escapes that only gcc knows as standard ones.
fn quoted(spelling: &[u8]) -> String {
    let mut result = String::with_capacity(spelling.len() + 8);
    for chunk in spelling.utf8_chunks() {
        let mut rest = chunk.valid();
        while let Some(at) = rest.find('\\') {
            result.push_str(&rest[..at]);
            let escape = rest[at + 1..].chars().next();
            let mut length = 1 + escape.map_or(0, char::len_utf8);
            match escape {
                Some('\'' | '"' | '?' | '\\' | 'a' | 'b' | 'f' | 'n' | 'r' | 't' | 'v' | 'x' | '0'..='7') => {
                    result.push_str(&rest[at..at + length]);
                }
                Some('e' | 'E') => result.push_str("\\033"),
                Some(kind @ ('u' | 'U')) => {
                    let whole = if kind == 'u' { 6 } else { 10 };
                    match rest.get(at..at + whole).and_then(universal_names) {
                        Some(character) => {
                            length = whole;
                            result.push_str(&character);
                        }
                        None => result.push(kind),
                    }
                }
                // gcc warns, and takes the character for itself.
                Some(other) => result.push(other),
                // Before a byte that is no UTF-8: the same.
                None => {}
            }
            rest = &rest[at + length..];
        }
        result.push_str(rest);
        for byte in chunk.invalid() {
            result.push_str(&format!("\\{byte:03o}"));
        }
    }
    result
}
