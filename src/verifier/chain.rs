//! Two verifiers as one: the first is asked, and what it does not know the second is asked.

use super::{Answer, Ended, Invocation, Limits, Reason, Session, Step, Task, Text, Verdict, Verifier};
use crate::cfa::PropId;
use crate::emit::Dialect;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// The embedded verifier, which needs no text, and another one, which does.
pub struct Chain {
    title: String,
    first: Arc<dyn Verifier>,
    second: Arc<dyn Verifier>,
}

impl Chain {
    pub fn new(first: Arc<dyn Verifier>, second: Arc<dyn Verifier>) -> Chain {
        Chain { title: format!("{}, {}", first.title(), second.title()), first, second }
    }
}

impl Verifier for Chain {
    fn title(&self) -> &str {
        &self.title
    }

    fn dialect(&self) -> Dialect {
        self.second.dialect()
    }

    fn takes_program(&self) -> bool {
        true
    }

    fn takes_text(&self) -> bool {
        true
    }

    fn per_property(&self) -> bool {
        self.first.per_property() && self.second.per_property()
    }

    fn prepare(&self, text: &Text) -> Option<Invocation> {
        self.second.prepare(text)
    }

    fn prepared(&self, ended: &Ended) -> Result<(), Reason> {
        self.second.prepared(ended)
    }

    fn start(&self, task: &Task, folder: &Path) -> Box<dyn Session> {
        // Half of the time for each; what the first leaves the second has.
        let limits = Limits { wall: task.limits.wall / 2, cpu: task.limits.cpu.map(|cpu| cpu / 2), ..task.limits };
        let now = self.first.start(&Task { limits, ..task.clone() }, folder);
        let second = Some((self.second.clone(), folder.to_path_buf()));
        Box::new(Chained { task: task.clone(), now, second, answer: Answer::default() })
    }
}

struct Chained {
    task: Task,
    now: Box<dyn Session>,
    /// Who is asked after that.
    second: Option<(Arc<dyn Verifier>, PathBuf)>,
    answer: Answer,
}

impl Session for Chained {
    fn next(&mut self, ended: Option<&Ended>) -> Step {
        let step = self.now.next(ended);
        self.go_on(step)
    }

    fn thought(&mut self, answer: Answer) -> Step {
        let step = self.now.thought(answer);
        self.go_on(step)
    }
}

impl Chained {
    fn go_on(&mut self, step: Step) -> Step {
        let Step::Done(answer) = step else { return step };
        self.answer.verdicts.extend(answer.verdicts);
        let is_known = |id: &PropId| !matches!(self.answer.verdicts.get(id), None | Some(Verdict::Unknown(_)));
        let left = self.task.properties.iter().copied().filter(|id| !is_known(id)).collect();
        match self.second.take() {
            Some((second, folder)) if !self.task.properties.iter().all(is_known) => {
                self.now = second.start(&Task { properties: left, ..self.task.clone() }, &folder);
                self.next(None)
            }
            _ => Step::Done(std::mem::take(&mut self.answer)),
        }
    }
}
