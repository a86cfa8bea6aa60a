//! Bets that are lost before they are made.
//!
//! What a region neither writes nor tests is the same at an assertion in it as at its start. If an assertion is about
//! nothing else, and what is known at the start leaves values for which it fails, then a verifier could only find
//! these: the fact, if there is one, is outside. Trying comes to the same as reasoning, and costs more.
//!
//! This decides what is asked, and nothing else: no verdict depends on it.

use super::piece::Atlas;
use super::rung::{Context, Rung};
use super::{Kind, RegionId};
use crate::cfa::visit::variables;
use crate::cfa::{Expr, Number, Op, PropId, Var};
use crate::ctype::Types;
use crate::range::Fact;
use std::collections::{BTreeMap, BTreeSet};

/// What happens to variables in a region.
#[derive(Default)]
pub(super) struct Touched {
    /// They are written or tested, or a callee may do so.
    vars: BTreeSet<Var>,
    /// The assertions about them: each is an assumption for the others.
    asserted: BTreeMap<Var, BTreeSet<PropId>>,
    assertions: BTreeMap<PropId, Vec<Expr>>,
}

/// An assertion about more variables than these is tried by a verifier.
const MOST_VARIABLES: usize = 3;

impl Atlas<'_> {
    /// Whether a property that is asserted in a region is sure to miss on a rung.
    pub(super) fn is_lost(&self, region: RegionId, rung: Rung, property: PropId) -> bool {
        let scope = match (rung.context, self.hierarchy[region].function()) {
            (Context::Nothing, _) => Some(region),
            (_, Some(function)) => self.hierarchy.function(function),
            (_, None) => None,
        };
        scope.is_some_and(|scope| self.fails_somewhere(scope, property))
    }

    fn fails_somewhere(&self, region: RegionId, property: PropId) -> bool {
        let (Kind::Function(function) | Kind::Loop { function, .. }) = self.hierarchy[region].kind else {
            return false;
        };
        let touched = self.touched[region.0 as usize].get_or_init(|| self.touch(region).unwrap_or_default());
        let Some(assertions) = touched.assertions.get(&property) else { return false };
        let Some(facts) = self.hierarchy.head(region).and_then(|head| self.ranges.at(function, head)) else {
            return false;
        };
        let types = &self.pointers.program().types;
        assertions.iter().any(|assertion| {
            let vars = variables(assertion);
            let is_untouched = |var: &Var| {
                let others = touched.asserted.get(var).is_some_and(|by| by.iter().any(|other| *other != property));
                !others && !touched.vars.contains(var)
            };
            vars.len() <= MOST_VARIABLES
                && vars.iter().all(is_untouched)
                && fails_for_some(types, assertion, &vars, |var| self.examples(region, var, &facts))
        })
    }

    /// Numbers that a variable may be at the start, by all that is known.
    fn examples(&self, region: RegionId, var: Var, facts: &[Fact]) -> Vec<Number> {
        let program = self.pointers.program();
        let cfa = self.hierarchy[region].function().and_then(|function| program[function].cfa());
        let ty = match (var, cfa) {
            (Var::Global(global), _) => program[global].ty.ty,
            (Var::Local(local), Some(cfa)) => cfa.locals[local.0 as usize].ty.ty,
            (Var::Local(_), None) => return Vec::new(),
        };
        if program.types.as_float(ty).is_some() {
            return [f64::NAN, 0.0, 1.0, -1e30, 1e30].map(Number::Float).to_vec();
        }
        let Some(kind) = program.types.as_int(ty) else { return Vec::new() };
        match facts.iter().find(|fact| fact.var == var) {
            Some(fact) => vec![Number::Int(fact.low), Number::Int(fact.high)],
            None => {
                let half = 1 << (program.types.model.int_bits(kind).min(64) - 1);
                [0, 1, -1, half, half - 1].map(|value| Number::Int(program.types.wrap(kind, value))).to_vec()
            }
        }
    }

    fn touch(&self, region: RegionId) -> Option<Touched> {
        let program = self.pointers.program();
        let (nesting, node) = self.hierarchy.nesting(region)?;
        let function = self.hierarchy[region].function()?;
        let cfa = program[function].cfa()?;
        let written = self.pointers.writes(function, nesting.edges(node));
        let calls = self.hierarchy.callees(region).iter().any(|callee| program[*callee].cfa().is_some());
        let mut touched = Touched::default();
        for edge in nesting.edges(node) {
            match &cfa[edge].op {
                Op::Assume { cond, .. } => touched.vars.extend(variables(cond)),
                Op::Call { args, .. } => touched.vars.extend(args.iter().flat_map(variables)),
                Op::Assert { cond, property } => {
                    for var in variables(cond) {
                        touched.asserted.entry(var).or_default().insert(*property);
                        let global = matches!(var, Var::Global(_));
                        let is_written = written.parts.contains_key(&self.pointers.variable(function, var));
                        if is_written || global && (calls || written.outside()) {
                            touched.vars.insert(var);
                        }
                    }
                    touched.assertions.entry(*property).or_default().push(cond.clone());
                }
                _ => {}
            }
        }
        Some(touched)
    }
}

