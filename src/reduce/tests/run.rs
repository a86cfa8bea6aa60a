//! Programs that have nothing but numbers, run edge by edge, and what conditions cover of that, by definition.

use crate::cfa::visit::{self, Visit};
use crate::cfa::{BinaryOp, Callee, Expr, ExprKind, FuncId, Number, Op, PlaceKind, Program, Var};
use crate::condition::{Assumption, Choice, Condition, Otherwise, Place, StateId, Transition};
use std::collections::{BTreeMap, BTreeSet};

/// What an execution does.
pub(super) type Run = Vec<Step>;

/// An edge that is taken, and whether no arithmetic on it overflows. Where it does, it wraps around, here as in what is
/// left of the program.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Step {
    pub(super) place: Place,
    pub(super) fits: bool,
}

/// More edges are not followed.
pub(super) const MOST_STEPS: usize = 250;

type Store = BTreeMap<Var, Number>;

/// Runs programs that have nothing but numbers.
pub(super) struct Machine<'a> {
    program: &'a Program,
    /// For the edges of the entry those of the original.
    origin: Option<&'a [Option<Place>]>,
    inputs: &'a [i128],
    read: usize,
    globals: Store,
    run: Run,
}

impl<'a> Machine<'a> {
    pub(super) fn run(program: &'a Program, origin: Option<&'a [Option<Place>]>, inputs: &'a [i128]) -> Run {
        let mut machine = Machine { program, origin, inputs, read: 0, globals: Store::new(), run: Run::new() };
        machine.call(program.entries[0], Vec::new(), true);
        machine.run
    }

    fn value(&self, locals: &Store, expr: &Expr) -> Number {
        let known = |var: Var| locals.get(&var).or(self.globals.get(&var)).copied();
        expr.evaluate(&self.program.types, &known).expect("it is defined")
    }

    fn holds(&self, locals: &Store, expr: &Expr) -> bool {
        self.value(locals, expr) != Number::Int(0)
    }

    /// Whether sums and differences are what they are in mathematics.
    fn fits(&self, locals: &Store, op: &Op) -> bool {
        let mut exact = Exact { machine: self, locals, all: true };
        visit::visit_op(&mut exact, op);
        exact.all
    }

    fn assign(&mut self, locals: &mut Store, place: &crate::cfa::Place, number: Number) {
        match place.kind {
            PlaceKind::Var(var @ Var::Local(_)) => _ = locals.insert(var, number),
            PlaceKind::Var(var) => _ = self.globals.insert(var, number),
            _ => panic!("only variables are written"),
        }
    }

    /// What a call returns; none if the run has ended in it.
    fn call(&mut self, function: FuncId, args: Vec<Number>, outermost: bool) -> Option<Option<Number>> {
        let Some(cfa) = self.program[function].cfa() else {
            self.read += 1;
            return Some(Some(Number::Int(self.inputs[self.read % self.inputs.len()])));
        };
        let outgoing = cfa.outgoing();
        let mut locals: Store = cfa.params.iter().map(|param| Var::Local(*param)).zip(args).collect();
        let mut at = cfa.entry;
        loop {
            let taken = outgoing.of(at).iter().copied().find(|edge| match &cfa[*edge].op {
                Op::Assume { cond, truth, .. } => self.holds(&locals, cond) == *truth,
                _ => true,
            })?;
            let place = match self.origin.filter(|_| outermost) {
                Some(origin) => origin[taken.0 as usize],
                None => Some((function, taken)),
            };
            let fits = self.fits(&locals, &cfa[taken].op);
            self.run.extend(place.map(|place| Step { place, fits }));
            if self.run.len() >= MOST_STEPS {
                return None;
            }
            match &cfa[taken].op {
                Op::Skip | Op::Assume { .. } => {}
                Op::Declare(local) => _ = locals.remove(&Var::Local(*local)),
                Op::Assign { place, value } => {
                    let number = self.value(&locals, value);
                    self.assign(&mut locals, place, number);
                }
                Op::Call { dst, callee: Callee::Direct(callee), args } => {
                    let args = args.iter().map(|arg| self.value(&locals, arg)).collect();
                    let result = self.call(*callee, args, false)?;
                    if let (Some(place), Some(number)) = (dst, result) {
                        self.assign(&mut locals, place, number);
                    }
                }
                Op::Return(result) => return Some(result.as_ref().map(|result| self.value(&locals, result))),
                Op::Assert { cond, .. } if self.holds(&locals, cond) => {}
                Op::Assert { .. } => return None,
                Op::Call { .. } | Op::Havoc { .. } => panic!("there is none in these programs"),
            }
            at = cfa[taken].to;
        }
    }
}

struct Exact<'a> {
    machine: &'a Machine<'a>,
    locals: &'a Store,
    all: bool,
}

impl Visit for Exact<'_> {
    fn expr(&mut self, expr: &Expr) {
        visit::visit_expr(self, expr);
        let value = |expr: &Expr| match self.machine.value(self.locals, expr) {
            Number::Int(value) => value,
            Number::Float(_) => panic!("there is none in these programs"),
        };
        self.all &= match &expr.kind {
            ExprKind::Binary(BinaryOp::Add, a, b) => value(expr) == value(a) + value(b),
            ExprKind::Binary(BinaryOp::Sub, a, b) => value(expr) == value(a) - value(b),
            _ => true,
        };
    }
}

/// Whether a condition covers an execution (paper 000, definition 2.2). Nothing is known of what is assumed behind
/// edges.
pub(super) fn is_covered(condition: &Condition, trace: &[Step]) -> bool {
    states(condition, trace).iter().any(|state| condition[*state].accepting)
}

/// Whether it covers an execution that ends behind this, because this assertion fails.
pub(super) fn is_checked(condition: &Condition, trace: &[Step], fails: Place) -> bool {
    let states = states(condition, trace);
    states.iter().any(|state| condition[*state].accepting || condition[*state].checked.contains(&fails))
}

/// Where a condition can be.
fn states(condition: &Condition, trace: &[Step]) -> BTreeSet<StateId> {
    let mut states = BTreeSet::from([condition.initial]);
    for Step { place, fits } in trace {
        let mut next = BTreeSet::new();
        for state in &states {
            let mut fitting = condition[*state].transitions.iter().filter(|transition| transition.on.has(*place));
            let takes: Vec<&Transition> = match condition[*state].choice {
                Choice::First => fitting.next().into_iter().collect(),
                Choice::All => fitting.collect(),
            };
            if takes.is_empty() && condition[*state].otherwise == Otherwise::Stay {
                next.insert(*state);
            }
            // What is assumed in front of an edge is that nothing overflows there.
            let holds = |taken: &&&Transition| match taken.assumption {
                None => true,
                Some(Assumption::Before(_)) => *fits,
                Some(Assumption::Behind(_)) => false,
            };
            next.extend(takes.iter().filter(holds).map(|taken| taken.to));
        }
        // What leads on from a state that accepts accepts.
        next.extend(states.into_iter().filter(|state| condition[*state].accepting));
        states = next;
    }
    states
}
