//! Witnesses in the other format and over the source, as the command line gives them.
//!
//! Each file in tests/data/convert says in its first line how it is converted; beside it is what comes of that
//! (`.expected`), and what is shown of it over the program (`.shown`). Pages are read as XML, and refer to nothing but
//! themselves. What is converted exactly is as right as it was, for all witnesses of tests/data/witnesses.

mod common;

use qicc::witness::read;
use quick_xml::Reader;
use quick_xml::events::Event;
use rayon::prelude::*;
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;

fn witnesses() -> Vec<PathBuf> {
    let all: Vec<PathBuf> =
        ["yml", "graphml"].iter().flat_map(|extension| common::files("convert", extension)).collect();
    assert!(all.len() >= 10, "{} witnesses", all.len());
    all
}

fn name(path: &Path) -> String {
    path.file_name().expect("a name").to_string_lossy().into_owned()
}

fn qicc(arguments: &[&str]) -> common::Outcome {
    let mut command = common::qicc();
    command.current_dir(common::data("convert")).arg("witness").args(arguments);
    common::run(&mut command, b"", Duration::from_secs(20))
}

/// What comes of a witness is what is expected, and a file without faults.
#[test]
fn converted() {
    let folder = tempfile::tempdir().expect("a folder");
    let (mut failed, mut made) = (Vec::new(), 0);
    for path in witnesses() {
        let text = fs::read_to_string(&path).expect("a witness");
        let options = text.lines().take(2).find_map(|line| line.split_once("convert:")).expect("how to convert it").1;
        let other = if path.extension().is_some_and(|extension| extension == "yml") { "graphml" } else { "yml" };
        let to = folder.path().join(format!("{}.{other}", common::stem(&path)));
        let written = to.to_string_lossy().into_owned();
        let words = || options.split_whitespace().filter(|word| *word != "-->");
        let flags = words().filter(|word| word.starts_with("--"));
        let programs = words().filter(|word| word.ends_with(".c"));
        let file = name(&path);
        let arguments: Vec<&str> =
            ["convert"].into_iter().chain(flags).chain([file.as_str()]).chain(programs).collect();
        let outcome = qicc(&[&arguments[..], &["-o", &written]].concat());
        let found = match outcome.success() {
            true => fs::read(&to).expect("a witness is written"),
            false => outcome.transcript(),
        };
        failed.extend(common::check_expected(&beside(&path, "expected"), &found).err());
        assert_eq!(outcome.success(), to.exists(), "{}: what fails writes nothing", path.display());
        if outcome.success() {
            made += 1;
            let reading = read(&String::from_utf8(found).expect("text"), None);
            assert!(reading.faults.is_empty(), "{}: {:?}", path.display(), reading.faults);
        }
    }
    assert!(failed.is_empty(), "{}", failed.join("\n"));
    assert!(made >= 5, "{made} were converted");
}

/// Our own witnesses say where calls return, which YAML cannot unless something is said of the result.
#[test]
fn returns_are_left_out() {
    let folder = tempfile::tempdir().expect("a folder");
    let program = common::data("testimony").join("calls.c");
    let (given, made) = (folder.path().join("w.graphml"), folder.path().join("w.yml"));
    let run = |arguments: &[&std::ffi::OsStr]| common::run(common::qicc().args(arguments), b"", common::TOOL_LIMIT);
    let (program, given, made) = (program.as_os_str(), given.as_os_str(), made.as_os_str());
    assert_eq!(run(&["--witness".as_ref(), given, program]).code, Some(1));
    let convert = |more: &[&str]| {
        let more = more.iter().map(|flag| std::ffi::OsStr::new(*flag)).collect::<Vec<_>>();
        run(&[&["witness".as_ref(), "convert".as_ref()], &more[..], &[given, program, "-o".as_ref(), made]].concat())
    };
    let exact = convert(&[]);
    assert_eq!(exact.code, Some(2), "{}", exact.stderr_text());
    let close = convert(&["--approximate"]);
    assert!(close.success() && close.stderr_text().contains("which is left out"), "{}", close.stderr_text());
    let linted = run(&["witness".as_ref(), "lint".as_ref(), made, program]);
    assert!(linted.success(), "{}", String::from_utf8_lossy(&linted.stdout));
}

/// What is expected of a witness, and what comes of the one that is made of it; none if it is not converted.
fn converted_case(witness: &Path, folder: &Path) -> Option<(String, String)> {
    let stem = common::stem(witness);
    let program = stem.split_once('-').map_or(stem.as_str(), |(program, _)| program);
    let program = common::data("witnesses").join(format!("{program}.c"));
    let (own, other) =
        if witness.extension().is_some_and(|e| e == "yml") { ("yml", "graphml") } else { ("graphml", "yml") };
    let made = folder.join(format!("{stem}-{own}.{other}"));
    let run = |arguments: &[&std::ffi::OsStr]| {
        let mut command = common::qicc();
        command.arg("witness").args(arguments);
        common::run(&mut command, b"", common::TOOL_LIMIT)
    };
    let [convert, lint, strict, validate, out] =
        ["convert", "lint", "--strict", "validate", "-o"].map(std::ffi::OsStr::new);
    let outcome = run(&[convert, witness.as_os_str(), program.as_os_str(), out, made.as_os_str()]);
    match outcome.code {
        Some(0) => {}
        Some(2) => return None,
        code => panic!("{stem}: {code:?} {}", outcome.stderr_text()),
    }
    let linted = run(&[lint, strict, made.as_os_str(), program.as_os_str()]);
    assert_eq!(linted.code, Some(0), "{stem}: {}", String::from_utf8_lossy(&linted.stdout));
    let word = |outcome: &common::Outcome| match outcome.code {
        Some(0) => "confirmed",
        Some(1) => "rejected",
        Some(3) => "unknown",
        _ => "failed",
    };
    let outcome = run(&[validate, program.as_os_str(), made.as_os_str()]);
    let text = fs::read_to_string(witness).expect("a witness");
    let first: Vec<&str> = text.lines().take(2).flat_map(|line| line.split(|c: char| !c.is_alphabetic())).collect();
    let expected = first.into_iter().find(|word| ["confirmed", "rejected", "unknown"].contains(word)).expect("a word");
    let said = String::from_utf8_lossy(&outcome.stdout).into_owned();
    Some((expected.to_owned(), format!("{}\n{said}", word(&outcome))))
}

