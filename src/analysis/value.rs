//! Which variables have which values. A cell of an object has one value, or any.
//!
//! Which variables are followed is learnt from paths that cannot be taken (paper 001; path prefixes as in lazy
//! abstraction with interpolants for values): at first none of those that hold numbers. Whatever may hold a pointer is
//! always followed: it decides what is written.
//!
//! Objects of states are shared, so that states are equal when they share all of them. What is not known is the same
//! variable in every state, by object and cell. That variable is no value that anything else keeps: a state says
//! nothing about it.

use super::explore::{Domain, Post};
use super::walker::Walker;
use crate::cfa::visit::{self, Visit};
use crate::cfa::{EdgeId, GlobalId, PropId, Var};
use crate::ctype::{LocalId, Type, TypeId, Types};
use crate::engine::memory::{Contents, Held, ObjectId, Rest, State};
use crate::engine::term::Term;
use rustc_hash::FxHashMap;
use std::collections::BTreeSet;
use std::rc::Rc;

#[derive(Default)]
pub(super) struct Value {
    /// The objects of variables that hold nothing but numbers.
    numbers: BTreeSet<ObjectId>,
    /// Those of them that are followed.
    followed: BTreeSet<ObjectId>,
    unknown: Unknown,
    shared: FxHashMap<(ObjectId, Held), Rc<Held>>,
}

/// What stands for values that are not known.
#[derive(Default)]
struct Unknown {
    instances: FxHashMap<ObjectId, u32>,
    cells: FxHashMap<(ObjectId, u64), Term>,
    alive: FxHashMap<ObjectId, Term>,
}

/// So many parts of a path that cannot be taken are tried, to find out from which the least is to be learnt.
const PREFIXES: usize = 4;

impl Domain for Value {
    type State = State;
    type Key = Vec<usize>;
    const COMPARES: bool = false;

    fn initial(&mut self, walker: &mut Walker) -> State {
        if self.numbers.is_empty() {
            self.numbers = numbers(walker);
        }
        let start = walker.start.clone();
        self.normal(walker, &State::new(), start)
    }

    fn post(&mut self, walker: &mut Walker, state: &State, edge: EdgeId) -> Post<State> {
        walker.executor.choose_again();
        let stepped = walker.executor.take(&walker.walk, state, edge);
        let fails = stepped.checks.iter().map(|check| walker.original(check.property)).collect();
        let after = stepped.state.map(|mut after| {
            walker.executor.learn(&walker.walk, &mut after, edge);
            self.normal(walker, state, after)
        });
        Post { state: after, fails, doubts: stepped.doubts }
    }

    fn key(&self, state: &State) -> Vec<usize> {
        state.addresses()
    }

    fn refine(&mut self, walker: &mut Walker, path: &[EdgeId], _: &[usize], property: PropId) -> bool {
        let before = self.followed.clone();
        self.followed = self.mentioned(walker, path);
        self.followed.extend(&before);
        let ends = self.ends(walker, path, property, &BTreeSet::new());
        let mut best: Option<BTreeSet<ObjectId>> = None;
        let mut passed = BTreeSet::new();
        let mut end = ends;
        while let Some(at) = end.filter(|_| passed.len() < PREFIXES && !walker.executor.is_over()) {
            let needed = self.needed(walker, &path[..=at], property, &passed, &before, at + 1 == path.len());
            if best.as_ref().is_none_or(|best| needed.len() < best.len()) {
                best = Some(needed);
            }
            passed.insert(at);
            end = self.ends(walker, path, property, &passed);
        }
        self.followed = before;
        match best {
            Some(best) if !best.is_subset(&self.followed) => {
                self.followed.extend(best);
                true
            }
            _ => false,
        }
    }

    fn size(&self, state: &State) -> u64 {
        let known = |id: ObjectId| match &state.get(id).map(|held| &held.contents) {
            Some(Contents::Cells { written, .. }) => written.len() as u64,
            _ => 0,
        };
        state.objects().map(known).sum()
    }
}

impl Value {
    /// A state with nothing but values in it. What is the same in the state before is known to be so already.
    fn normal(&mut self, walker: &mut Walker, before: &State, after: State) -> State {
        let mut normal = after.clone().under(&State::new());
        for id in after.apart(before) {
            let Some(held) = after.get(id) else { continue };
            if before.get(id).is_none() {
                walker.executor.memory().forget_size(id);
            }
            let held = self.held(walker, id, held);
            let shared = self.shared.entry((id, held)).or_insert_with_key(|(_, held)| Rc::new(held.clone()));
            normal.share(id, shared.clone());
        }
        normal
    }

