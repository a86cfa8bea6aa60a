//! Processes that go wrong: each ends as it should, in time, and nothing of it is left.
//!
//! The program that goes wrong is `tests/tools/fake-verifier`. Where a shell cannot do it, and where qicc itself has to
//! be killed, this program runs itself with a role in [`ROLE`].

mod common;
#[path = "common/fault.rs"]
mod fault;

use fault::{Fault, MARK, fake, left, new_mark, supervisor};
use libtest_mimic::{Arguments, Trial};
use qicc::exec::{self, Runner, Workspace};
use qicc::verifier::{End, Ended, Invocation, Limits};
use rustix::process::{Pid, Signal, kill_process};
use std::fs;
use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

/// What this program does instead of testing.
const ROLE: &str = "QICC_FAULT_ROLE";
const MIB: u64 = 1 << 20;

fn main() {
    match std::env::var(ROLE).as_deref() {
        Ok("runner") => runner_role(),
        Ok("burn") => burn_role(),
        Ok("forget") => forget_role(),
        Ok("eat") => eat_role(),
        _ => tests(),
    }
}

fn tests() {
    let tests: &[(&str, fn())] = &[
        ("hang", hang),
        ("fork_and_hang", fork_and_hang),
        ("fork_and_exit_for_ever", fork_and_exit_for_ever),
        ("ignore_sigterm", ignore_sigterm),
        ("use_the_grace", use_the_grace),
        ("leave_a_daemon", leave_a_daemon),
        ("print_garbage", print_garbage),
        ("print_200_mb", print_200_mb),
        ("die_by_a_signal", die_by_a_signal),
        ("eat_memory", eat_memory),
        ("burn_cpu", burn_cpu),
        ("cannot_be_started", cannot_be_started),
        ("inherit_nothing", inherit_nothing),
        ("the_supervisor_is_killed", the_supervisor_is_killed),
        ("nobody_waits_any_more", nobody_waits_any_more),
        ("stop_and_what_waits_does_not_start", stop_and_what_waits_does_not_start),
        ("qicc_is_killed", qicc_is_killed),
        ("ctrl_c_once", ctrl_c_once),
        ("ctrl_c_twice", ctrl_c_twice),
        ("nohup", nohup),
        ("started_by_a_program_that_ignores_its_children", started_by_a_program_that_ignores_its_children),
        ("rerun_by_hand", rerun_by_hand),
        ("jobs_run_at_once", jobs_run_at_once),
        ("cpu_time_of_grandchildren_is_counted", cpu_time_of_grandchildren_is_counted),
        ("forgotten_cpu_time_is_counted", forgotten_cpu_time_is_counted),
        ("peak_memory_is_counted", peak_memory_is_counted),
        ("shared_memory_is_counted_once", shared_memory_is_counted_once),
    ];
    let trial = |(name, test): &(&'static str, fn())| {
        let test = *test;
        Trial::test(*name, move || {
            test();
            Ok(())
        })
    };
    libtest_mimic::run(&Arguments::from_args(), tests.iter().map(trial).collect()).exit();
}

fn seconds(number: f64) -> Duration {
    Duration::from_secs_f64(number)
}

/// Limits that nothing here reaches.
fn generous() -> Limits {
    Limits { wall: seconds(60.0), cpu: None, memory: None, output: 1000 * MIB }
}

fn within(time: f64) -> Limits {
    Limits { wall: seconds(time), ..generous() }
}

/// On a machine with other work to do, everything takes its time.
const SLACK: Duration = Duration::from_millis(1500);

fn hang() {
    let fault = Fault::new();
    let ended = fault.run(&["hang"], within(0.3));
    assert_eq!(ended.how, End::TimeLimit);
    assert!(ended.usage.wall >= seconds(0.3) && ended.usage.wall < seconds(0.3) + SLACK, "{ended:?}");
    fault.nothing_is_left();
}

fn fork_and_hang() {
    let fault = Fault::new();
    let ended = fault.run(&["fork-hang"], within(0.8));
    assert_eq!(ended.how, End::TimeLimit);
    assert!(ended.folder.join("started").exists(), "it was ended before it had started its children");
    assert!(ended.usage.wall < seconds(0.8) + SLACK, "{ended:?}");
    fault.nothing_is_left();
}

