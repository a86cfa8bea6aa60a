//! What small programs look like when printed.

use super::{Dialect, Options, for_test, for_verifier, print};
use crate::cfa::{self, BinaryOp, Expr, ExprKind, ObjectQuery, Program, PropId};
use crate::ctype::{DataModel, Types};
use crate::frontend::{sema, syntax};
use crate::source::SourceMap;
use std::collections::BTreeSet;

fn emitted_with(source: &str, options: &Options) -> String {
    let (text, unit) = syntax::Unit::read(0, "test.c", source.as_bytes().to_vec());
    let dialect = sema::Dialect { model: DataModel::Lp64, gnu89_inline: false };
    let unit = sema::analyse(0, dialect, &unit.expect("parses")).expect("has types");
    let wanted = cfa::Options { library: options.library, ..cfa::Options::default() };
    let program = cfa::build(vec![unit], &wanted).expect("is an automaton");
    print(&program, &SourceMap::new(vec![text]), options)
}

fn emitted(source: &str) -> String {
    emitted_with(source, &Options::default())
}

#[track_caller]
fn check(source: &str, expected: &[&str]) {
    let text = emitted(source);
    for line in expected {
        assert!(text.contains(line), "`{line}` is not in\n{text}");
    }
}

#[test]
fn a_whole_program() {
    let source = "
        struct unused { int u; };
        struct point { const int x; int y : 3; struct { char c; }; };
        static int hidden(void) { return 1; }
        int sum(const int *a, int n) {
            int s = 0;
            for (int i = 0; i < n; i++) { if (a[i] < 0 || a[i] > 9) continue; s += a[i]; }
            return s;
        }
        int main(void) { int a[3] = {1, 2, 3}; struct point p = {1, 2, {3}}; return sum(a, 3) + p.c + p.y; }";
    let expected = "\
struct point;
struct anonymous;
struct anonymous {
    char c;
};
struct point {
    int x;
    int y : 3;
    struct anonymous anonymous;
};

int sum(const int *, int);
int main(void);

int sum(const int *a, int n)
{
    int s;
    int i;
    s = 0;
    i = 0;
    while (i < n) {
        if (a[i] >= 0 && a[i] <= 9) {
            s = s + a[i];
        }
        i = i + 1;
    }
    return s;
}
";
    let text = emitted(source);
    assert!(text.starts_with(expected), "{text}");
    assert!(text.contains("(int)p.anonymous.c"), "{text}");
}

#[test]
fn names_stay_apart() {
    check(
        "int x = 1; static int f(void) { static int x = 2; return x++; }
         int main(void) { int f_2 = f(), t1 = x; { int x = 3; t1 += x; { int x = 4; t1 += x; } } return t1 + f_2; }",
        &["int x = 1;", "static int x_2 = 2;", "int x_3;", "int x_4;"],
    );
}

