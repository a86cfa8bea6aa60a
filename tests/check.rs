//! The embedded verifier by itself (`qicc check`), and as the first of two.

mod common;

use serde_json::Value;
use std::fs;

/// What is said about a program: of each property the verdict and, behind it, who proved it or that a run confirms it.
fn said(text: &str, args: &[&str]) -> Vec<String> {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let file = folder.path().join("program.c");
    fs::write(&file, text).expect("a temporary file");
    let mut command = common::qicc();
    command.args(args).args(["--format", "json"]).arg(&file);
    if let Some(cbmc) = common::fetch("cbmc") {
        command.env("CBMC", cbmc.join("bin/cbmc"));
    }
    let outcome = common::run(&mut command, b"", common::TOOL_LIMIT);
    let report: Value = serde_json::from_slice(&outcome.stdout).unwrap_or_else(|e| panic!("{e}: {outcome:?}"));
    let property = |property: &Value| {
        let verdict = property["verdict"].as_str().unwrap_or_default();
        let by = property["proof"]["verifier"].as_str().and_then(|title| title.split(' ').next());
        match (by, property["confirmed"].as_bool()) {
            (Some(by), _) => format!("{verdict} by {by}"),
            (None, Some(true)) => format!("{verdict}, confirmed"),
            (None, _) => verdict.to_owned(),
        }
    };
    report["properties"].as_array().expect("a list").iter().map(property).collect()
}

/// What an analysis has no use for is no option of it: whoever gives it expects it to matter.
#[test]
fn options_go_with_analyses() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let file = folder.path().join("program.c");
    fs::write(&file, "int main(void) { return 0; }\n").expect("a temporary file");
    for (args, wrong) in [
        (&["--monitor", "states=5"][..], Some("--monitor goes with analyses that go state by state")),
        (&["--analysis", "bmc", "--monitor", "overflow"], Some("--monitor goes with")),
        (&["--order", "depth"], Some("--order goes with analyses that go state by state")),
        (&["--analysis", "value", "--unwind", "3"], Some("--unwind goes with --analysis bmc and kinduction")),
        (&["--analysis", "value", "--monitor", "states=5", "--order", "depth"], None),
        (&["--analysis", "bmc", "--unwind", "3"], None),
    ] {
        let outcome = common::run(common::qicc().arg("check").args(args).arg(&file), b"", common::TOOL_LIMIT);
        let said = outcome.stderr_text();
        match wrong {
            Some(wrong) => {
                assert_eq!(outcome.code, Some(2), "{args:?}: {said}");
                assert!(said.contains("error[analysis]") && said.contains(wrong), "{args:?}: {said}");
            }
            None => assert_eq!(outcome.code, Some(4), "{args:?}: {said}"),
        }
    }
}

#[test]
fn alone() {
    let text = "#include <assert.h>\nextern int __VERIFIER_nondet_int(void);\nint main(void) { unsigned x = 0, y = 0; \
                while (__VERIFIER_nondet_int()) { x++; y++; } assert(x == y); assert(x != 6); return 0; }\n";
    assert_eq!(said(text, &["check"]), ["proved by qicc", "violated, confirmed"]);
    assert_eq!(said(text, &["check", "--analysis", "bmc", "--unwind", "10"]), ["unknown", "violated, confirmed"]);
    assert_eq!(said(text, &["check", "--analysis", "bmc", "--unwind", "5"]), ["unknown", "unknown"]);
    assert_eq!(said(text, &["check", "--unwind", "5"]), ["proved by qicc", "unknown"]);
}

/// A test is a program without choices, also where variables begin to live again in each round of a loop.
#[test]
fn confirmed_where_variables_are_declared_again() {
    let text = "#include <assert.h>\nextern int __VERIFIER_nondet_int(void);\nint main(void) { int *p, n = 0; \
                while (n < 3) { int x; p = &x; *p = n; n += x + 1; } assert(__VERIFIER_nondet_int() != n); return 0; }\n";
    assert_eq!(said(text, &["check"]), ["violated, confirmed"]);
}

