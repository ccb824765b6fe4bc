//! "Balance is more important than distance" (section 6), asked of many pairs of trees instead of four: what does the
//! latency under load go with?

use super::curves::{in_us, steady, timing};
use super::mixed;
use super::scheme_configs::{Measured, SchemeConfig, torus};
use crate::{Context, Effort, FigureReport, Outcome, PaperClaim, Table};
use rayon::prelude::*;
use wormcast_eval::run::{Cell, StopRule};
use wormcast_schemes::option::LINK_ORDER;
use wormcast_schemes::trees::LinkOrder;
use wormcast_schemes::{Options, scheme_named};
use wormcast_sim::Engine;

const ID: &str = "dstm-balance";
/// A load that most pairs stand.
const LOAD: f64 = 0.005;

/// One pair of trees: its shape, and its latency in µs.
struct Pair {
    shape: Measured,
    latency: f64,
}

impl Pair {
    /// The pair of a random order; none if it has no steady state.
    fn measure(order: u64, seed: u64, stop: StopRule) -> Option<Self> {
        let torus = torus();
        let options = Options::default().with(&LINK_ORDER, LinkOrder::Seeded(order));
        let config = SchemeConfig::new("", "disjoint-trees", options);
        let (timing, traffic) = (timing(), mixed().traffic);
        let cell = Cell {
            engine: Engine::Worm,
            topology: &torus,
            scheme: scheme_named(config.scheme).expect("a figure names schemes that exist"),
            options: &config.options,
            unicast: None,
            traffic: &traffic,
            timing: &timing,
            stop,
            load: LOAD,
            seed,
        };
        let figures = cell.run().expect("the parts of a figure fit each other");
        let latency = in_us(steady(&figures)?);
        Some(Self { shape: Measured::of(&torus, order), latency })
    }
}

pub(super) fn balance(context: &Context<'_>) -> FigureReport {
    let full = context.effort == Effort::Full;
    let (orders, share, max_messages) = if full { (120, 0.01, 100_000) } else { (6, 0.05, 8_000) };
    let stop = StopRule { half_width_share: share, max_messages, ..StopRule::default() };
    let pairs: Vec<Pair> =
        (1..=orders).into_par_iter().filter_map(|order| Pair::measure(order, context.seed, stop)).collect();
    let with =
        |value: fn(&Measured) -> f64| Correlation::of(pairs.iter().map(|pair| (value(&pair.shape), pair.latency)));
    let (distance, branch) = (with(|shape| shape.average), with(|shape| shape.largest_share));
    let measured = format!(
        "over {} random pairs at load {LOAD}, latency correlates {:.2} [{:.2}, {:.2}] with the mean distance and {:.2} [{:.2}, {:.2}] with the share of the largest branch",
        pairs.len(),
        distance.mean,
        distance.low,
        distance.high,
        branch.mean,
        branch.low,
        branch.high,
    );
    // Balance would have to go with latency more than distance does.
    let holds = if branch.low > distance.high {
        Outcome::Holds
    } else if branch.high < distance.low {
        Outcome::Fails
    } else {
        Outcome::Undecided
    };
    let text = "trees balanced with respect to the root are relatively more important than short distances";
    let claim = PaperClaim::new(ID, text, "more important", measured, holds)
        .by("the greater correlation, by 99 % intervals (Fisher) that do not meet; random orders, 16 x 16");
    FigureReport::plain(vec![claim], table(&pairs))
}

fn table(pairs: &[Pair]) -> Table {
    let columns = ["order", "combined_diameter", "average_distance", "largest_branch_share", "latency_us"];
    let mut table = Table::new(ID, &columns);
    for Pair { shape, latency } in pairs {
        let numbers = [shape.diameter, shape.average, shape.largest_share, *latency].map(|value| format!("{value:.4}"));
        let [diameter, average, share, latency] = numbers;
        table.push([shape.seed.to_string(), diameter, average, share, latency]);
    }
    table
}

/// A coefficient of correlation with its 99 % interval, by Fisher's transformation.
struct Correlation {
    mean: f64,
    low: f64,
    high: f64,
}

impl Correlation {
    fn of(points: impl Iterator<Item = (f64, f64)>) -> Self {
        let points: Vec<_> = points.collect();
        let count = points.len() as f64;
        let (x, y) = points.iter().fold((0.0, 0.0), |(x, y), point| (x + point.0 / count, y + point.1 / count));
        let sum = |of: &dyn Fn(f64, f64) -> f64| points.iter().map(|point| of(point.0 - x, point.1 - y)).sum::<f64>();
        let mean = sum(&|a, b| a * b) / (sum(&|a, _| a * a) * sum(&|_, b| b * b)).sqrt();
        // The 99.5 % point of the normal distribution over √(n − 3).
        let reach = 2.576 / (count - 3.0).max(1.0).sqrt();
        Self { mean, low: (mean.atanh() - reach).tanh(), high: (mean.atanh() + reach).tanh() }
    }
}
