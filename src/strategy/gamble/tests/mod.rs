//! The climber with a scripted verifier: what it asks, and what comes out in whichever order the answers come. What
//! should come out is defined here once more, by recursion, with nothing of the climber.

mod cases;
mod orders;
mod random;

use super::{Bet, Climb, Gamble, Outcome, Place, Settings};
use crate::cfa::{FuncId, PropId};
use crate::property::Reach;
use crate::region::{RegionId, Rung};
use crate::strategy::{Action, Effort, Event, Request, RequestId, Strategy, Subject};
use crate::verifier::{Answer, Counterexample, Proof, Reason, Verdict};
use std::collections::{BTreeMap, BTreeSet};
use std::time::Duration;

/// What the verifier thinks of a property in a region or a whole program, given all the time it may have.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Word {
    Proved,
    Violated,
    GaveUp,
    Late,
}

/// A program and a verifier.
#[derive(Clone, Debug, Default)]
struct World {
    climb: Climb,
    asked: BTreeSet<PropId>,
    reach: Reach,
    unfaithful: BTreeMap<FuncId, String>,
    /// Gave up where nothing is said.
    words: BTreeMap<(Subject, PropId), Word>,
    /// What is not known cheaply.
    dear: BTreeSet<(Subject, PropId)>,
    /// One verdict for all; so many properties are too much.
    single: Option<usize>,
}

fn rungs(number: usize) -> Bet {
    Bet::Rungs(Rung::ALL[..number].to_vec())
}

/// The whole program of a region.
fn entry(region: u32) -> FuncId {
    FuncId(100 + region)
}

impl World {
    /// By region the parents and the rungs; those without parents are whole programs. By property where it starts.
    fn new(places: &[(&[u32], usize)], smallest: &[&[u32]]) -> World {
        let mut world = World::default();
        for (region, (parents, number)) in (0..).zip(places) {
            let bet = if parents.is_empty() { Bet::Whole(entry(region)) } else { rungs(*number) };
            let parents = parents.iter().map(|parent| RegionId(*parent)).collect();
            world.climb.places.push(Place { parents, bet });
        }
        for (property, regions) in (0..).map(PropId).zip(smallest) {
            world.asked.insert(property);
            world.climb.starts.insert(property, regions.iter().map(|region| (RegionId(*region), 0)).collect());
        }
        for property in world.asked.clone() {
            for region in world.around(property) {
                if let Bet::Whole(entry) = world.climb.places[region.0 as usize].bet {
                    world.reach.entry(entry).or_default().insert(property);
                }
            }
        }
        world
    }

    /// All regions that a property may come to.
    fn around(&self, property: PropId) -> BTreeSet<RegionId> {
        let mut found = BTreeSet::new();
        let mut work = self.start(property);
        while let Some(region) = work.pop() {
            if found.insert(region) {
                work.extend(&self.climb.places[region.0 as usize].parents);
            }
        }
        found
    }

    fn start(&self, property: PropId) -> Vec<RegionId> {
        let starts = self.climb.starts.get(&property).into_iter().flatten();
        let known: Vec<RegionId> = starts.map(|(region, _)| *region).collect();
        let reached = |region: &RegionId| match self.climb.places[region.0 as usize].bet {
            Bet::Whole(entry) => self.reaches(entry, property),
            Bet::Rungs(_) => false,
        };
        let regions = (0..self.climb.places.len() as u32).map(RegionId);
        if known.is_empty() { regions.filter(reached).collect() } else { known }
    }

    fn reaches(&self, entry: FuncId, property: PropId) -> bool {
        self.reach.get(&entry).is_some_and(|set| set.contains(&property))
    }

    /// The regions alone do not say; `says` is for single rungs.
    fn says(mut self, region: u32, rung: usize, property: u32, word: Word) -> World {
        let subject = match &self.climb.places[region as usize].bet {
            Bet::Whole(entry) => Subject::Whole(*entry),
            Bet::Rungs(rungs) => Subject::Region(RegionId(region), rungs[rung]),
        };
        self.words.insert((subject, PropId(property)), word);
        self
    }

    fn word(&self, subject: Subject, property: PropId) -> Word {
        self.words.get(&(subject, property)).copied().unwrap_or(Word::GaveUp)
    }

    fn hits(&self, region: RegionId, property: PropId) -> bool {
        let proves = |subject| self.word(subject, property) == Word::Proved;
        match &self.climb.places[region.0 as usize].bet {
            Bet::Whole(entry) => {
                self.reaches(*entry, property) && !self.unfaithful.contains_key(entry) && proves(Subject::Whole(*entry))
            }
            Bet::Rungs(rungs) => rungs.iter().any(|rung| proves(Subject::Region(region, *rung))),
        }
    }

