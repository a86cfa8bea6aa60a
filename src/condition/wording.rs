//! What CPAchecker calls the edges of a program: the source text of conditions and of statements.
//!
//! Its conditions know edges by their text alone, `[c]` and `[!(c)]` for the outcomes of a condition `c`, the text of a
//! statement otherwise; its edges are not ours, and many have the same text or none. So this looks for the conditions
//! and statements in the tokens of the program, and says which edges of ours are known to be them:
//!
//! - a **branch** is the whole condition of an `if`, a loop or a `?:`, each part of which is evaluated on one edge of
//!   ours for each outcome. Of `a && b` both parts have the text of the whole. An assertion of ours can be a branch one
//!   side of which fails; passing it is the other outcome. The condition of a function that only checks is evaluated
//!   where that is called, since assertions of ours stand there ([`checked`](super::checked));
//! - a **statement** has one edge of ours where it begins.
//!
//! A condition that can also be evaluated where no edge of ours says so is **unsure**: because it is the same as a part
//! of another one, as the condition of a `?:` whose turn is not plain, as what a `switch` compares, or because it is
//! decided without an edge.

use super::Place;
use super::checked;
use super::scan::{Condition, Found, Scan};
use crate::cfa::{Cfa, LocId, Op, Program};
use crate::source::{SourceMap, Span};
use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

/// The words of a program.
pub(super) struct Wording {
    /// By condition.
    pub(super) branches: BTreeMap<String, Branch>,
    /// By text: the edges with which such statements begin, and how they are written.
    pub(super) statements: BTreeMap<String, (BTreeSet<Place>, BTreeSet<String>)>,
    unsure: BTreeSet<String>,
    /// Conditions of `?:` in parentheses: nobody knows whether these are part of the text.
    bracketed: BTreeSet<String>,
    /// Those that have not been looked at yet.
    choices: Vec<Choice>,
    /// The words that what a `switch` compares can consist of.
    switches: Option<BTreeSet<String>>,
    /// What functions ask that only check; nothing unless the program has one unit.
    checks: Vec<checked::Check>,
    /// The text of each unit.
    whole: Vec<String>,
}

/// A condition, wherever it is. Of each two, the first is about where it does not hold.
#[derive(Default)]
pub(super) struct Branch {
    pub(super) places: [BTreeSet<Place>; 2],
    /// What CPAchecker calls the edges.
    pub(super) spelled: [BTreeSet<String>; 2],
}

/// The condition of a `?:`.
struct Choice {
    /// Without parentheses around it, and without negations; whether it holds when that holds.
    text: String,
    holds: bool,
    /// With parentheses, from the inside.
    texts: Vec<String>,
    /// What CPAchecker may call the edges.
    spelled: Vec<[String; 2]>,
    outcomes: Option<Vec<(Place, bool)>>,
}

impl Choice {
    fn new(scan: &Scan, choice: &Condition, outcomes: Option<Vec<(Place, bool)>>) -> Choice {
        let (text, holds) = core(&scan.squeezed(choice.range.clone()));
        let around = scan.brackets(&choice.range);
        let spellings = [&choice.range].into_iter().chain(&around);
        Choice {
            text,
            holds,
            spelled: spellings.map(|range| spelled(&scan.spelled(range.clone()))).collect(),
            texts: around.iter().map(|range| core(&scan.squeezed(range.clone())).0).collect(),
            outcomes,
        }
    }
}

/// What the text of an edge says.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) enum Meaning {
    /// A condition of [`Wording::branches`], and whether it holds.
    Branch(String, bool),
    /// An outcome of a condition that no edge of ours need say.
    Unsure,
    /// A text of [`Wording::statements`].
    Statement(String),
    /// Something between branches.
    Silent,
}

