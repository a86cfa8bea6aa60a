//! From C to the automaton, looked at as text.

use super::*;
use crate::ctype::DataModel;
use crate::frontend::load::{self, Input};
use crate::frontend::sema::{self, Dialect};
use crate::source::{Diagnostic, SourceMap};
use std::io::Write;

/// Builds the program of some units.
fn program(units: &[&str], options: &Options) -> Result<(Program, SourceMap)> {
    let mut files = Vec::new();
    for text in units {
        let mut file = tempfile::Builder::new().suffix(".i").tempfile().expect("a temporary file");
        file.write_all(text.as_bytes()).expect("it can be written");
        files.push(file);
    }
    let paths = files.iter().map(|file| file.path().to_path_buf()).collect();
    let loaded = load::load(&Input { files: paths, cc: None, flags: vec![], model: Some(DataModel::Lp64) });
    if let Some(error) = loaded.errors.into_iter().next() {
        return Err(error);
    }
    let dialect = Dialect { model: DataModel::Lp64, gnu89_inline: false };
    let units: Result<Vec<typed::Unit>> =
        loaded.units.into_iter().map(|unit| sema::analyse(unit.number(), dialect, &unit)).collect();
    Ok((build(units?, options)?, loaded.map))
}

pub(crate) fn built(unit: &str) -> Program {
    built_with_map(unit).0
}

pub(crate) fn built_with_map(unit: &str) -> (Program, SourceMap) {
    program(&[unit], &Options::default()).expect("the program is fine")
}

fn error(units: &[&str], options: &Options) -> Diagnostic {
    program(units, options).err().expect("the program is not fine")
}

/// The operations of a function, in the order of its edges.
fn ops(program: &Program, name: &str) -> Vec<String> {
    let function = program.functions.iter().find(|function| function.name == name).expect("the function is there");
    let cfa = function.cfa().expect("it is defined");
    let names = display::Names::new(program, cfa);
    cfa.edges.iter().map(|edge| names.op(&edge.op)).collect()
}

#[track_caller]
fn check_ops(unit: &str, expected: &[&str]) {
    assert_eq!(ops(&built(unit), "f"), expected);
}

#[test]
fn no_temporaries_where_nothing_changes() {
    check_ops("int g(int); int f(int a, int b) { return a + b * g(a); }", &["$2 = g(a)", "return a + b * $2"]);
}

#[test]
fn values_that_a_later_operand_may_change_are_saved() {
    check_ops("int x, g(void); int f(void) { return x + g(); }", &["$0 = x", "$1 = g()", "return $0 + $1"]);
    check_ops("int f(int a) { return a + (a = 3, 1); }", &["$1 = a", "a = 3", "return $1 + 1"]);
}

#[test]
fn an_assignment_evaluates_its_right_side_first() {
    check_ops(
        "int g(void); int *h(void); void f(void) { *h() = g(); }",
        &["$0 = g()", "$1 = h()", "*$1 = $0", "return"],
    );
    check_ops(
        "void f(char *p, char *q) { *p++ = *q++; }",
        &["$2 = q", "q = $2 + 1", "$3 = p", "p = $3 + 1", "*$3 = *$2", "return"],
    );
}

#[test]
fn volatile_reads_happen_in_order() {
    check_ops("volatile int v, w; int f(void) { return v - w; }", &["$0 = v", "$1 = w", "return $0 - $1"]);
}

#[test]
fn a_bit_field_gives_what_it_holds() {
    check_ops(
        "struct s { int a : 3; } x; int f(void) { int y = (x.a = 9); return y; }",
        &["declare y", "x.a = 9", "y = x.a", "return y"],
    );
}

#[test]
fn short_circuit_is_branches() {
    check_ops(
        "int f(int a, int b) { if (a && !b) return 1; return 0; }",
        &["[a]", "[!a]", "[b]", "[!b]", "return 1", "return 0"],
    );
}

