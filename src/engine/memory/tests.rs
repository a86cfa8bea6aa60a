//! Memory against rows of bytes: random accesses at known and unknown places, on two ways that meet again.

use super::*;
use crate::engine::term::{Assignment, mask};

/// One way: the state, and the bytes that the object has in the one execution that is looked at.
#[derive(Clone)]
struct Way {
    state: State,
    bytes: Vec<u8>,
}

struct Run {
    memory: Memory,
    assignment: Assignment,
    random: fastrand::Rng,
    object: ObjectId,
    size: u64,
}

impl Run {
    fn variable(&mut self, width: u32, value: u128) -> Term {
        if self.random.bool() {
            return self.memory.terms.constant(width, value);
        }
        let variable = self.memory.terms.fresh(width);
        self.assignment.words.insert(variable, value & mask(width));
        variable
    }

    /// A place with a stride, as an index into an array is, or without.
    fn place(&mut self, bytes: u32) -> (Term, u64) {
        let stride = [1, 1, 2, 4, 8][self.random.usize(..5)];
        let most = (self.size - u64::from(bytes)) / stride;
        let index = self.random.u64(0..=most);
        let width = self.memory.division.offset;
        let (term, factor) = (self.variable(width, index.into()), self.memory.terms.constant(width, stride.into()));
        (self.memory.terms.mul(term, factor), index * stride)
    }

    fn step(&mut self, way: &mut Way) {
        let bytes = [1, 2, 4, 8, 3][self.random.usize(..5)];
        let (offset, at) = self.place(bytes);
        let range = at as usize..at as usize + bytes as usize;
        if self.random.bool() {
            let truth = self.random.u8(0..4) != 0;
            let value = self.random.u128(..) & mask(bytes * 8);
            let (cond, word) = (self.variable(1, truth.into()), self.variable(bytes * 8, value));
            self.memory.store(&mut way.state, self.object, offset, cond, word);
            if truth {
                way.bytes[range].copy_from_slice(&value.to_le_bytes()[..bytes as usize]);
            }
        } else {
            let word = self.memory.load(&way.state, self.object, offset, bytes);
            let found = self.memory.terms.evaluate(&self.assignment, word);
            let mut expected = [0; 16];
            expected[..bytes as usize].copy_from_slice(&way.bytes[range]);
            assert_eq!(found, u128::from_le_bytes(expected), "{bytes} bytes at {at} of {}", self.size);
        }
    }
}

#[test]
fn what_is_stored_is_loaded() {
    for seed in 0..1200 {
        let mut random = fastrand::Rng::with_seed(seed);
        let mut memory = Memory::new(64, 1 << 20);
        let (unit, cells) = (1 << random.u32(0..4), [1, 3, 16, 40, 2000][random.usize(..5)]);
        let size = (u64::from(unit) * cells).max(8);
        let known = random.u8(0..4) != 0;
        let width = memory.division.offset;
        let term = if known { memory.terms.constant(width, size.into()) } else { memory.terms.fresh(width) };
        let object = Object { kind: Kind::Variable, name: "x".into(), size: term, unit };
        let object = memory.object(object).expect("there is room");
        let (bytes, rest) = (vec![0; size as usize], if known { Rest::Zero } else { Rest::Any(memory.instance()) });
        let alive = memory.terms.truth(true);
        let mut state = State::new();
        state.put(object, Held { contents: Contents::new(rest), alive });
        let mut run = Run { memory, assignment: Assignment::default(), random, object, size };
        let mut way = Way { state, bytes };
        for _ in 0..3 {
            let taken = run.random.bool();
            let cond = run.variable(1, taken.into());
            let other = run.memory.terms.not(cond);
            let (mut one, mut two) = (way.clone(), way);
            run.memory.assume(&mut one.state, cond);
            run.memory.assume(&mut two.state, other);
            for _ in 0..4 {
                run.step(&mut one);
                run.step(&mut two);
            }
            let bytes = if taken { one.bytes } else { two.bytes };
            way = Way { state: run.memory.join(one.state, two.state), bytes };
            let guard = run.memory.guard(&way.state);
            assert_eq!(run.memory.terms.as_truth(guard), Some(true), "both ways together are all executions");
            for _ in 0..3 {
                run.step(&mut way);
            }
        }
    }
}

#[test]
fn pointers_lead_where_they_were_made() {
    let mut memory = Memory::new(64, 1 << 20);
    let width = memory.division.offset;
    let size = memory.terms.constant(width, 16);
    let new = |memory: &mut Memory, name: &str| {
        let object = Object { kind: Kind::Variable, name: name.into(), size, unit: 4 };
        memory.object(object).expect("there is room")
    };
    let (a, b) = (new(&mut memory, "a"), new(&mut memory, "b"));
    let alive = memory.terms.truth(true);
    let mut state = State::new();
    for object in [a, b] {
        state.put(object, Held { contents: Contents::new(Rest::Zero), alive });
    }
    let (cond, index) = (memory.terms.fresh(1), memory.terms.fresh(width));
    let (zero, eight) = (memory.terms.constant(width, 0), memory.terms.constant(width, 8));
    let (to_a, to_b) = (memory.pointer(a, zero), memory.pointer(b, eight));
    let either = memory.terms.ite(cond, to_a, to_b);
    let other = memory.terms.not(cond);
    let targets = memory.targets(&state, either);
    let found: Vec<_> = targets.iter().map(|target| (target.object, target.cond, target.offset)).collect();
    assert_eq!(found, [(a, cond, zero), (b, other, eight)]);
    let moved = memory.advance(either, index);
    assert_eq!(memory.targets(&state, moved).len(), 2);
    let null = memory.null();
    let maybe = memory.terms.ite(cond, null, to_b);
    assert_eq!(memory.targets(&state, maybe).iter().map(|target| target.object).collect::<Vec<_>>(), [b]);
    let unknown = memory.terms.fresh(64);
    assert_eq!(memory.targets(&state, unknown).len(), 2, "every object there is");
}
