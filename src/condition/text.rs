//! Conditions as CPAchecker's text.
//!
//! The automaton waits for the branches that it knows, and stays where it is on everything else, so that it does not
//! matter how CPAchecker cuts a program into edges. Where every state does that anyway, it is written as it is.
//! Otherwise a condition that counts other edges is followed along the program, from branch to branch: what it says
//! between two of them is known from where the program is. What texts cannot tell apart is not covered.

use super::matching::{COVERED, LEFT};
use super::wording::Wording;
use super::{Condition, NAMELESS, Next, Otherwise, Place, StateId, leading, refused};
use crate::cfa::{Callee, EdgeId, FuncId, LocId, Op, Program};
use crate::source::{Result, SourceMap};
use rustc_hash::FxHashMap;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;

/// Where the automaton goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum To {
    Covered,
    Left,
    State(usize),
}

/// A state with its name, and where the letters lead that it does not stay on.
type Line = (String, Vec<(usize, To)>);

/// Writes a condition of a program, as it can be read by CPAchecker and by us.
pub fn write_text(condition: &Condition, program: &Program, map: &SourceMap) -> Result<String> {
    let wording = Wording::new(program, map);
    let letters = letters(&wording);
    let (states, initial) = match direct(condition, &letters) {
        Some(automaton) => automaton,
        None => {
            let [entry] = program.entries[..] else {
                return Err(refused("the program has several entries, and a condition is about one".to_owned()));
            };
            Walk::new(condition, program, &letters).automaton(entry)?
        }
    };
    let (states, initial) = pruned(states, initial);
    Ok(printed(&states, initial, &letters))
}

/// Something that has a text: its edges, and what they are called.
struct Letter<'a> {
    places: &'a BTreeSet<Place>,
    texts: &'a BTreeSet<String>,
    is_branch: bool,
    /// Where the other outcome is, if this one has no edges: there it fails.
    passes: Option<&'a BTreeSet<Place>>,
}

fn letters(wording: &Wording) -> Vec<Letter<'_>> {
    let mut letters = Vec::new();
    for branch in wording.branches.values() {
        let outcomes = branch.places.iter().zip(&branch.spelled).rev();
        letters.extend(outcomes.zip(&branch.places).map(|((places, texts), other)| Letter {
            places,
            texts,
            is_branch: true,
            passes: Some(other).filter(|_| places.is_empty()),
        }));
    }
    let statements = wording.statements.values();
    letters.extend(statements.map(|(places, texts)| Letter { places, texts, is_branch: false, passes: None }));
    letters
}

/// The automaton as it is, if what it does on an edge depends on nothing but the text of the edge.
fn direct(condition: &Condition, letters: &[Letter]) -> Option<(Vec<Line>, To)> {
    let mentioned = condition.places();
    let lettered: BTreeSet<Place> = letters.iter().flat_map(|letter| letter.places).copied().collect();
    let mut silent: Vec<Place> = mentioned.difference(&lettered).copied().collect();
    silent.push(NAMELESS);
    let told: Vec<(usize, &Letter)> =
        letters.iter().enumerate().filter(|(_, letter)| !letter.places.is_disjoint(&mentioned)).collect();
    let known = |id: StateId| match &condition[id] {
        state if state.accepting => To::Covered,
        state if state.transitions.is_empty() && state.otherwise == Otherwise::Leave => To::Left,
        _ => To::State(id.0 as usize),
    };
    let mut states = Vec::new();
    for id in condition.ids() {
        let here = To::State(id.0 as usize);
        let mut line = Vec::new();
        if known(id) == here {
            let to = |place: &Place| match condition.next(id, *place) {
                Next::Left => Some(To::Left),
                Next::States(states) => {
                    if let [state] = states[..] {
                        Some(known(state))
                    } else {
                        None
                    }
                }
            };
            if silent.iter().any(|place| to(place) != Some(here)) {
                return None;
            }
            for (number, letter) in &told {
                let to: BTreeSet<Option<To>> = letter.places.iter().map(to).collect();
                match to.into_iter().collect::<Vec<_>>()[..] {
                    [Some(to)] if to == here => {}
                    [Some(to)] => line.push((*number, to)),
                    _ => return None,
                }
            }
            let checked = &condition[id].checked;
            let fails = |letter: &Letter| letter.passes.is_some_and(|places| places.is_subset(checked));
            let failing = letters.iter().enumerate().filter(|(_, letter)| !checked.is_empty() && fails(letter));
            line.extend(failing.map(|(number, _)| (number, To::Covered)));
        }
        states.push((condition[id].name.clone(), line));
    }
    Some((states, known(condition.initial)))
}

