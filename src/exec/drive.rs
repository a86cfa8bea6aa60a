//! Leads a verifier through tasks: prepares each text once, runs what the verifier's session asks for, and keeps the
//! limits of the task as a whole.
//!
//! What is answered is checked here once more, whatever the adapter does: exactly the properties that were asked for,
//! and no word of a session whose processes the user interrupted.

use super::runner::{self, Runner, Slot};
use super::workspace::Workspace;
use crate::verifier::{Answer, End, Ended, Limits, Reason, Session, Step, Task, Text, Usage, Verdict, Verifier};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;
use tokio::sync::OnceCell;
use tokio::task::JoinHandle;

/// A session that wants more processes than this does not know what it wants.
const STEPS: u32 = 10_000;

/// Is told what happens, as it happens.
pub trait Observer: Send + Sync {
    /// A task has begun to run; those that only wait have not.
    fn started(&self, number: u32, label: &str);

    /// A task has ended; also one that has not begun, because the user wanted to stop or its text could not be
    /// prepared. One about a `piece` of the program proves something or misses; it has no say in what is violated.
    fn ended(&self, number: u32, label: &str, answer: &Answer, piece: bool, usage: Usage);

    /// Nobody waits for a task any more, whether it has begun or not. Said by whoever drops it.
    fn dropped(&self, number: u32);
}

/// For whoever does not want to know.
impl Observer for () {
    fn started(&self, _: u32, _: &str) {}

    fn ended(&self, _: u32, _: &str, _: &Answer, _: bool, _: Usage) {}

    fn dropped(&self, _: u32) {}
}

/// Leads one verifier through the tasks of one run.
pub struct Driver {
    runner: Runner,
    workspace: Arc<Workspace>,
    verifier: Arc<dyn Verifier>,
    observer: Arc<dyn Observer>,
    texts: Mutex<Texts>,
}

#[derive(Default)]
struct Texts {
    known: Vec<Arc<Prepared>>,
    count: u32,
}

/// A text, and where it was prepared, once it is.
struct Prepared {
    text: Arc<Text>,
    number: u32,
    folder: OnceCell<Result<PathBuf, Reason>>,
}

impl Driver {
    pub fn new(
        runner: Runner,
        workspace: Arc<Workspace>,
        verifier: Arc<dyn Verifier>,
        observer: Arc<dyn Observer>,
    ) -> Driver {
        Driver { runner, workspace, verifier, observer, texts: Mutex::default() }
    }

    pub fn runner(&self) -> &Runner {
        &self.runner
    }

    /// Does a task. `number` names its folder; texts are numbered in the order of the calls, not of the processes.
    ///
    /// Whoever drops it does not need the answer any more: what runs is ended, and the observer hears nothing.
    ///
    /// Preparing a text has the limits of the task for itself, and its usage is that of the task that came first.
    pub fn run_task(
        self: &Arc<Self>,
        number: u32,
        label: String,
        task: Task,
    ) -> impl Future<Output = (Answer, Usage)> + Send + use<> {
        self.run_after(Usage::default(), number, label, task)
    }

    /// The same after something was done for the task already, such as making its text: that counts for its limits.
    pub fn run_after(
        self: &Arc<Self>,
        spent: Usage,
        number: u32,
        label: String,
        task: Task,
    ) -> impl Future<Output = (Answer, Usage)> + Send + use<> {
        let (driver, prepared) = (self.clone(), self.prepared(&task.text));
        async move {
            let mut usage = spent;
            let answer = driver.work(&prepared, number, &label, (&task, spent), &mut usage).await;
            let answer = complete(&task, answer);
            driver.observer.ended(number, &label, &answer, task.text.origin.is_some(), usage);
            (answer, usage)
        }
    }

    fn prepared(&self, text: &Arc<Text>) -> Arc<Prepared> {
        let mut texts = self.texts.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(known) = texts.known.iter().find(|known| Arc::ptr_eq(&known.text, text)) {
            return known.clone();
        }
        // What nobody has any more cannot come again.
        texts.known.retain(|known| Arc::strong_count(&known.text) > 1 || Arc::strong_count(known) > 1);
        texts.count += 1;
        let prepared = Arc::new(Prepared { text: text.clone(), number: texts.count, folder: OnceCell::new() });
        texts.known.push(prepared.clone());
        prepared
    }

    async fn work(
        self: &Arc<Self>,
        prepared: &Arc<Prepared>,
        number: u32,
        label: &str,
        (task, spent): (&Task, Usage),
        usage: &mut Usage,
    ) -> Result<Answer, Reason> {
        let text_folder = self.prepare(prepared, task.limits, usage).await?;
        let slot = self.runner.slot().await.ok_or(Reason::Interrupted)?;
        self.observer.started(number, label);
        let session = self.verifier.start(task, &text_folder);
        self.lead(session, &slot, (task, spent), &self.workspace.task(number), usage).await
    }

