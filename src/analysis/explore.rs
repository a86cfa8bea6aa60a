//! The algorithm: abstract states that are reached, and those that wait to be looked at.
//!
//! States make a graph. One that another covers is not looked at: its edge leads to the other. Where an assertion may
//! fail, the path to it is executed bit by bit: if it can be taken, that is a violation; if not, the domain learns from
//! it and everything begins anew, with what it has learnt. Where it learns nothing, the assertion is undecided.

use super::Question;
use super::monitor::Limit;
use super::overflow::{Overflow, Overflows};
use super::walker::{Followed, Walker};
use crate::cfa::{EdgeId, Expr, LocId, Op, PropId};
use crate::condition::{Next, StateId};
use crate::engine::symbolic::Execution;
use crate::engine::term::Assignment;
use crate::reduce::product::Steps;
use crate::source::Span;
use rustc_hash::FxHashMap;
use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet, BinaryHeap};
use std::hash::Hash;
use std::time::Duration;

/// An abstract domain (paper 001: domain, transfer, merge and stop).
pub(super) trait Domain {
    type State: Clone;
    type Key: Eq + Hash;
    /// Whether states that are not equal are compared at all.
    const COMPARES: bool;

    fn initial(&mut self, walker: &mut Walker) -> Self::State;

    /// The state behind an edge.
    fn post(&mut self, walker: &mut Walker, state: &Self::State, edge: EdgeId) -> Post<Self::State>;

    /// Equal states have the same key, and only these.
    fn key(&self, state: &Self::State) -> Self::Key;

    /// Whether a state has all executions of another one at the same location.
    fn covers(&mut self, _walker: &mut Walker, _old: &Self::State, _new: &Self::State) -> bool {
        false
    }

    /// One state for both, where these are not to be told apart.
    fn merge(
        &mut self,
        _walker: &mut Walker,
        _loc: LocId,
        _old: &Self::State,
        _new: &Self::State,
    ) -> Option<Self::State> {
        None
    }

    /// Learns from a path that cannot be taken: these of its edges exclude each other. Says whether it has learnt
    /// something.
    fn refine(&mut self, walker: &mut Walker, path: &[EdgeId], excluded: &[usize], property: PropId) -> bool;

    /// How much is known in a state.
    fn size(&self, state: &Self::State) -> u64;

    /// Conditions that hold in all executions of a state.
    fn known(&mut self, walker: &mut Walker, loc: LocId, state: &Self::State) -> Vec<Expr>;

    /// Groups of conditions: in each execution of a state all of one group hold.
    fn told(&mut self, walker: &mut Walker, loc: LocId, state: &Self::State) -> Vec<Vec<Expr>> {
        vec![self.known(walker, loc, state)]
    }
}

/// What came of an edge.
pub(super) struct Post<S> {
    /// Nobody is there if no execution takes the edge.
    pub(super) state: Option<S>,
    /// What may be violated on it.
    pub(super) fails: BTreeSet<PropId>,
    /// What was not followed.
    pub(super) doubt: Option<String>,
}

/// Which state is looked at next.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Order {
    /// The one that has gone round loops least, and whose location comes first: ways that meet are there before anybody
    /// goes on, and no loop keeps others waiting.
    #[default]
    Topological,
    Breadth,
    Depth,
}

/// So many paths to one assertion are tried from which nothing is learnt.
const MOST_HOPELESS: usize = 8;

/// Why nothing behind a state was looked at.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum End {
    /// Its turn did not come.
    Waiting,
    GivenUp(String),
}

pub(super) struct Node<S> {
    pub(super) loc: LocId,
    /// Where the condition is that need not be checked; none where it covers nothing any more.
    input: Option<StateId>,
    state: Option<S>,
    parent: Option<(u32, EdgeId)>,
    pub(super) edges: Vec<(EdgeId, u32)>,
    pub(super) end: Option<End>,
    /// Something is violated on an edge from here, or may be.
    pub(super) violates: bool,
    length: u32,
    decisions: u32,
    /// How often the way to it went back.
    rounds: u32,
    time: Duration,
}

