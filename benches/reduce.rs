//! How long reducers take, and how much memory: `cargo bench --bench reduce`, with names of reducers to choose some.
//!
//! First there is a line for each reducer about a condition of 100 000 states on a program of 10 000 locations, beside
//! one of half that size: what doubles is linear. `cargo bench --bench reduce -- large` prints only these.
//!
//! Then each shape is a program with a condition, made in four sizes, each twice the one before. Time and memory should
//! be linear in the product: what is shown is what each of its nodes costs, so that rows with equal numbers are linear.
//! That counts for printing as well, and more so for CBMC, who is told how often loops go round; and for reading the
//! condition, which is JSON. A size is measured in a
//! process of its own, because a process does not say how much memory it has given back.

use qicc::cfa::{self, Cfa, EdgeId, FuncId, LocId, Op, Program, PropId};
use qicc::condition::{self, Choice, Condition, On, Otherwise, State, StateId, Subject, Transition};
use qicc::emit;
use qicc::frontend::load::{self, Input};
use qicc::frontend::sema::{self, Dialect};
use qicc::reduce::{self, REDUCERS};
use qicc::source::SourceMap;
use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::path::Path;
use std::process::Command;
use std::time::Instant;

/// A program for a number of nodes, and the condition for it.
type Shape = (&'static str, fn(usize) -> String, fn(Main, usize) -> Condition);

/// The function that the condition is about.
type Main<'a> = (FuncId, &'a Cfa);

const SHAPES: [Shape; 7] = [
    ("unrolled", |nodes| one_loop(nodes / ROUNDS), |main, _| unrolled(main)),
    ("counting", |_| one_loop(500), |main, nodes| counting(main, nodes / 500)),
    ("machine", |_| MACHINE.to_owned(), |main, nodes| rounds(main, nodes / MACHINE_LOCATIONS)),
    ("one state", one_loop, |main, _| one_state(main)),
    ("branches", branches, |main, _| one_state(main)),
    ("calls", calls, |_, _| steps(12)),
    ("tests", tests, |main, _| one_state(main)),
];

const SIZES: [usize; 4] = [25_000, 50_000, 100_000, 200_000];

/// How often the loop is unrolled.
const ROUNDS: usize = 10;

fn main() {
    let args: Vec<String> = std::env::args().skip(1).filter(|arg| arg != "--bench").collect();
    if let [shape, reducer, size] = &args[..]
        && let Ok(size) = size.parse()
    {
        return measure(shape, reducer, size);
    }
    let is_large = |arg: &&String| *arg == "large";
    let names: Vec<&String> = args.iter().filter(|arg| !is_large(arg)).collect();
    let wanted = |name: &str| names.is_empty() || names.iter().any(|arg| *arg == name);
    println!("{:5} {LARGE_HEAD}", "");
    for (reducer, _) in REDUCERS.iter().filter(|(name, _)| wanted(name)) {
        println!("{reducer:5} {}", large(reducer));
    }
    if args.iter().any(|arg| is_large(&arg)) {
        return;
    }
    println!(
        "seconds in all; for each node microseconds to read, to reduce, to print, to print for CBMC, bytes, \
         microseconds to slice; locations of the slice"
    );
    for (shape, ..) in SHAPES {
        for (reducer, _) in REDUCERS.iter().filter(|(name, _)| wanted(name)) {
            let line = |size: &usize| in_child(shape, reducer, *size).map_or_else(|why| why, |cost| cost.line());
            let lines: Vec<String> = SIZES.iter().map(line).collect();
            println!("{shape:10} {reducer:5} {}", lines.join(" | "));
        }
    }
}

const LARGE_HEAD: &str =
    "states locations product residual      read  (x half)   seconds  (x half)       MiB  (x half)";

/// So many are 100 000 states on 10 000 locations: the loop has somewhat fewer than it is asked for.
const LARGE: usize = 120_000;

