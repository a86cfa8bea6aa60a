//! `qicc explain`: what a message, a reason or a word means, and what to do. The texts are in `explain.toml`.

use super::output;
use crate::source::Diagnostic;
use serde::Deserialize;
use std::fmt::Write as _;

const EXAMPLES: &str = "\
Examples:
  qicc explain                 everything that can be explained
  qicc explain time-limit      a reason for unknown, as printed in brackets
  qicc explain exit-codes      what the exit code of qicc means
  qicc explain json            the fields of --format json";

#[derive(clap::Args)]
#[command(after_help = EXAMPLES)]
pub(super) struct Args {
    /// The code of a message or of a reason, or a word [default: list them all]
    #[arg(value_name = "CODE")]
    code: Option<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Pages {
    group: Vec<Group>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Group {
    title: String,
    page: Vec<Page>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Page {
    code: String,
    /// What it is, in a line.
    line: String,
    text: String,
}

impl Pages {
    fn all() -> Pages {
        toml::from_str(include_str!("explain.toml")).expect("a test has read it")
    }

    fn iter(&self) -> impl Iterator<Item = &Page> {
        self.group.iter().flat_map(|group| &group.page)
    }
}

pub(super) fn run(args: &Args) -> u8 {
    let pages = Pages::all();
    let Some(code) = &args.code else { return output::result(&list(&pages), None) };
    // As printed, with the brackets, and as people remember it.
    let wanted = code.trim_matches(['[', ']']).to_lowercase().replace('_', "-");
    match pages.iter().find(|page| page.code == wanted) {
        Some(page) => output::result(&format!("{}: {}\n\n{}", page.code, page.line, page.text), None),
        None => {
            let message = format!("there is nothing to explain about `{code}`");
            let close = close(&pages, &wanted);
            let help = match close.as_slice() {
                [] => "qicc explain lists everything that can be explained".to_owned(),
                close => format!("did you mean {}?", close.join(", ")),
            };
            output::unusable(Diagnostic::new("input", message).help(help))
        }
    }
}

fn list(pages: &Pages) -> String {
    let width = pages.iter().map(|page| page.code.len()).max().unwrap_or(0);
    let mut text = String::new();
    for group in &pages.group {
        _ = writeln!(text, "{}:", group.title);
        for page in &group.page {
            _ = writeln!(text, "  {:width$}  {}", page.code, page.line);
        }
        text.push('\n');
    }
    text.push_str("qicc explain CODE shows what to do about it.\n");
    text
}

/// The codes most like the one given, three at most.
fn close<'a>(pages: &'a Pages, wanted: &str) -> Vec<&'a str> {
    let likeness = |page: &&Page| strsim::jaro_winkler(&page.code, wanted);
    let mut close: Vec<&Page> = pages.iter().filter(|page| likeness(page) > 0.75).collect();
    close.sort_by(|a, b| likeness(b).total_cmp(&likeness(a)));
    close.into_iter().take(3).map(|page| page.code.as_str()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;
    use std::path::Path;

    fn sources(folder: &Path) -> Vec<String> {
        let mut texts = Vec::new();
        for entry in std::fs::read_dir(folder).expect("the sources").flatten() {
            let path = entry.path();
            if path.is_dir() {
                texts.extend(sources(&path));
            } else if path.extension().is_some_and(|extension| extension == "rs") {
                texts.push(std::fs::read_to_string(path).expect("Rust is UTF-8"));
            }
        }
        texts
    }

    fn found(pattern: &str, texts: &[String]) -> BTreeSet<String> {
        let pattern = regex::Regex::new(pattern).expect("a pattern");
        texts.iter().flat_map(|text| pattern.captures_iter(text)).map(|found| found[1].to_owned()).collect()
    }

    #[test]
    fn every_code_has_a_page_and_every_page_a_use() {
        let pages = Pages::all();
        let texts = sources(&Path::new(env!("CARGO_MANIFEST_DIR")).join("src"));
        let messages = found(r#"Diagnostic::new\(\s*"([^"]*)""#, &texts);
        let reasons = found(r#"Reason::\w+[^"\n]* => "([^"]*)","#, &texts);
        assert!(messages.len() > 10 && reasons.len() > 10, "{messages:?} {reasons:?}");
        let group = |title: &str| {
            let group = pages.group.iter().find(|group| group.title.starts_with(title)).expect("the group");
            group.page.iter().map(|page| page.code.clone()).collect::<BTreeSet<_>>()
        };
        assert_eq!(group("Messages"), messages);
        assert_eq!(group("Reasons"), reasons);
        let codes: BTreeSet<&str> = pages.iter().map(|page| page.code.as_str()).collect();
        assert_eq!(codes.len(), pages.iter().count(), "a code is there twice");
    }

    #[test]
    fn pages_fit_a_terminal() {
        for page in Pages::all().iter() {
            assert!(page.text.lines().all(|line| line.chars().count() <= 90), "{}", page.code);
            assert!(page.text.len() > 40 && !page.line.ends_with('.'), "{}", page.code);
        }
    }

    #[test]
    fn close_codes() {
        let pages = Pages::all();
        assert_eq!(close(&pages, "timelimit").first(), Some(&"time-limit"));
        assert!(close(&pages, "qqqq").is_empty());
    }
}
