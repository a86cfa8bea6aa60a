//! How a region is tried: the rungs of the ladder that a property climbs.

use std::fmt;

/// What becomes of the calls in a region.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Callees {
    /// Those that do not lead to the properties are replaced by a havoc of what they write, where that can be said.
    Havoc,
    /// They are there as they are.
    Keep,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Rung {
    pub callees: Callees,
}

impl fmt::Display for Rung {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.callees {
            Callees::Havoc => write!(f, "callees replaced by what they write"),
            Callees::Keep => write!(f, "with its callees"),
        }
    }
}
