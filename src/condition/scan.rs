//! Conditions and statements in the tokens of a program, without a syntax tree: there is none any more, and what they
//! are called needs no more than keywords and brackets.
//!
//! Whatever is not plain is left out, or said to be unsure: who takes a text for something else takes something for
//! checked that is not.

use super::wording::{core, squeezed, unwrapped};
use crate::source::UnitText;
use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

/// The tokens of a unit, and which brackets belong together.
pub(super) struct Scan<'a> {
    text: &'a UnitText,
    /// By token: the bracket that closes or opens it; itself if there is none.
    pub(super) partner: Vec<u32>,
}

/// What there is.
pub(super) struct Found {
    pub(super) conditions: Vec<Condition>,
    /// Conditions of `?:`, by their question marks.
    pub(super) choices: BTreeMap<u32, Condition>,
    /// Declarations and expressions without branches, with their semicolons if they are not in the head of a loop.
    pub(super) statements: Vec<Range<u32>>,
    /// Conditions that are part of another one, or of an expression.
    pub(super) parts: BTreeSet<String>,
    /// The words that every `switch` and its labels consist of; none if there is no switch.
    pub(super) switches: Option<BTreeSet<String>>,
}

/// The condition of an `if`, a loop or a `?:`.
pub(super) struct Condition {
    pub(super) range: Range<u32>,
    /// How many conditions it consists of; none if that is not plain.
    pub(super) parts: Option<usize>,
    is_if: bool,
}

/// What no plain statement has in it.
pub(super) const JUMPS: [&[u8]; 26] = [
    b"if",
    b"while",
    b"for",
    b"switch",
    b"do",
    b"else",
    b"return",
    b"goto",
    b"break",
    b"continue",
    b"case",
    b"default",
    b"static",
    b"extern",
    b"typedef",
    b"?",
    b"&&",
    b"||",
    b"{",
    b"}",
    b"asm",
    b"__asm",
    b"__asm__",
    b"_Static_assert",
    b"__label__",
    b"__extension__",
];

/// What an operand of `&&`, `||` and `?` ends at.
const ENDS: [&[u8]; 27] = [
    b"(", b")", b"[", b"]", b"{", b"}", b";", b"&&", b"||", b"?", b":", b",", b"=", b"+=", b"-=", b"*=", b"/=", b"%=",
    b"&=", b"|=", b"^=", b"<<=", b">>=", b"return", b"case", b"else", b"do",
];

/// Statements that are deeper in each other than this are not looked at.
const MOST_DEPTH: usize = 100;

