//! Evaluation: traffic, sweeps, statistics, charts.

pub mod chart;
pub mod experiment;
pub mod run;
pub mod stats;
pub mod sweep;
pub mod traffic;
mod whole_file;

pub use whole_file::write_whole;
