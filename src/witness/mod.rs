//! Witnesses: what verifiers hand out with a verdict, so that others can check it (paper 003).
//!
//! Two families of formats say the same in different words. GraphML 1.0 has an automaton: edges are taken where the
//! source is as their guards say, and executions for which an assumption does not hold are left out. YAML 2 has
//! waypoints, which executions pass in segments, or invariants, which hold at places. A witness is kept as its file
//! has it: turning one into the other loses something, so that nobody does it unless asked.
//!
//! Nothing here believes a witness. What it claims is found out by those who put it beside the program.

pub mod claims;
mod contracts;
mod convert;
mod expression;
mod fault;
pub mod file;
mod ghosts;
mod graph;
mod graphml;
mod guards;
pub mod invariants;
pub mod layout;
mod nodes;
mod pinned;
pub mod probe;
pub mod protocol;
pub mod record;
mod result;
mod segments;
mod subject;
pub mod weave;
mod words;
mod yaml;

pub use convert::{Beside, convert, convert_beside};
pub use fault::{Fault, Weight};
pub use file::{Format, Reading, load, read, save, write};
pub use subject::{Subject, digest, uuid};

use crate::ctype::DataModel;
use std::collections::BTreeSet;

/// A witness as a file has it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Witness {
    pub metadata: Metadata,
    pub content: Content,
}

/// Where a witness comes from, and what it is about. What a file does not say is missing.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Metadata {
    pub format_version: String,
    pub uuid: Option<String>,
    pub creation_time: Option<String>,
    pub producer: Producer,
    /// The property, in the words of SV-COMP.
    pub specification: Option<String>,
    /// The files of the program, with SHA-256 of each.
    pub files: Vec<(String, Option<String>)>,
    pub data_model: Option<DataModel>,
    /// What is known to nobody here, by name; kept so that it can be written again.
    pub other: Vec<(String, String)>,
    /// YAML 0.1: entries that say who has confirmed others. They say nothing about the program.
    pub certificates: Vec<Unknown>,
}

/// What a mapping of YAML has that is known to nobody here; what is unknown in a part of it is below the part's name.
pub type Unknown = Vec<(String, Value)>;

