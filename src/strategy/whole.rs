//! The strategy that does not gamble: every entry, as a whole, with all properties that it can reach.
//!
//! A verifier that answers for each property gets one request an entry. One that gives a single verdict for all gets
//! the same request, and when the answer settles nothing for several properties, because one of them is violated or
//! because together they were too much, each half of them is asked for again, down to single properties. An entry with
//! n properties costs 2n - 1 requests at most, each under the same limits.
//!
//! A property that several entries reach is proved only if it is proved from each of them ([`Verdict::and`]).
//! An entry whose environment cannot be built faithfully is not asked about at all: a proof from it would be worth nothing,
//! and a violation might never happen.
//!
//! What is known does not depend on the order of the answers: it is computed anew from all of them, in the order of the
//! program, and the numbers of requests follow from where in the halving they stand.

use super::{Event, Request, RequestId, Strategy};
use crate::cfa::{FuncId, PropId};
use crate::property::Reach;
use crate::verifier::{Answer, Reason, Verdict};
use std::collections::{BTreeMap, BTreeSet};

pub struct Whole {
    per_property: bool,
    entries: Vec<Entry>,
    /// What is under way, with the place in `entries`.
    open: BTreeMap<RequestId, (usize, Request)>,
    verdicts: BTreeMap<PropId, Verdict>,
}

/// What is known from one entry.
struct Entry {
    id: FuncId,
    verdicts: BTreeMap<PropId, Verdict>,
    /// Sets of which one property must be violated, as the verifier said before they were split.
    violated: Vec<BTreeSet<PropId>>,
    /// Nothing that starts here can be believed.
    unfaithful: bool,
}

impl Whole {
    /// `asked` are the properties to prove, `reach` those that each entry can reach, `unfaithful` the entries whose
    /// environment cannot be built, each with the reason.
    pub fn new(
        asked: &BTreeSet<PropId>,
        reach: &Reach,
        unfaithful: &BTreeMap<FuncId, String>,
        per_property: bool,
    ) -> Whole {
        let entry = |(id, reached): (&FuncId, &BTreeSet<PropId>)| {
            let why = unfaithful.get(id).map(|why| Reason::Environment(why.clone()));
            let pending = Verdict::Unknown(why.unwrap_or(Reason::NotAnswered));
            let verdicts = reached.intersection(asked).map(|property| (*property, pending.clone())).collect();
            Entry { id: *id, verdicts, violated: Vec::new(), unfaithful: unfaithful.contains_key(id) }
        };
        let unreached = Verdict::Unknown(Reason::Vacuous("no entry reaches it".into()));
        let mut whole = Whole {
            per_property,
            entries: reach.iter().map(entry).collect(),
            open: BTreeMap::new(),
            verdicts: asked.iter().map(|property| (*property, unreached.clone())).collect(),
        };
        whole.combine();
        whole
    }

    fn start(&mut self) -> Vec<Request> {
        let mut requests = Vec::new();
        let mut first = 0;
        for (at, entry) in self.entries.iter().enumerate() {
            if entry.unfaithful || entry.verdicts.is_empty() {
                continue;
            }
            let properties: BTreeSet<PropId> = entry.verdicts.keys().copied().collect();
            let id = RequestId(first);
            first += numbers(properties.len());
            let request = Request { id, entry: entry.id, properties };
            self.open.insert(id, (at, request.clone()));
            requests.push(request);
        }
        requests
    }

    fn answered(&mut self, id: RequestId, mut answer: Answer) -> Vec<Request> {
        // An answer to what was not asked, or a second one, says nothing.
        let Some((at, request)) = self.open.remove(&id) else { return Vec::new() };
        let entry = &mut self.entries[at];
        for property in &request.properties {
            let missing = || Verdict::Unknown(Reason::NotAnswered);
            entry.verdicts.insert(*property, answer.verdicts.remove(property).unwrap_or_else(missing));
        }
        let parts = if self.per_property { Vec::new() } else { entry.parts(&request) };
        for part in &parts {
            self.open.insert(part.id, (at, part.clone()));
        }
        self.combine();
        parts
    }

    /// Puts the entries together.
    fn combine(&mut self) {
        let mut combined: BTreeMap<PropId, Verdict> = BTreeMap::new();
        for entry in &self.entries {
            for (property, verdict) in &entry.verdicts {
                let verdict = entry.believed(*property, verdict);
                let verdict = match combined.remove(property) {
                    Some(other) => other.and(verdict),
                    None => verdict,
                };
                combined.insert(*property, verdict);
            }
        }
        self.verdicts.extend(combined);
    }
}

