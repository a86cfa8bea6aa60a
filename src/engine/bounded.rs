//! Bounded model checking and k-induction: one incremental solver, bounds that grow by need.
//!
//! A property holds when none of its assertions can fail, and nothing was left out that could be come to: no loop that
//! could go further, nothing that is not modelled. It fails when one of its assertions does, whatever was left out.
//!
//! Each run goes further than the one before. Where loops could go on after it, another run looks at all of their
//! rounds at once ([`super::symbolic`]): what cannot fail then holds; what can need not fail in the program. What a
//! proof needs of all that was taken for granted is found out in [`needed`].

mod needed;

use super::memory::Memory;
use super::solve::{Answer, Solver};
use super::stop::Stop;
use super::symbolic::{
    Assumption, Bounds, Candidates, Check, Choices, Doubt, Example, Execution, Executor, Granted, LoopId, Oracle, Why,
};
use super::term::{Assignment, Term};
use crate::cfa::{FuncId, Lemma, Program, PropId};
use crate::pointer::Pointers;
use crate::range::Ranges;
use crate::source::Span;
use std::cell::OnceCell;
use std::collections::{BTreeMap, BTreeSet};

/// What is known of a property.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Finding {
    /// By induction over so many rounds of loops, if over any.
    Holds(Option<u64>),
    /// In this execution, if it was asked for.
    Fails(Option<Box<Execution>>),
    Unknown(Unknown),
}

impl Finding {
    /// Whether a longer run may find out more.
    fn is_bound(&self) -> bool {
        matches!(self, Finding::Unknown(Unknown::Left(why)) if why.is_bound())
    }
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

/// How far to go.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Plan {
    /// How often loops go round at most, if somebody says so.
    pub most: Option<u64>,
    /// Whether all rounds of loops are looked at together, too.
    pub induction: bool,
    /// Whether executions are wanted.
    pub traces: bool,
    /// Whether it is wanted what inductions rest on.
    pub lemmas: bool,
    /// Whether one violation is enough.
    pub one: bool,
}

impl Plan {
    /// With verdicts, and nothing besides.
    pub fn new(most: Option<u64>, induction: bool) -> Plan {
        Plan { most, induction, traces: false, lemmas: false, one: false }
    }
}

/// How often loops go round in each run, if it takes more than one, and how many rounds an induction is over then:
/// loops that soon end need none.
const ROUNDS: [(u64, Option<u64>); 8] = [
    (2, None),
    (8, Some(1)),
    (32, Some(2)),
    (128, Some(4)),
    (512, Some(8)),
    (2048, None),
    (8192, None),
    (1 << 20, None),
];

/// From so many rounds on, loops that are certain to go on are looked at together, too.
const LATE: u64 = 32;

/// Where executions are wanted, a program that has come to no more terms is followed further before an induction, with
/// so much effort: what is violated in it may be found with less than an induction takes.
const SMALL: usize = 1 << 14;
const MOST_AHEAD: usize = 1 << 18;
const AHEAD_CONFLICTS: u32 = 5000;
const HASTY_CONFLICTS: u32 = 50;

/// How hard the solver tries to find out whether a loop goes on, and whether it preserves something.
const CONFLICTS: u32 = 500;
const CANDIDATE_CONFLICTS: u32 = 5000;

/// What is known of properties, and what that rests on.
pub struct Found {
    pub findings: BTreeMap<PropId, Finding>,
    /// They hold if no property of the program is violated.
    pub lemmas: Vec<Lemma>,
}

/// Checks properties of the executions from a function without parameters, until `stop` is set.
pub fn check(
    program: &Program,
    entry: FuncId,
    properties: &BTreeSet<PropId>,
    plan: Plan,
    stop: &Stop,
) -> BTreeMap<PropId, Finding> {
    find(program, entry, properties, plan, stop).findings
}

