//! Conditions as CPAchecker's text: what is read, what is refused, and what is written.

use super::{Machine, Run, built_with_map, is_covered, judge, random_condition, random_program, random_runs};
use crate::cfa::Program;
use crate::condition::{self, Condition, Subject};
use crate::source::SourceMap;
use fastrand::Rng;

/// States with their transitions, of which the first is where it begins.
fn automaton(states: &[(&str, &str)]) -> String {
    let sinks = [("__TRUE", "TRUE -> GOTO __TRUE;"), ("__FALSE", "TRUE -> GOTO __FALSE;")];
    let states = states.iter().chain(&sinks).map(|(name, lines)| format!("STATE USEFIRST {name} :\n{lines}\n"));
    let states: Vec<String> = states.collect();
    let initial = states[0].split(' ').nth(2).unwrap_or_default();
    format!("OBSERVER AUTOMATON A INITIAL STATE {initial};\n{}END AUTOMATON\n", states.concat())
}

struct Case {
    program: Program,
    map: SourceMap,
}

impl Case {
    fn new(main: &str) -> Case {
        Case::with("", main)
    }

    fn with(functions: &str, main: &str) -> Case {
        let text =
            format!("int any(void); void reach_error(void);\n{functions}\nint main(void) {{ {main} return 0; }}");
        let (program, map) = built_with_map(&text);
        Case { program, map }
    }

    fn read(&self, states: &[(&str, &str)]) -> Condition {
        let text = automaton(states);
        condition::read_text(&text, &self.program, &self.map).unwrap_or_else(|why| panic!("{}\n{text}", why.message))
    }

    /// Which of these inputs are covered, each the first that the program asks for.
    fn covered(&self, condition: &Condition, inputs: std::ops::Range<i128>) -> Vec<i128> {
        let run = |input: i128| Machine::run(&self.program, None, &[input]);
        inputs.filter(|input| is_covered(condition, &run(*input))).collect()
    }

    /// How much is still asserted in what is left.
    fn asserted(&self, condition: &Condition) -> usize {
        let main = self.program.entries[0];
        let left = super::reduce(&self.program, main, condition, super::reducer("sep")).expect("main is defined");
        let cfa = left.program[main].cfa().expect("it is left");
        cfa.edges.iter().filter(|edge| matches!(edge.op, crate::cfa::Op::Assert { .. })).count()
    }

    fn again(&self, condition: &Condition) -> Condition {
        let text = condition::write_text(condition, &self.program, &self.map).expect("there is a text");
        condition::read_text(&text, &self.program, &self.map).expect("it is ours")
    }

    #[track_caller]
    fn check(&self, states: &[(&str, &str)], covered: &[i128]) {
        let condition = self.read(states);
        assert_eq!(self.covered(&condition, -2..4), covered);
        // What is written says the same.
        let again = self.again(&condition);
        assert_eq!(self.covered(&again, -2..4), covered);
        assert_eq!(self.again(&again), again);
    }
}

#[test]
fn outcomes_of_conditions() {
    // As CPAchecker writes it: everything that is not mentioned is covered.
    let case = Case::new("int x = any(); int y; if (x > 0) y = 1; else y = 2;");
    case.check(&[("s", "MATCH \"[x > 0]\" -> GOTO __FALSE; TRUE -> GOTO __TRUE;")], &[-2, -1, 0]);
    case.check(&[("s", "MATCH \"[!(x > 0)]\" -> GOTO __FALSE; TRUE -> GOTO __TRUE;")], &[1, 2, 3]);
    // Spaces do not matter, nor do comments.
    case.check(&[("s", "MATCH \"[x>0 /* really */ ]\" -> GOTO __TRUE; TRUE -> GOTO s;")], &[1, 2, 3]);
    case.check(&[("s", "MATCH \"[x > 0]\" -> ASSUME {x < 3} GOTO __TRUE; TRUE -> GOTO s;")], &[]);
    case.check(&[("s", "MATCH \"[x > 0]\" -> ASSUME {true} GOTO __TRUE; TRUE -> GOTO s;")], &[1, 2, 3]);
    // Steps between branches do not matter.
    let steps = "MATCH \"\" -> GOTO b; TRUE -> GOTO __TRUE;";
    let last = "MATCH \"[x > 0]\" -> GOTO __FALSE; TRUE -> GOTO __TRUE;";
    case.check(
        &[("a", steps), ("b", "MATCH \"int x = any();\" -> GOTO c; TRUE -> GOTO __TRUE;"), ("c", last)],
        &[-2, -1, 0],
    );
    // Without a transition for everything else, nothing is covered behind the first thing that is not mentioned.
    case.check(&[("s", "MATCH \"[x > 0]\" -> GOTO __TRUE;")], &[]);
}

