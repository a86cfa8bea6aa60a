//! What two verifiers know together (paper 002, section 4): the first gives up and leaves a condition, a reducer makes
//! a program of what is left, and the second is asked about that.
//!
//! Results are rows like all others: the first verifier is `structure`, the reducer `bounds`, and who was asked `run`.
//! Only what is said rightly counts as solved. Reducers that leave the same program share one run.
//!
//! What several verifiers say about a task is put together property by property: two of which each proves one half have
//! proved all of it, whatever was passed on between them. So the identity stands for all that is gained by asking two.

use super::results::Row;
use super::table::{aligned, header};
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;

/// How much a reducer leaves, in locations.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Size {
    pub program: usize,
    pub residual: usize,
}

/// Everything that was asked.
pub struct Cooperation {
    /// With whether all assertions hold.
    pub tasks: BTreeMap<String, bool>,
    pub firsts: Vec<String>,
    pub seconds: Vec<String>,
    /// The identity first.
    pub reducers: Vec<String>,
    pub rows: Vec<Row>,
    /// By program, first verifier and reducer: how much is left, and the reducer that leaves the same and was asked.
    pub left: BTreeMap<[String; 3], (Size, String)>,
}

/// The run of a first verifier.
pub const FIRST: &str = "first";

/// Where an analysis takes the condition itself, and nobody makes a program of what is left.
pub const NATIVE: &str = "native";

/// The run of a verifier that nobody helps.
pub fn alone(name: &str) -> String {
    format!("{name} alone")
}

