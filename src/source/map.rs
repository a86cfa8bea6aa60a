//! Where tokens are for the user.

use super::align::{self, Place};
use super::{Location, Span, UnitText, UserLine};
use sha2::{Digest, Sha256};
use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

/// The input files of a program, preprocessed, and the user's files that they came from, read when asked for.
#[derive(Default)]
pub struct SourceMap {
    units: Vec<Arc<UnitText>>,
    /// The user's files by name; `None` for one that cannot be read.
    files: Mutex<HashMap<String, Option<Arc<UserFile>>>>,
    /// The places of the tokens of one of the user's lines, by unit and first token.
    places: Mutex<HashMap<(u32, u32), Places>>,
}

type Places = Arc<[Place]>;

/// A file of the user, in lines.
struct UserFile {
    text: Vec<u8>,
    lines: Vec<usize>,
}

impl UserFile {
    fn read(name: &str) -> Option<UserFile> {
        let text = std::fs::read(name).ok()?;
        let newlines = text.iter().enumerate().filter(|(_, c)| **c == b'\n').map(|(at, _)| at + 1);
        let lines = std::iter::once(0).chain(newlines).collect();
        Some(UserFile { text, lines })
    }

    /// By its number, from 1.
    fn line(&self, number: u32) -> Option<&[u8]> {
        let index = number.checked_sub(1)? as usize;
        let start = *self.lines.get(index)?;
        let end = self.lines.get(index + 1).map_or(self.text.len(), |next| next - 1);
        let line = &self.text[start..end];
        Some(line.strip_suffix(b"\r").unwrap_or(line))
    }
}

/// How many characters a text has: every byte of UTF-8 begins one, unless it goes on with one.
pub fn characters(text: &[u8]) -> u32 {
    text.iter().filter(|byte| (**byte & 0xc0) != 0x80).count() as u32
}

/// Tokens that came from one line of the user.
struct Run {
    first: u32,
    end: u32,
    line: UserLine,
    /// The line of the next token, when it is of the same file.
    next: Option<u32>,
}

impl SourceMap {
    /// The units must be in the order of their numbers.
    pub fn new(units: Vec<Arc<UnitText>>) -> SourceMap {
        SourceMap { units, ..SourceMap::default() }
    }

    pub fn units(&self) -> &[Arc<UnitText>] {
        &self.units
    }

    pub fn unit(&self, unit: u32) -> &Arc<UnitText> {
        &self.units[unit as usize]
    }

    /// The same for the same tokens on the same lines, whatever the files are called, and for nothing else.
    pub fn digest(&self) -> String {
        let mut hash = Sha256::new();
        for text in &self.units {
            for token in 0..text.tokens.len() as u32 {
                let spelling = text.token(token);
                let line = text.user_line(text.line_of(text.range(token).0)).number;
                hash.update((spelling.len() as u32).to_le_bytes());
                hash.update(spelling);
                hash.update(line.to_le_bytes());
            }
            hash.update(u32::MAX.to_le_bytes());
        }
        hash.finalize().iter().map(|byte| format!("{byte:02x}")).collect()
    }

    /// The user's file and line of a span's first token; much cheaper than [`SourceMap::locate`].
    pub fn line(&self, span: Span) -> (&str, u32) {
        let text = self.unit(span.unit);
        let line = text.user_line(text.line_of(text.range(span.start).0));
        (text.file(line.file), line.number)
    }

    /// The user's file, line and column of a span's first token.
    pub fn locate(&self, span: Span) -> Location {
        self.locate_token(span.unit, span.start).0
    }

    /// The line of the user that a location is on.
    pub fn source_line(&self, location: &Location) -> Option<String> {
        let file = self.file(&location.file)?;
        file.line(location.line).map(|line| String::from_utf8_lossy(line).into_owned())
    }

    /// The column of a location in characters, from 1.
    pub fn column(&self, location: &Location) -> u32 {
        let bytes = location.column as usize - 1;
        let file = self.file(&location.file);
        let before = file.and_then(|file| file.line(location.line)?.get(..bytes).map(characters));
        before.map_or(location.column, |before| before + 1)
    }

    /// How many characters of the user's file are in front of a location.
    pub fn characters_before(&self, location: &Location) -> Option<u32> {
        let file = self.file(&location.file)?;
        let start = *file.lines.get(location.line.checked_sub(1)? as usize)?;
        file.text.get(..start + location.column as usize - 1).map(characters)
    }

    /// The location, and how many bytes the token has there: those of the macro's name if it came from one.
    pub(super) fn locate_token(&self, unit: u32, token: u32) -> (Location, usize) {
        let text = self.unit(unit);
        let token = token.min(text.tokens.len() as u32);
        let run = run_of(text, token);
        let name = text.file(run.line.file);
        let (start, end) = text.range(token);
        let Some(file) = self.file(name) else {
            let line = text.line_of(start);
            let column = start - text.lines[line as usize] + 1;
            let location = Location { file: name.to_owned(), line: run.line.number, column };
            return (location, (end - start) as usize);
        };
        let places = self.places(unit, &run, &file);
        let place = places.get((token - run.first) as usize).copied().unwrap_or(Place { line: 0, byte: 0 });
        let line = run.line.number + place.line;
        let original = file.line(line).unwrap_or(b"");
        let from = original.get(place.byte as usize..).unwrap_or(b"");
        let spelling = text.token(token);
        let length = if from.starts_with(spelling) { spelling.len() } else { align::token_length_at(from) };
        (Location { file: name.to_owned(), line, column: place.byte + 1 }, length)
    }

