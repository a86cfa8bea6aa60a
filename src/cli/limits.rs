//! The arguments that say how much of the machine a run may have.

use super::units;
use crate::verifier::Limits;
use std::num::NonZeroUsize;
use std::time::Duration;

/// What a process may write to each of its two outputs. Verifiers write traces of some megabytes.
pub(super) const OUTPUT: u64 = 128 << 20;

#[derive(clap::Args)]
#[command(next_help_heading = "Limits")]
#[group(skip)]
pub(super) struct Args {
    /// How many tasks run at once; the verdicts and their order are the same for every number [default: one a core]
    #[arg(short, long, value_name = "N", value_parser = jobs)]
    jobs: Option<NonZeroUsize>,

    /// How long a task may take, on the clock: 90s, 5m, 1.5h
    #[arg(long, value_name = "TIME", default_value = "5m", value_parser = units::duration)]
    time_limit: Duration,

    /// How much processor time a task may use [default: no limit]
    #[arg(long, value_name = "TIME", value_parser = units::duration)]
    cpu_limit: Option<Duration>,

    /// How much memory a task may use: 512MiB, 2GiB [default: four fifths of the machine's memory, divided by --jobs]
    #[arg(long, value_name = "SIZE", value_parser = units::size)]
    memory_limit: Option<u64>,
}

impl Args {
    pub(super) fn jobs(&self) -> usize {
        self.jobs.map_or_else(cores, NonZeroUsize::get)
    }

    /// The limits of each task.
    pub(super) fn limits(&self) -> Limits {
        let share = || machine_memory().map(|all| share(all, self.jobs() as u64));
        Limits { wall: self.time_limit, cpu: self.cpu_limit, memory: self.memory_limit.or_else(share), output: OUTPUT }
    }
}

/// How many this process may use.
pub(super) fn cores() -> usize {
    std::thread::available_parallelism().map_or(1, NonZeroUsize::get)
}

fn jobs(text: &str) -> Result<NonZeroUsize, String> {
    match text.parse() {
        Ok(jobs) if jobs <= NonZeroUsize::new(4096).unwrap_or(NonZeroUsize::MAX) => Ok(jobs),
        _ => Err("write a number from 1 to 4096".to_owned()),
    }
}

/// What each of several tasks gets, in steps that are easy to read.
fn share(all: u64, jobs: u64) -> u64 {
    let step = 64 << 20;
    (all / 5 * 4 / jobs / step).max(1) * step
}

/// The memory of this machine, or what a container leaves of it; `None` where nobody says.
fn machine_memory() -> Option<u64> {
    let text = std::fs::read_to_string("/proc/meminfo").ok()?;
    let kibibytes =
        text.lines().find_map(|line| line.strip_prefix("MemTotal:")?.trim().strip_suffix(" kB")?.parse().ok());
    let machine = kibibytes.map(|number: u64| number << 10)?;
    let group = std::fs::read_to_string("/sys/fs/cgroup/memory.max").ok().and_then(|text| text.trim().parse().ok());
    Some(group.map_or(machine, |group: u64| group.min(machine)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn memory_is_shared() {
        assert_eq!(share(16 << 30, 4), 3264 << 20);
        assert_eq!(share(1 << 20, 4), 64 << 20);
    }

    #[test]
    fn numbers_of_jobs() {
        assert!(jobs("8").is_ok() && jobs("0").is_err() && jobs("-1").is_err() && jobs("5000").is_err());
    }
}
