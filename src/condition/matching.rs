//! From CPAchecker's automaton to one over our edges.
//!
//! Its automaton reads the edges of its program, of which we know the branches and some statements ([`Wording`]);
//! between these it takes edges that nobody sees here. So a state of ours is the set of states in which its automaton
//! can be, except for the one in which everything is covered: an execution is covered when nothing else is left. What
//! we do not see can only add states to the set, and so only make less covered.
//!
//! - Transitions on anything but a known branch may be taken at any time.
//! - At a known branch, the transition with its text is taken, or what follows if there is none. A state that knows
//!   other branches, but neither outcome of this one, is out of step: if it covered everything else, that does not
//!   count. Where one side fails, it has no edge of ours: if that side is covered, the assertion need not be checked.
//! - At a known statement, states that wait for it go on. Those that cover everything else are left as they are.
//! - Where CPAchecker stays because no transition fits, nothing is covered any more (paper 000). Neither is it where
//!   something is assumed, or where two transitions are taken of which one does not cover.

use super::automaton::{Arrow, Automaton, shown};
use super::wording::{Meaning, Wording};
use super::{Choice, Condition, On, Otherwise, Place, State, StateId, Transition, leading, refused};
use crate::cfa::{Op, Program};
use crate::source::{Diagnostic, Result, SourceMap};
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

/// The state in which everything is covered.
pub(super) const COVERED: &str = "__TRUE";
/// The state in which nothing is, and never will be.
pub(super) const LEFT: &str = "__FALSE";

/// Where a transition leads.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum To {
    Covered,
    /// Nothing is covered from there on.
    Left,
    State(u32),
}

/// What a transition is about; branches and statements have numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum When {
    Any,
    Branch(u32, bool),
    /// A branch that nobody need see.
    Unsure,
    Statement(u32),
    Silent,
}

/// Something that we see.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Letter {
    Branch(u32, bool),
    /// Any branch that no transition of the states at hand is about.
    OtherBranch,
    Statement(u32),
}

struct Node {
    first: bool,
    arrows: Vec<(When, To)>,
}

impl Node {
    /// Where everything else leads.
    fn rest(&self) -> impl Iterator<Item = To> {
        self.arrows.iter().filter(|(when, _)| *when == When::Any).map(|(_, to)| *to)
    }

    /// Whether it covers everything else, as the states that CPAchecker writes do.
    fn covers(&self) -> bool {
        self.rest().next().is_some() && self.rest().all(|to| to == To::Covered)
    }

    /// Whether anything but the end of it can come of it.
    fn matters(&self) -> bool {
        !self.covers() || self.arrows.iter().any(|(when, _)| matches!(when, When::Branch(..) | When::Unsure))
    }
}

/// The states in which the automaton can be.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
struct Set {
    /// Those from which something is left to happen, in order.
    states: Vec<u32>,
    /// Whether it can be in one that covers everything as soon as we see something.
    ending: bool,
}

/// What comes of a letter.
#[derive(Clone, Debug, PartialEq, Eq)]
enum After {
    Covered,
    Left,
    Set(Set),
}

/// Stand for the last states until it is known how many others there are.
const AT_COVERED: StateId = StateId(u32::MAX);
const AT_LEFT: StateId = StateId(u32::MAX - 1);

/// More members than this, in all sets, are not kept.
const MOST_MEMBERS: usize = 50_000_000;

/// The condition that an automaton of CPAchecker is for a program.
pub(super) fn condition(automaton: &Automaton, program: &Program, map: &SourceMap) -> Result<Condition> {
    let wording = Wording::new(program, map);
    let mut reader = Reader { wording: &wording, numbers: FxHashMap::default(), known: FxHashMap::default() };
    let (nodes, initial) = reader.nodes(automaton)?;
    let letters = reader.letters();
    let asserts = |places: &BTreeSet<Place>| {
        let is_assertion = |(function, edge): &Place| {
            program[*function].cfa().is_some_and(|cfa| matches!(cfa[*edge].op, Op::Assert { .. }))
        };
        Arc::new(places.iter().copied().filter(is_assertion).collect::<BTreeSet<Place>>())
    };
    let asserted = letters.iter().map(|(letter, places)| (*letter, asserts(places))).collect();
    let building = Building {
        automaton,
        nodes,
        letters,
        asserted,
        ids: FxHashMap::default(),
        sets: Vec::new(),
        names: FxHashSet::default(),
        named: FxHashMap::default(),
        members: 0,
    };
    Ok(building.condition(initial))
}

