//! Solves inclusion constraints between sets of targets (Andersen 1994), with offsets.
//!
//! A node stands for the set of targets of some value. Sets only grow; what is new in one is passed on along copies,
//! and given to the constraints that follow it. Nodes on cycles of plain copies are made one (Pereira and Berlin 2009
//! do so in waves; here it happens whenever enough copies have been added).
//!
//! **Memory.** The contents of an object are cells, one for each offset and size that is written, and views, one for
//! each that is read; a cell flows to all views that it meets, with its offsets lost where the two are not the same
//! bytes. A range of memory that is copied flows cell by cell, also through cells that come later.
//!
//! **What is known outside.** The target [`ObjectId::OUTSIDE`] stands for all objects that are known outside, at all
//! offsets, as well: whatever is stored to any of them becomes known outside, and whatever is read from one of them is
//! known there. So a set that has it need not have their targets one by one.
//!
//! **Termination.** An object has at most [`TARGETS`] offsets at which pointers point to it, then classes of ever
//! smaller strides; and at most [`CELLS`] cells and views, then one that is all of it.

use super::objects::{ObjectId, Target};
use super::offset::{Meeting, Offset, UNKNOWN, gcd};
use roaring::RoaringBitmap;
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::VecDeque;

pub(super) type Node = u32;

/// The number of the target that is outside: special targets have those of their objects.
const OUTSIDE: u32 = ObjectId::OUTSIDE.0;

/// How many offsets at which pointers point to an object are told apart.
const TARGETS: u32 = 64;
/// How many places in an object are told apart.
const CELLS: usize = 96;

/// What happens to a target on its way.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Shift {
    By(Offset),
    /// Bytes of it come apart, or something is computed from it: the object stays, the offset is lost.
    Mangled,
}

impl Shift {
    pub(super) const NONE: Shift = Shift::By(Offset::ZERO);

    /// Where this leads; a null pointer can have two answers.
    pub(super) fn apply(self, target: Target) -> (Target, Option<Target>) {
        let special = |object| Target { object, offset: Offset::ZERO };
        match (target.object, self) {
            (_, Shift::NONE) => (target, None),
            // Arithmetic on null is undefined, unless it adds nothing.
            (ObjectId::NULL, Shift::By(offset)) => {
                let stays = offset.contains(0).then_some(special(ObjectId::NULL));
                (special(ObjectId::INDETERMINATE), stays)
            }
            (object, _) if object.is_special() => (target, None),
            (object, Shift::By(offset)) => (Target { object, offset: target.offset.plus(offset) }, None),
            (object, Shift::Mangled) => (Target { object, offset: Offset::Any }, None),
        }
    }
}

/// What is done with every target of a node.
#[derive(Clone, Copy, Debug)]
pub(super) enum Use {
    /// What is there, `size` bytes from `shift` on, flows to a node.
    Load {
        shift: Offset,
        size: u64,
        to: Node,
    },
    Store {
        shift: Offset,
        size: u64,
        from: Node,
    },
    /// `len` bytes are copied to the start of an object that stands between.
    CopyOut {
        shift: Offset,
        len: u64,
        to: ObjectId,
    },
    CopyIn {
        shift: Offset,
        len: u64,
        from: ObjectId,
    },
    /// A function is called; the number says where.
    Call(u32),
    /// It is known outside of the program.
    Escape,
}

#[derive(Default)]
struct State {
    set: RoaringBitmap,
    new: RoaringBitmap,
    copies: Vec<(Node, Shift)>,
    uses: Vec<Use>,
    /// One of the uses is that it escapes.
    escapes: bool,
    queued: bool,
}

#[derive(Clone, Copy, Debug)]
pub(super) struct Cell {
    pub(super) offset: Offset,
    pub(super) size: u64,
    pub(super) node: Node,
}

/// A range of an object flows to another object.
#[derive(Clone, Copy, Debug)]
struct Flow {
    offset: Offset,
    len: u64,
    to: ObjectId,
    at: Offset,
}

#[derive(Default)]
pub(super) struct Memory {
    pub(super) cells: Vec<Cell>,
    views: Vec<Cell>,
    flows: Vec<Flow>,
    pub(super) escaped: bool,
    /// Code outside cannot change it.
    constant: bool,
    targets: u32,
    numbers: Vec<u32>,
    /// One offset, and what all are apart by a multiple of.
    first: i64,
    stride: u64,
}

