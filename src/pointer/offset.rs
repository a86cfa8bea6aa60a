//! Sets of byte offsets: one number, steps of a stride from a start, or a class of numbers modulo a stride.
//!
//! Every operation gives a superset of what it is about. Numbers that do not fit become any number.

use std::fmt;

/// Offsets, in bytes, from the start of an object. They may lie outside of it: pointers do, before they come back.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Offset {
    Exact(i64),
    /// `from`, `from + stride`, and so on, up to `to`, or without end.
    Steps {
        from: i64,
        stride: u64,
        to: Option<i64>,
    },
    /// All that leave this remainder, in both directions; the stride is at least 2.
    Class {
        remainder: i64,
        stride: u64,
    },
    Any,
}

/// How two accesses can meet.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Meeting {
    Never,
    /// Where they meet, they are at the same bytes.
    Same,
    Partly,
}

/// The size of an access of which nothing is known.
pub(super) const UNKNOWN: u64 = u64::MAX;

impl Offset {
    pub const ZERO: Offset = Offset::Exact(0);

    /// `from`, `from + stride`, …, at most `to`.
    pub fn steps(from: i64, stride: u64, to: Option<i64>) -> Offset {
        match to {
            _ if stride == 0 => Offset::Exact(from),
            Some(to) if to.saturating_sub(from) < stride.try_into().unwrap_or(i64::MAX) => Offset::Exact(from),
            Some(to) => {
                let span = i128::from(to) - i128::from(from);
                let last = i128::from(from) + span / i128::from(stride) * i128::from(stride);
                Offset::Steps { from, stride, to: i64::try_from(last).ok() }
            }
            None => Offset::Steps { from, stride, to: None },
        }
    }

    /// Everything that leaves this remainder.
    pub fn class(remainder: i64, stride: u64) -> Offset {
        match i64::try_from(stride) {
            Ok(0) => Offset::Exact(remainder),
            Ok(1) | Err(_) => Offset::Any,
            Ok(step) => Offset::Class { remainder: remainder.rem_euclid(step), stride },
        }
    }

    pub fn exact(self) -> Option<i64> {
        match self {
            Offset::Exact(offset) => Some(offset),
            _ => None,
        }
    }

    pub fn contains(self, offset: i64) -> bool {
        self.at_least(i128::from(offset)) == Some(i128::from(offset))
    }

    /// The least of them that is not below a number, and what the others above it are apart.
    pub fn from(self, low: i64) -> Option<(i64, u64)> {
        let first = self.at_least(low.into()).and_then(|first| i64::try_from(first).ok())?;
        Some((first, self.shape().1))
    }

    /// One of them, and what all of them are apart by a multiple of.
    pub(super) fn shape(self) -> (i64, u64) {
        match self {
            Offset::Exact(offset) => (offset, 0),
            Offset::Steps { from, stride, .. } => (from, stride),
            Offset::Class { remainder, stride } => (remainder, stride),
            Offset::Any => (0, 1),
        }
    }

    /// The lowest and the highest.
    pub fn bounds(self) -> (Option<i64>, Option<i64>) {
        match self {
            Offset::Exact(offset) => (Some(offset), Some(offset)),
            Offset::Steps { from, to, .. } => (Some(from), to),
            Offset::Class { .. } | Offset::Any => (None, None),
        }
    }

    /// All sums of one of these and one of those.
    pub fn plus(self, other: Offset) -> Offset {
        let ((a, s), (b, t)) = (self.shape(), other.shape());
        let Some(sum) = a.checked_add(b) else { return Offset::Any };
        let stride = gcd(s, t);
        let (Some(_), Some(_)) = (self.bounds().0, other.bounds().0) else { return Offset::class(sum, stride) };
        match (self.bounds().1, other.bounds().1) {
            (Some(c), Some(d)) => match c.checked_add(d) {
                Some(to) => Offset::steps(sum, stride, Some(to)),
                None => Offset::class(sum, stride),
            },
            _ => Offset::steps(sum, stride, None),
        }
    }

    pub fn negated(self) -> Offset {
        let negated = |offset: i64| offset.checked_neg();
        match self {
            Offset::Exact(offset) => negated(offset).map_or(Offset::Any, Offset::Exact),
            Offset::Steps { from, stride, to: Some(to) } => match (negated(from), negated(to)) {
                (Some(to), Some(from)) => Offset::steps(from, stride, Some(to)),
                _ => Offset::Any,
            },
            Offset::Steps { from: offset, stride, .. } | Offset::Class { remainder: offset, stride } => {
                negated(offset).map_or(Offset::Any, |offset| Offset::class(offset, stride))
            }
            Offset::Any => Offset::Any,
        }
    }

    /// The least of them that is not below a number.
    fn at_least(self, low: i128) -> Option<i128> {
        let (first, stride) = self.shape();
        let (first, stride) = (i128::from(first), i128::from(stride));
        let next = |low: i128| if stride == 0 { first } else { low + (first - low).rem_euclid(stride) };
        match self {
            Offset::Exact(_) => Some(first).filter(|first| *first >= low),
            Offset::Steps { to, .. } => {
                Some(next(low.max(first))).filter(|found| to.is_none_or(|to| *found <= i128::from(to)))
            }
            Offset::Class { .. } | Offset::Any => Some(next(low)),
        }
    }

