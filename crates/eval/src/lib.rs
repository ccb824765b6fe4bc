//! Evaluation: traffic, sweeps, statistics, charts.
//!
//! Two features take other libraries in: `charts` draws curves as SVG, `parquet` writes tables of results so. Neither
//! is on by itself.

pub mod chart;
pub mod experiment;
pub mod run;
pub mod stats;
pub mod sweep;
pub mod traffic;
mod whole_file;

pub use whole_file::{remove_litter, remove_unfinished, write_named, write_whole};
