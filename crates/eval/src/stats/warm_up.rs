//! Where the start of a run ends and the steady state begins.

/// How many observations make one point of the rule.
const GROUP: usize = 5;

/// The number of observations to leave out at the start, by MSER-5: observations are averaged in groups of five, and
/// the cut is where the standard error of the mean of what remains is least. None if the least is in the second half:
/// then the run is too short to tell, and must go on.
///
/// The rule and its group of five are of White, Cobb and Spratt, "A comparison of five steady-state truncation
/// heuristics for simulation", 2000. O(n).
///
/// ```
/// use wormcast_eval::stats::warm_up;
/// // A run that starts high and settles at 10 ± 1.
/// let settled = (0..1000).map(|i| 10.0 + f64::from(i % 3 - 1));
/// let run: Vec<_> = (0..50).map(|i| 100.0 - f64::from(i)).chain(settled).collect();
/// assert_eq!(warm_up(&run), Some(50));
/// ```
pub fn warm_up(observations: &[f64]) -> Option<usize> {
    let groups: Vec<f64> =
        observations.chunks_exact(GROUP).map(|group| group.iter().sum::<f64>() / GROUP as f64).collect();
    // From the end, so that the mean and the sum of squares of what remains grow by one group at a time (Welford).
    let (mut mean, mut squares) = (0.0, 0.0);
    let mut best = (f64::INFINITY, groups.len());
    for (count, (cut, group)) in groups.iter().enumerate().rev().enumerate() {
        let remaining = (count + 1) as f64;
        let gap = group - mean;
        mean += gap / remaining;
        squares += gap * (group - mean);
        let statistic = squares / (remaining * remaining);
        // The last few groups say nothing: their spread is small by chance.
        if remaining >= GROUP as f64 && statistic <= best.0 {
            best = (statistic, cut);
        }
    }
    (best.1 <= groups.len() / 2 && !groups.is_empty()).then_some(best.1 * GROUP)
}

#[cfg(test)]
mod tests {
    use super::warm_up;

    /// The same rule as its definition says it, in O(n²).
    fn by_definition(observations: &[f64]) -> Option<usize> {
        let groups: Vec<f64> = observations.chunks_exact(5).map(|g| g.iter().sum::<f64>() / 5.0).collect();
        let statistic = |cut: usize| {
            let rest = &groups[cut..];
            let n = rest.len() as f64;
            let mean = rest.iter().sum::<f64>() / n;
            rest.iter().map(|g| (g - mean).powi(2)).sum::<f64>() / (n * n)
        };
        let cuts = 0..(groups.len() + 1).saturating_sub(5);
        let best = cuts.min_by(|&a, &b| statistic(a).total_cmp(&statistic(b)))?;
        (best <= groups.len() / 2).then_some(5 * best)
    }

    proptest::proptest! {
        #[test]
        fn agrees_with_its_definition(run in proptest::collection::vec(0.0..1000.0, 0..200)) {
            proptest::prop_assert_eq!(warm_up(&run), by_definition(&run));
        }
    }

    #[test]
    fn a_run_that_only_rises_has_no_steady_state() {
        let rising: Vec<_> = (0..500).map(f64::from).collect();
        assert_eq!(warm_up(&rising), None);
        assert_eq!(warm_up(&[]), None);
    }
}
