//! Families of programs that are hard for one verifier and easy for another, in the manner of those that papers 000 to
//! 002 name: machines of events, conditions and actions (RERS), processes under a scheduler (SystemC), products beside
//! long loops (paper 001, figure 3), and drivers.
//!
//! What is true of a program is known when it is made: machines are run through here, in all their states, and every
//! other part has an argument beside it. A program that violates something comes with the inputs that do so, in the
//! order in which it asks for them; `tests/families.rs` compiles and runs all of them.

mod machine;
mod part;

use machine::Machine;
use part::Part;

/// A program with what is true of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Task {
    pub name: String,
    pub text: String,
    /// What `__VERIFIER_nondet_uint` gives, one after the other, for an assertion to fail; none if all of them hold.
    pub inputs: Option<Vec<u32>>,
}

/// Makes a program of a family: whether something is violated, and who chooses.
type Make = fn(bool, &mut fastrand::Rng) -> Part;

/// Each family with its name and what its programs are.
const FAMILIES: [(&str, &str, Make); 8] = [
    ("rers", "A machine of events, conditions and actions", |bad, rng| Machine::new(rng).part(bad, rng)),
    ("rers_data", "A machine that also works on data", |bad, rng| Machine::with_work(rng).part(bad, rng)),
    ("systemc", "Processes that hand something on, under a scheduler", machine::processes),
    ("branches", "Something finite beside something that is not", part::branches),
    ("driver", "A driver: what is asked for, under a lock", part::driver),
    ("phases", "Some rounds to begin with, and then any number", part::phases),
    ("calls", "A function with a loop that is called for several reasons", part::calls),
    ("gates", "Machines of few states in front of something that is not finite", machine::gates),
];

/// So many programs of each family. Of three, one violates something.
pub fn families(each: usize, seed: u64) -> Vec<Task> {
    let mut tasks = Vec::new();
    for (family, (name, what, make)) in (0u64..).zip(FAMILIES) {
        for number in 0..each {
            let mut rng = fastrand::Rng::with_seed(seed ^ (family << 32) ^ number as u64);
            let part = make(number % 3 == 2, &mut rng);
            tasks.push(part.task(&format!("{name}_{:02}", number + 1), what));
        }
    }
    tasks
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_seed_says_everything() {
        let tasks = families(4, 1);
        assert_eq!(tasks.len(), 32);
        assert_eq!(tasks, families(4, 1));
        assert_ne!(tasks, families(4, 2));
        let says = |task: &Task, word: &str| task.text.contains(&format!("// expect: {word}\n"));
        assert!(tasks.iter().all(|task| says(task, if task.inputs.is_some() { "violated" } else { "proved" })));
    }
}