fn fork_and_exit_for_ever() {
    for grace in [Duration::ZERO, seconds(0.3)] {
        let fault = Fault::with_grace(grace);
        let ended = fault.run(&["hydra"], within(0.5));
        assert_eq!(ended.how, End::TimeLimit);
        assert!(ended.usage.wall < seconds(0.8) + SLACK, "{ended:?}");
        fault.nothing_is_left();
    }
}

fn ignore_sigterm() {
    let fault = Fault::with_grace(seconds(0.4));
    let ended = fault.run(&["stubborn"], within(0.4));
    assert_eq!(ended.how, End::TimeLimit);
    assert!(ended.usage.wall >= seconds(0.8) && ended.usage.wall < seconds(0.8) + SLACK, "{ended:?}");
    fault.nothing_is_left();
    let fault = Fault::with_grace(Duration::ZERO);
    let ended = fault.run(&["stubborn"], within(0.4));
    assert!(ended.usage.wall < seconds(0.4) + SLACK, "{ended:?}");
    fault.nothing_is_left();
}

fn use_the_grace() {
    let fault = Fault::new();
    let ended = fault.run(&["late"], within(0.5));
    assert_eq!((&ended.how, fault.said(&ended).as_str()), (&End::TimeLimit, "late\n"));
    fault.nothing_is_left();
}

fn leave_a_daemon() {
    let fault = Fault::new();
    let ended = fault.run(&["daemon"], generous());
    assert_eq!(ended.how, End::Exit(0));
    assert!(ended.usage.wall < SLACK, "{ended:?}");
    fault.nothing_is_left();
}

fn print_garbage() {
    let fault = Fault::new();
    let ended = fault.run(&["garbage"], generous());
    assert_eq!(ended.how, End::Exit(0));
    assert_eq!(fs::metadata(&ended.stdout).expect("its output").len(), 10_000);
    fault.nothing_is_left();
}

fn print_200_mb() {
    for (args, to_stderr) in [(&["flood"][..], false), (&["flood", "stderr"][..], true)] {
        let fault = Fault::new();
        let ended = fault.run(args, Limits { output: MIB, ..generous() });
        assert_eq!(ended.how, End::OutputLimit);
        let length = |path: &Path| fs::metadata(path).expect("its output").len();
        let (loud, quiet) = if to_stderr { (&ended.stderr, &ended.stdout) } else { (&ended.stdout, &ended.stderr) };
        assert_eq!((length(loud), length(quiet)), (MIB, 0));
        fault.nothing_is_left();
    }
    // A line too much, said before anybody could look.
    let fault = Fault::new();
    let ended = fault.run(&["say", "12345678"], Limits { output: 8, ..generous() });
    assert_eq!((&ended.how, fault.said(&ended).as_str()), (&End::OutputLimit, "12345678"));
    let ended = fault.run(&["say", "1234567"], Limits { output: 8, ..generous() });
    assert_eq!(ended.how, End::Exit(0));
}

fn die_by_a_signal() {
    let fault = Fault::new();
    for (name, number) in [("SEGV", 11), ("KILL", 9), ("TERM", 15)] {
        assert_eq!(fault.run(&["die", name], generous()).how, End::Signal(number));
    }
    assert_eq!(fault.run(&["exit", "77"], generous()).how, End::Exit(77));
    fault.nothing_is_left();
}

fn eat_memory() {
    let fault = Fault::new();
    let begin = Instant::now();
    let ended = fault.run(&["eat"], Limits { memory: Some(200 * MIB), ..generous() });
    assert_eq!(ended.how, End::MemoryLimit);
    assert!(ended.usage.memory > 200 * MIB && ended.usage.memory < 1000 * MIB, "{ended:?}");
    assert!(begin.elapsed() < seconds(10.0));
    fault.nothing_is_left();
}

