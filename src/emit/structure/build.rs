//! Writing the locations as statements, each at the place that [`Places`] says.

use super::graph::{Graph, Step};
use super::places::Places;
use super::{Guard, LoopForm, MAX_ARMS, MAX_DEPTH, Stmt, Tree};
use crate::cfa::LocId;
use crate::cfa::dominators::Dominators;
use crate::cfa::loops::Loops;
use std::collections::BTreeSet;

pub(super) fn build(graph: Graph) -> Tree {
    let dominators = Dominators::new(&graph);
    let loops = Loops::new(&dominators);
    let places = Places::new(&graph, &dominators, &loops);
    let count = graph.steps.len();
    let mut builder = Builder {
        places,
        loops,
        placed: vec![false; count],
        labels: BTreeSet::new(),
        late: Vec::new(),
        broken: Vec::new(),
        graph,
    };
    let nowhere = Surroundings { next: None, innermost: None, depth: 0 };
    let entry = builder.graph.entry;
    let mut body = builder.sequence(entry, false, nowhere).stmts;
    while let Some(loc) = builder.late.pop() {
        body.extend(builder.sequence(loc, false, nowhere).stmts);
    }
    debug_assert!(dominators.order.iter().all(|loc| builder.placed[loc.0 as usize]));
    Tree { body, conds: builder.graph.conds, labels: builder.labels }
}

struct Builder {
    graph: Graph,
    loops: Loops,
    places: Places,
    placed: Vec<bool>,
    labels: BTreeSet<LocId>,
    /// Too deep where they belong: written at the end.
    late: Vec<LocId>,
    /// For each open loop whether something breaks out of it.
    broken: Vec<bool>,
}

/// What is around a sequence of statements.
#[derive(Clone, Copy)]
struct Surroundings {
    /// What control comes to at the end of the sequence.
    next: Option<LocId>,
    innermost: Option<OpenLoop>,
    depth: usize,
}

#[derive(Clone, Copy)]
struct OpenLoop {
    head: LocId,
    /// What comes behind the loop.
    exit: Option<LocId>,
}

struct Written {
    stmts: Vec<Stmt>,
    /// Whether control can come to the end of it.
    falls: bool,
}

/// How control gets to a location from where it is.
enum Way {
    Fall,
    Jump(Stmt),
    /// The location is written right there.
    Inline,
}

/// The locations that are still to be written in a sequence, the next one last.
type Pending = Vec<LocId>;

impl Builder {
    /// Everything from a location on that belongs into one sequence. `open` says that the location is the head of a
    /// loop whose body this is.
    fn sequence(&mut self, start: LocId, open: bool, outside: Surroundings) -> Written {
        let mut pending = vec![start];
        let mut out = Written { stmts: Vec::new(), falls: true };
        let mut open = open;
        while let Some(loc) = pending.pop() {
            let opens = self.loops.is_head(loc) && !open;
            if !open {
                out.stmts.push(Stmt::Label(loc));
                self.placed[loc.0 as usize] = true;
                pending.extend(self.places.after[loc.0 as usize].iter().rev());
            }
            open = false;
            if opens && outside.depth < MAX_DEPTH {
                self.whole_loop(loc, &pending, outside, &mut out);
                continue;
            }
            pending.extend(self.places.under[loc.0 as usize].iter().rev());
            match self.graph.step(loc) {
                Step::End => {
                    out.stmts.push(Stmt::End(loc));
                    out.falls = false;
                }
                Step::Last(edge) => {
                    out.stmts.push(Stmt::Op(edge));
                    out.falls = false;
                }
                Step::Op(edge, to) => {
                    out.stmts.push(Stmt::Op(edge));
                    self.go(to, &mut pending, outside, &mut out);
                }
                Step::Branch(guard, yes, no) => self.branch(guard, yes, no, &mut pending, outside, &mut out),
            }
        }
        out
    }

    /// After the last operation at a location: on to the next one.
    fn go(&mut self, to: LocId, pending: &mut Pending, outside: Surroundings, out: &mut Written) {
        out.falls = true;
        match self.way(to, pending, outside) {
            Way::Fall => {}
            Way::Inline => pending.push(to),
            Way::Jump(jump) => {
                out.stmts.push(jump);
                out.falls = false;
            }
        }
    }

    fn whole_loop(&mut self, head: LocId, pending: &Pending, outside: Surroundings, out: &mut Written) {
        let exit = pending.last().copied().or(outside.next);
        let inside =
            Surroundings { next: Some(head), innermost: Some(OpenLoop { head, exit }), depth: outside.depth + 1 };
        self.broken.push(false);
        let body = self.sequence(head, true, inside).stmts;
        out.falls = self.broken.pop().expect("pushed above");
        out.stmts.push(self.tidy_loop(body));
    }

    /// `while (c)` and `do … while (c)` where the body begins or ends with the only way of saying so.
    fn tidy_loop(&self, mut body: Vec<Stmt>) -> Stmt {
        let shown = |stmt: &Stmt| !matches!(stmt, Stmt::Label(loc) if !self.labels.contains(loc));
        let leaves = |stmt: &Stmt| match stmt {
            Stmt::If { arms, otherwise } => match arms.as_slice() {
                [(guard, then)] if otherwise.is_empty() && *then == [Stmt::Break] => Some(guard.not()),
                _ => None,
            },
            _ => None,
        };
        if let Some(at) = body.iter().position(shown)
            && let Some(guard) = leaves(&body[at])
        {
            body.drain(..=at);
            return Stmt::Loop(LoopForm::While(guard), body);
        }
        if let Some(at) = body.iter().rposition(shown)
            && let Some(guard) = leaves(&body[at])
            && !continues(&body)
        {
            body.truncate(at);
            return Stmt::Loop(LoopForm::DoWhile(guard), body);
        }
        Stmt::Loop(LoopForm::Forever, body)
    }

