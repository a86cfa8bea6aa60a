//! Answers as CBMC gives them, whole, cut off and made up.

use super::command::{Version, refused};
use super::judge::{self, Findings, Trouble};
use super::stream::{self, Output};
use super::*;
use crate::cfa::{EdgeId, FuncId, PropId};
use crate::ctype::DataModel;
use crate::emit::{Guard, Origin, Printed, PrintedLoop, Probe, ProbeKind};
use crate::source::Span;
use crate::verifier::{Answer, End, Happening, Limits, Step, Usage, Verdict};
use std::collections::{BTreeMap, BTreeSet};
use std::time::Duration;

const LIMITS: Limits = Limits { wall: Duration::from_secs(9), cpu: None, memory: Some(1 << 30), output: 1 << 30 };

fn span(number: u32) -> Span {
    Span { unit: 0, start: number, end: number + 1 }
}

/// Two properties, a probe for the entry, a loop on lines 6 to 9.
fn task() -> Task {
    let origin = |line| Some(Origin { function: FuncId(0), edge: EdgeId(line), span: span(line) });
    let probe = |label: &str, what| Probe { label: label.into(), what };
    let printed = Printed {
        text: "int main(void)\n{\n}\n".into(),
        lines: (1..=40).map(origin).collect(),
        functions: BTreeMap::from([(FuncId(0), "main".into()), (FuncId(1), "callee".into())]),
        inputs: BTreeMap::new(),
        loops: vec![PrintedLoop {
            function: FuncId(0),
            head: crate::cfa::LocId(1),
            number: 0,
            line: 6,
            first: 6,
            last: 9,
            trips: None,
        }],
        guards: vec![Guard { label: "guard:0".into(), span: span(4), why: "it calls anything".into() }],
        layout: String::new(),
        moves_records: false,
        properties: BTreeSet::from([PropId(1), PropId(2)]),
        inexpressible: BTreeMap::new(),
        probes: vec![
            probe("probe:0", ProbeKind::Entry(FuncId(0))),
            probe("probe:1", ProbeKind::Before(span(3))),
            probe("probe:2", ProbeKind::After(span(3))),
        ],
    };
    let text =
        Text { printed, dialect: Dialect::Cbmc, program: None, model: DataModel::Lp64, shared: false, origin: None };
    Task {
        properties: text.printed.properties.clone(),
        text: Arc::new(text),
        entry: FuncId(0),
        traces: true,
        limits: LIMITS,
    }
}

/// The process that printed this.
struct Said {
    folder: tempfile::TempDir,
}

impl Said {
    fn new(text: &str) -> Said {
        let folder = tempfile::tempdir().expect("a temporary folder");
        std::fs::write(folder.path().join("out"), text).expect("a temporary file");
        std::fs::write(folder.path().join("err"), "").expect("a temporary file");
        Said { folder }
    }

    fn ended(&self, how: End) -> Ended {
        let path = |name| self.folder.path().join(name);
        let (stdout, stderr, folder) = (path("out"), path("err"), self.folder.path().to_owned());
        Ended { how, limits: LIMITS, usage: Usage::default(), stdout, stderr, folder }
    }
}

/// An answer of which the results are these, as `description status` or `name description status`.
fn answer(results: &[&str]) -> String {
    let mut elements = Vec::new();
    for (number, result) in results.iter().enumerate() {
        let words: Vec<&str> = result.split(' ').collect();
        let (name, description, status) = match words.as_slice() {
            [description, status] => (format!("main.assertion.{number}"), *description, *status),
            [name, description, status] => (name.to_string(), *description, *status),
            _ => panic!("two or three words"),
        };
        elements.push(format!(
            r#"{{"description": "{description}", "property": "{name}", "status": "{status}",
                "sourceLocation": {{"file": "program.i", "function": "main", "line": "6"}}}}"#
        ));
    }
    let failed = results.iter().any(|result| result.ends_with("FAILURE"));
    let status = if failed { "failure" } else { "success" };
    format!(
        r#"[{{"program": "CBMC 6.6.0"}}, {{"result": [{}]}}, {{"cProverStatus": "{status}"}}]"#,
        elements.join(", ")
    )
}

