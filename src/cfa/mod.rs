//! The control-flow automaton of a program.

mod model;

pub use model::*;
