//! Witnesses in GraphML 1.0, read as they are written by tools: with old headers, missing fields, keys of their own,
//! and declared defaults.
//!
//! A start without an end is taken for both. What is known to nobody here is kept by its name. A default of an
//! invariant that is true says nothing, and is left out. Ids of edges have no meaning; they are numbered when
//! written.

mod item;
mod keys;
mod write;
mod xml;

pub(super) use write::write;

use super::fault::Faults;
use super::words::{check_hash, check_specification, check_time, check_uuid, short};
use super::{Automaton, Claim, Content, Edge, Metadata, Node, NodeId, Subject, Witness};
use crate::ctype::DataModel;
use item::{Bag, Reader};
use keys::Keys;
use std::collections::BTreeMap;

/// The witness in a text.
pub(super) fn read(text: &str, subject: Option<&Subject>, faults: &mut Faults) -> Option<Witness> {
    let document = xml::parse(text, faults)?;
    let keys = Keys::of(document.keys, faults);
    let Some(graph) = document.graph else {
        faults.unusable(1, "there is no <graph>");
        return None;
    };
    match graph.edgedefault.as_deref() {
        Some("directed") => {}
        Some(_) => faults.wrong(graph.line, "the edges of a witness are directed"),
        None => faults.lax(graph.line, "<graph> has no `edgedefault`"),
    }
    let mut bag = Bag::of(graph.data, keys::GRAPH, &keys, faults);
    let (mut metadata, claim) = metadata(&mut bag, graph.line, subject, faults)?;
    let claim = claim.unwrap_or_else(|| {
        let violation = |node: &xml::Item| node.data.iter().any(|data| data.key == "violation" && data.text == "true");
        if graph.nodes.iter().any(violation) { Claim::Violation } else { Claim::Correctness }
    });
    metadata.other.extend(bag.rest(faults));

    let file = metadata.files.first().map(|(name, _)| name.clone());
    let mut reader = Reader { keys: &keys, subject, faults, claim, file };
    let mut nodes = Vec::new();
    let mut names = BTreeMap::new();
    let (mut entries, mut lines) = (Vec::new(), Vec::new());
    for item in graph.nodes {
        let (line, (node, entry)) = (item.line, reader.node(item)?);
        lines.push(line);
        let id = NodeId(nodes.len() as u32);
        if names.insert(node.name.clone(), id).is_some() {
            reader.faults.unusable(line, format!("there are two nodes {}", short(&node.name)));
            return None;
        }
        if entry {
            entries.push((line, id));
        }
        nodes.push(node);
    }
    match entries.as_slice() {
        [] => reader.faults.unusable(graph.line, "no node is the entry"),
        [_] => {}
        [_, (line, _), ..] => reader.faults.wrong(*line, "there is more than one entry"),
    }
    let mut edges = Vec::new();
    for item in graph.edges {
        let line = item.line;
        let edge = reader.edge(item, &names)?;
        if nodes[edge.from.0 as usize].sink {
            let name = short(&nodes[edge.from.0 as usize].name);
            reader.faults.wrong(line, format!("an edge leaves {name}, which is a sink"));
        }
        if edge.from == edge.to {
            let name = short(&nodes[edge.from.0 as usize].name);
            let instead = match claim {
                Claim::Violation => "nothing changes where none is taken",
                Claim::Correctness => "two nodes in turns say the same",
            };
            reader.faults.lax(line, format!("an edge leads from {name} to itself: {instead}"));
        }
        edges.push(edge);
    }
    let cycle = |node: &Node| node.other.iter().any(|(name, value)| name == "cyclehead" && value == "true");
    if nodes.iter().filter(|node| cycle(node)).count() > 1 {
        reader.faults.lax(graph.line, "there is more than one `cyclehead`");
    }
    if claim == Claim::Violation && !nodes.iter().any(|node| node.violation || cycle(node)) {
        reader.faults.wrong(graph.line, "no node is a violation");
    }
    let entry = entries.first()?.1;
    let reached = reached(nodes.len(), &edges, entries.iter().map(|(_, id)| *id));
    // What a node is that cannot be both has been said.
    let lost =
        |((node, _), is): &((&Node, u32), bool)| claim == Claim::Violation && node.violation && !node.sink && !is;
    for ((node, line), _) in nodes.iter().zip(lines).zip(reached).filter(lost) {
        reader.faults.wrong(line, format!("no edges lead from the entry to the violation {}", short(&node.name)));
    }
    Some(Witness { metadata, content: Content::Automaton(Automaton { claim, entry, nodes, edges }) })
}

