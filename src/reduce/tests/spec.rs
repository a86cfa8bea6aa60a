//! CPAchecker's automata, and how they run on the texts of edges.

use fastrand::Rng;
use std::collections::BTreeSet;
use std::fmt::Write as _;

/// An automaton as CPAchecker has it: state 0 covers, state 1 never does.
pub(super) struct Spec {
    states: Vec<Row>,
}

/// Whether the first transition counts, and where texts lead; no text is any.
type Row = (bool, Vec<(Option<String>, usize)>);

impl Spec {
    /// Runs that are followed for a while; everything else is covered, as CPAchecker writes it.
    pub(super) fn of_runs(rng: &mut Rng, runs: &[Vec<(String, usize)>]) -> Spec {
        let mut states: Vec<Row> = vec![(false, vec![]), (false, vec![]), (true, vec![])];
        for run in runs {
            let (mut at, length) = (2, rng.usize(1..run.len() + 1));
            for (number, (text, _)) in run[..length].iter().enumerate() {
                let known = states[at].1.iter().find(|(known, _)| known.as_ref() == Some(text)).map(|(_, to)| *to);
                let to = known.unwrap_or_else(|| {
                    let to = if number + 1 == length {
                        rng.usize(0..2)
                    } else if rng.u32(0..30) == 0 {
                        rng.usize(2..states.len())
                    } else {
                        states.push((true, vec![]));
                        states.len() - 1
                    };
                    states[at].1.push((Some(text.clone()), to));
                    to
                });
                if to < 2 {
                    break;
                }
                at = to;
            }
        }
        states.iter_mut().for_each(|(_, arrows)| arrows.push((None, 0)));
        states[1].1 = vec![(None, 1)];
        Spec { states }
    }

    /// Some states that wait for texts.
    pub(super) fn waiting(rng: &mut Rng, texts: &[String]) -> Spec {
        let count = rng.usize(3..7);
        let mut states = vec![(false, vec![(None, 0)]), (false, vec![(None, 1)])];
        for number in 2..count {
            let mut arrows = Vec::new();
            for _ in 0..rng.u32(0..4) {
                arrows.push((Some(texts[rng.usize(0..texts.len())].clone()), rng.usize(0..count)));
            }
            match rng.u32(0..10) {
                0 => arrows.push((None, rng.usize(0..count))),
                1 => {}
                _ => arrows.push((None, number)),
            }
            states.push((rng.u32(0..4) > 0, arrows));
        }
        Spec { states }
    }

    pub(super) fn text(&self) -> String {
        let name = |number: usize| match number {
            0 => "__TRUE".to_owned(),
            1 => "__FALSE".to_owned(),
            _ => format!("s{number}"),
        };
        let mut text = String::from("OBSERVER AUTOMATON AssumptionAutomaton\nINITIAL STATE s2;\n");
        for (number, (first, arrows)) in self.states.iter().enumerate() {
            _ = writeln!(text, "STATE {} {}:", if *first { "USEFIRST" } else { "USEALL" }, name(number));
            for (when, to) in arrows {
                let when = when.as_ref().map_or("TRUE".to_owned(), |text| {
                    format!("MATCH \"{}\"", text.replace('\\', "\\\\").replace('"', "\\\""))
                });
                _ = writeln!(text, "  {when} -> GOTO {};", name(*to));
            }
        }
        text + "END AUTOMATON\n"
    }

    /// How many assertions have held when a run is covered.
    pub(super) fn covers(&self, run: &[(String, usize)]) -> Option<usize> {
        let mut at = BTreeSet::from([2]);
        for (text, held) in run {
            let mut next = BTreeSet::new();
            for state in at {
                let (first, arrows) = &self.states[state];
                let fitting = arrows.iter().filter(|(when, _)| when.as_ref().is_none_or(|when| when == text));
                let taken: Vec<usize> = fitting.map(|(_, to)| *to).take(if *first { 1 } else { 99 }).collect();
                next.extend(if taken.is_empty() { vec![state] } else { taken });
            }
            at = next;
            if at == BTreeSet::from([0]) {
                return Some(*held);
            }
        }
        None
    }
}
