//! From C to the instrumented automaton, looked at as text.

use super::*;
use crate::cfa::display::Names;
use crate::cfa::{self, FuncId, Op, check};
use crate::ctype::DataModel;
use crate::frontend::load::{self, Input};
use crate::frontend::sema::{self, Dialect};
use crate::frontend::task;
use std::collections::BTreeSet;
use std::io::Write;

fn built_as(text: &str, model: DataModel, options: &cfa::Options) -> Program {
    let mut file = tempfile::Builder::new().suffix(".i").tempfile().expect("a temporary file");
    file.write_all(text.as_bytes()).expect("it can be written");
    let files = vec![file.path().to_path_buf()];
    let loaded = load::load(&Input { files, cc: None, flags: vec![], model: Some(model) });
    assert!(loaded.errors.is_empty(), "{:?}", loaded.errors);
    let dialect = Dialect { model, gnu89_inline: false };
    let units = loaded.units.into_iter().map(|unit| sema::analyse(unit.number(), dialect, &unit));
    cfa::build(units.collect::<Result<_, _>>().expect("the program is typed"), options).expect("the program is fine")
}

fn built(text: &str) -> Program {
    built_as(text, DataModel::Lp64, &cfa::Options::default())
}

fn set(checks: &[Check]) -> BTreeSet<Check> {
    checks.iter().copied().collect()
}

fn instrumented(text: &str, checks: &[Check]) -> Program {
    let mut program = built(text);
    instrument(&mut program, &set(checks));
    check::check(&program).expect("the automaton is well-formed");
    program
}

/// The operations of the function `f`.
fn ops(program: &Program) -> Vec<String> {
    let function = program.functions.iter().find(|function| function.name == "f").expect("the function is there");
    let cfa = function.cfa().expect("it is defined");
    let names = Names::new(program, cfa);
    cfa.edges.iter().map(|edge| names.op(&edge.op)).collect()
}

/// The conditions that are asserted in `f`.
fn asserted(text: &str, checks: &[Check]) -> Vec<String> {
    let conditions = ops(&instrumented(text, checks)).into_iter();
    conditions.filter_map(|op| Some(op.strip_prefix("assert #")?.split_once(' ')?.1.to_owned())).collect()
}

fn descriptions(program: &Program) -> Vec<&str> {
    program.properties.iter().map(|property| property.description.as_str()).collect()
}

#[test]
fn an_index_has_two_bounds() {
    let text = "int a[10]; int f(int i) { return a[i]; }";
    assert_eq!(asserted(text, &[Check::Bounds]), ["0 <= i", "i < 10"]);
    let program = instrumented(text, &[Check::Bounds]);
    assert_eq!(descriptions(&program), ["0 <= i && i < 10"]);
}

#[test]
fn what_types_and_constants_decide_is_left_out() {
    let none: [&str; 0] = [];
    assert_eq!(asserted("int a[256]; int f(unsigned char c) { return a[c] + a[3]; }", &[Check::Bounds]), none);
    assert_eq!(asserted("int a[8]; int f(int i) { return a[i & 7]; }", &[Check::Bounds]), none);
    assert_eq!(asserted("int a[8]; int f(unsigned i) { return a[i]; }", &[Check::Bounds]), ["i < 8"]);
    assert_eq!(asserted("int a[4]; int f(void) { return a[4]; }", &[Check::Bounds]), ["4 < 4"]);
    assert_eq!(asserted("int f(char c) { return c + 1; }", &[Check::Overflow]), none);
}

#[test]
fn the_same_condition_stands_once_on_an_edge() {
    assert_eq!(asserted("int a[10]; void f(int i) { a[i] += a[i]; }", &[Check::Bounds]), ["0 <= i", "i < 10"]);
}

#[test]
fn arithmetic_on_an_array_is_an_index() {
    assert_eq!(asserted("int a[10]; int f(int i) { return *(a + i); }", &[Check::Bounds]), ["0 <= i", "i < 10"]);
    assert_eq!(
        asserted("int a[10]; int f(int i) { return *(a + i - 1); }", &[Check::Bounds]),
        ["0 <= (long)i + -1", "(long)i + -1 < 10"]
    );
    // Too wide to be added to anything, at first.
    let wide = asserted("int a[10]; int f(long i) { return *(a + i - 1); }", &[Check::Bounds]);
    assert_eq!(wide[..2], ["-1152921504606846976 <= i", "i <= 1152921504606846976"]);
}

