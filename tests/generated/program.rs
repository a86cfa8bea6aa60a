//! A generated program: lines of C in two forms, and what is left open in them.
//!
//! The plain form is what qicc gets. The recorded form stands behind `runtime.c`; it does the same, and tells about
//! each check. Sizes of objects and bounds of assertions are left open, as `@S3@` and `@A5@`: they are chosen when it
//! is known which values there are, so that they are tight, or just too tight.

/// What can fail in a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Kind {
    Assertion,
    Bounds,
}

impl Kind {
    /// Its word in qicc's reports.
    pub fn word(self) -> &'static str {
        match self {
            Kind::Assertion => "assertion",
            Kind::Bounds => "bounds",
        }
    }
}

/// Something that can fail: at most one of each kind is in a line.
#[derive(Clone, Copy, Debug)]
pub struct Check {
    /// Its line in the plain form, from 1.
    pub line: u64,
    pub kind: Kind,
}

/// An object that pointers point to, or an array.
#[derive(Clone, Copy, Debug)]
pub struct Object {
    /// Its size, unless that is left open.
    pub size: Option<i64>,
    /// The least size that it can have, because the program has the address of its last element.
    pub least: i64,
}

/// What an assertion says about a value.
#[derive(Clone, Copy, Debug)]
pub enum Bound {
    AtMost(i64),
    AtLeast(i64),
    Not(i64),
}

impl Bound {
    pub fn text(self) -> String {
        match self {
            Bound::AtMost(bound) => format!("<= {bound}"),
            Bound::AtLeast(bound) => format!(">= {bound}"),
            Bound::Not(bound) => format!("!= {bound}"),
        }
    }

    /// As `runtime.c` has it.
    pub fn words(self) -> [i64; 2] {
        match self {
            Bound::AtMost(bound) => [0, bound],
            Bound::AtLeast(bound) => [1, bound],
            Bound::Not(bound) => [2, bound],
        }
    }
}

/// How many inputs a program has, and how many values each.
#[derive(Clone, Copy, Debug)]
pub struct Inputs {
    pub count: usize,
    pub values: usize,
}

#[derive(Debug)]
pub struct Program {
    pub inputs: Inputs,
    pub checks: Vec<Check>,
    pub objects: Vec<Object>,
    pub plain: String,
    pub recorded: String,
}

impl Program {
    /// The plain form, with everything that was left open.
    pub fn filled(&self, bounds: &[Bound], sizes: &[i64]) -> String {
        let mut text = self.plain.clone();
        for (number, bound) in bounds.iter().enumerate() {
            text = text.replace(&format!("@A{number}@"), &bound.text());
        }
        for (number, size) in sizes.iter().enumerate() {
            text = text.replace(&format!("@S{number}@"), &size.to_string());
        }
        text
    }
}
