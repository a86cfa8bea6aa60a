//! A process with everything that it has started: what they use together, and how they are ended.
//!
//! Whoever watches a tree is a subreaper: a process whose parent dies becomes its child, so that neither a double fork
//! nor a session of its own gets a process out of the tree. It also means that the tree is gone exactly when the
//! watcher has no child any more, which the system tells without a race.
//!
//! CPU time is exact, to the microsecond, once the tree is gone; while it runs, `/proc` counts in ticks. The one hole
//! is a process that ignores SIGCHLD: the system forgets what its children used, and what was last seen of them stands
//! in.
//!
//! Memory is what is resident. Processes that were forked and have not called exec share pages with their parent; where
//! there are such, shared pages are counted in part for each. That costs a walk over all pages, so it is done less
//! often, and only if the sum with double counting would make a difference. A fork that is younger than [`YOUNG`] is
//! about to call exec, as a rule, and lives in its parent's very pages.

use super::proc::{self, Process};
use nix::sys::resource::{UsageWho, getrusage};
use rustix::io::Errno;
use rustix::process::{Pid, Signal, WaitId, WaitIdOptions, WaitOptions};
use std::collections::{BTreeMap, BTreeSet};
use std::time::{Duration, Instant};

const YOUNG: Duration = Duration::from_millis(100);
/// A process that survives SIGKILL for so long hangs inside the system, and nobody can end it.
const UNKILLABLE: Duration = Duration::from_secs(10);

pub(super) struct Tree {
    /// The process that was asked for; a child of this process, and the leader of its own group.
    main: Pid,
    seen: BTreeMap<(i32, u64), Seen>,
    /// The most bytes at one time.
    pub peak: u64,
    /// When shared pages may be counted again.
    count_again: Instant,
}

struct Seen {
    since: Instant,
    ticks: u64,
}

/// What a tree used when it was looked at.
pub(super) struct Sample {
    pub cpu: Duration,
    pub memory: u64,
}

/// How the main process ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Ending {
    Exit(i32),
    Signal(i32),
}

impl Tree {
    pub(super) fn new(main: Pid) -> Tree {
        Tree { main, seen: BTreeMap::new(), peak: 0, count_again: Instant::now() }
    }

    /// Whether and how the main process has ended. It stays a zombie, so that nobody else gets its number and its group
    /// can still be signalled.
    pub(super) fn ending(&self) -> Option<Ending> {
        let options = WaitIdOptions::EXITED | WaitIdOptions::NOHANG | WaitIdOptions::NOWAIT;
        let status = match rustix::process::waitid(WaitId::Pid(self.main), options) {
            Ok(status) => status?,
            // The system forgets the children of whoever ignores SIGCHLD. How this one ended is lost; not well, then.
            Err(Errno::CHILD) => return Some(Ending::Signal(Signal::CHILD.as_raw())),
            Err(_) => return None,
        };
        match (status.exit_status(), status.terminating_signal()) {
            (Some(code), _) => Some(Ending::Exit(code)),
            (None, signal) => signal.map(Ending::Signal),
        }
    }

    /// Looks at all processes. `limit` is how many bytes would be too many: below it nothing has to be known exactly.
    pub(super) fn sample(&mut self, limit: Option<u64>) -> Sample {
        let now = Instant::now();
        let processes = self.processes();
        let mut ticks = 0;
        for process in &processes {
            let seen = self.seen.entry((process.pid, process.started)).or_insert(Seen { since: now, ticks: 0 });
            seen.ticks = seen.ticks.max(process.own_ticks);
            ticks += process.own_ticks + process.reaped_ticks;
        }
        let cpu = (proc::time(ticks) + reaped().0).max(self.seen_cpu());
        let memory = self.memory(&processes, limit, now);
        self.peak = self.peak.max(memory);
        self.reap_orphans(&processes);
        Sample { cpu, memory }
    }

