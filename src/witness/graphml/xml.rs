//! The elements of a GraphML file with their lines, before anybody asks what they mean.
//!
//! XML can define entities that grow; witnesses have no use for them, so any definition is refused. Depth and the
//! number of elements are limited; what no GraphML has is skipped.

use crate::witness::fault::Faults;
use crate::witness::words::short;
use quick_xml::Reader;
use quick_xml::events::{BytesRef, BytesStart, Event};

/// GraphML has four levels here.
const DEEPEST: usize = 64;
const MOST_ATTRIBUTES: usize = 64;
/// Keeps memory in bounds.
const MOST_ELEMENTS: usize = 2_000_000;

#[derive(Debug, Default)]
pub(super) struct Document {
    pub(super) keys: Vec<Key>,
    pub(super) graph: Option<Graph>,
}

/// The declaration of a key.
#[derive(Debug, Default)]
pub(super) struct Key {
    pub(super) line: u32,
    pub(super) id: Option<String>,
    pub(super) name: Option<String>,
    pub(super) kind: Option<String>,
    pub(super) domain: Option<String>,
    pub(super) default: Option<String>,
}

#[derive(Debug, Default)]
pub(super) struct Graph {
    pub(super) line: u32,
    pub(super) edgedefault: Option<String>,
    pub(super) data: Vec<Data>,
    pub(super) nodes: Vec<Item>,
    pub(super) edges: Vec<Item>,
}

/// A node or an edge.
#[derive(Debug, Default)]
pub(super) struct Item {
    pub(super) line: u32,
    pub(super) id: Option<String>,
    pub(super) source: Option<String>,
    pub(super) target: Option<String>,
    pub(super) data: Vec<Data>,
}

#[derive(Debug)]
pub(super) struct Data {
    pub(super) line: u32,
    pub(super) key: String,
    pub(super) text: String,
}

/// What names mean in GraphML.
const NAMESPACES: [(&str, &str); 2] =
    [("xmlns", "http://graphml.graphdrawing.org/xmlns"), ("xmlns:xsi", "http://www.w3.org/2001/XMLSchema-instance")];

/// The elements that there can be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Element {
    GraphMl,
    Key,
    Default,
    Graph,
    Node,
    Edge,
    Data,
    /// With everything in it.
    Unknown,
}

pub(super) fn parse(text: &str, faults: &mut Faults) -> Option<Document> {
    let mut reader = Reader::from_str(text);
    let mut lines = Lines { text, at: 0, line: 1 };
    let mut builder =
        Builder { document: Document::default(), open: Vec::new(), text: String::new(), key: None, count: 0 };
    let mut started = false;
    loop {
        let line = lines.at(reader.buffer_position() as usize);
        let event = match reader.read_event() {
            Ok(event) => event,
            Err(error) => {
                let line = lines.at(reader.error_position() as usize);
                faults.unusable(line, format!("this is no XML, or it is cut off: {error}"));
                return None;
            }
        };
        match event {
            Event::Start(start) => {
                started = true;
                builder.start(&start, line, faults)?;
            }
            Event::Empty(start) => {
                started = true;
                builder.start(&start, line, faults)?;
                builder.end();
            }
            Event::End(_) => builder.end(),
            Event::Text(text) => builder.append(&text.xml10_content(), line, faults),
            Event::CData(text) => builder.append(&text.xml10_content(), line, faults),
            Event::GeneralRef(reference) => match character(&reference) {
                Some(c) => builder.append(c.encode_utf8(&mut [0; 4]), line, faults),
                None => {
                    faults.unusable(line, format!("there is an entity &{};, which nobody knows", short(&reference)));
                    return None;
                }
            },
            Event::DocType(declaration) if declaration.contains('[') => {
                faults.unusable(line, "a witness must not declare entities of its own");
                return None;
            }
            Event::DocType(_) => faults.lax(line, "a witness has no document type"),
            Event::Decl(_) | Event::PI(_) | Event::Comment(_) => {}
            Event::Eof => break,
        }
    }
    let end = lines.at(text.len());
    if !builder.open.is_empty() || !started {
        faults.unusable(end, "the file is cut off: its last elements are not closed");
        return None;
    }
    Some(builder.document)
}

/// A character that is written as a reference.
fn character(reference: &BytesRef) -> Option<char> {
    if let Ok(Some(c)) = reference.resolve_char_ref() {
        return Some(c);
    }
    Some(match &**reference {
        "lt" => '<',
        "gt" => '>',
        "amp" => '&',
        "apos" => '\'',
        "quot" => '"',
        _ => return None,
    })
}

/// Counts lines, going forward.
struct Lines<'a> {
    text: &'a str,
    at: usize,
    line: u32,
}

impl Lines<'_> {
    fn at(&mut self, position: usize) -> u32 {
        let position = position.min(self.text.len());
        if position > self.at {
            let passed = &self.text.as_bytes()[self.at..position];
            self.line += passed.iter().filter(|byte| **byte == b'\n').count() as u32;
            self.at = position;
        }
        self.line
    }
}

struct Builder {
    document: Document,
    open: Vec<Element>,
    /// Of the data or the default that is open.
    text: String,
    key: Option<(u32, String)>,
    count: usize,
}

