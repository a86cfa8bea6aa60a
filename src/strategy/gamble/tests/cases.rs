//! Single cases, told one by one.

use super::{Event, PropId, Request, Run, Subject, Word, World, entry, verdict};
use crate::region::{RegionId, Rung};
use crate::strategy::gamble::Outcome;
use crate::strategy::{Effort, Strategy};
use crate::verifier::{Answer, Counterexample, Ground, Reason, Verdict};
use std::time::Duration;

/// A loop in a function in a program, two rungs each.
fn chain() -> World {
    World::new(&[(&[], 0), (&[0], 2), (&[1], 2)], &[&[2], &[2], &[1]])
}

/// What a request is about: the region and the number of the rung, and the properties.
fn told(requests: &[Request]) -> Vec<String> {
    let one = |request: &Request| {
        let subject = match request.subject {
            Subject::Whole(_) => "whole".to_owned(),
            Subject::Region(region, rung) => format!("{}:{rung}", region.0),
        };
        let properties: Vec<String> = request.properties.iter().map(|property| property.0.to_string()).collect();
        let guess = if request.guess { "?" } else { "" };
        format!("{:?} {subject} {}{guess}", request.effort, properties.join(","))
    };
    requests.iter().map(one).collect()
}

#[test]
fn from_the_smallest_region_to_the_whole() {
    let world = chain().says(2, 0, 0, Word::Proved).says(1, 1, 1, Word::Proved).says(0, 0, 2, Word::Violated);
    let (verdicts, requests) = world.run(false, true);
    assert_eq!(verdicts.into_values().collect::<Vec<_>>(), ["proved", "proved", "violated"]);
    let expected = ["Cheap 2:alone 0,1", "Cheap 2:facts 1", "Cheap 1:alone 1,2", "Cheap 1:facts 1,2", "Full whole 2"];
    assert_eq!(told(&requests), expected);
}

#[test]
fn what_is_lost_is_not_asked() {
    let mut world = chain().says(2, 1, 0, Word::Proved).says(1, 1, 1, Word::Proved).says(0, 0, 2, Word::Violated);
    let lost = |region: RegionId, rung: Rung| region == RegionId(2) || rung == Rung::ALL[0];
    assert_eq!(world.climb.first_bets(RegionId(2), |_, rung| rung == Rung::ALL[0]), [(RegionId(2), 1)]);
    assert_eq!(world.climb.first_bets(RegionId(2), lost), [(RegionId(1), 1)]);
    assert_eq!(world.climb.first_bets(RegionId(2), |_, _| true), [(RegionId(0), 0)]);
    world.climb.starts.insert(PropId(0), vec![(RegionId(2), 1)]);
    world.climb.starts.insert(PropId(1), vec![(RegionId(1), 1)]);
    world.climb.starts.insert(PropId(2), vec![(RegionId(0), 0)]);
    let (verdicts, requests) = world.run(false, true);
    assert_eq!(verdicts.into_values().collect::<Vec<_>>(), ["proved", "proved", "violated"]);
    assert_eq!(told(&requests), ["Cheap 2:facts 0", "Cheap 1:facts 1", "Full whole 2"]);
}

#[test]
fn what_had_no_time_is_repeated_before_the_whole_gets_all_of_it() {
    let mut world = chain().says(2, 1, 0, Word::Proved).says(0, 0, 1, Word::Proved);
    world.dear = world.words.keys().copied().collect();
    let (verdicts, requests) = world.run(false, true);
    assert_eq!(verdicts.into_values().collect::<Vec<_>>(), ["proved", "proved", "gave-up"]);
    let expected = [
        "Cheap 2:alone 0,1",
        "Cheap 2:facts 0,1",
        "Cheap 1:alone 0,1,2",
        "Cheap 1:facts 0,1,2",
        "Cheap whole 0,1,2",
        "Full 2:facts 0",
        "Full whole 1",
    ];
    assert_eq!(told(&requests), expected);
}

