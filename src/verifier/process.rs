//! What a verifier wants to have run, and what came of it: the data that this layer and `exec` share.

use serde::{Deserialize, Serialize};
use std::io::{self, BufReader};
use std::path::{Path, PathBuf};
use std::time::Duration;

/// A process to run. Its working directory is the task's own, which is empty but for `files`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Invocation {
    /// Found already: an absolute path, or a name that is looked up in PATH.
    pub program: PathBuf,
    pub args: Vec<String>,
    /// Variables that are set, or unset, for it; the rest is inherited.
    pub env: Vec<(String, Option<String>)>,
    /// Files that it finds in its working directory.
    pub files: Vec<(String, String)>,
}

/// Limits for a process with everything that it starts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Limits {
    pub wall: Duration,
    pub cpu: Option<Duration>,
    /// Bytes of memory, of all processes together.
    pub memory: Option<u64>,
    /// Bytes written to standard output and standard error, each.
    pub output: u64,
}

/// How an invocation ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ended {
    pub how: End,
    /// The limits that it ran under.
    pub limits: Limits,
    pub usage: Usage,
    /// The files with what it said.
    pub stdout: PathBuf,
    pub stderr: PathBuf,
    /// Its working directory, with whatever it wrote there.
    pub folder: PathBuf,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum End {
    Exit(i32),
    /// By a signal that we did not send.
    Signal(i32),
    TimeLimit,
    CpuLimit,
    MemoryLimit,
    OutputLimit,
    /// We ended it because the user wanted to stop, or because nobody needs the answer any more.
    Interrupted,
    NotStarted {
        program: String,
        message: String,
    },
}

/// What a process with everything that it started has used.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Usage {
    pub wall: Duration,
    pub cpu: Duration,
    /// The largest number of bytes at one time.
    pub memory: u64,
}

impl Ended {
    pub fn read_stdout(&self) -> io::Result<BufReader<std::fs::File>> {
        open(&self.stdout)
    }

    pub fn read_stderr(&self) -> io::Result<BufReader<std::fs::File>> {
        open(&self.stderr)
    }

    /// What it has said there, whatever bytes that is made of.
    pub fn stderr_text(&self) -> String {
        String::from_utf8_lossy(&std::fs::read(&self.stderr).unwrap_or_default()).into_owned()
    }
}

fn open(file: &Path) -> io::Result<BufReader<std::fs::File>> {
    Ok(BufReader::new(std::fs::File::open(file)?))
}

impl std::ops::AddAssign for Usage {
    /// One after the other.
    fn add_assign(&mut self, other: Usage) {
        self.wall += other.wall;
        self.cpu += other.cpu;
        self.memory = self.memory.max(other.memory);
    }
}
