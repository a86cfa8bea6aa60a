//! Residual programs as compiled C. Random programs tell what they do; for each there is a condition, and what the
//! reducers leave of it is printed, compiled and run on the same inputs as the program itself.
//!
//! - Every execution of a residual program is one of the program, or the beginning of one that is covered; what is not
//!   covered is there (paper 000, definition 2.3).
//! - A slice comes to the same assertions with the same outcomes.
//!
//! Conditions are about what can be seen, the statements that say their number; so what they cover is read off the
//! output, without any of the code that is tested. Reducers that are careless and residual programs with a fault are
//! noticed.

#[path = "../common/mod.rs"]
mod common;
mod program;

use fastrand::Rng;
use qicc::cfa::{self, Callee, ExprKind, FuncId, Op, Program};
use qicc::condition::{Assumption, Choice, Condition, On, Otherwise, Place, State, StateId, Transition};
use qicc::emit;
use qicc::frontend::load::{self, Input};
use qicc::frontend::sema::{self, Dialect};
use qicc::reduce::{self, REDUCERS, Reducer, Residual};
use qicc::source::SourceMap;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::fs;
use std::process::Command;

/// On how many inputs each program runs.
const RUNS: u32 = 5;

/// How many programs have a condition and are reduced, by every reducer. More are run without a compiler, in
/// `reduce/tests`.
const PROGRAMS: u64 = 300;

/// How many programs are compiled at once: a compiler takes as long to start as for some of them.
const AT_ONCE: usize = 400;

/// What one execution said, and how it ended.
#[derive(Clone, Debug, PartialEq)]
struct Run {
    events: Vec<(char, u32, i32)>,
    end: String,
}

impl Run {
    fn statements(&self) -> Vec<u32> {
        self.events.iter().filter(|event| event.0 == 't').map(|event| event.1).collect()
    }

    fn assertions(&self) -> Vec<(char, u32, i32)> {
        self.events.iter().copied().filter(|event| event.0 == 'a').collect()
    }

    /// It was stopped because it was too long.
    fn is_long(&self) -> bool {
        self.end == "L"
    }
}

/// A program text with its name; the entry is called `main` behind the name.
type Named = (String, String);

fn built(name: &str, text: &str) -> (Program, SourceMap) {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let file = folder.path().join("program.c");
    // An entry of another name would find its variables changed.
    fs::write(&file, text.replace(&format!("{name}main"), "main")).expect("it can be written");
    let loaded = load::load(&Input { files: vec![file], cc: None, flags: Vec::new(), model: None });
    assert!(loaded.errors.is_empty(), "{:?}\n{text}", loaded.errors);
    let dialect = Dialect { model: loaded.model, gnu89_inline: false };
    let units = loaded.units.iter().map(|unit| sema::analyse(unit.number(), dialect, unit));
    let units = units.collect::<Result<Vec<_>, _>>().expect("it is typed");
    (cfa::build(units, &cfa::Options::default()).unwrap_or_else(|why| panic!("{why:?}\n{text}")), loaded.map)
}

/// The C of a program under another name.
fn printed(program: &Program, map: &SourceMap, name: &str, new: &str) -> Named {
    let mut program = program.clone();
    program.functions[program.entries[0].0 as usize].name = format!("{name}main");
    let text =
        emit::print(&program, map, &emit::Options { renew: true, ..emit::Options::default() }).replace(name, new);
    // Literals that are used more than once have names as well.
    (new.to_owned(), text.replace(" string", &format!(" {new}string")).replace("(string", &format!("({new}string")))
}

