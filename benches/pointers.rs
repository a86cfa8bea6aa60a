//! How long the pointer analysis takes, and how large it gets: `cargo bench --bench pointers`.
//!
//! On SQLite as one file, where every external function is an entry, and on busybox's `tls_fe.c`. What is measured
//! begins with the automaton. The memory is the peak of the whole process, with the automaton in it.

mod real;

use qicc::cfa::{FuncId, Program};
use qicc::pointer::Pointers;
use std::time::Instant;

fn main() {
    real::each(measure);
}

fn measure(file: &str, program: &Program) {
    let before = real::peak();
    let start = Instant::now();
    let pointers = Pointers::of(program);
    let solved = start.elapsed();
    let figures = pointers.figures();
    let start = Instant::now();
    let ids = (0..program.functions.len() as u32).map(FuncId);
    let writes: usize = ids.map(|id| pointers.function_writes(id).parts.len()).sum();
    println!("{file}: {} edges", real::edges(program));
    println!(
        "  points-to sets {:.2} s, write sets of all functions {:.2} s",
        solved.as_secs_f64(),
        start.elapsed().as_secs_f64()
    );
    println!(
        "  {} objects, {} targets, {} nodes, {} copies, {writes} written objects of all functions",
        figures.objects, figures.targets, figures.nodes, figures.copies
    );
    println!("  {} MB, of which {before} MB before", real::peak());
}
