//! Small programs, checked up to a bound.

use crate::cfa::PropId;
use crate::cfa::tests::built;
use crate::engine::Stop;
use crate::engine::bounded::{Asking, Finding, Plan, Unknown, check, memory_for};
use crate::engine::symbolic::{Bounds, Choices, Executor};
use crate::engine::term::Assignment;
use std::collections::BTreeSet;

/// What is found of each assertion, in the order of the program: `holds`, `fails` or why not.
fn findings(text: &str, induction: bool) -> Vec<String> {
    let program = built(text);
    let properties = (0..program.properties.len() as u32).map(PropId).collect();
    let plan = Plan { traces: true, ..Plan::new(Some(64), induction) };
    let found = check(&program, program.entries[0], &properties, plan, &Stop::default());
    let word = |finding: Finding| match finding {
        Finding::Holds(None) => "holds".to_string(),
        Finding::Holds(Some(_)) => "inductive".to_string(),
        Finding::Fails(Some(execution)) if execution.violated => "fails".to_string(),
        Finding::Fails(_) => "fails in no execution".to_string(),
        Finding::Unknown(Unknown::Left(why)) => format!("{why:?}").split('(').next().unwrap_or_default().to_lowercase(),
        Finding::Unknown(Unknown::Excluded(_)) => "excluded".to_string(),
        Finding::Unknown(Unknown::Stopped) => "stopped".to_string(),
    };
    found.into_values().map(word).collect()
}

fn body(text: &str) -> Vec<String> {
    findings(&with_declarations(text), false)
}

fn inductively(text: &str) -> Vec<String> {
    findings(&with_declarations(text), true)
}

fn with_declarations(text: &str) -> String {
    format!(
        "void __VERIFIER_assert(int); void __VERIFIER_assume(int); int __VERIFIER_nondet_int(void); \
         unsigned __VERIFIER_nondet_uint(void); char __VERIFIER_nondet_char(void); void *malloc(unsigned long); \
         void free(void *); void *memcpy(void *, const void *, unsigned long); void *memset(void *, int, unsigned long);\n{text}"
    )
}

#[test]
fn arithmetic_is_that_of_c() {
    let text = "int main(void) {
        unsigned x = __VERIFIER_nondet_uint(); int y = __VERIFIER_nondet_int(); char c = __VERIFIER_nondet_char();
        __VERIFIER_assert((x & 7) < 8); __VERIFIER_assert(x + 1 > x); __VERIFIER_assert(c + 1 > c);
        __VERIFIER_assert((unsigned char)c == (c & 255)); __VERIFIER_assert(y / 2 * 2 + y % 2 == y);
        __VERIFIER_assert((y ^ -1) == ~y); __VERIFIER_assert(x * 3 != 7 || x == 2863311533u); return 0; }";
    assert_eq!(body(text), ["holds", "fails", "holds", "holds", "holds", "holds", "holds"]);
}

#[test]
fn loops_go_round_as_often_as_they_do() {
    let text = "int main(void) {
        int a[10], s = 0, n = __VERIFIER_nondet_int();
        for (int i = 0; i < 10; i++) a[i] = i * i;
        for (int i = 0; i < 10; i++) s += a[i];
        __VERIFIER_assert(s == 285);
        __VERIFIER_assume(n >= 0 && n < 10);
        __VERIFIER_assert(a[n] == n * n);
        for (int i = 0; i < n; i++) s--;
        __VERIFIER_assert(s == 285 - n); __VERIFIER_assert(s != 280); return 0; }";
    assert_eq!(body(text), ["holds", "holds", "holds", "fails"]);
}

#[test]
fn loops_without_end_are_left() {
    let text = "int main(void) { unsigned x = 0; while (__VERIFIER_nondet_int()) { x++; __VERIFIER_assert(x < 1000); } \
                __VERIFIER_assert(x != 5); return 0; }";
    assert_eq!(body(text), ["loop", "fails"]);
}

