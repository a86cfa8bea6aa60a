//! Bounded model checking: all paths up to a bound, one incremental solver, bounds that grow by need.
//!
//! A property holds when none of its assertions can fail, and nothing was left out that could be come to: no loop that
//! could go further, nothing that is not modelled. It fails when one of its assertions does, whatever was left out.

use super::memory::Memory;
use super::solve::{Answer, Solver};
use super::stop::Stop;
use super::symbolic::{Assumption, Bounds, Choices, Doubt, Executor, Oracle, Why};
use super::term::{Assignment, Term};
use crate::cfa::{FuncId, Program, PropId};
use crate::source::Span;
use std::collections::{BTreeMap, BTreeSet};

/// What is known of a property.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Finding {
    Holds,
    /// With these values of what the program chooses.
    Fails(Assignment),
    Unknown(Unknown),
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Unknown {
    /// Something that could be come to was left out.
    Left(Why),
    /// No execution that comes to this assumption gets past it.
    Excluded(Span),
    /// The solver was stopped.
    Stopped,
}

/// How often loops go round in each run, if it takes more than one.
const ROUNDS: [u64; 8] = [2, 8, 32, 128, 512, 2048, 8192, 1 << 20];

/// How hard the solver tries to find out whether a loop goes on.
const CONFLICTS: u32 = 500;

/// Checks properties of the executions from a function without parameters, until `stop` is set. `most` is how often
/// loops go round at most, if somebody says so.
pub fn check(
    program: &Program,
    entry: FuncId,
    properties: &BTreeSet<PropId>,
    most: Option<u64>,
    stop: &Stop,
) -> BTreeMap<PropId, Finding> {
    let pointer_bits = program.types.model.pointer_size() as u32 * 8;
    let mut memory = Memory::new(pointer_bits);
    let mut choices = Choices::default();
    let mut asking = Asking { solver: Solver::new(stop.clone()), stop: stop.clone() };
    let mut findings: BTreeMap<PropId, Finding> = BTreeMap::new();
    let rounds = ROUNDS.into_iter().take_while(|rounds| most.is_none_or(|most| *rounds < most)).chain(most);
    for rounds in rounds {
        memory.restart();
        let bounds = Bounds { rounds, recursion: rounds.min(u64::from(u32::MAX)) as u32 };
        let mut executor = Executor::new(program, memory, &mut choices, bounds, &mut asking);
        executor.run(entry);
        let (checks, doubts) = (std::mem::take(&mut executor.checks), std::mem::take(&mut executor.doubts));
        let assumptions = std::mem::take(&mut executor.assumptions);
        memory = executor.memory;
        let mut failing: BTreeMap<PropId, Vec<Term>> = BTreeMap::new();
        for check in checks {
            failing.entry(check.property).or_default().push(check.fails);
        }
        let left = asking.left(&mut memory, doubts).or_else(|| asking.excluded(&mut memory, assumptions.into_values()));
        for property in properties {
            if matches!(findings.get(property), Some(Finding::Fails(_))) {
                continue;
            }
            asking.account(&memory);
            let none = memory.terms.truth(false);
            let fails =
                failing.get(property).into_iter().flatten().fold(none, |any, fails| memory.terms.or(any, *fails));
            let finding = match (asking.solver.ask(&mut memory.terms, &[fails], None), &left) {
                (Answer::Possible, _) => Finding::Fails(asking.solver.assignment(&memory.terms)),
                (Answer::Impossible(_), None) => Finding::Holds,
                (Answer::Impossible(_), Some(left)) => Finding::Unknown(left.clone()),
                (Answer::Stopped, _) => Finding::Unknown(Unknown::Stopped),
            };
            findings.insert(*property, finding);
        }
        let further = |finding: &Finding| matches!(finding, Finding::Unknown(Unknown::Left(why)) if why.is_bound());
        if asking.is_over(&memory) || !findings.values().any(further) {
            break;
        }
    }
    findings
}

struct Asking {
    solver: Solver,
    stop: Stop,
}

impl Asking {
    /// A doubt that can be come to; those that more rounds would settle last.
    fn left(&mut self, memory: &mut Memory, mut doubts: Vec<Doubt>) -> Option<Unknown> {
        doubts.sort_by_key(|doubt| doubt.why.is_bound());
        for doubt in doubts {
            match self.solver.ask(&mut memory.terms, &[doubt.cond], None) {
                Answer::Possible => return Some(Unknown::Left(doubt.why)),
                Answer::Impossible(_) => {}
                Answer::Stopped => return Some(Unknown::Stopped),
            }
        }
        None
    }

    /// An assumption that is come to and excludes everything.
    fn excluded(&mut self, memory: &mut Memory, mut assumptions: impl Iterator<Item = Assumption>) -> Option<Unknown> {
        let mut can_be = |cond: Term| self.solver.ask(&mut memory.terms, &[cond], None) == Answer::Possible;
        let excludes = |each: &Assumption| !can_be(each.after) && can_be(each.before);
        assumptions.find(excludes).map(|each| Unknown::Excluded(each.span))
    }
}

impl Asking {
    /// Tells whoever limits it how much memory there is. What the solver has beyond its clauses is an estimate.
    fn account(&self, memory: &Memory) {
        self.stop.has(memory.terms.bytes() + self.solver.bytes());
    }
}

impl Oracle for Asking {
    fn is_possible(&mut self, memory: &mut Memory, guard: Term) -> bool {
        !matches!(self.solver.ask(&mut memory.terms, &[guard], Some(CONFLICTS)), Answer::Impossible(_))
    }

    fn is_over(&mut self, memory: &Memory) -> bool {
        self.account(memory);
        self.stop.is_wanted()
    }
}