/// A session that is given these answers, one after the other, each with its exit code; its verdicts and the arguments
/// of all runs.
fn session(task: &Task, answers: &[(&str, End)]) -> (Answer, Vec<Vec<String>>) {
    let version = Version::parse("6.6.0 (cbmc-6.6.0)").expect("a version");
    let command = Arc::new(Command::new("/bin/cbmc".into(), &version));
    let mut session = Work::new(command, "CBMC 6.6.0".into(), task.clone(), Source::Text, 100);
    let (mut ended, mut runs, mut said) = (None, Vec::new(), Vec::new());
    loop {
        match session.next(ended.as_ref()) {
            Step::Done(answer) => return (answer, runs),
            Step::Think(_) => panic!("CBMC is no part of this process"),
            Step::Run(invocation) => {
                let (text, how) = answers.get(runs.len()).expect("no more runs than answers");
                runs.push(invocation.args);
                said.push(Said::new(text));
                ended = said.last().map(|said| said.ended(how.clone()));
            }
        }
    }
}

fn words(answer: &Answer) -> Vec<&'static str> {
    let word = |verdict: &Verdict| match verdict {
        Verdict::Unknown(reason) => reason.code(),
        known => known.word(),
    };
    answer.verdicts.values().map(word).collect()
}

/// The verdicts after one answer.
fn verdicts(results: &[&str], code: i32) -> Vec<&'static str> {
    words(&session(&task(), &[(&answer(results), End::Exit(code))]).0)
}

#[test]
fn success_is_believed_only_when_everything_agrees() {
    let good = ["probe:0 FAILURE", "qicc:1 SUCCESS", "qicc:2 SUCCESS"];
    assert_eq!(verdicts(&good, 10), ["proved", "proved"]);
    assert_eq!(verdicts(&good, 0), ["contradiction", "contradiction"]);
    assert_eq!(verdicts(&["probe:0 SUCCESS", "qicc:1 SUCCESS", "qicc:2 SUCCESS"], 0), ["vacuous", "vacuous"]);
    assert_eq!(verdicts(&["qicc:1 SUCCESS", "qicc:2 SUCCESS"], 0), ["vacuous", "vacuous"]);
    assert_eq!(verdicts(&["probe:0 FAILURE", "qicc:2 SUCCESS"], 10), ["not-answered", "proved"]);
    assert_eq!(verdicts(&["probe:0 FAILURE", "qicc:1 UNKNOWN", "qicc:2 SUCCESS"], 10), ["gave-up", "proved"]);
    let more = ["probe:0 FAILURE", "qicc:1 SUCCESS", "qicc:2 SUCCESS", "qicc:3 SUCCESS"];
    assert_eq!(verdicts(&more, 10), ["garbled", "garbled"]);
    let twice = ["probe:0 FAILURE", "a qicc:1 SUCCESS", "a qicc:1 UNKNOWN", "qicc:2 SUCCESS"];
    assert_eq!(verdicts(&twice, 10), ["contradiction", "contradiction"]);
    let guard = ["probe:0 FAILURE", "qicc:1 SUCCESS", "qicc:2 SUCCESS", "guard:0 FAILURE"];
    assert_eq!(verdicts(&guard, 10), ["not-supported", "not-supported"]);
    let layout = ["probe:0 FAILURE", "qicc:1 FAILURE", "qicc:2 SUCCESS", "guard:layout FAILURE"];
    assert_eq!(verdicts(&layout, 10), ["not-supported", "not-supported"]);
    let canary = ["probe:0 FAILURE", "qicc:1 SUCCESS", "qicc:2 SUCCESS", "library FAILURE"];
    assert_eq!(verdicts(&canary, 10), ["not-supported", "not-supported"]);
}

#[test]
fn an_assumption_that_nothing_passes_excludes_proofs() {
    let results = |after| {
        let after = format!("probe:2 {after}");
        verdicts(&["probe:0 FAILURE", "probe:1 FAILURE", &after, "qicc:1 SUCCESS", "qicc:2 SUCCESS"], 10)
    };
    assert_eq!(results("FAILURE"), ["proved", "proved"]);
    assert_eq!(results("SUCCESS"), ["vacuous", "vacuous"]);
}

