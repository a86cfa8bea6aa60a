//! Execution of all paths at once.
//!
//! A function is run in the order of its locations ([`order`]). Where paths meet, their states become one; loops go
//! round as often as they may, at most as often as somebody allows; calls are run in place. What a run leaves behind:
//!
//! - [`Check`]s: for each time that an assertion is come to, the condition under which it fails;
//! - [`Doubt`]s: what was not modelled or not finished, and when. A property holds only if no doubt is possible.
//!
//! Choices of the program (undefined functions, contents of memory that nobody wrote) are variables. They are known by
//! where in the execution they are made, so that a second run, with higher bounds or with known choices, makes the same
//! ones.
//!
//! An execution ends where it violates an assertion, and where it does what C leaves undefined: that it does not is a
//! property of its own, or an assumption of the report.

mod builtin;
mod call;
mod candidate;
mod induct;
mod lemma;
mod library;
mod models;
mod order;
mod place;
mod run;
mod start;
mod step;
#[cfg(test)]
mod tests;
mod value;
mod variadic;
mod watch;

pub use step::{Stepped, Walk};
pub use watch::{Content, Event, Execution, Occurrence};

use super::memory::{Memory, ObjectId, State, TooMany};
use super::solve::Answer;
use super::term::{Assignment, Term};
use crate::cfa::{EdgeId, Expr, FuncId, GlobalId, LocId, Program, PropId};
use crate::range::Ranges;
use crate::source::Span;
use order::Step;
use rustc_hash::FxHashMap;
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

/// An assertion that was come to.
#[derive(Clone, Copy, Debug)]
pub struct Check {
    pub property: PropId,
    /// When it fails.
    pub fails: Term,
}

/// An assumption that was come to.
#[derive(Clone, Copy, Debug)]
pub struct Assumption {
    pub span: Span,
    /// When it is come to.
    pub before: Term,
    /// When an execution goes on behind it.
    pub after: Term,
}

/// Something that makes it doubtful whether all executions were followed.
#[derive(Clone, Debug)]
pub struct Doubt {
    pub why: Why,
    /// When it comes to that.
    pub cond: Term,
}

#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Why {
    /// A loop was not followed further: the function, which it is, and whether it was certain to go on.
    Loop(String, LoopId, bool),
    /// A function called itself too often.
    Recursion(String),
    /// Something that is not modelled: what, and where.
    Unmodelled(String, Span),
    /// More objects than pointers can tell apart.
    Objects,
    /// Somebody wanted to stop.
    Stopped,
}

impl std::fmt::Display for Why {
    fn fmt(&self, f: &mut std::fmt::Formatter) -> std::fmt::Result {
        match self {
            Why::Loop(function, ..) => write!(f, "a loop of {function} goes on"),
            Why::Recursion(function) => write!(f, "{function} calls itself too often"),
            Why::Unmodelled(what, _) => write!(f, "{what} is not modelled"),
            Why::Stopped => f.write_str("there was no time or memory left"),
            Why::Objects => f.write_str("there are too many objects, or one is too large"),
        }
    }
}

impl Why {
    /// Whether more of the same could help.
    pub fn is_bound(&self) -> bool {
        matches!(self, Why::Loop(..) | Why::Recursion(_))
    }

    /// The loop that was not followed further, and whether it was certain to go on.
    pub fn endless(&self) -> Option<(LoopId, bool)> {
        match self {
            Why::Loop(_, id, certain) => Some((*id, *certain)),
            _ => None,
        }
    }
}

/// A loop of the program, or of the models of functions.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct LoopId {
    unit: usize,
    function: FuncId,
    head: LocId,
}

impl LoopId {
    /// Whether it is the one of the program that begins there.
    pub fn is(&self, function: FuncId, head: LocId) -> bool {
        self.unit == models::PROGRAM && (self.function, self.head) == (function, head)
    }
}

/// How far a run goes.
#[derive(Clone, Debug)]
pub struct Bounds {
    /// How often a loop goes round, each time that it is come to.
    pub rounds: u64,
    /// How often a function may be in its own calls.
    pub recursion: u32,
    /// The loops of which all rounds are looked at together, after so many one by one.
    pub induction: (u64, BTreeSet<LoopId>),
}

impl Bounds {
    /// How often a loop goes round that is certain to go on: nothing is to be decided there, so it costs little.
    fn certain(&self) -> u64 {
        self.rounds.saturating_mul(64)
    }

    fn induction(&self, of: &LoopId) -> Option<u64> {
        self.induction.1.contains(of).then_some(self.induction.0)
    }
}

/// What may hold at the heads of loops.
pub type Candidates = BTreeMap<LoopId, Vec<Expr>>;

/// What may be taken for granted about the loops of a program.
#[derive(Clone, Debug, Default)]
pub struct Granted {
    pub said: Candidates,
    /// Whether what the program has no words for may be.
    pub unsaid: bool,
}

/// Values with which conditions hold.
pub enum Example {
    /// There are none.
    Never,
    With(Assignment),
    Unknown,
}

