//! How far each loop and each recursion is unwound, and how that grows.
//!
//! CBMC names loops `FUNCTION.N`, counting by the position of the back edge, and recursion by the function. A bound of
//! B allows B − 1 passes through the back edge, so a body that runs T times is done with a bound of T + 1. A loop whose
//! number of rounds is known gets exactly that from the start; the others start small and grow, each one only as far as
//! its own unwinding assertion demands. The printer's numbers and rounds are hints: CBMC warns about a loop that it
//! does not have, and a bound that is too small is seen in the answer.

use crate::emit::Printed;
use std::collections::BTreeMap;

/// Four rounds of the body.
const START: u64 = 5;

#[derive(Clone, Debug)]
pub(super) struct Bounds {
    limit: u64,
    /// By CBMC's name for the loop or the recursive function.
    own: BTreeMap<String, u64>,
}

/// The loop or the recursive function that an unwinding assertion with this name is about: `main.0` for
/// `main.unwind.0`, `f` for `f.recursion`.
pub(super) fn unwound(assertion: &str) -> Option<String> {
    if let Some(function) = assertion.strip_suffix(".recursion") {
        return Some(function.to_owned());
    }
    let (function, number) = assertion.rsplit_once(".unwind.")?;
    number.bytes().all(|c| c.is_ascii_digit()).then(|| format!("{function}.{number}"))
}

impl Bounds {
    pub(super) fn new(printed: &Printed, limit: u64) -> Bounds {
        let mut own = BTreeMap::new();
        for each in &printed.loops {
            let (Some(function), Some(rounds)) = (printed.functions.get(&each.function), each.trips) else { continue };
            if rounds >= START && rounds < limit {
                own.insert(format!("{function}.{}", each.number), rounds + 1);
            }
        }
        Bounds { limit, own }
    }

    /// On the command line.
    pub(super) fn flags(&self) -> Vec<String> {
        let mut flags = vec!["--unwind".to_owned(), START.to_string()];
        if !self.own.is_empty() {
            let list: Vec<String> = self.own.iter().map(|(name, bound)| format!("{name}:{bound}")).collect();
            flags.extend(["--unwindset".to_owned(), list.join(",")]);
        }
        flags
    }

    /// Lets these go on; the bound that one of them has reached when it cannot grow any more.
    pub(super) fn grow(&mut self, unfinished: &[String]) -> Result<(), u64> {
        for each in unfinished {
            let bound = self.own.get(each).copied().unwrap_or(START);
            if bound > self.limit {
                return Err(bound);
            }
            // Powers of two are common numbers of rounds, and need one more.
            self.own.insert(each.clone(), (bound - 1) * 2 + 1);
        }
        Ok(())
    }
}
