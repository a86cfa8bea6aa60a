//! The hierarchy as a tree, in the manner of paper 004's figure 1: a line a region, with the properties of which it is
//! the smallest region below it.
//!
//! What has several parents is shown in full where it comes first, and by its name elsewhere. What lies too deep to be
//! read is shown behind the rest, as a tree of its own.

use super::{Regions, kind_word, lines_text};
use crate::region::{Kind, RegionId};
use crate::report::style::{Styles, Word, printable};
use std::collections::{BTreeSet, VecDeque};
use std::fmt::Write as _;

/// How deep a tree gets.
const DEEPEST: usize = 24;
/// Names further to the right do not push the rest of the other lines to the right.
const WIDEST: usize = 48;

pub fn text(regions: &Regions, styles: Styles) -> String {
    let mut tree = Tree { regions, styles, lines: Vec::new(), shown: BTreeSet::new(), later: VecDeque::new() };
    match regions.only {
        Some(id) => tree.grow(id),
        None => {
            regions.hierarchy.roots().for_each(|root| tree.grow(root));
            let uncalled = regions.hierarchy.ids().filter(|id| regions.hierarchy.is_uncalled(*id));
            uncalled.for_each(|id| tree.grow(id));
        }
    }
    while let Some(id) = tree.later.pop_front() {
        tree.grow(id);
    }
    let mut text = tree.written();
    notes(&mut text, regions, styles);
    _ = writeln!(text, "{}", summary(regions));
    text
}

struct Tree<'a> {
    regions: &'a Regions<'a>,
    styles: Styles,
    lines: Vec<Line>,
    shown: BTreeSet<RegionId>,
    /// What is too deep in its tree.
    later: VecDeque<RegionId>,
}

struct Line {
    /// The branches to the left.
    branches: String,
    name: String,
    word: Word,
    /// What stands in the columns behind.
    rest: String,
    aside: String,
}

/// What is still to be written: a region, the one above it, the branches before its line, those below it, and how deep
/// it is.
struct Pending {
    id: RegionId,
    above: Option<RegionId>,
    branches: String,
    below: String,
    depth: usize,
}

/// Where a region comes in a tree: below which one, after it has been shown, before it will be.
struct Place {
    id: RegionId,
    above: Option<RegionId>,
    again: bool,
    postponed: bool,
}

