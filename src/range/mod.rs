//! What values integers can have, wherever control is: an interval analysis of a whole program.
//!
//! [`Ranges::of`] analyses a program, [`Ranges::at`] says what holds whenever control is at a location. A fact is about
//! the value of one variable, and is an assumption in what verifiers get: so nothing here is a guess. What is followed
//! are integers of at most 64 bits that are not volatile, locals and globals, path by path; each function once for all
//! of its callers.
//!
//! - **Tests** say something about what they mention, and about what that was computed from ([`state`]).
//! - **Loops**: ranges grow to constants of the function, then to the ends of the type; two more rounds shrink them
//!   again. What a
//!   loop does not change is at its head what it was before.
//! - **Calls**: parameters are what all callers pass, globals what all of them left there, results what all returns
//!   give.
//! - **Pointers**: what is written through one, or by a function without a body, is any value from then on, as the
//!   points-to
//!   sets say ([`crate::pointer`], with what is taken for granted there).
//! - **Entries** get any arguments. `main` finds globals as they are initialised, unless a constructor runs before;
//!   every other
//!   entry, and every function that somebody outside knows, finds them with any value, but for those that are const.
//! - **Where C leaves a result open**, it is any value of its type: signed overflow, division by zero, variables that
//!   were never
//!   written. A `_Bool` that was never written may hold more than 1.
//! - **Assertions** count where the program itself ends when they fail, as with `assert`. Of others nothing is
//!   concluded.
//!
//! Facts hold in executions in which nothing went wrong before. Variables that are written before they are read again
//! are left out, and so are globals that neither the function nor what it calls mentions.

mod footprint;
mod function;
mod initial;
mod interval;
mod render;
mod solve;
mod state;
#[cfg(test)]
mod tests;
pub mod track;
mod transfer;

pub use render::{json, text};

use crate::cfa::display::Names;
use crate::cfa::{BinaryOp, Cfa, Expr, FuncId, GlobalId, LocId, Place, PlaceKind, Program, Var};
use crate::ctype::{IntKind, QType, Types};
use crate::pointer::Pointers;
use footprint::Footprint;
use interval::Domain;

/// The ranges of a program.
pub struct Ranges<'a> {
    program: &'a Program,
    footprint: Footprint,
    known: Vec<solve::Known>,
}

/// A variable has at least the value `low` and at most the value `high`; at least one of them says more than its type
/// does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Fact {
    pub var: Var,
    pub ty: QType,
    pub low: i128,
    pub high: i128,
}

impl<'a> Ranges<'a> {
    /// Analyses the program that the pointers are of.
    pub fn of(pointers: &Pointers<'a>) -> Ranges<'a> {
        let footprint = Footprint::of(pointers);
        let known = solve::solve(pointers, &footprint);
        Ranges { program: pointers.program(), footprint, known }
    }

    /// What holds whenever control is at this location, in the order of the variables; `None` when control never gets
    /// there.
    pub fn at(&self, function: FuncId, loc: LocId) -> Option<Vec<Fact>> {
        let state = self.known.get(function.0 as usize)?.states.get(loc.0 as usize)?.as_ref()?;
        let cfa = self.program[function].cfa()?;
        let fixed = self.footprint.mentioned(function).iter().filter_map(|id| {
            let range = self.footprint.fixed[id as usize]?;
            Some((Var::Global(GlobalId(id)), range))
        });
        let ranges = state.ranges().iter().copied().chain(fixed);
        let mut facts: Vec<Fact> = ranges.filter_map(|(var, range)| Fact::new(self.program, cfa, var, range)).collect();
        facts.sort_by_key(|fact| fact.var);
        Some(facts)
    }
}

impl Fact {
    /// About a variable of a function, if there is something to say.
    fn new(program: &Program, cfa: &Cfa, var: Var, range: interval::Interval) -> Option<Fact> {
        let ty = match var {
            Var::Local(local) => cfa.locals[local.0 as usize].ty,
            Var::Global(global) => program[global].ty,
        };
        let whole = Domain::of(&program.types, ty.ty)?.whole;
        let interval::Interval { low, high, .. } = range;
        (whole.low < low || high < whole.high).then_some(Fact { var, ty, low, high })
    }

    /// For people.
    pub fn text(&self, names: &Names) -> String {
        let name = names.var(self.var);
        match self {
            Fact { low, high, .. } if low == high => format!("{name} = {low}"),
            Fact { low, high, .. } => format!("{low} <= {name} <= {high}"),
        }
    }

    /// The fact as a condition, of type `int`: comparisons that nothing can go wrong in.
    pub fn condition(&self, types: &Types) -> Expr {
        let var = Expr::load(Place { kind: PlaceKind::Var(self.var), ty: self.ty });
        let value = match types.as_int(self.ty.ty) {
            Some(kind) if kind.rank() < IntKind::Int.rank() => var.cast(Types::INT),
            _ => var,
        };
        let end = |value: i128, ty| Expr::int(ty, value);
        let compare = |op, bound: i128| Expr::binary(op, value.clone(), end(bound, value.ty), Types::INT);
        let whole = Domain::of(types, self.ty.ty).map(|domain| domain.whole);
        let above = whole.is_none_or(|whole| whole.low < self.low);
        let below = whole.is_none_or(|whole| self.high < whole.high);
        match (above, below) {
            _ if self.low == self.high => compare(BinaryOp::Eq, self.low),
            (true, false) => compare(BinaryOp::Ge, self.low),
            (false, true) => compare(BinaryOp::Le, self.high),
            _ => Expr::binary(
                BinaryOp::And,
                compare(BinaryOp::Ge, self.low),
                compare(BinaryOp::Le, self.high),
                Types::INT,
            ),
        }
    }
}
