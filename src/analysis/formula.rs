//! What is left to be checked, as a formula (paper 001, section I): by location, what must hold whenever an execution
//! comes there. An execution for which all of this holds violates nothing.
//!
//! A state that was given up is excluded by what is known in it; where nothing is known, nobody may come there. What
//! was watched for overflows must not overflow. What violates a property, or may violate it, is excluded by the
//! property itself.

use super::asserted;
use super::explore::Explored;
use crate::cfa::display::Names;
use crate::cfa::passes::inverse as negated;
use crate::cfa::{BinaryOp, Expr, ExprKind, LocId, Op, Program};
use crate::ctype::Types;
use crate::reduce::flat::Flat;
use crate::source::Span;
use std::collections::BTreeMap;

/// Where more states than this were given up, nobody may come.
const MOST_STATES: usize = 8;

/// Something that must hold at a place of the program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Assumption {
    pub span: Span,
    /// As C; names are those of the source.
    pub text: String,
}

/// The formula, by location.
pub(super) fn formula(program: &Program, flat: &Flat, explored: &Explored) -> BTreeMap<LocId, Expr> {
    let mut parts: BTreeMap<LocId, Vec<Expr>> = BTreeMap::new();
    for (loc, known) in &explored.given_up {
        if let Some(overflow) = explored.overflows.of_sink(*loc) {
            parts.entry(overflow.at).or_default().push(truth(&program.types, &overflow.fits, true));
            continue;
        }
        let outside = known.iter().map(|cond| truth(&program.types, cond, false));
        let outside = outside.reduce(|a, b| Expr::binary(BinaryOp::Or, a, b, Types::INT));
        parts.entry(*loc).or_default().push(outside.unwrap_or_else(|| Expr::int(Types::INT, 0)));
    }
    for edge in &flat.cfa.edges {
        let violates = asserted(program, &edge.op).into_iter().any(|property| {
            let property = flat.original.get(&property).copied().unwrap_or(property);
            explored.failed.contains_key(&property) || explored.undecided.contains_key(&property)
        });
        if violates {
            parts.entry(edge.from).or_default().push(match &edge.op {
                Op::Assert { cond, .. } => truth(&program.types, cond, true),
                // It is violated somewhere in what is called.
                _ => Expr::int(Types::INT, 0),
            });
        }
    }
    let whole = |(loc, mut parts): (LocId, Vec<Expr>)| {
        parts.sort_by_key(|part| format!("{part:?}"));
        parts.dedup();
        let nobody = parts.len() > MOST_STATES || parts.iter().any(|part| part.truth(&program.types) == Some(false));
        let all = if nobody { None } else { parts.into_iter().reduce(both) };
        (loc, all.unwrap_or_else(|| Expr::int(Types::INT, 0)))
    };
    parts.into_iter().map(whole).collect()
}

/// The same for people, in the order of the program.
pub(super) fn assumptions(program: &Program, flat: &Flat, formula: &BTreeMap<LocId, Expr>) -> Vec<Assumption> {
    let (outgoing, incoming) = (flat.cfa.outgoing(), flat.cfa.incoming());
    let names = Names::in_source(program, &flat.cfa);
    let mut list: Vec<Assumption> = Vec::new();
    for (loc, cond) in formula {
        let edge = outgoing.of(*loc).first().or(incoming.of(*loc).first());
        let Some(edge) = edge else { continue };
        list.push(Assumption { span: flat.cfa[*edge].span, text: names.expr(cond) });
    }
    order(&mut list);
    list
}

/// In the order of the program, each once.
pub(super) fn order(list: &mut Vec<Assumption>) {
    list.sort_by_key(|assumption| (assumption.span.unit, assumption.span.start, assumption.text.clone()));
    list.dedup();
}

/// That a condition holds, or that it does not, as 0 or 1: a comparison that people can read.
pub(super) fn truth(types: &Types, cond: &Expr, holds: bool) -> Expr {
    if let ExprKind::Binary(op, lhs, rhs) = &cond.kind
        && op.is_comparison()
    {
        let is_zero = rhs.truth(types) == Some(false);
        let is_comparison = matches!(lhs.kind, ExprKind::Binary(op, ..) if op.is_comparison());
        return match (op, negated(types, *op, lhs.ty)) {
            (BinaryOp::Eq | BinaryOp::Ne, _) if is_comparison && is_zero => {
                truth(types, lhs, holds == (*op == BinaryOp::Ne))
            }
            _ if holds => cond.clone(),
            (_, Some(op)) => Expr { kind: ExprKind::Binary(op, lhs.clone(), rhs.clone()), ty: cond.ty },
            (_, None) => Expr::binary(BinaryOp::Eq, cond.clone(), Expr::zero(types, cond.ty), Types::INT),
        };
    }
    let op = if holds { BinaryOp::Ne } else { BinaryOp::Eq };
    Expr::binary(op, cond.clone(), Expr::zero(types, cond.ty), Types::INT)
}

