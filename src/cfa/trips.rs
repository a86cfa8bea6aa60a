//! How often loops go round, where that is a constant that can be seen.
//!
//! For each natural loop of the automaton: the steps that are taken in every iteration are followed with the values of
//! those integer locals that nothing else in the loop changes, from the constants that they have when the loop is
//! entered, until a test leads out. Steps in inner loops and on branches are not followed; what they change is not
//! known. So the result bounds the number of times that control goes back to the head, whatever else ends the loop
//! earlier.
//!
//! It is a hint for bounded verifiers, who check it by unwinding assertions; a loop that goes round more often than
//! [`MOST`] is not worth one.

use super::model::*;
use super::visit::{Visit, addressed_locals, visit_op};
use crate::ctype::{IntKind, LocalId, Quals, Types};
use petgraph::algo::dominators::{Dominators, simple_fast};
use petgraph::graph::{DiGraph, NodeIndex};
use std::collections::{BTreeMap, BTreeSet};

const MOST: u64 = 1 << 16;

/// How many constants a counter may start with.
const MOST_STARTS: usize = 8;

/// For the heads of all natural loops: how often control comes back to them at most each time the loop is entered.
pub fn trips(types: &Types, cfa: &Cfa) -> BTreeMap<LocId, Option<u64>> {
    let graph = Graph::new(cfa);
    let shared = shared_locals(cfa);
    let loops = graph.loops();
    let count = |a_loop: &Loop| {
        let counter = Counter { types, cfa, graph: &graph, shared: &shared, a_loop };
        (a_loop.head, counter.count(&loops))
    };
    loops.iter().map(count).collect()
}

/// For the heads of all natural loops: the integer locals that decide when it ends and grow or shrink by the same
/// amount each time control comes back, with that amount.
pub fn strides(types: &Types, cfa: &Cfa) -> BTreeMap<LocId, Vec<(LocalId, i128)>> {
    let graph = Graph::new(cfa);
    let shared = shared_locals(cfa);
    let loops = graph.loops();
    let stride = |a_loop: &Loop| {
        let counter = Counter { types, cfa, graph: &graph, shared: &shared, a_loop };
        (a_loop.head, counter.strides(&loops))
    };
    loops.iter().map(stride).collect()
}

/// The locations with what dominates them.
struct Graph<'a> {
    cfa: &'a Cfa,
    outgoing: Adjacency,
    incoming: Adjacency,
    dominators: Dominators<NodeIndex>,
}

struct Loop {
    head: LocId,
    /// Where control comes back from.
    latches: Vec<LocId>,
    body: BTreeSet<LocId>,
}

fn node(loc: LocId) -> NodeIndex {
    NodeIndex::new(loc.0 as usize)
}

