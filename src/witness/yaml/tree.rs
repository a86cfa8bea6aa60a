//! YAML as a tree in which every node knows its line.
//!
//! Witnesses need a small part of YAML: aliases, tags, merge keys and several documents have no place in them, and are
//! refused. That, a limit of depth, and one of nodes bound what reading can cost.

use crate::witness::Value;
use crate::witness::fault::Faults;
use granit_parser::{Event, Options, Parser, ScalarStyle};

/// Deeper than any witness: the format has eight levels.
const DEEPEST: usize = 64;
/// More than any witness that somebody can use; keeps memory in bounds.
const MOST_NODES: usize = 4_000_000;

#[derive(Clone, Debug)]
pub(super) struct Tree {
    pub(super) line: u32,
    pub(super) what: What,
}

#[derive(Clone, Debug)]
pub(super) enum What {
    Scalar { text: String, plain: bool },
    List(Vec<Tree>),
    Map(Vec<(Key, Tree)>),
}

#[derive(Clone, Debug)]
pub(super) struct Key {
    pub(super) line: u32,
    pub(super) text: String,
}

impl Tree {
    /// What it is, for people.
    pub(super) fn word(&self) -> &'static str {
        match self.what {
            What::Scalar { .. } => "a value",
            What::List(_) => "a list",
            What::Map(_) => "a mapping",
        }
    }

    /// What it is, wherever it stood.
    pub(super) fn value(self) -> Value {
        match self.what {
            What::Scalar { text, plain: true } if text.is_empty() => Value::Plain("null".into()),
            // Lines that are one text need their quotes.
            What::Scalar { text, plain } if plain && !text.contains(char::is_control) => Value::Plain(text),
            What::Scalar { text, .. } => Value::Text(text),
            What::List(items) => Value::List(items.into_iter().map(Tree::value).collect()),
            What::Map(fields) => Value::Map(fields.into_iter().map(|(key, tree)| (key.text, tree.value())).collect()),
        }
    }
}

/// A list or a mapping that is not closed yet.
struct Open {
    line: u32,
    items: Vec<Tree>,
    /// Whether a mapping, with the keys that there are.
    keys: Option<Vec<Key>>,
}

/// The tree of a text; what is wrong with it otherwise.
pub(super) fn parse(text: &str, faults: &mut Faults) -> Option<Tree> {
    let mut options = Options::default();
    options.flow_nesting_limit = DEEPEST;
    options.block_nesting_limit = DEEPEST;
    let mut parser = Parser::new_from_str_with_options(text, options);
    let mut open: Vec<Open> = Vec::new();
    let mut root = None;
    let mut nodes = 0;
    let mut last = 1;
    while let Some(event) = parser.next_event() {
        let (event, span) = match event {
            Ok(event) => event,
            Err(error) => {
                faults.unusable(error.marker().line().max(1) as u32, format!("this is no YAML: {}", error.info()));
                return None;
            }
        };
        let line = span.start.line().max(1) as u32;
        last = last.max(line);
        nodes += 1;
        if nodes > MOST_NODES {
            faults.unusable(line, format!("there are more than {MOST_NODES} values"));
            return None;
        }
        let done = match event {
            Event::Scalar(text, style, anchor, tag) => {
                refuse(anchor, tag.is_some(), line, faults);
                let plain = style == ScalarStyle::Plain;
                Tree { line, what: What::Scalar { text: text.into_owned(), plain } }
            }
            Event::SequenceStart(_, anchor, tag) => {
                refuse(anchor, tag.is_some(), line, faults);
                open.push(Open { line, items: Vec::new(), keys: None });
                continue;
            }
            Event::MappingStart(_, anchor, tag) => {
                refuse(anchor, tag.is_some(), line, faults);
                open.push(Open { line, items: Vec::new(), keys: Some(Vec::new()) });
                continue;
            }
            Event::SequenceEnd | Event::MappingEnd => match open.pop() {
                Some(open) => open.close(),
                None => continue,
            },
            Event::Alias(_) | Event::UnresolvedAlias(_) => {
                faults.unusable(line, "aliases are not allowed in witnesses");
                return None;
            }
            Event::DocumentStart(..) if root.is_some() => {
                faults.unusable(line, "there is a second YAML document");
                return None;
            }
            _ => continue,
        };
        match open.last_mut() {
            Some(open) => open.add(done, faults)?,
            None => root = Some(done),
        }
    }
    if root.is_none() {
        faults.unusable(last, "there is nothing in the file");
    }
    root
}

fn refuse(anchor: usize, tag: bool, line: u32, faults: &mut Faults) {
    if anchor != 0 || tag {
        faults.lax(line, "anchors and tags have no meaning in a witness");
    }
}

impl Open {
    fn add(&mut self, tree: Tree, faults: &mut Faults) -> Option<()> {
        match &mut self.keys {
            Some(keys) if keys.len() == self.items.len() => match tree.what {
                What::Scalar { text, .. } => keys.push(Key { line: tree.line, text }),
                _ => {
                    faults.unusable(tree.line, "a key of a mapping must be a name");
                    return None;
                }
            },
            _ => self.items.push(tree),
        }
        Some(())
    }

    fn close(self) -> Tree {
        let what = match self.keys {
            Some(keys) => What::Map(keys.into_iter().zip(self.items).collect()),
            None => What::List(self.items),
        };
        Tree { line: self.line, what }
    }
}
