//! What stands behind a call that does not come back cannot be reached.
//!
//! Lowering knew the attributes that its own unit declares; after linking there may be more. A defined function whose
//! exit cannot be reached does not return either, and neither does its caller when it has no other way: a fixpoint,
//! from callees to callers.

use super::prune::prune;
use crate::cfa::model::*;

pub fn run(program: &mut Program) {
    let never: Vec<bool> =
        program.functions.iter().map(|function| function.attributes.noreturn || ends(function)).collect();
    let mut callers: Vec<Vec<FuncId>> = vec![Vec::new(); program.functions.len()];
    for (index, function) in program.functions.iter().enumerate() {
        for edge in function.cfa().into_iter().flat_map(|cfa| &cfa.edges) {
            if let Op::Call { callee: Callee::Direct(callee), .. } = edge.op {
                let list = &mut callers[callee.0 as usize];
                if list.last() != Some(&FuncId(index as u32)) {
                    list.push(FuncId(index as u32));
                }
            }
        }
    }
    let mut work: Vec<FuncId> = (0..never.len()).filter(|i| never[*i]).map(|i| FuncId(i as u32)).collect();
    let mut never = never;
    while let Some(callee) = work.pop() {
        for caller in std::mem::take(&mut callers[callee.0 as usize]) {
            let function = &mut program.functions[caller.0 as usize];
            if cut(function, callee) && !never[caller.0 as usize] && ends(function) {
                never[caller.0 as usize] = true;
                work.push(caller);
            }
        }
    }
}

/// Whether the function is defined and cannot reach its exit.
fn ends(function: &Function) -> bool {
    !function.attributes.weak
        && function.cfa().is_some_and(|cfa| cfa.entry != cfa.exit && cfa.edges.iter().all(|edge| edge.to != cfa.exit))
}

/// Makes the calls of `callee` the last edges of their paths; says whether that changed anything.
fn cut(function: &mut Function, callee: FuncId) -> bool {
    let Some(cfa) = function.cfa_mut() else { return false };
    let outgoing = cfa.outgoing();
    let mut changed = false;
    for id in cfa.edge_ids() {
        let edge = &cfa[id];
        let calls = matches!(edge.op, Op::Call { callee: Callee::Direct(func), .. } if func == callee);
        if calls && !outgoing.of(edge.to).is_empty() {
            let end = cfa.new_location();
            cfa.edges[id.0 as usize].to = end;
            changed = true;
        }
    }
    if changed {
        prune(cfa);
    }
    changed
}