impl<'a> Graph<'a> {
    fn new(cfa: &'a Cfa) -> Graph<'a> {
        let mut graph: DiGraph<(), ()> = DiGraph::with_capacity(cfa.locations as usize, cfa.edges.len());
        for _ in 0..cfa.locations {
            graph.add_node(());
        }
        for edge in &cfa.edges {
            graph.add_edge(node(edge.from), node(edge.to), ());
        }
        let dominators = simple_fast(&graph, node(cfa.entry));
        Graph { cfa, outgoing: cfa.outgoing(), incoming: cfa.incoming(), dominators }
    }

    fn reached(&self, loc: LocId) -> bool {
        loc == self.cfa.entry || self.dominators.immediate_dominator(node(loc)).is_some()
    }

    /// The location and all that dominate it, from the inside.
    fn above(&self, loc: LocId) -> impl Iterator<Item = LocId> {
        let list = self.dominators.dominators(node(loc));
        list.into_iter().flatten().map(|node| LocId(node.index() as u32))
    }

    fn loops(&self) -> Vec<Loop> {
        let mut latches: BTreeMap<LocId, BTreeSet<LocId>> = BTreeMap::new();
        for edge in self.cfa.edges.iter().filter(|edge| self.reached(edge.from)) {
            if self.above(edge.from).any(|above| above == edge.to) {
                latches.entry(edge.to).or_default().insert(edge.from);
            }
        }
        latches.into_iter().map(|(head, latches)| self.natural(head, latches.into_iter().collect())).collect()
    }

    /// What reaches a latch without passing the head.
    fn natural(&self, head: LocId, latches: Vec<LocId>) -> Loop {
        let mut body = BTreeSet::from([head]);
        let mut work = latches.clone();
        while let Some(loc) = work.pop() {
            if body.insert(loc) {
                let before = self.incoming.of(loc).iter().map(|edge| self.cfa[*edge].from);
                work.extend(before.filter(|loc| self.reached(*loc)));
            }
        }
        Loop { head, latches, body }
    }
}

/// Locals that something else than an assignment to them may change.
fn shared_locals(cfa: &Cfa) -> BTreeSet<LocalId> {
    let mut found = addressed_locals(cfa);
    let volatile = |local: &&Local| local.ty.quals.contains(Quals::VOLATILE);
    let ids = (0..).map(LocalId);
    found.extend(ids.zip(&cfa.locals).filter(|(_, local)| volatile(local)).map(|(id, _)| id));
    found
}

/// The local that an operation changes, all of it or a part; several for a havoc.
fn changed(op: &Op) -> Vec<LocalId> {
    let local = |place: &Place| match place.root() {
        Some(Var::Local(local)) => Some(local),
        _ => None,
    };
    match op {
        Op::Assign { place, .. } | Op::Call { dst: Some(place), .. } => local(place).into_iter().collect(),
        Op::Havoc { places, .. } => places.iter().filter_map(local).collect(),
        Op::Declare(declared) => vec![*declared],
        _ => Vec::new(),
    }
}

/// The value that an operation gives to a whole local.
fn assigned(op: &Op) -> Option<(LocalId, &Expr)> {
    match op {
        Op::Assign { place: Place { kind: PlaceKind::Var(Var::Local(local)), .. }, value } => Some((*local, value)),
        _ => None,
    }
}

/// The locals that are read.
struct Read(BTreeSet<LocalId>);

impl Visit for Read {
    fn var(&mut self, var: Var) {
        if let Var::Local(local) = var {
            self.0.insert(local);
        }
    }
}

type Values = BTreeMap<LocalId, i128>;

/// Follows one loop.
struct Counter<'a> {
    types: &'a Types,
    cfa: &'a Cfa,
    graph: &'a Graph<'a>,
    shared: &'a BTreeSet<LocalId>,
    a_loop: &'a Loop,
}

