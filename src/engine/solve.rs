//! Whether conditions can hold: one incremental SAT solver for all questions about the terms of one table.
//!
//! A term becomes a circuit when it is first asked about, and its gates become clauses. They stay: the next question
//! finds what is already there, and what the solver has learnt from it.
//!
//! The solver is CaDiCaL 1.9.5 as the crate `cadical` brings it. Version 3.0.1 (`cadical-sys`) needs twice the time to
//! build and four times the crates, and is as fast on many small questions only with other than its usual options: 20
//! 000 questions about a growing formula took 3.0 s with the one, 7.2 s and 2.9 s with the other.

use super::blast::Blaster;
use super::circuit::Bit;
use super::stop::Stop;
use super::term::{Assignment, Term, Terms};
use cadical::Callbacks;
use rustc_hash::FxHashMap;

/// What the solver says about a question.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Answer {
    /// It can be: [`Solver::assignment`] says with which values.
    Possible,
    /// These of the conditions exclude each other.
    Impossible(Vec<Term>),
    /// It took too long, or somebody wanted it to stop.
    Stopped,
}

pub struct Solver {
    sat: cadical::Solver<Poll>,
    stop: Stop,
    blaster: Blaster,
    /// By gate, whether the solver has its clauses.
    known: Vec<bool>,
    /// Gates and clauses that it has to get before it is asked again: somebody wanted it to stop in the middle.
    open: Vec<usize>,
    facts: Vec<Vec<Bit>>,
    clauses: usize,
}

/// What the solver asks after every few steps; a step may be long.
struct Poll(Stop);

impl Callbacks for Poll {
    fn terminate(&mut self) -> bool {
        self.0.is_wanted()
    }
}

impl Solver {
    pub fn new(stop: Stop) -> Solver {
        let mut sat = cadical::Solver::new();
        sat.set_callbacks(Some(Poll(stop.clone())));
        let (known, open, facts) = (Vec::new(), Vec::new(), Vec::new());
        Solver { sat, stop, blaster: Blaster::default(), known, open, facts, clauses: 0 }
    }

    /// Whether all these truth values can be true at once; gives up after so many conflicts.
    pub fn ask(&mut self, terms: &mut Terms, conditions: &[Term], conflicts: Option<u32>) -> Answer {
        let mut truth = |cond: &Term| Some(self.blaster.word(terms, *cond, || self.stop.is_wanted())?[0]);
        let Some(bits) = conditions.iter().map(&mut truth).collect::<Option<Vec<Bit>>>() else {
            return Answer::Stopped;
        };
        for (bit, cond) in bits.iter().zip(conditions) {
            if *bit == Bit::FALSE {
                return Answer::Impossible(vec![*cond]);
            }
        }
        self.known.resize(self.blaster.circuit.len(), false);
        let facts = self.blaster.take_facts();
        self.open.extend(bits.iter().chain(facts.iter().flatten()).map(|bit| bit.gate()));
        self.facts.extend(facts);
        self.define();
        self.stop.has(terms.bytes() + self.bytes());
        if !self.open.is_empty() || self.stop.is_wanted() {
            return Answer::Stopped;
        }
        for fact in std::mem::take(&mut self.facts) {
            self.clause(&fact);
        }
        let limit = conflicts.and_then(|conflicts| i32::try_from(conflicts).ok()).unwrap_or(-1);
        self.sat.set_limit("conflicts", limit).expect("the name of a limit");
        let assumed: Vec<Bit> = bits.iter().copied().filter(|bit| *bit != Bit::TRUE).collect();
        match self.sat.solve_with(assumed.iter().map(|bit| literal(*bit))) {
            Some(true) => Answer::Possible,
            Some(false) => {
                let failed =
                    |(bit, cond): (&Bit, &Term)| (*bit != Bit::TRUE && self.sat.failed(literal(*bit))).then_some(*cond);
                Answer::Impossible(bits.iter().zip(conditions).filter_map(failed).collect())
            }
            None => Answer::Stopped,
        }
    }

    /// About how much memory circuits and clauses take: a clause of three has 28 bytes, two watches of 16 bytes and as
    /// much again in what the solver makes of it.
    pub fn bytes(&self) -> u64 {
        self.blaster.circuit.bytes() + self.clauses as u64 * 120
    }

    /// Gives the solver the clauses of the gates that are open, and of those that they depend on.
    fn define(&mut self) {
        while let Some(number) = self.open.pop() {
            if self.known[number] {
                continue;
            }
            if self.clauses.is_multiple_of(4096) && self.stop.is_wanted() {
                return self.open.push(number);
            }
            self.known[number] = true;
            let gate = self.blaster.circuit.gate(number);
            let mut clauses = Vec::new();
            gate.clauses(self.blaster.circuit.output(number), |clause| clauses.push(clause.to_vec()));
            for clause in clauses {
                self.clause(&clause);
            }
            self.open.extend(gate.inputs().map(Bit::gate));
        }
    }

    fn clause(&mut self, clause: &[Bit]) {
        self.clauses += 1;
        self.sat.add_clause(clause.iter().map(|bit| literal(*bit)));
    }

    /// Values of all variables that have bits, and of what was read from arrays, with which the last question is
    /// answered by yes. Asking for them costs more than many a question.
    pub fn assignment(&self, terms: &Terms) -> Assignment {
        let mut assignment = Assignment::default();
        for variable in self.blaster.variables() {
            assignment.words.insert(*variable, self.input(terms, *variable));
        }
        // An index depends on what was read before.
        let mut known = FxHashMap::default();
        for (array, index, word) in self.blaster.readings() {
            let at = terms.evaluate_with(&assignment, &mut known, *index);
            assignment.arrays.entry(*array).or_default().insert(at, self.input(terms, *word));
        }
        assignment
    }

    /// The value of a word whose bits are inputs. One that no question depends on is zero.
    fn input(&self, terms: &Terms, word: Term) -> u128 {
        let bits = self.blaster.known(terms, word).unwrap_or_default();
        let value = |bit: &Bit| self.known[bit.gate()] && self.sat.value(literal(*bit)).unwrap_or(false);
        (0..).zip(bits).fold(0, |word, (at, bit)| word | u128::from(value(bit)) << at)
    }
}

/// Variables of the solver are gates, counted from one.
fn literal(bit: Bit) -> i32 {
    let number = bit.gate() as i32 + 1;
    if bit.is_negated() { -number } else { number }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::Duration;

    /// What a question had no time for is there for the next one.
    #[test]
    fn nothing_is_lost_where_a_question_is_stopped() {
        let stop = Stop::default();
        let (mut solver, mut terms) = (Solver::new(stop.clone()), Terms::default());
        let (array, x, y) = (terms.base(8, 8), terms.fresh(8), terms.fresh(8));
        let [at_x, at_y] = [x, y].map(|index| terms.select(array, index));
        let (same, same_read) = (terms.eq(x, y), terms.eq(at_x, at_y));
        let (other, other_read) = (terms.not(same), terms.not(same_read));
        for conditions in [[same, other_read], [other, other_read]] {
            let stopped = stop.within(Some(Duration::ZERO), None, || solver.ask(&mut terms, &conditions, None));
            assert_eq!(stopped, Answer::Stopped);
        }
        assert!(matches!(solver.ask(&mut terms, &[same, other_read], None), Answer::Impossible(_)));
        assert_eq!(solver.ask(&mut terms, &[other, other_read], None), Answer::Possible);
        let values = solver.assignment(&terms);
        assert_eq!(terms.evaluate(&values, other_read), 1);
    }
}
