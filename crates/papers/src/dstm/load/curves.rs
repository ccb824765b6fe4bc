//! Latency against load, curve by curve.

use super::super::super::{Context, Effort, FigureReport, PaperClaim, Picture, Table};
use super::scheme_configs::{SchemeConfig, torus};
use rayon::prelude::*;
use std::num::NonZeroU32;
use std::sync::atomic::{AtomicUsize, Ordering};
use wormcast_eval::chart::{Chart, Curve, CurvePoint, End, svg};
use wormcast_eval::run::{Cell, Figures, LatencyFigures, RunOutcome, StopRule};
use wormcast_eval::traffic::TrafficSpec;
use wormcast_schemes::scheme_named;
use wormcast_sim::{Engine, Ports, Time, Timing};

/// How many of the loads a first look takes.
const FEW_LOADS: usize = 3;

/// What the nodes send.
pub(super) struct Traffic {
    pub(super) traffic: TrafficSpec,
    /// Loads in messages per node per µs.
    pub(super) loads: &'static [f64],
}

/// Measured curves of one figure.
pub(super) struct Curves {
    pub(super) id: &'static str,
    chart: Chart,
    pub(super) loads: &'static [f64],
    names: Vec<String>,
    /// The mean way of a unicast, in channels, by scheme_config.
    unicast_ways: Vec<f64>,
    /// By scheme_config, and then by load.
    figures: Vec<Vec<Figures>>,
}

/// 128 flits, start-up 10 µs, router 40 ns, channel 10 ns, one injection channel, two consumption channels.
fn timing() -> Timing {
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
    /// Runs every scheme_config at every load with the same messages. Runs end at a half-width of 1 % of the mean, as
    /// in the paper; near saturation they may spend their budget of messages first. On the threads of the current rayon
    /// pool; the result does not depend on their number.
    pub(super) fn measure(
        context: &Context<'_>,
        id: &'static str,
        chart: Chart,
        Traffic { traffic, loads }: &Traffic,
        scheme_configs: &[SchemeConfig],
    ) -> Self {
        let full = context.effort == Effort::Full;
        let loads: &[f64] = if full { loads } else { &loads[..FEW_LOADS] };
        let (half_width_share, max_messages) = if full { (0.01, 400_000) } else { (0.05, 8_000) };
        let stop = StopRule { half_width_share, max_messages, ..StopRule::default() };
        let (torus, timing) = (torus(), timing());
        let jobs: Vec<_> = scheme_configs
            .iter()
            .flat_map(|scheme_config| loads.iter().map(move |&load| (scheme_config, load)))
            .collect();
        let done = AtomicUsize::new(0);
        let run = |&(scheme_config, load): &(&SchemeConfig, f64)| {
            let scheme = scheme_named(scheme_config.scheme).expect("a figure names schemes that exist");
            let (topology, options) = (&torus, &scheme_config.options);
            let cell = Cell {
                engine: Engine::Worm,
                topology,
                scheme,
                options,
                unicast: None,
                traffic,
                timing: &timing,
                stop,
                load,
                seed: context.seed,
            };
            let figures = cell.run().expect("the parts of a figure fit each other");
            (context.progress)((done.fetch_add(1, Ordering::Relaxed) + 1) as f64 / jobs.len() as f64);
            figures
        };
        let flat: Vec<Figures> = jobs.par_iter().map(run).collect();
        let figures = flat.chunks(loads.len()).map(<[Figures]>::to_vec).collect();
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

    fn of(&self, name: &str) -> &[Figures] {
        &self.figures[self.index(name)]
    }

    /// Mean latency in µs with its half-width, at each load; none where there is no steady state.
    pub(super) fn latencies(&self, name: &str) -> Vec<Option<(f64, f64)>> {
        self.of(name).iter().map(|figures| steady(figures).map(in_us)).collect()
    }

    /// The greatest load at which a network still has a steady state; 0 if there is none.
    pub(super) fn last_steady_load(&self, name: &str) -> f64 {
        let steady = self.of(name).iter().take_while(|figures| steady(figures).is_some()).count();
        if steady == 0 { 0.0 } else { self.loads[steady - 1] }
    }

    /// The most messages per node per µs that the network has taken at any load.
    pub(super) fn throughput(&self, name: &str) -> f64 {
        let all = |figures: &Figures| figures.classes.iter().find(|class| class.of.is_none()).map(|all| all.accepted);
        self.of(name).iter().filter_map(all).fold(0.0, f64::max)
    }

    /// The report: a table, a picture, and these claims.
    pub(super) fn report(&self, claims: Vec<PaperClaim>) -> FigureReport {
        let curve = |name: &String| {
            let points = self.loads.iter().zip(self.latencies(name));
            let point =
                |(&x, latency): (&f64, Option<(f64, f64)>)| latency.map(|(y, error)| CurvePoint { x, y, error });
            let end = self.of(name).iter().position(|figures| steady(figures).is_none());
            Curve {
                name: name.clone(),
                points: points.map_while(point).collect(),
                ends_at: end.map(|at| End { at: self.loads[at], how: "no steady state" }),
            }
        };
        let chart = Chart { curves: self.names.iter().map(curve).collect(), ..self.chart.clone() };
        let picture = Picture { name: self.id.to_owned(), svg: svg(&chart) };
        FigureReport { claims, tables: vec![self.table()], pictures: vec![picture] }
    }

    fn table(&self) -> Table {
        let columns = ["scheme", "load", "outcome", "messages", "latency_us", "latency_ci95_us", "accepted_load"];
        let mut table = Table::new(self.id, &columns);
        for (name, cells) in self.names.iter().zip(&self.figures) {
            for (load, figures) in self.loads.iter().zip(cells) {
                let Some(all) = figures.classes.iter().find(|class| class.of.is_none()) else { continue };
                let latency = steady(figures).map(in_us);
                let [mean, half_width] = [latency.map(|l| l.0), latency.map(|l| l.1)];
                let number = |value: Option<f64>| value.map_or(String::new(), |value| format!("{value:.3}"));
                table.push([
                    name.clone(),
                    load.to_string(),
                    figures.outcome.name().to_owned(),
                    all.messages.to_string(),
                    number(mean),
                    number(half_width),
                    format!("{:.5}", all.accepted),
                ]);
            }
        }
        table
    }
}

/// The latency of all messages, if there is a steady state; one that is known to no better than a tenth of the mean
/// counts as none.
fn steady(figures: &Figures) -> Option<&LatencyFigures> {
    let all = figures.classes.iter().find(|class| class.of.is_none())?.latency.as_ref()?;
    let ended = matches!(figures.outcome, RunOutcome::Steady | RunOutcome::Budget);
    (ended && all.latency.is_within(0.1)).then_some(all)
}

fn in_us(figures: &LatencyFigures) -> (f64, f64) {
    (figures.latency.mean / 1000.0, figures.latency.half_width.unwrap_or(0.0) / 1000.0)
}
