//! One run: a scheme under open-loop traffic at one load, until its figures can be trusted.

mod ahead;
mod backlog;
mod blocks;
mod cell;
mod figures;
mod own_plans;
mod probe;
mod record;
mod source;
mod stop;

pub use backlog::Backlog;
pub use blocks::{Blocks, Unpaired};
pub use cell::{Cell, RunError};
pub use figures::{ClassBlocks, ClassFigures, Figures};
pub use record::{LatencyFigures, Record, Recorder};
pub use stop::{MEASURED_OF_CLASS, MeanOf, RunOutcome, StopRule, Verdict};
