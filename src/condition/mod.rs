//! Conditions: which executions of a program a verifier is through with (paper 000, section 2.1; paper 001).
//!
//! A condition is an automaton that reads the edges that an execution takes. An execution is covered when the
//! automaton comes to an accepting state along a beginning of it, and all assumptions on the way hold: then nothing in
//! it need be looked at again. Whatever the automaton does not know is not covered. So a condition that says too little
//! costs time, and one that says too much is a wrong proof: where something does not fit the program, it is refused.

mod automaton;
mod checked;
mod choice;
mod file;
mod json;
mod matching;
mod scan;
mod text;
mod wording;

pub(crate) use file::limited;
pub use file::{load, read_text, save};
pub use json::{read, write};
pub use text::write_text;

use crate::cfa::{EdgeId, FuncId};
use crate::source::Diagnostic;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

/// What a condition is about; what its executions violate besides, it does not say.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Subject {
    /// What the user calls the function that executions begin with.
    pub entry: String,
    /// None of these is violated by what is covered.
    pub properties: BTreeSet<String>,
}

/// A state of the condition at hand.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct StateId(pub u32);

/// An edge of the program.
pub type Place = (FuncId, EdgeId);

/// An edge that no transition is about by name.
const NAMELESS: Place = (FuncId(u32::MAX), EdgeId(u32::MAX));

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Condition {
    pub states: Vec<State>,
    pub initial: StateId,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct State {
    /// For people, and for files.
    pub name: String,
    /// Whatever comes here is covered, with all that follows.
    pub accepting: bool,
    pub choice: Choice,
    pub transitions: Vec<Transition>,
    pub otherwise: Otherwise,
    /// Assertions that need not be checked here: executions in which they fail are covered. What fails has no edge.
    pub checked: Arc<BTreeSet<Place>>,
}

/// What becomes of several transitions that can be taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Choice {
    First,
    All,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Transition {
    pub on: On,
    /// Nothing need hold if it is missing.
    pub assumption: Option<Assumption>,
    pub to: StateId,
}

/// What must hold for a transition to be taken, as C. What an edge computes is gone behind it, so that not all that
/// must hold in front of an edge can be said of what is behind it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Assumption {
    Before(String),
    Behind(String),
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum On {
    Any,
    /// Shared: large automata have many transitions on the same edges.
    Edges(Arc<BTreeSet<Place>>),
}

/// What becomes of edges that no transition is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Otherwise {
    Stay,
    /// Nothing from there on is covered.
    Leave,
}

/// Where an edge leads.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Next {
    /// To each of these; never to none.
    States(Vec<StateId>),
    /// Out of the automaton: what follows is not covered.
    Left,
}

impl std::ops::Index<StateId> for Condition {
    type Output = State;
    fn index(&self, id: StateId) -> &State {
        &self.states[id.0 as usize]
    }
}

impl On {
    pub fn has(&self, place: Place) -> bool {
        match self {
            On::Any => true,
            On::Edges(places) => places.contains(&place),
        }
    }
}

impl Condition {
    /// Covers everything, or nothing: in its first state, or in its second.
    pub fn of_all(covered: bool) -> Condition {
        let state = |name: &str, accepting, otherwise| State {
            name: name.into(),
            accepting,
            choice: Choice::First,
            transitions: Vec::new(),
            otherwise,
            checked: Arc::default(),
        };
        let states = [state("covered", true, Otherwise::Stay), state("left", false, Otherwise::Leave)];
        Condition { states: states.into(), initial: StateId(u32::from(!covered)) }
    }

    /// Covers executions in which one of these assertions fails, and no others.
    pub fn of_checked(checked: BTreeSet<Place>) -> Condition {
        let mut condition = Condition::of_all(false);
        if !checked.is_empty() {
            let left = &mut condition.states[1];
            (left.checked, left.otherwise) = (checked.into(), Otherwise::Stay);
        }
        condition
    }

