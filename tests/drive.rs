//! Leading a verifier through tasks: limits of the whole, preparation once, answers that are checked. The verifier here
//! is a script that says which processes it wants and what it makes of their ends.

#[path = "common/fault.rs"]
mod fault;

use fault::{fake, supervisor};
use qicc::cfa::{FuncId, PropId};
use qicc::ctype::DataModel;
use qicc::emit::{Dialect, Printed};
use qicc::exec::{Driver, Observer, Runner, Workspace};
use qicc::verifier::{
    Answer, End, Ended, Invocation, Limits, Proof, Reason, Session, Step, Task, Text, Usage, Verdict, Verifier,
};
use std::collections::BTreeSet;
use std::path::Path;
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

type Next = dyn Fn(u32, Option<&Ended>) -> Step + Send + Sync;

/// A verifier whose sessions do what a function says, which gets the number of the step.
struct Scripted {
    prepare: Option<Invocation>,
    next: Arc<Next>,
}

struct ScriptedSession {
    step: u32,
    next: Arc<Next>,
}

impl Verifier for Scripted {
    fn title(&self) -> &str {
        "scripted"
    }

    fn dialect(&self) -> Dialect {
        Dialect::SvComp
    }

    fn per_property(&self) -> bool {
        true
    }

    fn prepare(&self, _: &Text) -> Option<Invocation> {
        self.prepare.clone()
    }

    fn prepared(&self, ended: &Ended) -> Result<(), Reason> {
        match Reason::of_end(&ended.how, &ended.limits) {
            Some(reason) => Err(reason),
            None => Ok(()),
        }
    }

    fn start(&self, _: &Task, _: &Path) -> Box<dyn Session> {
        Box::new(ScriptedSession { step: 0, next: self.next.clone() })
    }
}

impl Session for ScriptedSession {
    fn next(&mut self, ended: Option<&Ended>) -> Step {
        self.step += 1;
        (self.next)(self.step, ended)
    }
}

#[derive(Default)]
struct Log(Mutex<Vec<String>>);

impl Observer for Log {
    fn started(&self, number: u32, label: &str) {
        self.0.lock().expect("no panic").push(format!("{number} {label} started"));
    }

    fn ended(&self, number: u32, label: &str, _: &Answer, _: bool, _: Usage) {
        self.0.lock().expect("no panic").push(format!("{number} {label} ended"));
    }

    fn dropped(&self, number: u32) {
        self.0.lock().expect("no panic").push(format!("{number} dropped"));
    }
}

struct Stage {
    driver: Arc<Driver>,
    workspace: Arc<Workspace>,
    log: Arc<Log>,
    runtime: tokio::runtime::Runtime,
}

fn stage(
    jobs: usize,
    prepare: Option<Invocation>,
    next: impl Fn(u32, Option<&Ended>) -> Step + Send + Sync + 'static,
) -> Stage {
    let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build();
    let workspace = Arc::new(Workspace::temporary().expect("a temporary folder"));
    let log = Arc::new(Log::default());
    let runner = Runner::new(supervisor(), jobs);
    let verifier = Arc::new(Scripted { prepare, next: Arc::new(next) });
    let driver = Arc::new(Driver::new(runner, workspace.clone(), verifier, log.clone()));
    Stage { driver, workspace, log, runtime: runtime.expect("a runtime") }
}

fn text() -> Arc<Text> {
    Arc::new(Text {
        printed: Printed::default(),
        dialect: Dialect::SvComp,
        program: None,
        model: DataModel::Lp64,
        shared: false,
        origin: None,
    })
}

const PROPERTIES: [PropId; 2] = [PropId(3), PropId(5)];

fn task(text: &Arc<Text>, seconds: f64) -> Task {
    let wall = Duration::from_secs_f64(seconds);
    Task {
        text: text.clone(),
        entry: FuncId(0),
        properties: PROPERTIES.into_iter().collect(),
        traces: true,
        limits: Limits { wall, cpu: None, memory: None, output: 1 << 20 },
    }
}

impl Stage {
    fn run(&self, task: Task) -> (Answer, Usage) {
        self.runtime.block_on(self.driver.run_task(1, "one".into(), task))
    }
}

fn proved() -> Verdict {
    Verdict::Proved(Proof::new("scripted", "says so"))
}

