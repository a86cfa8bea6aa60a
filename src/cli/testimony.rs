//! `--witness FILE`: what came out, as a witness that others can check.
//!
//! Every violation has a witness of its own: the first one, in the order of the report, has the name that was given,
//! and the others have numbers in front of its ending. A proof has one witness, if everything is proved. Where there is
//! none, the report says why.

use super::question::Question;
use super::witness::inputs;
use crate::cfa::{Lemma, Op, PropId};
use crate::engine::Stop;
use crate::frontend::task::{self, Check};
use crate::property;
use crate::report::{Assumed, Outcome, Report};
use crate::source::{Diagnostic, Span};
use crate::verifier::{Counterexample, Happening, Told, Verdict, retrace};
use crate::witness::protocol::Source;
use crate::witness::record::{self, Execution, Input, Step, What};
use crate::witness::{self, Content, Format, Invariant, Metadata, Producer, Witness};
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

/// Who writes witnesses, and how.
pub(super) struct Testimony<'a> {
    path: &'a Path,
    format: Format,
    question: &'a Question,
    source: Source<'a>,
    files: Vec<(String, Option<String>)>,
}

/// The format that a name asks for.
pub(super) fn format(path: &Path) -> Result<Format, Diagnostic> {
    Format::of_name(path).ok_or_else(|| {
        let message = format!("{} does not say which format is wanted", path.display());
        Diagnostic::new("witness", message).help("choose a name that ends in .graphml or .yml")
    })
}

impl<'a> Testimony<'a> {
    pub(super) fn new(path: &'a Path, question: &'a Question) -> Result<Testimony<'a>, Diagnostic> {
        let source = Source::new(&question.map);
        let hash = |file: &str| Some(witness::digest(&std::fs::read(file).ok()?));
        let names = question.map.units().iter().map(|unit| unit.file(0).to_owned());
        let files = names.map(|name| (name.clone(), hash(&name))).collect();
        Ok(Testimony { path, format: format(path)?, question, source, files })
    }

    /// Writes what there is to write, and says in the report where it is.
    pub(super) fn write(
        &self,
        verdicts: &BTreeMap<PropId, Verdict>,
        gambles: bool,
        report: &mut Report,
    ) -> Result<(), Diagnostic> {
        let mut violated: Vec<(PropId, &Counterexample)> = Vec::new();
        for (id, verdict) in verdicts {
            if let Verdict::Violated(counterexample) = verdict {
                violated.push((*id, counterexample));
            }
        }
        violated.sort_by_key(|(id, _)| self.question.place(*id));
        let mut written = 0;
        for (id, counterexample) in &violated {
            let name = &self.question.ids[id.0 as usize];
            match self.violation(*id, counterexample) {
                Ok(witness) => {
                    let path = numbered(self.path, written);
                    witness::save(&path, &witness)?;
                    written += 1;
                    let told = report.properties.iter_mut().find(|property| property.id == *name);
                    told.into_iter().for_each(|property| property.witness = Some(path.display().to_string()));
                }
                Err(why) => report.notes.push(format!("no witness of {name} is written: {}", why.message)),
            }
        }
        if violated.is_empty() {
            match self.proof(verdicts, gambles, report) {
                Ok((witness, left_out)) => {
                    witness::save(self.path, &witness)?;
                    report.witness = Some(self.path.display().to_string());
                    report.notes.extend(left_out);
                }
                Err(why) => report.notes.push(format!("no witness is written: {}", why.message)),
            }
        }
        Ok(())
    }

    /// The witness of a proof, and a note about what is known and not in it.
    fn proof(
        &self,
        verdicts: &BTreeMap<PropId, Verdict>,
        gambles: bool,
        report: &Report,
    ) -> Result<(Witness, Option<String>), Diagnostic> {
        let cannot = |why: String| Diagnostic::new("witness", why);
        if report.outcome() != Outcome::AllProved {
            return Err(cannot("not everything is proved".into()));
        }
        if report.assumptions.iter().any(|assumed| assumed.kind == Assumed::CONDITION) {
            return Err(cannot("what a condition covers was not looked at".into()));
        }
        let goals = self.goals();
        let lemmas = self.lemmas(verdicts);
        let mut invariants = record::invariants(&self.source, &self.question.program, gambles, &lemmas);
        if self.format == Format::Yaml {
            return Ok((self.witness(&goals, Content::Invariants(invariants))?, None));
        }
        let count = invariants.len();
        // In GraphML a loop is known by its line, and has one invariant.
        let lines: BTreeSet<(u32, Option<u32>)> =
            invariants.iter().map(|invariant| (invariant.location.line, invariant.location.column)).collect();
        invariants.retain(|invariant| {
            let line = invariant.location.line;
            let alone = lines.iter().filter(|(other, _)| *other == line).count() == 1;
            invariant.at_loop && alone && !self.source.begins_do(&invariant.location)
        });
        let left_out = match count - invariants.len() {
            0 => None,
            1 => {
                Some("the witness leaves out one invariant that has no place in GraphML; a .yml file has it".to_owned())
            }
            left => Some(format!(
                "the witness leaves out {left} invariants that have no place in GraphML; a .yml file has them"
            )),
        };
        let invariants = joined(invariants);
        let proof = Witness { metadata: Metadata::default(), content: Content::Invariants(invariants) };
        Ok((self.witness(&goals, witness::convert(&proof, false)?.content)?, left_out))
    }

    /// What proofs rest on. That holds if nothing in the program is violated, whether somebody asked for it or not.
    fn lemmas(&self, verdicts: &BTreeMap<PropId, Verdict>) -> Vec<Lemma> {
        let functions = self.question.program.functions.iter().filter_map(|function| function.cfa());
        let mut edges = functions.flat_map(|cfa| &cfa.edges);
        let other = |property: &PropId| !matches!(verdicts.get(property), Some(Verdict::Proved(_)));
        if edges.any(|edge| matches!(&edge.op, Op::Assert { property, .. } if other(property))) {
            return Vec::new();
        }
        let mut lemmas: Vec<Lemma> = Vec::new();
        for verdict in verdicts.values() {
            let Verdict::Proved(proof) = verdict else { continue };
            let new: Vec<&Lemma> = proof.lemmas().iter().filter(|lemma| !lemmas.contains(lemma)).collect();
            lemmas.extend(new.into_iter().cloned().collect::<Vec<_>>());
        }
        lemmas
    }

    /// What is proved, as a specification that asks for nothing else.
    fn goals(&self) -> Vec<task::Property> {
        let mut goals: Vec<task::Property> = Vec::new();
        for id in &self.question.asked {
            let goal = property::to_task_within(&self.question.program, *id, &self.question.checks);
            if !goals.contains(&goal) {
                goals.push(goal);
            }
        }
        goals
    }

    fn violation(&self, property: PropId, counterexample: &Counterexample) -> Result<Witness, Diagnostic> {
        let program = &self.question.program;
        let goal = property::to_task(program, property);
        let entry = self.entry()?;
        // Not every verifier tells which way branches go.
        let tells = counterexample.steps.iter().any(|step| matches!(step.what, Happening::Branch(_)));
        let told = || inputs::told(program, counterexample, false);
        let again = if tells { None } else { retraced(self.question, property, &told()) };
        let execution = execution(self.question, entry, property, again.as_ref().unwrap_or(counterexample));
        let content = record::violation(&execution, &self.source, program, self.format)?;
        self.witness(&[goal], content)
    }

    /// The function that executions begin with.
    fn entry(&self) -> Result<String, Diagnostic> {
        let mut names = self.question.entries.values();
        match (names.next(), names.next()) {
            (Some(name), None) => Ok(name.clone()),
            _ => Err(Diagnostic::new("witness", "the program has several entries, and a witness is about one")),
        }
    }

    fn witness(&self, goals: &[task::Property], content: Content) -> Result<Witness, Diagnostic> {
        let entry = self.entry()?;
        let line = |property: &task::Property| Check { entry: entry.clone(), property: property.clone() }.to_string();
        let specification = goals.iter().map(line).collect::<Vec<_>>().join("\n");
        let metadata = Metadata {
            specification: Some(specification),
            files: self.files.clone(),
            data_model: Some(self.question.program.types.model),
            ..Metadata::default()
        };
        sealed(metadata, content, self.format)
    }
}

