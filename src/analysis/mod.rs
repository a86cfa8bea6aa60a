//! Configurable program analysis (paper 001, section II): abstract states of a program, one after the other, until all
//! are known or it is not worth while any more. Whatever happens, there is a condition at the end: what is through.
//!
//! An analysis runs over one function that has all others in it ([`crate::reduce::flat`]), so that a location is a
//! location with its call stack. Calls that stay calls are run in place by the executor, all paths at once.
//!
//! | part      | what it does                                                                      |
//! |-----------|-----------------------------------------------------------------------------------|
//! | `walker`  | executes edges, and whole paths bit by bit: no counterexample is believed before  |
//! | `explore` | the algorithm: states, what covers what, where to go on, refinement               |
//! | `normal`  | states with nothing but values in them                                            |
//! | `value`   | which variables have which values                                                 |
//! | `interval` | between which values variables are                                               |
//! | `predicate` | which of some conditions hold where loops begin                                 |
//! | `monitor` | when a part is given up                                                           |
//! | `overflow` | what is left where arithmetic leaves its type                                    |
//! | `export`  | the condition                                                                     |
//! | `formula` | the same as what must hold at locations                                           |
//! | `lemma`   | what holds where loops begin, for others to check                                 |
//!
//! All domains are made of the states of the executor: one meaning of C for all. What a domain does not keep is any
//! value, so that every execution of the program is one of the abstract states.

mod explore;
mod export;
mod formula;
mod interval;
mod lemma;
mod monitor;
mod normal;
mod overflow;
mod predicate;
mod value;
mod walker;

pub use explore::Order;
pub use formula::Assumption;
pub use monitor::{LIMITS, Limit, Monitors};

use crate::cfa::display::Names;
use crate::cfa::{Callee, Cfa, FuncId, Lemma, LocId, Op, Program, PropId, Reached};
use crate::condition::Condition;
use crate::engine::Stop;
use crate::engine::symbolic::Execution;
use crate::pointer::Pointers;
use crate::range::track::{Changes, Track};
use crate::reduce::flat::{self, Flat};
use crate::source::Span;
use explore::Explored;
use overflow::Overflows;
use std::collections::{BTreeMap, BTreeSet};
use walker::Walker;

/// How states are abstracted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Domain {
    Value,
    Interval,
    Predicate,
    /// Predicates, and values where these are enough.
    Composite,
}

/// What is to be found out, and how.
pub struct Question<'a> {
    pub program: &'a Program,
    /// Without parameters.
    pub entry: FuncId,
    pub properties: &'a BTreeSet<PropId>,
    pub domain: Domain,
    /// What need not be looked at.
    pub condition: Option<&'a Condition>,
    pub monitors: Monitors,
    pub order: Order,
    /// Whether it is wanted what proofs rest on.
    pub lemmas: bool,
    /// Whether it is wanted what is through, as a condition; and what is not, as a formula. Making these of many states
    /// takes a while, when the time is over already.
    pub through: bool,
    pub formula: bool,
}

/// What came of it.
pub struct Outcome {
    pub findings: BTreeMap<PropId, Finding>,
    pub partial: Partial,
    /// What holds where loops begin, if everything is through.
    pub lemmas: Vec<Lemma>,
}

/// What is through, whatever else was given up: as an automaton, and as a formula.
pub struct Partial {
    /// Covers nothing if it was not wanted.
    pub condition: Condition,
    /// What must hold at some places for nothing to be violated, if that was wanted.
    pub assumptions: Vec<Assumption>,
    /// The abstract states that there were at the end, each with the code that comes next.
    pub states: Vec<Option<Span>>,
    /// The conditions that were come to, each with how it may be decided there.
    pub branches: BTreeSet<(Span, bool)>,
}

impl Partial {
    /// Nothing is through.
    fn nothing() -> Partial {
        Partial {
            condition: Condition::of_all(false),
            assumptions: Vec::new(),
            states: Vec::new(),
            branches: BTreeSet::new(),
        }
    }

