//! How fast source becomes an automaton, on SQLite: `cargo bench --bench sqlite`.
//!
//! In one run, on one machine: qicc from source to CFA beside `gcc -fsyntax-only` and `goto-cc -c` (where CBMC can be
//! had), as ratios; the memory each takes; the whole of SQLite against the first quarter of it, since time should be
//! linear in the input; and the files of Lua with one core and with all. Each number is the best of three runs: what
//! else the machine does can only make it worse.

#[path = "../tests/common/mod.rs"]
mod common;
mod measure;

use measure::Cost;
use qicc::cfa;
use qicc::frontend::load::{self, Input};
use qicc::frontend::sema::{self, Dialect};
use rayon::prelude::*;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};
use std::time::Duration;

/// What takes longer is stuck.
const LIMIT: Duration = Duration::from_secs(600);

/// An environment variable under which this program is the measured one: the number of threads.
const CHILD: &str = "QICC_BENCH_JOBS";

fn main() -> ExitCode {
    if let Ok(jobs) = std::env::var(CHILD) {
        return build(jobs.parse().expect("a number of threads"));
    }
    let Some(tree) = sqlite() else { return ExitCode::SUCCESS };
    let source = tree.join("sqlite3.c");
    let flags = ["-I.", "-DSQLITE_THREADSAFE=0", "-DSQLITE_OMIT_LOAD_EXTENSION"];

    println!("sqlite3.c, from source");
    let ours = measure(qicc(1).arg(&source).arg("--").args(flags).current_dir(&tree));
    show("qicc, source to CFA", &ours, None);
    let gcc = measure(Command::new("gcc").args(["-w", "-fsyntax-only"]).args(flags).arg(&source).current_dir(&tree));
    show("gcc -fsyntax-only", &gcc, Some(&ours));
    if let Some(cbmc) = common::fetch("cbmc") {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let mut command = Command::new(cbmc.join("bin/goto-cc"));
        command.args(flags).arg("-c").arg(&source).arg("-o").arg(folder.path().join("out.gb")).current_dir(&tree);
        show("goto-cc -c", &measure(&mut command), Some(&ours));
    }

    println!("\nsqlite3.c, preprocessed: is the time linear?");
    let folder = tempfile::tempdir().expect("a temporary folder");
    let (whole, quarter) = preprocessed(&source, &flags, folder.path());
    let mut speeds = Vec::new();
    for (name, path) in [("the whole", &whole), ("the first quarter", &quarter)] {
        let cost = measure(qicc(1).arg(path));
        show(name, &cost, None);
        let bytes = fs::metadata(path).expect("written above").len() as f64;
        speeds.push(bytes / cost.cpu.as_secs_f64() / 1e6);
    }
    println!("  {:.1} MB/s for the whole, {:.1} MB/s for the quarter", speeds[0], speeds[1]);

    if let Some(lua) = lua() {
        println!("\nthe files of Lua, as one program");
        let files = lua_files(&lua);
        let flags = ["-I.", "-DLUA_USE_POSIX", "-DLUA_USE_JUMPTABLE=0"];
        let run = |jobs| measure(qicc(jobs).args(&files).arg("--").args(flags).current_dir(&lua));
        let (one, all) = (run(1), run(0));
        show("one core", &one, None);
        show("all cores", &all, None);
        let cores = std::thread::available_parallelism().map_or(1, usize::from);
        println!("  {:.2} times as fast with {cores} cores", one.wall.as_secs_f64() / all.wall.as_secs_f64());
    }
    ExitCode::SUCCESS
}

