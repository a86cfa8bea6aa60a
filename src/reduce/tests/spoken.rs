//! What CPAchecker's automata cover, by running them on the texts of its edges, against what we make of them.
//!
//! Random programs are run here by their own syntax, and say the texts of the edges that CPAchecker would take; that
//! shares no code with what reads conditions. Whatever we take for covered must be covered there, and not later.

use super::{Machine, is_covered};
use crate::cfa::tests::built_with_map;
use crate::cfa::{Op, Program, PropertyKind};
use crate::condition;
use fastrand::Rng;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;

#[derive(Clone)]
enum Cond {
    Compare(&'static str, &'static str, &'static str),
    Any(i64),
    Var(&'static str),
    NotVar(&'static str),
    Not(Box<Cond>),
    And(Box<Cond>, Box<Cond>),
    Or(Box<Cond>, Box<Cond>),
}

enum Stmt {
    Set(&'static str, i64),
    Add(&'static str, &'static str, &'static str),
    Any(&'static str),
    Call(&'static str, usize, &'static str),
    If(Cond, Vec<Stmt>, Option<Vec<Stmt>>),
    While(Cond, Vec<Stmt>),
    For(&'static str, i64, Vec<Stmt>),
    Choose(&'static str, Cond),
    Switch(&'static str, Vec<Stmt>, Vec<Stmt>),
    Assert(&'static str, i64),
    Check(&'static str, i64),
    ErrorIf(Cond),
}

impl Cond {
    fn random(rng: &mut Rng, depth: u32) -> Cond {
        let var = |rng: &mut Rng| ["x", "y", "z"][rng.usize(0..3)];
        let inside = |rng: &mut Rng| Box::new(Cond::random(rng, depth - 1));
        match rng.u32(0..if depth > 0 { 12 } else { 8 }) {
            0..=4 => Cond::Compare(var(rng), ["<", "==", ">"][rng.usize(0..3)], var(rng)),
            5 => Cond::Any(rng.i64(1..4)),
            6 => Cond::Var(var(rng)),
            7 => Cond::NotVar(var(rng)),
            8 | 9 => Cond::Not(inside(rng)),
            10 => Cond::And(inside(rng), inside(rng)),
            _ => Cond::Or(inside(rng), inside(rng)),
        }
    }

    fn text(&self) -> String {
        let part = |cond: &Cond| match cond {
            Cond::And(..) | Cond::Or(..) => format!("({})", cond.text()),
            _ => cond.text(),
        };
        match self {
            Cond::Compare(a, op, b) => format!("{a} {op} {b}"),
            Cond::Any(k) => format!("any() > {k}"),
            Cond::Var(a) => a.to_string(),
            Cond::NotVar(a) => format!("!{a}"),
            Cond::Not(cond) => format!("!({})", cond.text()),
            Cond::And(a, b) => format!("{} && {}", part(a), part(b)),
            Cond::Or(a, b) => format!("{} || {}", part(a), part(b)),
        }
    }
}

fn random_stmts(rng: &mut Rng, functions: usize, depth: u32) -> Vec<Stmt> {
    let var = |rng: &mut Rng| ["x", "y", "z"][rng.usize(0..3)];
    let mut stmts = Vec::new();
    for _ in 0..rng.u32(1..4) {
        let below = |rng: &mut Rng| random_stmts(rng, functions, depth - 1);
        stmts.push(match rng.u32(0..if depth > 0 { 17 } else { 9 }) {
            0 => Stmt::Set(var(rng), rng.i64(0..3)),
            1 => Stmt::Add(var(rng), var(rng), var(rng)),
            2 => Stmt::Any(var(rng)),
            3 if functions > 0 => Stmt::Call(var(rng), rng.usize(0..functions), var(rng)),
            4 => Stmt::Choose(var(rng), Cond::random(rng, 0)),
            5 | 6 => Stmt::Assert(var(rng), rng.i64(4..9)),
            7 => Stmt::Check(var(rng), rng.i64(4..9)),
            8 if rng.bool() => Stmt::ErrorIf(Cond::random(rng, 1)),
            9..=12 => Stmt::If(Cond::random(rng, 2), below(rng), rng.bool().then(|| below(rng))),
            13 | 14 => Stmt::While(Cond::random(rng, 1), below(rng)),
            15 => Stmt::For(var(rng), rng.i64(1..4), below(rng)),
            16 => Stmt::Switch(var(rng), below(rng), below(rng)),
            _ => Stmt::Set(var(rng), 1),
        });
    }
    stmts
}

fn print(stmts: &[Stmt], text: &mut String) {
    for stmt in stmts {
        match stmt {
            Stmt::If(cond, then, other) => {
                _ = writeln!(text, "if ({}) {{", cond.text());
                print(then, text);
                if let Some(other) = other {
                    *text += "} else {\n";
                    print(other, text);
                }
                *text += "}\n";
            }
            Stmt::While(cond, body) => {
                _ = writeln!(text, "while ({}) {{", cond.text());
                print(body, text);
                *text += "}\n";
            }
            Stmt::For(var, bound, body) => {
                _ = writeln!(text, "for ({var} = 0; {var} < {bound}; {var}++) {{");
                print(body, text);
                *text += "}\n";
            }
            Stmt::Switch(var, one, other) => {
                _ = writeln!(text, "switch ({var}) {{\ncase 1:");
                print(one, text);
                *text += "break;\ncase 2:\n";
                print(other, text);
                *text += "}\n";
            }
            Stmt::ErrorIf(cond) => _ = writeln!(text, "if ({}) {{ reach_error(); }}", cond.text()),
            simple => _ = writeln!(text, "{}", words(simple)),
        }
    }
}

/// A statement without others in it.
fn words(stmt: &Stmt) -> String {
    match stmt {
        Stmt::Set(a, k) => format!("{a} = {k};"),
        Stmt::Add(a, b, c) => format!("{a} = ({b} + {c}) & 7;"),
        Stmt::Any(a) => format!("{a} = any();"),
        Stmt::Call(a, f, b) => format!("{a} = f{f}({b});"),
        Stmt::Choose(a, cond) => format!("{a} = ({}) ? 1 : 2;", cond.text()),
        Stmt::Assert(a, k) => format!("__CPROVER_assert({a} < {k}, \"a\");"),
        Stmt::Check(a, k) => format!("check({a} < {k});"),
        _ => panic!("there are others in it"),
    }
}

/// Says the texts of the edges that CPAchecker takes.
struct Speaker<'a> {
    functions: &'a [Vec<Stmt>],
    /// Whether the parts of a condition have the text of all of it, or their own.
    whole: bool,
    inputs: &'a [i128],
    read: usize,
    /// Each with the number of calls of `__CPROVER_assert` that have held before.
    said: Vec<(String, usize)>,
    held: usize,
}

type Vars = BTreeMap<&'static str, i64>;

/// More texts are not said.
const MOST_TEXTS: usize = 3000;

impl Speaker<'_> {
    fn say(&mut self, text: impl Into<String>) -> Option<()> {
        self.said.push((text.into(), self.held));
        (self.said.len() < MOST_TEXTS).then_some(())
    }

    fn any(&mut self) -> i64 {
        self.read += 1;
        self.inputs[self.read % self.inputs.len()] as i64
    }

    fn cond(&mut self, vars: &Vars, cond: &Cond, all: &str, flipped: bool) -> Option<bool> {
        let holds = match cond {
            Cond::Not(inside) => return Some(!self.cond(vars, inside, all, !flipped)?),
            Cond::And(a, b) => return Some(self.cond(vars, a, all, flipped)? && self.cond(vars, b, all, flipped)?),
            Cond::Or(a, b) => return Some(self.cond(vars, a, all, flipped)? || self.cond(vars, b, all, flipped)?),
            Cond::Compare(a, op, b) => match *op {
                "<" => vars[a] < vars[b],
                ">" => vars[a] > vars[b],
                _ => vars[a] == vars[b],
            },
            Cond::Any(k) => {
                self.say("__CPAchecker_TMP_0 = any();")?;
                self.any() > *k
            }
            Cond::Var(a) => vars[a] != 0,
            Cond::NotVar(a) => vars[a] == 0,
        };
        let own = cond.text();
        let (text, holds_there) = if self.whole { (all, holds != flipped) } else { (own.as_str(), holds) };
        let cut = text.strip_prefix("!(").and_then(|text| text.strip_suffix(')'));
        self.say(match (holds_there, cut) {
            (true, _) => format!("[{text}]"),
            (false, Some(cut)) => format!("[{cut}]"),
            (false, None) => format!("[!({text})]"),
        })?;
        Some(holds)
    }

    fn decide(&mut self, vars: &Vars, cond: &Cond) -> Option<bool> {
        self.cond(vars, cond, &cond.text(), false)
    }

    /// Nothing when the run is over.
    fn run(&mut self, vars: &mut Vars, stmts: &[Stmt]) -> Option<()> {
        for stmt in stmts {
            match stmt {
                Stmt::If(cond, then, other) => {
                    match (self.decide(vars, cond)?, other) {
                        (true, _) => self.run(vars, then)?,
                        (false, Some(other)) => self.run(vars, other)?,
                        (false, None) => {}
                    }
                    self.say("")?;
                }
                Stmt::While(cond, body) => {
                    self.say("")?;
                    while self.decide(vars, cond)? {
                        self.run(vars, body)?;
                        self.say("")?;
                    }
                }
                Stmt::For(var, bound, body) => {
                    self.say("")?;
                    self.say(format!("{var} = 0"))?;
                    vars.insert(var, 0);
                    loop {
                        let inside = vars[var] < *bound;
                        self.say(if inside { format!("[{var} < {bound}]") } else { format!("[!({var} < {bound})]") })?;
                        if !inside {
                            break;
                        }
                        self.run(vars, body)?;
                        self.say(format!("{var}++"))?;
                        *vars.get_mut(var)? += 1;
                    }
                }
                Stmt::Switch(var, one, other) => {
                    self.say(format!("switch ({var})"))?;
                    let value = vars[var];
                    for (number, body) in [(1, one), (2, other)] {
                        let text = format!("{var} == {number}");
                        if value == number {
                            self.say(format!("[{text}]"))?;
                            self.run(vars, body)?;
                            self.say("break;")?;
                            break;
                        }
                        self.say(format!("[!({text})]"))?;
                    }
                }
                Stmt::ErrorIf(cond) => {
                    if self.decide(vars, cond)? {
                        self.say("reach_error();")?;
                        return None;
                    }
                }
                simple => self.simple(vars, simple)?,
            }
        }
        Some(())
    }

    fn simple(&mut self, vars: &mut Vars, stmt: &Stmt) -> Option<()> {
        let text = words(stmt);
        match stmt {
            Stmt::Set(a, k) => _ = vars.insert(a, *k),
            Stmt::Add(a, b, c) => _ = vars.insert(a, (vars[b] + vars[c]) & 7),
            Stmt::Any(a) => {
                self.say(&text)?;
                let value = self.any();
                vars.insert(a, value);
            }
            Stmt::Call(a, f, b) => {
                self.say(&text)?;
                self.say("")?;
                let mut locals = Vars::from([("x", vars[b]), ("y", 0), ("z", 1)]);
                ["int y = 0;", "int z = 1;"].iter().try_for_each(|text| self.say(*text))?;
                let functions = self.functions;
                self.run(&mut locals, &functions[*f])?;
                self.say("return y & 3;")?;
                vars.insert(a, locals["y"] & 3);
                return self.say("");
            }
            Stmt::Choose(a, cond) => {
                let chosen = if self.decide(vars, cond)? { 1 } else { 2 };
                vars.insert(a, chosen);
            }
            Stmt::Assert(a, k) => {
                self.say(&text)?;
                if vars[a] >= *k {
                    return None;
                }
                self.held += 1;
                return Some(());
            }
            Stmt::Check(a, k) => {
                self.say(&text)?;
                self.say("")?;
                let holds = vars[a] < *k;
                self.say(if holds { "[!(!c)]" } else { "[!c]" })?;
                if !holds {
                    self.say("reach_error();")?;
                    return None;
                }
                return self.say("");
            }
            _ => panic!("there are others in it"),
        }
        self.say(text)
    }
}

struct Spoken {
    text: String,
    functions: Vec<Vec<Stmt>>,
    main: Vec<Stmt>,
    whole: bool,
}

impl Spoken {
    fn random(rng: &mut Rng) -> Spoken {
        let functions: Vec<Vec<Stmt>> = (0..rng.usize(0..3)).map(|number| random_stmts(rng, number, 1)).collect();
        let main = random_stmts(rng, functions.len(), 3);
        let mut text = String::from("int any(void);\nvoid reach_error(void);\n");
        text += "static void check(int c) {\nif (!c) { reach_error(); }\n}\n";
        for (number, body) in functions.iter().enumerate() {
            _ = writeln!(text, "static int f{number}(int x) {{\nint y = 0;\nint z = 1;");
            print(body, &mut text);
            text += "return y & 3;\n}\n";
        }
        text += "int main(void) {\nint x = any();\nint y = 0;\nint z = 0;\n";
        print(&main, &mut text);
        text += "return 0;\n}\n";
        Spoken { text, functions, main, whole: rng.bool() }
    }

    fn run(&self, inputs: &[i128]) -> Vec<(String, usize)> {
        let said = Vec::new();
        let mut speaker = Speaker { functions: &self.functions, whole: self.whole, inputs, read: 0, said, held: 0 };
        let mut run = || {
            ["", "int any(void);", "int main(void)", "", "int x = any();", "int x = any();"]
                .iter()
                .try_for_each(|text| speaker.say(*text))?;
            let mut vars = Vars::from([("x", speaker.any()), ("y", 0), ("z", 0)]);
            ["int y = 0;", "int z = 0;"].iter().try_for_each(|text| speaker.say(*text))?;
            speaker.run(&mut vars, &self.main)?;
            speaker.say("return 0;")
        };
        run();
        speaker.said
    }
}

/// An automaton as CPAchecker has it: state 0 covers, state 1 never does.
struct Spec {
    states: Vec<Row>,
}

/// Whether the first transition counts, and where texts lead; no text is any.
type Row = (bool, Vec<(Option<String>, usize)>);

impl Spec {
    /// Runs that are followed for a while; everything else is covered, as CPAchecker writes it.
    fn of_runs(rng: &mut Rng, runs: &[Vec<(String, usize)>]) -> Spec {
        let mut states: Vec<Row> = vec![(false, vec![]), (false, vec![]), (true, vec![])];
        for run in runs {
            let (mut at, length) = (2, rng.usize(1..run.len() + 1));
            for (number, (text, _)) in run[..length].iter().enumerate() {
                let known = states[at].1.iter().find(|(known, _)| known.as_ref() == Some(text)).map(|(_, to)| *to);
                let to = known.unwrap_or_else(|| {
                    let to = if number + 1 == length {
                        rng.usize(0..2)
                    } else if rng.u32(0..30) == 0 {
                        rng.usize(2..states.len())
                    } else {
                        states.push((true, vec![]));
                        states.len() - 1
                    };
                    states[at].1.push((Some(text.clone()), to));
                    to
                });
                if to < 2 {
                    break;
                }
                at = to;
            }
        }
        states.iter_mut().for_each(|(_, arrows)| arrows.push((None, 0)));
        states[1].1 = vec![(None, 1)];
        Spec { states }
    }

    /// Some states that wait for texts.
    fn waiting(rng: &mut Rng, texts: &[String]) -> Spec {
        let count = rng.usize(3..7);
        let mut states = vec![(false, vec![(None, 0)]), (false, vec![(None, 1)])];
        for number in 2..count {
            let mut arrows = Vec::new();
            for _ in 0..rng.u32(0..4) {
                arrows.push((Some(texts[rng.usize(0..texts.len())].clone()), rng.usize(0..count)));
            }
            match rng.u32(0..10) {
                0 => arrows.push((None, rng.usize(0..count))),
                1 => {}
                _ => arrows.push((None, number)),
            }
            states.push((rng.u32(0..4) > 0, arrows));
        }
        Spec { states }
    }

    fn text(&self) -> String {
        let name = |number: usize| match number {
            0 => "__TRUE".to_owned(),
            1 => "__FALSE".to_owned(),
            _ => format!("s{number}"),
        };
        let mut text = String::from("OBSERVER AUTOMATON AssumptionAutomaton\nINITIAL STATE s2;\n");
        for (number, (first, arrows)) in self.states.iter().enumerate() {
            _ = writeln!(text, "STATE {} {}:", if *first { "USEFIRST" } else { "USEALL" }, name(number));
            for (when, to) in arrows {
                let when = when.as_ref().map_or("TRUE".to_owned(), |text| {
                    format!("MATCH \"{}\"", text.replace('\\', "\\\\").replace('"', "\\\""))
                });
                _ = writeln!(text, "  {when} -> GOTO {};", name(*to));
            }
        }
        text + "END AUTOMATON\n"
    }

    /// How many assertions have held when a run is covered.
    fn covers(&self, run: &[(String, usize)]) -> Option<usize> {
        let mut at = BTreeSet::from([2]);
        for (text, held) in run {
            let mut next = BTreeSet::new();
            for state in at {
                let (first, arrows) = &self.states[state];
                let fitting = arrows.iter().filter(|(when, _)| when.as_ref().is_none_or(|when| when == text));
                let taken: Vec<usize> = fitting.map(|(_, to)| *to).take(if *first { 1 } else { 99 }).collect();
                next.extend(if taken.is_empty() { vec![state] } else { taken });
            }
            at = next;
            if at == BTreeSet::from([0]) {
                return Some(*held);
            }
        }
        None
    }
}

/// How many assertions have held when we take a run for covered.
fn ours(program: &Program, condition: &condition::Condition, inputs: &[i128]) -> Option<usize> {
    let run = Machine::run(program, None, inputs);
    let asserted = |place: &condition::Place| match program[place.0].cfa().expect("it is defined")[place.1].op {
        Op::Assert { property, .. } => Some(program[property].kind),
        _ => None,
    };
    let is_assert = |place: &&condition::Place| asserted(place) == Some(PropertyKind::Assertion);
    // The last one may have failed.
    let length = if run.last().is_some_and(|last| asserted(last).is_some()) { run.len() - 1 } else { run.len() };
    let run = &run[..length];
    if !is_covered(condition, run) {
        return None;
    }
    let first = (0..=length).find(|end| is_covered(condition, &run[..*end]))?;
    Some(run[..first].iter().filter(is_assert).count())
}

/// More when asked for.
fn seeds() -> std::ops::Range<u64> {
    0..std::env::var("QICC_SEEDS").map_or(1000, |count| count.parse().expect("a number"))
}

#[test]
fn nothing_is_covered_that_is_not_covered_there() {
    let (mut there, mut both) = ([0, 0], [0, 0]);
    for seed in seeds() {
        let mut rng = Rng::with_seed(seed);
        let spoken = Spoken::random(&mut rng);
        let (program, map) = built_with_map(&spoken.text);
        let inputs: Vec<Vec<i128>> = (0..10).map(|_| (0..9).map(|_| rng.i128(0..6)).collect()).collect();
        let runs: Vec<Vec<(String, usize)>> = inputs.iter().map(|inputs| spoken.run(inputs)).collect();
        let kind = usize::from(rng.u32(0..3) == 0);
        let spec = if kind == 0 {
            let some = rng.usize(1..5);
            Spec::of_runs(&mut rng, &runs[..some])
        } else {
            let texts: Vec<String> = runs.iter().flatten().map(|(text, _)| text.clone()).collect();
            Spec::waiting(&mut rng, &texts)
        };
        let text = spec.text();
        let read = condition::read_text(&text, &program, &map);
        let condition = read.unwrap_or_else(|why| panic!("seed {seed}: {}\n{}\n{text}", why.message, spoken.text));
        for (inputs, run) in inputs.iter().zip(&runs) {
            let (covered, taken) = (spec.covers(run), ours(&program, &condition, inputs));
            there[kind] += usize::from(covered.is_some());
            both[kind] += usize::from(taken.is_some());
            if let Some(ours) = taken {
                assert!(
                    covered.is_some_and(|theirs| theirs <= ours),
                    "seed {seed}, {inputs:?}: {ours} against {covered:?}\n{}\n{text}\n{run:#?}",
                    spoken.text
                );
            }
        }
    }
    // Something must be covered at all for this to mean anything.
    let share = |kind: usize| both[kind] * 100 / there[kind].max(1);
    assert!(share(0) >= 20 && share(1) >= 20, "covered there {there:?}, and here {both:?}");
}
