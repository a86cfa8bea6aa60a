//! Values and places as CBMC writes them, as a person would write them in C.

use regex::Regex;
use serde_json::Value;
use std::fmt::Write as _;
use std::sync::LazyLock;

/// Of longer lists, only the beginning is told.
const MEMBERS: usize = 16;

/// Numbers that CBMC gives to variants of an object: `x!0@1`.
static VARIANT: LazyLock<Regex> = LazyLock::new(|| pattern(r"!\d+(@\d+)?(#\d+)?"));
/// An integer literal with its type.
static NUMBER: LazyLock<Regex> = LazyLock::new(|| pattern(r"\b(\d+)[uUlL]+\b"));
static NULL: LazyLock<Regex> = LazyLock::new(|| pattern(r"\(\([^()]*\)\s*NULL\)"));

fn pattern(text: &str) -> Regex {
    Regex::new(text).expect("a pattern that is right")
}

/// What was assigned to; nothing when it is CBMC's own.
pub(super) fn place(written: &str) -> Option<String> {
    let own = ["return_value_", "goto_symex$$", "__CPROVER_"];
    if let Some(input) = input(written) {
        return Some(format!("{input}()"));
    }
    if written.contains("$pad") || written.contains("#return_value") || own.iter().any(|own| written.starts_with(own)) {
        return None;
    }
    Some(plain(written))
}

/// The function that chooses, if this is what CBMC puts its result into.
pub(super) fn input(written: &str) -> Option<&str> {
    let name = written.strip_prefix("return_value_")?;
    name.starts_with("nondet_").then(|| name.split('$').next().unwrap_or(name))
}

fn plain(written: &str) -> String {
    let text = VARIANT.replace_all(written, "");
    NUMBER.replace_all(&text, "$1").into_owned()
}

/// The value; nothing when CBMC does not know it.
pub(super) fn text(value: &Value) -> Option<String> {
    let list = |key: &str| value.get(key).and_then(Value::as_array);
    if let Some(elements) = list("elements") {
        return Some(braces(elements.iter().map(|element| text(element.get("value")?))));
    }
    if let Some(members) = list("members") {
        let named = |member: &Value| member.get("name").and_then(Value::as_str).map(str::to_owned);
        let visible = members.iter().filter(|member| named(member).is_some_and(|name| !name.contains('$')));
        return Some(braces(
            visible.map(|member| Some(format!(".{} = {}", named(member)?, text(member.get("value")?)?))),
        ));
    }
    if let Some(member) = value.get("member") {
        return text(member.get("value")?);
    }
    let data = match value.get("data")? {
        Value::String(data) => data.clone(),
        other => other.to_string(),
    };
    let bits = || u64::from_str_radix(value.get("binary")?.as_str()?, 2).ok();
    let width = value.get("width").and_then(Value::as_u64);
    match (value.get("name").and_then(Value::as_str), width) {
        (Some("pointer"), _) => Some(pointer(&data)),
        // CBMC rounds.
        (Some("float"), Some(32)) => Some(format!("{:?}", f32::from_bits(bits()? as u32))),
        (Some("float"), Some(64)) => Some(format!("{:?}", f64::from_bits(bits()?))),
        (Some("integer"), Some(8)) if data.starts_with('\'') => Some(format!("{} {data}", bits()? as i8)),
        _ => Some(plain(&data)),
    }
}

fn pointer(data: &str) -> String {
    let text = plain(&NULL.replace_all(data, "NULL"));
    let names_an_object = text.starts_with(|c: char| c.is_alphabetic() || c == '_') && !text.starts_with("NULL");
    if names_an_object && !text.contains(' ') { format!("&{text}") } else { text }
}

fn braces(members: impl Iterator<Item = Option<String>>) -> String {
    let mut text = String::from("{");
    for (number, member) in members.enumerate() {
        let comma = if number == 0 { " " } else { ", " };
        if number == MEMBERS {
            _ = write!(text, "{comma}…");
            break;
        }
        _ = write!(text, "{comma}{}", member.as_deref().unwrap_or("?"));
    }
    text + " }"
}
