//! Who changes which variables: edges through pointers and calls, functions with all that they call.
//!
//! Asked of the pointer analysis edge by edge, and summed up over the call graph here, component by component.

use super::initial;
use super::interval::{Domain, Interval};
use crate::cfa::visit::{self, Visit};
use crate::cfa::{EdgeId, FuncId, GlobalId, Op, Place, PlaceKind, Program, Var};
use crate::ctype::{LocalId, QType, Quals, Types};
use crate::pointer::{ObjectId, Pointers};
use petgraph::graph::DiGraph;
use rayon::prelude::*;
use roaring::RoaringBitmap;
use std::collections::{BTreeMap, BTreeSet, HashMap};

/// What an edge changes that its operation does not name, of the variables that its function looks at.
#[derive(Clone, Debug, Default)]
pub(super) struct Effect {
    /// Changed to anything.
    pub(super) lost: Vec<Var>,
    /// Changed by the functions that it calls, all of which are known.
    pub(super) called: Vec<GlobalId>,
    /// The functions with a body that it calls with these arguments.
    pub(super) callees: Vec<FuncId>,
    /// It may call what has no body.
    pub(super) open: bool,
}

pub(super) struct Footprint {
    /// By number: what a global can hold, if it is followed.
    pub(super) globals: Vec<Option<Domain>>,
    /// By number: the value of a global that nobody changes, which is not followed then.
    pub(super) fixed: Vec<Option<Interval>>,
    /// By function and edge.
    pub(super) effects: Vec<BTreeMap<EdgeId, Effect>>,
    /// By function: when it is looked at. Callers come before callees.
    pub(super) rank: Vec<u32>,
    /// By function: its component of the call graph.
    component: Vec<u32>,
    /// By component: the globals that it changes, those that it looks at, and those of them that are followed.
    changed: Vec<RoaringBitmap>,
    mentioned: Vec<RoaringBitmap>,
    relevant: Vec<RoaringBitmap>,
    /// What functions change that are known outside.
    outside: RoaringBitmap,
}

/// Whether a variable can be followed: an integer that nobody else can change.
pub(super) fn domain(types: &Types, ty: QType) -> Option<Domain> {
    let fickle = ty.quals.contains(Quals::VOLATILE) || ty.quals.contains(Quals::ATOMIC);
    Domain::of(types, ty.ty).filter(|_| !fickle)
}

/// What one function does by itself.
struct Own {
    /// By edge: the numbers of the variables that are changed, the functions called, and whether what is outside is
    /// called.
    edges: Vec<(EdgeId, RoaringBitmap, BTreeSet<FuncId>, bool)>,
    changed: RoaringBitmap,
    mentioned: RoaringBitmap,
}

/// Numbers for variables that can be changed from elsewhere: the globals first, then locals that are pointed at.
struct Slots {
    by_object: HashMap<ObjectId, u32>,
    locals: Vec<(FuncId, LocalId)>,
    globals: u32,
    /// The globals that are followed.
    followed: RoaringBitmap,
    /// Those that are known outside.
    escaped: RoaringBitmap,
}

impl Footprint {
    pub(super) fn of(pointers: &Pointers) -> Footprint {
        let program = pointers.program();
        let globals: Vec<Option<Domain>> =
            program.globals.iter().map(|global| domain(&program.types, global.ty)).collect();
        let slots = Slots::new(program, pointers, &globals);
        let functions: Vec<FuncId> = (0..program.functions.len() as u32).map(FuncId).collect();
        let own: Vec<Own> =
            functions.par_iter().map(|function| Own::of(program, pointers, &slots, *function)).collect();
        let mut footprint = Footprint {
            globals,
            fixed: Vec::new(),
            effects: Vec::new(),
            rank: Vec::new(),
            component: Vec::new(),
            changed: Vec::new(),
            mentioned: Vec::new(),
            relevant: Vec::new(),
            outside: RoaringBitmap::new(),
        };
        footprint.sum_up(pointers, &own);
        footprint.fix(pointers, &own);
        let effects = functions.iter().zip(&own).map(|(function, own)| {
            own.edges.iter().map(|edge| (edge.0, footprint.effect(pointers, &slots, *function, edge))).collect()
        });
        footprint.effects = effects.collect();
        footprint
    }

    /// Whether a function may change a global.
    pub(super) fn changes(&self, function: FuncId, global: GlobalId) -> bool {
        self.changed[self.component[function.0 as usize] as usize].contains(global.0)
    }

