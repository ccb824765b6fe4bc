//! The laboratory: traffic, statistics, sweeps, figures.

pub mod chart;
pub mod experiment;
pub mod reproduce;
pub mod run;
pub mod stats;
pub mod sweep;
pub mod traffic;
mod whole_file;

pub use whole_file::write_whole;
