//! From C to the instrumented automaton, looked at as text.

use super::*;
use crate::cfa::display::Names;
use crate::cfa::{self, FuncId, Op, PropId, check};
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

/// What is listed, without what a check would be about: one word each, with the number of places.
fn listed(text: &str, checks: &[Check]) -> Vec<(&'static str, usize)> {
    let mut program = built(text);
    undefined(&mut program);
    let gaps = assumed(&program, &set(checks)).into_iter().filter_map(|unchecked| match unchecked {
        Unchecked::Gap(_, places) => Some((unchecked.word(), places)),
        Unchecked::Check(..) => None,
    });
    gaps.collect()
}

#[track_caller]
fn check_listed(text: &str, expected: &[(&str, usize)]) {
    assert_eq!(listed(text, &[]), expected, "{text}");
}

#[test]
fn memory_of_the_stack_is_listed() {
    let blocks = |text| listed(text, &[Check::Pointer]);
    assert_eq!(blocks("int f(int n) { int a[n]; a[0] = 1; return a[0]; }"), [("blocks", 1)]);
    assert_eq!(blocks("void *f(void) { return __builtin_alloca(4); }"), [("blocks", 1)]);
    assert_eq!(blocks("void *alloca(unsigned long); void *f(void) { return alloca(4); }"), [("blocks", 1)]);
    assert_eq!(blocks("int g(int *); int f(void) { int x; return g(&x); }"), [("blocks", 1)]);
    assert_eq!(blocks("int f(int n) { static int a[4]; return a[n]; }"), []);
    // Whoever does not ask is told about pointers as a whole.
    check_listed("void *f(void) { return __builtin_alloca(4); }", &[]);
}

#[test]
fn formats_are_listed_unless_they_are_seen_to_fit() {
    let decls = "int sprintf(char *, const char *, ...), printf(const char *, ...), scanf(const char *, ...);
        int sscanf(const char *, const char *, ...), __isoc99_scanf(const char *, ...); char *gets(char *);
        int snprintf(char *, unsigned long, const char *, ...), __printf_chk(int, const char *, ...); ";
    let check = |body: &str, places: usize| {
        let expected = [("formats", places)];
        let text = format!("{decls} void f(char *p, int i, long l, char **v) {{ {body} }}");
        check_listed(&text, &expected[..usize::from(places > 0)]);
    };
    check("sprintf(p, \"x\");", 1);
    check("__builtin_sprintf(p, \"%d\", i);", 1);
    check("gets(p);", 1);
    check("printf(\"%d %5.2f%% %c\\n\", i, 1.0, i); printf(\"x\");", 0);
    check("printf(\"%*d %s\", i, i, \"abc\"); __printf_chk(1, \"%d\", i);", 0);
    check("printf(\"%*d %s\", i, i, p);", 1);
    check("printf(p); __printf_chk(1, \"%s\", p); snprintf(p, 4, \"%s\", p);", 3);
    check("printf(\"%n\", &i);", 1);
    check("scanf(\"%d %*s %ld%%\", &i, &l);", 0);
    check("__isoc99_scanf(\"%d\", &l); scanf(\"%ld\", &i); scanf(\"%d\", (int *)p);", 3);
    check("scanf(\"%s\", p); sscanf(p, \"%5s\", p); sscanf(p, \"%[a-z]\", p); scanf(p, &i); scanf(\"%d\");", 5);
    check("sscanf(p, \"%ms\", v);", 1);
}

#[test]
fn copies_that_may_overlap_are_listed() {
    let text = |body: &str| {
        format!(
            "void *memcpy(void *, const void *, unsigned long), *memmove(void *, const void *, unsigned long);
             void *mempcpy(void *, const void *, unsigned long); char *strcpy(char *, const char *); char a[9], b[9];
             void f(char *p, char *q) {{ {body} }}"
        )
    };
    check_listed(&text("memcpy(a, b, 9); strcpy(a, \"abc\"); memmove(p, q, 2);"), &[]);
    check_listed(&text("memcpy(a, a + 1, 3); memcpy(p, q, 2); memcpy(a, q, 2);"), &[("overlap", 3)]);
    check_listed(&text("__builtin_memcpy(p, q, 2); mempcpy(p, q, 1); __builtin_strcat(p, q);"), &[("overlap", 3)]);
}

