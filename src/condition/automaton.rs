//! The text in which CPAchecker writes conditions: an observer automaton whose transitions match the text of edges.
//!
//! Of the language of such automata this reads what conditions consist of: states, `MATCH "text"` and `TRUE`,
//! assumptions, `GOTO`. Whatever else there is is refused by its name and line: who matched it wrongly would take
//! something for checked that is not.
//!
//! Nothing is copied but texts with a backslash: an automaton can have millions of states.

use super::refused;
use crate::source::{Diagnostic, Result};
use std::borrow::Cow;

/// An automaton as it is written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Automaton<'a> {
    pub(super) initial: &'a str,
    pub(super) states: Vec<Written<'a>>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Written<'a> {
    pub(super) name: &'a str,
    /// Of several transitions that fit, the first is taken.
    pub(super) first: bool,
    pub(super) transitions: Vec<Arrow<'a>>,
    pub(super) line: usize,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Arrow<'a> {
    /// The text of an edge; all edges if it is missing.
    pub(super) text: Option<Cow<'a, str>>,
    /// Whether something is assumed. What it is does not matter: nobody knows whether it holds.
    pub(super) assumes: bool,
    pub(super) to: &'a str,
    pub(super) line: usize,
}

#[derive(Clone, Debug, PartialEq, Eq)]
enum Token<'a> {
    Word(&'a str),
    Quoted(Cow<'a, str>),
    Braces(Cow<'a, str>),
    Sign(&'a str),
}

struct Tokens<'a> {
    rest: &'a str,
    line: usize,
    next: Option<(Token<'a>, usize)>,
}

const SIGNS: [&str; 14] = ["->", "==", "!=", "&&", "||", ":", ";", "(", ")", "!", "=", "+", "-", ","];

impl<'a> Tokens<'a> {
    fn new(text: &'a str) -> Result<Tokens<'a>> {
        let mut tokens = Tokens { rest: text.strip_prefix('\u{feff}').unwrap_or(text), line: 1, next: None };
        tokens.advance()?;
        Ok(tokens)
    }

    fn skip(&mut self, bytes: usize) -> &'a str {
        let (skipped, rest) = self.rest.split_at(bytes);
        self.line += skipped.bytes().filter(|byte| *byte == b'\n').count();
        self.rest = rest;
        skipped
    }

    /// Up to a character that no backslash precedes, which is left out as well.
    fn until(&mut self, end: char) -> Result<Cow<'a, str>> {
        let line = self.line;
        let mut escaped = false;
        let mut plain = true;
        let found = self.rest.char_indices().find(|(_, c)| {
            let here = *c == end && !escaped;
            escaped = *c == '\\' && !escaped;
            plain &= !escaped;
            here
        });
        let Some((at, _)) = found else {
            return Err(refused(format!("the condition ends in the middle of what begins in line {line}")));
        };
        let inside = &self.skip(at + end.len_utf8())[..at];
        Ok(if plain { Cow::Borrowed(inside) } else { Cow::Owned(unescaped(inside)) })
    }

    /// Takes the next token, and gives the one before.
    fn advance(&mut self) -> Result<Option<(Token<'a>, usize)>> {
        loop {
            self.skip(self.rest.len() - self.rest.trim_start().len());
            if self.rest.starts_with("//") {
                self.skip(self.rest.find('\n').unwrap_or(self.rest.len()));
            } else if self.rest.starts_with("/*") {
                let end = self.rest.find("*/").ok_or_else(|| {
                    refused(format!("the condition ends in the comment that begins in line {}", self.line))
                })?;
                self.skip(end + 2);
            } else {
                break;
            }
        }
        let line = self.line;
        let is_word = |c: char| c.is_alphanumeric() || c == '_' || c == '$';
        let next = match self.rest.chars().next() {
            None => None,
            Some('"') => {
                self.skip(1);
                Some(Token::Quoted(self.until('"')?))
            }
            Some('{') => {
                self.skip(1);
                Some(Token::Braces(self.until('}')?))
            }
            Some(c) if is_word(c) => {
                let end = self.rest.find(|c| !is_word(c)).unwrap_or(self.rest.len());
                Some(Token::Word(self.skip(end)))
            }
            Some(c) => match SIGNS.iter().find(|sign| self.rest.starts_with(**sign)) {
                Some(sign) => Some(Token::Sign(self.skip(sign.len()))),
                None => return Err(refused(format!("line {line} of the condition: `{c}` is not understood"))),
            },
        };
        Ok(std::mem::replace(&mut self.next, next.map(|token| (token, line))))
    }
}

/// What CPAchecker writes with backslashes.
fn unescaped(text: &str) -> String {
    let mut plain = String::with_capacity(text.len());
    let mut rest = text.chars();
    while let Some(c) = rest.next() {
        plain.push(match c {
            '\\' => match rest.next() {
                Some('n') => '\n',
                Some('r') => '\r',
                Some('t') => '\t',
                Some(c) => c,
                None => '\\',
            },
            c => c,
        });
    }
    plain
}

/// Reads an automaton.
pub(super) fn parse(text: &str) -> Result<Automaton<'_>> {
    let mut parser = Parser { tokens: Tokens::new(text)? };
    let automaton = parser.automaton()?;
    match parser.tokens.advance()? {
        None => Ok(automaton),
        Some((token, line)) => Err(unexpected(&token, line, "the end")),
    }
}

struct Parser<'a> {
    tokens: Tokens<'a>,
}