fn burn_cpu() {
    let fault = Fault::new();
    let ended = fault.run(&["burn"], Limits { cpu: Some(seconds(0.4)), ..generous() });
    assert_eq!(ended.how, End::CpuLimit);
    assert!(ended.usage.cpu >= seconds(0.38) && ended.usage.cpu < seconds(0.8), "{ended:?}");
    fault.nothing_is_left();
}

fn cannot_be_started() {
    let fault = Fault::new();
    let script = fault.root().join("script");
    fs::write(&script, "#!/bin/sh\n").expect("a file");
    let missing = fault.root().join("missing");
    let cases: [(&Path, &str); 4] = [
        (Path::new("qicc-no-such-program"), "No such file or directory"),
        (&missing, "No such file or directory"),
        (&script, "Permission denied"),
        (fault.root(), "Permission denied"),
    ];
    for (program, words) in cases {
        let invocation = Invocation { program: program.into(), ..fake(&[]) };
        let ended = fault.run_invocation(&invocation, generous());
        let expected = End::NotStarted { program: program.to_string_lossy().into_owned(), message: words.into() };
        assert_eq!(ended.how, expected);
    }
    for file in ["../outside", "/outside", ""] {
        let invocation = Invocation { files: vec![(file.into(), String::new())], ..fake(&["say"]) };
        let ended = fault.run_invocation(&invocation, generous());
        assert!(matches!(ended.how, End::NotStarted { .. }), "{file:?}: {ended:?}");
    }
    let no_supervisor = Runner::new(missing.clone(), 1);
    let ended = fault.block_on(no_supervisor.run(&fake(&["say"]), generous(), fault.root(), "x"));
    assert!(matches!(ended.how, End::NotStarted { .. }), "{ended:?}");
    let no_supervisor = Runner::new("/bin/false".into(), 1);
    let ended = fault.block_on(no_supervisor.run(&fake(&["say"]), generous(), fault.root(), "x"));
    assert!(matches!(ended.how, End::NotStarted { .. }), "{ended:?}");
}

fn inherit_nothing() {
    let fault = Fault::new();
    let ended = fault.run(&["files"], generous());
    let said = fault.said(&ended);
    let files = |said: &str| said.lines().filter_map(|l| Some(l.split(" -> ").nth(1)?.to_string())).collect::<Vec<_>>();
    // What this test has inherited itself, and not closed, is not to blame on anybody.
    let fake = fake(&["files"]);
    let bare = Command::new(&fake.program).args(&fake.args).stdin(Stdio::null()).output().expect("it runs");
    let bare = files(&String::from_utf8_lossy(&bare.stdout));
    let files = files(&said);
    assert_eq!(files.len(), bare.len(), "{said}");
    assert_eq!(files[0], "/dev/null");
    let written = files.iter().filter(|name| name.ends_with(".out") || name.ends_with(".err")).count();
    assert_eq!(written, 2, "{said}");
}

fn the_supervisor_is_killed() {
    let fault = Fault::new();
    let ended = fault.block_on(async {
        let running = fault.start(&["fork-hang"], within(20.0));
        fault.wait_for("started").await;
        let marked = left(&fault.mark);
        assert!(marked.len() >= 8, "{marked:?}");
        let supervisor = marked.iter().map(|process| process.parent).find(|pid| is_supervisor(*pid));
        send(supervisor.expect("a supervisor"), Signal::KILL);
        running.await.expect("no panic")
    });
    assert_eq!(ended.how, End::Signal(9));
    fault.nothing_is_left();
}

fn is_supervisor(pid: u32) -> bool {
    let arguments = fs::read(format!("/proc/{pid}/cmdline")).unwrap_or_default();
    arguments.split(|byte| *byte == 0).nth(1) == Some(exec::SUPERVISE.as_bytes())
}

fn send(pid: u32, signal: Signal) {
    kill_process(Pid::from_raw(pid as i32).expect("a process"), signal).expect("it runs");
}

fn nobody_waits_any_more() {
    let fault = Fault::new();
    fault.block_on(async {
        let running = fault.start(&["fork-hang"], within(20.0));
        fault.wait_for("started").await;
        running.abort();
        let begin = Instant::now();
        _ = running.await;
        fault.runner.idle().await;
        assert!(begin.elapsed() < SLACK);
    });
    fault.nothing_is_left();
}