impl Counter<'_> {
    fn count(&self, loops: &[Loop]) -> Option<u64> {
        let steps = self.steps(loops);
        if !steps.iter().any(|loc| self.leaves(*loc)) {
            return None;
        }
        let known = self.known(&steps);
        let starts: Vec<(LocalId, Vec<i128>)> =
            known.iter().filter_map(|local| Some((*local, self.starts(*local)?))).collect();
        let mut all = vec![Values::new()];
        for (local, values) in starts {
            if all.len() * values.len() > MOST_STARTS {
                continue;
            }
            let with = |start: &Values| {
                let more = |value: &i128| start.iter().map(|(l, v)| (*l, *v)).chain([(local, *value)]).collect();
                values.iter().map(more).collect::<Vec<Values>>()
            };
            all = all.iter().flat_map(with).collect();
        }
        let counts: Option<Vec<u64>> = all.into_iter().map(|start| self.follow(&steps, &known, start)).collect();
        counts?.into_iter().max()
    }

    fn strides(&self, loops: &[Loop]) -> Vec<(LocalId, i128)> {
        let steps = self.steps(loops);
        let known = self.known(&steps);
        let stride = |local: LocalId| {
            // The same for two values is taken for the same for all: it is a hint.
            let by = |start: i128| {
                let mut values = Values::from([(local, start)]);
                steps.iter().for_each(|loc| self.step(*loc, &mut values));
                Some(values.get(&local)? - start)
            };
            let (one, other) = (by(10)?, by(20)?);
            (one == other && one != 0).then_some((local, one))
        };
        known.iter().filter_map(|local| stride(*local)).collect()
    }

    /// The locations that are passed in every iteration, exactly once, in order.
    fn steps(&self, loops: &[Loop]) -> Vec<LocId> {
        let inner = |loc: LocId| {
            let inside = |other: &&Loop| other.head != self.a_loop.head && self.a_loop.body.contains(&other.head);
            loops.iter().filter(inside).any(|other| other.body.contains(&loc))
        };
        let mut lists = self.a_loop.latches.iter().map(|latch| {
            let above = self.graph.above(*latch);
            above.take_while(|loc| self.a_loop.body.contains(loc)).collect::<Vec<LocId>>()
        });
        let mut common = lists.next().unwrap_or_default();
        for list in lists {
            common.retain(|loc| list.contains(loc));
        }
        common.retain(|loc| !inner(*loc));
        common.reverse();
        common
    }

    /// Whether a test at this location can lead out of the loop.
    fn leaves(&self, loc: LocId) -> bool {
        let outgoing = self.graph.outgoing.of(loc);
        outgoing.len() == 2 && outgoing.iter().any(|edge| !self.a_loop.body.contains(&self.cfa[*edge].to))
    }

    /// The integer locals that only the steps change, of those that decide when the loop ends.
    fn known(&self, steps: &[LocId]) -> BTreeSet<LocalId> {
        let mut known = self.deciding(steps);
        known.retain(|local| self.types.as_int(self.cfa.locals[local.0 as usize].ty.ty).is_some());
        known.retain(|local| !self.shared.contains(local));
        let steps: BTreeSet<LocId> = steps.iter().copied().collect();
        for loc in &self.a_loop.body {
            let outgoing = self.graph.outgoing.of(*loc);
            if !(steps.contains(loc) && outgoing.len() == 1) {
                let changes = outgoing.iter().flat_map(|edge| changed(&self.cfa[*edge].op));
                changes.for_each(|local| _ = known.remove(&local));
            }
        }
        known
    }

    /// The locals that the tests read, and those that these are computed from.
    fn deciding(&self, steps: &[LocId]) -> BTreeSet<LocalId> {
        let mut found = Read(BTreeSet::new());
        let mut assignments = Vec::new();
        for loc in steps {
            match self.graph.outgoing.of(*loc) {
                [edge] => assignments.extend(assigned(&self.cfa[*edge].op)),
                [yes, _] if self.leaves(*loc) => visit_op(&mut found, &self.cfa[*yes].op),
                _ => {}
            }
        }
        loop {
            let before = found.0.len();
            for (local, value) in &assignments {
                if found.0.contains(local) {
                    found.expr(value);
                }
            }
            if found.0.len() == before {
                return found.0;
            }
        }
    }

    /// The constants that a local can have when the loop is entered; none when it can have anything else.
    fn starts(&self, local: LocalId) -> Option<Vec<i128>> {
        let outside = self.graph.incoming.of(self.a_loop.head).iter().map(|edge| &self.cfa[*edge]);
        let mut work: Vec<&Edge> =
            outside.filter(|edge| self.graph.reached(edge.from) && !self.a_loop.body.contains(&edge.from)).collect();
        if self.a_loop.head == self.cfa.entry {
            return None;
        }
        let mut seen = BTreeSet::new();
        let mut found = BTreeSet::new();
        while let Some(edge) = work.pop() {
            match assigned(&edge.op) {
                Some((target, value)) if target == local => {
                    found.insert(self.value(value, &Values::new())?);
                    if found.len() > MOST_STARTS {
                        return None;
                    }
                    continue;
                }
                _ if changed(&edge.op).contains(&local) => return None,
                _ => {}
            }
            if edge.from == self.cfa.entry {
                return None;
            }
            if seen.insert(edge.from) {
                work.extend(self.graph.incoming.of(edge.from).iter().map(|edge| &self.cfa[*edge]));
            }
        }
        (!found.is_empty()).then(|| found.into_iter().collect())
    }

    /// What a step that is no test does to values.
    fn step(&self, loc: LocId, values: &mut Values) {
        if let [edge] = self.graph.outgoing.of(loc) {
            let op = &self.cfa[*edge].op;
            let new = assigned(op).and_then(|(local, value)| Some((local, self.value(value, values)?)));
            changed(op).iter().for_each(|local| _ = values.remove(local));
            values.extend(new);
        }
    }

    /// How often control comes back before a test leads out.
    fn follow(&self, steps: &[LocId], known: &BTreeSet<LocalId>, start: Values) -> Option<u64> {
        let mut values = start;
        for trips in 0..=MOST {
            let mut decided = false;
            for loc in steps {
                match self.graph.outgoing.of(*loc) {
                    [_] => {
                        self.step(*loc, &mut values);
                        values.retain(|local, _| known.contains(local));
                    }
                    [yes, no] if self.leaves(*loc) => {
                        let Op::Assume { cond, truth, .. } = &self.cfa[*yes].op else { continue };
                        let Some(value) = self.value(cond, &values) else { continue };
                        decided = true;
                        let taken = if (value != 0) == *truth { yes } else { no };
                        if !self.a_loop.body.contains(&self.cfa[*taken].to) {
                            return Some(trips);
                        }
                    }
                    _ => {}
                }
            }
            if !decided {
                return None;
            }
        }
        None
    }

    /// The value of an integer expression, as C computes it; none where it reads something else, or C leaves it open.
    fn value(&self, expr: &Expr, values: &Values) -> Option<i128> {
        let kind = self.types.as_int(expr.ty).filter(|kind| self.types.model.int_bits(*kind) < 128)?;
        let fit = |value: i128| {
            let wrapped = self.types.wrap(kind, value);
            (wrapped == value || !kind.is_signed()).then_some(wrapped)
        };
        match &expr.kind {
            ExprKind::Int(value) => Some(*value),
            ExprKind::Load(Place { kind: PlaceKind::Var(Var::Local(local)), .. }) => values.get(local).copied(),
            ExprKind::Cast(operand) => {
                let value = self.value(operand, values)?;
                Some(if kind == IntKind::Bool { (value != 0).into() } else { self.types.wrap(kind, value) })
            }
            ExprKind::Unary(UnaryOp::Neg, operand) => fit(self.value(operand, values)?.checked_neg()?),
            ExprKind::Unary(UnaryOp::BitNot, operand) => fit(!self.value(operand, values)?),
            ExprKind::Binary(op, lhs, rhs) => fit(binary(*op, self.value(lhs, values)?, self.value(rhs, values)?)?),
            _ => None,
        }
    }
}

