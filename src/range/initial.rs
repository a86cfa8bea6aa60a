//! What globals hold when the program begins, and what functions start with that are called from outside.

use super::footprint::{Footprint, domain};
use super::interval::{Domain, Interval};
use super::state::State;
use crate::cfa::{Definition, Expr, ExprKind, FuncId, GlobalId, Init, Program, Var};
use crate::ctype::Types;
use crate::pointer::{self, Pointers};

/// The first values of globals that are followed, by number; `None` where it is not known.
pub(super) fn values(program: &Program) -> Vec<Option<Interval>> {
    let first = |global: &crate::cfa::Global<Expr>| {
        let domain = domain(&program.types, global.ty).filter(|_| !global.weak)?;
        let value = match &global.definition {
            Definition::Tentative | Definition::Defined(Init::Zero) => Some(Interval::ZERO),
            Definition::Defined(Init::Expr(value)) => constant(&program.types, value),
            Definition::Declared | Definition::Defined(_) => None,
        };
        value.filter(|value| domain.whole.includes(*value))
    };
    program.globals.iter().map(first).collect()
}

/// The value of an initialiser.
fn constant(types: &Types, expr: &Expr) -> Option<Interval> {
    let domain = Domain::of(types, expr.ty)?;
    match &expr.kind {
        ExprKind::Int(value) => Some(Interval::one(*value)),
        ExprKind::Cast(operand) => Some(domain.convert(constant(types, operand)?)),
        _ => None,
    }
}

/// Whether nothing runs before the entries do.
pub(super) fn is_fresh(program: &Program) -> bool {
    let early = program.functions.iter().any(|function| function.attributes.runs_outside_main());
    !early && program.entries.iter().all(|entry| pointer::is_start(program, *entry))
}

/// Whether a global always has its first value, whoever runs before.
pub(super) fn is_constant(pointers: &Pointers, id: GlobalId) -> bool {
    pointers.object(pointers.variable(FuncId(0), Var::Global(id))).constant
}

/// By function: what it starts with when it is called from outside; `None` if it is not.
pub(super) fn starts(pointers: &Pointers, footprint: &Footprint) -> Vec<Option<State>> {
    let program = pointers.program();
    let mut fresh = State::default();
    if is_fresh(program) {
        for (id, first) in (0..).map(GlobalId).zip(values(program)) {
            if let Some(first) = first.filter(|_| footprint.globals[id.0 as usize].is_some()) {
                fresh.set(Var::Global(id), first);
            }
        }
    }
    let start = |id: FuncId| {
        let known = pointers.is_known_outside(id);
        // An entry that somebody outside knows may be called at any time.
        let first = program.entries.contains(&id) && pointer::is_start(program, id) && !known;
        let outside = known || program.entries.contains(&id) || program[id].attributes.runs_outside_main();
        outside.then(|| if first { fresh.clone() } else { State::default() })
    };
    (0..program.functions.len() as u32).map(|id| start(FuncId(id))).collect()
}
