//! Which of some conditions hold where loops begin: predicate abstraction with adjustable blocks.
//!
//! Between the heads of loops a state is what the executor makes of it, exactly. At a head it is abstracted: what holds
//! numbers is any value, and what is kept is which of the predicates of that head hold, in every combination if there
//! are few. Predicates are learnt from paths that cannot be taken: the conditions that exclude each other, as they read
//! at each head before them (weakest preconditions).
//!
//! The composite keeps values as well, of variables that no loop counts with, and learns predicates only where values
//! are not enough.
//!
//! Predicates are candidates and nothing else: whatever they say, a state has all executions that come to it.

use super::explore::{Domain, Post, heads};
use super::formula;
use super::normal::Normal;
use super::value::Value;
use super::walker::{Followed, Walker};
use crate::cfa::dominators::Dominators;
use crate::cfa::flow::CfaFlow;
use crate::cfa::lemma::wrapped;
use crate::cfa::loops::Loops;
use crate::cfa::visit::{self, Rewrite, Visit};
use crate::cfa::{BinaryOp, Edge, EdgeId, Expr, ExprKind, LocId, Op, Place, PlaceKind, PropId, Var};
use crate::ctype::Types;
use crate::engine::memory::{ObjectId, State as Memory};
use crate::engine::solve::Answer;
use crate::engine::term::Term;
use crate::property;
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

/// Of so many predicates that are open all combinations are told apart; of more each by itself.
const MOST_TOGETHER: usize = 7;

/// A head has no more predicates than this, and none with more parts.
const MOST_PREDICATES: usize = 48;
const MOST_PARTS: usize = 40;

/// So many combinations of predicates are told to others.
const MOST_GROUPS: usize = 16;

/// So many ends of a path are looked at by themselves.
const MOST_ENDS: usize = 6;

#[derive(Default)]
pub(super) struct Predicate {
    normal: Normal,
    /// By location: whether an edge leads back to it.
    heads: Vec<bool>,
    predicates: BTreeMap<LocId, Vec<Expr>>,
    /// Values of variables that are kept as well, as long as these are enough to learn from a path.
    values: Option<Value>,
    serial: u64,
}

impl Predicate {
    /// With the values of variables, except for those that count the rounds of a loop.
    pub(super) fn with_values(walker: &Walker) -> Predicate {
        Predicate { values: Some(Value::ignoring(counters(walker))), ..Predicate::default() }
    }

    fn followed(&self) -> BTreeSet<ObjectId> {
        self.values.as_ref().map(|values| values.followed.clone()).unwrap_or_default()
    }
}

#[derive(Clone)]
pub(super) struct State {
    now: Memory,
    /// The state at the last head.
    base: Rc<Memory>,
    serial: u64,
    abstracted: bool,
}

impl Domain for Predicate {
    type State = State;
    /// Shared objects and what holds, of abstracted states; others are like no other one.
    type Key = (Vec<usize>, Vec<Term>, u64);
    const COMPARES: bool = true;

    fn initial(&mut self, walker: &mut Walker) -> State {
        if self.heads.is_empty() {
            self.heads = heads(walker);
        }
        let followed = self.normal.numbers(walker).clone();
        let start = walker.start.clone();
        let now = self.normal.of(walker, &Memory::new(), start, &followed);
        State { base: Rc::new(now.clone()), now, serial: 0, abstracted: true }
    }

