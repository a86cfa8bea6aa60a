//! Which variables have which values. A cell of an object has one value, or any.
//!
//! Which variables are followed is learnt from paths that cannot be taken (paper 001; path prefixes as in lazy
//! abstraction with interpolants for values): at first none of those that hold numbers. Whatever may hold a pointer is
//! always followed: it decides what is written.

use super::explore::{Domain, Post};
use super::normal::Normal;
use super::walker::Walker;
use crate::cfa::visit::{self, Variables};
use crate::cfa::{EdgeId, Expr, GlobalId, LocId, PropId, Var};
use crate::ctype::LocalId;
use crate::engine::memory::{Contents, ObjectId, State};
use crate::engine::term::signed;
use crate::range::Fact;
use std::collections::BTreeSet;

#[derive(Default)]
pub(super) struct Value {
    normal: Normal,
    /// The variables that hold numbers and are followed.
    pub(super) followed: BTreeSet<ObjectId>,
    /// Those that never are.
    ignored: BTreeSet<ObjectId>,
}

/// So many parts of a path that cannot be taken are tried, to find out from which the least is to be learnt.
const PREFIXES: usize = 4;

impl Domain for Value {
    type State = State;
    type Key = Vec<usize>;
    const COMPARES: bool = false;

    fn initial(&mut self, walker: &mut Walker) -> State {
        let start = walker.start.clone();
        self.normal.of(walker, &State::new(), start, &self.followed)
    }

    fn post(&mut self, walker: &mut Walker, state: &State, edge: EdgeId) -> Post<State> {
        walker.executor.choose_again();
        let stepped = walker.executor.take(&walker.walk, state, edge);
        let fails = stepped.checks.iter().map(|check| walker.original(check.property)).collect();
        let after = stepped.state.map(|mut after| {
            walker.executor.learn(&walker.walk, &mut after, edge);
            self.normal.of(walker, state, after, &self.followed)
        });
        Post { state: after, fails, doubt: stepped.doubts.first().map(|doubt| doubt.why.to_string()) }
    }

    fn key(&self, state: &State) -> Vec<usize> {
        state.addresses()
    }

    fn known(&mut self, walker: &mut Walker, _: LocId, state: &State) -> Vec<Expr> {
        let types = &walker.program.types;
        let locals = (0..).map(LocalId).zip(&walker.flat.cfa.locals).map(|(id, local)| (Var::Local(id), local.ty));
        let globals = (0..).map(GlobalId).zip(&walker.program.globals);
        let globals = globals.map(|(id, global)| (Var::Global(id), global.ty));
        let mut known = Vec::new();
        for (var, ty) in locals.chain(globals) {
            let Some(kind) = types.as_int(ty.ty) else { continue };
            let object = walker.executor.object(&walker.walk, var).filter(|id| self.followed.contains(id));
            let Some(held) = object.and_then(|id| state.get(id)) else { continue };
            let Contents::Cells { written, .. } = &held.contents else { continue };
            let Some(&term) = written.get(&0).filter(|_| written.len() == 1) else { continue };
            let terms = &walker.executor.memory().terms;
            let (width, bits) = (terms.width(term), types.model.int_size(kind) as u32 * 8);
            if let Some(value) = terms.as_constant(term).filter(|_| width == bits) {
                let value = if kind.is_signed() { signed(value, width) } else { value as i128 };
                known.push(Fact { var, ty, low: value, high: value }.condition(types));
            }
        }
        known
    }

    fn refine(&mut self, walker: &mut Walker, path: &[EdgeId], _: &[usize], property: PropId) -> bool {
        let before = self.followed.clone();
        self.followed = &self.mentioned(walker, path) - &self.ignored;
        self.followed.extend(&before);
        let mut best: Option<BTreeSet<ObjectId>> = None;
        let mut passed = BTreeSet::new();
        let mut end = self.ends(walker, path, Some(property), &passed);
        while let Some(at) = end.filter(|_| passed.len() < PREFIXES && !walker.executor.is_over()) {
            let asserted = Some(property).filter(|_| at + 1 == path.len());
            let needed = self.needed(walker, &path[..=at], asserted, &passed, &before);
            if best.as_ref().is_none_or(|best| needed.len() < best.len()) {
                best = Some(needed);
            }
            passed.insert(at);
            end = self.ends(walker, path, Some(property), &passed);
        }
        self.followed = before;
        match best {
            Some(best) if !best.is_subset(&self.followed) => {
                self.followed.extend(best);
                true
            }
            _ => false,
        }
    }

    fn size(&self, state: &State) -> u64 {
        let known = |id: ObjectId| match &state.get(id).map(|held| &held.contents) {
            Some(Contents::Cells { written, .. }) => written.len() as u64,
            _ => 0,
        };
        state.objects().map(known).sum()
    }
}

impl Value {
    /// Without these variables.
    pub(super) fn ignoring(ignored: BTreeSet<ObjectId>) -> Value {
        Value { ignored, ..Value::default() }
    }

    /// The variables that hold numbers and are mentioned on a path.
    fn mentioned(&mut self, walker: &Walker, path: &[EdgeId]) -> BTreeSet<ObjectId> {
        let mut mentions = Variables::default();
        let mut called = false;
        for edge in path {
            let op = &walker.flat.cfa[*edge].op;
            called |= walker.flat.calls.contains_key(edge);
            visit::visit_op(&mut mentions, op);
        }
        // Calls that are run in place, and pointers, come to others as well.
        let direct = mentions.0.iter().filter_map(|var| walker.executor.object(&walker.walk, *var));
        let numbers = self.normal.numbers(walker);
        let direct: BTreeSet<ObjectId> = direct.filter(|id| numbers.contains(id)).collect();
        if called { numbers.clone() } else { direct.into_iter().chain(addressed(walker, numbers)).collect() }
    }

