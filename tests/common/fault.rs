//! A folder, a runner, and processes that carry a mark, so that those that are left can be found.
#![allow(dead_code)]

use qicc::exec::{Runner, Workspace};
use qicc::verifier::{Ended, Invocation, Limits};
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::{Duration, Instant};
use tokio::task::JoinHandle;

/// The variable that every process of a test has in its environment.
pub const MARK: &str = "QICC_FAULT_MARK";

pub struct Fault {
    pub mark: String,
    pub runner: Runner,
    workspace: Workspace,
    folder: PathBuf,
    runtime: tokio::runtime::Runtime,
    runs: AtomicU32,
}

/// The program that goes wrong.
pub fn fake(args: &[&str]) -> Invocation {
    Invocation {
        program: Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/tools/fake-verifier"),
        args: args.iter().map(|arg| arg.to_string()).collect(),
        env: vec![],
        files: vec![],
    }
}

pub fn supervisor() -> PathBuf {
    PathBuf::from(env!("CARGO_BIN_EXE_qicc"))
}

/// A mark that no other test has.
pub fn new_mark() -> String {
    static NUMBER: AtomicU32 = AtomicU32::new(0);
    format!("{}-{}", std::process::id(), NUMBER.fetch_add(1, Ordering::Relaxed))
}

impl Fault {
    pub fn new() -> Fault {
        Fault::with_jobs(1)
    }

    pub fn with_grace(grace: Duration) -> Fault {
        let fault = Fault::new();
        Fault { runner: fault.runner.clone().with_grace(grace), ..fault }
    }

    pub fn with_jobs(jobs: usize) -> Fault {
        let workspace = Workspace::temporary().expect("a temporary folder");
        let folder = workspace.task(1);
        let runner = Runner::new(supervisor(), jobs).with_temporary(workspace.root().to_path_buf());
        let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build();
        let runtime = runtime.expect("a runtime");
        Fault { mark: new_mark(), runner, workspace, folder, runtime, runs: AtomicU32::new(0) }
    }

    pub fn root(&self) -> &Path {
        self.workspace.root()
    }

    pub fn block_on<F: Future>(&self, future: F) -> F::Output {
        self.runtime.block_on(future)
    }

    /// Runs the program that goes wrong.
    pub fn run(&self, args: &[&str], limits: Limits) -> Ended {
        self.run_invocation(&fake(args), limits)
    }

    pub fn run_invocation(&self, invocation: &Invocation, limits: Limits) -> Ended {
        self.block_on(async { self.start_invocation(invocation, limits).await.expect("no panic") })
    }

    pub fn start(&self, args: &[&str], limits: Limits) -> JoinHandle<Ended> {
        self.start_invocation(&fake(args), limits)
    }

    pub fn start_invocation(&self, invocation: &Invocation, limits: Limits) -> JoinHandle<Ended> {
        let mut invocation = invocation.clone();
        invocation.env.push((MARK.into(), Some(self.mark.clone())));
        let name = format!("run-{}", self.runs.fetch_add(1, Ordering::Relaxed));
        let (runner, folder) = (self.runner.clone(), self.folder.clone());
        self.runtime.spawn(async move { runner.run(&invocation, limits, &folder, &name).await })
    }

    /// Waits until a process has made this file in its folder.
    pub async fn wait_for(&self, file: &str) {
        let begin = Instant::now();
        while !self.folder.join(file).exists() {
            assert!(begin.elapsed() < Duration::from_secs(20), "no {file} after 20 s");
            tokio::time::sleep(Duration::from_millis(10)).await;
        }
    }

    pub fn said(&self, ended: &Ended) -> String {
        fs::read_to_string(&ended.stdout).expect("its output")
    }

    /// Fails if a process of this test still runs, or if its folder cannot be removed for good.
    pub fn nothing_is_left(self) {
        assert_eq!(left(&self.mark), []);
        let root = self.root().to_path_buf();
        drop(self);
        assert!(!root.exists(), "{} is left", root.display());
    }
}

#[derive(Debug, PartialEq, Eq)]
pub struct Marked {
    pub pid: u32,
    pub parent: u32,
    pub command: String,
}

/// The processes with this mark, wherever they have gone.
pub fn left(mark: &str) -> Vec<Marked> {
    let wanted = format!("{MARK}={mark}");
    let mut found = Vec::new();
    for entry in fs::read_dir("/proc").expect("/proc").flatten() {
        let Some(pid) = entry.file_name().to_str().and_then(|name| name.parse::<u32>().ok()) else { continue };
        let environment = fs::read(entry.path().join("environ")).unwrap_or_default();
        if !environment.split(|byte| *byte == 0).any(|variable| variable == wanted.as_bytes()) {
            continue;
        }
        let command = fs::read(entry.path().join("cmdline")).unwrap_or_default();
        let status = fs::read_to_string(entry.path().join("status")).unwrap_or_default();
        let parent = status.lines().find_map(|line| line.strip_prefix("PPid:")?.trim().parse().ok()).unwrap_or(0);
        found.push(Marked { pid, parent, command: String::from_utf8_lossy(&command).replace('\0', " ") });
    }
    found
}