/// A value of YAML, as it was written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Value {
    /// Not in quotes: it may be a number, or nothing.
    Plain(String),
    Text(String),
    List(Vec<Value>),
    Map(Unknown),
}

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Producer {
    pub name: Option<String>,
    pub version: Option<String>,
    pub configuration: Option<String>,
    pub command_line: Option<String>,
    pub description: Option<String>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Content {
    /// GraphML: a violation, or a proof with invariants at nodes.
    Automaton(Automaton),
    /// YAML: a violation. Every execution that passes all segments violates the property.
    Segments(Vec<Segment>),
    /// YAML: a proof.
    Invariants(Vec<Invariant>),
    /// YAML 2.1: a proof that says more than invariants do. One that does not is never this.
    Annotations(Vec<Annotation>),
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Automaton {
    pub claim: Claim,
    /// The first node that is an entry.
    pub entry: NodeId,
    pub nodes: Vec<Node>,
    pub edges: Vec<Edge>,
}

impl Automaton {
    /// The nodes with invariants. Nodes that are come to at the same heads of loops, and say the same, take turns from
    /// round to round, and the first of them speaks for all.
    pub fn claiming(&self) -> Vec<(NodeId, &Scoped)> {
        let mut coming: Vec<BTreeSet<&Guard>> = vec![BTreeSet::new(); self.nodes.len()];
        self.edges.iter().for_each(|edge| _ = coming[edge.to.0 as usize].insert(&edge.guard));
        let (mut said, mut claiming) = (BTreeSet::new(), Vec::new());
        for ((id, node), coming) in (0..).map(NodeId).zip(&self.nodes).zip(&coming) {
            let Some(invariant) = &node.invariant else { continue };
            let at_heads = !coming.is_empty() && coming.iter().all(|guard| guard.enters_loop_head);
            if !at_heads || said.insert((invariant, coming)) {
                claiming.push((id, invariant));
            }
        }
        claiming
    }

    /// Where an edge is, for people.
    pub fn place(&self, edge: &Edge) -> String {
        let name = |id: NodeId| &self.nodes[id.0 as usize].name;
        match edge.guard.lines {
            Some((line, _)) => format!("at line {line}"),
            None => format!("from {} to {}", name(edge.from), name(edge.to)),
        }
    }
}

/// What an automaton is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Claim {
    Violation,
    Correctness,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct NodeId(pub u32);

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Node {
    /// Its name in the file.
    pub name: String,
    /// Executions that come here violate the property.
    pub violation: bool,
    /// Executions that come here are left out.
    pub sink: bool,
    pub invariant: Option<Scoped>,
    pub other: Vec<(String, String)>,
}

/// A C expression, with the function whose variables it is about.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Scoped {
    pub text: String,
    pub function: Option<String>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Edge {
    pub from: NodeId,
    pub to: NodeId,
    pub guard: Guard,
    /// What holds behind the edge: several expressions, all of which hold.
    pub assumption: Option<Scoped>,
    /// The function whose result `\result` is in the assumption.
    pub result_of: Option<String>,
    pub other: Vec<(String, String)>,
}

/// Which edges of the program are meant: all that is said must fit.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Guard {
    pub file: Option<String>,
    /// First and last line.
    pub lines: Option<(u32, u32)>,
    /// First and last character of the file, from 0.
    pub offsets: Option<(u32, u32)>,
    /// Which way a branch goes.
    pub control: Option<bool>,
    pub enters_loop_head: bool,
    pub enters_function: Option<String>,
    pub returns_from: Option<String>,
}

impl Guard {
    /// Whether it says where.
    pub fn has_place(&self) -> bool {
        self.lines.is_some() || self.offsets.is_some()
    }
}

/// Zero or more waypoints to avoid, and one to follow at the end.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Segment {
    pub waypoints: Vec<Waypoint>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Waypoint {
    pub action: Action,
    pub location: Place,
    pub what: Passed,
    pub other: Unknown,
}

impl Waypoint {
    pub fn followed(location: Place, what: Passed) -> Waypoint {
        Waypoint { action: Action::Follow, location, what, other: Vec::new() }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Action {
    Follow,
    Avoid,
    Cycle,
}

/// When a waypoint is passed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Passed {
    /// Before a statement, where this holds.
    Assumption(Formula),
    Branching(Branch),
    FunctionEnter,
    /// Behind a call, where this holds of `\result`.
    FunctionReturn(Formula),
    /// The violation itself.
    Target,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Branch {
    If(bool),
    Case(String),
    Default,
}

/// An expression with the name of the language that it is in: `c_expression`, `acsl_expression`, …
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Formula {
    pub text: String,
    pub format: Option<String>,
}

/// A place in the source. Columns count from 1; without one it is the leftmost place in the line that can be meant.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Place {
    pub file: String,
    pub line: u32,
    pub column: Option<u32>,
    pub function: Option<String>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Invariant {
    /// At every evaluation of the controlling expression of a loop; or before a statement.
    pub at_loop: bool,
    pub location: Place,
    pub value: Formula,
    /// Of an entry of version 0.1 that has metadata of its own, these as well.
    pub other: Unknown,
}

/// What a proof of YAML 2.1 can say.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Annotation {
    Invariant(Invariant),
    /// About two states: this one, and an earlier one at the same place.
    Transition(Invariant),
    Contract(Contract),
    Ghosts(Ghosts),
}

/// What holds when a function begins, and when it ends.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Contract {
    pub location: Place,
    pub requires: Option<String>,
    pub ensures: Option<String>,
    pub format: Option<String>,
    pub labels: Vec<String>,
    pub other: Unknown,
}

/// Variables that the program does not have, and where they change.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Ghosts {
    pub variables: Vec<GhostVariable>,
    pub updates: Vec<GhostUpdates>,
    pub other: Unknown,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GhostVariable {
    pub name: String,
    /// As in C.
    pub kind: String,
    pub scope: Option<String>,
    pub initial: Formula,
    pub other: Unknown,
}

/// What changes at a place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GhostUpdates {
    pub location: Place,
    pub updates: Vec<GhostUpdate>,
    pub other: Unknown,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GhostUpdate {
    pub variable: String,
    pub value: Formula,
    pub other: Unknown,
}
