//! "Balance is more important than distance" (section 6), asked of many pairs of trees instead of four: what does the
//! latency under load go with?

use super::curves::{in_us, steady, timing};
use super::mixed;
use super::rooted::{self, RootedAnywhere};
use super::scheme_configs::{Shape, torus, trees_of_random_order};
use crate::{Context, Effort, FigureReport, Outcome, PaperClaim, Table};
use rayon::prelude::*;
use wormcast_eval::run::{Cell, StopRule};
use wormcast_schemes::option::{LINK_ORDER, TREE_SEED};
use wormcast_schemes::trees::{LinkOrder, RootedTree};
use wormcast_schemes::{Options, Scheme, scheme_named};
use wormcast_sim::Engine;

const ID: &str = "dstm-balance";
/// A load that most pairs stand.
const LOAD: f64 = 0.005;

/// One pair of trees: its shape, and its latency in µs.
struct Pair {
    order: u64,
    shape: Shape,
    latency: f64,
}

/// How pairs of trees are rooted.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Roots {
    /// Where the fuller branch has the fewest nodes, as in the paper.
    Best,
    /// At random nodes, so that balance varies while distances do not depend on it.
    Anywhere,
}

impl Roots {
    fn name(self) -> &'static str {
        match self {
            Self::Best => "best",
            Self::Anywhere => "anywhere",
        }
    }

    /// The trees of a random order.
    fn trees(self, order: u64) -> Vec<RootedTree> {
        let torus = torus();
        match self {
            Self::Best => trees_of_random_order(&torus, order),
            Self::Anywhere => rooted::trees(&torus, LinkOrder::Seeded(order), order),
        }
    }
}

impl Pair {
    /// The pair of a random order; none if it has no steady state.
    fn measure(roots: Roots, order: u64, seed: u64, stop: StopRule) -> Option<Self> {
        let torus = torus();
        let options = Options::default().with(&LINK_ORDER, LinkOrder::Seeded(order));
        let (timing, traffic) = (timing(), mixed().traffic);
        let (scheme, options): (&dyn Scheme, _) = match roots {
            Roots::Best => (scheme_named("disjoint-trees").expect("the scheme exists"), options),
            Roots::Anywhere => (&RootedAnywhere, options.with(&TREE_SEED, order)),
        };
        let cell = Cell {
            engine: Engine::Worm,
            topology: &torus,
            scheme,
            options: &options,
            unicast: None,
            traffic: &traffic,
            timing: &timing,
            stop,
            load: LOAD,
            seed,
        };
        let figures = cell.run().expect("the parts of a figure fit each other");
        let latency = in_us(steady(&figures)?);
        Some(Self { order, shape: Shape::of(&roots.trees(order)), latency })
    }
}

/// What latency goes with among pairs that are rooted alike.
struct Population {
    roots: Roots,
    pairs: Vec<Pair>,
    distance: Correlation,
    branch: Correlation,
}

impl Population {
    fn measure(roots: Roots, context: &Context<'_>) -> Self {
        let full = context.effort == Effort::Full;
        let (orders, share, max_messages) = if full { (120, 0.01, 100_000) } else { (6, 0.05, 8_000) };
        let stop = StopRule { half_width_share: share, max_messages, ..StopRule::default() };
        let pair = |order: u64| Pair::measure(roots, order, context.seed, stop);
        let pairs: Vec<Pair> = (1..=orders).into_par_iter().filter_map(pair).collect();
        let with =
            |value: fn(&Shape) -> f64| Correlation::of(pairs.iter().map(|pair| (value(&pair.shape), pair.latency)));
        let (distance, branch) = (with(|shape| shape.average), with(|shape| shape.largest_share));
        Self { roots, pairs, distance, branch }
    }

    fn in_words(&self) -> String {
        let span = |value: fn(&Shape) -> f64| {
            let values = self.pairs.iter().map(|pair| value(&pair.shape));
            values.fold((f64::MAX, f64::MIN), |(low, high), value| (low.min(value), high.max(value)))
        };
        let (average, share) = (span(|shape| shape.average), span(|shape| 100.0 * shape.largest_share));
        format!(
            "over {} random pairs at load {LOAD}, latency correlates {} with the mean distance ({:.1} to {:.1}) and {} with the share of the largest branch ({:.0} to {:.0} %)",
            self.pairs.len(),
            self.distance.in_words(),
            average.0,
            average.1,
            self.branch.in_words(),
            share.0,
            share.1,
        )
    }

    /// Whether latency goes with balance more than with distance.
    fn goes_with_balance(&self) -> Outcome {
        if self.branch.low > self.distance.high {
            Outcome::Holds
        } else if self.branch.high < self.distance.low {
            Outcome::Fails
        } else {
            Outcome::Undecided
        }
    }
}

pub(super) fn balance(context: &Context<'_>) -> FigureReport {
    let [best, anywhere] = [Roots::Best, Roots::Anywhere].map(|roots| Population::measure(roots, context));
    let rule = "the greater correlation, by 99 % intervals (Fisher) that do not meet; random orders, 16 x 16";
    let text = "trees balanced with respect to the root are relatively more important than short distances";
    let said = PaperClaim::new(ID, text, "more important", anywhere.in_words(), anywhere.goes_with_balance())
        .by(format!("{rule}, roots at random nodes, so that both vary by themselves"));
    let text =
        "among pairs that are rooted where they are balanced best, latency goes with the distance and not the balance";
    let ours = PaperClaim::new(ID, text, "no statement", best.in_words(), best.goes_with_balance().opposite());
    FigureReport::plain(vec![said, ours.ours().by(rule)], table(&[best, anywhere]))
}

fn table(populations: &[Population]) -> Table {
    let columns = ["roots", "order", "combined_diameter", "average_distance", "largest_branch_share", "latency_us"];
    let mut table = Table::new(ID, &columns);
    for (roots, pair) in populations.iter().flat_map(|one| one.pairs.iter().map(|pair| (one.roots, pair))) {
        let Pair { order, shape, latency } = pair;
        let numbers = [shape.diameter, shape.average, shape.largest_share, *latency].map(|value| format!("{value:.4}"));
        let [diameter, average, share, latency] = numbers;
        table.push([roots.name().to_owned(), order.to_string(), diameter, average, share, latency]);
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

    fn in_words(&self) -> String {
        format!("{:.2} [{:.2}, {:.2}]", self.mean, self.low, self.high)
    }
}