/// The same, with what it rests on.
pub fn find(program: &Program, entry: FuncId, properties: &BTreeSet<PropId>, plan: Plan, stop: &Stop) -> Found {
    let pointers = OnceCell::new();
    let ranges = OnceCell::new();
    let (engine, findings, lemmas) = (Engine::new(program, stop), BTreeMap::new(), Vec::new());
    let mut runs = Runs { program, entry, plan, engine, findings, lemmas };
    let nothing = Finding::Unknown(Unknown::Stopped);
    runs.findings.extend(properties.iter().map(|property| (*property, nothing.clone())));
    let length = |most: u64| ROUNDS.iter().rev().find_map(|(at, length)| length.filter(|_| *at <= most)).or(Some(1));
    let last = plan.most.map(|most| (most, length(most)));
    let rounds = ROUNDS.into_iter().take_while(|(rounds, _)| plan.most.is_none_or(|most| *rounds < most)).chain(last);
    for (rounds, length) in rounds {
        let mut bounds = Bounds {
            rounds,
            recursion: rounds.min(u64::from(u32::MAX)) as u32,
            induction: (length.unwrap_or(1), BTreeSet::new()),
        };
        let mut endless = runs.follow(bounds.clone());
        let (next, inducts) = (rounds * 4, plan.induction && length.is_some());
        let is_early = inducts && plan.most.is_none_or(|most| next < most);
        if is_early && plan.traces && runs.goes_on() && runs.engine.memory.terms.len() <= SMALL {
            runs.look_ahead(Bounds { rounds: next, recursion: next as u32, ..bounds.clone() });
        }
        // What is looked at together may lead to loops that ended before.
        while inducts && !endless.is_subset(&bounds.induction.1) && runs.goes_on() {
            bounds.induction.1.append(&mut endless);
            let pointers = pointers.get_or_init(|| Pointers::of(program));
            let ranges = ranges.get_or_init(|| Ranges::of(pointers));
            endless = runs.induct(bounds.clone(), ranges);
        }
        if !runs.goes_on() {
            runs.end();
            break;
        }
    }
    Found { findings: runs.findings, lemmas: runs.lemmas }
}

/// Memory that all variables of a program fit into.
pub fn memory_for(program: &Program) -> Memory {
    Memory::new(program.types.model.pointer_size() as u32 * 8, largest(program))
}

/// The size of the largest variable.
fn largest(program: &Program) -> u64 {
    let locals = program.functions.iter().filter_map(|function| function.cfa()).flat_map(|cfa| &cfa.locals);
    let variables = locals.map(|local| local.ty.ty).chain(program.globals.iter().map(|global| global.ty.ty));
    variables.filter_map(|ty| program.types.size_of(ty)).max().unwrap_or(0)
}

/// Runs of a program, one after the other.
struct Runs<'a> {
    program: &'a Program,
    entry: FuncId,
    plan: Plan,
    engine: Engine,
    findings: BTreeMap<PropId, Finding>,
    lemmas: Vec<Lemma>,
}

/// What runs share: terms, choices, and the solver with all that it has learnt.
struct Engine {
    memory: Memory,
    choices: Choices,
    asking: Asking,
}

impl Engine {
    fn new(program: &Program, stop: &Stop) -> Engine {
        Engine { memory: memory_for(program), choices: Choices::default(), asking: Asking::new(stop) }
    }
}

/// What a run came to, before anybody asked what of it is possible.
struct Executed {
    checks: Vec<Check>,
    doubts: Vec<Doubt>,
    assumptions: Vec<Assumption>,
    noted: Candidates,
    lemmas: Vec<Lemma>,
}

/// What came of a run.
struct Ran {
    checks: Vec<Check>,
    /// What was left out, if anything.
    left: Option<Unknown>,
    /// The loops that were not followed to their ends.
    endless: BTreeSet<LoopId>,
    /// What rounds preserve, and what of it always holds, whichever was wanted.
    noted: Candidates,
    lemmas: Vec<Lemma>,
}

/// What a run notes about loops.
enum Note {
    Nothing,
    Candidates,
    /// Which of these hold.
    Lemmas(Candidates),
    /// Nothing, and nothing but these is taken for granted.
    Only(Granted),
}

