//! The layers of qicc, in the order in which data flows. A module uses only the layers above it.
//!
//! | layer      | what it does                                                                     |
//! |------------|----------------------------------------------------------------------------------|
//! | `source`   | files, positions, messages about them                                            |
//! | `ctype`    | C types, data models, layout                                                     |
//! | `frontend` | C text to preprocessed text to lang-c's syntax tree to the typed program         |
//! | `cfa`      | the control-flow automaton: model, lowering, passes, checks, linking, rendering  |
//! | `emit`     | the automaton printed as C                                                       |
//! | `cli`      | one file a command                                                               |

pub mod cfa;
pub mod cli;
pub mod ctype;
pub mod emit;
pub mod frontend;
pub mod source;
