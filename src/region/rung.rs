//! Rungs: how much of its surroundings a region is tried with. A ladder is a list of them, the cheapest first.

use super::{Atlas, Kind, RegionId};
use crate::cfa::{FuncId, PropId};
use std::fmt;
use std::str::FromStr;

/// What is taken along when a region is tried by itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Rung {
    /// What the code around the region makes true whenever control comes to its head.
    pub facts: bool,
    pub callees: Callees,
    pub context: Context,
}

/// What of its function a region has around it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Context {
    Nothing,
    /// The code in front of a loop, from the beginning of the function, with the loops around it at any iteration.
    Front,
    /// The same for any region, with every loop at any iteration, those in front of it and inside it as well.
    Cut,
}

/// What becomes of the functions that a region calls.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Callees {
    /// Those that do not lead to the properties are replaced by a havoc of what they write.
    Havoc,
    /// They are there as they are.
    Keep,
}

impl Rung {
    /// All there are, the cheapest first.
    pub const ALL: [Rung; 8] = [
        Rung { facts: false, callees: Callees::Havoc, context: Context::Nothing },
        Rung { facts: true, callees: Callees::Havoc, context: Context::Nothing },
        Rung { facts: false, callees: Callees::Keep, context: Context::Nothing },
        Rung { facts: true, callees: Callees::Keep, context: Context::Nothing },
        Rung { facts: true, callees: Callees::Havoc, context: Context::Front },
        Rung { facts: true, callees: Callees::Keep, context: Context::Front },
        Rung { facts: true, callees: Callees::Havoc, context: Context::Cut },
        Rung { facts: true, callees: Callees::Keep, context: Context::Cut },
    ];

    fn word(self) -> &'static str {
        match (self.context, self.facts, self.callees) {
            (Context::Nothing, false, Callees::Havoc) => "alone",
            (Context::Nothing, true, Callees::Havoc) => "facts",
            (Context::Nothing, false, Callees::Keep) => "callees",
            (Context::Nothing, true, Callees::Keep) => "facts+callees",
            (Context::Front, _, Callees::Havoc) => "context",
            (Context::Front, _, Callees::Keep) => "context+callees",
            (Context::Cut, _, Callees::Havoc) => "cut",
            (Context::Cut, _, Callees::Keep) => "cut+callees",
        }
    }
}

impl fmt::Display for Rung {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.word())
    }
}

impl FromStr for Rung {
    type Err = String;

    fn from_str(text: &str) -> Result<Rung, String> {
        let wanted = match text {
            "callees+facts" => "facts+callees",
            "callees+context" => "context+callees",
            "callees+cut" => "cut+callees",
            other => other,
        };
        let known = || Rung::ALL.map(Rung::word).join(", ");
        let found = Rung::ALL.into_iter().find(|rung| rung.word() == wanted);
        found.ok_or_else(|| format!("there is no rung `{text}`; there are {}", known()))
    }
}

/// The rungs that a region is tried with, one after the other.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ladder {
    rungs: Vec<Rung>,
    /// Somebody wants these, and not what is best for a region.
    chosen: bool,
}

impl Ladder {
    /// Every region alone, with all that it calls, as in paper 004.
    pub const PAPER: &str = "paper";

    /// The rungs for a region. A function that only one whole program calls is that program, which costs no more and
    /// knows all, so it is tried only with less than the program has.
    pub fn rungs(&self, atlas: &Atlas<'_>, region: RegionId) -> Vec<Rung> {
        let (hierarchy, program) = (&atlas.hierarchy, atlas.pointers.program());
        let has_body = |callee: &FuncId| program[*callee].cfa().is_some();
        let calls = hierarchy.callees(region).iter().any(has_body);
        let is_whole = match (&hierarchy[region].kind, hierarchy[region].parents.as_slice()) {
            (Kind::Function(_), [parent]) => matches!(hierarchy[*parent].kind, Kind::Program { .. }),
            _ => false,
        };
        let mut rungs = self.distinct(calls);
        let cuts = self.chosen || atlas.is_worth_cutting(region);
        rungs.retain(|rung| !is_whole || rung.context == Context::Cut || (calls && rung.callees == Callees::Havoc));
        rungs.retain(|rung| match rung.context {
            Context::Nothing => true,
            Context::Front => hierarchy[region].is_loop(),
            Context::Cut => cuts,
        });
        rungs
    }

    /// Whether a property that is asserted in a region is sure to miss on a rung, and need not be tried there.
    pub fn is_lost(&self, atlas: &Atlas<'_>, region: RegionId, rung: Rung, property: PropId) -> bool {
        !self.chosen && atlas.is_lost(region, rung, property)
    }

    /// Without callees that have a body, rungs that differ in nothing else are one.
    fn distinct(&self, calls: bool) -> Vec<Rung> {
        let mut rungs: Vec<Rung> = Vec::new();
        for rung in &self.rungs {
            let same = |other: &Rung| {
                (other.facts, other.context) == (rung.facts, rung.context) && (!calls || other.callees == rung.callees)
            };
            if !rungs.iter().any(same) {
                rungs.push(*rung);
            }
        }
        rungs
    }
}

/// Facts cost nothing, and callees are replaced first: what they do seldom matters, and is most of the work. The code
/// in front of a loop costs less than the loops around it. Where loops can be unwound, cutting them tells less.
impl Default for Ladder {
    fn default() -> Ladder {
        let [_, facts, _, rest @ ..] = Rung::ALL;
        Ladder { rungs: [&[facts], &rest[..]].concat(), chosen: false }
    }
}

impl fmt::Display for Ladder {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let words: Vec<&str> = self.rungs.iter().map(|rung| rung.word()).collect();
        write!(f, "{}", words.join(","))
    }
}

impl FromStr for Ladder {
    type Err = String;

    fn from_str(text: &str) -> Result<Ladder, String> {
        let paper = Rung { facts: false, callees: Callees::Keep, context: Context::Nothing };
        let rungs = match text {
            Ladder::PAPER => vec![paper],
            list => list.split(',').map(|word| word.trim().parse()).collect::<Result<_, _>>()?,
        };
        let default = Ladder::default();
        Ok(if default.rungs == rungs { default } else { Ladder { rungs, chosen: true } })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rungs_are_read_as_they_are_written() {
        for rung in Rung::ALL {
            assert_eq!(rung.to_string().parse(), Ok(rung));
        }
        assert_eq!("callees+facts".parse(), Ok(Rung::ALL[3]));
        let ladder: Ladder = "facts,callees".parse().unwrap();
        assert_eq!(ladder.to_string(), "facts,callees");
        assert_eq!(ladder.distinct(true).len(), 2);
        assert_eq!(Ladder::default().distinct(false), [Rung::ALL[1], Rung::ALL[4], Rung::ALL[6]]);
        assert!("facts,,callees".parse::<Ladder>().is_err());
        assert!("".parse::<Rung>().is_err());
        let all = "alone, facts, callees, facts+callees, context, context+callees, cut, cut+callees";
        assert!("all".parse::<Rung>().is_err_and(|error| error.ends_with(all)));
    }
}
