//! The nesting tree of random graphs, by the definitions of paper 004, section 2.

use super::Random;
use crate::cfa::{Cfa, Edge, EdgeId, FuncId, LocId, Op};
use crate::region::nesting::Nesting;
use crate::region::{Body, Goes};
use crate::source::Span;
use std::collections::{BTreeMap, BTreeSet};

const SPAN: Span = Span { unit: 0, start: 0, end: 0 };

type Set = BTreeSet<u32>;

fn cfa(locations: u32, edges: &[(u32, u32)]) -> Cfa {
    let edge = |(from, to): &(u32, u32)| Edge { from: LocId(*from), to: LocId(*to), op: Op::Skip, span: SPAN };
    Cfa { locations, exit: LocId(locations - 1), edges: edges.iter().map(edge).collect(), ..Cfa::empty() }
}

/// A graph, with what follows from it by definition.
struct Slow {
    edges: Vec<(u32, u32)>,
    reached: Set,
}

/// What a search from a location finds, itself included, along edges of a kind.
fn search(edges: &[(u32, u32)], from: u32, along: impl Fn(u32, u32) -> bool) -> Set {
    let mut found = Set::from([from]);
    let mut work = vec![from];
    while let Some(at) = work.pop() {
        for &(_, to) in edges.iter().filter(|(a, b)| *a == at && along(*a, *b)) {
            if found.insert(to) {
                work.push(to);
            }
        }
    }
    found
}

impl Slow {
    fn new(edges: &[(u32, u32)]) -> Slow {
        let reached = search(edges, 0, |_, _| true);
        let edges = edges.iter().copied().filter(|(from, _)| reached.contains(from)).collect();
        Slow { edges, reached }
    }

    /// Every path from the entry to `below` passes `above`.
    fn dominates(&self, above: u32, below: u32) -> bool {
        above == below || above == 0 || !search(&self.edges, 0, |_, to| to != above).contains(&below)
    }

    /// The natural loops by their heads: what reaches a back edge without passing the head.
    fn loops(&self) -> BTreeMap<u32, Set> {
        let mut loops: BTreeMap<u32, Set> = BTreeMap::new();
        for &(latch, head) in self.edges.iter().filter(|(from, to)| self.dominates(*to, *from)) {
            let inside = |loc: &u32| *loc != head && search(&self.edges, *loc, |_, to| to != head).contains(&latch);
            let body = loops.entry(head).or_insert_with(|| Set::from([head]));
            body.extend(self.reached.iter().copied().filter(inside));
        }
        loops
    }

    /// The strongly connected components, cycles all of them, of the body of a region: its locations without the edges
    /// to its head. The function has no head in this sense.
    fn components(&self, locations: &Set, head: Option<u32>) -> BTreeSet<Set> {
        let inside = |from: u32, to: u32| locations.contains(&from) && locations.contains(&to) && Some(to) != head;
        let reach: BTreeMap<u32, Set> = locations.iter().map(|loc| (*loc, search(&self.edges, *loc, inside))).collect();
        let component = |loc: &u32| -> Set {
            locations.iter().copied().filter(|other| reach[loc].contains(other) && reach[other].contains(loc)).collect()
        };
        let own_cycle = |loc: u32| inside(loc, loc) && self.edges.contains(&(loc, loc));
        let cyclic = |found: &Set| found.len() > 1 || found.iter().all(|loc| own_cycle(*loc));
        locations.iter().map(component).filter(cyclic).collect()
    }

    fn entries(&self, component: &Set) -> Set {
        let enters = |(from, to): &&(u32, u32)| component.contains(to) && !component.contains(from);
        let mut entries: Set = self.edges.iter().filter(enters).map(|(_, to)| *to).collect();
        entries.extend(component.get(&0));
        entries
    }

    /// No cycle is left without the back edges.
    fn is_reducible(&self) -> bool {
        let forward: Vec<(u32, u32)> =
            self.edges.iter().copied().filter(|(from, to)| !self.dominates(*to, *from)).collect();
        forward.iter().all(|(from, to)| !search(&forward, *to, |_, _| true).contains(from))
    }

    /// Algorithms 1 and 2 to the letter, on a reducible graph: the location sets with those of their parents.
    fn paper(&self) -> BTreeMap<Set, Option<Set>> {
        let mut tree = BTreeMap::from([]);
        let mut stack = vec![(self.reached.clone(), None)];
        while let Some((region, head)) = stack.pop() {
            for component in self.components(&region, head) {
                let entries = self.entries(&component);
                assert_eq!(entries.len(), 1, "a reducible graph has single entries");
                tree.insert(component.clone(), head.map(|_| region.clone()));
                stack.push((component, entries.first().copied()));
            }
        }
        tree
    }
}