impl Wording {
    pub(super) fn new(program: &Program, map: &SourceMap) -> Wording {
        let mut wording = Wording {
            branches: BTreeMap::new(),
            statements: BTreeMap::new(),
            unsure: BTreeSet::new(),
            bracketed: BTreeSet::new(),
            choices: Vec::new(),
            switches: None,
            checks: if map.units().len() == 1 { checked::checks(program) } else { Vec::new() },
            whole: Vec::new(),
        };
        let mut edges: Vec<Vec<(u32, Place)>> = vec![Vec::new(); map.units().len()];
        for (function, cfa) in program.defined() {
            for edge in cfa.edge_ids() {
                if let Some(edges) = edges.get_mut(cfa[edge].span.unit as usize) {
                    edges.push((cfa[edge].span.start, (function, edge)));
                }
            }
        }
        for ((number, text), edges) in (0..).zip(map.units()).zip(&mut edges) {
            edges.sort_unstable();
            let scan = Scan::new(text);
            wording.unit(program, number, &scan, edges);
            wording.whole.push(scan.squeezed(0..text.tokens.len() as u32));
        }
        wording.choices();
        // What a function checks where it is called is asked there, and the call is no more than that.
        let asked: BTreeSet<Place> =
            wording.branches.values().flat_map(|branch| &branch.places).flatten().copied().collect();
        wording.statements.retain(|_, (places, _)| places.is_disjoint(&asked));
        let (unsure, switches) = (&mut wording.unsure, &wording.switches);
        wording.branches.retain(|condition, _| {
            let doubtful =
                unsure.contains(condition) || switches.as_ref().is_some_and(|words| compares(condition, words));
            if doubtful {
                unsure.insert(condition.clone());
            }
            !doubtful
        });
        wording
    }

    fn unit(&mut self, program: &Program, unit: u32, scan: &Scan, edges: &[(u32, Place)]) {
        let Found { conditions, choices, statements, parts, switches } = scan.find();
        if let Some(words) = switches {
            self.switches.get_or_insert_default().extend(words);
        }
        self.unsure.extend(parts);
        let within = |range: &Range<u32>| {
            let first = edges.partition_point(|(start, _)| *start < range.start);
            let end = edges.partition_point(|(start, _)| *start < range.end);
            edges[first.min(end)..end].iter().map(|(_, place)| *place).collect::<Vec<Place>>()
        };
        for condition in &conditions {
            let places = within(&condition.range);
            let outcomes = match places[..] {
                // What other units call cannot be seen in this one.
                [] => checked::outcomes(&self.checks, unit, scan, condition),
                _ => outcomes(program, unit, scan, condition, &places),
            };
            self.condition(scan, condition, outcomes);
        }
        for choice in choices.values() {
            // Edges have the parentheses in their spans.
            let whole = scan.with_brackets(choice);
            let outcomes = outcomes(program, unit, scan, &whole, &within(&whole.range));
            self.choices.push(Choice::new(scan, choice, outcomes));
        }
        for range in statements {
            let places = within(&range);
            let Some(place) = beginning(program, &places) else { continue };
            let declares = |(function, edge): &Place| {
                program[*function].cfa().is_some_and(|cfa| matches!(cfa[*edge].op, Op::Declare(_)))
            };
            // In the head of a loop, declarations have their semicolon, and expressions none.
            let mut spelled = scan.spelled(range);
            if !spelled.ends_with(';') && places.iter().any(declares) {
                spelled.push(';');
            }
            let known = self.statements.entry(squeezed(&spelled)).or_default();
            known.0.insert(place);
            known.1.insert(spelled);
        }
    }

    /// The edges that belong to a condition, with their outcomes, if these are known.
    fn condition(&mut self, scan: &Scan, condition: &Condition, outcomes: Option<Vec<(Place, bool)>>) {
        let (text, holds) = core(&scan.squeezed(condition.range.clone()));
        let Some(outcomes) = outcomes else {
            self.unsure.insert(text);
            return;
        };
        let known = self.branches.entry(text).or_default();
        for (place, outcome) in outcomes {
            known.places[usize::from(outcome == holds)].insert(place);
        }
        let [fails, passes] = spelled(&scan.spelled(condition.range.clone()));
        known.spelled[usize::from(!holds)].insert(fails);
        known.spelled[usize::from(holds)].insert(passes);
    }

    /// The same for the conditions of `?:`. What is in parentheses must be written in no other way anywhere.
    fn choices(&mut self) {
        let choices = std::mem::take(&mut self.choices);
        let asked: BTreeSet<String> = self.branches.keys().cloned().collect();
        let mut written: BTreeMap<&str, BTreeSet<&str>> = BTreeMap::new();
        for choice in &choices {
            written.entry(&choice.text).or_default().insert(choice.texts.last().unwrap_or(&choice.text));
        }
        for choice in &choices {
            let elsewhere = |text: &String| asked.contains(text) || self.unsure.contains(text);
            let doubtful = choice.outcomes.is_none()
                || written[choice.text.as_str()].len() > 1
                || !choice.texts.is_empty() && choice.texts.iter().chain([&choice.text]).any(elsewhere);
            if doubtful {
                self.unsure.extend(choice.texts.iter().chain([&choice.text]).cloned());
                continue;
            }
            let known = self.branches.entry(choice.text.clone()).or_default();
            for (place, outcome) in choice.outcomes.iter().flatten() {
                known.places[usize::from(*outcome == choice.holds)].insert(*place);
            }
            for [fails, passes] in &choice.spelled {
                known.spelled[usize::from(!choice.holds)].insert(fails.clone());
                known.spelled[usize::from(choice.holds)].insert(passes.clone());
            }
            self.bracketed.extend(choice.texts.iter().cloned());
        }
    }

