//! Random witnesses of random programs. What must come of one is found out by running the program on all of its inputs
//! and going through what happened as the format says it, without any of the code that is tested. With waypoints, an
//! execution falls into segments, each ends where its waypoint is passed at its first evaluation, and nothing is passed
//! before that is to be avoided. Where no input violates anything, the witness has invariants, which hold whenever an
//! execution comes to their places. What automata of GraphML allow is in [`automaton`].
//!
//! `QICC_WAYPOINTS` is how many programs each test makes, CBMC's half as many, and `QICC_WAYPOINTS_SEED` the first.

mod automaton;
#[path = "../common/mod.rs"]
mod common;
mod program;
mod run;

use fastrand::Rng;
use program::{At, Text};
use rayon::prelude::*;
use run::{Event, Values, holds};
use std::fmt::Write as _;
use std::fs;

const COMPARISONS: [&str; 6] = ["==", "!=", "<", ">", "<=", ">="];

/// Comparisons of variables with numbers, all of which hold.
#[derive(Clone, Debug)]
struct Formula(Vec<(&'static str, &'static str, i32)>);

impl Formula {
    /// One that holds of these values, or one that does not.
    fn random(rng: &mut Rng, values: &Values, truth: bool) -> Formula {
        let names: Vec<_> = values.keys().copied().collect();
        let mut comparison = || {
            let name = names[rng.usize(0..names.len())];
            let number = values[name] + [0, 0, 1, -1][rng.usize(0..4)];
            let fitting: Vec<_> =
                COMPARISONS.into_iter().filter(|op| holds(op, values[name], number) == truth).collect();
            (name, fitting[rng.usize(0..fitting.len())], number)
        };
        let first = comparison();
        let second = comparison();
        Formula(if rng.bool() { vec![first] } else { vec![first, second] })
    }

    fn holds(&self, values: &Values) -> bool {
        self.0.iter().all(|(name, op, number)| holds(op, values[name], *number))
    }

    fn text(&self) -> String {
        let parts: Vec<String> = self.0.iter().map(|(name, op, number)| format!("{name} {op} {number}")).collect();
        parts.join(" && ")
    }
}

#[derive(Clone, Debug)]
enum Waypoint {
    Assumption(u32, Formula),
    Branch(u32, bool),
    /// The number of a case, or `default`.
    Case(u32, Option<i32>),
    Enter(u32),
    Return(u32, &'static str, i32),
    Target(u32),
}

impl Waypoint {
    /// One at an event: it is passed there, or it is not.
    fn random(rng: &mut Rng, event: &Event, passed: bool) -> Option<Waypoint> {
        Some(match event {
            Event::At(id, values) => Waypoint::Assumption(*id, Formula::random(rng, values, passed)),
            Event::Branch(id, truth, _) => Waypoint::Branch(*id, *truth == passed),
            Event::Switch(id, value, true) => Waypoint::Case(*id, passed.then_some(*value)),
            Event::Switch(id, _, false) => Waypoint::Case(*id, (!passed).then_some(0)),
            Event::Entered(id) => Waypoint::Enter(*id),
            Event::Returned(id, value) => {
                let fitting = COMPARISONS.into_iter().filter(|op| holds(op, *value, *value) == passed);
                let fitting: Vec<_> = fitting.collect();
                Waypoint::Return(*id, fitting[rng.usize(0..fitting.len())], *value)
            }
            Event::Loop(..) | Event::Done(..) | Event::Error(_) => return None,
        })
    }

    /// Whether an event passes it; nothing if it is not evaluated then.
    fn passed(&self, event: &Event) -> Option<bool> {
        match (self, event) {
            (Waypoint::Assumption(id, formula), Event::At(at, values)) if id == at => Some(formula.holds(values)),
            (Waypoint::Branch(id, wanted), Event::Branch(at, truth, _)) if id == at => Some(wanted == truth),
            (Waypoint::Case(id, wanted), Event::Switch(at, value, listed)) if id == at => Some(match wanted {
                Some(wanted) => wanted == value,
                None => !listed,
            }),
            (Waypoint::Enter(id), Event::Entered(at)) if id == at => Some(true),
            (Waypoint::Return(id, op, number), Event::Returned(at, value)) if id == at => {
                Some(holds(op, *value, *number))
            }
            (Waypoint::Target(id), Event::Error(at)) => Some(id == at),
            _ => None,
        }
    }

    fn is_at(&self, other: &Waypoint) -> bool {
        matches!((self, other), (Waypoint::Assumption(a, _), Waypoint::Assumption(b, _)) if a == b)
    }

