//! The adapter to CBMC against the real programs, versions 6.6 and 5.12, on texts written by hand: what goes in and
//! what comes out of it, without the rest of qicc.
//!
//! A program of `data/cbmc` says in its head what there is to know about it and what is expected:
//!
//!     // qicc:0 proved                  the verdict, or the code of the reason
//!     // qicc:0 violated in 5           if it differs between versions
//!     // probe:0 entry                  also `before` and `after` an assumption
//!     // loop 12 15 rounds 10           the lines of a loop, and the number of rounds where it is known
//!     // runs 2                         how often CBMC is started at most
//!     // model 32
//!     // bound 100                      behind which loops are not followed

mod common;

use libtest_mimic::{Arguments, Failed, Trial};
use qicc::cfa::{EdgeId, FuncId, LocId, PropId};
use qicc::ctype::DataModel;
use qicc::emit::{Dialect, Origin, Printed, PrintedLoop, Probe, ProbeKind};
use qicc::source::Span;
use qicc::verifier::cbmc::Cbmc;
use qicc::verifier::{Answer, End, Ended, Invocation, Limits, Step, Task, Text, Tool, Usage, Verdict};
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::Arc;
use std::time::Duration;

fn main() {
    let mut trials = Vec::new();
    for version in ["cbmc", "cbmc5"] {
        let Some(folder) = common::fetch(version) else { continue };
        let program = folder.join("bin/cbmc");
        for path in common::files("cbmc", "c") {
            for shared in [false, true] {
                let program = program.clone();
                let path = path.clone();
                let how = if shared { "binary" } else { "text" };
                let name = format!("{version}::{}::{how}", common::stem(&path));
                trials.push(Trial::test(name, move || check(version, &program, &path, shared)));
            }
        }
        let copy = program.clone();
        trials.push(Trial::test(format!("{version}::same_machine_without_gcc"), move || same_machine(&copy)));
        trials.push(Trial::test(format!("{version}::no_models_without_gcc"), move || no_models(version, &program)));
    }
    libtest_mimic::run(&Arguments::from_args(), trials).exit();
}

/// What the head of a program says.
#[derive(Default)]
struct Head {
    expected: BTreeMap<PropId, String>,
    probes: Vec<Probe>,
    loops: Vec<PrintedLoop>,
    runs: Option<usize>,
    model: Option<DataModel>,
    bound: Option<u64>,
}

fn head(source: &str, version: &str) -> Head {
    let mut head = Head::default();
    for line in source.lines().map_while(|line| line.strip_prefix("// ")) {
        let words: Vec<&str> = line.split_whitespace().collect();
        let number = |word: &str| word.parse().expect("a number");
        let id = |word: &str| PropId(number(&word["qicc:".len()..]));
        // Each assumption has its own place; two probes with the same words between them are about the same one.
        let span = |word: &str| Span { unit: 0, start: number(word), end: number(word) + 1 };
        let mut probe = |label: &str, what| head.probes.push(Probe { label: label.to_owned(), what });
        match words.as_slice() {
            [_, _, "in", "5"] if version != "cbmc5" => {}
            [p, verdict, "in", "5"] if p.starts_with("qicc:") => _ = head.expected.insert(id(p), verdict.to_string()),
            [p, verdict] if p.starts_with("qicc:") => _ = head.expected.insert(id(p), verdict.to_string()),
            [label, "entry"] => probe(label, ProbeKind::Entry(FuncId(0))),
            [label, "before", place] => probe(label, ProbeKind::Before(span(place))),
            [label, "after", place] => probe(label, ProbeKind::After(span(place))),
            ["loop", first, last, rest @ ..] => head.loops.push(PrintedLoop {
                function: FuncId(0),
                head: LocId(0),
                number: head.loops.len() as u32,
                line: number(first),
                first: number(first),
                last: number(last),
                trips: rest.get(1).map(|word| number(word).into()),
            }),
            ["runs", most] => head.runs = Some(number(most) as usize),
            ["model", "32"] => head.model = Some(DataModel::Ilp32),
            ["bound", most] => head.bound = Some(number(most).into()),
            _ => {}
        }
    }
    head
}

/// A program as the printer would hand it over: every line comes from the token with its number.
fn text(source: &str, head: &Head, shared: bool) -> Text {
    let span = |line: usize| Span { unit: 0, start: line as u32 + 1, end: line as u32 + 2 };
    let origin = |line| Some(Origin { function: FuncId(0), edge: EdgeId(0), span: span(line) });
    let printed = Printed {
        text: source.to_owned(),
        lines: (0..source.lines().count()).map(origin).collect(),
        functions: BTreeMap::from([(FuncId(0), "main".to_owned()), (FuncId(1), "callee".to_owned())]),
        inputs: BTreeMap::new(),
        loops: head.loops.clone(),
        properties: head.expected.keys().copied().collect(),
        inexpressible: BTreeMap::new(),
        probes: head.probes.clone(),
        guards: Vec::new(),
        layout: String::new(),
        moves_records: false,
    };
    Text {
        printed,
        dialect: Dialect::Cbmc,
        program: None,
        model: head.model.unwrap_or(DataModel::Lp64),
        shared,
        origin: None,
    }
}

/// Runs what an adapter asks for in folders of its own.
struct Driver {
    folder: tempfile::TempDir,
    runs: usize,
    /// PATH, where the adapter does not say what it is.
    path: Option<&'static str>,
}

