//! Test generators as verifiers: AFL++ and libFuzzer, on programs whose violations chance finds soon, and on others
//! that end in every way but by a violation.

mod common;

use serde_json::Value;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

const LIMIT: Duration = Duration::from_secs(120);

const HEAD: &str = "extern int __VERIFIER_nondet_int(void);
extern unsigned char __VERIFIER_nondet_uchar(void);
extern void __VERIFIER_assume(int);
extern void __CPROVER_assert(int, const char *);
extern void abort(void);
extern void exit(int);
";

/// A byte and the lowest one of an integer decide.
const FOUND: &str = "int main(void)
{
    unsigned char mode = __VERIFIER_nondet_uchar();
    __VERIFIER_assume(mode != 48);
    int x = __VERIFIER_nondet_int();
    if (mode > 100)
        __CPROVER_assert((x & 255) < 128, \"trap\");
    return 0;
}
";

/// Executions end by assumptions, null pointers, abort and exit, go on for ever, and begin with the same state.
const SAFE: &str = "int counter, table[4] = {1, 2, 3, 4};
int main(void)
{
    int *null = 0;
    unsigned char mode = __VERIFIER_nondet_uchar();
    counter++;
    __CPROVER_assert(counter == 1 && table[3] == 4, \"anew\");
    table[3] = mode;
    __VERIFIER_assume(mode < 200);
    if (mode < 20)
        *null = 1;
    if (mode < 40)
        abort();
    if (mode < 60)
        exit(77);
    if (mode < 80)
        return 10 / (counter - 1);
    while (mode == 90)
        ;
    return 0;
}
";

/// With one of the fuzzers, if it can be had.
fn with_fuzzer(name: &str, check: impl Fn(&Path)) {
    if let Some(folder) = common::fetch(name) {
        check(&folder.join("bin"));
    }
}

/// qicc, where it finds what is in a folder.
fn with_path(bin: &Path) -> Command {
    let path = std::env::var_os("PATH").unwrap_or_default();
    let folders = std::env::split_paths(&path).chain([PathBuf::from(bin)]);
    let mut command = common::qicc();
    command.env("PATH", std::env::join_paths(folders).expect("folders"));
    command
}

/// The verdicts of a run, and the whole report.
fn verdicts(bin: &Path, args: &[&str], program: &str) -> (Vec<String>, Value) {
    let folder = tempfile::tempdir().expect("a temporary folder");
    fs::write(folder.path().join("program.c"), [HEAD, program].concat()).expect("it can be written");
    let mut command = with_path(bin);
    command.current_dir(folder.path()).args(args).args(["--format", "json", "program.c"]);
    let outcome = common::run(&mut command, b"", LIMIT);
    let report: Value = serde_json::from_slice(&outcome.stdout).unwrap_or_else(|_| panic!("{}", outcome.stderr_text()));
    let properties = report["properties"].as_array().into_iter().flatten();
    (properties.filter_map(|property| property["verdict"].as_str().map(str::to_owned)).collect(), report)
}

fn finds(name: &str) {
    with_fuzzer(name, |bin| {
        let whole = ["--strategy", "whole", "--time-limit", "60s", "--verifier", name];
        let (found, report) = verdicts(bin, &whole, FOUND);
        assert_eq!(found, ["violated"], "{report}");
        assert_eq!(report["properties"][0]["confirmed"], true, "{report}");
        let trace = report["properties"][0]["trace"].to_string();
        assert!(trace.contains("__VERIFIER_nondet_int()") && trace.contains("program.c"), "{trace}");
    });
}

fn does_not_find(name: &str) {
    with_fuzzer(name, |bin| {
        let whole = ["--strategy", "whole", "--time-limit", "5s", "--verifier", name];
        let (found, report) = verdicts(bin, &whole, SAFE);
        assert_eq!(found, ["unknown"], "{report}");
        let reason = report["properties"][0]["reason"].to_string();
        assert!(["time-limit", "gave-up"].iter().any(|code| reason.contains(code)), "{reason}");
    });
}

#[test]
fn the_doctor_sees_that_they_work() {
    for name in ["afl", "libfuzzer"] {
        with_fuzzer(name, |bin| {
            let outcome = common::run(with_path(bin).args(["doctor", name]), b"", LIMIT);
            assert_eq!(outcome.code, Some(0), "{}", String::from_utf8_lossy(&outcome.stdout));
        });
    }
}

#[test]
fn afl_finds_a_violation() {
    finds("afl");
}

#[test]
fn libfuzzer_finds_a_violation() {
    finds("libfuzzer");
}

#[test]
fn no_other_end_is_a_violation_for_afl() {
    does_not_find("afl");
}

#[test]
fn no_other_end_is_a_violation_for_libfuzzer() {
    does_not_find("libfuzzer");
}

/// What a first stage has not looked at is fuzzed as a residual program.
fn finds_in_what_is_left(name: &str) {
    with_fuzzer(name, |bin| {
        let last = format!("sep+{name}:60s");
        let stages = ["cmc", "--monitor", "path-length=4", "--stage", "value", "--stage", &last];
        let (found, report) = verdicts(bin, &stages, FOUND);
        assert_eq!(found, ["violated"], "{report}");
        assert_eq!(report["properties"][0]["confirmed"], true, "{report}");
    });
}

#[test]
fn residual_programs_are_fuzzed_by_afl() {
    finds_in_what_is_left("afl");
}

#[test]
fn residual_programs_are_fuzzed_by_libfuzzer() {
    finds_in_what_is_left("libfuzzer");
}

/// Whatever a test generator claims to have found, only what happens counts.
#[test]
fn what_does_not_happen_again_is_no_violation() {
    let description = r#"
name = "liar"
title = "Liar"
programs = ["sh"]
get = "it is a shell"
dialect = "sv-comp"
[version]
args = ["-c", "echo liar 1"]
pattern = 'liar (\d)'
[compile]
programs = ["cc"]
args = ["-w", "{program}", "-o", "made"]
makes = "made"
[run]
args = ["-c", "echo x > found-1; echo y > found-2; echo VIOLATED; exit 77 # {compiled}"]
lp64 = []
input = "fill"
append = '''
extern int printf(const char *, ...);
static int again;
__attribute__((constructor)) static void begin(int argc, char **argv)
{
    again = argc > 1 && argv[1][__builtin_strlen(argv[1]) - 1] == 'NUMBER';
}
void fill(void *object, unsigned long size, const char *name)
{
    unsigned char *bytes = object;
    for (unsigned long i = 0; i < size; i++)
        bytes[i] = again ? 255 : 0;
    printf("\n%s() = 0x%02x\n", name, bytes[0]);
}
void reach_error(void) { printf("\nVIOLATED\n"); exit(77); }
'''
[replay]
inputs = "found-"
args = ["{input}"]
read = '^(?<what>\w+\(\)) = (?<value>\w+)$'
[answer.false]
exit = [77]
once = ['^VIOLATED$']
"#;
    let folder = tempfile::tempdir().expect("a temporary folder");
    let file = folder.path().join("liar.toml");
    let name = file.to_str().expect("a name");
    let args = ["--strategy", "whole", "--verifier", name];
    for (number, expected) in [("3", "unknown"), ("2", "violated")] {
        fs::write(&file, description.replace("NUMBER", number)).expect("it can be written");
        let (found, report) = verdicts(folder.path(), &args, FOUND);
        assert_eq!(found, [expected], "{report}");
        if expected == "unknown" {
            assert!(report["properties"][0]["reason"].to_string().contains("not-reproduced"), "{report}");
        }
    }
}