impl Builder {
    fn start(&mut self, start: &BytesStart, line: u32, faults: &mut Faults) -> Option<()> {
        self.count += 1;
        if self.open.len() >= DEEPEST || self.count > MOST_ELEMENTS {
            let words = match self.open.len() >= DEEPEST {
                true => format!("elements are nested deeper than {DEEPEST}"),
                false => format!("there are more than {MOST_ELEMENTS} elements"),
            };
            faults.unusable(line, words);
            return None;
        }
        let name = start.local_name();
        let name: &str = name.as_ref();
        let element = match (self.open.last(), name) {
            (None, "graphml") => Element::GraphMl,
            (None, other) => {
                faults.unusable(line, format!("this is no GraphML: its first element is <{}>", short(other)));
                return None;
            }
            (Some(Element::GraphMl), "key") => Element::Key,
            (Some(Element::GraphMl), "graph") if self.document.graph.is_some() => {
                faults.unusable(line, "there is a second graph");
                return None;
            }
            (Some(Element::GraphMl), "graph") => Element::Graph,
            (Some(Element::Key), "default") => Element::Default,
            (Some(Element::Graph), "node") => Element::Node,
            (Some(Element::Graph), "edge") => Element::Edge,
            (Some(Element::Graph | Element::Node | Element::Edge), "data") => Element::Data,
            (Some(Element::Unknown), _) => Element::Unknown,
            (Some(_), "desc") => {
                faults.lax(line, "a witness has no <desc>");
                Element::Unknown
            }
            (Some(_), other) => {
                faults.wrong(line, format!("there must not be an element <{}> here", short(other)));
                Element::Unknown
            }
        };
        self.open.push(element);
        if element != Element::Unknown {
            self.attributes(element, start, line, faults)?;
        }
        Some(())
    }

    /// Makes the element with its attributes.
    fn attributes(&mut self, element: Element, start: &BytesStart, line: u32, faults: &mut Faults) -> Option<()> {
        let mut found: Vec<(String, String)> = Vec::new();
        // Whether there are two of a name is only seen by comparing each with each.
        for attribute in start.attributes().with_checks(false) {
            if found.len() >= MOST_ATTRIBUTES {
                faults.unusable(line, format!("an element has more than {MOST_ATTRIBUTES} attributes"));
                return None;
            }
            let value = attribute.map_err(quick_xml::Error::from).and_then(|attribute| {
                let value = attribute.normalized_value(quick_xml::XmlVersion::Explicit1_0)?;
                Ok((attribute.key.as_ref().to_owned(), value.into_owned()))
            });
            match value {
                Ok(attribute) => found.push(attribute),
                Err(error) => {
                    faults.unusable(line, format!("this attribute cannot be read: {error}"));
                    return None;
                }
            }
        }
        let mut take = |name: &str| {
            let at = found.iter().position(|attribute| attribute.0 == name)?;
            Some(found.swap_remove(at).1)
        };
        match element {
            Element::GraphMl => {
                for (name, wanted) in NAMESPACES {
                    match take(name) {
                        None => faults.lax(line, format!("<graphml> has no `{name}`")),
                        Some(given) if given == wanted => {}
                        Some(given) => {
                            faults.lax(line, format!("`{name}` of <graphml> is {wanted}, not `{}`", short(&given)));
                        }
                    }
                }
            }
            Element::Key => self.document.keys.push(Key {
                line,
                id: take("id"),
                name: take("attr.name"),
                kind: take("attr.type"),
                domain: take("for"),
                default: None,
            }),
            Element::Graph => {
                self.document.graph = Some(Graph { line, edgedefault: take("edgedefault"), ..Graph::default() });
            }
            Element::Node | Element::Edge => {
                let (id, source, target) = (take("id"), take("source"), take("target"));
                let item = Item { line, id, source, target, data: Vec::new() };
                if let Some(graph) = &mut self.document.graph {
                    let items = if element == Element::Node { &mut graph.nodes } else { &mut graph.edges };
                    items.push(item);
                }
            }
            Element::Data => match take("key") {
                Some(key) => self.key = Some((line, key)),
                None => faults.wrong(line, "<data> has no key"),
            },
            Element::Default | Element::Unknown => {}
        }
        let ours = match element {
            Element::GraphMl => "graphml",
            Element::Default => "default",
            Element::Node => "node",
            Element::Edge => "edge",
            Element::Data => "data",
            // Graphs and keys have more attributes than anybody looks at.
            Element::Graph | Element::Key | Element::Unknown => return Some(()),
        };
        let is_schema = |name: &str| name.starts_with("xmlns") || name == "xsi:schemaLocation";
        for (name, _) in found.iter().filter(|(name, _)| element != Element::GraphMl || !is_schema(name)) {
            faults.lax(line, format!("<{ours}> has an unknown attribute `{}`", short(name)));
        }
        Some(())
    }

    fn append(&mut self, text: &str, line: u32, faults: &mut Faults) {
        match self.open.last() {
            Some(Element::Data | Element::Default) => self.text.push_str(text),
            Some(Element::Unknown) => {}
            _ if text.trim().is_empty() => {}
            _ => faults.wrong(line, format!("there must not be text here: `{}`", short(text.trim()))),
        }
    }

    fn end(&mut self) {
        let Some(element) = self.open.pop() else { return };
        if !matches!(element, Element::Data | Element::Default) {
            return;
        }
        let text = std::mem::take(&mut self.text);
        if element == Element::Default {
            if let Some(key) = self.document.keys.last_mut() {
                key.default = Some(text);
            }
            return;
        }
        let (Some((line, key)), Some(graph)) = (self.key.take(), &mut self.document.graph) else { return };
        let data = match self.open.last() {
            Some(Element::Node) => graph.nodes.last_mut().map(|node| &mut node.data),
            Some(Element::Edge) => graph.edges.last_mut().map(|edge| &mut edge.data),
            _ => Some(&mut graph.data),
        };
        if let Some(data) = data {
            data.push(Data { line, key, text });
        }
    }
}
