//! The programs that come with `qicc chains`: what is said of them is true when they run. The inputs of those that
//! violate something make an assertion fail; no other inputs make one fail in those of which nothing is said.

mod common;

use rayon::prelude::*;
use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};

/// Chosen differently from what the table was made of, too.
const SEEDS: [u64; 2] = [7, 1234];
const EACH: usize = 16;

/// Gives the inputs of the first argument, one after the other; with a second argument, small numbers at random behind
/// them. The program ends when there are no more.
const HARNESS: &str = r#"
#include <stdio.h>
#include <stdlib.h>
static unsigned long state;
static int steps;
int program(void);
static char **arguments;
unsigned __VERIFIER_nondet_uint(void) {
    if (*arguments && **arguments != '*')
        return (unsigned)strtoul(*arguments++, NULL, 10);
    if (!*arguments || ++steps > 20000)
        exit(0);
    if (!state)
        state = strtoul(*arguments + 1, NULL, 10) * 2 + 1;
    state ^= state << 13, state ^= state >> 7, state ^= state << 17;
    return state >> 60 ? (unsigned)(state >> 20) % 9 : (unsigned)(state >> 20) % 100;
}
int main(int argc, char **argv) {
    (void)argc;
    arguments = argv + 1;
    return program();
}
"#;

fn main() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let harness = folder.path().join("harness.c");
    fs::write(&harness, HARNESS).expect("it can be written");
    for seed in SEEDS {
        let tasks = qicc::study::families(EACH, seed);
        tasks.par_iter().for_each(|task| {
            let program = compile(folder.path(), &harness, &format!("{}-{seed}", task.name), &task.text);
            match &task.inputs {
                Some(inputs) => {
                    let inputs: Vec<String> = inputs.iter().map(u32::to_string).collect();
                    assert!(fails(&program, &inputs), "{} {seed} does not fail:\n{}", task.name, task.text);
                }
                None => {
                    for run in 0..20 {
                        assert!(!fails(&program, &[format!("*{run}")]), "{} {seed} fails:\n{}", task.name, task.text);
                    }
                }
            }
        });
        println!("families: {} programs of seed {seed} do what is said of them", tasks.len());
    }
    // The check can fail: a violation is noticed, and so is a program without one.
    let bad = "extern unsigned __VERIFIER_nondet_uint(void);\n#include <assert.h>\nint main(void) { \
               assert(__VERIFIER_nondet_uint() != 5); return 0; }\n";
    let program = compile(folder.path(), &harness, "trap", bad);
    assert!(fails(&program, &["5".to_owned()]) && !fails(&program, &["4".to_owned()]));
}

fn compile(folder: &Path, harness: &Path, name: &str, text: &str) -> std::path::PathBuf {
    let (file, program) = (folder.join(format!("{name}.c")), folder.join(name));
    fs::write(&file, text).expect("it can be written");
    let main = ["-x", "c", "-O1", "-w", "-Dmain=program", "-c"];
    let object = folder.join(format!("{name}.o"));
    let compiled = Command::new("cc").args(main).arg(&file).arg("-o").arg(&object).status().expect("a compiler");
    let linked = Command::new("cc").arg("-w").arg(harness).arg(&object).arg("-o").arg(&program).status();
    assert!(compiled.success() && linked.expect("a compiler").success(), "{name} is not C:\n{text}");
    program
}

/// Whether an assertion fails.
fn fails(program: &Path, inputs: &[String]) -> bool {
    let mut command = Command::new(program);
    let outcome = common::run(command.args(inputs).stdin(Stdio::null()), b"", std::time::Duration::from_secs(60));
    outcome.stderr_text().contains("Assertion")
}
