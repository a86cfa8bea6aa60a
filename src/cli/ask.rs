//! The loop between a strategy, which says what to ask, and a driver, which leads a verifier through what is asked.
//!
//! As many tasks run as there are jobs; of those that wait the strategy's order says which one is next. What the
//! strategy does not need any more is dropped, with its processes.

use crate::cfa::{FuncId, PropId};
use crate::engine::stop::used;
use crate::exec::{Driver, Interrupts, Observer, Runner};
use crate::strategy::{Action, Effort, Event, Request, RequestId, Strategy, Subject};
use crate::verifier::{Answer, Limits, Reason, Task, Text, Usage};
use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::{Duration, Instant};
use tokio::task::{AbortHandle, JoinSet};

/// A cheap try may always have so much time, if that is a small part of all.
const CHEAP: Duration = Duration::from_secs(10);
/// Less time than this is not worth a try of its own.
const LEAST: Duration = Duration::from_secs(1);

/// The programs that requests are about.
pub(super) trait Pieces {
    /// The text, and the function in it with which execution starts; the reason if there is no such text. What holds
    /// anyway need not be in it.
    fn text(&mut self, request: &Request, holds: &dyn Fn(PropId) -> bool) -> Result<(Arc<Text>, FuncId), Reason>;

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
    /// Of each task, unless it is a cheap one. Making its text counts as well.
    pub(super) limits: Limits,
    /// What was done before, for the first of them.
    pub(super) spent: Usage,
}

/// Does something, and says what that took.
pub(super) fn measured<T>(work: impl FnOnce() -> T) -> (T, Usage) {
    let (begin, before) = (Instant::now(), used());
    let made = work();
    (made, Usage { wall: begin.elapsed(), cpu: used().saturating_sub(before), memory: 0 })
}

