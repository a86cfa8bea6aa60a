//! The folders of a run: `text-N` where a program was printed and prepared, `task-N` for each task about it.
//!
//! A temporary workspace goes when the run ends, however it ends. If qicc is killed, its supervisors remove it; if it
//! is killed while none runs, the next run does: whoever uses a workspace holds a lock on it, and one without is
//! nobody's.
//!
//! A saved one is kept. It begins empty: a folder that holds anything is refused, unless an earlier run was saved
//! there, which is then replaced. A file says that it was; only what a run makes is removed.

use rustix::fs::FlockOperation;
use rustix::io::Errno;
use std::fs::{self, File, Metadata};
use std::io;
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};
use std::time::Duration;

/// Marks a folder as one of ours, and is locked while it is used.
const MARK: &str = ".qicc-workspace";
const PREFIX: &str = "qicc-";
/// A folder is not locked in the very moment in which it is made.
const YOUNG: Duration = Duration::from_secs(60);

#[derive(Debug)]
pub struct Workspace {
    root: PathBuf,
    temporary: Option<tempfile::TempDir>,
    /// Locked as long as it is open.
    _mark: File,
}

impl Workspace {
    /// Removed when it is dropped.
    pub fn temporary() -> io::Result<Workspace> {
        let parent = std::path::absolute(std::env::temp_dir())?;
        remove_stale(&parent);
        let folder = tempfile::Builder::new().prefix(PREFIX).tempdir_in(parent)?;
        let root = folder.path().to_path_buf();
        Ok(Workspace { _mark: mark(&root)?, root, temporary: Some(folder) })
    }

    /// Kept. The error is for the user, who chose the folder.
    pub fn saved(folder: &Path) -> Result<Workspace, String> {
        let explain = |error: io::Error| format!("{}: {}", folder.display(), super::supervise::words(&error));
        fs::create_dir_all(folder).map_err(explain)?;
        let root = std::path::absolute(folder).map_err(explain)?;
        let mut names = Vec::new();
        for entry in fs::read_dir(&root).map_err(explain)? {
            names.push(entry.map_err(explain)?.file_name());
        }
        if !names.is_empty() && !root.join(MARK).is_file() {
            return Err(format!("{} is not empty, and no earlier run of qicc was saved there", folder.display()));
        }
        let mark = mark(&root).map_err(|error| match error.kind() {
            io::ErrorKind::WouldBlock => format!("{}: another run of qicc is using it", folder.display()),
            _ => explain(error),
        })?;
        for name in names.iter().filter(|name| name.to_str().is_some_and(is_ours)) {
            fs::remove_dir_all(root.join(name)).map_err(explain)?;
        }
        Ok(Workspace { root, temporary: None, _mark: mark })
    }

    pub fn root(&self) -> &Path {
        &self.root
    }

    pub fn is_temporary(&self) -> bool {
        self.temporary.is_some()
    }

    /// The folder of a text. It is made when something runs there.
    pub fn text(&self, number: u32) -> PathBuf {
        self.root.join(format!("text-{number}"))
    }

    /// The folder of a task. It is made when something runs there.
    pub fn task(&self, number: u32) -> PathBuf {
        self.root.join(format!("task-{number}"))
    }
}

/// Whether a run makes folders with this name.
fn is_ours(name: &str) -> bool {
    let number = name.strip_prefix("text-").or_else(|| name.strip_prefix("task-"));
    number.is_some_and(|number| !number.is_empty() && number.bytes().all(|byte| byte.is_ascii_digit()))
}

fn mark(root: &Path) -> io::Result<File> {
    let file = File::create(root.join(MARK))?;
    match rustix::fs::flock(&file, FlockOperation::NonBlockingLockExclusive) {
        Err(Errno::WOULDBLOCK) => Err(Errno::WOULDBLOCK.into()),
        // Some file systems have no locks. Then nobody can lock it, and nobody takes it for stale.
        _ => Ok(file),
    }
}

/// Removes the workspaces of this user's runs that were killed.
fn remove_stale(parent: &Path) {
    let me = rustix::process::getuid().as_raw();
    let old = |data: &Metadata| data.modified().is_ok_and(|time| time.elapsed().is_ok_and(|age| age > YOUNG));
    for entry in fs::read_dir(parent).into_iter().flatten().flatten() {
        let named = entry.file_name().to_str().is_some_and(|name| name.starts_with(PREFIX));
        if !named || !entry.metadata().is_ok_and(|data| data.is_dir() && data.uid() == me && old(&data)) {
            continue;
        }
        let Ok(mark) = File::open(entry.path().join(MARK)) else { continue };
        if rustix::fs::flock(&mark, FlockOperation::NonBlockingLockExclusive).is_ok() {
            _ = fs::remove_dir_all(entry.path());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_temporary_one_goes_and_a_used_one_stays() {
        let workspace = Workspace::temporary().expect("a workspace");
        let root = workspace.root().to_path_buf();
        fs::create_dir(workspace.task(1)).expect("a folder");
        fs::write(workspace.task(1).join("a"), "a").expect("a file");
        assert!(root.join("task-1/a").is_file() && workspace.is_temporary());
        drop(workspace);
        assert!(!root.exists());
    }

    #[test]
    fn what_a_killed_run_left_is_removed_by_the_next() {
        let parent = tempfile::tempdir().expect("a temporary folder");
        let old = |name: &str, marked: bool| {
            let folder = parent.path().join(name);
            fs::create_dir(&folder).expect("a folder");
            let file = marked.then(|| mark(&folder).expect("a mark"));
            let time = std::time::SystemTime::now() - YOUNG * 2;
            File::open(&folder).expect("a folder").set_modified(time).expect("a time");
            file
        };
        drop(old("qicc-dead", true));
        let _used = old("qicc-used", true);
        old("qicc-not-ours", false);
        old("other", false);
        let young = parent.path().join("qicc-young");
        fs::create_dir(&young).expect("a folder");
        drop(mark(&young).expect("a mark"));
        remove_stale(parent.path());
        let mut left: Vec<_> =
            fs::read_dir(parent.path()).expect("a folder").flatten().map(|e| e.file_name()).collect();
        left.sort();
        assert_eq!(left, ["other", "qicc-not-ours", "qicc-used", "qicc-young"]);
    }

    #[test]
    fn a_folder_is_saved_to_again_but_nothing_of_the_users_is_touched() {
        let parent = tempfile::tempdir().expect("a temporary folder");
        let folder = parent.path().join("new/run");
        let first = Workspace::saved(&folder).expect("a new folder");
        fs::create_dir(first.task(7)).expect("a folder");
        fs::write(first.task(7).join("a"), "").expect("a file");
        assert!(Workspace::saved(&folder).expect_err("it is used").contains("another run"));
        drop(first);
        fs::write(folder.join("notes"), "").expect("a file");
        let second = Workspace::saved(&folder).expect("an earlier run");
        assert!(!folder.join("task-7").exists() && folder.join("notes").is_file() && !second.is_temporary());
        fs::write(parent.path().join("a.c"), "").expect("a file");
        assert!(Workspace::saved(parent.path()).expect_err("not empty").contains("not empty"));
        assert!(parent.path().join("a.c").is_file());
    }
}
