//! `\result` in the expressions of witnesses.
//!
//! What a call returns has no name in C, so it is written as a call of a function that nobody defines. That function
//! is declared where it is used, with the type that the front end gives to the very call that is meant:
//! `({ extern __typeof__(f(x)) result(void); result(); })`. Comparisons then convert as they do in the program,
//! whatever the type is; what has no value, or none that can be compared, is not typed at all.

use super::layout::Layout;
use super::probe::{Fragment, RESULT};
use crate::cfa::{Op, Place};
use crate::source::UnitText;

/// The word of the formats.
pub const WORD: &str = "\\result";

/// An expression whose `\result` is what the call returns that ends with this token; nothing if none ends there.
pub fn of_call(text: &UnitText, layout: &Layout, unit: u32, close: u32, expression: &str) -> Option<String> {
    if !expression.contains(WORD) {
        return Some(expression.to_owned());
    }
    let (start, _) = layout.call(text, close)?;
    let words: Vec<_> = (start..=close).map(|token| String::from_utf8_lossy(text.token(token))).collect();
    let name = format!("{RESULT}_{unit}_{close}");
    Some(expression.replace(WORD, &typed_as(&words.join(" "), &name)))
}

/// A call of a function of this name that returns what an expression is.
pub fn typed_as(expression: &str, name: &str) -> String {
    format!("({{ extern __typeof__({expression}) {name}(void); {name}(); }})")
}

/// An expression with a number for `\result`: what can be said of it without knowing its type.
pub fn plain(expression: &str) -> String {
    expression.replace(WORD, "(0)")
}

/// Whether what a fragment has for `\result` is just what this place has: types are the same in one program only if
/// they are one.
pub fn fits(fragment: &Fragment, place: &Place) -> bool {
    fragment.edges.iter().all(|edge| match &edge.op {
        Op::Call { dst: Some(dst), .. } => dst.ty.ty == place.ty.ty,
        _ => true,
    })
}
