//! The command line as a user meets it: help, mistakes, exit codes, formats, saved runs, Ctrl-C. With the real CBMC.

mod common;

use common::{Outcome, TOOL_LIMIT};
use serde_json::Value;
use std::collections::BTreeSet;
use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::os::unix::process::{CommandExt, ExitStatusExt};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

const SAFE: &str = "\
#include <assert.h>
int main(void) { int x = 3; for (int i = 0; i < 5; i++) x++; assert(x == 8); assert(x > 2); return 0; }
";
const UNSAFE: &str = "\
#include <assert.h>
extern int any(void);
static int twice(int v)
{
    return 2 * v;
}
int main(void)
{
    int x = any();
    if (x == 95) {
        int y = twice(x);
        assert(y < 190);
        assert(y > 0);
    }
    return 0;
}
";
const ENDLESS: &str = "\
#include <assert.h>
extern unsigned any(void);
int main(void) { unsigned n = any(), s = 0; for (unsigned i = 0; i < n; i++) s += 2; assert(s % 2 == 0); return 0; }
";
const OWN_ERROR: &str =
    "void abort(void);\nvoid reach_error(void) { abort(); }\nint main(void) { reach_error(); return 0; }\n";
const NOTHING: &str = "int main(void) { return 0; }\n";
/// Several entries, so that several tasks run at once.
const ENTRIES: &str = "\
#include <assert.h>
static int table[4];
static int get(unsigned i) { return table[i & 3]; }
int f1(int a) { assert(a != 7); return get(a); }
int f2(int a) { assert(a * 0 == 0); return get(a); }
int f3(unsigned a) { assert(a / 2 <= a); return get(a); }
int f4(unsigned char a) { assert(a < 255); return get(a); }
int f5(void) { assert(get(1) == get(1)); return 0; }
int f6(int a) { for (int i = 0; i < 3; i++) assert(i + a != 12); return f1(a); }
";

/// Properties that hold in a loop, in a function, in what calls it, in the whole program, and not at all.
const CLIMB: &str = "\
#include <assert.h>
extern int any(void);
static int table[8], last = 3;
static int get(int i) { return table[i]; }
static int pick(int i, int n) { assert(n == 5); return get(i % n + n); }
static void fill(int n)
{
    for (int i = 0; i < n; i++) {
        assert(i >= 0);
        table[i & 7] = i;
    }
    for (int i = n; i > 0; i--)
        table[i] = i + last;
}
int main(void)
{
    int k = any(), sum = 0;
    fill(k < 8 ? k : 7);
    if (k > 0 && k < 3)
        sum = pick(k, 5);
    assert(sum < 100);
    if (last == 3)
        last += k == 17;
    assert(last == 3);
    return 0;
}
";

/// A folder with these programs in it, where qicc runs and finds CBMC and nothing else.
struct Place {
    folder: tempfile::TempDir,
    cbmc: PathBuf,
}

impl Place {
    /// `None` after a loud message when there is no CBMC here.
    fn new() -> Option<Place> {
        let cbmc = common::fetch("cbmc")?.join("bin");
        let folder = tempfile::tempdir().expect("a temporary folder");
        let programs = [
            ("safe", SAFE),
            ("unsafe", UNSAFE),
            ("endless", ENDLESS),
            ("nothing", NOTHING),
            ("own_error", OWN_ERROR),
            ("entries", ENTRIES),
        ];
        for (name, text) in programs {
            fs::write(folder.path().join(name).with_extension("c"), text).expect("a file");
        }
        fs::create_dir(folder.path().join("tmp")).expect("a folder");
        Some(Place { folder, cbmc })
    }

    fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    fn command(&self, args: &[&str]) -> Command {
        let mut command = common::interruptible(env!("CARGO_BIN_EXE_qicc"));
        command.args(args).current_dir(self.folder.path()).env("CBMC", self.cbmc.join("cbmc"));
        command.env("TMPDIR", self.path("tmp")).env("HOME", self.folder.path()).env_remove("NO_COLOR");
        command.env_remove("XDG_DATA_HOME").env_remove("QICC_VERIFIERS");
        command
    }

