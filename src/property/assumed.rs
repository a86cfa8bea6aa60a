//! What a verdict takes for granted because nobody asked about it.
//!
//! An assertion that is proved is only as good as the memory safety before it: a write out of bounds may change
//! anything, and verifiers let it change nothing. So what a program could do wrong and what was not checked is counted,
//! and listed with the verdicts. So is what no check is about ([`super::gaps`]).

use super::Check;
use super::collect::Collector;
use super::gaps::{self, Gap};
use crate::cfa::display::Names;
use crate::cfa::{LocId, Op, Program};
use crate::ctype::{Type, Types};
use std::collections::{BTreeMap, BTreeSet};
use std::fmt;

/// Something that is not checked, and how many places of the program it is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Unchecked {
    /// Nobody asked for it.
    Check(Check, usize),
    /// Nobody can ask for it.
    Gap(Gap, usize),
}

/// What is not checked, of which the program has instances. The program must not have been instrumented yet.
pub fn assumed(program: &Program, checks: &BTreeSet<Check>) -> Vec<Unchecked> {
    let missing: BTreeSet<Check> =
        Check::ALL.into_iter().filter(|check| !check.kinds().is_empty() && !checks.contains(check)).collect();
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
    let unchecked = counts.into_iter().map(|(check, places)| Unchecked::Check(check, places));
    // Without `--check pointer` that is among what it would check.
    let asked = |gap: &Gap| *gap != Gap::Blocks || checks.contains(&Check::Pointer);
    let gaps = gaps::gaps(program).into_iter().filter(|(gap, _)| asked(gap));
    unchecked.chain(gaps.map(|(gap, places)| Unchecked::Gap(gap, places))).collect()
}

impl Unchecked {
    /// One word for scripts.
    pub fn word(&self) -> &'static str {
        match self {
            Unchecked::Check(check, _) => check.name(),
            Unchecked::Gap(gap, _) => match gap {
                Gap::Blocks => "blocks",
                Gap::Formats => "formats",
                Gap::Overlap => "overlap",
                Gap::Conversions => "conversions",
                Gap::Unreachable => "unreachable",
                Gap::Precision => "precision",
                Gap::Addresses => "addresses",
                Gap::Volatile => "volatile",
                Gap::Indirect => "indirect",
                Gap::Lists => "lists",
                Gap::Order => "order",
            },
        }
    }
}

impl fmt::Display for Unchecked {
    /// As the rest of a sentence that begins with "assumes".
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (what, places) = match self {
            Unchecked::Check(Check::Assert, places) => ("that the program's assertions hold", places),
            Unchecked::Check(Check::Bounds, places) => ("that no access is outside of its object", places),
            Unchecked::Check(Check::Null, places) => ("that no null pointer is followed", places),
            Unchecked::Check(Check::Div, places) => ("that no divisor is zero", places),
            Unchecked::Check(Check::Shift, places) => ("that every shift distance is less than the width", places),
            Unchecked::Check(Check::Overflow, places) => ("that signed arithmetic wraps around", places),
            Unchecked::Check(Check::Pointer, places) => (
                "that pointers that are followed point to live objects, and that only what was allocated is freed, once",
                places,
            ),
            Unchecked::Check(Check::Arithmetic, places) => ("that pointer arithmetic stays inside", places),
            Unchecked::Gap(gap, places) => (gap_text(*gap), places),
        };
        let noun = if *places == 1 { "place" } else { "places" };
        match self {
            Unchecked::Check(check, _) => write!(f, "{what} ({places} {noun}; --check {check})"),
            Unchecked::Gap(..) => write!(f, "{what} ({places} {noun})"),
        }
    }
}

fn gap_text(gap: Gap) -> &'static str {
    match gap {
        Gap::Blocks => "that no pointer to a variable, or to memory of alloca, is followed behind the end of its block",
        Gap::Formats => "that formats get strings where they ask for them, and room for what is stored",
        Gap::Overlap => "that what is copied does not overlap with where it is copied to",
        Gap::Conversions => "that floating numbers fit into the integers that they become",
        Gap::Unreachable => "that what the program declares to be unreachable is not reached",
        Gap::Precision => "that floating arithmetic is as exact as its types say, and not more so",
        Gap::Addresses => "that nothing depends on where objects are in memory",
        Gap::Volatile => "that volatile objects change only where the program writes to them",
        Gap::Indirect => "that functions of the C library that are called through pointers get what they need",
        Gap::Lists => "that functions without a body change nothing through a list of variable arguments",
        Gap::Order => {
            "that operands that call functions are evaluated from left to right, and what is assigned before where it goes"
        }
    }
}
