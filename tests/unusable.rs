//! Witnesses that are no use, given to every command that takes one: a clear message and exit code 2, or unknown with
//! its reason, in bounded time and memory.

mod common;

use flate2::Compression;
use flate2::write::GzEncoder;
use std::fs::{self, File};
use std::io::Write;
use std::path::Path;
use std::process::Stdio;
use std::time::{Duration, Instant};

/// The commands that take a witness, `W`, and its program.
const COMMANDS: [&[&str]; 6] = [
    &["witness", "validate", "begun.c", "W"],
    &["witness", "test", "begun.c", "W"],
    &["witness", "refine", "begun.c", "W", "--step", "predicate", "-o", "written.yml"],
    &["witness", "convert", "--approximate", "W", "begun.c", "-o", "written.graphml"],
    &["witness", "show", "W", "begun.c", "--html", "written.html"],
    &["witness", "lint", "W", "begun.c"],
];

/// A machine that does other things as well may take this long to refuse something.
const LIMIT: Duration = Duration::from_secs(120);
/// What a witness of the largest size that is read takes.
const MOST_KIB: u64 = 1500 << 10;

/// A folder with a program, and a witness in it.
fn folder(witness: impl FnOnce(&Path)) -> tempfile::TempDir {
    let folder = tempfile::tempdir().expect("a temporary folder");
    fs::copy(common::data("witnesses").join("begun.c"), folder.path().join("begun.c")).expect("a program");
    witness(&folder.path().join("W"));
    folder
}

/// The exit code of a command, what it says, and the most memory that it had, in KiB.
fn run(folder: &Path, args: &[&str]) -> (Option<i32>, String, u64) {
    let messages = folder.join("messages");
    let file = File::create(&messages).expect("a temporary file");
    let mut command = common::qicc();
    command.current_dir(folder).args(args);
    command.stdin(Stdio::null()).stdout(file.try_clone().expect("a file")).stderr(file);
    let (code, most) = common::watched(&mut command, LIMIT);
    (code, fs::read_to_string(&messages).expect("a temporary file"), most)
}

/// Every command refuses the witness of a folder with these words; the linter has faults to say, if it can read it.
fn all_refuse(folder: &tempfile::TempDir, words: &str, readable: bool) {
    for args in COMMANDS {
        let (code, messages, most) = run(folder.path(), args);
        let expected = if args[1] == "lint" && readable { 1 } else { 2 };
        assert_eq!(code, Some(expected), "{args:?}: {messages}");
        assert!(messages.contains(words), "{args:?}: {messages}");
        assert!(messages.len() < 2000, "{args:?}: {} bytes of messages", messages.len());
        assert!(most < MOST_KIB, "{args:?}: {most} KiB");
        let written = ["written.yml", "written.graphml", "written.html"].map(|name| folder.path().join(name).exists());
        assert_eq!(written, [false; 3], "{args:?} has written something");
    }
}

#[test]
fn half_a_gigabyte() {
    let sparse = |path: &Path| {
        let file = File::create(path).expect("a temporary file");
        file.set_len(500 << 20).expect("a file with nothing in it takes no space");
    };
    all_refuse(&folder(sparse), "more than 64 MiB", false);
}

#[test]
fn half_a_gigabyte_that_was_compressed() {
    let bomb = |path: &Path| {
        let mut encoder = GzEncoder::new(File::create(path).expect("a temporary file"), Compression::fast());
        encoder.write_all(b"<graphml>").expect("a temporary file");
        let spaces = vec![b' '; 1 << 20];
        (0..500).for_each(|_| encoder.write_all(&spaces).expect("a temporary file"));
        encoder.finish().expect("a temporary file");
    };
    all_refuse(&folder(bomb), "more than 64 MiB", false);
}