    fn post(&mut self, walker: &mut Walker, state: &State, edge: EdgeId) -> Post<State> {
        walker.executor.choose_again();
        let stepped = walker.executor.take(&walker.walk, &state.now, edge);
        let mut fails = BTreeSet::new();
        for check in &stepped.checks {
            if !matches!(walker.executor.ask(&[check.fails]), Answer::Impossible(_)) {
                fails.insert(walker.original(check.property));
            }
        }
        let mut doubts = stepped.doubts;
        doubts.retain(|doubt| !matches!(walker.executor.ask(&[doubt.cond]), Answer::Impossible(_)));
        let mut after = stepped.state;
        if let Some(now) = &after
            && now.guard() != state.now.guard()
            && matches!(walker.executor.ask(now.guard()), Answer::Impossible(_))
        {
            after = None;
        }
        let to = walker.flat.cfa[edge].to;
        let state = after.map(|now| match self.heads[to.0 as usize] {
            true => self.abstracted(walker, &state.base, now, to),
            false => {
                self.serial += 1;
                State { now, base: state.base.clone(), serial: self.serial, abstracted: false }
            }
        });
        Post { state, fails, doubt: doubts.first().map(|doubt| doubt.why.to_string()) }
    }

    fn key(&self, state: &State) -> Self::Key {
        match state.abstracted {
            true => (state.now.addresses(), state.now.guard().to_vec(), 0),
            false => (Vec::new(), Vec::new(), state.serial),
        }
    }

    fn covers(&mut self, walker: &mut Walker, old: &State, new: &State) -> bool {
        if !(old.abstracted && new.abstracted && old.now.addresses() == new.now.addresses()) {
            return false;
        }
        let memory = walker.executor.memory();
        let all = memory.guard(&old.now);
        let other = memory.terms.not(all);
        let conditions: Vec<Term> = new.now.guard().iter().copied().chain([other]).collect();
        matches!(walker.executor.ask(&conditions), Answer::Impossible(_))
    }

    fn refine(&mut self, walker: &mut Walker, path: &[EdgeId], excluded: &[usize], property: PropId) -> bool {
        if let Some(values) = &mut self.values
            && values.refine(walker, path, excluded, property)
        {
            return true;
        }
        // What excludes an end of the path by itself, whatever was before, does not depend on how often loops went
        // round.
        for (number, state) in self.visits(walker, path).into_iter().rev().take(MOST_ENDS) {
            let any = self.normal.of(walker, &Memory::new(), state, &BTreeSet::new());
            let end = &path[number + 1..];
            if let Followed::Impossible(excluded) = walker.follow_from(any, end, property)
                && self.learn_from(walker, end, &excluded)
            {
                return true;
            }
        }
        self.learn_from(walker, path, excluded)
    }

    fn size(&self, state: &State) -> u64 {
        state.now.guard().len() as u64
    }

    fn known(&mut self, walker: &mut Walker, loc: LocId, state: &State) -> Vec<Expr> {
        let mut known: Vec<Expr> = match &mut self.values {
            Some(values) => values.known(walker, loc, &state.now),
            None => Vec::new(),
        };
        for predicate in self.predicates.get(&loc).cloned().unwrap_or_default() {
            let Some(holds) = walker.holds(&state.now, &predicate) else { continue };
            let not = walker.executor.memory().terms.not(holds);
            if self.never(walker, state.now.guard(), not) {
                known.push(predicate);
            }
        }
        known
    }

    fn told(&mut self, walker: &mut Walker, loc: LocId, state: &State) -> Vec<Vec<Expr>> {
        let mut known: Vec<Expr> = match &mut self.values {
            Some(values) => values.known(walker, loc, &state.now),
            None => Vec::new(),
        };
        let mut guard = state.now.guard().to_vec();
        let mut open = Vec::new();
        for predicate in self.predicates.get(&loc).cloned().unwrap_or_default() {
            let Some(holds) = walker.holds(&state.now, &predicate) else { continue };
            let not = walker.executor.memory().terms.not(holds);
            let predicate = self.defined(walker, state, predicate);
            if self.never(walker, &guard, not) {
                known.push(predicate);
            } else if self.never(walker, &guard, holds) {
                known.push(formula::truth(&walker.program.types, &predicate, false));
            } else {
                open.push((predicate, holds));
            }
        }
        let mut groups = Vec::new();
        if open.len() <= MOST_TOGETHER {
            self.groups(walker, &mut guard, &open, &mut known.clone(), &mut groups);
        }
        if groups.is_empty() || groups.len() > MOST_GROUPS { vec![known] } else { groups }
    }
}

