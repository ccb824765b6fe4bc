//! The laboratory: traffic, statistics, sweeps, figures.

pub mod chart;
pub mod reproduce;
pub mod stats;
pub mod sweep;
pub mod traffic;
