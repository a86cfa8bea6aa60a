//! Preprocessed text to tokens.
//!
//! Comments, spliced lines and directives are gone afterwards; line markers have become the line table. Brackets are
//! matched here, without recursion, so that everything behind may recurse over them: their depth is bounded.

use super::directive::{self, Pack};
use super::symbol::{Class, Names, Sym, punctuator};
use crate::source::{Diagnostic, Result, Span, UnitText};
use std::sync::Arc;

/// How deep brackets may nest.
pub(super) const NESTING_LIMIT: usize = 1000;

/// The tokens of one file.
pub(super) struct Tokens {
    pub(super) unit: u32,
    pub(super) text: Arc<UnitText>,
    /// One a token, and an [`Sym::EOF`] behind them.
    pub(super) syms: Vec<Sym>,
    /// For an opening bracket the token that closes it.
    pub(super) partner: Vec<u32>,
    pub(super) names: Names,
    /// From each token on: the value of `#pragma pack`.
    pub(super) packs: Vec<(u32, Option<u64>)>,
}

impl Tokens {
    pub(super) fn span(&self, token: u32) -> Span {
        Span { unit: self.unit, start: token, end: token + 1 }
    }

    /// A token for a message.
    pub(super) fn quote(&self, token: u32) -> String {
        quote(&self.text, token)
    }
}

/// Reads a whole file. The text comes back also when it is wrong, to show the place.
pub(super) fn lex(unit: u32, file: &str, bytes: Vec<u8>) -> (Arc<UnitText>, Result<Tokens>) {
    let text = unsplice(bytes);
    let lines = std::iter::once(0).chain(text.iter().zip(1u32..).filter(|(c, _)| **c == b'\n').map(|(_, at)| at));
    let lines = lines.collect();
    let unit_text = UnitText { text, lines, files: vec![file.to_owned()], ..UnitText::default() };
    let expected = unit_text.text.len() / 4;
    let mut lexer = Lexer {
        unit,
        text: unit_text,
        at: 0,
        syms: Vec::with_capacity(expected),
        names: Names::new(),
        pack: Pack::default(),
        packs: Vec::new(),
    };
    let result = if lexer.text.text.len() >= u32::MAX as usize {
        Err(Diagnostic::new("input", format!("{file} has more than 4 GiB when preprocessed")))
    } else {
        lexer.run()
    };
    lexer.syms.push(Sym::EOF);
    let text = Arc::new(lexer.text);
    let tokens = result.and_then(|()| match_brackets(unit, &text, &lexer.syms)).map(|partner| Tokens {
        unit,
        text: text.clone(),
        syms: lexer.syms,
        partner,
        names: lexer.names,
        packs: lexer.packs,
    });
    (text, tokens)
}

/// Joins lines that end in a backslash; the newlines move behind the joined line, so that the lines after it keep
/// their numbers.
fn unsplice(bytes: Vec<u8>) -> Vec<u8> {
    let splice = |at: usize| match bytes[at..] {
        [b'\\', b'\n', ..] => 2,
        [b'\\', b'\r', b'\n', ..] => 3,
        _ => 0,
    };
    let Some(first) = (0..bytes.len()).find(|at| bytes[*at] == b'\\' && splice(*at) > 0) else { return bytes };
    let mut joined = bytes[..first].to_vec();
    let mut owed = 0;
    let mut at = first;
    while at < bytes.len() {
        let length = splice(at);
        if length > 0 {
            owed += 1;
            at += length;
            continue;
        }
        joined.push(bytes[at]);
        if bytes[at] == b'\n' {
            joined.extend(std::iter::repeat_n(b'\n', std::mem::take(&mut owed)));
        }
        at += 1;
    }
    joined
}

struct Lexer {
    unit: u32,
    text: UnitText,
    at: usize,
    syms: Vec<Sym>,
    names: Names,
    pack: Pack,
    packs: Vec<(u32, Option<u64>)>,
}

impl Lexer {
    fn run(&mut self) -> Result<()> {
        let mut line_start = true;
        loop {
            let c = self.peek(0);
            match c {
                b' ' | b'\t' | b'\r' | 0x0b | 0x0c => self.at += 1,
                b'\n' => {
                    self.at += 1;
                    line_start = true;
                }
                b'/' if matches!(self.peek(1), b'*' | b'/') => self.comment()?,
                b'#' if line_start => self.directive()?,
                0 if self.at >= self.text.text.len() => return Ok(()),
                _ => {
                    line_start = false;
                    self.token(c)?;
                }
            }
        }
    }

