//! The verifiers that qicc knows by name, and those that a user describes.
//!
//! Descriptions are part of the program, so that an installed qicc needs no files beside it.

use super::cbmc::Cbmc;
use super::{Described, Embedded, Search, Tool, Verifier};
use crate::source::Diagnostic;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// The descriptions in the folder `verifiers`, by name.
const DESCRIPTIONS: [(&str, &str); 14] = [
    ("2ls", include_str!("../../verifiers/2ls.toml")),
    ("afl", include_str!("../../verifiers/afl.toml")),
    ("chain", include_str!("../../verifiers/chain.toml")),
    ("cpachecker", include_str!("../../verifiers/cpachecker.toml")),
    ("esbmc", include_str!("../../verifiers/esbmc.toml")),
    ("goblint", include_str!("../../verifiers/goblint.toml")),
    ("klee", include_str!("../../verifiers/klee.toml")),
    ("libfuzzer", include_str!("../../verifiers/libfuzzer.toml")),
    ("mopsa", include_str!("../../verifiers/mopsa.toml")),
    ("smack", include_str!("../../verifiers/smack.toml")),
    ("symbiotic", include_str!("../../verifiers/symbiotic.toml")),
    ("theta", include_str!("../../verifiers/theta.toml")),
    ("ultimate", include_str!("../../verifiers/ultimate.toml")),
    ("veriabs", include_str!("../../verifiers/veriabs.toml")),
];

/// The program for what is searched, if this machine has it.
pub type Found<'a> = &'a dyn Fn(&Search) -> Option<PathBuf>;

/// The verifier that needs more than a description.
const CBMC: &str = "cbmc";

/// The verifier that is a part of this program.
pub const EMBEDDED: &str = "embedded";

/// A verifier that somebody named.
pub enum Named {
    /// It is there.
    Here(Arc<dyn Verifier>),
    /// It may be installed or not.
    Tool(Box<dyn Tool>),
    /// The one, and the other for what it does not know.
    Both(Arc<dyn Verifier>, Box<dyn Tool>),
}

impl Named {
    /// The same, telling what proofs rest on, as far as it can.
    pub fn telling(self) -> Named {
        self.with(|verifier| verifier.telling())
    }

    /// The same, content with one violation, as far as it can be.
    pub fn seeking(self) -> Named {
        self.with(|verifier| verifier.seeking())
    }

    fn with(self, change: impl Fn(&Arc<dyn Verifier>) -> Option<Arc<dyn Verifier>>) -> Named {
        let change = |verifier: Arc<dyn Verifier>| change(&verifier).unwrap_or(verifier);
        match self {
            Named::Here(verifier) => Named::Here(change(verifier)),
            Named::Both(first, second) => Named::Both(change(first), second),
            Named::Tool(tool) => Named::Tool(tool),
        }
    }
}

/// The verifier with this name, the one that this file describes, or two of them with a comma between.
pub fn find(name: &str, found: Found) -> Result<Named, Diagnostic> {
    let embedded = || Arc::new(Embedded::default());
    match name.split_once(',') {
        None if name == EMBEDDED => Ok(Named::Here(embedded())),
        None => named(name, found).map(Named::Tool),
        Some((EMBEDDED, other)) if !other.contains(',') && other != EMBEDDED => {
            Ok(Named::Both(embedded(), named(other, found)?))
        }
        Some(_) => {
            let message = format!("the verifiers {name} cannot be asked one after the other");
            Err(Diagnostic::new("unknown-verifier", message).help("the embedded one and another can: embedded,cbmc"))
        }
    }
}

/// The names that `--verifier` takes, in alphabetical order.
pub fn names() -> Vec<&'static str> {
    let mut names: Vec<&str> = DESCRIPTIONS.iter().map(|(name, _)| *name).chain([CBMC, EMBEDDED]).collect();
    names.sort();
    names
}

/// The tool with this name, or the one that this file describes.
pub fn named(name: &str, found: Found) -> Result<Box<dyn Tool>, Diagnostic> {
    if Path::new(name).extension().is_some_and(|extension| extension == "toml") {
        let text = std::fs::read_to_string(name).map_err(|error| {
            let message = format!("cannot read the description of a verifier in {name}: {error}");
            Diagnostic::new("verifier-description", message)
        })?;
        return Ok(Box::new(Described::parse(name, &text, found)?));
    }
    if name == CBMC {
        let search = Search { name: CBMC, variable: Some("CBMC"), programs: &[CBMC.to_owned()] };
        return Ok(Box::new(Cbmc::new(found(&search).unwrap_or_else(|| CBMC.into()))));
    }
    match DESCRIPTIONS.iter().find(|(known, _)| *known == name) {
        Some((_, text)) => Ok(Box::new(Described::parse(&format!("verifiers/{name}.toml"), text, found)?)),
        None => Err(unknown(name)),
    }
}

/// All tools with a name, in alphabetical order.
pub fn all(found: Found) -> Result<Vec<Box<dyn Tool>>, Diagnostic> {
    names().into_iter().filter(|name| *name != EMBEDDED).map(|name| named(name, found)).collect()
}

fn unknown(name: &str) -> Diagnostic {
    let lower = name.to_lowercase();
    let similarity = |known: &&str| (strsim::jaro_winkler(known, &lower) * 1000.0) as u32;
    let close = names().into_iter().filter(|known| similarity(known) > 800).max_by_key(similarity);
    let list = names().join(", ");
    let help = match close {
        Some(close) => format!("did you mean {close}? There are {list}, and any FILE.toml"),
        None => format!("there are {list}, and any FILE.toml"),
    };
    Diagnostic::new("unknown-verifier", format!("there is no verifier called {name}")).help(help)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_description_can_be_read_and_has_its_name() {
        let tools = all(&|_| None).unwrap_or_else(|wrong| panic!("{}", wrong.message));
        let found: Vec<&str> = tools.iter().map(|tool| tool.name()).collect();
        let others: Vec<&str> = names().into_iter().filter(|name| *name != EMBEDDED).collect();
        assert_eq!(found, others);
        assert!(names().is_sorted());
    }

    #[test]
    fn a_program_that_is_not_found_keeps_its_name() {
        let tool = named("cpachecker", &|_| None).expect("a description");
        assert_eq!(tool.probe().program, PathBuf::from("cpachecker"));
        let found = |search: &Search| (search.variable == Some("CPACHECKER")).then(|| PathBuf::from("here/cpachecker"));
        assert_eq!(named("cpachecker", &found).expect("a description").probe().program, Path::new("here/cpachecker"));
    }

    #[test]
    fn unknown_names_get_close_ones() {
        let help = |name: &str| named(name, &|_| None).err().and_then(|wrong| wrong.help).unwrap_or_default();
        assert!(help("CPAcheker").starts_with("did you mean cpachecker?"), "{}", help("CPAcheker"));
        assert!(help("ultimat").starts_with("did you mean ultimate?"));
        assert!(help("frob").starts_with("there are 2ls, "));
        let missing = named("nowhere/my.toml", &|_| None).err().map(|wrong| wrong.message).unwrap_or_default();
        assert!(missing.starts_with("cannot read the description of a verifier in nowhere/my.toml: "), "{missing}");
    }
}
