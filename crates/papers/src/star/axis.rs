//! One horizontal axis of a figure, measured.

use super::super::lone::{Lone, measure};
use super::super::{Context, Effort, FigureReport, PaperClaim, Picture, Table};
use super::{SCHEMES, UNICAST_ROUTER};
use wormcast_eval::chart::{Chart, Curve, CurvePoint, svg};
use wormcast_sim::Timing;
use wormcast_topology::{StarGraph, Topology};

/// One horizontal axis of a figure: for each of its values the measured schemes, in their order.
pub(super) struct Axis {
    name: &'static str,
    schemes: &'static [&'static str],
    pub(super) values: Vec<f64>,
    measured: Vec<Vec<Lone>>,
}

impl Axis {
    /// The paper's schemes, each by a few hundred random multicasts a value.
    pub(super) fn measure(
        context: &Context<'_>,
        name: &'static str,
        values: &[f64],
        of: impl Fn(f64) -> (usize, Timing),
    ) -> Self {
        Self::of_schemes(context, name, &SCHEMES, if context.effort == Effort::Full { 400 } else { 32 }, values, of)
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
                measure(&star as &dyn Topology, scheme, size, &timing, repetitions, context.seed)
            };
            measured.push(schemes.iter().map(scheme).collect());
            (context.progress)((index + 1) as f64 / values.len() as f64);
        }
        Self { name, schemes, values: values.to_vec(), measured }
    }

    pub(super) fn of(&self, scheme: &str, value: fn(&Lone) -> f64) -> Vec<f64> {
        let index = self.schemes.iter().position(|known| *known == scheme).expect("a figure names its schemes");
        self.measured.iter().map(|row| value(&row[index])).collect()
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
                for (mean, half_width) in [lone.latency_us, lone.channels, lone.longest] {
                    cells.extend([format!("{mean:.3}"), format!("{half_width:.3}")]);
                }
                table.rows.push(cells);
            }
        }
        table
    }

    fn picture(&self, name: &str, chart: Chart, value: fn(&Lone) -> (f64, f64)) -> Picture {
        let curve = |(index, scheme): (usize, &&str)| Curve {
            name: (*scheme).to_owned(),
            points: self
                .values
                .iter()
                .zip(&self.measured)
                .map(|(&x, row)| {
                    let (y, error) = value(&row[index]);
                    CurvePoint { x, y, error }
                })
                .collect(),
            ends_at: None,
        };
        let curves = self.schemes.iter().enumerate().map(curve).collect();
        Picture { name: name.to_owned(), svg: svg(&Chart { curves, ..chart }) }
    }

    pub(super) fn report(
        &self,
        id: &str,
        chart: Chart,
        value: fn(&Lone) -> (f64, f64),
        claims: Vec<PaperClaim>,
    ) -> FigureReport {
        FigureReport { claims, tables: vec![self.table(id)], pictures: vec![self.picture(id, chart, value)] }
    }
}
