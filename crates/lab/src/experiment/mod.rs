//! Experiments: what a sweep runs, read from a TOML file in which unknown keys are refused.

mod contender;
mod error;
mod file;
mod keys;
mod pattern;
mod resolve;
mod scheme;

pub use contender::Contender;
pub use error::ExperimentError;
pub use file::{
    ArrivalsTable, CountTable, ExperimentFile, PatternName, PatternTable, PortsEntry, StatisticsTable, TimingTable,
    TrafficTable,
};
pub use resolve::Experiment;
pub use scheme::{SchemeEntry, SchemeTable, Word};
