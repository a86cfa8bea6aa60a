//! Two verifiers as one: the first is asked, and what it does not know the second is asked.

use super::{Answer, Ended, Invocation, Limits, Reason, Session, Step, Task, Text, Verdict, Verifier};
use crate::cfa::PropId;
use crate::emit::Dialect;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

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
        let limits = shares(&task.limits, self.second.unwinds() && has_open_loops(&task.text));
        let now = self.first.start(&Task { limits, ..task.clone() }, folder);
        let second = Some((self.second.clone(), folder.to_path_buf()));
        Box::new(Chained { task: task.clone(), now, second, answer: Answer::default() })
    }
}

/// What the first has of the limits; what it leaves the second has. Usually that is half of the time. Somebody who
/// only unwinds loops seldom comes to the end of one that nobody knows the end of, and has less then.
fn shares(limits: &Limits, unlikely: bool) -> Limits {
    let first = |time: Duration| if unlikely { time / 8 * 7 } else { time / 2 };
    Limits { wall: first(limits.wall), cpu: limits.cpu.map(first), ..*limits }
}

/// Whether there is a loop in a text of which nobody knows how often it goes round.
fn has_open_loops(text: &Text) -> bool {
    text.printed.loops.iter().any(|each| each.trips.is_none())
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cfa::{FuncId, LocId};
    use crate::emit::PrintedLoop;

    #[test]
    fn who_is_likely_to_prove_it_has_the_time() {
        let limits =
            Limits { wall: Duration::from_secs(80), cpu: Some(Duration::from_secs(16)), memory: None, output: 0 };
        let times = |unlikely| {
            let first = shares(&limits, unlikely);
            (first.wall.as_secs(), first.cpu.map(|cpu| cpu.as_secs()))
        };
        assert_eq!(times(false), (40, Some(8)));
        assert_eq!(times(true), (70, Some(14)));
    }

    #[test]
    fn a_loop_is_open_when_nobody_knows_its_rounds() {
        let text = |trips: &[Option<u64>]| {
            let each = |trips: &Option<u64>| PrintedLoop {
                function: FuncId(0),
                head: LocId(0),
                number: 0,
                line: 1,
                first: 1,
                last: 1,
                trips: *trips,
            };
            let mut text = Text {
                printed: Default::default(),
                dialect: Dialect::Cbmc,
                program: None,
                model: crate::ctype::DataModel::Lp64,
                shared: false,
                origin: None,
            };
            text.printed.loops = trips.iter().map(each).collect();
            text
        };
        assert!(!has_open_loops(&text(&[])) && !has_open_loops(&text(&[Some(3)])));
        assert!(has_open_loops(&text(&[Some(3), None])));
    }
}
