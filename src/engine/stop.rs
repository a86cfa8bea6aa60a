//! When to stop: somebody says so, the time of this thread is over, or it has too much memory.

use rustix::time::{ClockId, clock_gettime};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Duration;

/// Asked again and again by whoever works; clones ask the same.
#[derive(Clone, Debug, Default)]
pub struct Stop {
    wanted: Arc<AtomicBool>,
    /// The time of the processor that this thread may have used by then.
    until: Option<Duration>,
    /// How many bytes whoever works says to have, the most at one time, and how many it may.
    memory: Arc<AtomicU64>,
    most: Option<u64>,
}

impl Stop {
    /// From now on this thread may use so much time of the processor, and so many bytes.
    pub fn after(&self, cpu: Option<Duration>, memory: Option<u64>) -> Stop {
        Stop { until: cpu.map(|cpu| used() + cpu), most: memory, ..self.clone() }
    }

    /// Whoever works has so many bytes.
    pub fn has(&self, bytes: u64) {
        self.memory.fetch_max(bytes, Ordering::Relaxed);
    }

    /// The most bytes at one time.
    pub fn memory(&self) -> u64 {
        self.memory.load(Ordering::Relaxed)
    }

    /// Whoever works ends soon.
    pub fn stop(&self) {
        self.wanted.store(true, Ordering::Relaxed);
    }

    pub fn is_wanted(&self) -> bool {
        self.wanted.load(Ordering::Relaxed) || self.is_large() || self.is_late()
    }

    /// Whether that is because of the memory.
    pub fn is_large(&self) -> bool {
        self.most.is_some_and(|most| self.memory() > most)
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