impl Driver {
    fn run(&mut self, invocation: &Invocation, folder: &Path) -> Ended {
        for (name, content) in &invocation.files {
            fs::write(folder.join(name), content).expect("a writable folder");
        }
        let mut command = Command::new(&invocation.program);
        command.args(&invocation.args).current_dir(folder);
        command.envs(self.path.map(|path| ("PATH", path)));
        for (name, value) in &invocation.env {
            match value {
                Some(value) => command.env(name, value),
                None => command.env_remove(name),
            };
        }
        let outcome = common::run(&mut command, b"", Duration::from_secs(60));
        let how = match outcome.code {
            Some(code) => End::Exit(code),
            None => End::TimeLimit,
        };
        self.runs += 1;
        let path = |extension| folder.join(format!("{}.{extension}", self.runs));
        fs::write(path("out"), &outcome.stdout).expect("a writable folder");
        fs::write(path("err"), &outcome.stderr).expect("a writable folder");
        let limits = Limits { wall: Duration::from_secs(60), cpu: None, memory: None, output: u64::MAX };
        let (stdout, stderr) = (path("out"), path("err"));
        Ended { how, limits, usage: Usage::default(), stdout, stderr, folder: folder.to_owned() }
    }

    fn folder(&self, name: &str) -> PathBuf {
        let folder = self.folder.path().join(name);
        fs::create_dir_all(&folder).expect("a writable folder");
        folder
    }
}

/// What the adapter answers, and how many runs that took beyond the preparation.
fn ask(tool: &Cbmc, text: Text, path: Option<&'static str>) -> Result<(Answer, usize), Failed> {
    let mut driver = Driver { folder: tempfile::tempdir()?, runs: 0, path };
    let shared = driver.folder("shared");
    let work = driver.folder("work");
    let verifier = tool.ready(&driver.run(&tool.probe(), &work)).map_err(|reason| reason.to_string())?;
    if let Some(invocation) = verifier.prepare(&text) {
        verifier.prepared(&driver.run(&invocation, &shared)).map_err(|reason| reason.to_string())?;
        if !shared.join("program.gb").is_file() {
            return Err("no goto binary was made".into());
        }
    }
    let properties: BTreeSet<PropId> = text.printed.properties.clone();
    let limits = Limits { wall: Duration::from_secs(60), cpu: None, memory: None, output: u64::MAX };
    let task = Task { text: Arc::new(text), entry: FuncId(0), properties, traces: true, limits };
    let mut session = verifier.start(&task, &shared);
    let (mut ended, before) = (None, driver.runs);
    loop {
        match session.next(ended.as_ref()) {
            Step::Run(invocation) => ended = Some(driver.run(&invocation, &work)),
            Step::Done(answer) => return Ok((answer, driver.runs - before)),
            Step::Think(_) => return Err("CBMC is no part of this process".into()),
        }
    }
}

fn word(verdict: &Verdict) -> &'static str {
    match verdict {
        Verdict::Unknown(reason) => reason.code(),
        known => known.word(),
    }
}

fn check(version: &str, program: &Path, path: &Path, shared: bool) -> Result<(), Failed> {
    let source = fs::read_to_string(path)?;
    let head = head(&source, version);
    let mut tool = Cbmc::new(program);
    if let Some(bound) = head.bound {
        tool = tool.bound_limit(bound);
    }
    let (answer, runs) = ask(&tool, text(&source, &head, shared), None)?;
    let found: BTreeMap<PropId, String> =
        answer.verdicts.iter().map(|(id, verdict)| (*id, word(verdict).to_owned())).collect();
    if found != head.expected {
        return Err(format!("expected {:?}\nfound {found:?}\n{:#?}", head.expected, answer.verdicts).into());
    }
    if let Some(most) = head.runs.filter(|most| runs > *most) {
        return Err(format!("{runs} runs, expected at most {most}").into());
    }
    Ok(())
}

/// CBMC, spared from starting gcc, takes the same machine for granted: sizes, signs, byte order, floats.
fn same_machine(program: &Path) -> Result<(), Failed> {
    let source = common::data("cbmc").join("machine.c");
    let mut answers = Vec::new();
    for model in ["--64", "--32"] {
        for path in [std::env::var_os("PATH").unwrap_or_default(), "/nonexistent".into()] {
            let folder = tempfile::tempdir()?;
            let copy = folder.path().join("program.i");
            fs::copy(&source, &copy)?;
            let mut command = Command::new(program);
            command.args([model, "program.i"]).current_dir(folder.path()).env("PATH", path);
            let outcome = common::run(&mut command, b"", common::TOOL_LIMIT);
            let text = String::from_utf8_lossy(&outcome.stdout).into_owned();
            answers
                .push(text.lines().filter(|line| line.starts_with("[main.assertion")).collect::<Vec<_>>().join("\n"));
        }
    }
    if answers[0].is_empty() || answers[0] != answers[1] || answers[2] != answers[3] || answers[0] == answers[2] {
        return Err(answers.join("\n----\n").into());
    }
    Ok(())
}

/// Where there is no gcc, CBMC knows no library function and says nothing about that: nothing is believed.
fn no_models(version: &str, program: &Path) -> Result<(), Failed> {
    let source = fs::read_to_string(common::data("cbmc").join("malloc.c"))?;
    for shared in [false, true] {
        let text = text(&source, &head(&source, version), shared);
        let (answer, _) = ask(&Cbmc::new(program), text, Some("/nonexistent"))?;
        if answer.verdicts.values().any(|verdict| word(verdict) != "not-supported") {
            return Err(format!("{:#?}", answer.verdicts).into());
        }
    }
    Ok(())
}
