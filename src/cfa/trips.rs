//! How often loops go round, where that is a constant that can be seen.
//!
//! For each natural loop of the automaton: the steps that are taken in every iteration are followed with the values of
//! those integer locals that nothing else in the loop changes, from the constants that they have when the loop is
//! entered, until a test leads out. Steps in inner loops and on branches are not followed; what they change is not
//! known. So the result bounds the number of times that control goes back to the head, whatever else ends the loop
//! earlier.
//!
//! The work is close to linear in the automaton: residual programs have a hundred thousand locations, and loops in each
//! other by the hundreds. Loops with many others in each other in them are not counted, and what is followed, forwards
//! and backwards, is limited for all loops together.
//!
//! It is a hint for bounded verifiers, who check it by unwinding assertions; a loop that goes round more often than
//! [`MOST`] is not worth one.

use super::dominators::Dominators;
use super::flow::CfaFlow;
use super::loops::Loops;
use super::model::*;
use super::visit::{Visit, addressed_locals, visit_op};
use crate::ctype::{IntKind, LocalId, Quals, Types};
use std::cell::Cell;
use std::collections::{BTreeMap, BTreeSet};

const MOST: u64 = 1 << 16;

/// How many constants a counter may start with.
const MOST_STARTS: usize = 8;

/// A loop in which loops are in each other so deep is not looked at: each location is looked at by as many loops.
const MOST_NESTED: u32 = 16;

/// How many steps are followed, for all loops of a function.
const MOST_FOLLOWED: usize = 1 << 24;

/// How many edges are gone back to find where counters start, for all loops of a function; and more for each edge.
const MOST_BACK: usize = 1 << 16;
const BACK_PER_EDGE: usize = 16;

/// For the heads of all natural loops: how often control comes back to them at most each time the loop is entered.
pub fn trips(types: &Types, cfa: &Cfa) -> BTreeMap<LocId, Option<u64>> {
    let graph = Graph::new(cfa);
    let shared = shared_locals(cfa);
    let count = |a_loop: Loop| {
        let counter = Counter { types, cfa, graph: &graph, shared: &shared, a_loop: &a_loop };
        (a_loop.head, if a_loop.is_plain { counter.count() } else { None })
    };
    graph.loops().into_iter().map(count).collect()
}

/// For the heads of all natural loops: the integer locals that decide when it ends and grow or shrink by the same
/// amount each time control comes back, with that amount.
pub fn strides(types: &Types, cfa: &Cfa) -> BTreeMap<LocId, Vec<(LocalId, i128)>> {
    let graph = Graph::new(cfa);
    let shared = shared_locals(cfa);
    let stride = |a_loop: Loop| {
        let counter = Counter { types, cfa, graph: &graph, shared: &shared, a_loop: &a_loop };
        (a_loop.head, if a_loop.is_plain { counter.strides() } else { Vec::new() })
    };
    graph.loops().into_iter().map(stride).collect()
}

/// The locations with what dominates them, and the loops that they are in.
struct Graph<'a> {
    cfa: &'a Cfa,
    outgoing: Adjacency,
    incoming: Adjacency,
    dominators: Dominators,
    nest: Loops,
    /// The locations that are in loops, by the number of the innermost one: those of a loop are one behind the other.
    inside: Vec<LocId>,
    /// By number of a loop: where its own locations begin.
    begins: Vec<u32>,
    /// What may still be followed.
    left: Cell<usize>,
    left_back: Cell<usize>,
}

struct Loop {
    head: LocId,
    /// Where control comes back from.
    latches: Vec<LocId>,
    /// Whether it is worth while to look at it.
    is_plain: bool,
}

