//! Witnesses: what is written can be read again, what is wrong is said with its line, and no file does harm.
//!
//! `tests/data/witness` has files with faults, and what the linter says about each; their first lines are comments with
//! the arguments of the linter. Witnesses of other tools are looked for in `../shared`, or below `QICC_SHARED`.

mod common;

use fastrand::Rng;
use qicc::ctype::DataModel;
use qicc::witness::*;
use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

const ROUNDS: u64 = 500;

/// Texts that formats could stumble over.
fn text(rng: &mut Rng) -> String {
    const PARTS: &[&str] = &[
        "x", " == ", "\"", "'", "\\", "\\n", "\n", "\t", "<", ">", "&", "&amp;", "]]>", "<!--", "é", "\u{a0}",
        "\u{2028}", "\u{85}", "\r", ":", "- ", "#", "{", "}", "[", "]", ",", "|", "%", "@", "`", "null", "true", "~",
        "0", "1.0", "😀", "*a", "&a", "!t", "  ", "\u{feff}", "\u{7f}",
    ];
    (0..rng.usize(0..6)).map(|_| PARTS[rng.usize(..PARTS.len())]).collect()
}

fn name(rng: &mut Rng) -> String {
    ["main", "f", "reach_error", "g_2"][rng.usize(..4)].to_owned()
}

fn maybe<T>(rng: &mut Rng, value: impl FnOnce(&mut Rng) -> T) -> Option<T> {
    rng.bool().then(|| value(rng))
}

fn metadata(rng: &mut Rng, version: &str) -> Metadata {
    let files = (0..rng.usize(0..4)).map(|at| (format!("{at}{}.c", text(rng)), maybe(rng, name))).collect();
    let other = (0..rng.usize(0..3)).map(|at| (format!("own-{at}{}", text(rng)), text(rng))).collect();
    Metadata {
        format_version: version.to_owned(),
        uuid: maybe(rng, text),
        creation_time: maybe(rng, text),
        producer: Producer {
            name: maybe(rng, text),
            version: maybe(rng, text),
            configuration: maybe(rng, text),
            command_line: maybe(rng, text),
            description: maybe(rng, text),
        },
        specification: maybe(rng, text),
        files,
        data_model: maybe(rng, |rng| if rng.bool() { DataModel::Ilp32 } else { DataModel::Lp64 }),
        other,
        certificates: if version == "0.1" { (0..rng.usize(0..3)).map(|_| certificate(rng)).collect() } else { vec![] },
    }
}

fn certificate(rng: &mut Rng) -> Unknown {
    let kind = ("entry_type".to_owned(), Value::Text("loop_invariant_certificate".into()));
    [vec![kind], unknown(rng, 2)].concat()
}

/// Keys that nobody knows, with values of this depth.
fn unknown(rng: &mut Rng, depth: u32) -> Unknown {
    (0..rng.usize(0..3)).map(|at| (format!("own{at}{}", text(rng)), value(rng, depth))).collect()
}

fn value(rng: &mut Rng, depth: u32) -> Value {
    const PLAIN: &[&str] = &["1", "true", "null", "~", "x y", "-0.5", "2026-01-01", "a:b"];
    match rng.u32(..if depth == 0 { 2 } else { 4 }) {
        0 => Value::Plain(PLAIN[rng.usize(..PLAIN.len())].to_owned()),
        1 => Value::Text(text(rng)),
        2 => Value::List((0..rng.usize(0..3)).map(|_| value(rng, depth - 1)).collect()),
        _ => Value::Map(unknown(rng, depth - 1)),
    }
}

/// The same in something with parts of these names.
fn within(rng: &mut Rng, parts: &[&str]) -> Unknown {
    let inside = parts.iter().map(|part| ((*part).to_owned(), unknown(rng, 2))).collect::<Vec<_>>();
    let inside = inside.into_iter().filter(|(_, fields)| !fields.is_empty());
    inside.map(|(part, fields)| (part, Value::Map(fields))).chain(unknown(rng, 2)).collect()
}

