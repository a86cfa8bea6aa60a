//! Puts the generated assertions into the automaton.
//!
//! Assertions stand on edges of their own before the edge that they are about; before a branch they stand once, since
//! its condition is evaluated once. A call that stores its result where something can go wrong is split: the call comes
//! first, then what is asserted of the destination, then the store, which is the order of evaluation.

use super::Check;
use super::collect::{Collector, Step, Walk};
use crate::cfa::check::check;
use crate::cfa::display::Names;
use crate::cfa::passes::prune;
use crate::cfa::{
    BinaryOp, Body, Cfa, Edge, EdgeId, Expr, ExprKind, LocId, Local, Native, Op, Place, PlaceKind, Program, PropId,
    Property,
};
use crate::ctype::{TypeId, Types};
use crate::source::Span;
use std::collections::BTreeSet;

/// Adds the assertions that the checks ask for; the properties are in the order of the program afterwards.
pub fn instrument(program: &mut Program, checks: &BTreeSet<Check>) {
    let bytes = program.types.pointer_to(Types::UCHAR);
    let mut properties = std::mem::take(&mut program.properties);
    for index in 0..program.functions.len() {
        let Some(mut cfa) = program.functions[index].take_cfa() else { continue };
        function(program, &mut cfa, checks, bytes, &mut properties);
        program.functions[index].body = Body::Cfa(cfa);
    }
    program.properties = properties;
    number(program);
    if cfg!(debug_assertions)
        && let Err(violation) = check(program)
    {
        panic!("the automaton is not well-formed after adding assertions: {violation}");
    }
}

fn function(program: &Program, cfa: &mut Cfa, checks: &BTreeSet<Check>, bytes: TypeId, properties: &mut Vec<Property>) {
    let names = Names::in_source(program, cfa);
    let own = properties.len();
    split_calls(program, cfa, &names, checks, bytes);
    let outgoing = cfa.outgoing();
    for loc in (0..cfa.locations).map(LocId) {
        let Some(first) = outgoing.of(loc).first() else { continue };
        let span = cfa[*first].span;
        let mut collector = Collector::new(program, &names, checks, bytes, cfa.locals.len());
        collector.op(&cfa[*first].op, span);
        let (duties, steps, locals) = (collector.duties, collector.steps, collector.locals);
        if steps.is_empty() {
            continue;
        }
        cfa.locals.extend(locals);
        let number = properties.len() as u32;
        properties.extend(duties.into_iter().map(|duty| Property {
            kind: duty.kind,
            description: duty.description,
            span,
            origin: span,
            native: Native::Nothing,
        }));
        let mut chain = Chain { cfa, at: loc, span };
        steps.into_iter().for_each(|(duty, step)| chain.step(step, PropId(number + duty as u32)));
        let end = chain.at;
        for edge in outgoing.of(loc) {
            cfa.edges[edge.0 as usize].from = end;
        }
    }
    if properties.len() > own {
        prune(cfa);
    }
}

/// Splits the calls whose destination needs a check from the stores.
fn split_calls(program: &Program, cfa: &mut Cfa, names: &Names<'_>, checks: &BTreeSet<Check>, bytes: TypeId) {
    let outgoing = cfa.outgoing();
    for id in cfa.edge_ids() {
        let Edge { to, op: Op::Call { dst: Some(place), .. }, span, .. } = cfa[id].clone() else { continue };
        let mut collector = Collector::new(program, names, checks, bytes, cfa.locals.len());
        collector.access(&place);
        // Behind a call that does not return nothing is stored.
        if collector.steps.is_empty() || outgoing.of(to).is_empty() && to != cfa.exit {
            continue;
        }
        let local = cfa.new_local(Local { name: None, ty: place.ty.ty.into(), align: None, span });
        let result = Place::local(local, place.ty.ty);
        let between = cfa.new_location();
        let edge = &mut cfa.edges[id.0 as usize];
        edge.to = between;
        if let Op::Call { dst, .. } = &mut edge.op {
            *dst = Some(result.clone());
        }
        let op = Op::Assign { place, value: Expr::load(result) };
        cfa.edges.push(Edge { from: between, to, op, span });
    }
}