impl Entry {
    /// What to ask next about properties that an answer for several at once did not settle.
    fn parts(&mut self, request: &Request) -> Vec<Request> {
        if request.properties.len() < 2 {
            return Vec::new();
        }
        let reason = |property: &PropId| match &self.verdicts[property] {
            Verdict::Unknown(reason) => Some(reason),
            _ => None,
        };
        let one_of = |property: &PropId| reason(property) == Some(&Reason::OneOfSeveral);
        let violated: BTreeSet<PropId> = request.properties.iter().copied().filter(one_of).collect();
        let open: Vec<PropId> =
            request.properties.iter().copied().filter(|property| reason(property).is_some_and(smaller_helps)).collect();
        // What remains of a batch may be one property that was alone in truth: only a violation is worth another run.
        if open.len() < 2 && violated.is_empty() {
            return Vec::new();
        }
        if !violated.is_empty() {
            self.violated.push(violated);
        }
        let (left, right) = open.split_at(open.len().div_ceil(2));
        let first = request.id.0 + 1;
        [(first, left), (first + numbers(left.len()), right)]
            .into_iter()
            .filter(|(_, properties)| !properties.is_empty())
            .map(|(id, properties)| Request {
                id: RequestId(id),
                entry: self.id,
                properties: properties.iter().copied().collect(),
            })
            .collect()
    }

    /// A proof of each property on its own, after a violation of all together, is no proof.
    fn believed(&self, property: PropId, verdict: &Verdict) -> Verdict {
        let proved = |property: &PropId| matches!(self.verdicts[property], Verdict::Proved(_));
        let refuted = |set: &&BTreeSet<PropId>| set.contains(&property) && set.iter().all(proved);
        match self.violated.iter().find(refuted) {
            Some(set) => {
                let words = format!("{} properties are violated together, and each is proved alone", set.len());
                Verdict::Unknown(Reason::Contradiction(words))
            }
            None => verdict.clone(),
        }
    }
}

/// How many numbers a request for this many properties needs for itself and for all that may come of it.
fn numbers(properties: usize) -> u32 {
    (2 * properties).saturating_sub(1) as u32
}

/// Whether a question about fewer properties may have an answer where this one had none.
fn smaller_helps(reason: &Reason) -> bool {
    match reason {
        Reason::OneOfSeveral
        | Reason::TimeLimit(_)
        | Reason::CpuLimit(_)
        | Reason::MemoryLimit(_)
        | Reason::OutputLimit(_)
        | Reason::OutOfMemory
        | Reason::GaveUp(_) => true,
        Reason::Interrupted
        | Reason::Crashed(_)
        | Reason::Failed { .. }
        | Reason::Missing { .. }
        | Reason::Version { .. }
        | Reason::Garbled(_)
        | Reason::Contradiction(_)
        | Reason::NotAnswered
        | Reason::Bound(_)
        | Reason::Vacuous(_)
        | Reason::Excluded(_)
        | Reason::Unsupported(_)
        | Reason::Environment(_) => false,
    }
}

impl Strategy for Whole {
    fn step(&mut self, event: Event) -> Vec<Request> {
        match event {
            Event::Start => self.start(),
            Event::Answered(id, answer) => self.answered(id, answer),
        }
    }

