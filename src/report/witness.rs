//! Witnesses over the source: as text, and as a page of HTML that needs nothing but itself.
//!
//! A violation is a path: its waypoints in order, or the shortest way through the automaton to a violation. A proof is
//! a set of notes in the order of the file. Nothing is checked: the page shows what the witness says.

use super::style::{Styles, Word, printable};
use crate::witness::{
    Action, Annotation, Automaton, Branch, Claim, Content, Edge, Guard, Invariant, NodeId, Passed, Place, Scoped,
    Waypoint, Witness,
};
use std::collections::VecDeque;
use std::fmt::Write as _;

/// A file of the program, as the user has it.
#[derive(Clone, Debug)]
pub struct Listing {
    pub name: String,
    pub text: String,
}

/// Something that a witness says about a place.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Note {
    /// Which of the listings, from 0, if it is one of them.
    file: Option<usize>,
    name: String,
    line: Option<u32>,
    column: Option<u32>,
    kind: Kind,
    words: String,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    Step,
    Value,
    Avoid,
    Violation,
    Invariant,
}

/// The notes of a witness over the source.
pub fn witness_text(witness: &Witness, files: &[Listing], styles: Styles) -> String {
    let mut text = format!("{}\n", styles.paint(Word::Heading, &printable(&title(witness))));
    for (at, note) in notes(witness, files).iter().enumerate() {
        let source = note.source(files).map(printable).unwrap_or_default();
        _ = writeln!(text, "{:>4}  {:<20}  {source}", at + 1, printable(&note.place()));
        let words = printable(&note.words);
        let words = match note.kind {
            Kind::Violation => styles.paint(Word::Violated, &words),
            Kind::Avoid => styles.paint(Word::Unknown, &words),
            Kind::Invariant => styles.paint(Word::Proved, &words),
            Kind::Step | Kind::Value => styles.paint(Word::Aside, &words),
        };
        _ = writeln!(text, "        {words}");
    }
    text
}

fn title(witness: &Witness) -> String {
    let violation = match &witness.content {
        Content::Automaton(automaton) => automaton.claim == Claim::Violation,
        Content::Segments(_) => true,
        Content::Invariants(_) | Content::Annotations(_) => false,
    };
    let metadata = &witness.metadata;
    let who = metadata.producer.name.as_deref().unwrap_or("somebody who is not named");
    let what = metadata.specification.as_deref().unwrap_or("an unknown property").trim();
    format!("{} witness of {who}: {what}", if violation { "violation" } else { "correctness" })
}

impl Note {
    fn place(&self) -> String {
        match (self.line, self.column) {
            (Some(line), Some(column)) => format!("{}:{line}:{column}", self.name),
            (Some(line), None) => format!("{}:{line}", self.name),
            _ => "anywhere".to_owned(),
        }
    }

    fn source<'a>(&self, files: &'a [Listing]) -> Option<&'a str> {
        files.get(self.file?)?.text.lines().nth(self.line?.checked_sub(1)? as usize)
    }
}