    /// The tops that a property comes to from a region.
    fn exposed(&self, region: RegionId, property: PropId, tops: &mut BTreeSet<RegionId>) {
        if self.hits(region, property) {
            return;
        }
        let parents = &self.climb.places[region.0 as usize].parents;
        if parents.is_empty() {
            tops.insert(region);
        }
        parents.iter().for_each(|parent| self.exposed(*parent, property, tops));
    }

    fn tops(&self, property: PropId) -> BTreeSet<RegionId> {
        let mut tops = BTreeSet::new();
        self.start(property).into_iter().for_each(|region| self.exposed(region, property, &mut tops));
        tops
    }

    /// The definition of what should come out.
    fn expected(&self, property: PropId) -> &'static str {
        let starts = !self.start(property).is_empty();
        if !starts || !self.reach.values().any(|set| set.contains(&property)) {
            return "vacuous";
        }
        let tops = self.tops(property);
        if tops.is_empty() {
            return "proved";
        }
        let mut words = Vec::new();
        for top in tops {
            match self.climb.places[top.0 as usize].bet {
                Bet::Rungs(_) => words.push("not-gambled"),
                Bet::Whole(entry) if !self.reaches(entry, property) => {}
                Bet::Whole(entry) if self.unfaithful.contains_key(&entry) => words.push("environment"),
                Bet::Whole(entry) => words.push(match self.word(Subject::Whole(entry), property) {
                    Word::Proved => "proved",
                    Word::Violated => "violated",
                    Word::GaveUp => "gave-up",
                    Word::Late => "time-limit",
                }),
            }
        }
        match words.iter().find(|word| **word == "violated") {
            Some(word) => word,
            None => words.first().unwrap_or(&"vacuous"),
        }
    }

    fn answer(&self, request: &Request) -> Answer {
        let word = |property: &PropId| match self.dear.contains(&(request.subject, *property)) {
            true if request.effort == Effort::Cheap => Word::Late,
            _ => self.word(request.subject, *property),
        };
        let verdicts: BTreeMap<PropId, Verdict> =
            request.properties.iter().map(|property| (*property, verdict(word(property)))).collect();
        let Some(too_many) = self.single.filter(|_| request.properties.len() > 1) else { return Answer { verdicts } };
        let any = |wanted: Word| request.properties.iter().any(|property| word(property) == wanted);
        let all = match request.properties.len() {
            number if number >= too_many || any(Word::Late) => verdict(Word::Late),
            _ if any(Word::Violated) => Verdict::Unknown(Reason::OneOfSeveral),
            _ if any(Word::GaveUp) => verdict(Word::GaveUp),
            _ => verdict(Word::Proved),
        };
        Answer { verdicts: request.properties.iter().map(|property| (*property, all.clone())).collect() }
    }
}

fn verdict(word: Word) -> Verdict {
    match word {
        Word::Proved => Verdict::Proved(Proof::new("test", "scripted")),
        Word::Violated => Verdict::Violated(Counterexample::default()),
        Word::GaveUp => Verdict::Unknown(Reason::GaveUp("scripted".into())),
        Word::Late => Verdict::Unknown(Reason::TimeLimit(Duration::from_secs(1))),
    }
}

fn code(verdict: &Verdict) -> &'static str {
    match verdict {
        Verdict::Unknown(reason) => reason.code(),
        other => other.word(),
    }
}

/// A climb that is under way, and everything that is promised about it.
struct Run<'a> {
    world: &'a World,
    gamble: Gamble,
    settings: Settings,
    open: Vec<Request>,
    asked: Vec<Request>,
    ids: BTreeSet<RequestId>,
    dropped: usize,
}