fn both(a: Expr, b: Expr) -> Expr {
    Expr::binary(BinaryOp::And, a, b, Types::INT)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::analysis::{Domain, Limit, Monitors, Order, Question, analyse, explored};
    use crate::cfa::tests::{built, built_with_map};
    use crate::cfa::{Body, Cfa, Edge, PropId};
    use crate::engine::Stop;
    use crate::engine::bounded::{self, Finding, Plan};
    use crate::reduce::tests::random_program;
    use fastrand::Rng;
    use std::collections::BTreeSet;
    use std::time::Duration;

    const DOMAINS: [Domain; 4] = [Domain::Value, Domain::Interval, Domain::Predicate, Domain::Composite];

    fn question<'a>(
        program: &'a Program,
        properties: &'a BTreeSet<PropId>,
        domain: Domain,
        monitors: Monitors,
    ) -> Question<'a> {
        let (entry, order) = (program.entries[0], Order::default());
        let (condition, lemmas, through, formula) = (None, false, false, true);
        Question { program, entry, properties, domain, condition, monitors, order, lemmas, through, formula }
    }

    fn all(program: &Program) -> BTreeSet<PropId> {
        (0..program.properties.len() as u32).map(PropId).collect()
    }

    /// Puts assumptions in front of locations.
    fn assume(cfa: &mut Cfa, formula: &BTreeMap<LocId, Expr>) {
        for (loc, cond) in formula {
            let behind = cfa.new_location();
            cfa.edges.iter_mut().filter(|edge| edge.from == *loc).for_each(|edge| edge.from = behind);
            let op = Op::Assume { cond: cond.clone(), truth: true, via: None };
            cfa.edges.push(Edge { from: *loc, to: behind, op, span: Span { unit: 0, start: 0, end: 0 } });
        }
    }

    fn most(states: u64) -> Monitors {
        [(Limit::States, states)].into_iter().collect()
    }

    /// How many violations there are without the formula, and how many are left with it.
    fn violations(text: &str, domain: Domain, monitors: Monitors) -> (usize, usize) {
        let original = built(text);
        let properties = all(&original);
        let mut program = original.clone();
        let cfa = program[program.entries[0]].cfa().expect("main is defined").clone();
        let question = question(&original, &properties, domain, monitors);
        let stop = || Stop::default().after(Some(Duration::from_millis(200)), None);
        let (flat, explored) = explored(&question, &mut program, cfa, &stop());
        let formula = formula(&program, &flat, &explored);
        let count = |program: &Program| {
            let plan = Plan::new(Some(4), false);
            let found = bounded::check(program, program.entries[0], &all(program), plan, &stop());
            found.values().filter(|finding| matches!(finding, Finding::Fails(_))).count()
        };
        let entry = program.entries[0].0 as usize;
        let Body::Cfa(cfa) = &mut program.functions[entry].body else { panic!("it was put in place") };
        explored.overflows.unwatch(cfa);
        let before = count(&program);
        let Body::Cfa(cfa) = &mut program.functions[entry].body else { panic!("it was put in place") };
        assume(cfa, &formula);
        (before, count(&program))
    }

    #[test]
    fn what_the_formula_allows_violates_nothing() {
        let mut rng = Rng::with_seed(29);
        let mut violated = 0;
        for number in 0..240 {
            let text = random_program(&mut rng, number % 3 == 0);
            let (domain, states) = (DOMAINS[number % 4], rng.u64(1..60));
            let overflows = (number % 3 == 0).then_some((Limit::Overflow, 0));
            let monitors: Monitors = [(Limit::States, states)].into_iter().chain(overflows).collect();
            let (before, after) = violations(&text, domain, monitors.clone());
            assert_eq!(after, 0, "{domain:?}, {monitors:?}:\n{text}");
            violated += before;
        }
        assert!(violated > 100, "{violated} violations say little");
    }

    /// Paper 001: at the line of the product, what is asserted there; and nothing else.
    #[test]
    fn paper_001_the_formula_of_figure_3() {
        let text = "int any(void); int main(void) { if (any()) { unsigned n = any(), i = 0; while (i < n) i++;
            __CPROVER_assert(i >= n, \"loop\"); } else { unsigned x = any(), y = any();
            __CPROVER_assert(x * y * 16 != 8, \"product\"); } return 0; }";
        let (program, map) = built_with_map(text);
        let properties = all(&program);
        let left = |domain, states| {
            let partial = analyse(&question(&program, &properties, domain, most(states)), &Stop::default()).partial;
            let line = |assumption: &Assumption| format!("{}: {}", map.locate(assumption.span).line, assumption.text);
            partial.assumptions.iter().map(line).collect::<Vec<String>>()
        };
        assert_eq!(left(Domain::Predicate, 1000), Vec::<String>::new());
        assert_eq!(left(Domain::Interval, 1000), ["2: i >= n", "3: x * y * 16 != 8"]);
        let unfinished = left(Domain::Value, 20);
        assert!(!unfinished.is_empty() && !unfinished.iter().any(|line| line.starts_with('3')), "{unfinished:?}");
    }
}
