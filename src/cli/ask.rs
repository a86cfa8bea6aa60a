//! The loop between a strategy, which says what to ask, and a driver, which leads a verifier through what is asked.
//!
//! As many tasks run as there are jobs; of those that wait the strategy's order says which one is next. What the strategy
//! does not need any more is dropped, with its processes.

use crate::cfa::FuncId;
use crate::exec::{Driver, Interrupts, Observer, Runner};
use crate::strategy::{Action, Effort, Event, Request, RequestId, Strategy, Subject};
use crate::verifier::{Answer, Limits, Reason, Task, Text, Usage};
use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Duration;
use tokio::task::{AbortHandle, JoinSet};

/// Less time than this is not worth a try of its own.
const CHEAP: Duration = Duration::from_secs(10);

/// The programs that requests are about.
pub(super) trait Pieces {
    /// The text, and the function in it with which execution starts; the reason if there is no such text.
    fn text(&mut self, request: &Request) -> Result<(Arc<Text>, FuncId), Reason>;

    /// What the request is called while it runs.
    fn label(&self, request: &Request) -> String;
}

/// What came of the tasks, besides what the strategy knows.
#[derive(Default)]
pub(super) struct Asked {
    /// What was asked, by the number of the task's folder, and what that is called.
    pub(super) requests: BTreeMap<u32, (String, Request)>,
    /// Of the tasks that were waited for.
    pub(super) usage: Usage,
    pub(super) interrupted: bool,
}

pub(super) struct Asking<'a> {
    pub(super) driver: Arc<Driver>,
    pub(super) observer: Arc<dyn Observer>,
    pub(super) pieces: &'a mut dyn Pieces,
    pub(super) jobs: usize,
    /// Whether it is wanted how regions fail; of whole programs it always is.
    pub(super) traces: bool,
    /// Of each task, unless it is a cheap one.
    pub(super) limits: Limits,
}

/// What a task of a certain effort may have: a tenth of the time, if that is worth a try.
pub(super) fn limits(effort: Effort, all: Limits) -> Limits {
    let part = |time: Duration| (time / 10).max(CHEAP).min(time);
    match effort {
        Effort::Full => all,
        Effort::Cheap => Limits { wall: part(all.wall), cpu: all.cpu.map(part), ..all },
    }
}

/// The first time everything is told to end, the second time it is killed.
pub(super) fn stop(runner: &Runner) {
    if runner.stopped() { runner.kill() } else { runner.stop() }
}

impl Asking<'_> {
    /// Asks until the strategy has nothing to ask any more.
    pub(super) async fn run(self, strategy: &mut dyn Strategy, interrupts: &mut Interrupts) -> Asked {
        let runner = self.driver.runner().clone();
        let mut table = Table {
            asking: self,
            waiting: BTreeMap::new(),
            running: JoinSet::new(),
            handles: BTreeMap::new(),
            asked: Asked::default(),
        };
        let mut actions = strategy.step(Event::Start);
        loop {
            actions.drain(..).for_each(|action| table.act(action));
            if let Some((id, answer)) = table.fill() {
                actions = strategy.step(Event::Answered(id, answer));
                continue;
            }
            let free = table.free();
            if free > 0 && !table.asked.interrupted {
                actions = strategy.step(Event::Idle(free));
                if !actions.is_empty() {
                    continue;
                }
            }
            tokio::select! {
                biased;
                () = interrupts.next() => {
                    table.asked.interrupted = true;
                    stop(&runner);
                }
                ended = table.running.join_next() => match ended {
                    None => break,
                    Some(Ok((id, (answer, usage)))) => {
                        table.handles.remove(&id);
                        table.asked.usage += usage;
                        actions = strategy.step(Event::Answered(id, answer));
                    }
                    // A panic is a bug and goes on as one; otherwise it was dropped.
                    Some(Err(error)) => {
                        if let Ok(panic) = error.try_into_panic() {
                            std::panic::resume_unwind(panic);
                        }
                    }
                }
            }
        }
        runner.idle().await;
        table.asked
    }
}

/// What waits and what runs.
struct Table<'a> {
    asking: Asking<'a>,
    waiting: BTreeMap<(bool, Effort, u32, RequestId), Request>,
    running: JoinSet<(RequestId, (Answer, Usage))>,
    /// Of what runs and is waited for.
    handles: BTreeMap<RequestId, AbortHandle>,
    asked: Asked,
}

/// The number of a task's folder. 0 is where the verifier said its version.
fn number(id: RequestId) -> u32 {
    id.0 + 1
}

impl Table<'_> {
    fn act(&mut self, action: Action) {
        match action {
            Action::Ask(request) => _ = self.waiting.insert(request.turn(), request),
            Action::Drop(id) => {
                if let Some(handle) = self.handles.remove(&id) {
                    handle.abort();
                    self.asking.observer.dropped(number(id));
                } else {
                    self.waiting.retain(|_, request| request.id != id);
                }
            }
        }
    }

    fn free(&self) -> usize {
        self.asking.jobs.max(1).saturating_sub(self.handles.len())
    }

    /// Starts what waits, as far as there is room. What has an answer without being run gets it at once.
    fn fill(&mut self) -> Option<(RequestId, Answer)> {
        while self.free() > 0 {
            let (_, request) = self.waiting.pop_first()?;
            let text = match self.asked.interrupted {
                true => Err(Reason::Interrupted),
                false => self.asking.pieces.text(&request),
            };
            match text {
                Err(reason) => return Some((request.id, Answer::unknown(&request.properties, &reason))),
                Ok((text, entry)) => self.start(request, text, entry),
            }
        }
        None
    }

    fn start(&mut self, request: Request, text: Arc<Text>, entry: FuncId) {
        let limits = limits(request.effort, self.asking.limits);
        let traces = self.asking.traces || matches!(request.subject, Subject::Whole(_));
        let task = Task { text, entry, properties: request.properties.clone(), traces, limits };
        let label = self.asking.pieces.label(&request);
        let (id, number) = (request.id, number(request.id));
        let work = self.asking.driver.run_task(number, label.clone(), task);
        self.asked.requests.insert(number, (label, request));
        let handle = self.running.spawn(async move { (id, work.await) });
        self.handles.insert(id, handle);
    }
}
