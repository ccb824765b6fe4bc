//! One run: a scheme under open-loop traffic at one load, until its figures can be trusted.

mod backlog;
mod cell;
mod figures;
mod record;
mod stop;
mod watch;

pub use backlog::Backlog;
pub use cell::{Cell, RunError};
pub use figures::{Class, Figures};
pub use record::{ClassFigures, Record, Recorder};
pub use stop::{Of, Outcome, StopRule, Verdict};
