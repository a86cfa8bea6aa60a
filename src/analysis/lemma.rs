//! What holds where loops begin, in terms of the program ([`Lemma`]), for others to check.
//!
//! An analysis that is through knows, for each location of the program with everything put into its entry, some states
//! of which one has every execution there. A location of a function is as many of these as there are calls of it: all
//! of their states count. What speaks of variables of other calls is left out of a group of conditions, which makes it
//! weaker, and nothing wrong.

use super::formula::truth;
use crate::cfa::lemma::wrapped;
use crate::cfa::visit::{self, Rewrite};
use crate::cfa::{BinaryOp, Expr, FuncId, Lemma, LocId, Program, Var};
use crate::ctype::{LocalId, Types};
use crate::reduce::flat::Flat;
use std::collections::BTreeMap;

/// More groups than this, and longer ones, tell nobody anything.
const MOST_GROUPS: usize = 6;
const LONGEST_GROUP: usize = 6;

/// Conditions that hold together.
type Group = Vec<Expr>;

pub(super) fn lemmas(program: &Program, flat: &Flat, told: &BTreeMap<LocId, Vec<Group>>) -> Vec<Lemma> {
    // What is called and was not put into the entry is run there without being looked at.
    if !flat.calls.is_empty() {
        return Vec::new();
    }
    let outgoing = flat.cfa.outgoing();
    let mut places: BTreeMap<(FuncId, LocId), Vec<Group>> = BTreeMap::new();
    for (loc, groups) in told {
        let edges = outgoing.of(*loc).iter().map(|edge| edge.0 as usize);
        let origin = |edge: usize| Some((flat.origin.get(edge).copied().flatten()?, *flat.first_local.get(edge)?));
        let Some(((function, edge), first)) = edges.into_iter().find_map(origin) else { continue };
        let Some(cfa) = program[function].cfa() else { continue };
        let count = cfa.locals.len() as u32;
        let own = |group: &Group| group.iter().filter_map(|cond| in_terms_of(first, count, cond)).collect();
        places.entry((function, cfa[edge].from)).or_default().extend(groups.iter().map(own));
    }
    let mut lemmas = Vec::new();
    for ((function, at), groups) in places {
        lemmas.extend(conditions(program, groups).into_iter().map(|cond| Lemma { function, at, cond }));
    }
    lemmas
}

/// A condition about the variables of one call, which are so many from the first one on, about those of its function.
fn in_terms_of(first: u32, count: u32, cond: &Expr) -> Option<Expr> {
    struct Own {
        first: u32,
    }
    impl Rewrite for Own {
        fn local(&mut self, local: &mut LocalId) {
            local.0 -= self.first;
        }
    }
    let is_own = |var: &Var| match var {
        Var::Local(local) => (first..first + count).contains(&local.0),
        Var::Global(_) => true,
    };
    let mut own = cond.clone();
    visit::variables(cond).iter().all(is_own).then(|| {
        Own { first }.expr(&mut own);
        own
    })
}

/// What groups of which one holds come to: what is in all of them, and one of the rest.
fn conditions(program: &Program, groups: Vec<Group>) -> Vec<Expr> {
    let groups = simplified(&program.types, same_words(program, groups));
    let Some(first) = groups.first() else { return Vec::new() };
    let mut found: Group =
        first.iter().filter(|cond| groups.iter().all(|group| group.contains(cond))).cloned().collect();
    let rest = |group: &Group| group.iter().filter(|cond| !found.contains(cond)).cloned().collect::<Group>();
    let rest: Vec<Group> = groups.iter().map(rest).collect();
    let short = |group: &Group| !group.is_empty() && group.len() <= LONGEST_GROUP;
    if rest.len() <= MOST_GROUPS && rest.iter().all(short) {
        let all =
            |group: Group| group.iter().map(|cond| truth(&program.types, cond, true)).reduce(joined(BinaryOp::And));
        found.extend(rest.into_iter().filter_map(all).reduce(joined(BinaryOp::Or)));
    }
    found
}

/// Groups in which a condition always has the same form: one that overflows in some states does so in none.
fn same_words(program: &Program, mut groups: Vec<Group>) -> Vec<Group> {
    let all: Vec<Expr> = groups.iter().flatten().cloned().collect();
    for cond in groups.iter_mut().flatten() {
        let other = wrapped(program, cond);
        if other != *cond && all.contains(&other) {
            *cond = other;
        }
    }
    groups
}

