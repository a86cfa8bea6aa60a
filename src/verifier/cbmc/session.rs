//! A task, one run of CBMC after the other.
//!
//! A run checks everything with the loops unwound up to their bounds. What it finds violated is violated, and one more
//! run, without slicing, tells the whole execution. When loops go on behind their bounds, those grow, and it starts
//! again. It ends when everything is known, when a bound cannot grow any more, or when a run ends without an answer,
//! at a limit for instance; then what was found before stays.

use super::bounds::Bounds;
use super::command::{Command, Purpose, Run};
use super::judge::{self, Findings, Trouble, Violation};
use super::library::Complete;
use super::{stream, trace};
use crate::cfa::PropId;
use crate::ctype::DataModel;
use crate::verifier::{Answer, Counterexample, Ended, Proof, Reason, Session, Step, Task, Text, Verdict};
use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::Arc;

const LOST_RECORDS: &str = "CBMC 5 loses pointers in records that are assigned as a whole, behind a pointer or into a union; version 6 does not";

/// What CBMC reads.
#[derive(Clone, Debug)]
pub(super) enum Source {
    Text,
    Binary(PathBuf),
}

pub(super) struct Work {
    command: Arc<Command>,
    title: String,
    task: Task,
    text: Complete,
    source: Source,
    bounds: Bounds,
    /// How many bits of a pointer say which object it points to: the number of the entry in [`object_bits`].
    objects: usize,
    stage: Stage,
    verdicts: BTreeMap<PropId, Verdict>,
}

enum Stage {
    Check,
    /// Whole executions are wanted for these, and then what was found is used.
    Trace(Findings),
}

/// The numbers of bits that are tried, one after the other; none is CBMC's own choice, 8. What is left of a pointer
/// must be enough for any place in an object; of 32 bits there is nothing to spare.
fn object_bits(model: DataModel) -> &'static [Option<u32>] {
    match model {
        DataModel::Lp64 => &[None, Some(12), Some(16), Some(20)],
        DataModel::Ilp32 => &[None],
    }
}

impl Session for Work {
    fn next(&mut self, ended: Option<&Ended>) -> Step {
        let Some(ended) = ended else { return self.begin() };
        let output = match ended.read_stdout() {
            Ok(reader) => stream::read(reader),
            Err(error) => stream::Output { cut: Some(error.to_string()), ..Default::default() },
        };
        let answer = judge::complete(ended, output);
        match std::mem::replace(&mut self.stage, Stage::Check) {
            Stage::Check => match answer {
                Ok(results) => match judge::judge(results, &self.task) {
                    Ok(findings) => self.found(findings),
                    Err(reason) => self.finish(reason),
                },
                Err(Trouble::Objects(message)) => self.more_objects(message),
                Err(Trouble::Other(reason)) => self.finish(reason),
            },
            Stage::Trace(mut findings) => {
                if let Ok(results) = answer {
                    complete_traces(&mut findings, results);
                }
                self.use_findings(findings)
            }
        }
    }
}

impl Work {
    pub(super) fn new(command: Arc<Command>, title: String, task: Task, source: Source, bound_limit: u64) -> Work {
        let bounds = Bounds::new(&task.text.printed, bound_limit);
        let text = Complete::new(&task.text.printed);
        Work { command, title, task, text, source, bounds, objects: 0, stage: Stage::Check, verdicts: BTreeMap::new() }
    }

    fn begin(&mut self) -> Step {
        let printed = &self.task.text.printed;
        for (id, words) in printed.inexpressible.iter().filter(|(id, _)| self.task.properties.contains(id)) {
            self.verdicts.insert(*id, Verdict::Unknown(Reason::Unsupported(words.clone())));
        }
        if !printed.functions.contains_key(&self.task.entry) {
            return self.finish(Reason::Unsupported("the entry is not in the text".into()));
        }
        if printed.moves_records && self.command.loses_records() {
            return self.finish(Reason::Unsupported(LOST_RECORDS.into()));
        }
        if self.is_done() {
            return self.finish(Reason::NotAnswered);
        }
        self.run(Purpose::Check)
    }

