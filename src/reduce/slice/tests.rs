//! What is left of small programs; `tests/residual` compiles and runs large ones.

use super::slice;
use crate::cfa::display;
use crate::cfa::tests::built;

/// The operations of a function of the slice, sorted.
fn left(text: &str, function: &str) -> Vec<String> {
    let program = built(text);
    let (sliced, _) = slice(&program, |_| true);
    crate::cfa::check::check(&sliced).expect("it is well-formed");
    let of = sliced.functions.iter().find(|of| of.name == function).expect("it is there");
    let cfa = of.cfa().expect("it is defined");
    let names = display::Names::new(&sliced, cfa);
    let mut ops: Vec<String> = cfa.edges.iter().map(|edge| names.op(&edge.op)).collect();
    ops.sort();
    ops
}

#[track_caller]
fn check(text: &str, function: &str, expected: &[&str]) {
    assert_eq!(left(text, function), expected);
}

const HEAD: &str = "int any(void); void abort(void) __attribute__((noreturn)); void __VERIFIER_assume(int);";

#[test]
fn what_nothing_depends_on_is_gone() {
    let text = "int any(void); int main(void) { int x = any(), y = any(), z = 0; if (y > 3) z = y; z = z + x;
        __CPROVER_assert(x != 7, \"a\"); if (z > 1) z = 2; return z; }";
    check(text, "main", &["assert #0 x != 7", "declare x", "return 0", "x = any()"]);
}

#[test]
fn loops_that_may_not_end_are_kept_where_an_assertion_comes_behind_them() {
    let text =
        "int any(void); int main(void) { int x = 1, i = any(), sum = 0; while (i != 5) { sum = sum + i; i = i + 1; }
        __CPROVER_assert(x == 2, \"a\"); while (sum) sum = sum + 1; return 0; }";
    let ops = left(text, "main");
    assert!(ops.contains(&"[i != 5]".to_owned()), "{ops:?}");
    assert!(ops.contains(&"i = i + 1".to_owned()), "{ops:?}");
    assert!(!ops.iter().any(|op| op.contains("sum")), "{ops:?}");
}

#[test]
fn what_ends_executions_is_kept() {
    let text = format!(
        "{HEAD} int main(void) {{ int x = any(), y = any(), z = any(); __VERIFIER_assume(y > 2); if (z) abort();
        __CPROVER_assert(x, \"a\"); if (x > 5) abort(); return 0; }}"
    );
    let ops = left(&text, "main");
    for kept in ["[z]", "[!z]", "z = any()", "y = any()", "assert #0 x"] {
        assert!(ops.contains(&kept.to_owned()), "{kept} is not in {ops:?}");
    }
    assert!(ops.iter().any(|op| op.contains("y > 2")), "{ops:?}");
    assert!(!ops.iter().any(|op| op.contains("x > 5")), "{ops:?}");
}

#[test]
fn writes_through_pointers_count() {
    let text = "int any(void); int main(void) { int x = 0, y = 0, *p = any() ? &x : &y, *q = &y; *p = 3; *q = 4;
        __CPROVER_assert(x < 2, \"a\"); return 0; }";
    let ops = left(text, "main");
    assert!(ops.contains(&"*p = 3".to_owned()), "{ops:?}");
    assert!(!ops.iter().any(|op| op.contains('q')), "{ops:?}");
}

#[test]
fn calls_keep_what_is_wanted_of_them() {
    let text = "int any(void); static int g, h; static int f(int a, int b) { g = a; h = b; return a + b; }
        static void idle(int a) { h = a; }
        int main(void) { int x = f(any(), 2), y = f(3, 4); idle(y); h = x; __CPROVER_assert(g > 0, \"a\"); return 0; }";
    let ops = left(text, "main");
    assert!(ops.contains(&"f(3, 0)".to_owned()), "{ops:?}");
    assert!(!ops.iter().any(|op| op.contains("idle")), "{ops:?}");
    assert_eq!(left(text, "f"), ["g = a", "return 0"]);
}

#[test]
fn an_assertion_that_is_not_asked_about_still_ends_executions() {
    let text = "int any(void); int main(void) { int x = any(), y = any(); __CPROVER_assert(x > 1, \"first\");
        __CPROVER_assert(y > 1, \"second\"); __CPROVER_assert(x > 3, \"third\"); return 0; }";
    let program = built(text);
    let (sliced, _) = slice(&program, |property| program[property].description == "second");
    let cfa = sliced[sliced.entries[0]].cfa().expect("it is defined");
    let names = display::Names::new(&sliced, cfa);
    let asserted: Vec<String> =
        cfa.edges.iter().map(|edge| names.op(&edge.op)).filter(|op| op.starts_with("assert")).collect();
    assert_eq!(asserted.len(), 2, "{asserted:?}");
}

#[test]
fn returns_that_nobody_tells_apart_are_one() {
    let text =
        "int any(void); static int g, k; static int f(int a) { if (a > 3) return a; if (a < 0) return 2; return 1; }
        static void h(int a) { g = a; if (a > 3) return; if (a < 0) { k = 2; return; } k = 1; }
        int main(void) { h(any()); f(any()); __CPROVER_assert(g, \"a\"); if (g) return 1; return 2; }";
    check(text, "h", &["g = a", "return"]);
    assert!(left(text, "main").contains(&"return 0".to_owned()));
}
