//! How long the pointer analysis takes, and how large it gets: `cargo bench --bench pointers`.
//!
//! On SQLite as one file, where every external function is an entry, and on busybox's `tls_fe.c`. What is measured
//! begins with the automaton. The memory is the peak of the whole process, with the automaton in it.

#[path = "../tests/common/mod.rs"]
mod common;

use qicc::cfa;
use qicc::frontend::load::{self, Input};
use qicc::frontend::sema::{self, Dialect};
use qicc::pointer::Pointers;
use rayon::prelude::*;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};
use std::time::Instant;

fn main() -> ExitCode {
    let busybox = ["-D_GNU_SOURCE", "-include", "include/autoconf.h", "-Iinclude"];
    let sqlite = ["-I.", "-DSQLITE_THREADSAFE=0", "-DSQLITE_OMIT_LOAD_EXTENSION"];
    measure("busybox", "networking/tls_fe.c", &busybox);
    measure("sqlite", "sqlite3.c", &sqlite);
    ExitCode::SUCCESS
}

fn measure(package: &str, file: &str, flags: &[&str]) {
    let Some(tree) = prepared(package) else { return };
    std::env::set_current_dir(&tree).expect("the folder is there");
    let flags = flags.iter().map(|flag| flag.to_string()).collect();
    let measured = load::with_threads(0, || {
        let loaded = load::load(&Input { files: vec![tree.join(file)], cc: None, flags, model: None });
        assert!(loaded.errors.is_empty(), "{:?}", loaded.errors);
        let dialect = Dialect { model: loaded.model, gnu89_inline: false };
        let units = loaded.units.into_par_iter().map(|unit| sema::analyse(unit.number(), dialect, &unit));
        let units = units.collect::<Result<Vec<_>, _>>().expect("it is typed");
        let options = cfa::Options { library: true, ..cfa::Options::default() };
        let program = cfa::build(units, &options).expect("it is lowered");
        let edges: usize = program.functions.iter().filter_map(|f| f.cfa()).map(|cfa| cfa.edges.len()).sum();
        let before = peak();
        let start = Instant::now();
        let pointers = Pointers::of(&program);
        let solved = start.elapsed();
        let figures = pointers.figures();
        let start = Instant::now();
        let ids = (0..program.functions.len() as u32).map(cfa::FuncId);
        let writes: usize = ids.map(|id| pointers.function_writes(id).parts.len()).sum();
        println!("{file}: {edges} edges");
        println!(
            "  points-to sets {:.2} s, write sets of all functions {:.2} s",
            seconds(solved),
            seconds(start.elapsed())
        );
        println!(
            "  {} objects, {} targets, {} nodes, {} copies, {writes} written objects of all functions",
            figures.objects, figures.targets, figures.nodes, figures.copies
        );
        println!("  {} MB, of which {before} MB before", peak());
    });
    measured.expect("threads start");
}

fn seconds(time: std::time::Duration) -> f64 {
    time.as_secs_f64()
}

/// The most memory that this process had, in megabytes.
fn peak() -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:")).unwrap_or_default();
    line.split_whitespace().next().and_then(|number| number.parse::<u64>().ok()).unwrap_or(0) / 1024
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
