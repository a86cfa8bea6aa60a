//! Traps: to be written.
fn main() {}
