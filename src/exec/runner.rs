//! The runner: starts a supervisor for each invocation, as many at once as there are jobs.
//!
//! An invocation is watched by a task of its own, which goes on when nobody waits for the result any more: it tells the
//! supervisor to stop and stays until that has cleared up. [`Runner::idle`] waits for all of them.
//!
//! Supervisors are killed by nobody in the normal course of things, but by a system that is short of memory perhaps.
//! What they leave behind comes to this process, because it is a subreaper too. It has no other children outside its
//! own process group than supervisors, so whatever else is there is such an orphan, and is ended.

use super::proc::{self, Process};
use super::protocol::{KILL, Outcome, STOP, Spec};
use super::{SUPERVISE, script, signals, supervise::words};
use crate::verifier::{End, Ended, Invocation, Limits, Usage};
use rustix::process::{Pid, Signal, WaitOptions};
use std::collections::BTreeSet;
use std::io;
use std::os::unix::process::ExitStatusExt;
use std::path::{Component, Path, PathBuf};
use std::process::Stdio;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};
use std::time::{Duration, Instant};
use tokio::io::{AsyncBufReadExt, AsyncWriteExt, BufReader};
use tokio::process::{Child, ChildStdin, Command};
use tokio::sync::{OwnedSemaphorePermit, Semaphore, oneshot, watch};

/// How long processes may live after they were told to end.
pub const GRACE: Duration = Duration::from_secs(2);

/// The supervisors that run, whoever started them. Locked while one is started, so that none is taken for an orphan.
static SUPERVISORS: Mutex<BTreeSet<i32>> = Mutex::new(BTreeSet::new());

/// Runs invocations, as many at once as there are jobs. Clones share the jobs.
#[derive(Clone, Debug)]
pub struct Runner {
    pub(super) shared: Arc<Shared>,
    grace: Duration,
    /// What goes when this process is killed.
    temporary: Option<PathBuf>,
}

#[derive(Debug)]
pub(super) struct Shared {
    /// The program that watches over a process: this one, called with [`SUPERVISE`].
    supervisor: PathBuf,
    slots: Arc<Semaphore>,
    pub(super) order: watch::Sender<Order>,
    pub(super) running: watch::Sender<usize>,
    /// Where this process works itself, once it does.
    pub(super) pool: OnceLock<rayon::ThreadPool>,
    pub(super) jobs: usize,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Order {
    Go,
    Stop,
    Kill,
}

/// The right to run one process after another. There are as many as there are jobs.
#[derive(Clone, Debug)]
pub struct Slot {
    _permit: Arc<OwnedSemaphorePermit>,
}

impl Runner {
    pub fn new(supervisor: PathBuf, jobs: usize) -> Runner {
        // Only matters when a supervisor is killed; without it, orphans of that one stay.
        _ = rustix::process::set_child_subreaper(Some(rustix::process::getpid()));
        let shared = Shared {
            supervisor,
            slots: Arc::new(Semaphore::new(jobs.max(1))),
            order: watch::Sender::new(Order::Go),
            running: watch::Sender::new(0),
            pool: OnceLock::new(),
            jobs: jobs.max(1),
        };
        Runner { shared: Arc::new(shared), grace: GRACE, temporary: None }
    }

    /// How long processes may live after they were told to end.
    pub fn with_grace(self, grace: Duration) -> Runner {
        Runner { grace, ..self }
    }

    /// A folder that supervisors remove if they find this process dead.
    pub fn with_temporary(self, folder: PathBuf) -> Runner {
        Runner { temporary: Some(folder), ..self }
    }

    /// Everything that runs is told to end and is [`End::Interrupted`]; what waits does not start.
    pub fn stop(&self) {
        self.order(Order::Stop);
    }

    /// As [`Runner::stop`], but without a grace.
    pub fn kill(&self) {
        self.order(Order::Kill);
    }

    fn order(&self, order: Order) {
        self.shared.order.send_if_modified(|current| {
            let worse = order > *current;
            *current = order.max(*current);
            worse
        });
    }

    pub fn stopped(&self) -> bool {
        *self.shared.order.borrow() > Order::Go
    }

    /// Waits until nothing runs, not even what nobody waits for.
    pub async fn idle(&self) {
        // The sender is part of this runner, so it cannot be gone.
        _ = self.shared.running.subscribe().wait_for(|running| *running == 0).await;
    }

