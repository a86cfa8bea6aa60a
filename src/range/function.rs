//! One function made ready: its variables, the order of its locations, its loops with what they change, and the
//! constants that ranges may end at.

use super::footprint::{Effect, Footprint, domain};
use super::interval::{Interval, negated};
use super::state::State;
use super::transfer::Scope;
use crate::cfa::dominators::Dominators;
use crate::cfa::flow::CfaFlow;
use crate::cfa::loops::Loops;
use crate::cfa::visit::{self, Visit};
use crate::cfa::{
    Adjacency, AsmValue, Cause, Cfa, EdgeId, Expr, ExprKind, FuncId, Live, LocId, Native, Op, Place, PlaceKind,
    Program, Var,
};
use crate::ctype::{LocalId, TypeId};
use crate::pointer::Pointers;
use std::collections::{BTreeMap, BTreeSet};

/// A value that depends on more variables is no definition.
const INPUTS: usize = 2;

/// How often ranges grow at a location by as little as they have to.
const PATIENCE: u32 = 3;

/// How often ranges stop at constants of the function when they grow further.
const STOPS_AT_HEADS: u32 = 40;
pub(super) const STOPS_AT_CALLS: u32 = 12;

pub(super) struct Function<'a> {
    pub(super) program: &'a Program,
    footprint: &'a Footprint,
    id: FuncId,
    pub(super) cfa: &'a Cfa,
    pub(super) scope: Scope<'a>,
    pub(super) outgoing: Adjacency,
    pub(super) incoming: Adjacency,
    /// The locations that there is a way to; each after those that dominate it.
    pub(super) order: Vec<LocId>,
    /// By location: its place in the order.
    pub(super) position: Vec<u32>,
    live: Live,
    /// By edge: whether it leads back to the head of a natural loop.
    back: Vec<bool>,
    /// By head of a natural loop: the variables that it changes.
    loops: BTreeMap<LocId, BTreeSet<Var>>,
    /// By location: whether all ranges are widened there; at the head of a loop those are that it changes.
    widened: Vec<bool>,
    /// In order.
    thresholds: Vec<i128>,
}

