//! Witnesses written as YAML. Every text is in double quotes, so that nothing in it can be taken for something else.

use crate::ctype::DataModel;
use crate::witness::{
    Action, Annotation, Branch, Content, Contract, Formula, Ghosts, Invariant, Metadata, Passed, Place, Segment,
    Unknown, Value, Waypoint, Witness,
};
use std::fmt::Write as _;

/// The text of a witness; what is no YAML at all has no entry.
pub(in crate::witness) fn write(witness: &Witness) -> String {
    let mut out = Writer { text: String::new(), depth: 0 };
    let metadata = &witness.metadata;
    match &witness.content {
        Content::Automaton(_) => {}
        Content::Segments(segments) => out.entry("violation_sequence", metadata, |out| out.segments(segments)),
        Content::Invariants(invariants) if metadata.format_version == "0.1" => {
            for invariant in invariants {
                out.old_invariant(metadata, invariant);
            }
        }
        Content::Invariants(invariants) => out.entry("invariant_set", metadata, |out| {
            out.list("content", invariants, |out, invariant| out.invariant(invariant, false));
        }),
        Content::Annotations(annotations) => out.annotations(metadata, annotations),
    }
    for certificate in &metadata.certificates {
        out.item(|out| out.values(certificate, &[]));
    }
    out.text
}

struct Writer {
    text: String,
    depth: usize,
}

impl Writer {
    fn line(&mut self, text: &str) {
        _ = writeln!(self.text, "{:1$}{text}", "", self.depth * 2);
    }

    fn field(&mut self, name: &str, value: &str) {
        self.line(&format!("{name}: {}", quoted(value)));
    }

    fn optional(&mut self, name: &str, value: Option<&str>) {
        if let Some(value) = value {
            self.field(name, value);
        }
    }

    /// What nobody knows, except for parts that are written elsewhere.
    fn values(&mut self, values: &[(String, Value)], written: &[&str]) {
        for (name, value) in values.iter().filter(|(name, _)| !written.contains(&name.as_str())) {
            match value {
                Value::Plain(text) => self.line(&format!("{}: {text}", quoted(name))),
                Value::Text(text) => self.field(&quoted(name), text),
                Value::List(items) if items.is_empty() => self.line(&format!("{}: []", quoted(name))),
                Value::Map(fields) if fields.is_empty() => self.line(&format!("{}: {{}}", quoted(name))),
                value => self.below(&quoted(name), |out| out.value(value)),
            }
        }
    }

    /// A value that has no name.
    fn value(&mut self, value: &Value) {
        match value {
            Value::Plain(text) => self.line(text),
            Value::Text(text) => self.line(&quoted(text)),
            Value::List(items) if items.is_empty() => self.line("[]"),
            Value::Map(fields) if fields.is_empty() => self.line("{}"),
            Value::List(items) => items.iter().for_each(|item| self.item(|out| out.value(item))),
            Value::Map(fields) => self.values(fields, &[]),
        }
    }

    /// What is below a name.
    fn below(&mut self, name: &str, inside: impl FnOnce(&mut Writer)) {
        self.line(&format!("{name}:"));
        self.depth += 1;
        inside(self);
        self.depth -= 1;
    }

    /// A list of mappings; the first line of each has the dash.
    fn list<T>(&mut self, name: &str, items: &[T], mut each: impl FnMut(&mut Writer, &T)) {
        if items.is_empty() {
            return self.line(&format!("{name}: []"));
        }
        self.line(&format!("{name}:"));
        for item in items {
            self.item(|out| each(out, item));
        }
    }

    fn item(&mut self, inside: impl FnOnce(&mut Writer)) {
        let start = self.text.len();
        self.depth += 1;
        inside(self);
        self.depth -= 1;
        let dash = start + self.depth * 2;
        if self.text.len() > dash {
            self.text.replace_range(dash..dash + 1, "-");
        }
    }

    fn entry(&mut self, kind: &str, metadata: &Metadata, content: impl FnOnce(&mut Writer)) {
        self.item(|out| {
            out.field("entry_type", kind);
            out.metadata(metadata);
            content(out);
        });
    }