impl<'a> Scan<'a> {
    pub(super) fn new(text: &'a UnitText) -> Scan<'a> {
        let mut partner: Vec<u32> = (0..text.tokens.len() as u32).collect();
        let mut open: Vec<u32> = Vec::new();
        for at in 0..text.tokens.len() as u32 {
            let closes: &[u8] = match text.token(at) {
                b"(" | b"[" | b"{" => {
                    open.push(at);
                    continue;
                }
                b")" => b"(",
                b"]" => b"[",
                b"}" => b"{",
                _ => continue,
            };
            if let Some(start) = open.pop_if(|start| text.token(*start) == closes) {
                partner[start as usize] = at;
                partner[at as usize] = start;
            }
        }
        Scan { text, partner }
    }

    pub(super) fn token(&self, at: u32) -> &[u8] {
        self.text.token(at)
    }

    /// Where the bracket closes that is opened here.
    pub(super) fn close(&self, at: u32) -> Option<u32> {
        self.partner.get(at as usize).copied().filter(|close| *close > at)
    }

    /// The text of some tokens.
    pub(super) fn squeezed(&self, range: Range<u32>) -> String {
        let mut text = String::new();
        for at in range {
            text += &String::from_utf8_lossy(self.token(at));
            text.push(' ');
        }
        squeezed(&text)
    }

    /// The same as it stands in the text.
    pub(super) fn spelled(&self, range: Range<u32>) -> String {
        let (start, end) = (self.text.range(range.start).0, self.text.range(range.end.saturating_sub(1)).1);
        let text = String::from_utf8_lossy(&self.text.text[start as usize..end.max(start) as usize]);
        // Behind a newline there may be a marker of the preprocessor.
        if text.contains("\n#") { self.squeezed(range) } else { text.into_owned() }
    }

    pub(super) fn find(&self) -> Found {
        let (conditions, choices) = (Vec::new(), BTreeMap::new());
        let mut found = Found { conditions, choices, statements: Vec::new(), parts: BTreeSet::new(), switches: None };
        // Behind the head of an `if` or a loop a statement begins; in the head there is none.
        let (mut starts, mut head) = (false, 0);
        let mut behind = BTreeSet::new();
        let mut statement_end = 0;
        for at in 0..self.partner.len() as u32 {
            let word = self.token(at);
            if at >= statement_end && at >= head && (starts || behind.contains(&at)) {
                if let Some(end) = self.plain(at) {
                    found.statements.push(at..end);
                    statement_end = end;
                } else {
                    found.choices.extend(self.choosing(at).unwrap_or_default());
                }
            }
            if word == b"case" {
                found.switches.get_or_insert_default().extend(self.words(at + 1..self.label(at + 1)));
            }
            starts = [&b";"[..], b"{", b"}", b"else", b"do"].contains(&word);
            let Some(end) = self.close(at + 1).filter(|_| self.token(at + 1) == b"(") else { continue };
            match word {
                b"if" | b"while" => found.conditions.push(self.condition(at + 2..end, word == b"if")),
                b"for" => self.for_head(at + 2..end, &mut found),
                b"switch" => found.switches.get_or_insert_default().extend(self.words(at + 2..end)),
                _ => continue,
            }
            behind.insert(end + 1);
            head = head.max(end + 1);
        }
        let known = found.conditions.iter().chain(found.choices.values()).map(|condition| &condition.range);
        let known: BTreeSet<(u32, u32)> = known.map(|range| (range.start, range.end)).collect();
        for at in (0..self.partner.len() as u32).filter(|at| !found.choices.contains_key(at)) {
            self.part(at, &known, &mut found.parts);
        }
        found
    }

    fn words(&self, range: Range<u32>) -> impl Iterator<Item = String> {
        range.map(|at| String::from_utf8_lossy(self.token(at)).into_owned())
    }

    /// Where the label ends that begins here: what is chosen by `?` has a colon of its own.
    pub(super) fn label(&self, start: u32) -> u32 {
        let (mut at, mut open) = (start, 0);
        while (at as usize) < self.partner.len() {
            match self.token(at) {
                b"?" => open += 1,
                b":" if open == 0 => break,
                b":" => open -= 1,
                b"(" | b"[" => at = self.close(at).unwrap_or(at),
                _ => {}
            }
            at += 1;
        }
        at
    }

    pub(super) fn condition(&self, range: Range<u32>, is_if: bool) -> Condition {
        let has = |wanted: &[u8]| range.clone().any(|at| self.token(at) == wanted);
        let junctions = range.clone().filter(|at| self.is_junction(*at)).count();
        let odd = range.is_empty() || has(b"?") || has(b"{") || (junctions > 0 && has(b"!"));
        Condition { parts: (!odd).then_some(junctions + 1), range, is_if }
    }

    /// The three parts of the head of a loop.
    fn for_head(&self, range: Range<u32>, found: &mut Found) {
        let mut semicolons = Vec::new();
        let mut at = range.start;
        while at < range.end {
            match self.token(at) {
                b";" => semicolons.push(at),
                b"(" | b"[" | b"{" => at = self.close(at).unwrap_or(at),
                _ => {}
            }
            at += 1;
        }
        let [first, second] = semicolons[..] else { return };
        if first + 1 < second {
            found.conditions.push(self.condition(first + 1..second, false));
        }
        for part in [range.start..first, second + 1..range.end] {
            if !part.is_empty() && part.clone().all(|at| !JUMPS.contains(&self.token(at))) {
                found.statements.push(part);
            }
        }
    }

    /// Where a statement without branches ends that begins here.
    fn plain(&self, start: u32) -> Option<u32> {
        let mut at = start;
        while (at as usize) < self.partner.len() && !JUMPS.contains(&self.token(at)) {
            if self.token(at) == b";" {
                return (at > start).then_some(at + 1);
            }
            // A label, and what it is on, is an edge of its own.
            if self.token(at) == b":" {
                return None;
            }
            at += 1;
        }
        None
    }

    /// The conditions around an operator that evaluates one operand before another, or instead of it. Those that are
    /// `known` are conditions of their own.
    fn part(&self, at: u32, known: &BTreeSet<(u32, u32)>, parts: &mut BTreeSet<String>) {
        let word = self.token(at);
        if !self.is_junction(at) && word != b"?" {
            return;
        }
        self.operand(self.left(at, false)..at, parts);
        if word == b"?" {
            return self.operand(self.left(at, true)..at, parts);
        }
        self.operand(at + 1..self.right(at + 1, false), parts);
        // Where no statement asks for all of it, its parts can have the text of all of it nevertheless.
        let (mut start, mut end) = (self.left(at, true), self.right(at + 1, true));
        loop {
            if known.contains(&(start, end)) {
                return;
            }
            match start.checked_sub(1).map(|before| (before, self.token(before))) {
                Some((before, b"!")) => start = before,
                Some((before, b"(")) if self.close(before) == Some(end) => {
                    (start, end) = (before, end + 1);
                }
                _ => break,
            }
        }
        self.operand(start..end, parts);
    }

    pub(super) fn is_junction(&self, at: u32) -> bool {
        [&b"&&"[..], b"||"].contains(&self.token(at))
    }

    /// Where the operand begins that ends here; one of `?` can have junctions in it.
    pub(super) fn left(&self, end: u32, junctions: bool) -> u32 {
        let mut at = end;
        while at > 0 {
            let before = self.token(at - 1);
            let partner = self.partner[at as usize - 1];
            if partner < at - 1 {
                at = partner;
            } else if ENDS.contains(&before) && !(junctions && (before == b"&&" || before == b"||")) {
                break;
            } else {
                at -= 1;
            }
        }
        at
    }

    /// Where the operand ends that begins here; one can have junctions in it.
    fn right(&self, start: u32, junctions: bool) -> u32 {
        let mut at = start;
        while (at as usize) < self.partner.len() {
            let partner = self.partner[at as usize];
            if partner > at {
                at = partner + 1;
            } else if ENDS.contains(&self.token(at)) && !(junctions && self.is_junction(at)) {
                break;
            } else {
                at += 1;
            }
        }
        at
    }

    fn operand(&self, range: Range<u32>, parts: &mut BTreeSet<String>) {
        let mut text = self.squeezed(range);
        loop {
            let (inside, _) = core(&text);
            parts.insert(text);
            parts.insert(inside.clone());
            match unwrapped(&inside) {
                Some(less) => text = less.to_owned(),
                None => return,
            }
        }
    }

    /// Whether a part of a condition is negated in it: nothing if there is more around it than negations.
    pub(super) fn is_negated(&self, condition: &Condition, part: Range<u32>) -> Option<bool> {
        let all = &condition.range;
        if part.start < all.start || part.end > all.end || part.is_empty() {
            return None;
        }
        let is_junction = |at: u32| self.is_junction(at);
        if part.clone().any(is_junction) {
            return None;
        }
        let mut negated = false;
        for at in (all.start..part.start).rev().take_while(|at| !is_junction(*at)) {
            match self.token(at) {
                b"(" => {}
                b"!" => negated = !negated,
                _ => return None,
            }
        }
        let mut behind = (part.end..all.end).take_while(|at| !is_junction(*at));
        behind.all(|at| self.token(at) == b")").then_some(negated)
    }

    /// Whether a token is in what is done when the condition holds; nothing if it is in neither side.
    pub(super) fn is_then(&self, condition: &Condition, token: u32) -> Option<bool> {
        let start = condition.range.end + 1;
        let end = if condition.is_if { self.statement(start, 0)? } else { return None };
        if (start..end).contains(&token) {
            return Some(true);
        }
        if self.token(end) != b"else" {
            return None;
        }
        (end..self.statement(end + 1, 0)?).contains(&token).then_some(false)
    }

    /// Where the statement ends that begins here.
    fn statement(&self, start: u32, depth: usize) -> Option<u32> {
        let mut at = start;
        if depth > MOST_DEPTH {
            return None;
        }
        match self.token(at) {
            b"{" => self.close(at).map(|close| close + 1),
            b"if" => loop {
                at = self.statement(self.close(at + 1)? + 1, depth + 1)?;
                if self.token(at) != b"else" {
                    return Some(at);
                }
                at += 1;
                if self.token(at) != b"if" {
                    return self.statement(at, depth + 1);
                }
            },
            b"while" | b"for" | b"switch" => self.statement(self.close(at + 1)? + 1, depth + 1),
            b"do" => {
                let behind = self.statement(at + 1, depth + 1)?;
                self.close(behind + 1).map(|close| close + 2)
            }
            _ if self.token(at + 1) == b":" => self.statement(at + 2, depth + 1),
            b"case" => None,
            _ => {
                while (at as usize) < self.partner.len() {
                    match self.token(at) {
                        b";" => return Some(at + 1),
                        b"(" | b"[" | b"{" => at = self.close(at)?,
                        b"}" => return None,
                        _ => {}
                    }
                    at += 1;
                }
                None
            }
        }
    }
}
