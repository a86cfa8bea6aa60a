//! The arbitrary state in which a region starts (paper 004, section 3: if no error is feasible from an arbitrary state,
//! none is feasible in the program).
//!
//! Numbers may have any value. A pointer may not: a verifier that gets an arbitrary pointer reads fresh values and
//! loses writes. So memory is built. Every object that the region, with all that it calls, may read or a pointer that
//! it reads may point to is there, with its size; every such pointer chooses among the places that the points-to sets
//! allow, so two of them are the same wherever they may be.
//!
//! - Globals and the region's own variables stand for themselves. Constant ones keep their values.
//! - Other objects, variables of callers and allocated memory, are known to the region only through pointers, so one of
//!   them is as good as another of the same type and size: they form groups, and a group needs no more objects than
//!   there are pointers into it. The first pointer takes the first object, the next one the first or the second, and so
//!   on. This covers objects of which many exist, such as those of a recursive function.
//! - Pointers point into their objects, or just behind them, as C demands.
//!
//! What is not built, and makes the region one that is not gambled on ([`Refused`]): pointers out of the program,
//! pointers in allocated memory, in unions and in numbers, shapes without end, variable arguments. Objects are alive
//! here; where that is the question, pointers to objects that could be dead are refused.

mod build;
mod survey;

pub(super) use build::Builder;
pub(super) use survey::Survey;

use crate::pointer::{ObjectId, ObjectKind, Pointers};

/// Why the state at the head of a region cannot be built.
pub(super) type Refused = String;

/// An object as people know it.
pub(super) fn name(pointers: &Pointers, id: ObjectId) -> String {
    let program = pointers.program();
    match pointers.object(id).kind {
        ObjectKind::Global(global) => program[global].name.clone(),
        ObjectKind::Local(function, local) => {
            let locals = program[function].cfa().map(|cfa| cfa.locals.as_slice()).unwrap_or_default();
            let name = locals.get(local.0 as usize).and_then(|local| local.name.as_deref());
            format!("{}::{}", program[function].name, name.unwrap_or("a temporary"))
        }
        ObjectKind::Function(function) => program[function].name.clone(),
        ObjectKind::Heap(site) | ObjectKind::Stack(site) => {
            format!("memory that {} gets from {}", program[site.function].name, program[site.callee].name)
        }
        ObjectKind::Null => "null".into(),
        ObjectKind::Outside | ObjectKind::Indeterminate | ObjectKind::Passing => "something unknown".into(),
    }
}