/// Compiles all of these into a few programs and runs each on all inputs.
fn run(texts: &[Named]) -> BTreeMap<String, Vec<Run>> {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let outputs: Vec<String> = std::thread::scope(|scope| {
        let chunks = texts.chunks(AT_ONCE.min(texts.len().div_ceil(2).max(1))).enumerate();
        let every_other = |first| {
            let (chunks, folder) = (chunks.clone().skip(first).step_by(2), folder.path());
            scope.spawn(move || chunks.map(|(at, texts)| compiled(folder, at, texts)).collect::<String>())
        };
        let threads = [0, 1].map(every_other);
        threads.into_iter().map(|thread| thread.join().expect("it does not panic")).collect()
    });
    let mut runs: BTreeMap<String, Vec<Run>> = BTreeMap::new();
    for line in outputs.iter().flat_map(|output| output.lines()) {
        let mut words = line.split(' ');
        let name = words.next().unwrap_or_default();
        let mut words: Vec<&str> = words.skip(1).collect();
        let end = words.pop().unwrap_or_default().to_owned();
        let event = |word: &&str| {
            let (number, value) = word[1..].split_once(':').expect("a number and a value");
            (word.chars().next().unwrap_or(' '), number.parse().expect("digits"), value.parse().expect("digits"))
        };
        runs.entry(name.to_owned()).or_default().push(Run { events: words.iter().map(event).collect(), end });
    }
    for (name, text) in texts {
        assert_eq!(runs.get(name).map(Vec::len), Some(RUNS as usize), "{name}\n{text}");
    }
    runs
}

fn compiled(folder: &std::path::Path, at: usize, texts: &[Named]) -> String {
    let (source, binary) = (folder.join(format!("{at}.c")), folder.join(format!("run{at}")));
    let mut all = String::from(include_str!("runtime.c"));
    let mut table = String::from("const struct program programs[] = {\n");
    for (name, text) in texts {
        all += text;
        all.push('\n');
        _ = writeln!(table, "{{\"{name}\", {name}main}},");
    }
    _ = writeln!(all, "{table}}};\nconst int count = {}, runs = {RUNS};", texts.len());
    fs::write(&source, all).expect("it can be written");
    let mut gcc = Command::new("gcc");
    gcc.args(["-w", "-O0", "-fwrapv", "-Dabort=stop", "-o"]).arg(&binary).arg(&source);
    let outcome = common::run(&mut gcc, b"", common::TOOL_LIMIT);
    assert!(outcome.success(), "{}", outcome.stderr_text());
    let outcome = common::run(&mut Command::new(&binary), b"", common::TOOL_LIMIT);
    assert!(outcome.success(), "{}", outcome.stderr_text());
    String::from_utf8_lossy(&outcome.stdout).into_owned()
}

/// A condition over the numbers that statements say, by state; a transition without a target leaves.
struct Covering {
    states: Vec<Covers>,
}

struct Covers {
    choice: Choice,
    /// The statements, whether nothing must hold there, and where that leads.
    transitions: Vec<(BTreeSet<u32>, bool, usize)>,
    /// Whether statements that are not mentioned are known not to matter.
    stays: bool,
}

/// The state in which everything is covered, and the one in which nothing is.
const COVERED: usize = 0;
const LEFT: usize = 1;

impl Covering {
    /// Whether an execution is covered that has said these numbers.
    fn covers(&self, said: &[u32]) -> bool {
        let mut states = BTreeSet::from([2]);
        for number in said {
            let mut next = BTreeSet::new();
            for state in states {
                let covers = &self.states[state];
                let mut fitting = covers.transitions.iter().filter(|(on, ..)| on.contains(number)).peekable();
                if state == COVERED || covers.stays && fitting.peek().is_none() {
                    next.insert(state);
                }
                let most = if covers.choice == Choice::First { 1 } else { usize::MAX };
                next.extend(fitting.take(most).filter(|(_, free, _)| *free).map(|(.., to)| *to));
            }
            states = next;
        }
        states.contains(&COVERED)
    }

    /// For the reducers: the edges that say numbers, and whatever lies between stays.
    fn condition(&self, places: &BTreeMap<u32, BTreeSet<Place>>) -> Condition {
        let on = |numbers: &BTreeSet<u32>| {
            let edges = numbers.iter().filter_map(|number| places.get(number)).flatten().copied();
            On::Edges(edges.collect::<BTreeSet<_>>().into())
        };
        let all: BTreeSet<u32> = places.keys().copied().collect();
        let state = |(number, covers): (usize, &Covers)| {
            let mut transitions: Vec<Transition> = Vec::new();
            for (numbers, free, to) in &covers.transitions {
                let assumption = (!free).then(|| Assumption::Behind("1".to_owned()));
                transitions.push(Transition { on: on(numbers), assumption, to: StateId(*to as u32) });
            }
            if !covers.stays {
                let (on, to) = (on(&all), StateId(LEFT as u32));
                transitions.push(Transition { on, assumption: None, to });
            }
            let name = number.to_string();
            let accepting = number == COVERED;
            State {
                name,
                accepting,
                choice: covers.choice,
                transitions,
                otherwise: Otherwise::Stay,
                checked: Default::default(),
            }
        };
        Condition { states: self.states.iter().enumerate().map(state).collect(), initial: StateId(2) }
    }

