//! Experiments: what a sweep runs, read from a TOML file in which unknown keys are refused.

mod error;
mod file;
mod keys;
mod pattern;
mod resolve;
mod scheme;
mod scheme_config;
mod values;

pub use error::ExperimentError;
pub use file::{
    ArrivalsTable, CountTable, ExperimentFile, PatternName, PatternTable, PortsEntry, StatisticsTable, TimingTable,
    TrafficTable,
};
pub use resolve::Experiment;
pub use scheme::{SchemeEntry, SchemeTable};
pub use scheme_config::SchemeConfig;