#[test]
fn a_branch_is_asserted_before_it() {
    let text = "int a[10]; int f(int i) { if (a[i]) return 1; return 2; }";
    let expected = ["assert #0 0 <= i", "assert #0 i < 10", "[a[i]]", "[!a[i]]", "return 1", "return 2"];
    assert_eq!(ops(&instrumented(text, &[Check::Bounds])), expected);
}

#[test]
fn the_store_of_a_call_is_checked_behind_the_call() {
    let text = "int a[10], g(void); void f(int i) { a[i] = g(); }";
    let expected = ["$1 = g()", "assert #0 0 <= i", "assert #0 i < 10", "a[i] = $1", "return"];
    assert_eq!(ops(&instrumented(text, &[Check::Bounds])), expected);
}

#[test]
fn null_comes_first_and_is_not_asked_twice() {
    let text = "int f(int *p) { return *p; }";
    let both = asserted(text, &[Check::Bounds, Check::Null]);
    assert_eq!(both, ["p != (int *)0", "0 <= offset(p)", "offset(p) <= (long)size(p) - 4"]);
    assert_eq!(asserted(text, &[Check::Bounds])[0], "p == (int *)0 | 0 <= offset(p)");
}

#[test]
fn an_address_may_be_one_past_the_end() {
    assert_eq!(asserted("int a[4]; int *f(int i) { return &a[i]; }", &[Check::Bounds]), ["0 <= i", "i <= 4"]);
    assert_eq!(asserted("int a[4]; int f(int i) { return *&a[i]; }", &[Check::Bounds]), ["0 <= i", "i < 4"]);
    let none: [&str; 0] = [];
    assert_eq!(asserted("struct s { int a, b; }; int *f(struct s *p) { return &p->b; }", &[Check::Null]), none);
}

#[test]
fn wider_types_only_where_there_are_any() {
    let text = "long long f(long long a, long long b, int i) { return a * b + i; }";
    let mut program = built_as(text, DataModel::Ilp32, &cfa::Options::default());
    instrument(&mut program, &set(&[Check::Overflow]));
    let ops = ops(&program);
    assert!(ops.iter().any(|op| op.contains("__int128")), "{ops:?}");
    let text = "int a[4]; int f(int *p, int i) { return p[i]; }";
    let mut program = built_as(text, DataModel::Ilp32, &cfa::Options::default());
    instrument(&mut program, &set(&[Check::Bounds]));
    let cond = "assert #0 p == (int *)0 | 0 <= (long long)offset(p) + (long long)i * 4";
    assert!(self::ops(&program).iter().any(|op| op == cond), "{:?}", self::ops(&program));
}

#[test]
fn a_literal_is_not_walked_along() {
    let text =
        "char *strcpy(char *, const char *); void f(void) { char a[4]; strcpy(a, \"abc\"); strcpy(a, \"abcd\"); }";
    assert_eq!(asserted(text, &[Check::Bounds]), ["5 <= 4"]);
}

#[test]
fn a_function_that_the_program_defines_is_no_library() {
    let text = "void memset(void *p, int c, unsigned long n) { } void f(char *p) { memset(p, 0, 9); }";
    let none: [&str; 0] = [];
    assert_eq!(asserted(text, &[Check::Bounds, Check::Null, Check::Pointer]), none);
}

