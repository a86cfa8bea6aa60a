//! The automaton printed as C.
mod structure;
