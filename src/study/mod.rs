//! Many programs, several ways to ask about each, and what comes of it as tables and plots: the systematic study of
//! paper 004 (section 4.3), and the same for any folder of programs.
//!
//! A [`Fragment`] with the loops of a [`Scenario`] around it is a program. What a run says about a program is a
//! [`Row`]; rows are added to a file as they come ([`Results`]), so that a study can go on where it was interrupted.

mod fragment;
mod plot;
mod results;
mod scenario;
mod table;

pub use fragment::{Fragment, own, read};
pub use plot::{Point, quantiles, scatter};
pub use results::{Key, Results, Row, times};
pub use scenario::{Bound, Scenario, Structure};
pub use table::{by_bounds, by_structure, ratios, summary};