#[test]
fn undefined_functions_change_what_they_are_given() {
    let havocs = |text: &str| {
        let mut program = built(text);
        undefined(&mut program);
        check::check(&program).expect("the automaton is well-formed");
        ops(&program).into_iter().filter(|op| op.starts_with("havoc")).collect::<Vec<_>>()
    };
    assert_eq!(havocs("void g(int *, const int *); void f(int *p) { g(p, p); }"), ["havoc object at p by the call"]);
    assert_eq!(havocs("int *g(int *); int *f(int *p) { p = g(p); return p; }").len(), 1);
    let none: [&str; 0] = [];
    assert_eq!(havocs("int printf(const char *, ...); void f(int *p) { printf(\"%p\", p); }"), none);
    assert_eq!(havocs("int printf(const char *, ...); void f(int *p) { printf(\"%5n\", p); }").len(), 1);
    assert_eq!(havocs("void *memset(void *, int, unsigned long); void f(int *p) { memset(p, 0, 4); }"), none);
    assert_eq!(havocs("void f(int *p, int *q) { __builtin_memcpy(p, q, 4); }"), none);
    assert_eq!(havocs("typedef void g(int *, ...); g h; void f(int *p) { g *q = h; q(p); }").len(), 1);
}

#[test]
fn a_pointer_is_taken_before_the_call_that_replaces_it() {
    let mut program = built("int *g(int *); int *f(int *p) { p = g(p); return p; }");
    undefined(&mut program);
    let ops = ops(&program);
    let at = |start: &str| ops.iter().position(|op| op.contains(start)).unwrap_or_else(|| panic!("{ops:?}"));
    assert!(at("= p") < at("g(p)") && at("g(p)") < at("havoc object at $"), "{ops:?}");
}

#[test]
fn other_names_and_other_words() {
    let mut program = built(
        "void bcopy(const void *, void *, unsigned long); void *mempcpy(void *, const void *, unsigned long);
         char *stpcpy(char *, const char *);
         char *f(char *p, char *q) { __builtin_memset(p, 0, 2); bcopy(p, q, 1); p = mempcpy(p, q, 3); return stpcpy(p, q); }",
    );
    undefined(&mut program);
    check::check(&program).expect("the automaton is well-formed");
    let ops = ops(&program);
    for name in ["memset(", "memmove(", "memcpy(", "strlen(", "strcpy("] {
        assert!(ops.iter().any(|op| op.starts_with(name) || op.contains(&format!("= {name}"))), "{name} {ops:?}");
    }
    assert!(
        !ops.iter().any(|op| op.starts_with("havoc") || op.contains("mempcpy") || op.contains("stpcpy")),
        "{ops:?}"
    );
}

#[test]
fn entries_get_any_numbers() {
    let mut program = built("int g; struct s { int a; }; int f(int i, struct s s) { return g + i + s.a; }");
    assert!(harness(&mut program).is_empty());
    check::check(&program).expect("the automaton is well-formed");
    let entry = &program[program.entries[0]];
    assert_eq!(entry.name, "qicc_entry_f");
    let havoc = entry.cfa().into_iter().flat_map(|cfa| &cfa.edges).find_map(|edge| match &edge.op {
        Op::Havoc { places, .. } => Some(places.len()),
        _ => None,
    });
    assert_eq!(havoc, Some(3));
}

#[test]
fn entries_that_look_at_pointers_prove_nothing() {
    let reasons = |text: &str| harness(&mut built(text)).into_values().collect::<Vec<_>>();
    assert_eq!(reasons("int f(int *p) { return *p; }"), ["what the parameter `p` of `f` points to is not known"]);
    assert_eq!(reasons("int f(int *p) { return 1; }").len(), 0);
    assert_eq!(reasons("int *g; int f(void) { return *g; }").len(), 1);
    assert_eq!(reasons("int *g; int h(void) { return *g; } int main(void) { return h(); }").len(), 0);
    assert_eq!(reasons("extern int *g; int main(void) { return *g; }").len(), 1);
    assert_eq!(reasons("int main(int c, char **v) { return v[0][0]; }").len(), 1);
    assert_eq!(reasons("int f(int n, ...) { return n; }").len(), 1);
}

#[test]
fn each_entry_reaches_its_own() {
    let text = "int a[4]; static int h(int i) { return a[i]; } int f(int i) { return h(i); } int g(void) { return 0; }";
    let mut program = instrumented(text, &[Check::Bounds]);
    assert!(harness(&mut program).is_empty());
    let counts: Vec<usize> = reach(&program).values().map(BTreeSet::len).collect();
    assert_eq!(counts.iter().sum::<usize>(), 1);
    let table = "int a[4]; int h(int i) { return a[i]; } int (*t[1])(int) = {h}; int main(void) { return t[0](1); }";
    let program = instrumented(table, &[Check::Bounds]);
    assert_eq!(reach(&program)[&main(&program)].len(), program.properties.len());
}

