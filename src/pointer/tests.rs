//! Small programs, and what exactly their pointers point to: the precision that proofs need, and what must not be lost.

use super::{ObjectId, ObjectKind, Offset, Pointers};
use crate::cfa::{self, Expr, FuncId, Place, Program};
use crate::ctype::{DataModel, LocalId};
use crate::frontend::{sema, syntax};

/// The program of a text without `#include`.
fn program(text: &str) -> Program {
    let (_, unit) = syntax::Unit::read(0, "test.c", text.as_bytes().to_vec());
    let dialect = sema::Dialect { model: DataModel::Lp64, gnu89_inline: false };
    let unit = sema::analyse(0, dialect, &unit.expect("it parses")).expect("it has types");
    cfa::build(vec![unit], &cfa::Options::default()).expect("it is an automaton")
}

/// What a variable of a function points to, by the names of variables: `a`, `a+4`, `a+any`.
fn targets(program: &Program, function: &str, local: &str) -> Vec<String> {
    let pointers = Pointers::of(program);
    let id = FuncId(program.functions.iter().position(|f| f.name == function).expect("a function") as u32);
    let cfa = program[id].cfa().expect("a body");
    let at = cfa.locals.iter().position(|l| l.name.as_deref() == Some(local)).expect("a local");
    let value = Expr::load(Place::local(LocalId(at as u32), cfa.locals[at].ty));
    let name = |object: ObjectId| match pointers.object(object).kind {
        ObjectKind::Global(global) => program[global].name.clone(),
        ObjectKind::Local(function, local) => {
            let cfa = program[function].cfa().expect("a body");
            cfa.locals[local.0 as usize].name.clone().unwrap_or_default()
        }
        ObjectKind::Function(function) => program[function].name.clone(),
        other => format!("{other:?}").split('(').next().unwrap_or_default().to_lowercase(),
    };
    let mut names: Vec<String> = pointers
        .points_to(id, &value)
        .into_iter()
        .map(|target| match target.offset {
            Offset::ZERO => name(target.object),
            offset => format!("{}+{offset}", name(target.object)),
        })
        .collect();
    names.sort();
    names
}

fn check(text: &str, function: &str, local: &str, expected: &[&str]) {
    assert_eq!(targets(&program(text), function, local), expected, "{function}::{local} in {text}");
}

#[test]
fn parameters_point_to_the_starts_of_arrays() {
    let text = "static void f(char *r) { for (int i = 0; i < 8; i++) r[i] = 1; }
                int main(void) { char a[8], b[8]; f(a); f(b); return a[0]; }";
    check(text, "f", "r", &["a", "b"]);
    let program = program(text);
    let pointers = Pointers::of(&program);
    let size = |name: &str| {
        let (_, object) = pointers
            .objects()
            .find(|(_, object)| {
                matches!(object.kind, ObjectKind::Local(f, l)
                if program[f].cfa().expect("a body").locals[l.0 as usize].name.as_deref() == Some(name))
            })
            .expect("a local");
        (object.size, object.single)
    };
    assert_eq!(size("a"), (Some(8), true));
}

#[test]
fn members_and_elements_are_told_apart() {
    let text = "int x, y; struct s { int *p; int *q; } g; int *t[2];
                int main(void) { g.p = &x; g.q = &y; t[0] = &x; t[1] = &y;
                    int *p = g.p; int *q = g.q; int *e = t[1]; int **m = &g.q; return *p + *q + *e + **m; }";
    check(text, "main", "p", &["null", "x"]);
    check(text, "main", "q", &["null", "y"]);
    check(text, "main", "e", &["null", "y"]);
    check(text, "main", "m", &["g+8"]);
}

#[test]
fn steps_have_a_stride_and_a_start() {
    let text = "int a[10]; int main(void) { int n = 0; for (int *p = a; p < a + 10; p++) n += *p; return n; }";
    check(text, "main", "p", &["a", "a+0.. by 4"]);
    let text = "int a[10]; int main(int n, char **v) { int *p = &a[n]; return *p; }";
    check(text, "main", "p", &["a+0..40 by 4"]);
}

#[test]
fn what_is_never_written_is_said() {
    let text = "int x; int main(int n, char **v) { int *p; if (n) p = &x; return *p; }";
    check(text, "main", "p", &["indeterminate", "x"]);
    let text = "int x; int main(int n, char **v) { int *p; p = &x; return *p; }";
    check(text, "main", "p", &["x"]);
}

#[test]
fn integers_lead_outside_and_to_what_was_an_integer() {
    let text = "int x, y; int main(int n, char **v) { long i = (long)&x; int *p = (int *)(i + n); return *p + y; }";
    check(text, "main", "p", &["indeterminate", "null", "outside", "x+any"]);
    let text = "int x; int main(void) { int *p = (int *)(long)&x; return *p; }";
    check(text, "main", "p", &["x"]);
}

#[test]
fn undefined_functions_keep_what_they_get() {
    let text = "int x, y; void keep(int **); int *give(void);
                int main(void) { int *p = &x; keep(&p); int *q = give(); y = *q; int *r = &y; return *r; }";
    let found = targets(&program(text), "main", "q");
    assert!(found.contains(&"x+any".to_string()) && found.contains(&"outside".to_string()), "{found:?}");
    assert!(!found.contains(&"y+any".to_string()), "{found:?}");
    check(text, "main", "r", &["y"]);
}

#[test]
fn other_entries_find_variables_changed() {
    let text = "static int x; static int *p = &x; int f(void) { int *q = p; return *q; }";
    let found = targets(&program(text), "f", "q");
    assert!(found.contains(&"outside".to_string()) && found.contains(&"x+any".to_string()), "{found:?}");
}

#[test]
fn instances_of_locals_are_counted() {
    let text = "static int f(int n, int *p) { int x = n; if (n) return f(n - 1, &x) + *p; return 0; }
                int main(void) { int y = 0; return f(3, &y); }";
    let program = program(text);
    let pointers = Pointers::of(&program);
    let single: Vec<bool> = pointers
        .objects()
        .filter(|(_, object)| matches!(object.kind, ObjectKind::Local(..)) && object.addressed)
        .map(|(_, object)| object.single)
        .collect();
    assert_eq!(single, [false, true]);
}

#[test]
fn what_other_files_define_is_not_known() {
    let text = "int x; void keep(int *); extern int *const table[2]; extern int weak __attribute__((weak));
                int main(void) { keep(&x); int *p = table[0]; int *q = &weak; return *p + (q ? *q : 0); }";
    let found = targets(&program(text), "main", "p");
    assert!(found.contains(&"x+any".to_string()) && found.contains(&"outside".to_string()), "{found:?}");
    check(text, "main", "q", &["null", "weak"]);
}

#[test]
fn a_function_that_returns_nothing_gives_nothing() {
    let text =
        "int x; static int *f(int n) { if (n) return &x; } int main(int n, char **v) { int *p = f(n); return *p; }";
    check(text, "main", "p", &["indeterminate", "x"]);
}
