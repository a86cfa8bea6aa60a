//! What somebody is through with in a residual program, said of the program itself, so that others can go on from
//! there.
//!
//! The residual program runs beside the program, edge by edge: an edge of the program is the one of the residual
//! program that stands for it. What is covered is what the residual program leaves out, and what the new condition
//! covers of the rest. Where several edges stand for the same one, each of them does what the program does, so that any
//! of them will do. Functions that stayed functions have the edges that they had.

use super::flat;
use crate::cfa::{Callee, Cfa, EdgeId, FuncId, LocId, Op, Program, Reached};
use crate::condition::{Choice, Condition, Next, On, Place, State, StateId, Transition};
use std::collections::{BTreeMap, BTreeSet};

const COVERED: StateId = StateId(0);
const LEFT: StateId = StateId(1);

/// More states are not worth their memory.
const MOST_STATES: usize = 1_000_000;

/// The condition of the original; none where it cannot be said there. `program` is the residual program, `origin` what
/// the edges of its entry were, and `found` is about it.
pub fn back(program: &Program, entry: FuncId, origin: &[Option<Place>], found: &Condition) -> Option<Condition> {
    let cfa = program[entry].cfa()?;
    // An edge must not be one of the entry and one of something that is called.
    let flat: BTreeSet<FuncId> = origin.iter().flatten().map(|(function, _)| *function).collect();
    if !flat.is_disjoint(&called(program, cfa)) {
        return None;
    }
    let mut writer = Writer {
        program,
        entry,
        cfa,
        origin,
        found,
        outgoing: cfa.outgoing(),
        states: Condition::of_all(true).states,
        known: BTreeMap::new(),
        work: Vec::new(),
    };
    let initial = writer.state(cfa.entry, found.initial);
    while let Some((loc, at, state)) = writer.work.pop() {
        let transitions = writer.transitions(loc, at);
        writer.states[state.0 as usize].transitions = transitions;
        if writer.states.len() > MOST_STATES {
            return None;
        }
    }
    Some(Condition { states: writer.states, initial })
}

/// The functions with a body that the calls of an entry may run.
fn called(program: &Program, cfa: &Cfa) -> BTreeSet<FuncId> {
    let mut direct = Vec::new();
    for edge in &cfa.edges {
        match &edge.op {
            Op::Call { callee: Callee::Direct(callee), .. } => direct.push(*callee),
            Op::Call { callee: Callee::Indirect(_), .. } => return flat::defined(program),
            _ => {}
        }
    }
    let reached = Reached::from(program, &direct);
    flat::defined(program).into_iter().filter(|id| reached[*id]).collect()
}

struct Writer<'a> {
    program: &'a Program,
    entry: FuncId,
    cfa: &'a Cfa,
    origin: &'a [Option<Place>],
    found: &'a Condition,
    outgoing: crate::cfa::Adjacency,
    states: Vec<State>,
    known: BTreeMap<(LocId, StateId), StateId>,
    /// What has no transitions yet.
    work: Vec<(LocId, StateId, StateId)>,
}