#[test]
fn conversions_of_floating_numbers_are_listed() {
    let expected = [("conversions", 1)];
    check_listed("int f(double d) { return d; }", &expected);
    check_listed("unsigned char f(float d) { return d; }", &expected);
    check_listed("int f(int i) { i *= 1.5; return i; }", &expected);
    check_listed("_Bool f(double d) { return d; }", &[]);
    check_listed("int f(short s) { return (float)s; }", &[]);
    // 2147483647 becomes 2147483648.
    check_listed("int f(int i) { return (float)i; }", &expected);
    check_listed("double f(long l) { return l + (int)2.5; }", &[]);
}

#[test]
fn what_is_said_to_be_unreachable_is_listed() {
    check_listed("int f(int i) { if (i) __builtin_unreachable(); return i; }", &[("unreachable", 1)]);
    check_listed("int f(int i) { if (0) __builtin_unreachable(); return i; }", &[]);
    let end = "_Noreturn static void end(int i) { if (i) for (;;) ; } int f(int i) { end(i); }";
    check_listed(end, &[("unreachable", 1)]);
    check_listed("_Noreturn static void end(int i) { for (;;) ; } int f(int i) { end(i); }", &[]);
}

#[test]
fn what_depends_on_addresses_is_listed() {
    let check = |text: &str, places: usize| check_listed(text, &[("addresses", places)][..usize::from(places > 0)]);
    check("unsigned long f(int *p) { return (unsigned long)p; }", 1);
    check("int *f(unsigned long u) { return (int *)u; }", 1);
    check("int *const p = (int *)0x1000; int f(void) { return *p; }", 1);
    check("_Bool f(int *p) { return p && (_Bool)p; }", 0);
    check("int *f(int *p) { return p == 0 || (void *)0 == p ? 0 : p; }", 0);
    check("int f(char *p, char *q) { return p < q; }", 1);
    check("long f(char *p, char *q) { return (p - q) + (p == q) + (p >= q); }", 3);
    check("int f(char *p, int i) { return p + i > p && &p[1] != p; }", 0);
    check("char a, b; int f(void) { return &a < &b; }", 1);
    check("int a[4]; int f(int i, int j) { return &a[i] < &a[j]; }", 0);
    check("int g(void); int f(int (*p)(void)) { return p == g; }", 0);
    check("union u { int *p; unsigned long u; }; unsigned long f(union u u) { return u.u; }", 1);
    check("union u { int *p; unsigned long u; }; int *f(union u u) { return u.p; }", 0);
    check("union u { int i; unsigned long u; }; unsigned long f(union u u) { return u.u; }", 0);
    check("unsigned char f(int *p) { return *(unsigned char *)&p; }", 1);
    let copy = "void *memmove(void *, const void *, unsigned long);";
    check(&format!("{copy} unsigned long f(int *p) {{ unsigned long u; memmove(&u, &p, 8); return u; }}"), 1);
    check(&format!("{copy} int *f(int *p) {{ int *q; memmove(&q, &p, 8); return q; }}"), 0);
}

#[test]
fn reads_of_volatile_objects_are_listed() {
    let check = |text: &str, places: usize| check_listed(text, &[("volatile", places)][..usize::from(places > 0)]);
    check("volatile int v; int f(void) { return v + v; }", 2);
    check("volatile int v; void f(void) { v = 1; }", 0);
    check("int f(volatile int *p) { return *p; }", 1);
    check("volatile struct s { int a[2]; } v; int f(void) { return v.a[1]; }", 1);
    check("struct s { volatile int a; int b; }; int f(struct s *p) { return p->b; }", 0);
    check("struct s { volatile int a; } x, y; void f(void) { x = y; }", 1);
    check("volatile int v; int *f(void) { return (int *)&v; }", 0);
}

#[test]
fn library_functions_behind_pointers_are_listed() {
    // Variable arguments cannot be handed on to where they would be checked.
    let text = "int sprintf(char *, const char *, ...); int (*g)(char *, const char *, ...) = sprintf;
        int abs(int), (*h)(int) = abs; void f(char *p) { g(p, p); h(1); }";
    check_listed(text, &[("indirect", 1)]);
    let fixed = "void free(void *); void (*g)(void *) = free; void f(void *p) { g(p); }";
    check_listed(fixed, &[]);
    let mut program = built(fixed);
    undefined(&mut program);
    instrument(&mut program, &set(&[Check::Pointer]));
    assert_eq!(program.properties.iter().filter(|property| property.kind == PropertyKind::Free).count(), 1);
    let own = "int sprintf(char *p, const char *q, ...) { return 0; }
        void f(char *p) { int (*g)(char *, const char *, ...) = sprintf; g(p, p); }";
    check_listed(own, &[]);
}

