//! The passes over a linked program, in their order. Each leaves a well-formed program, which is checked in between.

mod assertions;
mod assumptions;
mod fold;
mod noreturn;
mod prune;
mod reach;
pub mod stand_in;

pub use assertions::{KNOWN, Known, defined_error, is_nondeterministic};
pub use assumptions::has_pointer;
pub(crate) use fold::inverse;
pub use prune::{prune, reverse_postorder};

use super::{Options, Program};
use crate::source::Result;

type Run = fn(&mut Program, &Options) -> Result<()>;

/// Name, and what it does. The comments say why each stands where it stands.
pub const PASSES: &[(&str, Run)] = &[
    // First: unreachable code must not reach functions, nor hide that a function does not return.
    ("prune", |program, _| {
        prune_all(program);
        Ok(())
    }),
    // Before reach: what stands behind a call that does not return is not reached.
    ("noreturn", |program, _| {
        noreturn::run(program);
        Ok(())
    }),
    // Before everything that looks at bodies: what is not reached need not be looked at, and may be unsupported.
    ("reach", reach::run),
    // On reached code only, so that each property is one of the program's.
    ("assertions", assertions::run),
    // Functions whose calls were all inlined or became assertions are gone.
    ("sweep", |program, options| {
        reach::sweep(program, options);
        Ok(())
    }),
    // Last: about what is left.
    ("assumptions", |program, _| {
        assumptions::run(program);
        Ok(())
    }),
];

pub fn run(program: &mut Program, options: &Options, between: impl Fn(&Program, &str)) -> Result<()> {
    for (name, pass) in PASSES {
        pass(program, options)?;
        between(program, name);
    }
    Ok(())
}

fn prune_all(program: &mut Program) {
    use rayon::prelude::*;
    program.functions.par_iter_mut().filter_map(|function| function.cfa_mut()).for_each(prune);
}