    pub(super) fn file_line(&self, location: &Location) -> Option<Vec<u8>> {
        self.file(&location.file)?.line(location.line).map(<[u8]>::to_vec)
    }

    fn file(&self, name: &str) -> Option<Arc<UserFile>> {
        let mut files = self.files.lock().unwrap_or_else(PoisonError::into_inner);
        match files.get(name) {
            Some(file) => file.clone(),
            None => {
                let file = UserFile::read(name).map(Arc::new);
                files.insert(name.to_owned(), file.clone());
                file
            }
        }
    }

    fn places(&self, unit: u32, run: &Run, file: &UserFile) -> Places {
        let key = (unit, run.first);
        if let Some(known) = self.places.lock().unwrap_or_else(PoisonError::into_inner).get(&key) {
            return known.clone();
        }
        let text = self.unit(unit);
        let tokens: Vec<&[u8]> = (run.first..run.end).map(|token| text.token(token)).collect();
        // A macro's arguments may go on in the lines below, up to the next line that has tokens of its own.
        let below = run.next.map_or(1, |next| next.saturating_sub(run.line.number)).clamp(1, 200);
        let lines: Vec<&[u8]> = (run.line.number..).take(below as usize).map_while(|n| file.line(n)).collect();
        let places: Places = align::places(&tokens, &lines).into();
        self.places.lock().unwrap_or_else(PoisonError::into_inner).insert(key, places.clone());
        places
    }
}

/// The tokens around one that came from the same line of the user. They can be on several lines of the text: gcc puts
/// markers around what comes from a macro of a system header.
fn run_of(text: &UnitText, token: u32) -> Run {
    let line_at = |token: u32| text.line_of(text.range(token).0);
    let count = text.tokens.len() as u32;
    let line = text.user_line(line_at(token));
    let first_of = |line: u32| text.tokens.partition_point(|range| range.0 < text.lines[line as usize]) as u32;
    let mut first = first_of(line_at(token)).min(token);
    while first > 0 && text.user_line(line_at(first - 1)) == line {
        first = first_of(line_at(first - 1));
    }
    let end_of = |line: u32| match text.lines.get(line as usize + 1) {
        Some(next) => text.tokens.partition_point(|range| range.0 < *next) as u32,
        None => count,
    };
    let mut end = end_of(line_at(token)).max(token);
    while end < count && text.user_line(line_at(end)) == line {
        end = end_of(line_at(end));
    }
    let next = (end < count).then(|| text.user_line(line_at(end))).filter(|next| next.file == line.file);
    Run { first, end, line, next: next.map(|next| next.number) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::source::Marker;

    /// A unit of one file whose tokens are separated by single spaces.
    fn unit(file: &str, text: &str, markers: &[(u32, u32)]) -> SourceMap {
        let mut unit = UnitText { text: text.into(), files: vec![file.into()], lines: vec![0], ..UnitText::default() };
        let mut start = 0;
        for (at, c) in (0u32..).zip(text.bytes()) {
            if c == b' ' || c == b'\n' {
                if at > start {
                    unit.tokens.push((start, at));
                }
                start = at + 1;
            }
            if c == b'\n' {
                unit.lines.push(at + 1);
            }
        }
        unit.markers = markers.iter().map(|(line, number)| Marker { line: *line, file: 0, number: *number }).collect();
        SourceMap::new(vec![Arc::new(unit)])
    }

    fn at(map: &SourceMap, token: u32) -> String {
        let place = map.locate(Span { unit: 0, start: token, end: token + 1 });
        format!("{}:{}", place.line, place.column)
    }

    #[test]
    fn an_unreadable_file_has_the_columns_of_the_text() {
        let map = unit("/nonexistent/x.c", "int x ;\ny ;\n", &[(1, 7)]);
        assert_eq!((at(&map, 1), at(&map, 3)), ("1:5".into(), "7:1".into()));
    }

    #[test]
    fn a_line_in_pieces() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("x.c");
        std::fs::write(&file, "\n  f(NULL, x);\n  g(1,\n    2);\n  h;\n").unwrap();
        // As gcc prints it: a system macro between markers, a call over two lines on one.
        let map = unit(
            file.to_str().unwrap(),
            "f (\n((void*)0) \n, x ) ;\ng ( 1 , 2 ) ;\n\nh ;\n",
            &[(0, 2), (1, 2), (2, 2), (3, 3)],
        );
        let all: Vec<String> = (0..15).map(|token| at(&map, token)).collect();
        assert_eq!(all.join(" "), "2:3 2:4 2:5 2:9 2:11 2:12 2:13 3:3 3:4 3:5 3:6 4:5 4:6 4:7 5:3");
    }
}
