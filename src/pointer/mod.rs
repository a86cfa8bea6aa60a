//! What pointers point to, and what functions and regions read and write.
//!
//! An inclusion-based points-to analysis (Andersen) of a whole program, the same for all orders of edges and for all
//! callers of a function. A [`Target`] is an abstract object and an offset in bytes: one number, steps of a stride, or
//! any. [`Pointers::of`] computes everything; then
//!
//! - [`Pointers::points_to`] says what an expression of a function may point to, [`Pointers::locate`] where a place may
//!   be, [`Pointers::contents`] what an object holds;
//! - [`Pointers::object`] describes an object: its kind, its size, whether one instance exists at a time at most;
//! - [`Pointers::callees`] says what a call may go to;
//! - [`Pointers::writes`] and [`Pointers::reads`] say what edges access, with all that they call, and
//!   [`Pointers::function_writes`] and [`Pointers::function_reads`] what a whole function does.
//!
//! An answer is complete for every value that the pointer can have in an execution in which nothing went wrong before.
//! Three of the objects in it are none: [`ObjectId::NULL`], [`ObjectId::INDETERMINATE`] for a value that was never
//! written, and [`ObjectId::OUTSIDE`] for memory outside of the program, which comes with all objects that are known
//! there. Objects may be dead already: memory that was freed, a variable of a function that has returned.
//!
//! What has which answer:
//!
//! - **Scalars of all types carry targets**: pointers survive in integers, in floating numbers, in bytes. A value that
//!   is not copied whole keeps its objects and loses its offsets. Integers turned to pointers lead outside, and to all
//!   objects whose addresses were ever turned to integers, unless the pointer is in the same expression.
//! - **Unions and casts** need nothing: contents of objects are bytes at offsets, whatever the types say. A pointer
//!   that is read where a number was written is an integer turned to a pointer.
//! - **Copies of memory** (records, `memcpy`, byte by byte) copy all targets of the bytes.
//! - **Variable arguments** of all calls are one set. **Function pointers** are resolved along with the rest.
//! - **Undefined functions**: those of the C library that keep no pointer do what the table in `library` says. All
//!   others may keep and change everything that their arguments lead to, at any later time, and call every function
//!   that they know.
//! - **Entries** get arguments from outside. One that is not `main` finds all variables changed and known outside.
//! - **Assembly** knows its operands from then on, and its outputs hold anything.
//! - **Pointers that were never written**: for locals that is followed path by path; other memory that was not
//!   initialised holds [`ObjectId::INDETERMINATE`].
//! - `setjmp` and threads are not in automata ([`crate::cfa::passes`]).
//!
//! What is taken for granted, in the words of reports ([`crate::property::assumed`], [`crate::cfa::AssumptionKind`]):
//!
//! - no access is outside of its object before it is reported; an index of an array in a record stays in that array;
//! - pointers that are followed point to live objects, and one that was never written is not followed;
//! - undefined functions do not know the program's variables by name;
//! - addresses are not put together by branching on the bytes of other pointers.

mod address;
mod calls;
mod cycles;
mod effects;
mod generate;
mod indeterminate;
mod initial;
mod library;
mod objects;
mod offset;
mod query;
mod render;
mod single;
mod solver;
#[cfg(test)]
mod tests;
mod torn;

pub use effects::{Access, Direct, Extent};
pub(crate) use objects::is_start;
pub use objects::{Object, ObjectId, ObjectKind, Site, Target};
pub use offset::Offset;
pub use query::Callees;
pub use render::{json, text};
pub use torn::torn_words;

use crate::cfa::{EdgeId, FuncId, Program};
use effects::Own;
use objects::Ids;
use solver::{Node, Solver};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::OnceLock;

/// The points-to sets of a program.
pub struct Pointers<'a> {
    program: &'a Program,
    ids: Ids,
    objects: Vec<Object>,
    solver: Solver,
    registers: Vec<Option<Node>>,
    callees: BTreeMap<(FuncId, EdgeId), (BTreeSet<FuncId>, bool)>,
    /// The objects that are known outside.
    escaped: BTreeSet<ObjectId>,
    escaped_functions: BTreeSet<FuncId>,
    variable: Node,
    remembered: Node,
    own: Vec<OnceLock<Own>>,
}

/// How much work it was.
#[derive(Clone, Copy, Debug)]
pub struct Figures {
    pub objects: usize,
    pub nodes: usize,
    pub copies: usize,
    pub targets: usize,
}

impl<'a> Pointers<'a> {
    /// Analyses a program.
    pub fn of(program: &'a Program) -> Pointers<'a> {
        let (objects, ids) = objects::objects(program);
        let mut generator = generate::Generator::new(program, &ids, objects);
        generator.run();
        let generate::Generator { objects, solver, registers, callees, variable, remembered, .. } = generator;
        let escaped = (0..objects.len() as u32).map(ObjectId).filter(|id| solver.memory[id.index()].escaped);
        let escaped: BTreeSet<ObjectId> =
            escaped.filter(|id| objects[id.index()].kind != ObjectKind::Passing).collect();
        let functions = escaped.iter().filter_map(|id| match objects[id.index()].kind {
            ObjectKind::Function(function) => Some(function),
            _ => None,
        });
        let escaped_functions = functions.collect();
        let own = program.functions.iter().map(|_| OnceLock::new()).collect();
        let mut pointers = Pointers {
            program,
            ids,
            objects,
            solver,
            registers,
            callees,
            escaped,
            escaped_functions,
            variable,
            remembered,
            own,
        };
        single::mark(&mut pointers);
        pointers
    }

    pub fn program(&self) -> &'a Program {
        self.program
    }

    pub fn figures(&self) -> Figures {
        let (nodes, copies, targets) = self.solver.figures();
        Figures { objects: self.objects.len(), nodes, copies, targets }
    }
}