#[test]
fn negations() {
    for condition in ["!(x > 0)", "!x", "!(!(x > 0))"] {
        let case = Case::new(&format!("int x = any(); int y = 0; if ({condition}) y = 1; else y = 2;"));
        let holds = |x: &i128| match condition {
            "!x" => *x == 0,
            "!(x > 0)" => *x <= 0,
            _ => *x > 0,
        };
        let (yes, no): (Vec<i128>, Vec<i128>) = (-2..4).partition(holds);
        case.check(&[("s", &format!("MATCH \"[{condition}]\" -> GOTO __TRUE; TRUE -> GOTO s;"))], &yes);
        case.check(&[("s", &format!("MATCH \"[!({condition})]\" -> GOTO __TRUE; TRUE -> GOTO s;"))], &no);
    }
    let case = Case::new("int x = any(); int y = 0; if (!(x > 0)) y = 1; else y = 2;");
    case.check(&[("s", "MATCH \"[x > 0]\" -> GOTO __TRUE; TRUE -> GOTO s;")], &[1, 2, 3]);
}

#[test]
fn assertions_are_branches() {
    let case = Case::new("int x = any(); if (x == 9) { reach_error(); } if (x > 0) { x = 1; }");
    case.check(&[("s", "MATCH \"[x == 9]\" -> GOTO __FALSE; TRUE -> GOTO __TRUE;")], &[-2, -1, 0, 1, 2, 3]);
    case.check(&[("s", "MATCH \"[!(x == 9)]\" -> GOTO __FALSE; TRUE -> GOTO __TRUE;")], &[]);
    let case = Case::new("int x = any(); if (x != 9) { x = x; } else { reach_error(); }");
    case.check(&[("s", "MATCH \"[x != 9]\" -> GOTO __TRUE; TRUE -> GOTO s;")], &[-2, -1, 0, 1, 2, 3]);
}

#[test]
fn the_parts_of_a_condition_have_its_text() {
    let case = Case::new("int x = any(); int y = 0; if (x > 0 && x < 2) y = 1; else y = 2;");
    let both = "MATCH \"[x > 0 && x < 2]\" -> GOTO b; TRUE -> GOTO __TRUE;";
    let second = "MATCH \"[!(x > 0 && x < 2)]\" -> GOTO __FALSE; TRUE -> GOTO __TRUE;";
    case.check(&[("a", both), ("b", second)], &[-2, -1, 0, 1]);
    // Nobody knows where a part of it is called by its own text.
    case.check(&[("s", "MATCH \"[x > 0]\" -> GOTO __TRUE; TRUE -> GOTO s;")], &[]);
}

/// The same text twice: the automaton is where it was after the first.
#[test]
fn a_condition_at_two_places() {
    let case = Case::new("int x = any(); int y = 0; if (x > 0) y = 1; x = x - 1; if (x > 0) y = 2;");
    let first = "MATCH \"[x > 0]\" -> GOTO b; MATCH \"[!(x > 0)]\" -> GOTO __FALSE; TRUE -> GOTO __TRUE;";
    let second = "MATCH \"[x > 0]\" -> GOTO __FALSE; TRUE -> GOTO __TRUE;";
    case.check(&[("a", first), ("b", second)], &[1]);
}

