//! Who calls whom.
//!
//! A call through a pointer goes to whatever somebody who knows says ([`Calls::new`]). Where nobody does, it goes to
//! every function with a body whose address is used anywhere ([`Calls::by_address`]); types are not looked at, because
//! pointers to functions are converted. A function without a body calls nothing back: that is an assumption, and
//! listed.

use crate::cfa::visit::{self, Visit};
use crate::cfa::{Callee, Definition, EdgeId, Expr, ExprKind, FuncId, Op, Program};
use std::collections::BTreeSet;
use std::sync::Arc;

pub struct Calls {
    /// By function, in the order of the edges.
    sites: Vec<Vec<CallSite>>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CallSite {
    pub edge: EdgeId,
    /// In the order of their numbers; also those without a body.
    pub callees: Arc<[FuncId]>,
    pub through_pointer: bool,
}

impl Calls {
    /// `pointed` says what is called through a pointer at an edge of a function.
    pub fn new(program: &Program, pointed: impl Fn(FuncId, EdgeId) -> Arc<[FuncId]>) -> Calls {
        let sites = |index: usize| {
            let func = FuncId(index as u32);
            let Some(cfa) = program[func].cfa() else { return Vec::new() };
            let site = |edge: EdgeId| {
                let Op::Call { callee, .. } = &cfa[edge].op else { return None };
                Some(match callee {
                    Callee::Direct(callee) => CallSite { edge, callees: [*callee].into(), through_pointer: false },
                    Callee::Indirect(_) => CallSite { edge, callees: pointed(func, edge), through_pointer: true },
                    Callee::VaArg => return None,
                })
            };
            cfa.edge_ids().filter_map(site).collect()
        };
        Calls { sites: (0..program.functions.len()).map(sites).collect() }
    }

    pub fn by_address(program: &Program) -> Calls {
        let addressed: Arc<[FuncId]> = addressed(program).into_iter().collect();
        Calls::new(program, |_, _| addressed.clone())
    }

    pub fn of(&self, caller: FuncId) -> &[CallSite] {
        &self.sites[caller.0 as usize]
    }
}

/// The functions with a body whose addresses are used.
fn addressed(program: &Program) -> BTreeSet<FuncId> {
    struct Addressed(BTreeSet<FuncId>);
    impl Visit for Addressed {
        fn expr(&mut self, expr: &Expr) {
            if let ExprKind::Function(func) = expr.kind {
                self.0.insert(func);
            }
            visit::visit_expr(self, expr);
        }
    }
    let mut found = Addressed(BTreeSet::new());
    program.functions.iter().filter_map(|function| function.cfa()).for_each(|cfa| visit::visit_cfa(&mut found, cfa));
    for global in &program.globals {
        if let Definition::Defined(init) = &global.definition {
            visit::visit_init(&mut found, init);
        }
    }
    found.0.retain(|func| program[*func].cfa().is_some());
    found.0
}
