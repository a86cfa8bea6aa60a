//! Assumptions of conditions that a residual program can decide.
//!
//! Nobody knows whether what a condition assumes holds, so that what has an assumption does not count (paper 000,
//! algorithm 1). But that arithmetic fits its type is an assumption that we write ourselves, where overflows are
//! watched. It is made again from the operation here; where it reads the same, the residual program decides it in front
//! of the operation. Where it holds, the condition goes on; where it does not, nothing is covered. Other assumptions
//! stay what they are.

use super::flat::Flat;
use crate::cfa::{Edge, EdgeId, Op, Program};
use crate::condition::{Assumption, Condition, On, Place, Transition};
use crate::property::{self, Overflowing};
use rustc_hash::FxHashMap;
use std::collections::{BTreeMap, BTreeSet};

/// What is decided, by edge of the flat program.
#[derive(Default)]
pub(crate) struct Decided {
    decisions: FxHashMap<EdgeId, Decision>,
    /// By edge: what holds in front of it, if it is known to.
    holds: FxHashMap<EdgeId, String>,
}

/// That something does not hold.
struct Decision {
    text: String,
    /// The edges that it is about.
    places: Vec<Place>,
}

impl Decided {
    /// Lets a flat program decide what is assumed of it, as far as that can be said there.
    pub(super) fn new(program: &mut Program, flat: &mut Flat, condition: &Condition) -> Decided {
        let assumed = assumed(condition);
        let mut decided = Decided::default();
        if assumed.is_empty() {
            return decided;
        }
        let (mut found, outgoing) = (property::overflowing(program, &flat.cfa), flat.cfa.outgoing());
        found.retain(|found| {
            let origin = outgoing.of(found.at).first().and_then(|first| flat.origin[first.0 as usize]);
            origin.and_then(|origin| assumed.get(&origin)).is_some_and(|texts| texts.contains(found.text.as_str()))
        });
        for Overflowing { at, span, fits, text, .. } in found {
            // What is behind the decision is there twice, so that nobody folds it together.
            let (fitting, others) = (flat.cfa.new_location(), flat.cfa.new_location());
            let mut places = Vec::new();
            for edge in outgoing.of(at) {
                let copy = EdgeId(flat.cfa.edges.len() as u32);
                let again = Edge { from: others, ..flat.cfa[*edge].clone() };
                flat.cfa.edges.push(again);
                flat.origin.push(flat.origin[edge.0 as usize]);
                if let Some(called) = flat.calls.get(edge).copied() {
                    flat.calls.insert(copy, called);
                }
                flat.cfa.edges[edge.0 as usize].from = fitting;
                places.extend(flat.origin[edge.0 as usize]);
                decided.holds.insert(*edge, text.clone());
            }
            for (to, truth) in [(fitting, true), (others, false)] {
                let edge = EdgeId(flat.cfa.edges.len() as u32);
                let op = Op::Assume { cond: fits.clone(), truth, via: None };
                flat.cfa.edges.push(Edge { from: at, to, op, span });
                flat.origin.push(None);
                if !truth {
                    let decision = Decision { text: text.clone(), places: places.clone() };
                    decided.decisions.insert(edge, decision);
                }
            }
        }
        decided
    }

    /// Whether an edge decides that something does not hold which one of these transitions assumes.
    pub(super) fn excludes(&self, edge: EdgeId, transitions: &[Transition]) -> bool {
        let Some(Decision { text, places }) = self.decisions.get(&edge) else { return false };
        transitions.iter().any(|transition| {
            matches!(&transition.assumption, Some(Assumption::Before(assumed)) if assumed == text)
                && places.iter().any(|place| transition.on.has(*place))
        })
    }

    /// What is known to hold in front of an edge.
    pub(super) fn before(&self, edge: EdgeId) -> Option<&str> {
        self.holds.get(&edge).map(String::as_str)
    }
}

/// What a condition assumes in front of edges.
fn assumed(condition: &Condition) -> BTreeMap<Place, BTreeSet<&str>> {
    let mut assumed: BTreeMap<Place, BTreeSet<&str>> = BTreeMap::new();
    for transition in condition.states.iter().flat_map(|state| &state.transitions) {
        if let (On::Edges(places), Some(Assumption::Before(text))) = (&transition.on, &transition.assumption) {
            places.iter().for_each(|place| _ = assumed.entry(*place).or_default().insert(text));
        }
    }
    assumed
}
