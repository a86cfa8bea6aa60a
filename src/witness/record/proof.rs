//! Proofs, made into witnesses: what is known of integers wherever the condition of a loop is evaluated, and where
//! functions begin. That is what proofs about pieces of a program and inductions over loops assume there, and it holds
//! in every execution ([`crate::range`]).
//!
//! An invariant is a condition of C about variables that mean at its place what they mean here. A variable without a
//! name of its own, one that is hidden by another, or that is declared elsewhere, is left out, and so is a loop whose
//! condition is come to in several ways.

use super::{StmtId, number};
use crate::cfa::{Cfa, FuncId, LocId, Program, Var};
use crate::pointer::Pointers;
use crate::range::{Fact, Ranges};
use crate::source::Span;
use crate::witness::layout::{Kind, Layout, Stmt};
use crate::witness::protocol::{Source, same_file};
use crate::witness::{Formula, Invariant, Place};
use std::collections::{BTreeMap, BTreeSet};

/// What holds in a program at its loops, and, if wanted, where its functions begin.
pub fn invariants(source: &Source, program: &Program, functions: bool) -> Vec<Invariant> {
    let pointers = Pointers::of(program);
    let ranges = Ranges::of(&pointers);
    let mut found = Vec::new();
    for (id, function) in (0..).map(FuncId).zip(&program.functions) {
        let Some(cfa) = function.cfa() else { continue };
        let here = Here { source, program, cfa };
        for ((unit, stmt), at) in here.loops() {
            let facts = ranges.at(id, at).unwrap_or_default();
            found.extend(here.invariant(unit, stmt, true, &facts));
        }
        if functions && let Some((unit, stmt)) = here.first() {
            let facts = ranges.at(id, cfa.entry).unwrap_or_default();
            found.extend(here.invariant(unit, stmt, false, &facts));
        }
    }
    found.sort_by_key(|invariant| (invariant.location.line, invariant.location.column, invariant.at_loop));
    found
}

/// A function of the program, with its source.
struct Here<'a> {
    source: &'a Source<'a>,
    program: &'a Program,
    cfa: &'a Cfa,
}