/// What the solver leaves to whoever knows the program.
#[derive(Clone, Copy, Debug)]
pub(super) enum Event {
    /// A call may go to a target.
    Called(u32, Target),
    /// An object became known outside.
    Escaped(ObjectId),
}

pub(super) struct Solver {
    nodes: Vec<State>,
    /// Who stands for a node.
    leaders: Vec<Node>,
    edges: FxHashSet<(Node, Node, Shift)>,
    since_merge: usize,
    queue: VecDeque<Node>,
    targets: Vec<Target>,
    numbers: FxHashMap<Target, u32>,
    moved: FxHashMap<(u32, Shift), (u32, Option<u32>)>,
    pub(super) memory: Vec<Memory>,
    cells: FxHashMap<(ObjectId, Offset, u64), Node>,
    views: FxHashMap<(ObjectId, Offset, u64), Node>,
    pub(super) events: Vec<Event>,
    /// The numbers of the targets in objects that are known outside.
    known: RoaringBitmap,
    /// Holds all objects whose addresses were made integers, at any offset.
    pub(super) exposed: Node,
    /// Holds what is outside: what is read from everything that is known there.
    outside: Node,
    /// Whatever comes here is known outside: what is written to everything that is known there.
    sink: Node,
}

impl Solver {
    pub(super) fn new(objects: usize) -> Solver {
        let mut solver = Solver {
            nodes: Vec::new(),
            leaders: Vec::new(),
            edges: FxHashSet::default(),
            since_merge: 0,
            queue: VecDeque::new(),
            targets: Vec::new(),
            numbers: FxHashMap::default(),
            moved: FxHashMap::default(),
            memory: Vec::new(),
            cells: FxHashMap::default(),
            views: FxHashMap::default(),
            events: Vec::new(),
            known: RoaringBitmap::new(),
            exposed: 0,
            outside: 0,
            sink: 0,
        };
        solver.reserve(objects);
        for object in (0..ObjectId::SPECIAL).map(ObjectId) {
            solver.number(Target { object, offset: Offset::ZERO });
        }
        (solver.exposed, solver.outside, solver.sink) = (solver.node(), solver.node(), solver.node());
        solver.add_special(solver.outside, ObjectId::OUTSIDE);
        solver.with(solver.sink, Use::Escape);
        solver
    }

    /// Makes room for so many objects.
    pub(super) fn reserve(&mut self, objects: usize) {
        self.memory.resize_with(objects, Memory::default);
    }

    /// Code outside cannot change this object.
    pub(super) fn set_constant(&mut self, object: ObjectId) {
        self.memory[object.index()].constant = true;
    }

    /// Whether an object holds whatever is known outside, and nothing else.
    pub(super) fn is_open(&self, object: ObjectId) -> bool {
        let memory = &self.memory[object.index()];
        memory.escaped && !memory.constant
    }

    pub(super) fn node(&mut self) -> Node {
        self.nodes.push(State::default());
        self.leaders.push(self.nodes.len() as Node - 1);
        self.nodes.len() as Node - 1
    }

    fn leader(&self, mut node: Node) -> Node {
        while self.leaders[node as usize] != node {
            node = self.leaders[node as usize];
        }
        node
    }

    /// How many nodes, copies and targets there are.
    pub(super) fn figures(&self) -> (usize, usize, usize) {
        (self.nodes.len(), self.edges.len(), self.targets.len())
    }

