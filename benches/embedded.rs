//! The embedded verifier beside CBMC, in one run: `cargo bench --bench embedded`.
//!
//! Twenty tasks (`benches/tasks`) for time and memory, as ratios and their geometric means; then how well limits hold.
//! With `-- --all` it then counts who solves which of the tasks of `tests/data/tasks` in 60 s. CBMC gets the bound that
//! the task says to be the smallest that suffices; tasks whose loops have none it is given with a bound of 50. `-- NAME`
//! has only the tasks with this in their names.

#[path = "../tests/common/mod.rs"]
mod common;
mod measure;

use measure::{Cost, Ran};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

const LIMIT: Duration = Duration::from_secs(60);

/// The bound for loops that have none.
const ENDLESS: &str = "50";

struct Task {
    name: String,
    path: PathBuf,
    safe: bool,
    /// None where no bound suffices.
    unwind: Option<String>,
}

/// What a verifier made of a task.
struct Solved {
    right: bool,
    wrong: bool,
    cost: Cost,
}

fn main() {
    let Some(cbmc) = common::fetch("cbmc") else { return };
    let arguments: Vec<String> = std::env::args().skip(1).filter(|argument| argument != "--bench").collect();
    let all = arguments.iter().any(|argument| argument == "--all");
    let named = |task: &Task| {
        let mut names = arguments.iter().filter(|argument| !argument.starts_with("--")).peekable();
        names.peek().is_none() || names.any(|name| task.name.contains(name.as_str()))
    };
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    println!("{:<34} {:>9} {:>9} {:>7} {:>9} {:>9} {:>7}", "", "CBMC", "qicc", "ratio", "CBMC", "qicc", "ratio");
    let (mut times, mut memories) = (Vec::new(), Vec::new());
    for task in tasks(&root.join("benches/tasks")).iter().filter(|task| named(task)) {
        let (theirs, ours) = (ask_cbmc(&cbmc, task), ask_qicc(task));
        let note = |solved: &Solved| if solved.right { "" } else { " not solved" };
        let time = ours.cost.cpu.as_secs_f64() / theirs.cost.cpu.as_secs_f64().max(0.001);
        let memory = ours.cost.peak as f64 / theirs.cost.peak.max(1) as f64;
        println!(
            "{:<34} {:7.2} s {:7.2} s {time:7.2} {:6} MB {:6} MB {memory:7.2}{}{}",
            task.name,
            theirs.cost.cpu.as_secs_f64(),
            ours.cost.cpu.as_secs_f64(),
            theirs.cost.peak / 1_000_000,
            ours.cost.peak / 1_000_000,
            note(&theirs),
            note(&ours),
        );
        times.push(time);
        memories.push(memory);
    }
    println!("geometric mean of the ratios: time {:.2}, memory {:.2}", mean(&times), mean(&memories));
    limits();
    if !all {
        return;
    }
    let (mut ours, mut theirs, mut count, mut wrong) = (0, 0, 0, 0);
    for task in tasks(&root.join("tests/data/tasks")).iter().filter(|task| named(task)) {
        let (cbmc, qicc) = (ask_cbmc(&cbmc, task), ask_qicc(task));
        count += 1;
        theirs += u32::from(cbmc.right);
        ours += u32::from(qicc.right);
        wrong += u32::from(qicc.wrong);
        if qicc.right != cbmc.right || qicc.wrong || cbmc.wrong {
            let word = |solved: &Solved| match (solved.right, solved.wrong) {
                (true, _) => "solved",
                (_, true) => "wrong",
                _ => "not solved",
            };
            println!("  {}: CBMC {}, qicc {}", task.name, word(&cbmc), word(&qicc));
        }
    }
    println!("of {count} tasks in {} s each: CBMC solves {theirs}, qicc {ours} ({wrong} wrong)", LIMIT.as_secs());
}