fn main(program: &Program) -> FuncId {
    FuncId(program.functions.iter().position(|function| function.name == "main").expect("there is a main") as u32)
}

#[test]
fn properties_are_in_the_order_of_the_program() {
    let text =
        "void __VERIFIER_assert(int); int a[4]; int f(int i) { int x = a[i]; __VERIFIER_assert(x); return a[x]; }";
    let program = instrumented(text, &[Check::Bounds]);
    let kinds: Vec<PropertyKind> = program.properties.iter().map(|property| property.kind).collect();
    assert_eq!(kinds, [PropertyKind::Bounds, PropertyKind::Assertion, PropertyKind::Bounds]);
}

#[test]
fn what_is_not_asked_for_is_counted() {
    let program = built("int a[4]; int f(int i, int *p) { return a[i] / *p; }");
    let text: Vec<String> = assumed(&program, &set(&[Check::Bounds])).iter().map(Unchecked::to_string).collect();
    let starts = ["that no null pointer", "that no divisor", "that signed arithmetic", "that pointers"];
    assert_eq!(text.len(), starts.len(), "{text:?}");
    assert!(text.iter().zip(starts).all(|(text, start)| text.starts_with(start)), "{text:?}");
    assert!(text[0].ends_with("(1 place; --check null)"), "{text:?}");
}

#[test]
fn names_of_checks() {
    assert_eq!("bounds".parse(), Ok(Check::Bounds));
    let error = "bound".parse::<Check>().expect_err("there is no such check");
    assert_eq!(error, "there is no check `bound`; there are assert, bounds, null, div, shift, overflow, pointer");
}

#[test]
fn tasks_ask_for_checks() {
    use task::Property as P;
    let asked = from_task(&[P::UnreachCall("reach_error".into()), P::ValidDeref, P::Termination]).expect("some can be");
    assert_eq!(asked.checks, set(&[Check::Assert, Check::Bounds, Check::Null, Check::Pointer]));
    assert_eq!(asked.own, [PropertyKind::ErrorCall].into());
    assert_eq!(asked.not_checked, ["termination".to_owned()].into());
    assert_eq!(from_task(&[P::NoOverflow]).map(|asked| asked.checks), Ok(set(&[Check::Overflow])));
    let error = from_task(&[P::Termination, P::ValidFree]).expect_err("nothing can be");
    assert_eq!(error.message, "qicc cannot check termination, valid-free");
}

#[test]
fn only_what_is_asked_for_is_asked() {
    let text = "void reach_error(void); void __assert_fail(const char *, const char *, unsigned, const char *)
        __attribute__((noreturn)); int a[4]; int f(int i) {
        if (i < 0) reach_error(); i < 4 ? (void)0 : __assert_fail(\"\", \"\", 1, \"\"); return a[i]; }";
    let mut program = instrumented(text, &[Check::Bounds]);
    let kinds = |program: &Program, checks: &Checks| -> Vec<PropertyKind> {
        asked(program, checks).iter().map(|id| program[*id].kind).collect()
    };
    assert_eq!(kinds(&program, &Checks::new([Check::Bounds])), [PropertyKind::Bounds]);
    let errors = Checks { own: [PropertyKind::ErrorCall].into(), ..Checks::new([Check::Assert]) };
    assert_eq!(kinds(&program, &errors), [PropertyKind::ErrorCall]);
    assert_eq!(Checks::default_for(&program).checks, set(&[Check::Assert]));
    let bounds = asked(&program, &Checks::new([Check::Bounds]));
    release(&mut program, &bounds);
    // The error function may come back; the failed assertion does not.
    let ops = ops(&program);
    assert!(!ops.iter().any(|op| op.contains("i >= 0")), "{ops:?}");
    assert_eq!(ops.iter().filter(|op| op.starts_with("assert")).count(), 3, "{ops:?}");
}
