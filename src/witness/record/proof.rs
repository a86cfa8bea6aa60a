//! Proofs, made into witnesses: at loops, what a proof says that it rests on there ([`Lemma`]). Where it says nothing,
//! what is known of integers helps others, and holds in every execution ([`crate::range`]). Proofs about pieces of a
//! program assume all of that at every loop, and where functions begin.
//!
//! An invariant is a condition of C about variables that mean at its place what they mean here. A variable without a
//! name of its own, one that is hidden by another, or that is declared elsewhere, is left out, and so is a loop whose
//! condition is come to in several ways. Where control is at the beginning of a loop, but not in front of its
//! condition, as in `do`, the invariant is one of the statement that comes next.

use super::words::Words;
use super::{StmtId, number};
use crate::cfa::dominators::Dominators;
use crate::cfa::flow::CfaFlow;
use crate::cfa::loops::Loops;
use crate::cfa::{Cfa, Expr, FuncId, Lemma, LocId, Program, Var};
use crate::ctype::LocalId;
use crate::pointer::Pointers;
use crate::range::{Fact, Ranges};
use crate::source::Span;
use crate::witness::layout::{Kind, Layout};
use crate::witness::protocol::{Source, same_file};
use crate::witness::{Formula, Invariant, Place};
use std::collections::{BTreeMap, BTreeSet};