    fn run(&self, args: &[&str]) -> Outcome {
        common::run(&mut self.command(args), b"", TOOL_LIMIT)
    }

    fn json(&self, args: &[&str]) -> Value {
        let outcome = self.run(&[&["--format", "json"], args].concat());
        serde_json::from_slice(&outcome.stdout).unwrap_or_else(|error| panic!("{error}: {outcome:?}"))
    }
}

fn out(outcome: &Outcome) -> String {
    String::from_utf8_lossy(&outcome.stdout).into_owned()
}

/// Everything but the last line, which says how long it took.
fn without_usage(outcome: &Outcome) -> String {
    let text = out(outcome);
    let cut = text.trim_end().rfind('\n').map_or(0, |at| at + 1);
    text[..cut].to_owned()
}

fn bare(args: &[&str]) -> Outcome {
    common::run(common::qicc().args(args), b"", TOOL_LIMIT)
}

/// Asks CBMC, which is not asked by itself.
const CBMC: [&str; 2] = ["--verifier", "cbmc"];

#[test]
fn help_teaches_by_examples() {
    let commands = ["cfa", "emit", "regions", "explain", "completions", "man"];
    let all = commands.iter().map(|command| vec![*command, "--help"]).chain([vec!["--help"], vec!["-h"]]);
    for args in all {
        let outcome = bare(&args);
        assert_eq!(outcome.code, Some(0), "{args:?}");
        let text = out(&outcome);
        assert!(text.contains("Examples:\n  qicc "), "{args:?}: {text}");
    }
    let text = out(&bare(&["--help"]));
    for word in ["Exit codes: 0 all proved", "--verifier", "--memory-limit", "--save", "--check", "doctor"] {
        assert!(text.contains(word), "{word}: {text}");
    }
}

#[test]
fn mistakes_on_the_command_line() {
    for (args, message) in [
        (&["--frobnicate", "a.c"][..], "unexpected argument '--frobnicate'"),
        (&["--verifer", "cbmc", "a.c"], "'--verifier'"),
        (&[], "Usage: qicc"),
        (&["not_there.c"], "error[input]: no such file: not_there.c"),
        (&["--time-limit", "5 weeks", "a.c"], "unknown unit `weeks`"),
        (&["--memory-limit", "2", "a.c"], "the unit is missing"),
        (&["--jobs", "0", "a.c"], "a number from 1 to"),
        (&["--check", "frob", "a.c"], "there is no check `frob`; there are assert, bounds"),
        (&["--quiet", "--verbose", "a.c"], "cannot be used with"),
        (&["--strategy", "frob", "a.c"], "possible values: gamble, whole"),
        (&["explain", "timelimit"], "did you mean time-limit?"),
        (&["explian"], "did you mean the command explain?"),
        (&["--color", "never", "emit", "a.c"], "a command comes first: qicc emit"),
    ] {
        let outcome = bare(args);
        assert_eq!(outcome.code, Some(2), "{args:?}: {outcome:?}");
        assert!(outcome.stderr_text().contains(message), "{args:?}: {}", outcome.stderr_text());
    }
}

#[test]
fn exit_codes_and_what_is_said() {
    let Some(place) = Place::new() else { return };
    let cases: [(&[&str], i32, &[&str]); 5] = [
        (&["safe.c"], 0, &["proved    safe.c:2:62:assertion.1  x == 8\n", "2 properties: 2 proved · CBMC "]),
        (
            &["unsafe.c"],
            1,
            &["violated  unsafe.c:12:9:assertion.1  y < 190\n", "x = 95", "calls twice with v = 95", "y = 190"],
        ),
        (
            &["endless.c", "--time-limit", "2s"],
            3,
            &["unknown   endless.c:3:86", "\n          time limit 2 s [time-limit]\n"],
        ),
        (&["nothing.c"], 4, &["note: the program has nothing to prove of this kind: bounds\nnothing to check"]),
        (&["own_error.c"], 4, &["note: reach_error has a body, which decides: its calls are errors in a task"]),
    ];
    for (args, code, words) in cases {
        let outcome = place.run(&[&CBMC, args].concat());
        let text = out(&outcome);
        assert_eq!(outcome.code, Some(code), "{args:?}: {text}{}", outcome.stderr_text());
        for word in words {
            assert!(text.contains(word), "{args:?} without {word}: {text}");
        }
    }
    assert_eq!(fs::read_dir(place.path("tmp")).expect("a folder").count(), 0, "temporary files are left");
}

