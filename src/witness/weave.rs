//! The product of a program and a witness, as a program: the state of the witness is a variable of it.
//!
//! Where the witness can change its state, the program asks which one it is in, chooses among the ways that the witness
//! has from there, and ends if what holds on that way does not hold (`abort`, which is no violation). So executions
//! that leave the witness are cut, whatever functions call each other, also through pointers or themselves; and any
//! verifier can take the result. An assertion counts only in the states that are given for it, and ends the program
//! elsewhere.
//!
//! Whatever the rules say, the result does nothing that the program does not do: a violation of it is one.

use super::claims::Held;
use super::probe::Fragment;
use crate::cfa::BinaryOp;
use crate::cfa::passes::prune;
use crate::cfa::{
    Body, Callee, Cause, Cfa, Edge, EdgeId, Expr, FuncId, GlobalId, Init, LocId, Local, Op, Place, PlaceKind, Program,
    PropId, Var,
};
use crate::ctype::{FunctionType, LocalId, Type, Types};
use crate::source::Span;
use std::collections::{BTreeMap, BTreeSet};

/// A state of the witness.
pub type State = u32;

/// Something that is looked at.
#[derive(Clone, Debug)]
pub enum Check {
    /// The value of a fragment is not zero; `\result` in it stands for the place.
    Holds(Fragment, Option<Place>),
    /// The value is not zero (true), or is zero.
    Is(Expr, bool),
    /// Holds: the place has this value, and is given it once more, so that everybody sees it.
    Gets(Place, Expr),
}

/// One way of the witness: all of this holds, and the state is another; nowhere if the execution is left out.
#[derive(Clone, Debug)]
pub struct Way {
    pub checks: Vec<Check>,
    /// What a proof says to hold behind it.
    pub claims: Vec<Held>,
    pub to: Option<State>,
}

/// What happens in one state.
#[derive(Clone, Debug)]
pub struct Rule {
    pub from: State,
    /// Executions in which all of one of these hold are left out.
    pub avoid: Vec<Vec<Check>>,
    /// One of these is taken.
    pub ways: Vec<Way>,
    /// Or none of them.
    pub stay: bool,
}

/// When rules are followed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum When {
    /// Where a function begins.
    Entry,
    Before(EdgeId),
    After(EdgeId),
    /// In the place of a call that is only a mark: its value is its argument, if it has one.
    Instead(EdgeId),
}

/// All that happens, by function.
pub type Rules = BTreeMap<FuncId, BTreeMap<When, Vec<Rule>>>;

/// In which states assertions count; those that are not here stay as they are.
pub type Counting = BTreeMap<(FuncId, EdgeId), BTreeSet<State>>;

/// Makes the product; the error says why there is none.
pub fn weave(program: &mut Program, rules: &Rules, counting: &Counting, initial: State) -> Result<(), String> {
    let state = state_variable(program, initial);
    let halt = halt(program)?;
    for number in 0..program.functions.len() {
        let function = FuncId(number as u32);
        let Some(cfa) = program.functions[number].take_cfa() else { continue };
        let none = BTreeMap::new();
        let mine = rules.get(&function).unwrap_or(&none);
        let mut weaver = Weaver { cfa, state, halt, span: program.functions[number].span, choice: None };
        weaver.function(function, mine, counting);
        prune(&mut weaver.cfa);
        program.functions[number].body = Body::Cfa(weaver.cfa);
    }
    Ok(())
}

pub(super) fn state_variable(program: &mut Program, initial: State) -> GlobalId {
    let span = program.functions.first().map_or(Span { unit: 0, start: 0, end: 0 }, |function| function.span);
    let init = Init::Expr(Expr::int(Types::INT, i128::from(initial)));
    program.define("__qicc_state".into(), Types::INT, init, span)
}

/// The function that ends executions.
fn halt(program: &mut Program) -> Result<FuncId, String> {
    let known = program.functions.iter().position(|function| function.name == "abort");
    let id = match known {
        Some(known) if program.functions[known].is_defined() => return Err("the program defines abort".into()),
        Some(known) => FuncId(known as u32),
        None => {
            let ret = Types::VOID.into();
            let ty = FunctionType { ret, params: Vec::new(), variadic: false, prototype: true };
            let ty = program.types.intern(Type::Function(ty));
            let span = program.functions.first().map_or(Span { unit: 0, start: 0, end: 0 }, |function| function.span);
            program.declare("abort".into(), ty, span)
        }
    };
    program.functions[id.0 as usize].attributes.noreturn = true;
    Ok(id)
}

/// A function while rules and claims are put into it.
pub(super) struct Weaver {
    pub(super) cfa: Cfa,
    pub(super) state: GlobalId,
    pub(super) halt: FuncId,
    /// Where new edges are.
    pub(super) span: Span,
    /// What is chosen by, if anything is: it is read where it was given a value and nowhere else, so that one is enough
    /// for all choices of a function.
    pub(super) choice: Option<LocalId>,
}

