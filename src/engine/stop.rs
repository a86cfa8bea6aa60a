//! When to stop: somebody says so, or the time of this thread is over.

use rustix::time::{ClockId, clock_gettime};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

/// Asked again and again by whoever works; clones ask the same.
#[derive(Clone, Debug, Default)]
pub struct Stop {
    wanted: Arc<AtomicBool>,
    /// The time of the processor that this thread may have used by then.
    until: Option<Duration>,
}

impl Stop {
    /// From now on this thread may use so much time of the processor.
    pub fn after(&self, cpu: Option<Duration>) -> Stop {
        Stop { wanted: self.wanted.clone(), until: cpu.map(|cpu| used() + cpu) }
    }

    /// Whoever works ends soon.
    pub fn stop(&self) {
        self.wanted.store(true, Ordering::Relaxed);
    }

    pub fn is_wanted(&self) -> bool {
        self.wanted.load(Ordering::Relaxed) || self.is_late()
    }

    /// Whether that is because the time is over.
    pub fn is_late(&self) -> bool {
        self.until.is_some_and(|until| used() > until)
    }
}

/// The time of the processor that this thread has used.
pub fn used() -> Duration {
    let time = clock_gettime(ClockId::ThreadCPUTime);
    Duration::new(time.tv_sec.unsigned_abs(), time.tv_nsec.unsigned_abs() as u32)
}
