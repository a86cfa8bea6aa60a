//! Recorded and made-up answers.
