//! From a program to what is asked about it: which properties, from which entries, and what is taken for granted.

use super::input::{self, Built};
use super::output;
use crate::cfa::passes;
use crate::cfa::{AssumptionKind, FuncId, Op, Program, PropId, PropertyKind, render};
use crate::condition::{self, Condition, Subject};
use crate::frontend::task::TaskProperty;
use crate::property::{self, Check, Checks, PropertyId, Reach, Unchecked};
use crate::report::{Assumed, PropertyReport, Report};
use crate::source::{Result, SourceMap};
use crate::verifier::Verdict;
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::sync::Arc;

#[derive(clap::Args)]
#[command(next_help_heading = "Question")]
#[group(skip)]
pub(super) struct Args {
    /// What to prove: assert, bounds, null, div, shift, overflow, pointer, arithmetic; several with
    /// commas
    /// [default: what a task says; or assert; or bounds, if there are no assertions]
    #[arg(long, value_name = "LIST", value_delimiter = ',', value_parser = check)]
    pub(super) check: Vec<Check>,
}

impl Args {
    /// As arguments again.
    pub(super) fn words(&self) -> Vec<String> {
        let names: Vec<&str> = self.check.iter().map(|check| check.name()).collect();
        if names.is_empty() { Vec::new() } else { vec!["--check".to_owned(), names.join(",")] }
    }
}

pub(super) fn check(text: &str) -> std::result::Result<Check, String> {
    text.trim().parse()
}

pub(super) struct Question {
    pub(super) map: Arc<SourceMap>,
    /// With everything that is checked as assertions in it.
    pub(super) program: Program,
    pub(super) asked: BTreeSet<PropId>,
    /// What is asked about, of all properties of the program.
    pub(super) checks: BTreeSet<Check>,
    pub(super) reach: Reach,
    /// The entries whose environment cannot be built, and why.
    pub(super) unfaithful: BTreeMap<FuncId, String>,
    /// What the user calls the entries.
    pub(super) entries: BTreeMap<FuncId, String>,
    /// The user's functions that the entries are, or call.
    pub(super) originals: BTreeMap<FuncId, FuncId>,
    /// The names of all properties, by their numbers.
    pub(super) ids: Vec<PropertyId>,
    /// The names of the functions in which the properties are, by their numbers.
    pub(super) functions: Vec<String>,
    pub(super) assumptions: Vec<Assumed>,
    pub(super) notes: Vec<String>,
    /// What the tasks expect, unless the command line asks for something else.
    expected: Vec<TaskProperty>,
}

impl Question {
    /// About what these arguments name; the exit code if that cannot be.
    pub(super) fn of(input: &input::Args, asked: &Args) -> std::result::Result<Question, u8> {
        Question::new(input.build(false)?, &asked.check).map_err(output::unusable)
    }

    /// `given` is what the command line asks for, nothing if it leaves that to the task or the program.
    pub(super) fn new(built: Built, given: &[Check]) -> Result<Question> {
        let Built { map, mut program, tasks } = built;
        let goals = || tasks.iter().flat_map(|task| &task.properties).flat_map(|property| &property.checks);
        let checks = match given {
            [] if goals().next().is_some() => property::from_task(goals().map(|check| &check.property))?,
            [] => Checks::default_for(&program),
            given => Checks::new(given.iter().copied()),
        };
        let expected =
            if given.is_empty() { tasks.into_iter().flat_map(|task| task.properties).collect() } else { vec![] };
        let given_entries = program.entries.clone();
        let unfaithful = property::harness(&mut program);
        let originals: BTreeMap<FuncId, FuncId> = program.entries.iter().copied().zip(given_entries).collect();
        let name = |(runs, entry): (&FuncId, &FuncId)| (*runs, program[*entry].name.clone());
        let entries = originals.iter().map(name).collect();
        property::undefined(&mut program);
        let unchecked = property::assumed(&program, &checks.checks);
        property::instrument(&mut program, &checks.checks);
        let asked = property::asked(&program, &checks);
        property::release(&mut program, &asked);
        let not_checked = |what: &String| format!("the task also asks for {what}, which qicc does not check");
        let mut notes: Vec<String> = checks.not_checked.iter().map(not_checked).collect();
        if asked.is_empty() {
            let names: Vec<&str> = checks.checks.iter().map(|check| check.name()).collect();
            notes.push(format!("the program has nothing to prove of this kind: {}", names.join(", ")));
            let error = passes::defined_error(&program).filter(|_| given.is_empty());
            notes.extend(error.map(|name| {
                format!("{name} has a body, which decides: its calls are errors in a task, or without the body")
            }));
        }
        Ok(Question {
            asked,
            checks: checks.checks,
            reach: property::reach(&program),
            unfaithful,
            entries,
            originals,
            ids: property::ids(&program, &map),
            functions: functions(&program),
            assumptions: assumptions(&program, &map, &unchecked),
            notes,
            map: Arc::new(map),
            program,
            expected,
        })
    }

    /// The same question about these properties of another program, which has the same ones and copies of them.
    pub(super) fn about(
        &self,
        program: Program,
        open: &BTreeSet<PropId>,
        copies: &BTreeMap<PropId, PropId>,
    ) -> Question {
        let reach = property::reach(&program);
        let reached: BTreeSet<PropId> = reach.values().flatten().copied().collect();
        let original = |id: &PropId| copies.get(id).copied().unwrap_or(*id);
        let numbers = (0..program.properties.len() as u32).map(PropId);
        let asked = reached.iter().copied().filter(|id| open.contains(&original(id))).collect();
        let name = |id: PropId| original(&id).0 as usize;
        let ids = numbers.clone().map(|id| self.ids[name(id)].clone()).collect();
        let functions = numbers.map(|id| self.functions[name(id)].clone()).collect();
        self.of_made(program, asked, reach, (ids, functions))
    }

