//! Observations as they stand: the mean of independent ones, and percentiles.

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
    sample_mean_at(observations, 0.95)
}

/// [`sample_mean`] with another confidence, between 0 and 1.
pub fn sample_mean_at(observations: &[f64], confidence: f64) -> Estimate {
    let mean = observations.iter().sum::<f64>() / observations.len() as f64;
    let half_width = (observations.len() > 1).then(|| half_width(observations, confidence));
    Estimate { mean, half_width, batches: None }
}

/// The observations of a run in ascending order, to read percentiles from.
#[derive(Clone, Debug)]
pub struct Percentiles {
    sorted: Vec<f64>,
}

impl Percentiles {
    /// Sorts the observations. O(n log n).
    pub fn new(mut observations: Vec<f64>) -> Self {
        observations.sort_unstable_by(f64::total_cmp);
        Self { sorted: observations }
    }

    /// The least observation that at least this share (0 to 1) of all do not exceed (the nearest rank); none if there
    /// are no observations.
    ///
    /// ```
    /// let run = wormcast_eval::stats::Percentiles::new((1..=200).map(f64::from).collect());
    /// assert_eq!(run.at(0.99), Some(198.0));
    /// assert_eq!(run.at(0.5), Some(100.0));
    /// ```
    pub fn at(&self, share: f64) -> Option<f64> {
        let rank = (share * self.sorted.len() as f64).ceil() as usize;
        self.sorted.get(rank.clamp(1, self.sorted.len().max(1)) - 1).copied()
    }
}