impl<'a> Function<'a> {
    pub(super) fn new(
        program: &'a Program,
        pointers: &Pointers,
        footprint: &'a Footprint,
        id: FuncId,
        cfa: &'a Cfa,
    ) -> Function<'a> {
        let locals = cfa.locals.iter().map(|local| domain(&program.types, local.ty)).collect();
        let inputs = vec![Vec::new(); cfa.edges.len()];
        let (globals, fixed) = (&footprint.globals, &footprint.fixed);
        let mut scope = Scope { types: &program.types, cfa, locals, globals, fixed, inputs };
        for edge in cfa.edge_ids() {
            scope.inputs[edge.0 as usize] = inputs_of(&scope, &cfa[edge].op);
        }
        let dominators = Dominators::new(&CfaFlow::new(cfa));
        let loops = Loops::new(&dominators);
        let mut position = vec![u32::MAX; cfa.locations as usize];
        for (at, loc) in (0..).zip(&dominators.order) {
            position[loc.0 as usize] = at;
        }
        let reached = |loc: LocId| position[loc.0 as usize] != u32::MAX;
        let mut widened = vec![false; cfa.locations as usize];
        widened[cfa.entry.0 as usize] = true;
        widened[cfa.exit.0 as usize] = true;
        let mut back = vec![false; cfa.edges.len()];
        for (at, edge) in cfa.edges.iter().enumerate().filter(|(_, edge)| reached(edge.from)) {
            back[at] = dominators.dominates(edge.to, edge.from);
            let retreats = position[edge.to.0 as usize] <= position[edge.from.0 as usize];
            widened[edge.to.0 as usize] |= retreats && !back[at];
        }
        let addressed = |local: LocalId| pointers.object(pointers.variable(id, Var::Local(local))).addressed;
        let live = Live::of(cfa, addressed);
        let mut function = Function {
            program,
            footprint,
            id,
            cfa,
            scope,
            outgoing: cfa.outgoing(),
            incoming: cfa.incoming(),
            order: dominators.order.clone(),
            position,
            live,
            back,
            loops: BTreeMap::new(),
            widened,
            thresholds: thresholds(cfa),
        };
        function.find_changes(&loops);
        function
    }

    fn find_changes(&mut self, loops: &Loops) {
        let mut changed: BTreeMap<LocId, BTreeSet<Var>> =
            self.order.iter().filter(|loc| loops.is_head(**loc)).map(|loc| (*loc, BTreeSet::new())).collect();
        for edge in self.cfa.edge_ids().filter(|edge| self.position[self.cfa[*edge].from.0 as usize] != u32::MAX) {
            let mut around = loops.innermost(self.cfa[edge].from);
            let vars = if around.is_some() { self.changes(edge) } else { Vec::new() };
            while let Some(head) = around {
                changed.entry(head).or_default().extend(&vars);
                around = loops.around(head);
            }
        }
        self.loops = changed;
    }

    /// All variables that an edge may change, with all that it calls.
    fn changes(&self, edge: EdgeId) -> Vec<Var> {
        let mut vars = named(&self.cfa[edge].op);
        if let Some(effect) = self.effect(edge) {
            vars.extend(&effect.lost);
            vars.extend(effect.called.iter().map(|global| Var::Global(*global)));
        }
        vars
    }

    pub(super) fn effect(&self, edge: EdgeId) -> Option<&'a Effect> {
        self.footprint.effects[self.id.0 as usize].get(&edge)
    }

    /// Leaves out what is not needed at a location.
    pub(super) fn trim(&self, state: &mut State, loc: LocId) {
        let relevant = self.footprint.relevant(self.id);
        let keep = |var: Var| match var {
            Var::Local(local) => self.live.contains(loc, local),
            Var::Global(global) => relevant.contains(global.0),
        };
        state.retain(keep, |edge| self.scope.inputs(edge));
    }

    pub(super) fn forget(&self, state: &mut State, var: Var) {
        state.forget(var, |edge| self.scope.inputs(edge));
    }

    /// Gives a variable a new value.
    pub(super) fn assign(&self, state: &mut State, var: Var, range: Option<Interval>) {
        self.forget(state, var);
        if let (Some(domain), Some(range)) = (self.scope.domain(var), range)
            && domain.whole.includes(range)
            && domain.whole != range
        {
            state.set(var, range);
        }
    }

    /// What holds behind an edge that is no call; `None` if control does not get there.
    pub(super) fn step(&self, id: EdgeId, before: &State) -> Option<State> {
        let op = &self.cfa[id].op;
        let mut state = before.clone();
        match op {
            Op::Skip | Op::Return(_) | Op::Call { .. } => {}
            Op::Assume { cond, truth, .. } => return self.scope.assume(state, cond, *truth),
            Op::Assert { cond, property } => {
                // Of the others nobody knows whether executions end where they fail.
                if let Native::CallIfFalse { func, .. } = &self.program[*property].native
                    && self.program[*func].attributes.noreturn
                {
                    return self.scope.assume(state, cond, true);
                }
            }
            Op::Assign { place, value } => {
                if let Some((var, _)) = self.scope.followed(place) {
                    let range = self.scope.eval(before, value).filter(|_| value.ty == place.ty.ty);
                    self.assign(&mut state, var, range);
                    if !self.scope.inputs(id).is_empty() {
                        state.define(var, id);
                    }
                }
            }
            Op::Declare(_) | Op::Havoc { .. } => named(op).into_iter().for_each(|var| self.forget(&mut state, var)),
        }
        for var in self.effect(id).into_iter().flat_map(|effect| &effect.lost) {
            self.forget(&mut state, *var);
        }
        Some(state)
    }

    /// What the variables are when control comes to a location from one more place. `count` is how often that made a
    /// difference there; says whether it did, and whether it counts.
    pub(super) fn arrive(
        &self,
        loc: LocId,
        by: Option<EdgeId>,
        old: &mut State,
        new: &State,
        count: Option<u32>,
    ) -> (bool, bool) {
        let own = self.loops.get(&loc);
        // What a loop does not change is at its head what it was before the loop.
        let kept = by.filter(|edge| self.back[edge.0 as usize]).and(own);
        let widened = self.widened[loc.0 as usize];
        let mut counts = false;
        let changed = old.merge(new, |var, a, b| {
            if kept.is_some_and(|changed| !changed.contains(&var)) {
                return Some(a);
            }
            let domain = self.scope.domain(var)?;
            let mut range = a.join(b?);
            if (widened || own.is_some_and(|changed| changed.contains(&var)))
                && let Some(count) = count
            {
                counts = true;
                let stops = if widened { STOPS_AT_CALLS } else { STOPS_AT_HEADS };
                range = self.widen(domain.whole, a, range, count, stops);
            }
            Some(range).filter(|range| *range != domain.whole)
        });
        (changed, changed && counts)
    }

    /// A range that grew from `a` to `b`, grown further so that it does so only so often.
    pub(super) fn widen(&self, whole: Interval, a: Interval, b: Interval, count: u32, stops: u32) -> Interval {
        if count < PATIENCE {
            return b;
        }
        let stops: &[i128] = if count < stops { &self.thresholds } else { &[] };
        let below = || stops[..stops.partition_point(|stop| *stop <= b.low)].last();
        let above = || stops[stops.partition_point(|stop| *stop < b.high)..].first();
        let low = if b.low < a.low { below().copied().unwrap_or(whole.low).max(whole.low) } else { b.low };
        let high = if b.high > a.high { above().copied().unwrap_or(whole.high).min(whole.high) } else { b.high };
        Interval::new(low, high)
    }

    pub(super) fn result_type(&self) -> Option<TypeId> {
        self.program.types.as_function(self.program[self.id].ty).map(|ty| ty.ret.ty)
    }

    pub(super) fn is_back(&self, edge: EdgeId) -> bool {
        self.back[edge.0 as usize]
    }
}

