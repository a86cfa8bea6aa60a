//! Automata of GraphML beside a program.
//!
//! A node is a state. Where an edge of the program fits the guard of an edge that leaves it, that edge is taken, and
//! what it assumes must hold behind it; where none fits, the state stays. One line of the source is several edges here,
//! and others than those of the verifier that wrote the witness: as long as the next edge of the program fits the same
//! guard, staying is allowed as well (paper 003: the choice that ambiguous lines leave).
//!
//! What fits a guard is found in [`super::guards`]. A declaration waits for its initialiser.

use super::guards::{Event, Matcher, Phase, is_at};
use super::layout::{Kind, Stmt};
use super::probe::{Form, Plan, Probe, ProbeId, refuse, scope};
use super::protocol::{Built, Guide, Source, Token, conjuncts};
use super::result;
use super::weave::{Check, Rule, State, Way, When};
use super::{Automaton, Claim, Edge as Step, Guard, Node, NodeId, Scoped};
use crate::cfa::visit::addressed_locals;
use crate::cfa::{BinaryOp, Callee, Cfa, EdgeId, Expr, ExprKind, FuncId, Op, Place, PlaceKind, Var};
use crate::ctype::Types;
use crate::source::{Diagnostic, Span};
use std::collections::{BTreeMap, BTreeSet};

/// So many edges in a row can be one edge of the program.
const ROW: usize = 8;
/// So many ways are put into a program: edges without guards are ways wherever anything happens.
pub(super) const MOST_WAYS: usize = 50_000;
/// So often it is asked whether an edge of the program fits one of the witness.
const MOST_PAIRS: usize = 200_000_000;

/// Why a witness is not followed that would make too much of a program.
pub(super) fn too_large(automaton: &Automaton, built: &Built) -> Option<Diagnostic> {
    let pairs = automaton.edges.len().saturating_mul(built.edges().count());
    (pairs > MOST_PAIRS).then(|| Diagnostic::new("witness", "the witness is too large for this program"))
}

/// The expressions of an assumption.
fn parts(step: &Step) -> Vec<String> {
    let Some(assumption) = &step.assumption else { return Vec::new() };
    let lists = assumption.text.split(';').filter(|part| !part.trim().is_empty());
    lists.flat_map(conjuncts).collect()
}

pub(super) fn plan(automaton: &Automaton, source: &Source, plan: &mut Plan, guide: &mut Guide) {
    if automaton.claim == Claim::Correctness {
        return;
    }
    let constants: Vec<Decision> = decisions(source).filter(|decision| decision.has_no_name(source)).collect();
    for step in &automaton.edges {
        if step.guard.control.is_some() && step.guard.has_place() {
            let here = constants.iter().filter(|decision| is_at(source, &step.guard, decision.cond, false));
            plan.extend(here.map(Decision::branch));
        }
        let parts = parts(step);
        if parts.is_empty() {
            continue;
        }
        let tokens = source.tokens(step.guard.file.as_deref(), step.guard.lines.unwrap_or((0, u32::MAX)));
        let wanted = step.assumption.as_ref().and_then(|assumption| assumption.function.as_deref());
        let here =
            |(unit, token): &Token| wanted.is_none_or(|wanted| source.layout(*unit).function(*token) == Some(wanted));
        let tokens: Vec<Token> = tokens.into_iter().filter(here).collect();
        let begun = begun(source, step);
        for text in parts {
            match refuse(&result::plain(&text)) {
                Some(why) => _ = guide.doubts.insert(format!("`{text}` cannot be looked at: {why}")),
                None => {
                    plan.extend(tokens.iter().filter_map(|token| question(source, *token, &text)));
                    plan.extend(begun.map(|(unit, form)| Probe { unit, form, text }));
                }
            }
        }
    }
}

/// A statement that branches.
struct Decision {
    unit: u32,
    stmt: usize,
    /// Where what it decides by begins.
    cond: Span,
}