impl Cooperation {
    fn index(&self) -> Known<'_> {
        Known { tasks: &self.tasks, rows: self.rows.iter().map(|row| (row.key(), row)).collect() }
    }

    /// Verdicts that contradict what is true.
    pub fn wrong(&self) -> Vec<&Row> {
        self.rows.iter().filter(|row| row.is_solved() && !is_right(&self.tasks, &row.program, &row.verdict)).collect()
    }

    /// The pairs of verifiers that were asked one after the other.
    fn pairs(&self) -> impl Iterator<Item = (&String, &String)> {
        let pairs = self.firsts.iter().flat_map(|first| self.seconds.iter().map(move |second| (first, second)));
        pairs.filter(|(first, second)| first != second)
    }

    /// The processor time of both, where they solve it together.
    fn chain(&self, known: &Known, program: &str, first: &str, reducer: &str, second: &str) -> Option<f64> {
        let key = [program, first, reducer].map(str::to_owned);
        let asked = self.left.get(&key).map_or(reducer, |(_, asked)| asked);
        known.together([known.row(program, first, "", FIRST)?, known.row(program, first, asked, second)?])
    }

    /// What a first verifier leaves unsolved: there a second one can help.
    fn full(&self, known: &Known, first: &str) -> Vec<&String> {
        self.tasks.keys().filter(|program| known.time(program, first, "", FIRST).is_none()).collect()
    }

    /// Of these, what none of some verifiers solves alone, however often it is asked.
    fn hard<'t>(&self, known: &Known, programs: &[&'t String], who: &[&String]) -> BTreeSet<&'t String> {
        let solves = |program: &str| who.iter().any(|who| known.time(program, "", "", &alone(who)).is_some());
        programs.iter().copied().filter(|program| !solves(program)).collect()
    }

    /// Everything there is to say.
    pub fn text(&self) -> String {
        let known = self.index();
        let mut text = self.solved_alone(&known);
        for first in &self.firsts {
            text += &self.table(&known, first);
        }
        text += &self.only_chains(&known);
        text += &self.needed(&known);
        let wrong = self.wrong();
        if !wrong.is_empty() {
            text += "\n## Wrong\n\n";
            wrong.iter().for_each(|row| {
                let [program, first, reducer] = row.case();
                _ = writeln!(text, "- {program}: {first} {reducer} {}: {}", row.run, row.verdict);
            });
        }
        text
    }

    fn solved_alone(&self, known: &Known) -> String {
        let safe = self.tasks.values().filter(|safe| **safe).count();
        let mut text = format!("{} tasks, of which {safe} hold.\n\n## Alone\n\n", self.tasks.len());
        let mut lines = vec![header("", ["solved".to_owned(), "of those that hold".to_owned()].into_iter())];
        let mut line = |name: String, solves: &dyn Fn(&str) -> bool| {
            let solved: Vec<&bool> = self.tasks.iter().filter(|(name, _)| solves(name)).map(|(_, safe)| safe).collect();
            let holding = solved.iter().filter(|safe| ***safe).count();
            lines.push(vec![name, solved.len().to_string(), holding.to_string()]);
        };
        for first in &self.firsts {
            line(format!("{first}, as the first"), &|program| known.time(program, first, "", FIRST).is_some());
        }
        let who: BTreeSet<&String> = self.firsts.iter().chain(&self.seconds).collect();
        for who in &who {
            line((*who).clone(), &|program| known.time(program, "", "", &alone(who)).is_some());
        }
        line("any of them".into(), &|program| who.iter().any(|who| known.time(program, "", "", &alone(who)).is_some()));
        text += &aligned(&lines);
        text
    }

    /// In the form of table 1 of paper 002: for each second verifier how much is solved of all that the first leaves,
    /// and of what none of the two solves alone.
    fn table(&self, known: &Known, first: &str) -> String {
        let seconds: Vec<&String> = self.seconds.iter().filter(|second| *second != first).collect();
        let full = self.full(known, first);
        let name = first.to_owned();
        let mut columns: Vec<(String, BTreeSet<&String>, Vec<&String>)> = Vec::new();
        for second in &seconds {
            let hard = self.hard(known, &full, &[&name, second]);
            columns.push((second.to_string(), full.iter().copied().collect(), vec![second]));
            columns.push((format!("{second}, hard"), hard, vec![second]));
        }
        let who: Vec<&String> = seconds.iter().copied().chain([&name]).collect();
        columns.push(("all".into(), full.iter().copied().collect(), seconds.clone()));
        columns.push(("all, hard".into(), self.hard(known, &full, &who), seconds));
        let mut lines = vec![header("reducer", columns.iter().map(|(name, ..)| format!("+{name}")))];
        lines.push(header("tasks", columns.iter().map(|(_, programs, _)| programs.len().to_string())));
        let others: Vec<&str> = self.reducers.iter().map(String::as_str).filter(|name| *name != "id").collect();
        let mut line = |name: &str, reducers: &[&str]| {
            let cell = |(_, programs, seconds): &(String, BTreeSet<&String>, Vec<&String>)| {
                let solves = |program: &&&String| {
                    let mut ways = reducers.iter().flat_map(|reducer| seconds.iter().map(move |who| (reducer, who)));
                    ways.any(|(reducer, who)| self.chain(known, program, first, reducer, who).is_some())
                };
                programs.iter().filter(solves).count().to_string()
            };
            lines.push(header(name, columns.iter().map(cell)));
        };
        others.iter().for_each(|reducer| line(reducer, &[reducer]));
        line("any of these", &others);
        line("id", &["id"]);
        line(NATIVE, &[NATIVE]);
        let what = "Of what it leaves, by each reducer and second verifier; hard is what neither solves alone. id is one \
                    after the other; native is an analysis that takes the condition instead of a residual program";
        format!("\n## {first} first\n\n{what}.\n\n{}", aligned(&lines))
    }

    /// What nobody knows alone, nor two of them one after the other.
    fn only_chains(&self, known: &Known) -> String {
        let programs: Vec<&String> = self.tasks.keys().collect();
        let who: Vec<&String> = self.firsts.iter().chain(&self.seconds).collect();
        let hard = self.hard(known, &programs, &who);
        let simple = |program: &str| self.pairs().any(|(a, b)| self.chain(known, program, a, "id", b).is_some());
        let (one_after_the_other, left): (Vec<&String>, Vec<&String>) =
            hard.into_iter().partition(|program| simple(program));
        let names: Vec<&str> = one_after_the_other.iter().map(|name| name.as_str()).collect();
        let mut text = format!(
            "\n## What no verifier solves alone\n\nTwo of them solve {} of these one after the other, each a part of \
             the properties, with nothing passed on: {}.\n\nOf the other {}, with what the first leaves:\n\n",
            names.len(),
            if names.is_empty() { "none".to_owned() } else { names.join(", ") },
            left.len()
        );
        let mut count = 0;
        for program in left {
            let mut ways = Vec::new();
            for (first, second) in self.pairs() {
                let solves = |reducer: &&String| self.chain(known, program, first, reducer, second).is_some();
                let reducers: Vec<&str> = self.reducers.iter().filter(solves).map(String::as_str).collect();
                if !reducers.is_empty() {
                    ways.push(format!("{first} → {} → {second}", reducers.join("|")));
                }
            }
            if !ways.is_empty() {
                count += 1;
                _ = writeln!(text, "- {program}: {}", ways.join("; "));
            }
        }
        _ = writeln!(text, "\n{count} tasks.");
        text
    }

    /// For each reducer, what two verifiers solve with it and with no other.
    fn needed(&self, known: &Known) -> String {
        let mut text =
            "\n## What needs one reducer\n\nTasks that two verifiers solve with this reducer alone.\n\n".to_owned();
        for reducer in &self.reducers {
            let mut found = Vec::new();
            for (first, second) in self.pairs() {
                for program in self.full(known, first) {
                    let solves = |by: &String| self.chain(known, program, first, by, second).is_some();
                    if self.reducers.iter().all(|by| solves(by) == (by == reducer)) {
                        found.push(format!("{program} ({first}, {second})"));
                    }
                }
            }
            let found = if found.is_empty() { "none was found".to_owned() } else { found.join(", ") };
            _ = writeln!(text, "- {reducer}: {found}");
        }
        text
    }

    /// For each pair of verifiers: the time of the second alone and of the two with any reducer, by program.
    pub fn scatters(&self) -> Vec<Scatter> {
        let known = self.index();
        let plot = |(first, second): (&String, &String)| {
            let points = self.full(&known, first).into_iter().map(|program| {
                [known.time(program, "", "", &alone(second)), self.best(&known, program, first, second)]
            });
            ([alone(second), format!("{first} and {second}")], points.collect())
        };
        self.pairs().map(plot).collect()
    }

    /// The least time by any reducer but the identity.
    fn best(&self, known: &Known, program: &str, first: &str, second: &str) -> Option<f64> {
        let others = self.reducers.iter().filter(|name| *name != "id");
        others.filter_map(|reducer| self.chain(known, program, first, reducer, second)).min_by(f64::total_cmp)
    }

    /// For each pair of verifiers: the times of what each way solves, of what the first one leaves.
    pub fn quantiles(&self) -> Vec<(String, usize, Vec<Series>)> {
        let known = self.index();
        let plot = |(first, second): (&String, &String)| {
            let full = self.full(&known, first);
            let times = |name: String, time: &dyn Fn(&str) -> Option<f64>| {
                (name, full.iter().filter_map(|program| time(program)).collect::<Vec<f64>>())
            };
            let mut lines = vec![
                times(alone(first), &|program| known.time(program, "", "", &alone(first))),
                times(alone(second), &|program| known.time(program, "", "", &alone(second))),
            ];
            for reducer in ["id", "cfa", "sep"].iter().filter(|name| self.reducers.iter().any(|known| known == *name)) {
                let time = |program: &str| self.chain(&known, program, first, reducer, second);
                lines.push(times(format!("{first}, {reducer}, {second}"), &time));
            }
            lines.push(times("any reducer".into(), &|program| self.best(&known, program, first, second)));
            (format!("{first}-{second}"), full.len(), lines)
        };
        self.pairs().map(plot).collect()
    }

    /// For each first verifier: how large the residual programs of each reducer are, as multiples of the program.
    pub fn sizes(&self) -> Vec<(String, Vec<Series>)> {
        let of = |first: &String, reducer: &String| {
            let here = self.left.iter().filter(|([_, by, with], _)| by == first && with == reducer);
            here.map(|(_, (size, _))| size.residual as f64 / size.program.max(1) as f64).collect()
        };
        let reducers = || self.reducers.iter().filter(|name| *name != "id");
        let plot =
            |first: &String| (first.clone(), reducers().map(|reducer| (reducer.clone(), of(first, reducer))).collect());
        self.firsts.iter().map(plot).collect()
    }
}

