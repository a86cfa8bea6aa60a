//! The ways up: what is tried, in which order, and where a property goes that was not proved.
//!
//! A region is tried with one rung after the other, and what misses on the last one goes to all regions around it. So
//! each region is a chain of steps, one a rung, whose last step has the first steps of the region's parents above it; a
//! whole program is one step, and so is a region that is not tried, where properties just pass. Rungs and regions are
//! then the same to the climber: a property holds in a step if it is proved there, or if it holds in every step above.
//!
//! Steps are numbered from the bottom to the top: a step has a smaller number than those above it, and of two steps
//! that do not lie above each other the one in the deeper region does.

use crate::cfa::{FuncId, PropId};
use crate::region::{Hierarchy, Kind, RegionId, Rung};
use crate::strategy::Subject;
use std::collections::BTreeMap;
use std::ops::Range;

/// The regions of a program as far as gambling needs them: who lies in whom, what is tried, where properties start.
#[derive(Clone, Debug, Default)]
pub struct Climb {
    /// By region. Nobody lies in himself, also not through others.
    pub places: Vec<Place>,
    /// For each property the regions where it starts, and with which of their rungs: it holds if it does in all of
    /// them.
    pub starts: BTreeMap<PropId, Vec<(RegionId, usize)>>,
}

#[derive(Clone, Debug)]
pub struct Place {
    /// The regions that this one lies in.
    pub parents: Vec<RegionId>,
    pub bet: Bet,
}

/// What is tried in a region.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Bet {
    /// It is a whole program, which starts in this entry. It has the final word.
    Whole(FuncId),
    /// These, one after the other. Nothing if it is not worth a try.
    Rungs(Vec<Rung>),
}

impl Climb {
    /// `ladder` has the rungs for a function or a loop; none if it is not to be tried. Functions that call each other
    /// are never tried together: their callers are. `lost` are the bets that a property need not begin with.
    pub fn new(
        hierarchy: &Hierarchy,
        ladder: impl Fn(RegionId) -> Vec<Rung>,
        lost: impl Fn(RegionId, Rung, PropId) -> bool,
    ) -> Climb {
        let place = |id: RegionId| {
            let region = &hierarchy[id];
            let bet = match &region.kind {
                Kind::Program { runs, .. } => Bet::Whole(*runs),
                Kind::Recursion { .. } => Bet::Rungs(Vec::new()),
                Kind::Function(_) | Kind::Loop { .. } => Bet::Rungs(ladder(id)),
            };
            Place { parents: region.parents.clone(), bet }
        };
        let mut climb = Climb { places: hierarchy.ids().map(place).collect(), starts: BTreeMap::new() };
        for id in hierarchy.ids() {
            for property in &hierarchy[id].properties {
                let starts = climb.first_bets(id, |region, rung| lost(region, rung, *property));
                climb.starts.entry(*property).or_default().extend(starts);
            }
        }
        climb
    }

    /// The first bets from a region on that are not lost; nobody knows about callers.
    pub(super) fn first_bets(&self, from: RegionId, lost: impl Fn(RegionId, Rung) -> bool) -> Vec<(RegionId, usize)> {
        let mut at = from;
        loop {
            let place = &self.places[at.0 as usize];
            let Bet::Rungs(rungs) = &place.bet else { return vec![(at, 0)] };
            if rungs.is_empty() {
                return vec![(at, 0)];
            }
            match (rungs.iter().position(|rung| !lost(at, *rung)), place.parents.as_slice()) {
                (Some(first), _) => return vec![(at, first)],
                (None, [parent]) => at = *parent,
                (None, parents) => return parents.iter().map(|parent| (*parent, 0)).collect(),
            }
        }
    }
}

/// A step on the way up.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) struct StepId(pub(super) u32);

impl StepId {
    pub(super) fn at(self) -> usize {
        self.0 as usize
    }
}

/// Rungs and regions as one graph.
pub(super) struct Steps {
    steps: Vec<Step>,
    /// The steps above, of all steps one after the other.
    above: Vec<StepId>,
    /// By region.
    first: Vec<StepId>,
}

