//! Removes what cannot be reached, and skips.
//!
//! A location whose only way out is a skip is the same as the skip's target; it goes, unless the skip is all there is
//! of an endless loop, or both are heads of loops: two loops that share a head could not be told apart any more. Labels
//! follow their locations. What remains is numbered in reverse postorder, so that a reader meets locations in the order
//! in which the program does; edges are in the order of the locations that they leave.

use crate::cfa::model::*;

pub fn prune(cfa: &mut Cfa) {
    let target = contract(cfa);
    let resolve = |loc: LocId| target[loc.0 as usize];
    cfa.entry = resolve(cfa.entry);
    let mut edges = std::mem::take(&mut cfa.edges);
    edges.retain(|edge| resolve(edge.from) == edge.from);
    edges.iter_mut().for_each(|edge| edge.to = resolve(edge.to));
    cfa.edges = edges;

    let order = reverse_postorder(cfa);
    let mut number = vec![None; cfa.locations as usize];
    for (new, loc) in order.iter().enumerate() {
        number[loc.0 as usize] = Some(LocId(new as u32));
    }
    let mut count = order.len() as u32;
    if number[cfa.exit.0 as usize].is_none() {
        number[cfa.exit.0 as usize] = Some(LocId(count));
        count += 1;
    }
    let renumber = |loc: LocId| number[loc.0 as usize];
    let mut kept = Vec::with_capacity(cfa.edges.len());
    for mut edge in std::mem::take(&mut cfa.edges) {
        if let (Some(from), Some(to)) = (renumber(edge.from), renumber(edge.to)) {
            (edge.from, edge.to) = (from, to);
            kept.push(edge);
        }
    }
    // Stable: the two outcomes of a condition stay in their order.
    kept.sort_by_key(|edge| edge.from);
    let mut labels: Vec<_> = std::mem::take(&mut cfa.labels)
        .into_iter()
        .filter_map(|(loc, name)| renumber(resolve(loc)).map(|loc| (loc, name)))
        .collect();
    labels.sort();
    cfa.entry = renumber(cfa.entry).unwrap_or(LocId(0));
    cfa.exit = renumber(cfa.exit).unwrap_or(LocId(0));
    (cfa.edges, cfa.labels, cfa.locations) = (kept, labels, count);
}

/// For every location the one that stands for it when skips are contracted.
fn contract(cfa: &Cfa) -> Vec<LocId> {
    let outgoing = cfa.outgoing();
    let mut head = loop_heads(cfa, &outgoing);
    let skip_to = |loc: LocId| match outgoing.of(loc) {
        [only] if cfa[*only].op == Op::Skip && loc != cfa.exit => Some(cfa[*only].to),
        _ => None,
    };
    let mut target: Vec<Option<LocId>> = vec![None; cfa.locations as usize];
    let mut pending = vec![false; cfa.locations as usize];
    let mut chain = Vec::new();
    for start in (0..cfa.locations).map(LocId) {
        let mut at = start;
        while target[at.0 as usize].is_none() && !pending[at.0 as usize] {
            let Some(next) = skip_to(at) else { break };
            pending[at.0 as usize] = true;
            chain.push(at);
            at = next;
        }
        // A location that is still pending closes a cycle of skips: it stays.
        let mut end = target[at.0 as usize].unwrap_or(at);
        target[end.0 as usize] = Some(end);
        while let Some(loc) = chain.pop() {
            if target[loc.0 as usize].is_none() {
                if head[loc.0 as usize] && head[end.0 as usize] {
                    end = loc;
                } else if head[loc.0 as usize] {
                    head[end.0 as usize] = true;
                }
                target[loc.0 as usize] = Some(end);
            }
            pending[loc.0 as usize] = false;
        }
    }
    target.into_iter().enumerate().map(|(i, loc)| loc.unwrap_or(LocId(i as u32))).collect()
}

