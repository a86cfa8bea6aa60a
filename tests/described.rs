//! Verifiers by description: a program that says what it is told, read by descriptions that are right or wrong.

#[path = "common/fault.rs"]
mod fault;

use fault::Fault;
use qicc::cfa::{FuncId, PropId};
use qicc::ctype::DataModel;
use qicc::emit::{Dialect, Printed};
use qicc::exec::{Driver, Workspace};
use qicc::verifier::{Described, Limits, Reason, Task, Text, Tool, Verdict};
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

/// A description that is right, but for what the test puts in the place of `ARGS`.
const DESCRIPTION: &str = r#"
name = "fake"
title = "Fake"
programs = ["fake-verifier"]
get = "it is in tests/tools"
dialect = "sv-comp"

[version]
args = ["version"]
pattern = '^fake (\S+)$'
from = "1"
below = "2"

[run]
args = [ARGS]
ilp32 = ["-m32"]
lp64 = ["-m64"]

[[answer.veto]]
because = "vacuous"
against = "true"
stdout = '^nothing to do$'
message = "there was nothing to do"

[[answer.veto]]
because = "not-supported"
stdout = '^error in line (?<line>\d+): (?<what>.*)$'
message = "{what}"

[answer.true]
grounds = "it was told so"
exit = [0]
once = ['^RESULT: true$']

[answer.false]
exit = [0, 10]
once = ['^RESULT: false$']

[[answer.unknown]]
because = "gave-up"
stdout = '^RESULT: unknown \((?<why>.*)\)$'
message = "{why}"
"#;

const TEXT: &str = "extern void reach_error(void);\nint main(void) { reach_error(); }\n";

const LIMITS: Limits = Limits { wall: Duration::from_secs(20), cpu: None, memory: Some(1 << 30), output: 1 << 20 };

/// A task about this text: its functions by name, the entry first, and how many properties it has.
struct Question {
    text: &'static str,
    functions: &'static [&'static str],
    properties: u32,
    model: DataModel,
    limits: Limits,
}

const QUESTION: Question =
    Question { text: TEXT, functions: &["main"], properties: 1, model: DataModel::Lp64, limits: LIMITS };

fn found(search: &qicc::verifier::Search) -> Option<PathBuf> {
    let tool = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/tools").join(&search.programs[0]);
    tool.is_file().then_some(tool)
}

fn described(text: &str) -> Described {
    Described::parse("my.toml", text, &found).unwrap_or_else(|wrong| panic!("{}", wrong.message))
}

/// Probes the verifier, gives it the task, and looks whether anything is left.
fn ask(tool: &Described, question: &Question) -> Result<Vec<Verdict>, Reason> {
    let fault = Fault::with_grace(Duration::from_millis(100));
    let ready = tool.ready(&fault.run_invocation(&tool.probe(), LIMITS))?;
    let properties: BTreeSet<PropId> = (0..question.properties).map(PropId).collect();
    let functions = question.functions.iter().enumerate().map(|(id, name)| (FuncId(id as u32), name.to_string()));
    let printed = Printed {
        text: question.text.into(),
        functions: functions.collect::<BTreeMap<_, _>>(),
        properties: properties.clone(),
        ..Printed::default()
    };
    let text = Arc::new(Text {
        printed,
        dialect: Dialect::SvComp,
        program: None,
        model: question.model,
        shared: false,
        origin: None,
    });
    let task = Task { text, entry: FuncId(0), properties, traces: true, limits: question.limits };
    let workspace = Arc::new(Workspace::temporary().expect("a temporary folder"));
    let driver = Arc::new(Driver::new(fault.runner.clone(), workspace, ready, Arc::new(())));
    let (answer, _) = fault.block_on(driver.run_task(1, "a task".into(), task));
    drop(driver);
    fault.nothing_is_left();
    Ok(answer.verdicts.into_values().collect())
}