#[test]
fn arithmetic_of_x87_is_listed() {
    let text = "double f(double d) { return d * d; }";
    check_listed(text, &[]);
    let program = built_as(text, DataModel::Ilp32, &cfa::Options::default());
    let words: Vec<&str> = assumed(&program, &set(&[])).iter().map(Unchecked::word).collect();
    assert_eq!(words, ["precision"]);
}

#[test]
fn what_is_not_reached_is_not_listed() {
    let text = "volatile int v; static int g(char *p) { return (int)(long)p + v; } int f(void) { return 0; g(0); }";
    check_listed(text, &[]);
}

#[test]
fn what_is_freed_is_checked() {
    let text = "void free(void *); void f(char *p) { free(p); }";
    let wanted = ["heap", "alive"].map(|word| format!("(void *)p == (void *)0 | {word}((void *)p)"));
    let start = "(void *)p == (void *)0 | offset((void *)p) == 0";
    assert_eq!(asserted(text, &[Check::Pointer]), [wanted[0].as_str(), &wanted[1], start]);
    let program = instrumented(text, &[Check::Pointer]);
    let kinds: Vec<&str> = program.properties.iter().map(|property| property.kind.word()).collect();
    assert_eq!((descriptions(&program), kinds), (vec!["p can be freed"], vec!["free"]));
    assert_eq!(asserted("void f(char *p) { __builtin_free(p); }", &[Check::Pointer]).len(), 3);
    let again = "void *realloc(void *, unsigned long), *reallocarray(void *, unsigned long, unsigned long);
        void f(char *p) { realloc(p, 1); reallocarray(p, 2, 2); }";
    assert_eq!(asserted(again, &[Check::Pointer]).len(), 6);
    let none: [&str; 0] = [];
    assert_eq!(asserted(text, &[Check::Bounds]), none);
    assert_eq!(asserted("void free(void *p) { } void f(char *p) { free(p); }", &[Check::Pointer]), none);
    let listed: Vec<&str> = assumed(&built(text), &set(&[])).iter().map(Unchecked::word).collect();
    assert_eq!(listed, ["pointer"]);
}

#[test]
fn names_of_checks() {
    assert_eq!("bounds".parse(), Ok(Check::Bounds));
    let error = "bound".parse::<Check>().expect_err("there is no such check");
    let all = "assert, bounds, null, div, shift, overflow, pointer, arithmetic";
    assert_eq!(error, format!("there is no check `bound`; there are {all}"));
}

#[test]
fn tasks_ask_for_checks() {
    use task::Property as P;
    let asked = from_task(&[P::UnreachCall("reach_error".into()), P::ValidDeref, P::Termination]).expect("some can be");
    assert_eq!(asked.checks, set(&[Check::Assert, Check::Bounds, Check::Null, Check::Pointer]));
    assert_eq!(asked.own, [PropertyKind::ErrorCall].into());
    assert_eq!(asked.not_checked, ["termination".to_owned()].into());
    assert_eq!(from_task(&[P::NoOverflow]).map(|asked| asked.checks), Ok(set(&[Check::Overflow])));
    assert_eq!(from_task(&[P::ValidFree]).map(|asked| asked.checks), Ok(set(&[Check::Pointer])));
    let error = from_task(&[P::Termination, P::ValidMemtrack]).expect_err("nothing can be");
    assert_eq!(error.message, "qicc cannot check termination, valid-memtrack");
}

/// What a task can ask for, and what must be asked for to have a property proved, are the same words.
#[test]
fn words_of_tasks() {
    let wrong = task::Wrong::ALL.map(task::Property::Never);
    for goal in &wrong {
        let kinds = kinds(goal).expect("it can be checked");
        let asked = from_task([goal]).expect("it can be checked");
        let mut program = built("int a[4]; int f(int i) { return a[i]; }");
        instrument(&mut program, &set(&[Check::Bounds]));
        program.properties[0].kind = kinds[0];
        assert_eq!(kinds.len(), 1, "{goal:?}");
        assert_eq!(to_task_within(&program, PropId(0), &asked.checks), *goal);
        let all = set(&Check::ALL);
        let usual = to_task_within(&program, PropId(0), &all);
        assert_eq!(usual == *goal, usual != task::Property::ValidDeref, "{goal:?}");
    }
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
