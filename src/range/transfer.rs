//! What expressions evaluate to, and what a condition says about variables.

use super::interval::{Domain, Interval, negated};
use super::state::State;
use crate::cfa::{BinaryOp, Cfa, EdgeId, Expr, ExprKind, Op, Place, PlaceKind, UnaryOp, Var};
use crate::ctype::Types;

/// How often what follows from a condition is followed further.
const ROUNDS: usize = 3;

/// The variables of one function that are followed.
pub(super) struct Scope<'a> {
    pub(super) types: &'a Types,
    pub(super) cfa: &'a Cfa,
    /// By number: what values a local can have at all, if it is followed.
    pub(super) locals: Vec<Option<Domain>>,
    pub(super) globals: &'a [Option<Domain>],
    /// By number: the value of a global that nobody changes.
    pub(super) fixed: &'a [Option<Interval>],
    /// By edge: what the value of an assignment is computed from, where that can be a definition.
    pub(super) inputs: Vec<Vec<Var>>,
}

impl<'a> Scope<'a> {
    /// What a variable can hold at all; `None` if it is not followed.
    pub(super) fn domain(&self, var: Var) -> Option<Domain> {
        match var {
            Var::Local(local) => self.locals.get(local.0 as usize).copied().flatten(),
            Var::Global(global) => self.globals.get(global.0 as usize).copied().flatten(),
        }
    }

    pub(super) fn inputs(&self, edge: EdgeId) -> &[Var] {
        &self.inputs[edge.0 as usize]
    }

    /// The variable that a place is, if it is followed.
    pub(super) fn followed(&self, place: &Place) -> Option<(Var, Domain)> {
        match place.kind {
            PlaceKind::Var(var) => self.domain(var).map(|domain| (var, domain)),
            _ => None,
        }
    }

    /// The values of an integer expression; `None` for other types, and for integers of more than 64 bits.
    pub(super) fn eval(&self, state: &State, expr: &Expr) -> Option<Interval> {
        let domain = Domain::of(self.types, expr.ty)?;
        let within = |range: Interval| if domain.whole.includes(range) { range } else { domain.whole };
        Some(match &expr.kind {
            ExprKind::Int(value) => within(Interval::one(*value)),
            ExprKind::Load(place) => match self.followed(place) {
                Some((var, _)) => state.get(var).map_or(domain.whole, within),
                None => self.fixed(place).or(self.bit_field(place)).map_or(domain.whole, within),
            },
            ExprKind::Cast(operand) => match self.eval(state, operand) {
                Some(range) => domain.convert(range),
                None => domain.convert(domain.whole),
            },
            ExprKind::Unary(op, operand) => {
                self.eval(state, operand).map_or(domain.whole, |range| domain.unary(*op, range))
            }
            ExprKind::Binary(op, lhs, rhs) => {
                let operands = self.eval(state, lhs).zip(self.eval(state, rhs));
                match (negated(*op).is_some(), operands) {
                    (true, Some((a, b))) => Interval::compare(*op, a, b),
                    (true, None) => Interval::TRUTH,
                    (false, Some((a, b))) => domain.binary(*op, a, b),
                    (false, None) => domain.whole,
                }
            }
            _ => domain.whole,
        })
    }

    fn fixed(&self, place: &Place) -> Option<Interval> {
        match place.kind {
            PlaceKind::Var(Var::Global(global)) => self.fixed.get(global.0 as usize).copied().flatten(),
            _ => None,
        }
    }

    fn bit_field(&self, place: &Place) -> Option<Interval> {
        let bits = place.bit_field(self.types).filter(|bits| (1..64).contains(bits))?;
        Some(match self.types.is_signed(place.ty.ty) {
            true => Interval::new(-(1 << (bits - 1)), (1 << (bits - 1)) - 1),
            false => Interval::new(0, (1 << bits) - 1),
        })
    }

    /// What holds behind a condition; `None` when nothing gets there.
    pub(super) fn assume(&self, mut state: State, cond: &Expr, truth: bool) -> Option<State> {
        let mut changed = Vec::new();
        self.refine(&mut state, cond, truth, &mut changed)?;
        for _ in 0..ROUNDS {
            let moved = std::mem::take(&mut changed);
            if moved.is_empty() {
                break;
            }
            for (var, edge) in state.definitions().to_vec() {
                let Op::Assign { value, .. } = &self.cfa[edge].op else { continue };
                if self.inputs(edge).iter().any(|input| moved.contains(input))
                    && let Some(range) = self.eval(&state, value)
                {
                    self.restrict(&mut state, var, range, &mut changed)?;
                }
                if moved.contains(&var)
                    && let Some(range) = state.get(var)
                {
                    self.narrow(&mut state, value, range, &mut changed)?;
                }
            }
        }
        Some(state)
    }

    /// A variable has one of these values.
    fn restrict(&self, state: &mut State, var: Var, to: Interval, changed: &mut Vec<Var>) -> Option<()> {
        let Some(domain) = self.domain(var) else { return Some(()) };
        let now = state.get(var).unwrap_or(domain.whole);
        let left = now.meet(to)?;
        if left != now {
            state.set(var, left);
            changed.push(var);
        }
        Some(())
    }

