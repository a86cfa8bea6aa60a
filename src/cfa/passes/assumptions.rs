//! Lists what a verdict takes for granted: functions that are called but not defined, inline assembly, functions that
//! run outside of `main`.

use super::assertions::is_nondeterministic;
use crate::cfa::model::*;
use std::collections::BTreeMap;

/// How arrays of variable length get their memory: fully known.
const STACK: [&str; 3] = ["__builtin_alloca", "__builtin_stack_save", "__builtin_stack_restore"];

pub fn run(program: &mut Program) {
    let mut undefined: BTreeMap<FuncId, Assumption> = BTreeMap::new();
    let mut assumptions = Vec::new();
    for function in &program.functions {
        if function.attributes.runs_outside_main() && function.is_defined() {
            let kind = AssumptionKind::Constructor(function.name.clone());
            assumptions.push(Assumption { kind, span: function.span });
        }
        for edge in function.cfa().into_iter().flat_map(|cfa| &cfa.edges) {
            match &edge.op {
                Op::Call { callee: Callee::Direct(callee), .. } => {
                    let function = &program[*callee];
                    // What never comes back changes nothing that anyone could see.
                    let harmless = function.attributes.noreturn
                        || is_nondeterministic(&function.name)
                        || STACK.contains(&function.name.as_str());
                    if !function.is_defined() && !harmless {
                        undefined.entry(*callee).or_insert_with(|| {
                            let kind = AssumptionKind::UndefinedFunction(function.name.clone());
                            Assumption { kind, span: edge.span }
                        });
                    }
                }
                Op::Havoc { cause: Cause::Asm(_), .. } => {
                    assumptions.push(Assumption { kind: AssumptionKind::InlineAssembly, span: edge.span });
                }
                _ => {}
            }
        }
    }
    assumptions.extend(undefined.into_values());
    assumptions.sort();
    assumptions.dedup();
    program.assumptions = assumptions;
}