fn answer(ids: &[PropId]) -> Step {
    Step::Done(Answer { verdicts: ids.iter().map(|id| (*id, proved())).collect() })
}

fn unknown(reason: Reason) -> Answer {
    Answer::unknown(&PROPERTIES.into_iter().collect::<BTreeSet<_>>(), &reason)
}

#[test]
fn a_session_is_led_to_its_answer() {
    let stage = stage(1, None, |step, ended| {
        let said = ended.map(|ended| std::fs::read_to_string(&ended.stdout).expect("its output"));
        match (step, said.as_deref()) {
            (1, None) => Step::Run(fake(&["say", "first"])),
            (2, Some("first\n")) => Step::Run(fake(&["exit", "10", "second"])),
            (3, Some("second\n")) if ended.is_some_and(|ended| ended.how == End::Exit(10)) => answer(&PROPERTIES),
            other => panic!("{other:?}"),
        }
    });
    let (found, usage) = stage.run(task(&text(), 20.0));
    assert_eq!(found.verdicts, PROPERTIES.into_iter().map(|id| (id, proved())).collect());
    assert!(usage.wall > Duration::ZERO && usage.cpu > Duration::ZERO && usage.memory > 0);
    assert_eq!(*stage.log.0.lock().expect("no panic"), ["1 one started", "1 one ended"]);
    for file in ["step-1.out", "step-1.sh", "step-2.out", "step-2.sh"] {
        assert!(stage.workspace.root().join("task-1").join(file).is_file(), "{file}");
    }
}

#[test]
fn answers_are_about_what_was_asked() {
    let stage = stage(1, None, |_, _| answer(&[PropId(4), PROPERTIES[1]]));
    let (found, _) = stage.run(task(&text(), 20.0));
    let expected = [(PROPERTIES[0], Verdict::Unknown(Reason::NotAnswered)), (PROPERTIES[1], proved())];
    assert_eq!(found.verdicts, expected.into_iter().collect());
}

#[test]
fn the_limit_is_that_of_the_whole_task() {
    let wait = |step, _: Option<&Ended>| match step {
        1..=100 => Step::Run(Invocation { program: "sleep".into(), args: vec!["0.4".into()], ..fake(&[]) }),
        _ => answer(&PROPERTIES),
    };
    let begin = Instant::now();
    let (found, usage) = stage(1, None, wait).run(task(&text(), 1.0));
    assert_eq!(found.verdicts, unknown(Reason::TimeLimit(Duration::from_secs(1))).verdicts);
    assert!(usage.wall >= Duration::from_secs(1) && begin.elapsed() < Duration::from_secs(3), "{usage:?}");

    let burn = |_, _: Option<&Ended>| Step::Run(fake(&["burn"]));
    let limits = Limits { cpu: Some(Duration::from_millis(300)), ..task(&text(), 20.0).limits };
    let (found, usage) = stage(1, None, burn).run(Task { limits, ..task(&text(), 20.0) });
    assert_eq!(found.verdicts, unknown(Reason::CpuLimit(Duration::from_millis(300))).verdicts);
    assert!(usage.cpu < Duration::from_millis(900), "{usage:?}");
}

/// What was done for a task before counts as well, and the reason is the limit that the user knows.
#[test]
fn what_was_done_before_counts() {
    let run = |spent: Usage| {
        let stage = stage(1, None, |_, ended| match ended.map(|ended| &ended.how) {
            Some(End::Exit(0)) => answer(&PROPERTIES),
            _ => Step::Run(fake(&["say", "first"])),
        });
        let task = task(&text(), 20.0);
        let task = Task { limits: Limits { cpu: Some(Duration::from_secs(10)), ..task.limits }, ..task };
        stage.runtime.block_on(stage.driver.run_after(spent, 1, "one".into(), task))
    };
    let (found, _) = run(Usage { wall: Duration::from_secs(1), cpu: Duration::from_secs(1), memory: 0 });
    assert_eq!(found.verdicts[&PROPERTIES[0]], proved());
    let (found, usage) = run(Usage { wall: Duration::from_secs(20), ..Usage::default() });
    assert_eq!(found.verdicts, unknown(Reason::TimeLimit(Duration::from_secs(20))).verdicts);
    assert!(usage.wall >= Duration::from_secs(20));
    let (found, usage) = run(Usage { cpu: Duration::from_secs(11), ..Usage::default() });
    assert_eq!(found.verdicts, unknown(Reason::CpuLimit(Duration::from_secs(10))).verdicts);
    assert!(usage.cpu >= Duration::from_secs(11));
}