impl Runs<'_> {
    /// Whether another run may find out more.
    fn goes_on(&mut self) -> bool {
        let fails = |finding: &Finding| matches!(finding, Finding::Fails(_));
        !self.engine.asking.is_over(&self.engine.memory)
            && self.findings.values().any(Finding::is_bound)
            && !(self.plan.one && self.findings.values().any(fails))
    }

    /// No other run comes. Where one would have gone further, it is for want of time or memory that nothing is known,
    /// whatever was done when these came to their ends.
    fn end(&mut self) {
        if self.engine.asking.stop.is_wanted() {
            let short = self.findings.values_mut().filter(|finding| finding.is_bound());
            short.for_each(|finding| *finding = Finding::Unknown(Unknown::Stopped));
        }
    }

    fn run(&mut self, bounds: Bounds, ranges: Option<&Ranges>, note: Note) -> Ran {
        let Executed { checks, doubts, assumptions, noted, lemmas } = self.executed(&bounds, ranges, note);
        // A loop that is certain to go on ends by itself, or else there is time for it later.
        let late = bounds.rounds >= LATE;
        let endless = |doubt: &Doubt| doubt.why.endless().filter(|(_, certain)| late || !certain);
        let endless = doubts.iter().filter_map(endless).map(|(id, _)| id).collect();
        let left = self.engine.asking.left(&mut self.engine.memory, doubts);
        let left = left.or_else(|| self.engine.asking.excluded(&mut self.engine.memory, assumptions));
        Ran { checks, left, endless, noted, lemmas }
    }

    fn executed(&mut self, bounds: &Bounds, ranges: Option<&Ranges>, note: Note) -> Executed {
        self.engine.memory.restart();
        let Engine { memory, choices, asking } = &mut self.engine;
        let mut executor = Executor::new(self.program, memory, choices, bounds.clone(), ranges, asking);
        let wanted = matches!(note, Note::Lemmas(_));
        match note {
            Note::Nothing => {}
            Note::Candidates => executor.note_candidates(),
            Note::Lemmas(candidates) => executor.note_claims(candidates),
            Note::Only(granted) => executor.grant_only(granted),
        }
        executor.run(self.entry);
        let lemmas = if wanted { executor.lemmas() } else { Vec::new() };
        let noted = executor.noted();
        let Executor { checks, doubts, assumptions, .. } = executor;
        Executed { checks, doubts, assumptions: assumptions.into_values().collect(), noted, lemmas }
    }

    /// A run in which what happens can happen. Returns the loops that were not followed to their ends.
    fn follow(&mut self, bounds: Bounds) -> BTreeSet<LoopId> {
        let ran = self.run(bounds.clone(), None, Note::Nothing);
        for (property, fails) in self.open(ran.checks) {
            let finding = match (self.ask(fails), &ran.left) {
                (Answer::Possible, _) => Finding::Fails(self.execution(bounds.clone(), property)),
                (Answer::Impossible(_), None) => Finding::Holds(None),
                (Answer::Impossible(_), Some(left)) => Finding::Unknown(left.clone()),
                (Answer::Stopped, _) => Finding::Unknown(Unknown::Stopped),
            };
            self.findings.insert(property, finding);
        }
        ran.endless
    }

    /// The same for violations only, and only those that are easy to find.
    fn look_ahead(&mut self, bounds: Bounds) {
        let fresh = Engine::new(self.program, &self.engine.asking.stop);
        let kept = std::mem::replace(&mut self.engine, fresh);
        self.engine.asking.is_hasty = true;
        let checks = self.executed(&bounds, None, Note::Nothing).checks;
        self.engine.asking.is_hasty = false;
        for (property, fails) in self.open(checks) {
            let Engine { memory, asking, .. } = &mut self.engine;
            if asking.solver.ask(&mut memory.terms, &[fails], Some(AHEAD_CONFLICTS)) == Answer::Possible {
                let execution = self.execution(bounds.clone(), property);
                self.findings.insert(property, Finding::Fails(execution));
            }
        }
        self.engine = kept;
    }

    /// The execution that the solver has just found, by making the run again.
    fn execution(&mut self, bounds: Bounds, property: PropId) -> Option<Box<Execution>> {
        if !self.plan.traces {
            return None;
        }
        let values = self.engine.asking.solver.assignment(&self.engine.memory.terms);
        self.engine.memory.restart();
        let Engine { memory, choices, asking } = &mut self.engine;
        let mut executor = Executor::new(self.program, memory, choices, bounds, None, asking);
        executor.watch(property, values);
        executor.run(self.entry);
        let execution = executor.watched();
        execution
            .filter(|execution| execution.violated || !self.engine.asking.is_over(&self.engine.memory))
            .map(Box::new)
    }

    /// A run in which all rounds of some loops are looked at together.
    fn induct(&mut self, bounds: Bounds, ranges: &Ranges) -> BTreeSet<LoopId> {
        let length = bounds.induction.0;
        // What an induction makes up is of no use to anybody else.
        let fresh = Engine::new(self.program, &self.engine.asking.stop);
        let kept = std::mem::replace(&mut self.engine, fresh);
        let note = if self.plan.lemmas { Note::Candidates } else { Note::Nothing };
        let ran = self.run(bounds.clone(), Some(ranges), note);
        let mut proved = BTreeSet::new();
        if ran.left.is_none() {
            for (property, fails) in self.open(ran.checks) {
                if matches!(self.ask(fails), Answer::Impossible(_)) {
                    self.findings.insert(property, Finding::Holds(Some(length)));
                    proved.insert(property);
                }
            }
        }
        if !proved.is_empty() && !ran.noted.is_empty() {
            self.rest(bounds, ranges, proved, ran.noted);
        }
        self.engine = kept;
        ran.endless
    }

    fn ask(&mut self, cond: Term) -> Answer {
        self.engine.asking.solver.ask(&mut self.engine.memory.terms, &[cond], None)
    }

    /// The properties of which nothing is known yet, with the condition under which each fails.
    fn open(&mut self, checks: Vec<Check>) -> Vec<(PropId, Term)> {
        let none = self.engine.memory.terms.truth(false);
        let is_open = |finding: &Finding| matches!(finding, Finding::Unknown(_));
        let open = self.findings.iter().filter(|(_, finding)| is_open(finding)).map(|(id, _)| (*id, none));
        let mut open: BTreeMap<PropId, Term> = open.collect();
        for check in checks {
            if let Some(fails) = open.get_mut(&check.property) {
                *fails = self.engine.memory.terms.or(*fails, check.fails);
            }
        }
        open.into_iter().collect()
    }
}

