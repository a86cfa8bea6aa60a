//! The program that a witness is about, built with the questions of the witness in it.

use crate::cfa::{self, Program};
use crate::cli::input::{self, Built};
use crate::cli::question::Question;
use crate::cli::{UNUSABLE, output};
use crate::ctype::Types;
use crate::frontend::load::Loaded;
use crate::frontend::sema;
use crate::frontend::task::{self, Task, TaskProperty};
use crate::frontend::typed;
use crate::property::{self, Check, PropertyId};
use crate::source::{Diagnostic, Span};
use crate::witness::invariants::{self, Claim};
use crate::witness::layout::Layout;
use crate::witness::probe::{self, Back, Plan, ProbeId};
use crate::witness::protocol::{self, Guide, Source};
use crate::witness::{Content, Witness};
use crate::witness::{claims, weave};
use rayon::prelude::*;
use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;

/// So many expressions that cannot be typed are found out one by one.
const MOST_REFUSED: usize = 200;

/// A program beside a witness.
pub(super) struct Subject {
    /// About the program alone, with the marks of the witness in it.
    pub(super) question: Question,
    /// About the product, or the program with the invariants of the witness.
    pub(super) product: Question,
    pub(super) guide: Guide,
    /// The invariants, with the properties that they became.
    pub(super) claims: Vec<Claim>,
    pub(super) claimed: BTreeMap<cfa::PropId, usize>,
    /// The properties that invariants have a value.
    pub(super) valued: BTreeMap<cfa::PropId, usize>,
    /// What the specification asks for and qicc does not check.
    pub(super) not_checked: BTreeSet<String>,
}

/// Why there is no subject.
pub(super) enum Failure {
    /// What is wrong has been said; the exit code.
    Unusable(u8),
    /// The witness cannot be followed, and why.
    Unknown(Diagnostic),
}

impl From<u8> for Failure {
    fn from(code: u8) -> Failure {
        Failure::Unusable(code)
    }
}

fn unusable(error: Diagnostic) -> Failure {
    Failure::Unusable(output::unusable(error))
}

impl Subject {
    pub(super) fn new(input: &input::Args, witness: &Witness, given: &[Check]) -> Result<Subject, Failure> {
        let (loaded, tasks) = load(input, witness)?;
        let goals = || tasks.iter().flat_map(|task| &task.properties).flat_map(|property| &property.checks);
        let not_checked = match given.is_empty() {
            true => property::from_task(goals().map(|check| &check.property)).map_err(Failure::Unknown)?.not_checked,
            false => BTreeSet::new(),
        };
        let source = Source::new(&loaded.map);
        let (mut plan, mut guide) = protocol::plan(witness, &source).map_err(Failure::Unknown)?;
        let mut claims = invariants::plan(witness, &source, &mut plan);
        let maker = Maker { input, source: &source, model: loaded.model, tasks: &tasks, plan: &plan };
        let (mut program, mut untyped) = maker.build()?;
        let (fragments, refused) = probe::take(&mut program);
        untyped.extend(refused);
        drop(loaded.units);
        let layouts = source.layouts;
        let question = Question::new(Built { map: loaded.map, program, tasks }, given).map_err(unusable)?;
        let entry = entry(&question)?;
        let source = Source { map: &question.map, layouts };
        let mut program = question.program.clone();
        let bytes = program.types.pointer_to(Types::UCHAR);
        let fragments = fragments.into_iter().map(|(id, fragment)| (id, fragment.guarded(&program, bytes))).collect();
        let built = protocol::Built {
            source: &source,
            program: &question.program,
            asked: &question.asked,
            plan: &plan,
            fragments: &fragments,
            untyped: &untyped,
            entry,
        };
        let (mut asked, mut claimed, mut valued) = (question.asked.clone(), BTreeMap::new(), BTreeMap::new());
        if is_violation(witness) {
            protocol::guide(witness, &built, &mut guide).map_err(Failure::Unknown)?;
            weave::weave(&mut program, &guide.rules, &guide.counting, guide.initial)
                .map_err(|why| Failure::Unknown(Diagnostic::new("witness", why)))?;
        } else {
            let found = invariants::assertions(witness, &mut claims, &built, &mut program);
            claimed.extend(found.claimed.iter().map(|(number, property)| (*property, *number)));
            valued.extend(found.valued.iter().map(|(number, property)| (*property, *number)));
            asked.extend(claimed.keys().chain(valued.keys()));
            let found = found.claims;
            claims::claim(&mut program, &found);
        }
        debug_assert_eq!(cfa::check::check(&program), Ok(()));
        let product = question.of_product(program, &asked);
        Ok(Subject { question, product, guide, claims, claimed, valued, not_checked })
    }
}

/// A program without questions in it, for whoever wants to know what is on its lines.
pub(super) struct Bare {
    question: Question,
    layouts: Vec<Layout>,
    entry: cfa::FuncId,
}

impl Bare {
    pub(super) fn new(input: &input::Args, witness: &Witness, given: &[Check]) -> Result<Bare, Failure> {
        let (loaded, tasks) = load(input, witness)?;
        let source = Source::new(&loaded.map);
        let plan = Plan::default();
        let maker = Maker { input, source: &source, model: loaded.model, tasks: &tasks, plan: &plan };
        let (program, _) = maker.build()?;
        let layouts = source.layouts;
        let question = Question::new(Built { map: loaded.map, program, tasks }, given).map_err(unusable)?;
        let entry = entry(&question)?;
        Ok(Bare { question, layouts, entry })
    }

    /// What is asked about it, and the property of this name.
    pub(super) fn about(self, name: &PropertyId) -> Option<(Question, cfa::PropId)> {
        let id = self.question.ids.iter().position(|id| id == name)?;
        Some((self.question, cfa::PropId(id as u32)))
    }