    /// What a squeezed condition asks, and whether it holds when that holds.
    fn resolved(&self, condition: &str) -> (String, bool) {
        let (mut text, mut holds) = core(condition);
        while let Some(inside) = unwrapped(&text).filter(|_| self.bracketed.contains(&text)) {
            let (inner, same) = core(inside);
            (text, holds) = (inner, holds == same);
        }
        (text, holds)
    }

    /// What a text means; nothing if the program has no such text.
    pub(super) fn meaning(&self, text: &str) -> Option<Meaning> {
        let text = squeezed(text);
        let made_up = text.contains("__CPAchecker_TMP");
        let inside = text.strip_prefix('[').and_then(|text| text.strip_suffix(']'));
        if let Some(inside) = inside.filter(|inside| !inside.starts_with('[')) {
            let (condition, holds) = self.resolved(inside);
            return if self.branches.contains_key(&condition) {
                Some(Meaning::Branch(condition, holds))
            } else if self.unsure.contains(&condition)
                || made_up
                || !is_balanced(&condition)
                || self.switches.is_some() && is_comparison(&condition)
            {
                Some(Meaning::Unsure)
            } else {
                None
            };
        }
        if self.statements.contains_key(&text) {
            return Some(Meaning::Statement(text));
        }
        let known = text.is_empty() || made_up || self.whole.iter().any(|whole| whole.contains(&text));
        known.then_some(Meaning::Silent)
    }
}

/// The texts of the edges on which a condition does not hold, and on which it does.
fn spelled(condition: &str) -> [String; 2] {
    let inside = condition.strip_prefix('!').and_then(unwrapped);
    let fails = inside.map_or_else(|| format!("[!({condition})]"), |inside| format!("[{inside}]"));
    [fails, format!("[{condition}]")]
}

/// Whether a switch with these words could compare so. CPAchecker writes what it compares in its own way, with other
/// parentheses and conversions, and gives a variable that hides another one a number; but it has the same names.
fn compares(condition: &str, words: &BTreeSet<String>) -> bool {
    let known = |name: &&str| {
        let plain = name.trim_end_matches(|c: char| c.is_ascii_digit()).strip_suffix("__");
        words.contains(*name) || plain.is_some_and(|plain| words.contains(plain))
    };
    is_comparison(condition) && names(condition).all(|name| known(&name))
}

fn is_comparison(condition: &str) -> bool {
    ["==", "<=", ">="].iter().any(|sign| condition.contains(sign))
}

/// The names in a squeezed condition that no conversion can have brought there.
fn names(condition: &str) -> impl Iterator<Item = &str> {
    let is_word = |c: char| c.is_alphanumeric() || c == '_' || c == '$';
    let mut rest = condition;
    std::iter::from_fn(move || {
        loop {
            let c = rest.chars().next()?;
            let before = condition[..condition.len() - rest.len()].chars().next_back();
            let length = match c {
                '"' | '\'' => quoted(rest),
                c if is_word(c) => rest.find(|c| !is_word(c)).unwrap_or(rest.len()),
                c => c.len_utf8(),
            };
            let (word, behind) = rest.split_at(length);
            rest = behind;
            let in_parentheses = before == Some('(') && behind.starts_with([')', '*', ' ']);
            let is_type = word.starts_with(|c: char| c.is_ascii_digit()) || TYPES.contains(&word) || in_parentheses;
            if is_word(c) && !is_type {
                return Some(word);
            }
        }
    })
}

/// What types consist of.
const TYPES: [&str; 14] = [
    "int", "unsigned", "signed", "long", "short", "char", "_Bool", "float", "double", "struct", "union", "enum",
    "const", "volatile",
];