/// Who decides, while a run goes on, whether a state can be. A cheap answer is enough: yes is always allowed.
pub trait Oracle {
    fn is_possible(&mut self, memory: &mut Memory, guard: Term) -> bool;
    /// Values with which all conditions hold, if that is found out soon.
    fn example(&mut self, memory: &mut Memory, conditions: &[Term]) -> Example;
    /// Whether all conditions can hold at once, however long that takes.
    fn ask(&mut self, memory: &mut Memory, conditions: &[Term]) -> Answer;
    /// Values with which the conditions hold that were asked about last, after a yes.
    fn assignment(&mut self, memory: &Memory) -> Assignment;
    /// Whether to stop; everything that is left becomes a doubt.
    fn is_over(&mut self, memory: &Memory) -> bool;
}

/// A run of a program from one of its entries.
pub struct Executor<'a> {
    /// The program, and what functions of the C library do.
    units: Vec<Unit<'a>>,
    /// Which of them is run.
    unit: usize,
    memory: &'a mut Memory,
    bounds: Bounds,
    oracle: &'a mut dyn Oracle,
    /// What is known of variables at the heads of loops.
    ranges: Option<&'a Ranges<'a>>,
    /// Whether this is only to see what happens: checks and assumptions are not noted.
    quiet: bool,
    watch: Option<watch::Watch<'a>>,
    /// What is noted about loops, if that is wanted.
    noting: Option<lemma::Noting>,
    /// What may be taken for granted of all that can be said about the loops of the program, if not everything.
    granted: Option<Granted>,
    pub checks: Vec<Check>,
    pub doubts: Vec<Doubt>,
    /// The assumptions of the program.
    pub assumptions: BTreeMap<(FuncId, EdgeId), Assumption>,
    /// By unit and function, when it is called.
    orders: FxHashMap<(usize, FuncId), Rc<Vec<Step>>>,
    addressed: FxHashMap<(usize, FuncId), Rc<Vec<bool>>>,
    /// Numbers of variables that nobody points to and whose function has returned.
    spare: Vec<ObjectId>,
    choices: &'a mut Choices,
    stack: Vec<(usize, FuncId)>,
    /// What each of these calls has put on its part of the stack.
    on_stack: Vec<Vec<ObjectId>>,
    /// Where in the execution we are: calls and rounds of loops.
    position: u32,
    /// How much was done since it was asked whether to stop.
    unasked: usize,
    /// How many choices were made at each place.
    counts: FxHashMap<(u32, EdgeId), u32>,
    /// Variables that others may point to, once they are declared, and whether that was more than once: then it is not
    /// known whether a pointer is to the last one.
    declared: BTreeMap<ObjectId, bool>,
    /// The slots of objects that are variable arguments.
    slots: FxHashMap<ObjectId, Rc<[variadic::Slot]>>,
    /// Where undefined functions keep a pointer that they may return again.
    kept: BTreeMap<FuncId, ObjectId>,
}

/// Code, and the objects that it has by name.
struct Unit<'a> {
    program: &'a Program,
    globals: BTreeMap<GlobalId, ObjectId>,
    functions: BTreeMap<FuncId, ObjectId>,
}

/// A step further into an execution.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Way {
    /// A call by an edge, for the so manieth time.
    Call(EdgeId, u32),
    /// A round of a loop.
    Round(LocId, u64),
    /// The so manieth of some rounds anywhere in the execution of a loop.
    Later(LocId, u64),
}

/// Variables for what a program chooses, by where it does.
#[derive(Default)]
pub struct Choices {
    words: FxHashMap<(u32, EdgeId, u32), Term>,
    instances: FxHashMap<(u32, EdgeId, u32), u32>,
    /// Places in executions, by the place before and the step from there.
    positions: FxHashMap<(u32, FuncId, Way), u32>,
}

impl Choices {
    fn position(&mut self, key: (u32, FuncId, Way)) -> u32 {
        let next = self.positions.len() as u32 + 1;
        *self.positions.entry(key).or_insert(next)
    }
}

/// The objects of a call.
struct Frame {
    function: FuncId,
    locals: Vec<ObjectId>,
    /// Which of them nobody points to.
    private: Vec<bool>,
    /// Where the value goes that it returns.
    result: Option<ObjectId>,
    /// The arguments beyond its parameters.
    rest: Option<ObjectId>,
}

impl<'a> Executor<'a> {
    fn program(&self) -> &'a Program {
        self.units[self.unit].program
    }

    fn doubt(&mut self, state: &State, why: Why) {
        let cond = self.memory.guard(state);
        if self.memory.terms.as_truth(cond) != Some(false) {
            self.doubts.push(Doubt { why, cond });
        }
    }

    /// A doubt that ends the execution.
    fn give_up(&mut self, state: &mut State, why: Why) {
        self.doubt(state, why);
        let no = self.memory.terms.truth(false);
        self.memory.assume(state, no);
    }

    fn too_many(&mut self, state: &mut State, _: TooMany) {
        self.give_up(state, Why::Objects);
    }
}