fn decisions(source: &Source) -> impl Iterator<Item = Decision> {
    let all = (0..).zip(&source.layouts).flat_map(|(unit, layout)| (0..).zip(&layout.stmts).map(move |of| (unit, of)));
    let decides = |stmt: &&Stmt| stmt.kind == Kind::If || stmt.is_loop();
    all.filter_map(move |(unit, (number, stmt))| {
        let (start, _) = Some(stmt).filter(decides)?.cond?;
        Some(Decision { unit, stmt: number, cond: source.span(unit, start) })
    })
}

impl Decision {
    /// Whether a condition is a constant for certain, as one that is not there. It has no branches unless somebody asks
    /// for them.
    fn has_no_name(&self, source: &Source) -> bool {
        let name =
            |token| source.word((self.unit, token)).first().is_some_and(|c| c.is_ascii_alphabetic() || *c == b'_');
        source.layout(self.unit).stmts[self.stmt].cond.is_some_and(|(start, end)| !(start..end).any(name))
    }

    /// Asks for its branches.
    fn branch(&self) -> Probe {
        Probe { unit: self.unit, form: Form::Branch(self.stmt), text: "1".into() }
    }
}

/// Where the function begins that an edge enters.
fn begun(source: &Source, step: &Step) -> Option<(u32, Form)> {
    let name = step.guard.enters_function.as_ref().filter(|_| step.guard.control.is_none())?;
    (0..).zip(&source.layouts).find_map(|(unit, layout)| {
        let index = layout.functions.iter().position(|function| function.name == *name)?;
        Some((unit, Form::Entry(index)))
    })
}

/// An expression behind a token; where `\result` is in it, that token ends the call.
pub(super) fn question(source: &Source, (unit, token): Token, text: &str) -> Option<Probe> {
    let layout = source.layout(unit);
    let text = result::of_call(source.map.unit(unit), layout, unit, token, text)?;
    Some(Probe { unit, form: scope(layout, token)?, text })
}

/// The automaton in which assumptions at branches may hold one edge later than they should: a verifier that takes
/// several statements at once may say at a branch what holds behind the statement that follows. The format says
/// otherwise: an assumption is about the successor of the edge that its guard fits (paper 003, section 4.1). So whoever
/// finds a violation here has not found one on the way of the witness.
/// Nothing if there is no such assumption.
pub fn deferred(automaton: &Automaton) -> Option<Automaton> {
    let mut made = automaton.clone();
    let nodes = automaton.nodes.len() as u32;
    let late = |edge: usize| NodeId(nodes + edge as u32);
    let ends = |node: NodeId| automaton.nodes[node.0 as usize].violation || automaton.nodes[node.0 as usize].sink;
    let waits = |step: &Step| step.assumption.is_some() && step.guard.control.is_some() && !ends(step.to);
    let goes_on = |step: &Step| automaton.edges.iter().any(|next| next.from == step.to);
    if !automaton.edges.iter().any(|step| waits(step) && goes_on(step)) {
        return None;
    }
    made.nodes.extend(automaton.edges.iter().map(|_| Node::default()));
    for (number, step) in automaton.edges.iter().enumerate().filter(|(_, step)| waits(step)) {
        made.edges.push(Step { to: late(number), assumption: None, ..step.clone() });
        for (next, follower) in automaton.edges.iter().enumerate().filter(|(_, next)| next.from == step.to) {
            let both = [&step.assumption, &follower.assumption].into_iter().flatten();
            let text = both.map(|assumption| assumption.text.as_str()).collect::<Vec<_>>().join(";");
            let function = step.assumption.as_ref().and_then(|assumption| assumption.function.clone());
            let assumption = Some(Scoped { text, function });
            made.edges.push(Step { from: late(number), assumption, ..follower.clone() });
            if waits(follower) {
                let assumption = step.assumption.clone();
                made.edges.push(Step { from: late(number), to: late(next), assumption, ..follower.clone() });
            }
        }
    }
    Some(made)
}

