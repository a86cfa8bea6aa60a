//! Running processes under control: limits for the whole tree, exact accounting, nothing left behind.

use crate::verifier::{Ended, Invocation, Limits};
use std::path::{Path, PathBuf};

/// Runs invocations, as many at once as there are jobs.
#[derive(Clone, Debug)]
pub struct Runner {
    /// The program that watches over a process: this one, called with [`SUPERVISE`].
    supervisor: PathBuf,
}

/// The hidden command of qicc that runs one process under control.
pub const SUPERVISE: &str = "__supervise";

impl Runner {
    pub fn new(supervisor: PathBuf) -> Runner {
        Runner { supervisor }
    }

    /// Runs one process to its end or to a limit. `folder` exists and becomes its working directory; what it says goes to
    /// `folder/NAME.out` and `folder/NAME.err`, and `folder/NAME.sh` reruns it by hand.
    pub async fn run(&self, invocation: &Invocation, limits: Limits, folder: &Path, name: &str) -> Ended {
        let _ = (&self.supervisor, invocation, limits, folder, name);
        std::future::pending().await
    }
}