impl Run<'_> {
    fn new(world: &World, speculate: bool, cheap: bool) -> Run<'_> {
        let settings = Settings { per_property: world.single.is_none(), speculate, cheap };
        let gamble = Gamble::new(&world.climb, &world.asked, &world.reach, &world.unfaithful, settings);
        let mut run = Run { world, gamble, settings, open: vec![], asked: vec![], ids: BTreeSet::new(), dropped: 0 };
        run.step(Event::Start);
        run
    }

    fn settled(&self, property: PropId) -> bool {
        let entries = self.world.reach.values().filter(|set| set.contains(&property)).count();
        match &self.gamble.verdicts()[&property] {
            Verdict::Proved(_) => true,
            Verdict::Violated(_) => entries == 1,
            Verdict::Unknown(reason) => matches!(reason, Reason::Contradiction(_)),
        }
    }

    /// Gives how many requests were asked.
    fn step(&mut self, event: Event) -> usize {
        let idle = match event {
            Event::Idle(slots) => Some(slots),
            _ => None,
        };
        let settled: BTreeSet<PropId> = self.world.asked.iter().copied().filter(|p| self.settled(*p)).collect();
        let actions = self.gamble.step(event);
        let mut asked = 0;
        for action in actions {
            match action {
                Action::Drop(id) => {
                    let at = self.open.iter().position(|request| request.id == id).expect("it is under way");
                    self.open.remove(at);
                    self.dropped += 1;
                }
                Action::Ask(request) => {
                    assert!(self.ids.insert(request.id), "{:?} is used twice", request.id);
                    let same = |other: &Request| {
                        (other.subject, other.effort, &other.properties)
                            == (request.subject, request.effort, &request.properties)
                    };
                    assert!(!self.asked.iter().any(same), "asked twice: {request:?}");
                    assert!(!request.properties.is_subset(&settled), "nobody needs {request:?}");
                    assert!(!request.guess || self.settings.speculate);
                    assert!(self.settings.cheap || request.effort == Effort::Full);
                    self.check_place(&request);
                    asked += usize::from(request.guess);
                    self.asked.push(request.clone());
                    self.open.push(request);
                }
            }
        }
        // Halves of a guess are guesses too.
        let halves = idle.is_none() && self.world.single.is_some();
        assert!(halves || asked <= idle.unwrap_or(0), "{asked} guesses for {idle:?} slots");
        asked
    }

    /// A property is tried where it may come to, and nowhere else.
    fn check_place(&self, request: &Request) {
        for property in &request.properties {
            let region = match request.subject {
                Subject::Region(region, _) => region,
                Subject::Whole(entry) => {
                    assert!(self.world.reaches(entry, *property) && !self.world.unfaithful.contains_key(&entry));
                    RegionId(entry.0 - 100)
                }
            };
            assert!(self.world.around(*property).contains(&region), "{property:?} in {region:?}");
        }
    }

    fn answer(&mut self, at: usize) {
        let request = self.open.remove(at);
        self.step(Event::Answered(request.id, self.world.answer(&request)));
    }

    /// What must be so when nothing is under way any more.
    fn end(mut self) -> (BTreeMap<PropId, &'static str>, Vec<Request>) {
        assert_eq!(self.step(Event::Idle(3)), 0, "it was not done");
        assert!(self.open.is_empty());
        for (property, verdict) in self.gamble.verdicts() {
            if let Verdict::Proved(proof) = verdict {
                let tries = self.gamble.tried(*property);
                let hits: BTreeSet<RegionId> =
                    tries.filter(|tried| matches!(tried.outcome, Outcome::Hit(_))).map(|tried| tried.region).collect();
                assert!(!self.world.start(*property).is_empty());
                for region in self.world.start(*property) {
                    self.world.check_hits(region, *property, &hits);
                }
                assert!(proof.pieces().iter().all(|ground| hits.contains(&ground.region)));
            }
        }
        (self.gamble.verdicts().iter().map(|(property, verdict)| (*property, code(verdict))).collect(), self.asked)
    }
}

impl World {
    /// On every way up there is a hit, or a top from which nothing is reached.
    fn check_hits(&self, region: RegionId, property: PropId, hits: &BTreeSet<RegionId>) {
        if hits.contains(&region) {
            return;
        }
        let place = &self.climb.places[region.0 as usize];
        if place.parents.is_empty() {
            let reached = matches!(place.bet, Bet::Whole(entry) if self.reaches(entry, property));
            let rungs = matches!(place.bet, Bet::Rungs(_));
            assert!(!reached && !rungs, "{property:?} comes to {region:?} and is proved");
        }
        place.parents.iter().for_each(|parent| self.check_hits(*parent, property, hits));
    }

    fn all_expected(&self) -> BTreeMap<PropId, &'static str> {
        self.asked.iter().map(|property| (*property, self.expected(*property))).collect()
    }

    /// Everything that is asked, one after the other.
    fn run(&self, speculate: bool, cheap: bool) -> (BTreeMap<PropId, &'static str>, Vec<Request>) {
        let mut run = Run::new(self, speculate, cheap);
        loop {
            if speculate {
                run.step(Event::Idle(1));
            }
            if run.open.is_empty() {
                return run.end();
            }
            run.answer(0);
        }
    }
}
