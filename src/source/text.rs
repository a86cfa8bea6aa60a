//! The preprocessed text of one input file: where its tokens are, and which line of which file of the user each is on.

/// Filled by the lexer; see [`super::SourceMap`] for what is asked of it.
#[derive(Debug, Default)]
pub struct UnitText {
    pub text: Vec<u8>,
    /// The byte ranges of the tokens.
    pub tokens: Vec<(u32, u32)>,
    /// Where each line of `text` starts.
    pub lines: Vec<u32>,
    pub markers: Vec<Marker>,
    /// The files that the markers name.
    pub files: Vec<String>,
}

/// A line marker: from a line of the text on, the lines are those of a file.
#[derive(Clone, Copy, Debug)]
pub struct Marker {
    /// Of the text, from 0: the line behind the marker.
    pub line: u32,
    pub file: u32,
    /// The number of that line in the file, from 1.
    pub number: u32,
}

/// A line of a file that the user knows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct UserLine {
    pub file: u32,
    pub number: u32,
}

impl UnitText {
    /// The token's bytes. The index may be one past the end; that is an empty token there.
    pub fn token(&self, token: u32) -> &[u8] {
        let (start, end) = self.range(token);
        &self.text[start as usize..end as usize]
    }

    pub fn range(&self, token: u32) -> (u32, u32) {
        let end = self.text.len() as u32;
        self.tokens.get(token as usize).copied().unwrap_or((end, end))
    }

    /// The line of the text, from 0, that a byte is on.
    pub fn line_of(&self, offset: u32) -> u32 {
        (self.lines.partition_point(|start| *start <= offset) as u32).saturating_sub(1)
    }

    /// The bytes of a line of the text, without the newline.
    pub fn line(&self, line: u32) -> &[u8] {
        let start = self.lines.get(line as usize).map_or(self.text.len(), |start| *start as usize);
        let end = self.lines.get(line as usize + 1).map_or(self.text.len(), |next| *next as usize);
        let line = &self.text[start..end];
        let line = line.strip_suffix(b"\n").unwrap_or(line);
        line.strip_suffix(b"\r").unwrap_or(line)
    }

    /// The user's line that a line of the text came from.
    pub fn user_line(&self, line: u32) -> UserLine {
        let after = self.markers.partition_point(|marker| marker.line <= line);
        match after.checked_sub(1).map(|last| self.markers[last]) {
            Some(marker) => UserLine { file: marker.file, number: marker.number + (line - marker.line) },
            None => UserLine { file: 0, number: line + 1 },
        }
    }

    pub fn file(&self, file: u32) -> &str {
        self.files.get(file as usize).map_or("", String::as_str)
    }
}
