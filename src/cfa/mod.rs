//! The control-flow automaton of a program.

mod lower;
mod model;
pub mod visit;

pub use model::*;
