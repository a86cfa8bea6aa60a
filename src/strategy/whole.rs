//! The strategy that does not gamble: every entry, as a whole, with all properties that it can reach.
//!
//! A verifier that answers for each property gets one request an entry. One that gives a single verdict for all gets
//! the same request, and smaller ones after it where that settles nothing ([`super::halving`]).
//!
//! A property that several entries reach is proved only if it is proved from each of them ([`Verdict::and`]). An entry
//! whose environment cannot be built faithfully is not asked about at all: a proof from it would be worth nothing, and
//! a violation might never happen.
//!
//! What is known does not depend on the order of the answers: it is computed anew from all of them, in the order of the
//! program, and the numbers of requests follow from where in the halving they stand.

use super::halving::{Halving, numbers};
use super::{Action, Effort, Event, Request, RequestId, Strategy, Subject};
use crate::cfa::{FuncId, PropId};
use crate::property::Reach;
use crate::verifier::{Answer, Reason, Verdict};
use std::collections::{BTreeMap, BTreeSet};

pub struct Whole {
    per_property: bool,
    entries: Vec<Entry>,
    /// What is under way, with the place in `entries`.
    open: BTreeMap<RequestId, (usize, BTreeSet<PropId>)>,
    verdicts: BTreeMap<PropId, Verdict>,
}

/// What is known from one entry.
struct Entry {
    id: FuncId,
    known: Halving,
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
            Entry { id: *id, known: Halving::new(verdicts), unfaithful: unfaithful.contains_key(id) }
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

    fn start(&mut self) -> Vec<Action> {
        let mut requests = Vec::new();
        let mut first = 0;
        for at in 0..self.entries.len() {
            let properties = self.entries[at].known.properties();
            if self.entries[at].unfaithful || properties.is_empty() {
                continue;
            }
            let id = RequestId(first);
            first += numbers(properties.len());
            requests.push(self.ask(id, at, properties));
        }
        requests
    }

    fn ask(&mut self, id: RequestId, at: usize, properties: BTreeSet<PropId>) -> Action {
        self.open.insert(id, (at, properties.clone()));
        let subject = Subject::Whole(self.entries[at].id);
        Action::Ask(Request { id, subject, properties, effort: Effort::Full, guess: false, place: 0 })
    }

    fn answered(&mut self, id: RequestId, answer: Answer) -> Vec<Action> {
        // An answer to what was not asked, or a second one, says nothing.
        let Some((at, properties)) = self.open.remove(&id) else { return Vec::new() };
        let known = &mut self.entries[at].known;
        known.answered(&properties, answer);
        let parts = if self.per_property { Vec::new() } else { known.parts(&properties) };
        let mut next = id.0 + 1;
        let mut requests = Vec::new();
        for part in parts {
            let id = RequestId(next);
            next += numbers(part.len());
            requests.push(self.ask(id, at, part));
        }
        self.combine();
        requests
    }

    /// Puts the entries together.
    fn combine(&mut self) {
        let mut combined: BTreeMap<PropId, Verdict> = BTreeMap::new();
        for entry in &self.entries {
            for (property, verdict) in entry.known.believed() {
                let verdict = match combined.remove(&property) {
                    Some(other) => other.and(verdict),
                    None => verdict,
                };
                combined.insert(property, verdict);
            }
        }
        self.verdicts.extend(combined);
    }
}

impl Strategy for Whole {
    fn step(&mut self, event: Event) -> Vec<Action> {
        match event {
            Event::Start => self.start(),
            Event::Answered(id, answer) => self.answered(id, answer),
            Event::Idle(_) => Vec::new(),
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
        let requests = |actions: Vec<Action>| {
            actions.into_iter().map(|action| match action {
                Action::Ask(request) => request,
                Action::Drop(id) => panic!("{id:?} is dropped"),
            })
        };
        let mut open: Vec<Request> = requests(whole.step(Event::Start)).collect();
        let mut asked = BTreeMap::new();
        while !open.is_empty() {
            let request = open.remove(pick(open.len()));
            let list = request.properties.iter().map(|property| property.0).collect();
            assert!(asked.insert(request.id.0, list).is_none(), "the number {} is used twice", request.id.0);
            open.extend(requests(whole.step(Event::Answered(request.id, answer(&request)))));
            assert!(whole.step(Event::Idle(1)).is_empty());
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
            if request.subject == Subject::Whole(FuncId(9)) {
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
