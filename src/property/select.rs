//! Which properties are asked for: by `--check`, by an SV-COMP task, or by default.

use super::Check;
use crate::cfa::passes::prune;
use crate::cfa::{Native, Op, Program, PropId, PropertyKind};
use crate::frontend::task::{self, Wrong};
use crate::source::{Diagnostic, Result};
use std::collections::BTreeSet;
use std::fmt;
use std::str::FromStr;

/// What is asked about a program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Checks {
    pub checks: BTreeSet<Check>,
    /// Which of the program's own assertions [`Check::Assert`] means.
    pub own: BTreeSet<PropertyKind>,
    /// What a task asks for beyond that, in its own words: nobody looks at it.
    pub not_checked: BTreeSet<String>,
}

const OWN: [PropertyKind; 3] = [PropertyKind::Assertion, PropertyKind::ErrorCall, PropertyKind::ErrorLabel];

/// What has to hold where a pointer is followed.
const VALID_DEREF: [PropertyKind; 3] = [PropertyKind::Bounds, PropertyKind::Null, PropertyKind::Pointer];

impl Check {
    pub const ALL: [Check; 8] = [
        Check::Assert,
        Check::Bounds,
        Check::Null,
        Check::Div,
        Check::Shift,
        Check::Overflow,
        Check::Pointer,
        Check::Arithmetic,
    ];

    /// As on the command line.
    pub fn name(self) -> &'static str {
        match self {
            Check::Assert => "assert",
            Check::Bounds => "bounds",
            Check::Null => "null",
            Check::Div => "div",
            Check::Shift => "shift",
            Check::Overflow => "overflow",
            Check::Pointer => "pointer",
            Check::Arithmetic => "arithmetic",
        }
    }

    /// The kinds of the properties that it generates, the usual one first; none for the program's own.
    pub fn kinds(self) -> &'static [PropertyKind] {
        match self {
            Check::Assert => &[],
            Check::Bounds => &[PropertyKind::Bounds],
            Check::Null => &[PropertyKind::Null],
            Check::Div => &[PropertyKind::Division],
            Check::Shift => &[PropertyKind::Shift],
            Check::Overflow => &[PropertyKind::Overflow],
            Check::Pointer => &[PropertyKind::Pointer, PropertyKind::Free],
            Check::Arithmetic => &[PropertyKind::Arithmetic],
        }
    }

    /// The check that is about properties of this kind.
    fn of(kind: PropertyKind) -> Check {
        Check::ALL.into_iter().find(|check| check.kinds().contains(&kind)).unwrap_or(Check::Assert)
    }
}

impl fmt::Display for Check {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for Check {
    type Err = String;

    fn from_str(text: &str) -> std::result::Result<Check, String> {
        Check::ALL.into_iter().find(|check| check.name() == text).ok_or_else(|| {
            let names: Vec<&str> = Check::ALL.into_iter().map(Check::name).collect();
            format!("there is no check `{text}`; there are {}", names.join(", "))
        })
    }
}

/// The kind of the properties that this does not happen.
fn never(wrong: Wrong) -> &'static [PropertyKind; 1] {
    match wrong {
        Wrong::OutOfBounds => &[PropertyKind::Bounds],
        Wrong::NullDereference => &[PropertyKind::Null],
        Wrong::DanglingPointer => &[PropertyKind::Pointer],
        Wrong::WildPointer => &[PropertyKind::Arithmetic],
        Wrong::DivisionByZero => &[PropertyKind::Division],
        Wrong::WildShift => &[PropertyKind::Shift],
    }
}

/// What asks for properties of this kind alone, where there is no other word.
fn only(kind: PropertyKind) -> task::Property {
    let wrong = Wrong::ALL.into_iter().find(|wrong| never(*wrong).contains(&kind));
    task::Property::Never(wrong.expect("a word for what is not in SV-COMP's"))
}

/// The kinds of properties that stand for a line of a property file; `None` for what is not checked.
pub fn kinds(property: &task::Property) -> Option<&'static [PropertyKind]> {
    Some(match property {
        task::Property::UnreachCall(_) => &[PropertyKind::ErrorCall],
        task::Property::UnreachLabel(label) if label == "ERROR" => &[PropertyKind::ErrorLabel],
        task::Property::Assertions => &[PropertyKind::Assertion],
        task::Property::NoOverflow => &[PropertyKind::Overflow],
        task::Property::Never(wrong) => never(*wrong),
        task::Property::ValidDeref => &VALID_DEREF,
        task::Property::ValidFree => &[PropertyKind::Free],
        _ => return None,
    })
}

impl Checks {
    pub fn new(checks: impl IntoIterator<Item = Check>) -> Checks {
        Checks { checks: checks.into_iter().collect(), own: OWN.into(), not_checked: BTreeSet::new() }
    }

    /// The program's assertions; bounds where it has none.
    pub fn default_for(program: &Program) -> Checks {
        let asserts = program.properties.iter().any(|property| !property.kind.is_generated());
        Checks::new([if asserts { Check::Assert } else { Check::Bounds }])
    }