    /// The part of it that takes the fewest steps to come to, of so many states at most besides those for all or
    /// nothing: what is behind that is not covered.
    pub(crate) fn cut(&self, most: usize) -> Condition {
        const COVERED: StateId = StateId(0);
        const LEFT: StateId = StateId(1);
        let mut numbers: BTreeMap<StateId, StateId> = BTreeMap::new();
        let mut kept: Vec<StateId> = Vec::new();
        let mut number = |kept: &mut Vec<StateId>, id: StateId| {
            if self[id].accepting {
                return COVERED;
            }
            if let Some(known) = numbers.get(&id) {
                return *known;
            }
            if kept.len() == most {
                return LEFT;
            }
            kept.push(id);
            let new = StateId(kept.len() as u32 + 1);
            numbers.insert(id, new);
            new
        };
        let initial = number(&mut kept, self.initial);
        let mut states = Condition::of_all(false).states;
        while let Some(id) = kept.get(states.len() - 2).copied() {
            let mut state = State { name: format!("s{}", states.len()), ..self[id].clone() };
            state.transitions.iter_mut().for_each(|transition| transition.to = number(&mut kept, transition.to));
            states.push(state);
        }
        Condition { states, initial }
    }

    pub fn ids(&self) -> impl Iterator<Item = StateId> + use<> {
        (0..self.states.len() as u32).map(StateId)
    }

    /// Where an edge leads. Nobody knows whether an assumption holds, so that what has one does not count (paper 000,
    /// algorithm 1).
    pub fn next(&self, state: StateId, place: Place) -> Next {
        self.next_by(state, self[state].transitions.iter().filter(|transition| transition.on.has(place)), None)
    }

    /// Where an edge leads that these transitions of the state are about, in their order, and no others; `holds` is an
    /// assumption that holds in front of it.
    pub fn next_by<'a>(
        &self,
        state: StateId,
        fitting: impl Iterator<Item = &'a Transition>,
        holds: Option<&str>,
    ) -> Next {
        let state_of = &self[state];
        let mut known = false;
        let mut states = Vec::new();
        for transition in fitting {
            known = true;
            let counts = match &transition.assumption {
                None => true,
                Some(Assumption::Before(text)) => holds == Some(text),
                Some(Assumption::Behind(_)) => false,
            };
            if counts {
                states.push(transition.to);
            }
            if state_of.choice == Choice::First {
                break;
            }
        }
        states.sort_unstable();
        states.dedup();
        match (states.is_empty(), known, state_of.otherwise) {
            (false, ..) => Next::States(states),
            (true, false, Otherwise::Stay) => Next::States(vec![state]),
            (true, true, _) | (true, false, Otherwise::Leave) => Next::Left,
        }
    }

    /// The edges that some transition is about by name.
    fn places(&self) -> BTreeSet<Place> {
        let transitions = self.states.iter().flat_map(|state| &state.transitions);
        let sets: BTreeMap<*const BTreeSet<Place>, &BTreeSet<Place>> = transitions
            .filter_map(|transition| match &transition.on {
                On::Edges(places) => Some((Arc::as_ptr(places), places.as_ref())),
                On::Any => None,
            })
            .collect();
        sets.into_values().flatten().copied().collect()
    }

    /// The functions that have such edges.
    pub fn functions(&self) -> BTreeSet<FuncId> {
        self.places().into_iter().map(|(function, _)| function).collect()
    }

    /// By state: where it is after one edge or more that no transition is about by name; nowhere if that depends on
    /// how many there are.
    pub fn settled(&self) -> Vec<Option<Next>> {
        let after: Vec<Next> = self.ids().map(|state| self.next(state, NAMELESS)).collect();
        let stays = |state: &StateId| matches!(&after[state.0 as usize], Next::States(next) if *next == [*state]);
        let settled = after.iter().map(|next| match next {
            Next::States(states) if !states.iter().all(stays) => None,
            next => Some(next.clone()),
        });
        settled.collect()
    }
}

/// By state, of so many: whether these arrows lead from it to one of some states.
fn leading(states: usize, arrows: impl Iterator<Item = (usize, usize)>, goals: Vec<usize>) -> Vec<bool> {
    let mut from = vec![Vec::new(); states];
    arrows.for_each(|(at, to)| from[to].push(at));
    let (mut leading, mut work) = (vec![false; states], goals);
    while let Some(state) = work.pop() {
        if !std::mem::replace(&mut leading[state], true) {
            work.append(&mut from[state]);
        }
    }
    leading
}

fn refused(message: String) -> Diagnostic {
    Diagnostic::new("condition", message).help("`qicc explain condition` says what a condition looks like")
}
