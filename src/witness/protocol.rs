//! A witness as a protocol automaton over the edges of a program: what both formats have in common.
//!
//! First the witness says which expressions it needs at which places ([`plan`]); when the program has been built
//! with them in it, it says what happens at which edges ([`guide`]), and [`super::weave`] makes a program of that.
//! GraphML's automata are in [`super::graph`], the waypoints of YAML in [`super::segments`].
//!
//! Where the program cannot be followed as the witness means it, executions may get lost: then nobody concludes that
//! there is no violation on its way (`lost`). An assumption that cannot be looked at lets executions through: then a
//! violation does not confirm the witness (`doubts`).

use super::layout::{Kind, Layout};
use super::probe::{Fragment, Mark, Plan, ProbeId, mark};
use super::weave::{Counting, Rules, State};
use super::{Content, Place, Witness, graph, pinned, segments};
use crate::cfa::{Cfa, EdgeId, FuncId, Op, Program, PropId};
use crate::source::{Diagnostic, SourceMap, Span};
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

/// The program as its user sees it.
pub struct Source<'a> {
    pub map: &'a SourceMap,
    /// By unit.
    pub layouts: Vec<Layout>,
}

/// A token of a unit.
pub type Token = (u32, u32);

impl<'a> Source<'a> {
    pub fn new(map: &'a SourceMap) -> Source<'a> {
        Source { map, layouts: map.units().iter().map(|unit| Layout::of(unit)).collect() }
    }

    /// The tokens of functions on these lines of a file.
    pub fn tokens(&self, file: Option<&str>, lines: (u32, u32)) -> Vec<Token> {
        let mut found = Vec::new();
        for (unit, layout) in (0..).zip(&self.layouts) {
            for function in &layout.functions {
                let on = |token: &u32| {
                    let (name, line) = self.map.line(self.span(unit, *token));
                    (lines.0..=lines.1).contains(&line) && file.is_none_or(|file| same_file(file, name))
                };
                found.extend((function.body..function.end).filter(on).map(|token| (unit, token)));
            }
        }
        found
    }

    /// The suitable token at a place; the leftmost one if it has no column. A header is in every unit that includes it,
    /// so that there is one for each.
    pub fn at(&self, place: &Place, suits: impl Fn(Token) -> bool) -> Vec<Token> {
        let mut found: Vec<Token> = Vec::new();
        for token in self.tokens(Some(&place.file), (place.line, place.line)) {
            let new = found.last().is_none_or(|last| last.0 != token.0);
            if new && place.column.is_none_or(|wanted| self.column(token) == wanted) && suits(token) {
                found.push(token);
            }
        }
        // Files of one name in several folders: the witness must say which.
        let file = |token: &Token| self.map.line(self.span(token.0, token.1)).0;
        if found.iter().any(|token| file(token) != file(&found[0])) {
            found.retain(|token| Path::new(file(token)).ends_with(&place.file));
        }
        if found.iter().any(|token| file(token) != file(&found[0])) {
            found.clear();
        }
        found
    }

    /// Whether another suitable token is where this one is: a macro has many tokens at one place.
    pub fn beside(&self, token: Token, suits: impl Fn(Token) -> bool) -> bool {
        let line = |token: Token| self.map.line(self.span(token.0, token.1));
        let layout = self.layout(token.0);
        let Some(function) = layout.functions.iter().find(|known| (known.body..known.end).contains(&token.1)) else {
            return false;
        };
        let here = (line(token), self.column(token));
        let others = (function.body..function.end).map(|other| (token.0, other)).filter(|other| *other != token);
        others.filter(|other| line(*other) == here.0).any(|other| self.column(other) == here.1 && suits(other))
    }

    /// Whether the loop that begins at a place has its head where its body begins: then an invariant of GraphML, which
    /// holds at the head, is none of YAML, which holds at the condition.
    pub fn begins_do(&self, place: &Place) -> bool {
        let stmt = |token: Token| self.layout(token.0).beginning(token.1).map(|stmt| &self.layout(token.0).stmts[stmt]);
        let is_do = |token: Token| stmt(token).is_some_and(|stmt| stmt.kind == Kind::Do && stmt.code == token.1);
        !self.at(place, is_do).is_empty()
    }

    /// The column of a token, in characters.
    pub fn column(&self, (unit, token): Token) -> u32 {
        self.map.column(&self.map.locate(self.span(unit, token)))
    }

    pub fn span(&self, unit: u32, token: u32) -> Span {
        Span { unit, start: token, end: token + 1 }
    }

    /// How many characters there are in the user's file before a span.
    pub fn offset(&self, span: Span) -> Option<u32> {
        self.map.characters_before(&self.map.locate(span))
    }

    pub fn layout(&self, unit: u32) -> &Layout {
        &self.layouts[unit as usize]
    }

    /// Whether somebody has written a function of this name.
    pub fn has_function(&self, name: &str) -> bool {
        self.layouts.iter().flat_map(|layout| &layout.functions).any(|function| function.name == name)
    }

    pub fn word(&self, (unit, token): Token) -> &[u8] {
        self.map.unit(unit).token(token)
    }

    /// Whether all names of an expression occur in front of a token; one that does not cannot be declared there.
    pub fn has_names(&self, unit: u32, before: u32, text: &str) -> Result<(), String> {
        let tokens = self.map.unit(unit);
        for name in names(text) {
            if !(0..before).any(|token| tokens.token(token) == name.as_bytes()) {
                return Err(name);
            }
        }
        Ok(())
    }
}

/// The names in an expression.
pub(super) fn names(text: &str) -> Vec<String> {
    let words = text.split(|c: char| !(c.is_ascii_alphanumeric() || c == '_'));
    let name = |word: &&str| word.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_');
    let keyword = |word: &str| {
        matches!(word, "int" | "unsigned" | "signed" | "long" | "short" | "char" | "float" | "double" | "sizeof")
            || matches!(word, "struct" | "union" | "enum" | "const" | "volatile" | "void" | "_Bool" | "__int128")
            || word.starts_with("__qicc")
    };
    words.filter(name).filter(|word| !keyword(word)).map(str::to_owned).collect()
}

/// Files are known by their names without folders: a witness was made elsewhere.
pub fn same_file(a: &str, b: &str) -> bool {
    Path::new(a).file_name() == Path::new(b).file_name()
}

/// An expression that is no conjunction itself: those of a list and of `&&` on its outside.
pub fn conjuncts(text: &str) -> Vec<String> {
    let text = text.trim();
    let bytes = text.as_bytes();
    let (mut depth, mut start, mut parts) = (0, 0, Vec::new());
    let mut at = 0;
    while at < bytes.len() {
        match bytes[at] {
            b'(' | b'[' => depth += 1,
            b')' | b']' => depth -= 1,
            // Weaker than a conjunction.
            b'?' if depth == 0 => return vec![text.to_owned()],
            b'|' if depth == 0 && bytes.get(at + 1) == Some(&b'|') => return vec![text.to_owned()],
            b'&' if depth == 0 && bytes.get(at + 1) == Some(&b'&') => {
                parts.push(&text[start..at]);
                at += 1;
                start = at + 1;
            }
            _ => {}
        }
        at += 1;
    }
    parts.push(&text[start..]);
    if let [only] = parts[..] {
        return match inside(only) {
            Some(inner) => conjuncts(inner),
            None => vec![only.trim().to_owned()],
        };
    }
    parts.into_iter().flat_map(conjuncts).collect()
}

/// What stands in the parentheses around an expression.
fn inside(text: &str) -> Option<&str> {
    let inner = text.trim().strip_prefix('(')?.strip_suffix(')')?;
    let mut depth = 0;
    for c in inner.chars() {
        match c {
            '(' => depth += 1,
            ')' => depth -= 1,
            _ => {}
        }
        if depth < 0 {
            return None;
        }
    }
    (depth == 0).then_some(inner)
}

/// What a witness wants of a program.
#[derive(Debug, Default)]
pub struct Guide {
    pub rules: Rules,
    pub counting: Counting,
    pub initial: State,
    /// Why a violation on the way of the witness may not be one that it means.
    pub doubts: BTreeSet<String>,
    /// Why executions that the witness means may be missing.
    pub lost: BTreeSet<String>,
    /// What else there is to say.
    pub notes: BTreeSet<String>,
}

/// A program with the questions of a witness in it.
pub struct Built<'a> {
    pub source: &'a Source<'a>,
    pub program: &'a Program,
    pub asked: &'a BTreeSet<PropId>,
    pub plan: &'a Plan,
    pub fragments: &'a BTreeMap<ProbeId, Fragment>,
    /// What could not be typed, and why.
    pub untyped: &'a BTreeMap<ProbeId, String>,
    /// The user's function that executions begin with.
    pub entry: FuncId,
}

