//! What CPAchecker's automata cover, by running them on the texts of its edges, against what we make of them.
//!
//! Random programs are run here by their own syntax, and say the texts of the edges that CPAchecker would take; that
//! shares no code with what reads conditions. Whatever we take for covered must be covered there, and not later.

use super::spec::Spec;
use super::{MOST_STEPS, Machine, Step, is_checked, is_covered};
use crate::cfa::tests::built_with_map;
use crate::cfa::{Op, Program, PropertyKind};
use crate::condition;
use fastrand::Rng;
use std::collections::BTreeMap;
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
    /// Whether the condition is in parentheses; another one may be asked where the first does not hold.
    Choose(&'static str, Cond, bool, Option<Cond>),
    /// `&&` or `||`, without anything that asks for it.
    Join(&'static str, bool, Cond, Cond),
    /// Two of them beside each other, or one beside a call: nobody knows which is first.
    Beside(&'static str, Result<usize, Cond>, Cond),
    Switch(&'static str, Vec<Stmt>, Vec<Stmt>),
    Assert(&'static str, i64),
    Check(&'static str, i64),
    /// The same about something that is put together.
    CheckJoined(bool, Cond, Cond),
    CheckNothing,
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
        let leaf = |rng: &mut Rng| Cond::random(rng, 0);
        stmts.push(match rng.u32(0..if depth > 0 { 17 } else { 9 }) {
            0 if rng.u32(0..4) == 0 => match rng.u32(0..4) {
                0 => Stmt::Join(var(rng), rng.bool(), leaf(rng), leaf(rng)),
                1 => Stmt::CheckJoined(rng.bool(), leaf(rng), leaf(rng)),
                2 => Stmt::CheckNothing,
                _ => {
                    let first = if functions > 0 && rng.bool() { Ok(rng.usize(0..functions)) } else { Err(leaf(rng)) };
                    Stmt::Beside(var(rng), first, leaf(rng))
                }
            },
            0 => Stmt::Set(var(rng), rng.i64(0..3)),
            1 => Stmt::Add(var(rng), var(rng), var(rng)),
            2 => Stmt::Any(var(rng)),
            3 if functions > 0 => Stmt::Call(var(rng), rng.usize(0..functions), var(rng)),
            4 => {
                let other = rng.bool().then(|| leaf(rng));
                Stmt::Choose(var(rng), Cond::random(rng, 1), rng.bool(), other)
            }
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
        Stmt::Choose(a, cond, bracketed, other) => {
            let cond = if *bracketed { format!("({})", cond.text()) } else { cond.text() };
            let other = other.as_ref().map_or("2".to_owned(), |other| format!("{} ? 2 : 3", other.text()));
            format!("{a} = {cond} ? 1 : {other};")
        }
        Stmt::Join(a, and, one, other) => format!("{a} = {};", joined(*and, one, other).text()),
        Stmt::Beside(a, Ok(f), cond) => format!("{a} = f{f}({a}) + ({} ? 1 : 2);", cond.text()),
        Stmt::Beside(a, Err(one), other) => format!("{a} = ({} ? 0 : 1) + ({} ? 1 : 2);", one.text(), other.text()),
        Stmt::CheckJoined(and, one, other) => format!("check({});", joined(*and, one, other).text()),
        Stmt::CheckNothing => "check(1);".to_owned(),
        Stmt::Assert(a, k) => format!("__CPROVER_assert({a} < {k}, \"a\");"),
        Stmt::Check(a, k) => format!("check({a} < {k});"),
        _ => panic!("there are others in it"),
    }
}

fn joined(and: bool, one: &Cond, other: &Cond) -> Cond {
    let (one, other) = (Box::new(one.clone()), Box::new(other.clone()));
    if and { Cond::And(one, other) } else { Cond::Or(one, other) }
}

/// How a function may be written that checks.
const CHECKS: [&str; 4] = [
    "if (!c) { reach_error(); }",
    "if (!(c)) { ERROR: { reach_error(); } }",
    "if (c) { } else reach_error();",
    "if (c < 2) { if (!c) reach_error(); }",
];

/// Says the texts of the edges that CPAchecker takes.
struct Speaker<'a> {
    functions: &'a [Vec<Stmt>],
    /// Which of [`CHECKS`] checks.
    check: usize,
    /// Whether parentheses around the condition of `?:` are part of its text, and what is beside it comes first.
    brackets: bool,
    backwards: bool,
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
                let value = self.call(&text, *f, vars[b])?;
                vars.insert(a, value);
                return Some(());
            }
            Stmt::Choose(a, cond, bracketed, other) => {
                let plain = cond.text();
                let all = if *bracketed && self.brackets { format!("({plain})") } else { plain };
                let chosen = match (self.cond(vars, cond, &all, false)?, other) {
                    (true, _) => 1,
                    (false, Some(other)) => {
                        if self.decide(vars, other)? {
                            2
                        } else {
                            3
                        }
                    }
                    (false, None) => 2,
                };
                vars.insert(a, chosen);
            }
            Stmt::Join(a, and, one, other) => {
                let holds = self.decide(vars, &joined(*and, one, other))?;
                vars.insert(a, i64::from(holds));
            }
            Stmt::Beside(a, first, cond) => {
                let mut sum = 0;
                for number in if self.backwards { [1, 0] } else { [0, 1] } {
                    sum += match (number, first) {
                        (0, Ok(f)) => self.call(&text, *f, vars[a])?,
                        (0, Err(one)) => {
                            if self.decide(vars, one)? {
                                0
                            } else {
                                1
                            }
                        }
                        _ => {
                            if self.decide(vars, cond)? {
                                1
                            } else {
                                2
                            }
                        }
                    };
                }
                vars.insert(a, sum);
            }
            Stmt::CheckJoined(and, one, other) => {
                let holds = self.decide(vars, &joined(*and, one, other))?;
                return self.check(&text, holds);
            }
            Stmt::CheckNothing => return self.check(&text, true),
            Stmt::Assert(a, k) => {
                self.say(&text)?;
                if vars[a] >= *k {
                    return None;
                }
                self.held += 1;
                return Some(());
            }
            Stmt::Check(a, k) => return self.check(&text, vars[a] < *k),
            _ => panic!("there are others in it"),
        }
        self.say(text)
    }

    /// What a call returns.
    fn call(&mut self, text: &str, f: usize, x: i64) -> Option<i64> {
        self.say(text)?;
        self.say("")?;
        let mut locals = Vars::from([("x", x), ("y", 0), ("z", 1)]);
        ["int y = 0;", "int z = 1;"].iter().try_for_each(|text| self.say(*text))?;
        let functions = self.functions;
        self.run(&mut locals, &functions[f])?;
        self.say("return y & 3;")?;
        self.say("")?;
        Some(locals["y"] & 3)
    }

    fn check(&mut self, text: &str, holds: bool) -> Option<()> {
        self.say(text)?;
        self.say("")?;
        let [passes, fails] =
            [["[!(!c)]", "[!c]"], ["[c]", "[!(c)]"], ["[c]", "[!(c)]"], ["[!(!c)]", "[!c]"]][self.check];
        if self.check == 3 {
            self.say("[c < 2]")?;
        }
        self.say(if holds { passes } else { fails })?;
        if !holds {
            if self.check == 1 {
                self.say("ERROR: { reach_error(); }")?;
            }
            self.say("reach_error();")?;
            return None;
        }
        self.say("")
    }
}

struct Spoken {
    text: String,
    functions: Vec<Vec<Stmt>>,
    main: Vec<Stmt>,
    whole: bool,
    brackets: bool,
    backwards: bool,
    check: usize,
}

impl Spoken {
    fn random(rng: &mut Rng) -> Spoken {
        let functions: Vec<Vec<Stmt>> = (0..rng.usize(0..3)).map(|number| random_stmts(rng, number, 1)).collect();
        let main = random_stmts(rng, functions.len(), 3);
        let mut text = String::from("int any(void);\nvoid reach_error(void);\n");
        let check = rng.usize(0..CHECKS.len());
        _ = writeln!(text, "static void check(int c) {{\n{}\n}}", CHECKS[check]);
        for (number, body) in functions.iter().enumerate() {
            _ = writeln!(text, "static int f{number}(int x) {{\nint y = 0;\nint z = 1;");
            print(body, &mut text);
            text += "return y & 3;\n}\n";
        }
        text += "int main(void) {\nint x = any();\nint y = 0;\nint z = 0;\n";
        print(&main, &mut text);
        text += "return 0;\n}\n";
        let (whole, brackets, backwards) = (rng.bool(), rng.bool(), rng.bool());
        Spoken { text, functions, main, whole, brackets, backwards, check }
    }

    fn run(&self, inputs: &[i128]) -> Vec<(String, usize)> {
        let said = Vec::new();
        let Spoken { functions, whole, brackets, backwards, check, .. } = self;
        let (whole, brackets, backwards, check) = (*whole, *brackets, *backwards, *check);
        let mut speaker = Speaker { functions, check, brackets, backwards, whole, inputs, read: 0, said, held: 0 };
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

/// How many assertions have held when we take a run for covered.
fn ours(program: &Program, condition: &condition::Condition, inputs: &[i128]) -> Option<usize> {
    let run = Machine::run(program, None, inputs);
    let asserted = |Step { place, .. }: &Step| match program[place.0].cfa().expect("it is defined")[place.1].op {
        Op::Assert { property, .. } => Some(program[property].kind),
        _ => None,
    };
    let is_assert = |step: &&Step| asserted(step) == Some(PropertyKind::Assertion);
    // The last one may have failed.
    let last = run.last().copied().filter(|last| asserted(last).is_some());
    let (whole, length) = (run.len(), if last.is_some() { run.len() - 1 } else { run.len() });
    let run = &run[..length];
    if !is_covered(condition, run) {
        // What fails has no edge of its own; behind it nothing is asserted any more.
        let fails = last.filter(|last| whole < MOST_STEPS && is_checked(condition, run, last.place));
        return fails.map(|_| run.iter().filter(is_assert).count());
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