/// Accesses far behind a block, and in front of the first variable.
#[test]
fn confirmed_where_objects_lie_close_together() {
    let block = "#include <stdlib.h>\nunsigned char n = 33;\nint main(void) { int *p = calloc(16, 4), *q = calloc(16, 4);\n \
                 if (!p || !q) return 0; p[n + 1] = 4; return 0; }\n";
    assert_eq!(said(block, &["check", "--check", "bounds"]), ["violated, confirmed"]);
    let first = "static int g, h; static int *p = &g; int main(void) { h--; return p[h]; }\n";
    assert_eq!(said(first, &["check", "--check", "bounds"]), ["violated, confirmed"]);
    let first = "static int g = 1, h = -1; static int *p = &g; int main(void) { return p[h]; }\n";
    assert_eq!(said(first, &["check", "--check", "bounds"]), ["violated, confirmed"]);
}

/// A program may end as a test does that is violated, or have something else wrong with it that the sanitizer sees.
#[test]
fn not_confirmed_by_what_else_a_run_does() {
    let ends = "#include <assert.h>\n#include <stdlib.h>\nint main(void) { int x; \
                if (((unsigned long)&x & 4095) == 0) assert(0); exit(77); }\n";
    assert_eq!(said(ends, &["check"]), ["unknown"]);
    let wrong = "#include <stdlib.h>\nextern int __VERIFIER_nondet_int(void);\nint main(void) { \
                 int *p = malloc(16), n = __VERIFIER_nondet_int(); if (!p) return 0;\n \
                 int *q = p + (n == 3 ? 9 : 0);\n p[4] = 1; return q != 0; }\n";
    assert_eq!(said(wrong, &["check", "--check", "arithmetic"])[0], "violated");
    assert_eq!(said(wrong, &["check", "--check", "bounds"]), ["violated, confirmed"]);
    let deep = "#include <stdlib.h>\nstatic int f(int n) { char all[100000]; all[n % 9] = 1; return n ? f(n - 1) + all[0] : 0; }\n\
                int main(void) { int *p = malloc(16); if (!p) return 0;\n int *q = p + 9;\n f(1000); return q != 0; }\n";
    assert_eq!(said(deep, &["check", "--check", "arithmetic"]), ["violated"]);
}

/// What a test says of itself it says with functions of the C library, whatever the program has under their names.
#[test]
fn confirmed_where_the_program_has_functions_of_these_names() {
    let text = "#include <assert.h>\nstatic int write(int a) { return a + 1; }\nvoid _exit(int a) { while (a) a--; }\n\
                int main(void) { _exit(3); assert(write(1) != 2); return 0; }\n";
    assert_eq!(said(text, &["check"]), ["violated, confirmed"]);
}

#[test]
fn before_another() {
    if common::fetch("cbmc").is_none() {
        return;
    }
    let text =
        "#include <assert.h>\nint main(void) { int x = 6; __sync_fetch_and_add(&x, 1); assert(x == 7); return 0; }\n";
    assert_eq!(said(text, &["--strategy", "whole"]), ["unknown"]);
    assert_eq!(said(text, &["--strategy", "whole", "--verifier", "embedded,cbmc"]), ["proved by CBMC"]);
    let simple = "#include <assert.h>\nint main(void) { int x = 3; assert(x == 3); return 0; }\n";
    assert_eq!(said(simple, &["--verifier", "embedded,cbmc"]), ["proved by qicc"]);
}

#[test]
fn two_others_are_refused() {
    let outcome = common::run(common::qicc().args(["--verifier", "cbmc,embedded", file!()]), b"", common::TOOL_LIMIT);
    assert_eq!(outcome.code, Some(2), "{}", outcome.stderr_text());
}