/// A session that knows something when the time is over may say it, and is told the limit that the user chose.
#[test]
fn what_was_found_before_the_limit_counts() {
    let stage = stage(1, None, |_, ended| match ended {
        Some(ended) if ended.how == End::TimeLimit => {
            assert_eq!(ended.limits.wall, Duration::from_millis(700));
            answer(&PROPERTIES[..1])
        }
        _ => Step::Run(Invocation { program: "sleep".into(), args: vec!["0.4".into()], ..fake(&[]) }),
    });
    let (found, _) = stage.run(task(&text(), 0.7));
    assert_eq!(found.verdicts[&PROPERTIES[0]], proved());
    assert_eq!(found.verdicts[&PROPERTIES[1]], Verdict::Unknown(Reason::NotAnswered));
}

#[test]
fn a_session_without_end_is_ended() {
    let missing = Invocation { program: "qicc-no-such-program".into(), ..fake(&[]) };
    // Without a folder nothing is started, so that this takes no time.
    let bad = Invocation { files: vec![("/".into(), String::new())], ..missing };
    let (found, _) = stage(1, None, move |_, _| Step::Run(bad.clone())).run(task(&text(), 20.0));
    assert!(matches!(&found.verdicts[&PROPERTIES[0]], Verdict::Unknown(Reason::GaveUp(_))), "{found:?}");
}

#[test]
fn a_text_is_prepared_once() {
    let prepare = Invocation {
        program: "sh".into(),
        args: vec!["-c".into(), "sleep 0.2; echo once >>prepared".into()],
        ..fake(&[])
    };
    let stage = stage(4, Some(prepare), |step, _| match step {
        1 => Step::Run(fake(&["say"])),
        _ => answer(&PROPERTIES),
    });
    let texts = [text(), text()];
    let results = stage.runtime.block_on(async {
        let tasks: Vec<_> = (0..10)
            .map(|n| stage.driver.run_task(n, n.to_string(), task(&texts[n as usize % 2], 20.0)))
            .map(tokio::spawn)
            .collect();
        let mut results = Vec::new();
        for task in tasks {
            results.push(task.await.expect("no panic").0);
        }
        results
    });
    assert!(results.iter().all(|found| found.verdicts.values().all(|verdict| *verdict == proved())));
    for folder in ["text-1", "text-2"] {
        let prepared = std::fs::read_to_string(stage.workspace.root().join(folder).join("prepared"));
        assert_eq!(prepared.expect("it was prepared"), "once\n");
    }
}

#[test]
fn a_text_that_cannot_be_prepared_answers_for_all_its_tasks() {
    let prepare = Invocation { program: "qicc-no-such-program".into(), ..fake(&[]) };
    let stage = stage(1, Some(prepare), |_, _| panic!("no session"));
    let text = text();
    for _ in 0..2 {
        let (found, _) = stage.run(task(&text, 20.0));
        assert!(matches!(&found.verdicts[&PROPERTIES[0]], Verdict::Unknown(Reason::Missing { .. })), "{found:?}");
    }
}

#[test]
fn an_interrupted_session_is_not_asked() {
    let stage = stage(1, None, |step, _| match step {
        1 => Step::Run(fake(&["hang"])),
        _ => answer(&PROPERTIES),
    });
    let text = text();
    let (first, second) = stage.runtime.block_on(async {
        let first = tokio::spawn(stage.driver.run_task(1, "one".into(), task(&text, 20.0)));
        while !stage.workspace.root().join("task-1/started").exists() {
            tokio::time::sleep(Duration::from_millis(10)).await;
        }
        let second = tokio::spawn(stage.driver.run_task(2, "two".into(), task(&text, 20.0)));
        stage.driver.runner().stop();
        (first.await.expect("no panic").0, second.await.expect("no panic").0)
    });
    assert_eq!(first.verdicts, unknown(Reason::Interrupted).verdicts);
    assert_eq!(second.verdicts, unknown(Reason::Interrupted).verdicts);
    let mut log = stage.log.0.lock().expect("no panic").clone();
    log.sort();
    assert_eq!(log, ["1 one ended", "1 one started", "2 two ended"]);
}