/// What is converted without being asked to come close is confirmed and rejected like its original.
#[test]
fn as_right_as_before() {
    let folder = tempfile::tempdir().expect("a folder");
    let all: Vec<PathBuf> =
        ["yml", "graphml"].iter().flat_map(|extension| common::files("witnesses", extension)).collect();
    let converted = |path: &PathBuf| Some((name(path), converted_case(path, folder.path())?));
    let results: Vec<(String, (String, String))> = all.par_iter().filter_map(converted).collect();
    let (mut counts, mut wrong) = (BTreeMap::<(bool, &str), usize>::new(), Vec::new());
    for (name, (expected, found)) in &results {
        *counts.entry((name.ends_with("yml"), expected)).or_default() += 1;
        if !found.starts_with(expected.as_str()) {
            wrong.push(format!("{name}: not {expected}, but {found}"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    for yaml in [true, false] {
        for word in ["confirmed", "rejected"] {
            let count = counts.get(&(yaml, word)).copied().unwrap_or(0);
            assert!(count >= 8, "{count} of {word} were converted, of YAML: {yaml}");
        }
    }
}

fn beside(path: &Path, more: &str) -> PathBuf {
    path.with_file_name(format!("{}.{more}", name(path)))
}

#[test]
fn shown() {
    let mut failed = Vec::new();
    for path in witnesses() {
        let outcome = qicc(&["show", &name(&path), "prog.c"]);
        assert!(outcome.success(), "{}", outcome.stderr_text());
        failed.extend(common::check_expected(&beside(&path, "shown"), &outcome.stdout).err());
    }
    assert!(failed.is_empty(), "{}", failed.join("\n"));
}

/// A page is one tree, its links lead to its own parts, and it has every line of the program.
#[test]
fn pages() {
    let folder = tempfile::tempdir().expect("a folder");
    let program = fs::read_to_string(common::data("convert").join("prog.c")).expect("a program");
    for path in witnesses() {
        let page = folder.path().join("page.html");
        let outcome = qicc(&["show", &name(&path), "prog.c", "--html", &page.to_string_lossy()]);
        assert!(outcome.success(), "{}", outcome.stderr_text());
        let text = fs::read_to_string(&page).expect("a page");
        let Page { ids, links, words } = tree(&text);
        assert!(!links.is_empty() || ids.is_empty(), "{}: nothing is linked", path.display());
        for link in &links {
            let own = link.strip_prefix('#').is_some_and(|id| ids.contains(id));
            assert!(own, "{}: {link} leads nowhere", path.display());
        }
        for line in program.lines() {
            assert!(words.contains(line.trim()), "{}: `{line}` is missing", path.display());
        }
    }
}

/// What a page refers to.
#[derive(Default)]
struct Page {
    ids: BTreeSet<String>,
    links: Vec<String>,
    words: String,
}

/// Reads a page; nothing may be fetched for it.
fn tree(text: &str) -> Page {
    const FETCHING: &[&str] = &["src", "srcset", "data", "action", "background", "poster", "xlink:href"];
    let mut page = Page::default();
    let mut reader = Reader::from_str(text);
    // Elements of HTML that have no end.
    reader.config_mut().check_end_names = false;
    let mut open: Vec<String> = Vec::new();
    loop {
        match reader.read_event().expect("a page is well-formed") {
            event @ (Event::Start(_) | Event::Empty(_)) => {
                let ended = matches!(event, Event::Empty(_));
                let (Event::Start(tag) | Event::Empty(tag)) = event else { continue };
                let element = tag.name().as_ref().to_owned();
                assert!(!["link", "iframe", "object", "embed", "base"].contains(&element.as_str()), "<{element}>");
                for attribute in tag.attributes() {
                    let attribute = attribute.expect("attributes are well-formed");
                    let key = attribute.key.as_ref().to_owned();
                    let value = attribute.value.clone().into_owned();
                    assert!(!FETCHING.contains(&key.as_str()), "{key}={value} fetches something");
                    match key.as_str() {
                        "id" => assert!(page.ids.insert(value.clone()), "there are two {value}"),
                        "href" => page.links.push(value),
                        _ => {}
                    }
                }
                if !ended && !["meta", "br", "hr"].contains(&element.as_str()) {
                    open.push(element);
                }
            }
            Event::End(tag) => {
                let element = tag.name().as_ref().to_owned();
                assert_eq!(open.pop().as_ref(), Some(&element), "tags are nested");
            }
            Event::Text(words) => {
                let words: &str = words.as_ref();
                let fetches = words.contains("@import") || words.contains("url(") || words.contains("fetch(");
                assert!(!fetches || open.last().is_none_or(|element| element != "style" && element != "script"));
                page.words.push_str(words);
            }
            Event::GeneralRef(name) => page.words.push_str(match name.as_ref() {
                "lt" => "<",
                "gt" => ">",
                "amp" => "&",
                "quot" => "\"",
                _ => "'",
            }),
            Event::Eof => break,
            _ => {}
        }
    }
    assert!(open.is_empty(), "{open:?} does not end");
    page
}
