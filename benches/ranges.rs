//! How long the analysis of ranges takes, how large it gets, and how much it finds: `cargo bench --bench ranges`.
//!
//! On SQLite as one file, where every external function is an entry, and on busybox's `tls_fe.c`. What is measured
//! begins with the points-to sets. The memory is the peak of the whole process, with everything before in it.

mod real;

use qicc::cfa::dominators::Dominators;
use qicc::cfa::flow::CfaFlow;
use qicc::cfa::loops::Loops;
use qicc::cfa::{FuncId, Program};
use qicc::pointer::Pointers;
use qicc::range::Ranges;
use std::time::Instant;

fn main() {
    real::each(measure);
}

fn measure(file: &str, program: &Program) {
    let pointers = Pointers::of(program);
    let before = real::peak();
    let start = Instant::now();
    let ranges = Ranges::of(&pointers);
    let time = start.elapsed().as_secs_f64();
    let (mut heads, mut with, mut facts) = (0, 0, 0);
    for (index, function) in program.functions.iter().enumerate() {
        let Some(cfa) = function.cfa() else { continue };
        let dominators = Dominators::new(&CfaFlow::new(cfa));
        let loops = Loops::new(&dominators);
        for loc in dominators.order.iter().filter(|loc| loops.is_head(**loc)) {
            let found = ranges.at(FuncId(index as u32), *loc).map_or(0, |found| found.len());
            (heads, with, facts) = (heads + 1, with + usize::from(found > 0), facts + found);
        }
    }
    println!("{file}: {} edges, {time:.2} s, {} MB, of which {before} MB before", real::edges(program), real::peak());
    println!("  {heads} loops, {with} of them with {facts} facts");
}
