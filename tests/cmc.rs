//! Chains of verifiers (`qicc cmc`): the examples of paper 001, gambling beside other stages, and what is said of each.

mod common;

use serde_json::Value;
use std::fs;
use std::path::PathBuf;
use std::time::{Duration, Instant};

const LIMIT: Duration = Duration::from_secs(240);

/// Paper 001, figure 2: a loop that a verifier may be lost in, and an error that it need not be gone through for.
const LOOP: &str = "int nondet_int(void);
int main(void)
{
    int x = 1;
    if (nondet_int()) {
        while (x < 10000)
            x++;
        __CPROVER_assert(x == 10000, \"loop\");
    } else
        x = 0;
    __CPROVER_assert(x != 0, \"end\");
    return 0;
}
";

/// Paper 001, figure 3, with factors of which only the range is known: intervals see the loop through, and lose the
/// product.
const PRODUCT: &str = "int nondet_int(void);
unsigned nondet_unsigned(void);
int main(void)
{
    int p = nondet_int();
    if (p) {
        unsigned i;
        for (i = 0; i < 1000000; i++)
            ;
        __CPROVER_assert(i >= 1000000, \"loop\");
    } else {
        unsigned x = nondet_unsigned() % 50 + 5, y = nondet_unsigned() % 50 + 6;
        unsigned r = x * y;
        __CPROVER_assert(r >= x, \"product\");
    }
    return 0;
}
";

/// The same as paper 001 has it, with factors that are known: values see the product, and are lost in the loop.
const KNOWN_PRODUCT: &str = "int nondet_int(void);
int main(void)
{
    int p = nondet_int();
    if (p) {
        int i;
        for (i = 0; i < 1000000; i++)
            ;
        __CPROVER_assert(i >= 1000000, \"loop\");
    } else {
        int x = 5;
        int y = 6;
        int r = x * y;
        __CPROVER_assert(r >= x, \"product\");
    }
    return 0;
}
";

/// Paper 000, figure 2. The paper's else branch is `out = -val`, in which there is an error: the least integer has no
/// opposite.
const REMAINDERS: &str = "int nondet_int(void);
int main(void)
{
    int val = nondet_int();
    int out;
    if (val >= 0) {
        out = val % 2 * val % 3;
    } else {
        out = 1;
    }
    __CPROVER_assert(out >= 0, \"out\");
    return 0;
}
";

/// What the loop preserves about its states is too much for induction alone, and nothing for predicates.
const STATES: &str = "int nondet_int(void);
int main(void)
{
    unsigned state = 0, steps = 0, held = 0;
    while (nondet_int()) {
        if (state == 0) {
            held = 1;
            state = 1;
        } else if (state == 1) {
            if (nondet_int())
                state = 2;
        } else {
            held = 0;
            state = 0;
        }
        steps++;
        if (state == 2)
            __CPROVER_assert(held == 1, \"held\");
    }
    __CPROVER_assert(steps * 2 == steps + steps, \"easy\");
    return 0;
}
";

/// A folder with a program in it.
struct Case {
    folder: tempfile::TempDir,
}

impl Case {
    fn new(program: &str) -> Case {
        let folder = tempfile::tempdir().expect("a temporary folder");
        fs::write(folder.path().join("program.c"), program).expect("a temporary file");
        Case { folder }
    }

    fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    fn text(&self, name: &str) -> String {
        fs::read_to_string(self.path(name)).unwrap_or_else(|error| panic!("{name}: {error}"))
    }

    /// What a command prints; it must not be refused.
    fn printed(&self, args: &[&str]) -> String {
        let outcome = common::run(common::qicc().current_dir(self.folder.path()).args(args), b"", LIMIT);
        assert!(matches!(outcome.code, Some(0 | 1 | 3)), "{args:?}: {}", outcome.stderr_text());
        String::from_utf8(outcome.stdout).expect("qicc prints text")
    }

    fn report(&self, args: &[&str]) -> Value {
        let text = self.printed(&[args, &["--format", "json"]].concat());
        serde_json::from_str(&text).unwrap_or_else(|error| panic!("{error}: {text}"))
    }

    /// The verdicts of all properties, in their order.
    fn verdicts(&self, args: &[&str]) -> Vec<String> {
        let report = self.report(args);
        let properties = report["properties"].as_array().into_iter().flatten();
        properties.map(|property| property["verdict"].as_str().unwrap_or_default().to_owned()).collect()
    }
}

/// The branch without the product is through, the other one is not: three states, and a residual program with nothing
/// but the other branch in it.
#[test]
fn paper_000_figure_2() {
    let as_it_stands = Case::new(&REMAINDERS.replace("out = 1;", "out = -val;"));
    assert_eq!(as_it_stands.verdicts(&["check", "--analysis", "predicate", "program.c"]), ["violated"]);
    let case = Case::new(REMAINDERS);
    // What comes last in the program is looked at first, so that it is found out in time what the values of out are
    // good for.
    let check = ["check", "--analysis", "value", "--order", "depth", "--condition-out", "c.txt", "program.c"];
    assert_eq!(case.verdicts(&check), ["unknown"]);
    let states = "
STATE __TRUE :
    TRUE -> GOTO __TRUE;

STATE __FALSE :
    TRUE -> GOTO __FALSE;

STATE USEFIRST s3 :
    MATCH \"[val >= 0]\" -> GOTO __FALSE;
    MATCH \"[!(val >= 0)]\" -> GOTO __TRUE;
    TRUE -> GOTO s3;
";
    let written = case.text("c.txt");
    assert!(written.contains("INITIAL STATE s3;") && written.contains(states), "{written}");
    let residual = "
    if (val >= 0) {
        out = val % 2 * val % 3;
        __CPROVER_assert(out >= 0, \"out\");
        return 0;
    }
    return 0;
}
";
    for reducer in ["sep", "lh", "nlh"] {
        let left = case.printed(&["reduce", "program.c", "--condition", "c.txt", "--reducer", reducer]);
        assert!(left.ends_with(residual), "{reducer}: {left}");
    }
    let rest = ["cmc", "--condition", "c.txt", "--stage", "lh+kinduction:60s", "program.c"];
    assert_eq!(case.verdicts(&rest), ["proved"]);
}

#[test]
fn paper_001_figure_2() {
    let case = Case::new(LOOP);
    let most = ["--monitor", "repetitions=20", "program.c"];
    // The loop is skipped after some rounds, and the error behind the other branch is found.
    let check = [&["check", "--analysis", "value", "--condition-out", "c.json"][..], &most].concat();
    assert_eq!(case.verdicts(&check), ["unknown", "violated"]);
    let chain = ["cmc", "--condition", "c.json", "--stage", "predicate", "program.c"];
    assert_eq!(case.verdicts(&chain), ["proved", "violated"]);
    // Without the error, what was checked is safe as far as the loop does not go round more often.
    let case = Case::new(&LOOP.replace("x = 0;", "x = 2;"));
    assert_eq!(case.verdicts(&check), ["unknown", "unknown"]);
    let formula = [&["check", "--analysis", "value", "--formula-out", "f.txt"][..], &most].concat();
    case.printed(&formula);
    assert_eq!(case.text("f.txt"), "program.c:6:16: x != 21\n");
    assert_eq!(
        case.verdicts(&["cmc", "--stage", "value:20s", "--stage", "predicate", "program.c"]),
        ["proved", "proved"]
    );
}

/// What is assumed where the product is, as a formula and as an automaton; and what is left for the next. The automaton
/// of figure 6 has the assumption `r >= x` at its last edge. Ours has it in the formula alone: what an edge assumes is
/// not covered, unless a residual program can decide it, so that the automaton leaves the branch to which it belongs.
#[test]
fn paper_001_figures_3_to_6() {
    let case = Case::new(PRODUCT);
    let out = ["--condition-out", "c.json", "--formula-out", "f.txt", "program.c"];
    let verdicts = case.verdicts(&[&["check", "--analysis", "interval"][..], &out].concat());
    assert_eq!(verdicts, ["proved", "unknown"]);
    assert_eq!(case.text("f.txt"), "program.c:14:9: r >= x\n");
    // The loop is in the sink of what is checked, the other branch in the one of what is not; nothing is assumed.
    let condition: Value = serde_json::from_str(&case.text("c.json")).expect("a condition is JSON");
    let states = condition["states"].as_array().expect("it has states");
    let state = |name: &Value| states.iter().find(|state| state["name"] == *name).expect("it is there");
    let first = state(&condition["initial"]);
    let arrow = |holds: bool| {
        let transitions = first["transitions"].as_array().expect("it decides something");
        let fits = |arrow: &&Value| arrow["edges"][0]["branch"] == holds && arrow["edges"][0]["line"] == 6;
        &transitions.iter().find(fits).expect("both outcomes are there")["to"]
    };
    assert_eq!([arrow(true), arrow(false)].map(|to| state(to)["covered"] == true), [true, false]);
    let left = state(arrow(false));
    assert!(left["transitions"].is_null() && left["otherwise"].is_null(), "{left}");
    assert!(!case.text("c.json").contains("assume") && !case.text("c.json").contains("before"));
    // Nobody need look at the loop again.
    let rest = case.printed(&["reduce", "program.c", "--condition", "c.json"]);
    assert!(!rest.contains("1000000") && rest.contains("x * y"), "{rest}");
    assert_eq!(
        case.verdicts(&["cmc", "--condition", "c.json", "--stage", "sep+kinduction", "program.c"]),
        ["proved", "proved"]
    );
}

/// Figure 3 with the numbers of the paper, and the two analyses in the other order: values give the loop up, and who
/// comes next gets nothing else. Predicates would prove all of it alone, the product as well, because here they are
/// asked bit by bit; those of the paper took the product for an unknown function.
#[test]
fn paper_001_figure_3_with_values_first() {
    let case = Case::new(KNOWN_PRODUCT);
    let most = ["--monitor", "states-per-location=50"];
    let check = [&["check", "--analysis", "value", "--condition-out", "c.json", "program.c"][..], &most].concat();
    assert_eq!(case.verdicts(&check), ["unknown", "proved"]);
    let left = case.printed(&["reduce", "program.c", "--condition", "c.json"]);
    assert!(left.contains("1000000") && !left.contains("x * y"), "{left}");
    for next in ["lh+kinduction:60s", "predicate:60s", "lh+predicate:60s"] {
        let chain = ["cmc", "--condition", "c.json", "--stage", next, "program.c"];
        assert_eq!(case.verdicts(&chain), ["proved", "proved"], "{next}");
    }
    assert_eq!(case.verdicts(&["check", "--analysis", "predicate", "program.c"]), ["proved", "proved"]);
}

/// A verifier that knows all about short programs at once, once somebody else has begun with a long one, which takes it
/// for ever.
const PATIENT: &str = r#"
name = "patient"
title = "Patient"
programs = ["sh"]
get = "it is a shell"
dialect = "sv-comp"
[version]
args = ["-c", "echo patient 1"]
pattern = 'patient (\d)'
[run]
args = ["-c", """
if [ $(grep -c 'x + 1' {program}) -gt 5 ]; then
    touch FOLDER/begun; sleep 200; touch FOLDER/ended; exit 1
fi
while ! [ -e FOLDER/begun ]; do sleep 0.1; done
echo 'RESULT: true'"""]
lp64 = []
ilp32 = []
[answer.true]
grounds = "it was told so"
exit = [0]
once = ['^RESULT: true$']
"#;

/// As soon as all is known about what one reducer has left, nobody looks at the others any more.
#[test]
fn the_first_of_several_reducers_stops_the_others() {
    let case = Case::new(&LOOP.replace("x = 0;", "x = 2;"));
    let folder = case.folder.path().to_str().expect("a name");
    fs::write(case.path("patient.toml"), PATIENT.replace("FOLDER", folder)).expect("it can be written");
    let most = ["--monitor", "repetitions=20"];
    case.printed(&[&["check", "--analysis", "value", "--condition-out", "c.json", "program.c"][..], &most].concat());
    let stage = "lh|sep+./patient.toml:150s";
    let begin = Instant::now();
    let args = ["cmc", "--jobs", "2", "--condition", "c.json", "--stage", stage, "--explain", "program.c"];
    let report = case.report(&args);
    assert_eq!(report["properties"][1]["verdict"], "proved", "{report}");
    assert!(begin.elapsed() < Duration::from_secs(100), "it took {:?}", begin.elapsed());
    assert!(case.path("begun").exists() && !case.path("ended").exists(), "{report}");
}

/// Gambling is a stage, before others and behind them; what it leaves open goes on.
#[test]
fn gambling_is_a_stage() {
    let case = Case::new(STATES);
    let chain = |stages: &[&str]| {
        let stages: Vec<&str> = stages.iter().flat_map(|stage| ["--stage", stage]).collect();
        case.verdicts(&[&["cmc"][..], &stages, &["program.c"]].concat())
    };
    assert_eq!(chain(&["gamble:2s"]), ["unknown", "proved"]);
    assert_eq!(chain(&["gamble:2s", "predicate:60s"]), ["proved", "proved"]);
    assert_eq!(chain(&["predicate:60s", "gamble:2s"]), ["proved", "proved"]);
}

/// On a residual program, of which the branch with the loop is gone.
#[test]
fn gambling_on_what_is_left() {
    let case = Case::new(PRODUCT);
    for reducer in ["sep", "cfa", "lh", "lhb|nlh"] {
        let stage = format!("{reducer}+gamble:60s");
        let args = ["cmc", "--stage", "interval", "--stage", &stage, "--save", "kept", "program.c"];
        assert_eq!(case.verdicts(&args), ["proved", "proved"], "{stage}");
        let first = reducer.split('|').next().unwrap_or_default();
        let left = case.text(&format!("kept/stage-2-{first}.c"));
        assert!(!left.contains("1000000") && left.contains("x * y"), "{left}");
        fs::remove_dir_all(case.path("kept")).expect("it was made");
    }
    let wrong = Case::new(&PRODUCT.replace("r >= x,", "r > 30,"));
    assert_eq!(
        wrong.verdicts(&["cmc", "--stage", "interval", "--stage", "sep+gamble:60s", "program.c"]),
        ["proved", "violated"]
    );
}

/// Who goes round by round knows of single properties, and says of the others that they must hold.
#[test]
fn rounds_leave_what_they_do_not_prove() {
    let case = Case::new(STATES);
    for analysis in ["kinduction", "bmc"] {
        let mut check = vec!["check", "--analysis", analysis, "--unwind", "3", "program.c"];
        check.extend(["--condition-out", "c.json", "--formula-out", "f.txt"]);
        let known = case.verdicts(&check);
        let formula = case.text("f.txt");
        assert!(formula.starts_with("program.c:18:13: held == 1\n"), "{analysis}: {formula}");
        let left = case.printed(&["reduce", "program.c", "--condition", "c.json", "--reducer", "lh"]);
        let is_left = |text: &str| left.contains(text);
        assert!(is_left("\"held\""), "{analysis}: {left}");
        let expected = if analysis == "bmc" { "unknown" } else { "proved" };
        assert_eq!(known, ["unknown", expected], "{analysis}");
        assert_eq!(is_left("\"easy\""), expected == "unknown", "{analysis}: {left}");
        assert_eq!(formula.contains("steps * 2"), expected == "unknown", "{analysis}: {formula}");
        let chain = ["cmc", "--condition", "c.json", "--stage", "lh+predicate", "program.c"];
        assert_eq!(case.verdicts(&chain), ["proved", "proved"], "{analysis}");
    }
    // Whom nobody can ask knows nothing, so that everything is left.
    let case = Case::new("int f(int *p) { __CPROVER_assert(*p < 9, \"less\"); return *p; }\n");
    let check = ["check", "--analysis", "value", "--entry", "f", "--formula-out", "f.txt", "program.c"];
    assert_eq!(case.verdicts(&check), ["unknown"]);
    assert!(case.text("f.txt").contains("*p < 9"), "{}", case.text("f.txt"));
}

/// A region is a program, which a chain takes like any other. From any state what it asserts need not hold.
#[test]
fn a_region_is_handed_to_a_chain() {
    let case = Case::new(STATES);
    for (region, verdict) in [("main", "proved"), ("main:5", "violated")] {
        let extract = ["extract", "program.c", "--dialect", "sv-comp", "--region", region, "-o", "region.c"];
        case.printed(&extract);
        let head = case.text("region.c");
        assert!(head.starts_with(&format!("/* The region {region} of program.c, ")), "{head}");
        assert!(head.contains("a violation is a miss"), "{head}");
        let verdicts = case.verdicts(&["cmc", "--stage", "value", "--stage", "lh+kinduction:60s", "region.c"]);
        assert_eq!(verdicts, [verdict], "{region}");
    }
}

/// Regions of a gamble go to a chain like to any other verifier, and what it proves of them holds in the program.
#[test]
fn regions_are_handed_to_chains() {
    let inner = "    for (int i = 0; i < 10; i++)\n            __CPROVER_assert(i < 10, \"inner\");\n        steps++;";
    let program = STATES.replace("steps++;", inner);
    let verdicts = |program: &str, verifier: &str| {
        let report = Case::new(program).report(&["--verifier", verifier, "--time-limit", "60s", "program.c"]);
        let properties = report["properties"].as_array().cloned().unwrap_or_default();
        let below = properties.iter().filter(|property| common::is_below_the_root(property)).count();
        let verdicts = properties.iter().map(|property| property["verdict"].as_str().unwrap_or_default().to_owned());
        (verdicts.collect::<Vec<_>>(), below)
    };
    for verifier in ["chain", "embedded,chain"] {
        let (found, below) = verdicts(&program, verifier);
        assert_eq!(found, ["proved", "proved", "proved"], "{verifier}");
        assert!(below > 0, "{verifier}: nothing is proved in a region");
    }
    // It is wrong now, and a region that fails is none of its business.
    let (found, _) =
        verdicts(&program.replace("held = 0;\n            state = 0;", "held = 0;\n            state = 2;"), "chain");
    assert_eq!(found, ["proved", "violated", "proved"]);
}

/// Of each stage what came of it, and of each residual program how large it is and what it looks like.
#[test]
fn stages_are_explained() {
    let case = Case::new(PRODUCT);
    let args = ["cmc", "--explain", "--stage", "interval", "--stage", "cfa|lhb+kinduction", "program.c"];
    let report = case.report(&args);
    let notes: Vec<&str> = report["notes"].as_array().into_iter().flatten().filter_map(Value::as_str).collect();
    let [first, second] = notes[..] else { panic!("a line for each stage: {notes:?}") };
    assert!(first.starts_with("stage interval: 1 proved, 0 violated, 1 left after "), "{first}");
    assert!(first.ends_with("its condition has 3 states; it proved program.c:10: loop"), "{first}");
    assert!(second.starts_with("stage cfa|lhb+kinduction: 1 proved, 0 violated, 0 left after "), "{second}");
    let sizes: Vec<&str> = second.split("; ").skip(1).collect();
    let [cfa, lhb, "it proved program.c:14: product"] = sizes[..] else { panic!("two residual programs: {second}") };
    for (name, text) in [("cfa", cfa), ("lhb", lhb)] {
        let words: Vec<&str> = text.split(' ').collect();
        let [known, "left", left, "of", all, "locations", ratio, "product", product, "with", shape @ ..] = &words[..]
        else {
            panic!("{text}")
        };
        assert_eq!(*known, name);
        let counts = [*left, *all, product.trim_end_matches(')')];
        let [left, all, product] = counts.map(|count| count.parse::<u32>().expect("a number"));
        assert!(left < all && left <= product, "{text}");
        assert_eq!(*ratio, format!("({:.2},", f64::from(left) / f64::from(all)));
        // The decision at the beginning, and no loop, whoever made it: so one of them was asked.
        let same = if name == "lhb" { ", the same as cfa" } else { "" };
        assert_eq!(shape.join(" "), format!("1 branch, 0 loops{same}"));
    }
    assert_eq!(report["usage"]["tasks"], 2, "{report}");
    // What is kept says the same.
    let args = [&args[..], &["--save", "kept"]].concat();
    let report = case.report(&args);
    let kept: Value = serde_json::from_str(&case.text("kept/report.json")).expect("JSON");
    assert_eq!(kept["properties"], report["properties"]);
    assert!(case.text("kept/report.txt").contains("proved") && case.text("kept/stage-2-cfa.c").contains("main"));
    let readme = case.text("kept/README");
    assert!(readme.contains("2: stage cfa|lhb+kinduction: 1 proved"), "{readme}");
    // For people it is one line a stage, and nothing of it without being asked for.
    let text = case.printed(&args);
    assert_eq!(text.lines().filter(|line| line.starts_with("note: stage ")).count(), 2, "{text}");
    let silent = case.printed(&["cmc", "--stage", "interval", "--stage", "cfa+kinduction", "program.c"]);
    assert!(!silent.contains("stage"), "{silent}");
    // Nobody need guess that a verifier behind an analysis gets the whole program unless a reducer is named.
    let whole = case.printed(&["cmc", "--explain", "--stage", "interval", "--stage", "kinduction", "program.c"]);
    assert!(whole.contains("stage kinduction: 1 proved") && whole.contains("without a reducer it had all "), "{whole}");
}

/// What no assertion depends on is left out behind a reducer, and nothing else: what holds and what is violated stays.
#[test]
fn residual_programs_are_sliced() {
    let idle = "unsigned idle = 0; for (int k = 0; k < 100; k++) idle = idle * 3 + k;";
    let program = PRODUCT.replace("    int p =", &format!("    {idle}\n    int p ="));
    let args = |reducer: &str| {
        let stage = format!("{reducer}+kinduction:60s");
        ["cmc", "--explain", "--slice", "--stage", "interval", "--stage", &stage, "program.c"].map(str::to_owned)
    };
    let sliced = |program: &str, reducer: &str| {
        let case = Case::new(program);
        let args = args(reducer);
        let words: Vec<&str> = args.iter().map(String::as_str).collect();
        (case.verdicts(&words), case.printed(&words))
    };
    for reducer in ["lh", "id"] {
        let (verdicts, said) = sliced(&program, reducer);
        assert_eq!(verdicts, ["proved", "proved"]);
        assert!(said.contains(&format!("{reducer} left ")) && said.contains(", sliced from "), "{said}");
        let (verdicts, said) = sliced(&program.replace("r >= x", "r > 60"), reducer);
        assert_eq!(verdicts, ["proved", "violated"], "{said}");
    }
    // What somebody is through with in a slice says nothing of what was left out of it.
    let case = Case::new(&LOOP.replace("x = 0;", "x = 2;"));
    let behind = ["--stage", "lh+value:2s", "--stage", "predicate", "program.c"];
    let said = case.printed(&[&["cmc", "--explain", "--slice"][..], &behind].concat());
    assert!(!said.lines().any(|line| line.contains("lh+value") && line.contains("condition")), "{said}");
}

/// Calls behind which nothing is covered are named.
#[test]
fn what_cannot_be_covered_is_said() {
    let program = "int nondet_int(void);
static int depth(int n)
{
    if (n > 4)
        return 0;
    return n > 0 ? depth(n - 1) + 1 : 0;
}
int main(void)
{
    int x = nondet_int(), r = depth(x);
    __CPROVER_assert(r < 5, \"deep\");
    return 0;
}
";
    let case = Case::new(program);
    let condition = "OBSERVER AUTOMATON A INITIAL STATE s;
STATE USEFIRST s : MATCH \"[n > 4]\" -> GOTO __TRUE; TRUE -> GOTO s;
STATE __TRUE : TRUE -> GOTO __TRUE;
END AUTOMATON
";
    fs::write(case.path("c.txt"), condition).expect("it can be written");
    let said = case.printed(&["cmc", "--condition", "c.txt", "--stage", "sep+kinduction", "program.c"]);
    assert!(said.contains("note: stage sep+kinduction: nothing is covered behind the call at program.c:"), "{said}");
    assert!(said.contains("1 proved"), "{said}");
}

/// A verifier that is not there is missed by name, and the next stage goes on.
#[test]
fn a_stage_that_cannot_be_is_said() {
    let case = Case::new(PRODUCT);
    let missing = PATIENT.replace("programs = [\"sh\"]", "programs = [\"nobody-has-this\"]");
    fs::write(case.path("missing.toml"), missing).expect("it can be written");
    for who in ["gamble@./missing.toml:2s", "lh+./missing.toml:2s"] {
        let said =
            case.printed(&["cmc", "--stage", "interval", "--stage", who, "--stage", "sep+kinduction", "program.c"]);
        assert!(said.contains(&format!("note: stage {who}: the verifier patient cannot be used")), "{said}");
        assert!(said.contains("2 proved"), "{said}");
    }
}
