//! The control flow of a function as C statements: `if`, loops, and `goto` where nothing else says it.
//!
//! The method is the dominator-tree one of Ramsey, "Beyond Relooper" (ICFP 2022), made to fit C. A location with one
//! forward edge into it is written at that edge; one with several is written after the location that dominates it,
//! where all of them can reach it by going forward. C has `goto`, so whatever is not reached by falling through,
//! `break` or `continue` is reached by a label: irreducible graphs need no special treatment. Unlike in the paper, what
//! a loop leaves to is written behind the loop and not in it.
//!
//! Tests that only serve one decision are put together first, as `&&` and `||` ([`graph`]). Nothing is written twice
//! and nothing is left out; the work is close to linear, and the depth of the result is bounded ([`MAX_DEPTH`]): what
//! would be nested deeper goes to the end of the function.

mod build;
mod graph;
mod places;
#[cfg(test)]
mod tests;

use crate::cfa::{Cfa, Edge, EdgeId, LocId};
use std::collections::BTreeSet;

/// How deep statements nest; clang refuses more than 256 open brackets.
const MAX_DEPTH: usize = 60;

/// How many arms an `if` has: to compilers each `else if` lies in the one before.
const MAX_ARMS: usize = 500;

/// The statements of a function. `silent` says which edges print nothing, so that they need not be kept apart.
pub fn structure(cfa: &Cfa, silent: &dyn Fn(&Edge) -> bool) -> Tree {
    build::build(graph::Graph::new(cfa, silent))
}

#[derive(Debug)]
pub struct Tree {
    pub body: Vec<Stmt>,
    conds: Vec<Cond>,
    /// The labels that some `goto` needs.
    pub labels: BTreeSet<LocId>,
}

#[derive(Debug, PartialEq)]
pub enum Stmt {
    /// Printed only when it is one of [`Tree::labels`].
    Label(LocId),
    /// The operation of an edge that is not a branch.
    Op(EdgeId),
    /// Control cannot come here, or has come to the function's exit.
    End(LocId),
    /// `if … else if … else`.
    If {
        arms: Vec<(Guard, Vec<Stmt>)>,
        otherwise: Vec<Stmt>,
    },
    Loop(LoopForm, Vec<Stmt>),
    Goto(LocId),
    Break,
    Continue,
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub enum LoopForm {
    Forever,
    While(Guard),
    DoWhile(Guard),
}

/// A condition of a [`Tree`], as it is or negated.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Guard {
    cond: CondId,
    truth: bool,
}

impl Guard {
    fn not(self) -> Guard {
        Guard { truth: !self.truth, ..self }
    }
}

/// A condition in a [`Tree`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct CondId(u32);

/// Operands are evaluated from left to right, as far as needed.
#[derive(Clone, Copy, Debug)]
enum Cond {
    /// The edge would be taken.
    Test(EdgeId),
    And(Guard, Guard),
    Or(Guard, Guard),
}

/// A guard with negation pushed to the tests.
#[derive(Clone, Copy, Debug)]
pub enum Decision {
    /// Whether the assumption of this edge has this truth.
    Test(EdgeId, bool),
    And(Guard, Guard),
    Or(Guard, Guard),
}

impl Tree {
    /// What a guard decides.
    pub fn decision(&self, guard: Guard) -> Decision {
        let same = |inner: Guard| if guard.truth { inner } else { inner.not() };
        match (self.conds[guard.cond.0 as usize], guard.truth) {
            (Cond::Test(edge), truth) => Decision::Test(edge, truth),
            (Cond::And(a, b), true) | (Cond::Or(a, b), false) => Decision::And(same(a), same(b)),
            (Cond::Or(a, b), true) | (Cond::And(a, b), false) => Decision::Or(same(a), same(b)),
        }
    }
}