/// The same condition in an expression, where no edge of ours need be.
#[test]
fn a_condition_that_may_be_somewhere_else() {
    for other in ["int z = x > 0 ? 1 : 2;", "int z = x > 0 && y;", "switch (x) { case 1: y = 1; }"] {
        let case = Case::new(&format!("int x = any(); int y = 0; {other} if (x > 0) y = 1; if (x == 1) y = 2;"));
        let text = if other.starts_with("switch") { "x == 1" } else { "x > 0" };
        let first = format!("MATCH \"[{text}]\" -> GOTO b; TRUE -> GOTO __FALSE;");
        let waiting = format!("MATCH \"[{text}]\" -> GOTO b; TRUE -> GOTO a;");
        let second = format!("MATCH \"[{text}]\" -> GOTO __TRUE; TRUE -> GOTO b;");
        case.check(&[("a", &first), ("b", &second)], &[]);
        // Where a statement chooses, that is known.
        let covered: &[i128] = if other.contains('?') { &[1, 2, 3] } else { &[] };
        case.check(&[("a", &waiting), ("b", &second)], covered);
    }
    // Nobody knows which of two is first, whether parentheses are part of a text, or what has the text of the whole.
    for other in [
        "int z = (x > 0 ? 1 : 2) + (y ? 1 : 2);",
        "int z = any() + (x > 0 ? 1 : 2);",
        "int z = (x > 0) ? 1 : 2;",
        "int z = y && (x > 0 ? 1 : 2);",
        "int z = sizeof(x > 0 ? 1 : 2);",
        "while (x > 0 ? y : 0) { }",
    ] {
        let case = Case::new(&format!("int x = any(); int y = 0; {other} if (x > 0) y = 1;"));
        case.check(&[("s", "MATCH \"[x > 0]\" -> GOTO __TRUE; TRUE -> GOTO s;")], &[]);
    }
    let case = Case::new("int x = any(); int y = 1; int z = x > 0 && y; if (x > 0 && y) y = 2;");
    case.check(&[("s", "MATCH \"[x > 0 && y]\" -> GOTO __TRUE; TRUE -> GOTO s;")], &[]);
    // What is not evaluated there does not matter.
    let case = Case::new("int x = any(); int y = 0; int z = x > 0; if (x > 0) y = 1;");
    case.check(&[("s", "MATCH \"[x > 0]\" -> GOTO __TRUE; TRUE -> GOTO s;")], &[1, 2, 3]);
}

/// Behind a choice the automaton goes on.
#[test]
fn choices_are_branches() {
    let goes_on = |text: &str, other: &str| {
        [format!("MATCH \"[{text}]\" -> GOTO t; TRUE -> GOTO __TRUE;"), format!("{other} TRUE -> GOTO __TRUE;")]
    };
    let last = "MATCH \"[x > 1]\" -> GOTO __FALSE;";
    let check = |statement: &str, text: &str, covered: &[i128]| {
        let case = Case::new(&format!("int x = any(); int y; {statement} if (x > 1) y = 3;"));
        let [first, second] = goes_on(text, last);
        case.check(&[("s", &first), ("t", &second)], covered);
    };
    check("y = x > 0 ? 1 : 2;", "x > 0", &[-2, -1, 0, 1]);
    check("y = x < 1 ? 1 : 2;", "!(x < 1)", &[-2, -1, 0, 1]);
    for text in ["x > 0", "(x > 0)"] {
        check("y = (x > 0) ? 1 : 2;", text, &[-2, -1, 0, 1]);
        check("y = 2 * ((x > 0) ? 1 : 2);", text, &[-2, -1, 0, 1]);
    }
    check("int z = !(x > 0) ? any() : x;", "x > 0", &[-2, -1, 0, 1]);
    check("int use(int); y = use(x > 0 ? 1 : 2);", "x > 0", &[-2, -1, 0, 1]);
    // In what is chosen there may be another one.
    let case = Case::new("int x = any(); int y = x > 0 ? x > 2 ? 1 : 2 : 3; if (x > 1) y = 3;");
    let [first, second] = goes_on("x > 0", "MATCH \"[!(x > 2)]\" -> GOTO u;");
    let third = format!("{last} TRUE -> GOTO __TRUE;");
    case.check(&[("s", &first), ("t", &second), ("u", &third)], &[-2, -1, 0, 1, 3]);
}

