//! SV-COMP tasks: a `.yml` file that names the program, the properties to prove of it, and the data model.
//!
//! Format 2.0 of the task definitions, and the property language of the SV-COMP rules: `CHECK( init(main()), LTL(…) )`.

use crate::ctype::DataModel;
use crate::source::{Diagnostic, Result};
use serde::Deserialize;
use std::path::{Path, PathBuf};

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Task {
    pub files: Vec<PathBuf>,
    pub model: Option<DataModel>,
    pub properties: Vec<TaskProperty>,
}

/// One property file of a task.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TaskProperty {
    pub file: PathBuf,
    pub checks: Vec<Check>,
    /// Whether the property holds, where the task says it.
    pub expected: Option<bool>,
}

/// A line of a property file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Check {
    /// The function that the program starts with.
    pub entry: String,
    pub property: Property,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Property {
    /// The function is never called.
    UnreachCall(String),
    /// The label is never reached.
    UnreachLabel(String),
    /// No assertion of the program fails; SV-COMP has no such property, CPAchecker has.
    Assertions,
    NoOverflow,
    Never(Wrong),
    ValidFree,
    ValidDeref,
    ValidMemtrack,
    ValidMemcleanup,
    NoDataRace,
    Termination,
    /// A goal for test generation.
    Coverage(String),
}

/// What shall not happen, in words of ours: SV-COMP has none for it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Wrong {
    OutOfBounds,
    NullDereference,
    DanglingPointer,
    /// One that is computed, whether somebody follows it or not.
    WildPointer,
    DivisionByZero,
    WildShift,
}

impl Wrong {
    pub const ALL: [Wrong; 6] = [
        Wrong::OutOfBounds,
        Wrong::NullDereference,
        Wrong::DanglingPointer,
        Wrong::WildPointer,
        Wrong::DivisionByZero,
        Wrong::WildShift,
    ];

    pub fn word(self) -> &'static str {
        match self {
            Wrong::OutOfBounds => "out-of-bounds",
            Wrong::NullDereference => "null-dereference",
            Wrong::DanglingPointer => "dangling-pointer",
            Wrong::WildPointer => "wild-pointer",
            Wrong::DivisionByZero => "division-by-zero",
            Wrong::WildShift => "wild-shift",
        }
    }
}

#[derive(Deserialize)]
struct TaskFile {
    format_version: String,
    input_files: OneOrMore,
    #[serde(default)]
    properties: Vec<PropertyEntry>,
    #[serde(default)]
    options: Options,
}

#[derive(Deserialize)]
#[serde(untagged)]
enum OneOrMore {
    One(String),
    More(Vec<String>),
}

#[derive(Deserialize)]
struct PropertyEntry {
    property_file: String,
    expected_verdict: Option<bool>,
}

#[derive(Default, Deserialize)]
struct Options {
    language: Option<String>,
    data_model: Option<String>,
}

impl Task {
    pub fn read(file: &Path) -> Result<Task> {
        let text = std::fs::read_to_string(file).map_err(|error| match error.kind() {
            std::io::ErrorKind::NotFound => Diagnostic::new("input", format!("no such file: {}", file.display())),
            _ => Diagnostic::new("input", format!("cannot read {}: {error}", file.display())),
        })?;
        let wrong = |what: String| Diagnostic::new("task", format!("{}: {what}", file.display()));
        let task: TaskFile = serde_saphyr::from_str(&text).map_err(|error| wrong(error.to_string()))?;
        if !task.format_version.starts_with("2.") {
            let message = format!("format_version {} is not supported", task.format_version);
            return Err(wrong(message).help("tasks of format 2.0 are"));
        }
        if let Some(language) = task.options.language.filter(|language| language != "C") {
            return Err(wrong(format!("the language is {language}, and qicc reads C")));
        }
        let model = match task.options.data_model.as_deref() {
            None => None,
            Some("ILP32") => Some(DataModel::Ilp32),
            Some("LP64") => Some(DataModel::Lp64),
            Some(other) => return Err(wrong(format!("unknown data model {other}")).help("ILP32 and LP64 are known")),
        };
        let folder = file.parent().unwrap_or(Path::new(""));
        let names = match task.input_files {
            OneOrMore::One(name) => vec![name],
            OneOrMore::More(names) => names,
        };
        if names.is_empty() {
            return Err(wrong("no input files".into()));
        }
        let properties = task.properties.into_iter().map(|entry| {
            let path = folder.join(&entry.property_file);
            Ok(TaskProperty { checks: read_checks(&path)?, file: path, expected: entry.expected_verdict })
        });
        let properties = properties.collect::<Result<Vec<_>>>()?;
        Ok(Task { files: names.into_iter().map(|name| folder.join(name)).collect(), model, properties })
    }
}

