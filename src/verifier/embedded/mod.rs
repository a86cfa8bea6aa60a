//! The embedded verifier as one of the verifiers: it takes programs as they are, and works in this process.
//!
//! A violation that it finds in a whole program becomes a test ([`test`]) that is compiled and run. One that does not
//! happen there is not shown as one.

mod test;

use super::{
    Answer, Confirmation, Counterexample, Ended, Happening, Invocation, Proof, Reason, Session, Step, Task, Text,
    Thought, TraceStep, Verdict, Verifier,
};
use crate::cfa::{Edge, Op, Program, PropId};
use crate::emit::Dialect;
use crate::engine::Stop;
use crate::engine::bounded::{self, Finding, Plan, Unknown};
use crate::engine::symbolic::{Event, Execution, Occurrence, Why};
use std::collections::VecDeque;
use std::path::Path;
use std::sync::{Arc, Mutex, PoisonError};
use test::Test;

#[derive(Clone, Debug)]
pub struct Embedded {
    pub plan: Plan,
}

impl Default for Embedded {
    /// Every way, as far as the limits allow.
    fn default() -> Embedded {
        Embedded { plan: Plan { most: None, induction: true, traces: false } }
    }
}

const TITLE: &str = concat!("qicc ", env!("CARGO_PKG_VERSION"));

impl Verifier for Embedded {
    fn title(&self) -> &str {
        TITLE
    }

    fn dialect(&self) -> Dialect {
        Dialect::Cbmc
    }

    fn takes_program(&self) -> bool {
        true
    }

    fn per_property(&self) -> bool {
        true
    }

    fn prepare(&self, _: &Text) -> Option<Invocation> {
        None
    }

    fn prepared(&self, _: &Ended) -> Result<(), Reason> {
        Ok(())
    }

    fn start(&self, task: &Task, _: &Path) -> Box<dyn Session> {
        let plan = Plan { traces: task.traces, ..self.plan };
        Box::new(Thinking { task: task.clone(), plan, tests: Arc::default(), answer: Answer::default(), now: None })
    }
}

struct Thinking {
    task: Task,
    plan: Plan,
    /// What came of thinking, to be confirmed.
    tests: Arc<Mutex<VecDeque<Test>>>,
    answer: Answer,
    /// The test that is compiled or run, and whether it is compiled.
    now: Option<(Test, bool)>,
}

impl Session for Thinking {
    fn next(&mut self, ended: Option<&Ended>) -> Step {
        if let (Some((test, compiled)), Some(ended)) = (self.now.take(), ended) {
            let said = match compiled {
                true => test.judge(ended),
                false => match test.run(ended) {
                    Ok(run) => {
                        self.now = Some((test, true));
                        return Step::Run(run);
                    }
                    Err(confirmation) => Ok(confirmation),
                },
            };
            self.conclude(test.property, said);
            return self.confirm();
        }
        let Some(program) = self.task.text.program.clone() else {
            return Step::Done(Answer::unknown(&self.task.properties, &Reason::NotAnswered));
        };
        let (task, plan, tests) = (self.task.clone(), self.plan, self.tests.clone());
        let limits = task.limits;
        let work = Box::new(move |stop: &Stop| {
            let findings = bounded::check(&program, task.entry, &task.properties, plan, stop);
            let mut answer = Answer::default();
            for (property, finding) in findings {
                let verdict = match finding {
                    Finding::Fails(Some(execution)) => {
                        let test = match task.text.arbitrary {
                            // What a region starts from cannot be had by running it.
                            true => Err("it begins in any state".into()),
                            false => Test::new(&program, task.entry, property, &execution),
                        };
                        violated(&program, &execution, test, &tests)
                    }
                    other => verdict(other),
                };
                answer.verdicts.insert(property, verdict);
            }
            answer
        });
        Step::Think(Thought { work, limits })
    }

