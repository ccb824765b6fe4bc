//! Experiments: what a sweep runs, read from a TOML file in which unknown keys are refused.

mod error;
mod file;
mod keys;
mod loads;
mod pattern;
mod resolve;
mod scheme;
mod scheme_config;
mod taken;
mod traffic;
mod values;

pub use error::ExperimentError;
pub use file::{
    ArrivalsTable, BurstTable, CountTable, ExperimentFile, LengthsEntry, Named, PatternName, PatternTable, PortsEntry,
    StatisticsTable, TimingTable, TrafficTable,
};
pub use loads::{LoadUnit, Loads, LoadsEntry};
pub use resolve::Experiment;
pub use scheme::{SchemeEntry, SchemeTable};
pub use scheme_config::SchemeConfig;
