//! The supervisor: a process between qicc and one process that qicc runs. It starts it, watches over it and over all
//! that it starts, ends all of them at a limit, and says what they used.
//!
//! It is a process, not a thread, for three reasons. It can inherit the orphans of one tree and of no other, so that it
//! knows whom to end and what they used. It outlives qicc when qicc is killed, and clears up. And it is small when it
//! forks.
//!
//! At the time and CPU limits, and when the user stops, processes are told to end and have their grace for it: some
//! verifiers write down then what they know. At the memory and output limits they are killed at once, because they
//! would go on taking what there is too little of.

use super::protocol::{KILL, Outcome, STOP, Spec};
use super::tree::{Ending, Tree};
use crate::verifier::{End, Usage};
use rustix::event::{PollFd, PollFlags, Timespec};
use rustix::process::{Pid, PidfdFlags};
use std::fs::File;
use std::io::{self, Write};
use std::os::fd::{AsFd, OwnedFd};
use std::os::unix::process::CommandExt;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

/// How often processes are looked at: often in the beginning, since most of them end soon.
const SHORTEST: Duration = Duration::from_millis(1);
const LONGEST: Duration = Duration::from_millis(20);
/// Looking takes at most this part of the time, or as much as looking five times a second takes.
const SHARE: u32 = 50;
const RAREST: Duration = Duration::from_millis(200);

/// The hidden command: reads what to run from standard input, runs it, and says what became of it. Whether it could.
pub fn supervise(mut stdout: impl Write) -> bool {
    let mut control = Control::default();
    let Some(spec) = control.spec() else { return false };
    let outcome = run(&spec, &mut control);
    if control.deserted
        && let Some(folder) = &spec.remove
    {
        remove(Path::new(folder));
    }
    let Ok(mut line) = serde_json::to_string(&outcome) else { return false };
    line.push('\n');
    stdout.write_all(line.as_bytes()).and_then(|()| stdout.flush()).is_ok()
}

/// Others may be removing the same folder.
fn remove(folder: &Path) {
    for _ in 0..10 {
        if std::fs::remove_dir_all(folder).is_ok() || !folder.exists() {
            return;
        }
        std::thread::sleep(Duration::from_millis(20));
    }
}

fn run(spec: &Spec, control: &mut Control) -> Outcome {
    let not_started = |error: io::Error| Outcome {
        how: End::NotStarted { program: spec.program.to_string_lossy().into_owned(), message: words(&error) },
        usage: Usage::default(),
    };
    if let Err(error) = rustix::process::set_child_subreaper(Some(rustix::process::getpid())) {
        return not_started(error.into());
    }
    let watch = match Watch::start(spec) {
        Ok(watch) => watch,
        Err(error) => return not_started(error),
    };
    watch.finish(control)
}

/// What the system says, without the number that Rust adds.
pub(super) fn words(error: &io::Error) -> String {
    let text = error.to_string();
    text.split(" (os error").next().unwrap_or(&text).to_string()
}

struct Watch<'a> {
    spec: &'a Spec,
    started: Instant,
    stdout: File,
    stderr: File,
    tree: Tree,
    /// Readable when the main process has ended; older systems have none, and it takes an interval to notice.
    ended: Option<OwnedFd>,
}

