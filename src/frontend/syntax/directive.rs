//! The directives that preprocessed text still has: line markers and pragmas.

use crate::source::{Marker, UnitText};

pub(super) enum Directive {
    /// The next line is this one of a file; the same file as before when there is none.
    Line {
        number: u32,
        file: Option<String>,
    },
    /// What follows `#pragma`.
    Pragma(Vec<u8>),
    Ignored,
    /// One that preprocessing should have handled.
    Unknown(String),
}

/// Reads one line that starts with `#`.
pub(super) fn parse(line: &[u8]) -> Directive {
    let rest = line[1..].trim_ascii();
    let word_end = rest.iter().position(|c| !c.is_ascii_alphanumeric()).unwrap_or(rest.len());
    let (word, after) = rest.split_at(word_end);
    match word {
        b"" if !rest.is_empty() => Directive::Unknown(String::from_utf8_lossy(&rest[..1]).into_owned()),
        b"" | b"ident" | b"sccs" | b"assert" | b"unassert" => Directive::Ignored,
        b"pragma" => Directive::Pragma(after.trim_ascii().to_vec()),
        b"line" => line_marker(after.trim_ascii()),
        _ if word[0].is_ascii_digit() => line_marker(rest),
        _ => Directive::Unknown(String::from_utf8_lossy(word).into_owned()),
    }
}

fn line_marker(text: &[u8]) -> Directive {
    let digits = text.iter().position(|c| !c.is_ascii_digit()).unwrap_or(text.len());
    let Ok(number) = String::from_utf8_lossy(&text[..digits]).parse() else { return Directive::Ignored };
    let rest = text[digits..].trim_ascii();
    let file = rest.strip_prefix(b"\"").map(|name| {
        let mut bytes = Vec::new();
        let mut at = 0;
        while at < name.len() && name[at] != b'"' {
            at += 1;
            if name[at - 1] != b'\\' {
                bytes.push(name[at - 1]);
                continue;
            }
            let octal = name[at..].iter().take(3).take_while(|c| (b'0'..=b'7').contains(c)).count();
            if octal > 0 {
                bytes.push(name[at..at + octal].iter().fold(0u32, |value, c| value * 8 + u32::from(c - b'0')) as u8);
                at += octal;
            } else if at < name.len() {
                bytes.push(name[at]);
                at += 1;
            }
        }
        String::from_utf8_lossy(&bytes).into_owned()
    });
    Directive::Line { number, file }
}

/// Notes that from `line` of the text on, lines are counted from `number`.
pub(super) fn mark(text: &mut UnitText, line: u32, number: u32, file: Option<String>) {
    let current = text.markers.last().map_or(0, |marker| marker.file);
    let file = match file {
        None => current,
        Some(name) if text.files[current as usize] == name => current,
        Some(name) => {
            let known = text.files.iter().position(|file| *file == name);
            known.unwrap_or_else(|| {
                text.files.push(name);
                text.files.len() - 1
            }) as u32
        }
    };
    text.markers.push(Marker { line, file, number });
}

/// The stack of `#pragma pack`.
#[derive(Default)]
pub(super) struct Pack {
    current: Option<u64>,
    stack: Vec<(Vec<u8>, Option<u64>)>,
}

impl Pack {
    pub(super) fn value(&self) -> Option<u64> {
        self.current
    }

    /// Takes in a pragma; whether it was about packing. Like gcc, ignores a malformed one.
    pub(super) fn apply(&mut self, pragma: &[u8]) -> bool {
        let Some(rest) = pragma.strip_prefix(b"pack") else { return false };
        let Some(args) = rest.trim_ascii().strip_prefix(b"(").and_then(|args| args.split(|c| *c == b')').next()) else {
            return false;
        };
        let args: Vec<&[u8]> = args.split(|c| *c == b',').map(<[u8]>::trim_ascii).collect();
        match args.as_slice() {
            [b""] => self.current = None,
            [b"push", rest @ ..] => {
                let name = rest.first().filter(|name| number(name).is_none()).map_or(Vec::new(), |name| name.to_vec());
                self.stack.push((name, self.current));
                if let Some(value) = rest.last().and_then(|value| number(value)) {
                    self.current = (value > 0).then_some(value);
                }
            }
            [b"pop", rest @ ..] => {
                let last = self.stack.len().checked_sub(1);
                let to = match rest.first() {
                    Some(name) => self.stack.iter().rposition(|entry| entry.0 == *name),
                    None => last,
                };
                if let Some(to) = to {
                    self.current = self.stack[to].1;
                    self.stack.truncate(to);
                }
            }
            [value] => match number(value) {
                Some(value) => self.current = (value > 0).then_some(value),
                None => return false,
            },
            _ => return false,
        }
        true
    }
}

/// The name of a pragma that gives the program another meaning in a way that we do not follow. All others are hints,
/// or about warnings, or for extensions of C that the compiler would have to be asked for.
pub(super) fn changes_meaning(pragma: &[u8]) -> Option<&'static str> {
    let words: Vec<&[u8]> =
        pragma.split(|c| !c.is_ascii_alphanumeric() && *c != b'_').filter(|w| !w.is_empty()).collect();
    match words.as_slice() {
        [b"weak", ..] => Some("weak"),
        [b"redefine_extname", ..] => Some("redefine_extname"),
        [b"scalar_storage_order", ..] => Some("scalar_storage_order"),
        [b"STDC", b"FLOAT_CONST_DECIMAL64", b"ON", ..] => Some("STDC FLOAT_CONST_DECIMAL64"),
        _ => None,
    }
}

fn number(text: &[u8]) -> Option<u64> {
    std::str::from_utf8(text).ok()?.parse().ok()
}

/// A name or the inside of a literal with its universal character names (`\u00e9`) as the characters that they are;
/// `None` when one is malformed.
pub(super) fn universal_names(text: &str) -> Option<String> {
    let mut result = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = rest.find('\\') {
        result.push_str(&rest[..at]);
        let length = match rest.as_bytes().get(at + 1) {
            Some(b'u') => 4,
            Some(b'U') => 8,
            _ => return None,
        };
        let digits = rest.get(at + 2..at + 2 + length)?;
        result.push(char::from_u32(u32::from_str_radix(digits, 16).ok()?)?);
        rest = &rest[at + 2 + length..];
    }
    result.push_str(rest);
    Some(result)
}
