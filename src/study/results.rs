//! What came of the runs, in a file: one line a run, added when it ends. A file that has been begun is gone on with.

use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::fs::{File, OpenOptions};
use std::io;
use std::path::Path;

/// What one run said about one program.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Row {
    pub program: String,
    /// The loops around the program, as in table 1; empty for a program as it is.
    pub structure: String,
    pub bounds: String,
    pub run: String,
    /// proved, violated or unknown.
    pub verdict: String,
    /// The same of each property, in their order: p, v, or u; nothing where only all of them together are known.
    #[serde(default)]
    pub properties: String,
    /// Why it is unknown.
    pub reason: String,
    /// Seconds on the clock.
    pub wall: f64,
    /// Seconds of processor time.
    pub cpu: f64,
    /// The most at one time, in MiB.
    pub memory: u64,
}

/// Which run of which program.
pub type Key = (String, String, String, String);

impl Row {
    pub fn key(&self) -> Key {
        (self.program.clone(), self.structure.clone(), self.bounds.clone(), self.run.clone())
    }

    /// The program with its loops.
    pub fn case(&self) -> [&str; 3] {
        [&self.program, &self.structure, &self.bounds]
    }

    pub fn is_solved(&self) -> bool {
        self.verdict != "unknown"
    }
}

/// What a run took for each of the programs that it solved.
pub fn times<'r>(rows: impl IntoIterator<Item = &'r Row>, run: &str) -> BTreeMap<[&'r str; 3], f64> {
    let solved = rows.into_iter().filter(|row| row.run == run && row.is_solved());
    solved.map(|row| (row.case(), row.wall)).collect()
}

pub struct Results {
    file: csv::Writer<File>,
    rows: BTreeMap<Key, Row>,
}

impl Results {
    /// Opens the file, with what is there already. A line that was not finished when a run was killed is no line.
    pub fn open(path: &Path) -> io::Result<Results> {
        let mut rows = BTreeMap::new();
        let before = match csv::Reader::from_path(path) {
            Ok(mut reader) => reader.deserialize().map_while(Result::ok).collect::<Vec<Row>>(),
            Err(_) => Vec::new(),
        };
        let begun = path.with_extension("csv.new");
        let mut file = csv::Writer::from_path(&begun)?;
        for row in before {
            file.serialize(&row)?;
            rows.insert(row.key(), row);
        }
        file.flush()?;
        std::fs::rename(&begun, path)?;
        let file = OpenOptions::new().append(true).open(path)?;
        let file = csv::WriterBuilder::new().has_headers(rows.is_empty()).from_writer(file);
        Ok(Results { file, rows })
    }

    pub fn add(&mut self, row: Row) -> io::Result<()> {
        self.file.serialize(&row)?;
        self.file.flush()?;
        self.rows.insert(row.key(), row);
        Ok(())
    }

    /// In the order of their keys.
    pub fn rows(&self) -> Vec<&Row> {
        self.rows.values().collect()
    }
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;

    pub(crate) fn row(program: &str, structure: &str, bounds: &str, run: &str, verdict: &str, wall: f64) -> Row {
        let [program, structure, bounds, run, verdict] = [program, structure, bounds, run, verdict].map(str::to_owned);
        let (properties, reason) = (verdict[..1].to_owned(), String::new());
        Row { program, structure, bounds, run, verdict, properties, reason, wall, cpu: wall, memory: 1 }
    }

    #[test]
    fn what_was_begun_goes_on() {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let path = folder.path().join("results.csv");
        let first = row("a, \"b\"", "Single 1", "small", "cbmc", "proved", 0.5);
        let second = Row { reason: "a line\nand another".into(), ..row("c", "", "", "cbmc", "unknown", 60.0) };
        let mut results = Results::open(&path).expect("a new file");
        results.add(first.clone()).expect("it can be written");
        drop(results);
        std::fs::write(&path, std::fs::read_to_string(&path).expect("it is there") + "c,Single").expect("a killed run");
        let mut results = Results::open(&path).expect("the same file");
        assert_eq!(results.rows(), [&first]);
        results.add(second.clone()).expect("it can be written");
        drop(results);
        let results = Results::open(&path).expect("the same file");
        assert_eq!(results.rows(), [&first, &second]);
    }
}
