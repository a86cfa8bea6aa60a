//! The embedded verifier as one of the verifiers: it takes programs as they are, and works in this process.

use super::{
    Answer, Counterexample, Ended, Invocation, Proof, Reason, Session, Step, Task, Text, Thought, Verdict, Verifier,
};
use crate::emit::Dialect;
use crate::engine::bounded::{self, Finding, Plan, Unknown};
use crate::engine::symbolic::Why;
use std::path::Path;

#[derive(Clone, Debug)]
pub struct Embedded {
    pub plan: Plan,
}

impl Default for Embedded {
    /// Every way, as far as the limits allow.
    fn default() -> Embedded {
        Embedded { plan: Plan { most: None, induction: true } }
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
        Box::new(Thinking { task: task.clone(), plan: self.plan })
    }
}

struct Thinking {
    task: Task,
    plan: Plan,
}

impl Session for Thinking {
    fn next(&mut self, _: Option<&Ended>) -> Step {
        let (task, plan) = (self.task.clone(), self.plan);
        let Some(program) = task.text.program.clone() else {
            return Step::Done(Answer::unknown(&task.properties, &Reason::NotAnswered));
        };
        Step::Think(Thought(Box::new(move |stop| {
            let findings = bounded::check(&program, task.entry, &task.properties, plan, stop);
            let verdicts = findings.into_iter().map(|(id, finding)| (id, verdict(finding)));
            Answer { verdicts: verdicts.collect() }
        })))
    }
}

fn verdict(finding: Finding) -> Verdict {
    match finding {
        Finding::Holds(None) => Verdict::Proved(Proof::new(TITLE, "all paths were followed to their ends")),
        Finding::Holds(Some(length)) => Verdict::Proved(Proof::new(TITLE, format!("by k-induction, k = {length}"))),
        Finding::Fails(_) => Verdict::Violated(Counterexample { verifier: TITLE.into(), steps: Vec::new() }),
        // Whoever stopped it knows why.
        Finding::Unknown(Unknown::Stopped) => Verdict::Unknown(Reason::Interrupted),
        Finding::Unknown(Unknown::Excluded(span)) => Verdict::Unknown(Reason::Excluded(span)),
        Finding::Unknown(Unknown::Left(why)) => Verdict::Unknown(reason(&why)),
    }
}

fn reason(why: &Why) -> Reason {
    match why {
        Why::Loop(function, _) => Reason::GaveUp(format!("a loop of {function} goes on")),
        Why::Recursion(function) => Reason::GaveUp(format!("{function} calls itself too often")),
        Why::Unmodelled(what, _) => Reason::Unsupported(format!("{what} is not modelled")),
        Why::Objects => Reason::GaveUp("there are too many objects".into()),
    }
}
