//! Candidates for what every round of a loop preserves.
//!
//! They come from what the loop itself says: how its variables began, by how much they grow, what its tests compare,
//! what the function asserts. All that hold where the loop begins are taken for granted at the head, and those that do
//! not hold after one round are dropped, until the rest holds: then it always does (the algorithm is Houdini's).

use super::run::Loop;
use super::{Example, Executor};
use crate::cfa::visit;
use crate::cfa::{BinaryOp, Expr, ExprKind, LocId, Op, Place, PlaceKind, Var};
use crate::ctype::{IntKind, LocalId, QType, Type, Types};
use crate::engine::memory::{ObjectId, State};
use crate::engine::symbolic::order::Step;
use crate::engine::term::{Term, Terms};
use std::collections::BTreeSet;

/// So many variables are related to each other, and so many tests of a loop and assertions are looked at.
const MOST_VARIABLES: usize = 10;
const MOST_CONDITIONS: usize = 24;

/// How many low bits of a variable may stay the same.
const LOW_BITS: [u32; 3] = [1, 2, 3];

/// Something that may hold at the head of a loop.
enum Candidate {
    Expr(Expr),
    /// The low bits of a variable are what they were.
    Low(usize, u32),
    /// A variable is at least, or at most, what it was.
    Above(usize, Order),
    Below(usize, Order),
    /// One variable is at most another.
    Between(usize, usize, Order),
    /// The sum of two changes, each times a number, is zero.
    Together((usize, i128), (usize, i128)),
}

impl Candidate {
    /// What people would rather read comes first.
    fn rank(&self) -> u8 {
        match self {
            Candidate::Expr(Expr { kind: ExprKind::Binary(BinaryOp::Eq, ..), .. }) => 0,
            Candidate::Together(..) => 1,
            Candidate::Expr(Expr { kind: ExprKind::Binary(BinaryOp::Ne, ..), .. }) => 5,
            Candidate::Expr(_) => 2,
            Candidate::Between(..) | Candidate::Above(..) | Candidate::Below(..) => 3,
            Candidate::Low(..) => 4,
        }
    }
}

/// A number as a word of so many bits has it.
fn wrap(value: i128, bits: u32, signed: bool) -> i128 {
    let word = value as u128 & (u128::MAX >> (128 - bits));
    if signed { crate::engine::term::signed(word, bits) } else { word as i128 }
}

#[derive(Clone, Copy)]
enum Order {
    Signed,
    Unsigned,
}

impl Order {
    fn at_most(self, terms: &mut Terms, a: Term, b: Term) -> Term {
        match self {
            Order::Signed => terms.sle(a, b),
            Order::Unsigned => terms.ule(a, b),
        }
    }
}

