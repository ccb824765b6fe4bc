//! Latency against load, curve by curve.

use super::super::super::{Context, Effort, FigureReport, PaperClaim, Picture, Table};
use super::scheme_configs::{SchemeConfig, torus};
use rayon::prelude::*;
use std::num::NonZeroU32;
use std::sync::atomic::{AtomicUsize, Ordering};
use wormcast_eval::chart::{Chart, Curve, CurvePoint, End};
use wormcast_eval::run::{Cell, ClassFigures, Figures, LatencyFigures, RunOutcome, StopRule};
use wormcast_eval::stats::sample_mean;
use wormcast_eval::traffic::TrafficSpec;
use wormcast_schemes::scheme_named;
use wormcast_sim::{Engine, Ports, Time, Timing};

/// How many of the loads a first look takes.
const FEW_LOADS: usize = 3;

/// What the nodes send.
#[derive(Clone)]
pub(super) struct Traffic {
    pub(super) traffic: TrafficSpec,
    /// Loads in messages per node per µs.
    pub(super) loads: &'static [f64],
}

/// How often a scheme is run at each load, each time with other messages: the same ones for every scheme.
const SEEDS: u64 = 8;
/// A curve ends so many loads after the first one without a steady state: what the network takes is known by then.
const BEYOND: usize = 1;

/// Measured curves of one figure.
pub(super) struct Curves {
    pub(super) id: &'static str,
    chart: Chart,
    pub(super) loads: &'static [f64],
    names: Vec<String>,
    /// The mean way of a unicast, in channels, by scheme_config.
    unicast_ways: Vec<f64>,
    /// By scheme_config, by seed, and then by load, as far as the curve goes.
    figures: Vec<Vec<Vec<Figures>>>,
}

/// 128 flits, start-up 10 µs, router 40 ns, channel 10 ns, one injection channel, two consumption channels.
pub(in super::super) fn timing() -> Timing {
    let ports = |count| Ports::Limited(NonZeroU32::new(count).expect("it is more than 0"));
    Timing {
        length: 128,
        send: Time::from_ns(10_000),
        router: Time::from_ns(40),
        flit: Time::from_ns(10),
        injection: ports(1),
        consumption: ports(2),
        ..Timing::default()
    }
}

impl Curves {
    /// Runs every scheme_config at every load with the same messages, seed by seed. Runs end at a half-width of 4 %
    /// of the mean, so that eight of them are about as sure as the 1 % of the paper; near saturation they may spend
    /// their budget of messages first. More and shorter runs decide more claims in the same time: a judgement rests on
    /// how the runs differ. On the threads of the current rayon pool; the result does not depend on their
    /// number.
    pub(super) fn measure(
        context: &Context<'_>,
        id: &'static str,
        chart: Chart,
        Traffic { traffic, loads }: &Traffic,
        scheme_configs: &[SchemeConfig],
        timing: &Timing,
    ) -> Self {
        let full = context.effort == Effort::Full;
        let loads: &[f64] = if full { loads } else { &loads[..FEW_LOADS] };
        let (half_width_share, max_messages, seeds) = if full { (0.04, 40_000, SEEDS) } else { (0.05, 8_000, 2) };
        let stop = StopRule { half_width_share, max_messages, ..StopRule::default() };
        let torus = torus();
        let jobs: Vec<_> =
            scheme_configs.iter().flat_map(|scheme_config| (0..seeds).map(move |seed| (scheme_config, seed))).collect();
        let done = AtomicUsize::new(0);
        let run = |&(scheme_config, seed): &(&SchemeConfig, u64)| {
            let cell = Cell {
                engine: Engine::Worm,
                topology: &torus,
                scheme: scheme_named(scheme_config.scheme).expect("a figure names schemes that exist"),
                options: &scheme_config.options,
                unicast: None,
                traffic,
                timing,
                stop,
                load: loads[0],
                seed: context.seed.wrapping_mul(1000).wrapping_add(seed),
            };
            let curve = one_curve(&cell, loads);
            (context.progress)((done.fetch_add(1, Ordering::Relaxed) + 1) as f64 / jobs.len() as f64);
            curve
        };
        let flat: Vec<Vec<Figures>> = jobs.par_iter().map(run).collect();
        let figures = flat.chunks(seeds as usize).map(<[Vec<Figures>]>::to_vec).collect();
        let names = scheme_configs.iter().map(|one| one.name.clone()).collect();
        let unicast_ways = scheme_configs.iter().map(|scheme_config| scheme_config.unicast_way(&torus)).collect();
        Self { id, chart, loads, names, unicast_ways, figures }
    }

    fn index(&self, name: &str) -> usize {
        self.names.iter().position(|known| known == name).expect("a claim names curves of its figure")
    }