impl Built<'_> {
    /// All edges of the user's functions.
    pub fn edges(&self) -> impl Iterator<Item = (FuncId, &Cfa, EdgeId)> {
        self.program.defined().flat_map(|(id, cfa)| cfa.edge_ids().map(move |edge| (id, cfa, edge)))
    }

    pub fn mark(&self, cfa: &Cfa, edge: EdgeId) -> Option<Mark> {
        mark(self.program, &cfa[edge])
    }

    /// The property that an edge asserts, if it is asked for.
    pub fn asserted(&self, cfa: &Cfa, edge: EdgeId) -> Option<PropId> {
        match &cfa[edge].op {
            Op::Assert { property, .. } if self.asked.contains(property) => Some(*property),
            _ => None,
        }
    }
}

/// The same witness with assumptions at branches that may hold a step later than it says. Nothing is confirmed by that:
/// it tells witnesses that nothing fits from those that speak of other places than the format does.
pub fn lenient(witness: &Witness) -> Option<Witness> {
    let Content::Automaton(automaton) = &witness.content else { return None };
    let deferred = graph::deferred(automaton)?;
    Some(Witness { metadata: witness.metadata.clone(), content: Content::Automaton(deferred) })
}

/// The questions of a witness.
pub fn plan(witness: &Witness, source: &Source) -> Result<(Plan, Guide), Diagnostic> {
    let (mut plan, mut guide) = (Plan::default(), Guide::default());
    match &witness.content {
        Content::Automaton(automaton) => graph::plan(automaton, source, &mut plan, &mut guide),
        Content::Segments(all) => segments::plan(all, source, &mut plan, &mut guide)?,
        Content::Invariants(_) | Content::Annotations(_) => {}
    }
    Ok((plan, guide))
}

