//! What a program says about the places of a witness: which of its edges is meant, if it is one.

use crate::cfa::{Callee, EdgeId, ExprKind, FuncId, Native, Op};
use crate::source::Span;
use crate::witness::guards::{Event, Matcher, Phase};
use crate::witness::layout::Kind;
use crate::witness::protocol::{Built, Token};
use crate::witness::segments::{Spot, ending, hits, spots};
use crate::witness::{Branch, Edge, Guard, NodeId, Passed, Place, Waypoint, result};

/// What is known of the program that a witness is about.
pub enum Beside<'a> {
    Nothing,
    /// Each loop is the only one that begins on its line.
    Lines,
    Program(&'a Built<'a>),
}

impl<'a> Beside<'a> {
    pub(super) fn program(&self) -> Option<Known<'a>> {
        match self {
            Beside::Program(built) => Some(Known { built, matcher: Matcher::new(built) }),
            _ => None,
        }
    }
}

/// A program, with what fits guards in it.
pub(super) struct Known<'a> {
    pub(super) built: &'a Built<'a>,
    matcher: Matcher<'a>,
}

/// Something that happens at an edge of the program.
pub(super) type At = Event;

/// Both ways of a condition, which is one branch of the program.
pub(super) struct Decision {
    function: FuncId,
    /// Where it is true, as the source has it, and where it is false.
    ways: [EdgeId; 2],
}

