//! Nodes and edges of a GraphML witness.

use super::keys::{self, Keys};
use super::xml::{Data, Item};
use crate::witness::expression::{fault, has_result, parts};
use crate::witness::fault::Faults;
use crate::witness::words::short;
use crate::witness::{Claim, Edge, Guard, Node, NodeId, Scoped, Subject};
use std::collections::BTreeMap;

/// The data of an element by the names of their keys.
pub(super) struct Bag {
    data: Vec<(u32, String, Option<String>)>,
}

impl Bag {
    /// `domain` is what the element is.
    pub(super) fn of(data: Vec<Data>, domain: u8, keys: &Keys, faults: &mut Faults) -> Bag {
        let mut found: Vec<(u32, String, Option<String>)> = Vec::new();
        for data in data {
            let name = keys.name(&data, domain, faults);
            if data.text.trim().is_empty() {
                faults.lax(data.line, format!("`{}` has no value", short(&name)));
            }
            if keys::known(&name).is_some_and(|key| key.1 != domain) {
                faults.wrong(data.line, format!("the key {name} has no meaning here"));
            }
            found.push((data.line, name, Some(data.text)));
        }
        Bag { data: found }
    }

    pub(super) fn take(&mut self, name: &str) -> Option<(u32, String)> {
        let (line, _, text) = self.data.iter_mut().find(|data| data.1 == name && data.2.is_some())?;
        text.take().map(|text| (*line, text))
    }

    /// The same of what has to be there.
    pub(super) fn need(&mut self, name: &str, line: u32, faults: &mut Faults) -> Option<(u32, String)> {
        let found = self.take(name);
        if found.is_none() {
            faults.wrong(line, format!("the graph has no `{name}`"));
        }
        found
    }

    /// All that have a key.
    pub(super) fn all(&mut self, name: &str) -> Vec<(u32, String)> {
        let found = self.data.iter_mut().filter(|data| data.1 == name);
        found.filter_map(|(line, _, text)| text.take().map(|text| (*line, text))).collect()
    }

    /// Puts something back that has no meaning.
    fn keep(&mut self, line: u32, name: &str, text: String) {
        if let Some(data) = self.data.iter_mut().find(|data| data.0 == line && data.1 == name && data.2.is_none()) {
            data.2 = Some(text);
        }
    }

    /// What nobody has asked for, by name.
    pub(super) fn rest(self, faults: &mut Faults) -> Vec<(String, String)> {
        let mut found: Vec<(String, String)> = Vec::new();
        let mut before: Vec<&str> = Vec::new();
        for (line, name, text) in &self.data {
            // Of files there can be several.
            let repeats = keys::FILES.iter().any(|(file, hash)| [*file, *hash].contains(&name.as_str()));
            if before.contains(&name.as_str()) && !repeats {
                faults.wrong(*line, format!("there is more than one `{}`", short(name)));
            } else if before.len() < 100 {
                before.push(name);
            }
            if let Some(text) = text {
                if keys::known(name).is_none() {
                    faults.lax(*line, format!("the key {} is not known", short(name)));
                }
                found.push((name.clone(), text.clone()));
            }
        }
        found
    }
}

/// What nodes and edges are read with.
pub(super) struct Reader<'a> {
    pub(super) keys: &'a Keys,
    pub(super) subject: Option<&'a Subject>,
    pub(super) faults: &'a mut Faults,
    pub(super) claim: Claim,
    /// That edges without one are about.
    pub(super) file: Option<String>,
}