fn binary(op: BinaryOp, a: i128, b: i128) -> Option<i128> {
    Some(match op {
        BinaryOp::Add => a.checked_add(b)?,
        BinaryOp::Sub => a.checked_sub(b)?,
        BinaryOp::Mul => a.checked_mul(b)?,
        BinaryOp::Div => a.checked_div(b)?,
        BinaryOp::Rem => a.checked_rem(b)?,
        BinaryOp::Shl if (0..64).contains(&b) => a.checked_mul(1 << b)?,
        BinaryOp::Shr if (0..128).contains(&b) => a >> b,
        BinaryOp::And => a & b,
        BinaryOp::Xor => a ^ b,
        BinaryOp::Or => a | b,
        BinaryOp::Eq => (a == b).into(),
        BinaryOp::Ne => (a != b).into(),
        BinaryOp::Lt => (a < b).into(),
        BinaryOp::Le => (a <= b).into(),
        BinaryOp::Gt => (a > b).into(),
        BinaryOp::Ge => (a >= b).into(),
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cfa::tests::built;

    /// The trips of the loops of a function, in the order of their heads.
    fn found(body: &str) -> Vec<u64> {
        let text = format!("int any(void); void use(int *); int main(void) {{ {body} return 0; }}");
        let program = built(&text);
        let main = program.functions.iter().find(|function| function.name == "main").expect("it has one");
        trips(&program.types, main.cfa().expect("it is defined")).into_values().flatten().collect()
    }

    #[track_caller]
    fn check(body: &str, expected: &[u64]) {
        assert_eq!(found(body), expected, "{body}");
    }

    #[test]
    fn constant_loops_are_counted() {
        check("for (int i = 0; i < 3; i++) any();", &[3]);
        check("int i = 5; do { any(); } while (--i > 0);", &[4]);
        check("for (unsigned long i = 10; i-- > 0;) any();", &[10]);
        check("int n = 7; while (n--) any();", &[7]);
        check("for (int i = 1; i <= 100; i *= 2) any();", &[7]);
        check("for (unsigned char c = 250; c != 3; c++) any();", &[9]);
        check("for (int i = 0; ; i += 2) { if (any()) continue; if (i == 8) break; }", &[]);
        check("for (int i = 0; ; i += 2) { if (any()) any(); if (i == 8) break; }", &[4]);
        check("for (int i = 0; i < 4 && any(); i++) any();", &[4]);
        check("for (int i = 0; i < (int)sizeof(int) + 1; i++) if (any()) break;", &[5]);
    }

    #[test]
    fn nested_loops_are_counted_for_each_entry() {
        let nested =
            "int n = 0; for (int i = 0; i < 4; i++) { if (any()) n = 1; for (int j = 9; j >= 0; j -= 3) any(); }";
        check(nested, &[4, 4]);
        check("for (int i = 0; i < 3; i++) for (int j = 0; j < i; j++) any();", &[3]);
        check("int i; if (any()) i = 2; else i = 0; for (; i < 6; i++) any();", &[6]);
    }

    #[test]
    fn counters_have_a_stride() {
        let found = |body: &str| {
            let program = built(&format!("int any(void); void f(int n, int i) {{ {body} }}"));
            let function = program.functions.iter().find(|function| function.name == "f").expect("it has one");
            strides(&program.types, function.cfa().expect("it is defined")).into_values().collect::<Vec<_>>()
        };
        let (n, i) = (LocalId(0), LocalId(1));
        assert_eq!(found("for (; i <= n; i++) any();"), [vec![(i, 1)]]);
        assert_eq!(found("while (n-- > 0) any();"), [vec![(n, -1)]]);
        assert_eq!(found("do { i += 2; i += 3; } while (i < n);"), [vec![(i, 5)]]);
        assert_eq!(found("for (; i < n; i *= 2) any();"), [vec![]]);
        assert_eq!(found("for (; i < n; i++) if (any()) i--;"), [vec![]]);
        assert_eq!(found("while (i < n) i = any();"), [vec![]]);
    }

    #[test]
    fn what_cannot_be_seen_is_not_counted() {
        check("for (int i = 0; i < any(); i++) any();", &[]);
        check("int i = 0; use(&i); for (i = 0; i < 3; i++) use(&i);", &[]);
        check("int i = any(); for (; i < 3; i++) any();", &[]);
        check("for (int i = 0; i < 3; i++) if (any()) i = 0;", &[]);
        check("for (int i = 0; i < 3; i++) for (int j = 0; j < 2; j++) i = j;", &[2]);
        check("volatile int i; for (i = 0; i < 3; i++) any();", &[]);
        check("for (;;) if (any()) break;", &[]);
        check("for (int i = 0; i < 1000000; i++) any();", &[]);
        check("for (int i = 0; i != 5; i += 2) any();", &[]);
    }
}