/// What a task of a certain effort may have. A cheap one that comes to nothing is repeated with all of the time, so it
/// has an eighth of that at most; and a thirtieth is enough where that is much.
pub(super) fn limits(effort: Effort, all: Limits) -> Limits {
    let part = |time: Duration| match (time / 30).max(CHEAP.min(time / 8)) {
        little if little < LEAST => time,
        part => part,
    };
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
            if let Some((id, answer)) = table.fill(strategy) {
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
    fn fill(&mut self, strategy: &dyn Strategy) -> Option<(RequestId, Answer)> {
        while self.free() > 0 {
            let (_, request) = self.waiting.pop_first()?;
            let (text, mut spent) = measured(|| match self.asked.interrupted {
                true => Err(Reason::Interrupted),
                false => self.asking.pieces.text(&request, &|property| strategy.holds_in(property, &request)),
            });
            match text {
                Err(reason) => return Some((request.id, Answer::unknown(&request.properties, &reason))),
                Ok((text, entry)) => {
                    spent += std::mem::take(&mut self.asking.spent);
                    self.start(request, text, entry, spent);
                }
            }
        }
        None
    }

    fn start(&mut self, request: Request, text: Arc<Text>, entry: FuncId, spent: Usage) {
        let limits = limits(request.effort, self.asking.limits);
        let traces = self.asking.traces || matches!(request.subject, Subject::Whole(_));
        let task = Task { text, entry, properties: request.properties.clone(), traces, limits };
        let label = self.asking.pieces.label(&request);
        let (id, number) = (request.id, number(request.id));
        let work = self.asking.driver.run_after(spent, number, label.clone(), task);
        self.asked.requests.insert(number, (label, request));
        let handle = self.running.spawn(async move { (id, work.await) });
        self.handles.insert(id, handle);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cfa::PropId;
    use crate::ctype::DataModel;
    use crate::emit::{Dialect, Printed};
    use crate::exec::Workspace;
    use crate::region::{RegionId, Rung};
    use crate::strategy::{Bet, Climb, Gamble, Place, Settings, Subject};
    use crate::verifier::{Ended, Invocation, Proof, Session, Step, Verdict, Verifier};
    use std::collections::BTreeSet;
    use std::path::Path;
    use std::sync::Mutex;

    /// A verifier that starts no process: it proves everything that has an even number.
    struct Even;

    struct EvenSession(Task);

    impl Verifier for Even {
        fn title(&self) -> &str {
            "even"
        }

        fn dialect(&self) -> Dialect {
            Dialect::SvComp
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
            Box::new(EvenSession(task.clone()))
        }
    }

    impl Session for EvenSession {
        fn next(&mut self, _: Option<&Ended>) -> Step {
            let verdict = |property: &PropId| match property.0 % 2 {
                0 => Verdict::Proved(Proof::new("even", "even")),
                _ => Verdict::Unknown(Reason::GaveUp("odd".into())),
            };
            let properties = &self.0.properties;
            Step::Done(Answer { verdicts: properties.iter().map(|id| (*id, verdict(id))).collect() })
        }
    }

    #[derive(Default)]
    struct Log(Mutex<Vec<String>>);

    impl Log {
        fn add(&self, line: String) {
            self.0.lock().expect("no panic").push(line);
        }

        fn lines(&self) -> Vec<String> {
            self.0.lock().expect("no panic").clone()
        }
    }

    impl Observer for Log {
        fn started(&self, number: u32, label: &str) {
            self.add(format!("{number} {label}"));
        }

        fn ended(&self, number: u32, _: &str, _: &Answer, _: bool, _: Usage) {
            self.add(format!("{number} ended"));
        }

        fn dropped(&self, number: u32) {
            self.add(format!("{number} dropped"));
        }
    }

    /// Every region has a text but these.
    struct Without(BTreeSet<RegionId>);

    impl Pieces for Without {
        fn text(&mut self, request: &Request, _: &dyn Fn(PropId) -> bool) -> Result<(Arc<Text>, FuncId), Reason> {
            match request.subject {
                Subject::Region(region, _) if self.0.contains(&region) => {
                    Err(Reason::NotGambled("no shape is known".into()))
                }
                _ => {
                    let (printed, dialect, model) = (Printed::default(), Dialect::SvComp, DataModel::Lp64);
                    Ok((
                        Arc::new(Text { printed, dialect, program: None, model, shared: false, origin: None }),
                        FuncId(0),
                    ))
                }
            }
        }

        fn label(&self, request: &Request) -> String {
            match request.subject {
                Subject::Whole(_) => "whole".into(),
                Subject::Region(region, rung) => format!("{} {rung}", region.0),
            }
        }
    }

    const LIMITS: Limits = Limits { wall: Duration::from_secs(60), cpu: None, memory: None, output: 1 << 20 };

    /// `busy` keeps every slot of the runner taken, so that nothing ends.
    fn run(strategy: &mut dyn Strategy, without: &[u32], jobs: usize, busy: bool) -> (Asked, Arc<Log>) {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().expect("a runtime");
        runtime.block_on(async {
            let log = Arc::new(Log::default());
            let workspace = Arc::new(Workspace::temporary().expect("a temporary folder"));
            let runner = Runner::new("no-supervisor".into(), 1);
            let slot = if busy { runner.slot().await } else { None };
            let driver = Arc::new(Driver::new(runner, workspace, Arc::new(Even), log.clone()));
            let pieces = &mut Without(without.iter().map(|region| RegionId(*region)).collect());
            let spent = Usage::default();
            let asking = Asking { driver, observer: log.clone(), pieces, jobs, traces: false, limits: LIMITS, spent };
            let asked = asking.run(strategy, &mut Interrupts::none()).await;
            drop(slot);
            (asked, log)
        })
    }

    /// Says in advance what it does, event by event.
    struct Script {
        actions: Vec<Vec<Action>>,
        events: Vec<String>,
        verdicts: BTreeMap<PropId, Verdict>,
    }

    impl Script {
        fn new(actions: Vec<Vec<Action>>) -> Script {
            Script { actions, events: Vec::new(), verdicts: BTreeMap::new() }
        }
    }

    impl Strategy for Script {
        fn step(&mut self, event: Event) -> Vec<Action> {
            match event {
                Event::Start => self.events.push("start".into()),
                Event::Answered(id, answer) => {
                    self.events.push(format!("answer {}", id.0));
                    self.verdicts.extend(answer.verdicts);
                }
                Event::Idle(free) => {
                    self.events.push(format!("idle {free}"));
                    return Vec::new();
                }
            }
            if self.actions.is_empty() { Vec::new() } else { self.actions.remove(0) }
        }

        fn verdicts(&self) -> &BTreeMap<PropId, Verdict> {
            &self.verdicts
        }
    }

    fn ask(id: u32, effort: Effort, place: u32, guess: bool) -> Action {
        let subject = Subject::Region(RegionId(place), Rung::ALL[0]);
        Action::Ask(Request { id: RequestId(id), subject, properties: [PropId(id)].into(), effort, guess, place })
    }

    #[test]
    fn waiting_requests_have_an_order() {
        let actions = vec![
            ask(0, Effort::Cheap, 1, true),
            ask(1, Effort::Full, 0, false),
            ask(2, Effort::Cheap, 8, false),
            ask(3, Effort::Cheap, 7, false),
        ];
        let mut script = Script::new(vec![actions]);
        let (asked, log) = run(&mut script, &[], 1, false);
        let started: Vec<String> = log.lines().into_iter().filter(|line| line.contains("alone")).collect();
        assert_eq!(started, ["4 7 alone", "3 8 alone", "2 0 alone", "1 1 alone"]);
        assert_eq!(script.events, ["start", "answer 3", "answer 2", "answer 1", "answer 0", "idle 1"]);
        assert_eq!(asked.requests.keys().copied().collect::<Vec<_>>(), [1, 2, 3, 4]);
        assert_eq!(script.verdicts[&PropId(2)].word(), "proved");
    }

    /// One is answered at once because it has no text; of the two others one runs and one waits, and neither is needed.
    #[test]
    fn what_is_not_needed_is_dropped() {
        let first = vec![
            ask(0, Effort::Cheap, 0, false),
            ask(1, Effort::Cheap, 9, false),
            ask(2, Effort::Full, 0, false),
            ask(3, Effort::Full, 0, false),
        ];
        let drops = [RequestId(0), RequestId(2), RequestId(3)].map(Action::Drop).to_vec();
        let mut script = Script::new(vec![first, drops]);
        let (asked, log) = run(&mut script, &[9], 2, true);
        assert_eq!(log.lines(), ["1 dropped"]);
        assert_eq!(script.events, ["start", "answer 1", "idle 2", "idle 2"]);
        assert_eq!(asked.requests.len(), 1);
        assert!(matches!(script.verdicts[&PropId(1)], Verdict::Unknown(Reason::NotGambled(_))));
    }

    #[test]
    fn a_climb_to_the_end() {
        let place =
            |parents: &[u32], bet: Bet| Place { parents: parents.iter().map(|id| RegionId(*id)).collect(), bet };
        let rungs = || Bet::Rungs(Rung::ALL[..2].to_vec());
        let climb = Climb {
            places: vec![place(&[], Bet::Whole(FuncId(5))), place(&[0], rungs()), place(&[1], rungs())],
            starts: [(PropId(0), vec![(RegionId(2), 0)]), (PropId(1), vec![(RegionId(2), 0)])].into(),
        };
        let asked: BTreeSet<PropId> = [PropId(0), PropId(1)].into();
        for (speculate, jobs) in [(false, 1), (false, 3), (true, 1), (true, 3)] {
            let reach = [(FuncId(5), asked.clone())].into();
            let settings = Settings { per_property: true, speculate, cheap: true };
            let mut gamble = Gamble::new(&climb, &asked, &reach, &BTreeMap::new(), settings);
            let (tasks, _) = run(&mut gamble, &[2], jobs, false);
            let words: Vec<&str> = gamble.verdicts().values().map(Verdict::word).collect();
            assert_eq!(words, ["proved", "unknown"]);
            if !speculate {
                // Nothing of region 2 was run; both rungs of 1, because 1 is odd; and the whole.
                assert_eq!(tasks.requests.len(), 3);
                assert_eq!(gamble.tried(PropId(1)).count(), 5);
            }
        }
    }

    #[test]
    fn cheap_tasks_have_a_part_of_the_time() {
        let wall = |seconds, effort| {
            limits(effort, Limits { wall: Duration::from_secs(seconds), cpu: Some(Duration::from_secs(5)), ..LIMITS })
        };
        assert_eq!(wall(600, Effort::Cheap).wall, Duration::from_secs(20));
        assert_eq!(wall(300, Effort::Cheap).cpu, Some(Duration::from_secs(5)));
        assert_eq!(wall(300, Effort::Cheap).wall, CHEAP);
        assert_eq!(wall(60, Effort::Cheap).wall, Duration::from_millis(7500));
        assert_eq!(wall(3, Effort::Cheap), wall(3, Effort::Full));
        assert_eq!(wall(300, Effort::Full).wall, Duration::from_secs(300));
    }
}
