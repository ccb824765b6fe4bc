//! Steady-state statistics: warm-up by rule, batch means, confidence, percentiles.

mod batch;
mod sample;
mod warm_up;

pub use batch::{Estimate, FEW_BATCHES, LEAST_OBSERVATIONS, batch_means};
pub use sample::{Percentiles, sample_mean, sample_mean_at};
pub use warm_up::warm_up;