    /// What somebody would make of it who does not look at assumptions, and takes what is not known for covered.
    fn careless(&self) -> Covering {
        let careless = |covers: &Covers| Covers {
            transitions: covers.transitions.iter().map(|(on, _, to)| (on.clone(), true, *to)).collect(),
            stays: true,
            ..*covers
        };
        Covering { states: self.states.iter().map(careless).collect() }
    }
}

/// Follows some executions for a while, or has some states and statements.
fn random_covering(rng: &mut Rng, numbers: &[u32], runs: &[Run]) -> Covering {
    let state = |stays| Covers { choice: Choice::First, transitions: Vec::new(), stays };
    let mut states = vec![state(true), state(true), state(false)];
    if rng.u32(0..4) > 0 {
        for run in &runs[..rng.usize(1..runs.len() + 1)] {
            let said = run.statements();
            let length = rng.usize(0..said.len() + 1);
            let mut at = 2;
            for (step, number) in said[..length].iter().enumerate() {
                let known = states[at].transitions.iter().find(|(on, ..)| on.contains(number)).map(|(.., to)| *to);
                let to = known.unwrap_or_else(|| match () {
                    () if step + 1 == length => COVERED,
                    () if rng.u32(0..12) == 0 => rng.usize(2..states.len()),
                    () => {
                        states.push(state(false));
                        states.len() - 1
                    }
                });
                if known.is_none() {
                    states[at].transitions.push((BTreeSet::from([*number]), true, to));
                }
                at = to;
                if at == COVERED {
                    break;
                }
            }
        }
    } else {
        let count = rng.usize(3..7);
        states.resize_with(count, || state(false));
        for covers in &mut states[2..] {
            for _ in 0..rng.u32(1..4) {
                let some = numbers.iter().copied().filter(|_| rng.u32(0..5) == 0).collect();
                covers.transitions.push((some, true, rng.usize(0..count)));
            }
        }
    }
    for covers in &mut states[2..] {
        covers.stays = rng.u32(0..3) == 0;
        covers.choice = if rng.u32(0..4) == 0 { Choice::All } else { Choice::First };
        covers.transitions.iter_mut().for_each(|(_, free, _)| *free = rng.u32(0..15) > 0);
    }
    Covering { states }
}

/// The calls that say numbers.
fn places(program: &Program) -> BTreeMap<u32, BTreeSet<Place>> {
    let mut places: BTreeMap<u32, BTreeSet<Place>> = BTreeMap::new();
    for (id, function) in (0..).map(FuncId).zip(&program.functions) {
        let Some(cfa) = function.cfa() else { continue };
        for edge in cfa.edge_ids() {
            if let Op::Call { callee: Callee::Direct(callee), args, .. } = &cfa[edge].op
                && program[*callee].name == "t"
                && let ExprKind::Int(number) = args[0].kind
            {
                places.entry(number as u32).or_default().insert((id, edge));
            }
        }
    }
    places
}

/// What is wrong with the executions of a residual program; how many were cut short, if nothing is.
fn judge(original: &[Run], residual: &[Run], covering: &Covering) -> Result<usize, String> {
    let mut cut = 0;
    for (seed, (whole, left)) in (1..).zip(original.iter().zip(residual)) {
        if left == whole {
            continue;
        }
        if !whole.events.starts_with(&left.events) || left.end != "E" {
            return Err(format!("input {seed}: the program does not do that: {left:?}, but {whole:?}"));
        }
        if !covering.covers(&left.statements()) {
            return Err(format!("input {seed}: something is lost behind {:?} of {whole:?}", left.statements()));
        }
        cut += 1;
    }
    Ok(cut)
}

