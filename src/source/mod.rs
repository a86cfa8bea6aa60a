//! Files, positions and messages about them.

mod align;
mod map;
mod render;
mod replace;
mod text;

pub use map::{SourceMap, characters};
pub use replace::replace;
pub use text::{Marker, UnitText, UserLine};

use std::fmt;

/// A range of tokens of one preprocessed input file. Everything that came from source keeps one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Span {
    /// Which input file of the program, in the order of the command line.
    pub unit: u32,
    /// The first token.
    pub start: u32,
    /// One past the last token.
    pub end: u32,
}

impl Span {
    pub fn to(self, last: Span) -> Span {
        Span { end: last.end.max(self.end), ..self }
    }

    /// The place in front of it, with nothing of its text: where something is that nobody wrote.
    pub fn nothing(self) -> Span {
        Span { end: self.start, ..self }
    }

    pub fn is_nothing(self) -> bool {
        self.start >= self.end
    }
}

impl fmt::Display for Span {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}-{}", self.unit, self.start, self.end)
    }
}

/// Where a token is for the user: after `#line` and line markers, in their own file.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Location {
    pub file: String,
    /// From 1.
    pub line: u32,
    /// From 1, in bytes; the macro's name where the token came out of a macro.
    pub column: u32,
}

impl fmt::Display for Location {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}:{}", self.file, self.line, self.column)
    }
}

/// Something wrong with the input, said to the user.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Diagnostic {
    /// A short stable name, such as `undeclared`.
    pub code: &'static str,
    pub message: String,
    pub span: Option<Span>,
    /// What to do about it.
    pub help: Option<String>,
    /// Another place that has to do with it, and how.
    pub other: Option<(Span, String)>,
}

impl Diagnostic {
    pub fn new(code: &'static str, message: impl Into<String>) -> Diagnostic {
        Diagnostic { code, message: message.into(), span: None, help: None, other: None }
    }

    pub fn at(mut self, span: Span) -> Diagnostic {
        self.span = Some(span);
        self
    }

    pub fn see(mut self, span: Span, how: impl Into<String>) -> Diagnostic {
        self.other = Some((span, how.into()));
        self
    }

    pub fn help(mut self, help: impl Into<String>) -> Diagnostic {
        self.help = Some(help.into());
        self
    }
}

pub type Result<T> = std::result::Result<T, Diagnostic>;