#[test]
fn a_verifier_that_is_not_there() {
    let Some(place) = Place::new() else { return };
    let outcome =
        common::run(place.command(&[&CBMC[..], &["safe.c"]].concat()).env("CBMC", "/nowhere/cbmc"), b"", TOOL_LIMIT);
    let said = out(&outcome);
    assert_eq!(outcome.code, Some(3), "{said}");
    assert!(said.contains("cannot run /nowhere/cbmc: No such file or directory [missing]"), "{said}");
    assert!(said.contains("note: the verifier cbmc cannot be used: verifiers/cbmc/install"), "{said}");
    let misspelt = place.run(&["--verifier", "cmbc", "safe.c"]);
    assert_eq!(misspelt.code, Some(2));
    assert!(misspelt.stderr_text().contains("did you mean cbmc?"), "{}", misspelt.stderr_text());
}

#[test]
fn json_has_the_documented_fields() {
    let Some(place) = Place::new() else { return };
    let report = place.json(&["unsafe.c"]);
    assert_eq!((&report["schema"], &report["exit"]), (&Value::from(1), &Value::from(1)));
    assert_eq!(report["summary"], serde_json::json!({ "proved": 1, "violated": 1, "unknown": 0 }));
    let violated = &report["properties"][0];
    assert_eq!(violated["id"], "unsafe.c:12:9:assertion.1");
    assert_eq!(
        violated["trace"].as_array().and_then(|steps| steps.last()).map(|step| &step["event"]),
        Some(&"violation".into())
    );
    assert!(report["properties"][1]["proof"]["grounds"].is_string());
    let unknown = place.json(&[&CBMC[..], &["--time-limit", "1s", "endless.c"]].concat());
    assert_eq!(unknown["properties"][0]["reason"]["code"], "time-limit");
    let page = out(&bare(&["explain", "json"]));
    let words: BTreeSet<&str> = page.split(|c: char| !c.is_alphanumeric()).collect();
    let mut missing = BTreeSet::new();
    for value in [&report, &unknown] {
        fields(value, &mut |field| {
            if !words.contains(field) {
                missing.insert(field.to_owned());
            }
        });
    }
    assert!(missing.is_empty(), "qicc explain json does not name {missing:?}");
}

#[test]
fn regions_have_names_and_documented_fields() {
    let regions = |args: &[&str], file: &str| {
        let mut qicc = common::qicc();
        common::run(qicc.arg("regions").args(args).arg(common::data("regions").join(file)), b"", TOOL_LIMIT)
    };
    for (region, message) in [
        ("search:14", "error[region]: there is no region `search:14`\n"),
        ("search:14", "did you mean search:13"),
        ("zzz", "qicc regions lists all of them"),
    ] {
        let outcome = regions(&["--region", region], "quiet.c");
        assert_eq!(outcome.code, Some(2), "{outcome:?}");
        assert!(outcome.stderr_text().contains(message), "{}", outcome.stderr_text());
    }
    let outcome = regions(&["--entry", "nobody"], "quiet.c");
    assert!(outcome.code == Some(2) && outcome.stderr_text().contains("there is no function `nobody`"), "{outcome:?}");
    let outcome = regions(&["--check", "frob"], "quiet.c");
    assert!(outcome.code == Some(2) && outcome.stderr_text().contains("there is no check `frob`"), "{outcome:?}");
    let page = out(&bare(&["explain", "regions-json"]));
    let words: BTreeSet<&str> = page.split(|c: char| !c.is_alphanumeric()).collect();
    for file in ["json.c", "pointers.c"] {
        let value: Value = serde_json::from_str(&out(&regions(&["--format", "json"], file))).expect("JSON");
        fields(&value, &mut |field| assert!(words.contains(field), "qicc explain regions-json does not name {field}"));
        // Names lead to regions, and lead back.
        let list = value["regions"].as_array().expect("a list");
        let named = |name: &Value| list.iter().find(|region| region["id"] == *name).expect("a region of that name");
        for region in list {
            let parents = region["parents"].as_array().expect("a list");
            assert_eq!(parents.is_empty(), region["kind"] == "program");
            for parent in parents {
                let children = named(parent)["children"].as_array().expect("a list");
                assert!(children.contains(&region["id"]) && named(parent)["depth"].as_u64() < region["depth"].as_u64());
            }
        }
    }
}

