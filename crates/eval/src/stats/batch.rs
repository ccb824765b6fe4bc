//! The mean of a correlated series, and how far it can be trusted.

use serde::{Deserialize, Serialize};
use statrs::distribution::{ContinuousCDF, StudentsT};

/// Batches start at this number; correlated neighbours are merged until this few remain.
const BATCHES: (usize, usize) = (64, 16);
/// Neighbouring batches count as independent below this correlation.
const INDEPENDENT: f64 = 0.2;

/// A series of fewer observations has no interval.
pub const LEAST_OBSERVATIONS: usize = BATCHES.0;

/// A mean with its confidence.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Estimate {
    /// The mean of the observations.
    pub mean: f64,
    /// Half the width of the confidence interval around it; none when the series is too short to say.
    pub half_width: Option<f64>,
    /// How many batches that rests on; none if it is not said.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub batches: Option<u32>,
}

/// A half-width that rests on no more batches than this may be off by a fifth: neighbours were merged as far as it
/// goes.
pub const FEW_BATCHES: u32 = BATCHES.1 as u32;

impl Estimate {
    /// A mean that stands for nothing beyond what it is of: it has no interval.
    pub fn alone(mean: f64) -> Self {
        Self { mean, half_width: None, batches: None }
    }

    /// Whether the half-width is at most this share of the mean.
    pub fn is_within(&self, share: f64) -> bool {
        self.half_width.is_some_and(|half_width| half_width <= share * self.mean.abs())
    }
}

/// The mean of a steady series and the half-width of its confidence interval, by batch means: the series is cut into
/// 64 batches of equal size (a rest at the start is left out), neighbours are merged (down to 16) while the means of
/// consecutive batches correlate by 0.2 or more, and the interval is Student's over the batches. A series that still
/// correlates at 16 batches, or has fewer than 64 observations, has no half-width: the run must go on. O(n).
///
/// ```
/// let series: Vec<f64> = (0..6400).map(|i| f64::from((i * 7919) % 100)).collect();
/// let estimate = wormcast_eval::stats::batch_means(&series, 0.95);
/// assert!((estimate.mean - 49.5).abs() < 1e-9 && estimate.half_width.unwrap() < 1.0);
/// ```
pub fn batch_means(series: &[f64], confidence: f64) -> Estimate {
    let mean = series.iter().sum::<f64>() / series.len() as f64;
    let size = series.len() / BATCHES.0;
    if size == 0 {
        return Estimate::alone(mean);
    }
    let tail = &series[series.len() - size * BATCHES.0..];
    let mut batches: Vec<f64> = tail.chunks_exact(size).map(average).collect();
    while correlation(&batches) >= INDEPENDENT {
        if batches.len() <= BATCHES.1 {
            return Estimate::alone(mean);
        }
        batches = batches.chunks_exact(2).map(average).collect();
    }
    Estimate { mean, half_width: Some(half_width(&batches, confidence)), batches: Some(batches.len() as u32) }
}

fn average(values: &[f64]) -> f64 {
    values.iter().sum::<f64>() / values.len() as f64
}

/// The correlation between each value and the next; 0 for a constant series.
fn correlation(values: &[f64]) -> f64 {
    let mean = average(values);
    let variance: f64 = values.iter().map(|value| (value - mean).powi(2)).sum();
    let covariance: f64 = values.windows(2).map(|pair| (pair[0] - mean) * (pair[1] - mean)).sum();
    if variance > 0.0 { covariance / variance } else { 0.0 }
}

pub(super) fn half_width(batches: &[f64], confidence: f64) -> f64 {
    let count = batches.len() as f64;
    let mean = average(batches);
    let variance = batches.iter().map(|batch| (batch - mean).powi(2)).sum::<f64>() / (count - 1.0);
    let student = StudentsT::new(0.0, 1.0, count - 1.0).expect("there are at least two batches");
    student.inverse_cdf(0.5 + confidence / 2.0) * (variance / count).sqrt()
}

#[cfg(test)]
mod tests {
    use super::*;
    use rand::{RngExt, SeedableRng};
    use rand_xoshiro::Xoshiro256PlusPlus;

    /// How often the interval of a series with known mean 0 holds it: x' = r·x + noise.
    fn coverage(correlated: f64) -> f64 {
        let mut random = Xoshiro256PlusPlus::seed_from_u64(1);
        let (mut held, mut said) = (0, 0);
        for _ in 0..400 {
            let mut x = 0.0;
            let series: Vec<f64> = (0..20_000)
                .map(|_| {
                    x = correlated * x + random.random_range(-1.0..1.0);
                    x
                })
                .collect();
            let estimate = batch_means(&series, 0.95);
            said += usize::from(estimate.half_width.is_some());
            held += usize::from(estimate.half_width.is_some_and(|half_width| estimate.mean.abs() <= half_width));
        }
        assert!(said > 300, "the series is long enough to say something: {said}");
        f64::from(held as u32) / said as f64
    }

    #[test]
    fn the_interval_holds_the_mean_as_often_as_it_says() {
        for correlated in [0.0, 0.5, 0.95] {
            let share = coverage(correlated);
            assert!((0.91..=0.99).contains(&share), "correlation {correlated}: {share}");
        }
    }

    #[test]
    fn a_trend_or_a_short_series_is_not_believed() {
        let trend: Vec<_> = (0..10_000).map(f64::from).collect();
        assert_eq!(batch_means(&trend, 0.95).half_width, None);
        assert_eq!(batch_means(&[1.0; 63], 0.95).half_width, None);
    }
}
