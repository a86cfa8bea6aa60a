//! A program that is told what some of its calls return: those of functions without a body, by where they stand.
//!
//! Each call of such a function returns what is told for its place, in that order, and anything at all when nothing is
//! left. So every execution of the result is one of the program; which one, whoever tells it does not decide alone.

use super::table::Table;
use crate::cfa::passes::is_nondeterministic;
use crate::cfa::{Body, Callee, Edge, EdgeId, Expr, FuncId, Op, Place, Program};
use crate::ctype::TypeId;
use crate::source::Span;
use std::collections::BTreeMap;

/// What a call returns.
#[derive(Clone, Debug)]
pub struct Told {
    /// The call.
    pub span: Span,
    /// A constant of the type that the function returns.
    pub value: Expr,
}

/// The program with what it is told. Whatever it does besides stands at the place `mark`.
pub fn scripted(program: &Program, told: &[Told], mark: Span) -> Program {
    let mut sites: BTreeMap<Span, Vec<Expr>> = BTreeMap::new();
    for each in told {
        sites.entry(each.span).or_default().push(each.value.clone());
    }
    let mut scripted = program.clone();
    for number in 0..program.functions.len() {
        let function = FuncId(number as u32);
        let Some(cfa) = program[function].cfa() else { continue };
        for id in cfa.edge_ids() {
            let Op::Call { dst: Some(place), callee: Callee::Direct(callee), .. } = &cfa[id].op else { continue };
            let called = &program[*callee];
            let Some(values) = sites.get(&cfa[id].span) else { continue };
            let Some(ty) = program.types.as_function(called.ty).map(|ty| ty.ret.ty) else { continue };
            if !called.is_defined() && is_nondeterministic(&called.name) && values.iter().all(|value| value.ty == ty) {
                put(&mut scripted, (function, id), place, (ty, values), mark);
            }
        }
    }
    scripted
}

/// A call reads from a table as long as there is something in it.
fn put(program: &mut Program, (function, id): (FuncId, EdgeId), dst: &Place, table: (TypeId, &[Expr]), mark: Span) {
    let (ty, values) = table;
    let table = Table::new(program, "told", ty, values.to_vec(), mark);
    let Body::Cfa(cfa) = &mut program.functions[function.0 as usize].body else { return };
    let (some, none, behind) = (cfa.new_location(), cfa.new_location(), cfa.new_location());
    let Edge { from, to, span, .. } = cfa[id];
    cfa.edges[id.0 as usize].from = none;
    let test = |truth| Op::Assume { cond: table.is_left(), truth, via: None };
    for (from, to, op, span) in [
        (from, some, test(true), mark),
        (from, none, test(false), mark),
        (some, behind, table.read(dst, ty), span),
        (behind, to, table.advance(), mark),
    ] {
        cfa.edges.push(Edge { from, to, op, span });
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cfa::PropId;
    use crate::cfa::tests::built;
    use crate::ctype::Types;
    use crate::engine::Stop;
    use crate::engine::bounded::{Finding, Plan, check};
    use std::collections::BTreeSet;

    /// Which properties are violated if the calls return these numbers, one after the other.
    fn violated(text: &str, numbers: &[i128]) -> Vec<bool> {
        let program = built(text);
        let entry = program.entries[0];
        let cfa = program[entry].cfa().expect("it is defined");
        let call = cfa.edges.iter().find(|edge| matches!(edge.op, Op::Call { .. })).expect("a call");
        let tell = |number: &i128| Told { span: call.span, value: Expr::int(Types::INT, *number) };
        let told: Vec<Told> = numbers.iter().map(tell).collect();
        let scripted = scripted(&program, &told, program[entry].span);
        crate::cfa::check::check(&scripted).expect("it is well-formed");
        let properties: BTreeSet<PropId> = (0..program.properties.len() as u32).map(PropId).collect();
        let plan = Plan::new(Some(8), false);
        let found = check(&scripted, entry, &properties, plan, &Stop::default());
        found.values().map(|finding| matches!(finding, Finding::Fails(_))).collect()
    }

    #[test]
    fn calls_return_what_they_are_told() {
        let text = "int __VERIFIER_nondet_int(void); int main(void) { int sum = 0;
            for (int i = 0; i < 3; i++) sum = sum * 10 + __VERIFIER_nondet_int();
            __CPROVER_assert(sum != 123, \"\"); __CPROVER_assert(sum != 124, \"\"); return 0; }";
        assert_eq!(violated(text, &[1, 2, 3]), [true, false]);
        assert_eq!(violated(text, &[1, 2, 4]), [false, true]);
        assert_eq!(violated(text, &[1, 2]), [true, true]);
        assert_eq!(violated(text, &[1, 2, 3, 4]), [true, false]);
        assert_eq!(violated(text, &[3, 2, 1]), [false, false]);
    }
}
