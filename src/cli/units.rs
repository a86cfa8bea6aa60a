//! Durations and sizes as people write them: `90s`, `5m`, `512MiB`.

use std::time::Duration;

const DURATIONS: &[(&str, u64)] = &[("ms", 1), ("s", 1000), ("m", 60_000), ("min", 60_000), ("h", 3_600_000)];
const SIZES: &[(&str, u64)] = &[
    ("MiB", 1 << 20),
    ("GiB", 1 << 30),
    ("TiB", 1 << 40),
    ("KiB", 1 << 10),
    ("kB", 1000),
    ("MB", 1_000_000),
    ("GB", 1_000_000_000),
    ("M", 1 << 20),
    ("G", 1 << 30),
];

/// A positive duration; seconds when there is no unit.
pub(super) fn duration(text: &str) -> Result<Duration, String> {
    let milliseconds = parse(text, DURATIONS, Some(1000), "write a duration as 90s, 5m, 1.5h or 500ms")?;
    Ok(Duration::from_millis(milliseconds))
}

/// A positive number of bytes.
pub(super) fn size(text: &str) -> Result<u64, String> {
    parse(text, SIZES, None, "write a size as 512MiB, 2GiB or 1.5GiB")
}

fn parse(text: &str, units: &[(&str, u64)], bare: Option<u64>, help: &str) -> Result<u64, String> {
    let text = text.trim();
    let digits = text.find(|c: char| !c.is_ascii_digit() && c != '.').unwrap_or(text.len());
    let (number, unit) = (&text[..digits], text[digits..].trim_start());
    let number: f64 = number.parse().map_err(|_| format!("this is no number with a unit; {help}"))?;
    let exact = units.iter().find(|(name, _)| *name == unit);
    let factor = match exact.or_else(|| units.iter().find(|(name, _)| name.eq_ignore_ascii_case(unit))) {
        Some((_, factor)) => *factor,
        None if unit.is_empty() => bare.ok_or_else(|| format!("the unit is missing; {help}"))?,
        None => return Err(format!("unknown unit `{unit}`; {help}")),
    };
    let value = number * factor as f64;
    match value {
        _ if value < 1.0 => Err("it must be more than nothing".to_owned()),
        // Times beyond a hundred years and memory beyond a pebibyte are slips of the finger.
        _ if value > 4e15 => Err("that is too much".to_owned()),
        _ => Ok(value as u64),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn durations() {
        let milliseconds = |text: &str| duration(text).map(|duration| duration.as_millis());
        let good =
            [("60s", 60_000), ("5m", 300_000), ("90", 90_000), ("1.5h", 5_400_000), ("500ms", 500), ("5 min", 300_000)];
        for (text, expected) in good {
            assert_eq!(milliseconds(text), Ok(expected), "{text}");
        }
        for (text, message) in [
            ("", "no number"),
            ("x", "no number"),
            ("-1s", "no number"),
            ("1.2.3s", "no number"),
            ("5 weeks", "unknown unit `weeks`"),
            ("0", "more than nothing"),
            ("99999999999999999h", "too much"),
        ] {
            let error = milliseconds(text).expect_err(text);
            assert!(error.contains(message), "{text}: {error}");
        }
    }

    #[test]
    fn sizes() {
        for (text, expected) in [("2GiB", 2 << 30), ("512mib", 512 << 20), ("1.5G", 3 << 29), ("2 GB", 2_000_000_000)] {
            assert_eq!(size(text), Ok(expected), "{text}");
        }
        assert!(size("2").is_err_and(|error| error.contains("unit is missing")));
        assert!(size("2 apples").is_err_and(|error| error.contains("`apples`")));
    }
}