    fn is_done(&self) -> bool {
        self.task.properties.iter().all(|id| self.verdicts.contains_key(id))
    }

    fn run(&self, purpose: Purpose<'_>) -> Step {
        let Text { printed, model, origin, .. } = &*self.task.text;
        Step::Run(self.command.run(&Run {
            text: &self.text,
            source: &self.source,
            model: *model,
            arbitrary: origin.is_some(),
            entry: &printed.functions[&self.task.entry],
            bounds: &self.bounds,
            object_bits: object_bits(*model)[self.objects],
            purpose,
        }))
    }

    fn more_objects(&mut self, message: String) -> Step {
        if self.objects + 1 == object_bits(self.task.text.model).len() {
            return self.finish(Reason::GaveUp(message));
        }
        self.objects += 1;
        self.run(Purpose::Check)
    }

    /// Wants the whole execution for each violation that is new.
    fn found(&mut self, mut findings: Findings) -> Step {
        findings.violated.retain(|id, _| !self.verdicts.contains_key(id));
        let names: Vec<String> = findings.violated.values().map(|violation| violation.name.clone()).collect();
        if names.is_empty() || !self.task.traces {
            return self.use_findings(findings);
        }
        self.stage = Stage::Trace(findings);
        self.run(Purpose::Trace(&names))
    }

    fn use_findings(&mut self, findings: Findings) -> Step {
        let Findings { violated, held, unknown, unfinished, doubt } = findings;
        for (id, violation) in violated {
            let counterexample = self.counterexample(&violation);
            self.verdicts.insert(id, Verdict::Violated(counterexample));
        }
        for (id, reason) in unknown {
            self.verdicts.entry(id).or_insert(Verdict::Unknown(reason));
        }
        if self.is_done() {
            return self.finish(Reason::NotAnswered);
        }
        if !unfinished.is_empty() {
            return match self.bounds.grow(&unfinished) {
                Ok(()) => self.run(Purpose::Check),
                Err(bound) => self.finish(Reason::Bound(bound)),
            };
        }
        if let Some(reason) = doubt {
            return self.finish(reason);
        }
        let proof = Proof::new(&self.title, "every loop and recursion is unwound to its end, and the start is reached");
        for id in held {
            self.verdicts.entry(id).or_insert(Verdict::Proved(proof.clone()));
        }
        self.finish(Reason::NotAnswered)
    }

    fn counterexample(&self, violation: &Violation) -> Counterexample {
        let steps = trace::steps(&violation.trace, &violation.name, &self.task.text.printed);
        Counterexample { verifier: self.title.clone(), steps, ..Counterexample::default() }
    }

    /// Whatever is not known is unknown for this reason.
    fn finish(&mut self, reason: Reason) -> Step {
        let mut answer = Answer::unknown(&self.task.properties, &reason);
        for (id, verdict) in std::mem::take(&mut self.verdicts) {
            if self.task.properties.contains(&id) {
                answer.verdicts.insert(id, verdict);
            }
        }
        Step::Done(answer)
    }
}

/// Puts whole executions in place of sliced ones. A violation that is none without slicing is not believed.
fn complete_traces(findings: &mut Findings, results: Vec<stream::PropertyResult>) {
    let mut results: BTreeMap<String, stream::PropertyResult> =
        results.into_iter().map(|result| (result.name.clone(), result)).collect();
    let mut doubted = Vec::new();
    for (id, violation) in &mut findings.violated {
        match results.remove(&violation.name) {
            Some(result) if result.status == "FAILURE" => violation.trace = result.trace,
            Some(_) => doubted.push(*id),
            None => {}
        }
    }
    for id in doubted {
        findings.violated.remove(&id);
        let what = "the property is violated with slicing and not without";
        findings.unknown.insert(id, Reason::Contradiction(what.into()));
    }
}
