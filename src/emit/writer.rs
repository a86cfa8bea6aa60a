//! Lines of C with indentation, each with what it came from, and `#line` where the source line is not the one that
//! follows by itself.

use super::Origin;
use super::literal;
use crate::source::{SourceMap, Span};

pub(super) struct Writer<'a> {
    pub(super) text: String,
    /// What each line of the text came from.
    pub(super) lines: Vec<Option<Origin>>,
    /// What the next lines come from.
    pub(super) origin: Option<Origin>,
    indent: usize,
    map: Option<&'a SourceMap>,
    /// The line that the compiler takes the next one for.
    file: &'a str,
    line: u32,
}

impl<'a> Writer<'a> {
    pub(super) fn new(map: Option<&'a SourceMap>) -> Writer<'a> {
        Writer { text: String::new(), lines: Vec::new(), origin: None, indent: 0, map, file: "", line: 0 }
    }

    pub(super) fn indent(&mut self) {
        self.indent += 1;
    }

    pub(super) fn dedent(&mut self) {
        self.indent -= 1;
    }

    /// One line.
    pub(super) fn line(&mut self, text: &str) {
        for _ in 0..self.indent {
            self.text.push_str("    ");
        }
        self.raw(text);
    }

    /// One line, not indented.
    pub(super) fn raw(&mut self, text: &str) {
        self.text.push_str(text);
        self.text.push('\n');
        self.lines.push(self.origin);
        self.line += 1;
    }

    /// The number of lines so far.
    pub(super) fn count(&self) -> u32 {
        self.lines.len() as u32
    }

    /// All lines of another text, behind those that are here.
    pub(super) fn append(&mut self, other: Writer<'_>) {
        self.text += &other.text;
        self.lines.extend(other.lines);
    }

    /// The next line comes from here.
    pub(super) fn at(&mut self, span: Span) {
        let Some(map) = self.map else { return };
        let (file, line) = map.line(span);
        if file != self.file || line != self.line {
            let name = literal::string(file.bytes().filter(|&byte| byte != b'"'));
            self.text.push_str(&format!("#line {line} {name}\n"));
            self.lines.push(None);
            self.file = file;
            self.line = line;
        }
    }
}
