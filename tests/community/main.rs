//! Our witnesses before the community: what its linter for GraphML and its schemas for YAML ask for, written down here
//! from the public descriptions, and nothing of qicc's own reader. Every command that makes witnesses is asked for
//! some. One fault for each rule shows that it is looked at, and that `qicc witness lint` sees it, too.
//!
//! Where the linter itself, CPAchecker or Ultimate can be had, they read our witnesses as well.

#[path = "../common/mod.rs"]
mod common;
mod graphml;
mod yaml;

use rayon::prelude::*;
use sha2::{Digest, Sha256};
use std::ffi::OsStr;
use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

const FORMATS: [&str; 2] = ["yml", "graphml"];

/// What breaks a rule: the rule, and where.
#[derive(Default)]
pub struct Found(Vec<(&'static str, String)>);

impl Found {
    pub fn add(&mut self, rule: &'static str, what: &str) {
        self.0.push((rule, what.to_owned()));
    }
}

fn base(name: &str) -> &str {
    name.rsplit('/').next().unwrap_or(name)
}

fn sha256(text: &[u8]) -> String {
    let mut hash = String::new();
    Sha256::digest(text).iter().for_each(|byte| _ = write!(hash, "{byte:02x}"));
    hash
}

/// Date and time to the second, in UTC or with hours and minutes beside it.
fn is_time(text: &str) -> bool {
    let shape: String = text.chars().map(|c| if c.is_ascii_digit() { '0' } else { c }).collect();
    let zone = shape.strip_prefix("0000-00-00T00:00:00");
    zone.is_some_and(|zone| ["Z", "+00:00", "-00:00"].contains(&zone))
}

/// What the community has against a witness.
fn lint(witness: &Path, programs: &[PathBuf]) -> Found {
    let text = fs::read_to_string(witness).expect("a witness");
    let read = |path: &PathBuf| (path.to_string_lossy().into_owned(), fs::read(path).expect("a program"));
    let programs: Vec<(String, Vec<u8>)> = programs.iter().map(read).collect();
    let programs: Vec<(&str, &[u8])> = programs.iter().map(|(name, text)| (name.as_str(), &text[..])).collect();
    let mut found = Found::default();
    match witness.extension().and_then(OsStr::to_str) {
        Some("graphml") => graphml::lint(&text, &programs, &mut found),
        _ => yaml::lint(&text, &programs, &mut found),
    }
    found
}

/// Those of witnesses that somebody has something against.
fn check(witnesses: &[(PathBuf, Vec<PathBuf>)]) {
    let mut wrong = String::new();
    for (witness, programs) in witnesses {
        for (rule, what) in lint(witness, programs).0 {
            _ = writeln!(wrong, "{}: {rule}: {what}", witness.display());
        }
    }
    assert!(wrong.is_empty(), "\n{wrong}");
}

fn run(command: &mut Command) -> (Option<i32>, String) {
    let outcome = common::run(command, b"", common::TOOL_LIMIT);
    (outcome.code, String::from_utf8_lossy(&outcome.stdout).into_owned() + &outcome.stderr_text())
}

/// The witnesses in a folder, which are about a program.
fn written(folder: &Path, programs: &[PathBuf]) -> Vec<(PathBuf, Vec<PathBuf>)> {
    let paths = fs::read_dir(folder).expect("a folder").map(|entry| entry.expect("an entry").path());
    let is_witness = |path: &PathBuf| path.extension().is_some_and(|extension| FORMATS.iter().any(|f| extension == *f));
    let mut found: Vec<PathBuf> = paths.filter(is_witness).collect();
    found.sort();
    found.into_iter().map(|path| (path, programs.to_vec())).collect()
}

/// A program of two files, with characters that are no bytes; the second file decides whether something is violated.
fn two_files(folder: &Path, limit: u32) -> Vec<PathBuf> {
    let main = "#include <assert.h>\nextern int __VERIFIER_nondet_int(void);\nextern int limit(int most);\n\
                /* \u{e4}\u{f6}\u{fc}: a comment */ int main(void) {\n    int n = __VERIFIER_nondet_int();\n    \
                int i = 0;\n    while (i < limit(n)) {\n        i++;\n    }\n    assert(i <= 4);\n    return 0;\n}\n";
    let other =
        format!("int limit(int most) {{\n    if (most > {limit})\n        return {limit};\n    return most;\n}}\n");
    let files = [("two_main.c", main.to_owned()), ("two_other.c", other)];
    let write = |(name, text): (&str, String)| {
        let path = folder.join(name);
        fs::write(&path, text).expect("a file");
        path
    };
    files.map(write).to_vec()
}

#[test]
fn what_is_proved_and_violated() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut programs: Vec<Vec<PathBuf>> = common::files("testimony", "c").into_iter().map(|path| vec![path]).collect();
    for limit in [4, 5] {
        let folder = folder.path().join(format!("two-{limit}"));
        fs::create_dir(&folder).expect("a folder");
        programs.push(two_files(&folder, limit));
    }
    let ways: [&[&str]; 3] =
        [&["check"], &["--verifier", "embedded"], &["cmc", "--stage", "value:5s", "--stage", "cfa+kinduction:20s"]];
    let mut cases = Vec::new();
    for (number, program) in programs.iter().enumerate() {
        for format in FORMATS {
            // Analyses do not matter to the form of a witness: some of each way have to do.
            cases
                .extend((0..3).filter(|way| *way == 0 || number % 5 == *way).map(|way| (number, program, format, way)));
        }
    }
    let asked = |(number, program, format, way): &(usize, &Vec<PathBuf>, &str, usize)| {
        let own = folder.path().join(format!("{number}-{way}-{format}"));
        fs::create_dir(&own).expect("a folder");
        // Which analysis it is, only the first command knows.
        let text = fs::read(&program[0]).expect("a program");
        let options = if *way == 0 { common::Options::of(&text).args } else { Vec::new() };
        let witness = own.join(format!("w.{format}"));
        let mut command = common::qicc();
        command.args(ways[*way]).args(options).args(*program).arg("--witness").arg(witness);
        let (code, said) = run(&mut command);
        assert!(matches!(code, Some(0 | 1 | 3 | 4)), "{program:?}: {said}");
        written(&own, program)
    };
    let witnesses: Vec<(PathBuf, Vec<PathBuf>)> = cases.par_iter().flat_map(asked).collect();
    assert!(witnesses.len() >= 50, "{} witnesses", witnesses.len());
    assert!(witnesses.iter().filter(|(_, programs)| programs.len() == 2).count() >= 4, "{witnesses:?}");
    check(&witnesses);
}

#[test]
fn what_is_converted() {
    let folder = tempfile::tempdir().expect("a folder");
    let all: Vec<PathBuf> =
        ["yml", "graphml"].iter().flat_map(|extension| common::files("witnesses", extension)).collect();
    let convert = |witness: &PathBuf| {
        let name = witness.file_name().expect("a name").to_string_lossy().into_owned();
        let program = name.split(['-', '.']).next().expect("a name").to_owned();
        let program = common::data("witnesses").join(format!("{program}.c"));
        let other = if name.ends_with(".yml") { "graphml" } else { "yml" };
        let made = folder.path().join(format!("{name}.{other}"));
        let mut command = common::qicc();
        command.args(["witness", "convert", "--approximate"]).arg(witness).arg(&program).arg("-o").arg(&made);
        let (code, said) = run(&mut command);
        assert!(matches!(code, Some(0 | 2)), "{name}: {said}");
        // A function that the program does not have stays one.
        let is_named = lint(witness, std::slice::from_ref(&program)).0.iter().all(|found| found.0 != "function");
        (made.exists() && is_named).then(|| (made, vec![program]))
    };
    let witnesses: Vec<(PathBuf, Vec<PathBuf>)> = all.par_iter().filter_map(convert).collect();
    for format in FORMATS {
        let count = witnesses.iter().filter(|(path, _)| path.extension().is_some_and(|e| e == format)).count();
        assert!(count >= 40, "{count} as {format}");
    }
    check(&witnesses);
}

#[test]
fn what_is_refined() {
    let folder = tempfile::tempdir().expect("a folder");
    let program = common::data("testimony").join("ways.c");
    let full = folder.path().join("full.yml");
    assert_eq!(run(common::qicc().args(["check", "--witness"]).arg(&full).arg(&program)).0, Some(1));
    for format in FORMATS {
        let made = folder.path().join(format!("refined.{format}"));
        let mut command = common::qicc();
        command.args(["witness", "refine", "--step", "predicate", "-o"]).arg(&made).arg(&program).arg(&full);
        let (code, said) = run(&mut command);
        assert!(code == Some(0) && made.exists(), "{said}");
    }
    check(&written(folder.path(), &[program]));
}

/// Places in the file are counted in characters, not in bytes.
#[test]
fn offsets_are_of_characters() {
    let folder = tempfile::tempdir().expect("a folder");
    let program = folder.path().join("main.c");
    let text = "extern void reach_error(void);\r\n// \u{e4}\u{1f600}\r\nint main(void) {\r\n    \
                /* \u{2192} */ reach_error();\r\n    return 0;\r\n}\r\n";
    fs::write(&program, text).expect("a file");
    let witness = folder.path().join("w.graphml");
    let (code, said) = run(common::qicc().args(["check", "--witness"]).arg(&witness).arg(&program));
    assert_eq!(code, Some(1), "{said}");
    let witness = fs::read_to_string(witness).expect("a witness");
    let (_, offset) = witness.rsplit_once("\"startoffset\">").expect("an offset");
    let offset: usize = offset.split('<').next().and_then(|number| number.parse().ok()).expect("a number");
    let there: String = text.chars().skip(offset).take(11).collect();
    assert_eq!(there, "reach_error", "{witness}");
}

/// One fault: the rule that it breaks here, the text that is replaced, what it becomes, and what qicc says of it.
type Fault = (&'static str, &'static str, &'static str, &'static str);

const NODE: &str = "<node id=\"B\"></node>";
const EDGE: &str = "<edge source=\"A\" target=\"B\">";
const KEY: &str = "<key id=\"entry\" attr.name=\"entry\" attr.type=\"boolean\" for=\"node\"/>";
const MODEL: &str = "<data key=\"architecture\">32bit</data>";

const OF_GRAPHML: &[Fault] = &[
    ("malformed", "</graphml>", "", "cut off"),
    ("root", "graphml", "graph", "no GraphML"),
    ("namespace", "graphdrawing.org/xmlns", "graphdrawing.org", "`xmlns`"),
    ("namespace", "xmlns:xsi=\"http://www.w3.org/2001/XMLSchema-instance\"", "", "no `xmlns:xsi`"),
    ("attribute", "<graphml ", "<graphml version=\"1\" ", "unknown attribute `version`"),
    ("graphs", "</graph>", "</graph><graph edgedefault=\"directed\"/>", "a second graph"),
    ("element", "</graph>", "<port/></graph>", "element <port>"),
    ("element", NODE, "<node id=\"B\"><desc>b</desc></node>", "<desc>"),
    ("edgedefault", " edgedefault=\"directed\"", "", "`edgedefault`"),
    ("edgedefault", "\"directed\"", "\"undirected\"", "directed"),
    ("key", " for=\"node\"/>", "/>", "no `for`"),
    ("key", "<key id=\"sink\" ", "<key ", "no id"),
    ("domain", KEY, "<key id=\"entry\" attr.name=\"entry\" attr.type=\"boolean\" for=\"edge\"/>", "is for a node"),
    ("domain", KEY, "<key id=\"entry\" attr.name=\"entry\" attr.type=\"boolean\" for=\"all\"/>", "is for a node"),
    ("declared twice", KEY, "<key id=\"sink\" attr.name=\"sink\" attr.type=\"boolean\" for=\"node\"/>", "twice"),
    (
        "default",
        KEY,
        "<key id=\"entry\" attr.name=\"entry\" attr.type=\"boolean\" for=\"node\"><default>true</default></key>",
        "default of entry is false",
    ),
    (
        "default",
        KEY,
        "<key id=\"entry\" attr.name=\"entry\" attr.type=\"boolean\" for=\"node\"><default a=\"b\">false</default></key>",
        "unknown attribute `a`",
    ),
    ("data", MODEL, "<data key=\"architecture\" id=\"a\">32bit</data>", "unknown attribute `id`"),
    ("data", MODEL, "<data key=\"architecture\">32bit<b/></data>", "element <b>"),
    ("data", NODE, "<node id=\"B\"><data>x</data></node>", "no key"),
    ("empty", ">t</data>", "></data>", "`producer` has no value"),
    ("undeclared", NODE, "<node id=\"B\"><data key=\"mood\">x</data></node>", "mood is not declared"),
    ("misplaced", NODE, "<node id=\"B\"><data key=\"control\">condition-true</data></node>", "no meaning here"),
    (
        "misplaced",
        "<graph edgedefault=\"directed\">",
        "<key id=\"mood\" attr.name=\"mood\" attr.type=\"string\" for=\"edge\"/>\
         <graph edgedefault=\"directed\"><data key=\"mood\">x</data>",
        "another element: edge",
    ),
    ("other kind", "violation_witness", "correctness_witness", "no violations and no sinks"),
    ("other kind", NODE, "<node id=\"B\"><data key=\"invariant\">1</data></node>", "no invariants"),
    ("value", ">true</data></node>", ">yes</data></node>", "true or false"),
    ("value", "condition-true", "yes", "condition-true or condition-false"),
    ("value", MODEL, "<data key=\"architecture\">16bit</data>", "no architecture"),
    ("value", ">C<", ">D<", "not C"),
    ("missing", MODEL, "", "no `architecture`"),
    ("missing", "<data key=\"producer\">t</data>", "", "no `producer`"),
    ("repeated", MODEL, "<data key=\"programfile\">b.c</data>", "more than one `programfile`"),
    ("repeated", MODEL, "<data key=\"producer\">b</data>", "more than one `producer`"),
    ("time", "2026-11-16T00:59:21Z", "2026-11-16 00:59", "no time"),
    ("hash", "6d4a", "6d4b", "not the SHA-256"),
    ("node twice", NODE, "<node id=\"A\"></node>", "two nodes"),
    ("node", NODE, "<node id=\"B\" kind=\"b\"></node>", "unknown attribute `kind`"),
    ("entry", "<data key=\"entry\">true</data>", "", "no node is the entry"),
    ("entry", NODE, "<node id=\"B\"><data key=\"entry\">true</data></node>", "more than one entry"),
    (
        "cyclehead",
        "<graph edgedefault=\"directed\">",
        "<key id=\"cyclehead\" attr.name=\"cyclehead\" attr.type=\"boolean\" for=\"node\"/>\
         <graph edgedefault=\"directed\"><node id=\"C\"><data key=\"cyclehead\">true</data></node>\
         <node id=\"D\"><data key=\"cyclehead\">true</data></node>",
        "more than one `cyclehead`",
    ),
    ("edge", EDGE, "<edge source=\"A\">", "no target"),
    ("no such node", EDGE, "<edge source=\"A\" target=\"C\">", "no such node"),
    ("self-loop", EDGE, "<edge source=\"A\" target=\"A\"></edge><edge source=\"A\" target=\"B\">", "to itself"),
    ("sink", EDGE, "<edge source=\"S\" target=\"B\"></edge><edge source=\"A\" target=\"B\">", "which is a sink"),
    ("result", ">x == 7<", ">\\result == 7<", "no assumption.resultfunction"),
    ("line", ">9<", ">90<", "no line 90"),
    ("offset", "<data key=\"startline\">4</data>", "<data key=\"startoffset\">4000</data>", "no offset 4000"),
    ("function", ">main<", ">mane<", "no function `mane`"),
];

const OF_VIOLATIONS: &[Fault] = &[
    ("malformed", "content:", "content: [", "no YAML"),
    ("value", "- entry_type: violation_sequence", "- entry_type: violation", "no type of entries"),
    ("value", "format_version: \"2.0\"", "format_version: \"3.0\"", "version `3.0`"),
    ("value", "91023a0f-", "", "no UUID"),
    ("value", "creation_time: 2026-11-16T00:59:21Z", "creation_time: yesterday", "no time"),
    ("missing", "creation_time: 2026-11-16T00:59:21Z", "", "no `creation_time`"),
    ("missing", ", version: \"1\"", "", "no `version`"),
    ("unknown", "language: C", "language: C\n      mood: good", "unknown key `mood`"),
    ("value", "ILP32", "LLP64", "no data model"),
    ("value", "language: C", "language: D", "not C"),
    ("files", "input_files: [\"prog.c\"]", "input_files: []", "no input files"),
    ("hash", "6d4a", "6d4b", "not the SHA-256"),
    ("hash", "input_file_hashes: {\"prog.c\"", "input_file_hashes: {\"b.c\"", "none of the input files"),
    ("value", "type: assumption", "type: guess", "no type of waypoints"),
    ("value", "action: avoid", "action: skip", "no action"),
    ("missing", "constraint: {value: \"x == 7\", format: c_expression}, ", "", "needs a constraint"),
    ("missing", ", format: c_expression", "", "no `format`"),
    ("unknown", "value: \"true\"", "value: \"true\", format: c_expression", "no format"),
    ("missing", "file_name: prog.c, ", "", "no `file_name`"),
    ("unknown", "function: main}", "function: main, mood: good}", "unknown key `mood`"),
    ("value", "line: 5", "line: 0", "a number from 1"),
    ("line", "line: 5", "line: 50", "no line 50"),
    ("column", "column: 3", "column: 300", "no column 300"),
    ("file", "file_name: prog.c", "file_name: b.c", "none of the input files"),
    ("function", "function: main", "function: mane", "no function `mane`"),
    (
        "segment",
        "action: follow, constraint: {value: \"x",
        "action: avoid, constraint: {value: \"x",
        "no waypoint to follow",
    ),
    ("segment", "action: avoid", "action: follow", "more than one waypoint to follow"),
    (
        "target",
        "type: branching, action: follow, constraint: {value: \"true\"}",
        "type: target, action: follow",
        "last segment",
    ),
    ("target", "type: target", "type: function_enter", "does not end with a target"),
];

const OF_INVARIANTS: &[Fault] = &[
    ("value", "type: loop_invariant", "type: guess", "no type of invariants"),
    ("value", "format: c_expression", "format: lisp", "no format `lisp`"),
    ("missing", "value: \"y >= 0\", ", "", "no value"),
    ("missing", ", location: {file_name: prog.c, line: 6, column: 3, function: main}", "", "no `location`"),
];

/// Every rule notices what breaks it, and qicc says the same.
#[test]
fn faults_are_noticed() {
    let folder = tempfile::tempdir().expect("a folder");
    let program = common::data("witness").join("prog.c");
    let suites =
        [("good.graphml", OF_GRAPHML), ("good_violation.yml", OF_VIOLATIONS), ("good_invariants.yml", OF_INVARIANTS)];
    let mut wrong = String::new();
    for (name, faults) in suites {
        let good = common::data("witness").join(name);
        check(&[(good.clone(), vec![program.clone()])]);
        let good = fs::read_to_string(good).expect("a witness");
        for (number, (rule, from, to, said)) in faults.iter().enumerate() {
            assert!(good.contains(from), "{from} is not in {name}");
            let path = folder.path().join(format!("{number}-{name}"));
            let to = if *rule == "repeated" { format!("{from}{to}") } else { (*to).to_owned() };
            let all = if *rule == "root" { usize::MAX } else { 1 };
            fs::write(&path, good.replacen(from, &to, all)).expect("a file");
            let found = lint(&path, std::slice::from_ref(&program)).0;
            if !found.iter().any(|found| found.0 == *rule) {
                _ = writeln!(wrong, "{name}: {from} → {to}: not {rule}, but {found:?}");
            }
            let (code, words) = run(common::qicc().args(["witness", "lint", "--strict"]).arg(&path).arg(&program));
            if code != Some(1) || !words.contains(said) {
                _ = writeln!(wrong, "{name}: {from} → {to}: qicc does not say {said}: {words}");
            }
        }
    }
    assert!(wrong.is_empty(), "\n{wrong}");
}

/// A proof and a violation in both formats.
fn examples(folder: &Path) -> Vec<(PathBuf, PathBuf, &'static str)> {
    let mut made = Vec::new();
    for (name, kind) in [("safe_loop", "correctness_witness"), ("branches", "violation_witness")] {
        for format in FORMATS {
            let program = common::data("testimony").join(format!("{name}.c"));
            let witness = folder.join(format!("{name}.{format}"));
            let (code, said) = run(common::qicc().args(["check", "--witness"]).arg(&witness).arg(&program));
            assert!(matches!(code, Some(0 | 1)), "{said}");
            made.push((program, witness, kind));
        }
    }
    made
}

/// A program of this machine, if it is there.
fn installed(names: &[&str]) -> Option<PathBuf> {
    let folders = std::env::var_os("PATH").unwrap_or_default();
    let mut found = std::env::split_paths(&folders).flat_map(|folder| names.iter().map(move |name| folder.join(name)));
    found.find(|path| path.is_file())
}

#[test]
fn before_the_linter_itself() {
    let Some(linter) = installed(&["witnesslinter.py", "witnesslinter", "witnesslint"]) else {
        return common::skip_foreign("witnesslint, the community's linter of GraphML");
    };
    let folder = tempfile::tempdir().expect("a folder");
    for (program, witness, _) in examples(folder.path()) {
        if witness.extension().is_some_and(|extension| extension == "graphml") {
            let (code, said) = run(Command::new(&linter).arg("--witness").arg(&witness).arg(&program));
            assert_eq!(code, Some(0), "{}: {said}", witness.display());
        }
    }
}

/// Validators confirm our witnesses, or do not know; they reject none.
#[test]
fn before_other_validators() {
    let tools: [(&str, &[&str]); 2] = [("CPAchecker", &["cpachecker", "cpa.sh"]), ("Ultimate", &["Ultimate.py"])];
    for (title, names) in tools {
        let Some(tool) = installed(names) else {
            common::skip_foreign(&format!("{title}, as a validator"));
            continue;
        };
        let folder = tempfile::tempdir().expect("a folder");
        let property = folder.path().join("unreach-call.prp");
        fs::write(&property, "CHECK( init(main()), LTL(G ! call(reach_error())) )\n").expect("a file");
        for (program, witness, kind) in examples(folder.path()) {
            let mut command = Command::new(&tool);
            command.current_dir(folder.path()).arg("--spec").arg(&property);
            match title {
                "CPAchecker" => command.args(["--64", "--witness-validation", "--witness"]).arg(&witness).arg(&program),
                _ => {
                    command.args(["--architecture", "64bit", "--full-output", "--validate"]).arg(&witness);
                    command.args(["--witness-type", kind, "--file"]).arg(&program)
                }
            };
            let (_, said) = run(&mut command);
            let rejected = if kind == "violation_witness" { "TRUE" } else { "FALSE" };
            let verdict = said.lines().any(|line| line == rejected || line.contains(&format!("result: {rejected}")));
            assert!(!verdict && !said.contains("not a valid witness"), "{}: {said}", witness.display());
        }
    }
}