fn stop_and_what_waits_does_not_start() {
    let fault = Fault::new();
    let (first, second, third) = fault.block_on(async {
        let first = fault.start(&["hang"], within(20.0));
        fault.wait_for("started").await;
        let second = fault.start(&["say", "a"], within(20.0));
        tokio::time::sleep(seconds(0.1)).await;
        fault.runner.stop();
        let third = fault.start(&["say", "a"], within(20.0));
        (first.await.expect("no panic"), second.await.expect("no panic"), third.await.expect("no panic"))
    });
    assert_eq!([&first.how, &second.how, &third.how], [&End::Interrupted; 3]);
    assert!(!second.stdout.exists() && !third.stdout.exists());
    fault.nothing_is_left();
}

/// Runs the program that goes wrong as qicc does it: a folder, signals, a report. Its arguments are those of the
/// program.
fn runner_role() {
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build().expect("a runtime");
    runtime.block_on(async {
        let mut interrupts = exec::interrupts().expect("signals");
        let workspace = Workspace::temporary().expect("a temporary folder");
        let runner = Runner::new(supervisor(), 2).with_temporary(workspace.root().to_path_buf());
        let args: Vec<String> = std::env::args().skip(1).collect();
        let invocation = fake(&args.iter().map(String::as_str).collect::<Vec<_>>());
        let folders = [workspace.task(1), workspace.task(2)];
        // Two at once: they share the folder that whoever is last removes.
        let both = async {
            tokio::join!(
                runner.run(&invocation, within(50.0), &folders[0], "a"),
                runner.run(&invocation, within(50.0), &folders[1], "a")
            )
        };
        let said = async {
            while !folders.iter().all(|folder| folder.join("started").exists()) {
                tokio::time::sleep(seconds(0.01)).await;
            }
            println!("started");
            std::future::pending::<()>().await;
        };
        let signals = async {
            interrupts.next().await;
            runner.stop();
            println!("stopping");
            interrupts.next().await;
            runner.kill();
            std::future::pending::<()>().await;
        };
        let (first, second) = tokio::select! {
            both = both => both,
            () = said => unreachable!(),
            () = signals => unreachable!(),
        };
        runner.idle().await;
        println!("{:?} {:?}", first.how, second.how);
    });
}

/// A process with the runner's role, in a temporary folder of its own.
struct Play {
    child: Child,
    lines: std::io::Lines<BufReader<std::process::ChildStdout>>,
    mark: String,
    temporary: tempfile::TempDir,
}

impl Play {
    fn start(args: &[&str]) -> Play {
        Play::start_as(&mut common::interruptible(std::env::current_exe().expect("this program")), args)
    }

    fn start_as(command: &mut Command, args: &[&str]) -> Play {
        let temporary = tempfile::tempdir().expect("a temporary folder");
        let mark = new_mark();
        command.args(args).env(ROLE, "runner").env(MARK, &mark).env("TMPDIR", temporary.path());
        let mut child = command.stdout(Stdio::piped()).spawn().expect("this program runs");
        let lines = BufReader::new(child.stdout.take().expect("its output")).lines();
        let mut play = Play { child, lines, mark, temporary };
        assert_eq!(play.line(), "started");
        play
    }

    fn line(&mut self) -> String {
        self.lines.next().expect("a line").expect("a line")
    }

    fn send(&self, signal: Signal) {
        send(self.child.id(), signal);
    }

    /// The qicc that was killed cannot wait for its supervisors.
    fn nothing_is_left_after(mut self, time: Duration) {
        _ = self.child.wait();
        let begin = Instant::now();
        let files = || fs::read_dir(self.temporary.path()).expect("a folder").flatten().map(|e| e.path());
        while !left(&self.mark).is_empty() || files().next().is_some() {
            if begin.elapsed() > time {
                panic!("left: {:?} {:?}", left(&self.mark), files().collect::<Vec<_>>());
            }
            std::thread::sleep(seconds(0.02));
        }
    }
}