struct Reader<'a> {
    wording: &'a Wording,
    /// The branches and statements that transitions are about.
    numbers: FxHashMap<Meaning, u32>,
    /// What texts mean: most are there many times.
    known: FxHashMap<String, When>,
}

impl Reader<'_> {
    /// The states, with what they are about, and the first.
    fn nodes(&mut self, automaton: &Automaton) -> Result<(Vec<Node>, To)> {
        let mut numbers: FxHashMap<&str, u32> = FxHashMap::default();
        for (number, state) in (0..).zip(&automaton.states) {
            if numbers.insert(state.name, number).is_some() {
                let message = format!("the condition has two states {}, one in line {}", state.name, state.line);
                return Err(refused(message));
            }
        }
        let alive = alive(automaton, &numbers);
        let to = |name: &str| {
            let number = numbers.get(name).copied()?;
            Some(match name {
                COVERED => To::Covered,
                _ if !alive[number as usize] => To::Left,
                _ => To::State(number),
            })
        };
        let initial = to(automaton.initial).ok_or_else(|| {
            refused(format!("the condition has no state {}, with which it should begin", automaton.initial))
        })?;
        let mut nodes = Vec::with_capacity(automaton.states.len());
        for state in &automaton.states {
            let mut arrows = Vec::with_capacity(state.transitions.len());
            for arrow in &state.transitions {
                let missing = || {
                    let Arrow { to, line, .. } = arrow;
                    refused(format!("the condition has no state {to}, to which {} leads in line {line}", state.name))
                };
                let to = to(arrow.to).ok_or_else(missing)?;
                if state.name == COVERED && to != To::Covered {
                    let message = format!("{COVERED} is covered, and leads to {} in line {}", arrow.to, arrow.line);
                    return Err(refused(message));
                }
                let when = self.when(state.name, arrow)?;
                // Behind one that always fits no other counts.
                if !(state.first && arrows.last().is_some_and(|(when, _)| *when == When::Any)) {
                    arrows.push((when, if arrow.assumes { To::Left } else { to }));
                }
            }
            nodes.push(Node { first: state.first, arrows });
        }
        Ok((nodes, initial))
    }

    fn when(&mut self, state: &str, arrow: &Arrow) -> Result<When> {
        let Some(text) = &arrow.text else { return Ok(When::Any) };
        if let Some(when) = self.known.get(text.as_ref()) {
            return Ok(*when);
        }
        let meaning = self.wording.meaning(text).ok_or_else(|| {
            let line = arrow.line;
            let text = shown(text);
            Diagnostic::new(
                "condition",
                format!("the condition does not fit the program, which has no `{text}` (state {state}, line {line})"),
            )
            .help("make the condition anew from the program as it is after preprocessing")
        })?;
        let number = |numbers: &mut FxHashMap<Meaning, u32>, meaning: Meaning| {
            let next = numbers.len() as u32;
            *numbers.entry(meaning).or_insert(next)
        };
        let when = match meaning {
            Meaning::Branch(condition, holds) => {
                When::Branch(number(&mut self.numbers, Meaning::Branch(condition, true)), holds)
            }
            Meaning::Statement(text) => When::Statement(number(&mut self.numbers, Meaning::Statement(text))),
            Meaning::Unsure => When::Unsure,
            Meaning::Silent => When::Silent,
        };
        self.known.insert(text.to_string(), when);
        Ok(when)
    }

    /// The edges on which we see each letter.
    fn letters(&self) -> BTreeMap<Letter, Arc<BTreeSet<Place>>> {
        let mut letters = BTreeMap::new();
        for (meaning, number) in &self.numbers {
            match meaning {
                Meaning::Branch(condition, _) => {
                    for (places, outcome) in self.wording.branches[condition].places.iter().zip([false, true]) {
                        letters.insert(Letter::Branch(*number, outcome), Arc::new(places.clone()));
                    }
                }
                Meaning::Statement(text) => {
                    let places = self.wording.statements[text].0.clone();
                    letters.insert(Letter::Statement(*number), Arc::new(places));
                }
                Meaning::Unsure | Meaning::Silent => {}
            }
        }
        let all = self.wording.branches.values().flat_map(|branch| &branch.places).flatten().copied().collect();
        letters.insert(Letter::OtherBranch, Arc::new(all));
        letters
    }
}

/// By state: whether anything can be covered from it.
fn alive(automaton: &Automaton, numbers: &FxHashMap<&str, u32>) -> Vec<bool> {
    let number = |name: &str| numbers.get(name).map(|number| *number as usize);
    let arrows = automaton.states.iter().enumerate().flat_map(|(at, state)| {
        let taken = state.transitions.iter().filter(|arrow| !arrow.assumes);
        taken.filter_map(move |arrow| Some((at, number(arrow.to)?)))
    });
    leading(automaton.states.len(), arrows, number(COVERED).into_iter().collect())
}

