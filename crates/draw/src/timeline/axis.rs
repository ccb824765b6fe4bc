//! The axis of time.

use super::span::TimelineChart;

/// The usual width of the chart, and the least, in pixels.
pub(super) const WIDTH: f64 = 860.0;
const NARROWEST: f64 = 120.0;
/// There are some 8 ticks, fewer in a narrow chart: one in so many pixels.
const TICKS: f64 = 8.0;
const TICK_ROOM: f64 = 55.0;

/// From times to places.
pub(super) struct Axis {
    pub start: f64,
    pub end: f64,
    /// The width of the chart, in pixels.
    pub width: f64,
    /// The distance between ticks: 1, 2 or 5 times a power of ten.
    step: f64,
}

impl Axis {
    /// The axis from the first to the last time of a timeline, so many pixels wide.
    pub(super) fn over(timeline: &TimelineChart, width: f64) -> Self {
        let width = width.max(NARROWEST);
        let count = (width / TICK_ROOM).clamp(2.0, TICKS);
        let rows = || timeline.sections.iter().flat_map(|section| &section.rows);
        let spans = rows().flat_map(|row| &row.spans).flat_map(|span| [Some(span.start), span.end]).flatten();
        let times = spans.chain(rows().flat_map(|row| row.deliveries.iter().copied()));
        let times = times.chain(timeline.stop.iter().map(|stop| stop.at));
        let (start, end) = times.fold((f64::INFINITY, f64::NEG_INFINITY), |(a, b), time| (a.min(time), b.max(time)));
        match start < end {
            true => Self { start, end, width, step: step((end / count - start / count).max(f64::MIN_POSITIVE)) },
            false if start.is_finite() => {
                let step = start.abs().max(1.0);
                Self { start, end: start + step, width, step }
            }
            false => Self { start: 0.0, end: 1.0, width, step: 1.0 },
        }
    }

    /// The place of a time, from the left end of the chart.
    pub(super) fn place(&self, time: f64) -> f64 {
        // In parts, as the difference of huge times may be beyond all numbers.
        let share = (time / 2.0 - self.start / 2.0) / (self.end / 2.0 - self.start / 2.0);
        share.clamp(0.0, 1.0) * self.width
    }

    /// The times with a tick.
    pub(super) fn ticks(&self) -> Vec<f64> {
        let first = (self.start / self.step).ceil();
        let ticks = (0..3 * TICKS as u32).map(|tick| (first + f64::from(tick)) * self.step);
        ticks.take_while(|&time| time <= self.end).collect()
    }

    /// A time in words, as exact as the ticks need.
    pub(super) fn text(&self, time: f64) -> String {
        let decimals = (-self.step.log10().floor()).clamp(0.0, 9.0) as usize;
        match time.abs() {
            size if size >= 1e12 || size > 0.0 && size < 1e-6 => format!("{time:e}"),
            _ => format!("{time:.decimals$}"),
        }
    }
}

/// The nearest of 1, 2 and 5 times a power of ten that is not less.
fn step(least: f64) -> f64 {
    let power = 10.0_f64.powf(least.log10().floor());
    let steps = [1.0, 2.0, 5.0, 10.0].map(|factor| factor * power);
    steps.into_iter().find(|&step| step >= least * 0.999).unwrap_or(least)
}