/// How well limits hold while eight tasks run at once: numbers are factored until the time is over, and arrays filled
/// until the memory is full.
fn limits() {
    let factors = |number: u64| {
        format!(
            "unsigned long a = __VERIFIER_nondet_ulong(), b = __VERIFIER_nondet_ulong(); \
             unsigned __int128 p = (unsigned __int128)a * b; if (a > 1 && b > 1 && a <= b) \
             __VERIFIER_assert(p != ((unsigned __int128){}UL << 64 | 0x123456789abcdef1UL));",
            9_876_543_211 + number
        )
    };
    let arrays = |number: u64| {
        format!(
            "static unsigned a[1024]; unsigned n = __VERIFIER_nondet_ulong(); for (unsigned i = 0; i < n; i++) {{ \
             unsigned j = __VERIFIER_nondet_ulong() % 1024, k = __VERIFIER_nondet_ulong() % 1024, t = a[j]; \
             a[j] = a[k]; a[k] = t * t + 1; }} __VERIFIER_assert(a[3] != {}u * n || n < 3);",
            7919 + number
        )
    };
    let start = eight(factors, ["--time-limit", "1ms"]);
    let cost = eight(factors, ["--time-limit", "10s"]);
    let wall = (cost.wall - start.wall).as_secs_f64();
    println!("eight tasks at once, 10 s each: {wall:.2} s, {:+.1} %", (wall / 10.0 - 1.0) * 100.0);
    let cost = eight(arrays, ["--memory-limit", "128MiB"]);
    let (used, may) = ((cost.peak - start.peak) as f64 / f64::from(1 << 20), f64::from(8 * 128));
    println!("eight tasks at once, 128 MiB each: {used:.0} of {may:.0} MiB, {:+.1} %", (used / may - 1.0) * 100.0);
}

/// What it costs to ask about eight functions with such bodies at once.
fn eight(body: impl Fn(u64) -> String, limit: [&str; 2]) -> Cost {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let path = folder.path().join("eight.c");
    let functions: String = (0..8).map(|number| format!("void task_{number}(void) {{ {} }}\n", body(number))).collect();
    let head = "unsigned long __VERIFIER_nondet_ulong(void); void __VERIFIER_assert(int);\n";
    fs::write(&path, format!("{head}{functions}")).expect("a temporary file");
    let mut command = common::qicc();
    command.args(["--verifier", "embedded", "--strategy", "whole", "--jobs", "8", "--quiet"]).args(limit);
    (0..8).for_each(|number| _ = command.args(["--entry", &format!("task_{number}")]));
    measure::once(command.arg(&path), LIMIT).cost
}

fn mean(ratios: &[f64]) -> f64 {
    (ratios.iter().map(|ratio| ratio.ln()).sum::<f64>() / ratios.len().max(1) as f64).exp()
}

fn tasks(folder: &Path) -> Vec<Task> {
    let entries = fs::read_dir(folder).expect("a folder of tasks").flatten().map(|entry| entry.path());
    let mut paths: Vec<PathBuf> = entries.filter(|path| path.extension().is_some_and(|found| found == "c")).collect();
    paths.sort();
    let task = |path: PathBuf| {
        let text = fs::read_to_string(&path).expect("a task");
        let value =
            |key: &str| text.lines().find_map(|line| line.strip_prefix(key)).map(|value| value.trim().to_owned());
        let safe = value("// expect:").expect("it says what it expects") == "proved";
        let unwind = value("// unwind:").filter(|unwind| unwind != "none");
        Task { name: common::stem(&path), path, safe, unwind }
    };
    paths.into_iter().map(task).collect()
}

fn ask_cbmc(cbmc: &Path, task: &Task) -> Solved {
    let mut command = Command::new(cbmc.join("bin/cbmc"));
    command.args(["--no-standard-checks", "--unwind", task.unwind.as_deref().unwrap_or(ENDLESS)]);
    command.args(task.safe.then_some("--unwinding-assertions")).arg(&task.path);
    judge(task, measure::once(&command, LIMIT), 0, 10)
}

fn ask_qicc(task: &Task) -> Solved {
    let mut command = common::qicc();
    command.args(["check", "--check", "assert", "--jobs", "1", "--quiet", "--time-limit"]);
    command.arg(format!("{}s", LIMIT.as_secs())).arg(&task.path);
    judge(task, measure::once(&command, LIMIT + Duration::from_secs(10)), 0, 1)
}

fn judge(task: &Task, ran: Ran, proved: i32, violated: i32) -> Solved {
    let (yes, no) = if task.safe { (proved, violated) } else { (violated, proved) };
    // A bound that does not suffice violates an unwinding assertion, which says nothing about the program.
    let wrong = ran.code == Some(no) && task.unwind.is_some();
    Solved { right: ran.code == Some(yes), wrong, cost: ran.cost }
}