    /// In the words of the format.
    fn text(&self, text: &Text, action: &str) -> String {
        let quoted = |value: &str| format!("        constraint:\n          value: \"{value}\"\n");
        let (kind, constraint, (line, column)) = match self {
            Waypoint::Assumption(id, formula) => ("assumption", quoted(&formula.text()), text.stmts[id]),
            Waypoint::Branch(id, truth) => ("branching", quoted(&truth.to_string()), text.stmts[id]),
            Waypoint::Case(id, value) => {
                ("branching", quoted(&value.map_or("default".into(), |value| value.to_string())), text.stmts[id])
            }
            Waypoint::Enter(id) => ("function_enter", String::new(), text.calls[id]),
            Waypoint::Return(id, op, number) => {
                ("function_return", quoted(&format!("\\\\result {op} {number}")), text.calls[id])
            }
            Waypoint::Target(id) => ("target", String::new(), text.stmts[id]),
        };
        let format = match kind {
            "assumption" => "          format: \"c_expression\"\n",
            "function_return" => "          format: \"acsl_expression\"\n",
            _ => "",
        };
        format!(
            "    - waypoint:\n        type: \"{kind}\"\n        action: \"{action}\"\n{constraint}{format}        location:\n          \
             file_name: \"program.c\"\n          line: {line}\n          column: {column}\n"
        )
    }
}

/// What is to be avoided, and what is to be followed.
type Segment = (Vec<Waypoint>, Waypoint);

/// A witness of an execution that violates the property, with mistakes.
fn segments(rng: &mut Rng, execution: &[Event]) -> Vec<Segment> {
    let (last, events) = execution.split_last().expect("an execution");
    let Event::Error(target) = last else { unreachable!("it ends with an error") };
    let mut places: Vec<usize> = (0..rng.usize(0..5)).map(|_| rng.usize(0..events.len())).collect();
    places.sort_unstable();
    let mut follow: Vec<Waypoint> = Vec::new();
    for place in places {
        let passed = rng.u32(0..100) < 85;
        let new = Waypoint::random(rng, &events[place], passed);
        // Whether two assumptions can be passed at one visit is left open.
        follow.extend(new.filter(|new| !follow.last().is_some_and(|last| last.is_at(new))));
    }
    follow.push(Waypoint::Target(*target));
    let mut avoided = |_: &Waypoint| match rng.u32(0..4) {
        0 => {
            let (event, passed) = (&events[rng.usize(0..events.len())], rng.bool());
            Waypoint::random(rng, event, passed).into_iter().collect()
        }
        _ => Vec::new(),
    };
    follow.into_iter().map(|waypoint| (avoided(&waypoint), waypoint)).collect()
}

/// Whether an execution is as the witness says.
fn is_described(segments: &[Segment], execution: &[Event]) -> bool {
    let mut state = 0;
    for event in execution {
        let Some((avoid, follow)) = segments.get(state) else { return false };
        if avoid.iter().any(|waypoint| waypoint.passed(event) == Some(true)) {
            return false;
        }
        match follow.passed(event) {
            Some(true) => state += 1,
            Some(false) => return false,
            None => {}
        }
    }
    state == segments.len()
}

/// Invariants at places where executions come, and whether they hold.
fn invariants(rng: &mut Rng, text: &Text, executions: &[Vec<Event>]) -> (String, bool) {
    let places: Vec<(bool, u32, &Values)> = executions
        .iter()
        .flatten()
        .filter_map(|event| match event {
            Event::At(id, values) => Some((false, *id, values)),
            Event::Loop(id, values) => Some((true, *id, values)),
            _ => None,
        })
        .collect();
    let (mut words, mut all_hold) = (String::new(), true);
    for _ in 0..rng.u32(1..4) {
        let (at_loop, id, values) = places[rng.usize(0..places.len())];
        let formula = Formula::random(rng, values, true);
        let here = places.iter().filter(|place| (place.0, place.1) == (at_loop, id));
        // Half of the time all that is seen there is allowed.
        let wide = rng.bool();
        let excused: Vec<String> = here
            .clone()
            .filter(|place| wide && !formula.holds(place.2))
            .map(|place| {
                place.2.iter().map(|(name, value)| format!("{name} == {value}")).collect::<Vec<_>>().join(" && ")
            })
            .collect();
        all_hold &= wide || here.clone().all(|place| formula.holds(place.2));
        let value = std::iter::once(formula.text()).chain(excused).map(|part| format!("({part})")).collect::<Vec<_>>();
        let kind = if at_loop { "loop_invariant" } else { "location_invariant" };
        let (line, column): At = text.stmts[&id];
        _ = write!(
            words,
            "  - invariant:\n      type: \"{kind}\"\n      location:\n        file_name: \"program.c\"\n        \
             line: {line}\n        column: {column}\n      value: \"{}\"\n      format: \"c_expression\"\n",
            value.join(" || ")
        );
    }
    (words, all_hold)
}

fn head(kind: &str) -> String {
    format!(
        "- entry_type: \"{kind}\"\n  metadata:\n    format_version: \"2.0\"\n    \
         uuid: \"00000000-0000-4000-8000-000000000000\"\n    creation_time: \"2026-11-18T00:00:00Z\"\n    producer:\n      \
         name: \"random\"\n      version: \"1\"\n    task:\n      input_files:\n      - \"program.c\"\n      \
         input_file_hashes: {{}}\n      specification: \"CHECK( init(main()), LTL(G ! call(reach_error())) )\"\n      \
         data_model: \"LP64\"\n      language: \"C\"\n  content:\n"
    )
}

/// What may come of a witness.
#[derive(Clone, Copy, Debug)]
struct Allowed {
    confirmed: bool,
    rejected: bool,
}

impl Allowed {
    fn only(confirmed: bool) -> Allowed {
        Allowed { confirmed, rejected: !confirmed }
    }