    fn asks(&self, kind: PropertyKind) -> bool {
        match kind.is_generated() {
            true => self.checks.iter().any(|check| check.kinds().contains(&kind)),
            false => self.checks.contains(&Check::Assert) && self.own.contains(&kind),
        }
    }
}

/// What the property files of a task ask for. It is an error if nothing of it can be checked.
///
/// As in the rules of SV-COMP, `no-overflow` is about signed arithmetic alone, and not about shifts; `valid-deref` is
/// about pointers that are followed, and not about those that are only computed.
pub fn from_task<'a>(properties: impl IntoIterator<Item = &'a task::Property>) -> Result<Checks> {
    let mut asked = Checks { own: BTreeSet::new(), ..Checks::new([]) };
    for property in properties {
        let Some(kinds) = kinds(property) else {
            asked.not_checked.insert(words(property));
            continue;
        };
        asked.own.extend(kinds.iter().filter(|kind| !kind.is_generated()));
        asked.checks.extend(kinds.iter().map(|kind| Check::of(*kind)));
    }
    if asked.checks.is_empty() && !asked.not_checked.is_empty() {
        let names: Vec<&str> = asked.not_checked.iter().map(String::as_str).collect();
        let error = Diagnostic::new("task", format!("qicc cannot check {}", names.join(", ")));
        return Err(
            error.help("it checks unreach-call, no-overflow, valid-deref and valid-free, or what --check asks for")
        );
    }
    Ok(asked)
}

/// What a task asks for to have this property proved.
pub fn to_task(program: &Program, property: PropId) -> task::Property {
    let property = &program[property];
    match property.kind {
        PropertyKind::Assertion => task::Property::Assertions,
        PropertyKind::ErrorCall => task::Property::UnreachCall(match &property.native {
            Native::CallIfFalse { func, .. } | Native::CallAlways { func, .. } => program[*func].name.clone(),
            Native::Nothing => property.description.trim_end_matches("()").to_owned(),
        }),
        PropertyKind::ErrorLabel => task::Property::UnreachLabel("ERROR".into()),
        PropertyKind::Overflow => task::Property::NoOverflow,
        PropertyKind::Bounds | PropertyKind::Null | PropertyKind::Pointer => task::Property::ValidDeref,
        PropertyKind::Free => task::Property::ValidFree,
        PropertyKind::Division | PropertyKind::Shift | PropertyKind::Arithmetic => only(property.kind),
    }
}

/// The same, where nothing else than these checks may be asked for.
pub fn to_task_within(program: &Program, property: PropId, checks: &BTreeSet<Check>) -> task::Property {
    let goal = to_task(program, property);
    let may_be = |kind: &PropertyKind| checks.contains(&Check::of(*kind));
    match goal {
        task::Property::ValidDeref if !VALID_DEREF.iter().all(may_be) => only(program[property].kind),
        goal => goal,
    }
}

fn words(property: &task::Property) -> String {
    match property {
        task::Property::UnreachCall(function) => format!("unreach-call of {function}"),
        task::Property::UnreachLabel(label) => format!("unreach-label {label}"),
        task::Property::Assertions => "assertions".into(),
        task::Property::NoOverflow => "no-overflow".into(),
        task::Property::Never(wrong) => format!("no-{}", wrong.word()),
        task::Property::ValidFree => "valid-free".into(),
        task::Property::ValidDeref => "valid-deref".into(),
        task::Property::ValidMemtrack => "valid-memtrack".into(),
        task::Property::ValidMemcleanup => "valid-memcleanup".into(),
        task::Property::NoDataRace => "no-data-race".into(),
        task::Property::Termination => "termination".into(),
        task::Property::Coverage(goal) => format!("coverage {goal}"),
    }
}

/// The properties of an instrumented program that are asked for.
pub fn asked(program: &Program, checks: &Checks) -> BTreeSet<PropId> {
    let wanted = |(_, property): &(usize, &crate::cfa::Property)| checks.asks(property.kind);
    program.properties.iter().enumerate().filter(wanted).map(|(index, _)| PropId(index as u32)).collect()
}

/// Lets executions go on behind the program's own assertions that are not asked for.
///
/// An assertion edge ends the executions in which it fails. That is what `assert` does natively as well, because it
/// calls a function that does not return; such an assertion stays, asked for or not. What natively goes on, a label or
/// a function that may come back, is a skip from now on: a check of something else must see what happens behind it.
pub fn release(program: &mut Program, asked: &BTreeSet<PropId>) {
    let ends = |property: PropId| match &program[property].native {
        Native::CallIfFalse { func, .. } => program[*func].attributes.noreturn,
        Native::CallAlways { .. } => false,
        Native::Nothing => program[property].kind.is_generated(),
    };
    let released: BTreeSet<PropId> =
        (0..program.properties.len() as u32).map(PropId).filter(|id| !asked.contains(id) && !ends(*id)).collect();
    for cfa in program.functions.iter_mut().filter_map(|function| function.cfa_mut()) {
        let mut changed = false;
        for edge in &mut cfa.edges {
            if matches!(&edge.op, Op::Assert { property, .. } if released.contains(property)) {
                edge.op = Op::Skip;
                changed = true;
            }
        }
        if changed {
            prune(cfa);
        }
    }
}
