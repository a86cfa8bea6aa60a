//! What is going on, while it goes on: on a terminal a line for each task that runs, elsewhere plain lines.
//!
//! Nothing is said in the first second: a run that is over by then needs no progress. After that, a terminal shows what
//! runs and since when; a file gets a line for each task that ends, and a heartbeat every ten seconds, so that whoever
//! reads a log knows that the run is alive.

use super::printable;
use crate::exec::Observer;
use crate::verifier::{Answer, Usage, Verdict};
use indicatif::{MultiProgress, ProgressBar, ProgressDrawTarget, ProgressStyle};
use std::collections::BTreeMap;
use std::io::Write;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

/// Nothing is shown before.
const PATIENCE: Duration = Duration::from_secs(1);
const HEARTBEAT: Duration = Duration::from_secs(10);
const FRAME: Duration = Duration::from_millis(100);
/// How many tasks a terminal shows at once.
const SHOWN: usize = 8;

/// Where progress goes.
pub enum Target {
    Nowhere,
    /// Standard error, which is a terminal.
    Terminal,
    Lines(Box<dyn Write + Send>),
}

/// Shows what happens until it is dropped.
pub struct Progress {
    shared: Arc<Shared>,
    ticker: Option<JoinHandle<()>>,
}

struct Shared {
    state: Mutex<State>,
    /// Something has changed that cannot wait for the next frame.
    changed: Condvar,
}

struct State {
    since: Instant,
    running: BTreeMap<(u32, u32), (String, Instant)>,
    ended: u32,
    counts: BTreeMap<&'static str, usize>,
    /// Lines that have not been written yet.
    lines: Vec<String>,
    finished: bool,
}

impl Progress {
    pub fn new(target: Target) -> Progress {
        let state = State {
            since: Instant::now(),
            running: BTreeMap::new(),
            ended: 0,
            counts: BTreeMap::new(),
            lines: Vec::new(),
            finished: false,
        };
        let shared = Arc::new(Shared { state: Mutex::new(state), changed: Condvar::new() });
        let for_ticker = shared.clone();
        let ticker = match target {
            Target::Nowhere => None,
            Target::Terminal => Some(std::thread::spawn(move || for_ticker.draw())),
            Target::Lines(writer) => Some(std::thread::spawn(move || for_ticker.write(writer, HEARTBEAT))),
        };
        Progress { shared, ticker }
    }

    /// For the tasks, which may outlive this.
    pub fn observer(&self) -> Arc<dyn Observer> {
        self.observer_of(0)
    }

    /// For one of several runs at once, with this number.
    pub fn observer_of(&self, run: u32) -> Arc<dyn Observer> {
        Arc::new(Watch { shared: self.shared.clone(), run })
    }
}

impl Drop for Progress {
    /// What was shown on a terminal is gone afterwards.
    fn drop(&mut self) {
        self.shared.lock().finished = true;
        self.shared.changed.notify_all();
        if let Some(ticker) = self.ticker.take() {
            // It only writes; a panic there has said what it had to say.
            _ = ticker.join();
        }
    }
}

struct Watch {
    shared: Arc<Shared>,
    run: u32,
}

impl Observer for Watch {
    fn started(&self, number: u32, label: &str) {
        self.shared.lock().running.insert((self.run, number), (printable(label), Instant::now()));
    }

    fn ended(&self, number: u32, label: &str, answer: &Answer, piece: bool, _: Usage) {
        let mut state = self.shared.lock();
        let started = state.running.remove(&(self.run, number)).map_or(state.since, |(_, since)| since);
        state.ended += 1;
        let mut counts: BTreeMap<&'static str, usize> = BTreeMap::new();
        for verdict in answer.verdicts.values() {
            let word = match verdict {
                Verdict::Proved(_) if piece => "hit",
                _ if piece => "miss",
                verdict => verdict.word(),
            };
            *counts.entry(word).or_default() += 1;
            // What is unknown now may be asked again in smaller pieces, and a miss in larger ones.
            match verdict {
                Verdict::Violated(_) if piece => {}
                Verdict::Unknown(_) => {}
                known => *state.counts.entry(known.word()).or_default() += 1,
            }
        }
        let line = format!("{}: {} after {}", printable(label), words(&counts), whole(started.elapsed()));
        state.lines.push(line);
        drop(state);
        self.shared.changed.notify_all();
    }

    fn dropped(&self, number: u32) {
        self.shared.lock().running.remove(&(self.run, number));
    }
}

impl Shared {
    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Waits; gives the state unless it is time to end.
    fn wait<'a>(&'a self, state: MutexGuard<'a, State>, time: Duration) -> MutexGuard<'a, State> {
        self.changed.wait_timeout(state, time).unwrap_or_else(PoisonError::into_inner).0
    }

    fn write(&self, mut writer: Box<dyn Write + Send>, heartbeat: Duration) {
        let mut state = self.lock();
        let mut spoken = state.since;
        while !state.finished {
            let patience = PATIENCE.saturating_sub(state.since.elapsed());
            if !patience.is_zero() {
                state = self.wait(state, patience);
                continue;
            }
            let mut lines = std::mem::take(&mut state.lines);
            if lines.is_empty() && spoken.elapsed() >= heartbeat {
                lines.push(state.heartbeat());
            }
            if lines.is_empty() {
                let rest = heartbeat.saturating_sub(spoken.elapsed());
                state = self.wait(state, rest);
                continue;
            }
            spoken = Instant::now();
            drop(state);
            for line in lines {
                // Nobody is there to be told that standard error is closed.
                _ = writeln!(writer, "{line}");
            }
            _ = writer.flush();
            state = self.lock();
        }
    }

