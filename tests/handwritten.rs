//! Conditions in the shapes that people write for CPAchecker by hand, and what is violated in what they leave.

mod common;

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

/// Two assertions of which one is violated: behind a branch that is taken, and behind one that never is.
const SUMS: &str = "int main(void)
{
    int sum = 0;
    int prod = 1;
    int i = 1;
    while (i < 4) {
        sum = sum + i;
        prod = prod * i;
        i = i + 1;
    }
    if (sum >= 0)
        __CPROVER_assert(prod != 6, \"taken\");
    else
        __CPROVER_assert(0, \"never\");
    return 0;
}
";

/// Violated on both sides of a branch, each for one input.
const SIDES: &str = "extern int __VERIFIER_nondet_int(void);
int main(void)
{
    int x = __VERIFIER_nondet_int();
    if (x > 0)
        __CPROVER_assert(x != 12, \"above\");
    else
        __CPROVER_assert(x != -3, \"below\");
    return 0;
}
";

/// What is left of a program, as C.
fn residual(program: &Path, condition: &Path, reducer: &str) -> String {
    let mut command = common::qicc();
    command.arg("reduce").arg(program).arg("--condition").arg(condition).args(["--reducer", reducer]);
    let outcome = common::run(&mut command, b"", common::TOOL_LIMIT);
    assert!(outcome.success(), "{reducer}: {}", outcome.stderr_text());
    String::from_utf8(outcome.stdout).expect("C is text")
}

/// What is violated in what a condition leaves, with the reducer that keeps all apart and the one that keeps nothing.
fn left_to_violate(program: &str, automaton: &str) -> Vec<String> {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let [file, condition, left] = ["program.c", "condition.txt", "left.c"].map(|name| folder.path().join(name));
    fs::write(&file, program).expect("a temporary file");
    fs::write(&condition, automaton).expect("a temporary file");
    let found = ["sep", "cfa"].map(|reducer| {
        fs::write(&left, residual(&file, &condition, reducer)).expect("a temporary file");
        let outcome =
            common::run(common::qicc().args(["check", "--format", "json"]).arg(&left), b"", common::TOOL_LIMIT);
        // Where everything is covered, there is nothing to check.
        let report: serde_json::Value = serde_json::from_slice(&outcome.stdout).unwrap_or_default();
        let properties = report["properties"].as_array().cloned().unwrap_or_default();
        assert!(outcome.code == Some(4) || !properties.is_empty(), "{reducer}: {}", outcome.stderr_text());
        let violated = properties.iter().filter(|property| property["verdict"] == "violated");
        let names = violated.filter_map(|property| property["description"].as_str().map(str::to_owned));
        names.collect::<BTreeSet<_>>().into_iter().collect::<Vec<_>>()
    });
    let [apart, together] = found;
    // What is put together may be more than what is left, and never less.
    assert!(apart.iter().all(|name| together.contains(name)), "{apart:?}, {together:?}\n{automaton}");
    apart
}

/// Automata in the shapes of CPAchecker's own tests, as people write them: they know everything or nothing, wait for
/// one statement after the other, have several errors to choose from, and take several transitions under assumptions.
#[test]
fn conditions_that_people_write_leave_what_they_do_not_cover() {
    let automaton = |initial: &str, states: &str| {
        format!(
            "OBSERVER AUTOMATON AssumptionAutomaton\n\nINITIAL STATE {initial};\n\nSTATE __TRUE :\n    TRUE -> GOTO \
             __TRUE;\n\nSTATE __FALSE :\n    TRUE -> GOTO __FALSE;\n\n{states}\nEND AUTOMATON\n"
        )
    };
    // Nothing is verified, and everything.
    for (program, all) in [(SUMS, &["taken"][..]), (SIDES, &["above", "below"])] {
        let init = |to: &str| automaton("init", &format!("STATE USEALL init :\n    TRUE -> GOTO {to};\n"));
        assert_eq!(left_to_violate(program, &init("__FALSE")), all);
        assert!(left_to_violate(program, &init("__TRUE")).is_empty());
    }
    // Declarations are waited for, and then a branch decides.
    let waits = |taken: &str, never: &str| {
        let wait = |state: &str, text: &str, to: &str| {
            format!("STATE USEFIRST {state} :\n    MATCH \"{text}\" -> GOTO {to};\n    TRUE -> GOTO {state};\n\n")
        };
        let last = format!(
            "STATE USEFIRST ARG4 :\n    MATCH \"[sum >= 0]\" -> GOTO {taken};\n    MATCH \"[!(sum >= 0)]\" -> GOTO \
             {never};\n    TRUE -> GOTO ARG4;\n"
        );
        let all = [
            wait("ARG0", "int sum = 0;", "ARG1"),
            wait("ARG1", "int prod = 1;", "ARG3"),
            wait("ARG3", "int i = 1;", "ARG4"),
            last,
        ];
        automaton("ARG0", &all.concat())
    };
    assert_eq!(left_to_violate(SUMS, &waits("__FALSE", "__TRUE")), ["taken"]);
    assert!(left_to_violate(SUMS, &waits("__TRUE", "__FALSE")).is_empty());
    assert!(left_to_violate(SUMS, &waits("__TRUE", "__TRUE")).is_empty());
    // What is covered under an assumption only is left.
    let takes = |choice: &str, above: &str| {
        let below = "MATCH \"[!(x > 0)]\" -> GOTO __TRUE;";
        automaton("init", &format!("STATE {choice} init :\n    {above}{below}\n    TRUE -> GOTO init;\n"))
    };
    let [under, other] = ["x<10", "x>=10"].map(|text| format!("MATCH \"[x > 0]\" -> ASSUME {{{text}}} GOTO"));
    for above in [
        format!("{under} init;\n    {other} __FALSE;\n    "),
        format!("{under} __TRUE;\n    {other} __FALSE;\n    "),
        format!("{under} __TRUE;\n    {other} __TRUE;\n    "),
        String::new(),
    ] {
        assert_eq!(left_to_violate(SIDES, &takes("USEFIRST", &above)), ["above"], "{above}");
        // Of several transitions that are taken, all must cover, and the last one stays.
        assert_eq!(left_to_violate(SIDES, &takes("USEALL", &above)), ["above", "below"], "{above}");
    }
    let certain = "MATCH \"[x > 0]\" -> GOTO __TRUE;\n    ";
    assert!(left_to_violate(SIDES, &takes("USEFIRST", certain)).is_empty());
    assert_eq!(left_to_violate(SIDES, &takes("USEALL", certain)), ["above", "below"]);
}