impl Predicate {
    /// A condition that does not overflow in a state, and means the same.
    fn defined(&self, walker: &mut Walker, state: &State, cond: Expr) -> Expr {
        let Some(fits) = property::condition_fits(walker.program, &cond) else { return cond };
        let sure = walker.holds(&state.now, &fits).is_some_and(|fits| {
            let not = walker.executor.memory().terms.not(fits);
            self.never(walker, state.now.guard(), not)
        });
        if sure { cond } else { wrapped(walker.program, &cond) }
    }

    /// The combinations of open predicates that can be, each with what is known anyway.
    fn groups(
        &self,
        walker: &mut Walker,
        guard: &mut Vec<Term>,
        open: &[(Expr, Term)],
        known: &mut Vec<Expr>,
        groups: &mut Vec<Vec<Expr>>,
    ) {
        let [(predicate, holds), rest @ ..] = open else { return groups.push(known.clone()) };
        for truth in [true, false] {
            let this = if truth { *holds } else { walker.executor.memory().terms.not(*holds) };
            if groups.len() > MOST_GROUPS || self.never(walker, guard, this) {
                continue;
            }
            guard.push(this);
            known.push(formula::truth(&walker.program.types, predicate, truth));
            self.groups(walker, guard, rest, known, groups);
            known.pop();
            guard.pop();
        }
    }

    /// The heads that a path comes to: after which of its edges, and in which state.
    fn visits(&self, walker: &mut Walker, path: &[EdgeId]) -> Vec<(usize, Memory)> {
        walker.executor.choose_again();
        let mut visits = Vec::new();
        let mut state = walker.start.clone();
        for (number, edge) in path.iter().enumerate() {
            let Some(after) = walker.executor.take(&walker.walk, &state, *edge).state else { break };
            if self.heads[walker.flat.cfa[*edge].to.0 as usize] && number + 1 < path.len() {
                visits.push((number, after.clone()));
            }
            state = after;
        }
        visits
    }

    /// Learns conditions that exclude each other, as they read at each head before them.
    fn learn_from(&mut self, walker: &Walker, path: &[EdgeId], excluded: &[usize]) -> bool {
        let cfa = &walker.flat.cfa;
        let types = &walker.program.types;
        let mut learnt = false;
        for &number in excluded {
            let (Op::Assume { cond, .. } | Op::Assert { cond, .. }) = &cfa[path[number]].op else { continue };
            let mut cond = Some(atom(types, cond));
            for edge in path[..number].iter().rev() {
                let Some(now) = &cond else { break };
                if self.heads[cfa[*edge].to.0 as usize] {
                    learnt |= self.learn(cfa[*edge].to, now);
                }
                cond = before(&cfa[*edge].op, now).filter(|cond| parts(cond) <= MOST_PARTS);
            }
        }
        learnt
    }

    fn learn(&mut self, head: LocId, cond: &Expr) -> bool {
        let known = self.predicates.entry(head).or_default();
        let new = !visit::variables(cond).is_empty() && !known.contains(cond) && known.len() < MOST_PREDICATES;
        if new {
            known.push(cond.clone());
        }
        new
    }

