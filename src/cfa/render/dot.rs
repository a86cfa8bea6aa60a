//! For graphviz: a cluster a function, a node a location, loop heads and the exit marked by shape.

use crate::cfa::display::Names;
use crate::cfa::model::*;
use crate::source::SourceMap;
use std::fmt::Write;

pub fn dot(program: &Program, map: &SourceMap) -> String {
    let mut out = String::from("digraph program {\n  node [shape=circle];\n");
    for (index, function) in program.functions.iter().enumerate() {
        let Some(cfa) = function.cfa() else { continue };
        let names = Names::new(program, cfa);
        let _ = writeln!(out, "  subgraph cluster_{index} {{\n    label={};", quoted(&function.name));
        for loc in 0..cfa.locations {
            let shape = match LocId(loc) {
                loc if loc == cfa.exit => ", shape=doublecircle",
                loc if loc == cfa.entry => ", style=bold",
                _ => "",
            };
            let label = cfa.labels.iter().find(|(at, _)| at.0 == loc);
            let text = label.map_or(loc.to_string(), |(_, name)| format!("{loc}\\n{name}"));
            let _ = writeln!(out, "    f{index}_{loc} [label=\"{text}\"{shape}];");
        }
        for edge in &cfa.edges {
            let colour = if matches!(edge.op, Op::Assert { .. }) { ", color=red" } else { "" };
            let (from, to) = (edge.from.0, edge.to.0);
            let (label, at) = (quoted(&names.op(&edge.op)), quoted(&map.locate(edge.span).to_string()));
            let _ = writeln!(out, "    f{index}_{from} -> f{index}_{to} [label={label}, tooltip={at}{colour}];");
        }
        out += "  }\n";
    }
    out + "}\n"
}

fn quoted(text: &str) -> String {
    format!("\"{}\"", text.replace('\\', "\\\\").replace('"', "\\\"").replace('\n', "\\n"))
}
