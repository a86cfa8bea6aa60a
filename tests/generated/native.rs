//! The truth about a generated program: gcc compiles the recorded form, and it runs on all of its inputs.

use crate::common;
use crate::program::{Bound, Kind, Object, Program};
use fastrand::Rng;
use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::process::Command;

const RUNTIME: &str = include_str!("runtime.c");
/// A check that always fails hides what follows. So bounds are chosen this often, and those that hide least are taken.
const TRIES: usize = 3;
/// As many elements as an array of a recorded program has.
const ROOM: i64 = 16;

/// A program of which the truth is known.
#[derive(Debug)]
pub struct Judged {
    pub text: String,
    /// Whether some input makes the check at this line fail before any other one does.
    pub violated: BTreeMap<(u64, Kind), bool>,
    /// How many checks no execution comes to.
    pub unreached: usize,
}

/// What the recorded form tells about a check.
struct Seen {
    reached: bool,
    failed: bool,
    min: i64,
    max: i64,
    /// The values from -16 on.
    values: u64,
}

/// Runs a program on all inputs; `None` if it may not end, follows a pointer to an object that is gone, or does too
/// little.
pub fn judge(program: &Program, rng: &mut Rng) -> Result<Option<Judged>, String> {
    let folder = tempfile::tempdir().map_err(|e| e.to_string())?;
    let (source, binary) = (folder.path().join("recorded.c"), folder.path().join("recorded"));
    fs::write(&source, format!("{RUNTIME}{}", program.recorded)).map_err(|e| e.to_string())?;
    let mut gcc = Command::new("gcc");
    gcc.args(["-w", "-fwrapv", "-o"]).arg(&binary).arg(&source);
    let built = common::run(&mut gcc, b"", common::TOOL_LIMIT);
    if !built.success() {
        return Err(format!("gcc cannot build it:\n{}", built.stderr_text()));
    }
    let Some((seen, largest)) = run(&binary, program, &[])? else { return Ok(None) };
    let places: Vec<(u64, Kind)> = program.checks.iter().map(|check| (check.line, check.kind)).collect();
    let mut best: Option<Judged> = None;
    for _ in 0..TRIES {
        let bounds: Vec<Bound> = seen.iter().map(|seen| choose_bound(seen, rng)).collect();
        let sizes: Vec<i64> =
            program.objects.iter().zip(&largest).map(|(object, largest)| choose_size(object, *largest, rng)).collect();
        let words = bounds.iter().flat_map(|bound| bound.words()).chain(sizes.iter().copied()).collect::<Vec<_>>();
        let Some((seen, _)) = run(&binary, program, &words)? else { return Ok(None) };
        let judged = Judged {
            text: program.filled(&bounds, &sizes),
            violated: places.iter().copied().zip(seen.iter().map(|seen| seen.failed)).collect(),
            unreached: seen.iter().filter(|seen| !seen.reached).count(),
        };
        if best.as_ref().is_none_or(|best| judged.unreached < best.unreached) {
            best = Some(judged);
        }
    }
    // Where executions come to few of the checks, those hold for a dull reason.
    Ok(best.filter(|best| best.unreached * 2 <= places.len()))
}

/// What is seen of each check, and the largest index into each object.
type Observed = (Vec<Seen>, Vec<i64>);

fn run(binary: &Path, program: &Program, words: &[i64]) -> Result<Option<Observed>, String> {
    let numbers = [program.inputs.count, program.inputs.values, program.checks.len(), program.objects.len()];
    let mut command = Command::new(binary);
    command.args(numbers.iter().map(usize::to_string)).args(words.iter().map(i64::to_string));
    let outcome = common::run(&mut command, b"", common::RUN_LIMIT);
    let text = String::from_utf8_lossy(&outcome.stdout).into_owned();
    let mut lines = text.lines();
    match (outcome.code, lines.next()) {
        (Some(0), Some("useless")) => return Ok(None),
        (Some(0), Some("done")) => {}
        (code, first) => return Err(format!("the recorded program ends with {code:?} and says {first:?}")),
    }
    let (mut seen, mut largest) = (Vec::new(), Vec::new());
    for line in lines {
        let mut numbers = line.split(' ').skip(1).map_while(|word| word.parse::<i128>().ok());
        let mut next = || numbers.next().ok_or_else(|| format!("not understood: {line}"));
        if line.starts_with("check ") {
            let (reached, failed) = (next()? != 0, next()? != 0);
            seen.push(Seen { reached, failed, min: next()? as i64, max: next()? as i64, values: next()? as u64 });
        } else {
            largest.push(next()? as i64);
        }
    }
    if (seen.len(), largest.len()) != (program.checks.len(), program.objects.len()) {
        return Err(format!("the recorded program does not tell about everything:\n{text}"));
    }
    Ok(Some((seen, largest)))
}

/// A size that is tight, or just too small.
fn choose_size(object: &Object, largest: i64, rng: &mut Rng) -> i64 {
    let tight = (largest + 1).min(ROOM);
    let chosen = if rng.u8(0..4) == 0 { tight - 1 } else { tight };
    object.size.unwrap_or(chosen.max(object.least))
}

/// A bound that is tight, or just too tight, or does not matter.
fn choose_bound(seen: &Seen, rng: &mut Rng) -> Bound {
    if !seen.reached {
        return Bound::AtMost(rng.i64(-1..3));
    }
    let int = |value: i64| value.clamp(i32::MIN.into(), i32::MAX.into());
    // What is always the same would always fail; that is dull.
    let choices = if seen.min == seen.max && rng.u8(0..6) > 0 { 6 } else { 12 };
    match rng.u8(0..choices) {
        0..=2 => Bound::AtMost(seen.max),
        3..=4 => Bound::AtLeast(seen.min),
        5 => Bound::AtMost(int(seen.max + rng.i64(1..3))),
        6..=7 => Bound::AtMost(int(seen.max - 1)),
        8 => Bound::AtLeast(int(seen.min + 1)),
        choice => {
            // A value that does not occur, though its neighbours may; or one that does.
            let wanted = choice < 11;
            let fits = |value: &i64| (seen.values >> (value + 16) & 1 == 0) == wanted;
            let nearby: Vec<i64> = (-3..9).filter(fits).collect();
            rng.choice(nearby).map_or(Bound::AtMost(seen.max), Bound::Not)
        }
    }
}
