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
        Solver { sat, stop, blaster: Blaster::default(), known: Vec::new(), clauses: 0 }
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
        for bit in bits.iter().chain(facts.iter().flatten()) {
            self.define(*bit);
        }
        self.stop.has(terms.bytes() + self.bytes());
        // Clauses of some gates may be missing then, and it stays so.
        if self.stop.is_wanted() {
            return Answer::Stopped;
        }
        for fact in facts {
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

    /// Gives the solver the clauses of the gates that a bit depends on.
    fn define(&mut self, bit: Bit) {
        let mut open = vec![bit.gate()];
        while let Some(number) = open.pop() {
            if self.clauses.is_multiple_of(4096) && self.stop.is_wanted() {
                return;
            }
            if std::mem::replace(&mut self.known[number], true) {
                continue;
            }
            let gate = self.blaster.circuit.gate(number);
            let mut clauses = Vec::new();
            gate.clauses(self.blaster.circuit.output(number), |clause| clauses.push(clause.to_vec()));
            for clause in clauses {
                self.clause(&clause);
            }
            open.extend(gate.inputs().map(Bit::gate));
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
