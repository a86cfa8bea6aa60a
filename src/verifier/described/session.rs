//! A task for a described verifier: at most two processes, one that compiles and one that verifies.

use super::answer::{Finding, Said};
use super::command::fill;
use super::{Ready, spec};
use crate::cfa::PropId;
use crate::ctype::DataModel;
use crate::engine::term::signed;
use crate::verifier::entry::with_main;
use crate::verifier::{
    Answer, Confirmation, Counterexample, End, Ended, Happening, Invocation, Proof, Reason, Session, Step, Task,
    TraceStep, Verdict,
};
use regex::Captures;
use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::io::Read;
use std::path::{Path, PathBuf};

/// Neutral names: verifiers look for result words in what they print, and they print these.
const PROGRAM: &str = "program.c";
const PROPERTY: &str = "property.prp";

pub(super) struct Run {
    verifier: Ready,
    task: Task,
    /// The properties that the text has words for.
    asked: BTreeSet<PropId>,
    state: State,
    /// What was made of the program.
    compiled: Option<PathBuf>,
    /// What a test generator has found, and nobody has tried yet.
    inputs: VecDeque<PathBuf>,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum State {
    Start,
    Compiling,
    Verifying,
    Replaying,
}

impl Run {
    pub(super) fn new(verifier: Ready, task: Task) -> Run {
        let asked = task.properties.intersection(&task.text.printed.properties).copied().collect();
        Run { verifier, task, asked, state: State::Start, compiled: None, inputs: VecDeque::new() }
    }

    fn begin(&mut self) -> Step {
        if self.asked.is_empty() {
            return self.unknown(&Reason::NotAnswered);
        }
        // SV-COMP has no way to say that something is asked on the verifier's behalf.
        if let Some(guard) = self.task.text.printed.guards.first() {
            return self.unknown(&Reason::Unsupported(guard.why.clone()));
        }
        let spec = self.verifier.spec.clone();
        let invocation = match &spec.compile {
            Some(compile) => self.compile(compile),
            None => self.verify(),
        };
        invocation.map_or_else(|reason| self.unknown(&reason), Step::Run)
    }

    fn compile(&mut self, compile: &spec::Compile) -> Result<Invocation, Reason> {
        self.state = State::Compiling;
        let args = fill(&compile.args, self.model()?, &self.values());
        let program = self.verifier.compiler.clone().unwrap_or_else(|| compile.programs[0].clone().into());
        let mut files = vec![(PROGRAM.into(), self.text()?)];
        files.extend(self.verifier.spec.files.iter().cloned());
        Ok(Invocation { program, args, env: vec![], files })
    }

    fn verify(&mut self) -> Result<Invocation, Reason> {
        self.state = State::Verifying;
        let spec = &self.verifier.spec;
        let args = fill(&spec.args, self.model()?, &self.values());
        let mut files = vec![(PROGRAM.into(), self.text()?), (PROPERTY.into(), spec.property.clone())];
        files.extend(spec.files.iter().cloned());
        let program = match &self.compiled {
            Some(compiled) if spec.itself => compiled.clone(),
            _ => self.verifier.program.clone(),
        };
        Ok(Invocation { program, args, env: spec.env.clone(), files })
    }

    /// Runs the program on the next input; if there is none, nothing is known.
    fn replay(&mut self, otherwise: &Reason) -> Step {
        self.state = State::Replaying;
        let input = self.inputs.pop_front();
        let (Some(input), Some(replay), Some(compiled)) = (input, &self.verifier.spec.replay, &self.compiled) else {
            return self.unknown(otherwise);
        };
        let mut values = self.values();
        values.insert("input", input.to_string_lossy().into_owned());
        let args = fill(&replay.args, &[], &values);
        Step::Run(Invocation { program: compiled.clone(), args, env: self.verifier.spec.env.clone(), files: vec![] })
    }