impl Tree<'_> {
    /// A region and what is inside, unless it has been shown.
    fn grow(&mut self, id: RegionId) {
        if self.shown.contains(&id) {
            return;
        }
        let mut stack = vec![Pending { id, above: None, branches: String::new(), below: String::new(), depth: 0 }];
        while let Some(Pending { id, above, branches, below, depth }) = stack.pop() {
            let children = self.children(id);
            let again = self.shown.contains(&id);
            let postponed = !again && depth >= DEEPEST && !children.is_empty();
            let place = Place { id, above, again, postponed };
            self.region(place, branches);
            if again {
                continue;
            }
            if postponed {
                self.later.push_back(id);
                continue;
            }
            self.shown.insert(id);
            self.properties(id, &below, !children.is_empty());
            let last = children.len().saturating_sub(1);
            let pending = children.into_iter().enumerate().map(|(at, child)| {
                let (branch, line) = if at == last { ("└─ ", "   ") } else { ("├─ ", "│  ") };
                let (branches, below) = (format!("{below}{branch}"), format!("{below}{line}"));
                Pending { id: child, above: Some(id), branches, below, depth: depth + 1 }
            });
            let pending: Vec<Pending> = pending.collect();
            stack.extend(pending.into_iter().rev());
        }
    }

    /// What nobody is seen to call has a tree of its own.
    fn children(&self, id: RegionId) -> Vec<RegionId> {
        let hierarchy = self.regions.hierarchy;
        hierarchy[id].children.iter().copied().filter(|child| !hierarchy.is_uncalled(*child)).collect()
    }

    fn region(&mut self, place: Place, branches: String) {
        let Place { id, above, again, postponed } = place;
        let Regions { hierarchy, names, .. } = self.regions;
        let (region, name) = (&hierarchy[id], &names[id]);
        let lines = self.regions.lines(id);
        let rest = match &region.kind {
            Kind::Program { .. } => "the whole program".to_owned(),
            Kind::Recursion { members, .. } => {
                format!("functions that call each other: {}", self.regions.function_names(members).join(", "))
            }
            Kind::Function(_) => format!("{}:{lines}", name.file),
            Kind::Loop { .. } => format!("loop, line{} {lines}", if lines.contains('-') { "s" } else { "" }),
        };
        let mut asides: Vec<String> = Vec::new();
        if above.is_some_and(|above| hierarchy.is_through_pointer(above, id)) {
            asides.push("perhaps through a pointer".to_owned());
        }
        if again || postponed {
            asides.push(if again { "shown above" } else { "shown below" }.to_owned());
        } else {
            if let Kind::Function(function) = region.kind {
                let calls_itself = hierarchy.is_recursive(function) && !self.in_recursion(id);
                asides.extend(calls_itself.then(|| "calls itself".to_owned()));
            }
            if hierarchy.is_uncalled(id) {
                asides.push("not called here".to_owned());
            } else if !region.is_loop() && region.parents.len() > 1 {
                asides.push(format!("called in {} regions", region.parents.len()));
            }
            let own = self.regions.own_properties(id).len();
            if self.regions.quiet && own > 0 {
                asides.push(count(own, "property", "properties"));
            }
        }
        let word = if region.is_loop() { Word::Aside } else { Word::Heading };
        let word = if again { Word::Aside } else { word };
        let rest = if again { String::new() } else { rest };
        self.lines.push(Line { branches, name: name.id.clone(), word, rest, aside: asides.join("; ") });
    }

    fn in_recursion(&self, id: RegionId) -> bool {
        let hierarchy = self.regions.hierarchy;
        hierarchy[id].parents.iter().any(|parent| matches!(hierarchy[*parent].kind, Kind::Recursion { .. }))
    }

    fn properties(&mut self, id: RegionId, below: &str, more: bool) {
        if self.regions.quiet {
            return;
        }
        let own = self.regions.own_properties(id);
        let ids: Vec<String> =
            own.iter().map(|p| printable(&self.regions.properties[p.0 as usize].to_string())).collect();
        let width = ids.iter().map(|id| id.chars().count()).max().unwrap_or(0);
        let branches = format!("{below}{}", if more { "│    " } else { "     " });
        for (property, id) in own.into_iter().zip(ids) {
            let description = printable(&self.regions.program[property].description);
            let name = format!("{id:width$}  {description}");
            self.lines.push(Line {
                branches: branches.clone(),
                name: name.trim_end().to_owned(),
                word: Word::Unknown,
                rest: String::new(),
                aside: String::new(),
            });
        }
    }

    fn written(&self) -> String {
        let width = |line: &Line| line.branches.chars().count() + line.name.chars().count();
        let tabled = self.lines.iter().filter(|line| !line.rest.is_empty() || !line.aside.is_empty());
        let column = tabled.map(width).filter(|width| *width <= WIDEST).max().unwrap_or(0);
        let mut text = String::new();
        for line in &self.lines {
            let name = self.styles.paint(line.word, &line.name);
            _ = write!(text, "{}{name}", line.branches);
            if !line.rest.is_empty() || !line.aside.is_empty() {
                let gap = column.saturating_sub(width(line)) + 2;
                let between = if line.rest.is_empty() || line.aside.is_empty() { "" } else { "; " };
                let aside = self.styles.paint(Word::Aside, &format!("{between}{}", line.aside));
                _ = write!(text, "{:gap$}{}{aside}", "", line.rest);
            }
            text.push('\n');
        }
        text
    }
}

fn notes(text: &mut String, regions: &Regions, styles: Styles) {
    let note = styles.paint(Word::Heading, "note:");
    let shown: BTreeSet<RegionId> = regions.shown().into_iter().collect();
    for tangle in regions.hierarchy.tangles().iter().filter(|tangle| shown.contains(&tangle.within)) {
        let (lines, entries) = tangle.lines(regions.hierarchy, regions.program, regions.map);
        let entries: Vec<String> = entries.iter().map(u32::to_string).collect();
        let at = format!("{}:{}", regions.names[tangle.within].file, lines_text(lines));
        let within = &regions.names[tangle.within].id;
        _ = writeln!(
            text,
            "{note} {at} is a cycle that is entered in several places, at line{} {}, and so is no region: {within} stands for it",
            if entries.len() == 1 { "" } else { "s" },
            entries.join(", ")
        );
    }
    for words in regions.notes {
        _ = writeln!(text, "{note} {}", printable(words));
    }
}

/// The last line.
fn summary(regions: &Regions) -> String {
    let shown = regions.shown();
    let of = |word: &str| shown.iter().filter(|id| kind_word(&regions.hierarchy[**id].kind) == word).count();
    let in_loops = |loops: bool| {
        let chosen = shown.iter().filter(|id| !loops || regions.hierarchy[**id].is_loop());
        chosen.map(|id| regions.own_properties(*id).len()).sum::<usize>()
    };
    let functions = count(of("function"), "function", "functions");
    let loops = count(of("loop"), "loop", "loops");
    let properties = count(in_loops(false), "property", "properties");
    match in_loops(true) {
        0 => format!("{functions}, {loops}, {properties}"),
        inside => format!("{functions}, {loops}, {properties}, {inside} of them in loops"),
    }
}

fn count(number: usize, one: &str, many: &str) -> String {
    format!("{number} {}", if number == 1 { one } else { many })
}
