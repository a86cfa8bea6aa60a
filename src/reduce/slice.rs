//! What assertions depend on, and nothing else (Weiser's slices; strong control dependence as Podgurski and Clarke have
//! it).
//!
//! A sliced program comes to the same assertions in the same order and with the same values as the program does, no
//! more and no less: **proofs and violations both carry over**. For that everything is kept that can keep an execution
//! from going on to something that is kept: assumptions, other assertions (an execution ends where one fails), calls
//! that may not come back, and loops, with whatever decides how often they go round. A loop that is left out because
//! it does nothing would be sound for proofs, but executions that never leave it would go on to violations that are
//! none. What comes behind the last assertion is left out: there the entry returns, and other functions abort.
//!
//! - **Data**: an operation is kept if it may write an object that something kept reads, whatever the order of the two
//!   ([`crate::pointer`]); so parts of an object are not told apart. Arguments are kept by parameter, results if
//!   somebody wants them.
//! - **Control**: the iterated post-dominance frontier (`control`), with a way to the end of all from wherever an
//!   execution may stop.
//!
//! Taken for granted is what points-to sets take for granted. What C leaves undefined is not kept: a division by zero
//! that nothing depends on is gone, unless an assertion was put in front of it. Time and memory do not count either.

mod control;
mod cut;
#[cfg(test)]
mod tests;
mod uses;

use super::Residual;
use crate::cfa::{Adjacency, Callee, Cause, Cfa, EdgeId, Expr, FuncId, Function, LocId, Op, Program, PropId, Var};
use crate::pointer::{ObjectId, ObjectKind, Pointers};
use control::Control;
use petgraph::graph::DiGraph;
use rustc_hash::{FxHashMap, FxHashSet};

/// A program that does what these assertions depend on; and by edge of each function of it the edge that it was.
pub fn slice(program: &Program, asked: impl Fn(PropId) -> bool) -> (Program, Vec<Vec<Option<EdgeId>>>) {
    if program.functions.iter().any(|function| function.name == "abort" && function.is_defined()) {
        // Nothing is known that ends an execution.
        let edges = |function: &Function| function.cfa().into_iter().flat_map(Cfa::edge_ids).map(Some).collect();
        return (program.clone(), program.functions.iter().map(edges).collect());
    }
    let pointers = Pointers::of(program);
    let mut slicer = Slicer::new(&pointers);
    slicer.run(asked);
    cut::cut(&slicer)
}

impl Residual {
    /// What is left of it when only its assertions count.
    pub fn slice(self) -> Residual {
        let (program, edges) = slice(&self.program, |_| true);
        let entry = self.entry;
        let origin = edges[entry.0 as usize].iter().map(|edge| self.origin[edge.as_ref()?.0 as usize]).collect();
        let sliced = program[entry].cfa().map(|cfa| cfa.locations as usize);
        let size = super::Size { sliced, ..self.size };
        Residual { program, origin, size, ..self }
    }
}

/// A location of a function.
type Site = (FuncId, LocId);

/// What is known of a function.
struct Part<'a> {
    cfa: &'a Cfa,
    outgoing: Adjacency,
    incoming: Adjacency,
    control: Control,
    /// By location: its operation, or its branch, is kept.
    kept: Vec<bool>,
    /// By location: what is kept depends on whether control comes here.
    marked: Vec<bool>,
    dirty: bool,
    /// Something in it is kept.
    needed: bool,
    /// Somebody wants its result.
    wanted: bool,
    callers: Vec<Site>,
}

/// Something that has become relevant.
enum Work {
    Keep(FuncId, LocId),
    Object(ObjectId),
}

struct Slicer<'a> {
    pointers: &'a Pointers<'a>,
    program: &'a Program,
    /// By function.
    parts: Vec<Option<Part<'a>>>,
    writers: FxHashMap<ObjectId, Vec<Site>>,
    /// The calls of code outside, which may call back.
    outside: Vec<Site>,
    /// The calls whose results go through pointers.
    stores: Vec<Site>,
    /// Whether something is relevant that is known outside.
    exposed: bool,
    /// What kept operations read.
    objects: FxHashSet<ObjectId>,
    work: Vec<Work>,
}

