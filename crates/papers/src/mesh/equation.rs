//! Equation (2): a star needs as long as its longest path, "bounded by". And the open question of section 6, whether
//! optimal stars can keep their paths apart.

use super::super::lone::{Bench, RandomSets};
use super::sides::{Side, Sides};
use crate::{Context, Effort, FigureReport, PaperClaim, Table};
use wormcast_schemes::Options;
use wormcast_schemes::optimal::{Least, Routes, best_disjoint, fewest_channels, shortest_longest};
use wormcast_schemes::option::DISJOINT;
use wormcast_sim::Timing;
use wormcast_topology::{Topology, build};

const SIZE: usize = 80;
/// Times in µs that differ by less are equal.
const ROUNDING: f64 = 1e-9;

/// Multicasts alone in the network by one scheme, against equation (2).
struct Runs {
    latencies: Vec<f64>,
    bounds: Vec<f64>,
}

impl Runs {
    fn of(mesh: &dyn Topology, options: &Options, count: usize, seed: u64) -> Self {
        let timing = Timing::default();
        let mut sets = RandomSets::new(mesh, SIZE, seed);
        let mut bench = Bench::new(mesh, "otms", options);
        let (mut latencies, mut bounds) = (Vec::new(), Vec::new());
        for _ in 0..count {
            let [latency, _, longest] = bench.run(sets.next(), &timing);
            latencies.push(latency);
            let flits = f64::from(timing.length - 1) * timing.flit.ns();
            bounds.push((longest * (timing.router.ns() + timing.flit.ns()) + flits) / 1000.0);
        }
        Self { latencies, bounds }
    }

    /// How many are later than the bound, and the greatest ratio.
    fn late(&self) -> (usize, f64) {
        let ratios = self.latencies.iter().zip(&self.bounds).map(|(latency, bound)| latency / bound);
        (ratios.clone().filter(|&ratio| ratio > 1.0 + ROUNDING).count(), ratios.fold(0.0, f64::max))
    }
}

/// The same multicasts with stars that may share channels, and with stars that may not.
struct Pairs {
    free: Runs,
    apart: Runs,
}

impl Pairs {
    fn table(&self, id: &str) -> Table {
        let mut table = Table::new(id, &["set", "otms_us", "its_bound_us", "disjoint_us", "bound_of_disjoint_us"]);
        let columns = [&self.free.latencies, &self.free.bounds, &self.apart.latencies, &self.apart.bounds];
        for set in 0..self.free.latencies.len() {
            let [a, b, c, d] = columns.map(|column| format!("{:.3}", column[set]));
            table.push([set.to_string(), a, b, c, d]);
        }
        table
    }

    /// How many sets are later than the bound, and in how many of them the disjoint star is faster.
    fn helped(&self) -> (usize, usize) {
        let sets = self.free.latencies.iter().zip(&self.free.bounds).zip(&self.apart.latencies);
        let late = sets.filter(|((latency, bound), _)| **latency > **bound + ROUNDING);
        (late.clone().count(), late.filter(|((latency, _), apart)| apart < latency).count())
    }
}

pub(super) fn equation_2(context: &Context<'_>) -> FigureReport {
    let id = "mesh-equation-2";
    let mesh = build("mesh:16x16").expect("figures have networks that exist");
    let count = if context.effort == Effort::Full { 240 } else { 20 };
    let runs = |options: &Options| Runs::of(&*mesh, options, count, context.seed);
    let pairs = Pairs { free: runs(&Options::default()), apart: runs(&Options::default().with_switch(&DISJOINT)) };
    let ((late, helped), most) = (pairs.helped(), pairs.free.late().1);
    let late_apart = pairs.apart.late().0;
    let bounded = "the time of a star alone in the network is bounded by α + (L − 1)τ + δ · longest path";
    let measured =
        format!("{late} of {count} plans of otms are later, up to {most:.2} times: their own paths share channels");
    let occur = "contentions may occur, since the paths of a star need not be disjoint";
    let keep = "stars whose paths share no channel keep equation (2), and are faster where the others do not";
    let kept = format!("{late_apart} of {count} are later; faster in {helped} of {late}");
    let claims = [
        PaperClaim::new(id, bounded, "equation (2)", measured, late == 0),
        PaperClaim::new(id, occur, "may occur", format!("in {late} of {count} plans"), late > 0).said_in("6"),
        PaperClaim::new(id, keep, "no statement", kept, late_apart == 0 && helped == late).ours(),
    ];
    let rule = "exact: each of random sets of 80 destinations on mesh:16x16, 128 flits; one that is later refutes it";
    FigureReport::plain(claims.map(|claim| claim.by(rule)).into(), pairs.table(id))
}

/// How often the best star without shared channels is as good as the best of all.
struct AsGood {
    sides: usize,
    good: usize,
    /// Sides on which the search was exact, or a worse star is the best by its bound.
    exact: usize,
}

impl AsGood {
    fn among(sides: &Sides<'_>, found: &[Side], least: Least) -> Self {
        let mut count = Self { sides: found.len(), good: 0, exact: 0 };
        for side in found {
            let problem = &side.half.problem;
            let routes = Routes::new(sides.halves().routing(), side.source, &side.half);
            let Some(disjoint) = best_disjoint(problem, &routes, least) else { continue };
            let best = match least {
                Least::Channels => fewest_channels(problem).map(|(star, _)| problem.measure(&star).channels),
                _ => shortest_longest(problem).map(|shortest| shortest.longest),
            };
            let own = least.key(disjoint.cost).0;
            count.exact += usize::from(own == disjoint.bound || best.is_some_and(|best| own > best));
            count.good += usize::from(best == Some(own));
        }
        count
    }
}

pub(super) fn disjoint(context: &Context<'_>) -> FigureReport {
    let id = "mesh-disjoint";
    let mesh = build("mesh:16x16").expect("figures have networks that exist");
    let sides = Sides::new(&*mesh);
    let repetitions = if context.effort == Effort::Full { 100 } else { 8 };
    let mut table = Table::new(id, &["destinations", "sides", "criterion", "as_good", "exact"]);
    let mut claims = Vec::new();
    for (least, name) in [(Least::Channels, "fewest channels"), (Least::Longest, "shortest longest path")] {
        let (mut good, mut all) = (0, 0);
        for size in [10, 20, 40, 80, 160] {
            let found = sides.random(size, repetitions, context.seed ^ (size as u64) << 32);
            let count = AsGood::among(&sides, &found, least);
            let [here, so, exact] = [count.sides, count.good, count.exact].map(|number| number.to_string());
            table.push([size.to_string(), here, name.to_owned(), so, exact]);
            (good, all) = (good + count.good, all + count.sides);
        }
        let claim = format!("optimal stars ({name}) can be built with edge-disjoint paths");
        let measured =
            format!("on {good} of {all} sides; on the others every disjoint star is worse, by an exact search");
        let rule = "exact: one side without a disjoint optimum refutes it; 10 to 160 destinations, mesh:16x16";
        claims.push(PaperClaim::new(id, claim, "an open question", measured, good == all).by(rule));
    }
    FigureReport::plain(claims, table)
}
