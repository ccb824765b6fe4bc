//! Estimates that claims are judged by: ratios of paired observations, with intervals.
//!
//! Schemes that are compared get the same messages (common random numbers), so observations come in pairs. A claim is
//! decided when the whole 99 % interval lies on one side of its limit.

use crate::{Outcome, PaperClaim};
use wormcast_eval::stats::sample_mean_at;

/// How sure a judgement is, pair by pair.
const CONFIDENCE: f64 = 0.99;
/// "Almost equal", "quite close", "about": within a tenth.
pub(crate) const ALMOST: f64 = 0.1;
/// "Significantly better": by a tenth at least.
pub(crate) const SIGNIFICANT: f64 = 1.1;
/// "Up to a factor of two", "twice": this factor or more.
pub(crate) const TWICE: f64 = 1.7;

/// An estimate with the half-width of its 99 % interval.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Interval {
    pub(crate) mean: f64,
    pub(crate) half_width: f64,
}

impl Interval {
    /// The mean of independent observations.
    pub(crate) fn mean_of(observations: &[f64]) -> Self {
        let estimate = sample_mean_at(observations, CONFIDENCE);
        Self { mean: estimate.mean, half_width: estimate.half_width.unwrap_or(f64::INFINITY) }
    }

    /// The mean of the first over that of the second, for observations in pairs: r ± t·s(a − r·b) / (√n · mean b), by
    /// linearisation at r.
    ///
    /// # Panics
    /// If the lists have different lengths.
    pub(crate) fn ratio(first: &[f64], second: &[f64]) -> Self {
        assert_eq!(first.len(), second.len(), "observations come in pairs");
        let [above, below] = [first, second].map(|values| values.iter().sum::<f64>() / values.len() as f64);
        let ratio = above / below;
        let residuals: Vec<f64> = first.iter().zip(second).map(|(a, b)| a - ratio * b).collect();
        Self { mean: ratio, half_width: Self::mean_of(&residuals).half_width / below }
    }

    /// Whether the value is below the limit.
    pub(crate) fn is_below(self, limit: f64) -> Outcome {
        self.is_above(limit).opposite()
    }

    /// Whether the value is above the limit.
    pub(crate) fn is_above(self, limit: f64) -> Outcome {
        if self.mean - self.half_width > limit {
            Outcome::Holds
        } else if self.mean + self.half_width < limit {
            Outcome::Fails
        } else {
            Outcome::Undecided
        }
    }

    /// Whether the value is within these limits.
    pub(crate) fn is_within(self, low: f64, high: f64) -> Outcome {
        Outcome::all([self.is_above(low), self.is_below(high)])
    }

    /// Whether it is about this value, within a tenth of it.
    pub(crate) fn is_about(self, value: f64) -> Outcome {
        self.is_within(value * (1.0 - ALMOST), value * (1.0 + ALMOST))
    }
}

/// Which verdicts of a figure are turned round when worms carry their header flits. What is decided in one of both runs
/// alone is none of them: chance may do that.
pub(crate) fn what_headers_change(id: &str, without: &[PaperClaim], with: &[PaperClaim]) -> PaperClaim {
    let pairs = with.iter().filter_map(|new| Some((without.iter().find(|old| old.claim == new.claim)?, new)));
    let turned = |(old, new): &(&PaperClaim, &PaperClaim)| old.holds != new.holds && old.holds == new.holds.opposite();
    let changed = pairs.filter(turned);
    let word =
        |(old, new): (&PaperClaim, &PaperClaim)| format!("{}: {} → {}", new.claim, old.holds.name(), new.holds.name());
    let words: Vec<_> = changed.map(word).collect();
    let measured = if words.is_empty() { "no verdict is turned round".to_owned() } else { words.join("; ") };
    let claim = "header flits, one an address, turn no verdict of this figure round";
    PaperClaim::new(id, claim, "not simulated", measured, words.is_empty())
        .ours()
        .by("each worm is longer by its header (simulate --headers-count); the rules of the verdicts are the same")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pairs_that_keep_a_ratio_have_no_width() {
        let second = [1.0, 5.0, 2.0, 9.0];
        let first = second.map(|value| 0.5 * value);
        let ratio = Interval::ratio(&first, &second);
        assert!((ratio.mean - 0.5).abs() < 1e-12 && ratio.half_width < 1e-12);
        assert_eq!(ratio.is_below(0.6), Outcome::Holds);
        assert_eq!(ratio.is_above(0.6), Outcome::Fails);
        assert_eq!(ratio.is_about(0.52), Outcome::Holds);
    }

    #[test]
    fn what_the_interval_holds_is_not_decided() {
        let ratio = Interval::ratio(&[1.0, 2.0, 3.0], &[3.0, 1.0, 2.0]);
        assert_eq!(ratio.is_below(1.0), Outcome::Undecided);
        assert_eq!(Interval::mean_of(&[1.0]).is_above(0.0), Outcome::Undecided);
    }
}