/// What the verifier answers when it is started with these arguments.
fn verdicts(args: &[&str], question: &Question) -> Vec<Verdict> {
    let list: Vec<String> = args.iter().map(|arg| format!("'''{arg}'''")).collect();
    let args = format!("{}, '{{program}}', '{{model}}'", list.join(", "));
    ask(&described(&DESCRIPTION.replace("ARGS", &args)), question).expect("it is there")
}

fn word(verdict: &Verdict) -> &str {
    match verdict {
        Verdict::Unknown(reason) => reason.code(),
        known => known.word(),
    }
}

#[test]
fn what_it_says_is_a_verdict_or_a_reason() {
    for (args, expected) in [
        (&["say", "RESULT: true"][..], "proved"),
        (&["say", "RESULT: false"], "violated"),
        (&["exit", "10", "RESULT: false"], "violated"),
        (&["say", "RESULT: unknown (too hard)"], "gave-up"),
        // Answers twice.
        (&["say", "RESULT: true", "RESULT: true"], "garbled"),
        (&["say", "RESULT: false", "RESULT: false"], "garbled"),
        // Contradicts itself.
        (&["say", "RESULT: true", "RESULT: false"], "contradiction"),
        (&["say", "RESULT: false", "RESULT: true"], "contradiction"),
        (&["exit", "10", "RESULT: false", "RESULT: true"], "contradiction"),
        // Has words of a verdict, but not where a verdict is.
        (&["say", "the file RESULT: true"], "garbled"),
        (&["say", "RESULT: true or so"], "garbled"),
        // Answers with an error's exit code.
        (&["exit", "1", "RESULT: true"], "failed"),
        (&["exit", "10", "RESULT: true"], "failed"),
        (&["exit", "1", "RESULT: false"], "failed"),
        // A veto beats the verdict.
        (&["say", "RESULT: true", "nothing to do"], "vacuous"),
        (&["say", "nothing to do", "RESULT: false"], "violated"),
        (&["say", "error in line 2: no way", "RESULT: true"], "not-supported"),
        // Says nothing that can be understood.
        (&["say", ""], "garbled"),
        (&["garbage"], "garbled"),
        (&["stray", "7"], "garbled"),
        (&["exit", "0"], "garbled"),
        (&["exit", "3"], "failed"),
        (&["no-such-mode"], "failed"),
        (&["die", "SEGV"], "crashed"),
        (&["flood"], "output-limit"),
    ] {
        let found = verdicts(args, &QUESTION);
        assert_eq!(found.iter().map(word).collect::<Vec<_>>(), [expected], "{args:?}: {found:?}");
    }
}

#[test]
fn a_limit_is_a_reason() {
    let question = Question { limits: Limits { wall: Duration::from_millis(500), ..LIMITS }, ..QUESTION };
    let found = verdicts(&["fork-hang"], &question);
    assert_eq!(found, [Verdict::Unknown(Reason::TimeLimit(question.limits.wall))]);
}

#[test]
fn reasons_have_the_words_of_the_verifier() {
    for (args, expected) in [
        (&["exit", "4", "something", "it went wrong"][..], "the verifier failed with exit code 4: -m64"),
        (&["say", "RESULT: unknown (too hard)"], "the verifier gave up: too hard"),
        (
            &["say", "error in line 2: no way"],
            "not supported: no way, in line 2 of the printed program: int main(void) { reach_error(); }",
        ),
        (&["say", "error in line 0: no way"], "not supported: no way"),
        (&["say", "error in line 99: no way"], "not supported: no way"),
    ] {
        match &verdicts(args, &QUESTION)[..] {
            [Verdict::Unknown(reason)] => assert_eq!(reason.to_string(), expected),
            found => panic!("{args:?}: {found:?}"),
        }
    }
}

#[test]
fn one_verdict_is_for_all_properties() {
    let question = Question { properties: 3, ..QUESTION };
    let words = |args: &[&str]| verdicts(args, &question).iter().map(|v| word(v).to_string()).collect::<Vec<_>>();
    assert_eq!(words(&["say", "RESULT: true"]), ["proved"; 3]);
    assert_eq!(words(&["say", "RESULT: false"]), ["one-of-several"; 3]);
    assert_eq!(words(&["garbage"]), ["garbled"; 3]);
}

