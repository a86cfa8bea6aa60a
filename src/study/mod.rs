//! Many programs, several ways to ask about each, and what comes of it as tables and plots: the systematic study of
//! paper 004 (section 4.3), the same for any folder of programs, and what two verifiers know together that none of them
//! knows alone (paper 002, section 4), with [`families`] of programs that are made for it.
//!
//! A [`Fragment`] with the loops of a [`Scenario`] around it is a program. What a run says about a program is a
//! [`Row`]; rows are added to a file as they come ([`Results`]), so that a study can go on where it was interrupted.

mod cooperation;
mod family;
mod fragment;
mod plot;
mod results;
mod scenario;
mod table;

pub use cooperation::{Cooperation, FIRST, NATIVE, Size, alone};
pub use family::{Task, families};
pub use fragment::{Fragment, own, read};
pub use plot::{Point, boxes, counts, quantiles, scatter};
pub use results::{Key, Results, Row, times};
pub use scenario::{Bound, Scenario, Structure};
pub use table::{by_bounds, by_structure, ratios, summary};
