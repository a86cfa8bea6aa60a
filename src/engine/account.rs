//! How much memory each of the tasks of this process has.
//!
//! A task knows how large its tables are, but not what its solver has learnt; the system knows what the process has,
//! but not for which task. So the memory that the process got since the first of the running tasks began is divided
//! among them, in proportion to what they say. Memory of tasks that ended may come back to later ones without the
//! system knowing, so nobody has less than it says. Where the system tells nothing, that is all there is to know.

use std::collections::BTreeMap;
use std::sync::{Mutex, MutexGuard, PoisonError};

/// One of the running tasks, until it is dropped.
#[derive(Debug)]
pub struct Share(u64);

#[derive(Debug)]
struct Account {
    /// What the process had before, in bytes.
    base: u64,
    tasks: BTreeMap<u64, Task>,
    next: u64,
}

/// What a task says, and what it had when that was looked at last.
#[derive(Clone, Copy, Debug, Default)]
struct Task {
    said: u64,
    had: u64,
}

static ACCOUNT: Mutex<Account> = Mutex::new(Account { base: 0, tasks: BTreeMap::new(), next: 0 });

fn account() -> MutexGuard<'static, Account> {
    ACCOUNT.lock().unwrap_or_else(PoisonError::into_inner)
}

/// The bytes of this process that are in memory and in no file.
fn resident() -> Option<u64> {
    let pages = anonymous(&std::fs::read_to_string("/proc/self/statm").ok()?)?;
    Some(pages * rustix::param::page_size() as u64)
}

/// In pages: all addresses, what of them is in memory, and what of that is of files.
fn anonymous(statm: &str) -> Option<u64> {
    let mut pages = statm.split_whitespace().skip(1).map(|number| number.parse::<u64>().ok());
    let (all, of_files) = (pages.next()??, pages.next()??);
    Some(all.saturating_sub(of_files))
}

impl Account {
    /// What each task has when the process has so much.
    fn divide(&mut self, resident: u64) {
        let all: u64 = self.tasks.values().map(|task| task.said).sum();
        let gained = resident.saturating_sub(self.base);
        for task in self.tasks.values_mut() {
            let part = u128::from(gained) * u128::from(task.said) / u128::from(all.max(1));
            task.had = task.said.max(part as u64);
        }
    }

    /// A task is over. What the process has but the others have not is nobody's from now on.
    fn remove(&mut self, task: u64, resident: u64) {
        self.tasks.remove(&task);
        let theirs: u64 = self.tasks.values().map(|task| task.had).sum();
        self.base = resident.saturating_sub(theirs);
    }
}

impl Share {
    pub fn new() -> Share {
        let mut account = account();
        if account.tasks.is_empty() {
            account.base = resident().unwrap_or(0);
        }
        let task = account.next;
        account.next += 1;
        account.tasks.insert(task, Task::default());
        Share(task)
    }

    /// The task has tables of so many bytes.
    pub fn says(&self, bytes: u64) {
        account().tasks.entry(self.0).or_default().said = bytes;
    }

    pub fn bytes(&self) -> u64 {
        let resident = resident().unwrap_or(0);
        let mut account = account();
        account.divide(resident);
        account.tasks.get(&self.0).map_or(0, |task| task.had)
    }
}

impl Drop for Share {
    fn drop(&mut self) {
        let resident = resident().unwrap_or(0);
        account().remove(self.0, resident);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn two(base: u64) -> Account {
        let says = |said: u64| Task { said, had: 0 };
        Account { base, tasks: BTreeMap::from([(0, says(10)), (1, says(30))]), next: 2 }
    }

    fn parts(account: &Account) -> Vec<u64> {
        account.tasks.values().map(|task| task.had).collect()
    }

    #[test]
    fn what_the_process_has_is_divided() {
        let mut account = two(100);
        account.divide(180);
        assert_eq!(parts(&account), [20, 60]);
        account.divide(90);
        assert_eq!(parts(&account), [10, 30]);
    }

    #[test]
    fn what_an_ended_task_leaves_is_not_charged_to_others() {
        for left in [0, 60] {
            let mut account = two(100);
            account.divide(180);
            account.remove(1, 120 + left);
            account.divide(125 + left);
            assert_eq!(parts(&account), [25]);
        }
    }

    #[test]
    fn the_system_says_what_there_is() {
        assert_eq!(anonymous("3000 900 200 50 0 700 0"), Some(700));
        assert_eq!(anonymous("3000"), None);
        assert!(resident() > Some(0));
    }
}