#[test]
fn pointers_lead_to_objects() {
    let text = "struct pair { int a; char b; struct pair *next; }; int g[4]; \
        void set(int *p, int v) { *p = v; } \
        int main(void) { struct pair x, y; int n = __VERIFIER_nondet_int(); \
        x.next = &y; y.next = &x; x.next->a = 3; x.b = 'b'; y.next->next->b = 'c'; \
        __VERIFIER_assert(y.a == 3 && y.b == 'c' && x.b == 'b'); \
        set(n ? &g[1] : &y.a, 7); __VERIFIER_assert(g[1] == 7 || y.a == 7); __VERIFIER_assert(g[1] == 0); \
        struct pair z = x; __VERIFIER_assert(z.next == &y && z.b == 'b'); \
        unsigned char *bytes = (unsigned char *)&g[2]; g[2] = 0x01020304; \
        __VERIFIER_assert(bytes[0] == 4 && bytes[3] == 1); bytes[1] = 9; __VERIFIER_assert(g[2] == 0x01020904); return 0; }";
    assert_eq!(body(text), ["holds", "holds", "fails", "holds", "holds", "holds"]);
}

#[test]
fn the_heap_is_there() {
    let text = "int main(void) { int n = __VERIFIER_nondet_int(); __VERIFIER_assume(n > 0 && n < 100); \
        int *p = malloc(n * sizeof(int)), *q = malloc(8); if (!p || !q) return 0; __VERIFIER_assert(p != q); \
        p[n - 1] = 5; q[1] = 6; __VERIFIER_assert(p[n - 1] == 5); __VERIFIER_assert(p[0] == 5); \
        memset(q, 0, 8); __VERIFIER_assert(q[1] == 0); memcpy(q, p + n - 1, 4); __VERIFIER_assert(q[0] == 5); free(p); return 0; }";
    assert_eq!(body(text), ["holds", "holds", "fails", "holds", "holds"]);
}

#[test]
fn functions_call_each_other() {
    let text = "int fib(int n) { return n < 2 ? n : fib(n - 1) + fib(n - 2); } \
        int add(int a, int b) { return a + b; } int sub(int a, int b) { return a - b; } \
        int main(void) { __VERIFIER_assert(fib(8) == 21); \
        int (*f)(int, int) = __VERIFIER_nondet_int() ? add : sub; int r = f(5, 3); \
        __VERIFIER_assert(r == 8 || r == 2); __VERIFIER_assert(r == 8); return 0; }";
    assert_eq!(body(text), ["holds", "holds", "fails"]);
}

#[test]
fn bit_fields_and_unions_share_bytes() {
    let text = "struct s { unsigned a : 3; int b : 5; unsigned c : 9; } g; union u { int i; unsigned char c[4]; float f; }; \
        int main(void) { g.a = 9; g.b = -3; g.c = 300; __VERIFIER_assert(g.a == 1 && g.b == -3 && g.c == 300); \
        union u x; x.i = __VERIFIER_nondet_int(); __VERIFIER_assert(x.c[3] == (unsigned char)(x.i >> 24)); \
        x.f = 1.5f; __VERIFIER_assert(x.i == 0x3fc00000); return 0; }";
    assert_eq!(body(text), ["holds", "holds", "holds"]);
}

#[test]
fn all_rounds_at_once() {
    let text = "int main(void) { unsigned x = 0, y = 0, s = 0; while (__VERIFIER_nondet_int()) { x++; y++; s += 2; \
                if (s > 50) { s = 0; } __VERIFIER_assert(x == y); __VERIFIER_assert(s <= 50); } \
                __VERIFIER_assert(x != 5); __VERIFIER_assert(s % 2 == 0); __VERIFIER_assert(x != 5000); return 0; }";
    assert_eq!(inductively(text), ["inductive", "inductive", "fails", "inductive", "loop"]);
}

#[test]
fn no_round_is_left_out() {
    // Each length of an induction has its own gap if the rounds that are looked at one by one are too few.
    for wrong in 0..24 {
        let text = format!(
            "int main(void) {{ unsigned i = 0; while (i < 1000) {{ if (__VERIFIER_nondet_int()) break; i++; }} \
             __VERIFIER_assert(i != {wrong}); return 0; }}"
        );
        assert_eq!(inductively(&text), ["fails"], "{wrong}");
    }
}

#[test]
fn pointers_stay_in_their_objects() {
    let text = "int a[10], b[10], c[10]; int main(void) { int *p = a; unsigned i = 0; c[3] = 7; \
                while (__VERIFIER_nondet_int()) { if (i < 10) { p[i] = 1; i++; } else { i = 0; p = p == a ? b : a; } } \
                __VERIFIER_assert(c[3] == 7); __VERIFIER_assert(p == a || p == b); __VERIFIER_assert(b[0] == 0); \
                return 0; }";
    assert_eq!(inductively(text), ["inductive", "inductive", "fails"]);
}

