//! What qicc costs on top of CBMC: `cargo bench --bench overhead`.
//!
//! Three measurements, each a ratio within one run because machines are shared. The runs of the two sides alternate, so
//! that what else goes on here meets both alike.
//!
//! 1. 200 trivial programs, one at a time: `qicc FILE` beside `cbmc FILE`.
//! 2. One program with 200 entries: one `qicc` beside 200 calls of `cbmc --function`.
//! 3. One program with tasks that take a while: `--jobs 2` beside `--jobs 1`.
//! 4. The embedded verifier, which starts no process: what each of 200 entries costs beyond one entry.

#[path = "../tests/common/mod.rs"]
mod common;

use std::fmt::Write as _;
use std::path::PathBuf;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

const TASKS: usize = 200;
const ROUNDS: usize = 10;

fn main() {
    let Some(folder) = common::fetch("cbmc") else { return };
    let place = tempfile::tempdir().expect("a temporary folder");
    let bench = Bench { cbmc: folder.join("bin/cbmc"), folder, place: place.path().into() };
    bench.one_by_one();
    bench.many_entries();
    bench.two_jobs();
    bench.without_processes();
}

struct Bench {
    cbmc: PathBuf,
    folder: PathBuf,
    place: PathBuf,
}

/// A function that CBMC decides at once.
fn trivial(number: usize) -> String {
    format!(
        "void f{number}(int x) {{\n    int a[8], i;\n    for (i = 0; i < 8; i++)\n        a[i] = x;\n    \
         __CPROVER_assert(a[{}] == x, \"same\");\n}}\n",
        number % 8
    )
}

/// A function that takes CBMC one or two seconds, most of them for the formula, so that it is about the same
/// everywhere.
fn hard(number: usize) -> String {
    format!(
        "void g{number}(unsigned x) {{\n    unsigned char a[16] = {{0}};\n    \
         for (int i = 0; i < 250; i++) {{\n        a[x % 16]++;\n        x = x * 5 + 1;\n    }}\n    \
         __CPROVER_assert(a[{}] < 255, \"below\");\n}}\n",
        number % 16
    )
}

impl Bench {
    fn one_by_one(&self) {
        let files: Vec<PathBuf> = (0..TASKS).map(|n| self.write(&format!("t{n}.c"), &with_main(n))).collect();
        let (mut bare, mut ours) = (Duration::ZERO, Duration::ZERO);
        for chunk in files.chunks(TASKS / ROUNDS) {
            bare += time(|| chunk.iter().for_each(|file| run(self.bare().arg(file), &[0])));
            ours += time(|| chunk.iter().for_each(|file| run(self.qicc().arg(file), &[0])));
        }
        say("200 programs, one at a time", "cbmc", bare, "qicc", ours, "at most 1.1");
    }

    fn many_entries(&self) {
        let text: String = (0..TASKS).map(trivial).collect();
        let file = self.write("entries.c", &text);
        let (mut bare, mut ours) = (Duration::ZERO, Duration::ZERO);
        for round in 0..2 {
            bare += time(|| {
                for n in (0..TASKS).skip(round).step_by(2) {
                    run(self.bare().args(["--function", &format!("f{n}")]).arg(&file), &[0]);
                }
            });
            ours += time(|| run(self.qicc().args(["--jobs", "1"]).arg(&file), &[0])) / 2;
        }
        say("one program with 200 entries", "cbmc", bare, "qicc", ours, "below 1");
    }

    fn two_jobs(&self) {
        let text: String = (0..8).map(hard).collect();
        let file = self.write("hard.c", &text);
        let (mut one, mut two) = (Duration::ZERO, Duration::ZERO);
        for _ in 0..2 {
            one += time(|| run(self.qicc().args(["--jobs", "1"]).arg(&file), &[0]));
            two += time(|| run(self.qicc().args(["--jobs", "2"]).arg(&file), &[0]));
        }
        println!(
            "two jobs on two cores: {:.2} s with one, {:.2} s with two: {:.2} x (goal: at least 1.8)",
            one.as_secs_f64(),
            two.as_secs_f64(),
            one.as_secs_f64() / two.as_secs_f64()
        );
    }

    fn without_processes(&self) {
        let many = self.write("many.c", &(0..TASKS).map(trivial).collect::<String>());
        let one = self.write("one.c", &trivial(0));
        let best = |file: &PathBuf| {
            let arguments = ["--verifier", "embedded", "--strategy", "whole", "--jobs", "1", "--quiet"];
            let ask = || run(Command::new(env!("CARGO_BIN_EXE_qicc")).args(arguments).arg(file), &[0]);
            (0..ROUNDS).map(|_| time(ask)).min().unwrap_or_default()
        };
        let each = (best(&many) - best(&one)) / (TASKS as u32 - 1);
        println!(
            "the embedded verifier: {:.2} ms for each of 200 entries (goal: below 1)",
            each.as_secs_f64() * 1000.0
        );
    }

    fn write(&self, name: &str, text: &str) -> PathBuf {
        let path = self.place.join(name);
        std::fs::write(&path, text).expect("a temporary file");
        path
    }

    /// CBMC with the flags that make its answer one that could be believed.
    fn bare(&self) -> Command {
        let mut command = Command::new(&self.cbmc);
        command.args(["--no-standard-checks", "--unwinding-assertions", "--unwind", "9", "--json-ui"]);
        command
    }

    fn qicc(&self) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_qicc"));
        command.args(["--strategy", "whole", "--verifier", "cbmc", "--check", "assert", "--format", "json"]);
        command.env("QICC_VERIFIERS", self.folder.join("bin"));
        command
    }
}

fn with_main(n: usize) -> String {
    let mut text = format!("int nondet_int(void);\n{}", trivial(n));
    let _ = writeln!(text, "int main(void) {{\n    f{n}(nondet_int());\n    return 0;\n}}");
    text
}

fn time(what: impl FnOnce()) -> Duration {
    let start = Instant::now();
    what();
    start.elapsed()
}

fn run(command: &mut Command, codes: &[i32]) {
    let status = command.stdout(Stdio::null()).stderr(Stdio::null()).status().expect("it starts");
    assert!(status.code().is_some_and(|code| codes.contains(&code)), "{command:?}: {status}");
}

fn say(what: &str, first: &str, a: Duration, second: &str, b: Duration, goal: &str) {
    let (a, b) = (a.as_secs_f64(), b.as_secs_f64());
    println!("{what}: {first} {a:.2} s, {second} {b:.2} s: {:.2} x (goal: {goal})", b / a);
}