/// What a witness says, in the order of the path or of the file.
fn notes(witness: &Witness, files: &[Listing]) -> Vec<Note> {
    let base = |name: &str| name.rsplit(['/', '\\']).next().unwrap_or(name).to_owned();
    let file = |name: &str| files.iter().position(|file| base(&file.name) == base(name));
    let at = |place: &Place, kind: Kind, words: String| Note {
        file: file(&place.file),
        name: base(&place.file),
        line: Some(place.line),
        column: place.column,
        kind,
        words,
    };
    let main = witness.metadata.files.first().map(|(name, _)| name.as_str());
    let main = main.or(files.first().map(|file| file.name.as_str())).unwrap_or("");
    let guarded = |guard: &Guard, kind: Kind, words: String| {
        let name = guard.file.as_deref().unwrap_or(main);
        let line = guard.lines.map(|(start, _)| start);
        Note { file: file(name), name: base(name), line, column: None, kind, words }
    };
    match &witness.content {
        Content::Segments(segments) => {
            let waypoints = segments.iter().flat_map(|segment| &segment.waypoints);
            waypoints.map(|waypoint| at(&waypoint.location, kind(waypoint), passed(waypoint))).collect()
        }
        Content::Invariants(invariants) => {
            invariants.iter().map(|invariant| at(&invariant.location, Kind::Invariant, held(invariant))).collect()
        }
        Content::Annotations(annotations) => {
            annotations.iter().flat_map(|annotation| annotated(annotation, &at)).collect()
        }
        Content::Automaton(automaton) if automaton.claim == Claim::Violation => {
            let step = |edge: &&Edge| {
                let kind = match () {
                    () if automaton.nodes[edge.to.0 as usize].violation => Kind::Violation,
                    () if edge.assumption.is_some() => Kind::Value,
                    () => Kind::Step,
                };
                guarded(&edge.guard, kind, taken(edge, kind == Kind::Violation))
            };
            path(automaton).iter().map(step).collect()
        }
        Content::Automaton(automaton) => {
            let note = |(id, invariant): (NodeId, &Scoped)| {
                let head = automaton.edges.iter().find(|edge| edge.to == id && edge.guard.enters_loop_head);
                let behind = || automaton.edges.iter().find(|edge| edge.from == id);
                let guard = head.or_else(behind).map(|edge| edge.guard.clone()).unwrap_or_default();
                let when = if head.is_some() { "holds in every round" } else { "holds" };
                guarded(&guard, Kind::Invariant, format!("{when}: {}", invariant.text))
            };
            automaton.claiming().into_iter().map(note).collect()
        }
    }
}

fn kind(waypoint: &Waypoint) -> Kind {
    match (waypoint.action, &waypoint.what) {
        (Action::Avoid, _) => Kind::Avoid,
        (_, Passed::Target) => Kind::Violation,
        (_, Passed::Assumption(_) | Passed::FunctionReturn(_)) => Kind::Value,
        _ => Kind::Step,
    }
}

fn passed(waypoint: &Waypoint) -> String {
    let words = match &waypoint.what {
        Passed::Assumption(formula) => format!("with {}", formula.text),
        Passed::Branching(Branch::If(way)) => format!("the condition is {way}"),
        Passed::Branching(Branch::Case(value)) => format!("goes to case {value}"),
        Passed::Branching(Branch::Default) => "goes to the default".to_owned(),
        Passed::FunctionEnter => "enters the function that is called".to_owned(),
        Passed::FunctionReturn(formula) => format!("returns with {}", formula.text),
        Passed::Target => "the violation".to_owned(),
    };
    match waypoint.action {
        Action::Follow => words,
        Action::Avoid => format!("not: {words}"),
        Action::Cycle => format!("again and again: {words}"),
    }
}

fn held(invariant: &Invariant) -> String {
    let when = if invariant.at_loop { "holds in every round" } else { "holds" };
    format!("{when}: {}", invariant.value.text)
}

fn annotated(annotation: &Annotation, at: &dyn Fn(&Place, Kind, String) -> Note) -> Vec<Note> {
    match annotation {
        Annotation::Invariant(invariant) => vec![at(&invariant.location, Kind::Invariant, held(invariant))],
        Annotation::Transition(invariant) => {
            let words = format!("holds from one time to the next: {}", invariant.value.text);
            vec![at(&invariant.location, Kind::Invariant, words)]
        }
        Annotation::Contract(contract) => {
            let requires = contract.requires.as_ref().map(|text| format!("requires: {text}"));
            let ensures = contract.ensures.as_ref().map(|text| format!("ensures: {text}"));
            requires.into_iter().chain(ensures).map(|words| at(&contract.location, Kind::Invariant, words)).collect()
        }
        Annotation::Ghosts(ghosts) => {
            let updates = ghosts.updates.iter().flat_map(|of| of.updates.iter().map(|update| (&of.location, update)));
            let words =
                |update: &crate::witness::GhostUpdate| format!("{} becomes {}", update.variable, update.value.text);
            updates.map(|(place, update)| at(place, Kind::Step, words(update))).collect()
        }
    }
}

