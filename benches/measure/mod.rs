//! What a command costs: time on the clock and of the processor, and memory.
//!
//! Not every benchmark looks at all of it.
#![allow(dead_code)]

use std::fs;
use std::os::unix::process::CommandExt;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

#[derive(Clone, Copy)]
pub struct Cost {
    pub wall: Duration,
    pub cpu: Duration,
    /// The most that one process of it had in memory, in bytes.
    pub peak: u64,
}

pub struct Ran {
    pub cost: Cost,
    /// None when it was ended at the limit.
    pub code: Option<i32>,
    /// What it said to standard error.
    pub log: String,
}

/// Runs it under the shell's `time`, which counts the children too, and watches the memory of its process group.
pub fn once(command: &Command, limit: Duration) -> Ran {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let times = folder.path().join("times");
    let script = format!("TIMEFORMAT='%U %S'; {{ time \"$@\" 2>'{0}.log'; }} 2>'{0}'", times.display());
    let mut shell = Command::new("bash");
    shell.args(["-c", &script, "time"]).arg(command.get_program()).args(command.get_args()).stdout(Stdio::null());
    shell.envs(command.get_envs().filter_map(|(key, value)| Some((key, value?))));
    shell.current_dir(command.get_current_dir().unwrap_or(Path::new("."))).process_group(0);
    let start = Instant::now();
    let mut child = shell.spawn().expect("bash is there");
    let (mut peak, mut code) = (0, None);
    while start.elapsed() < limit {
        if let Some(status) = child.try_wait().expect("a child of ours") {
            code = status.code();
            break;
        }
        peak = peak.max(group_peak(child.id()));
        std::thread::sleep(Duration::from_millis(5));
    }
    if code.is_none() {
        _ = Command::new("kill").args(["-KILL", "--", &format!("-{}", child.id())]).status();
    }
    _ = child.wait();
    let wall = start.elapsed();
    let log = fs::read_to_string(format!("{}.log", times.display())).unwrap_or_default();
    let seconds = fs::read_to_string(&times).unwrap_or_default();
    let cpu = seconds.split_whitespace().filter_map(|number| number.parse::<f64>().ok()).sum();
    Ran { cost: Cost { wall, cpu: Duration::from_secs_f64(cpu), peak }, code, log }
}

/// The highest resident size so far of any process in this group.
fn group_peak(group: u32) -> u64 {
    let mut peak = 0;
    for entry in fs::read_dir("/proc").into_iter().flatten().flatten() {
        let Ok(stat) = fs::read_to_string(entry.path().join("stat")) else { continue };
        // The name in parentheses may hold anything; the group is the third field after it.
        let mut fields = stat.rsplit(')').next().unwrap_or_default().split_whitespace();
        if fields.nth(2).and_then(|field| field.parse().ok()) != Some(group) {
            continue;
        }
        let status = fs::read_to_string(entry.path().join("status")).unwrap_or_default();
        let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:")).unwrap_or_default();
        let kilobytes: u64 = line.split_whitespace().next().and_then(|n| n.parse().ok()).unwrap_or(0);
        peak = peak.max(kilobytes * 1024);
    }
    peak
}