/// A function that only checks is gone, and its condition is evaluated where it was called.
#[test]
fn functions_that_check_are_branches() {
    let body = "static void __VERIFIER_assert(int cond) { if (!(cond)) { ERROR: { reach_error(); } } return; }";
    let covered = |functions: &str, main: &str| {
        let case = Case::with(functions, &format!("int x = any(); int y = 0; {main} if (x > 0) y = 1;"));
        let states = [
            ("s", "MATCH \"[cond]\" -> GOTO t; MATCH \"[!(cond)]\" -> GOTO __TRUE; TRUE -> GOTO __TRUE;"),
            ("t", "MATCH \"[x > 0]\" -> GOTO __FALSE; TRUE -> GOTO __TRUE;"),
        ];
        let condition = case.read(&states);
        let again = case.again(&condition);
        let covered = case.covered(&condition, -2..4);
        assert_eq!(case.covered(&again, -2..4), covered);
        (covered, case.asserted(&condition), case.asserted(&again))
    };
    assert_eq!(covered(body, "__VERIFIER_assert(x < 9);"), (vec![-2, -1, 0], 0, 0));
    // What is always true, or put together, has no assertion of its own.
    for main in [
        "__VERIFIER_assert(1);",
        "__VERIFIER_assert(x < 9 || y);",
        "__VERIFIER_assert(x < 9); if (y) __VERIFIER_assert(1);",
    ] {
        assert_eq!(covered(body, main).0, Vec::<i128>::new(), "{main}");
    }
    let twice = body.replace("if (", "if (cond < 2) if (");
    assert_eq!(covered(&twice, "__VERIFIER_assert(x < 9);").0, Vec::<i128>::new());
}

/// Where the failing side is covered and the other one is not, nothing is asserted, and what fails is left out.
#[test]
fn a_failing_side_can_be_covered() {
    let case = Case::new("int x = any(); if (x == 2) { reach_error(); } if (x > 0) x = 1;");
    let both = |fails: &str, passes: &str| {
        let first =
            format!("MATCH \"[x == 2]\" -> GOTO {fails}; MATCH \"[!(x == 2)]\" -> GOTO {passes}; TRUE -> GOTO __TRUE;");
        case.asserted(&case.read(&[("s", &first)]))
    };
    assert_eq!(both("__TRUE", "__FALSE"), 0);
    assert_eq!(both("__FALSE", "__TRUE"), 1);
    assert_eq!(both("__FALSE", "__FALSE"), 1);
    let condition = case.read(&[("s", "MATCH \"[!(x == 2)]\" -> GOTO __FALSE; TRUE -> GOTO __TRUE;")]);
    assert_eq!(case.asserted(&condition), 0);
    for (_, make) in super::REDUCERS.iter().filter(|(name, _)| *name != "id") {
        let main = case.program.entries[0];
        let left = super::reduce(&case.program, main, &condition, make(3)).expect("main is defined");
        let run = |input: i128| Machine::run(&left.program, Some(&left.origin), &[input]);
        let whole = |input: i128| Machine::run(&case.program, None, &[input]);
        for input in [-1, 1, 3] {
            assert_eq!(run(input), whole(input));
        }
        assert_eq!(run(2).len() + 1, whole(2).len());
    }
}

