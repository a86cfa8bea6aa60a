//! Conditions as JSON; `qicc explain condition` has the fields.
//!
//! An edge is known by where it is in the source: file, line, column, and which outcome of a condition it is. Several
//! edges can have one place, as the parts of a declaration do; then they are numbered from 1, in the order of the
//! automaton, and without a number all of them are meant.

use super::{Assumption, Choice, Condition, On, Otherwise, Place, State, StateId, Subject, Transition, refused};
use crate::cfa::{Cfa, EdgeId, Op, Program};
use crate::source::{Diagnostic, SourceMap};
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet};

const SCHEMA: u32 = 1;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    schema: u32,
    /// Nobody knows if it is missing.
    #[serde(default)]
    about: Option<About>,
    initial: String,
    states: Vec<FileState>,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct About {
    entry: String,
    /// How many bits a pointer has.
    bits: u64,
    /// See [`SourceMap::digest`].
    source: String,
    properties: BTreeSet<String>,
}

impl About {
    fn new(program: &Program, map: &SourceMap, subject: &Subject) -> About {
        let Subject { entry, properties } = subject.clone();
        About { entry, bits: program.types.model.pointer_size() * 8, source: map.digest(), properties }
    }

    /// What is wrong with it for one who wants to know this.
    fn mismatch(&self, wanted: &About) -> Option<String> {
        let missing = wanted.properties.difference(&self.properties).next();
        if self.source != wanted.source {
            Some("it was made for another program, or for other C flags".into())
        } else if self.bits != wanted.bits {
            Some(format!("it is about pointers of {} bits", self.bits))
        } else if self.entry != wanted.entry {
            Some(format!("it is about executions that begin with {}", self.entry))
        } else {
            missing.map(|property| format!("it says nothing about {property}"))
        }
    }
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct FileState {
    name: String,
    #[serde(default, skip_serializing_if = "is_false")]
    covered: bool,
    #[serde(default, skip_serializing_if = "is_first")]
    choice: FileChoice,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    transitions: Vec<FileTransition>,
    #[serde(default, skip_serializing_if = "is_leave")]
    otherwise: FileOtherwise,
    /// Assertions that need not be checked here.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    checked: Vec<FileEdge>,
}

#[derive(Clone, Copy, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
enum FileChoice {
    #[default]
    First,
    All,
}

#[derive(Clone, Copy, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
enum FileOtherwise {
    Stay,
    #[default]
    Leave,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct FileTransition {
    /// All edges if it is missing.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    edges: Option<Vec<FileEdge>>,
    /// What must hold in front of the edge, or behind it; one of them.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    before: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    assume: Option<String>,
    to: String,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct FileEdge {
    file: String,
    line: u32,
    column: u32,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    branch: Option<bool>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    number: Option<u32>,
}

impl FileTransition {
    fn assumption(&self) -> Result<Option<Assumption>, String> {
        match (self.before.clone(), self.assume.clone()) {
            (Some(_), Some(_)) => Err("a transition has both `before` and `assume`".into()),
            (before, behind) => Ok(before.map(Assumption::Before).or(behind.map(Assumption::Behind))),
        }
    }
}

fn is_false(value: &bool) -> bool {
    !value
}

fn is_first(choice: &FileChoice) -> bool {
    *choice == FileChoice::First
}

fn is_leave(otherwise: &FileOtherwise) -> bool {
    *otherwise == FileOtherwise::Leave
}

/// A place in the source, and an outcome.
type Spot = (String, u32, u32, Option<bool>);

/// The edges of a program by where they are; each with its number there.
struct Spots {
    edges: BTreeMap<Spot, Vec<Place>>,
}

impl Spots {
    fn new(program: &Program, map: &SourceMap) -> Spots {
        let mut edges: BTreeMap<Spot, Vec<Place>> = BTreeMap::new();
        for (function, cfa) in program.defined() {
            for edge in cfa.edge_ids() {
                edges.entry(spot(cfa, edge, map)).or_default().push((function, edge));
            }
        }
        // The others have the same numbers whatever is asserted.
        let is_assertion = |place: &Place| matches!(cfa_of(program, *place)[place.1].op, Op::Assert { .. });
        edges.values_mut().for_each(|places| places.sort_by_key(is_assertion));
        Spots { edges }
    }

    fn find(&self, edge: &FileEdge) -> Result<BTreeSet<Place>, String> {
        let words = || format!("{}:{}:{}", edge.file, edge.line, edge.column);
        let spot = (edge.file.clone(), edge.line, edge.column, edge.branch);
        let Some(found) = self.edges.get(&spot) else {
            return Err(match edge.branch {
                Some(outcome) => format!("the program has no condition with outcome {outcome} at {}", words()),
                None => format!("the program has no edge at {}", words()),
            });
        };
        match edge.number {
            None => Ok(found.iter().copied().collect()),
            Some(number) => match found.get((number as usize).wrapping_sub(1)) {
                Some(place) => Ok(BTreeSet::from([*place])),
                None => Err(format!("there are {} edges at {}, and none has number {number}", found.len(), words())),
            },
        }
    }
}

fn spot(cfa: &Cfa, edge: EdgeId, map: &SourceMap) -> Spot {
    let location = map.locate(cfa[edge].span);
    let branch = match &cfa[edge].op {
        Op::Assume { truth, via: None, .. } => Some(*truth),
        _ => None,
    };
    (location.file, location.line, location.column, branch)
}

fn cfa_of(program: &Program, place: Place) -> &Cfa {
    program[place.0].cfa().expect("only defined functions have edges")
}

/// Reads a condition for a program.
pub fn read(text: &str, program: &Program, map: &SourceMap, subject: &Subject) -> Result<Condition, Diagnostic> {
    let file: File =
        serde_json::from_str(text).map_err(|error| refused(format!("the condition is not right: {error}")))?;
    if file.schema != SCHEMA {
        return Err(refused(format!("the condition has schema {}, and only {SCHEMA} is known", file.schema)));
    }
    let wanted = || About::new(program, map, subject);
    if let Some(why) = file.about.as_ref().and_then(|about| about.mismatch(&wanted())) {
        return Err(refused(format!("the condition does not fit the program: {why}")));
    }
    let mut numbers: BTreeMap<&str, StateId> = BTreeMap::new();
    for (id, state) in (0..).map(StateId).zip(&file.states) {
        if numbers.insert(&state.name, id).is_some() {
            return Err(refused(format!("the condition has two states {}", state.name)));
        }
    }
    let number = |name: &str, from: &str| {
        let found = numbers.get(name).copied();
        found.ok_or_else(|| refused(format!("the condition has no state {name}, to which {from} leads")))
    };
    let initial = number(&file.initial, "its beginning")?;
    let spots = Spots::new(program, map);
    let mut states = Vec::with_capacity(file.states.len());
    for state in &file.states {
        let in_state =
            |why: String| refused(format!("the condition does not fit the program: {why} (state {})", state.name));
        let mut checked = BTreeSet::new();
        for edge in &state.checked {
            let found = spots.find(edge).map_err(in_state)?;
            let asserts = |place: &Place| matches!(cfa_of(program, *place)[place.1].op, Op::Assert { .. });
            if let (Some(_), _) | (_, false) = (edge.branch, found.iter().any(asserts)) {
                let FileEdge { file, line, column, .. } = edge;
                return Err(in_state(format!("there is no assertion at {file}:{line}:{column}")));
            }
            checked.extend(found.into_iter().filter(asserts));
        }
        let mut transitions = Vec::with_capacity(state.transitions.len());
        for transition in &state.transitions {
            let to = number(&transition.to, &state.name)?;
            if state.covered && !file.states[to.0 as usize].covered {
                let message = format!("{} is covered, and leads to {}, which is not", state.name, transition.to);
                return Err(refused(message));
            }
            let on = match &transition.edges {
                None => On::Any,
                Some(edges) => {
                    let mut places = BTreeSet::new();
                    for edge in edges {
                        places.extend(spots.find(edge).map_err(in_state)?);
                    }
                    On::Edges(places.into())
                }
            };
            let assumption = transition.assumption().map_err(in_state)?;
            transitions.push(Transition { on, assumption, to });
        }
        states.push(State {
            name: state.name.clone(),
            accepting: state.covered,
            choice: if state.choice == FileChoice::First { Choice::First } else { Choice::All },
            transitions,
            otherwise: if state.otherwise == FileOtherwise::Stay { Otherwise::Stay } else { Otherwise::Leave },
            checked: checked.into(),
        });
    }
    Ok(Condition { states, initial })
}

/// Writes a condition of a program.
pub fn write(condition: &Condition, program: &Program, map: &SourceMap, subject: &Subject) -> String {
    let spots = Spots::new(program, map);
    let edge = |place: &Place| {
        let spot = spot(cfa_of(program, *place), place.1, map);
        let there = &spots.edges[&spot];
        let number = there.iter().position(|other| other == place).filter(|_| there.len() > 1).map(|at| at as u32 + 1);
        FileEdge { file: spot.0, line: spot.1, column: spot.2, branch: spot.3, number }
    };
    let transition = |transition: &Transition| FileTransition {
        edges: match &transition.on {
            On::Any => None,
            On::Edges(places) => Some(places.iter().map(edge).collect()),
        },
        before: match &transition.assumption {
            Some(Assumption::Before(text)) => Some(text.clone()),
            _ => None,
        },
        assume: match &transition.assumption {
            Some(Assumption::Behind(text)) => Some(text.clone()),
            _ => None,
        },
        to: condition[transition.to].name.clone(),
    };
    let state = |state: &State| FileState {
        name: state.name.clone(),
        covered: state.accepting,
        choice: if state.choice == Choice::First { FileChoice::First } else { FileChoice::All },
        transitions: state.transitions.iter().map(transition).collect(),
        otherwise: if state.otherwise == Otherwise::Stay { FileOtherwise::Stay } else { FileOtherwise::Leave },
        checked: state.checked.iter().map(edge).collect(),
    };
    // A line for each state: there can be a million.
    let json = |part: serde_json::Result<String>| part.expect("a condition is JSON");
    let about = json(serde_json::to_string(&About::new(program, map, subject)));
    let initial = json(serde_json::to_string(&condition[condition.initial].name));
    let mut text = format!("{{\n\"schema\": {SCHEMA},\n\"about\": {about},\n\"initial\": {initial},\n\"states\": [");
    for (number, of) in condition.states.iter().enumerate() {
        text.push_str(if number == 0 { "\n" } else { ",\n" });
        text.push_str(&json(serde_json::to_string(&state(of))));
    }
    text + "\n]\n}\n"
}
