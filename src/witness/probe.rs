//! Questions that are put into a program: C expressions of witnesses, typed where they stand.
//!
//! A name in a witness means what it means at a place of the program: shadowed variables, types by name and constants
//! of enumerations included. Only the walk over all tokens of a file knows that ([`crate::frontend::syntax`]), and no
//! syntax tree is left when it has ended. So the walk is done again over the preprocessed text, with the expressions of
//! the witness in it, each as the argument of a call of a function that nobody defines:
//!
//! - `want_k() ? at_k(!!(e)) : 0` in front of a statement, behind a declaration, or before the condition of a loop;
//! - `branch_k(!!(c))` around a condition, of a statement or of `?:`, so that it has one value, whatever it is made of.
//!
//! Afterwards every position is that of the text without them, and what computes `e` is taken out of the automaton
//! ([`take`]): a fragment that can be run wherever its variables are. What is left of a question is a mark, the call of
//! `want_k`. An expression that cannot be typed is left out, with the reason.

use super::layout::{Kind, Layout, Stmt};
use crate::cfa::passes::prune;
use crate::cfa::{AssumptionKind, Callee, Cfa, Edge, EdgeId, Expr, FuncId, LocId, Op, PlaceKind, Program, Var};
use crate::ctype::TypeId;
use crate::frontend::syntax::Unit;
use crate::property::defined;
use crate::source::{Diagnostic, Span, UnitText};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

/// A question of the plan at hand.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ProbeId(pub u32);

/// Where a question stands: at a statement of the layout of its unit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Form {
    Before(usize),
    /// Behind a declaration.
    After(usize),
    /// Each time before the condition is evaluated.
    Condition(usize),
    /// What the condition is.
    Branch(usize),
    /// What the condition of a conditional expression is, from this token up to its question mark.
    Choice(u32, u32),
    /// Where the body of a function begins.
    Entry(usize),
    /// The value there, not only whether it is zero.
    EntryValue(usize),
    /// The value before a statement; several of them in the order of their numbers.
    Update(usize, u32),
    /// A declaration in front of all functions.
    Ghost,
}

#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Probe {
    pub unit: u32,
    pub form: Form,
    /// The expression; `1` where only the place matters.
    pub text: String,
}

/// The questions about a program, each once.
#[derive(Clone, Debug, Default)]
pub struct Plan {
    probes: Vec<Probe>,
    known: BTreeMap<Probe, ProbeId>,
}

impl Plan {
    pub fn add(&mut self, probe: Probe) -> ProbeId {
        if let Some(id) = self.known.get(&probe) {
            return *id;
        }
        let id = ProbeId(self.probes.len() as u32);
        self.known.insert(probe.clone(), id);
        self.probes.push(probe);
        id
    }

    pub fn extend(&mut self, probes: impl IntoIterator<Item = Probe>) {
        probes.into_iter().for_each(|probe| _ = self.add(probe));
    }

    pub fn get(&self, probe: &Probe) -> Option<ProbeId> {
        self.known.get(probe).copied()
    }

    pub fn ids(&self) -> impl Iterator<Item = ProbeId> + use<> {
        (0..self.probes.len() as u32).map(ProbeId)
    }

    fn iter(&self) -> impl Iterator<Item = (ProbeId, &Probe)> {
        (0..).map(ProbeId).zip(&self.probes)
    }

    /// A unit with its questions in it, but for those that are left out.
    pub fn put(&self, unit: u32, file: &str, text: &UnitText, layout: &Layout, without: &BTreeSet<ProbeId>) -> Asked {
        let mine: Vec<(ProbeId, &Probe)> =
            self.iter().filter(|(id, probe)| probe.unit == unit && !without.contains(id)).collect();
        let pieces = pieces(&mine, layout);
        let (bytes, ranges) = splice(text, &pieces);
        let (text, read) = Unit::read(unit, file, bytes);
        Asked { read, back: Back::new(&text, &ranges) }
    }
}

