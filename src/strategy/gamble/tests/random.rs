//! Random programs, random verifiers, random orders.

use super::{Bet, Event, FuncId, PropId, RegionId, Run, Subject, Word, World, entry, rungs};
use crate::verifier::Reason;
use std::collections::BTreeMap;

/// A small generator of pseudo-random numbers (xorshift), so that every run is the same.
struct Random(u64);

impl Random {
    fn below(&mut self, n: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 33) as usize % n
    }

    fn one_in(&mut self, n: usize) -> bool {
        self.below(n) == 0
    }
}

fn world(random: &mut Random) -> World {
    let roots = 1 + random.below(3);
    let count = roots + random.below(9);
    let mut places: Vec<(Vec<u32>, usize)> = Vec::new();
    for region in 0..count {
        let parents = match region < roots {
            true => Vec::new(),
            false => {
                let some: std::collections::BTreeSet<u32> =
                    (0..1 + random.below(3)).map(|_| random.below(region) as u32).collect();
                some.into_iter().collect()
            }
        };
        places.push((parents, random.below(4)));
    }
    let properties = 1 + random.below(5);
    let smallest: Vec<Vec<u32>> =
        (0..properties).map(|_| (0..1 + random.below(2)).map(|_| random.below(count) as u32).collect()).collect();
    let places: Vec<(&[u32], usize)> = places.iter().map(|(parents, rungs)| (parents.as_slice(), *rungs)).collect();
    let smallest: Vec<&[u32]> = smallest.iter().map(Vec::as_slice).collect();
    let mut world = World::new(&places, &smallest);
    odd_corners(&mut world, random);
    words(&mut world, random);
    world
}

fn odd_corners(world: &mut World, random: &mut Random) {
    for property in world.asked.clone() {
        if random.one_in(8) {
            world.climb.starts.remove(&property);
        }
        for set in world.reach.values_mut() {
            if random.one_in(8) {
                set.remove(&property);
            }
        }
        if random.one_in(8) {
            world.reach.entry(entry(0)).or_default().insert(property);
        }
    }
    if random.one_in(6) {
        world.unfaithful.insert(entry(0), "argv".into());
    }
    if random.one_in(6) {
        world.climb.places[0].bet = rungs(random.below(2));
        world.reach.remove(&entry(0));
    }
    if random.one_in(3) {
        world.single = Some(2 + random.below(4));
    }
}

fn words(world: &mut World, random: &mut Random) {
    let luck = 2 + random.below(5);
    for (region, place) in (0..).map(RegionId).zip(world.climb.places.clone()) {
        let subjects: Vec<Subject> = match place.bet {
            Bet::Whole(entry) => vec![Subject::Whole(entry)],
            Bet::Rungs(rungs) => rungs.into_iter().map(|rung| Subject::Region(region, rung)).collect(),
        };
        for subject in subjects {
            for property in world.asked.clone() {
                let word = match random.below(luck + 2) {
                    0 => Word::Proved,
                    1 => Word::GaveUp,
                    2 => Word::Late,
                    _ => Word::Violated,
                };
                world.words.insert((subject, property), word);
                if random.one_in(3) {
                    world.dear.insert((subject, property));
                }
            }
        }
    }
}

/// Nothing is proved in regions that a whole program violates, so that the verifier does not contradict itself.
fn make_consistent(world: &mut World) {
    for property in world.asked.clone() {
        let whole: Vec<(RegionId, FuncId)> = (0..)
            .map(RegionId)
            .zip(&world.climb.places)
            .filter_map(|(id, place)| if let Bet::Whole(entry) = place.bet { Some((id, entry)) } else { None })
            .collect();
        let tops = world.tops(property);
        for (top, entry) in whole {
            let word = world.words.get_mut(&(Subject::Whole(entry), property));
            if let Some(word) = word.filter(|word| **word == Word::Violated && !tops.contains(&top)) {
                *word = Word::Proved;
            }
        }
    }
}

fn run(world: &World, speculate: bool, cheap: bool, random: &mut Random) -> BTreeMap<PropId, &'static str> {
    let mut run = Run::new(world, speculate, cheap);
    loop {
        if speculate && random.one_in(2) {
            run.step(Event::Idle(1 + random.below(3)));
        }
        if run.open.is_empty() {
            return run.end().0;
        }
        let at = random.below(run.open.len());
        run.answer(at);
    }
}

#[test]
fn verdicts_are_what_they_should_be_in_every_order() {
    let mut random = Random(0x9e37_79b9_7f4a_7c15);
    let mut seen: BTreeMap<&str, usize> = BTreeMap::new();
    for case in 0..6_000 {
        let mut world = world(&mut random);
        make_consistent(&mut world);
        let expected = world.all_expected();
        expected.values().for_each(|word| *seen.entry(word).or_default() += 1);
        for speculate in [false, true, true] {
            let cheap = random.one_in(2);
            let found = run(&world, speculate, cheap, &mut random);
            assert_eq!(found, expected, "case {case}, guesses {speculate}, cheap {cheap}: {world:#?}");
        }
    }
    for word in ["proved", "violated", "gave-up", "time-limit", "environment", "vacuous", "not-gambled"] {
        assert!(seen.get(word).is_some_and(|count| *count > 100), "{word} is rare: {seen:?}");
    }
}

/// Which requests there are does not depend on the order either, as long as nobody guesses.
#[test]
fn requests_are_the_same_in_every_order() {
    let mut random = Random(42);
    for _ in 0..1_000 {
        let world = world(&mut random);
        let requests = |random: &mut Random| {
            let mut run = Run::new(&world, false, true);
            while !run.open.is_empty() {
                let at = random.below(run.open.len());
                run.answer(at);
            }
            let tries: Vec<_> =
                world.asked.iter().map(|property| run.gamble.tried(*property).cloned().collect::<Vec<_>>()).collect();
            let mut asked: Vec<_> =
                run.asked.iter().map(|request| (request.effort, request.subject, request.properties.clone())).collect();
            asked.sort();
            (asked, tries)
        };
        let first = requests(&mut random);
        assert_eq!(requests(&mut random), first, "{world:#?}");
    }
}

/// A verifier that contradicts itself is either found out or believed in what it said first, but never proves by it
/// what is not proved on every way up (which [`Run::end`] checks).
#[test]
fn verifiers_that_contradict_themselves() {
    let mut random = Random(7);
    let mut found_out = 0;
    for _ in 0..3_000 {
        let world = world(&mut random);
        let expected = world.all_expected();
        assert_eq!(run(&world, false, false, &mut random), expected);
        for (property, word) in run(&world, true, true, &mut random) {
            let contradiction = Reason::Contradiction(String::new()).code();
            found_out += usize::from(word == contradiction);
            let fits = word == expected[&property] || word == contradiction || word == "violated";
            assert!(fits, "{property:?} is {word}: {world:#?}");
        }
    }
    assert!(found_out > 50, "{found_out}");
}
