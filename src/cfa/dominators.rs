//! Immediate dominators: Lengauer and Tarjan's algorithm with path compression, O(m log n).

use super::LocId;
use super::flow::Flow;

const NONE: u32 = u32::MAX;

/// The dominator tree of the reachable locations.
pub struct Dominators {
    /// Reverse post-order.
    pub order: Vec<LocId>,
    /// By location; the entry's is itself, an unreachable location has none.
    idom: Vec<u32>,
    /// By location: where its subtree begins in a walk of the tree, and how many locations are in it.
    first: Vec<u32>,
    size: Vec<u32>,
    /// By location.
    pub predecessors: Vec<Vec<LocId>>,
}

impl Dominators {
    pub fn new(flow: &impl Flow) -> Dominators {
        let mut order = flow.post_order();
        order.reverse();
        let mut predecessors = vec![Vec::new(); flow.locations()];
        for &loc in &order {
            for to in flow.successors(loc) {
                predecessors[to.0 as usize].push(loc);
            }
        }
        let idom = lengauer_tarjan(flow, &predecessors);
        let count = flow.locations();
        let mut result = Dominators { order, idom, first: vec![0; count], size: vec![0; count], predecessors };
        result.number();
        result
    }

    /// The immediate dominator; none for the entry.
    pub fn parent(&self, loc: LocId) -> Option<LocId> {
        let parent = self.idom[loc.0 as usize];
        (parent != loc.0 && parent != NONE).then_some(LocId(parent))
    }

    pub fn dominates(&self, above: LocId, below: LocId) -> bool {
        let (above, below) = (above.0 as usize, below.0 as usize);
        (self.first[above]..self.first[above] + self.size[above]).contains(&self.first[below])
    }

    /// How many locations a location dominates, itself included.
    pub fn weight(&self, loc: LocId) -> u32 {
        self.size[loc.0 as usize]
    }

    /// Subtree sizes from the leaves up, then positions from the root down: a dominator comes first in the order.
    fn number(&mut self) {
        for &loc in self.order.iter().rev() {
            self.size[loc.0 as usize] += 1;
            if let Some(parent) = self.parent(loc) {
                self.size[parent.0 as usize] += self.size[loc.0 as usize];
            }
        }
        let mut taken = vec![1; self.first.len()];
        for i in 0..self.order.len() {
            let loc = self.order[i];
            if let Some(parent) = self.parent(loc) {
                let at = parent.0 as usize;
                self.first[loc.0 as usize] = self.first[at] + taken[at];
                taken[at] += self.size[loc.0 as usize];
            }
        }
    }
}

fn lengauer_tarjan(flow: &impl Flow, predecessors: &[Vec<LocId>]) -> Vec<u32> {
    let mut search = Search::new(flow);
    let count = search.vertex.len();
    let mut idom = vec![0_u32; count];
    let mut buckets: Vec<Vec<u32>> = vec![Vec::new(); count];
    for w in (1..count as u32).rev() {
        for pred in &predecessors[search.vertex[w as usize].0 as usize] {
            let u = search.eval(search.number[pred.0 as usize]);
            search.semi[w as usize] = search.semi[w as usize].min(search.semi[u as usize]);
        }
        buckets[search.semi[w as usize] as usize].push(w);
        let parent = search.parent[w as usize];
        search.ancestor[w as usize] = parent;
        for v in std::mem::take(&mut buckets[parent as usize]) {
            let u = search.eval(v);
            idom[v as usize] = if search.semi[u as usize] < search.semi[v as usize] { u } else { parent };
        }
    }
    for w in 1..count {
        if idom[w] != search.semi[w] {
            idom[w] = idom[idom[w] as usize];
        }
    }
    let mut result = vec![NONE; flow.locations()];
    for (loc, dominator) in search.vertex.iter().zip(idom) {
        result[loc.0 as usize] = search.vertex[dominator as usize].0;
    }
    result
}

/// The depth-first search tree and the forest of the algorithm; vertices are preorder numbers.
struct Search {
    vertex: Vec<LocId>,
    /// By location.
    number: Vec<u32>,
    parent: Vec<u32>,
    semi: Vec<u32>,
    ancestor: Vec<u32>,
    label: Vec<u32>,
}

impl Search {
    fn new(flow: &impl Flow) -> Search {
        let mut vertex = Vec::new();
        let mut number = vec![NONE; flow.locations()];
        let mut parent = Vec::new();
        let mut stack = vec![(flow.entry(), 0)];
        while let Some((loc, from)) = stack.pop() {
            if number[loc.0 as usize] != NONE {
                continue;
            }
            let at = vertex.len() as u32;
            number[loc.0 as usize] = at;
            vertex.push(loc);
            parent.push(from);
            stack.extend(flow.successors(loc).map(|to| (to, at)));
        }
        let all: Vec<u32> = (0..vertex.len() as u32).collect();
        Search { ancestor: vec![NONE; all.len()], semi: all.clone(), label: all, vertex, number, parent }
    }

    /// The vertex of least semidominator on the path to the root of its tree in the forest.
    fn eval(&mut self, v: u32) -> u32 {
        let mut path = Vec::new();
        let mut at = v;
        while self.ancestor[at as usize] != NONE {
            path.push(at);
            at = self.ancestor[at as usize];
        }
        // The root of the tree takes no part; the vertex below it is compressed already.
        path.pop();
        while let Some(w) = path.pop() {
            let above = self.ancestor[w as usize];
            let (mine, theirs) = (self.label[w as usize], self.label[above as usize]);
            if self.semi[theirs as usize] < self.semi[mine as usize] {
                self.label[w as usize] = theirs;
            }
            self.ancestor[w as usize] = self.ancestor[above as usize];
        }
        self.label[v as usize]
    }
}