#[test]
fn loops_grow_until_they_end() {
    let task = task();
    let open = answer(&["probe:0 FAILURE", "main.unwind.0 loop FAILURE", "qicc:1 SUCCESS", "qicc:2 SUCCESS"]);
    let closed = answer(&["probe:0 FAILURE", "qicc:1 SUCCESS", "qicc:2 SUCCESS"]);
    let (verdict, runs) = session(&task, &[(&open, End::Exit(10)), (&open, End::Exit(10)), (&closed, End::Exit(10))]);
    assert_eq!(words(&verdict), ["proved", "proved"]);
    assert!(!runs[0].contains(&"--unwindset".into()));
    assert!(runs[1].windows(2).any(|pair| pair == ["--unwindset", "main.0:9"]), "{:?}", runs[1]);
    assert!(runs[2].windows(2).any(|pair| pair == ["--unwindset", "main.0:17"]), "{:?}", runs[2]);
    let endless: Vec<(&str, End)> = (0..9).map(|_| (open.as_str(), End::Exit(10))).collect();
    assert_eq!(words(&session(&task, &endless).0), ["bound", "bound"]);
}

#[test]
fn what_was_found_before_a_limit_stays() {
    let first = answer(&["probe:0 FAILURE", "main.unwind.0 loop FAILURE", "qicc:1 FAILURE", "qicc:2 SUCCESS"]);
    let answers = [(first.as_str(), End::Exit(10)), ("[", End::TimeLimit), ("[", End::TimeLimit)];
    assert_eq!(words(&session(&task(), &answers).0), ["violated", "time-limit"]);
    for (how, word) in [
        (End::MemoryLimit, "memory-limit"),
        (End::Signal(9), "crashed"),
        (End::Exit(134), "crashed"),
        (End::Exit(64), "failed"),
        (End::Exit(10), "garbled"),
        (End::NotStarted { program: "cbmc".into(), message: "no such file".into() }, "missing"),
    ] {
        assert_eq!(words(&session(&task(), &[("[{\"program\": \"CBMC\"}", how)]).0), [word, word]);
    }
}

#[test]
fn a_violation_that_goes_away_without_slicing_is_none() {
    let first = answer(&["probe:0 FAILURE", "a qicc:1 FAILURE", "qicc:2 SUCCESS"]);
    let second = answer(&["a qicc:1 SUCCESS"]);
    let (verdict, runs) = session(&task(), &[(&first, End::Exit(10)), (&second, End::Exit(0))]);
    assert_eq!(words(&verdict), ["contradiction", "proved"]);
    assert!(runs[1].windows(2).any(|pair| pair == ["--property", "a"]));
    assert!(!runs[1].contains(&"--slice-formula".into()));
}

#[test]
fn a_cut_or_wrong_answer_is_garbled() {
    let whole = answer(&["probe:0 FAILURE", "qicc:1 SUCCESS", "qicc:2 SUCCESS"]);
    for length in 0..whole.len() {
        let word = words(&session(&task(), &[(&whole[..length], End::Exit(10))]).0);
        assert_eq!(word, ["garbled", "garbled"], "{}", &whole[..length]);
    }
    for wrong in ["[]", "{}", "[1]", "[{\"result\": 3}]", "[{\"result\": [{}]}]", "[{\"cProverStatus\": 1}]", "[] []"] {
        assert_eq!(words(&session(&task(), &[(wrong, End::Exit(0))]).0), ["garbled", "garbled"], "{wrong}");
    }
    let two = whole.replace("{\"cProverStatus\"", "{\"cProverStatus\": \"success\"}, {\"cProverStatus\"");
    assert_eq!(words(&session(&task(), &[(&two, End::Exit(10))]).0), ["contradiction", "contradiction"]);
}

#[test]
fn too_many_objects_get_more_bits() {
    let many = r#"[{"messageText": "too many addressed objects: maximum number", "messageType": "ERROR"}]"#;
    let good = answer(&["probe:0 FAILURE", "qicc:1 SUCCESS", "qicc:2 SUCCESS"]);
    let (verdict, runs) = session(&task(), &[(many, End::Exit(6)), (&good, End::Exit(10))]);
    assert_eq!(words(&verdict), ["proved", "proved"]);
    assert!(runs[1].windows(2).any(|pair| pair == ["--object-bits", "12"]));
    let all: Vec<(&str, End)> = (0..4).map(|_| (many, End::Exit(6))).collect();
    assert_eq!(words(&session(&task(), &all).0), ["gave-up", "gave-up"]);
}

