//! Automata of GraphML beside a program.
//!
//! A node is a state. Where an edge of the program fits the guard of an edge that leaves it, that edge is taken, and
//! what it assumes must hold behind it; where none fits, the state stays. One line of the source is several edges here,
//! and others than those of the verifier that wrote the witness: as long as the next edge of the program fits the same
//! guard, staying is allowed as well (paper 003: the choice that ambiguous lines leave).
//!
//! Calls of defined functions fit twice, where the function is entered and where it has returned; what ends a function
//! or may fail fits before it happens. A declaration waits for its initialiser.

use super::layout::Kind;
use super::probe::{Plan, Probe, ProbeId, refuse, scope};
use super::protocol::{Built, Guide, Source, Token, conjuncts, same_file};
use super::result;
use super::weave::{Check, Rule, State, Way, When};
use super::{Automaton, Claim, Edge as Step, Guard, Node, NodeId, Scoped};
use crate::cfa::dominators::Dominators;
use crate::cfa::flow::CfaFlow;
use crate::cfa::loops::Loops;
use crate::cfa::visit::addressed_locals;
use crate::cfa::{BinaryOp, Callee, Cfa, EdgeId, Expr, ExprKind, FuncId, LocId, Native, Op, Place, PlaceKind, Var};
use crate::ctype::Types;
use crate::source::Span;
use std::collections::{BTreeMap, BTreeSet};

/// So many edges in a row can be one edge of the program.
const ROW: usize = 8;

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
    for step in &automaton.edges {
        let parts = parts(step);
        if parts.is_empty() {
            continue;
        }
        let tokens = source.tokens(step.guard.file.as_deref(), step.guard.lines.unwrap_or((0, u32::MAX)));
        let wanted = step.assumption.as_ref().and_then(|assumption| assumption.function.as_deref());
        let here =
            |(unit, token): &Token| wanted.is_none_or(|wanted| source.layout(*unit).function(*token) == Some(wanted));
        let tokens: Vec<Token> = tokens.into_iter().filter(here).collect();
        for text in parts {
            match refuse(&result::plain(&text)) {
                Some(why) => _ = guide.doubts.insert(format!("`{text}` cannot be looked at: {why}")),
                None => plan.extend(tokens.iter().filter_map(|token| question(source, *token, &text))),
            }
        }
    }
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
pub fn deferred(automaton: &Automaton) -> Automaton {
    let mut made = automaton.clone();
    let nodes = automaton.nodes.len() as u32;
    let late = |edge: usize| NodeId(nodes + edge as u32);
    let ends = |node: NodeId| automaton.nodes[node.0 as usize].violation || automaton.nodes[node.0 as usize].sink;
    let waits = |step: &Step| step.assumption.is_some() && step.guard.control.is_some() && !ends(step.to);
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
    made
}

/// When an edge of the program is looked at.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Phase {
    /// Before it happens; a function is entered.
    Before,
    After,
}

pub(super) type Event = (FuncId, EdgeId, Phase);

pub(super) struct Matcher<'a> {
    built: &'a Built<'a>,
    loops: BTreeMap<FuncId, Loops>,
    /// The calls of each function, as far as they are direct.
    callers: BTreeMap<FuncId, Vec<(FuncId, EdgeId)>>,
    /// The calls through pointers.
    indirect: Vec<(FuncId, EdgeId)>,
}