fn set(locations: &[LocId]) -> Set {
    locations.iter().map(|loc| loc.0).collect()
}

/// What has been seen, so that the generators are known to be worth something.
#[derive(Default, Debug)]
struct Seen {
    graphs: usize,
    loops: usize,
    irreducible: usize,
    /// Loops in a cycle with several entries.
    loops_in_components: usize,
    self_loops: usize,
    shared_heads: usize,
    unreachable: usize,
    deepest: usize,
}

fn check(locations: u32, edges: &[(u32, u32)], seen: &mut Seen) {
    let cfa = cfa(locations, edges);
    let nesting = Nesting::new(&cfa);
    let slow = Slow::new(edges);
    let sets: Vec<Set> = (0..nesting.nodes.len() as u32).map(|node| set(nesting.locations(node))).collect();
    assert_eq!(sets[0], slow.reached, "{edges:?}");

    let loops = slow.loops();
    let found: BTreeMap<u32, Set> =
        nesting.nodes[1..].iter().map(|node| node.head.0).zip(sets[1..].iter().cloned()).collect();
    assert_eq!(found, loops, "{edges:?}");
    assert_eq!(found.len() + 1, nesting.nodes.len(), "a head has one loop: {edges:?}");
    check_tree(&nesting, &sets, edges);

    let mut components: BTreeMap<Set, (u32, Set)> = BTreeMap::new();
    for component in &nesting.components {
        let whole = |loc: &LocId| loops.get(&loc.0).cloned().unwrap_or_else(|| Set::from([loc.0]));
        let members: Set = component.members.iter().flat_map(whole).collect();
        components.insert(members, (component.node, set(&component.entries)));
    }
    assert_eq!(components.len(), nesting.components.len(), "{edges:?}");
    let mut expected: BTreeMap<Set, (u32, Set)> = BTreeMap::new();
    for (node, inside) in (0..).zip(&sets) {
        let head = (node > 0).then(|| nesting.nodes[node as usize].head.0);
        for component in slow.components(inside, head) {
            let entries = slow.entries(&component);
            match entries.len() {
                1 => assert_eq!(loops.get(entries.first().expect("one")), Some(&component), "{edges:?}"),
                _ => drop(expected.insert(component, (node, entries))),
            }
        }
    }
    assert_eq!(components, expected, "{edges:?}");
    assert_eq!(nesting.components.is_empty(), slow.is_reducible(), "{edges:?}");
    if slow.is_reducible() {
        let parent = |node: usize| nesting.nodes[node].parent.filter(|parent| *parent > 0);
        let tree: BTreeMap<Set, Option<Set>> = (1..sets.len())
            .map(|node| (sets[node].clone(), parent(node).map(|at| sets[at as usize].clone())))
            .collect();
        assert_eq!(tree, slow.paper(), "{edges:?}");
    }

    seen.graphs += 1;
    seen.loops += loops.len();
    seen.irreducible += usize::from(!expected.is_empty());
    seen.loops_in_components +=
        loops.values().filter(|inside| expected.keys().any(|component| inside.is_subset(component))).count();
    seen.self_loops += loops.values().filter(|inside| inside.len() == 1).count();
    let latches = |head: u32| slow.edges.iter().filter(|(from, to)| *to == head && slow.dominates(head, *from)).count();
    seen.shared_heads += loops.keys().filter(|head| latches(**head) > 1).count();
    seen.unreachable += usize::from(slow.reached.len() < locations as usize);
    let deep = |loc: &u32| loops.values().filter(|inside| inside.contains(loc)).count();
    seen.deepest = seen.deepest.max(slow.reached.iter().map(deep).max().unwrap_or(0));
}

