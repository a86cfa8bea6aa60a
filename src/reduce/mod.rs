//! Reducers: from a program and a condition a program that does what is not covered, and nothing that the original does
//! not do (papers 000 and 002). Any verifier can check that.
//!
//! `flat` puts functions into their callers where the condition tells calls apart, `assumed` lets the program decide
//! some of what the condition assumes, `product` runs the condition beside
//! the program and ends where it accepts, `fold` puts together what is alike. What is left is printed as a function by
//! `emit`, like any other. `back` says of the program what somebody found out about that. `slice`, for those who ask
//! for it, leaves out what no assertion depends on.
//!
//! **Residual condition** (paper 000, definition 2.3): every execution that is not covered is one of the residual
//! program, and every execution of that is one of the program, or the beginning of one that is covered. `tests` runs
//! both.

pub(crate) mod assumed;
mod back;
pub(crate) mod flat;
mod fold;
pub(crate) mod product;
mod shape;
mod slice;
#[cfg(test)]
pub(crate) mod tests;

pub use back::back;
pub use fold::{Merges, Partitioner, Rounds};
pub use shape::Shape;
pub use slice::slice;

use crate::cfa::visit::{self, Visit};
use crate::cfa::{Body, Cfa, Definition, Edge, Expr, FuncId, Function, LocId, Op, Program, PropId};
use crate::condition::{Condition, Place};
use crate::source::{Diagnostic, Result, Span};
use assumed::Decided;
use flat::{Called, Flat};
use fold::Classes;
use product::Product;
use std::collections::{BTreeMap, BTreeSet};

/// How a residual program is made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reducer {
    /// The program as it is.
    Identity,
    Folding(Partitioner),
}

/// Makes a reducer that tells so many iterations apart, if it tells any apart.
type Make = fn(u32) -> Reducer;

/// The names of papers 000 and 002, with what they do.
pub const REDUCERS: [(&str, Make); 8] = [
    ("id", |_| Reducer::Identity),
    ("sep", |_| row(Merges::Nothing, false, Rounds::Nothing)),
    ("cfa", |_| row(Merges::All, false, Rounds::Nothing)),
    ("lh", |_| row(Merges::LoopHeads, false, Rounds::Nothing)),
    ("lhc", |_| row(Merges::LoopHeads, true, Rounds::Loops)),
    ("lhb", |bound| row(Merges::LoopHeads, false, Rounds::Bound(bound))),
    ("lhbc", |bound| row(Merges::LoopHeads, true, Rounds::Bound(bound))),
    ("nlh", |_| row(Merges::Others, false, Rounds::Each)),
];

fn row(merges: Merges, branches: bool, rounds: Rounds) -> Reducer {
    Reducer::Folding(Partitioner { merges, branches, rounds })
}

impl Reducer {
    /// The one of this name.
    pub fn named(name: &str, bound: u32) -> Option<Reducer> {
        REDUCERS.iter().find(|(known, _)| *known == name).map(|(_, make)| make(bound))
    }
}

/// The entry that a condition is about.
pub fn entry(program: &Program) -> Result<FuncId> {
    let [entry] = program.entries[..] else {
        let message = "the program has several entries, and a condition is about one";
        return Err(Diagnostic::new("condition", message).help("choose one with --entry"));
    };
    Ok(entry)
}

/// What is left of a program.
pub struct Residual {
    pub program: Program,
    pub entry: FuncId,
    /// By edge of the entry: the edge of the original that it is; none for those that pass arguments or end a run.
    pub origin: Vec<Option<Place>>,
    /// For each assertion that was copied with a function, the one of the original.
    pub original: BTreeMap<PropId, PropId>,
    /// The calls behind which nothing is covered, because the condition tells them apart and they cannot be replaced.
    pub uncovered: BTreeSet<Span>,
    pub size: Size,
}

/// How much there is, in locations of the entry.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Size {
    /// With the functions that were put into it.
    pub program: usize,
    /// Of the product with the condition.
    pub product: usize,
    pub residual: usize,
    /// When what no assertion depends on has been left out.
    pub sliced: Option<usize>,
}