    pub(super) fn set(&self, node: Node) -> impl Iterator<Item = Target> + '_ {
        self.nodes[self.leader(node) as usize].set.iter().map(|number| self.targets[number as usize])
    }

    /// The number of a target, or of one that covers it where its object has too many.
    fn number(&mut self, mut target: Target) -> u32 {
        if let Some(&number) = self.numbers.get(&target) {
            return number;
        }
        let memory = &mut self.memory[target.object.index()];
        let (base, stride) = target.offset.shape();
        if memory.targets == 0 {
            memory.first = base;
        }
        let apart = gcd(gcd(memory.stride, stride), base.abs_diff(memory.first));
        memory.stride = apart;
        memory.targets += 1;
        if memory.targets > TARGETS {
            target.offset = Offset::class(memory.first, apart);
        }
        if let Some(&number) = self.numbers.get(&target) {
            return number;
        }
        let next = self.targets.len() as u32;
        self.targets.push(target);
        self.numbers.insert(target, next);
        memory.numbers.push(next);
        if memory.escaped {
            self.known.insert(next);
        }
        next
    }

    pub(super) fn add(&mut self, node: Node, target: Target) {
        let number = self.number(target);
        let node = self.leader(node);
        self.insert(node, number);
    }

    /// One of the special targets.
    pub(super) fn add_special(&mut self, node: Node, object: ObjectId) {
        self.add(node, Target { object, offset: Offset::ZERO });
    }

    fn insert(&mut self, node: Node, number: u32) {
        let state = &mut self.nodes[node as usize];
        if state.set.contains(OUTSIDE) && self.known.contains(number) {
            return;
        }
        if state.set.insert(number) {
            state.new.insert(number);
            self.enqueue(node);
        }
    }

    fn enqueue(&mut self, node: Node) {
        let state = &mut self.nodes[node as usize];
        if !state.queued {
            state.queued = true;
            self.queue.push_back(node);
        }
    }

    pub(super) fn copy(&mut self, from: Node, to: Node, shift: Shift) {
        let (from, to) = (self.leader(from), self.leader(to));
        if from == to && shift == Shift::NONE || !self.edges.insert((from, to, shift)) {
            return;
        }
        self.nodes[from as usize].copies.push((to, shift));
        if shift == Shift::NONE {
            self.since_merge += 1;
        }
        let set = self.nodes[from as usize].set.clone();
        self.pass(&set, to, shift);
    }

    /// What is done with every target that a node has and will have.
    pub(super) fn with(&mut self, node: Node, action: Use) {
        let node = self.leader(node);
        if matches!(action, Use::Escape) && std::mem::replace(&mut self.nodes[node as usize].escapes, true) {
            return;
        }
        self.nodes[node as usize].uses.push(action);
        let set = self.nodes[node as usize].set.clone();
        if !set.is_empty() {
            self.apply(node, &[action], &set);
        }
    }

    /// Gives targets to a node.
    fn pass(&mut self, targets: &RoaringBitmap, to: Node, shift: Shift) {
        let to = self.leader(to);
        if shift == Shift::NONE {
            let state = &mut self.nodes[to as usize];
            let mut new = targets - &state.set;
            if state.set.contains(OUTSIDE) {
                new -= &self.known;
            }
            if !new.is_empty() {
                state.set |= &new;
                state.new |= new;
                self.enqueue(to);
            }
            return;
        }
        for number in targets {
            let (first, second) = self.shifted(number, shift);
            self.insert(to, first);
            second.into_iter().for_each(|number| self.insert(to, number));
        }
    }

    fn shifted(&mut self, number: u32, shift: Shift) -> (u32, Option<u32>) {
        if let Some(known) = self.moved.get(&(number, shift)) {
            return *known;
        }
        let (first, second) = shift.apply(self.targets[number as usize]);
        let answer = (self.number(first), second.map(|target| self.number(target)));
        self.moved.insert((number, shift), answer);
        answer
    }

    /// Passes on everything there is, until there is an event to be dealt with.
    pub(super) fn run(&mut self) {
        while self.events.is_empty()
            && let Some(node) = self.queue.pop_front()
        {
            self.nodes[node as usize].queued = false;
            if self.leader(node) != node {
                continue;
            }
            if self.since_merge > 1000 + self.edges.len() / 4 {
                self.since_merge = 0;
                self.merge_cycles();
                if self.leader(node) != node {
                    continue;
                }
            }
            let mut new = std::mem::take(&mut self.nodes[node as usize].new);
            if new.contains(OUTSIDE) {
                self.nodes[node as usize].set -= &self.known;
            }
            if self.nodes[node as usize].set.contains(OUTSIDE) {
                new -= &self.known;
            }
            if new.is_empty() {
                continue;
            }
            let copies = std::mem::take(&mut self.nodes[node as usize].copies);
            copies.iter().for_each(|(to, shift)| self.pass(&new, *to, *shift));
            let added = std::mem::replace(&mut self.nodes[node as usize].copies, copies);
            self.nodes[node as usize].copies.extend(added);
            let uses = std::mem::take(&mut self.nodes[node as usize].uses);
            self.apply(node, &uses, &new);
            let added = std::mem::replace(&mut self.nodes[node as usize].uses, uses);
            self.nodes[node as usize].uses.extend(added);
        }
    }

    fn apply(&mut self, node: Node, uses: &[Use], targets: &RoaringBitmap) {
        if uses.is_empty() {
            return;
        }
        if targets.contains(ObjectId::INTEGER.0) {
            // Whoever follows an integer comes to what is outside, or to what was once made an integer.
            self.add_special(node, ObjectId::OUTSIDE);
            self.copy(self.exposed, node, Shift::NONE);
        }
        for number in targets {
            let target = self.targets[number as usize];
            uses.iter().for_each(|action| self.one(*action, target));
        }
    }

    fn one(&mut self, action: Use, target: Target) {
        let object = target.object;
        if let Use::Call(site) = action {
            self.events.push(Event::Called(site, target));
            return;
        }
        if object == ObjectId::OUTSIDE || self.is_open(object) {
            match action {
                Use::Load { to, .. } => self.add_special(to, ObjectId::OUTSIDE),
                Use::Store { from, .. } => self.with(from, Use::Escape),
                Use::CopyOut { to, .. } => self.flow_outside(to),
                Use::CopyIn { from, .. } => self.escape(from),
                Use::Escape => self.escape(object),
                Use::Call(_) => {}
            }
            return;
        }
        if object.is_special() {
            return;
        }
        match action {
            Use::Load { shift, size, to } => {
                let view = self.view(object, target.offset.plus(shift), size);
                self.copy(view, to, Shift::NONE);
            }
            Use::Store { shift, size, from } => {
                let cell = self.cell(object, target.offset.plus(shift), size);
                self.copy(from, cell, Shift::NONE);
            }
            Use::CopyOut { shift, len, to } => self.flow(object, target.offset.plus(shift), len, to, Offset::ZERO),
            Use::CopyIn { shift, len, from } => self.flow(from, Offset::ZERO, len, object, target.offset.plus(shift)),
            Use::Escape => self.escape(object),
            Use::Call(_) => {}
        }
    }

    /// Lets an object be known outside.
    pub(super) fn escape(&mut self, object: ObjectId) {
        if object.is_special() || std::mem::replace(&mut self.memory[object.index()].escaped, true) {
            return;
        }
        self.known.extend(self.memory[object.index()].numbers.iter().copied());
        self.events.push(Event::Escaped(object));
        for index in 0..self.memory[object.index()].cells.len() {
            let node = self.memory[object.index()].cells[index].node;
            self.with(node, Use::Escape);
        }
        if self.is_open(object) {
            for index in 0..self.memory[object.index()].views.len() {
                let node = self.memory[object.index()].views[index].node;
                self.add_special(node, ObjectId::OUTSIDE);
            }
            for index in 0..self.memory[object.index()].flows.len() {
                let flow = self.memory[object.index()].flows[index];
                self.flow_outside(flow.to);
            }
        }
    }

    fn flow_outside(&mut self, to: ObjectId) {
        let cell = self.cell(to, Offset::Any, UNKNOWN);
        self.copy(self.outside, cell, Shift::NONE);
    }

    /// The node of what is written at a place.
    pub(super) fn cell(&mut self, object: ObjectId, offset: Offset, size: u64) -> Node {
        if self.is_open(object) {
            return self.sink;
        }
        if let Some(&node) = self.cells.get(&(object, offset, size)) {
            return node;
        }
        if self.memory[object.index()].cells.len() >= CELLS && (offset, size) != (Offset::Any, UNKNOWN) {
            let node = self.cell(object, Offset::Any, UNKNOWN);
            self.cells.insert((object, offset, size), node);
            return node;
        }
        let node = self.node();
        let cell = Cell { offset, size, node };
        self.cells.insert((object, offset, size), node);
        self.memory[object.index()].cells.push(cell);
        if self.memory[object.index()].escaped {
            self.with(node, Use::Escape);
        }
        for index in 0..self.memory[object.index()].views.len() {
            let view = self.memory[object.index()].views[index];
            self.meet(cell, view);
        }
        for index in 0..self.memory[object.index()].flows.len() {
            let flow = self.memory[object.index()].flows[index];
            self.flow_cell(cell, flow);
        }
        node
    }

    /// The node of what is read at a place.
    pub(super) fn view(&mut self, object: ObjectId, offset: Offset, size: u64) -> Node {
        if self.is_open(object) {
            return self.outside;
        }
        if let Some(&node) = self.views.get(&(object, offset, size)) {
            return node;
        }
        if self.memory[object.index()].views.len() >= CELLS && (offset, size) != (Offset::Any, UNKNOWN) {
            let node = self.view(object, Offset::Any, UNKNOWN);
            self.views.insert((object, offset, size), node);
            return node;
        }
        let node = self.node();
        let view = Cell { offset, size, node };
        self.views.insert((object, offset, size), node);
        self.memory[object.index()].views.push(view);
        for index in 0..self.memory[object.index()].cells.len() {
            let cell = self.memory[object.index()].cells[index];
            self.meet(cell, view);
        }
        node
    }

    fn meet(&mut self, cell: Cell, view: Cell) {
        match cell.offset.meets(cell.size, view.offset, view.size) {
            Meeting::Never => {}
            Meeting::Same => self.copy(cell.node, view.node, Shift::NONE),
            Meeting::Partly => self.copy(cell.node, view.node, Shift::Mangled),
        }
    }

    /// Copies `len` bytes of one object to another, now and whenever they change.
    pub(super) fn flow(&mut self, from: ObjectId, offset: Offset, len: u64, to: ObjectId, at: Offset) {
        if self.is_open(from) {
            return self.flow_outside(to);
        }
        let memory = &mut self.memory[from.index()];
        let flow = Flow { offset, len, to, at };
        let same = |other: &Flow| (other.offset, other.len, other.to, other.at) == (offset, len, to, at);
        if len == 0 || memory.flows.iter().any(same) {
            return;
        }
        memory.flows.push(flow);
        for index in 0..self.memory[from.index()].cells.len() {
            let cell = self.memory[from.index()].cells[index];
            self.flow_cell(cell, flow);
        }
    }

    fn flow_cell(&mut self, cell: Cell, flow: Flow) {
        let shift = match flow.offset.encloses(flow.len, cell.offset, cell.size) {
            Meeting::Never => return,
            Meeting::Same => Shift::NONE,
            Meeting::Partly => Shift::Mangled,
        };
        let at = cell.offset.plus(flow.offset.negated()).plus(flow.at);
        let to = self.cell(flow.to, at, cell.size);
        self.copy(cell.node, to, shift);
    }

    /// Makes the nodes of every cycle of plain copies one.
    fn merge_cycles(&mut self) {
        let mut graph = petgraph::graph::DiGraph::<(), ()>::with_capacity(self.nodes.len(), self.edges.len());
        for _ in &self.nodes {
            graph.add_node(());
        }
        for (from, state) in self.nodes.iter().enumerate() {
            for (to, _) in state.copies.iter().filter(|(_, shift)| *shift == Shift::NONE) {
                graph.add_edge((from as u32).into(), self.leader(*to).into(), ());
            }
        }
        for cycle in petgraph::algo::kosaraju_scc(&graph).into_iter().filter(|cycle| cycle.len() > 1) {
            let members: Vec<Node> = cycle.into_iter().map(|index| index.index() as Node).collect();
            let leader = members[0];
            let mut merged = State::default();
            for member in &members {
                let state = std::mem::take(&mut self.nodes[*member as usize]);
                merged.set |= state.set;
                merged.copies.extend(state.copies);
                merged.uses.extend(state.uses);
                merged.escapes |= state.escapes;
                self.leaders[*member as usize] = leader;
            }
            merged.copies.iter_mut().for_each(|(to, _)| *to = self.leader(*to));
            merged.copies.retain(|(to, shift)| *to != leader || *shift != Shift::NONE);
            let mut seen = FxHashSet::default();
            merged.copies.retain(|copy| seen.insert(*copy));
            self.edges.extend(merged.copies.iter().map(|(to, shift)| (leader, *to, *shift)));
            // Everything is new to what the others did not have.
            merged.new = merged.set.clone();
            self.nodes[leader as usize] = merged;
            self.enqueue(leader);
        }
    }
}
