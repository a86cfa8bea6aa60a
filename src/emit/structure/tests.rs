//! The statements do what the automaton does: for random graphs and random outcomes of the tests, the operations come
//! in the same order. The machine that runs the statements shares nothing with the code that writes them.

use super::*;
use crate::cfa::{Cause, Expr, ExprKind, Op};
use crate::ctype::Types;
use crate::source::Span;
use std::collections::HashMap;

const SPAN: Span = Span { unit: 0, start: 0, end: 0 };

/// A small generator of pseudo-random numbers (xorshift), so that every run is the same.
struct Random(u64);

impl Random {
    fn below(&mut self, n: u32) -> u32 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 33) as u32 % n
    }
}

fn number(value: i128) -> Expr {
    Expr { kind: ExprKind::Int(value), ty: Types::INT }
}

fn assume(truth: bool) -> Op {
    Op::Assume { cond: number(1), truth, via: None }
}

/// An operation that prints something; which one does not matter here.
fn visible() -> Op {
    Op::Havoc { places: Vec::new(), objects: Vec::new(), cause: Cause::Choice }
}

fn cfa(locations: u32, edges: Vec<(u32, u32, Op)>) -> Cfa {
    let edges = edges.into_iter().map(|(from, to, op)| Edge { from: LocId(from), to: LocId(to), op, span: SPAN });
    Cfa { locations, exit: LocId(locations - 1), edges: edges.collect(), ..Cfa::empty() }
}

/// A random graph; `local` keeps edges short, which makes it look like a program.
fn random(random: &mut Random, locations: u32, local: bool) -> Cfa {
    let mut edges = Vec::new();
    for from in 0..locations - 1 {
        let mut target = || {
            if local { (from + 5).saturating_sub(random.below(7)).min(locations - 1) } else { random.below(locations) }
        };
        let (a, b) = (target(), target());
        match random.below(8) {
            0..=3 => edges.extend([(from, a, assume(true)), (from, b, assume(false))]),
            4 | 5 => edges.push((from, a, visible())),
            6 => edges.push((from, a, Op::Skip)),
            _ if random.below(4) == 0 => edges.push((from, locations - 1, Op::Return(None))),
            _ if random.below(6) == 0 => {}
            _ => edges.push((from, from + 1, visible())),
        }
    }
    cfa(locations, edges)
}

fn is_silent(edge: &Edge) -> bool {
    edge.op == Op::Skip
}

#[derive(Debug, PartialEq, Clone, Copy)]
enum Event {
    Op(EdgeId),
    /// A test, by its edge of truth, and how it came out.
    Test(EdgeId, bool),
    End,
}

const FUEL: usize = 300;

/// The events of the automaton itself.
fn run_automaton(cfa: &Cfa, mut random: Random) -> Vec<Event> {
    let outgoing = cfa.outgoing();
    let mut events = Vec::new();
    let mut at = cfa.entry;
    for _ in 0..FUEL * 10 {
        match *outgoing.of(at) {
            [] => {
                events.push(Event::End);
                break;
            }
            [edge] => {
                if !is_silent(&cfa[edge]) {
                    events.push(Event::Op(edge));
                }
                at = cfa[edge].to;
                if matches!(cfa[edge].op, Op::Return(_)) {
                    break;
                }
            }
            [yes, no] => {
                let truth = random.below(2) == 0;
                events.push(Event::Test(yes, truth));
                at = cfa[if truth { yes } else { no }].to;
            }
            _ => unreachable!(),
        }
    }
    events.truncate(FUEL);
    events
}

/// The statements as instructions with jumps, as a C compiler would see them.
enum Code {
    Op(EdgeId),
    End,
    /// Jumps when the guard is false.
    Unless(Guard, usize),
    Jump(usize),
    Goto(LocId),
}

#[derive(Default)]
struct Compiler {
    code: Vec<Code>,
    labels: HashMap<LocId, usize>,
    /// For each open loop the jumps that leave it, and those that go to its test.
    loops: Vec<(Vec<usize>, Vec<usize>)>,
}

impl Compiler {
    fn emit(&mut self, code: Code) -> usize {
        self.code.push(code);
        self.code.len() - 1
    }

    /// Makes a jump go to where the code ends now.
    fn land(&mut self, jump: usize) {
        let here = self.code.len();
        self.aim(jump, here);
    }

