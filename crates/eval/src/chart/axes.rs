//! From where to where the axes of a chart go, and their numbers.

use super::{Chart, CurvePoint};

/// The least and the greatest end of all bars: the least infinite if there are none.
fn reach(chart: &Chart) -> (f64, f64) {
    let all = || chart.curves.iter().flat_map(|curve| curve.points.iter().chain(&curve.rough));
    let drawn = || all().filter(|point| is_drawable(point, chart));
    let lower = |point: &CurvePoint| if point.error < point.y { point.y - point.error } else { point.y };
    let least = drawn().map(lower).fold(f64::INFINITY, f64::min);
    (least, drawn().map(|point| point.y + point.error).fold(0.0, f64::max))
}

/// Whether a logarithmic axis goes from one of 1, 2, 5, 10 … to another: not where all lies between two of these, where
/// the curves would have little room.
fn is_wide(chart: &Chart) -> bool {
    let (least, greatest) = reach(chart);
    least.is_infinite() || step_above(greatest) > 2.6 * step_below(least)
}

/// The distance of the numbers on a logarithmic axis of less than a decade, which of 1, 2, 5, 10 … has two or three.
pub(super) fn equal_step(chart: &Chart) -> Option<f64> {
    let (bottom, top) = heights(chart);
    (chart.log_y && top < 10.0 * bottom).then(|| step_below((top - bottom) / 4.0))
}

/// The distance of the numbers on a horizontal axis on which all values are whole, such as the sides of networks.
pub(super) fn whole_step(chart: &Chart) -> Option<f64> {
    let places = || chart.curves.iter().flat_map(|curve| &curve.points).map(|point| point.x);
    let (least, greatest) = places().fold((f64::INFINITY, 0.0_f64), |(a, b), x| (a.min(x), b.max(x)));
    let is_whole = places().all(|x| x.fract() == 0.0) && greatest > least;
    is_whole.then(|| step_above((greatest - least) / 10.0).max(1.0))
}

/// The ends of the vertical axis: on a logarithmic one the nearest of 1, 2, 5, 10 … around all bars, or round numbers
/// that are nearer.
pub(super) fn heights(chart: &Chart) -> (f64, f64) {
    let (least, greatest) = reach(chart);
    match chart.log_y {
        false => (0.0, greatest),
        true if least.is_infinite() => (1.0, 10.0),
        true if is_wide(chart) => (step_below(least), step_above(greatest)),
        true => around(least, greatest),
    }
}

/// The nearest round numbers around these, a fifth of their distance apart or less; for one number a tenth of it.
fn around(least: f64, greatest: f64) -> (f64, f64) {
    let wanted = if greatest > least { (greatest - least) / 5.0 } else { greatest / 10.0 };
    let step = step_below(wanted);
    ((least / step).floor() * step, ((greatest / step).floor() + 1.0) * step)
}

/// The greatest of …, 1, 2, 5, 10, … that is not above a positive value.
fn step_below(value: f64) -> f64 {
    let decade = 10_f64.powf(value.log10().floor());
    [5.0, 2.0].into_iter().map(|step| step * decade).find(|&step| step <= value).unwrap_or(decade)
}

/// The least of …, 1, 2, 5, 10, … that is above a positive value.
fn step_above(value: f64) -> f64 {
    let decade = 10_f64.powf(value.log10().floor());
    [1.0, 2.0, 5.0].into_iter().map(|step| step * decade).find(|&step| step > value).unwrap_or(10.0 * decade)
}

/// Whether a point has a place on the axes.
pub(super) fn is_drawable(point: &CurvePoint, chart: &Chart) -> bool {
    let fits = |value: f64, logarithmic: bool| value.is_finite() && (value > 0.0 || !logarithmic);
    fits(point.x, chart.log_x) && fits(point.y, chart.log_y) && point.error.is_finite()
}

/// A number on an axis: plain digits, as many as it needs and at most six behind the point.
pub(super) fn tick(value: f64) -> String {
    let text = format!("{value:.6}");
    text.trim_end_matches('0').trim_end_matches('.').to_owned()
}

#[cfg(test)]
mod tests {
    use super::super::{Chart, Curve, CurvePoint};
    use super::{heights, step_above, step_below, tick};

    #[test]
    fn a_logarithmic_axis_fits_its_bars() {
        assert_eq!([1.0, 1.9, 4.9, 1300.0, 0.03].map(step_below), [1.0, 1.0, 2.0, 1000.0, 0.02]);
        assert_eq!([1.0, 1.9, 4.9, 7000.0].map(step_above), [2.0, 2.0, 5.0, 10_000.0]);
        let points =
            vec![CurvePoint { x: 1.0, y: 2100.0, error: 200.0 }, CurvePoint { x: 2.0, y: 4900.0, error: 200.0 }];
        let curve = Curve { points, ..Curve::default() };
        let chart = Chart { log_y: true, curves: vec![curve], ..Chart::default() };
        assert_eq!(heights(&chart), (1000.0, 10_000.0));
    }

    #[test]
    fn ticks_are_plain_numbers() {
        assert_eq!([0.0, 0.0025, 1500.0, 0.1 + 0.2].map(tick), ["0", "0.0025", "1500", "0.3"]);
    }
}