#[test]
fn errors_have_reasons() {
    let memory = r#"[{"messageText": "Out of memory", "messageType": "ERROR"}]"#;
    assert_eq!(words(&session(&task(), &[(memory, End::Exit(6))]).0), ["out-of-memory", "out-of-memory"]);
    let syntax = r#"[{"messageText": "PARSING ERROR", "messageType": "ERROR"}]"#;
    assert_eq!(words(&session(&task(), &[(syntax, End::Exit(6))]).0), ["not-supported", "not-supported"]);
    assert_eq!(refused(139, "").code(), "crashed");
    assert_eq!(refused(15, "").code(), "crashed");
    assert_eq!(refused(1, "").code(), "failed");
}

#[test]
fn known_rounds_are_bounds_from_the_start() {
    let mut task = task();
    let mut text = Text {
        printed: task.text.printed.clone(),
        dialect: Dialect::Cbmc,
        program: None,
        model: DataModel::Lp64,
        shared: false,
        origin: None,
    };
    text.printed.loops[0].trips = Some(50);
    text.printed.loops[0].number = 1;
    let inner = PrintedLoop { number: 0, first: 7, last: 8, trips: Some(3), ..text.printed.loops[0].clone() };
    text.printed.loops.push(inner);
    task.text = Arc::new(text);
    let good = answer(&["probe:0 FAILURE", "qicc:1 SUCCESS", "qicc:2 SUCCESS"]);
    let (_, runs) = session(&task, &[(&good, End::Exit(10))]);
    assert!(runs[0].windows(2).any(|pair| pair == ["--unwindset", "main.1:51"]), "{:?}", runs[0]);
}

fn recorded(name: &str) -> Output {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/cbmc").join(name);
    stream::read(std::fs::File::open(path).expect("a recorded answer"))
}

/// What a recorded answer says about the task above.
fn findings(name: &str) -> Result<Findings, Trouble> {
    let said = Said::new("");
    let results = judge::complete(&said.ended(End::Exit(10)), recorded(name))?;
    judge::judge(results, &task()).map_err(Trouble::Other)
}

#[test]
fn executions_are_told_in_terms_of_the_source() {
    for name in ["trace6.json", "trace5.json"] {
        let findings = findings(name).expect("a good answer");
        let violation = &findings.violated[&PropId(1)];
        let steps = trace::steps(&violation.trace, &violation.name, &task().text.printed);
        let told: Vec<String> = steps
            .iter()
            .map(|step| {
                let line = step.span.map_or(0, |span| span.start);
                let what = match &step.what {
                    Happening::Assign { place, value } => format!("{place} = {value}"),
                    Happening::Call(name) => format!("call {name}"),
                    Happening::Return(name) => format!("return {name}"),
                    Happening::Branch(truth) => format!("branch {truth}"),
                    Happening::Violation => "violation".into(),
                };
                format!("{line} {}: {what}", step.function)
            })
            .collect();
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/cbmc").join(name).with_extension("expected");
        let told = told.join("\n") + "\n";
        if std::env::var_os("UPDATE").is_some() {
            std::fs::write(&path, &told).expect("a writable folder");
        }
        assert_eq!(told, std::fs::read_to_string(&path).expect("an expectation; UPDATE=1 writes it"), "{name}");
    }
}

#[test]
fn versions_are_known_or_refused() {
    let ready = |text: &str| {
        let said = Said::new(text);
        Cbmc::new("/bin/cbmc").ready(&said.ended(End::Exit(0))).map(|ready| ready.title().to_owned())
    };
    assert_eq!(ready("6.6.0 (cbmc-6.6.0)\n"), Ok("CBMC 6.6.0".into()));
    assert_eq!(ready("5.12 (cbmc-5.12)\n"), Ok("CBMC 5.12".into()));
    for wrong in ["4.2\n", "5.11 (cbmc-5.11)\n", "99.0 (x)\n", "", "hello\n"] {
        assert_eq!(ready(wrong).map_err(|reason| reason.code()), Err("version"), "{wrong}");
    }
}