    fn replayed(&mut self, ended: &Ended) -> Step {
        let said = Output::read(ended);
        match said.as_ref().map(|output| self.verifier.spec.rules.understand(output.said())) {
            Ok(Finding::Violated(_)) if self.task.text.printed.properties.len() == 1 => {
                let read = said.map_or_else(|_| Vec::new(), |output| self.read(&output.stdout));
                let mut counterexample = self.counterexample(self.only_line("reach_error()"));
                counterexample.steps.splice(0..0, read);
                counterexample.confirmation = Confirmation::ByExecution(None);
                self.all(&Verdict::Violated(counterexample))
            }
            Ok(Finding::Violated(_)) => self.unknown(&Reason::OneOfSeveral),
            _ => self.replay(&Reason::NotReproduced),
        }
    }

    /// What the program has read when it was run again.
    fn read(&self, stdout: &str) -> Vec<TraceStep> {
        let pattern = self.verifier.spec.replay.as_ref().map(|replay| &replay.read);
        let step = |found: Captures| {
            let ty = self.task.text.printed.inputs.get(found["what"].trim_end_matches("()"));
            let place = found["what"].to_owned();
            let what = Happening::Assign { place, value: value(&found["value"], ty.map_or("", String::as_str)) };
            let other = || TraceStep { span: None, function: "input".into(), what: what.clone() };
            self.step(self.only_line(&found["what"]), &what).unwrap_or_else(other)
        };
        pattern.into_iter().flat_map(|pattern| pattern.captures_iter(stdout).map(step)).collect()
    }

    /// The only line of the program with these words, if it is one.
    fn only_line(&self, words: &str) -> Option<u32> {
        let mut lines = (1..).zip(self.task.text.printed.text.lines()).filter(|(_, line)| line.contains(words));
        let first = lines.next().map(|(number, _)| number);
        first.filter(|_| lines.next().is_none())
    }

    fn model(&self) -> Result<&[String], Reason> {
        let (args, name) = match self.task.text.model {
            DataModel::Ilp32 => (&self.verifier.spec.ilp32, "ILP32"),
            DataModel::Lp64 => (&self.verifier.spec.lp64, "LP64"),
        };
        let missing = || Reason::Unsupported(format!("{} does not know the data model {name}", self.verifier.title));
        args.as_deref().ok_or_else(missing)
    }

    fn values(&self) -> BTreeMap<&'static str, String> {
        let limits = &self.task.limits;
        let mut values = BTreeMap::from([
            ("program", PROGRAM.into()),
            ("property", PROPERTY.into()),
            ("entry", "main".into()),
            ("seconds", limits.wall.as_secs().max(1).to_string()),
        ]);
        if let Some(bytes) = limits.memory {
            let megabytes = bytes / (1 << 20);
            values.insert("memory-mb", megabytes.max(1).to_string());
            values.insert("heap-mb", (megabytes * 3 / 4).max(1).to_string());
        }
        values.extend(self.compiled.as_ref().map(|file| ("compiled", file.to_string_lossy().into_owned())));
        values
    }

    /// The program, with a `main` that starts the task's entry, and with what this verifier wants to be defined.
    fn text(&self) -> Result<String, Reason> {
        let printed = &self.task.text.printed;
        if !calls_error(&printed.text) {
            return Err(Reason::Vacuous("the program has no call of reach_error".into()));
        }
        let no_name = || Reason::Unsupported("the entry is not in the printed program".into());
        let entry = printed.functions.get(&self.task.entry).ok_or_else(no_name)?;
        let mut text = match entry.as_str() {
            "main" => printed.text.clone(),
            other => with_main(&printed.text, other).ok_or_else(no_name)?,
        };
        text.push_str(&self.verifier.spec.append);
        if let Some(function) = &self.verifier.spec.input {
            text.extend(printed.inputs.iter().map(|(name, ty)| input(name, ty, function)));
        }
        Ok(text)
    }