impl Watch<'_> {
    fn start(spec: &Spec) -> io::Result<Watch<'_>> {
        let (stdout, stderr) = (File::create(&spec.stdout)?, File::create(&spec.stderr)?);
        let mut command = Command::new(&spec.program);
        command.args(&spec.args).current_dir(&spec.folder).process_group(0);
        command.stdin(Stdio::null()).stdout(stdout.try_clone()?).stderr(stderr.try_clone()?);
        // What a killed process leaves behind goes with its folder.
        command.env("TMPDIR", &spec.folder);
        for (name, value) in &spec.env {
            match value {
                Some(value) => command.env(name, value),
                None => command.env_remove(name),
            };
        }
        let started = Instant::now();
        // Waited for through the tree, as everything else.
        let main = Pid::from_child(&command.spawn()?);
        let ended = rustix::process::pidfd_open(main, PidfdFlags::empty()).ok();
        Ok(Watch { spec, started, stdout, stderr, tree: Tree::new(main), ended })
    }

    fn finish(mut self, control: &mut Control) -> Outcome {
        let mut how = self.watch(control);
        let grace = match how {
            End::TimeLimit | End::CpuLimit | End::Interrupted => self.spec.grace,
            _ => Duration::ZERO,
        };
        self.end_gently(grace, control);
        let sample = self.tree.kill();
        let usage = Usage { wall: self.started.elapsed(), cpu: sample.cpu, memory: sample.memory };
        // Also when all was said before anybody looked.
        let limit = self.spec.limits.output;
        for file in [&self.stdout, &self.stderr] {
            if length(file) > limit {
                _ = file.set_len(limit);
                if matches!(how, End::Exit(_) | End::Signal(_)) {
                    how = End::OutputLimit;
                }
            }
        }
        Outcome { how, usage }
    }

    /// Until the main process ends or has to be ended.
    fn watch(&mut self, control: &mut Control) -> End {
        let limits = self.spec.limits;
        let mut interval = SHORTEST;
        loop {
            let left = limits.wall.saturating_sub(self.started.elapsed());
            control.wait(self.ended.as_ref(), interval.min(left));
            match self.tree.ending() {
                Some(Ending::Exit(code)) => return End::Exit(code),
                Some(Ending::Signal(signal)) => return End::Signal(signal),
                None => {}
            }
            if control.stop {
                return End::Interrupted;
            }
            let before = Instant::now();
            let sample = self.tree.sample(limits.memory);
            if limits.memory.is_some_and(|limit| sample.memory > limit) {
                return End::MemoryLimit;
            }
            if length(&self.stdout).max(length(&self.stderr)) > limits.output {
                return End::OutputLimit;
            }
            if self.started.elapsed() >= limits.wall {
                return End::TimeLimit;
            }
            if limits.cpu.is_some_and(|limit| sample.cpu >= limit) {
                return End::CpuLimit;
            }
            interval = (interval * 3 / 2).min(LONGEST).max((before.elapsed() * SHARE).min(RAREST));
        }
    }

    /// Asks everything to end, and waits until it has, or the grace is over, or nobody wants to wait.
    fn end_gently(&self, grace: Duration, control: &mut Control) {
        if grace.is_zero() || control.kill {
            return;
        }
        self.tree.terminate();
        let begin = Instant::now();
        let mut interval = SHORTEST;
        while self.tree.runs() && begin.elapsed() < grace && !control.kill {
            control.wait(None, interval);
            interval = (interval * 3 / 2).min(LONGEST);
        }
    }
}

fn length(file: &File) -> u64 {
    file.metadata().map_or(0, |metadata| metadata.len())
}

/// What the runner wants, as far as it has said so.
#[derive(Default)]
struct Control {
    stop: bool,
    kill: bool,
    /// Nobody is there any more.
    deserted: bool,
}

impl Control {
    fn spec(&mut self) -> Option<Spec> {
        let mut text = Vec::new();
        loop {
            if let Some(end) = text.iter().position(|byte| *byte == b'\n') {
                self.obey(&text[end + 1..]);
                return serde_json::from_slice(&text[..end]).ok();
            }
            match self.read() {
                bytes if bytes.is_empty() => return None,
                bytes => text.extend(bytes),
            }
        }
    }

    /// Without a buffer that would hide from `poll` what has come.
    fn read(&self) -> Vec<u8> {
        let mut buffer = [0; 4096];
        loop {
            match rustix::io::read(io::stdin().as_fd(), &mut buffer[..]) {
                Ok(count) => return buffer[..count].to_vec(),
                Err(rustix::io::Errno::INTR) => {}
                Err(_) => return Vec::new(),
            }
        }
    }

    fn obey(&mut self, orders: &[u8]) {
        self.stop |= orders.contains(&STOP) || orders.contains(&KILL);
        self.kill |= orders.contains(&KILL);
    }

    /// Waits for a word from the runner, or for this file to be readable, but no longer than `time`.
    fn wait(&mut self, file: Option<&OwnedFd>, time: Duration) {
        let stdin = io::stdin();
        let mut files = Vec::with_capacity(2);
        if !self.deserted {
            files.push(PollFd::new(&stdin, PollFlags::IN));
        }
        files.extend(file.map(|file| PollFd::new(file, PollFlags::IN)));
        let time = Timespec::try_from(time).ok();
        let ready = rustix::event::poll(&mut files, time.as_ref()).is_ok();
        if ready && !self.deserted && !files[0].revents().is_empty() {
            let orders = self.read();
            self.obey(&orders);
            if orders.is_empty() {
                (self.deserted, self.stop) = (true, true);
            }
        }
    }
}
