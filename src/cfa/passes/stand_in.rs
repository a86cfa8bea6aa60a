//! Functions that stand in for others behind pointers.
//!
//! A call through a pointer does not say whom it calls. Where that matters, the address of a function becomes that of a
//! new one, which does nothing but call it: the call is then a direct one. Every use of the address is replaced, so
//! that comparisons of addresses give what they gave.

use crate::cfa::model::*;
use crate::cfa::visit::{self, Rewrite, Visit};
use crate::ctype::{LocalId, QType, Types};
use std::collections::{BTreeMap, BTreeSet};

/// Replaces the addresses of the functions that are chosen. The answer is the first for which that cannot be done,
/// because it has variable arguments, or parameters that nobody declared; the others are done then.
pub fn replace(program: &mut Program, chosen: impl Fn(&Program, FuncId) -> bool) -> Result<(), FuncId> {
    let mut used = Addresses::default();
    program.functions.iter().filter_map(Function::cfa).for_each(|cfa| visit::visit_cfa(&mut used, cfa));
    for global in &program.globals {
        if let Definition::Defined(init) = &global.definition {
            visit::visit_init(&mut used, init);
        }
    }
    let mut instead = BTreeMap::new();
    let mut failed = None;
    for func in used.0.into_iter().filter(|func| chosen(program, *func)).collect::<Vec<_>>() {
        match forwarder(program, func) {
            Some(function) => {
                instead.insert(func, FuncId(program.functions.len() as u32));
                program.functions.push(function);
            }
            None => failed = failed.or(Some(func)),
        }
    }
    let mut replace = Replace(instead);
    for cfa in program.functions.iter_mut().filter_map(Function::cfa_mut) {
        visit::rewrite_cfa(&mut replace, cfa);
    }
    program.globals.iter_mut().for_each(|global| visit::rewrite_global(&mut replace, global));
    failed.map_or(Ok(()), Err)
}

/// A name that nothing in the program has.
pub fn unique(program: &Program, name: &str) -> String {
    let functions = program.functions.iter().map(|function| function.name.as_str());
    let taken: BTreeSet<&str> = functions.chain(program.globals.iter().map(|global| global.name.as_str())).collect();
    let mut number = 1;
    let mut free = name.to_owned();
    while taken.contains(free.as_str()) {
        number += 1;
        free = format!("{name}_{number}");
    }
    free
}

/// A function that calls another with its own parameters, and returns what that returns.
fn forwarder(program: &Program, func: FuncId) -> Option<Function> {
    let function = &program[func];
    let ty = program.types.as_function(function.ty).filter(|ty| !ty.variadic)?;
    // `void f();` is most often called without arguments; with them it could not be forwarded.
    if !ty.prototype && !ty.params.is_empty() {
        return None;
    }
    let span = function.span;
    let local = |ty: QType| Local { name: None, ty, align: None, span };
    let mut locals: Vec<Local> = ty.params.iter().map(|ty| local(*ty)).collect();
    let params: Vec<LocalId> = (0..locals.len() as u32).map(LocalId).collect();
    let args = params.iter().zip(&ty.params).map(|(id, ty)| Expr::load(Place::local(*id, ty.ty))).collect();
    let result = (ty.ret.ty != Types::VOID).then(|| {
        locals.push(local(ty.ret.ty.into()));
        Place::local(LocalId(locals.len() as u32 - 1), ty.ret.ty)
    });
    let call = Op::Call { dst: result.clone(), callee: Callee::Direct(func), args };
    let mut edges = vec![Edge { from: LocId(0), to: LocId(1), op: call, span }];
    if !function.attributes.noreturn {
        edges.push(Edge { from: LocId(1), to: LocId(2), op: Op::Return(result.map(Expr::load)), span });
    }
    let labels = Vec::new();
    let body = Cfa { params, locals, locations: 3, entry: LocId(0), exit: LocId(2), edges, labels, unordered: 0 };
    Some(Function {
        name: unique(program, &format!("qicc_{}", function.name)),
        linkage: Linkage::Internal,
        symbol: None,
        attributes: FuncAttributes { noreturn: function.attributes.noreturn, ..FuncAttributes::default() },
        body: Body::Cfa(body),
        ty: function.ty,
        span,
    })
}

/// The functions whose addresses are used.
#[derive(Default)]
struct Addresses(BTreeSet<FuncId>);

impl Visit for Addresses {
    fn expr(&mut self, expr: &Expr) {
        if let ExprKind::Function(func) = expr.kind {
            self.0.insert(func);
        }
        visit::visit_expr(self, expr);
    }
}

struct Replace(BTreeMap<FuncId, FuncId>);

impl Rewrite for Replace {
    fn expr(&mut self, expr: &mut Expr) {
        if let ExprKind::Function(func) = &mut expr.kind
            && let Some(other) = self.0.get(func)
        {
            *func = *other;
        }
        visit::rewrite_expr(self, expr);
    }
}