struct Building<'a> {
    automaton: &'a Automaton<'a>,
    nodes: Vec<Node>,
    letters: BTreeMap<Letter, Arc<BTreeSet<Place>>>,
    /// The assertions among them.
    asserted: BTreeMap<Letter, Arc<BTreeSet<Place>>>,
    ids: FxHashMap<Set, StateId>,
    /// With the names of the states that they are.
    sets: Vec<(Set, String)>,
    names: FxHashSet<String>,
    /// How many sets are named by a state.
    named: FxHashMap<u32, u32>,
    members: usize,
}

impl Building<'_> {
    fn condition(mut self, initial: To) -> Condition {
        self.names.extend([COVERED, LEFT].map(str::to_owned));
        let initial = match initial {
            To::State(number) => self.id(self.close(self.begin(number), false), number),
            To::Covered => AT_COVERED,
            To::Left => AT_LEFT,
        };
        let mut states = Vec::new();
        while let Some((set, name)) = self.sets.get(states.len()).cloned() {
            let here = StateId(states.len() as u32);
            let mut transitions = Vec::new();
            let own = self.own(&set);
            let mut covered = BTreeSet::new();
            for letter in own.iter().copied().chain([Letter::OtherBranch]) {
                let (after, seed) = self.step(&set, letter);
                if after == After::Covered {
                    covered.insert(letter);
                }
                let to = self.id(after, seed);
                let on = On::Edges(self.letters[&letter].clone());
                transitions.push(Transition { on, assumption: None, to });
            }
            if transitions.last().is_some_and(|other| other.to == here) {
                transitions.retain(|transition| transition.to != here);
            }
            let (otherwise, checked) = (Otherwise::Stay, self.checked(&own, &covered));
            states.push(State { name, accepting: false, choice: Choice::First, transitions, otherwise, checked });
        }
        finished(states, initial)
    }

    /// The assertions of which the failing side is covered, when these letters are known and those are covered.
    fn checked(&self, own: &BTreeSet<Letter>, covered: &BTreeSet<Letter>) -> Arc<BTreeSet<Place>> {
        let passing = |letter: &Letter| match letter {
            Letter::Branch(number, outcome) => Some(&self.asserted[&Letter::Branch(*number, !*outcome)]),
            _ => None,
        };
        let others = covered.contains(&Letter::OtherBranch);
        let known: Vec<&Arc<BTreeSet<Place>>> = own.iter().filter_map(passing).filter(|set| !set.is_empty()).collect();
        if known.is_empty() {
            return if others { self.asserted[&Letter::OtherBranch].clone() } else { Arc::default() };
        }
        let mut checked = if others { self.asserted[&Letter::OtherBranch].as_ref().clone() } else { BTreeSet::new() };
        known.iter().for_each(|places| checked.retain(|place| !places.contains(place)));
        covered.iter().filter_map(passing).for_each(|places| checked.extend(places.iter()));
        Arc::new(checked)
    }

    /// The automaton takes an edge before the program begins.
    fn begin(&self, initial: u32) -> Vec<u32> {
        let node = &self.nodes[initial as usize];
        match node.arrows.first() {
            Some((When::Any, To::State(to))) if node.arrows.len() == 1 => vec![*to],
            Some((When::Any, To::Covered)) if node.arrows.len() == 1 => vec![],
            _ => vec![initial],
        }
    }

    /// The state that something is, which is named by one of its members.
    fn id(&mut self, after: After, seed: u32) -> StateId {
        let set = match after {
            After::Covered => return AT_COVERED,
            After::Left => return AT_LEFT,
            After::Set(set) => set,
        };
        if let Some(id) = self.ids.get(&set) {
            return *id;
        }
        // So many sets come of texts that are unsure: little of it would be covered.
        self.members += set.states.len();
        if self.sets.len() > 1000 + 4 * self.nodes.len() || self.members > MOST_MEMBERS {
            return AT_LEFT;
        }
        let plain = self.automaton.states[seed as usize].name;
        let name = loop {
            let count = self.named.entry(seed).or_insert(0);
            *count += 1;
            let name = if *count == 1 { plain.to_owned() } else { format!("{plain}_{count}") };
            if self.names.insert(name.clone()) {
                break name;
            }
        };
        let id = StateId(self.sets.len() as u32);
        self.ids.insert(set.clone(), id);
        self.sets.push((set, name));
        id
    }

    /// What the states at hand are about.
    fn own(&self, set: &Set) -> BTreeSet<Letter> {
        let mut letters = BTreeSet::new();
        for state in &set.states {
            let node = &self.nodes[*state as usize];
            for (when, _) in &node.arrows {
                match when {
                    When::Branch(number, _) => {
                        letters.extend([false, true].map(|outcome| Letter::Branch(*number, outcome)));
                    }
                    When::Statement(number) if !node.covers() => _ = letters.insert(Letter::Statement(*number)),
                    _ => {}
                }
            }
        }
        letters
    }

    /// Adds what may happen without our seeing it.
    fn close(&self, seeds: Vec<u32>, ending: bool) -> After {
        let mut ending = ending;
        let mut known: FxHashSet<u32> = seeds.iter().copied().collect();
        let mut work: Vec<u32> = known.iter().copied().collect();
        let mut states = Vec::new();
        while let Some(state) = work.pop() {
            let node = &self.nodes[state as usize];
            if node.rest().next().is_none() {
                return After::Left;
            }
            for (when, to) in &node.arrows {
                match (when, to) {
                    (When::Branch(..), _) | (_, To::Covered) => {}
                    (_, To::Left) => return After::Left,
                    (_, To::State(to)) => {
                        if known.insert(*to) {
                            work.push(*to);
                        }
                    }
                }
            }
            if node.matters() {
                states.push(state);
            } else {
                ending = true;
            }
        }
        states.sort_unstable();
        if states.is_empty() && !ending { After::Covered } else { After::Set(Set { states, ending }) }
    }

    /// What comes of a letter, and a state to name it by.
    fn step(&self, set: &Set, letter: Letter) -> (After, u32) {
        let mut seeds = Vec::new();
        for state in &set.states {
            let node = &self.nodes[*state as usize];
            let after = match letter {
                Letter::Statement(number) => statement(*state, node, number),
                Letter::Branch(number, outcome) => branch(node, Some((number, outcome))),
                Letter::OtherBranch => branch(node, None),
            };
            for to in after {
                match to {
                    To::Covered => {}
                    To::Left => return (After::Left, 0),
                    To::State(to) => seeds.push(to),
                }
            }
        }
        let seed = seeds.first().or(set.states.first()).copied().unwrap_or(0);
        (self.close(seeds, set.ending && matches!(letter, Letter::Statement(_))), seed)
    }
}