/// What is left of an exploration: a graph without states.
pub(super) struct Explored {
    pub(super) nodes: Vec<Node<()>>,
    pub(super) failed: BTreeMap<PropId, Box<Execution>>,
    /// What may fail on a path of which nobody knows whether it can be taken, or that could not be told from others;
    /// and why.
    pub(super) undecided: BTreeMap<PropId, String>,
    /// An assumption that nobody gets past.
    pub(super) excluding: Option<Span>,
    /// What holds in the states that were given up, and where they are, if the formula is wanted.
    pub(super) given_up: Vec<(LocId, Vec<Expr>)>,
    /// What was watched.
    pub(super) overflows: Overflows,
    /// By location where loops begin, groups of conditions of which one holds; nothing unless everything is through.
    pub(super) told: BTreeMap<LocId, Vec<Vec<Expr>>>,
}

impl Explored {
    /// One that did not begin.
    pub(super) fn nothing(why: &str) -> Explored {
        let mut node = Node::new(LocId(0), None, None);
        node.end = Some(End::GivenUp(why.into()));
        let (failed, undecided) = (BTreeMap::new(), BTreeMap::new());
        let (given_up, overflows) = (vec![(LocId(0), Vec::new())], Overflows::default());
        let told = BTreeMap::new();
        Explored { nodes: vec![node], failed, undecided, excluding: None, given_up, overflows, told }
    }

    /// Where parts were given up, and why. What overflows is given up where the operation begins.
    pub(super) fn ends(&self) -> impl Iterator<Item = (LocId, &End)> {
        let place = |loc: LocId| self.overflows.of_sink(loc).map_or(loc, |overflow| overflow.at);
        self.nodes.iter().filter_map(move |node| Some((place(node.loc), node.end.as_ref()?)))
    }
}

impl<S> Node<S> {
    fn new(loc: LocId, input: Option<StateId>, state: Option<S>) -> Node<S> {
        let (edges, time) = (Vec::new(), Duration::ZERO);
        let (length, decisions, rounds) = (0, 0, 0);
        Node { loc, input, state, parent: None, edges, end: None, violates: false, length, decisions, rounds, time }
    }

    fn without_state(self) -> Node<()> {
        let Node { loc, input, parent, edges, end, violates, length, decisions, rounds, time, .. } = self;
        Node { loc, input, state: None, parent, edges, end, violates, length, decisions, rounds, time }
    }
}

pub(super) fn explore<'q, 'a: 'q, D: Domain>(
    question: &'q Question<'q>,
    walker: &mut Walker<'a>,
    domain: D,
) -> Explored {
    let places = places(walker);
    let outgoing = walker.flat.cfa.outgoing();
    let flat = walker.flat;
    let steps = question.condition.map(|condition| Steps::new(flat, condition, condition.settled()));
    let mut exploration = Exploration {
        question,
        steps,
        walker,
        domain,
        outgoing,
        places,
        graph: Graph::default(),
        failed: BTreeMap::new(),
        hopeless: BTreeMap::new(),
    };
    exploration.run();
    exploration.finish()
}

/// By location, whether an edge leads back to it: every cycle has such a location.
pub(super) fn heads(walker: &Walker) -> Vec<bool> {
    let cfa = &walker.flat.cfa;
    let places = places(walker);
    let mut heads = vec![false; cfa.locations as usize];
    for edge in &cfa.edges {
        heads[edge.to.0 as usize] |= places[edge.to.0 as usize] <= places[edge.from.0 as usize];
    }
    heads
}

