//! Copies of pointers in parts.
//!
//! C lets a program copy a pointer byte by byte, and the analysis follows that. CBMC does as well, but where there was another pointer
//! before, into the same object, it goes on to read and write where that one pointed. So whoever prints for CBMC must know.

use super::Pointers;
use super::library::{Does, behaviour};
use super::objects::Target;
use super::offset::Offset;
use crate::cfa::{Callee, EdgeId, Expr, ExprKind, FuncId, Op};

/// Why nothing is said about a program that has such a function.
pub fn torn_words(function: &str) -> String {
    format!("{function} may copy a pointer byte by byte, which CBMC gets wrong")
}

impl Pointers<'_> {
    /// A function that may copy pointers byte by byte in these edges of a function, or in what they call.
    pub fn torn(&self, function: FuncId, edges: impl IntoIterator<Item = EdgeId> + Clone) -> Option<&str> {
        let called = self.called(function, edges.clone());
        let edges_of = |id: FuncId| self.program[id].cfa().into_iter().flat_map(|cfa| cfa.edge_ids());
        let own = edges.into_iter().map(|edge| (function, edge));
        let others = called.into_iter().flat_map(|id| edges_of(id).map(move |edge| (id, edge)));
        let (found, _) = own.chain(others).find(|(id, edge)| self.tears(*id, *edge))?;
        Some(&self.program[found].name)
    }

    /// Whether an edge may copy a part of a pointer, or pointers byte by byte.
    fn tears(&self, function: FuncId, edge: EdgeId) -> bool {
        let Some(cfa) = self.program[function].cfa() else { return false };
        let types = &self.program.types;
        match &cfa[edge].op {
            Op::Assign { place, value } => {
                let narrow = |size: Option<u64>| size.is_some_and(|size| size < types.model.pointer_size());
                let shared =
                    place.root().is_none_or(|var| self.objects[self.variable(function, var).index()].addressed);
                let whole = !types.is_scalar(value.ty);
                shared && !whole && narrow(place.size(types)) && self.is_part(function, value)
            }
            Op::Call { callee: Callee::Direct(callee), args, .. } if !self.program[*callee].is_defined() => {
                let known = behaviour(&self.program[*callee].name).unwrap_or_default();
                known.iter().any(|does| match does {
                    Does::Copies(_, from, size) => {
                        let size = size.and_then(|at| args.get(at)).and_then(constant);
                        args.get(*from).is_some_and(|from| self.leads_to_pointers(function, from, size))
                    }
                    _ => false,
                })
            }
            _ => false,
        }
    }

    fn is_part(&self, function: FuncId, value: &Expr) -> bool {
        self.evaluate(function, value).iter().any(|target| !target.object.is_special())
    }

    fn leads_to_pointers(&self, function: FuncId, pointer: &Expr, size: Option<u64>) -> bool {
        let there = |target: Target| match size {
            Some(size) => self.holds_pointer(target, size),
            None => self.holds_pointer(Target { offset: Offset::Any, ..target }, 1),
        };
        self.points_to(function, pointer).into_iter().any(there)
    }
}

fn constant(expr: &Expr) -> Option<u64> {
    match expr.kind {
        ExprKind::Int(value) => u64::try_from(value).ok(),
        _ => None,
    }
}