    /// A state at a head: what predicates say, and what may hold pointers.
    fn abstracted(&mut self, walker: &mut Walker, base: &Rc<Memory>, now: Memory, head: LocId) -> State {
        let guard = now.guard().to_vec();
        let mut normal = self.normal.of(walker, base, now.clone(), &self.followed());
        let predicates = self.predicates.get(&head).cloned().unwrap_or_default();
        // By predicate: when it holds in the state that is abstracted, and when in the one that stands for it.
        let mut open: Vec<(Term, Term)> = Vec::new();
        for predicate in &predicates {
            let (Some(here), Some(there)) = (walker.holds(&now, predicate), walker.holds(&normal, predicate)) else {
                continue;
            };
            let memory = walker.executor.memory();
            let (not_here, not_there) = (memory.terms.not(here), memory.terms.not(there));
            if self.never(walker, &guard, not_here) {
                walker.executor.memory().assume(&mut normal, there);
            } else if self.never(walker, &guard, here) {
                walker.executor.memory().assume(&mut normal, not_there);
            } else {
                open.push((here, there));
            }
        }
        if open.len() <= MOST_TOGETHER {
            let together = self.combinations(walker, &mut guard.clone(), &open);
            walker.executor.memory().assume(&mut normal, together);
        }
        State { base: Rc::new(normal.clone().under(&Memory::new())), now: normal, serial: 0, abstracted: true }
    }

    fn never(&self, walker: &mut Walker, guard: &[Term], cond: Term) -> bool {
        let conditions: Vec<Term> = guard.iter().copied().chain([cond]).collect();
        matches!(walker.executor.ask(&conditions), Answer::Impossible(_))
    }

    /// The combinations of predicates that can be, in terms of the state that stands for all of them.
    fn combinations(&self, walker: &mut Walker, guard: &mut Vec<Term>, open: &[(Term, Term)]) -> Term {
        let [(here, there), rest @ ..] = open else { return walker.executor.memory().terms.truth(true) };
        let mut any = walker.executor.memory().terms.truth(false);
        for truth in [true, false] {
            let terms = &mut walker.executor.memory().terms;
            let (here, there) = if truth { (*here, *there) } else { (terms.not(*here), terms.not(*there)) };
            if self.never(walker, guard, here) {
                continue;
            }
            guard.push(here);
            let rest = self.combinations(walker, guard, rest);
            guard.pop();
            let terms = &mut walker.executor.memory().terms;
            let this = terms.and(there, rest);
            any = terms.or(any, this);
        }
        any
    }
}

/// The variables that a loop computes from what they were before, round by round.
fn counters(walker: &Walker) -> BTreeSet<ObjectId> {
    let cfa = &walker.flat.cfa;
    let loops = Loops::new(&Dominators::new(&CfaFlow::new(cfa)));
    let counted = |edge: &Edge| match &edge.op {
        Op::Assign { place: Place { kind: PlaceKind::Var(var), .. }, value }
            if loops.innermost(edge.from).is_some() && mentions(value, *var) =>
        {
            walker.executor.object(&walker.walk, *var)
        }
        _ => None,
    };
    cfa.edges.iter().filter_map(counted).collect()
}

/// A condition as it is remembered: comparisons of integers have one of two forms.
fn atom(types: &Types, cond: &Expr) -> Expr {
    let ExprKind::Binary(op, a, b) = &cond.kind else { return cond.clone() };
    if types.as_float(a.ty).is_some() {
        return cond.clone();
    }
    let compare = |op, a: &Expr, b: &Expr| Expr::binary(op, a.clone(), b.clone(), cond.ty);
    match op {
        BinaryOp::Ne if b.truth(types) == Some(false) && matches!(a.kind, ExprKind::Binary(..)) => atom(types, a),
        BinaryOp::Ne => compare(BinaryOp::Eq, a, b),
        BinaryOp::Ge => compare(BinaryOp::Lt, a, b),
        BinaryOp::Gt | BinaryOp::Le => compare(BinaryOp::Lt, b, a),
        _ => cond.clone(),
    }
}

