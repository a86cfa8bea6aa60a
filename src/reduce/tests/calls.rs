//! Calls that are replaced, because the condition tells them apart, and those that stay calls.

use super::{REDUCERS, Residual, reduce, reducer};
use crate::cfa::tests::built;
use crate::cfa::{Callee, Cfa, Op};
use crate::condition::{Condition, On, Otherwise, State, StateId, Transition};
use std::collections::BTreeSet;

/// What is left of a program when everything is covered that has returned from `f`.
fn left(text: &str, name: &str) -> Residual {
    let program = built(text);
    let (f, cfa) = program.defined().find(|(id, _)| program[*id].name == "f").expect("it is there");
    let returns = cfa.edge_ids().filter(|edge| matches!(cfa[*edge].op, Op::Return(_))).map(|edge| (f, edge));
    let on = On::Edges(returns.collect::<BTreeSet<_>>().into());
    let mut condition = Condition::of_all(true);
    condition.initial = StateId(1);
    let transitions = vec![Transition { on, assumption: None, to: StateId(0) }];
    condition.states[1] = State { transitions, otherwise: Otherwise::Stay, ..condition.states[1].clone() };
    reduce(&program, program.entries[0], &condition, reducer(name)).expect("main is defined")
}

fn entry(residual: &Residual) -> &Cfa {
    residual.program[residual.entry].cfa().expect("it is left")
}

/// What is still called; nothing is known by name of what is called through pointers.
fn called(residual: &Residual) -> BTreeSet<&str> {
    let calls = entry(residual).edges.iter().filter_map(|edge| match &edge.op {
        Op::Call { callee: Callee::Direct(callee), .. } => Some(residual.program[*callee].name.as_str()),
        Op::Call { .. } => Some("*"),
        _ => None,
    });
    calls.collect()
}

fn asserted(residual: &Residual) -> usize {
    entry(residual).edges.iter().filter(|edge| matches!(edge.op, Op::Assert { .. })).count()
}

/// Behind how many calls nothing is covered.
fn uncovered(text: &str) -> usize {
    left(text, "sep").uncovered.len()
}

/// What the condition is about is put into its callers, and so are those that call it; what it is not about stays as it
/// is, and is covered as it was before.
#[test]
fn functions_are_put_where_they_are_called_if_the_condition_tells_that_apart() {
    let text = "int any(void); static int f(int x) { return x; } static int g(int x) { return f(x) + 1; }
        static int other(int x) { return x - 1; }
        int main(void) { int x = any(); if (x > 3) { x = g(x); __CPROVER_assert(x > 4, \"covered\"); }
        x = other(x); __CPROVER_assert(x < 9, \"open\"); return f(x); }";
    for (name, _) in REDUCERS.into_iter().filter(|(name, _)| *name != "id") {
        let residual = left(text, name);
        assert_eq!(called(&residual), BTreeSet::from(["any", "other"]), "{name}");
        assert_eq!((asserted(&residual), residual.uncovered.len()), (1, 0), "{name}");
    }
}

/// What cannot be put there is called, and nobody knows behind it what is covered: all that is asserted there stays.
#[test]
fn nothing_is_covered_behind_a_call_that_stays() {
    let of = |f: &str, call: &str| {
        let text = format!(
            "int any(void); void *__builtin_alloca(unsigned long); static int f(int x) {{ {f} }}
            int main(void) {{ int (*p)(int) = f; int x = {call}; __CPROVER_assert(x < 9, \"a\"); return x + (p == 0); }}"
        );
        let residual = left(&text, "sep");
        (
            called(&residual).into_iter().map(str::to_owned).collect::<Vec<_>>(),
            residual.uncovered.len(),
            asserted(&residual),
        )
    };
    let expected = |called: &[&str], uncovered, asserted| {
        (called.iter().map(|name| (*name).to_owned()).collect::<Vec<_>>(), uncovered, asserted)
    };
    assert_eq!(of("return x;", "f(any())"), expected(&["any"], 0, 0));
    assert_eq!(of("return x;", "p(any())"), expected(&["*", "any"], 1, 1));
    assert_eq!(of("int *p = __builtin_alloca(4); *p = x; return *p;", "f(any())"), expected(&["any", "f"], 1, 1));
    // The outer call is replaced, the one in it is not.
    assert_eq!(of("if (x > 0) x = f(x - 1); return x;", "f(any())"), expected(&["any", "f"], 1, 1));
}

#[test]
fn variables_that_pointers_outlive_stay_where_they_are() {
    let head = "int any(void); static int *kept; static void fill(int *a) { *a = any(); } static int *same(int *a)
        { return a; } void unknown(int *); int main(void);";
    let of = |body: &str, main: &str| {
        uncovered(&format!(
            "{head} static int *f(int *q) {{ int x = 1, a[3] = {{0}}; {body} }}
        int main(void) {{ int y = 0, *p = &y; {main}; return *p; }}"
        ))
    };
    assert_eq!(of("fill(&x); fill(a); return q;", "p = f(p); f(&y)"), 0);
    assert_eq!(of("int *p = same(&x); *p = 2; return q;", "f(p)"), 0);
    assert_eq!(of("return &x;", "p = f(p)"), 1);
    assert_eq!(of("return same(&x);", "p = f(p); same(p)"), 1);
    assert_eq!(of("kept = &a[1]; return q;", "f(p)"), 1);
    assert_eq!(of("unknown(&x); return q;", "f(p)"), 1);
    assert_eq!(of("fill(&x); if (any()) f(&x); return q;", "f(p)"), 1);
}