/// Fewer groups that say the same: two that differ in nothing but whether one condition holds are one without it, and
/// a group that says more than another one is not needed.
fn simplified(types: &Types, mut groups: Vec<Group>) -> Vec<Group> {
    for group in &mut groups {
        let mut known: Group = Vec::new();
        group.retain(|cond| {
            let new = !known.contains(cond);
            known.push(cond.clone());
            new
        });
    }
    loop {
        let mut kept: Vec<Group> = Vec::new();
        for group in groups {
            let within = |a: &Group, b: &Group| a.iter().all(|cond| b.contains(cond));
            if !kept.iter().any(|other| within(other, &group)) {
                kept.retain(|other| !within(&group, other));
                kept.push(group);
            }
        }
        let pair = (0..kept.len()).flat_map(|a| (0..kept.len()).map(move |b| (a, b)));
        let merged = pair.filter(|(a, b)| a != b).find_map(|(a, b)| Some((a, b, merged(types, &kept[a], &kept[b])?)));
        let Some((a, b, both)) = merged else { return kept };
        kept[a] = both;
        kept.remove(b);
        groups = kept;
    }
}

fn merged(types: &Types, a: &Group, b: &Group) -> Option<Group> {
    let without = |group: &Group, cond: &Expr| group.iter().filter(|other| *other != cond).cloned().collect::<Group>();
    let mut only = a.iter().filter(|cond| !b.contains(cond));
    let (Some(cond), None) = (only.next(), only.next()) else { return None };
    let (rest, not) = (without(a, cond), truth(types, cond, false));
    (b.contains(&not) && b.len() == a.len() && without(b, &not).iter().all(|cond| rest.contains(cond))).then_some(rest)
}

