//! Folds a branch one side of which fails into one assertion of the branch's condition.
//!
//! `if (c) ; else fail();` is two conditions and an assertion that never holds; as one assertion of `c` it says the
//! same. The failing side must end there, or join the other side at once: what a native check does after it came back
//! must not get lost. `assert(a && b)` has two branches to the same failing location: each of them is folded, and both
//! edges have the same property.

use crate::cfa::model::*;
use crate::cfa::visit::{self, Visit};
use crate::ctype::{TypeId, Types};

pub fn fold(types: &Types, cfa: &mut Cfa) {
    let outgoing = cfa.outgoing();
    let incoming = cfa.incoming();
    let mut labelled = vec![false; cfa.locations as usize];
    cfa.labels.iter().for_each(|(loc, _)| labelled[loc.0 as usize] = true);
    // The property that fails at a location without condition, and where the native check comes back to.
    let fails = |loc: LocId| match outgoing.of(loc) {
        [only] => match &cfa[*only].op {
            Op::Assert { cond, property } if cond.kind == ExprKind::Int(0) => Some((*property, cfa[*only].to)),
            _ => None,
        },
        _ => None,
    };
    let ends = |loc: LocId| loc != cfa.exit && outgoing.of(loc).is_empty();
    let mut folds = Vec::new();
    for loc in (0..cfa.locations).map(LocId) {
        let [yes, no] = outgoing.of(loc) else { continue };
        for (failing, passing, truth) in [(*no, *yes, true), (*yes, *no, false)] {
            let (at, other) = (cfa[failing].to, cfa[passing].to);
            let Some((property, back)) = fails(at) else { continue };
            let alone = incoming.of(at).len() == 1 || !labelled[at.0 as usize];
            if alone && other != at && (ends(back) || back == other) {
                folds.push((passing, failing, truth, property));
                break;
            }
        }
    }
    let mut gone = vec![false; cfa.edges.len()];
    for (passing, failing, truth, property) in folds {
        let Op::Assume { cond, .. } = cfa[passing].op.clone() else { continue };
        let cond = if truth { cond } else { negated(types, cond) };
        let edge = &mut cfa.edges[passing.0 as usize];
        edge.op = Op::Assert { cond, property };
        gone[failing.0 as usize] = true;
    }
    let mut gone = gone.into_iter();
    cfa.edges.retain(|_| gone.next() == Some(false));
}

/// Takes an assertion of a temporary that every path to it sets to a constant into those paths: `assert(a || b)` as the
/// value of a call computes the disjunction first. The paths that set it to zero fail, the others pass.
pub fn thread(program: &mut Program, cfa: &mut Cfa) -> bool {
    let (outgoing, incoming) = (cfa.outgoing(), cfa.incoming());
    let mut mentions = Mentions(vec![0; cfa.locals.len()]);
    visit::visit_cfa(&mut mentions, cfa);
    let mut changed = false;
    for id in cfa.edge_ids() {
        let Edge { from: at, to, op: Op::Assert { cond, property }, span } = &cfa[id] else { continue };
        let (at, to, property, span) = (*at, *to, *property, *span);
        let ExprKind::Load(Place { kind: PlaceKind::Var(Var::Local(local)), .. }) = cond.kind else { continue };
        // A native check that is handed the condition sees every value of it.
        let Native::CallIfFalse { func, .. } = program[property].native else { continue };
        let sets = |edge: &EdgeId| match &cfa[*edge].op {
            Op::Assign { place: Place { kind: PlaceKind::Var(Var::Local(set)), .. }, value } if *set == local => {
                value.truth(&program.types)
            }
            _ => None,
        };
        let values: Option<Vec<bool>> = incoming.of(at).iter().map(sets).collect();
        let Some(values) = values.filter(|_| at != cfa.entry && outgoing.of(at).len() == 1) else { continue };
        let temporary = cfa.locals[local.0 as usize].name.is_none();
        if !temporary || mentions.0[local.0 as usize] != values.len() + 1 {
            continue;
        }
        // No part of the condition can speak for the whole.
        let words = format!("{}()", program[func].name);
        let said = &mut program.properties[property.0 as usize].description;
        if said.is_empty() || said == "0" {
            *said = words;
        }
        let fails = cfa.new_location();
        for (edge, value) in incoming.of(at).iter().zip(values) {
            let edge = &mut cfa.edges[edge.0 as usize];
            (edge.op, edge.to) = (Op::Skip, if value { to } else { fails });
        }
        let cond = Expr::int(Types::INT, 0);
        cfa.edges.push(Edge { from: fails, to, op: Op::Assert { cond, property }, span });
        changed = true;
    }
    changed
}

/// How often each local is mentioned.
struct Mentions(Vec<usize>);

impl Visit for Mentions {
    fn var(&mut self, var: Var) {
        if let Var::Local(local) = var {
            self.0[local.0 as usize] += 1;
        }
    }
}

/// `!cond`.
fn negated(types: &Types, cond: Expr) -> Expr {
    if let ExprKind::Binary(op, lhs, rhs) = &cond.kind
        && let Some(inverse) = inverse(types, *op, lhs.ty)
    {
        return Expr { kind: ExprKind::Binary(inverse, lhs.clone(), rhs.clone()), ty: cond.ty };
    }
    let zero = Expr::zero(types, cond.ty);
    Expr::binary(BinaryOp::Eq, cond, zero, Types::INT)
}

/// The comparison that holds exactly when this one does not; floating comparisons have one for equality only.
pub(crate) fn inverse(types: &Types, op: BinaryOp, operands: TypeId) -> Option<BinaryOp> {
    let ordered = types.as_float(operands).is_none();
    Some(match op {
        BinaryOp::Eq => BinaryOp::Ne,
        BinaryOp::Ne => BinaryOp::Eq,
        BinaryOp::Lt if ordered => BinaryOp::Ge,
        BinaryOp::Ge if ordered => BinaryOp::Lt,
        BinaryOp::Gt if ordered => BinaryOp::Le,
        BinaryOp::Le if ordered => BinaryOp::Gt,
        _ => return None,
    })
}