/// Whether a function may fail to come back, by function; the last one is all that is outside.
fn may_stop(pointers: &Pointers) -> Vec<bool> {
    let program = pointers.program();
    let outside = program.functions.len();
    let mut graph: DiGraph<(), (), u32> = DiGraph::default();
    let nodes: Vec<_> = (0..=outside).map(|_| graph.add_node(())).collect();
    let mut stops = vec![false; outside + 1];
    let mut callers: Vec<Vec<usize>> = vec![Vec::new(); outside + 1];
    let mut call = |from: usize, to: usize| {
        graph.add_edge(nodes[from], nodes[to], ());
        callers[to].push(from);
    };
    for (id, function) in program.functions.iter().enumerate() {
        if pointers.is_known_outside(FuncId(id as u32)) {
            call(outside, id);
        }
        let Some(cfa) = function.cfa() else { continue };
        stops[id] = control::may_stay(cfa) || cfa.edges.iter().any(|edge| ends(&edge.op));
        for edge in cfa.edge_ids().filter(|edge| matches!(cfa[*edge].op, Op::Call { .. })) {
            let direct = pointers.direct(FuncId(id as u32), edge);
            direct.callees.iter().for_each(|callee| call(id, callee.0 as usize));
            if direct.outside {
                call(id, outside);
            }
        }
    }
    for circle in petgraph::algo::kosaraju_scc(&graph) {
        if circle.len() > 1 || graph.contains_edge(circle[0], circle[0]) {
            circle.iter().for_each(|function| stops[function.index()] = true);
        }
    }
    let mut work: Vec<usize> = (0..=outside).filter(|id| stops[*id]).collect();
    while let Some(id) = work.pop() {
        for &caller in &callers[id] {
            if !std::mem::replace(&mut stops[caller], true) {
                work.push(caller);
            }
        }
    }
    stops
}

/// Whether an execution can end in an operation.
fn ends(op: &Op) -> bool {
    matches!(op, Op::Assert { .. } | Op::Assume { via: Some(_), .. })
}

