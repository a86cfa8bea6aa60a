//! Which edges of a program fit the guards of GraphML's automata.
//!
//! Calls of defined functions fit twice, where the function is entered and where it has returned; what ends a function
//! or may fail fits before it happens.

use super::protocol::{Built, Source, same_file};
use super::{Edge as Step, Guard, result};
use crate::cfa::dominators::Dominators;
use crate::cfa::flow::CfaFlow;
use crate::cfa::loops::Loops;
use crate::cfa::{Callee, Cfa, EdgeId, FuncId, LocId, Native, Op};
use crate::source::Span;
use std::collections::{BTreeMap, BTreeSet};

/// When an edge of the program is looked at.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Phase {
    /// Before it happens; a function is entered.
    Before,
    After,
}

pub(super) type Event = (FuncId, EdgeId, Phase);

pub(super) struct Matcher<'a> {
    pub(super) built: &'a Built<'a>,
    loops: BTreeMap<FuncId, Loops>,
    /// The calls of each function, as far as they are direct.
    callers: BTreeMap<FuncId, Vec<(FuncId, EdgeId)>>,
    /// The calls through pointers.
    indirect: Vec<(FuncId, EdgeId)>,
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

    pub(super) fn cfa(&self, function: FuncId) -> &'a Cfa {
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
        // What a case is about reaches to the end of its statement.
        let reaches = !matches!(cfa[id].op, Op::Skip | Op::Assume { .. });
        self.fits_kind(guard, function, cfa, id, phase) && is_at(self.built.source, guard, cfa[id].span, reaches)
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
}

/// Whether something is where a guard says, or `reaches` so far that it is there as well.
pub(super) fn is_at(source: &Source, guard: &Guard, span: Span, reaches: bool) -> bool {
    let (file, first) = source.map.line(span);
    if guard.file.as_deref().is_some_and(|wanted| !same_file(wanted, file)) {
        return false;
    }
    if let Some((start, end)) = guard.lines {
        let tail = Span { start: span.end.saturating_sub(1).max(span.start), ..span };
        let last = source.map.line(tail).1.max(first);
        let begins = (start..=end).contains(&first);
        if !(begins || reaches && first <= start && end <= last) {
            return false;
        }
    }
    match guard.offsets {
        None => true,
        Some((start, end)) => match source.offset(span) {
            Some(offset) => (start..=end).contains(&offset),
            None => true,
        },
    }
}
