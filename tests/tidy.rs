//! The rules of the house that a program can check.

use std::fs;
use std::path::{Path, PathBuf};

/// A source file with its path from the root of the repository.
struct Source {
    path: String,
    text: String,
}

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// Every file of the repository that git knows or would add.
fn repository() -> Vec<String> {
    let listed = std::process::Command::new("git")
        .args(["ls-files", "--cached", "--others", "--exclude-standard"])
        .current_dir(root())
        .output();
    match listed {
        Ok(output) if output.status.success() => {
            let names = String::from_utf8_lossy(&output.stdout).into_owned();
            names.lines().filter(|name| root().join(name).is_file()).map(str::to_string).collect()
        }
        // An archive of the sources has no git folder.
        _ => below(root()).iter().map(|path| relative(path)).filter(|name| !name.starts_with("target/")).collect(),
    }
}

fn below(folder: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        let path = entry.path();
        if path.is_dir() { found.extend(below(&path)) } else { found.push(path) }
    }
    found.sort();
    found
}

fn relative(path: &Path) -> String {
    path.strip_prefix(root()).expect("a path below the root").to_string_lossy().into_owned()
}

fn rust_sources(folder: &str) -> Vec<Source> {
    below(&root().join(folder))
        .into_iter()
        .filter(|path| path.extension().is_some_and(|extension| extension == "rs"))
        .map(|path| Source { path: relative(&path), text: fs::read_to_string(&path).expect("Rust is UTF-8") })
        .collect()
}

fn check(broken: Vec<String>) {
    assert!(broken.is_empty(), "\n{}", broken.join("\n"));
}

/// The layers of `src/lib.rs`, in the order of its table.
fn layers() -> Vec<String> {
    let text = fs::read_to_string(root().join("src/lib.rs")).expect("src/lib.rs");
    text.lines().filter_map(|line| line.strip_prefix("//! | `")?.split('`').next().map(str::to_string)).collect()
}

/// The layers that a source text names in `crate::…` paths, with line numbers; `crate::{a, b}` counts as both.
fn uses(text: &str) -> Vec<(usize, String)> {
    let mut found = Vec::new();
    let word = |text: &str| text.chars().take_while(|c| c.is_alphanumeric() || *c == '_').collect::<String>();
    for (number, line) in text.lines().enumerate() {
        let code = line.split("//").next().unwrap_or_default();
        for (at, _) in code.match_indices("crate::") {
            let rest = &code[at + "crate::".len()..];
            match rest.strip_prefix('{') {
                Some(group) => found.extend(group.split(',').map(|item| (number + 1, word(item.trim())))),
                None => found.push((number + 1, word(rest))),
            }
        }
    }
    found
}

#[test]
fn layers_use_only_what_is_above_them() {
    let layers = layers();
    assert!(layers.len() > 3, "the table of layers in src/lib.rs is gone");
    let position = |name: &str| layers.iter().position(|layer| layer == name);
    let mut broken = Vec::new();
    for source in rust_sources("src") {
        let Some(layer) = source.path.strip_prefix("src/").and_then(|path| path.split(['/', '.']).next()) else {
            continue;
        };
        let Some(here) = position(layer) else {
            if !["lib", "main"].contains(&layer) {
                broken.push(format!("{}: the layer {layer} is not in the table of src/lib.rs", source.path));
            }
            continue;
        };
        for (line, used) in uses(&source.text) {
            match position(&used) {
                Some(there) if there <= here => {}
                Some(_) => broken.push(format!("{}:{line}: {layer} uses {used}, which is below it", source.path)),
                None => broken.push(format!("{}:{line}: crate::{used} is no layer of src/lib.rs", source.path)),
            }
        }
    }
    check(broken);
}

#[test]
fn files_fit_into_a_head() {
    let long = |source: &Source| source.text.lines().count() > 600;
    let sources = rust_sources("src").into_iter().chain(rust_sources("tests")).chain(rust_sources("casestudy"));
    check(sources.filter(long).map(|source| format!("{}: more than 600 lines: two ideas?", source.path)).collect());
}

#[test]
fn comments_fit_into_a_window() {
    let sources = rust_sources("src").into_iter().chain(rust_sources("tests")).chain(rust_sources("casestudy"));
    let mut broken = Vec::new();
    for source in sources {
        let wide = |line: &str| line.trim_start().starts_with("//") && line.chars().count() > 120;
        let lines = source.text.lines().enumerate().filter(|(_, line)| wide(line));
        broken.extend(lines.map(|(at, _)| format!("{}:{}: a comment wider than the code", source.path, at + 1)));
    }
    check(broken);
}

