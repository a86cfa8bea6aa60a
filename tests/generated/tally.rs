//! What came of all programs so far; in a long run it is also kept in a file, so that the next run goes on from there.

use crate::{Outcome, target};
use std::collections::{BTreeMap, BTreeSet};
use std::fmt;
use std::fs::{self, File};
use std::io::Write;
use std::sync::Mutex;

const NUMBERS: usize = 10;

/// Programs and their properties, by what qicc says about them.
#[derive(Clone, Debug, Default)]
pub struct Counts {
    pub programs: usize,
    /// Proved in a region that is not the whole program, and in the whole program.
    pub below: usize,
    pub root: usize,
    pub violated: usize,
    /// Violations that qicc has seen happen.
    pub confirmed: usize,
    pub unknown: usize,
    /// Checks that fail, and checks that no execution comes to, as they were seen when the program ran.
    pub fails: usize,
    pub unreached: usize,
    /// In the programs about which the whole program was asked as well: what was proved, and what the whole proved
    /// alone.
    pub sampled: usize,
    pub alone: usize,
    /// Why what is unknown is unknown.
    pub reasons: BTreeMap<String, usize>,
}

impl Counts {
    fn add(&mut self, other: &Counts) {
        let [mine, theirs] = [self.numbers(), other.numbers()];
        self.set(std::array::from_fn(|at| mine[at] + theirs[at]));
        for (reason, count) in &other.reasons {
            *self.reasons.entry(reason.clone()).or_default() += count;
        }
    }

    fn numbers(&self) -> [usize; NUMBERS] {
        let Counts { programs, below, root, violated, confirmed, unknown, fails, unreached, sampled, alone, .. } =
            *self;
        [programs, below, root, violated, confirmed, unknown, fails, unreached, sampled, alone]
    }

    fn set(&mut self, numbers: [usize; NUMBERS]) {
        let [programs, below, root, violated, confirmed, unknown, fails, unreached, sampled, alone] = numbers;
        let reasons = std::mem::take(&mut self.reasons);
        *self =
            Counts { programs, below, root, violated, confirmed, unknown, fails, unreached, sampled, alone, reasons };
    }
}

impl fmt::Display for Counts {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "{} programs; properties: {} proved below the root, {} proved at the root, {} violated ({} confirmed), {} unknown",
            self.programs, self.below, self.root, self.violated, self.confirmed, self.unknown
        )?;
        for (reason, count) in &self.reasons {
            write!(f, ", {reason} {count}")?;
        }
        write!(f, "; of the checks {} fail in some execution, {} are never reached", self.fails, self.unreached)?;
        write!(f, "; of a sample {} proved, by CBMC on the whole program alone {}", self.sampled, self.alone)
    }
}

pub struct Tally {
    count: u64,
    /// The seeds that an earlier run was through with.
    known: BTreeSet<u64>,
    state: Mutex<State>,
}

#[derive(Default)]
struct State {
    file: Option<File>,
    counts: Counts,
    useless: usize,
    wrong: Vec<u64>,
}

impl Tally {
    /// Nothing, or what an earlier run with the same qicc came to.
    pub fn open(count: u64, version: &str, resumes: bool) -> Tally {
        let (mut known, mut state) = (BTreeSet::new(), State::default());
        if resumes {
            let age = fs::metadata(env!("CARGO_BIN_EXE_qicc")).and_then(|m| m.modified()).expect("qicc is built");
            let age = age.duration_since(std::time::UNIX_EPOCH).unwrap_or_default().as_millis();
            let path = target().join(format!("generated-{version}-{age}.done"));
            for line in fs::read_to_string(&path).unwrap_or_default().lines() {
                let mut numbers = line.split(' ').map_while(|word| word.parse::<usize>().ok());
                let Some(seed) = numbers.next() else { continue };
                let rest: Vec<usize> = numbers.collect();
                match <[usize; NUMBERS]>::try_from(rest.as_slice()) {
                    Ok(numbers) => {
                        let mut counts = Counts::default();
                        counts.set(numbers);
                        state.counts.add(&counts);
                    }
                    Err(_) if rest.is_empty() => state.useless += 1,
                    // The line was being written when the run was stopped.
                    Err(_) => continue,
                }
                known.insert(seed as u64);
            }
            state.file = Some(File::options().create(true).append(true).open(&path).expect("a file under target"));
            if !known.is_empty() {
                println!("going on from {} programs in {}", known.len(), path.display());
            }
        }
        Tally { count, known, state: Mutex::new(state) }
    }

    pub fn knows(&self, seed: u64) -> bool {
        self.known.contains(&seed)
    }

    pub fn add(&self, seed: u64, outcome: Outcome) {
        let mut state = self.state.lock().expect("no panic");
        let line = match outcome {
            Outcome::Useless => {
                state.useless += 1;
                Some(format!("{seed}\n"))
            }
            Outcome::Right(counts) => {
                state.counts.add(&counts);
                let numbers: Vec<String> = counts.numbers().iter().map(usize::to_string).collect();
                Some(format!("{seed} {}\n", numbers.join(" ")))
            }
            Outcome::Wrong(why) => {
                println!("seed {seed}: {why}");
                state.wrong.push(seed);
                None
            }
        };
        if let (Some(file), Some(line)) = (&mut state.file, line) {
            _ = file.write_all(line.as_bytes());
        }
        let done = state.counts.programs + state.useless + state.wrong.len();
        if done.is_multiple_of(500) {
            println!("{done} of {}: {}, {} wrong", self.count, state.counts, state.wrong.len());
        }
    }

    /// The last word.
    pub fn finish(self) {
        let state = self.state.into_inner().expect("no panic");
        println!("generated: {}; {} of no use, {} wrong", state.counts, state.useless, state.wrong.len());
        assert!(state.wrong.is_empty(), "kept in target/generated-failures: seeds {:?}", state.wrong);
        assert!(state.counts.programs * 2 > state.useless, "most programs are of no use");
    }
}