/// More of a text is not shown.
const MOST_SHOWN: usize = 60;

/// The beginning of a text, on one line.
pub(super) fn shown(text: &str) -> String {
    let mut short: String = text.chars().take(MOST_SHOWN).map(|c| if c.is_control() { ' ' } else { c }).collect();
    if text.chars().nth(MOST_SHOWN).is_some() {
        short.push('…');
    }
    short
}

fn unexpected(token: &Token, line: usize, wanted: &str) -> Diagnostic {
    let text = match token {
        Token::Word(text) | Token::Sign(text) => shown(text),
        Token::Quoted(text) => format!("\"{}\"", shown(text)),
        Token::Braces(text) => format!("{{{}}}", shown(text)),
    };
    refused(format!("line {line} of the condition has `{text}` where only {wanted} is understood"))
}

impl<'a> Parser<'a> {
    fn is_next(&self, wanted: &str) -> bool {
        match &self.tokens.next {
            Some((Token::Word(text) | Token::Sign(text), _)) => *text == wanted,
            _ => false,
        }
    }

    fn line(&self) -> usize {
        self.tokens.next.as_ref().map_or(self.tokens.line, |(_, line)| *line)
    }

    fn take(&mut self, wanted: &str) -> Result<(Token<'a>, usize)> {
        let line = self.tokens.line;
        let ends = || refused(format!("the condition ends in line {line}, where {wanted} is missing"));
        self.tokens.advance()?.ok_or_else(ends)
    }

    /// A word or sign that must be there.
    fn expect(&mut self, wanted: &str) -> Result<()> {
        if self.takes(wanted)? {
            return Ok(());
        }
        let (token, line) = self.take(wanted)?;
        Err(unexpected(&token, line, wanted))
    }

    /// A word or sign that may be there.
    fn takes(&mut self, wanted: &str) -> Result<bool> {
        let there = self.is_next(wanted);
        if there {
            self.tokens.advance()?;
        }
        Ok(there)
    }

