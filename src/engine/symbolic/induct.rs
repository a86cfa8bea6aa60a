//! All rounds of a loop at once: k-induction, with what the loop changes made arbitrary.
//!
//! One round and then `k` more are run one by one, by the caller. Every later round comes after `k` rounds in which
//! nothing failed, and these began in some state that differs from the one after the very first round only in what
//! rounds change. So: any such state, then `k` rounds in which what fails is not noted, because it was at its first
//! time, then one round that counts. What leaves the loop in that one leaves it here; what comes back to the head is
//! covered already.
//!
//! What rounds change is found by running one: from the state with nothing made arbitrary, then with all that was seen
//! to change, until nothing else does. Which few constants a variable has, and which objects pointers point to, is
//! found in the same way. What is arbitrary is held together by the ranges of variables, and by candidates that rounds
//! preserve ([`super::candidate`]).
//!
//! Loops that leave new objects behind, as blocks of the heap, are not done so: an arbitrary pointer could not point to
//! them.

use super::Executor;
use super::run::{Loop, Waiting};
use super::{Way, Why};
use crate::engine::memory::{Contents, Division, Held, Memory, ObjectId, Rest, State};
use crate::engine::term::Term;
use std::collections::{BTreeMap, BTreeSet};

/// What rounds change, by object.
type Changes = BTreeMap<ObjectId, Change>;

#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct Change {
    cells: Cells,
    /// Whether it may cease to exist.
    alive: bool,
}

#[derive(Clone, Debug, PartialEq, Eq)]
enum Cells {
    Some(BTreeMap<u64, Values>),
    All,
}

impl Default for Cells {
    fn default() -> Cells {
        Cells::Some(BTreeMap::new())
    }
}

/// What a cell that rounds change may hold.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Values {
    Any,
    Some(BTreeSet<Value>),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Value {
    Exactly(u128),
    /// A pointer to somewhere in this object.
    Into(u32),
}

/// So many constants of a cell are told apart.
const MOST_CONSTANTS: usize = 8;

/// Objects of which more cells change are arbitrary as a whole.
const MOST_CELLS: usize = 256;

impl Executor<'_> {
    /// Runs what is left of a loop: `first` is the state at the head after one round, `now` the one so many rounds
    /// later. Gives that back if it cannot be done.
    pub(super) fn induct(
        &mut self,
        of: Loop,
        first: State,
        now: State,
        length: u64,
        waiting: &mut Waiting,
    ) -> Option<State> {
        let around = self.position;
        let done = self.generalise(of, &first.under(&now), around, length, waiting);
        self.position = around;
        // What was not finished may have been anything.
        if done && self.oracle.is_over(self.memory) {
            self.doubt(&now, Why::Stopped);
        }
        (!done).then_some(now)
    }

    fn generalise(&mut self, of: Loop, state: &State, around: u32, length: u64, waiting: &mut Waiting) -> bool {
        let mut changes = Changes::new();
        let (start, end) = loop {
            let doubts = self.doubts.len();
            let mut start = self.arbitrary(state, &changes);
            self.assume_ranges(of, &mut start);
            let Some(end) = self.quiet_round(of, start.clone(), around, 0) else { break (start, None) };
            match changes.grow(self.memory, state, &start, &end) {
                Growth::None => break (start, Some(end)),
                // The next try does more than this one did.
                Growth::More => self.doubts.truncate(doubts),
                Growth::Unbounded => {
                    self.doubts.truncate(doubts);
                    return false;
                }
            }
            if self.oracle.is_over(self.memory) {
                return true;
            }
        };
        let mut this = start;
        if let Some(end) = &end {
            let variables = changes.keys().copied().collect();
            self.assume_candidates(of, &variables, state, &mut this, end);
        }
        for round in 0..length {
            match self.quiet_round(of, this, around, round) {
                Some(after) => this = after,
                None => return true,
            }
        }
        self.position = self.choices.position((around, of.of.frame.function, Way::Later(of.head, length)));
        self.round(of, Some(this), waiting);
        waiting.take(of.head);
        true
    }

    /// What comes back to the head after one round. What fails there is not noted; what was not followed is: an
    /// execution that is lost here need not be lost in any round that is looked at by itself.
    fn quiet_round(&mut self, of: Loop, state: State, around: u32, round: u64) -> Option<State> {
        let before = std::mem::replace(&mut self.quiet, true);
        let mut waiting = Waiting::nobody(of.of.cfa);
        self.position = self.choices.position((around, of.of.frame.function, Way::Later(of.head, round)));
        self.round(of, Some(state), &mut waiting);
        self.quiet = before;
        waiting.take(of.head).filter(|state| self.memory.is_possible(state))
    }

    /// A state with arbitrary values where rounds change something.
    fn arbitrary(&mut self, state: &State, changes: &Changes) -> State {
        let mut after = state.clone();
        for (id, change) in changes {
            let Some(held) = state.get(*id) else { continue };
            let contents = match (&change.cells, &held.contents) {
                (Cells::Some(cells), Contents::Cells { written, rest }) => {
                    let (mut written, bits) = (written.clone(), self.memory[*id].unit * 8);
                    written.extend(cells.iter().map(|(number, values)| (*number, self.any_of(values, bits))));
                    Contents::Cells { written, rest: rest.clone() }
                }
                _ => Contents::new(Rest::Any(self.memory.instance())),
            };
            let alive = if change.alive { self.memory.terms.fresh(1) } else { held.alive };
            after.put(*id, Held { contents, alive });
        }
        after
    }

    fn any_of(&mut self, values: &Values, bits: u32) -> Term {
        let Values::Some(values) = values else { return self.memory.terms.fresh(bits) };
        let offset = self.memory.terms.fresh(self.memory.division.offset);
        let mut word = None;
        for value in values {
            let this = match value {
                Value::Exactly(word) => self.memory.terms.constant(bits, *word),
                Value::Into(object) => self.memory.pointer(ObjectId(*object), offset),
            };
            word = Some(match word {
                None => this,
                Some(other) => {
                    let which = self.memory.terms.fresh(1);
                    self.memory.terms.ite(which, this, other)
                }
            });
        }
        word.unwrap_or_else(|| self.memory.terms.fresh(bits))
    }

    fn assume_ranges(&mut self, of: Loop, state: &mut State) {
        let Some(ranges) = self.ranges.filter(|_| self.unit == super::models::PROGRAM) else { return };
        for fact in ranges.at(of.of.frame.function, of.head).into_iter().flatten() {
            let cond = fact.condition(self.types());
            if self.is_granted(of, || Some(cond.clone())) {
                let holds = self.condition(of.of.frame, state, &cond);
                self.memory.assume(state, holds);
                self.note_granted(of, [cond]);
            }
        }
    }
}