#[test]
fn modules_begin_with_their_contract() {
    let bare = |source: &Source| !source.text.starts_with("//!");
    check(rust_sources("src").into_iter().filter(bare).map(|s| format!("{}: no head comment", s.path)).collect());
}

#[test]
fn only_the_command_line_prints() {
    let prints = ["println!(", "print!(", "eprintln!(", "eprint!(", "dbg!("];
    let mut broken = Vec::new();
    for source in rust_sources("src") {
        if source.path.starts_with("src/cli/") || source.path == "src/main.rs" {
            continue;
        }
        for (number, line) in source.text.lines().enumerate() {
            let code = line.split("//").next().unwrap_or_default();
            if prints.iter().any(|print| code.contains(print)) {
                broken.push(format!("{}:{}: {}", source.path, number + 1, line.trim()));
            }
        }
    }
    check(broken);
}

#[test]
fn nothing_is_left_undone() {
    let marks = [concat!("todo", "!("), concat!("unimplemented", "!("), concat!("#[", "ignore")];
    let marks = marks.into_iter().chain([concat!("FIX", "ME"), concat!("XX", "X")]);
    let marks: Vec<&str> = marks.collect();
    let mut broken = Vec::new();
    for source in rust_sources("src").into_iter().chain(rust_sources("tests")) {
        for (number, line) in source.text.lines().enumerate() {
            if let Some(mark) = marks.iter().find(|mark| line.contains(**mark)) {
                broken.push(format!("{}:{}: {mark}", source.path, number + 1));
            }
        }
    }
    check(broken);
}

#[test]
fn the_documents_are_there() {
    let documents = ["README.md", "ARCHITECTURE.md", "CHANGELOG.md", "LICENSE", ".ci/run", "test"];
    let missing = documents.iter().filter(|name| !root().join(name).is_file());
    check(missing.map(|name| format!("{name} is missing")).collect());
}

/// Whoever has the repository has their own mirrors and folders.
#[test]
fn no_file_names_a_host_or_a_folder_of_one_machine() {
    let names = [
        concat!("deb.", "debian.org"),
        concat!("snapshot.", "debian.org"),
        concat!("crates", ".io"),
        concat!("/ho", "me/"),
        concat!(" /ro", "ot/"),
        concat!("\"/ro", "ot/"),
        concat!("/tmp", "/wt"),
        concat!("/work", "/"),
    ];
    let mut broken = Vec::new();
    for file in repository() {
        // Cargo writes its lock file itself, and names the registry there.
        if file == "Cargo.lock" {
            continue;
        }
        let bytes = fs::read(root().join(&file)).unwrap_or_default();
        let text = String::from_utf8_lossy(&bytes);
        for (number, line) in text.lines().enumerate() {
            if let Some(name) = names.iter().find(|name| line.contains(**name)) {
                broken.push(format!("{file}:{}: {name}", number + 1));
            }
        }
    }
    check(broken);
}

/// A test program without its expectation tests nothing.
#[test]
fn test_programs_have_expectations() {
    let mut broken = Vec::new();
    for suite in ["semantics", "cfa", "emit", "property", "regions", "verdicts"] {
        for path in below(&root().join("tests/data").join(suite)) {
            let name = relative(&path);
            if name.contains("/with/") {
                continue;
            }
            let pair = match path.extension().and_then(|extension| extension.to_str()) {
                Some("c") => path.with_extension("expected"),
                Some("expected" | "expected32") => path.with_extension("c"),
                _ => continue,
            };
            if !pair.is_file() {
                broken.push(format!("{name}: {} is missing", relative(&pair)));
            }
        }
    }
    check(broken);
}

#[test]
fn the_layer_check_can_fail() {
    let names = |text: &str| uses(text).into_iter().map(|(_, name)| name).collect::<Vec<_>>();
    assert_eq!(names("use crate::emit::print;"), ["emit"]);
    assert_eq!(names("use crate::{cfa::Cfa, source};"), ["cfa", "source"]);
    assert_eq!(names("let x = crate::ctype::int();"), ["ctype"]);
    assert_eq!(names("// crate::emit"), [""; 0]);
}