/// A unit that has questions in it.
pub struct Asked {
    pub read: Result<Unit, Diagnostic>,
    pub back: Back,
}

/// The words of a question.
fn words(id: ProbeId, text: &str) -> String {
    format!("(__qicc_want_{0}() ? __qicc_at_{0}(!!({text})) : 0)", id.0)
}

/// The words of a question whose value is wanted: a function without parameters is given it as it is promoted.
fn value_words(id: ProbeId, text: &str) -> String {
    format!("(__qicc_want_{0}() ? __qicc_at_{0}({text}) : 0)", id.0)
}

/// What stands in front of a statement; one that is no part of a block becomes one.
fn before(stmt: &Stmt, id: ProbeId, words: &str, pieces: &mut Vec<Piece>) {
    let open = if stmt.in_block { "" } else { "{" };
    pieces.push((stmt.code, 2, id, format!(" {open} {words}; ")));
    if !stmt.in_block {
        pieces.push((stmt.end, 0, id, " } ".into()));
    }
}

/// What is written in front of tokens: the token, what comes first there, whose it is, and the words.
type Piece = (u32, u32, ProbeId, String);

fn pieces(probes: &[(ProbeId, &Probe)], layout: &Layout) -> Vec<Piece> {
    let mut pieces: Vec<Piece> = Vec::new();
    for &(id, probe) in probes {
        match probe.form {
            Form::Before(stmt) => before(&layout.stmts[stmt], id, &words(id, &probe.text), &mut pieces),
            Form::Update(stmt, _) => before(&layout.stmts[stmt], id, &value_words(id, &probe.text), &mut pieces),
            Form::Entry(index) => {
                pieces.push((layout.functions[index].body + 1, 1, id, format!(" {}; ", words(id, &probe.text))));
            }
            Form::EntryValue(index) => {
                pieces.push((layout.functions[index].body + 1, 1, id, format!(" {}; ", value_words(id, &probe.text))));
            }
            Form::Ghost => {
                let head = layout.functions.first().map_or(0, |function| function.head);
                pieces.push((head, 1, id, format!(" {} ", probe.text)));
            }
            Form::After(stmt) => pieces.push((layout.stmts[stmt].end, 1, id, format!(" {}; ", words(id, &probe.text)))),
            Form::Condition(stmt) => {
                let Some((start, end)) = layout.stmts[stmt].cond else { continue };
                pieces.push((start, 3, id, format!(" {}, ", words(id, &probe.text))));
                let branch = |other: &(ProbeId, &Probe)| other.1.form == Form::Branch(stmt);
                let first = probes.iter().find(|other| other.1.form == probe.form).map(|other| other.0);
                if start == end && first == Some(id) && !probes.iter().any(branch) {
                    pieces.push((start, 4, id, " 1 ".into()));
                }
            }
            Form::Branch(stmt) => match layout.stmts[stmt].cond {
                Some((start, end)) if start == end => {
                    pieces.push((start, 4, id, format!(" __qicc_branch_{}(1) ", id.0)));
                }
                Some((start, end)) => {
                    pieces.push((start, 4, id, format!(" __qicc_branch_{}(!!( ", id.0)));
                    pieces.push((end, 0, id, " )) ".into()));
                }
                None => {}
            },
            // Inside of the condition of a statement that begins with it.
            Form::Choice(start, end) => {
                pieces.push((start, 5, id, format!(" __qicc_branch_{}(!!( ", id.0)));
                pieces.push((end, 0, id, " )) ".into()));
            }
        }
    }
    pieces.sort_by_key(|(token, rank, id, _)| (*token, *rank, *id));
    pieces
}

/// The text with what is written into it, and where that is then.
fn splice(text: &UnitText, pieces: &[Piece]) -> (Vec<u8>, Vec<(u32, u32, ProbeId)>) {
    let (mut bytes, mut ranges, mut done) = (Vec::with_capacity(text.text.len()), Vec::new(), 0);
    for (token, _, id, words) in pieces {
        let at = text.range(*token).0 as usize;
        bytes.extend(&text.text[done..at]);
        done = at;
        let start = bytes.len() as u32;
        bytes.extend(words.as_bytes());
        ranges.push((start, bytes.len() as u32, *id));
    }
    bytes.extend(&text.text[done..]);
    (bytes, ranges)
}