impl Executor<'_> {
    /// Takes for granted in `start`, any state at the head, what holds in `first`, and in the state `end` that a round
    /// leads to from there.
    pub(super) fn assume_candidates(
        &mut self,
        of: Loop,
        changed: &BTreeSet<ObjectId>,
        first: &State,
        start: &mut State,
        end: &State,
    ) {
        let variables = self.variables(of, changed);
        let mut values = |state: &State| -> Vec<Term> {
            let mut state = state.clone();
            variables.iter().map(|place| self.load(of.of.frame, &mut state, place)).collect()
        };
        let (before, now, after) = (values(first), values(start), values(end));
        let signed: Vec<bool> = variables.iter().map(|place| self.types().is_signed(place.ty.ty)).collect();
        let mut candidates = relations(&mut self.memory.terms, &signed, &now, &after);
        candidates.extend(self.conditions(of).into_iter().map(Candidate::Expr));
        let mut said = |state: &State, values: &[Term]| -> Vec<Term> {
            candidates.iter().map(|each| self.said(of, each, state, &before, values)).collect()
        };
        let (at_first, at_start, at_end) = (said(first, &before), said(start, &now), said(end, &after));
        let granted = |candidate: &Candidate| self.is_granted(of, || self.words(candidate, &variables, &before));
        let mut left: Vec<usize> = (0..candidates.len()).filter(|number| granted(&candidates[*number])).collect();
        let guard = self.memory.guard(first);
        self.drop_false(&mut left, &[guard], &[], &at_first);
        let guard = self.memory.guard(end);
        self.drop_false(&mut left, &[guard], &at_start, &at_end);
        if self.notes_candidates() {
            let mut said: Vec<(u8, Expr)> = Vec::new();
            for number in &left {
                let candidate = &candidates[*number];
                said.extend(self.words(candidate, &variables, &before).map(|cond| (candidate.rank(), cond)));
            }
            said.sort_by_key(|(rank, _)| *rank);
            self.note_held(of, start, said.into_iter().map(|(_, cond)| cond).collect());
        }
        for number in left {
            self.memory.assume(start, at_start[number]);
        }
    }

    /// A candidate as a condition of the program, if it can be said there: what variables were must be a number.
    fn words(&self, candidate: &Candidate, variables: &[Place], before: &[Term]) -> Option<Expr> {
        let (types, terms) = (self.types(), &self.memory.terms);
        let kind = |at: usize| types.as_int(variables[at].ty.ty);
        let load = |at: usize| {
            let kind = kind(at).map(|kind| if kind.rank() < IntKind::Int.rank() { IntKind::Int } else { kind })?;
            Some(Expr::load(variables[at].clone()).cast(types.int(kind)))
        };
        let number = |at: usize| {
            let signed = kind(at)?.is_signed();
            let (word, width) = (terms.as_constant(before[at])?, terms.width(before[at]));
            Some(if signed { crate::engine::term::signed(word, width) } else { word as i128 })
        };
        let compare = |op, a: Expr, b: i128| {
            let b = Expr::int(a.ty, b);
            Expr::binary(op, a, b, Types::INT)
        };
        match *candidate {
            Candidate::Expr(ref cond) => Some(cond.clone()),
            Candidate::Low(a, bits) => {
                let (a, low) = (load(a)?, number(a)? & ((1 << bits) - 1));
                let (ty, mask) = (a.ty, Expr::int(a.ty, (1 << bits) - 1));
                Some(compare(BinaryOp::Eq, Expr::binary(BinaryOp::And, a, mask, ty), low))
            }
            Candidate::Above(a, _) => Some(compare(BinaryOp::Ge, load(a)?, number(a)?)),
            Candidate::Below(a, _) => Some(compare(BinaryOp::Le, load(a)?, number(a)?)),
            Candidate::Between(a, b, _) => {
                let (a, b) = (load(a)?, load(b)?);
                (a.ty == b.ty).then(|| Expr::binary(BinaryOp::Le, a, b, Types::INT))
            }
            Candidate::Together((a, times), (b, others)) => {
                let (x, y) = (load(a)?, load(b)?);
                let ty = x.ty;
                // What is narrower than an `int` wraps elsewhere.
                if [ty, y.ty, variables[b].ty.ty] != [variables[a].ty.ty; 3] {
                    return None;
                }
                let (times, others) = if times < 0 { (-times, -others) } else { (times, others) };
                let sum = times.checked_mul(number(a)?)?.checked_add(others.checked_mul(number(b)?)?)?;
                let sum = wrap(sum, terms.width(before[a]), types.is_signed(ty));
                let part = |of: Expr, times: i128| match times {
                    1 => of,
                    times => Expr::binary(BinaryOp::Mul, of, Expr::int(ty, times), ty),
                };
                let (op, x, y) = match others < 0 {
                    true => (BinaryOp::Sub, part(x, times), part(y, -others)),
                    false => (BinaryOp::Add, part(x, times), part(y, others)),
                };
                Some(match (op, sum) {
                    (BinaryOp::Sub, 0) => Expr::binary(BinaryOp::Eq, x, y, Types::INT),
                    _ => compare(BinaryOp::Eq, Expr::binary(op, x, y, ty), sum),
                })
            }
        }
    }

    /// Drops candidates until those that are left follow from conditions and from what they were before.
    fn drop_false(&mut self, left: &mut Vec<usize>, conditions: &[Term], before: &[Term], after: &[Term]) {
        while !left.is_empty() {
            let all = self.memory.terms.truth(true);
            let all = left.iter().fold(all, |all, number| self.memory.terms.and(all, after[*number]));
            let wrong = self.memory.terms.not(all);
            let mut asked = conditions.to_vec();
            asked.extend(left.iter().filter_map(|number| before.get(*number)));
            asked.push(wrong);
            match self.oracle.example(self.memory, &asked) {
                Example::Never => return,
                Example::Unknown => left.clear(),
                Example::With(values) => {
                    let mut known = Default::default();
                    let terms = &self.memory.terms;
                    let count = left.len();
                    left.retain(|number| terms.evaluate_with(&values, &mut known, after[*number]) != 0);
                    if left.len() == count {
                        left.clear();
                    }
                }
            }
        }
    }

    /// The scalars that rounds change, as places.
    fn variables(&self, of: Loop, changed: &BTreeSet<ObjectId>) -> Vec<Place> {
        let (cfa, program) = (of.of.cfa, self.program());
        let locals = (0..).map(LocalId).zip(&cfa.locals).zip(&of.of.frame.locals);
        let locals = locals.map(|((id, local), object)| (Var::Local(id), local.ty, object));
        let globals = self.units[self.unit].globals.iter();
        let globals = globals.map(|(id, object)| (Var::Global(*id), program[*id].ty, object));
        let is_word = |ty: QType| matches!(self.types()[ty.ty], Type::Int(_) | Type::Enum(..) | Type::Pointer(_));
        let mentioned = mentioned(of);
        locals
            .chain(globals)
            .filter(|(var, ty, object)| changed.contains(object) && is_word(*ty) && mentioned.contains(var))
            .map(|(var, ty, _)| Place { kind: PlaceKind::Var(var), ty })
            .take(MOST_VARIABLES)
            .collect()
    }

    /// Comparisons that the tests of the loop make, and the like; what the function asserts. What stands nowhere in the
    /// program, as the states of a witness, is about nothing in it.
    fn conditions(&self, of: Loop) -> Vec<Expr> {
        let inside = locations(of);
        let mut found = Vec::new();
        for edge in &of.of.cfa.edges {
            let cond = match &edge.op {
                Op::Assume { cond, truth: true, .. } if inside.contains(&edge.from) => cond,
                Op::Assert { cond, .. } => cond,
                _ => continue,
            };
            if edge.span.is_nothing() || !is_simple(cond) || found.contains(cond) {
                continue;
            }
            if found.len() >= MOST_CONDITIONS {
                break;
            }
            found.push(cond.clone());
        }
        let mut all = Vec::new();
        for cond in found {
            use BinaryOp::{Eq, Ge, Gt, Le, Lt, Ne};
            match &cond.kind {
                ExprKind::Binary(Eq | Ne | Lt | Le | Gt | Ge, a, b) => {
                    let compared = |op| Expr::binary(op, (**a).clone(), (**b).clone(), cond.ty);
                    all.extend([Eq, Ne, Lt, Le, Gt, Ge].map(compared));
                }
                _ => {
                    let not = Expr::binary(Eq, cond.clone(), Expr::zero(self.types(), cond.ty), Types::INT);
                    all.extend([cond, not]);
                }
            }
        }
        all
    }

    fn said(&mut self, of: Loop, candidate: &Candidate, state: &State, before: &[Term], now: &[Term]) -> Term {
        if let Candidate::Expr(cond) = candidate {
            return self.condition(of.of.frame, &mut state.clone(), cond);
        }
        let terms = &mut self.memory.terms;
        match *candidate {
            Candidate::Expr(_) => unreachable!("done above"),
            Candidate::Low(a, bits) => {
                let (x, y) = (terms.extract(before[a], 0, bits), terms.extract(now[a], 0, bits));
                terms.eq(x, y)
            }
            Candidate::Above(a, order) => order.at_most(terms, before[a], now[a]),
            Candidate::Below(a, order) => order.at_most(terms, now[a], before[a]),
            Candidate::Between(a, b, order) => order.at_most(terms, now[a], now[b]),
            Candidate::Together((a, times), (b, others)) => {
                let mut change = |at: usize, times: i128| {
                    let by = terms.sub(now[at], before[at]);
                    let times = terms.constant(terms.width(by), times as u128);
                    terms.mul(by, times)
                };
                let (x, y) = (change(a, times), change(b, others));
                let (sum, zero) = (terms.add(x, y), terms.constant(terms.width(x), 0));
                terms.eq(sum, zero)
            }
        }
    }
}