/// The names of the axes, and the times of each program by both.
pub type Scatter = ([String; 2], Vec<[Option<f64>; 2]>);

/// A name, and its numbers.
pub type Series = (String, Vec<f64>);

/// What was said.
struct Known<'a> {
    tasks: &'a BTreeMap<String, bool>,
    rows: BTreeMap<super::Key, &'a Row>,
}

impl<'a> Known<'a> {
    fn row(&self, program: &str, first: &str, reducer: &str, run: &str) -> Option<&'a Row> {
        self.rows.get(&(program.into(), first.into(), reducer.into(), run.into())).copied()
    }

    /// The processor time of one who solves it.
    fn time(&self, program: &str, first: &str, reducer: &str, run: &str) -> Option<f64> {
        self.together([self.row(program, first, reducer, run)?])
    }

    /// The processor time of several who solve a program together.
    fn together<const N: usize>(&self, rows: [&Row; N]) -> Option<f64> {
        let right = is_right(self.tasks, &rows[0].program, verdict(&rows));
        right.then(|| rows.iter().map(|row| row.cpu).sum())
    }
}

fn is_right(tasks: &BTreeMap<String, bool>, program: &str, verdict: &str) -> bool {
    tasks.get(program).is_some_and(|safe| verdict == if *safe { "proved" } else { "violated" })
}

