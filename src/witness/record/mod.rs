//! Executions that violate a property, made into witnesses: the inverse of following one.
//!
//! An execution comes as plain steps in terms of the source ([`Execution`]). What is written of it is what a reader
//! finds again: places where the source decides, inputs, calls, and the violation. A step whose place another reader
//! would take for something else is left out, and then so is every other step at that place: a reader waits for the
//! *first* time that something happens, so that a place is told of every time or never. What is left out leaves ways
//! open and makes nothing wrong.
//!
//! Long executions are told up to [`MOST_STEPS`]; behind that only inputs and the violation are.

mod chain;
mod proof;
mod waypoints;
mod words;

pub use proof::invariants;

use super::layout::Kind;
use super::protocol::{Source, same_file};
use super::segments::Spot;
use super::{Content, Format};
use crate::cfa::{BinaryOp, Callee, ExprKind, Op, Program};
use crate::source::{Result, Span};
use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};

/// So many branches and calls are told.
pub const MOST_STEPS: usize = 1000;

/// An execution up to a violation.
#[derive(Clone, Debug)]
pub struct Execution {
    pub steps: Vec<Step>,
    /// What is violated stands here.
    pub target: Span,
    /// The name of the function that it begins with.
    pub entry: String,
}

#[derive(Clone, Debug)]
pub struct Step {
    pub span: Span,
    pub what: What,
}

#[derive(Clone, Debug)]
pub enum What {
    /// A condition, or a part of one, is true or false.
    Branch(bool),
    /// A call of a function that may return anything.
    Input(Input),
    /// A function of the program is called; the place is the call's.
    Enter(String),
    /// It returns.
    Leave(String),
}

/// What a function returned that may return anything.
#[derive(Clone, Debug, PartialEq)]
pub struct Input {
    pub function: String,
    pub value: Value,
    /// The variable that the result goes to, if it goes to nothing else.
    pub variable: Option<String>,
    /// Whether readers can look at the result itself, which they take for an `int`.
    pub in_a_word: bool,
}

/// A value, as a condition of C can say it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Value {
    Is(String),
    NotANumber,
    Above(String),
    Below(String),
}

impl Value {
    /// The condition that an expression has it.
    pub fn of(&self, expr: &str) -> String {
        match self {
            Value::Is(value) => format!("{expr} == {value}"),
            Value::NotANumber => format!("{expr} != {expr}"),
            Value::Above(value) => format!("{expr} > {value}"),
            Value::Below(value) => format!("{expr} < {value}"),
        }
    }
}

/// An integer as a literal of C that has its value in comparisons with what is signed or not, and has so many bits.
pub fn number(value: i128, signed: bool, bits: u32) -> String {
    match (signed, bits) {
        (false, 32) => format!("{value}U"),
        (false, 33..) => format!("{value}ULL"),
        // The smallest number of a type has no literal.
        (true, _) if value == i128::from(i64::MIN) => "(-9223372036854775807LL - 1)".into(),
        (true, _) if value == i128::from(i32::MIN) => "(-2147483647 - 1)".into(),
        (true, _) if i32::try_from(value).is_err() => format!("{value}LL"),
        _ => value.to_string(),
    }
}

/// The witness of a violation.
pub fn violation(execution: &Execution, source: &Source, program: &Program, format: Format) -> Result<Content> {
    let teller = Teller::new(source, program);
    match format {
        Format::Yaml => teller.segments(execution).map(Content::Segments),
        Format::GraphMl => teller.automaton(execution).map(Content::Automaton),
    }
}

/// A statement, by its unit.
type StmtId = (u32, usize);

/// Where a condition is evaluated.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Site {
    /// In the condition of a statement.
    Condition(StmtId),
    /// At a label of a switch.
    Label(StmtId),
}

struct Teller<'a> {
    source: &'a Source<'a>,
    /// The values that labels stand for, by where their tests stand.
    cases: BTreeMap<Span, i128>,
    /// Statements of whose conditions a part is an assertion: how they end is not told.
    asserting: BTreeSet<StmtId>,
    /// Calls through pointers. That they return is not told: a reader cannot look at the pointer any more.
    indirect: BTreeSet<Span>,
    /// What was looked up already.
    sites: RefCell<BTreeMap<Span, Option<Site>>>,
    found: RefCell<BTreeMap<Spot, bool>>,
}

impl<'a> Teller<'a> {
    fn new(source: &'a Source<'a>, program: &Program) -> Teller<'a> {
        let (cases, asserting, indirect, sites, found) = Default::default();
        let mut teller = Teller { source, cases, asserting, indirect, sites, found };
        for edge in program.functions.iter().filter_map(|function| function.cfa()).flat_map(|cfa| &cfa.edges) {
            match &edge.op {
                Op::Assume { cond, via: None, .. } => {
                    if let ExprKind::Binary(BinaryOp::Eq, _, value) = &cond.kind
                        && let ExprKind::Int(value) = value.kind
                    {
                        teller.cases.insert(edge.span, value);
                    }
                }
                Op::Assert { property, .. } if !program[*property].kind.is_generated() => {
                    if let Some(Site::Condition(stmt)) = teller.site(edge.span) {
                        teller.asserting.insert(stmt);
                    }
                }
                Op::Call { callee: Callee::Indirect(_), .. } => _ = teller.indirect.insert(edge.span),
                _ => {}
            }
        }
        teller
    }

    /// Which condition a span is a part of.
    fn site(&self, span: Span) -> Option<Site> {
        *self.sites.borrow_mut().entry(span).or_insert_with(|| self.find_site(span))
    }

    fn find_site(&self, span: Span) -> Option<Site> {
        let layout = self.source.layouts.get(span.unit as usize)?;
        let around = layout.around(span.start)?;
        let stmt = &layout.stmts[around];
        if stmt.cond.is_some_and(|(start, end)| start <= span.start && span.end <= end) {
            return Some(Site::Condition((span.unit, around)));
        }
        let mut parents = std::iter::successors(Some(around), |stmt| layout.stmts[*stmt].parent);
        let label = (stmt.start..stmt.code).contains(&span.start);
        let switch = parents.find(|stmt| layout.stmts[*stmt].kind == Kind::Switch)?;
        label.then_some(Site::Label((span.unit, switch)))
    }

    /// Whether a place is in a file that witnesses may speak of: one of those that the program was given as.
    fn is_told(&self, span: Span) -> bool {
        let own = self.source.map.unit(span.unit).file(0);
        same_file(own, self.source.map.line(span).0)
    }

    /// Which way of its statement a test goes.
    fn polarity(&self, span: Span, truth: bool) -> bool {
        truth != self.source.layout(span.unit).is_negated(self.source.map.unit(span.unit), span.start)
    }

    /// The tokens of the statement or of the whole expression that something stands in.
    fn full_expression(&self, span: Span) -> Option<(u32, u32)> {
        let layout = self.source.layout(span.unit);
        let stmt = &layout.stmts[layout.around(span.start)?];
        let token = span.start;
        Some(match (stmt.kind, stmt.cond) {
            (Kind::For, Some((start, end))) if token < start => (stmt.code + 2, start).min((token, end)),
            (Kind::For, Some((_, end))) if token > end => (end + 1, span.end),
            (Kind::If | Kind::While | Kind::For | Kind::Do | Kind::Switch, Some((start, end)))
                if (start..end).contains(&token) =>
            {
                (start, end)
            }
            _ => (stmt.code, stmt.end),
        })
    }
}