fn fields(value: &Value, found: &mut impl FnMut(&str)) {
    match value {
        Value::Object(object) => object.iter().for_each(|(name, value)| {
            found(name);
            fields(value, found);
        }),
        Value::Array(list) => list.iter().for_each(|value| fields(value, found)),
        _ => {}
    }
}

#[test]
fn the_same_whatever_the_number_of_jobs() {
    let Some(place) = Place::new() else { return };
    let json = |jobs: &str| {
        let mut report = place.json(&["--no-speculation", "--jobs", jobs, "entries.c"]);
        report.as_object_mut().expect("an object").remove("usage");
        report
    };
    let expected = without_usage(&place.run(&["--jobs", "1", "entries.c"]));
    assert_eq!(expected.matches("violated  ").count(), 3, "{expected}");
    assert_eq!(expected.matches("proved  ").count(), 3, "{expected}");
    for _ in 0..3 {
        assert_eq!(without_usage(&place.run(&["--no-speculation", "--jobs", "8", "entries.c"])), expected);
    }
    assert_eq!(json("1"), json("8"));
}

/// What is guessed may be shown by another execution, or proved in another region, but it is the same verdict.
#[test]
fn the_same_verdicts_whatever_is_guessed() {
    let Some(place) = Place::new() else { return };
    fs::write(place.path("climb.c"), CLIMB).expect("a file");
    for (file, proved, violated) in [("entries.c", 3, 3), ("climb.c", 5, 1)] {
        let verdicts = |args: &[&str]| {
            let text = out(&place.run(&[args, &["--check", "assert,bounds", file]].concat()));
            let verdicts = text.lines().filter(|line| !line.starts_with(' ') && line.contains(file));
            verdicts.map(str::to_owned).collect::<Vec<_>>()
        };
        let expected = verdicts(&["--jobs", "1", "--no-speculation"]);
        let count = |word: &str| expected.iter().filter(|line| line.starts_with(word)).count();
        assert_eq!((count("proved"), count("violated")), (proved, violated), "{expected:#?}");
        assert_eq!(verdicts(&["--jobs", "1"]), expected);
        assert_eq!(verdicts(&["--jobs", "8", "--no-speculation"]), expected);
        for _ in 0..10 {
            assert_eq!(verdicts(&["--jobs", "8"]), expected);
        }
    }
}

#[test]
fn colours_when_wanted() {
    let Some(place) = Place::new() else { return };
    let escapes = |command: &mut Command| common::run(command, b"", TOOL_LIMIT).stdout.contains(&0x1b);
    assert!(!escapes(&mut place.command(&["safe.c"])), "standard output is no terminal");
    assert!(escapes(&mut place.command(&["--color", "always", "safe.c"])));
    assert!(escapes(place.command(&["--color", "always", "safe.c"]).env("NO_COLOR", "1")), "the option is stronger");
    assert!(!escapes(&mut place.command(&["--color", "never", "safe.c"])));
}