fn own(rng: &mut Rng) -> Vec<(String, String)> {
    (0..rng.usize(0..3)).map(|at| (format!("key{at}"), text(rng))).collect()
}

fn automaton(rng: &mut Rng) -> Witness {
    let count = rng.u32(1..6);
    let scoped = |rng: &mut Rng| Scoped { text: text(rng), function: maybe(rng, name) };
    let nodes = (0..count).map(|at| Node {
        name: format!("N{at}{}", text(rng)),
        violation: rng.bool(),
        sink: rng.bool(),
        invariant: maybe(rng, scoped),
        other: own(rng),
    });
    let nodes = nodes.collect();
    let range = |rng: &mut Rng| {
        let start = rng.u32(1..100);
        (start, start + rng.u32(0..3))
    };
    let edge = |rng: &mut Rng| {
        let assumption = maybe(rng, scoped);
        Edge {
            from: NodeId(rng.u32(..count)),
            to: NodeId(rng.u32(..count)),
            guard: Guard {
                file: maybe(rng, name),
                lines: maybe(rng, range),
                offsets: maybe(rng, range),
                control: maybe(rng, Rng::bool),
                enters_loop_head: rng.bool(),
                enters_function: maybe(rng, name),
                returns_from: maybe(rng, name),
            },
            result_of: assumption.as_ref().and_then(|_| maybe(rng, name)),
            assumption,
            other: own(rng),
        }
    };
    let edges = (0..rng.usize(0..8)).map(|_| edge(rng)).collect();
    let claim = if rng.bool() { Claim::Violation } else { Claim::Correctness };
    let content = Content::Automaton(Automaton { claim, entry: NodeId(rng.u32(..count)), nodes, edges });
    let version = ["1.0", ""][rng.usize(..2)];
    Witness { metadata: metadata(rng, version), content }
}

fn place(rng: &mut Rng) -> Place {
    Place { file: text(rng), line: rng.u32(1..), column: maybe(rng, |rng| rng.u32(1..)), function: maybe(rng, text) }
}

fn formula(rng: &mut Rng) -> Formula {
    Formula { text: text(rng), format: maybe(rng, text) }
}

fn invariant(rng: &mut Rng) -> Invariant {
    Invariant { at_loop: rng.bool(), location: place(rng), value: formula(rng), other: within(rng, &["location"]) }
}

fn waypoint(rng: &mut Rng) -> Waypoint {
    let what = match rng.u32(..8) {
        0 => Passed::Assumption(formula(rng)),
        1 => Passed::Branching(Branch::If(rng.bool())),
        2 => Passed::Branching(Branch::Case(rng.i32(..).to_string())),
        3 => Passed::Branching(Branch::Default),
        4 => Passed::FunctionEnter,
        5 => Passed::FunctionReturn(formula(rng)),
        _ => Passed::Target,
    };
    let parts: &[&str] = match what {
        Passed::FunctionEnter | Passed::Target => &["location"],
        _ => &["constraint", "location"],
    };
    let action = [Action::Follow, Action::Avoid, Action::Cycle][rng.usize(..3)];
    Waypoint { action, location: place(rng), what, other: within(rng, parts) }
}