    fn metadata(&mut self, metadata: &Metadata) {
        let other = |name: &str| metadata.other.iter().find(|other| other.0 == name).map(|other| other.1.as_str());
        let model = metadata.data_model.map(|model| match model {
            DataModel::Ilp32 => "ILP32",
            DataModel::Lp64 => "LP64",
        });
        self.below("metadata", |out| {
            if !metadata.format_version.is_empty() {
                out.field("format_version", &metadata.format_version);
            }
            out.optional("uuid", metadata.uuid.as_deref());
            out.optional("creation_time", metadata.creation_time.as_deref());
            let producer = &metadata.producer;
            let fields = [
                ("name", &producer.name),
                ("version", &producer.version),
                ("configuration", &producer.configuration),
                ("command_line", &producer.command_line),
                ("description", &producer.description),
            ];
            if fields.iter().any(|(_, value)| value.is_some()) {
                out.below("producer", |out| {
                    for (name, value) in fields {
                        out.optional(name, value.as_deref());
                    }
                });
            }
            out.below("task", |out| {
                out.files(&metadata.files);
                out.optional("specification", metadata.specification.as_deref());
                out.optional("data_model", model.or(other("task.data_model")));
                out.field("language", other("task.language").unwrap_or("C"));
            });
            let known = |name: &str| ["task.data_model", "task.language"].contains(&name);
            for (name, value) in metadata.other.iter().filter(|(name, _)| !known(name)) {
                out.field(&quoted(name), value);
            }
        });
    }

    fn files(&mut self, files: &[(String, Option<String>)]) {
        if files.is_empty() {
            self.line("input_files: []");
            return self.line("input_file_hashes: {}");
        }
        self.line("input_files:");
        for (name, _) in files {
            self.line(&format!("- {}", quoted(name)));
        }
        if files.iter().all(|(_, hash)| hash.is_none()) {
            return self.line("input_file_hashes: {}");
        }
        self.below("input_file_hashes", |out| {
            for (name, hash) in files {
                out.optional(&quoted(name), hash.as_deref());
            }
        });
    }

    fn segments(&mut self, segments: &[Segment]) {
        self.list("content", segments, |out, segment| {
            out.list("segment", &segment.waypoints, |out, waypoint| out.waypoint(waypoint));
        });
    }

    fn waypoint(&mut self, waypoint: &Waypoint) {
        let kind = match waypoint.what {
            Passed::Assumption(_) => "assumption",
            Passed::Branching(_) => "branching",
            Passed::FunctionEnter => "function_enter",
            Passed::FunctionReturn(_) => "function_return",
            Passed::Target => "target",
        };
        let action = match waypoint.action {
            Action::Follow => "follow",
            Action::Avoid => "avoid",
            Action::Cycle => "cycle",
        };
        self.below("waypoint", |out| {
            out.field("type", kind);
            out.field("action", action);
            let other = part(&waypoint.other, "constraint");
            let mut written = vec!["location", "constraint"];
            match &waypoint.what {
                Passed::Assumption(formula) | Passed::FunctionReturn(formula) => out.below("constraint", |out| {
                    out.formula(formula);
                    out.values(other, &[]);
                }),
                Passed::Branching(branch) => {
                    let value = match branch {
                        Branch::If(true) => "true",
                        Branch::If(false) => "false",
                        Branch::Case(value) => value,
                        Branch::Default => "default",
                    };
                    out.below("constraint", |out| {
                        out.field("value", value);
                        out.values(other, &[]);
                    });
                }
                Passed::FunctionEnter | Passed::Target => _ = written.pop(),
            }
            out.location(&waypoint.location, 0, &waypoint.other);
            out.values(&waypoint.other, &written);
        });
    }

    fn formula(&mut self, formula: &Formula) {
        self.field("value", &formula.text);
        self.optional("format", formula.format.as_deref());
    }

    /// `offset` is subtracted from columns.
    fn location(&mut self, place: &Place, offset: u32, other: &Unknown) {
        self.below("location", |out| {
            out.field("file_name", &place.file);
            out.line(&format!("line: {}", place.line));
            if let Some(column) = place.column {
                out.line(&format!("column: {}", column.saturating_sub(offset)));
            }
            out.optional("function", place.function.as_deref());
            out.values(part(other, "location"), &[]);
        });
    }

    fn invariant(&mut self, invariant: &Invariant, transition: bool) {
        let kind = match (invariant.at_loop, transition) {
            (true, false) => "loop_invariant",
            (false, false) => "location_invariant",
            (true, true) => "loop_transition_invariant",
            (false, true) => "location_transition_invariant",
        };
        self.below("invariant", |out| {
            out.field("type", kind);
            out.location(&invariant.location, 0, &invariant.other);
            out.formula(&invariant.value);
            out.values(&invariant.other, &["location"]);
        });
    }

