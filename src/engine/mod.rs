//! The embedded verifier: bit-precise, in process, with nothing else installed.
//!
//! | part       | what it does                                                              |
//! |------------|---------------------------------------------------------------------------|
//! | `term`     | words and arrays, shared and rewritten                                    |
//! | `float`    | IEEE numbers as words                                                     |
//! | `circuit`  | gates on bits, shared                                                     |
//! | `blast`    | words as circuits                                                         |
//! | `solve`    | whether conditions can hold: an incremental SAT solver                    |
//! | `memory`   | objects, pointers, states, and what states become where they meet         |
//! | `stop`     | when to stop                                                              |
//! | `symbolic` | execution of all paths at once                                            |
//! | `bounded`  | bounded model checking and k-induction                                    |
//! | `replay`   | a program that does what one execution did                                |

mod account;
pub mod blast;
pub mod bounded;
pub mod circuit;
pub mod float;
pub mod memory;
pub mod replay;
pub mod script;
pub mod solve;
pub mod stop;
pub mod symbolic;
mod table;
pub mod term;

pub use stop::Stop;
