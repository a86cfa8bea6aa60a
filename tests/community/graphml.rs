//! What the community's linter asks of a witness in GraphML, by the public description of the format: every warning of
//! that linter is one here, those included that it gives only beside a program.

use crate::Found;
use quick_xml::Reader;
use quick_xml::events::{BytesStart, Event};
use std::collections::{BTreeMap, BTreeSet};

/// An element with everything in it.
struct Element {
    name: String,
    attributes: Vec<(String, String)>,
    inside: Vec<Element>,
    text: String,
}

impl Element {
    fn of(tag: &BytesStart) -> Element {
        let attribute = |attribute: quick_xml::events::attributes::Attribute| {
            let value = attribute.normalized_value(quick_xml::XmlVersion::Explicit1_0).expect("a value");
            (attribute.key.as_ref().to_owned(), value.into_owned())
        };
        let attributes = tag.attributes().map(|found| attribute(found.expect("an attribute"))).collect();
        Element { name: tag.local_name().as_ref().to_owned(), attributes, inside: Vec::new(), text: String::new() }
    }

    fn get(&self, name: &str) -> Option<&str> {
        self.attributes.iter().find(|attribute| attribute.0 == name).map(|attribute| attribute.1.as_str())
    }

    fn all<'a>(&'a self, name: &'a str) -> impl Iterator<Item = &'a Element> {
        self.inside.iter().filter(move |element| element.name == name)
    }

    /// The values of the data with a key.
    fn values<'a>(&'a self, key: &'a str) -> impl Iterator<Item = &'a str> {
        self.all("data").filter(move |data| data.get("key") == Some(key)).map(|data| data.text.trim())
    }
}

/// The first element of a text, if it is well-formed.
fn document(text: &str) -> Option<Element> {
    let mut reader = Reader::from_str(text);
    let mut open: Vec<Element> = Vec::new();
    loop {
        let mut closed = None;
        match reader.read_event().ok()? {
            Event::Start(tag) => open.push(Element::of(&tag)),
            Event::Empty(tag) => closed = Some(Element::of(&tag)),
            Event::End(_) => closed = open.pop(),
            Event::Text(words) => open.last_mut().into_iter().for_each(|last| last.text.push_str(&words)),
            // What it stands for matters to nobody here.
            Event::GeneralRef(_) => open.last_mut().into_iter().for_each(|last| last.text.push('&')),
            Event::Eof => return None,
            _ => {}
        }
        match (closed, open.last_mut()) {
            (Some(element), Some(around)) => around.inside.push(element),
            (Some(element), None) => return Some(element),
            (None, _) => {}
        }
    }
}

/// What the format says about keys: what they are of, and which kind of witness has them.
const KEYS: &[(&str, &str, Option<&str>)] = &[
    ("witness-type", "graph", None),
    ("sourcecodelang", "graph", None),
    ("producer", "graph", None),
    ("specification", "graph", None),
    ("programfile", "graph", None),
    ("programhash", "graph", None),
    ("architecture", "graph", None),
    ("creationtime", "graph", None),
    ("entry", "node", None),
    ("sink", "node", Some("violation_witness")),
    ("violation", "node", Some("violation_witness")),
    ("invariant", "node", Some("correctness_witness")),
    ("invariant.scope", "node", Some("correctness_witness")),
    ("cyclehead", "node", None),
    ("assumption", "edge", Some("violation_witness")),
    ("assumption.scope", "edge", Some("violation_witness")),
    ("assumption.resultfunction", "edge", Some("violation_witness")),
    ("control", "edge", None),
    ("startline", "edge", None),
    ("endline", "edge", None),
    ("startoffset", "edge", None),
    ("endoffset", "edge", None),
    ("enterLoopHead", "edge", None),
    ("enterFunction", "edge", None),
    ("returnFromFunction", "edge", None),
    ("threadId", "edge", None),
    ("createThread", "edge", None),
];