    fn held(&mut self, walker: &mut Walker, id: ObjectId, held: &Held) -> Held {
        let memory = walker.executor.memory();
        let is_constant = |memory: &crate::engine::memory::Memory, term: Term| memory.terms.as_constant(term).is_some();
        let alive = match is_constant(memory, held.alive) {
            true => held.alive,
            false => *self.unknown.alive.entry(id).or_insert_with(|| memory.terms.fresh(1)),
        };
        let instance = *self.unknown.instances.entry(id).or_insert_with(|| memory.instance());
        let any = Contents::new(Rest::Any(instance));
        let follows = self.followed.contains(&id) || !self.numbers.contains(&id);
        let contents = match &held.contents {
            Contents::Cells { written, rest } if follows => {
                let mut known = written.clone();
                match rest {
                    Rest::Any(_) => known.retain(|_, term| is_constant(memory, *term)),
                    Rest::Zero | Rest::Words(_) => {
                        for (number, term) in &mut known {
                            if !is_constant(memory, *term) {
                                let width = memory.terms.width(*term);
                                let unknown = self.unknown.cells.entry((id, *number));
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

    /// The variables that hold numbers and are mentioned on a path.
    fn mentioned(&self, walker: &Walker, path: &[EdgeId]) -> BTreeSet<ObjectId> {
        struct Mentions(BTreeSet<Var>);
        impl Visit for Mentions {
            fn var(&mut self, var: Var) {
                self.0.insert(var);
            }
        }
        let mut mentions = Mentions(BTreeSet::new());
        let mut called = false;
        for edge in path {
            let op = &walker.flat.cfa[*edge].op;
            called |= walker.flat.calls.contains_key(edge);
            visit::visit_op(&mut mentions, op);
        }
        // Calls that are run in place, and pointers, come to others as well.
        let direct = mentions.0.iter().filter_map(|var| walker.executor.object(&walker.walk, *var));
        let direct: BTreeSet<ObjectId> = direct.filter(|id| self.numbers.contains(id)).collect();
        if called { self.numbers.clone() } else { direct.into_iter().chain(self.addressed(walker)).collect() }
    }

    /// The variables that hold numbers and that somebody may point to.
    fn addressed(&self, walker: &Walker) -> Vec<ObjectId> {
        let cfa = &walker.flat.cfa;
        let locals = visit::addressed_locals(cfa).into_iter().map(Var::Local);
        let globals = (0..walker.program.globals.len() as u32).map(GlobalId).map(Var::Global);
        let objects = locals.chain(globals).filter_map(|var| walker.executor.object(&walker.walk, var));
        objects.filter(|id| self.numbers.contains(id)).collect()
    }

    /// The number of the edge at which a path ends in this domain, if it does. Decisions that were passed before are not
    /// asked again.
    fn ends(
        &mut self,
        walker: &mut Walker,
        path: &[EdgeId],
        property: PropId,
        passed: &BTreeSet<usize>,
    ) -> Option<usize> {
        let mut state = self.initial(walker);
        for (number, edge) in path.iter().enumerate() {
            let post = self.post(walker, &state, *edge);
            let last = number + 1 == path.len();
            if last {
                return (!post.fails.contains(&property) && !passed.contains(&number)).then_some(number);
            }
            match post.state {
                Some(after) => state = after,
                None if passed.contains(&number) => {}
                None => return Some(number),
            }
        }
        None
    }

    /// Few variables with which a path still ends where it does.
    fn needed(
        &mut self,
        walker: &mut Walker,
        path: &[EdgeId],
        property: PropId,
        passed: &BTreeSet<usize>,
        before: &BTreeSet<ObjectId>,
        whole: bool,
    ) -> BTreeSet<ObjectId> {
        let end = path.len() - 1;
        let all = std::mem::take(&mut self.followed);
        let mut kept = all.clone();
        let ends_with = |domain: &mut Value, walker: &mut Walker, tried: &BTreeSet<ObjectId>| {
            domain.followed = tried.clone();
            let ended = match whole {
                true => domain.ends(walker, path, property, passed),
                // Where the prefix ends nothing is asserted: only whether it is come to counts.
                false => domain.passes(walker, path, passed),
            };
            ended.is_some_and(|at| at <= end)
        };
        let candidates: Vec<ObjectId> = all.difference(before).copied().collect();
        let mut size = candidates.len().div_ceil(2);
        while size > 0 {
            for part in candidates.chunks(size) {
                let mut tried = kept.clone();
                tried.retain(|id| !part.contains(id));
                if tried.len() < kept.len() && ends_with(self, walker, &tried) {
                    kept = tried;
                }
            }
            size /= 2;
        }
        self.followed = all;
        kept
    }

    /// The number of the edge at which a part of a path ends.
    fn passes(&mut self, walker: &mut Walker, path: &[EdgeId], passed: &BTreeSet<usize>) -> Option<usize> {
        let mut state = self.initial(walker);
        for (number, edge) in path.iter().enumerate() {
            match self.post(walker, &state, *edge).state {
                Some(after) => state = after,
                None if passed.contains(&number) => {}
                None => return Some(number),
            }
        }
        None
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
        Type::Record(_) => types.fields(ty).is_some_and(|fields| fields.iter().all(|field| is_number(types, field.ty.ty))),
        _ => false,
    }
}
