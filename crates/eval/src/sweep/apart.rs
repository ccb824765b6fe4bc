//! How far two means are apart: over the messages that their runs have in common where these say it, else as
//! independent means.

use crate::stats::{Estimate, FEW_BATCHES};
use statrs::distribution::{ContinuousCDF, StudentsT};

/// The confidence of all intervals.
const CONFIDENCE: f64 = 0.95;

/// The difference of two mean latencies, as the means stand in a table.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Apart {
    /// The difference, with its 95 % interval; none if that is not known.
    pub by: Estimate,
    /// Whether the interval is from messages that both runs have; if not, it is that of independent means, which is
    /// wider.
    pub paired: bool,
}

/// How much greater the mean of some runs is than that of others, run by run with the same messages. `paired` are the
/// differences over the messages that both runs of a pair have.
///
/// The means may be over more messages than those in common. Then the interval around their difference is as wide as it
/// takes to have the paired interval in it. Without paired intervals it is Welch's, of means that know nothing of each
/// other. None if there are no runs.
///
/// ```
/// use wormcast_eval::{stats::Estimate, sweep::apart};
/// let known = |mean, half_width| Estimate { mean, half_width: Some(half_width), batches: Some(64) };
/// let (own, other) = (known(2079.0, 35.0), known(1395.0, 27.0));
/// let alone = apart(&[own], &[other], &[None]).unwrap();
/// assert!(alone.by.mean == 684.0 && !alone.paired && (alone.by.half_width.unwrap() - 44.2).abs() < 0.5);
/// let paired = apart(&[own], &[other], &[Some(known(680.0, 5.0))]).unwrap();
/// assert!(paired.paired && paired.by.half_width == Some(9.0));
/// ```
pub fn apart(own: &[Estimate], other: &[Estimate], paired: &[Option<Estimate>]) -> Option<Apart> {
    let runs = own.len() as f64;
    let mean = |estimates: &[Estimate]| estimates.iter().map(|one| one.mean).sum::<f64>() / runs;
    if own.is_empty() {
        return None;
    }
    let difference = mean(own) - mean(other);
    let in_common = paired.iter().copied().collect::<Option<Vec<_>>>().and_then(|paired| over_runs(&paired));
    let half_width = match in_common {
        Some((common, half_width)) => Some(half_width + (difference - common).abs()),
        None => welch(own.iter().chain(other)).map(|half_width| half_width / runs),
    };
    let by = Estimate { mean: difference, half_width, batches: None };
    Some(Apart { by, paired: in_common.is_some() })
}

/// The mean over independent runs, and its half-width: half-widths add like standard errors. None if one has none.
fn over_runs(estimates: &[Estimate]) -> Option<(f64, f64)> {
    let runs = estimates.len() as f64;
    let squares = estimates.iter().map(|one| Some(one.half_width?.powi(2))).sum::<Option<f64>>()?;
    Some((estimates.iter().map(|one| one.mean).sum::<f64>() / runs, squares.sqrt() / runs))
}

/// The half-width of a sum or a difference of independent means, by Welch; none if one of them has none.
fn welch<'e>(estimates: impl Iterator<Item = &'e Estimate>) -> Option<f64> {
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
