//! The embedded verifier as one of the verifiers: it takes programs as they are, and works in this process.
//!
//! A violation that it finds in a whole program becomes a test ([`test`]) that is compiled and run. One that does not
//! happen there is not shown as one.

mod retrace;
mod test;

pub use retrace::{Told, retrace};

use super::{
    Answer, Confirmation, Counterexample, Ended, Happening, Invocation, Proof, Reason, Session, Step, Task, Text,
    Thought, TraceStep, Verdict, Verifier,
};
use crate::analysis;
use crate::cfa::{Edge, Lemma, Op, Program, PropId};
use crate::condition::Condition;
use crate::emit::Dialect;
use crate::engine::Stop;
use crate::engine::bounded::{self, Finding, Plan, Unknown};
use crate::engine::symbolic::{Event, Execution, Occurrence, Why};
use std::collections::{BTreeMap, VecDeque};
use std::path::Path;
use std::sync::{Arc, Mutex, PoisonError};
use test::Test;

#[derive(Clone)]
pub struct Embedded {
    pub method: Method,
}

/// How it looks at programs.
#[derive(Clone)]
pub enum Method {
    /// All paths at once, round by round.
    Bounded(Plan),
    /// State by state.
    Analysis(Analysis),
}

/// An analysis, and where its condition is put.
#[derive(Clone)]
pub struct Analysis {
    pub domain: analysis::Domain,
    pub order: analysis::Order,
    pub monitors: analysis::Monitors,
    /// What need not be looked at, of the program that is asked about.
    pub condition: Option<Arc<Condition>>,
    /// What it was through with at its end.
    pub partial: Arc<Mutex<Option<analysis::Partial>>>,
    /// Whether it is wanted what proofs rest on.
    pub lemmas: bool,
    /// Whether `partial` is to have the condition, and the formula.
    pub through: bool,
    pub formula: bool,
}

impl Default for Embedded {
    /// Every way, as far as the limits allow.
    fn default() -> Embedded {
        Embedded { method: Method::Bounded(Plan::new(None, true)) }
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

    fn telling(&self) -> Option<Arc<dyn Verifier>> {
        let method = match &self.method {
            Method::Bounded(plan) => Method::Bounded(Plan { lemmas: true, ..*plan }),
            Method::Analysis(analysis) => Method::Analysis(Analysis { lemmas: true, ..analysis.clone() }),
        };
        Some(Arc::new(Embedded { method }))
    }

    fn seeking(&self) -> Option<Arc<dyn Verifier>> {
        let Method::Bounded(plan) = &self.method else { return None };
        Some(Arc::new(Embedded { method: Method::Bounded(Plan { one: true, ..*plan }) }))
    }

    fn start(&self, task: &Task, _: &Path) -> Box<dyn Session> {
        let method = match &self.method {
            Method::Bounded(plan) => Method::Bounded(Plan { traces: task.traces, ..*plan }),
            Method::Analysis(analysis) => Method::Analysis(analysis.clone()),
        };
        Box::new(Thinking { task: task.clone(), method, tests: Arc::default(), answer: Answer::default(), now: None })
    }
}

struct Thinking {
    task: Task,
    method: Method,
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
        let (task, method, tests) = (self.task.clone(), self.method.clone(), self.tests.clone());
        let limits = task.limits;
        let work = Box::new(move |stop: &Stop| {
            let mut answer = Answer::default();
            let fails = |property: PropId, execution: &Execution| {
                let test = match task.text.origin.is_some() {
                    // What a region starts from cannot be had by running it.
                    true => Err("it begins in any state".into()),
                    false => Test::new(&program, task.entry, property, execution),
                };
                violated(&program, execution, test, &tests)
            };
            match &method {
                Method::Bounded(plan) => {
                    let found = bounded::find(&program, task.entry, &task.properties, *plan, stop);
                    let lemmas = of_program(&task.text, found.lemmas);
                    for (property, finding) in found.findings {
                        let verdict = match finding {
                            Finding::Fails(Some(execution)) => fails(property, &execution),
                            other => resting(verdict(other), &lemmas),
                        };
                        answer.verdicts.insert(property, verdict);
                    }
                }
                Method::Analysis(analysis) => {
                    let (findings, lemmas) = analysis.run(&program, &task, stop);
                    let lemmas = of_program(&task.text, lemmas);
                    for (property, finding) in findings {
                        let verdict = match finding {
                            analysis::Finding::Fails(execution) => fails(property, &execution),
                            other => resting(analysed(other), &lemmas),
                        };
                        answer.verdicts.insert(property, verdict);
                    }
                }
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
        Occurrence::Branch(truth) => Happening::Branch(*truth),
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

/// What was proved of a region, about the program that it is a part of.
fn of_program(text: &Text, lemmas: Vec<Lemma>) -> Arc<[Lemma]> {
    match &text.origin {
        None => lemmas.into(),
        Some(origin) => lemmas.iter().filter_map(|lemma| origin.lemma(lemma)).collect(),
    }
}

fn resting(verdict: Verdict, lemmas: &Arc<[Lemma]>) -> Verdict {
    match verdict {
        Verdict::Proved(proof) => Verdict::Proved(proof.resting_on(lemmas.clone())),
        other => other,
    }
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

fn analysed(finding: analysis::Finding) -> Verdict {
    match finding {
        analysis::Finding::Holds => Verdict::Proved(Proof::new(TITLE, "all abstract states are known")),
        analysis::Finding::Fails(_) => {
            Verdict::Violated(Counterexample { verifier: TITLE.into(), ..Counterexample::default() })
        }
        analysis::Finding::Excluded(span) => Verdict::Unknown(Reason::Excluded(span)),
        analysis::Finding::Open(why) => Verdict::Unknown(Reason::GaveUp(why)),
        // Whoever stopped it knows why.
        analysis::Finding::Stopped => Verdict::Unknown(Reason::Interrupted),
    }
}

impl Analysis {
    /// All of a program, in the order that is usual.
    pub fn new(domain: analysis::Domain) -> Analysis {
        let (order, monitors) = (analysis::Order::default(), analysis::Monitors::default());
        let (condition, partial) = (None, Arc::default());
        Analysis { domain, order, monitors, condition, partial, lemmas: false, through: false, formula: false }
    }

    fn run(&self, program: &Program, task: &Task, stop: &Stop) -> (BTreeMap<PropId, analysis::Finding>, Vec<Lemma>) {
        let question = analysis::Question {
            program,
            entry: task.entry,
            properties: &task.properties,
            domain: self.domain,
            condition: self.condition.as_deref(),
            monitors: self.monitors.clone(),
            order: self.order,
            lemmas: self.lemmas,
            through: self.through,
            formula: self.formula,
        };
        let outcome = analysis::analyse(&question, stop);
        *self.partial.lock().unwrap_or_else(PoisonError::into_inner) = Some(outcome.partial);
        (outcome.findings, outcome.lemmas)
    }
}

fn reason(why: &Why) -> Reason {
    match why {
        Why::Unmodelled(..) => Reason::Unsupported(why.to_string()),
        // Whoever stopped it knows why.
        Why::Stopped => Reason::Interrupted,
        Why::Loop(..) | Why::Recursion(_) | Why::Objects => Reason::GaveUp(why.to_string()),
    }
}