/// A switch compares what is written there, and nothing else: a condition with other names is not one of its own.
#[test]
fn what_a_switch_compares() {
    let covered = |switch: &str, condition: &str| {
        let case = Case::new(&format!(
            "int x = any(); int y = x, z__1 = x; enum {{ ONE = 1 }}; int z = 0; switch ({switch}: z = 2; }}
            if ({condition}) z = 1;"
        ));
        let waits = format!("MATCH \"[{condition}]\" -> GOTO __TRUE; TRUE -> GOTO s;");
        case.covered(&case.read(&[("s", &waits)]), -2..4)
    };
    assert_eq!(covered("y) { case 1", "x == 1"), [1]);
    assert_eq!(covered("y) { case ONE", "y == z__1 - x + 1"), [1]);
    // It may be what the switch has compared.
    for (switch, condition) in [
        ("x) { case 1", "x == 1"),
        ("(y)) { case 1", "(y) == 1"),
        ("y + x) { case 2", "x + y == 2"),
        ("y) { case ONE", "y == ONE"),
        ("y) { case (1 ? ONE : 2)", "y == ONE"),
        ("y) { case 1 ... 2", "y >= 1"),
        ("z) { case 1", "z__1 == 1"),
        ("(unsigned char)y) { case 1", "(unsigned char)y == 1"),
    ] {
        assert_eq!(covered(switch, condition), [0; 0], "{switch}, {condition}");
    }
}

/// A state that knows another branch is out of step, and covers nothing by saying nothing.
#[test]
fn out_of_step() {
    let case = Case::new("int x = any(); int y = 0; if (x > 0) y = 1; if (x > 1) y = 2;");
    case.check(&[("s", "MATCH \"[x > 1]\" -> GOTO __FALSE; TRUE -> GOTO __TRUE;")], &[]);
    case.check(&[("s", "MATCH \"[x > 1]\" -> GOTO __FALSE; TRUE -> GOTO s;")], &[]);
    case.check(&[("s", "MATCH \"[x > 1]\" -> GOTO __TRUE; TRUE -> GOTO s;")], &[2, 3]);
}

#[test]
fn calls_loops_and_constants() {
    // Two calls: the callee's condition is evaluated in each.
    let case = Case::with(
        "static int f(int v) { if (v > 0) return 1; return 2; }",
        "int x = any(); int y = f(x); y = f(x - 1);",
    );
    let first = "MATCH \"[v > 0]\" -> GOTO b; MATCH \"[!(v > 0)]\" -> GOTO __FALSE; TRUE -> GOTO __TRUE;";
    let second = "MATCH \"[v > 0]\" -> GOTO __TRUE; MATCH \"[!(v > 0)]\" -> GOTO __FALSE; TRUE -> GOTO __TRUE;";
    case.check(&[("a", first), ("b", second)], &[2, 3]);
    // A loop: the automaton counts its rounds; one without a condition has none to count.
    let case = Case::new("int x = any(); for (int k = 0; k < x; k++) { } while (1) { if (x > 2) break; x = 9; }");
    let round = |to: &str| format!("MATCH \"[k < x]\" -> GOTO {to}; TRUE -> GOTO __TRUE;");
    case.check(&[("a", &round("b")), ("b", &round("c")), ("c", &round("__FALSE"))], &[-2, -1, 0, 1, 2]);
    // What is always true has no edge of ours, so that nobody knows when the automaton goes on.
    let case = Case::new("int x = any(); if (sizeof(int) == 4) { if (x > 0) x = 1; }");
    let first = ("s", "MATCH \"[sizeof(int) == 4]\" -> GOTO t; TRUE -> GOTO __TRUE;");
    let last = ("t", "MATCH \"[x > 0]\" -> GOTO __FALSE; TRUE -> GOTO __TRUE;");
    case.check(&[first, last], &[]);
    case.check(&[last], &[-2, -1, 0]);
}