impl Weaver {
    pub(super) fn function(&mut self, function: FuncId, rules: &BTreeMap<When, Vec<Rule>>, counting: &Counting) {
        for id in self.cfa.edge_ids() {
            let given = |when: When| rules.get(&when).map_or(&[][..], Vec::as_slice);
            // What a witness adds is at a place of the program, but is not in its text.
            self.span = self.cfa[id].span.nothing();
            let (instead, before, after) = (given(When::Instead(id)), given(When::Before(id)), given(When::After(id)));
            if !before.is_empty() {
                let from = self.follow(self.cfa[id].from, before);
                self.cfa.edges[id.0 as usize].from = from;
            }
            if rules.contains_key(&When::Instead(id)) {
                self.replace(id, instead);
            }
            if !after.is_empty() {
                let to = self.cfa[id].to;
                let behind = self.cfa.new_location();
                self.cfa.edges[id.0 as usize].to = behind;
                let end = self.follow(behind, after);
                self.edge(end, to, Op::Skip);
            }
            if let Some(states) = counting.get(&(function, id)) {
                self.count(id, states);
            }
        }
        if let Some(rules) = rules.get(&When::Entry) {
            let (start, entry) = (self.cfa.new_location(), self.cfa.entry);
            self.cfa.entry = start;
            let end = self.follow(start, rules);
            self.edge(end, entry, Op::Skip);
        }
    }

    /// A mark becomes what it stands for.
    fn replace(&mut self, id: EdgeId, rules: &[Rule]) {
        let Edge { from, to, op, .. } = self.cfa[id].clone();
        let Op::Call { dst, args, .. } = op else { return };
        let value = dst.zip(args.into_iter().next());
        let behind = self.cfa.new_location();
        let op = match value {
            Some((place, value)) => {
                let value = value.cast(place.ty.ty);
                Op::Assign { place, value }
            }
            None => Op::Skip,
        };
        // The program has no such assignment.
        self.cfa.edges[id.0 as usize] = Edge { from, to: behind, op, span: self.span };
        let end = self.follow(behind, rules);
        self.edge(end, to, Op::Skip);
    }

    /// An assertion that fails counts in these states, and ends the program in the others.
    fn count(&mut self, id: EdgeId, states: &BTreeSet<State>) {
        let Edge { from, to, op: Op::Assert { cond, property }, span } = self.cfa[id].clone() else { return };
        let fails = self.cfa.new_location();
        let (yes, no) = (
            Op::Assume { cond: cond.clone(), truth: true, via: None },
            Op::Assume { cond: cond.clone(), truth: false, via: None },
        );
        match &cond.kind {
            crate::cfa::ExprKind::Int(0) => {
                self.cfa.edges[id.0 as usize] = Edge { from, to: fails, op: Op::Skip, span }
            }
            _ => {
                self.cfa.edges[id.0 as usize] = Edge { from, to, op: yes, span };
                self.edge(from, fails, no);
            }
        }
        let end = self.assert(fails, states, property);
        self.end(end);
    }

    fn assert(&mut self, from: LocId, states: &BTreeSet<State>, property: PropId) -> LocId {
        if states.is_empty() {
            return from;
        }
        // Counts nowhere but in these states.
        let mut here = from;
        for state in states {
            let (counts, next) = (self.cfa.new_location(), self.cfa.new_location());
            self.test(here, *state, counts, next);
            let behind = self.cfa.new_location();
            self.edge(counts, behind, Op::Assert { cond: Expr::int(Types::INT, 0), property });
            self.end(behind);
            here = next;
        }
        here
    }

    pub(super) fn edge(&mut self, from: LocId, to: LocId, op: Op) {
        self.cfa.edges.push(Edge { from, to, op, span: self.span });
    }

    fn branch(&mut self, from: LocId, cond: Expr, yes: LocId, no: LocId) {
        match cond.kind {
            crate::cfa::ExprKind::Int(value) => self.edge(from, if value != 0 { yes } else { no }, Op::Skip),
            _ => {
                self.edge(from, yes, Op::Assume { cond: cond.clone(), truth: true, via: None });
                self.edge(from, no, Op::Assume { cond, truth: false, via: None });
            }
        }
    }

    fn test(&mut self, from: LocId, state: State, yes: LocId, no: LocId) {
        self.compare(from, Place::global(self.state, Types::INT), state, yes, no);
    }

    fn compare(&mut self, from: LocId, place: Place, number: u32, yes: LocId, no: LocId) {
        let is = Expr::load(place);
        let cond = Expr::binary(BinaryOp::Eq, is, Expr::int(Types::INT, i128::from(number)), Types::INT);
        self.branch(from, cond, yes, no);
    }

    /// Chooses a number.
    fn choice(&mut self, from: LocId) -> (Place, LocId) {
        let (cfa, span) = (&mut self.cfa, self.span);
        let new =
            || cfa.new_local(Local { name: Some("__qicc_choice".into()), ty: Types::INT.into(), align: None, span });
        let place = Place::local(*self.choice.get_or_insert_with(new), Types::INT);
        let chosen = self.cfa.new_location();
        let op = Op::Havoc { places: vec![place.clone()], objects: vec![], cause: Cause::Choice };
        self.edge(from, chosen, op);
        (place, chosen)
    }

