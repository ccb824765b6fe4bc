//! How far two means are apart: over the messages that their runs have in common where these say it, else as
//! independent means.

use crate::stats::{Estimate, FEW_BATCHES, sample_mean};
use statrs::distribution::{ContinuousCDF, StudentsT};

/// The confidence of all intervals.
const CONFIDENCE: f64 = 0.95;

/// The difference of two mean latencies, as the means stand in a table.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Apart {
    /// The difference, with its 95 % interval; none if that is not known.
    pub by: Estimate,
    /// Whether the interval is from messages that both runs of each pair have; if not, there are pairs for which it is
    /// that of independent means, which is wider.
    pub paired: bool,
}

/// How much greater the mean of some runs is than that of others, run by run with the same messages. `paired` are the
/// differences over the messages that both runs of a pair have, where they are known.
///
/// The variance of the mean over n pairs is the sum of what each pair adds, divided by n²: a pair that has messages in
/// common adds the variance of their difference, and another that of two means that know nothing of each other. The
/// interval is Student's with the degrees of freedom of Welch and Satterthwaite. If some mean has no interval, that of
/// the differences of the pairs is Student's over the pairs.
///
/// The means may be over more messages than those in common. Then the interval around their difference is as wide as it
/// takes to have the paired interval in it. None if there are no runs.
///
/// ```
/// use wormcast_eval::{stats::Estimate, sweep::apart};
/// let known = |mean, half_width| Estimate { mean, half_width: Some(half_width), batches: Some(64) };
/// let (own, other) = (known(2079.0, 35.0), known(1395.0, 27.0));
/// let alone = apart(&[own], &[other], &[None]).unwrap();
/// assert!(alone.by.mean == 684.0 && !alone.paired && (alone.by.half_width.unwrap() - 44.2).abs() < 0.5);
/// let paired = apart(&[own], &[other], &[Some(known(680.0, 5.0))]).unwrap();
/// assert!(paired.paired && (paired.by.half_width.unwrap() - 9.0).abs() < 1e-9);
/// // A pair of ten that cannot be compared message by message widens the interval, and does not rule it.
/// let mut pairs = [Some(known(684.0, 5.0)); 10];
/// pairs[3] = None;
/// let most = apart(&[own; 10], &[other; 10], &pairs).unwrap();
/// assert!(!most.paired && (4.2..4.8).contains(&most.by.half_width.unwrap()), "{most:?}");
/// ```
pub fn apart(own: &[Estimate], other: &[Estimate], paired: &[Option<Estimate>]) -> Option<Apart> {
    let runs = own.len() as f64;
    if own.is_empty() {
        return None;
    }
    let mean = |estimates: &[Estimate]| estimates.iter().map(|one| one.mean).sum::<f64>() / runs;
    let difference = mean(own) - mean(other);
    let paired: Vec<_> = paired.iter().map(|pair| pair.filter(|pair| pair.half_width.is_some())).collect();
    let pairs = || own.iter().zip(other).zip(&paired);
    let parts = pairs().flat_map(|((own, other), pair)| pair.map_or(vec![*own, *other], |pair| vec![pair]));
    let common = pairs().map(|((own, other), pair)| pair.map_or(own.mean - other.mean, |pair| pair.mean)).sum::<f64>();
    let over_pairs = || sample_mean(&pairs().map(|((own, other), _)| own.mean - other.mean).collect::<Vec<_>>());
    let half_width = match welch(parts) {
        Some(half_width) => Some(half_width / runs + (difference - common / runs).abs()),
        None => over_pairs().half_width,
    };
    let by = Estimate { mean: difference, half_width, batches: None };
    Some(Apart { by, paired: paired.iter().all(Option::is_some) })
}

/// The half-width of a sum or a difference of independent means, by Welch; none if one of them has none.
fn welch(estimates: impl Iterator<Item = Estimate>) -> Option<f64> {
    let (mut variance, mut by_freedom) = (0.0, 0.0);
    for estimate in estimates {
        let freedom = f64::from(estimate.batches.unwrap_or(FEW_BATCHES).max(2) - 1);
        let own = (estimate.half_width? / quantile(freedom)?).powi(2);
        variance += own;
        by_freedom += own * own / freedom;
    }
    if variance == 0.0 { Some(0.0) } else { Some(quantile(variance * variance / by_freedom)? * variance.sqrt()) }
}

/// How many standard errors the half-width is.
fn quantile(freedom: f64) -> Option<f64> {
    let student = StudentsT::new(0.0, 1.0, freedom).ok()?;
    Some(student.inverse_cdf(0.5 + CONFIDENCE / 2.0))
}
