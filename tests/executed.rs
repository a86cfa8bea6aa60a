//! Tests that are made of witnesses: each kind of violation is seen where it happens, and a test that does not end, or
//! takes what there is, is ended.

mod common;

use std::fs;
use std::path::Path;
use std::process::Command;

const REACH: &str = "! call(reach_error())";

/// A witness that says nothing but where the violation is.
fn witness(folder: &Path, goal: &str, line: u32) {
    let text = format!(
        "- entry_type: violation_sequence
  metadata:
    format_version: \"2.0\"
    uuid: 00000000-0000-4000-8000-000000000000
    creation_time: 2026-11-18T00:00:00Z
    producer: {{name: by hand, version: \"1\"}}
    task:
      input_files: [program.c]
      input_file_hashes: {{}}
      specification: \"CHECK( init(main()), LTL(G {goal}) )\"
      data_model: LP64
      language: C
  content:
  - segment:
    - waypoint:
        type: target
        action: follow
        location: {{file_name: program.c, line: {line}}}
"
    );
    fs::write(folder.join("witness.yml"), text).expect("a file");
}

/// The exit code of a test, and what is said of it.
fn test(program: &str, goal: &str, line: u32, more: &[&str]) -> (Option<i32>, String) {
    let folder = tempfile::tempdir().expect("a folder");
    let folder = folder.path();
    fs::write(folder.join("program.c"), program).expect("a file");
    witness(folder, goal, line);
    let mut command = common::qicc();
    command.current_dir(folder).args(["witness", "test", "program.c", "witness.yml"]).args(more);
    let outcome = common::run(&mut command, b"", common::TOOL_LIMIT);
    (outcome.code, String::from_utf8_lossy(&outcome.stdout).into_owned() + &outcome.stderr_text())
}

fn fails(program: &str, goal: &str, line: u32) -> String {
    let (code, said) = test(program, goal, line, &[]);
    assert_eq!(code, Some(0), "{said}\n{program}");
    assert!(said.contains(&format!("program.c:{line}")), "{said}");
    said
}

const HEAD: &str = "extern void reach_error(void); extern int __VERIFIER_nondet_int(void);\n\
                    extern void *malloc(unsigned long); extern void free(void *);\n";

/// Every kind of violation, at its line; the functions around it have lines of their own.
#[test]
fn each_kind_at_its_line() {
    let cases = [
        (
            "valid-deref",
            "int a[4];\nint get(int i) {\n return a[i]; }\nint main(void) { return get(__VERIFIER_nondet_int()); }\n",
            5,
        ),
        (
            "valid-deref",
            "int main(void) {\n int *p = malloc(8); if (!p) return 0;\n int i = __VERIFIER_nondet_int();\n if (i >= 0 && i < 9)\n  p[i] = 1;\n return 0; }\n",
            7,
        ),
        (
            "valid-deref",
            "int get(int *p) {\n return *p; }\nint main(void) { int x = 1;\n return get(__VERIFIER_nondet_int() ? &x : 0); }\n",
            4,
        ),
        (
            "valid-deref",
            "int main(void) {\n int *p = malloc(4); if (!p) return 0; *p = 1;\n if (__VERIFIER_nondet_int()) free(p);\n return *p; }\n",
            6,
        ),
        (
            "! overflow",
            "int add(int a, int b) {\n return a + b; }\nint main(void) {\n return add(__VERIFIER_nondet_int(), 7) > 3; }\n",
            4,
        ),
        ("! overflow", "int main(void) {\n int x = __VERIFIER_nondet_int();\n int y = -x;\n return y > 3; }\n", 5),
        (
            "valid-free",
            "int main(void) {\n int *p = malloc(4);\n free(p);\n if (p && __VERIFIER_nondet_int() == 3)\n  free(p);\n return 0; }\n",
            7,
        ),
        (
            "valid-free",
            "int main(void) {\n int x = 0, *p = &x;\n if (__VERIFIER_nondet_int())\n  free(p);\n return 0; }\n",
            6,
        ),
        (
            REACH,
            "void check(int x) {\n if (x == 3)\n  reach_error(); }\nint main(void) {\n check(__VERIFIER_nondet_int()); }\n",
            5,
        ),
    ];
    for (goal, program, line) in cases {
        fails(&format!("{HEAD}{program}"), goal, line);
    }
}

/// An assertion of the library, and error functions that the program has itself.
#[test]
fn assertions() {
    fails(
        "#include <assert.h>\nextern int __VERIFIER_nondet_int(void);\nint main(void) {\n int x = __VERIFIER_nondet_int();\n assert(x != 5);\n return 0; }\n",
        "! call(__assert_fail())",
        5,
    );
    fails(
        "#include <stdlib.h>\nextern int __VERIFIER_nondet_int(void);\nvoid reach_error(void) { abort(); }\nint main(void) {\n if (__VERIFIER_nondet_int() == 5)\n  reach_error();\n return 0; }\n",
        REACH,
        6,
    );
}

/// What no sanitizer sees is seen by a check in the program as qicc prints it, which is written with the inputs.
#[test]
fn what_sanitizers_do_not_see() {
    let cases = [
        (
            "valid-deref",
            "struct s { int n; int d[1]; };\nint main(void) {\n struct s *p = malloc(16); if (!p) return 0;\n int i = __VERIFIER_nondet_int();\n \
          if (i >= -1 && i <= 2)\n  p->d[i] = 1;\n return 0; }\n",
            8,
        ),
        (
            "valid-deref",
            "int main(void) {\n int a[4] = {0}, n = __VERIFIER_nondet_int();\n if (n < 0 || n > 9) return 0;\n return &a[n] == a; }\n",
            6,
        ),
        (
            "valid-deref",
            "int one(void) { return 1; }\nint main(void) {\n int (*f)(void) = __VERIFIER_nondet_int() ? one : 0;\n return f(); }\n",
            6,
        ),
        // Times four, the index wraps around; and an offset to a null pointer that is not negative.
        (
            "valid-deref",
            "int main(void) {\n int a[4] = {0}, *p = a;\n unsigned long i = 1UL << 62;\n return p[i]; }\n",
            6,
        ),
        (
            "! wild-pointer",
            "int main(void) {\n char *p = 0; int i = __VERIFIER_nondet_int();\n if (i < 1) return 0;\n p = p + i;\n \
          return p == 0; }\n",
            6,
        ),
    ];
    for (goal, program, line) in cases {
        let (program, folder) = (format!("{HEAD}{program}"), tempfile::tempdir().expect("a folder"));
        let out = folder.path().join("inputs.c");
        let (code, said) = test(&program, goal, line, &["-o", &out.to_string_lossy()]);
        assert_eq!(code, Some(0), "{said}\n{program}");
        assert!(said.contains("sanitizers do not see") && said.contains(&format!("program.c:{line}")), "{said}");
        let (checked, binary) = (out.with_extension("checked.c"), folder.path().join("test"));
        let mut compile = Command::new("cc");
        let compiled =
            common::run(compile.arg("-w").arg("-o").arg(&binary).args([&out, &checked]), b"", common::TOOL_LIMIT);
        assert!(compiled.success(), "{}", compiled.stderr_text());
        let ran = common::run(&mut Command::new(&binary), b"", common::TOOL_LIMIT);
        assert_eq!(ran.code, Some(77), "{}", ran.stderr_text());
    }
}

/// A witness is right, and nobody sees that in a run: that is no reason to reject it.
#[test]
fn what_nobody_sees() {
    let program = format!(
        "{HEAD}int main(void) {{\n int a[4], i = __VERIFIER_nondet_int();\n if (i < 0 || i > 4) return 0;\n int *p = a + i;\n \
         int *q = p + 1;\n return q == a; }}\n"
    );
    let (code, said) = test(&program, "! wild-pointer", 7, &[]);
    assert_eq!(code, Some(3), "{said}");
    assert!(said.contains("ends without a violation, and need not end with one"), "{said}");
}

/// What is not asked about goes wrong first, and does not hide what is.
#[test]
fn something_else_first() {
    let program = format!(
        "{HEAD}int main(void) {{\n int x = __VERIFIER_nondet_int(), a[2] = {{0, 0}};\n int y = x + 2147483647;\n \
         if (x > 1 && y < 0) {{\n  a[x & 1] = 1;\n  if (x == 4)\n   reach_error();\n }}\n return a[0]; }}\n"
    );
    let said = fails(&program, REACH, 9);
    assert!(said.contains("something else goes wrong before it"), "{said}");
}

/// What a program prints is not taken for a report, whatever bytes it is made of.
#[test]
fn words_of_the_program() {
    let program = format!(
        "{HEAD}extern int puts(const char *); extern long write(int, const void *, unsigned long);\n\
         int main(void) {{\n int x = __VERIFIER_nondet_int();\n write(2, \"\\xff\\xfe: program.c:1\\n\", 16);\n if (x == 4)\n  \
         reach_error();\n return 0; }}\n"
    );
    fails(&program, REACH, 8);
}

/// A test does what the program does: nothing of it lasts longer, or takes more, than it may. A variable without a
/// value has any for verifiers, and hardly this one in a test.
#[test]
fn limits_are_kept() {
    let program = |what: &str| {
        format!(
            "{HEAD}#include <unistd.h>\n#include <stdio.h>\n#include <stdlib.h>\nint main(void) {{ int x;\n if (x == 31415926)\n  \
             reach_error();\n {what}\n return 0; }}\n"
        )
    };
    let cases = [
        ("for (;;) sleep(1);", "ended at the time limit"),
        ("system(\"setsid sleep 54321 & sleep 54321\");", "ended at the time limit"),
        ("for (;;) puts(\"for ever and ever and ever and ever and ever\");", "printed too much"),
        ("char *p = 0; size_t n = 0; getdelim(&p, &n, 1, fopen(\"/dev/zero\", \"r\"));", "ended at the memory limit"),
    ];
    for (what, limit) in cases {
        let (code, said) = test(&program(what), REACH, 8, &["--time-limit", "8s", "--memory-limit", "1GiB"]);
        assert_eq!(code, Some(3), "{what}: {said}");
        assert!(said.contains(limit), "{what}: {said}");
    }
    // What a test has started is gone as well.
    let arguments = |entry: fs::DirEntry| fs::read(entry.path().join("cmdline")).ok();
    let mut left = fs::read_dir("/proc").expect("processes").flatten().filter_map(arguments);
    assert!(!left.any(|line| line == b"sleep\x0054321\0"), "something still sleeps");
}

/// What a function of the library returns is chosen as well, where the real one does not end with the violation.
#[test]
fn what_the_library_returns() {
    let program = format!(
        "{HEAD}extern int getpid(void);\nint main(void) {{\n if (getpid() == 1)\n  reach_error();\n return 0; }}\n"
    );
    assert!(fails(&program, REACH, 6).contains("makes every other choice"));
}

/// Where that is for memory that nobody wrote, the program may also end otherwise.
#[test]
fn what_nobody_wrote() {
    let program = format!("{HEAD}int main(void) {{\n int x;\n if (x == 5)\n  reach_error();\n return 0; }}\n");
    let (code, said) = test(&program, REACH, 6, &[]);
    assert_eq!(code, Some(3), "{said}");
    assert!(said.contains("ends without a violation") && said.contains("memory that nobody wrote"), "{said}");
}

/// An execution goes on behind an error function that is not asked about, if that may come back.
#[test]
fn an_error_function_first() {
    let program = format!(
        "{HEAD}int main(void) {{\n int x = __VERIFIER_nondet_int(), y;\n if (x > 3)\n  reach_error();\n if (x > 4)\n  \
         y = x + 2147483647;\n return y; }}\n"
    );
    fails(&program, "! overflow", 8);
    let ending = program.replace("reach_error(void);", "reach_error(void) __attribute__((noreturn));");
    let (code, said) = test(&ending, "! overflow", 8, &[]);
    assert_eq!(code, Some(1), "{said}");
    let asserted = format!(
        "{HEAD}extern void __VERIFIER_assert(int);\nint main(void) {{\n int x = __VERIFIER_nondet_int();\n \
         __VERIFIER_assert(x < 3);\n if (x > 4)\n  reach_error();\n return 0; }}\n"
    );
    fails(&asserted, REACH, 8);
}