/// The residual program for an entry.
pub fn reduce(program: &Program, entry: FuncId, condition: &Condition, reducer: Reducer) -> Result<Residual> {
    let function = &program[entry];
    let undefined = || Diagnostic::new("condition", format!("{} is not defined", function.name)).at(function.span);
    let cfa = function.cfa().ok_or_else(undefined)?;
    if is_used(program, entry) {
        // What is left of it for the first call is not what later ones do.
        let message =
            format!("{} is called, or its address is taken, in the program that begins with it", function.name);
        return Err(Diagnostic::new("condition", message)
            .at(function.span)
            .help("use a function that calls it as the entry"));
    }
    let mut made = program.clone();
    let partitioner = match reducer {
        Reducer::Folding(partitioner) => partitioner,
        Reducer::Identity => {
            let all = cfa.locations as usize;
            let origin = cfa.edge_ids().map(|edge| Some((entry, edge))).collect();
            let size = Size { program: all, product: all, residual: all, sliced: None };
            let (original, uncovered) = (BTreeMap::new(), BTreeSet::new());
            return Ok(Residual { program: made, entry, origin, original, uncovered, size });
        }
    };
    let settled = condition.settled();
    let wanted = flat::wanted(program, condition, &settled);
    let mut flat = flat::flatten(&mut made, entry, cfa.clone(), &wanted);
    let decided = Decided::new(&mut made, &mut flat, condition);
    let product = Product::new(&flat, condition, settled, decided);
    let mut classes = fold::fold(&product, &flat, partitioner);
    let (cfa, origin) = rebuild(&made, entry, &flat, &product, &mut classes);
    let size = Size {
        program: flat.cfa.locations as usize,
        product: product.nodes.len(),
        residual: cfa.locations as usize,
        sliced: None,
    };
    made.functions[entry.0 as usize].body = Body::Cfa(cfa);
    debug_assert_eq!(crate::cfa::check::check(&made), Ok(()));
    let unknown = flat.calls.iter().filter(|(_, called)| **called == Called::Unknown);
    let uncovered = unknown.map(|(edge, _)| flat.cfa[*edge].span).collect();
    Ok(Residual { program: made, entry, origin, original: flat.original, uncovered, size })
}

/// Whether two reducers have left the same of an entry beside the same condition.
pub fn is_same(one: &Program, other: &Program, entry: FuncId) -> bool {
    let whole = |cfa: &Cfa| (cfa.locations, cfa.entry, cfa.exit);
    let both = one[entry].cfa().zip(other[entry].cfa());
    both.is_some_and(|(one, other)| whole(one) == whole(other) && one.edges == other.edges)
}

/// Whether the program mentions a function.
fn is_used(program: &Program, function: FuncId) -> bool {
    struct Uses(FuncId, bool);
    impl Visit for Uses {
        fn func(&mut self, func: FuncId) {
            self.1 |= func == self.0;
        }
    }
    let mut uses = Uses(function, false);
    program.functions.iter().filter_map(Function::cfa).for_each(|cfa| visit::visit_cfa(&mut uses, cfa));
    for global in &program.globals {
        if let Definition::Defined(init) = &global.definition {
            visit::visit_init(&mut uses, init);
        }
    }
    uses.1
}

/// The automaton of what is left. Where everything is covered, the entry returns: nobody has called it.
fn rebuild(
    program: &Program,
    entry: FuncId,
    flat: &Flat,
    product: &Product,
    classes: &mut Classes,
) -> (Cfa, Vec<Option<Place>>) {
    let outgoing = flat.cfa.outgoing();
    let (params, locals) = (flat.cfa.params.clone(), flat.cfa.locals.clone());
    let mut cfa = Cfa { params, locals, unordered: flat.cfa.unordered, ..Cfa::empty() };
    let returned = program.types.as_function(program[entry].ty).map(|ty| ty.ret.ty);
    let nothing = returned.filter(|ty| program.types.is_scalar(*ty)).map(|ty| Expr::zero(&program.types, ty));
    let mut origin = Vec::new();
    let mut number: Vec<Option<LocId>> = vec![None; product.nodes.len()];
    let start = classes.find(0);
    number[start as usize] = Some(cfa.entry);
    let mut work = vec![start];
    while let Some(class) = work.pop() {
        let Some(from) = number[class as usize] else { continue };
        let loc = product.nodes[class as usize].loc;
        let follows = classes.follow(class, loc);
        for &(edge, to) in &follows {
            let at_exit = product.nodes[to as usize].loc == flat.cfa.exit;
            let known = if at_exit { Some(cfa.exit) } else { number[to as usize] };
            let target = known.unwrap_or_else(|| {
                work.push(to);
                let target = cfa.new_location();
                number[to as usize] = Some(target);
                target
            });
            let Edge { op, span, .. } = flat.cfa[edge].clone();
            if let Op::Assert { cond, .. } = &op
                && classes.is_checked(class)
            {
                // Where it fails, everything is covered.
                let (cond, ends) = (cond.clone(), cfa.new_location());
                let outcome = |truth| Op::Assume { cond: cond.clone(), truth, via: None };
                cfa.edges.push(Edge { from, to: target, op: outcome(true), span });
                cfa.edges.push(Edge { from, to: ends, op: outcome(false), span });
                cfa.edges.push(Edge { from: ends, to: cfa.exit, op: Op::Return(nothing.clone()), span });
                origin.extend([flat.origin[edge.0 as usize], None, None]);
                continue;
            }
            cfa.edges.push(Edge { from, to: target, op, span });
            origin.push(flat.origin[edge.0 as usize]);
        }
        if follows.is_empty() && !outgoing.of(loc).is_empty() {
            let span = flat.cfa[outgoing.of(loc)[0]].span;
            cfa.edges.push(Edge { from, to: cfa.exit, op: Op::Return(nothing.clone()), span });
            origin.push(None);
        }
    }
    (cfa, origin)
}
