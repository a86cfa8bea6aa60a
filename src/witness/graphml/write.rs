//! Witnesses written as GraphML. Every key that is used is declared; there are no defaults but that flags are false.
//! The format knows one file of a program; the others have keys of our own.

use super::keys::{self, EDGE, GRAPH, NODE};
use crate::ctype::DataModel;
use crate::source::{Diagnostic, Result};
use crate::witness::{Automaton, Claim, Edge, Metadata, Node, NodeId};
use std::collections::BTreeMap;
use std::fmt::Write as _;

const HEAD: &str = r#"<?xml version="1.0" encoding="UTF-8" standalone="no"?>
<graphml xmlns="http://graphml.graphdrawing.org/xmlns" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance">
"#;

/// The text of an automaton; refused if it has characters that XML cannot have.
pub(in crate::witness) fn write(metadata: &Metadata, automaton: &Automaton) -> Result<String> {
    let graph = of_graph(metadata, automaton.claim);
    let entry = automaton.entry;
    let nodes: Vec<Vec<Pair>> =
        (0..).zip(&automaton.nodes).map(|(at, node)| of_node(node, NodeId(at) == entry)).collect();
    let edges: Vec<Vec<Pair>> = automaton.edges.iter().map(of_edge).collect();

    let mut text = HEAD.to_owned();
    let mut used: BTreeMap<&str, u8> = BTreeMap::new();
    let kinds = [(GRAPH, std::slice::from_ref(&graph)), (NODE, &nodes), (EDGE, &edges)];
    for (domain, pairs) in kinds {
        for (name, _) in pairs.iter().flatten() {
            *used.entry(name).or_default() |= domain;
        }
    }
    for (name, domains) in used {
        declare(&mut text, name, domains)?;
    }
    text.push_str(" <graph edgedefault=\"directed\">\n");
    data(&mut text, "  ", &graph)?;
    for (node, pairs) in automaton.nodes.iter().zip(&nodes) {
        element(&mut text, &format!("node id=\"{}\"", escaped(&node.name, true)?), "node", pairs)?;
    }
    for (at, (edge, pairs)) in automaton.edges.iter().zip(&edges).enumerate() {
        let name = |id: NodeId| automaton.nodes.get(id.0 as usize).map_or("", |node| node.name.as_str());
        let (from, to) = (escaped(name(edge.from), true)?, escaped(name(edge.to), true)?);
        element(&mut text, &format!("edge id=\"E{at}\" source=\"{from}\" target=\"{to}\""), "edge", pairs)?;
    }
    text.push_str(" </graph>\n</graphml>\n");
    Ok(text)
}

type Pair<'a> = (&'a str, String);

fn of_graph(metadata: &Metadata, claim: Claim) -> Vec<Pair<'_>> {
    let other = |name: &str| metadata.other.iter().any(|other| other.0 == name);
    let mut pairs = Vec::new();
    let mut add = |name, value: Option<String>| pairs.extend(value.map(|value| (name, value)));
    let version = Some(metadata.format_version.clone()).filter(|version| !version.is_empty());
    let kind = match claim {
        Claim::Violation => "violation_witness",
        Claim::Correctness => "correctness_witness",
    };
    let model = metadata.data_model.map(|model| match model {
        DataModel::Ilp32 => "32bit".to_owned(),
        DataModel::Lp64 => "64bit".to_owned(),
    });
    let producer = &metadata.producer;
    add("witness-format-version", version);
    add("witness-type", Some(kind.to_owned()));
    add("sourcecodelang", Some("C".to_owned()).filter(|_| !other("sourcecodelang")));
    add("producer", producer.name.clone());
    add("specification", metadata.specification.clone());
    let (first, more) = metadata.files.split_at(metadata.files.len().min(1));
    for (files, (file, hashed)) in [first, more].into_iter().zip(keys::FILES) {
        let last = files.iter().rposition(|(_, hash)| hash.is_some());
        for (at, (name, hash)) in files.iter().enumerate() {
            add(file, Some(name.clone()));
            add(hashed, hash.clone().or_else(|| last.filter(|last| at < *last).map(|_| String::new())));
        }
    }
    add("architecture", model);
    add("creationtime", metadata.creation_time.clone());
    add("uuid", metadata.uuid.clone());
    add("producer.version", producer.version.clone());
    add("producer.configuration", producer.configuration.clone());
    add("producer.command_line", producer.command_line.clone());
    add("producer.description", producer.description.clone());
    for (name, value) in &metadata.other {
        add(name.as_str(), Some(value.clone()));
    }
    pairs
}