fn qicc_is_killed() {
    for (mode, time) in [("hang", SLACK), ("fork-hang", SLACK), ("stubborn", exec::GRACE + SLACK)] {
        let play = Play::start(&[mode]);
        assert!(left(&play.mark).len() >= 4, "{:?}", left(&play.mark));
        play.send(Signal::KILL);
        play.nothing_is_left_after(time);
    }
}

fn ctrl_c_once() {
    for signal in [Signal::INT, Signal::TERM, Signal::HUP] {
        let mut play = Play::start(&["fork-hang"]);
        play.send(signal);
        assert_eq!([play.line(), play.line()], ["stopping", "Interrupted Interrupted"]);
        play.nothing_is_left_after(Duration::ZERO);
    }
}

fn ctrl_c_twice() {
    let mut play = Play::start(&["stubborn"]);
    play.send(Signal::INT);
    assert_eq!(play.line(), "stopping");
    let begin = Instant::now();
    play.send(Signal::INT);
    assert_eq!(play.line(), "Interrupted Interrupted");
    assert!(begin.elapsed() < SLACK, "{:?}", begin.elapsed());
    play.nothing_is_left_after(Duration::ZERO);
}

fn nohup() {
    let program = std::env::current_exe().expect("this program");
    let mut play = Play::start_as(common::interruptible("nohup").arg(program), &["hang"]);
    play.send(Signal::HUP);
    std::thread::sleep(seconds(0.2));
    play.send(Signal::INT);
    assert_eq!([play.line(), play.line()], ["stopping", "Interrupted Interrupted"]);
    play.nothing_is_left_after(Duration::ZERO);
}

/// An argument of GNU's `env`.
const IGNORE: &str = "--ignore-signal=CHLD";

fn can_ignore() -> bool {
    let can = Command::new("env").args([IGNORE, "true"]).stderr(Stdio::null()).status().is_ok_and(|s| s.success());
    if !can {
        common::skip("env --ignore-signal");
    }
    can
}

fn started_by_a_program_that_ignores_its_children() {
    if !can_ignore() {
        return;
    }
    let program = std::env::current_exe().expect("this program");
    let mut play = Play::start_as(Command::new("env").arg(IGNORE).arg(program), &["late"]);
    for process in left(&play.mark).iter().filter(|process| process.command.contains("fake-verifier")) {
        send(process.pid, Signal::TERM);
    }
    assert_eq!(play.line(), "Exit(3) Exit(3)");
    play.nothing_is_left_after(Duration::ZERO);
}

fn rerun_by_hand() {
    let fault = Fault::new();
    let invocation = Invocation {
        env: vec![("A".into(), Some("a b".into())), ("HOME".into(), None)],
        files: vec![("sub/file".into(), "content\n".into())],
        program: "sh".into(),
        args: vec![
            "-c".into(),
            "echo \"$A\" \"${HOME-none}\" \"$1\"; cat sub/file".into(),
            "sh".into(),
            "'x  y'".into(),
        ],
    };
    let ended = fault.run_invocation(&invocation, generous());
    let by_hand = Command::new(ended.stdout.with_extension("sh")).current_dir("/").output().expect("it runs");
    let said = fault.said(&ended);
    assert_eq!(said, "a b none 'x  y'\ncontent\n");
    assert_eq!(String::from_utf8_lossy(&by_hand.stdout), said);
}

fn jobs_run_at_once() {
    let time = |jobs: usize| {
        let fault = Fault::with_jobs(jobs);
        let sleep = Invocation { program: "sleep".into(), args: vec!["0.7".into()], ..fake(&[]) };
        let begin = Instant::now();
        fault.block_on(async {
            let running: Vec<_> = (0..2).map(|_| fault.start_invocation(&sleep, generous())).collect();
            for one in running {
                assert_eq!(one.await.expect("no panic").how, End::Exit(0));
            }
        });
        begin.elapsed()
    };
    let (one, two) = (time(1), time(2));
    assert!(one >= seconds(1.4) && two >= seconds(0.7) && two < one * 3 / 4, "{one:?} {two:?}");
}

