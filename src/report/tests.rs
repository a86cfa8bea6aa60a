//! One report with everything in it, as text and as JSON.

use super::*;
use crate::verifier::{Counterexample, Proof};

fn location(line: u32, column: u32) -> Location {
    Location { file: "a.c".into(), line, column }
}

fn property(line: u32, kind: PropertyKind, description: &str, verdict: Verdict) -> PropertyReport {
    let id = PropertyId { location: location(line, 3), kind, number: 1 };
    PropertyReport {
        id,
        kind,
        description: description.into(),
        function: "main".into(),
        verdict,
        pieces: Vec::new(),
        cause: None,
        trace: vec![],
        witness: None,
    }
}

fn step(line: u32, function: &str, source: &str, what: Happening) -> Step {
    Step { location: Some(location(line, 1)), source: Some(source.into()), function: function.into(), what }
}

fn assign(place: &str, value: &str) -> Happening {
    Happening::Assign { place: place.into(), value: value.into() }
}

fn report() -> Report {
    let mut violated =
        property(9, PropertyKind::Bounds, "0 <= i && i < 32", Verdict::Violated(Counterexample::default()));
    violated.trace = vec![
        Step { location: None, source: None, function: "start".into(), what: Happening::Call("main".into()) },
        step(3, "main", "  int i = nondet(), j = 0;", assign("i", "32")),
        step(3, "main", "  int i = nondet(), j = 0;", assign("j", "0")),
        step(4, "main", "\tput(i, any());", Happening::Call("any".into())),
        step(4, "any", "\tput(i, any());", Happening::Return("any".into())),
        step(4, "main", "\tput(i, any());", Happening::Call("put".into())),
        step(4, "put", "\tput(i, any());", assign("i", "32")),
        step(8, "put", "  j = i;", assign("j", "32")),
        step(9, "put", "  a[i] = 1;", Happening::Violation),
    ];
    let assumed = |text: &str, place| Assumed { kind: "undefined-function".into(), text: text.into(), location: place };
    Report {
        files: vec!["a.c".into()],
        verifier: Some("CBMC 6.6.0".into()),
        strategy: "whole".into(),
        witness: None,
        properties: vec![
            property(
                5,
                PropertyKind::Assertion,
                "x\n  > \u{1b}[31m0",
                Verdict::Proved(Proof::new("CBMC 6.6.0", "no loop")),
            ),
            violated,
            property(
                120,
                PropertyKind::Overflow,
                "x + 1",
                Verdict::Unknown(Reason::TimeLimit(Duration::from_secs(60))),
            ),
        ],
        assumptions: vec![
            assumed("that `f` changes nothing", Some(location(7, 2))),
            assumed("that no signal arrives", None),
        ],
        notes: vec!["the task expects true".into()],
        usage: Usage { wall: Duration::from_secs(1), cpu: Duration::from_millis(2310), memory: 120 << 20 },
        tasks: 3,
        elapsed: Duration::from_millis(1180),
        interrupted: false,
    }
}

#[test]
fn as_text() {
    let expected = "\
proved    a.c:5:3:assertion.1   x > \\u{1b}[31m0
violated  a.c:9:3:bounds.1      0 <= i && i < 32
          a.c:3: int i = nondet(), j = 0;  i = 32, j = 0
          a.c:4: put(i, any());            calls put with i = 32
            a.c:8: j = i;                  j = 32
            a.c:9: a[i] = 1;               violated here
unknown   a.c:120:3:overflow.1  x + 1
          time limit 60 s [time-limit]
These verdicts assume:
  a.c:7:2: that `f` changes nothing
  that no signal arrives
note: the task expects true
3 properties: 1 proved, 1 violated, 1 unknown · CBMC 6.6.0 · 3 tasks, 1.2 s wall, 2.4 s CPU, 120 MiB
";
    assert_eq!(text(&report(), Styles { colours: false }, Detail::Normal), expected);
}

#[test]
fn quiet_leaves_out_what_is_proved() {
    let text = text(&report(), Styles { colours: false }, Detail::Quiet);
    assert!(!text.contains("assertion.1") && !text.contains("assume") && text.contains("overflow.1"), "{text}");
}

#[test]
fn verbose_says_why_it_is_proved() {
    let text = text(&report(), Styles { colours: false }, Detail::Verbose);
    assert!(text.contains("\n          CBMC 6.6.0: no loop\n"), "{text}");
}

#[test]
fn colours_only_add_escapes() {
    let coloured = text(&report(), Styles { colours: true }, Detail::Normal);
    assert!(coloured.contains("\u{1b}[32mproved\u{1b}[0m    a.c"), "{coloured}");
    let pattern = regex::Regex::new("\u{1b}\\[[0-9;]*m").expect("a pattern");
    assert_eq!(pattern.replace_all(&coloured, ""), text(&report(), Styles { colours: false }, Detail::Normal));
}

#[test]
fn long_traces_are_cut_in_the_middle() {
    let mut report = report();
    report.properties[1].trace =
        (0..500).map(|n| step(3 + n % 2, "main", "i++;", assign("i", &n.to_string()))).collect();
    let short = text(&report, Styles { colours: false }, Detail::Normal);
    assert!(
        short.contains("… 460 lines left out") && short.contains("i = 499") && !short.contains("i = 300"),
        "{short}"
    );
    let long = text(&report, Styles { colours: false }, Detail::Verbose);
    assert!((0..500).all(|n| long.contains(&format!("i = {n}\n"))));
}

#[test]
fn as_json() {
    let value: serde_json::Value = serde_json::from_str(&json(&report())).expect("JSON");
    let at = |path: &str| value.pointer(path).cloned().unwrap_or_default();
    let expected = [
        ("/schema", "1"),
        ("/files/0", "\"a.c\""),
        ("/properties/0/proof/grounds", "\"no loop\""),
        ("/properties/1/id", "\"a.c:9:3:bounds.1\""),
        ("/properties/1/column", "3"),
        ("/properties/1/trace/1/event", "\"assign\""),
        ("/properties/1/trace/1/line", "3"),
        ("/properties/1/trace/8/event", "\"violation\""),
        ("/properties/2/reason/code", "\"time-limit\""),
        ("/assumptions/0/line", "7"),
        ("/assumptions/1", "{\"kind\":\"undefined-function\",\"text\":\"that no signal arrives\"}"),
        ("/summary/proved", "1"),
        ("/usage/tasks", "3"),
        ("/exit", "1"),
    ];
    for (path, text) in expected {
        assert_eq!(at(path).to_string(), text, "{path}");
    }
}

#[test]
fn exit_codes() {
    let exit = |change: fn(&mut Report)| {
        let mut report = report();
        change(&mut report);
        report.outcome().exit_code()
    };
    assert_eq!(exit(|_| ()), 1);
    assert_eq!(exit(|report| report.interrupted = true), 130);
    assert_eq!(exit(|report| report.properties.truncate(1)), 0);
    assert_eq!(exit(|report| drop(report.properties.remove(1))), 3);
    assert_eq!(exit(|report| report.properties.clear()), 4);
}

#[test]
fn large_values_are_cut() {
    let mut report = report();
    report.properties[1].trace = vec![step(3, "main", "f(x);", assign("x", &"é".repeat(500)))];
    let line = |detail| {
        let text = text(&report, Styles { colours: false }, detail);
        text.lines().find(|line| line.contains("f(x);")).map_or(0, |line| line.chars().count())
    };
    assert!(line(Detail::Normal) < 160 && line(Detail::Verbose) > 500);
}