#[test]
fn declarators_are_inside_out() {
    check(
        "int (*table[3])(int, char *(*)(void)); int (*(*pick)(int))[4]; const char *const *volatile names;
         int old(); int none(void); int many(const char *, ...);
         int main(void) { return !table[0] + !pick + !names + old(1) + none() + many(\"a\"); }",
        &[
            "int (*table[3])(int, char *(*)(void));",
            "int (*(*pick)(int))[4];",
            "const char *const *volatile names;",
            "extern int old();",
            "extern int none(void);",
            "extern int many(const char *, ...);",
        ],
    );
}

#[test]
fn initialisers_and_strings() {
    check(
        r#"union u { int i; double d; }; struct s { char n[4]; int v[3]; union u u; struct s *next; };
           extern struct s b;
           struct s a = { "abcd", { [1] = 5 }, { .d = 0.5 }, &b }, b = { .next = &a };
           const char *text = "??=\1772"; int *nothing; char two[] = "x\0y";
           int main(void) { return a.v[1] + (text == 0) + (nothing != 0) + two[1] + b.v[0]; }"#,
        &[
            r#"struct s a = {"abcd", {[1] = 5}, {.d = 0x1p-1}, &b};"#,
            "extern struct s a;",
            "struct s b = {.next = &a};",
            r#"const char *text = "?\?=\177\062";"#,
            r#"char two[4] = "x\000y";"#,
            "int *nothing;",
        ],
    );
}

#[test]
fn operators_keep_their_meaning() {
    check(
        "struct b { unsigned f : 3; unsigned long long w : 40; };
         int main(int argc, char **argv) {
             struct b s = { 7, 1 };
             long n = -argc - -1 - (argc - 2);
             n = -(-n) + (argc << 2 | 1) * 3;
             n += (s.f << 30) + ((unsigned long long)s.w << 24 > 5);
             return (int)n - ~argc + -2147483647 - 1 + argv[argc - 1][2];
         }",
        &["(unsigned long long)s.w << 24", "argv[argc - 1][2]", "-(-n)", "((argc << 2) | 1) * 3"],
    );
}

#[test]
fn lines_lead_back_to_the_source() {
    let options = Options { line_directives: true, ..Options::default() };
    let text = emitted_with("int main(void)\n{\n  int a = 1;\n  a += 2;\n\n\n  return a;\n}\n", &options);
    assert!(
        text.contains("#line 3 \"test.c\"\n    a = 1;\n    a = a + 2;\n#line 7 \"test.c\"\n    return a;\n"),
        "{text}"
    );
}

#[test]
fn symbols_and_attributes_are_kept() {
    let options = Options { library: true, ..Options::default() };
    let text = emitted_with(
        "extern int real(int) __asm__(\"other\"); int weak_one(void) __attribute__((weak));
         void stop(int) __attribute__((noreturn)); static __thread int mine = 1;
         __attribute__((constructor(200))) static void first(void) { mine = 2; }
         int weak_one(void) { return real(mine); }
         int knr(a, b) char a; float b; { if (a) stop(a); return b; }",
        &options,
    );
    let expected = [
        "extern int real(int) __asm__(\"other\");",
        "int weak_one(void) __attribute__((weak));",
        "extern void stop(int) __attribute__((noreturn));",
        "static __thread int mine = 1;",
        "static void first(void) __attribute__((constructor(200)));",
        "int knr();",
        "int knr(t1, t2) int t1; double t2;",
    ];
    for line in expected {
        assert!(text.contains(line), "`{line}` is not in\n{text}");
    }
}

/// The program of a text without `#include`.
fn program(source: &str) -> Program {
    let (_, unit) = syntax::Unit::read(0, "test.c", source.as_bytes().to_vec());
    let dialect = sema::Dialect { model: DataModel::Lp64, gnu89_inline: false };
    let unit = sema::analyse(0, dialect, &unit.expect("parses")).expect("has types");
    cfa::build(vec![unit], &cfa::Options::default()).expect("is an automaton")
}

#[test]
fn every_line_of_a_verifiers_text_leads_to_its_edge() {
    let program = program(
        "void reach_error(void); int any(void);
         int main(void) { int i, s = 0; for (i = 0; i < 7; i++) if (any()) s += i; if (s > 50) reach_error(); return s; }",
    );
    let printed = for_verifier(&program, Dialect::Cbmc, &BTreeSet::from([PropId(0)]));
    let lines: Vec<&str> = printed.text.lines().collect();
    assert_eq!(lines.len(), printed.lines.len());
    let main = program.entries[0];
    let cfa = program[main].cfa().expect("it is defined");
    let op = |wanted: &str| {
        let at = lines.iter().position(|line| line.trim() == wanted).unwrap_or_else(|| panic!("{wanted}: {lines:?}"));
        let origin = printed.lines[at].expect("it has an origin");
        assert_eq!((origin.function, origin.span), (main, cfa[origin.edge].span));
        cfa[origin.edge].op.clone()
    };
    assert!(matches!(op("s = s + i;"), cfa::Op::Assign { .. }));
    assert!(matches!(op("t1 = nondet_int();"), cfa::Op::Call { .. }));
    assert!(matches!(op("__CPROVER_assert(s <= 50, \"qicc:0\");"), cfa::Op::Assert { .. }));
    assert!(matches!(op("while (i < 7) {"), cfa::Op::Assume { .. }));
    let a_loop = &printed.loops[0];
    assert_eq!((printed.loops.len(), a_loop.number, a_loop.trips), (1, 0, Some(7)));
    assert_eq!(lines[a_loop.line as usize - 1].trim(), "while (i < 7) {");
    assert_eq!(lines[a_loop.last as usize - 1].trim(), "}");
}

#[test]
fn only_what_is_asked_is_asserted() {
    let program = program(
        "void __VERIFIER_assert(int); int any(void);
         int main(void) { int x = any(); __VERIFIER_assert(x > 1); __VERIFIER_assert(x > 2); return 0; }",
    );
    let asked = BTreeSet::from([PropId(1)]);
    let cbmc = for_verifier(&program, Dialect::Cbmc, &asked);
    let expected =
        "    __CPROVER_assume(x > 1);\n    __CPROVER_assert(x > 2, \"qicc:1\");\n    __CPROVER_assume(x > 2);\n";
    assert!(cbmc.text.contains(expected) && !cbmc.text.contains("qicc:0"), "{}", cbmc.text);
    let all = for_verifier(&program, Dialect::SvComp, &asked);
    let expected = "    if (!(x > 1)) { abort(); }\n    if (x <= 2) { reach_error(); abort(); }\n";
    assert!(all.text.contains(expected), "{}", all.text);
    assert_eq!((cbmc.properties, all.properties), (asked.clone(), asked));
}

#[test]
fn what_a_dialect_cannot_say_is_listed() {
    let mut program = program(
        "void __VERIFIER_assert(int); int *any(void);
         int main(void) { int *p = any(), x = 0; __VERIFIER_assert(x < 9); __VERIFIER_assert(x > 2); return 0; }",
    );
    let main = program.entries[0];
    let edges = &mut program.functions[main.0 as usize].cfa_mut().expect("it is defined").edges;
    let pointer = edges.iter().find_map(|edge| match &edge.op {
        cfa::Op::Assign { place, .. } | cfa::Op::Call { dst: Some(place), .. } => Some(Expr::load(place.clone())),
        _ => None,
    });
    let pointer = pointer.expect("a pointer gets a value");
    let query = |query| Expr { kind: ExprKind::Object(query, Box::new(pointer.clone())), ty: Types::INT };
    for edge in edges.iter_mut() {
        if let cfa::Op::Assert { cond, property: PropId(1) } = &mut edge.op {
            *cond = query(ObjectQuery::Alive);
        }
    }
    let asked = BTreeSet::from([PropId(0), PropId(1)]);
    let cbmc = for_verifier(&program, Dialect::Cbmc, &asked);
    assert!(cbmc.inexpressible.is_empty() && cbmc.text.contains("__CPROVER_r_ok("), "{}", cbmc.text);
    let all = for_verifier(&program, Dialect::SvComp, &asked);
    assert_eq!(all.properties, BTreeSet::from([PropId(0)]));
    assert_eq!(all.inexpressible.keys().copied().collect::<Vec<_>>(), [PropId(1)]);
    // What a way depends on has to be said.
    let mut branches = program.clone();
    let edges = &mut branches.functions[main.0 as usize].cfa_mut().expect("it is defined").edges;
    let skip = edges.iter_mut().find(|edge| matches!(edge.op, cfa::Op::Declare(_))).expect("something is declared");
    skip.op = cfa::Op::Assume { cond: query(ObjectQuery::Alive), truth: true, via: None };
    let all = for_verifier(&branches, Dialect::SvComp, &asked);
    assert!(all.properties.is_empty() && all.inexpressible.len() == 2);
    // Behind a change that cannot be said, nothing is certain.
    let edges = &mut program.functions[main.0 as usize].cfa_mut().expect("it is defined").edges;
    let skip = edges.iter_mut().find(|edge| matches!(edge.op, cfa::Op::Declare(_))).expect("something is declared");
    skip.op = cfa::Op::Havoc { places: vec![], objects: vec![pointer], cause: cfa::Cause::Choice };
    let all = for_verifier(&program, Dialect::SvComp, &asked);
    assert!(all.properties.is_empty() && all.inexpressible.len() == 2);
    let cbmc = for_verifier(&program, Dialect::Cbmc, &asked);
    assert!(cbmc.inexpressible.is_empty() && cbmc.text.contains("__CPROVER_havoc_object("), "{}", cbmc.text);
}

/// A program with one assertion, made of the program's own and of whether an object is alive.
fn asserting(make: impl FnOnce(Expr, Expr) -> Expr) -> Program {
    let mut program = program(
        "void __VERIFIER_assert(int); int *any(void);
         int main(void) { int *p = any(), x = 0; __VERIFIER_assert(x < 9); return p == 0; }",
    );
    let main = program.entries[0];
    let edges = &mut program.functions[main.0 as usize].cfa_mut().expect("it is defined").edges;
    let pointer = edges.iter().find_map(|edge| match &edge.op {
        cfa::Op::Assign { place, .. } | cfa::Op::Call { dst: Some(place), .. } => Some(Expr::load(place.clone())),
        _ => None,
    });
    let pointer = Box::new(pointer.expect("a pointer gets a value"));
    let alive = Expr { kind: ExprKind::Object(ObjectQuery::Alive, pointer), ty: Types::INT };
    let assertion = edges.iter_mut().find_map(|edge| match &mut edge.op {
        cfa::Op::Assert { cond, .. } => Some(cond),
        _ => None,
    });
    let assertion = assertion.expect("an assertion");
    *assertion = make(assertion.clone(), alive);
    program
}

/// A test fails where what C can say of a property does not hold; for a verifier that is not the property.
#[test]
fn a_test_checks_what_it_can() {
    let (asked, fails) = (BTreeSet::from([PropId(0)]), "if (x >= 9) { reach_error();");
    let binary = |op, lhs, rhs| Expr::binary(op, lhs, rhs, Types::INT);
    let both = asserting(|says, alive| binary(BinaryOp::And, says, alive));
    let test = for_test(&both, PropId(0));
    assert!(test.text.contains(fails) && test.properties == asked && test.inexpressible.len() == 1, "{}", test.text);
    let whole = for_verifier(&both, Dialect::SvComp, &asked);
    assert!(!whole.text.contains(fails) && whole.properties.is_empty(), "{}", whole.text);
    for nothing in [
        asserting(|says, alive| binary(BinaryOp::Or, says, alive)),
        asserting(|_, alive| binary(BinaryOp::And, Expr::int(Types::INT, 2), alive)),
        asserting(|says, alive| binary(BinaryOp::Eq, says, alive)),
    ] {
        let test = for_test(&nothing, PropId(0));
        assert!(!test.text.contains("reach_error()") && test.properties.is_empty(), "{}", test.text);
    }
}