    fn way(&mut self, to: LocId, pending: &Pending, outside: Surroundings) -> Way {
        if self.places.inline[to.0 as usize] && !self.placed[to.0 as usize] {
            return Way::Inline;
        }
        if pending.last().copied().or(outside.next) == Some(to) {
            return Way::Fall;
        }
        match outside.innermost {
            Some(inner) if inner.exit == Some(to) => {
                *self.broken.last_mut().expect("inside a loop") = true;
                Way::Jump(Stmt::Break)
            }
            Some(inner) if inner.head == to => Way::Jump(Stmt::Continue),
            _ => Way::Jump(self.goto(to)),
        }
    }

    fn goto(&mut self, to: LocId) -> Stmt {
        self.labels.insert(to);
        Stmt::Goto(to)
    }

    fn branch(
        &mut self,
        guard: Guard,
        yes: LocId,
        no: LocId,
        pending: &mut Pending,
        outside: Surroundings,
        out: &mut Written,
    ) {
        let mut arms: Vec<(Guard, Vec<Stmt>)> = Vec::new();
        let mut falls = false;
        let (mut guard, mut yes, mut no) = (guard, yes, no);
        let otherwise = loop {
            match (self.way(yes, pending, outside), self.way(no, pending, outside)) {
                (Way::Inline, Way::Jump(jump)) if arms.is_empty() => {
                    out.stmts.push(Stmt::If { arms: vec![(guard.not(), vec![jump])], otherwise: Vec::new() });
                    pending.push(yes);
                    out.falls = true;
                    return;
                }
                (Way::Fall, Way::Jump(jump)) if arms.is_empty() => {
                    falls = true;
                    arms.push((guard.not(), vec![jump]));
                    break Vec::new();
                }
                (Way::Fall, Way::Inline) if arms.is_empty() && self.pure_test(no).is_none() => {
                    falls = true;
                    arms.push((guard.not(), self.nested(no, pending, outside).stmts));
                    break Vec::new();
                }
                (taken, other) => {
                    let then = self.arm(taken, yes, pending, outside);
                    falls |= then.falls;
                    arms.push((guard, then.stmts));
                    match other {
                        Way::Fall => {
                            falls = true;
                            break Vec::new();
                        }
                        // Nothing comes out of the arms: what would be the `else` goes on in this sequence.
                        Way::Jump(jump) if !falls => {
                            out.stmts.push(Stmt::If { arms, otherwise: Vec::new() });
                            out.stmts.push(jump);
                            out.falls = false;
                            return;
                        }
                        Way::Inline if !falls => {
                            out.stmts.push(Stmt::If { arms, otherwise: Vec::new() });
                            pending.push(no);
                            out.falls = true;
                            return;
                        }
                        Way::Jump(jump) => break vec![jump],
                        Way::Inline => {}
                    }
                }
            }
            match self.pure_test(no).filter(|_| arms.len() < MAX_ARMS) {
                Some(test) => {
                    self.placed[no.0 as usize] = true;
                    (guard, yes, no) = test;
                }
                None if arms.len() >= MAX_ARMS => {
                    self.late.push(no);
                    break vec![self.goto(no)];
                }
                None => {
                    let written = self.nested(no, pending, outside);
                    falls |= written.falls;
                    break written.stmts;
                }
            }
        };
        out.stmts.push(Stmt::If { arms, otherwise });
        out.falls = falls;
    }

    /// A location that is nothing but a test, and has nothing written after it: it can be an `else if`.
    fn pure_test(&self, loc: LocId) -> Option<(Guard, LocId, LocId)> {
        let alone = self.places.under[loc.0 as usize].is_empty() && !self.loops.is_head(loc);
        match self.graph.step(loc) {
            Step::Branch(guard, yes, no) if alone => Some((guard, yes, no)),
            _ => None,
        }
    }

    fn arm(&mut self, way: Way, to: LocId, pending: &Pending, outside: Surroundings) -> Written {
        match way {
            Way::Fall => Written { stmts: Vec::new(), falls: true },
            Way::Jump(jump) => Written { stmts: vec![jump], falls: false },
            Way::Inline => self.nested(to, pending, outside),
        }
    }

    /// A location in a block of its own.
    fn nested(&mut self, loc: LocId, pending: &Pending, outside: Surroundings) -> Written {
        if outside.depth >= MAX_DEPTH {
            self.late.push(loc);
            return Written { stmts: vec![self.goto(loc)], falls: false };
        }
        let next = pending.last().copied().or(outside.next);
        self.sequence(loc, false, Surroundings { next, depth: outside.depth + 1, ..outside })
    }
}

/// Whether something in the body continues the loop.
fn continues(body: &[Stmt]) -> bool {
    body.iter().any(|stmt| match stmt {
        Stmt::Continue => true,
        Stmt::If { arms, otherwise } => arms.iter().any(|(_, then)| continues(then)) || continues(otherwise),
        _ => false,
    })
}