#[test]
fn an_assertion_is_one_edge() {
    let unit = "void __assert_fail(const char *, const char *, unsigned, const char *) __attribute__((noreturn));
        void f(int a, int b) { (a > 0 && b) ? (void)0 : __assert_fail(\"a > 0 && b\", \"x.c\", 2, \"f\"); }";
    let program = built(unit);
    assert_eq!(ops(&program, "f"), ["assert #0 a > 0", "assert #0 b", "return"]);
    assert_eq!(program.properties[0].description, "a > 0 && b");
}

const WRAPPED: &str = "void abort(void) __attribute__((noreturn));
    void __assert_fail(const char *, const char *, unsigned, const char *) __attribute__((noreturn));
    void reach_error(void) { __assert_fail(\"0\", \"x.c\", 3, \"reach_error\"); }
    void __VERIFIER_assert(int cond) { if (!cond) { ERROR: { reach_error(); abort(); } } }
    int main(void) { int x = 1; __VERIFIER_assert(x > 0); __VERIFIER_assert(x < 9); return 0; }";

#[test]
fn each_call_of_a_wrapper_is_an_assertion() {
    let program = built(WRAPPED);
    assert_eq!(ops(&program, "main"), ["declare x", "x = 1", "assert #0 x > 0", "assert #1 x < 9", "return 0"]);
    let texts: Vec<&str> = program.properties.iter().map(|property| property.description.as_str()).collect();
    assert_eq!(texts, ["x > 0", "x < 9"]);
    assert!(program.functions.iter().all(|function| !function.is_defined() || function.name == "main"));
}

#[test]
fn error_functions_are_errors_whatever_they_do() {
    let options = Options { error_functions: vec!["reach_error".into()], ..Options::default() };
    let (program, _) = program(&[WRAPPED], &options).expect("the program is fine");
    assert_eq!(ops(&program, "main").len(), 5);
    assert!(program.properties.iter().all(|property| property.kind == PropertyKind::ErrorCall));
    // The function is still there: what runs natively calls it.
    assert_eq!(ops(&program, "reach_error").len(), 1);
}

#[test]
fn a_defined_function_of_a_known_name_is_that_function() {
    let program = built("void __VERIFIER_assume(int c) { } int main(void) { __VERIFIER_assume(0); return 0; }");
    assert_eq!(ops(&program, "main"), ["__VERIFIER_assume(0)", "return 0"]);
    assert!(program.properties.is_empty());
}

#[test]
fn a_failure_that_goes_on_is_not_folded() {
    let program = built(
        "void reach_error(void); void g(void); int main(void) { int x = 1; if (x) { reach_error(); g(); } return 0; }",
    );
    assert!(ops(&program, "main").contains(&"assert #0 0".to_string()));
    assert!(ops(&program, "main").contains(&"g()".to_string()));
}

#[test]
fn an_error_label_is_an_assertion() {
    let program = built("int main(int c, char **v) { if (c) goto ERROR; return 0; ERROR: return 1; }");
    assert_eq!(ops(&program, "main"), ["[c]", "[!c]", "assert #0 0", "return 1", "return 0"]);
    assert_eq!(program.properties[0].kind, PropertyKind::ErrorLabel);
}

#[test]
fn what_does_not_return_has_nothing_behind_it() {
    let program = built(
        "void exit(int) __attribute__((noreturn)); void die(void) { exit(1); } int x;
         int main(void) { die(); x = 1; return 0; }",
    );
    assert_eq!(ops(&program, "main"), ["die()"]);
    assert!(program.globals.is_empty());
}

#[test]
fn variable_lengths_become_products() {
    check_ops(
        "int f(int n, int m, int a[n][m], int i) { return a[i][2]; }",
        &["a = (int *)a$2", "$4 = (unsigned long)m", "return *(a + (long)i * (long)$4 + 2)"],
    );
}

#[test]
fn units_are_linked() {
    let one = "extern int a[]; int g(); static int s(void) { return 1; } int main(void) { return a[1] + g(2) + s(); }";
    let two = "int a[3] = {1, 2}; int g(int x) { return x; } static int s(void) { return 2; }";
    let (program, _) = program(&[one, two], &Options::default()).expect("the units fit");
    assert_eq!(program.functions.len(), 3);
    assert_eq!(ops(&program, "main"), ["$0 = a[1]", "$1 = g(2)", "$2 = s()", "return $0 + $1 + $2"]);
}

#[test]
fn conflicts_between_units_are_errors() {
    let error_of = |one, two| error(&[one, two], &Options::default());
    assert_eq!(error_of("int main(void) { return 0; }", "int main(void) { return 1; }").code, "conflict");
    let types = error_of("extern long x; int main(void) { return x; }", "int x;");
    assert_eq!(types.message, "`x` has the type `int` here and `long` elsewhere");
    assert!(types.other.is_some());
}

#[test]
fn records_of_units_merge_when_they_agree() {
    let header = "struct n; struct l { struct l *next; struct n *n; }; extern struct l *head;";
    let one = format!("{header} struct n {{ int k; }}; int main(void) {{ return head->next->n->k; }}");
    let two = format!("{header} struct l *head;");
    let (program, _) = program(&[&one, &two], &Options::default()).expect("the units fit");
    assert_eq!(program.types.records().count(), 2);
}

#[test]
fn entries_must_exist() {
    let options = Options { entries: vec!["mian".into()], ..Options::default() };
    let error = error(&["int main(void) { return 0; }"], &options);
    assert_eq!((error.code, error.help.as_deref()), ("entry", Some("did you mean `main`?")));
}

#[test]
fn what_cannot_be_modelled_is_an_error_only_when_reached() {
    let unit = |call| {
        format!(
            "typedef long jmp_buf[8]; int _setjmp(jmp_buf) __attribute__((returns_twice));
             int g(void) {{ jmp_buf b; return _setjmp(b); }} int main(void) {{ return {call}; }}"
        )
    };
    assert_eq!(error(&[&unit("g()")], &Options::default()).code, "unsupported");
    assert!(program(&[&unit("0")], &Options::default()).is_ok());
    let library = Options { library: true, ..Options::default() };
    assert!(program(&[&unit("g()")], &library).is_ok());
}

#[test]
fn renderings_are_stable() {
    let (program, map) = program(&["int main(void) { return 0; }"], &Options::default()).expect("the program is fine");
    let text = render::text(&program, &map);
    assert!(text.contains("  0 -> 1: return 0  // "), "{text}");
    assert!(render::json(&program, &map).contains("\"schema\": 1"));
    assert!(render::dot(&program, &map).contains("f0_0 -> f0_1"));
}
