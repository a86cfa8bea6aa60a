//! C text to typed program.

pub mod syntax;
pub mod typed;