    fn aim(&mut self, jump: usize, at: usize) {
        match &mut self.code[jump] {
            Code::Jump(to) | Code::Unless(_, to) => *to = at,
            _ => unreachable!(),
        }
    }

    fn block(&mut self, tree: &Tree, stmts: &[Stmt]) {
        for stmt in stmts {
            match stmt {
                Stmt::Label(loc) => {
                    if tree.labels.contains(loc) {
                        assert!(self.labels.insert(*loc, self.code.len()).is_none(), "written twice");
                    }
                }
                Stmt::Op(edge) => {
                    self.emit(Code::Op(*edge));
                }
                Stmt::End(_) => {
                    self.emit(Code::End);
                }
                Stmt::Goto(loc) => {
                    self.emit(Code::Goto(*loc));
                }
                Stmt::Break => {
                    let jump = self.emit(Code::Jump(0));
                    self.loops.last_mut().expect("break in a loop").0.push(jump);
                }
                Stmt::Continue => {
                    let jump = self.emit(Code::Jump(0));
                    self.loops.last_mut().expect("continue in a loop").1.push(jump);
                }
                Stmt::If { arms, otherwise } => {
                    let mut ends = Vec::new();
                    for (guard, then) in arms {
                        let unless = self.emit(Code::Unless(*guard, 0));
                        self.block(tree, then);
                        ends.push(self.emit(Code::Jump(0)));
                        self.land(unless);
                    }
                    self.block(tree, otherwise);
                    ends.into_iter().for_each(|end| self.land(end));
                }
                Stmt::Loop(form, body) => self.a_loop(tree, *form, body),
            }
        }
    }

    fn a_loop(&mut self, tree: &Tree, form: LoopForm, body: &[Stmt]) {
        let top = self.code.len();
        self.loops.push((Vec::new(), Vec::new()));
        let mut leave = Vec::new();
        if let LoopForm::While(guard) = form {
            leave.push(self.emit(Code::Unless(guard, 0)));
        }
        self.block(tree, body);
        let (breaks, continues) = self.loops.pop().expect("pushed above");
        leave.extend(breaks);
        if let LoopForm::DoWhile(guard) = form {
            continues.into_iter().for_each(|jump| self.land(jump));
            leave.push(self.emit(Code::Unless(guard, 0)));
        } else {
            continues.into_iter().for_each(|jump| self.aim(jump, top));
        }
        self.emit(Code::Jump(top));
        leave.into_iter().for_each(|jump| self.land(jump));
    }
}

fn run_tree(cfa: &Cfa, tree: &Tree, mut random: Random) -> Vec<Event> {
    let mut compiler = Compiler::default();
    compiler.block(tree, &tree.body);
    let mut events = Vec::new();
    let mut at = 0;
    for _ in 0..FUEL * 40 {
        assert!(at < compiler.code.len(), "control falls off the end of the function");
        match &compiler.code[at] {
            Code::Op(edge) => {
                if !is_silent(&cfa[*edge]) {
                    events.push(Event::Op(*edge));
                }
                at += 1;
                if matches!(cfa[*edge].op, Op::Return(_)) {
                    break;
                }
            }
            Code::End => {
                events.push(Event::End);
                break;
            }
            Code::Jump(to) => at = *to,
            Code::Goto(loc) => at = compiler.labels[loc],
            Code::Unless(guard, to) => {
                at = if decide(tree, *guard, &mut random, &mut events) { at + 1 } else { *to };
            }
        }
    }
    events.truncate(FUEL);
    events
}

fn decide(tree: &Tree, guard: Guard, random: &mut Random, events: &mut Vec<Event>) -> bool {
    match tree.decision(guard) {
        Decision::Test(edge, wanted) => {
            let truth = random.below(2) == 0;
            events.push(Event::Test(edge, truth));
            truth == wanted
        }
        Decision::And(a, b) => decide(tree, a, random, events) && decide(tree, b, random, events),
        Decision::Or(a, b) => decide(tree, a, random, events) || decide(tree, b, random, events),
    }
}

fn compare(cfa: &Cfa, seeds: &mut Random, runs: u32) {
    let tree = structure(cfa, &is_silent);
    for _ in 0..runs {
        let seed = u64::from(seeds.below(1 << 30)) + 1;
        let expected = run_automaton(cfa, Random(seed));
        assert_eq!(run_tree(cfa, &tree, Random(seed)), expected, "{:#?}\n{tree:#?}", cfa.edges);
    }
}

