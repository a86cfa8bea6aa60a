//! What residual programs look like, for people who choose a reducer (paper 002, figure 5).

use super::Residual;
use crate::cfa::Cfa;
use crate::cfa::dominators::Dominators;
use crate::cfa::flow::CfaFlow;
use crate::cfa::loops::Loops;
use std::fmt;

/// The entry's branches and loops, and how many of these are in others.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shape {
    pub branches: usize,
    pub loops: usize,
    pub inner: usize,
}

impl Residual {
    pub fn shape(&self) -> Shape {
        let nothing = Cfa::empty();
        let cfa = self.program[self.entry].cfa().unwrap_or(&nothing);
        let dominators = Dominators::new(&CfaFlow::new(cfa));
        let (loops, outgoing) = (Loops::new(&dominators), cfa.outgoing());
        let heads = || dominators.order.iter().filter(|loc| loops.is_head(**loc));
        Shape {
            branches: dominators.order.iter().filter(|loc| outgoing.of(**loc).len() > 1).count(),
            loops: heads().count(),
            inner: heads().filter(|loc| loops.around(**loc).is_some()).count(),
        }
    }
}

impl fmt::Display for Shape {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let many = |count: usize, one: &str, more: &str| match count {
            1 => format!("1 {one}"),
            count => format!("{count} {more}"),
        };
        write!(f, "{}, {}", many(self.branches, "branch", "branches"), many(self.loops, "loop", "loops"))?;
        if self.inner > 0 { write!(f, ", {} of them inside others", self.inner) } else { Ok(()) }
    }
}