/// The checks of a property file.
fn read_checks(file: &Path) -> Result<Vec<Check>> {
    let text = std::fs::read_to_string(file)
        .map_err(|error| Diagnostic::new("task", format!("cannot read the property {}: {error}", file.display())))?;
    let lines = text.lines().map(str::trim).filter(|line| !line.is_empty());
    let checks = lines.map(|line| {
        parse_check(line).ok_or_else(|| {
            Diagnostic::new("task", format!("{}: cannot read the property `{line}`", file.display()))
                .help("a property is written CHECK( init(main()), LTL(G ! call(reach_error())) )")
        })
    });
    checks.collect()
}

/// The checks of a property that stands elsewhere than in a file of its own; none if a line of it cannot be read.
pub fn parse_checks(text: &str) -> Option<Vec<Check>> {
    text.lines().map(str::trim).filter(|line| !line.is_empty()).map(parse_check).collect()
}

fn parse_check(line: &str) -> Option<Check> {
    let squeezed: String = line.chars().filter(|c| !c.is_whitespace()).collect();
    let (init, goal) = squeezed.strip_prefix("CHECK(").or(squeezed.strip_prefix("COVER("))?.split_once("),")?;
    let entry = init.strip_prefix("init(")?.strip_suffix("()")?.to_owned();
    let goal = goal.strip_suffix(')')?;
    let property = match goal.strip_prefix("LTL(").and_then(|formula| formula.strip_suffix(')')) {
        None => Property::Coverage(goal.strip_prefix("FQL(")?.strip_suffix(')')?.to_owned()),
        Some("Gassert") => Property::Assertions,
        Some("G!overflow") => Property::NoOverflow,
        Some("Gvalid-free") => Property::ValidFree,
        Some("Gvalid-deref") => Property::ValidDeref,
        Some("Gvalid-memtrack") => Property::ValidMemtrack,
        Some("Gvalid-memcleanup") => Property::ValidMemcleanup,
        Some("G!data-race") => Property::NoDataRace,
        Some("Fend") => Property::Termination,
        Some(formula) => {
            let never = formula.strip_prefix("G!")?;
            if let Some(call) = never.strip_prefix("call(") {
                Property::UnreachCall(call.strip_suffix("())")?.to_owned())
            } else if let Some(label) = never.strip_prefix("label(") {
                Property::UnreachLabel(label.strip_suffix(')')?.to_owned())
            } else {
                Property::Never(Wrong::ALL.into_iter().find(|wrong| wrong.word() == never)?)
            }
        }
    };
    Some(Check { entry, property })
}

