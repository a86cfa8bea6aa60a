//! The keys of GraphML witnesses, and what a file declares of them.

use super::xml::{Data, Key};
use crate::witness::fault::Faults;
use crate::witness::words::short;
use std::collections::BTreeMap;

/// What a key can be of.
pub(super) const GRAPH: u8 = 1;
pub(super) const NODE: u8 = 2;
pub(super) const EDGE: u8 = 4;

/// Every key that is known, with its type.
pub(super) const KNOWN: &[(&str, u8, &str)] = &[
    ("witness-format-version", GRAPH, "string"),
    ("witness-type", GRAPH, "string"),
    ("sourcecodelang", GRAPH, "string"),
    ("producer", GRAPH, "string"),
    ("specification", GRAPH, "string"),
    ("programfile", GRAPH, "string"),
    ("programhash", GRAPH, "string"),
    ("architecture", GRAPH, "string"),
    ("creationtime", GRAPH, "string"),
    ("inputwitnesshash", GRAPH, "string"),
    ("programfile.more", GRAPH, "string"),
    ("programhash.more", GRAPH, "string"),
    ("uuid", GRAPH, "string"),
    ("producer.version", GRAPH, "string"),
    ("producer.configuration", GRAPH, "string"),
    ("producer.command_line", GRAPH, "string"),
    ("producer.description", GRAPH, "string"),
    ("entry", NODE, "boolean"),
    ("violation", NODE, "boolean"),
    ("sink", NODE, "boolean"),
    ("invariant", NODE, "string"),
    ("invariant.scope", NODE, "string"),
    ("cyclehead", NODE, "boolean"),
    ("nodetype", NODE, "string"),
    ("frontier", NODE, "boolean"),
    ("violatedProperty", NODE, "string"),
    ("startline", EDGE, "int"),
    ("endline", EDGE, "int"),
    ("startoffset", EDGE, "int"),
    ("endoffset", EDGE, "int"),
    ("control", EDGE, "string"),
    ("enterLoopHead", EDGE, "boolean"),
    ("enterFunction", EDGE, "string"),
    ("returnFromFunction", EDGE, "string"),
    ("assumption", EDGE, "string"),
    ("assumption.scope", EDGE, "string"),
    ("assumption.resultfunction", EDGE, "string"),
    ("threadId", EDGE, "string"),
    ("createThread", EDGE, "string"),
    ("sourcecode", EDGE, "string"),
    ("originfile", EDGE, "string"),
    ("tokens", EDGE, "string"),
    ("lineCols", EDGE, "string"),
    ("startcolumn", EDGE, "int"),
    ("endcolumn", EDGE, "int"),
    ("note", EDGE, "string"),
    ("warning", EDGE, "string"),
];

/// What is false where nothing is said.
const FLAGS: [&str; 4] = ["entry", "sink", "violation", "enterLoopHead"];

/// The keys of the name and of the hash of a file: the first, and all others, which the format does not know.
pub(super) const FILES: [(&str, &str); 2] = [("programfile", "programhash"), ("programfile.more", "programhash.more")];

pub(super) fn known(name: &str) -> Option<&'static (&'static str, u8, &'static str)> {
    KNOWN.iter().find(|key| key.0 == name)
}

/// What a file declares.
pub(super) struct Keys {
    /// The names under which ids are known here, and what they are declared for.
    names: BTreeMap<String, (String, Option<String>)>,
    /// By name.
    defaults: BTreeMap<String, String>,
}

impl Keys {
    pub(super) fn of(keys: Vec<Key>, faults: &mut Faults) -> Keys {
        let (mut names, mut defaults) = (BTreeMap::new(), BTreeMap::new());
        for key in keys {
            let Some(id) = key.id else {
                faults.wrong(key.line, "<key> has no id");
                continue;
            };
            let name = canonical(&id, key.name.as_deref());
            for (attribute, value) in [("attr.name", &key.name), ("attr.type", &key.kind), ("for", &key.domain)] {
                if value.is_none() {
                    faults.lax(key.line, format!("the key {} has no `{attribute}`", short(&id)));
                }
            }
            if let Some((_, domain, kind)) = known(&name) {
                check(&key.domain, key.line, &id, *domain, &key.kind, kind, faults);
            }
            if FLAGS.contains(&name.as_str()) && key.default.as_deref().is_some_and(|value| value.trim() != "false") {
                faults.lax(key.line, format!("the default of {name} is false"));
            }
            if let Some(default) = key.default {
                defaults.entry(name.clone()).or_insert(default);
            }
            if names.insert(id.clone(), (name, key.domain)).is_some() {
                faults.wrong(key.line, format!("the key {} is declared twice", short(&id)));
            }
        }
        Keys { names, defaults }
    }

    /// The name of the key of some data, which are of something.
    pub(super) fn name(&self, data: &Data, of: u8, faults: &mut Faults) -> String {
        match self.names.get(&data.key) {
            Some((name, domain)) => {
                let other =
                    domain.as_deref().filter(|domain| known(name).is_none() && ![word(of), "all"].contains(domain));
                if let Some(other) = other {
                    faults.lax(data.line, format!("the key {} is declared for another element: {other}", short(name)));
                }
                name.clone()
            }
            None => {
                faults.wrong(data.line, format!("the key {} is not declared", short(&data.key)));
                canonical(&data.key, None)
            }
        }
    }

    /// The value that data have which are not there.
    pub(super) fn default(&self, name: &str) -> Option<&str> {
        self.defaults.get(name).map(String::as_str)
    }
}

fn word(domain: u8) -> &'static str {
    match domain {
        GRAPH => "graph",
        NODE => "node",
        _ => "edge",
    }
}

/// Whether a declaration says of a key what it is.
fn check(
    of: &Option<String>,
    line: u32,
    id: &str,
    domain: u8,
    kind: &Option<String>,
    known: &str,
    faults: &mut Faults,
) {
    let right = word(domain);
    match of.as_deref() {
        Some("all") => faults.lax(line, format!("the key {id} is for a {right} only")),
        Some(of) if of != right => faults.wrong(line, format!("the key {id} is for a {right}")),
        _ => {}
    }
    let number = |kind: &str| ["int", "long"].contains(&kind);
    if kind.as_deref().is_some_and(|kind| kind != known && !(number(kind) && number(known))) {
        faults.lax(line, format!("the type of the key {id} is {known}"));
    }
}

/// Some know a key by its id, some by its name, and one has two.
fn canonical(id: &str, name: Option<&str>) -> String {
    match (id, name) {
        ("returnFrom", _) | (_, Some("returnFrom")) => "returnFromFunction".to_owned(),
        (id, _) if known(id).is_some() => id.to_owned(),
        (_, Some(name)) if known(name).is_some() => name.to_owned(),
        (id, _) => id.to_owned(),
    }
}
