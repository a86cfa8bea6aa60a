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

/// Runs programs on all inputs; `None` for one that may not end, follows a pointer to an object that is gone, or does
/// too little. Compiled together, they take a tenth of the time.
pub fn judge(programs: &[Program], rngs: &mut [Rng]) -> Result<Vec<Option<Judged>>, String> {
    let folder = tempfile::tempdir().map_err(|e| e.to_string())?;
    let (source, binary) = (folder.path().join("recorded.c"), folder.path().join("recorded"));
    fs::write(&source, text(programs)).map_err(|e| e.to_string())?;
    let mut gcc = Command::new("gcc");
    gcc.args(["-w", "-fwrapv", "-o"]).arg(&binary).arg(&source);
    let built = common::run(&mut gcc, b"", common::TOOL_LIMIT);
    if !built.success() {
        return Err(format!("gcc cannot build it:\n{}", built.stderr_text()));
    }
    let all = programs.iter().enumerate().map(|(number, program)| Job { number, program, words: Vec::new() }).collect();
    let mut observed = run(&binary, all)?;
    let mut best: Vec<Option<Judged>> = programs.iter().map(|_| None).collect();
    for _ in 0..TRIES {
        let (mut jobs, mut texts) = (Vec::new(), Vec::new());
        for (number, program) in programs.iter().enumerate() {
            let Some((seen, largest)) = &observed[number] else { continue };
            let (bounds, sizes) = choose(program, seen, largest, &mut rngs[number]);
            texts.push(program.filled(&bounds, &sizes));
            let words = bounds.iter().flat_map(|bound| bound.words()).chain(sizes).collect();
            jobs.push(Job { number, program, words });
        }
        let numbers: Vec<usize> = jobs.iter().map(|job| job.number).collect();
        for ((number, text), judged) in numbers.into_iter().zip(texts).zip(run(&binary, jobs)?) {
            let Some((seen, _)) = judged else {
                (observed[number], best[number]) = (None, None);
                continue;
            };
            let judged = Judged::new(text, &programs[number], &seen);
            if best[number].as_ref().is_none_or(|best| judged.unreached < best.unreached) {
                best[number] = Some(judged);
            }
        }
    }
    // Where executions come to few of the checks, those hold for a dull reason.
    let is_of_use = |judged: &Judged| judged.unreached * 2 <= judged.violated.len();
    Ok(best.into_iter().map(|judged| judged.filter(is_of_use)).collect())
}

impl Judged {
    fn new(text: String, program: &Program, seen: &[Seen]) -> Judged {
        let places = program.checks.iter().map(|check| (check.line, check.kind));
        Judged {
            text,
            violated: places.zip(seen.iter().map(|seen| seen.failed)).collect(),
            unreached: seen.iter().filter(|seen| !seen.reached).count(),
        }
    }
}

/// Bounds of the checks and sizes of the objects of a program.
fn choose(program: &Program, seen: &[Seen], largest: &[i64], rng: &mut Rng) -> (Vec<Bound>, Vec<i64>) {
    let bounds = seen.iter().map(|seen| choose_bound(seen, rng)).collect();
    let sizes = program.objects.iter().zip(largest).map(|(object, largest)| choose_size(object, *largest, rng));
    (bounds, sizes.collect())
}

/// The recorded form of all programs, whose names are made different.
fn text(programs: &[Program]) -> String {
    let mut text = RUNTIME.to_owned();
    let mut table = String::from("static program *const programs[] = {");
    for (number, program) in programs.iter().enumerate() {
        let mut rest = program.recorded.as_str();
        while let Some(at) = rest.find(|c: char| c.is_ascii_alphabetic() || c == '_') {
            // What begins with a digit goes on as a name does.
            let inside = rest[..at].ends_with(|c: char| c.is_ascii_digit());
            let length = rest[at..].find(|c: char| !c.is_ascii_alphanumeric() && c != '_').unwrap_or(rest.len() - at);
            let name = &rest[at..at + length];
            text += &rest[..at + length];
            let own = name.ends_with(|c: char| c.is_ascii_digit()) || NAMES.contains(&name);
            if own && !inside {
                text += &format!("_{number}");
            }
            rest = &rest[at + length..];
        }
        text += rest;
        table += &format!("main_{number}, ");
    }
    text + &table + "};\n"
}

/// What programs have besides names with numbers.
const NAMES: [&str; 5] = ["box", "row", "hook", "table", "main"];

/// What is seen of each check, and the largest index into each object.
type Observed = (Vec<Seen>, Vec<i64>);

/// A program that is to be run on all inputs, and what was left open in it once that is chosen.
struct Job<'a> {
    number: usize,
    program: &'a Program,
    words: Vec<i64>,
}

/// What is seen of each; `None` for a program of no use.
fn run(binary: &Path, jobs: Vec<Job>) -> Result<Vec<Option<Observed>>, String> {
    let mut input = String::new();
    for Job { number, program, words } in &jobs {
        let judging = usize::from(!words.is_empty());
        let Program { inputs, checks, objects, .. } = program;
        let numbers = [*number, inputs.count, inputs.values, checks.len(), objects.len(), judging];
        let words = numbers.iter().map(usize::to_string).chain(words.iter().map(i64::to_string));
        input += &(words.collect::<Vec<_>>().join(" ") + "\n");
    }
    let outcome = common::run(&mut Command::new(binary), input.as_bytes(), common::RUN_LIMIT);
    let text = String::from_utf8_lossy(&outcome.stdout).into_owned();
    if !outcome.success() {
        return Err(format!("recorded programs end with {:?}", outcome.code));
    }
    let mut lines = text.lines();
    jobs.iter().map(|job| observed(job.program, &mut lines)).collect()
}

fn observed<'a>(program: &Program, lines: &mut impl Iterator<Item = &'a str>) -> Result<Option<Observed>, String> {
    let mut next = || lines.next().ok_or("recorded programs do not tell about everything");
    let useless = match next()? {
        "useless" => true,
        "done" => false,
        first => return Err(format!("a recorded program says {first:?}")),
    };
    let mut numbers = |word: &str, count: usize| -> Result<Vec<i128>, String> {
        let line = next()?;
        let words = line.strip_prefix(word).into_iter().flat_map(|rest| rest.split(' ').skip(1));
        let numbers: Vec<i128> = words.map_while(|word| word.parse().ok()).collect();
        if numbers.len() == count { Ok(numbers) } else { Err(format!("not understood: {line}")) }
    };
    let (mut seen, mut largest) = (Vec::new(), Vec::new());
    for _ in &program.checks {
        let numbers = numbers("check", 5)?;
        let (reached, failed, values) = (numbers[0] != 0, numbers[1] != 0, numbers[4] as u64);
        seen.push(Seen { reached, failed, min: numbers[2] as i64, max: numbers[3] as i64, values });
    }
    for _ in &program.objects {
        largest.push(numbers("object", 1)?[0] as i64);
    }
    Ok((!useless).then_some((seen, largest)))
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
