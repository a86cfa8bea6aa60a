//! Calls replaced by a havoc of what they write.
//!
//! Only calls of the region itself are replaced, and only those whose effect can be said: what they write is a variable
//! that the region can name, or an object of the environment; no pointer that they change or return leads to an object
//! that stands for one of many; and nothing that they write can have come to be since the region started. All other
//! calls stay. A callee may do less than the havoc, and may not come back: what is left out by that is nothing.

use super::environment::Survey;
use crate::cfa::{Adjacency, Callee, Cfa, EdgeId, FuncId, Op, Program, PropId};
use crate::pointer::{Access, ObjectId, ObjectKind, Pointers};
use std::collections::BTreeSet;

/// What is known about the calls of a region.
pub(super) struct Calls<'a> {
    pub survey: &'a Survey<'a>,
    /// Functions whose calls stay.
    pub kept: &'a BTreeSet<FuncId>,
    /// The functions that run in the region.
    pub inside: &'a BTreeSet<FuncId>,
    /// The region's edges in its function.
    pub edges: &'a BTreeSet<EdgeId>,
}

impl Calls<'_> {
    /// What the call of an edge writes, if it can be replaced by that.
    pub fn effect(&self, cfa: &Cfa, outgoing: &Adjacency, edge: EdgeId) -> Option<Access> {
        let (pointers, function) = (self.survey.pointers, self.survey.function);
        let program = pointers.program();
        let returns = |edge: EdgeId| !outgoing.of(cfa[edge].to).is_empty();
        if !matches!(&cfa[edge].op, Op::Call { callee: Callee::Direct(_) | Callee::Indirect(_), .. } if returns(edge)) {
            return None;
        }
        let callees = pointers.callees(function, edge);
        let plain = |callee: &FuncId| program[*callee].cfa().is_some() && !self.kept.contains(callee);
        if callees.outside || callees.functions.is_empty() || !callees.functions.iter().all(plain) {
            return None;
        }
        let writes = pointers.writes(function, [edge]);
        self.can_be_anything(&writes).then_some(writes)
    }

    /// Whether everything that is written can be given any value in the midst of the region.
    pub fn can_be_anything(&self, writes: &Access) -> bool {
        !writes.outside() && writes.parts.keys().all(|id| self.can_forget(*id))
    }

    /// Whether the environment can give an object any value in the midst of the region.
    fn can_forget(&self, id: ObjectId) -> bool {
        let pointers = self.survey.pointers;
        if let ObjectKind::Heap(site) | ObjectKind::Stack(site) = pointers.object(id).kind {
            let here = site.function == self.survey.function && self.edges.contains(&site.edge);
            if here || self.inside.contains(&site.function) {
                return false;
            }
        }
        let Ok(holds) = self.survey.holds_of(id) else { return false };
        let mut targets = holds.iter().filter(|hold| !hold.opaque).flat_map(|hold| &hold.targets);
        targets.all(|target| match pointers.object(target.object).kind {
            ObjectKind::Null | ObjectKind::Indeterminate | ObjectKind::Function(_) => true,
            _ => self.survey.is_named(target.object) && pointers.object(target.object).single,
        })
    }
}

/// Those of these functions in which one of the properties is asserted, or that may call such a one.
pub(super) fn leading(
    pointers: &Pointers,
    functions: &BTreeSet<FuncId>,
    properties: &BTreeSet<PropId>,
) -> BTreeSet<FuncId> {
    let program = pointers.program();
    let asserts = |function: &&FuncId| asserts(program, **function, properties);
    let mut found: BTreeSet<FuncId> = functions.iter().filter(asserts).copied().collect();
    loop {
        let leads = |function: &&FuncId| {
            let edges = program[**function].cfa().into_iter().flat_map(Cfa::edge_ids);
            let mut callees = edges.flat_map(|edge| pointers.callees(**function, edge).functions);
            !found.contains(function) && callees.any(|callee| found.contains(&callee))
        };
        let more: Vec<FuncId> = functions.iter().filter(leads).copied().collect();
        if more.is_empty() {
            return found;
        }
        found.extend(more);
    }
}

fn asserts(program: &Program, function: FuncId, properties: &BTreeSet<PropId>) -> bool {
    let edges = program[function].cfa().into_iter().flat_map(|cfa| &cfa.edges);
    edges.into_iter().any(|edge| matches!(&edge.op, Op::Assert { property, .. } if properties.contains(property)))
}