/// From the tokens of a text with questions in it to those of the text without.
pub struct Back {
    /// By token: the number that it has without them; for those of questions, that of the one behind.
    old: Vec<u32>,
    /// By token: whose it is.
    probe: Vec<Option<ProbeId>>,
}

impl Back {
    fn new(text: &Arc<UnitText>, ranges: &[(u32, u32, ProbeId)]) -> Back {
        let (mut old, mut probe, mut count) = (Vec::new(), Vec::new(), 0);
        for (start, _) in &text.tokens {
            let after = ranges.partition_point(|range| range.0 <= *start);
            let own = after.checked_sub(1).map(|last| ranges[last]).filter(|range| *start < range.1);
            old.push(count);
            probe.push(own.map(|range| range.2));
            count += u32::from(own.is_none());
        }
        old.push(count);
        Back { old, probe }
    }

    fn token(&self, token: u32) -> u32 {
        self.old.get(token as usize).or(self.old.last()).copied().unwrap_or(0)
    }

    pub fn span(&self, span: Span) -> Span {
        let (start, end) = (self.token(span.start), self.token(span.end));
        Span { start, end: end.max(start), ..span }
    }

    /// The question that a position of the text is in.
    pub fn owner(&self, span: Span) -> Option<ProbeId> {
        self.probe.get(span.start as usize).copied().flatten()
    }
}

/// Every position of a program as it is without questions.
pub fn restore(program: &mut Program, backs: &[Back]) {
    let back = |span: &mut Span| {
        if let Some(back) = backs.get(span.unit as usize) {
            *span = back.span(*span);
        }
    };
    for function in &mut program.functions {
        back(&mut function.span);
        if let Some(cfa) = function.cfa_mut() {
            cfa.edges.iter_mut().for_each(|edge| back(&mut edge.span));
            cfa.locals.iter_mut().for_each(|local| back(&mut local.span));
        }
    }
    program.globals.iter_mut().for_each(|global| back(&mut global.span));
    for property in &mut program.properties {
        back(&mut property.span);
        back(&mut property.origin);
    }
    program.assumptions.iter_mut().for_each(|assumption| back(&mut assumption.span));
}

/// What computes an expression: from one location to another, and its value there.
#[derive(Clone, Debug)]
pub struct Fragment {
    pub function: FuncId,
    pub edges: Vec<Edge>,
    pub entry: LocId,
    pub exit: LocId,
    pub value: Expr,
    /// Where control is when the expression has no value there, as behind a null pointer; nowhere if it always has one.
    pub undefined: Option<LocId>,
}

impl Fragment {
    /// Asks before each step whether it is defined. Nobody else does: what a verifier makes of a division by zero, or
    /// of what is behind a null pointer, is not what the witness says, and may end the execution.
    pub fn guarded(&self, program: &Program, bytes: TypeId) -> Fragment {
        let Some(cfa) = program[self.function].cfa() else { return self.clone() };
        let ends = self.edges.iter().flat_map(|edge| [edge.from, edge.to]).chain([self.entry, self.exit]);
        let mut next = ends.map(|loc| loc.0 + 1).max().unwrap_or(0);
        let mut fresh = || {
            next += 1;
            LocId(next - 1)
        };
        let (nowhere, mut made) = (fresh(), Fragment { edges: Vec::new(), ..self.clone() });
        let (mut behind, mut span) = (BTreeMap::new(), program[self.function].span);
        for edge in &self.edges {
            span = edge.span;
            let from = *behind.entry(edge.from).or_insert_with(|| {
                let needed = defined(program, cfa, &edge.op, edge.span, bytes);
                chain(&mut made.edges, edge.from, needed, (edge.span, nowhere), &mut fresh)
            });
            made.edges.push(Edge { from, ..edge.clone() });
        }
        let value = Op::Return(Some(self.value.clone()));
        let needed = defined(program, cfa, &value, span, bytes);
        made.exit = chain(&mut made.edges, self.exit, needed, (span, nowhere), &mut fresh);
        made.undefined = made.edges.iter().any(|edge| edge.to == nowhere).then_some(nowhere);
        made
    }
}

