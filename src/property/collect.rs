//! What an operation of the automaton can do wrong: the conditions to be asserted before it, inner expressions first,
//! in the order of evaluation.
//!
//! What is asked for is in the files beside this one: [`super::memory`], [`super::arithmetic`], [`super::calls`].

use super::Check;
use super::address::Addresses;
use super::range;
use crate::cfa::display::Names;
use crate::cfa::{AsmValue, BinaryOp, Callee, Cause, Expr, ExprKind, Local, Op, Place, Program, PropertyKind};
use crate::ctype::{LocalId, TypeId};
use crate::source::Span;
use std::collections::BTreeSet;

/// A property to be.
#[derive(Clone, Debug)]
pub(super) struct Duty {
    pub(super) check: Check,
    pub(super) kind: PropertyKind,
    pub(super) description: String,
}

/// What is done about a property.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Step {
    Assert(Expr),
    Walk(Box<Walk>),
}

/// A walk along a string: from its start, up to a zero or another byte, or as far as a limit.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Walk {
    /// A pointer to `unsigned char`.
    pub(super) start: Expr,
    /// How far the walk has come, in `size_t`; the length of the string afterwards.
    pub(super) index: LocalId,
    /// The byte where it ends, as an `unsigned char`.
    pub(super) stop: Expr,
    /// How many bytes are looked at, in `size_t`.
    pub(super) limit: Option<Expr>,
    /// The walk ends before it begins where this is zero.
    pub(super) when: Option<Expr>,
    /// Asserted of each byte that is looked at.
    pub(super) inside: Vec<Expr>,
}

/// Collects what one operation needs.
pub(super) struct Collector<'a> {
    pub(super) program: &'a Program,
    pub(super) names: &'a Names<'a>,
    pub(super) checks: &'a BTreeSet<Check>,
    pub(super) addresses: Addresses<'a>,
    /// `unsigned char *`.
    pub(super) bytes: TypeId,
    pub(super) duties: Vec<Duty>,
    /// With the number of the duty that each belongs to.
    pub(super) steps: Vec<(usize, Step)>,
    /// How many locals there are without those that steps need.
    pub(super) first_local: u32,
    pub(super) locals: Vec<Local>,
}

impl<'a> Collector<'a> {
    pub(super) fn new(
        program: &'a Program,
        names: &'a Names<'a>,
        checks: &'a BTreeSet<Check>,
        bytes: TypeId,
        first_local: usize,
    ) -> Collector<'a> {
        let addresses = Addresses { program, indices_checked: checks.contains(&Check::Bounds) };
        let (duties, steps, locals) = (Vec::new(), Vec::new(), Vec::new());
        Collector { program, names, checks, addresses, bytes, duties, steps, first_local: first_local as u32, locals }
    }

    /// Everything but what the destination of a call needs, which is evaluated behind the call.
    pub(super) fn op(&mut self, op: &Op, span: Span) {
        match op {
            Op::Skip | Op::Declare(_) | Op::Return(None) => {}
            Op::Assume { cond, .. } | Op::Assert { cond, .. } => self.expr(cond),
            Op::Assign { place, value } => {
                self.expr(value);
                self.access(place);
            }
            Op::Call { callee, args, .. } => {
                if let Callee::Indirect(pointer) = callee {
                    self.expr(pointer);
                    self.called(pointer);
                }
                args.iter().for_each(|arg| self.expr(arg));
                if let Callee::Direct(func) = callee {
                    self.library_call(*func, args, span);
                }
            }
            Op::Return(Some(value)) => self.expr(value),
            // What a call may have changed is what it was given.
            Op::Havoc { cause: Cause::Call, .. } => {}
            Op::Havoc { places, cause, .. } => {
                if let Cause::Asm(asm) = cause {
                    asm.inputs.iter().for_each(|input| match &input.value {
                        AsmValue::Place(place) => self.access(place),
                        AsmValue::Value(value) => self.expr(value),
                    });
                }
                places.iter().for_each(|place| self.access(place));
            }
        }
    }

    pub(super) fn expr(&mut self, expr: &Expr) {
        match &expr.kind {
            ExprKind::Int(_) | ExprKind::Float(_) | ExprKind::Zero | ExprKind::Function(_) => {}
            ExprKind::Object(..) => {}
            ExprKind::Load(place) => self.access(place),
            ExprKind::AddrOf(_) | ExprKind::Binary(BinaryOp::PtrAdd | BinaryOp::PtrSub, ..) => self.address(expr),
            ExprKind::Unary(_, operand) => {
                self.expr(operand);
                self.unary(expr, operand);
            }
            ExprKind::Binary(_, lhs, rhs) => {
                self.expr(lhs);
                self.expr(rhs);
                self.binary(expr, lhs, rhs);
            }
            ExprKind::Cast(operand) => self.expr(operand),
        }
    }

    /// Asks for some conditions, unless they have been asked for before this operation.
    pub(super) fn require(&mut self, check: Check, conditions: Vec<Expr>, description: impl FnOnce(&Self) -> String) {
        if !self.checks.contains(&check) || conditions.is_empty() {
            return;
        }
        let steps: Vec<Step> = conditions.into_iter().map(Step::Assert).collect();
        let known = (0..self.duties.len()).any(|duty| {
            let own = self.steps.iter().filter(|(of, _)| *of == duty).map(|(_, step)| step);
            self.duties[duty].check == check && own.eq(steps.iter())
        });
        if !known {
            let duty = self.duty(check, description(self));
            self.steps.extend(steps.into_iter().map(|step| (duty, step)));
        }
    }

    pub(super) fn duty(&mut self, check: Check, description: String) -> usize {
        let kind = check.kinds().first().copied().unwrap_or(PropertyKind::Assertion);
        self.duties.push(Duty { check, kind, description });
        self.duties.len() - 1
    }

    /// An expression in C's words, without conversions that change nothing.
    pub(super) fn text(&self, mut expr: &Expr) -> String {
        let types = &self.program.types;
        while let ExprKind::Cast(inner) = &expr.kind
            && let (Some(values), Some(whole)) = (range::of(types, inner), range::of_type(types, expr.ty))
            && whole.0 <= values.0
            && values.1 <= whole.1
        {
            expr = inner;
        }
        self.names.expr(expr)
    }

    pub(super) fn place_text(&self, place: &Place) -> String {
        self.names.place(place)
    }
}
