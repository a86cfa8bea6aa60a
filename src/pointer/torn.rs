//! Copies of pointers in parts.
//!
//! C lets a program copy a pointer byte by byte, and the analysis follows that. CBMC does as well, but where there was
//! another pointer before, into the same object, it goes on to read and write where that one pointed. Copied as a
//! floating number it is lost. So whoever prints for CBMC must know.

use super::Pointers;
use super::library::{Does, behaviour};
use super::objects::Target;
use super::offset::Offset;
use crate::cfa::{Callee, EdgeId, Expr, ExprKind, FuncId, Op, Place, PlaceKind};
use crate::ctype::Type;

/// Why nothing is said about a program that has such a function.
pub fn torn_words(function: &str) -> String {
    format!("{function} may copy a pointer byte by byte, which CBMC gets wrong")
}

impl Pointers<'_> {
    /// One of these functions that may copy pointers byte by byte.
    pub fn torn(&self, functions: impl IntoIterator<Item = FuncId>) -> Option<FuncId> {
        let edges_of = |id: FuncId| self.program[id].cfa().into_iter().flat_map(|cfa| cfa.edge_ids());
        functions.into_iter().find(|id| edges_of(*id).any(|edge| self.tears(*id, edge)))
    }

    /// Whether an edge may copy a part of a pointer, or pointers byte by byte.
    pub fn tears(&self, function: FuncId, edge: EdgeId) -> bool {
        let Some(cfa) = self.program[function].cfa() else { return false };
        match &cfa[edge].op {
            Op::Assign { place, value } => {
                self.takes_parts(function, place)
                    && (self.is_part(function, value)
                        || constant(value).is_none() && self.is_piece_of_pointer(function, place))
            }
            Op::Call { dst, callee, args, .. } => {
                // What the call returns is there afterwards.
                let returned = |place: &Place| {
                    self.takes_parts(function, place) && self.is_part(function, &Expr::load(place.clone()))
                };
                dst.as_ref().is_some_and(returned) || self.call_tears(function, callee, args)
            }
            _ => false,
        }
    }

    fn call_tears(&self, function: FuncId, callee: &Callee, args: &[Expr]) -> bool {
        match callee {
            Callee::Direct(callee) if !self.program[*callee].is_defined() => {
                let known = behaviour(&self.program[*callee].name).unwrap_or_default();
                known.iter().any(|does| match does {
                    Does::Appends(_, from) => {
                        args.get(*from).is_some_and(|from| self.leads_to_pointers(function, from, None))
                    }
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

    /// Whether a place that others may read as a pointer is written by a scalar that is none.
    fn takes_parts(&self, function: FuncId, place: &Place) -> bool {
        let types = &self.program.types;
        let narrow = place.size(types).is_some_and(|size| size < types.model.pointer_size());
        let float = matches!(types[place.ty.ty], Type::Float(_));
        let private = match place.kind {
            PlaceKind::Var(var) => !self.objects[self.variable(function, var).index()].addressed,
            _ => false,
        };
        !private && types.is_scalar(place.ty.ty) && (narrow || float)
    }

    /// Whether a place is so small that all its values can be told apart one by one, and in bytes that may hold a
    /// pointer. Then what is written there may have come from another pointer by branches alone.
    fn is_piece_of_pointer(&self, function: FuncId, place: &Place) -> bool {
        let size = place.size(&self.program.types).filter(|size| *size <= 2);
        size.is_some_and(|size| self.locate(function, place).into_iter().any(|target| self.holds_pointer(target, size)))
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
