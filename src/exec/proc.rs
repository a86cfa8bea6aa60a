//! Processes as `/proc` shows them: who descends from whom, CPU time, memory.
//!
//! Everything here is a snapshot of a moving target: a process may be gone when its file is read, and is then left out.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::time::Duration;

/// `PF_FORKNOEXEC` of Linux: forked, and has not called exec since.
const FORKED: u64 = 0x40;

#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Process {
    pub pid: i32,
    pub parent: i32,
    pub group: i32,
    state: u8,
    flags: u64,
    threads: u64,
    /// In clock ticks since the machine started: with the pid, a name that is never used twice.
    pub started: u64,
    /// Clock ticks of CPU time that it used itself.
    pub own_ticks: u64,
    /// Clock ticks of its children that it has waited for, and of theirs.
    pub reaped_ticks: u64,
    /// Pages in memory.
    pages: u64,
}

impl Process {
    pub(super) fn read(pid: i32) -> Option<Process> {
        Process::parse(pid, &fs::read(format!("/proc/{pid}/stat")).ok()?)
    }

    /// The format is in proc_pid_stat(5). The name of the program, in parentheses, may contain anything.
    fn parse(pid: i32, stat: &[u8]) -> Option<Process> {
        let end_of_name = stat.iter().rposition(|byte| *byte == b')')?;
        let rest = std::str::from_utf8(&stat[end_of_name + 1..]).ok()?;
        let fields: Vec<&str> = rest.split_ascii_whitespace().collect();
        let number = |index: usize| fields.get(index)?.parse::<u64>().ok();
        Some(Process {
            pid,
            parent: fields.get(1)?.parse().ok()?,
            group: fields.get(2)?.parse().ok()?,
            state: *fields.first()?.as_bytes().first()?,
            flags: number(6)?,
            threads: number(17)?,
            started: number(19)?,
            own_ticks: number(11)? + number(12)?,
            reaped_ticks: number(13)? + number(14)?,
            pages: number(21)?,
        })
    }

    /// Whether it has ended and only waits to be waited for. A first thread that has ended before the others looks the
    /// same but for their number.
    pub(super) fn is_zombie(&self) -> bool {
        matches!(self.state, b'Z' | b'X') && self.threads <= 1
    }

    /// Whether it may share its memory with the process that it was forked from.
    pub(super) fn is_fork(&self) -> bool {
        self.flags & FORKED != 0
    }

    /// Bytes in memory, those that it shares with others included.
    pub(super) fn resident(&self) -> u64 {
        self.pages * rustix::param::page_size() as u64
    }

    /// Bytes in memory, where what is shared by several counts for each of them in part. Slow for large processes.
    pub(super) fn proportional(&self) -> u64 {
        let rollup = fs::read_to_string(format!("/proc/{}/smaps_rollup", self.pid)).unwrap_or_default();
        let kilobytes =
            rollup.lines().find_map(|line| line.strip_prefix("Pss:")?.split_whitespace().next()?.parse().ok());
        // A file that cannot be read is that of a process which has ended, or which is not ours to look into.
        let otherwise = || Process::read(self.pid).map_or(0, |now| now.resident());
        kilobytes.map_or_else(otherwise, |kilobytes: u64| kilobytes * 1024)
    }

    fn children(&self) -> Vec<i32> {
        let list = |thread: &Path| {
            let text = fs::read_to_string(thread.join("children")).unwrap_or_default();
            text.split_ascii_whitespace().filter_map(|pid| pid.parse().ok()).collect::<Vec<i32>>()
        };
        let tasks = format!("/proc/{}/task", self.pid);
        if self.threads == 1 {
            return list(&Path::new(&tasks).join(self.pid.to_string()));
        }
        fs::read_dir(tasks).into_iter().flatten().flatten().flat_map(|thread| list(&thread.path())).collect()
    }
}

/// All processes that descend from this one, parents before their children.
pub(super) fn descendants(of: i32) -> Vec<Process> {
    let Some(root) = Process::read(of) else { return Vec::new() };
    let mut found = vec![root];
    // Not every kernel is built with the files that list children.
    let everything = if Path::new(&format!("/proc/{of}/task/{of}/children")).exists() { None } else { Some(all()) };
    let mut next = 0;
    while next < found.len() {
        match &everything {
            None => found.extend(found[next].children().into_iter().filter_map(Process::read)),
            Some(by_parent) => found.extend(by_parent.get(&found[next].pid).into_iter().flatten().cloned()),
        }
        next += 1;
    }
    found.remove(0);
    found
}

/// Every process of the machine, by its parent.
fn all() -> BTreeMap<i32, Vec<Process>> {
    let mut by_parent: BTreeMap<i32, Vec<Process>> = BTreeMap::new();
    for entry in fs::read_dir("/proc").into_iter().flatten().flatten() {
        let pid = entry.file_name().to_str().and_then(|name| name.parse().ok());
        if let Some(process) = pid.and_then(Process::read) {
            by_parent.entry(process.parent).or_default().push(process);
        }
    }
    by_parent
}

/// Clock ticks as time.
pub(super) fn time(ticks: u64) -> Duration {
    Duration::from_secs_f64(ticks as f64 / rustix::param::clock_ticks_per_second() as f64)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_programs_may_contain_anything() {
        let line = b"7 (a) R 1 (\xff)) S 3 4 5 0 -1 64 9 9 9 9 10 20 30 40 20 0 2 0 77 4096 12 18446744073709551615";
        let process = Process::parse(7, line).expect("a process");
        assert_eq!((process.parent, process.group, process.started), (3, 4, 77));
        assert_eq!((process.own_ticks, process.reaped_ticks, process.pages, process.threads), (30, 70, 12, 2));
        assert!(process.is_fork() && !process.is_zombie());
    }

    #[test]
    fn both_ways_to_find_descendants_agree() {
        let mut child = std::process::Command::new("sleep").arg("100").spawn().expect("sleep is there");
        let me = std::process::id() as i32;
        let pid = child.id() as i32;
        let found = descendants(me).iter().any(|process| process.pid == pid && process.parent == me);
        let scanned = all().get(&me).is_some_and(|children| children.iter().any(|process| process.pid == pid));
        child.kill().expect("it runs");
        let zombie = loop {
            let process = Process::read(pid).expect("nobody has waited for it");
            if process.is_zombie() {
                break process;
            }
        };
        child.wait().expect("it was killed");
        assert!(found && scanned);
        assert_eq!(zombie.resident(), 0);
    }
}