/// A witness of ours: who made it, and when.
pub(super) fn sealed(metadata: Metadata, content: Content, format: Format) -> Result<Witness, Diagnostic> {
    let version = match format {
        Format::GraphMl => "1.0",
        Format::Yaml => "2.0",
    };
    let producer =
        Producer { name: Some("qicc".into()), version: Some(env!("CARGO_PKG_VERSION").into()), ..Producer::default() };
    let (format_version, creation_time) = (version.into(), Some(now()));
    let metadata = Metadata { format_version, uuid: None, creation_time, producer, other: Vec::new(), ..metadata };
    let mut witness = Witness { metadata, content };
    let uuid = witness::uuid(witness::write(&witness)?.as_bytes());
    witness.metadata.uuid = Some(uuid).filter(|_| format == Format::Yaml);
    Ok(witness)
}

/// A violation with these inputs, found by following the program.
pub(super) fn retraced(question: &Question, property: PropId, inputs: &[Told]) -> Option<Counterexample> {
    let mut entries = question.entries.keys();
    let (Some(entry), None) = (entries.next(), entries.next()) else { return None };
    let stop = Stop::default().after(Some(RETRACING), Some(MOST_MEMORY));
    let steps = retrace(&question.program, *entry, property, inputs, &stop)?;
    Some(Counterexample { steps, ..Counterexample::default() })
}

/// So much time and memory there is for following a violation once more.
const RETRACING: Duration = Duration::from_secs(20);
const MOST_MEMORY: u64 = 1 << 31;

