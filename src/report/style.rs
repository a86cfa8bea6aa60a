//! Colours, in one place, and text that is safe on a terminal.

use crate::verifier::Verdict;
use anstyle::{AnsiColor, Style};

/// How words are shown: with colours, or as they are.
#[derive(Clone, Copy, Debug)]
pub struct Styles {
    pub colours: bool,
}

/// What a piece of text stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Word {
    Proved,
    Violated,
    Unknown,
    Heading,
    /// What matters less than the rest of its line.
    Aside,
}

impl Word {
    pub fn of(verdict: &Verdict) -> Word {
        match verdict {
            Verdict::Proved(_) => Word::Proved,
            Verdict::Violated(_) => Word::Violated,
            Verdict::Unknown(_) => Word::Unknown,
        }
    }

    fn style(self) -> Style {
        let coloured = |colour: AnsiColor| Style::new().fg_color(Some(colour.into()));
        match self {
            Word::Proved => coloured(AnsiColor::Green),
            Word::Violated => coloured(AnsiColor::Red).bold(),
            Word::Unknown => coloured(AnsiColor::Yellow),
            Word::Heading => Style::new().bold(),
            Word::Aside => Style::new().dimmed(),
        }
    }
}

impl Styles {
    pub fn paint(self, word: Word, text: &str) -> String {
        if !self.colours || text.is_empty() {
            return text.to_owned();
        }
        let style = word.style();
        format!("{style}{text}{style:#}")
    }
}

/// One line without control characters, whatever a source file or a verifier put into it.
pub fn printable(text: &str) -> String {
    let mut line = String::with_capacity(text.len());
    for word in text.split_whitespace() {
        if !line.is_empty() {
            line.push(' ');
        }
        for character in word.chars() {
            if character.is_control() {
                line.extend(character.escape_unicode());
            } else {
                line.push(character);
            }
        }
    }
    line
}