/// The same automaton with one state for all from which nothing is ever covered.
fn pruned(mut states: Vec<Line>, initial: To) -> (Vec<Line>, To) {
    let arrows = states.iter().enumerate().flat_map(|(at, (_, line))| line.iter().map(move |(_, to)| (at, *to)));
    let goals = arrows.clone().filter(|(_, to)| *to == To::Covered).map(|(at, _)| at).collect();
    let inside = arrows.filter_map(|(at, to)| match to {
        To::State(to) => Some((at, to)),
        To::Covered | To::Left => None,
    });
    let alive = leading(states.len(), inside, goals);
    let known = |to: To| if matches!(to, To::State(id) if !alive[id]) { To::Left } else { to };
    states.iter_mut().flat_map(|(_, line)| line).for_each(|(_, to)| *to = known(*to));
    (states, known(initial))
}

/// What texts there are for the automaton.
fn printed(states: &[Line], initial: To, letters: &[Letter]) -> String {
    let mut names: Vec<String> = states.iter().map(|(name, _)| name.clone()).collect();
    let is_name = |name: &String| {
        name.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_')
            && name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_')
            && name != COVERED
            && name != LEFT
    };
    let distinct = names.iter().collect::<BTreeSet<_>>().len() == names.len();
    let written: BTreeSet<usize> = reached(states, initial);
    if !distinct || !written.iter().all(|id| is_name(&names[*id])) {
        names = (0..states.len()).map(|number| format!("ARG{number}")).collect();
    }
    let name = |to: To| match to {
        To::Covered => COVERED,
        To::Left => LEFT,
        To::State(id) => &names[id],
    };
    let mut text = format!("OBSERVER AUTOMATON AssumptionAutomaton\n\nINITIAL STATE {};\n\n", name(initial));
    for sink in [COVERED, LEFT] {
        _ = writeln!(text, "STATE {sink} :\n    TRUE -> GOTO {sink};\n");
    }
    for id in written {
        _ = writeln!(text, "STATE USEFIRST {} :", names[id]);
        for (letter, to) in &states[id].1 {
            for spelled in letters[*letter].texts {
                _ = writeln!(text, "    MATCH \"{}\" -> GOTO {};", escaped(spelled), name(*to));
            }
        }
        _ = writeln!(text, "    TRUE -> GOTO {};\n", names[id]);
    }
    text + "END AUTOMATON\n"
}

fn reached(states: &[Line], initial: To) -> BTreeSet<usize> {
    let mut reached = BTreeSet::new();
    let mut work = vec![initial];
    while let Some(to) = work.pop() {
        if let To::State(id) = to
            && reached.insert(id)
        {
            work.extend(states[id].1.iter().map(|(_, to)| *to));
        }
    }
    reached
}

fn escaped(text: &str) -> String {
    text.replace('\\', "\\\\").replace('"', "\\\"").replace('\n', "\\n").replace('\r', "\\r")
}

/// Larger products are not written.
const MOST_NODES: usize = 4_000_000;

/// Where the program is, and what the condition says there; nothing if all that follows is covered.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct Node {
    /// The calls that have not returned.
    stack: usize,
    function: FuncId,
    loc: LocId,
    state: Option<StateId>,
}

/// A call that has not returned: who called before, the function that is called, and where it goes on then.
type Frame = (usize, FuncId, (FuncId, LocId));

/// The program beside the condition, with the functions that it calls.
struct Walk<'a> {
    condition: &'a Condition,
    program: &'a Program,
    letters: BTreeMap<Place, usize>,
    /// The one that stands for none first.
    stacks: Vec<Frame>,
    stack_ids: FxHashMap<Frame, usize>,
    nodes: Vec<Node>,
    ids: FxHashMap<Node, usize>,
    /// By node: where it leads, with the letter if there is one.
    edges: Vec<Vec<(Option<usize>, To)>>,
}

