//! Tables of results, as Markdown that reads well as it is: one in the form of table 1 of the paper, one in that of
//! table 2, and one for programs without loops of ours around them.

use super::results::{Row, times};
use super::scenario::{Bound, Scenario, Structure};

/// Solved by each of the runs, one after the other, for each bound and each structure.
pub fn by_bounds(rows: &[&Row], runs: &[String]) -> String {
    let single = Bound::ALL.map(|bound| vec![bound]).into_iter();
    let different = Scenario::all().into_iter().filter(|scenario| scenario.structure == Structure::Double1);
    let double = different.map(|scenario| scenario.bounds).filter(|bounds| bounds[0] != bounds[1]);
    let mut lines = vec![header("bounds", Structure::ALL[1..].iter().map(Structure::to_string))];
    for bounds in single.chain(double) {
        let name = Scenario { structure: Structure::Double1, bounds }.row();
        let cell = |structure: &Structure| {
            let here: Vec<&Row> = rows
                .iter()
                .copied()
                .filter(|row| row.structure == structure.to_string() && row.bounds == name)
                .collect();
            let solved =
                |run: &String| here.iter().filter(|row| row.run == *run && row.is_solved()).count().to_string();
            if here.is_empty() { String::new() } else { runs.iter().map(solved).collect::<Vec<_>>().join("/") }
        };
        lines.push(std::iter::once(name.clone()).chain(Structure::ALL[1..].iter().map(cell)).collect());
    }
    aligned(&lines)
}

/// Solved by each of the runs, for each structure and in all.
pub fn by_structure(rows: &[&Row], runs: &[String]) -> String {
    let columns = Structure::ALL.iter().map(Structure::to_string).chain(["all".to_owned()]);
    let mut lines = vec![header("", columns)];
    for run in runs {
        let of_run = || rows.iter().filter(|row| row.run == *run);
        let solved = |structure: &Structure| {
            of_run().filter(|row| row.structure == structure.to_string() && row.is_solved()).count().to_string()
        };
        let all = format!("{} of {}", of_run().filter(|row| row.is_solved()).count(), of_run().count());
        lines.push(std::iter::once(run.clone()).chain(Structure::ALL.iter().map(solved)).chain([all]).collect());
    }
    aligned(&lines)
}

/// What each of the runs said, and what that took.
pub fn summary(rows: &[&Row], runs: &[String]) -> String {
    let words = ["proved", "violated", "unknown"].map(str::to_owned);
    let columns = words.iter().cloned().chain(["wall, s", "CPU, s", "memory, MiB"].map(str::to_owned));
    let mut lines = vec![header("", columns)];
    for run in runs {
        let of_run = || rows.iter().filter(|row| row.run == *run);
        let mut line = vec![run.clone()];
        line.extend(words.iter().map(|word| of_run().filter(|row| row.verdict == *word).count().to_string()));
        line.push(format!("{:.1}", of_run().map(|row| row.wall).sum::<f64>()));
        line.push(format!("{:.1}", of_run().map(|row| row.cpu).sum::<f64>()));
        line.push(of_run().map(|row| row.memory).max().unwrap_or(0).to_string());
        lines.push(line);
    }
    aligned(&lines)
}

/// The time of each run but the first, as a multiple of what the first took: the median over what both solve.
pub fn ratios(rows: &[&Row], runs: &[String]) -> String {
    let columns = Structure::ALL.iter().map(Structure::to_string).chain(["all".to_owned()]);
    let mut lines = vec![header("", columns.clone())];
    let times = |run: &str| times(rows.iter().copied(), run);
    let first = times(&runs[0]);
    for run in &runs[1..] {
        let mut ratios: Vec<(&str, f64)> = Vec::new();
        for (case, time) in times(run) {
            ratios.extend(first.get(&case).map(|first| (case[1], time / first.max(0.001))));
        }
        ratios.sort_by(|one, other| one.1.total_cmp(&other.1));
        let median = |structure: String| {
            let here: Vec<f64> = ratios
                .iter()
                .filter(|(of, _)| *of == structure || structure == "all")
                .map(|(_, ratio)| *ratio)
                .collect();
            here.get(here.len() / 2).map_or(String::new(), |ratio| format!("{ratio:.2}"))
        };
        lines.push(std::iter::once(run.clone()).chain(columns.clone().map(median)).collect());
    }
    aligned(&lines)
}

pub(super) fn header(first: &str, columns: impl Iterator<Item = String>) -> Vec<String> {
    std::iter::once(first.to_owned()).chain(columns).collect()
}

pub(super) fn aligned(lines: &[Vec<String>]) -> String {
    let columns = 0..lines.iter().map(Vec::len).max().unwrap_or(0);
    let width = |column: usize| lines.iter().filter_map(|line| line.get(column)).map(|cell| cell.len()).max();
    let mut text = String::new();
    for (number, line) in lines.iter().enumerate() {
        for column in columns.clone() {
            let (cell, width) = (line.get(column).map_or("", String::as_str), width(column).unwrap_or(0));
            text += &if column == 0 { format!("| {cell:<width$} ") } else { format!("| {cell:>width$} ") };
        }
        text += "|\n";
        if number == 0 {
            for column in columns.clone() {
                let line = "-".repeat(width(column).unwrap_or(0) + 1);
                text += &if column == 0 { format!("|{line}-") } else { format!("|{line}:") };
            }
            text += "|\n";
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::super::results::tests::row;
    use super::*;

    #[test]
    fn tables_count_what_is_solved() {
        let rows = [
            row("a", "Baseline", "", "cbmc", "proved", 1.0),
            row("a", "Baseline", "", "qicc", "unknown", 60.0),
            row("a", "Double 2", "small/large", "cbmc", "unknown", 60.0),
            row("a", "Double 2", "small/large", "qicc", "proved", 0.5),
            row("b", "Double 2", "small/large", "qicc", "violated", 0.5),
        ];
        let rows: Vec<&Row> = rows.iter().collect();
        let runs = ["cbmc".to_owned(), "qicc".to_owned()];
        let table = by_bounds(&rows, &runs);
        assert_eq!(table.lines().count(), 2 + 9);
        let line = table.lines().find(|line| line.starts_with("| small/large")).expect("a row");
        let cells: Vec<&str> = line.split('|').map(str::trim).collect();
        assert_eq!(cells, ["", "small/large", "", "", "", "0/2", "", ""]);
        let expected = "\
|      | Baseline | Single 1 | Single 2 | Double 1 | Double 2 | Double 3 |    all |
|------|---------:|---------:|---------:|---------:|---------:|---------:|-------:|
| cbmc |        1 |        0 |        0 |        0 |        0 |        0 | 1 of 2 |
| qicc |        0 |        0 |        0 |        0 |        2 |        0 | 2 of 3 |
";
        assert_eq!(by_structure(&rows, &runs), expected);
        let last = summary(&rows, &runs).lines().last().map(str::to_owned);
        assert_eq!(last.as_deref(), Some("| qicc |      1 |        1 |       1 |    61.0 |   61.0 |           1 |"));
    }
}