/// Conditions one behind the other; where all of them hold.
fn chain(
    edges: &mut Vec<Edge>,
    from: LocId,
    conditions: Vec<Expr>,
    (span, nowhere): (Span, LocId),
    fresh: &mut impl FnMut() -> LocId,
) -> LocId {
    conditions.into_iter().fold(from, |from, cond| {
        let to = fresh();
        let holds = Op::Assume { cond: cond.clone(), truth: true, via: None };
        edges.push(Edge { from, to, op: holds, span });
        edges.push(Edge { from, to: nowhere, op: Op::Assume { cond, truth: false, via: None }, span });
        to
    })
}

/// What an edge is a mark of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mark {
    Want(ProbeId),
    At(ProbeId),
    Branch(ProbeId),
}

/// The question that a call belongs to.
pub fn mark(program: &Program, edge: &Edge) -> Option<Mark> {
    let Op::Call { callee: Callee::Direct(callee), .. } = &edge.op else { return None };
    let name = program[*callee].name.strip_prefix("__qicc_")?;
    let (kind, number) = name.rsplit_once('_')?;
    let id = ProbeId(number.parse().ok()?);
    match kind {
        "want" => Some(Mark::Want(id)),
        "at" => Some(Mark::At(id)),
        "branch" => Some(Mark::Branch(id)),
        _ => None,
    }
}

/// Names that begin so are nobody else's.
const OURS: &str = "__qicc_";

/// The name of the function that stands for the result of a call in an expression.
pub const RESULT: &str = "__qicc_result";

/// Takes what computes expressions out of a program; marks are left. What nobody comes to has no fragment, nor has what
/// would change something: the second part has the reasons.
pub fn take(program: &mut Program) -> (BTreeMap<ProbeId, Fragment>, BTreeMap<ProbeId, String>) {
    let (mut fragments, mut refused) = (BTreeMap::new(), BTreeMap::new());
    for number in 0..program.functions.len() {
        let function = FuncId(number as u32);
        let Some(mut cfa) = program.functions[number].take_cfa() else { continue };
        let marks: Vec<(EdgeId, Mark)> = cfa.edge_ids().filter_map(|id| Some((id, mark(program, &cfa[id])?))).collect();
        for (edge, mark) in &marks {
            let Mark::Want(id) = mark else { continue };
            let at = marks.iter().find(|(_, other)| *other == Mark::At(*id)).map(|(edge, _)| *edge);
            let Some(fragment) = at.and_then(|at| cut(&mut cfa, function, *edge, at)) else { continue };
            match effect(program, &fragment) {
                Some(why) => _ = refused.insert(*id, why.to_owned()),
                None => _ = fragments.insert(*id, fragment),
            }
        }
        if !marks.is_empty() {
            prune(&mut cfa);
        }
        program.functions[number].body = crate::cfa::Body::Cfa(cfa);
    }
    let ours = |name: &str| name.starts_with(OURS);
    program.assumptions.retain(|assumption| match &assumption.kind {
        AssumptionKind::UndefinedFunction(name) | AssumptionKind::UndefinedPointer(name) => !ours(name),
        _ => true,
    });
    (fragments, refused)
}