#[test]
fn tries_and_grounds_are_told() {
    let world = chain().says(2, 0, 0, Word::Violated).says(1, 0, 0, Word::Proved);
    let mut run = Run::new(&world, false, false);
    while !run.open.is_empty() {
        run.answer(0);
    }
    let tries = run.gamble.tried(PropId(0));
    let told: Vec<_> = tries.map(|tried| (tried.region.0, tried.rung, &tried.outcome)).collect();
    let miss = Outcome::Miss(Reason::GaveUp("scripted".into()));
    assert_eq!(told[0], (2, Some(Rung::ALL[0]), &Outcome::Fails(Counterexample::default())));
    assert_eq!(told[1], (2, Some(Rung::ALL[1]), &miss));
    assert!(matches!(told[2], (1, Some(rung), Outcome::Hit(_)) if rung == Rung::ALL[0]));
    assert_eq!(told.len(), 3);
    let Verdict::Proved(proof) = &run.gamble.verdicts()[&PropId(0)] else { panic!("it is proved") };
    assert_eq!(proof.pieces(), [Ground { region: RegionId(1), rung: Some(Rung::ALL[0]) }]);
    assert_eq!(run.gamble.tried(PropId(77)).count(), 0);
}

#[test]
fn guesses_fill_idle_slots_and_are_dropped_when_they_are_not_needed() {
    let world = chain().says(2, 0, 0, Word::Proved).says(2, 0, 1, Word::Proved).says(2, 0, 2, Word::Proved);
    let mut run = Run::new(&world, true, true);
    assert_eq!(told(&run.open), ["Cheap 2:alone 0,1"]);
    assert_eq!(run.step(Event::Idle(4)), 4);
    // Property 2 starts in region 1, where it is asked in any case.
    let expected = ["Cheap 2:alone 0,1", "Cheap 1:alone 2?", "Cheap 2:facts 0,1?", "Cheap 1:alone 0,1?"];
    assert_eq!(told(&run.open[..4]), expected);
    assert_eq!(told(&run.open[4..]), ["Cheap 1:facts 0,1,2?"]);
    run.answer(0);
    // The other guess is about property 2 as well.
    assert_eq!((run.dropped, told(&run.open)), (2, vec!["Cheap 1:alone 2?".into(), "Cheap 1:facts 0,1,2?".into()]));
    while !run.open.is_empty() {
        run.answer(0);
    }
    assert_eq!(run.end().0.into_values().collect::<Vec<_>>(), ["proved", "proved", "gave-up"]);
}

#[test]
fn a_hit_above_ends_what_runs_below() {
    let world = World::new(&[(&[], 0), (&[0], 1), (&[1], 1)], &[&[2]]).says(1, 0, 0, Word::Proved);
    let mut run = Run::new(&world, true, true);
    run.step(Event::Idle(2));
    assert_eq!(told(&run.open), ["Cheap 2:alone 0", "Cheap 1:alone 0?", "Cheap whole 0?"]);
    run.answer(1);
    assert_eq!((run.dropped, run.open.len()), (2, 0));
    let dropped = run.gamble.tried(PropId(0)).filter(|tried| tried.outcome == Outcome::Dropped).count();
    assert_eq!(dropped, 2);
    assert_eq!(run.end().0[&PropId(0)], "proved");
}

#[test]
fn a_whole_program_and_a_region_that_contradict_each_other() {
    // Both answers are there, in both orders, because another property needs them.
    for first in [1, 0] {
        let world = World::new(&[(&[], 0), (&[0], 1)], &[&[1], &[1]]);
        let world = world.says(1, 0, 0, Word::Proved).says(0, 0, 0, Word::Violated);
        let mut run = Run::new(&world, true, true);
        run.step(Event::Idle(1));
        assert_eq!(told(&run.open), ["Cheap 1:alone 0,1", "Cheap whole 0,1?"]);
        run.answer(first);
        while !run.open.is_empty() {
            run.answer(0);
        }
        assert_eq!(run.end().0.into_values().collect::<Vec<_>>(), ["contradiction", "gave-up"]);
    }
}

/// What was asked with too much by a guess, and ran out of time, is asked again alone.
#[test]
fn a_guess_with_too_much_does_not_spoil_it() {
    let world = World::new(&[(&[], 0), (&[0], 1)], &[&[1], &[1]]).says(1, 0, 0, Word::Proved);
    let mut run = Run::new(&world, true, false);
    run.step(Event::Idle(1));
    assert_eq!(told(&run.open), ["Full 1:alone 0,1", "Full whole 0,1?"]);
    let late = |request: &Request| Answer {
        verdicts: request.properties.iter().map(|property| (*property, verdict(Word::Late))).collect(),
    };
    let guess = run.open.remove(1);
    run.step(Event::Answered(guess.id, late(&guess)));
    run.answer(0);
    assert_eq!(told(&run.open), ["Full whole 1"]);
}

