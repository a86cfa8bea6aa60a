//! For graphviz, as in paper 004's figure 1: white boxes are functions, blue ones loops with their lines, arrows lead
//! to what lies inside, dashed where only a pointer may lead there, and what is to be proved hangs in red at its
//! smallest region.

use super::Regions;
use crate::region::{Kind, RegionId};
use std::collections::BTreeMap;
use std::fmt::Write as _;

pub fn dot(regions: &Regions) -> String {
    let mut out = String::from("digraph regions {\n  node [shape=box, style=filled, fillcolor=white];\n");
    let shown = regions.shown();
    for &id in &shown {
        let (name, lines) = (&regions.names[id], regions.lines(id));
        let (label, look) = match &regions.hierarchy[id].kind {
            Kind::Program { .. } => (name.id.clone(), ", shape=ellipse"),
            Kind::Recursion { members, .. } => {
                (regions.function_names(members).join(", "), ", fillcolor=lightgrey, peripheries=2")
            }
            Kind::Function(_) => (format!("{}\n{}:{lines}", name.id, name.file), ""),
            Kind::Loop { .. } => (lines, ", fillcolor=lightblue"),
        };
        let _ = writeln!(out, "  r{} [label={}, tooltip={}{look}];", id.0, quoted(&label), quoted(&name.id));
        properties(&mut out, regions, id);
    }
    for &id in &shown {
        for child in &regions.hierarchy[id].children {
            let look = if regions.hierarchy.is_through_pointer(id, *child) { " [style=dashed]" } else { "" };
            let _ = writeln!(out, "  r{} -> r{}{look};", id.0, child.0);
        }
    }
    out + "}\n"
}

/// How many of each kind, with their names when the mouse is there.
fn properties(out: &mut String, regions: &Regions, id: RegionId) {
    let own = regions.own_properties(id);
    if own.is_empty() {
        return;
    }
    let mut kinds: BTreeMap<&str, usize> = BTreeMap::new();
    for property in &own {
        *kinds.entry(regions.program[*property].kind.word()).or_default() += 1;
    }
    let label: Vec<String> = kinds.iter().map(|(kind, number)| format!("{number} {kind}")).collect();
    let names: Vec<String> = own.iter().map(|p| regions.properties[p.0 as usize].to_string()).collect();
    let (label, names) = (quoted(&label.join("\n")), quoted(&names.join("\n")));
    let _ = writeln!(out, "  p{} [shape=plaintext, style=\"\", fontcolor=red, label={label}, tooltip={names}];", id.0);
    let _ = writeln!(out, "  r{0} -> p{0} [style=dotted, arrowhead=none];", id.0);
}

fn quoted(text: &str) -> String {
    format!("\"{}\"", text.replace('\\', "\\\\").replace('"', "\\\"").replace('\n', "\\n"))
}
