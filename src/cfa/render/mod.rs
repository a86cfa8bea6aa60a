//! A program's automata as text, JSON and dot. Rendering, never deciding; the same program gives the same bytes.

mod dot;
mod json;
mod text;

pub use dot::dot;
pub use json::json;
pub use text::{assumption_text, text};