/// What these cost, and how many times as much as half of both. Of several runs the fastest counts, because others may
/// use the machine as well.
fn large(reducer: &str) -> String {
    let seconds = |cost: &Cost| cost.reduced + cost.printed;
    let fastest = |size: usize| {
        let runs = (0..5).map(|_| in_child("unrolled", reducer, size)).collect::<Result<Vec<_>, _>>()?;
        let fastest = runs.into_iter().min_by(|one, other| seconds(one).total_cmp(&seconds(other)));
        fastest.ok_or_else(|| "it was not run".to_owned())
    };
    let both = [LARGE / 2, LARGE].map(fastest);
    let [half, whole] = match both {
        [Ok(half), Ok(whole)] => [half, whole],
        [Err(why), _] | [_, Err(why)] => return why,
    };
    let mib = |cost: &Cost| cost.bytes / f64::from(1 << 20);
    format!(
        "{:6} {:9} {:7} {:8}   {:7.2} {:9.2} {:9.2} {:9.2} {:9.0} {:9.2}",
        whole.states,
        whole.locations,
        whole.nodes,
        whole.residual,
        whole.read,
        whole.read / half.read,
        seconds(&whole),
        seconds(&whole) / seconds(&half),
        mib(&whole),
        mib(&whole) / mib(&half)
    )
}

/// What a size costs: seconds to read the condition, to reduce, to print, to print for CBMC and to slice, and bytes to
/// reduce.
struct Cost {
    states: f64,
    locations: f64,
    nodes: f64,
    residual: f64,
    sliced: f64,
    read: f64,
    reduced: f64,
    printed: f64,
    prepared: f64,
    slicing: f64,
    bytes: f64,
}

impl Cost {
    fn of(text: &str) -> Option<Cost> {
        let numbers: Vec<f64> = text.split_whitespace().map(str::parse).collect::<Result<_, _>>().ok()?;
        let [states, locations, nodes, residual, sliced, read, reduced, printed, prepared, slicing, bytes] =
            numbers[..]
        else {
            return None;
        };
        Some(Cost { states, locations, nodes, residual, sliced, read, reduced, printed, prepared, slicing, bytes })
    }

    /// Seconds in all, and what each node costs.
    fn line(&self) -> String {
        let micro = |seconds: f64| seconds * 1e6 / self.nodes;
        format!(
            "{:6} nodes {:5.2} s {:5.2} {:5.2} {:5.2} {:5.2} {:5.0} {:5.2} {:6}",
            self.nodes,
            self.read + self.reduced + self.printed + self.prepared,
            micro(self.read),
            micro(self.reduced),
            micro(self.printed),
            micro(self.prepared),
            self.bytes / self.nodes,
            micro(self.slicing),
            self.sliced
        )
    }
}

/// The error is what went wrong.
fn in_child(shape: &str, reducer: &str, size: usize) -> Result<Cost, String> {
    let this = std::env::current_exe().expect("this is a program");
    let ran = Command::new(this).args([shape, reducer, &size.to_string()]).output().expect("it runs");
    let said = String::from_utf8_lossy(&ran.stdout);
    Cost::of(&said).ok_or_else(|| format!("{}: {said} {}", ran.status, String::from_utf8_lossy(&ran.stderr)))
}

