//! What the runner and a supervisor tell each other.
//!
//! The runner writes a [`Spec`] as one line of JSON to the supervisor's standard input, and then single bytes: [`STOP`]
//! ends the processes with their grace, [`KILL`] without. The end of the input means that the runner is dead. The
//! supervisor writes one [`Outcome`], also a line of JSON, when nothing of what it started is left.

use crate::verifier::{End, Limits, Usage};
use serde::{Deserialize, Serialize};
use std::ffi::OsString;
use std::time::Duration;

pub(super) const STOP: u8 = b's';
pub(super) const KILL: u8 = b'k';

/// A process to run. Paths are `OsString`s because serde writes those whatever their bytes are.
#[derive(Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Spec {
    pub program: OsString,
    pub args: Vec<String>,
    pub env: Vec<(String, Option<String>)>,
    pub folder: OsString,
    pub stdout: OsString,
    pub stderr: OsString,
    pub limits: Limits,
    /// How long processes may live after they were told to end.
    pub grace: Duration,
    /// A temporary folder that goes when the runner is dead and cannot remove it.
    pub remove: Option<OsString>,
}

#[derive(Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Outcome {
    pub how: End,
    pub usage: Usage,
}
