//! C text to typed program.

pub mod typed;
