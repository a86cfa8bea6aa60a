//! Loops of callees that are cut: of each only the last iteration happens, whenever control comes to it. What the loop
//! writes is anything then, and an edge back to its head ends the run.
//!
//! This is done where what the loop writes can be said in the callee: its own variables and global ones, without
//! pointers in them, nor numbers that hold any. Other loops stay as they are.

use super::environment::{Builder, Survey};
use super::piece::Atlas;
use super::{Kind, RegionId};
use crate::cfa::visit;
use crate::cfa::{Body, Cfa, Edge, EdgeId, Expr, FuncId, Live, LocId, Op, Place, Program, Var};
use crate::ctype::{LocalId, Types};
use crate::pointer::{ObjectId, ObjectKind, Offset, Target};
use crate::source::Span;
use std::collections::BTreeSet;

/// A loop of a function, and what to do about it.
pub(super) struct CutLoop {
    head: LocId,
    /// The edges by which control comes to it.
    by: BTreeSet<EdgeId>,
    /// The edges back to its head.
    back: Vec<EdgeId>,
    /// What it writes that is read again: all that is to be anything.
    writes: Vec<ObjectId>,
}

/// Whoever comes to a head by one of these edges comes to a new location in front of it. An edge leads from there to
/// another one, from which nothing leads on yet.
pub(super) fn in_front(cfa: &mut Cfa, head: LocId, by: &BTreeSet<EdgeId>, span: Span) -> (EdgeId, LocId) {
    let (front, behind) = (cfa.new_location(), cfa.new_location());
    by.iter().for_each(|edge| cfa.edges[edge.0 as usize].to = front);
    if cfa.entry == head {
        cfa.entry = front;
    }
    cfa.edges.push(Edge { from: front, to: behind, op: Op::Skip, span });
    (EdgeId(cfa.edges.len() as u32 - 1), behind)
}