/// By location, its place in a reverse post-order.
fn places(walker: &Walker) -> Vec<u32> {
    let dominators = crate::cfa::dominators::Dominators::new(&crate::cfa::flow::CfaFlow::new(&walker.flat.cfa));
    let mut places = vec![u32::MAX; walker.flat.cfa.locations as usize];
    for (at, loc) in (0..).zip(&dominators.order) {
        places[loc.0 as usize] = at;
    }
    places
}

/// Lower ones come first.
type Rank = (u32, u32);

/// The states that are known.
struct Graph<D: Domain> {
    nodes: Vec<Node<D::State>>,
    keys: FxHashMap<(LocId, Option<StateId>, D::Key), u32>,
    at: FxHashMap<(LocId, Option<StateId>), Vec<u32>>,
    /// By edge: how often it was followed.
    followed: FxHashMap<EdgeId, u64>,
    /// Assumptions of the program that were come to, and whether anybody got past them.
    assumptions: BTreeMap<EdgeId, bool>,
    undecided: BTreeMap<PropId, String>,
    waiting: BinaryHeap<Reverse<(Rank, u32)>>,
}

impl<D: Domain> Default for Graph<D> {
    fn default() -> Graph<D> {
        Graph {
            nodes: Vec::new(),
            keys: FxHashMap::default(),
            at: FxHashMap::default(),
            followed: FxHashMap::default(),
            assumptions: BTreeMap::new(),
            undecided: BTreeMap::new(),
            waiting: BinaryHeap::new(),
        }
    }
}

struct Exploration<'q, 'w, 'a, D: Domain> {
    question: &'q Question<'q>,
    /// Where the condition goes that need not be checked.
    steps: Option<Steps<'q>>,
    walker: &'w mut Walker<'a>,
    domain: D,
    outgoing: crate::cfa::Adjacency,
    places: Vec<u32>,
    graph: Graph<D>,
    failed: BTreeMap<PropId, Box<Execution>>,
    /// By property: the paths from which nothing was learnt, and why.
    hopeless: BTreeMap<PropId, BTreeMap<Vec<EdgeId>, String>>,
}

/// How the edges of a state ended.
enum Went {
    On,
    /// Something was learnt: everything begins anew.
    Anew,
    GivenUp(String),
}

/// What came of a path to a violation.
enum Learnt {
    /// It can be taken, with these values.
    Violated(Assignment),
    Something,
    /// Why not.
    Nothing(String),
}

/// Learns from a path to a violation, if it cannot be taken.
fn learn<D: Domain>(walker: &mut Walker, domain: &mut D, path: &[EdgeId], property: PropId) -> Learnt {
    match walker.follow(path, property) {
        Followed::Possible(values) => Learnt::Violated(values),
        Followed::Impossible(excluded) => match domain.refine(walker, path, &excluded, property) {
            true => Learnt::Something,
            false => Learnt::Nothing("a path that cannot be taken could not be told from those that can".into()),
        },
        Followed::Unknown(why) => Learnt::Nothing(why),
    }
}

