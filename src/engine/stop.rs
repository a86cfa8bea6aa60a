//! When to stop: somebody says so, the time of this thread is over, or it has too much memory.

use super::account::Share;
use rustix::time::{ClockId, clock_gettime};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::{Duration, Instant};

/// Memory is not looked at more often, in milliseconds: to ask the system takes its time.
const LOOK: u64 = 10;

/// Asked again and again by whoever works; clones ask the same.
#[derive(Clone, Debug, Default)]
pub struct Stop {
    wanted: Arc<AtomicBool>,
    /// The time of the processor that this thread may have used by then.
    until: Option<Duration>,
    memory: Option<Arc<Memory>>,
    part: Arc<Part>,
}

/// Limits of the part of the work at hand, if it has any. The rest goes on without them.
#[derive(Debug)]
struct Part {
    /// The time of the processor that its thread may have used by then, in nanoseconds.
    until: AtomicU64,
    /// The bytes that terms may have by then.
    most: AtomicU64,
}

impl Default for Part {
    fn default() -> Part {
        Part { until: u64::MAX.into(), most: u64::MAX.into() }
    }
}

#[derive(Debug)]
struct Memory {
    share: Share,
    begin: Instant,
    /// When it was looked at, in milliseconds from the beginning, and the most bytes that were there.
    looked: AtomicU64,
    peak: AtomicU64,
    most: Option<u64>,
}

impl Stop {
    /// From now on this thread may use so much time of the processor, and so many bytes.
    pub fn after(&self, cpu: Option<Duration>, most: Option<u64>) -> Stop {
        let memory = Memory { share: Share::new(), begin: Instant::now(), looked: 0.into(), peak: 0.into(), most };
        let (until, part) = (cpu.map(|cpu| used() + cpu), Arc::default());
        Stop { until, memory: Some(Arc::new(memory)), part, ..self.clone() }
    }

    /// Does a part of the work, which ends when this thread has used so much time of the processor for it, or when
    /// terms have so many bytes.
    pub fn within<R>(&self, cpu: Option<Duration>, most: Option<u64>, work: impl FnOnce() -> R) -> R {
        let until = cpu.map_or(u64::MAX, |cpu| u64::try_from((used() + cpu).as_nanos()).unwrap_or(u64::MAX));
        let limit = |until, most: u64| {
            self.part.until.store(until, Ordering::Relaxed);
            self.part.most.store(most, Ordering::Relaxed);
        };
        limit(until, most.unwrap_or(u64::MAX));
        let done = work();
        limit(u64::MAX, u64::MAX);
        done
    }

    /// Whoever works has tables of so many bytes.
    pub fn has(&self, bytes: u64) {
        if let Some(memory) = &self.memory {
            memory.share.says(bytes);
            memory.look();
        }
    }

    /// The most bytes at one time.
    pub fn memory(&self) -> u64 {
        self.memory.as_ref().map_or(0, |memory| memory.peak.load(Ordering::Relaxed))
    }

    /// Whoever works ends soon.
    pub fn stop(&self) {
        self.wanted.store(true, Ordering::Relaxed);
    }

    pub fn is_wanted(&self) -> bool {
        if let Some(memory) = &self.memory {
            memory.look();
        }
        self.wanted.load(Ordering::Relaxed) || self.is_large() || self.is_late() || self.part.is_late()
    }

    /// Whether terms of so many bytes are too much for the part of the work at hand.
    pub fn is_too_much(&self, terms: u64) -> bool {
        terms > self.part.most.load(Ordering::Relaxed)
    }

    /// Whether that is because of the memory. Tables that grow are there twice for a moment, so an eighth is kept free.
    pub fn is_large(&self) -> bool {
        let most = self.memory.as_ref().and_then(|memory| memory.most);
        most.is_some_and(|most| self.memory() > most - most / 8)
    }

    /// Whether that is because the time is over.
    pub fn is_late(&self) -> bool {
        self.until.is_some_and(|until| used() > until)
    }
}

impl Part {
    fn is_late(&self) -> bool {
        let until = self.until.load(Ordering::Relaxed);
        until != u64::MAX && used().as_nanos() > until.into()
    }
}

impl Memory {
    fn look(&self) {
        let now = self.begin.elapsed().as_millis() as u64;
        if now >= self.looked.load(Ordering::Relaxed) + LOOK {
            self.looked.store(now, Ordering::Relaxed);
            self.peak.fetch_max(self.share.bytes(), Ordering::Relaxed);
        }
    }
}

/// The time of the processor that this thread has used.
pub fn used() -> Duration {
    let time = clock_gettime(ClockId::ThreadCPUTime);
    Duration::new(time.tv_sec.unsigned_abs(), time.tv_nsec.unsigned_abs() as u32)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A limit of a part ends that part, and nothing behind it.
    #[test]
    fn a_part_ends_by_itself() {
        let stop = Stop::default();
        let other = stop.clone();
        stop.within(Some(Duration::from_millis(5)), Some(100), || {
            assert!(!other.is_wanted() && !other.is_too_much(100) && other.is_too_much(101));
            while !other.is_wanted() {}
        });
        assert!(!stop.is_wanted() && !other.is_wanted() && !other.is_too_much(101));
    }
}