/// What several say about one program.
fn verdict(rows: &[&Row]) -> &'static str {
    let is = |word: &str| rows.iter().any(|row| row.verdict == word);
    let count = rows.iter().map(|row| row.properties.len()).max().unwrap_or(0);
    let each = |at: usize| rows.iter().any(|row| row.properties.as_bytes().get(at) == Some(&b'p'));
    match () {
        () if is("violated") => "violated",
        () if is("proved") || count > 0 && (0..count).all(each) => "proved",
        () => "unknown",
    }
}

#[cfg(test)]
mod tests {
    use super::super::results::tests::row;
    use super::*;

    #[test]
    fn what_only_two_together_solve_is_counted() {
        let names = |names: &[&str]| names.iter().map(|name| name.to_string()).collect();
        let size = Size { program: 10, residual: 20 };
        let mut left = BTreeMap::new();
        for (reducer, asked) in [("cfa", "cfa"), ("lh", "cfa"), ("sep", "sep")] {
            left.insert(["hard".to_owned(), "value".into(), reducer.into()], (size, asked.to_owned()));
        }
        let rows = vec![
            row("easy", "value", "", FIRST, "proved", 0.5),
            row("hard", "value", "", FIRST, "unknown", 1.0),
            row("hard", "", "", "cbmc alone", "unknown", 4.0),
            row("hard", "value", "cfa", "cbmc", "unknown", 3.0),
            row("hard", "value", "sep", "cbmc", "proved", 2.0),
            row("hard", "value", NATIVE, "cbmc", "proved", 2.0),
            // Each of them knows one half.
            Row { properties: "pu".into(), ..row("half", "value", "", FIRST, "unknown", 1.0) },
            Row { properties: "up".into(), ..row("half", "", "", "cbmc alone", "unknown", 4.0) },
            Row { properties: "up".into(), ..row("half", "value", "id", "cbmc", "unknown", 3.0) },
            row("bad", "value", "", FIRST, "unknown", 1.0),
            row("bad", "", "", "cbmc alone", "violated", 1.0),
            row("bad", "value", "sep", "cbmc", "proved", 1.0),
        ];
        let tasks = [("easy", true), ("hard", true), ("half", true), ("bad", false)];
        let tasks = tasks.map(|(name, safe)| (name.to_owned(), safe)).into();
        let (firsts, seconds, reducers) = (names(&["value"]), names(&["cbmc"]), names(&["id", "cfa", "lh", "sep"]));
        let all = Cooperation { tasks, firsts, seconds, reducers, rows, left };
        assert_eq!(all.wrong().len(), 1);
        let text = all.text();
        let cells = |name: &str| -> Vec<String> {
            let line = text.lines().rfind(|line| line.starts_with(&format!("| {name} "))).expect("a line");
            line.split('|').map(|cell| cell.trim().to_owned()).filter(|cell| !cell.is_empty()).collect()
        };
        assert_eq!(cells("tasks"), ["tasks", "3", "2", "3", "2"]);
        assert_eq!(cells("sep"), ["sep", "1", "1", "1", "1"]);
        assert_eq!(cells("lh"), ["lh", "0", "0", "0", "0"]);
        assert_eq!(cells("id"), ["id", "1", "1", "1", "1"]);
        assert_eq!(cells(NATIVE), [NATIVE, "1", "1", "1", "1"]);
        assert!(text.contains("nothing passed on: half.") && text.contains("- id: half (value, cbmc)\n"), "{text}");
        assert!(
            text.contains("- hard: value → sep → cbmc\n") && text.contains("- sep: hard (value, cbmc)\n"),
            "{text}"
        );
        assert!(text.contains("- cfa: none was found\n") && text.contains("- bad: value sep cbmc: proved\n"), "{text}");
        assert_eq!(all.sizes()[0].1[0], ("cfa".to_owned(), vec![2.0]));
        assert_eq!(all.scatters()[0].1, [[Some(1.0), None], [None, None], [None, Some(3.0)]]);
        assert_eq!(all.quantiles()[0].1, 3);
    }
}
