//! The figures of the papers, and the residual condition by running, which `run` does; `text`, `spoken` and `spec` are
//! about conditions as text.

mod calls;
mod decided;
mod run;
mod spec;
mod spoken;
mod text;

use super::product::Product;
use super::{REDUCERS, Reducer, Residual, flat, reduce};
use crate::cfa::tests::{built, built_with_map};
use crate::cfa::{LocId, Op, Program, display};
use crate::condition::{
    self, Assumption, Choice, Condition, On, Otherwise, Place, State, StateId, Subject, Transition,
};
use fastrand::Rng;
use run::{MOST_STEPS, Machine, Run, Step, is_checked, is_covered};
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::sync::Arc;

fn reducer(name: &str) -> Reducer {
    let (_, make) = REDUCERS.iter().find(|(known, _)| *known == name).expect("there is such a reducer");
    make(10)
}

/// Paper 002, figure 2.
const ABS_POW: &str = "int any(void);
int main(void)
{
    int N = any(), i;
    if (N != 0) {
        if (N < 0)
            N = -N;
        i = 1;
        while (i < N)
            i = i + i;
    } else
        i = -1;
    __CPROVER_assert(i != 0, \"f\");
    return 0;
}";

/// The edges whose operation reads so.
fn edges(program: &Program, text: &str) -> BTreeSet<Place> {
    let main = program.entries[0];
    let cfa = program[main].cfa().expect("it is defined");
    let names = display::Names::new(program, cfa);
    let found: BTreeSet<Place> =
        cfa.edge_ids().filter(|edge| names.op(&cfa[*edge].op) == text).map(|edge| (main, edge)).collect();
    assert!(!found.is_empty(), "there is no edge {text}");
    found
}

/// States with transitions on edges; the last state covers, and what is not mentioned stays.
fn automaton(program: &Program, states: &[&[(&str, u32)]]) -> Condition {
    let transition = |(text, to): &(&str, u32)| Transition {
        on: On::Edges(edges(program, text).into()),
        assumption: None,
        to: StateId(*to),
    };
    let state = |(number, transitions): (usize, &&[(&str, u32)])| State {
        name: number.to_string(),
        accepting: number + 1 == states.len(),
        choice: Choice::First,
        transitions: transitions.iter().map(transition).collect(),
        otherwise: Otherwise::Stay,
        checked: Default::default(),
    };
    Condition { states: states.iter().enumerate().map(state).collect(), initial: StateId(0) }
}

/// How often edges are in the residual program.
fn copies(program: &Program, residual: &Residual, text: &str) -> usize {
    let wanted = edges(program, text);
    residual.origin.iter().flatten().filter(|place| wanted.contains(place)).count()
}

/// The condition of figure 2, its states by their numbers there: the last one is q_f. Figure 3 is in `data/reduce`.
fn abs_pow_condition(program: &Program) -> Condition {
    let covered = 11;
    let mut condition = automaton(
        program,
        &[
            &[("[N != 0]", 1), ("[!(N != 0)]", covered)],
            &[("[N < 0]", 2), ("[!(N < 0)]", 3)],
            &[("N = -N", 4)],
            &[("i = 1", 5)],
            &[("i = 1", 8)],
            &[("[i < N]", 6)],
            &[("i = i + i", 7)],
            &[],
            &[("[i < N]", 9)],
            &[("i = i + i", 10)],
            &[],
            &[],
        ],
    );
    condition.states[1..].iter_mut().for_each(|state| state.otherwise = Otherwise::Leave);
    condition
}

/// Heads of loops that are one, and nothing else, are no C program: the same condition leads to several places. So what
/// follows becomes one as well.
#[test]
fn paper_002_figure_4() {
    let program = built(ABS_POW);
    let (condition, entry) = (abs_pow_condition(&program), program.entries[0]);
    let mut made = program.clone();
    let cfa = program[entry].cfa().expect("main is defined").clone();
    let flat = flat::flatten(&mut made, entry, cfa, &flat::wanted(&program, &condition, &condition.settled()));
    let product = Product::new(&flat, &condition, condition.settled(), Default::default());
    let decision = edges(&program, "[i < N]");
    let behind: BTreeSet<u32> = (0..product.nodes.len() as u32)
        .flat_map(|node| product.edges(node))
        .filter(|(edge, _)| flat.origin[edge.0 as usize].is_some_and(|place| decision.contains(&place)))
        .map(|(_, to)| *to)
        .collect();
    assert_eq!(behind.len(), 3, "the heads are apart as long as nothing is folded");
    for (name, make) in REDUCERS {
        let residual = reduce(&program, entry, &condition, make(10)).expect("main is defined");
        let cfa = residual.program[entry].cfa().expect("it is the residual program");
        let mut known: BTreeMap<(LocId, Option<Place>), LocId> = BTreeMap::new();
        for (edge, origin) in cfa.edges.iter().zip(&residual.origin) {
            let to = *known.entry((edge.from, *origin)).or_insert(edge.to);
            assert_eq!(to, edge.to, "{name}: one edge leads to two places");
        }
    }
    let residual = reduce(&program, entry, &condition, reducer("lh")).expect("main is defined");
    assert_eq!(copies(&program, &residual, "[i < N]"), 1);
    assert_eq!(copies(&program, &residual, "i = i + i"), 1);
}

#[test]
fn paper_000_figure_2() {
    // What is behind the branch that is covered is left out for that branch only.
    let program = built(
        "int any(void); int main(void) { int x = any(), y; if (x > 0) y = x * x; else y = 1;
        __CPROVER_assert(y > 0, \"a\"); return 0; }",
    );
    let condition = automaton(&program, &[&[("[x > 0]", 1), ("[!(x > 0)]", 2)], &[], &[]]);
    let residual = reduce(&program, program.entries[0], &condition, reducer("sep")).expect("main is defined");
    assert_eq!(["[x > 0]", "[!(x > 0)]", "y = x * x"].map(|text| copies(&program, &residual, text)), [1, 1, 1]);
    assert_eq!(["y = 1", "return 0"].map(|text| copies(&program, &residual, text)), [0, 1]);
}

#[test]
fn conditions_are_read_as_they_are_written() {
    let (program, map) = built_with_map(ABS_POW);
    let mut rng = Rng::with_seed(7);
    for _ in 0..50 {
        let condition = random_condition(&mut rng, &program, &[]);
        let text = condition::write(&condition, &program, &map, &Subject::default());
        assert_eq!(
            condition::read(&text, &program, &map, &Subject::default()).expect("it is right"),
            condition,
            "{text}"
        );
    }
}

#[test]
fn conditions_know_what_they_are_about() {
    let (program, map) = built_with_map(ABS_POW);
    let subject = |entry: &str, properties: &[&str]| {
        let properties = properties.iter().map(|name| (*name).to_owned()).collect();
        Subject { entry: entry.into(), properties }
    };
    let text = condition::write(&Condition::of_all(true), &program, &map, &subject("main", &["a", "b"]));
    let read = |subject: Subject| match condition::read(&text, &program, &map, &subject) {
        Ok(_) => String::new(),
        Err(error) => error.message,
    };
    assert_eq!(read(subject("main", &["a", "b"])), "");
    assert_eq!(read(subject("main", &["b"])), "");
    assert!(read(subject("main", &["a", "b", "c"])).contains("nothing about c"));
    assert!(read(subject("start", &["a"])).contains("begin with main"));
    let refused = |text: &str, why: &str| {
        let error = condition::read(text, &program, &map, &subject("main", &[])).expect_err("it is about another one");
        assert!(error.message.contains(why), "{}", error.message);
    };
    refused(&text.replace("\"bits\":64", "\"bits\":32"), "32 bits");
    let (other, other_map) = built_with_map(&ABS_POW.replacen('0', "1", 1));
    let text = condition::write(&Condition::of_all(true), &other, &other_map, &subject("main", &[]));
    refused(&text, "another program");
    let (other, other_map) = built_with_map(&format!("\n{ABS_POW}"));
    let text = condition::write(&Condition::of_all(true), &other, &other_map, &subject("main", &[]));
    refused(&text, "another program");
}

#[test]
fn conditions_that_do_not_fit_are_refused() {
    let (program, map) = built_with_map(ABS_POW);
    let error = |text: &str| {
        let error = condition::read(text, &program, &map, &Subject::default()).expect_err("it is wrong");
        assert_eq!(error.code, "condition");
        error.message
    };
    let states = |states: &str| format!("{{\"schema\": 1, \"initial\": \"a\", \"states\": [{states}]}}");
    let to = |edges: &str, to: &str| format!("{{\"name\": \"a\", \"transitions\": [{{{edges}\"to\": \"{to}\"}}]}}");
    assert!(error("{").contains("EOF"));
    assert!(error("{\"schema\": 2, \"initial\": \"a\", \"states\": []}").contains("schema 2"));
    assert!(error(&states("")).contains("no state a"));
    assert!(error(&states("{\"name\": \"a\"}, {\"name\": \"a\"}")).contains("two states a"));
    assert!(error(&states("{\"name\": \"a\", \"colour\": 1}")).contains("colour"));
    assert!(error(&states(&to("", "b"))).contains("no state b"));
    let file = map.locate(program[program.entries[0]].span).file;
    let edge = |more: &str| format!("\"edges\": [{{\"file\": \"{file}\", {more}}}], ");
    assert!(error(&states(&to(&edge("\"line\": 999, \"column\": 1"), "a"))).contains(":999:1 (state a)"));
    assert!(error(&states(&to(&edge("\"line\": 8, \"column\": 9, \"branch\": true"), "a"))).contains("outcome true"));
    assert!(error(&states(&to(&edge("\"line\": 8, \"column\": 9, \"number\": 7"), "a"))).contains("number 7"));
    let covered = "{\"name\": \"a\", \"covered\": true, \"transitions\": [{\"to\": \"b\"}]}, {\"name\": \"b\"}";
    assert!(error(&states(covered)).contains("a is covered"));
}

/// A program with branches, loops, calls and recursion; every number is written before it is read. Of large ones some
/// sums overflow.
pub(crate) fn random_program(rng: &mut Rng, large: bool) -> String {
    let mut text = String::from("int any(void); int g, h;\n");
    for number in 0..rng.u32(0..3) {
        _ = writeln!(text, "static int f{number}(int x) {{ int y = x, z = 1;");
        if rng.bool() {
            _ = writeln!(text, "if (x > 0) y = f{number}(x - 1);");
        }
        statements(rng, &mut text, number, 2, large);
        text += "return y + z; }\n";
    }
    let functions = text.matches("static int").count() as u32;
    let first = if large { "2147483647" } else { "0" };
    _ = writeln!(text, "int main(void) {{ int x = any(), y = 0, z = 0; g = {first}; h = any();");
    statements(rng, &mut text, functions, 3, large);
    text + "return 0; }\n"
}

fn statements(rng: &mut Rng, text: &mut String, functions: u32, depth: u32, large: bool) {
    for _ in 0..rng.u32(1..4) {
        let var = |rng: &mut Rng| ["x", "y", "z", "g", "h"][rng.usize(0..5)];
        let (a, b, c) = (var(rng), var(rng), var(rng));
        let condition = format!("{a} {} {b}", ["<", "==", "!=", ">="][rng.usize(0..4)]);
        match rng.u32(0..if large { 11 } else { 9 }) {
            0 => _ = writeln!(text, "{a} = any();"),
            1 => _ = writeln!(text, "{a} = ({b} + {c}) & 7;"),
            2 => _ = writeln!(text, "{a} = {};", rng.u32(0..4)),
            3 => _ = writeln!(text, "__CPROVER_assert({a} < {}, \"a\");", rng.u32(3..9)),
            4 if functions > 0 => _ = writeln!(text, "{a} = f{}({b} & 3) & 7;", rng.u32(0..functions)),
            5..=6 if depth > 0 => {
                _ = writeln!(text, "if ({condition}) {{");
                statements(rng, text, functions, depth - 1, large);
                if rng.bool() {
                    *text += "} else {\n";
                    statements(rng, text, functions, depth - 1, large);
                }
                *text += "}\n";
            }
            7..=8 if depth > 0 => {
                _ = writeln!(text, "while (any() > {}) {{", rng.u32(1..4));
                statements(rng, text, functions, depth - 1, large);
                if rng.u32(0..3) == 0 {
                    _ = writeln!(text, "if ({condition}) break;");
                }
                *text += "}\n";
            }
            9 => _ = writeln!(text, "{a} = {b} {} {c};", ["+", "-"][rng.usize(0..2)]),
            10 => _ = writeln!(text, "{a} = 2147483647 - {b};"),
            _ => *text += "g = (g + 1) & 7;\n",
        }
    }
}

/// A condition with some states and edges, or one that has followed some executions for a while.
fn random_condition(rng: &mut Rng, program: &Program, runs: &[Run]) -> Condition {
    let state = |number: usize| State {
        name: format!("s{number}"),
        accepting: number == 0,
        choice: Choice::First,
        transitions: Vec::new(),
        otherwise: Otherwise::Leave,
        checked: Default::default(),
    };
    let mut states = vec![state(0)];
    let all: Vec<Place> = program.defined().flat_map(|(id, cfa)| cfa.edge_ids().map(move |edge| (id, edge))).collect();
    if !runs.is_empty() && rng.u32(0..4) > 0 {
        // A tree of executions; most end in what is covered, and some of the states are one.
        states.push(state(1));
        for run in runs {
            let (mut at, length) = (1, rng.usize(0..run.len() + 1));
            for (number, Step { place, .. }) in run[..length].iter().enumerate() {
                let on = On::Edges(BTreeSet::from([*place]).into());
                let known = states[at].transitions.iter().find(|transition| transition.on == on);
                let known = known.map(|transition| transition.to.0 as usize);
                let to = match known {
                    Some(0) => break,
                    Some(to) => to,
                    None if number + 1 == length && rng.u32(0..4) > 0 => 0,
                    None if rng.u32(0..20) == 0 => rng.usize(1..states.len()),
                    None => {
                        states.push(state(states.len()));
                        states.len() - 1
                    }
                };
                if known.is_none() {
                    states[at].transitions.push(Transition { on, assumption: None, to: StateId(to as u32) });
                }
                at = to;
                if at == 0 {
                    break;
                }
            }
        }
    } else {
        let count = rng.usize(2..6);
        states.extend((1..count).map(state));
        for state in &mut states[1..] {
            for _ in 0..rng.u32(0..4) {
                let edges = all.iter().copied().filter(|_| rng.u32(0..5) == 0);
                let edges = edges.collect::<BTreeSet<_>>();
                let on = if rng.u32(0..8) == 0 { On::Any } else { On::Edges(edges.into()) };
                let to = StateId(rng.u32(0..count as u32));
                state.transitions.push(Transition { on, assumption: None, to });
            }
        }
    }
    let doubts = rng.bool();
    for state in &mut states[1..] {
        state.otherwise = if rng.u32(0..3) == 0 { Otherwise::Stay } else { state.otherwise };
        state.choice = if rng.u32(0..4) == 0 { Choice::All } else { Choice::First };
        let asserts = |place: &Place| matches!(edge_of(program, *place), Op::Assert { .. });
        let checked: BTreeSet<Place> = all.iter().copied().filter(asserts).filter(|_| rng.u32(0..4) == 0).collect();
        state.checked = checked.into();
        for transition in &mut state.transitions {
            transition.assumption = (doubts && rng.u32(0..12) == 0).then(|| Assumption::Behind("g > 0".to_owned()));
            if let On::Edges(places) = &transition.on
                && let [place] = places.iter().copied().collect::<Vec<_>>()[..]
                && rng.u32(0..4) > 0
            {
                transition.assumption = decided::fits(program, place).or(transition.assumption.take());
            }
        }
    }
    let initial = StateId(if states.len() > 1 { 1 } else { 0 });
    Condition { states, initial }
}

fn edge_of(program: &Program, (function, edge): Place) -> &Op {
    &program[function].cfa().expect("it is defined")[edge].op
}

/// What goes wrong with a pair of program and condition, when the reducer is given another condition, or the same; and
/// how many executions were cut short.
fn judge(
    program: &Program,
    runs: &[(Vec<i128>, Run)],
    condition: &Condition,
    given: &Condition,
) -> Result<usize, String> {
    let mut cut = 0;
    for (name, make) in REDUCERS {
        let residual = reduce(program, program.entries[0], given, make(3)).expect("main is defined");
        crate::cfa::check::check(&residual.program).map_err(|why| format!("{name}: {why}"))?;
        for (inputs, run) in runs {
            let left = Machine::run(&residual.program, Some(&residual.origin), inputs);
            if !run.starts_with(&left) {
                return Err(format!("{name}: the program does not do that on {inputs:?}"));
            }
            if left.len() < run.len() {
                // What fails has no edge of its own.
                let fails = run.len() == left.len() + 1 && is_checked(condition, &left, run[left.len()].place);
                if !is_covered(condition, &left) && !fails {
                    return Err(format!("{name}: something is lost on {inputs:?}"));
                }
                cut += 1;
            }
        }
    }
    Ok(cut)
}

fn random_runs(rng: &mut Rng, program: &Program) -> Vec<(Vec<i128>, Run)> {
    let mut one = || {
        let inputs: Vec<i128> = (0..12).map(|_| rng.i128(0..6)).collect();
        let run = Machine::run(program, None, &inputs);
        (inputs, run)
    };
    (0..12).map(|_| one()).collect()
}

/// Definition 2.3 of paper 000, for all reducers.
#[test]
fn what_is_not_covered_is_left_and_nothing_else() {
    let (mut cut, mut noticed, mut overflow) = (0, 0, 0);
    for seed in 0..1000 {
        let mut rng = Rng::with_seed(seed);
        let text = random_program(&mut rng, seed % 2 == 0);
        let program = built(&text);
        let runs = random_runs(&mut rng, &program);
        let some: Vec<Run> = runs.iter().take(rng.usize(0..8)).map(|(_, run)| run.clone()).collect();
        let condition = random_condition(&mut rng, &program, &some);
        let judged = judge(&program, &runs, &condition, &condition);
        cut += judged.unwrap_or_else(|why| panic!("seed {seed}: {why}\n{text}\n{condition:#?}"));
        let fitting = |run: &Run| run.iter().map(|step| Step { fits: true, ..*step }).collect::<Run>();
        let overflows = |run: &&Run| is_covered(&condition, &fitting(run)) && !is_covered(&condition, run);
        overflow += runs.iter().map(|(_, run)| run).filter(overflows).count();
        // A reducer that does not care about assumptions, or takes what it does not know for covered, is caught.
        if seed % 10 == 0 {
            let mut careless = condition.clone();
            for state in &mut careless.states {
                state.transitions.iter_mut().for_each(|transition| transition.assumption = None);
                state.otherwise = Otherwise::Stay;
                let asserts = |place: &Place| matches!(edge_of(&program, *place), Op::Assert { .. });
                state.checked =
                    Arc::new(runs.iter().flat_map(|(_, run)| run).map(|step| step.place).filter(asserts).collect());
            }
            noticed += usize::from(judge(&program, &runs, &condition, &careless).is_err());
        }
    }
    assert!(cut > 10_000, "only {cut} executions were cut short");
    assert!(overflow > 30, "only {overflow} executions are not covered because something overflows");
    assert!(noticed > 5, "only {noticed} careless reducers were caught");
}

/// What is covered of a residual program is covered of the program; what comes of a chain of two conditions is one.
#[test]
fn what_is_known_of_the_rest_is_known_of_the_program() {
    let (mut made, mut new, mut noticed) = (0, 0, 0);
    for seed in 0..400 {
        let mut rng = Rng::with_seed(seed + 5_000);
        let text = random_program(&mut rng, seed % 2 == 0);
        let program = built(&text);
        let runs = random_runs(&mut rng, &program);
        let some: Vec<Run> = runs.iter().take(rng.usize(0..8)).map(|(_, run)| run.clone()).collect();
        let condition = random_condition(&mut rng, &program, &some);
        for (name, make) in REDUCERS {
            let residual = reduce(&program, program.entries[0], &condition, make(3)).expect("main is defined");
            let run = |inputs: &[i128]| Machine::run(&residual.program, None, inputs);
            let some: Vec<Run> = runs.iter().take(rng.usize(0..8)).map(|(inputs, _)| run(inputs)).collect();
            let found = random_condition(&mut rng, &residual.program, &some);
            let both = super::back(&residual.program, residual.entry, &residual.origin, &found);
            let Some(both) = both else { continue };
            assert!(super::back::is_well_formed(&both));
            made += 1;
            // With a condition that covers everything sooner, what is covered too early is noticed.
            let all = Condition::of_all(true);
            let early = super::back(&residual.program, residual.entry, &residual.origin, &all).expect("it can be said");
            for (inputs, whole) in &runs {
                let by_rest = is_covered(&found, &run(inputs));
                let allowed = is_covered(&condition, whole) || by_rest;
                let covered = is_covered(&both, whole);
                assert!(allowed || !covered, "seed {seed}, {name}: {inputs:?}\n{text}\n{condition:#?}\n{found:#?}");
                new += usize::from(covered && !is_covered(&condition, whole));
                noticed += usize::from(is_covered(&early, whole) && !allowed);
            }
        }
    }
    assert!(made > 1500, "only {made} conditions could be said");
    assert!(new > 1500, "only {new} executions were covered by the rest alone");
    assert!(noticed > 1000, "only {noticed} executions would have told a wrong one");
}