impl Atlas<'_> {
    /// Whether there are loops in a region, in what it calls, or in front of it, that go round often, or nobody knows
    /// how often. Others are better unwound.
    pub(super) fn is_worth_cutting(&self, region: RegionId) -> bool {
        let in_front = |function| self.hierarchy.loops_in_front(region).any(|head| self.is_long(function, head));
        self.long_below()[region.0 as usize] || self.hierarchy[region].function().is_some_and(in_front)
    }

    fn is_long(&self, function: FuncId, head: LocId) -> bool {
        !self.known(function).rounds.contains_key(&head)
    }

    /// By region: whether there are such loops in it, or in what it calls.
    fn long_below(&self) -> &[bool] {
        self.long_below.get_or_init(|| {
            let regions = &self.hierarchy;
            let mut order: Vec<RegionId> = regions.ids().collect();
            order.sort_by_key(|id| std::cmp::Reverse(regions[*id].depth));
            let mut below = vec![false; order.len()];
            for id in order {
                let is_long = |child: &RegionId| match regions[*child].kind {
                    Kind::Loop { function, head } => self.is_long(function, head),
                    _ => false,
                };
                below[id.0 as usize] =
                    regions[id].children.iter().any(|child| is_long(child) || below[child.0 as usize]);
            }
            below
        })
    }

    /// The locals of a function that are not read any more from a location on.
    pub(super) fn unread(&self, function: FuncId, live: &Live, from: LocId) -> BTreeSet<ObjectId> {
        let count = self.pointers.program()[function].cfa().map_or(0, |cfa| cfa.locals.len() as u32);
        let unread = (0..count).map(LocalId).filter(|local| !live.contains(from, *local));
        unread.map(|local| self.pointers.variable(function, Var::Local(local))).collect()
    }

    /// Cuts the loops of these functions in a copy of the program, as far as that can be said; what is known at their
    /// heads.
    pub(super) fn cut_callees(
        &self,
        made: &mut Program,
        survey: &Survey<'_>,
        inside: &BTreeSet<FuncId>,
    ) -> Vec<String> {
        let mut facts = Vec::new();
        for &function in inside {
            let Some(original) = self.pointers.program()[function].cfa() else { continue };
            let loops = self.loops_to_cut(function);
            if loops.is_empty() {
                continue;
            }
            let mut cfa = original.clone();
            for each in loops {
                facts.extend(self.cut_callee(made, &mut cfa, survey, function, each));
            }
            made.functions[function.0 as usize].body = Body::Cfa(cfa);
        }
        facts
    }

    fn cut_callee(
        &self,
        made: &mut Program,
        cfa: &mut Cfa,
        survey: &Survey<'_>,
        function: FuncId,
        cut: &CutLoop,
    ) -> Option<String> {
        // A piece may have objects of its own that stand for one of these.
        if cut.writes.iter().any(|id| survey.group_of(*id).is_some()) {
            return None;
        }
        let span = cfa.edges[cut.back[0].0 as usize].span;
        let end = cfa.new_location();
        cut.back.iter().for_each(|edge| cfa.edges[edge.0 as usize].to = end);
        let (_, behind) = in_front(cfa, cut.head, &cut.by, span);
        let place = |id: &ObjectId| match self.pointers.object(*id).kind {
            ObjectKind::Global(global) => Some((*id, Place::global(global, made[global].ty))),
            ObjectKind::Local(_, local) => Some((*id, Place::local(local, cfa.locals[local.0 as usize].ty))),
            _ => None,
        };
        let places = cut.writes.iter().filter_map(place).collect();
        let exit = cfa.exit;
        let mut builder = Builder::new(made, cfa, behind, span, survey);
        builder.forget(places, Vec::new());
        let facts = self.assume_at_loop(&mut builder, function, cut.head, |object| cut.writes.contains(&object));
        builder.join(cut.head);
        builder.at = end;
        builder.assume(Expr::int(Types::INT, 0));
        let from = builder.at;
        cfa.edges.push(Edge { from, to: exit, op: Op::Return(None), span });
        facts
    }

    /// The loops of a function that can be cut wherever it is called. One that calls itself has its variables several
    /// times over.
    pub(super) fn find_loops_to_cut(&self, function: FuncId) -> Vec<CutLoop> {
        let program = self.pointers.program();
        let (Some(cfa), false) = (program[function].cfa(), self.hierarchy.is_recursive(function)) else {
            return Vec::new();
        };
        let addressed = visit::addressed_locals(cfa);
        let live = Live::of(cfa, |local| addressed.contains(&local));
        let incoming = cfa.incoming();
        let cut = |(head, edges): (LocId, Vec<EdgeId>)| {
            let writes = self.pointers.writes(function, edges.iter().copied());
            let unread = self.unread(function, &live, head);
            let outside = writes.outside();
            let writes: Vec<ObjectId> = writes.parts.into_keys().filter(|id| !unread.contains(id)).collect();
            let plain = |id: &ObjectId| {
                let ty = match self.pointers.object(*id).kind {
                    ObjectKind::Global(global) => program[global].ty,
                    ObjectKind::Local(of, local) if of == function => cfa.locals[local.0 as usize].ty,
                    _ => return false,
                };
                let anywhere = Target { object: *id, offset: Offset::Any };
                let pointers = program.types.has_pointer(ty.ty) || self.pointers.holds_pointer(anywhere, 1);
                !pointers && self.pointers.object(*id).size == program.types.size_of(ty.ty)
            };
            if outside || !writes.iter().all(plain) {
                return None;
            }
            let inside: BTreeSet<EdgeId> = edges.into_iter().collect();
            let (back, by) = incoming.of(head).iter().partition(|edge| inside.contains(edge));
            Some(CutLoop { head, by, back: Vec::from_iter::<BTreeSet<EdgeId>>(back), writes })
        };
        self.hierarchy.loops(function).into_iter().filter_map(cut).collect()
    }
}