impl Writer<'_> {
    fn origin(&self, edge: EdgeId) -> Option<Place> {
        self.origin[edge.0 as usize]
    }

    /// The state for a location of the residual program and a state of its condition. Edges that the program does not
    /// have are gone along at once.
    fn state(&mut self, loc: LocId, at: StateId) -> StateId {
        let (mut loc, mut at) = (loc, at);
        for _ in 0..=self.cfa.locations {
            if self.found[at].accepting {
                return COVERED;
            }
            let edges = self.outgoing.of(loc);
            if edges.iter().all(|edge| self.origin(*edge).is_some()) || self.is_checked(loc) {
                return self.number(loc, at);
            }
            let &[edge] = edges else { return LEFT };
            if matches!(self.cfa[edge].op, Op::Return(_)) {
                // The residual program ends where everything is covered.
                return COVERED;
            }
            match self.found.next(at, (self.entry, edge)) {
                Next::States(states) if states.len() == 1 => (loc, at) = (self.cfa[edge].to, states[0]),
                _ => return LEFT,
            }
        }
        LEFT
    }

    fn number(&mut self, loc: LocId, at: StateId) -> StateId {
        if let Some(state) = self.known.get(&(loc, at)) {
            return *state;
        }
        let state = StateId(self.states.len() as u32);
        let State { choice, otherwise, .. } = self.found[at];
        let (name, checked) = (format!("s{}", state.0), self.checked(loc, at).into());
        self.states.push(State { name, accepting: false, choice, transitions: Vec::new(), otherwise, checked });
        self.known.insert((loc, at), state);
        self.work.push((loc, at, state));
        state
    }

    /// Whether there was an assertion here that need not be checked: where it fails, the program has no edge.
    fn is_checked(&self, loc: LocId) -> bool {
        matches!(self.outgoing.of(loc), [passes, fails]
            if self.origin(*passes).is_some() && self.origin(*fails).is_none())
    }

    /// The assertions that need not be checked by what is known of the residual program, and by what was known before.
    fn checked(&self, loc: LocId, at: StateId) -> BTreeSet<Place> {
        let found = &self.found[at].checked;
        let own = self.outgoing.of(loc).iter().filter(|edge| found.contains(&(self.entry, **edge)));
        let own = own.filter_map(|edge| self.origin(*edge));
        let before = self.outgoing.of(loc).first().filter(|_| self.is_checked(loc)).and_then(|edge| self.origin(*edge));
        let others = found.iter().copied().filter(|(function, _)| *function != self.entry);
        own.chain(before).chain(others).collect()
    }

    fn transitions(&mut self, loc: LocId, at: StateId) -> Vec<Transition> {
        let found = self.found;
        let inside: Vec<&Transition> = found[at].transitions.iter().collect();
        let mut transitions = Vec::new();
        let mut named = BTreeSet::new();
        for edge in self.outgoing.of(loc).to_vec() {
            let Some(place) = self.origin(edge).filter(|place| named.insert(*place)) else { continue };
            let mut targets = match found.next(at, (self.entry, edge)) {
                Next::Left => vec![LEFT],
                Next::States(states) => states.iter().map(|state| self.behind(edge, *state)).collect(),
            };
            targets.dedup();
            let on = On::Edges(BTreeSet::from([place]).into());
            transitions.extend(targets.into_iter().map(|to| Transition { on: on.clone(), assumption: None, to }));
        }
        // All of what can be taken is taken: an edge of the entry must not be taken for any edge.
        if found[at].choice == Choice::All && inside.iter().any(|transition| transition.on == On::Any) {
            return vec![Transition { on: On::Any, assumption: None, to: LEFT }];
        }
        for transition in inside {
            let on = match &transition.on {
                On::Any => On::Any,
                On::Edges(places) => {
                    let others = places.iter().filter(|(function, _)| *function != self.entry).copied();
                    On::Edges(others.collect::<BTreeSet<Place>>().into())
                }
            };
            if matches!(&on, On::Edges(places) if places.is_empty()) {
                continue;
            }
            let to = self.state(loc, transition.to);
            transitions.push(Transition { on, assumption: transition.assumption.clone(), to });
        }
        transitions
    }

    /// Behind an edge. What a call does that stayed one comes before everything else.
    fn behind(&mut self, edge: EdgeId, at: StateId) -> StateId {
        let calls = match &self.cfa[edge].op {
            Op::Call { callee: Callee::Direct(callee), .. } => self.program[*callee].cfa().is_some(),
            Op::Call { callee: Callee::Indirect(_), .. } => true,
            _ => false,
        };
        let to = self.cfa[edge].to;
        let unseen = self.outgoing.of(to).iter().any(|next| self.origin(*next).is_none());
        let ends = self.outgoing.of(to).iter().all(|next| matches!(self.cfa[*next].op, Op::Return(_)));
        if calls && unseen && !ends { LEFT } else { self.state(to, at) }
    }
}

/// Nothing that was left is covered by staying there.
#[cfg(test)]
pub(super) fn is_well_formed(condition: &Condition) -> bool {
    condition[LEFT].otherwise == crate::condition::Otherwise::Leave && condition[LEFT].transitions.is_empty()
}
