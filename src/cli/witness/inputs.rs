//! The inputs of a violation: what functions that choose returned, in their order.

use crate::cfa::display::Names;
use crate::cfa::passes::is_nondeterministic;
use crate::cfa::{Callee, Op, Program};
use crate::ctype::Types;
use crate::source::Span;
use crate::verifier::{Counterexample, Happening};
use std::collections::BTreeMap;

pub(super) struct Input {
    pub(super) function: String,
    /// Its type, as C.
    pub(super) ty: String,
    /// As C.
    pub(super) value: String,
    /// The call.
    pub(super) span: Span,
}

/// The inputs of an execution of a program.
pub(super) fn of(program: &Program, counterexample: &Counterexample) -> Vec<Input> {
    // What the witness adds at a call has the call's place as well, so that the name decides.
    let mut calls: BTreeMap<(Span, String), (String, String, bool)> = BTreeMap::new();
    for cfa in program.functions.iter().filter_map(|function| function.cfa()) {
        let names = Names::in_source(program, cfa);
        for edge in &cfa.edges {
            let Op::Call { dst: Some(place), callee: Callee::Direct(callee), .. } = &edge.op else { continue };
            let function = &program[*callee];
            if !function.is_defined() && is_nondeterministic(&function.name) {
                let ty = program.types.as_function(function.ty).map_or(Types::INT, |ty| ty.ret.ty);
                let unsigned = program.types.as_int(ty).is_some_and(|kind| !kind.is_signed());
                let call = (function.name.clone(), program.types.describe(ty), unsigned);
                calls.insert((edge.span, names.place(place)), call);
            }
        }
    }
    let mut inputs = Vec::new();
    for step in &counterexample.steps {
        let (Some(span), Happening::Assign { place, value }) = (step.span, &step.what) else { continue };
        if let Some((function, ty, unsigned)) = calls.get(&(span, place.clone())) {
            let value = literal(value, *unsigned);
            inputs.push(Input { function: function.clone(), ty: ty.clone(), value, span });
        }
    }
    inputs
}

/// A value of a trace as C: the smallest number of a type has no literal.
fn literal(value: &str, unsigned: bool) -> String {
    // Characters are shown with their number in front.
    let number = value.split_whitespace().next().unwrap_or(value);
    match (number.parse::<i128>(), unsigned) {
        (Ok(number), true) => format!("{number}ULL"),
        (Ok(number), false) if number == i128::from(i64::MIN) => "(-9223372036854775807LL - 1)".into(),
        (Ok(number), false) if number == i128::from(i32::MIN) => "(-2147483647 - 1)".into(),
        (Ok(number), false) if i32::try_from(number).is_err() => format!("{number}LL"),
        (Ok(number), false) => number.to_string(),
        _ => value.to_owned(),
    }
}