    /// The mean way of a unicast between two nodes, in channels.
    pub(super) fn unicast_way(&self, name: &str) -> f64 {
        self.unicast_ways[self.index(name)]
    }

    fn of(&self, name: &str) -> &[Vec<Figures>] {
        &self.figures[self.index(name)]
    }

    /// The mean latencies in µs at a load, seed by seed; none if there is no steady state with some seed.
    pub(super) fn latencies(&self, name: &str, load: usize) -> Option<Vec<f64>> {
        self.of(name).iter().map(|curve| curve.get(load).and_then(steady).map(in_us)).collect()
    }

    /// How many loads, from the least one on, have a steady state with every seed.
    pub(super) fn steady_loads(&self, name: &str) -> usize {
        (0..self.loads.len()).take_while(|&load| self.latencies(name, load).is_some()).count()
    }

    /// The greatest load at which a network still has a steady state with every seed; 0 if there is none.
    pub(super) fn last_steady_load(&self, name: &str) -> f64 {
        self.steady_loads(name).checked_sub(1).map_or(0.0, |last| self.loads[last])
    }

    /// The most messages per node per µs that the network has taken at any load, seed by seed.
    pub(super) fn throughputs(&self, name: &str) -> Vec<f64> {
        let most = |curve: &Vec<Figures>| curve.iter().filter_map(of_all).map(|all| all.accepted).fold(0.0, f64::max);
        self.of(name).iter().map(most).collect()
    }

    /// The report: a table, a picture, and these claims.
    pub(super) fn report(&self, claims: Vec<PaperClaim>) -> FigureReport {
        let curve = |name: &String| {
            let point = |(at, &x): (usize, &f64)| {
                let estimate = sample_mean(&self.latencies(name, at)?);
                Some(CurvePoint { x, y: estimate.mean, error: estimate.half_width.unwrap_or(0.0) })
            };
            let end = self.loads.get(self.steady_loads(name));
            Curve {
                name: name.clone(),
                points: self.loads.iter().enumerate().map_while(point).collect(),
                ends_at: end.map(|&at| End { at, how: "no steady state" }),
                ..Curve::default()
            }
        };
        let chart = Chart { curves: self.names.iter().map(curve).collect(), ..self.chart.clone() };
        let picture = Picture::of_chart(self.id, chart);
        FigureReport { claims, tables: vec![self.table(self.id)], pictures: vec![picture] }
    }

    pub(super) fn table(&self, name: &str) -> Table {
        let columns =
            ["scheme", "load", "run", "outcome", "messages", "latency_us", "latency_ci95_us", "accepted_load"];
        let mut table = Table::new(name, &columns);
        for (name, curves) in self.names.iter().zip(&self.figures) {
            for (run, curve) in curves.iter().enumerate() {
                let rows = self.loads.iter().zip(curve).map(|(load, figures)| row(name, *load, run, figures));
                table.rows.extend(rows.flatten());
            }
        }
        table
    }
}

/// One scheme with the messages of one seed, load by load, until the network has been overloaded for some loads.
fn one_curve(cell: &Cell<'_>, loads: &[f64]) -> Vec<Figures> {
    let mut curve: Vec<Figures> = Vec::new();
    for &load in loads {
        curve.push(Cell { load, ..*cell }.run().expect("the parts of a figure fit each other"));
        if curve.len() > BEYOND && curve[curve.len() - 1 - BEYOND..].iter().all(|figures| steady(figures).is_none()) {
            break;
        }
    }
    curve
}

fn row(name: &str, load: f64, run: usize, figures: &Figures) -> Option<Vec<String>> {
    let all = of_all(figures)?;
    let latency = steady(figures).map(|all| &all.latency);
    let number = |value: Option<f64>| value.map_or(String::new(), |ns| format!("{:.3}", ns / 1000.0));
    Some(vec![
        name.to_owned(),
        load.to_string(),
        run.to_string(),
        figures.outcome.name().to_owned(),
        all.messages.to_string(),
        number(latency.map(|latency| latency.mean)),
        number(latency.and_then(|latency| latency.half_width)),
        format!("{:.5}", all.accepted),
    ])
}

fn of_all(figures: &Figures) -> Option<&ClassFigures> {
    figures.classes.iter().find(|class| class.of.is_none())
}

/// The latency of all messages, if there is a steady state; one that is known to no better than a tenth of the mean
/// counts as none.
pub(in super::super) fn steady(figures: &Figures) -> Option<&LatencyFigures> {
    let all = of_all(figures)?.latency.as_ref()?;
    let ended = matches!(figures.outcome, RunOutcome::Steady | RunOutcome::Budget);
    (ended && all.latency.is_within(0.1)).then_some(all)
}

pub(in super::super) fn in_us(figures: &LatencyFigures) -> f64 {
    figures.latency.mean / 1000.0
}
