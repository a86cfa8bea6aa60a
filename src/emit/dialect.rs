//! The dialects of C that are printed, and what a verifier's adapter has to know about the text.

use crate::cfa::{EdgeId, FuncId, LocId, PropId};
use crate::source::Span;
use std::collections::{BTreeMap, BTreeSet};

/// For whom C is printed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Dialect {
    /// For a compiler: the program does what it did.
    #[default]
    Native,
    /// For CBMC, in its own primitives. A property is `__CPROVER_assert(…, "qicc:N")`.
    Cbmc,
    /// For every verifier that knows SV-COMP's functions. A violated property calls `reach_error`.
    SvComp,
}

/// A program as text, and how to find one's way back from it.
#[derive(Clone, Debug, Default)]
pub struct Printed {
    pub text: String,
    /// What each line came from; the first line is number 0 here, and 1 for everybody else.
    pub lines: Vec<Option<Origin>>,
    /// What each function is called in the text.
    pub functions: BTreeMap<FuncId, String>,
    /// The loops, each with the line of its head.
    pub loops: Vec<PrintedLoop>,
    /// The properties that the text asks about.
    pub properties: BTreeSet<PropId>,
    /// Properties that this dialect has no words for, and which words are missing.
    pub inexpressible: BTreeMap<PropId, String>,
    /// Places where execution must be able to go: whoever cannot reach one has excluded every execution.
    pub probes: Vec<Probe>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Origin {
    pub function: FuncId,
    pub edge: EdgeId,
    pub span: Span,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PrintedLoop {
    pub function: FuncId,
    pub head: LocId,
    /// The lines of the text from the head to the last back edge, from 1.
    pub first: u32,
    pub last: u32,
    /// How often the body can run at most, where that is a constant that can be seen.
    pub trips: Option<u64>,
}

/// A place in the text that asks whether it can be reached, by an assertion that must fail.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Probe {
    /// The description of the assertion: `probe:N`.
    pub label: String,
    pub what: ProbeKind,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ProbeKind {
    /// The start of this entry.
    Entry(FuncId),
    /// Just before an assumption of the program.
    Before(Span),
    /// Just behind it: if the place before can be reached and this cannot, the assumption excludes everything.
    After(Span),
}