fn taken(edge: &Edge, violation: bool) -> String {
    let mut words = Vec::new();
    if let Some(way) = edge.guard.control {
        words.push(format!("the condition is {way}"));
    }
    if let Some(function) = &edge.guard.enters_function {
        words.push(format!("enters {function}"));
    }
    if let Some(function) = &edge.guard.returns_from {
        words.push(format!("returns from {function}"));
    }
    if edge.guard.enters_loop_head {
        words.push("enters a loop, or its next round".to_owned());
    }
    if let Some(assumption) = &edge.assumption {
        words.push(format!("with {}", assumption.text));
    }
    if violation {
        words.push("the violation".to_owned());
    }
    if words.is_empty() { "passes here".to_owned() } else { words.join(", ") }
}

/// The edges of a shortest way to a violation; all edges if there is none.
fn path(automaton: &Automaton) -> Vec<&Edge> {
    let mut behind: Vec<Vec<&Edge>> = vec![Vec::new(); automaton.nodes.len()];
    for edge in &automaton.edges {
        behind[edge.from.0 as usize].push(edge);
    }
    let mut came: Vec<Option<&Edge>> = vec![None; automaton.nodes.len()];
    let mut waiting = VecDeque::from([automaton.entry]);
    while let Some(node) = waiting.pop_front() {
        if automaton.nodes[node.0 as usize].violation {
            let mut edges = Vec::new();
            let mut at = node;
            while let Some(edge) = came[at.0 as usize].filter(|_| at != automaton.entry) {
                edges.push(edge);
                at = edge.from;
            }
            edges.reverse();
            return edges;
        }
        for edge in &behind[node.0 as usize] {
            let to = edge.to.0 as usize;
            if edge.to != automaton.entry && came[to].is_none() {
                came[to] = Some(edge);
                waiting.push_back(edge.to);
            }
        }
    }
    automaton.edges.iter().collect()
}

