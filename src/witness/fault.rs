//! What is wrong with the file of a witness, and where.
//!
//! Reading and checking are one walk: whoever reads a file notes every fault on the way, and goes on as well as can be.
//! How much a fault weighs decides who is told: some make a file useless, some break a rule of the format, and some are
//! only against the letter of it, which real tools do not keep.

use crate::source::Diagnostic;

#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Fault {
    /// From 1.
    pub line: u32,
    pub weight: Weight,
    pub text: String,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Weight {
    /// Nothing can be made of the file.
    Unusable,
    /// It breaks a rule, and can be read nevertheless.
    Wrong,
    /// It breaks a rule that is often not kept.
    Lax,
}

impl Weight {
    pub fn word(self) -> &'static str {
        match self {
            Weight::Unusable => "unusable",
            Weight::Wrong => "wrong",
            Weight::Lax => "lax",
        }
    }
}

/// After so many faults nobody reads on.
const MOST: usize = 10_000;

/// The faults of one file, as they are found.
#[derive(Debug, Default)]
pub(super) struct Faults {
    found: Vec<Fault>,
}

impl Faults {
    pub(super) fn unusable(&mut self, line: u32, text: impl Into<String>) {
        self.add(line, Weight::Unusable, text);
    }

    pub(super) fn wrong(&mut self, line: u32, text: impl Into<String>) {
        self.add(line, Weight::Wrong, text);
    }

    pub(super) fn lax(&mut self, line: u32, text: impl Into<String>) {
        self.add(line, Weight::Lax, text);
    }

    fn add(&mut self, line: u32, weight: Weight, text: impl Into<String>) {
        // Whether anything makes the file useless must not get lost.
        if self.found.len() < MOST || weight == Weight::Unusable && !self.useless() {
            self.found.push(Fault { line, weight, text: text.into() });
        }
    }

    pub(super) fn useless(&self) -> bool {
        self.found.iter().any(|fault| fault.weight == Weight::Unusable)
    }

    /// In the order of the file.
    pub(super) fn sorted(mut self) -> Vec<Fault> {
        self.found.sort();
        self.found.dedup();
        self.found
    }
}

/// A message about a witness as a whole.
pub(super) fn refused(message: impl Into<String>) -> Diagnostic {
    Diagnostic::new("witness", message).help("`qicc witness lint` lists everything that is wrong with a witness")
}
