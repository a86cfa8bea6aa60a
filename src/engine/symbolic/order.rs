//! The order in which the locations of a function are visited: a location after all that lead to it, except around
//! loops.
//!
//! A loop is what is left to do with a set of locations that reach each other: one of them is its head, where
//! iterations begin, and the others have an order without it. Every edge that goes back in the order goes to the head
//! of a loop that it is in. Loops with several entries need nothing special: whoever comes in by another way waits in
//! the middle.

use crate::cfa::{Cfa, LocId};
use petgraph::algo::tarjan_scc;
use petgraph::graphmap::DiGraphMap;
use std::collections::BTreeSet;

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Step {
    Visit(LocId),
    /// `leaves` says whether some edge leads out of it.
    Loop {
        head: LocId,
        body: Vec<Step>,
        leaves: bool,
    },
}

pub fn order(cfa: &Cfa) -> Vec<Step> {
    let mut graph = DiGraphMap::new();
    for location in 0..cfa.locations {
        graph.add_node(location);
    }
    for edge in &cfa.edges {
        graph.add_edge(edge.from.0, edge.to.0, ());
    }
    steps(&graph, &graph, &BTreeSet::from([cfa.entry.0]))
}

/// The order of a part of all locations; `entries` are where control comes in.
fn steps(all: &DiGraphMap<u32, ()>, graph: &DiGraphMap<u32, ()>, entries: &BTreeSet<u32>) -> Vec<Step> {
    let step = |component: Vec<u32>| {
        if let [location] = component[..]
            && !graph.contains_edge(location, location)
        {
            return Step::Visit(LocId(location));
        }
        let inside: BTreeSet<u32> = component.into_iter().collect();
        let leads_in = |location: u32| entries.contains(&location) || from_outside(graph, &inside, location);
        let head =
            inside.iter().copied().find(|location| leads_in(*location)).unwrap_or(inside.first().copied().unwrap_or(0));
        let mut rest = DiGraphMap::new();
        for location in inside.iter().copied().filter(|location| *location != head) {
            rest.add_node(location);
            let next = graph.neighbors(location).filter(|to| *to != head && inside.contains(to));
            next.for_each(|to| {
                rest.add_edge(location, to, ());
            });
        }
        let entries =
            rest.nodes().filter(|location| graph.contains_edge(head, *location) || leads_in(*location)).collect();
        let leaves = inside.iter().any(|from| all.neighbors(*from).any(|to| !inside.contains(&to)));
        Step::Loop { head: LocId(head), body: steps(all, &rest, &entries), leaves }
    };
    let mut components = tarjan_scc(graph);
    components.reverse();
    components.into_iter().map(step).collect()
}

fn from_outside(graph: &DiGraphMap<u32, ()>, inside: &BTreeSet<u32>, location: u32) -> bool {
    graph.neighbors_directed(location, petgraph::Incoming).any(|from| !inside.contains(&from))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cfa::{Edge, Op};
    use crate::source::Span;

    fn text(steps: &[Step]) -> String {
        let word = |step: &Step| match step {
            Step::Visit(location) => location.0.to_string(),
            Step::Loop { head, body, .. } => format!("({} {})", head.0, text(body)),
        };
        steps.iter().map(word).collect::<Vec<_>>().join(" ")
    }

    fn of(edges: &[(u32, u32)]) -> String {
        let mut cfa = Cfa::empty();
        cfa.locations = edges.iter().flat_map(|(a, b)| [*a, *b]).max().unwrap_or(0) + 1;
        let edge = |&(from, to): &(u32, u32)| Edge {
            from: LocId(from),
            to: LocId(to),
            op: Op::Skip,
            span: Span { unit: 0, start: 0, end: 0 },
        };
        cfa.edges = edges.iter().map(edge).collect();
        text(&order(&cfa))
    }

    #[test]
    fn loops_nest() {
        assert_eq!(of(&[(0, 1), (1, 2), (2, 3), (3, 2), (3, 4), (4, 1), (1, 5)]), "0 (1 (2 3) 4) 5");
    }

    #[test]
    fn a_location_that_leads_to_itself_is_a_loop() {
        assert_eq!(of(&[(0, 1), (1, 1), (1, 2)]), "0 (1 ) 2");
    }

    #[test]
    fn loops_with_two_entries_have_one_head() {
        assert_eq!(of(&[(0, 1), (0, 2), (1, 2), (2, 1), (2, 3)]), "0 (1 2) 3");
    }
}
