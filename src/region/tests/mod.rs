//! Regions by definition, slowly, beside what the code finds: on random graphs ([`graphs`]) and on programs
//! ([`programs`]). Nothing here uses dominators or union-find; a set of locations is a set.

mod graphs;
mod programs;

/// A small generator of pseudo-random numbers (xorshift), so that every run is the same.
struct Random(u64);

impl Random {
    fn below(&mut self, n: u32) -> u32 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 33) as u32 % n
    }
}
