//! Small programs, and what their pointers point to.
