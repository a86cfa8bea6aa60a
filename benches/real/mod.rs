//! Real programs for measurements of analyses: their automata, and the memory of this process.

#[path = "../../tests/common/mod.rs"]
mod common;

use qicc::cfa::{self, Program};
use qicc::frontend::load::{self, Input};
use qicc::frontend::sema::{self, Dialect};
use rayon::prelude::*;
use std::path::{Path, PathBuf};
use std::process::Command;

/// SQLite as one file, where every external function is an entry, and busybox's `tls_fe.c`; what is not here is skipped
/// loudly.
pub fn each(measure: fn(&str, &Program)) {
    let busybox = ["-D_GNU_SOURCE", "-include", "include/autoconf.h", "-Iinclude"];
    let sqlite = ["-I.", "-DSQLITE_THREADSAFE=0", "-DSQLITE_OMIT_LOAD_EXTENSION"];
    one("busybox", "networking/tls_fe.c", &busybox, measure);
    one("sqlite", "sqlite3.c", &sqlite, measure);
}

fn one(package: &str, file: &str, flags: &[&str], measure: fn(&str, &Program)) {
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
        measure(file, &cfa::build(units, &options).expect("it is lowered"));
    });
    measured.expect("threads start");
}

pub fn edges(program: &Program) -> usize {
    program.functions.iter().filter_map(|function| function.cfa()).map(|cfa| cfa.edges.len()).sum()
}

/// The most memory that this process had, in megabytes.
pub fn peak() -> u64 {
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
