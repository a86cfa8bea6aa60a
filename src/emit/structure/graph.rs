//! The graph that is structured: the locations of a CFA without the silent edges, with tests put together.

use super::{Cond, CondId, Guard};
use crate::cfa::flow::Flow;
use crate::cfa::{Cfa, Edge, EdgeId, LocId, Op};

/// More tests do not become one condition: each can be in brackets in all the others.
const MOST_TESTS: u32 = 64;

/// What happens at a location.
#[derive(Clone, Copy, Debug)]
pub(super) enum Step {
    /// Control does not go on.
    End,
    /// An operation after which control does not go on in this function.
    Last(EdgeId),
    Op(EdgeId, LocId),
    Branch(Guard, LocId, LocId),
}

impl Step {
    /// In the order in which they are written.
    pub(super) fn successors(self) -> impl Iterator<Item = LocId> {
        let (first, second) = match self {
            Step::End | Step::Last(_) => (None, None),
            Step::Op(_, to) => (Some(to), None),
            Step::Branch(_, yes, no) => (Some(yes), Some(no)),
        };
        first.into_iter().chain(second)
    }
}

pub(super) struct Graph {
    pub(super) entry: LocId,
    /// By location.
    pub(super) steps: Vec<Step>,
    pub(super) conds: Vec<Cond>,
    /// By condition: how many tests are in it.
    tests: Vec<u32>,
}

impl Graph {
    pub(super) fn new(cfa: &Cfa, silent: &dyn Fn(&Edge) -> bool) -> Graph {
        let alias = contract(cfa, silent);
        let outgoing = cfa.outgoing();
        let mut conds = Vec::new();
        let steps = (0..cfa.locations)
            .map(|loc| match *outgoing.of(LocId(loc)) {
                [] => Step::End,
                [edge] if matches!(cfa[edge].op, Op::Return(_)) => Step::Last(edge),
                [edge] => Step::Op(edge, alias[cfa[edge].to.0 as usize]),
                [yes, no] => {
                    conds.push(Cond::Test(yes));
                    let guard = Guard { cond: CondId(conds.len() as u32 - 1), truth: true };
                    Step::Branch(guard, alias[cfa[yes].to.0 as usize], alias[cfa[no].to.0 as usize])
                }
                _ => panic!("location {loc} has more than two outgoing edges"),
            })
            .collect();
        let tests = vec![1; conds.len()];
        let mut graph = Graph { entry: alias[cfa.entry.0 as usize], steps, conds, tests };
        graph.join_tests();
        graph
    }

    pub(super) fn step(&self, loc: LocId) -> Step {
        self.steps[loc.0 as usize]
    }

    /// Puts a test that is only reached from another test, and shares a target with it, into that one.
    fn join_tests(&mut self) {
        let mut incoming = vec![0_u32; self.steps.len()];
        incoming[self.entry.0 as usize] += 1;
        let order = self.post_order();
        for &loc in &order {
            for to in self.step(loc).successors() {
                incoming[to.0 as usize] += 1;
            }
        }
        for loc in order {
            while let Some((step, gone)) = self.join_at(loc, &incoming) {
                self.steps[loc.0 as usize] = step;
                incoming[gone.0 as usize] -= 1;
            }
        }
    }

    /// The test at a location together with one behind it; and the target that has one edge less.
    fn join_at(&mut self, loc: LocId, incoming: &[u32]) -> Option<(Step, LocId)> {
        let Step::Branch(first, yes, no) = self.step(loc) else { return None };
        let own_test = |graph: &Graph, at: LocId| match graph.step(at) {
            Step::Branch(guard, yes, no) if incoming[at.0 as usize] == 1 && at != loc => {
                let tests = graph.tests[first.cond.0 as usize] + graph.tests[guard.cond.0 as usize];
                (tests <= MOST_TESTS).then_some((guard, yes, no))
            }
            _ => None,
        };
        if let Some((second, then, other)) = own_test(self, yes) {
            if other == no {
                return Some((Step::Branch(self.cond(Cond::And(first, second)), then, no), no));
            }
            if then == no {
                return Some((Step::Branch(self.cond(Cond::And(first, second.not())), other, no), no));
            }
        }
        if let Some((second, then, other)) = own_test(self, no) {
            if then == yes {
                return Some((Step::Branch(self.cond(Cond::Or(first, second)), yes, other), yes));
            }
            if other == yes {
                return Some((Step::Branch(self.cond(Cond::Or(first, second.not())), yes, then), yes));
            }
        }
        None
    }

    fn cond(&mut self, cond: Cond) -> Guard {
        let tests = match cond {
            Cond::Test(_) => 1,
            Cond::And(a, b) | Cond::Or(a, b) => self.tests[a.cond.0 as usize] + self.tests[b.cond.0 as usize],
        };
        self.tests.push(tests);
        self.conds.push(cond);
        Guard { cond: CondId(self.conds.len() as u32 - 1), truth: true }
    }
}

impl Flow for Graph {
    fn entry(&self) -> LocId {
        self.entry
    }

    fn locations(&self) -> usize {
        self.steps.len()
    }

    fn successors(&self, loc: LocId) -> impl Iterator<Item = LocId> {
        self.step(loc).successors()
    }
}

/// For each location the one that silent edges lead to. A cycle of silent edges keeps them.
fn contract(cfa: &Cfa, silent: &dyn Fn(&Edge) -> bool) -> Vec<LocId> {
    let outgoing = cfa.outgoing();
    let step = |loc: LocId| match outgoing.of(loc) {
        [edge] if silent(&cfa[*edge]) => Some(cfa[*edge].to),
        _ => None,
    };
    let mut alias: Vec<Option<LocId>> = vec![None; cfa.locations as usize];
    let mut on_path = vec![false; cfa.locations as usize];
    for start in 0..cfa.locations {
        let mut path = Vec::new();
        let mut at = LocId(start);
        let end = loop {
            if let Some(known) = alias[at.0 as usize] {
                break known;
            }
            if on_path[at.0 as usize] {
                break at;
            }
            path.push(at);
            on_path[at.0 as usize] = true;
            match step(at) {
                Some(to) => at = to,
                None => break at,
            }
        };
        for loc in path {
            alias[loc.0 as usize] = Some(end);
            on_path[loc.0 as usize] = false;
        }
    }
    alias.into_iter().map(|end| end.expect("every location was visited")).collect()
}