    fn end(&mut self, from: LocId) {
        let dead = self.cfa.new_location();
        self.edge(from, dead, Op::Call { dst: None, callee: Callee::Direct(self.halt), args: Vec::new() });
    }

    /// What the rules say, from a location on; where it goes on afterwards.
    fn follow(&mut self, from: LocId, rules: &[Rule]) -> LocId {
        let done = self.cfa.new_location();
        let mut here = from;
        for rule in rules {
            let (inside, next) = (self.cfa.new_location(), self.cfa.new_location());
            self.test(here, rule.from, inside, next);
            here = next;
            let mut at = inside;
            for checks in &rule.avoid {
                let passed = self.cfa.new_location();
                let met = self.all(at, checks, passed);
                self.end(met);
                at = passed;
            }
            self.choose(at, rule, done);
        }
        self.edge(here, done, Op::Skip);
        done
    }

    fn choose(&mut self, from: LocId, rule: &Rule, done: LocId) {
        let open = rule.ways.len() + usize::from(rule.stay || rule.ways.is_empty());
        let (choice, mut here) = match open > 1 {
            true => {
                let (place, chosen) = self.choice(from);
                (Some(place), chosen)
            }
            false => (None, from),
        };
        for (number, way) in (0..).zip(&rule.ways) {
            let mut at = here;
            if let Some(place) = choice.as_ref().filter(|_| (number as usize) + 1 < open) {
                let (taken, other) = (self.cfa.new_location(), self.cfa.new_location());
                self.compare(here, place.clone(), number, taken, other);
                (at, here) = (taken, other);
            }
            let left = self.cfa.new_location();
            let end = self.all(at, &way.checks, left);
            if !way.checks.is_empty() {
                self.end(left);
            }
            let end = way.claims.iter().fold(end, |at, held| self.claimed(at, held));
            match way.to {
                Some(to) if to == rule.from => self.edge(end, done, Op::Skip),
                Some(to) => {
                    let place = Place::global(self.state, Types::INT);
                    self.edge(end, done, Op::Assign { place, value: Expr::int(Types::INT, i128::from(to)) });
                }
                None => self.end(end),
            }
        }
        if rule.stay || rule.ways.is_empty() {
            self.edge(here, done, Op::Skip);
        }
    }

    /// Where everything holds; elsewhere control is at `other`.
    fn all(&mut self, from: LocId, checks: &[Check], other: LocId) -> LocId {
        let mut here = from;
        for check in checks {
            let holds = self.cfa.new_location();
            match check {
                Check::Is(value, true) => self.branch(here, value.clone(), holds, other),
                Check::Is(value, false) => self.branch(here, value.clone(), other, holds),
                Check::Gets(place, value) => {
                    self.edge(here, holds, Op::Assign { place: place.clone(), value: value.clone() });
                }
                Check::Holds(fragment, result) => {
                    // What has no value does not hold, nor does its negation.
                    let nowhere = self.cfa.new_location();
                    let exit = self.copy(here, fragment, result.as_ref(), nowhere);
                    if fragment.undefined.is_some() {
                        self.end(nowhere);
                    }
                    self.branch(exit, fragment.value.clone(), holds, other);
                }
            }
            here = holds;
        }
        here
    }

    /// A fragment from here on; where its value is known. Control is `nowhere` when it has none.
    pub(super) fn copy(&mut self, from: LocId, fragment: &Fragment, result: Option<&Place>, nowhere: LocId) -> LocId {
        let mut number: BTreeMap<LocId, LocId> = BTreeMap::from([(fragment.entry, from)]);
        number.extend(fragment.undefined.map(|undefined| (undefined, nowhere)));
        for edge in &fragment.edges {
            for end in [edge.from, edge.to] {
                let cfa = &mut self.cfa;
                number.entry(end).or_insert_with(|| cfa.new_location());
            }
        }
        for edge in &fragment.edges {
            let op = match (&edge.op, result) {
                (Op::Call { dst: Some(place), .. }, Some(result)) => {
                    Op::Assign { place: place.clone(), value: Expr::load(result.clone()).cast(place.ty.ty) }
                }
                (op, _) => op.clone(),
            };
            self.name(&op);
            self.edge(number[&edge.from], number[&edge.to], op);
        }
        number.get(&fragment.exit).copied().unwrap_or(from)
    }

    /// What only the witness knows has a name of its own in traces: otherwise it would be called by what it holds, as a
    /// variable of the program.
    fn name(&mut self, op: &Op) {
        if let Op::Assign { place, .. } | Op::Call { dst: Some(place), .. } = op
            && let PlaceKind::Var(Var::Local(local)) = place.kind
        {
            let local = &mut self.cfa.locals[local.0 as usize];
            local.name.get_or_insert_with(|| "qicc_witness".into());
        }
    }
}
