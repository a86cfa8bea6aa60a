//! When the value of an expression is defined, for those who evaluate one that the program does not have.

use super::Check;
use super::collect::{Collector, Step};
use crate::cfa::display::Names;
use crate::cfa::{Cfa, Expr, Op, Program};
use crate::ctype::TypeId;
use crate::source::Span;
use std::collections::BTreeSet;

/// What has to hold before an operation, so that evaluating it is defined: each may rely on those in front of it.
///
/// Sums and products are left out: they wrap, as they do for every verifier here. `bytes` is the type of pointers to
/// `unsigned char`. Calls of the library are not looked at.
pub fn defined(program: &Program, cfa: &Cfa, op: &Op, span: Span, bytes: TypeId) -> Vec<Expr> {
    let checks =
        BTreeSet::from([Check::Bounds, Check::Null, Check::Pointer, Check::Arithmetic, Check::Div, Check::Shift]);
    let names = Names::in_source(program, cfa);
    let mut collector = Collector::new(program, &names, &checks, bytes, cfa.locals.len());
    collector.op(op, span);
    let conditions = collector.steps.into_iter().filter_map(|(_, step)| match step {
        Step::Assert(cond) => Some(cond),
        Step::Walk(_) => None,
    });
    conditions.collect()
}