struct Step {
    region: RegionId,
    /// Nothing is asked where properties just pass.
    subject: Option<Subject>,
    above: Range<u32>,
    /// How many steps this one is above of.
    below: u32,
}

impl Steps {
    pub(super) fn new(climb: &Climb) -> Steps {
        let mut order: Vec<RegionId> = (0..climb.places.len() as u32).map(RegionId).collect();
        let depths = depths(&climb.places);
        order.sort_by_key(|id| (std::cmp::Reverse(depths[id.0 as usize]), *id));
        let length = |id: &RegionId| match &climb.places[id.0 as usize].bet {
            Bet::Whole(_) => 1,
            Bet::Rungs(rungs) => rungs.len().max(1) as u32,
        };
        let mut first = vec![StepId(0); climb.places.len()];
        let mut next = 0;
        for id in &order {
            first[id.0 as usize] = StepId(next);
            next += length(id);
        }
        let mut result = Steps { steps: Vec::with_capacity(next as usize), above: Vec::new(), first };
        for id in &order {
            result.chain(*id, &climb.places[id.0 as usize]);
        }
        for at in 0..result.above.len() {
            let above = result.above[at];
            result.steps[above.at()].below += 1;
        }
        result
    }

    fn chain(&mut self, region: RegionId, place: &Place) {
        let subjects: Vec<Option<Subject>> = match &place.bet {
            Bet::Whole(entry) => vec![Some(Subject::Whole(*entry))],
            Bet::Rungs(rungs) if rungs.is_empty() => vec![None],
            Bet::Rungs(rungs) => rungs.iter().map(|rung| Some(Subject::Region(region, *rung))).collect(),
        };
        let last = subjects.len() - 1;
        for (number, subject) in subjects.into_iter().enumerate() {
            let start = self.above.len() as u32;
            if number == last {
                let parents = place.parents.iter().map(|parent| self.first[parent.0 as usize]);
                self.above.extend(parents);
                self.above[start as usize..].sort_unstable();
            } else {
                self.above.push(StepId(self.steps.len() as u32 + 1));
            }
            let above = start..self.above.len() as u32;
            self.steps.push(Step { region, subject, above, below: 0 });
        }
    }

    pub(super) fn ids(&self) -> impl Iterator<Item = StepId> + use<> {
        (0..self.steps.len() as u32).map(StepId)
    }

    /// Where a region is tried with one of its rungs.
    pub(super) fn of(&self, region: RegionId, rung: usize) -> StepId {
        StepId(self.first[region.0 as usize].0 + rung as u32)
    }

    pub(super) fn above(&self, id: StepId) -> &[StepId] {
        let range = &self.steps[id.at()].above;
        &self.above[range.start as usize..range.end as usize]
    }

    pub(super) fn below(&self, id: StepId) -> u32 {
        self.steps[id.at()].below
    }

    pub(super) fn region(&self, id: StepId) -> RegionId {
        self.steps[id.at()].region
    }

    pub(super) fn subject(&self, id: StepId) -> Option<Subject> {
        self.steps[id.at()].subject
    }

    /// The entry, if it is a whole program.
    pub(super) fn entry(&self, id: StepId) -> Option<FuncId> {
        match self.subject(id) {
            Some(Subject::Whole(entry)) => Some(entry),
            _ => None,
        }
    }
}

/// The longest ways up; regions are taken when all their parents have been.
fn depths(places: &[Place]) -> Vec<u32> {
    let mut children: Vec<Vec<u32>> = vec![Vec::new(); places.len()];
    for (id, place) in (0..).zip(places) {
        place.parents.iter().for_each(|parent| children[parent.0 as usize].push(id));
    }
    let mut waiting: Vec<usize> = places.iter().map(|place| place.parents.len()).collect();
    let mut work: Vec<u32> = (0..places.len() as u32).filter(|id| waiting[*id as usize] == 0).collect();
    let mut depths = vec![0; places.len()];
    while let Some(id) = work.pop() {
        let below = depths[id as usize] + 1;
        for &child in &children[id as usize] {
            depths[child as usize] = below.max(depths[child as usize]);
            waiting[child as usize] -= 1;
            if waiting[child as usize] == 0 {
                work.push(child);
            }
        }
    }
    depths
}