impl<'a> Slicer<'a> {
    fn new(pointers: &'a Pointers<'a>) -> Slicer<'a> {
        let program = pointers.program();
        let stops = may_stop(pointers);
        let mut writers: FxHashMap<ObjectId, Vec<Site>> = FxHashMap::default();
        let (mut outside, mut stores) = (Vec::new(), Vec::new());
        let mut callers: Vec<Vec<Site>> = vec![Vec::new(); program.functions.len()];
        let mut parts = Vec::new();
        for (id, function) in (0..).map(FuncId).zip(&program.functions) {
            let Some(cfa) = function.cfa() else {
                parts.push(None);
                continue;
            };
            let mut stopping = vec![false; cfa.locations as usize];
            for edge in cfa.edge_ids() {
                let from = cfa[edge].from;
                let direct = pointers.direct(id, edge);
                direct.writes.parts.keys().for_each(|object| writers.entry(*object).or_default().push((id, from)));
                direct.callees.iter().for_each(|callee| callers[callee.0 as usize].push((id, from)));
                if direct.outside {
                    outside.push((id, from));
                }
                if matches!(&cfa[edge].op, Op::Call { dst: Some(place), .. } if place.root().is_none()) {
                    stores.push((id, from));
                }
                let called = direct.callees.iter().any(|callee| stops[callee.0 as usize]);
                let called = called || direct.outside && stops[program.functions.len()];
                stopping[from.0 as usize] |= called || ends(&cfa[edge].op);
            }
            let count = cfa.locations as usize;
            parts.push(Some(Part {
                cfa,
                outgoing: cfa.outgoing(),
                incoming: cfa.incoming(),
                control: Control::new(cfa, stopping),
                kept: vec![false; count],
                marked: vec![false; count],
                dirty: false,
                needed: false,
                wanted: false,
                callers: Vec::new(),
            }));
        }
        for (part, callers) in parts.iter_mut().zip(callers) {
            if let Some(part) = part {
                part.callers = callers;
            }
        }
        let objects = FxHashSet::default();
        Slicer { pointers, program, parts, writers, outside, stores, exposed: false, objects, work: Vec::new() }
    }

    fn part(&self, function: FuncId) -> &Part<'a> {
        self.parts[function.0 as usize].as_ref().expect("only defined functions are asked for")
    }

    fn part_mut(&mut self, function: FuncId) -> &mut Part<'a> {
        self.parts[function.0 as usize].as_mut().expect("only defined functions are asked for")
    }

    fn run(&mut self, asked: impl Fn(PropId) -> bool) {
        let defined = (0..).map(FuncId).zip(&self.program.functions).filter(|(_, function)| function.cfa().is_some());
        for (id, function) in defined.collect::<Vec<(FuncId, &Function)>>() {
            for edge in function.cfa().into_iter().flat_map(|cfa| &cfa.edges) {
                if matches!(edge.op, Op::Assert { property, .. } if asked(property)) {
                    self.work.push(Work::Keep(id, edge.from));
                }
            }
            if function.attributes.runs_outside_main() {
                // What runs before the entry may keep that from running.
                self.arrive(id);
            }
        }
        loop {
            while let Some(work) = self.work.pop() {
                match work {
                    Work::Keep(function, loc) => self.keep(function, loc),
                    Work::Object(object) => self.object(object),
                }
            }
            if !self.depend() {
                break;
            }
        }
    }

    /// Finds what decides whether control comes to what is kept; false when nothing is new.
    fn depend(&mut self) -> bool {
        let mut new = Vec::new();
        for (id, part) in (0..).map(FuncId).zip(&mut self.parts) {
            let Some(part) = part.as_mut().filter(|part| part.dirty) else { continue };
            part.dirty = false;
            for loc in part.control.close(&mut part.marked) {
                if part.control.decides(loc) {
                    new.push(Work::Keep(id, loc));
                }
            }
        }
        self.work.extend(new);
        !self.work.is_empty()
    }

    fn keep(&mut self, function: FuncId, loc: LocId) {
        let part = self.part_mut(function);
        if std::mem::replace(&mut part.kept[loc.0 as usize], true) {
            return;
        }
        part.marked[loc.0 as usize] = true;
        part.dirty = true;
        let cfa = part.cfa;
        let edges = part.outgoing.of(loc).to_vec();
        let before = part.incoming.of(loc).to_vec();
        if !std::mem::replace(&mut part.needed, true) {
            let callers = part.callers.clone();
            self.work.extend(callers.into_iter().map(|(function, loc)| Work::Keep(function, loc)));
            if self.pointers.is_known_outside(function) {
                self.work.extend(self.outside.iter().map(|(function, loc)| Work::Keep(*function, *loc)));
            }
        }
        for edge in edges {
            match &cfa[edge].op {
                Op::Call { .. } => self.call(function, edge),
                Op::Havoc { cause: Cause::Call, .. } => {
                    // The call in front does it when the program runs.
                    self.work.extend(before.iter().map(|edge| Work::Keep(function, cfa[*edge].from)));
                    self.read(function, edge);
                }
                _ => self.read(function, edge),
            }
        }
    }

    /// The objects that an operation reads are relevant.
    fn read(&mut self, function: FuncId, edge: EdgeId) {
        let read = uses::of_op(self.pointers, function, &self.part(function).cfa[edge].op);
        self.relevant(read);
    }

    fn relevant(&mut self, objects: FxHashSet<ObjectId>) {
        for object in objects {
            if self.objects.insert(object) {
                self.work.push(Work::Object(object));
            }
        }
    }

    /// Whoever may write an object that has become relevant is kept.
    fn object(&mut self, object: ObjectId) {
        let known = self.writers.remove(&object).unwrap_or_default();
        for (function, loc) in known {
            self.work.push(Work::Keep(function, loc));
            self.again(function, loc);
        }
        if object == ObjectId::OUTSIDE || self.pointers.is_escaped(object) {
            if !std::mem::replace(&mut self.exposed, true) {
                let known = self.writers.remove(&ObjectId::OUTSIDE).unwrap_or_default();
                self.work.extend(known.into_iter().map(|(function, loc)| Work::Keep(function, loc)));
            }
            for (function, loc) in self.stores.clone() {
                self.again(function, loc);
            }
        }
        if let ObjectKind::Local(function, local) = self.pointers.object(object).kind
            && let Some(part) = &self.parts[function.0 as usize]
            && part.cfa.params.contains(&local)
        {
            for (function, loc) in part.callers.clone() {
                self.work.push(Work::Keep(function, loc));
                self.again(function, loc);
            }
        }
    }

    /// What a call that is kept already depends on may have become more.
    fn again(&mut self, function: FuncId, loc: LocId) {
        let part = self.part(function);
        if part.kept[loc.0 as usize]
            && let [edge] = *part.outgoing.of(loc)
            && matches!(part.cfa[edge].op, Op::Call { .. })
        {
            self.call(function, edge);
        }
    }

    /// What a call that is kept depends on, as far as it is known to matter.
    fn call(&mut self, function: FuncId, edge: EdgeId) {
        let cfa = self.part(function).cfa;
        let Op::Call { dst, callee, args } = &cfa[edge].op else { return };
        let mut read = FxHashSet::default();
        if let Callee::Indirect(pointer) = callee {
            uses::of_expr(self.pointers, function, pointer, &mut read);
        }
        for (index, arg) in args.iter().enumerate() {
            if self.passes(function, edge, index) {
                uses::of_expr(self.pointers, function, arg, &mut read);
            }
        }
        let result = self.takes(function, edge);
        if let Some(place) = dst.as_ref().filter(|_| result || *callee == Callee::VaArg) {
            uses::of_target(self.pointers, function, place, &mut read);
        }
        let types = &self.program.types;
        let is_number = |arg: &Expr| types.as_int(arg.ty).is_some() || types.as_float(arg.ty).is_some();
        let callees = self.pointers.callees(function, edge);
        let is_undefined = |callee: &FuncId| self.parts[callee.0 as usize].is_none();
        if !args.iter().all(is_number) && (callees.outside || callees.functions.iter().any(is_undefined)) {
            // It looks at what its arguments point to. A function that gets numbers alone gives back any value.
            read.extend(self.pointers.reads(function, [edge]).parts.keys());
        }
        self.relevant(read);
        for callee in callees.functions {
            let Some(part) = &mut self.parts[callee.0 as usize] else { continue };
            if part.control.may_stop() {
                self.arrive(callee);
            }
            let part = self.part_mut(callee);
            if result && !std::mem::replace(&mut part.wanted, true) {
                let returns = part.cfa.edges.iter().filter(|edge| matches!(edge.op, Op::Return(_)));
                let returns: Vec<Work> = returns.map(|edge| Work::Keep(callee, edge.from)).collect();
                self.work.extend(returns);
            }
        }
        if self.pointers.direct(function, edge).outside {
            let back = (0..self.parts.len() as u32).map(FuncId);
            for callee in back.filter(|id| self.pointers.is_known_outside(*id)).collect::<Vec<_>>() {
                if self.parts[callee.0 as usize].as_ref().is_some_and(|part| part.control.may_stop()) {
                    self.arrive(callee);
                }
            }
        }
    }

    /// Whether it matters which argument is passed.
    fn passes(&self, function: FuncId, edge: EdgeId, index: usize) -> bool {
        let callees = self.pointers.callees(function, edge);
        let matters = |callee: &FuncId| match &self.parts[callee.0 as usize] {
            None => true,
            Some(part) => part
                .cfa
                .params
                .get(index)
                .is_none_or(|param| self.objects.contains(&self.pointers.variable(*callee, Var::Local(*param)))),
        };
        callees.outside || callees.functions.is_empty() || callees.functions.iter().any(matters)
    }

    /// Whether somebody wants the result of a call.
    fn takes(&self, function: FuncId, edge: EdgeId) -> bool {
        let Op::Call { dst: Some(place), .. } = &self.part(function).cfa[edge].op else { return false };
        let written = uses::objects(self.pointers, function, place);
        written.iter().any(|object| self.objects.contains(object))
    }

    /// Whether control comes back from a function matters.
    fn arrive(&mut self, function: FuncId) {
        let part = self.part_mut(function);
        let exit = part.cfa.exit.0 as usize;
        part.dirty |= !std::mem::replace(&mut part.marked[exit], true);
    }
}
