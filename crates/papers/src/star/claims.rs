//! The paper's words about a figure, judged by what was measured.

use super::super::PaperClaim;
use super::super::lone::Lone;
use super::axis::Axis;
use super::{ALMOST, SCHEMES, latency};

pub(super) fn paths_beat_unicast(axis: &Axis, id: &str) -> PaperClaim {
    let unicast = axis.of("unicast-tree", latency);
    let paths = SCHEMES[1..].iter().flat_map(|scheme| axis.of(scheme, latency).into_iter().zip(&unicast));
    let ratios: Vec<f64> = paths.map(|(path, unicast)| path / unicast).collect();
    let (better, all) = (ratios.iter().filter(|&&ratio| ratio < 1.0).count(), ratios.len());
    let worst = ratios.iter().copied().fold(0.0, f64::max);
    let measured = format!("in {better} of {all} points; at worst {worst:.2} of its latency");
    PaperClaim::new(
        id,
        "all path-based schemes are faster than the unicast-based one",
        "always",
        measured,
        better == all,
    )
}

/// A scheme is the fastest of the paper's five at every value.
pub(super) fn is_best(axis: &Axis, id: &str, scheme: &str) -> PaperClaim {
    let own = axis.of(scheme, latency);
    let others: Vec<Vec<f64>> = SCHEMES.iter().filter(|s| **s != scheme).map(|s| axis.of(s, latency)).collect();
    let best = |index: usize| others.iter().all(|other| own[index] <= other[index]);
    let won: Vec<String> = (0..own.len()).filter(|&i| best(i)).map(|i| axis.values[i].to_string()).collect();
    let measured = format!("at {} of {} sizes: {}", won.len(), own.len(), won.join(" "));
    PaperClaim::new(id, format!("{scheme} is the fastest"), "at all sizes", measured, won.len() == own.len())
}

pub(super) fn is_below(axis: &Axis, id: &str, scheme: &str, other: &str, among: &[f64]) -> PaperClaim {
    compare(axis, id, scheme, other, among, latency, "faster")
}

/// A scheme has less than another at each of these values.
pub(super) fn compare(
    axis: &Axis,
    id: &str,
    scheme: &str,
    other: &str,
    among: &[f64],
    value: fn(&Lone) -> f64,
    word: &str,
) -> PaperClaim {
    let pairs = axis.of(scheme, value).into_iter().zip(axis.of(other, value)).zip(&axis.values);
    let ratios: Vec<f64> = pairs.filter(|(_, x)| among.contains(x)).map(|((a, b), _)| a / b).collect();
    let (least, most) = ratios.iter().fold((f64::INFINITY, 0.0_f64), |(a, b), &ratio| (a.min(ratio), b.max(ratio)));
    let span = format!("for {} to {} destinations", among[0], among[among.len() - 1]);
    let claim = format!("{scheme} is {word} than {other} {span}").replace("is fewer channels", "takes fewer channels");
    PaperClaim::new(id, claim, "ratio below 1", format!("ratio {least:.2} to {most:.2}"), most < 1.0)
}

pub(super) fn is_almost(axis: &Axis, id: &str, scheme: &str, other: &str, value: fn(&Lone) -> f64) -> PaperClaim {
    let ratios = axis.of(scheme, value).into_iter().zip(axis.of(other, value)).map(|(a, b)| a / b);
    let ratios: Vec<f64> = ratios.collect();
    let (least, most) = ratios.iter().fold((f64::INFINITY, 0.0_f64), |(a, b), &ratio| (a.min(ratio), b.max(ratio)));
    let holds = least >= 1.0 - ALMOST && most <= 1.0 + ALMOST;
    let claim = format!("{scheme} is almost equal to {other} (within 10 %)");
    PaperClaim::new(id, claim, "ratio about 1", format!("ratio {least:.2} to {most:.2}"), holds)
}

/// The slope of the least-squares line.
pub(super) fn slope(x: &[f64], y: &[f64]) -> f64 {
    let mean = |values: &[f64]| values.iter().sum::<f64>() / values.len() as f64;
    let (mean_x, mean_y) = (mean(x), mean(y));
    let covariance: f64 = x.iter().zip(y).map(|(x, y)| (x - mean_x) * (y - mean_y)).sum();
    covariance / x.iter().map(|x| (x - mean_x).powi(2)).sum::<f64>()
}
