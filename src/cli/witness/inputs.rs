//! The inputs of a violation: what functions that choose returned, in their order.

use crate::cfa::display::Names;
use crate::cfa::passes::is_nondeterministic;
use crate::cfa::{Callee, Expr, ExprKind, Op, Place, PlaceKind, Program, Var};
use crate::ctype::{FloatKind, IntKind, TypeId, Types};
use crate::source::Span;
use crate::verifier::{Counterexample, Happening, Told};
use crate::witness::record::{self, Value};
use std::collections::{BTreeMap, BTreeSet};

pub(in crate::cli) struct Input {
    pub(in crate::cli) function: String,
    /// Its type, as C.
    pub(in crate::cli) ty: String,
    /// As C.
    pub(in crate::cli) value: String,
    pub(in crate::cli) known: Value,
    /// The call.
    pub(in crate::cli) span: Span,
    /// The number of the step.
    pub(in crate::cli) step: usize,
    /// The variable that is assigned to, if it is one.
    pub(in crate::cli) variable: Option<String>,
    /// Whether an `int` can have every value.
    pub(in crate::cli) in_a_word: bool,
}

/// A call whose result is chosen.
struct Call {
    function: String,
    ty: TypeId,
    variable: Option<String>,
}

/// The inputs of an execution of a program. In the product with a witness, what the witness adds at a call has the
/// call's place as well, so that the name of what is assigned to decides; elsewhere the place is enough.
pub(in crate::cli) fn of(program: &Program, counterexample: &Counterexample, by_name: bool) -> Vec<Input> {
    found(program, counterexample, by_name).into_iter().map(|(input, _)| input).collect()
}

/// The same as constants, for those who make the calls return them.
pub(in crate::cli) fn told(program: &Program, counterexample: &Counterexample, by_name: bool) -> Vec<Told> {
    let told = |(input, value): (Input, Expr)| Told { span: input.span, value };
    found(program, counterexample, by_name).into_iter().map(told).collect()
}

fn found(program: &Program, counterexample: &Counterexample, by_name: bool) -> Vec<(Input, Expr)> {
    let mut calls: BTreeMap<(Span, Option<String>), Call> = BTreeMap::new();
    for cfa in program.functions.iter().filter_map(|function| function.cfa()) {
        let names = Names::in_source(program, cfa);
        for edge in &cfa.edges {
            let Op::Call { dst: Some(place), callee: Callee::Direct(callee), .. } = &edge.op else { continue };
            let function = &program[*callee];
            if !function.is_defined() && is_nondeterministic(&function.name) {
                let ty = program.types.as_function(function.ty).map_or(Types::INT, |ty| ty.ret.ty);
                let variable = is_variable(place).then(|| names.place(place));
                let call = Call { function: function.name.clone(), ty, variable };
                calls.insert((edge.span, by_name.then(|| names.place(place))), call);
            }
        }
    }
    let mut inputs = Vec::new();
    let mut unsaid: BTreeSet<Span> = BTreeSet::new();
    let mut visit = Visit::default();
    for (number, step) in counterexample.steps.iter().enumerate() {
        let (Some(span), Happening::Assign { place, value }) = (step.span, &step.what) else { continue };
        let is_first = visit.is_first(span, place);
        let Some(call) = calls.get(&(span, by_name.then(|| place.clone()))).filter(|_| by_name || is_first) else {
            continue;
        };
        let Some((value, known, constant)) = literal(value, &program.types, call.ty) else {
            unsaid.insert(span);
            continue;
        };
        let word = program.types.model.int_bits(IntKind::Int);
        let input = Input {
            function: call.function.clone(),
            ty: program.types.describe(call.ty),
            value,
            known,
            span,
            step: number,
            variable: call.variable.clone(),
            in_a_word: program.types.as_int(call.ty).is_some_and(|kind| program.types.model.int_bits(kind) <= word),
        };
        inputs.push((input, constant));
    }
    // With one missing, nobody knows which ones the others are.
    inputs.retain(|(input, _)| !unsaid.contains(&input.span));
    inputs
}

/// What verifiers tell of one call: its result first, then what else changes with what gets it.
#[derive(Default)]
struct Visit<'a> {
    span: Option<Span>,
    told: BTreeSet<&'a str>,
}

impl<'a> Visit<'a> {
    /// Goes on to what a place got; whether another call begins with that.
    fn is_first(&mut self, span: Span, place: &'a str) -> bool {
        if self.span != Some(span) || self.told.contains(place) {
            *self = Visit { span: Some(span), told: BTreeSet::new() };
        }
        self.told.insert(place);
        self.told.len() == 1
    }
}

fn is_variable(place: &Place) -> bool {
    matches!(place.kind, PlaceKind::Var(Var::Local(_) | Var::Global(_)))
}

/// A value of a trace as C, and what can be said of an expression that has it; nothing for what is no number.
fn literal(value: &str, types: &Types, ty: TypeId) -> Option<(String, Value, Expr)> {
    // Characters are shown with their number in front.
    let shown = value.split_whitespace().next()?;
    if let Some(kind) = types.as_float(ty) {
        return floating(shown, kind, ty);
    }
    let number: i128 = match shown {
        "TRUE" => 1,
        "FALSE" => 0,
        shown => shown.parse().ok()?,
    };
    let kind = types.as_int(ty)?;
    // Where a verifier is asked for an `int` instead.
    let number = if kind == IntKind::Bool { i128::from(number != 0) } else { number };
    let text = record::number(number, kind.is_signed(), types.model.int_bits(kind));
    let fits = i64::try_from(number).is_ok() || u64::try_from(number).is_ok();
    fits.then(|| (text.clone(), Value::Is(text), Expr::int(ty, number)))
}

fn floating(shown: &str, kind: FloatKind, ty: TypeId) -> Option<(String, Value, Expr)> {
    let suffix = match kind {
        FloatKind::Float => "f",
        FloatKind::Double => "",
        _ => return None,
    };
    let most = if kind == FloatKind::Float { format!("{:?}f", f32::MAX) } else { format!("{:?}", f64::MAX) };
    let number: f64 = match shown.trim_end_matches(['f', 'F']) {
        "+INFINITY" => f64::INFINITY,
        "-INFINITY" => f64::NEG_INFINITY,
        "in" | "inf" => f64::INFINITY,
        "-in" | "-inf" => f64::NEG_INFINITY,
        number => number.parse().ok()?,
    };
    let text = match kind {
        FloatKind::Float => format!("{:?}{suffix}", number as f32),
        _ => format!("{number:?}"),
    };
    let bits = match kind {
        FloatKind::Float => u128::from((number as f32).to_bits()),
        _ => u128::from(number.to_bits()),
    };
    let (text, known) = match number {
        number if number.is_nan() => ("(0.0 / 0.0)".into(), Value::NotANumber),
        f64::INFINITY => ("(1.0 / 0.0)".into(), Value::Above(most)),
        f64::NEG_INFINITY => ("(-1.0 / 0.0)".into(), Value::Below(format!("-{most}"))),
        _ => (text.clone(), Value::Is(text)),
    };
    Some((text, known, Expr { kind: ExprKind::Float(bits), ty }))
}
