//! One line an edge: where it goes, what it does, where in the source it came from.

use crate::cfa::display::Names;
use crate::cfa::model::*;
use crate::source::SourceMap;
use std::fmt::Write;

/// The whole program, readable.
pub fn text(program: &Program, map: &SourceMap) -> String {
    let mut out = String::new();
    for global in &program.globals {
        if global.kind == GlobalKind::StringLiteral {
            continue;
        }
        let how = match global.definition {
            Definition::Declared => "extern ",
            _ if global.linkage == Linkage::External => "",
            _ => "static ",
        };
        let ty = program.types.describe(global.ty);
        let _ = writeln!(out, "{how}global {}: {ty}  // {}", global.name, map.locate(global.span));
    }
    for (index, function) in program.functions.iter().enumerate() {
        let entry = if program.entries.contains(&FuncId(index as u32)) { "entry " } else { "" };
        let (name, ty) = (&function.name, program.types.describe(function.ty));
        let at = map.locate(function.span);
        match &function.body {
            Body::None => drop(writeln!(out, "\nextern function {name}: {ty}  // {at}")),
            Body::Unsupported(why) => drop(writeln!(out, "\nunsupported function {name}: {}  // {at}", why.message)),
            Body::Cfa(cfa) => {
                let _ = writeln!(out, "\n{entry}function {name}: {ty}  // {at}");
                automaton(&mut out, program, cfa, map);
            }
        }
    }
    for (index, property) in program.properties.iter().enumerate() {
        let kind = property.kind.word();
        let _ = write!(out, "{}property #{index} {kind}: ", if index == 0 { "\n" } else { "" });
        let _ = writeln!(out, "{}  // {}", property.description, map.locate(property.span));
    }
    for (index, assumption) in program.assumptions.iter().enumerate() {
        let text = assumption_text(&assumption.kind);
        let _ =
            writeln!(out, "{}assumes {text}  // {}", if index == 0 { "\n" } else { "" }, map.locate(assumption.span));
    }
    out
}

fn automaton(out: &mut String, program: &Program, cfa: &Cfa, map: &SourceMap) {
    let names = Names::new(program, cfa);
    for (index, local) in cfa.locals.iter().enumerate() {
        let id = crate::ctype::LocalId(index as u32);
        let kind = if cfa.params.contains(&id) { "param" } else { "local" };
        let _ = writeln!(out, "  {kind} {}: {}", names.local(id), program.types.describe(local.ty));
    }
    let (entry, exit) = (cfa.entry.0, cfa.exit.0);
    let _ = writeln!(out, "  entry {entry}, exit {exit}");
    let mut labels = cfa.labels.iter().peekable();
    for edge in &cfa.edges {
        while let Some((_, name)) = labels.next_if(|(loc, _)| *loc <= edge.from) {
            let _ = writeln!(out, "  {name}:");
        }
        let (from, to, op) = (edge.from.0, edge.to.0, names.op(&edge.op));
        let _ = writeln!(out, "  {from} -> {to}: {op}  // {}", map.locate(edge.span));
    }
    for (loc, name) in labels {
        let _ = writeln!(out, "  {name}: at {}", loc.0);
    }
}

pub fn assumption_text(kind: &AssumptionKind) -> String {
    match kind {
        AssumptionKind::UndefinedFunction(name) => {
            format!(
                "that the undefined function `{name}` changes only what its arguments point to, nothing behind a pointer \
                 to const, and calls nothing back"
            )
        }
        AssumptionKind::UndefinedPointer(name) => {
            format!(
                "that pointers from the undefined function `{name}`, or in what it may change, are null, -1, or point to memory of its own that can be freed"
            )
        }
        AssumptionKind::InlineAssembly => "that assembly changes only its outputs".into(),
        AssumptionKind::Constructor(name) => format!("that `{name}`, which runs outside of main, has no influence"),
        AssumptionKind::WeakDeclaration(name) => {
            format!("that `{name}`, which is weak and defined nowhere, is there")
        }
        AssumptionKind::WeakDefinition(name) => format!("that nothing replaces the weak definition of `{name}`"),
    }
}