fn of_node(node: &Node, entry: bool) -> Vec<Pair<'_>> {
    let mut pairs = Vec::new();
    for (name, flag) in [("entry", entry), ("violation", node.violation), ("sink", node.sink)] {
        if flag {
            pairs.push((name, "true".to_owned()));
        }
    }
    if let Some(invariant) = &node.invariant {
        pairs.push(("invariant", invariant.text.clone()));
        pairs.extend(invariant.function.iter().map(|function| ("invariant.scope", function.clone())));
    }
    pairs.extend(node.other.iter().map(|(name, value)| (name.as_str(), value.clone())));
    pairs
}

fn of_edge(edge: &Edge) -> Vec<Pair<'_>> {
    let guard = &edge.guard;
    let mut pairs = Vec::new();
    let mut add = |name, value: Option<String>| pairs.extend(value.map(|value| (name, value)));
    add("originfile", guard.file.clone());
    if let Some((start, end)) = guard.lines {
        add("startline", Some(start.to_string()));
        add("endline", Some(end.to_string()));
    }
    if let Some((start, end)) = guard.offsets {
        add("startoffset", Some(start.to_string()));
        add("endoffset", Some(end.to_string()).filter(|_| end != u32::MAX));
    }
    add("control", guard.control.map(|holds| format!("condition-{holds}")));
    add("enterLoopHead", guard.enters_loop_head.then(|| "true".to_owned()));
    add("enterFunction", guard.enters_function.clone());
    add("returnFromFunction", guard.returns_from.clone());
    if let Some(assumption) = &edge.assumption {
        add("assumption", Some(assumption.text.clone()));
        add("assumption.scope", assumption.function.clone());
    }
    add("assumption.resultfunction", edge.result_of.clone());
    for (name, value) in &edge.other {
        add(name.as_str(), Some(value.clone()));
    }
    pairs
}

fn declare(text: &mut String, name: &str, domains: u8) -> Result<()> {
    let kind = keys::known(name).map_or("string", |key| key.2);
    let domain = match domains {
        GRAPH => "graph",
        NODE => "node",
        EDGE => "edge",
        _ => "all",
    };
    let name = escaped(name, true)?;
    let head = format!(" <key id=\"{name}\" attr.name=\"{name}\" attr.type=\"{kind}\" for=\"{domain}\"");
    _ = match kind {
        "boolean" => writeln!(text, "{head}>\n  <default>false</default>\n </key>"),
        _ => writeln!(text, "{head}/>"),
    };
    Ok(())
}

fn element(text: &mut String, head: &str, name: &str, pairs: &[Pair]) -> Result<()> {
    if pairs.is_empty() {
        _ = writeln!(text, "  <{head}/>");
        return Ok(());
    }
    _ = writeln!(text, "  <{head}>");
    data(text, "   ", pairs)?;
    _ = writeln!(text, "  </{name}>");
    Ok(())
}

fn data(text: &mut String, indent: &str, pairs: &[Pair]) -> Result<()> {
    for (name, value) in pairs {
        _ = writeln!(text, "{indent}<data key=\"{}\">{}</data>", escaped(name, true)?, escaped(value, false)?);
    }
    Ok(())
}

/// A text as XML; in an attribute white space would become blanks.
fn escaped(text: &str, attribute: bool) -> Result<String> {
    let mut escaped = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '"' => escaped.push_str("&quot;"),
            '\r' => escaped.push_str("&#13;"),
            '\n' | '\t' if attribute => _ = write!(escaped, "&#{};", c as u32),
            '\n' | '\t' => escaped.push(c),
            c if (c as u32) < 0x20 || c == '\u{fffe}' || c == '\u{ffff}' => {
                let message = format!("the character U+{:04X} cannot be in XML", c as u32);
                return Err(
                    Diagnostic::new("witness", message).help("YAML can have it: choose a name that ends in .yml")
                );
            }
            c => escaped.push(c),
        }
    }
    Ok(escaped)
}