/// This program in another role, by way of a shell.
fn role(role: &str, shell: &str) -> Invocation {
    Invocation {
        program: "sh".into(),
        args: vec!["-c".into(), shell.into(), std::env::current_exe().expect("this program").display().to_string()],
        env: vec![(ROLE.into(), Some(role.into()))],
        files: vec![],
    }
}

const BURNED: Duration = Duration::from_millis(500);

/// Uses a known amount of CPU time.
fn burn_role() {
    let used = || {
        let usage = nix::sys::resource::getrusage(nix::sys::resource::UsageWho::RUSAGE_SELF).expect("usage");
        let micros = |time: nix::sys::time::TimeVal| (time.tv_sec() * 1_000_000 + time.tv_usec()) as u64;
        Duration::from_micros(micros(usage.user_time()) + micros(usage.system_time()))
    };
    while used() < BURNED {}
}

fn cpu_time_of_grandchildren_is_counted() {
    let shells = [
        ("a grandchild", r#""$0"; :"#),
        ("in a session of its own", r#"(setsid "$0" & wait); :"#),
        ("an orphan", r#"(setsid "$0" & echo $! >pid); while kill -0 $(cat pid) 2>/dev/null; do sleep 0.01; done"#),
    ];
    for (what, shell) in shells {
        let fault = Fault::new();
        let ended = fault.run_invocation(&role("burn", shell), generous());
        assert_eq!(ended.how, End::Exit(0), "{what}");
        let cpu = ended.usage.cpu.as_secs_f64() / BURNED.as_secs_f64();
        // Whoever asks for a dead process every 10 ms starts a process each time.
        let most = if what == "an orphan" { 2.0 } else { 1.1 };
        assert!((0.99..most).contains(&cpu), "{what}: {ended:?}");
        fault.nothing_is_left();
    }
}

/// Ignores how its child ends.
fn forget_role() {
    let child = Command::new(std::env::current_exe().expect("this program")).env(ROLE, "burn").spawn();
    _ = child.expect("this program runs").wait();
}

/// What the system does not count is known up to when it was last looked at.
fn forgotten_cpu_time_is_counted() {
    if !can_ignore() {
        return;
    }
    let fault = Fault::new();
    let ended = fault.run_invocation(&role("forget", &format!(r#"env {IGNORE} "$0"; :"#)), generous());
    let cpu = ended.usage.cpu.as_secs_f64() / BURNED.as_secs_f64();
    assert!((0.85..1.1).contains(&cpu), "{ended:?}");
    fault.nothing_is_left();
}

const EATEN: usize = 100 << 20;

/// Uses a known amount of memory, for long enough that two of them meet on a busy machine.
fn eat_role() {
    let memory = vec![1_u8; EATEN];
    std::thread::sleep(seconds(1.0));
    std::hint::black_box(&memory);
}

fn peak_memory_is_counted() {
    let fault = Fault::new();
    let parts = |ended: &Ended| ended.usage.memory as f64 / EATEN as f64;
    let one = fault.run_invocation(&role("eat", r#"(setsid "$0"); :"#), generous());
    assert!((0.95..1.2).contains(&parts(&one)), "{one:?}");
    let two = fault.run_invocation(&role("eat", r#""$0" & "$0"; wait"#), generous());
    assert!((1.9..2.4).contains(&parts(&two)), "{two:?}");
    let in_turn = fault.run_invocation(&role("eat", r#""$0"; "$0"; :"#), generous());
    assert!((0.95..1.2).contains(&parts(&in_turn)), "{in_turn:?}");
    fault.nothing_is_left();
}

fn shared_memory_is_counted_once() {
    let fault = Fault::new();
    let alone = fault.run(&["share", "60", "0"], generous());
    let shared = fault.run(&["share", "60", "4"], generous());
    assert!(alone.usage.memory > 60 * MIB, "{alone:?}");
    assert!(shared.usage.memory < alone.usage.memory * 5 / 4, "{alone:?} {shared:?}");
    // The limit is not reached either, though all of them together seem to be above it.
    let limited = fault.run(&["share", "60", "4"], Limits { memory: Some(alone.usage.memory * 3 / 2), ..generous() });
    assert_eq!(limited.how, End::Exit(0), "{limited:?}");
    fault.nothing_is_left();
}
