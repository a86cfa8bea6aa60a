//! The conditions of `?:` in statements.
//!
//! They are evaluated on edges of ours as those of `if` are. But nobody knows in which order CPAchecker evaluates two
//! of them that are beside each other, or one that is beside a call; so all of a statement that decides something must
//! be one condition after the other: the first, and then those in what it chooses from.

use super::scan::{Condition, JUMPS, Scan};
use std::collections::BTreeMap;
use std::ops::Range;

/// What decides what is evaluated.
pub(super) const CHOICES: [&[u8]; 3] = [b"?", b"&&", b"||"];

impl Scan<'_> {
    /// The conditions of `?:` in a statement that begins here, by their question marks; nothing unless it is plain in
    /// which order all of it is evaluated.
    pub(super) fn choosing(&self, start: u32) -> Option<BTreeMap<u32, Condition>> {
        let returns = u32::from(self.token(start) == b"return");
        let (mut end, mut open) = (start + returns, 0_usize);
        loop {
            match self.token(end) {
                b";" => break,
                b"?" => open += 1,
                // Otherwise it is a label, and what that is on is an edge of its own.
                b":" => open = open.checked_sub(1)?,
                word if CHOICES.contains(&word) => {}
                word if JUMPS.contains(&word) => return None,
                _ => {}
            }
            end += 1;
            self.partner.get(end as usize)?;
        }
        let mut found = BTreeMap::new();
        self.choice(start + returns..end, &mut found)?;
        Some(found)
    }

    /// The condition of the one `?:` in a part of a statement, and those in what it chooses from.
    fn choice(&self, range: Range<u32>, found: &mut BTreeMap<u32, Condition>) -> Option<()> {
        let decides = |at: &u32| CHOICES.contains(&self.token(*at));
        let Some(first) = range.clone().find(|at| self.token(*at) == b"?") else {
            return range.clone().find(decides).is_none().then_some(());
        };
        let mut start = self.left(first, true).max(range.start);
        let colon = self.colon(first + 1, range.end)?;
        let end = self.chosen_end(colon + 1, range.end);
        let outside = (range.start..start).chain(end..range.end);
        // What is called beside it may be called before or after; what it is an argument of is called after.
        let calls = |at: u32| {
            let around = at < start && self.close(at).is_some_and(|close| close >= end);
            self.token(at) == b"(" && !around && at > range.start && self.is_callee(at - 1)
        };
        if outside.clone().any(|at| decides(&at) || calls(at)) || colon == first + 1 {
            return None;
        }
        self.choice(first + 1..colon, found)?;
        self.choice(colon + 1..end, found)?;
        let mut last = first;
        while self.token(start) == b"(" && self.close(start) == Some(last - 1) && start + 1 < last {
            (start, last) = (start + 1, last - 1);
        }
        found.insert(first, self.condition(start..last, false));
        Some(())
    }

    /// The colon that belongs to a question mark in front of this.
    fn colon(&self, start: u32, end: u32) -> Option<u32> {
        let colon = self.label(start);
        (colon < end).then_some(colon)
    }

    /// Where the last operand of `?:` ends, which can be another one.
    fn chosen_end(&self, start: u32, end: u32) -> u32 {
        let mut at = start;
        while at < end {
            match self.token(at) {
                b"(" | b"[" => at = self.close(at).unwrap_or(at),
                b")" | b"]" | b"," | b";" => break,
                _ => {}
            }
            at += 1;
        }
        at
    }

    /// Whether what stands before a parenthesis can be called.
    fn is_callee(&self, at: u32) -> bool {
        let word = self.token(at);
        let named = word.first().is_some_and(|c| c.is_ascii_alphabetic() || *c == b'_' || *c == b'$');
        named && word != b"sizeof" || word == b")" || word == b"]"
    }

    /// A condition with all parentheses that are around it.
    pub(super) fn with_brackets(&self, condition: &Condition) -> Condition {
        let range = self.brackets(&condition.range).pop().unwrap_or_else(|| condition.range.clone());
        self.condition(range, false)
    }

    /// The same with each pair of parentheses that is around it, from the inside.
    pub(super) fn brackets(&self, range: &Range<u32>) -> Vec<Range<u32>> {
        let wider = |range: &Range<u32>| {
            let before = range.start.checked_sub(1)?;
            // Those of a call are no part of it.
            let around = self.close(before) == Some(range.end)
                && self.token(before) == b"("
                && !before.checked_sub(1).is_some_and(|callee| self.is_callee(callee));
            around.then_some(before..range.end + 1)
        };
        std::iter::successors(wider(range), wider).collect()
    }
}
