//! The fields of a mapping, taken one by one: what is missing, twice there, or of the wrong kind is a fault, and so is
//! what nobody has taken in the end.

use super::tree::{Key, Tree, What};
use crate::witness::fault::Faults;
use crate::witness::{Unknown, Value};
use std::collections::BTreeSet;

pub(super) struct Fields {
    /// Of the mapping.
    pub(super) line: u32,
    /// What it is, for messages: `metadata`.
    what: &'static str,
    fields: Vec<(Key, Option<Tree>)>,
}

impl Fields {
    /// The fields of what has to be a mapping.
    pub(super) fn of(tree: Tree, what: &'static str, faults: &mut Faults) -> Option<Fields> {
        let Tree { line, what: What::Map(fields) } = tree else {
            faults.unusable(tree.line, format!("{what} has to be a mapping, and is {}", tree.word()));
            return None;
        };
        let mut names: Vec<(&str, u32)> = fields.iter().map(|(key, _)| (key.text.as_str(), key.line)).collect();
        names.sort();
        for pair in names.windows(2).filter(|pair| pair[0].0 == pair[1].0) {
            faults.wrong(pair[1].1, format!("{what} has `{}` more than once", pair[1].0));
        }
        let fields = fields.into_iter().map(|(key, tree)| (key, Some(tree))).collect();
        Some(Fields { line, what, fields })
    }

    /// The value of a field, with its line.
    pub(super) fn take(&mut self, name: &str) -> Option<Tree> {
        self.fields.iter_mut().find(|(key, tree)| key.text == name && tree.is_some()).and_then(|field| field.1.take())
    }

    /// The same of one that must be there.
    pub(super) fn need(&mut self, name: &str, faults: &mut Faults) -> Option<Tree> {
        let found = self.take(name);
        if found.is_none() {
            faults.wrong(self.line, format!("{} has no `{name}`", self.what));
        }
        found
    }

    /// A text that can be missing.
    pub(super) fn text(&mut self, name: &str, faults: &mut Faults) -> Option<(u32, String)> {
        let tree = self.take(name)?;
        self.scalar(name, tree, faults)
    }

    /// A text that must be there.
    pub(super) fn need_text(&mut self, name: &str, faults: &mut Faults) -> Option<(u32, String)> {
        let tree = self.need(name, faults)?;
        self.scalar(name, tree, faults)
    }

    fn scalar(&self, name: &str, tree: Tree, faults: &mut Faults) -> Option<(u32, String)> {
        match tree.what {
            What::Scalar { text, plain } => {
                // A plain null is no text.
                if plain && ["", "null", "~"].contains(&text.as_str()) {
                    faults.wrong(tree.line, format!("`{name}` of {} has no value", self.what));
                    return None;
                }
                Some((tree.line, text))
            }
            _ => {
                faults.wrong(tree.line, format!("`{name}` of {} has to be a value, and is {}", self.what, tree.word()));
                None
            }
        }
    }

    /// A number that can be missing, and is at least `least`.
    pub(super) fn number(&mut self, name: &str, least: u32, faults: &mut Faults) -> Option<(u32, u32)> {
        let tree = self.take(name)?;
        let line = tree.line;
        let quoted = matches!(&tree.what, What::Scalar { plain: false, .. });
        let (_, text) = self.scalar(name, tree, faults)?;
        match text.parse::<u32>() {
            Ok(number) if number >= least => {
                if quoted {
                    faults.lax(line, format!("`{name}` of {} has to be a number, and is a text", self.what));
                }
                Some((line, number))
            }
            _ => {
                let text: String = text.chars().take(40).collect();
                let words = format!("`{name}` of {} has to be a number from {least}, and is `{text}`", self.what);
                faults.wrong(line, words);
                None
            }
        }
    }

    /// What nobody has asked for.
    pub(super) fn rest(self, faults: &mut Faults) -> Unknown {
        let what = self.what;
        let said = |(line, name, value): (u32, String, Value)| {
            faults.lax(line, format!("{what} has an unknown key `{name}`"));
            (name, value)
        };
        self.left().map(said).filter(|(name, _)| name.len() <= LONGEST).collect()
    }

    /// The same, where it is right that nobody asks.
    pub(super) fn values(self) -> Unknown {
        self.left().map(|(_, name, value)| (name, value)).collect()
    }

    /// What is left. That a key is there again has been said, and only its first value counts.
    fn left(self) -> impl Iterator<Item = (u32, String, Value)> {
        let mut names = BTreeSet::new();
        let first = self.fields.into_iter().filter(move |(key, _)| names.insert(key.text.clone()));
        first.filter_map(|(key, tree)| Some((key.line, key.text, tree?.value())))
    }
}

/// Longer names are not kept: what is below a name has it in front of its own, where texts have no parts.
const LONGEST: usize = 200;

/// Pairs of a dotted name and a text.
pub(super) fn flat(unknown: Unknown) -> Vec<(String, String)> {
    let mut found = Vec::new();
    unknown.into_iter().for_each(|(name, value)| flatten(name, value, &mut found));
    found
}

fn flatten(name: String, value: Value, found: &mut Vec<(String, String)>) {
    if name.len() > LONGEST {
        return;
    }
    match value {
        Value::Plain(text) | Value::Text(text) => found.push((name, text)),
        Value::List(items) => {
            for (at, item) in items.into_iter().enumerate() {
                flatten(format!("{name}.{at}"), item, found);
            }
        }
        Value::Map(fields) => {
            for (key, value) in fields {
                flatten(format!("{name}.{key}"), value, found);
            }
        }
    }
}
