//! C text to typed program.

pub mod load;
pub mod preprocess;
pub mod sema;
pub mod syntax;
pub mod task;
pub mod typed;
