//! How far each loop and each recursion is unwound, and how that grows.
//!
//! CBMC names loops `FUNCTION.N`, counting by the position of the back edge, and recursion by the function. A bound of
//! B allows B − 1 passes through the back edge, so a body that runs T times is done with a bound of T + 1. A loop whose
//! number of rounds is known gets exactly that from the start; the others start small and grow, each one only as far as
//! its own unwinding assertion demands. Names that we compute ourselves can be wrong without harm: CBMC warns about a
//! loop that it does not have, and a bound that is too small is seen in the answer.

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

/// A loop or recursion that goes on behind its bound.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Unfinished {
    pub(super) name: String,
    /// The line of the text where its back edge is.
    pub(super) line: Option<u32>,
}

impl Unfinished {
    /// From the name of an unwinding assertion: `main.unwind.0`, `f.recursion`.
    pub(super) fn of_property(name: &str, line: Option<u32>) -> Option<Unfinished> {
        let name = match (name.strip_suffix(".recursion"), name.rsplit_once(".unwind.")) {
            (Some(function), _) => function.to_owned(),
            (None, Some((function, number))) if number.bytes().all(|c| c.is_ascii_digit()) => {
                format!("{function}.{number}")
            }
            _ => return None,
        };
        Some(Unfinished { name, line })
    }
}

impl Bounds {
    pub(super) fn new(printed: &Printed, limit: u64) -> Bounds {
        let mut by_function: BTreeMap<_, Vec<_>> = BTreeMap::new();
        for each in &printed.loops {
            by_function.entry(each.function).or_default().push(each);
        }
        let mut own = BTreeMap::new();
        for (function, mut loops) in by_function {
            let Some(name) = printed.functions.get(&function) else { continue };
            loops.sort_by_key(|each| (each.last, std::cmp::Reverse(each.first)));
            for (number, each) in loops.iter().enumerate() {
                match each.trips {
                    Some(trips) if trips >= START && trips < limit => {
                        own.insert(format!("{name}.{number}"), trips + 1);
                    }
                    _ => {}
                }
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

    fn of(&self, name: &str) -> u64 {
        self.own.get(name).copied().unwrap_or(START)
    }

    /// Lets these go on; the bound that one of them has reached when it cannot grow any more.
    pub(super) fn grow(&mut self, unfinished: &[Unfinished], printed: &Printed) -> Result<(), u64> {
        for each in unfinished {
            let bound = self.of(&each.name);
            if bound > self.limit {
                return Err(bound);
            }
            // Powers of two are common numbers of rounds, and need one more.
            let doubled = (bound - 1) * 2 + 1;
            let known = each.line.and_then(|line| trips_at(printed, line)).map_or(0, |trips| trips + 1);
            let next = if known > bound { known } else { doubled };
            self.own.insert(each.name.clone(), next);
        }
        Ok(())
    }
}

/// How often the loop with a back edge on this line runs, where that is known: the innermost one.
fn trips_at(printed: &Printed, line: u32) -> Option<u64> {
    let here = printed.loops.iter().filter(|each| each.first == line || each.last == line);
    here.min_by_key(|each| each.last - each.first)?.trips
}
