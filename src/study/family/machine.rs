//! Machines with few variables: which of their states can be come to is found by going through all of them.

use super::part::{self, Part, indented};
use fastrand::Rng;
use std::collections::{BTreeMap, VecDeque};
use std::fmt::Write as _;

/// The variables a, b and c.
type State = [u32; 3];
const NAMES: [&str; 3] = ["a", "b", "c"];

/// What happens at an event, if variables have these values.
struct Rule {
    event: u32,
    guards: Vec<(usize, u32)>,
    actions: Vec<(usize, Action)>,
    /// Whether data are worked on.
    works: bool,
}

#[derive(Clone, Copy)]
enum Action {
    Set(u32),
    /// Adds a number.
    Add(u32),
    /// Multiplies another variable and itself, and adds a number.
    Mix(usize, u32),
}

pub(super) struct Machine {
    /// How many values each variable has.
    sizes: State,
    start: State,
    events: u32,
    rules: Vec<Rule>,
    /// Whether the event is looked at first, and then the variables.
    sorted: bool,
}

impl Machine {
    pub(super) fn new(rng: &mut Rng) -> Machine {
        let sizes = [rng.u32(4..8), rng.u32(2..5), rng.u32(3..12)];
        let start = sizes.map(|size| rng.u32(..size));
        let events = rng.u32(3..7);
        let mut rules = Vec::new();
        for _ in 0..rng.usize(8..30) {
            let mut guards = vec![(0, rng.u32(..sizes[0]))];
            if rng.bool() {
                let other = rng.usize(1..3);
                guards.push((other, rng.u32(..sizes[other])));
            }
            let mut actions = vec![(0, Action::Set(rng.u32(..sizes[0])))];
            let other = rng.usize(1..3);
            let number = rng.u32(1..sizes[other]);
            actions.push((other, if rng.bool() { Action::Add(number) } else { Action::Mix(3 - other, number) }));
            rules.push(Rule { event: rng.u32(1..=events), guards, actions, works: false });
        }
        Machine { sizes, start, events, rules, sorted: rng.bool() }
    }

    /// The same, and one of the rules that are used works on data.
    pub(super) fn with_work(rng: &mut Rng) -> Machine {
        loop {
            let mut machine = Machine::new(rng);
            let ways = machine.ways();
            let used = |rule: usize| ways.values().any(|way| way.last().is_some_and(|(_, taken)| *taken == Some(rule)));
            let first = rng.usize(..machine.rules.len());
            if ways.len() >= 8 && used(first) {
                machine.rules[first].works = true;
                machine.sorted = true;
                return machine;
            }
        }
    }

    fn rule(&self, state: State, event: u32) -> Option<usize> {
        let fits = |rule: &Rule| rule.event == event && rule.guards.iter().all(|(at, value)| state[*at] == *value);
        self.rules.iter().position(fits)
    }

    fn step(&self, mut state: State, rule: usize) -> State {
        for (at, action) in &self.rules[rule].actions {
            state[*at] = match action {
                Action::Set(value) => *value,
                Action::Add(number) => (state[*at] + number) % self.sizes[*at],
                Action::Mix(other, number) => (state[*other] * state[*at] + number) % self.sizes[*at],
            };
        }
        state
    }

    /// Every state that is come to, with a shortest way: events, and the rules that they used.
    fn ways(&self) -> BTreeMap<State, Vec<(u32, Option<usize>)>> {
        let mut ways = BTreeMap::from([(self.start, Vec::new())]);
        let mut work = VecDeque::from([self.start]);
        while let Some(state) = work.pop_front() {
            for event in 1..=self.events {
                let Some(rule) = self.rule(state, event) else { continue };
                let next = self.step(state, rule);
                if !ways.contains_key(&next) {
                    let way = [&ways[&state][..], &[(event, Some(rule))]].concat();
                    ways.insert(next, way);
                    work.push_back(next);
                }
            }
        }
        ways
    }