    fn verdicts(&self) -> &BTreeMap<PropId, Verdict> {
        &self.verdicts
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::verifier::{Counterexample, Proof};
    use std::time::Duration;

    fn proved() -> Verdict {
        Verdict::Proved(Proof::new("test", "scripted"))
    }

    fn violated() -> Verdict {
        Verdict::Violated(Counterexample::default())
    }

    fn properties(numbers: &[u32]) -> BTreeSet<PropId> {
        numbers.iter().map(|number| PropId(*number)).collect()
    }

    /// Two entries that share properties 2 and 3.
    fn reach() -> Reach {
        BTreeMap::from([(FuncId(7), properties(&[0, 1, 2, 3])), (FuncId(9), properties(&[2, 3, 4]))])
    }

    fn same(request: &Request, verdict: &Verdict) -> Answer {
        Answer { verdicts: request.properties.iter().map(|property| (*property, verdict.clone())).collect() }
    }

    /// A verifier with one verdict for all, that knows which properties are violated and times out on big batches.
    fn single(request: &Request, bad: &[u32], too_many: usize) -> Answer {
        let bad: Vec<_> = request.properties.iter().filter(|property| bad.contains(&property.0)).collect();
        let verdict = match (request.properties.len(), bad.len()) {
            (all, _) if all >= too_many => Verdict::Unknown(Reason::TimeLimit(Duration::from_secs(1))),
            (1, 1) => violated(),
            (_, 0) => proved(),
            _ => Verdict::Unknown(Reason::OneOfSeveral),
        };
        same(request, &verdict)
    }

    /// Runs to the end; `pick` chooses which of the open requests is answered next. Gives the words and the requests.
    fn run(
        mut whole: Whole,
        mut pick: impl FnMut(usize) -> usize,
        answer: impl Fn(&Request) -> Answer,
    ) -> (BTreeMap<u32, String>, BTreeMap<u32, Vec<u32>>) {
        let mut open = whole.step(Event::Start);
        let mut asked = BTreeMap::new();
        while !open.is_empty() {
            let request = open.remove(pick(open.len()));
            let list = request.properties.iter().map(|property| property.0).collect();
            assert!(asked.insert(request.id.0, list).is_none(), "the number {} is used twice", request.id.0);
            open.extend(whole.step(Event::Answered(request.id, answer(&request))));
        }
        let word = |verdict: &Verdict| match verdict {
            Verdict::Unknown(reason) => reason.code().to_owned(),
            other => other.word().to_owned(),
        };
        (whole.verdicts().iter().map(|(property, verdict)| (property.0, word(verdict))).collect(), asked)
    }

    fn words(list: &[&str]) -> BTreeMap<u32, String> {
        (0..).zip(list.iter().map(|word| word.to_string())).collect()
    }

    #[test]
    fn one_request_an_entry() {
        let asked = properties(&[0, 1, 2, 3, 4, 5]);
        let whole = Whole::new(&asked, &reach(), &BTreeMap::new(), true);
        let (verdicts, requests) = run(whole, |_| 0, |request| same(request, &proved()));
        assert_eq!(verdicts, words(&["proved", "proved", "proved", "proved", "proved", "vacuous"]));
        assert_eq!(requests.len(), 2);
    }

    #[test]
    fn what_one_entry_violates_is_violated() {
        let asked = properties(&[0, 1, 2, 3, 4]);
        let whole = Whole::new(&asked, &reach(), &BTreeMap::new(), true);
        let answer = |request: &Request| {
            let mut answer = same(request, &proved());
            if request.entry == FuncId(9) {
                answer.verdicts.insert(PropId(2), violated());
                answer.verdicts.remove(&PropId(3));
                // Nobody asked for this one here.
                answer.verdicts.insert(PropId(0), violated());
            }
            answer
        };
        let (verdicts, _) = run(whole, |_| 0, answer);
        assert_eq!(verdicts, words(&["proved", "proved", "violated", "not-answered", "proved"]));
    }

    #[test]
    fn an_entry_without_a_faithful_environment_is_not_asked() {
        let asked = properties(&[0, 1, 2, 3, 4]);
        let unfaithful = BTreeMap::from([(FuncId(9), "argv".to_owned())]);
        let whole = Whole::new(&asked, &reach(), &unfaithful, true);
        let (verdicts, requests) = run(whole, |_| 0, |request| same(request, &proved()));
        assert_eq!(verdicts, words(&["proved", "proved", "environment", "environment", "environment"]));
        assert_eq!(requests.into_values().collect::<Vec<_>>(), [[0, 1, 2, 3]]);
    }

    #[test]
    fn batches_are_halved_in_every_order_alike() {
        let asked = properties(&[0, 1, 2, 3, 4]);
        let make = || Whole::new(&asked, &reach(), &BTreeMap::new(), false);
        for (bad, too_many) in [(vec![1, 4], 99), (vec![2], 3), (vec![], 2), (vec![0, 1, 2, 3, 4], 4), (vec![3], 1)] {
            let answer = |request: &Request| single(request, &bad, too_many);
            let expected = run(make(), |_| 0, answer);
            for seed in 0..200_u64 {
                let mut state = seed;
                let pick = |open: usize| {
                    state = state.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
                    (state >> 33) as usize % open
                };
                assert_eq!(run(make(), pick, answer), expected);
            }
            let (verdicts, requests) = expected;
            assert!(requests.len() <= 7 + 5, "4 and 3 properties");
            for (property, word) in verdicts {
                let wanted = match (too_many, bad.contains(&property)) {
                    (1, _) => "time-limit",
                    (_, true) => "violated",
                    (_, false) => "proved",
                };
                assert_eq!(word, wanted, "property {property}");
            }
        }
    }

    #[test]
    fn proofs_that_contradict_a_violation_are_none() {
        let asked = properties(&[0, 1, 4]);
        let whole = Whole::new(&asked, &reach(), &BTreeMap::new(), false);
        let answer = |request: &Request| match request.properties.len() {
            1 => same(request, &proved()),
            _ => same(request, &Verdict::Unknown(Reason::OneOfSeveral)),
        };
        let expected = BTreeMap::from([(0, "contradiction".into()), (1, "contradiction".into()), (4, "proved".into())]);
        assert_eq!(run(whole, |_| 0, answer).0, expected);
    }

    #[test]
    fn what_a_smaller_question_cannot_help_is_not_split() {
        let asked = properties(&[0, 1, 2, 3]);
        let whole = Whole::new(&asked, &reach(), &BTreeMap::new(), false);
        let (verdicts, requests) = run(whole, |_| 0, |request| same(request, &Verdict::Unknown(Reason::Interrupted)));
        assert_eq!((verdicts, requests.len()), (words(&["interrupted"; 4]), 2));
        // One of two cannot be said; the other alone has had its time.
        let whole = Whole::new(&properties(&[0, 1]), &reach(), &BTreeMap::new(), false);
        let answer = |request: &Request| {
            let mut answer = same(request, &Verdict::Unknown(Reason::TimeLimit(Duration::from_secs(1))));
            answer.verdicts.insert(PropId(0), Verdict::Unknown(Reason::Unsupported("no words".into())));
            answer
        };
        let (verdicts, requests) = run(whole, |_| 0, answer);
        assert_eq!((verdicts, requests.len()), (words(&["not-supported", "time-limit"]), 1));
    }
}