    fn thought(&mut self, answer: Answer) -> Step {
        self.answer = answer;
        self.confirm()
    }
}

impl Thinking {
    /// The next test, or the answer.
    fn confirm(&mut self) -> Step {
        let test = self.tests.lock().unwrap_or_else(PoisonError::into_inner).pop_front();
        match test {
            None => Step::Done(std::mem::take(&mut self.answer)),
            Some(test) => {
                let compile = test.compile();
                self.now = Some((test, false));
                Step::Run(compile)
            }
        }
    }

    fn conclude(&mut self, property: PropId, said: Result<Confirmation, Reason>) {
        let Some(verdict) = self.answer.verdicts.get_mut(&property) else { return };
        match (said, verdict) {
            (Ok(confirmation), Verdict::Violated(counterexample)) => counterexample.confirmation = confirmation,
            (Err(reason), verdict) => *verdict = Verdict::Unknown(reason),
            (Ok(_), _) => {}
        }
    }
}

/// An execution as a verdict; its test waits for being run.
fn violated(
    program: &Program,
    execution: &Execution,
    test: Result<Test, String>,
    tests: &Mutex<VecDeque<Test>>,
) -> Verdict {
    // The solver said so, and a second run does not: one of them is wrong.
    if !execution.violated {
        return Verdict::Unknown(Reason::NotReproduced);
    }
    let confirmation = match test {
        Ok(test) => {
            tests.lock().unwrap_or_else(PoisonError::into_inner).push_back(test);
            Confirmation::NotTried
        }
        Err(why) => Confirmation::Not(why),
    };
    let steps = execution.events.iter().map(|event| step(program, event)).collect();
    Verdict::Violated(Counterexample { verifier: TITLE.into(), steps, confirmation })
}

fn step(program: &Program, event: &Event) -> TraceStep {
    let function = &program[event.function];
    let edge = event.edge.and_then(|id| Some(&function.cfa()?[id]));
    let what = match &event.what {
        Occurrence::Assign { place, value } => Happening::Assign { place: place.clone(), value: value.clone() },
        Occurrence::Call(called) => Happening::Call(program[*called].name.clone()),
        Occurrence::Return(called) => Happening::Return(program[*called].name.clone()),
        Occurrence::Violation => Happening::Violation,
    };
    // The edge of an assertion may begin at a branch in front of it.
    let span = match edge {
        Some(Edge { op: Op::Assert { property, .. }, .. }) => program[*property].span,
        Some(edge) => edge.span,
        None => function.span,
    };
    TraceStep { span: Some(span), function: function.name.clone(), what }
}

fn verdict(finding: Finding) -> Verdict {
    match finding {
        Finding::Holds(None) => Verdict::Proved(Proof::new(TITLE, "all paths were followed to their ends")),
        Finding::Holds(Some(length)) => Verdict::Proved(Proof::new(TITLE, format!("by k-induction, k = {length}"))),
        Finding::Fails(_) => Verdict::Violated(Counterexample { verifier: TITLE.into(), ..Counterexample::default() }),
        // Whoever stopped it knows why.
        Finding::Unknown(Unknown::Stopped) => Verdict::Unknown(Reason::Interrupted),
        Finding::Unknown(Unknown::Excluded(span)) => Verdict::Unknown(Reason::Excluded(span)),
        Finding::Unknown(Unknown::Left(why)) => Verdict::Unknown(reason(&why)),
    }
}

fn reason(why: &Why) -> Reason {
    match why {
        Why::Loop(function, ..) => Reason::GaveUp(format!("a loop of {function} goes on")),
        Why::Recursion(function) => Reason::GaveUp(format!("{function} calls itself too often")),
        Why::Unmodelled(what, _) => Reason::Unsupported(format!("{what} is not modelled")),
        // Whoever stopped it knows why.
        Why::Stopped => Reason::Interrupted,
        Why::Objects => Reason::GaveUp("there are too many objects, or one is too large".into()),
    }
}