    fn draw(&self) {
        let all = MultiProgress::with_draw_target(ProgressDrawTarget::stderr());
        let template =
            |text: &str| ProgressStyle::with_template(text).unwrap_or_else(|_| ProgressStyle::default_spinner());
        let (task_style, total_style) = (template("{spinner} {wide_msg}"), template("  {wide_msg}"));
        let mut bars: BTreeMap<(u32, u32), ProgressBar> = BTreeMap::new();
        let mut total: Option<ProgressBar> = None;
        let mut state = self.lock();
        while !state.finished {
            if state.since.elapsed() >= PATIENCE {
                bars.retain(|number, bar| {
                    let runs = state.running.contains_key(number);
                    if !runs {
                        bar.finish_and_clear();
                        all.remove(bar);
                    }
                    runs
                });
                for (number, (label, since)) in state.running.iter().take(SHOWN) {
                    let bar = bars
                        .entry(*number)
                        .or_insert_with(|| all.insert(0, ProgressBar::no_length().with_style(task_style.clone())));
                    bar.set_message(format!("{label}, {}", whole(since.elapsed())));
                    bar.tick();
                }
                let bar =
                    total.get_or_insert_with(|| all.add(ProgressBar::no_length().with_style(total_style.clone())));
                bar.set_message(state.total());
                bar.tick();
            }
            state = self.wait(state, FRAME);
        }
        // A terminal that does not take it is not worth an error.
        _ = all.clear();
    }
}

impl State {
    fn heartbeat(&self) -> String {
        let longest = self.running.values().map(|(_, since)| since.elapsed()).max();
        match (self.running.len(), longest) {
            (1, Some(longest)) => format!("still running: 1 task, {}", whole(longest)),
            (tasks, Some(longest)) => format!("still running: {tasks} tasks, longest {}", whole(longest)),
            (_, None) => "still running".to_owned(),
        }
    }

    fn total(&self) -> String {
        let running = self.running.len();
        format!(
            "{running} running, {} done; {} so far, {}",
            self.ended,
            words(&self.counts),
            whole(self.since.elapsed())
        )
    }
}

fn words(counts: &BTreeMap<&'static str, usize>) -> String {
    if counts.is_empty() {
        return "nothing known".to_owned();
    }
    let words: Vec<String> = counts.iter().map(|(word, count)| format!("{count} {word}")).collect();
    words.join(", ")
}

/// In whole seconds, and minutes when there are many.
fn whole(duration: Duration) -> String {
    match duration.as_secs() {
        seconds @ 0..120 => format!("{seconds} s"),
        seconds => format!("{} min {} s", seconds / 60, seconds % 60),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cfa::PropId;
    use crate::verifier::Reason;

    #[derive(Clone, Default)]
    struct Written(Arc<Mutex<Vec<u8>>>);

    impl Write for Written {
        fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
            self.0.lock().expect("no panic").extend(bytes);
            Ok(bytes.len())
        }

        fn flush(&mut self) -> std::io::Result<()> {
            Ok(())
        }
    }

    impl Written {
        fn text(&self) -> String {
            String::from_utf8_lossy(&self.0.lock().expect("no panic")).into_owned()
        }
    }

    fn answer() -> Answer {
        Answer::unknown(&[PropId(0), PropId(1)].into(), &Reason::NotAnswered)
    }

    #[test]
    fn short_runs_say_nothing() {
        let written = Written::default();
        let progress = Progress::new(Target::Lines(Box::new(written.clone())));
        progress.observer().started(1, "main");
        progress.observer().ended(1, "main", &answer(), false, Usage::default());
        drop(progress);
        assert_eq!(written.text(), "");
    }

    #[test]
    fn longer_ones_say_what_ended_and_that_they_are_alive() {
        let written = Written::default();
        let progress = Progress::new(Target::Nowhere);
        let old = Instant::now().checked_sub(Duration::from_secs(300)).expect("a machine that runs for five minutes");
        progress.shared.lock().since = old;
        let observer = progress.observer();
        observer.started(1, "main\u{1b}");
        observer.started(2, "other");
        observer.ended(2, "other", &answer(), false, Usage::default());
        observer.started(3, "not needed");
        observer.dropped(3);
        progress.shared.lock().running.get_mut(&(0, 1)).expect("it runs").1 = old;
        let writer = Box::new(written.clone());
        let shared = progress.shared.clone();
        let ticker = std::thread::spawn(move || shared.write(writer, Duration::from_millis(20)));
        while !written.text().contains("still") {
            std::thread::sleep(Duration::from_millis(1));
        }
        drop(progress);
        ticker.join().expect("no panic");
        let text = written.text();
        assert!(text.starts_with("other: 2 unknown after 0 s\nstill running: 1 task, 5 min 0 s\n"), "{text}");
    }
}