fn annotation(rng: &mut Rng) -> Annotation {
    let variable = |rng: &mut Rng| GhostVariable {
        name: name(rng),
        kind: name(rng),
        scope: maybe(rng, name),
        initial: formula(rng),
        other: within(rng, &["initial"]),
    };
    let update = |rng: &mut Rng| GhostUpdate { variable: name(rng), value: formula(rng), other: unknown(rng, 0) };
    let updates = |rng: &mut Rng| GhostUpdates {
        location: place(rng),
        updates: (0..rng.usize(0..3)).map(|_| update(rng)).collect(),
        other: within(rng, &["location"]),
    };
    match rng.u32(..4) {
        0 => Annotation::Invariant(invariant(rng)),
        1 => Annotation::Transition(invariant(rng)),
        2 => Annotation::Contract(Contract {
            location: place(rng),
            requires: maybe(rng, text),
            ensures: maybe(rng, text),
            format: maybe(rng, name),
            labels: (0..rng.usize(0..3)).map(|_| text(rng)).collect(),
            other: within(rng, &["location"]),
        }),
        _ => Annotation::Ghosts(Ghosts {
            variables: (0..rng.usize(0..3)).map(|_| variable(rng)).collect(),
            updates: (0..rng.usize(0..3)).map(|_| updates(rng)).collect(),
            other: unknown(rng, 0),
        }),
    }
}

fn sequence(rng: &mut Rng) -> Witness {
    let mut version = ["2.0", "2.1"][rng.usize(..2)];
    let content = match rng.u32(..4) {
        0 => Content::Invariants((0..rng.usize(0..4)).map(|_| invariant(rng)).collect()),
        1 => {
            version = "0.1";
            Content::Invariants((0..rng.usize(1..4)).map(|_| invariant(rng)).collect())
        }
        2 => {
            // Without anything else it would be a list of invariants.
            let (location, other) = (place(rng), within(rng, &["location"]));
            let contract = Contract { location, requires: None, ensures: None, format: None, labels: vec![], other };
            let more = (0..rng.usize(0..5)).map(|_| annotation(rng)).collect::<Vec<_>>();
            Content::Annotations([vec![Annotation::Contract(contract)], more].concat())
        }
        _ => {
            let waypoints = |rng: &mut Rng| (0..rng.usize(0..4)).map(|_| waypoint(rng)).collect();
            Content::Segments((0..rng.usize(0..4)).map(|_| Segment { waypoints: waypoints(rng) }).collect())
        }
    };
    Witness { metadata: metadata(rng, version), content }
}

fn round_trip(witness: &Witness, seed: u64) {
    let text = write(witness).expect("no character that XML cannot have");
    let reading = read(&text, None);
    let faults: Vec<_> = reading.faults.iter().filter(|fault| fault.weight == Weight::Unusable).collect();
    assert_eq!(reading.witness.as_ref(), Some(witness), "seed {seed}: {faults:?}\n{text}");
}

#[test]
fn graphml_is_read_as_it_was_written() {
    for seed in 0..ROUNDS {
        round_trip(&automaton(&mut Rng::with_seed(seed)), seed);
    }
}

#[test]
fn yaml_is_read_as_it_was_written() {
    for seed in 0..ROUNDS {
        round_trip(&sequence(&mut Rng::with_seed(seed)), seed);
    }
}

/// Each entry of version 0.1 has metadata, and there are entries about entries.
#[test]
fn what_nobody_knows_is_written_again() {
    let metadata = |uuid: u32| {
        format!(
            "  metadata:\n    format_version: '0.1'\n    uuid: 00000000-0000-0000-0000-00000000000{uuid}\n    \
             creation_time: 2026-11-16T00:59:2{uuid}Z\n    producer: {{name: t, version: '1', mood: good}}\n    task:\n      \
             input_files: [a.c]\n      input_file_hashes: {{}}\n      specification: CHECK( init(main()), LTL(G assert) )\n      \
             data_model: LP64\n      language: C\n"
        )
    };
    let invariant = |uuid: u32| {
        format!(
            "- entry_type: loop_invariant\n{}  location: {{file_name: a.c, file_hash: abc, line: 6, column: 2, function: f}}\n  \
             loop_invariant: {{string: x, type: assertion, format: C, weight: 7}}\n  colour: [red, {{deep: true}}]\n",
            metadata(uuid)
        )
    };
    let certificate = "- entry_type: loop_invariant_certificate\n  target: {uuid: 2, type: loop_invariant}\n  \
                       certification: {string: confirmed, type: verdict, format: confirmed | rejected}\n";
    let text = format!("{}{certificate}{}", invariant(1), invariant(2));
    let witness = read(&text, None).witness.expect("a witness");
    let again = write(&witness).expect("a text");
    assert_eq!(read(&again, None).witness.as_ref(), Some(&witness), "{again}");
    for part in ["\"file_hash\": \"abc\"", "\"weight\": 7", "\"deep\": true", "- red"] {
        assert_eq!(again.matches(part).count(), 2, "{part} in\n{again}");
    }
    // What the producer of the first entry has besides has another name.
    let others =
        ["producer.mood", "\"mood\": good", "000000000001", "000000000002", "00:59:22Z", "confirmed | rejected"];
    for part in others {
        assert!(again.contains(part), "{part} is not in\n{again}");
    }
    let Ok((converted, lost)) = convert_beside(&witness, &Beside::Lines, true) else { panic!("it is convertible") };
    assert!(lost.iter().any(|lost| lost.contains("certificates")) && converted.metadata.certificates.is_empty());
}