    fn name(&mut self) -> Result<&'a str> {
        match self.take("a name")? {
            (Token::Word(word), _) => Ok(word),
            (token, line) => Err(unexpected(&token, line, "a name")),
        }
    }

    fn automaton(&mut self) -> Result<Automaton<'a>> {
        _ = self.takes("OBSERVER")? || self.takes("CONTROL")?;
        self.expect("AUTOMATON")?;
        self.name()?;
        self.expect("INITIAL")?;
        self.expect("STATE")?;
        let initial = self.name()?;
        self.expect(";")?;
        let mut states = Vec::new();
        while !self.takes("END")? {
            states.push(self.state()?);
        }
        self.expect("AUTOMATON")?;
        Ok(Automaton { initial, states })
    }

    fn state(&mut self) -> Result<Written<'a>> {
        let line = self.line();
        self.expect("STATE")?;
        let first = self.takes("USEFIRST")?;
        if !first {
            self.takes("USEALL")?;
        }
        let name = self.name()?;
        self.expect(":")?;
        let mut transitions = Vec::new();
        while !self.is_next("STATE") && !self.is_next("END") {
            transitions.push(self.arrow()?);
        }
        Ok(Written { name, first, transitions, line })
    }

    fn arrow(&mut self) -> Result<Arrow<'a>> {
        let line = self.line();
        let text = if self.takes("TRUE")? || self.takes("true")? {
            None
        } else {
            self.expect("MATCH")?;
            match self.take("the text of an edge")? {
                (Token::Quoted(text), _) => Some(text),
                (token, line) => return Err(unexpected(&token, line, "the text of an edge")),
            }
        };
        self.expect("->")?;
        let mut assumes = false;
        if self.takes("ASSUME")? {
            assumes = match self.take("an assumption")? {
                (Token::Braces(text), _) => text.trim() != "true",
                (token, line) => return Err(unexpected(&token, line, "an assumption")),
            };
        }
        self.expect("GOTO")?;
        let to = self.name()?;
        self.expect(";")?;
        Ok(Arrow { text, assumes, to, line })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SMALL: &str = "// one\nOBSERVER AUTOMATON A\nINITIAL STATE s;\n\nSTATE USEFIRST s :\n  MATCH \"[x == \\\"a\\\"]\" \
        -> ASSUME {x < 10} GOTO t; /* two\n lines */\n  TRUE -> ASSUME {true} GOTO s;\nSTATE t: TRUE -> GOTO t;\n\
        END AUTOMATON\n";

    #[test]
    fn states_texts_and_lines() {
        let automaton = parse(SMALL).expect("it is right");
        assert_eq!((automaton.initial, automaton.states.len()), ("s", 2));
        let [s, t] = &automaton.states[..] else { panic!("two states") };
        assert_eq!((s.name, s.first, s.line), ("s", true, 5));
        assert_eq!((t.name, t.first, t.line), ("t", false, 9));
        let arrow = |at: usize| (s.transitions[at].text.as_deref(), s.transitions[at].assumes, s.transitions[at].line);
        assert_eq!(arrow(0), (Some("[x == \"a\"]"), true, 6));
        assert_eq!(arrow(1), (None, false, 8));
    }

    #[test]
    fn a_file_that_ends_too_soon_is_refused() {
        for end in 1..SMALL.trim_end().len() {
            let error = parse(&SMALL[..end]).expect_err("something is missing");
            assert_eq!(error.code, "condition", "{}", error.message);
        }
        assert!(parse("").is_err());
    }

    /// What is not understood is named, with its line.
    #[test]
    fn other_constructs_are_refused() {
        let arrow = |arrow: &str| {
            format!("AUTOMATON A INITIAL STATE s;\nSTATE s:\n  {arrow}\n  TRUE -> GOTO s;\nEND AUTOMATON")
        };
        for (text, line, construct) in [
            ("AUTOMATON A\nLOCAL int n = 1; INITIAL STATE s; END AUTOMATON", 2, "LOCAL"),
            ("AUTOMATON A INITIAL STATE s;\nTARGET STATE s: END AUTOMATON", 2, "TARGET"),
            ("AUTOMATON A INITIAL STATE s; END AUTOMATON\nAUTOMATON B", 2, "AUTOMATON"),
            ("#include x", 1, "#"),
            ("ASSERT FALSE;", 1, "ASSERT"),
            (&arrow("MATCH {x = $1} -> GOTO s;"), 3, "{x = $1}"),
            (&arrow("MATCH [x.*] -> GOTO s;"), 3, "["),
            (&arrow("MATCH LABEL \"x\" -> GOTO s;"), 3, "LABEL"),
            (&arrow("MATCH ENTRY -> GOTO s;"), 3, "ENTRY"),
            (&arrow("MATCH EXIT -> GOTO s;"), 3, "EXIT"),
            (&arrow("MATCH FUNCTIONCALL \"f\" -> GOTO s;"), 3, "FUNCTIONCALL"),
            (&arrow("COVERS_LINES(1) -> GOTO s;"), 3, "COVERS_LINES"),
            (&arrow("CHECK(IS_TARGET_STATE) -> GOTO s;"), 3, "CHECK"),
            (&arrow("n == 1 -> GOTO s;"), 3, "n"),
            (&arrow("!TRUE -> GOTO s;"), 3, "!"),
            (&arrow("(TRUE) -> GOTO s;"), 3, "("),
            (&arrow("FALSE -> GOTO s;"), 3, "FALSE"),
            (&arrow("MATCH \"a\" && TRUE -> GOTO s;"), 3, "&&"),
            (&arrow("MATCH \"a\" || MATCH \"b\" -> GOTO s;"), 3, "||"),
            (&arrow("TRUE -> ERROR;"), 3, "ERROR"),
            (&arrow("TRUE -> STOP;"), 3, "STOP"),
            (&arrow("TRUE -> BREAK;"), 3, "BREAK"),
            (&arrow("TRUE -> ASSERT TRUE GOTO s;"), 3, "ASSERT"),
            (&arrow("TRUE -> DO n = 1 GOTO s;"), 3, "DO"),
            (&arrow("TRUE -> PRINT \"x\" GOTO s;"), 3, "PRINT"),
        ] {
            let message = parse(text).expect_err("it is not understood").message;
            assert!(message.contains(&format!("line {line} ")), "{message}: {text}");
            assert!(message.contains(&format!("`{construct}`")), "{message}: {text}");
        }
    }
}