/// The measured program: from the files and flags of the arguments to an automaton, and nothing after it.
fn build(jobs: usize) -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).filter(|argument| argument != "--bench").collect();
    let mut parts = arguments.splitn(2, |argument| argument == "--");
    let files = parts.next().unwrap_or_default().iter().map(PathBuf::from).collect();
    let flags = parts.next().unwrap_or_default().to_vec();
    let edges = load::with_threads(jobs, || {
        let loaded = load::load(&Input { files, cc: None, flags, model: None });
        assert!(loaded.errors.is_empty(), "{:?}", loaded.errors);
        let dialect = Dialect { model: loaded.model, gnu89_inline: false };
        let units = loaded.units.into_par_iter().map(|unit| sema::analyse(unit.number(), dialect, &unit));
        let units = units.collect::<Result<Vec<_>, _>>().expect("it is typed");
        let options = cfa::Options { library: true, ..cfa::Options::default() };
        let program = cfa::build(units, &options).expect("it is lowered");
        let edges = |function: &cfa::Function| match &function.body {
            cfa::Body::Cfa(cfa) => cfa.edges.len(),
            _ => 0,
        };
        program.functions.iter().map(edges).sum::<usize>()
    });
    println!("{} edges", edges.expect("threads start"));
    ExitCode::SUCCESS
}

fn qicc(jobs: usize) -> Command {
    let mut command = Command::new(std::env::current_exe().expect("this program"));
    command.env(CHILD, jobs.to_string());
    command
}

fn show(name: &str, cost: &Cost, ours: Option<&Cost>) {
    let (wall, cpu) = (cost.wall.as_secs_f64(), cost.cpu.as_secs_f64());
    let ratio = ours.map_or(String::new(), |ours| format!("   qicc takes {:.2} × of it", ours.cpu.as_secs_f64() / cpu));
    println!("  {name:<22} {wall:7.2} s, {cpu:7.2} s of CPU, {:6} MB{ratio}", cost.peak / 1_000_000);
}

fn measure(command: &mut Command) -> Cost {
    let cost = || {
        let ran = measure::once(command, LIMIT);
        assert_eq!(ran.code, Some(0), "{command:?} failed:\n{}", ran.log);
        ran.cost
    };
    (0..3).map(|_| cost()).min_by_key(|cost| cost.cpu).expect("three runs")
}

/// The preprocessed file, and as much of it as ends with the first definition after a quarter.
fn preprocessed(source: &Path, flags: &[&str], folder: &Path) -> (PathBuf, PathBuf) {
    let (whole, quarter) = (folder.join("whole.i"), folder.join("quarter.i"));
    let mut command = Command::new("gcc");
    command.args(flags).arg("-E").arg(source).arg("-o").arg(&whole).current_dir(source.parent().expect("a folder"));
    assert!(command.status().expect("gcc is there").success());
    let text = fs::read_to_string(&whole).expect("gcc wrote it");
    let end = text.len() / 4;
    let end = end + text[end..].find("\n}\n").expect("a function ends") + 3;
    fs::write(&quarter, &text[..end]).expect("a temporary file");
    (whole, quarter)
}

/// SQLite as one file, as the case study puts it together.
fn sqlite() -> Option<PathBuf> {
    prepared("sqlite").filter(|tree| tree.join("sqlite3.c").is_file())
}

fn lua() -> Option<PathBuf> {
    prepared("lua").map(|tree| tree.join("src"))
}

fn prepared(package: &str) -> Option<PathBuf> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let status = Command::new(root.join("casestudy/realcode/run")).args(["--prepare", package]).status();
    if !status.is_ok_and(|status| status.success()) {
        common::skip(package);
        return None;
    }
    let target = std::env::var_os("CARGO_TARGET_DIR").map_or(root.join("target"), PathBuf::from);
    Some(target.join("realcode").join(package))
}

fn lua_files(folder: &Path) -> Vec<String> {
    let names = fs::read_dir(folder).expect("Lua's sources").flatten().map(|entry| entry.file_name());
    let names = names.map(|name| name.to_string_lossy().into_owned());
    let mut files: Vec<String> = names.filter(|name| name.ends_with(".c") && name != "luac.c").collect();
    files.sort();
    files
}
