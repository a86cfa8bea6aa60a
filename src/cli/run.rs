//! The loop between a strategy, which says what to ask, and a verifier, which is asked.

use super::question::Question;
use crate::cfa::PropId;
use crate::emit::{self, Dialect};
use crate::exec::{self, Driver, Interrupts, Observer, Runner, Workspace};
use crate::source::Diagnostic;
use crate::strategy::{Event, Request, Strategy, Whole};
use crate::verifier::{Answer, Limits, Reason, Search, Task, Text, Tool, Usage, Verdict, Verifier, registry};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;
use std::time::Duration;
use tokio::task::JoinSet;

/// A verifier that does not say its version in this time is broken.
const PROBE: Duration = Duration::from_secs(60);

pub(super) struct Setup<'a> {
    pub(super) question: &'a Question,
    /// A name or a file.
    pub(super) verifier: &'a str,
    pub(super) jobs: usize,
    /// Of each task.
    pub(super) limits: Limits,
    pub(super) workspace: Arc<Workspace>,
    pub(super) observer: Arc<dyn Observer>,
}

/// What came of a run.
pub(super) struct Ran {
    /// The title of the verifier, if it was asked.
    pub(super) verifier: Option<String>,
    pub(super) verdicts: BTreeMap<PropId, Verdict>,
    pub(super) usage: Usage,
    /// What was asked, by the number of the task's folder.
    pub(super) asked: BTreeMap<u32, Request>,
    pub(super) interrupted: bool,
    /// What else there is to say.
    pub(super) notes: Vec<String>,
}

impl Ran {
    /// A run in which nobody was asked.
    pub(super) fn nothing() -> Ran {
        Ran {
            verifier: None,
            verdicts: BTreeMap::new(),
            usage: Usage::default(),
            asked: BTreeMap::new(),
            interrupted: false,
            notes: vec![],
        }
    }
}

/// Asks until everything is known that can be. The error says why nobody can be asked at all.
pub(super) fn run(setup: Setup) -> Result<Ran, Diagnostic> {
    let broken = |error: std::io::Error| Diagnostic::new("output", format!("cannot start processes: {error}"));
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().map_err(broken)?;
    runtime.block_on(async {
        let mut interrupts = exec::interrupts().map_err(broken)?;
        let mut runner = Runner::new(exec::this_program(), setup.jobs);
        if setup.workspace.is_temporary() {
            runner = runner.with_temporary(setup.workspace.root().to_path_buf());
        }
        let places = exec::places();
        let tool = registry::named(setup.verifier, &|search: &Search| exec::locate(search, &places))?;
        let verifier = match probe(&runner, tool.as_ref(), &setup, &mut interrupts).await {
            Ok(verifier) => verifier,
            Err(reason) => return Ok(nobody(&setup, tool.as_ref(), &reason)),
        };
        let driver = Driver::new(runner, setup.workspace.clone(), verifier.clone(), setup.observer.clone());
        let question = setup.question;
        let mut strategy = Whole::new(&question.asked, &question.reach, &question.unfaithful, verifier.per_property());
        let mut ran = Ran { verifier: Some(verifier.title().to_owned()), ..Ran::nothing() };
        let mut texts = Texts { question, verifier: verifier.as_ref(), shared: None };
        drive(&Arc::new(driver), &mut strategy, &mut texts, setup.limits, &mut interrupts, &mut ran).await;
        ran.verdicts = strategy.verdicts().clone();
        Ok(ran)
    })
}

/// Every property unknown, because the verifier cannot be used, or because the user stopped before it was asked.
fn nobody(setup: &Setup, tool: &dyn Tool, reason: &Reason) -> Ran {
    let verdicts = Answer::unknown(&setup.question.asked, reason).verdicts;
    let interrupted = matches!(reason, Reason::Interrupted);
    let hint = format!(
        "the verifier {} cannot be used: {}; `qicc doctor` shows which verifiers there are, `qicc explain verifier` how to choose",
        tool.name(),
        tool.get()
    );
    Ran { verdicts, interrupted, notes: if interrupted { vec![] } else { vec![hint] }, ..Ran::nothing() }
}

/// Asks a verifier for its version.
async fn probe(
    runner: &Runner,
    tool: &dyn Tool,
    setup: &Setup<'_>,
    interrupts: &mut Interrupts,
) -> Result<Arc<dyn Verifier>, Reason> {
    let limits = Limits { wall: PROBE, cpu: None, ..setup.limits };
    let no_folder = |error: std::io::Error| Reason::Missing { program: tool.name().into(), message: error.to_string() };
    let folder = setup.workspace.task(0).map_err(no_folder)?;
    let invocation = tool.probe();
    let mut probing = std::pin::pin!(runner.run(&invocation, limits, &folder, "version"));
    let ended = loop {
        tokio::select! {
            ended = &mut probing => break ended,
            () = interrupts.next() => stop(runner),
        }
    };
    match Reason::of_end(&ended.how, &ended.limits) {
        Some(Reason::Interrupted) => Err(Reason::Interrupted),
        _ => tool.ready(&ended),
    }
}

/// The first time everything is told to end, the second time it is killed.
fn stop(runner: &Runner) {
    if runner.stopped() { runner.kill() } else { runner.stop() }
}

/// The texts of the tasks. A verifier that answers for each property gets one for all tasks; for the others the text says
/// what is asked.
struct Texts<'a> {
    question: &'a Question,
    verifier: &'a dyn Verifier,
    shared: Option<Arc<Text>>,
}

impl Texts<'_> {
    fn of(&mut self, request: &Request, several: bool) -> Arc<Text> {
        if !self.verifier.per_property() {
            return Arc::new(self.print(&request.properties, false));
        }
        if let Some(text) = &self.shared {
            return text.clone();
        }
        let text = Arc::new(self.print(&self.question.asked, several));
        self.shared = Some(text.clone());
        text
    }

    fn print(&self, asked: &BTreeSet<PropId>, shared: bool) -> Text {
        let dialect: Dialect = self.verifier.dialect();
        let program = &self.question.program;
        Text { printed: emit::for_verifier(program, dialect, asked), dialect, model: program.types.model, shared }
    }
}

async fn drive(
    driver: &Arc<Driver>,
    strategy: &mut dyn Strategy,
    texts: &mut Texts<'_>,
    limits: Limits,
    interrupts: &mut Interrupts,
    ran: &mut Ran,
) {
    let mut running = JoinSet::new();
    let mut requests = strategy.step(Event::Start);
    loop {
        let several = requests.len() > 1;
        for request in requests.drain(..) {
            let text = texts.of(&request, several);
            let task = Task { text, entry: request.entry, properties: request.properties.clone(), limits };
            // Folders are numbered from 1; 0 is where the verifier said its version.
            let number = request.id.0 + 1;
            let work = driver.run_task(number, texts.question.label(&request), task);
            let id = request.id;
            ran.asked.insert(number, request);
            running.spawn(async move { (id, work.await) });
        }
        tokio::select! {
            biased;
            () = interrupts.next() => {
                ran.interrupted = true;
                stop(driver.runner());
            }
            ended = running.join_next() => match ended {
                None => break,
                Some(Ok((id, (answer, usage)))) => {
                    ran.usage += usage;
                    requests = strategy.step(Event::Answered(id, answer));
                }
                // A panic is a bug and goes on as one; nothing else ends a task of the runtime.
                Some(Err(error)) => {
                    if let Ok(panic) = error.try_into_panic() {
                        std::panic::resume_unwind(panic);
                    }
                }
            }
        }
    }
    driver.runner().idle().await;
}
