//! The control-flow automaton of a program.
//!
//! [`build`] is the way in: typed units are lowered, linked into one program, and taken through the passes. The
//! well-formedness check runs after every step in debug builds, and at the end always; a violation is a bug of ours.

pub mod check;
pub mod display;
pub mod dominators;
mod evaluate;
pub mod flow;
pub mod inline;
pub mod lemma;
pub mod library;
mod link;
mod live;
pub mod loops;
mod lower;
mod model;
pub mod passes;
mod reached;
pub mod render;
#[cfg(test)]
pub(crate) mod tests;
pub mod trips;
pub mod visit;

pub use evaluate::Number;
pub use lemma::Lemma;
pub use live::Live;
pub use model::*;
pub use reached::Reached;

use crate::frontend::typed;
use crate::source::{Diagnostic, Result};
use rayon::prelude::*;
use std::collections::BTreeMap;

/// What of a program is wanted.
#[derive(Clone, Debug, Default)]
pub struct Options {
    /// The names of the functions to start from; `main` when empty, or every external function when there is no `main`.
    pub entries: Vec<String>,
    /// Keep every definition that another unit could name, and what plain C can do but the automaton cannot say
    /// (`setjmp`, threads): for printing a unit that is to be linked with others.
    pub library: bool,
    /// Functions a call of which is an error, whatever they do.
    pub error_functions: Vec<String>,
    /// Leave assertions where they are called: the branch in front of one stays a branch, and a function that does
    /// nothing but check stays a function. For those who follow the source step by step.
    pub in_place: bool,
}

/// The automaton of a program of one or more units.
pub fn build(units: Vec<typed::Unit>, options: &Options) -> Result<Program> {
    let lost: BTreeMap<String, Diagnostic> = units.iter().flat_map(|unit| unit.lost.iter().cloned()).collect();
    if options.library
        && let Some(why) = lost.values().min_by_key(|why| why.span)
    {
        return Err(why.clone());
    }
    let lowered: Result<Vec<Program>> = units.into_par_iter().map(lower::unit).collect();
    let mut program = link::link(lowered?)?;
    // What another unit defines in a way that we cannot model is not undefined.
    for function in program.functions.iter_mut().filter(|function| !function.is_defined()) {
        if let Some(why) = lost.get(function.symbol()) {
            function.body = Body::Unsupported(why.clone());
        }
    }
    let verify = |program: &Program, when: &str| {
        if let Err(violation) = check::check(program) {
            panic!("the automaton is not well-formed after {when}: {violation}");
        }
    };
    if cfg!(debug_assertions) {
        verify(&program, "linking");
    }
    passes::run(&mut program, options, |program, pass| {
        if cfg!(debug_assertions) {
            verify(program, pass);
        }
    })?;
    if !cfg!(debug_assertions) {
        verify(&program, "the last pass");
    }
    for global in program.globals.iter().filter(|global| matches!(global.definition, Definition::Declared)) {
        if let Some(why) = lost.get(global.symbol.as_ref().unwrap_or(&global.name)) {
            return Err(why.clone());
        }
    }
    Ok(program)
}
