//! Initialisers of objects with static storage: constant expressions, which need no edges.

use super::expr::{constant_truth, first_element};
use super::*;
use crate::frontend::typed::{Expr as Source, ExprKind as S};

pub(super) fn global(context: &Context, global: Global<Source>) -> Result<Global<Expr>> {
    let definition = match global.definition {
        Definition::Declared => Definition::Declared,
        Definition::Tentative => Definition::Tentative,
        Definition::Defined(init) => Definition::Defined(initialiser(context, init)?),
    };
    Ok(Global {
        name: global.name,
        kind: global.kind,
        ty: context.plain.qualified(global.ty),
        linkage: global.linkage,
        definition,
        symbol: global.symbol,
        align: global.align,
        thread_local: global.thread_local,
        weak: global.weak,
        span: global.span,
    })
}

fn initialiser(context: &Context, init: Init<Source>) -> Result<Init<Expr>> {
    Ok(match init {
        Init::Zero => Init::Zero,
        Init::Expr(expr) => Init::Expr(value(context, &expr)?),
        Init::String(units) => Init::String(units),
        Init::List(items) => {
            let mut list = Vec::with_capacity(items.len());
            for item in items {
                list.push(InitItem { first: item.first, end: item.end, init: initialiser(context, item.init)? });
            }
            Init::List(list)
        }
    })
}

fn value(context: &Context, expr: &Source) -> Result<Expr> {
    let (types, ty) = (context.types, context.plain.of(expr.ty.ty));
    Ok(match &expr.kind {
        S::Int(value) => Expr::int(ty, *value),
        S::Float(bits) => Expr { kind: ExprKind::Float(*bits), ty },
        S::Function(func) => Expr { kind: ExprKind::Function(*func), ty },
        S::Load(lvalue) => Expr::load(place(context, lvalue)?),
        S::Decay(lvalue) => first_element(types, place(context, lvalue)?, ty),
        S::AddrOf(lvalue) => match place(context, lvalue)? {
            Place { kind: PlaceKind::Deref(pointer), .. } => pointer.cast(ty),
            place => Expr { kind: ExprKind::AddrOf(place), ty },
        },
        S::Unary(op, operand) => Expr { kind: ExprKind::Unary(*op, Box::new(value(context, operand)?)), ty },
        S::Binary(op, lhs, rhs) => Expr::binary(*op, value(context, lhs)?, value(context, rhs)?, ty),
        S::Cast(operand) => value(context, operand)?.cast(ty),
        S::Not(operand) => truth(context, operand, BinaryOp::Eq)?,
        // Constants have no effects and cannot fail, so that both operands may be evaluated.
        S::LogicalAnd(a, b) => {
            let (a, b) = (truth(context, a, BinaryOp::Ne)?, truth(context, b, BinaryOp::Ne)?);
            Expr::binary(BinaryOp::And, a, b, Types::INT)
        }
        S::LogicalOr(a, b) => {
            let (a, b) = (truth(context, a, BinaryOp::Ne)?, truth(context, b, BinaryOp::Ne)?);
            Expr::binary(BinaryOp::Or, a, b, Types::INT)
        }
        S::Conditional(cond, a, b) => match constant_truth(cond) {
            Some(truth) => value(context, if truth { a } else { b })?,
            None => return not_constant(expr),
        },
        _ => return not_constant(expr),
    })
}

/// A scalar compared with zero.
fn truth(context: &Context, expr: &Source, op: BinaryOp) -> Result<Expr> {
    let value = value(context, expr)?;
    let zero = Expr::zero(context.types, value.ty);
    Ok(Expr::binary(op, value, zero, Types::INT))
}

fn place(context: &Context, expr: &Source) -> Result<Place> {
    let ty = context.plain.qualified(expr.ty);
    Ok(match &expr.kind {
        S::Var(Var::Global(global)) => Place::global(*global, context.globals[global.0 as usize]),
        S::Deref(pointer) => match value(context, pointer)? {
            Expr { kind: ExprKind::AddrOf(place), .. } if place.ty == ty => place,
            pointer => Place { kind: PlaceKind::Deref(Box::new(pointer)), ty },
        },
        S::Member(base, field) => Place { kind: PlaceKind::Member(Box::new(place(context, base)?), *field), ty },
        S::Index(base, index) => {
            let (base, index) = (place(context, base)?, value(context, index)?);
            Place { kind: PlaceKind::Index(Box::new(base), Box::new(index)), ty }
        }
        _ => return not_constant(expr),
    })
}

fn not_constant<T>(expr: &Source) -> Result<T> {
    Err(Diagnostic::new("unsupported", "an initialiser that is not constant in a form that we know").at(expr.span))
}