impl Here<'_> {
    fn layout(&self, unit: u32) -> &Layout {
        self.source.layout(unit)
    }

    /// The loops, with the location at which control is whenever the condition is about to be evaluated.
    fn loops(&self) -> BTreeMap<StmtId, LocId> {
        let mut inside: BTreeMap<StmtId, BTreeSet<LocId>> = BTreeMap::new();
        let mut of_edge = Vec::new();
        for edge in &self.cfa.edges {
            let stmt = self.loop_of(edge.span);
            of_edge.push(stmt);
            inside.entry(stmt.unwrap_or((u32::MAX, 0))).or_default().insert(edge.from);
        }
        inside.remove(&(u32::MAX, 0));
        let mut found = BTreeMap::new();
        for (stmt, locations) in inside {
            let enters = |loc: &&LocId| {
                let mut incoming = self.cfa.edges.iter().zip(&of_edge).filter(|(edge, _)| edge.to == **loc);
                incoming.any(|(_, of)| *of != Some(stmt))
            };
            let entered: Vec<&LocId> = locations.iter().filter(enters).collect();
            if let [only] = entered[..] {
                found.insert(stmt, *only);
            }
        }
        found
    }

    /// The loop whose condition a span is a part of.
    fn loop_of(&self, span: Span) -> Option<StmtId> {
        let layout = self.source.layouts.get(span.unit as usize)?;
        let around = layout.around(span.start)?;
        let stmt = &layout.stmts[around];
        let (start, end) = stmt.cond.filter(|_| stmt.is_loop())?;
        (start <= span.start && span.end <= end).then_some((span.unit, around))
    }

    /// The statement that the function begins with, if control never comes back to it.
    fn first(&self) -> Option<StmtId> {
        let function = self
            .program
            .functions
            .iter()
            .find(|function| function.cfa().is_some_and(|cfa| std::ptr::eq(cfa, self.cfa)))?;
        let unit = function.span.unit;
        let layout = self.source.layouts.get(unit as usize)?;
        let written = layout.functions.iter().find(|known| known.name == function.name)?;
        let stmt = layout.beginning(written.body + 1)?;
        (layout.stmts[stmt].start == layout.stmts[stmt].code).then_some((unit, stmt))
    }

    fn invariant(&self, unit: u32, stmt: usize, at_loop: bool, facts: &[Fact]) -> Option<Invariant> {
        let token = self.layout(unit).stmts[stmt].code;
        let span = self.source.span(unit, token);
        let map = self.source.map;
        let location = map.locate(span);
        let conditions: Vec<String> =
            facts.iter().filter_map(|fact| self.condition(fact, unit, stmt, at_loop)).flatten().collect();
        if conditions.is_empty() || !same_file(map.unit(unit).file(0), &location.file) {
            return None;
        }
        let function = self.layout(unit).function(token).map(str::to_owned);
        let place = Place {
            file: location.file,
            line: location.line,
            column: Some(self.source.column((unit, token))),
            function,
        };
        // Readers must find the same place.
        let found = self.source.at(&place, |(unit, token)| {
            let layout = self.layout(unit);
            let begins = layout.beginning(token).map(|stmt| &layout.stmts[stmt]);
            begins.is_some_and(|stmt| !at_loop || (stmt.is_loop() && stmt.code == token && stmt.cond.is_some()))
        });
        let value = Formula { text: conditions.join(" && "), format: Some("c_expression".into()) };
        (found == [(unit, token)]).then_some(Invariant { at_loop, location: place, value })
    }

    /// A fact in the words of the source, where it can be said.
    fn condition(&self, fact: &Fact, unit: u32, stmt: usize, at_loop: bool) -> Option<Vec<String>> {
        let name = self.name(fact.var, unit, stmt, at_loop)?;
        let types = &self.program.types;
        let kind = types.as_int(fact.ty.ty)?;
        let (bits, signed) = (types.model.int_bits(kind), kind.is_signed());
        let (least, most) = limits(bits, signed)?;
        let end = |value: i128| number(value, signed, bits);
        Some(match (fact.low, fact.high) {
            (low, high) if low == high => vec![format!("{name} == {}", end(low))],
            (low, high) => {
                let low = (low > least).then(|| format!("{name} >= {}", end(low)));
                let high = (high < most).then(|| format!("{name} <= {}", end(high)));
                low.into_iter().chain(high).collect()
            }
        })
    }

    /// The name of a variable that means it at a statement.
    fn name(&self, var: Var, unit: u32, stmt: usize, at_loop: bool) -> Option<String> {
        let named = |name: &str| self.cfa.locals.iter().filter(|local| local.name.as_deref() == Some(name)).count();
        match var {
            Var::Global(id) => {
                let global = &self.program[id];
                let own = self.layout(unit).functions.iter().all(|function| {
                    global.span.unit != unit || !(function.body..function.end).contains(&global.span.start)
                });
                let first = global.span.unit == unit && global.span.start < self.layout(unit).stmts[stmt].code;
                let same = self.program.globals.iter().filter(|other| other.name == global.name).count();
                (own && first && same == 1 && named(&global.name) == 0).then(|| global.name.clone())
            }
            Var::Local(id) => {
                let local = &self.cfa.locals[id.0 as usize];
                let name = local.name.as_ref().filter(|name| named(name) == 1 && self.is_spelt(local.span, name))?;
                if self.cfa.params.contains(&id) {
                    return Some(name.clone());
                }
                let layout = self.layout(unit);
                let declared = layout.around(local.span.start).filter(|_| local.span.unit == unit && at_loop)?;
                let (by, here) = (&layout.stmts[declared], &layout.stmts[stmt]);
                let scope = match by.kind {
                    Kind::Declaration => by.parent.map(|parent| &layout.stmts[parent]),
                    Kind::For => Some(by),
                    _ => None,
                };
                let within = |scope: &Stmt| scope.start <= here.code && here.end <= scope.end;
                (scope.is_some_and(within) && local.span.start < here.cond?.0).then(|| name.clone())
            }
        }
    }

    /// Whether the name stands in the source where the variable is declared: it may come from a macro.
    fn is_spelt(&self, span: Span, name: &str) -> bool {
        let text = self.source.map.unit(span.unit);
        (span.start..span.end.max(span.start + 1)).any(|token| text.token(token) == name.as_bytes())
    }
}

/// The least and the largest value of an integer type.
fn limits(bits: u32, signed: bool) -> Option<(i128, i128)> {
    match (signed, bits) {
        (_, 65..) => None,
        (true, bits) => Some((-(1 << (bits - 1)), (1 << (bits - 1)) - 1)),
        (false, bits) => Some((0, (1 << bits) - 1)),
    }
}