/// For each edge that belongs to a condition, the outcome of the condition; nothing unless every part of the condition
/// has its edges.
fn outcomes(
    program: &Program,
    unit: u32,
    scan: &Scan,
    condition: &Condition,
    places: &[Place],
) -> Option<Vec<(Place, bool)>> {
    let parts = condition.parts?;
    let function = places.first()?.0;
    let cfa = program[function].cfa()?;
    let mut found = Vec::new();
    let mut at: BTreeMap<LocId, usize> = BTreeMap::new();
    for &(other, edge) in places {
        let outcome = match &cfa[edge].op {
            _ if other != function => return None,
            Op::Assume { truth, via: None, .. } => truth ^ scan.is_negated(condition, part(unit, cfa[edge].span)?)?,
            Op::Assert { property, .. } => {
                let fails = program[*property].span;
                !scan.is_then(condition, part(unit, fails)?.start)?
            }
            _ => continue,
        };
        // A branch has two edges, an assertion stands for both.
        let is_branch = matches!(cfa[edge].op, Op::Assume { .. });
        *at.entry(cfa[edge].from).or_default() += if is_branch { 1 } else { 2 };
        found.push(((function, edge), outcome));
    }
    (at.len() == parts && at.values().all(|edges| *edges == 2)).then_some(found)
}

fn part(unit: u32, span: Span) -> Option<Range<u32>> {
    (span.unit == unit).then_some(span.start..span.end)
}

/// The edge with which a statement begins, if it is one after another.
fn beginning(program: &Program, places: &[Place]) -> Option<Place> {
    let &(function, _) = places.first()?;
    let cfa: &Cfa = program[function].cfa()?;
    if places.iter().any(|(other, _)| *other != function) {
        return None;
    }
    if let [only] = places {
        return Some(*only);
    }
    let to: BTreeSet<_> = places.iter().map(|(_, edge)| cfa[*edge].to).collect();
    let first: Vec<&Place> = places.iter().filter(|(_, edge)| !to.contains(&cfa[*edge].from)).collect();
    match first[..] {
        [first] => Some(*first),
        _ => None,
    }
}

/// A text without comments, and without space where the words are clear without it.
pub(super) fn squeezed(text: &str) -> String {
    let is_word = |c: char| c.is_alphanumeric() || c == '_' || c == '$';
    let mut squeezed = String::with_capacity(text.len());
    let mut rest = text;
    let mut space = false;
    while let Some(c) = rest.chars().next() {
        let length = if c == '"' || c == '\'' {
            quoted(rest)
        } else if c.is_whitespace() {
            space = true;
            rest = &rest[c.len_utf8()..];
            continue;
        } else if rest.starts_with("//") || rest.starts_with("/*") {
            space = true;
            let end = if rest.starts_with("//") { "\n" } else { "*/" };
            rest = rest[2..].split_once(end).map_or("", |(_, behind)| behind);
            continue;
        } else {
            c.len_utf8()
        };
        if space && is_word(c) && squeezed.chars().next_back().is_some_and(is_word) {
            squeezed.push(' ');
        }
        space = false;
        squeezed += &rest[..length];
        rest = &rest[length..];
    }
    squeezed
}

/// How long the literal is that a text begins with.
fn quoted(text: &str) -> usize {
    let mut rest = text.char_indices();
    let quote = rest.next().map(|(_, quote)| quote);
    while let Some((at, c)) = rest.next() {
        match c {
            '\\' => _ = rest.next(),
            c if Some(c) == quote => return at + 1,
            _ => {}
        }
    }
    text.len()
}

/// What a squeezed condition asks, without negations around it, and whether it holds when that holds.
pub(super) fn core(condition: &str) -> (String, bool) {
    let mut inside = condition;
    let mut holds = true;
    while let Some(negated) = inside.strip_prefix('!').and_then(unwrapped) {
        inside = negated;
        holds = !holds;
    }
    (inside.to_owned(), holds)
}

/// What is in the parentheses, if they are around all of it.
pub(super) fn unwrapped(text: &str) -> Option<&str> {
    let inside = text.strip_prefix('(')?.strip_suffix(')')?;
    is_balanced(inside).then_some(inside)
}

/// Whether no parenthesis is closed that is not open, and none is left open.
fn is_balanced(text: &str) -> bool {
    let mut depth = 0_usize;
    let mut rest = text;
    while let Some(c) = rest.chars().next() {
        match c {
            '(' => depth += 1,
            ')' => match depth.checked_sub(1) {
                Some(less) => depth = less,
                None => return false,
            },
            _ => {}
        }
        rest = &rest[if c == '"' || c == '\'' { quoted(rest) } else { c.len_utf8() }..];
    }
    depth == 0
}