    /// What is known where nobody says which executions are through: all of them for the properties that hold, none for
    /// the others that were asked about, which are what is left to hold.
    pub fn of_properties(program: &Program, asked: &BTreeSet<PropId>, hold: &BTreeSet<PropId>) -> Partial {
        if asked.is_subset(hold) {
            return Partial { condition: Condition::of_all(true), ..Partial::nothing() };
        }
        let (mut checked, mut assumptions) = (BTreeSet::new(), Vec::new());
        for (function, cfa) in program.defined() {
            for id in cfa.edge_ids() {
                let Op::Assert { cond, property } = &cfa[id].op else { continue };
                if hold.contains(property) {
                    checked.insert((function, id));
                } else if asked.contains(property) {
                    let text = Names::in_source(program, cfa).expr(cond);
                    assumptions.push(Assumption { span: cfa[id].span, text });
                }
            }
        }
        formula::order(&mut assumptions);
        Partial { condition: Condition::of_checked(checked), assumptions, ..Partial::nothing() }
    }
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Finding {
    Holds,
    Fails(Box<Execution>),
    /// No execution that comes to this assumption gets past it.
    Excluded(Span),
    /// Not before the analysis gave up a part from which it can be come to: why.
    Open(String),
    /// There was no time or memory left.
    Stopped,
}

/// Runs an analysis until everything is known, or `stop` is set.
pub fn analyse(question: &Question, stop: &Stop) -> Outcome {
    let mut program = question.program.clone();
    let Some(cfa) = program[question.entry].cfa().cloned() else {
        let findings = question.properties.iter().map(|id| (*id, Finding::Open("the entry is not defined".into())));
        return Outcome { findings: findings.collect(), partial: Partial::nothing(), lemmas: Vec::new() };
    };
    let (flat, explored) = explored(question, &mut program, cfa, stop);
    let assumptions = match question.formula {
        true => formula::assumptions(&program, &flat, &formula::formula(&program, &flat, &explored)),
        false => Vec::new(),
    };
    let findings = findings(question, &program, &flat, &explored);
    // An assumption that nobody gets past is likely to be a mistake, and nothing behind it was checked.
    let condition = match explored.excluding {
        None if question.through => export::condition(&program, &flat, &explored),
        _ => Condition::of_all(false),
    };
    let outgoing = flat.cfa.outgoing();
    let next = |loc: LocId| outgoing.of(loc).first().map(|edge| flat.cfa[*edge].span);
    let states = explored.nodes.iter().map(|node| next(node.loc)).collect();
    let taken = explored.nodes.iter().flat_map(|node| &node.edges);
    let branches = taken.filter_map(|(edge, _)| flat.cfa[*edge].branch()).collect();
    let lemmas = lemma::lemmas(question.program, &flat, &explored.told);
    Outcome { findings, partial: Partial { condition, assumptions, states, branches }, lemmas }
}

/// Puts everything into the entry of a program, and explores that.
fn explored(question: &Question, program: &mut Program, cfa: Cfa, stop: &Stop) -> (Flat, Explored) {
    let wanted = flat::defined(program);
    let mut flat = flat::flatten(program, question.entry, cfa, &wanted);
    let overflows = match question.monitors.watches(Limit::Overflow) {
        true => Overflows::watch(program, &mut flat),
        false => Overflows::default(),
    };
    program.functions[question.entry.0 as usize].body = crate::cfa::Body::Cfa(flat.cfa.clone());
    let program = &*program;
    let (code, limits) = ((&flat, &overflows), (stop, &question.monitors));
    let explored = Walker::with(program, question.entry, code, limits, |walker| match question.domain {
        Domain::Value => explore::explore(question, walker, value::Value::default()),
        Domain::Interval => {
            let pointers = Pointers::of(program);
            let changes = Changes::of(&pointers);
            match Track::of(&pointers, &changes, question.entry) {
                Some(track) => explore::explore(question, walker, interval::Interval::new(&track)),
                None => Explored::nothing("the entry is not defined"),
            }
        }
        Domain::Predicate => explore::explore(question, walker, predicate::Predicate::default()),
        Domain::Composite => {
            let domain = predicate::Predicate::with_values(walker);
            explore::explore(question, walker, domain)
        }
    });
    let nothing = |_| Explored::nothing("there are more objects than pointers can tell apart");
    let explored = Explored { overflows, ..explored.unwrap_or_else(nothing) };
    (flat, explored)
}

/// A property holds when no part from which it can be come to was given up.
fn findings(question: &Question, program: &Program, flat: &Flat, explored: &Explored) -> BTreeMap<PropId, Finding> {
    let open: Vec<(LocId, &explore::End)> = explored.ends().collect();
    let reaching = Reaching::new(program, flat);
    let mut found = BTreeMap::new();
    for &property in question.properties {
        let finding = if let Some(execution) = explored.failed.get(&property) {
            Finding::Fails(execution.clone())
        } else if let Some(why) = explored.undecided.get(&property) {
            Finding::Open(why.clone())
        } else if let Some((_, end)) = open.iter().find(|(loc, _)| reaching.has(property, *loc)) {
            match end {
                explore::End::Waiting => Finding::Stopped,
                explore::End::GivenUp(why) => Finding::Open(why.clone()),
            }
        } else if let Some(span) = explored.excluding {
            Finding::Excluded(span)
        } else {
            Finding::Holds
        };
        found.insert(property, finding);
    }
    found
}

/// From where properties can be come to.
struct Reaching {
    /// By property: by location, whether it can be come to from there.
    locations: BTreeMap<PropId, Vec<bool>>,
}

impl Reaching {
    fn new(program: &Program, flat: &Flat) -> Reaching {
        let mut edges: BTreeMap<PropId, Vec<LocId>> = BTreeMap::new();
        for edge in &flat.cfa.edges {
            for property in asserted(program, &edge.op) {
                let property = flat.original.get(&property).copied().unwrap_or(property);
                edges.entry(property).or_default().push(edge.from);
            }
        }
        let incoming = flat.cfa.incoming();
        let locations = edges.into_iter().map(|(property, mut open)| {
            let mut reached = vec![false; flat.cfa.locations as usize];
            while let Some(loc) = open.pop() {
                if !std::mem::replace(&mut reached[loc.0 as usize], true) {
                    open.extend(incoming.of(loc).iter().map(|edge| flat.cfa[*edge].from));
                }
            }
            (property, reached)
        });
        Reaching { locations: locations.collect() }
    }

    fn has(&self, property: PropId, loc: LocId) -> bool {
        self.locations.get(&property).is_some_and(|reached| reached[loc.0 as usize])
    }
}

/// The properties that an edge asserts, with all that it calls.
fn asserted(program: &Program, op: &Op) -> BTreeSet<PropId> {
    let own = |cfa: &Cfa| -> Vec<PropId> {
        let property = |edge: &crate::cfa::Edge| match &edge.op {
            Op::Assert { property, .. } => Some(*property),
            _ => None,
        };
        cfa.edges.iter().filter_map(property).collect()
    };
    let called = match op {
        Op::Assert { property, .. } => return BTreeSet::from([*property]),
        Op::Call { callee: Callee::Direct(callee), .. } => called(program, *callee),
        Op::Call { callee: Callee::Indirect(_), .. } => flat::defined(program),
        _ => return BTreeSet::new(),
    };
    called.iter().filter_map(|id| program[*id].cfa()).flat_map(own).collect()
}

/// The functions with a body that a call may run.
fn called(program: &Program, callee: FuncId) -> BTreeSet<FuncId> {
    let reached = Reached::from(program, &[callee]);
    flat::defined(program).into_iter().filter(|id| reached[*id]).collect()
}
