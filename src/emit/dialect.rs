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
    /// The functions that give arbitrary values, with what they return, in SV-COMP's words.
    pub inputs: BTreeMap<String, String>,
    /// The ways back to the head of a loop, in the order of the text.
    pub loops: Vec<PrintedLoop>,
    /// The properties that the text asks about; in a test, as far as C has words for them.
    pub properties: BTreeSet<PropId>,
    /// Properties that this dialect has no words for, and which words are missing.
    pub inexpressible: BTreeMap<PropId, String>,
    /// Places where execution must be able to go: whoever cannot reach one has excluded every execution.
    pub probes: Vec<Probe>,
    /// What must hold for an answer about the text to be one about the program.
    pub guards: Vec<Guard>,
    /// The definition of [`LAYOUT_FUNCTION`], to be put behind the text and called first; nothing without records.
    pub layout: String,
    /// Records with pointers are assigned behind pointers or into unions, or arrays of pointers.
    pub moves_records: bool,
}

impl Printed {
    /// Nothing can be said about any property.
    pub fn withdraw(&mut self, why: &str) {
        let properties = std::mem::take(&mut self.properties);
        self.inexpressible.extend(properties.into_iter().map(|property| (property, why.to_owned())));
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Origin {
    pub function: FuncId,
    pub edge: EdgeId,
    pub span: Span,
}

/// A statement that leads back: the end of a `while` or `do` loop, or a `goto` to a label above it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PrintedLoop {
    pub function: FuncId,
    pub head: LocId,
    /// Its number in its function, from 0, as CBMC counts: the loop is `NAME.NUMBER` there.
    pub number: u32,
    /// The line that CBMC names for it, from 1: that of the `while`, of the `goto`, or of an `if` with only that in it.
    pub line: u32,
    /// The lines of the text from the head to the way back, from 1.
    pub first: u32,
    pub last: u32,
    /// How often control goes back to the head at most each time the loop is entered, where that is a constant that can
    /// be seen. An unwinding bound of one more is enough. It is a hint: whoever relies on it checks it.
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

/// The label of the guard in our definitions of functions that allocate memory.
pub const LARGE_GUARD: &str = "guard:large";

/// Why nothing is said about programs with large objects, in 32 bits.
pub const LARGE_WHY: &str = "an object of more than 8 MiB, for which CBMC's pointers of 32 bits have too few";

/// The function that asserts the layout of records, and the label of its guards.
pub const LAYOUT_FUNCTION: &str = "qicc_layout";
pub const LAYOUT_GUARD: &str = "guard:layout";

/// Guards that do not belong to a place in the program, and why nothing is known where one fails.
pub const GUARDS: [(&str, &str); 2] =
    [(LARGE_GUARD, LARGE_WHY), (LAYOUT_GUARD, "a record that CBMC lays out in another way than compilers do")];

/// An assertion on behalf of the verifier: where it fails, the verifier leaves executions out, so that nothing that it
/// says to hold can be believed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Guard {
    /// The description of the assertion: `guard:N`.
    pub label: String,
    pub span: Span,
    /// What is wrong where it fails, for people.
    pub why: String,
}