    /// A program whose machine comes to a state that it must not come to, or works wrongly, if it is bad.
    pub(super) fn part(&self, bad: bool, rng: &mut Rng) -> Part {
        let ways = self.ways();
        let all = (0..self.sizes.iter().product()).map(|number: u32| {
            [number % self.sizes[0], number / self.sizes[0] % self.sizes[1], number / self.sizes[0] / self.sizes[1]]
        });
        let working = self.rules.iter().position(|rule| rule.works);
        // Where the work is, it is what is wrong, half of the time.
        let by_work = bad && working.is_some() && rng.bool();
        let (come, never): (Vec<State>, Vec<State>) = all.partition(|state| ways.contains_key(state));
        let far = come.into_iter().max_by_key(|state| ways[state].len()).unwrap_or(self.start);
        let forbidden: Vec<State> = if bad && !by_work { vec![far] } else { pick(&never, rng) };
        if ways.len() < 6 || forbidden.is_empty() {
            let other = if working.is_some() { Machine::with_work(rng) } else { Machine::new(rng) };
            return other.part(bad, rng);
        }
        let work = match rng.u32(..2) {
            0 => part::twins(by_work, rng),
            _ => part::identity(by_work, rng),
        };
        let inputs = |way: &[(u32, Option<usize>)]| -> Vec<u32> {
            let works = |rule: &Option<usize>| rule.is_some_and(|rule| self.rules[rule].works);
            let step = |(event, rule): &(u32, Option<usize>)| {
                [&[*event][..], if works(rule) { &work.harmless } else { &[] }].concat()
            };
            way.iter().flat_map(step).collect()
        };
        let found = if by_work {
            // The way that ends with that rule, without what comes of it, which is the work.
            let way = ways.values().find(|way| way.last().is_some_and(|(_, rule)| *rule == working));
            way.map(|way| {
                let (last, before) = way.split_last().map_or(((0, None), &[][..]), |(last, before)| (*last, before));
                [inputs(before), vec![last.0], work.inputs.clone().unwrap_or_default()].concat()
            })
        } else {
            bad.then(|| inputs(&ways[&far]))
        };
        let statements = "for (;;) {\n    step(__VERIFIER_nondet_uint());\n    check();\n}\n";
        let before = self.text(&forbidden, working.map(|_| work.statements.as_str()));
        Part { before, statements: statements.into(), inputs: found, ..Part::default() }
    }

    fn text(&self, forbidden: &[State], work: Option<&str>) -> String {
        let [a, b, c] = self.start;
        let mut text = format!("static unsigned a = {a}, b = {b}, c = {c};\n\n");
        if let Some(work) = work {
            let work = work.replace("return 0;", "return;");
            _ = write!(text, "static void work(void) {{\n{}}}\n\n", indented(&work));
        }
        text += "static void step(unsigned event) {\n";
        if self.sorted {
            text += "    switch (event) {\n";
            for event in 1..=self.events {
                let here: Vec<&Rule> = self.rules.iter().filter(|rule| rule.event == event).collect();
                _ = write!(text, "    case {event}:\n{}        break;\n", indented(&indented(&self.rules_text(&here))));
            }
            text += "    default:\n        break;\n    }";
        } else {
            text += indented(&self.rules_text(&self.rules.iter().collect::<Vec<_>>())).trim_end();
        }
        text += "\n}\n\nstatic void check(void) {\n";
        for [a, b, c] in forbidden {
            _ = writeln!(text, "    if (a == {a} && b == {b} && c == {c})\n        assert(0);");
        }
        text + "}\n"
    }
}

impl Machine {
    /// The first one that fits.
    fn rules_text(&self, rules: &[&Rule]) -> String {
        let mut text = String::new();
        for (number, rule) in rules.iter().enumerate() {
            let event = (!self.sorted).then(|| format!("event == {}", rule.event));
            let guards = rule.guards.iter().map(|(at, value)| format!("{} == {value}", NAMES[*at]));
            let guards: Vec<String> = event.into_iter().chain(guards).collect();
            let or = if number == 0 { "" } else { " else " };
            _ = writeln!(text, "{or}if ({}) {{", guards.join(" && "));
            for (at, action) in &rule.actions {
                let (name, size) = (NAMES[*at], self.sizes[*at]);
                _ = match action {
                    Action::Set(value) => writeln!(text, "    {name} = {value};"),
                    Action::Add(add) => writeln!(text, "    {name} = ({name} + {add}) % {size};"),
                    Action::Mix(other, add) => {
                        writeln!(text, "    {name} = ({} * {name} + {add}) % {size};", NAMES[*other])
                    }
                };
            }
            text += if rule.works { "    work();\n}" } else { "}" };
        }
        text + "\n"
    }
}