#[test]
fn quiet_and_verbose() {
    let Some(place) = Place::new() else { return };
    let quiet = out(&place.run(&["-q", "safe.c"]));
    assert_eq!(quiet.lines().count(), 1, "{quiet}");
    let verbose = out(&place.run(&["-v", "safe.c"]));
    assert!(verbose.contains("\n          qicc "), "{verbose}");
    let verbose = out(&place.run(&[&CBMC[..], &["-v", "safe.c"]].concat()));
    assert!(verbose.contains("\n          CBMC "), "{verbose}");
}

#[test]
fn saved_runs_can_be_run_again_by_hand() {
    let Some(place) = Place::new() else { return };
    for (file, code, status) in [("safe.c", 0, "SUCCESS"), ("unsafe.c", 1, "FAILURE")] {
        // The second time replaces the first.
        let outcome = place.run(&[&CBMC[..], &["--save", "kept", file]].concat());
        assert_eq!(outcome.code, Some(code), "{}", outcome.stderr_text());
        let saved: Value =
            serde_json::from_slice(&fs::read(place.path("kept/report.json")).expect("a report")).expect("JSON");
        assert_eq!(saved["exit"], code);
        let readme = fs::read_to_string(place.path("kept/README")).expect("a page");
        assert!(readme.contains(&format!("{file}:")) && readme.contains("task-1, main"), "{readme}");
        let script = last_script(&place.path("kept/task-1"));
        assert!(fs::metadata(&script).expect("a script").permissions().mode() & 0o111 != 0);
        // Elsewhere, and without the variable: the script has all that it needs.
        let again = common::run(Command::new(&script).current_dir("/"), b"", TOOL_LIMIT);
        let answer: Value = serde_json::from_slice(&again.stdout).expect("JSON of CBMC");
        let results = answer.as_array().into_iter().flatten().find_map(|part| part["result"].as_array());
        let first = results.into_iter().flatten().find(|result| result["description"] == "qicc:0");
        assert_eq!(first.map(|result| &result["status"]), Some(&status.into()), "{}", out(&again));
    }
    let outcome = place.run(&["--save", ".", "safe.c"]);
    assert_eq!(outcome.code, Some(2));
    assert!(outcome.stderr_text().contains("is not empty"), "{}", outcome.stderr_text());
}

fn last_script(folder: &Path) -> PathBuf {
    let files = fs::read_dir(folder).expect("a folder").flatten().map(|entry| entry.path());
    let scripts = files.filter(|path| path.extension().is_some_and(|extension| extension == "sh"));
    scripts.max().expect("a script")
}

#[test]
fn ctrl_c_ends_everything_and_says_what_is_known() {
    let Some(place) = Place::new() else { return };
    let marker = format!("qicc-test-{}", std::process::id());
    let mut command = place.command(&[&CBMC[..], &["--jobs", "2", "--time-limit", "90s", "endless.c"]].concat());
    command.env("QICC_TEST_MARKER", &marker).stdout(Stdio::piped()).stderr(Stdio::null());
    let child = command.spawn().expect("qicc");
    let cbmc_runs = || processes(&marker).iter().any(|command| command.contains("endless") || command.contains("cbmc"));
    let deadline = Instant::now() + TOOL_LIMIT;
    while !cbmc_runs() {
        assert!(Instant::now() < deadline, "CBMC does not start");
        std::thread::sleep(Duration::from_millis(20));
    }
    // Behind the question for the version.
    std::thread::sleep(Duration::from_secs(2));
    let killed = Command::new("kill").args(["-INT", &child.id().to_string()]).status().expect("kill");
    assert!(killed.success());
    let since = Instant::now();
    let output = child.wait_with_output().expect("qicc ends");
    assert!(since.elapsed() < Duration::from_secs(20), "it took {:?}", since.elapsed());
    assert_eq!(output.status.code(), Some(130));
    let text = String::from_utf8_lossy(&output.stdout);
    assert!(text.contains("[interrupted]") && text.contains("1 unknown · interrupted · CBMC"), "{text}");
    assert_eq!(processes(&marker), [""; 0]);
    assert_eq!(fs::read_dir(place.path("tmp")).expect("a folder").count(), 0, "temporary files are left");
}

