//! Versions as tools print them, and ranges of them.

use std::cmp::Ordering;
use std::fmt;

/// The numbers at the start of a version: `6.6.0-rc1` is 6, 6, 0. Missing ones count as 0.
#[derive(Clone, Debug)]
pub(super) struct Version(Vec<u64>);

impl Version {
    pub(super) fn parse(text: &str) -> Option<Version> {
        let text = text.trim_start_matches('v');
        let digits = text.find(|c: char| !c.is_ascii_digit() && c != '.').map_or(text, |end| &text[..end]);
        let numbers = digits.trim_end_matches('.').split('.').map(|part| part.parse().ok());
        numbers.collect::<Option<Vec<u64>>>().map(Version)
    }
}

impl PartialEq for Version {
    fn eq(&self, other: &Version) -> bool {
        self.cmp(other) == Ordering::Equal
    }
}

impl Eq for Version {}

impl PartialOrd for Version {
    fn partial_cmp(&self, other: &Version) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Version {
    fn cmp(&self, other: &Version) -> Ordering {
        let number = |version: &Version, at: usize| version.0.get(at).copied().unwrap_or(0);
        let longest = self.0.len().max(other.0.len());
        (0..longest).map(|at| number(self, at).cmp(&number(other, at))).find(|o| o.is_ne()).unwrap_or(Ordering::Equal)
    }
}

impl fmt::Display for Version {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let numbers: Vec<String> = self.0.iter().map(u64::to_string).collect();
        f.write_str(&numbers.join("."))
    }
}

/// The versions that a description is about.
#[derive(Clone, Debug, Default)]
pub(super) struct Range {
    /// The first one.
    pub(super) from: Option<Version>,
    /// The first one that is too new.
    pub(super) below: Option<Version>,
}

impl Range {
    /// Whether a version is in it. One that has no number is, as long as every version is.
    pub(super) fn contains(&self, version: &str) -> bool {
        match Version::parse(version) {
            Some(version) => {
                self.from.as_ref().is_none_or(|from| *from <= version)
                    && self.below.as_ref().is_none_or(|below| version < *below)
            }
            None => self.from.is_none() && self.below.is_none(),
        }
    }
}

impl fmt::Display for Range {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (&self.from, &self.below) {
            (None, None) => write!(f, "any version"),
            (Some(from), None) => write!(f, "{from} or newer"),
            (None, Some(below)) => write!(f, "older than {below}"),
            (Some(from), Some(below)) => write!(f, "{from} or newer, older than {below}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn range(from: &str, below: &str) -> Range {
        Range { from: Version::parse(from), below: Version::parse(below) }
    }

    #[test]
    fn versions_are_numbers() {
        let order = ["0.2.5", "0.2.10", "0.3", "1", "1.0.1-rc2", "10.0"];
        for pair in order.windows(2) {
            assert!(Version::parse(pair[0]) < Version::parse(pair[1]), "{pair:?}");
        }
        assert_eq!(Version::parse("2.0"), Version::parse("v2"));
        assert_eq!(Version::parse("unknown"), None);
        assert_eq!(Version::parse("1..2"), None);
        assert_eq!(Version::parse(""), None);
    }

    #[test]
    fn a_range_has_a_first_version_and_one_that_is_too_new() {
        let supported = range("5.12", "7");
        assert!(supported.contains("5.12.0") && supported.contains("6.6.0") && supported.contains("6.99"));
        assert!(!supported.contains("5.11") && !supported.contains("7.0") && !supported.contains("unknown"));
        assert!(Range::default().contains("unknown"));
        assert_eq!(supported.to_string(), "5.12 or newer, older than 7");
    }
}