    /// Waits for the right to run something; `None` when nothing is started any more. First come, first served.
    pub async fn slot(&self) -> Option<Slot> {
        let mut order = self.shared.order.subscribe();
        let permit = tokio::select! {
            biased;
            _ = order.wait_for(|order| *order > Order::Go) => return None,
            permit = self.shared.slots.clone().acquire_owned() => permit.ok()?,
        };
        Some(Slot { _permit: Arc::new(permit) })
    }

    /// Runs one process to its end or to a limit. `folder` becomes its working directory; what it says goes
    /// to `folder/NAME.out` and `folder/NAME.err`, and `folder/NAME.sh` reruns it by hand.
    pub async fn run(&self, invocation: &Invocation, limits: Limits, folder: &Path, name: &str) -> Ended {
        match self.slot().await {
            Some(slot) => self.run_in(&slot, invocation, limits, folder, name).await,
            None => ended(End::Interrupted, limits, folder, name),
        }
    }

    /// As [`Runner::run`], with a slot that is there already.
    pub async fn run_in(
        &self,
        slot: &Slot,
        invocation: &Invocation,
        limits: Limits,
        folder: &Path,
        name: &str,
    ) -> Ended {
        let mut ended = ended(End::Interrupted, limits, folder, name);
        if self.stopped() {
            return ended;
        }
        let not_started = |error: io::Error| {
            let program = invocation.program.to_string_lossy().into_owned();
            (End::NotStarted { program, message: words(&error) }, Usage::default())
        };
        let prepared = self.prepare(invocation, limits, folder, name);
        (ended.how, ended.usage) = match prepared {
            Err(error) => not_started(error),
            Ok(spec) => {
                let (sender, receiver) = oneshot::channel();
                self.shared.running.send_modify(|running| *running += 1);
                let (runner, slot) = (self.clone(), slot.clone());
                tokio::spawn(async move {
                    supervised(&runner, slot, spec, sender).await;
                    runner.shared.running.send_modify(|running| *running -= 1);
                });
                // The other end is dropped without an answer only when the runtime ends.
                receiver.await.unwrap_or((End::Interrupted, Usage::default()))
            }
        };
        ended
    }