/// The tree is one: sets are apart or one is in the other, the parent is the smallest around, and each is a region,
/// that is, control enters it at its head alone.
fn check_tree(nesting: &Nesting, sets: &[Set], edges: &[(u32, u32)]) {
    for (at, node) in nesting.nodes.iter().enumerate() {
        for (other, around) in sets.iter().enumerate().filter(|(other, _)| *other != at) {
            let apart = sets[at].is_disjoint(around) || sets[at].is_subset(around) || sets[at].is_superset(around);
            assert!(apart, "{edges:?}: {at} and {other}");
        }
        assert!(sets[at].contains(&node.head.0), "{edges:?}");
        let around = (0..sets.len()).filter(|other| *other != at && sets[at].is_subset(&sets[*other]));
        // Of the function and a loop that is all of it, the function is outside.
        let around = around.filter(|other| at != 0 && (sets[*other].len() > sets[at].len() || *other == 0));
        let smallest = around.min_by_key(|other| (sets[*other].len(), *other == 0));
        assert_eq!(node.parent.map(|parent| parent as usize), smallest, "{edges:?}: {at}");
        let reached = &sets[0];
        for (from, to) in edges.iter().filter(|(from, to)| reached.contains(from) && sets[at].contains(to)) {
            assert!(*to == node.head.0 || sets[at].contains(from), "{edges:?}: {from} -> {to} goes into {at}");
        }
    }
    for loc in edges.iter().flat_map(|(from, to)| [LocId(*from), LocId(*to)]) {
        let with = |node: &usize| sets[*node].contains(&loc.0);
        let innermost = (0..sets.len()).filter(with).min_by_key(|node| (sets[*node].len(), *node == 0));
        assert_eq!(nesting.innermost(loc).map(|node| node as usize), innermost, "{edges:?}: {loc:?}");
        for (node, inside) in (0..).zip(sets) {
            assert_eq!(nesting.contains(node, loc), inside.contains(&loc.0), "{edges:?}");
        }
    }
    for a in 0..sets.len() as u32 {
        for b in 0..sets.len() as u32 {
            let both =
                |node: &usize| sets[*node].is_superset(&sets[a as usize]) && sets[*node].is_superset(&sets[b as usize]);
            let smallest = (0..sets.len()).filter(both).map(|node| sets[node].len()).min();
            assert_eq!(Some(sets[nesting.common(a, b) as usize].len()), smallest, "{edges:?}: {a} and {b}");
        }
    }
}

/// At most two edges a location; `near` keeps them short, which makes it look like a program.
fn random(random: &mut Random, locations: u32, near: bool) -> Vec<(u32, u32)> {
    let mut edges = Vec::new();
    for from in 0..locations {
        let mut target = || match near {
            true => (from + 3).saturating_sub(random.below(6)).min(locations - 1),
            false => random.below(locations),
        };
        let (a, b) = (target(), target());
        match random.below(12) {
            0 => {}
            1..=4 => edges.push((from, a)),
            _ => edges.extend([(from, a), (from, b)]),
        }
    }
    edges
}

/// Grows a structured program: loops of several kinds, with `break` and `continue`, in each other.
struct Grow<'a> {
    random: &'a mut Random,
    edges: Vec<(u32, u32)>,
    next: u32,
}

impl Grow<'_> {
    fn fresh(&mut self) -> u32 {
        self.next += 1;
        self.next
    }

    /// From `from`, in loops with these heads and ends; gives where control comes out.
    fn block(&mut self, from: u32, loops: &mut Vec<(u32, u32)>, depth: u32) -> u32 {
        let mut at = from;
        for _ in 0..1 + self.random.below(3) {
            at = match self.random.below(if depth == 0 { 3 } else { 7 }) {
                0 => {
                    let to = self.fresh();
                    self.edges.push((at, to));
                    to
                }
                1 | 2 => {
                    // Leaves a loop, or goes on with one, under a condition.
                    let (count, to) = (loops.len() as u32, self.fresh());
                    self.edges.push((at, to));
                    if count > 0 {
                        let (head, end) = loops[self.random.below(count) as usize];
                        self.edges.push((at, if self.random.below(2) == 0 { head } else { end }));
                    }
                    to
                }
                3 => {
                    let (then, other, join) = (self.fresh(), self.fresh(), self.fresh());
                    self.edges.extend([(at, then), (at, other)]);
                    let ends = [self.block(then, loops, depth - 1), self.block(other, loops, depth - 1)];
                    self.edges.extend(ends.map(|end| (end, join)));
                    join
                }
                kind => {
                    // The head is where control is already, now and then: two loops share it.
                    let (head, end) = (if kind == 4 { at } else { self.fresh() }, self.fresh());
                    if head != at {
                        self.edges.push((at, head));
                    }
                    let body = self.fresh();
                    self.edges.extend([(head, body), (head, end)]);
                    loops.push((head, end));
                    let last = self.block(body, loops, depth - 1);
                    loops.pop();
                    self.edges.push((last, head));
                    end
                }
            };
        }
        at
    }
}

