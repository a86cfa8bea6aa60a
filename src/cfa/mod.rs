//! The control-flow automaton of a program.

pub mod lower;
mod model;
pub mod visit;

pub use model::*;
