//! One run: a scheme under open-loop traffic at one load, until its figures can be trusted.

mod backlog;
mod record;
mod stop;

pub use backlog::Backlog;
pub use record::{ClassFigures, Record, Recorder};
pub use stop::{Outcome, StopRule, Verdict};