/// Whether an assertion fails for some of the examples.
fn fails_for_some(
    types: &Types,
    assertion: &Expr,
    vars: &BTreeSet<Var>,
    examples: impl Fn(Var) -> Vec<Number>,
) -> bool {
    let mut choices: Vec<BTreeMap<Var, Number>> = vec![BTreeMap::new()];
    for var in vars {
        let examples = examples(*var);
        let with = |choice: BTreeMap<Var, Number>| {
            examples.iter().map(move |example| {
                let mut choice = choice.clone();
                choice.insert(*var, *example);
                choice
            })
        };
        choices = choices.into_iter().flat_map(with).collect();
    }
    let fails = |choice: &BTreeMap<Var, Number>| {
        let value = assertion.evaluate(types, &|var| choice.get(&var).copied());
        matches!(value, Some(Number::Int(0)))
    };
    choices.iter().any(fails)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cfa::tests::built_with_map;
    use crate::region::Rung;

    #[test]
    fn what_is_neither_written_nor_tested_is_lost_alone() {
        let text = "
            int any(void); void unknown(void); static int g; static void twice(int *p) { *p *= 2; }
            static int f(int n, int m, int k, int l)
            {
                int x = any(), y = any(), z = any(), small = any() & 7, tiny = any() & 1, changed = 0;
                float r = any();
                twice(&changed);
                while (any()) {
                    __CPROVER_assert(x > 0, \"outside\");
                    __CPROVER_assert(r < 1e9f, \"float\");
                    __CPROVER_assert(n > 0, \"parameter\");
                    __CPROVER_assert(small < 8, \"range\");
                    __CPROVER_assert(tiny > 0, \"beside the range\");
                    __CPROVER_assert(k > 0, \"one\");
                    __CPROVER_assert(k > 1, \"an assumption for the other\");
                    if (y > 0)
                        __CPROVER_assert(y > 1, \"tested\");
                    __CPROVER_assert(z > 0, \"written\");
                    __CPROVER_assert(changed > 0, \"through a pointer\");
                    __CPROVER_assert(g > 0, \"global\");
                    __CPROVER_assert((m >= l) | (m < l), \"always\");
                    z = any();
                    twice(&changed);
                }
                return x;
            }
            int main(void) { return f(any(), any(), any(), any()); }";
        let (program, map) = built_with_map(text);
        let entries = program.entries.iter().map(|entry| (*entry, *entry)).collect();
        let atlas = Atlas::new(&program, &entries, &map);
        let lost = |name: &str, rung: Rung| -> BTreeSet<&str> {
            let region = atlas.names.find(name).expect("it is there");
            let properties = (0..program.properties.len() as u32).map(PropId);
            let lost = properties.filter(|property| atlas.is_lost(region, rung, *property));
            lost.map(|property| program[property].description.as_str()).collect()
        };
        let [_, facts, .., context, _, _, _] = Rung::ALL;
        assert_eq!(lost("f:8", facts), BTreeSet::from(["float", "outside", "parameter", "beside the range"]));
        // The code in front knows what it does to variables; about parameters it knows nothing.
        assert_eq!(lost("f:8", context), BTreeSet::from(["parameter"]));
        assert_eq!(lost("f", facts), BTreeSet::from(["parameter"]));
        assert_eq!(lost("main", facts), BTreeSet::new());
    }
}
