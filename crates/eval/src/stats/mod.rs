//! Steady-state statistics: warm-up by rule, batch means, confidence, percentiles.

mod batch;
mod percentile;
mod sample;
mod warm_up;

pub use batch::{Estimate, batch_means};
pub use percentile::Percentiles;
pub use sample::sample_mean;
pub use warm_up::warm_up;