/// A description of a shell that runs this script, and what is added to it.
fn shell(script: &str, more: &str) -> String {
    let text = DESCRIPTION
        .replace("\"fake-verifier\"", "\"sh\"")
        .replace("args = [\"version\"]", "args = [\"-c\", \"echo fake 1\"]");
    text.replace("ARGS", &format!("'-c', '''{script}''', '{{program}}', '{{model}}'")) + more
}

#[test]
fn the_program_starts_with_main() {
    let holds = |script: &str, question: &Question| {
        let found =
            ask(&described(&shell(&format!("{script} && echo RESULT: true"), "")), question).expect("sh is there");
        assert_eq!(found.iter().map(word).collect::<Vec<_>>(), ["proved"], "{script}: {found:?}");
    };
    let start = Question { text: "void start(void) { reach_error(); }", functions: &["start"], ..QUESTION };
    holds("grep -qx 'int main(void) . start(); return 0; .' {program}", &start);
    let text = "void start(void); int main(int c) { reach_error(); } void start(void) { main(nondet()); }\n";
    let both = Question { text, functions: &["start", "main"], ..QUESTION };
    holds("grep -q '(void) . program_main(nondet()); .' {program} && gcc -w -fsyntax-only {program}", &both);
    holds("test $(grep -c main {program}) = 1", &QUESTION);
    holds("grep -qF 'LTL(G ! call(reach_error()))' {property}", &QUESTION);
    holds("test {seconds},{memory-mb},{heap-mb},$1 = 20,1024,768,-m64", &QUESTION);
    holds("test \"$1\" = -m32", &Question { model: DataModel::Ilp32, ..QUESTION });
}

#[test]
fn a_program_without_the_call_is_not_sent() {
    let text = "extern void reach_error(void);\nvoid my_reach_error(void);\nint main(void) { my_reach_error(); }\n";
    let found = verdicts(&["say", "RESULT: true"], &Question { text, ..QUESTION });
    assert_eq!(word(&found[0]), "vacuous");
}

#[test]
fn a_data_model_that_is_not_described_is_not_supported() {
    let description = DESCRIPTION.replace("ARGS", "'say', 'RESULT: true', '{program}', '{model}'");
    let description = description.replace("ilp32 = [\"-m32\"]\n", "");
    let found = ask(&described(&description), &Question { model: DataModel::Ilp32, ..QUESTION }).expect("it is there");
    assert_eq!(word(&found[0]), "not-supported");
    let found = ask(&described(&description), &QUESTION).expect("it is there");
    assert_eq!(word(&found[0]), "proved");
}

#[test]
fn a_compiler_can_come_first() {
    let compile = |program: &str, args: &str| {
        let compile = format!("\n[compile]\nprograms = ['{program}']\nargs = [{args}]\nmakes = 'program.bc'\n");
        let script = shell("cmp {compiled} program.c && echo RESULT: true", &compile);
        let found = ask(&described(&script), &QUESTION).expect("sh is there");
        word(&found[0]).to_string()
    };
    assert_eq!(compile("cp", "'{program}', 'program.bc'"), "proved");
    assert_eq!(compile("false", "'{program}'"), "not-supported");
    assert_eq!(compile("no-such-compiler", "'{program}'"), "missing");
    // It makes nothing, and does not say so.
    assert_eq!(compile("true", "'{program}'"), "failed");
}

#[test]
fn versions_are_looked_at() {
    let description = DESCRIPTION.replace("ARGS", "'say', '{program}', '{model}'");
    let reason = |from: &str, to: &str| {
        let text = description.replace(from, to);
        assert_ne!(text, description);
        ask(&described(&text), &QUESTION).expect_err("it cannot be used").to_string()
    };
    assert_eq!(reason("from = \"1\"", "from = \"1.1\""), "version 1.0 is not supported; 1.1 or newer, older than 2 is");
    assert_eq!(
        reason("below = \"2\"", "below = \"1.0\""),
        "version 1.0 is not supported; 1 or newer, older than 1.0 is"
    );
    assert!(reason("[\"version\"]", "[\"no-such-mode\"]").contains("exit code 64: fake-verifier: no mode"));
    assert!(reason("[\"version\"]", "[\"say\"]").starts_with("version that it does not tell is not supported"));
    let missing = reason("\"fake-verifier\"", "\"no-such-verifier\"");
    assert!(missing.starts_with("cannot run no-such-verifier: "), "{missing}");
}