/// A violation as an execution from a function on, in terms of the source.
pub(super) fn execution(
    question: &Question,
    entry: String,
    property: PropId,
    counterexample: &Counterexample,
) -> Execution {
    let program = &question.program;
    let edges = || program.functions.iter().filter_map(|function| function.cfa()).flat_map(|cfa| &cfa.edges);
    let calls: BTreeSet<Span> =
        edges().filter(|edge| matches!(edge.op, Op::Call { .. })).map(|edge| edge.span).collect();
    let defined = |name: &String| program.functions.iter().any(|f| f.is_defined() && f.name == *name);
    let mut inputs = inputs::of(program, counterexample, false).into_iter().peekable();
    let (mut steps, mut stack): (Vec<Step>, Vec<bool>) = (Vec::new(), Vec::new());
    for (number, step) in counterexample.steps.iter().enumerate() {
        let Some(span) = step.span else { continue };
        let what = match &step.what {
            Happening::Branch(truth) => What::Branch(*truth),
            Happening::Call(name) => {
                let told = calls.contains(&span) && defined(name) && *name != entry;
                stack.push(told);
                if !told {
                    continue;
                }
                What::Enter(name.clone())
            }
            Happening::Return(name) => match stack.pop() {
                Some(true) => What::Leave(name.clone()),
                _ => continue,
            },
            Happening::Assign { .. } => match inputs.next_if(|input| input.step == number) {
                Some(found) => What::Input(input(question, found)),
                None => continue,
            },
            Happening::Violation => break,
        };
        steps.push(Step { span, what });
    }
    Execution { steps, target: program[property].origin, entry }
}

/// The variable counts where the source says that it gets just this value.
fn input(question: &Question, input: inputs::Input) -> Input {
    let (text, call) = (question.map.unit(input.span.unit), input.span.start);
    let before = |distance: u32| call.checked_sub(distance).map_or(&b""[..], |token| text.token(token));
    let named = |name: &String| before(1) == b"=" && before(2) == name.as_bytes() && !matches!(before(3), b"." | b"->");
    let variable = input.variable.filter(named);
    Input { function: input.function, value: input.known, variable, in_a_word: input.in_a_word }
}

/// One invariant for each place; those of one place are next to each other.
fn joined(invariants: Vec<Invariant>) -> Vec<Invariant> {
    let mut found: Vec<Invariant> = Vec::new();
    for invariant in invariants {
        match found.last_mut().filter(|last| last.location == invariant.location) {
            Some(last) => last.value.text = format!("{} && {}", last.value.text, invariant.value.text),
            None => found.push(invariant),
        }
    }
    found
}

/// The name of a witness behind others: `w.yml`, `w-2.yml`, `w-3.yml`.
fn numbered(path: &Path, before: usize) -> PathBuf {
    if before == 0 {
        return path.to_owned();
    }
    let part = |part: Option<&std::ffi::OsStr>| part.unwrap_or_default().to_string_lossy().into_owned();
    path.with_file_name(format!("{}-{}.{}", part(path.file_stem()), before + 1, part(path.extension())))
}

/// The time, to the second; `SOURCE_DATE_EPOCH` says another one, so that files can be made again.
pub(super) fn now() -> String {
    let given = std::env::var("SOURCE_DATE_EPOCH").ok().and_then(|seconds| seconds.parse::<u64>().ok());
    let clock = || SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |since| since.as_secs());
    time(given.unwrap_or_else(clock))
}

/// Seconds since 1970 as ISO 8601, in UTC.
fn time(seconds: u64) -> String {
    let (mut days, rest) = (seconds / 86_400, seconds % 86_400);
    let is_leap = |year: u64| year.is_multiple_of(4) && (!year.is_multiple_of(100) || year.is_multiple_of(400));
    let mut year = 1970;
    while days >= 365 + u64::from(is_leap(year)) {
        days -= 365 + u64::from(is_leap(year));
        year += 1;
    }
    let february = 28 + u64::from(is_leap(year));
    let mut month = 1;
    for length in [31, february, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31] {
        if days < length {
            break;
        }
        days -= length;
        month += 1;
    }
    let (hour, minute, second) = (rest / 3600, rest / 60 % 60, rest % 60);
    format!("{year:04}-{month:02}-{:02}T{hour:02}:{minute:02}:{second:02}Z", days + 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times() {
        assert_eq!(time(0), "1970-01-01T00:00:00Z");
        assert_eq!(time(951_827_696), "2000-02-29T12:34:56Z");
        assert_eq!(time(1_798_761_599), "2026-12-31T23:59:59Z");
        assert_eq!(time(4_107_542_400), "2100-03-01T00:00:00Z");
    }

    #[test]
    fn names() {
        let names: Vec<PathBuf> = (0..3).map(|before| numbered(Path::new("out/w.x.yml"), before)).collect();
        assert_eq!(names, ["out/w.x.yml", "out/w.x-2.yml", "out/w.x-3.yml"].map(PathBuf::from));
    }
}
