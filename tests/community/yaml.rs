//! What the schemas of the community ask of a witness in YAML, version 2, and what its description says besides.

use crate::Found;
use serde_json::Value;

/// What a value has to look like.
enum Shape {
    Text,
    /// A whole number from this on.
    Number(u64),
    OneOf(&'static [&'static str]),
    List(&'static Shape),
    /// Each key with whether it has to be there; there are no others.
    Map(&'static [(&'static str, bool, Shape)]),
    /// Any keys with such values.
    Table(&'static Shape),
    /// The key that says which of the shapes it is.
    Case(&'static str, &'static [(&'static str, Shape)]),
    Version,
    Uuid,
    Time,
    Hash,
}

use Shape::*;

const LOCATION: Shape = Map(&[
    ("file_name", true, Text),
    ("line", true, Number(1)),
    ("column", false, Number(1)),
    ("function", false, Text),
]);
const FORMATS: Shape = OneOf(&["c_expression", "acsl_expression"]);
const FORMULA: Shape = Map(&[("value", true, Text), ("format", true, FORMATS)]);
const ACTION: Shape = OneOf(&["follow", "avoid"]);
const WAYPOINT: Shape = Case(
    "type",
    &[
        (
            "assumption",
            Map(&[
                ("type", true, Text),
                ("action", true, ACTION),
                ("location", true, LOCATION),
                ("constraint", true, FORMULA),
            ]),
        ),
        (
            "function_return",
            Map(&[
                ("type", true, Text),
                ("action", true, ACTION),
                ("location", true, LOCATION),
                ("constraint", true, FORMULA),
            ]),
        ),
        (
            "branching",
            Map(&[
                ("type", true, Text),
                ("action", true, ACTION),
                ("location", true, LOCATION),
                ("constraint", true, Map(&[("value", true, Text)])),
            ]),
        ),
        ("function_enter", Map(&[("type", true, Text), ("action", true, ACTION), ("location", true, LOCATION)])),
        ("target", Map(&[("type", true, Text), ("action", true, OneOf(&["follow"])), ("location", true, LOCATION)])),
    ],
);
const INVARIANT: Shape = Map(&[
    ("type", true, OneOf(&["loop_invariant", "location_invariant"])),
    ("location", true, LOCATION),
    ("value", true, Text),
    ("format", true, FORMATS),
]);
const PRODUCER: Shape = Map(&[
    ("name", true, Text),
    ("version", true, Text),
    ("configuration", false, Text),
    ("command_line", false, Text),
    ("description", false, Text),
]);
const TASK: Shape = Map(&[
    ("input_files", true, List(&Text)),
    ("input_file_hashes", true, Table(&Hash)),
    ("specification", true, Text),
    ("data_model", true, OneOf(&["ILP32", "LP64"])),
    ("language", true, OneOf(&["C"])),
]);
const METADATA: Shape = Map(&[
    ("format_version", true, Version),
    ("uuid", true, Uuid),
    ("creation_time", true, Time),
    ("producer", true, PRODUCER),
    ("task", true, TASK),
]);
const SEGMENT: Shape = Map(&[("segment", true, List(&Map(&[("waypoint", true, WAYPOINT)])))]);
const ENTRY: Shape = Case(
    "entry_type",
    &[
        (
            "violation_sequence",
            Map(&[("entry_type", true, Text), ("metadata", true, METADATA), ("content", true, List(&SEGMENT))]),
        ),
        (
            "invariant_set",
            Map(&[
                ("entry_type", true, Text),
                ("metadata", true, METADATA),
                ("content", true, List(&Map(&[("invariant", true, INVARIANT)]))),
            ]),
        ),
    ],
);

pub fn lint(text: &str, programs: &[(&str, &[u8])], found: &mut Found) {
    let Ok(witness) = serde_saphyr::from_str::<Value>(text) else { return found.add("malformed", "no YAML") };
    check(&witness, &List(&ENTRY), "witness", found);
    let entries = witness.as_array().map(Vec::as_slice).unwrap_or_default();
    let violations = entries.iter().filter(|entry| entry["entry_type"] == "violation_sequence").count();
    if entries.is_empty() || violations > 1 || (violations == 1 && entries.len() > 1) {
        found.add("entries", &entries.len().to_string());
    }
    for entry in entries {
        files(entry, programs, found);
        if entry["entry_type"] == "violation_sequence" {
            segments(&entry["content"], found);
        }
        for location in locations(entry) {
            place(location, &entry["metadata"]["task"], programs, found);
        }
    }
}

fn check(value: &Value, shape: &Shape, at: &str, found: &mut Found) {
    let text = value.as_str();
    match shape {
        Text if text.is_some() => {}
        Number(least) if value.as_u64().is_some_and(|number| number >= *least) => {}
        OneOf(words) if text.is_some_and(|text| words.contains(&text)) => {}
        Version if text == Some("2.0") => {}
        Uuid if text.is_some_and(is_uuid) => {}
        Time if text.is_some_and(crate::is_time) => {}
        Hash if text.is_some_and(|text| text.len() == 64 && text.bytes().all(|c| c.is_ascii_hexdigit())) => {}
        List(each) if value.is_array() => {
            value.as_array().into_iter().flatten().for_each(|item| check(item, each, at, found));
        }
        Table(each) if value.is_object() => {
            value.as_object().into_iter().flatten().for_each(|(key, value)| check(value, each, key, found));
        }
        Map(keys) if value.is_object() => fields(value, keys, at, found),
        Case(key, cases) => match cases.iter().find(|(name, _)| value[*key] == *name) {
            Some((_, shape)) => check(value, shape, at, found),
            None => found.add("value", &format!("{key} of {at}")),
        },
        _ => found.add("value", at),
    }
}

fn fields(value: &Value, keys: &[(&str, bool, Shape)], at: &str, found: &mut Found) {
    for (key, needed, shape) in keys {
        match value.get(key) {
            Some(value) => check(value, shape, key, found),
            None if *needed => found.add("missing", &format!("{key} of {at}")),
            None => {}
        }
    }
    let none = serde_json::Map::new();
    let names = value.as_object().unwrap_or(&none).keys();
    for name in names.filter(|name| keys.iter().all(|(key, ..)| key != name)) {
        found.add("unknown", &format!("{name} of {at}"));
    }
}

fn is_uuid(text: &str) -> bool {
    let lengths: Vec<usize> = text.split('-').map(str::len).collect();
    lengths == [8, 4, 4, 4, 12] && text.bytes().all(|c| c.is_ascii_hexdigit() || c == b'-')
}

/// Every input file has its hash.
fn files(entry: &Value, programs: &[(&str, &[u8])], found: &mut Found) {
    let task = &entry["metadata"]["task"];
    let names: Vec<&str> = task["input_files"].as_array().into_iter().flatten().filter_map(Value::as_str).collect();
    if names.is_empty() {
        found.add("files", "none");
    }
    for name in &names {
        let hash = task["input_file_hashes"][*name].as_str();
        let program = programs.iter().find(|(known, _)| crate::base(known) == crate::base(name));
        if hash.is_none() || program.is_some_and(|(_, text)| hash != Some(&crate::sha256(text))) {
            found.add("hash", name);
        }
    }
    let hashes = task["input_file_hashes"].as_object();
    for name in hashes.into_iter().flat_map(|hashes| hashes.keys()).filter(|name| !names.contains(&name.as_str())) {
        found.add("hash", name);
    }
}

/// A segment ends with what it follows, the last one with the target, which is nowhere else.
fn segments(content: &Value, found: &mut Found) {
    let segments = content.as_array().map(Vec::as_slice).unwrap_or_default();
    if segments.is_empty() {
        found.add("segment", "none");
    }
    for (at, segment) in segments.iter().enumerate() {
        let waypoints: Vec<&Value> = segment["segment"].as_array().into_iter().flatten().collect();
        let follows = waypoints.iter().filter(|item| item["waypoint"]["action"] == "follow").count();
        let last = waypoints.last().map(|item| &item["waypoint"]);
        if follows != 1 || last.is_none_or(|last| last["action"] != "follow") {
            found.add("segment", "without one waypoint to follow at its end");
        }
        let targets = waypoints.iter().filter(|item| item["waypoint"]["type"] == "target").count();
        if targets != usize::from(at + 1 == segments.len()) {
            found.add("target", &format!("{targets} in segment {}", at + 1));
        }
    }
}

/// All locations below a value.
fn locations(value: &Value) -> Vec<&Value> {
    let inside: Vec<&Value> = match value {
        Value::Array(items) => items.iter().collect(),
        Value::Object(fields) => {
            fields.iter().filter(|(name, _)| *name != "location").map(|(_, value)| value).collect()
        }
        _ => Vec::new(),
    };
    value.get("location").into_iter().chain(inside.into_iter().flat_map(locations)).collect()
}

/// A place is one of an input file, and the file has its line and its column.
fn place(location: &Value, task: &Value, programs: &[(&str, &[u8])], found: &mut Found) {
    let file = location["file_name"].as_str().unwrap_or_default();
    if !task["input_files"].as_array().into_iter().flatten().any(|name| name == file) {
        found.add("file", file);
    }
    let Some((_, text)) = programs.iter().find(|(name, _)| crate::base(name) == crate::base(file)) else { return };
    let text = String::from_utf8_lossy(text);
    let number = |key: &str| location[key].as_u64().unwrap_or(1) as usize;
    match text.lines().nth(number("line").saturating_sub(1)) {
        None => found.add("line", file),
        Some(line) if number("column") > line.chars().count() => found.add("column", file),
        Some(_) => {}
    }
    let function = location["function"].as_str();
    let mut words = text.split(|c: char| !c.is_alphanumeric() && c != '_');
    if function.is_some_and(|function| !text.contains("#include") && !words.any(|word| word == function)) {
        found.add("function", function.unwrap_or_default());
    }
}
