//! What a verdict takes for granted because nobody asked about it.
//!
//! An assertion that is proved is only as good as the memory safety before it: a write out of bounds may change
//! anything, and verifiers let it change nothing. So what a program could do wrong and what was not checked is counted,
//! and listed with the verdicts.

use super::Check;
use super::collect::Collector;
use crate::cfa::display::Names;
use crate::cfa::visit::{self, Visit};
use crate::cfa::{Expr, ExprKind, LocId, Op, Program, Var};
use crate::ctype::{Type, Types};
use std::collections::{BTreeMap, BTreeSet};
use std::fmt;

/// Something that is not checked, and how many places of the program it is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Unchecked {
    /// Nobody asked for it.
    Check(Check, usize),
    /// A variable lives on behind the end of its block: the automaton does not say where blocks end.
    Blocks(usize),
}

/// What is not checked, of which the program has instances. The program must not have been instrumented yet.
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
    let unchecked = counts.into_iter().map(|(check, places)| Unchecked::Check(check, places));
    let exposed = if checks.contains(&Check::Pointer) { exposed(program) } else { 0 };
    unchecked.chain((exposed > 0).then_some(Unchecked::Blocks(exposed))).collect()
}

/// How many times the address of a local is used.
fn exposed(program: &Program) -> usize {
    struct Exposed(usize);
    impl Visit for Exposed {
        fn expr(&mut self, expr: &Expr) {
            if let ExprKind::AddrOf(place) = &expr.kind {
                self.0 += usize::from(matches!(place.root(), Some(Var::Local(_))));
            }
            visit::visit_expr(self, expr);
        }
    }
    let mut exposed = Exposed(0);
    program.functions.iter().filter_map(|function| function.cfa()).for_each(|cfa| visit::visit_cfa(&mut exposed, cfa));
    exposed.0
}

impl Unchecked {
    /// One word for scripts.
    pub fn word(&self) -> &'static str {
        match self {
            Unchecked::Check(check, _) => check.name(),
            Unchecked::Blocks(_) => "blocks",
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
            Unchecked::Check(Check::Pointer, places) => {
                ("that pointers that are followed point to live objects, and pointer arithmetic stays inside", places)
            }
            Unchecked::Blocks(places) => {
                ("that no pointer to a variable is followed behind the end of its block", places)
            }
        };
        let noun = if *places == 1 { "place" } else { "places" };
        match self {
            Unchecked::Check(check, _) => write!(f, "{what} ({places} {noun}; --check {check})"),
            Unchecked::Blocks(_) => write!(f, "{what} ({places} {noun})"),
        }
    }
}