    /// The least and the greatest of them between two numbers.
    fn within(self, low: i128, high: i128) -> Option<(i128, i128)> {
        let least = self.at_least(low).filter(|least| *least <= high)?;
        let (_, stride) = self.shape();
        let high = match self.bounds().1 {
            Some(to) => high.min(i128::from(to)),
            None => high,
        };
        let greatest =
            if stride == 0 { least } else { least + (high - least) / i128::from(stride) * i128::from(stride) };
        Some((least, greatest))
    }

    /// How an access of so many bytes here meets one there.
    pub(super) fn meets(self, size: u64, other: Offset, other_size: u64) -> Meeting {
        let apart = other.plus(self.negated());
        let (low, high) = (1 - i128::from(other_size), i128::from(size) - 1);
        match apart.within(low, high) {
            None => Meeting::Never,
            Some((0, 0)) if size == other_size && size != UNKNOWN => Meeting::Same,
            Some(_) => Meeting::Partly,
        }
    }

    /// How an access lies in a range of so many bytes that begins here: `Same` where it is inside whenever it touches
    /// it.
    pub(super) fn encloses(self, len: u64, other: Offset, other_size: u64) -> Meeting {
        let apart = other.plus(self.negated());
        match apart.within(1 - i128::from(other_size), i128::from(len) - 1) {
            None => Meeting::Never,
            Some((least, greatest))
                if least >= 0 && greatest <= i128::from(len) - i128::from(other_size) && other_size != UNKNOWN =>
            {
                Meeting::Same
            }
            Some(_) => Meeting::Partly,
        }
    }

    /// Whether every one of those is one of these.
    pub fn includes(self, other: Offset) -> bool {
        let ((a, s), (b, t)) = (self.shape(), other.shape());
        let stride = i128::from(s);
        let apart = i128::from(b) - i128::from(a);
        let aligned = if s == 0 { apart == 0 && t == 0 } else { apart % stride == 0 && i128::from(t) % stride == 0 };
        let (low, high) = (self.bounds(), other.bounds());
        let below = low.0.is_none_or(|mine| high.0.is_some_and(|theirs| theirs >= mine));
        let above = low.1.is_none_or(|mine| high.1.is_some_and(|theirs| theirs <= mine));
        aligned && below && above
    }
}

pub(super) fn gcd(a: u64, b: u64) -> u64 {
    if b == 0 { a } else { gcd(b, a % b) }
}

impl fmt::Display for Offset {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Offset::Exact(offset) => write!(f, "{offset}"),
            Offset::Steps { from, stride, to: Some(to) } => write!(f, "{from}..{to} by {stride}"),
            Offset::Steps { from, stride, to: None } => write!(f, "{from}.. by {stride}"),
            Offset::Class { remainder, stride } => write!(f, "{remainder} mod {stride}"),
            Offset::Any => f.write_str("any"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn samples() -> Vec<Offset> {
        let mut samples = vec![Offset::Any];
        for from in [-6, -1, 0, 1, 4, 7] {
            samples.push(Offset::Exact(from));
            for stride in [1, 2, 3, 4, 6] {
                samples.push(Offset::class(from, stride));
                samples.push(Offset::steps(from, stride, None));
                samples.push(Offset::steps(from, stride, Some(from + 7)));
                samples.push(Offset::steps(from, stride, Some(from)));
            }
        }
        samples
    }

    /// The members near zero.
    fn members(offset: Offset) -> Vec<i64> {
        (-30..30).filter(|number| offset.contains(*number)).collect()
    }

    #[test]
    fn sums_and_negations_contain_what_they_should() {
        for a in samples() {
            members(a).into_iter().for_each(|x| assert!(a.negated().contains(-x), "-({a}) with {x}"));
            for b in samples() {
                let sum = a.plus(b);
                for x in members(a) {
                    members(b).into_iter().for_each(|y| assert!(sum.contains(x + y), "{a} + {b}: {x} + {y}"));
                }
                if a.includes(b) {
                    members(b).into_iter().for_each(|y| assert!(a.contains(y), "{a} includes {b}: {y}"));
                }
            }
        }
    }

    #[test]
    fn meetings_are_found() {
        for (a, size) in samples().into_iter().flat_map(|a| [1, 2, 4].map(|size| (a, size))) {
            for (b, other) in samples().into_iter().flat_map(|b| [1, 4].map(|size| (b, size))) {
                let (meeting, inside) = (a.meets(size, b, other), a.encloses(size, b, other));
                for (x, y) in members(a).into_iter().flat_map(|x| members(b).into_iter().map(move |y| (x, y))) {
                    let touch = x < y + other as i64 && y < x + size as i64;
                    let same = x == y && size == other;
                    assert!(!touch || meeting != Meeting::Never, "{a} {size} {b} {other}: {x} {y}");
                    assert!(!touch || meeting != Meeting::Same || same, "{a} {size} {b} {other}: {x} {y}");
                    assert!(!touch || inside != Meeting::Never, "{a} {size} {b} {other}: {x} {y}");
                    let enclosed = x <= y && y + other as i64 <= x + size as i64;
                    assert!(!touch || inside != Meeting::Same || enclosed, "{a} {size} {b} {other}: {x} {y}");
                }
            }
        }
    }
}
