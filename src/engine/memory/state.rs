//! States of an execution, and the one that two of them become where they meet.

use super::{Contents, Memory, ObjectId};
use crate::engine::term::Term;
use std::rc::Rc;

/// A set of executions that have come to the same place: those that satisfy the guard.
#[derive(Clone, Debug)]
pub struct State {
    /// What was decided on the way, in this order; all of it holds.
    guard: Vec<Term>,
    objects: Vec<Option<Rc<Held>>>,
}

/// An object in a state.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Held {
    pub contents: Contents,
    /// Whether it still exists.
    pub alive: Term,
}

impl State {
    /// Without objects and without conditions.
    pub fn new() -> State {
        State { guard: Vec::new(), objects: Vec::new() }
    }

    /// What was decided on the way.
    pub fn guard(&self) -> &[Term] {
        &self.guard
    }

    /// The same objects, where another state's conditions hold.
    pub fn under(self, other: &State) -> State {
        State { guard: other.guard.clone(), ..self }
    }

    pub fn get(&self, id: ObjectId) -> Option<&Held> {
        self.objects.get(id.index())?.as_deref()
    }

    pub fn put(&mut self, id: ObjectId, held: Held) {
        self.share(id, Rc::new(held));
    }

    /// The same as another state may have.
    pub fn share(&mut self, id: ObjectId, held: Rc<Held>) {
        if self.objects.len() <= id.index() {
            self.objects.resize(id.index() + 1, None);
        }
        self.objects[id.index()] = Some(held);
    }

    /// How many objects are looked at where it meets another state.
    pub fn size(&self) -> usize {
        self.objects.len()
    }

    /// The objects that are not shared with another state.
    pub fn apart(&self, other: &State) -> Vec<ObjectId> {
        let shared =
            |at: usize, held: &Rc<Held>| matches!(other.objects.get(at), Some(Some(it)) if Rc::ptr_eq(it, held));
        let objects = self.objects.iter().enumerate();
        objects
            .filter(|(at, held)| held.as_ref().is_some_and(|held| !shared(*at, held)))
            .map(|(at, _)| ObjectId(at as u32))
            .collect()
    }

    /// Where each object is: states whose objects are all shared are the same if these are.
    pub fn addresses(&self) -> Vec<usize> {
        self.objects.iter().map(|held| held.as_ref().map_or(0, |held| Rc::as_ptr(held) as usize)).collect()
    }

    pub fn get_mut(&mut self, id: ObjectId) -> Option<&mut Held> {
        self.objects.get_mut(id.index())?.as_mut().map(Rc::make_mut)
    }

    /// It was never there, or nobody can ask for it any more.
    pub fn forget(&mut self, id: ObjectId) {
        if let Some(object) = self.objects.get_mut(id.index()) {
            *object = None;
        }
    }

    pub fn objects(&self) -> impl Iterator<Item = ObjectId> {
        (0..).map(ObjectId).zip(&self.objects).filter(|(_, held)| held.is_some()).map(|(id, _)| id)
    }

    /// The objects that are not the same in both.
    pub fn changed(&self, other: &State) -> Vec<ObjectId> {
        let most = self.objects.len().max(other.objects.len());
        let differ = |at: &usize| match (self.objects.get(*at), other.objects.get(*at)) {
            (Some(Some(a)), Some(Some(b))) => !Rc::ptr_eq(a, b) && a != b,
            (Some(Some(_)), _) | (_, Some(Some(_))) => true,
            _ => false,
        };
        (0..most).filter(differ).map(|at| ObjectId(at as u32)).collect()
    }
}

impl Default for State {
    fn default() -> State {
        State::new()
    }
}

impl Memory {
    /// Whether a state is there for any execution; false only when certainly not.
    pub fn is_possible(&self, state: &State) -> bool {
        state.guard.iter().all(|part| self.terms.as_truth(*part) != Some(false))
    }

    /// Goes on only where a condition holds.
    pub fn assume(&mut self, state: &mut State, cond: Term) {
        if self.terms.as_truth(cond) != Some(true) && !state.guard.contains(&cond) {
            state.guard.push(cond);
        }
    }

    /// The condition under which executions are in the state.
    pub fn guard(&mut self, state: &State) -> Term {
        let all = self.terms.truth(true);
        state.guard.iter().fold(all, |all, part| self.terms.and(all, *part))
    }

    /// Two states of the same place; no execution is in both.
    pub fn join(&mut self, a: State, b: State) -> State {
        let common = a.guard.iter().zip(&b.guard).take_while(|(x, y)| x == y).count();
        let (one, two) = (self.all(&a.guard[common..]), self.all(&b.guard[common..]));
        // Where they parted one condition decides; what came later does not matter to tell them apart.
        let cond = match (a.guard.get(common), b.guard.get(common)) {
            (Some(x), Some(y)) if self.terms.not(*x) == *y => *x,
            _ => one,
        };
        let mut guard = a.guard[..common].to_vec();
        let either = self.terms.or(one, two);
        if self.terms.as_truth(either) != Some(true) {
            guard.push(either);
        }
        let most = a.objects.len().max(b.objects.len());
        let mut objects = Vec::with_capacity(most);
        for at in 0..most {
            let (x, y) = (a.objects.get(at).cloned().flatten(), b.objects.get(at).cloned().flatten());
            objects.push(match (x, y) {
                (Some(x), Some(y)) if Rc::ptr_eq(&x, &y) => Some(x),
                (Some(x), Some(y)) => Some(Rc::new(self.join_held(cond, &x, &y, ObjectId(at as u32)))),
                // It came to be on one way only: on the other nobody knows it.
                (Some(x), None) => {
                    let no = self.terms.truth(false);
                    let alive = self.terms.ite(cond, x.alive, no);
                    Some(Rc::new(Held { alive, contents: x.contents.clone() }))
                }
                (None, Some(y)) => {
                    let no = self.terms.truth(false);
                    let alive = self.terms.ite(cond, no, y.alive);
                    Some(Rc::new(Held { alive, contents: y.contents.clone() }))
                }
                (None, None) => None,
            });
        }
        State { guard, objects }
    }

    fn join_held(&mut self, cond: Term, a: &Held, b: &Held, id: ObjectId) -> Held {
        let alive = self.terms.ite(cond, a.alive, b.alive);
        let bits = self[id].unit * 8;
        let contents = if a.contents == b.contents {
            a.contents.clone()
        } else {
            self.merge(cond, &a.contents, &b.contents, bits)
        };
        Held { alive, contents }
    }

    fn all(&mut self, conditions: &[Term]) -> Term {
        let all = self.terms.truth(true);
        conditions.iter().fold(all, |all, part| self.terms.and(all, *part))
    }
}