    fn peek(&self, ahead: usize) -> u8 {
        self.text.text.get(self.at + ahead).copied().unwrap_or(0)
    }

    fn push(&mut self, sym: Sym, start: usize) {
        self.text.tokens.push((start as u32, self.at as u32));
        self.syms.push(sym);
    }

    /// A message about the bytes from `start` to here, which become a token for it.
    fn error(&mut self, start: usize, message: impl Into<String>) -> Diagnostic {
        self.push(Sym::EOF, start);
        let token = self.syms.len() as u32 - 1;
        Diagnostic::new("syntax", message).at(Span { unit: self.unit, start: token, end: token + 1 })
    }

    fn comment(&mut self) -> Result<()> {
        let rest = &self.text.text[self.at..];
        if rest[1] == b'/' {
            self.at += rest.iter().position(|c| *c == b'\n').unwrap_or(rest.len());
            return Ok(());
        }
        match rest[2..].windows(2).position(|pair| pair == b"*/") {
            Some(length) => {
                self.at += length + 4;
                Ok(())
            }
            None => {
                let start = self.at;
                self.at += 2;
                Err(self.error(start, "this comment is never closed"))
            }
        }
    }

    fn directive(&mut self) -> Result<()> {
        let start = self.at;
        let rest = &self.text.text[start..];
        self.at += rest.iter().position(|c| *c == b'\n').unwrap_or(rest.len());
        let line = &self.text.text[start..self.at];
        match directive::parse(line) {
            directive::Directive::Line { number, file } => {
                let here = self.text.line_of(start as u32);
                directive::mark(&mut self.text, here + 1, number, file);
            }
            directive::Directive::Pragma(pragma) => self.pragma(&pragma, start)?,
            directive::Directive::Ignored => {}
            directive::Directive::Unknown(name) => {
                let message = format!("`#{name}` is left in preprocessed text");
                return Err(self
                    .error(start, message)
                    .help("files named .i are taken as preprocessed; name it .c to have it preprocessed"));
            }
        }
        Ok(())
    }

    /// Takes in a pragma that began at `start`.
    fn pragma(&mut self, pragma: &[u8], start: usize) -> Result<()> {
        if self.pack.apply(pragma) {
            self.packs.push((self.syms.len() as u32, self.pack.value()));
        } else if let Some(name) = directive::changes_meaning(pragma) {
            let diagnostic = self.error(start, format!("`#pragma {name}` is not supported"));
            return Err(Diagnostic { code: "unsupported", ..diagnostic });
        }
        Ok(())
    }

    fn token(&mut self, c: u8) -> Result<()> {
        let start = self.at;
        match c {
            b'a'..=b'z' | b'A'..=b'Z' | b'_' | b'$' | 0x80.. => self.word(start),
            b'\\' if matches!(self.peek(1), b'u' | b'U') => self.word(start),
            b'0'..=b'9' => self.number(start),
            b'.' if self.peek(1).is_ascii_digit() => self.number(start),
            b'"' | b'\'' => self.quoted(start),
            _ => {
                let Some((sym, length)) = punctuator(&self.text.text[self.at..]) else {
                    self.at += 1;
                    let shown = if c.is_ascii_graphic() { (c as char).to_string() } else { format!("\\x{c:02x}") };
                    return Err(self.error(start, format!("unexpected character `{shown}`")));
                };
                self.at += length;
                self.push(sym, start);
                Ok(())
            }
        }
    }

    fn word(&mut self, start: usize) -> Result<()> {
        let mut odd = false;
        loop {
            match self.peek(0) {
                b'a'..=b'z' | b'A'..=b'Z' | b'_' | b'0'..=b'9' | b'$' => self.at += 1,
                0x80.. => {
                    odd = true;
                    self.at += 1;
                }
                b'\\' if matches!(self.peek(1), b'u' | b'U') => {
                    odd = true;
                    self.at += 2;
                }
                _ => break,
            }
        }
        let word = &self.text.text[start..self.at];
        if matches!(self.peek(0), b'"' | b'\'') && matches!(word, b"L" | b"u" | b"U" | b"u8") {
            return self.quoted(start);
        }
        if word == b"_Pragma" {
            return self.pragma_operator(start);
        }
        let sym = if odd {
            let text = String::from_utf8_lossy(word).into_owned();
            match directive::universal_names(&text) {
                Some(name) if std::str::from_utf8(word).is_ok() => self.names.intern(name.as_bytes()),
                _ => return Err(self.error(start, format!("`{text}` is not a name"))),
            }
        } else {
            self.names.intern(word)
        };
        self.push(sym, start);
        Ok(())
    }

