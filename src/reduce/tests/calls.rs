//! Calls that stay calls, because what they call cannot be put in their place.

use super::{reduce, reducer};
use crate::cfa::FuncId;
use crate::cfa::tests::built;
use crate::condition::{Choice, Condition, On, Otherwise, State, StateId, Transition};
use std::collections::BTreeSet;

/// How many calls there are behind which nothing is covered, when the condition is about an edge of `f`.
fn uncovered(text: &str) -> usize {
    let program = built(text);
    let f = program.functions.iter().position(|function| function.name == "f").expect("it is there");
    let on = On::Edges(BTreeSet::from([(FuncId(f as u32), crate::cfa::EdgeId(0))]).into());
    let transitions = vec![Transition { on, assumption: None, to: StateId(0) }];
    let (name, otherwise, checked) = ("0".to_owned(), Otherwise::Stay, Default::default());
    let state = State { name, accepting: false, choice: Choice::First, transitions, otherwise, checked };
    let condition = Condition { states: vec![state], initial: StateId(0) };
    reduce(&program, program.entries[0], &condition, reducer("sep")).expect("main is defined").uncovered.len()
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
