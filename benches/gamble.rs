//! What gambling costs besides the verifier: `cargo bench --bench gamble`.
//!
//! The strategy alone, with a scripted verifier in this process that answers at once, on 10 000 regions and on 100 000:
//! one deep chain, many functions that one calls, layers of diamonds, and a function with many callers; with guesses
//! and without. The time should be linear in the requests: ten times as many take about ten times as long, a little
//! more where caches end. Each number is the best of three.

use qicc::cfa::{FuncId, PropId};
use qicc::region::{RegionId, Rung};
use qicc::strategy::{Action, Bet, Climb, Event, Gamble, Place, Request, Settings, Strategy, Subject};
use qicc::verifier::{Answer, Counterexample, Proof, Reason, Verdict};
use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::time::{Duration, Instant};

const ENTRY: FuncId = FuncId(0);
const JOBS: usize = 4;

/// A shape of a program, made with about as many regions as asked for.
type Shape = (&'static str, fn(u32) -> Climb);

const SHAPES: [Shape; 5] = [
    ("one chain, a property at the bottom", |regions| made(regions, |id| vec![id - 1], |id, last| id == last)),
    ("functions that one calls, a property in each", |regions| made(regions, |_| vec![0], |_, _| true)),
    ("layers of diamonds, a property at the bottom", |regions| made(regions, diamond, |id, last| id == last)),
    ("a tree, a property in each leaf", |regions| made(regions, |id| vec![(id - 1) / 8], |id, last| id > last / 8)),
    ("a function with many callers", callers),
];

fn main() {
    for (name, shape) in SHAPES {
        for speculate in [false, true] {
            let [small, large] = [10_000, 100_000].map(|regions| measure(&shape(regions), speculate));
            println!(
                "{name}, {}: {} requests in {:.3} s, {} requests in {:.3} s, {:.0} a second; {:.1} times the requests take {:.1} times as long",
                if speculate { "with guesses" } else { "without" },
                small.requests,
                small.time.as_secs_f64(),
                large.requests,
                large.time.as_secs_f64(),
                large.requests as f64 / large.time.as_secs_f64(),
                large.requests as f64 / small.requests as f64,
                large.time.as_secs_f64() / small.time.as_secs_f64()
            );
        }
    }
}

/// The parents of a region, and whether a property starts there, given the last one.
fn made(regions: u32, parents: fn(u32) -> Vec<u32>, property: fn(u32, u32) -> bool) -> Climb {
    let mut climb = Climb::default();
    climb.places.push(Place { parents: vec![], bet: Bet::Whole(ENTRY) });
    for id in 1..regions {
        let parents = parents(id).into_iter().map(RegionId).collect();
        climb.places.push(Place { parents, bet: Bet::Rungs(Rung::ALL.to_vec()) });
        if property(id, regions - 1) {
            climb.starts.insert(PropId(climb.starts.len() as u32), vec![(RegionId(id), 0)]);
        }
    }
    climb
}

/// Layers of three, each in all of the layer above.
fn diamond(id: u32) -> Vec<u32> {
    let layer = (id - 1) / 3;
    if layer == 0 { vec![0] } else { (0..3).map(|at| (layer - 1) * 3 + at + 1).collect() }
}

/// The last region lies in all others.
fn callers(regions: u32) -> Climb {
    let mut climb = made(regions, |_| vec![0], |id, last| id == last);
    if let Some(last) = climb.places.last_mut() {
        last.parents = (1..regions - 1).map(RegionId).collect();
    }
    climb
}

struct Measured {
    requests: usize,
    time: Duration,
}

fn measure(climb: &Climb, speculate: bool) -> Measured {
    let run = || run(climb, speculate);
    [run(), run(), run()].into_iter().min_by_key(|measured| measured.time).expect("three runs")
}

fn run(climb: &Climb, speculate: bool) -> Measured {
    let asked: BTreeSet<PropId> = climb.starts.keys().copied().collect();
    let reach = BTreeMap::from([(ENTRY, asked.clone())]);
    let settings = Settings { per_property: true, speculate, cheap: true };
    let start = Instant::now();
    let mut gamble = Gamble::new(climb, &asked, &reach, &BTreeMap::new(), settings);
    let mut open: VecDeque<Request> = VecDeque::new();
    let mut requests = 0;
    let mut event = Event::Start;
    loop {
        take(&mut open, gamble.step(event));
        let free = JOBS.saturating_sub(open.len());
        if speculate && free > 0 {
            take(&mut open, gamble.step(Event::Idle(free)));
        }
        let Some(request) = open.pop_front() else { break };
        requests += 1;
        event = Event::Answered(request.id, answer(&request));
    }
    let time = start.elapsed();
    assert_eq!(gamble.verdicts().len(), asked.len());
    assert!(gamble.verdicts().values().all(|verdict| *verdict != Verdict::Unknown(Reason::NotAnswered)));
    Measured { requests, time }
}

fn take(open: &mut VecDeque<Request>, actions: Vec<Action>) {
    for action in actions {
        match action {
            Action::Ask(request) => open.push_back(request),
            // Few are open at a time where there are guesses.
            Action::Drop(id) => open.retain(|request| request.id != id),
        }
    }
}

/// Regions miss in every way there is; a few rungs in a thousand hit; the whole program knows everything.
fn answer(request: &Request) -> Answer {
    let verdict = |property: &PropId| match request.subject {
        Subject::Whole(_) if property.0.is_multiple_of(2) => Verdict::Proved(Proof::new("test", "scripted")),
        Subject::Whole(_) => Verdict::Violated(Counterexample::default()),
        Subject::Region(region, rung) => {
            match (region.0.wrapping_mul(0x9e37_79b9) >> 20) % 64 + u32::from(rung.facts) {
                0 => Verdict::Unknown(Reason::TimeLimit(Duration::from_secs(1))),
                1 if property.0 > 0 => Verdict::Proved(Proof::new("test", "scripted")),
                2 => Verdict::Unknown(Reason::NotGambled("scripted".into())),
                _ => Verdict::Violated(Counterexample::default()),
            }
        }
    };
    Answer { verdicts: request.properties.iter().map(|property| (*property, verdict(property))).collect() }
}
