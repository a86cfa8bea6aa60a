//! How words of both formats have to look: hashes, times, identifiers, properties.

use super::fault::Faults;

pub(super) fn check_uuid(line: u32, text: &str, faults: &mut Faults) {
    let groups: Vec<&str> = text.split('-').collect();
    let lengths: Vec<usize> = groups.iter().map(|group| group.len()).collect();
    if lengths != [8, 4, 4, 4, 12] || !groups.iter().all(|group| group.bytes().all(|c| c.is_ascii_hexdigit())) {
        faults.wrong(line, format!("`{}` is no UUID", short(text)));
    }
}

/// ISO 8601 to the second, in UTC or with an offset.
pub(super) fn check_time(line: u32, text: &str, faults: &mut Faults) {
    if !is_time(text.trim()) {
        let words = format!("`{}` is no time like 2026-01-31T23:59:59Z or 2026-01-31T23:59:59+01:00", short(text));
        faults.wrong(line, words);
    }
}

fn is_time(text: &str) -> bool {
    let bytes = text.as_bytes();
    let number = |from: usize, to: usize| -> Option<u32> {
        let digits = bytes.get(from..to)?;
        digits.iter().all(u8::is_ascii_digit).then(|| digits.iter().fold(0, |n, c| n * 10 + u32::from(c - b'0')))
    };
    let mark = |at: usize, mark: u8| bytes.get(at) == Some(&mark);
    let within = |value: Option<u32>, least: u32, most: u32| value.is_some_and(|v| (least..=most).contains(&v));
    let (year, month) = (number(0, 4), number(5, 7));
    let leap = year.is_some_and(|y| y % 4 == 0 && (y % 100 != 0 || y % 400 == 0));
    let days = match month {
        Some(4 | 6 | 9 | 11) => 30,
        Some(2) if leap => 29,
        Some(2) => 28,
        _ => 31,
    };
    let date =
        year.is_some() && within(month, 1, 12) && within(number(8, 10), 1, days) && mark(4, b'-') && mark(7, b'-');
    let clock = within(number(11, 13), 0, 23) && within(number(14, 16), 0, 59) && within(number(17, 19), 0, 60);
    let marks = mark(10, b'T') && mark(13, b':') && mark(16, b':');
    let zone = match bytes.get(19..) {
        Some(b"Z") => true,
        Some([b'+' | b'-', ..]) if bytes.len() == 25 => {
            within(number(20, 22), 0, 23) && mark(22, b':') && within(number(23, 25), 0, 59)
        }
        _ => false,
    };
    date && clock && marks && zone
}

/// SHA-256 in hexadecimal digits.
pub(super) fn check_hash(line: u32, text: &str, faults: &mut Faults) {
    let text = text.trim();
    if text.len() != 64 || !text.bytes().all(|c| c.is_ascii_hexdigit()) {
        let words = format!("`{}` is no SHA-256, which has 64 hexadecimal digits", short(text));
        faults.wrong(line, words);
    }
}

pub(super) fn check_specification(line: u32, text: &str, faults: &mut Faults) {
    let proper = |line: &str| line.starts_with("CHECK(") && line.ends_with(')') || line.starts_with("COVER(");
    let mut lines = text.lines().map(str::trim).filter(|line| !line.is_empty()).peekable();
    if lines.peek().is_none() || !lines.all(proper) {
        faults.wrong(
            line,
            format!("`{}` is no property like CHECK( init(main()), LTL(G ! overflow) )", short(text.trim())),
        );
    }
}

/// So much of a text as fits into a message.
pub(super) fn short(text: &str) -> String {
    let mut shown: String = text.chars().take(60).map(|c| if c.is_control() { ' ' } else { c }).collect();
    if shown.len() < text.len() {
        shown.push('…');
    }
    shown
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times() {
        for time in ["2026-11-16T00:59:21Z", "2024-02-29T23:59:60+01:00", "2000-01-01T00:00:00-11:30"] {
            assert!(is_time(time), "{time}");
        }
        for time in ["2026-11-16", "2026-11-16 00:59:21Z", "2026-02-29T00:00:00Z", "2026-13-01T00:00:00Z", "yesterday"]
        {
            assert!(!is_time(time), "{time}");
        }
        for time in ["2026-11-16T00:59:21", "2026-11-16T24:00:00Z", "2026-11-16T00:59:21+1:00", "2026-11-16T00:59:21Zx"]
        {
            assert!(!is_time(time), "{time}");
        }
    }
}