/// Automata as people write them for CPAchecker: they wait for statements.
#[test]
fn automata_that_wait() {
    let case = Case::new("int x = any(); int sum = 0; int prod = 1; sum = x; if (sum >= 0) prod = 2; else prod = 3;");
    let wait = |text: &str, here: &str, to: &str| format!("MATCH \"{text}\" -> GOTO {to}; TRUE -> GOTO {here};");
    let chain = |last: &str, covered: &[i128]| {
        let (a, b) = (wait("int sum = 0;", "a", "b"), wait("int prod = 1;", "b", "c"));
        case.check(&[("a", &a), ("b", &b), ("c", last)], covered);
    };
    let (yes, no) = ("MATCH \"[sum >= 0]\" -> GOTO", "MATCH \"[!(sum >= 0)]\" -> GOTO");
    chain(&format!("{yes} __FALSE; {no} __TRUE; TRUE -> GOTO c;"), &[-2, -1]);
    chain(&format!("{yes} __TRUE; {no} __FALSE; TRUE -> GOTO c;"), &[0, 1, 2, 3]);
    chain(&format!("{yes} __TRUE; {no} __TRUE; TRUE -> GOTO c;"), &[-2, -1, 0, 1, 2, 3]);
    case.check(&[("init", "TRUE -> GOTO __TRUE;")], &[-2, -1, 0, 1, 2, 3]);
    case.check(&[("init", "TRUE -> GOTO __FALSE;")], &[]);
    // Of several transitions that are taken, all must cover.
    let all = "AUTOMATON A INITIAL STATE s; STATE __TRUE: TRUE -> GOTO __TRUE; STATE __FALSE: TRUE -> GOTO __FALSE;
        STATE USEALL s: MATCH \"[sum >= 0]\" -> ASSUME {sum < 2} GOTO s; MATCH \"[sum >= 0]\" -> GOTO __TRUE;
        MATCH \"[!(sum >= 0)]\" -> GOTO __TRUE; TRUE -> GOTO s; END AUTOMATON";
    let condition = condition::read_text(all, &case.program, &case.map).expect("it is right");
    assert!(case.covered(&condition, -2..4).is_empty());
}

#[test]
fn what_does_not_fit_is_refused() {
    let case = Case::new("int x = any(); if (x > 0) x = 1;");
    let error = |text: &str| {
        let error = condition::read_text(text, &case.program, &case.map).expect_err("it is wrong");
        assert_eq!(error.code, "condition");
        error.message
    };
    let unknown = automaton(&[("s", "TRUE -> GOTO s;\nMATCH \"[x > 1]\" -> GOTO s;")]);
    let message = error(&unknown);
    assert!(["`[x > 1]`", "state s", "line 4"].iter().all(|part| message.contains(part)), "{message}");
    assert!(error(&automaton(&[("s", "MATCH \"y = 3;\" -> GOTO s;")])).contains("`y = 3;`"));
    assert!(error(&automaton(&[("s", "TRUE -> GOTO t;")])).contains("no state t, to which s leads in line 3"));
    assert!(error(&automaton(&[("s", ""), ("s", "")])).contains("two states s"));
    assert!(error(&automaton(&[("s", "")]).replace("INITIAL STATE s", "INITIAL STATE z")).contains("no state z"));
    assert!(error("OBSERVER AUTOMATON A STATE s: END AUTOMATON").contains("INITIAL"));
    let leads = automaton(&[("s", "TRUE -> GOTO s;")]).replace("TRUE -> GOTO __TRUE;", "TRUE -> GOTO s;");
    assert!(error(&leads).contains("__TRUE is covered, and leads to s"));
}

