//! States with nothing but values in them: what is not known is any value.
//!
//! Objects of such states are shared, so that states are equal when they share all of them. What is not known is the
//! same variable in every state, by object and cell. That variable is no value that anything else keeps: whoever wants
//! to know something about it says so beside the state.

use super::walker::Walker;
use crate::cfa::{GlobalId, Var};
use crate::ctype::{LocalId, Type, TypeId, Types};
use crate::engine::memory::{Contents, Held, Memory, ObjectId, Rest, State};
use crate::engine::term::Term;
use rustc_hash::FxHashMap;
use std::collections::BTreeSet;
use std::rc::Rc;

#[derive(Default)]
pub(super) struct Normal {
    /// The objects of variables that hold nothing but numbers.
    numbers: Option<BTreeSet<ObjectId>>,
    /// What stands for values that are not known.
    instances: FxHashMap<ObjectId, u32>,
    cells: FxHashMap<(ObjectId, u64), Term>,
    alive: FxHashMap<ObjectId, Term>,
    shared: FxHashMap<(ObjectId, Held), Rc<Held>>,
}

impl Normal {
    /// The objects of variables that hold nothing but numbers.
    pub(super) fn numbers(&mut self, walker: &Walker) -> &BTreeSet<ObjectId> {
        self.numbers.get_or_insert_with(|| numbers(walker))
    }

    /// What is left of a state when only these variables and what may hold pointers is followed. What is the same in
    /// the state before, which is such a state, stays as it is.
    pub(super) fn of(
        &mut self,
        walker: &mut Walker,
        before: &State,
        after: State,
        followed: &BTreeSet<ObjectId>,
    ) -> State {
        self.numbers(walker);
        let mut normal = after.clone().under(&State::new());
        for id in after.apart(before) {
            let Some(held) = after.get(id) else { continue };
            if before.get(id).is_none() {
                walker.executor.memory().forget_size(id);
            }
            let held = self.held(walker, id, held, followed.contains(&id));
            let shared = self.shared.entry((id, held)).or_insert_with_key(|(_, held)| Rc::new(held.clone()));
            normal.share(id, shared.clone());
        }
        normal
    }

    fn held(&mut self, walker: &mut Walker, id: ObjectId, held: &Held, followed: bool) -> Held {
        let memory = walker.executor.memory();
        let is_constant = |memory: &Memory, term: Term| memory.terms.as_constant(term).is_some();
        let alive = match is_constant(memory, held.alive) {
            true => held.alive,
            false => *self.alive.entry(id).or_insert_with(|| memory.terms.fresh(1)),
        };
        let instance = *self.instances.entry(id).or_insert_with(|| memory.instance());
        let any = Contents::new(Rest::Any(instance));
        let follows = followed || self.numbers.as_ref().is_none_or(|numbers| !numbers.contains(&id));
        let contents = match &held.contents {
            Contents::Cells { written, rest } if follows => {
                let mut known = written.clone();
                match rest {
                    Rest::Any(_) => known.retain(|_, term| is_constant(memory, *term)),
                    Rest::Zero | Rest::Words(_) => {
                        for (number, term) in &mut known {
                            if !is_constant(memory, *term) {
                                let width = memory.terms.width(*term);
                                let unknown = self.cells.entry((id, *number));
                                *term = *unknown.or_insert_with(|| memory.terms.fresh(width));
                            }
                        }
                    }
                }
                let rest = if let Rest::Any(_) = rest { Rest::Any(instance) } else { rest.clone() };
                Contents::Cells { written: known, rest }
            }
            _ => any,
        };
        Held { contents, alive }
    }
}

/// The objects of variables that hold nothing but numbers.
fn numbers(walker: &Walker) -> BTreeSet<ObjectId> {
    let types = &walker.program.types;
    let locals = (0..).map(LocalId).zip(&walker.flat.cfa.locals).map(|(id, local)| (Var::Local(id), local.ty.ty));
    let globals = (0..).map(GlobalId).zip(&walker.program.globals);
    let globals = globals.map(|(id, global)| (Var::Global(id), global.ty.ty));
    let numbers = locals.chain(globals).filter(|(_, ty)| is_number(types, *ty));
    numbers.filter_map(|(var, _)| walker.executor.object(&walker.walk, var)).collect()
}

/// Whether there is no pointer in a type.
fn is_number(types: &Types, ty: TypeId) -> bool {
    match &types[ty] {
        Type::Int(_) | Type::Float(_) | Type::Enum(..) => true,
        Type::Array { elem, .. } => is_number(types, elem.ty),
        Type::Record(_) => {
            types.fields(ty).is_some_and(|fields| fields.iter().all(|field| is_number(types, field.ty.ty)))
        }
        _ => false,
    }
}
