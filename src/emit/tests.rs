//! What small programs look like when printed.

use super::{Options, print};
use crate::cfa;
use crate::ctype::DataModel;
use crate::frontend::{sema, syntax};
use crate::source::SourceMap;

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
            r#"const char *text = "?\?=\1772";"#,
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