    fn allows(self, word: &str) -> bool {
        match word {
            "confirmed" => self.confirmed,
            "rejected" => self.rejected,
            word => word == "unknown",
        }
    }
}

/// A witness of a program as waypoints or invariants, and what must come of it.
fn witness(rng: &mut Rng, text: &Text, executions: &[Vec<Event>]) -> Option<(String, Allowed)> {
    let fails = |execution: &&Vec<Event>| matches!(execution.last(), Some(Event::Error(_)));
    let failing: Vec<&Vec<Event>> = executions.iter().filter(fails).collect();
    if failing.is_empty() {
        let (words, hold) = invariants(rng, text, executions);
        return Some((head("invariant_set") + &words, Allowed::only(hold)));
    }
    let chosen = failing[rng.usize(0..failing.len())];
    let segments = segments(rng, chosen);
    let mut words = head("violation_sequence");
    for (avoid, follow) in &segments {
        words += "  - segment:\n";
        avoid.iter().for_each(|waypoint| words += &waypoint.text(text, "avoid"));
        words += &follow.text(text, "follow");
    }
    let described = failing.iter().any(|execution| is_described(&segments, execution));
    Some((words, Allowed::only(described)))
}

/// What qicc says, in one word, with its reasons.
fn validated(program: &str, witness: &str, verifier: &common::Verifier) -> (&'static str, String) {
    let folder = tempfile::tempdir().expect("a folder");
    let (file, other) = (folder.path().join("program.c"), folder.path().join("witness.yml"));
    fs::write(&file, program).expect("a file");
    fs::write(&other, witness).expect("a file");
    let mut command = common::qicc();
    command.args(["witness", "validate"]).arg(file).arg(other).args(["--time-limit", "60s"]);
    let outcome = common::run(verifier.choose(&mut command), b"", common::TOOL_LIMIT);
    let word = match outcome.code {
        Some(0) => "confirmed",
        Some(1) => "rejected",
        Some(3) => "unknown",
        _ => "failed",
    };
    (word, String::from_utf8_lossy(&outcome.stdout).into_owned() + &outcome.stderr_text())
}

fn number(name: &str, default: u64) -> u64 {
    std::env::var(name).ok().and_then(|value| value.parse().ok()).unwrap_or(default)
}

/// Makes a witness of a program, if it can.
type Make = fn(&mut Rng, &Text, &[Vec<Event>]) -> Option<(String, Allowed)>;

/// Asks about this many programs: no answer is wrong, and few are unknown. `apart` is whether statements have lines of
/// their own.
fn compare(count: u64, make: Make, apart: bool, verifier: &common::Verifier) {
    let first = number("QICC_WAYPOINTS_SEED", 1);
    let one = |seed: u64| {
        let mut rng = Rng::with_seed(seed);
        let made = program::random(seed, rng.u32(0..10) < 7);
        let executions = run::all(&made)?;
        let text = Text::of(&made, seed, apart);
        let (words, allowed) = make(&mut rng, &text, &executions)?;
        let (found, said) = validated(&text.text, &words, verifier);
        assert!(allowed.allows(found), "seed {seed}: {found}, {allowed:?}\n{said}\n{}\n{words}", text.text);
        Some(found)
    };
    let seeds: Vec<u64> = (first..first + count).collect();
    let answers: Vec<&str> = seeds.into_par_iter().filter_map(one).collect();
    let known = |word: &str| answers.iter().filter(|answer| **answer == word).count() as u64;
    assert!((known("confirmed") + known("rejected")) * 10 >= answers.len() as u64 * 9, "{answers:?}");
    assert!(known("confirmed") * 8 >= count && known("rejected") * 8 >= count, "{answers:?}");
}

fn embedded() -> common::Verifier {
    common::verifier("embedded").expect("it is always there")
}

#[test]
fn waypoints() {
    compare(number("QICC_WAYPOINTS", 80), witness, false, &embedded());
}

#[test]
fn automata() {
    compare(number("QICC_WAYPOINTS", 80), automaton::witness, true, &embedded());
}

#[test]
fn waypoints_by_cbmc() {
    let Some(cbmc) = common::verifier("cbmc") else { return common::skip("CBMC") };
    compare(number("QICC_WAYPOINTS", 80) / 2, witness, false, &cbmc);
}

#[test]
fn automata_by_cbmc() {
    let Some(cbmc) = common::verifier("cbmc") else { return common::skip("CBMC") };
    compare(number("QICC_WAYPOINTS", 80) / 2, automaton::witness, true, &cbmc);
}
