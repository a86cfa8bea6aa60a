//! The program that a witness is said to be about: its files as they are on the disk.

use super::Witness;
use super::fault::{Faults, refused};
use super::words::short;
use crate::source::{Diagnostic, Result, characters};
use sha2::{Digest, Sha256};
use std::collections::BTreeSet;
use std::path::Path;

/// The files of a program.
#[derive(Clone, Debug, Default)]
pub struct Subject {
    files: Vec<SubjectFile>,
}

#[derive(Clone, Debug)]
struct SubjectFile {
    name: String,
    hash: String,
    /// How many characters each line has.
    widths: Vec<u32>,
    characters: u32,
    /// What may be the name of a function, if the file says everything about that.
    names: Option<BTreeSet<String>>,
}

impl Subject {
    pub fn read(paths: &[impl AsRef<Path>]) -> Result<Subject> {
        let mut subject = Subject::default();
        for path in paths {
            let path = path.as_ref();
            let text = std::fs::read(path).map_err(|error| {
                refused(format!("cannot read {}: {error}", path.display())).help("is the path right?")
            })?;
            subject.add(&path.to_string_lossy(), &text);
        }
        Ok(subject)
    }

    pub fn add(&mut self, name: &str, text: &[u8]) {
        let width = |line: &[u8]| characters(line.strip_suffix(b"\r").unwrap_or(line));
        let mut widths: Vec<u32> = text.split(|byte| *byte == b'\n').map(width).collect();
        if text.ends_with(b"\n") {
            widths.pop();
        }
        let (name, hash) = (name.to_owned(), digest(text));
        let (characters, names) = (characters(text), names(&String::from_utf8_lossy(text)));
        self.files.push(SubjectFile { name, hash, widths, characters, names });
    }

    /// Whether a witness was made for these files, as far as it says so.
    pub fn check(&self, witness: &Witness) -> Result<()> {
        let known = |(name, hash): &(String, Option<String>)| {
            let hash = hash.as_deref()?.trim().to_ascii_lowercase();
            (hash.len() == 64).then(|| (name.clone(), hash))
        };
        let hashes: Vec<(String, String)> = witness.metadata.files.iter().filter_map(known).collect();
        let is_own = |hash: &String| self.files.iter().any(|file| file.hash == *hash);
        // One file of several may have changed.
        let changed = |(name, hash): &(String, String)| {
            !is_own(hash) && self.files.iter().any(|file| base(&file.name) == base(name))
        };
        let mine = hashes.iter().any(|(_, hash)| is_own(hash)) && !(self.files.len() > 1 && hashes.iter().any(changed));
        if hashes.is_empty() || mine || self.files.is_empty() {
            return Ok(());
        }
        let message = "the witness is about another program: its hash is not that of the file";
        Err(Diagnostic::new("witness-hash", message).help("--ignore-hash validates it all the same"))
    }

    /// Adds what a witness does not say about its files.
    pub fn fill(&self, witness: &mut Witness) {
        let files = &mut witness.metadata.files;
        if files.is_empty() {
            files.extend(self.files.iter().map(|file| (file.name.clone(), None)));
        }
        for (name, hash) in files.iter_mut().filter(|(_, hash)| hash.is_none()) {
            *hash = self.file(Some(name)).map(|file| file.hash.clone());
        }
    }

    /// The file that a witness means: tools change folders, so the last part of the name counts. Where there is only
    /// one file, a witness that gives no name means it.
    fn file(&self, name: Option<&str>) -> Option<&SubjectFile> {
        match (name, self.files.as_slice()) {
            (None, [only]) => Some(only),
            (None, _) => None,
            (Some(name), files) => files.iter().find(|file| base(&file.name) == base(name)),
        }
    }

    /// Compares what a witness says about a place with the files.
    pub(super) fn check_place(&self, at: u32, name: Option<&str>, line: u32, column: Option<u32>, faults: &mut Faults) {
        let Some(file) = self.file(name) else {
            if let Some(name) = name {
                faults.wrong(at, format!("the program has no file {name}"));
            }
            return;
        };
        match file.widths.get(line.saturating_sub(1) as usize) {
            None => faults.unusable(at, format!("{} has {} lines, and no line {line}", file.name, file.widths.len())),
            Some(width) if column.is_some_and(|column| column > *width) => {
                let column = column.unwrap_or(0);
                faults
                    .wrong(at, format!("line {line} of {} has {width} characters, and no column {column}", file.name));
            }
            Some(_) => {}
        }
    }

    pub(super) fn check_offset(&self, at: u32, name: Option<&str>, offset: u32, faults: &mut Faults) {
        if let Some(file) = self.file(name).filter(|file| offset >= file.characters) {
            faults.wrong(at, format!("{} has {} characters, and no offset {offset}", file.name, file.characters));
        }
    }

    /// Tools have names of their own for functions that nobody wrote.
    pub(super) fn check_function(&self, at: u32, name: &str, faults: &mut Faults) {
        if self.files.iter().all(|file| file.names.as_ref().is_some_and(|names| !names.contains(name))) {
            faults.lax(at, format!("the program has no function `{}`", short(name)));
        }
    }

    pub(super) fn check_hash(&self, at: u32, name: Option<&str>, hash: &str, faults: &mut Faults) {
        match self.file(name) {
            Some(file) if !file.hash.eq_ignore_ascii_case(hash) => {
                let words = format!("this is not the SHA-256 of {}, which is {}", file.name, file.hash);
                faults.wrong(at, words);
            }
            Some(_) => {}
            None => {
                if let Some(name) = name {
                    faults.wrong(at, format!("the program has no file {name}"));
                }
            }
        }
    }
}

/// SHA-256 in hexadecimal digits, as both formats want it.
pub fn digest(text: &[u8]) -> String {
    Sha256::digest(text).iter().map(|byte| format!("{byte:02x}")).collect()
}

/// A UUID that is made of a text (version 8: what its bits mean is known to whoever made it).
pub fn uuid(text: &[u8]) -> String {
    let hash = digest(text);
    format!("{}-{}-8{}-8{}-{}", &hash[..8], &hash[8..12], &hash[13..16], &hash[17..20], &hash[20..32])
}

/// The words in front of parentheses: no function is declared or called otherwise. Nobody knows where a file includes
/// others, or macros make words of parts.
fn names(text: &str) -> Option<BTreeSet<String>> {
    let directive = |line: &str| Some(line.trim_start().strip_prefix('#')?.trim_start().starts_with("include"));
    if text.contains("##") || text.lines().any(|line| directive(line) == Some(true)) {
        return None;
    }
    let is_part = |c: char| c.is_alphanumeric() || c == '_' || c == '$';
    let mut found = BTreeSet::new();
    let mut rest = text;
    while let Some(start) = rest.find(is_part) {
        rest = &rest[start..];
        let end = rest.find(|c| !is_part(c)).unwrap_or(rest.len());
        let (word, behind) = rest.split_at(end);
        // `(f)(x)` is a call as well.
        if behind.trim_start_matches(|c: char| c.is_whitespace() || c == ')').starts_with('(') {
            found.insert(word.to_owned());
        }
        rest = behind;
    }
    Some(found)
}

fn base(name: &str) -> &str {
    name.rsplit(['/', '\\']).next().unwrap_or(name)
}