/// A fault in a residual program: an operation less, or a branch that goes the other way.
fn break_it(rng: &mut Rng, program: &mut Program) {
    let is_fragile = |op: &Op| matches!(op, Op::Assign { .. } | Op::Assume { truth: true, via: None, .. });
    let mut runs = BTreeSet::new();
    let mut open = program.entries.clone();
    while let Some(function) = open.pop() {
        let edges =
            program[function].cfa().filter(|_| runs.insert(function.0 as usize)).into_iter().flat_map(|cfa| &cfa.edges);
        open.extend(edges.filter_map(|edge| match &edge.op {
            Op::Call { callee: Callee::Direct(callee), .. } => Some(*callee),
            _ => None,
        }));
    }
    let mut candidates = Vec::new();
    for (function, cfa) in program.functions.iter().enumerate().filter_map(|(id, function)| Some((id, function.cfa()?)))
    {
        if !runs.contains(&function) {
            continue;
        }
        let edges = cfa.edges.iter().enumerate().filter(|(_, edge)| is_fragile(&edge.op));
        candidates.extend(edges.map(|(edge, _)| (function, edge)));
    }
    let Some(&(function, at)) = rng.choice(&candidates) else { return };
    let Some(cfa) = program.functions[function].cfa_mut() else { return };
    if let Op::Assign { .. } = cfa.edges[at].op {
        cfa.edges[at].op = Op::Skip;
        return;
    }
    let other = (0..cfa.edges.len()).find(|edge| *edge != at && cfa.edges[*edge].from == cfa.edges[at].from);
    if let Some(other) = other {
        (cfa.edges[at].to, cfa.edges[other].to) = (cfa.edges[other].to, cfa.edges[at].to);
    }
}

fn reduced(program: &Program, condition: &Condition, reducer: Reducer) -> Residual {
    reduce::reduce(program, program.entries[0], condition, reducer).expect("the entry is defined")
}

/// Random programs from the seed that QICC_SEED gives, or from 0, and what they do.
fn originals(first: u64, count: u64, asserts: bool) -> Vec<(Rng, String, Program, SourceMap, Vec<Run>)> {
    let first = first + std::env::var("QICC_SEED").map_or(0, |seed| seed.parse().expect("QICC_SEED is a number"));
    let texts: Vec<Named> = (first..first + count)
        .map(|seed| (format!("p{seed}_"), program::random(seed, &format!("p{seed}_"), asserts)))
        .collect();
    let mut runs = run(&texts);
    let with = |(seed, (name, text)): (u64, Named)| {
        let (program, map) = built(&name, &text);
        let runs = runs.remove(&name).unwrap_or_default();
        (Rng::with_seed(seed ^ 0x5eed), name, program, map, runs)
    };
    (first..).zip(texts).map(with).collect()
}

/// Definition 2.3 of paper 000, for all reducers.
#[test]
fn what_is_not_covered_is_left_and_nothing_else() {
    let originals = originals(0, PROGRAMS, false);
    let mut texts = Vec::new();
    let mut expected = Vec::new();
    for (rng, name, program, map, runs) in &originals {
        let mut rng = rng.clone();
        let places = places(program);
        let numbers: Vec<u32> = places.keys().copied().collect();
        let covering = random_covering(&mut rng, &numbers, runs);
        let (condition, careless) = (covering.condition(&places), covering.careless().condition(&places));
        for (number, (reducer, make)) in REDUCERS.iter().enumerate() {
            let residual = reduced(program, &condition, make(3));
            texts.push(printed(&residual.program, map, name, &format!("{name}{reducer}_")));
            if rng.u32(0..8) == 0 {
                let residual = reduced(program, &careless, make(3));
                texts.push(printed(&residual.program, map, name, &format!("{name}careless{number}_")));
                let mut residual = reduced(program, &condition, make(3));
                break_it(&mut rng, &mut residual.program);
                texts.push(printed(&residual.program, map, name, &format!("{name}broken{number}_")));
            }
        }
        expected.push(covering);
    }
    let runs = run(&texts);
    let (mut cut, mut tried, mut noticed) = (0, [0; 2], [0; 2]);
    for ((_, name, .., original), covering) in originals.iter().zip(&expected) {
        for (reducer, _) in REDUCERS {
            let new = format!("{name}{reducer}_");
            let judged = judge(original, &runs[&new], covering);
            cut += judged.unwrap_or_else(|why| {
                let text = |of: &str| texts.iter().find(|(name, _)| name == of).map(|(_, text)| text.as_str());
                panic!("{new}: {why}\n{}", text(&new).unwrap_or_default())
            });
        }
        for (kind, word) in ["careless", "broken"].iter().enumerate() {
            for (_, residual) in runs.iter().filter(|(new, _)| new.starts_with(&format!("{name}{word}"))) {
                tried[kind] += 1;
                noticed[kind] += usize::from(judge(original, residual, covering).is_err());
            }
        }
    }
    println!(
        "{} pairs; {cut} executions cut short; {noticed:?} of {tried:?} careless reducers and faults noticed",
        originals.len() * REDUCERS.len()
    );
    assert!(cut > 200, "only {cut} executions were cut short");
    assert!(noticed[0] > 2, "of {} careless reducers only {} were noticed", tried[0], noticed[0]);
    assert!(noticed[1] * 10 > tried[1], "of {} faults only {} were noticed", tried[1], noticed[1]);
}

