//! Witnesses in YAML: versions 2.0 and 2.1, and the older 0.1, read as they are written by tools.
//!
//! What the format does not know is kept where it was, of metadata, waypoints, invariants, contracts and ghosts. What
//! would change the meaning, such as a waypoint of an unknown type, makes a file useless. `file_hash` of a location
//! says again what the metadata say, and is only kept; columns of 0.1 count from 0, and from 1 here. Each entry of 0.1
//! has metadata of its own; those of the first one count, and the others are kept, as certificates are.

mod fields;
mod metadata;
mod tree;
mod write;

pub(super) use write::write;

use super::fault::Faults;
use super::words::short;
use super::{
    Action, Annotation, Branch, Content, Contract, Formula, GhostUpdate, GhostUpdates, GhostVariable, Ghosts,
    Invariant, Metadata, Passed, Place, Segment, Subject, Unknown, Value, Waypoint, Witness, expression,
};
use fields::Fields;
use tree::{Tree, What};

/// The witness in a text.
pub(super) fn read(text: &str, subject: Option<&Subject>, faults: &mut Faults) -> Option<Witness> {
    let tree = tree::parse(text, faults)?;
    let entries = match tree.what {
        What::List(entries) => entries,
        What::Map(_) => {
            faults.wrong(tree.line, "a witness is a list of entries; there has to be `- ` in front of this");
            vec![tree]
        }
        What::Scalar { .. } => {
            faults.unusable(tree.line, "this is no witness: a witness is a list of entries, or XML");
            return None;
        }
    };
    let mut reader = Reader {
        subject,
        faults,
        metadata: None,
        segments: None,
        annotations: None,
        certificates: Vec::new(),
        offset: 0,
        old: false,
    };
    for entry in entries {
        reader.entry(entry)?;
    }
    reader.finish()
}

struct Reader<'a> {
    subject: Option<&'a Subject>,
    faults: &'a mut Faults,
    /// Of the first entry.
    metadata: Option<Metadata>,
    segments: Option<Vec<Segment>>,
    annotations: Option<Vec<Annotation>>,
    certificates: Vec<Unknown>,
    /// What is added to columns to make them count from 1.
    offset: u32,
    /// Whether there is no action `cycle` yet.
    old: bool,
}