    /// The integers among the globals that a function, or one that it calls, looks at.
    pub(super) fn mentioned(&self, function: FuncId) -> &RoaringBitmap {
        &self.mentioned[self.component[function.0 as usize] as usize]
    }

    /// Those of them that are followed.
    pub(super) fn relevant(&self, function: FuncId) -> &RoaringBitmap {
        &self.relevant[self.component[function.0 as usize] as usize]
    }

    fn sum_up(&mut self, pointers: &Pointers, own: &[Own]) {
        let count = own.len();
        let mut graph = DiGraph::<(), ()>::with_capacity(count + 1, count);
        for _ in 0..=count {
            graph.add_node(());
        }
        // Whatever is outside calls what it knows.
        let outside = count as u32;
        for (function, own) in (0..).zip(own) {
            let callees: BTreeSet<FuncId> = own.edges.iter().flat_map(|edge| edge.2.iter().copied()).collect();
            for callee in callees {
                graph.add_edge(function.into(), callee.0.into(), ());
            }
            if own.edges.iter().any(|edge| edge.3) {
                graph.add_edge(function.into(), outside.into(), ());
            }
            if pointers.is_known_outside(FuncId(function)) {
                graph.add_edge(outside.into(), function.into(), ());
            }
        }
        // Callees come first.
        let components = petgraph::algo::kosaraju_scc(&graph);
        let mut component = vec![0; count + 1];
        for (number, members) in (0..).zip(&components) {
            let (mut changed, mut mentioned) = (RoaringBitmap::new(), RoaringBitmap::new());
            members.iter().for_each(|member| component[member.index()] = number);
            for member in members {
                if let Some(own) = own.get(member.index()) {
                    changed |= &own.changed;
                    mentioned |= &own.mentioned;
                }
                let callees: BTreeSet<u32> = graph.neighbors(*member).map(|to| component[to.index()]).collect();
                for callee in callees.into_iter().filter(|callee| *callee != number) {
                    changed |= &self.changed[callee as usize];
                    mentioned |= &self.mentioned[callee as usize];
                }
            }
            self.changed.push(changed);
            self.mentioned.push(mentioned);
        }
        self.outside = self.changed[component[count] as usize].clone();
        component.truncate(count);
        self.component = component;
        self.rank = ranks(&graph, count);
    }

    /// Finds the globals that always have their first value.
    fn fix(&mut self, pointers: &Pointers, own: &[Own]) {
        let mut changed = RoaringBitmap::new();
        own.iter().for_each(|own| changed |= &own.changed);
        let fresh = initial::is_fresh(pointers.program());
        self.fixed = vec![None; self.globals.len()];
        for (id, first) in (0..).map(GlobalId).zip(initial::values(pointers.program())) {
            let steady = fresh && !changed.contains(id.0) || initial::is_constant(pointers, id);
            if steady && first.is_some() && self.globals[id.0 as usize].take().is_some() {
                self.fixed[id.0 as usize] = first;
            }
        }
        let followed: RoaringBitmap =
            (0..).zip(&self.globals).filter(|(_, domain)| domain.is_some()).map(|(id, _)| id).collect();
        self.relevant = self.mentioned.iter().map(|mentioned| mentioned & &followed).collect();
    }

    fn effect(
        &self,
        pointers: &Pointers,
        slots: &Slots,
        function: FuncId,
        (id, direct, callees, outside): &(EdgeId, RoaringBitmap, BTreeSet<FuncId>, bool),
    ) -> Effect {
        let resolved = pointers.callees(function, *id);
        let open = *outside || resolved.outside || resolved.functions.iter().any(|callee| !callees.contains(callee));
        let mut all = direct.clone();
        for callee in callees {
            all |= &self.changed[self.component[callee.0 as usize] as usize];
        }
        if *outside {
            all |= &self.outside;
        }
        let relevant = self.relevant(function);
        let mut effect = Effect { open, ..Effect::default() };
        effect.callees = callees.iter().copied().collect();
        for slot in all {
            match slots.var(slot) {
                (Some(owner), var) if owner == function => effect.lost.push(var),
                (None, Var::Global(global)) if relevant.contains(slot) => {
                    if open || direct.contains(slot) {
                        effect.lost.push(Var::Global(global));
                    } else {
                        effect.called.push(global);
                    }
                }
                _ => {}
            }
        }
        effect
    }
}

