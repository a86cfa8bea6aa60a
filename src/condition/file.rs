//! Conditions in files: our JSON, and CPAchecker's text. Either can be compressed.
//!
//! What a file is shows in its content when it is read, and in its name when it is written: `.json` is ours, everything
//! else CPAchecker's, and `.gz` behind that is compressed.

use super::{Condition, Subject, automaton, json, matching, refused, text};
use crate::cfa::Program;
use crate::source::{Result, SourceMap, replace};
use flate2::Compression;
use flate2::read::MultiGzDecoder;
use flate2::write::GzEncoder;
use std::fs::File;
use std::io::{Read, Write};
use std::iter::successors;
use std::path::Path;

/// More text than this is not read, however small the file is.
const MOST_BYTES: u64 = 256 << 20;

/// Reads the condition in a file for a program. If it says what it is about, that must be all of the subject.
pub fn load(path: &Path, program: &Program, map: &SourceMap, subject: &Subject) -> Result<Condition> {
    let file = File::open(path).map_err(|error| refused(format!("cannot read {}: {error}", path.display())))?;
    let text = limited(file, MOST_BYTES).map_err(|why| refused(format!("cannot read {}: {why}", path.display())))?;
    match text.trim_start().starts_with('{') {
        true => json::read(&text, program, map, subject),
        false => read_text(&text, program, map),
    }
}

/// Reads a condition in CPAchecker's text.
pub fn read_text(text: &str, program: &Program, map: &SourceMap) -> Result<Condition> {
    matching::condition(&automaton::parse(text)?, program, map)
}

/// Writes a condition of a program into a file. If it cannot be written, an older one stays. Of one that is too large
/// a part is written, which covers less: gives what there is to say about that.
pub fn save(
    path: &Path,
    condition: &Condition,
    program: &Program,
    map: &SourceMap,
    subject: &Subject,
) -> Result<Option<String>> {
    let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
    let (name, compressed) = match name.strip_suffix(".gz") {
        Some(name) => (name, true),
        None => (name.as_str(), false),
    };
    let (text, cut) = fitting(condition, MOST_BYTES, |condition| match name.ends_with(".json") {
        true => Ok(json::write(condition, program, map, subject)),
        false => text::write_text(condition, program, map),
    })?;
    let write = |file: &mut File| -> std::io::Result<()> {
        if !compressed {
            return file.write_all(text.as_bytes());
        }
        let mut encoder = GzEncoder::new(file, Compression::default());
        encoder.write_all(text.as_bytes())?;
        encoder.finish().map(|_| ())
    };
    replace(path, write).map_err(|error| refused(format!("cannot write {}: {error}", path.display())))?;
    Ok(cut.map(|cut| format!("{} covers less than what was checked: {cut}", path.display())))
}

/// The text of a condition. If there is none, or none that is small enough, then that of as much of it as there is one
/// for, and why.
fn fitting(
    condition: &Condition,
    most: u64,
    text: impl Fn(&Condition) -> Result<String>,
) -> Result<(String, Option<String>)> {
    let why = match text(condition) {
        Ok(text) if text.len() as u64 <= most => return Ok((text, None)),
        Ok(_) => format!("all of them are more than {} MiB of text", most >> 20),
        Err(error) => error.message,
    };
    let all = condition.states.len();
    for kept in successors(Some(all / 2), |kept| (*kept > 0).then_some(kept / 2)) {
        if let Ok(text) = text(&condition.cut(kept))
            && text.len() as u64 <= most
        {
            return Ok((text, Some(format!("{kept} of its {all} states are in it ({why})"))));
        }
    }
    Err(refused(why))
}

/// The text of a file, unpacked; never more than so many bytes.
pub(crate) fn limited(mut file: impl Read, most: u64) -> std::result::Result<String, String> {
    let mut start = Vec::new();
    file.by_ref().take(2).read_to_end(&mut start).map_err(|error| error.to_string())?;
    let compressed = start == [0x1f, 0x8b];
    let whole = std::io::Cursor::new(start).chain(file);
    let mut bytes = Vec::new();
    let read = match compressed {
        true => MultiGzDecoder::new(whole).take(most + 1).read_to_end(&mut bytes),
        false => whole.take(most + 1).read_to_end(&mut bytes),
    };
    read.map_err(|error| error.to_string())?;
    if bytes.len() as u64 > most {
        return Err(format!("it has more than {} MiB of text", most >> 20));
    }
    String::from_utf8(bytes).map_err(|_| "it is not text".to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::condition::{On, State, StateId, Transition};

    fn packed(bytes: &[u8]) -> Vec<u8> {
        let mut encoder = GzEncoder::new(Vec::new(), Compression::best());
        encoder.write_all(bytes).expect("memory");
        encoder.finish().expect("memory")
    }

    #[test]
    fn text_is_unpacked() {
        assert_eq!(limited(&b"abc"[..], 10), Ok("abc".into()));
        assert_eq!(limited(&b""[..], 10), Ok(String::new()));
        assert_eq!(limited(&packed(b"abc")[..], 10), Ok("abc".into()));
        let twice = [packed(b"abc"), packed(b"def")].concat();
        assert_eq!(limited(&twice[..], 10), Ok("abcdef".into()));
    }

    #[test]
    fn what_is_no_text_is_refused() {
        assert!(limited(&b"\xff\xfe"[..], 10).is_err());
        let packed = packed(b"some text that is long enough");
        for end in 3..packed.len() {
            assert!(limited(&packed[..end], 100).is_err(), "{end} bytes");
        }
        let mut changed = packed.clone();
        changed[15] ^= 0x55;
        assert!(limited(&changed[..], 100).is_err());
    }

    /// A condition that goes along a row of states.
    fn row(length: u32) -> Condition {
        let mut condition = Condition::of_all(false);
        let next = |number: u32| Transition { on: On::Any, assumption: None, to: StateId(number) };
        let state = |number| State { transitions: vec![next(number + 1)], ..condition[StateId(1)].clone() };
        let mut states: Vec<State> = (0..length).map(state).collect();
        states.push(condition.states.swap_remove(0));
        Condition { states, initial: StateId(0) }
    }

    #[test]
    fn what_is_too_large_is_cut() {
        let text = |condition: &Condition| Ok("x".repeat(condition.states.len()));
        let (whole, note) = fitting(&row(100), 101, text).expect("it fits");
        assert_eq!((whole.len(), note), (101, None));
        let (part, note) = fitting(&row(100), 30, text).expect("a part fits");
        assert_eq!(part.len(), 27);
        assert!(note.expect("it is cut").starts_with("25 of its 101 states"));
        assert!(fitting(&row(100), 1, text).is_err());
    }

    #[test]
    fn what_has_no_text_is_cut() {
        let text = |condition: &Condition| match condition.states.len() {
            0..10 => Ok(String::new()),
            _ => Err(refused("it is too long".into())),
        };
        let note = fitting(&row(100), 30, text).expect("a part has one").1;
        assert_eq!(note.as_deref(), Some("6 of its 101 states are in it (it is too long)"));
        assert!(fitting(&row(100), 30, |_| Err(refused("never".into()))).is_err());
    }

    /// However much a file says, or unpacks to, no more than the limit is kept.
    #[test]
    fn too_much_text_is_refused() {
        let endless = std::io::repeat(b' ');
        assert!(limited(endless, 8 << 20).expect_err("it is long").contains("8 MiB"));
        let bomb = packed(&vec![b' '; 64 << 20]);
        assert!(bomb.len() < 100_000);
        assert!(limited(&bomb[..], 8 << 20).expect_err("it is long").contains("8 MiB"));
    }
}
