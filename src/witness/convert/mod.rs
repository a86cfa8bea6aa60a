//! Witnesses of one format as witnesses of the other, as far as one can say what the other says.
//!
//! The formats know places differently: a waypoint has a column and is passed the first time that it is evaluated, an
//! edge of an automaton has a line, fits whatever happens on it, and waits as long as something else does. Whether the
//! two come to the same, only the program knows ([`Beside`]): where exactly one of its edges fits a guard, a branch is
//! that branch, with a sink behind its other way, and what a call returns is what that call returns. Everything else
//! is not exactly the same, and is converted only if the user says that this is good enough:
//!
//! - an assumption of GraphML holds behind an edge, one of YAML in front of a statement;
//! - a violation of GraphML may be anywhere behind its last edge, one of YAML is at its target;
//! - an invariant of YAML that is no loop's holds in front of a statement, at a node it holds behind one.
//!
//! What has no counterpart at all is always refused, and everything that is in the way is said.

mod automata;
mod beside;
mod waypoints;

pub use beside::Beside;

use super::fault::refused;
use super::segments::malformed;
use super::{Claim, Content, Metadata, Place, Witness, file, uuid};
use crate::source::Result;

/// The witness in the other format. `roughly` allows what is not exactly the same. Whoever calls this knows that the
/// line of each loop is that of no other.
pub fn convert(witness: &Witness, roughly: bool) -> Result<Witness> {
    convert_beside(witness, &Beside::Lines, roughly).map(|(made, _)| made)
}

/// The same, with what is known of the program; and what is not exactly the same.
pub fn convert_beside(witness: &Witness, beside: &Beside, roughly: bool) -> Result<(Witness, Vec<String>)> {
    if let Content::Segments(segments) = &witness.content
        && let Some(why) = malformed(segments)
    {
        return Err(refused(format!("the witness means no executions: {why}")));
    }
    let mut lost = Lost::default();
    if !witness.metadata.certificates.is_empty() {
        lost.roughly("the certificates, which are left out");
    }
    let content = match &witness.content {
        Content::Automaton(automaton) => match automaton.claim {
            Claim::Violation => Content::Segments(waypoints::segments(witness, automaton, beside, &mut lost)),
            Claim::Correctness => Content::Invariants(waypoints::invariants(witness, automaton, beside, &mut lost)),
        },
        Content::Segments(segments) => Content::Automaton(automata::chain(segments, beside, &mut lost)),
        Content::Invariants(invariants) => Content::Automaton(automata::star(invariants, beside, &mut lost)),
        Content::Annotations(_) => {
            return Err(refused("contracts, transition invariants and ghosts have no counterpart in GraphML")
                .help("remove them, or keep the YAML"));
        }
    };
    if !lost.at_all.is_empty() {
        return Err(refused(format!("this has no counterpart in the other format: {}", list(&lost.at_all)))
            .help("remove it from the witness, or keep the format"));
    }
    if !lost.exactly.is_empty() && !roughly {
        let help = match beside {
            Beside::Program(_) => "--approximate converts it nevertheless",
            _ => "more is known beside the program: give its files as well; --approximate converts it nevertheless",
        };
        return Err(
            refused(format!("this is not exactly the same in the other format: {}", list(&lost.exactly))).help(help)
        );
    }
    let made = Witness { metadata: metadata(&witness.metadata, &content), content };
    Ok((identified(made)?, lost.exactly))
}

/// What is not the same, and what cannot be said.
#[derive(Default)]
struct Lost {
    exactly: Vec<String>,
    at_all: Vec<String>,
}

impl Lost {
    fn roughly(&mut self, what: impl Into<String>) {
        let what = what.into();
        if !self.exactly.contains(&what) {
            self.exactly.push(what);
        }
    }

    fn wholly(&mut self, what: impl Into<String>) {
        self.at_all.push(what.into());
    }
}

fn list(lost: &[String]) -> String {
    const SHOWN: usize = 5;
    let mut text = lost.iter().take(SHOWN).cloned().collect::<Vec<_>>().join("; ");
    if lost.len() > SHOWN {
        text.push_str(&format!("; and {} more", lost.len() - SHOWN));
    }
    text
}

/// YAML wants to know more than GraphML says. The name of a producer is all that GraphML has of it, so that nobody
/// knows its version.
fn metadata(given: &Metadata, content: &Content) -> Metadata {
    let mut made = Metadata { certificates: Vec::new(), ..given.clone() };
    match content {
        Content::Automaton(_) => made.format_version = "1.0".into(),
        _ => {
            made.format_version = "2.0".into();
            made.producer.name.get_or_insert_with(|| "unknown".into());
            made.producer.version.get_or_insert_with(|| "unknown".into());
            let tool = format!("converted from GraphML by qicc {}", env!("CARGO_PKG_VERSION"));
            made.producer.description.get_or_insert(tool);
        }
    }
    made
}

/// With an identifier of its own, which YAML needs: it says something else than the witness that it was made of.
fn identified(mut made: Witness) -> Result<Witness> {
    if matches!(made.content, Content::Automaton(_)) {
        return Ok(made);
    }
    made.metadata.uuid = None;
    made.metadata.uuid = Some(uuid(file::write(&made)?.as_bytes()));
    Ok(made)
}

fn first_file(metadata: &Metadata) -> String {
    metadata.files.first().map(|(name, _)| name.clone()).unwrap_or_default()
}

fn line_of(place: &Place) -> String {
    format!("line {}", place.line)
}