#[test]
fn blocks_that_a_loop_allocates_are_not_forgotten() {
    let text = "struct s { struct s *next; int v; }; int main(void) { struct s *l = 0; int n = 0; \
                while (__VERIFIER_nondet_int()) { struct s *m = malloc(sizeof *m); if (!m) return 1; m->next = l; \
                m->v = n; if (n < 100) n++; l = m; } if (l) __VERIFIER_assert(l->v != 90); return 0; }";
    assert_eq!(inductively(text), ["loop"]);
}

/// What a function with variable arguments and a last parameter does with them, and what is asserted of its result.
fn variadic(function: &str, assertion: &str) -> Vec<String> {
    body(&format!(
        "typedef __builtin_va_list list; static list kept; static int first(list l) {{ return __builtin_va_arg(l, int); }}
        static int f(int n, ...) {{ list l; __builtin_va_start(l, n); {function} }}
        int main(void) {{ int x = __VERIFIER_nondet_int(); {assertion} return 0; }}"
    ))
}

#[test]
fn variable_arguments_come_in_their_order() {
    let sum = "int s = 0; while (n-- > 0) s = s * 10 + __builtin_va_arg(l, int); __builtin_va_end(l); return s;";
    assert_eq!(variadic(sum, "__VERIFIER_assert(f(3, 1, 2, f(1, 5)) == 125);"), ["holds"]);
    assert_eq!(variadic(sum, "if (x < 3) __VERIFIER_assert(f(x, 7, 8) != 78);"), ["fails"]);
    let copied = "list c; __builtin_va_copy(c, l); return first(c) * 10 + __builtin_va_arg(l, int);";
    assert_eq!(variadic(copied, "__VERIFIER_assert(f(0, 4) == 44);"), ["holds"]);
    let pointers = "return *__builtin_va_arg(l, int *) + (int)__builtin_va_arg(l, double);";
    assert_eq!(variadic(pointers, "__VERIFIER_assert(f(0, &x, 2.5) == x + 2);"), ["holds"]);
}

#[test]
fn variable_arguments_that_c_says_nothing_about_are_doubts() {
    let next = "return __builtin_va_arg(l, int);";
    for (function, assertion) in [
        (next, "__VERIFIER_assert(f(0) == 0);"),
        (next, "__VERIFIER_assert(f(0, 1L) == 1);"),
        (next, "__VERIFIER_assert(f(0, 1.0) == 1);"),
        ("first(l); return __builtin_va_arg(l, int);", "__VERIFIER_assert(f(0, 1, 2) == 2);"),
        ("__builtin_va_end(l); return __builtin_va_arg(l, int);", "__VERIFIER_assert(f(0, 1) == 1);"),
        ("__builtin_va_copy(kept, l); return 0;", "f(0, 1); __VERIFIER_assert(first(kept) == 1);"),
        ("while (n-- > 0) __builtin_va_arg(l, int); return 1;", "__VERIFIER_assert(f(x, 1) == 1);"),
    ] {
        assert_eq!(variadic(function, assertion), ["unmodelled"], "{function}");
    }
}

/// Behind the violation that somebody wants to see, nothing is run any more.
#[test]
fn a_run_that_is_watched_ends_with_the_violation() {
    let text = "int main(void) { int x = __VERIFIER_nondet_int(), s = 0; __VERIFIER_assert(x != 0);
        for (int i = 0; i < 9; i++) s += x; __VERIFIER_assert(s != x); return 0; }";
    let program = built(&with_declarations(text));
    let visited = |watched: bool| {
        let (mut memory, mut choices) = (memory_for(&program), Choices::default());
        let mut asking = Asking::new(&Stop::default());
        let bounds = Bounds { rounds: 64, recursion: 1, induction: (1, BTreeSet::new()) };
        let mut executor = Executor::new(&program, &mut memory, &mut choices, bounds, None, &mut asking);
        if watched {
            executor.watch(PropId(0), Assignment::default());
        }
        executor.run(program.entries[0]);
        assert_eq!(executor.watched().is_some_and(|execution| execution.violated), watched);
        executor.checks.iter().map(|check| check.property).collect::<Vec<_>>()
    };
    assert_eq!(visited(false), [PropId(0), PropId(1)]);
    assert_eq!(visited(true), [PropId(0)]);
}
