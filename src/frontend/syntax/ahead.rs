//! Parsing ahead: while the caller looks at one declaration, other threads parse the next ones.
//!
//! A bounded number of batches is under way at any time, so that the trees of a large file are never all in memory.

use super::{External, Parts, parse};
use crate::source::Result;
use std::collections::VecDeque;
use std::ops::Range;
use std::sync::Arc;
use std::sync::mpsc::{Receiver, RecvTimeoutError, TryRecvError, channel};
use std::time::Duration;

/// How many tokens a batch has: enough to be worth a job, few enough to spread a file over all threads.
const BATCH: u32 = 1 << 13;

/// How many batches are under way for each thread.
const BATCHES_AHEAD: usize = 2;

type Parsed = Vec<Result<External>>;

/// The external declarations of a file, in order. Nothing follows an error.
pub(super) struct Externals {
    parts: Arc<Parts>,
    /// The first chunk that is in no batch yet.
    next: usize,
    under_way: VecDeque<Receiver<Parsed>>,
    ready: std::vec::IntoIter<Result<External>>,
    failed: bool,
}

impl Externals {
    pub(super) fn new(parts: Arc<Parts>) -> Externals {
        Externals { parts, next: 0, under_way: VecDeque::new(), ready: Vec::new().into_iter(), failed: false }
    }

    fn next_batch(&mut self) -> Option<Range<usize>> {
        let rest = &self.parts.resolved.chunks[self.next..];
        let start = rest.first()?.start;
        let count = rest.partition_point(|chunk| chunk.end <= start + BATCH).max(1);
        self.next += count;
        Some(self.next - count..self.next)
    }

    fn start_batches(&mut self) {
        while self.under_way.len() < BATCHES_AHEAD * rayon::current_num_threads() {
            let Some(batch) = self.next_batch() else { break };
            let parts = self.parts.clone();
            let (sender, receiver) = channel();
            rayon::spawn(move || {
                let chunks = &parts.resolved.chunks[batch];
                // An error is for whoever comes to it; nobody may be left to send to.
                _ = sender.send(chunks.iter().map(|chunk| parse::external(&parts, chunk)).collect());
            });
            self.under_way.push_back(receiver);
        }
    }
}

impl Iterator for Externals {
    type Item = Result<External>;

    fn next(&mut self) -> Option<Result<External>> {
        while !self.failed {
            if let Some(external) = self.ready.next() {
                self.failed = external.is_err();
                return Some(external);
            }
            self.start_batches();
            self.ready = wait(self.under_way.pop_front()?).into_iter();
        }
        None
    }
}

/// Waits for a batch, and lends a hand meanwhile: this thread may be the only one there is.
fn wait(batch: Receiver<Parsed>) -> Parsed {
    loop {
        match batch.try_recv() {
            Ok(parsed) => return parsed,
            Err(TryRecvError::Disconnected) => panic!("the parser of a batch is gone"),
            Err(TryRecvError::Empty) => {}
        }
        if rayon::yield_now() != Some(rayon::Yield::Executed) {
            match batch.recv_timeout(Duration::from_micros(200)) {
                Ok(parsed) => return parsed,
                Err(RecvTimeoutError::Disconnected) => panic!("the parser of a batch is gone"),
                Err(RecvTimeoutError::Timeout) => {}
            }
        }
    }
}