fn joined(op: BinaryOp) -> impl Fn(Expr, Expr) -> Expr {
    move |a, b| Expr::binary(op, a, b, Types::INT)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::analysis::{Domain, Finding, Monitors, Order, Question, analyse};
    use crate::cfa::tests::built;
    use crate::cfa::{Body, Edge, Native, Op, PropId, Property, PropertyKind};
    use crate::engine::Stop;
    use crate::engine::bounded::{self, Plan};
    use crate::reduce::tests::random_program;
    use fastrand::Rng;
    use rayon::prelude::*;
    use std::collections::BTreeSet;
    use std::time::Duration;

    /// What one question may take.
    const TIME: u64 = 500;
    const DOMAINS: [Domain; 4] = [Domain::Value, Domain::Interval, Domain::Predicate, Domain::Composite];

    fn all(program: &Program) -> BTreeSet<PropId> {
        (0..program.properties.len() as u32).map(PropId).collect()
    }

    fn stop(milliseconds: u64) -> Stop {
        Stop::default().after(Some(Duration::from_millis(milliseconds)), None)
    }

    /// The properties that hold, by one of the analyses or by induction, and what that rests on.
    fn asked(
        program: &Program,
        domain: Option<Domain>,
        properties: &BTreeSet<PropId>,
    ) -> (BTreeSet<PropId>, Vec<Lemma>) {
        let entry = program.entries[0];
        let Some(domain) = domain else {
            let plan = Plan { lemmas: true, ..Plan::new(Some(8), true) };
            let found = bounded::find(program, entry, properties, plan, &stop(TIME));
            let holds = |(id, finding)| matches!(finding, bounded::Finding::Holds(_)).then_some(id);
            return (found.findings.into_iter().filter_map(holds).collect(), found.lemmas);
        };
        let (condition, monitors, order) = (None, Monitors::default(), Order::default());
        let (lemmas, through, formula) = (true, false, false);
        let question =
            Question { program, entry, properties, domain, condition, monitors, order, lemmas, through, formula };
        let outcome = analyse(&question, &stop(TIME));
        let holds = |(id, finding)| (finding == Finding::Holds).then_some(id);
        (outcome.findings.into_iter().filter_map(holds).collect(), outcome.lemmas)
    }

    /// What a proof rests on of all that holds in a program; what does not is not asserted any more.
    fn proved(program: &mut Program, domain: Option<Domain>) -> Option<Vec<Lemma>> {
        let mut properties = all(program);
        for _ in 0..3 {
            let (held, lemmas) = asked(program, domain, &properties);
            if held == properties {
                return Some(lemmas);
            }
            let edges = program.functions.iter_mut().filter_map(|function| function.cfa_mut());
            for edge in edges.flat_map(|cfa| &mut cfa.edges) {
                if matches!(&edge.op, Op::Assert { property, .. } if !held.contains(property)) {
                    edge.op = Op::Skip;
                }
            }
            properties = held;
        }
        None
    }

    /// Asserts lemmas at their locations; the properties that they become.
    fn assert(program: &mut Program, lemmas: &[Lemma]) -> BTreeSet<PropId> {
        let mut asserted = BTreeSet::new();
        for lemma in lemmas {
            let (property, span) = (PropId(program.properties.len() as u32), program[lemma.function].span);
            let (kind, description, native) = (PropertyKind::Assertion, String::new(), Native::Nothing);
            program.properties.push(Property { kind, description, span, origin: span, native });
            let Body::Cfa(cfa) = &mut program.functions[lemma.function.0 as usize].body else { panic!("it has loops") };
            let behind = cfa.new_location();
            cfa.edges.iter_mut().filter(|edge| edge.from == lemma.at).for_each(|edge| edge.from = behind);
            let op = Op::Assert { cond: lemma.cond.clone(), property };
            cfa.edges.push(Edge { from: lemma.at, to: behind, op, span });
            asserted.insert(property);
        }
        asserted
    }

    /// In no execution that goes round a few times does a lemma fail, in whichever call.
    #[test]
    fn lemmas_hold() {
        let mut rng = Rng::with_seed(31);
        let texts: Vec<String> = (0..300).map(|_| random_program(&mut rng, false)).collect();
        let said = texts.par_iter().enumerate().map(|(number, text)| {
            let mut program = built(text);
            let Some(lemmas) = proved(&mut program, DOMAINS.get(number % 5).copied()) else { return (number, 0) };
            let asserted = assert(&mut program, &lemmas);
            let plan = Plan::new(Some(4), false);
            let found = bounded::check(&program, program.entries[0], &asserted, plan, &stop(TIME));
            for (lemma, (_, finding)) in lemmas.iter().zip(found) {
                let fails = matches!(finding, bounded::Finding::Fails(_));
                assert!(!fails, "{:?}: {lemma:?}\n{text}", DOMAINS.get(number % 5));
            }
            (number, lemmas.len())
        });
        let mut counts = [0; 5];
        said.collect::<Vec<_>>().into_iter().for_each(|(number, count)| counts[number % 5] += count);
        // What these loops preserve is known by ranges for the most part.
        assert!(counts[..4].iter().all(|count| *count >= 10), "{counts:?} lemmas say little");
    }

    /// The same, with relations that loops preserve, in calls that differ.
    #[test]
    fn relations_hold() {
        let body = "while (any() > 0) { i += STEP; j += OTHER; if (any() > 5) k = i - j; }";
        let (mut rng, mut counts) = (Rng::with_seed(37), [0; 2]);
        for number in 0..24 {
            let (step, away) = (rng.u32(1..3), rng.u32(0..3));
            let other = if rng.bool() { step } else { rng.u32(0..3) };
            let body = body.replace("STEP", &step.to_string()).replace("OTHER", &other.to_string());
            // Calls that have as much in common as a loop preserves, and others.
            let (a, c) = (rng.u32(0..3), rng.u32(0..3));
            let (b, c) = (a + away, if rng.bool() { a + 2 * away } else { c });
            let text = format!(
                "int any(void); static unsigned f(unsigned i, unsigned j) {{ unsigned k = i - j; {body}
                __CPROVER_assert(k == i - j, \"\"); return k; }}
                int main(void) {{ f({a}, {b}); f({b}, {c}); int n = 0;
                while (any() > 0) {{ n = n < 3 ? n + 1 : 0; __CPROVER_assert(n <= 3, \"\"); }} return 0; }}"
            );
            let mut program = built(&text);
            let domain = DOMAINS.get(number / 2 % 4).copied().filter(|_| number % 2 == 0);
            let Some(lemmas) = proved(&mut program, domain) else { continue };
            counts[number % 2] += lemmas.len();
            let asserted = assert(&mut program, &lemmas);
            let plan = Plan::new(Some(5), false);
            let found = bounded::check(&program, program.entries[0], &asserted, plan, &stop(TIME));
            assert!(!found.values().any(|finding| matches!(finding, bounded::Finding::Fails(_))), "{lemmas:?}\n{text}");
        }
        assert!(counts.iter().all(|count| *count >= 3), "{counts:?} lemmas say little");
    }
}