    /// Writes the files of an invocation.
    fn prepare(&self, invocation: &Invocation, limits: Limits, folder: &Path, name: &str) -> io::Result<Spec> {
        let folder = std::path::absolute(folder)?;
        std::fs::create_dir_all(&folder)?;
        for (file, content) in &invocation.files {
            let inside = Path::new(file).components().all(|part| matches!(part, Component::Normal(_)));
            if !inside {
                return Err(io::Error::other(format!("{file} is no file in its working directory")));
            }
            let path = folder.join(file);
            let about = |error: io::Error| io::Error::other(format!("{}: {}", path.display(), words(&error)));
            path.parent().map_or(Ok(()), std::fs::create_dir_all).map_err(about)?;
            std::fs::write(&path, content).map_err(about)?;
        }
        let program = match invocation.program.components().count() {
            // Looked up in PATH.
            1 => invocation.program.clone(),
            _ => std::path::absolute(&invocation.program)?,
        };
        let script = folder.join(format!("{name}.sh"));
        let about = |error: io::Error| io::Error::other(format!("{}: {}", script.display(), words(&error)));
        script::write(&script, &program, invocation).map_err(about)?;
        Ok(Spec {
            program: program.into(),
            args: invocation.args.clone(),
            env: invocation.env.clone(),
            stdout: folder.join(format!("{name}.out")).into(),
            stderr: folder.join(format!("{name}.err")).into(),
            folder: folder.into(),
            limits,
            grace: self.grace,
            remove: self.temporary.clone().map(PathBuf::into_os_string),
        })
    }
}

/// An invocation that has not run.
pub(super) fn ended(how: End, limits: Limits, folder: &Path, name: &str) -> Ended {
    Ended {
        how,
        limits,
        usage: Usage::default(),
        stdout: folder.join(format!("{name}.out")),
        stderr: folder.join(format!("{name}.err")),
        folder: folder.to_path_buf(),
    }
}

type Answer = (End, Usage);

/// Runs a supervisor to its end, whether or not somebody wants to know.
async fn supervised(runner: &Runner, slot: Slot, spec: Spec, mut answer: oneshot::Sender<Answer>) {
    let begin = Instant::now();
    let used = || Usage { wall: begin.elapsed(), ..Usage::default() };
    let failed = |message: String| {
        let program = runner.shared.supervisor.to_string_lossy().into_owned();
        (End::NotStarted { program, message }, used())
    };
    let (mut child, pid) = match start(&runner.shared.supervisor) {
        Ok(started) => started,
        Err(error) => {
            _ = answer.send(failed(words(&error)));
            return;
        }
    };
    if let Some(outcome) = talk(runner, &mut child, &spec, &mut answer).await {
        // All that is left now is the supervisor's own exit, which nobody has to wait for.
        drop(slot);
        _ = answer.send((outcome.how, outcome.usage));
        _ = child.wait().await;
        SUPERVISORS.lock().unwrap_or_else(PoisonError::into_inner).remove(&pid);
        return;
    }
    let status = child.wait().await;
    SUPERVISORS.lock().unwrap_or_else(PoisonError::into_inner).remove(&pid);
    _ = tokio::task::spawn_blocking(end_orphans).await;
    _ = answer.send(match status {
        Ok(status) => match status.signal() {
            Some(signal) => (End::Signal(signal), used()),
            None => failed(format!("the supervisor failed with {status}")),
        },
        Err(error) => failed(words(&error)),
    });
}

fn start(supervisor: &Path) -> io::Result<(Child, i32)> {
    signals::expect_children();
    let mut supervisors = SUPERVISORS.lock().unwrap_or_else(PoisonError::into_inner);
    let mut command = Command::new(supervisor);
    // Out of the terminal's reach: Ctrl-C is for this process, which then tells the others. A session of its own would
    // do that too, but the scheduler shares time among sessions first, and somebody's `nice qicc` would be for nothing.
    command.process_group(0);
    command.arg0("qicc").arg(SUPERVISE).stdin(Stdio::piped()).stdout(Stdio::piped());
    let child = command.spawn()?;
    let pid = child.id().map_or(0, |pid| pid as i32);
    supervisors.insert(pid);
    Ok((child, pid))
}

/// Tells the supervisor what to run and when to stop; what it says in the end, if it does.
async fn talk(
    runner: &Runner,
    child: &mut Child,
    spec: &Spec,
    answer: &mut oneshot::Sender<Answer>,
) -> Option<Outcome> {
    let (mut stdin, mut stdout) = (child.stdin.take()?, BufReader::new(child.stdout.take()?));
    let mut line = serde_json::to_vec(spec).ok()?;
    line.push(b'\n');
    stdin.write_all(&line).await.ok()?;
    let mut order = runner.shared.order.subscribe();
    order.mark_changed();
    let mut said = Vec::new();
    let (mut wanted, mut orders) = (true, true);
    let reading = stdout.read_until(b'\n', &mut said);
    tokio::pin!(reading);
    loop {
        tokio::select! {
            result = &mut reading => {
                result.ok()?;
                break;
            }
            changed = order.changed(), if orders => {
                orders = changed.is_ok();
                let byte = match *order.borrow_and_update() {
                    Order::Go => continue,
                    Order::Stop => STOP,
                    Order::Kill => KILL,
                };
                tell(&mut stdin, byte).await;
            }
            () = answer.closed(), if wanted => {
                wanted = false;
                tell(&mut stdin, STOP).await;
            }
        }
    }
    serde_json::from_slice(&said).ok()
}

/// Whoever does not listen any more has ended, and that is noticed elsewhere.
async fn tell(stdin: &mut ChildStdin, byte: u8) {
    _ = stdin.write_all(&[byte]).await;
}

/// Ends what a dead supervisor has left: children outside this process group that are no supervisors.
fn end_orphans() {
    let me = rustix::process::getpid().as_raw_pid();
    let Some(own) = Process::read(me) else { return };
    let begin = Instant::now();
    while begin.elapsed() < Duration::from_secs(10) {
        let supervisors = SUPERVISORS.lock().unwrap_or_else(PoisonError::into_inner);
        let mut lost = BTreeSet::new();
        for process in proc::descendants(me) {
            let orphan = process.parent == me && process.group != own.group && !supervisors.contains(&process.pid);
            if !orphan && !lost.contains(&process.parent) {
                continue;
            }
            lost.insert(process.pid);
            if let Some(pid) = Pid::from_raw(process.pid) {
                _ = rustix::process::kill_process(pid, Signal::KILL);
                if orphan {
                    _ = rustix::process::waitpid(Some(pid), WaitOptions::NOHANG);
                }
            }
        }
        drop(supervisors);
        if lost.is_empty() {
            return;
        }
        std::thread::sleep(Duration::from_millis(1));
    }
}
