//! Running processes under control: limits for the whole tree, exact accounting, nothing left behind.
//!
//! Between qicc and every process that it runs stands a supervisor ([`supervise`]): qicc itself, called with
//! [`SUPERVISE`]. The [`Runner`] starts supervisors; the [`drive`] module leads a verifier through a task; a
//! [`Workspace`] has the folders.
//!
//! This needs Linux: `/proc`, and subreapers.

mod drive;
mod places;
mod proc;
mod protocol;
mod runner;
mod script;
mod signals;
mod supervise;
mod think;
mod tree;
mod workspace;

pub use drive::{Driver, Observer};
pub use places::{find, locate, places};
pub use runner::{GRACE, Runner, Slot};
pub use signals::{Interrupts, interrupts};
pub use supervise::supervise;
pub use workspace::Workspace;

use std::path::PathBuf;

#[cfg(not(target_os = "linux"))]
compile_error!("qicc runs verifiers under control with /proc and subreapers, which only Linux has");

/// The hidden command of qicc that runs one process under control.
pub const SUPERVISE: &str = "__supervise";

/// This program, for [`Runner::new`]: also when its file has been replaced since it was started.
pub fn this_program() -> PathBuf {
    PathBuf::from("/proc/self/exe")
}