    /// Gives it to somebody.
    pub(super) fn show<T>(self, to: impl FnOnce(&protocol::Built) -> T) -> T {
        let source = Source { map: &self.question.map, layouts: self.layouts };
        to(&protocol::Built {
            source: &source,
            program: &self.question.program,
            asked: &self.question.asked,
            plan: &Plan::default(),
            fragments: &BTreeMap::new(),
            untyped: &BTreeMap::new(),
            entry: self.entry,
        })
    }
}

/// The text of a program, and what the witness is about.
fn load(input: &input::Args, witness: &Witness) -> Result<(Loaded, Vec<Task>), Failure> {
    input.check_flags()?;
    let mut loaded = input.load_as(witness.metadata.data_model);
    if !loaded.errors.is_empty() {
        output::diagnostics(&loaded.map, &loaded.errors);
        return Err(Failure::Unusable(UNUSABLE));
    }
    let tasks = tasks(witness, std::mem::take(&mut loaded.tasks))?;
    Ok((loaded, tasks))
}

/// The function of the user that executions begin with.
fn entry(question: &Question) -> Result<cfa::FuncId, Failure> {
    match question.originals.values().collect::<Vec<_>>()[..] {
        [entry] => Ok(*entry),
        _ => {
            let message = "the program has several entries, and a witness is about one";
            Err(unusable(Diagnostic::new("entry", message).help("choose one with --entry")))
        }
    }
}

pub(super) fn is_violation(witness: &Witness) -> bool {
    match &witness.content {
        Content::Automaton(automaton) => automaton.claim == crate::witness::Claim::Violation,
        Content::Segments(_) => true,
        Content::Invariants(_) | Content::Annotations(_) => false,
    }
}

/// What the witness is about, as a task; what the input says if it does not say it.
fn tasks(witness: &Witness, given: Vec<Task>) -> Result<Vec<Task>, Failure> {
    let Some(text) = &witness.metadata.specification else { return Ok(given) };
    let checks = task::parse_checks(text).ok_or_else(|| {
        Failure::Unknown(Diagnostic::new("witness", format!("the specification `{}` cannot be read", text.trim())))
    })?;
    let property = TaskProperty { file: PathBuf::from("witness"), checks, expected: None };
    Ok(vec![Task { files: Vec::new(), model: None, properties: vec![property] }])
}

/// Builds a program with questions in it.
struct Maker<'a> {
    input: &'a input::Args,
    source: &'a Source<'a>,
    model: crate::ctype::DataModel,
    tasks: &'a [Task],
    plan: &'a Plan,
}

/// Why a program cannot be built, and the question that stands in the way.
type Wrong = Box<(Option<ProbeId>, Diagnostic)>;

impl Maker<'_> {
    /// The program, and what of the witness cannot be typed.
    fn build(&self) -> Result<(Program, BTreeMap<ProbeId, String>), Failure> {
        let mut untyped: BTreeMap<ProbeId, String> = BTreeMap::new();
        loop {
            let without: BTreeSet<ProbeId> = untyped.keys().copied().collect();
            let (owner, why) = match self.with(&without) {
                Ok(program) => return Ok((program, untyped)),
                Err(wrong) => *wrong,
            };
            match owner {
                Some(id) if untyped.len() < MOST_REFUSED => _ = untyped.insert(id, why.message),
                _ => {
                    // The words of one of them made something else of the text, unless it is the program itself.
                    let all: BTreeSet<ProbeId> = self.plan.ids().collect();
                    if let Err(wrong) = self.with(&all) {
                        output::diagnostics(self.source.map, &[wrong.1]);
                        return Err(Failure::Unusable(UNUSABLE));
                    }
                    let alone = |id: ProbeId| all.iter().copied().filter(|other| *other != id).collect::<BTreeSet<_>>();
                    let guilty = |id: &ProbeId| !without.contains(id) && self.with(&alone(*id)).is_err();
                    let found: Vec<ProbeId> = all.iter().copied().take(MOST_REFUSED).filter(guilty).collect();
                    if found.is_empty() {
                        return Err(Failure::Unknown(why));
                    }
                    untyped.extend(found.into_iter().map(|id| (id, why.message.clone())));
                }
            }
        }
    }

    fn with(&self, without: &BTreeSet<ProbeId>) -> Result<Program, Wrong> {
        let dialect = self.input.dialect(self.model);
        let count = self.source.map.units().len() as u32;
        let typed: Vec<(Result<typed::Unit, Diagnostic>, Back)> = (0..count)
            .into_par_iter()
            .map(|unit| {
                let (text, layout) = (self.source.map.unit(unit), self.source.layout(unit));
                let asked = self.plan.put(unit, text.file(0), text, layout, without);
                (asked.read.and_then(|read| sema::analyse(unit, dialect, &read)), asked.back)
            })
            .collect();
        let (mut units, mut backs, mut wrong) = (Vec::new(), Vec::new(), None);
        for (unit, back) in typed {
            match unit {
                Ok(unit) => units.push(unit),
                Err(why) => wrong = wrong.or(Some(why)),
            }
            backs.push(back);
        }
        let options = cfa::Options { in_place: true, ..self.input.options(self.tasks, false) };
        let built = match wrong {
            Some(why) => Err(why),
            None => cfa::build(units, &options),
        };
        let mut program = built.map_err(|why| {
            let back = |span: Span| backs.get(span.unit as usize).map(|back| (back.owner(span), back.span(span)));
            let owner = why.span.and_then(|span| back(span)?.0);
            let span = why.span.and_then(|span| Some(back(span)?.1));
            Box::new((owner, Diagnostic { span, other: None, ..why }))
        })?;
        probe::restore(&mut program, &backs);
        Ok(program)
    }
}