/// The values that a key can have.
fn range(key: &str) -> Option<&'static [&'static str]> {
    Some(match key {
        "witness-type" => &["correctness_witness", "violation_witness"],
        "sourcecodelang" => &["C", "Java"],
        "architecture" => &["32bit", "64bit"],
        "entry" | "sink" | "violation" | "cyclehead" | "enterLoopHead" => &["true", "false"],
        "control" => &["condition-true", "condition-false"],
        _ => return None,
    })
}

pub fn lint(text: &str, programs: &[(&str, &[u8])], found: &mut Found) {
    let Some(root) = document(text) else { return found.add("malformed", "no XML with one element") };
    if root.name != "graphml" {
        return found.add("root", &root.name);
    }
    namespaces(&root, found);
    let declared = keys(&root, found);
    let graphs: Vec<&Element> = root.all("graph").collect();
    let [graph] = graphs[..] else { return found.add("graphs", &graphs.len().to_string()) };
    children(&root, &["key", "graph"], found);
    children(graph, &["data", "node", "edge"], found);
    if graph.get("edgedefault") != Some("directed") {
        found.add("edgedefault", graph.get("edgedefault").unwrap_or("nothing"));
    }
    let kind = graph.values("witness-type").next().unwrap_or_default().to_owned();
    for element in [graph].into_iter().chain(graph.all("node")).chain(graph.all("edge")) {
        if element.name != "graph" {
            children(element, &["data"], found);
        }
        element.all("data").for_each(|data| datum(data, &element.name, &kind, &declared, found));
    }
    of_graph(graph, programs.first().map(|program| program.1), found);
    automaton(graph, found);
    // Edges may be about any of several files.
    if let [(_, program)] = programs {
        places(graph, program, found);
    }
}

fn children(element: &Element, known: &[&str], found: &mut Found) {
    for other in element.inside.iter().filter(|inside| !known.contains(&inside.name.as_str())) {
        found.add("element", &format!("<{}> in <{}>", other.name, element.name));
    }
}

fn namespaces(root: &Element, found: &mut Found) {
    let wanted = [
        ("xmlns", "http://graphml.graphdrawing.org/xmlns"),
        ("xmlns:xsi", "http://www.w3.org/2001/XMLSchema-instance"),
    ];
    for (name, value) in wanted {
        if root.get(name) != Some(value) {
            found.add("namespace", name);
        }
    }
    let known = |name: &str| name.starts_with("xmlns") || name == "xsi:schemaLocation";
    for (name, _) in root.attributes.iter().filter(|(name, _)| !known(name)) {
        found.add("attribute", name);
    }
}

/// What is declared for what.
fn keys(root: &Element, found: &mut Found) -> BTreeMap<String, String> {
    let mut declared = BTreeMap::new();
    for key in root.all("key") {
        let (Some(id), Some(domain)) = (key.get("id"), key.get("for")) else {
            found.add("key", "without id or for");
            continue;
        };
        if KEYS.iter().any(|known| known.0 == id && known.1 != domain) {
            found.add("domain", id);
        }
        if declared.insert(id.to_owned(), domain.to_owned()).is_some() {
            found.add("declared twice", id);
        }
        children(key, &["default"], found);
        if key.inside.len() > 1 || key.inside.iter().any(|default| !default.attributes.is_empty()) {
            found.add("default", id);
        }
        let is_flag = ["entry", "sink", "violation", "enterLoopHead"].contains(&id);
        if is_flag && key.all("default").any(|default| default.text.trim() != "false") {
            found.add("default", id);
        }
    }
    declared
}

/// Data of something, in a witness of a kind.
fn datum(data: &Element, of: &str, kind: &str, declared: &BTreeMap<String, String>, found: &mut Found) {
    let Some(key) = data.get("key") else { return found.add("data", "without a key") };
    if data.attributes.len() > 1 || !data.inside.is_empty() {
        found.add("data", key);
    }
    // The linter ends with an error of its own.
    if data.text.is_empty() {
        found.add("empty", key);
    }
    // One key has two names.
    let name = if key == "returnFrom" { "returnFromFunction" } else { key };
    let known = KEYS.iter().find(|known| known.0 == name);
    match (known, declared.get(key)) {
        (_, None) => found.add("undeclared", key),
        (Some(known), _) if known.1 == of => {}
        (None, Some(domain)) if domain == of => {}
        _ => found.add("misplaced", key),
    }
    if let Some((.., Some(only))) = known
        && *only != kind
    {
        found.add("other kind", key);
    }
    if range(name).is_some_and(|range| !range.contains(&data.text.trim())) {
        found.add("value", key);
    }
}