/// What a condition behind an operation is before it, if that can be said.
fn before(op: &Op, cond: &Expr) -> Option<Expr> {
    let var = |place: &Place| match place.kind {
        PlaceKind::Var(var) => Some(var),
        _ => None,
    };
    match op {
        Op::Assign { place, value } => match var(place) {
            Some(var) if place.ty.ty == value.ty => {
                let mut after = cond.clone();
                Substitution { var, value }.expr(&mut after);
                Some(after)
            }
            Some(var) => Some(cond.clone()).filter(|cond| !mentions(cond, var)),
            None => Some(cond.clone()),
        },
        Op::Call { dst: Some(place), .. } => {
            Some(cond.clone()).filter(|cond| var(place).is_none_or(|var| !mentions(cond, var)))
        }
        Op::Declare(local) => Some(cond.clone()).filter(|cond| !mentions(cond, Var::Local(*local))),
        Op::Havoc { places, .. } => {
            Some(cond.clone()).filter(|cond| places.iter().filter_map(var).all(|var| !mentions(cond, var)))
        }
        _ => Some(cond.clone()),
    }
}

struct Substitution<'a> {
    var: Var,
    value: &'a Expr,
}

impl Rewrite for Substitution<'_> {
    fn expr(&mut self, expr: &mut Expr) {
        if let ExprKind::Load(Place { kind: PlaceKind::Var(var), .. }) = &expr.kind
            && *var == self.var
            && expr.ty == self.value.ty
        {
            *expr = self.value.clone();
            return;
        }
        visit::rewrite_expr(self, expr);
    }
}

fn mentions(expr: &Expr, var: Var) -> bool {
    visit::variables(expr).contains(&var)
}

/// How large an expression is.
fn parts(expr: &Expr) -> usize {
    struct Parts(usize);
    impl Visit for Parts {
        fn expr(&mut self, expr: &Expr) {
            self.0 += 1;
            visit::visit_expr(self, expr);
        }
    }
    let mut parts = Parts(0);
    parts.expr(expr);
    parts.0
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::analysis::walker::tests::walking;
    use crate::ctype::LocalId;

    /// Whether a state at a head knows that two variables are equal, when that is said by no predicate: so many say of
    /// each variable that it is one, of these two and of others.
    fn knows_what_is_equal(predicates: usize) -> bool {
        let others: String = (2..predicates).map(|number| format!("int c{number} = any(); ")).collect();
        let text = format!(
            "int any(void); int main(void) {{ int a = any(), b = a; {others} while (any()) a = b;
            __CPROVER_assert(a == b, \"\"); return 0; }}"
        );
        walking(&text, |walker| {
            let mut domain = Predicate::default();
            let mut state = domain.initial(walker);
            let cfa = &walker.flat.cfa;
            let (outgoing, mut at) = (cfa.outgoing(), cfa.entry);
            let head = (0..).map(LocId).find(|loc| domain.heads[loc.0 as usize]).expect("there is a loop");
            let is_one = |id| {
                let local = Expr::load(Place::local(id, Types::INT));
                Expr::binary(BinaryOp::Eq, local, Expr::int(Types::INT, 1), Types::INT)
            };
            let named = (0..).map(LocalId).zip(&cfa.locals).filter(|(_, local)| local.name.is_some());
            let conditions: Vec<Expr> = named.map(|(id, _)| is_one(id)).collect();
            assert_eq!(conditions.len(), predicates);
            for cond in &conditions {
                assert!(domain.learn(head, cond));
            }
            while at != head {
                let &[edge] = outgoing.of(at) else { panic!("nothing is decided in front of the loop") };
                state = domain.post(walker, &state, edge).state.expect("somebody comes there");
                at = cfa[edge].to;
            }
            assert!(state.abstracted);
            let [a, b] = [0, 1].map(|number| walker.holds(&state.now, &conditions[number]).expect("it is modelled"));
            let not_b = walker.executor.memory().terms.not(b);
            let differ = walker.executor.memory().terms.and(a, not_b);
            domain.never(walker, state.now.guard(), differ)
        })
    }

    /// Few predicates are told apart in every combination (boolean abstraction), more each by itself (cartesian).
    #[test]
    fn combinations_of_few_predicates_are_known() {
        assert!(knows_what_is_equal(2));
        assert!(knows_what_is_equal(MOST_TOGETHER));
        assert!(!knows_what_is_equal(MOST_TOGETHER + 1));
    }
}
