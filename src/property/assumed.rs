//! What a verdict takes for granted because nobody asked about it.
//!
//! An assertion that is proved is only as good as the memory safety before it: a write out of bounds may change
//! anything, and verifiers let it change nothing. So what a program could do wrong and what was not checked is counted,
//! and listed with the verdicts.

use super::Check;
use super::collect::Collector;
use crate::cfa::Program;
use crate::cfa::display::Names;
use crate::cfa::{LocId, Op};
use crate::ctype::{Type, Types};
use std::collections::{BTreeMap, BTreeSet};
use std::fmt;

/// A check that was not asked for, and how many places of the program it would have been about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Unchecked {
    pub check: Check,
    pub places: usize,
}

/// The checks that were not asked for, of which the program has instances.
pub fn assumed(program: &Program, checks: &BTreeSet<Check>) -> Vec<Unchecked> {
    let missing: BTreeSet<Check> =
        Check::ALL.into_iter().filter(|check| check.kind().is_some() && !checks.contains(check)).collect();
    let bytes = program.types.find(&Type::Pointer(Types::UCHAR.into())).unwrap_or(Types::INT);
    let mut counts: BTreeMap<Check, usize> = BTreeMap::new();
    for cfa in program.functions.iter().filter_map(|function| function.cfa()) {
        let names = Names::new(program, cfa);
        let outgoing = cfa.outgoing();
        for loc in (0..cfa.locations).map(LocId) {
            let Some(first) = outgoing.of(loc).first() else { continue };
            let edge = &cfa[*first];
            let mut collector = Collector::new(program, &names, &missing, bytes, cfa.locals.len());
            collector.op(&edge.op, edge.span);
            if let Op::Call { dst: Some(place), .. } = &edge.op {
                collector.access(place);
            }
            collector.duties.iter().for_each(|duty| *counts.entry(duty.check).or_default() += 1);
        }
    }
    counts.into_iter().map(|(check, places)| Unchecked { check, places }).collect()
}

impl fmt::Display for Unchecked {
    /// As the rest of a sentence that begins with "assumes".
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let what = match self.check {
            Check::Assert => "that the program's assertions hold",
            Check::Bounds => "that no access is outside of its object",
            Check::Null => "that no null pointer is followed",
            Check::Div => "that no divisor is zero",
            Check::Shift => "that every shift distance is less than the width",
            Check::Overflow => "that signed arithmetic wraps around",
            Check::Pointer => {
                "that pointers that are followed point to live objects, and pointer arithmetic stays inside"
            }
        };
        let places = if self.places == 1 { "1 place".into() } else { format!("{} places", self.places) };
        write!(f, "{what} ({places}; --check {})", self.check)
    }
}
