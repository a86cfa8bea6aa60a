//! Small programs, and every order in which answers can come; with guesses, thousands of orders of answers and idle
//! slots.

use super::{Event, Run, Word, World};

/// Follows every sequence of choices; the first `limit` of them where there are more. Gives how many there were.
fn every(world: &World, speculate: bool, cheap: bool, limit: usize) -> usize {
    let expected = world.all_expected();
    // The choices of this run, and how many there were at each place.
    let mut choices: Vec<(usize, usize)> = Vec::new();
    for number in 1..=limit {
        let mut run = Run::new(world, speculate, cheap);
        let mut at = 0;
        let mut idle = speculate;
        loop {
            let options = run.open.len() + usize::from(idle);
            if options == 0 {
                break;
            }
            if at == choices.len() {
                choices.push((0, options));
            }
            assert_eq!(choices[at].1, options, "the same choices lead to the same state");
            let choice = choices[at].0;
            at += 1;
            if choice < run.open.len() {
                run.answer(choice);
                idle = speculate;
            } else {
                idle = run.step(Event::Idle(1)) > 0;
            }
        }
        assert_eq!(run.end().0, expected, "{choices:?}\n{world:?}");
        choices.truncate(at);
        while choices.last().is_some_and(|(choice, options)| choice + 1 == *options) {
            choices.pop();
        }
        match choices.last_mut() {
            Some((choice, _)) => *choice += 1,
            None => return number,
        }
    }
    limit
}

fn every_way(world: &World) {
    for cheap in [false, true] {
        assert!(every(world, false, cheap, 5_000) < 5_000, "without guesses there are few orders");
        every(world, true, cheap, 3_000);
    }
}

/// `f` is called by `g` and `h`, both by `main`.
fn diamond() -> World {
    World::new(&[(&[], 0), (&[0], 1), (&[0], 1), (&[1, 2], 2)], &[&[3], &[3], &[1]])
}

#[test]
fn a_diamond_of_callers() {
    every_way(&diamond());
    every_way(&diamond().says(3, 1, 0, Word::Proved).says(0, 0, 1, Word::Violated));
    // One of two callers is not enough.
    let half = diamond().says(1, 0, 0, Word::Proved).says(0, 0, 1, Word::Proved);
    every_way(&half);
    assert_eq!(half.run(true, true).0.into_values().collect::<Vec<_>>(), ["gave-up", "proved", "gave-up"]);
    let both = half.says(2, 0, 0, Word::Proved);
    every_way(&both);
    assert_eq!(both.run(true, true).0.into_values().collect::<Vec<_>>(), ["proved", "proved", "gave-up"]);
}

#[test]
fn functions_that_call_each_other() {
    // 1 is the two of them, which is not tried; 4 is a loop in one of them.
    let places: &[(&[u32], usize)] = &[(&[], 0), (&[0], 0), (&[1], 1), (&[1], 1), (&[2], 1)];
    let world = World::new(places, &[&[4], &[3]]);
    every_way(&world);
    every_way(&world.clone().says(2, 0, 0, Word::Proved).says(0, 0, 1, Word::Violated));
    every_way(&world.says(0, 0, 0, Word::Proved).says(0, 0, 1, Word::Late));
}

#[test]
fn several_smallest_regions() {
    let places: &[(&[u32], usize)] = &[(&[], 0), (&[0], 1), (&[0], 1), (&[2], 1)];
    let world = World::new(places, &[&[1, 3], &[3]]);
    every_way(&world.clone().says(1, 0, 0, Word::Proved));
    every_way(&world.clone().says(1, 0, 0, Word::Proved).says(2, 0, 0, Word::Proved));
    every_way(&world.says(3, 0, 0, Word::Proved).says(0, 0, 0, Word::Violated));
}

#[test]
fn several_whole_programs() {
    let places: &[(&[u32], usize)] = &[(&[], 0), (&[], 0), (&[0], 1), (&[0, 1], 1), (&[2, 3], 1)];
    let world = World::new(places, &[&[4], &[3]]);
    every_way(&world);
    every_way(&world.clone().says(0, 0, 0, Word::Proved).says(1, 0, 0, Word::Violated));
    every_way(&world.clone().says(0, 0, 0, Word::Violated).says(1, 0, 0, Word::Violated).says(0, 0, 1, Word::Late));
    every_way(&world.says(3, 0, 0, Word::Proved).says(0, 0, 0, Word::Violated).says(3, 0, 1, Word::Proved));
}

#[test]
fn more_time_for_what_ends_by_a_limit() {
    let mut world = diamond().says(1, 0, 0, Word::Proved).says(2, 0, 0, Word::Proved).says(0, 0, 2, Word::Violated);
    world.dear = world.words.keys().copied().collect();
    every_way(&world);
    assert_eq!(world.run(false, true).0.into_values().collect::<Vec<_>>(), ["proved", "gave-up", "violated"]);
}

#[test]
fn one_verdict_for_all() {
    for too_many in [2, 3, 9] {
        let mut world =
            diamond().says(3, 0, 0, Word::Proved).says(3, 1, 1, Word::Violated).says(0, 0, 1, Word::Violated);
        world.single = Some(too_many);
        every_way(&world);
    }
}