#[test]
fn what_xml_cannot_have_is_refused() {
    let mut witness = automaton(&mut Rng::with_seed(1));
    witness.metadata.specification = Some("\u{1}".into());
    assert!(write(&witness).is_err());
}

/// What the linter says, run in a folder.
fn lint(folder: &Path, arguments: &[&str]) -> common::Outcome {
    let mut command = common::qicc();
    command.current_dir(folder).args(["witness", "lint"]).args(arguments);
    common::run(&mut command, b"", Duration::from_secs(20))
}

/// Every file of the suite, and what the linter says about it.
#[test]
fn faults_have_lines() {
    let mut files: Vec<PathBuf> = common::files("witness", "yml");
    files.extend(common::files("witness", "graphml"));
    let mut failed = String::new();
    let mut faults = 0;
    for path in &files {
        let text = fs::read_to_string(path).expect("a file");
        let first = text.lines().next().unwrap_or_default();
        let options = first.trim_end_matches("-->").split_once("lint:").expect("how to lint it").1;
        let name = path.file_name().expect("a name").to_string_lossy().into_owned();
        let (flags, programs) = options.split_whitespace().partition::<Vec<_>, _>(|option| option.starts_with('-'));
        let outcome = lint(&common::data("witness"), &[flags, vec![&name], programs].concat());
        faults += outcome.stdout.split(|byte| *byte == b'\n').filter(|line| line.starts_with(name.as_bytes())).count();
        if let Err(difference) =
            common::check_expected(&path.with_file_name(format!("{name}.expected")), &outcome.transcript())
        {
            _ = writeln!(failed, "{difference}");
        }
    }
    assert!(failed.is_empty(), "{failed}");
    assert!(faults >= 25, "only {faults} faults");
}

#[test]
fn cut_files_are_refused_or_read() {
    for seed in 0..20 {
        for witness in [automaton(&mut Rng::with_seed(seed)), sequence(&mut Rng::with_seed(seed))] {
            let text = write(&witness).expect("a text");
            for end in (0..text.len()).step_by(50).filter(|end| text.is_char_boundary(*end)) {
                let reading = read(&text[..end], None);
                assert!(reading.witness.is_some() || !reading.faults.is_empty(), "{end} bytes of\n{text}");
                let automaton = matches!(witness.content, Content::Automaton(_));
                let whole = reading.witness.is_some() && !text[end..].trim().is_empty();
                assert!(!(automaton && whole), "half of a graph was taken for a whole one");
            }
        }
    }
}

/// What a text is refused with, in little time.
fn refused(text: &str) -> String {
    let since = Instant::now();
    let reading = read(text, None);
    assert!(since.elapsed() < Duration::from_secs(20), "{:?}", since.elapsed());
    assert!(reading.witness.is_none());
    reading.faults.iter().find(|fault| fault.weight == Weight::Unusable).expect("a reason").text.clone()
}