    fn memory(&mut self, processes: &[Process], limit: Option<u64>, now: Instant) -> u64 {
        let young = |process: &Process| {
            let seen = self.seen.get(&(process.pid, process.started));
            process.is_fork() && seen.is_some_and(|seen| now - seen.since < YOUNG)
        };
        let counted: Vec<&Process> = processes.iter().filter(|process| !young(process)).collect();
        let sum = counted.iter().map(|process| process.resident()).sum();
        let largest = counted.iter().map(|process| process.resident()).max().unwrap_or(0);
        let shared = counted.len() > 1 && counted.iter().any(|process| process.is_fork());
        let matters = sum > self.peak || limit.is_some_and(|limit| sum > limit);
        if !shared || !matters {
            return sum;
        }
        if now < self.count_again {
            return largest;
        }
        let exact = in_parts(&counted);
        let done = Instant::now();
        self.count_again = done + (done - now) * 20;
        exact.max(largest)
    }

    fn processes(&self) -> Vec<Process> {
        proc::descendants(rustix::process::getpid().as_raw_pid())
    }

    /// Waits for processes that this one has inherited.
    fn reap_orphans(&self, processes: &[Process]) {
        let me = rustix::process::getpid().as_raw_pid();
        for process in processes.iter().filter(|process| process.parent == me && process.is_zombie()) {
            if let Some(pid) = Pid::from_raw(process.pid).filter(|pid| *pid != self.main) {
                _ = rustix::process::waitpid(Some(pid), WaitOptions::NOHANG);
            }
        }
    }

    fn seen_cpu(&self) -> Duration {
        proc::time(self.seen.values().map(|seen| seen.ticks).sum())
    }

    /// Asks all processes to end.
    pub(super) fn terminate(&self) {
        signal(&self.processes(), Signal::TERM);
    }

    /// Whether something still runs.
    pub(super) fn runs(&self) -> bool {
        let processes = self.processes();
        self.reap_orphans(&processes);
        processes.iter().any(|process| !process.is_zombie())
    }

    /// Kills all processes and waits for them: afterwards nothing is left. Says what all of them have used.
    pub(super) fn kill(mut self) -> Sample {
        // One blow for the group, which new children cannot escape. Nobody has waited for its leader yet, so it is
        // ours.
        _ = rustix::process::kill_process_group(self.main, Signal::KILL);
        let begin = Instant::now();
        let mut killed = BTreeSet::new();
        let mut pause = Duration::from_micros(100);
        while !gone() && begin.elapsed() < UNKILLABLE {
            let processes = self.processes();
            signal(&processes, Signal::KILL);
            // Somebody who forks and exits for ever is only caught by whoever does not rest.
            let news = processes.iter().filter(|process| killed.insert((process.pid, process.started))).count();
            if news == 0 {
                std::thread::sleep(pause);
                pause = (pause * 2).min(Duration::from_millis(5));
            }
        }
        let (cpu, largest) = reaped();
        self.peak = self.peak.max(largest);
        Sample { cpu: cpu.max(self.seen_cpu()), memory: self.peak }
    }
}

/// Bytes of all processes together, where shared pages are counted in part for each. When one of them ends meanwhile,
/// its part falls to the others and would be counted twice; so it is done again, but not for ever.
fn in_parts(processes: &[&Process]) -> u64 {
    let mut sum = 0;
    for _ in 0..3 {
        sum = processes.iter().map(|process| process.proportional()).sum();
        if processes.iter().all(|process| Process::read(process.pid).is_some_and(|now| !now.is_zombie())) {
            break;
        }
    }
    sum
}

fn signal(processes: &[Process], signal: Signal) {
    for process in processes.iter().filter(|process| !process.is_zombie()) {
        if let Some(pid) = Pid::from_raw(process.pid) {
            _ = rustix::process::kill_process(pid, signal);
        }
    }
}

/// Waits for every child that has ended; whether there is none left.
fn gone() -> bool {
    loop {
        match rustix::process::wait(WaitOptions::NOHANG) {
            Ok(Some(_)) | Err(Errno::INTR) => {}
            Ok(None) => return false,
            Err(_) => return true,
        }
    }
}

/// The CPU time of everything that was waited for, and the largest of those processes in bytes.
fn reaped() -> (Duration, u64) {
    let Ok(usage) = getrusage(UsageWho::RUSAGE_CHILDREN) else { return (Duration::ZERO, 0) };
    let time = |value: nix::sys::time::TimeVal| {
        Duration::from_secs(value.tv_sec().max(0) as u64) + Duration::from_micros(value.tv_usec().max(0) as u64)
    };
    (time(usage.user_time()) + time(usage.system_time()), usage.max_rss().max(0) as u64 * 1024)
}