/// What may relate variables to each other and to what they were, by their values before and after a round.
fn relations(terms: &mut Terms, signed: &[bool], now: &[Term], after: &[Term]) -> Vec<Candidate> {
    let order = |at: usize| if signed[at] { Order::Signed } else { Order::Unsigned };
    let mut strides = Vec::new();
    let mut found = Vec::new();
    for (at, (x, y)) in now.iter().zip(after).enumerate() {
        let width = terms.width(*x);
        found.extend(LOW_BITS.into_iter().filter(|bits| *bits < width).map(|bits| Candidate::Low(at, bits)));
        found.extend([Candidate::Above(at, order(at)), Candidate::Below(at, order(at))]);
        let by = terms.sub(*y, *x);
        strides.push(terms.as_constant(by).map(|by| crate::engine::term::signed(by, width)));
    }
    for a in 0..now.len() {
        for b in 0..now.len() {
            if a == b || terms.width(now[a]) != terms.width(now[b]) {
                continue;
            }
            found.push(Candidate::Between(a, b, order(a)));
            if a < b {
                found.extend([(1, 1), (1, -1)].map(|(x, y)| Candidate::Together((a, x), (b, y))));
                if let (Some(x), Some(y)) = (strides[a], strides[b])
                    && x.abs() != y.abs()
                {
                    found.push(Candidate::Together((a, y), (b, -x)));
                }
            }
        }
    }
    found
}