#[test]
fn random_graphs_run_the_same() {
    let mut seeds = Random(0x9e37_79b9_7f4a_7c15);
    for round in 0..6000 {
        let locations = 2 + seeds.below(if round % 10 == 0 { 60 } else { 14 });
        let graph = random(&mut seeds, locations, round % 2 == 0);
        compare(&graph, &mut seeds, 8);
    }
}

#[test]
fn deep_and_long_graphs_stay_shallow() {
    // Thousands of loops in loops.
    let n = 2000;
    let mut edges = Vec::new();
    for i in 0..n {
        edges.extend([(i, i + 1, assume(true)), (i, 2 * n - i, assume(false))]);
    }
    edges.push((n, n - 1, visible()));
    for i in n + 1..2 * n {
        edges.push((i, 2 * n - i - 1, visible()));
    }
    edges.push((2 * n, 2 * n + 1, Op::Return(None)));
    let graph = cfa(2 * n + 2, edges);
    compare(&graph, &mut Random(5), 3);
    assert!(depth(&structure(&graph, &is_silent).body) <= MAX_DEPTH + 2);

    // A chain of tests, each with its own code behind it: all that fit, and then more by a jump.
    let n = 20_000;
    let mut edges = Vec::new();
    for i in 0..n {
        edges.extend([(i, n + 1 + i, assume(true)), (i, i + 1, assume(false))]);
        edges.push((n + 1 + i, 2 * n + 1, visible()));
    }
    edges.push((n, 2 * n + 1, visible()));
    edges.push((2 * n + 1, 2 * n + 2, Op::Return(None)));
    let tree = structure(&cfa(2 * n + 3, edges), &is_silent);
    assert!(depth(&tree.body) <= 2, "a chain of else-ifs");
    assert!(tree.body.iter().all(|stmt| !matches!(stmt, Stmt::If { arms, .. } if arms.len() > MAX_ARMS)));
    assert!(tree.labels.len() <= n as usize / MAX_ARMS + 1);

    // Statements one after the other.
    let n = 100_000;
    let mut edges: Vec<_> = (0..n).map(|i| (i, i + 1, visible())).collect();
    edges.push((n, n + 1, Op::Return(None)));
    assert_eq!(depth(&structure(&cfa(n + 2, edges), &is_silent).body), 1);

    // Ifs one after the other.
    let mut edges = Vec::new();
    for i in (0..n).step_by(2) {
        edges.extend([(i, i + 1, assume(true)), (i, i + 2, assume(false)), (i + 1, i + 2, visible())]);
    }
    edges.push((n, n + 1, Op::Return(None)));
    let tree = structure(&cfa(n + 2, edges), &is_silent);
    assert_eq!(depth(&tree.body), 2);
    assert!(tree.labels.is_empty());
}

fn depth(stmts: &[Stmt]) -> usize {
    let inner = |stmt: &Stmt| match stmt {
        Stmt::If { arms, otherwise } => {
            arms.iter().map(|(_, then)| depth(then)).max().unwrap_or(0).max(depth(otherwise))
        }
        Stmt::Loop(_, body) => depth(body),
        _ => 0,
    };
    1 + stmts.iter().map(inner).max().unwrap_or(0)
}

#[test]
fn loops_look_like_loops() {
    // while (c) { a; if (d) break; b; } e; return
    let graph = cfa(
        7,
        vec![
            (0, 1, assume(true)),
            (0, 5, assume(false)),
            (1, 2, visible()),
            (2, 5, assume(true)),
            (2, 3, assume(false)),
            (3, 0, visible()),
            (5, 4, visible()),
            (4, 6, Op::Return(None)),
        ],
    );
    let tree = structure(&graph, &is_silent);
    assert!(tree.labels.is_empty(), "{tree:?}");
    assert!(tree.body.iter().any(|stmt| matches!(stmt, Stmt::Loop(LoopForm::While(_), _))), "{tree:?}");

    // do { a; } while (c && d); return
    let graph = cfa(
        5,
        vec![
            (0, 1, visible()),
            (1, 2, assume(true)),
            (1, 3, assume(false)),
            (2, 0, assume(true)),
            (2, 3, assume(false)),
            (3, 4, Op::Return(None)),
        ],
    );
    let tree = structure(&graph, &is_silent);
    assert!(tree.labels.is_empty(), "{tree:?}");
    assert!(tree.body.iter().any(|stmt| matches!(stmt, Stmt::Loop(LoopForm::DoWhile(_), _))), "{tree:?}");
}