impl<D: Domain> Exploration<'_, '_, '_, D> {
    fn run(&mut self) {
        self.begin();
        while let Some(Reverse((_, id))) = self.graph.waiting.pop() {
            if self.walker.executor.is_over() {
                self.graph.nodes[id as usize].end = Some(End::Waiting);
                break;
            }
            let went = match self.too_much(id) {
                Some(why) => Went::GivenUp(why),
                None => self.expand(id),
            };
            match went {
                Went::On => {}
                Went::Anew => self.begin(),
                Went::GivenUp(why) => {
                    // Nothing of what was found behind it says anything about all of it.
                    let node = &mut self.graph.nodes[id as usize];
                    node.edges.clear();
                    node.end = Some(End::GivenUp(why));
                }
            }
        }
    }

    fn begin(&mut self) {
        self.graph = Graph::default();
        let state = self.domain.initial(self.walker);
        let input = self.question.condition.map(|condition| condition.initial);
        let entry = self.walker.flat.cfa.entry;
        if self.question.condition.zip(input).is_some_and(|(condition, state)| condition[state].accepting) {
            return self.graph.nodes.push(Node::new(entry, input, None));
        }
        self.add(Node::new(entry, input, Some(state)));
    }

    fn add(&mut self, node: Node<D::State>) -> u32 {
        let id = self.graph.nodes.len() as u32;
        if let Some(state) = &node.state {
            self.graph.keys.insert((node.loc, node.input, self.domain.key(state)), id);
        }
        self.graph.at.entry((node.loc, node.input)).or_default().push(id);
        self.graph.nodes.push(node);
        self.wait(id);
        id
    }

    fn wait(&mut self, id: u32) {
        let node = &self.graph.nodes[id as usize];
        let rank = match self.question.order {
            Order::Topological => (node.rounds, self.places[node.loc.0 as usize]),
            Order::Breadth => (0, 0),
            Order::Depth => (u32::MAX - id, 0),
        };
        self.graph.waiting.push(Reverse((rank, id)));
    }

    /// Why a state is not worth while.
    fn too_much(&self, id: u32) -> Option<String> {
        let (monitors, node) = (&self.question.monitors, &self.graph.nodes[id as usize]);
        let here = self.graph.at.get(&(node.loc, node.input)).map_or(0, Vec::len);
        let state = node.state.as_ref().filter(|_| monitors.watches(Limit::StateSize));
        let repeated = || if monitors.watches(Limit::Repetitions) { self.repetitions(id) } else { 0 };
        monitors
            .exceeded(Limit::States, self.graph.nodes.len() as u64)
            .or_else(|| monitors.exceeded(Limit::StatesPerLocation, here as u64))
            .or_else(|| monitors.exceeded(Limit::PathLength, node.length.into()))
            .or_else(|| monitors.exceeded(Limit::AssumeEdges, node.decisions.into()))
            .or_else(|| monitors.exceeded(Limit::StateSize, state.map_or(0, |state| self.domain.size(state))))
            .or_else(|| monitors.exceeded_time(Limit::PathTime, node.time))
            .or_else(|| monitors.exceeded(Limit::Repetitions, repeated()))
            .or_else(|| self.walker.overflows.of_sink(node.loc).map(Overflow::why))
    }

    /// How often the way to a state comes to its location.
    fn repetitions(&self, id: u32) -> u64 {
        let loc = self.graph.nodes[id as usize].loc;
        let parent = |id: &u32| self.graph.nodes[*id as usize].parent.map(|(parent, _)| parent);
        let way = std::iter::successors(Some(id), parent);
        way.filter(|id| self.graph.nodes[*id as usize].loc == loc).count() as u64
    }

    fn path(&self, id: u32, last: EdgeId) -> Vec<EdgeId> {
        let mut path = vec![last];
        let mut at = id;
        while let Some((parent, edge)) = self.graph.nodes[at as usize].parent {
            path.push(edge);
            at = parent;
        }
        path.reverse();
        path
    }

    fn expand(&mut self, id: u32) -> Went {
        let loc = self.graph.nodes[id as usize].loc;
        // A state that was merged with another one is looked at again.
        self.graph.nodes[id as usize].edges.clear();
        for edge in self.outgoing.of(loc).to_vec() {
            match self.follow(id, edge) {
                Went::On => {}
                ended => return ended,
            }
        }
        Went::On
    }

    fn follow(&mut self, id: u32, edge: EdgeId) -> Went {
        let inputs = self.inputs(id, edge);
        if inputs.is_empty() {
            return Went::On;
        }
        let followed = self.graph.followed.entry(edge).or_default();
        *followed += 1;
        if let Some(why) = self.question.monitors.exceeded(Limit::BusyEdge, *followed) {
            return Went::GivenUp(why);
        }
        let Some(state) = self.graph.nodes[id as usize].state.clone() else { return Went::On };
        let limits = [Limit::PostTime, Limit::PostMemory];
        let (post, took, too_much) = self.walker.within(limits, |walker| self.domain.post(walker, &state, edge));
        if let Some(why) = too_much {
            return Went::GivenUp(why);
        }
        let fails = if self.is_checked(id, edge) { BTreeSet::new() } else { post.fails };
        for property in fails {
            if let Went::Anew = self.may_fail(id, edge, property) {
                return Went::Anew;
            }
        }
        if let Some(doubt) = post.doubt {
            return Went::GivenUp(doubt);
        }
        let op = &self.walker.flat.cfa[edge].op;
        let assumes = matches!(op, Op::Assume { via: Some(_), .. });
        if assumes {
            *self.graph.assumptions.entry(edge).or_default() |= post.state.is_some();
        }
        let watches = self.walker.overflows.decided_at(self.walker.flat.cfa[edge].from).is_some();
        let decides = !watches && matches!(op, Op::Assume { .. });
        if let Some(state) = post.state {
            for input in inputs {
                self.arrive(id, edge, input, state.clone(), decides, took);
            }
        }
        Went::On
    }

    /// Whether an edge is an assertion that need not be checked: executions in which it fails are covered.
    fn is_checked(&self, id: u32, edge: EdgeId) -> bool {
        let flat = self.walker.flat;
        let asserts = matches!(flat.cfa[edge].op, Op::Assert { .. });
        let place = flat.origin[edge.0 as usize].filter(|_| asserts);
        let state = self.question.condition.zip(self.graph.nodes[id as usize].input);
        place.zip(state).is_some_and(|(place, (condition, state))| condition[state].checked.contains(&place))
    }

    /// Where the condition is behind an edge; nowhere if everything is covered there.
    fn inputs(&mut self, id: u32, edge: EdgeId) -> Vec<Option<StateId>> {
        let input = self.graph.nodes[id as usize].input;
        let (Some(steps), Some(condition), Some(input)) = (&mut self.steps, self.question.condition, input) else {
            return vec![None];
        };
        match steps.follow(input, edge) {
            Next::Left => vec![None],
            // One way that is covered suffices: these are ways of the condition, and not of the program.
            Next::States(states) if states.iter().any(|state| condition[*state].accepting) => Vec::new(),
            Next::States(states) => states.into_iter().map(Some).collect(),
        }
    }

    fn arrive(
        &mut self,
        from: u32,
        edge: EdgeId,
        input: Option<StateId>,
        state: D::State,
        decides: bool,
        took: Duration,
    ) {
        let loc = self.walker.flat.cfa[edge].to;
        let known = self.graph.keys.get(&(loc, input, self.domain.key(&state))).copied();
        let known = known.or_else(|| if D::COMPARES { self.compare(loc, input, &state) } else { None });
        if let Some(known) = known {
            return self.graph.nodes[from as usize].edges.push((edge, known));
        }
        let before = &self.graph.nodes[from as usize];
        let back = self.places[loc.0 as usize] <= self.places[before.loc.0 as usize];
        let node = Node {
            parent: Some((from, edge)),
            length: before.length + 1,
            decisions: before.decisions + u32::from(decides),
            rounds: before.rounds + u32::from(back),
            time: before.time + took,
            ..Node::new(loc, input, Some(state))
        };
        let id = self.add(node);
        self.graph.nodes[from as usize].edges.push((edge, id));
    }

    /// A state that covers this one, or has become one with it.
    fn compare(&mut self, loc: LocId, input: Option<StateId>, state: &D::State) -> Option<u32> {
        let there = self.graph.at.get(&(loc, input))?;
        for other in there {
            let Some(old) = &self.graph.nodes[*other as usize].state else { continue };
            if self.domain.covers(self.walker, old, state) {
                return Some(*other);
            }
        }
        for other in there.clone() {
            let Some(old) = &self.graph.nodes[other as usize].state else { continue };
            if let Some(both) = self.domain.merge(self.walker, loc, old, state) {
                self.graph.keys.insert((loc, input, self.domain.key(&both)), other);
                self.graph.nodes[other as usize].state = Some(both);
                self.wait(other);
                return Some(other);
            }
        }
        None
    }

    /// A property may be violated on an edge.
    fn may_fail(&mut self, id: u32, edge: EdgeId, property: PropId) -> Went {
        if !self.question.properties.contains(&property) {
            return Went::On;
        }
        if self.failed.contains_key(&property) {
            self.graph.nodes[id as usize].violates = true;
            return Went::On;
        }
        let path = self.path(id, edge);
        let hopeless = self.hopeless.entry(property).or_default();
        let known = hopeless.get(&path).or(hopeless.values().next().filter(|_| hopeless.len() >= MOST_HOPELESS));
        if let Some(why) = known.cloned() {
            self.undecided(id, property, why);
            return Went::On;
        }
        let (domain, limits) = (&mut self.domain, [Limit::RefinementTime, Limit::RefinementMemory]);
        let (learnt, _, too_much) = self.walker.within(limits, |walker| learn(walker, domain, &path, property));
        let why = match (learnt, too_much) {
            (Learnt::Violated(values), _) => {
                let execution = self.walker.execution(&path, property, values);
                self.failed.insert(property, Box::new(execution));
                self.graph.nodes[id as usize].violates = true;
                return Went::On;
            }
            (Learnt::Something, None) => return Went::Anew,
            (_, Some(why)) | (Learnt::Nothing(why), None) => why,
        };
        self.hopeless.entry(property).or_default().insert(path, why.clone());
        self.undecided(id, property, why);
        Went::On
    }

    fn undecided(&mut self, id: u32, property: PropId, why: String) {
        self.graph.nodes[id as usize].violates = true;
        self.graph.undecided.entry(property).or_insert(why);
    }

    /// What holds where loops begin, in all executions: nothing was given up, left to others or watched.
    fn told(&mut self) -> BTreeMap<LocId, Vec<Vec<Expr>>> {
        let mut told: BTreeMap<LocId, Vec<Vec<Expr>>> = BTreeMap::new();
        let covers = self.question.condition.is_some_and(|condition| condition.states.iter().any(|s| s.accepting));
        let open = self.graph.nodes.iter().any(|node| node.end.is_some() || node.violates);
        if !self.question.lemmas || covers || open || self.question.monitors.watches(Limit::Overflow) {
            return told;
        }
        let heads = heads(self.walker);
        for node in self.graph.nodes.iter().filter(|node| heads[node.loc.0 as usize]) {
            let groups = match &node.state {
                Some(state) => self.domain.told(self.walker, node.loc, state),
                None => vec![Vec::new()],
            };
            told.entry(node.loc).or_default().extend(groups);
        }
        // What came of questions that nobody had time for says nothing.
        if self.walker.executor.is_over() { BTreeMap::new() } else { told }
    }

    fn finish(mut self) -> Explored {
        for Reverse((_, id)) in std::mem::take(&mut self.graph.waiting) {
            self.graph.nodes[id as usize].end.get_or_insert(End::Waiting);
        }
        let told = self.told();
        let mut given_up = Vec::new();
        for node in self.graph.nodes.iter().filter(|node| self.question.formula && node.end.is_some()) {
            let known = node.state.as_ref().map(|state| self.domain.known(self.walker, node.loc, state));
            given_up.push((node.loc, known.unwrap_or_default()));
        }
        let nodes: Vec<Node<()>> = self.graph.nodes.into_iter().map(Node::without_state).collect();
        let never = self.graph.assumptions.iter().find(|(_, passed)| !**passed);
        let excluding = never.map(|(edge, _)| self.walker.flat.cfa[*edge].span);
        let (failed, undecided) = (self.failed, self.graph.undecided);
        Explored { nodes, failed, undecided, excluding, given_up, overflows: Overflows::default(), told }
    }
}
