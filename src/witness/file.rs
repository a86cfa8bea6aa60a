//! Files with witnesses. What a file has is recognised by its content, what is written by its name.
//!
//! A witness comes from somebody else. Whatever is in a file, reading it takes time and memory in proportion to its
//! size, and no more than [`MOST_BYTES`] are read, unpacked.

use super::fault::{Faults, refused};
use super::{Content, Fault, Subject, Weight, Witness, graphml, yaml};
use crate::condition::limited;
use crate::source::{Result, replace};
use std::fs::File;
use std::io::{Read, Write};
use std::path::{Path, PathBuf};

/// More text than this is not read, however small the file is.
pub const MOST_BYTES: u64 = 64 << 20;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    GraphMl,
    Yaml,
}

impl Format {
    /// As the name of a file says.
    pub fn of_name(path: &Path) -> Option<Format> {
        match path.extension()?.to_str()? {
            "graphml" | "xml" => Some(Format::GraphMl),
            "yml" | "yaml" => Some(Format::Yaml),
            _ => None,
        }
    }

    /// As the first character says: XML starts with `<`.
    fn of_text(text: &str) -> Format {
        match text.trim_start().starts_with('<') {
            true => Format::GraphMl,
            false => Format::Yaml,
        }
    }
}

/// What there is in a file: a witness, if anything can be made of it, and everything that is wrong.
#[derive(Debug)]
pub struct Reading {
    pub format: Format,
    pub witness: Option<Witness>,
    /// In the order of the file.
    pub faults: Vec<Fault>,
}

/// The witness in a file; faults that leave something useful are overlooked. With a program, a witness that speaks of
/// lines which are not there is refused.
pub fn load(path: &Path, subject: Option<&Subject>) -> Result<Witness> {
    let reading = read(&text(path)?, subject);
    match reading.witness {
        Some(witness) => Ok(witness),
        None => {
            let fault = reading.faults.iter().find(|fault| fault.weight == Weight::Unusable);
            let (line, why) = fault.map_or((1, "it has no witness"), |fault| (fault.line, fault.text.as_str()));
            Err(refused(format!("cannot use the witness {}: line {line}: {why}", path.display())))
        }
    }
}

/// So much of a file says whether it is a witness.
const BEGINNING: u64 = 16 << 10;

/// Whether a file looks like a witness, and not like a part of a program: C begins neither with `<` nor with `- `,
/// tasks are no lists, and what is compressed is no program.
fn is_witness(path: &Path) -> bool {
    let mut bytes = Vec::new();
    let read = File::open(path).and_then(|file| file.take(BEGINNING).read_to_end(&mut bytes));
    read.is_ok() && (bytes.starts_with(&[0x1f, 0x8b]) || begins(&String::from_utf8_lossy(&bytes)))
}

fn begins(text: &str) -> bool {
    let lines = text.trim_start_matches('\u{feff}').lines().map(str::trim);
    // Comments, and what YAML has in front of a document.
    let mut said = lines.filter(|line| !line.is_empty() && !line.starts_with(['#', '%']) && !line.starts_with("---"));
    let is_first = |line: &str| line == "-" || ["<", "- ", "entry_type"].iter().any(|start| line.starts_with(start));
    said.next().is_some_and(is_first)
}

/// The witness among the files that were given, and the others: the one that is expected to be it, unless another one
/// looks like a witness and nothing else does.
pub fn among(mut files: Vec<PathBuf>, expected: usize) -> (PathBuf, Vec<PathBuf>) {
    let witnesses: Vec<usize> = (0..files.len()).filter(|at| is_witness(&files[*at])).collect();
    let at = match witnesses[..] {
        [only] => only,
        _ => expected,
    };
    (files.remove(at), files)
}

/// The text of a file, unpacked.
pub fn text(path: &Path) -> Result<String> {
    let cannot = |why: String| refused(format!("cannot read {}: {why}", path.display()));
    let file = File::open(path).map_err(|error| cannot(error.to_string()))?;
    limited(file, MOST_BYTES).map_err(cannot)
}

/// Reads a text; with a program, what the text says about files and lines is compared with it.
pub fn read(text: &str, subject: Option<&Subject>) -> Reading {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let mut faults = Faults::default();
    let format = Format::of_text(text);
    let witness = match format {
        Format::GraphMl => graphml::read(text, subject, &mut faults),
        Format::Yaml => yaml::read(text, subject, &mut faults),
    };
    let witness = witness.filter(|_| !faults.useless());
    Reading { format, witness, faults: faults.sorted() }
}

/// The text of a witness, in the format of its content.
pub fn write(witness: &Witness) -> Result<String> {
    match &witness.content {
        Content::Automaton(automaton) => graphml::write(&witness.metadata, automaton),
        _ => Ok(yaml::write(witness)),
    }
}

/// Writes a witness into a file whose name fits. If it cannot be written, an older one stays.
pub fn save(path: &Path, witness: &Witness) -> Result<()> {
    let here = match witness.content {
        Content::Automaton(_) => Format::GraphMl,
        _ => Format::Yaml,
    };
    if Format::of_name(path).is_some_and(|named| named != here) {
        let message = format!("{} is the name of a witness in the other format", path.display());
        return Err(refused(message).help("`qicc witness convert` makes one of the other"));
    }
    let text = write(witness)?;
    replace(path, |file| file.write_all(text.as_bytes()))
        .map_err(|error| refused(format!("cannot write {}: {error}", path.display())))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_a_witness() {
        for text in ["- entry_type: x", "# a\n---\n- entry_type: x", "<?xml?>", "\n <graphml>", "entry_type: x"] {
            assert!(begins(text), "{text}");
        }
        for text in ["", "#include <stdio.h>\nint x;", "int x;", "format_version: '2.0'\n", "/* - */", "[[x]] int y;"] {
            assert!(!begins(text), "{text}");
        }
    }
}
