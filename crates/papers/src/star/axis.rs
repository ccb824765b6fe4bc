//! One horizontal axis of a figure, measured.

use super::super::judge::Interval;
use super::super::lone::{Lone, Value, measure};
use super::super::{Context, Effort, FigureReport, PaperClaim, Picture, Table};
use super::{SCHEMES, UNICAST_ROUTER};
use wormcast_eval::chart::{Chart, Curve, CurvePoint};
use wormcast_sim::Timing;
use wormcast_topology::{StarGraph, Topology};

/// So many destinations are few, and get this many times the multicasts of more.
const FEW: usize = 20;
const MORE: usize = 4;

/// One horizontal axis of a figure: for each of its values the measured schemes, in their order.
pub(super) struct Axis {
    name: &'static str,
    schemes: &'static [&'static str],
    pub(super) values: Vec<f64>,
    measured: Vec<Vec<Lone>>,
}

impl Axis {
    /// The paper's schemes, each by a few hundred random multicasts a value; by more of them if they are few
    /// destinations, which cost little and differ much.
    pub(super) fn measure(
        context: &Context<'_>,
        name: &'static str,
        values: &[f64],
        of: impl Fn(f64) -> (usize, Timing),
    ) -> Self {
        Self::of_schemes(context, name, &SCHEMES, if context.effort == Effort::Full { 480 } else { 32 }, values, of)
    }

    pub(super) fn of_schemes(
        context: &Context<'_>,
        name: &'static str,
        schemes: &'static [&'static str],
        repetitions: usize,
        values: &[f64],
        of: impl Fn(f64) -> (usize, Timing),
    ) -> Self {
        let star = StarGraph::new(6).expect("a 6-star fits");
        let mut measured = Vec::new();
        for (index, &value) in values.iter().enumerate() {
            let (size, timing) = of(value);
            let scheme = |scheme: &&str| {
                let router = if *scheme == "unicast-tree" { UNICAST_ROUTER.min(timing.router) } else { timing.router };
                let timing = Timing { router, ..timing.clone() };
                let repetitions = if size <= FEW { MORE * repetitions } else { repetitions };
                measure(&star as &dyn Topology, scheme, size, &timing, repetitions, context.seed)
            };
            measured.push(schemes.iter().map(scheme).collect());
            (context.progress)((index + 1) as f64 / values.len() as f64);
        }
        Self { name, schemes, values: values.to_vec(), measured }
    }

    fn of(&self, scheme: &str) -> impl Iterator<Item = &Lone> {
        let index = self.schemes.iter().position(|known| *known == scheme).expect("a figure names its schemes");
        self.measured.iter().map(move |row| &row[index])
    }

    /// How much a scheme has of another one's, at each value: paired multicast by multicast.
    pub(super) fn ratios(&self, scheme: &str, other: &str, value: Value) -> Vec<(f64, Interval)> {
        let pairs = self.of(scheme).zip(self.of(other));
        let ratios = pairs.map(|(one, other)| Interval::ratio(&one.each(value), &other.each(value)));
        self.values.iter().copied().zip(ratios).collect()
    }

    /// The slope of the latency in microseconds over the axis, by least squares, for each multicast: the same ones at
    /// every value.
    pub(super) fn slopes(&self, scheme: &str) -> Vec<f64> {
        let curves: Vec<Vec<f64>> = self.of(scheme).map(|lone| lone.each(Value::Latency)).collect();
        let curve = |multicast: usize| curves.iter().map(|point| point[multicast]).collect::<Vec<f64>>();
        (0..curves[0].len()).map(|multicast| slope(&self.values, &curve(multicast))).collect()
    }

    pub(super) fn table(&self, name: &str) -> Table {
        let columns = [
            self.name,
            "scheme",
            "latency_us",
            "latency_ci95_us",
            "channels",
            "channels_ci95",
            "longest",
            "longest_ci95",
        ];
        let mut table = Table::new(name, &columns);
        for (value, row) in self.values.iter().zip(&self.measured) {
            for (scheme, lone) in self.schemes.iter().zip(row) {
                let mut cells = vec![value.to_string(), (*scheme).to_owned()];
                for value in [Value::Latency, Value::Channels, Value::Longest] {
                    let (mean, half_width) = lone.mean(value);
                    cells.extend([format!("{mean:.3}"), format!("{half_width:.3}")]);
                }
                table.rows.push(cells);
            }
        }
        table
    }

    fn picture(&self, name: &str, chart: Chart, value: Value) -> Picture {
        let curve = |(index, scheme): (usize, &&str)| Curve {
            name: (*scheme).to_owned(),
            points: self
                .values
                .iter()
                .zip(&self.measured)
                .map(|(&x, row)| {
                    let (y, error) = row[index].mean(value);
                    CurvePoint { x, y, error }
                })
                .collect(),
            ..Curve::default()
        };
        let curves = self.schemes.iter().enumerate().map(curve).collect();
        Picture::of_chart(name, Chart { curves, ..chart })
    }

    pub(super) fn report(&self, id: &str, chart: Chart, value: Value, claims: Vec<PaperClaim>) -> FigureReport {
        FigureReport { claims, tables: vec![self.table(id)], pictures: vec![self.picture(id, chart, value)] }
    }
}

/// The slope of the least-squares line.
fn slope(x: &[f64], y: &[f64]) -> f64 {
    let mean = |values: &[f64]| values.iter().sum::<f64>() / values.len() as f64;
    let (mean_x, mean_y) = (mean(x), mean(y));
    let covariance: f64 = x.iter().zip(y).map(|(x, y)| (x - mean_x) * (y - mean_y)).sum();
    covariance / x.iter().map(|x| (x - mean_x).powi(2)).sum::<f64>()
}