    fn contract(&mut self, contract: &Contract) {
        self.below("invariant", |out| {
            out.field("type", "function_contract");
            out.location(&contract.location, 0, &contract.other);
            out.optional("requires", contract.requires.as_deref());
            out.optional("ensures", contract.ensures.as_deref());
            out.optional("format", contract.format.as_deref());
            if !contract.labels.is_empty() {
                let labels: Vec<String> = contract.labels.iter().map(|label| quoted(label)).collect();
                out.line(&format!("labels: [{}]", labels.join(", ")));
            }
            out.values(&contract.other, &["location"]);
        });
    }

    /// Ghosts are entries of their own; what is between them is one set.
    fn annotations(&mut self, metadata: &Metadata, annotations: &[Annotation]) {
        let ghosts = |annotation: &Annotation| matches!(annotation, Annotation::Ghosts(_));
        for group in annotations.chunk_by(|a, b| !ghosts(a) && !ghosts(b)) {
            match group {
                [Annotation::Ghosts(ghosts)] => {
                    self.entry("ghost_instrumentation", metadata, |out| out.below("content", |out| out.ghosts(ghosts)));
                }
                group => self.entry("invariant_set", metadata, |out| {
                    out.list("content", group, |out, annotation| match annotation {
                        Annotation::Invariant(invariant) => out.invariant(invariant, false),
                        Annotation::Transition(invariant) => out.invariant(invariant, true),
                        Annotation::Contract(contract) => out.contract(contract),
                        Annotation::Ghosts(_) => {}
                    });
                }),
            }
        }
    }

    fn ghosts(&mut self, ghosts: &Ghosts) {
        self.list("ghost_variables", &ghosts.variables, |out, variable| {
            out.field("name", &variable.name);
            out.field("type", &variable.kind);
            out.optional("scope", variable.scope.as_deref());
            out.below("initial", |out| {
                out.formula(&variable.initial);
                out.values(part(&variable.other, "initial"), &[]);
            });
            out.values(&variable.other, &["initial"]);
        });
        self.list("ghost_updates", &ghosts.updates, |out, of| {
            out.location(&of.location, 0, &of.other);
            out.list("updates", &of.updates, |out, update| {
                out.field("variable", &update.variable);
                out.formula(&update.value);
                out.values(&update.other, &[]);
            });
            out.values(&of.other, &["location"]);
        });
        self.values(&ghosts.other, &[]);
    }

    /// An entry of version 0.1.
    fn old_invariant(&mut self, metadata: &Metadata, invariant: &Invariant) {
        let kind = if invariant.at_loop { "loop_invariant" } else { "location_invariant" };
        let own = invariant.other.iter().any(|(name, _)| name == "metadata");
        self.item(|out| {
            out.field("entry_type", kind);
            if !own {
                out.metadata(metadata);
            }
            out.location(&invariant.location, 1, &invariant.other);
            out.below(kind, |out| {
                out.field("string", &invariant.value.text);
                out.field("type", "assertion");
                out.optional("format", invariant.value.format.as_deref());
                out.values(part(&invariant.other, kind), &[]);
            });
            out.values(&invariant.other, &["location", kind]);
        });
    }
}

/// What is unknown in a part of something.
fn part<'a>(other: &'a Unknown, name: &str) -> &'a [(String, Value)] {
    match other.iter().find(|(known, _)| known == name) {
        Some((_, Value::Map(fields))) => fields,
        _ => &[],
    }
}

/// A text in double quotes, with everything escaped that a reader might change or refuse.
fn quoted(text: &str) -> String {
    let mut quoted = String::from("\"");
    for c in text.chars() {
        match c {
            '"' | '\\' => quoted.extend(['\\', c]),
            '\n' => quoted.push_str("\\n"),
            '\t' => quoted.push_str("\\t"),
            '\r' => quoted.push_str("\\r"),
            c if c.is_control() => _ = write!(quoted, "\\x{:02x}", c as u32),
            '\u{a0}' | '\u{2028}' | '\u{2029}' | '\u{fe00}'..='\u{feff}' | '\u{fff0}'..='\u{ffff}' => {
                _ = write!(quoted, "\\u{:04x}", c as u32);
            }
            c => quoted.push(c),
        }
    }
    quoted.push('"');
    quoted
}