fn measure(shape: &str, reducer: &str, size: usize) {
    let (_, text, condition) = SHAPES.iter().find(|(name, ..)| *name == shape).expect("there is such a shape");
    let (_, make) = REDUCERS.iter().find(|(name, _)| *name == reducer).expect("there is such a reducer");
    // Where edges are is looked up in the file.
    let folder = tempfile::tempdir().expect("a temporary folder");
    let (program, map) = built(folder.path(), &text(size));
    let entry = program.entries[0];
    let cfa = program[entry].cfa().expect("main is defined");
    let (locations, condition) = (cfa.locations, condition((entry, cfa), size));
    let before = memory("VmRSS:");
    let start = Instant::now();
    let residual = reduce::reduce(&program, entry, &condition, make(5)).expect("it is reduced");
    let (reduced, most) = (start.elapsed(), memory("VmHWM:"));
    let start = Instant::now();
    let printed = emit::print(&residual.program, &map, &emit::Options::default());
    let time = start.elapsed();
    if let Some(file) = std::env::var_os("RESIDUAL") {
        std::fs::write(file, &printed).expect("it can be written");
    }
    let asked: BTreeSet<PropId> = (0..residual.program.properties.len() as u32).map(PropId).collect();
    let start = Instant::now();
    emit::for_verifier(&residual.program, emit::Dialect::Cbmc, &asked);
    let prepared = start.elapsed();
    let start = Instant::now();
    let size = residual.slice().size;
    let slicing = start.elapsed();
    let written = condition::write(&condition, &program, &map, &Subject::default());
    let start = Instant::now();
    let again = condition::read(&written, &program, &map, &Subject::default()).expect("it was written for the program");
    let read = start.elapsed();
    assert!(again == condition, "what is read is something else");
    let times = [read, reduced, time, prepared, slicing].map(|time| time.as_secs_f64().to_string()).join(" ");
    let (states, sliced, bytes) = (condition.states.len(), size.sliced.unwrap_or(0), most.saturating_sub(before));
    println!("{states} {locations} {} {} {sliced} {times} {bytes}", size.product, size.residual);
}

fn memory(what: &str) -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix(what)).unwrap_or_default();
    line.split_whitespace().next().and_then(|number| number.parse::<u64>().ok()).unwrap_or(0) * 1024
}

fn built(folder: &Path, text: &str) -> (Program, SourceMap) {
    let file = folder.join("main.c");
    std::fs::write(&file, text).expect("it can be written");
    let loaded = load::load(&Input { files: vec![file], cc: None, flags: Vec::new(), model: None });
    assert!(loaded.errors.is_empty(), "{:?}", loaded.errors);
    let dialect = Dialect { model: loaded.model, gnu89_inline: false };
    let units = loaded.units.iter().map(|unit| sema::analyse(unit.number(), dialect, unit));
    let units = units.collect::<Result<Vec<_>, _>>().expect("it is typed");
    (cfa::build(units, &cfa::Options::default()).expect("it is lowered"), loaded.map)
}

/// A loop with a body of about so many locations: numbers, and branches that meet.
fn one_loop(locations: usize) -> String {
    let mut text = String::from("int any(void); int main(void) { int x = 0, y = 0;\nwhile (any()) {\n");
    for number in 0..locations / 6 {
        _ = writeln!(text, "x = x + {number}; if (x > {number}) y = x; else y = y + 1; x = y;");
    }
    text + "__CPROVER_assert(x > y, \"a\"); }\nreturn 0; }\n"
}