/// Who answers what executions ask on their way.
pub struct Asking {
    solver: Solver,
    stop: Stop,
    /// Whether only what is easy to find is of interest.
    is_hasty: bool,
}

impl Asking {
    pub fn new(stop: &Stop) -> Asking {
        Asking { solver: Solver::new(stop.clone()), stop: stop.clone(), is_hasty: false }
    }

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
    fn excluded(&mut self, memory: &mut Memory, assumptions: Vec<Assumption>) -> Option<Unknown> {
        let mut can_be = |cond: Term| self.solver.ask(&mut memory.terms, &[cond], None) == Answer::Possible;
        let excludes = |each: &Assumption| !can_be(each.after) && can_be(each.before);
        assumptions.into_iter().find(excludes).map(|each| Unknown::Excluded(each.span))
    }
}

impl Oracle for Asking {
    fn is_possible(&mut self, memory: &mut Memory, guard: Term) -> bool {
        let conflicts = if self.is_hasty { HASTY_CONFLICTS } else { CONFLICTS };
        !matches!(self.solver.ask(&mut memory.terms, &[guard], Some(conflicts)), Answer::Impossible(_))
    }

    fn example(&mut self, memory: &mut Memory, conditions: &[Term]) -> Example {
        match self.solver.ask(&mut memory.terms, conditions, Some(CANDIDATE_CONFLICTS)) {
            Answer::Possible => Example::With(self.assignment(memory)),
            Answer::Impossible(_) => Example::Never,
            Answer::Stopped => Example::Unknown,
        }
    }

    fn ask(&mut self, memory: &mut Memory, conditions: &[Term]) -> Answer {
        self.solver.ask(&mut memory.terms, conditions, None)
    }

    fn assignment(&mut self, memory: &Memory) -> Assignment {
        self.solver.assignment(&memory.terms)
    }

    fn is_over(&mut self, memory: &Memory) -> bool {
        self.stop.has(memory.terms.bytes() + self.solver.bytes());
        let too_much = self.stop.is_too_much(memory.terms.used()) || self.is_hasty && memory.terms.len() > MOST_AHEAD;
        too_much || self.stop.is_wanted()
    }
}