    /// A scalar is not zero, or is. `None` when that cannot be.
    fn refine(&self, state: &mut State, cond: &Expr, truth: bool, changed: &mut Vec<Var>) -> Option<()> {
        match &cond.kind {
            ExprKind::Binary(op, lhs, rhs) => {
                if let Some(opposite) = negated(*op) {
                    let op = if truth { *op } else { opposite };
                    let Some((a, b)) = self.eval(state, lhs).zip(self.eval(state, rhs)) else { return Some(()) };
                    let (left, right) = Interval::compared(op, a, b)?;
                    self.narrow(state, lhs, left, changed)?;
                    return self.narrow(state, rhs, right, changed);
                }
                // Both have a bit, or none has one.
                if (*op, truth) == (BinaryOp::And, true) || (*op, truth) == (BinaryOp::Or, false) {
                    self.refine(state, lhs, truth, changed)?;
                    self.refine(state, rhs, truth, changed)?;
                } else if *op == BinaryOp::Or || *op == BinaryOp::And && is_truth(lhs) && is_truth(rhs) {
                    self.either(state, [lhs, rhs], truth, changed)?;
                }
            }
            ExprKind::Cast(operand) => {
                let keeps = |(from, to): (Domain, Domain)| to.convert(from.whole) == from.whole;
                let domains = Domain::of(self.types, operand.ty).zip(Domain::of(self.types, cond.ty));
                // What is not zero when converted was not zero before.
                if domains.is_some_and(|domains| truth || keeps(domains) || cond.ty == Types::BOOL) {
                    self.refine(state, operand, truth, changed)?;
                }
            }
            _ => {}
        }
        let Some(now) = self.eval(state, cond) else { return Some(()) };
        let left = if truth { now.without(0)? } else { now.meet(Interval::ZERO)? };
        self.narrow_operand(state, cond, now, left, changed)
    }

    /// One of two is not zero, or is: what holds in both cases holds. `None` when neither can be.
    fn either(&self, state: &mut State, conds: [&Expr; 2], truth: bool, changed: &mut Vec<Var>) -> Option<()> {
        let cases = conds.map(|cond| {
            let (mut case, mut moved) = (state.clone(), Vec::new());
            self.refine(&mut case, cond, truth, &mut moved).map(|()| (case, moved))
        });
        match cases {
            [None, None] => None,
            [Some((case, moved)), None] | [None, Some((case, moved))] => {
                *state = case;
                changed.extend(moved);
                Some(())
            }
            [Some((one, moved)), Some((other, also))] => {
                for var in moved.into_iter().filter(|var| also.contains(var)) {
                    if let Some((a, b)) = one.get(var).zip(other.get(var)) {
                        self.restrict(state, var, a.join(b), changed)?;
                    }
                }
                Some(())
            }
        }
    }

    /// An expression has one of these values.
    fn narrow(&self, state: &mut State, expr: &Expr, to: Interval, changed: &mut Vec<Var>) -> Option<()> {
        let Some(now) = self.eval(state, expr) else { return Some(()) };
        let left = now.meet(to)?;
        if left != now && matches!(expr.kind, ExprKind::Binary(..)) {
            if left == Interval::ZERO {
                return self.refine(state, expr, false, changed);
            }
            if !left.contains(0) {
                self.refine(state, expr, true, changed)?;
            }
        }
        self.narrow_operand(state, expr, now, left, changed)
    }

    /// An expression that is in `now` is in `left`, which is a part of it: what that says about its operands.
    fn narrow_operand(
        &self,
        state: &mut State,
        expr: &Expr,
        now: Interval,
        left: Interval,
        changed: &mut Vec<Var>,
    ) -> Option<()> {
        if left == now {
            return Some(());
        }
        let Some(domain) = Domain::of(self.types, expr.ty) else { return Some(()) };
        match &expr.kind {
            ExprKind::Load(place) => match self.followed(place) {
                Some((var, _)) => self.restrict(state, var, left, changed),
                None => Some(()),
            },
            ExprKind::Cast(operand) => match self.eval(state, operand) {
                Some(before) => self.narrow(state, operand, domain.convert_back(before, left)?, changed),
                None => Some(()),
            },
            ExprKind::Unary(UnaryOp::Neg, operand) => {
                let exact = |range: &Interval| domain.whole.includes(Interval::new(-range.high, -range.low));
                match self.eval(state, operand).filter(exact) {
                    Some(_) => self.narrow(state, operand, Interval::new(-left.high, -left.low), changed),
                    None => Some(()),
                }
            }
            ExprKind::Binary(op, lhs, rhs) => {
                let Some((a, b)) = self.eval(state, lhs).zip(self.eval(state, rhs)) else { return Some(()) };
                if !domain.is_exact(*op, a, b) {
                    return Some(());
                }
                self.narrow(state, lhs, Interval::undone_left(*op, b, left)?, changed)?;
                self.narrow(state, rhs, Interval::undone_right(*op, a, left)?, changed)
            }
            _ => Some(()),
        }
    }
}

/// Whether an expression is 0 or 1, as it is written.
fn is_truth(expr: &Expr) -> bool {
    match &expr.kind {
        ExprKind::Binary(BinaryOp::And | BinaryOp::Or, lhs, rhs) => is_truth(lhs) && is_truth(rhs),
        ExprKind::Binary(op, ..) => op.is_comparison(),
        _ => false,
    }
}