impl<'a> Walk<'a> {
    fn new(condition: &'a Condition, program: &'a Program, letters: &[Letter]) -> Walk<'a> {
        let branches = letters.iter().enumerate().filter(|(_, letter)| letter.is_branch);
        let letters = branches.flat_map(|(number, letter)| letter.places.iter().map(move |place| (*place, number)));
        let nobody = (FuncId(u32::MAX), LocId(u32::MAX));
        Walk {
            condition,
            program,
            letters: letters.collect(),
            stacks: vec![(0, nobody.0, nobody)],
            stack_ids: FxHashMap::default(),
            nodes: Vec::new(),
            ids: FxHashMap::default(),
            edges: Vec::new(),
        }
    }

    fn automaton(mut self, entry: FuncId) -> Result<(Vec<Line>, To)> {
        let Some(cfa) = self.program[entry].cfa() else {
            return Err(refused(format!("{} is not defined", self.program[entry].name)));
        };
        let initial = self.condition.initial;
        let start = match self.condition[initial].accepting {
            true => To::Covered,
            false => self.node(Node { stack: 0, function: entry, loc: cfa.entry, state: Some(initial) }),
        };
        let outgoing: BTreeMap<FuncId, _> =
            self.program.defined().map(|(function, cfa)| (function, cfa.outgoing())).collect();
        while self.edges.len() < self.nodes.len() {
            let node = self.nodes[self.edges.len()];
            let mut edges = Vec::new();
            for edge in outgoing[&node.function].of(node.loc) {
                let letter = self.letters.get(&(node.function, *edge)).copied();
                edges.extend(self.follow(node, *edge, letter.is_some()).into_iter().map(|to| (letter, to)));
            }
            self.edges.push(edges);
            if self.nodes.len() > MOST_NODES {
                return Err(refused("the condition is too large to be written as text; use .json".to_owned()));
            }
        }
        Ok(self.sets(start))
    }

    fn node(&mut self, node: Node) -> To {
        To::State(*self.ids.entry(node).or_insert_with(|| {
            self.nodes.push(node);
            self.nodes.len() - 1
        }))
    }

    /// Where an edge leads; nowhere if the program ends.
    fn follow(&mut self, node: Node, edge: EdgeId, lettered: bool) -> Vec<To> {
        let program = self.program;
        let Some(cfa) = program[node.function].cfa() else { return Vec::new() };
        let (stack, function, loc) = match &cfa[edge].op {
            Op::Call { callee: Callee::Direct(callee), .. } => match program[*callee].cfa() {
                Some(_) if self.is_open(node, *callee) => return vec![To::Left],
                Some(body) => (self.called(node.stack, *callee, (node.function, cfa[edge].to)), *callee, body.entry),
                None => (node.stack, node.function, cfa[edge].to),
            },
            Op::Call { callee: Callee::Indirect(_), .. } => return vec![To::Left],
            Op::Return(_) if node.stack == 0 => return Vec::new(),
            Op::Return(_) => {
                let (stack, _, (function, loc)) = self.stacks[node.stack];
                (stack, function, loc)
            }
            _ => (node.stack, node.function, cfa[edge].to),
        };
        let next = match node.state {
            // What is covered is seen at the next letter.
            None if lettered => return vec![To::Covered],
            None => return vec![self.node(Node { stack, function, loc, state: None })],
            Some(state) => self.condition.next(state, (node.function, edge)),
        };
        let Next::States(states) = next else { return vec![To::Left] };
        let to = |state: StateId| match self.condition[state].accepting {
            true if lettered => To::Covered,
            true => self.node(Node { stack, function, loc, state: None }),
            false => self.node(Node { stack, function, loc, state: Some(state) }),
        };
        states.into_iter().map(to).collect()
    }

    /// Whether a function is being called already.
    fn is_open(&self, node: Node, callee: FuncId) -> bool {
        let mut stack = node.stack;
        while stack != 0 && self.stacks[stack].1 != callee {
            stack = self.stacks[stack].0;
        }
        stack != 0 || self.nodes[0].function == callee
    }

    fn called(&mut self, stack: usize, callee: FuncId, back: (FuncId, LocId)) -> usize {
        let frame = (stack, callee, back);
        *self.stack_ids.entry(frame).or_insert_with(|| {
            self.stacks.push(frame);
            self.stacks.len() - 1
        })
    }

    /// The nodes between two letters are one state; it is covered when all of them are.
    fn sets(&self, start: To) -> (Vec<Line>, To) {
        let mut ids: FxHashMap<Vec<usize>, usize> = FxHashMap::default();
        let mut sets: Vec<Vec<usize>> = Vec::new();
        let mut number = |sets: &mut Vec<Vec<usize>>, to: Vec<To>| match self.close(to) {
            Ok(set) if set.is_empty() => To::Covered,
            Ok(set) => To::State(*ids.entry(set.clone()).or_insert_with(|| {
                sets.push(set);
                sets.len() - 1
            })),
            Err(()) => To::Left,
        };
        let initial = if start == To::Covered { start } else { number(&mut sets, vec![start]) };
        let mut states: Vec<Line> = Vec::new();
        while let Some(set) = sets.get(states.len()).cloned() {
            let mut to: BTreeMap<usize, Vec<To>> = BTreeMap::new();
            for (letter, there) in set.iter().flat_map(|node| &self.edges[*node]) {
                if let Some(letter) = letter {
                    to.entry(*letter).or_default().push(*there);
                }
            }
            let here = To::State(states.len());
            let line = to.into_iter().map(|(letter, to)| (letter, number(&mut sets, to)));
            let line = line.filter(|(_, to)| *to != here).collect();
            states.push((format!("ARG{}", states.len()), line));
        }
        (states, initial)
    }

    /// The nodes that are come to without a letter; none of it counts if something is not covered any more.
    fn close(&self, seeds: Vec<To>) -> std::result::Result<Vec<usize>, ()> {
        let mut set = BTreeSet::new();
        let mut work = seeds;
        while let Some(to) = work.pop() {
            match to {
                To::Left => return Err(()),
                To::State(node) if set.insert(node) => {
                    let silent = self.edges[node].iter().filter(|(letter, _)| letter.is_none());
                    work.extend(silent.map(|(_, to)| *to));
                }
                To::State(_) | To::Covered => {}
            }
        }
        Ok(set.into_iter().collect())
    }
}
