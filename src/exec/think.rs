//! Work that this process does itself: on threads of its own, with limits, and really stopped when nobody wants it.

use super::runner::{Order, Runner, Slot};
use crate::engine::stop::{Stop, used};
use crate::verifier::{Answer, Limits, Reason, Thought, Usage, Verdict};
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::time::Instant;
use tokio::sync::oneshot;

/// Calls of the program are calls of the verifier, so stacks are deep.
const STACK: usize = 1 << 30;

impl Runner {
    /// Works until there is an answer or a limit is reached; properties that are left then have that limit as the
    /// reason: the one that the user knows, of which there may be less left. Whoever drops it stops the work. The slot
    /// is free again when it has stopped.
    pub(super) async fn think(
        &self,
        slot: &Slot,
        thought: Thought,
        (left, known): (Limits, Limits),
    ) -> (Result<Answer, Reason>, Usage) {
        let begin = Instant::now();
        let limits = Limits {
            wall: left.wall.min(thought.limits.wall),
            cpu: left.cpu.into_iter().chain(thought.limits.cpu).min(),
            ..left
        };
        let known = Limits {
            wall: if limits.wall == left.wall { known.wall } else { limits.wall },
            cpu: if limits.cpu == left.cpu { known.cpu } else { limits.cpu },
            ..known
        };
        let stop = OnDrop(Stop::default());
        let (sender, receiver) = oneshot::channel();
        let (inner, slot, runner) = (stop.0.clone(), slot.clone(), self.clone());
        self.shared.running.send_modify(|running| *running += 1);
        self.pool().spawn(move || {
            let stop = inner.after(limits.cpu, limits.memory);
            let before = used();
            let answer = catch_unwind(AssertUnwindSafe(|| (thought.work)(&stop)));
            let cpu = used().saturating_sub(before);
            drop(slot);
            let why = match () {
                () if stop.is_large() => limits.memory.map(Reason::MemoryLimit),
                () if stop.is_late() => known.cpu.map(Reason::CpuLimit),
                () => None,
            };
            _ = sender.send((answer, Usage { wall: begin.elapsed(), cpu, memory: stop.memory() }, why));
            runner.shared.running.send_modify(|running| *running -= 1);
        });
        let mut order = self.shared.order.subscribe();
        let mut receiver = std::pin::pin!(receiver);
        let mut reason = None;
        let ended = tokio::select! {
            biased;
            _ = order.wait_for(|order| *order > Order::Go) => {
                reason = Some(Reason::Interrupted);
                None
            }
            ended = &mut receiver => Some(ended),
            () = tokio::time::sleep(limits.wall) => {
                reason = Some(Reason::TimeLimit(known.wall));
                None
            }
        };
        let ended = match ended {
            Some(ended) => ended,
            None => {
                stop.0.stop();
                receiver.await
            }
        };
        // The other end is dropped without an answer only when the runtime ends.
        let Ok((answer, usage, why)) = ended else { return (Err(Reason::Interrupted), Usage::default()) };
        let answer = answer.unwrap_or_else(|panic| resume_unwind(panic));
        if reason == Some(Reason::Interrupted) {
            return (Err(Reason::Interrupted), usage);
        }
        (Ok(answer.because(why.or(reason))), usage)
    }

    fn pool(&self) -> &rayon::ThreadPool {
        self.shared.pool.get_or_init(|| {
            let builder = rayon::ThreadPoolBuilder::new().num_threads(self.shared.jobs).stack_size(STACK);
            builder.build().expect("threads can be started")
        })
    }
}

impl Answer {
    /// What was stopped, with the reason why.
    fn because(mut self, reason: Option<Reason>) -> Answer {
        for verdict in self.verdicts.values_mut() {
            if let (Verdict::Unknown(stopped @ Reason::Interrupted), Some(reason)) = (verdict, &reason) {
                *stopped = reason.clone();
            }
        }
        self
    }
}

/// Stops the work when nobody waits for it any more.
struct OnDrop(Stop);

impl Drop for OnDrop {
    fn drop(&mut self) {
        self.0.stop();
    }
}
