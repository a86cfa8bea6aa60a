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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cfa::tests::built_with_map;
    use crate::cfa::{Op, PropId};
    use crate::region::{Atlas, Piece, Rung};
    use crate::source::Span;

    const TEXT: &str = "
        unsigned any(void); void note(unsigned *);
        unsigned last, calls;
        static unsigned together(unsigned n) {
            unsigned i = 0, j = 0, k = any();
            note(&k);
            if (n > 100)
                return 0;
            for (; k; k--)
                last = k;
            while (i < n) {
                i++;
                for (j = 0; j < i; j++)
                    __CPROVER_assert(j < n, \"inside\");
                last = i + k;
            }
            __CPROVER_assert(i <= j + calls, \"behind\");
            last = j;
            return j;
        }
        int main(void) { calls = together(any()); return together(last); }";

    /// What is known of a piece of the program above, for each of its regions, rungs and properties.
    fn each(check: impl Fn(&Program, &Piece)) -> usize {
        let (program, map) = built_with_map(TEXT);
        let entries = program.entries.iter().map(|entry| (*entry, *entry)).collect();
        let atlas = Atlas::new(&program, &entries, &map);
        let mut count = 0;
        for region in atlas.hierarchy.ids() {
            for (rung, property) in Rung::ALL.into_iter().flat_map(|rung| [0, 1].map(|at| (rung, PropId(at)))) {
                if let Ok(piece) = atlas.piece(region, rung, &BTreeSet::from([property]), &|_| false) {
                    count += 1;
                    check(&program, &piece);
                }
            }
        }
        count
    }

    /// The places of a piece are those of the function: the same edges leave them, and come to all but to heads.
    #[test]
    fn locations_have_every_way() {
        let count = each(|program, piece| {
            let (origin, entry) = (&piece.origin, piece.program[piece.entry].cfa().expect("a body"));
            let function = program[origin.function].cfa().expect("a body");
            let heads: BTreeSet<LocId> =
                function.edges.iter().filter(|edge| edge.to.0 <= edge.from.0).map(|edge| edge.to).collect();
            for (new, old) in (0..).map(LocId).zip(&origin.locations) {
                let leaving = |edges: &[crate::cfa::Edge], at: LocId| -> BTreeSet<Span> {
                    edges.iter().filter(|edge| edge.from == at).map(|edge| edge.span).collect()
                };
                assert_eq!(leaving(&entry.edges, new), leaving(&function.edges, *old));
                let mut incoming = function.edges.iter().filter(|edge| edge.to == *old);
                let has = |edge: &crate::cfa::Edge| origin.locations.contains(&edge.from);
                assert!(heads.contains(old) || incoming.all(has), "{old:?} of {:?}", origin.locations);
            }
        });
        assert!(count >= 20, "{count} pieces");
    }

    /// What the region does not read may be anything else in the program, and so may what a loop in front of it has
    /// left behind.
    #[test]
    fn only_what_is_read_is_said() {
        each(|program, piece| {
            let cfa = program[piece.origin.function].cfa().expect("a body");
            let name = |var: &Var| match var {
                Var::Global(id) => program[*id].name.clone(),
                Var::Local(id) => cfa.locals[id.0 as usize].name.clone().unwrap_or_default(),
            };
            let names: BTreeSet<String> = piece.origin.variables.iter().map(name).collect();
            let is_main = program[piece.origin.function].name == "main";
            assert!(is_main || !names.contains("last"), "{names:?}");
            let behind = piece.program[piece.entry].cfa().is_some_and(|entry| {
                entry.edges.iter().any(|edge| matches!(edge.op, Op::Assert { property, .. } if property == PropId(1)))
            });
            assert_eq!(names.contains("calls"), behind || is_main, "{names:?}");
        });
    }

    #[test]
    fn what_is_of_something_else_is_not_said() {
        each(|program, piece| {
            let origin = &piece.origin;
            let var = *origin.variables.first().expect("one");
            let Var::Local(local) = var else { return };
            let cfa = program[origin.function].cfa().expect("a body");
            let place = Place::local(local, cfa.locals[local.0 as usize].ty);
            let lemma =
                |function, at, cond: &Expr| origin.lemma(&Lemma { function, at: LocId(at), cond: cond.clone() });
            let value = Expr::load(place.clone());
            let said = lemma(piece.entry, 0, &value).expect("it is known");
            assert_eq!((said.function, said.at), (origin.function, origin.locations[0]));
            assert_eq!(lemma(origin.function, 0, &value), None);
            assert_eq!(lemma(piece.entry, origin.locations.len() as u32, &value), None);
            assert_eq!(lemma(piece.entry, 0, &Expr { kind: ExprKind::AddrOf(place), ..value }), None);
        });
    }
}