#[test]
fn bad_files_are_refused() {
    let bomb = "<?xml version=\"1.0\"?>\n<!DOCTYPE lolz [<!ENTITY a \"aaaa\"><!ENTITY b \"&a;&a;&a;\">]>\n<graphml>&b;</graphml>";
    assert!(refused(bomb).contains("entities"));
    assert!(refused("<graphml><graph><data key=\"producer\">&b;</data></graph></graphml>").contains("entity"));
    assert!(refused(&format!("<graphml>{}", "<x>".repeat(1_000_000))).contains("nested"));
    assert!(refused(&"[".repeat(1_000_000)).contains("YAML"));
    assert!(refused(&"- ".repeat(1_000_000)).contains("YAML"));
    assert!(refused("- &a [x]\n- *a\n").contains("aliases"));
    assert!(refused("").contains("nothing"));
    assert!(refused("int main(void) { return 0; }").contains("no witness"));
    assert!(refused("<html></html>").contains("GraphML"));
    assert!(refused("- a\n--- b\n").contains("YAML"));
    let many = format!("<graphml><graph>{}", "<node id=\"\"/>".repeat(3_000_000));
    assert!(refused(&many).contains("more than"));
    let wide = format!("<graphml {}/>", "a=\"\" ".repeat(1_000_000));
    assert!(refused(&wide).contains("attributes"));
}

#[test]
fn huge_files_are_refused_at_once() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("huge.yml");
    // Nothing is on the disk.
    fs::File::create(&path).and_then(|file| file.set_len(500 << 20)).expect("a file");
    let since = Instant::now();
    let error = load(&path, None).expect_err("it is too large");
    assert!(error.message.contains("64 MiB"), "{}", error.message);
    assert!(since.elapsed() < Duration::from_secs(5));
    let outcome = lint(folder.path(), &["huge.yml"]);
    assert_eq!(outcome.code, Some(2), "{}", outcome.stderr_text());
}

/// The witnesses that CPAchecker and Ultimate wrote.
fn foreign() -> Vec<PathBuf> {
    let beside = || Path::new(env!("CARGO_MANIFEST_DIR")).join("../shared");
    let folder = std::env::var_os("QICC_SHARED").map_or_else(beside, PathBuf::from).join("data/transcripts");
    if !folder.is_dir() {
        common::skip("witnesses of other tools (../shared/data/transcripts)");
        return Vec::new();
    }
    let mut found = Vec::new();
    let list = |folder: &Path| fs::read_dir(folder).into_iter().flatten().flatten().map(|entry| entry.path());
    for path in
        list(&folder).flat_map(|tool| list(&tool).collect::<Vec<_>>()).flat_map(|run| list(&run).collect::<Vec<_>>())
    {
        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        if name.contains("witness") && (name.ends_with(".yml") || name.ends_with(".graphml")) {
            found.push(path);
        }
    }
    found.sort();
    assert!(found.len() >= 30, "only {} witnesses", found.len());
    found
}

/// What tools write has no faults beside their programs, and survives.
#[test]
fn witnesses_of_other_tools() {
    for path in foreign() {
        let folder = path.parent().expect("a folder");
        let entries = fs::read_dir(folder).expect("a folder").flatten().map(|entry| entry.path());
        let programs: Vec<PathBuf> =
            entries.filter(|path| path.extension().is_some_and(|e| e == "c" || e == "i")).collect();
        let subject = Some(Subject::read(&programs).expect("programs")).filter(|_| !programs.is_empty());
        let reading = read(&file::text(&path).expect("a text"), subject.as_ref());
        let faults: Vec<_> = reading.faults.iter().filter(|fault| fault.weight != Weight::Lax).collect();
        assert!(faults.is_empty(), "{}: {faults:?}", path.display());
        let witness = reading.witness.expect("no fault");
        let again = read(&write(&witness).expect("a text"), subject.as_ref());
        assert_eq!(again.witness.as_ref(), Some(&witness), "{}", path.display());
    }
}