impl Known<'_> {
    fn source(&self) -> &crate::witness::protocol::Source<'_> {
        self.built.source
    }

    /// Everything that fits an edge.
    fn events(&self, edge: &Edge) -> Vec<Event> {
        self.matcher.events(edge).into_iter().collect()
    }

    /// The one thing that fits an edge of a witness, and does not happen twice in a row: then the edge is taken the
    /// first time that it happens, and never later.
    pub(super) fn only(&self, edge: &Edge) -> Option<Event> {
        let events = self.matcher.events(edge);
        let [event] = events.iter().copied().collect::<Vec<_>>()[..] else { return None };
        (!self.matcher.fits_next(&events, event)).then_some(event)
    }

    fn span(&self, (function, id, _): Event) -> Option<Span> {
        Some(self.built.program[function].cfa()?[id].span)
    }

    /// The guard of the line that an edge of the program is on.
    fn guard(&self, function: FuncId, id: EdgeId, file: &str) -> Option<Guard> {
        let span = self.span((function, id, Phase::Before))?;
        let line = self.built.source.map.line(span).1;
        Some(Guard { file: Some(file.to_owned()), lines: Some((line, line)), ..Guard::default() })
    }

    /// The branch that decides a condition, if it is a single one: the tokens are those of the condition.
    fn decision(&self, unit: u32, (start, end): (u32, u32)) -> Option<Decision> {
        let mut found = Vec::new();
        for (function, cfa, id) in self.built.edges() {
            let edge = &cfa[id];
            let inside = edge.span.unit == unit && (start..end).contains(&edge.span.start);
            if let (true, Op::Assume { truth, via: None, .. }) = (inside, &edge.op) {
                found.push((function, id, *truth, edge.from));
            }
        }
        let [(function, one, truth, from), (other, two, falsity, beside)] = found[..] else { return None };
        let both = function == other && from == beside && truth != falsity;
        let span = self.span((function, one, Phase::After))?;
        let one_is_true = truth != self.source().layout(unit).is_negated(self.source().map.unit(unit), span.start);
        both.then_some(Decision { function, ways: if one_is_true { [one, two] } else { [two, one] } })
    }

    /// The guards of both ways of a waypoint's condition: the way that it goes, and the other one.
    pub(super) fn branches(&self, waypoint: &Waypoint, way: bool) -> Option<[Guard; 2]> {
        let [spot] = spots(self.source(), waypoint).ok()?[..] else { return None };
        let (unit, cond) = match spot {
            Spot::Condition(unit, stmt) => (unit, self.source().layout(unit).stmts[stmt].cond?),
            Spot::Choice(unit, start, question) => (unit, (start, question)),
            _ => return None,
        };
        let decision = self.decision(unit, cond)?;
        let of = |way: bool| {
            let id = decision.ways[usize::from(!way)];
            let guard = self.guard(decision.function, id, &waypoint.location.file)?;
            let guard = Guard { control: Some(way), ..guard };
            let event = self.only(&plain(guard.clone()))?;
            (event == (decision.function, id, Phase::After)).then_some(guard)
        };
        Some([of(way)?, of(!way)?])
    }

    /// The edge of a witness that fits the call of a waypoint, where it is entered or has returned.
    pub(super) fn call(&self, waypoint: &Waypoint) -> Option<Edge> {
        let [spot] = spots(self.source(), waypoint).ok()?[..] else { return None };
        let (token, entered) = match spot {
            Spot::Entered(token) => (token, true),
            Spot::Returned(token) => (token, false),
            _ => return None,
        };
        let [(function, id, ref returned)] = ending(self.built, token, entered)[..] else { return None };
        let guard = self.guard(function, id, &waypoint.location.file)?;
        let callee = match &self.built.program[function].cfa()?[id].op {
            Op::Call { callee: Callee::Direct(callee), .. } => *callee,
            Op::Assert { property, .. } => match &self.built.program[*property].native {
                Native::CallIfFalse { func, .. } => *func,
                _ => return None,
            },
            _ => return None,
        };
        let name = Some(self.built.program[callee].name.clone());
        let edge = match &waypoint.what {
            Passed::FunctionReturn(formula) if returned.is_some() => {
                let scope = self.source().layout(token.0).function(token.1).map(str::to_owned);
                let text = formula.text.clone();
                Edge {
                    assumption: Some(crate::witness::Scoped { text, function: scope }),
                    result_of: name,
                    ..plain(guard)
                }
            }
            Passed::FunctionEnter => plain(Guard { enters_function: name, ..guard }),
            _ => return None,
        };
        let phase = if entered { Phase::Before } else { Phase::After };
        (self.only(&edge)? == (function, id, phase)).then_some(edge)
    }

    /// What is violated at a target, in the places where it is asserted.
    fn targets(&self, waypoint: &Waypoint) -> Vec<(FuncId, EdgeId)> {
        let found = spots(self.source(), waypoint).unwrap_or_default();
        let hit = |property| found.iter().any(|spot| hits(self.built, waypoint, *spot, property));
        let asserted = self.built.edges().filter_map(|(f, cfa, id)| Some((f, id, self.built.asserted(cfa, id)?)));
        asserted.filter(|(_, _, property)| hit(*property)).map(|(f, id, _)| (f, id)).collect()
    }

    /// Whether nothing else is violated in the program than what a target means.
    fn is_all(&self, targets: &[(FuncId, EdgeId)]) -> bool {
        let mut asserted = self.built.edges().filter(|(_, cfa, id)| self.built.asserted(cfa, *id).is_some());
        !targets.is_empty() && asserted.all(|(function, _, id)| targets.contains(&(function, id)))
    }

    /// Whether coming to an edge violates what it asserts.
    fn always_fails(&self, (function, id): (FuncId, EdgeId)) -> bool {
        let op = self.built.program[function].cfa().map(|cfa| &cfa[id].op);
        matches!(op, Some(Op::Assert { cond, .. }) if matches!(cond.kind, ExprKind::Int(0)))
    }

    /// The guard of the edge to the violation that is just the target. `alone` if nothing else may lead there.
    pub(super) fn violation(&self, waypoint: &Waypoint, alone: bool) -> Option<Guard> {
        let targets = self.targets(waypoint);
        let (function, id) = *targets.first()?;
        let guard = self.guard(function, id, &waypoint.location.file)?;
        let Op::Assert { property, .. } = &self.built.program[function].cfa()?[id].op else { return None };
        let called = match &self.built.program[*property].native {
            Native::CallIfFalse { func, .. } | Native::CallAlways { func, .. } => {
                Some(self.built.program[*func].name.clone())
            }
            Native::Nothing => None,
        };
        let guards = [Guard { enters_function: called.clone(), ..guard.clone() }, guard];
        let fits = |guard: &&Guard| {
            let events = self.events(&plain((*guard).clone()));
            let own = |target: &(FuncId, EdgeId)| events.contains(&(target.0, target.1, Phase::Before));
            let only = events.len() == targets.len();
            let fails = targets.iter().all(|target| self.always_fails(*target));
            targets.iter().all(own) && ((only && fails) || (self.is_all(&targets) && (only || !alone)))
        };
        guards.iter().find(fits).cloned()
    }

    /// The place of a token, as waypoints have it.
    fn place(&self, (unit, token): Token, file: &str) -> Place {
        let layout = self.source().layout(unit);
        let line = self.source().map.line(self.source().span(unit, token)).1;
        let function = layout.function(token).map(str::to_owned);
        Place { file: file.to_owned(), line, column: Some(self.source().column((unit, token))), function }
    }

    /// The waypoint of a branch that an edge of a witness takes, and the other way.
    pub(super) fn branching(&self, edge: &Edge, file: &str) -> Option<(Waypoint, At)> {
        let way = edge.guard.control?;
        let event = self.only(edge)?;
        let span = self.span(event)?;
        let layout = self.source().layout(span.unit);
        let holds = |cond: &(u32, u32)| (cond.0..cond.1).contains(&span.start);
        let own = layout.stmts.iter().filter(|stmt| stmt.kind != Kind::Switch);
        let own = own.filter_map(|stmt| Some((stmt.cond?, stmt.code)));
        let end = layout.around(span.start).map_or(span.start, |stmt| layout.stmts[stmt].end);
        let choice = |at: u32| Some((layout.choice(self.source().map.unit(span.unit), at)?, at));
        let conditions = own.chain((span.start..end).filter_map(choice)).filter(|(cond, _)| holds(cond));
        let (cond, token) = conditions.min_by_key(|(cond, _)| cond.1 - cond.0)?;
        let decision = self.decision(span.unit, cond)?;
        let other = (decision.function, decision.ways[usize::from(way)], Phase::After);
        let own = (decision.function, decision.ways[usize::from(!way)], Phase::After);
        let what = Passed::Branching(Branch::If(way));
        let waypoint = Waypoint::followed(self.place((span.unit, token), file), what);
        let fits = own == event && self.branches(&waypoint, way).is_some();
        fits.then_some((waypoint, other))
    }

    /// The waypoint of a call that an edge of a witness enters, or whose result it speaks of.
    pub(super) fn called(&self, edge: &Edge, file: &str) -> Option<Waypoint> {
        let event = self.only(edge)?;
        let span = self.span(event)?;
        let place = self.place((span.unit, span.end.checked_sub(1)?), file);
        let what = match (&edge.assumption, event.2) {
            (Some(assumption), Phase::After) if assumption.text.contains(result::WORD) => {
                Passed::FunctionReturn(super::waypoints::conjunction(&assumption.text))
            }
            (None, Phase::Before) if edge.guard.enters_function.is_some() => Passed::FunctionEnter,
            _ => return None,
        };
        let waypoint = Waypoint::followed(place, what);
        let own = self.call(&waypoint)?;
        (self.only(&own)? == event).then_some(waypoint)
    }

    /// The target that stands for a violation behind an edge of a witness, if it is the same.
    pub(super) fn target(&self, edge: &Edge, file: &str) -> Option<Waypoint> {
        let events = self.events(edge);
        let asserted = self.built.edges().filter_map(|(f, cfa, id)| Some((f, id, self.built.asserted(cfa, id)?)));
        for (function, id, property) in asserted {
            let span = self.built.program[property].span;
            let layout = self.source().layout(span.unit);
            let Some(stmt) = layout.around(span.start) else { continue };
            let place = self.place((span.unit, layout.stmts[stmt].code), file);
            let waypoint = Waypoint::followed(place, Passed::Target);
            let targets = self.targets(&waypoint);
            let fits = targets.contains(&(function, id))
                && targets.iter().all(|target| events.contains(&(target.0, target.1, Phase::Before)));
            let fails = events.len() == targets.len() && targets.iter().all(|target| self.always_fails(*target));
            if fits && (fails || self.is_all(&targets)) {
                return Some(waypoint);
            }
        }
        None
    }

    /// The target, if the program can violate nothing but what stands there.
    pub(super) fn only_target(&self, file: &str) -> Option<Waypoint> {
        let (_, cfa, id) = self.built.edges().find(|(_, cfa, id)| self.built.asserted(cfa, *id).is_some())?;
        let span = self.built.program[self.built.asserted(cfa, id)?].span;
        let layout = self.source().layout(span.unit);
        let stmt = &layout.stmts[layout.around(span.start)?];
        let waypoint = Waypoint::followed(self.place((span.unit, stmt.code), file), Passed::Target);
        self.is_all(&self.targets(&waypoint)).then_some(waypoint)
    }

    /// Whether an edge of a witness is taken where the program begins, and nowhere else.
    pub(super) fn begins(&self, edge: &Edge) -> bool {
        let name = &self.built.program[self.built.entry].name;
        let guard = &edge.guard;
        let start = guard.enters_function.as_deref() == Some(name) && guard.control.is_none();
        start && edge.assumption.is_none() && self.events(edge).is_empty()
    }

    /// The loops whose keyword stands on lines of a file.
    pub(super) fn loops(&self, file: Option<&str>, lines: (u32, u32)) -> Vec<(u32, usize)> {
        let mut found = Vec::new();
        for (unit, token) in self.source().tokens(file, lines) {
            let layout = self.source().layout(unit);
            let stmt = layout.beginning(token).filter(|stmt| {
                let stmt = &layout.stmts[*stmt];
                stmt.is_loop() && stmt.code == token && stmt.cond.is_some()
            });
            found.extend(stmt.map(|stmt| (unit, stmt)));
        }
        found
    }

    /// Whether an invariant of a loop is about one that has its line to itself.
    pub(super) fn is_loop(&self, place: &Place) -> bool {
        let found = self.loop_place(&place.file, place.line);
        found.is_some_and(|found| place.column.is_none_or(|column| found.column == Some(column)))
    }

    /// The place of a loop that is the same in both formats; the head of a `do` is where its body begins, and its
    /// invariant holds where its condition is.
    pub(super) fn loop_place(&self, file: &str, line: u32) -> Option<Place> {
        let [(unit, stmt)] = self.loops(Some(file), (line, line))[..] else { return None };
        let stmt = &self.source().layout(unit).stmts[stmt];
        (stmt.kind != Kind::Do).then(|| self.place((unit, stmt.code), file))
    }
}

/// An edge of a witness with nothing but a guard.
pub(super) fn plain(guard: Guard) -> Edge {
    Edge { from: NodeId(0), to: NodeId(0), guard, assumption: None, result_of: None, other: Vec::new() }
}