/// What happens where.
pub fn guide(witness: &Witness, built: &Built, guide: &mut Guide) -> Result<(), Diagnostic> {
    match &witness.content {
        Content::Automaton(automaton) => graph::rules(automaton, built, guide)?,
        Content::Segments(all) => segments::rules(all, built, guide)?,
        Content::Invariants(_) | Content::Annotations(_) => {}
    }
    pinned::pin(&built.program.types, &mut guide.rules);
    // A mark that nobody waits for is nothing.
    let marks: Vec<(FuncId, EdgeId)> =
        built.edges().filter(|(_, cfa, edge)| built.mark(cfa, *edge).is_some()).map(|(f, _, edge)| (f, edge)).collect();
    for (function, edge) in marks {
        guide.rules.entry(function).or_default().entry(super::weave::When::Instead(edge)).or_default();
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn conjunctions_in_parts() {
        assert_eq!(conjuncts("(n==7) && (i==0) && s==0"), ["n==7", "i==0", "s==0"]);
        assert_eq!(conjuncts("((a || b) && c)"), ["a || b", "c"]);
        assert_eq!(conjuncts("a && b || c"), ["a && b || c"]);
        assert_eq!(conjuncts("(a) == (b)"), ["(a) == (b)"]);
        assert_eq!(conjuncts("x & y"), ["x & y"]);
    }
}
