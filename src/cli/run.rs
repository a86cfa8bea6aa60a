//! One run: a verifier that is there, a strategy, and the texts of what is asked.

use super::ask::{Asking, Pieces, stop};
use super::question::Question;
use crate::cfa::{FuncId, PropId};
use crate::emit::{self, Dialect};
use crate::exec::{self, Driver, Interrupts, Observer, Runner, Workspace};
use crate::source::Diagnostic;
use crate::strategy::{Request, Strategy, Subject, Whole};
use crate::verifier::{Answer, Limits, Reason, Search, Text, Tool, Usage, Verdict, Verifier, registry};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;
use std::time::Duration;

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
        let asking = Asking {
            driver: Arc::new(driver),
            observer: setup.observer.clone(),
            pieces: &mut Texts { question, verifier: verifier.as_ref(), shared: None },
            jobs: setup.jobs,
            limits: setup.limits,
        };
        let asked = asking.run(&mut strategy, &mut interrupts).await;
        Ok(Ran {
            verifier: Some(verifier.title().to_owned()),
            verdicts: strategy.verdicts().clone(),
            usage: asked.usage,
            asked: asked.requests,
            interrupted: asked.interrupted,
            notes: vec![],
        })
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

/// The texts of whole programs. A verifier that answers for each property gets one for all tasks; for the others the text says
/// what is asked.
struct Texts<'a> {
    question: &'a Question,
    verifier: &'a dyn Verifier,
    shared: Option<Arc<Text>>,
}

impl Texts<'_> {
    fn print(&self, asked: &BTreeSet<PropId>, shared: bool) -> Text {
        let dialect: Dialect = self.verifier.dialect();
        let program = &self.question.program;
        Text { printed: emit::for_verifier(program, dialect, asked), dialect, model: program.types.model, shared }
    }

    /// Whether several tasks will be about the program, so that preparing it pays.
    fn is_shared(&self) -> bool {
        let question = self.question;
        let is_asked = |(entry, reached): &(&FuncId, &BTreeSet<PropId>)| {
            !question.unfaithful.contains_key(entry) && !reached.is_disjoint(&question.asked)
        };
        question.reach.iter().filter(is_asked).count() > 1
    }
}

impl Pieces for Texts<'_> {
    fn text(&mut self, request: &Request) -> Result<(Arc<Text>, FuncId), Reason> {
        let Subject::Whole(entry) = request.subject else {
            return Err(Reason::NotGambled("only whole programs have texts".into()));
        };
        if !self.verifier.per_property() {
            return Ok((Arc::new(self.print(&request.properties, false)), entry));
        }
        let text = match self.shared.take() {
            Some(text) => text,
            None => Arc::new(self.print(&self.question.asked, self.is_shared())),
        };
        self.shared = Some(text.clone());
        Ok((text, entry))
    }

    fn label(&self, request: &Request) -> String {
        self.question.label(request)
    }
}