/// Processes under a scheduler: what is left of it when an analysis goes round as often as it can.
const MACHINE: &str =
    "unsigned any(void); int main(void) { unsigned a = 0, b = 0, x = 0, y = 0; for (;;) { unsigned w = any();
    if (w == 0 && !a) { x = any(); a = 1; } else if (w == 1 && a == 1 && !b) { y = x; b = 1; a = 2;
    __CPROVER_assert(y == x, \"a\"); } else if (w == 2 && b) { a = 0; b = 0; } else if (w > 2) break; } return 0; }";

/// About as many as its loop has.
const MACHINE_LOCATIONS: usize = 26;

/// Branches that leave, in loops.
fn branches(locations: usize) -> String {
    let mut text = String::from("int any(void); int main(void) { int x = 0, y = 0;\n");
    for number in 0..locations / 40 {
        text += "while (any()) {\n";
        for inner in 0..5 {
            _ = writeln!(text, "if (x > {number}) {{ y = {inner}; break; }} x = x + any();");
        }
        text += "}\n";
    }
    text + "return y; }\n"
}

/// Functions that call the next one twice, twelve deep, as often as needed.
fn calls(locations: usize) -> String {
    let mut text = String::from("int any(void); static int f0(int x) { int y = any(); return x + y; }\n");
    for number in 1..=8 {
        let next = number - 1;
        _ = writeln!(text, "static int f{number}(int x) {{ int y = f{next}(x); return f{next}(y); }}");
    }
    text += "int main(void) { int x = any();\n";
    // One of these calls stands for some three thousand locations.
    for _ in 0..locations / 3000 {
        text += "if (x > 0) x = f8(x);\n";
    }
    text + "return x; }\n"
}

/// One test after the other, all with the same way out.
fn tests(locations: usize) -> String {
    let mut text = String::from("int main(int x, char **y) {\n");
    for number in 0..locations / 2 {
        _ = writeln!(text, "if (x == {number}) goto out;");
    }
    text + "return 1; out: return 0; }\n"
}

fn state(name: usize, otherwise: Otherwise, transitions: Vec<Transition>) -> State {
    let (name, checked) = (name.to_string(), Default::default());
    State { name, accepting: false, choice: Choice::First, transitions, otherwise, checked }
}

fn on(edges: impl IntoIterator<Item = EdgeId>, function: FuncId, to: usize) -> Transition {
    let edges: BTreeSet<_> = edges.into_iter().map(|edge| (function, edge)).collect();
    Transition { on: On::Edges(edges.into()), assumption: None, to: StateId(to as u32) }
}

fn condition(mut states: Vec<State>) -> Condition {
    states.push(State { accepting: true, ..state(states.len(), Otherwise::Stay, Vec::new()) });
    Condition { states, initial: StateId(0) }
}

/// A state for each location in each round of the loop; what goes round more often is covered.
fn unrolled((main, cfa): Main) -> Condition {
    let outgoing = cfa.outgoing();
    let mut states = Vec::new();
    let count = cfa.locations as usize;
    for round in 0..ROUNDS {
        for loc in (0..cfa.locations).map(LocId) {
            let transitions = outgoing.of(loc).iter().map(|edge| {
                let to = cfa[*edge].to;
                let round = round + usize::from(to <= loc && to != cfa.exit);
                on([*edge], main, if round < ROUNDS { round * count + to.0 as usize } else { ROUNDS * count })
            });
            states.push(state(states.len(), Otherwise::Leave, transitions.collect()));
        }
    }
    // States are numbered by location: the entry must be the first.
    assert_eq!(cfa.entry, LocId(0));
    condition(states)
}

/// How often one branch was taken.
fn counting((main, cfa): Main, most: usize) -> Condition {
    let edge = cfa.edge_ids().find(|edge| matches!(cfa[*edge].op, Op::Assume { .. }));
    condition((0..most).map(|count| state(count, Otherwise::Stay, vec![on(edge, main, count + 1)])).collect())
}

/// How often it went round; afterwards nothing is covered. One way out is covered in each round.
fn rounds((main, cfa): Main, most: usize) -> Condition {
    let back = cfa.edge_ids().filter(|edge| cfa[*edge].to <= cfa[*edge].from && cfa[*edge].to != cfa.exit);
    let back: Vec<EdgeId> = back.collect();
    let out = cfa.edge_ids().filter(|edge| cfa[*edge].to == cfa.exit);
    let out: Vec<EdgeId> = out.collect();
    let round = |count: usize| vec![on(back.clone(), main, count + 1), on(out.clone(), main, most + 1)];
    let mut states: Vec<State> = (0..most).map(|count| state(count, Otherwise::Stay, round(count))).collect();
    states.push(state(most, Otherwise::Leave, Vec::new()));
    condition(states)
}

/// A state that knows every edge by a transition of its own, and in every hundredth place one way is covered.
fn one_state((main, cfa): Main) -> Condition {
    let covers = |edge: EdgeId| matches!(cfa[edge].op, Op::Assume { truth: true, .. }) && cfa[edge].from.0 % 100 == 0;
    let known = cfa.edge_ids().map(|edge| on([edge], main, usize::from(covers(edge))));
    condition(vec![state(0, Otherwise::Leave, known.collect())])
}

/// A number of edges, after which everything is covered.
fn steps(most: usize) -> Condition {
    let any =
        |count: usize| Transition { on: On::Any, assumption: None, to: StateId((count + 1).min(most - 1) as u32) };
    condition((0..most).map(|count| state(count, Otherwise::Stay, vec![any(count)])).collect())
}