/// The places of functions in a reverse post-order of the call graph.
fn ranks(graph: &DiGraph<(), ()>, functions: usize) -> Vec<u32> {
    let mut rank = vec![0; functions];
    let mut walk = petgraph::visit::DfsPostOrder::empty(graph);
    let mut next = functions as u32;
    // Those that nobody calls are visited first, so that cycles are entered where control enters them.
    let mut roots: Vec<u32> = (0..functions as u32).collect();
    roots.sort_by_key(|id| graph.neighbors_directed((*id).into(), petgraph::Incoming).next().is_some());
    for root in roots {
        walk.move_to(root.into());
        while let Some(node) = walk.next(graph) {
            if let Some(rank) = rank.get_mut(node.index()) {
                *rank = next;
                next -= 1;
            }
        }
    }
    rank
}

impl Slots {
    fn new(program: &Program, pointers: &Pointers, globals: &[Option<Domain>]) -> Slots {
        let mut slots = Slots {
            by_object: HashMap::new(),
            locals: Vec::new(),
            globals: globals.len() as u32,
            followed: RoaringBitmap::new(),
            escaped: RoaringBitmap::new(),
        };
        for (index, _) in globals.iter().enumerate().filter(|(_, domain)| domain.is_some()) {
            let object = pointers.variable(FuncId(0), Var::Global(GlobalId(index as u32)));
            slots.followed.insert(index as u32);
            slots.add(pointers, object, index as u32);
        }
        for (index, function) in program.functions.iter().enumerate() {
            let function_id = FuncId(index as u32);
            for (local, variable) in function.cfa().into_iter().flat_map(|cfa| (0..).map(LocalId).zip(&cfa.locals)) {
                let object = pointers.variable(function_id, Var::Local(local));
                if pointers.object(object).addressed && domain(&program.types, variable.ty).is_some() {
                    slots.locals.push((function_id, local));
                    slots.add(pointers, object, slots.globals + slots.locals.len() as u32 - 1);
                }
            }
        }
        slots
    }

    fn add(&mut self, pointers: &Pointers, object: ObjectId, slot: u32) {
        self.by_object.insert(object, slot);
        if pointers.is_escaped(object) && !pointers.object(object).constant {
            self.escaped.insert(slot);
        }
    }

    fn var(&self, slot: u32) -> (Option<FuncId>, Var) {
        match slot.checked_sub(self.globals) {
            None => (None, Var::Global(GlobalId(slot))),
            Some(local) => {
                let (owner, local) = self.locals[local as usize];
                (Some(owner), Var::Local(local))
            }
        }
    }
}

impl Own {
    fn of(program: &Program, pointers: &Pointers, slots: &Slots, function: FuncId) -> Own {
        let mut own = Own { edges: Vec::new(), changed: RoaringBitmap::new(), mentioned: RoaringBitmap::new() };
        let Some(cfa) = program[function].cfa() else { return own };
        let mut mentions = Mentions(BTreeSet::new());
        visit::visit_cfa(&mut mentions, cfa);
        let followed = |global: &&GlobalId| slots.followed.contains(global.0);
        own.mentioned = mentions.0.iter().filter(followed).map(|global| global.0).collect();
        for id in cfa.edge_ids() {
            match &cfa[id].op {
                Op::Assign { place: Place { kind: PlaceKind::Var(Var::Global(global)), .. }, .. } => {
                    own.changed.insert(global.0);
                }
                // A part of an array or a record is no part of an integer.
                Op::Assign { place, .. } if place.root().is_some() => {}
                Op::Assign { .. } | Op::Call { .. } | Op::Havoc { .. } => {
                    let direct = pointers.direct(function, id);
                    let mut changed: RoaringBitmap =
                        direct.writes.parts.keys().filter_map(|object| slots.by_object.get(object).copied()).collect();
                    if direct.writes.outside() {
                        changed |= &slots.escaped;
                    }
                    own.changed |= &changed;
                    own.edges.push((id, changed, direct.callees, direct.outside));
                }
                Op::Skip | Op::Assume { .. } | Op::Return(_) | Op::Declare(_) | Op::Assert { .. } => {}
            }
        }
        own
    }
}

/// The globals that are mentioned.
struct Mentions(BTreeSet<GlobalId>);

impl Visit for Mentions {
    fn var(&mut self, var: Var) {
        if let Var::Global(global) = var {
            self.0.insert(global);
        }
    }
}