/// Whether edges lead to a node, by its number.
fn reached(nodes: usize, edges: &[Edge], entries: impl Iterator<Item = NodeId>) -> Vec<bool> {
    let mut next: Vec<Vec<NodeId>> = vec![Vec::new(); nodes];
    edges.iter().for_each(|edge| next[edge.from.0 as usize].push(edge.to));
    let (mut reached, mut open) = (vec![false; nodes], entries.collect::<Vec<_>>());
    while let Some(node) = open.pop() {
        if !std::mem::replace(&mut reached[node.0 as usize], true) {
            open.extend(&next[node.0 as usize]);
        }
    }
    reached
}

/// What the data of the graph say, and what the witness is about.
fn metadata(
    bag: &mut Bag,
    line: u32,
    subject: Option<&Subject>,
    faults: &mut Faults,
) -> Option<(Metadata, Option<Claim>)> {
    let mut metadata = Metadata::default();
    if let Some((line, version)) = bag.take("witness-format-version") {
        if version.trim() != "1.0" {
            faults.wrong(line, format!("version `{}` of GraphML witnesses is not known: 1.0 is", short(&version)));
        }
        metadata.format_version = version.trim().to_owned();
    }
    let claim = match bag.need("witness-type", line, faults) {
        None => None,
        Some((at, kind)) => match kind.trim() {
            "violation_witness" => Some(Claim::Violation),
            "correctness_witness" => Some(Claim::Correctness),
            other => {
                faults.unusable(at, format!("there is no type of witnesses `{}`", short(other)));
                return None;
            }
        },
    };
    if let Some((at, language)) = bag.need("sourcecodelang", line, faults)
        && language.trim() != "C"
    {
        faults.wrong(at, format!("the language is `{}`, not C", short(&language)));
        metadata.other.push(("sourcecodelang".into(), language));
    }
    metadata.producer.name = bag.need("producer", line, faults).map(|found| found.1);
    if let Some((at, specification)) = bag.need("specification", line, faults) {
        check_specification(at, &specification, faults);
        metadata.specification = Some(specification);
    }
    files(bag, line, subject, &mut metadata, faults);
    if let Some((at, model)) = bag.need("architecture", line, faults) {
        match model.trim() {
            "32bit" => metadata.data_model = Some(DataModel::Ilp32),
            "64bit" => metadata.data_model = Some(DataModel::Lp64),
            other => {
                faults.wrong(at, format!("there is no architecture `{}`: 32bit and 64bit are", short(other)));
                metadata.other.push(("architecture".into(), model));
            }
        }
    }
    if let Some((at, time)) = bag.need("creationtime", line, faults) {
        check_time(at, &time, faults);
        metadata.creation_time = Some(time);
    }
    if let Some((at, uuid)) = bag.take("uuid") {
        check_uuid(at, &uuid, faults);
        metadata.uuid = Some(uuid);
    }
    let producer = &mut metadata.producer;
    producer.version = bag.take("producer.version").map(|found| found.1);
    producer.configuration = bag.take("producer.configuration").map(|found| found.1);
    producer.command_line = bag.take("producer.command_line").map(|found| found.1);
    producer.description = bag.take("producer.description").map(|found| found.1);
    Some((metadata, claim))
}

/// The format knows one file. Others are under keys of our own, or those of the first one are there again.
fn files(bag: &mut Bag, line: u32, subject: Option<&Subject>, metadata: &mut Metadata, faults: &mut Faults) {
    let first = keys::FILES[0];
    let all = [first.0, first.1].map(|key| (key, bag.all(key)));
    for (key, found) in &all {
        match &found[..] {
            [] => faults.wrong(line, format!("the graph has no `{key}`")),
            [_] => {}
            [_, (at, _), ..] => faults.lax(*at, format!("there is more than one `{key}`: the format has one")),
        }
    }
    let [names, hashes] = all.map(|(_, found)| found);
    listed(names, hashes, subject, metadata, faults);
    let more = keys::FILES[1];
    listed(bag.all(more.0), bag.all(more.1), subject, metadata, faults);
}

/// Names and hashes are in two lists that belong together.
fn listed(
    names: Vec<(u32, String)>,
    hashes: Vec<(u32, String)>,
    subject: Option<&Subject>,
    metadata: &mut Metadata,
    faults: &mut Faults,
) {
    let mut names = names.into_iter();
    let mut hashes = hashes.into_iter();
    loop {
        let (name, hash) = (names.next(), hashes.next());
        if name.is_none() && hash.is_none() {
            return;
        }
        let name = name.map(|(_, name)| name);
        if let Some((at, hash)) = hash.as_ref().filter(|(_, hash)| !hash.is_empty()) {
            check_hash(*at, hash, faults);
            if let Some(subject) = subject {
                subject.check_hash(*at, name.as_deref(), hash.trim(), faults);
            }
        }
        let hash = hash.map(|(_, hash)| hash.trim().to_owned()).filter(|hash| !hash.is_empty());
        metadata.files.push((name.unwrap_or_default(), hash));
    }
}