impl Reader<'_> {
    fn entry(&mut self, entry: Tree) -> Option<()> {
        let mut fields = Fields::of(entry, "an entry", self.faults)?;
        let line = fields.line;
        let (kind_line, kind) = fields.need_text("entry_type", self.faults)?;
        if kind == "loop_invariant_certificate" {
            self.faults.lax(line, "a certificate says nothing about the program");
            let entry_type = ("entry_type".to_owned(), Value::Text(kind));
            self.certificates.push([vec![entry_type], fields.values()].concat());
            return Some(());
        }
        let is_old = ["loop_invariant", "location_invariant"].contains(&kind.as_str());
        let (metadata, own) = match fields.need("metadata", self.faults) {
            Some(tree) => {
                let own = is_old.then(|| tree.clone().value());
                (metadata::read(tree, self.subject, self.faults)?, own)
            }
            None => (Metadata::default(), None),
        };
        self.offset = u32::from(metadata.format_version.starts_with("0."));
        self.old = metadata.format_version == "2.0";
        // The files of all entries count.
        let known = self.metadata.get_or_insert(metadata.clone());
        let own = own.filter(|_| *known != metadata);
        for file in metadata.files {
            if known.files.len() < metadata::MOST_FILES && !known.files.iter().any(|(name, _)| *name == file.0) {
                known.files.push(file);
            }
        }
        match kind.as_str() {
            "violation_sequence" => {
                if self.segments.is_some() {
                    self.faults.unusable(line, "a violation witness has one entry, and this is a second one");
                }
                let segments = self.segments(&mut fields)?;
                self.segments = Some(segments);
            }
            "invariant_set" => {
                let mut found = self.annotations.take().unwrap_or_default();
                for item in self.list(&mut fields, "content")? {
                    found.push(self.annotation(item)?);
                }
                self.annotations = Some(found);
            }
            "ghost_instrumentation" => {
                let ghosts = self.ghosts(&mut fields)?;
                self.annotations.get_or_insert_default().push(Annotation::Ghosts(ghosts));
            }
            _ if is_old && self.offset == 1 => {
                let mut invariant = self.old_invariant(&mut fields, &kind)?;
                invariant.other.extend(own.map(|own| ("metadata".to_owned(), own)));
                invariant.other.extend(fields.rest(self.faults));
                self.annotations.get_or_insert_default().push(Annotation::Invariant(invariant));
                return Some(());
            }
            kind => {
                self.faults.unusable(kind_line, format!("there is no type of entries `{}`", short(kind)));
                return None;
            }
        }
        fields.rest(self.faults);
        Some(())
    }

    fn finish(mut self) -> Option<Witness> {
        if !self.certificates.is_empty() {
            let old = || Metadata { format_version: "0.1".into(), ..Metadata::default() };
            self.metadata.get_or_insert_with(old).certificates = self.certificates;
            self.annotations = self.annotations.or_else(|| self.segments.is_none().then(Vec::new));
        }
        let content = match (self.segments, self.annotations) {
            (Some(segments), None) => Content::Segments(segments),
            (None, Some(annotations)) => {
                let invariants: Option<Vec<Invariant>> = annotations
                    .iter()
                    .map(|annotation| match annotation {
                        Annotation::Invariant(invariant) => Some(invariant.clone()),
                        _ => None,
                    })
                    .collect();
                invariants.map_or(Content::Annotations(annotations), Content::Invariants)
            }
            (Some(_), Some(_)) => {
                self.faults.unusable(1, "a witness is about a violation or a proof, not both");
                return None;
            }
            (None, None) => {
                self.faults.unusable(1, "there is no entry");
                return None;
            }
        };
        Some(Witness { metadata: self.metadata.unwrap_or_default(), content })
    }

    /// The items of a field that is a list.
    fn list(&mut self, fields: &mut Fields, name: &str) -> Option<Vec<Tree>> {
        let Some(tree) = fields.take(name) else {
            self.faults.unusable(fields.line, format!("there is no `{name}`"));
            return None;
        };
        match tree.what {
            What::List(items) => Some(items),
            // An empty list, as some write it.
            What::Scalar { ref text, plain: true } if text.is_empty() => {
                self.faults.lax(tree.line, format!("`{name}` has no value; an empty list is []"));
                Some(Vec::new())
            }
            _ => {
                self.faults.unusable(tree.line, format!("`{name}` has to be a list, and is {}", tree.word()));
                None
            }
        }
    }

    /// The value of a mapping that has just one key, such as `- waypoint: …`.
    fn wrapped(&mut self, item: Tree, name: &'static str, what: &'static str) -> Option<Fields> {
        let mut outer = Fields::of(item, what, self.faults)?;
        let Some(inner) = outer.take(name) else {
            self.faults.unusable(outer.line, format!("{what} has no `{name}`"));
            return None;
        };
        outer.rest(self.faults);
        Fields::of(inner, name, self.faults)
    }

    fn segments(&mut self, fields: &mut Fields) -> Option<Vec<Segment>> {
        let items = self.list(fields, "content")?;
        let count = items.len();
        if count == 0 {
            self.faults.wrong(fields.line, "there is no segment");
        }
        let (mut segments, mut cycles) = (Vec::new(), false);
        for (at, item) in items.into_iter().enumerate() {
            let mut outer = Fields::of(item, "an item of the content", self.faults)?;
            let line = outer.line;
            let waypoints = self.list(&mut outer, "segment")?;
            outer.rest(self.faults);
            let mut read = Vec::new();
            for waypoint in waypoints {
                let line = waypoint.line;
                read.push((line, self.waypoint(waypoint)?));
            }
            self.check_segment(line, &read, at + 1 == count);
            // What goes round for ever comes to no target.
            cycles |= read.iter().any(|(_, waypoint)| waypoint.action == Action::Cycle);
            if cycles && read.iter().any(|(_, waypoint)| waypoint.what == Passed::Target) {
                self.faults.wrong(line, "a witness has a target or a cycle, not both");
            }
            segments.push(Segment { waypoints: read.into_iter().map(|(_, waypoint)| waypoint).collect() });
        }
        Some(segments)
    }

    /// Waypoints to avoid, then one to follow, or one of a cycle; the target is the last of all.
    fn check_segment(&mut self, line: u32, waypoints: &[(u32, Waypoint)], last: bool) {
        let to_follow = |waypoint: &Waypoint| waypoint.action != Action::Avoid;
        let follows: Vec<usize> = (0..waypoints.len()).filter(|at| to_follow(&waypoints[*at].1)).collect();
        match follows.as_slice() {
            [] => self.faults.wrong(line, "a segment has no waypoint to follow"),
            [only] if only + 1 != waypoints.len() => {
                self.faults.wrong(waypoints[*only].0, "the waypoint to follow has to be the last of its segment");
            }
            [_] => {}
            [_, second, ..] => {
                self.faults.wrong(waypoints[*second].0, "a segment has more than one waypoint to follow");
            }
        }
        for (line, waypoint) in waypoints {
            if waypoint.what != Passed::Target {
                continue;
            }
            if !last {
                self.faults.wrong(*line, "the target has to be in the last segment");
            }
            if waypoint.action != Action::Follow {
                self.faults.wrong(*line, "a target can only be followed");
            }
        }
        let ends = waypoints.last().is_some_and(|(_, end)| end.what == Passed::Target || end.action == Action::Cycle);
        if last && !ends {
            self.faults.wrong(line, "the last segment does not end with a target");
        }
    }

    fn waypoint(&mut self, item: Tree) -> Option<Waypoint> {
        let mut fields = self.wrapped(item, "waypoint", "an item of a segment")?;
        let line = fields.line;
        let (kind_line, kind) = fields.need_text("type", self.faults).unwrap_or((line, String::new()));
        let (action_line, action) = fields.need_text("action", self.faults).unwrap_or((line, String::new()));
        let action = match action.as_str() {
            "follow" => Action::Follow,
            "avoid" => Action::Avoid,
            "cycle" => {
                if self.old {
                    self.faults.wrong(action_line, "the action `cycle` is one of version 2.1");
                }
                Action::Cycle
            }
            other => {
                self.faults.unusable(action_line, format!("there is no action `{}` of waypoints", short(other)));
                return None;
            }
        };
        let mut other = Unknown::new();
        let what = self.passed(&mut fields, kind_line, &kind, &mut other)?;
        let location = self.location(&mut fields, &mut other)?;
        other.extend(fields.rest(self.faults));
        Some(Waypoint { action, location, what, other })
    }

    /// When a waypoint of a type is passed.
    fn passed(&mut self, fields: &mut Fields, line: u32, kind: &str, other: &mut Unknown) -> Option<Passed> {
        let needs = match kind {
            "assumption" | "branching" | "function_return" => true,
            "function_enter" | "target" => false,
            other => {
                self.faults.unusable(line, format!("there is no type of waypoints `{}`", short(other)));
                return None;
            }
        };
        let mut constraint = match fields.take("constraint") {
            Some(tree) if needs => Fields::of(tree, "constraint", self.faults)?,
            Some(tree) => {
                self.faults.wrong(tree.line, format!("a waypoint of type {kind} has no constraint"));
                other.push(("constraint".into(), tree.value()));
                return Some(if kind == "target" { Passed::Target } else { Passed::FunctionEnter });
            }
            None if needs => {
                self.faults.unusable(fields.line, format!("a waypoint of type {kind} needs a constraint"));
                return None;
            }
            None => return Some(if kind == "target" { Passed::Target } else { Passed::FunctionEnter }),
        };
        let passed = match kind {
            "branching" => Passed::Branching(self.branch(&mut constraint, other)?),
            "assumption" => Passed::Assumption(self.formula(&mut constraint, false)?),
            _ => Passed::FunctionReturn(self.formula(&mut constraint, true)?),
        };
        keep(other, "constraint", constraint.rest(self.faults));
        Some(passed)
    }

    fn branch(&mut self, constraint: &mut Fields, other: &mut Unknown) -> Option<Branch> {
        let Some((line, value)) = constraint.need_text("value", self.faults) else {
            self.faults.unusable(constraint.line, "the constraint of a branching has no value");
            return None;
        };
        // Some write a format, which has no meaning here.
        if let Some((line, format)) = constraint.text("format", self.faults) {
            self.faults.lax(line, "the constraint of a branching has no format");
            keep(other, "constraint", vec![("format".into(), Value::Text(format))]);
        }
        Some(match value.trim() {
            "true" => Branch::If(true),
            "false" => Branch::If(false),
            "default" => Branch::Default,
            other => {
                let digits = other.strip_prefix('-').unwrap_or(other);
                if digits.is_empty() || !digits.bytes().all(|c| c.is_ascii_digit()) {
                    let words =
                        format!("a branching goes to true, false, a number, or default, not to `{}`", short(other));
                    self.faults.wrong(line, words);
                }
                Branch::Case(other.to_owned())
            }
        })
    }

    /// `value` and `format`; whether it is about what a function returns.
    fn formula(&mut self, fields: &mut Fields, returned: bool) -> Option<Formula> {
        let Some((line, text)) = fields.need_text("value", self.faults) else {
            self.faults.unusable(fields.line, "there is no value");
            return None;
        };
        let format = self.format(fields);
        self.check_formula(line, &text, format.as_deref());
        if returned && !expression::has_result(&text) {
            self.faults.wrong(line, "the constraint of a function_return is about \\result");
        }
        Some(Formula { text, format })
    }

    fn format(&mut self, fields: &mut Fields) -> Option<String> {
        let (line, format) = fields.need_text("format", self.faults)?;
        if !["c_expression", "ext_c_expression", "acsl_expression", "C"].contains(&format.as_str()) {
            self.faults.wrong(line, format!("there is no format `{}` of expressions", short(&format)));
        }
        Some(format)
    }

    fn check_formula(&mut self, line: u32, text: &str, format: Option<&str>) {
        if format == Some("acsl_expression") {
            return;
        }
        if let Some(fault) = expression::fault(text) {
            self.faults.wrong(line, format!("`{}` is no expression of C: {fault}", short(text)));
        } else if matches!(format, Some("c_expression" | "C")) && text.contains('\\') && !text.contains(['"', '\'']) {
            self.faults.wrong(line, format!("`{}` is no expression of C: \\ needs another format", short(text)));
        }
    }

    /// A place; what else there is in it is kept in what is unknown of that which is there.
    fn location(&mut self, fields: &mut Fields, other: &mut Unknown) -> Option<Place> {
        let Some(tree) = fields.take("location") else {
            self.faults.unusable(fields.line, "there is no `location`");
            return None;
        };
        let mut fields = Fields::of(tree, "location", self.faults)?;
        let (file_line, file) = fields.need_text("file_name", self.faults).unwrap_or_default();
        let Some((line_line, line)) = fields.number("line", 1, self.faults) else {
            self.faults.unusable(fields.line, "a location needs a line");
            return None;
        };
        let column = fields
            .number("column", 1 - self.offset, self.faults)
            .map(|(at, column)| (at, column.saturating_add(self.offset)));
        let function = fields.text("function", self.faults);
        if let (Some(subject), Some((line, name))) = (self.subject, &function) {
            subject.check_function(*line, name, self.faults);
        }
        let function = function.map(|(_, name)| name);
        if let Some((line, hash)) = fields.text("file_hash", self.faults) {
            super::words::check_hash(line, &hash, self.faults);
            if self.offset == 0 {
                self.faults.lax(line, "a location has no `file_hash`: hashes are in the metadata");
            }
            keep(other, "location", vec![("file_hash".into(), Value::Text(hash))]);
        }
        keep(other, "location", fields.rest(self.faults));
        let known = self.metadata.as_ref().map_or(&[][..], |metadata| &metadata.files);
        if file_line > 0 && !known.is_empty() && !known.iter().any(|(name, _)| *name == file) {
            self.faults.wrong(file_line, format!("{} is none of the input files", short(&file)));
        }
        if let Some(subject) = self.subject {
            let at = column.map_or(line_line, |(at, _)| at);
            subject.check_place(
                at,
                Some(&file).filter(|_| file_line > 0).map(String::as_str),
                line,
                column.map(|c| c.1),
                self.faults,
            );
        }
        Some(Place { file, line, column: column.map(|(_, column)| column), function })
    }

    fn annotation(&mut self, item: Tree) -> Option<Annotation> {
        let mut outer = Fields::of(item, "an item of the content", self.faults)?;
        let (tree, contract) = match (outer.take("invariant"), outer.take("contract")) {
            (Some(tree), _) => (tree, false),
            (None, Some(tree)) => (tree, true),
            (None, None) => {
                self.faults.unusable(outer.line, "an item of the content has no `invariant`");
                return None;
            }
        };
        outer.rest(self.faults);
        let mut fields = Fields::of(tree, "invariant", self.faults)?;
        let line = fields.line;
        let kind = match contract {
            true => fields.text("type", self.faults).unwrap_or((line, "function_contract".into())),
            false => fields.need_text("type", self.faults).unwrap_or((line, String::new())),
        };
        let mut found = match kind.1.as_str() {
            "function_contract" => Annotation::Contract(self.contract(&mut fields)?),
            "loop_invariant" => Annotation::Invariant(self.invariant(&mut fields, true)?),
            "location_invariant" => Annotation::Invariant(self.invariant(&mut fields, false)?),
            "loop_transition_invariant" => Annotation::Transition(self.invariant(&mut fields, true)?),
            "location_transition_invariant" => Annotation::Transition(self.invariant(&mut fields, false)?),
            other => {
                self.faults.unusable(kind.0, format!("there is no type of invariants `{}`", short(other)));
                return None;
            }
        };
        let rest = fields.rest(self.faults);
        match &mut found {
            Annotation::Invariant(invariant) | Annotation::Transition(invariant) => invariant.other.extend(rest),
            Annotation::Contract(contract) => contract.other.extend(rest),
            Annotation::Ghosts(_) => {}
        }
        Some(found)
    }

    fn invariant(&mut self, fields: &mut Fields, at_loop: bool) -> Option<Invariant> {
        let mut other = Unknown::new();
        let location = self.location(fields, &mut other)?;
        let value = self.formula(fields, false)?;
        Some(Invariant { at_loop, location, value, other })
    }

    fn contract(&mut self, fields: &mut Fields) -> Option<Contract> {
        let mut other = Unknown::new();
        let location = self.location(fields, &mut other)?;
        let requires = fields.text("requires", self.faults);
        let ensures = fields.text("ensures", self.faults);
        if requires.is_none() && ensures.is_none() {
            self.faults.wrong(fields.line, "a contract requires or ensures something");
        }
        let format = self.format(fields);
        for (line, text) in requires.iter().chain(&ensures) {
            self.check_formula(*line, text, format.as_deref());
        }
        let mut labels = Vec::new();
        if fields.take("labels").map(|tree| labels = texts(tree, "a label", self.faults)).is_none() {
            labels.clear();
        }
        let text = |found: Option<(u32, String)>| found.map(|(_, text)| text);
        Some(Contract { location, requires: text(requires), ensures: text(ensures), format, labels, other })
    }

    fn ghosts(&mut self, fields: &mut Fields) -> Option<Ghosts> {
        let Some(tree) = fields.take("content") else {
            self.faults.unusable(fields.line, "there is no `content`");
            return None;
        };
        let mut content = Fields::of(tree, "content", self.faults)?;
        let mut ghosts = Ghosts::default();
        for item in self.list(&mut content, "ghost_variables")? {
            let mut variable = Fields::of(item, "a ghost variable", self.faults)?;
            let name = variable.need_text("name", self.faults)?.1;
            let kind = variable.need_text("type", self.faults)?.1;
            let scope = variable.need_text("scope", self.faults).map(|(_, scope)| scope);
            let mut initial = Fields::of(variable.need("initial", self.faults)?, "initial", self.faults)?;
            let value = self.formula(&mut initial, false)?;
            let mut other = Unknown::new();
            keep(&mut other, "initial", initial.rest(self.faults));
            other.extend(variable.rest(self.faults));
            ghosts.variables.push(GhostVariable { name, kind, scope, initial: value, other });
        }
        for item in self.list(&mut content, "ghost_updates")? {
            let mut update = Fields::of(item, "a ghost update", self.faults)?;
            let mut other = Unknown::new();
            let location = self.location(&mut update, &mut other)?;
            let mut updates = Vec::new();
            for item in self.list(&mut update, "updates")? {
                let mut fields = Fields::of(item, "an update", self.faults)?;
                let variable = fields.need_text("variable", self.faults)?.1;
                let value = self.formula(&mut fields, false)?;
                updates.push(GhostUpdate { variable, value, other: fields.rest(self.faults) });
            }
            other.extend(update.rest(self.faults));
            ghosts.updates.push(GhostUpdates { location, updates, other });
        }
        ghosts.other = content.rest(self.faults);
        Some(ghosts)
    }

    /// An entry of version 0.1, which is one invariant.
    fn old_invariant(&mut self, fields: &mut Fields, kind: &str) -> Option<Invariant> {
        let mut other = Unknown::new();
        let location = self.location(fields, &mut other)?;
        let Some(tree) = fields.take(kind) else {
            self.faults.unusable(fields.line, format!("an entry of type {kind} has no `{kind}`"));
            return None;
        };
        let mut value = Fields::of(tree, "invariant", self.faults)?;
        let Some((line, text)) = value.need_text("string", self.faults) else {
            self.faults.unusable(value.line, "an invariant has no `string`");
            return None;
        };
        value.text("type", self.faults);
        let format = self.format(&mut value);
        self.check_formula(line, &text, format.as_deref());
        keep(&mut other, kind, value.rest(self.faults));
        Some(Invariant { at_loop: kind == "loop_invariant", location, value: Formula { text, format }, other })
    }
}

/// Keeps what is unknown in a part of something.
fn keep(other: &mut Unknown, part: &str, rest: Unknown) {
    match other.iter_mut().find(|(name, _)| name == part) {
        Some((_, Value::Map(known))) => known.extend(rest),
        _ if rest.is_empty() => {}
        _ => other.push((part.to_owned(), Value::Map(rest))),
    }
}

/// The texts of a list.
fn texts(tree: Tree, what: &str, faults: &mut Faults) -> Vec<String> {
    let What::List(items) = tree.what else {
        faults.wrong(tree.line, format!("there has to be a list, and there is {}", tree.word()));
        return Vec::new();
    };
    let mut found = Vec::new();
    for item in items {
        match item.what {
            What::Scalar { text, .. } => found.push(text),
            _ => faults.wrong(item.line, format!("{what} is a text, not {}", item.word())),
        }
    }
    found
}
