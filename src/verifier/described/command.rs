//! The command line of a described verifier: a list of arguments with placeholders.

use super::format::Argument;
use std::collections::BTreeMap;

/// The placeholders that a command line may have, and what they stand for.
pub(super) const PLACEHOLDERS: [(&str, &str); 9] = [
    ("program", "the file with the C program"),
    ("property", "the file with the property"),
    ("entry", "the function that execution starts with"),
    ("model", "the arguments for the data model"),
    ("compiled", "the file that [compile] made"),
    ("input", "the file that is replayed"),
    ("seconds", "the time limit"),
    ("memory-mb", "the memory limit, where there is one"),
    ("heap-mb", "three quarters of the memory limit, where there is one"),
];

/// The names in `{…}` of a text.
pub(super) fn names(text: &str) -> impl Iterator<Item = &str> {
    text.split('{').skip(1).filter_map(|rest| rest.split_once('}').map(|(name, _)| name))
}

/// The arguments with what the placeholders stand for.
pub(super) fn fill(args: &[Argument], model: &[String], values: &BTreeMap<&str, String>) -> Vec<String> {
    let mut filled = Vec::new();
    for argument in args {
        match argument {
            Argument::One(text) if text == "{model}" => filled.extend(model.iter().cloned()),
            Argument::One(text) => filled.extend(replace(text, values)),
            Argument::Group(texts) => {
                let all: Option<Vec<String>> = texts.iter().map(|text| replace(text, values)).collect();
                filled.extend(all.into_iter().flatten());
            }
        }
    }
    filled
}

/// The text with its placeholders replaced; nothing when one of them has no value.
pub(super) fn replace(text: &str, values: &BTreeMap<&str, String>) -> Option<String> {
    let mut replaced = String::new();
    let mut rest = text;
    while let Some((before, behind)) = rest.split_once('{') {
        let (name, after) = behind.split_once('}')?;
        replaced.push_str(before);
        replaced.push_str(values.get(name)?);
        rest = after;
    }
    replaced.push_str(rest);
    Some(replaced)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn one(text: &str) -> Argument {
        Argument::One(text.into())
    }

    #[test]
    fn placeholders_are_replaced() {
        let values = BTreeMap::from([("program", "program.c".to_string()), ("seconds", "60".to_string())]);
        let group = |texts: &[&str]| Argument::Group(texts.iter().map(|text| text.to_string()).collect());
        let args =
            [one("--file={program}"), one("{model}"), group(&["--heap", "{memory-mb}M"]), group(&["-t", "{seconds}s"])];
        let filled = fill(&args, &["-m".into(), "32".into()], &values);
        assert_eq!(filled, ["--file=program.c", "-m", "32", "-t", "60s"]);
    }

    #[test]
    fn values_are_not_looked_into() {
        let values = BTreeMap::from([("program", "{property}.c".to_string())]);
        assert_eq!(replace("{program}", &values).as_deref(), Some("{property}.c"));
        assert_eq!(names("a{b}c{d-e}").collect::<Vec<_>>(), ["b", "d-e"]);
    }
}
