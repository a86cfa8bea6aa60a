//! What was proved of a region, in terms of the program that it is a part of.
//!
//! The region starts in any state in which control may come to it, and runs the program's own edges; so what holds
//! wherever control is at one of its locations holds there in the program. That is so for locations to which the piece
//! has every way that the program has, and for variables that have in the piece every value that they have in the
//! program: numbers with a name that the region reads, and that nothing stands for.

use super::body::Body;
use super::environment::Survey;
use crate::cfa::visit::{self, Visit};
use crate::cfa::{Expr, ExprKind, FuncId, GlobalId, Lemma, LocId, Place, PlaceKind, Program, Var};
use crate::ctype::LocalId;
use crate::pointer::ObjectId;
use std::collections::BTreeSet;

/// Where a piece comes from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Origin {
    /// The function that the region has become.
    pub(super) entry: FuncId,
    /// The function that it is a part of.
    pub(super) function: FuncId,
    /// By location of the entry, as far as they are the region's: which one of the function it is.
    pub(super) locations: Vec<LocId>,
    /// That have every value that they have in the program.
    pub(super) variables: BTreeSet<Var>,
}

impl Origin {
    /// What holds at a location of the piece, as what holds in the program; none if that does not follow.
    pub fn lemma(&self, lemma: &Lemma) -> Option<Lemma> {
        let at = *self.locations.get(lemma.at.0 as usize).filter(|_| lemma.function == self.entry)?;
        let mut speaks = Speaks { of: &self.variables, only: true };
        speaks.expr(&lemma.cond);
        speaks.only.then(|| Lemma { function: self.function, at, cond: lemma.cond.clone() })
    }
}

/// The variables of a region that have every value in its piece that they have in the program. `unread` are those about
/// which a loop was not asked.
pub(super) fn variables(
    program: &Program,
    body: &Body,
    survey: &Survey<'_>,
    unread: impl Fn(ObjectId) -> bool,
) -> BTreeSet<Var> {
    let locals = program[body.function].cfa().map_or(&[][..], |cfa| &cfa.locals);
    let locals = (0..).map(LocalId).zip(locals).map(|(id, local)| (Var::Local(id), local.ty.ty));
    let globals = (0..).map(GlobalId).zip(&program.globals).map(|(id, global)| (Var::Global(id), global.ty.ty));
    let integers = locals.chain(globals).filter(|(_, ty)| program.types.as_int(*ty).is_some());
    let has_all = |var: &Var| {
        let id = survey.pointers.variable(body.function, *var);
        let stands = survey.group_of(id).is_some() || !survey.pointers.object(id).single;
        survey.is_arbitrary(id) && !stands && !unread(id)
    };
    integers.map(|(var, _)| var).filter(has_all).collect()
}

/// Whether an expression is about the values of these variables, and nothing else.
struct Speaks<'a> {
    of: &'a BTreeSet<Var>,
    only: bool,
}

impl Visit for Speaks<'_> {
    fn expr(&mut self, expr: &Expr) {
        self.only &= !matches!(expr.kind, ExprKind::AddrOf(_) | ExprKind::Function(_) | ExprKind::Object(..));
        visit::visit_expr(self, expr);
    }

    fn place(&mut self, place: &Place) {
        self.only &= matches!(&place.kind, PlaceKind::Var(var) if self.of.contains(var));
    }
}
