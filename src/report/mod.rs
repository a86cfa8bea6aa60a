//! What the user sees: results as text and as JSON. Rendering, never deciding.

use crate::cfa::{Assumption, PropertyKind};
use crate::property::PropertyId;
use crate::source::Location;
use crate::verifier::{Usage, Verdict};
use std::time::Duration;

/// Everything there is to say about a run that has ended.
#[derive(Clone, Debug)]
pub struct Report {
    pub files: Vec<String>,
    /// As titled by itself: `CBMC 6.6.0`.
    pub verifier: String,
    /// `whole`.
    pub strategy: String,
    /// In the order of the program.
    pub properties: Vec<PropertyReport>,
    pub assumptions: Vec<(Assumption, Location)>,
    /// Everything that was run, together.
    pub usage: Usage,
    pub tasks: u32,
    /// From the first file read to the last verdict.
    pub elapsed: Duration,
    pub interrupted: bool,
}

#[derive(Clone, Debug)]
pub struct PropertyReport {
    pub id: PropertyId,
    pub kind: PropertyKind,
    pub description: String,
    pub function: String,
    pub verdict: Verdict,
}
