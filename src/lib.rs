//! The layers of qicc, in the order in which data flows. A module uses only the layers above it.
//!
//! | layer      | what it does                                                                     |
//! |------------|----------------------------------------------------------------------------------|
//! | `source`   | files, positions, messages about them                                            |
//! | `ctype`    | C types, data models, layout                                                     |
//! | `frontend` | C text to preprocessed text to lang-c's syntax tree to the typed program         |
//! | `cfa`      | the control-flow automaton: model, lowering, passes, checks, linking, rendering  |
//! | `property` | what is to be proved: the program's assertions, and generated checks             |
//! | `pointer`  | what pointers point to; what functions and regions read and write                |
//! | `range`    | what values integers can have at a location                                      |
//! | `region`   | the pieces of a program that can be checked by themselves, and how they nest       |
//! | `engine`   | the embedded verifier                                                            |
//! | `condition`| what a verifier is through with, as an automaton over the edges of a program      |
//! | `reduce`   | what is left of a program beside a condition, as a program                         |
//! | `witness`  | what verifiers hand out with a verdict, so that others can check it                 |
//! | `analysis` | what a program does, state by state; a condition for what is left                 |
//! | `emit`     | the automaton printed as C                                                       |
//! | `verifier` | what a verifier is; adapters to those there are                                  |
//! | `exec`     | processes with limits, and whole process trees                                   |
//! | `strategy` | which tasks to send, and what their answers mean                                 |
//! | `report`   | results as text and as JSON; progress                                            |
//! | `study`    | many programs and several ways to ask: results, tables, plots                    |
//! | `cli`      | one file a command                                                               |

pub mod analysis;
pub mod cfa;
pub mod cli;
pub mod condition;
pub mod ctype;
pub mod emit;
pub mod engine;
pub mod exec;
pub mod frontend;
pub mod pointer;
pub mod property;
pub mod range;
pub mod reduce;
pub mod region;
pub mod report;
pub mod source;
pub mod strategy;
pub mod study;
pub mod verifier;
pub mod witness;