impl Reader<'_> {
    /// The value of a key, which may be the declared default; the latter has no line.
    fn value(&mut self, bag: &mut Bag, name: &str) -> Option<(Option<u32>, String)> {
        match bag.take(name) {
            Some((line, text)) => Some((Some(line), text)),
            None => self.keys.default(name).map(|text| (None, text.to_owned())),
        }
    }

    fn flag(&mut self, bag: &mut Bag, name: &str) -> bool {
        let Some((line, text)) = self.value(bag, name) else { return false };
        match text.trim() {
            "true" => true,
            "false" => false,
            other => {
                let line = line.unwrap_or(1);
                self.faults.wrong(line, format!("`{name}` is true or false, not `{}`", short(other)));
                other.eq_ignore_ascii_case("true")
            }
        }
    }

    fn number(&mut self, bag: &mut Bag, name: &str) -> Option<(u32, u32)> {
        let (line, text) = self.value(bag, name)?;
        let at = line.unwrap_or(1);
        match text.trim().parse::<u32>() {
            Ok(number) => Some((at, number)),
            Err(_) => {
                self.faults.wrong(at, format!("`{name}` is a number, not `{}`", short(&text)));
                bag.keep(at, name, text);
                None
            }
        }
    }

    fn word(&mut self, bag: &mut Bag, name: &str) -> Option<String> {
        self.value(bag, name).map(|(_, text)| text.trim().to_owned())
    }

    /// The name of a function.
    fn function(&mut self, bag: &mut Bag, name: &str) -> Option<String> {
        let (line, text) = self.value(bag, name)?;
        let function = text.trim().to_owned();
        if let (Some(subject), Some(line)) = (self.subject, line) {
            subject.check_function(line, &function, self.faults);
        }
        Some(function)
    }

    /// A node, and whether it is an entry.
    pub(super) fn node(&mut self, item: Item) -> Option<(Node, bool)> {
        let line = item.line;
        let Some(name) = item.id else {
            self.faults.unusable(line, "a node has no id");
            return None;
        };
        let mut bag = Bag::of(item.data, keys::NODE, self.keys, self.faults);
        let told = bag.data.iter().any(|data| ["violation", "sink"].contains(&data.1.as_str()));
        let entry = self.flag(&mut bag, "entry");
        let violation = self.flag(&mut bag, "violation");
        let sink = self.flag(&mut bag, "sink");
        if self.claim == Claim::Correctness && (violation || sink) {
            self.faults.wrong(line, "a correctness witness has no violations and no sinks");
        } else if self.claim == Claim::Correctness && told {
            self.faults.lax(line, "a correctness witness says nothing of violations and sinks");
        }
        if violation && sink {
            self.faults.wrong(line, "a node is a violation or a sink, not both");
        }
        let invariant = self.invariant(line, &mut bag);
        let other = bag.rest(self.faults);
        Some((Node { name, violation, sink, invariant, other }, entry))
    }

    fn invariant(&mut self, line: u32, bag: &mut Bag) -> Option<Scoped> {
        let found = self.value(bag, "invariant");
        let (at, text) = match found {
            Some((None, text)) if ["true", "1"].contains(&text.trim()) => return None,
            Some((at, text)) => (at.unwrap_or(line), text),
            None => {
                if bag.data.iter().any(|data| data.1 == "invariant.scope") {
                    self.faults.wrong(line, "there is an invariant.scope, and no invariant");
                }
                return None;
            }
        };
        if self.claim == Claim::Violation {
            self.faults.wrong(at, "a violation witness has no invariants");
        }
        self.check(at, &text);
        let function = self.function(bag, "invariant.scope");
        Some(Scoped { text, function })
    }

    fn check(&mut self, line: u32, text: &str) {
        if text.trim() != "true"
            && text.trim() != "false"
            && let Some(fault) = fault(text)
        {
            self.faults.wrong(line, format!("`{}` is no expression of C: {fault}", short(text)));
        }
    }

    pub(super) fn edge(&mut self, item: Item, nodes: &BTreeMap<String, NodeId>) -> Option<Edge> {
        let line = item.line;
        let mut end = |what: &str, name: Option<String>| -> Option<NodeId> {
            let Some(name) = name else {
                self.faults.unusable(line, format!("an edge has no {what}"));
                return None;
            };
            let found = nodes.get(&name).copied();
            if found.is_none() {
                self.faults
                    .unusable(line, format!("the {what} of an edge is {}, and there is no such node", short(&name)));
            }
            found
        };
        let (from, to) = (end("source", item.source), end("target", item.target));
        let mut bag = Bag::of(item.data, keys::EDGE, self.keys, self.faults);
        let guard = self.guard(&mut bag);
        let (assumption, result_of) = self.assumption(line, &mut bag);
        let other = bag.rest(self.faults);
        Some(Edge { from: from?, to: to?, guard, assumption, result_of, other })
    }

    fn guard(&mut self, bag: &mut Bag) -> Guard {
        let file = self.word(bag, "originfile");
        let (start, end) = (self.number(bag, "startline"), self.number(bag, "endline"));
        for (at, line) in start.iter().chain(&end) {
            let name = file.as_deref().or(self.file.as_deref());
            match self.subject {
                _ if *line == 0 => self.faults.wrong(*at, "lines are counted from 1"),
                Some(subject) => subject.check_place(*at, name, *line, None, self.faults),
                None => {}
            }
        }
        let lines = self.range(start, end, None, "line");
        let (start, end) = (self.number(bag, "startoffset"), self.number(bag, "endoffset"));
        for (at, offset) in start.iter().chain(&end) {
            if let Some(subject) = self.subject {
                let name = file.as_deref().or(self.file.as_deref());
                subject.check_offset(*at, name, *offset, self.faults);
            }
        }
        let offsets = self.range(start, end, Some((0, u32::MAX)), "offset");
        let control = match self.value(bag, "control") {
            None => None,
            Some((at, text)) => match text.trim() {
                "condition-true" => Some(true),
                "condition-false" => Some(false),
                other => {
                    let at = at.unwrap_or(1);
                    let words = format!("`control` is condition-true or condition-false, not `{}`", short(other));
                    self.faults.wrong(at, words);
                    bag.keep(at, "control", text);
                    None
                }
            },
        };
        Guard {
            file,
            lines,
            offsets,
            control,
            enters_loop_head: self.flag(bag, "enterLoopHead"),
            enters_function: self.function(bag, "enterFunction"),
            returns_from: self.function(bag, "returnFromFunction"),
        }
    }

    /// What a start and an end are together; where one is missing, it is the other, or what is given for it.
    fn range(
        &mut self,
        start: Option<(u32, u32)>,
        end: Option<(u32, u32)>,
        open: Option<(u32, u32)>,
        what: &str,
    ) -> Option<(u32, u32)> {
        if let (Some((_, start)), Some((at, end))) = (start, end)
            && start > end
        {
            self.faults.wrong(at, format!("the last {what} is before the first"));
        }
        match (start, end) {
            (Some((_, start)), Some((_, end))) => Some((start, end)),
            (Some((_, start)), None) => Some((start, open.map_or(start, |open| open.1))),
            (None, Some((_, end))) => Some((open.map_or(end, |open| open.0), end)),
            (None, None) => None,
        }
    }

    fn assumption(&mut self, line: u32, bag: &mut Bag) -> (Option<Scoped>, Option<String>) {
        let Some((at, text)) = self.value(bag, "assumption") else {
            for name in ["assumption.scope", "assumption.resultfunction"] {
                if bag.data.iter().any(|data| data.1 == name) {
                    self.faults.wrong(line, format!("there is an {name}, and no assumption"));
                }
            }
            return (None, None);
        };
        let at = at.unwrap_or(line);
        if self.claim == Claim::Correctness {
            self.faults.lax(at, "a correctness witness has no assumptions");
        }
        for part in parts(&text) {
            self.check(at, part);
        }
        let result_of = self.function(bag, "assumption.resultfunction");
        match (has_result(&text), &result_of) {
            (true, None) => self.faults.wrong(at, "there is \\result, and no assumption.resultfunction"),
            (false, Some(_)) => self.faults.lax(at, "there is an assumption.resultfunction, and no \\result"),
            _ => {}
        }
        let function = self.function(bag, "assumption.scope");
        (Some(Scoped { text, function }), result_of)
    }
}