/// While files are still read nothing is known, and Ctrl-C simply ends qicc; a terminal sends it to the compiler as
/// well.
#[test]
fn ctrl_c_while_files_are_read_leaves_nothing() {
    let Some(place) = Place::new() else { return };
    fs::write(place.path("cc"), "#!/bin/sh\nexec sleep 100\n").expect("a file");
    fs::set_permissions(place.path("cc"), fs::Permissions::from_mode(0o755)).expect("a file of ours");
    let marker = format!("qicc-test-read-{}", std::process::id());
    let mut command = place.command(&["--cc", "./cc", "safe.c", "unsafe.c"]);
    command.env("QICC_TEST_MARKER", &marker).stdout(Stdio::null()).stderr(Stdio::null()).process_group(0);
    let mut child = command.spawn().expect("qicc");
    let deadline = Instant::now() + TOOL_LIMIT;
    while !processes(&marker).iter().any(|command| command.contains("sleep")) {
        assert!(Instant::now() < deadline, "the compiler does not start");
        std::thread::sleep(Duration::from_millis(20));
    }
    let killed = Command::new("kill").args(["-INT", "--", &format!("-{}", child.id())]).status().expect("kill");
    assert!(killed.success());
    let status = child.wait().expect("qicc ends");
    assert_eq!(status.signal(), Some(2), "{status}");
    let deadline = Instant::now() + Duration::from_secs(20);
    while !processes(&marker).is_empty() {
        assert!(Instant::now() < deadline, "left behind: {:?}", processes(&marker));
        std::thread::sleep(Duration::from_millis(20));
    }
    assert_eq!(fs::read_dir(place.path("tmp")).expect("a folder").count(), 0, "temporary files are left");
}

/// The command lines of all processes with this text in their environment.
fn processes(marker: &str) -> Vec<String> {
    let mut found = Vec::new();
    for process in fs::read_dir("/proc").expect("Linux").flatten() {
        let environment = fs::read(process.path().join("environ")).unwrap_or_default();
        if environment.windows(marker.len()).any(|window| window == marker.as_bytes()) {
            let command = fs::read(process.path().join("cmdline")).unwrap_or_default();
            found.push(String::from_utf8_lossy(&command).replace('\0', " "));
        }
    }
    found
}

#[test]
fn tasks_that_expect_something_else_get_a_note() {
    let Some(place) = Place::new() else { return };
    let program = "extern void reach_error(void);\nint main(void) { int x = 1; if (x) reach_error(); return 0; }\n";
    fs::write(place.path("t.c"), program).expect("a file");
    fs::write(place.path("p.prp"), "CHECK( init(main()), LTL(G ! call(reach_error())) )\n").expect("a file");
    let task = |expected: bool| {
        let text = "format_version: '2.0'\ninput_files: t.c\nproperties:\n  - property_file: p.prp\n";
        fs::write(place.path("t.yml"), format!("{text}    expected_verdict: {expected}\n")).expect("a file");
        place.run(&["t.yml"])
    };
    let outcome = task(true);
    let note = "note: the task expects that p.prp holds, and here it is violated\n";
    assert!(outcome.code == Some(1) && out(&outcome).contains(note), "{}", out(&outcome));
    let outcome = task(false);
    assert!(outcome.code == Some(1) && !out(&outcome).contains("note:"), "{}", out(&outcome));
}