fn of_graph(graph: &Element, program: Option<&[u8]>, found: &mut Found) {
    for (key, ..) in KEYS.iter().filter(|known| known.1 == "graph") {
        match graph.values(key).count() {
            0 => found.add("missing", key),
            1 => {}
            _ if *key == "specification" => {}
            _ => found.add("repeated", key),
        }
    }
    if graph.values("creationtime").any(|time| !crate::is_time(time)) {
        found.add("time", "creationtime");
    }
    let hash = program.map(crate::sha256);
    if graph.values("programhash").any(|said| hash.as_ref().is_some_and(|hash| *hash != said.to_lowercase())) {
        found.add("hash", "programhash");
    }
}

fn automaton(graph: &Element, found: &mut Found) {
    let mut nodes = BTreeSet::new();
    for node in graph.all("node") {
        match node.get("id") {
            Some(id) if !nodes.insert(id) => found.add("node twice", id),
            Some(_) if node.attributes.len() == 1 => {}
            _ => found.add("node", "with other attributes than its id"),
        }
    }
    let are = |key: &'static str| {
        graph.all("node").filter(move |node| node.values(key).any(|value| value == "true")).map(|node| node.get("id"))
    };
    match are("entry").count() {
        0 if nodes.is_empty() => {}
        1 => {}
        count => found.add("entry", &format!("{count} nodes")),
    }
    if are("cyclehead").count() > 1 {
        found.add("cyclehead", "several nodes");
    }
    let sinks: Vec<Option<&str>> = are("sink").collect();
    for edge in graph.all("edge") {
        let ends = [edge.get("source"), edge.get("target")];
        if ends.contains(&None) {
            found.add("edge", "without an end");
        }
        for end in ends.into_iter().flatten().filter(|end| !nodes.contains(end)) {
            found.add("no such node", end);
        }
        if ends[0] == ends[1] {
            found.add("self-loop", ends[0].unwrap_or_default());
        }
        if sinks.contains(&ends[0]) {
            found.add("sink", ends[0].unwrap_or_default());
        }
        let has_result = edge.values("assumption").any(|text| text.contains("\\result"));
        if has_result && edge.values("assumption.resultfunction").next().is_none() {
            found.add("result", "of no function");
        }
    }
}

/// Lines, characters, and functions, as far as a text shows them.
fn places(graph: &Element, program: &[u8], found: &mut Found) {
    let text = String::from_utf8_lossy(program);
    let (lines, characters) = (text.split('\n').count(), text.chars().count());
    let words: BTreeSet<&str> = text.split(|c: char| !c.is_alphanumeric() && c != '_').collect();
    for element in graph.all("node").chain(graph.all("edge")) {
        let inside = |key: &'static str, from: usize, to: usize| {
            let number = |value: &str| value.parse::<usize>().ok();
            element.values(key).all(|value| number(value).is_some_and(|number| (from..=to).contains(&number)))
        };
        if !inside("startline", 1, lines) || !inside("endline", 1, lines) {
            found.add("line", &format!("one of {lines}"));
        }
        if !inside("startoffset", 0, characters - 1) || !inside("endoffset", 0, characters - 1) {
            found.add("offset", &format!("one of {characters}"));
        }
        let named = ["invariant.scope", "assumption.scope", "assumption.resultfunction", "enterFunction"];
        let named = named.into_iter().chain(["returnFrom", "returnFromFunction"]);
        let unknown = named.flat_map(|key| element.values(key)).filter(|name| !words.contains(name));
        // What a header has, only the preprocessor knows.
        for name in unknown.filter(|_| !text.contains("#include")) {
            found.add("function", name);
        }
    }
}