pub(super) fn rules(automaton: &Automaton, built: &Built, guide: &mut Guide) -> Result<(), Diagnostic> {
    guide.initial = automaton.entry.0;
    if automaton.claim == Claim::Correctness {
        return Ok(());
    }
    if let Some(why) = too_large(automaton, built) {
        return Err(why);
    }
    let mut count = 0;
    if let Some(node) = automaton.nodes.iter().find(|node| node.violation && node.sink) {
        guide.doubts.insert(format!("{} is a violation and a sink", node.name));
    }
    let matcher = Matcher::new(built);
    let mut fitting: Vec<BTreeSet<Event>> = automaton.edges.iter().map(|step| matcher.events(step)).collect();
    let silent = matcher.silent(automaton, &fitting, guide);
    let mut before: BTreeMap<State, Vec<State>> = BTreeMap::new();
    for (from, reached) in &silent {
        reached.iter().for_each(|node| before.entry(*node).or_default().push(*from));
    }
    let is_end = |node: u32| automaton.nodes[node as usize].violation || automaton.nodes[node as usize].sink;
    let mut by_event: BTreeMap<Event, Vec<usize>> = BTreeMap::new();
    for (number, events) in fitting.iter_mut().enumerate() {
        for event in events.iter() {
            by_event.entry(*event).or_default().push(number);
        }
    }
    for (event, numbers) in &by_event {
        let mut ways: BTreeMap<State, (Vec<Way>, bool)> = BTreeMap::new();
        for number in numbers {
            let step = &automaton.edges[*number];
            let goes_on = matcher.fits_next(&fitting[*number], *event);
            if goes_on && matcher.waits(step, *event, is_end(step.to.0)) {
                continue;
            }
            let Some(checks) = matcher.checks(step, *event, guide) else { continue };
            // Verifiers have several edges for what is one here.
            let mut ends = vec![(checks, step.to.0)];
            for next in matcher.alike(automaton, *number, numbers) {
                let (mut checks, _) = ends.last().cloned().unwrap_or_default();
                checks.extend(matcher.checks(&automaton.edges[next], *event, guide).unwrap_or_default());
                ends.push((checks, automaton.edges[next].to.0));
            }
            // A state that is left without an edge of the program is in both nodes.
            for from in before.get(&step.from.0).into_iter().flatten().copied() {
                let (ways, stay) = ways.entry(from).or_default();
                let target = |node: u32| {
                    let target = &automaton.nodes[node as usize];
                    (!target.sink || target.violation).then_some(node)
                };
                count += ends.len();
                if count > MOST_WAYS {
                    let message = "the witness leaves more choices than can be followed";
                    return Err(Diagnostic::new("witness", message).help("edges with guards leave fewer"));
                }
                ways.extend(ends.iter().map(|(checks, to)| Way {
                    checks: checks.clone(),
                    claims: Vec::new(),
                    to: target(*to),
                }));
                *stay |= goes_on || from != step.from.0;
            }
        }
        ways.retain(|from, _| !is_end(*from));
        let rules = ways.into_iter().map(|(from, (ways, stay))| Rule { from, avoid: Vec::new(), ways, stay });
        let (function, edge, phase) = *event;
        let when = if phase == Phase::Before { When::Before(edge) } else { When::After(edge) };
        guide.rules.entry(function).or_default().entry(when).or_default().extend(rules);
    }
    matcher.start(automaton, &silent, guide);
    let ends: BTreeSet<State> = silent
        .iter()
        .filter(|(_, reached)| reached.iter().any(|node| automaton.nodes[*node as usize].violation))
        .map(|(from, _)| *from)
        .collect();
    let asserted: Vec<(FuncId, EdgeId)> =
        built.edges().filter(|(_, cfa, id)| built.asserted(cfa, *id).is_some()).map(|(f, _, id)| (f, id)).collect();
    asserted.into_iter().for_each(|place| _ = guide.counting.insert(place, ends.clone()));
    Ok(())
}

