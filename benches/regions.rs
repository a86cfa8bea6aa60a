//! How long it takes to find the regions of large functions and programs: `cargo bench --bench regions`.
//!
//! Generated automata with 100 000 edges and with 1 000 000: one chain, loops in loops, many small loops, cycles with
//! several entries, and many functions in a chain of calls. The time should be linear in the edges: ten times as many
//! take about ten times as long, a little more where caches end. Each number is the best of three.

use qicc::cfa::{Body, Callee, Cfa, Edge, EdgeId, Expr, FuncAttributes, FuncId, Function, Linkage, LocId, Op, Program};
use qicc::ctype::{DataModel, FunctionType, Type, Types};
use qicc::region::{Calls, Hierarchy};
use qicc::source::Span;
use std::collections::BTreeMap;
use std::time::{Duration, Instant};

const SPAN: Span = Span { unit: 0, start: 0, end: 0 };

/// A shape of a program, made with about as many edges as asked for.
type Shape = (&'static str, fn(usize) -> Program);

const SHAPES: [Shape; 6] = [
    ("one chain", |edges| single(chain(edges))),
    ("loops in loops", |edges| single(nest(edges))),
    ("loops in loops, each with a way out of all", |edges| single(ladder(edges))),
    ("many small loops", |edges| single(small_loops(edges))),
    ("cycles with two entries, in loops", |edges| single(tangles(edges))),
    ("functions that call the next, in loops", calls),
];

fn main() {
    for (name, shape) in SHAPES {
        let [small, large] = [100_000, 1_000_000].map(|edges| measure(&shape(edges)));
        println!(
            "{name}: {} edges in {:.3} s, {} edges in {:.3} s and {} regions; {:.1} times the edges take {:.1} times as long",
            small.edges,
            small.time.as_secs_f64(),
            large.edges,
            large.time.as_secs_f64(),
            large.regions,
            large.edges as f64 / small.edges as f64,
            large.time.as_secs_f64() / small.time.as_secs_f64()
        );
    }
}

struct Measured {
    edges: usize,
    regions: usize,
    time: Duration,
}

fn measure(program: &Program) -> Measured {
    let entries: BTreeMap<FuncId, FuncId> = program.entries.iter().map(|entry| (*entry, *entry)).collect();
    let run = || {
        let start = Instant::now();
        let hierarchy = Hierarchy::new(program, &Calls::by_address(program), &entries);
        (start.elapsed(), hierarchy.ids().count())
    };
    let runs = [run(), run(), run()];
    let edges = program.functions.iter().filter_map(Function::cfa).map(|cfa| cfa.edges.len()).sum();
    Measured { edges, regions: runs[0].1, time: runs.iter().map(|run| run.0).min().unwrap_or_default() }
}

/// Collects the edges of a function.
#[derive(Default)]
struct Maker {
    edges: Vec<(u32, u32)>,
    next: u32,
}

impl Maker {
    fn fresh(&mut self) -> u32 {
        self.next += 1;
        self.next
    }

    fn go(&mut self, from: u32, to: u32) {
        self.edges.push((from, to));
    }

    fn made(self) -> Cfa {
        let edge = |(from, to): (u32, u32)| Edge { from: LocId(from), to: LocId(to), op: Op::Skip, span: SPAN };
        Cfa {
            locations: self.next + 1,
            exit: LocId(self.next),
            edges: self.edges.into_iter().map(edge).collect(),
            ..Cfa::empty()
        }
    }
}

fn chain(edges: usize) -> Cfa {
    let mut maker = Maker::default();
    for at in 0..edges as u32 {
        let to = maker.fresh();
        maker.go(at, to);
    }
    maker.made()
}

/// Every loop is all of the body of the one around it.
fn nest(edges: usize) -> Cfa {
    let mut maker = Maker::default();
    let heads: Vec<u32> = (0..edges / 4).map(|_| maker.fresh()).collect();
    let mut at = 0;
    for &head in &heads {
        maker.go(at, head);
        at = head;
    }
    for &head in heads.iter().rev() {
        let (latch, behind) = (maker.fresh(), maker.fresh());
        maker.go(at, latch);
        maker.go(latch, head);
        maker.go(latch, behind);
        at = behind;
    }
    maker.made()
}

/// As [`nest`], but at the end of each loop there is a way out of all of them.
fn ladder(edges: usize) -> Cfa {
    let mut maker = Maker::default();
    let heads: Vec<u32> = (0..edges / 4).map(|_| maker.fresh()).collect();
    let mut at = 0;
    for &head in &heads {
        maker.go(at, head);
        at = head;
    }
    for &head in heads.iter().rev() {
        let (test, out) = (maker.fresh(), maker.fresh());
        maker.go(at, test);
        maker.go(test, head);
        maker.go(at, out);
        at = test;
    }
    maker.made()
}

fn small_loops(edges: usize) -> Cfa {
    let mut maker = Maker::default();
    let mut at = 0;
    for _ in 0..edges / 4 {
        let (body, behind) = (maker.fresh(), maker.fresh());
        maker.go(at, body);
        maker.go(body, at);
        maker.go(at, behind);
        maker.go(body, behind);
        at = behind;
    }
    maker.made()
}

/// In each loop of a nest two locations that lead to each other, and are both entered from outside.
fn tangles(edges: usize) -> Cfa {
    let mut maker = Maker::default();
    let mut heads = Vec::new();
    let mut at = 0;
    for _ in 0..edges / 9 {
        let (head, a, b, behind) = (maker.fresh(), maker.fresh(), maker.fresh(), maker.fresh());
        maker.go(at, head);
        for (from, to) in [(head, a), (head, b), (a, b), (b, a), (b, behind)] {
            maker.go(from, to);
        }
        heads.push(head);
        at = behind;
    }
    for &head in heads.iter().rev() {
        let (latch, behind) = (maker.fresh(), maker.fresh());
        maker.go(at, latch);
        maker.go(latch, head);
        maker.go(latch, behind);
        at = behind;
    }
    maker.made()
}

fn program(bodies: Vec<Cfa>) -> Program {
    let mut types = Types::new(DataModel::Lp64);
    let ty = FunctionType { ret: Types::VOID.into(), params: Vec::new(), variadic: false, prototype: true };
    let ty = types.intern(Type::Function(ty));
    let function = |(index, body): (usize, Cfa)| Function {
        name: format!("f{index}"),
        ty,
        linkage: Linkage::External,
        symbol: None,
        attributes: FuncAttributes::default(),
        body: Body::Cfa(body),
        span: SPAN,
    };
    Program {
        types,
        globals: Vec::new(),
        functions: bodies.into_iter().enumerate().map(function).collect(),
        properties: Vec::new(),
        entries: vec![FuncId(0)],
        assumptions: Vec::new(),
        may_alias: false,
    }
}

fn single(body: Cfa) -> Program {
    program(vec![body])
}

/// Ten edges a function; the last one, which calls, is in a loop.
fn calls(edges: usize) -> Program {
    let count = edges / 12;
    let body = |index: usize| {
        let mut cfa = small_loops(12);
        if index + 1 < count {
            let next = Callee::Direct(FuncId(index as u32 + 1));
            cfa.edges[0].op = Op::Call { dst: None, callee: next, args: Vec::<Expr>::new() };
            debug_assert_eq!(cfa[EdgeId(0)].from, cfa.entry);
        }
        cfa
    };
    program((0..count).map(body).collect())
}