    /// The number of the edge at which a path ends in this domain, if it does: on the last edge of a whole path, since
    /// the property holds there. Decisions that were passed before are not asked again.
    fn ends(
        &mut self,
        walker: &mut Walker,
        path: &[EdgeId],
        property: Option<PropId>,
        passed: &BTreeSet<usize>,
    ) -> Option<usize> {
        let mut state = self.initial(walker);
        for (number, edge) in path.iter().enumerate() {
            let post = self.post(walker, &state, *edge);
            if let Some(property) = property.filter(|_| number + 1 == path.len()) {
                return (!post.fails.contains(&property) && !passed.contains(&number)).then_some(number);
            }
            match post.state {
                Some(after) => state = after,
                None if passed.contains(&number) => {}
                None => return Some(number),
            }
        }
        None
    }

    /// Few variables with which a path still ends where it does.
    fn needed(
        &mut self,
        walker: &mut Walker,
        path: &[EdgeId],
        property: Option<PropId>,
        passed: &BTreeSet<usize>,
        before: &BTreeSet<ObjectId>,
    ) -> BTreeSet<ObjectId> {
        let all = std::mem::take(&mut self.followed);
        let mut kept = all.clone();
        let candidates: Vec<ObjectId> = all.difference(before).copied().collect();
        let mut size = candidates.len().div_ceil(2);
        while size > 0 {
            for part in candidates.chunks(size) {
                let mut tried = kept.clone();
                tried.retain(|id| !part.contains(id));
                if tried.len() == kept.len() {
                    continue;
                }
                self.followed.clone_from(&tried);
                if self.ends(walker, path, property, passed).is_some() {
                    kept = tried;
                }
            }
            size /= 2;
        }
        self.followed = all;
        kept
    }
}

/// The variables that hold numbers and that somebody may point to.
fn addressed(walker: &Walker, numbers: &BTreeSet<ObjectId>) -> Vec<ObjectId> {
    let locals = visit::addressed_locals(&walker.flat.cfa).into_iter().map(Var::Local);
    let globals = (0..walker.program.globals.len() as u32).map(GlobalId).map(Var::Global);
    let objects = locals.chain(globals).filter_map(|var| walker.executor.object(&walker.walk, var));
    objects.filter(|id| numbers.contains(id)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::analysis::walker::tests::{path, walking};

    /// What is learnt from a path that cannot be taken: the variables that are followed from then on.
    fn learnt(main: &str, decisions: &[&str]) -> Vec<String> {
        let text = format!("int any(void); int main(void) {{ {main} return 0; }}");
        walking(&text, |walker| {
            let mut value = Value::default();
            let (path, property) = path(walker, decisions);
            assert!(value.refine(walker, &path, &[], property), "nothing was learnt: {main}");
            assert!(!value.refine(walker, &path, &[], property), "what was learnt is not enough: {main}");
            let locals = (0..).map(LocalId).zip(&walker.flat.cfa.locals);
            let followed = |id| walker.executor.object(&walker.walk, Var::Local(id));
            let names = locals.filter(|(id, _)| followed(*id).is_some_and(|id| value.followed.contains(&id)));
            names.map(|(_, local)| local.name.clone().unwrap_or_default()).collect()
        })
    }

    /// Of the places at which a path ends, the one that takes the fewest variables is learnt from, wherever it is.
    #[test]
    fn the_prefix_of_the_fewest_variables_is_chosen() {
        let sum = "int x = 1, y = 2, z = x + y; if (z == 3) z = 4;";
        let one = "int a = 1; if (a == 1) a = 2;";
        let end = "__CPROVER_assert(any() == any(), \"\");";
        let (not_sum, not_one) = ("[!(z == 3)]", "[!(a == 1)]");
        assert_eq!(learnt(&[sum, end].concat(), &[not_sum]), ["x", "y", "z"]);
        assert_eq!(learnt(&[sum, one, end].concat(), &[not_sum, not_one]), ["a"]);
        assert_eq!(learnt(&[one, sum, end].concat(), &[not_sum, not_one]), ["a"]);
        assert_eq!(learnt(&[sum, "int b = 5; __CPROVER_assert(b == 5, \"\");"].concat(), &[not_sum]), ["b"]);
        // Of two that are alike the first.
        assert_eq!(learnt(&[one, "int b = 5; __CPROVER_assert(b == 5, \"\");"].concat(), &[not_one]), ["a"]);
    }

    /// What comes behind so many places is not tried.
    #[test]
    fn few_prefixes_are_tried() {
        let pair = |n: usize| format!("int x{n} = 1, y{n} = x{n}; if (y{n} == 1) y{n} = 2;");
        let not = |n: usize| format!("[!(y{n} == 1)]");
        let last = "int a = 1; if (a == 1) a = 2; __CPROVER_assert(any() == any(), \"\");";
        let after = |pairs: usize| {
            let main: String = (0..pairs).map(pair).chain([last.to_owned()]).collect();
            let decisions: Vec<String> = (0..pairs).map(not).chain(["[!(a == 1)]".to_owned()]).collect();
            learnt(&main, &decisions.iter().map(String::as_str).collect::<Vec<_>>())
        };
        assert_eq!(after(PREFIXES - 1), ["a"]);
        assert_eq!(after(PREFIXES), ["x0", "y0"]);
    }
}
