//! The mean of independent observations.

use super::Estimate;
use super::batch::half_width;

/// The mean of independent observations, with Student's 95 % confidence interval; none for fewer than two. O(n).
///
/// ```
/// let estimate = wormcast_eval::stats::sample_mean(&[1.0, 2.0, 3.0]);
/// assert_eq!(estimate.mean, 2.0);
/// // t(2, 0.975) = 4.303, and the standard error is 1/√3.
/// assert!((estimate.half_width.unwrap() - 4.303 / 3_f64.sqrt()).abs() < 1e-3);
/// ```
pub fn sample_mean(observations: &[f64]) -> Estimate {
    let mean = observations.iter().sum::<f64>() / observations.len() as f64;
    Estimate { mean, half_width: (observations.len() > 1).then(|| half_width(observations, 0.95)) }
}