/// What holds in a program at its loops; where its functions begin as well, if pieces of it were looked at.
pub fn invariants(source: &Source, program: &Program, pieces: bool, lemmas: &[Lemma]) -> Vec<Invariant> {
    let pointers = Pointers::of(program);
    let ranges = Ranges::of(&pointers);
    let mut found = Vec::new();
    for (id, function) in (0..).map(FuncId).zip(&program.functions) {
        let Some(cfa) = function.cfa() else { continue };
        let here = Here { source, program, cfa };
        let (loops, begins) = (here.loops(), here.statements());
        let own: Vec<&Lemma> = lemmas.iter().filter(|lemma| lemma.function == id).collect();
        let mut others: BTreeSet<LocId> = here.heads().into_iter().chain(own.iter().map(|lemma| lemma.at)).collect();
        others.retain(|at| loops.values().all(|head| head != at));
        let others = others.iter().filter_map(|at| Some((*begins.get(at)?, false, *at)));
        for (stmt, at_loop, at) in loops.iter().map(|(stmt, at)| (*stmt, true, *at)).chain(others) {
            let before = found.len();
            let here_said = own.iter().filter(|lemma| lemma.at == at);
            found.extend(here_said.filter_map(|lemma| here.lemma(stmt, at_loop, &lemma.cond)));
            if pieces || found.len() == before {
                found.extend(here.known(stmt, at_loop, &ranges.at(id, at).unwrap_or_default()));
            }
        }
        if pieces && let Some(stmt) = here.first() {
            found.extend(here.known(stmt, false, &ranges.at(id, cfa.entry).unwrap_or_default()));
        }
    }
    let mut said: BTreeSet<(u32, Option<u32>, bool, String)> = BTreeSet::new();
    let place = |of: &Invariant| (of.location.line, of.location.column, of.at_loop);
    found.retain(|of| said.insert((of.location.line, of.location.column, of.at_loop, of.value.text.clone())));
    found.sort_by_key(place);
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
        self.entered(|span| self.loop_of(span))
    }

    /// Where loops begin.
    fn heads(&self) -> Vec<LocId> {
        let loops = Loops::new(&Dominators::new(&CfaFlow::new(self.cfa)));
        (0..self.cfa.locations).map(LocId).filter(|loc| loops.is_head(*loc)).collect()
    }

    /// The statements without a loop in them, by the location at which control is whenever one is about to begin.
    fn statements(&self) -> BTreeMap<LocId, StmtId> {
        let entered = self.entered(|span| self.statement_of(span));
        let mut found: BTreeMap<LocId, StmtId> = BTreeMap::new();
        for (stmt, at) in entered {
            found.entry(at).or_insert(stmt);
        }
        found
    }

    /// The statement that a span is a part of, if nothing but its own code is in it, and nobody jumps to it by a label.
    fn statement_of(&self, span: Span) -> Option<StmtId> {
        let layout = self.source.layouts.get(span.unit as usize)?;
        let around = layout.around(span.start)?;
        let stmt = &layout.stmts[around];
        let plain = matches!(stmt.kind, Kind::Plain | Kind::Declaration | Kind::If);
        let own = stmt.cond.is_none_or(|(start, end)| start <= span.start && span.end <= end);
        (plain && own && stmt.in_block && stmt.start == stmt.code).then_some((span.unit, around))
    }

    /// Statements of edges, with the only location at which control comes to one from elsewhere.
    fn entered(&self, stmt_of: impl Fn(Span) -> Option<StmtId>) -> BTreeMap<StmtId, LocId> {
        let mut inside: BTreeMap<StmtId, BTreeSet<LocId>> = BTreeMap::new();
        let mut of_edge = Vec::new();
        for edge in &self.cfa.edges {
            let stmt = stmt_of(edge.span);
            of_edge.push(stmt);
            if let Some(stmt) = stmt {
                inside.entry(stmt).or_default().insert(edge.from);
            }
        }
        let (mut found, incoming) = (BTreeMap::new(), self.cfa.incoming());
        for (stmt, locations) in inside {
            let enters = |loc: &&LocId| incoming.of(**loc).iter().any(|edge| of_edge[edge.0 as usize] != Some(stmt));
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

    /// What is known of integers in front of a statement, or whenever its condition is evaluated.
    fn known(&self, stmt: StmtId, at_loop: bool, facts: &[Fact]) -> Option<Invariant> {
        let conditions = facts.iter().filter_map(|fact| self.condition(fact, stmt, at_loop));
        let conditions: Vec<String> = conditions.flatten().collect();
        if conditions.is_empty() { None } else { self.invariant(stmt, at_loop, conditions.join(" && ")) }
    }

    fn lemma(&self, stmt: StmtId, at_loop: bool, cond: &Expr) -> Option<Invariant> {
        let name = |var: Var| self.name(var, stmt, at_loop);
        let text = Words { program: self.program, name: &name }.condition(cond)?;
        self.invariant(stmt, at_loop, text)
    }

    fn invariant(&self, (unit, stmt): StmtId, at_loop: bool, text: String) -> Option<Invariant> {
        let token = self.layout(unit).stmts[stmt].code;
        let span = self.source.span(unit, token);
        let map = self.source.map;
        let location = map.locate(span);
        if !same_file(map.unit(unit).file(0), &location.file) {
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
        let value = Formula { text, format: Some("c_expression".into()) };
        (found == [(unit, token)]).then_some(Invariant { at_loop, location: place, value, other: Vec::new() })
    }

    /// A fact in the words of the source, where it can be said.
    fn condition(&self, fact: &Fact, stmt: StmtId, at_loop: bool) -> Option<Vec<String>> {
        let name = self.name(fact.var, stmt, at_loop)?;
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
    fn name(&self, var: Var, at: StmtId, at_loop: bool) -> Option<String> {
        let (unit, stmt) = at;
        let inside = |span: Span| {
            let mut functions = self.layout(unit).functions.iter();
            span.unit == unit && functions.any(|function| (function.body..function.end).contains(&span.start))
        };
        match var {
            Var::Global(id) => {
                let global = &self.program[id];
                let own = global.span.unit == unit && !inside(global.span);
                let first = global.span.start < self.layout(unit).stmts[stmt].code;
                let same = self.program.globals.iter().filter(|other| other.name == global.name).count();
                let hidden = self.visible(&global.name, at, at_loop)?.is_some();
                (own && first && same == 1 && !hidden).then(|| global.name.clone())
            }
            Var::Local(id) => {
                let local = &self.cfa.locals[id.0 as usize];
                let name = local.name.as_ref().filter(|name| self.is_spelt(local.span, name))?;
                let meant = self.visible(name, at, at_loop)? == Some(id);
                // What is declared in a function and lives on is no local.
                let mut lasting = self.program.globals.iter().filter(|global| inside(global.span));
                (meant && !lasting.any(|global| global.name == *name)).then(|| name.clone())
            }
        }
    }

    /// The local that a name means at a statement, if it is one of the function's; nothing if nobody can say.
    fn visible(&self, name: &str, (unit, stmt): StmtId, at_loop: bool) -> Option<Option<LocalId>> {
        let here = &self.layout(unit).stmts[stmt];
        let end = if at_loop { here.cond?.0 } else { here.start };
        let mut found: Option<(u32, LocalId)> = None;
        let locals = (0..).map(LocalId).zip(&self.cfa.locals);
        for (id, local) in locals.filter(|(_, local)| local.name.as_deref() == Some(name)) {
            let (start, behind) = match self.cfa.params.contains(&id) {
                true => (0, u32::MAX),
                false => self.scope(unit, local.span)?,
            };
            let declared = self.cfa.params.contains(&id) || local.span.start < end;
            let within = start <= here.code && here.end <= behind;
            if declared && within && found.is_none_or(|(other, _)| other <= start) {
                found = Some((start, id));
            }
        }
        Some(found.map(|(_, id)| id))
    }

    /// The tokens of the block, or of the loop, that a declaration is for.
    fn scope(&self, unit: u32, declared: Span) -> Option<(u32, u32)> {
        let layout = self.layout(unit);
        let by = &layout.stmts[layout.around(declared.start).filter(|_| declared.unit == unit)?];
        let scope = match by.kind {
            Kind::Declaration => &layout.stmts[by.parent?],
            Kind::For => by,
            _ => return None,
        };
        Some((scope.start, scope.end))
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