    /// Prepares a text, or waits for whoever does. In a task of its own: others still want it when this one is dropped.
    async fn prepare(
        self: &Arc<Self>,
        prepared: &Arc<Prepared>,
        limits: Limits,
        usage: &mut Usage,
    ) -> Result<PathBuf, Reason> {
        let (driver, prepared) = (self.clone(), prepared.clone());
        let work = async move {
            let mut used = Usage::default();
            let folder = prepared.folder.get_or_init(async || {
                let folder = driver.workspace.text(prepared.number);
                if let Some(invocation) = driver.verifier.prepare(&prepared.text) {
                    let ended = driver.runner.run(&invocation, limits, &folder, "prepare").await;
                    used = ended.usage;
                    if ended.how == End::Interrupted {
                        return Err(Reason::Interrupted);
                    }
                    let verifier = driver.verifier.clone();
                    unblocked(move || verifier.prepared(&ended)).await?;
                }
                Ok(folder)
            });
            (folder.await.clone(), used)
        };
        let (folder, used) = finished(tokio::spawn(work)).await;
        *usage += used;
        folder
    }

    async fn lead(
        &self,
        mut session: Box<dyn Session>,
        slot: &Slot,
        (task, spent): (&Task, Usage),
        folder: &Path,
        usage: &mut Usage,
    ) -> Result<Answer, Reason> {
        let mut ended: Option<Ended> = None;
        let mut concluded: Option<Answer> = None;
        let (mut wall, mut cpu) = (spent.wall, spent.cpu);
        // Which limit has nothing left, once the session knows.
        let mut exhausted: Option<Reason> = None;
        for step in 1..=STEPS {
            let heard = concluded.take();
            let next = move || match heard {
                Some(answer) => (session.thought(answer), session),
                None => (session.next(ended.as_ref()), session),
            };
            let (next, again) = unblocked(next).await;
            (session, ended) = (again, None);
            let invocation = match next {
                Step::Done(answer) => return Ok(answer),
                Step::Run(invocation) => invocation,
                Step::Think(thought) => {
                    let limits = (rest(task.limits, wall, cpu), task.limits);
                    let (answer, used) = self.runner.think(slot, thought, limits).await;
                    wall += used.wall;
                    cpu += used.cpu;
                    *usage += used;
                    concluded = Some(answer?);
                    continue;
                }
            };
            if let Some(reason) = exhausted {
                return Err(reason);
            }
            let name = format!("step-{step}");
            let limits = rest(task.limits, wall, cpu);
            let mut result = match nothing_left(&limits) {
                // The session may know something from before: it is told, and asked once more.
                Some(how) => {
                    exhausted = Reason::of_end(&how, &task.limits);
                    runner::ended(how, limits, folder, &name)
                }
                None => self.runner.run_in(slot, &invocation, limits, folder, &name).await,
            };
            wall += result.usage.wall;
            cpu += result.usage.cpu;
            *usage += result.usage;
            if result.how == End::Interrupted {
                return Err(Reason::Interrupted);
            }
            // The limits that the user knows: what was left of them is nobody's choice.
            result.limits = task.limits;
            ended = Some(result);
        }
        Err(Reason::GaveUp(format!("more than {STEPS} processes for one task")))
    }
}

/// What is left of the limits of a task.
fn rest(limits: Limits, wall: Duration, cpu: Duration) -> Limits {
    Limits { wall: limits.wall.saturating_sub(wall), cpu: limits.cpu.map(|limit| limit.saturating_sub(cpu)), ..limits }
}

fn nothing_left(limits: &Limits) -> Option<End> {
    if limits.wall.is_zero() {
        Some(End::TimeLimit)
    } else {
        limits.cpu.is_some_and(|left| left.is_zero()).then_some(End::CpuLimit)
    }
}

/// The verdicts for the properties that were asked for, and for no others.
fn complete(task: &Task, answer: Result<Answer, Reason>) -> Answer {
    match answer {
        Err(reason) => Answer::unknown(&task.properties, &reason),
        Ok(mut answer) => {
            let mut verdict = |id| answer.verdicts.remove(id).unwrap_or(Verdict::Unknown(Reason::NotAnswered));
            Answer { verdicts: task.properties.iter().map(|id| (*id, verdict(id))).collect() }
        }
    }
}

/// Reading what a verifier wrote takes time, which is not to hold up others.
async fn unblocked<T: Send + 'static>(work: impl FnOnce() -> T + Send + 'static) -> T {
    finished(tokio::task::spawn_blocking(work)).await
}

/// What a task of the runtime comes to. A panic is a bug and goes on as one.
async fn finished<T>(work: JoinHandle<T>) -> T {
    match work.await.map_err(tokio::task::JoinError::try_into_panic) {
        Ok(value) => value,
        Err(Ok(panic)) => std::panic::resume_unwind(panic),
        // Only when the runtime ends, and this with it.
        Err(Err(_)) => std::future::pending().await,
    }
}