#[test]
fn nesting_trees_are_what_the_definitions_say() {
    let mut seen = Seen::default();
    let mut numbers = Random(0x9e37_79b9_7f4a_7c15);
    for round in 0..6000 {
        let locations = 2 + numbers.below(12);
        let edges = random(&mut numbers, locations, round % 2 == 0);
        check(locations, &edges, &mut seen);
    }
    for _ in 0..40 {
        let edges = random(&mut numbers, 40, true);
        check(40, &edges, &mut seen);
    }
    assert!(seen.loops > 5000 && seen.irreducible > 500 && seen.loops_in_components > 100, "{seen:?}");
    assert!(seen.self_loops > 500 && seen.shared_heads > 300 && seen.unreachable > 1000, "{seen:?}");
}

#[test]
fn structured_programs_are_reducible() {
    let mut seen = Seen::default();
    let mut numbers = Random(0x2545_f491_4f6c_dd1d);
    while seen.graphs < 1500 {
        let mut grow = Grow { random: &mut numbers, edges: Vec::new(), next: 0 };
        grow.block(0, &mut Vec::new(), 3);
        let (edges, count) = (grow.edges, grow.next + 1);
        if count <= 30 {
            check(count, &edges, &mut seen);
        }
    }
    assert!(seen.irreducible == 0 && seen.loops > 1500 && seen.deepest >= 3 && seen.shared_heads > 200, "{seen:?}");
}

/// What leads to a wanted edge stays as it is, and nothing else does.
#[test]
fn bodies_end_behind_what_is_wanted() {
    let mut numbers = Random(0x1405_7b7e_f767_814f);
    let (mut shorter, mut whole) = (0, 0);
    for round in 0..4000 {
        let edges = random(&mut numbers, 12, round % 2 == 0);
        let cfa = cfa(12, &edges);
        let goes = |edge: EdgeId| match (numbers.below(6), cfa[edge].to) {
            (0, _) => Goes::Out,
            (_, LocId(0)) => Goes::Again,
            _ => Goes::On,
        };
        let all: Vec<(EdgeId, Goes)> = cfa.edge_ids().zip(cfa.edge_ids().map(goes)).collect();
        let wanted: BTreeSet<EdgeId> = cfa.edge_ids().filter(|_| numbers.below(8) == 0).collect();
        let on: Vec<(u32, u32)> =
            (edges.iter().zip(&all)).filter(|(_, (_, goes))| *goes == Goes::On).map(|(edge, _)| *edge).collect();
        let leads = |loc: LocId| {
            let found = search(&on, loc.0, |_, _| true);
            wanted.iter().any(|edge| found.contains(&cfa[*edge].from.0))
        };
        let locations: Vec<LocId> = (0..12).map(LocId).collect();
        let mut body = Body { function: FuncId(0), head: LocId(0), locations: locations.clone(), edges: all.clone() };
        body.until(&cfa, |edge| wanted.contains(&edge));
        if !leads(LocId(0)) {
            assert_eq!((&body.edges, &body.locations), (&all, &locations), "{edges:?}");
            whole += 1;
            continue;
        }
        let kept = all.iter().filter(|(edge, _)| leads(cfa[*edge].from)).map(|(edge, goes)| match goes {
            Goes::On if !leads(cfa[*edge].to) => (*edge, Goes::Out),
            goes => (*edge, *goes),
        });
        assert_eq!(body.edges, kept.collect::<Vec<_>>(), "{edges:?} {wanted:?}");
        assert!(
            body.locations.iter().all(|loc| leads(*loc))
                && wanted.iter().all(|edge| body.locations.contains(&cfa[*edge].from))
        );
        shorter += usize::from(body.locations.len() < 12);
    }
    assert!(shorter > 1000 && whole > 100, "{shorter} {whole}");
}

/// A hundred thousand loops in each other, each entered through the one before and left at once: no recursion, no
/// square.
#[test]
fn deep_nests() {
    let depth = 100_000;
    let mut edges: Vec<(u32, u32)> = (0..depth).map(|at| (at, at + 1)).collect();
    edges.extend((0..depth).map(|at| (2 * depth - at, 2 * depth - at + 1)));
    edges.push((depth, depth + 1));
    // The latch of the loop with head h is the location 2 * depth - h + 1, which every inner loop leaves to.
    edges.extend((1..depth).map(|head| (2 * depth - head + 1, head)));
    let nesting = Nesting::new(&cfa(2 * depth + 2, &edges));
    assert_eq!(nesting.nodes.len() as u32, depth);
    assert!(nesting.nodes.iter().enumerate().skip(1).all(|(at, node)| node.parent == Some(at as u32 - 1)));
    assert!(nesting.components.is_empty());
}
