//! The programs that loops are put around: statements that make a fact true, and an assertion that needs it.

use super::scenario;
use crate::source::{Diagnostic, Result};
use std::collections::BTreeMap;
use std::path::Path;

/// A program in two parts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fragment {
    pub name: String,
    pub fact: String,
    pub assertion: String,
}

/// What the files with the facts may be called.
const FACTS: [&str; 2] = ["fact", "knowledge"];

macro_rules! fragments {
    ($($name:literal)*) => {
        [$((
            $name,
            include_str!(concat!("../../casestudy/study/programs/", $name, ".fact")),
            include_str!(concat!("../../casestudy/study/programs/", $name, ".assert")),
        )),*]
    };
}

/// Fourteen that come with qicc.
pub fn own() -> Vec<Fragment> {
    let texts = fragments! {
        "clamp" "collatz" "euclid" "halves" "harmonic" "horner" "logistic" "newton" "odd_numbers" "parabola" "parity"
        "steps" "triangle" "two_phases"
    };
    let fragment = |(name, fact, assertion): (&str, &str, &str)| Fragment {
        name: name.into(),
        fact: fact.into(),
        assertion: assertion.into(),
    };
    texts.map(fragment).into()
}

/// All of a folder, `NAME.fact` (or `NAME.knowledge`) and `NAME.assert` each.
pub fn read(folder: &Path) -> Result<Vec<Fragment>> {
    let unusable =
        |what: String| Diagnostic::new("input", what).help("`qicc study --help` says what programs look like");
    let cannot = |path: &Path, error: std::io::Error| unusable(format!("cannot read {}: {error}", path.display()));
    let mut facts = BTreeMap::new();
    for entry in std::fs::read_dir(folder).map_err(|error| cannot(folder, error))? {
        let path = entry.map_err(|error| cannot(folder, error))?.path();
        let (Some(stem), Some(extension)) = (path.file_stem(), path.extension()) else { continue };
        if FACTS.iter().any(|word| extension == *word) {
            facts.insert(stem.to_string_lossy().into_owned(), path);
        }
    }
    if facts.is_empty() {
        return Err(unusable(format!("there are no programs in {}", folder.display())));
    }
    let mut fragments = Vec::new();
    for (name, fact) in facts {
        let assertion = fact.with_extension("assert");
        let text = |path: &Path| std::fs::read_to_string(path).map_err(|error| cannot(path, error));
        let fragment = Fragment { name, fact: text(&fact)?, assertion: text(&assertion)? };
        if let Some(word) = fragment.words().find(|word| scenario::NAMES.contains(word)) {
            return Err(unusable(format!("{} uses the name `{word}`, which the loops around it have", fragment.name)));
        }
        fragments.push(fragment);
    }
    Ok(fragments)
}

impl Fragment {
    fn words(&self) -> impl Iterator<Item = &str> {
        [&self.fact, &self.assertion]
            .into_iter()
            .flat_map(|text| text.split(|c: char| !c.is_alphanumeric() && c != '_'))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn there_are_fourteen() {
        let own = own();
        assert_eq!(own.len(), 14);
        assert!(own.iter().all(|fragment| fragment.words().all(|word| !scenario::NAMES.contains(&word))));
    }

    #[test]
    fn a_folder_is_read() {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let write = |name: &str, text: &str| std::fs::write(folder.path().join(name), text).expect("it can be written");
        let read = || read(folder.path()).map_err(|wrong| wrong.message);
        assert!(read().is_err_and(|wrong| wrong.contains("no programs")));
        write("b.knowledge", "int x = 0;");
        assert!(read().is_err_and(|wrong| wrong.contains("b.assert")));
        write("b.assert", "assert(x == 0);");
        write("a.fact", "int y = 1;");
        write("a.assert", "assert(y == 1);");
        let names: Vec<String> = read().expect("two").into_iter().map(|fragment| fragment.name).collect();
        assert_eq!(names, ["a", "b"]);
        write("a.fact", "int outer = 1;");
        assert!(read().is_err_and(|wrong| wrong.contains("`outer`")));
    }
}