    /// The same question about a program that was made of this one, with those of these properties that are left in it.
    pub(super) fn of_product(&self, program: Program, asked: &BTreeSet<PropId>) -> Question {
        let reach = property::reach(&program);
        let asked = asked.iter().copied().filter(|id| reach.values().any(|reached| reached.contains(id))).collect();
        let names = (property::ids(&program, &self.map), functions(&program));
        let assumptions = self.assumptions.clone();
        Question { assumptions, ..self.of_made(program, asked, reach, names) }
    }

    /// A question about a program that was made of this one; `names` has the properties' and their functions'.
    fn of_made(
        &self,
        program: Program,
        asked: BTreeSet<PropId>,
        reach: Reach,
        (ids, functions): (Vec<PropertyId>, Vec<String>),
    ) -> Question {
        Question {
            map: Arc::clone(&self.map),
            asked,
            checks: self.checks.clone(),
            reach,
            unfaithful: self.unfaithful.clone(),
            entries: self.entries.clone(),
            originals: self.originals.clone(),
            ids,
            functions,
            assumptions: Vec::new(),
            notes: Vec::new(),
            expected: Vec::new(),
            program,
        }
    }

    /// What a condition is about that knows of these properties.
    pub(super) fn subject(&self, properties: &BTreeSet<PropId>) -> Subject {
        let entries: Vec<&str> = self.entries.values().map(String::as_str).collect();
        let properties = properties.iter().map(|id| self.ids[id.0 as usize].to_string()).collect();
        Subject { entry: entries.join(", "), properties }
    }

    /// A condition from a file, about everything that is asked.
    pub(super) fn condition(&self, path: &Path) -> Result<Condition> {
        condition::load(path, &self.program, &self.map, &self.subject(&self.asked))
    }

    /// The place of a property in the order of the source; several at one place are in the order of their names.
    pub(super) fn place(&self, property: PropId) -> (u32, u32, &PropertyId) {
        let number = property.0 as usize;
        let span = self.program.properties[number].span;
        (span.unit, span.start, &self.ids[number])
    }

    /// What a request is called while it runs, after the part of the program that it is about.
    pub(super) fn label(&self, subject: &str, properties: &BTreeSet<PropId>) -> String {
        match properties.iter().next() {
            Some(only) if properties.len() == 1 => format!("{subject}: {}", self.ids[only.0 as usize]),
            _ => format!("{subject}: {} properties", properties.len()),
        }
    }

    /// Where verdicts are not what the tasks expect. They stay what they are.
    pub(super) fn unexpected(&self, report: &Report) -> Vec<String> {
        let mut notes = Vec::new();
        for property in &self.expected {
            let (Some(expected), Some(found)) = (property.expected, holds(&property.checks, report)) else { continue };
            if expected != found {
                let word = |holds| if holds { "holds" } else { "is violated" };
                let name = property.file.file_name().unwrap_or(property.file.as_os_str()).to_string_lossy();
                notes.push(format!("the task expects that {name} {}, and here it {}", word(expected), word(found)));
            }
        }
        notes
    }
}

/// Whether what a property file asks for holds, as far as it is known.
fn holds(checks: &[crate::frontend::task::Check], report: &Report) -> Option<bool> {
    let kinds: Vec<Option<&[PropertyKind]>> = checks.iter().map(|check| property::kinds(&check.property)).collect();
    let about = |property: &&PropertyReport| kinds.iter().flatten().any(|kinds| kinds.contains(&property.kind));
    let mut verdicts = report.properties.iter().filter(about).map(|property| &property.verdict);
    if verdicts.clone().any(|verdict| matches!(verdict, Verdict::Violated(_))) {
        return Some(false);
    }
    let all_asked = kinds.iter().all(Option::is_some);
    (all_asked && verdicts.all(|verdict| matches!(verdict, Verdict::Proved(_)))).then_some(true)
}

/// The functions in which the properties are.
fn functions(program: &Program) -> Vec<String> {
    let mut names = vec![String::new(); program.properties.len()];
    for function in &program.functions {
        for edge in function.cfa().into_iter().flat_map(|cfa| &cfa.edges) {
            if let Op::Assert { property, .. } = &edge.op {
                names[property.0 as usize].clone_from(&function.name);
            }
        }
    }
    names
}

/// What verdicts take for granted: what no body says, and what was not asked for.
fn assumptions(program: &Program, map: &SourceMap, unchecked: &[Unchecked]) -> Vec<Assumed> {
    let modelled = program.assumptions.iter().map(|assumption| {
        let kind = match &assumption.kind {
            AssumptionKind::UndefinedFunction(_) => "undefined-function",
            AssumptionKind::UndefinedPointer(_) => "undefined-pointer",
            AssumptionKind::InlineAssembly => "inline-assembly",
            AssumptionKind::Constructor(_) => "constructor",
            AssumptionKind::WeakDeclaration(_) => "weak-declaration",
            AssumptionKind::WeakDefinition(_) => "weak-definition",
        };
        let location = Some(map.locate(assumption.span));
        Assumed { kind: kind.to_owned(), text: render::assumption_text(&assumption.kind), location }
    });
    let unchecked = unchecked.iter().map(|unchecked| Assumed {
        kind: format!("unchecked-{}", unchecked.word()),
        text: unchecked.to_string(),
        location: None,
    });
    modelled.chain(unchecked).collect()
}