pub(super) fn rules(automaton: &Automaton, built: &Built, guide: &mut Guide) {
    guide.initial = automaton.entry.0;
    if automaton.claim == Claim::Correctness {
        return;
    }
    let matcher = Matcher::new(built);
    let mut fitting: Vec<BTreeSet<Event>> = automaton.edges.iter().map(|step| matcher.events(step)).collect();
    let silent = matcher.silent(automaton, &fitting, guide);
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
            for from in silent.iter().filter(|(_, reached)| reached.contains(&step.from.0)).map(|(from, _)| *from) {
                let (ways, stay) = ways.entry(from).or_default();
                let target = |node: u32| {
                    let target = &automaton.nodes[node as usize];
                    (!target.sink || target.violation).then_some(node)
                };
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
}

impl<'a> Matcher<'a> {
    pub(super) fn new(built: &'a Built<'a>) -> Matcher<'a> {
        let (mut loops, mut callers, mut indirect) = (BTreeMap::new(), BTreeMap::<FuncId, Vec<_>>::new(), Vec::new());
        for (function, cfa, id) in built.edges() {
            loops.entry(function).or_insert_with(|| Loops::new(&Dominators::new(&CfaFlow::new(cfa))));
            match &cfa[id].op {
                Op::Call { callee: Callee::Direct(callee), .. } => {
                    callers.entry(*callee).or_default().push((function, id))
                }
                Op::Call { callee: Callee::Indirect(_), .. } => indirect.push((function, id)),
                _ => {}
            }
        }
        Matcher { built, loops, callers, indirect }
    }

    fn cfa(&self, function: FuncId) -> &'a Cfa {
        self.built.program[function].cfa().expect("a function with edges")
    }

    /// Everything that fits the guard of an edge of the witness.
    pub(super) fn events(&self, step: &Step) -> BTreeSet<Event> {
        let both = self
            .built
            .edges()
            .flat_map(|(function, _, id)| [(function, id, Phase::Before), (function, id, Phase::After)]);
        both.filter(|event| self.fits(&step.guard, *event) && self.fits_result(step, *event)).collect()
    }

    /// What a call returns is known behind it, and only of the function that is meant.
    fn fits_result(&self, step: &Step, (function, id, phase): Event) -> bool {
        if !step.assumption.as_ref().is_some_and(|assumption| assumption.text.contains(result::WORD)) {
            return true;
        }
        let named =
            |callee: FuncId| step.result_of.as_ref().is_none_or(|name| self.built.program[callee].name == *name);
        phase == Phase::After
            && match &self.cfa(function)[id].op {
                Op::Call { callee: Callee::Direct(callee), .. } => named(*callee),
                Op::Call { callee: Callee::Indirect(_), .. } => true,
                _ => false,
            }
    }

    fn fits(&self, guard: &Guard, (function, id, phase): Event) -> bool {
        let cfa = self.cfa(function);
        if self.built.mark(cfa, id).is_some() {
            return false;
        }
        self.fits_kind(guard, function, cfa, id, phase) && self.fits_place(guard, cfa, id, cfa[id].span)
    }

    /// What an edge does, and when.
    fn fits_kind(&self, guard: &Guard, function: FuncId, cfa: &Cfa, id: EdgeId, phase: Phase) -> bool {
        let edge = &cfa[id];
        let named = |callee: FuncId, name: &str| self.built.program[callee].name == name;
        if guard.enters_loop_head {
            let loops = &self.loops[&function];
            if !loops.is_head(edge.to) && !loops.is_head(edge.from) {
                return false;
            }
        }
        if let Some(control) = guard.control {
            let Op::Assume { truth, via: None, .. } = &edge.op else { return false };
            return phase == Phase::After && self.polarity(edge.span, *truth) == control;
        }
        if let Some(name) = &guard.enters_function {
            return phase == Phase::Before
                && match &edge.op {
                    Op::Call { callee: Callee::Direct(callee), .. } => named(*callee, name),
                    Op::Call { callee: Callee::Indirect(_), .. } => true,
                    Op::Assert { property, .. } => match &self.built.program[*property].native {
                        Native::CallIfFalse { func, .. } | Native::CallAlways { func, .. } => named(*func, name),
                        Native::Nothing => false,
                    },
                    Op::Assume { via: Some(callee), .. } => named(*callee, name),
                    _ => false,
                };
        }
        if let Some(name) = &guard.returns_from {
            return match &edge.op {
                Op::Call { callee: Callee::Direct(callee), .. } => phase == Phase::After && named(*callee, name),
                Op::Call { callee: Callee::Indirect(_), .. } => phase == Phase::After,
                Op::Return(_) => phase == Phase::Before && named(function, name),
                _ => false,
            };
        }
        match &edge.op {
            Op::Skip => guard.enters_loop_head && phase == Phase::After,
            Op::Call { callee: Callee::Direct(callee), .. } => {
                phase == Phase::After || self.built.program[*callee].cfa().is_some()
            }
            Op::Call { .. } => true,
            Op::Assert { .. } | Op::Return(_) => phase == Phase::Before,
            Op::Assume { via: Some(_), .. } => phase == Phase::Before,
            _ => phase == Phase::After,
        }
    }

    fn fits_place(&self, guard: &Guard, cfa: &Cfa, id: EdgeId, span: Span) -> bool {
        let map = self.built.source.map;
        let (file, first) = map.line(span);
        if guard.file.as_deref().is_some_and(|wanted| !same_file(wanted, file)) {
            return false;
        }
        if let Some((start, end)) = guard.lines {
            let tail = Span { start: span.end.saturating_sub(1).max(span.start), ..span };
            let last = map.line(tail).1.max(first);
            // What a case is about reaches to the end of its statement.
            let long = !matches!(cfa[id].op, Op::Skip | Op::Assume { .. }) && first <= start && end <= last;
            if !(start..=end).contains(&first) && !long {
                return false;
            }
        }
        match guard.offsets {
            None => true,
            Some((start, end)) => match self.built.source.offset(span) {
                Some(offset) => (start..=end).contains(&offset),
                None => true,
            },
        }
    }

    /// Which way of the source's condition an outcome is.
    fn polarity(&self, span: Span, truth: bool) -> bool {
        let source = self.built.source;
        truth != source.layout(span.unit).is_negated(source.map.unit(span.unit), span.start)
    }

    /// Whether what comes next fits the same guard, so that the edge may not have been meant.
    pub(super) fn fits_next(&self, fitting: &BTreeSet<Event>, (function, id, phase): Event) -> bool {
        let cfa = self.cfa(function);
        let edge = &cfa[id];
        let mut starts: Vec<(FuncId, LocId)> = Vec::new();
        match (&edge.op, phase) {
            (Op::Call { callee, .. }, Phase::Before) => {
                if fitting.contains(&(function, id, Phase::After)) {
                    return true;
                }
                match callee {
                    Callee::Direct(callee) => {
                        starts.extend(self.built.program[*callee].cfa().map(|cfa| (*callee, cfa.entry)))
                    }
                    // Any function may be called.
                    _ => return true,
                }
            }
            (Op::Return(_), _) => {
                let calls = self.callers.get(&function).into_iter().flatten().chain(&self.indirect);
                for (caller, call) in calls {
                    if fitting.contains(&(*caller, *call, Phase::After)) {
                        return true;
                    }
                    starts.push((*caller, self.cfa(*caller)[*call].to));
                }
            }
            _ => starts.push((function, edge.to)),
        }
        let mut seen: BTreeSet<(FuncId, LocId)> = starts.iter().copied().collect();
        while let Some((function, loc)) = starts.pop() {
            let cfa = self.cfa(function);
            for next in cfa.edge_ids().filter(|next| cfa[*next].from == loc) {
                if [Phase::Before, Phase::After].iter().any(|phase| fitting.contains(&(function, next, *phase))) {
                    return true;
                }
                let unseen = matches!(cfa[next].op, Op::Skip | Op::Declare(_)) || self.built.mark(cfa, next).is_some();
                if unseen && seen.insert((function, cfa[next].to)) {
                    starts.push((function, cfa[next].to));
                }
            }
        }
        false
    }

    /// The edges of the witness behind one that say the same of the source, as far as there is one way.
    pub(super) fn alike(&self, automaton: &Automaton, number: usize, fitting: &[usize]) -> Vec<usize> {
        let guard = &automaton.edges[number].guard;
        let mut found = vec![number];
        let plain = guard.control.is_none() && guard.enters_function.is_none() && guard.returns_from.is_none();
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
        for (step, events) in automaton.edges.iter().zip(fitting) {
            let guard = &step.guard;
            let Some(lines) = guard.lines.filter(|_| events.is_empty() && !self.is_start(guard)) else { continue };
            let plain = guard.control.is_none() && guard.enters_function.is_none();
            if plain && !source.tokens(guard.file.as_deref(), lines).is_empty() {
                guide.lost.insert(format!("line {} does nothing that can be seen", lines.0));
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
            if reached.values().map(BTreeSet::len).sum::<usize>() == before {
                return reached;
            }
        }
    }

    /// Whether a guard is about where the program begins.
    fn is_start(&self, guard: &Guard) -> bool {
        let name = &self.built.program[self.built.entry].name;
        guard.enters_function.as_deref() == Some(name) && guard.control.is_none()
    }

    /// The program begins: its first function is entered.
    fn start(&self, automaton: &Automaton, silent: &BTreeMap<State, BTreeSet<State>>, guide: &mut Guide) {
        let mut ways: BTreeMap<State, Vec<Way>> = BTreeMap::new();
        for step in automaton.edges.iter().filter(|step| self.is_start(&step.guard)) {
            for (from, _) in silent.iter().filter(|(_, reached)| reached.contains(&step.from.0)) {
                let sink = automaton.nodes[step.to.0 as usize].sink;
                ways.entry(*from).or_default().push(Way {
                    checks: Vec::new(),
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