/// Edges one behind the other, from a location on.
struct Chain<'a> {
    cfa: &'a mut Cfa,
    at: LocId,
    span: Span,
}

impl Chain<'_> {
    fn edge(&mut self, from: LocId, to: LocId, op: Op) {
        self.cfa.edges.push(Edge { from, to, op, span: self.span });
    }

    fn push(&mut self, op: Op) {
        let next = self.cfa.new_location();
        self.edge(self.at, next, op);
        self.at = next;
    }

    /// Goes on where the condition holds, and to another place where it does not.
    fn branch(&mut self, cond: Expr, otherwise: LocId) {
        let next = self.cfa.new_location();
        self.edge(self.at, next, Op::Assume { cond: cond.clone(), truth: true, via: None });
        self.edge(self.at, otherwise, Op::Assume { cond, truth: false, via: None });
        self.at = next;
    }

    fn step(&mut self, step: Step, property: PropId) {
        match step {
            Step::Assert(cond) => self.push(Op::Assert { cond, property }),
            Step::Walk(walk) => self.walk(*walk, property),
        }
    }

    fn walk(&mut self, walk: Walk, property: PropId) {
        let place = Place::local(walk.index, self.cfa.locals[walk.index.0 as usize].ty.ty);
        let (size_t, index) = (place.ty.ty, Expr::load(place.clone()));
        self.push(Op::Assign { place: place.clone(), value: Expr::int(size_t, 0) });
        let done = self.cfa.new_location();
        if let Some(when) = walk.when {
            self.branch(when, done);
        }
        let head = self.at;
        if let Some(limit) = walk.limit {
            self.branch(Expr::binary(BinaryOp::Lt, index.clone(), limit, Types::INT), done);
        }
        walk.inside.into_iter().for_each(|cond| self.push(Op::Assert { cond, property }));
        let pointer = walk.start.ty;
        let address = Expr {
            kind: ExprKind::Binary(BinaryOp::PtrAdd, Box::new(walk.start), Box::new(index.clone())),
            ty: pointer,
        };
        let byte = Place { kind: PlaceKind::Deref(Box::new(address)), ty: Types::UCHAR.into() };
        let promoted = |expr: Expr| match expr.kind {
            ExprKind::Int(value) => Expr::int(Types::INT, value),
            _ => expr.cast(Types::INT),
        };
        let goes_on = Expr::binary(BinaryOp::Ne, promoted(Expr::load(byte)), promoted(walk.stop), Types::INT);
        self.branch(goes_on, done);
        let one = Expr::int(size_t, 1);
        let value = Expr::binary(BinaryOp::Add, index, one, size_t);
        self.edge(self.at, head, Op::Assign { place, value });
        self.at = done;
    }
}

/// Numbers the properties in the order of the program. One whose assertion is gone comes last.
fn number(program: &mut Program) {
    let mut order: Vec<Option<u32>> = vec![None; program.properties.len()];
    let mut next = 0;
    let mut place = |order: &mut Vec<Option<u32>>, old: usize| {
        order[old].get_or_insert_with(|| {
            next += 1;
            next - 1
        });
    };
    for edge in program.functions.iter().filter_map(|function| function.cfa()).flat_map(|cfa| &cfa.edges) {
        if let Op::Assert { property, .. } = edge.op {
            place(&mut order, property.0 as usize);
        }
    }
    (0..order.len()).for_each(|old| place(&mut order, old));
    let number: Vec<u32> = order.into_iter().flatten().collect();
    for cfa in program.functions.iter_mut().filter_map(|function| function.cfa_mut()) {
        for id in 0..cfa.edges.len() as u32 {
            if let Op::Assert { property, .. } = &mut cfa.edges[EdgeId(id).0 as usize].op {
                property.0 = number[property.0 as usize];
            }
        }
    }
    let mut numbered: Vec<(u32, Property)> = number.into_iter().zip(std::mem::take(&mut program.properties)).collect();
    numbered.sort_by_key(|(number, _)| *number);
    program.properties = numbered.into_iter().map(|(_, property)| property).collect();
}
