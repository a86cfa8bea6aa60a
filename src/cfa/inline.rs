//! Puts the body of a function in the place of a call.
//!
//! The callee's locals and locations are added to the caller's; arguments are assigned to parameters, returns assign to
//! the destination of the call. Every assertion of the callee becomes one of its own, with its native check in terms of
//! the caller. Labels stay behind: a function has each of its labels once. The result has skips where edges were
//! joined: prune afterwards.

use super::lower::may_fail;
use super::model::*;
use super::visit::{self, Rewrite, Visit};
use crate::ctype::{LocalId, Types};
use crate::source::Span;

/// How to inline.
#[derive(Clone, Copy, Debug, Default)]
pub struct Inlining {
    /// What the new edges and assertions stand for; their own source where absent.
    pub span: Option<Span>,
    /// Put arguments in the place of parameters that the callee only reads. Only where the callee changes nothing but
    /// its own locals: arguments are then read later than at the call. One that may fail stays where it is evaluated
    /// for certain: the callee might not read it.
    pub substitute: bool,
}

/// Inlines one direct call. The callee must not be variadic, and must have been given as many arguments as it has
/// parameters: otherwise nothing happens, and the answer is false.
pub fn inline(
    types: &Types,
    caller: &mut Cfa,
    call: EdgeId,
    callee: &Cfa,
    properties: &mut Vec<Property>,
    how: Inlining,
) -> bool {
    let Edge { from, to, op: Op::Call { dst, args, .. }, span } = caller[call].clone() else { return false };
    if args.len() != callee.params.len() {
        return false;
    }
    let first_local = caller.locals.len() as u32;
    let first_location = caller.locations;
    caller.locals.extend(callee.locals.iter().cloned());
    caller.locations += callee.locations;
    let moved = |loc: LocId| LocId(loc.0 + first_location);

    let mut body = Moved { first_local, arguments: vec![None; callee.locals.len()] };
    let fixed = if how.substitute { only_read(callee) } else { vec![false; callee.locals.len()] };
    let first = read_first(callee);
    let mut prologue = Vec::new();
    for (param, arg) in callee.params.iter().zip(args) {
        if fixed[param.0 as usize] && (first.contains(param) || !may_fail(types, &arg)) {
            body.arguments[param.0 as usize] = Some(arg);
            continue;
        }
        let local = LocalId(param.0 + first_local);
        let place = Place::local(local, callee.locals[param.0 as usize].ty);
        prologue.push(Op::Declare(local));
        prologue.push(Op::Assign { place, value: arg });
    }
    let mut at = from;
    caller.edges[call.0 as usize].op = Op::Skip;
    let mut edge = Some(call);
    for op in prologue {
        let next = caller.new_location();
        push(caller, edge.take(), Edge { from: at, to: next, op, span });
        at = next;
    }
    push(caller, edge, Edge { from: at, to: moved(callee.entry), op: Op::Skip, span });

    for edge in &callee.edges {
        let mut op = edge.op.clone();
        visit::rewrite_op(&mut body, &mut op);
        if let Op::Assert { property, .. } = &mut op {
            let mut copy = properties[property.0 as usize].clone();
            visit::rewrite_native(&mut body, &mut copy.native);
            copy.span = how.span.unwrap_or(copy.span);
            *property = PropId(properties.len() as u32);
            properties.push(copy);
        }
        let mut end = moved(edge.to);
        if let Op::Return(value) = op {
            op = match (dst.clone(), value) {
                (Some(place), Some(value)) => Op::Assign { place, value },
                (Some(place), None) => Op::Havoc { places: vec![place], objects: Vec::new(), cause: Cause::Choice },
                (None, _) => Op::Skip,
            };
            end = to;
        }
        caller.edges.push(Edge { from: moved(edge.from), to: end, op, span: how.span.unwrap_or(edge.span) });
    }
    true
}

/// Adds an edge, in the place of another one where there is one.
fn push(cfa: &mut Cfa, instead: Option<EdgeId>, edge: Edge) {
    match instead {
        Some(id) => cfa.edges[id.0 as usize] = edge,
        None => cfa.edges.push(edge),
    }
}

/// The callee's operations in the caller.
struct Moved {
    first_local: u32,
    /// What stands for a parameter.
    arguments: Vec<Option<Expr>>,
}

impl Rewrite for Moved {
    fn local(&mut self, local: &mut LocalId) {
        local.0 += self.first_local;
    }

    fn expr(&mut self, expr: &mut Expr) {
        if let ExprKind::Load(Place { kind: PlaceKind::Var(Var::Local(local)), .. }) = &expr.kind
            && let Some(argument) = &self.arguments[local.0 as usize]
        {
            // In terms of the caller already.
            *expr = argument.clone();
            return;
        }
        visit::rewrite_expr(self, expr);
    }
}

/// The locals that every path reads before anything else: those in the first condition or assertion.
fn read_first(cfa: &Cfa) -> Vec<LocalId> {
    struct Read(Vec<LocalId>);
    impl Visit for Read {
        fn var(&mut self, var: Var) {
            if let Var::Local(local) = var {
                self.0.push(local);
            }
        }
    }
    let outgoing = cfa.outgoing();
    let mut at = cfa.entry;
    let mut read = Read(Vec::new());
    while let Some(&first) = outgoing.of(at).first() {
        match &cfa[first].op {
            Op::Skip | Op::Declare(_) if cfa[first].to > at => at = cfa[first].to,
            Op::Assume { cond, .. } | Op::Assert { cond, .. } => {
                read.expr(cond);
                break;
            }
            _ => break,
        }
    }
    read.0
}

/// The locals that occur only as whole values that are read, not too often.
fn only_read(cfa: &Cfa) -> Vec<bool> {
    struct Uses {
        mentions: Vec<u32>,
        reads: Vec<u32>,
    }
    impl Visit for Uses {
        fn var(&mut self, var: Var) {
            if let Var::Local(local) = var {
                self.mentions[local.0 as usize] += 1;
            }
        }
        fn expr(&mut self, expr: &Expr) {
            if let ExprKind::Load(Place { kind: PlaceKind::Var(Var::Local(local)), ty }) = &expr.kind
                && ty.ty != Types::VA_LIST
            {
                self.reads[local.0 as usize] += 1;
            }
            visit::visit_expr(self, expr);
        }
    }
    let count = cfa.locals.len();
    let mut uses = Uses { mentions: vec![0; count], reads: vec![0; count] };
    visit::visit_cfa(&mut uses, cfa);
    (0..count).map(|i| uses.mentions[i] == uses.reads[i] && uses.reads[i] <= 4).collect()
}
