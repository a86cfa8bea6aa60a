//! C text to typed program.

pub mod sema;
pub mod syntax;
pub mod typed;