/// What is written covers no more when it is read, whatever the condition counts; and then it is the same.
#[test]
fn no_more_is_covered_by_what_is_written() {
    let (mut before, mut after, mut same) = (0, 0, 0);
    for seed in 0..400 {
        let mut rng = Rng::with_seed(seed);
        let source = random_program(&mut rng, seed % 2 == 0);
        let (program, map) = built_with_map(&source);
        let runs = random_runs(&mut rng, &program);
        let some: Vec<Run> = runs.iter().take(rng.usize(0..8)).map(|(_, run)| run.clone()).collect();
        let condition = random_condition(&mut rng, &program, &some);
        let text = condition::write_text(&condition, &program, &map).expect("there is a text");
        let read = condition::read_text(&text, &program, &map);
        let read = read.unwrap_or_else(|why| panic!("seed {seed}: {}\n{text}", why.message));
        for (inputs, run) in &runs {
            let (was, is) = (is_covered(&condition, run), is_covered(&read, run));
            assert!(was || !is, "seed {seed}: {inputs:?}\n{source}\n{condition:#?}\n{text}");
            before += usize::from(was);
            after += usize::from(is);
        }
        let judged = judge(&program, &runs, &condition, &read);
        judged.unwrap_or_else(|why| panic!("seed {seed}: {why}\n{source}\n{text}"));
        let again = condition::write_text(&read, &program, &map).expect("there is a text");
        same += usize::from(again == text);
        assert_eq!(condition::read_text(&again, &program, &map).expect("it is ours"), read, "seed {seed}:\n{text}");
    }
    assert!(after * 4 > before, "{before} executions were covered, and {after} still are");
    assert!(same > 390, "only {same} of 400 texts are written again as they are");
}

/// A part of a condition covers no more than all of it, and all of it as much.
#[test]
fn a_part_covers_no_more() {
    let (mut parts, mut whole) = (0, 0);
    for seed in 0..200 {
        let mut rng = Rng::with_seed(seed);
        let program = built_with_map(&random_program(&mut rng, false)).0;
        let runs = random_runs(&mut rng, &program);
        let some: Vec<Run> = runs.iter().take(rng.usize(0..8)).map(|(_, run)| run.clone()).collect();
        let condition = random_condition(&mut rng, &program, &some);
        let all = condition.states.len();
        let cuts: Vec<Condition> = [0, all / 4, all / 2, all].map(|most| condition.cut(most)).into();
        for (inputs, run) in &runs {
            let covers = is_covered(&condition, run);
            let cut: Vec<bool> = cuts.iter().map(|cut| is_covered(cut, run)).collect();
            assert!(cut.is_sorted() && cut[3] == covers, "seed {seed}: {inputs:?} {covers} {cut:?}\n{condition:#?}");
            (parts, whole) = (parts + usize::from(cut[2]), whole + usize::from(covers));
        }
    }
    assert!(parts > 0 && parts < whole, "{parts} of {whole}");
}

#[test]
fn files_say_what_they_are() {
    let case = Case::new("int x = any(); if (x > 0) x = 1;");
    let (program, map) = (&case.program, &case.map);
    let condition = case.read(&[("s", "MATCH \"[x > 0]\" -> GOTO __TRUE; TRUE -> GOTO s;")]);
    let folder = tempfile::tempdir().expect("a temporary folder");
    for name in ["c.json", "c.txt", "c.txt.gz", "c.json.gz"] {
        let path = folder.path().join(name);
        condition::save(&path, &condition, program, map, &Subject::default()).expect("it can be written");
        let start = std::fs::read(&path).expect("it is there")[0];
        let plain = if name.contains("json") { b'{' } else { b'O' };
        let expected = if name.ends_with(".gz") { 0x1f } else { plain };
        assert_eq!(start, expected, "{name}");
        assert_eq!(
            condition::load(&path, program, map, &Subject::default()).expect("it is right"),
            condition,
            "{name}"
        );
    }
    assert!(condition::load(&folder.path().join("missing"), program, map, &Subject::default()).is_err());
    assert!(condition::load(folder.path(), program, map, &Subject::default()).is_err());
    assert!(condition::save(&folder.path().join("no/c.txt"), &condition, program, map, &Subject::default()).is_err());
}