impl std::fmt::Display for Check {
    /// The line of a property file.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let formula = match &self.property {
            Property::Coverage(goal) => return write!(f, "COVER( init({}()), FQL({goal}) )", self.entry),
            Property::UnreachCall(function) => format!("G ! call({function}())"),
            Property::UnreachLabel(label) => format!("G ! label({label})"),
            Property::Assertions => "G assert".to_owned(),
            Property::NoOverflow => "G ! overflow".to_owned(),
            Property::Never(wrong) => format!("G ! {}", wrong.word()),
            Property::ValidFree => "G valid-free".to_owned(),
            Property::ValidDeref => "G valid-deref".to_owned(),
            Property::ValidMemtrack => "G valid-memtrack".to_owned(),
            Property::ValidMemcleanup => "G valid-memcleanup".to_owned(),
            Property::NoDataRace => "G ! data-race".to_owned(),
            Property::Termination => "F end".to_owned(),
        };
        write!(f, "CHECK( init({}()), LTL({formula}) )", self.entry)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn property_lines() {
        let check = |line: &str| parse_check(line).map(|check| (check.entry, check.property));
        let main = |property| Some(("main".to_owned(), property));
        assert_eq!(
            check("CHECK( init(main()), LTL(G ! call(reach_error())) )"),
            main(Property::UnreachCall("reach_error".into()))
        );
        assert_eq!(check("CHECK( init(main()), LTL(G ! overflow) )"), main(Property::NoOverflow));
        assert_eq!(check("CHECK( init(main()), LTL(G valid-deref) )"), main(Property::ValidDeref));
        assert_eq!(check("CHECK( init(main()), LTL(F end) )"), main(Property::Termination));
        assert_eq!(
            check("COVER( init(f()), FQL(COVER EDGES(@DECISIONEDGE)) )"),
            Some(("f".into(), Property::Coverage("COVEREDGES(@DECISIONEDGE)".into())))
        );
        assert_eq!(check("CHECK( init(main()), LTL(G ! label(ERROR)) )"), main(Property::UnreachLabel("ERROR".into())));
        assert_eq!(check("CHECK( init(main()), LTL(G assert) )"), main(Property::Assertions));
        assert_eq!(check("CHECK main"), None);
        assert_eq!(check("CHECK( init(main()), LTL(G x) )"), None);
    }

    #[test]
    fn lines_again() {
        let formulas = "G ! call(reach_error())|G ! label(ERROR)|G assert|G ! overflow|G valid-free|G valid-deref|\
            G valid-memtrack|G valid-memcleanup|G ! data-race|F end";
        let ours = Wrong::ALL.map(|wrong| format!("G ! {}", wrong.word()));
        for formula in formulas.split('|').chain(ours.iter().map(String::as_str)) {
            let line = format!("CHECK( init(f()), LTL({formula}) )");
            assert_eq!(parse_check(&line).map(|check| check.to_string()), Some(line));
        }
        let goal = "COVER( init(f()), FQL(COVEREDGES(@DECISIONEDGE)) )";
        assert_eq!(parse_check(goal).map(|check| check.to_string()).as_deref(), Some(goal));
    }

    #[test]
    fn task_files() {
        let folder = tempfile::tempdir().unwrap();
        let path = |name: &str| folder.path().join(name);
        std::fs::write(
            path("p.prp"),
            "CHECK( init(main()), LTL(G valid-free) )\nCHECK( init(main()), LTL(F end) )\n\n",
        )
        .unwrap();
        let task = "format_version: '2.0'\n\ninput_files: 'a.i'\nproperties:\n  - property_file: p.prp\n    \
                    expected_verdict: true\n  - property_file: p.prp\noptions:\n  language: C\n  data_model: ILP32\n";
        std::fs::write(path("t.yml"), task).unwrap();
        let read = Task::read(&path("t.yml")).unwrap();
        assert_eq!((read.files, read.model), (vec![path("a.i")], Some(DataModel::Ilp32)));
        let checks: Vec<_> = read.properties.iter().map(|p| (p.checks.len(), p.expected)).collect();
        assert_eq!(checks, [(2, Some(true)), (2, None)]);
        std::fs::write(path("t.yml"), "format_version: '2.0'\ninput_files: [a.c, b.c]\n").unwrap();
        assert_eq!(Task::read(&path("t.yml")).unwrap().files.len(), 2);
        std::fs::write(path("t.yml"), "input_files: []\n").unwrap();
        assert!(Task::read(&path("t.yml")).is_err());
        std::fs::write(path("t.yml"), "input_files: a.c\noptions: {language: Java}\n").unwrap();
        assert!(Task::read(&path("t.yml")).is_err());
    }
}
