//! The program and the condition side by side (paper 000, algorithm 1). Time and memory are linear in what comes of it.

use super::assumed::Decided;
use super::flat::{Called, Flat};
use crate::cfa::{EdgeId, LocId};
use crate::condition::{Condition, Next, On, Place, StateId, Transition};
use rustc_hash::FxHashMap;

/// A location with what the condition says there; none when nothing is covered any more.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct Node {
    pub(super) loc: LocId,
    pub(super) state: Option<StateId>,
    /// Whether everything from here on is covered.
    pub(super) covered: bool,
}

/// All pairs that an execution can come to.
pub(super) struct Product {
    /// The start first.
    pub(super) nodes: Vec<Node>,
    /// By node: where its edges begin in the list of all.
    starts: Vec<u32>,
    edges: Vec<(EdgeId, u32)>,
    /// By node: whether what is asserted there need not be checked.
    pub(super) checked: Vec<bool>,
}

impl Product {
    pub(super) fn new(flat: &Flat, condition: &Condition, settled: Vec<Option<Next>>, decided: Decided) -> Product {
        let outgoing = flat.cfa.outgoing();
        let mut product = Product { nodes: Vec::new(), starts: vec![0], edges: Vec::new(), checked: Vec::new() };
        let mut known: FxHashMap<Node, u32> = FxHashMap::default();
        let mut steps = Steps { decided, ..Steps::new(flat, condition, settled) };
        let covers = |state: Option<StateId>| state.is_some_and(|state| condition[state].accepting);
        let node = |loc: LocId, state: Option<StateId>| Node { loc, state, covered: covers(state) };
        product.number(&mut known, node(flat.cfa.entry, Some(condition.initial)));
        let mut at = 0;
        while at < product.nodes.len() {
            let Node { loc, state, covered } = product.nodes[at];
            let asserted = outgoing.of(loc).first().and_then(|edge| flat.origin[edge.0 as usize]);
            let checked = |state: StateId| asserted.is_some_and(|place| condition[state].checked.contains(&place));
            product.checked.push(covered || state.is_some_and(checked));
            for &edge in outgoing.of(loc).iter().filter(|_| !covered) {
                let loc = flat.cfa[edge].to;
                let next = state.map_or(Next::Left, |state| steps.follow(state, edge));
                let states = match &next {
                    Next::Left => &[],
                    Next::States(states) => &states[..],
                };
                for state in states.iter().copied().map(Some).chain(states.is_empty().then_some(None)) {
                    let target = product.number(&mut known, node(loc, state));
                    product.edges.push((edge, target));
                }
            }
            product.starts.push(product.edges.len() as u32);
            at += 1;
        }
        product
    }

    /// The edges of a node and where they lead, in the order of the automaton; none where everything is covered.
    pub(super) fn edges(&self, node: u32) -> &[(EdgeId, u32)] {
        let at = node as usize;
        &self.edges[self.starts[at] as usize..self.starts[at + 1] as usize]
    }

    /// What is covered is a node of its own for every edge that leads there: what is folded together would otherwise
    /// bring it back.
    fn number(&mut self, known: &mut FxHashMap<Node, u32>, node: Node) -> u32 {
        let new = self.nodes.len() as u32;
        let number = if node.covered { new } else { *known.entry(node).or_insert(new) };
        if number == new {
            self.nodes.push(node);
        }
        number
    }
}

/// A state with more transitions than these gets a table of them by edge.
const FEW: usize = 8;

/// The transitions of a state, by number: those that are about an edge, and those about any.
#[derive(Default)]
struct Table {
    named: FxHashMap<Place, Vec<u32>>,
    any: Vec<u32>,
}

/// Where the condition goes, edge by edge.
pub(crate) struct Steps<'a> {
    flat: &'a Flat,
    condition: &'a Condition,
    settled: Vec<Option<Next>>,
    tables: FxHashMap<StateId, Table>,
    decided: Decided,
}

impl<'a> Steps<'a> {
    pub(crate) fn new(flat: &'a Flat, condition: &'a Condition, settled: Vec<Option<Next>>) -> Steps<'a> {
        Steps { flat, condition, settled, tables: FxHashMap::default(), decided: Decided::default() }
    }

    pub(crate) fn follow(&mut self, state: StateId, edge: EdgeId) -> Next {
        let Some(place) = self.flat.origin[edge.0 as usize] else {
            return match self.decided.excludes(edge, &self.condition[state].transitions) {
                true => Next::Left,
                false => Next::States(vec![state]),
            };
        };
        let called = self.flat.calls.get(&edge);
        if called == Some(&Called::Unknown) {
            return Next::Left;
        }
        let next = self.next(state, place, edge);
        let (Some(Called::Unmentioned), Next::States(states)) = (called, &next) else { return next };
        let mut after: Vec<StateId> = Vec::new();
        for state in states {
            match &self.settled[state.0 as usize] {
                Some(Next::States(states)) => after.extend(states),
                // It cannot be said, or nothing is covered.
                _ => return Next::Left,
            }
        }
        after.sort_unstable();
        after.dedup();
        Next::States(after)
    }

    fn next(&mut self, state: StateId, place: Place, edge: EdgeId) -> Next {
        let (transitions, holds) = (&self.condition[state].transitions, self.decided.before(edge));
        if transitions.len() <= FEW {
            let fitting = transitions.iter().filter(|transition| transition.on.has(place));
            return self.condition.next_by(state, fitting, holds);
        }
        let table = self.tables.entry(state).or_insert_with(|| Table::new(transitions));
        let named = table.named.get(&place).map_or(&[][..], Vec::as_slice);
        let (mut named, mut any) = (named.iter().peekable(), table.any.iter().peekable());
        let fitting = std::iter::from_fn(|| {
            let first = match (named.peek(), any.peek()) {
                (Some(a), Some(b)) if a < b => named.next(),
                (Some(_), None) => named.next(),
                _ => any.next(),
            };
            first.map(|number| &transitions[*number as usize])
        });
        self.condition.next_by(state, fitting, holds)
    }
}

impl Table {
    fn new(transitions: &[Transition]) -> Table {
        let mut table = Table::default();
        for (number, transition) in (0..).zip(transitions) {
            match &transition.on {
                On::Any => table.any.push(number),
                On::Edges(places) => {
                    places.iter().for_each(|place| table.named.entry(*place).or_default().push(number));
                }
            }
        }
        table
    }
}