    fn number(&mut self, start: usize) -> Result<()> {
        loop {
            match self.peek(0) {
                b'e' | b'E' | b'p' | b'P' if matches!(self.peek(1), b'+' | b'-') => self.at += 2,
                b'0'..=b'9' | b'a'..=b'z' | b'A'..=b'Z' | b'_' | b'.' => self.at += 1,
                b'\'' if self.peek(1).is_ascii_alphanumeric() => self.at += 2,
                _ => break,
            }
        }
        self.push(Sym::NUMBER, start);
        Ok(())
    }

    /// A string or character literal; `at` is on its quote.
    fn quoted(&mut self, start: usize) -> Result<()> {
        let quote = self.peek(0);
        self.at += 1;
        loop {
            match self.peek(0) {
                b'\\' if self.at + 1 < self.text.text.len() && self.peek(1) != b'\n' => self.at += 2,
                c if c == quote => break,
                b'\n' | b'\\' => return Err(self.error(start, format!("missing closing {}", quote as char))),
                0 if self.at >= self.text.text.len() => {
                    return Err(self.error(start, format!("missing closing {}", quote as char)));
                }
                _ => self.at += 1,
            }
        }
        self.at += 1;
        self.push(if quote == b'"' { Sym::STRING } else { Sym::CHARACTER }, start);
        Ok(())
    }

    /// `_Pragma ( "…" )` is a directive in the middle of a line.
    fn pragma_operator(&mut self, start: usize) -> Result<()> {
        self.spaces();
        let open = self.peek(0) == b'(';
        self.at += usize::from(open);
        self.spaces();
        let literal = self.at;
        if !open || self.peek(0) != b'"' {
            return Err(self.error(start, "`_Pragma` takes a string literal in parentheses"));
        }
        self.quoted(literal)?;
        self.syms.pop();
        self.text.tokens.pop();
        let pragma = self.text.text[literal + 1..self.at - 1].to_vec();
        self.spaces();
        if self.peek(0) != b')' {
            return Err(self.error(start, "`_Pragma` takes a string literal in parentheses"));
        }
        self.at += 1;
        self.pragma(&pragma, start)
    }

    fn spaces(&mut self) {
        while self.peek(0).is_ascii_whitespace() {
            self.at += 1;
        }
    }
}

/// For each opening bracket the token that closes it.
fn match_brackets(unit: u32, text: &UnitText, syms: &[Sym]) -> Result<Vec<u32>> {
    let mut partner = vec![0; syms.len()];
    let mut open: Vec<u32> = Vec::new();
    let at = |token: u32| Span { unit, start: token, end: token + 1 };
    for (token, sym) in (0u32..).zip(syms) {
        if sym.class() != Class::Punctuator || sym.0 > Sym::RBRACE.0 {
            continue;
        }
        if sym.closing().is_some() {
            if open.len() == NESTING_LIMIT {
                let message = format!("brackets nested more than {NESTING_LIMIT} deep");
                let help = "split the expression or move the inner blocks to a function of their own";
                return Err(Diagnostic::new("nesting", message).at(at(token)).help(help));
            }
            open.push(token);
            continue;
        }
        let Some(opening) = open.pop() else {
            let message = format!("unexpected {}: nothing is open here", quote(text, token));
            return Err(Diagnostic::new("syntax", message).at(at(token)));
        };
        if syms[opening as usize].closing() != Some(*sym) {
            let line = text.user_line(text.line_of(text.range(opening).0)).number;
            let message =
                format!("unexpected {}: the {} of line {line} is still open", quote(text, token), quote(text, opening));
            return Err(Diagnostic::new("syntax", message).at(at(token)));
        }
        partner[opening as usize] = token;
    }
    match open.last() {
        Some(&opening) => {
            Err(Diagnostic::new("syntax", format!("this {} is never closed", quote(text, opening))).at(at(opening)))
        }
        None => Ok(partner),
    }
}

fn quote(text: &UnitText, token: u32) -> String {
    let spelling = String::from_utf8_lossy(text.token(token));
    match spelling.char_indices().nth(40) {
        _ if spelling.is_empty() => "end of file".into(),
        Some((cut, _)) => format!("`{}…`", &spelling[..cut]),
        None => format!("`{spelling}`"),
    }
}