impl<'a> Graph<'a> {
    fn new(cfa: &'a Cfa) -> Graph<'a> {
        let dominators = Dominators::new(&CfaFlow::new(cfa));
        let nest = Loops::new(&dominators);
        let number = |loc: &LocId| nest.innermost(*loc).map(|head| nest.numbers(head).0);
        let loops = dominators.order.iter().filter(|loc| nest.is_head(**loc)).count();
        let mut begins = vec![0; loops + 1];
        dominators.order.iter().filter_map(number).for_each(|number| begins[number as usize + 1] += 1);
        (0..loops).for_each(|at| begins[at + 1] += begins[at]);
        let mut inside: Vec<LocId> = dominators.order.iter().copied().filter(|loc| number(loc).is_some()).collect();
        inside.sort_by_key(number);
        let left_back = Cell::new(MOST_BACK + BACK_PER_EDGE * cfa.edges.len());
        let (outgoing, incoming, left) = (cfa.outgoing(), cfa.incoming(), Cell::new(MOST_FOLLOWED));
        Graph { cfa, outgoing, incoming, dominators, nest, inside, begins, left, left_back }
    }

    fn reached(&self, loc: LocId) -> bool {
        loc == self.cfa.entry || self.dominators.parent(loc).is_some()
    }

    fn loops(&self) -> Vec<Loop> {
        let heads: Vec<LocId> = self.dominators.order.iter().copied().filter(|loc| self.nest.is_head(*loc)).collect();
        // How deep loops are in each other in the loop of a head, its own included.
        let mut height = vec![0; self.cfa.locations as usize];
        for head in heads.iter().rev() {
            height[head.0 as usize] += 1;
            if let Some(around) = self.nest.around(*head) {
                height[around.0 as usize] = height[around.0 as usize].max(height[head.0 as usize]);
            }
        }
        let a_loop = |head: LocId| {
            let before = &self.dominators.predecessors[head.0 as usize];
            let mut latches: Vec<LocId> =
                before.iter().copied().filter(|loc| self.dominators.dominates(head, *loc)).collect();
            latches.sort_unstable();
            latches.dedup();
            Loop { head, latches, is_plain: height[head.0 as usize] <= MOST_NESTED }
        };
        heads.into_iter().map(a_loop).collect()
    }

    /// All locations of a loop.
    fn body(&self, head: LocId) -> &[LocId] {
        let (first, behind) = self.nest.numbers(head);
        &self.inside[self.begins[first as usize] as usize..self.begins[behind as usize] as usize]
    }

    /// Takes so much of what may still be followed, if there is as much.
    fn spend(left: &Cell<usize>, amount: usize) -> Option<()> {
        left.set(left.get().checked_sub(amount)?);
        Some(())
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
    fn count(&self) -> Option<u64> {
        let steps = self.steps();
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

    fn strides(&self) -> Vec<(LocalId, i128)> {
        let steps = self.steps();
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

    /// The locations that are passed in every iteration, exactly once, in order: those that dominate all latches and
    /// are in no inner loop.
    fn steps(&self) -> Vec<LocId> {
        let (head, dominators) = (self.a_loop.head, &self.graph.dominators);
        let Some((&first, others)) = self.a_loop.latches.split_first() else { return Vec::new() };
        let mut last = first;
        for latch in others {
            while !dominators.dominates(last, *latch) {
                let Some(above) = dominators.parent(last) else { return Vec::new() };
                last = above;
            }
        }
        // The head dominates every latch, and what is between them is in the loop.
        let above = std::iter::successors(Some(last), |loc| dominators.parent(*loc).filter(|_| *loc != head));
        let mut steps: Vec<LocId> = above.filter(|loc| self.graph.nest.innermost(*loc) == Some(head)).collect();
        steps.reverse();
        steps
    }

    fn is_inside(&self, loc: LocId) -> bool {
        self.graph.nest.is_in(loc, self.a_loop.head)
    }

    /// Whether a test at this location can lead out of the loop.
    fn leaves(&self, loc: LocId) -> bool {
        let outgoing = self.graph.outgoing.of(loc);
        outgoing.len() == 2 && outgoing.iter().any(|edge| !self.is_inside(self.cfa[*edge].to))
    }

    /// The integer locals that only the steps change, of those that decide when the loop ends.
    fn known(&self, steps: &[LocId]) -> BTreeSet<LocalId> {
        let mut known = self.deciding(steps);
        known.retain(|local| self.types.as_int(self.cfa.locals[local.0 as usize].ty.ty).is_some());
        known.retain(|local| !self.shared.contains(local));
        let steps: BTreeSet<LocId> = steps.iter().copied().collect();
        for loc in self.graph.body(self.a_loop.head) {
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
            // The last ones first: what they are computed from is mostly assigned before.
            for (local, value) in assignments.iter().rev() {
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
            outside.filter(|edge| self.graph.reached(edge.from) && !self.is_inside(edge.from)).collect();
        if self.a_loop.head == self.cfa.entry {
            return None;
        }
        let mut seen = BTreeSet::new();
        let mut found = BTreeSet::new();
        while let Some(edge) = work.pop() {
            Graph::spend(&self.graph.left_back, 1)?;
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
            Graph::spend(&self.graph.left, steps.len() + 1)?;
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
                        if !self.is_inside(self.cfa[*taken].to) {
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

    /// However deep loops are in each other, the locations that are looked at are a few times those there are; and what
    /// is inside is still counted.
    #[test]
    fn deep_nests_are_not_looked_at_again_and_again() {
        let deep = 300;
        let mut text = String::new();
        (0..deep).for_each(|number| text += &format!("L{number}: any();\n"));
        text += "for (int i = 0; i < 7; i++) any();\n";
        (0..deep).rev().for_each(|number| text += &format!("if (any()) goto L{number};\n"));
        check(&text, &[7]);
        let program = built(&format!("int any(void); int main(void) {{ {text} return 0; }}"));
        let main = program.functions.iter().find(|function| function.name == "main").expect("it has one");
        let graph = Graph::new(main.cfa().expect("it is defined"));
        let loops = graph.loops();
        assert_eq!(loops.len(), deep + 1);
        let plain = loops.iter().filter(|a_loop| a_loop.is_plain);
        let looked: usize = plain.map(|a_loop| graph.body(a_loop.head).len()).sum();
        assert!(looked <= graph.inside.len() * MOST_NESTED as usize, "{looked} of {}", graph.inside.len());
    }

    /// Bodies are what reaches a latch without passing the head.
    #[test]
    fn bodies_are_natural() {
        let text = "int any(void); int main(void) { int i; for (i = 0; i < 3; i++) { if (any()) continue; while (any())
            if (any()) break; } do { if (any()) goto out; } while (any()); out: return i; }";
        let program = built(text);
        let main = program.functions.iter().find(|function| function.name == "main").expect("it has one");
        let graph = Graph::new(main.cfa().expect("it is defined"));
        let loops = graph.loops();
        assert_eq!(loops.len(), 3);
        for Loop { head, latches, .. } in loops {
            let mut natural = BTreeSet::from([head]);
            let mut work = latches;
            while let Some(loc) = work.pop() {
                if natural.insert(loc) {
                    work.extend(graph.incoming.of(loc).iter().map(|edge| graph.cfa[*edge].from));
                }
            }
            assert_eq!(graph.body(head).iter().copied().collect::<BTreeSet<_>>(), natural);
        }
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
