//! Overflow monitoring (paper 001, section III-C): where signed arithmetic may leave its type, executions in which it
//! does are left for others, and the analysis goes on with the rest.
//!
//! In front of an operation that may overflow the program decides whether it does. Where it does there is a location
//! of its own, from which nothing goes on: a state that comes there is given up. So every domain takes what does not
//! overflow for granted behind it, and nobody else need know. What calls do that are run in place is not watched, and
//! followed as the machine does it.

use crate::cfa::{Edge, Expr, LocId, Op, Program};
use crate::property::{self, Overflowing};
use crate::reduce::flat::Flat;
use std::collections::BTreeMap;

/// What is watched, by where executions are that overflow.
#[derive(Default)]
pub(super) struct Overflows {
    sinks: BTreeMap<LocId, Overflow>,
    /// The same, by where it is decided.
    decided: BTreeMap<LocId, LocId>,
}

pub(super) struct Overflow {
    /// Where it is decided.
    pub(super) at: LocId,
    /// Where the operation begins.
    pub(super) behind: LocId,
    /// That nothing overflows.
    pub(super) fits: Expr,
    /// The same as C; names are those of the source.
    pub(super) text: String,
    words: String,
}

impl Overflows {
    /// Watches every operation of a function that may overflow.
    pub(super) fn watch(program: &mut Program, flat: &mut Flat) -> Overflows {
        let (found, outgoing) = (property::overflowing(program, &flat.cfa), flat.cfa.outgoing());
        let mut overflows = Overflows::default();
        for Overflowing { at, span, fits, text, words } in found {
            let (behind, sink) = (flat.cfa.new_location(), flat.cfa.new_location());
            for edge in outgoing.of(at) {
                flat.cfa.edges[edge.0 as usize].from = behind;
            }
            for (to, truth) in [(behind, true), (sink, false)] {
                let op = Op::Assume { cond: fits.clone(), truth, via: None };
                flat.cfa.edges.push(Edge { from: at, to, op, span });
                flat.origin.push(None);
            }
            overflows.decided.insert(at, sink);
            overflows.sinks.insert(sink, Overflow { at, behind, fits, text, words });
        }
        overflows
    }

    /// Lets executions go on that overflow, as they do in the program.
    #[cfg(test)]
    pub(super) fn unwatch(&self, cfa: &mut crate::cfa::Cfa) {
        for edge in cfa.edges.iter_mut().filter(|edge| self.decided.contains_key(&edge.from)) {
            edge.to = self.sinks[&self.decided[&edge.from]].behind;
        }
    }

    /// Whose executions come to a location in which it overflows.
    pub(super) fn of_sink(&self, loc: LocId) -> Option<&Overflow> {
        self.sinks.get(&loc)
    }

    /// What is decided at a location, and where executions are that overflow.
    pub(super) fn decided_at(&self, loc: LocId) -> Option<(&Overflow, LocId)> {
        let sink = *self.decided.get(&loc)?;
        Some((self.sinks.get(&sink)?, sink))
    }
}

impl Overflow {
    /// Why a state is given up.
    pub(super) fn why(&self) -> String {
        format!("the monitor overflow: what is behind it is known only where {}", self.words)
    }
}