    fn compiled(&mut self, ended: &Ended) -> Step {
        if let Some(reason) = Reason::of_end(&ended.how, &ended.limits) {
            return self.unknown(&reason);
        }
        let (code, output) = match (&ended.how, Output::read(ended)) {
            (End::Exit(code), Ok(output)) => (*code, output),
            (_, Err(reason)) => return self.unknown(&reason),
            _ => return self.unknown(&Reason::NotAnswered),
        };
        if code != 0 {
            let said = output.said();
            let first = said.stderr.lines().find(|line| line.contains("error")).unwrap_or("it cannot be compiled");
            return self.unknown(&Reason::Unsupported(format!("the compiler says: {first}")));
        }
        self.compiled = self.verifier.spec.compile.as_ref().map(|compile| ended.folder.join(&compile.makes));
        self.verify().map_or_else(|reason| self.unknown(&reason), Step::Run)
    }

    fn verified(&mut self, ended: &Ended) -> Step {
        if let Some(reason) = Reason::of_end(&ended.how, &ended.limits) {
            return self.unknown(&reason);
        }
        if let Some(replay) = &self.verifier.spec.replay {
            self.inputs = beginning_with(&ended.folder.join(&replay.inputs));
            let said = Output::read(ended).map(|output| self.verifier.spec.rules.explain(output.said()));
            return self.replay(&said.map_or_else(|reason| reason, |reason| reason.unwrap_or(Reason::NotAnswered)));
        }
        let finding = match Output::read(ended) {
            Ok(output) => self.verifier.spec.rules.understand(output.said()),
            Err(reason) => return self.unknown(&reason),
        };
        match finding {
            Finding::Safe => {
                let proof = Proof::new(&self.verifier.title, &self.verifier.spec.grounds);
                self.all(&Verdict::Proved(proof))
            }
            Finding::Violated(line) if self.task.text.printed.properties.len() == 1 => {
                self.all(&Verdict::Violated(self.counterexample(line)))
            }
            Finding::Violated(_) => self.unknown(&Reason::OneOfSeveral),
            Finding::Unknown(reason, line) => self.unknown(&self.located(reason, line)),
        }
    }

    fn counterexample(&self, line: Option<u32>) -> Counterexample {
        let steps = self.step(line, &Happening::Violation).into_iter().collect();
        Counterexample { verifier: self.verifier.title.clone(), steps, ..Counterexample::default() }
    }

    /// What happened at a line of the text.
    fn step(&self, line: Option<u32>, what: &Happening) -> Option<TraceStep> {
        let printed = &self.task.text.printed;
        let origin = line.and_then(|line| printed.lines.get(line as usize - 1).copied().flatten())?;
        let function = printed.functions.get(&origin.function).cloned().unwrap_or_default();
        Some(TraceStep { span: Some(origin.span), function, what: what.clone() })
    }

    /// The reason with the line of the printed program that it is about.
    fn located(&self, reason: Reason, line: Option<u32>) -> Reason {
        let text = line.and_then(|line| self.task.text.printed.text.lines().nth(line as usize - 1));
        match (reason, line, text) {
            (Reason::Unsupported(what), Some(line), Some(text)) => {
                Reason::Unsupported(format!("{what}, in line {line} of the printed program: {}", text.trim()))
            }
            (reason, ..) => reason,
        }
    }

    fn unknown(&self, reason: &Reason) -> Step {
        self.all(&Verdict::Unknown(reason.clone()))
    }

    /// The same verdict for all properties that the text has words for.
    fn all(&self, verdict: &Verdict) -> Step {
        let inexpressible = &self.task.text.printed.inexpressible;
        let verdict = |id: &PropId| match inexpressible.get(id) {
            Some(words) => Verdict::Unknown(Reason::Unsupported(words.clone())),
            None if self.asked.contains(id) => verdict.clone(),
            None => Verdict::Unknown(Reason::NotAnswered),
        };
        Step::Done(Answer { verdicts: self.task.properties.iter().map(|id| (*id, verdict(id))).collect() })
    }
}