enum Growth {
    None,
    More,
    /// There are objects that were not there before.
    Unbounded,
}

trait Grow {
    fn grow(&mut self, memory: &mut Memory, first: &State, start: &State, end: &State) -> Growth;
}

impl Grow for Changes {
    /// Adds what a round has changed; `first` is the state before any change.
    fn grow(&mut self, memory: &mut Memory, first: &State, start: &State, end: &State) -> Growth {
        let mut growth = Growth::None;
        for id in end.changed(start) {
            let (Some(before), Some(after)) = (start.get(id), end.get(id)) else {
                if end.get(id).is_some_and(|held| memory.terms.as_truth(held.alive) != Some(false)) {
                    return Growth::Unbounded;
                }
                continue;
            };
            let bits = memory[id].unit * 8;
            let is_new = !self.contains_key(&id);
            let change = self.entry(id).or_default();
            let mut more = is_new;
            if before.alive != after.alive && !change.alive {
                (change.alive, more) = (true, true);
            }
            let seen = change.cells.clone();
            match (&mut change.cells, &before.contents, &after.contents) {
                (Cells::All, ..) => {}
                (
                    Cells::Some(cells),
                    Contents::Cells { written: x, rest },
                    Contents::Cells { written: y, rest: other },
                ) if rest == other => {
                    let numbers: BTreeSet<u64> = x.keys().chain(y.keys()).copied().collect();
                    for number in numbers {
                        let (old, new) =
                            (memory.cell(&before.contents, bits, number), memory.cell(&after.contents, bits, number));
                        if old == new {
                            continue;
                        }
                        let values = match cells.get(&number) {
                            Some(values) => values.clone(),
                            None => match first.get(id) {
                                Some(held) => {
                                    let contents = held.contents.clone();
                                    let word = memory.cell(&contents, bits, number);
                                    memory.values(word)
                                }
                                None => Values::Any,
                            },
                        };
                        cells.insert(number, values.and(memory.values(new), memory.division, bits));
                    }
                    if cells.len() > MOST_CELLS {
                        change.cells = Cells::All;
                    }
                }
                (cells, ..) => *cells = Cells::All,
            }
            if more || change.cells != seen {
                growth = Growth::More;
            }
        }
        growth
    }
}

impl Values {
    fn and(self, other: Values, division: Division, bits: u32) -> Values {
        let (Values::Some(a), Values::Some(b)) = (self, other) else { return Values::Any };
        let all: BTreeSet<Value> = a.into_iter().chain(b).collect();
        if all.iter().filter(|value| matches!(value, Value::Exactly(_))).count() <= MOST_CONSTANTS {
            return Values::Some(all);
        }
        if bits != division.object + division.offset {
            return Values::Any;
        }
        let object = |value: Value| match value {
            Value::Exactly(word) => Value::Into((word >> division.offset) as u32),
            into => into,
        };
        Values::Some(all.into_iter().map(object).collect())
    }
}

impl Memory {
    /// What a word may be, as far as its choices say it.
    fn values(&mut self, word: Term) -> Values {
        let is_pointer = self.terms.width(word) == self.division.object + self.division.offset;
        let Some(leaves) = self.leaves(word) else { return Values::Any };
        let mut found = BTreeSet::new();
        for leaf in leaves {
            if let Some(value) = self.terms.as_constant(leaf) {
                found.insert(Value::Exactly(value));
                continue;
            }
            if !is_pointer {
                return Values::Any;
            }
            let object = self.object_of(leaf);
            let Some(numbers) = self.constants(object) else { return Values::Any };
            found.extend(numbers.into_iter().map(|number| Value::Into(number as u32)));
        }
        Values::Some(found)
    }
}