/// What a fragment does besides computing a value. Words alone do not tell: `(f)(x)` may be a call or a cast.
fn effect(program: &Program, fragment: &Fragment) -> Option<&'static str> {
    let of = |edge: &Edge| match &edge.op {
        Op::Skip | Op::Assume { via: None, .. } | Op::Declare(_) => None,
        Op::Assign { place, .. } if matches!(place.kind, PlaceKind::Var(Var::Local(_))) => None,
        // What a call returned, and what something was, are put in there later.
        Op::Call { callee: Callee::Direct(callee), .. } if program[*callee].name.starts_with(OURS) => None,
        Op::Call { .. } => Some("it calls a function"),
        _ => Some("it does more than to compute a value"),
    };
    fragment.edges.iter().find_map(of)
}

/// Goes past a question from now on.
fn cut(cfa: &mut Cfa, function: FuncId, want: EdgeId, at: EdgeId) -> Option<Fragment> {
    let outgoing = cfa.outgoing();
    let [yes, no] = outgoing.of(cfa[want].to) else { return None };
    let (entry, exit) = (cfa[*yes].to, cfa[at].from);
    let Op::Call { args, .. } = &cfa[at].op else { return None };
    let value = args.first()?.clone();
    let mut edges = BTreeSet::new();
    let (mut seen, mut work) = (BTreeSet::from([entry]), vec![entry]);
    while let Some(loc) = work.pop() {
        for edge in outgoing.of(loc).iter().filter(|edge| **edge != at) {
            edges.insert(*edge);
            if seen.insert(cfa[*edge].to) {
                work.push(cfa[*edge].to);
            }
        }
    }
    let edges = edges.into_iter().map(|edge| cfa[edge].clone()).collect();
    let past = cfa[*no].to;
    let edge = &mut cfa.edges[want.0 as usize];
    edge.to = past;
    if let Op::Call { dst, .. } = &mut edge.op {
        *dst = None;
    }
    Some(Fragment { function, edges, entry, exit, value, undefined: None })
}

/// The place from which an expression behind a token is typed.
pub fn scope(layout: &Layout, token: u32) -> Option<Form> {
    let index = layout.around(token)?;
    let stmt = &layout.stmts[index];
    Some(match stmt.kind {
        Kind::Block => return None,
        Kind::Declaration if stmt.in_block => Form::After(index),
        Kind::For if stmt.cond.is_some() => Form::Condition(index),
        _ => Form::Before(index),
    })
}

/// Why an expression is not put into a program: it must be one expression without effects, and nothing else.
pub fn refuse(text: &str) -> Option<String> {
    const EFFECTS: &str = "= ++ -- += -= *= /= %= &= |= ^= <<= >>= { } ; # asm __asm__";
    if text.contains(['#', '\n', '"', '\\', '@']) || text.contains("//") || text.contains("/*") {
        return Some("it is no plain expression".into());
    }
    // It is no unit, so that only its tokens are of interest.
    let (tokens, _) = Unit::read(0, "witness", text.as_bytes().to_vec());
    let (mut open, mut last) = (Vec::new(), &b""[..]);
    for token in 0..tokens.tokens.len() as u32 {
        let word = tokens.token(token);
        match word {
            word if word.starts_with(OURS.as_bytes()) => return Some("it has a name that is not the program's".into()),
            b"(" if is_name(last) => return Some("it calls a function".into()),
            b"(" => open.push(&b")"[..]),
            b"[" => open.push(&b"]"[..]),
            b")" | b"]" if open.pop() != Some(word) => return Some("its brackets do not match".into()),
            _ if EFFECTS.split(' ').any(|effect| effect.as_bytes() == word) => {
                return Some(format!("`{}` has no place in it", String::from_utf8_lossy(word)));
            }
            _ => {}
        }
        last = word;
    }
    match open.is_empty() {
        true if tokens.tokens.is_empty() => Some("it is empty".into()),
        true => None,
        false => Some("its brackets do not match".into()),
    }
}

/// Whether a token can be the name of a function that is called.
fn is_name(token: &[u8]) -> bool {
    let first = token.first().is_some_and(|c| c.is_ascii_alphabetic() || *c == b'_');
    first && !matches!(token, b"sizeof" | b"_Alignof")
}