impl Session for Run {
    fn next(&mut self, ended: Option<&Ended>) -> Step {
        match (self.state, ended) {
            (State::Start, _) => self.begin(),
            (State::Compiling, Some(ended)) => self.compiled(ended),
            (State::Verifying, Some(ended)) => self.verified(ended),
            (State::Replaying, Some(ended)) => self.replayed(ended),
            (_, None) => self.unknown(&Reason::NotAnswered),
        }
    }
}

/// The definition of a function that gives arbitrary values, by one that fills an object.
fn input(name: &str, ty: &str, function: &str) -> String {
    let (object, result) = if ty == "_Bool" { ("unsigned char", "x & 1") } else { (ty, "x") };
    format!("{ty} {name}(void) {{ {object} x; {function}(&x, sizeof x, \"{name}\"); return {result}; }}\n")
}

/// Bytes, the first one last, as a value of a type.
fn value(bytes: &str, ty: &str) -> String {
    let digits = bytes.trim_start_matches("0x");
    match u128::from_str_radix(digits, 16) {
        Err(_) => bytes.to_owned(),
        Ok(_) if ty.is_empty() || ty.ends_with('*') => bytes.to_owned(),
        Ok(bits) if ty == "float" => f32::from_bits(bits as u32).to_string(),
        Ok(bits) if ty == "double" => f64::from_bits(bits as u64).to_string(),
        Ok(bits) if ty == "_Bool" => (bits & 1).to_string(),
        Ok(bits) if ty.starts_with("unsigned") => bits.to_string(),
        Ok(bits) => signed(bits, digits.len() as u32 * 4).to_string(),
    }
}

/// The files whose paths begin so, in alphabetical order.
fn beginning_with(path: &Path) -> VecDeque<PathBuf> {
    let (folder, start) = (path.parent().unwrap_or(path), path.file_name().unwrap_or_default().to_string_lossy());
    let entries = std::fs::read_dir(folder).into_iter().flatten().flatten();
    let begins = |entry: &std::fs::DirEntry| entry.file_name().to_string_lossy().starts_with(&*start);
    let mut files: Vec<PathBuf> = entries.filter(begins).map(|entry| entry.path()).collect();
    files.sort();
    files.into()
}

/// Whether some statement calls `reach_error`: a program without one has no property that could be violated.
fn calls_error(text: &str) -> bool {
    let declared = |before: &str| before.trim_end().ends_with("void");
    let name = |at: usize| !text[..at].ends_with(|c: char| c.is_alphanumeric() || c == '_');
    text.match_indices("reach_error")
        .any(|(at, word)| name(at) && text[at + word.len()..].trim_start().starts_with('(') && !declared(&text[..at]))
}

/// What a process wrote, with its exit code.
pub(super) struct Output {
    stdout: String,
    stderr: String,
    exit: i32,
}

impl Output {
    pub(super) fn read(ended: &Ended) -> Result<Output, Reason> {
        let End::Exit(exit) = ended.how else {
            return Err(Reason::of_end(&ended.how, &ended.limits).unwrap_or(Reason::NotAnswered));
        };
        let text = |opened: std::io::Result<std::io::BufReader<std::fs::File>>| {
            let mut bytes = Vec::new();
            let read = opened.and_then(|mut file| file.read_to_end(&mut bytes));
            read.map_err(|error| Reason::Garbled(format!("its output cannot be read: {error}")))?;
            Ok(String::from_utf8_lossy(&bytes).into_owned())
        };
        Ok(Output { stdout: text(ended.read_stdout())?, stderr: text(ended.read_stderr())?, exit })
    }

    pub(super) fn said(&self) -> Said<'_> {
        Said { stdout: &self.stdout, stderr: &self.stderr, exit: self.exit }
    }
}