const STYLE: &str = "\
:root { color-scheme: light dark; }
body { font: 15px/1.45 system-ui, sans-serif; margin: 0; color: light-dark(#1c1e21, #e4e6e9);
  background: light-dark(#fff, #16181b); }
header { padding: 1rem 1.25rem; border-bottom: 1px solid light-dark(#d5d8dc, #3a3e44); }
h1 { font-size: 1.15rem; margin: 0 0 .25rem; } h2 { font-size: .95rem; margin: .75rem 0 .5rem; }
header p { margin: 0; color: light-dark(#555b63, #a5abb3); overflow-wrap: anywhere; }
main { display: grid; grid-template-columns: minmax(17rem, 2fr) 3fr; }
section { padding: .25rem 1.25rem 2rem; min-width: 0; max-height: calc(100vh - 6rem); overflow: auto; }
section + section { border-left: 1px solid light-dark(#d5d8dc, #3a3e44); }
ol { padding-left: 2.2rem; margin: 0; } li { padding: .3rem .5rem; border-radius: 4px; }
li a { color: inherit; text-decoration: none; display: block; } li a:hover { text-decoration: underline; }
li:target { outline: 2px solid #3b7dd8; }
li small { color: light-dark(#555b63, #a5abb3); font-family: ui-monospace, monospace; margin-left: .75em;
  font-weight: 400; white-space: nowrap; }
li code { display: block; font: 12.5px/1.4 ui-monospace, monospace; font-weight: 400; overflow-wrap: anywhere; }
.value { background: light-dark(#eaf2fd, #1c2c42); } .avoid { background: light-dark(#fff5dc, #3a3015); }
.violation { background: light-dark(#fde8e8, #4a1d1d); font-weight: 600; }
.invariant { background: light-dark(#e6f5ea, #183322); }
pre { margin: 0; font: 13px/1.5 ui-monospace, monospace; width: max-content; min-width: 100%; } pre > span { display: block; padding: 0 .5rem; }
pre > span:target { outline: 2px solid #3b7dd8; } pre b { display: inline-block; width: 3.5em; font-weight: 400;
  text-align: right; margin-right: 1em; color: light-dark(#8a9099, #7a8087); user-select: none; }
pre a { float: right; margin-left: .3em; padding: 0 .45em; border-radius: 8px; text-decoration: none;
  background: light-dark(#d3e3fb, #2b4a75); color: inherit; }
.step { background: light-dark(#f3f5f7, #22262b); }
@media (max-width: 50rem) { main { display: block; } section { max-height: none; } }
";

/// More marks than this beside one line are counted, not shown.
const MARKS: usize = 12;

/// The same as a page: the path, and the program with marks beside its lines.
pub fn witness_html(witness: &Witness, files: &[Listing]) -> String {
    let notes = notes(witness, files);
    let title = title(witness);
    let (head, about) = title.split_once(": ").unwrap_or((&title, ""));
    let mut page = format!(
        "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n<meta name=\"viewport\" \
         content=\"width=device-width\">\n<title>{0}</title>\n<style>\n{STYLE}</style>\n</head>\n<body>\n\
         <header><h1>{0}</h1><p>{1}</p></header>\n<main>\n<section>\n<h2>What it says</h2>\n<ol>\n",
        escaped(head),
        escaped(about)
    );
    for (at, note) in notes.iter().enumerate() {
        let target = match (note.file, note.line) {
            (Some(file), Some(line)) => format!("#L{file}-{line}"),
            _ => format!("#S{}", at + 1),
        };
        _ = writeln!(
            page,
            "<li id=\"S{}\" class=\"{}\"><a href=\"{target}\">{}<small>{}</small><code>{}</code></a></li>",
            at + 1,
            class(note.kind),
            escaped(&note.words),
            escaped(&note.place()),
            escaped(note.source(files).unwrap_or_default().trim())
        );
    }
    page.push_str("</ol>\n</section>\n<section>\n");
    for (number, file) in files.iter().enumerate() {
        _ = writeln!(page, "<h2>{}</h2>\n<pre>", escaped(&file.name));
        let mut marks: Vec<Vec<usize>> = vec![Vec::new(); file.text.lines().count() + 1];
        for (at, note) in notes.iter().enumerate().filter(|(_, note)| note.file == Some(number)) {
            if let Some(marks) = note.line.and_then(|line| marks.get_mut(line as usize)) {
                marks.push(at);
            }
        }
        for (line, text) in (1..).zip(file.text.lines()) {
            page.push_str(&row(number, line, text, &marks[line], &notes));
        }
        page.push_str("</pre>\n");
    }
    page.push_str("</section>\n</main>\n</body>\n</html>\n");
    page
}

/// A line of a file, with links to what is said about it.
fn row(file: usize, line: usize, text: &str, marks: &[usize], notes: &[Note]) -> String {
    let rank = |kind: Kind| match kind {
        Kind::Step => 0,
        Kind::Avoid => 1,
        Kind::Value => 2,
        Kind::Invariant => 3,
        Kind::Violation => 4,
    };
    let strongest = marks.iter().map(|at| notes[*at].kind).max_by_key(|kind| rank(*kind));
    let class = strongest.map(|kind| format!(" class=\"{}\"", class(kind))).unwrap_or_default();
    let mut row = format!("<span id=\"L{file}-{line}\"{class}>");
    if marks.len() > MARKS {
        _ = write!(row, "<a href=\"#S{}\">+{}</a>", marks[MARKS] + 1, marks.len() - MARKS);
    }
    for at in marks.iter().take(MARKS).rev() {
        _ = write!(row, "<a href=\"#S{0}\" title=\"{1}\">{0}</a>", at + 1, escaped(&notes[*at].words));
    }
    _ = writeln!(row, "<b>{line}</b>{}</span>", escaped(text));
    // A line break between blocks would be a line of its own.
    row.pop();
    row
}

fn class(kind: Kind) -> &'static str {
    match kind {
        Kind::Step => "step",
        Kind::Value => "value",
        Kind::Avoid => "avoid",
        Kind::Violation => "violation",
        Kind::Invariant => "invariant",
    }
}

/// A text in which nothing is markup.
fn escaped(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '"' => escaped.push_str("&quot;"),
            '\'' => escaped.push_str("&#39;"),
            c if c.is_control() && !matches!(c, '\t' | '\n') => escaped.push('\u{fffd}'),
            c => escaped.push(c),
        }
    }
    escaped
}