/// Whether a slice came to the same assertions as the whole, as far as both were followed.
fn same_assertions(whole: &Run, slice: &Run) -> bool {
    let (all, some) = (whole.assertions(), slice.assertions());
    match (whole.is_long(), slice.is_long()) {
        (false, false) => all == some,
        (true, false) => some.starts_with(&all),
        // It does less.
        (false, true) => false,
        (true, true) => all.starts_with(&some) || some.starts_with(&all),
    }
}

/// Programs, and what a reducer leaves of them, by themselves and sliced.
#[test]
fn slices_come_to_the_same_assertions() {
    let originals = originals(1000, 150, true);
    let mut texts = Vec::new();
    let (mut before, mut after) = (0, 0);
    for (rng, name, program, map, runs) in &originals {
        let mut rng = rng.clone();
        let places = places(program);
        let numbers: Vec<u32> = places.keys().copied().collect();
        let condition = random_covering(&mut rng, &numbers, runs).condition(&places);
        for (reducer, make) in [REDUCERS[0], REDUCERS[1 + rng.usize(0..7)]] {
            let residual = reduced(program, &condition, make(3));
            texts.push(printed(&residual.program, map, name, &format!("{name}{reducer}whole_")));
            let sliced = residual.slice();
            cfa::check::check(&sliced.program).unwrap_or_else(|why| panic!("{name}: {why}"));
            before += sliced.size.residual;
            after += sliced.size.sliced.unwrap_or(0);
            texts.push(printed(&sliced.program, map, name, &format!("{name}{reducer}slice_")));
            let mut broken = sliced.program;
            break_it(&mut rng, &mut broken);
            texts.push(printed(&broken, map, name, &format!("{name}{reducer}broken_")));
        }
    }
    let runs = run(&texts);
    let (mut tried, mut noticed, mut compared) = (0, 0, 0);
    for (name, whole) in runs.iter().filter(|(name, _)| name.ends_with("whole_")) {
        let other = |word: &str| &runs[&name.replace("whole_", word)];
        let differs =
            |word: &str| whole.iter().zip(other(word)).position(|(whole, other)| !same_assertions(whole, other));
        if let Some(seed) = differs("slice_") {
            let text = |of: String| texts.iter().find(|(name, _)| *name == of).map(|(_, text)| text.clone());
            let slice = name.replace("whole_", "slice_");
            panic!(
                "{name} on input {}: {:?}\n{:?}\n{}\n{}",
                seed + 1,
                whole[seed],
                other("slice_")[seed],
                text(name.clone()).unwrap_or_default(),
                text(slice).unwrap_or_default()
            );
        }
        compared += whole.iter().map(|run| run.assertions().len()).sum::<usize>();
        tried += 1;
        noticed += usize::from(differs("broken_").is_some());
    }
    println!("{compared} assertions; {after} of {before} locations; {noticed} of {tried} faults noticed");
    assert!(compared > 1000, "only {compared} assertions were come to");
    assert!(after * 10 < before * 9, "of {before} locations {after} are left");
    assert!(noticed * 10 > tried, "of {tried} faults only {noticed} were noticed");
}