/// Text that is small and means a lot, or nothing.
#[test]
fn bombs() {
    let aliases: String = (1..30).map(|n| format!("- &a{n} [*a{0}, *a{0}, *a{0}]\n", n - 1)).collect();
    let entities: String = (1..30).map(|n| format!("<!ENTITY a{n} \"&a{0};&a{0};&a{0};\">", n - 1)).collect();
    let cases = [
        (format!("- &a0 [x]\n{aliases}"), "aliases"),
        (
            format!("<?xml version=\"1.0\"?><!DOCTYPE g [<!ENTITY a0 \"x\">{entities}]><graphml>&a29;</graphml>"),
            "entities",
        ),
        (format!("<graphml>{}", "<graph>".repeat(100_000)), "nested"),
        ("[".repeat(100_000), "YAML"),
    ];
    for (text, words) in cases {
        all_refuse(&folder(|path| fs::write(path, &text).expect("a temporary file")), words, true);
    }
}

/// What ends too soon is never taken for what it would have been.
#[test]
fn cut_files() {
    for name in ["begun-valid.graphml", "straight-valid.yml"] {
        let text = fs::read_to_string(common::data("witnesses").join(name)).expect("a witness");
        let text = text.trim_end();
        for end in [text.len() / 3, text.len() / 2, text.len() - 3] {
            let folder = folder(|path| fs::write(path, &text[..end]).expect("a temporary file"));
            let (code, messages, _) = run(folder.path(), COMMANDS[0]);
            // A list may end anywhere: then something that is needed is missing.
            assert!(matches!(code, Some(2 | 3)), "{end} bytes of {name}: {code:?} {messages}");
        }
    }
}

/// So many nodes: everything leads to everything at any time.
fn cycles(nodes: usize) -> tempfile::TempDir {
    let valid = fs::read_to_string(common::data("witnesses").join("begun-valid.graphml")).expect("a witness");
    let (head, _) = valid.split_once("  <node").expect("nodes");
    let mut text = head.to_owned();
    text.push_str("<node id=\"n0\"><data key=\"entry\">true</data></node><node id=\"v\"><data key=\"violation\">true</data></node>");
    (1..nodes).for_each(|node| text.push_str(&format!("<node id=\"n{node}\"/>")));
    for (from, to) in (0..nodes).flat_map(|from| (0..nodes).map(move |to| (from, to))) {
        text.push_str(&format!("<edge source=\"n{from}\" target=\"n{to}\"/>"));
    }
    text.push_str(&format!("<edge source=\"n{}\" target=\"v\"/></graph></graphml>", nodes - 1));
    folder(|path| fs::write(path, &text).expect("a temporary file"))
}

#[test]
fn cycles_without_guards() {
    let folder = cycles(150);
    let (code, messages, most) = run(folder.path(), COMMANDS[0]);
    assert_eq!(code, Some(3), "{messages}");
    assert!(messages.contains("more choices than can be followed"), "{messages}");
    assert!(most < MOST_KIB, "{most} KiB");
}

/// What is not refused is looked at, and no longer than it may be.
#[test]
fn cycles_that_are_followed() {
    for (nodes, limit) in [(30, ["--time-limit", "2s"]), (40, ["--time-limit", "2s"]), (40, ["--memory-limit", "100M"])]
    {
        let folder = cycles(nodes);
        let since = Instant::now();
        let (code, messages, most) = run(folder.path(), &[COMMANDS[0], &["--jobs", "1"], &limit].concat());
        let (after, words) = (since.elapsed(), format!("{nodes} nodes, {limit:?}: {messages}"));
        assert!(matches!(code, Some(0 | 3)), "{code:?}, {words}");
        assert!(most < 600 << 10, "{most} KiB, {words}");
        assert!(after < Duration::from_secs(20), "{after:?}, {words}");
    }
}

/// The program is another one, and the witness says so in time.
#[test]
fn other_programs() {
    let text = fs::read_to_string(common::data("witnesses").join("begun-valid.graphml")).expect("a witness");
    let hash = format!("<data key=\"programhash\">{}</data>\n  <node", "0".repeat(64));
    let other = folder(|path| fs::write(path, text.replacen("<node", &hash, 1)).expect("a temporary file"));
    let astray = folder(|path| fs::write(path, text.replace(">7<", ">777<")).expect("a temporary file"));
    for (folder, words) in [(&other, "another program"), (&astray, "no line 777")] {
        for args in &COMMANDS[..3] {
            let (code, messages, _) = run(folder.path(), args);
            assert_eq!(code, Some(2), "{args:?}: {messages}");
            assert!(messages.contains(words), "{args:?}: {messages}");
        }
    }
}