/// The variables that an operation changes as a whole, by name.
fn named(op: &Op) -> Vec<Var> {
    let var = |place: &Place| match place.kind {
        PlaceKind::Var(var) => Some(var),
        _ => None,
    };
    match op {
        Op::Assign { place, .. } | Op::Call { dst: Some(place), .. } => var(place).into_iter().collect(),
        Op::Declare(local) => vec![Var::Local(*local)],
        Op::Havoc { places, cause, .. } => {
            let mut vars: Vec<Var> = places.iter().filter_map(var).collect();
            if let Cause::Asm(asm) = cause {
                vars.extend(asm.outputs.iter().filter_map(|operand| match &operand.value {
                    AsmValue::Place(place) => var(place),
                    AsmValue::Value(_) => None,
                }));
            }
            vars
        }
        _ => Vec::new(),
    }
}

/// What the value of an assignment depends on, if it is a function of few variables that are followed.
fn inputs_of(scope: &Scope, op: &Op) -> Vec<Var> {
    struct Inputs<'s, 'a> {
        scope: &'s Scope<'a>,
        found: BTreeSet<Var>,
        other: bool,
    }
    impl Visit for Inputs<'_, '_> {
        fn expr(&mut self, expr: &Expr) {
            match &expr.kind {
                ExprKind::Load(place) => match self.scope.followed(place) {
                    Some((var, _)) => drop(self.found.insert(var)),
                    None => self.other = true,
                },
                ExprKind::AddrOf(_) | ExprKind::Object(..) | ExprKind::Function(_) | ExprKind::Float(_) => {
                    self.other = true
                }
                _ => visit::visit_expr(self, expr),
            }
        }
    }
    let Op::Assign { place, value } = op else { return Vec::new() };
    let Some((var, _)) = scope.followed(place).filter(|_| place.ty.ty == value.ty) else { return Vec::new() };
    let mut inputs = Inputs { scope, found: BTreeSet::new(), other: false };
    inputs.expr(value);
    if inputs.other || inputs.found.contains(&var) || inputs.found.len() > INPUTS {
        return Vec::new();
    }
    inputs.found.into_iter().collect()
}

/// The constants of all comparisons, and their neighbours.
fn thresholds(cfa: &Cfa) -> Vec<i128> {
    struct Constants(BTreeSet<i128>, bool);
    impl Visit for Constants {
        fn expr(&mut self, expr: &Expr) {
            match &expr.kind {
                ExprKind::Int(value) if self.1 => {
                    self.0.extend([value.saturating_sub(1), *value, value.saturating_add(1)])
                }
                ExprKind::Binary(op, ..) if negated(*op).is_some() => {
                    let inside = std::mem::replace(&mut self.1, true);
                    visit::visit_expr(self, expr);
                    self.1 = inside;
                }
                _ => visit::visit_expr(self, expr),
            }
        }
    }
    let mut constants = Constants(BTreeSet::from([-1, 0, 1]), false);
    visit::visit_cfa(&mut constants, cfa);
    constants.0.into_iter().collect()
}