#[test]
fn wrong_descriptions_are_told_with_the_line() {
    let right = DESCRIPTION.replace("ARGS", "'{program}', '{model}'");
    assert!(Described::parse("my.toml", &right, &found).is_ok());
    let mut broken = Vec::new();
    for (from, to, expected) in [
        ("title =", "titel =", "my.toml:3: unknown field `titel`"),
        ("against = \"true\"", "againts = \"true\"", "my.toml:21: unknown field `againts`"),
        ("get = ", "# get = ", "my.toml:1: missing field `get`"),
        ("dialect = \"sv-comp\"", "dialect = \"cbmc\"", "my.toml:6: unknown variant `cbmc`"),
        ("name = \"fake\"", "name = \"My Fake\"", "my.toml:2: `My Fake` cannot be a name"),
        ("[\"fake-verifier\"]", "[]", "my.toml:4: there is no program to run"),
        ("'{program}', ", "", "my.toml:15: the verifier does not get the program"),
        ("'{model}'", "'{modle}'", "my.toml:15: `{modle}` cannot be in `{modle}`"),
        ("'{model}'", "'-m{model}'", "my.toml:15: `{model}` cannot be in `-m{model}`"),
        (", '{model}'", "", "my.toml:15: the arguments for the data model have no place"),
        ("'{program}'", "'{compiled}'", "my.toml:15: `{compiled}` cannot be in `{compiled}`"),
        ("ilp32 = [\"-m32\"]\nlp64 = [\"-m64\"]", "", "my.toml:15: the verifier supports no data model"),
        ("lp64 =", "property = \"CHECK\"\nlp64 =", "my.toml:17: the verifier does not get the property"),
        ("(\\S+)$", "(\\S+$", "my.toml:10: the pattern cannot be read: unclosed group"),
        ("(\\S+)$", "\\S+$", "my.toml:10: the pattern has no group for the version"),
        ("from = \"1\"", "from = \"one\"", "my.toml:11: this is no version"),
        ("'^RESULT: true$'", "'.*'", "my.toml:33: the pattern matches anything"),
        ("once = ['^RESULT: true$']", "", "my.toml:32: there are no words for the verdict"),
        ("exit = [0]", "exit = []", "my.toml:32: no exit code goes with the verdict"),
        ("'^RESULT: false$'", "'^RESULT: true$'", "my.toml:37: the pattern is the verdict of both true and false"),
        ("message = \"{why}\"", "message = \"{who}\"", "my.toml:40: nothing is called `who`"),
        ("\"gave-up\"", "\"missing\"", "my.toml:40: nothing is called `program`"),
        ("\"gave-up\"", "\"tired\"", "my.toml:40: unknown variant `tired`"),
        ("stdout = '^RESULT: unknown \\((?<why>.*)\\)$'\nmessage = \"{why}\"", "", "my.toml:40: nothing says when"),
        ("stdout = '^nothing", "exit = 'x'\nstdout = '^nothing", "my.toml:22: invalid type"),
        ("[run]", "[run", "my.toml:14: "),
    ] {
        let text = right.replacen(from, to, 1);
        assert_ne!(text, right, "{from}");
        match Described::parse("my.toml", &text, &found) {
            Ok(_) => broken.push(format!("{to:?} is accepted")),
            Err(wrong) if wrong.message.starts_with(expected) && wrong.help.is_some() => {}
            Err(wrong) => broken.push(format!("expected {expected:?}, found {:?}, {:?}", wrong.message, wrong.help)),
        }
    }
    assert!(broken.is_empty(), "\n{}", broken.join("\n"));
}