#[test]
fn completions_and_manual_pages() {
    for shell in ["bash", "zsh", "fish", "elvish", "powershell"] {
        let text = out(&bare(&["completions", shell]));
        assert!(text.contains("memory-limit") && text.contains("explain"), "{shell}");
    }
    let folder = tempfile::tempdir().expect("a temporary folder");
    let outcome = bare(&["man", "--dir", &folder.path().join("man1").to_string_lossy()]);
    assert_eq!(outcome.code, Some(0), "{}", outcome.stderr_text());
    for page in ["qicc.1", "qicc-emit.1", "qicc-explain.1"] {
        let text = fs::read_to_string(folder.path().join("man1").join(page)).expect(page);
        assert!(text.contains(".SH NAME") && text.contains("qicc "), "{page}");
    }
    assert!(out(&bare(&["man"])).contains("memory\\-limit"));
}

/// A verifier with one verdict for all: it compiles the program and runs it.
const RUNNER: &str = "\
#!/bin/sh
if [ \"$1\" = version ]; then echo runner 1.0; exit; fi
echo 'extern void _Exit(int); void reach_error(void) { _Exit(10); }' > stub.c
cc -w \"$1\" stub.c -o run || exit 3
./run
[ $? = 10 ] && echo RESULT: false || echo RESULT: true
";

const RUNNER_DESCRIPTION: &str = "\
name = 'runner'
title = 'Runner'
programs = ['runner']
variable = 'RUNNER'
get = 'it is part of a test'
dialect = 'sv-comp'

[version]
args = ['version']
pattern = '^runner (\\S+)$'

[run]
args = ['{program}']
ilp32 = []
lp64 = []

[answer.true]
grounds = 'there is one execution'
exit = [0]
once = ['^RESULT: true$']

[answer.false]
exit = [0]
once = ['^RESULT: false$']
";

#[test]
fn a_verifier_with_one_verdict_for_all_is_asked_again_in_halves() {
    let Some(place) = Place::new() else { return };
    let program = "#include <assert.h>\nint main(void)\n{\n    int x = 5;\n    assert(x > 1);\n    assert(x > 2);\n    \
                   assert(x > 6);\n    assert(x > 3);\n    assert(x > 4);\n    return 0;\n}\n";
    fs::write(place.path("five.c"), program).expect("a file");
    fs::write(place.path("runner.toml"), RUNNER_DESCRIPTION).expect("a file");
    fs::write(place.path("runner"), RUNNER).expect("a file");
    fs::set_permissions(place.path("runner"), fs::Permissions::from_mode(0o755)).expect("a mode");
    let run = |jobs: &str| {
        let args = ["--format", "json", "--verifier", "runner.toml", "--jobs", jobs, "five.c"];
        let outcome = common::run(place.command(&args).env("RUNNER", place.path("runner")), b"", TOOL_LIMIT);
        let mut report: Value =
            serde_json::from_slice(&outcome.stdout).unwrap_or_else(|error| panic!("{error}: {outcome:?}"));
        let tasks = report["usage"]["tasks"].clone();
        report.as_object_mut().expect("an object").remove("usage");
        (report, tasks)
    };
    let (report, tasks) = run("1");
    let verdicts: Vec<&Value> = report["properties"].as_array().into_iter().flatten().map(|p| &p["verdict"]).collect();
    assert_eq!(verdicts, ["proved", "proved", "violated", "proved", "proved"]);
    assert_eq!(tasks, 5, "all; the first three, the last two; two, one");
    assert_eq!(run("4"), (report, tasks));
}

#[test]
fn properties_come_in_the_order_of_the_source() {
    let Some(place) = Place::new() else { return };
    let program = "#include <assert.h>\nint a[4];\nint main(void)\n{\n    int i = 2;\n    a[i] = 1;\n    assert(a[i] == 1);\n    \
                   a[i + 1] = 2;\n    assert(a[i + 1] == 2);\n    return 0;\n}\n";
    fs::write(place.path("order.c"), program).expect("a file");
    let report = place.json(&["--check", "assert, bounds", "order.c"]);
    let lines: Vec<u64> =
        report["properties"].as_array().into_iter().flatten().filter_map(|p| p["line"].as_u64()).collect();
    assert!(lines.len() > 3 && lines.is_sorted(), "{lines:?}");
}
