//! The hierarchy of regions as text, JSON and dot. Rendering, never deciding; the same program gives the same bytes.

mod dot;
mod json;
mod text;

pub use dot::dot;
pub use json::json;
pub use text::text;

use crate::cfa::{Program, PropId};
use crate::property::PropertyId;
use crate::region::{Hierarchy, Kind, Names, RegionId};
use crate::source::SourceMap;
use std::collections::BTreeSet;

/// What is shown.
pub struct Regions<'a> {
    pub files: Vec<String>,
    pub program: &'a Program,
    pub map: &'a SourceMap,
    pub hierarchy: &'a Hierarchy,
    pub names: &'a Names,
    /// The names of all properties, by their numbers.
    pub properties: &'a [PropertyId],
    /// The properties that are asked about: the others are not shown.
    pub asked: &'a BTreeSet<PropId>,
    pub notes: &'a [String],
    /// The only region to show, with what is inside; otherwise all.
    pub only: Option<RegionId>,
    /// Without the properties.
    pub quiet: bool,
}

impl Regions<'_> {
    /// The properties of which a region is the smallest one, in the order of the source.
    fn own_properties(&self, id: RegionId) -> Vec<PropId> {
        let mut own: Vec<PropId> =
            self.hierarchy[id].properties.iter().copied().filter(|property| self.asked.contains(property)).collect();
        own.sort_by_key(|property| {
            let span = self.program[*property].span;
            (span.unit, span.start, &self.properties[property.0 as usize])
        });
        own
    }

    /// The regions to show, in order: all of them, or those inside the one that is wanted.
    fn shown(&self) -> Vec<RegionId> {
        let Some(only) = self.only else { return self.hierarchy.ids().collect() };
        let mut found = BTreeSet::from([only]);
        let mut work = vec![only];
        while let Some(id) = work.pop() {
            work.extend(self.hierarchy[id].children.iter().filter(|child| found.insert(**child)));
        }
        found.into_iter().collect()
    }

    /// `12`, or `12-15`.
    fn lines(&self, id: RegionId) -> String {
        lines_text(self.names[id].lines)
    }

    fn function_names(&self, functions: &[crate::cfa::FuncId]) -> Vec<&str> {
        functions.iter().map(|function| self.program[*function].name.as_str()).collect()
    }
}

fn lines_text(lines: (u32, u32)) -> String {
    if lines.0 == lines.1 { lines.0.to_string() } else { format!("{}-{}", lines.0, lines.1) }
}

fn kind_word(kind: &Kind) -> &'static str {
    match kind {
        Kind::Program { .. } => "program",
        Kind::Recursion { .. } => "recursive",
        Kind::Function(_) => "function",
        Kind::Loop { .. } => "loop",
    }
}