/// A few of them.
fn pick(states: &[State], rng: &mut Rng) -> Vec<State> {
    (0..rng.usize(1..5)).filter_map(|_| rng.choice(states).copied()).collect()
}

/// Processes in a row, each of which hands on what it gets when the next one is ready. Nothing is lost: what the last
/// one gets is what the first one had, and each has had as many as the one in front of it, or one less.
pub(super) fn processes(bad: bool, rng: &mut Rng) -> Part {
    let count = rng.usize(2..5);
    let counts = rng.bool();
    let wrong = rng.usize(1..count);
    let mut before = String::new();
    for process in 0..count {
        _ = writeln!(before, "static unsigned ready_{process}, value_{process}, handed_{process};");
    }
    let mut statements =
        "unsigned first = 0;\nfor (;;) {\n    unsigned who = __VERIFIER_nondet_uint();\n    if (who == 0 && !ready_0) {\n        \
         value_0 = first = __VERIFIER_nondet_uint();\n        ready_0 = 1;\n        handed_0++;\n    }"
            .to_owned();
    for process in 1..count {
        let last = process - 1;
        // Only the last one that is full lets the first one go on, so that what it had is still known.
        let lost = if bad && process == wrong { format!(" + (value_{last} == 77)") } else { String::new() };
        _ = write!(
            statements,
            " else if (who == {process} && ready_{last} == 1 && !ready_{process}) {{\n        value_{process} = \
             value_{last}{lost};\n        ready_{process} = 1;\n        ready_{last} = 2;\n        handed_{process}++;\n        "
        );
        let test =
            if counts { format!("handed_{process} != handed_{last}") } else { format!("value_{process} != first") };
        _ = write!(statements, "if ({test})\n            assert(0);\n    }}");
    }
    let all: String = (0..count).map(|process| format!("        ready_{process} = 0;\n")).collect();
    let last = count - 1;
    _ = write!(
        statements,
        " else if (who == {count} && ready_{last}) {{\n{all}    }} else if (who > {count}) {{\n        "
    );
    statements += "break;\n    }\n}\n";
    // Those that only count do not notice a wrong value.
    if bad && counts {
        statements =
            statements.replacen(&format!("handed_{wrong}++;\n"), &format!("handed_{wrong} += first != 77;\n"), 1);
    }
    let way = [vec![0, 77], (1..=wrong as u32).collect()].concat();
    Part { before, statements, inputs: bad.then_some(way), ..Part::default() }
}

/// A machine that turns a few times before it lets anything through: how often it has turned is known by where it is.
/// What is behind the gate is right only there.
pub(super) fn gates(bad: bool, rng: &mut Rng) -> Part {
    let (turns, mul, add, modulus) = (rng.u32(2..6), rng.u32(2..9), rng.u32(1..9), rng.u32(11..60));
    let mut codes = vec![add];
    for turn in 0..turns {
        let code = codes[turn as usize];
        codes.push((code * code * mul + add) % modulus);
    }
    let last = codes[turns as usize];
    let (offset, open) = (rng.u32(1..1000), turns + u32::from(bad));
    let rounds = if rng.bool() { "while" } else { "if" };
    let statements = format!(
        "unsigned code = {add}, turn = 0;\nfor (;;) {{\n    unsigned event = __VERIFIER_nondet_uint();\n    if (event == 1) \
         {{\n        code = (code * code * {mul} + {add}) % {modulus};\n        turn++;\n        if (turn > {open}) {{\n            \
         code = {add};\n            turn = 0;\n        }}\n    }} else if (event == 2 && turn >= {turns}) {{\n        unsigned x = \
         __VERIFIER_nondet_uint(), y = x + {offset};\n        {rounds} (__VERIFIER_nondet_uint()) {{\n            x += code;\n            \
         y += {last};\n        }}\n        if (y - x != {offset})\n            assert(0);\n    }} else if (event > 2) {{\n        break;\n    \
         }}\n}}\n"
    );
    if bad && codes[..turns as usize].contains(&last) {
        return gates(bad, rng);
    }
    let next = (last * last * mul + add) % modulus;
    if bad && next == last {
        return gates(bad, rng);
    }
    // One turn too many, and one round.
    let inputs = bad.then(|| [vec![1; turns as usize + 1], vec![2, 0, 1, 0]].concat());
    Part { statements, inputs, ..Part::default() }
}