/// The locations of a loop.
fn locations(of: Loop) -> BTreeSet<LocId> {
    fn add(steps: &[Step], found: &mut BTreeSet<LocId>) {
        for step in steps {
            match step {
                Step::Visit(location) => {
                    found.insert(*location);
                }
                Step::Loop { head, body, .. } => {
                    found.insert(*head);
                    add(body, found);
                }
            }
        }
    }
    let mut found = BTreeSet::from([of.head]);
    add(of.steps, &mut found);
    found
}

/// The variables that the function mentions where control goes on from the loop's locations.
fn mentioned(of: Loop) -> BTreeSet<Var> {
    let (inside, mut found) = (locations(of), visit::Variables::default());
    let edges = of.of.cfa.edges.iter().filter(|edge| inside.contains(&edge.from));
    edges.for_each(|edge| visit::visit_op(&mut found, &edge.op));
    found.0
}

/// Whether an expression has a value in every state: no pointer is followed.
fn is_simple(expr: &Expr) -> bool {
    fn is_variable(place: &Place) -> bool {
        match &place.kind {
            PlaceKind::Var(_) => true,
            PlaceKind::Member(base, _) => is_variable(base),
            PlaceKind::Deref(_) | PlaceKind::Index(..) => false,
        }
    }
    match &expr.kind {
        ExprKind::Int(_) | ExprKind::Float(_) | ExprKind::Function(_) => true,
        ExprKind::Load(of) | ExprKind::AddrOf(of) => is_variable(of),
        ExprKind::Unary(_, a) | ExprKind::Cast(a) => is_simple(a),
        ExprKind::Binary(_, a, b) => is_simple(a) && is_simple(b),
        ExprKind::Zero | ExprKind::Object(..) => false,
    }
}