impl Matcher<'_> {
    /// The edges of the witness behind one that say the same of the source, as far as there is one way.
    pub(super) fn alike(&self, automaton: &Automaton, number: usize, fitting: &[usize]) -> Vec<usize> {
        let guard = &automaton.edges[number].guard;
        let mut found = vec![number];
        // A call returns once.
        let returned = parts(&automaton.edges[number]).iter().any(|part| part.contains(result::WORD));
        let plain = guard.control.is_none() && guard.enters_function.is_none() && guard.returns_from.is_none();
        let plain = plain && !returned;
        while plain && found.len() <= ROW {
            let at = automaton.edges[found[found.len() - 1]].to;
            let same = |next: &&usize| automaton.edges[**next].from == at && automaton.edges[**next].guard == *guard;
            match fitting.iter().find(same) {
                Some(next) if !found.contains(next) => found.push(*next),
                _ => break,
            }
        }
        found.split_off(1)
    }

    /// Whether an edge is only the beginning of a declaration: what it declares has no value yet, so that nothing can
    /// be assumed of it. Whoever is at the end does not wait where the program may fail, nor does it matter to whom
    /// only a function is to be entered.
    fn waits(&self, step: &Step, (function, id, phase): Event, is_end: bool) -> bool {
        let cfa = self.cfa(function);
        let edge = &cfa[id];
        let fails = matches!(edge.op, Op::Assert { .. });
        if matches!(edge.op, Op::Declare(_)) {
            return true;
        }
        if step.assumption.is_none() || step.guard.enters_function.is_some() || (is_end && fails) {
            return false;
        }
        let of = |edge: &crate::cfa::Edge| {
            let layout = self.built.source.layout(edge.span.unit);
            let stmt = layout.around(edge.span.start)?;
            (layout.stmts[stmt].kind == Kind::Declaration).then_some((edge.span.unit, stmt))
        };
        let own = of(edge);
        let entered = phase == Phase::Before && matches!(edge.op, Op::Call { .. });
        let goes_on =
            |next: &crate::cfa::Edge| next.from == edge.to && !matches!(next.op, Op::Declare(_)) && of(next) == own;
        own.is_some() && (entered || cfa.edges.iter().any(goes_on))
    }

    /// What must hold behind an edge of the witness; nothing if the edge cannot be taken there.
    fn checks(&self, step: &Step, (function, id, phase): Event, guide: &mut Guide) -> Option<Vec<Check>> {
        let cfa = self.cfa(function);
        let edge = &cfa[id];
        let mut checks = Vec::new();
        let function_named = step.guard.enters_function.as_ref().or(step.guard.returns_from.as_ref());
        if let (Some(name), Op::Call { callee: Callee::Indirect(pointer), .. }) = (function_named, &edge.op) {
            checks.push(self.points_to(pointer, name)?);
            if phase == Phase::After && !self.is_kept(cfa, id, pointer) {
                guide.doubts.insert(format!("nobody knows whether {name} returned: its pointer may have changed"));
                guide.lost.insert("a pointer may have changed while its function ran".into());
            }
        }
        let assumed = step.assumption.as_ref().and_then(|assumption| assumption.function.as_deref());
        let mut doubt = |text: &str, why: &str| {
            guide.doubts.insert(format!("`{text}` cannot be looked at: {why}"));
        };
        for text in parts(step) {
            let source = self.built.source;
            let (unit, token) = (edge.span.unit, edge.span.start);
            let layout = source.layout(unit);
            if assumed.is_some_and(|wanted| layout.function(token) != Some(wanted)) {
                doubt(&text, "it is about another function");
                continue;
            }
            if assumed.is_none()
                && let Some(name) = function_named.and_then(|callee| self.shared(unit, callee, token, &text))
            {
                doubt(&text, &format!("nobody knows whose {name} is meant"));
                continue;
            }
            let end = layout.around(token).map_or(token, |stmt| layout.stmts[stmt].end);
            if let Err(name) = source.has_names(unit, end, &result::plain(&text)) {
                match layout.function(token).is_some_and(|function| self.occurs(unit, function, &name)) {
                    // Some verifiers have all variables of a function from its beginning on.
                    true => _ = guide.notes.insert(format!("`{text}` says nothing where {name} is not declared yet")),
                    false => doubt(&text, &format!("there is no {name}")),
                }
                continue;
            }
            let (at, returned) = match (&edge.op, text.contains(result::WORD)) {
                (_, false) => (token, None::<Place>),
                (Op::Call { dst: Some(place), .. }, true) => (edge.span.end - 1, Some(place.clone())),
                (_, true) => {
                    doubt(&text, "nobody uses what the call returns");
                    continue;
                }
            };
            let id = question(source, (unit, at), &text).and_then(|probe| self.built.plan.get(&probe));
            match id.and_then(|id| self.fragment(id, function)) {
                Some(fragment) if returned.as_ref().is_none_or(|place| result::fits(&fragment, place)) => {
                    checks.push(Check::Holds(fragment, returned));
                }
                Some(_) => doubt(&text, "the type of what is returned is not known"),
                None => {
                    let why = id.and_then(|id| self.built.untyped.get(&id));
                    doubt(&text, why.map_or("it cannot be typed there", String::as_str));
                }
            }
        }
        Some(checks)
    }

    fn fragment(&self, id: ProbeId, function: FuncId) -> Option<super::probe::Fragment> {
        self.built.fragments.get(&id).filter(|fragment| fragment.function == function).cloned()
    }

    fn occurs(&self, unit: u32, function: &str, name: &str) -> bool {
        let source = self.built.source;
        let range = source.layout(unit).functions.iter().find(|known| known.name == function);
        range.is_some_and(|known| (known.body..known.end).any(|token| source.word((unit, token)) == name.as_bytes()))
    }

    /// A name of an expression that the function which is entered or left has as well, so that it may be meant.
    fn shared(&self, unit: u32, callee: &str, token: u32, text: &str) -> Option<String> {
        let source = self.built.source;
        let layout = source.layout(unit);
        let known = layout.functions.iter().find(|known| known.name == callee)?;
        let within = (known.head..known.end).contains(&token);
        let has = |name: &String| (known.head..known.end).any(|at| source.word((unit, at)) == name.as_bytes());
        let global = |name: &String| {
            let outside = |at: u32| !layout.functions.iter().any(|other| (other.head..other.end).contains(&at));
            (0..known.head).any(|at| outside(at) && source.word((unit, at)) == name.as_bytes())
        };
        let names = super::protocol::names(&result::plain(text));
        names.into_iter().find(|name| !within && has(name) && !global(name))
    }

    /// Whether a pointer is behind a call what it was before: a variable that the function has to itself.
    fn is_kept(&self, cfa: &Cfa, call: EdgeId, pointer: &Expr) -> bool {
        let ExprKind::Load(place) = &pointer.kind else { return false };
        let PlaceKind::Var(Var::Local(local)) = place.kind else { return false };
        let overwrites = matches!(&cfa[call].op, Op::Call { dst: Some(dst), .. } if dst.kind == place.kind);
        !overwrites && !addressed_locals(cfa).contains(&local)
    }

    /// A pointer points to the function of this name.
    fn points_to(&self, pointer: &Expr, name: &str) -> Option<Check> {
        let number = self.built.program.functions.iter().position(|function| function.name == name)?;
        let function = FuncId(number as u32);
        let ty = pointer.ty;
        let address = Expr { kind: ExprKind::Function(function), ty };
        Some(Check::Is(Expr::binary(BinaryOp::Eq, pointer.clone(), address, Types::INT), true))
    }

    /// For each node, those that it can be in without an edge of the program: a line with code, but no edge of ours,
    /// is passed unseen.
    fn silent(
        &self,
        automaton: &Automaton,
        fitting: &[BTreeSet<Event>],
        guide: &mut Guide,
    ) -> BTreeMap<State, BTreeSet<State>> {
        let nodes = automaton.nodes.len() as State;
        let mut reached: BTreeMap<State, BTreeSet<State>> =
            (0..nodes).map(|node| (node, BTreeSet::from([node]))).collect();
        let source = self.built.source;
        let decisions: Vec<Decision> = decisions(source).collect();
        for (step, events) in automaton.edges.iter().zip(fitting) {
            let guard = &step.guard;
            if !events.is_empty() || self.is_start(guard) {
                continue;
            }
            let Some(lines) = guard.lines else {
                if let Some((start, _)) = guard.offsets {
                    guide.lost.insert(format!("nothing that can be seen is at offset {start}"));
                }
                continue;
            };
            let tokens = source.tokens(guard.file.as_deref(), lines);
            let chooses = || tokens.iter().any(|token| source.word(*token) == b"?");
            // A verifier may count to another place in the line than we do.
            let on_lines = Guard { offsets: None, ..guard.clone() };
            let decides = || decisions.iter().any(|decision| is_at(source, &on_lines, decision.cond, false));
            let branches = guard.control.is_some() && (chooses() || decides());
            let plain = guard.control.is_none() && guard.enters_function.is_none();
            if branches || (plain && !tokens.is_empty()) {
                let what = if branches { "decides" } else { "does" };
                guide.lost.insert(format!("line {} {what} nothing that can be seen", lines.0));
                if branches {
                    guide.doubts.insert(format!("nobody can see which way line {} goes", lines.0));
                }
                for text in parts(step) {
                    guide.doubts.insert(format!("`{text}` cannot be looked at: nothing happens at line {}", lines.0));
                }
                reached.entry(step.from.0).or_default().insert(step.to.0);
            }
        }
        loop {
            let before: usize = reached.values().map(BTreeSet::len).sum();
            for node in 0..nodes {
                let more: BTreeSet<State> =
                    reached[&node].iter().flat_map(|next| reached[next].iter().copied()).collect();
                reached.entry(node).or_default().extend(more);
            }
            let now = reached.values().map(BTreeSet::len).sum::<usize>();
            // What is missing then is only not found: something is lost in any case.
            if now == before || now > MOST_WAYS {
                return reached;
            }
        }
    }

    /// Whether a guard is about where the program begins.
    fn is_start(&self, guard: &Guard) -> bool {
        let name = &self.built.program[self.built.entry].name;
        guard.enters_function.as_deref() == Some(name) && guard.control.is_none()
    }

    /// What an edge assumes where the program begins.
    fn begins_with(&self, step: &Step, guide: &mut Guide) -> Vec<Check> {
        let mut checks = Vec::new();
        for text in parts(step) {
            let probe = begun(self.built.source, step).map(|(unit, form)| Probe { unit, form, text: text.clone() });
            let id = probe.and_then(|probe| self.built.plan.get(&probe));
            match id.and_then(|id| self.fragment(id, self.built.entry)) {
                Some(fragment) => checks.push(Check::Holds(fragment, None)),
                None => {
                    let why = id.and_then(|id| self.built.untyped.get(&id));
                    let why = why.map_or("it cannot be typed where the program begins", String::as_str);
                    guide.doubts.insert(format!("`{text}` cannot be looked at: {why}"));
                }
            }
        }
        checks
    }

    /// The program begins: its first function is entered.
    fn start(&self, automaton: &Automaton, silent: &BTreeMap<State, BTreeSet<State>>, guide: &mut Guide) {
        let mut ways: BTreeMap<State, Vec<Way>> = BTreeMap::new();
        for step in automaton.edges.iter().filter(|step| self.is_start(&step.guard)) {
            for (from, _) in silent.iter().filter(|(_, reached)| reached.contains(&step.from.0)) {
                let sink = automaton.nodes[step.to.0 as usize].sink;
                let checks = self.begins_with(step, guide);
                ways.entry(*from).or_default().push(Way {
                    checks,
                    claims: Vec::new(),
                    to: (!sink).then_some(step.to.0),
                });
            }
        }
        let rules: Vec<Rule> =
            ways.into_iter().map(|(from, ways)| Rule { from, avoid: Vec::new(), ways, stay: false }).collect();
        if !rules.is_empty() {
            guide.rules.entry(self.built.entry).or_default().insert(When::Entry, rules);
        }
    }
}