/// What the embedded verifier says of each assertion, and of all of its copies.
fn verdicts(file: &std::path::Path) -> BTreeMap<String, BTreeSet<String>> {
    let mut command = common::qicc();
    command.args(["--verifier", "embedded", "--format", "json", "--jobs", "1", "--strategy", "whole"]);
    command.args(["--check", "assert", "--cpu-limit", "1s"]).arg(file);
    let outcome = common::run(&mut command, b"", common::TOOL_LIMIT);
    let report: serde_json::Value = serde_json::from_slice(&outcome.stdout)
        .unwrap_or_else(|error| panic!("no report: {error}\n{}", outcome.stderr_text()));
    let mut verdicts: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    for property in report["properties"].as_array().into_iter().flatten() {
        let word = |key: &str| property[key].as_str().unwrap_or_default().to_owned();
        verdicts.entry(word("description")).or_default().insert(word("verdict"));
    }
    verdicts
}

/// A variable that is declared again does not hold what it held, wherever it was put.
#[test]
fn variables_are_new_where_they_are_declared() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let (condition, file, left) = ["any.json", "whole.c", "left.c"].map(|name| folder.path().join(name)).into();
    // It counts edges, so that functions are put into their callers.
    let states =
        "{\"name\": \"a\", \"transitions\": [{\"to\": \"b\"}]}, {\"name\": \"b\", \"transitions\": [{\"to\": \"a\"}]}";
    fs::write(&condition, format!("{{\"schema\": 1, \"initial\": \"a\", \"states\": [{states}]}}"))
        .expect("it can be written");
    for body in [
        "{ int x; if (k == 0) x = 1; else __CPROVER_assert(x == 1, \"a\"); }",
        "{ int x[2]; if (k == 0) x[1] = 1; else __CPROVER_assert(x[1] == 1, \"a\"); }",
        "{ struct { int a, b; } x; if (k == 0) x.b = 1; else __CPROVER_assert(x.b == 1, \"a\"); }",
    ] {
        for text in [
            format!("int main(void) {{ for (int k = 0; k < 2; k++) {body} return 0; }}"),
            format!("static void f(int k) {body}\nint main(void) {{ for (int k = 0; k < 2; k++) f(k); return 0; }}"),
        ] {
            fs::write(&file, &text).expect("it can be written");
            let mut command = common::qicc();
            command.args(["reduce", "--reducer", "sep", "--condition"]).arg(&condition).arg("-o").args([&left, &file]);
            let outcome = common::run(&mut command, b"", common::TOOL_LIMIT);
            assert!(outcome.success(), "{}", outcome.stderr_text());
            for file in [&file, &left] {
                // Where there are several copies, some are never come to.
                let printed = fs::read_to_string(file).unwrap_or_default();
                assert!(verdicts(file)["a"].contains("violated"), "{printed}");
            }
        }
    }
}

/// The embedded verifier says the same of a program and of its slice, where it can say something of both.
#[test]
fn slices_have_the_same_verdicts() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let condition = folder.path().join("nothing.json");
    fs::write(&condition, "{\"schema\": 1, \"initial\": \"a\", \"states\": [{\"name\": \"a\"}]}")
        .expect("it can be written");
    let mut agreed: BTreeMap<String, usize> = BTreeMap::new();
    for seed in 3000..3025 {
        let name = format!("p{seed}_");
        let (file, sliced) = (folder.path().join("whole.c"), folder.path().join("slice.c"));
        let text = program::random(seed, &name, true).replace(&format!("{name}main"), "main");
        fs::write(&file, &text).expect("it can be written");
        let mut command = common::qicc();
        command.args(["reduce", "--reducer", "id", "--slice", "--condition"]);
        let outcome = common::run(command.arg(&condition).arg("-o").args([&sliced, &file]), b"", common::TOOL_LIMIT);
        assert!(outcome.success(), "{}", outcome.stderr_text());
        let (whole, slice) = (verdicts(&file), verdicts(&sliced));
        for (assertion, verdict) in &slice {
            let all = &whole[assertion];
            let both: BTreeSet<&String> = all.union(verdict).filter(|verdict| *verdict != "unknown").collect();
            assert!(both.len() < 2, "{assertion}: {all:?}, but {verdict:?} of the slice\n{text}");
            if all == verdict {
                *agreed.entry(verdict.iter().cloned().collect()).or_default() += 1;
            }
        }
    }
    println!("agreed: {agreed:?}");
    let [proved, violated] = ["proved", "violated"].map(|word| agreed.get(word).copied().unwrap_or(0));
    assert!(proved > 20 && violated > 10, "too little is decided: {agreed:?}");
}