/// Where a branch leads; none is one that the state does not know.
fn branch(node: &Node, seen: Option<(u32, bool)>) -> Vec<To> {
    let knows = |when: &When| matches!((when, seen), (When::Branch(number, _), Some((seen, _))) if *number == seen);
    let in_step = node.arrows.iter().any(|(when, _)| knows(when));
    let branches = node.arrows.iter().any(|(when, _)| matches!(when, When::Branch(..)));
    let (mut taken, mut fits) = (Vec::new(), false);
    for (when, to) in &node.arrows {
        match when {
            When::Branch(number, outcome) if seen == Some((*number, *outcome)) => fits = true,
            When::Any => {
                fits = true;
                if *to == To::Covered && branches && !in_step {
                    taken.push(To::Left);
                }
            }
            // It may be this branch, or not.
            When::Unsure => {
                taken.push(*to);
                continue;
            }
            _ => continue,
        }
        taken.push(*to);
        if node.first {
            break;
        }
    }
    if fits { taken } else { vec![To::Left] }
}

/// Where a statement leads.
fn statement(state: u32, node: &Node, seen: u32) -> Vec<To> {
    if node.covers() {
        return vec![To::State(state)];
    }
    let fitting = node.arrows.iter().filter(|(when, _)| *when == When::Any || *when == When::Statement(seen));
    fitting.map(|(_, to)| *to).take(if node.first { 1 } else { usize::MAX }).collect()
}

/// Puts the two last states to the others, as far as anything leads there.
fn finished(mut states: Vec<State>, mut initial: StateId) -> Condition {
    for (id, name) in [(AT_COVERED, COVERED), (AT_LEFT, LEFT)] {
        let number = StateId(states.len() as u32);
        let to = states.iter_mut().flat_map(|state| &mut state.transitions).map(|transition| &mut transition.to);
        let leading: Vec<&mut StateId> = to.chain([&mut initial]).filter(|to| **to == id).collect();
        if leading.is_empty() {
            continue;
        }
        leading.into_iter().for_each(|to| *to = number);
        states.push(State {
            name: name.to_owned(),
            accepting: name == COVERED,
            choice: Choice::First,
            transitions: Vec::new(),
            otherwise: if name == COVERED { Otherwise::Stay } else { Otherwise::Leave },
            checked: Arc::default(),
        });
    }
    Condition { states, initial }
}