#[test]
fn nothing_is_asked_when_the_user_wants_to_stop() {
    let world = World::new(&[(&[], 0), (&[0], 2), (&[0], 2)], &[&[1], &[2]]).says(2, 0, 1, Word::Proved);
    let mut run = Run::new(&world, true, true);
    let request = run.open.remove(0);
    run.step(Event::Answered(request.id, Answer::unknown(&request.properties, &Reason::Interrupted)));
    assert_eq!(run.step(Event::Idle(8)), 0);
    run.answer(0);
    assert!(run.open.is_empty());
    assert_eq!(run.end().0.into_values().collect::<Vec<_>>(), ["interrupted", "proved"]);
}

#[test]
fn cheap_and_low_requests_come_first() {
    let world = World::new(&[(&[], 0), (&[0], 2), (&[1], 2)], &[&[2], &[2]]);
    let mut run = Run::new(&world, true, true);
    run.step(Event::Idle(9));
    let mut requests = run.open.clone();
    requests.reverse();
    requests.sort_by_key(Request::turn);
    assert_eq!(requests, run.open);
    let full = Request { effort: Effort::Full, ..requests[0].clone() };
    assert!(full.turn() > requests[0].turn() && requests[1].turn() > full.turn());
}

#[test]
fn what_is_proved_below_holds_further_up() {
    let world = chain().says(2, 0, 0, Word::Proved);
    let mut run = Run::new(&world, false, true);
    let holds = |run: &Run| [0, 1, 2].map(|property| run.gamble.holds_in(PropId(property), &run.open[0]));
    assert_eq!((told(&run.open), holds(&run)), (vec!["Cheap 2:alone 0,1".into()], [false; 3]));
    run.answer(0);
    assert_eq!((told(&run.open), holds(&run)), (vec!["Cheap 2:facts 1".into()], [true, false, false]));
    run.answer(0);
    assert_eq!((told(&run.open), holds(&run)), (vec!["Cheap 1:alone 1,2".into()], [true, false, false]));
    run.answer(0);
    run.answer(0);
    // A whole program says what violates a property first: nothing is left out there.
    assert_eq!((told(&run.open), holds(&run)), (vec!["Full whole 1,2".into()], [false; 3]));
}

#[test]
fn one_property_that_costs_all_the_time_is_found() {
    let regions: &[(&[u32], usize)] = &[(&[], 0), (&[0], 1)];
    let starts: [&[u32]; 4] = [&[1]; 4];
    let mut world = World::new(regions, &starts);
    for property in [0, 1, 3] {
        world = world.says(1, 0, property, Word::Proved);
    }
    let world = world.says(1, 0, 2, Word::Late);
    let mut run = Run::new(&world, false, true);
    // Nobody has time while number 2 is among them.
    let late = |request: &Request| Answer::unknown(&request.properties, &Reason::TimeLimit(Duration::from_secs(1)));
    let mut asked = Vec::new();
    while let Some(request) = run.open.first().cloned() {
        asked.extend(told(&run.open[..1]));
        match request.properties.contains(&PropId(2)) && matches!(request.subject, Subject::Region(..)) {
            true => {
                run.open.remove(0);
                run.step(Event::Answered(request.id, late(&request)));
            }
            false => run.answer(0),
        }
    }
    let expected =
        ["Cheap 1:alone 0,1,2,3", "Cheap 1:alone 0,1", "Cheap 1:alone 2,3", "Cheap 1:alone 2", "Cheap 1:alone 3"];
    assert_eq!(asked[..5], expected.map(String::from));
    assert_eq!(run.end().0.into_values().collect::<Vec<_>>(), ["proved", "proved", "gave-up", "proved"]);
}

#[test]
fn answers_that_nobody_asked_for_say_nothing() {
    let world = chain();
    let mut run = Run::new(&world, false, true);
    let request = run.open.remove(0);
    let answer = world.answer(&request);
    run.step(Event::Answered(request.id, answer.clone()));
    let asked = run.asked.len();
    run.step(Event::Answered(request.id, answer.clone()));
    run.step(Event::Answered(crate::strategy::RequestId(999), answer));
    run.step(Event::Start);
    assert_eq!(run.asked.len(), asked);
}

/// Data that cannot be: a whole program that does not reach what lies in it. Nobody was asked, so nothing is proved.
#[test]
fn nothing_is_proved_by_nobody() {
    let mut world = World::new(&[(&[], 0), (&[], 0), (&[0], 1)], &[&[2]]);
    world.reach = [(entry(1), [PropId(0)].into())].into();
    assert_eq!(world.run(false, true).0[&PropId(0)], "vacuous");
}