/// The targets of edges that go back to a location on the current path of a depth-first search.
fn loop_heads(cfa: &Cfa, outgoing: &Adjacency) -> Vec<bool> {
    let mut heads = vec![false; cfa.locations as usize];
    let mut state = vec![State::New; cfa.locations as usize];
    let mut stack = vec![(cfa.entry, 0)];
    state[cfa.entry.0 as usize] = State::Open;
    while let Some((loc, next)) = stack.last_mut() {
        let Some(&edge) = outgoing.of(*loc).get(*next) else {
            state[loc.0 as usize] = State::Done;
            stack.pop();
            continue;
        };
        *next += 1;
        let to = cfa[edge].to;
        match state[to.0 as usize] {
            State::New => {
                state[to.0 as usize] = State::Open;
                stack.push((to, 0));
            }
            State::Open => heads[to.0 as usize] = true,
            State::Done => {}
        }
    }
    heads
}

#[derive(Clone, Copy)]
enum State {
    New,
    Open,
    Done,
}

/// The reachable locations, each before those that it leads to but for backward edges. The outcome `true` of a
/// condition comes before the outcome `false`.
pub fn reverse_postorder(cfa: &Cfa) -> Vec<LocId> {
    let outgoing = cfa.outgoing();
    let mut seen = vec![false; cfa.locations as usize];
    let mut order = Vec::with_capacity(cfa.locations as usize);
    let mut stack = vec![(cfa.entry, 0)];
    seen[cfa.entry.0 as usize] = true;
    while let Some((loc, done)) = stack.last_mut() {
        let edges = outgoing.of(*loc);
        if *done == edges.len() {
            order.push(*loc);
            stack.pop();
            continue;
        }
        *done += 1;
        let to = cfa[edges[edges.len() - *done]].to;
        if !seen[to.0 as usize] {
            seen[to.0 as usize] = true;
            stack.push((to, 0));
        }
    }
    order.reverse();
    order
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::source::Span;

    fn cfa(locations: u32, exit: u32, edges: &[(u32, u32, Op)]) -> Cfa {
        let span = Span { unit: 0, start: 0, end: 1 };
        let edge = |(from, to, op): &(u32, u32, Op)| Edge { from: LocId(*from), to: LocId(*to), op: op.clone(), span };
        let edges = edges.iter().map(edge).collect();
        let (params, locals, labels) = (vec![], vec![], vec![]);
        Cfa { params, locals, locations, entry: LocId(0), exit: LocId(exit), edges, labels, unordered: 0 }
    }

    #[test]
    fn skips_go_and_unreachable_locations_too() {
        let mut cfa = cfa(6, 1, &[(0, 2, Op::Skip), (2, 3, Op::Skip), (3, 1, Op::Return(None)), (4, 5, Op::Skip)]);
        prune(&mut cfa);
        assert_eq!((cfa.locations, cfa.edges.len(), cfa.entry, cfa.exit), (2, 1, LocId(0), LocId(1)));
    }

    #[test]
    fn an_endless_loop_of_skips_keeps_one() {
        let mut cfa = cfa(4, 1, &[(0, 2, Op::Skip), (2, 3, Op::Skip), (3, 2, Op::Skip)]);
        prune(&mut cfa);
        assert_eq!(cfa.edges.len(), 1);
        assert_eq!(cfa.edges[0].from, cfa.edges[0].to);
    }

    #[test]
    fn two_loop_heads_stay_apart() {
        use crate::ctype::{LocalId, Types};
        let cond = Expr::load(Place::local(LocalId(0), Types::INT));
        let assume = |truth| Op::Assume { cond: cond.clone(), truth, via: None };
        let mut cfa = cfa(4, 1, &[(0, 2, Op::Skip), (2, 3, Op::Skip), (3, 3, assume(true)), (3, 2, assume(false))]);
        prune(&mut cfa);
        assert_eq!(cfa.edges.len(), 3);
        assert_eq!(cfa.edges.iter().filter(|edge| edge.op == Op::Skip).count(), 1);
    }
}
